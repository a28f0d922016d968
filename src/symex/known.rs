//! What a path knows of conditions: unit propagation, no search. Knows terms only.

use goto::Trie;
use goto::{Bits, Id};
use term::{Term, TermId, TermPool};

/// How deep conditions are taken apart, and into how many parts.
const DEPTH: u32 = 8;
const PARTS: u32 = 40;
/// Clauses that are looked at again when something new is known.
const CLAUSES: usize = 12;

/// Truth values of conditions, and values of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct PathFacts {
    truths: Trie<bool>,
    values: Trie<Bits>,
    /// The newest conditions `a and b` that are false although neither operand is known.
    clauses: Vec<TermId>,
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
            Term::Eq(a, b) => {
                let value = |t: TermId| pool.as_const(t).or_else(|| self.values.get(t.index() as u64).copied());
                Some(value(a)? == value(b)?)
            }
            _ => None,
        }
    }

    /// Takes in a condition that holds; `false` if it contradicts what is known.
    #[must_use]
    pub(crate) fn learn(&mut self, pool: &TermPool, term: TermId) -> bool {
        let mut pending = vec![(term, true)];
        loop {
            while let Some((term, holds)) = pending.pop() {
                if !self.take_in(pool, term, holds, &mut pending) {
                    return false;
                }
            }
            // What was learnt may leave clauses with a single operand.
            for clause in std::mem::take(&mut self.clauses) {
                if let Term::And(a, b) = *pool.get(clause) {
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

    fn take_in(&mut self, pool: &TermPool, term: TermId, holds: bool, pending: &mut Vec<(TermId, bool)>) -> bool {
        if let Some(value) = self.decides(pool, term) {
            // An operand may be decided by its parts without being known itself; it need not be.
            return value == holds;
        }
        if let Term::Not(a) = *pool.get(term) {
            pending.push((a, !holds));
            return true;
        }
        self.truths.insert(term.index() as u64, holds);
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
                    }
                }
            }
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
