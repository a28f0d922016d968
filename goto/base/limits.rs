//! When to stop: a deadline and a request to stop, shared by everything that can take long. Knows nothing of what is being done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
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
    /// Is memory getting short? All parts share it.
    is_short: Arc<AtomicBool>,
    /// Does this stop then?
    gives_way: bool,
}

impl Stop {
    /// Never stops by itself if there is no deadline.
    pub fn new(deadline: Option<Instant>) -> Self {
        Self { flag: Arc::new(AtomicU8::new(0)), deadline, whole: None, is_short: Arc::default(), gives_way: false }
    }

    /// Stops when this does; asked to stop, it does so alone.
    pub fn part(&self) -> Self {
        Self { whole: Some(Arc::new(self.clone())), is_short: Arc::clone(&self.is_short), ..Self::new(self.deadline) }
    }

    /// A part for work that takes much memory and that others can go on without: it stops as well once memory [gets short](Self::free_memory).
    pub fn giving_way(&self) -> Self {
        Self { gives_way: true, ..self.part() }
    }

    /// Memory is getting short: what gives way stops, all else goes on.
    pub fn free_memory(&self) {
        self.is_short.store(true, Ordering::Relaxed);
    }

    /// The same flag with a deadline that is not later than `deadline`.
    pub fn earlier(&self, deadline: Instant) -> Self {
        Self { deadline: Some(self.deadline.map_or(deadline, |d| d.min(deadline))), ..self.clone() }
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
            _ if self.gives_way && self.is_short.load(Ordering::Relaxed) => Some(StopReason::Memory),
            _ => self.whole.as_ref().and_then(|whole| whole.reason()).or_else(|| self.deadline.filter(|d| Instant::now() >= *d).map(|_| StopReason::Deadline)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_gives_way_stops_where_memory_gets_short() {
        let whole = Stop::new(None);
        let (part, hungry) = (whole.part(), whole.giving_way());
        let of_hungry = hungry.part().earlier(Instant::now() + std::time::Duration::from_secs(60));
        assert_eq!((hungry.reason(), of_hungry.reason()), (None, None));
        part.free_memory();
        assert_eq!((hungry.reason(), of_hungry.reason()), (Some(StopReason::Memory), Some(StopReason::Memory)));
        assert_eq!((whole.reason(), part.reason()), (None, None));
        whole.request(StopReason::Interrupt);
        assert_eq!(part.reason(), Some(StopReason::Interrupt));
    }
}
