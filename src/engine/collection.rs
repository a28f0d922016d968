//! The tests of a board: what the replay of each shows, where they go the moment they are found, and in the end which are kept in which order. Knows which goals
//! are covered by what the board tells it.

use crate::selection::{best_first, smallest};
use crate::status::{GoalStatus, Shown, TestCase, TestId};
use goto::index::{Id, IdVec};
use goto::interp::{Outcome, Run};
use goto::{Bits, GoalId, InputId, Program};
use rustc_hash::FxHashSet;
use std::io;

/// Where tests go the moment they are found.
pub trait TestSink: Send {
    /// Writes one test for good.
    fn test(&mut self, program: &Program, test: &TestCase) -> io::Result<()>;

    /// Keeps these of the tests so far, in this order, and numbers them anew. What all of them show is there at every moment.
    fn arrange(&mut self, order: &[TestId]) -> io::Result<()>;
}

/// Tests, numbered from 0 in their order.
pub(super) struct Collection {
    tests: Vec<TestCase>,
    sink: Option<Box<dyn TestSink>>,
    /// The first failure to write a test.
    sink_error: Option<io::Error>,
}

impl Collection {
    pub(crate) fn new(sink: Option<Box<dyn TestSink>>) -> Self {
        Self { tests: Vec::new(), sink, sink_error: None }
    }

    pub(crate) fn all(&self) -> &[TestCase] {
        &self.tests
    }

    /// The first failure to write a test, once.
    pub(crate) fn take_sink_error(&mut self) -> Option<io::Error> {
        self.sink_error.take()
    }

    /// Adds a test for goals that no test covers so far, each with the number of inputs that were read when it was reached.
    pub(crate) fn add(&mut self, program: &Program, run: &Run, covers: &[(GoalId, Option<u32>)]) -> TestId {
        let id = TestId::new(self.tests.len());
        // Inputs after the last new goal are of no use; without them the replay ends at the next input, before anything bad can happen.
        let n_inputs = match covers.iter().filter_map(|c| c.1).max() {
            Some(n) => (n as usize).min(run.inputs.len()),
            None => run.inputs.len(),
        };
        let covers: Vec<GoalId> = covers.iter().map(|c| c.0).collect();
        let shows = shown(run, n_inputs, &covers);
        self.push(program, TestCase { id, inputs: run.inputs[..n_inputs].to_vec(), covers, shows });
        id
    }

    /// Adds a test of which nothing is known but that native runs may show something.
    pub(crate) fn add_native(&mut self, program: &Program, inputs: Vec<(InputId, Bits)>) {
        let id = TestId::new(self.tests.len());
        self.push(program, TestCase { id, inputs, covers: Vec::new(), shows: Shown::default() });
    }

    fn push(&mut self, program: &Program, test: TestCase) {
        if let Some(sink) = &mut self.sink
            && let Err(error) = sink.test(program, &test)
        {
            self.sink_error.get_or_insert(error);
        }
        self.tests.push(test);
    }

    /// A replay of the test shows the goal for sure, and no earlier one does.
    pub(crate) fn shows(&mut self, test: TestId, goal: GoalId) {
        let test = &mut self.tests[test.index()];
        test.covers.push(goal);
        test.shows.doubtful.retain(|&g| g != goal);
        test.shows.sure.push(goal);
    }

    /// No test covers the goal any more, though some may lead there.
    pub(crate) fn withdraw(&mut self, goal: GoalId) {
        for test in &mut self.tests {
            test.covers.retain(|&g| g != goal);
            if test.shows.sure.contains(&goal) {
                test.shows.sure.retain(|&g| g != goal);
                test.shows.doubtful.push(goal);
            }
        }
    }

    /// Orders the tests, those first that show most, and numbers them anew; with `minimise` keeps only as many as show what all do. False if nothing was changed.
    pub(crate) fn arrange(&mut self, goals: &IdVec<GoalId, GoalStatus>, minimise: bool) -> bool {
        let wanted = |test: &TestCase| Shown {
            sure: test.shows.sure.iter().copied().filter(|&g| matches!(goals[g], GoalStatus::Covered { .. })).collect(),
            doubtful: test.shows.doubtful.iter().copied().filter(|&g| matches!(goals[g], GoalStatus::Open(_))).collect(),
        };
        let shown: Vec<Shown> = self.tests.iter().map(wanted).collect();
        let kept = if minimise { smallest(&shown) } else { (0..shown.len()).collect() };
        let of_kept: Vec<Shown> = kept.iter().map(|&t| shown[t].clone()).collect();
        let order: Vec<TestId> = best_first(&of_kept).into_iter().map(|t| TestId::new(kept[t])).collect();
        if order.iter().enumerate().all(|(at, t)| at == t.index()) && order.len() == self.tests.len() {
            return false;
        }
        if let Some(sink) = &mut self.sink
            && let Err(error) = sink.arrange(&order)
        {
            self.sink_error.get_or_insert(error);
            return false;
        }
        let mut seen: FxHashSet<GoalId> = FxHashSet::default();
        let mut renumbered = |(at, &old): (usize, &TestId)| {
            let covers = shown[old.index()].sure.iter().copied().filter(|g| seen.insert(*g)).collect();
            TestCase { id: TestId::new(at), covers, ..self.tests[old.index()].clone() }
        };
        self.tests = order.iter().enumerate().map(&mut renumbered).collect();
        true
    }
}

/// What the replay of a run's first inputs shows, if the run covers these goals.
fn shown(run: &Run, n_inputs: usize, covers: &[GoalId]) -> Shown {
    let keeps = n_inputs < run.inputs.len() || !ends_badly(run);
    let mut shown = Shown::default();
    let mut is_covered = vec![false; run.first_reached.len()];
    covers.iter().for_each(|g| is_covered[g.index()] = true);
    let in_time = |reached: Option<u32>| reached.is_some_and(|n| n as usize <= n_inputs);
    for goal in run.goals.iter().filter(|g| in_time(run.first_reached[g.index()])) {
        let is_sure = is_covered[goal.index()] || keeps && in_time(run.certainly_reached(goal));
        if is_sure { &mut shown.sure } else { &mut shown.doubtful }.push(goal);
    }
    shown
}

/// Does a replay of all of the run's inputs lose what it covered?
fn ends_badly(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Crash { .. } | Outcome::StackOverflow | Outcome::StepLimit | Outcome::MemoryLimit | Outcome::Stopped)
}

/// What a replay of a run's inputs up to a goal shows of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Replay {
    /// It ends in a way that keeps what it covered.
    Keeps,
    /// Whether the goal is reached depends on values that the program does not determine, so a native run may go elsewhere.
    Unsure,
    /// It crashes or hangs before it reads another input: nothing that it covered is kept.
    Loses,
}

impl Replay {
    /// Of a goal that is certainly reached after so many inputs.
    pub(crate) fn of(run: &Run, reached: Option<u32>) -> Self {
        match reached {
            None => Replay::Unsure,
            Some(needed) if needed as usize >= run.inputs.len() && ends_badly(run) => Replay::Loses,
            Some(_) => Replay::Keeps,
        }
    }
}
