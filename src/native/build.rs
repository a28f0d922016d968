//! From the translation to an executable file: the system's C compiler in a folder of its own, with limits. Nothing of it remains on the disk.

use super::NotTranslated;
use super::process::{self, Ended};
use super::spawn::Invocation;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// What compiling may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildLimits {
    pub time: Duration,
    /// Bytes of address space of the compiler.
    pub memory: u64,
    /// Texts of more bytes are compiled without optimisation.
    pub optimised: usize,
    /// Longer texts are not compiled at all.
    pub longest: usize,
}

impl Default for BuildLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(40), memory: 3 << 30, optimised: 400 << 10, longest: 8 << 20 }
    }
}

/// Why there are no native runs.
#[derive(Debug, Error)]
pub enum BuildError {
    #[error("{0}")]
    Unsupported(#[from] NotTranslated),
    #[error("native runs need Linux on x86-64")]
    Host,
    #[error("cannot make files for native runs: {0}")]
    Files(io::Error),
    #[error("cannot run the C compiler {command}: {error}")]
    NoCompiler { command: String, error: io::Error },
    #[error("the C compiler does not take the translation:\n{0}")]
    Compiler(String),
    #[error("the translation is too long or takes the C compiler too long")]
    TooLong,
    #[error("cannot start the translated program: {0}")]
    Start(io::Error),
    #[error("asked to stop")]
    Stopped,
}

/// Compiles a text. The file has no name any more.
pub(super) fn compile(text: &str, limits: &BuildLimits, stopped: &dyn Fn() -> bool) -> Result<File, BuildError> {
    if text.len() > limits.longest {
        return Err(BuildError::TooLong);
    }
    let folder = tempfile::Builder::new().prefix("gotcha-native-").tempdir().map_err(BuildError::Files)?;
    let (source, program, log) = (folder.path().join("program.c"), folder.path().join("program"), folder.path().join("log"));
    fs::write(&source, text).map_err(BuildError::Files)?;
    let name = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = Invocation::new(&name);
    command.args(["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ffp-contract=off", "-fno-math-errno"]);
    command.args(["-fno-pie", "-no-pie", "-fno-stack-protector", "-fcf-protection=none", "-fno-asynchronous-unwind-tables"]);
    command.arg(if text.len() > limits.optimised { "-O0" } else { "-O1" });
    command.arg("-o").arg(&program).arg(&source).arg("-lm").env("TMPDIR", folder.path());
    command.stderr(File::create(&log).map_err(BuildError::Files)?);
    let resources = [(libc::RLIMIT_AS, limits.memory), (libc::RLIMIT_CORE, 0)];
    match process::run(command, resources, limits.time, stopped).map_err(|error| BuildError::NoCompiler { command: name, error })? {
        Ended::ByItself(status) if status.success() => File::open(&program).map_err(BuildError::Files),
        Ended::ByItself(_) => Err(BuildError::Compiler(beginning(&log))),
        Ended::TooLong => Err(BuildError::TooLong),
        Ended::Stopped => Err(BuildError::Stopped),
    }
}

fn beginning(log: &Path) -> String {
    let mut text = String::new();
    // Without its messages the failure itself is still reported.
    let _ = File::open(log).and_then(|f| f.take(4000).read_to_string(&mut text));
    text.trim_end().to_owned()
}
