//! Runs an analysis on a thread of its own and watches it: signals, the deadline, memory. Whatever the analysis does, the command ends within a second of
//! being asked to. Knows nothing of programs and boards.

use crate::cli::failure::Defect;
use goto::limits::{Stop, StopReason};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// How often the watch looks.
const TICK: Duration = Duration::from_millis(10);
/// So long the analysis may take to return after it was asked to stop.
const GRACE: Duration = Duration::from_millis(600);
/// What is kept of the time for writing the reports.
const REPORT_TIME: Duration = Duration::from_millis(300);
/// Stack of the analysis. Only what is used takes memory.
const STACK: usize = 1 << 30;
/// Where address space is limited.
const SMALL_STACK: usize = 64 << 20;

/// How supervised work ended.
#[derive(Debug)]
pub(super) enum Ended<T> {
    Finished(T),
    /// What the panic said.
    Panicked(String),
    /// It did not return in time and still runs; the process has to end without it.
    Abandoned,
}

/// The stop flag of a run that started at `start`, with a deadline that leaves time for the reports.
pub(super) fn stop_for(start: Instant, timeout: Option<Duration>) -> Stop {
    Stop::new(timeout.map(|t| start + t - REPORT_TIME.min(t / 4)))
}

/// Panics of any thread, in the order in which they happened.
#[derive(Clone, Default)]
pub(super) struct Panics(Arc<Mutex<Vec<Defect>>>);

impl Panics {
    /// From now on panics are noted here instead of being printed; where the program is being developed and `RUST_BACKTRACE` set they are printed too.
    pub(super) fn install() -> Self {
        let panics = Self::default();
        let noted = panics.clone();
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
            // Messages of assertions have several lines.
            let what = payload_text(info.payload()).split_whitespace().collect::<Vec<_>>().join(" ");
            noted.0.lock().unwrap_or_else(PoisonError::into_inner).push(Defect { what, place });
            if cfg!(debug_assertions) && std::env::var_os("RUST_BACKTRACE").is_some() {
                default(info);
            }
        }));
        panics
    }

    /// The panics so far.
    pub(super) fn noted(&self) -> Vec<Defect> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn payload_text(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_string()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "unknown panic".to_string()
    }
}

/// Runs `work` and asks it to stop through `stop` on SIGINT and SIGTERM and when the process uses 90 % of `memory` bytes. `tick` is called now and then.
///
/// # Errors
/// If there can be no thread or no signal handler.
pub(super) fn run<T: Send + 'static>(
    stop: &Stop,
    memory: Option<u64>,
    tick: &mut dyn FnMut(),
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Ended<T>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    let (sender, receiver) = mpsc::channel();
    let work = Arc::new(Mutex::new(Some(work)));
    let start = |stack: usize| {
        let (work, sender) = (Arc::clone(&work), sender.clone());
        thread::Builder::new().name("analysis".into()).stack_size(stack).spawn(move || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                // What the panic leaves behind is the board, every change of which is made in one step.
                let result = panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| payload_text(&*payload));
                // The receiver is gone only after the work was abandoned.
                let _ = sender.send(result);
            }
        })
    };
    start(STACK).or_else(|_| start(SMALL_STACK))?;
    let mut asked: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(result)) => return Ok(Ended::Finished(result)),
            Ok(Err(panic)) => return Ok(Ended::Panicked(panic)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Panicked("the analysis ended without a result".into())),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupted.load(Ordering::Relaxed) {
            stop.request(StopReason::Interrupt);
        }
        if memory.is_some_and(|limit| resident_bytes().is_some_and(|used| used > limit / 10 * 9)) {
            stop.request(StopReason::Memory);
        }
        if stop.reason().is_some() && asked.get_or_insert_with(Instant::now).elapsed() > GRACE {
            return Ok(Ended::Abandoned);
        }
        tick();
    }
}

/// Ends the process while the analysis still runs: no destructor, no exit handler, which could wait for it or pull memory from under it.
pub(super) fn leave(status: u8) -> ! {
    use io::Write as _;
    // Nobody is left to hear of a failure.
    let _ = io::stdout().flush();
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(i32::from(status)) }
}

/// Bytes of physical memory that this process uses.
fn resident_bytes() -> Option<u64> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    // SAFETY: `sysconf` has no preconditions.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_listen_is_abandoned_within_a_second() {
        // For a moment a busy machine may have no time for the watch.
        let times = (0..3).map(|_| {
            let start = Instant::now();
            let stop = Stop::new(Some(start));
            let ended = run(&stop, None, &mut || (), || thread::sleep(Duration::from_secs(5))).unwrap();
            assert!(matches!(ended, Ended::Abandoned), "{ended:?}");
            start.elapsed()
        });
        let slow: Vec<Duration> = times.take_while(|time| *time >= Duration::from_millis(900)).collect();
        assert!(slow.len() < 3, "{slow:?}");
    }

    #[test]
    fn panics_are_results() {
        let ended = run(&Stop::new(None), None, &mut || (), || -> u32 { panic!("lost {}", 7) }).unwrap();
        assert!(matches!(&ended, Ended::Panicked(text) if text == "lost 7"), "{ended:?}");
    }

    #[test]
    fn too_much_memory_is_a_request_to_stop() {
        let stop = Stop::new(None);
        let inner = stop.clone();
        let wait = move || {
            while inner.reason().is_none() {
                thread::sleep(Duration::from_millis(1));
            }
            inner.reason()
        };
        let ended = run(&stop, Some(1 << 20), &mut || (), wait).unwrap();
        assert!(matches!(ended, Ended::Finished(Some(StopReason::Memory))), "{ended:?}");
    }

    #[test]
    fn deadlines_leave_time_for_reports() {
        let start = Instant::now();
        assert_eq!(stop_for(start, Some(Duration::from_secs(10))).deadline(), Some(start + Duration::from_millis(9700)));
        assert_eq!(stop_for(start, Some(Duration::from_millis(400))).deadline(), Some(start + Duration::from_millis(300)));
        assert_eq!(stop_for(start, None).deadline(), None);
    }
}
