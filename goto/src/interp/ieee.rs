//! What IEEE 754 defines beyond the four operators, on encodings: square root, rounding to integers, remainders, fused multiplication. Exact; NaNs as
//! in `float`.

use super::float::{Rounding, fraction_bits, indefinite_nan, infinity, is_nan, nan_of, sign_bit, with_format};
use crate::expr::IntegralMode;
use crate::types::FloatKind;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

/// A finite number other than zero: `significand * 2^exponent`, where the significand has as many digits as the format.
struct Number {
    significand: u128,
    exponent: i32,
}

/// How far the exponents of encodings are shifted.
fn bias(kind: FloatKind) -> i32 {
    match kind {
        FloatKind::Half => 15,
        FloatKind::Single => 127,
        FloatKind::Double => 1023,
        FloatKind::Extended | FloatKind::Quad => 16383,
    }
}

impl Number {
    /// Of the absolute value of a finite number other than zero.
    fn of(kind: FloatKind, a: u128) -> Self {
        let digits = fraction_bits(kind);
        let (significand, field) = if kind == FloatKind::Extended {
            (a & u128::from(u64::MAX), a >> 64 & 0x7fff)
        } else {
            let field = (a & (sign_bit(kind) - 1)) >> digits;
            (a & ((1 << digits) - 1) | u128::from(field != 0) << digits, field)
        };
        let up = significand.leading_zeros() - (127 - digits);
        Self { significand: significand << up, exponent: (field as i32).max(1) - bias(kind) - digits as i32 - up as i32 }
    }

    /// The encoding of a number in the range of normal ones, whose significand may have one digit more than the format.
    fn encode(self, kind: FloatKind) -> u128 {
        let digits = fraction_bits(kind);
        let more = u32::from(self.significand >> (digits + 1) != 0);
        let significand = self.significand >> more;
        let field = (self.exponent + more as i32 + digits as i32 + bias(kind)) as u128;
        if kind == FloatKind::Extended { field << 64 | significand } else { field << digits | significand & ((1 << digits) - 1) }
    }
}

/// The square root, rounded. Of a negative number it is the indefinite NaN, of a zero the zero itself.
pub fn sqrt(kind: FloatKind, rounding: Rounding, a: u128) -> u128 {
    if let Some(nan) = nan_of(kind, &[a]) {
        return nan;
    }
    if a & (sign_bit(kind) - 1) == 0 || a == infinity(kind) {
        return a;
    }
    if a & sign_bit(kind) != 0 {
        return indefinite_nan(kind);
    }
    match kind {
        FloatKind::Single if rounding == Rounding::Nearest => f32::from_bits(a as u32).sqrt().to_bits().into(),
        FloatKind::Double if rounding == Rounding::Nearest => f64::from_bits(a as u64).sqrt().to_bits().into(),
        _ => digit_by_digit(kind, rounding, Number::of(kind, a)),
    }
}

/// The root's binary digits one by one, each from two more digits of the radicand: as many as the format has and one or two more. The remainder says
/// whether more would follow.
fn digit_by_digit(kind: FloatKind, rounding: Rounding, number: Number) -> u128 {
    let odd = number.exponent & 1;
    let radicand = number.significand << odd;
    let digits = fraction_bits(kind) + 1;
    let pairs = (digits + 2).div_ceil(2);
    let more = digits / 2 + 2;
    let (mut root, mut rest) = (0u128, 0u128);
    for i in 0..pairs + more {
        let two = if i < pairs { radicand >> (2 * (pairs - 1 - i)) & 3 } else { 0 };
        rest = rest << 2 | two;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let exponent = (number.exponent - odd) / 2 - more as i32;
    let drop = 128 - root.leading_zeros() - digits;
    let (kept, below, half) = (root >> drop, root & ((1 << drop) - 1), 1 << (drop - 1));
    let up = match rounding {
        Rounding::Nearest => below > half || below == half && (rest != 0 || kept & 1 == 1),
        Rounding::Up => below != 0 || rest != 0,
        Rounding::Down | Rounding::Zero => false,
    };
    Number { significand: kept + u128::from(up), exponent: exponent + drop as i32 }.encode(kind)
}

/// The value made whole. A zero keeps the sign of what it was made from.
pub fn round_to_integral(kind: FloatKind, mode: IntegralMode, rounding: Rounding, a: u128) -> u128 {
    let round = match mode {
        IntegralMode::Current => rounding.soft(),
        IntegralMode::NearestEven => Round::NearestTiesToEven,
        IntegralMode::NearestAway => Round::NearestTiesToAway,
        IntegralMode::Down => Round::TowardNegative,
        IntegralMode::Up => Round::TowardPositive,
        IntegralMode::Zero => Round::TowardZero,
    };
    nan_of(kind, &[a]).unwrap_or_else(|| with_format!(kind, soft_integral::<_>(round, a)))
}

fn soft_integral<F: Float>(round: Round, a: u128) -> u128 {
    F::from_bits(a).round_to_integral(round).value.to_bits()
}

/// What both remainders share: NaNs, and what is no operation or none to do.
fn special_remainder(kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    let magnitude = |x: u128| x & (sign_bit(kind) - 1);
    if let Some(nan) = nan_of(kind, &[a, b]) {
        return Some(nan);
    }
    if magnitude(a) == infinity(kind) || magnitude(b) == 0 {
        return Some(indefinite_nan(kind));
    }
    (magnitude(b) == infinity(kind) || magnitude(a) == 0).then_some(a)
}

/// `a - n * b` for the quotient `n` cut off to an integer. Exact.
pub fn fmod(kind: FloatKind, a: u128, b: u128) -> u128 {
    if let Some(result) = special_remainder(kind, a, b) {
        return result;
    }
    truncated(kind, a, b).0 | a & sign_bit(kind)
}

/// `a - n * b` for the integer `n` next to the quotient, the even one of two. Exact.
pub fn remainder(kind: FloatKind, a: u128, b: u128) -> u128 {
    if let Some(result) = special_remainder(kind, a, b) {
        return result;
    }
    let positive = |x: u128| x & (sign_bit(kind) - 1);
    let (rest, odd) = truncated(kind, a, b);
    // Beyond one half of the divisor the next quotient is nearer. The difference is exact: the rest is between one half of the divisor and the divisor.
    let beyond = with_format!(kind, compare_to_half::<_>(rest, positive(b)));
    let over = match beyond {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => odd,
        std::cmp::Ordering::Greater => true,
    };
    let signed = if over { with_format!(kind, difference::<_>(rest, positive(b))) } else { rest };
    if signed & (sign_bit(kind) - 1) == 0 { a & sign_bit(kind) } else { signed ^ (a & sign_bit(kind)) }
}

/// The rest of the absolute values, and whether the quotient is odd. By shifts and subtractions, one for each binary digit of the quotient.
fn truncated(kind: FloatKind, a: u128, b: u128) -> (u128, bool) {
    let (x, y) = (Number::of(kind, a), Number::of(kind, b));
    if x.exponent < y.exponent {
        return (a & (sign_bit(kind) - 1), false);
    }
    let mut rest = x.significand;
    let mut odd = false;
    for step in 0..=x.exponent - y.exponent {
        if step > 0 {
            rest <<= 1;
        }
        odd = rest >= y.significand;
        if odd {
            rest -= y.significand;
        }
    }
    (encode_small(kind, rest, y.exponent), odd)
}

/// A number with the exponent of one of the format, but fewer digits: normal, subnormal or zero. Exact.
fn encode_small(kind: FloatKind, significand: u128, exponent: i32) -> u128 {
    if significand == 0 {
        return 0;
    }
    let digits = fraction_bits(kind);
    let up = (significand.leading_zeros() - (127 - digits)) as i32;
    let least = 1 - bias(kind) - digits as i32;
    if exponent - up >= least {
        return Number { significand: significand << up, exponent: exponent - up }.encode(kind);
    }
    // Subnormal: the field of the exponent is zero. The exponent may already be below the least one, by as many zeros as the significand ends with.
    if exponent >= least { significand << (exponent - least) } else { significand >> (least - exponent) }
}

fn compare_to_half<F: Float>(rest: u128, divisor: u128) -> std::cmp::Ordering {
    let (rest, divisor) = (F::from_bits(rest), F::from_bits(divisor));
    // `rest` against `divisor - rest`: neither doubling nor halving, which could overflow or lose a digit. The difference may be rounded, but then it
    // is larger than `rest` by far.
    let other = divisor.sub_r(rest, Round::NearestTiesToEven).value;
    rest.partial_cmp(&other).unwrap_or(std::cmp::Ordering::Less)
}

fn difference<F: Float>(a: u128, b: u128) -> u128 {
    F::from_bits(a).sub_r(F::from_bits(b), Round::NearestTiesToEven).value.to_bits()
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, rounding: Rounding, a: u128, b: u128, c: u128) -> u128 {
    nan_of(kind, &[a, b, c]).unwrap_or_else(|| {
        let result = with_format!(kind, soft_fma::<_>(rounding, a, b, c));
        if is_nan(kind, result) { indefinite_nan(kind) } else { result }
    })
}

fn soft_fma<F: Float>(rounding: Rounding, a: u128, b: u128, c: u128) -> u128 {
    F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), rounding.soft()).value.to_bits()
}
