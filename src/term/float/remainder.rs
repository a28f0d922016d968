//! Remainders: long division, one step for each digit that the quotient can have.

use super::round::Exact;
use super::{Format, Mode, Parts, Rounding, TermId, TermPool};

/// A remainder and where it is right.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    pub value: TermId,
    /// The quotient has no more digits than the circuit has steps.
    pub exact: TermId,
}

impl TermPool {
    /// How many steps a remainder takes at most in a format.
    pub fn float_remainder_steps(format: Format) -> u32 {
        (1 << format.exponent) + u32::from(format.digits)
    }

    /// `fmod`, where the exponents differ by less than `steps`.
    pub fn float_fmod(&mut self, format: Format, a: TermId, b: TermId, steps: u32) -> Remainder {
        self.long_division(format, a, b, steps, false)
    }

    /// `remainder` of IEEE 754, where the exponents differ by less than `steps`.
    pub fn float_remainder(&mut self, format: Format, a: TermId, b: TermId, steps: u32) -> Remainder {
        self.long_division(format, a, b, steps, true)
    }

    fn long_division(&mut self, format: Format, a: TermId, b: TermId, steps: u32, nearest: bool) -> Remainder {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let (p, q) = (self.normal(format, x), self.normal(format, y));
        let distance = self.sub(p.exponent, q.exponent);
        let mut rest = self.number(format.digits, 0);
        let mut odd = self.truth(false);
        for step in (0..steps.min(Self::float_remainder_steps(format))).rev() {
            let at = self.number(format.room(), i128::from(step));
            let starts = self.eq(distance, at);
            // The dividend comes in where its first digit stands; before that there is nothing to divide.
            let zero = self.truth(false);
            let twice = self.concat(rest, zero);
            let dividend = self.zero_extend(p.significand, format.digits + 1);
            let rest_now = self.ite(starts, dividend, twice);
            let (digit, next) = self.subtract_once(rest_now, q.significand);
            rest = self.extract(next, 0, format.digits);
            odd = digit;
        }
        let zero = self.number(format.room(), 0);
        let less = self.slt(distance, zero);
        let (packed, itself) = if nearest {
            let minus_one = self.number(format.room(), -1);
            let next = self.eq(distance, minus_one);
            let far = self.slt(distance, minus_one);
            // In halves of the divisor's last digit, so that a dividend with the exponent below the divisor's is among them.
            let off = self.truth(false);
            let twice = self.concat(rest, off);
            let dividend = self.zero_extend(p.significand, format.digits + 1);
            let rest = self.ite(next, dividend, twice);
            let odd = self.ite(next, off, odd);
            (self.nearest_rest(format, x, q.significand, q.exponent, rest, odd), far)
        } else {
            let off = self.truth(false);
            let rest = self.concat(rest, off);
            (self.encoded_rest(format, x.sign, q.exponent, rest, x.sign), less)
        };
        let packed = self.special_remainder(format, [x, y], itself, packed);
        let steps = self.number(format.room(), i128::from(steps).min((1 << (format.room() - 1)) - 1));
        let within = self.slt(distance, steps);
        // Where no division takes place, the distance does not matter.
        let special = [x.nan, y.nan, x.infinite, y.infinite, x.zero, y.zero];
        let exact = special.into_iter().fold(within, |exact, special| self.or(exact, special));
        Remainder { value: self.float_encode(format, packed), exact }
    }

    /// The rest, or what is missing to the divisor if that is less.
    fn nearest_rest(&mut self, format: Format, x: Parts, divisor: TermId, exponent: TermId, rest: TermId, odd: TermId) -> TermId {
        let once = self.zero_extend(divisor, format.digits + 1);
        let above = self.ult(once, rest);
        let level = self.eq(once, rest);
        let level = self.and(level, odd);
        let over = self.or(above, level);
        let off = self.truth(false);
        let twice = self.concat(divisor, off);
        let missing = self.sub(twice, rest);
        let rest = self.ite(over, missing, rest);
        let sign = self.xor(x.sign, over);
        self.encoded_rest(format, sign, exponent, rest, x.sign)
    }

    /// A rest in halves of the last digit of a divisor with this exponent. It has the digits of the format, so nothing is rounded.
    fn encoded_rest(&mut self, format: Format, sign: TermId, exponent: TermId, rest: TermId, zero_sign: TermId) -> TermId {
        let (significand, zeros) = self.normalise(rest);
        let zeros = self.zero_extend(zeros, format.room());
        let exponent = self.sub(exponent, zeros);
        let mode: Mode = self.float_mode(Rounding::Zero);
        let packed = self.round(format, mode, &Exact { sign, exponent, significand, may_underflow: true, may_overflow: false });
        let some = self.is_nonzero(rest);
        let nothing = self.number(format.packed() - 1, 0);
        let nothing = self.signed_float(zero_sign, nothing);
        self.ite(some, packed, nothing)
    }

    fn special_remainder(&mut self, format: Format, [x, y]: [Parts; 2], itself: TermId, packed: TermId) -> TermId {
        let itself = self.or(itself, y.infinite);
        let itself = self.or(itself, x.zero);
        let packed = self.ite(itself, x.packed, packed);
        let invalid = self.or(x.infinite, y.zero);
        let none = self.or(x.nan, y.nan);
        let none = self.or(none, invalid);
        let nan = self.nan_of(format, &[x, y]);
        self.ite(none, nan, packed)
    }
}
