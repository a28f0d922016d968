//! Binary operators without assignment, and the conditional operator.

use super::convert::Value;
use super::types::CType;
use super::{Result, Unit};
use crate::normalise::names;
use crate::tree::{Condition, ExprKind, made_up};
use goto::{BinOp, Location};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn binary(&mut self, node: &Node<BinaryOperatorExpression>, loc: Location) -> Result<Value> {
        use BinaryOperator as B;
        let (lhs, rhs) = (&node.node.lhs, &node.node.rhs);
        let operator = &node.node.operator.node;
        match operator {
            B::Index => return self.index(lhs, rhs, loc),
            B::LogicalAnd | B::LogicalOr => return self.logical(*operator == B::LogicalAnd, lhs, rhs, loc),
            B::Assign => return self.assign(lhs, rhs, loc),
            _ => {}
        }
        if let Some(op) = compound_operator(operator) {
            let loc = self.loc(node.node.operator.span);
            return self.compound_assign(op, lhs, rhs, loc);
        }
        let (a, b) = (self.rvalue(lhs)?, self.rvalue(rhs)?);
        let start = loc;
        let loc = self.loc(node.node.operator.span);
        match operator {
            B::Plus => self.plus(a, b, node.span, loc),
            B::Minus => self.minus(a, b, node.span, loc),
            B::ShiftLeft => self.shift(BinOp::Shl, a, b, node.span, loc),
            B::ShiftRight => self.shift(BinOp::Shr, a, b, node.span, loc),
            B::Less => self.compare(BinOp::Lt, false, a, b, node.span, start),
            B::Greater => self.compare(BinOp::Lt, true, a, b, node.span, start),
            B::LessOrEqual => self.compare(BinOp::Le, false, a, b, node.span, start),
            B::GreaterOrEqual => self.compare(BinOp::Le, true, a, b, node.span, start),
            B::Equals => self.compare(BinOp::Eq, false, a, b, node.span, start),
            B::NotEquals => self.compare(BinOp::Ne, false, a, b, node.span, start),
            B::Multiply => self.arithmetic(BinOp::Mul, a, b, node.span, loc),
            B::Divide => self.arithmetic(BinOp::Div, a, b, node.span, loc),
            B::Modulo => self.arithmetic(BinOp::Rem, a, b, node.span, loc),
            B::BitwiseAnd => self.arithmetic(BinOp::BitAnd, a, b, node.span, loc),
            B::BitwiseXor => self.arithmetic(BinOp::BitXor, a, b, node.span, loc),
            B::BitwiseOr => self.arithmetic(BinOp::BitOr, a, b, node.span, loc),
            // Handled above.
            _ => self.error(node.span, "an operator that is not understood"),
        }
    }

    fn index(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, loc: Location) -> Result<Value> {
        let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
        if self.c.types.is_integer(a.ty) {
            let index = self.decay(a);
            return self.element(b, index, true, rhs.span, loc);
        }
        let index = self.decay(b);
        let loc = self.loc(rhs.span);
        self.element(a, index, false, rhs.span, loc)
    }

    fn logical(&mut self, and: bool, lhs: &Node<Expression>, rhs: &Node<Expression>, loc: Location) -> Result<Value> {
        let (a, b) = (self.logical_operand(lhs)?, self.logical_operand(rhs)?);
        Ok(self.truth_value(if and { ExprKind::And(a, b) } else { ExprKind::Or(a, b) }, loc))
    }

    /// An operand that is `&&` or `||` itself goes without a text: its operands have theirs, and texts of long chains would be quadratic.
    fn logical_operand(&mut self, node: &Node<Expression>) -> Result<Condition> {
        let value = self.rvalue(node)?;
        let expr = self.truth(value, node.span)?;
        let is_logical = matches!(expr.kind, ExprKind::And(..) | ExprKind::Or(..));
        let text = if is_logical { String::new() } else { self.source.snippet(node.span) };
        Ok(Condition { expr: Box::new(expr), text })
    }

    pub(super) fn plus(&mut self, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if self.c.types.is_pointer(a.ty) && self.c.types.is_integer(b.ty) {
            return self.pointer_plus(a, b, false, false, span, loc);
        }
        if self.c.types.is_integer(a.ty) && self.c.types.is_pointer(b.ty) {
            return self.pointer_plus(b, a, false, true, span, loc);
        }
        self.arithmetic(BinOp::Add, a, b, span, loc)
    }

    fn minus(&mut self, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if self.c.types.is_pointer(a.ty) && self.c.types.is_integer(b.ty) {
            return self.pointer_plus(a, b, true, false, span, loc);
        }
        if self.c.types.is_pointer(a.ty) && self.c.types.is_pointer(b.ty) {
            return self.pointer_difference(a, b, span, loc);
        }
        self.arithmetic(BinOp::Sub, a, b, span, loc)
    }

    pub(super) fn pointer_difference(&mut self, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        let to = self.c.types.pointee(a.ty).unwrap_or(a.ty);
        if self.c.types.is_record(to) && !self.c.types.is_complete(to) {
            return self.error(span, format!("the difference of pointers to the incomplete type `{}`", self.spell(to)));
        }
        if self.c.types.lower(a.ty) != self.c.types.lower(b.ty) {
            return self.mismatch(a.ty, b.ty, span);
        }
        let ptrdiff = self.c.types.ptrdiff();
        let b = self.cast(b, a.ty);
        let difference = self.value(ExprKind::Binary(BinOp::PtrDiff, Box::new(a.expr), Box::new(b.expr)), ptrdiff, loc);
        if !self.c.types.is_variable_array(to) {
            return Ok(difference);
        }
        let stride = self.variable_stride(to, span, loc)?;
        Ok(self.value(ExprKind::Binary(BinOp::Div, Box::new(difference.expr), Box::new(stride.expr)), ptrdiff, made_up(loc)))
    }

    pub(super) fn mismatch<T>(&self, a: CType, b: CType, span: Span) -> Result<T> {
        self.error(span, format!("an operator on values of types `{}` and `{}`", self.spell(a), self.spell(b)))
    }

    pub(super) fn arithmetic(&mut self, op: BinOp, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if self.vector_operation(&a, &b).is_some() {
            return self.vector_arithmetic(op, a, b, span, loc);
        }
        if self.is_complex_operation(a.ty, b.ty) {
            return self.complex_arithmetic(op, a, b, span, loc);
        }
        if !self.allows(op, a.ty) || !self.allows(op, b.ty) {
            return self.mismatch(a.ty, b.ty, span);
        }
        let (a, b) = self.balance(a, b);
        let ty = a.ty;
        let value = self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, loc);
        Ok(self.wrapped(value))
    }

    /// Is an arithmetic operator defined on values of the type?
    pub(super) fn allows(&self, op: BinOp, ty: CType) -> bool {
        match op {
            BinOp::Rem | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr => self.c.types.is_integer(ty),
            _ => self.c.types.is_arithmetic(ty),
        }
    }

    pub(super) fn shift(&mut self, op: BinOp, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if self.vector_operation(&a, &b).is_some() {
            return self.vector_arithmetic(op, a, b, span, loc);
        }
        if !self.allows(op, a.ty) || !self.allows(op, b.ty) {
            return self.mismatch(a.ty, b.ty, span);
        }
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = a.ty;
        let value = self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, loc);
        Ok(self.wrapped(value))
    }

    /// `a op b`, or `b op a` if `swapped`; `a` stands first in the source.
    pub(super) fn compare(&mut self, op: BinOp, swapped: bool, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        if self.vector_operation(&a, &b).is_some() {
            return self.vector_compare(op, swapped, a, b, span, loc);
        }
        if self.is_complex_operation(a.ty, b.ty) {
            let equal = match op {
                BinOp::Eq | BinOp::Ne => self.complex_equal(a, b, loc),
                _ => return self.mismatch(a.ty, b.ty, span),
            };
            let int = self.c.types.int();
            let truth = if op == BinOp::Eq { equal } else { self.value(ExprKind::Not(Box::new(equal.expr)), equal.ty, loc) };
            return Ok(self.cast(truth, int));
        }
        let types = &self.c.types;
        let (a, b) = if types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty) {
            self.balance(a, b)
        } else {
            match (types.is_pointer(a.ty), types.is_pointer(b.ty)) {
                (true, true) => {
                    let ty = a.ty;
                    let b = self.cast(b, ty);
                    (a, b)
                }
                (true, false) if types.is_integer(b.ty) => {
                    let ty = a.ty;
                    let b = self.cast(b, ty);
                    (a, b)
                }
                (false, true) if types.is_integer(a.ty) => {
                    let ty = b.ty;
                    (self.cast(a, ty), b)
                }
                _ => return self.mismatch(a.ty, b.ty, span),
            }
        };
        let (a, b) = (Box::new(a.expr), Box::new(b.expr));
        Ok(self.truth_value(if swapped { ExprKind::BinaryReversed(op, b, a) } else { ExprKind::Binary(op, a, b) }, loc))
    }

    pub(super) fn conditional(&mut self, node: &Node<ConditionalExpression>, loc: Location) -> Result<Value> {
        let conditional = &node.node;
        if matches!(&conditional.then_expression.node, Expression::Identifier(name) if name.node.name == names::ELVIS) {
            let value = self.rvalue(&conditional.condition)?;
            if !self.c.types.is_scalar(value.ty) {
                return self.error(conditional.condition.span, format!("a value of type `{}` is no condition", self.spell(value.ty)));
            }
            let other = self.rvalue(&conditional.else_expression)?;
            let (value, other) = self.unify(value, other, node.span)?;
            let ty = value.ty;
            return Ok(self.value(ExprKind::Elvis { value: Box::new(value.expr), other: Box::new(other.expr) }, ty, loc));
        }
        let cond: Condition = self.condition(&conditional.condition)?;
        let then = self.rvalue(&conditional.then_expression)?;
        let other = self.rvalue(&conditional.else_expression)?;
        let (then, other) = self.unify(then, other, node.span)?;
        let ty = then.ty;
        Ok(self.value(ExprKind::Conditional { cond, then: Box::new(then.expr), other: Box::new(other.expr) }, ty, loc))
    }

    /// The arms of a conditional in their common type.
    fn unify(&mut self, a: Value, b: Value, span: Span) -> Result<(Value, Value)> {
        let types = &self.c.types;
        if types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty) {
            return Ok(self.balance(a, b));
        }
        if self.is_complex_operation(a.ty, b.ty) {
            let ty = self.common_type(a.ty, b.ty);
            return Ok((self.cast(a, ty), self.cast(b, ty)));
        }
        if types.is_void(a.ty) || types.is_void(b.ty) {
            // gcc accepts a value in one arm if the other has none.
            return Ok((self.drop_value(a), self.drop_value(b)));
        }
        let ty = match (types.pointee(a.ty), types.pointee(b.ty)) {
            (Some(x), Some(y)) => {
                if self.is_null_constant(&a) {
                    b.ty
                } else if self.is_null_constant(&b) {
                    a.ty
                } else if types.is_void(x) || types.is_void(y) {
                    let constant = types.is_const(x) || types.is_const(y);
                    let void = self.c.types.void();
                    let to = if constant { self.c.types.constant(void) } else { void };
                    self.c.types.pointer(to)
                } else {
                    self.common_pointer(a.ty, b.ty)
                }
            }
            (Some(_), None) if types.is_integer(b.ty) => a.ty,
            (None, Some(_)) if types.is_integer(a.ty) => b.ty,
            _ => {
                let same = matches!((types.record(a.ty), types.record(b.ty)), (Some((x, _)), Some((y, _))) if x == y);
                if same || a.ty == b.ty && self.is_vector(a.ty) {
                    return Ok((a, b));
                }
                if self.reinterprets(b.ty, a.ty) && self.is_vector(a.ty) {
                    let b = self.reinterpret(b, a.ty);
                    return Ok((a, b));
                }
                return self.mismatch(a.ty, b.ty, span);
            }
        };
        Ok((self.cast(a, ty), self.cast(b, ty)))
    }

    /// Pointers to one type keep it, qualified by what either target has; pointers to different types become `void *`.
    fn common_pointer(&mut self, a: CType, b: CType) -> CType {
        let same = self.c.types.lower(a) == self.c.types.lower(b);
        match self.composite(a, b) {
            Some(ty) if same => ty,
            _ => {
                let void = self.c.types.void();
                self.c.types.pointer(void)
            }
        }
    }

    /// A value as a `void` expression.
    pub(super) fn drop_value(&mut self, value: Value) -> Value {
        if self.c.types.is_void(value.ty) {
            return value;
        }
        let void = self.c.types.void();
        let loc = value.expr.loc;
        self.value(ExprKind::Cast(Box::new(value.expr)), void, loc)
    }
}

fn compound_operator(operator: &BinaryOperator) -> Option<BinOp> {
    use BinaryOperator as B;
    Some(match operator {
        B::AssignMultiply => BinOp::Mul,
        B::AssignDivide => BinOp::Div,
        B::AssignModulo => BinOp::Rem,
        B::AssignPlus => BinOp::Add,
        B::AssignMinus => BinOp::Sub,
        B::AssignShiftLeft => BinOp::Shl,
        B::AssignShiftRight => BinOp::Shr,
        B::AssignBitwiseAnd => BinOp::BitAnd,
        B::AssignBitwiseXor => BinOp::BitXor,
        B::AssignBitwiseOr => BinOp::BitOr,
        _ => return None,
    })
}
