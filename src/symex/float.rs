//! Floating point. Constants are computed as the interpreter does, comparisons on the encodings are exact; all other results are free variables, one for each
//! operator and operands, so that equal computations have equal results.

use super::context::Context;
use super::memory::Place;
use super::run::Run;
use super::value::Value;
use crate::term::TermId;
use goto::interp::float;
use goto::interp::value::{self, Scalar};
use goto::types::FloatKind;
use goto::{BinOp, Bits, ExprId, TypeId, UnOp};

/// How operations round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    Nearest,
    /// By the program's variable, whose value this is.
    Variable(TermId),
}

impl Run<'_> {
    /// The rounding mode at this point.
    pub fn rounding(&mut self) -> Rounding {
        let Some(symbol) = self.program.rounding else { return Rounding::Nearest };
        let place = Place::of_static(self.cx.static_object(symbol), self.program.symbols[symbol].ty);
        let value = self.load(&place);
        Rounding::Variable(self.cx.bits(&value, 32))
    }

    pub fn float_fma(&mut self, operands: [ExprId; 3], ty: TypeId) -> Value {
        let operands = operands.map(|e| self.eval_bits(e));
        let rounding = self.rounding();
        let Some(ty) = Scalar::of(&self.program.types, ty) else { return Value::Zero };
        Value::Bits(self.cx.float_fma(ty, rounding, operands))
    }
}

impl Context<'_> {
    /// The mode, if it is known.
    fn known_rounding(&self, rounding: Rounding) -> Option<float::Rounding> {
        match rounding {
            Rounding::Nearest => Some(float::Rounding::Nearest),
            Rounding::Variable(term) => self.pool.as_const(term).map(|control| float::Rounding::of_control(control.unsigned())),
        }
    }

    pub fn float_unary(&mut self, op: UnOp, kind: FloatKind, rounding: Rounding, a: TermId) -> TermId {
        if op == UnOp::Neg {
            // The sign of a float is its highest bit, also of a NaN.
            let sign = self.pool.constant(Bits::new(kind.bits(), 1 << (kind.bits() - 1)));
            return self.pool.xor(a, sign);
        }
        if let (Some(x), Some(mode)) = (self.pool.as_const(a), self.known_rounding(rounding))
            && !matches!(op, UnOp::Math(_))
            && let Ok(result) = value::unary_rounded(op, Scalar::Float(kind), mode, x)
        {
            return self.pool.constant(result);
        }
        self.approximate(&format!("float.{op:?}.{kind:?}.{rounding:?}.{a}"), kind.bits())
    }

    pub fn float_binary(&mut self, op: BinOp, kind: FloatKind, rounding: Rounding, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y), Some(mode)) = (self.pool.as_const(a), self.pool.as_const(b), self.known_rounding(rounding))
            && !matches!(op, BinOp::Math2(_))
            && let Ok(result) = value::binary_rounded(op, Scalar::Float(kind), mode, x, y)
        {
            return self.pool.constant(result);
        }
        match op {
            BinOp::Eq => self.float_equal(kind, a, b),
            BinOp::Ne => {
                let equal = self.float_equal(kind, a, b);
                self.pool.not(equal)
            }
            BinOp::Lt => self.float_less(kind, a, b, false),
            BinOp::Le => self.float_less(kind, a, b, true),
            _ => {
                // Sums and products do not depend on the order of operands, but for the payloads of NaNs, which are kept apart.
                self.approximate(&format!("float.{op:?}.{kind:?}.{rounding:?}.{a}.{b}"), kind.bits())
            }
        }
    }

    fn float_fma(&mut self, ty: Scalar, rounding: Rounding, operands: [TermId; 3]) -> TermId {
        if let ([Some(a), Some(b), Some(c)], Some(mode)) = (operands.map(|term| self.pool.as_const(term)), self.known_rounding(rounding))
            && let Ok(result) = value::fma(ty, mode, [a, b, c])
        {
            return self.pool.constant(result);
        }
        let [a, b, c] = operands;
        self.approximate(&format!("float.fma.{rounding:?}.{a}.{b}.{c}"), ty.bits())
    }

    /// Scalars other than pointers converted.
    pub fn convert_bits(&mut self, from: Scalar, to: Scalar, rounding: Rounding, a: TermId) -> TermId {
        match (from, to) {
            _ if from == to => a,
            (Scalar::Float(kind), Scalar::Bool) => {
                let zero = self.is_float_zero(kind, a);
                self.pool.not(zero)
            }
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => match (self.pool.as_const(a), self.known_rounding(rounding)) {
                (Some(bits), Some(mode)) => self.pool.constant(value::cast_rounded(from, to, mode, bits)),
                _ => self.approximate(&format!("float.{from:?}.{to:?}.{rounding:?}.{a}"), to.bits()),
            },
            (_, Scalar::Bool) => {
                let zero = self.pool.constant(Bits::zero(from.bits()));
                self.pool.ne(a, zero)
            }
            _ => self.pool.resize(a, to.bits(), from.signed()),
        }
    }

    /// The encoding without its sign.
    fn magnitude_of(&mut self, kind: FloatKind, a: TermId) -> TermId {
        self.pool.extract(a, 0, kind.bits() - 1)
    }

    fn is_float_zero(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let magnitude = self.magnitude_of(kind, a);
        let zero = self.pool.constant(Bits::zero(kind.bits() - 1));
        self.pool.eq(magnitude, zero)
    }

    fn is_nan(&mut self, kind: FloatKind, a: TermId) -> TermId {
        // Above the encoding of infinity. The x87 format has an explicit leading bit, which is set in infinity.
        let (mantissa, exponent) = match kind {
            FloatKind::Half => (10, 5),
            FloatKind::Single => (23, 8),
            FloatKind::Double => (52, 11),
            FloatKind::Extended => (64, 15),
            FloatKind::Quad => (112, 15),
        };
        let leading = if kind == FloatKind::Extended { 1u128 << 63 } else { 0 };
        let infinity = (((1u128 << exponent) - 1) << mantissa) | leading;
        let infinity = self.pool.constant(Bits::new(kind.bits() - 1, infinity));
        let magnitude = self.magnitude_of(kind, a);
        self.pool.ult(infinity, magnitude)
    }

    fn are_ordered(&mut self, kind: FloatKind, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.is_nan(kind, a), self.is_nan(kind, b));
        let either = self.pool.or(x, y);
        self.pool.not(either)
    }

    fn float_equal(&mut self, kind: FloatKind, a: TermId, b: TermId) -> TermId {
        let same = self.pool.eq(a, b);
        let (x, y) = (self.is_float_zero(kind, a), self.is_float_zero(kind, b));
        let zeros = self.pool.and(x, y);
        let equal = self.pool.or(same, zeros);
        let ordered = self.are_ordered(kind, a, b);
        self.pool.and(ordered, equal)
    }

    /// `a < b`, or `a <= b`.
    fn float_less(&mut self, kind: FloatKind, a: TermId, b: TermId, or_equal: bool) -> TermId {
        let top = kind.bits() - 1;
        let (a_negative, b_negative) = (self.pool.extract(a, top, 1), self.pool.extract(b, top, 1));
        let (x, y) = (self.magnitude_of(kind, a), self.magnitude_of(kind, b));
        let (rising, falling) = if or_equal { (self.pool.ule(x, y), self.pool.ule(y, x)) } else { (self.pool.ult(x, y), self.pool.ult(y, x)) };
        // Negative against negative the magnitudes count the other way round; of different signs the negative one is less.
        let one_sign = self.pool.ite(a_negative, falling, rising);
        let signs_differ = self.pool.xor(a_negative, b_negative);
        let unequal = self.pool.ite(signs_differ, a_negative, one_sign);
        let (p, q) = (self.is_float_zero(kind, a), self.is_float_zero(kind, b));
        let zeros = self.pool.and(p, q);
        let between_zeros = self.pool.truth(or_equal);
        let less = self.pool.ite(zeros, between_zeros, unequal);
        let ordered = self.are_ordered(kind, a, b);
        self.pool.and(ordered, less)
    }
}
