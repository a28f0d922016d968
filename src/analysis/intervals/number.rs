//! Sets of integers as the analysis sees them: a few values one by one, or the values from a least to a greatest one in equal steps. Never empty; what
//! would be empty is `None`. Knows nothing of widths and wrapping: those are `arithmetic`'s.

/// So many values are kept one by one.
pub const FEW: usize = 40;

/// A set of integers. Values are read by the signedness of their type, so all fit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    /// Ascending, at least one and at most `FEW`.
    Few(Vec<i128>),
    /// More than `FEW` values: `low`, `low + step`, ..., `high`.
    Range { low: i128, high: i128, step: i128 },
}

pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Both are differences of values of at most 64 bits.
    a as i128
}

impl Number {
    pub fn constant(value: i128) -> Self {
        Number::Few(vec![value])
    }

    /// The values, in any order and with repetitions; or a range around them if they are many.
    pub fn of_values(mut values: Vec<i128>) -> Option<Self> {
        values.sort_unstable();
        values.dedup();
        let (&low, &high) = (values.first()?, values.last()?);
        if values.len() <= FEW {
            return Some(Number::Few(values));
        }
        let step = values.iter().fold(0, |step, v| gcd(step, v - low));
        Some(Number::Range { low, high, step })
    }

    /// The values `low`, `low + step`, ... up to `high`.
    pub fn range(low: i128, high: i128, step: i128) -> Option<Self> {
        if low > high {
            return None;
        }
        let step = step.max(1);
        let last = (high - low) / step;
        if last < FEW as i128 {
            return Some(Number::Few((0..=last).map(|i| low + i * step).collect()));
        }
        Some(Number::Range { low, high: low + last * step, step })
    }

    pub fn low(&self) -> i128 {
        match self {
            Number::Few(values) => values[0],
            Number::Range { low, .. } => *low,
        }
    }

    pub fn high(&self) -> i128 {
        match self {
            Number::Few(values) => values[values.len() - 1],
            Number::Range { high, .. } => *high,
        }
    }

    /// All values differ from the least one by a multiple of this; 0 if there is only one value.
    pub fn step(&self) -> i128 {
        match self {
            Number::Few(values) => values.iter().fold(0, |step, v| gcd(step, v - values[0])),
            Number::Range { step, .. } => *step,
        }
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self {
            Number::Few(values) if values.len() == 1 => Some(values[0]),
            _ => None,
        }
    }

    pub fn few(&self) -> Option<&[i128]> {
        match self {
            Number::Few(values) => Some(values),
            Number::Range { .. } => None,
        }
    }

    pub fn contains(&self, value: i128) -> bool {
        match self {
            Number::Few(values) => values.binary_search(&value).is_ok(),
            Number::Range { low, high, step } => *low <= value && value <= *high && (value - low) % step == 0,
        }
    }

    pub fn join(&self, other: &Number) -> Number {
        if let (Number::Few(a), Number::Few(b)) = (self, other) {
            let values = a.iter().chain(b).copied().collect();
            return Number::of_values(values).unwrap_or_else(|| self.clone());
        }
        let step = gcd(gcd(self.step(), other.step()), self.low() - other.low());
        let (low, high) = (self.low().min(other.low()), self.high().max(other.high()));
        Number::range(low, high, step).unwrap_or_else(|| self.clone())
    }

    /// At least all values that are in both.
    pub fn meet(&self, other: &Number) -> Option<Number> {
        match (self, other) {
            (Number::Few(values), o) | (o, Number::Few(values)) => Number::of_values(values.iter().copied().filter(|&v| o.contains(v)).collect()),
            (Number::Range { .. }, Number::Range { .. }) => {
                let (low, high) = (self.low().max(other.low()), self.high().min(other.high()));
                let (fine, coarse) = if self.step() >= other.step() { (self, other) } else { (other, self) };
                let common = gcd(fine.step(), coarse.step());
                if (fine.low() - coarse.low()) % common != 0 {
                    return None;
                }
                // The residues of the larger step alone: a superset.
                let step = fine.step();
                Number::range(low + (fine.low() - low).rem_euclid(step), high, step)
            }
        }
    }

    pub fn within(&self, low: i128, high: i128) -> Option<Number> {
        match self {
            Number::Few(values) => Number::of_values(values.iter().copied().filter(|v| (low..=high).contains(v)).collect()),
            Number::Range { low: l, high: h, step } => {
                let low = if low <= *l { *l } else { low + (l - low).rem_euclid(*step) };
                Number::range(low, high.min(*h), *step)
            }
        }
    }

    /// At least all values but this one.
    pub fn without(&self, value: i128) -> Option<Number> {
        match self {
            Number::Few(values) => Number::of_values(values.iter().copied().filter(|&v| v != value).collect()),
            Number::Range { low, high, step } if value == *low => Number::range(low + step, *high, *step),
            Number::Range { low, high, step } if value == *high => Number::range(*low, high - step, *step),
            Number::Range { .. } => Some(self.clone()),
        }
    }

    /// Is every value of this one in the other?
    pub fn is_within(&self, other: &Number) -> bool {
        match self {
            Number::Few(values) => values.iter().all(|&v| other.contains(v)),
            Number::Range { low, high, step } => match other {
                Number::Few(_) => false,
                Number::Range { step: s, .. } => other.contains(*low) && other.contains(*high) && step % s == 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = Number> {
        prop_oneof![
            prop::collection::vec(-40i128..40, 1..6).prop_map(|v| Number::of_values(v).expect("has a value")),
            (-60i128..60, 0i128..120, 1i128..5).prop_map(|(low, length, step)| Number::range(low, low + length, step).expect("has a value")),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn sets_hold_what_they_must(a in number(), b in number(), value in -70i128..200, low in -70i128..100) {
            let join = a.join(&b);
            prop_assert!(a.is_within(&join) && b.is_within(&join));
            if a.contains(value) || b.contains(value) {
                prop_assert!(join.contains(value));
            }
            if a.contains(value) && b.contains(value) {
                prop_assert!(a.meet(&b).is_some_and(|m| m.contains(value)));
            }
            if a.contains(value) && value != low {
                prop_assert!(a.without(low).is_some_and(|m| m.contains(value)));
            }
            let inside = a.contains(value) && (low..=low + 30).contains(&value);
            prop_assert_eq!(a.within(low, low + 30).is_some_and(|w| w.contains(value)), inside);
            if a.is_within(&b) && a.contains(value) {
                prop_assert!(b.contains(value));
            }
        }
    }
}
