//! Who says what runs show. The interpreter reaches goals and violates properties by itself; other judges observe runs. What no judge saw is not reached.

use crate::budget::runs;
use crate::confirm::{Replay, run_source};
use crate::target::{Target, Targets};
use goto::interp::{Compiled, Run};
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, InputId, Program};

/// A target that a run reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    pub target: Target,
    /// Inputs that were read when the run reached it.
    pub inputs: u32,
    /// Inputs that were read when the run reached it in a way that does not depend on what the program does not determine; none if it never did.
    pub certain: Option<u32>,
}

/// A run with what it shows.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub run: Run,
    /// Goals of a query, of which there may be very many, in ascending order.
    pub hits: Vec<Hit>,
}

impl Judgement {
    pub fn hit(&self, target: Target) -> Option<&Hit> {
        match target {
            Target::QueryGoal(_) => self.hits.binary_search_by_key(&target, |hit| hit.target).ok().map(|at| &self.hits[at]),
            Target::Goal(_) | Target::Property(_) => self.hits.iter().find(|hit| hit.target == target),
        }
    }
}

/// How a run of given inputs is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Instructions at most.
    pub steps: u64,
    /// Zeros that are read after the inputs.
    pub extra_inputs: usize,
}

/// Says of runs of a program which targets they reach.
pub trait Judge: Send + Sync {
    /// What it can say something about.
    fn targets(&self, program: &Program) -> Targets;

    /// Does it have to observe runs? Else a run by itself shows all.
    fn must_observe(&self) -> bool {
        false
    }

    /// What can be seen of a run that it did not observe.
    fn look(&self, run: &Run) -> Vec<Hit>;

    /// The runs that are made of inputs one after the other, as long as what is wanted is not reached. More steps are for runs that end for the lack of them.
    fn attempts(&self) -> &'static [Attempt];

    /// Runs the program and observes.
    fn observe(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], attempt: Attempt, stop: &Stop) -> Judgement;
}

/// The interpreter's own goals and properties.
pub struct ProgramJudge;

impl Judge for ProgramJudge {
    fn targets(&self, program: &Program) -> Targets {
        Targets::of_program(program)
    }

    fn look(&self, run: &Run) -> Vec<Hit> {
        let hit = |goal: GoalId| Hit { target: goal.into(), inputs: run.first_reached[goal.index()].unwrap_or_default(), certain: run.certainly_reached(goal) };
        let goals = run.goals.iter().map(hit);
        let violations = run.violations.iter().zip(&run.violated_at);
        goals.chain(violations.map(|(&p, &inputs)| Hit { target: p.into(), inputs, certain: run.certainly_violated(p) })).collect()
    }

    fn attempts(&self) -> &'static [Attempt] {
        &[Attempt { steps: runs::STEPS, extra_inputs: runs::EXTRA_INPUTS }]
    }

    fn observe(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], attempt: Attempt, stop: &Stop) -> Judgement {
        let run = run_source(compiled, &mut Replay::with_zeros(inputs, attempt.extra_inputs), stop);
        let hits = self.look(&run);
        Judgement { run, hits }
    }
}
