//! Sums and differences.

use super::noted::FloatOperation;
use super::{Format, Mode, TermId, TermPool};

impl TermPool {
    pub fn float_add(&mut self, format: Format, mode: Mode, a: TermId, b: TermId) -> TermId {
        let result = self.add_or_subtract(format, mode, a, b, false);
        self.note_result(format, mode, FloatOperation::Add(a, b), result);
        result
    }

    pub fn float_sub(&mut self, format: Format, mode: Mode, a: TermId, b: TermId) -> TermId {
        let result = self.add_or_subtract(format, mode, a, b, true);
        self.note_result(format, mode, FloatOperation::Sub(a, b), result);
        result
    }

    fn add_or_subtract(&mut self, format: Format, mode: Mode, a: TermId, b: TermId, subtract: bool) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let y_sign = if subtract { self.not(y.sign) } else { y.sign };
        let differ = self.xor(x.sign, y_sign);
        // But for NaNs the order of operands does not matter; in one order equal sums are equal terms.
        let (mut first, mut second) = ((x.packed, x.sign), (y.packed, y_sign));
        if (x.packed, x.sign) > (y.packed, y_sign) {
            std::mem::swap(&mut first, &mut second);
        }
        let packed = self.finite_sum(format, mode, first, second);
        // Infinities win; two of different signs are an invalid operation.
        let infinite = self.or(x.infinite, y.infinite);
        let infinity = self.infinity(format);
        let sign = if first.0 == x.packed { self.ite(x.infinite, x.sign, y_sign) } else { self.ite(y.infinite, y_sign, x.sign) };
        let infinity = self.signed_float(sign, infinity);
        let packed = self.ite(infinite, infinity, packed);
        let both = self.and(x.infinite, y.infinite);
        let invalid = self.and(both, differ);
        let none = self.or(x.nan, y.nan);
        let none = self.or(none, invalid);
        let nan = self.nan_of(format, &[x, y]);
        let packed = self.ite(none, nan, packed);
        self.float_encode(format, packed)
    }

    /// The sum of two finite numbers, given by their packed forms, whose own signs do not count, and signs.
    fn finite_sum(&mut self, format: Format, mode: Mode, (a, a_sign): (TermId, TermId), (b, b_sign): (TermId, TermId)) -> TermId {
        let magnitude = format.packed() - 1;
        let (a, b) = (self.extract(a, 0, magnitude), self.extract(b, 0, magnitude));
        let swap = self.ult(a, b);
        let (large, small) = (self.ite(swap, b, a), self.ite(swap, a, b));
        let sign = self.ite(swap, b_sign, a_sign);
        let (large_exponent, large) = self.aligned(format, large);
        let (small_exponent, small) = self.aligned(format, small);
        let distance = self.sub(large_exponent, small_exponent);
        let small = self.shift_sticky(small, distance);
        let differ = self.xor(a_sign, b_sign);
        let sum = self.sum_or_difference(large, small, differ);
        // The sum has one digit more before the point. Shifted to the left no further than the exponent allows, it is rounded as a subnormal number is.
        let (word, rest) = self.normalise_within(sum, large_exponent);
        let leading = self.bit(word, format.digits + 3);
        let carry = self.zero_extend(leading, format.exponent);
        let field = self.add(rest, carry);
        let top = self.number(format.exponent, format.top());
        let overflow = self.eq(field, top);
        let digits = self.digits(format, word);
        let packed = self.round_packed(format, mode, sign, field, digits, Some(overflow));
        // A sum of zeros keeps their sign; a difference of equals is positive unless rounding goes down.
        let some = self.is_nonzero(sum);
        let sign = self.ite(differ, mode.down, sign);
        let zero = self.number(magnitude, 0);
        let zero = self.signed_float(sign, zero);
        self.ite(some, packed, zero)
    }

    /// The exponent of a magnitude and its significand with three digits more.
    fn aligned(&mut self, format: Format, magnitude: TermId) -> (TermId, TermId) {
        let field = self.extract(magnitude, format.fraction(), format.exponent);
        let fraction = self.extract(magnitude, 0, format.fraction());
        let leading = self.is_nonzero(field);
        let small = self.not(leading);
        let small = self.zero_extend(small, format.exponent);
        let exponent = self.or(field, small);
        let more = self.number(3, 0);
        let low = self.concat(fraction, more);
        (exponent, self.concat(leading, low))
    }

    /// `large + small`, or `large - small`, one bit wider.
    pub(super) fn sum_or_difference(&mut self, large: TermId, small: TermId, difference: TermId) -> TermId {
        let width = self.width(large) + 1;
        let (large, small) = (self.zero_extend(large, width), self.zero_extend(small, width));
        // The negation is the inversion and a carry, which comes from a digit below.
        let inversion = self.sign_extend(difference, width);
        let small = self.xor(small, inversion);
        let one = self.truth(true);
        let (large, small) = (self.concat(large, one), self.concat(small, difference));
        let sum = self.add(large, small);
        self.extract(sum, 1, width)
    }
}
