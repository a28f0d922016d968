//! The interpreter as an executor: every run is observed, and is the judge's word.

use super::comparison::Outcomes;
use super::executor::{Executor, Observation, Request};
use super::plan::Source;
use super::probe::{Probe, Watched};
use super::values::Vocabulary;
use crate::budget;
use crate::confirm::examine;
use goto::Random;
use goto::interp::{Compiled, Limits, Machine, Run};
use goto::limits::Stop;
use std::cell::Cell;

pub(super) struct Interpreter<'a> {
    compiled: &'a Compiled,
    machine: Machine<'a>,
    probe: Probe,
    /// Do rounds that are left out cost nothing? A test has to go through them natively, a violation need not.
    counts_work: bool,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(compiled: &'a Compiled, counts_work: bool) -> Self {
        Self { compiled, machine: Machine::new(compiled), probe: Probe::new(), counts_work }
    }

    /// What a comparison gave in any run.
    pub(super) fn outcomes(&self, place: u32) -> Outcomes {
        self.probe.outcomes(place)
    }

    /// The run, with what does not depend on indeterminate values.
    pub(super) fn examined(&mut self, run: &Run, steps: u64, stop: &Stop) -> Run {
        let stopped = || stop.reason().is_some();
        examine(&mut self.machine, run, &Limits { steps, work: u64::MAX, memory: budget::runs::MEMORY_OF_MANY, depth: budget::runs::DEPTH, stop: &stopped })
    }

    fn once(&mut self, request: &Request, vocabulary: &Vocabulary, random: Random, stop: &Stop) -> Run {
        let stopped = || stop.reason().is_some();
        let (steps, work) = if self.counts_work { (u64::MAX, request.steps) } else { (request.steps, u64::MAX) };
        let limits = Limits { steps, work, memory: budget::runs::MEMORY_OF_MANY, depth: budget::runs::DEPTH, stop: &stopped };
        let read = Cell::new(0);
        let mut source = Source { request, next: &read, last: None, vocabulary, random };
        self.probe.start();
        self.machine.run_observed(&mut source, &limits, &mut Watched { probe: &mut self.probe, compiled: Some(self.compiled), read: &read })
    }
}

impl Executor for Interpreter<'_> {
    fn execute(&mut self, request: &Request, vocabulary: &Vocabulary, stop: &Stop) -> Observation {
        let mut random = Random::new(request.seed);
        let mut runs = 0;
        loop {
            let run = self.once(request, vocabulary, random.fork(), stop);
            runs += 1;
            let new_pairs = self.probe.finish();
            if new_pairs > 0 || runs >= request.runs || stop.reason().is_some() {
                return Observation { run, new_pairs, comparisons: self.probe.take_comparisons(), runs };
            }
        }
    }
}
