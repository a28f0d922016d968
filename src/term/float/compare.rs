//! Comparisons and classes, on the bits of encodings.

use super::{Format, TermId, TermPool};

impl TermPool {
    /// Is the value no number? Encodings of the x87 format without meaning are none either.
    pub fn float_is_nan(&mut self, format: Format, a: TermId) -> TermId {
        self.float_parts(format, a).nan
    }

    /// Is the value a zero of either sign?
    pub fn float_is_zero(&mut self, format: Format, a: TermId) -> TermId {
        let magnitude = self.extract(a, 0, format.width() - 1);
        let some = self.is_nonzero(magnitude);
        self.not(some)
    }

    /// Equality of numbers: zeros are equal, NaNs are not.
    pub fn float_eq(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let same = self.eq(x.packed, y.packed);
        let zeros = self.and(x.zero, y.zero);
        let equal = self.or(same, zeros);
        let unordered = self.or(x.nan, y.nan);
        let ordered = self.not(unordered);
        self.and(ordered, equal)
    }

    /// `a < b`.
    pub fn float_lt(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        self.float_less(format, a, b, false)
    }

    /// `a <= b`.
    pub fn float_le(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        self.float_less(format, a, b, true)
    }

    fn float_less(&mut self, format: Format, a: TermId, b: TermId, or_equal: bool) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let width = format.packed() - 1;
        let (p, q) = (self.extract(x.packed, 0, width), self.extract(y.packed, 0, width));
        let (rising, falling) = if or_equal { (self.ule(p, q), self.ule(q, p)) } else { (self.ult(p, q), self.ult(q, p)) };
        // Negative against negative the magnitudes count the other way round; of different signs the negative one is less.
        let one_sign = self.ite(x.sign, falling, rising);
        let differ = self.xor(x.sign, y.sign);
        let unequal = self.ite(differ, x.sign, one_sign);
        let zeros = self.and(x.zero, y.zero);
        let between_zeros = self.truth(or_equal);
        let less = self.ite(zeros, between_zeros, unequal);
        let unordered = self.or(x.nan, y.nan);
        let ordered = self.not(unordered);
        self.and(ordered, less)
    }
}
