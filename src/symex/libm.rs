//! What is known of functions without an exact definition: where they have no value, where their values lie, which sign these have. True of the
//! C library's results, whatever their rounding errors are; everything else about them stays open.

use super::context::Context;
use goto::interp::float;
use goto::types::FloatKind;
use goto::{Bits, MathFn, MathFn2};
use term::TermId;
use term::float::Format;

/// Where the values of a function of one number lie.
struct Range {
    /// No values for arguments below, above.
    domain: [Option<f64>; 2],
    /// The bounds of values.
    values: [Option<f64>; 2],
    /// Has the value the sign of the argument minus this number, or is zero?
    sign_from: Option<f64>,
    /// Infinite arguments have no value.
    finite: bool,
}

/// Above one half of pi, and above pi.
const RIGHT: f64 = 1.58;
const STRAIGHT: f64 = 3.15;

fn range(function: MathFn) -> Option<Range> {
    use MathFn::*;
    let all = Range { domain: [None, None], values: [None, None], sign_from: None, finite: false };
    let between = |low, high| [Some(low), Some(high)];
    Some(match function {
        Sin | Cos => Range { values: between(-1.0, 1.0), finite: true, ..all },
        Tan => Range { finite: true, ..all },
        Asin => Range { domain: between(-1.0, 1.0), values: between(-RIGHT, RIGHT), sign_from: Some(0.0), ..all },
        Acos => Range { domain: between(-1.0, 1.0), values: between(0.0, STRAIGHT), ..all },
        Atan => Range { values: between(-RIGHT, RIGHT), sign_from: Some(0.0), ..all },
        Tanh | Erf => Range { values: between(-1.0, 1.0), sign_from: Some(0.0), ..all },
        Sinh | Asinh | Cbrt => Range { sign_from: Some(0.0), ..all },
        Cosh => Range { values: [Some(1.0), None], ..all },
        Acosh => Range { domain: [Some(1.0), None], values: [Some(0.0), None], ..all },
        Atanh => Range { domain: between(-1.0, 1.0), sign_from: Some(0.0), ..all },
        Exp | Exp2 => Range { values: [Some(0.0), None], ..all },
        Expm1 => Range { values: [Some(-1.0), None], sign_from: Some(0.0), ..all },
        Log | Log2 | Log10 => Range { domain: [Some(0.0), None], sign_from: Some(1.0), ..all },
        Log1p => Range { domain: [Some(-1.0), None], sign_from: Some(0.0), ..all },
        Erfc => Range { values: between(0.0, 2.0), ..all },
        Tgamma | Lgamma => return None,
    })
}

impl Context<'_> {
    /// The facts about `result`, the function's value at `x`.
    pub(super) fn facts_of_math(&mut self, function: MathFn, kind: FloatKind, format: Format, x: TermId, result: TermId) {
        let (no_x, no_result) = (self.pool.float_is_nan(format, x), self.pool.float_is_nan(format, result));
        let fact = self.pool.implies(no_x, no_result);
        self.facts.push(fact);
        let Some(range) = range(function) else { return };
        let mut outside = vec![no_x];
        if range.finite {
            let infinity = self.float_constant(kind, f64::INFINITY);
            let top = kind.bits() - 1;
            let (magnitude, infinity) = (self.pool.extract(x, 0, top), self.pool.extract(infinity, 0, top));
            outside.push(self.pool.eq(magnitude, infinity));
        }
        for (bound, above) in range.domain.into_iter().zip([false, true]) {
            let Some(bound) = bound else { continue };
            let bound = self.float_constant(kind, bound);
            outside.push(if above { self.pool.float_lt(format, bound, x) } else { self.pool.float_lt(format, x, bound) });
        }
        let outside = self.pool.or_all(&outside);
        let same = self.pool.eq(outside, no_result);
        self.facts.push(same);
        for (bound, above) in range.values.into_iter().zip([false, true]) {
            let Some(bound) = bound else { continue };
            let bound = self.float_constant(kind, bound);
            let holds = if above { self.pool.float_le(format, result, bound) } else { self.pool.float_le(format, bound, result) };
            let fact = self.pool.or(no_result, holds);
            self.facts.push(fact);
        }
        if let Some(from) = range.sign_from {
            let (from, zero) = (self.float_constant(kind, from), self.float_constant(kind, 0.0));
            for (argument, value) in [((from, x), (zero, result)), ((x, from), (result, zero))] {
                let side = self.pool.float_le(format, argument.0, argument.1);
                let holds = self.pool.float_le(format, value.0, value.1);
                let holds = self.pool.or(no_result, holds);
                let fact = self.pool.implies(side, holds);
                self.facts.push(fact);
            }
        }
    }

    /// The facts about `result`, the function's value at `x` and `y`.
    pub(super) fn facts_of_math2(&mut self, function: MathFn2, kind: FloatKind, format: Format, [x, y]: [TermId; 2], result: TermId) {
        let (no_x, no_y) = (self.pool.float_is_nan(format, x), self.pool.float_is_nan(format, y));
        let either = self.pool.or(no_x, no_y);
        let no_result = self.pool.float_is_nan(format, result);
        let some = self.pool.not(no_result);
        let zero = self.float_constant(kind, 0.0);
        let not_negative = self.pool.float_le(format, zero, result);
        let holds = match function {
            MathFn2::Hypot => not_negative,
            MathFn2::Atan2 => {
                let (low, high) = (self.float_constant(kind, -STRAIGHT), self.float_constant(kind, STRAIGHT));
                let (above, below) = (self.pool.float_le(format, low, result), self.pool.float_le(format, result, high));
                let within = self.pool.and(above, below);
                self.pool.and(some, within)
            }
            MathFn2::Pow => {
                // A negative zero may have a negative infinity as its power.
                let base = self.pool.float_lt(format, zero, x);
                let one = self.float_constant(kind, 1.0);
                let (first, second) = (self.pool.float_eq(format, x, one), self.pool.float_eq(format, y, zero));
                let unit = self.pool.or(first, second);
                let is_one = self.pool.float_eq(format, result, one);
                let is_one = self.pool.implies(unit, is_one);
                let holds = self.pool.implies(base, not_negative);
                self.pool.and(is_one, holds)
            }
        };
        let fact = self.pool.or(either, holds);
        self.facts.push(fact);
    }

    fn float_constant(&mut self, kind: FloatKind, value: f64) -> TermId {
        let bits = float::convert(FloatKind::Double, kind, value.to_bits().into());
        self.pool.constant(Bits::new(kind.bits(), bits))
    }
}
