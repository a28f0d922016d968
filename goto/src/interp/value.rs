//! The operators of the language on scalar constants: what the interpreter computes, for everyone who folds constants.
//! Knows types of values and nothing of memory. The interpreter has faster code for the common cases, tested against this.

use super::float::{self, FloatOp, Rounding};
use super::{ieee, libm};
use crate::bits::Bits;
use crate::expr::{BinOp, UnOp};
use crate::types::{FloatKind, Type, TypeId, TypeTable};
use std::cmp::Ordering;
use std::fmt;

/// The type of a value that fits in [`Bits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    Bool,
    Int {
        bits: u16,
        signed: bool,
    },
    Float(FloatKind),
    /// With its width.
    Pointer(u16),
}

impl Scalar {
    /// The scalar that a type of the program is; `None` for records, arrays, functions and void.
    pub fn of(types: &TypeTable, ty: TypeId) -> Option<Scalar> {
        match *types.get(ty) {
            Type::Bool => Some(Scalar::Bool),
            Type::Int { bits, signed } => Some(Scalar::Int { bits, signed }),
            Type::Float(kind) => Some(Scalar::Float(kind)),
            Type::Pointer(_) => Some(Scalar::Pointer(types.model().pointer_bits())),
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function { .. } => None,
        }
    }

    /// Bits of a value in an expression.
    pub fn bits(self) -> u16 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int { bits, .. } | Scalar::Pointer(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }

    /// A signed integer?
    pub fn signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    DivisionByZero,
    /// The least signed value divided by -1, or its remainder.
    DivisionOverflow,
    /// The operator is not defined on this type: the program is not valid.
    IllTyped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::DivisionByZero => "division by zero",
            Fault::DivisionOverflow => "division of the least value by -1",
            Fault::IllTyped => "operator is not defined on the type of its operands",
        })
    }
}

/// `op a` on a value of type `ty`, rounded to nearest.
pub fn unary(op: UnOp, ty: Scalar, a: Bits) -> Result<Bits, Fault> {
    unary_rounded(op, ty, Rounding::Nearest, a)
}

/// `op a` on a value of type `ty`.
pub fn unary_rounded(op: UnOp, ty: Scalar, rounding: Rounding, a: Bits) -> Result<Bits, Fault> {
    let made = |kind: FloatKind, bits| Ok(Bits::new(kind.bits(), bits));
    match (op, ty) {
        (UnOp::Abs, Scalar::Float(kind)) => made(kind, float::copy_sign(kind, a.unsigned(), 0)),
        (UnOp::Sqrt, Scalar::Float(kind)) => made(kind, ieee::sqrt(kind, rounding, a.unsigned())),
        (UnOp::RoundToIntegral(mode), Scalar::Float(kind)) => made(kind, ieee::round_to_integral(kind, mode, rounding, a.unsigned())),
        (UnOp::Math(function), Scalar::Float(kind)) => made(kind, libm::unary(function, kind, a.unsigned())),
        (UnOp::Neg, Scalar::Float(kind)) => Ok(Bits::new(kind.bits(), float::negate(kind, a.unsigned()))),
        (UnOp::Neg, Scalar::Int { .. }) => Ok(a.neg()),
        (UnOp::BitNot, Scalar::Int { .. }) | (UnOp::Not | UnOp::BitNot, Scalar::Bool) => Ok(a.not()),
        _ => Err(Fault::IllTyped),
    }
}

/// `a op b` on values of type `ty`, rounded to nearest; the distance of a shift may have any width. `PtrAdd` and `PtrDiff` count bytes here, callers scale.
pub fn binary(op: BinOp, ty: Scalar, a: Bits, b: Bits) -> Result<Bits, Fault> {
    binary_rounded(op, ty, Rounding::Nearest, a, b)
}

/// As [`binary`], rounded in any way.
pub fn binary_rounded(op: BinOp, ty: Scalar, rounding: Rounding, a: Bits, b: Bits) -> Result<Bits, Fault> {
    if let Scalar::Float(kind) = ty {
        return float_binary(op, kind, rounding, a, b);
    }
    let signed = ty.signed();
    match op {
        BinOp::Add | BinOp::PtrAdd => Ok(a.add(b)),
        BinOp::Sub | BinOp::PtrDiff => Ok(a.sub(b)),
        BinOp::Mul => Ok(a.mul(b)),
        BinOp::Div | BinOp::Rem => divide(op, signed, a, b),
        BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => Ok(Bits::bool(overflows(op, signed, a, b))),
        BinOp::BitAnd | BinOp::And => Ok(a.and(b)),
        BinOp::BitOr | BinOp::Or => Ok(a.or(b)),
        BinOp::BitXor => Ok(a.xor(b)),
        BinOp::Shl => Ok(a.shl(distance(a, b))),
        BinOp::Shr if signed => Ok(a.ashr(distance(a, b))),
        BinOp::Shr => Ok(a.lshr(distance(a, b))),
        BinOp::Eq => Ok(Bits::bool(a == b)),
        BinOp::Ne => Ok(Bits::bool(a != b)),
        BinOp::Lt => Ok(Bits::bool(less(signed, a, b))),
        BinOp::Le => Ok(Bits::bool(!less(signed, b, a))),
        BinOp::IeeeRem | BinOp::CopySign | BinOp::Math2(_) => Err(Fault::IllTyped),
        // Needs the memory, not values.
        BinOp::SameObject | BinOp::MadeBefore => Err(Fault::IllTyped),
    }
}

/// `a * b + c`, rounded once.
pub fn fma(ty: Scalar, rounding: Rounding, [a, b, c]: [Bits; 3]) -> Result<Bits, Fault> {
    let Scalar::Float(kind) = ty else { return Err(Fault::IllTyped) };
    Ok(Bits::new(kind.bits(), ieee::fma(kind, rounding, a.unsigned(), b.unsigned(), c.unsigned())))
}

fn divide(op: BinOp, signed: bool, a: Bits, b: Bits) -> Result<Bits, Fault> {
    if b.is_zero() {
        return Err(Fault::DivisionByZero);
    }
    if signed && b.is_ones() && a == Bits::new(a.width(), 1 << (a.width() - 1)) {
        return Err(Fault::DivisionOverflow);
    }
    Ok(match (op == BinOp::Div, signed) {
        (true, true) => a.sdiv(b),
        (true, false) => a.udiv(b),
        (false, true) => a.srem(b),
        (false, false) => a.urem(b),
    })
}

/// Is the exact result outside of the operands' type?
fn overflows(op: BinOp, signed: bool, a: Bits, b: Bits) -> bool {
    let width = a.width();
    if signed {
        let (x, y) = (a.signed(), b.signed());
        let exact = match op {
            BinOp::AddOverflows => x.checked_add(y),
            BinOp::SubOverflows => x.checked_sub(y),
            _ => x.checked_mul(y),
        };
        exact.is_none_or(|value| Bits::from_signed(width, value).signed() != value)
    } else {
        let (x, y) = (a.unsigned(), b.unsigned());
        let exact = match op {
            BinOp::AddOverflows => x.checked_add(y),
            BinOp::SubOverflows => x.checked_sub(y),
            _ => x.checked_mul(y),
        };
        exact.is_none_or(|value| Bits::new(width, value).unsigned() != value)
    }
}

/// Shift distances count modulo the width, a power of two.
fn distance(a: Bits, b: Bits) -> Bits {
    Bits::new(a.width().max(8), b.unsigned() & u128::from(a.width() - 1))
}

fn less(signed: bool, a: Bits, b: Bits) -> bool {
    if signed { a.slt(b) } else { a.ult(b) }
}

fn float_binary(op: BinOp, kind: FloatKind, rounding: Rounding, a: Bits, b: Bits) -> Result<Bits, Fault> {
    let (x, y) = (a.unsigned(), b.unsigned());
    let arithmetic = |op| Ok(Bits::new(kind.bits(), float::arithmetic(kind, op, rounding, x, y)));
    let made = |bits| Ok(Bits::new(kind.bits(), bits));
    let order = || float::compare(kind, x, y);
    match op {
        BinOp::Add => arithmetic(FloatOp::Add),
        BinOp::Sub => arithmetic(FloatOp::Sub),
        BinOp::Mul => arithmetic(FloatOp::Mul),
        BinOp::Div => arithmetic(FloatOp::Div),
        BinOp::Rem => made(ieee::fmod(kind, x, y)),
        BinOp::CopySign => made(float::copy_sign(kind, x, y)),
        BinOp::IeeeRem => made(ieee::remainder(kind, x, y)),
        BinOp::Math2(function) => made(libm::binary(function, kind, x, y)),
        BinOp::Eq => Ok(Bits::bool(order() == Some(Ordering::Equal))),
        BinOp::Ne => Ok(Bits::bool(order() != Some(Ordering::Equal))),
        BinOp::Lt => Ok(Bits::bool(order() == Some(Ordering::Less))),
        BinOp::Le => Ok(Bits::bool(matches!(order(), Some(Ordering::Less | Ordering::Equal)))),
        _ => Err(Fault::IllTyped),
    }
}

/// A value converted as C converts it, rounded to nearest.
pub fn cast(from: Scalar, to: Scalar, a: Bits) -> Bits {
    cast_rounded(from, to, Rounding::Nearest, a)
}

/// A value converted as C converts it. Conversions from floats to integers cut off in any case.
pub fn cast_rounded(from: Scalar, to: Scalar, rounding: Rounding, a: Bits) -> Bits {
    let (width, signed) = (to.bits(), to.signed());
    match (from, to) {
        (Scalar::Float(kind), Scalar::Bool) => Bits::bool(!float::is_zero(kind, a.unsigned())),
        (Scalar::Float(kind), Scalar::Float(other)) => Bits::new(width, float::convert_rounded(kind, other, rounding, a.unsigned())),
        (Scalar::Float(kind), Scalar::Int { .. } | Scalar::Pointer(_)) => Bits::new(width, float::to_integer(kind, a.unsigned(), width, signed)),
        (_, Scalar::Bool) => Bits::bool(a.is_true()),
        (_, Scalar::Float(kind)) => {
            let value = if from.signed() { a.signed() as u128 } else { a.unsigned() };
            Bits::new(width, float::from_integer_rounded(kind, rounding, value, from.signed()))
        }
        (_, Scalar::Int { .. } | Scalar::Pointer(_)) => a.resize(width, from.signed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I32: Scalar = Scalar::Int { bits: 32, signed: true };

    fn double(x: f64) -> Bits {
        Bits::new(64, u128::from(x.to_bits()))
    }

    fn to_int(x: f64, bits: u16, signed: bool) -> i128 {
        cast(Scalar::Float(FloatKind::Double), Scalar::Int { bits, signed }, double(x)).to_i128(signed)
    }

    #[test]
    fn division_faults_as_the_machine() {
        let min = Bits::from_signed(32, i128::from(i32::MIN));
        assert_eq!(binary(BinOp::Div, I32, min, Bits::ones(32)), Err(Fault::DivisionOverflow));
        assert_eq!(binary(BinOp::Rem, I32, min, Bits::zero(32)), Err(Fault::DivisionByZero));
        let unsigned = Scalar::Int { bits: 32, signed: false };
        assert_eq!(binary(BinOp::Div, unsigned, min, Bits::ones(32)), Ok(Bits::zero(32)));
    }

    #[test]
    fn shift_distances_are_masked() {
        let one = Bits::new(32, 1);
        assert_eq!(binary(BinOp::Shl, I32, one, Bits::new(64, 33)), Ok(Bits::new(32, 2)));
        assert_eq!(binary(BinOp::Shr, I32, Bits::ones(32), Bits::ones(32)), Ok(Bits::ones(32)));
        let wide = Scalar::Int { bits: 128, signed: false };
        assert_eq!(binary(BinOp::Shl, wide, Bits::new(128, 1), Bits::new(8, 127)), Ok(Bits::new(128, 1 << 127)));
    }

    #[test]
    fn floats_that_do_not_fit_an_integer() {
        assert_eq!(to_int(3e9, 32, true), i128::from(i32::MIN));
        assert_eq!(to_int(f64::NAN, 32, true), i128::from(i32::MIN));
        assert_eq!(to_int(3e9, 32, false), 3_000_000_000);
        assert_eq!(to_int(-1.5, 32, false), i128::from(u32::MAX));
        assert_eq!(to_int(300.7, 8, false), 44);
        assert_eq!(to_int(1.8e19, 64, false), 18_000_000_000_000_000_000);
        assert_eq!(to_int(1e30, 64, false), 0);
        assert_eq!(to_int(-1e30, 64, true), i128::from(i64::MIN));
    }

    #[test]
    fn formats_without_a_host_type() {
        for kind in [FloatKind::Half, FloatKind::Extended, FloatKind::Quad] {
            let ty = Scalar::Float(kind);
            let number = |n: i128| cast(I32, ty, Bits::from_signed(32, n));
            let quotient = binary(BinOp::Div, ty, number(21), number(-6)).unwrap();
            assert_eq!(cast(ty, Scalar::Float(FloatKind::Double), quotient), double(-3.5));
            assert_eq!(cast(ty, I32, quotient), Bits::from_signed(32, -3));
            assert_eq!(binary(BinOp::Lt, ty, quotient, number(0)), Ok(Bits::bool(true)));
            let nan = binary(BinOp::Div, ty, number(0), number(0)).unwrap();
            assert_eq!(binary(BinOp::Eq, ty, nan, nan), Ok(Bits::bool(false)));
            assert_eq!(binary(BinOp::Ne, ty, nan, nan), Ok(Bits::bool(true)));
            assert!(nan.bit(nan.width() - 1));
        }
    }

    #[test]
    fn truth_of_floats() {
        let truth = |x: f64| cast(Scalar::Float(FloatKind::Double), Scalar::Bool, double(x)).is_true();
        assert!(truth(0.5) && truth(f64::NAN) && truth(f64::MIN_POSITIVE) && !truth(-0.0));
    }
}
