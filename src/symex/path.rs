//! Path conditions: lists of literals that share their beginnings, so that what two branches of a decision have in common is found when they meet,
//! and the decision itself disappears from the condition. Knows terms only.

use super::known::PathFacts;
use std::rc::Rc;
use term::{TermId, TermPool};

/// A conjunction of literals, newest last.
#[derive(Clone, Debug)]
pub(super) struct Path(Option<Rc<Literal>>);

#[derive(Debug)]
struct Literal {
    before: Path,
    term: TermId,
    /// All literals up to this one.
    all: TermId,
    depth: u32,
    /// What they say of other conditions.
    known: PathFacts,
}

impl Drop for Literal {
    /// Long lists are not dropped recursively.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(rc) = next {
            match Rc::try_unwrap(rc) {
                Ok(mut literal) => next = literal.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// Two paths taken apart where they diverge.
pub(super) struct Meeting {
    /// The condition of both together.
    pub path: Path,
    /// What distinguishes the first from the second, where one of them holds.
    pub first: TermId,
}

impl Path {
    /// The condition that always holds.
    pub(crate) fn empty() -> Self {
        Path(None)
    }

    /// The whole condition as one term.
    pub(crate) fn condition(&self, pool: &mut TermPool) -> TermId {
        match &self.0 {
            None => pool.truth(true),
            Some(literal) => literal.all,
        }
    }

    /// The same list, not only one that says the same.
    pub(crate) fn is_same(&self, other: &Path) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The number of literals.
    pub(crate) fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |l| l.depth)
    }

    /// Does the path decide the condition, as far as can be seen cheaply?
    pub(crate) fn decides(&self, pool: &TermPool, term: TermId) -> Option<bool> {
        match (&self.0, pool.as_const(term)) {
            (_, Some(value)) => Some(value.is_true()),
            (Some(literal), None) => literal.known.decides(pool, term),
            (None, None) => None,
        }
    }

    /// Adds a condition; `false` if the path is impossible with it.
    #[must_use]
    pub(crate) fn add(&mut self, pool: &mut TermPool, term: TermId) -> bool {
        if let Some(value) = self.decides(pool, term) {
            return value;
        }
        let before = self.condition(pool);
        let all = pool.and(before, term);
        let mut known = self.0.as_ref().map_or_else(PathFacts::default, |literal| literal.known.clone());
        if pool.is_false(all) || !known.learn(pool, term) {
            return false;
        }
        let depth = self.depth() + 1;
        self.0 = Some(Rc::new(Literal { before: self.clone(), term, all, depth, known }));
        true
    }

    /// The longest list that both begin with.
    fn common(&self, other: &Path) -> Path {
        let (mut a, mut b) = (&self.0, &other.0);
        loop {
            match (a, b) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return Path(a.clone()),
                (Some(x), Some(y)) => {
                    if x.depth >= y.depth {
                        a = &x.before.0;
                    }
                    if y.depth >= x.depth {
                        b = &y.before.0;
                    }
                }
                _ => return Path(None),
            }
        }
    }

    /// How many literals both begin with.
    pub(crate) fn shared(&self, other: &Path) -> u32 {
        self.common(other).depth()
    }

    /// The literals after the first `depth` ones, oldest first.
    pub(crate) fn after(&self, depth: u32) -> Vec<TermId> {
        let mut out = Vec::new();
        let mut at = &self.0;
        while let Some(literal) = at {
            if literal.depth <= depth {
                break;
            }
            out.push(literal.term);
            at = &literal.before.0;
        }
        out.reverse();
        out
    }

    /// The paths of two states that exclude each other become one.
    pub(crate) fn meet(&self, pool: &mut TermPool, other: &Path) -> Meeting {
        let mut path = self.common(other);
        let depth = path.depth();
        let (a, b) = (self.after(depth), other.after(depth));
        let (Some((&c, a_rest)), Some((&d, b_rest))) = (a.split_first(), b.split_first()) else {
            // One path includes the other. Exclusive paths never do; what is more than needed is kept, which is right for any two.
            let first = pool.and_all(&a);
            return Meeting { path, first };
        };
        if pool.not(c) == d {
            let then = pool.and_all(a_rest);
            let other = pool.and_all(b_rest);
            let rest = pool.ite(c, then, other);
            let _possible = path.add(pool, rest);
            return Meeting { path, first: c };
        }
        let then = pool.and_all(&a);
        let other = pool.and_all(&b);
        let either = pool.or(then, other);
        let _possible = path.add(pool, either);
        Meeting { path, first: then }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_disappears_where_its_branches_meet() {
        let mut pool = TermPool::new();
        let (p, c, d) = (pool.var("p", 1), pool.var("c", 1), pool.var("d", 1));
        let not_c = pool.not(c);
        let mut before = Path::empty();
        assert!(before.add(&mut pool, p));
        let (mut a, mut b) = (before.clone(), before.clone());
        assert!(a.add(&mut pool, c));
        assert!(b.add(&mut pool, not_c));
        let met = a.meet(&mut pool, &b);
        assert_eq!(met.path.condition(&mut pool), p);
        assert_eq!(met.first, c);
        assert!(a.add(&mut pool, d));
        let met = a.meet(&mut pool, &b);
        assert_eq!(met.path.depth(), 2);
        assert!(!b.add(&mut pool, c));
        assert_eq!(a.decides(&pool, not_c), Some(false));
    }

    #[test]
    fn long_paths_are_dropped() {
        let mut pool = TermPool::new();
        let mut path = Path::empty();
        for i in 0..200_000 {
            let v = pool.var(&format!("v{i}"), 1);
            let before = path.clone();
            path.0 = Some(Rc::new(Literal { before, term: v, all: v, depth: i + 1, known: PathFacts::default() }));
        }
        drop(path);
    }
}
