//! What the tests of a suite reach natively: only such runs tell where values lead that C does not determine. Either the program is compiled as coverage validators compile
//! programs, since what they count is asked; or in two ways, of which only counts what runs show alike, whatever addresses, new memory and clocks are.
//! Where a program compiled for validators computes with x87 registers, which keep more digits than the interpreter, nothing counts but what these runs reach.
//! The compiler works while the engines do, since there is no time for it behind the deadline. Goals that no test reaches natively are looked for by more native runs.

use crate::program::ProgramRequest;
use crate::recorder;
use engine::board::Board;
use engine::replay::{self, Build, Flags, Native, NativeEnd, NativeRun, Probing, Variation};
use engine::search::beyond::{Inputs, NativeSearch, Passed};
use frontend::outline::{ArmPlace, Arms};
use goto::limits::{Stop, StopReason};
use goto::{Bits, DataModel, ExprId, ExprKind, FloatKind, GoalId, Id, IdVec, InputId, InputOrigin, Location, Mark, Program, Type, UnOp};
use report::world::World;
use report::{harness, value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// So long all tests may run after a deadline.
const BEHIND_DEADLINE: Duration = Duration::from_millis(350);
/// So long they may run otherwise.
const IN_TIME: Duration = Duration::from_secs(20);

/// So long the worker waits for new tests.
const PAUSE: Duration = Duration::from_millis(100);

/// A run of the search may take so long, or so many times as long as the longest that came to an end.
const SEARCH_RUN: Duration = Duration::from_millis(40);
const SLOWER: u32 = 8;
/// The search works for so long at a time, and rests as many times as long while it finds nothing.
const TURN: Duration = Duration::from_millis(50);
const REST: u32 = 3;
/// After so many runs without anything new it rests.
const TIRING: u32 = 200;
/// So often each program must reach a goal again on the same inputs. What depends on much of what C leaves open does not pass.
const REPETITIONS: usize = 6;
/// How often the analysis looks whether the search is at its end.
const LOOK: Duration = Duration::from_millis(5);

/// The marks that goals stand for, and their places.
pub(crate) type Marks = IdVec<GoalId, Option<(Mark, Location)>>;

/// Whose native runs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    /// Those of a validator, which are as good as the interpreter's.
    AsValidators,
    /// Those of programs compiled in different ways, where they agree.
    InDoubt,
}

impl Counting {
    fn builds(self) -> &'static [Build] {
        match self {
            Counting::AsValidators => &[Build::AsValidators],
            Counting::InDoubt => &[Build::InDoubt(Variation::Memory), Build::InDoubt(Variation::Everything)],
        }
    }

    /// After so many runs without anything new the engines that are done do not wait for the search.
    fn hopeless(self) -> u32 {
        match self {
            Counting::AsValidators => 600,
            Counting::InDoubt => 200,
        }
    }

    /// So long the engines that are done wait at most, from when the compiler is done.
    fn patience(self) -> Duration {
        match self {
            Counting::AsValidators => Duration::from_secs(5),
            Counting::InDoubt => Duration::from_millis(1500),
        }
    }
}

/// Counts what native runs reach, once it is worth it.
pub(crate) struct NativeCounter {
    request: ProgramRequest,
    counting: Counting,
    seed: u64,
    board: Arc<Board>,
    marks: Arc<Marks>,
    /// Does the compiled program compute with excess precision?
    has_excess: bool,
    worker: Mutex<Option<(Arc<Counted>, JoinHandle<()>)>>,
}

/// What the worker has.
#[derive(Default)]
struct Counted {
    /// Once it is compiled.
    probed: OnceLock<Probed>,
    /// What runs reached, by their inputs.
    reached: Mutex<FxHashMap<Inputs, Passed>>,
    /// No more tests will come.
    over: Stop,
    /// Nobody need wait for more.
    is_done: AtomicBool,
    /// What runs of the interpreter cover is looked for as well.
    has_excess: bool,
}

impl NativeCounter {
    /// `seed` is that of the search.
    pub(crate) fn new(request: &ProgramRequest, counting: Counting, seed: u64, board: Arc<Board>, marks: Marks) -> Self {
        let has_excess = counting == Counting::AsValidators && has_excess_precision(board.program());
        Self { request: request.clone(), counting, seed, board, marks: Arc::new(marks), has_excess, worker: Mutex::default() }
    }

    fn worker(&self) -> MutexGuard<'_, Option<(Arc<Counted>, JoinHandle<()>)>> {
        self.worker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called now and then: starts to compile the program once a run has done what C does not determine.
    pub(crate) fn tick(&self) {
        let (board, counting, has_excess) = (&self.board, self.counting, self.has_excess);
        let mut worker = self.worker();
        let is_worth_it = || has_excess || board.is_doubted() && board.program().goals.ids().any(|goal| board.is_native_goal(goal));
        if worker.is_none() && is_worth_it() {
            let counted = Arc::new(Counted { has_excess, ..Counted::default() });
            let (request, seed, board, marks, own) = (self.request.clone(), self.seed, Arc::clone(board), Arc::clone(&self.marks), Arc::clone(&counted));
            let thread = thread::Builder::new().name("replay".into()).spawn(move || {
                own.work(&request, counting, seed, &board, &marks);
                own.is_done.store(true, Ordering::Relaxed);
            });
            // Without a thread nothing is counted.
            *worker = thread.ok().map(|thread| (counted, thread));
        }
    }

    /// To be called when the engines are done: waits until native runs find nothing more.
    pub(crate) fn exhaust(&self, stop: &Stop) {
        self.tick();
        let Some(counted) = self.worker().as_ref().map(|(counted, _)| Arc::clone(counted)) else { return };
        let mut compiled: Option<Instant> = None;
        while !counted.is_done.load(Ordering::Relaxed) && stop.reason().is_none() && compiled.is_none_or(|at| at.elapsed() < self.counting.patience()) {
            compiled = compiled.or_else(|| counted.probed.get().map(|_| Instant::now()));
            thread::sleep(LOOK);
        }
    }

    /// Runs the tests that were not run yet and reports what all reach. After a deadline only if the compiler is done, and not for long.
    pub(crate) fn finish(&self, is_late: bool) {
        let (board, has_excess) = (&self.board, self.has_excess);
        if has_excess {
            board.withdraw_proofs();
        }
        let mut shown = FxHashSet::default();
        if let Some((counted, thread)) = self.worker().take() {
            self.report_tests(&counted, thread, is_late, &mut shown);
        }
        if has_excess {
            board.keep_shown_natively(&shown);
        }
    }

    fn report_tests(&self, counted: &Counted, thread: JoinHandle<()>, is_late: bool, shown: &mut FxHashSet<GoalId>) {
        counted.end();
        let end = if is_late {
            let end = Instant::now() + BEHIND_DEADLINE;
            // What the worker has started ends with it.
            while !thread.is_finished() && Instant::now() < end {
                thread::sleep(LOOK);
            }
            end
        } else {
            // A panic there was noted; then nothing is counted.
            let _ = thread.join();
            Instant::now() + IN_TIME
        };
        let (unstopped, board) = (Stop::default(), &self.board);
        for test in board.tests() {
            // What takes many runs counts if it is done.
            let is_over = is_late && self.counting == Counting::InDoubt;
            let left = if is_over { Duration::ZERO } else { end.saturating_duration_since(Instant::now()) };
            let reached = counted.run(board, test.inputs, left.min(engine::budget::replay::RUN_TIME), &unstopped).goals;
            match self.counting {
                Counting::AsValidators => board.report_native(test.id, &reached),
                Counting::InDoubt => board.report_native_runs(test.id, &reached),
            }
            shown.extend(reached);
        }
    }
}

impl Counted {
    fn work(&self, request: &ProgramRequest, counting: Counting, seed: u64, board: &Board, marks: &Marks) {
        let Some(probed) = Probed::compile(request, counting, board.program(), marks, &self.over) else { return };
        // This thread is the only one that sets it.
        let _ = self.probed.set(probed);
        let Some(probed) = self.probed.get() else { return };
        let mut beyond = NativeSearch::new(board.program(), seed);
        let mut limit = SEARCH_RUN;
        let (mut n_tests, mut refused) = (0, FxHashSet::default());
        while self.over.reason().is_none() {
            let tests = board.inputs_of_tests(n_tests);
            n_tests += tests.len();
            let is_test = |inputs| (inputs, true);
            let others = board.inputs_refused().into_iter().filter(|inputs| refused.insert(inputs.clone())).map(|inputs| (inputs, false));
            for (inputs, is_test) in tests.into_iter().map(is_test).chain(others.collect::<Vec<_>>()) {
                if self.over.reason().is_some() {
                    return;
                }
                let start = Instant::now();
                let passed = self.run(board, inputs.clone(), engine::budget::replay::RUN_TIME, &self.over);
                if !passed.goals.is_empty() {
                    limit = limit.max(start.elapsed() * SLOWER).min(engine::budget::replay::RUN_TIME);
                }
                if !is_test && passed.goals.iter().any(|&g| !beyond.has_reached(g) && board.is_native_goal(g)) {
                    self.add_test(board, inputs.clone());
                    n_tests += 1;
                }
                beyond.suggest(inputs, &passed.goals);
            }
            self.search(probed, &mut beyond, limit, board);
        }
    }

    /// A turn of the search, and a rest after it if it finds nothing.
    fn search(&self, probed: &Probed, beyond: &mut NativeSearch, limit: Duration, board: &Board) {
        let wanted: FxHashSet<GoalId> =
            probed.goals.iter().copied().filter(|&g| !beyond.has_reached(g) && (self.has_excess || board.is_native_goal(g))).collect();
        self.is_done.store(wanted.is_empty() || beyond.fruitless() > probed.counting.hopeless(), Ordering::Relaxed);
        if wanted.is_empty() {
            return thread::sleep(PAUSE);
        }
        let start = Instant::now();
        while start.elapsed() < TURN && self.over.reason().is_none() {
            let found = beyond.step(|goal| wanted.contains(&goal), |inputs| probed.run(board, inputs, limit, &self.over));
            if let Some((inputs, goals)) = found {
                let passed = Passed { read: inputs.iter().map(|i| i.0).collect(), goals };
                probed.keep(&passed);
                self.known().insert(inputs.clone(), passed);
                self.add_test(board, inputs);
                return;
            }
        }
        if beyond.fruitless() > TIRING {
            thread::sleep(start.elapsed() * REST);
        }
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Inputs, Passed>> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No test comes after this, though the worker may still be at work: the suite is finished next.
    fn end(&self) {
        let _alone = self.known();
        self.over.request(StopReason::Interrupt);
    }

    fn add_test(&self, board: &Board, inputs: Inputs) {
        let _alone = self.known();
        if self.over.reason().is_none() {
            board.add_native_test(inputs);
        }
    }

    /// What counts for these inputs, from an earlier run if there was one.
    fn run(&self, board: &Board, inputs: Inputs, time: Duration, stop: &Stop) -> Passed {
        if let Some(passed) = self.known().get(&inputs) {
            return passed.clone();
        }
        let Some(probed) = self.probed.get().filter(|_| !time.is_zero()) else { return Passed::default() };
        let passed = probed.run(board, &inputs, time, stop).unwrap_or_default();
        // A run that was stopped tells nothing.
        if stop.reason().is_none() {
            probed.keep(&passed);
            self.known().insert(inputs, passed.clone());
        }
        passed
    }
}

/// The program as it is compiled, perhaps in several ways, and the goals by the numbers of their probes.
struct Probed {
    counting: Counting,
    natives: Vec<Native>,
    goals: Vec<GoalId>,
    /// What runs that are kept have shown.
    shown: Mutex<FxHashSet<GoalId>>,
}

impl Probed {
    /// `None` where this cannot be: then no goal counts by native runs.
    fn compile(request: &ProgramRequest, counting: Counting, program: &Program, marks: &Marks, stop: &Stop) -> Option<Self> {
        if request.entry != "main" {
            return None;
        }
        let places = places(program, marks);
        let driver = match counting {
            Counting::AsValidators => harness::counting_driver(program),
            Counting::InDoubt => harness::probing_driver(program),
        };
        let driver = driver.ok()?;
        let folder = tempfile::tempdir().ok()?;
        let (mut goals, mut files, mut units) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (number, file) in request.files.iter().enumerate() {
            let arms = Arms::read(file, &request.source).ok()?;
            let mut probes = Vec::new();
            let mut in_place: FxHashMap<&ArmPlace, usize> = FxHashMap::default();
            arms.arms().iter().for_each(|arm| *in_place.entry(&arm.place).or_default() += 1);
            for (number, arm) in arms.arms().iter().enumerate() {
                // Several arms in one place, made by a macro, cannot be told apart.
                let Some(&goal) = places.get(&arm.place).filter(|_| in_place[&arm.place] == 1) else { continue };
                probes.push((number, format!("gotcha_probes[{}] = 1", goals.len())));
                goals.push(goal);
            }
            // Once more through the preprocessor, where validators neutralise an attribute.
            let path = folder.path().join(format!("program-{number}.c"));
            fs::write(&path, format!("extern volatile unsigned char *gotcha_probes;\n{}", arms.with_probes(&probes))).ok()?;
            if request.source.units.contains_key(file) {
                units.insert(path.clone(), request.source.of(file).language_options());
            }
            files.push(path);
        }
        let preprocessor = request.source.language_options();
        let flags = Flags { model: request.model(), preprocessor, units, ..Flags::default() };
        let native = &|&build: &Build| Native::compile(&files, &driver, &Flags { build, ..flags.clone() }, stop).ok();
        let natives = thread::scope(|scope| {
            let compilers: Vec<_> = counting.builds().iter().map(|build| scope.spawn(move || native(build))).collect();
            // A panic there was noted; then nothing is counted.
            compilers.into_iter().map(|compiler| compiler.join().ok().flatten()).collect::<Option<_>>()
        })?;
        Some(Self { counting, natives, goals, shown: Mutex::default() })
    }

    /// What counts of a run; `None` if it crashed, hung or was stopped: a validator loses what such a run reached. Where there are several
    /// programs, of what is in doubt only what they all show again and again, and no earlier run did.
    fn run(&self, board: &Board, inputs: &[(InputId, Bits)], time: Duration, stop: &Stop) -> Option<Passed> {
        let program = board.program();
        let run = NativeInputs::of(self.counting, program, inputs)?;
        let (first, others) = self.natives.split_first()?;
        let mut passed = self.run_one(first, program, &run, time, stop)?;
        if others.is_empty() {
            return Some(passed);
        }
        let in_doubt: FxHashSet<GoalId> = passed.goals.iter().copied().filter(|&goal| board.is_native_goal(goal)).collect();
        let mut shown: FxHashSet<GoalId> = in_doubt.difference(&*self.shown()).copied().collect();
        for native in self.natives.iter().cycle().take(REPETITIONS * self.natives.len()) {
            if shown.is_empty() {
                break;
            }
            let again = self.run_one(native, program, &run, time, stop)?;
            shown.retain(|goal| again.goals.contains(goal));
        }
        passed.goals.retain(|goal| !in_doubt.contains(goal) || shown.contains(goal));
        Some(passed)
    }

    /// What the run has shown nobody else need show.
    fn keep(&self, passed: &Passed) {
        self.shown().extend(&passed.goals);
    }

    fn shown(&self) -> MutexGuard<'_, FxHashSet<GoalId>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run_one(&self, native: &Native, program: &Program, NativeInputs { lines, world }: &NativeInputs, time: Duration, stop: &Stop) -> Option<Passed> {
        let n_probes = self.goals.len();
        let probing = match world {
            None => native.run_with_probes(lines, n_probes, time, stop),
            Some(world) => native.probe_in_world(lines, n_probes, time, recorder::surroundings(world), stop),
        };
        let Probing { probes, reads, .. } = probing.ok().filter(|p| counts(p.run))?;
        let goals = probes.iter().zip(&self.goals).filter(|(passed, _)| **passed).map(|(_, goal)| *goal).collect();
        let read = reads.iter().map(|&kind| usize::from(kind)).filter(|&kind| kind < program.inputs.len()).map(InputId::new).collect();
        Some(Passed { read, goals })
    }
}

/// What a run is given.
struct NativeInputs {
    /// What the driver delivers, one value a line.
    lines: String,
    /// By the rules of validators there is none.
    world: Option<World>,
}

impl NativeInputs {
    /// `None` if it is not known what the world has.
    fn of(counting: Counting, program: &Program, inputs: &[(InputId, Bits)]) -> Option<Self> {
        let delivered = inputs.iter().filter(|(id, _)| program.inputs[*id].origin == InputOrigin::Call);
        let lines = delivered.map(|(id, bits)| value::to_text(&program.types, program.inputs[*id].ty, *bits) + "\n").collect();
        let world = match counting {
            Counting::AsValidators => None,
            Counting::InDoubt => Some(World::of(program, inputs)?),
        };
        Some(Self { lines, world })
    }
}

/// Is it a program for 32 bits that computes with `float` or `double`? Validators compile such a program for x87 registers, which round only what is stored.
fn has_excess_precision(program: &Program) -> bool {
    let is_rounded = |ty| matches!(program.types.get(ty), Type::Float(FloatKind::Single | FloatKind::Double));
    let computes = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Binary(..) | ExprKind::Cast(_) => is_rounded(program.exprs.ty(e)),
        ExprKind::Unary(op, _) => !matches!(op, UnOp::Neg | UnOp::Abs) && is_rounded(program.exprs.ty(e)),
        _ => false,
    };
    program.model() == DataModel::Ilp32 && (0..program.exprs.len()).map(ExprId::new).any(computes)
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
        let Some((mark, loc)) = *mark else { continue };
        let place = ArmPlace { file: program.files[loc.file].clone(), line: loc.line, column: loc.column, mark };
        places.entry(place).and_modify(|of_several| *of_several = None).or_insert(Some(goal));
    }
    places.into_iter().filter_map(|(place, goal)| Some((place, goal?))).collect()
}
