//! The constructors of terms with their rewrite rules. Every rule holds for all widths and all values.
//!
//! Canonical forms that the rules rely on: a constant operand of a commutative operator stands second, of the others the smaller id first; a concatenation
//! leans to the right and starts with zeros only as a zero extension; comparison with a constant has the constant second and is strict; shifts by
//! constants, multiplication by powers of two and masks of one run of ones are extracts and concatenations; conditions of if-then-else are not negated.
//!
//! Constructors go down into operands only a bounded way (see [`TermPool::down`]), so no term is too deep for them.

mod arith;
mod bitwise;
pub(crate) mod compare;
mod divide;
mod facts;
mod ite;
pub(crate) mod polynomial;
mod shift;
mod structure;

use super::{Term, TermId, TermPool};
use base::Bits;

/// How many steps down into operands one constructor may take.
const FUEL: u32 = 600;
/// How deep these steps may be nested.
const DEPTH: u32 = 200;

impl TermPool {
    /// In another width: cut off, or extended by zeros or by the sign.
    pub fn resize(&mut self, of: TermId, width: u16, signed: bool) -> TermId {
        if width <= self.width(of) {
            self.extract(of, 0, width)
        } else if signed {
            self.sign_extend(of, width)
        } else {
            self.zero_extend(of, width)
        }
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not = self.not(a);
        self.or(not, b)
    }

    /// True for none.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        let start = self.truth(true);
        terms.iter().fold(start, |all, &term| self.and(all, term))
    }

    /// False for none.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        let start = self.truth(false);
        terms.iter().fold(start, |any, &term| self.or(any, term))
    }

    /// Runs a step that goes down into operands, unless the constructor in progress has used up what it may spend.
    fn down<R>(&mut self, step: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth == 0 {
            self.fuel = FUEL;
        }
        if self.fuel == 0 || self.depth >= DEPTH {
            return None;
        }
        self.fuel -= 1;
        self.depth += 1;
        let res = step(self);
        self.depth -= 1;
        Some(res)
    }

    fn zero(&mut self, width: u16) -> TermId {
        self.constant(Bits::zero(width))
    }

    fn ones(&mut self, width: u16) -> TermId {
        self.constant(Bits::ones(width))
    }

    /// The operands of a commutative operator in canonical order.
    fn order(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.as_const(a).is_some(), self.as_const(b).is_some()) {
            (false, true) => (a, b),
            (true, false) => (b, a),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// `x` of `not x`.
    fn negated(&self, a: TermId) -> Option<TermId> {
        match *self.get(a) {
            Term::Not(x) => Some(x),
            _ => None,
        }
    }

    /// True only if the two differ in every bit under every assignment.
    fn complements(&self, a: TermId, b: TermId) -> bool {
        self.negated(a) == Some(b) || self.negated(b) == Some(a) || matches!((self.as_const(a), self.as_const(b)), (Some(x), Some(y)) if x == y.not())
    }

    /// The condition and the two values of a term that is one of two constants.
    fn choice(&self, a: TermId) -> Option<(TermId, Bits, Bits)> {
        match *self.get(a) {
            Term::Ite { cond, then, other } => Some((cond, self.as_const(then)?, self.as_const(other)?)),
            Term::ZeroExtend { of, width } if self.width(of) == 1 => Some((of, Bits::new(width, 1), Bits::zero(width))),
            Term::SignExtend { of, width } if self.width(of) == 1 => Some((of, Bits::ones(width), Bits::zero(width))),
            _ => None,
        }
    }

    fn choose(&mut self, cond: TermId, then: Bits, other: Bits) -> TermId {
        let (then, other) = (self.constant(then), self.constant(other));
        self.ite(cond, then, other)
    }

    /// An operator applied to constants, or to a choice of constants and a constant, or to two choices by the same condition.
    fn fold(&mut self, a: TermId, b: TermId, f: impl Fn(Bits, Bits) -> Bits) -> Option<TermId> {
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => return Some(self.constant(f(x, y))),
            (Some(x), None) => {
                let (cond, then, other) = self.choice(b)?;
                return Some(self.choose(cond, f(x, then), f(x, other)));
            }
            (None, Some(y)) => {
                let (cond, then, other) = self.choice(a)?;
                return Some(self.choose(cond, f(then, y), f(other, y)));
            }
            (None, None) => {}
        }
        let (cond, then, other) = self.choice(a)?;
        let (same, then_b, other_b) = self.choice(b)?;
        (cond == same).then(|| self.choose(cond, f(then, then_b), f(other, other_b)))
    }

    /// The high and the low part of a concatenation or of a zero extension.
    fn parts(&mut self, a: TermId) -> Option<(TermId, TermId)> {
        match *self.get(a) {
            Term::Concat(high, low) => Some((high, low)),
            Term::ZeroExtend { of, width } => {
                let high = self.zero(width - self.width(of));
                Some((high, of))
            }
            _ => None,
        }
    }

    /// A term cut in two, the lower part `low` bits wide.
    fn split(&mut self, a: TermId, low: u16) -> (TermId, TermId) {
        let width = self.width(a);
        (self.extract(a, low, width - low), self.extract(a, 0, low))
    }

    /// The constants in the parts make it worth to treat them one by one.
    fn has_constant_part(&self, parts: (TermId, TermId)) -> bool {
        self.as_const(parts.0).is_some() || self.as_const(parts.1).is_some()
    }
}
