//! Constant expressions: evaluated over the checked tree, with the arithmetic that the interpreter has.

use super::convert::Value;
use super::init::repeatable;
use super::types::{CType, IntKind};
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, Selector, VarId, VarKind};
use goto::interp::float;
use goto::interp::value::{self, Scalar};
use goto::{BinOp, Bits, Type, TypeId, UnOp};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// May constant variables be read? gcc lets initialisers of static objects do so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    Nothing,
    Constants,
}

impl Unit<'_> {
    /// The value of an integer constant expression.
    pub(super) fn constant_integer(&mut self, node: &Node<Expression>) -> Result<i128> {
        let value = self.rvalue(node)?;
        match self.constant_value(&value) {
            Some(value) => Ok(value),
            None => self.error(node.span, "this is not an integer constant expression"),
        }
    }

    /// The value of a checked expression of integer type, if it is constant.
    pub(super) fn constant_value(&self, value: &Value) -> Option<i128> {
        let kind = self.c.types.integer_kind(value.ty)?;
        let bits = self.evaluate(&value.expr, Reads::Nothing)?;
        Some(bits.to_i128(kind.signed()))
    }

    /// The length of an array whose expression is no constant one, but always has the same value for reasons that gcc sees.
    pub(super) fn foreseen_value(&self, value: &Value) -> Option<i128> {
        let kind = self.c.types.integer_kind(value.ty)?;
        Some(self.foresee(&value.expr)?.to_i128(kind.signed()))
    }

    /// As [`Self::evaluate`]; and a factor zero, an operand that decides alone, and arms with one value settle what they stand in.
    fn foresee(&self, expr: &Expr) -> Option<Bits> {
        if !repeatable(expr) {
            return None;
        }
        if let Some(bits) = self.evaluate(expr, Reads::Nothing) {
            return Some(bits);
        }
        let zero = |bits: &Bits| bits.is_zero();
        match &expr.kind {
            ExprKind::Cast(inner) => self.convert_constant(self.foresee(inner)?, inner.ty, expr.ty),
            ExprKind::Neg(a) => value::unary(UnOp::Neg, self.scalar(a.ty)?, self.foresee(a)?).ok(),
            ExprKind::BitNot(a) => value::unary(UnOp::BitNot, self.scalar(a.ty)?, self.foresee(a)?).ok(),
            ExprKind::Not(a) => Some(Bits::bool(!self.foresee(a)?.is_true())),
            ExprKind::And(a, b) => [a, b].into_iter().filter_map(|operand| self.foresee(&operand.expr)).find(zero),
            ExprKind::Or(a, b) => [a, b].into_iter().filter_map(|operand| self.foresee(&operand.expr)).find(|bits| bits.is_true()),
            ExprKind::Conditional { cond, then, other } => match self.foresee(&cond.expr) {
                Some(bits) => self.foresee(if bits.is_true() { then } else { other }),
                None => self.foresee(then).filter(|bits| self.foresee(other).as_ref() == Some(bits)),
            },
            ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) if matches!(self.scalar(a.ty), Some(Scalar::Int { .. })) => {
                match (self.foresee(a), self.foresee(b)) {
                    (Some(x), Some(y)) => value::binary(*op, self.scalar(a.ty)?, x, y).ok(),
                    (x, y) if matches!(op, BinOp::Mul | BinOp::BitAnd) => x.or(y).filter(zero),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An alignment in bytes; zero means none.
    pub(super) fn alignment(&mut self, node: &Node<Expression>) -> Result<Option<u64>> {
        match self.constant_integer(node)? {
            0 => Ok(None),
            n if n > 0 && n.count_ones() == 1 && n < 1 << 32 => Ok(Some(n as u64)),
            _ => self.error(node.span, "an alignment must be a power of two"),
        }
    }

    /// A scalar constant converted between types of values.
    pub(super) fn convert_constant(&self, bits: Bits, from: TypeId, to: TypeId) -> Option<Bits> {
        let types = &self.c.types.goto;
        match (Scalar::of(types, from)?, Scalar::of(types, to)?) {
            (Scalar::Float(kind), Scalar::Int { bits: width, signed }) => {
                Some(Bits::new(width, float::to_integer_folded(kind, bits.unsigned(), width, signed)))
            }
            (from, to) => Some(value::cast(from, to, bits)),
        }
    }

    /// A constant floating-point expression as the integer that gcc folds its conversion to, which is not always what the machine computes.
    pub(super) fn folded_float(&self, expr: &Expr, to: TypeId) -> Option<Bits> {
        let types = &self.c.types.goto;
        if !matches!((types.get(expr.ty), types.get(to)), (Type::Float(_), Type::Int { .. })) {
            return None;
        }
        self.convert_constant(self.evaluate(expr, Reads::Nothing)?, expr.ty, to)
    }

    /// Is the integer to which a constant was converted the constant without its fraction? Not asked of other constants than floating-point ones.
    pub(super) fn is_whole_part(&self, constant: &Expr, converted: Bits, to: TypeId) -> bool {
        let (Some(from @ Scalar::Float(kind)), Some(Scalar::Int { bits, signed })) = (self.scalar(constant.ty), self.scalar(to)) else { return true };
        let Some(value) = self.evaluate(constant, Reads::Nothing) else { return true };
        let is_number = value::binary(BinOp::Eq, from, value, value).is_ok_and(|same| same.is_true());
        if !is_number || bits == 128 {
            return is_number;
        }
        let whole = Bits::new(128, float::to_integer_folded(kind, value.unsigned(), 128, true));
        whole == converted.resize(128, signed)
    }

    /// The value of a scalar expression that is constant.
    pub(super) fn folded(&self, expr: &Expr) -> Option<Bits> {
        self.evaluate(expr, Reads::Nothing)
    }

    /// The value of a scalar in the initialiser of a static object, if no address is computed with.
    pub(super) fn evaluate_static(&self, expr: &Expr) -> Option<Bits> {
        self.evaluate(expr, Reads::Constants)
    }

    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Scalar::of(&self.c.types.goto, ty)
    }

    fn evaluate(&self, expr: &Expr, reads: Reads) -> Option<Bits> {
        match &expr.kind {
            ExprKind::Const(bits) => Some(*bits),
            ExprKind::OutOfRange(constant) | ExprKind::Enumerated { value: constant, .. } => self.evaluate(constant, reads),
            // The address of an object or function is never null.
            ExprKind::Cast(inner) if matches!(self.c.types.goto.get(expr.ty), Type::Bool) && self.is_address(inner) => Some(Bits::bool(true)),
            ExprKind::Cast(inner) => self.convert_constant(self.evaluate(inner, reads)?, inner.ty, expr.ty),
            ExprKind::Neg(a) => value::unary(UnOp::Neg, self.scalar(a.ty)?, self.evaluate(a, reads)?).ok(),
            ExprKind::BitNot(a) => value::unary(UnOp::BitNot, self.scalar(a.ty)?, self.evaluate(a, reads)?).ok(),
            ExprKind::Not(a) => Some(Bits::bool(!self.evaluate(a, reads)?.is_true())),
            ExprKind::And(a, b) => match self.evaluate(&a.expr, reads)?.is_true() {
                true => self.evaluate(&b.expr, reads),
                false => Some(Bits::bool(false)),
            },
            ExprKind::Or(a, b) => match self.evaluate(&a.expr, reads)?.is_true() {
                true => Some(Bits::bool(true)),
                false => self.evaluate(&b.expr, reads),
            },
            ExprKind::Conditional { cond, then, other } => {
                let chosen = if self.evaluate(&cond.expr, reads)?.is_true() { then } else { other };
                self.evaluate(chosen, reads)
            }
            ExprKind::Elvis { value, other } => match self.evaluate(value, reads)? {
                bits if bits.is_true() => Some(bits),
                _ => self.evaluate(other, reads),
            },
            ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) => self.evaluate_binary(*op, a, b, reads),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.absolute_address(place, reads),
            ExprKind::Var(id) if reads == Reads::Constants => self.constant_variable(*id),
            ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Index(..) if !self.c.constexprs.is_empty() => self.constexpr_part(expr),
            _ => None,
        }
    }

    fn evaluate_binary(&self, op: BinOp, a: &Expr, b: &Expr, reads: Reads) -> Option<Bits> {
        let (x, y) = (self.evaluate(a, reads)?, self.evaluate(b, reads)?);
        let width = self.c.types.goto.model().pointer_bits();
        match op {
            BinOp::PtrAdd => {
                let size = Bits::new(width, u128::from(self.target_size(a.ty)?));
                Some(x.add(y.resize(width, true).mul(size)))
            }
            BinOp::PtrDiff => {
                let size = Bits::new(width, u128::from(self.target_size(a.ty)?));
                (!size.is_zero()).then(|| x.sub(y).sdiv(size))
            }
            BinOp::Shl | BinOp::Shr => {
                // The compiler computes shifts by too much as what is left of the value, unlike the machine.
                let distance = y.to_i128(self.c.types.goto.is_signed(b.ty));
                let ty = self.scalar(a.ty)?;
                match u128::try_from(distance) {
                    Ok(distance) if distance < u128::from(ty.bits()) => value::binary(op, ty, x, y).ok(),
                    Ok(_) if op == BinOp::Shr && ty.signed() && x.to_i128(true) < 0 => Some(Bits::from_signed(ty.bits(), -1)),
                    Ok(_) => Some(Bits::zero(ty.bits())),
                    Err(_) => None,
                }
            }
            _ => value::binary(op, self.scalar(a.ty)?, x, y).ok(),
        }
    }

    pub(super) fn target_size(&self, pointer: TypeId) -> Option<u64> {
        let Type::Pointer(to) = *self.c.types.goto.get(pointer) else { return None };
        match self.c.types.goto.get(to) {
            Type::Void | Type::Function { .. } => Some(1),
            _ => self.c.types.goto.size_of(to),
        }
    }

    /// The address of a place at a constant address: what the classical `offsetof` is made of.
    fn absolute_address(&self, place: &Expr, reads: Reads) -> Option<Bits> {
        let width = self.c.types.goto.model().pointer_bits();
        match &place.kind {
            ExprKind::Deref(pointer) => self.evaluate(pointer, reads),
            ExprKind::Field(base, field) => {
                let offset = self.c.types.goto.record_body(base.ty)?.fields.get(*field)?.offset;
                Some(self.absolute_address(base, reads)?.add(Bits::new(width, u128::from(offset))))
            }
            ExprKind::Index(base, index) => {
                let index = value::cast(self.scalar(index.ty)?, Scalar::Int { bits: width, signed: true }, self.evaluate(index, reads)?);
                let size = self.c.types.goto.size_of(place.ty)?;
                Some(self.absolute_address(base, reads)?.add(index.mul(Bits::new(width, u128::from(size)))))
            }
            _ => None,
        }
    }

    fn constant_variable(&self, id: VarId) -> Option<Bits> {
        let var = &self.c.vars[id];
        if var.kind != VarKind::Static || var.volatile || !self.c.types.is_const(self.c.var_types[id]) {
            return None;
        }
        match var.init.as_ref()?.parts.as_slice() {
            [part] if part.path.is_empty() => self.evaluate(&part.value, Reads::Nothing),
            _ => None,
        }
    }

    /// What a scalar part of a `constexpr` object holds.
    fn constexpr_part(&self, place: &Expr) -> Option<Bits> {
        let mut path = Vec::new();
        let mut object = place;
        let id = loop {
            object = match &object.kind {
                ExprKind::Var(id) => break *id,
                ExprKind::Field(base, field) => {
                    path.push(Selector::Field(*field));
                    base
                }
                ExprKind::Index(base, index) => {
                    let signed = self.c.types.goto.is_signed(index.ty);
                    let index = self.evaluate(index, Reads::Nothing)?.to_i128(signed);
                    path.push(Selector::Index(u64::try_from(index).ok()?));
                    base
                }
                _ => return None,
            };
        };
        path.reverse();
        let init = self.c.vars[id].init.as_ref().filter(|_| self.c.constexprs.contains(&id))?;
        match init.parts.iter().rev().find(|part| part.path == path) {
            Some(part) => self.evaluate(&part.value, Reads::Nothing),
            None if init.zero => Some(Bits::new(self.c.types.goto.scalar_bits(place.ty)?, 0)),
            None => None,
        }
    }

    /// The constant that an expression is, converted to `size_t` or such; for built-in functions.
    pub(super) fn is_constant(&self, value: &Value) -> bool {
        self.c.types.is_arithmetic(value.ty) && self.evaluate(&value.expr, Reads::Nothing).is_some()
    }

    /// The address of something static, not computed with.
    pub(super) fn is_address(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                matches!(place.kind, ExprKind::Var(_) | ExprKind::Function(_)) && self.is_certain_object(place)
            }
            _ => false,
        }
    }

    /// The type of an integer constant: the first of the kinds that holds the value.
    pub(super) fn first_kind(&mut self, kinds: &[IntKind], value: u128) -> Option<CType> {
        let model = self.c.types.model();
        let value = i128::try_from(value).ok()?;
        let kind = kinds.iter().copied().find(|kind| kind.holds(value, model))?;
        Some(self.c.types.int_kind(kind))
    }
}
