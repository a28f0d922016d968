//! Where states go: to the next instruction, to the target of a jump, into another iteration, or to a place where they wait until execution arrives there
//! and merges them. Knows conditions only as far as jumps ask for them; executes no instruction but jumps.

use super::Run;
use crate::CutReason;
use crate::shape::Shape;
use crate::state::{Call, State};
use crate::value::Value;
use goto::{BinOp, ExprId, ExprKind, Id, InstrId, InstrKind};
use term::TermId;

impl<'a> Run<'a> {
    /// Brings states together where execution is, then executes one instruction.
    pub(crate) fn advance(&mut self) {
        let live = self.live;
        let frame = self.frame();
        let next = frame.next;
        if live && next > 2 * frame.pc.index() as u32 {
            return self.execute();
        }
        if next == u32::MAX {
            return self.finish_call();
        }
        // A live state never goes beyond the first that waits.
        let mut states = frame.take_waiting(next);
        if live {
            states.push(std::mem::replace(&mut self.state, State::initial()));
        }
        self.live = false;
        let at = InstrId::new(next as usize / 2);
        let goes_to = match self.frame().body[at].kind {
            InstrKind::Goto { target, .. } if next % 2 == 1 => target,
            _ => at,
        };
        if let Some(state) = self.merge(states, goes_to) {
            self.state = state;
            self.live = true;
            if next.is_multiple_of(2) {
                self.frame_moves_to(at);
            } else {
                self.jump_back(at);
            }
        }
    }

    /// One state for all that go on with the same instruction.
    pub(crate) fn merge(&mut self, states: Vec<State>, goes_to: InstrId) -> Option<State> {
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        let mut call = Call {
            function: frame.function,
            scope: frame.scope,
            variables: &self.variables,
            result: Shape::of(&self.program.types, frame.result),
            objects: &mut frame.objects,
            live: (!self.keeps_dead).then_some((&frame.facts.live, goes_to)),
        };
        self.cx.merge_all(states, &mut call)
    }

    pub(crate) fn frame_moves_to(&mut self, to: InstrId) {
        let events = self.events();
        self.frame().move_to(to, events);
    }

    /// The next iteration of the loop whose last backward jump stands at `last`, unless the bound forbids it.
    fn jump_back(&mut self, last: InstrId) {
        let InstrKind::Goto { target, .. } = self.frame().body[last].kind else { unreachable!("states wait to go back at jumps only") };
        let events = self.events();
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        frame.move_to(last, events);
        if self.inductive.is_some() {
            if let Some(l) = frame.facts.with_head(target) {
                self.jump_back_inductively(l, target);
            }
            return;
        }
        self.leave_out_idle_round(target);
        if !self.live {
            return;
        }
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        let usual = || self.bound.of(self.program, frame.function, frame.has_read(target, events));
        let bound = self.bound.per_loop.get(&(frame.function, target)).copied().unwrap_or_else(usual);
        if !frame.iterate(target, events, bound) {
            self.cut_all(CutReason::Bound);
        } else if frame.never_ends(target, &self.state, events) {
            if self.cx.recorder.is_some() {
                // What others see of it, such as a counter that it goes on with, is no part of the state.
                self.cut_all(CutReason::Unsupported("an endless loop of one of several threads".to_string()));
            }
            if self.keeps_dead {
                // What is lost here is never asked about.
                self.cut_all(CutReason::Unsupported("memory that is lost before an endless loop".to_string()));
            }
            self.live = false;
        } else {
            frame.move_to(target, events);
        }
    }

    /// At the start of the body of a loop: may it run once more?
    pub(super) fn body_mark(&mut self) {
        let frame = self.frames.last().expect("execution is inside of a call");
        if self.inductive.is_none()
            && let Some(head) = frame.innermost_head()
        {
            let bound = self.bound.per_loop.get(&(frame.function, head)).copied().unwrap_or(self.bound.k);
            if frame.is_used_up(head, bound) {
                self.cut_all(CutReason::Bound);
            }
        }
    }

    pub(super) fn goto(&mut self, guard: ExprId, target: InstrId) {
        let test = guard;
        if self.counts() {
            let before = self.decisions;
            let decided = self.decided(guard);
            if self.decisions != before {
                self.frame().decide(target);
            }
            return match decided {
                Some(true) => self.jump(target),
                Some(false) => self.fall_through(),
                None => {}
            };
        }
        let guard = self.truth(guard);
        if !self.live {
            return;
        }
        let decided = self.state.path.decides(self.cx.pool, guard);
        if decided.is_some() && self.frame().is_watched(target) {
            let compared = self.compared(test);
            self.frame().compare(target, compared);
        }
        if decided.is_some() && self.inductive.is_some() && self.program.exprs.as_const(test).is_none() {
            self.frame().knows(target);
        }
        match decided {
            Some(true) => self.jump(target),
            Some(false) => self.fall_through(),
            None => self.fork(guard, target),
        }
    }

    /// A jump that nothing known decides: the path that is followed goes one way, and otherwise the state goes both.
    fn fork(&mut self, guard: TermId, target: InstrId) {
        self.decisions += 1;
        self.frame().decide(target);
        if let Some(jumps) = self.follow(guard) {
            match (self.live, jumps) {
                (true, true) => self.jump(target),
                (true, false) => self.fall_through(),
                (false, _) => {}
            }
            return;
        }
        let mut other = self.state.clone();
        let negation = self.cx.pool.not(guard);
        let jumps = self.state.path.add(self.cx.pool, guard);
        let falls = other.path.add(self.cx.pool, negation);
        if jumps {
            self.jump_later(target);
        }
        self.state = other;
        self.live = falls;
        if falls {
            self.fall_through();
        }
    }

    /// A number that changes when what a condition compares changes.
    fn compared(&mut self, test: ExprId) -> u64 {
        match self.program.exprs.kind(test) {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Binary(BinOp::And | BinOp::Or, a, _) => self.compared(a),
            ExprKind::Binary(_, a, b) => self.compared(a).rotate_left(32) ^ self.compared(b),
            _ => match self.eval(test) {
                Value::Bits(term) => term.index() as u64,
                Value::Pointer(pointer) => (pointer.object.index() as u64) << 20 ^ pointer.offset.index() as u64,
                _ => 0,
            },
        }
    }

    pub(crate) fn fall_through(&mut self) {
        let next = InstrId::new(self.frame().pc.index() + 1);
        self.go(next);
    }

    /// The whole state goes to an instruction further on, or waits there while others are behind it.
    pub(super) fn go(&mut self, to: InstrId) {
        let moment = 2 * to.index() as u32;
        let mut state = std::mem::replace(&mut self.state, State::initial());
        self.live = self.leave_loops(&mut state, Some(to));
        if !self.live {
            return;
        }
        if self.frame().next >= moment {
            self.state = state;
            return self.frame_moves_to(to);
        }
        self.frame().wait(moment, state);
        self.live = false;
    }

    /// The whole state goes to the target.
    fn jump(&mut self, target: InstrId) {
        let at = self.frame().pc;
        if target > at {
            return self.go(target);
        }
        if self.frame().trial != Some(target) && self.frame().goes_back_alone(target) {
            return self.jump_back(at);
        }
        self.jump_later(target);
        self.live = false;
    }

    /// The state waits for its jump to the target, if it may leave the loops that it is in.
    fn jump_later(&mut self, target: InstrId) {
        let mut state = std::mem::replace(&mut self.state, State::initial());
        if self.leave_loops(&mut state, Some(target)) {
            self.frame().wait_for_jump(target, state);
        }
    }
}
