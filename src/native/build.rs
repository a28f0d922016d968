//! From the translation to an executable file: the system's C compiler in a folder of its own, with limits. Nothing of it remains on the disk.

use super::NotTranslated;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
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
    let mut command = Command::new(&name);
    command.args(["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ffp-contract=off", "-fno-math-errno"]);
    command.args(["-fno-pie", "-no-pie", "-fno-stack-protector", "-fcf-protection=none", "-fno-asynchronous-unwind-tables"]);
    command.arg(if text.len() > limits.optimised { "-O0" } else { "-O1" });
    command.arg("-o").arg(&program).arg(&source).arg("-lm").env("TMPDIR", folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&log).map_err(BuildError::Files)?);
    let is_done = run(command, &name, limits, stopped)?;
    if !is_done {
        return Err(BuildError::Compiler(beginning(&log)));
    }
    File::open(&program).map_err(BuildError::Files)
}

fn beginning(log: &Path) -> String {
    let mut text = String::new();
    // Without its messages the failure itself is still reported.
    let _ = File::open(log).and_then(|f| f.take(4000).read_to_string(&mut text));
    text.trim_end().to_owned()
}

/// Runs the compiler in a process group of its own.
fn run(mut command: Command, name: &str, limits: &BuildLimits, stopped: &dyn Fn() -> bool) -> Result<bool, BuildError> {
    command.process_group(0);
    let memory = limits.memory;
    let in_child = move || {
        set_limit(libc::RLIMIT_AS, memory);
        set_limit(libc::RLIMIT_CORE, 0);
        die_with_parent();
        Ok(())
    };
    // SAFETY: the closure calls only functions that are safe between fork and exec, and allocates nothing.
    unsafe { command.pre_exec(in_child) };
    let mut child = command.spawn().map_err(|error| BuildError::NoCompiler { command: name.to_owned(), error })?;
    let start = Instant::now();
    let failure = loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => {}
            Err(error) => break BuildError::Files(error),
        }
        if stopped() {
            break BuildError::Stopped;
        }
        if start.elapsed() > limits.time {
            break BuildError::TooLong;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    // SAFETY: the group is the child's own, which was made here and not waited for.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
    let _ = child.wait();
    Err(failure)
}

/// Lowers a limit of this process as far as it can be. For use between fork and exec.
pub(super) fn set_limit(resource: libc::__rlimit_resource_t, value: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers are valid for the calls; both may be called between fork and exec.
    unsafe {
        if libc::getrlimit(resource, &raw mut limit) == 0 {
            limit.rlim_max = limit.rlim_max.min(value);
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(resource, &raw const limit);
        }
    }
}

/// This process shall not outlive the thread that made it. For use between fork and exec.
pub(super) fn die_with_parent() {
    // SAFETY: `prctl` with these arguments only sets a flag of this process.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}
