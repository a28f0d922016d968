//! What a text says of variables being zero: the outcomes of conditions, and constants that are assigned. Knows single expressions only, never what was
//! executed before.

use super::names::Names;
use goto::outline::{Sign, SymbolNumber};
use lang_c::ast::{BinaryOperator, Constant, Expression, UnaryOperator};

/// What an outcome of a condition says of a variable.
pub(super) struct Fact {
    pub symbol: SymbolNumber,
    pub sign: Sign,
    /// Of what the condition itself assigned.
    pub is_assigned: bool,
}

impl Names {
    /// What an outcome of a condition says.
    pub(super) fn facts(&mut self, condition: &Expression, when: bool) -> Vec<Fact> {
        match condition {
            Expression::Identifier(name) => {
                let sign = if when { Sign::Nonzero } else { Sign::Zero };
                self.variable(&name.node.name).map(|symbol| Fact { symbol, sign, is_assigned: false }).into_iter().collect()
            }
            // What a function gives is known of its name, until it is called again.
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) if self.variable(&name.node.name).is_none() => {
                    let sign = if when { Sign::Nonzero } else { Sign::Zero };
                    vec![Fact { symbol: self.function(&name.node.name), sign, is_assigned: false }]
                }
                _ => Vec::new(),
            },
            Expression::UnaryOperator(of) if of.node.operator.node == UnaryOperator::Negate => self.facts(&of.node.operand.node, !when),
            Expression::Comma(parts) => parts.last().map(|last| self.facts(&last.node, when)).unwrap_or_default(),
            Expression::Cast(cast) if when => self.facts(&cast.node.expression.node, when),
            Expression::BinaryOperator(of) => {
                let (left, right) = (&of.node.lhs.node, &of.node.rhs.node);
                match (&of.node.operator.node, when) {
                    (BinaryOperator::LogicalAnd, true) | (BinaryOperator::LogicalOr, false) => {
                        let mut all = self.facts(left, when);
                        all.extend(self.facts(right, when));
                        all
                    }
                    (BinaryOperator::Equals, _) | (BinaryOperator::NotEquals, _) => {
                        let equal = when == (of.node.operator.node == BinaryOperator::Equals);
                        let (value, constant) = if sign(left).is_some() { (right, left) } else { (left, right) };
                        match sign(constant) {
                            Some(Sign::Zero) => self.facts(value, !equal),
                            // The address of something, or a number that is not zero.
                            Some(Sign::Nonzero) if equal => self.facts(value, true),
                            _ => Vec::new(),
                        }
                    }
                    (BinaryOperator::Greater, true) if sign(right) == Some(Sign::Zero) => self.facts(left, true),
                    (BinaryOperator::Less, true) if sign(left) == Some(Sign::Zero) => self.facts(right, true),
                    (BinaryOperator::Assign, _) => self.facts(left, when).into_iter().map(|f| Fact { is_assigned: true, ..f }).collect(),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// The variable that is all that an expression assigns to, and the value.
pub(super) fn assignment(e: &Expression) -> Option<(&str, &Expression)> {
    match e {
        Expression::BinaryOperator(of) if of.node.operator.node == BinaryOperator::Assign => match &of.node.lhs.node {
            Expression::Identifier(name) => Some((&name.node.name, &of.node.rhs.node)),
            _ => None,
        },
        _ => None,
    }
}

/// Is the expression a constant that is zero, or something that cannot be?
pub(super) fn sign(e: &Expression) -> Option<Sign> {
    match e {
        Expression::Constant(constant) => match &constant.node {
            Constant::Integer(number) if number.number.chars().all(|c| c == '0') => Some(Sign::Zero),
            Constant::Integer(_) => Some(Sign::Nonzero),
            Constant::Float(_) | Constant::Character(_) => None,
        },
        Expression::StringLiteral(_) => Some(Sign::Nonzero),
        Expression::Cast(cast) => {
            sign(&cast.node.expression.node).filter(|s| *s == Sign::Zero || !matches!(cast.node.expression.node, Expression::Constant(_)))
        }
        Expression::UnaryOperator(of) if of.node.operator.node == UnaryOperator::Address => match &of.node.operand.node {
            Expression::Identifier(_) => Some(Sign::Nonzero),
            _ => None,
        },
        _ => None,
    }
}
