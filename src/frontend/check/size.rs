//! Sizes, alignments and offsets that expressions ask for. Operands are checked for their types and not evaluated, except for arrays of variable size.

use super::convert::Value;
use super::init::repeatable;
use super::scope::Entity;
use super::types::CType;
use super::{Result, Unit};
use crate::tree::{ExprKind, VarId};
use goto::Location;
use lang_c::ast::{Expression, OffsetMember, OffsetOfExpression, SpecifierQualifier, TypeName, TypeOf, TypeSpecifier};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// The alignment of a type, or of the variable that it is asked of; the least one if `least`, which holds in records too.
    pub(super) fn align_of_type(&mut self, name: &Node<TypeName>, least: bool, loc: Location) -> Result<Value> {
        let ty = self.type_name(name)?;
        let align = match self.variable_operand(name).and_then(|id| self.c.vars[id].align) {
            Some(own) => own.max(self.c.types.align_of(ty, false)),
            None => self.c.types.align_of(ty, least),
        };
        let size_type = self.c.types.size();
        Ok(self.constant(i128::from(align), size_type, loc))
    }

    /// The variable `x` in `__typeof__(x)`, as the normaliser writes what is asked of expressions.
    fn variable_operand(&self, name: &Node<TypeName>) -> Option<VarId> {
        let [Node { node: SpecifierQualifier::TypeSpecifier(Node { node: TypeSpecifier::TypeOf(of), .. }), .. }] = name.node.specifiers.as_slice() else {
            return None;
        };
        let TypeOf::Expression(e) = &of.node else { return None };
        let Expression::Identifier(name) = &e.node else { return None };
        match self.look_up(&name.node.name) {
            Some(Entity::Var(id, _)) => Some(id),
            _ => None,
        }
    }

    pub(super) fn size_of_type(&mut self, name: &Node<TypeName>, loc: Location) -> Result<Value> {
        let ty = self.type_name(name)?;
        self.size_as_value(ty, name.span, loc)
    }

    pub(super) fn size_of_value(&mut self, operand: &Node<Expression>, loc: Location) -> Result<Value> {
        // The operand is not evaluated; what its evaluation would have needed first is dropped.
        let before = self.function.as_ref().map_or(0, |f| f.pending.len());
        let value = self.expr(operand)?;
        if let Some(function) = &mut self.function
            && !self.c.types.is_variable_array(value.ty)
        {
            function.pending.truncate(before);
        }
        if value.bits.is_some() {
            return self.error(operand.span, "the size of a bit-field");
        }
        let size = self.size_as_value(value.ty, operand.span, loc)?;
        if !self.c.types.is_variable_array(value.ty) || repeatable(&value.expr) {
            return Ok(size);
        }
        let (operand, ty) = (self.drop_value(value), size.ty);
        Ok(self.value(ExprKind::Comma(Box::new(operand.expr), Box::new(size.expr)), ty, loc))
    }

    pub(super) fn size_as_value(&mut self, ty: CType, span: Span, loc: Location) -> Result<Value> {
        let mut expr = self.size_expr(ty, span)?;
        expr.loc = loc;
        Ok(Value { expr, ty: self.c.types.size(), place: false, bits: None })
    }

    pub(super) fn offset_of(&mut self, node: &Node<OffsetOfExpression>, loc: Location) -> Result<Value> {
        let ty = self.type_name(&node.node.type_name)?;
        let pointer = self.c.types.pointer(ty);
        let null = self.constant(0, pointer, loc);
        let base = self.deref(null, loc);
        let mut place = self.member_of(base, &node.node.designator.node.base, loc)?;
        for member in &node.node.designator.node.members {
            place = match &member.node {
                OffsetMember::Member(name) => self.member_of(place, name, loc)?,
                OffsetMember::IndirectMember(name) => {
                    let pointer = self.decay(place);
                    let base = self.deref(pointer, loc);
                    self.member_of(base, name, loc)?
                }
                OffsetMember::Index(index) => {
                    let index = self.rvalue(index)?;
                    self.element(place, index, false, member.span, loc)?
                }
            };
        }
        let address = self.address_of(place, node.span, loc)?;
        let size_type = self.c.types.size();
        let offset = self.cast(address, size_type);
        Ok(match self.constant_value(&offset) {
            Some(offset) => self.constant(offset, size_type, loc),
            None => offset,
        })
    }
}
