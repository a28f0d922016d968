//! Circuits under assignments against the interpreter's arithmetic, and small formats, exhaustively, against exact fractions.

use super::{Format, Mode, Rounding};
use crate::term::testing::Random;
use crate::term::{TermId, TermPool, eval};
use goto::interp::float::{self, FloatOp};
use goto::interp::ieee;
use goto::{Bits, FloatKind, IntegralMode};
use rustc_hash::FxHashMap;

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
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
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

/// A circuit over variables.
struct Circuit {
    pool: TermPool,
    inputs: Vec<TermId>,
    output: TermId,
}

impl Circuit {
    fn new(widths: &[u16], make: impl FnOnce(&mut TermPool, &[TermId]) -> TermId) -> Self {
        let mut pool = TermPool::new();
        let inputs: Vec<TermId> = widths.iter().enumerate().map(|(i, &w)| pool.var(&format!("x{i}"), w)).collect();
        let output = make(&mut pool, &inputs);
        Self { pool, inputs, output }
    }

    fn value(&self, operands: &[u128]) -> u128 {
        let model: FxHashMap<TermId, Bits> = self.inputs.iter().zip(operands).map(|(&v, &x)| (v, Bits::new(self.pool.width(v), x))).collect();
        eval::eval(&self.pool, &model, self.output).unsigned()
    }
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
                    let n = random.bits(width);
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

/// All values of a small format as multiples of the least subnormal number.
mod small {
    use super::*;

    const FORMAT: Format = Format::new(3, 3);
    const ENCODINGS: u128 = 64;
    const INFINITE: u128 = 0b1_1100;

    /// The absolute value in units of the least one; infinity is what would come after the greatest number.
    fn magnitude(a: u128) -> i128 {
        let (field, fraction) = ((a & 31) >> 2, (a & 3) as i128);
        if field == 0 { fraction } else { (4 + fraction) << (field - 1) }
    }

    fn value(a: u128) -> i128 {
        if a & 32 == 0 { magnitude(a) } else { -magnitude(a) }
    }

    fn is_nan(a: u128) -> bool {
        a & 31 > INFINITE
    }

    /// Rounds the exact value `numerator / denominator` by looking at all numbers.
    fn round(numerator: i128, denominator: i128, mode: Rounding, zero_sign: bool) -> u128 {
        let negative = numerator < 0 || numerator == 0 && zero_sign;
        let exact = numerator.abs();
        // The greatest number that is not above, and the next one, which may be infinity.
        let below = (0..INFINITE).rev().find(|&a| magnitude(a) * denominator <= exact).unwrap_or(0);
        let (low, high) = (magnitude(below) * denominator, magnitude(below + 1) * denominator);
        let (down, up) = (exact - low, high - exact);
        let away = match mode {
            Rounding::NearestEven => down > up || down == up && below & 1 == 1,
            Rounding::NearestAway => down >= up,
            Rounding::Up => !negative,
            Rounding::Down => negative,
            Rounding::Zero => false,
        };
        let result = if down > 0 && away { below + 1 } else { below };
        result | if negative { 32 } else { 0 }
    }

    const ALL: [Rounding; 5] = [Rounding::NearestEven, Rounding::NearestAway, Rounding::Down, Rounding::Up, Rounding::Zero];

    fn circuit(mode: Rounding, make: impl Fn(&mut TermPool, Mode, TermId, TermId) -> TermId) -> Circuit {
        Circuit::new(&[6, 6], |pool, x| {
            let mode = pool.float_mode(mode);
            make(pool, mode, x[0], x[1])
        })
    }

    #[test]
    fn every_sum_product_and_quotient() {
        for mode in ALL {
            let add = circuit(mode, |pool, mode, a, b| pool.float_add(FORMAT, mode, a, b));
            let mul = circuit(mode, |pool, mode, a, b| pool.float_mul(FORMAT, mode, a, b));
            let div = circuit(mode, |pool, mode, a, b| pool.float_div(FORMAT, mode, a, b));
            for a in 0..ENCODINGS {
                for b in 0..ENCODINGS {
                    if a & 31 >= INFINITE || b & 31 >= INFINITE {
                        continue;
                    }
                    let signs = (a ^ b) & 32 != 0;
                    let zero_sign = if signs || value(a) != 0 { mode == Rounding::Down } else { a & 32 != 0 };
                    assert_eq!(add.value(&[a, b]), round(value(a) + value(b), 1, mode, zero_sign), "{mode:?} {a:b} + {b:b}");
                    // A unit is 2^-4.
                    assert_eq!(mul.value(&[a, b]), round(value(a) * value(b), 16, mode, signs), "{mode:?} {a:b} * {b:b}");
                    if value(b) != 0 {
                        let (n, d) = (value(a) * 16 * value(b).signum(), value(b).abs());
                        assert_eq!(div.value(&[a, b]), round(n, d, mode, signs), "{mode:?} {a:b} / {b:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_fused_product() {
        for mode in ALL {
            let fma = Circuit::new(&[6, 6, 6], |pool, x| {
                let mode = pool.float_mode(mode);
                pool.float_fma(FORMAT, mode, [x[0], x[1], x[2]])
            });
            for n in 0..ENCODINGS * ENCODINGS * ENCODINGS {
                let (a, b, c) = (n & 63, n >> 6 & 63, n >> 12);
                if [a, b, c].iter().any(|x| x & 31 >= INFINITE) || n % 7 != mode as u128 {
                    continue;
                }
                let product = value(a) * value(b);
                let sign = (a ^ b) & 32 != 0;
                let zero_sign = if product == 0 && value(c) == 0 && sign == (c & 32 != 0) { sign } else { mode == Rounding::Down };
                assert_eq!(fma.value(&[a, b, c]), round(product + 16 * value(c), 16, mode, zero_sign), "{mode:?} {a:b} * {b:b} + {c:b}");
            }
        }
    }

    #[test]
    fn every_root_and_integral_value() {
        for mode in ALL {
            let root = circuit(mode, |pool, mode, a, _| pool.float_sqrt(FORMAT, mode, a));
            let whole = circuit(mode, |pool, mode, a, _| pool.float_round_to_integral(FORMAT, mode, a));
            for a in (0..ENCODINGS).filter(|&a| !is_nan(a) && a & 31 != INFINITE) {
                if a < 32 {
                    // The root of n units is sqrt(16 n) units; in a large multiple, cut off, the ties and order to all numbers are kept.
                    let scaled = (value(a) << 44).isqrt() + i128::from((value(a) << 44).isqrt().pow(2) != value(a) << 44);
                    let exact = if (value(a) << 44).isqrt().pow(2) == value(a) << 44 { scaled } else { scaled * 2 - 1 };
                    let scale = if exact == scaled { 1 << 20 } else { 1 << 21 };
                    assert_eq!(root.value(&[a, 0]), round(exact, scale, mode, false), "{mode:?} sqrt {a:b}");
                }
                // A unit of one is 16 of the least: all numbers that are whole, or one more than the greatest number, which is 14.
                let n = value(a);
                let (low, rest) = (n.div_euclid(16), n.rem_euclid(16));
                let up = match mode {
                    Rounding::NearestEven => rest > 8 || rest == 8 && low & 1 == 1,
                    Rounding::NearestAway => rest > 8 || rest == 8 && n > 0,
                    Rounding::Up => rest > 0,
                    Rounding::Down => false,
                    Rounding::Zero => n < 0 && rest > 0,
                };
                let want = round((low + i128::from(up)) * 16, 1, mode, a & 32 != 0);
                assert_eq!(whole.value(&[a, 0]), want, "{mode:?} whole {a:b}");
            }
        }
    }
}
