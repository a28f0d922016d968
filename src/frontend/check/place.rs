//! Places: members, elements, what pointers point to, addresses, and pointers that move over elements. Whether a place may be written is for assignments to say.

use super::convert::Value;
use super::types::{CType, Kind};
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, made_up};
use goto::{BinOp, Location};
use lang_c::ast::{Identifier, MemberExpression, MemberOperator};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn member_access(&mut self, node: &Node<MemberExpression>, loc: Location) -> Result<Value> {
        let base = match node.node.operator.node {
            MemberOperator::Direct => self.expr(&node.node.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&node.node.expression)?;
                if !self.c.types.is_pointer(pointer.ty) {
                    return self.error(node.node.expression.span, format!("`->` on a value of type `{}`", self.spell(pointer.ty)));
                }
                self.deref(pointer, loc)
            }
        };
        self.member_of(base, &node.node.identifier, loc)
    }

    pub(super) fn member_of(&mut self, base: Value, name: &Node<Identifier>, loc: Location) -> Result<Value> {
        let member = &name.node.name;
        self.c.asks_for_sizes |= ["st_size", "st_blocks"].contains(&member.as_str());
        let Some((record, _)) = self.c.types.record(base.ty) else {
            return self.error(name.span, format!("`{}` has no members, so no `{member}`", self.spell(base.ty)));
        };
        let Some((path, _)) = self.find_member(record, member) else {
            let why = if self.c.types.is_complete(base.ty) { "has no member" } else { "is incomplete here and has no member" };
            return self.error(name.span, format!("`{}` {why} `{member}`{}", self.spell(base.ty), self.member_hint(record, member)));
        };
        Ok(path.into_iter().fold(base, |base, field| self.select(base, field, loc)))
    }

    /// The member at a position. The base has a complete record type with that many fields.
    fn select(&mut self, base: Value, field: usize, loc: Location) -> Value {
        let Some((record, _)) = self.c.types.record(base.ty) else { return base };
        let mut ty = self.c.types.records[&record].fields[field];
        if self.c.types.is_const(base.ty) {
            ty = self.c.types.constant(ty);
        }
        if self.c.types.is_volatile(base.ty) {
            ty = self.c.types.volatile(ty);
        }
        let bits = self.c.types.goto.records[record].body.as_ref().and_then(|body| body.fields[field].bits).map(|bits| bits.width);
        let expr = self.lower_expr(ExprKind::Field(Box::new(base.expr), field), ty, loc);
        Value { expr, ty, place: base.place, bits }
    }

    /// What a pointer points to.
    pub(super) fn deref(&mut self, pointer: Value, loc: Location) -> Value {
        let Some(to) = self.c.types.pointee(pointer.ty) else { return pointer };
        if self.c.types.is_variable_array(to) {
            return Value { expr: pointer.expr, ty: to, place: true, bits: None };
        }
        match pointer.expr.kind {
            ExprKind::AddressOf(place) => Value { place: !self.c.types.is_function(to), expr: *place, ty: to, bits: None },
            ExprKind::Decay(array) => {
                let int = self.c.types.int();
                let zero = self.constant(0, int, loc).expr;
                self.place(ExprKind::Index(array, Box::new(zero)), to, loc)
            }
            kind => {
                let pointer = Expr { kind, ..pointer.expr };
                let value = self.value(ExprKind::Deref(Box::new(pointer)), to, loc);
                Value { place: !self.c.types.is_function(to), ..value }
            }
        }
    }

    pub(super) fn address_of(&mut self, value: Value, span: Span, loc: Location) -> Result<Value> {
        if self.c.types.is_function(value.ty) {
            return Ok(self.decay(value));
        }
        if value.bits.is_some() {
            return self.error(span, "the address of a bit-field");
        }
        if !value.place {
            return self.error(span, "the address of something that is no place in memory");
        }
        let pointer = self.c.types.pointer(value.ty);
        if self.c.types.is_variable_array(value.ty) {
            return Ok(Value { expr: value.expr, ty: pointer, place: false, bits: None });
        }
        Ok(match value.expr.kind {
            ExprKind::Deref(inner) => Value { expr: *inner, ty: pointer, place: false, bits: None },
            kind => {
                let place = Expr { kind, ..value.expr };
                self.value(ExprKind::AddressOf(Box::new(place)), pointer, loc)
            }
        })
    }

    /// `base[index]`, as a place in the array or behind the pointer. `reversed`: the index stands first in the source.
    pub(super) fn element(&mut self, base: Value, index: Value, reversed: bool, span: Span, loc: Location) -> Result<Value> {
        if !self.c.types.is_integer(index.ty) {
            return self.error(span, format!("an index of type `{}`", self.spell(index.ty)));
        }
        match *self.c.types.kind(base.ty) {
            Kind::Vector { .. } => {
                let index = self.promote(index);
                Ok(self.vector_element(base, index.expr, loc))
            }
            Kind::Array { elem, .. } if !self.c.types.is_variable_array(base.ty) => {
                let index = self.promote(index);
                let element = self.value(ExprKind::Index(Box::new(base.expr), Box::new(index.expr)), elem, loc);
                Ok(Value { place: true, ..element })
            }
            _ => {
                let pointer = self.decay(base);
                if self.c.types.pointee(pointer.ty).is_none_or(|to| self.c.types.is_function(to)) {
                    return self.error(span, format!("an element of a value of type `{}`", self.spell(pointer.ty)));
                }
                let address = self.pointer_plus(pointer, index, false, reversed, span, loc)?;
                Ok(self.deref(address, loc))
            }
        }
    }

    /// A pointer moved by a number of elements.
    pub(super) fn pointer_plus(&mut self, pointer: Value, index: Value, minus: bool, reversed: bool, span: Span, loc: Location) -> Result<Value> {
        let steps = self.pointer_steps(pointer.ty, index, minus, span, loc)?;
        let ty = pointer.ty;
        let (pointer, steps) = (Box::new(pointer.expr), Box::new(steps.expr));
        let kind = if reversed { ExprKind::BinaryReversed(BinOp::PtrAdd, pointer, steps) } else { ExprKind::Binary(BinOp::PtrAdd, pointer, steps) };
        Ok(self.value(kind, ty, loc))
    }

    /// An integer added to a pointer (or subtracted) as the operand of `PtrAdd`.
    pub(super) fn pointer_steps(&mut self, pointer: CType, index: Value, minus: bool, span: Span, loc: Location) -> Result<Value> {
        let to = self.c.types.pointee(pointer).unwrap_or(pointer);
        if self.c.types.is_record(to) && !self.c.types.is_complete(to) {
            return self.error(span, format!("arithmetic on a pointer to the incomplete type `{}`", self.spell(to)));
        }
        let ptrdiff = self.c.types.ptrdiff();
        let index = self.promote(index);
        let mut steps = self.cast(index, ptrdiff);
        if minus {
            steps = self.negate(steps, made_up(loc));
        }
        if self.c.types.is_variable_array(to) {
            let stride = self.variable_stride(to, span, loc)?;
            steps = self.value(ExprKind::Binary(BinOp::Mul, Box::new(steps.expr), Box::new(stride.expr)), ptrdiff, made_up(loc));
        }
        Ok(steps)
    }

    /// How many innermost elements a variable array has, as `ptrdiff_t`.
    pub(super) fn variable_stride(&mut self, array: CType, span: Span, loc: Location) -> Result<Value> {
        let bytes = self.size_as_value(array, span, loc)?;
        let base = self.c.types.variable_base(array);
        let (size_type, ptrdiff) = (self.c.types.size(), self.c.types.ptrdiff());
        let each = self.size_as_value(base, span, loc)?;
        let count = self.value(ExprKind::Binary(BinOp::Div, Box::new(bytes.expr), Box::new(each.expr)), size_type, made_up(loc));
        Ok(self.cast(count, ptrdiff))
    }
}
