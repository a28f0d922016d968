//! Simple paths: an inductive step may take the states in which the head of a loop is reached, from the middle, to be all different. Whatever can happen for the
//! first time at all can do so on an execution on which no such state comes back, since what lies between could be left out: the shortest one. So nothing is lost,
//! and cycles of states that the program never gets into are no more followed without end.
//! (Sheeran, Singh, Stalmarck: Checking Safety Properties Using Induction and a SAT-Solver, FMCAD 2000, section 4.)
//!
//! What a loop changes is known (`changes`); everything else is the same in all its iterations. Where a difference would be long to tell, states count as different.

use super::induct::Changes;
use super::objects::ObjectId;
use super::run::Run;
use super::state::State;
use goto::Id;
use term::TermId;

impl Run<'_> {
    /// Execution goes back to the head of a loop that was entered in the middle, if `middle`: not in a state in which it was there before.
    pub(crate) fn require_simple_path(&mut self, l: u32, changes: &Changes, middle: TermId) {
        let start = self.cx.pool.not(middle);
        for earlier in self.frame().arrivals(l).to_vec() {
            if !self.live {
                return;
            }
            let differ = self.states_differ(&earlier, changes);
            let allowed = self.cx.pool.or(start, differ);
            self.require(allowed);
        }
    }

    /// The condition under which the current state is another one than a former state at the same head.
    fn states_differ(&mut self, earlier: &State, changes: &Changes) -> TermId {
        let (now, function) = (self.state.clone(), self.frame().function);
        let mut any = Vec::new();
        for (&slot, change) in &changes.locals {
            any.push(match (earlier.locals.get(slot), now.locals.get(slot), self.slot_shape(function, slot)) {
                (Some(a), Some(b), Some(shape)) => self.cx.differ([a, b], change, shape),
                (None, None, _) => self.cx.pool.truth(false),
                _ => self.cx.pool.truth(true),
            });
        }
        for number in earlier.memory.differing(&now.memory) {
            let cells = (earlier.memory.get(number), now.memory.get(number));
            let (Some(a), Some(b)) = cells else { return self.cx.pool.truth(true) };
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if !a.value.is_equal(&b.value) {
                any.push(match changes.memory.get(&number) {
                    Some(change) => self.cx.differ([&a.value, &b.value], change, shape),
                    None => self.cx.pool.truth(true),
                });
            }
            let as_alive = self.cx.pool.eq(a.alive, b.alive);
            any.push(self.cx.pool.not(as_alive));
        }
        self.cx.pool.or_all(&any)
    }
}
