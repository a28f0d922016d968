//! Expressions: names, signs, casts, choices by type, literals. Places, sizes, operators with two operands and calls have modules of their own.

use super::convert::Value;
use super::init::Lifetime;
use super::literal::Text;
use super::scope::Entity;
use super::types::IntKind;
use super::{Result, Unit};
use crate::tree::{ExprKind, VarKind};
use goto::{Location, RecordKind};
use lang_c::ast::{CastExpression, CompoundLiteral, Expression, GenericAssociation, GenericSelection, Identifier, UnaryOperator, UnaryOperatorExpression};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// Checks an expression; places stay places. See [`Unit::rvalue`] for its value.
    pub(super) fn expr(&mut self, node: &Node<Expression>) -> Result<Value> {
        let loc = self.loc(node.span);
        match &node.node {
            Expression::Identifier(name) => self.identifier(name, loc),
            Expression::Constant(constant) => self.literal(constant),
            Expression::StringLiteral(pieces) => self.string(pieces),
            Expression::GenericSelection(selection) => self.generic_selection(selection),
            Expression::Member(member) => self.member_access(member, loc),
            Expression::Call(call) => self.call(call, loc),
            Expression::CompoundLiteral(literal) => self.compound_literal(literal, loc),
            Expression::SizeOfTy(of) => self.size_of_type(&of.node.0, loc),
            Expression::SizeOfVal(of) => self.size_of_value(&of.node.0, loc),
            // `_Alignof` asks for what holds everywhere, also in records; `__alignof__` for what is best.
            Expression::AlignOf(of) => self.align_of_type(&of.node.0, !self.source.snippet(node.span).starts_with("__"), loc),
            Expression::UnaryOperator(unary) => self.unary(unary, loc),
            Expression::Cast(cast) => self.cast_expression(cast, loc),
            Expression::BinaryOperator(binary) => self.binary(binary, loc),
            Expression::Conditional(conditional) => self.conditional(conditional, loc),
            Expression::Comma(operands) => self.comma(operands, loc),
            Expression::OffsetOf(of) => self.offset_of(of, loc),
            Expression::VaArg(arg) => {
                let ty = self.type_name(&arg.node.type_name)?;
                self.va_arg(&arg.node.va_list, ty, node.span, loc)
            }
            Expression::Statement(statement) => self.statement_expression(statement, loc),
        }
    }

    fn identifier(&mut self, node: &Node<Identifier>, loc: Location) -> Result<Value> {
        let name = node.node.name.as_str();
        match self.look_up(name) {
            Some(Entity::Var(id, ty)) => Ok(self.place(ExprKind::Var(id), ty, loc)),
            Some(Entity::Function(id, ty)) => Ok(self.value(ExprKind::Function(id), ty, loc)),
            Some(Entity::Constant(bits, ty)) => Ok(self.value(ExprKind::Const(bits), ty, loc)),
            Some(Entity::Typedef(_)) => self.error(node.span, format!("`{name}` is a type, not a value")),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                let function = self.function.as_ref().map(|f| f.name.clone()).unwrap_or_default();
                let (var, ty) = self.string_var(Text { units: function.bytes().map(u32::from).collect(), kind: IntKind::Char });
                Ok(self.place(ExprKind::Var(var), ty, loc))
            }
            None if name.starts_with("__builtin_") => match self.builtin_function(name, node.span)? {
                Some(function) => Ok(function),
                None => self.error(node.span, format!("`{name}` is not known")),
            },
            None => self.error(node.span, format!("`{name}` is not declared{}", self.hint(name))),
        }
    }

    fn unary(&mut self, node: &Node<UnaryOperatorExpression>, loc: Location) -> Result<Value> {
        let operand = &node.node.operand;
        match node.node.operator.node {
            UnaryOperator::PostIncrement => self.step(operand, 1, true, loc),
            UnaryOperator::PostDecrement => self.step(operand, -1, true, loc),
            UnaryOperator::PreIncrement => self.step(operand, 1, false, loc),
            UnaryOperator::PreDecrement => self.step(operand, -1, false, loc),
            UnaryOperator::Address => {
                let value = self.expr(operand)?;
                self.address_of(value, operand.span, loc)
            }
            UnaryOperator::Indirection => {
                let pointer = self.rvalue(operand)?;
                if !self.c.types.is_pointer(pointer.ty) {
                    return self.error(operand.span, format!("`*` on a value of type `{}`", self.spell(pointer.ty)));
                }
                Ok(self.deref(pointer, loc))
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => self.sign(&node.node.operator.node, operand, loc),
            UnaryOperator::Negate => {
                let value = self.rvalue(operand)?;
                let truth = self.truth(value, operand.span)?;
                Ok(self.truth_value(ExprKind::Not(Box::new(truth)), loc))
            }
        }
    }

    fn sign(&mut self, operator: &UnaryOperator, operand: &Node<Expression>, loc: Location) -> Result<Value> {
        let value = self.rvalue(operand)?;
        if self.complex_part(value.ty).is_some() {
            return Ok(match operator {
                UnaryOperator::Plus => value,
                _ => self.complex_sign(value, *operator == UnaryOperator::Complement, loc),
            });
        }
        if self.is_vector(value.ty) {
            return match operator {
                UnaryOperator::Plus => Ok(value),
                _ => self.vector_sign(value, *operator == UnaryOperator::Complement, operand.span, loc),
            };
        }
        let allowed = if *operator == UnaryOperator::Complement { self.c.types.is_integer(value.ty) } else { self.c.types.is_arithmetic(value.ty) };
        if !allowed {
            return self.error(operand.span, format!("a sign or `~` on a value of type `{}`", self.spell(value.ty)));
        }
        let value = self.promote(value);
        let ty = value.ty;
        Ok(match operator {
            UnaryOperator::Plus => value,
            UnaryOperator::Minus => self.negate(value, loc),
            _ => {
                let value = self.value(ExprKind::BitNot(Box::new(value.expr)), ty, loc);
                self.wrapped(value)
            }
        })
    }

    /// `-value`, at once for constants.
    pub(super) fn negate(&mut self, value: Value, loc: Location) -> Value {
        let ty = value.ty;
        let negated = match (&value.expr.kind, self.c.types.is_integer(ty)) {
            (ExprKind::Const(bits), true) => ExprKind::Const(bits.neg()),
            _ => ExprKind::Neg(Box::new(value.expr)),
        };
        let negated = self.value(negated, ty, loc);
        self.wrapped(negated)
    }

    fn cast_expression(&mut self, node: &Node<CastExpression>, loc: Location) -> Result<Value> {
        let operand = &node.node.expression;
        let to = self.type_name(&node.node.type_name)?;
        let value = self.rvalue(operand)?;
        let types = &self.c.types;
        if types.is_void(to) {
            let void = self.c.types.void();
            return Ok(self.value(ExprKind::Cast(Box::new(value.expr)), void, loc));
        }
        if let Some((id, RecordKind::Union)) = types.record(to) {
            return match self.member_for(id, &value) {
                Some(field) => Ok(self.union_of(value, field, to)),
                None => self.error(operand.span, format!("`{}` has no member of type `{}`", self.spell(to), self.spell(value.ty))),
            };
        }
        if !self.can_be_cast(&value, to) {
            let message = format!("a value of type `{}` cannot be cast to `{}`", self.spell(value.ty), self.spell(to));
            return self.error(operand.span, message);
        }
        let mut cast = self.cast(value, to);
        cast.expr.loc = loc;
        Ok(cast)
    }

    fn comma(&mut self, operands: &[Node<Expression>], loc: Location) -> Result<Value> {
        let mut result: Option<Value> = None;
        for operand in operands {
            let value = self.rvalue(operand)?;
            result = Some(match result {
                None => value,
                Some(before) => {
                    let (ty, bits) = (value.ty, value.bits);
                    Value { bits, ..self.value(ExprKind::Comma(Box::new(before.expr), Box::new(value.expr)), ty, loc) }
                }
            });
        }
        match result {
            Some(value) => Ok(value),
            // The grammar gives at least two operands.
            None => self.error(Span::none(), "an empty list of expressions"),
        }
    }

    fn generic_selection(&mut self, node: &Node<GenericSelection>) -> Result<Value> {
        let before = self.function.as_ref().map_or(0, |f| f.pending.len());
        let controlling = self.rvalue(&node.node.expression)?;
        let ty = match (controlling.bits, self.c.types.integer_kind(controlling.ty)) {
            // For gcc a bit-field has a type of its own, which no type name denotes.
            (Some(width), Some(kind)) if width != kind.width(self.c.types.model()) => {
                self.c.types.int_kind(IntKind::Odd { width, signed: kind.signed(), bit_int: false })
            }
            _ => controlling.ty,
        };
        if let Some(function) = &mut self.function {
            function.pending.truncate(before);
        }
        let mut default = None;
        let mut compatible = None;
        for association in &node.node.associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(&**e),
                GenericAssociation::Type(association) => {
                    let candidate = self.type_name(&association.node.type_name)?;
                    if candidate == ty {
                        return self.expr(&association.node.expression);
                    }
                    if self.compatible(candidate, ty) {
                        compatible = Some(&*association.node.expression);
                    }
                }
            }
        }
        match compatible.or(default) {
            Some(e) => self.expr(e),
            None => self.error(node.span, format!("no association for the type `{}`", self.spell(ty))),
        }
    }

    fn compound_literal(&mut self, node: &Node<CompoundLiteral>, loc: Location) -> Result<Value> {
        let ty = self.type_name(&node.node.type_name)?;
        if self.c.types.is_variable_array(ty) {
            return self.error(node.span, "a literal of variable size");
        }
        let (init, ty) = self.initializer_list(ty, &node.node.initializer_list, node.span, Lifetime::Automatic)?;
        if !self.c.types.is_complete(ty) {
            return self.error(node.span, format!("a literal of the incomplete type `{}`", self.spell(ty)));
        }
        let (var, init) = if self.function.is_none() {
            let init = self.constant_initializer(init, node.span)?;
            let var = self.c.new_var("", ty, VarKind::Static, loc);
            self.c.vars[var].init = Some(init);
            (var, None)
        } else {
            (self.c.new_var("", ty, VarKind::Local, loc), Some(init))
        };
        Ok(self.place(ExprKind::CompoundLiteral { var, init }, ty, loc))
    }
}
