//! Rules for division and remainder. Division by zero is as in `base::Bits`.

use super::{Term, TermId, TermPool};
use base::Bits;

impl TermPool {
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(res) = self.fold(a, b, Bits::udiv) {
            return res;
        }
        if let Some(value) = self.as_const(b) {
            if value.is_zero() {
                return self.ones(width);
            }
            if value.unsigned().is_power_of_two() {
                return self.lshr_by(a, value.unsigned().trailing_zeros() as u16);
            }
        }
        if let Some(res) = self.quotient_of_equal(a, b) {
            return res;
        }
        if self.known(a).max() < self.known(b).min() {
            return self.zero(width);
        }
        self.make(Term::Udiv(a, b))
    }

    /// `x / x` and `0 / x`, where only zero is special.
    fn quotient_of_equal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let other = if a == b {
            self.constant(Bits::new(width, 1))
        } else if self.as_const(a).is_some_and(Bits::is_zero) {
            a
        } else {
            return None;
        };
        let zero = self.zero(width);
        let by_zero = self.eq(b, zero);
        let ones = self.ones(width);
        Some(self.ite(by_zero, ones, other))
    }

    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(res) = self.fold(a, b, Bits::urem) {
            return res;
        }
        if let Some(value) = self.as_const(b) {
            if value.is_zero() {
                return a;
            }
            if value.unsigned().is_power_of_two() {
                return self.low_bits(a, value.unsigned().trailing_zeros() as u16);
            }
        }
        if a == b || self.as_const(a).is_some_and(Bits::is_zero) {
            return self.zero(width);
        }
        if self.known(a).max() < self.known(b).min() {
            return a;
        }
        // Of small numbers the remainder is small; by zero it is the number itself in any width.
        let bits = u128::BITS - (self.known(a).max() | self.known(b).max()).leading_zeros();
        let narrow = (bits as u16).max(1);
        if narrow < width {
            let (a, b) = (self.extract(a, 0, narrow), self.extract(b, 0, narrow));
            let remainder = self.urem(a, b);
            return self.zero_extend(remainder, width);
        }
        self.make(Term::Urem(a, b))
    }

    /// The value modulo 2^count.
    fn low_bits(&mut self, a: TermId, count: u16) -> TermId {
        let width = self.width(a);
        if count == 0 {
            return self.zero(width);
        }
        let low = self.extract(a, 0, count);
        self.zero_extend(low, width)
    }

    fn both_not_negative(&self, a: TermId, b: TermId) -> bool {
        self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false)
    }

    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(res) = self.fold(a, b, Bits::sdiv) {
            return res;
        }
        if self.both_not_negative(a, b) {
            return self.udiv(a, b);
        }
        if let Some(value) = self.as_const(b) {
            if value.is_zero() {
                let negative = self.extract(a, width - 1, 1);
                return self.choose(negative, Bits::new(width, 1), Bits::ones(width));
            }
            if value.is_ones() {
                return self.neg(a);
            }
            if value.signed() < 0 && value.neg() != value {
                let positive = self.constant(value.neg());
                let res = self.sdiv(a, positive);
                return self.neg(res);
            }
            if value.signed() > 0 && value.unsigned().is_power_of_two() {
                return self.sdiv_by_power(a, value.unsigned().trailing_zeros() as u16);
            }
        }
        if let Some(res) = self.quotient_of_equal(a, b) {
            return res;
        }
        self.make(Term::Sdiv(a, b))
    }

    /// Division by 2^count that rounds to zero: negative values get 2^count - 1 before the shift.
    fn sdiv_by_power(&mut self, a: TermId, count: u16) -> TermId {
        if count == 0 {
            return a;
        }
        let width = self.width(a);
        let sign = self.extract(a, width - 1, 1);
        let ones = self.sign_extend(sign, count);
        let bias = self.zero_extend(ones, width);
        let sum = self.add(a, bias);
        self.ashr_by(sum, count)
    }

    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(res) = self.fold(a, b, Bits::srem) {
            return res;
        }
        if self.both_not_negative(a, b) {
            return self.urem(a, b);
        }
        if let Some(value) = self.as_const(b) {
            if value.is_zero() {
                return a;
            }
            if value.is_ones() || value.unsigned() == 1 {
                return self.zero(width);
            }
            if value.signed() < 0 && value.neg() != value {
                let positive = self.constant(value.neg());
                return self.srem(a, positive);
            }
            if value.signed() > 0 && value.unsigned().is_power_of_two() {
                let count = value.unsigned().trailing_zeros() as u16;
                let quotient = self.sdiv_by_power(a, count);
                let multiple = self.shl_by(quotient, count);
                return self.sub(a, multiple);
            }
        }
        if a == b || self.as_const(a).is_some_and(Bits::is_zero) {
            return self.zero(width);
        }
        self.make(Term::Srem(a, b))
    }
}
