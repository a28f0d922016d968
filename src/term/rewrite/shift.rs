//! Rules for shifts. A constant distance makes an extract and an extension or a concatenation.

use super::{Term, TermId, TermPool};
use base::Bits;

impl TermPool {
    /// The distance, if it is constant; the width if it is known to be at least the width.
    fn distance(&self, a: TermId, distance: TermId) -> Option<u16> {
        let width = self.width(a);
        let (min, max) = self.unsigned_range(distance);
        if min >= u128::from(width) {
            Some(width)
        } else if min == max {
            Some(min as u16)
        } else {
            None
        }
    }

    /// A shift by one of two constant distances, or of a constant by them.
    fn shift_choice(&mut self, a: TermId, distance: TermId, shift: fn(&mut Self, TermId, TermId) -> TermId) -> Option<TermId> {
        let (cond, then, other) = self.choice(distance)?;
        let (then, other) = (self.constant(then), self.constant(other));
        let (then, other) = (shift(self, a, then), shift(self, a, other));
        Some(self.ite(cond, then, other))
    }

    pub fn shl(&mut self, a: TermId, distance: TermId) -> TermId {
        if let Some(res) = self.fold(a, distance, Bits::shl) {
            return res;
        }
        if let Some(count) = self.distance(a, distance) {
            return self.shl_by(a, count);
        }
        if self.as_const(a).is_some_and(Bits::is_zero) {
            return a;
        }
        if let Some(res) = self.shift_choice(a, distance, Self::shl) {
            return res;
        }
        self.make(Term::Shl(a, distance))
    }

    pub(super) fn shl_by(&mut self, a: TermId, count: u16) -> TermId {
        let width = self.width(a);
        if count == 0 {
            return a;
        }
        if count >= width {
            return self.zero(width);
        }
        if let Term::Add(x, y) = *self.get(a)
            && let Some(value) = self.as_const(y)
        {
            let shifted = self.shl_by(x, count);
            let value = self.constant(value.shl(Bits::new(width.max(16), u128::from(count))));
            return self.add(shifted, value);
        }
        let zeros = self.zero(count);
        let low = self.extract(a, 0, width - count);
        self.concat(low, zeros)
    }

    pub fn lshr(&mut self, a: TermId, distance: TermId) -> TermId {
        if let Some(res) = self.fold(a, distance, Bits::lshr) {
            return res;
        }
        if let Some(count) = self.distance(a, distance) {
            return self.lshr_by(a, count);
        }
        if self.as_const(a).is_some_and(Bits::is_zero) {
            return a;
        }
        if let Some(res) = self.shift_choice(a, distance, Self::lshr) {
            return res;
        }
        self.make(Term::Lshr(a, distance))
    }

    pub(super) fn lshr_by(&mut self, a: TermId, count: u16) -> TermId {
        let width = self.width(a);
        if count >= width {
            return self.zero(width);
        }
        let high = self.extract(a, count, width - count);
        self.zero_extend(high, width)
    }

    pub fn ashr(&mut self, a: TermId, distance: TermId) -> TermId {
        if let Some(res) = self.fold(a, distance, Bits::ashr) {
            return res;
        }
        if self.known_sign(a) == Some(false) {
            return self.lshr(a, distance);
        }
        if let Some(count) = self.distance(a, distance) {
            return self.ashr_by(a, count);
        }
        if self.as_const(a).is_some_and(Bits::is_ones) {
            return a;
        }
        if let Some(res) = self.shift_choice(a, distance, Self::ashr) {
            return res;
        }
        self.make(Term::Ashr(a, distance))
    }

    pub(super) fn ashr_by(&mut self, a: TermId, count: u16) -> TermId {
        let width = self.width(a);
        let count = count.min(width - 1);
        let high = self.extract(a, count, width - count);
        self.sign_extend(high, width)
    }
}
