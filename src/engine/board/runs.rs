//! What runs decide, of the interpreter and natively: which goals they cover with a test, which properties they violate, and which wait because a replay would
//! lose what they show. A native run decides only where the criterion counts that. Knows nothing of how
//! goals are proved, only that what a proof says ends where a run leaves its objects.

use super::{Board, LostRuns, State};
use crate::budget;
use crate::collection::Replay;
use crate::judge::{Attempt, Hit, Judgement};
use crate::status::{Engine, Evidence, Reason, Reopening, Status, TestCase, TestId};
use crate::target::Target;
use analysis::dead::{ControlFlow, DecidedTargets};
use analysis::onward::{ProgramPoint, goals_behind};
use goto::interp::threads::Turn;
use goto::interp::{Compiled, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, GoalId, InputId, Program, PropertyId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct Fragile {
    times: u32,
    run: Arc<Run>,
    /// Whose run it is.
    engine: Engine,
    /// Does it reach the target whatever indeterminate values it reads?
    is_certain: bool,
}

/// What is accepted of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leniency {
    /// Only goals that a replay shows.
    None,
    /// Also goals that a replay would lose, where the criterion lets them count.
    Lost,
}

/// What became of inputs that were proposed.
pub struct Tried {
    /// Newly decided targets.
    pub decided: usize,
    /// What the judge said of each run that was made of the inputs; not empty.
    judgements: Vec<Judgement>,
}

/// A run that violates a property.
pub struct ViolatingRun<'a> {
    /// What runs: the board's program, or the one whose memory is an input.
    pub program: &'a Program,
    pub inputs: Arc<[(InputId, Bits)]>,
}

impl Tried {
    /// The last run.
    pub fn run(&self) -> &Run {
        // There is one for each attempt that was made, and the first is always made.
        &self.judgements[self.judgements.len() - 1].run
    }

    /// The run that reaches the target, if one does; the surest.
    pub fn reaching(&self, target: Target) -> Option<(&Judgement, &Hit)> {
        let hits = self.judgements.iter().filter_map(|judgement| Some((judgement, judgement.hit(target)?)));
        hits.max_by_key(|(_, hit)| hit.certain.is_some())
    }
}

impl Board {
    /// Takes a run of the interpreter over this board's program. Every open target that it reaches whatever indeterminate values it reads is reached: goals by a new
    /// test, which is written at once. Returns how many targets are newly decided.
    ///
    /// A goal after which the run crashes or hangs before it reads another input is refused at first, since a replay loses what such a run covers.
    pub fn report_run(&self, run: &Run, engine: Engine) -> usize {
        self.take_run(run, &self.judge.look(run), engine, Leniency::None, None)
    }

    /// Takes a run of a program with threads, which ends with the schedule, at a goal.
    pub(crate) fn report_interleaving(&self, run: &Run, schedule: Vec<Turn>, engine: Engine) {
        let hits = self.judge.look(run);
        let mut state = self.lock();
        let mut covers = Vec::new();
        for hit in hits.iter().filter(|hit| hit.target.goal().is_some() && state.statuses.is_open(hit.target)).copied().collect::<Vec<_>>() {
            if hit.certain.is_some() {
                covers.push(hit.target);
            } else {
                state.statuses.resist(hit.target, Reason::Indeterminate);
            }
        }
        if covers.is_empty() {
            return;
        }
        let test = state.tests.add_interleaving(&self.program, run, schedule, &hits, covers.clone());
        for target in covers {
            state.statuses.reach(target, Evidence::Test(test), engine);
        }
    }

    /// Does the judge have to observe runs? Then [`report_run`](Self::report_run) shows nothing.
    pub fn must_observe(&self) -> bool {
        self.judge.must_observe()
    }

    /// As [`report_run`](Self::report_run) for the runs that the judge makes of these inputs, as long as something wanted is open. Of a long run no more is looked at than
    /// what decides something new, and the wanted targets.
    pub fn try_inputs(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], wanted: &[Target], engine: Engine, stop: &Stop) -> Tried {
        let mut tried = Tried { decided: 0, judgements: Vec::new() };
        // The last attempt, and whether its run had steps enough.
        let mut last: Option<(Attempt, bool)> = None;
        for attempt in self.judge.attempts() {
            let is_wanted = || wanted.iter().any(|&target| self.is_open(target));
            let is_in_vain = last.is_some_and(|(before, was_whole)| {
                let only_has_more_steps = before.extra_inputs == attempt.extra_inputs;
                if only_has_more_steps { was_whole || tried.decided > 0 && !is_wanted() } else { !is_wanted() }
            });
            if is_in_vain {
                continue;
            }
            let judgement = self.judge.observe(compiled, inputs, *attempt, stop);
            tried.decided += self.take_run(&judgement.run, &judgement.hits, engine, Leniency::None, None);
            last = Some((*attempt, judgement.run.outcome != Outcome::StepLimit));
            tried.judgements.push(judgement);
        }
        tried
    }

    /// As [`report_run`](Self::report_run), but accepts at once what a replay would lose.
    pub fn report_last_resort(&self, tried: &Tried, engine: Engine) -> usize {
        tried.judgements.iter().map(|Judgement { run, hits }| self.take_run(run, hits, engine, Leniency::Lost, None)).sum()
    }

    /// As [`report_last_resort`](Self::report_last_resort) for a target that is reached, and would be whatever the indeterminate values that the run reads.
    pub fn report_certain(&self, tried: &Tried, target: Target, engine: Engine) {
        let Some((judgement, hit)) = tried.reaching(target) else { return };
        // What else a violation comes with is not asked here.
        let hits = if target.property().is_some() { std::slice::from_ref(hit) } else { &judgement.hits };
        self.take_run(&judgement.run, hits, engine, Leniency::Lost, Some(target));
    }

    /// Did a run read what C does not determine, or a target that was open depend on it?
    pub fn meets_indeterminate(&self) -> bool {
        let state = self.lock();
        state.is_doubted || state.statuses.has_doubtful_target()
    }

    /// Takes the violations of a board whose program is this one's with what memory holds before it is written as inputs.
    ///
    /// # Panics
    /// If two such programs are reported.
    pub fn report_of_memory(&self, filled: &Self) {
        let program = self.with_memory_as_input.get_or_init(|| Arc::clone(&filled.program));
        assert!(Arc::ptr_eq(program, &filled.program), "one program with inputs for its memory");
        for property in self.program.properties.ids() {
            if let Status::Reached(Evidence::Inputs(inputs)) = filled.status(property) {
                let mut state = self.lock();
                if state.statuses.reach(property.into(), Evidence::UnwrittenMemory(inputs), Engine::UnwrittenMemory) {
                    state.drop_alternatives(property.into());
                }
            }
        }
    }

    /// A run that violates the property.
    pub fn violating_run(&self, property: PropertyId) -> Option<ViolatingRun<'_>> {
        match self.status(property) {
            Status::Reached(Evidence::Inputs(inputs)) => Some(ViolatingRun { program: self.program(), inputs }),
            Status::Reached(Evidence::UnwrittenMemory(inputs)) => Some(ViolatingRun { program: self.with_memory_as_input()?, inputs }),
            Status::Reached(Evidence::Test(_) | Evidence::NativeRuns(_)) | Status::Open(_) | Status::Excluded(_) | Status::Superseded => None,
        }
    }

    fn take_run(&self, run: &Run, hits: &[Hit], engine: Engine, leniency: Leniency, certain: Option<Target>) -> usize {
        let mut state = self.lock();
        let before = self.n_open();
        if let Outcome::Crash { stray: Some((function, instruction)), .. } = run.outcome {
            state.strays.insert(ProgramPoint { function, instruction });
        }
        state.is_doubted |= run.indeterminate;
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        let mut shared: Option<Arc<Run>> = None;
        let mut violated = Vec::new();
        for hit in hits.iter().filter(|hit| self.targets.number(hit.target).is_some()) {
            if !state.statuses.is_open(hit.target) {
                continue;
            }
            let reached = if certain == Some(hit.target) { Some(hit.inputs) } else { hit.certain };
            match (hit.target, Replay::of(run, reached)) {
                (Target::Goal(_), Replay::Loses) if self.lost_runs == LostRuns::Count => {
                    if leniency == Leniency::Lost || state.refuse(hit, run, engine, &mut shared) {
                        lost.push((hit.target, reached));
                    }
                }
                (Target::Goal(_), Replay::Loses) | (Target::Goal(_) | Target::QueryGoal(_), Replay::Unsure) => {
                    state.refuse(hit, run, engine, &mut shared);
                }
                (Target::Goal(_) | Target::QueryGoal(_), _) => kept.push((hit.target, reached)),
                // Another value of what the program does not determine might avoid the violation.
                (Target::Property(_), Replay::Unsure) => state.statuses.resist(hit.target, Reason::Indeterminate),
                (Target::Property(_), _) => {
                    let n_inputs = reached.unwrap_or_default() as usize;
                    let evidence = Evidence::Inputs(run.inputs[..n_inputs].into());
                    state.statuses.reach(hit.target, evidence, engine);
                    state.drop_alternatives(hit.target);
                    violated.extend(hit.target.property());
                }
            }
        }
        state.write_violations(&self.program, &violated, run);
        // What a replay keeps must not be lost with what it loses, so that has a test of its own.
        for newly in [kept, lost] {
            if !newly.is_empty() {
                state.add_test(&self.program, run, hits, engine, &newly);
            }
        }
        before - self.n_open()
    }

    /// Does the run show for sure what the test does, and come to an end that a replay keeps?
    pub(crate) fn shows_as_much(&self, run: &Run, test: &TestCase) -> bool {
        let hits = self.judge.look(run);
        let shows = |target: Target| hits.iter().any(|hit| hit.target == target && Replay::of(run, hit.certain) == Replay::Keeps);
        let sure = &test.shows.sure;
        matches!(run.outcome, Outcome::Exit | Outcome::Abort | Outcome::InputsExhausted) && !sure.is_empty() && sure.iter().all(|&target| shows(target))
    }

    /// Puts the test of a run that [shows as much](Self::shows_as_much) in the place of another one. The numbers change when tests are [arranged](Self::arrange).
    pub(crate) fn replace_test(&self, test: &TestCase, run: &Run) {
        let hits = self.judge.look(run);
        let certain = |target: Target| hits.iter().find(|hit| hit.target == target).and_then(|hit| hit.certain);
        let covers: Vec<(Target, Option<u32>)> = test.shows.sure.iter().map(|&target| (target, certain(target))).collect();
        self.lock().tests.replace(&self.program, test.id, run, &hits, &covers);
    }

    /// To be called before reporting: looks which goals stand behind accesses outside of objects, and accepts the runs that were refused for goals that found no
    /// better one. Those that do not count are written as tests that cover nothing: a native run may yet fare better than the interpreter's.
    pub fn finish(&self) {
        self.reopen_beyond_objects();
        let waiting: Vec<(Target, Fragile)> = {
            let mut state = self.lock();
            let State { fragile, statuses, .. } = &mut *state;
            std::mem::take(fragile).into_iter().filter(|(target, _)| statuses.is_open(*target)).collect()
        };
        let mut written: Vec<Arc<Run>> = Vec::new();
        let is_same = |a: &Arc<Run>, b: &Arc<Run>| Arc::ptr_eq(a, b) || a.inputs == b.inputs;
        for (target, Fragile { run, engine, is_certain, .. }) in waiting {
            self.take_run(&run, &self.judge.look(&run), engine, Leniency::Lost, None);
            let mut state = self.lock();
            if !state.statuses.is_open(target) {
                continue;
            }
            state.statuses.resist(target, if is_certain { Reason::LostByReplay } else { Reason::Indeterminate });
            if target.goal().is_some() && !written.iter().any(|w| is_same(w, &run)) {
                let hits = self.judge.look(&run);
                state.add_test(&self.program, &run, &hits, engine, &[]);
                written.push(run);
            }
        }
        // Goals of other runs among them were refused once more.
        self.lock().fragile.clear();
    }

    fn reopen_beyond_objects(&self) {
        let strays = self.lock().strays.clone();
        if strays.is_empty() {
            return;
        }
        let place = |place: ProgramPoint| self.program.functions[place.function].body.as_ref().map(|body| body[place.instruction].loc);
        let behind = goals_behind(&self.program, strays);
        let mut state = self.lock();
        for (goal, loc) in behind.iter().filter_map(|(goal, stray)| Some((goal, stray.and_then(place)?))) {
            state.beyond.insert(goal, loc);
            if state.statuses.is_excluded(goal.into()) {
                state.statuses.reopen(goal.into(), Reopening::BeyondObjects(loc));
            }
        }
    }

    /// Has a run read a value that the program does not determine, or left its objects, so that a native run may reach other goals?
    pub fn is_doubted(&self) -> bool {
        let state = self.lock();
        state.is_doubted || !state.strays.is_empty()
    }

    /// Is it worth looking for native runs that reach the goal? A proof says nothing of what comes behind an access outside of objects.
    pub fn is_native_goal(&self, goal: GoalId) -> bool {
        let state = self.lock();
        state.statuses.is_open(goal.into()) || state.statuses.is_excluded(goal.into()) && !state.strays.is_empty()
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
        self.lock().fragile.values().map(|fragile| fragile.run.inputs.clone()).collect()
    }

    /// Takes what native runs of a test reach again and again, after [`finish`](Self::finish): open goals are covered, and it is told that only native runs show it.
    /// Not what is behind an access outside of objects, where other compilers make anything of the program.
    pub fn report_native_runs(&self, test: TestId, reached: &[GoalId]) {
        let mut state = self.lock();
        for &goal in reached.iter().filter(|&goal| !state.beyond.contains_key(goal)).collect::<Vec<_>>() {
            let target = Target::Goal(goal);
            if state.statuses.reach(target, Evidence::NativeRuns(test), Engine::Replay) {
                state.tests.shows(test, target);
            }
        }
    }

    /// Takes what a native run of a test reaches, where the criterion counts that, after [`finish`](Self::finish): open goals are covered by the test.
    pub fn report_native(&self, test: TestId, reached: &[GoalId]) {
        let mut state = self.lock();
        for &goal in reached {
            let target = Target::Goal(goal);
            if state.statuses.is_excluded(target) {
                state.statuses.reopen(target, Reopening::ReachedNatively);
            } else if state.statuses.reach(target, Evidence::Test(test), Engine::Replay) {
                state.tests.shows(test, target);
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
        let mut state = self.lock();
        let withdrawn: Vec<Target> = state.statuses.excluded().filter(|target| target.goal().is_some_and(|goal| !dead.contains(&goal))).collect();
        withdrawn.into_iter().for_each(|target| state.statuses.reopen(target, Reopening::ExcessPrecision));
    }

    /// To be called after native runs were reported, where they alone count: a goal that none of them reached is not covered.
    pub fn keep_shown_natively(&self, shown: &FxHashSet<GoalId>) {
        let mut state = self.lock();
        let withdrawn: Vec<Target> = state.statuses.reached().filter(|target| target.goal().is_some_and(|goal| !shown.contains(&goal))).collect();
        for target in withdrawn {
            state.statuses.reopen(target, Reopening::ExcessPrecision);
            state.tests.withdraw(target);
        }
    }
}

impl State {
    /// Counts a run that reaches the target and may not survive a replay. True once it is to be accepted if it certainly reaches the target.
    fn refuse(&mut self, hit: &Hit, run: &Run, engine: Engine, shared: &mut Option<Arc<Run>>) -> bool {
        let before = self.fragile.remove(&hit.target);
        let times = before.as_ref().map_or(0, |f| f.times) + 1;
        let fragile = match before {
            Some(before) if before.is_certain && hit.certain.is_none() => Fragile { times, ..before },
            _ => Fragile { times, run: Arc::clone(shared.get_or_insert_with(|| Arc::new(run.clone()))), engine, is_certain: hit.certain.is_some() },
        };
        self.fragile.insert(hit.target, fragile);
        times > budget::runs::FRAGILE_REFUSED
    }

    /// Writes tests for the properties that a run violates: under a schedule one for each, since a test names what it is to show; else one for all.
    fn write_violations(&mut self, program: &Program, violated: &[PropertyId], run: &Run) {
        let scheduled: Vec<_> = violated.iter().filter_map(|&property| Some((property, self.notes.interleaving(property)?))).collect();
        if let (true, Some(&first)) = (scheduled.is_empty(), violated.first()) {
            self.tests.write_violation(program, first, run.inputs.clone());
        }
        for (property, interleaving) in scheduled {
            self.tests.write_interleaving(program, property, interleaving);
        }
    }

    /// Adds a test for targets, each with the number of inputs that were read when it was reached.
    fn add_test(&mut self, program: &Program, run: &Run, hits: &[Hit], engine: Engine, covers: &[(Target, Option<u32>)]) {
        let id = self.tests.add(program, run, hits, covers);
        for &(target, _) in covers {
            self.statuses.reach(target, Evidence::Test(id), engine);
        }
    }
}
