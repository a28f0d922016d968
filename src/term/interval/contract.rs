//! Ranges of operands that comparisons leave, given that they hold or do not.

use super::evaluate::{Evaluation, Region};
use super::range::{FloatRange, Width};
use crate::float::{FloatMeaning, FloatTest};
use crate::{Term, TermId, TermPool};

/// Bounds are handed on so often.
const ROUNDS: usize = 6;

/// Narrows the region by what is given. `false` if nothing is left of it.
pub(super) fn contract(pool: &TermPool, tests: &[(TermId, bool)], within: &mut Region) -> bool {
    for _ in 0..ROUNDS {
        let mut evaluation = Evaluation::new(pool, within);
        let mut found = Vec::new();
        for &(term, truth) in tests {
            let (term, truth) = chosen(pool, &mut evaluation, term, truth);
            let Some(FloatMeaning::Test { format, test, holds }) = pool.float_meaning(term) else { continue };
            let Some(width) = Width::of(format) else { continue };
            found.extend(bounds(&mut evaluation, test, truth == holds, width).into_iter().flatten());
        }
        let mut is_narrower = false;
        for (operand, bound) in found.into_iter().filter(|(operand, _)| pool.as_const(*operand).is_none()) {
            let range = within.ranges.entry(operand).or_insert(FloatRange::ALL);
            let narrower = range.intersection(bound);
            is_narrower |= narrower != *range;
            *range = narrower;
            if narrower.is_empty() {
                return false;
            }
        }
        if !is_narrower {
            break;
        }
    }
    true
}

/// What a truth comes to where the conditions of choices are known.
fn chosen(pool: &TermPool, evaluation: &mut Evaluation<'_>, mut term: TermId, mut truth: bool) -> (TermId, bool) {
    loop {
        match *pool.get(term) {
            Term::Not(a) => (term, truth) = (a, !truth),
            Term::Ite { cond, then, other } if pool.float_meaning(term).is_none() => match evaluation.truth(cond) {
                Some(is_first) => term = if is_first { then } else { other },
                None => return (term, truth),
            },
            _ => return (term, truth),
        }
    }
}

/// What a test that holds, or does not, says of its operands.
fn bounds(evaluation: &mut Evaluation<'_>, test: FloatTest, holds: bool, width: Width) -> [Option<(TermId, FloatRange)>; 2] {
    let mut range = |term| evaluation.float(term, width);
    // The lesser one and the greater one, and whether they differ.
    let (less, greater, is_strict) = match (test, holds) {
        (FloatTest::Less(a, b), true) => (a, b, true),
        (FloatTest::LessOrEqual(a, b), true) => (a, b, false),
        // Of NaNs nothing is said.
        (FloatTest::LessOfNumbers(a, b), _)
        | (FloatTest::LessOrEqualOfNumbers(a, b), _)
        | (FloatTest::Less(a, b), false)
        | (FloatTest::LessOrEqual(a, b), false)
            if range(a).nan || range(b).nan =>
        {
            return [None; 2];
        }
        (FloatTest::LessOfNumbers(a, b), true) => (a, b, true),
        (FloatTest::LessOrEqualOfNumbers(a, b), true) => (a, b, false),
        (FloatTest::Less(a, b) | FloatTest::LessOfNumbers(a, b), false) => (b, a, false),
        (FloatTest::LessOrEqual(a, b) | FloatTest::LessOrEqualOfNumbers(a, b), false) => (b, a, true),
        (FloatTest::Equal(a, b), true) => {
            let both = FloatRange { nan: false, ..range(a).intersection(range(b)) };
            return [Some((a, both)), Some((b, both))];
        }
        (FloatTest::LessMagnitude(a, b), true) | (FloatTest::LessOrEqualMagnitude(a, b), true) => return magnitudes(range, a, b),
        (FloatTest::LessMagnitude(a, b), false) | (FloatTest::LessOrEqualMagnitude(a, b), false) => return magnitudes(range, b, a),
        (FloatTest::IsNegative(a), _) => {
            let side = if holds { FloatRange::numbers(f64::NEG_INFINITY, 0.0) } else { FloatRange::numbers(0.0, f64::INFINITY) };
            return [Some((a, FloatRange { nan: true, ..side })), None];
        }
        (FloatTest::IsNan(a), _) => return [Some((a, if holds { FloatRange::NAN } else { FloatRange { nan: false, ..FloatRange::ALL } })), None],
        (FloatTest::IsZero(a), true) => return [Some((a, FloatRange::of(0.0))), None],
        (FloatTest::Equal(..) | FloatTest::IsZero(_), false) => return [None; 2],
    };
    let (high, low) = (range(greater).high, range(less).low);
    let (high, low) = if is_strict { (width.below(high), width.above(low)) } else { (high, low) };
    [Some((less, FloatRange::numbers(f64::NEG_INFINITY, high))), Some((greater, FloatRange::numbers(low, f64::INFINITY)))]
}

/// Bounds of two numbers of which the absolute value of one is not above that of the other.
fn magnitudes(mut range: impl FnMut(TermId) -> FloatRange, less: TermId, greater: TermId) -> [Option<(TermId, FloatRange)>; 2] {
    let (a, b) = (range(less), range(greater));
    // Of NaNs nothing is said.
    if a.nan || b.nan || !a.has_numbers() || !b.has_numbers() {
        return [None; 2];
    }
    let (least, greatest) = (a.abs().low, b.abs().high);
    let outside = match () {
        () if b.low >= 0.0 => Some(FloatRange::numbers(least, f64::INFINITY)),
        () if b.high <= 0.0 => Some(FloatRange::numbers(f64::NEG_INFINITY, -least)),
        () => None,
    };
    [Some((less, FloatRange::numbers(-greatest, greatest))), outside.map(|range| (greater, range))]
}
