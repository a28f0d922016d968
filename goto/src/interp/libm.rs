//! Functions without an exact definition, computed by the host's C library: what the compiled program computes, too, on the same machine. `long double`
//! and the other formats are computed in `double` and converted, so they are less exact than the C library's.

use super::float::{convert, nan_of};
use crate::expr::{MathFn, MathFn2};
use crate::types::FloatKind;

/// The functions of the C library. They keep no state but `errno` and the exception flags, which nobody here reads.
mod host {
    macro_rules! functions {
        ($($double:ident, $single:ident);+ | $($double2:ident, $single2:ident);+) => {
            unsafe extern "C" {
                $(pub(super) safe fn $double(x: f64) -> f64;
                pub(super) safe fn $single(x: f32) -> f32;)+
                $(pub(super) safe fn $double2(x: f64, y: f64) -> f64;
                pub(super) safe fn $single2(x: f32, y: f32) -> f32;)+
            }
        };
    }
    functions! {
        sin, sinf;
        cos, cosf;
        tan, tanf;
        asin, asinf;
        acos, acosf;
        atan, atanf;
        sinh, sinhf;
        cosh, coshf;
        tanh, tanhf;
        asinh, asinhf;
        acosh, acoshf;
        atanh, atanhf;
        exp, expf;
        exp2, exp2f;
        expm1, expm1f;
        log, logf;
        log2, log2f;
        log10, log10f;
        log1p, log1pf;
        cbrt, cbrtf;
        erf, erff;
        erfc, erfcf;
        tgamma, tgammaf
        | pow, powf; atan2, atan2f; hypot, hypotf
    }
    // `lgamma` also writes a global variable; this one is for threads.
    unsafe extern "C" {
        pub(super) fn lgamma_r(x: f64, sign: *mut i32) -> f64;
        pub(super) fn lgammaf_r(x: f32, sign: *mut i32) -> f32;
    }
}

fn lgamma(x: f64) -> f64 {
    let mut sign = 0;
    // SAFETY: the pointer is valid for the call.
    unsafe { host::lgamma_r(x, &mut sign) }
}

fn lgammaf(x: f32) -> f32 {
    let mut sign = 0;
    // SAFETY: the pointer is valid for the call.
    unsafe { host::lgammaf_r(x, &mut sign) }
}

/// The function's value on an encoding.
pub fn unary(function: MathFn, kind: FloatKind, a: u128) -> u128 {
    if let Some(nan) = nan_of(kind, &[a]) {
        return nan;
    }
    match kind {
        FloatKind::Single => single(function, f32::from_bits(a as u32)).to_bits().into(),
        _ => {
            let x = f64::from_bits(convert(kind, FloatKind::Double, a) as u64);
            convert(FloatKind::Double, kind, double(function, x).to_bits().into())
        }
    }
}

/// The function's value on encodings. A NaN decides only where the C library says so: `pow(1, nan)` is 1.
pub fn binary(function: MathFn2, kind: FloatKind, a: u128, b: u128) -> u128 {
    if kind == FloatKind::Single {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let result = match function {
            MathFn2::Pow => host::powf(x, y),
            MathFn2::Atan2 => host::atan2f(x, y),
            MathFn2::Hypot => host::hypotf(x, y),
        };
        return result.to_bits().into();
    }
    let [x, y] = [a, b].map(|bits| f64::from_bits(convert(kind, FloatKind::Double, bits) as u64));
    let result = match function {
        MathFn2::Pow => host::pow(x, y),
        MathFn2::Atan2 => host::atan2(x, y),
        MathFn2::Hypot => host::hypot(x, y),
    };
    convert(FloatKind::Double, kind, result.to_bits().into())
}

fn double(function: MathFn, x: f64) -> f64 {
    match function {
        MathFn::Sin => host::sin(x),
        MathFn::Cos => host::cos(x),
        MathFn::Tan => host::tan(x),
        MathFn::Asin => host::asin(x),
        MathFn::Acos => host::acos(x),
        MathFn::Atan => host::atan(x),
        MathFn::Sinh => host::sinh(x),
        MathFn::Cosh => host::cosh(x),
        MathFn::Tanh => host::tanh(x),
        MathFn::Asinh => host::asinh(x),
        MathFn::Acosh => host::acosh(x),
        MathFn::Atanh => host::atanh(x),
        MathFn::Exp => host::exp(x),
        MathFn::Exp2 => host::exp2(x),
        MathFn::Expm1 => host::expm1(x),
        MathFn::Log => host::log(x),
        MathFn::Log2 => host::log2(x),
        MathFn::Log10 => host::log10(x),
        MathFn::Log1p => host::log1p(x),
        MathFn::Cbrt => host::cbrt(x),
        MathFn::Erf => host::erf(x),
        MathFn::Erfc => host::erfc(x),
        MathFn::Tgamma => host::tgamma(x),
        MathFn::Lgamma => lgamma(x),
    }
}

fn single(function: MathFn, x: f32) -> f32 {
    match function {
        MathFn::Sin => host::sinf(x),
        MathFn::Cos => host::cosf(x),
        MathFn::Tan => host::tanf(x),
        MathFn::Asin => host::asinf(x),
        MathFn::Acos => host::acosf(x),
        MathFn::Atan => host::atanf(x),
        MathFn::Sinh => host::sinhf(x),
        MathFn::Cosh => host::coshf(x),
        MathFn::Tanh => host::tanhf(x),
        MathFn::Asinh => host::asinhf(x),
        MathFn::Acosh => host::acoshf(x),
        MathFn::Atanh => host::atanhf(x),
        MathFn::Exp => host::expf(x),
        MathFn::Exp2 => host::exp2f(x),
        MathFn::Expm1 => host::expm1f(x),
        MathFn::Log => host::logf(x),
        MathFn::Log2 => host::log2f(x),
        MathFn::Log10 => host::log10f(x),
        MathFn::Log1p => host::log1pf(x),
        MathFn::Cbrt => host::cbrtf(x),
        MathFn::Erf => host::erff(x),
        MathFn::Erfc => host::erfcf(x),
        MathFn::Tgamma => host::tgammaf(x),
        MathFn::Lgamma => lgammaf(x),
    }
}
