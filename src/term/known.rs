//! Known bits: for every term a set of bits that are zero, and one of bits that are one, under every assignment. Sound and cheap (constant time for each
//! term), never complete. The rewriter decides comparisons, signs and masks with it.

use super::{Term, TermId, TermPool};
use base::Bits;

/// Bits that are zero or one in every assignment. Bits above the width of the term are in `zeros`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownBits {
    pub zeros: u128,
    pub ones: u128,
}

/// The lowest `width` bits.
pub(super) fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl KnownBits {
    pub(crate) fn constant(value: Bits) -> Self {
        Self { zeros: !value.unsigned(), ones: value.unsigned() }
    }

    pub(crate) fn nothing(width: u16) -> Self {
        Self { zeros: !mask(width), ones: 0 }
    }

    /// The value, if all bits are known.
    pub(crate) fn value(self, width: u16) -> Option<Bits> {
        (self.zeros | self.ones == u128::MAX).then(|| Bits::new(width, self.ones))
    }

    /// The least unsigned value.
    pub(crate) fn min(self) -> u128 {
        self.ones
    }

    /// The greatest unsigned value.
    pub(crate) fn max(self) -> u128 {
        !self.zeros
    }

    /// The bit, if it is known.
    pub(crate) fn bit(self, index: u16) -> Option<bool> {
        if self.ones >> index & 1 == 1 {
            Some(true)
        } else if self.zeros >> index & 1 == 1 {
            Some(false)
        } else {
            None
        }
    }

    /// How many of the lowest bits are known to be zero.
    fn trailing_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }

    fn within(self, width: u16) -> Self {
        Self { zeros: self.zeros | !mask(width), ones: self.ones & mask(width) }
    }

    fn at_most(max: u128) -> Self {
        Self { zeros: !max.checked_ilog2().map_or(0, |top| mask(top as u16 + 1)), ones: 0 }
    }

    fn low_zeros(count: u32) -> Self {
        Self { zeros: mask(count.min(128) as u16), ones: 0 }
    }

    /// Both hold.
    fn and_also(self, o: Self) -> Self {
        Self { zeros: self.zeros | o.zeros, ones: self.ones | o.ones }
    }

    fn not(self, width: u16) -> Self {
        Self { zeros: self.ones, ones: self.zeros }.within(width)
    }

    /// The sum with a known carry into the lowest bit: a bit is known where both operands and the carry into it are.
    fn add(self, o: Self, carry: bool, width: u16) -> Self {
        let most = self.max().wrapping_add(o.max()).wrapping_add(u128::from(carry));
        let least = self.min().wrapping_add(o.min()).wrapping_add(u128::from(carry));
        let carry_zero = !(most ^ self.zeros ^ o.zeros);
        let carry_one = least ^ self.ones ^ o.ones;
        let known = (self.zeros | self.ones) & (o.zeros | o.ones) & (carry_zero | carry_one);
        Self { zeros: !most & known, ones: least & known }.within(width)
    }

    fn mul(self, o: Self, width: u16) -> Self {
        let size = self.max().checked_mul(o.max()).map_or(Self::nothing(width), Self::at_most);
        let known_low = (self.zeros | self.ones).trailing_ones().min((o.zeros | o.ones).trailing_ones()).min(u32::from(width));
        let low = self.ones.wrapping_mul(o.ones) & mask(known_low as u16);
        let low = Self { zeros: mask(known_low as u16) & !low, ones: low };
        let trailing = Self::low_zeros(self.trailing_zeros() + o.trailing_zeros());
        size.and_also(low).and_also(trailing).within(width)
    }
}

/// What is known of a term before it is made.
pub(super) fn of(pool: &TermPool, term: &Term, width: u16) -> KnownBits {
    let k = |id: TermId| pool.known(id);
    let nothing = KnownBits::nothing(width);
    match *term {
        Term::Const(value) => KnownBits::constant(value),
        Term::Var { .. } | Term::Sdiv(..) | Term::Srem(..) | Term::Eq(..) | Term::Ult(..) | Term::Slt(..) | Term::Ashr(..) => nothing,
        Term::Not(a) => k(a).not(width),
        Term::And(a, b) => KnownBits { zeros: k(a).zeros | k(b).zeros, ones: k(a).ones & k(b).ones },
        Term::Xor(a, b) => {
            let known = (k(a).zeros | k(a).ones) & (k(b).zeros | k(b).ones);
            let value = k(a).ones ^ k(b).ones;
            KnownBits { zeros: known & !value, ones: known & value }
        }
        Term::Neg(a) => KnownBits::constant(Bits::zero(width)).add(k(a).not(width), true, width),
        Term::Add(a, b) => k(a).add(k(b), false, width),
        Term::Mul(a, b) if a == b => k(a).mul(k(b), width).and_also(square_of_signed(pool, a, width)),
        Term::Mul(a, b) => k(a).mul(k(b), width),
        // Division by zero gives all ones.
        Term::Udiv(a, b) if k(b).min() > 0 => KnownBits::at_most(k(a).max() / k(b).min()).within(width),
        Term::Udiv(..) => nothing,
        // Division by zero gives the dividend.
        Term::Urem(a, b) if k(b).min() > 0 => KnownBits::at_most(k(a).max().min(k(b).max() - 1)).within(width),
        Term::Urem(a, _) => KnownBits::at_most(k(a).max()).within(width),
        Term::Shl(a, _) => KnownBits::low_zeros(k(a).trailing_zeros()).within(width),
        Term::Lshr(a, _) => KnownBits::at_most(k(a).max()).within(width),
        Term::Concat(a, b) => {
            let low = pool.width(b);
            KnownBits { zeros: k(a).zeros << low | (k(b).zeros & mask(low)), ones: k(a).ones << low | k(b).ones }.within(width)
        }
        Term::Extract { of, low, .. } => KnownBits { zeros: k(of).zeros >> low, ones: k(of).ones >> low }.within(width),
        Term::ZeroExtend { of, .. } => k(of),
        Term::SignExtend { of, .. } => {
            let inner = pool.width(of);
            let high = mask(width) & !mask(inner);
            let low = KnownBits { zeros: k(of).zeros & mask(inner), ones: k(of).ones };
            match k(of).bit(inner - 1) {
                Some(false) => KnownBits { zeros: low.zeros | high, ones: low.ones },
                Some(true) => KnownBits { zeros: low.zeros, ones: low.ones | high },
                None => low,
            }
            .within(width)
        }
        Term::Ite { then, other, .. } => KnownBits { zeros: k(then).zeros & k(other).zeros, ones: k(then).ones & k(other).ones },
    }
}

/// The square of a value sign-extended from n bits is at most 2^(2n-2): it is never negative if it has room for that.
fn square_of_signed(pool: &TermPool, root: TermId, width: u16) -> KnownBits {
    match *pool.get(root) {
        Term::SignExtend { of, .. } if 2 * pool.width(of) - 1 < width => KnownBits::at_most(1 << (2 * pool.width(of) - 2)).within(width),
        _ => KnownBits::nothing(width),
    }
}

impl TermPool {
    pub(super) fn known(&self, id: TermId) -> KnownBits {
        self.known[id]
    }

    /// The highest bit, if it is known.
    pub(super) fn known_sign(&self, id: TermId) -> Option<bool> {
        self.known(id).bit(self.width(id) - 1)
    }

    /// The range of values as the operands are read by `ult`, by what is known.
    pub(super) fn unsigned_range(&self, id: TermId) -> (u128, u128) {
        (self.known(id).min(), self.known(id).max())
    }
}
