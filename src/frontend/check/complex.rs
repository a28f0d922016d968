//! Complex numbers: pairs of a real and an imaginary part, computed with as gcc does on x86. A complex type lowers to a record of two members.

use super::attribute::Linking;
use super::convert::Value;
use super::held::{again, is_constant};
use super::types::{CType, Kind, Params, Signature};
use super::{Result, Unit};
use crate::tree::{Callee, Condition, Expr, ExprKind, InitPart, Selector, Stmt};
use goto::{BinOp, FloatKind, Location};
use lang_c::span::Span;

/// The members of the record.
const REAL: usize = 0;
const IMAGINARY: usize = 1;

/// The two parts of a complex number, which can be repeated, or a real number.
struct Parts {
    real: Value,
    imaginary: Option<Value>,
}

impl Unit<'_> {
    /// The type of the parts, if the type is complex.
    pub(super) fn complex_part(&self, ty: CType) -> Option<CType> {
        match self.c.types.kind(ty) {
            Kind::Complex(part) => Some(*part),
            _ => None,
        }
    }

    /// A complex number from its parts, of type `part`.
    pub(super) fn pair(&mut self, real: Value, imaginary: Value, part: CType, loc: Location) -> Value {
        let ty = self.c.types.intern(Kind::Complex(part));
        let mut parts = Vec::new();
        for (field, value) in [(REAL, real), (IMAGINARY, imaginary)] {
            let mut value = self.cast(value, part).expr;
            if let Some(constant) = self.folded(&value) {
                value.kind = ExprKind::Const(constant);
            }
            parts.push(InitPart { path: vec![Selector::Field(field)], value });
        }
        self.composed(parts, ty, loc)
    }

    /// A member of a complex number that is a place or can be repeated.
    pub(super) fn part_of(&mut self, number: Value, field: usize) -> Value {
        let Some(part) = self.complex_part(number.ty) else { return number };
        let part = if self.c.types.is_const(number.ty) { self.c.types.constant(part) } else { part };
        let loc = number.expr.loc;
        if is_constant(&number.expr)
            && let ExprKind::CompoundLiteral { init: Some(init), .. } = &number.expr.kind
            && let Some(expr) = init.parts.get(field).and_then(|value| again(&value.value))
        {
            return Value { expr, ty: part, place: false, bits: None };
        }
        let expr = self.lower_expr(ExprKind::Field(Box::new(number.expr), field), part, loc);
        Value { expr, ty: part, place: number.place, bits: None }
    }

    /// `__real__ e` and `__imag__ e`; of a number that is not complex, itself and zero.
    pub(super) fn complex_operand_part(&mut self, value: Value, imaginary: bool, span: Span, loc: Location) -> Result<Value> {
        if self.complex_part(value.ty).is_some() {
            return Ok(self.part_of(value, if imaginary { IMAGINARY } else { REAL }));
        }
        if !self.c.types.is_arithmetic(value.ty) {
            return self.error(span, format!("the real or imaginary part of a value of type `{}`", self.spell(value.ty)));
        }
        Ok(if imaginary { self.constant(0, value.ty, loc) } else { value })
    }

    fn parts(&mut self, value: Value, body: &mut Vec<Stmt>) -> Parts {
        let value = self.held(value, body);
        if self.complex_part(value.ty).is_none() {
            return Parts { real: value, imaginary: None };
        }
        let real = self.repeat(&value);
        let real = self.part_of(real, REAL);
        Parts { real, imaginary: Some(self.part_of(value, IMAGINARY)) }
    }

    /// A value that was held, once more.
    pub(super) fn repeat(&mut self, value: &Value) -> Value {
        match again(&value.expr) {
            Some(expr) => Value { expr, ty: value.ty, place: value.place, bits: value.bits },
            // Only outside of functions, where nothing but constants can be.
            None => self.unknown("a value that is not constant", value.ty, value.expr.loc),
        }
    }

    /// The type of an operation on two arithmetic types of which one at least is complex: its parts.
    fn common_part(&mut self, a: CType, b: CType) -> CType {
        let (a, b) = (self.complex_part(a).unwrap_or(a), self.complex_part(b).unwrap_or(b));
        self.common_type(a, b)
    }

    /// Are both arithmetic or complex, and one complex at least?
    pub(super) fn is_complex_operation(&self, a: CType, b: CType) -> bool {
        let number = |ty| self.complex_part(ty).is_some() || self.c.types.is_arithmetic(ty);
        number(a) && number(b) && (self.complex_part(a).is_some() || self.complex_part(b).is_some())
    }

    /// `a op b` as gcc computes it: a real operand is not made complex but where it is divided by a complex number.
    pub(super) fn complex_arithmetic(&mut self, op: BinOp, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div) {
            return self.mismatch(a.ty, b.ty, span);
        }
        let part = self.common_part(a.ty, b.ty);
        let mut body = Vec::new();
        let (a, b) = (self.parts(a, &mut body), self.parts(b, &mut body));
        let float = matches!(self.c.types.kind(part), Kind::Float(_));
        let value = match (a.imaginary, b.imaginary) {
            (Some(imaginary), None) => {
                let other = self.cast(b.real, part);
                let real = self.cast(a.real, part);
                let imaginary = self.cast(imaginary, part);
                let again = self.repeat_cast(&other, part);
                let imaginary = if matches!(op, BinOp::Mul | BinOp::Div) { self.part_operation(op, imaginary, again, loc) } else { imaginary };
                let real = self.part_operation(op, real, other, loc);
                self.pair(real, imaginary, part, loc)
            }
            (None, Some(imaginary)) if op != BinOp::Div => {
                let other = self.cast(a.real, part);
                let real = self.cast(b.real, part);
                let imaginary = self.cast(imaginary, part);
                let again = self.repeat_cast(&other, part);
                let imaginary = match op {
                    BinOp::Mul => self.part_operation(op, again, imaginary, loc),
                    BinOp::Sub => self.negate(imaginary, loc),
                    _ => imaginary,
                };
                let real = self.part_operation(op, other, real, loc);
                self.pair(real, imaginary, part, loc)
            }
            (x, y) => {
                let zero = |unit: &mut Self| unit.constant(0, part, loc);
                let x = x.unwrap_or_else(|| zero(self));
                let y = y.unwrap_or_else(|| zero(self));
                let operands = [a.real, x, b.real, y].map(|value| self.cast(value, part));
                match op {
                    BinOp::Add | BinOp::Sub => {
                        let [a, b, c, d] = operands;
                        let real = self.part_operation(op, a, c, loc);
                        let imaginary = self.part_operation(op, b, d, loc);
                        self.pair(real, imaginary, part, loc)
                    }
                    _ if float && operands.iter().all(|value| self.folded(&value.expr).is_some()) => self.constant_product(op, operands, part, loc),
                    _ if float => self.complex_call(op, operands, part, span, loc)?,
                    BinOp::Mul => self.product(operands, part, loc),
                    _ => return self.unsupported(span, "the division by a complex integer is not supported"),
                }
            }
        };
        Ok(self.behind(body, value))
    }

    fn repeat_cast(&mut self, value: &Value, ty: CType) -> Value {
        // Conversions stand around what can be repeated.
        let copy = match &value.expr.kind {
            ExprKind::Cast(inner) => again(inner).map(|inner| ExprKind::Cast(Box::new(inner))),
            _ => again(&value.expr).map(|expr| expr.kind),
        };
        match copy {
            Some(kind) => self.value(kind, ty, value.expr.loc),
            None => self.unknown("a value that is not constant", ty, value.expr.loc),
        }
    }

    fn part_operation(&mut self, op: BinOp, a: Value, b: Value, loc: Location) -> Value {
        let ty = a.ty;
        let value = self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, loc);
        self.wrapped(value)
    }

    /// `(a + bi) * (c + di)` by the schoolbook.
    fn product(&mut self, [a, b, c, d]: [Value; 4], part: CType, loc: Location) -> Value {
        let copies = [&a, &b, &c, &d].map(|value| self.repeat_cast(value, part));
        let [a2, b2, c2, d2] = copies;
        let ac = self.part_operation(BinOp::Mul, a, c, loc);
        let bd = self.part_operation(BinOp::Mul, b, d, loc);
        let ad = self.part_operation(BinOp::Mul, a2, d2, loc);
        let bc = self.part_operation(BinOp::Mul, b2, c2, loc);
        let real = self.part_operation(BinOp::Sub, ac, bd, loc);
        let imaginary = self.part_operation(BinOp::Add, ad, bc, loc);
        self.pair(real, imaginary, part, loc)
    }

    /// gcc rounds products and quotients of constants only once; the widest format is as good as no rounding for the narrower ones.
    fn constant_product(&mut self, op: BinOp, operands: [Value; 4], part: CType, loc: Location) -> Value {
        let wide = self.c.types.float(FloatKind::Quad);
        let operands = operands.map(|value| {
            let value = self.cast(value, wide);
            match self.folded(&value.expr) {
                Some(bits) => self.value(ExprKind::Const(bits), wide, loc),
                None => value,
            }
        });
        if op == BinOp::Mul {
            let product = self.product(operands, wide, loc);
            let ty = self.complex_of(part);
            return self.cast(product, ty);
        }
        let [a, b, c, d] = operands;
        let squared = |unit: &mut Self, value: &Value| {
            let (first, second) = (unit.repeat(value), unit.repeat(value));
            unit.part_operation(BinOp::Mul, first, second, loc)
        };
        let (cc, dd) = (squared(self, &c), squared(self, &d));
        let minus = self.negate(d, loc);
        let minus = match self.folded(&minus.expr) {
            Some(bits) => self.value(ExprKind::Const(bits), wide, loc),
            None => minus,
        };
        // (a + bi) / (c + di) = (a + bi) (c - di) / (c² + d²)
        let numerator = self.product([a, b, c, minus], wide, loc);
        let norm = self.part_operation(BinOp::Add, cc, dd, loc);
        let norm = match self.folded(&norm.expr) {
            Some(bits) => self.value(ExprKind::Const(bits), wide, loc),
            None => norm,
        };
        let (first, second) = (self.repeat(&numerator), numerator);
        let real = self.part_of(first, REAL);
        let imaginary = self.part_of(second, IMAGINARY);
        let again = self.repeat(&norm);
        let real = self.part_operation(BinOp::Div, real, norm, loc);
        let imaginary = self.part_operation(BinOp::Div, imaginary, again, loc);
        self.pair(real, imaginary, part, loc)
    }

    fn complex_of(&mut self, part: CType) -> CType {
        self.c.types.intern(Kind::Complex(part))
    }

    /// The functions of the compiler's library that multiply and divide: they mend results that are no numbers.
    fn complex_call(&mut self, op: BinOp, operands: [Value; 4], part: CType, span: Span, loc: Location) -> Result<Value> {
        let Kind::Float(kind) = *self.c.types.kind(part) else { return self.error(span, "an operation on complex integers") };
        let format = match kind {
            FloatKind::Half => "h",
            FloatKind::Single => "s",
            FloatKind::Double => "d",
            FloatKind::Extended => "x",
            FloatKind::Quad => "t",
        };
        let name = format!("__{}{format}c3", if op == BinOp::Mul { "mul" } else { "div" });
        let ret = self.complex_of(part);
        let params = Params::Prototype { types: vec![part; 4], variadic: false };
        let ty = self.c.types.intern(Kind::Function(Signature { ret, params }));
        let (id, _) = self.declare_function(&name, ty, false, &Linking::default(), span)?;
        let args = operands.map(|value| value.expr).into();
        Ok(self.value(ExprKind::Call { callee: Callee::Direct(id), args, called: None }, ret, loc))
    }

    /// `-z`, or `~z`, the conjugate.
    pub(super) fn complex_sign(&mut self, value: Value, conjugate: bool, loc: Location) -> Value {
        let Some(part) = self.complex_part(value.ty) else { return value };
        let mut body = Vec::new();
        let Parts { real, imaginary } = self.parts(value, &mut body);
        let real = if conjugate { real } else { self.negate(real, loc) };
        let imaginary = match imaginary {
            Some(imaginary) => self.negate(imaginary, loc),
            None => self.constant(0, part, loc),
        };
        let value = self.pair(real, imaginary, part, loc);
        self.behind(body, value)
    }

    /// `a == b`, as a truth value of type `Bool`; `!=` is its negation.
    pub(super) fn complex_equal(&mut self, a: Value, b: Value, loc: Location) -> Value {
        let part = self.common_part(a.ty, b.ty);
        let mut body = Vec::new();
        let (a, b) = (self.parts(a, &mut body), self.parts(b, &mut body));
        let bool = self.c.types.bool();
        let zero = |unit: &mut Self, value: Option<Value>| match value {
            Some(value) => unit.cast(value, part),
            None => unit.constant(0, part, loc),
        };
        let (x, y) = (zero(self, Some(a.real)), zero(self, Some(b.real)));
        let real = self.lower_expr(ExprKind::Binary(BinOp::Eq, Box::new(x.expr), Box::new(y.expr)), bool, loc);
        let (x, y) = (zero(self, a.imaginary), zero(self, b.imaginary));
        let imaginary = self.lower_expr(ExprKind::Binary(BinOp::Eq, Box::new(x.expr), Box::new(y.expr)), bool, loc);
        let both = ExprKind::And(Condition::without_text(real), Condition::without_text(imaginary));
        let value = self.value(both, bool, loc);
        self.behind(body, value)
    }

    /// Whether a complex number differs from zero.
    pub(super) fn complex_truth(&mut self, value: Value) -> Expr {
        let loc = value.expr.loc;
        let int = self.c.types.int();
        let zero = self.constant(0, int, loc);
        let equal = self.complex_equal(value, zero, loc);
        self.lower_expr(ExprKind::Not(Box::new(equal.expr)), equal.ty, loc)
    }

    /// A conversion from or to a complex type, between arithmetic types.
    pub(super) fn complex_cast(&mut self, value: Value, to: CType) -> Value {
        if value.ty == to {
            return value;
        }
        let loc = value.expr.loc;
        if matches!(self.c.types.kind(to), Kind::Bool) {
            let expr = self.complex_truth(value);
            return Value { expr, ty: to, place: false, bits: None };
        }
        let mut body = Vec::new();
        let parts = self.parts(value, &mut body);
        let value = match self.complex_part(to) {
            None => self.cast(parts.real, to),
            Some(part) => {
                let imaginary = parts.imaginary.unwrap_or_else(|| self.constant(0, part, loc));
                self.pair(parts.real, imaginary, part, loc)
            }
        };
        self.behind(body, value)
    }
}
