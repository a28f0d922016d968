//! Runs of the interpreter that say which tests can be kept, those that end, and a search for more of them. It begins with new inputs and with what engines found, above all
//! where only runs without an end reach a branch; keeps what reaches something new, and changes it. Comparisons of a run tell it which values are looked for.

use super::addresses::Layouts;
use super::shape::{Inputs, Shape};
use crate::replay::{DEPTH, MEMORY, outcome_text};
use engine::budget::runs::EXTRA_INPUTS;
use engine::confirm::{Replay, examine};
use goto::callgraph::CallGraph;
use goto::given::Given;
use goto::interp::{Limits, Machine, Observer, Outcome, Run};
use goto::{Bits, FuncId, GoalId, IdSet, InputId, Program, Random};
use std::time::Instant;

/// Instructions of one interpreted run of a test that an engine found, and of one that is tried.
const STEPS: u64 = 2_000_000;
const TRIED_STEPS: u64 = 100_000;
/// New inputs before old ones are changed.
const FRESH: usize = 200;
/// Changes of one run before another one has its turn.
const TURN: usize = 40;
/// Comparisons of a run that are remembered.
const COMPARISONS: usize = 400;
/// Why a run is no test.
const ADDRESSES: &str = "what the run does depends on where objects lie";
/// Runs that are kept to be changed, most recent first.
const KEPT: usize = 400;

/// What a run adds to those before.
pub(super) struct NewGoals {
    /// Goals that no earlier run reached.
    pub first: Vec<GoalId>,
    /// All branches of the function that it reaches.
    pub own: Vec<GoalId>,
}

/// A test, and what it adds.
type Kept = (Inputs, NewGoals);
/// Goals of a run that cannot be kept, and why not.
pub(super) type Lost = (IdSet<GoalId>, String);

/// The runs of the tests of one function.
pub(super) struct Runs<'a> {
    program: &'a Program,
    machine: Machine<'a>,
    layouts: &'a Layouts<'a>,
    shape: Shape,
    entry: FuncId,
    /// Goals in what a call can reach.
    wanted: IdSet<GoalId>,
    /// Reached by runs that end as calls do.
    reached: IdSet<GoalId>,
    /// Reached by runs that crash.
    crashed: IdSet<GoalId>,
    /// Reached by any run.
    seen: IdSet<GoalId>,
    /// Worth changing.
    kept: Vec<Inputs>,
    /// Are runs left out that read what nobody wrote, such as what lies behind the end of a text?
    only_clean: bool,
    random: Random,
}

/// What values are compared with in a run.
#[derive(Default)]
struct Compared(Vec<(u64, u64)>);

impl Observer for Compared {
    const TRACE: bool = false;
    const PROBE: bool = true;

    fn compared(&mut self, _place: u32, a: u64, b: u64) {
        if a != b && self.0.len() < COMPARISONS {
            self.0.push((a, b));
        }
    }
}

/// May the run go on natively as it does here?
fn ends(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Exit | Outcome::Abort)
}

impl<'a> Runs<'a> {
    pub(super) fn new(program: &'a Program, layouts: &'a Layouts<'a>, given: &Given, entry: FuncId) -> Self {
        let reachable = CallGraph::new(program).reachable(entry);
        Self {
            program,
            machine: Machine::new(&layouts.usual),
            layouts,
            shape: Shape::new(program, given),
            entry,
            wanted: program.goals.iter().filter(|(_, goal)| reachable[goal.function]).map(|(id, _)| id).collect(),
            reached: IdSet::new(),
            crashed: IdSet::new(),
            seen: IdSet::new(),
            kept: Vec::new(),
            only_clean: true,
            random: Random::new(0),
        }
    }

    /// Is there a goal that no run that ends reaches, and that some run might?
    pub(super) fn misses_any(&self) -> bool {
        !self.wanted.is_subset(&self.reached)
    }

    /// Nobody has to look for these.
    pub(super) fn give_up(&mut self, excluded: impl Iterator<Item = GoalId>) {
        excluded.for_each(|goal| _ = self.wanted.remove(goal));
    }

    /// Are all these reached by runs that end?
    pub(super) fn reaches(&self, goals: &IdSet<GoalId>) -> bool {
        goals.is_subset(&self.reached)
    }

    fn run(&mut self, inputs: &[(InputId, Bits)], steps: u64) -> Run {
        let limits = Limits { steps, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| false };
        self.machine.run(&mut Replay::with_zeros(inputs, EXTRA_INPUTS), &limits)
    }

    /// The goals of a run that a native run can be expected to reach, too.
    fn goals(&mut self, run: &Run) -> Vec<GoalId> {
        let certain: Vec<GoalId> = if run.indeterminate && run.certain.is_none() {
            let limits = Limits { steps: STEPS, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| false };
            let examined = examine(&mut self.machine, run, &limits);
            run.goals.iter().filter(|goal| examined.certainly_reached(*goal).is_some()).collect()
        } else {
            run.goals.iter().filter(|goal| run.certainly_reached(*goal).is_some()).collect()
        };
        certain
    }

    /// Does this run end natively as here, or crash, and reach all these goals?
    pub(super) fn reach_again<'g>(&mut self, inputs: &[(InputId, Bits)], mut goals: impl Iterator<Item = &'g GoalId>) -> bool {
        let run = self.run(inputs, STEPS);
        if !ends(&run) && !matches!(run.outcome, Outcome::Crash { .. }) {
            return false;
        }
        let reached = self.goals(&run);
        goals.all(|goal| reached.contains(goal)) && !self.layouts.matter(inputs, STEPS)
    }

    fn add(&mut self, goals: Vec<GoalId>) -> NewGoals {
        let own = goals.iter().copied().filter(|goal| self.program.goals[*goal].function == self.entry).collect();
        NewGoals { first: goals.into_iter().filter(|goal| self.reached.insert(*goal)).collect(), own }
    }

    /// Takes a test that an engine found. `Ok(None)`: others reach as much. `Err`: why a native run cannot be expected to end as the run does.
    pub(super) fn judge(&mut self, inputs: &[(InputId, Bits)]) -> Result<Option<Kept>, Lost> {
        let run = self.run(inputs, STEPS);
        let is_known = run.goals.is_subset(&self.reached);
        self.seen.add(&run.goals);
        match &run.outcome {
            _ if is_known => Ok(None),
            Outcome::Exit | Outcome::Abort if self.only_clean && run.indeterminate => {
                self.keep(inputs.to_vec());
                Ok(None)
            }
            Outcome::Exit | Outcome::Abort => {
                let goals = self.goals(&run);
                self.keep(inputs.to_vec());
                if goals.iter().all(|goal| self.reached.contains(*goal)) {
                    return Ok(None);
                }
                let plain = self.plain(run.inputs.clone(), &run);
                if self.layouts.matter(&plain, STEPS) {
                    return Err((run.goals.clone(), ADDRESSES.to_owned()));
                }
                Ok(Some((plain, self.add(goals))))
            }
            Outcome::Crash { .. } => {
                let goals = self.goals(&run);
                let is_new = goals.iter().any(|goal| !self.reached.contains(*goal) && !self.crashed.contains(*goal));
                let own = goals.iter().copied().filter(|goal| self.program.goals[*goal].function == self.entry).collect();
                self.keep(inputs.to_vec());
                if is_new && self.layouts.matter(inputs, STEPS) {
                    return Err((run.goals.clone(), ADDRESSES.to_owned()));
                }
                let first = goals.into_iter().filter(|goal| !self.reached.contains(*goal) && self.crashed.insert(*goal)).collect();
                Ok(is_new.then(|| (inputs.to_vec(), NewGoals { first, own })))
            }
            outcome => {
                self.keep(inputs.to_vec());
                Err((run.goals.clone(), outcome_text(self.program, outcome)))
            }
        }
    }

    fn keep(&mut self, inputs: Inputs) {
        self.kept.insert(0, inputs);
        self.kept.truncate(KEPT);
    }

    /// Looks for runs that end and reach what none did before.
    pub(super) fn search(&mut self, until: Instant) -> Vec<Kept> {
        let mut found = Vec::new();
        let mut turn = 0;
        while Instant::now() < until && self.misses_any() {
            if self.kept.is_empty() || turn < FRESH || self.random.chance(2) {
                let fresh = self.shape.fresh(&mut self.random);
                found.extend(self.attempt(&fresh));
                turn += 1;
                continue;
            }
            let n = self.kept.len();
            // Recent ones are more often what others grow from.
            let at = self.random.below(n).min(self.random.below(n));
            let base = self.kept[at].clone();
            let compared = self.comparisons(&base);
            for i in 0..TURN {
                let pair = if i % 2 == 0 { self.random.pick(&compared) } else { None };
                let substituted = pair.and_then(|pair| self.shape.substituted(&base, pair, &mut self.random));
                let changed = substituted.unwrap_or_else(|| self.shape.changed(&base, &mut self.random));
                found.extend(self.attempt(&changed));
            }
        }
        found
    }

    /// Takes runs that read what nobody wrote where no others reach as much and it does not matter what they read.
    pub(super) fn settle(&mut self) -> Vec<Kept> {
        self.only_clean = false;
        let kept = self.kept.clone();
        let found = kept.iter().filter_map(|inputs| self.attempt(inputs)).collect();
        self.only_clean = true;
        found
    }

    /// For each of these tests another one that goes the same way with other values, where one is found soon: what is computed wrongly shows in one of them more often.
    pub(super) fn others(&mut self, tests: &[Inputs]) -> Vec<Kept> {
        let mut others = Vec::new();
        for test in tests {
            let run = self.run(test, TRIED_STEPS);
            for _ in 0..TURN {
                let changed = self.shape.changed(&run.inputs, &mut self.random);
                let other = self.run(&changed, TRIED_STEPS);
                if other.outcome == run.outcome && other.goals == run.goals && !other.indeterminate && other.inputs != run.inputs {
                    let plain = self.plain(other.inputs.clone(), &other);
                    if plain != *test && !self.layouts.matter(&plain, TRIED_STEPS) {
                        others.push((plain, NewGoals { first: Vec::new(), own: Vec::new() }));
                        break;
                    }
                }
            }
        }
        others
    }

    /// Runs with these inputs; the answer is a test if that reaches something new and ends.
    fn attempt(&mut self, inputs: &[(InputId, Bits)]) -> Option<Kept> {
        let run = self.run(inputs, TRIED_STEPS);
        let adds = ends(&run) && !(self.only_clean && run.indeterminate) && run.goals.iter().any(|goal| !self.reached.contains(goal));
        let goals = if adds { self.goals(&run) } else { Vec::new() };
        if goals.iter().any(|goal| !self.reached.contains(*goal)) {
            let plain = self.plain(run.inputs.clone(), &run);
            if !self.layouts.matter(&plain, TRIED_STEPS) {
                self.seen.add(&run.goals);
                self.keep(plain.clone());
                return Some((plain, self.add(goals)));
            }
        }
        if self.seen.add(&run.goals) {
            self.keep(run.inputs);
        }
        None
    }

    fn comparisons(&mut self, inputs: &[(InputId, Bits)]) -> Vec<(u64, u64)> {
        let limits = Limits { steps: TRIED_STEPS, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| false };
        let mut compared = Compared::default();
        self.machine.run_observed(&mut Replay::with_zeros(inputs, EXTRA_INPUTS), &limits, &mut compared);
        compared.0.sort_unstable();
        compared.0.dedup();
        compared.0
    }

    /// The same run with null pointers where it does not follow them, so that there is less to read.
    fn plain(&mut self, mut inputs: Inputs, run: &Run) -> Inputs {
        let pointers: Vec<(usize, u64)> = self.shape.pointers().collect();
        for (at, null) in pointers {
            let Some((id, before)) = inputs.get(at).copied() else { break };
            if before.unsigned() as u64 == null {
                continue;
            }
            inputs[at] = (id, Bits::new(before.width(), u128::from(null)));
            let other = self.run(&inputs, STEPS);
            if other.outcome != run.outcome || other.steps != run.steps || other.goals != run.goals {
                inputs[at] = (id, before);
            }
        }
        inputs
    }
}
