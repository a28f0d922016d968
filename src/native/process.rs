//! Processes of other programs, with limits. None outlives the thread that started it, what they start themselves included as far as it stays in their group.

use crate::confinement::Confinement;
use crate::spawn::{Invocation, Process};
use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// How often a process is looked at: first, and at last.
const LOOK: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(10));

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    ByItself(ExitStatus),
    /// It was killed when its time was up.
    TooLong,
    /// It was killed when this program was asked to stop.
    Stopped,
}

/// Limits of resources (`RLIMIT_...`) with their values.
pub type ResourceLimits<const N: usize> = [(libc::__rlimit_resource_t, u64); N];

/// Starts a process with limits.
pub(super) fn start<const N: usize>(invocation: Invocation, limits: ResourceLimits<N>) -> io::Result<Process> {
    start_confined(invocation, limits, None)
}

fn start_confined<const N: usize>(invocation: Invocation, limits: ResourceLimits<N>, confinement: Option<&Confinement>) -> io::Result<Process> {
    // SAFETY: asks for the number of this process.
    let parent = unsafe { libc::getpid() };
    invocation.start(&|| {
        // Before the limits, since it needs a little memory, and this process may have more than the new one is to have.
        confinement.map_or(Ok(()), Confinement::enter)?;
        for (resource, value) in limits {
            set_limit(resource, value);
        }
        // A change of namespaces takes this back.
        die_with_parent(parent);
        Ok(())
    })
}

/// Runs a program in a process group of its own, for so long at most. At the end nothing of the group is left. Errors: those of starting it.
pub fn run<const N: usize>(invocation: Invocation, limits: ResourceLimits<N>, time: Duration, stopped: &dyn Fn() -> bool) -> io::Result<Ended> {
    run_confined(invocation, limits, None, time, stopped)
}

/// As [`run`], of a program that may do less than this one.
pub fn run_confined<const N: usize>(
    mut invocation: Invocation,
    limits: ResourceLimits<N>,
    confinement: Option<&Confinement>,
    time: Duration,
    stopped: &dyn Fn() -> bool,
) -> io::Result<Ended> {
    invocation.in_own_group();
    let mut child = start_confined(invocation, limits, confinement)?;
    let start = Instant::now();
    let mut pause = LOOK.0;
    let ended = loop {
        match child.try_wait() {
            Ok(None) => {}
            Ok(Some(status)) => break Ok(Ended::ByItself(status)),
            Err(error) => break Err(error),
        }
        if stopped() {
            break Ok(Ended::Stopped);
        }
        if start.elapsed() > time {
            break Ok(Ended::TooLong);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LOOK.1);
    };
    // SAFETY: the group is the child's own, which was made here.
    unsafe { libc::kill(-child.id(), libc::SIGKILL) };
    // Where it has ended by itself this says so once more.
    let _ = child.wait();
    ended
}

/// Lowers a limit of this process as far as it can be.
fn set_limit(resource: libc::__rlimit_resource_t, value: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers are valid for the calls.
    unsafe {
        if libc::getrlimit(resource, &raw mut limit) == 0 {
            limit.rlim_max = limit.rlim_max.min(value);
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(resource, &raw const limit);
        }
    }
}

/// This process shall not outlive the thread that made it.
fn die_with_parent(parent: libc::pid_t) {
    // SAFETY: the calls set a flag of this process, ask who its parent is, or end it.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // A parent that has ended before sends no signal.
        if libc::getppid() != parent {
            libc::_exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Invocation {
        let mut shell = Invocation::new("sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn ends_and_leaves_nothing() {
        let never = || false;
        let by_itself = run(shell("exit 3"), [], Duration::from_secs(20), &never).unwrap();
        assert!(matches!(by_itself, Ended::ByItself(status) if status.code() == Some(3)), "{by_itself:?}");
        assert!(run(Invocation::new("/nothing/here"), [], Duration::from_secs(20), &never).is_err());
        for (time, stopped, wanted) in [(200, false, Ended::TooLong), (20_000, true, Ended::Stopped)] {
            let folder = tempfile::tempdir().unwrap();
            // The grandchild would write the second file after a second.
            let script = format!("(touch {0}/first; sleep 1; touch {0}/second) & wait", folder.path().display());
            let asked = || stopped && folder.path().join("first").exists();
            assert_eq!(run(shell(&script), [], Duration::from_millis(time), &asked).unwrap(), wanted);
            std::thread::sleep(Duration::from_millis(1500));
            assert!(!folder.path().join("second").exists());
        }
    }

    #[test]
    fn limits_hold() {
        let limited = run(shell("[ $(ulimit -t) = 7 ]"), [(libc::RLIMIT_CPU, 7)], Duration::from_secs(20), &|| false).unwrap();
        assert!(matches!(limited, Ended::ByItself(status) if status.success()));
        let endless = run(shell("while :; do :; done"), [(libc::RLIMIT_CPU, 1)], Duration::from_secs(60), &|| false).unwrap();
        assert!(matches!(endless, Ended::ByItself(status) if status.code().is_none()), "{endless:?}");
    }
}
