//! Expressions with control flow of their own: `?:`, `&&` and `||` with side effects on the right, statement expressions.

use super::FunctionLowering;
use super::expr::ValueUse;
use crate::tree::{Condition, Expr, Stmt};
use goto::{BinOp, BranchKind, ExprId, Mark, TypeId};

impl<'t> FunctionLowering<'_, 't> {
    /// `cond ? then : other`
    pub(super) fn conditional(&mut self, cond: &'t Condition, then: &'t Expr, other: &'t Expr, ty: TypeId, wanted: ValueUse) -> Option<ExprId> {
        let loc = self.loc;
        if cond.expr.loc.line != 0 {
            self.loc = cond.expr.loc;
        }
        let guard = self.condition(cond);
        let (else_part, end) = (self.label(), self.label());
        let branch = self.branch(BranchKind::Conditional, &cond.text, true);
        self.jump_unless(guard, else_part, branch);
        self.loc = loc;
        let to = self.destination(ty, wanted);
        self.mark(Mark::ConditionalThen, then.loc);
        self.arm(to, then);
        self.jump(end);
        self.bind(else_part);
        self.mark(Mark::ConditionalElse, other.loc);
        self.arm(to, other);
        self.bind(end);
        to
    }

    /// `value ?: other`
    pub(super) fn elvis(&mut self, value: &'t Expr, other: &'t Expr, wanted: ValueUse) -> Option<ExprId> {
        // The value decides, so it is needed in any case, and must not be stored where computing `other` could see it.
        let first = self.value(value);
        let first = self.saved(first);
        let condition = self.build().condition(first);
        let end = self.label();
        self.jump_if(condition, end, None);
        if wanted == ValueUse::Nowhere {
            self.effect(other);
        } else {
            self.assign_from(first, other);
        }
        self.bind(end);
        match wanted {
            ValueUse::Nowhere => None,
            ValueUse::Value => Some(first),
            ValueUse::In(to) => {
                self.assign(to, first);
                Some(to)
            }
        }
    }

    /// `({ ...; value; })`
    pub(super) fn statement_expression(&mut self, body: &'t [Stmt], value: Option<&'t Expr>, wanted: ValueUse) -> Option<ExprId> {
        let loc = self.loc;
        // Declared outside of the block, whose variables die before the value is read.
        let value = value.map(|v| (v, if self.is_void(v.ty) { None } else { self.destination(v.ty, wanted) }));
        self.enter_scope();
        self.within(|this| body.iter().for_each(|stmt| this.statement(stmt)));
        self.loc = loc;
        let mut result = None;
        if let Some((e, to)) = value {
            if e.loc.line != 0 {
                self.loc = e.loc;
            }
            self.mark(Mark::Statement, self.loc);
            self.within(|this| this.full(e, |this| this.arm(to, e)));
            self.loc = loc;
            result = to;
        }
        self.leave_scope();
        result
    }

    /// `&&` or `||` whose right operand takes instructions, as a value.
    pub(super) fn short_circuit(&mut self, op: BinOp, a: &'t Expr, b: &'t Expr) -> ExprId {
        let left = self.value(a);
        let result = self.saved(left);
        let end = self.label();
        self.skip_right(op, result, end);
        self.assign_from(result, b);
        self.bind(end);
        result
    }

    /// The same where only the side effects count.
    pub(super) fn short_circuit_effect(&mut self, op: BinOp, a: &'t Condition, b: &'t Expr) {
        // What stands on the left decides whether the rest happens, as an `if` does.
        let left = if self.notes_decisions() { self.decision(&a.expr, &a.text) } else { self.value(&a.expr) };
        let end = self.label();
        self.skip_right(op, left, end);
        self.effect(b);
        self.bind(end);
    }

    /// Leaves out the right operand where the left one decides.
    pub(super) fn skip_right(&mut self, op: BinOp, left: ExprId, end: super::function::Label) {
        let negated = op == BinOp::And;
        let branch = self.branch(BranchKind::ShortCircuit, "", negated);
        if negated {
            self.jump_unless(left, end, branch);
        } else {
            self.jump_if(left, end, branch);
        }
    }

    /// Where an expression of several ways leaves its value.
    pub(super) fn destination(&mut self, ty: TypeId, wanted: ValueUse) -> Option<ExprId> {
        match wanted {
            ValueUse::In(to) if self.ty(to) == ty => Some(to),
            ValueUse::Nowhere => None,
            _ if self.is_void(ty) => None,
            _ => Some(self.temporary(ty)),
        }
    }

    fn arm(&mut self, to: Option<ExprId>, e: &'t Expr) {
        match to {
            Some(to) => self.assign_from(to, e),
            None => self.effect(e),
        }
    }
}
