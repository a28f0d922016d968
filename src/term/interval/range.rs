//! Ranges of floats, and what operations make of them. Rounding to nearest keeps the order of numbers, so the bounds of a result are results of bounds, rounded in the same way.

use crate::float::Format;
use base::Bits;

/// The formats whose arithmetic is at hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Width {
    Single,
    Double,
}

impl Width {
    pub(super) fn of(format: Format) -> Option<Self> {
        match format {
            Format::SINGLE => Some(Width::Single),
            Format::DOUBLE => Some(Width::Double),
            _ => None,
        }
    }

    /// The number of an encoding.
    pub(super) fn number(self, bits: Bits) -> f64 {
        match self {
            Width::Single => f64::from(f32::from_bits(bits.unsigned() as u32)),
            Width::Double => f64::from_bits(bits.unsigned() as u64),
        }
    }

    /// The encoding of a number.
    pub(super) fn bits(self, value: f64) -> Bits {
        match self {
            Width::Single => Bits::new(32, u128::from((value as f32).to_bits())),
            Width::Double => Bits::new(64, u128::from(value.to_bits())),
        }
    }

    /// A number of a format, rounded to this one.
    fn rounded(self, value: f64) -> f64 {
        match self {
            Width::Single => f64::from(value as f32),
            Width::Double => value,
        }
    }

    /// The next number of the format above a number of it.
    pub(super) fn above(self, value: f64) -> f64 {
        match self {
            Width::Single => f64::from((value as f32).next_up()),
            Width::Double => value.next_up(),
        }
    }

    /// The next one below.
    pub(super) fn below(self, value: f64) -> f64 {
        -self.above(-value)
    }

    fn apply(self, operator: Operator, a: f64, b: f64) -> f64 {
        let (x, y) = (a as f32, b as f32);
        match (self, operator) {
            (Width::Single, Operator::Add) => f64::from(x + y),
            (Width::Single, Operator::Sub) => f64::from(x - y),
            (Width::Single, Operator::Mul) => f64::from(x * y),
            (Width::Single, Operator::Div) => f64::from(x / y),
            (Width::Double, Operator::Add) => a + b,
            (Width::Double, Operator::Sub) => a - b,
            (Width::Double, Operator::Mul) => a * b,
            (Width::Double, Operator::Div) => a / b,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

/// The numbers from `low` to `high`, zeros of both signs among them if there is one, and NaNs if `nan` says so. There are no numbers if `low` is above `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct FloatRange {
    pub low: f64,
    pub high: f64,
    pub nan: bool,
}

impl FloatRange {
    pub(super) const ALL: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
    pub(super) const NAN: Self = Self { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };

    pub(super) fn numbers(low: f64, high: f64) -> Self {
        Self { low, high, nan: false }
    }

    pub(super) fn of(value: f64) -> Self {
        if value.is_nan() { Self::NAN } else { Self::numbers(value, value) }
    }

    pub(super) fn has_numbers(self) -> bool {
        self.low <= self.high
    }

    pub(super) fn is_empty(self) -> bool {
        !self.nan && !self.has_numbers()
    }

    /// Is it one value?
    pub(super) fn is_point(self) -> bool {
        !self.nan && self.low == self.high
    }

    fn contains_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high), nan: self.nan && other.nan }
    }

    pub(super) fn hull(self, other: Self) -> Self {
        match (self.has_numbers(), other.has_numbers()) {
            (true, true) => Self { low: self.low.min(other.low), high: self.high.max(other.high), nan: self.nan || other.nan },
            (true, false) => Self { nan: self.nan || other.nan, ..self },
            (false, _) => Self { nan: self.nan || other.nan, ..other },
        }
    }

    pub(super) fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low, nan: self.nan }
    }

    pub(super) fn abs(self) -> Self {
        match self {
            range if !range.has_numbers() || range.low >= 0.0 => range,
            range if range.high <= 0.0 => range.neg(),
            range => Self { low: 0.0, high: range.high.max(-range.low), nan: range.nan },
        }
    }

    pub(super) fn sqrt(self, width: Width) -> Self {
        let nan = self.nan || self.low < 0.0;
        if !self.has_numbers() || self.high < 0.0 {
            return Self { nan, ..Self::NAN };
        }
        let root = |value: f64| match width {
            Width::Single => f64::from((value as f32).sqrt()),
            Width::Double => value.sqrt(),
        };
        Self { low: root(self.low.max(0.0)), high: root(self.high), nan }
    }

    pub(super) fn converted(self, to: Width) -> Self {
        if self.has_numbers() { Self { low: to.rounded(self.low), high: to.rounded(self.high), nan: self.nan } } else { self }
    }

    /// Integers as floats.
    pub(super) fn of_integers(low: i128, high: i128, width: Width) -> Self {
        let number = |value: i128| match width {
            Width::Single => f64::from(value as f32),
            Width::Double => value as f64,
        };
        Self::numbers(number(low), number(high))
    }

    /// All results for operands of two ranges.
    pub(super) fn apply(self, operator: Operator, other: Self, width: Width) -> Self {
        let nan = self.nan || other.nan;
        if !self.has_numbers() || !other.has_numbers() {
            return Self { nan, ..Self::NAN };
        }
        // What infinities and divisors around zero come to is not worked out.
        if !self.is_finite() || !other.is_finite() || operator == Operator::Div && other.contains_zero() {
            return Self::ALL;
        }
        let corners = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let results = corners.map(|(a, b)| width.apply(operator, a, b));
        let low = results.into_iter().fold(f64::INFINITY, f64::min);
        let high = results.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self { low, high, nan }
    }

    /// All products of a number with itself.
    pub(super) fn squared(self, width: Width) -> Self {
        let range = self.abs();
        range.apply(Operator::Mul, range, width)
    }

    /// Two parts that together are all of it; `None` if it is one number, or none.
    pub(super) fn halves(self, width: Width) -> Option<[Self; 2]> {
        if self.nan {
            return self.has_numbers().then_some([Self { nan: false, ..self }, Self::NAN]);
        }
        if self.low >= self.high {
            return None;
        }
        let middle = self.middle(width);
        Some([Self { high: middle, ..self }, Self { low: width.above(middle), ..self }])
    }

    /// A number from `low` on and below `high`.
    pub(super) fn middle(self, width: Width) -> f64 {
        let is_narrow = self.is_finite() && self.high - self.low <= 1e9;
        let middle = match () {
            () if self.low < 0.0 && self.high > 0.0 && !is_narrow => 0.0,
            () if is_narrow => self.low + (self.high - self.low) / 2.0,
            // As many numbers on each side: magnitudes are ordered as their encodings are.
            () => {
                let (sign, a, b) = if self.low < 0.0 { (-1.0, -self.high, -self.low) } else { (1.0, self.low, self.high) };
                sign * f64::from_bits(a.abs().to_bits().midpoint(b.abs().to_bits()))
            }
        };
        width.rounded(middle).clamp(self.low, width.below(self.high))
    }

    /// How far it is from the least number to the greatest.
    pub(super) fn extent(self) -> f64 {
        if self.has_numbers() { self.high - self.low } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    fn number(random: &mut Random, width: Width) -> f64 {
        let value = match random.below(3) {
            0 => random.below(9) as f64 - 4.0,
            1 => (random.below(2_000_001) as f64 - 1e6) / 1024.0,
            _ => f64::from_bits(((random.below(0x7fe) as u64) << 52) | (random.bits() >> 12)) * if random.below(2) == 0 { 1.0 } else { -1.0 },
        };
        width.rounded(value)
    }

    fn range(random: &mut Random, width: Width) -> FloatRange {
        let (a, b) = (number(random, width), number(random, width));
        FloatRange::numbers(a.min(b), a.max(b))
    }

    fn within(random: &mut Random, range: FloatRange, width: Width) -> f64 {
        match random.below(4) {
            0 => range.low,
            1 => range.high,
            _ => {
                let between = width.rounded(range.low + (range.high - range.low) * (random.below(1025) as f64 / 1024.0));
                if between.is_nan() { range.low } else { between.clamp(range.low, range.high) }
            }
        }
    }

    fn holds(range: FloatRange, value: f64) -> bool {
        if value.is_nan() { range.nan } else { range.low <= value && value <= range.high }
    }

    #[test]
    fn results_of_numbers_lie_in_results_of_ranges() {
        let mut random = Random::new(7);
        for width in [Width::Single, Width::Double] {
            for _ in 0..20_000 {
                let (a, b) = (range(&mut random, width), range(&mut random, width));
                let (x, y) = (within(&mut random, a, width), within(&mut random, b, width));
                for operator in [Operator::Add, Operator::Sub, Operator::Mul, Operator::Div] {
                    let (result, value) = (a.apply(operator, b, width), width.apply(operator, x, y));
                    assert!(holds(result, value), "{width:?} {operator:?}: {x} of {a:?}, {y} of {b:?} give {value}, not in {result:?}");
                }
                assert!(holds(a.squared(width), width.apply(Operator::Mul, x, x)), "{x} of {a:?} squared");
                assert!(holds(a.abs(), x.abs()) && holds(a.neg(), -x), "{x} of {a:?}");
                let root = if width == Width::Single { f64::from((x as f32).sqrt()) } else { x.sqrt() };
                assert!(holds(a.sqrt(width), root), "root of {x} of {a:?}");
                assert!(holds(a.converted(Width::Single), Width::Single.rounded(x)), "{x} of {a:?} as a single");
            }
        }
    }

    #[test]
    fn halves_are_smaller_and_lose_nothing() {
        let mut random = Random::new(11);
        for width in [Width::Single, Width::Double] {
            for round in 0..20_000 {
                let mut whole = range(&mut random, width);
                if round % 7 == 0 {
                    whole = FloatRange { low: f64::NEG_INFINITY, ..whole };
                }
                let Some([a, b]) = whole.halves(width) else {
                    assert!(whole.is_point(), "{whole:?}");
                    continue;
                };
                assert!(a.low == whole.low && b.high == whole.high && a.high < whole.high && b.low == width.above(a.high), "{whole:?}: {a:?} {b:?}");
                assert!(a.has_numbers() && b.has_numbers(), "{whole:?}: {a:?} {b:?}");
            }
        }
    }
}
