//! Comparisons and classes, on the bits of encodings.

use super::noted::FloatTest;
use super::{Format, TermId, TermPool};

impl TermPool {
    /// Is the value no number? Encodings of the x87 format without meaning are none either.
    pub fn float_is_nan(&mut self, format: Format, a: TermId) -> TermId {
        let nan = self.float_parts(format, a).nan;
        self.note_test(format, FloatTest::IsNan(a), nan);
        nan
    }

    /// Is the value a zero of either sign?
    pub fn float_is_zero(&mut self, format: Format, a: TermId) -> TermId {
        let magnitude = self.extract(a, 0, format.width() - 1);
        let some = self.is_nonzero(magnitude);
        let zero = self.not(some);
        self.note_test(format, FloatTest::IsZero(a), zero);
        zero
    }

    /// Equality of numbers: zeros are equal, NaNs are not.
    pub fn float_eq(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let same = self.eq(x.packed, y.packed);
        let zeros = self.and(x.zero, y.zero);
        let equal = self.or(same, zeros);
        self.note_test(format, FloatTest::IsNan(a), x.nan);
        self.note_test(format, FloatTest::IsNan(b), y.nan);
        let unordered = self.or(x.nan, y.nan);
        let ordered = self.not(unordered);
        let result = self.and(ordered, equal);
        self.note_test(format, FloatTest::Equal(a, b), result);
        result
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
        let magnitude = if or_equal { FloatTest::LessOrEqualMagnitude } else { FloatTest::LessMagnitude };
        self.note_test(format, magnitude(a, b), rising);
        self.note_test(format, magnitude(b, a), falling);
        self.note_test(format, FloatTest::IsNegative(a), x.sign);
        self.note_test(format, FloatTest::IsNegative(b), y.sign);
        // Negative against negative the magnitudes count the other way round; of different signs the negative one is less.
        let one_sign = self.ite(x.sign, falling, rising);
        let differ = self.xor(x.sign, y.sign);
        let unequal = self.ite(differ, x.sign, one_sign);
        let zeros = self.and(x.zero, y.zero);
        let between_zeros = self.truth(or_equal);
        let less = self.ite(zeros, between_zeros, unequal);
        self.note_test(format, FloatTest::IsNan(a), x.nan);
        self.note_test(format, FloatTest::IsNan(b), y.nan);
        let unordered = self.or(x.nan, y.nan);
        let ordered = self.not(unordered);
        let result = self.and(ordered, less);
        let (test, of_numbers) = if or_equal {
            (FloatTest::LessOrEqual(a, b), FloatTest::LessOrEqualOfNumbers(a, b))
        } else {
            (FloatTest::Less(a, b), FloatTest::LessOfNumbers(a, b))
        };
        self.note_test(format, test, result);
        self.note_test(format, of_numbers, less);
        result
    }
}
