//! Rules for `concat`, `extract` and the extensions.

use super::{Term, TermId, TermPool};
use base::Bits;

impl TermPool {
    /// `high` above `low`; at most 128 bits together.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        match (self.as_const(high), self.as_const(low)) {
            (Some(x), Some(y)) => return self.constant(x.concat(y)),
            (Some(x), None) if x.is_zero() => return self.zero_extend(low, width),
            _ => {}
        }
        match *self.get(high) {
            // Lean to the right.
            Term::Concat(x, y) => {
                let rest = self.concat(y, low);
                return self.concat(x, rest);
            }
            Term::ZeroExtend { of, .. } => {
                let rest = self.concat(of, low);
                return self.zero_extend(rest, width);
            }
            _ => {}
        }
        if let Some(res) = self.concat_adjacent(high, low) {
            return res;
        }
        if let Term::Concat(x, y) = *self.get(low)
            && let Some(joined) = self.concat_adjacent(high, x)
        {
            return self.concat(joined, y);
        }
        if let (Some(x), Some(y)) = (self.negated(high), self.negated(low)) {
            let inner = self.concat(x, y);
            return self.not(inner);
        }
        // Choices of constants, but not of one bit: that is what extensions are.
        let is_ite = |t: &Term| matches!(t, Term::Ite { .. } | Term::Const(_));
        if is_ite(self.get(high))
            && is_ite(self.get(low))
            && let Some(res) = self.fold(high, low, Bits::concat)
        {
            return res;
        }
        self.make(Term::Concat(high, low))
    }

    /// Two constants, two neighbouring extracts of one term, or one term's sign and the term.
    fn concat_adjacent(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let width = self.width(high) + self.width(low);
        match (self.get(high), self.get(low)) {
            (&Term::Const(x), &Term::Const(y)) => Some(self.constant(x.concat(y))),
            (&Term::Extract { of: x, low: top, .. }, &Term::Extract { of: y, low: bottom, width: w }) if x == y && top == bottom + w => {
                Some(self.extract(x, bottom, width))
            }
            _ => None,
        }
    }

    /// Zeros above, up to `width` in all.
    pub fn zero_extend(&mut self, of: TermId, width: u16) -> TermId {
        debug_assert!(width >= self.width(of), "extension of {} bits to {width}", self.width(of));
        if width == self.width(of) {
            return of;
        }
        match *self.get(of) {
            Term::Const(value) => self.constant(value.resize(width, false)),
            Term::ZeroExtend { of, .. } => self.make(Term::ZeroExtend { of, width }),
            Term::Ite { cond, then, other } => match (self.as_const(then), self.as_const(other)) {
                (Some(x), Some(y)) => self.choose(cond, x.resize(width, false), y.resize(width, false)),
                _ => self.make(Term::ZeroExtend { of, width }),
            },
            _ => self.make(Term::ZeroExtend { of, width }),
        }
    }

    /// Copies of the highest bit above, up to `width` in all.
    pub fn sign_extend(&mut self, of: TermId, width: u16) -> TermId {
        debug_assert!(width >= self.width(of), "extension of {} bits to {width}", self.width(of));
        if width == self.width(of) {
            return of;
        }
        if self.known_sign(of) == Some(false) {
            return self.zero_extend(of, width);
        }
        match *self.get(of) {
            Term::Const(value) => self.constant(value.resize(width, true)),
            Term::SignExtend { of, .. } => self.sign_extend(of, width),
            Term::Ite { cond, then, other } => match (self.as_const(then), self.as_const(other)) {
                (Some(x), Some(y)) => self.choose(cond, x.resize(width, true), y.resize(width, true)),
                _ => self.make(Term::SignExtend { of, width }),
            },
            _ => self.make(Term::SignExtend { of, width }),
        }
    }

    /// Bits `low` to `low + width - 1`.
    pub fn extract(&mut self, of: TermId, low: u16, width: u16) -> TermId {
        debug_assert!(width > 0 && low + width <= self.width(of), "bits {low}+{width} of {}", self.width(of));
        if width == self.width(of) {
            return of;
        }
        let known = self.known(of);
        let field = crate::known::mask(width);
        if (known.zeros | known.ones) >> low & field == field {
            return self.constant(Bits::new(width, known.ones >> low));
        }
        if let Some((cond, then, other)) = self.choice(of) {
            return self.choose(cond, then.extract(low, width), other.extract(low, width));
        }
        let pushed = match *self.get(of) {
            Term::Extract { of, low: inner, .. } => Some(self.extract(of, inner + low, width)),
            Term::Concat(x, y) => Some(self.extract_concat(x, y, low, width)),
            Term::ZeroExtend { of, .. } => {
                // Bits that are all beyond `of` are known.
                let rest = self.width(of) - low;
                let part = self.extract(of, low, rest.min(width));
                Some(self.zero_extend(part, width))
            }
            Term::SignExtend { of, .. } => {
                let inner = self.width(of);
                let from = low.min(inner - 1);
                let part = self.extract(of, from, width.min(inner - from));
                Some(self.sign_extend(part, width))
            }
            _ => self.extract_operator(of, low, width),
        };
        pushed.unwrap_or_else(|| self.make(Term::Extract { of, low, width }))
    }

    fn extract_concat(&mut self, x: TermId, y: TermId, low: u16, width: u16) -> TermId {
        let border = self.width(y);
        if low >= border {
            return self.extract(x, low - border, width);
        }
        if low + width <= border {
            return self.extract(y, low, width);
        }
        let upper = self.extract(x, 0, low + width - border);
        let lower = self.extract(y, low, border - low);
        self.concat(upper, lower)
    }

    /// Extraction commutes with bitwise operators, and with sums and products at the lower end. It goes in where an operand becomes simpler by that.
    fn extract_operator(&mut self, of: TermId, low: u16, width: u16) -> Option<TermId> {
        match *self.get(of) {
            Term::Not(x) => {
                let x = self.down(|pool| pool.extract(x, low, width))?;
                Some(self.not(x))
            }
            Term::And(x, y) if self.narrows(x) || self.narrows(y) => self.extract_both(x, y, low, width, Self::and),
            Term::Xor(x, y) if self.narrows(x) || self.narrows(y) => self.extract_both(x, y, low, width, Self::xor),
            Term::Add(x, y) if low == 0 && (self.narrows(x) && self.narrows(y) || self.as_const(y).is_some()) => self.extract_both(x, y, low, width, Self::add),
            Term::Mul(x, y) if low == 0 && (self.narrows(x) && self.narrows(y) || self.as_const(y).is_some()) => self.extract_both(x, y, low, width, Self::mul),
            Term::Neg(x) if low == 0 => {
                let x = self.down(|pool| pool.extract(x, low, width))?;
                Some(self.neg(x))
            }
            Term::Ite { cond, then, other } if self.narrows(then) && self.narrows(other) || self.is_const(then) || self.is_const(other) => {
                let (then, other) = self.down(|pool| (pool.extract(then, low, width), pool.extract(other, low, width)))?;
                Some(self.ite(cond, then, other))
            }
            _ => None,
        }
    }

    fn extract_both(&mut self, x: TermId, y: TermId, low: u16, width: u16, op: fn(&mut Self, TermId, TermId) -> TermId) -> Option<TermId> {
        let (x, y) = self.down(|pool| (pool.extract(x, low, width), pool.extract(y, low, width)))?;
        Some(op(self, x, y))
    }

    fn is_const(&self, a: TermId) -> bool {
        self.as_const(a).is_some()
    }

    /// An extract of the term is no larger than the term.
    fn narrows(&self, a: TermId) -> bool {
        matches!(self.get(a), Term::Const(_) | Term::Concat(..) | Term::ZeroExtend { .. } | Term::SignExtend { .. } | Term::Extract { .. })
    }
}
