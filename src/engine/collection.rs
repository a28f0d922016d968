//! The tests of a board: what the replay of each shows, where they go the moment they are found, and in the end which are kept in which order. Knows which goals
//! are covered by what the board tells it.

use crate::board::Statuses;
use crate::interleavings::Interleaving;
use crate::judge::Hit;
use crate::selection::{best_first, smallest};
use crate::status::{Shown, TestCase, TestId};
use crate::target::Target;
use goto::index::Id;
use goto::interp::threads::Turn;
use goto::interp::{Outcome, Run};
use goto::{Bits, InputId, Program, PropertyId};
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
    /// Tests that others show all of; they go when tests are arranged.
    replaced: FxHashSet<TestId>,
    sink: Option<Box<dyn TestSink>>,
    /// The first failure to write a test.
    sink_error: Option<io::Error>,
}

impl Collection {
    pub(crate) fn new(sink: Option<Box<dyn TestSink>>) -> Self {
        Self { tests: Vec::new(), replaced: FxHashSet::default(), sink, sink_error: None }
    }

    pub(crate) fn all(&self) -> &[TestCase] {
        &self.tests
    }

    /// The first failure to write a test, once.
    pub(crate) fn take_sink_error(&mut self) -> Option<io::Error> {
        self.sink_error.take()
    }

    /// Adds a test for targets that no test covers so far, each with the number of inputs that were read when it was reached. The run reaches what `hits` says, and
    /// perhaps more.
    pub(crate) fn add(&mut self, program: &Program, run: &Run, hits: &[Hit], covers: &[(Target, Option<u32>)]) -> TestId {
        let id = TestId::new(self.tests.len());
        // Inputs after the last new goal are of no use; without them the replay ends at the next input, before anything bad can happen.
        let n_inputs = match covers.iter().filter_map(|c| c.1).max() {
            Some(n) => (n as usize).min(run.inputs.len()),
            None => run.inputs.len(),
        };
        let covers: Vec<Target> = covers.iter().map(|c| c.0).collect();
        let shows = shown(run, hits, n_inputs, &covers);
        self.push(program, TestCase { id, inputs: run.inputs[..n_inputs].to_vec(), schedule: None, violates: None, covers, shows });
        id
    }

    /// Adds a test of a program with threads for targets that no test covers so far. The run ends with the schedule.
    pub(crate) fn add_interleaving(&mut self, program: &Program, run: &Run, schedule: Vec<Turn>, hits: &[Hit], covers: Vec<Target>) -> TestId {
        let id = TestId::new(self.tests.len());
        let goals = hits.iter().filter(|hit| hit.target.goal().is_some());
        let (sure, doubtful): (Vec<&Hit>, Vec<&Hit>) = goals.partition(|hit| hit.certain.is_some());
        let targets = |hits: Vec<&Hit>| hits.iter().map(|hit| hit.target).collect();
        let shows = Shown { sure: targets(sure), doubtful: targets(doubtful) };
        self.push(program, TestCase { id, inputs: run.inputs.clone(), schedule: Some(schedule), violates: None, covers, shows });
        id
    }

    /// Adds a test that shows what another one does, which is not needed any more.
    pub(crate) fn replace(&mut self, program: &Program, test: TestId, run: &Run, hits: &[Hit], covers: &[(Target, Option<u32>)]) {
        self.add(program, run, hits, covers);
        self.replaced.insert(test);
    }

    /// Adds a test that covers no goal for certain, such as one of which native runs may show something.
    pub(crate) fn add_native(&mut self, program: &Program, inputs: Vec<(InputId, Bits)>) {
        let id = TestId::new(self.tests.len());
        self.push(program, TestCase { id, inputs, schedule: None, violates: None, covers: Vec::new(), shows: Shown::default() });
    }

    /// Adds a test that violates properties, if tests are written.
    pub(crate) fn write_violation(&mut self, program: &Program, property: PropertyId, inputs: Vec<(InputId, Bits)>) {
        if self.sink.is_some() {
            let id = TestId::new(self.tests.len());
            // Of one thread a native run shows it, if anything.
            let violates = program.begins_threads().then_some(property);
            self.push(program, TestCase { id, inputs, schedule: None, violates, covers: Vec::new(), shows: Shown::default() });
        }
    }

    /// As [`write_violation`](Self::write_violation), of a program with threads under a schedule.
    pub(crate) fn write_interleaving(&mut self, program: &Program, property: PropertyId, interleaving: Interleaving) {
        if self.sink.is_some() {
            let id = TestId::new(self.tests.len());
            let Interleaving { inputs, schedule } = interleaving;
            let (covers, shows) = (Vec::new(), Shown::default());
            self.push(program, TestCase { id, inputs, schedule: Some(schedule), violates: Some(property), covers, shows });
        }
    }

    fn push(&mut self, program: &Program, test: TestCase) {
        if let Some(sink) = &mut self.sink
            && let Err(error) = sink.test(program, &test)
        {
            self.sink_error.get_or_insert(error);
        }
        self.tests.push(test);
    }

    /// A replay of the test shows the target for sure, and no earlier one does.
    pub(crate) fn shows(&mut self, test: TestId, target: Target) {
        let test = &mut self.tests[test.index()];
        test.covers.push(target);
        test.shows.doubtful.retain(|&t| t != target);
        test.shows.sure.push(target);
    }

    /// No test covers the target any more, though some may lead there.
    pub(crate) fn withdraw(&mut self, target: Target) {
        for test in &mut self.tests {
            test.covers.retain(|&t| t != target);
            if test.shows.sure.contains(&target) {
                test.shows.sure.retain(|&t| t != target);
                test.shows.doubtful.push(target);
            }
        }
    }

    /// Orders the tests, those first that show most, and numbers them anew; with `minimise` keeps only as many as show what all do. False if nothing was changed.
    pub(crate) fn arrange(&mut self, statuses: &Statuses, minimise: bool) -> bool {
        let wanted = |test: &TestCase| Shown {
            sure: test.shows.sure.iter().copied().filter(|&t| statuses.is_reached(t)).collect(),
            doubtful: test.shows.doubtful.iter().copied().filter(|&t| statuses.is_open(t)).collect(),
        };
        let wanted = |test: &TestCase| if self.replaced.contains(&test.id) { Shown::default() } else { wanted(test) };
        let shown: Vec<Shown> = self.tests.iter().map(wanted).collect();
        let mut kept = if minimise { smallest(&shown) } else { (0..shown.len()).collect() };
        kept.retain(|&test| !self.replaced.contains(&TestId::new(test)));
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
        let mut seen: FxHashSet<Target> = FxHashSet::default();
        let mut renumbered = |(at, &old): (usize, &TestId)| {
            let covers = shown[old.index()].sure.iter().copied().filter(|g| seen.insert(*g)).collect();
            TestCase { id: TestId::new(at), covers, ..self.tests[old.index()].clone() }
        };
        self.replaced.clear();
        self.tests = order.iter().enumerate().map(&mut renumbered).collect();
        true
    }
}

/// What the replay of a run's first inputs shows, if the run covers these targets.
fn shown(run: &Run, hits: &[Hit], n_inputs: usize, covers: &[Target]) -> Shown {
    let keeps = n_inputs < run.inputs.len() || !ends_badly(run);
    let is_covered: FxHashSet<Target> = covers.iter().copied().collect();
    let in_time = |n: u32| n as usize <= n_inputs;
    let mut shown = Shown::default();
    for hit in hits.iter().filter(|hit| in_time(hit.inputs)) {
        let is_sure = match hit.target {
            Target::Goal(_) => is_covered.contains(&hit.target) || keeps && hit.certain.is_some_and(in_time),
            // A run satisfies very many of them, which later tests need not tell again.
            Target::QueryGoal(_) if is_covered.contains(&hit.target) => true,
            Target::QueryGoal(_) | Target::Property(_) => continue,
        };
        if is_sure { &mut shown.sure } else { &mut shown.doubtful }.push(hit.target);
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
