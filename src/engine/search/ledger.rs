//! Which goals and properties runs of the search have shown, and which nobody needs any more.

use goto::interp::{Outcome, Run};
use goto::{FuncId, GoalId, Id, InstrId, Program, PropertyId};
use rustc_hash::FxHashSet;

/// So many runs are given for a goal if all of them end badly after it.
const FRAGILE_RUNS: u8 = 4;
/// After so many runs for a goal one in so many is examined for what depends on indeterminate values.
const RUNS_FOR_EXAMINATION: u64 = 16;
/// Nothing more is needed: a run was given that a replay will repeat, or others have decided it.
const SETTLED: u8 = u8::MAX;

/// For each goal and each property: the number of runs given for it that end badly, or [`SETTLED`].
pub(super) struct Ledger {
    goals: Vec<u8>,
    properties: Vec<u8>,
    /// Where runs accessed memory outside of objects.
    strays: FxHashSet<(FuncId, InstrId)>,
    /// Something was settled since the last question.
    is_news: bool,
}

impl Ledger {
    pub(super) fn new(program: &Program) -> Self {
        Self { goals: vec![0; program.goals.len()], properties: vec![0; program.properties.len()], strays: FxHashSet::default(), is_news: true }
    }

    pub(super) fn is_goal_open(&self, goal: GoalId) -> bool {
        self.goals[goal.index()] != SETTLED
    }

    pub(super) fn is_property_open(&self, property: PropertyId) -> bool {
        self.properties[property.index()] != SETTLED
    }

    /// Was anything settled since the last time that this was asked?
    pub(super) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.is_news)
    }

    /// Others have decided what is not open.
    pub(super) fn settle(&mut self, is_goal_open: impl Fn(GoalId) -> bool, is_property_open: impl Fn(PropertyId) -> bool) {
        for (index, given) in self.goals.iter_mut().enumerate() {
            if *given != SETTLED && !is_goal_open(GoalId::new(index)) {
                (*given, self.is_news) = (SETTLED, true);
            }
        }
        for (index, given) in self.properties.iter_mut().enumerate() {
            if *given != SETTLED && !is_property_open(PropertyId::new(index)) {
                (*given, self.is_news) = (SETTLED, true);
            }
        }
    }

    /// Might it tell something to find out what of the run, the n-th, depends on indeterminate values?
    pub(super) fn is_worth_examining(&self, run: &Run, n: u64) -> bool {
        let wanted = |given: u8| given < FRAGILE_RUNS || given != SETTLED && n.is_multiple_of(RUNS_FOR_EXAMINATION);
        run.goals.iter().any(|g| wanted(self.goals[g.index()])) || run.violations.iter().any(|p| wanted(self.properties[p.index()]))
    }

    /// Does the run show something that no run before did?
    pub(super) fn is_useful(&mut self, run: &Run) -> bool {
        let mut useful = matches!(run.outcome, Outcome::Crash { stray: Some(place), .. } if self.strays.insert(place));
        for goal in run.goals.iter() {
            useful |= enter(&mut self.goals[goal.index()], &mut self.is_news, || is_sound(run, goal));
        }
        for &property in &run.violations {
            useful |= enter(&mut self.properties[property.index()], &mut self.is_news, || run.certainly_violated(property).is_some());
        }
        useful
    }
}

fn enter(given: &mut u8, is_news: &mut bool, is_sound: impl FnOnce() -> bool) -> bool {
    if *given == SETTLED {
        return false;
    }
    if is_sound() {
        (*given, *is_news) = (SETTLED, true);
        return true;
    }
    let few = *given < FRAGILE_RUNS;
    *given += u8::from(few);
    few
}

/// Will a replay of the run's test show that the goal is reached? Not if the run crashes or hangs without a further input, nor if it
/// depends on what no test can choose.
fn is_sound(run: &Run, goal: GoalId) -> bool {
    let Some(needed) = run.certainly_reached(goal) else { return false };
    let ends_well = matches!(run.outcome, Outcome::Exit | Outcome::Abort | Outcome::InputsExhausted | Outcome::AssumptionFailed);
    ends_well || (needed as usize) < run.inputs.len()
}
