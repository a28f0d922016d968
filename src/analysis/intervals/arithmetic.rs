//! Operations of the language on sets of integers of some width, with everything that wraps. Few values are computed one by one by the interpreter's own
//! operators; the results for ranges hold at least what those would give.

use super::number::{Number, gcd};
use goto::interp::value::{self, Scalar};
use goto::{BinOp, Bits, Type, TypeId, TypeTable, UnOp};

/// Two sets with at most so many pairs are computed value by value.
const PAIRS: usize = 256;

/// A type whose values are followed: `Bool`, integers of at most 64 bits, pointers (as addresses).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    bits: u16,
    signed: bool,
    scalar: Scalar,
}

impl Kind {
    pub fn of(types: &TypeTable, ty: TypeId) -> Option<Kind> {
        let scalar = Scalar::of(types, ty)?;
        match *types.get(ty) {
            Type::Bool => Some(Kind { bits: 1, signed: false, scalar }),
            Type::Int { bits, signed } if bits <= 64 => Some(Kind { bits, signed, scalar }),
            Type::Pointer(_) => Some(Kind { bits: types.model().pointer_bits(), signed: false, scalar }),
            _ => None,
        }
    }

    pub fn low(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    pub fn high(self) -> i128 {
        self.low() + self.size() - 1
    }

    pub fn is_signed(self) -> bool {
        self.signed
    }

    pub fn bits(self) -> u16 {
        self.bits
    }

    pub fn is_bool(self) -> bool {
        self.scalar == Scalar::Bool
    }

    pub fn is_pointer(self) -> bool {
        matches!(self.scalar, Scalar::Pointer(_))
    }

    /// How many values there are.
    fn size(self) -> i128 {
        1 << self.bits
    }

    /// Every value.
    pub fn all(self) -> Number {
        Number::range(self.low(), self.high(), 1).unwrap_or(Number::Few(vec![0]))
    }

    /// Every address but null.
    pub fn not_null(self) -> Number {
        Number::range(1, self.high(), 1).unwrap_or(Number::Few(vec![1]))
    }

    pub fn value(self, bits: Bits) -> i128 {
        bits.to_i128(self.signed)
    }

    fn bits_of(self, value: i128) -> Bits {
        Bits::from_signed(self.bits, value)
    }

    /// What integers become that wrap around into this type.
    pub fn wrap(self, number: &Number) -> Number {
        if self.low() <= number.low() && number.high() <= self.high() {
            return number.clone();
        }
        if let Some(values) = number.few() {
            return Number::of_values(values.iter().map(|&v| self.value(self.bits_of(v))).collect()).unwrap_or_else(|| self.all());
        }
        let turns = (number.low() - self.low()).div_euclid(self.size()) * self.size();
        let (low, high) = (number.low() - turns, number.high() - turns);
        if high <= self.high() {
            return Number::range(low, high, number.step()).unwrap_or_else(|| self.all());
        }
        // Residues outlast the wrapping only if they divide the number of values.
        let step = gcd(number.step(), self.size());
        Number::range(self.low() + (low - self.low()).rem_euclid(step), self.high(), step).unwrap_or_else(|| self.all())
    }

    /// Those of `values` that become one of `wanted` when they wrap around into this type; at least those.
    pub fn unwrap(self, values: &Number, wanted: &Number) -> Option<Number> {
        if let Some(few) = values.few() {
            return Number::of_values(few.iter().copied().filter(|&v| wanted.contains(self.value(self.bits_of(v)))).collect());
        }
        let size = self.size();
        // `wanted`, moved by whole turns to where it first and last meets the values.
        let first = (values.low() - wanted.high() + size - 1).div_euclid(size) * size;
        let last = (values.high() - wanted.low()).div_euclid(size) * size;
        if first > last {
            return None;
        }
        if first == last {
            return values.meet(&shifted(wanted, first)?);
        }
        values.within(wanted.low() + first, wanted.high() + last)
    }
}

fn shifted(number: &Number, by: i128) -> Option<Number> {
    match number {
        Number::Few(values) => Number::of_values(values.iter().map(|v| v + by).collect()),
        Number::Range { low, high, step } => Number::range(low + by, high + by, *step),
    }
}

/// The exact sum, difference or product, before it wraps. `None` if it is too large to be told.
pub fn exact(op: BinOp, a: &Number, b: &Number) -> Option<Number> {
    if let (Some(x), Some(y)) = (a.few(), b.few())
        && x.len() * y.len() <= PAIRS
    {
        let pairs = x.iter().flat_map(|x| y.iter().map(move |y| (*x, *y)));
        let values: Option<Vec<i128>> = pairs.map(|(x, y)| exact_value(op, x, y)).collect();
        return Number::of_values(values?);
    }
    match op {
        BinOp::Add => Number::range(a.low() + b.low(), a.high() + b.high(), gcd(a.step(), b.step())),
        BinOp::Sub => Number::range(a.low() - b.high(), a.high() - b.low(), gcd(a.step(), b.step())),
        BinOp::Mul => {
            let corners = [(a.low(), b.low()), (a.low(), b.high()), (a.high(), b.low()), (a.high(), b.high())];
            let corners: Option<Vec<i128>> = corners.iter().map(|(x, y)| x.checked_mul(*y)).collect();
            let (low, high) = bounds(&corners?)?;
            let step = gcd(gcd(a.low().checked_mul(b.step())?, b.low().checked_mul(a.step())?), a.step().checked_mul(b.step())?);
            Number::range(low, high, step)
        }
        _ => None,
    }
}

fn exact_value(op: BinOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => a.checked_mul(b),
        _ => None,
    }
}

fn bounds(values: &[i128]) -> Option<(i128, i128)> {
    Some((*values.iter().min()?, *values.iter().max()?))
}

/// The value of `a op b` on operands of a kind (the distance of a shift may have another one), comparisons included. `None`: the operation has no result,
/// whatever the values are.
pub fn binary(op: BinOp, kind: Kind, a: &Number, b: &Number, b_kind: Kind) -> Option<Number> {
    if let (Some(x), Some(y)) = (a.few(), b.few())
        && x.len() * y.len() <= PAIRS
        && !matches!(op, BinOp::SameObject | BinOp::MadeBefore)
    {
        let pairs = x.iter().flat_map(|x| y.iter().map(move |y| (*x, *y)));
        // A pair without a result ends the run.
        let result = |(x, y)| value::binary(op, kind.scalar, kind.bits_of(x), b_kind.bits_of(y)).ok();
        let values = pairs.filter_map(result).map(|bits| if op.gives_truth() { i128::from(bits.is_true()) } else { kind.value(bits) });
        return Number::of_values(values.collect());
    }
    Some(match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => exact(op, a, b).map_or_else(|| kind.all(), |exact| kind.wrap(&exact)),
        BinOp::Div => divide(kind, a, b)?,
        BinOp::Rem => remainder(kind, a, b)?,
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => bitwise(op, kind, a, b),
        BinOp::Shl | BinOp::Shr => shift(op, kind, a, b),
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => truth(compare(op, a, b)),
        BinOp::And if a.as_constant() == Some(0) || b.as_constant() == Some(0) => Number::constant(0),
        BinOp::Or if a.as_constant() == Some(1) || b.as_constant() == Some(1) => Number::constant(1),
        BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => truth(overflows(op, kind, a, b)),
        op if op.gives_truth() => truth(None),
        _ => kind.all(),
    })
}

/// The value of an operation on one operand of a kind. `None`: nothing is known of it.
pub fn unary(op: UnOp, kind: Kind, a: &Number) -> Option<Number> {
    let minus_one = Number::constant(-1);
    match op {
        UnOp::Neg => Some(kind.wrap(&exact(BinOp::Mul, a, &minus_one)?)),
        UnOp::Not => Some(truth(a.as_constant().map(|v| v == 0))),
        UnOp::BitNot if kind.is_bool() => Some(truth(a.as_constant().map(|v| v == 0))),
        UnOp::BitNot => Some(kind.wrap(&exact(BinOp::Sub, &minus_one, a)?)),
        _ => None,
    }
}

/// A truth that may be known.
pub fn truth(known: Option<bool>) -> Number {
    Number::Few(match known {
        Some(value) => vec![i128::from(value)],
        None => vec![0, 1],
    })
}

/// Is the comparison decided?
pub fn compare(op: BinOp, a: &Number, b: &Number) -> Option<bool> {
    match op {
        BinOp::Eq | BinOp::Ne => {
            let same = match (a.as_constant(), b.as_constant()) {
                (Some(x), Some(y)) => Some(x == y),
                _ if a.meet(b).is_none() => Some(false),
                _ => None,
            };
            same.map(|s| s == (op == BinOp::Eq))
        }
        BinOp::Lt if a.high() < b.low() => Some(true),
        BinOp::Lt if a.low() >= b.high() => Some(false),
        BinOp::Le if a.high() <= b.low() => Some(true),
        BinOp::Le if a.low() > b.high() => Some(false),
        _ => None,
    }
}

fn overflows(op: BinOp, kind: Kind, a: &Number, b: &Number) -> Option<bool> {
    let exact = exact(op.overflowing()?, a, b)?;
    if kind.low() <= exact.low() && exact.high() <= kind.high() {
        return Some(false);
    }
    (exact.high() < kind.low() || exact.low() > kind.high()).then_some(true)
}

/// The divisors without zero, the negative ones and the positive ones apart.
fn divisors(b: &Number) -> impl Iterator<Item = Number> {
    [b.within(i128::MIN, -1), b.within(1, i128::MAX)].into_iter().flatten()
}

fn divide(kind: Kind, a: &Number, b: &Number) -> Option<Number> {
    let mut corners = Vec::new();
    for d in divisors(b) {
        for x in [a.low(), a.high()] {
            corners.extend([x / d.low(), x / d.high()]);
        }
    }
    let (low, high) = bounds(&corners)?;
    // What lies outside is the quotient that does not fit, which ends the run.
    Number::range(low.max(kind.low()), high.min(kind.high()), 1)
}

fn remainder(kind: Kind, a: &Number, b: &Number) -> Option<Number> {
    let greatest = divisors(b).map(|d| d.low().abs().max(d.high().abs())).max()?;
    let low = if a.low() < 0 { a.low().max(1 - greatest) } else { 0 };
    let high = if a.high() > 0 { a.high().min(greatest - 1) } else { 0 };
    let bounds = Number::range(low, high, 1).unwrap_or_else(|| kind.all());
    match b.as_constant() {
        Some(d) if a.low() >= 0 && a.high() < d.abs() => Some(a.clone()),
        Some(d) => {
            // The remainder differs from the dividend by a multiple of the divisor.
            let step = gcd(a.step(), d);
            let first = low + (a.low() - low).rem_euclid(step);
            Some(Number::range(first, high, step).unwrap_or(bounds))
        }
        None => Some(bounds),
    }
}

/// The least number of the form 2^n - 1 that is not below.
fn ones(value: i128) -> i128 {
    (1 << (128 - value.leading_zeros())) - 1
}

fn bitwise(op: BinOp, kind: Kind, a: &Number, b: &Number) -> Number {
    let both = a.low() >= 0 && b.low() >= 0;
    let found = match op {
        BinOp::BitAnd => {
            // Only one of them has to be without sign.
            let high = [a, b].iter().filter(|n| n.low() >= 0).map(|n| n.high()).min();
            high.and_then(|high| {
                let known = |n: &Number, mask: &Number| {
                    mask.as_constant().filter(|m| *m >= 0 && ones(*m) == *m).map(|m| (n.low().rem_euclid(m + 1), gcd(n.step(), m + 1)))
                };
                match known(a, b).or_else(|| known(b, a)) {
                    Some((residue, step)) => Number::range(residue % step, high, step),
                    None => Number::range(0, high, 1),
                }
            })
        }
        BinOp::BitOr if both => Number::range(a.low().max(b.low()), ones(a.high().max(b.high())), 1),
        BinOp::BitXor if both => Number::range(0, ones(a.high().max(b.high())), 1),
        _ => None,
    };
    found.unwrap_or_else(|| kind.all())
}

fn shift(op: BinOp, kind: Kind, a: &Number, b: &Number) -> Number {
    let Some(distance) = b.as_constant() else {
        return match op {
            BinOp::Shr if a.low() >= 0 => Number::range(0, a.high(), 1).unwrap_or_else(|| kind.all()),
            BinOp::Shr => Number::range(a.low(), a.high().max(0), 1).unwrap_or_else(|| kind.all()),
            _ => kind.all(),
        };
    };
    let distance = distance.rem_euclid(i128::from(kind.bits));
    match op {
        BinOp::Shl => exact(BinOp::Mul, a, &Number::constant(1 << distance)).map_or_else(|| kind.all(), |n| kind.wrap(&n)),
        _ => Number::range(a.low() >> distance, a.high() >> distance, 1).unwrap_or_else(|| kind.all()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::DataModel;
    use proptest::prelude::*;

    /// A set of a type's values, around the places where things happen.
    fn number(kind: Kind) -> impl Strategy<Value = Number> {
        let place = prop_oneof![Just(kind.low()), Just(kind.high()), Just(0), -20i128..20, kind.low()..=kind.high()];
        let range = (place.clone(), 0i128..400, 1i128..6).prop_map(move |(low, length, step)| {
            let low = low.clamp(kind.low(), kind.high());
            Number::range(low, (low + length).min(kind.high()), step).expect("has a value")
        });
        let few = prop::collection::vec(place.prop_map(move |v| v.clamp(kind.low(), kind.high())), 1..4);
        prop_oneof![range, few.prop_map(|v| Number::of_values(v).expect("has a value"))]
    }

    fn member(number: &Number, choice: u64) -> i128 {
        match number {
            Number::Few(values) => values[choice as usize % values.len()],
            Number::Range { low, high, step } => low + i128::from(choice) % ((high - low) / step + 1) * step,
        }
    }

    fn kind() -> impl Strategy<Value = Kind> {
        (prop::sample::select(vec![8u16, 16, 32, 64]), any::<bool>()).prop_map(|(bits, signed)| {
            let mut types = TypeTable::new(DataModel::Lp64);
            let ty = types.int(bits, signed);
            Kind::of(&types, ty).expect("is followed")
        })
    }

    const OPS: [BinOp; 17] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::AddOverflows,
        BinOp::SubOverflows,
        BinOp::MulOverflows,
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn results_hold_what_the_interpreter_gives(
            (kind, a, b) in kind().prop_flat_map(|k| (Just(k), number(k), number(k))),
            op in prop::sample::select(OPS.to_vec()),
            choices in (any::<u64>(), any::<u64>()),
        ) {
            let (x, y) = (member(&a, choices.0), member(&b, choices.1));
            if let Ok(bits) = value::binary(op, kind.scalar, kind.bits_of(x), kind.bits_of(y)) {
                let result = if op.gives_truth() { i128::from(bits.is_true()) } else { kind.value(bits) };
                let found = binary(op, kind, &a, &b, kind);
                prop_assert!(found.as_ref().is_some_and(|n| n.contains(result)), "{x} {op:?} {y} = {result}, not in {found:?} of {a:?}, {b:?}");
            }
        }

        #[test]
        fn conversions_go_both_ways(
            (from, to, values, wanted) in (kind(), kind()).prop_flat_map(|(f, t)| (Just(f), Just(t), number(f), number(t))),
            choice in any::<u64>(),
        ) {
            let value = member(&values, choice);
            let converted = to.value(from.bits_of(value).resize(to.bits, from.signed));
            prop_assert!(to.wrap(&values).contains(converted));
            if wanted.contains(converted) {
                prop_assert!(to.unwrap(&values, &wanted).is_some_and(|n| n.contains(value)), "{value} of {values:?} becomes {converted} of {wanted:?}");
            }
        }
    }
}
