//! Checks that floating-point operations do not round: the result is the mathematical one, or an operand was infinite or no number, or a number was divided by zero.
//! What the checks compute themselves is exact, however the program rounds.

use super::{Claim, FunctionChecks};
use goto::{BinOp, ExprId, FloatKind, Location, PropertyClass, Type, UnOp};

const TEXT: &str = "a floating-point result is rounded";

/// By so much products that may lie below the least number are scaled, as a power of two.
const SCALE: u16 = 256;

impl FunctionChecks<'_> {
    /// `e` is the arithmetic operation on the operands.
    pub(super) fn exact(&mut self, e: ExprId, op: BinOp, [a, b]: [ExprId; 2], kind: FloatKind, loc: Location, condition: Option<ExprId>) {
        let exact = match op {
            // Of a rounded sum at least the difference to the operand that is larger is no longer the other one.
            BinOp::Add => self.differences([(BinOp::Sub, [e, a], b), (BinOp::Sub, [e, b], a)]),
            BinOp::Sub => self.differences([(BinOp::Sub, [a, e], b), (BinOp::Add, [e, b], a)]),
            BinOp::Mul => self.is_product(e, [a, b], kind),
            BinOp::Div => self.is_product(a, [e, b], kind),
            _ => return,
        };
        let mut holds = exact;
        for operand in [a, b] {
            let special = self.is_special(operand);
            holds = self.build().binary(BinOp::Or, special, holds);
        }
        if op == BinOp::Div {
            let ty = self.ty(b);
            let zero = self.whole_number(ty, 0);
            let by_zero = self.build().binary(BinOp::Eq, b, zero);
            holds = self.build().binary(BinOp::Or, by_zero, holds);
        }
        self.claim(Claim { class: PropertyClass::FloatInexact, text: TEXT, expr: e, loc }, holds, condition);
    }

    /// `e` is the conversion of a float to a narrower format.
    pub(super) fn exact_narrowing(&mut self, e: ExprId, a: ExprId, loc: Location, condition: Option<ExprId>) {
        let wide = self.ty(a);
        let back = self.build().cast(e, wide);
        let same = self.build().binary(BinOp::Eq, back, a);
        let special = self.is_special(a);
        let holds = self.build().binary(BinOp::Or, special, same);
        self.claim(Claim { class: PropertyClass::FloatInexact, text: TEXT, expr: e, loc }, holds, condition);
    }

    /// `e` is the conversion of an integer to a float.
    pub(super) fn exact_integer(&mut self, e: ExprId, a: ExprId, kind: FloatKind, loc: Location, condition: Option<ExprId>) {
        let Type::Int { bits, signed } = *self.program.types.get(self.ty(a)) else { return };
        let digits = super::float::precision(kind);
        let fits = |r: super::range::Range| r.0.unsigned_abs().max(r.1.unsigned_abs()) <= 1 << digits.min(126);
        if !self.wants(PropertyClass::FloatInexact) || u32::from(bits) <= digits || self.range(a).is_some_and(fits) {
            return;
        }
        let quad = self.program.types.intern(Type::Float(FloatKind::Quad));
        let result = self.build().cast(e, quad);
        let holds = if bits <= 64 {
            let number = self.build().cast(a, quad);
            self.build().binary(BinOp::Eq, result, number)
        } else {
            // The result less the upper half is the lower half; both are integers with fewer digits than the widest format has.
            let upper = self.program.types.int(64, signed);
            let lower = self.program.types.int(64, false);
            let distance = self.build().types.int(32, true);
            let distance = self.build().constant(distance, 64);
            let above = self.build().binary(BinOp::Shr, a, distance);
            let above = self.build().cast(above, upper);
            let above = self.build().cast(above, quad);
            let unit = self.power_of_two(quad, 64);
            let above = self.build().binary(BinOp::Mul, above, unit);
            let rest = self.build().binary(BinOp::Sub, result, above);
            let below = self.build().cast(a, lower);
            let below = self.build().cast(below, quad);
            self.build().binary(BinOp::Eq, rest, below)
        };
        self.claim(Claim { class: PropertyClass::FloatInexact, text: TEXT, expr: e, loc }, holds, condition);
    }

    fn differences(&mut self, both: [(BinOp, [ExprId; 2], ExprId); 2]) -> ExprId {
        let [first, second] = both.map(|(op, [x, y], other)| {
            let difference = self.build().binary(op, x, y);
            self.build().binary(BinOp::Eq, difference, other)
        });
        self.build().binary(BinOp::And, first, second)
    }

    /// Is the number the exact product of the factors?
    fn is_product(&mut self, product: ExprId, factors: [ExprId; 2], kind: FloatKind) -> ExprId {
        let wide = match kind {
            FloatKind::Half => FloatKind::Single,
            FloatKind::Single => FloatKind::Double,
            FloatKind::Double => FloatKind::Quad,
            FloatKind::Extended | FloatKind::Quad => return self.is_fused_product(product, factors),
        };
        let wide = self.program.types.intern(Type::Float(wide));
        let [x, y] = factors.map(|e| self.build().cast(e, wide));
        let exact = self.build().binary(BinOp::Mul, x, y);
        let product = self.build().cast(product, wide);
        self.build().binary(BinOp::Eq, exact, product)
    }

    /// The same for formats that no wider one holds the products of. What a fused operation leaves is zero, unless it is too small: small numbers are scaled first.
    fn is_fused_product(&mut self, product: ExprId, [x, y]: [ExprId; 2]) -> ExprId {
        let ty = self.ty(product);
        let one = self.whole_number(ty, 1);
        let [product_size, x_size, y_size] = [product, x, y].map(|e| self.build().unary(UnOp::Abs, e));
        let is_small = self.build().binary(BinOp::Lt, product_size, one);
        let scale = self.power_of_two(ty, SCALE);
        let factor = self.build().ite(is_small, scale, one);
        let less = self.build().binary(BinOp::Lt, x_size, y_size);
        let (small, large) = (self.build().ite(less, x, y), self.build().ite(less, y, x));
        let small = self.build().binary(BinOp::Mul, small, factor);
        let product = self.build().binary(BinOp::Mul, product, factor);
        let negated = self.build().unary(UnOp::Neg, product);
        let rest = self.build().fma(small, large, negated);
        let zero = self.whole_number(ty, 0);
        self.build().binary(BinOp::Eq, rest, zero)
    }

    /// Is it infinite or no number? Then less itself it is no number.
    fn is_special(&mut self, e: ExprId) -> ExprId {
        let rest = self.build().binary(BinOp::Sub, e, e);
        self.build().binary(BinOp::Ne, rest, rest)
    }
}
