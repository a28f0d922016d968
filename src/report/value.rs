//! Values of inputs as the Test-Comp exchange format writes them, in both directions: decimal integers, hexadecimal floats.
//! Knows types and constants, not suites.

use goto::{Bits, FloatKind, Type, TypeId, TypeTable};

/// The value as a harness reads it with `scanf`: decimal by the type's signedness, `_Bool` as 0 or 1, floats exactly as hexadecimal floats.
pub fn to_text(types: &TypeTable, ty: TypeId, value: Bits) -> String {
    match types.get(ty) {
        Type::Float(kind) => float_to_text(*kind, value),
        Type::Int { signed: true, .. } => value.signed().to_string(),
        _ => value.unsigned().to_string(),
    }
}

/// Reads a value back as a C harness on this machine would: integers wrap into their type (signed ones saturate at `long` first),
/// a quoted character is its code. `None` if the text is no value of the type.
pub fn from_text(types: &TypeTable, ty: TypeId, text: &str) -> Option<Bits> {
    let text = text.trim();
    match types.get(ty) {
        Type::Float(kind) => float_from_text(*kind, text),
        Type::Bool => integer_from_text(text).map(|v| Bits::bool(v != 0)),
        Type::Int { bits, signed: true } if *bits <= 64 => {
            let long = types.model().pointer_bits().max(*bits);
            let limit = 1i128 << (long - 1);
            integer_from_text(text).map(|v| Bits::from_signed(*bits, v.clamp(-limit, limit - 1)))
        }
        _ => integer_from_text(text).map(|v| Bits::from_signed(types.scalar_bits(ty).unwrap_or(32), v)),
    }
}

fn integer_from_text(text: &str) -> Option<i128> {
    if let Some(quoted) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return match quoted.as_bytes() {
            [byte] => Some(i128::from(*byte as i8)),
            _ => None,
        };
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<u128>().ok()?,
    };
    Some(if negative { (magnitude as i128).wrapping_neg() } else { magnitude as i128 })
}

/// The fields of a floating-point format: bits of the exponent, bits of the fraction, and whether the leading one is stored.
struct Format {
    exponent: u16,
    fraction: u16,
    explicit: bool,
}

impl Format {
    fn of(kind: FloatKind) -> Self {
        let (exponent, fraction, explicit) = match kind {
            FloatKind::Half => (5, 10, false),
            FloatKind::Single => (8, 23, false),
            FloatKind::Double => (11, 52, false),
            FloatKind::Extended => (15, 63, true),
            FloatKind::Quad => (15, 112, false),
        };
        Self { exponent, fraction, explicit }
    }

    fn bias(&self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// All exponent bits set: infinities and NaNs.
    fn special(&self) -> u128 {
        (1 << self.exponent) - 1
    }

    fn pack(&self, kind: FloatKind, negative: bool, exponent: u128, fraction: u128) -> Bits {
        let leading = u16::from(self.explicit);
        let integer = if self.explicit && exponent != 0 { 1u128 << self.fraction } else { 0 };
        let sign = u128::from(negative) << (kind.bits() - 1);
        Bits::new(kind.bits(), sign | (exponent << (self.fraction + leading)) | integer | fraction)
    }
}

fn float_to_text(kind: FloatKind, value: Bits) -> String {
    let format = Format::of(kind);
    let raw = value.unsigned();
    let sign = if value.bit(kind.bits() - 1) { "-" } else { "" };
    let fraction = raw & ((1 << format.fraction) - 1);
    let exponent = (raw >> (format.fraction + u16::from(format.explicit))) & format.special();
    if exponent == format.special() {
        return if fraction == 0 { format!("{sign}inf") } else { format!("{sign}nan") };
    }
    let leading = if format.explicit { (raw >> format.fraction) & 1 } else { u128::from(exponent != 0) };
    let significand = (leading << format.fraction) | fraction;
    if significand == 0 {
        return format!("{sign}0x0p0");
    }
    // Subnormal numbers are written normalised too: the leading digit is always one.
    let top = 127 - significand.leading_zeros() as i32;
    let power = exponent.max(1) as i32 - format.bias() - i32::from(format.fraction) + top;
    let rest = significand ^ (1 << top);
    let digits = (top as usize).div_ceil(4);
    let hex = format!("{:0digits$x}", rest << (digits as i32 * 4 - top));
    let hex = hex.trim_end_matches('0');
    if hex.is_empty() { format!("{sign}0x1p{power}") } else { format!("{sign}0x1.{hex}p{power}") }
}

fn float_from_text(kind: FloatKind, text: &str) -> Option<Bits> {
    let format = Format::of(kind);
    let (negative, body) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = body.to_ascii_lowercase();
    if lower.starts_with("nan") {
        return Some(format.pack(kind, negative, format.special(), 1 << (format.fraction - 1)));
    }
    if lower == "inf" || lower == "infinity" {
        return Some(format.pack(kind, negative, format.special(), 0));
    }
    if let Some(hex) = lower.strip_prefix("0x") {
        let (significand, power) = hex_float(hex)?;
        return Some(round(kind, negative, significand, power));
    }
    let decimal = lower.trim_end_matches(['f', 'l']);
    if !decimal.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if kind == FloatKind::Single {
        let bits = decimal.parse::<f32>().ok()?.to_bits();
        return Some(Bits::new(32, u128::from(bits) | u128::from(negative) << 31));
    }
    // Decimal values of the wide formats go through `double`; harnesses read no wider ones.
    let bits = decimal.parse::<f64>().ok()?.to_bits();
    if kind == FloatKind::Double {
        return Some(Bits::new(64, u128::from(bits) | u128::from(negative) << 63));
    }
    let exponent = (bits >> 52) as i32;
    let fraction = u128::from(bits & ((1 << 52) - 1));
    match exponent {
        0x7ff => Some(format.pack(kind, negative, format.special(), 0)),
        0 => Some(round(kind, negative, fraction, -1074)),
        _ => Some(round(kind, negative, fraction | 1 << 52, exponent - 1075)),
    }
}

/// The digits after `0x` as significand and power of two. Digits beyond 120 bits only matter for rounding and leave a sticky bit.
fn hex_float(text: &str) -> Option<(u128, i32)> {
    let text = text.trim_end_matches('l');
    let (digits, power) = match text.split_once('p') {
        Some((digits, power)) => (digits, power.trim_end_matches('f').parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (mut significand, mut power, mut seen_point, mut any) = (0u128, power, false, false);
    for c in digits.chars() {
        if c == '.' && !seen_point {
            seen_point = true;
            continue;
        }
        let digit = u128::from(c.to_digit(16)?);
        any = true;
        if significand >> 116 == 0 {
            significand = significand << 4 | digit;
            power = power.checked_sub(if seen_point { 4 } else { 0 })?;
        } else {
            significand |= u128::from(digit != 0);
            power = power.checked_add(if seen_point { 0 } else { 4 })?;
        }
    }
    any.then_some((significand, power))
}

/// `significand * 2^power` in the format, rounded to nearest, ties to even.
fn round(kind: FloatKind, negative: bool, significand: u128, power: i32) -> Bits {
    let format = Format::of(kind);
    if significand == 0 {
        return format.pack(kind, negative, 0, 0);
    }
    let lowest = 1 - format.bias() - i32::from(format.fraction);
    let top = 127 - significand.leading_zeros() as i32;
    // The weight of the last place that the result keeps.
    let place = (power.saturating_add(top) - i32::from(format.fraction)).max(lowest);
    let shift = place.saturating_sub(power);
    let mut kept = match shift {
        ..=0 => significand << -shift,
        1..=127 => {
            let (quotient, rest, half) = (significand >> shift, significand & ((1 << shift) - 1), 1u128 << (shift - 1));
            quotient + u128::from(rest > half || (rest == half && quotient & 1 == 1))
        }
        _ => 0,
    };
    let mut place = place;
    if kept >> (format.fraction + 1) != 0 {
        kept >>= 1;
        place += 1;
    }
    if kept >> format.fraction == 0 {
        return format.pack(kind, negative, 0, kept);
    }
    let exponent = place + i32::from(format.fraction) + format.bias();
    if exponent as u128 >= format.special() {
        return format.pack(kind, negative, format.special(), 0);
    }
    format.pack(kind, negative, exponent as u128, kept & ((1 << format.fraction) - 1))
}

/// The C type of integers of a width, as all data models have it.
pub fn integer_type(bits: u16, signed: bool) -> Option<&'static str> {
    Some(match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::DataModel;

    #[test]
    fn integers_by_signedness() {
        let mut types = TypeTable::new(DataModel::Ilp32);
        let (char, uchar, bool) = (types.int(8, true), types.int(8, false), types.bool());
        let pointer = types.pointer(char);
        assert_eq!(to_text(&types, char, Bits::new(8, 0xff)), "-1");
        assert_eq!(to_text(&types, uchar, Bits::new(8, 0xff)), "255");
        assert_eq!(to_text(&types, bool, Bits::bool(true)), "1");
        assert_eq!(to_text(&types, pointer, Bits::new(32, 0xffff_fff0)), "4294967280");
    }

    #[test]
    fn integers_are_read_as_the_harness_reads_them() {
        let mut types = TypeTable::new(DataModel::Ilp32);
        let (int, uint, char) = (types.int(32, true), types.int(32, false), types.int(8, true));
        assert_eq!(from_text(&types, int, " 4294967295\n"), Some(Bits::new(32, 0x7fff_ffff)));
        assert_eq!(from_text(&types, uint, "-1"), Some(Bits::ones(32)));
        assert_eq!(from_text(&types, char, "'a'"), Some(Bits::new(8, 97)));
        assert_eq!(from_text(&types, int, "0x10u"), Some(Bits::new(32, 16)));
        assert_eq!(from_text(&types, int, "x"), None);
        assert_eq!(from_text(&types, int, ""), None);
    }

    #[test]
    fn doubles_are_exact_both_ways() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let double = types.intern(Type::Float(FloatKind::Double));
        for (value, text) in [
            (12.0, "0x1.8p3"),
            (-0.5, "-0x1p-1"),
            (0.0, "0x0p0"),
            (-0.0, "-0x0p0"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::from_bits(1), "0x1p-1074"),
            (f64::from_bits(3), "0x1.8p-1073"),
            (f64::MAX, "0x1.fffffffffffffp1023"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (0.1, "0x1.999999999999ap-4"),
        ] {
            let bits = Bits::new(64, u128::from(value.to_bits()));
            assert_eq!(to_text(&types, double, bits), text);
            assert_eq!(from_text(&types, double, text), Some(bits), "{text}");
        }
        assert_eq!(to_text(&types, double, Bits::new(64, u128::from(f64::NAN.to_bits()))), "nan");
        assert_eq!(from_text(&types, double, "1e999"), from_text(&types, double, "inf"));
    }

    #[test]
    fn every_format_reads_what_it_writes() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let mut random = goto::Random::new(1);
        for kind in [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::Extended, FloatKind::Quad] {
            let ty = types.intern(Type::Float(kind));
            for _ in 0..2000 {
                let any = u128::from(random.bits()) << 64 | u128::from(random.bits());
                let sparse = Bits::new(kind.bits(), any >> (128 - kind.bits()));
                let text = to_text(&types, ty, sparse);
                let back = from_text(&types, ty, &text);
                if text.contains("nan") || kind == FloatKind::Extended {
                    // Payloads and unnormal numbers have no text; what is read back has the same text.
                    assert_eq!(back.map(|b| to_text(&types, ty, b)), Some(text));
                } else {
                    assert_eq!(back, Some(sparse), "{text}");
                }
            }
        }
    }

    #[test]
    fn rounding_to_single() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let single = types.intern(Type::Float(FloatKind::Single));
        for text in ["0x1.0000010p0", "0x1.0000011p0", "0x1.0000030p0", "0x1.fffffffp127", "0x1p-150", "0x1.8p-150"] {
            // Both significands are exact in double, and the conversion to float rounds to nearest even.
            let (significand, power) = hex_float(text.strip_prefix("0x").unwrap()).unwrap();
            let expected = (significand as f64 * 2f64.powi(power)) as f32;
            assert_eq!(from_text(&types, single, text), Some(Bits::new(32, u128::from(expected.to_bits()))), "{text}");
        }
    }
}
