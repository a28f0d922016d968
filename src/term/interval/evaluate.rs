//! What is known of terms while floats lie within ranges and some truths are given: ranges of floats, truths, ranges of integers.

use super::range::{FloatRange, Operator, Width};
use crate::float::{FloatMeaning, FloatOperation, FloatTest};
use crate::ranges::{self, Range};
use crate::{Term, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Where floats lie, and which truths are given.
#[derive(Clone, Default)]
pub(super) struct Region {
    pub ranges: FxHashMap<TermId, FloatRange>,
    pub truths: FxHashMap<TermId, bool>,
}

/// What follows within a region, operation by operation.
pub(super) struct Evaluation<'a> {
    pool: &'a TermPool,
    within: &'a Region,
    floats: FxHashMap<(TermId, Width), FloatRange>,
    truths: FxHashMap<TermId, Option<bool>>,
    integers: FxHashMap<TermId, Option<Range>>,
    /// Terms within terms that are being looked at.
    depth: u32,
    /// A term has no value left.
    is_empty: bool,
}

/// Deeper down nothing is known: the stack is finite.
const MOST_DEPTH: u32 = 600;

impl<'a> Evaluation<'a> {
    pub(super) fn new(pool: &'a TermPool, within: &'a Region) -> Self {
        Self { pool, within, floats: FxHashMap::default(), truths: FxHashMap::default(), integers: FxHashMap::default(), depth: 0, is_empty: false }
    }

    /// The values of a term as a float.
    pub(super) fn float(&mut self, term: TermId, width: Width) -> FloatRange {
        if let Some(&known) = self.floats.get(&(term, width)) {
            return known;
        }
        let bound = self.within.ranges.get(&term).copied().unwrap_or(FloatRange::ALL);
        if self.depth >= MOST_DEPTH {
            return bound;
        }
        self.depth += 1;
        let range = self.by_operands(term, width).intersection(bound);
        self.depth -= 1;
        self.is_empty |= range.is_empty();
        self.floats.insert((term, width), range);
        range
    }

    fn by_operands(&mut self, term: TermId, width: Width) -> FloatRange {
        if let Some(FloatMeaning::Result(format, operation)) = self.pool.float_meaning(term) {
            return if Width::of(format) == Some(width) { self.result(operation, width) } else { FloatRange::ALL };
        }
        match *self.pool.get(term) {
            Term::Const(bits) => FloatRange::of(width.number(bits)),
            Term::Ite { cond, then, other } => match self.truth(cond) {
                Some(true) => self.float(then, width),
                Some(false) => self.float(other, width),
                None => self.float(then, width).hull(self.float(other, width)),
            },
            Term::Var { .. } => self.pool.definition(term).map_or(FloatRange::ALL, |definition| self.float(definition.term, width)),
            _ => FloatRange::ALL,
        }
    }

    fn result(&mut self, operation: FloatOperation, width: Width) -> FloatRange {
        let mut apply = |operator, a, b| self.float(a, width).apply(operator, self.float(b, width), width);
        match operation {
            FloatOperation::Add(a, b) => apply(Operator::Add, a, b),
            FloatOperation::Sub(a, b) => apply(Operator::Sub, a, b),
            FloatOperation::Mul(a, b) if a == b => self.float(a, width).squared(width),
            FloatOperation::Mul(a, b) => apply(Operator::Mul, a, b),
            FloatOperation::Div(a, b) => apply(Operator::Div, a, b),
            FloatOperation::Sqrt(a) => self.float(a, width).sqrt(width),
            FloatOperation::Neg(a) => self.float(a, width).neg(),
            FloatOperation::Abs(a) => self.float(a, width).abs(),
            FloatOperation::Convert(from, a) => match Width::of(from) {
                Some(from) => self.float(a, from).converted(width),
                None => FloatRange::ALL,
            },
            FloatOperation::FromInteger { of, signed } => self.of_integer(of, signed, width),
        }
    }

    fn of_integer(&mut self, of: TermId, signed: bool, width: Width) -> FloatRange {
        let bits = self.pool.width(of);
        if bits > 64 {
            return FloatRange::ALL;
        }
        let (low, high) = self.integer(of).unwrap_or_else(|| ranges::all(bits));
        match (signed, low >= 0) {
            (true, _) | (false, true) => FloatRange::of_integers(low, high, width),
            (false, false) => FloatRange::of_integers(0, (1 << bits) - 1, width),
        }
    }

    /// The values of a term as an integer with a sign.
    fn integer(&mut self, term: TermId) -> Option<Range> {
        if let Some(&known) = self.integers.get(&term) {
            return known;
        }
        if self.depth >= MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let pool = self.pool;
        let range = ranges::range_by_operands(pool, term, &mut |operand| self.integer(operand));
        self.depth -= 1;
        self.integers.insert(term, range);
        range
    }

    /// Is nothing left of the region, or does a term have another truth in all of it?
    pub(super) fn contradicts(&mut self, literals: &[(TermId, bool)]) -> bool {
        literals.iter().any(|&(term, truth)| self.judged(term) == Some(!truth)) || self.is_empty
    }

    /// Is the width-1 term true, as far as that is known?
    pub(super) fn truth(&mut self, term: TermId) -> Option<bool> {
        if let Some(&given) = self.within.truths.get(&term) {
            return Some(given);
        }
        self.judged(term)
    }

    /// The same without what is given of the term itself.
    pub(super) fn judged(&mut self, term: TermId) -> Option<bool> {
        if let Some(&known) = self.truths.get(&term) {
            return known;
        }
        if self.depth >= MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let meant = match self.pool.float_meaning(term) {
            Some(FloatMeaning::Test { format, test, holds }) => Width::of(format).and_then(|width| self.test(test, width)).map(|truth| truth == holds),
            _ => None,
        };
        let truth = meant.or_else(|| self.connective(term));
        self.depth -= 1;
        self.truths.insert(term, truth);
        truth
    }

    fn connective(&mut self, term: TermId) -> Option<bool> {
        match *self.pool.get(term) {
            Term::Const(value) => Some(value.is_true()),
            Term::Not(a) => self.truth(a).map(|truth| !truth),
            Term::And(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Term::Xor(a, b) => Some(self.truth(a)? != self.truth(b)?),
            Term::Eq(a, b) if self.pool.width(a) == 1 => Some(self.truth(a)? == self.truth(b)?),
            Term::Ite { cond, then, other } => match self.truth(cond) {
                Some(true) => self.truth(then),
                Some(false) => self.truth(other),
                None => self.truth(then).filter(|&truth| self.truth(other) == Some(truth)),
            },
            Term::Var { .. } => self.pool.definition(term).and_then(|definition| self.truth(definition.term)),
            _ => None,
        }
    }

    fn test(&mut self, test: FloatTest, width: Width) -> Option<bool> {
        match test {
            FloatTest::Less(a, b) | FloatTest::LessOfNumbers(a, b) => self.compare(test, [a, b], width, |a, b| a < b),
            FloatTest::LessOrEqual(a, b) | FloatTest::LessOrEqualOfNumbers(a, b) => self.compare(test, [a, b], width, |a, b| a <= b),
            FloatTest::Equal(a, b) => {
                let (a, b) = (self.float(a, width), self.float(b, width));
                match () {
                    () if !a.intersection(b).has_numbers() => Some(false),
                    () if a.is_point() && b.is_point() => Some(true),
                    () => None,
                }
            }
            FloatTest::LessMagnitude(a, b) | FloatTest::LessOrEqualMagnitude(a, b) => {
                let (a, b) = (self.float(a, width), self.float(b, width));
                let holds = if matches!(test, FloatTest::LessMagnitude(..)) { |a, b| a < b } else { |a: f64, b: f64| a <= b };
                if a.nan || b.nan { None } else { decided(a.abs(), b.abs(), holds) }
            }
            FloatTest::IsNegative(a) => {
                let range = self.float(a, width);
                match () {
                    () if range.nan => None,
                    () if range.high < 0.0 => Some(true),
                    () if range.low > 0.0 => Some(false),
                    () => None,
                }
            }
            FloatTest::IsNan(a) => {
                let range = self.float(a, width);
                if range.nan { (!range.has_numbers()).then_some(true) } else { Some(false) }
            }
            FloatTest::IsZero(a) => {
                let range = self.float(a, width);
                match () {
                    () if range.low > 0.0 || range.high < 0.0 || !range.has_numbers() => Some(false),
                    () => (range.is_point()).then_some(true),
                }
            }
        }
    }

    fn compare(&mut self, test: FloatTest, [a, b]: [TermId; 2], width: Width, holds: fn(f64, f64) -> bool) -> Option<bool> {
        let (a, b) = (self.float(a, width), self.float(b, width));
        if a.nan || b.nan {
            // Where there is a NaN the comparison is false, or says nothing.
            let is_whole = matches!(test, FloatTest::Less(..) | FloatTest::LessOrEqual(..));
            return (is_whole && !(a.has_numbers() && b.has_numbers() && holds(a.low, b.high))).then_some(false);
        }
        decided(a, b, holds)
    }
}

/// Does an order hold between all numbers of two ranges, or between none?
fn decided(a: FloatRange, b: FloatRange, holds: fn(f64, f64) -> bool) -> Option<bool> {
    match (holds(a.high, b.low), holds(a.low, b.high)) {
        (true, _) => Some(true),
        (_, false) => Some(false),
        (false, true) => None,
    }
}
