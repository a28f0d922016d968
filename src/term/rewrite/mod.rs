//! The constructors of terms with their rewrite rules. Every rule holds for all widths and all values.

use super::{Term, TermId, TermPool};
use goto::Bits;

impl TermPool {
    fn fold(&mut self, a: TermId, b: TermId, f: impl Fn(Bits, Bits) -> Bits) -> Option<TermId> {
        let value = f(self.as_const(a)?, self.as_const(b)?);
        Some(self.constant(value))
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Const(value) => self.constant(value.not()),
            Term::Not(x) => x,
            _ => self.make(Term::Not(a)),
        }
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(value) = self.as_const(x) {
                if value.is_zero() {
                    return x;
                }
                if value.is_ones() {
                    return y;
                }
            }
        }
        if a == b {
            return a;
        }
        if self.not(a) == b {
            return self.constant(Bits::zero(self.width(a)));
        }
        self.fold(a, b, Bits::and).unwrap_or_else(|| self.make(Term::And(a.min(b), a.max(b))))
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let both = self.and(a, b);
        self.not(both)
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::xor).unwrap_or_else(|| self.make(Term::Xor(a.min(b), a.max(b))))
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        match *self.get(a) {
            Term::Const(value) => self.constant(value.neg()),
            Term::Neg(x) => x,
            _ => self.make(Term::Neg(a)),
        }
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::add).unwrap_or_else(|| self.make(Term::Add(a.min(b), a.max(b))))
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus = self.neg(b);
        self.add(a, minus)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::mul).unwrap_or_else(|| self.make(Term::Mul(a.min(b), a.max(b))))
    }

    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::udiv).unwrap_or_else(|| self.make(Term::Udiv(a, b)))
    }

    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::urem).unwrap_or_else(|| self.make(Term::Urem(a, b)))
    }

    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::sdiv).unwrap_or_else(|| self.make(Term::Sdiv(a, b)))
    }

    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::srem).unwrap_or_else(|| self.make(Term::Srem(a, b)))
    }

    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::shl).unwrap_or_else(|| self.make(Term::Shl(a, b)))
    }

    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::lshr).unwrap_or_else(|| self.make(Term::Lshr(a, b)))
    }

    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, Bits::ashr).unwrap_or_else(|| self.make(Term::Ashr(a, b)))
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        self.fold(a, b, |x, y| Bits::bool(x == y)).unwrap_or_else(|| self.make(Term::Eq(a.min(b), a.max(b))))
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, |x, y| Bits::bool(x.ult(y))).unwrap_or_else(|| self.make(Term::Ult(a, b)))
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.ult(b, a);
        self.not(more)
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold(a, b, |x, y| Bits::bool(x.slt(y))).unwrap_or_else(|| self.make(Term::Slt(a, b)))
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.slt(b, a);
        self.not(more)
    }

    /// `high` above `low`; at most 128 bits together.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.fold(high, low, Bits::concat).unwrap_or_else(|| self.make(Term::Concat(high, low)))
    }

    /// Bits `low` to `low + width - 1`.
    pub fn extract(&mut self, of: TermId, low: u16, width: u16) -> TermId {
        match self.as_const(of) {
            Some(value) => self.constant(value.extract(low, width)),
            None if width == self.width(of) => of,
            None => self.make(Term::Extract { of, low, width }),
        }
    }

    /// Zeros above, up to `width` in all.
    pub fn zero_extend(&mut self, of: TermId, width: u16) -> TermId {
        match self.as_const(of) {
            Some(value) => self.constant(value.resize(width, false)),
            None if width == self.width(of) => of,
            None => self.make(Term::ZeroExtend { of, width }),
        }
    }

    /// Copies of the highest bit above, up to `width` in all.
    pub fn sign_extend(&mut self, of: TermId, width: u16) -> TermId {
        match self.as_const(of) {
            Some(value) => self.constant(value.resize(width, true)),
            None if width == self.width(of) => of,
            None => self.make(Term::SignExtend { of, width }),
        }
    }

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

    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        match self.as_const(cond) {
            Some(value) if value.is_true() => then,
            Some(_) => other,
            None if then == other => then,
            None => self.make(Term::Ite { cond, then, other }),
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
}
