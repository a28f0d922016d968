//! Where functions and variables of a program lie, from the symbol table of its file (ELF, little-endian, linked to fixed addresses). Knows the format alone.

use rustc_hash::FxHashMap;

/// Addresses from `low` to before `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: u64,
    pub high: u64,
}

/// Functions and variables by their names; of several with one name none is known.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    functions: FxHashMap<String, Option<Range>>,
    variables: FxHashMap<String, Option<Range>>,
}

const SYMBOL_TABLE: u32 = 2;
const VARIABLE: u8 = 1;
const FUNCTION: u8 = 2;

/// Reads numbers at offsets of a file; none where the file ends before.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&self, at: u64, n: usize) -> Option<&'a [u8]> {
        let at = usize::try_from(at).ok()?;
        self.0.get(at..at.checked_add(n)?)
    }

    fn number(&self, at: u64, bytes: usize) -> Option<u64> {
        Some(self.bytes(at, bytes)?.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn text(&self, at: u64) -> Option<&'a str> {
        let rest = self.0.get(usize::try_from(at).ok()?..)?;
        std::str::from_utf8(&rest[..rest.iter().position(|&byte| byte == 0)?]).ok()
    }
}

impl Symbols {
    /// Of a file with these bytes; none if it is no such file.
    pub fn of(file: &[u8]) -> Option<Self> {
        let reader = Reader(file);
        let is_64 = match reader.bytes(0, 6)? {
            [0x7f, b'E', b'L', b'F', 1, 1] => false,
            [0x7f, b'E', b'L', b'F', 2, 1] => true,
            _ => return None,
        };
        let word = if is_64 { 8 } else { 4 };
        let choose = |of_64: u64, of_32: u64| if is_64 { of_64 } else { of_32 };
        let sections = reader.number(choose(0x28, 0x20), word)?;
        let size = reader.number(choose(0x3a, 0x2e), 2)?;
        let n_sections = reader.number(choose(0x3c, 0x30), 2)?;
        let mut symbols = Self::default();
        for section in (0..n_sections).map(|i| sections + i * size) {
            if reader.number(section + 4, 4)? != u64::from(SYMBOL_TABLE) {
                continue;
            }
            let (offset, length) = (reader.number(section + choose(0x18, 0x10), word)?, reader.number(section + choose(0x20, 0x14), word)?);
            let texts = sections + reader.number(section + choose(0x28, 0x18), 4)? * size;
            let texts = reader.number(texts + choose(0x18, 0x10), word)?;
            let entry = choose(24, 16);
            for symbol in (0..length / entry).map(|i| offset + i * entry) {
                let name = reader.text(texts + reader.number(symbol, 4)?)?;
                let kind = reader.bytes(symbol + choose(4, 12), 1)?[0] & 0xf;
                let (low, size) = (reader.number(symbol + choose(8, 4), word)?, reader.number(symbol + choose(16, 8), word)?);
                symbols.add(name, kind, Range { low, high: low + size });
            }
        }
        Some(symbols)
    }

    fn add(&mut self, name: &str, kind: u8, range: Range) {
        let known = match kind {
            FUNCTION => &mut self.functions,
            VARIABLE => &mut self.variables,
            _ => return,
        };
        // What has no size lies somewhere else.
        if range.low < range.high {
            known.entry(name.to_owned()).and_modify(|before| *before = before.filter(|&before| before == range)).or_insert(Some(range));
        }
    }

    pub fn function(&self, name: &str) -> Option<Range> {
        self.functions.get(name).copied().flatten()
    }

    pub fn variable(&self, name: &str) -> Option<Range> {
        self.variables.get(name).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn names_of_a_program_have_places() {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("a.c"), folder.path().join("a"));
        std::fs::write(&source, "static int first[3]; long second;\nstatic int f(void) { return first[1]; }\nint main(void) { return f() + second; }\n")
            .unwrap();
        assert!(Command::new("cc").args(["-no-pie", "-o"]).arg(&program).arg(&source).status().unwrap().success());
        let bytes = std::fs::read(&program).unwrap();
        let symbols = Symbols::of(&bytes).unwrap();
        let size = |range: Option<Range>| range.map(|range| range.high - range.low);
        assert_eq!((size(symbols.variable("first")), size(symbols.variable("second")), size(symbols.variable("f"))), (Some(12), Some(8), None));
        assert!(symbols.function("main") != symbols.function("f") && symbols.function("main").is_some());
        assert!(Symbols::of(&bytes[..100]).is_none() && Symbols::of(b"no program").is_none());
    }
}
