//! What instructions and expressions mention: walks over them for passes that do not care about each kind.

use crate::expr::{ExprId, ExprKind, ExprPool};
use crate::program::{Callee, HavocKind, InstrKind};
use rustc_hash::FxHashSet;

/// What an instruction does with an expression that it mentions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Takes its value.
    Read,
    /// Stores into the place that it names.
    Write,
}

impl InstrKind {
    /// Calls `visit` for each expression that stands in the instruction, in the order of its fields.
    pub fn expressions(&self, mut visit: impl FnMut(ExprId, Role)) {
        use Role::{Read, Write};
        match self {
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Decl(_)
            | InstrKind::Dead(_)
            | InstrKind::Halt(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_) => {}
            InstrKind::Assign { lhs, rhs } => {
                visit(*lhs, Write);
                visit(*rhs, Read);
            }
            InstrKind::Goto { guard: e, .. } | InstrKind::Assume(e) | InstrKind::Assert { cond: e, .. } | InstrKind::Cover { cond: e, .. } => visit(*e, Read),
            InstrKind::Call { result, callee, args } => {
                if let Some(result) = result {
                    visit(*result, Write);
                }
                if let Callee::Indirect(pointer) = callee {
                    visit(*pointer, Read);
                }
                for arg in args {
                    visit(*arg, Read);
                }
            }
            InstrKind::Return(value) => {
                if let Some(value) = value {
                    visit(*value, Read);
                }
            }
            InstrKind::Input { lhs, .. } => visit(*lhs, Write),
            InstrKind::Havoc { lhs, kind } => {
                visit(*lhs, Write);
                kind.pointer().into_iter().for_each(|pointer| visit(pointer, Read));
            }
            InstrKind::Allocate { result, size, .. } => {
                visit(*result, Write);
                visit(*size, Read);
            }
            InstrKind::Free(pointer) | InstrKind::Release(pointer) => visit(*pointer, Read),
            InstrKind::MemCopy { dst: a, src: b, size: c } | InstrKind::MemSet { dst: a, value: b, size: c } => {
                visit(*a, Read);
                visit(*b, Read);
                visit(*c, Read);
            }
            InstrKind::Find { result, start: a, value: b, limit, .. } | InstrKind::Compare { result, a, b, limit, .. } => {
                visit(*result, Write);
                visit(*a, Read);
                visit(*b, Read);
                limit.iter().for_each(|limit| visit(*limit, Read));
            }
        }
    }

    /// The same with expressions that may be exchanged for others.
    pub fn expressions_mut(&mut self, mut visit: impl FnMut(&mut ExprId, Role)) {
        use Role::{Read, Write};
        match self {
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Decl(_)
            | InstrKind::Dead(_)
            | InstrKind::Halt(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_) => {}
            InstrKind::Assign { lhs, rhs } => {
                visit(lhs, Write);
                visit(rhs, Read);
            }
            InstrKind::Goto { guard: e, .. } | InstrKind::Assume(e) | InstrKind::Assert { cond: e, .. } | InstrKind::Cover { cond: e, .. } => visit(e, Read),
            InstrKind::Call { result, callee, args } => {
                if let Some(result) = result {
                    visit(result, Write);
                }
                if let Callee::Indirect(pointer) = callee {
                    visit(pointer, Read);
                }
                for arg in args {
                    visit(arg, Read);
                }
            }
            InstrKind::Return(value) => {
                if let Some(value) = value {
                    visit(value, Read);
                }
            }
            InstrKind::Input { lhs, .. } => visit(lhs, Write),
            InstrKind::Havoc { lhs, kind } => {
                visit(lhs, Write);
                if let HavocKind::Into(pointer) = kind {
                    visit(pointer, Read);
                }
            }
            InstrKind::Allocate { result, size, .. } => {
                visit(result, Write);
                visit(size, Read);
            }
            InstrKind::Free(pointer) | InstrKind::Release(pointer) => visit(pointer, Read),
            InstrKind::MemCopy { dst: a, src: b, size: c } | InstrKind::MemSet { dst: a, value: b, size: c } => {
                visit(a, Read);
                visit(b, Read);
                visit(c, Read);
            }
            InstrKind::Find { result, start: a, value: b, limit, .. } | InstrKind::Compare { result, a, b, limit, .. } => {
                visit(result, Write);
                visit(a, Read);
                visit(b, Read);
                limit.iter_mut().for_each(|limit| visit(limit, Read));
            }
        }
    }
}

impl ExprPool {
    /// Calls `visit` for `id` and everything below it, each expression once per `seen`.
    pub fn walk(&self, id: ExprId, seen: &mut FxHashSet<ExprId>, visit: &mut impl FnMut(ExprId, ExprKind)) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                visit(id, self.kind(id));
                self.operands(id, |operand| work.push(operand));
            }
        }
    }

    /// The variable or pointer that a place starts from: what remains without `Field` and `Index`.
    pub fn root(&self, mut place: ExprId) -> ExprId {
        while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } = self.kind(place) {
            place = base;
        }
        place
    }
}
