//! Rules for `eq`, `ult`, `slt` and what is made of them. A constant stands second and the comparison is strict: `7 < x` is `~(x < 8)`.

use super::{Term, TermId, TermPool};
use base::Bits;

impl TermPool {
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.ult(b, a);
        self.not(more)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.slt(b, a);
        self.not(more)
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.order(a, b);
        if a == b {
            return self.truth(true);
        }
        if self.complements(a, b) {
            return self.truth(false);
        }
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        let (x, y) = (self.known(a), self.known(b));
        if x.ones & y.zeros != 0 || x.zeros & y.ones != 0 {
            return self.truth(false);
        }
        if let Some(res) = self.fold(a, b, |x, y| Bits::bool(x == y)) {
            return res;
        }
        if let Some(truth) = self.equal_polynomials(a, b) {
            return self.truth(truth);
        }
        let res = match self.as_const(b) {
            Some(value) => self.eq_constant(a, b, value),
            None => self.eq_terms(a, b),
        };
        res.unwrap_or_else(|| self.make(Term::Eq(a, b)))
    }

    fn eq_constant(&mut self, a: TermId, b: TermId, value: Bits) -> Option<TermId> {
        let (x, value) = match *self.get(a) {
            Term::Not(x) => (x, value.not()),
            Term::Neg(x) => (x, value.neg()),
            Term::Add(x, y) => match self.as_const(y) {
                Some(other) => (x, value.sub(other)),
                None if value.is_zero() => {
                    // x + -y = 0
                    for (x, y) in [(x, y), (y, x)] {
                        if let Term::Neg(y) = *self.get(y) {
                            return Some(self.eq(x, y));
                        }
                    }
                    return None;
                }
                None => return None,
            },
            Term::Xor(x, y) => (x, value.xor(self.as_const(y)?)),
            Term::Mul(x, y) => (x, value.mul(inverse(self.as_const(y)?)?)),
            Term::Concat(high, low) => {
                let (high_b, low_b) = self.split(b, self.width(low));
                let (high, low) = (self.eq(high, high_b), self.eq(low, low_b));
                return Some(self.and(high, low));
            }
            // Bits beyond agree, or the known bits would have told.
            Term::ZeroExtend { of, .. } => (of, value.extract(0, self.width(of))),
            Term::SignExtend { of, .. } => {
                let low = value.extract(0, self.width(of));
                if low.resize(value.width(), true) != value {
                    return Some(self.truth(false));
                }
                (of, low)
            }
            Term::Ite { .. } => return self.push_comparison(a, b, Self::eq),
            _ => return None,
        };
        let constant = self.constant(value);
        Some(self.eq(x, constant))
    }

    /// A comparison of an if-then-else that has a constant arm with a constant.
    fn push_comparison(&mut self, a: TermId, b: TermId, op: fn(&mut Self, TermId, TermId) -> TermId) -> Option<TermId> {
        let Term::Ite { cond, then, other } = *self.get(a) else { return None };
        if self.as_const(then).is_none() && self.as_const(other).is_none() {
            return None;
        }
        let (then, other) = self.down(|pool| (op(pool, then, b), op(pool, other, b)))?;
        Some(self.ite(cond, then, other))
    }

    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        for (a, b) in [(a, b), (b, a)] {
            if let Some(res) = self.eq_sum(a, b) {
                return Some(res);
            }
            if let Term::Ite { cond, then, other } = *self.get(a) {
                if then == b {
                    let equal = self.down(|pool| pool.eq(other, b))?;
                    return Some(self.or(cond, equal));
                }
                if other == b {
                    let equal = self.down(|pool| pool.eq(then, b))?;
                    return Some(self.implies(cond, equal));
                }
                if let Term::Ite { cond: c, then: t, other: o } = *self.get(b)
                    && (c == cond || self.choice(a).is_some() && (self.as_const(t).is_some() || self.as_const(o).is_some()))
                {
                    let (t, o) = if c == cond { (t, o) } else { (b, b) };
                    let (then, other) = self.down(|pool| (pool.eq(then, t), pool.eq(other, o)))?;
                    return Some(self.ite(cond, then, other));
                }
            }
        }
        match (self.get(a), self.get(b)) {
            (&Term::Not(x), &Term::Not(y)) | (&Term::Neg(x), &Term::Neg(y)) => return self.down(|pool| pool.eq(x, y)),
            (&Term::Xor(x, y), &Term::Xor(p, q)) => {
                for (x, y) in [(x, y), (y, x)] {
                    for (p, q) in [(p, q), (q, p)] {
                        if x == p {
                            return self.down(|pool| pool.eq(y, q));
                        }
                    }
                }
            }
            (&Term::SignExtend { of: x, .. }, &Term::SignExtend { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, width), self.sign_extend(y, width));
                return Some(self.eq(x, y));
            }
            _ => {}
        }
        self.eq_parts(a, b)
    }

    fn eq_parts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, y) = (self.parts(a)?, self.parts(b)?);
        let (v, w) = (self.width(x.1), self.width(y.1));
        if v != w && !self.has_constant_part(x) && !self.has_constant_part(y) {
            return None;
        }
        let low = if self.has_constant_part(x) && self.has_constant_part(y) {
            v.max(w)
        } else if self.has_constant_part(x) {
            v
        } else {
            w
        };
        let ((high_a, low_a), (high_b, low_b)) = (self.split(a, low), self.split(b, low));
        let (high, low) = (self.eq(high_a, high_b), self.eq(low_a, low_b));
        Some(self.and(high, low))
    }

    /// `a = b` where `a` is a sum: constants to one side, common summands away.
    fn eq_sum(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let Term::Add(x, y) = *self.get(a) else { return None };
        for (x, y) in [(x, y), (y, x)] {
            if x == b {
                let zero = self.zero(self.width(y));
                return self.down(|pool| pool.eq(y, zero));
            }
        }
        let Term::Add(p, q) = *self.get(b) else { return None };
        for (x, y) in [(x, y), (y, x)] {
            for (p, q) in [(p, q), (q, p)] {
                if x == p {
                    return self.down(|pool| pool.eq(y, q));
                }
            }
        }
        if let Some((_, x, y)) = self.common_unknown(a, b) {
            return self.down(|pool| pool.eq(x, y));
        }
        let (k, l) = (self.as_const(y)?, self.as_const(q)?);
        let rest = self.constant(l.sub(k));
        let right = self.add(p, rest);
        self.down(|pool| pool.eq(x, right))
    }

    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(false);
        }
        if self.width(a) == 1 {
            let not = self.not(a);
            return self.and(not, b);
        }
        let ((min_a, max_a), (min_b, max_b)) = (self.unsigned_range(a), self.unsigned_range(b));
        if max_a < min_b {
            return self.truth(true);
        }
        if min_a >= max_b {
            return self.truth(false);
        }
        if let Some(res) = self.fold(a, b, |x, y| Bits::bool(x.ult(y))) {
            return res;
        }
        let res = match (self.as_const(a), self.as_const(b)) {
            // The range has excluded all ones.
            (Some(value), None) => {
                let next = self.constant(value.add(Bits::new(value.width(), 1)));
                let below = self.ult(b, next);
                return self.not(below);
            }
            (None, Some(value)) => self.ult_constant(a, b, value),
            _ => self.ult_terms(a, b),
        };
        res.unwrap_or_else(|| self.make(Term::Ult(a, b)))
    }

    /// `a < value` where the value is not zero.
    fn ult_constant(&mut self, a: TermId, b: TermId, value: Bits) -> Option<TermId> {
        if value.unsigned() == 1 {
            let zero = self.zero(value.width());
            return Some(self.eq(a, zero));
        }
        if value.is_ones() {
            return Some(self.ne(a, b));
        }
        match *self.get(a) {
            // The range has excluded greater values.
            Term::ZeroExtend { of, .. } => {
                let value = self.constant(value.extract(0, self.width(of)));
                Some(self.ult(of, value))
            }
            Term::Concat(high, low) => {
                let low_width = self.width(low);
                let high_value = value.extract(low_width, value.width() - low_width);
                if let Some(k) = self.as_const(low) {
                    // high < H, or high = H and k < L
                    let high_b = self.constant(high_value);
                    return Some(if k.ult(value.extract(0, low_width)) { self.ule(high, high_b) } else { self.ult(high, high_b) });
                }
                if self.as_const(high) == Some(high_value) {
                    let low_b = self.constant(value.extract(0, low_width));
                    return Some(self.ult(low, low_b));
                }
                None
            }
            Term::Ite { .. } => self.push_comparison(a, b, Self::ult),
            _ => None,
        }
    }

    fn ult_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // A remainder is less than what it is left by.
        if let Term::Urem(_, by) = *self.get(a)
            && by == b
        {
            let zero = self.zero(self.width(b));
            return Some(self.ne(b, zero));
        }
        match (self.get(a), self.get(b)) {
            (&Term::Not(x), &Term::Not(y)) => return self.down(|pool| pool.ult(y, x)),
            (&Term::SignExtend { of: x, .. }, &Term::SignExtend { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, width), self.sign_extend(y, width));
                return Some(self.ult(x, y));
            }
            (&Term::ZeroExtend { of: x, .. }, &Term::ZeroExtend { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend(x, width), self.zero_extend(y, width));
                return Some(self.ult(x, y));
            }
            (&Term::Concat(x, y), &Term::Concat(p, q)) if self.width(y) == self.width(q) => {
                if x == p {
                    return self.down(|pool| pool.ult(y, q));
                }
                if y == q {
                    return self.down(|pool| pool.ult(x, p));
                }
            }
            _ => {}
        }
        None
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if a == b {
            return self.truth(false);
        }
        if width == 1 {
            let not = self.not(b);
            return self.and(a, not);
        }
        match (self.known_sign(a), self.known_sign(b)) {
            (Some(x), Some(y)) if x == y => return self.ult(a, b),
            (Some(x), Some(_)) => return self.truth(x),
            _ => {}
        }
        if let Some(res) = self.fold(a, b, |x, y| Bits::bool(x.slt(y))) {
            return res;
        }
        let (least, greatest) = (Bits::new(width, 1 << (width - 1)), Bits::new(width, (1 << (width - 1)) - 1));
        let res = match (self.as_const(a), self.as_const(b)) {
            (Some(value), None) if value == greatest => return self.truth(false),
            (Some(value), None) => {
                let next = self.constant(value.add(Bits::new(width, 1)));
                let below = self.slt(b, next);
                return self.not(below);
            }
            (None, Some(value)) if value == least => return self.truth(false),
            (None, Some(value)) if value == greatest => return self.ne(a, b),
            (None, Some(value)) if value == least.add(Bits::new(width, 1)) => {
                let least = self.constant(least);
                return self.eq(a, least);
            }
            (None, Some(value)) if value.is_zero() => return self.extract(a, width - 1, 1),
            (None, Some(value)) => self.slt_constant(a, b, value),
            _ => self.slt_terms(a, b),
        };
        res.unwrap_or_else(|| self.make(Term::Slt(a, b)))
    }

    fn slt_constant(&mut self, a: TermId, b: TermId, value: Bits) -> Option<TermId> {
        match *self.get(a) {
            Term::SignExtend { of, .. } => {
                let low = value.extract(0, self.width(of));
                if low.resize(value.width(), true) == value {
                    let low = self.constant(low);
                    return Some(self.slt(of, low));
                }
                // Above or below all values of the narrow term.
                Some(self.truth(value.signed() >= 0))
            }
            Term::Ite { .. } => self.push_comparison(a, b, Self::slt),
            _ => None,
        }
    }

    fn slt_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.get(a), self.get(b)) {
            (&Term::Not(x), &Term::Not(y)) => self.down(|pool| pool.slt(y, x)),
            (&Term::SignExtend { of: x, .. }, &Term::SignExtend { of: y, .. }) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, width), self.sign_extend(y, width));
                Some(self.slt(x, y))
            }
            (&Term::Concat(x, y), &Term::Concat(p, q)) if self.width(y) == self.width(q) => {
                if x == p {
                    return self.down(|pool| pool.ult(y, q));
                }
                if y == q {
                    return self.down(|pool| pool.slt(x, p));
                }
                None
            }
            _ => None,
        }
    }
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration: each step doubles the number of correct bits.
pub(crate) fn inverse(odd: Bits) -> Option<Bits> {
    if !odd.bit(0) {
        return None;
    }
    let two = Bits::new(odd.width().max(2), 2).extract(0, odd.width());
    let mut res = odd;
    for _ in 0..7 {
        res = res.mul(two.sub(odd.mul(res)));
    }
    Some(res)
}
