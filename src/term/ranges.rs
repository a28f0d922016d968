//! Ranges of terms by those of their operands. Each is the least and the greatest value, read with a sign. Knows single operations, and nothing of what holds where.

use crate::{Term, TermId, TermPool};
use base::Bits;

/// Least and greatest value, read with a sign.
pub type Range = (i128, i128);

/// So wide terms are looked at.
const MOST_WIDTH: u16 = 64;

/// The values of a width.
pub fn all(width: u16) -> Range {
    let half = 1i128 << (u32::from(width.min(126)) - 1);
    (-half, half - 1)
}

/// A comparison of a term with a constant.
pub struct Compared {
    pub term: TermId,
    pub value: Bits,
    /// Is the term said to be less than the constant, or the constant less than it?
    pub is_left: bool,
    pub is_signed: bool,
}

/// An order between a term and a constant. That the term is below zero is also written as its highest bit.
pub fn compared(pool: &TermPool, comparison: TermId) -> Option<Compared> {
    let (a, b, is_signed) = match *pool.get(comparison) {
        Term::Slt(a, b) => (a, b, true),
        Term::Ult(a, b) => (a, b, false),
        Term::Extract { of, low, width: 1 } if low + 1 == pool.width(of) => {
            return Some(Compared { term: of, value: Bits::zero(pool.width(of)), is_left: true, is_signed: true });
        }
        _ => return None,
    };
    match (pool.as_const(a), pool.as_const(b)) {
        (None, Some(value)) => Some(Compared { term: a, value, is_left: true, is_signed }),
        (Some(value), None) => Some(Compared { term: b, value, is_left: false, is_signed }),
        _ => None,
    }
}

/// The range of a term by those of its operands; `None` if nothing is known.
pub fn range_by_operands(pool: &TermPool, at: TermId, known: &mut dyn FnMut(TermId) -> Option<Range>) -> Option<Range> {
    let width = pool.width(at);
    if width > MOST_WIDTH {
        return None;
    }
    let (low, high) = match *pool.get(at) {
        Term::Const(value) => (value.signed(), value.signed()),
        Term::Neg(a) => known(a).map(|(low, high)| (-high, -low))?,
        Term::Add(a, b) => sum(known(a)?, known(b)?),
        Term::Mul(a, b) => product(known(a)?, known(b)?)?,
        Term::Sdiv(a, b) => quotient(known(a).unwrap_or_else(|| all(width)), known(b)?)?,
        Term::Srem(a, b) => remainder(known(a).unwrap_or_else(|| all(width)), known(b)?)?,
        // Without a sign these are the same.
        Term::Udiv(a, b) => quotient(not_negative(known(a)?)?, not_negative(known(b)?)?)?,
        Term::Urem(a, b) => remainder(not_negative(known(a)?)?, not_negative(known(b)?)?)?,
        Term::SignExtend { of, .. } => known(of)?,
        Term::ZeroExtend { of, .. } => not_negative(known(of)?)?,
        Term::Extract { of, low: 0, .. } => known(of)?,
        Term::Ite { then, other, .. } => hull(known(then)?, known(other)?),
        _ => return None,
    };
    let all = all(width);
    // What wraps may be anything.
    (all.0 <= low && high <= all.1).then_some((low, high))
}

fn not_negative(range: Range) -> Option<Range> {
    (range.0 >= 0).then_some(range)
}

fn sum(a: Range, b: Range) -> Range {
    (a.0 + b.0, a.1 + b.1)
}

fn hull(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

fn product(a: Range, b: Range) -> Option<Range> {
    let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((corners.into_iter().min()?, corners.into_iter().max()?))
}

/// By a constant.
fn quotient(a: Range, b: Range) -> Option<Range> {
    let by = (b.0 == b.1 && b.0 != 0).then_some(b.0)?;
    let (x, y) = (a.0 / by, a.1 / by);
    Some((x.min(y), x.max(y)))
}

/// By a constant.
fn remainder(a: Range, b: Range) -> Option<Range> {
    let by = (b.0 == b.1 && b.0 != 0).then_some(b.0.abs())?;
    if a.0 / by == a.1 / by && (a.0 < 0) == (a.1 < 0) {
        return Some((a.0 % by, a.1 % by));
    }
    Some((if a.0 < 0 { a.0.max(1 - by) } else { 0 }, if a.1 > 0 { a.1.min(by - 1) } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told holds for all values of 4 bits and all bounds of operands.
    #[test]
    fn bounds_hold_all_results() {
        let all_ranges: Vec<Range> = (-8..8).flat_map(|low| (low..8).map(move |high| (low, high))).collect();
        let value = |v: i128| Bits::from_signed(4, v);
        let make: [fn(&mut TermPool, TermId, TermId) -> TermId; 5] = [TermPool::mul, TermPool::sdiv, TermPool::srem, TermPool::udiv, TermPool::urem];
        let run: [fn(Bits, Bits) -> Bits; 5] = [Bits::mul, Bits::sdiv, Bits::srem, Bits::udiv, Bits::urem];
        let mut known = 0;
        for (make, run) in make.into_iter().zip(run) {
            let mut pool = TermPool::new();
            let (x, y) = (pool.var("x", 4), pool.var("y", 4));
            let operation = make(&mut pool, x, y);
            assert!(!matches!(pool.get(operation), Term::Const(_)));
            for &a in &all_ranges {
                for &b in &all_ranges {
                    let Some(range) = range_by_operands(&pool, operation, &mut |operand| Some(if operand == x { a } else { b })) else { continue };
                    known += 1;
                    let results = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| run(value(x), value(y)).signed()));
                    results.for_each(|result| assert!((range.0..=range.1).contains(&result), "{a:?} {b:?}: {result} is not within {range:?}"));
                }
            }
        }
        assert!(known > 5000, "{known}");
    }
}
