//! Terms of the solvers: a hash-consed graph of bit-vector operations. Truth is a bit-vector of width 1. Knows nothing of programs.
//!
//! Every constructor rewrites before it makes a node, so equal ids mean equal terms and many equal terms have equal ids. Operands are well-formed by
//! construction: constructors check widths in debug builds.

pub mod consequence;
pub mod eval;
pub mod float;
pub mod interval;
mod known;
pub mod order;
pub mod ranges;
pub mod relevant;
mod rewrite;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use base::index::IdVec;
use base::{Bits, Id, Interned, define_id};
use known::KnownBits;
use rustc_hash::FxHashMap;

define_id!(
    /// A term of a [`TermPool`].
    TermId, "t");

/// A node. Disjunction and subtraction have no nodes: `a | b` is `~(~a & ~b)` and `a - b` is `a + -b`, so that one set of rules does for both.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Const(Bits),
    /// A free variable. Equal names and widths in one pool are one variable.
    Var {
        name: String,
        width: u16,
    },
    Not(TermId),
    And(TermId, TermId),
    Xor(TermId, TermId),
    Neg(TermId),
    Add(TermId, TermId),
    Mul(TermId, TermId),
    /// Division by zero as in SMT-LIB (see `base::Bits`).
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

impl Term {
    /// The operands in order: none to three.
    pub fn operands(&self) -> impl Iterator<Item = TermId> + use<> {
        let list: [Option<TermId>; 3] = match *self {
            Term::Const(_) | Term::Var { .. } => [None; 3],
            Term::Not(a) | Term::Neg(a) | Term::Extract { of: a, .. } | Term::ZeroExtend { of: a, .. } | Term::SignExtend { of: a, .. } => {
                [Some(a), None, None]
            }
            Term::And(a, b)
            | Term::Xor(a, b)
            | Term::Add(a, b)
            | Term::Mul(a, b)
            | Term::Udiv(a, b)
            | Term::Urem(a, b)
            | Term::Sdiv(a, b)
            | Term::Srem(a, b)
            | Term::Shl(a, b)
            | Term::Lshr(a, b)
            | Term::Ashr(a, b)
            | Term::Eq(a, b)
            | Term::Ult(a, b)
            | Term::Slt(a, b)
            | Term::Concat(a, b) => [Some(a), Some(b), None],
            Term::Ite { cond, then, other } => [Some(cond), Some(then), Some(other)],
        };
        list.into_iter().flatten()
    }
}

/// Maker and owner of all terms. Widths are 1 to 128.
#[derive(Default)]
pub struct TermPool {
    terms: Interned<TermId, Term>,
    widths: IdVec<TermId, u16>,
    known: IdVec<TermId, KnownBits>,
    /// Which variables a term has: a bit for each, which it shares with others.
    variables: IdVec<TermId, u64>,
    /// What the constructor in progress may still spend on rules that go down into operands.
    fuel: u32,
    /// How deep such rules are nested in the constructor in progress.
    depth: u32,
    definitions: FxHashMap<TermId, Definition>,
    /// What terms say of floats.
    float_meanings: FxHashMap<TermId, float::FloatMeaning>,
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    pub term: TermId,
    /// That the variable is equal to the term.
    pub equation: TermId,
}

impl TermPool {
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.values().len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.values().is_empty()
    }

    pub fn get(&self, id: TermId) -> &Term {
        &self.terms.values()[id]
    }

    pub fn width(&self, id: TermId) -> u16 {
        self.widths[id]
    }

    pub fn as_const(&self, id: TermId) -> Option<Bits> {
        match self.terms.values()[id] {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// May one term be part of another one, by their variables? If not, it is not.
    pub fn may_contain(&self, whole: TermId, part: TermId) -> bool {
        // Parts are made first.
        part <= whole && self.variables[part] & !self.variables[whole] == 0
    }

    /// True for the constant 1 of width 1.
    pub fn is_true(&self, id: TermId) -> bool {
        self.as_const(id) == Some(Bits::bool(true))
    }

    /// True for the constant 0 of width 1.
    pub fn is_false(&self, id: TermId) -> bool {
        self.as_const(id) == Some(Bits::bool(false))
    }

    pub fn constant(&mut self, value: Bits) -> TermId {
        self.intern(Term::Const(value), value.width(), KnownBits::constant(value))
    }

    pub fn truth(&mut self, value: bool) -> TermId {
        self.constant(Bits::bool(value))
    }

    /// The variable of this name and width; made at the first use.
    pub fn var(&mut self, name: &str, width: u16) -> TermId {
        self.intern(Term::Var { name: name.to_string(), width }, width, KnownBits::nothing(width))
    }

    /// A variable that stands for the term: solvers need look at the term only where a model gives the variable another value. To evaluate it is to
    /// evaluate the term. Constants and variables stand for themselves.
    pub fn abbreviate(&mut self, term: TermId) -> TermId {
        if matches!(self.terms.values()[term], Term::Const(_) | Term::Var { .. }) {
            return term;
        }
        let width = self.width(term);
        let known = self.known[term];
        let variable = self.intern(Term::Var { name: format!("={}", term.index()), width }, width, known);
        if !self.definitions.contains_key(&variable) {
            let equation = self.eq(variable, term);
            self.definitions.insert(variable, Definition { term, equation });
        }
        variable
    }

    /// What a variable stands for, if it is an abbreviation.
    pub fn definition(&self, variable: TermId) -> Option<Definition> {
        self.definitions.get(&variable).copied()
    }

    /// The term as it stands, without rewriting; a constant if all its bits are known.
    fn make(&mut self, term: Term) -> TermId {
        let width = self.width_of(&term);
        let known = known::of(self, &term, width);
        match known.value(width) {
            Some(value) => self.constant(value),
            None => self.intern(term, width, known),
        }
    }

    fn intern(&mut self, term: Term, width: u16, known: KnownBits) -> TermId {
        debug_assert!((1..=128).contains(&width), "width {width}");
        let (id, is_new) = self.terms.intern(term);
        if is_new {
            self.widths.push(width);
            self.known.push(known);
            let variables = match self.terms.values()[id] {
                Term::Var { .. } => 1 << (id.index() % 64),
                ref term => term.operands().fold(0, |all, operand| all | self.variables[operand]),
            };
            self.variables.push(variables);
        }
        id
    }

    fn width_of(&self, term: &Term) -> u16 {
        match *term {
            Term::Const(value) => value.width(),
            Term::Var { width, .. } | Term::Extract { width, .. } | Term::ZeroExtend { width, .. } | Term::SignExtend { width, .. } => width,
            Term::Not(a) | Term::Neg(a) => self.width(a),
            Term::And(a, b)
            | Term::Xor(a, b)
            | Term::Add(a, b)
            | Term::Mul(a, b)
            | Term::Udiv(a, b)
            | Term::Urem(a, b)
            | Term::Sdiv(a, b)
            | Term::Srem(a, b)
            | Term::Shl(a, b)
            | Term::Lshr(a, b)
            | Term::Ashr(a, b) => {
                debug_assert_eq!(self.width(a), self.width(b), "operands of {term:?}");
                self.width(a)
            }
            Term::Eq(a, b) | Term::Ult(a, b) | Term::Slt(a, b) => {
                debug_assert_eq!(self.width(a), self.width(b), "operands of {term:?}");
                1
            }
            Term::Concat(a, b) => self.width(a) + self.width(b),
            Term::Ite { then, other, .. } => {
                debug_assert_eq!(self.width(then), self.width(other), "arms of {term:?}");
                self.width(then)
            }
        }
    }
}
