//! The way down: what growing in leaps has lost is won back by going round a few times more. What is known stays right whenever that stops.

use super::solve::{Exit, Flow, Scope, Solver};
use super::state::{Cost, State};
use goto::{FuncId, IdVec};

/// Rounds. The first only collects what comes back to the heads.
const ROUNDS: u32 = 3;

impl Solver<'_> {
    /// Goes down a few times. What is known before stays right whenever it stops. Gives for each head what is known where the loop is entered from outside.
    pub(super) fn down(&mut self) -> IdVec<FuncId, Vec<Option<State>>> {
        let nothing: IdVec<FuncId, Vec<Option<State>>> = {
            let mut all = IdVec::new();
            for layout in self.layouts.values() {
                all.push(vec![None; layout.as_ref().map_or(0, |l| l.blocks.len())]);
            }
            all
        };
        let mut back = nothing.clone();
        let mut forward = nothing.clone();
        for round in 0..ROUNDS {
            let mut next = Round { forward: nothing.clone(), back: nothing.clone(), called: IdVec::filled(None, self.layouts.len()) };
            let mut exits = IdVec::filled(None, self.layouts.len());
            next.called[self.transfer.program.start] = Some(self.initial());
            for func in self.by_rank.clone().into_iter().rev() {
                exits[func] = self.function_down(func, round, &back, &mut next);
                self.forget_inner(func, &mut next.forward);
            }
            self.exits = exits;
            Round { forward, back, .. } = next;
        }
        forward
    }

    /// Of a function that a round has been through only the heads are asked for later; the states of other blocks take most of the memory.
    fn forget_inner(&self, func: FuncId, forward: &mut IdVec<FuncId, Vec<Option<State>>>) {
        let Some(layout) = &self.layouts[func] else { return };
        for (state, block) in forward[func].iter_mut().zip(&layout.blocks) {
            if !block.is_head {
                *state = None;
            }
        }
    }

    /// One function in one round.
    fn function_down(&mut self, func: FuncId, round: u32, back: &IdVec<FuncId, Vec<Option<State>>>, next: &mut Round) -> Option<Exit> {
        let layout = self.layouts[func].as_ref()?;
        let mut exit: Option<Exit> = None;
        for block in 0..layout.blocks.len() {
            if round > 0 {
                let mut entry = next.forward[func][block].clone();
                add(&mut entry, back[func][block].as_ref());
                if block == layout.entry {
                    // Calls from within are still to come, so what was known before stays.
                    let stays = self.calls.is_recursive(func) || self.scope == Scope::Apart;
                    let known = if stays { self.entries[func][block].clone() } else { next.called[func].take() };
                    add(&mut entry, known.as_ref());
                }
                self.entries[func][block] = entry;
            }
            let Some(state) = self.entries[func][block].clone() else { continue };
            let called = &mut next.called;
            let flows = self.execute(func, block, state, &mut |_, callee, state| {
                add(&mut called[callee], Some(&state));
                false
            });
            for flow in flows.into_iter().flatten() {
                match flow {
                    Flow::To(to, state) if to <= block => add(&mut next.back[func][to], Some(&state)),
                    Flow::To(to, state) => add(&mut next.forward[func][to], Some(&state)),
                    Flow::Return(state, value) => {
                        let new = self.exit_of(func, &state, value);
                        match &mut exit {
                            None => exit = Some(new),
                            Some(known) => {
                                self.join_exits(func, known, &new, None);
                            }
                        }
                    }
                }
            }
        }
        exit
    }
}

/// What a round downwards collects.
struct Round {
    forward: IdVec<FuncId, Vec<Option<State>>>,
    back: IdVec<FuncId, Vec<Option<State>>>,
    called: IdVec<FuncId, Option<State>>,
}

fn add(to: &mut Option<State>, state: Option<&State>) {
    match (&mut *to, state) {
        (_, None) => {}
        (None, Some(state)) => *to = Some(state.clone()),
        (Some(known), Some(state)) => {
            known.join(state, &mut Cost::default());
        }
    }
}
