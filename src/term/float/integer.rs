//! Conversions from and to integers.

use super::noted::FloatOperation;
use super::round::Exact;
use super::{Format, Mode, TermId, TermPool};

/// A float cut off to an integer.
#[derive(Clone, Copy)]
pub struct Truncated {
    pub negative: TermId,
    /// The absolute value. Means nothing where it is huge or there is none.
    pub magnitude: TermId,
    /// The absolute value is at least 2^width: also for infinities.
    pub huge: TermId,
    pub nan: TermId,
}

impl TermPool {
    /// An integer as a float.
    pub fn float_from_integer(&mut self, format: Format, mode: Mode, value: TermId, signed: bool) -> TermId {
        let width = self.width(value);
        let sign = if signed { self.bit(value, width - 1) } else { self.truth(false) };
        let negated = self.neg(value);
        let magnitude = self.ite(sign, negated, value);
        let (significand, zeros) = self.normalise(magnitude);
        let room = format.room().max(self.width(zeros) + 2);
        let top = self.number(room, format.bias() + i128::from(width) - 1);
        let zeros = self.zero_extend(zeros, room);
        let exponent = self.sub(top, zeros);
        let may_overflow = i128::from(width) > format.bias();
        let packed = self.round(format, mode, &Exact { sign, exponent, significand, may_underflow: false, may_overflow });
        let some = self.is_nonzero(value);
        let zero = self.number(format.packed(), 0);
        let packed = self.ite(some, packed, zero);
        let result = self.float_encode(format, packed);
        self.note_result(format, mode, FloatOperation::FromInteger { of: value, signed }, result);
        result
    }

    /// The float without the digits behind the point, as an integer of `width` bits.
    pub fn float_truncate(&mut self, format: Format, a: TermId, width: u16) -> Truncated {
        let x = self.float_parts(format, a);
        let significand = self.significand(x);
        // The leading digit stands in front of a word; shifted to the right it comes to its place.
        let room = width.max(format.digits);
        let word = self.fitted(significand, room);
        let wide = format.exponent.max(16 - room.leading_zeros() as u16) + 2;
        let field = self.zero_extend(x.field, wide);
        let bias = self.number(wide, format.bias());
        let exponent = self.sub(field, bias);
        let front = self.number(wide, i128::from(room) - 1);
        let distance = self.sub(front, exponent);
        let distance = self.bounded_distance(distance, room);
        let moved = self.lshr(word, distance);
        let magnitude = self.extract(moved, 0, width);
        let zero = self.number(wide, 0);
        let below = self.slt(exponent, zero);
        let nothing = self.number(width, 0);
        let magnitude = self.ite(below, nothing, magnitude);
        let limit = self.number(wide, i128::from(width));
        let huge = self.sle(limit, exponent);
        let number = self.not(x.nan);
        Truncated { negative: x.sign, magnitude, huge: self.and(huge, number), nan: x.nan }
    }

    /// The distance of a shift as wide as what is shifted. It means nothing where it does not fit.
    fn bounded_distance(&mut self, distance: TermId, width: u16) -> TermId {
        let needed = (16 - (width - 1).leading_zeros() as u16).min(self.width(distance));
        let low = self.extract(distance, 0, needed);
        self.zero_extend(low, width)
    }
}
