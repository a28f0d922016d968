//! Formulas as they are read, over named atomic propositions, and whether one holds on a word that repeats.

use goto::{IdVec, define_id};
use std::fmt;
use std::ops::Range;

define_id!(
    /// An atomic proposition of one specification.
    AtomId, "a");

/// The most atomic propositions of one formula: letters are sets of them in a machine word.
pub const MOST_ATOMS: usize = 32;

/// Which propositions hold, one bit each.
pub type Letter = u32;

/// A formula with the propositions that it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    pub formula: Formula,
    pub atoms: IdVec<AtomId, Atom>,
}

/// An atomic proposition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    pub text: String,
    pub kind: AtomKind,
    /// Where the formula's text names it first.
    pub span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomKind {
    /// An expression of C that is not zero.
    Expression,
    /// The next statement has this label.
    Label,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    Truth(bool),
    Atom(AtomId),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    /// The right side holds some time, the left side until then.
    Until(Box<Formula>, Box<Formula>),
    /// The right side holds up to and with the time when the left side does, or for ever.
    Release(Box<Formula>, Box<Formula>),
}

impl Formula {
    pub fn negated(self) -> Self {
        match self {
            Formula::Truth(b) => Formula::Truth(!b),
            Formula::Not(inside) => *inside,
            other => Formula::Not(Box::new(other)),
        }
    }

    pub fn and(self, other: Self) -> Self {
        Formula::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Self) -> Self {
        Formula::Or(Box::new(self), Box::new(other))
    }

    pub fn next(self) -> Self {
        Formula::Next(Box::new(self))
    }

    pub fn until(self, other: Self) -> Self {
        Formula::Until(Box::new(self), Box::new(other))
    }

    pub fn release(self, other: Self) -> Self {
        Formula::Release(Box::new(self), Box::new(other))
    }

    pub fn finally(self) -> Self {
        Formula::Truth(true).until(self)
    }

    pub fn globally(self) -> Self {
        Formula::Truth(false).release(self)
    }

    /// Until, or the left side for ever.
    pub fn weak_until(self, other: Self) -> Self {
        other.clone().release(self.or(other))
    }

    /// Does it ask what holds at the very next step?
    pub fn has_next(&self) -> bool {
        match self {
            Formula::Truth(_) | Formula::Atom(_) => false,
            Formula::Next(_) => true,
            Formula::Not(a) => a.has_next(),
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Until(a, b) | Formula::Release(a, b) => a.has_next() || b.has_next(),
        }
    }

    /// Does it hold on the word?
    pub fn holds(&self, word: &Lasso) -> bool {
        self.values(word)[0]
    }

    /// At which positions of the word it holds.
    fn values(&self, word: &Lasso) -> Vec<bool> {
        let n = word.letters.len();
        let both = |a: &Formula, b: &Formula, f: fn(bool, bool) -> bool| a.values(word).into_iter().zip(b.values(word)).map(|(a, b)| f(a, b)).collect();
        match self {
            Formula::Truth(b) => vec![*b; n],
            Formula::Atom(a) => word.letters.iter().map(|l| l >> goto::Id::index(*a) & 1 == 1).collect(),
            Formula::Not(a) => a.values(word).into_iter().map(|v| !v).collect(),
            Formula::And(a, b) => both(a, b, |a, b| a && b),
            Formula::Or(a, b) => both(a, b, |a, b| a || b),
            Formula::Next(a) => {
                let inside = a.values(word);
                (0..n).map(|i| inside[word.after(i)]).collect()
            }
            Formula::Until(a, b) => word.fixed_point(&a.values(word), &b.values(word), false),
            Formula::Release(a, b) => {
                // The dual: what is not released is not held until neither side holds.
                let not = |f: &Formula| f.values(word).into_iter().map(|v| !v).collect::<Vec<_>>();
                word.fixed_point(&not(a), &not(b), false).into_iter().map(|v| !v).collect()
            }
        }
    }
}

/// A word without end: letters, of which those from `repeats` on come again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    pub letters: Vec<Letter>,
    pub repeats: usize,
}

impl Lasso {
    /// Where the letter behind the one at this position is.
    pub fn after(&self, i: usize) -> usize {
        if i + 1 == self.letters.len() { self.repeats } else { i + 1 }
    }

    /// The values of `x = b or (a and next x)`, from the given start.
    fn fixed_point(&self, a: &[bool], b: &[bool], start: bool) -> Vec<bool> {
        let n = self.letters.len();
        let mut x = vec![start; n];
        // Twice around is enough: what is decided travels backwards.
        for _ in 0..2 {
            for i in (0..n).rev() {
                x[i] = b[i] || a[i] && x[self.after(i)];
            }
        }
        x
    }
}

impl Specification {
    /// The formula as text that can be read again.
    pub fn text(&self) -> String {
        Shown { formula: &self.formula, atoms: &self.atoms }.to_string()
    }

    /// That the formula does not hold.
    pub fn negated(self) -> Self {
        Self { formula: self.formula.negated(), atoms: self.atoms }
    }
}

struct Shown<'a> {
    formula: &'a Formula,
    atoms: &'a IdVec<AtomId, Atom>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |formula| Shown { formula, atoms: self.atoms };
        match self.formula {
            Formula::Truth(b) => write!(f, "{b}"),
            Formula::Atom(a) => self.atoms[*a].fmt(f),
            Formula::Not(a) => write!(f, "!{}", show(a)),
            Formula::Next(a) => write!(f, "X {}", show(a)),
            Formula::And(a, b) => write!(f, "({} && {})", show(a), show(b)),
            Formula::Or(a, b) => write!(f, "({} || {})", show(a), show(b)),
            Formula::Until(a, b) if **a == Formula::Truth(true) => write!(f, "F {}", show(b)),
            Formula::Release(a, b) if **a == Formula::Truth(false) => write!(f, "G {}", show(b)),
            Formula::Until(a, b) => write!(f, "({} U {})", show(a), show(b)),
            Formula::Release(a, b) => write!(f, "({} R {})", show(a), show(b)),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            AtomKind::Expression => write!(f, "\"{}\"", self.text.replace('\\', "\\\\").replace('"', "\\\"")),
            AtomKind::Label => write!(f, "@LABEL({})", self.text),
        }
    }
}
