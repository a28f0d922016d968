//! Scalars as C: the names of their types, constants, conversions. Knows nothing of instructions or memory.

use goto::interp::value::Scalar;
use goto::{Bits, FloatKind};

/// The name of a scalar's type in the translation.
pub(super) fn name(scalar: Scalar) -> &'static str {
    match (scalar, scalar.bits(), scalar.signed()) {
        (Scalar::Bool, ..) => "u8",
        (Scalar::Float(FloatKind::Single), ..) => "f32",
        (Scalar::Float(FloatKind::Double), ..) => "f64",
        (Scalar::Float(FloatKind::Extended), ..) => "f80",
        (Scalar::Float(FloatKind::Quad), ..) => "f128",
        (Scalar::Float(FloatKind::Half), ..) => "f16",
        (_, 8, true) => "i8",
        (_, 8, false) => "u8",
        (_, 16, true) => "i16",
        (_, 16, false) => "u16",
        (_, 32, true) => "i32",
        (_, 32, false) => "u32",
        (_, 128, true) => "i128",
        (_, 128, false) => "u128",
        (_, _, true) => "i64",
        (_, _, false) => "u64",
    }
}

/// Bytes of a scalar that an access touches.
pub(super) fn bytes(scalar: Scalar) -> u64 {
    u64::from(scalar.bits().div_ceil(8))
}

/// Is there a C type for it?
pub(super) fn is_known(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Bool => true,
        Scalar::Float(kind) => kind != FloatKind::Half,
        Scalar::Int { bits, .. } | Scalar::Pointer(bits) => matches!(bits, 8 | 16 | 32 | 64 | 128),
    }
}

/// A constant.
pub(super) fn constant(scalar: Scalar, bits: Bits) -> String {
    let (low, high) = (bits.unsigned() as u64, (bits.unsigned() >> 64) as u64);
    match scalar {
        Scalar::Float(FloatKind::Single | FloatKind::Double) => format!("{}_of({low:#x}UL)", name(scalar)),
        Scalar::Float(_) => format!("{}_of((u128){high:#x}UL << 64 | {low:#x}UL)", name(scalar)),
        _ if scalar.bits() > 64 => format!("(({})((u128){high:#x}UL << 64 | {low:#x}UL))", name(scalar)),
        Scalar::Int { bits: 32, signed: true } if bits.signed() > i128::from(i32::MIN) => format!("({})", bits.signed()),
        _ => format!("(({}){low:#x}UL)", name(scalar)),
    }
}

/// Zero of any scalar type.
pub(super) fn zero(scalar: Scalar) -> String {
    format!("(({})0)", name(scalar))
}

/// A value converted as C converts it.
pub(super) fn cast(from: Scalar, to: Scalar, value: &str) -> String {
    match (from, to) {
        _ if from == to => value.to_owned(),
        (_, Scalar::Bool) => format!("((u8)(({value}) != 0))"),
        (Scalar::Float(_), Scalar::Int { .. } | Scalar::Pointer(_)) => format!("{}_to_{}({value})", name(from), name(to)),
        _ => format!("(({})({value}))", name(to)),
    }
}

/// A value as the 64 or 128 bits that a register of the interpreter holds.
pub(super) fn to_bits(scalar: Scalar, value: &str) -> String {
    match scalar {
        Scalar::Float(_) => format!("bits_{}({value})", name(scalar)),
        _ if scalar.bits() > 64 => format!("((u128)({value}))"),
        _ if scalar.signed() => format!("((u64)(i64)({value}))"),
        _ => format!("((u64)({value}))"),
    }
}

/// The value of which these are the low bits.
pub(super) fn from_bits(scalar: Scalar, bits: &str) -> String {
    match scalar {
        Scalar::Float(_) => format!("{}_of({bits})", name(scalar)),
        Scalar::Bool => format!("((u8)(({bits}) & 1))"),
        _ => format!("(({})({bits}))", name(scalar)),
    }
}

/// A value passed where another type is expected: the same bits.
pub(super) fn reinterpret(from: Scalar, to: Scalar, value: &str) -> String {
    if from == to { value.to_owned() } else { from_bits(to, &to_bits(from, value)) }
}
