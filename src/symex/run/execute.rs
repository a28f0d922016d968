//! Execution of one instruction in the current state, and of what it adds to the tallies of goals, violations and inputs. Jumps, calls, places and objects
//! have modules of their own.

use super::{Happening, Run};
use crate::value::Value;
use crate::{CutReason, InputEvent};
use goto::{Bits, ExprId, GoalId, HavocKind, Id, InputId, InstrId, InstrKind, Instruction, LentAccess, PropertyId};
use term::TermId;

impl<'a> Run<'a> {
    /// Executes the instruction where the current state is.
    pub(super) fn execute(&mut self) {
        self.steps += 1;
        if self.inductive.is_some()
            && let Some(l) = self.frame().new_head()
        {
            self.enter_loop(l);
            if !self.live {
                return;
            }
        }
        self.note_head();
        let frame = self.frame();
        let at = frame.pc;
        let body = frame.body;
        let instruction = &body[at];
        let function = frame.function;
        self.note_instruction(function, at);
        if let Some(along) = &mut self.along {
            along.executes(function, at);
        }
        if self.counts() {
            self.split(&instruction.kind);
        }
        match &instruction.kind {
            InstrKind::Goto { guard, target, .. } => return self.goto(*guard, *target),
            InstrKind::Call { result, callee, args } => return self.call(*result, *callee, args),
            InstrKind::Return(value) => return self.do_return(*value),
            _ => self.simple(instruction),
        }
        if self.live {
            self.go(InstrId::new(at.index() + 1));
        }
    }

    /// Instructions after which comes the next one.
    fn simple(&mut self, instruction: &Instruction) {
        match &instruction.kind {
            InstrKind::Mark(goto::Mark::LoopBody) => self.body_mark(),
            InstrKind::Skip | InstrKind::Mark(_) => {}
            InstrKind::Decl(symbol) => self.declare(*symbol),
            InstrKind::Dead(symbol) => self.kill(*symbol),
            InstrKind::Assign { lhs, rhs } => {
                let value = self.eval(*rhs);
                let written = self.written_of(*rhs);
                self.assign(*lhs, value);
                self.note_assigned(*lhs, written);
            }
            InstrKind::Assume(cond) => {
                if !self.assume_of_each(*cond) {
                    let cond = self.truth(*cond);
                    self.require(cond);
                }
                self.passes(None);
            }
            InstrKind::Assert { cond, property } => self.assert(*cond, *property),
            InstrKind::Cover { goal, cond } => self.cover(*cond, *goal),
            InstrKind::Input { lhs, input } => self.input(*lhs, *input),
            InstrKind::Havoc { lhs, kind } => self.havoc(*lhs, *kind),
            InstrKind::Allocate { result, size, kind, zeroed } => self.allocate(*result, *size, *kind, *zeroed),
            InstrKind::Release(pointer) => self.release(*pointer),
            InstrKind::Free(pointer) => self.free(*pointer),
            InstrKind::MemCopy { dst, src, size } => self.memory_copy(*dst, *src, *size),
            InstrKind::MemSet { dst, value, size } => self.memory_set(*dst, *value, *size),
            InstrKind::Find { result, start, value, limit, search } => self.find(*result, *start, *value, *limit, *search),
            InstrKind::Compare { result, a, b, limit, mode } => self.compare(*result, (*a, *b), *limit, *mode),
            InstrKind::Halt(_) => {
                let condition = self.state.path.condition(self.cx.pool);
                self.log(Happening::End(condition));
                self.live = false;
            }
            // The read that follows gives any number.
            InstrKind::Beyond(LentAccess::Number) if self.cx.makes_up_states => {}
            InstrKind::Beyond(_) => self.cut_all(CutReason::Beyond),
            InstrKind::Unfollowed(reason) => self.note_unfollowed(CutReason::Unsupported(reason.clone())),
            InstrKind::Limit(what) => self.cut_all(CutReason::Limit(what.clone())),
            InstrKind::Unsupported(reason) => self.cut_all(CutReason::Unsupported(reason.clone())),
            InstrKind::Goto { .. } | InstrKind::Call { .. } | InstrKind::Return(_) => {}
        }
    }

    fn havoc(&mut self, lhs: ExprId, kind: HavocKind) {
        let site = self.site();
        let family = self.cx.names.family(site);
        match kind {
            HavocKind::Any => {}
            HavocKind::Rare => {
                self.cx.rare_families.insert(family);
            }
            HavocKind::OverApproximation => {
                let ty = self.program.exprs.ty(lhs);
                let width = self.program.types.scalar_bits(ty).unwrap_or(1);
                let value = self.cx.pool.constant(Bits::new(width, u128::from(self.inductive.is_some())));
                return self.assign_scalar(lhs, Value::Bits(value), ty);
            }
            HavocKind::Each => {
                let ty = self.program.exprs.ty(lhs);
                let width = self.program.types.scalar_bits(ty).unwrap_or(1);
                let value = self.cx.fresh(family, format_args!("each"), width);
                self.stands_for_each(value);
                return self.assign_scalar(lhs, Value::Bits(value), ty);
            }
            HavocKind::Into(pointer) => {
                let pointer = self.eval(pointer);
                let pointer = self.cx.pointer(&pointer);
                if let Some(object) = self.cx.as_object(pointer.object).filter(|&object| self.cx.object(object).is_some()) {
                    self.cx.leads_into(family, object);
                }
                return self.fill_object(lhs, Value::Fresh(family, 0));
            }
        }
        self.assign(lhs, Value::Fresh(family, 0));
    }

    fn assert(&mut self, cond: ExprId, property: PropertyId) {
        let cond = self.truth(cond);
        let violated = self.cx.pool.not(cond);
        if let Some(condition) = self.on_path(violated) {
            let condition = self.in_time(condition);
            let (now, earlier) = self.occurrence(condition);
            self.violations.add(self.cx.pool, property, now);
            self.earlier_violations.add(self.cx.pool, property, earlier);
        }
    }

    fn cover(&mut self, cond: ExprId, goal: GoalId) {
        let cond = self.truth(cond);
        if let Some(condition) = self.on_path(cond) {
            let condition = self.in_time(condition);
            self.log(Happening::Goal(goal, condition));
            let (now, earlier) = self.occurrence(condition);
            self.goals.add(self.cx.pool, goal, now);
            self.earlier_goals.add(self.cx.pool, goal, earlier);
        }
    }

    fn input(&mut self, lhs: ExprId, input: InputId) {
        let site = self.site();
        let family = self.cx.names.family(site);
        let ty = self.program.inputs[input].ty;
        let width = self.program.types.scalar_bits(ty).unwrap_or(1);
        let condition = self.state.path.condition(self.cx.pool);
        // As long as nothing was decided by what is not known the inputs so far are all that this path has read.
        let value = match self.prefix.get(self.inputs.len()) {
            Some((_, given)) if self.cx.pool.is_true(condition) => self.cx.pool.constant(given.resize(width, true)),
            _ => self.cx.pool.var(&format!("in.{family}"), width),
        };
        self.note_input();
        self.inputs.push(InputEvent { input, condition, value });
        self.assign_scalar(lhs, Value::Bits(value), ty);
    }

    /// The part of a condition that may be a first occurrence, and the part that is an earlier one.
    fn occurrence(&mut self, condition: TermId) -> (TermId, TermId) {
        if self.is_trial() {
            let never = self.cx.pool.truth(false);
            return (never, never);
        }
        let first = self.first_occurrence();
        let other = self.cx.pool.not(first);
        (self.cx.pool.and(condition, first), self.cx.pool.and(condition, other))
    }
}
