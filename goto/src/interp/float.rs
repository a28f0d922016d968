//! Floating-point arithmetic on encodings, as gcc's code for x86-64 computes it: conversions to integers that do not fit as the machine
//! instructions answer them, NaNs with the sign and payload that SSE gives. `float` and `double` rounded to nearest use the host's IEEE
//! arithmetic, all else `rustc_apfloat`. gcc for i386 computes in x87 registers with excess precision (FLT_EVAL_METHOD 2); that is not modelled, ILP32 programs
//! get plain IEEE arithmetic.

use crate::types::FloatKind;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// How results are rounded: the modes that a program can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rounding {
    /// Halves to even.
    #[default]
    Nearest,
    Down,
    Up,
    Zero,
}

impl Rounding {
    pub const ALL: [Rounding; 4] = [Rounding::Nearest, Rounding::Down, Rounding::Up, Rounding::Zero];

    /// The mode of an x86 `FE_` constant, as in `Program::rounding`.
    pub fn of_control(value: u128) -> Self {
        Self::ALL[(value >> 10 & 3) as usize]
    }

    pub(super) fn soft(self) -> Round {
        match self {
            Rounding::Nearest => Round::NearestTiesToEven,
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::Zero => Round::TowardZero,
        }
    }
}

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

pub(super) use with_format;

/// The value of a decimal or, with `0x`, hexadecimal numeral, rounded to nearest, ties to even; too large ones are infinite.
/// `None` if the text is no numeral.
pub fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    with_format!(kind, parse_as::<_>(text))
}

fn parse_as<F: Float>(text: &str) -> Option<u128> {
    F::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.to_bits())
}

/// `a op b`, rounded. A NaN among the operands, the first one if both are, is the result, made quiet.
pub fn arithmetic(kind: FloatKind, op: FloatOp, rounding: Rounding, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::Single if rounding == Rounding::Nearest => u128::from(single(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits()),
        FloatKind::Double if rounding == Rounding::Nearest => u128::from(double(op, f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits()),
        _ => nan_of(kind, &[a, b]).unwrap_or_else(|| with_format!(kind, soft_arithmetic::<_>(kind, op, rounding, a, b))),
    }
}

/// `a op b` on the host.
#[inline]
pub fn single(op: FloatOp, a: f32, b: f32) -> f32 {
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    };
    // Rust does not promise which NaN it is.
    if result.is_nan() { f32::from_bits(nan_result(FloatKind::Single, &[a.to_bits().into(), b.to_bits().into()]) as u32) } else { result }
}

/// `a op b` on the host.
#[inline]
pub fn double(op: FloatOp, a: f64, b: f64) -> f64 {
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
    };
    if result.is_nan() { f64::from_bits(nan_result(FloatKind::Double, &[a.to_bits().into(), b.to_bits().into()]) as u64) } else { result }
}

fn soft_arithmetic<F: Float>(kind: FloatKind, op: FloatOp, rounding: Rounding, a: u128, b: u128) -> u128 {
    let (x, y, round) = (F::from_bits(a), F::from_bits(b), rounding.soft());
    let result = match op {
        FloatOp::Add => x.add_r(y, round),
        FloatOp::Sub => x.sub_r(y, round),
        FloatOp::Mul => x.mul_r(y, round),
        FloatOp::Div => x.div_r(y, round),
    };
    if result.value.is_nan() { indefinite_nan(kind) } else { result.value.to_bits() }
}

/// The value with the other sign, NaNs too.
pub fn negate(kind: FloatKind, a: u128) -> u128 {
    a ^ sign_bit(kind)
}

/// The value with the sign of another.
pub fn copy_sign(kind: FloatKind, a: u128, sign: u128) -> u128 {
    a & !sign_bit(kind) | sign & sign_bit(kind)
}

/// The encoding of the least normal number.
pub fn least_normal(kind: FloatKind) -> u128 {
    let leading = u128::from(kind == FloatKind::Extended);
    1 << (fraction_bits(kind) + leading as u32) | leading << 63
}

/// A quiet NaN with a payload, as many digits of it as there are.
pub fn quiet_nan(kind: FloatKind, payload: u128) -> u128 {
    infinity(kind) | quiet_bit(kind) | payload & (quiet_bit(kind) - 1)
}

/// A signalling NaN with a payload; without one it has the digit below the one that makes it quiet.
pub fn signaling_nan(kind: FloatKind, payload: u128) -> u128 {
    let payload = payload & (quiet_bit(kind) - 1);
    infinity(kind) | if payload == 0 { quiet_bit(kind) >> 1 } else { payload }
}

pub(super) fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// Binary digits after the point.
pub(super) fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::Single => 23,
        FloatKind::Double => 52,
        FloatKind::Extended => 63,
        FloatKind::Quad => 112,
    }
}

/// The encoding of infinity.
pub fn infinity(kind: FloatKind) -> u128 {
    let leading = u128::from(kind == FloatKind::Extended);
    let low = fraction_bits(kind) + leading as u32;
    let exponent = (1 << (u32::from(kind.bits()) - 1 - low)) - 1;
    exponent << low | leading << (low - 1)
}

/// The digit that makes a NaN a quiet one.
fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (fraction_bits(kind) - 1)
}

/// What x86 answers to an invalid operation: a negative quiet NaN without payload.
pub fn indefinite_nan(kind: FloatKind) -> u128 {
    sign_bit(kind) | infinity(kind) | quiet_bit(kind)
}

/// An x87 encoding that has no meaning: its leading digit is missing.
fn is_unsupported(kind: FloatKind, a: u128) -> bool {
    kind == FloatKind::Extended && a >> 64 & 0x7fff != 0 && a >> 63 & 1 == 0
}

/// Is the value no number? Encodings without meaning are none either.
pub fn is_nan(kind: FloatKind, a: u128) -> bool {
    a & (sign_bit(kind) - 1) > infinity(kind) || is_unsupported(kind, a)
}

/// A NaN as an operation passes it on.
fn quiet(kind: FloatKind, nan: u128) -> u128 {
    if is_unsupported(kind, nan) { indefinite_nan(kind) } else { nan | quiet_bit(kind) }
}

/// The result of an operation with a NaN among its operands: the first one.
pub(super) fn nan_of(kind: FloatKind, operands: &[u128]) -> Option<u128> {
    operands.iter().find(|&&a| is_nan(kind, a)).map(|&a| quiet(kind, a))
}

#[cold]
fn nan_result(kind: FloatKind, operands: &[u128]) -> u128 {
    nan_of(kind, operands).unwrap_or(indefinite_nan(kind))
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

/// A value in another format, rounded to nearest.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    convert_rounded(from, to, Rounding::Nearest, a)
}

/// A value in another format. A NaN keeps its sign and the first digits of its payload.
pub fn convert_rounded(from: FloatKind, to: FloatKind, rounding: Rounding, a: u128) -> u128 {
    match (from, to) {
        _ if from == to => a,
        _ if is_nan(from, a) => convert_nan(from, to, quiet(from, a)),
        (FloatKind::Single, FloatKind::Double) => u128::from(f64::from(f32::from_bits(a as u32)).to_bits()),
        (FloatKind::Double, FloatKind::Single) if rounding == Rounding::Nearest => u128::from((f64::from_bits(a as u64) as f32).to_bits()),
        _ => match to {
            FloatKind::Half => with_format!(from, soft_convert::<_, Half>(rounding, a)),
            FloatKind::Single => with_format!(from, soft_convert::<_, Single>(rounding, a)),
            FloatKind::Double => with_format!(from, soft_convert::<_, Double>(rounding, a)),
            FloatKind::Extended => with_format!(from, soft_convert::<_, X87DoubleExtended>(rounding, a)),
            FloatKind::Quad => with_format!(from, soft_convert::<_, Quad>(rounding, a)),
        },
    }
}

fn soft_convert<F: FloatConvert<T>, T: Float>(rounding: Rounding, a: u128) -> u128 {
    let mut loses_info = false;
    F::from_bits(a).convert_r(rounding.soft(), &mut loses_info).value.to_bits()
}

fn convert_nan(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    let (old, new) = (fraction_bits(from), fraction_bits(to));
    let payload = a & ((1 << old) - 1);
    let payload = if new >= old { payload << (new - old) } else { payload >> (old - new) };
    let sign = if a & sign_bit(from) != 0 { sign_bit(to) } else { 0 };
    sign | infinity(to) | payload
}

/// An integer as a floating-point number, rounded to nearest. A signed value is given as its two's complement of 128 bits.
pub fn from_integer(kind: FloatKind, value: u128, signed: bool) -> u128 {
    from_integer_rounded(kind, Rounding::Nearest, value, signed)
}

/// As [`from_integer`], rounded in any way.
pub fn from_integer_rounded(kind: FloatKind, rounding: Rounding, value: u128, signed: bool) -> u128 {
    match (kind, signed) {
        _ if rounding != Rounding::Nearest => with_format!(kind, soft_from_integer::<_>(rounding, value, signed)),
        (FloatKind::Single, true) => u128::from((value as i128 as f32).to_bits()),
        (FloatKind::Single, false) => u128::from((value as f32).to_bits()),
        (FloatKind::Double, true) => u128::from((value as i128 as f64).to_bits()),
        (FloatKind::Double, false) => u128::from((value as f64).to_bits()),
        _ => with_format!(kind, soft_from_integer::<_>(rounding, value, signed)),
    }
}

fn soft_from_integer<F: Float>(rounding: Rounding, value: u128, signed: bool) -> u128 {
    let result = if signed { F::from_i128_r(value as i128, rounding.soft()) } else { F::from_u128_r(value, rounding.soft()) };
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
        Truncated::Nan => 0,
        whole => saturated(whole, width, signed),
    }
}

/// A value cut off to an integer.
#[derive(Clone, Copy)]
enum Truncated {
    Negative(u128),
    /// Zero too.
    Positive(u128),
    /// 2^128 or more in absolute value, or an infinity.
    Huge {
        negative: bool,
    },
    Nan,
}

fn soft_truncate<F: Float>(a: u128) -> Truncated {
    let x = F::from_bits(a);
    if x.is_nan() {
        return Truncated::Nan;
    }
    let negative = x.is_negative();
    let magnitude = if negative { -x } else { x };
    let mut exact = false;
    let result = magnitude.to_u128_r(128, Round::TowardZero, &mut exact);
    match (result.status.contains(Status::INVALID_OP), negative) {
        (true, _) => Truncated::Huge { negative },
        (false, true) => Truncated::Negative(result.value),
        (false, false) => Truncated::Positive(result.value),
    }
}

/// The answer of a conversion instruction to a signed integer of `width` bits.
fn indefinite(whole: Truncated, width: u16) -> u128 {
    let limit = 1u128 << (width - 1);
    match whole {
        Truncated::Positive(n) if n < limit => n,
        Truncated::Negative(n) if n <= limit => n.wrapping_neg(),
        _ => limit.wrapping_neg(),
    }
}

/// Values from 2^63 are made smaller by 2^63 before the conversion and greater after it.
fn unsigned_64(whole: Truncated) -> u128 {
    const TOP: u128 = 1 << 63;
    match whole {
        Truncated::Positive(n) if n >= TOP => indefinite(Truncated::Positive(n - TOP), 64) ^ TOP,
        Truncated::Huge { negative: false } => 0,
        _ => indefinite(whole, 64),
    }
}

/// 128-bit integers, which libgcc makes from two conversions to 64 bits.
fn in_halves(whole: Truncated, signed: bool, x87: bool) -> u128 {
    const NONE: u128 = 1 << 63;
    match whole {
        Truncated::Positive(n) => n,
        Truncated::Negative(n) if signed => n.wrapping_neg(),
        Truncated::Negative(_) | Truncated::Huge { negative: true } if x87 => 0,
        Truncated::Negative(n) if n >> 64 == 0 => indefinite(whole, 64) & u128::from(u64::MAX),
        Truncated::Negative(n) => indefinite(Truncated::Negative(n >> 64), 64) << 64 | NONE,
        Truncated::Huge { negative: true } if !signed => NONE << 64 | NONE,
        Truncated::Huge { .. } => 0,
        Truncated::Nan => NONE << 64 | NONE,
    }
}

/// The nearest integer of `width` bits.
fn saturated(whole: Truncated, width: u16, signed: bool) -> u128 {
    let max = match (width, signed) {
        (128, false) => u128::MAX,
        (_, false) => (1 << width) - 1,
        (_, true) => (1 << (width - 1)) - 1,
    };
    let least = if signed { max + 1 } else { 0 };
    match whole {
        Truncated::Positive(n) => n.min(max),
        Truncated::Negative(n) => n.min(least).wrapping_neg(),
        Truncated::Huge { negative: false } => max,
        Truncated::Huge { negative: true } => least.wrapping_neg(),
        Truncated::Nan => max,
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
