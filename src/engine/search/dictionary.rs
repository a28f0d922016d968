//! The words that a program knows: texts and characters of the user's functions, and the options of its command line. The search makes worlds of them.

use goto::{BinOp, Callee, ExprId, ExprKind, InstrKind, Program, SymbolId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What patterns consist of, for programs that have some: regular expressions, basic and extended, and patterns of names.
const PATTERNS: [&str; 18] =
    ["a*", ".*", "^a", "a$", "[a-c]", "[^a]", "[[:digit:]]", "\\(a\\)", "\\(b\\)*", "\\(", "a\\{2\\}", "(a)", "(a|b)+", "a?", "[", "*", "\\.", "p"];
/// Functions of the library that take a pattern.
const TAKE_PATTERNS: [&str; 4] = ["regcomp", "re_compile_pattern", "re_comp", "fnmatch"];

/// Of each kind at most so many are kept.
const MOST: usize = 1024;
/// Bytes of a text at most: longer ones are messages.
const LONGEST: usize = 32;

/// A letter that the program takes for an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OptionLetter {
    pub letter: u8,
    pub takes_value: bool,
}

/// The words of a program.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// Texts without blanks: names of options, of operators, of what a language consists of.
    pub words: Vec<Vec<u8>>,
    /// Texts with blanks.
    pub phrases: Vec<Vec<u8>>,
    /// Patterns, if the program takes some.
    pub patterns: Vec<Vec<u8>>,
    pub options: Vec<OptionLetter>,
    /// Characters that something is compared with.
    pub characters: Vec<u8>,
    /// Numbers of more than a byte that something is compared with, in the order of the text: parts of a longer one stand side by side.
    pub numbers: Vec<u64>,
}

impl Dictionary {
    /// What the functions of the user say.
    pub fn of(program: &Program) -> Self {
        let mut found = Dictionary::default();
        let (mut used, mut options) = (FxHashSet::default(), FxHashSet::default());
        let mut takes_patterns = false;
        let (mut seen, mut characters, mut numbers) = (FxHashSet::default(), BTreeSet::new(), Vec::new());
        for (id, function) in program.functions.iter() {
            if function.model || id == program.start {
                continue;
            }
            for instruction in function.body.iter().flat_map(|body| body.values()) {
                instruction.kind.expressions(|e, _| {
                    program.exprs.walk(e, &mut seen, &mut |_, kind| match kind {
                        ExprKind::Var(symbol) => _ = used.insert(symbol),
                        ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
                            numbers.extend([a, b].into_iter().filter_map(|e| number(program, e)));
                        }
                        _ => {}
                    });
                });
                if let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = &instruction.kind {
                    let name = &program.functions[*callee].name;
                    if name.contains("getopt") {
                        args.iter().for_each(|&e| options.extend(symbols(program, e)));
                    }
                    takes_patterns |= TAKE_PATTERNS.iter().any(|taker| name.ends_with(taker));
                }
            }
        }
        let texts = texts(program, &mut used);
        characters.extend(numbers.iter().filter_map(|&n| u8::try_from(n).ok()).filter(|byte| (b'!'..=b'~').contains(byte)));
        found.characters = characters.into_iter().collect();
        numbers.retain(|&n| n > u64::from(u8::MAX));
        numbers.dedup();
        numbers.truncate(MOST);
        found.numbers = numbers;
        let letters = texts.iter().filter(|(owner, _)| options.contains(owner)).flat_map(|(_, parts)| parts.first()).flat_map(|text| letters(text));
        found.options = letters.collect::<BTreeSet<_>>().into_iter().collect();
        let parts = texts.into_iter().filter(|(owner, _)| !options.contains(owner)).flat_map(|(_, parts)| parts);
        // Ends of lines come by themselves.
        let parts: BTreeSet<Vec<u8>> = parts.map(|text| text.trim_ascii_end().to_vec()).filter(|text| !text.is_empty()).collect();
        let is_short = |text: &Vec<u8>| text.len() <= LONGEST && text.iter().all(|byte| (b' '..=b'~').contains(byte) && *byte != b'%');
        (found.phrases, found.words) = parts.into_iter().filter(is_short).partition(|text| text.contains(&b' '));
        found.phrases.truncate(MOST);
        found.words.truncate(MOST);
        if takes_patterns {
            found.patterns = PATTERNS.map(|pattern| pattern.as_bytes().to_vec()).to_vec();
        }
        found
    }
}

/// The letters of a text as `getopt` takes it.
fn letters(text: &[u8]) -> Vec<OptionLetter> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'?';
    let at = |i: usize| text.get(i).copied().unwrap_or(0);
    (0..text.len()).filter(|&i| is_letter(at(i))).map(|i| OptionLetter { letter: at(i), takes_value: matches!(at(i + 1), b':' | b'+' | b'*') }).collect()
}

/// The constant, if it is an integer.
fn number(program: &Program, e: ExprId) -> Option<u64> {
    let bits = program.exprs.as_const(e)?;
    let is_integer = matches!(program.types.get(program.exprs.ty(e)), Type::Int { .. });
    u64::try_from(bits.unsigned()).ok().filter(|_| is_integer)
}

/// A number as files have it, in one order of bytes or the other, with no more zeros than needed for 2, 4 or 8 bytes.
pub(super) fn bytes_of(number: u64, big_endian: bool) -> Vec<u8> {
    let size = if number <= u64::from(u16::MAX) {
        2
    } else if number <= u64::from(u32::MAX) {
        4
    } else {
        8
    };
    if big_endian { number.to_be_bytes()[8 - size..].to_vec() } else { number.to_le_bytes()[..size].to_vec() }
}

fn symbols(program: &Program, e: ExprId) -> Vec<SymbolId> {
    let mut found = Vec::new();
    program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
        if let ExprKind::Var(symbol) = kind {
            found.push(symbol);
        }
    });
    found
}

/// The texts that the start function puts into variables that are used, by the functions or by the values of others; each as its parts between zeros.
fn texts(program: &Program, used: &mut FxHashSet<SymbolId>) -> Vec<(SymbolId, Vec<Vec<u8>>)> {
    let assignments: Vec<(ExprId, ExprId)> = program.functions[program.start]
        .body
        .iter()
        .flat_map(|body| body.values())
        .filter_map(|instruction| match instruction.kind {
            InstrKind::Assign { lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        })
        .collect();
    let owner = |place: ExprId| match program.exprs.kind(program.exprs.root(place)) {
        ExprKind::Var(symbol) => Some(symbol),
        _ => None,
    };
    loop {
        let before = used.len();
        for &(lhs, rhs) in &assignments {
            if owner(lhs).is_some_and(|symbol| used.contains(&symbol)) {
                used.extend(symbols(program, rhs));
            }
        }
        if used.len() == before {
            break;
        }
    }
    let mut arrays: FxHashMap<(SymbolId, Option<ExprId>), BTreeMap<u128, u8>> = FxHashMap::default();
    for (lhs, rhs) in assignments {
        if let (ExprKind::Index { base, index }, Some(byte)) = (program.exprs.kind(lhs), program.exprs.as_const(rhs))
            && let (Some(index), Some(owner)) = (program.exprs.as_const(index), owner(base))
            && matches!(program.types.get(program.exprs.ty(rhs)), Type::Int { bits: 8, .. })
            && used.contains(&owner)
        {
            let is_variable = matches!(program.exprs.kind(base), ExprKind::Var(_));
            arrays.entry((owner, (!is_variable).then_some(base))).or_default().insert(index.unsigned(), byte.unsigned() as u8);
        }
    }
    let mut texts: Vec<(SymbolId, Vec<Vec<u8>>)> = arrays.into_iter().map(|((owner, _), bytes)| (owner, parts(&bytes))).collect();
    texts.sort_unstable();
    texts
}

/// What stands between zeros and gaps, which are zeros too.
fn parts(bytes: &BTreeMap<u128, u8>) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut next = None;
    for (&index, &byte) in bytes {
        if byte == 0 {
            next = None;
            continue;
        }
        if next != Some(index) {
            parts.push(Vec::new());
        }
        parts.last_mut().into_iter().for_each(|part| part.push(byte));
        next = Some(index + 1);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_functions_use_is_known() {
        let text = "goto lp64 start begin static word#0: [3]i8 static letters#1: [3]i8 static table#2: [1]*i8 static unused#3: [2]i8
            function begin: fn() -> void { 0: word#0[0i64] := 111i8 1: word#0[1i64] := 107i8 2: letters#1[0i64] := 98i8 3: letters#1[1i64] := 58i8
                4: table#2[0i64] := &word#0[0i64] 5: unused#3[0i64] := 33i8 6: CALL main() 7: HALT exit }
            function main: fn() -> void { local p#4: *i8 0: p#4 := table#2[0i64] 1: CALL my_getopt(&letters#1[0i64]) 2: IF *p#4 == 120i8 GOTO 3 3: RETURN }
            function my_getopt: fn(*i8) -> void { parameter q#5: *i8 0: IF *q#5 as i32 == 12593 GOTO 1 1: RETURN }";
        let program = goto::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let known = Dictionary::of(&program);
        assert_eq!(known.words, [b"ok"]);
        assert_eq!(known.options, [OptionLetter { letter: b'b', takes_value: true }]);
        assert_eq!((known.characters, known.numbers), (vec![b'x'], vec![12593]));
    }

    #[test]
    fn options_are_letters_with_or_without_values() {
        let option = |letter, takes_value| OptionLetter { letter, takes_value };
        assert_eq!(letters(b"+b:n"), [option(b'b', true), option(b'n', false)]);
    }

    #[test]
    fn numbers_take_two_four_or_eight_bytes() {
        assert_eq!(bytes_of(0x3141, true), [0x31, 0x41]);
        assert_eq!(bytes_of(0x1_0203, false), [3, 2, 1, 0]);
        assert_eq!(bytes_of(1 << 40, true).len(), 8);
    }

    #[test]
    fn zeros_end_parts_of_texts() {
        let bytes = BTreeMap::from([(0, b'-'), (1, b'a'), (3, b'-'), (4, b'b'), (5, 0), (6, b'!')]);
        assert_eq!(parts(&bytes), [&b"-a"[..], b"-b", b"!"]);
    }
}
