//! Assignments as gcc orders them: `place = value` finds the place first, `place op= value` computes the value first.

use super::FunctionLowering;
use super::expr::ValueUse;
use crate::tree::Expr;
use goto::{BinOp, ExprId, Location, OperationKind, TypeId};

/// The operation of an assignment like `+=` or of `++`.
#[derive(Clone, Copy)]
pub(super) struct Update {
    pub op: BinOp,
    /// The type to compute in.
    pub compute: TypeId,
    /// Of the operator.
    pub loc: Location,
}

impl<'t> FunctionLowering<'_, 't> {
    /// `place = value`; the result is the place, to be read.
    pub(super) fn assignment(&mut self, place: &'t Expr, value: &'t Expr, wanted: ValueUse) -> Option<ExprId> {
        let mut to = self.place(place);
        if wanted != ValueUse::Nowhere || self.changes(value) {
            to = self.fixed(to);
        }
        self.assign_from(to, value);
        self.result(to, wanted)
    }

    /// `place = (type of place)((compute)place op value)`; the result is the place, to be read.
    pub(super) fn compound_assignment(&mut self, update: Update, place: &'t Expr, value: &'t Expr, wanted: ValueUse) -> Option<ExprId> {
        let (mut to, value) = self.place_after(place, value);
        if wanted != ValueUse::Nowhere {
            to = self.fixed(to);
        }
        self.update(update, to, to, value);
        self.result(to, wanted)
    }

    /// `place++` whose old value is wanted.
    pub(super) fn postfix_step(&mut self, update: Update, place: &'t Expr, value: &'t Expr) -> ExprId {
        let (to, value) = self.place_after(place, value);
        let to = self.fixed(to);
        let old = self.saved(to);
        self.update(update, to, old, value);
        old
    }

    /// The place and the value, the value computed first.
    fn place_after(&mut self, place: &'t Expr, value: &'t Expr) -> (ExprId, ExprId) {
        let mut value = self.value(value);
        if self.changes(place) {
            value = self.kept(value);
        }
        (self.place(place), value)
    }

    fn update(&mut self, update: Update, to: ExprId, old: ExprId, value: ExprId) {
        let Update { op, compute, loc } = update;
        let old = self.convert(old, compute);
        self.note(old, loc, OperationKind::ImplicitConversion);
        let new = self.build().binary(op, old, value);
        self.note(new, loc, OperationKind::Written);
        let ty = self.ty(to);
        let new = self.convert(new, ty);
        self.note(new, loc, OperationKind::ImplicitConversion);
        self.assign(to, new);
    }

    fn result(&mut self, place: ExprId, wanted: ValueUse) -> Option<ExprId> {
        match wanted {
            ValueUse::Nowhere => None,
            ValueUse::Value => Some(place),
            ValueUse::In(to) => {
                self.assign(to, place);
                Some(to)
            }
        }
    }
}
