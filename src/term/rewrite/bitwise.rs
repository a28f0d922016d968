//! Rules for `not`, `and`, `or` and `xor`, which at width 1 are the connectives.

use super::facts::Relation;
use super::{Term, TermId, TermPool};
use crate::known::mask;
use base::Bits;

impl TermPool {
    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Const(value) => self.constant(value.not()),
            Term::Not(x) => x,
            Term::SignExtend { of, width } => {
                let not = self.not(of);
                self.sign_extend(not, width)
            }
            Term::ZeroExtend { .. } | Term::Concat(..) => match self.parts(a) {
                Some((high, low)) if self.simple_to_negate(high) || self.simple_to_negate(low) => {
                    let (high, low) = (self.not(high), self.not(low));
                    self.concat(high, low)
                }
                _ => self.make(Term::Not(a)),
            },
            Term::Ite { cond, then, other } if self.simple_to_negate(then) && self.simple_to_negate(other) => {
                let (then, other) = (self.not(then), self.not(other));
                self.ite(cond, then, other)
            }
            _ => self.make(Term::Not(a)),
        }
    }

    fn simple_to_negate(&self, a: TermId) -> bool {
        matches!(self.get(a), Term::Const(_) | Term::Not(_))
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let both = self.and(a, b);
        self.not(both)
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.order(a, b);
        if a == b {
            return a;
        }
        if self.complements(a, b) {
            return self.zero(self.width(a));
        }
        if let Some(value) = self.as_const(b)
            && let Some(res) = self.and_constant(a, value)
        {
            return res;
        }
        if let Some(res) = self.fold(a, b, Bits::and) {
            return res;
        }
        if let Some(res) = self.and_levels(a, b) {
            return res;
        }
        if let Some(res) = self.piecewise(a, b, Self::and) {
            return res;
        }
        self.make(Term::And(a, b))
    }

    fn and_constant(&mut self, a: TermId, value: Bits) -> Option<TermId> {
        let width = self.width(a);
        if value.is_zero() {
            return Some(self.zero(width));
        }
        if self.known(a).max() & !value.unsigned() == 0 {
            return Some(a);
        }
        if let Term::And(x, y) = *self.get(a)
            && let Some(other) = self.as_const(y)
        {
            let both = self.constant(value.and(other));
            return Some(self.and(x, both));
        }
        if self.choice(a).is_some() {
            return None;
        }
        // One run of ones: a field.
        let low = value.unsigned().trailing_zeros() as u16;
        let run = (value.unsigned() >> low).trailing_ones() as u16;
        if value.unsigned() >> low != mask(run) {
            return None;
        }
        let field = self.extract(a, low, run);
        let field = self.zero_extend(field, width - low);
        if low == 0 {
            return Some(field);
        }
        let zeros = self.zero(low);
        Some(self.concat(field, zeros))
    }

    /// Applies a bitwise operator to the parts of concatenations one by one where that is simpler.
    fn piecewise(&mut self, a: TermId, b: TermId, op: fn(&mut Self, TermId, TermId) -> TermId) -> Option<TermId> {
        let (parts_a, parts_b) = (self.parts(a), self.parts(b));
        let low = match (parts_a, parts_b) {
            (Some(x), Some(y)) if self.width(x.1) == self.width(y.1) => self.width(x.1),
            (Some(x), _) if self.has_constant_part(x) => self.width(x.1),
            (_, Some(y)) if self.has_constant_part(y) => self.width(y.1),
            (Some(x), None) if self.as_const(b).is_some() => self.width(x.1),
            _ => return None,
        };
        let ((high_a, low_a), (high_b, low_b)) = (self.split(a, low), self.split(b, low));
        let high = op(self, high_a, high_b);
        let low = op(self, low_a, low_b);
        Some(self.concat(high, low))
    }

    /// Rules for conjunctions of conjunctions and of negated conjunctions.
    fn and_levels(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        for (a, b) in [(a, b), (b, a)] {
            match self.relation(a, b) {
                Relation::Contradicts => return Some(self.zero(self.width(a))),
                Relation::Implies => return Some(a),
                Relation::None => {}
            }
            match *self.get(b) {
                Term::And(x, y) => {
                    for (x, y) in [(x, y), (y, x)] {
                        match self.relation(a, x) {
                            Relation::Contradicts => return Some(self.zero(self.width(a))),
                            Relation::Implies => return self.down(|pool| pool.and(a, y)),
                            Relation::None => {}
                        }
                    }
                }
                Term::Not(n) => {
                    if let Term::And(x, y) = *self.get(n) {
                        for (x, y) in [(x, y), (y, x)] {
                            match self.relation(a, x) {
                                Relation::Contradicts => return Some(a),
                                Relation::Implies => {
                                    return self.down(|pool| {
                                        let not = pool.not(y);
                                        pool.and(a, not)
                                    });
                                }
                                Relation::None => {}
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.and_resolve(a, b).or_else(|| self.and_facts(a, b))
    }

    /// `~(x & y) & ~(x & ~y)` is `~x`.
    fn and_resolve(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (Term::And(p, q), Term::And(x, y)) = (self.get(self.negated(a)?), self.get(self.negated(b)?)) else {
            return None;
        };
        let (p, q, x, y) = (*p, *q, *x, *y);
        for (p, q) in [(p, q), (q, p)] {
            for (x, y) in [(x, y), (y, x)] {
                if p == x && self.complements(q, y) {
                    return Some(self.not(x));
                }
            }
        }
        None
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.order(a, b);
        let width = self.width(a);
        if a == b {
            return self.zero(width);
        }
        if self.complements(a, b) {
            return self.ones(width);
        }
        if let Some(value) = self.as_const(b) {
            if value.is_zero() {
                return a;
            }
            if value.is_ones() {
                return self.not(a);
            }
            if let Term::Xor(x, y) = *self.get(a)
                && let Some(other) = self.as_const(y)
            {
                let both = self.constant(value.xor(other));
                return self.xor(x, both);
            }
        }
        if let Some(res) = self.fold(a, b, Bits::xor) {
            return res;
        }
        match (self.negated(a), self.negated(b)) {
            (Some(x), Some(y)) => return self.xor(x, y),
            (Some(x), None) => {
                let res = self.xor(x, b);
                return self.not(res);
            }
            (None, Some(y)) => {
                let res = self.xor(a, y);
                return self.not(res);
            }
            (None, None) => {}
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Term::Xor(x, y) = *self.get(a) {
                if x == b {
                    return y;
                }
                if y == b {
                    return x;
                }
            }
        }
        if let Some(res) = self.piecewise(a, b, Self::xor) {
            return res;
        }
        self.make(Term::Xor(a, b))
    }
}
