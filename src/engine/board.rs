//! The board: the only place where the status of goals and properties lives. Status only ever moves from open to decided. A goal counts as covered
//! only by a run of the interpreter, or, where the criterion says so, by a native run. Shared by all engines and by whoever reports; every method takes the lock for a short time only.

use crate::analysis::invariants::Candidate;
use crate::analysis::onward::{Place, goals_behind};
use crate::analysis::termination::{Claim, Trap};
use crate::engine::certificate::{Certificate, CertificateSink};
use crate::engine::collection::{Collection, Replay, TestSink};
use crate::engine::search::Foothold;
use crate::engine::status::{Decision, Depth, Engine, GoalStatus, Proof, PropertyStatus, Reason, Summary, TestCase, TestId};
use crate::engine::target::Target;
use goto::index::{Id, IdVec};
use goto::interp::{Outcome, Run};
use goto::{Bits, GoalId, InputId, Location, Program, PropertyId};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// Status of all goals and properties of one program, and the tests found.
pub struct Board {
    program: Arc<Program>,
    state: Mutex<State>,
    /// Behind a lock of its own: to write a proof may take long.
    certificates: Mutex<Certificates>,
    lost_runs: LostRuns,
    /// How far all was looked at, if anybody asks.
    depth: Mutex<Asked>,
    /// Goals and properties that are open, for those who ask often.
    n_open: AtomicUsize,
}

struct State {
    goals: IdVec<GoalId, GoalStatus>,
    /// For each goal that is decided.
    decisions: IdVec<GoalId, Option<Decision>>,
    properties: IdVec<PropertyId, PropertyStatus>,
    /// Groups of properties of which one proof is enough.
    alternatives: Vec<Alternatives>,
    tests: Collection,
    /// For goals whose runs so far would not survive a replay or depend on indeterminate values: how many such runs there were, and the last one's test.
    fragile: IdVec<GoalId, Option<Fragile>>,
    /// Has a run read a value that the program does not determine?
    is_doubted: bool,
    /// Goals that native runs reach against proofs.
    reached_natively: BTreeSet<GoalId>,
    /// Where runs accessed memory outside of objects.
    strays: BTreeSet<Place>,
    /// Which goals stand behind such a place, as far as they were known when the engines were done.
    beyond: IdVec<GoalId, Option<Location>>,
    /// Invariants that proofs rest on, with the program whose expressions they are.
    invariants: Option<Invariants>,
    /// Facts that somebody proposes as invariants.
    proposed: Vec<Candidate>,
    /// Inputs from which others may go on, the newest last.
    leads: VecDeque<Vec<(InputId, Bits)>>,
    /// Runs of the search from which bounded model checking may go on.
    footholds: Vec<Foothold>,
}

/// Where certificates of proofs go, if anywhere, and the first failure to write one.
#[derive(Default)]
struct Certificates {
    sink: Option<Box<dyn CertificateSink>>,
    error: Option<io::Error>,
}

/// Properties about one thing that are needless once it is decided.
#[derive(Clone, Debug)]
struct Alternatives {
    /// One that holds decides it.
    proofs: Vec<PropertyId>,
    /// One that is violated decides everything.
    refutations: Vec<PropertyId>,
    /// One of which the first is violated and the second holds decides everything.
    traps: Vec<Trap>,
}

/// What is known of something that may be asked for.
#[derive(Clone, Default)]
struct Asked {
    about: Option<About>,
    depth: Option<Depth>,
}

/// What a depth says something about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    Everything,
    /// What is violated on the way to a refutation. Of alternatives that are only tried nothing need be known.
    These(BTreeSet<PropertyId>),
}

/// Facts that hold whenever the heads of their loops are reached.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// The board's program with more expressions.
    pub program: Arc<Program>,
    pub facts: Vec<Candidate>,
}

#[derive(Clone)]
struct Fragile {
    times: u32,
    run: Arc<Run>,
    /// Whose run it is.
    engine: Engine,
}

/// What becomes of goals that are reached only by runs after which a replay has nothing to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LostRuns {
    /// They are covered in the end.
    Count,
    /// They stay open, since the criterion is defined by what a replay counts; their tests are written all the same.
    KeepOpen,
}

/// So many runs that reach a goal and then crash or hang are refused in the hope of a better one.
const FRAGILE_RUNS_REFUSED: u32 = 2;

/// Leads that wait for somebody to follow them.
const LEADS: usize = 256;

impl Board {
    pub fn new(program: Arc<Program>, sink: Option<Box<dyn TestSink>>, lost_runs: LostRuns) -> Self {
        let n_goals = program.goals.len();
        let state = State {
            goals: IdVec::filled(GoalStatus::Open(Reason::NotAnalysed), n_goals),
            decisions: IdVec::filled(None, n_goals),
            properties: IdVec::filled(PropertyStatus::Open(Reason::NotAnalysed), program.properties.len()),
            alternatives: Vec::new(),
            tests: Collection::new(sink),
            fragile: IdVec::filled(None, n_goals),
            is_doubted: false,
            reached_natively: BTreeSet::new(),
            strays: BTreeSet::new(),
            beyond: IdVec::filled(None, n_goals),
            invariants: None,
            proposed: Vec::new(),
            leads: VecDeque::new(),
            footholds: Vec::new(),
        };
        let n_open = AtomicUsize::new(n_goals + program.properties.len());
        Self { program, state: Mutex::new(state), certificates: Mutex::default(), lost_runs, depth: Mutex::default(), n_open }
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// One proof makes all other properties of the claim needless, one refutation all others of the program.
    pub fn add_alternatives(&self, claim: &Claim) {
        let Claim { ends, endless, traps, .. } = claim.clone();
        self.lock().alternatives.push(Alternatives { proofs: ends, refutations: endless, traps });
    }

    /// Facts of its program that may hold, for inductive steps to try beside their own.
    pub fn propose(&self, facts: Vec<Candidate>) {
        self.lock().proposed = facts;
    }

    pub fn proposed(&self) -> Vec<Candidate> {
        self.lock().proposed.clone()
    }

    /// Certificates of proofs go there.
    pub fn certify_to(&self, sink: Box<dyn CertificateSink>) {
        self.lock_certificates().sink = Some(sink);
    }

    /// Is it worth writing certificates?
    pub fn wants_certificates(&self) -> bool {
        self.lock_certificates().sink.is_some()
    }

    /// Takes the certificate of proofs that are about to be reported.
    pub fn certify(&self, program: &Program, certificate: &Certificate) {
        let mut certificates = self.lock_certificates();
        let Certificates { sink: Some(sink), error } = &mut *certificates else { return };
        if let Err(failed) = sink.certificate(program, certificate) {
            error.get_or_insert(failed);
        }
    }

    /// The first failure to write a certificate, once. Does not wait for one that is being written.
    pub fn take_certificate_error(&self) -> Option<io::Error> {
        self.certificates.try_lock().ok()?.error.take()
    }

    /// Takes the invariants that proofs of open goals or properties rest on, in place of those before: they are proved together.
    pub fn note_invariants(&self, invariants: Invariants) {
        self.lock().invariants = Some(invariants);
    }

    /// The invariants that the last proofs rest on.
    pub fn invariants(&self) -> Option<Invariants> {
        self.lock().invariants.clone()
    }

    /// From now on [`note_depth`](Self::note_depth) is worth some work.
    pub fn want_depth(&self, about: About) {
        self.lock_depth().about = Some(about);
    }

    /// Is a depth wanted, and can there still be one? What says something about some properties only does not say where one of them is violated.
    pub fn wants_depth(&self) -> bool {
        match &self.lock_depth().about {
            None => false,
            Some(About::Everything) => true,
            Some(About::These(these)) => !these.iter().any(|p| matches!(self.property(*p), PropertyStatus::Violated { .. })),
        }
    }

    /// Must the target be refuted for a depth?
    pub(super) fn depth_is_about(&self, target: Target) -> bool {
        match (&self.lock_depth().about, target) {
            (Some(About::These(these)), Target::Property(property)) => these.contains(&property),
            _ => true,
        }
    }

    /// All that is open and matters for this was looked at so far, and none of it was found. It stays known when less is said later.
    pub fn note_depth(&self, depth: Depth) {
        let mut asked = self.lock_depth();
        if asked.depth.as_ref().is_none_or(|known| known.k <= depth.k) {
            asked.depth = Some(depth);
        }
    }

    /// How far all was looked at.
    pub fn depth(&self) -> Option<Depth> {
        self.lock_depth().depth.clone()
    }

    /// Leaves inputs from which others may go on, whether or not their run showed anything.
    pub fn leave_lead(&self, inputs: &[(InputId, Bits)]) {
        let mut state = self.lock();
        if state.leads.len() >= LEADS {
            state.leads.pop_front();
        }
        state.leads.push_back(inputs.to_vec());
    }

    /// The inputs that were left since the last time that anybody took them.
    pub fn take_leads(&self) -> VecDeque<Vec<(InputId, Bits)>> {
        std::mem::take(&mut self.lock().leads)
    }

    /// Leaves runs for others to go on from, in place of those left before.
    pub fn leave_footholds(&self, footholds: Vec<Foothold>) {
        self.lock().footholds = footholds;
    }

    /// The next run to go on from.
    pub fn take_foothold(&self) -> Option<Foothold> {
        self.lock().footholds.pop()
    }

    /// Are there none?
    pub fn wants_footholds(&self) -> bool {
        self.lock().footholds.is_empty()
    }

    /// Goals and properties that are open.
    pub fn n_open(&self) -> usize {
        self.n_open.load(Ordering::Relaxed)
    }

    /// Is any goal or property open?
    pub fn anything_open(&self) -> bool {
        self.n_open() > 0
    }

    pub fn is_goal_open(&self, goal: GoalId) -> bool {
        matches!(self.lock().goals[goal], GoalStatus::Open(_))
    }

    pub fn is_property_open(&self, property: PropertyId) -> bool {
        matches!(self.lock().properties[property], PropertyStatus::Open(_))
    }

    /// Which goals are proved unreachable, and which properties to hold.
    pub fn proved(&self) -> (IdVec<GoalId, bool>, IdVec<PropertyId, bool>) {
        let state = self.lock();
        let mut goals = IdVec::filled(false, state.goals.len());
        let mut properties = IdVec::filled(false, state.properties.len());
        for (goal, status) in state.goals.iter() {
            goals[goal] = matches!(status, GoalStatus::Unreachable { .. });
        }
        for (property, status) in state.properties.iter() {
            properties[property] = matches!(status, PropertyStatus::Holds { .. });
        }
        (goals, properties)
    }

    pub fn open_goals(&self) -> Vec<GoalId> {
        self.lock().goals.iter().filter(|(_, s)| matches!(s, GoalStatus::Open(_))).map(|(g, _)| g).collect()
    }

    pub fn open_properties(&self) -> Vec<PropertyId> {
        self.lock().properties.iter().filter(|(_, s)| matches!(s, PropertyStatus::Open(_))).map(|(p, _)| p).collect()
    }

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
        for index in run.goals.iter_ones() {
            let goal = GoalId::new(index);
            if !matches!(state.goals[goal], GoalStatus::Open(_)) {
                continue;
            }
            let reached = if certain == Some(goal) { run.first_reached[index] } else { run.certainly_reached(goal) };
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

    /// The goal is unreachable, if it is still open.
    pub fn goal_unreachable(&self, goal: GoalId, proof: Proof) {
        let mut state = self.lock();
        if matches!(state.goals[goal], GoalStatus::Open(_)) {
            state.goals[goal] = GoalStatus::Unreachable { proof };
            state.decided(goal, Engine::of_proof(proof.method));
            self.n_open.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The property holds, if it is still open.
    pub fn property_holds(&self, property: PropertyId, proof: Proof) {
        let mut state = self.lock();
        if matches!(state.properties[property], PropertyStatus::Open(_)) {
            state.properties[property] = PropertyStatus::Holds { proof };
            let needless = state.drop_alternatives(property);
            self.n_open.fetch_sub(1 + needless, Ordering::Relaxed);
        }
    }

    /// Notes what stands in the way of a goal that is open.
    pub fn goal_resists(&self, goal: GoalId, reason: Reason) {
        let mut state = self.lock();
        if let GoalStatus::Open(old) = &mut state.goals[goal] {
            *old = reason;
        }
    }

    /// Notes what stands in the way of a property that is open.
    pub fn property_resists(&self, property: PropertyId, reason: Reason) {
        self.lock().resists(property, reason);
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

    /// To be called after [`finish`](Self::finish): the tests in the order in which each shows as much as possible, numbered anew; with `minimise` only as many
    /// as show what all show.
    pub fn arrange(&self, minimise: bool) {
        let mut state = self.lock();
        let State { tests, goals, .. } = &mut *state;
        if tests.arrange(goals, minimise) {
            for test in tests.all() {
                test.covers.iter().for_each(|&goal| goals[goal] = GoalStatus::Covered { test: test.id });
            }
        }
    }

    /// What is known of the goal. A proof says that no run reaches it that accesses live objects only. Where a run was seen that does not, and from which
    /// control flow leads to the goal, the goal is open: the compiled program may go on from there.
    pub fn goal(&self, goal: GoalId) -> GoalStatus {
        self.lock().status(goal)
    }

    /// When and by whom the goal was decided.
    pub fn decision(&self, goal: GoalId) -> Option<Decision> {
        let state = self.lock();
        state.decisions[goal].filter(|_| !matches!(state.status(goal), GoalStatus::Open(_)))
    }

    pub fn property(&self, property: PropertyId) -> PropertyStatus {
        self.lock().properties[property].clone()
    }

    pub fn tests(&self) -> Vec<TestCase> {
        self.lock().tests.all().to_vec()
    }

    pub fn summary(&self) -> Summary {
        let state = self.lock();
        let mut summary = Summary { goals: state.goals.len(), tests: state.tests.all().len(), ..Summary::default() };
        for goal in state.goals.ids() {
            match state.status(goal) {
                GoalStatus::Open(_) => summary.undecided += 1,
                GoalStatus::Covered { .. } => summary.covered += 1,
                GoalStatus::Unreachable { .. } => summary.unreachable += 1,
            }
        }
        summary
    }

    /// The first failure to write a test, once.
    pub fn take_sink_error(&self) -> Option<io::Error> {
        self.lock().tests.take_sink_error()
    }

    fn lock_certificates(&self) -> MutexGuard<'_, Certificates> {
        self.certificates.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn lock_depth(&self) -> MutexGuard<'_, Asked> {
        self.depth.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic of an engine while it holds the lock leaves the state usable: every method finishes its change in one step.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// As [`Board::goal`].
    fn status(&self, goal: GoalId) -> GoalStatus {
        match (&self.goals[goal], self.beyond[goal]) {
            (GoalStatus::Unreachable { .. }, Some(loc)) => GoalStatus::Open(Reason::BeyondObjects(loc)),
            (GoalStatus::Unreachable { .. }, None) if self.reached_natively.contains(&goal) => GoalStatus::Open(Reason::ReachedNatively),
            (status, _) => status.clone(),
        }
    }

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

    fn resists(&mut self, property: PropertyId, reason: Reason) {
        if let PropertyStatus::Open(old) = &mut self.properties[property] {
            *old = reason;
        }
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

    /// After the property was decided, nothing more is asked about what is decided with it. Returns how many properties were open.
    fn drop_alternatives(&mut self, property: PropertyId) -> usize {
        let is_violated = |p: PropertyId| matches!(self.properties[p], PropertyStatus::Violated { .. });
        let holds = |p: PropertyId| matches!(self.properties[p], PropertyStatus::Holds { .. });
        let refutes = |a: &Alternatives| {
            a.refutations.contains(&property) && is_violated(property)
                || a.traps.iter().any(|t| (t.never == property || t.stays == property) && is_violated(t.never) && holds(t.stays))
        };
        let needless: Vec<PropertyId> = if self.alternatives.iter().any(refutes) {
            self.properties.ids().collect()
        } else {
            let proved = self.alternatives.iter().filter(|a| a.proofs.contains(&property) && holds(property));
            proved.flat_map(|a| a.proofs.iter().chain(&a.refutations).copied().chain(a.traps.iter().flat_map(|t| [t.never, t.stays]))).collect()
        };
        let mut dropped = 0;
        for property in needless {
            if matches!(self.properties[property], PropertyStatus::Open(_)) {
                self.properties[property] = PropertyStatus::Needless;
                dropped += 1;
            }
        }
        dropped
    }

    /// Adds a test for goals, each with the number of inputs that were read when it was reached.
    fn add_test(&mut self, program: &Program, run: &Run, engine: Engine, covers: &[(GoalId, Option<u32>)]) {
        let id = self.tests.add(program, run, covers);
        for &(goal, _) in covers {
            self.goals[goal] = GoalStatus::Covered { test: id };
            self.decided(goal, engine);
        }
    }

    fn decided(&mut self, goal: GoalId, engine: Engine) {
        self.decisions[goal] = Some(Decision { at: Instant::now(), engine });
    }
}

/// What is accepted of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leniency {
    /// Only goals that a replay shows.
    None,
    /// Also goals that a replay would lose, where the criterion lets them count.
    Lost,
}
