//! The board: the only place where the status of targets lives, with the tests. A target counts as reached only by a run that the judge says reaches it, or, where the
//! criterion says so, by a native run (`runs`); it is excluded only by a proof. Shared by all engines and by whoever reports; every method takes the lock for a short
//! time only.

mod alternatives;
mod notes;
mod runs;
mod statuses;

pub use notes::{About, Invariants};
pub use runs::{Tried, ViolatingRun};

use crate::budget;
use crate::collection::{Collection, TestSink};
use crate::effort::Effort;
use crate::judge::{Judge, ProgramJudge};
use crate::status::{Decision, Proof, PropertySummary, Reason, Status, Summary, TestCase};
use crate::target::{Target, Targets};
use alternatives::Alternatives;
use analysis::onward::ProgramPoint;
use goto::interp::Compiled;
use goto::interp::threads::Meeting;
use goto::{GoalId, Location, Program, PropertyClass, PropertyId};
use notes::{Certificates, Notes, TargetNotes};
use runs::Fragile;
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use statuses::Statuses;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

/// Status of all that is asked of one program, and the tests found.
pub struct Board {
    program: Arc<Program>,
    /// The program as the interpreter runs it, made when somebody first needs it: for a large one this takes a second, and as much memory as the program.
    compiled: OnceLock<Compiled>,
    judge: Box<dyn Judge>,
    targets: Targets,
    state: Mutex<State>,
    /// Behind a lock of its own: to write a proof may take long.
    certificates: Mutex<Certificates>,
    lost_runs: LostRuns,
    /// How far all was looked at, if anybody asks.
    depth: Mutex<TargetNotes>,
    /// Were only some paths of the program analysed, so that a proof about them is none about the program?
    is_share: bool,
    /// Which races and deadlocks are asked for, if not all.
    meeting: Option<Meeting>,
    /// The program with what its memory holds before it is written as inputs, if violations were looked for in it.
    with_memory_as_input: OnceLock<Arc<Program>>,
    /// Targets that are open, for those who ask often. Changed with the statuses alone.
    n_open: Arc<AtomicUsize>,
    /// Places that are looked for only to know whether what was proved says something.
    vacuity: Vec<PropertyId>,
    began: Instant,
    /// When nothing else was open any more.
    vacuity_alone: OnceLock<Instant>,
    effort: Mutex<Effort>,
}

struct State {
    statuses: Statuses,
    /// Groups of properties of which one proof is enough.
    alternatives: Vec<Alternatives>,
    tests: Collection,
    /// Of targets whose runs so far would not survive a replay or depend on indeterminate values: how many such runs there were, and the last one's test.
    fragile: BTreeMap<Target, Fragile>,
    /// Has a run read a value that the program does not determine?
    is_doubted: bool,
    /// Where runs accessed memory outside of objects.
    strays: BTreeSet<ProgramPoint>,
    /// Which goals stand behind such a place, as far as they were known when the engines were done.
    beyond: FxHashMap<GoalId, Location>,
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
    /// The goals and properties of the program.
    pub fn new(program: Arc<Program>, sink: Option<Box<dyn TestSink>>, lost_runs: LostRuns) -> Self {
        Self::judged_by(Box::new(ProgramJudge), program, sink, lost_runs)
    }

    /// The program as the interpreter runs it.
    pub fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| Compiled::new(&self.program))
    }

    /// What the judge can say something about.
    pub fn judged_by(judge: Box<dyn Judge>, program: Arc<Program>, sink: Option<Box<dyn TestSink>>, lost_runs: LostRuns) -> Self {
        let targets = judge.targets(&program);
        let vacuity = program.properties.iter().filter(|(_, property)| property.class == PropertyClass::Vacuity).map(|(id, _)| id).collect();
        let n_open = Arc::new(AtomicUsize::new(0));
        let state = State {
            statuses: Statuses::new(targets, Arc::clone(&n_open)),
            alternatives: Vec::new(),
            tests: Collection::new(sink),
            fragile: BTreeMap::new(),
            is_doubted: false,
            strays: BTreeSet::new(),
            beyond: FxHashMap::default(),
            notes: Notes::default(),
        };
        Self {
            program,
            compiled: OnceLock::new(),
            judge,
            targets,
            state: Mutex::new(state),
            certificates: Mutex::default(),
            lost_runs,
            is_share: false,
            meeting: None,
            with_memory_as_input: OnceLock::new(),
            depth: Mutex::default(),
            n_open,
            vacuity,
            began: Instant::now(),
            vacuity_alone: OnceLock::new(),
            effort: Mutex::default(),
        }
    }

    /// The program has only a share of the paths of the one that is asked about: what is excluded is open in all that is told of targets.
    #[must_use]
    pub fn of_share(self) -> Self {
        Self { is_share: true, ..self }
    }

    /// Of races and deadlocks only such as this one are asked for.
    #[must_use]
    pub fn asking_for(self, meeting: Meeting) -> Self {
        Self { meeting: Some(meeting), ..self }
    }

    /// Which races and deadlocks are asked for, if not all.
    pub fn meeting(&self) -> Option<&Meeting> {
        self.meeting.as_ref()
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program with what its memory holds before it is written as inputs, if violations were looked for in it.
    pub fn with_memory_as_input(&self) -> Option<&Arc<Program>> {
        self.with_memory_as_input.get()
    }

    /// What the engines have told of their work so far.
    pub fn effort(&self) -> Effort {
        *self.effort.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// An engine tells of its work.
    pub fn note_effort(&self, note: impl FnOnce(&mut Effort)) {
        note(&mut self.effort.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }

    /// How much was decided by engines within this time.
    pub fn decided_within(&self, time: Duration) -> usize {
        self.lock().statuses.decided_within(time)
    }

    /// All that is asked.
    pub fn targets(&self) -> Targets {
        self.targets
    }

    /// The number of targets that are open.
    pub fn n_open(&self) -> usize {
        self.n_open.load(Ordering::Relaxed)
    }

    /// Is any target open that is worth more time?
    pub fn anything_open(&self) -> bool {
        self.n_open() > 0 && !self.is_vacuity_left()
    }

    /// Is all decided but whether it says something, and has that been looked for as long as everything else?
    fn is_vacuity_left(&self) -> bool {
        let n_open = self.n_open();
        if n_open > self.vacuity.len() || self.vacuity.iter().filter(|&&p| self.is_open(p)).count() < n_open {
            return false;
        }
        let since = *self.vacuity_alone.get_or_init(Instant::now);
        since.elapsed() > (since - self.began).max(budget::VACUITY)
    }

    pub fn is_open(&self, target: impl Into<Target>) -> bool {
        self.lock().statuses.is_open(target.into())
    }

    pub fn is_reached(&self, target: impl Into<Target>) -> bool {
        self.lock().statuses.is_reached(target.into())
    }

    /// The targets that are open, in the order of their numbers.
    pub fn open(&self) -> Vec<Target> {
        self.lock().statuses.open().collect()
    }

    /// The targets that no execution reaches.
    pub fn excluded(&self) -> FxHashSet<Target> {
        self.lock().statuses.excluded().collect()
    }

    /// What is known of the target. A proof says that no run reaches it that accesses live objects only. Where a run was seen that does not, and from which
    /// control flow leads to the target, it is open: the compiled program may go on from there.
    pub fn status(&self, target: impl Into<Target>) -> Status {
        self.told(self.lock().statuses.get(target.into()))
    }

    fn told(&self, status: Status) -> Status {
        match status {
            Status::Excluded(_) if self.is_share => Status::Open(Reason::OnShare),
            other => other,
        }
    }

    /// The proof that a target is not reached on the paths of a share.
    pub fn excluded_on_share(&self, target: impl Into<Target>) -> Option<Proof> {
        match self.lock().statuses.get(target.into()) {
            Status::Excluded(proof) if self.is_share => Some(proof),
            _ => None,
        }
    }

    /// Is every target excluded on the paths that were analysed, which are a share?
    pub fn all_excluded_on_share(&self) -> bool {
        let state = self.lock();
        self.is_share && self.targets.all().all(|target| matches!(state.statuses.get(target), Status::Excluded(_) | Status::Superseded))
    }

    /// The status of all targets, in the order of their numbers.
    pub fn statuses(&self) -> Vec<Status> {
        let state = self.lock();
        self.targets.all().map(|target| self.told(state.statuses.get(target))).collect()
    }

    /// When and by whom the target was decided.
    pub fn decision(&self, target: impl Into<Target>) -> Option<Decision> {
        self.lock().statuses.decision(target.into())
    }

    /// No execution reaches the target, if it is still open.
    pub fn exclude(&self, target: impl Into<Target>, proof: Proof) {
        let target = target.into();
        let mut state = self.lock();
        if let Some(loc) = target.goal().and_then(|goal| state.beyond.get(&goal).copied()) {
            state.statuses.resist(target, Reason::BeyondObjects(loc));
        } else if state.statuses.exclude(target, proof) {
            state.drop_alternatives(target);
        }
    }

    /// Notes what stands in the way of a target that is open.
    pub fn resist(&self, target: impl Into<Target>, reason: Reason) {
        self.lock().statuses.resist(target.into(), reason);
    }

    /// Notes what stands in the way of everything that is open, whatever stood there.
    pub fn resist_all(&self, reason: Reason) {
        self.lock().statuses.resist_all(reason, true);
    }

    /// Notes what stands in the way of everything that is open and of which nothing more is known.
    pub fn resist_rest(&self, reason: Reason) {
        self.lock().statuses.resist_all(reason, false);
    }

    /// How often something contradicted what was decided.
    pub fn n_reopened(&self) -> usize {
        self.lock().statuses.n_reopened()
    }

    /// To be called after [`finish`](Self::finish): the tests in the order in which each shows as much as possible, numbered anew; with `minimise` only as many
    /// as show what all show.
    pub fn arrange(&self, minimise: bool) {
        let mut state = self.lock();
        let State { tests, statuses, .. } = &mut *state;
        if tests.arrange(statuses, minimise) {
            for test in tests.all() {
                test.covers.iter().for_each(|&target| statuses.renumber(target, test.id));
            }
        }
    }

    pub fn tests(&self) -> Vec<TestCase> {
        self.lock().tests.all().to_vec()
    }

    pub fn property_summary(&self) -> PropertySummary {
        let mut summary = PropertySummary::default();
        let wanted = self.program().properties.iter().filter(|(_, property)| property.class != goto::PropertyClass::Vacuity);
        wanted.for_each(|(p, _)| summary.add(&self.status(p)));
        summary
    }

    /// Counts of all targets but properties.
    pub fn summary(&self) -> Summary {
        let state = self.lock();
        let count = |targets: &mut dyn Iterator<Item = Target>| targets.filter(|target| target.property().is_none()).count();
        Summary {
            goals: self.targets.goals + self.targets.query_goals,
            covered: count(&mut state.statuses.reached()),
            covered_natively: state.statuses.n_reached_natively(),
            unreachable: if self.is_share { 0 } else { count(&mut state.statuses.excluded()) },
            undecided: count(&mut state.statuses.open()) + if self.is_share { count(&mut state.statuses.excluded()) } else { 0 },
            tests: state.tests.all().len(),
        }
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
