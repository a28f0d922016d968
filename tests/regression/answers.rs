//! How many cases a solver outside of the program answers as the embedded one does. Each of these takes the time that it takes, on a machine that may be busy, so no
//! single case has to be answered; but a solver that answers few of them is one that the program no longer speaks to as it should.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Of so many cases at least...
const CASES: usize = 50;
/// ...so many in a hundred are answered.
const PERCENT: usize = 90;

/// The cases of one solver so far.
pub(crate) struct Answers {
    solver: String,
    asked: AtomicUsize,
    answered: AtomicUsize,
}

impl Answers {
    pub(crate) fn new(solver: &str) -> Self {
        Self { solver: solver.to_owned(), asked: AtomicUsize::new(0), answered: AtomicUsize::new(0) }
    }

    pub(crate) fn solver(&self) -> &str {
        &self.solver
    }

    /// Counts a case, which was answered or left open.
    pub(crate) fn add(&self, is_answered: bool) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.answered.fetch_add(usize::from(is_answered), Ordering::Relaxed);
    }

    /// What to say if the solver has left too many cases open.
    pub(crate) fn too_few(&self) -> Option<String> {
        let (asked, answered) = (self.asked.load(Ordering::Relaxed), self.answered.load(Ordering::Relaxed));
        let is_too_few = asked >= CASES && answered * 100 < asked * PERCENT;
        is_too_few.then(|| format!("{}: only {answered} of {asked} cases are decided as far as the embedded solver decides them", self.solver))
    }
}
