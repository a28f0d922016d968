//! Checks of floating-point arithmetic: results that are infinite or no number though the operands were finite or numbers, and conversions out of range.

use super::{Claim, FunctionChecks};
use goto::{BinOp, Bits, ExprId, ExprKind, FloatKind, Location, PropertyClass, TypeId, UnOp};

impl FunctionChecks<'_> {
    pub(super) fn float_binary(&mut self, e: ExprId, op: BinOp, operands: [ExprId; 2], kind: FloatKind, loc: Location, condition: Option<ExprId>) {
        if op.gives_truth() {
            return;
        }
        if self.wants(PropertyClass::FloatOverflow) && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div) {
            let text = if op == BinOp::Div { "overflow of floating-point division, or division by zero" } else { "overflow of floating-point arithmetic" };
            let holds = self.stays_finite(e, &operands, kind);
            self.claim(Claim { class: PropertyClass::FloatOverflow, text, expr: e, loc }, holds, condition);
        }
        if self.wants(PropertyClass::FloatDivByZero) && op == BinOp::Div {
            let ty = self.ty(operands[1]);
            let zero = self.whole_number(ty, 0);
            let holds = self.build().binary(BinOp::Ne, operands[1], zero);
            self.claim(Claim { class: PropertyClass::FloatDivByZero, text: "floating-point division by zero", expr: e, loc }, holds, condition);
        }
        if self.wants(PropertyClass::FloatInexact) {
            self.exact(e, op, operands, kind, loc, condition);
        }
        if self.wants(PropertyClass::Nan) {
            // Only what makes a NaN is to blame, not what hands one on.
            let mut holds = self.build().binary(BinOp::Eq, e, e);
            for a in operands {
                let was_nan = self.build().binary(BinOp::Ne, a, a);
                holds = self.build().binary(BinOp::Or, holds, was_nan);
            }
            self.claim(Claim { class: PropertyClass::Nan, text: "the result is not a number", expr: e, loc }, holds, condition);
        }
    }

    pub(super) fn float_conversion(&mut self, e: ExprId, a: ExprId, wide: FloatKind, narrow: FloatKind, loc: Location, condition: Option<ExprId>) {
        if narrow >= wide {
            return;
        }
        if self.wants(PropertyClass::FloatInexact) {
            self.exact_narrowing(e, a, loc, condition);
        }
        if !self.wants(PropertyClass::FloatOverflow) {
            return;
        }
        let (was, is) = (self.is_infinite(a, wide), self.is_infinite(e, narrow));
        let finite = self.build().not(is);
        let holds = self.build().binary(BinOp::Or, finite, was);
        self.claim(Claim { class: PropertyClass::FloatOverflow, text: "overflow of a floating-point conversion", expr: e, loc }, holds, condition);
    }

    /// The result is finite, or an operand is not.
    fn stays_finite(&mut self, e: ExprId, operands: &[ExprId], kind: FloatKind) -> ExprId {
        let infinite = self.is_infinite(e, kind);
        let mut holds = self.build().not(infinite);
        for &a in operands {
            let was = self.is_infinite(a, kind);
            holds = self.build().binary(BinOp::Or, holds, was);
        }
        holds
    }

    fn is_infinite(&mut self, e: ExprId, kind: FloatKind) -> ExprId {
        let ty = self.ty(e);
        let infinity = self.program.exprs.intern(ExprKind::Const(infinity(kind)), ty);
        let negative = self.build().unary(UnOp::Neg, infinity);
        let (is_plus, is_minus) = (self.build().binary(BinOp::Eq, e, infinity), self.build().binary(BinOp::Eq, e, negative));
        self.build().binary(BinOp::Or, is_plus, is_minus)
    }

    /// Is the number, without its fraction, a value of the integer type? A NaN is none.
    pub(super) fn float_fits(&mut self, a: ExprId, kind: FloatKind, bits: u16, signed: bool) -> ExprId {
        let ty = self.ty(a);
        let greatest_bits = if signed { bits - 1 } else { bits };
        // The first number beyond the type is a power of two: every format has it, or is infinite there and has no number beyond.
        let beyond = self.power_of_two(ty, greatest_bits);
        let upper = self.build().binary(BinOp::Lt, a, beyond);
        let lower = if !signed {
            let minus_one = self.whole_number(ty, -1);
            self.build().binary(BinOp::Lt, minus_one, a)
        } else {
            let least = self.power_of_two(ty, greatest_bits);
            let least = self.build().unary(UnOp::Neg, least);
            if precision(kind) >= u32::from(bits) {
                let one = self.whole_number(ty, 1);
                let below = self.build().binary(BinOp::Sub, least, one);
                self.build().binary(BinOp::Lt, below, a)
            } else {
                self.build().binary(BinOp::Le, least, a)
            }
        };
        self.build().binary(BinOp::And, lower, upper)
    }

    pub(super) fn whole_number(&mut self, float: TypeId, value: i128) -> ExprId {
        let int = self.program.types.int(32, true);
        let number = self.build().constant(int, value);
        self.build().cast(number, float)
    }

    pub(super) fn power_of_two(&mut self, float: TypeId, exponent: u16) -> ExprId {
        if exponent < 128 {
            let wide = self.program.types.int(128, false);
            let number = self.program.exprs.intern(ExprKind::Const(Bits::new(128, 1 << exponent)), wide);
            return self.build().cast(number, float);
        }
        let half = self.power_of_two(float, exponent - 1);
        self.build().binary(BinOp::Add, half, half)
    }
}

/// Digits of the significand, the leading one included.
pub(super) fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 11,
        FloatKind::Single => 24,
        FloatKind::Double => 53,
        FloatKind::Extended => 64,
        FloatKind::Quad => 113,
    }
}

/// The encoding of positive infinity.
fn infinity(kind: FloatKind) -> Bits {
    let fraction = match kind {
        FloatKind::Extended => 63,
        _ => precision(kind) - 1,
    };
    // The x87 format writes out the leading digit.
    let leading = u32::from(kind == FloatKind::Extended);
    let exponent_bits = u32::from(kind.bits()) - 1 - fraction - leading;
    let exponent = ((1u128 << exponent_bits) - 1) << (fraction + leading);
    Bits::new(kind.bits(), exponent | u128::from(leading) << fraction)
}
