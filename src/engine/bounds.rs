//! Questions whose products and quotients are replaced by variables with bounds. That a number between 141 and 195 less 13, times 9, divided by 10 lies within certain
//! bounds is hard to see for a solver that knows bits, and easy for intervals. So for each operation it is told: if the operands lie within their bounds, the result lies
//! within its own. With this in the place of the operation, or with nothing where no bounds are known, what has no model had none before.
//!
//! Knows terms. The bounds of results are trusted, as rewriting is; those of operands are not, since they stand in what is told.

use crate::arg::substitute::substitute;
use rustc_hash::{FxHashMap, FxHashSet};
use term::ranges::{Compared, Range, all, compared, range_by_operands};
use term::{Term, TermId, TermPool};

/// Conditions without the operations, and what holds of the variables in their place.
pub(crate) struct Bounded {
    pub conditions: Vec<TermId>,
    pub facts: Vec<TermId>,
}

/// The conditions with bounds in the place of operations. What is `given` proposes bounds of operands; no condition need imply it. `None` if there is no operation.
pub(crate) fn bounded(pool: &mut TermPool, given: TermId, conditions: &[TermId]) -> Option<Bounded> {
    let (mut done, mut facts) = (FxHashMap::default(), Vec::new());
    let mut ranges = given_ranges(pool, given);
    let mut keep = |_: &mut TermPool, variable| variable;
    let mut variables = 0;
    for at in cone(pool, conditions) {
        let range = range_by_operands(pool, at, &mut |operand| ranges.get(&operand).copied());
        if let Some(range) = range {
            // What is given of the result itself holds only where it is given.
            ranges.entry(at).or_insert(range);
        }
        let Some((a, b)) = operands(pool, at) else { continue };
        let instead = pool.var(&format!("bounded!{variables}"), pool.width(at));
        variables += 1;
        if let Some(range) = range {
            let mut holds = |pool: &mut TermPool, operand: TermId| {
                let bounds = ranges.get(&operand).copied();
                let operand = substitute(pool, operand, &mut done, &mut keep);
                match bounds {
                    Some(bounds) => within(pool, operand, bounds),
                    None => pool.truth(true),
                }
            };
            let (a, b) = (holds(pool, a), holds(pool, b));
            let (both, result) = (pool.and(a, b), within(pool, instead, range));
            facts.push(pool.implies(both, result));
        }
        done.insert(at, instead);
    }
    if variables == 0 {
        return None;
    }
    let conditions = conditions.iter().map(|&condition| substitute(pool, condition, &mut done, &mut keep)).collect();
    Some(Bounded { conditions, facts })
}

fn within(pool: &mut TermPool, term: TermId, (low, high): Range) -> TermId {
    let width = pool.width(term);
    let mut constant = |value| pool.constant(goto::Bits::from_signed(width, value));
    let (low, high) = (constant(low), constant(high));
    let (above, below) = (pool.sle(low, term), pool.sle(term, high));
    pool.and(above, below)
}

/// The operands of an operation that is hard for a solver.
fn operands(pool: &TermPool, at: TermId) -> Option<(TermId, TermId)> {
    match *pool.get(at) {
        Term::Mul(a, b) | Term::Sdiv(a, b) | Term::Srem(a, b) | Term::Udiv(a, b) | Term::Urem(a, b) => Some((a, b)),
        _ => None,
    }
}

/// All terms in these, operands first.
fn cone(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut pending = conditions.to_vec();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            pending.extend(pool.get(term).operands());
        }
    }
    // Operands are made before what has them.
    let mut all: Vec<TermId> = seen.into_iter().collect();
    all.sort_unstable();
    all
}

/// What a condition says of terms that it compares with constants.
fn given_ranges(pool: &TermPool, given: TermId) -> FxHashMap<TermId, Range> {
    let mut ranges: FxHashMap<TermId, Range> = FxHashMap::default();
    let mut pending = vec![(given, true)];
    while let Some((at, holds)) = pending.pop() {
        match *pool.get(at) {
            Term::And(a, b) if holds => pending.extend([(a, true), (b, true)]),
            Term::Not(a) => pending.push((a, !holds)),
            _ => {
                let Some(Compared { term, value, is_left, is_signed: true }) = compared(pool, at) else { continue };
                let (range, value) = (ranges.entry(term).or_insert_with(|| all(pool.width(term))), value.signed());
                // An order that holds is strict, one that does not is not.
                match is_left == holds {
                    true => range.1 = range.1.min(value.saturating_sub(i128::from(holds))),
                    false => range.0 = range.0.max(value.saturating_add(i128::from(holds))),
                }
            }
        }
    }
    ranges.retain(|_, range| range.0 <= range.1);
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Bits;
    use term::eval::Evaluator;

    fn constant(pool: &mut TermPool, value: i128) -> TermId {
        pool.constant(Bits::from_signed(32, value))
    }

    /// `(x - 13) * 9 / 10` for `x` between 141 and 195.
    fn chain(pool: &mut TermPool) -> (TermId, TermId) {
        let x = pool.var("x", 32);
        let given = within(pool, x, (141, 195));
        let (thirteen, nine, ten) = (constant(pool, -13), constant(pool, 9), constant(pool, 10));
        let less = pool.add(x, thirteen);
        let times = pool.mul(less, nine);
        (given, pool.sdiv(times, ten))
    }

    #[test]
    fn operations_give_way_to_bounds() {
        let mut pool = TermPool::new();
        let (given, value) = chain(&mut pool);
        let outside = constant(&mut pool, 164);
        let condition = pool.slt(outside, value);
        let bounded = bounded(&mut pool, given, &[condition]).expect("there are operations");
        let left = cone(&pool, &[&bounded.conditions[..], &bounded.facts[..]].concat());
        assert!(left.iter().all(|&term| operands(&pool, term).is_none()));
        assert_eq!(bounded.facts.len(), 2);
    }

    #[test]
    fn what_is_told_holds_wherever_nothing_is_given() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.var("x", 6), pool.var("y", 6));
        let product = pool.mul(x, y);
        let (given_x, given_y, given_product) = (within(&mut pool, x, (-3, 4)), within(&mut pool, y, (2, 5)), within(&mut pool, product, (1, 2)));
        let both = pool.and(given_x, given_y);
        let given = pool.and(both, given_product);
        let facts = bounded(&mut pool, given, &[given_product]).expect("there is an operation").facts;
        assert_eq!(facts.len(), 1);
        let instead = pool.var("bounded!0", 6);
        for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (Bits::new(6, a), Bits::new(6, b)))) {
            let values = FxHashMap::from_iter([(x, a), (y, b), (instead, a.mul(b))]);
            assert!(Evaluator::new(&values).value(&pool, facts[0]).is_true(), "{a:?} {b:?}");
        }
    }
}
