//! Quotients and square roots, digit by digit: each step subtracts and keeps the difference if it is not negative.

use super::noted::FloatOperation;
use super::round::Exact;
use super::{Format, Mode, TermId, TermPool};

impl TermPool {
    pub fn float_div(&mut self, format: Format, mode: Mode, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.float_parts(format, a), self.float_parts(format, b));
        let sign = self.xor(x.sign, y.sign);
        let (p, q) = (self.normal(format, x), self.normal(format, y));
        let word = self.quotient(format, p.significand, q.significand);
        // A quotient of two numbers from 1 to 2 is above one half.
        let width = self.width(word);
        let whole = self.bit(word, width - 1);
        let low = self.extract(word, 0, width - 1);
        let zero = self.truth(false);
        let moved = self.concat(low, zero);
        let significand = self.ite(whole, word, moved);
        let bias = self.number(format.room(), format.bias() - 1);
        let exponent = self.sub(p.exponent, q.exponent);
        let exponent = self.add(exponent, bias);
        let whole = self.zero_extend(whole, format.room());
        let exponent = self.add(exponent, whole);
        let packed = self.round(format, mode, &Exact { sign, exponent, significand, may_underflow: true, may_overflow: true });
        let nothing = self.number(format.packed() - 1, 0);
        let nothing = self.signed_float(sign, nothing);
        let none = self.or(x.zero, y.infinite);
        let packed = self.ite(none, nothing, packed);
        let infinity = self.infinity(format);
        let infinity = self.signed_float(sign, infinity);
        let infinite = self.or(x.infinite, y.zero);
        let packed = self.ite(infinite, infinity, packed);
        let zeros = self.and(x.zero, y.zero);
        let infinities = self.and(x.infinite, y.infinite);
        let invalid = self.or(zeros, infinities);
        let none = self.or(x.nan, y.nan);
        let none = self.or(none, invalid);
        let nan = self.nan_of(format, &[x, y]);
        let packed = self.ite(none, nan, packed);
        let result = self.float_encode(format, packed);
        self.note_result(format, mode, FloatOperation::Div(a, b), result);
        result
    }

    /// The digit before the point and one more than the format has behind it, then one that says whether something remains.
    fn quotient(&mut self, format: Format, dividend: TermId, divisor: TermId) -> TermId {
        let mut rest = self.zero_extend(dividend, format.digits + 1);
        let mut quotient: Option<TermId> = None;
        for step in 0..format.digits + 2 {
            let (digit, next) = self.subtract_once(rest, divisor);
            quotient = Some(match quotient {
                Some(quotient) => self.concat(quotient, digit),
                None => digit,
            });
            // The rest is below the divisor now.
            rest = next;
            if step <= format.digits {
                let low = self.extract(rest, 0, format.digits);
                let zero = self.truth(false);
                rest = self.concat(low, zero);
            }
        }
        let some = self.is_nonzero(rest);
        match quotient {
            Some(quotient) => self.concat(quotient, some),
            // A format has digits.
            None => some,
        }
    }

    /// Can the divisor be subtracted? Also what remains. The rest is one bit wider than the divisor.
    pub(super) fn subtract_once(&mut self, rest: TermId, divisor: TermId) -> (TermId, TermId) {
        let width = self.width(rest);
        let (wide, divisor) = (self.zero_extend(rest, width + 1), self.zero_extend(divisor, width + 1));
        let difference = self.sub(wide, divisor);
        let negative = self.bit(difference, width);
        let difference = self.extract(difference, 0, width);
        let next = self.ite(negative, rest, difference);
        (self.not(negative), next)
    }

    pub fn float_sqrt(&mut self, format: Format, mode: Mode, a: TermId) -> TermId {
        let x = self.float_parts(format, a);
        let p = self.normal(format, x);
        // The exponent without its bias, halved; from an odd one, one is left for the significand.
        let bias = self.number(format.room(), format.bias());
        let exponent = self.sub(p.exponent, bias);
        let odd = self.bit(exponent, 0);
        let half = self.extract(exponent, 1, format.room() - 1);
        let half = self.sign_extend(half, format.room());
        let exponent = self.add(half, bias);
        let zero = self.truth(false);
        let (twice, once) = (self.concat(p.significand, zero), self.zero_extend(p.significand, format.digits + 1));
        let radicand = self.ite(odd, twice, once);
        let significand = self.root(format, radicand);
        let packed = self.round(format, mode, &Exact { sign: zero, exponent, significand, may_underflow: false, may_overflow: false });
        let positive = self.not(x.sign);
        let endless = self.and(x.infinite, positive);
        let itself = self.or(x.zero, endless);
        let packed = self.ite(itself, x.packed, packed);
        let number = self.not(x.zero);
        let invalid = self.and(x.sign, number);
        let none = self.or(x.nan, invalid);
        let nan = self.nan_of(format, &[x]);
        let packed = self.ite(none, nan, packed);
        let result = self.float_encode(format, packed);
        self.note_result(format, mode, FloatOperation::Sqrt(a), result);
        result
    }

    /// The digits of the root of a number from 1 to 4 with two digits before the point: one more than the format has, and one that says whether something
    /// remains.
    fn root(&mut self, format: Format, radicand: TermId) -> TermId {
        let width = self.width(radicand);
        let mut pairs = (0..format.digits + 1).map(|i| width as i32 - 2 - 2 * i32::from(i));
        // The first digit is 1.
        pairs.next();
        let first = self.extract(radicand, width - 2, 2);
        let one = self.number(2, 1);
        let mut rest = self.sub(first, one);
        let mut root = self.truth(true);
        for low in pairs {
            let two = match low {
                0.. => self.extract(radicand, low as u16, 2),
                -1 => {
                    let last = self.bit(radicand, 0);
                    let zero = self.truth(false);
                    self.concat(last, zero)
                }
                _ => self.number(2, 0),
            };
            // With n digits of the root, the rest has n + 1.
            let rest_now = self.concat(rest, two);
            let end = self.number(2, 1);
            let trial = self.concat(root, end);
            let (digit, next) = self.subtract_once(rest_now, trial);
            root = self.concat(root, digit);
            let width = self.width(root) + 1;
            rest = self.extract(next, 0, width);
        }
        let some = self.is_nonzero(rest);
        self.concat(root, some)
    }
}
