//! Checked expressions with their C types, and the conversions between types.

use super::types::{CType, IntKind, Kind, Len, Params, Signature};
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, Init, InitPart, Selector, VarKind};
use goto::{BinOp, Bits, FloatKind, Location, RecordId, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// A checked expression. One of array type is a place; of variable array type it is the pointer to the first element instead. One of function
/// type is a `Function` or a `Deref`.
#[derive(Debug)]
pub(super) struct Value {
    pub expr: Expr,
    pub ty: CType,
    /// Can stand left of an assignment, as far as `const` allows.
    pub place: bool,
    /// The width of the bit-field that it is.
    pub bits: Option<u16>,
}

impl Unit<'_> {
    pub(super) fn value(&mut self, kind: ExprKind, ty: CType, loc: Location) -> Value {
        Value { expr: self.lower_expr(kind, ty, loc), ty, place: false, bits: None }
    }

    pub(super) fn place(&mut self, kind: ExprKind, ty: CType, loc: Location) -> Value {
        Value { place: true, ..self.value(kind, ty, loc) }
    }

    /// An integer constant. Of a floating-point or pointer type, the converted integer.
    pub(super) fn constant(&mut self, value: i128, ty: CType, loc: Location) -> Value {
        match self.c.types.integer_kind(ty) {
            Some(kind) if !matches!(self.c.types.kind(ty), Kind::Bool) => {
                let bits = Bits::from_signed(kind.bits(self.c.types.model()), value);
                let constant = self.value(ExprKind::Const(bits), ty, loc);
                self.wrapped(constant)
            }
            _ => {
                let long = self.c.types.int_kind(IntKind::LongLong);
                let constant = self.value(ExprKind::Const(Bits::from_signed(64, value)), long, loc);
                self.cast(constant, ty)
            }
        }
    }

    /// A value that is reported as unknown if control reaches it.
    pub(super) fn unknown(&mut self, reason: impl Into<String>, ty: CType, loc: Location) -> Value {
        self.value(ExprKind::Unsupported(reason.into()), ty, loc)
    }

    /// Is this a value of which nothing is known, its type included? It takes the type that its use asks for.
    fn takes_any_type(&self, value: &Value, to: CType) -> bool {
        matches!(value.expr.kind, ExprKind::Unsupported(_)) && !self.c.types.is_void(value.ty) && self.c.types.is_complete(to) && !self.c.types.is_void(to)
    }

    /// An expression as a value: places are read, arrays and functions become pointers.
    pub(super) fn rvalue(&mut self, node: &Node<Expression>) -> Result<Value> {
        let value = self.expr(node)?;
        Ok(self.decay(value))
    }

    pub(super) fn decay(&mut self, value: Value) -> Value {
        let Value { expr, ty, bits, .. } = value;
        let loc = expr.loc;
        match *self.c.types.kind(ty) {
            Kind::Array { elem, .. } => {
                let pointer = self.c.types.pointer(elem);
                if self.c.types.is_variable_array(ty) {
                    return Value { expr, ty: pointer, place: false, bits: None };
                }
                self.value(ExprKind::Decay(Box::new(expr)), pointer, loc)
            }
            Kind::Function(_) => {
                let pointer = self.c.types.pointer(ty);
                match expr.kind {
                    ExprKind::Deref(inner) => Value { expr: *inner, ty: pointer, place: false, bits: None },
                    kind => {
                        let function = Expr { kind, ..expr };
                        self.value(ExprKind::AddressOf(Box::new(function)), pointer, loc)
                    }
                }
            }
            _ => {
                let value = self.refreshed(Value { expr, ty, place: false, bits });
                let value = Value { ty: self.c.types.unqualified(ty), ..value };
                let value = if self.c.types.is_atomic(ty) { self.read_at_once(value) } else { value };
                self.enumerated(value)
            }
        }
    }

    /// The value or place, whose value is an input now if it is volatile and that means something.
    pub(super) fn refreshed(&mut self, value: Value) -> Value {
        if !self.c.types.is_volatile(value.ty) || matches!(value.expr.kind, ExprKind::Volatile { .. }) {
            return value;
        }
        let Value { expr, ty, place, bits } = value;
        let (loc, lowered) = (expr.loc, expr.ty);
        let plain = self.c.types.unqualified(ty);
        let is_number = self.c.types.is_integer(plain) || matches!(self.c.types.kind(plain), Kind::Float(_));
        let kind = if is_number && bits.is_none() {
            let name = format!("volatile {}", self.object_name(&expr));
            ExprKind::Volatile { place: Box::new(expr), name, type_name: self.spell(plain) }
        } else {
            ExprKind::Unsupported(format!("a read of the volatile object {}, which is no number, as an input", self.object_name(&expr)))
        };
        Value { expr: Expr { kind, ty: lowered, loc }, ty, place, bits }
    }

    /// A value of an enumerated type, which is to be one of its constants if anybody asks.
    pub(super) fn enumerated(&mut self, value: Value) -> Value {
        let Kind::Enum(id) = *self.c.types.kind(value.ty) else { return value };
        if !self.c.types.dialect.enum_values || self.function.is_none() {
            return value;
        }
        let mut all = self.c.types.enums[id].constants.clone();
        all.sort_unstable();
        let mut constants: Vec<(i128, i128)> = Vec::new();
        for constant in all {
            match constants.last_mut() {
                Some((_, last)) if constant <= *last + 1 => *last = constant,
                _ => constants.push((constant, constant)),
            }
        }
        let is_one = |bits: Bits| constants.iter().any(|&(first, last)| [bits.unsigned() as i128, bits.signed()].iter().any(|v| (first..=last).contains(v)));
        if matches!(value.expr.kind, ExprKind::Const(bits) if is_one(bits)) {
            return value;
        }
        let Value { expr, ty, place, bits } = value;
        let (loc, lowered) = (expr.loc, expr.ty);
        Value { expr: Expr { kind: ExprKind::Enumerated { value: Box::new(expr), constants }, ty: lowered, loc }, ty, place, bits }
    }

    /// How inputs name an object.
    fn object_name(&self, place: &Expr) -> String {
        match &place.kind {
            ExprKind::Var(id) => self.c.vars[*id].name.clone(),
            ExprKind::Deref(pointer) => format!("*{}", self.object_name(pointer)),
            ExprKind::Index(array, _) => format!("{}[]", self.object_name(array)),
            ExprKind::Field(record, field) => {
                let body = self.c.types.goto.record_body(record.ty);
                let member = body.and_then(|body| body.fields.get(*field)).map_or("", |field| &field.name);
                format!("{}.{member}", self.object_name(record))
            }
            ExprKind::AddressOf(inner) | ExprKind::Decay(inner) | ExprKind::Cast(inner) => self.object_name(inner),
            ExprKind::Volatile { place, .. } => self.object_name(place),
            ExprKind::Binary(_, inner, _) | ExprKind::BinaryReversed(_, inner, _) => self.object_name(inner),
            ExprKind::Const(address) => format!("{:#x}", address.unsigned()),
            _ => "object".to_owned(),
        }
    }

    /// Converts a scalar to a scalar type, or anything to `void`. Constants are converted at once.
    pub(super) fn cast(&mut self, value: Value, ty: CType) -> Value {
        let ty = self.c.types.unqualified(ty);
        if self.takes_any_type(&value, ty) {
            return self.value(value.expr.kind, ty, value.expr.loc);
        }
        if self.complex_part(ty).is_some() || self.complex_part(value.ty).is_some() {
            return self.complex_cast(value, ty);
        }
        if self.is_vector(ty) || self.is_vector(value.ty) {
            return self.reinterpret(value, ty);
        }
        let to = self.c.types.lower(ty);
        let loc = value.expr.loc;
        let from = value.ty;
        let expr = if value.expr.ty == to {
            value.expr
        } else if matches!(self.c.types.kind(ty), Kind::Bool) {
            self.bool_of(value.expr)
        } else {
            let converted = match &value.expr.kind {
                ExprKind::Const(bits) => self.convert_constant(*bits, value.expr.ty, to),
                _ => self.folded_float(&value.expr, to),
            };
            let fits = self.function.is_none() || converted.is_none_or(|bits| self.is_whole_part(&value.expr, bits, to));
            let kind = converted.map_or_else(|| ExprKind::Cast(Box::new(value.expr)), ExprKind::Const);
            let expr = Expr { kind, ty: to, loc };
            if fits { expr } else { Expr { kind: ExprKind::OutOfRange(Box::new(expr)), ty: to, loc } }
        };
        let cast = Value { expr, ty, place: false, bits: None };
        if from == ty {
            return cast;
        }
        let cast = self.wrapped(cast);
        self.enumerated(cast)
    }

    /// The result of an operation that was computed in the bits that a type takes in memory, cut to the width that the type has.
    pub(super) fn wrapped(&mut self, value: Value) -> Value {
        let Some(kind @ IntKind::Odd { width, signed, .. }) = self.c.types.integer_kind(value.ty) else { return value };
        let (expr, ty) = (value.expr, value.ty);
        let (loc, lowered) = (expr.loc, expr.ty);
        let bits = kind.bits(self.c.types.model());
        if bits == width {
            return Value { expr, ty, place: false, bits: None };
        }
        if let ExprKind::Const(constant) = expr.kind {
            return self.value(ExprKind::Const(constant.resize(width, false).resize(bits, signed)), ty, loc);
        }
        let operand = |constant: u128| Box::new(Expr { kind: ExprKind::Const(Bits::new(bits, constant)), ty: lowered, loc });
        if !signed {
            return self.value(ExprKind::Binary(BinOp::BitAnd, Box::new(expr), operand((1 << width) - 1)), ty, loc);
        }
        let distance = u128::from(bits - width);
        let high = Expr { kind: ExprKind::Binary(BinOp::Shl, Box::new(expr), operand(distance)), ty: lowered, loc };
        self.value(ExprKind::Binary(BinOp::Shr, Box::new(high), operand(distance)), ty, loc)
    }

    /// Whether a scalar differs from zero. A truth value that was only widened to `int` is taken as it was.
    pub(super) fn bool_of(&mut self, expr: Expr) -> Expr {
        let bool = self.c.types.goto.bool();
        if expr.ty == bool {
            return expr;
        }
        let loc = expr.loc;
        let types = &self.c.types.goto;
        // A widened integer is zero exactly when it was zero before.
        let widened = |inner: &Expr| match (types.get(expr.ty), types.get(inner.ty)) {
            (Type::Int { .. }, Type::Bool) => true,
            (Type::Int { bits, .. }, Type::Int { bits: before, .. }) => before <= bits,
            _ => false,
        };
        match expr.kind {
            ExprKind::Cast(inner) if widened(&inner) => self.bool_of(*inner),
            ExprKind::Const(bits) if !matches!(types.get(expr.ty), Type::Float(_)) => Expr { kind: ExprKind::Const(Bits::bool(bits.is_true())), ty: bool, loc },
            kind => Expr { kind: ExprKind::Cast(Box::new(Expr { kind, ..expr })), ty: bool, loc },
        }
    }

    /// A scalar as a condition.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Result<Expr> {
        if self.complex_part(value.ty).is_some() {
            return Ok(self.complex_truth(value));
        }
        if !self.c.types.is_scalar(value.ty) {
            return self.error(span, format!("a value of type `{}` is no condition", self.spell(value.ty)));
        }
        Ok(self.bool_of(value.expr))
    }

    /// A truth value as C has it: of type `int`.
    pub(super) fn truth_value(&mut self, kind: ExprKind, loc: Location) -> Value {
        let bool = self.c.types.bool();
        let truth = self.value(kind, bool, loc);
        let int = self.c.types.int();
        self.cast(truth, int)
    }

    /// The integer promotions.
    pub(super) fn promote(&mut self, value: Value) -> Value {
        match self.promoted(value.ty, value.bits) {
            Some(ty) => self.cast(value, ty),
            None => value,
        }
    }

    /// The type that an integer, or a bit-field of that width, has after promotion. `None` for all that is no integer.
    pub(super) fn promoted(&mut self, ty: CType, bits: Option<u16>) -> Option<CType> {
        let kind = self.c.types.integer_kind(ty)?;
        let promoted = match bits {
            // All values of a narrow bit-field fit in `int`.
            Some(width) if width < 32 || width == 32 && kind.signed() => IntKind::Int,
            Some(32) => IntKind::UInt,
            // gcc computes with a wide bit-field in its own width.
            Some(width) if width < kind.width(self.c.types.model()) => IntKind::Odd { width, signed: kind.signed(), bit_int: false },
            _ => kind.promoted(),
        };
        Some(self.c.types.int_kind(promoted))
    }

    /// The type that the usual arithmetic conversions give for two promoted arithmetic types.
    pub(super) fn common_type(&mut self, a: CType, b: CType) -> CType {
        match (self.c.types.kind(a), self.c.types.kind(b)) {
            (Kind::Complex(_), _) | (_, Kind::Complex(_)) => {
                let (a, b) = (self.complex_part(a).unwrap_or(a), self.complex_part(b).unwrap_or(b));
                let part = self.common_type(a, b);
                return self.c.types.intern(Kind::Complex(part));
            }
            (&Kind::Float(a), &Kind::Float(b)) => return self.c.types.float(a.max(b)),
            (Kind::Float(_), _) => return a,
            (_, Kind::Float(_)) => return b,
            _ => {}
        }
        let (Some(x), Some(y)) = (self.c.types.integer_kind(a), self.c.types.integer_kind(b)) else { return a };
        let kind = x.promoted().common(y.promoted(), self.c.types.model());
        self.c.types.int_kind(kind)
    }

    /// Two arithmetic operands in their common type.
    pub(super) fn balance(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = self.common_type(a.ty, b.ty);
        (self.cast(a, ty), self.cast(b, ty))
    }

    /// Can a scalar be converted to a scalar type without a cast? There is nothing between pointers and floating-point numbers.
    pub(super) fn converts(&self, from: CType, to: CType) -> bool {
        let types = &self.c.types;
        let float_and_pointer = |a, b| matches!(types.kind(a), Kind::Float(_)) && types.is_pointer(b);
        if self.complex_part(from).is_some() || self.complex_part(to).is_some() {
            let number = |ty| self.complex_part(ty).is_some() || types.is_arithmetic(ty);
            return number(from) && number(to);
        }
        types.is_scalar(from) && types.is_scalar(to) && !float_and_pointer(from, to) && !float_and_pointer(to, from)
    }

    /// Can a value be converted to a scalar or vector type by a cast?
    pub(super) fn can_be_cast(&mut self, value: &Value, to: CType) -> bool {
        self.takes_any_type(value, to) || self.converts(value.ty, to) || self.reinterprets(value.ty, to)
    }

    /// The conversion of assignments, arguments, initialisers and `return`. Accepts what gcc accepts, with or without a warning.
    pub(super) fn convert(&mut self, value: Value, to: CType, span: Span) -> Result<Value> {
        let from = value.ty;
        let both = self.is_vector(from) && self.is_vector(to);
        if self.takes_any_type(&value, to) || self.converts(from, to) || both && self.reinterprets(from, to) {
            return Ok(self.cast(value, to));
        }
        let types = &self.c.types;
        if let (Some((a, _)), Some((b, _))) = (types.record(from), types.record(to))
            && a == b
        {
            return Ok(value);
        }
        if let Some((id, _)) = types.record(to)
            && let Some(value) = self.wrap_in_union(value, id, to)
        {
            return Ok(value);
        }
        let what = if self.c.types.is_void(from) { "a value of type `void`".to_owned() } else { format!("`{}`", self.spell(from)) };
        self.error(span, format!("{what} cannot be converted to `{}`", self.spell(to)))
    }

    /// A member's value as a value of a transparent union.
    fn wrap_in_union(&mut self, value: Value, id: RecordId, to: CType) -> Option<Value> {
        let info = self.c.types.records.get(&id)?;
        if !info.transparent || !self.c.types.is_pointer(value.ty) && !self.c.types.is_arithmetic(value.ty) {
            return None;
        }
        let pointer = self.c.types.is_pointer(value.ty) || self.is_null_constant(&value);
        let like = |&ty: &CType| self.c.types.is_pointer(ty) == pointer;
        let exact = if self.is_null_constant(&value) { None } else { self.member_for(id, &value) };
        let field = exact.or_else(|| info.fields.iter().position(like))?;
        Some(self.union_of(value, field, to))
    }

    /// The member of a union that has the type of a value.
    pub(super) fn member_for(&self, id: RecordId, value: &Value) -> Option<usize> {
        let fields = &self.c.types.records.get(&id)?.fields;
        fields.iter().position(|&ty| ty == value.ty).or_else(|| fields.iter().position(|&ty| self.compatible(ty, value.ty)))
    }

    /// A union that holds a value in one of its members.
    pub(super) fn union_of(&mut self, value: Value, field: usize, to: CType) -> Value {
        let Some(&member) = self.c.types.record(to).and_then(|(id, _)| self.c.types.records[&id].fields.get(field)) else { return value };
        let loc = value.expr.loc;
        let var = self.c.new_var("", to, VarKind::Local, loc);
        let value = if self.c.types.is_record(member) { value } else { self.cast(value, member) };
        let init = Init { zero: true, parts: vec![InitPart { path: vec![Selector::Field(field)], value: value.expr }] };
        self.value(ExprKind::CompoundLiteral { var, init: Some(init) }, to, loc)
    }

    /// What an argument becomes where no parameter's type is known.
    pub(super) fn promote_argument(&mut self, value: Value, span: Span) -> Result<Value> {
        match self.c.types.kind(value.ty) {
            Kind::Float(FloatKind::Single) => {
                let double = self.c.types.float(FloatKind::Double);
                Ok(self.cast(value, double))
            }
            Kind::Void => self.error(span, "an argument has type `void`"),
            _ => Ok(self.promote(value)),
        }
    }

    /// An integer constant of value zero, or that cast to `void *`.
    pub(super) fn is_null_constant(&self, value: &Value) -> bool {
        let nullptr = self.c.builtin_records.get("nullptr_t");
        let untyped = |to| self.c.types.is_void(to) || nullptr.is_some() && self.c.types.record(to).map(|(id, _)| id) == nullptr.copied();
        let void_pointer = self.c.types.pointee(value.ty).is_some_and(untyped);
        let fitting = void_pointer || self.c.types.is_integer(value.ty);
        fitting && matches!(value.expr.kind, ExprKind::Const(bits) if bits.is_zero())
    }

    /// Are two types compatible, as far as one can tell in an expression?
    pub(super) fn compatible(&self, a: CType, b: CType) -> bool {
        let types = &self.c.types;
        if a == b {
            return true;
        }
        if types.is_const(a) != types.is_const(b) {
            return false;
        }
        match (types.kind(a), types.kind(b)) {
            // An enum is compatible with the integer type that represents it.
            (Kind::Enum(x), Kind::Int(y)) | (Kind::Int(y), Kind::Enum(x)) => types.enums[*x].repr == *y,
            (Kind::Pointer(x), Kind::Pointer(y)) => self.compatible(*x, *y),
            (Kind::Array { elem: x, len: m }, Kind::Array { elem: y, len: n }) => {
                let fixed = |len: &Len| matches!(len, Len::Fixed(_));
                (m == n || !fixed(m) || !fixed(n)) && self.compatible(*x, *y)
            }
            (Kind::Function(x), Kind::Function(y)) => {
                let params = match (&x.params, &y.params) {
                    (Params::Prototype { types: p, variadic: v }, Params::Prototype { types: q, variadic: w }) => {
                        p.len() == q.len() && v == w && p.iter().zip(q).all(|(&p, &q)| self.compatible(p, q))
                    }
                    _ => true,
                };
                params && self.compatible(x.ret, y.ret)
            }
            _ => types.kind(a) == types.kind(b),
        }
    }

    /// The type of an object or function declared once with each of two types. `None` if they contradict each other.
    pub(super) fn composite(&mut self, a: CType, b: CType) -> Option<CType> {
        if a == b {
            return Some(a);
        }
        let constant = self.c.types.is_const(a) || self.c.types.is_const(b);
        let ty = match (self.c.types.kind(a).clone(), self.c.types.kind(b).clone()) {
            (Kind::Array { elem: x, len: m }, Kind::Array { elem: y, len: n }) => {
                let elem = self.composite(x, y)?;
                let len = match (m, n) {
                    (Len::Fixed(m), Len::Fixed(n)) if m != n => return None,
                    (Len::Fixed(_), _) => m,
                    _ => n,
                };
                return Some(self.c.types.array(elem, len));
            }
            (Kind::Pointer(x), Kind::Pointer(y)) => {
                // gcc minds contradicting targets; nothing here depends on them.
                let to = self.composite(x, y).unwrap_or(x);
                self.c.types.pointer(to)
            }
            (Kind::Function(x), Kind::Function(y)) => {
                let ret = self.composite(x.ret, y.ret)?;
                let params = self.composite_params(x.params, y.params)?;
                self.c.types.intern(Kind::Function(Signature { ret, params }))
            }
            (Kind::Record(x), Kind::Record(y)) => {
                if x != y {
                    return None;
                }
                a
            }
            _ if self.c.types.lower(a) == self.c.types.lower(b) => a,
            _ => return None,
        };
        let volatile = self.c.types.is_volatile(a) || self.c.types.is_volatile(b);
        let ty = if constant { self.c.types.constant(ty) } else { ty };
        Some(if volatile { self.c.types.volatile(ty) } else { ty })
    }

    fn composite_params(&mut self, a: Params, b: Params) -> Option<Params> {
        match (a, b) {
            (Params::Unknown, other) | (other, Params::Unknown) => Some(other),
            (Params::Prototype { types: x, variadic: v }, Params::Prototype { types: y, variadic: w }) => {
                if x.len() != y.len() || v != w {
                    return None;
                }
                let types = x.into_iter().zip(y).map(|(x, y)| self.composite(x, y)).collect::<Option<_>>()?;
                Some(Params::Prototype { types, variadic: v })
            }
            // A prototype says how to call a definition without one.
            (Params::Old(old), Params::Prototype { types, variadic }) | (Params::Prototype { types, variadic }, Params::Old(old)) => {
                (old.len() == types.len() && !variadic).then_some(Params::Prototype { types, variadic })
            }
            (Params::Old(_), Params::Old(y)) => Some(Params::Old(y)),
        }
    }
}
