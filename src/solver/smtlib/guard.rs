//! A hidden subcommand of the program between it and a solver's process: `__solver PIDFILE SECONDS BYTES -- COMMAND...`. It writes its number to a file,
//! makes its own process group, sees to it that the solver dies with the program and keeps to its limits, closes the solver's standard error, and becomes
//! the solver. Knows nothing of SMT-LIB.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};

/// The name of the subcommand.
pub const SUBCOMMAND: &str = "__solver";

/// Runs the subcommand with the arguments behind its name. Returns only if the command cannot be started or the arguments are wrong.
pub fn guard_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args = args.into_iter();
    let number = |arg: Option<OsString>| arg?.to_str()?.parse::<u64>().ok();
    let (Some(file), Some(seconds), Some(bytes), Some(_), Some(program)) = (args.next(), number(args.next()), number(args.next()), args.next(), args.next())
    else {
        return ExitCode::from(2);
    };
    limit(seconds, bytes);
    if std::fs::write(&file, format!("{}\n", std::process::id())).is_err() {
        return ExitCode::from(2);
    }
    let _never_started = Command::new(program).args(args).stderr(Stdio::null()).exec();
    ExitCode::from(127)
}

/// Own process group, death with the parent, limits on processor time and address space (zero for none).
fn limit(seconds: u64, bytes: u64) {
    // SAFETY: system calls on this process alone, with valid arguments; failure leaves things as they are.
    unsafe {
        libc::setpgid(0, 0);
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        for (resource, value) in [(libc::RLIMIT_CPU, seconds), (libc::RLIMIT_AS, bytes), (libc::RLIMIT_CORE, 0)] {
            if value > 0 || resource == libc::RLIMIT_CORE {
                let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
                libc::setrlimit(resource, &limit);
            }
        }
    }
}
