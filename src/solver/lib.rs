//! Solvers behind one trait: `embedded` in process, SMT-LIB processes, and portfolios of them. Knows terms, not programs.

mod choice;
pub mod embedded;
mod lazy;
#[cfg(test)]
mod order_tests;
mod portfolio;
pub mod smtlib;
#[cfg(test)]
mod tests;

pub use choice::{OpenError, SolverInfo, SolverSpec, SpecError, available, command, installed, open, open_all};
pub use lazy::Lazy;
pub use portfolio::Portfolio;

use base::Bits;
use base::limits::{Stop, StopReason};
use rustc_hash::FxHashMap;
use std::ops::Add;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use term::order::Order;
use term::{TermId, TermPool};

/// One live incremental session. What is asserted holds for good; assumptions hold for one check.
/// A session may be told about terms of one pool only.
pub trait Solver {
    /// As `--solver` names it.
    fn name(&self) -> &str;

    /// The width-1 term is true in every later check.
    fn assert(&mut self, pool: &TermPool, term: TermId);

    /// Decides whether all assertions, all assumptions and at least one of `any_of` (if it is not empty) can be true together.
    fn check(&mut self, pool: &TermPool, query: &Query) -> Answer;

    /// The variables of the order say one in every later check, and its readers find the last of what is there. `false` if the solver cannot see to that: then it must be
    /// asserted ([`Order::clocks`]). One order at most, before the first check.
    fn keep(&mut self, _pool: &TermPool, _order: &Order) -> bool {
        false
    }

    /// A hint: in models, prefer this value of a variable where there is a choice.
    fn suggest(&mut self, _pool: &TermPool, _variable: TermId, _value: Bits) {}

    /// Does a check that ran out of its budget go on from where it was when it is asked again?
    fn goes_on(&self) -> bool {
        false
    }

    /// What all checks took so far.
    fn times(&self) -> Times;
}

/// Where a session's time went.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// Translating terms to what the solver decides.
    pub encoding: Duration,
    /// Deciding it.
    pub solving: Duration,
}

impl Add for Times {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { encoding: self.encoding + other.encoding, solving: self.solving + other.solving }
    }
}

/// How many questions were put to all sessions that share it.
#[derive(Clone, Default, Debug)]
pub struct Asked(Arc<AtomicU64>);

impl Asked {
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// What to decide.
pub struct Query<'a> {
    /// Width-1 terms that hold for this check.
    pub assumptions: &'a [TermId],
    /// If not empty, at least one of these width-1 terms holds.
    pub any_of: &'a [TermId],
    /// The variables whose values are wanted.
    pub wanted: &'a [TermId],
    pub stop: &'a Stop,
    /// Gives up after this time, in addition to `stop`.
    pub budget: Option<Duration>,
}

/// The answer to a query. `Unknown` is always allowed.
#[derive(Debug)]
pub enum Answer {
    Sat(Model),
    Unsat {
        /// Some of the assumptions that suffice for the contradiction (all of them, if the solver cannot tell).
        core: Vec<TermId>,
    },
    Unknown(Unknown),
}

/// Why a solver has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    Stopped(StopReason),
    /// The budget of the query is used up.
    Budget,
    /// The solver died, hung or answered nonsense; the text says which.
    Failed(String),
}

/// Values of variables. A variable without a value may have any; it counts as zero.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub values: FxHashMap<TermId, Bits>,
}
