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
    without_question: AtomicUsize,
    asked: AtomicUsize,
    answered: AtomicUsize,
}

impl Answers {
    pub(crate) fn new(solver: &str) -> Self {
        let [without_question, asked, answered] = Default::default();
        Self { solver: solver.to_owned(), without_question, asked, answered }
    }

    pub(crate) fn solver(&self) -> &str {
        &self.solver
    }

    /// Counts a case, which was answered or left open.
    pub(crate) fn add(&self, is_answered: bool) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.answered.fetch_add(usize::from(is_answered), Ordering::Relaxed);
    }

    /// Counts a case that the solver was not given, since the embedded one is asked nothing there.
    pub(crate) fn leave_out(&self) {
        self.without_question.fetch_add(1, Ordering::Relaxed);
    }

    /// What to say of the cases that the solver was not given.
    pub(crate) fn left_out(&self) -> Option<String> {
        let count = self.without_question.load(Ordering::Relaxed);
        (count > 0).then(|| format!("{}: left out {count} cases in which no solver is asked", self.solver))
    }

    /// What to say if the solver has left too many cases open.
    pub(crate) fn too_few(&self) -> Option<String> {
        let (asked, answered) = (self.asked.load(Ordering::Relaxed), self.answered.load(Ordering::Relaxed));
        let is_too_few = asked >= CASES && answered * 100 < asked * PERCENT;
        is_too_few.then(|| format!("{}: only {answered} of {asked} cases are decided as far as the embedded solver decides them", self.solver))
    }
}
