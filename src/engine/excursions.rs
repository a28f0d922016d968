//! Bounded model checking from states that concrete runs reached: the first inputs of a run that came near to something open are kept, those after them are
//! searched for. Finds what lies too deep for unrolling from the start; proves nothing.

use crate::bmc::{Bmc, Counters};
use crate::board::Board;
use crate::budget;
use crate::search::Foothold;
use crate::weight::EngineWeight;
use goto::interp::Compiled;
use goto::limits::Stop;
use rustc_hash::FxHashMap;
use solver::smtlib::ProcessLimits;
use solver::{SolverSpec, open_all};
use std::time::{Duration, Instant};
use symex::Bound;

pub(crate) struct Excursions<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    solvers: &'a [SolverSpec],
    limits: &'a ProcessLimits,
    weight: EngineWeight,
    /// The last foothold, with how often it was gone on from.
    current: Option<(Foothold, usize)>,
    counters: Counters,
}

impl<'a> Excursions<'a> {
    pub(crate) fn new(board: &'a Board, compiled: &'a Compiled, solvers: &'a [SolverSpec], limits: &'a ProcessLimits) -> Self {
        Self { board, compiled, solvers, limits, weight: EngineWeight::default(), current: None, counters: Counters::default() }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    /// After bounded model checking worked for so long and decided so many: for as long as this is worth in comparison.
    pub(crate) fn work_beside(&mut self, round: Duration, decided: usize, stop: &Stop) {
        self.weight.others_worked(decided, round);
        self.work(round.mul_f64(self.weight.share(budget::turns::EXCURSIONS)), stop);
    }

    /// Goes on excursions for so long, as far as there are runs to start from.
    pub(crate) fn work(&mut self, time: Duration, stop: &Stop) {
        let start = Instant::now();
        let before = self.board.n_open();
        while start.elapsed() < time && self.board.anything_open() && stop.reason().is_none() {
            let Some((foothold, free)) = self.next() else { break };
            let left = time.saturating_sub(start.elapsed()).clamp(budget::excursions::LEAST, budget::excursions::MOST);
            self.go(&foothold, free, &stop.earlier(Instant::now() + left));
        }
        self.weight.worked(before.saturating_sub(self.board.n_open()), start.elapsed());
    }

    /// Where to start, and how many of the inputs read there are free.
    fn next(&mut self) -> Option<(Foothold, usize)> {
        if let Some((foothold, times)) = &mut self.current
            && *times < budget::excursions::FREE_INPUTS.len()
            && foothold.read > budget::excursions::FREE_INPUTS[*times - 1]
        {
            *times += 1;
            return Some((foothold.clone(), budget::excursions::FREE_INPUTS[*times - 1]));
        }
        let foothold = self.board.take_foothold()?;
        self.current = Some((foothold.clone(), 1));
        Some((foothold, budget::excursions::FREE_INPUTS[0]))
    }

    fn go(&mut self, foothold: &Foothold, free: usize, stop: &Stop) {
        let Ok(solver) = open_all(self.solvers, self.limits) else { return };
        let inputs = &foothold.inputs;
        let kept = foothold.read.min(inputs.len()).saturating_sub(free);
        let bound = Bound { k: free as u32 + budget::excursions::MORE_ITERATIONS, max_steps: budget::excursions::STEPS, per_loop: FxHashMap::default() };
        let mut bmc = Bmc::new(self.board, self.compiled, solver, stop.clone()).on_excursion();
        bmc.look_after(inputs, kept, &bound);
        let Counters { solver_calls, models, models_not_confirmed, rounds, steps, unrolling, .. } = bmc.counters();
        self.counters.solver_calls += solver_calls;
        self.counters.models += models;
        self.counters.models_not_confirmed += models_not_confirmed;
        self.counters.rounds += rounds;
        self.counters.steps += steps;
        self.counters.unrolling += unrolling;
    }
}
