//! What the current path requires, and where paths are cut: for a bound, a limit or something unsupported. A cut is noted with the condition of its path, so
//! that nothing behind it counts as proved. Decides nothing about where execution goes on.

use super::{Happening, Run};
use crate::path::Path;
use crate::{Cut, CutReason};
use goto::InstrId;
use std::time::{Duration, Instant};
use term::TermId;

/// Instructions between two looks at the clock. One instruction may read many objects and take a tenth of a second.
const STEPS_BETWEEN_ASKING: u64 = 16;
/// Least time between two pauses: others look at many statuses.
const BETWEEN_PAUSES: Duration = Duration::from_millis(1);

impl<'a> Run<'a> {
    pub(crate) fn n_cuts(&self) -> usize {
        self.cuts.len()
    }

    /// Drops the cuts after the first `n`.
    pub(crate) fn forget_cuts(&mut self, n: usize) {
        self.cuts.truncate(n);
    }

    /// Why execution cannot go on.
    pub(crate) fn stop_reason(&self) -> CutReason {
        self.stop.reason().map_or(CutReason::Steps, CutReason::Stopped)
    }

    /// Lets others work from time to time.
    pub(crate) fn pause(&mut self) {
        if let Some(pause) = &mut self.pause
            && self.steps.is_multiple_of(STEPS_BETWEEN_ASKING)
            && self.paused.elapsed() >= BETWEEN_PAUSES
        {
            pause();
            self.paused = Instant::now();
        }
    }

    pub(crate) fn limit(&self) -> Option<CutReason> {
        if self.steps >= self.bound.max_steps {
            return Some(CutReason::Steps);
        }
        if self.steps.is_multiple_of(STEPS_BETWEEN_ASKING) {
            return self.stop.reason().map(CutReason::Stopped);
        }
        None
    }

    /// Everything still going on becomes a cut.
    pub(super) fn end(&mut self, reason: &CutReason) {
        if std::mem::take(&mut self.live) {
            let at = self.frame().pc;
            let path = self.state.path.clone();
            self.add_cut(self.frames.len() - 1, at, &path, reason.clone());
        }
        for depth in (0..self.frames.len()).rev() {
            for (at, state) in self.frames[depth].take_states() {
                self.add_cut(depth, at, &state.path, reason.clone());
            }
        }
    }

    /// Earlier cuts count as well: whether there is one depends on what is known of a made-up state, so the one of an iteration before may not come back.
    fn add_cut(&mut self, depth: usize, at: InstrId, path: &Path, reason: CutReason) {
        let condition = path.condition(self.cx.pool);
        let condition = self.in_time(condition);
        let frame = &self.frames[depth];
        self.cuts.push(Cut { condition, reason, function: frame.function, instr: at, loc: frame.body[at].loc });
        self.log(Happening::Cut(self.cuts.len() - 1));
    }

    /// Cuts the part of the current path where the condition holds.
    pub(crate) fn cut(&mut self, condition: TermId, reason: CutReason) {
        if !self.live {
            return;
        }
        let mut path = self.state.path.clone();
        if path.add(self.cx.pool, condition) {
            let at = self.frame().pc;
            self.add_cut(self.frames.len() - 1, at, &path, reason);
            let rest = self.cx.pool.not(condition);
            self.require(rest);
        }
    }

    /// Some of the runs on the current path go elsewhere: a cut, though the path goes on.
    pub(super) fn note_unfollowed(&mut self, reason: CutReason) {
        let (at, path) = (self.frame().pc, self.state.path.clone());
        self.add_cut(self.frames.len() - 1, at, &path, reason);
    }

    pub(crate) fn cut_all(&mut self, reason: CutReason) {
        let truth = self.cx.pool.truth(true);
        self.cut(truth, reason);
    }

    pub(crate) fn unsupported(&mut self, condition: TermId, reason: &str) {
        self.cut(condition, CutReason::Unsupported(reason.to_string()));
    }

    /// The path goes on only where the condition holds.
    pub(crate) fn require(&mut self, condition: TermId) {
        if self.live && !self.state.path.add(self.cx.pool, condition) {
            self.live = false;
        }
    }

    /// The access is valid: one that is not ends the program. Where threads are followed nothing is proved behind it, as explorations of schedules prove nothing there.
    pub(crate) fn require_access(&mut self, valid: TermId) {
        if self.cx.recorder.is_some() {
            let invalid = self.cx.pool.not(valid);
            self.unsupported(invalid, "access outside of objects by one of several threads");
        }
        self.require(valid);
    }

    /// The condition together with the path; `None` if they exclude each other.
    pub(crate) fn on_path(&mut self, condition: TermId) -> Option<TermId> {
        if !self.live || self.state.path.decides(self.cx.pool, condition) == Some(false) {
            return None;
        }
        let path = self.state.path.condition(self.cx.pool);
        let both = self.cx.pool.and(path, condition);
        (!self.cx.pool.is_false(both)).then_some(both)
    }
}
