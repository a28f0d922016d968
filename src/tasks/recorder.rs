//! Runs the tests of a suite natively while the analysis works, and keeps what they do beside them, for who compares with it later. A test is run twice, and only what is the same is kept.

use crate::moment;
use crate::program::ProgramRequest;
use crate::replay;
use engine::replay::{Native, Observed, ReplayError, Surroundings};
use engine::status::TestId;
use goto::limits::{Stop, StopReason};
use goto::{Failure, InputOrigin, Program};
use report::suite::{Recorder, Suite};
use report::world::World;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So long tests may run when the engines are done, and behind a deadline.
const IN_TIME: Duration = Duration::from_secs(20);
const BEHIND_DEADLINE: Duration = Duration::from_millis(200);
const LOOK: Duration = Duration::from_millis(5);

/// Keeps what native runs of the tests of one suite do.
pub struct NativeRecorder {
    request: ProgramRequest,
    /// Where it is kept.
    suite: Suite,
    state: Mutex<State>,
    shared: Arc<Shared>,
}

struct Worker {
    /// Takes tests, until it is dropped.
    tests: Sender<(TestId, World)>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    /// No tests come any more, or the program's runs cannot be kept.
    is_over: bool,
}

#[derive(Default)]
struct Shared {
    over: Stop,
    /// Closed once tests get other numbers.
    is_closed: Mutex<bool>,
    /// Why nothing is kept.
    obstacle: Mutex<Option<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NativeRecorder {
    /// The suite with a recorder of its tests.
    pub fn attach(suite: Suite, request: &ProgramRequest) -> Suite {
        let recorder = Self { request: request.clone(), suite: suite.clone(), state: Mutex::default(), shared: Arc::default() };
        suite.recorded_by(Arc::new(recorder))
    }

    fn start(&self) -> Option<Worker> {
        let (tests, receiver) = mpsc::channel();
        let (request, suite, shared) = (self.request.clone(), self.suite.clone(), Arc::clone(&self.shared));
        let work = move || {
            if let Err(obstacle) = shared.record(&request, &suite, &receiver) {
                *lock(&shared.obstacle) = Some(obstacle);
            }
        };
        // Without a thread nothing is kept.
        Some(Worker { tests, thread: thread::Builder::new().name("record".into()).spawn(work).ok()? })
    }
}

impl Recorder for NativeRecorder {
    fn test(&self, program: &Program, test: TestId, world: &World) {
        let mut state = lock(&self.state);
        if state.is_over {
            return;
        }
        if state.worker.is_none() {
            state.worker = if depends_on_the_moment(program) { None } else { self.start() };
            state.is_over = state.worker.is_none();
        }
        if let Some(Worker { tests, .. }) = &state.worker {
            // A worker that has given up takes no more.
            let _ = tests.send((test, world.clone()));
        }
    }

    fn finish(&self, is_late: bool) -> Option<String> {
        let mut state = lock(&self.state);
        state.is_over = true;
        let Worker { tests, thread: worker } = state.worker.take()?;
        drop(tests);
        let end = Instant::now() + if is_late { BEHIND_DEADLINE } else { IN_TIME };
        while !worker.is_finished() && Instant::now() < end {
            thread::sleep(LOOK);
        }
        self.shared.over.request(StopReason::Interrupt);
        *lock(&self.shared.is_closed) = true;
        lock(&self.shared.obstacle).clone()
    }
}

/// Does it ask for what is different elsewhere, or for values that no native run has?
fn depends_on_the_moment(program: &Program) -> bool {
    program.functions.values().any(|function| moment::asked_by(&function.name).is_some())
        || program.inputs.values().any(|input| input.origin == InputOrigin::Call)
}

/// The program as its users build it, for [`Native::observe`].
pub(crate) fn compile(request: &ProgramRequest, stop: &Stop) -> Result<Native, ReplayError> {
    // The folder lives until all has been compiled.
    let (flags, _headers) = replay::flags_of(request);
    Native::compile(&request.files, "", &flags, stop)
}

/// The world of a test as native runs get it.
pub(crate) fn surroundings(world: &World) -> Surroundings<'_> {
    let stdout_is_full = world.failures.contains(&Failure::StdoutIsFull);
    Surroundings { arguments: &world.arguments, stdin: world.input(), stdout_is_full, files: &world.files, variables: &world.variables }
}

/// What a run in this world does, if it does it twice, or why there is nothing to keep.
pub(crate) fn observe(native: &Native, world: &World, stop: &Stop) -> Result<Result<Observed, String>, ReplayError> {
    let run = || native.observe(surroundings(world), stop);
    let first = match run()? {
        Ok(first) => first,
        Err(why) => return Ok(Err(why.text().to_owned())),
    };
    Ok(match run()? {
        Ok(second) if second == first => Ok(first),
        _ => Err("native runs do different things".to_owned()),
    })
}

impl Shared {
    /// Says why nothing can be kept of the program.
    fn record(&self, request: &ProgramRequest, suite: &Suite, tests: &Receiver<(TestId, World)>) -> Result<(), String> {
        let native = match compile(request, &self.over) {
            Ok(native) => native,
            Err(ReplayError::Stopped) => return Ok(()),
            Err(error) => return Err(error.to_string().lines().next().unwrap_or_default().to_owned()),
        };
        while let Ok((test, world)) = tests.recv() {
            let observed = match observe(&native, &world, &self.over) {
                Ok(Ok(observed)) => observed,
                // Of this test nothing is kept.
                Ok(Err(_)) => continue,
                Err(ReplayError::Stopped) => return Ok(()),
                Err(error) => return Err(error.to_string()),
            };
            let is_closed = lock(&self.is_closed);
            if *is_closed {
                return Ok(());
            }
            suite.record(test, &observed).map_err(|error| format!("cannot write it: {error}"))?;
        }
        Ok(())
    }
}
