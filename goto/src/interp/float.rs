//! Floating-point arithmetic on encodings, as gcc's code for x86-64 computes it: rounding to nearest, conversions to integers
//! that do not fit as the machine instructions answer them. `float` and `double` use the host's IEEE arithmetic, the other formats
//! `rustc_apfloat`. gcc for i386 computes in x87 registers with excess precision (FLT_EVAL_METHOD 2); that is not modelled, ILP32 programs
//! get plain IEEE arithmetic.

use crate::types::FloatKind;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// The four operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// Calls a generic function with the `rustc_apfloat` type of a kind.
macro_rules! with_format {
    ($kind:expr, $function:ident::<_ $(, $more:ty)*>($($arg:expr),*)) => {
        match $kind {
            FloatKind::Half => $function::<Half $(, $more)*>($($arg),*),
            FloatKind::Single => $function::<Single $(, $more)*>($($arg),*),
            FloatKind::Double => $function::<Double $(, $more)*>($($arg),*),
            FloatKind::Extended => $function::<X87DoubleExtended $(, $more)*>($($arg),*),
            FloatKind::Quad => $function::<Quad $(, $more)*>($($arg),*),
        }
    };
}

/// The value of a decimal or, with `0x`, hexadecimal numeral, rounded to nearest, ties to even; too large ones are infinite.
/// `None` if the text is no numeral.
pub fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    with_format!(kind, parse_as::<_>(text))
}

fn parse_as<F: Float>(text: &str) -> Option<u128> {
    F::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.to_bits())
}

/// `a op b`, rounded to nearest, ties to even.
pub fn arithmetic(kind: FloatKind, op: FloatOp, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::Single => u128::from(single(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits()),
        FloatKind::Double => u128::from(double(op, f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits()),
        _ => with_format!(kind, soft_arithmetic::<_>(kind, op, a, b)),
    }
}

/// `a op b` on the host.
pub fn single(op: FloatOp, a: f32, b: f32) -> f32 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    }
}

/// `a op b` on the host.
pub fn double(op: FloatOp, a: f64, b: f64) -> f64 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    }
}

fn soft_arithmetic<F: Float>(kind: FloatKind, op: FloatOp, a: u128, b: u128) -> u128 {
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let made_nan = !x.is_nan() && !y.is_nan();
    let result = match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
    };
    // x86 answers an invalid operation with a negative NaN.
    let sign = if result.value.is_nan() && made_nan { sign_bit(kind) } else { 0 };
    result.value.to_bits() | sign
}

/// The value with the other sign, NaNs too.
pub fn negate(kind: FloatKind, a: u128) -> u128 {
    a ^ sign_bit(kind)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// The order of two values; `None` if one is a NaN. Zeros are equal.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::Single => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        FloatKind::Double => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        _ => with_format!(kind, soft_compare::<_>(a, b)),
    }
}

fn soft_compare<F: Float>(a: u128, b: u128) -> Option<Ordering> {
    F::from_bits(a).partial_cmp(&F::from_bits(b))
}

/// Is the value a zero of either sign?
pub fn is_zero(kind: FloatKind, a: u128) -> bool {
    a & (sign_bit(kind) - 1) == 0
}

/// A value in another format.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    match (from, to) {
        _ if from == to => a,
        (FloatKind::Single, FloatKind::Double) => u128::from(f64::from(f32::from_bits(a as u32)).to_bits()),
        (FloatKind::Double, FloatKind::Single) => u128::from((f64::from_bits(a as u64) as f32).to_bits()),
        _ => match to {
            FloatKind::Half => with_format!(from, soft_convert::<_, Half>(a)),
            FloatKind::Single => with_format!(from, soft_convert::<_, Single>(a)),
            FloatKind::Double => with_format!(from, soft_convert::<_, Double>(a)),
            FloatKind::Extended => with_format!(from, soft_convert::<_, X87DoubleExtended>(a)),
            FloatKind::Quad => with_format!(from, soft_convert::<_, Quad>(a)),
        },
    }
}

fn soft_convert<F: FloatConvert<T>, T: Float>(a: u128) -> u128 {
    let mut loses_info = false;
    F::from_bits(a).convert(&mut loses_info).value.to_bits()
}

/// An integer as a floating-point number, rounded to nearest. A signed value is given as its two's complement of 128 bits.
pub fn from_integer(kind: FloatKind, value: u128, signed: bool) -> u128 {
    match (kind, signed) {
        (FloatKind::Single, true) => u128::from((value as i128 as f32).to_bits()),
        (FloatKind::Single, false) => u128::from((value as f32).to_bits()),
        (FloatKind::Double, true) => u128::from((value as i128 as f64).to_bits()),
        (FloatKind::Double, false) => u128::from((value as f64).to_bits()),
        _ => with_format!(kind, soft_from_integer::<_>(value, signed)),
    }
}

fn soft_from_integer<F: Float>(value: u128, signed: bool) -> u128 {
    let result = if signed { F::from_i128(value as i128) } else { F::from_u128(value) };
    result.value.to_bits()
}

/// A value cut off to an integer of `width` bits, in the low bits of the result; the higher ones are unspecified.
///
/// What does not fit gives what gcc's code for x86-64 gives. The conversion instructions know signed 32- and 64-bit integers (x87 also 16-bit ones)
/// and answer the least value ("integer indefinite") for what they cannot represent; other types are made from these. `__float128` and the
/// 128-bit integers are converted by libgcc.
pub fn to_integer(kind: FloatKind, a: u128, width: u16, signed: bool) -> u128 {
    let whole = with_format!(kind, soft_truncate::<_>(a));
    if kind == FloatKind::Quad {
        return saturated(whole, width.max(32), signed);
    }
    let x87 = kind == FloatKind::Extended;
    match (width, signed) {
        (8, _) | (16, true) if x87 => indefinite(whole, 16),
        (8 | 16, _) | (32, true) => indefinite(whole, 32),
        (32, false) | (64, true) => indefinite(whole, 64),
        (64, false) => unsigned_64(whole),
        _ if kind == FloatKind::Half => saturated(whole, width, signed),
        _ => in_halves(whole, signed, x87),
    }
}

/// The value as an integer as gcc's folding of constant expressions answers, also without optimisation: the nearest one, zero for no number.
pub fn to_integer_folded(kind: FloatKind, a: u128, width: u16, signed: bool) -> u128 {
    match with_format!(kind, soft_truncate::<_>(a)) {
        Whole::Nan => 0,
        whole => saturated(whole, width, signed),
    }
}

/// A value cut off to an integer.
#[derive(Clone, Copy)]
enum Whole {
    Negative(u128),
    /// Zero too.
    Positive(u128),
    /// 2^128 or more in absolute value, or an infinity.
    Huge {
        negative: bool,
    },
    Nan,
}

fn soft_truncate<F: Float>(a: u128) -> Whole {
    let x = F::from_bits(a);
    if x.is_nan() {
        return Whole::Nan;
    }
    let negative = x.is_negative();
    let magnitude = if negative { -x } else { x };
    let mut exact = false;
    let result = magnitude.to_u128_r(128, Round::TowardZero, &mut exact);
    match (result.status.contains(Status::INVALID_OP), negative) {
        (true, _) => Whole::Huge { negative },
        (false, true) => Whole::Negative(result.value),
        (false, false) => Whole::Positive(result.value),
    }
}

/// The answer of a conversion instruction to a signed integer of `width` bits.
fn indefinite(whole: Whole, width: u16) -> u128 {
    let limit = 1u128 << (width - 1);
    match whole {
        Whole::Positive(n) if n < limit => n,
        Whole::Negative(n) if n <= limit => n.wrapping_neg(),
        _ => limit.wrapping_neg(),
    }
}

/// Values from 2^63 are made smaller by 2^63 before the conversion and greater after it.
fn unsigned_64(whole: Whole) -> u128 {
    const TOP: u128 = 1 << 63;
    match whole {
        Whole::Positive(n) if n >= TOP => indefinite(Whole::Positive(n - TOP), 64) ^ TOP,
        Whole::Huge { negative: false } => 0,
        _ => indefinite(whole, 64),
    }
}

/// 128-bit integers, which libgcc makes from two conversions to 64 bits.
fn in_halves(whole: Whole, signed: bool, x87: bool) -> u128 {
    const NONE: u128 = 1 << 63;
    match whole {
        Whole::Positive(n) => n,
        Whole::Negative(n) if signed => n.wrapping_neg(),
        Whole::Negative(_) | Whole::Huge { negative: true } if x87 => 0,
        Whole::Negative(n) if n >> 64 == 0 => indefinite(whole, 64) & u128::from(u64::MAX),
        Whole::Negative(n) => indefinite(Whole::Negative(n >> 64), 64) << 64 | NONE,
        Whole::Huge { negative: true } if !signed => NONE << 64 | NONE,
        Whole::Huge { .. } => 0,
        Whole::Nan => NONE << 64 | NONE,
    }
}

/// The nearest integer of `width` bits.
fn saturated(whole: Whole, width: u16, signed: bool) -> u128 {
    let max = match (width, signed) {
        (128, false) => u128::MAX,
        (_, false) => (1 << width) - 1,
        (_, true) => (1 << (width - 1)) - 1,
    };
    let least = if signed { max + 1 } else { 0 };
    match whole {
        Whole::Positive(n) => n.min(max),
        Whole::Negative(n) => n.min(least).wrapping_neg(),
        Whole::Huge { negative: false } => max,
        Whole::Huge { negative: true } => least.wrapping_neg(),
        Whole::Nan => max,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What gcc 14 gives at -O0 for `(T)x`, `T` being the signed and unsigned integer of 8, 16, 32, 64 bits.
    #[test]
    fn integers_from_floats_as_gcc() {
        let sse: &[(f64, [i128; 8])] = &[
            (-1e3, [24, 24, -1000, 64536, -1000, 4294966296, -1000, 18446744073709550616]),
            (4e4, [64, 64, -25536, 40000, 40000, 40000, 40000, 40000]),
            (-5e9, [0, 0, 0, 0, -2147483648, 3589934592, -5000000000, 18446744068709551616]),
            (1.5e19, [0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 15000000000000000000]),
            (f64::INFINITY, [0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 0]),
            (f64::NAN, [0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 9223372036854775808]),
        ];
        check(FloatKind::Double, sse);
        let x87: &[(f64, [i128; 8])] =
            &[(4e4, [0, 0, -32768, 40000, 40000, 40000, 40000, 40000]), (-4e4, [0, 0, -32768, 25536, -40000, 4294927296, -40000, 18446744073709511616])];
        check(FloatKind::Extended, x87);
        let quad: &[(f64, [i128; 8])] = &[
            (-1e3, [24, 0, -1000, 0, -1000, 0, -1000, 0]),
            (3e9, [-1, 0, -1, 24064, 2147483647, 3000000000, 3000000000, 3000000000]),
            (1e20, [-1, 255, -1, 65535, 2147483647, 4294967295, 9223372036854775807, 18446744073709551615]),
        ];
        check(FloatKind::Quad, quad);
    }

    fn check(kind: FloatKind, expected: &[(f64, [i128; 8])]) {
        for (x, row) in expected {
            let a = convert(FloatKind::Double, kind, u128::from(x.to_bits()));
            for (i, want) in row.iter().enumerate() {
                let (width, signed) = (8 << (i / 2), i % 2 == 0);
                let got = crate::Bits::new(width, to_integer(kind, a, width, signed)).to_i128(signed);
                assert_eq!(got, *want, "{kind:?} {x} to {width} bits, signed {signed}");
            }
        }
    }

    #[test]
    fn wide_integers_from_floats_as_libgcc() {
        let wide = |x: f64, signed| to_integer(FloatKind::Double, u128::from(x.to_bits()), 128, signed);
        assert_eq!(wide(-1e20, true), (-100_000_000_000_000_000_000i128) as u128);
        assert_eq!(wide(-1e20, false), 0xffff_ffff_ffff_fffb_8000_0000_0000_0000);
        assert_eq!(wide(-1000.0, false), 0xffff_ffff_ffff_fc18);
        assert_eq!(wide(2e38, true), 0x9676_9950_b50d_8800 << 64);
        assert_eq!(wide(f64::INFINITY, false), 0);
    }
}
