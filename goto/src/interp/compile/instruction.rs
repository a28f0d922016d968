//! From one instruction to operations. Expressions and places are compiled elsewhere; nothing here knows other instructions or the registers of variables.

use super::{FunctionCode, Home};
use crate::BEYOND;
use crate::convention::CallShape;
use crate::expr::{ExprId, ExprKind};
use crate::index::Id;
use crate::interp::code::{Argument, Input, Norm, Op, Reg, Scan};
use crate::interp::homes::root;
use crate::program::{Callee, HavocKind, InputId, InstrKind, Instruction, SymbolId};
use crate::types::TypeId;

impl FunctionCode<'_> {
    pub(super) fn instruction(&mut self, instruction: &Instruction) {
        match &instruction.kind {
            InstrKind::Skip | InstrKind::Mark(_) => {}
            InstrKind::Decl(symbol) => {
                if let Some(variable) = self.local_object(*symbol) {
                    self.emit(Op::Declare { variable });
                }
            }
            InstrKind::Dead(symbol) => {
                if let Some(variable) = self.local_object(*symbol) {
                    self.emit(Op::Dead { slot: self.variables[variable as usize].slot });
                } else if let (true, Some(Home::Register(dst))) = (self.out.asks_for_reachable || self.out.begins_threads, self.home(*symbol)) {
                    // What it pointed to may be lost now, and states that do not differ otherwise are the same.
                    let src = self.constant(0);
                    self.emit(Op::Move { dst, src });
                }
            }
            InstrKind::Assign { lhs, rhs } => self.assign(*lhs, *rhs),
            InstrKind::Goto { target, .. } if target.index() >= self.n_instructions => self.unsupported("jump out of the function"),
            InstrKind::Goto { guard, target, .. } => self.condition(*guard, target.index() as u32, true),
            InstrKind::Call { result, callee, args } => self.call(*result, *callee, args),
            InstrKind::Return(value) => self.return_value(*value),
            InstrKind::Assume(cond) => self.unless(*cond, Op::AssumptionFailed),
            InstrKind::Assert { cond, property } => self.unless(*cond, Op::Violate { property: property.index() as u32 }),
            InstrKind::Cover { goal, cond } => {
                let skip = self.label();
                self.condition(*cond, skip, false);
                self.emit(Op::Cover { goal: goal.index() as u32 });
                self.set_label(skip);
            }
            InstrKind::Input { lhs, input } => self.input(*lhs, *input),
            InstrKind::Havoc { lhs, kind: HavocKind::Any } if self.is_forgotten(*lhs) => {
                self.assign_zero(*lhs);
                if let Some(to) = self.address(*lhs) {
                    let size = self.size(self.program.exprs.ty(*lhs));
                    self.emit(Op::ForgetBytes { to, size });
                }
            }
            InstrKind::Havoc { lhs, kind } => {
                if matches!(kind, HavocKind::Any | HavocKind::Into(_)) {
                    self.emit(Op::Indeterminate);
                } else {
                    self.usual();
                }
                self.assign_zero(*lhs);
            }
            InstrKind::Allocate { result, size, kind, zeroed } => {
                let size = self.value(*size);
                let dst = self.temporary();
                self.emit(Op::Allocate { dst, size, kind: *kind, zeroed: *zeroed });
                self.store(*result, dst);
            }
            InstrKind::Release(pointer) => {
                let address = self.value(*pointer);
                self.emit(Op::Release { address });
            }
            InstrKind::Free(pointer) => {
                let address = self.value(*pointer);
                self.emit(Op::Free { address });
            }
            InstrKind::MemCopy { dst, src, size } => {
                let (to, from, size) = (self.value(*dst), self.value(*src), self.value(*size));
                self.emit(Op::MemCopy { to, from, size });
            }
            InstrKind::MemSet { dst, value, size } => {
                let (to, value, size) = (self.value(*dst), self.value(*value), self.value(*size));
                self.emit(Op::MemSet { to, value, size });
            }
            InstrKind::Find { result, start, value, limit, search } => {
                let (start, value, limit) = (self.value(*start), self.value(*value), limit.map(|limit| self.value(limit)));
                self.scan(*result, Scan::Find { start, value, limit, search: *search });
            }
            InstrKind::Compare { result, a, b, limit, mode } => {
                let (a, b, limit) = (self.value(*a), self.value(*b), limit.map(|limit| self.value(limit)));
                self.scan(*result, Scan::Compare { a, b, limit, mode: *mode });
            }
            InstrKind::Halt(kind) => self.emit(Op::Halt { kind: *kind }),
            InstrKind::Unsupported(message) | InstrKind::Limit(message) => self.unsupported(message.clone()),
            InstrKind::Beyond(_) => self.unsupported(BEYOND.to_owned()),
            InstrKind::Unfollowed(_) => self.usual(),
        }
    }

    fn usual(&mut self) {
        if self.out.begins_threads {
            self.emit(Op::Usual);
        }
    }

    fn scan(&mut self, result: ExprId, scan: Scan) {
        self.out.scans.push(scan);
        let (dst, index) = (self.temporary(), self.out.scans.len() as u32 - 1);
        self.emit(Op::Scan { dst, index });
        self.store(result, dst);
    }

    /// Is any value in a place the same as none? Then a run is in doubt only once it reads there. Not where a check asks what was written.
    fn is_forgotten(&self, place: ExprId) -> bool {
        let is_static = || root(self.program, place).is_some_and(|symbol| matches!(self.home(symbol), Some(Home::Static(_))));
        !self.out.asks_what_is_written && (is_static() || self.out.begins_threads && self.scalar(self.program.exprs.ty(place)).is_none())
    }

    fn local_object(&self, symbol: SymbolId) -> Option<u32> {
        match self.homes.get(&symbol) {
            Some(&Home::Object(variable)) => Some(variable),
            _ => None,
        }
    }

    /// Executes an operation if the condition is false.
    fn unless(&mut self, cond: ExprId, op: Op) {
        let skip = self.label();
        self.condition(cond, skip, true);
        self.emit(op);
        self.set_label(skip);
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        let exprs = &self.program.exprs;
        if let ExprKind::Zero = exprs.kind(rhs) {
            return self.assign_zero(lhs);
        }
        let ty = exprs.ty(lhs);
        let Some(scalar) = self.scalar(ty) else {
            let (Some(from), Some(to)) = (self.address(rhs), self.address(lhs)) else { return };
            let size = self.size(ty);
            return self.emit(Op::CopyBytes { to, from, size });
        };
        if let ExprKind::Var(symbol) = exprs.kind(lhs)
            && let Some(Home::Register(dst)) = self.home(symbol)
        {
            self.value_to(rhs, Some(dst));
            return self.note_assigned(dst, scalar);
        }
        let value = self.value(rhs);
        self.store(lhs, value);
    }

    fn assign_zero(&mut self, lhs: ExprId) {
        let ty = self.program.exprs.ty(lhs);
        if let Some(scalar) = self.scalar(ty) {
            let zero = if scalar.bits() > 64 { self.wide_constant(0) } else { self.constant(0) };
            return self.store(lhs, zero);
        }
        if let Some(to) = self.address(lhs) {
            let size = self.size(ty);
            self.emit(Op::ZeroBytes { to, size });
        }
    }

    /// A register with the size of a type, which must be complete.
    fn size(&mut self, ty: TypeId) -> Reg {
        let size = self.program.types.size_of(ty);
        if size.is_none() {
            self.unsupported("copy of a value of incomplete type");
        }
        self.constant(size.unwrap_or(0))
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId]) {
        let target = match callee {
            Callee::Direct(_) => None,
            Callee::Indirect(e) => Some(self.value(e)),
        };
        let Some(arguments) = args.iter().map(|&arg| self.argument(arg)).collect() else { return };
        self.out.arguments.push(arguments);
        let arguments = self.out.arguments.len() as u32 - 1;
        let makes_constants = self.id == self.program.start && !self.program.constants.is_empty();
        if makes_constants {
            self.emit(Op::Seal { sealed: true });
        }
        match (callee, target) {
            (Callee::Direct(function), _) => self.emit(match self.program.functions[function].thread_operation() {
                Some(operation) => Op::Thread { operation, arguments },
                None => Op::Call { function, arguments },
            }),
            (Callee::Indirect(pointer), address) => {
                let misfits = self.misfits.entry(self.program, self.out, CallShape::of(self.program, pointer, args, result.is_some()));
                self.emit(Op::CallIndirect { address: address.unwrap_or(0), arguments, misfits });
            }
        }
        if makes_constants {
            self.emit(Op::Seal { sealed: false });
        }
        self.forget();
        if let Some(result) = result {
            self.result(result);
        }
    }

    /// `None` if there is nothing to pass, which ends the run.
    fn argument(&mut self, arg: ExprId) -> Option<Argument> {
        let ty = self.program.exprs.ty(arg);
        Some(match self.scalar(ty) {
            Some(scalar) if scalar.bits() > 64 => Argument::Wide(self.value(arg)),
            Some(_) => Argument::Value(self.value(arg)),
            None => Argument::Bytes { from: self.address(arg)?, size: self.program.types.size_of(ty).unwrap_or(0) },
        })
    }

    /// What the call before has returned goes to its place.
    fn result(&mut self, result: ExprId) {
        let ty = self.program.exprs.ty(result);
        match self.scalar(ty) {
            Some(scalar) if scalar.bits() > 64 => {
                let dst = self.temporary_pair();
                self.emit(Op::ResultWide { dst });
                self.store(result, dst);
            }
            Some(scalar) => {
                let dst = self.temporary();
                self.emit(Op::Result { dst, norm: Norm::of(scalar) });
                self.store(result, dst);
            }
            None => {
                let Some(to) = self.address(result) else { return };
                let size = self.size(ty);
                self.emit(Op::ResultBytes { to, size });
            }
        }
    }

    fn return_value(&mut self, value: Option<ExprId>) {
        let Some(value) = value else { return self.emit(Op::Return) };
        let ty = self.program.exprs.ty(value);
        match self.scalar(ty) {
            Some(scalar) => {
                let reg = self.value(value);
                self.emit(if scalar.bits() > 64 { Op::ReturnWide { value: reg } } else { Op::ReturnValue { value: reg } });
            }
            None => {
                let Some(from) = self.address(value) else { return };
                let size = self.size(ty);
                self.emit(Op::ReturnBytes { from, size });
            }
        }
    }

    fn input(&mut self, lhs: ExprId, input: InputId) {
        let ty = self.program.inputs[input].ty;
        let (Some(from), Some(to)) = (self.scalar(ty), self.scalar(self.program.exprs.ty(lhs))) else {
            return self.unsupported("input of a type that is not scalar");
        };
        self.out.inputs.push(Input { input, ty, from, to });
        let index = self.out.inputs.len() as u32 - 1;
        let dst = if to.bits() > 64 { self.temporary_pair() } else { self.temporary() };
        self.emit(Op::Input { dst, index });
        self.store(lhs, dst);
    }
}
