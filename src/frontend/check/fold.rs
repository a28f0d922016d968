//! Functions of the library that gcc computes when it compiles, for constant arguments: what each gives. Knows numbers and bytes, nothing of expressions.

use super::math;
use goto::Bits;

/// How a function's value follows from its arguments.
pub(super) enum Pure {
    /// From one integer.
    Number(fn(Bits) -> Option<i128>),
    /// From texts, each with all the bytes that are there, and numbers behind them.
    Text(fn(&[Vec<u8>], &[u128]) -> Option<i128>),
    /// From numbers, by the rules of floating-point arithmetic.
    Math,
}

/// The function of this name, without `__builtin_`.
pub(super) fn pure(name: &str) -> Option<Pure> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = name.trim_end_matches('l');
    let number: fn(Bits) -> Option<i128> = match name {
        "abs" | "labs" | "llabs" | "imaxabs" => |n| n.to_i128(true).checked_abs(),
        "bswap16" | "bswap32" | "bswap64" => |n| Some(i128::from_be_bytes(n.unsigned().to_le_bytes()) as u128 >> (128 - n.width())).map(|n| n as i128),
        _ => match plain {
            // Zero has no first bit.
            "clz" => |n| (!n.is_zero()).then(|| i128::from(n.unsigned().leading_zeros()) - 128 + i128::from(n.width())),
            "ctz" => |n| (!n.is_zero()).then(|| i128::from(n.unsigned().trailing_zeros())),
            "ffs" => |n| Some(if n.is_zero() { 0 } else { i128::from(n.unsigned().trailing_zeros()) + 1 }),
            "popcount" => |n| Some(i128::from(n.unsigned().count_ones())),
            "parity" => |n| Some(i128::from(n.unsigned().count_ones() % 2)),
            "clrsb" => |n| {
                let signed = n.to_i128(true);
                let same = if signed < 0 { (!signed).leading_zeros() } else { signed.leading_zeros() };
                Some(i128::from(same) - 128 + i128::from(n.width()) - 1)
            },
            _ => return text(name).map(Pure::Text).or_else(|| is_math(name).then_some(Pure::Math)),
        },
    };
    Some(Pure::Number(number))
}

type OfTexts = fn(&[Vec<u8>], &[u128]) -> Option<i128>;

fn text(name: &str) -> Option<OfTexts> {
    Some(match name {
        "strlen" => |texts, numbers| match (texts, numbers) {
            ([text], []) => terminated(text, u128::MAX).map(|text| text.len() as i128 - 1),
            _ => None,
        },
        "strcmp" => |texts, numbers| match (texts, numbers) {
            ([a, b], []) => compared(terminated(a, u128::MAX)?, terminated(b, u128::MAX)?),
            _ => None,
        },
        "strncmp" => |texts, numbers| match (texts, numbers) {
            ([a, b], [n]) => compared(terminated(a, *n)?, terminated(b, *n)?),
            _ => None,
        },
        "memcmp" => |texts, numbers| match (texts, numbers) {
            ([a, b], [n]) => {
                let n = usize::try_from(*n).ok()?;
                compared(a.get(..n)?, b.get(..n)?)
            }
            _ => None,
        },
        _ => return None,
    })
}

/// A text with its zero, or so many bytes of it if there is none among them. `None` if it ends before.
fn terminated(text: &[u8], limit: u128) -> Option<&[u8]> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    match text.iter().take(limit).position(|byte| *byte == 0) {
        Some(zero) => text.get(..=zero),
        None => text.get(..limit),
    }
}

/// As gcc computes comparisons: 1, 0 or -1.
fn compared(a: &[u8], b: &[u8]) -> Option<i128> {
    Some(a.cmp(b) as i128)
}

/// Is it a function of numbers to a number?
fn is_math(name: &str) -> bool {
    math::builtin_code(name).is_some_and(|code| {
        let (result, arguments) = code.split_once(':').unwrap_or((&code, ""));
        !result.contains('v') && !arguments.is_empty() && arguments.chars().all(|c| "fdDFHil".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, width: u16, n: i128) -> Option<i128> {
        match pure(name) {
            Some(Pure::Number(compute)) => compute(Bits::from_signed(width, n)),
            _ => None,
        }
    }

    #[test]
    fn numbers_are_those_of_gcc() {
        assert_eq!(number("clz", 32, 1), Some(31));
        assert_eq!(number("__builtin_clzll", 64, 1), Some(63));
        assert_eq!(number("ctz", 32, 8), Some(3));
        assert_eq!(number("ctz", 32, 0), None);
        assert_eq!(number("ffsl", 64, 0), Some(0));
        assert_eq!(number("popcount", 32, -1), Some(32));
        assert_eq!(number("clrsb", 32, -1), Some(31));
        assert_eq!(number("clrsb", 32, 1), Some(30));
        assert_eq!(number("bswap32", 32, 0x0102_0304), Some(0x0403_0201));
        assert_eq!(number("abs", 32, -3), Some(3));
    }

    #[test]
    fn texts_are_compared_up_to_their_zero() {
        let Some(Pure::Text(compute)) = pure("strcmp") else { panic!("strcmp is known") };
        assert_eq!(compute(&[b"a\0x\0".to_vec(), b"a\0y\0".to_vec()], &[]), Some(0));
        assert_eq!(compute(&[b"a\0".to_vec(), b"ab\0".to_vec()], &[]), Some(-1));
        assert_eq!(compute(&[b"ab".to_vec(), b"ab\0".to_vec()], &[]), None);
        let Some(Pure::Text(compute)) = pure("strncmp") else { panic!("strncmp is known") };
        assert_eq!(compute(&[b"ab".to_vec(), b"ac\0".to_vec()], &[1]), Some(0));
    }
}
