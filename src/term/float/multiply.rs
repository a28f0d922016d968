//! Products, and products with a sum.

use super::noted::FloatOperation;
use super::round::Exact;
use super::{Format, Mode, Normal, Parts, TermId, TermPool};

impl TermPool {
    pub fn float_mul(&mut self, format: Format, mode: Mode, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let sign = self.xor(x.sign, y.sign);
        let (p, q) = (self.normal(format, x), self.normal(format, y));
        let product = self.product(format, p, q);
        let exact = Exact { sign, exponent: product.exponent, significand: product.significand, may_underflow: true, may_overflow: true };
        let packed = self.round(format, mode, &exact);
        let packed = self.special_product(format, [x, y], sign, packed);
        let result = self.float_encode(format, packed);
        self.note_result(format, mode, FloatOperation::Mul(a, b), result);
        result
    }

    /// Zeros, infinities and NaNs among the factors.
    fn special_product(&mut self, format: Format, [x, y]: [Parts; 2], sign: TermId, packed: TermId) -> TermId {
        let zero = self.or(x.zero, y.zero);
        let nothing = self.number(format.packed() - 1, 0);
        let nothing = self.signed_float(sign, nothing);
        let packed = self.ite(zero, nothing, packed);
        let infinite = self.or(x.infinite, y.infinite);
        let infinity = self.infinity(format);
        let infinity = self.signed_float(sign, infinity);
        let packed = self.ite(infinite, infinity, packed);
        let invalid = self.and(zero, infinite);
        let none = self.or(x.nan, y.nan);
        let none = self.or(none, invalid);
        let nan = self.nan_of(format, &[x, y]);
        self.ite(none, nan, packed)
    }

    /// The product of two numbers: all digits where a term holds them, else as many as rounding needs with one that stands for the others.
    fn product(&mut self, format: Format, p: Normal, q: Normal) -> Normal {
        let digits = format.digits;
        let (p_digits, q_digits) = (p.significand, q.significand);
        let word = if 2 * digits <= 128 {
            let (a, b) = (self.zero_extend(p_digits, 2 * digits), self.zero_extend(q_digits, 2 * digits));
            self.mul(a, b)
        } else {
            self.upper_product(p_digits, q_digits)
        };
        let width = self.width(word);
        // Two numbers from 1 to 2 make one from 1 to 4.
        let carry = self.bit(word, width - 1);
        let low = self.extract(word, 0, width - 1);
        let zero = self.truth(false);
        let moved = self.concat(low, zero);
        let significand = self.ite(carry, word, moved);
        let bias = self.number(format.room(), format.bias());
        let exponent = self.add(p.exponent, q.exponent);
        let exponent = self.sub(exponent, bias);
        let carry = self.zero_extend(carry, format.room());
        Normal { exponent: self.add(exponent, carry), significand }
    }

    /// The upper digits of a product that is too wide for a term, the lowest of them standing for all others: from products of halves.
    fn upper_product(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let half = width.div_ceil(2);
        let wide = 2 * half + 2;
        let mut part = |of, low, count| {
            let part = self.extract(of, low, count);
            self.zero_extend(part, wide)
        };
        let (a0, a1) = (part(a, 0, half), part(a, half, width - half));
        let (b0, b1) = (part(b, 0, half), part(b, half, width - half));
        let (low, cross) = (self.mul(a0, b0), self.mul(a1, b0));
        let (other, high) = (self.mul(a0, b1), self.mul(a1, b1));
        let carried = self.extract(low, half, wide - half);
        let carried = self.zero_extend(carried, wide);
        let middle = self.add(cross, other);
        let middle = self.add(middle, carried);
        let carried = self.extract(middle, half, wide - half);
        let carried = self.zero_extend(carried, wide);
        let high = self.add(high, carried);
        let high = self.extract(high, 0, 2 * (width - half));
        let middle = self.extract(middle, 0, half);
        let low = self.extract(low, 0, half);
        let below = self.concat(middle, low);
        // The digits and four more: one that may be lost at the front, two for rounding.
        let more = width + 4 - 2 * (width - half);
        let below = self.fitted(below, more);
        self.concat(high, below)
    }

    /// `a * b + c` rounded once, in formats whose product has at most 122 digits.
    pub fn float_fma(&mut self, format: Format, mode: Mode, [a, b, c]: [TermId; 3]) -> TermId {
        let (x, y, z) = (self.float_parts(format, a), self.float_parts(format, b), self.float_parts(format, c));
        let sign = self.xor(x.sign, y.sign);
        let packed = self.finite_fma(format, mode, [x, y, z], sign);
        let zero = self.or(x.zero, y.zero);
        let infinite = self.or(x.infinite, y.infinite);
        let any = self.or(infinite, z.infinite);
        let infinity = self.infinity(format);
        let of = self.ite(infinite, sign, z.sign);
        let infinity = self.signed_float(of, infinity);
        let packed = self.ite(any, infinity, packed);
        let undefined = self.and(zero, infinite);
        let differ = self.xor(sign, z.sign);
        let opposite = self.and(infinite, z.infinite);
        let opposite = self.and(opposite, differ);
        let invalid = self.or(undefined, opposite);
        let none = self.or(x.nan, y.nan);
        let none = self.or(none, z.nan);
        let none = self.or(none, invalid);
        let nan = self.nan_of(format, &[x, y, z]);
        let packed = self.ite(none, nan, packed);
        self.float_encode(format, packed)
    }

    /// A sum of two numbers with twice the digits, rounded to the format.
    fn finite_fma(&mut self, format: Format, mode: Mode, [x, y, z]: [Parts; 3], sign: TermId) -> TermId {
        let (p, q, r) = (self.normal(format, x), self.normal(format, y), self.normal(format, z));
        let product = self.product(format, p, q);
        let zeros = self.number(format.digits, 0);
        let third = self.concat(r.significand, zeros);
        let no_product = self.or(x.zero, y.zero);
        let nothing = self.number(2 * format.digits, 0);
        let (product_digits, third) = (self.ite(no_product, nothing, product.significand), self.ite(z.zero, nothing, third));
        // Which one is larger? A zero never is.
        let lower = self.slt(product.exponent, r.exponent);
        let level = self.eq(product.exponent, r.exponent);
        let smaller = self.ult(product_digits, third);
        let smaller = self.and(level, smaller);
        let swap = self.or(lower, smaller);
        let number = self.not(z.zero);
        let swap = self.and(swap, number);
        let swap = self.or(swap, no_product);
        let (large, small) = (self.ite(swap, third, product_digits), self.ite(swap, product_digits, third));
        let exponent = self.ite(swap, r.exponent, product.exponent);
        let lower = self.ite(swap, product.exponent, r.exponent);
        let distance = self.sub(exponent, lower);
        let more = self.number(3, 0);
        let (large, small) = (self.concat(large, more), self.concat(small, more));
        let small = self.shift_sticky(small, distance);
        let differ = self.xor(sign, z.sign);
        let sum = self.sum_or_difference(large, small, differ);
        let (word, zeros) = self.normalise(sum);
        let zeros = self.resize(zeros, format.room(), false);
        let one = self.number(format.room(), 1);
        let exponent = self.add(exponent, one);
        let exponent = self.sub(exponent, zeros);
        let sign = self.ite(swap, z.sign, sign);
        let exact = Exact { sign, exponent, significand: word, may_underflow: true, may_overflow: true };
        let packed = self.round(format, mode, &exact);
        let some = self.is_nonzero(sum);
        let sign = self.ite(differ, mode.down, sign);
        let zero = self.number(format.packed() - 1, 0);
        let zero = self.signed_float(sign, zero);
        self.ite(some, packed, zero)
    }
}
