//! The board: the only place where the status of goals and properties lives. Status only ever moves from open to decided. A goal counts as covered
//! only by a run of the interpreter, or, where the criterion says so, by a native run (`runs`). Shared by all engines and by whoever reports; every method takes the
//! lock for a short time only.

mod alternatives;
mod notes;
mod runs;

pub use notes::{About, Invariants};

use crate::collection::{Collection, TestSink};
use crate::status::{Decision, Engine, GoalStatus, Proof, PropertyStatus, PropertySummary, Reason, Summary, TestCase};
use alternatives::Alternatives;
use analysis::onward::Place;
use goto::index::IdVec;
use goto::{GoalId, Location, Program, PropertyId};
use notes::{Certificates, Notes, TargetNotes};
use runs::Fragile;
use std::collections::BTreeSet;
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
    depth: Mutex<TargetNotes>,
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
    notes: Notes,
}

/// What becomes of goals that are reached only by runs after which a replay has nothing to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LostRuns {
    /// They are covered in the end.
    Count,
    /// They stay open, since the criterion is defined by what a replay counts; their tests are written all the same.
    KeepOpen,
}

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
            notes: Notes::default(),
        };
        let n_open = AtomicUsize::new(n_goals + program.properties.len());
        Self { program, state: Mutex::new(state), certificates: Mutex::default(), lost_runs, depth: Mutex::default(), n_open }
    }

    pub fn program(&self) -> &Program {
        &self.program
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

    pub fn property_summary(&self) -> PropertySummary {
        let mut summary = PropertySummary::default();
        self.program().properties.ids().for_each(|p| summary.add(&self.property(p)));
        summary
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

    fn resists(&mut self, property: PropertyId, reason: Reason) {
        if let PropertyStatus::Open(old) = &mut self.properties[property] {
            *old = reason;
        }
    }

    fn decided(&mut self, goal: GoalId, engine: Engine) {
        self.decisions[goal] = Some(Decision { at: Instant::now(), engine });
    }
}
