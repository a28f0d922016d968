//! Floating point: what `term::float` computes, with constants computed as the interpreter does. What has no circuit of a reasonable size, or no exact
//! definition, is a free variable, one for each operator and operands, so that equal computations have equal results.

use super::context::Context;
use super::memory::Place;
use super::run::Run;
use super::value::Value;
use goto::interp::float;
use goto::interp::value::{self, Scalar};
use goto::types::FloatKind;
use goto::{BinOp, Bits, ExprId, IntegralMode, TypeId, UnOp};
use term::TermId;
use term::float::{self as circuits, Format, Mode, Remainder, Truncated};

/// How many digits the quotient of a remainder may have. Half and single need fewer.
const REMAINDER_STEPS: u32 = 300;

/// How operations round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    Nearest,
    /// By the program's variable, whose value this is.
    Variable(TermId),
}

pub(super) fn format(kind: FloatKind) -> Format {
    match kind {
        FloatKind::Half => Format::HALF,
        FloatKind::Single => Format::SINGLE,
        FloatKind::Double => Format::DOUBLE,
        FloatKind::Extended => Format::EXTENDED,
        FloatKind::Quad => Format::QUAD,
    }
}

impl Run<'_> {
    /// The rounding mode at this point.
    pub(crate) fn rounding(&mut self) -> Rounding {
        let Some(symbol) = self.program.rounding else { return Rounding::Nearest };
        let place = Place::of_static(self.cx.static_object(symbol), self.program.symbols[symbol].ty);
        let value = self.load(&place);
        Rounding::Variable(self.cx.bits(&value, 32))
    }

    pub(crate) fn float_fma(&mut self, operands: [ExprId; 3], ty: TypeId) -> Value {
        let operands = operands.map(|e| self.eval_bits(e));
        let rounding = self.rounding();
        let Some(Scalar::Float(kind)) = Scalar::of(&self.program.types, ty) else { return Value::Zero };
        Value::Bits(self.cx.float_fma(kind, rounding, operands))
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

    fn mode(&mut self, rounding: Rounding) -> Mode {
        match rounding {
            Rounding::Nearest => self.pool.float_mode(circuits::Rounding::NearestEven),
            Rounding::Variable(control) => {
                let bits = self.pool.extract(control, 10, 2);
                self.pool.float_mode_of(bits)
            }
        }
    }

    pub(crate) fn float_unary(&mut self, op: UnOp, kind: FloatKind, rounding: Rounding, a: TermId) -> TermId {
        match op {
            UnOp::Neg => return self.pool.float_neg(format(kind), a),
            UnOp::Abs => return self.pool.float_abs(format(kind), a),
            _ => {}
        }
        if let (Some(x), Some(mode)) = (self.pool.as_const(a), self.known_rounding(rounding))
            && !matches!(op, UnOp::Math(_))
            && let Ok(result) = value::unary_rounded(op, Scalar::Float(kind), mode, x)
        {
            return self.pool.constant(result);
        }
        match op {
            UnOp::Sqrt => {
                let mode = self.mode(rounding);
                self.pool.float_sqrt(format(kind), mode, a)
            }
            UnOp::RoundToIntegral(integral) => {
                let mode = match integral {
                    IntegralMode::Current => self.mode(rounding),
                    IntegralMode::NearestEven => self.pool.float_mode(circuits::Rounding::NearestEven),
                    IntegralMode::NearestAway => self.pool.float_mode(circuits::Rounding::NearestAway),
                    IntegralMode::Down => self.pool.float_mode(circuits::Rounding::Down),
                    IntegralMode::Up => self.pool.float_mode(circuits::Rounding::Up),
                    IntegralMode::Zero => self.pool.float_mode(circuits::Rounding::Zero),
                };
                self.pool.float_round_to_integral(format(kind), mode, a)
            }
            _ => {
                let result = self.approximate(&format!("float.{op:?}.{kind:?}.{a}"), kind.bits());
                if let UnOp::Math(function) = op {
                    self.facts_of_math(function, kind, format(kind), a, result);
                }
                result
            }
        }
    }

    pub(crate) fn float_binary(&mut self, op: BinOp, kind: FloatKind, rounding: Rounding, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y), Some(mode)) = (self.pool.as_const(a), self.pool.as_const(b), self.known_rounding(rounding))
            && !matches!(op, BinOp::Math2(_))
            && let Ok(result) = value::binary_rounded(op, Scalar::Float(kind), mode, x, y)
        {
            return self.pool.constant(result);
        }
        if let Some(result) = self.compare_images(op, kind, a, b) {
            return result;
        }
        let format = format(kind);
        match op {
            BinOp::Eq => self.pool.float_eq(format, a, b),
            BinOp::Ne => {
                let equal = self.pool.float_eq(format, a, b);
                self.pool.not(equal)
            }
            BinOp::Lt => self.pool.float_lt(format, a, b),
            BinOp::Le => self.pool.float_le(format, a, b),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => {
                let mode = self.mode(rounding);
                let result = match op {
                    BinOp::Add => self.pool.float_add(format, mode, a, b),
                    BinOp::Sub => self.pool.float_sub(format, mode, a, b),
                    BinOp::Mul => self.pool.float_mul(format, mode, a, b),
                    _ => self.pool.float_div(format, mode, a, b),
                };
                if rounding == Rounding::Nearest {
                    self.note_result(op, kind, [a, b], result);
                }
                result
            }
            BinOp::CopySign => {
                let top = kind.bits() - 1;
                let (magnitude, sign) = (self.pool.extract(a, 0, top), self.pool.extract(b, top, 1));
                self.pool.concat(sign, magnitude)
            }
            BinOp::Rem => {
                let remainder = self.pool.float_fmod(format, a, b, REMAINDER_STEPS);
                self.remainder(kind, &format!("float.fmod.{kind:?}.{a}.{b}"), remainder)
            }
            BinOp::IeeeRem => {
                let remainder = self.pool.float_remainder(format, a, b, REMAINDER_STEPS);
                self.remainder(kind, &format!("float.remainder.{kind:?}.{a}.{b}"), remainder)
            }
            _ => {
                let result = self.approximate(&format!("float.{op:?}.{kind:?}.{a}.{b}"), kind.bits());
                if let BinOp::Math2(function) = op {
                    self.facts_of_math2(function, kind, format, [a, b], result);
                }
                result
            }
        }
    }

    /// A remainder whose quotient has too many digits for the circuit is anything.
    fn remainder(&mut self, kind: FloatKind, name: &str, remainder: Remainder) -> TermId {
        if self.pool.is_true(remainder.exact) {
            return remainder.value;
        }
        let free = self.approximate(name, kind.bits());
        self.pool.ite(remainder.exact, remainder.value, free)
    }

    fn float_fma(&mut self, kind: FloatKind, rounding: Rounding, operands: [TermId; 3]) -> TermId {
        if let ([Some(a), Some(b), Some(c)], Some(mode)) = (operands.map(|term| self.pool.as_const(term)), self.known_rounding(rounding))
            && let Ok(result) = value::fma(Scalar::Float(kind), mode, [a, b, c])
        {
            return self.pool.constant(result);
        }
        // The exact product of the wide formats has more digits than a term.
        if let FloatKind::Extended | FloatKind::Quad = kind {
            let [a, b, c] = operands;
            return self.approximate(&format!("float.fma.{kind:?}.{rounding:?}.{a}.{b}.{c}"), kind.bits());
        }
        let mode = self.mode(rounding);
        self.pool.float_fma(format(kind), mode, operands)
    }

    /// Scalars other than pointers converted.
    pub(crate) fn convert_bits(&mut self, from: Scalar, to: Scalar, rounding: Rounding, a: TermId) -> TermId {
        if from == to {
            return a;
        }
        if let (Some(bits), Some(mode)) = (self.pool.as_const(a), self.known_rounding(rounding)) {
            return self.pool.constant(value::cast_rounded(from, to, mode, bits));
        }
        match (from, to) {
            (Scalar::Float(kind), Scalar::Bool) => {
                let zero = self.pool.float_is_zero(format(kind), a);
                self.pool.not(zero)
            }
            (Scalar::Float(kind), Scalar::Float(other)) => {
                if let Some(result) = self.narrowed(kind, other, rounding, a) {
                    return result;
                }
                let mode = self.mode(rounding);
                let result = self.pool.float_convert(format(kind), format(other), mode, a);
                self.note_wider(kind, a, other, result);
                result
            }
            (Scalar::Float(kind), _) => match self.integer_again(kind, a, to.bits(), to.signed()) {
                Some(result) => result,
                None => self.float_to_integer(kind, a, to.bits(), to.signed()),
            },
            (_, Scalar::Float(kind)) => {
                let mode = self.mode(rounding);
                let wide = self.pool.resize(a, from.bits().max(8), from.signed());
                let result = self.pool.float_from_integer(format(kind), mode, wide, from.signed());
                self.note_integer(kind, result, wide, from.signed());
                result
            }
            (_, Scalar::Bool) => {
                let zero = self.pool.constant(Bits::zero(from.bits()));
                self.pool.ne(a, zero)
            }
            _ => self.pool.resize(a, to.bits(), from.signed()),
        }
    }

    /// As `goto::interp::float::to_integer`: what does not fit gives what gcc's code for x86-64 gives.
    fn float_to_integer(&mut self, kind: FloatKind, a: TermId, width: u16, signed: bool) -> TermId {
        let x87 = kind == FloatKind::Extended;
        let by = |width| (width, false);
        let (machine, saturates) = match (width, signed) {
            _ if kind == FloatKind::Quad => (width.max(32), true),
            (8, _) | (16, true) if x87 => by(16),
            (8 | 16, _) | (32, true) => by(32),
            (32, false) | (64, true) => by(64),
            (64, false) => by(65),
            _ if kind == FloatKind::Half => (width, true),
            _ => return self.in_halves(kind, a, signed),
        };
        let whole = self.pool.float_truncate(format(kind), a, machine.min(if saturates { 128 } else { 64 }));
        let result = match machine {
            65 => self.unsigned_64(whole),
            _ if saturates => self.saturated(whole, machine, signed),
            _ => self.indefinite(whole, machine),
        };
        self.pool.extract(result, 0, width)
    }

    /// The answer of a conversion instruction to a signed integer: the least value for what does not fit.
    fn indefinite(&mut self, whole: Truncated, width: u16) -> TermId {
        let pool = &mut *self.pool;
        let limit = pool.constant(Bits::new(width, 1 << (width - 1)));
        let below = pool.ult(whole.magnitude, limit);
        let level = pool.eq(whole.magnitude, limit);
        let least = pool.and(level, whole.negative);
        let fits = pool.or(below, least);
        let none = pool.or(whole.huge, whole.nan);
        let some = pool.not(none);
        let fits = pool.and(fits, some);
        let negated = pool.neg(whole.magnitude);
        let value = pool.ite(whole.negative, negated, whole.magnitude);
        pool.ite(fits, value, limit)
    }

    /// Values from 2^63 are made smaller by 2^63 before the conversion and greater after it.
    fn unsigned_64(&mut self, whole: Truncated) -> TermId {
        let as_signed = self.indefinite(whole, 64);
        let pool = &mut *self.pool;
        let top = pool.extract(whole.magnitude, 63, 1);
        let positive = pool.not(whole.negative);
        let upper = pool.and(top, positive);
        // Its lower part fits; then the highest bit is set again.
        let value = pool.ite(upper, whole.magnitude, as_signed);
        let beyond = pool.and(whole.huge, positive);
        let zero = pool.constant(Bits::zero(64));
        let value = pool.ite(beyond, zero, value);
        let indefinite = pool.constant(Bits::new(64, 1 << 63));
        pool.ite(whole.nan, indefinite, value)
    }

    /// The nearest integer.
    fn saturated(&mut self, whole: Truncated, width: u16, signed: bool) -> TermId {
        let pool = &mut *self.pool;
        let max = if signed { Bits::ones(width).lshr(Bits::new(width, 1)) } else { Bits::ones(width) };
        let least = if signed { Bits::new(width, 1 << (width - 1)) } else { Bits::zero(width) };
        let (max, least) = (pool.constant(max), pool.constant(least));
        let above = pool.ult(max, whole.magnitude);
        let above = pool.or(above, whole.huge);
        let positive = pool.ite(above, max, whole.magnitude);
        // As a magnitude the least value is its own negation.
        let below = pool.ult(least, whole.magnitude);
        let below = pool.or(below, whole.huge);
        let magnitude = pool.ite(below, least, whole.magnitude);
        let negative = pool.neg(magnitude);
        let value = pool.ite(whole.negative, negative, positive);
        pool.ite(whole.nan, max, value)
    }

    /// 128-bit integers, which libgcc makes from two conversions to 64 bits.
    fn in_halves(&mut self, kind: FloatKind, a: TermId, signed: bool) -> TermId {
        let whole = self.pool.float_truncate(format(kind), a, 128);
        let pool = &mut *self.pool;
        const NONE: u128 = 1 << 63;
        let negated = pool.neg(whole.magnitude);
        let zero = pool.constant(Bits::zero(128));
        let both = pool.constant(Bits::new(128, NONE << 64 | NONE));
        let below = if signed {
            negated
        } else if kind == FloatKind::Extended {
            zero
        } else {
            // Small ones keep their low half; of others the high half is converted alone.
            let part = |pool: &mut term::TermPool, of, low| {
                let magnitude = pool.extract(of, low, 64);
                let no = pool.truth(false);
                let negative = pool.truth(true);
                Truncated { negative, magnitude, huge: no, nan: no }
            };
            let (low, high) = (part(pool, whole.magnitude, 0), part(pool, whole.magnitude, 64));
            let low_part = self.indefinite(low, 64);
            let high_part = self.indefinite(high, 64);
            let pool = &mut *self.pool;
            let no_high = pool.constant(Bits::zero(64));
            let small = pool.eq(high.magnitude, no_high);
            let low_part = pool.zero_extend(low_part, 128);
            let none = pool.constant(Bits::new(64, NONE));
            let high_part = pool.concat(high_part, none);
            pool.ite(small, low_part, high_part)
        };
        let pool = &mut *self.pool;
        let huge = if signed || kind == FloatKind::Extended { zero } else { pool.ite(whole.negative, both, zero) };
        let value = pool.ite(whole.negative, below, whole.magnitude);
        let value = pool.ite(whole.huge, huge, value);
        pool.ite(whole.nan, both, value)
    }
}
