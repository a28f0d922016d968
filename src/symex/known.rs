//! What a path knows of conditions: unit propagation and ranges of what is compared with constants, no search. Knows terms only.

use goto::Trie;
use goto::{Bits, Id};
use term::ranges::{Compared, Range, compared, range_by_operands};
use term::{Term, TermId, TermPool};

/// How deep conditions are taken apart, and into how many parts.
const DEPTH: u32 = 8;
const PARTS: u32 = 40;
/// How deep terms are taken apart for their ranges.
const RANGE_DEPTH: u32 = 5;
/// Clauses that are looked at again when something new is known.
const CLAUSES: usize = 12;

/// Truth values of conditions, and values of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct PathFacts {
    truths: Trie<bool>,
    values: Trie<Bits>,
    /// Of terms that were compared with constants.
    ranges: Trie<Ranges>,
    /// The newest conditions `a and b` that are false although neither operand is known.
    clauses: Vec<TermId>,
}

/// Least and greatest values of a term, as each order reads them.
#[derive(Clone, Copy, Debug)]
struct Ranges {
    signed: (i128, i128),
    unsigned: (u128, u128),
}

impl Ranges {
    fn all(width: u16) -> Self {
        let least = Bits::new(width, 1).shl(Bits::new(width, u128::from(width) - 1));
        Self { signed: (least.signed(), least.not().signed()), unsigned: (0, Bits::ones(width).unsigned()) }
    }

    /// What one order says where the values are not negative, the other says as well.
    fn agree(&mut self, width: u16) {
        let Self { signed: (_, greatest), .. } = Self::all(width);
        if let Ok(least) = u128::try_from(self.signed.0) {
            self.unsigned = (self.unsigned.0.max(least), self.unsigned.1.min(u128::try_from(self.signed.1).unwrap_or(0)));
        }
        if let Ok(high) = i128::try_from(self.unsigned.1)
            && high <= greatest
        {
            self.signed = (self.signed.0.max(i128::try_from(self.unsigned.0).unwrap_or(high)), self.signed.1.min(high));
        }
    }

    fn contains(&self, value: Bits) -> bool {
        (self.signed.0..=self.signed.1).contains(&value.signed()) && (self.unsigned.0..=self.unsigned.1).contains(&value.unsigned())
    }
}

/// Is everything in one range below everything in another one, or nothing?
fn is_less<T: PartialOrd>(a: (T, T), b: (T, T)) -> Option<bool> {
    if a.1 < b.0 { Some(true) } else { (a.0 >= b.1).then_some(false) }
}

impl PathFacts {
    /// The truth of a condition, if it follows at once.
    pub(crate) fn decides(&self, pool: &TermPool, term: TermId) -> Option<bool> {
        self.decides_at(pool, term, DEPTH, &mut PARTS.clone())
    }

    fn decides_at(&self, pool: &TermPool, term: TermId, depth: u32, parts: &mut u32) -> Option<bool> {
        if let Some(value) = pool.as_const(term) {
            return Some(value.is_true());
        }
        if let Some(&value) = self.truths.get(term.index() as u64) {
            return Some(value);
        }
        if depth == 0 || *parts == 0 {
            return None;
        }
        *parts -= 1;
        match *pool.get(term) {
            Term::Not(a) => self.decides_at(pool, a, depth - 1, parts).map(|value| !value),
            Term::And(a, b) => match self.decides_at(pool, a, depth - 1, parts) {
                Some(false) => Some(false),
                first => match (first, self.decides_at(pool, b, depth - 1, parts)) {
                    (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                },
            },
            Term::Eq(a, b) => match (self.value(pool, a), self.value(pool, b)) {
                (Some(a), Some(b)) => Some(a == b),
                (Some(value), None) => self.is_outside(b, value),
                (None, Some(value)) => self.is_outside(a, value),
                (None, None) => None,
            },
            Term::Slt(a, b) => is_less(self.signed_range(pool, a, RANGE_DEPTH)?, self.signed_range(pool, b, RANGE_DEPTH)?),
            Term::Ult(a, b) => is_less(self.unsigned_range(pool, a)?, self.unsigned_range(pool, b)?),
            // Below zero is written as the highest bit.
            Term::Extract { of, low, width: 1 } if low + 1 == pool.width(of) => is_less(self.signed_range(pool, of, RANGE_DEPTH)?, (0, 0)),
            // A bit beyond all that the values have.
            Term::Extract { of, low, width: 1 } => (self.unsigned_range(pool, of)?.1 >> low == 0).then_some(false),
            _ => None,
        }
    }

    fn value(&self, pool: &TermPool, term: TermId) -> Option<Bits> {
        pool.as_const(term).or_else(|| self.values.get(term.index() as u64).copied())
    }

    /// `Some(false)`, the truth of an equation, if the term cannot have this value.
    fn is_outside(&self, term: TermId, value: Bits) -> Option<bool> {
        let ranges = self.ranges.get(term.index() as u64)?;
        (!ranges.contains(value)).then_some(false)
    }

    fn ranges(&self, pool: &TermPool, term: TermId) -> Option<Ranges> {
        if let Some(value) = self.value(pool, term) {
            let (signed, unsigned) = (value.signed(), value.unsigned());
            return Some(Ranges { signed: (signed, signed), unsigned: (unsigned, unsigned) });
        }
        self.ranges.get(term.index() as u64).copied()
    }

    /// Read with a sign; also of what is computed from values whose ranges are known.
    fn signed_range(&self, pool: &TermPool, term: TermId, depth: u32) -> Option<Range> {
        if let Some(ranges) = self.ranges(pool, term) {
            return Some(ranges.signed);
        }
        if depth == 0 { None } else { range_by_operands(pool, term, &mut |operand| self.signed_range(pool, operand, depth - 1)) }
    }

    /// Read without a sign; also of what is computed from values whose ranges are known, where it is not negative.
    fn unsigned_range(&self, pool: &TermPool, term: TermId) -> Option<(u128, u128)> {
        let known = self.ranges(pool, term).map(|ranges| ranges.unsigned);
        // A range with a sign may say more than the bounds of comparisons without one.
        let narrow = self.signed_range(pool, term, RANGE_DEPTH).and_then(|(low, high)| Some((u128::try_from(low).ok()?, u128::try_from(high).ok()?)));
        match (known, narrow) {
            (Some(known), Some(narrow)) => Some((known.0.max(narrow.0), known.1.min(narrow.1))),
            (known, narrow) => known.or(narrow),
        }
    }

    /// Of a comparison that holds, or not: what it says of the operand that is no constant, which it returns.
    fn narrow(&mut self, pool: &TermPool, comparison: TermId, holds: bool) -> Option<TermId> {
        let Compared { term, value, is_left, is_signed } = compared(pool, comparison)?;
        let mut ranges = self.ranges.get(term.index() as u64).copied().unwrap_or_else(|| Ranges::all(value.width()));
        let (signed, unsigned) = (value.signed(), value.unsigned());
        // An order that holds is strict, one that does not is not.
        match (is_signed, is_left == holds) {
            (true, true) => ranges.signed.1 = ranges.signed.1.min(signed.saturating_sub(i128::from(holds))),
            (true, false) => ranges.signed.0 = ranges.signed.0.max(signed.saturating_add(i128::from(holds))),
            (false, true) => ranges.unsigned.1 = ranges.unsigned.1.min(unsigned.saturating_sub(u128::from(holds))),
            (false, false) => ranges.unsigned.0 = ranges.unsigned.0.max(unsigned.saturating_add(u128::from(holds))),
        }
        ranges.agree(value.width());
        self.ranges.insert(term.index() as u64, ranges);
        Some(term)
    }

    /// Takes in a condition that holds; `false` if it contradicts what is known.
    #[must_use]
    pub(crate) fn learn(&mut self, pool: &TermPool, term: TermId) -> bool {
        let mut pending = vec![(term, true)];
        let mut learnt = Vec::new();
        loop {
            while let Some((term, holds)) = pending.pop() {
                if !self.take_in(pool, term, holds, &mut pending, &mut learnt) {
                    return false;
                }
            }
            // What was learnt may leave clauses with a single operand.
            for clause in std::mem::take(&mut self.clauses) {
                if !learnt.iter().any(|&part| pool.may_contain(clause, part)) {
                    self.clauses.push(clause);
                } else if let Term::And(a, b) = *pool.get(clause) {
                    match (self.decides(pool, a), self.decides(pool, b)) {
                        (Some(true), Some(true)) => return false,
                        (Some(true), None) => pending.push((b, false)),
                        (None, Some(true)) => pending.push((a, false)),
                        (None, None) => self.clauses.push(clause),
                        _ => {}
                    }
                }
            }
            if pending.is_empty() {
                return true;
            }
        }
    }

    /// One condition; also tells of which terms more is known now.
    fn take_in(&mut self, pool: &TermPool, term: TermId, holds: bool, pending: &mut Vec<(TermId, bool)>, learnt: &mut Vec<TermId>) -> bool {
        if let Some(value) = self.decides(pool, term) {
            // An operand may be decided by its parts without being known itself; it need not be.
            return value == holds;
        }
        if let Term::Not(a) = *pool.get(term) {
            pending.push((a, !holds));
            return true;
        }
        self.truths.insert(term.index() as u64, holds);
        learnt.push(term);
        match *pool.get(term) {
            Term::And(a, b) if holds => pending.extend([(a, true), (b, true)]),
            Term::And(a, b) => match (self.decides(pool, a), self.decides(pool, b)) {
                (Some(true), _) => pending.push((b, false)),
                (_, Some(true)) => pending.push((a, false)),
                (None, None) => {
                    if self.clauses.len() >= CLAUSES {
                        self.clauses.remove(0);
                    }
                    self.clauses.push(term);
                }
                _ => {}
            },
            Term::Eq(a, b) if holds => {
                for (x, y) in [(a, b), (b, a)] {
                    if let Some(value) = pool.as_const(y) {
                        self.values.insert(x.index() as u64, value);
                        learnt.push(x);
                    }
                }
            }
            Term::Slt(..) | Term::Ult(..) | Term::Extract { .. } => learnt.extend(self.narrow(pool, term, holds)),
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_propagate() {
        let mut pool = TermPool::new();
        let (a, b, c) = (pool.var("a", 1), pool.var("b", 1), pool.var("c", 1));
        let mut known = PathFacts::default();
        let both = pool.and(a, b);
        let neither = pool.not(both);
        assert!(known.learn(&pool, neither));
        assert_eq!(known.decides(&pool, b), None);
        let (ac, not_c) = (pool.and(a, c), pool.not(c));
        assert!(known.learn(&pool, ac));
        assert_eq!(known.decides(&pool, b), Some(false));
        assert!(!known.clone().learn(&pool, not_c));
    }

    #[test]
    fn ranges_decide_comparisons() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let constant = |pool: &mut TermPool, value: i128| pool.constant(Bits::from_signed(8, value));
        let (three, ten, minus) = (constant(&mut pool, 3), constant(&mut pool, 10), constant(&mut pool, -1));
        // 3 <= x < 10
        let (below_3, below_10) = (pool.slt(x, three), pool.slt(x, ten));
        let from_3 = pool.not(below_3);
        let mut known = PathFacts::default();
        assert!(known.learn(&pool, from_3) && known.learn(&pool, below_10));
        for (value, is_below, is_equal) in [
            (2, Some(false), Some(false)),
            (3, Some(false), None),
            (4, None, None),
            (9, None, None),
            (10, Some(true), Some(false)),
            (-5, Some(false), Some(false)),
        ] {
            let value = constant(&mut pool, value);
            let (below, equal) = (pool.slt(x, value), pool.eq(x, value));
            assert_eq!((known.decides(&pool, below), known.decides(&pool, equal)), (is_below, is_equal), "{value:?}");
        }
        // -1 < x is not 255 < x.
        let (above_minus, above_all) = (pool.slt(minus, x), pool.ult(minus, x));
        assert_eq!(known.decides(&pool, above_minus), Some(true));
        assert_eq!(known.decides(&pool, above_all), Some(false));
        assert!(!known.learn(&pool, below_3));
    }

    /// What follows from comparisons of 3 bits holds for all values for which these hold.
    #[test]
    fn ranges_hold_all_values() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 3);
        type Make = fn(&mut TermPool, TermId, TermId) -> TermId;
        type Holds = fn(Bits, Bits) -> bool;
        let make: [(Make, Holds); 3] = [(TermPool::slt, Bits::slt), (TermPool::ult, Bits::ult), (TermPool::eq, |a, b| a == b)];
        let mut conditions: Vec<(TermId, Vec<bool>)> = Vec::new();
        for (make, holds) in make {
            for value in (0..8).map(|value| Bits::new(3, value)) {
                let constant = pool.constant(value);
                for is_left in [true, false] {
                    let (a, b) = if is_left { (x, constant) } else { (constant, x) };
                    let of = |x: Bits| if is_left { holds(x, value) } else { holds(value, x) };
                    let table: Vec<bool> = (0..8).map(|x| of(Bits::new(3, x))).collect();
                    let condition = make(&mut pool, a, b);
                    conditions.push((pool.not(condition), table.iter().map(|holds| !holds).collect()));
                    conditions.push((condition, table));
                }
            }
        }
        let mut decided = 0;
        for (first, of_first) in &conditions {
            for (second, of_second) in &conditions {
                let mut known = PathFacts::default();
                let is_possible = known.learn(&pool, *first) && known.learn(&pool, *second);
                let left: Vec<usize> = (0..8).filter(|&x| of_first[x] && of_second[x]).collect();
                assert!(is_possible || left.is_empty());
                for (third, of_third) in conditions.iter().filter(|_| is_possible) {
                    let Some(truth) = known.decides(&pool, *third) else { continue };
                    decided += usize::from(!left.is_empty());
                    assert!(left.iter().all(|&x| of_third[x] == truth));
                }
            }
        }
        assert!(decided > 10_000, "{decided}");
    }

    /// Sizes of arrays are compared without a sign, and computed from numbers that have one.
    #[test]
    fn ranges_with_a_sign_decide_comparisons_without() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let (one, limit) = (pool.constant(Bits::new(8, 1)), pool.constant(Bits::new(64, 1 << 40)));
        let (below_one, wide) = (pool.slt(x, one), pool.sign_extend(x, 64));
        let from_one = pool.not(below_one);
        let factor = pool.constant(Bits::new(64, 12));
        let size = pool.mul(wide, factor);
        let (is_small, is_low) = (pool.ult(wide, limit), pool.ult(size, limit));
        let mut known = PathFacts::default();
        assert_eq!((known.decides(&pool, is_small), known.decides(&pool, is_low)), (None, None));
        assert!(known.learn(&pool, from_one));
        assert_eq!((known.decides(&pool, is_small), known.decides(&pool, is_low)), (Some(true), Some(true)));
        // Negative numbers are large ones.
        let mut known = PathFacts::default();
        assert!(known.learn(&pool, below_one));
        assert_eq!(known.decides(&pool, is_low), None);
    }

    #[test]
    fn values_decide_equations() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let (three, four) = (pool.constant(Bits::new(8, 3)), pool.constant(Bits::new(8, 4)));
        let (is_three, is_four) = (pool.eq(x, three), pool.eq(x, four));
        let mut known = PathFacts::default();
        assert!(known.learn(&pool, is_three));
        assert_eq!(known.decides(&pool, is_four), Some(false));
    }
}
