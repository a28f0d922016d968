//! Terms of the solvers: a hash-consed graph of bit-vector operations. Truth is a bit-vector of width 1. Knows nothing of programs.
//!
//! Every constructor rewrites before it makes a node, so equal ids mean equal terms and many equal terms have equal ids. Operands are well-formed by
//! construction: constructors check widths in debug builds.

use goto::index::IdVec;
use goto::{Bits, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A term of a [`TermPool`].
    TermId, "t");

/// A variable's identity: equal names in one pool are one variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Const(Bits),
    /// A free variable with a unique name.
    Var {
        name: String,
        width: u16,
    },
    Not(TermId),
    And(TermId, TermId),
    Or(TermId, TermId),
    Xor(TermId, TermId),
    Neg(TermId),
    Add(TermId, TermId),
    Mul(TermId, TermId),
    /// Division by zero as in SMT-LIB (see `goto::Bits`).
    Udiv(TermId, TermId),
    Urem(TermId, TermId),
    Sdiv(TermId, TermId),
    Srem(TermId, TermId),
    /// Distance and value have one width; too far gives zero (or the sign).
    Shl(TermId, TermId),
    Lshr(TermId, TermId),
    Ashr(TermId, TermId),
    /// Width 1.
    Eq(TermId, TermId),
    Ult(TermId, TermId),
    Slt(TermId, TermId),
    /// High part first.
    Concat(TermId, TermId),
    /// Bits `low .. low + width`.
    Extract {
        of: TermId,
        low: u16,
        width: u16,
    },
    ZeroExtend {
        of: TermId,
        width: u16,
    },
    SignExtend {
        of: TermId,
        width: u16,
    },
    Ite {
        cond: TermId,
        then: TermId,
        other: TermId,
    },
}

/// Maker and owner of all terms.
#[derive(Default)]
pub struct TermPool {
    terms: IdVec<TermId, Term>,
    widths: IdVec<TermId, u16>,
    ids: FxHashMap<Term, TermId>,
}
