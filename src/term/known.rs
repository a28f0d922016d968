//! Known bits: for every term a set of bits that are zero, and one of bits that are one, under every assignment. Sound and cheap (constant time for each
//! term), never complete. The rewriter decides comparisons, signs and masks with it.

use super::{Term, TermId, TermPool};
use goto::Bits;

/// Bits that are zero or one in every assignment. Bits above the width of the term are in `zeros`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub zeros: u128,
    pub ones: u128,
}

/// The lowest `width` bits.
pub(super) fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl Known {
    pub fn constant(value: Bits) -> Self {
        Self { zeros: !value.unsigned(), ones: value.unsigned() }
    }

    pub fn nothing() -> Self {
        Self { zeros: 0, ones: 0 }
    }

    /// The value, if all bits are known.
    pub fn value(self, width: u16) -> Option<Bits> {
        ((self.zeros | self.ones) & mask(width) == mask(width)).then(|| Bits::new(width, self.ones))
    }
}

/// What is known of a term before it is made.
pub(super) fn of(_pool: &TermPool, _term: &Term, width: u16) -> Known {
    Known { zeros: !mask(width), ones: 0 }
}

impl TermPool {
    pub(super) fn known(&self, id: TermId) -> Known {
        self.known[id]
    }
}
