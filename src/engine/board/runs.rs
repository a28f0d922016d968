//! What runs decide, of the interpreter and natively: which goals they cover with a test, which properties they violate, and which wait because a replay would
//! lose what they show. A native run decides only where the criterion counts that. Knows nothing of how
//! goals are proved, only that what a proof says ends where a run leaves its objects.

use super::{Board, LostRuns, State};
use crate::collection::Replay;
use crate::status::{Engine, GoalStatus, PropertyStatus, Reason, TestId};
use analysis::dead::{ControlFlow, DecidedTargets};
use analysis::onward::{Place, goals_behind};
use goto::index::{Id, IdVec};
use goto::interp::{Outcome, Run};
use goto::{Bits, GoalId, InputId, Program, PropertyId};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Clone)]
pub(super) struct Fragile {
    times: u32,
    run: Arc<Run>,
    /// Whose run it is.
    engine: Engine,
}

/// So many runs that reach a goal and then crash or hang are refused in the hope of a better one.
const FRAGILE_RUNS_REFUSED: u32 = 2;

/// What is accepted of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leniency {
    /// Only goals that a replay shows.
    None,
    /// Also goals that a replay would lose, where the criterion lets them count.
    Lost,
}

impl Board {
    /// Takes a run of the interpreter over this board's program. Every open goal that it reaches whatever indeterminate values it reads is covered by a new test,
    /// which is written at once; every open property that it violates in the same sense is violated. Returns how many goals and properties are newly decided.
    ///
    /// A goal after which the run crashes or hangs before it reads another input is refused at first, since a replay loses what such a run covers.
    pub fn report_run(&self, run: &Run, engine: Engine) -> usize {
        self.take_run(run, engine, Leniency::None, None)
    }

    /// As [`report_run`](Self::report_run), but accepts at once what a replay would lose.
    pub fn report_last_resort(&self, run: &Run, engine: Engine) -> usize {
        self.take_run(run, engine, Leniency::Lost, None)
    }

    /// As [`report_last_resort`](Self::report_last_resort) for a run that reaches the goal, and would do so whatever the indeterminate values that it reads.
    pub fn report_certain_goal(&self, run: &Run, engine: Engine, goal: GoalId) {
        self.take_run(run, engine, Leniency::Lost, Some(goal));
    }

    fn take_run(&self, run: &Run, engine: Engine, leniency: Leniency, certain: Option<GoalId>) -> usize {
        let mut state = self.lock();
        if let Outcome::Crash { stray: Some((function, instruction)), .. } = run.outcome {
            state.strays.insert(Place { function, instruction });
        }
        state.is_doubted |= run.indeterminate;
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        let mut shared: Option<Arc<Run>> = None;
        for goal in run.goals.iter() {
            if !matches!(state.goals[goal], GoalStatus::Open(_)) {
                continue;
            }
            let reached = if certain == Some(goal) { run.first_reached[goal.index()] } else { run.certainly_reached(goal) };
            match Replay::of(run, reached) {
                Replay::Keeps => kept.push((goal, reached)),
                Replay::Loses if self.lost_runs == LostRuns::Count => {
                    if leniency == Leniency::Lost || state.refuse(goal, run, engine, &mut shared) {
                        lost.push((goal, reached));
                    }
                }
                Replay::Loses | Replay::Unsure => {
                    state.refuse(goal, run, engine, &mut shared);
                }
            }
        }
        let mut decided = kept.len() + lost.len();
        // What a replay keeps must not be lost with what it loses, so that has a test of its own.
        for newly in [kept, lost] {
            if !newly.is_empty() {
                state.add_test(&self.program, run, engine, &newly);
            }
        }
        for &property in &run.violations {
            // Another value of what the program does not determine might avoid the violation.
            match run.certainly_violated(property) {
                Some(n_inputs) => decided += state.violate(property, run, n_inputs),
                None => state.resists(property, Reason::Indeterminate),
            }
        }
        self.n_open.fetch_sub(decided, Ordering::Relaxed);
        decided
    }

    /// Takes a run that violates the property, and would do so whatever the indeterminate values that it reads.
    pub fn report_certain_violation(&self, run: &Run, property: PropertyId) {
        let Some(position) = run.violations.iter().position(|&p| p == property) else { return };
        let decided = self.lock().violate(property, run, run.violated_at[position]);
        self.n_open.fetch_sub(decided, Ordering::Relaxed);
    }

    /// To be called before reporting: looks which goals stand behind accesses outside of objects, and accepts the runs that were refused for goals that found no
    /// better one. Those that do not count are written as tests that cover nothing: a native run may yet fare better than the interpreter's.
    pub fn finish(&self) {
        let strays = self.lock().strays.clone();
        if !strays.is_empty() {
            let place = |place: Place| self.program.functions[place.function].body.as_ref().map(|body| body[place.instruction].loc);
            let behind = goals_behind(&self.program, strays);
            let mut state = self.lock();
            behind.iter().for_each(|(goal, stray)| state.beyond[goal] = stray.and_then(place));
        }
        let waiting: Vec<(GoalId, Fragile)> = {
            let mut state = self.lock();
            let goals: Vec<GoalId> = state.goals.iter().filter(|(_, s)| matches!(s, GoalStatus::Open(_))).map(|(g, _)| g).collect();
            goals.into_iter().filter_map(|g| state.fragile[g].take().map(|f| (g, f))).collect()
        };
        let mut written: Vec<Arc<Run>> = Vec::new();
        let is_same = |a: &Arc<Run>, b: &Arc<Run>| Arc::ptr_eq(a, b) || a.inputs == b.inputs;
        for (goal, Fragile { run, engine, .. }) in waiting {
            self.take_run(&run, engine, Leniency::Lost, None);
            let mut state = self.lock();
            if let GoalStatus::Open(reason) = &mut state.goals[goal] {
                *reason = if run.certainly_reached(goal).is_some() { Reason::LostByReplay } else { Reason::Indeterminate };
                if !written.iter().any(|w| is_same(w, &run)) {
                    state.add_test(&self.program, &run, engine, &[]);
                    written.push(run);
                }
            }
        }
        // Goals of other runs among them were refused once more.
        let mut state = self.lock();
        state.fragile = IdVec::filled(None, state.goals.len());
    }

    /// Has a run read a value that the program does not determine, or left its objects, so that a native run may reach other goals?
    pub fn is_doubted(&self) -> bool {
        let state = self.lock();
        state.is_doubted || !state.strays.is_empty()
    }

    /// Is it worth looking for native runs that reach the goal? A proof says nothing of what comes behind an access outside of objects.
    pub fn is_native_goal(&self, goal: GoalId) -> bool {
        let state = self.lock();
        match state.goals[goal] {
            GoalStatus::Covered { .. } => false,
            GoalStatus::Open(_) => true,
            GoalStatus::Unreachable { .. } => !state.strays.is_empty(),
        }
    }

    /// Takes inputs of which native runs show something. What they show is told by [`report_native`](Self::report_native) in the end.
    pub fn add_native_test(&self, inputs: Vec<(InputId, Bits)>) {
        self.lock().tests.add_native(&self.program, inputs);
    }

    /// The inputs of the tests from this number on.
    pub fn inputs_of_tests(&self, from: usize) -> Vec<Vec<(InputId, Bits)>> {
        self.lock().tests.all().iter().skip(from).map(|test| test.inputs.clone()).collect()
    }

    /// The inputs of runs that were refused and may yet become tests.
    pub fn inputs_refused(&self) -> Vec<Vec<(InputId, Bits)>> {
        self.lock().fragile.values().flatten().map(|fragile| fragile.run.inputs.clone()).collect()
    }

    /// Takes what a native run of a test reaches, where the criterion counts that, after [`finish`](Self::finish): open goals are covered by the test.
    pub fn report_native(&self, test: TestId, reached: &[GoalId]) {
        let mut state = self.lock();
        for &goal in reached {
            match state.status(goal) {
                GoalStatus::Covered { .. } => {}
                GoalStatus::Open(_) => {
                    state.goals[goal] = GoalStatus::Covered { test };
                    state.tests.shows(test, goal);
                    state.decided(goal, Engine::Replay);
                    self.n_open.fetch_sub(1, Ordering::Relaxed);
                }
                GoalStatus::Unreachable { .. } => {
                    state.reached_natively.insert(goal);
                }
            }
        }
    }
}

/// No goal is known to be unreachable, no property to hold.
struct Nothing;

impl DecidedTargets for Nothing {
    fn is_unreachable(&self, _: GoalId) -> bool {
        false
    }

    fn holds(&self, _: PropertyId) -> bool {
        false
    }
}

impl Board {
    /// To be called before native runs are reported, where the compiled program may compute with more precision than C asks for: what needs more than control flow
    /// to be proved is not.
    pub fn withdraw_proofs(&self) {
        let dead = ControlFlow::new(&self.program).dead(&Nothing).goals;
        self.withdraw(|goal, status| matches!(status, GoalStatus::Unreachable { .. }) && !dead.contains(&goal));
    }

    /// To be called after native runs were reported, where they alone count: a goal that none of them reached is not covered.
    pub fn keep_shown_natively(&self, shown: &FxHashSet<GoalId>) {
        self.withdraw(|goal, status| matches!(status, GoalStatus::Covered { .. }) && !shown.contains(&goal));
    }

    fn withdraw(&self, is_withdrawn: impl Fn(GoalId, &GoalStatus) -> bool) {
        let mut state = self.lock();
        for goal in self.program.goals.ids() {
            if is_withdrawn(goal, &state.goals[goal]) {
                state.goals[goal] = GoalStatus::Open(Reason::ExcessPrecision);
                state.tests.withdraw(goal);
                self.n_open.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

impl State {
    /// Counts a run that reaches the goal and may not survive a replay. True once it is to be accepted if it certainly reaches the goal.
    fn refuse(&mut self, goal: GoalId, run: &Run, engine: Engine, shared: &mut Option<Arc<Run>>) -> bool {
        let before = self.fragile[goal].take();
        let times = before.as_ref().map_or(0, |f| f.times) + 1;
        let is_certain = |run: &Run| run.certainly_reached(goal).is_some();
        let (run, engine) = match before {
            Some(before) if is_certain(&before.run) && !is_certain(run) => (before.run, before.engine),
            _ => (Arc::clone(shared.get_or_insert_with(|| Arc::new(run.clone()))), engine),
        };
        self.fragile[goal] = Some(Fragile { times, run, engine });
        times > FRAGILE_RUNS_REFUSED
    }

    /// The run violates the property after so many inputs. Returns how many properties are no longer open for that.
    fn violate(&mut self, property: PropertyId, run: &Run, n_inputs: u32) -> usize {
        if !matches!(self.properties[property], PropertyStatus::Open(_)) {
            return 0;
        }
        let inputs = run.inputs[..n_inputs as usize].to_vec();
        self.properties[property] = PropertyStatus::Violated { inputs };
        1 + self.drop_alternatives(property)
    }

    /// Adds a test for goals, each with the number of inputs that were read when it was reached.
    fn add_test(&mut self, program: &Program, run: &Run, engine: Engine, covers: &[(GoalId, Option<u32>)]) {
        let id = self.tests.add(program, run, covers);
        for &(goal, _) in covers {
            self.goals[goal] = GoalStatus::Covered { test: id };
            self.decided(goal, engine);
        }
    }
}
