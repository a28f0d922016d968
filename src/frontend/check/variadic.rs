//! Variable arguments. The caller of a variadic function puts the arguments beyond the parameters into an area, each in slots of its own, and passes
//! its address; a `va_list` holds the address of the next one. Of the platform's `va_list` on x86-64 only the pointer to arguments in memory is used.

use super::convert::Value;
use super::types::{CType, IntKind, Kind};
use super::{Result, Unit};
use crate::tree::{Callee, ExprKind, VarId};
use goto::{BinOp, FloatKind, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// Every argument starts at a multiple of this many bytes of the area, so that each is aligned.
pub(crate) const SLOT: u64 = 16;

/// Where the next argument in memory is noted in `struct __va_list_tag`, and the offsets that say that there is none in registers.
const OVERFLOW_FIELD: usize = 2;
const NO_MORE_REGISTERS: [(usize, i128); 2] = [(0, 48), (1, 176)];

impl Unit<'_> {
    /// `va_start(list, ...)`: the list begins where the caller put the arguments.
    pub(super) fn va_start(&mut self, list: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let Some(rest) = self.function.as_ref().and_then(|f| f.rest) else {
            return self.error(span, "`va_start` in a function without variable arguments");
        };
        let mut stores = Vec::new();
        for (field, offset) in NO_MORE_REGISTERS {
            if let Some(place) = self.va_list_field(list, field, loc)? {
                let uint = place.ty;
                let value = self.constant(offset, uint, loc);
                stores.push((place, value));
            }
        }
        let place = self.next_argument(list, loc)?;
        let value = self.rest_pointer(rest, place.ty, loc);
        stores.push((place, value));
        let void = self.c.types.void();
        let mut result = None;
        for (place, value) in stores {
            let kind = ExprKind::Assign { place: Box::new(place.expr), value: Box::new(value.expr) };
            let stored = self.value(kind, place.ty, loc);
            let stored = self.drop_value(stored);
            result = Some(match result {
                None => stored,
                Some(before) => self.sequence(before, stored, void, loc),
            });
        }
        match result {
            Some(value) => Ok(value),
            None => self.error(span, "this is no `va_list`"),
        }
    }

    fn rest_pointer(&mut self, rest: VarId, ty: CType, loc: Location) -> Value {
        let void = self.c.types.void();
        let pointer = self.c.types.pointer(void);
        let value = self.value(ExprKind::Var(rest), pointer, loc);
        self.cast(value, ty)
    }

    fn sequence(&mut self, first: Value, second: Value, ty: CType, loc: Location) -> Value {
        self.value(ExprKind::Comma(Box::new(first.expr), Box::new(second.expr)), ty, loc)
    }

    /// `va_end(list)` does nothing.
    pub(super) fn va_end(&mut self, list: &Node<Expression>) -> Result<Value> {
        let value = self.rvalue(list)?;
        Ok(self.drop_value(value))
    }

    /// `va_copy(to, from)`
    pub(super) fn va_copy(&mut self, to: &Node<Expression>, from: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let (to, from) = (self.va_list_place(to, loc)?, self.va_list_place(from, loc)?);
        let ty = self.c.types.unqualified(to.ty);
        let value = self.decay(from);
        let value = self.convert(value, ty, span)?;
        let stored = self.value(ExprKind::Assign { place: Box::new(to.expr), value: Box::new(value.expr) }, ty, loc);
        Ok(self.drop_value(stored))
    }

    /// `va_arg(list, type)`: the argument at the list's pointer, which goes on to the next one.
    pub(super) fn va_arg(&mut self, list: &Node<Expression>, ty: CType, span: Span, loc: Location) -> Result<Value> {
        if self.is_promoted_away(ty) {
            return self.trap(ty, span, loc);
        }
        if self.c.types.is_array(ty) || !self.c.types.is_complete(ty) {
            return self.unsupported(span, format!("an argument of type `{}` is not supported", self.spell(ty)));
        }
        let place = self.next_argument(list, loc)?;
        let size = self.c.types.size_of(ty).unwrap_or(0).next_multiple_of(SLOT);
        let ptrdiff = self.c.types.ptrdiff();
        let size = self.constant(i128::from(size), ptrdiff, loc);
        let list_type = place.ty;
        let compute = place.expr.ty;
        let step = ExprKind::Step { op: BinOp::PtrAdd, place: Box::new(place.expr), value: Box::new(size.expr), compute, postfix: true };
        let here = self.value(step, list_type, loc);
        let pointer = self.c.types.pointer(ty);
        let here = self.cast(here, pointer);
        let place = self.deref(here, loc);
        // No place to assign to, though a record's member can be selected.
        Ok(Value { place: false, ..place })
    }

    /// Is the type one that no argument has after the default promotions? gcc compiles such a `va_arg` to a trap.
    fn is_promoted_away(&self, ty: CType) -> bool {
        match self.c.types.kind(ty) {
            Kind::Float(FloatKind::Single) | Kind::Bool => true,
            _ => self.c.types.integer_kind(ty).is_some_and(|kind| kind < IntKind::Int),
        }
    }

    fn trap(&mut self, ty: CType, span: Span, loc: Location) -> Result<Value> {
        let void = self.c.types.void();
        let abort = self.abort_function(span)?;
        let call = self.value(ExprKind::Call { callee: Callee::Direct(abort), args: Vec::new(), called: None }, void, loc);
        let zero = self.constant(0, ty, loc);
        let zero = self.cast(zero, ty);
        let ty = self.c.types.unqualified(ty);
        Ok(self.sequence(call, zero, ty, loc))
    }

    /// The place where a `va_list` keeps the address of the next argument.
    fn next_argument(&mut self, list: &Node<Expression>, loc: Location) -> Result<Value> {
        match self.va_list_field(list, OVERFLOW_FIELD, loc)? {
            Some(field) => Ok(field),
            None => self.va_list_place(list, loc),
        }
    }

    /// A field of the `struct __va_list_tag` of a list; `None` where the list is a pointer.
    fn va_list_field(&mut self, list: &Node<Expression>, field: usize, loc: Location) -> Result<Option<Value>> {
        let tag = self.va_list_place(list, loc)?;
        let Some((record, _)) = self.c.types.record(tag.ty) else { return Ok(None) };
        let ty = self.c.types.records[&record].fields[field];
        Ok(Some(self.place(ExprKind::Field(Box::new(tag.expr), field), ty, loc)))
    }

    /// What a `va_list` is: the place of a `struct __va_list_tag` (given as an array, or as the pointer that a parameter is), or of a pointer.
    fn va_list_place(&mut self, list: &Node<Expression>, loc: Location) -> Result<Value> {
        let ty = self.va_list();
        let value = self.expr(list)?;
        let found = self.c.types.unqualified(value.ty);
        if found == ty && self.c.types.is_pointer(ty) && value.place {
            return Ok(value);
        }
        let value = self.decay(value);
        let elem = self.c.types.elem(ty);
        match self.c.types.pointee(value.ty) {
            Some(to) if elem == Some(to) => Ok(self.deref(value, loc)),
            _ => self.error(list.span, format!("a value of type `{}` is no `va_list`", self.spell(found))),
        }
    }
}
