//! Runs an analysis on a thread of its own and watches it: requests to end, the deadline, memory. Whatever the analysis does, who called has an answer within a second
//! of the request. Knows nothing of programs and boards.

use crate::failure::{Defect, Failure};
use goto::limits::{Stop, StopReason};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How often the watch looks.
const TICK: Duration = Duration::from_millis(10);
/// So long the analysis may take to return after it was asked to stop.
const GRACE: Duration = Duration::from_millis(600);
/// What is kept of the time for writing the reports.
const REPORT_TIME: Duration = Duration::from_millis(300);
/// Of the memory that there is, in percent: from here on what takes much of it gives way to what takes little, and from here on all work has to end.
const SHORT_MEMORY: u64 = 75;
const NO_MEMORY: u64 = 90;
/// How often memory that was given back goes to the system, once it was short.
const TRIM: Duration = Duration::from_secs(1);
/// Stack of the analysis. Only what is used takes memory.
const STACK: usize = 1 << 30;
/// Where address space is limited.
const SMALL_STACK: usize = 64 << 20;

/// How supervised work ended.
#[derive(Debug)]
pub enum Ended<T> {
    Finished(T),
    /// What the panic said.
    Panicked(String),
    /// It did not return in time and still runs: a process that ends has to end without it.
    Abandoned,
}

/// Panics of any thread, in the order in which they happened.
#[derive(Clone, Default)]
pub struct Panics(Arc<Mutex<Vec<Defect>>>);

impl Panics {
    /// From now on panics are noted here instead of being printed; where the program is being developed and `RUST_BACKTRACE` set they are printed too.
    pub fn install() -> Self {
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
    pub fn noted(&self) -> Vec<Defect> {
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

/// Who watches over work: from when time counts, how the user asks for an end, where panics are noted.
#[derive(Clone)]
pub struct Supervisor {
    /// Time limits count from here.
    pub start: Instant,
    /// Set by whoever wants the work to end early, a signal handler for instance.
    pub interrupted: Arc<AtomicBool>,
    /// Empty unless they are [noted](Panics::install).
    pub panics: Panics,
}

impl Default for Supervisor {
    fn default() -> Self {
        Self { start: Instant::now(), interrupted: Arc::default(), panics: Panics::default() }
    }
}

impl Supervisor {
    /// The stop flag of work that started with the supervisor, with a deadline that leaves time for the reports.
    pub fn stop(&self, timeout: Option<Duration>) -> Stop {
        Stop::new(timeout.map(|t| self.start + t - REPORT_TIME.min(t / 4)))
    }

    /// Asks all work that is supervised to end.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// All that is known of a panic that ended the work with these words.
    pub fn defect(&self, said: &str) -> Defect {
        // What broke first explains the rest.
        self.panics.noted().into_iter().next().unwrap_or_else(|| said.to_owned().into())
    }

    /// Does work that has no partial results; `None` if it did not return in time after it was asked to stop.
    ///
    /// # Errors
    /// What the work fails with, and defects.
    pub fn complete<T: Send + 'static>(&self, stop: &Stop, work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<Option<T>, Failure> {
        match self.run(stop, None, &mut || (), work)? {
            Ended::Finished(result) => result.map(Some),
            Ended::Panicked(said) => Err(Failure::Defect(self.defect(&said))),
            Ended::Abandoned => Ok(None),
        }
    }

    /// Runs `work` and asks it to stop through `stop` when it is interrupted and when the process uses 90 % of `memory` bytes; at 75 % what takes much of it
    /// gives way. `tick` is called now and then.
    ///
    /// # Errors
    /// If there can be no thread.
    pub fn run<T: Send + 'static>(
        &self,
        stop: &Stop,
        memory: Option<u64>,
        tick: &mut dyn FnMut(),
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Ended<T>, Failure> {
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
        start(STACK).or_else(|_| start(SMALL_STACK)).map_err(|e| Failure::Defect(format!("cannot start the analysis: {e}").into()))?;
        let mut asked: Option<Instant> = None;
        let mut watch = MemoryWatch::default();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(result)) => return Ok(Ended::Finished(result)),
                Ok(Err(panic)) => return Ok(Ended::Panicked(panic)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Panicked("the analysis ended without a result".into())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.interrupted.load(Ordering::Relaxed) {
                stop.request(StopReason::Interrupt);
            }
            if let Some(limit) = memory
                && let Some(used) = resident_bytes()
            {
                watch.look(stop, used, limit);
            }
            if stop.reason().is_some() && asked.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Ok(Ended::Abandoned);
            }
            tick();
        }
    }
}

/// What was done so far about memory that gets short.
#[derive(Default)]
struct MemoryWatch {
    trimmed: Option<Instant>,
}

impl MemoryWatch {
    fn look(&mut self, stop: &Stop, used: u64, limit: u64) {
        let is_above = |percent: u64| used / 100 >= limit / 10_000 * percent;
        if is_above(NO_MEMORY) {
            stop.request(StopReason::Memory);
        }
        if is_above(SHORT_MEMORY) {
            stop.free_memory();
            if self.trimmed.is_none_or(|last| last.elapsed() > TRIM) {
                self.trimmed = Some(Instant::now());
                give_back();
            }
        }
    }
}

/// Gives memory that is not used any more back to the system.
fn give_back() {
    // SAFETY: `malloc_trim` has no preconditions.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Bytes of physical memory that this process uses.
pub(crate) fn resident_bytes() -> Option<u64> {
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
            let ended = Supervisor::default().run(&stop, None, &mut || (), || thread::sleep(Duration::from_secs(5))).unwrap();
            assert!(matches!(ended, Ended::Abandoned), "{ended:?}");
            start.elapsed()
        });
        let slow: Vec<Duration> = times.take_while(|time| *time >= Duration::from_millis(900)).collect();
        assert!(slow.len() < 3, "{slow:?}");
    }

    #[test]
    fn panics_are_results() {
        let ended = Supervisor::default().run(&Stop::new(None), None, &mut || (), || -> u32 { panic!("lost {}", 7) }).unwrap();
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
        let ended = Supervisor::default().run(&stop, Some(1 << 20), &mut || (), wait).unwrap();
        assert!(matches!(ended, Ended::Finished(Some(StopReason::Memory))), "{ended:?}");
    }

    #[test]
    fn deadlines_leave_time_for_reports() {
        let supervisor = Supervisor::default();
        let start = supervisor.start;
        assert_eq!(supervisor.stop(Some(Duration::from_secs(10))).deadline(), Some(start + Duration::from_millis(9700)));
        assert_eq!(supervisor.stop(Some(Duration::from_millis(400))).deadline(), Some(start + Duration::from_millis(300)));
        assert_eq!(supervisor.stop(None).deadline(), None);
    }
}
