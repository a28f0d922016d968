//! Very many native runs as a scout: finds inputs whose runs do what none of its runs did before. What it finds is a hint; the judge repeats each such run.
//! Compiles the program on a thread of its own meanwhile, and is of no use where that fails.

use super::executor::Tail;
use super::values::Vocabulary;
use crate::budget;
use goto::limits::{Stop, StopReason};
use goto::{Bits, GoalId, Program, PropertyId, Random};
use native::{self, BuildError, BuildLimits, Change, Native, RunLimits, Translated, Until};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(super) struct Scout {
    state: State,
    /// Asks the compiler to stop.
    own: Stop,
    stop: Stop,
    batch: u32,
    runs: u64,
    /// Time for batches so far.
    spent: Duration,
    /// How many partners of inputs the process was told.
    partners: usize,
}

enum State {
    Building(JoinHandle<Result<native::Compiled, BuildError>>),
    Ready(Box<Native>),
    Useless,
}

/// What a batch starts from.
pub(super) struct Mission<'m> {
    pub inputs: &'m [Bits],
    pub change: Change<'m>,
    pub tail: Tail,
    pub most: usize,
    pub steps: u64,
}

impl Scout {
    /// Begins to compile the program.
    pub(super) fn new(program: &Program, stop: &Stop) -> Self {
        let own = Stop::new(stop.deadline());
        let (asked, everyone) = (own.clone(), stop.clone());
        let build = |translated: Translated| {
            let work = move || translated.compile(&BuildLimits::default(), &|| asked.reason().is_some() || everyone.reason().is_some());
            std::thread::Builder::new().name("compile".to_owned()).spawn(work).map_err(BuildError::Start)
        };
        let state = match Translated::new(program).and_then(build) {
            Ok(worker) => State::Building(worker),
            Err(_) => State::Useless,
        };
        Self { state, own, stop: stop.clone(), batch: budget::search::FIRST_BATCH, runs: 0, spent: Duration::ZERO, partners: 0 }
    }

    /// Runs so far.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// Time for batches so far, and for what they need.
    pub(super) fn spent(&self) -> Duration {
        self.spent
    }

    /// To prepare a batch took so long.
    pub(super) fn prepared(&mut self, time: Duration) {
        self.spent += time;
    }

    /// How many runs the next batch has.
    pub(super) fn batch(&self) -> usize {
        self.batch as usize
    }

    /// Looks whether the program is compiled, and tells the process what values of inputs are made from.
    pub(super) fn is_ready(&mut self, vocabulary: &Vocabulary) -> bool {
        if let State::Building(worker) = &self.state
            && worker.is_finished()
            && let State::Building(worker) = std::mem::replace(&mut self.state, State::Useless)
            && let Ok(Ok(compiled)) = worker.join()
            && let Ok(mut native) = Native::start_compiled(compiled, &self.stop)
        {
            native.set_constants(&vocabulary.constants.lists());
            self.state = State::Ready(Box::new(native));
        }
        let State::Ready(native) = &mut self.state else { return false };
        let partners = vocabulary.partners.values().map(Vec::len).sum();
        if partners != self.partners {
            vocabulary.partners.iter().for_each(|(input, values)| native.set_partners(input, values));
            self.partners = partners;
        }
        true
    }

    /// What was shown before but is still open shall be shown again.
    pub(super) fn ask_again(&mut self, is_goal_open: impl Fn(GoalId) -> bool, is_property_open: impl Fn(PropertyId) -> bool) {
        if let State::Ready(native) = &mut self.state {
            native.ask_again_where(is_goal_open, is_property_open);
        }
    }

    /// Makes some runs. Gives the inputs of one that did something new.
    pub(super) fn explore(&mut self, mission: &Mission<'_>, random: &mut Random) -> Option<Vec<Bits>> {
        let State::Ready(native) = &mut self.state else { return None };
        let begin = Instant::now();
        let request = native::Request {
            inputs: mission.inputs,
            change: mission.change,
            tail: native_tail(mission.tail),
            most: mission.most,
            seed: random.bits(),
            runs: self.batch,
            until: Until { goals: true, outcomes: true },
            limits: RunLimits { steps: mission.steps, memory: budget::runs::MEMORY_OF_MANY, depth: budget::runs::DEPTH },
        };
        let seen = native.run(&request);
        let (done, is_lost, is_new) = (seen.runs, seen.is_lost(), seen.new_goals > 0 || seen.new_outcomes > 0);
        let found = (is_new && !is_lost).then(|| seen.inputs().map(|i| i.1).collect());
        if is_lost && (native.restarts() > budget::search::LOST_PROCESSES || self.stop.reason().is_some()) {
            self.state = State::Useless;
        }
        self.runs += u64::from(done);
        let took = begin.elapsed();
        self.spent += took;
        if took < budget::search::SHORT_BATCH && done == self.batch {
            self.batch = (self.batch * 2).min(budget::search::MOST_BATCH);
        } else if took > budget::search::LONG_BATCH {
            self.batch = (self.batch / 2).max(1);
        }
        found
    }
}

impl Drop for Scout {
    fn drop(&mut self) {
        self.own.request(StopReason::Interrupt);
        if let State::Building(worker) = std::mem::replace(&mut self.state, State::Useless) {
            // It ends at once, with its folder.
            let _ = worker.join();
        }
    }
}

fn native_tail(tail: Tail) -> native::Tail {
    match tail {
        Tail::Same(n) => native::Tail::Same(n),
        Tail::Limit(which) => native::Tail::Limit(which),
        Tail::Random => native::Tail::Random,
        Tail::Sticky => native::Tail::Sticky,
        Tail::Again(n) => native::Tail::Again(n),
        Tail::Rising(step) => native::Tail::Rising(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "goto lp64 start begin file file0 \"a.c\" input in0 \"__VERIFIER_nondet_uchar\" \"unsigned char\" u8
        goal g0 branch_goal \"begin.branch.1.true\" begin \"x\" @0:1:1
        function begin: fn() -> void { local x#0: u8 local y#1: u8 0: x#0 := INPUT in0 1: y#1 := INPUT in0 2: IF !(x#0 * y#1 == 143u8) GOTO 4 3: COVER g0 true 4: HALT exit }";

    #[test]
    fn finds_what_takes_many_runs() {
        let program = goto::parse(TEXT).unwrap();
        let (vocabulary, mut random) = (Vocabulary::of(&program), Random::new(1));
        let mut scout = Scout::new(&program, &Stop::new(None));
        while !scout.is_ready(&vocabulary) {
            assert!(!matches!(scout.state, State::Useless), "the program is compiled");
            std::thread::sleep(Duration::from_millis(5));
        }
        let mission = Mission { inputs: &[], change: Change::None, tail: Tail::Random, most: 8, steps: 1000 };
        let found = (0..1000).find_map(|_| scout.explore(&mission, &mut random).filter(|i| i.len() == 2 && i[0].mul(i[1]) == Bits::new(8, 143)));
        assert!(found.is_some() && scout.runs() > 0);
        assert!((0..20).all(|_| scout.explore(&mission, &mut random).is_none()), "nothing is new any more");
        scout.ask_again(|_| true, |_| true);
        assert!((0..1000).any(|_| scout.explore(&mission, &mut random).is_some()));
    }

    #[test]
    fn ends_while_the_compiler_works() {
        drop(Scout::new(&goto::parse(TEXT).unwrap(), &Stop::new(None)));
    }
}
