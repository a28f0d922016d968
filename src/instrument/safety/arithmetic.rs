//! Checks of integer arithmetic and of conversions, as C11 and gcc define them. What has a name in C's list of undefined behaviour is checked where the
//! source writes the operation; operations after the integer promotions are what they are checked as.

use super::range::{self, Range};
use super::{Claim, FunctionChecks};
use goto::{BinOp, Bits, ExprId, ExprKind, Location, OperationKind, PropertyClass, Type, TypeId};

impl FunctionChecks<'_> {
    /// `-a`
    pub(super) fn negation(&mut self, e: ExprId, a: ExprId, condition: Option<ExprId>) {
        let Some(operation) = self.written(e) else { return };
        let ty = self.ty(a);
        let Type::Int { bits, signed } = *self.program.types.get(ty) else { return };
        let (class, text, worst) = if signed {
            (PropertyClass::Overflow, "overflow of signed negation", Bits::new(bits, 1 << (bits - 1)))
        } else {
            (PropertyClass::UnsignedOverflow, "wrap-around of unsigned negation", Bits::zero(bits))
        };
        if !self.wants(class) || signed && self.wanted.wraps {
            return;
        }
        if signed && self.range(a).is_some_and(|r| r.0 > worst.signed()) {
            return;
        }
        let worst = self.program.exprs.intern(ExprKind::Const(worst), ty);
        let holds = self.build().binary(if signed { BinOp::Ne } else { BinOp::Eq }, a, worst);
        self.claim(Claim { class, text, expr: e, loc: operation.loc }, holds, condition);
    }

    /// `a op b`, the operands already checked.
    pub(super) fn binary(&mut self, e: ExprId, op: BinOp, a: ExprId, b: ExprId, condition: Option<ExprId>) {
        let Some(operation) = self.written(e) else { return };
        let ty = self.ty(a);
        match *self.program.types.get(ty) {
            Type::Int { bits, signed } => {
                let site = Site { e, loc: operation.loc, condition };
                match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul => self.overflow(site, op, a, b, signed),
                    BinOp::Div | BinOp::Rem => self.division(site, op, a, b, signed),
                    BinOp::Shl | BinOp::Shr => self.shift(site, op, a, b, Width { bits, signed }),
                    _ => {}
                }
            }
            Type::Float(kind) => self.float_binary(e, op, [a, b], kind, operation.loc, condition),
            Type::Pointer(to) => self.pointers(Site { e, loc: operation.loc, condition }, op, a, b, to),
            _ => {}
        }
    }

    fn overflow(&mut self, site: Site, op: BinOp, a: ExprId, b: ExprId, signed: bool) {
        let class = if signed { PropertyClass::Overflow } else { PropertyClass::UnsignedOverflow };
        let Some(test) = op.overflow_test().filter(|_| self.wants(class) && !(signed && self.wanted.wraps)) else { return };
        if self.result_fits(op, a, b) {
            return;
        }
        let overflows = self.build().binary(test, a, b);
        let holds = self.build().not(overflows);
        let text = match (op, signed) {
            (BinOp::Add, true) => "overflow of signed addition",
            (BinOp::Sub, true) => "overflow of signed subtraction",
            (_, true) => "overflow of signed multiplication",
            (BinOp::Add, false) => "wrap-around of unsigned addition",
            (BinOp::Sub, false) => "wrap-around of unsigned subtraction",
            (_, false) => "wrap-around of unsigned multiplication",
        };
        self.claim(site.claim(class, text), holds, site.condition);
    }

    /// Does the form of the operands show that the exact result is a value of their type?
    fn result_fits(&mut self, op: BinOp, a: ExprId, b: ExprId) -> bool {
        let (Some(x), Some(y)) = (self.range(a), self.range(b)) else { return false };
        let whole = range::of_type(self.program, self.ty(a));
        match (self.ranges.exact(op, x, y), whole) {
            (Some(exact), Some(whole)) => whole.0 <= exact.0 && exact.1 <= whole.1,
            _ => false,
        }
    }

    pub(super) fn range(&mut self, e: ExprId) -> Option<Range> {
        self.ranges.of(self.program, e)
    }

    fn division(&mut self, site: Site, op: BinOp, a: ExprId, b: ExprId, signed: bool) {
        let ty = self.ty(b);
        let divisor = self.range(b);
        let nonzero = divisor.is_some_and(|r| r.0 > 0 || r.1 < 0);
        if self.wants(PropertyClass::DivByZero) && !nonzero {
            let zero = self.build().constant(ty, 0);
            let holds = self.build().binary(BinOp::Ne, b, zero);
            self.claim(site.claim(PropertyClass::DivByZero, "division by zero"), holds, site.condition);
        }
        if !signed || !self.wants(PropertyClass::Overflow) {
            return;
        }
        let Type::Int { bits, .. } = *self.program.types.get(ty) else { return };
        let least = Bits::new(bits, 1 << (bits - 1));
        if divisor.is_some_and(|r| r.0 > -1 || r.1 < -1) || self.range(a).is_some_and(|r| r.0 > least.signed()) {
            return;
        }
        let least = self.program.exprs.intern(ExprKind::Const(least), ty);
        let minus_one = self.build().constant(ty, -1);
        let dividend_fits = self.build().binary(BinOp::Ne, a, least);
        let divisor_fits = self.build().binary(BinOp::Ne, b, minus_one);
        let holds = self.build().binary(BinOp::Or, dividend_fits, divisor_fits);
        let text = if op == BinOp::Div { "overflow of signed division" } else { "overflow of signed remainder" };
        self.claim(site.claim(PropertyClass::Overflow, text), holds, site.condition);
    }

    fn shift(&mut self, site: Site, op: BinOp, a: ExprId, distance: ExprId, width: Width) {
        let distance_range = self.range(distance);
        let fits = distance_range.is_some_and(|r| r.0 >= 0 && r.1 < i128::from(width.bits));
        let in_width = if fits { None } else { Some(self.below(distance, i128::from(width.bits))) };
        if let Some(holds) = in_width
            && self.wants(PropertyClass::Shift)
        {
            self.claim(site.claim(PropertyClass::Shift, "shift by a negative distance or at least the width"), holds, site.condition);
        }
        // Where overflow is defined so is what leaves the type on the left.
        if op == BinOp::Shr || !width.signed || self.wanted.wraps {
            return;
        }
        if self.wants(PropertyClass::Shift) && self.range(a).is_none_or(|r| r.0 < 0) {
            let ty = self.ty(a);
            let zero = self.build().constant(ty, 0);
            let holds = self.build().binary(BinOp::Le, zero, a);
            self.claim(site.claim(PropertyClass::Shift, "left shift of a negative value"), holds, site.condition);
        }
        self.shift_overflow(site, a, distance, in_width);
    }

    /// A signed value shifted left must be the value times a power of two.
    fn shift_overflow(&mut self, site: Site, a: ExprId, distance: ExprId, in_width: Option<ExprId>) {
        let class = match (self.wants(PropertyClass::Overflow), self.wants(PropertyClass::Shift)) {
            (true, _) => PropertyClass::Overflow,
            (false, true) => PropertyClass::Shift,
            (false, false) => return,
        };
        if let (Some(x), Some(d), Some(whole)) = (self.range(a), self.range(distance), range::of_type(self.program, self.ty(a)))
            && (0..64).contains(&d.0)
            && d.1 < 64
            && whole.0 <= x.0.min(0) << d.1
            && x.1.max(0) << d.1 <= whole.1
        {
            return;
        }
        let back = self.build().binary(BinOp::Shr, site.e, distance);
        let same = self.build().binary(BinOp::Eq, back, a);
        // A distance that is wrong in itself is another property.
        let holds = match in_width {
            Some(in_width) => {
                let wrong = self.build().not(in_width);
                self.build().binary(BinOp::Or, wrong, same)
            }
            None => same,
        };
        self.claim(site.claim(class, "overflow of signed left shift"), holds, site.condition);
    }

    /// `0 <= a && a < limit`, as far as the type of `a` allows for anything else.
    pub(super) fn below(&mut self, a: ExprId, limit: i128) -> ExprId {
        self.between(a, (0, limit - 1))
    }

    /// Is the integer in the range? Ends beyond the type's own range hold by themselves.
    pub(super) fn between(&mut self, a: ExprId, range: Range) -> ExprId {
        let ty = self.ty(a);
        let known = self.range(a);
        if known.is_some_and(|known| known.1 < range.0 || range.1 < known.0) {
            return self.build().truth(false);
        }
        let upper = match known {
            Some(known) if known.1 <= range.1 => None,
            _ => {
                let limit = self.build().constant(ty, range.1);
                Some(self.build().binary(BinOp::Le, a, limit))
            }
        };
        let lower = match known {
            Some(known) if known.0 >= range.0 => None,
            None if !self.program.types.is_signed(ty) && range.0 <= 0 => None,
            _ => {
                let limit = self.build().constant(ty, range.0);
                Some(self.build().binary(BinOp::Le, limit, a))
            }
        };
        match (lower, upper) {
            (Some(lower), Some(upper)) => self.build().binary(BinOp::And, lower, upper),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => self.build().truth(true),
        }
    }

    /// The conversion of `a` that `e` is.
    pub(super) fn conversion(&mut self, e: ExprId, a: ExprId, condition: Option<ExprId>) {
        let Some(operation) = self.written(e) else { return };
        let (from, to) = (self.ty(a), self.ty(e));
        match (self.program.types.get(from).clone(), self.program.types.get(to).clone()) {
            // What the program asks for in so many words may change the value.
            (Type::Int { .. }, Type::Int { bits, signed }) if operation.kind == OperationKind::ImplicitConversion => {
                if !self.wants(PropertyClass::Conversion) {
                    return;
                }
                let holds = self.keeps_value(a, from, Width { bits, signed });
                self.claim(Claim { class: PropertyClass::Conversion, text: "conversion changes the value", expr: e, loc: operation.loc }, holds, condition);
            }
            (Type::Float(kind), Type::Int { bits, signed }) if self.wants(PropertyClass::FloatCast) => {
                let holds = self.float_fits(a, kind, bits, signed);
                let text = "conversion of a floating-point number that the integer type cannot hold";
                self.claim(Claim { class: PropertyClass::FloatCast, text, expr: e, loc: operation.loc }, holds, condition);
            }
            (Type::Int { .. }, Type::Float(kind)) => self.exact_integer(e, a, kind, operation.loc, condition),
            (Type::Float(wide), Type::Float(narrow)) => self.float_conversion(e, a, wide, narrow, operation.loc, condition),
            _ => {}
        }
    }

    /// Is the integer a value of the type of this width?
    fn keeps_value(&mut self, a: ExprId, from: TypeId, to: Width) -> ExprId {
        let signed = self.program.types.is_signed(from);
        let from_bits = self.program.types.scalar_bits(from).unwrap_or(0);
        // Of the 128-bit types only the ends of `unsigned __int128` are beyond what the numbers here can hold.
        let greatest = match (to.bits, to.signed) {
            (128, false) => i128::MAX,
            (bits, true) => i128::MAX >> (128 - bits),
            (bits, false) => i128::MAX >> (127 - bits),
        };
        let least = if to.signed { i128::MIN >> (128 - to.bits) } else { 0 };
        let wider = from_bits < to.bits || from_bits == to.bits && signed == to.signed;
        if wider && (!signed || to.signed) {
            return self.build().truth(true);
        }
        if signed && !to.signed && to.bits >= from_bits {
            let zero = self.build().constant(from, 0);
            return match self.range(a) {
                Some(r) if r.0 >= 0 => self.build().truth(true),
                _ => self.build().binary(BinOp::Le, zero, a),
            };
        }
        self.between(a, (least, greatest))
    }
}

/// Where a check of an operation belongs.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub e: ExprId,
    pub loc: Location,
    pub condition: Option<ExprId>,
}

impl Site {
    pub(super) fn claim(self, class: PropertyClass, text: &'static str) -> Claim {
        Claim { class, text, expr: self.e, loc: self.loc }
    }
}

/// An integer type.
#[derive(Clone, Copy)]
struct Width {
    bits: u16,
    signed: bool,
}
