//! Executes a loop from its head only to see what comes of it. Nothing that is met counts, and the state before is there again afterwards.

use crate::frame::Induct;
use crate::objects::ScopeId;
use crate::run::Run;
use crate::state::State;
use goto::{Id, InstrId};

/// Instructions that are executed to find out whether a loop ends by itself.
const MOST_PLAIN_STEPS: u64 = 20_000;
/// As long as it has come back to its head once at most: a loop with clauses ends there, however much its clauses say.
const MOST_PLAIN_STEPS_OF_ONE: u64 = 400_000;

/// How a trial ended.
pub(super) enum Trial {
    /// The state in which execution comes back to the head, if it does.
    Back(Option<Box<State>>),
    /// The loop was executed to its end.
    Ended,
    /// It takes too long.
    Stopped,
}

impl<'a> Run<'a> {
    /// Does the loop end after few iterations whatever is unknown?
    pub(super) fn ends_by_itself(&mut self, l: u32, key: (ScopeId, InstrId)) -> bool {
        if self.inductive.as_ref().is_some_and(|i| i.not_plain.contains(&key)) {
            return false;
        }
        let ends = matches!(self.trial(l, self.state.clone(), Induct::Plain), Trial::Ended);
        if !ends && let Some(inductive) = &mut self.inductive {
            inductive.not_plain.insert(key);
        }
        ends
    }

    /// Executes a loop from its head in a frame of its own. Nothing that is met counts.
    pub(super) fn trial(&mut self, l: u32, state: State, induct: Induct) -> Trial {
        let frame = self.frame();
        let trial = frame.for_trial(l, induct);
        let before = (std::mem::replace(&mut self.state, state), self.live, self.n_cuts());
        let n_reads = self.cx.n_reads();
        let base = self.frames.len();
        self.frames.push(trial);
        self.live = true;
        if let Some(inductive) = &mut self.inductive {
            inductive.trials += 1;
        }
        let outcome = self.trial_outcome(l, induct, base);
        while self.frames.len() > base {
            self.drop_frame(base);
        }
        if let Some(inductive) = &mut self.inductive {
            inductive.trials -= 1;
        }
        self.forget_cuts(before.2);
        // Only what it changes is looked at in the state that is left.
        self.cx.forget_reads(n_reads);
        (self.state, self.live) = (before.0, before.1);
        outcome
    }

    fn most_plain_steps(&self, l: u32, base: usize) -> u64 {
        let (iterations, _) = self.frames[base].iterations(l);
        if iterations > 1 { MOST_PLAIN_STEPS } else { MOST_PLAIN_STEPS_OF_ONE }
    }

    /// Goes on until the loop, which is executed in the frame behind the first `base`, is left or comes back to its head.
    fn trial_outcome(&mut self, l: u32, induct: Induct, base: usize) -> Trial {
        let loop_ = self.frames[base].facts.loops[l as usize];
        let start = self.steps();
        let moment = 2 * loop_.last.index() as u32 + 1;
        loop {
            if self.limit().is_some() || induct == Induct::Plain && self.steps() - start > self.most_plain_steps(l, base) {
                return Trial::Stopped;
            }
            if self.frames.len() == base + 1 {
                let live = self.live;
                let frame = self.frame();
                if frame.endless {
                    return Trial::Stopped;
                }
                if live && !loop_.contains(frame.pc) {
                    self.live = false;
                    continue;
                }
                if !live && (frame.next > moment || frame.next == moment && induct != Induct::Plain) {
                    if induct == Induct::Plain {
                        return Trial::Ended;
                    }
                    let states = if frame.next == moment { frame.take_waiting(moment) } else { Vec::new() };
                    return Trial::Back(self.merge(states, loop_.head).map(Box::new));
                }
            }
            self.advance();
        }
    }
}
