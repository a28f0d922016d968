//! The functions of `<math.h>` and `<fenv.h>` that are operators of the intermediate language, or short expressions of them. Others with an exact definition
//! are models in C (`models/math.c`).

use super::Call;
use super::plain_name;
use super::verifier::string_literal;
use crate::lower::FunctionLowering;
use goto::interp::float;
use goto::{BinOp, Bits, ExprId, ExprKind, FloatKind, InstrKind, IntegralMode, MathFn, MathFn2, Type, TypeId, UnOp};

/// What a function means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    Unary(UnOp),
    Binary(BinOp),
    Fma,
    /// Made whole, then an integer.
    Rounded(IntegralMode),
    Least,
    Greatest,
    PositiveDifference,
    IsNan,
    /// 1, or with the flag -1 for the negative infinity.
    IsInfinite {
        signed: bool,
    },
    IsFinite,
    IsNormal,
    /// Not zero for a negative sign; with the flag the number that the C library's function gives, else the one of gcc's code.
    Sign {
        library: bool,
    },
    /// The class as one of five arguments, or as `<math.h>` numbers them.
    Classify {
        given: bool,
    },
    Infinity,
    Nan {
        quiet: bool,
    },
    SetRounding,
    GetRounding,
    /// Changes exception flags, which nobody here keeps.
    ChangeFlags,
    /// Reads exception flags: any value.
    ReadFlags,
    /// Takes over an environment that was saved, with its rounding mode.
    SetEnvironment,
}

/// Does a function change the rounding mode?
pub(crate) fn sets_rounding(name: &str) -> bool {
    function(name) == Some(Function::SetRounding)
}

/// May the library's function say in `errno` that the argument is outside of its domain, or the result outside of its range?
pub(super) fn may_set_errno(function: Function) -> bool {
    match function {
        Function::Unary(op) => matches!(op, UnOp::Sqrt | UnOp::Math(_)),
        Function::Binary(op) => matches!(op, BinOp::Math2(_)),
        Function::Fma | Function::Rounded(_) | Function::PositiveDifference => true,
        _ => false,
    }
}

/// What a name means.
pub(super) fn function(name: &str) -> Option<Function> {
    let plain = plain_name(name);
    // What the macros of older headers call.
    if let Some(inner) = plain.strip_prefix("__")
        && let Some(found) = of_every_type(inner)
    {
        return match found {
            Function::IsInfinite { .. } => Some(Function::IsInfinite { signed: true }),
            Function::Sign { .. } => Some(Function::Sign { library: true }),
            Function::Classify { .. } => Some(Function::Classify { given: false }),
            Function::IsNan | Function::IsFinite => Some(found),
            _ => None,
        };
    }
    match plain {
        "fesetround" => return Some(Function::SetRounding),
        "fegetround" => return Some(Function::GetRounding),
        "feclearexcept" | "feraiseexcept" | "fesetexceptflag" | "feenableexcept" | "fedisableexcept" => return Some(Function::ChangeFlags),
        "fetestexcept" => return Some(Function::ReadFlags),
        "fesetenv" | "feupdateenv" => return Some(Function::SetEnvironment),
        _ => {}
    }
    of_every_type(plain).or_else(|| {
        // `libquadmath` has the functions under names with a `q`.
        let suffixes = ["f128", "f64x", "f32x", "f16", "f32", "f64", "l", "f", "q"];
        suffixes.into_iter().find_map(|suffix| of_every_type(plain.strip_suffix(suffix)?))
    })
}

/// The function for `double`.
fn of_every_type(name: &str) -> Option<Function> {
    use Function::*;
    use UnOp::RoundToIntegral;
    if let Some(function) = inexact(name) {
        return Some(function);
    }
    Some(match name {
        "fabs" => Unary(UnOp::Abs),
        "sqrt" => Unary(UnOp::Sqrt),
        "rint" | "nearbyint" => Unary(RoundToIntegral(IntegralMode::Current)),
        "roundeven" => Unary(RoundToIntegral(IntegralMode::NearestEven)),
        "round" => Unary(RoundToIntegral(IntegralMode::NearestAway)),
        "floor" => Unary(RoundToIntegral(IntegralMode::Down)),
        "ceil" => Unary(RoundToIntegral(IntegralMode::Up)),
        "trunc" => Unary(RoundToIntegral(IntegralMode::Zero)),
        "lrint" | "llrint" => Rounded(IntegralMode::Current),
        "lround" | "llround" => Rounded(IntegralMode::NearestAway),
        "copysign" => Binary(BinOp::CopySign),
        "fmod" => Binary(BinOp::Rem),
        "remainder" | "drem" => Binary(BinOp::IeeeRem),
        "fma" => Fma,
        "fmin" => Least,
        "fmax" => Greatest,
        "fdim" => PositiveDifference,
        "isnan" => IsNan,
        "isinf" => IsInfinite { signed: false },
        "isinf_sign" => IsInfinite { signed: true },
        "isfinite" | "finite" => IsFinite,
        "isnormal" => IsNormal,
        "signbit" => Sign { library: false },
        "fpclassify" => Classify { given: true },
        "inf" | "huge_val" => Infinity,
        "nan" => Nan { quiet: true },
        "nans" => Nan { quiet: false },
        _ => return None,
    })
}

fn inexact(name: &str) -> Option<Function> {
    use MathFn::*;
    let of_two = |function| Some(Function::Binary(BinOp::Math2(function)));
    let function = match name {
        "pow" => return of_two(MathFn2::Pow),
        "atan2" => return of_two(MathFn2::Atan2),
        "hypot" => return of_two(MathFn2::Hypot),
        "sin" => Sin,
        "cos" => Cos,
        "tan" => Tan,
        "asin" => Asin,
        "acos" => Acos,
        "atan" => Atan,
        "sinh" => Sinh,
        "cosh" => Cosh,
        "tanh" => Tanh,
        "asinh" => Asinh,
        "acosh" => Acosh,
        "atanh" => Atanh,
        "exp" => Exp,
        "exp2" => Exp2,
        "expm1" => Expm1,
        "log" => Log,
        "log2" => Log2,
        "log10" => Log10,
        "log1p" => Log1p,
        "cbrt" => Cbrt,
        "erf" => Erf,
        "erfc" => Erfc,
        "tgamma" => Tgamma,
        "lgamma" => Lgamma,
        _ => return None,
    };
    Some(Function::Unary(UnOp::Math(function)))
}

/// Lowers a call, or gives it back if its arguments are none that the function has.
pub(super) fn call<'t>(to: &mut FunctionLowering<'_, 't>, function: Function, call: Call<'t>) -> Result<Option<ExprId>, Call<'t>> {
    match lower(to, function, &call) {
        Some(value) => Ok(Some(value)),
        None => Err(call),
    }
}

fn lower(to: &mut FunctionLowering<'_, '_>, function: Function, call: &Call<'_>) -> Option<ExprId> {
    match function {
        Function::Infinity | Function::Nan { .. } => special(to, function, call),
        Function::SetRounding => set_rounding(to, call),
        Function::GetRounding => {
            let mode = rounding_mode(to);
            Some(to.convert(mode, call.ty))
        }
        Function::ChangeFlags | Function::ReadFlags | Function::SetEnvironment if to.is_void(call.ty) => None,
        Function::ChangeFlags => Some(to.zero(call.ty)),
        Function::ReadFlags => Some(to.havoc(call.ty)),
        Function::SetEnvironment => {
            to.emit(InstrKind::Unsupported("restoring a floating-point environment".to_owned()));
            Some(to.zero(call.ty))
        }
        Function::Classify { given: true } => {
            let [nan, infinite, normal, subnormal, zero, x] = call.args[..] else { return None };
            classify(to, x, [nan, infinite, normal, subnormal, zero], call.ty)
        }
        Function::Classify { given: false } => {
            let classes = [0, 1, 4, 3, 2].map(|class| to.build().constant(call.ty, class));
            classify(to, *call.args.first()?, classes, call.ty)
        }
        _ => of_floats(to, function, call),
    }
}

/// Functions whose arguments are all floats of one type.
fn of_floats(to: &mut FunctionLowering<'_, '_>, function: Function, call: &Call<'_>) -> Option<ExprId> {
    let x = *call.args.first()?;
    let ty = to.ty(x);
    let kind = float_kind(to, ty)?;
    if call.args.iter().any(|&arg| to.ty(arg) != ty) {
        return None;
    }
    let second = || call.args.get(1).copied();
    let value = match function {
        Function::Unary(op) => to.build().unary(op, x),
        Function::Binary(op) => {
            let y = second()?;
            to.build().binary(op, x, y)
        }
        Function::Fma => {
            let [a, b, c] = call.args[..] else { return None };
            to.build().fma(a, b, c)
        }
        Function::Rounded(mode) => to.build().unary(UnOp::RoundToIntegral(mode), x),
        Function::Least | Function::Greatest => extreme(to, kind, function == Function::Least, x, second()?),
        Function::PositiveDifference => {
            let y = second()?;
            let mut build = to.build();
            let (not_above, difference) = (build.binary(BinOp::Le, x, y), build.binary(BinOp::Sub, x, y));
            let zero = build.exprs.intern(ExprKind::Const(Bits::zero(kind.bits())), ty);
            build.ite(not_above, zero, difference)
        }
        _ => return question(to, function, kind, x, call.ty),
    };
    // gcc computes these of constants.
    let value = to.folded_float(value);
    Some(to.convert(value, call.ty))
}

/// `fmin` and `fmax`: a NaN counts only if both are. Of zeros the first, but the x87 `fminl` gives the second.
fn extreme(to: &mut FunctionLowering<'_, '_>, kind: FloatKind, least: bool, x: ExprId, y: ExprId) -> ExprId {
    let mut build = to.build();
    let order = if least && kind == FloatKind::Extended { BinOp::Lt } else { BinOp::Le };
    let first = if least { build.binary(order, x, y) } else { build.binary(BinOp::Le, y, x) };
    let ordered = build.ite(first, x, y);
    let (no_x, no_y) = (build.binary(BinOp::Ne, x, x), build.binary(BinOp::Ne, y, y));
    let result = build.ite(no_y, x, ordered);
    build.ite(no_x, y, result)
}

/// Questions about one number.
fn question(to: &mut FunctionLowering<'_, '_>, function: Function, kind: FloatKind, x: ExprId, ty: TypeId) -> Option<ExprId> {
    let Type::Int { .. } = *to.unit.program.types.get(ty) else { return None };
    let float = to.ty(x);
    let infinity = constant(to, float, kind, float::infinity(kind));
    let mut build = to.build();
    let magnitude = build.unary(UnOp::Abs, x);
    let holds = match function {
        Function::IsNan => build.binary(BinOp::Ne, x, x),
        Function::IsInfinite { .. } => build.binary(BinOp::Eq, magnitude, infinity),
        Function::IsFinite => build.binary(BinOp::Lt, magnitude, infinity),
        Function::IsNormal => {
            let least = constant(to, float, kind, float::least_normal(kind));
            let mut build = to.build();
            let (above, below) = (build.binary(BinOp::Le, least, magnitude), build.binary(BinOp::Lt, magnitude, infinity));
            build.binary(BinOp::And, above, below)
        }
        Function::Sign { library } => {
            let negative = negative(to, kind, x);
            // What the instructions leave in the register.
            let bit = match (kind, library) {
                (FloatKind::Single, false) => i128::from(i32::MIN),
                (FloatKind::Double, false) => 1,
                (FloatKind::Double, true) => 128,
                (FloatKind::Extended, _) => 512,
                (FloatKind::Single, true) | (FloatKind::Quad, _) => 8,
                (FloatKind::Half, _) => 1,
            };
            let mut build = to.build();
            let (bit, zero) = (build.constant(ty, bit), build.constant(ty, 0));
            return Some(build.ite(negative, bit, zero));
        }
        _ => return None,
    };
    if function == (Function::IsInfinite { signed: true }) {
        let negative = negative(to, kind, x);
        let mut build = to.build();
        let [minus, zero, one] = [-1, 0, 1].map(|n| build.constant(ty, n));
        let sign = build.ite(negative, minus, one);
        return Some(build.ite(holds, sign, zero));
    }
    Some(to.convert(holds, ty))
}

/// Is the sign negative, also of zeros and NaNs?
fn negative(to: &mut FunctionLowering<'_, '_>, kind: FloatKind, x: ExprId) -> ExprId {
    let ty = to.ty(x);
    let one = constant(to, ty, kind, float::from_integer(kind, 1, false));
    let zero = constant(to, ty, kind, 0);
    let mut build = to.build();
    let signed = build.binary(BinOp::CopySign, one, x);
    build.binary(BinOp::Lt, signed, zero)
}

fn classify(to: &mut FunctionLowering<'_, '_>, x: ExprId, [nan, infinite, normal, subnormal, zero]: [ExprId; 5], ty: TypeId) -> Option<ExprId> {
    let float = to.ty(x);
    let kind = float_kind(to, float)?;
    let bounds = [float::infinity(kind), float::least_normal(kind), 0];
    let [infinity, least, nothing] = bounds.map(|bits| constant(to, float, kind, bits));
    let [nan, infinite, normal, subnormal, zero] = [nan, infinite, normal, subnormal, zero].map(|class| to.convert(class, ty));
    let mut build = to.build();
    let magnitude = build.unary(UnOp::Abs, x);
    let small = build.binary(BinOp::Lt, magnitude, least);
    let class = build.ite(small, subnormal, normal);
    let is_zero = build.binary(BinOp::Eq, x, nothing);
    let class = build.ite(is_zero, zero, class);
    let is_infinite = build.binary(BinOp::Eq, magnitude, infinity);
    let class = build.ite(is_infinite, infinite, class);
    let is_nan = build.binary(BinOp::Ne, x, x);
    Some(build.ite(is_nan, nan, class))
}

/// Infinities, and NaNs with the payload that the text of the argument says.
fn special(to: &mut FunctionLowering<'_, '_>, function: Function, call: &Call<'_>) -> Option<ExprId> {
    let kind = float_kind(to, call.ty)?;
    let bits = match function {
        Function::Nan { quiet } => {
            let text = string_literal(to, call.exprs.first()?)?;
            // Without digits alone there is no payload.
            let payload = payload(&text)?;
            if quiet { float::quiet_nan(kind, payload) } else { float::signaling_nan(kind, payload) }
        }
        _ => float::infinity(kind),
    };
    Some(constant(to, call.ty, kind, bits))
}

/// The number that a text is as a whole; zero for none.
fn payload(text: &str) -> Option<u128> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    };
    if text.is_empty() { Some(0) } else { u128::from_str_radix(digits, radix).ok() }
}

/// The four modes of x86; anything else is refused.
fn set_rounding(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) -> Option<ExprId> {
    let wanted = *call.args.first()?;
    let mode = rounding_mode(to);
    let ty = to.ty(mode);
    let wanted = to.convert(wanted, ty);
    let wanted = to.saved(wanted);
    let mut build = to.build();
    let others = build.constant(ty, !0xc00);
    let others = build.binary(BinOp::BitAnd, wanted, others);
    let [zero, one] = [0, 1].map(|n| build.constant(ty, n));
    let valid = build.binary(BinOp::Eq, others, zero);
    let value = build.ite(valid, wanted, mode);
    let refused = build.ite(valid, zero, one);
    to.assign(mode, value);
    Some(to.convert(refused, call.ty))
}

/// The variable with the rounding mode.
fn rounding_mode(to: &mut FunctionLowering<'_, '_>) -> ExprId {
    let symbol = to.unit.rounding_mode();
    let ty = to.unit.program.symbols[symbol].ty;
    to.build().var(symbol, ty)
}

fn float_kind(to: &FunctionLowering<'_, '_>, ty: TypeId) -> Option<FloatKind> {
    match *to.unit.program.types.get(ty) {
        Type::Float(kind) => Some(kind),
        _ => None,
    }
}

fn constant(to: &mut FunctionLowering<'_, '_>, ty: TypeId, kind: FloatKind, bits: u128) -> ExprId {
    to.unit.program.exprs.intern(ExprKind::Const(Bits::new(kind.bits(), bits)), ty)
}
