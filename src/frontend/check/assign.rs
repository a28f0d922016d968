//! Assignments, compound assignments, `++` and `--`.

use super::convert::Value;
use super::types::{IntKind, Kind};
use super::{Result, Unit};
use crate::tree::{ExprKind, Stmt};
use goto::{BinOp, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn assign(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, loc: Location) -> Result<Value> {
        let place = self.assignable(lhs)?;
        let value = self.rvalue(rhs)?;
        let ty = self.c.types.unqualified(place.ty);
        let value = self.convert(value, ty, rhs.span)?;
        let (place, value, before) = self.at_once(place, value);
        let (place, bits) = (place.expr, place.bits);
        let result = self.value(ExprKind::Assign { place: Box::new(place), value: Box::new(value.expr) }, ty, loc);
        match before {
            Some(before) => self.in_section(before, result, rhs.span),
            None => Ok(Value { bits, ..result }),
        }
    }

    fn assignable(&mut self, node: &Node<Expression>) -> Result<Value> {
        let place = self.expr(node)?;
        if !place.place || self.c.types.is_array(place.ty) || self.c.types.is_void(place.ty) {
            return self.error(node.span, "what is assigned to is no place for a value");
        }
        if self.c.types.is_const(place.ty) {
            return self.error(node.span, "what is assigned to is constant");
        }
        Ok(place)
    }

    /// What is needed to change a place in a section, if it is atomic: the place without that, the value computed before, and what comes before the section.
    fn at_once(&mut self, place: Value, value: Value) -> (Value, Value, Option<Vec<Stmt>>) {
        if !self.c.types.is_atomic(place.ty) || self.function.is_none() {
            return (place, value, None);
        }
        let mut before = Vec::new();
        let value = if matches!(value.expr.kind, ExprKind::Const(_)) { value } else { self.held(value, &mut before) };
        let place = self.held_place(place, &mut before);
        (Value { ty: self.c.types.unqualified(place.ty), ..place }, value, Some(before))
    }

    pub(super) fn compound_assign(&mut self, op: BinOp, lhs: &Node<Expression>, rhs: &Node<Expression>, loc: Location) -> Result<Value> {
        let place = self.assignable(lhs)?;
        let place = self.refreshed(place);
        let value = self.rvalue(rhs)?;
        let span = Span::span(lhs.span.start, rhs.span.end);
        let (place, value, before) = self.at_once(place, value);
        let result = self.compound(op, place, value, span, loc)?;
        match before {
            Some(before) => self.in_section(before, result, span),
            None => Ok(result),
        }
    }

    /// `place op= value`
    fn compound(&mut self, op: BinOp, place: Value, value: Value, span: Span, loc: Location) -> Result<Value> {
        if self.is_recomputed(&place, &value) {
            return self.recomputed(op, place, value, false, span, loc);
        }
        let step = self.update(op, place, value, span, loc)?;
        let Update { op, place, value, compute } = step;
        let (ty, bits) = (self.c.types.unqualified(place.ty), place.bits);
        let compute = self.c.types.lower(compute);
        let kind = ExprKind::CompoundAssign { op, place: Box::new(place.expr), value: Box::new(value.expr), compute };
        let result = self.value(kind, ty, loc);
        Ok(self.enumerated(Value { bits, ..result }))
    }

    /// `++` (`by` is 1) and `--` (`by` is -1).
    pub(super) fn step(&mut self, operand: &Node<Expression>, by: i128, postfix: bool, loc: Location) -> Result<Value> {
        let place = self.assignable(operand)?;
        let place = self.refreshed(place);
        let int = self.c.types.int();
        let one = self.constant(1, int, loc);
        let (place, one, before) = self.at_once(place, one);
        let result = self.step_by(if by < 0 { BinOp::Sub } else { BinOp::Add }, place, one, postfix, operand.span, loc)?;
        match before {
            Some(before) => self.in_section(before, result, operand.span),
            None => Ok(result),
        }
    }

    /// An update of a place whose result is the old value if `postfix`.
    pub(super) fn step_by(&mut self, op: BinOp, place: Value, value: Value, postfix: bool, span: Span, loc: Location) -> Result<Value> {
        if self.is_recomputed(&place, &value) {
            return self.recomputed(op, place, value, postfix, span, loc);
        }
        let Update { op, place, value, compute } = self.update(op, place, value, span, loc)?;
        let (ty, bits) = (self.c.types.unqualified(place.ty), place.bits);
        let compute = self.c.types.lower(compute);
        let kind = ExprKind::Step { op, place: Box::new(place.expr), value: Box::new(value.expr), compute, postfix };
        let result = self.value(kind, ty, loc);
        Ok(self.enumerated(Value { bits, ..result }))
    }

    /// Does an update compute what the tree has no operator for?
    fn is_recomputed(&self, place: &Value, value: &Value) -> bool {
        let odd = matches!(self.c.types.integer_kind(place.ty), Some(IntKind::Odd { .. })) && place.bits.is_none();
        // gcc takes `i += p` for what it says, with a warning.
        let address = self.c.types.is_integer(place.ty) && self.c.types.is_pointer(value.ty);
        // What is stored is looked at.
        let checked = self.c.types.dialect.enum_values && matches!(self.c.types.kind(place.ty), Kind::Enum(_)) && place.bits.is_none();
        odd || address || checked || self.complex_part(place.ty).is_some() || self.complex_part(value.ty).is_some() || self.is_vector(place.ty)
    }

    /// `place = place op value`; gcc computes the value first.
    fn recomputed(&mut self, op: BinOp, place: Value, value: Value, postfix: bool, span: Span, loc: Location) -> Result<Value> {
        let mut body = Vec::new();
        let value = self.held(value, &mut body);
        self.recompute(place, body, postfix, loc, |unit, old| match op {
            BinOp::Shl | BinOp::Shr => unit.shift(op, old, value, span, loc),
            BinOp::Add => unit.plus(old, value, span, loc),
            _ => unit.arithmetic(op, old, value, span, loc),
        })
    }

    /// The operands of `place op= value`, and the type to compute in.
    fn update(&mut self, op: BinOp, place: Value, value: Value, span: Span, loc: Location) -> Result<Update> {
        if self.c.types.is_pointer(place.ty) {
            if !matches!(op, BinOp::Add | BinOp::Sub) || !self.c.types.is_integer(value.ty) {
                return self.mismatch(place.ty, value.ty, span);
            }
            let compute = self.c.types.unqualified(place.ty);
            let value = self.pointer_steps(compute, value, op == BinOp::Sub, span, loc)?;
            return Ok(Update { op: BinOp::PtrAdd, place, value, compute });
        }
        if !self.allows(op, place.ty) || !self.allows(op, value.ty) {
            return self.mismatch(place.ty, value.ty, span);
        }
        let value = self.promote(value);
        let own = match self.promoted(place.ty, place.bits) {
            Some(ty) => ty,
            None => self.c.types.unqualified(place.ty),
        };
        if matches!(op, BinOp::Shl | BinOp::Shr) {
            return Ok(Update { op, place, value, compute: own });
        }
        let compute = self.common_type(own, value.ty);
        debug_assert!(!matches!(self.c.types.kind(compute), Kind::Bool));
        let value = self.cast(value, compute);
        Ok(Update { op, place, value, compute })
    }
}

struct Update {
    op: BinOp,
    place: Value,
    value: Value,
    compute: super::types::CType,
}
