//! One command of a compilation database: which compiler it calls, behind programs that only start it, and what its options mean here, whose paths are relative to the folder of the
//! command. What options mean to C is for `frontend::flags` to say.

use super::ProjectError;
use super::database::{Database, Entry, Words};
use frontend::dialect::Dialect;
use frontend::flags::{self, FlagError, Flags};
use goto::DataModel;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// Response files in response files in so many steps are an error.
const DEEPEST: usize = 20;

/// Programs that start the compiler whose name follows.
const LAUNCHERS: [&str; 9] = ["env", "ccache", "distcc", "sccache", "icecc", "libtool", "sh", "bash", "nice"];

/// Compilers for x86, as far as their names tell.
const COMPILERS: [&str; 6] = ["cc", "gcc", "clang", "c89", "c99", "c11"];

/// Options whose values are paths.
const OF_PATHS: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot="];
/// The same for files that are looked for like headers, in the folder of the command first.
const OF_HEADERS: [&str; 2] = ["-include", "-imacros"];

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct UnitFlags {
    pub dialect: Dialect,
    /// For the preprocessor and the native compiler.
    pub passed: Vec<OsString>,
    pub model: Option<DataModel>,
    /// If it is another one than the system's.
    pub compiler: Option<PathBuf>,
}

impl UnitFlags {
    /// What the command line alone says.
    pub(super) fn of_words(words: &[OsString]) -> Result<Self, FlagError> {
        let Flags { dialect, passed, model } = flags::read(words)?;
        Ok(Self { dialect, passed, model, compiler: None })
    }

    /// What the command says, and behind it the command line.
    pub(super) fn of_entry(database: &Database, entry: &Entry, more: &[OsString]) -> Result<Self, ProjectError> {
        let failed = |why: String| ProjectError::Command { database: database.name(), file: shown(&entry.file).display().to_string(), why };
        let words = match &entry.command {
            Words::Listed(words) => words.clone(),
            Words::Line(line) => shlex::split(line).ok_or_else(|| failed("a quotation does not end".into()))?,
        };
        let mut rest = behind_launchers(&words);
        let compiler = match rest.next() {
            Some(name) => compiler(name, &entry.directory).map_err(failed)?,
            None => return Err(failed("it names no compiler".into())),
        };
        let words = with_responses(rest.map(str::to_owned).collect(), &entry.directory, 0).map_err(failed)?;
        let mut words = resolved(words, &entry.directory);
        words.extend(more.iter().cloned());
        let read =
            Self::of_words(&words).map_err(|error| ProjectError::Flag { database: database.name(), file: shown(&entry.file).display().to_string(), error })?;
        Ok(Self { compiler: compiler.path, model: read.model.or(compiler.model), ..read })
    }

    /// As messages tell it.
    pub(super) fn told(&self) -> String {
        let words: Vec<Cow<'_, str>> = self.passed.iter().map(|word| word.to_string_lossy()).collect();
        let width = match self.model {
            Some(DataModel::Ilp32) => " -m32",
            _ => "",
        };
        if words.is_empty() && width.is_empty() { "without options".to_owned() } else { format!("{}{width}", words.join(" ")) }
    }
}

/// The words from the compiler on.
fn behind_launchers(words: &[String]) -> impl Iterator<Item = &str> {
    let mut is_behind = false;
    words.iter().map(String::as_str).skip_while(move |word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        let starts = LAUNCHERS.contains(&name);
        let is_setting = word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()));
        let belongs = starts || is_setting || is_behind && word.starts_with('-');
        is_behind |= starts;
        belongs
    })
}

/// The words with response files in place of their names.
fn with_responses(words: Vec<String>, directory: &Path, depth: usize) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for word in words {
        let Some(name) = word.strip_prefix('@') else {
            all.push(word);
            continue;
        };
        if depth == DEEPEST {
            return Err(format!("the response file {name} names itself"));
        }
        let path = directory.join(name);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("cannot read the response file {}: {error}; is the project built?", shown(&path).display()))?;
        all.extend(with_responses(flags::response(&text), directory, depth + 1)?);
    }
    Ok(all)
}

/// The words with paths that mean the same from here.
fn resolved(words: Vec<String>, directory: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    let mut pending: Option<&str> = None;
    for word in &words {
        if let Some(option) = pending.take() {
            all.push(value(option, word, directory));
            continue;
        }
        let known = OF_PATHS.iter().chain(&OF_HEADERS).copied().find(|option| word.starts_with(option));
        match known {
            Some(option) if word == option => {
                pending = Some(option);
                all.push(word.into());
            }
            Some(option) => {
                let mut joined = OsString::from(option);
                joined.push(value(option, &word[option.len()..], directory));
                all.push(joined);
            }
            None => all.push(word.into()),
        }
    }
    all
}

/// What stands behind an option, from here.
fn value(option: &str, text: &str, directory: &Path) -> OsString {
    let path = directory.join(text);
    // `=` is the system's root.
    if text.starts_with('=') || OF_HEADERS.contains(&option) && !path.exists() {
        return text.into();
    }
    shown(&path).into_os_string()
}

/// A path as results name it: relative to the working directory where it lies there, without detours where that is sure to be the same.
pub(super) fn shown(path: &Path) -> PathBuf {
    let detours = path.components().any(|part| matches!(part, Component::ParentDir));
    let path = if detours { path.canonicalize().unwrap_or_else(|_| path.to_owned()) } else { path.components().collect() };
    let Ok(here) = std::env::current_dir() else { return path };
    match path.strip_prefix(&here) {
        Ok(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
        Ok(inside) => inside.to_owned(),
        Err(_) => path,
    }
}

/// A compiler.
struct Compiler {
    /// If it is not the system's.
    path: Option<PathBuf>,
    /// If it is told by the compiler alone.
    model: Option<DataModel>,
}

/// The compiler of this name. The system's takes the place of one that is not here.
fn compiler(name: &str, directory: &Path) -> Result<Compiler, String> {
    let here = Compiler { path: None, model: None };
    let path = if name.contains('/') { Some(directory.join(name)).filter(|path| path.is_file()) } else { in_path(name.as_ref()) };
    let base = name.rsplit('/').next().unwrap_or(name);
    if is_for_x86(base) {
        let is_systems = path.as_ref().and_then(|p| p.canonicalize().ok()) == in_path("cc".as_ref()).and_then(|p| p.canonicalize().ok());
        return Ok(if is_systems { here } else { Compiler { path, model: None } });
    }
    let foreign =
        || format!("{name} compiles for another machine, and programs are analysed as on x86 with Linux; name the files without the database to do so");
    let Some(path) = path else { return Err(format!("the compiler {name} is not here, and it may be for another machine than x86")) };
    let macros = Command::new(&path).args(["-dM", "-E", "-x", "c", "/dev/null"]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let macros = macros.map_err(|error| format!("cannot run the compiler {name}: {error}"))?;
    let macros = String::from_utf8_lossy(&macros.stdout).into_owned();
    let defines = |macro_name: &str| macros.lines().any(|line| line.split_whitespace().nth(1) == Some(macro_name));
    match (defines("_WIN32"), defines("__LP64__") && defines("__x86_64__"), defines("__i386__")) {
        (false, true, _) => Ok(Compiler { path: Some(path), model: None }),
        (false, _, true) => Ok(Compiler { path: Some(path), model: Some(DataModel::Ilp32) }),
        _ => Err(foreign()),
    }
}

/// `gcc`, `clang-17`, `x86_64-linux-gnu-gcc-13`.
fn is_for_x86(name: &str) -> bool {
    let name = name.strip_prefix("x86_64-").and_then(|rest| rest.strip_prefix("pc-linux-gnu-").or(rest.strip_prefix("linux-gnu-"))).unwrap_or(name);
    let without_version = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    COMPILERS.contains(&name) || COMPILERS.contains(&without_version)
}

fn in_path(name: &OsStr) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        behind_launchers(&words).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn programs_that_start_the_compiler_are_left_out() {
        assert_eq!(behind("env LANG=C X=1 /usr/bin/ccache gcc -c a.c"), "gcc -c a.c");
        assert_eq!(behind("/bin/sh ../libtool --tag=CC --mode=compile gcc -DX=1 a.c"), "gcc -DX=1 a.c");
        assert_eq!(behind("distcc clang-17 -DA"), "clang-17 -DA");
        assert_eq!(behind("cc -DFOO=Bar.c a.c"), "cc -DFOO=Bar.c a.c");
    }

    #[test]
    fn compilers_are_told_by_their_names() {
        for name in ["cc", "gcc", "gcc-13", "clang-17", "x86_64-linux-gnu-gcc-12", "c99"] {
            assert!(is_for_x86(name), "{name}");
        }
        for name in ["arm-none-eabi-gcc", "x86_64-w64-mingw32-gcc", "armclang", "tcc", "g++"] {
            assert!(!is_for_x86(name), "{name}");
        }
    }

    #[test]
    fn paths_are_those_of_the_command() {
        let words = ["-Iinc", "-I", "../b", "-isystem", "/usr/x", "-include", "nowhere.h", "-DX=inc", "--sysroot=root", "-I=/y"].map(str::to_owned);
        let words: Vec<String> = resolved(words.to_vec(), Path::new("/p/build")).into_iter().map(|w| w.to_string_lossy().into_owned()).collect();
        let expected = ["-I/p/build/inc", "-I", "/p/build/../b", "-isystem", "/usr/x", "-include", "nowhere.h", "-DX=inc", "--sysroot=/p/build/root", "-I=/y"];
        assert_eq!(words, expected);
    }
}
