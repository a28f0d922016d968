//! Rules for `neg`, `add`, `sub` and `mul`. Sums keep their constant outermost; multiples of one term are collected; negation is pulled out of products.

use super::{Term, TermId, TermPool};
use base::Bits;

/// How deep a sum is searched for a summand that cancels.
const SUMMANDS: u32 = 6;

impl TermPool {
    pub fn neg(&mut self, a: TermId) -> TermId {
        if self.width(a) == 1 {
            return a;
        }
        if let Some((cond, then, other)) = self.choice(a) {
            return self.choose(cond, then.neg(), other.neg());
        }
        match *self.get(a) {
            Term::Const(value) => self.constant(value.neg()),
            Term::Neg(x) => x,
            Term::Not(x) => {
                let one = self.constant(Bits::new(self.width(x), 1));
                self.add(x, one)
            }
            Term::Mul(x, y) if self.as_const(y).is_some() => {
                let y = self.neg(y);
                self.mul(x, y)
            }
            Term::Add(x, y) if self.as_const(y).is_some() || self.negation(x).is_some() || self.negation(y).is_some() => {
                let res = self.down(|pool| {
                    let (x, y) = (pool.neg(x), pool.neg(y));
                    pool.add(x, y)
                });
                res.unwrap_or_else(|| self.make(Term::Neg(a)))
            }
            Term::Concat(high, low) if self.as_const(low).is_some_and(Bits::is_zero) => {
                let high = self.neg(high);
                self.concat(high, low)
            }
            _ => self.make(Term::Neg(a)),
        }
    }

    /// `x` of `-x`.
    fn negation(&self, a: TermId) -> Option<TermId> {
        match *self.get(a) {
            Term::Neg(x) => Some(x),
            _ => None,
        }
    }

    /// Is one the other's negation? Of what is shifted left by a constant the part that is shifted is negated.
    fn cancels(&self, a: TermId, b: TermId) -> bool {
        if self.negation(a) == Some(b) || self.negation(b) == Some(a) {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (&Term::Concat(x, low), &Term::Concat(y, other)) => low == other && self.as_const(low).is_some_and(Bits::is_zero) && self.cancels(x, y),
            _ => false,
        }
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus = self.neg(b);
        self.add(a, minus)
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.order(a, b);
        if let Some(res) = self.fold(a, b, Bits::add) {
            return res;
        }
        if let Some(value) = self.as_const(b) {
            return self.add_constant(a, value);
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Term::Add(x, y) = *self.get(a)
                && let Some(value) = self.as_const(y)
            {
                let sum = self.add(x, b);
                return self.add_constant(sum, value);
            }
        }
        if self.cancels(a, b) {
            return self.zero(width);
        }
        if self.complements(a, b) {
            return self.ones(width);
        }
        let ((x, k), (y, l)) = (self.multiple(a), self.multiple(b));
        if x == y {
            let factor = self.constant(k.add(l));
            return self.mul(x, factor);
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Some(rest) = self.cancel(a, b, SUMMANDS) {
                return rest;
            }
            if let Some(negative) = self.negation(b)
                && let Term::Add(x, y) = *self.get(negative)
            {
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(rest) = self.without(a, x, SUMMANDS) {
                        return self.sub(rest, y);
                    }
                }
            }
        }
        if self.known(a).max() & self.known(b).max() == 0 && (self.parts(a).is_some() || self.parts(b).is_some()) {
            return self.or(a, b);
        }
        self.make(Term::Add(a, b))
    }

    fn add_constant(&mut self, a: TermId, value: Bits) -> TermId {
        if value.is_zero() {
            return a;
        }
        let (x, value) = match *self.get(a) {
            Term::Const(other) => return self.constant(other.add(value)),
            Term::Add(x, y) if self.as_const(y).is_some() => {
                let sum = self.as_const(y).map_or(value, |other| other.add(value));
                return self.add_constant(x, sum);
            }
            // ~x is -x - 1.
            Term::Not(x) => {
                let minus = self.neg(x);
                let value = value.sub(Bits::new(value.width(), 1));
                if !matches!(self.get(minus), Term::Not(_)) {
                    return self.add_constant(minus, value);
                }
                (minus, value)
            }
            _ => (a, value),
        };
        if value.is_zero() {
            return x;
        }
        let constant = self.constant(value);
        if let Some(res) = self.fold(x, constant, Bits::add) {
            return res;
        }
        self.make(Term::Add(x, constant))
    }

    /// The term as a multiple of another.
    fn multiple(&self, a: TermId) -> (TermId, Bits) {
        let one = Bits::new(self.width(a), 1);
        match *self.get(a) {
            Term::Mul(x, y) => self.as_const(y).map_or((a, one), |factor| (x, factor)),
            Term::Neg(x) => {
                let (base, factor) = self.multiple_positive(x);
                (base, factor.neg())
            }
            _ => self.multiple_positive(a),
        }
    }

    /// As [`multiple`](Self::multiple), for terms that are not negations: a product by a power of two is a concatenation.
    fn multiple_positive(&self, a: TermId) -> (TermId, Bits) {
        let one = Bits::new(self.width(a), 1);
        match *self.get(a) {
            Term::Mul(x, y) => self.as_const(y).map_or((a, one), |factor| (x, factor)),
            Term::Concat(high, low) if self.as_const(low).is_some_and(Bits::is_zero) => match *self.get(high) {
                Term::Extract { of, low: 0, .. } if self.width(of) == self.width(a) => (of, Bits::new(one.width(), 1 << self.width(low))),
                _ => (a, one),
            },
            _ => (a, one),
        }
    }

    /// `sum + b`, if a summand of `sum` is `-b`.
    fn cancel(&mut self, sum: TermId, b: TermId, depth: u32) -> Option<TermId> {
        let Term::Add(x, y) = *self.get(sum) else { return None };
        for (x, y) in [(x, y), (y, x)] {
            if self.cancels(x, b) {
                return Some(y);
            }
        }
        if depth == 0 {
            return None;
        }
        for (x, y) in [(x, y), (y, x)] {
            if let Some(rest) = self.cancel(x, b, depth - 1) {
                return Some(self.add(rest, y));
            }
        }
        None
    }

    /// An unknown number that is a summand of both, and what they are without it.
    pub(super) fn common_unknown(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId, TermId)> {
        let unknown = self.unknown_summand(a, SUMMANDS)?;
        let rest = self.without(b, unknown, SUMMANDS)?;
        Some((unknown, self.without(a, unknown, SUMMANDS)?, rest))
    }

    /// The first summand that is a variable, or a choice that is not between constants: a number that was there before something was counted.
    fn unknown_summand(&self, sum: TermId, depth: u32) -> Option<TermId> {
        match *self.get(sum) {
            Term::Var { .. } => Some(sum),
            Term::Ite { then, other, .. } if self.as_const(then).is_none() && self.as_const(other).is_none() => Some(sum),
            Term::Add(x, y) if depth > 0 => self.unknown_summand(x, depth - 1).or_else(|| self.unknown_summand(y, depth - 1)),
            _ => None,
        }
    }

    /// `sum - b`, if `b` is `sum` or a summand of it.
    fn without(&mut self, sum: TermId, b: TermId, depth: u32) -> Option<TermId> {
        if sum == b {
            return Some(self.zero(self.width(b)));
        }
        let Term::Add(x, y) = *self.get(sum) else { return None };
        if depth == 0 {
            return None;
        }
        for (x, y) in [(x, y), (y, x)] {
            if let Some(rest) = self.without(x, b, depth - 1) {
                return Some(self.add(rest, y));
            }
        }
        None
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if self.width(a) == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.order(a, b);
        if let Some(res) = self.fold(a, b, Bits::mul) {
            return res;
        }
        if let Some(value) = self.as_const(b) {
            return self.mul_constant(a, value);
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Some(res) = self.mul_special(a, b) {
                return res;
            }
        }
        self.make(Term::Mul(a, b))
    }

    /// Products of two terms that are not constant, by the form of the first.
    fn mul_special(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if let Some((cond, then, other)) = self.choice(a)
            && [then, other].iter().all(|k| k.is_zero() || k.is_ones() || k.unsigned() == 1)
        {
            let (then, other) = (self.constant(then), self.constant(other));
            let (then, other) = (self.mul(then, b), self.mul(other, b));
            return Some(self.ite(cond, then, other));
        }
        match *self.get(a) {
            Term::Neg(x) => {
                let res = self.down(|pool| pool.mul(x, b))?;
                Some(self.neg(res))
            }
            Term::Mul(x, y) if self.as_const(y).is_some() => {
                let res = self.down(|pool| pool.mul(x, b))?;
                Some(self.mul(res, y))
            }
            Term::Concat(high, low) if self.as_const(low).is_some_and(Bits::is_zero) => {
                let rest = self.extract(b, 0, width - self.width(low));
                let res = self.down(|pool| pool.mul(high, rest))?;
                Some(self.concat(res, low))
            }
            _ => None,
        }
    }

    fn mul_constant(&mut self, a: TermId, value: Bits) -> TermId {
        let width = self.width(a);
        if value.is_zero() {
            return self.zero(width);
        }
        if value.is_ones() {
            return self.neg(a);
        }
        if value.unsigned() == 1 {
            return a;
        }
        let constant = self.constant(value);
        match *self.get(a) {
            Term::Neg(x) => {
                let minus = self.constant(value.neg());
                return self.mul(x, minus);
            }
            Term::Mul(x, y) if self.as_const(y).is_some() => {
                let factor = self.mul(y, constant);
                return self.mul(x, factor);
            }
            Term::Add(x, y) if self.as_const(y).is_some() => {
                let (x, y) = (self.mul(x, constant), self.mul(y, constant));
                return self.add(x, y);
            }
            Term::Concat(high, low) if self.as_const(low).is_some_and(Bits::is_zero) => {
                let factor = self.constant(value.extract(0, self.width(high)));
                let high = self.mul(high, factor);
                return self.concat(high, low);
            }
            _ => {}
        }
        if value.unsigned().is_power_of_two() {
            return self.shl_by(a, value.unsigned().trailing_zeros() as u16);
        }
        if value.neg().unsigned().is_power_of_two() {
            let shifted = self.shl_by(a, value.neg().unsigned().trailing_zeros() as u16);
            return self.neg(shifted);
        }
        self.make(Term::Mul(a, constant))
    }
}
