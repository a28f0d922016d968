//! The quickest way to another result of a comparison: an input that is an operand as it stands, or plus something, is replaced by the other operand.

use super::comparison::{Comparison, Outcomes};
use super::composite::composites;
use super::partners::{as_input, is_operand};
use super::values::{Shape, Vocabulary};
use goto::{Bits, InputId};
use std::cmp::Ordering;

/// Inputs, from the last one on, that are looked at: as operands, and as parts of operands.
const OPERANDS: usize = 256;
const PARTS: usize = 16;

/// At most so many lists of inputs that may give comparisons of a run results that they never had, the last comparisons first.
pub(super) fn substitutions(
    inputs: &[(InputId, Bits)],
    comparisons: &[Comparison],
    vocabulary: &Vocabulary,
    outcomes: &dyn Fn(u32) -> Outcomes,
    room: usize,
) -> Vec<Vec<Bits>> {
    let mut found = Vec::new();
    for direct in [true, false] {
        for &comparison in comparisons.iter().rev() {
            // A comparison of equal values can be made unequal by any other change.
            if comparison.a == comparison.b && direct || found.len() >= room {
                continue;
            }
            if direct {
                found.extend(composites(inputs, comparison, outcomes(comparison.place), vocabulary).into_iter().take(room - found.len()));
            }
            for (at, &(input, value)) in inputs.iter().enumerate().rev().take(if direct { OPERANDS } else { PARTS }) {
                for value in values(comparison, outcomes(comparison.place), vocabulary.shapes[input], value, direct) {
                    if found.len() >= room {
                        break;
                    }
                    let mut changed: Vec<Bits> = inputs.iter().map(|i| i.1).collect();
                    changed[at] = value;
                    found.push(changed);
                }
            }
        }
    }
    found
}

/// What the left operand less the right one has to be for orders that a comparison never had, or a number like it.
pub(super) fn missing(outcomes: Outcomes) -> Vec<i64> {
    [(Ordering::Equal, 0), (Ordering::Less, -1), (Ordering::Greater, 1)].into_iter().filter(|o| !outcomes.includes(o.0)).map(|o| o.1).collect()
}

/// New values of an input for the missing outcomes of a comparison. `direct`: the input must be one of its operands.
fn values(comparison: Comparison, outcomes: Outcomes, shape: Shape, input: Bits, direct: bool) -> Vec<Bits> {
    let Comparison { a, b, floats, .. } = comparison;
    let missing = missing(outcomes);
    let is = |operand: u64| is_operand(shape, input, operand, floats);
    let number = |n: u64, up: i64| match shape {
        // A neighbour in the input's own format.
        Shape::Float(kind) => {
            let bits = as_input(shape, input.width(), n, floats).unsigned();
            let further = if bits >> (kind.bits() - 1) & 1 == 0 { i128::from(up) } else { i128::from(-up) };
            Bits::new(input.width(), bits.wrapping_add_signed(further))
        }
        _ => Bits::from_signed(input.width(), i128::from((n as i64).wrapping_add(up))),
    };
    match (direct, is(a), is(b)) {
        (true, true, _) if missing.is_empty() => vec![number(b, 0)],
        (true, _, true) if missing.is_empty() => vec![number(a, 0)],
        (true, true, _) => missing.iter().map(|&d| number(b, d)).collect(),
        (true, _, true) => missing.iter().map(|&d| number(a, -d)).collect(),
        (false, false, false) if !floats && !matches!(shape, Shape::Float(_)) => {
            let distances = missing.iter().map(|&d| b.wrapping_add_signed(d).wrapping_sub(a));
            distances.flat_map(|d| [input.add(number(d, 0)), input.sub(number(d, 0))]).collect()
        }
        _ => Vec::new(),
    }
}
