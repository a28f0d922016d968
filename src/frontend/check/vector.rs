//! Vectors of GNU C: operations on them are operations on their elements. A vector type lowers to a record of one array.

use super::convert::Value;
use super::held::{again, is_constant};
use super::types::{CType, IntKind, Kind, Len, Signature};
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, InitPart, Selector, Stmt, made_up};
use goto::{BinOp, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// The member of the record that holds the elements.
const ELEMENTS: usize = 0;

/// Bytes. Operations are written out for each element.
const LARGEST: u64 = 1024;

/// Where an element lies in the record.
pub(super) fn element_path(index: u64) -> [Selector; 2] {
    [Selector::Field(ELEMENTS), Selector::Index(index)]
}

impl Unit<'_> {
    /// The type and the number of the elements, if the type is a vector.
    pub(super) fn vector_shape(&self, ty: CType) -> Option<(CType, u64)> {
        match self.c.types.kind(ty) {
            Kind::Vector { elem, count } => Some((*elem, *count)),
            _ => None,
        }
    }

    pub(super) fn is_vector(&self, ty: CType) -> bool {
        self.vector_shape(ty).is_some()
    }

    /// The attribute `vector_size` makes a vector of the type that all declarators are built from.
    pub(super) fn vector_of(&mut self, ty: CType, bytes: u64, span: Span) -> Result<CType> {
        let vector = match self.c.types.kind(ty).clone() {
            Kind::Vector { .. } => return Ok(ty),
            Kind::Pointer(to) => {
                let to = self.vector_of(to, bytes, span)?;
                self.c.types.pointer(to)
            }
            Kind::Array { elem, len } => {
                let elem = self.vector_of(elem, bytes, span)?;
                self.c.types.array(elem, len)
            }
            Kind::Function(Signature { ret, params }) => {
                let ret = self.vector_of(ret, bytes, span)?;
                self.c.types.intern(Kind::Function(Signature { ret, params }))
            }
            Kind::Int(_) | Kind::Float(_) | Kind::Enum(_) => {
                let size = self.c.types.size_of(ty).unwrap_or(1);
                if bytes > LARGEST {
                    return self.unsupported(span, "a vector of more than 1024 bytes is not supported");
                }
                if bytes == 0 || !bytes.is_power_of_two() || !bytes.is_multiple_of(size) {
                    return self.error(span, "the size of a vector must be a power of two and a multiple of the size of its elements");
                }
                let elem = self.c.types.unqualified(ty);
                self.c.types.intern(Kind::Vector { elem, count: bytes / size })
            }
            _ => return self.error(span, format!("a vector of elements of type `{}`", self.spell(ty))),
        };
        Ok(if self.c.types.is_const(ty) { self.c.types.constant(vector) } else { vector })
    }

    /// An element of a vector by its index. The vector is a place, or can be repeated.
    pub(super) fn vector_element(&mut self, vector: Value, index: Expr, loc: Location) -> Value {
        let Some((elem, count)) = self.vector_shape(vector.ty) else { return vector };
        let elem = if self.c.types.is_const(vector.ty) { self.c.types.constant(elem) } else { elem };
        let array = self.c.types.array(elem, Len::Fixed(count));
        let place = vector.place;
        let elements = self.lower_expr(ExprKind::Field(Box::new(vector.expr), ELEMENTS), array, loc);
        let value = self.value(ExprKind::Index(Box::new(elements), Box::new(index)), elem, loc);
        Value { place, ..value }
    }

    /// One element of a held vector, or the scalar that stands for all of them.
    fn lane(&mut self, value: &Value, index: u64) -> Value {
        let repeated = self.repeat(value);
        if self.vector_shape(value.ty).is_none() {
            return repeated;
        }
        if is_constant(&value.expr)
            && let ExprKind::CompoundLiteral { init: Some(init), .. } = &value.expr.kind
            && let Some(part) = init.parts.iter().find(|part| part.path == element_path(index))
            && let (Some(expr), Some((elem, _))) = (again(&part.value), self.vector_shape(value.ty))
        {
            return Value { expr, ty: elem, place: false, bits: None };
        }
        let loc = value.expr.loc;
        let ptrdiff = self.c.types.ptrdiff();
        let index = self.constant(i128::from(index), ptrdiff, loc).expr;
        self.vector_element(repeated, index, made_up(loc))
    }

    /// A vector from its elements.
    fn vector_from(&mut self, lanes: Vec<Value>, elem: CType, loc: Location) -> Value {
        let ty = self.c.types.intern(Kind::Vector { elem, count: lanes.len() as u64 });
        let mut parts = Vec::new();
        for (index, lane) in lanes.into_iter().enumerate() {
            let mut value = self.cast(lane, elem).expr;
            if let Some(constant) = self.folded(&value) {
                value.kind = ExprKind::Const(constant);
            }
            parts.push(InitPart { path: element_path(index as u64).to_vec(), value });
        }
        self.composed(parts, ty, loc)
    }

    /// The vector type of an operation, if it is one on vectors: a scalar operand stands for a vector of equal elements.
    pub(super) fn vector_operation(&self, a: &Value, b: &Value) -> Option<(CType, u64)> {
        let scalar = |ty| self.c.types.is_arithmetic(ty);
        match (self.vector_shape(a.ty), self.vector_shape(b.ty)) {
            (Some((elem, n)), Some((_, m))) if n == m => Some((elem, n)),
            (Some(shape), None) if scalar(b.ty) => Some(shape),
            (None, Some(shape)) if scalar(a.ty) => Some(shape),
            _ => None,
        }
    }

    fn held_operand(&mut self, value: Value, elem: CType, body: &mut Vec<Stmt>) -> Value {
        let value = if self.is_vector(value.ty) { value } else { self.cast(value, elem) };
        self.held(value, body)
    }

    /// `a op b`, element by element. What overflows wraps.
    pub(super) fn vector_arithmetic(&mut self, op: BinOp, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        let Some((elem, count)) = self.vector_operation(&a, &b) else { return self.mismatch(a.ty, b.ty, span) };
        let mut body = Vec::new();
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let a = self.held_operand(a, elem, &mut body);
        let b = self.held_operand(b, elem, &mut body);
        let mut lanes = Vec::new();
        for index in 0..count {
            let (x, y) = (self.lane(&a, index), self.lane(&b, index));
            let value = if shift { self.shift(op, x, y, span, made_up(loc))? } else { self.arithmetic(op, x, y, span, made_up(loc))? };
            lanes.push(self.cast(value, elem));
        }
        let value = self.vector_from(lanes, elem, loc);
        Ok(self.behind(body, value))
    }

    /// A comparison gives for each element all ones or zero, as a signed integer of its width.
    pub(super) fn vector_compare(&mut self, op: BinOp, swapped: bool, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        let Some((elem, count)) = self.vector_operation(&a, &b) else { return self.mismatch(a.ty, b.ty, span) };
        let truth = self.truth_element(elem, span)?;
        let mut body = Vec::new();
        let a = self.held_operand(a, elem, &mut body);
        let b = self.held_operand(b, elem, &mut body);
        let mut lanes = Vec::new();
        for index in 0..count {
            let (x, y) = (self.lane(&a, index), self.lane(&b, index));
            let holds = self.compare(op, swapped, x, y, span, loc)?;
            let ones = self.negate(holds, made_up(loc));
            lanes.push(self.cast(ones, truth));
        }
        let value = self.vector_from(lanes, truth, loc);
        Ok(self.behind(body, value))
    }

    /// The signed integer type that is as wide as an element.
    fn truth_element(&mut self, elem: CType, span: Span) -> Result<CType> {
        let kind = match self.c.types.size_of(elem) {
            Some(1) => IntKind::SChar,
            Some(2) => IntKind::Short,
            Some(4) => IntKind::Int,
            Some(8) if self.c.types.model() == goto::DataModel::Lp64 => IntKind::Long,
            Some(8) => IntKind::LongLong,
            Some(16) => IntKind::Int128,
            _ => return self.error(span, "the elements of these vectors cannot be compared"),
        };
        Ok(self.c.types.int_kind(kind))
    }

    /// `-v` and `~v`.
    pub(super) fn vector_sign(&mut self, value: Value, complement: bool, span: Span, loc: Location) -> Result<Value> {
        let Some((elem, count)) = self.vector_shape(value.ty) else { return Ok(value) };
        if complement && !self.c.types.is_integer(elem) {
            return self.error(span, format!("`~` on a value of type `{}`", self.spell(value.ty)));
        }
        let mut body = Vec::new();
        let value = self.held(value, &mut body);
        let mut lanes = Vec::new();
        for index in 0..count {
            let lane = self.lane(&value, index);
            let lane = self.promote(lane);
            let ty = lane.ty;
            let lane = if complement { self.value(ExprKind::BitNot(Box::new(lane.expr)), ty, loc) } else { self.negate(lane, made_up(loc)) };
            lanes.push(self.cast(lane, elem));
        }
        let value = self.vector_from(lanes, elem, loc);
        Ok(self.behind(body, value))
    }

    /// Can a value be taken for one of another type, bit by bit? Both have one size, and one is a vector at least.
    pub(super) fn reinterprets(&mut self, from: CType, to: CType) -> bool {
        let fits = |unit: &Self, ty| unit.is_vector(ty) || unit.c.types.is_integer(ty);
        let vector = self.is_vector(from) || self.is_vector(to);
        vector && fits(self, from) && fits(self, to) && self.c.types.size_of(from) == self.c.types.size_of(to)
    }

    /// The bits of a value as a value of another type of the same size.
    pub(super) fn reinterpret(&mut self, value: Value, to: CType) -> Value {
        if value.ty == to {
            return value;
        }
        let loc = value.expr.loc;
        let mut body = Vec::new();
        let (from, var) = (value.ty, self.hold(value, &mut body));
        let pointer = self.c.types.pointer(from);
        let place = self.lower_expr(ExprKind::Var(var), from, loc);
        let address = self.value(ExprKind::AddressOf(Box::new(place)), pointer, loc);
        let pointer = self.c.types.pointer(to);
        let address = self.cast(address, pointer);
        let place = self.value(ExprKind::Deref(Box::new(address.expr)), to, made_up(loc));
        self.behind(body, place)
    }

    /// `__builtin_shuffle(a, mask)` and `__builtin_shuffle(a, b, mask)`: indices count modulo the number of elements.
    pub(super) fn shuffle(&mut self, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Value> {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.rvalue(argument)?);
        }
        let (Some(mask), Some((elem, count))) = (values.pop(), values.first().and_then(|v| self.vector_shape(v.ty))) else {
            return self.error(span, "a shuffle of what is no vector");
        };
        if self.vector_shape(mask.ty).is_none_or(|(_, n)| n != count) || values.iter().any(|v| self.vector_shape(v.ty) != Some((elem, count))) {
            return self.error(span, "a shuffle of vectors of different types");
        }
        let mut body = Vec::new();
        let mut lanes = Vec::new();
        let inputs = values.len() as u64;
        for value in values {
            let value = self.held(value, &mut body);
            lanes.extend((0..count).map(|index| self.lane(&value, index)).collect::<Vec<_>>());
        }
        let all = self.vector_from(lanes, elem, loc);
        let (all_type, all) = (all.ty, self.hold(all, &mut body));
        let mask = self.held(mask, &mut body);
        let mut lanes = Vec::new();
        for index in 0..count {
            let chosen = self.lane(&mask, index);
            let ptrdiff = self.c.types.ptrdiff();
            let chosen = self.cast(chosen, ptrdiff);
            let limit = self.constant(i128::from(count * inputs - 1), ptrdiff, loc);
            let chosen = self.lower_expr(ExprKind::Binary(BinOp::BitAnd, Box::new(chosen.expr), Box::new(limit.expr)), ptrdiff, loc);
            let source = self.value(ExprKind::Var(all), all_type, loc);
            lanes.push(self.vector_element(source, chosen, made_up(loc)));
        }
        let value = self.vector_from(lanes, elem, loc);
        Ok(self.behind(body, value))
    }

    /// `__builtin_shufflevector(a, b, constants...)`; -1 asks for any element.
    pub(super) fn shuffle_constant(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
        indices: &[Node<Expression>],
        span: Span,
        loc: Location,
    ) -> Result<Value> {
        let (a, b) = (self.rvalue(a)?, self.rvalue(b)?);
        let (Some((elem, n)), Some((other, m))) = (self.vector_shape(a.ty), self.vector_shape(b.ty)) else {
            return self.error(span, "a shuffle of what is no vector");
        };
        if elem != other || !indices.len().is_power_of_two() {
            return self.error(span, "a shuffle of vectors of different types, or to a number of elements that is no power of two");
        }
        let mut body = Vec::new();
        let (a, b) = (self.held(a, &mut body), self.held(b, &mut body));
        let mut lanes = Vec::new();
        for index in indices {
            let value = self.constant_integer(index)?;
            lanes.push(match u64::try_from(value) {
                Ok(i) if i < n => self.lane(&a, i),
                Ok(i) if i < n + m => self.lane(&b, i - n),
                Err(_) if value == -1 => self.lane(&a, 0),
                _ => return self.error(index.span, "the vectors have no such element"),
            });
        }
        let value = self.vector_from(lanes, elem, loc);
        Ok(self.behind(body, value))
    }

    /// `__builtin_convertvector(v, type)`; the type stands behind a null pointer.
    pub(super) fn convert_vector(&mut self, value: &Node<Expression>, to: &Node<Expression>, loc: Location) -> Result<Value> {
        let span = value.span;
        let (value, to) = (self.rvalue(value)?, self.pointed_type(to)?);
        let (Some((_, n)), Some((elem, m))) = (self.vector_shape(value.ty), self.vector_shape(to)) else {
            return self.error(span, "a conversion of what is no vector");
        };
        if n != m {
            return self.error(span, "a conversion between vectors of different lengths");
        }
        let mut body = Vec::new();
        let value = self.held(value, &mut body);
        let lanes = (0..n).map(|index| self.lane(&value, index)).collect();
        let value = self.vector_from(lanes, elem, loc);
        Ok(self.behind(body, value))
    }
}
