//! Violations that depend on what memory holds that the program has not written. C does not determine it, so a run that reads it shows nothing of others; but a value
//! with which a property is violated is one that may be there. It is looked for in the program with such memory as inputs, once something depends on it. Works on a thread of
//! its own beside the engines. Only finds violations.

use crate::engines::{Engine, Engines, Strategy};
use engine::board::{Board, LostRuns};
use engine::deduce;
use engine::status::{Proof, ProofMethod};
use goto::limits::{Stop, StopReason};
use instrument::unwritten_memory_as_inputs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So long the engines that are done wait at least; else as long as they worked.
const PATIENCE: Duration = Duration::from_secs(2);
/// So long who waits does so until looking again.
const PAUSE: Duration = Duration::from_millis(20);

/// Looks for such violations, once there may be some.
pub(super) struct UnwrittenMemory {
    board: Arc<Board>,
    engines: Engines,
    began: Instant,
    progress: Mutex<Progress>,
}

/// How far the search is.
enum Progress {
    NotBegun,
    AtWork {
        /// Once it is made: of a large program that takes long.
        filled: Arc<OnceLock<Arc<Board>>>,
        stop: Stop,
        thread: JoinHandle<()>,
        /// Properties whose violations were told.
        told: AtomicUsize,
    },
    /// It was ended, or there is no thread for it.
    Over,
}

impl UnwrittenMemory {
    /// For a board whose program begins no threads.
    pub(super) fn new(board: &Arc<Board>, engines: &Engines) -> Self {
        let falsifies = |engine: &Engine| Strategy::Falsify.engines().contains(engine) && *engine != Engine::Replay;
        let at_work = engines.at_work.iter().copied().filter(falsifies).collect();
        let engines = Engines { at_work, jobs: 1, ..engines.clone() };
        Self { board: Arc::clone(board), engines, began: Instant::now(), progress: Mutex::new(Progress::NotBegun) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called now and then: begins once C does not determine what runs do, and tells what was found.
    pub(super) fn tick(&self, stop: &Stop) {
        let mut progress = self.progress();
        match &*progress {
            Progress::NotBegun if self.board.meets_indeterminate() && self.board.anything_open() => *progress = self.begin(stop),
            Progress::AtWork { filled, told, .. } => self.tell(filled, told),
            Progress::NotBegun | Progress::Over => {}
        }
    }

    fn begin(&self, stop: &Stop) -> Progress {
        let (filled, stop) = (Arc::<OnceLock<Arc<Board>>>::default(), stop.giving_way());
        let (board, made, own, engines) = (Arc::clone(&self.board), Arc::clone(&filled), stop.clone(), self.engines.clone());
        let work = move || {
            if let Some(filled) = filled_board(&board) {
                // A solver that cannot be opened was missed by the engines before.
                drop(engines.analyse(made.get_or_init(|| Arc::new(filled)), &own));
            }
        };
        // Without a thread nothing is found.
        let thread = thread::Builder::new().name("memory".into()).spawn(work);
        thread.map_or(Progress::Over, |thread| Progress::AtWork { filled, stop, thread, told: AtomicUsize::new(0) })
    }

    fn tell(&self, filled: &OnceLock<Arc<Board>>, told: &AtomicUsize) {
        let Some(filled) = filled.get() else { return };
        let violated = filled.property_summary().violated;
        if told.swap(violated, Ordering::Relaxed) != violated {
            self.board.report_of_memory(filled);
        }
    }

    /// To be called when the engines are done: waits for what depends on memory alone.
    pub(super) fn exhaust(&self, stop: &Stop) {
        let patience = self.began.elapsed().max(PATIENCE);
        let begin = Instant::now();
        loop {
            self.tick(stop);
            let is_at_work = matches!(&*self.progress(), Progress::AtWork { thread, .. } if !thread.is_finished());
            if !is_at_work || !self.board.anything_open() || stop.reason().is_some() || begin.elapsed() >= patience {
                return self.tick(stop);
            }
            thread::sleep(PAUSE);
        }
    }

    /// To be called before reporting.
    pub(super) fn finish(&self) {
        let mut progress = self.progress();
        if let Progress::AtWork { filled, stop, told, .. } = &*progress {
            stop.request(StopReason::Interrupt);
            self.tell(filled, told);
        }
        *progress = Progress::Over;
    }
}

/// The board of the program with its memory as inputs; `None` if there is no memory to fill.
fn filled_board(board: &Board) -> Option<Board> {
    let mut program = board.program().clone();
    if unwritten_memory_as_inputs(&mut program) == 0 {
        return None;
    }
    goto::assert_valid(&program, "unwritten memory");
    let filled = Board::new(Arc::new(program), None, LostRuns::Count);
    // What is decided is not asked again.
    let decided = board.program().properties.ids().filter(|&property| !board.is_open(property));
    decided.for_each(|property| filled.exclude(property, Proof { method: ProofMethod::Dominator, k: None }));
    deduce::exclude_unreached(&filled);
    Some(filled)
}
