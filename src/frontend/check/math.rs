//! The functions of `<math.h>` that gcc knows without a declaration, for every floating-point type.

use goto::FloatKind;

/// The type of functions as for `Unit::coded_type`, where `x` is the type that a name's end says; and the names for `double`.
const FUNCTIONS: &[(&str, &str)] = &[
    (
        "x:x",
        "sqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 pow10 expm1 log log2 log10 log1p fabs floor ceil round \
         trunc rint nearbyint roundeven erf erfc tgamma lgamma gamma logb significand j0 j1 y0 y1",
    ),
    ("x:xx", "pow fmod atan2 hypot fmin fmax fdim copysign remainder drem nextafter"),
    ("x:xxx", "fma"),
    ("x:xi", "ldexp scalbn"),
    ("x:xl", "scalbln"),
    ("x:xI", "frexp"),
    ("x:x*x", "modf"),
    ("x:xxI", "remquo"),
    ("x:xD", "nexttoward"),
    ("v:x*x*x", "sincos"),
    ("i:x", "ilogb"),
    ("l:x", "lrint lround"),
    ("L:x", "llrint llround"),
];

/// Functions that exist only with `__builtin_` before the name.
const BUILTIN: &[(&str, &str)] =
    &[("x:", "inf huge_val"), ("x:S", "nan nans"), ("i:x", "isnan isinf isfinite isnormal signbit isinf_sign finite"), ("i:iiiiix", "fpclassify")];

/// Questions about a number that answer for its own type.
const QUESTIONS: [&str; 7] = ["isnan", "isinf", "isfinite", "isnormal", "signbit", "isinf_sign", "finite"];

/// What stands behind a name for a type, and the type's letter.
const SUFFIXES: [(&str, char); 9] = [("f128", 'F'), ("f64x", 'D'), ("f32x", 'd'), ("f16", 'H'), ("f32", 'f'), ("f64", 'd'), ("l", 'D'), ("f", 'f'), ("q", 'F')];

/// The type of a function of the library.
pub(super) fn library_code(name: &str) -> Option<String> {
    // The functions of `libquadmath` are built in under other names.
    code(FUNCTIONS, name).filter(|_| !name.ends_with('q'))
}

/// The type of a function by the part of its name after `__builtin_`.
pub(super) fn builtin_code(name: &str) -> Option<String> {
    code(FUNCTIONS, name).or_else(|| code(BUILTIN, name))
}

fn code(table: &[(&str, &str)], name: &str) -> Option<String> {
    let find = |name: &str| table.iter().find(|(_, names)| names.split_whitespace().any(|known| known == name)).map(|(code, _)| *code);
    let (code, letter) = match find(name) {
        Some(code) => (code, 'd'),
        None => SUFFIXES.iter().find_map(|&(suffix, letter)| Some((find(name.strip_suffix(suffix)?)?, letter)))?,
    };
    Some(code.replace('x', letter.encode_utf8(&mut [0; 4])))
}

/// Is it a question that answers for every type?
pub(super) fn is_question(name: &str) -> bool {
    QUESTIONS.contains(&name)
}

/// What stands behind the name of a function for a type; that of `double` for what is no float. The plain name is the question for every type, so
/// the function for `double` has another.
pub(super) fn suffix(kind: Option<FloatKind>) -> &'static str {
    match kind {
        Some(FloatKind::Half) => "f16",
        Some(FloatKind::Single) => "f",
        Some(FloatKind::Double) | None => "f64",
        Some(FloatKind::Extended) => "l",
        Some(FloatKind::Quad) => "f128",
    }
}
