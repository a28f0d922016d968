//! The circuits of `term::float` under assignments against the interpreter's arithmetic.

use goto::Random;
use goto::interp::float::{self, FloatOp};
use goto::interp::ieee;
use goto::{FloatKind, IntegralMode};
use term::float::{Format, Mode, Rounding};
use term::testing::{Circuit, bits};
use term::{TermId, TermPool};

const KINDS: [(FloatKind, Format); 5] = [
    (FloatKind::Half, Format::HALF),
    (FloatKind::Single, Format::SINGLE),
    (FloatKind::Double, Format::DOUBLE),
    (FloatKind::Extended, Format::EXTENDED),
    (FloatKind::Quad, Format::QUAD),
];

const MODES: [(float::Rounding, Rounding); 4] = [
    (float::Rounding::Nearest, Rounding::NearestEven),
    (float::Rounding::Down, Rounding::Down),
    (float::Rounding::Up, Rounding::Up),
    (float::Rounding::Zero, Rounding::Zero),
];

/// An encoding that is likely to be special, or near the other.
fn encoding(random: &mut Random, format: Format, near: u128) -> u128 {
    let width = format.width();
    let any = u128::from(random.bits()) << 64 | u128::from(random.bits());
    let fraction = format.digits - u16::from(!format.explicit);
    let field = (1u128 << format.exponent) - 1;
    let sign = u128::from(random.below(2) == 0) << (width - 1);
    // Mostly the encodings with a leading digit where the format writes it.
    let leading = if format.explicit && random.below(8) != 0 { 1u128 << 63 } else { 0 };
    let bits = match random.below(12) {
        0 => 0,
        1 => field << fraction,
        2 => (field << fraction) | any & 3 | 1 << (fraction / 2),
        3 => any & ((1 << fraction) - 1),
        4 => (any & 7) | (any >> 60 & 3) << fraction,
        5 => (field - 1 - (any & 1)) << fraction | (any >> 8) & ((1 << fraction) - 1),
        // Exponents around one and few digits.
        6 => (field / 2 + (any & 15)).wrapping_sub(8) << fraction | (any >> 9 & 7) << (fraction - 3),
        7 => (field / 2 + (any & 3)).wrapping_sub(1) << fraction | ((1 << fraction) - 1) & any >> 9,
        8 => near.wrapping_add(any & 3).wrapping_sub(1),
        9 => near.wrapping_add((any & 3) << fraction) ^ (any >> 9 & 1),
        10 => (field / 2 + (any % u128::from(2 * format.digits))) << fraction | ((1 << fraction) - 1) & any >> 9,
        _ => any,
    };
    let bits = bits & ((1 << (width - 1)) - 1);
    let bits = if bits >> fraction == 0 { bits } else { bits | leading };
    bits | sign
}

/// Compares a circuit of floats with a function on random operands.
fn agree(what: &str, format: Format, n: usize, make: impl FnOnce(&mut TermPool, &[TermId]) -> TermId, want: impl Fn(&[u128]) -> u128) {
    let circuit = Circuit::new(&vec![format.width(); n], make);
    let mut random = Random::new(what.len() as u64 * 7919 + u64::from(format.digits));
    for _ in 0..400 {
        let mut operands: Vec<u128> = Vec::new();
        for _ in 0..n {
            let near = operands.last().copied().unwrap_or(1 << (format.width() / 2));
            operands.push(encoding(&mut random, format, near));
        }
        let (got, want) = (circuit.value(&operands), want(&operands));
        assert_eq!(got, want, "{what} {format:?} {operands:x?}: {got:x}, expected {want:x}");
    }
}

fn for_all(check: impl Fn(FloatKind, Format, float::Rounding, Rounding)) {
    for (kind, format) in KINDS {
        for (rounding, mode) in MODES {
            check(kind, format, rounding, mode);
        }
    }
}

#[test]
fn arithmetic_is_the_interpreters() {
    for_all(|kind, format, rounding, mode| {
        type Make = fn(&mut TermPool, Format, Mode, TermId, TermId) -> TermId;
        let operations: [(FloatOp, Make); 4] = [
            (FloatOp::Add, TermPool::float_add),
            (FloatOp::Sub, TermPool::float_sub),
            (FloatOp::Mul, TermPool::float_mul),
            (FloatOp::Div, TermPool::float_div),
        ];
        for (op, make) in operations {
            agree(
                &format!("{op:?} {mode:?}"),
                format,
                2,
                |pool, x| {
                    let mode = pool.float_mode(mode);
                    make(pool, format, mode, x[0], x[1])
                },
                |x| float::arithmetic(kind, op, rounding, x[0], x[1]),
            );
        }
    });
}

#[test]
fn roots_and_fused_products_are_the_interpreters() {
    for_all(|kind, format, rounding, mode| {
        agree(
            &format!("sqrt {mode:?}"),
            format,
            1,
            |pool, x| {
                let mode = pool.float_mode(mode);
                pool.float_sqrt(format, mode, x[0])
            },
            |x| ieee::sqrt(kind, rounding, x[0]),
        );
        if format.digits <= 61 {
            agree(
                &format!("fma {mode:?}"),
                format,
                3,
                |pool, x| {
                    let mode = pool.float_mode(mode);
                    pool.float_fma(format, mode, [x[0], x[1], x[2]])
                },
                |x| ieee::fma(kind, rounding, x[0], x[1], x[2]),
            );
        }
    });
}

#[test]
fn the_mode_may_be_a_variable() {
    let format = Format::SINGLE;
    let circuit = Circuit::new(&[32, 32, 2], |pool, x| {
        let mode = pool.float_mode_of(x[2]);
        pool.float_mul(format, mode, x[0], x[1])
    });
    let mut random = Random::new(5);
    for round in 0..800 {
        let (a, b) = (encoding(&mut random, format, 0), encoding(&mut random, format, 1));
        let want = float::arithmetic(FloatKind::Single, FloatOp::Mul, float::Rounding::ALL[round % 4], a, b);
        assert_eq!(circuit.value(&[a, b, (round % 4) as u128]), want, "{a:x} * {b:x}");
    }
}

#[test]
fn integral_values_are_the_interpreters() {
    let modes = [
        (IntegralMode::NearestEven, Rounding::NearestEven),
        (IntegralMode::NearestAway, Rounding::NearestAway),
        (IntegralMode::Down, Rounding::Down),
        (IntegralMode::Up, Rounding::Up),
        (IntegralMode::Zero, Rounding::Zero),
    ];
    for (kind, format) in KINDS {
        for (integral, mode) in modes {
            agree(
                &format!("integral {mode:?}"),
                format,
                1,
                |pool, x| {
                    let mode = pool.float_mode(mode);
                    pool.float_round_to_integral(format, mode, x[0])
                },
                |x| ieee::round_to_integral(kind, integral, float::Rounding::Nearest, x[0]),
            );
        }
    }
}

#[test]
fn remainders_are_the_interpreters() {
    for (kind, format) in [(FloatKind::Half, Format::HALF), (FloatKind::Single, Format::SINGLE), (FloatKind::Double, Format::DOUBLE)] {
        for nearest in [false, true] {
            for part in [true, false] {
                // Where the circuit says that it is not exact, nothing is compared.
                let make = |pool: &mut TermPool, x: &[TermId]| {
                    let steps = if format == Format::DOUBLE { 70 } else { 300 };
                    let result = if nearest { pool.float_remainder(format, x[0], x[1], steps) } else { pool.float_fmod(format, x[0], x[1], steps) };
                    if part { result.value } else { result.exact }
                };
                if !part {
                    assert!(format == Format::DOUBLE || Circuit::new(&[format.width(); 2], make).value(&[1, 1]) == 1);
                    continue;
                }
                let exact = Circuit::new(&[format.width(); 2], |pool, x| {
                    let steps = if format == Format::DOUBLE { 70 } else { 300 };
                    pool.float_fmod(format, x[0], x[1], steps).exact
                });
                let value = Circuit::new(&[format.width(); 2], make);
                let mut random = Random::new(77);
                let mut compared = 0;
                for _ in 0..300 {
                    let a = encoding(&mut random, format, 0);
                    let b = encoding(&mut random, format, a);
                    if exact.value(&[a, b]) == 0 {
                        continue;
                    }
                    compared += 1;
                    let want = if nearest { ieee::remainder(kind, a, b) } else { ieee::fmod(kind, a, b) };
                    assert_eq!(value.value(&[a, b]), want, "{kind:?} nearest {nearest} {a:x} {b:x}");
                }
                assert!(compared > 100);
            }
        }
    }
}

#[test]
fn conversions_are_the_interpreters() {
    for_all(|kind, format, rounding, mode| {
        for (to, other) in KINDS.into_iter().filter(|&(to, _)| to != kind) {
            agree(
                &format!("to {to:?} {mode:?}"),
                format,
                1,
                |pool, x| {
                    let mode = pool.float_mode(mode);
                    pool.float_convert(format, other, mode, x[0])
                },
                |x| float::convert_rounded(kind, to, rounding, x[0]),
            );
        }
        for width in [8, 16, 32, 64, 128] {
            for signed in [false, true] {
                let circuit = Circuit::new(&[width], |pool, x| {
                    let mode = pool.float_mode(mode);
                    pool.float_from_integer(format, mode, x[0], signed)
                });
                let mut random = Random::new(u64::from(width));
                for _ in 0..60 {
                    let n = bits(&mut random, width);
                    let wide = if signed { n.signed() as u128 } else { n.unsigned() };
                    assert_eq!(circuit.value(&[n.unsigned()]), float::from_integer_rounded(kind, rounding, wide, signed), "{kind:?} {n:?} {signed}");
                }
            }
        }
    });
}

#[test]
fn comparisons_are_the_interpreters() {
    use std::cmp::Ordering::{Equal, Less};
    for (kind, format) in KINDS {
        let order = |x: &[u128]| float::compare(kind, x[0], x[1]);
        agree("eq", format, 2, |pool, x| pool.float_eq(format, x[0], x[1]), |x| (order(x) == Some(Equal)).into());
        agree("lt", format, 2, |pool, x| pool.float_lt(format, x[0], x[1]), |x| (order(x) == Some(Less)).into());
        agree("le", format, 2, |pool, x| pool.float_le(format, x[0], x[1]), |x| matches!(order(x), Some(Less | Equal)).into());
        agree("nan", format, 1, |pool, x| pool.float_is_nan(format, x[0]), |x| float::is_nan(kind, x[0]).into());
    }
}
