//! What the tests of a suite reach natively, compiled as coverage validators compile programs: only such runs tell where values lead that C does not determine.
//! The compiler works while the engines do, since there is no time for it behind the deadline.

use crate::c::outline::{ArmPlace, Arms};
use crate::cli::request::ProgramRequest;
use crate::emit::{harness, value};
use crate::engine::board::Board;
use crate::engine::replay::{self, Build, Flags, Native, NativeEnd, NativeRun};
use goto::{Bits, GoalId, IdVec, InputId, Mark, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// So long all tests may run after a deadline.
const BEHIND_DEADLINE: Duration = Duration::from_millis(350);
/// So long they may run otherwise.
const IN_TIME: Duration = Duration::from_secs(20);

/// So long the worker waits for new tests.
const PAUSE: Duration = Duration::from_millis(100);

/// The marks that goals stand for.
pub type Marks = IdVec<GoalId, Option<Mark>>;

/// Counts what native runs reach, once it is worth it.
pub struct Counting {
    request: ProgramRequest,
    worker: Option<(Arc<Counted>, JoinHandle<()>)>,
}

/// The values of a test in order.
type Inputs = Vec<(InputId, Bits)>;

/// What the worker has.
#[derive(Default)]
struct Counted {
    /// Once it is compiled.
    probed: OnceLock<Probed>,
    /// What runs reached, by their inputs.
    reached: Mutex<FxHashMap<Inputs, Vec<GoalId>>>,
    /// No more tests will come.
    is_over: AtomicBool,
}

impl Counting {
    pub fn new(request: &ProgramRequest) -> Self {
        Self { request: request.clone(), worker: None }
    }

    /// To be called now and then: starts to compile the program once a run has read what C does not determine.
    pub fn tick(&mut self, board: &Arc<Board>, marks: &Arc<Marks>) {
        if self.worker.is_none() && board.is_doubted() && !board.open_goals().is_empty() {
            let counted = Arc::new(Counted::default());
            let (request, board, marks, own) = (self.request.clone(), Arc::clone(board), Arc::clone(marks), Arc::clone(&counted));
            let thread = thread::Builder::new().name("replay".into()).spawn(move || own.work(&request, &board, &marks));
            // Without a thread nothing is counted.
            self.worker = thread.ok().map(|thread| (counted, thread));
        }
    }

    /// Runs the tests that were not run yet and reports what all reach. After a deadline only if the compiler is done, and not for long.
    pub fn finish(&mut self, board: &Arc<Board>, marks: &Arc<Marks>, is_late: bool) {
        if !is_late {
            self.tick(board, marks);
        }
        let Some((counted, thread)) = self.worker.take() else { return };
        counted.is_over.store(true, Ordering::Relaxed);
        if !is_late {
            // A panic there was noted; then nothing is counted.
            let _ = thread.join();
        }
        let end = Instant::now() + if is_late { BEHIND_DEADLINE } else { IN_TIME };
        for test in board.tests() {
            let left = end.saturating_duration_since(Instant::now());
            board.report_native(test.id, &counted.run(board.program(), test.inputs, left.min(replay::RUN_TIME)));
        }
    }
}

impl Counted {
    fn work(&self, request: &ProgramRequest, board: &Board, marks: &Marks) {
        let Some(probed) = Probed::compile(request, board.program(), marks) else { return };
        // This thread is the only one that sets it.
        let _ = self.probed.set(probed);
        let mut n_tests = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            // Read first: what comes in between is met again.
            let so_far = board.summary().tests;
            let all = board.inputs_to_replay(n_tests);
            n_tests = so_far;
            for inputs in all {
                if self.is_over.load(Ordering::Relaxed) {
                    return;
                }
                self.run(board.program(), inputs, replay::RUN_TIME);
            }
            thread::sleep(PAUSE);
        }
    }

    /// The goals that count for these inputs, from an earlier run if there was one.
    fn run(&self, program: &Program, inputs: Inputs, time: Duration) -> Vec<GoalId> {
        let known = || self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reached) = known().get(&inputs) {
            return reached.clone();
        }
        let Some(probed) = self.probed.get().filter(|_| !time.is_zero()) else { return Vec::new() };
        let reached = probed.run(program, &inputs, time);
        known().insert(inputs, reached.clone());
        reached
    }
}

/// The compiled program, and the goals by the numbers of their probes.
struct Probed {
    native: Native,
    goals: Vec<GoalId>,
}

impl Probed {
    /// `None` where this cannot be: then no goal counts by native runs.
    fn compile(request: &ProgramRequest, program: &Program, marks: &Marks) -> Option<Self> {
        if request.entry != "main" {
            return None;
        }
        let places = places(program, marks);
        let driver = harness::counting_driver(program).ok()?;
        let folder = tempfile::tempdir().ok()?;
        let (mut goals, mut files) = (Vec::new(), Vec::new());
        for (number, file) in request.files.iter().enumerate() {
            let arms = Arms::read(file, &request.source).ok()?;
            let mut probes = Vec::new();
            let mut seen = FxHashSet::default();
            for (number, arm) in arms.arms().iter().enumerate() {
                let Some(&goal) = places.get(&arm.place) else { continue };
                // Several arms in one place, made by a macro, cannot be told apart.
                if !seen.insert(&arm.place) {
                    return None;
                }
                probes.push((number, format!("gotcha_probes[{}] = 1", goals.len())));
                goals.push(goal);
            }
            // Once more through the preprocessor, where validators neutralise an attribute.
            let path = folder.path().join(format!("program-{number}.c"));
            fs::write(&path, format!("extern volatile unsigned char *gotcha_probes;\n{}", arms.with_probes(&probes))).ok()?;
            files.push(path);
        }
        let flags = Flags { build: Build::AsValidators, model: request.model(), ..Flags::default() };
        let native = Native::compile(&files, &driver, &flags).ok()?;
        Some(Self { native, goals })
    }

    /// The goals that count for a run of the test.
    fn run(&self, program: &Program, inputs: &Inputs, time: Duration) -> Vec<GoalId> {
        let inputs: String = inputs.iter().map(|(id, bits)| value::to_text(&program.types, program.inputs[*id].ty, *bits) + "\n").collect();
        match self.native.run_with_probes(&inputs, self.goals.len(), time) {
            Ok((run, probes)) if counts(run) => probes.iter().zip(&self.goals).filter(|(passed, _)| **passed).map(|(_, goal)| *goal).collect(),
            // It crashed, hung or was stopped: a validator loses what such a run reached.
            _ => Vec::new(),
        }
    }
}

fn counts(run: NativeRun) -> bool {
    match (run.end, run.notes[2]) {
        (NativeEnd::Exit(_), why) => why != replay::ENDED_UNGUARDED && why != replay::ENDED_MALFORMED,
        (NativeEnd::Abort, why) => why == replay::ENDED_ABORT,
        (NativeEnd::Signal(_) | NativeEnd::Timeout, _) => false,
    }
}

/// The goals by the places of their arms; without those that share one.
fn places(program: &Program, marks: &Marks) -> FxHashMap<ArmPlace, GoalId> {
    let mut places: FxHashMap<ArmPlace, Option<GoalId>> = FxHashMap::default();
    for (goal, mark) in marks.iter() {
        let Some(mark) = *mark else { continue };
        let loc = program.goals[goal].loc;
        let place = ArmPlace { file: program.files[loc.file].clone(), line: loc.line, column: loc.column, mark };
        places.entry(place).and_modify(|of_several| *of_several = None).or_insert(Some(goal));
    }
    places.into_iter().filter_map(|(place, goal)| Some((place, goal?))).collect()
}
