//! Formats of `printf`, `scanf` and their kin against the arguments, as C11 7.21.6 defines them, with the extensions of glibc. Constant formats only; others the
//! models read at run time.

use super::verifier::string_literal;
use super::{Call, plain_name};
use crate::lower::FunctionLowering;
use crate::tree::Format;
use goto::{ExprId, FloatKind, PropertyClass, Type, TypeId};

pub(super) const CONVERSION: &str = "a format with an invalid conversion";
const FEW: &str = "a format with more conversions than arguments";
const TYPE: &str = "an argument that does not fit its conversion in the format";

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// An integer of so many bits.
    Int(u16),
    Float(FloatKind),
    /// Any pointer.
    Pointer,
    /// A pointer to an integer of so many bits, or to anything.
    ToInt(u16),
    ToFloat(FloatKind),
    ToPointer,
}

/// The format among the arguments of a function of the library.
fn of_library(name: &str) -> Option<Format> {
    let (scan, text, first) = match name {
        "printf" => (false, 0, 1),
        "fprintf" | "dprintf" | "sprintf" | "asprintf" | "syslog" | "__printf_chk" => (false, 1, 2),
        "snprintf" | "__fprintf_chk" => (false, 2, 3),
        "__sprintf_chk" => (false, 3, 4),
        "__snprintf_chk" => (false, 4, 5),
        "vprintf" => (false, 0, 0),
        "vfprintf" | "vsprintf" | "vdprintf" | "vasprintf" => (false, 1, 0),
        "vsnprintf" => (false, 2, 0),
        "scanf" => (true, 0, 1),
        "fscanf" | "sscanf" => (true, 1, 2),
        "vscanf" => (true, 0, 0),
        "vfscanf" | "vsscanf" => (true, 1, 0),
        _ => return None,
    };
    Some(Format { scan, text, first })
}

/// Notes what a call demands of its format.
pub(super) fn of_call(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let function = &to.unit.functions[call.id];
    let plain = plain_name(&function.name);
    let plain = plain.strip_prefix("__isoc99_").or_else(|| plain.strip_prefix("__isoc23_")).unwrap_or(plain);
    let library = if function.body.is_none() { of_library(plain) } else { None };
    let Some(format) = function.demands.format.or(library) else { return };
    let Some(text) = call.exprs.get(format.text).and_then(|e| string_literal(to, e)) else { return };
    let wrong = match conversions(&text, format.scan, to.unit.program.model().pointer_bits()) {
        None => Some(CONVERSION),
        // The arguments are in a list that is not known here.
        Some(_) if format.first == 0 => None,
        Some(Arguments::ByNumber) => None,
        Some(Arguments::InOrder(expected)) => {
            let given = call.args.get(format.first..).unwrap_or_default();
            let fits = |(&arg, &wanted): (&ExprId, &Expected)| fits(to, to.ty(arg), wanted);
            if !given.iter().zip(&expected).all(fits) { Some(TYPE) } else { (given.len() < expected.len()).then_some(FEW) }
        }
    };
    if let Some(text) = wrong {
        let never = to.build().truth(false);
        to.demand(PropertyClass::Format, text, never);
    }
}

fn fits(to: &FunctionLowering<'_, '_>, ty: TypeId, wanted: Expected) -> bool {
    let types = &to.unit.program.types;
    let target = match types.get(ty) {
        Type::Pointer(target) => Some(types.get(*target)),
        _ => None,
    };
    match (wanted, types.get(ty), target) {
        (Expected::Int(bits), Type::Int { bits: own, .. }, _) => bits == *own,
        (Expected::Float(kind), Type::Float(own), _) => kind == *own,
        (Expected::Pointer, _, Some(_)) => true,
        // A pointer to void is passed as one to characters is.
        (Expected::ToInt(8), _, Some(Type::Void | Type::Bool)) => true,
        (Expected::ToInt(bits), _, Some(Type::Int { bits: own, .. })) => bits == *own,
        (Expected::ToFloat(kind), _, Some(Type::Float(own))) => kind == *own,
        (Expected::ToPointer, _, Some(Type::Pointer(_))) => true,
        _ => false,
    }
}

enum Arguments {
    InOrder(Vec<Expected>),
    ByNumber,
}

/// What the conversions of a format expect; `None` if one of them is invalid.
fn conversions(format: &str, scan: bool, long: u16) -> Option<Arguments> {
    let mut expected = Vec::new();
    let mut rest = format.as_bytes();
    while let Some(at) = rest.iter().position(|b| *b == b'%') {
        rest = &rest[at + 1..];
        let end = rest.iter().position(|b| !b"-+ #0123456789.*'Ihlqjzt$Lm".contains(b) || !scan && *b == b'm')?;
        let (spec, letter) = (&rest[..end], rest[end]);
        rest = &rest[end + 1..];
        if spec.contains(&b'$') {
            return Some(Arguments::ByNumber);
        }
        if letter == b'[' {
            // A bracket that comes first belongs to the set.
            let first = usize::from(rest.first() == Some(&b'^'));
            let close = rest.get(first + 1..)?.iter().position(|b| *b == b']')?;
            rest = &rest[first + 1 + close + 1..];
        }
        if scan { scanned(spec, letter, long, &mut expected)? } else { printed(spec, letter, long, &mut expected)? }
    }
    Some(Arguments::InOrder(expected))
}

/// The letters before the conversion's own that say how wide the argument is.
fn length(spec: &[u8]) -> &str {
    let start = spec.iter().position(|b| b"hlqjztL".contains(b)).unwrap_or(spec.len());
    // They are ASCII.
    std::str::from_utf8(&spec[start..]).unwrap_or("")
}

fn integer(length: &str, long: u16, narrow: bool) -> Option<u16> {
    Some(match length {
        "" => 32,
        "hh" => {
            if narrow {
                8
            } else {
                32
            }
        }
        "h" => {
            if narrow {
                16
            } else {
                32
            }
        }
        "l" | "z" | "t" => long,
        "ll" | "q" | "j" | "L" => 64,
        _ => return None,
    })
}

fn printed(spec: &[u8], letter: u8, long: u16, expected: &mut Vec<Expected>) -> Option<()> {
    expected.extend(spec.iter().filter(|b| **b == b'*').map(|_| Expected::Int(32)));
    let length = length(spec);
    let flags: &[u8] = &spec[..spec.iter().position(|b| !b"-+ #0'I".contains(b)).unwrap_or(spec.len())];
    let (alternative, zero, precise) = (flags.contains(&b'#'), flags.contains(&b'0'), spec.contains(&b'.'));
    match letter {
        b'd' | b'i' if !alternative => expected.push(Expected::Int(integer(length, long, false)?)),
        b'u' if !alternative => expected.push(Expected::Int(integer(length, long, false)?)),
        b'o' | b'x' | b'X' => expected.push(Expected::Int(integer(length, long, false)?)),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => match length {
            "" | "l" => expected.push(Expected::Float(FloatKind::Double)),
            "L" => expected.push(Expected::Float(FloatKind::Extended)),
            _ => return None,
        },
        b'c' | b'C' if !alternative && !zero && !precise && matches!(length, "" | "l") => expected.push(Expected::Int(32)),
        b's' | b'S' if !alternative && !zero && matches!(length, "" | "l") => {
            expected.push(Expected::ToInt(if length == "l" || letter == b'S' { 32 } else { 8 }));
        }
        b'p' if !alternative && !zero && !precise && length.is_empty() => expected.push(Expected::Pointer),
        b'n' if flags.is_empty() && !precise => expected.push(Expected::ToInt(integer(length, long, true)?)),
        b'm' if length.is_empty() => {}
        b'%' => {}
        _ => return None,
    }
    Some(())
}

fn scanned(spec: &[u8], letter: u8, long: u16, expected: &mut Vec<Expected>) -> Option<()> {
    let length = length(spec).trim_end_matches('m');
    let wanted = match letter {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'n' => Expected::ToInt(integer(length, long, true)?),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Expected::ToFloat(match length {
            "" => FloatKind::Single,
            "l" => FloatKind::Double,
            "L" => FloatKind::Extended,
            _ => return None,
        }),
        b's' | b'c' | b'[' if spec.contains(&b'm') => Expected::ToPointer,
        b's' | b'c' | b'[' => match length {
            "" => Expected::ToInt(8),
            "l" => Expected::ToInt(32),
            _ => return None,
        },
        b'S' | b'C' => Expected::ToInt(32),
        b'p' if length.is_empty() => Expected::ToPointer,
        b'%' => return Some(()),
        _ => return None,
    };
    if !spec.contains(&b'*') {
        expected.push(wanted);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: &str, scan: bool) -> Option<Vec<Expected>> {
        match conversions(format, scan, 64)? {
            Arguments::InOrder(expected) => Some(expected),
            Arguments::ByNumber => None,
        }
    }

    #[test]
    fn what_conversions_expect() {
        use Expected as E;
        assert_eq!(of("x = %-5d, %% %+.3lf %s\n", false), Some(vec![E::Int(32), E::Float(FloatKind::Double), E::ToInt(8)]));
        assert_eq!(of("%*.*ld%hhn%Lf", false), Some(vec![E::Int(32), E::Int(32), E::Int(64), E::ToInt(8), E::Float(FloatKind::Extended)]));
        assert_eq!(of("100%", false), None);
        assert_eq!(of("%y", false), None);
        assert_eq!(of("%#d", false), None);
        assert_eq!(of("%m", false), Some(vec![]));
        assert_eq!(of("%d%*d%lf%[]a]%ms", true), Some(vec![E::ToInt(32), E::ToFloat(FloatKind::Double), E::ToInt(8), E::ToPointer]));
        assert_eq!(of("%[abc", true), None);
    }
}
