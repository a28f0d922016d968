//! Runs under random schedules: each thread has a priority, of those that can go on the first one does, and at a few steps the one that runs becomes the last
//! (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010). Some runs choose a thread for each step.

use super::facts::Facts;
use super::{Edge, Subject, limits};
use crate::budget::interleavings as budget;
use crate::search::Vocabulary;
use goto::interp::threads::{Log, Standing, ThreadId, ThreadedRun, Visible};
use goto::interp::{InputSource, Outcome};
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, InputId, Random, TypeId};
use std::time::Instant;

/// Inputs of a test, as long as they fit, then random ones; and which they were.
struct RandomInputs<'a> {
    vocabulary: &'a Vocabulary,
    random: &'a mut Random,
    first: &'a mut std::vec::IntoIter<(InputId, Bits)>,
    read: Vec<(InputId, Bits)>,
}

impl InputSource for RandomInputs<'_> {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = match self.first.next() {
            Some((of, value)) if of == input && value.width() == width => value,
            _ => {
                *self.first = Vec::new().into_iter();
                self.vocabulary.value(self.random, input).resize(width, false)
            }
        };
        self.read.push((input, value));
        Some(value)
    }
}

/// How a run chooses threads.
enum Choice {
    /// The first of those that can go on; at these steps the one that runs becomes the last.
    Priorities {
        order: Vec<u64>,
        changes: Vec<u64>,
    },
    Uniform,
}

/// The first runs learn which places are shared.
const LEARNING: u64 = 8;

/// All random runs of a program.
pub(crate) struct RandomRuns<'a> {
    subject: &'a Subject<'a>,
    random: Random,
    runs: u64,
    /// Steps of the longest run so far.
    longest: u64,
    depends_on_chance: bool,
    /// Goals that are open, as far as is known.
    goals: Vec<GoalId>,
    vocabulary: Vocabulary,
    /// Inputs that led somewhere.
    seeds: Vec<Vec<(InputId, Bits)>>,
}

impl<'a> RandomRuns<'a> {
    pub(super) fn new(subject: &'a Subject<'a>, seed: u64) -> Self {
        let vocabulary = Vocabulary::of(subject.board.program());
        Self { subject, random: Random::new(seed), runs: 0, longest: 1, depends_on_chance: true, goals: subject.open_goals(), vocabulary, seeds: Vec::new() }
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// Could another run do something else?
    pub(super) fn may_go_on(&self) -> bool {
        self.depends_on_chance
    }

    /// Makes so many runs, or until the time is over or nothing is open.
    pub(super) fn work(&mut self, facts: &mut Facts, runs: u64, until: Instant, stop: &Stop) {
        self.seeds = self.subject.board.tests().into_iter().map(|test| test.inputs).filter(|inputs| !inputs.is_empty()).collect();
        for _ in 0..runs {
            if Instant::now() >= until || stop.reason().is_some() || !self.subject.board.anything_open() {
                return;
            }
            self.run(facts, until, stop);
            self.runs += 1;
        }
    }

    /// What a run begins with.
    fn first_inputs(&mut self) -> Vec<(InputId, Bits)> {
        if self.seeds.is_empty() || !self.random.chance(60) {
            return Vec::new();
        }
        self.seeds[self.random.below(self.seeds.len())].clone()
    }

    fn choice(&mut self) -> Choice {
        if self.random.chance(40) {
            return Choice::Uniform;
        }
        let depth = self.random.below(4);
        let longest = self.longest as usize;
        Choice::Priorities { order: Vec::new(), changes: (0..depth).map(|_| self.random.below(longest.max(1)) as u64).collect() }
    }

    fn run(&mut self, facts: &mut Facts, until: Instant, stop: &Stop) {
        let asks = || stop.reason().is_some() || Instant::now() >= until;
        let limits = limits(&asks);
        let Ok(mut run) = ThreadedRun::new(self.subject.compiled, &limits) else { return };
        let mut choice = self.choice();
        let (mut edges, mut log) = (Vec::new(), Log::default());
        if self.runs < LEARNING {
            facts.share();
        }
        let mut n_violations = 0;
        let mut operations = 0;
        let mut first = self.first_inputs().into_iter();
        for step in 0..budget::RANDOM_STEPS {
            let ready: Vec<ThreadId> = (0..run.n_threads()).map(ThreadId::new).filter(|&thread| run.standing(thread) == Standing::Ready).collect();
            let Some(thread) = self.next(&mut choice, &ready, step) else {
                if let Some(deadlock) = self.subject.deadlock
                    && run.deadlock(self.subject.board.meeting()).is_some()
                {
                    self.subject.confirm(deadlock.into(), &edges, stop);
                }
                break;
            };
            self.longest = self.longest.max(step);
            let identity = run.identity(thread);
            let mut source = RandomInputs { vocabulary: &self.vocabulary, random: &mut self.random, first: &mut first, read: Vec::new() };
            let end = run.step(thread, Visible::Places(facts.shared()), &mut source, &limits, &mut log);
            let read = source.read;
            facts.note_users(identity, &log.places);
            operations += log.operations;
            edges.push(Edge { thread, operations: log.operations, inputs: read });
            let meeting = self.subject.board.meeting();
            let race = self.subject.race.filter(|_| log.races.iter().any(|race| run.is_asked(race, meeting)));
            let new: Vec<_> = run.violations()[n_violations..].iter().copied().chain(race).collect();
            n_violations = run.violations().len();
            for property in new {
                self.subject.confirm(property.into(), &edges, stop);
            }
            let subject = self.subject;
            self.goals.retain(|&goal| !run.has_reached(goal) || !subject.confirm(goal.into(), &edges, stop));
            if matches!(end, Some(Outcome::Stopped)) {
                return;
            }
            if end.is_some() || operations > budget::RANDOM_OPERATIONS || !self.subject.board.anything_open() {
                break;
            }
        }
    }

    fn next(&mut self, choice: &mut Choice, ready: &[ThreadId], step: u64) -> Option<ThreadId> {
        let Choice::Priorities { order, changes } = choice else { return self.random.pick(ready) };
        for thread in ready {
            while order.len() <= thread.index() {
                order.push(self.random.bits() | 1 << 63);
            }
        }
        let first = ready.iter().copied().max_by_key(|thread| order[thread.index()])?;
        if changes.contains(&step) {
            order[first.index()] = changes.len() as u64;
            return ready.iter().copied().max_by_key(|thread| order[thread.index()]);
        }
        Some(first)
    }
}
