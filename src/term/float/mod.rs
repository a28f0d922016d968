//! Floating-point arithmetic after IEEE 754 as circuits of bit-vectors, for every format and rounding mode. Encodings in, encodings out.
//!
//! Operations work on the packed form: sign, exponent field, fraction, so that rounding up is one addition that carries from the fraction into the
//! exponent, and subnormal numbers need no form of their own. The x87 format with its explicit leading digit is brought to that form first: an encoding
//! without the digit is an invalid operand, a pseudo-denormal one is the number with the least exponent. NaNs are those of x86: the first
//! operand that is one, made quiet; the negative one without payload for an invalid operation.
//!
//! Knows terms, not programs. What is constant folds while the terms are made; nobody should build a circuit for constants, though.

mod add;
mod compare;
mod convert;
mod divide;
mod integer;
mod multiply;
mod noted;
mod remainder;
mod round;
#[cfg(test)]
mod tests;

use super::{TermId, TermPool};
use base::Bits;
pub use integer::Truncated;
pub use noted::{FloatMeaning, FloatOperation, FloatTest};
pub use remainder::Remainder;

/// A binary format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent: u16,
    /// Digits of the significand, the leading one included.
    pub digits: u16,
    /// Is the leading digit written in the encoding?
    pub explicit: bool,
}

impl Format {
    /// A format whose leading digit follows from the exponent.
    pub const fn new(exponent: u16, digits: u16) -> Self {
        Self { exponent, digits, explicit: false }
    }

    pub const HALF: Format = Format::new(5, 11);
    pub const SINGLE: Format = Format::new(8, 24);
    pub const DOUBLE: Format = Format::new(11, 53);
    pub const EXTENDED: Format = Format { exponent: 15, digits: 64, explicit: true };
    pub const QUAD: Format = Format::new(15, 113);

    /// Bits of an encoding.
    pub fn width(self) -> u16 {
        self.packed() + u16::from(self.explicit)
    }

    /// Bits of the packed form.
    fn packed(self) -> u16 {
        self.exponent + self.digits
    }

    fn fraction(self) -> u16 {
        self.digits - 1
    }

    fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent field of infinity.
    fn top(self) -> i128 {
        (1 << self.exponent) - 1
    }

    /// Bits for signed numbers that exponents are computed in: sums and differences of two exponents, smaller by the digits of subnormal numbers.
    fn room(self) -> u16 {
        self.exponent.max(16 - self.digits.leading_zeros() as u16) + 3
    }
}

/// How results are rounded: exactly one of the bits is set, or none, which means to zero.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    even: TermId,
    away: TermId,
    up: TermId,
    down: TermId,
}

/// The rounding modes, where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Down,
    Up,
    Zero,
}

/// The parts of an encoding.
#[derive(Clone, Copy)]
struct Parts {
    /// The packed form.
    packed: TermId,
    sign: TermId,
    /// The exponent field.
    field: TermId,
    /// The digits after the point.
    fraction: TermId,
    /// The exponent field is zero: a zero or a subnormal number.
    small: TermId,
    zero: TermId,
    infinite: TermId,
    nan: TermId,
}

/// A finite number other than zero as a significand whose highest bit is set and an exponent, biased, signed.
#[derive(Clone, Copy)]
struct Normal {
    exponent: TermId,
    significand: TermId,
}

impl TermPool {
    pub fn float_mode(&mut self, rounding: Rounding) -> Mode {
        let mut is = |mode| self.truth(rounding == mode);
        Mode { even: is(Rounding::NearestEven), away: is(Rounding::NearestAway), up: is(Rounding::Up), down: is(Rounding::Down) }
    }

    /// The mode that two bits say as x86 does: 0 to nearest, 1 down, 2 up, 3 to zero.
    pub fn float_mode_of(&mut self, control: TermId) -> Mode {
        let mut is = |value| {
            let value = self.constant(Bits::new(2, value));
            self.eq(control, value)
        };
        let (even, down, up) = (is(0), is(1), is(2));
        Mode { even, away: self.truth(false), up, down }
    }

    /// The value with the other sign, also of a NaN: its highest bit.
    pub fn float_neg(&mut self, format: Format, a: TermId) -> TermId {
        let sign = self.constant(Bits::new(format.width(), 1 << (format.width() - 1)));
        let result = self.xor(a, sign);
        self.note_exact(format, FloatOperation::Neg(a), result);
        result
    }

    /// The value without its sign.
    pub fn float_abs(&mut self, format: Format, a: TermId) -> TermId {
        let magnitude = self.extract(a, 0, format.width() - 1);
        let result = self.zero_extend(magnitude, format.width());
        self.note_exact(format, FloatOperation::Abs(a), result);
        result
    }

    fn number(&mut self, width: u16, value: i128) -> TermId {
        self.constant(Bits::from_signed(width, value))
    }

    fn bit(&mut self, of: TermId, index: u16) -> TermId {
        self.extract(of, index, 1)
    }

    fn is_nonzero(&mut self, of: TermId) -> TermId {
        let width = self.width(of);
        let zero = self.number(width, 0);
        self.ne(of, zero)
    }

    /// The encoding as sign, exponent field and fraction.
    fn float_pack(&mut self, format: Format, a: TermId) -> TermId {
        if !format.explicit {
            return a;
        }
        let fraction = self.extract(a, 0, format.fraction());
        let leading = self.bit(a, format.fraction());
        let field = self.extract(a, format.digits, format.exponent);
        let sign = self.bit(a, format.digits + format.exponent);
        let some = self.is_nonzero(field);
        // A number with the least exponent may be written with the field zero.
        let lone = self.not(some);
        let pseudo = self.and(lone, leading);
        let pseudo = self.zero_extend(pseudo, format.exponent);
        let field = self.or(field, pseudo);
        let magnitude = self.concat(field, fraction);
        let packed = self.concat(sign, magnitude);
        let missing = self.not(leading);
        let invalid = self.and(some, missing);
        let nan = self.indefinite(format);
        self.ite(invalid, nan, packed)
    }

    /// The packed form as the format's encoding.
    fn float_encode(&mut self, format: Format, packed: TermId) -> TermId {
        if !format.explicit {
            return packed;
        }
        let fraction = self.extract(packed, 0, format.fraction());
        let field = self.extract(packed, format.fraction(), format.exponent);
        let upper = self.extract(packed, format.fraction(), format.exponent + 1);
        let leading = self.is_nonzero(field);
        let low = self.concat(leading, fraction);
        self.concat(upper, low)
    }

    fn float_parts(&mut self, format: Format, a: TermId) -> Parts {
        let packed = self.float_pack(format, a);
        let sign = self.bit(packed, format.packed() - 1);
        let field = self.extract(packed, format.fraction(), format.exponent);
        let fraction = self.extract(packed, 0, format.fraction());
        let some = self.is_nonzero(field);
        let small = self.not(some);
        let some = self.is_nonzero(fraction);
        let none = self.not(some);
        let top = self.number(format.exponent, format.top());
        let special = self.eq(field, top);
        Parts { packed, sign, field, fraction, small, zero: self.and(small, none), infinite: self.and(special, none), nan: self.and(special, some) }
    }

    /// The significand with its leading digit, zero for small numbers.
    fn significand(&mut self, parts: Parts) -> TermId {
        let leading = self.not(parts.small);
        self.concat(leading, parts.fraction)
    }

    /// The exponent that counts: that of small numbers is 1.
    fn exponent(&mut self, format: Format, parts: Parts) -> TermId {
        let small = self.zero_extend(parts.small, format.exponent);
        self.or(parts.field, small)
    }

    /// The number with its leading digit in front. Means nothing for zeros, infinities and NaNs.
    fn normal(&mut self, format: Format, parts: Parts) -> Normal {
        let (significand, exponent) = (self.significand(parts), self.exponent(format, parts));
        let exponent = self.zero_extend(exponent, format.room());
        let (significand, zeros) = self.normalise(significand);
        let zeros = self.zero_extend(zeros, format.room());
        Normal { exponent: self.sub(exponent, zeros), significand }
    }

    /// A magnitude with a sign.
    fn signed_float(&mut self, sign: TermId, magnitude: TermId) -> TermId {
        self.concat(sign, magnitude)
    }

    fn infinity(&mut self, format: Format) -> TermId {
        self.number(format.packed() - 1, format.top() << format.fraction())
    }

    /// What x86 answers to an invalid operation.
    fn indefinite(&mut self, format: Format) -> TermId {
        // From the highest bit of the fraction up.
        let ones = self.number(format.exponent + 2, -1);
        if format.fraction() == 1 {
            return ones;
        }
        let zeros = self.number(format.fraction() - 1, 0);
        self.concat(ones, zeros)
    }

    /// The packed form of the operand that is a NaN, the first one, made quiet; without one the answer to an invalid operation.
    fn nan_of(&mut self, format: Format, operands: &[Parts]) -> TermId {
        let quiet = self.number(format.packed(), 1 << (format.fraction() - 1));
        operands.iter().rev().fold(self.indefinite(format), |nan, operand| {
            let own = self.or(operand.packed, quiet);
            self.ite(operand.nan, own, nan)
        })
    }
}
