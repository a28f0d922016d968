//! When to stop: a deadline and a request to stop, shared by everything that can take long. Knows nothing of what is being done.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

/// Why work ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The deadline passed.
    Deadline,
    /// The user or the system asked (SIGINT, SIGTERM).
    Interrupt,
    /// The memory limit is reached.
    Memory,
}

impl StopReason {
    /// As results name it.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Deadline => "deadline",
            StopReason::Interrupt => "interrupt",
            StopReason::Memory => "memory",
        }
    }
}

/// A deadline and a flag. Clones share the flag; asking is cheap enough for inner loops that ask every few thousand steps.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    flag: Arc<AtomicU8>,
    deadline: Option<Instant>,
    /// What this is a part of.
    whole: Option<Arc<Stop>>,
}

impl Stop {
    /// Never stops by itself if there is no deadline.
    pub fn new(deadline: Option<Instant>) -> Self {
        Self { flag: Arc::new(AtomicU8::new(0)), deadline, whole: None }
    }

    /// Stops when this does; asked to stop, it does so alone.
    pub fn part(&self) -> Self {
        Self { whole: Some(Arc::new(self.clone())), ..Self::new(self.deadline) }
    }

    /// The same flag with a deadline that is not later than `deadline`.
    pub fn earlier(&self, deadline: Instant) -> Self {
        Self { flag: Arc::clone(&self.flag), deadline: Some(self.deadline.map_or(deadline, |d| d.min(deadline))), whole: self.whole.clone() }
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Asks every holder of a clone to stop. Safe in a signal handler.
    pub fn request(&self, reason: StopReason) {
        let code = match reason {
            StopReason::Deadline => 1,
            StopReason::Interrupt => 2,
            StopReason::Memory => 3,
        };
        let _ = self.flag.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason to stop now, if there is one.
    #[inline]
    pub fn reason(&self) -> Option<StopReason> {
        match self.flag.load(Ordering::Relaxed) {
            1 => Some(StopReason::Deadline),
            2 => Some(StopReason::Interrupt),
            3 => Some(StopReason::Memory),
            _ => self.whole.as_ref().and_then(|whole| whole.reason()).or_else(|| self.deadline.filter(|d| Instant::now() >= *d).map(|_| StopReason::Deadline)),
        }
    }
}
