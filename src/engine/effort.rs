//! What the engines have done so far, told while they work: who reports need not wait for an engine that does not come back. Decides nothing.

use crate::bmc::Counters;
use crate::induction::StepCounters;
use crate::schedule::GraphEffort;
use crate::{clocks, interleavings};
use std::time::Duration;

/// What the engines did.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    pub bmc: Counters,
    pub induction: StepCounters,
    pub excursions: Counters,
    pub graphs: GraphEffort,
    pub search_runs: u64,
    pub native_runs: u64,
    /// Of programs with threads.
    pub interleavings: interleavings::Effort,
    pub clocks: clocks::Effort,
    /// The time of the concrete search.
    pub search: Duration,
    /// The bound that bounded model checking works with, finished or not.
    pub bound: u32,
    pub phase: Phase,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Phase {
    #[default]
    Beginning,
    /// Concrete search before all else.
    Search,
    /// Paths become terms.
    Unrolling,
    /// Solvers look for models.
    Solving,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginning => "preparing",
            Self::Search => "searching",
            Self::Unrolling => "unrolling",
            Self::Solving => "solving",
        }
    }
}

impl Effort {
    /// The engines with the time that they had, as far as it is measured.
    pub fn times(&self) -> [(&'static str, Duration); 4] {
        let of = |unrolling: Duration, times: solver::Times| unrolling + times.encoding + times.solving;
        [
            ("search", self.search),
            ("bmc", of(self.bmc.unrolling, self.bmc.times)),
            ("induction", of(self.induction.unrolling, self.induction.times)),
            ("arg", self.graphs.time),
        ]
    }
}
