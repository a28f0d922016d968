//! Comparisons that runs make, and how far they are from another result.

use goto::interp::Relation;
use std::cmp::Ordering;

/// A comparison that a run made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    pub place: u32,
    /// Of floating-point numbers, which stand for their places in the order of all numbers of 64 bits.
    pub floats: bool,
    pub a: u64,
    pub b: u64,
    /// How many inputs were read before.
    pub read: u32,
}

/// A result that a comparison is to have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Aim {
    pub place: u32,
    pub relation: Relation,
    pub unsigned: bool,
    /// Is the relation to hold?
    pub holds: bool,
}

impl Aim {
    /// How far the operands are apart: `a - b`.
    pub(super) fn difference(self, comparison: &Comparison) -> i128 {
        let number = |n: u64| if self.unsigned { i128::from(n) } else { i128::from(n as i64) };
        number(comparison.a) - number(comparison.b)
    }

    /// The difference that is just right.
    pub(super) fn wanted(self) -> i128 {
        match (self.relation, self.holds) {
            (Relation::Equal | Relation::LessOrEqual, true) | (Relation::Less, false) => 0,
            (Relation::Equal | Relation::LessOrEqual, false) => 1,
            (Relation::Less, true) => -1,
        }
    }

    /// How much is missing for the result: zero if it is there.
    pub(super) fn gap(self, comparison: &Comparison) -> u128 {
        let difference = self.difference(comparison);
        let missing = match (self.relation, self.holds) {
            (Relation::Equal, true) => return difference.unsigned_abs(),
            (Relation::Equal, false) => return u128::from(difference == 0),
            (Relation::Less | Relation::LessOrEqual, true) => difference - self.wanted(),
            (Relation::Less | Relation::LessOrEqual, false) => self.wanted() - difference,
        };
        missing.max(0) as u128
    }
}

/// Which orders of its operands a comparison had in any run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Outcomes(u8);

impl Outcomes {
    pub(super) fn add(&mut self, order: Ordering) {
        self.0 |= Self::bit(order);
    }

    pub(super) fn includes(self, order: Ordering) -> bool {
        self.0 & Self::bit(order) != 0
    }

    fn bit(order: Ordering) -> u8 {
        1 << (order as i8 + 1)
    }

    /// Did a comparison that asks for the relation ever have the result?
    pub(super) fn had(self, relation: Relation, holds: bool) -> bool {
        // Less, equal, greater.
        let mask = match (relation, holds) {
            (Relation::Equal, true) => 0b010,
            (Relation::Equal, false) => 0b101,
            (Relation::Less, true) => 0b001,
            (Relation::Less, false) => 0b110,
            (Relation::LessOrEqual, true) => 0b011,
            (Relation::LessOrEqual, false) => 0b100,
        };
        self.0 & mask != 0
    }
}

/// The place of a number in the order of all numbers of 64 bits.
pub(super) fn order(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// The number at a place of the order.
pub(super) fn number_at(order: i64) -> f64 {
    f64::from_bits(if order < 0 { i64::MIN.wrapping_sub(order) } else { order } as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order() {
        let numbers = [f64::NEG_INFINITY, -1e300, -1.0, -f64::MIN_POSITIVE, 0.0, 5e-324, 1.0, 1.5, f64::INFINITY];
        assert!(numbers.windows(2).all(|n| order(n[0]) < order(n[1])));
        assert!(numbers.iter().all(|&n| number_at(order(n)) == n));
        assert_eq!(order(-0.0), order(0.0));
    }

    #[test]
    fn gaps_vanish_where_results_are_as_wanted() {
        for relation in [Relation::Equal, Relation::Less, Relation::LessOrEqual] {
            for holds in [false, true] {
                let aim = Aim { place: 0, relation, unsigned: false, holds };
                for (a, b) in [(3i64, 3i64), (2, 3), (4, 3), (-7, 3), (i64::MAX, i64::MIN)] {
                    let comparison = Comparison { place: 0, floats: false, a: a as u64, b: b as u64, read: 0 };
                    let result = match relation {
                        Relation::Equal => a == b,
                        Relation::Less => a < b,
                        Relation::LessOrEqual => a <= b,
                    };
                    assert_eq!(aim.gap(&comparison) == 0, result == holds, "{aim:?} {a} {b}");
                }
            }
        }
    }
}
