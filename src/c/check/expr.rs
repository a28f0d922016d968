//! Expressions: names, members, elements, addresses, casts, sizes, choices. Operators and calls have modules of their own.

use super::convert::Value;
use super::init::Lifetime;
use super::literal::Text;
use super::scope::Entity;
use super::types::{CType, IntKind, Kind};
use super::{Result, Unit};
use crate::c::tree::{Expr, ExprKind, Stmt, StmtKind, VarId, VarKind, made_up};
use goto::{BinOp, Location, RecordKind};
use lang_c::ast::{
    BlockItem, CastExpression, CompoundLiteral, Expression, GenericAssociation, GenericSelection, Identifier, Label, MemberExpression, MemberOperator,
    OffsetMember, OffsetOfExpression, SpecifierQualifier, Statement, TypeName, TypeOf, TypeSpecifier, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// Checks an expression; places stay places. See [`Unit::rvalue`] for its value.
    pub fn expr(&mut self, node: &Node<Expression>) -> Result<Value> {
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
            Expression::AlignOf(of) => {
                let ty = self.type_name(&of.node.0)?;
                if let Some(align) = self.variable_operand(&of.node.0).and_then(|id| self.c.vars[id].align) {
                    let size_type = self.c.types.size();
                    let natural = self.c.types.align_of(ty, false);
                    return Ok(self.constant(i128::from(align.max(natural)), size_type, loc));
                }
                // `_Alignof` asks for what holds everywhere, also in records; `__alignof__` for what is best.
                let least = !self.source.snippet(node.span).starts_with("__");
                let (align, size_type) = (self.c.types.align_of(ty, least), self.c.types.size());
                Ok(self.constant(i128::from(align), size_type, loc))
            }
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
            None => self.error(node.span, format!("`{name}` is not declared")),
        }
    }

    fn member_access(&mut self, node: &Node<MemberExpression>, loc: Location) -> Result<Value> {
        let base = match node.node.operator.node {
            MemberOperator::Direct => self.expr(&node.node.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&node.node.expression)?;
                if !self.c.types.is_pointer(pointer.ty) {
                    return self.error(node.node.expression.span, format!("`->` on a value of type `{}`", self.spell(pointer.ty)));
                }
                self.deref(pointer, loc)
            }
        };
        self.member_of(base, &node.node.identifier, loc)
    }

    fn member_of(&mut self, base: Value, name: &Node<Identifier>, loc: Location) -> Result<Value> {
        let member = &name.node.name;
        let Some((record, _)) = self.c.types.record(base.ty) else {
            return self.error(name.span, format!("`{}` has no members, so no `{member}`", self.spell(base.ty)));
        };
        let Some((path, _)) = self.find_member(record, member) else {
            let why = if self.c.types.is_complete(base.ty) { "has no member" } else { "is incomplete here and has no member" };
            return self.error(name.span, format!("`{}` {why} `{member}`", self.spell(base.ty)));
        };
        Ok(path.into_iter().fold(base, |base, field| self.select(base, field, loc)))
    }

    /// The member at a position. The base has a complete record type with that many fields.
    fn select(&mut self, base: Value, field: usize, loc: Location) -> Value {
        let Some((record, _)) = self.c.types.record(base.ty) else { return base };
        let mut ty = self.c.types.records[&record].fields[field];
        if self.c.types.is_const(base.ty) {
            ty = self.c.types.constant(ty);
        }
        let bits = self.c.types.goto.records[record].body.as_ref().and_then(|body| body.fields[field].bits).map(|bits| bits.width);
        let expr = self.lower_expr(ExprKind::Field(Box::new(base.expr), field), ty, loc);
        Value { expr, ty, place: base.place, bits }
    }

    /// What a pointer points to.
    pub fn deref(&mut self, pointer: Value, loc: Location) -> Value {
        let Some(to) = self.c.types.pointee(pointer.ty) else { return pointer };
        if self.c.types.is_variable_array(to) {
            return Value { expr: pointer.expr, ty: to, place: true, bits: None };
        }
        match pointer.expr.kind {
            ExprKind::AddressOf(place) => Value { place: !self.c.types.is_function(to), expr: *place, ty: to, bits: None },
            ExprKind::Decay(array) => {
                let int = self.c.types.int();
                let zero = self.constant(0, int, loc).expr;
                self.place(ExprKind::Index(array, Box::new(zero)), to, loc)
            }
            kind => {
                let pointer = Expr { kind, ..pointer.expr };
                let value = self.value(ExprKind::Deref(Box::new(pointer)), to, loc);
                Value { place: !self.c.types.is_function(to), ..value }
            }
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
    pub fn negate(&mut self, value: Value, loc: Location) -> Value {
        let ty = value.ty;
        let negated = match (&value.expr.kind, self.c.types.is_integer(ty)) {
            (ExprKind::Const(bits), true) => ExprKind::Const(bits.neg()),
            _ => ExprKind::Neg(Box::new(value.expr)),
        };
        let negated = self.value(negated, ty, loc);
        self.wrapped(negated)
    }

    fn address_of(&mut self, value: Value, span: Span, loc: Location) -> Result<Value> {
        if self.c.types.is_function(value.ty) {
            return Ok(self.decay(value));
        }
        if value.bits.is_some() {
            return self.error(span, "the address of a bit-field");
        }
        if !value.place {
            return self.error(span, "the address of something that is no place in memory");
        }
        let pointer = self.c.types.pointer(value.ty);
        if self.c.types.is_variable_array(value.ty) {
            return Ok(Value { expr: value.expr, ty: pointer, place: false, bits: None });
        }
        Ok(match value.expr.kind {
            ExprKind::Deref(inner) => Value { expr: *inner, ty: pointer, place: false, bits: None },
            kind => {
                let place = Expr { kind, ..value.expr };
                self.value(ExprKind::AddressOf(Box::new(place)), pointer, loc)
            }
        })
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
        if !self.converts(value.ty, to) && !self.reinterprets(value.ty, to) {
            let message = format!("a value of type `{}` cannot be cast to `{}`", self.spell(value.ty), self.spell(to));
            return self.error(operand.span, message);
        }
        let mut cast = self.cast(value, to);
        cast.expr.loc = loc;
        Ok(cast)
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

    fn size_of_type(&mut self, name: &Node<TypeName>, loc: Location) -> Result<Value> {
        let ty = self.type_name(name)?;
        self.size_as_value(ty, name.span, loc)
    }

    fn size_of_value(&mut self, operand: &Node<Expression>, loc: Location) -> Result<Value> {
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
        if !self.c.types.is_variable_array(value.ty) || super::init::repeatable(&value.expr) {
            return Ok(size);
        }
        let (operand, ty) = (self.drop_value(value), size.ty);
        Ok(self.value(ExprKind::Comma(Box::new(operand.expr), Box::new(size.expr)), ty, loc))
    }

    fn size_as_value(&mut self, ty: CType, span: Span, loc: Location) -> Result<Value> {
        let mut expr = self.size_expr(ty, span)?;
        expr.loc = loc;
        Ok(Value { expr, ty: self.c.types.size(), place: false, bits: None })
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

    fn offset_of(&mut self, node: &Node<OffsetOfExpression>, loc: Location) -> Result<Value> {
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

    fn statement_expression(&mut self, node: &Node<Statement>, loc: Location) -> Result<Value> {
        let Statement::Compound(items) = &node.node else { return self.error(node.span, "a statement as an expression must be a block") };
        if self.function.is_none() {
            return self.error(node.span, "a statement as an expression outside of functions");
        }
        let outer = self.function.as_mut().map(|f| std::mem::take(&mut f.pending)).unwrap_or_default();
        let result = self.scoped(|unit| {
            let mut body = Vec::new();
            let Some((last, before)) = items.split_last() else { return Ok((body, None)) };
            unit.block_items(before, &mut body)?;
            if let BlockItem::Statement(statement) = &last.node
                && let Some(e) = unit.last_expression(statement, &mut body)?
            {
                let value = unit.rvalue(e)?;
                unit.flush_pending(&mut body);
                return Ok((body, Some(value)));
            }
            unit.block_item(last, &mut body)?;
            Ok((body, None))
        });
        if let Some(function) = &mut self.function {
            function.pending = outer;
        }
        let (body, value) = result?;
        let ty = match &value {
            Some(value) => value.ty,
            None => self.c.types.void(),
        };
        let value = value.map(|value| Box::new(value.expr));
        Ok(self.value(ExprKind::Statements { body, value }, ty, loc))
    }

    /// The expression that a statement consists of, behind its labels, which go to `body`.
    fn last_expression<'a>(&mut self, node: &'a Node<Statement>, body: &mut Vec<Stmt>) -> Result<Option<&'a Node<Expression>>> {
        let mut labels = Vec::new();
        let mut statement = node;
        while let Statement::Labeled(labeled) = &statement.node
            && let Label::Identifier(name) = &labeled.node.label.node
        {
            labels.push(name);
            statement = &labeled.node.statement;
        }
        let Statement::Expression(Some(e)) = &statement.node else { return Ok(None) };
        for name in labels {
            let loc = self.loc(name.span);
            self.define_label(name)?;
            let nothing = Box::new(Stmt { kind: StmtKind::Empty, loc });
            body.push(Stmt { kind: StmtKind::Label { name: name.node.name.clone(), body: nothing }, loc });
        }
        Ok(Some(e))
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

    /// `base[index]`, as a place in the array or behind the pointer. `reversed`: the index stands first in the source.
    pub fn element(&mut self, base: Value, index: Value, reversed: bool, span: Span, loc: Location) -> Result<Value> {
        if !self.c.types.is_integer(index.ty) {
            return self.error(span, format!("an index of type `{}`", self.spell(index.ty)));
        }
        match *self.c.types.kind(base.ty) {
            Kind::Vector { .. } => {
                let index = self.promote(index);
                Ok(self.vector_element(base, index.expr, loc))
            }
            Kind::Array { elem, .. } if !self.c.types.is_variable_array(base.ty) => {
                let index = self.promote(index);
                let element = self.value(ExprKind::Index(Box::new(base.expr), Box::new(index.expr)), elem, loc);
                Ok(Value { place: true, ..element })
            }
            _ => {
                let pointer = self.decay(base);
                if self.c.types.pointee(pointer.ty).is_none_or(|to| self.c.types.is_function(to)) {
                    return self.error(span, format!("an element of a value of type `{}`", self.spell(pointer.ty)));
                }
                let address = self.pointer_plus(pointer, index, false, reversed, span, loc)?;
                Ok(self.deref(address, loc))
            }
        }
    }

    /// A pointer moved by a number of elements.
    pub fn pointer_plus(&mut self, pointer: Value, index: Value, minus: bool, reversed: bool, span: Span, loc: Location) -> Result<Value> {
        let steps = self.pointer_steps(pointer.ty, index, minus, span, loc)?;
        let ty = pointer.ty;
        let (pointer, steps) = (Box::new(pointer.expr), Box::new(steps.expr));
        let kind = if reversed { ExprKind::BinaryReversed(BinOp::PtrAdd, pointer, steps) } else { ExprKind::Binary(BinOp::PtrAdd, pointer, steps) };
        Ok(self.value(kind, ty, loc))
    }

    /// An integer added to a pointer (or subtracted) as the operand of `PtrAdd`.
    pub fn pointer_steps(&mut self, pointer: CType, index: Value, minus: bool, span: Span, loc: Location) -> Result<Value> {
        let to = self.c.types.pointee(pointer).unwrap_or(pointer);
        if self.c.types.is_record(to) && !self.c.types.is_complete(to) {
            return self.error(span, format!("arithmetic on a pointer to the incomplete type `{}`", self.spell(to)));
        }
        let ptrdiff = self.c.types.ptrdiff();
        let index = self.promote(index);
        let mut steps = self.cast(index, ptrdiff);
        if minus {
            steps = self.negate(steps, made_up(loc));
        }
        if self.c.types.is_variable_array(to) {
            let stride = self.variable_stride(to, span, loc)?;
            steps = self.value(ExprKind::Binary(BinOp::Mul, Box::new(steps.expr), Box::new(stride.expr)), ptrdiff, made_up(loc));
        }
        Ok(steps)
    }

    /// How many innermost elements a variable array has, as `ptrdiff_t`.
    pub fn variable_stride(&mut self, array: CType, span: Span, loc: Location) -> Result<Value> {
        let bytes = self.size_as_value(array, span, loc)?;
        let base = self.c.types.variable_base(array);
        let (size_type, ptrdiff) = (self.c.types.size(), self.c.types.ptrdiff());
        let each = self.size_as_value(base, span, loc)?;
        let count = self.value(ExprKind::Binary(BinOp::Div, Box::new(bytes.expr), Box::new(each.expr)), size_type, made_up(loc));
        Ok(self.cast(count, ptrdiff))
    }
}
