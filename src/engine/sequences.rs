//! The goals of a query: a board of their own, and the engines that work on it. A goal counts as covered only by a run of the interpreter whose events the
//! query's automata accept; what search and solvers find are proposals.
//!
//! An engine asks for the goals that are open, proposes inputs by [`SequenceBoard::try_inputs`], and reports what it proves by
//! [`SequenceBoard::unreachable`].

mod flow;
mod paths;
mod unroll;
mod walk;
mod work;

pub use work::analyse;

use crate::arg;
use crate::bmc::Counters;
use crate::budget;
use crate::collection::TestSink;
use crate::schedule::Effort;
use crate::status::{Depth, Proof, Reason, Shown, Summary, TestCase, TestId};
use automata::fql::accept::Event;
use automata::fql::watch::Watch;
use automata::fql::{GoalIndex, Query};
use goto::edges::Edges;
use goto::index::Id;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, GoalId, InputId, Program, TypeId};
use rustc_hash::FxHashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is known of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SequenceStatus {
    Open,
    /// A run of the interpreter satisfies it.
    Covered {
        test: TestId,
    },
    /// No execution does.
    Unreachable {
        proof: Proof,
    },
}

/// A test with the goals that no earlier one satisfies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequenceTest {
    pub id: TestId,
    pub inputs: Vec<(InputId, Bits)>,
    pub covers: Vec<GoalIndex>,
}

/// Everything about a query and a program that does not change.
pub struct Subject {
    /// The program with the events, as the engines see it.
    pub program: Arc<Program>,
    /// The program without events, to which the edges belong. It has the expressions of the events' tests.
    pub plain: Arc<Program>,
    /// The edges of the program as it was when the query was read.
    pub edges: Edges,
    pub query: Query,
    pub watch: Watch,
}

/// Status of all goals of a query, and the tests found. Shared by all engines; every method takes the lock for a short time only.
pub struct SequenceBoard {
    subject: Subject,
    state: Mutex<State>,
}

struct State {
    goals: Vec<SequenceStatus>,
    n_open: usize,
    tests: Vec<SequenceTest>,
    sink: Option<Box<dyn TestSink>>,
    sink_error: Option<io::Error>,
    /// Why what is open is open, for those that have no reason of their own.
    reason: Reason,
    /// Why single goals are open.
    reasons: FxHashMap<GoalIndex, Reason>,
    /// A run satisfied it only for some values that the program does not determine.
    indeterminate: Vec<GoalIndex>,
    /// How far an unrolling has looked for all goals that were open, without finding any.
    depth: Option<Depth>,
}

impl SequenceBoard {
    pub fn new(subject: Subject, sink: Option<Box<dyn TestSink>>) -> Self {
        let n = usize::try_from(subject.query.n_goals()).unwrap_or(usize::MAX);
        let goals = vec![SequenceStatus::Open; n];
        let state = State {
            goals,
            n_open: n,
            tests: Vec::new(),
            sink,
            sink_error: None,
            reason: Reason::NotAnalysed,
            reasons: FxHashMap::default(),
            indeterminate: Vec::new(),
            depth: None,
        };
        Self { subject, state: Mutex::new(state) }
    }

    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    pub fn program(&self) -> &Program {
        &self.subject.program
    }

    pub fn n_open(&self) -> usize {
        self.lock().n_open
    }

    pub fn goal(&self, goal: GoalIndex) -> SequenceStatus {
        self.lock().goals[goal.0 as usize]
    }

    pub fn is_open(&self, goal: GoalIndex) -> bool {
        self.goal(goal) == SequenceStatus::Open
    }

    /// The status of all goals, in their order.
    pub fn goals(&self) -> Vec<SequenceStatus> {
        self.lock().goals.clone()
    }

    /// The goals that are open, in ascending order.
    pub fn open_goals(&self) -> Vec<GoalIndex> {
        let state = self.lock();
        (0u64..).map(GoalIndex).zip(&state.goals).filter(|(_, s)| **s == SequenceStatus::Open).map(|(g, _)| g).collect()
    }

    pub fn tests(&self) -> Vec<SequenceTest> {
        self.lock().tests.clone()
    }

    /// Runs the program on these inputs and looks which goals the run satisfies; a run that asks for more inputs is cut there. Those that are newly covered
    /// are, by a test that is written at once. Returns their number. Of a long run no more is looked at than what covers something new, and the wanted
    /// goals.
    pub fn try_inputs(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], wanted: &[GoalIndex], stop: &Stop) -> usize {
        let (n_covered, is_whole) = self.judge(compiled, inputs, budget::runs::FIRST_STEPS, stop);
        if is_whole || n_covered > 0 && wanted.iter().all(|&goal| !self.is_open(goal)) {
            return n_covered;
        }
        n_covered + self.judge(compiled, inputs, budget::runs::STEPS, stop).0
    }

    /// Covers what a run of so many steps at most covers. How many goals these are, and whether the run is shorter.
    fn judge(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], steps: u64, stop: &Stop) -> (usize, bool) {
        let stopped = || stop.reason().is_some();
        let limits = Limits { steps, memory: budget::runs::MEMORY, depth: budget::runs::DEPTH, stop: &stopped };
        let mut machine = Machine::new(compiled);
        let mut events = Events { watch: &self.subject.watch, events: Vec::new() };
        let mut run = machine.run_observed(&mut FixedInputs { inputs, next: 0 }, &limits, &mut events);
        let mut suspected = Vec::new();
        if run.indeterminate {
            suspected = self.accepted(&run, &events);
            events.events.clear();
            run = machine.run_doubting_observed(&mut FixedInputs { inputs, next: 0 }, &limits, &mut events);
        }
        let goals = self.accepted(&run, &events);
        (self.cover(&run, goals, suspected), run.outcome != Outcome::StepLimit)
    }

    fn accepted(&self, run: &Run, events: &Events<'_>) -> Vec<GoalIndex> {
        let ended = matches!(run.outcome, Outcome::Exit | Outcome::Abort) && run.certain.as_ref().is_none_or(|c| c.whole);
        self.subject.watch.acceptor.accepted(events.events.iter().copied(), ended)
    }

    fn cover(&self, run: &Run, goals: Vec<GoalIndex>, suspected: Vec<GoalIndex>) -> usize {
        let mut state = self.lock();
        let open = |state: &State, g: &GoalIndex| state.goals[g.0 as usize] == SequenceStatus::Open;
        let suspected: Vec<GoalIndex> = suspected.into_iter().filter(|g| open(&state, g) && goals.binary_search(g).is_err()).collect();
        state.indeterminate.extend(suspected);
        state.indeterminate.sort_unstable();
        state.indeterminate.dedup();
        let covers: Vec<GoalIndex> = goals.into_iter().filter(|g| open(&state, g)).collect();
        if covers.is_empty() {
            return 0;
        }
        let id = TestId::new(state.tests.len());
        for goal in &covers {
            state.goals[goal.0 as usize] = SequenceStatus::Covered { test: id };
        }
        state.n_open -= covers.len();
        // The goals of the program that tests cover are events, which say nothing to a reader of the suite.
        let test = TestCase { id, inputs: run.inputs.clone(), covers: Vec::new(), shows: Shown::default() };
        if let Some(sink) = &mut state.sink
            && let Err(error) = sink.test(&self.subject.program, &test)
        {
            state.sink_error.get_or_insert(error);
        }
        let n = covers.len();
        state.tests.push(SequenceTest { id, inputs: test.inputs, covers });
        n
    }

    /// The goal cannot be satisfied, if it is still open.
    pub fn unreachable(&self, goal: GoalIndex, proof: Proof) {
        let mut state = self.lock();
        if state.goals[goal.0 as usize] == SequenceStatus::Open {
            state.goals[goal.0 as usize] = SequenceStatus::Unreachable { proof };
            state.n_open -= 1;
        }
    }

    /// Notes what stands in the way of everything that is open.
    pub fn resists(&self, reason: Reason) {
        self.lock().reason = reason;
    }

    /// Notes what stands in the way of one goal.
    pub fn goal_resists(&self, goal: GoalIndex, reason: Reason) {
        self.lock().reasons.insert(goal, reason);
    }

    /// No run that stays within the depth satisfies any goal that is open.
    pub fn note_depth(&self, depth: Depth) {
        self.lock().depth = Some(depth);
    }

    /// How far all was looked at.
    pub fn depth(&self) -> Option<Depth> {
        self.lock().depth.clone()
    }

    /// What stands in the way of a goal that is open.
    pub fn reason(&self, goal: GoalIndex) -> Reason {
        let state = self.lock();
        if state.indeterminate.binary_search(&goal).is_ok() { Reason::Indeterminate } else { state.reasons.get(&goal).unwrap_or(&state.reason).clone() }
    }

    pub fn summary(&self) -> Summary {
        let state = self.lock();
        let count = |wanted: fn(&SequenceStatus) -> bool| state.goals.iter().filter(|s| wanted(s)).count();
        Summary {
            goals: state.goals.len(),
            covered: count(|s| matches!(s, SequenceStatus::Covered { .. })),
            unreachable: count(|s| matches!(s, SequenceStatus::Unreachable { .. })),
            undecided: state.n_open,
            tests: state.tests.len(),
        }
    }

    /// The first failure to write a test, once.
    pub fn take_sink_error(&self) -> Option<io::Error> {
        self.lock().sink_error.take()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every method finishes its change in one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes down the events of a run.
struct Events<'a> {
    watch: &'a Watch,
    events: Vec<Event>,
}

impl Observer for Events<'_> {
    const TRACE: bool = false;
    const GOALS: bool = true;

    fn reached(&mut self, goal: GoalId) {
        self.events.extend(self.watch.event(goal));
    }
}

/// These inputs and no more.
struct FixedInputs<'a> {
    inputs: &'a [(InputId, Bits)],
    next: usize,
}

impl InputSource for FixedInputs<'_> {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = self.inputs.get(self.next)?.1;
        self.next += 1;
        Some(value.resize(width, true))
    }
}

/// What the engines did.
#[derive(Clone, Copy, Default, Debug)]
pub struct SequenceEffort {
    /// With the events by themselves.
    pub events: Effort,
    /// With the goals: the search and the shared unrolling.
    pub search_runs: u64,
    pub unrolling: Counters,
    pub graphs: arg::Counters,
}
