//! Unknowns between bounds: of conditions that an unknown value is at least one thing and at most another, what they say of these two. Without it nothing of such
//! conditions could be asked before the value is read. What follows is weaker than the conditions, so it only proposes.

use super::substitute::Supports;
use goto::Bits;
use term::{Term, TermId, TermPool};

/// Of so many lower and upper bounds of one value all pairs are made.
const MOST_BOUNDS: usize = 8;

/// A comparison of what depends on unknowns, with a number added, with what does not.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    value: TermId,
    added: Bits,
    by: TermId,
    signed: bool,
    /// Is the bound from below?
    lower: bool,
    strict: bool,
}

/// The conditions that do not depend on the unknowns, and what the others say of the bounds between which they leave these.
pub fn without_unknowns(pool: &mut TermPool, supports: &mut Supports, conditions: &[TermId], is_unknown: &dyn Fn(&TermPool, TermId) -> bool) -> Vec<TermId> {
    let (mut left, mut bounds) = (Vec::new(), Vec::new());
    for condition in conjuncts(pool, conditions) {
        let mut depends = |pool: &TermPool, term: TermId| supports.of(pool, term).iter().any(|&v| is_unknown(pool, v));
        if !depends(pool, condition) {
            left.push(condition);
            continue;
        }
        for bound in comparisons(pool, condition) {
            if depends(pool, bound.value) && !depends(pool, bound.by) {
                bounds.push(bound);
            }
        }
    }
    for (index, &low) in bounds.iter().enumerate().filter(|(_, bound)| bound.lower).take(MOST_BOUNDS) {
        let above = |(other, high): &(usize, &Bound)| *other != index && !high.lower && high.value == low.value && high.signed == low.signed;
        let uppers: Vec<Bound> = bounds.iter().enumerate().filter(above).map(|(_, &high)| high).take(MOST_BOUNDS).collect();
        for high in uppers {
            left.push(together(pool, low, high));
        }
    }
    left
}

/// What follows for the bounds of one value. Numbers added to it go to the side that is a number, which overflows least.
fn together(pool: &mut TermPool, low: Bound, high: Bound) -> TermId {
    let (mut least, mut most) = (low.by, high.by);
    if pool.as_const(most).is_some() {
        let more = pool.constant(low.added.sub(high.added));
        most = pool.add(most, more);
    } else {
        let more = pool.constant(high.added.sub(low.added));
        least = pool.add(least, more);
    }
    if low.strict || high.strict { less(pool, least, most, low.signed) } else { at_most(pool, least, most, low.signed) }
}

/// A term as another one with a number added.
fn parts(pool: &TermPool, term: TermId) -> (TermId, Bits) {
    let none = (term, Bits::zero(pool.width(term)));
    let Term::Add(a, b) = *pool.get(term) else { return none };
    match (pool.as_const(a), pool.as_const(b)) {
        (_, Some(number)) => (a, number),
        (Some(number), None) => (b, number),
        (None, None) => none,
    }
}

/// The conditions without the conjunctions at their top.
fn conjuncts(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    let (mut found, mut work) = (Vec::new(), conditions.to_vec());
    while let Some(at) = work.pop() {
        match *pool.get(at) {
            Term::And(a, b) => work.extend([a, b]),
            _ => found.push(at),
        }
    }
    found.reverse();
    found
}

/// A condition read as comparisons, each side bounding the other.
fn comparisons(pool: &TermPool, condition: TermId) -> Vec<Bound> {
    let (inner, holds) = match *pool.get(condition) {
        Term::Not(inner) => (inner, false),
        _ => (condition, true),
    };
    let both = |less: TermId, more: TermId, signed: bool, strict: bool| {
        [(more, less, true), (less, more, false)].map(|(side, by, lower)| {
            let (value, added) = parts(pool, side);
            Bound { value, added, by, signed, lower, strict }
        })
    };
    match *pool.get(inner) {
        Term::Slt(a, b) if holds => both(a, b, true, true).to_vec(),
        Term::Slt(a, b) => both(b, a, true, false).to_vec(),
        Term::Ult(a, b) if holds => both(a, b, false, true).to_vec(),
        Term::Ult(a, b) => both(b, a, false, false).to_vec(),
        Term::Eq(a, b) if holds => [(a, b), (b, a)].iter().flat_map(|&(a, b)| [true, false].map(|signed| both(a, b, signed, false))).flatten().collect(),
        _ => Vec::new(),
    }
}

fn less(pool: &mut TermPool, a: TermId, b: TermId, signed: bool) -> TermId {
    if signed { pool.slt(a, b) } else { pool.ult(a, b) }
}

fn at_most(pool: &mut TermPool, a: TermId, b: TermId, signed: bool) -> TermId {
    let more = less(pool, b, a, signed);
    pool.not(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_says_how_the_bounds_compare() {
        let mut pool = TermPool::new();
        let (low, high, u) = (pool.var("low", 32), pool.var("high", 32), pool.var("u", 32));
        let mut supports = Supports::default();
        let is_unknown = |_: &TermPool, v: TermId| v == u;
        // low <= u and u < high, in one condition.
        let below = pool.slt(u, low);
        let (above, at_least) = (pool.slt(u, high), pool.not(below));
        let both = pool.and(at_least, above);
        let left = without_unknowns(&mut pool, &mut supports, &[both], &is_unknown);
        assert_eq!(left, [pool.slt(low, high)]);
        // low < u - 3 and u < 90.
        let [three, ninety] = [-3, 90].map(|n| pool.constant(Bits::from_signed(32, n)));
        let moved = pool.add(u, three);
        let (more, less) = (pool.slt(low, moved), pool.slt(u, ninety));
        let eighty_seven = pool.constant(Bits::new(32, 87));
        let left = without_unknowns(&mut pool, &mut supports, &[more, less], &is_unknown);
        assert_eq!(left, [pool.slt(low, eighty_seven)]);
        // Of a bound without another nothing is left, nor of bounds of another order.
        assert!(without_unknowns(&mut pool, &mut supports, &[at_least], &is_unknown).is_empty());
        let unsigned = pool.ult(u, high);
        assert!(without_unknowns(&mut pool, &mut supports, &[at_least, unsigned], &is_unknown).is_empty());
        // What does not speak of it stays.
        let four = pool.constant(Bits::new(32, 4));
        let other = pool.eq(low, four);
        assert_eq!(without_unknowns(&mut pool, &mut supports, &[at_least, other], &is_unknown), [other]);
    }
}
