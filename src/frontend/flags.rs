//! The options of a C compiler: which words are such options, and what they mean for a program. What changes its meaning is obeyed or refused, what concerns messages,
//! optimisation, debugging, assembling and linking is ignored; so are the macros of optimisation, since programs are held against what is not optimised. Knows nothing of where the words come from.

use super::dialect::{self, Dialect};
use goto::DataModel;
use std::ffi::{OsStr, OsString};
use thiserror::Error;

/// What options say.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    pub dialect: Dialect,
    /// For the preprocessor and the native compiler, in their order.
    pub passed: Vec<OsString>,
    /// `-m32` or `-m64`.
    pub model: Option<DataModel>,
}

/// An option that a program would not mean the same without.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FlagError {
    #[error("{option} is not supported: {why}")]
    Unsupported { option: String, why: &'static str },
    #[error("{0} needs a value behind it")]
    NoValue(String),
    #[error("{0} is no standard of C; there are: c89, c90, gnu89, gnu90, c99, gnu99, c11, gnu11, c17, gnu17, c23, gnu23")]
    NoStandard(String),
}

/// The words of a response file as gcc reads them: between white space, with quotation marks of both kinds and backslashes.
pub fn response(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(q)) if c == q => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// How many words an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Alone,
    /// The next word is its value.
    WithValue,
}

/// Options whose value is the next word, or follows at once.
const TAKE_VALUES: [&str; 14] =
    ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "-iprefix", "-iwithprefixbefore", "-iwithprefix", "-x", "-o", "-l", "-L", "-B"];
/// Options whose value is always the next word.
const FOLLOWED: [&str; 12] = ["-Xpreprocessor", "-Xlinker", "-Xassembler", "-Xclang", "-MF", "-MT", "-MQ", "-T", "-u", "-z", "-target", "-aux-info"];
/// Options without a value. Those that begin with `-O`, `-W`, `-f`, `-m`, `-g`, `-M`, `-d` and `-std=` are recognised by that.
const WORDS: [&str; 34] = [
    "-ansi",
    "-pthread",
    "-pedantic",
    "-pedantic-errors",
    "-c",
    "-E",
    "-S",
    "-s",
    "-w",
    "-v",
    "-P",
    "-C",
    "-CC",
    "-H",
    "-Q",
    "-n",
    "-r",
    "-pipe",
    "-pg",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-static",
    "-static-libgcc",
    "-shared",
    "-shared-libgcc",
    "-symbolic",
    "-rdynamic",
    "-nostdinc",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-undef",
];

/// Is this word an option of a C compiler? `-I`, `-D` and `-U` are not told here, and neither is `-p`.
pub fn shape(word: &str) -> Option<Shape> {
    if TAKE_VALUES.contains(&word) || FOLLOWED.contains(&word) {
        return Some(Shape::WithValue);
    }
    let begins = |prefixes: &[&str]| prefixes.iter().any(|p| word.starts_with(p));
    let is_flag = WORDS.contains(&word)
        || begins(&["-O", "-W", "-f", "-m", "-g", "-M", "-d", "-std=", "-specs=", "-save-temps", "-fplugin"])
        || begins(&TAKE_VALUES)
        || word.starts_with("--sysroot=")
        || word.starts_with("--param=");
    (is_flag && word.len() > 1).then_some(Shape::Alone)
}

/// What the options mean, the last one of those that contradict each other.
///
/// # Errors
/// An option that is not obeyed and changes what programs mean.
pub fn read(words: &[OsString]) -> Result<Flags, FlagError> {
    let mut flags = Flags::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let option = Split::of(&text);
        if ["-I", "-D", "-U"].contains(&&*text) {
            let value = rest.next().ok_or_else(|| FlagError::NoValue(text.to_string()))?;
            flags.passed.extend([word.clone(), value.clone()]);
        } else if ["-I", "-D", "-U"].iter().any(|of_preprocessor| text.starts_with(of_preprocessor)) {
            flags.passed.push(word.clone());
        } else if shape(&text) == Some(Shape::WithValue) {
            let value = rest.next().ok_or_else(|| FlagError::NoValue(text.to_string()))?;
            flags.with_value(&text, value)?;
        } else if let Some(Split { name, value }) = option {
            flags.with_value(name, OsStr::new(value))?;
        } else if !is_taken_back(&text, rest.as_slice()) {
            flags.alone(&text)?;
        }
    }
    Ok(flags)
}

/// Options by which a program computes with other precision than the interpreter.
const INEXACT: [&str; 6] =
    ["-ffast-math", "-funsafe-math-optimizations", "-ffinite-math-only", "-fassociative-math", "-freciprocal-math", "-fsingle-precision-constant"];

/// Does a later word undo such an option?
fn is_taken_back(word: &str, later: &[OsString]) -> bool {
    let opposite = match word {
        "-fno-signed-zeros" => "-fsigned-zeros".to_owned(),
        "-Ofast" => return later.iter().any(|other| *other == *"-fno-fast-math" || other.to_string_lossy().starts_with("-O")),
        _ if INEXACT.contains(&word) => word.replacen("-f", "-fno-", 1),
        _ => return false,
    };
    later.iter().any(|other| *other == *opposite || *other == *"-fno-fast-math" && word != "-fsingle-precision-constant")
}

/// An option with its value in one word.
struct Split<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> Split<'a> {
    fn of(word: &'a str) -> Option<Self> {
        let name = TAKE_VALUES.iter().filter(|name| word.starts_with(**name)).max_by_key(|name| name.len())?;
        Some(Self { name, value: &word[name.len()..] })
    }
}

/// Is it the name of a machine that programs are analysed for? Its width is left to `-m32`.
fn is_x86(machine: &str) -> bool {
    machine.starts_with("x86_64") && machine.contains("linux") && !machine.ends_with("x32")
}

const EXCESS: &str = "the program would compute with other precision than IEEE 754 arithmetic has; leave the option out, or take it back with a later one, to analyse it with that";
const LAYOUT: &str = "the layout of types would be another one";

impl Flags {
    fn pass(&mut self, word: &str) {
        self.passed.push(word.into());
    }

    fn with_value(&mut self, option: &str, value: &OsStr) -> Result<(), FlagError> {
        let unsupported = |why| Err(FlagError::Unsupported { option: format!("{option} {}", value.to_string_lossy()), why });
        match option {
            "-isystem" | "-iquote" | "-idirafter" | "-include" | "-imacros" | "-isysroot" | "-iprefix" | "-iwithprefixbefore" | "-iwithprefix" => {
                self.passed.extend([option.into(), value.to_owned()]);
            }
            "-Xpreprocessor" => self.preprocessor(&value.to_string_lossy()),
            "-x" if !["c", "cpp-output", "none"].iter().any(|language| value == *language) => return unsupported("programs are in C"),
            "-target" if !is_x86(&value.to_string_lossy()) => return unsupported("programs are for x86 with Linux"),
            _ => {}
        }
        Ok(())
    }

    /// A word that the preprocessor alone is told.
    fn preprocessor(&mut self, word: &str) {
        if ["-D", "-U", "-I", "-A"].iter().any(|option| word.len() > 2 && word.starts_with(option)) || word == "-undef" || word == "-trigraphs" {
            self.pass(word);
        }
    }

    fn alone(&mut self, word: &str) -> Result<(), FlagError> {
        let unsupported = |why| Err(FlagError::Unsupported { option: word.to_owned(), why });
        if let Some(name) = word.strip_prefix("-std=").or((word == "-ansi").then_some("c90")) {
            let (standard, strict) = dialect::standard(name).ok_or_else(|| FlagError::NoStandard(name.to_owned()))?;
            (self.dialect.standard, self.dialect.strict) = (Some(standard), strict);
            // Corrigenda of a standard change what the preprocessor defines.
            let option = if name == "iso9899:199409" { word.to_owned() } else { standard.option(strict) };
            self.pass(&option);
            return Ok(());
        }
        if let Some(words) = word.strip_prefix("-Wp,") {
            words.split(',').for_each(|word| self.preprocessor(word));
            return Ok(());
        }
        match word {
            "-Ofast" => return unsupported(EXCESS),
            "-pthread" | "-nostdinc" | "-undef" => self.pass(word),
            _ if word.starts_with("--sysroot=") => self.pass(word),
            _ if word.strip_prefix("--target=").is_some_and(|machine| !is_x86(machine)) => return unsupported("programs are for x86 with Linux"),
            _ if word.starts_with("-f") => return self.feature(word),
            _ if word.starts_with("-m") => return self.machine(word),
            _ => {}
        }
        Ok(())
    }

    /// `-f...`
    fn feature(&mut self, word: &str) -> Result<(), FlagError> {
        let unsupported = |why| Err(FlagError::Unsupported { option: word.to_owned(), why });
        let dialect = &mut self.dialect;
        match word {
            "-funsigned-char" | "-fno-signed-char" => dialect.unsigned_char = true,
            "-fsigned-char" | "-fno-unsigned-char" => dialect.unsigned_char = false,
            "-fshort-enums" => dialect.short_enums = true,
            "-fno-short-enums" => dialect.short_enums = false,
            "-fgnu89-inline" => dialect.gnu_inline = Some(true),
            "-fno-gnu89-inline" => dialect.gnu_inline = Some(false),
            "-fms-extensions" => dialect.tagged_anonymous_members = true,
            "-fno-ms-extensions" => dialect.tagged_anonymous_members = false,
            // Of those that contradict each other the last one counts.
            "-fwrapv" | "-fno-strict-overflow" => dialect.wraps = true,
            "-fno-wrapv" | "-fstrict-overflow" => dialect.wraps = false,
            // Overflow is checked whether or not the program would end there; runs are held against a program that goes on.
            "-ftrapv" => {
                dialect.wraps = false;
                self.passed.retain(|word| word != "-fwrapv" && word != "-fno-strict-overflow");
                return Ok(());
            }
            "-fno-asm" => dialect.no_asm = true,
            "-fasm" => dialect.no_asm = false,
            "-ffreestanding" | "-fno-hosted" => dialect.freestanding = true,
            "-fhosted" | "-fno-freestanding" => dialect.freestanding = false,
            "-fplan9-extensions" => return unsupported("pointers to records would convert to pointers to their members"),
            "-fshort-wchar" | "-fpack-struct" | "-freg-struct-return" | "-fpcc-struct-return" => return unsupported(LAYOUT),
            "-funsigned-bitfields" | "-fno-signed-bitfields" => return unsupported("bit-fields of plain `int` would be unsigned"),
            "-fno-signed-zeros" => return unsupported(EXCESS),
            _ if INEXACT.contains(&word) => return unsupported(EXCESS),
            "-fopenmp" | "-fopenacc" | "-fgnu-tm" => return unsupported("the program would have other threads"),
            "-frounding-math" => return unsupported("constants would be computed when the program runs, in its rounding mode"),
            "-finstrument-functions" => return unsupported("functions would call others at their beginning and end"),
            _ if word.starts_with("-fpack-struct=") => return unsupported(LAYOUT),
            _ if word.starts_with("-fexec-charset=") && !word.to_ascii_lowercase().ends_with("=utf-8") => {
                return unsupported("characters would have other codes than those of UTF-8");
            }
            _ if word.starts_with("-finput-charset=") => {}
            _ => return Ok(()),
        }
        // Macros such as `__CHAR_UNSIGNED__` follow them.
        self.pass(word);
        Ok(())
    }

    /// `-m...`
    fn machine(&mut self, word: &str) -> Result<(), FlagError> {
        let unsupported = |why| Err(FlagError::Unsupported { option: word.to_owned(), why });
        match word {
            // Which of them is passed the data model decides.
            "-m32" => self.model = Some(DataModel::Ilp32),
            "-m64" => self.model = Some(DataModel::Lp64),
            "-mx32" | "-m16" | "-miamcu" => return unsupported("the data models are those of -m64 and -m32"),
            "-mms-bitfields" | "-malign-double" | "-mlong-double-64" | "-mlong-double-128" | "-m96bit-long-double" | "-m128bit-long-double" => {
                return unsupported(LAYOUT);
            }
            "-mfpmath=387" | "-mno-sse" | "-mno-sse2" | "-msoft-float" | "-mpc32" | "-mpc64" | "-mpc80" => return unsupported(EXCESS),
            _ => self.pass(word),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Standard;

    fn flags(text: &str) -> Result<Flags, FlagError> {
        read(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_told_from_files() {
        for word in ["-std=c99", "-O2", "-Wall", "-Wl,-z,now", "-fwrapv", "-m32", "-march=native", "-g3", "-MD", "-lm", "-L/lib", "-xc", "-pthread", "-ofile"] {
            assert_eq!(shape(word), Some(Shape::Alone), "{word}");
        }
        for word in ["-isystem", "-include", "-o", "-MF", "-x", "-Xlinker", "-l"] {
            assert_eq!(shape(word), Some(Shape::WithValue), "{word}");
        }
        for word in ["a.c", "-", "--", "-p", "--include", "-I", "-DX", "-h", "-V", "--unwind"] {
            assert_eq!(shape(word), None, "{word}");
        }
    }

    #[test]
    fn what_changes_meaning_is_kept() {
        let of = |text: &str| flags(text).expect("supported");
        assert_eq!(of("-std=gnu89 -O2 -Wall").dialect.standard, Some(Standard::C90));
        assert!(of("-ansi").dialect.strict && of("-funsigned-char").dialect.unsigned_char && of("-fshort-enums").dialect.short_enums);
        assert!(of("-ftrapv -fwrapv").dialect.wraps && !of("-fwrapv -ftrapv").dialect.wraps && of("-fno-strict-overflow").dialect.wraps);
        assert_eq!(of("-m64 -m32").model, Some(DataModel::Ilp32));
        assert_eq!(of("-isystem a -includeb.h -pthread").passed, ["-isystem", "a", "-include", "b.h", "-pthread"]);
        assert_eq!(of("-DX -I inc -UY").passed, ["-DX", "-I", "inc", "-UY"]);
        assert_eq!(of("-fwrapv -ftrapv").passed, [] as [&str; 0]);
        assert_eq!(of("-O2 -Wp,-DX=1,-MD,f.d -Xpreprocessor -DY").passed, ["-DX=1", "-DY"]);
        assert_eq!(of("-c -o x.o -lm -L . -MF d -g -Wl,-DX -x c").passed, [] as [&str; 0]);
    }

    #[test]
    fn response_files_are_split_as_gcc_does() {
        assert_eq!(response(" a 'b c'd\t\"\" \\ e"), ["a", "b cd", "", " e"]);
    }

    #[test]
    fn what_is_not_obeyed_is_refused() {
        for text in ["-ffast-math", "-Ofast", "-fpack-struct", "-mx32", "-x c++", "-fshort-wchar", "-fplan9-extensions", "-mfpmath=387"] {
            assert!(matches!(flags(text), Err(FlagError::Unsupported { .. })), "{text}");
        }
        // The last one counts, such as one on the command line behind those of a database.
        for text in ["-ffast-math -fno-fast-math", "-fassociative-math -O2 -fno-associative-math", "-fno-signed-zeros -fsigned-zeros", "-Ofast -O2"] {
            assert!(flags(text).is_ok(), "{text}");
        }
        for text in ["-fno-fast-math -ffast-math", "-fassociative-math -fno-reciprocal-math", "-ffast-math -fno-fast-math -ffinite-math-only"] {
            assert!(matches!(flags(text), Err(FlagError::Unsupported { .. })), "{text}");
        }
        assert!(matches!(flags("-std=c++11"), Err(FlagError::NoStandard(_))));
        assert!(matches!(flags("-isystem"), Err(FlagError::NoValue(_))));
    }
}
