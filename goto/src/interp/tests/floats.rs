//! Operations of IEEE 754 against the host and against each other.

use super::super::float::{self, FloatOp, Rounding};
use super::super::ieee;
use super::builder::Builder;
use crate::*;
use proptest::prelude::*;

/// Encodings with exponents near each other and special ones.
fn encoding() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        (any::<u64>(), 0u64..8).prop_map(|(x, e)| x & 0x800f_ffff_ffff_ffff | (1020 + e) << 52),
        (any::<u64>(), 0u64..3).prop_map(|(x, e)| x & 0x800f_ffff_ffff_ffff | e << 52),
        (any::<i32>()).prop_map(|n| f64::from(n).to_bits()),
        (-20i32..20).prop_map(|n| (f64::from(n) / 2.0).to_bits()),
        prop::sample::select(vec![0, 1 << 63, 0x7ff << 52, 0xfff << 52, 0x7ff8 << 48, 0x7fef_ffff_ffff_ffff, 1, 0x10_0000_0000_0000]),
    ]
}

unsafe extern "C" {
    safe fn remainder(x: f64, y: f64) -> f64;
    safe fn rint(x: f64) -> f64;
    safe fn remainderf(x: f32, y: f32) -> f32;
}

fn same64(got: u128, want: f64) -> bool {
    got == u128::from(want.to_bits()) || f64::from_bits(got as u64).is_nan() && want.is_nan()
}

fn same32(got: u128, want: f32) -> bool {
    got == u128::from(want.to_bits()) || f32::from_bits(got as u32).is_nan() && want.is_nan()
}

/// A double as the format of its name, exactly where it fits.
fn to(kind: FloatKind, x: f64) -> u128 {
    float::convert(FloatKind::Double, kind, x.to_bits().into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn doubles_agree_with_the_host(a in encoding(), b in encoding(), c in encoding()) {
        use IntegralMode::*;
        let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
        let (a, b, c) = (u128::from(a), u128::from(b), u128::from(c));
        let (kind, nearest) = (FloatKind::Double, Rounding::Nearest);
        prop_assert!(same64(ieee::sqrt(kind, nearest, a), x.sqrt()));
        prop_assert!(same64(ieee::fmod(kind, a, b), x % y), "{x:e} % {y:e}");
        // Of zeros IEEE 754 says that they have the sign of x; glibc 2.36 does not always.
        let rest = remainder(x, y);
        let rest = if rest == 0.0 { 0f64.copysign(x) } else { rest };
        prop_assert!(same64(ieee::remainder(kind, a, b), rest), "remainder {x:e} {y:e}");
        prop_assert!(same64(ieee::fma(kind, nearest, a, b, c), x.mul_add(y, z)), "{x:e} * {y:e} + {z:e}");
        for (mode, want) in [(Current, rint(x)), (NearestEven, rint(x)), (NearestAway, x.round()), (Down, x.floor()), (Up, x.ceil()), (Zero, x.trunc())] {
            prop_assert!(same64(ieee::round_to_integral(kind, mode, nearest, a), want), "{mode:?} {x:e}");
        }
    }

    #[test]
    fn singles_agree_with_the_host(a in encoding(), b in encoding(), c in encoding()) {
        let [x, y, z] = [a, b, c].map(|x| f32::from_bits((x >> 32) as u32));
        let [a, b, c] = [x, y, z].map(|x| u128::from(x.to_bits()));
        let (kind, nearest) = (FloatKind::Single, Rounding::Nearest);
        prop_assert!(same32(ieee::sqrt(kind, nearest, a), x.sqrt()));
        prop_assert!(same32(ieee::fmod(kind, a, b), x % y), "{x:e} % {y:e}");
        let rest = remainderf(x, y);
        let rest = if rest == 0.0 { 0f32.copysign(x) } else { rest };
        prop_assert!(same32(ieee::remainder(kind, a, b), rest), "remainder {x:e} {y:e}");
        prop_assert!(same32(ieee::fma(kind, nearest, a, b, c), x.mul_add(y, z)), "{x:e} * {y:e} + {z:e}");
    }

    /// A root computed with more digits and then rounded is the same, if nothing is lost on the way: of wider formats on squares, of narrower ones always.
    #[test]
    fn roots_of_other_formats(n in 0u32..1 << 26, a in encoding()) {
        for kind in [FloatKind::Extended, FloatKind::Quad] {
            for rounding in Rounding::ALL {
                let square = f64::from(n) * f64::from(n);
                prop_assert_eq!(ieee::sqrt(kind, rounding, to(kind, square)), to(kind, f64::from(n)));
            }
        }
        let half = float::convert(FloatKind::Double, FloatKind::Half, a.into());
        for rounding in Rounding::ALL {
            // Quad has more than twice the digits of half and two more.
            let wide = ieee::sqrt(FloatKind::Quad, Rounding::Zero, float::convert(FloatKind::Half, FloatKind::Quad, half));
            let sticky = wide | u128::from(ieee::sqrt(FloatKind::Quad, Rounding::Up, float::convert(FloatKind::Half, FloatKind::Quad, half)) != wide);
            prop_assert_eq!(ieee::sqrt(FloatKind::Half, rounding, half), float::convert_rounded(FloatKind::Quad, FloatKind::Half, rounding, sticky));
        }
    }

    /// Rounding down is the negation of rounding up the negated operands.
    #[test]
    fn directed_rounding_is_symmetric(a in encoding(), b in encoding()) {
        let (a, b) = (u128::from(a), u128::from(b));
        let kind = FloatKind::Double;
        for (op, negate_b) in [(FloatOp::Add, true), (FloatOp::Sub, true), (FloatOp::Mul, false), (FloatOp::Div, false)] {
            let up = float::arithmetic(kind, op, Rounding::Up, float::negate(kind, a), if negate_b { float::negate(kind, b) } else { b });
            let down = float::arithmetic(kind, op, Rounding::Down, a, b);
            if !float::is_nan(kind, up) && !float::is_zero(kind, up) {
                prop_assert_eq!(float::negate(kind, up), down);
            }
        }
    }
}

/// The mode is read where the operation stands.
#[test]
fn the_rounding_mode_is_a_variable() {
    for (control, want) in [(0, 0x3eaa_aaabu32), (0x400, 0x3eaa_aaaa), (0x800, 0x3eaa_aaab), (0xc00, 0x3eaa_aaaa)] {
        let mut b = Builder::new();
        let (int, float) = (b.int(), b.program.types.intern(Type::Float(FloatKind::Single)));
        let mode = b.global(int);
        b.program.rounding = Some(b.symbol_of(mode));
        b.set(mode, control);
        let (x, y, quotient) = (b.local(float), b.local(float), b.local(float));
        for (var, n) in [(x, 1), (y, 3)] {
            let n = b.e().constant(int, n);
            let n = b.e().cast(n, float);
            b.assign(var, n);
        }
        let value = b.e().binary(BinOp::Div, x, y);
        b.assign(quotient, value);
        assert_eq!(super::builder::evaluate(b, quotient), Ok(Bits::new(32, want.into())));
    }
}

#[test]
fn nans_as_on_x86() {
    let kind = FloatKind::Single;
    let indefinite = 0xffc0_0000;
    assert_eq!(float::arithmetic(kind, FloatOp::Div, Rounding::Nearest, 0, 0), indefinite);
    assert_eq!(ieee::sqrt(kind, Rounding::Nearest, 0xbf80_0000), indefinite);
    assert_eq!(float::arithmetic(kind, FloatOp::Add, Rounding::Nearest, 0x7f80_0001, 0xffff_ffff), 0x7fc0_0001);
    assert_eq!(float::convert(kind, FloatKind::Half, 0x7f80_2001), 0x7e01);
    // An x87 encoding without its leading digit is an invalid operand.
    let unnormal = 0x3fff << 64 | 1;
    assert_eq!(float::arithmetic(FloatKind::Extended, FloatOp::Add, Rounding::Nearest, unnormal, 0), 0xffff << 64 | 3 << 62);
}
