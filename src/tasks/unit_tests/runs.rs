//! Runs of the interpreter that say which tests can be kept: those that end. Where only runs without an end reach a branch, small changes of what they are given are tried: a
//! list that is no circle, a smaller number.

use crate::replay::{DEPTH, MEMORY, outcome_text};
use engine::budget::runs::EXTRA_INPUTS;
use engine::confirm::Replay;
use goto::given::Given;
use goto::interp::{Compiled, Limits, Outcome, Run};
use goto::{Bits, FuncId, GoalId, InputId, Program, Random};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Instructions of a run of something that was changed, and such runs at most.
const CHANGED_STEPS: u64 = 20_000;
const CHANGED_RUNS: usize = 4000;
/// Numbers of pointers that are tried: null, the objects of a type, one that exists.
const POINTERS: usize = 5;

type TestInputs = Vec<(InputId, Bits)>;

/// What a run adds to those before.
pub(super) struct NewGoals {
    /// Goals that no earlier run reached.
    pub first: Vec<GoalId>,
    /// All branches of the function that it reaches.
    pub own: Vec<GoalId>,
}

/// The runs of the tests of one function.
pub(super) struct Runs<'a> {
    program: &'a Program,
    compiled: &'a Compiled,
    given: &'a Given,
    entry: FuncId,
    /// Reached by runs that end.
    reached: FxHashSet<GoalId>,
    /// Reached by the others.
    lost: FxHashSet<GoalId>,
}

impl<'a> Runs<'a> {
    pub(super) fn new(program: &'a Program, compiled: &'a Compiled, given: &'a Given, entry: FuncId) -> Self {
        Self { program, compiled, given, entry, reached: FxHashSet::default(), lost: FxHashSet::default() }
    }

    fn run(&self, inputs: &[(InputId, Bits)], steps: u64) -> Run {
        let limits = Limits { steps, memory: MEMORY, depth: DEPTH, stop: &|| false };
        self.compiled.run(&mut Replay::with_zeros(inputs, EXTRA_INPUTS), &limits)
    }

    /// The goals of a run that a native run can be expected to reach, too.
    fn goals(&self, run: &Run) -> Vec<GoalId> {
        self.program.goals.ids().filter(|goal| run.certainly_reached(*goal).is_some()).collect()
    }

    fn add(&mut self, goals: Vec<GoalId>) -> NewGoals {
        let own = goals.iter().copied().filter(|goal| self.program.goals[*goal].function == self.entry).collect();
        NewGoals { first: goals.into_iter().filter(|goal| self.reached.insert(*goal)).collect(), own }
    }

    /// Can a native run be expected to end as this one does? `Err` says why not.
    pub(super) fn judge(&mut self, inputs: &[(InputId, Bits)], steps: u64) -> Result<NewGoals, String> {
        let run = self.run(inputs, steps);
        let goals = self.goals(&run);
        match run.outcome {
            Outcome::Exit | Outcome::Abort | Outcome::Crash { .. } => Ok(self.add(goals)),
            outcome => {
                self.lost.extend(goals);
                Err(outcome_text(self.program, &outcome))
            }
        }
    }

    /// Changes of these inputs with which runs end that reach what only these reached.
    pub(super) fn vary(&mut self, lost: &[TestInputs], until: Instant) -> Vec<(TestInputs, NewGoals)> {
        let mut wanted: FxHashSet<GoalId> = self.lost.difference(&self.reached).copied().collect();
        let mut found = Vec::new();
        let mut random = Random::new(0);
        for inputs in lost {
            for _ in 0..CHANGED_RUNS {
                if wanted.is_empty() || Instant::now() > until {
                    return found;
                }
                let changed = self.changed(inputs, &mut random);
                let run = self.run(&changed, CHANGED_STEPS);
                let goals = self.goals(&run);
                if run.outcome == Outcome::Exit && goals.iter().any(|goal| wanted.contains(goal)) {
                    wanted.retain(|goal| !goals.contains(goal));
                    found.push((changed, self.add(goals)));
                }
            }
        }
        found
    }

    /// The same with a few other values of what is given.
    fn changed(&self, inputs: &[(InputId, Bits)], random: &mut Random) -> TestInputs {
        let mut changed = inputs.to_vec();
        let n = self.given.inputs.len().min(changed.len());
        if n == 0 {
            return changed;
        }
        for _ in 0..1 + random.below(4) {
            let at = random.below(n);
            let width = changed[at].1.width();
            let value = match self.given.inputs[at].leads {
                Some(_) => random.below(POINTERS) as u64,
                None => match random.below(4) {
                    0 => changed[random.below(n)].1.unsigned() as u64,
                    1 => random.bits(),
                    _ => random.below(4) as u64,
                },
            };
            changed[at].1 = Bits::new(width, u128::from(value));
        }
        changed
    }
}
