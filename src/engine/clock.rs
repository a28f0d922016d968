//! Time that is spent on work. On a busy machine a thread gets a part of the time that passes, so what no deadline limits is counted in the thread's own time.

use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// A thread is taken to get one part of so many of the time that passes at least.
const MOST_SLOWDOWN: f64 = 20.0;
/// What less of the thread's time says of the machine is noise.
const TELLING: Duration = Duration::from_millis(20);

/// Counts from its beginning, on the thread that made it.
pub(crate) struct WorkClock {
    begin: Instant,
    /// None where others do the work.
    thread: Option<ThreadTime>,
}

impl WorkClock {
    /// `is_own`: the work is done on this thread, not by processes that it waits for.
    pub(crate) fn start(is_own: bool) -> Self {
        Self { begin: Instant::now(), thread: is_own.then(ThreadTime::now) }
    }

    /// The time that went into work so far.
    pub(crate) fn spent(&self) -> Duration {
        self.thread.as_ref().map_or_else(|| self.begin.elapsed(), ThreadTime::elapsed)
    }

    /// How long so much work is likely to take.
    pub(crate) fn passing(&self, work: Duration) -> Duration {
        let slowdown = match self.thread.as_ref().map(ThreadTime::elapsed) {
            Some(spent) if spent >= TELLING => self.begin.elapsed().as_secs_f64() / spent.as_secs_f64(),
            _ => 1.0,
        };
        work.mul_f64(slowdown.clamp(1.0, MOST_SLOWDOWN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_does_not_work() {
        let (own, others) = (WorkClock::start(true), WorkClock::start(false));
        std::thread::sleep(Duration::from_millis(200));
        assert!(own.spent() < Duration::from_millis(150), "{:?}", own.spent());
        assert!(others.spent() >= Duration::from_millis(200));
        while own.spent() < TELLING {}
        // Of more than 200 milliseconds this thread had about 20.
        assert!(own.passing(Duration::from_secs(1)) > Duration::from_secs(3));
        assert_eq!(others.passing(Duration::from_secs(1)), Duration::from_secs(1));
    }
}
