//! Violations of programs with threads, shown again by the compiled program under the schedules of their runs, while the engines look for more. The interpreter has judged
//! them; nothing but what is told of a violation depends on what a native run does. Works on a thread of its own, from when there is a violation until there are no more.

use super::sanitized::Sanitized;
use crate::program::ProgramRequest;
use crate::replay;
use crate::schedules::Scheduled;
use engine::board::Board;
use engine::status::{Confirmation, Evidence, Status};
use goto::limits::{Stop, StopReason};
use goto::{PropertyClass, PropertyId};
use report::read_suite::SuiteTest;
use report::replay_report::Agreement;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So long the engines that are done wait for native runs.
const PATIENCE: Duration = Duration::from_secs(20);
/// So long who reports waits until a run that is told to end has done so.
const TO_END: Duration = Duration::from_millis(200);
/// So long the worker waits for violations, and who waits for the worker.
const PAUSE: Duration = Duration::from_millis(20);

/// Confirms violations, once there is one.
pub(super) struct Confirmer {
    request: ProgramRequest,
    board: Arc<Board>,
    worker: Mutex<Option<Worker>>,
}

struct Worker {
    orders: Arc<Orders>,
    thread: JoinHandle<()>,
}

/// What the worker is told.
#[derive(Default)]
struct Orders {
    /// To end at once.
    over: Stop,
    /// No more violations will come.
    are_all: AtomicBool,
}

impl Confirmer {
    pub(super) fn new(request: &ProgramRequest, board: Arc<Board>) -> Self {
        Self { request: request.clone(), board, worker: Mutex::default() }
    }

    fn worker(&self) -> MutexGuard<'_, Option<Worker>> {
        self.worker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called now and then: begins once something is violated.
    pub(super) fn tick(&self) {
        let mut worker = self.worker();
        if worker.is_some() || self.board.unconfirmed().is_none() {
            return;
        }
        let orders = Arc::<Orders>::default();
        let (request, board, own) = (self.request.clone(), Arc::clone(&self.board), Arc::clone(&orders));
        let work = move || own.work(&request, &board);
        // Without a thread nothing is confirmed.
        *worker = thread::Builder::new().name("replay".into()).spawn(work).ok().map(|thread| Worker { orders, thread });
    }

    /// To be called when the engines are done: waits until all violations were tried.
    pub(super) fn exhaust(&self, stop: &Stop) {
        self.tick();
        if let Some(worker) = self.worker().as_ref() {
            worker.orders.are_all.store(true, Ordering::Relaxed);
        }
        let begin = Instant::now();
        let is_at_work = || self.worker().as_ref().is_some_and(|worker| !worker.thread.is_finished());
        while is_at_work() && stop.reason().is_none() && begin.elapsed() < PATIENCE {
            thread::sleep(PAUSE);
        }
    }

    /// To be called before reporting. What was not tried is told as such.
    pub(super) fn finish(&self) {
        if let Some(Worker { orders, thread }) = self.worker().take() {
            orders.over.request(StopReason::Interrupt);
            let begin = Instant::now();
            while !thread.is_finished() && begin.elapsed() < TO_END {
                thread::sleep(PAUSE);
            }
        }
        while let Some(property) = self.board.unconfirmed() {
            self.board.note_confirmation(property, Confirmation::NotConfirmed("there was no time for a native run".into()));
        }
    }
}

impl Orders {
    fn work(&self, request: &ProgramRequest, board: &Board) {
        // The folder lives until all has been compiled.
        let (flags, _headers) = replay::flags_of(request);
        let scheduled = Scheduled::new(board.program().clone(), request, &flags, &self.over);
        // Not all programs have races that need it.
        let sanitized = OnceCell::new();
        loop {
            // Asked first: what is violated until then is looked at.
            let are_all = self.are_all.load(Ordering::Relaxed);
            match board.unconfirmed() {
                Some(property) => {
                    let confirmation = if request.malloc_may_fail {
                        Confirmation::NotConfirmed("allocations that may fail do not do so natively".into())
                    } else {
                        let sanitized = || sanitized.get_or_init(|| Sanitized::new(board.program(), request, &flags, &self.over));
                        confirm(&scheduled, sanitized, board, property, &self.over)
                    };
                    // A run that was interrupted says nothing.
                    if self.over.reason().is_some() {
                        return;
                    }
                    board.note_confirmation(property, confirmation);
                }
                None if are_all => return,
                None => thread::sleep(PAUSE),
            }
            if self.over.reason().is_some() {
                return;
            }
        }
    }
}

/// Runs what violates the property natively: under its schedule, and a race that is not seen so under ThreadSanitizer.
fn confirm<'s>(scheduled: &Scheduled, sanitized: impl FnOnce() -> &'s Sanitized, board: &Board, property: PropertyId, stop: &Stop) -> Confirmation {
    let not_confirmed = |why: &str| Confirmation::NotConfirmed(why.to_owned());
    let test = match (board.interleaving(property), board.status(property)) {
        (Some(run), _) => SuiteTest::of_violation(board.program(), property, &run.inputs, Some(run.schedule)),
        // Found by a run in which threads only go on where others wait.
        (None, Status::Reached(Evidence::Inputs(inputs))) => SuiteTest::of_violation(board.program(), property, &inputs, None),
        (None, _) => return not_confirmed("the violation has no run"),
    };
    let Some(test) = test else { return not_confirmed("the run does not tell the names of files that it reads") };
    let why = match scheduled.replay(&test, stop).map(|report| report.agreement) {
        Ok(Agreement::Agrees) => return Confirmation::Confirmed,
        Ok(Agreement::NotComparable(why) | Agreement::Differs(why)) => why,
        Err(failure) => failure.to_string(),
    };
    if board.program().properties[property].class != PropertyClass::DataRace {
        return Confirmation::NotConfirmed(why);
    }
    match sanitized().race(board.program(), &test, stop) {
        Ok(place) => Confirmation::Sanitized(place),
        Err(error) => Confirmation::NotConfirmed(format!("{why}; under ThreadSanitizer: {error}")),
    }
}
