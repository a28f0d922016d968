//! Rules for if-then-else.

use super::{Term, TermId, TermPool};

impl TermPool {
    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        debug_assert_eq!(self.width(cond), 1);
        debug_assert_eq!(self.width(then), self.width(other));
        if let Some(value) = self.as_const(cond) {
            return if value.is_true() { then } else { other };
        }
        if then == other {
            return then;
        }
        if let Some(not) = self.negated(cond) {
            return self.ite(not, other, then);
        }
        if self.width(then) == 1
            && let Some(res) = self.ite_truth(cond, then, other)
        {
            return res;
        }
        if let (Some(x), Some(y)) = (self.as_const(then), self.as_const(other)) {
            let width = x.width();
            match (x.unsigned(), y.unsigned()) {
                (1, 0) => return self.zero_extend(cond, width),
                (0, 1) => {
                    let not = self.not(cond);
                    return self.zero_extend(not, width);
                }
                _ if x.is_ones() && y.is_zero() => return self.sign_extend(cond, width),
                _ if x.is_zero() && y.is_ones() => {
                    let not = self.not(cond);
                    return self.sign_extend(not, width);
                }
                _ => return self.make(Term::Ite { cond, then, other }),
            }
        }
        if let Some(res) = self.ite_nested(cond, then, other) {
            return res;
        }
        if let Some(res) = self.ite_equality(cond, then, other) {
            return res;
        }
        if let Some(res) = self.ite_structure(cond, then, other) {
            return res;
        }
        self.make(Term::Ite { cond, then, other })
    }

    /// At width 1.
    fn ite_truth(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        if self.is_true(then) || then == cond {
            return Some(self.or(cond, other));
        }
        if self.is_false(other) || other == cond {
            return Some(self.and(cond, then));
        }
        if self.is_false(then) || self.complements(then, cond) {
            let not = self.not(cond);
            return Some(self.and(not, other));
        }
        if self.is_true(other) || self.complements(other, cond) {
            return Some(self.implies(cond, then));
        }
        if self.complements(then, other) {
            return Some(self.xor(cond, other));
        }
        None
    }

    /// Nested if-then-else with the same condition or a common arm.
    fn ite_nested(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        if let Term::Ite { cond: c, then: t, other: o } = *self.get(then) {
            if c == cond {
                return Some(self.ite(cond, t, other));
            }
            if o == other {
                let both = self.and(cond, c);
                return Some(self.ite(both, t, other));
            }
            if t == other {
                let not = self.not(c);
                let both = self.and(cond, not);
                return Some(self.ite(both, o, other));
            }
        }
        if let Term::Ite { cond: c, then: t, other: o } = *self.get(other) {
            if c == cond {
                return Some(self.ite(cond, then, o));
            }
            if t == then {
                let any = self.or(cond, c);
                return Some(self.ite(any, then, o));
            }
            if o == then {
                let not = self.not(c);
                let any = self.or(cond, not);
                return Some(self.ite(any, then, t));
            }
        }
        None
    }

    /// `x = y ? y : x` and the like.
    fn ite_equality(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        match *self.get(cond) {
            Term::Eq(x, y) if (x, y) == (then, other) || (y, x) == (then, other) => Some(other),
            _ => None,
        }
    }

    /// Moves what both arms have in common out of them.
    fn ite_structure(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.negated(then), self.negated(other)) {
            let res = self.down(|pool| pool.ite(cond, x, y))?;
            return Some(self.not(res));
        }
        // What counts in both arms counts from the same number: the adders become small, and comparisons lose it.
        if let Some((unknown, x, y)) = self.common_unknown(then, other) {
            let rest = self.down(|pool| pool.ite(cond, x, y))?;
            return Some(self.add(unknown, rest));
        }
        if let (&Term::SignExtend { of: x, width }, &Term::SignExtend { of: y, .. }) = (self.get(then), self.get(other))
            && self.width(x) == self.width(y)
        {
            let res = self.down(|pool| pool.ite(cond, x, y))?;
            return Some(self.sign_extend(res, width));
        }
        let low = match (self.parts(then), self.parts(other)) {
            (Some(x), Some(y)) => {
                let (w, v) = (self.width(x.1), self.width(y.1));
                let zeros = self.as_const(x.0).is_some_and(|k| k.is_zero()) && self.as_const(y.0).is_some_and(|k| k.is_zero());
                if zeros {
                    w.max(v)
                } else if w == v && (x.0 == y.0 || x.1 == y.1) {
                    w
                } else {
                    return None;
                }
            }
            (Some(x), None) => self.common_with_constant(x, other)?,
            (None, Some(y)) => self.common_with_constant(y, then)?,
            (None, None) => return None,
        };
        let ((high_x, low_x), (high_y, low_y)) = (self.split(then, low), self.split(other, low));
        let (high, low) = self.down(|pool| (pool.ite(cond, high_x, high_y), pool.ite(cond, low_x, low_y)))?;
        Some(self.concat(high, low))
    }

    /// Where to cut a concatenation and a constant that have a part in common.
    fn common_with_constant(&mut self, parts: (TermId, TermId), constant: TermId) -> Option<u16> {
        self.as_const(constant)?;
        let low = self.width(parts.1);
        let (high_k, low_k) = self.split(constant, low);
        (parts.0 == high_k || parts.1 == low_k).then_some(low)
    }
}
