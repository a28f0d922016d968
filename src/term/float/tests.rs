//! A small format, exhaustively, against exact fractions: all values as multiples of the least subnormal number. The formats of C are compared with the
//! interpreter in `symex`.

use super::{Format, Mode, Rounding};
use crate::testing::Circuit;
use crate::{TermId, TermPool};

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
