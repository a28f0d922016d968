//! A function of C as a tree that somebody interprets: read without types, never compiled. Only what such a function needs is known: integers, conditions, calls
//! with constants; anything else is an error where it stands. What the names mean is not known here.

use super::diagnostic::Error;
use super::pieces::{self, View};
use super::source::{self, Options};
use goto::routine::{Binary, Expression, ExpressionKind, PlaceId, Routine, Statement, Unary, Variable};
use goto::{Diagnostic, IdVec};
use lang_c::ast::{
    BinaryOperator, BlockItem, Constant, Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Expression as Ast,
    ExternalDeclaration, ForInitializer, Initializer, Integer, IntegerBase, Statement as AstStatement, StorageClassSpecifier, TypeSpecifier, UnaryOperator,
};
use lang_c::span::{Node, Span};
use std::cell::RefCell;
use std::path::Path;

/// Reads the function of this name.
///
/// # Errors
/// If the file cannot be read or parsed, has no such function, or has something in it that a routine cannot have.
pub fn read(path: &Path, name: &str, options: &Options) -> Result<Routine, Error> {
    source::on_big_stack(|| {
        let source = source::read(path, options)?;
        let (mut body, mut variables) = (None, Vec::new());
        let places = RefCell::new(IdVec::new());
        places.borrow_mut().push(source.map.diagnostic(Span::span(0, 0), ""));
        pieces::for_each(&source, |piece| {
            let reader = Reader { view: View::new(&source).of(piece), places: &places };
            for external in &piece.declarations {
                match &external.node {
                    ExternalDeclaration::Declaration(of) if !pieces::declared_types(&external.node).is_empty() => {
                        return Err(reader.unsupported(of.span, "types of one's own"));
                    }
                    ExternalDeclaration::Declaration(of) => variables.extend(reader.declaration(of)?),
                    ExternalDeclaration::FunctionDefinition(of) => match (declared(&of.node.declarator.node), &of.node.statement.node) {
                        (Some(found), AstStatement::Compound(items)) if found == name => body = Some(reader.items(items)?),
                        _ => return Err(reader.unsupported(of.node.declarator.span, "a function of one's own")),
                    },
                    ExternalDeclaration::StaticAssert(of) => return Err(reader.unsupported(of.span, "this")),
                }
            }
            Ok(())
        })?;
        match body {
            Some(body) => Ok(Routine::new(body, variables, places.into_inner())),
            None => {
                let message = format!("there is no function {name} in this file");
                Err(Error::type_error(source.map.diagnostic(Span::span(0, 0), message)))
            }
        }
    })
}

fn declared(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Abstract | DeclaratorKind::Declarator(_) => None,
    }
}

struct Reader<'a> {
    view: View<'a>,
    /// Of the routine, in the order of reading.
    places: &'a RefCell<IdVec<PlaceId, Diagnostic>>,
}

impl Reader<'_> {
    fn place(&self, span: Span) -> PlaceId {
        self.places.borrow_mut().push(self.view.diagnostic(span, ""))
    }

    fn unsupported(&self, span: Span, what: &str) -> Error {
        Error::unsupported(self.view.diagnostic(span, format!("{what} cannot stand in a property")))
    }

    /// The variables of a declaration; prototypes declare none.
    fn declaration(&self, declaration: &Node<Declaration>) -> Result<Vec<Variable>, Error> {
        for specifier in &declaration.node.specifiers {
            let is_fine = match &specifier.node {
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    use TypeSpecifier as T;
                    matches!(ty.node, T::Void | T::Char | T::Short | T::Int | T::Long | T::Signed | T::Unsigned | T::Bool)
                }
                DeclarationSpecifier::StorageClass(class) => class.node != StorageClassSpecifier::ThreadLocal,
                _ => true,
            };
            if !is_fine {
                return Err(self.unsupported(specifier.span, "this type"));
            }
        }
        let mut variables = Vec::new();
        for declarator in &declaration.node.declarators {
            let of = &declarator.node.declarator;
            if of.node.derived.iter().any(|d| matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))) {
                continue;
            }
            let (Some(name), true) = (declared(&of.node), of.node.derived.is_empty()) else {
                return Err(self.unsupported(of.span, "a variable that is no integer"));
            };
            let start = match &declarator.node.initializer {
                None => None,
                Some(Node { node: Initializer::Expression(value), .. }) => Some(self.expression(value)?),
                Some(list) => return Err(self.unsupported(list.span, "a list")),
            };
            variables.push(Variable { name: name.to_owned(), start, place: self.place(of.span) });
        }
        Ok(variables)
    }

    fn items(&self, items: &[Node<BlockItem>]) -> Result<Vec<Statement>, Error> {
        let mut all = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Declaration(of) => {
                    let is_static = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::StorageClass(c) if matches!(c.node, StorageClassSpecifier::Static | StorageClassSpecifier::Extern));
                    if let Some(specifier) = of.node.specifiers.iter().find(|s| is_static(s)) {
                        return Err(self.unsupported(specifier.span, "`static` in a function (declare the variable outside of it)"));
                    }
                    all.extend(self.declaration(of)?.into_iter().map(Statement::Declaration));
                }
                BlockItem::Statement(of) => all.extend(self.statement(of)?),
                BlockItem::StaticAssert(of) => return Err(self.unsupported(of.span, "this")),
            }
        }
        Ok(all)
    }

    fn block(&self, statement: &Node<AstStatement>) -> Result<Vec<Statement>, Error> {
        Ok(self.statement(statement)?.into_iter().collect())
    }

    fn statement(&self, statement: &Node<AstStatement>) -> Result<Option<Statement>, Error> {
        let place = self.place(statement.span);
        Ok(Some(match &statement.node {
            AstStatement::Compound(items) => Statement::Block(self.items(items)?),
            AstStatement::Expression(None) => return Ok(None),
            AstStatement::Expression(Some(e)) => Statement::Expression(self.expression(e)?),
            AstStatement::If(of) => Statement::If {
                condition: self.expression(&of.node.condition)?,
                then: self.block(&of.node.then_statement)?,
                otherwise: of.node.else_statement.as_ref().map_or(Ok(Vec::new()), |s| self.block(s))?,
            },
            AstStatement::While(of) => {
                let condition = Some(self.expression(&of.node.expression)?);
                Statement::Loop { condition, body: self.block(&of.node.statement)?, then: None, tests_last: false, place }
            }
            AstStatement::DoWhile(of) => {
                let condition = Some(self.expression(&of.node.expression)?);
                Statement::Loop { condition, body: self.block(&of.node.statement)?, then: None, tests_last: true, place }
            }
            AstStatement::For(of) => {
                let mut first = match &of.node.initializer.node {
                    ForInitializer::Empty => Vec::new(),
                    ForInitializer::Expression(e) => vec![Statement::Expression(self.expression(e)?)],
                    ForInitializer::Declaration(of) => self.declaration(of)?.into_iter().map(Statement::Declaration).collect(),
                    ForInitializer::StaticAssert(of) => return Err(self.unsupported(of.span, "this")),
                };
                let part = |e: &Option<Box<Node<Ast>>>| e.as_ref().map(|e| self.expression(e)).transpose();
                let (condition, then) = (part(&of.node.condition)?, part(&of.node.step)?);
                first.push(Statement::Loop { condition, body: self.block(&of.node.statement)?, then, tests_last: false, place });
                Statement::Block(first)
            }
            AstStatement::Return(None) => Statement::Return,
            AstStatement::Break => Statement::Break,
            AstStatement::Continue => Statement::Continue,
            AstStatement::Return(Some(_)) => return Err(self.unsupported(statement.span, "a value that is returned")),
            AstStatement::Switch(_) => return Err(self.unsupported(statement.span, "`switch`")),
            AstStatement::Labeled(_) | AstStatement::Goto(_) => return Err(self.unsupported(statement.span, "a label or a jump to one")),
            AstStatement::Asm(_) => return Err(self.unsupported(statement.span, "assembler")),
        }))
    }

    fn expression(&self, e: &Node<Ast>) -> Result<Expression, Error> {
        let place = self.place(e.span);
        let inner = |e: &Node<Ast>| self.expression(e).map(Box::new);
        let kind = match &e.node {
            Ast::Identifier(name) => ExpressionKind::Name(name.node.name.clone()),
            Ast::Constant(constant) => match &constant.node {
                Constant::Integer(number) => ExpressionKind::Number(value(number).ok_or_else(|| self.unsupported(e.span, "so large a number"))?),
                Constant::Float(_) | Constant::Character(_) => return Err(self.unsupported(e.span, "a constant that is no integer")),
            },
            Ast::StringLiteral(parts) => {
                let unquoted = |part: &String| part.trim_start_matches('"').trim_end_matches('"').to_owned();
                ExpressionKind::Text(parts.node.iter().map(unquoted).collect())
            }
            Ast::Call(call) => match &call.node.callee.node {
                Ast::Identifier(name) => {
                    let arguments = call.node.arguments.iter().map(|a| self.expression(a)).collect::<Result<_, _>>()?;
                    ExpressionKind::Call(name.node.name.clone(), arguments)
                }
                _ => return Err(self.unsupported(e.span, "a call through a pointer")),
            },
            Ast::UnaryOperator(of) => {
                let operand = &of.node.operand;
                match of.node.operator.node {
                    UnaryOperator::Negate => ExpressionKind::Unary(Unary::Not, inner(operand)?),
                    UnaryOperator::Minus => ExpressionKind::Unary(Unary::Minus, inner(operand)?),
                    UnaryOperator::Complement => ExpressionKind::Unary(Unary::Complement, inner(operand)?),
                    UnaryOperator::Plus => return self.expression(operand),
                    UnaryOperator::PostIncrement => self.step(operand, Binary::Add, true, place)?,
                    UnaryOperator::PreIncrement => self.step(operand, Binary::Add, false, place)?,
                    UnaryOperator::PostDecrement => self.step(operand, Binary::Sub, true, place)?,
                    UnaryOperator::PreDecrement => self.step(operand, Binary::Sub, false, place)?,
                    UnaryOperator::Address | UnaryOperator::Indirection => return Err(self.unsupported(e.span, "a pointer")),
                }
            }
            Ast::BinaryOperator(of) => {
                let (left, right) = (&of.node.lhs, &of.node.rhs);
                match &of.node.operator.node {
                    BinaryOperator::LogicalAnd => ExpressionKind::And(inner(left)?, inner(right)?),
                    BinaryOperator::LogicalOr => ExpressionKind::Or(inner(left)?, inner(right)?),
                    // A difference that is turned round.
                    BinaryOperator::Greater => ExpressionKind::Binary(Binary::Less, inner(right)?, inner(left)?),
                    BinaryOperator::GreaterOrEqual => ExpressionKind::Binary(Binary::LessOrEqual, inner(right)?, inner(left)?),
                    BinaryOperator::Assign => ExpressionKind::Assign { name: self.assigned(left)?, value: inner(right)?, is_late: false },
                    operator => match (plain(operator), compound(operator)) {
                        (Some(op), _) => ExpressionKind::Binary(op, inner(left)?, inner(right)?),
                        (_, Some(op)) => {
                            let name = self.assigned(left)?;
                            let value = Expression { kind: ExpressionKind::Binary(op, inner(left)?, inner(right)?), place };
                            ExpressionKind::Assign { name, value: Box::new(value), is_late: false }
                        }
                        (None, None) => return Err(self.unsupported(of.node.operator.span, "this operator")),
                    },
                }
            }
            Ast::Conditional(of) => ExpressionKind::Choice(inner(&of.node.condition)?, inner(&of.node.then_expression)?, inner(&of.node.else_expression)?),
            _ => return Err(self.unsupported(e.span, "this expression")),
        };
        Ok(Expression { kind, place })
    }

    fn assigned(&self, e: &Node<Ast>) -> Result<String, Error> {
        match &e.node {
            Ast::Identifier(name) => Ok(name.node.name.clone()),
            _ => Err(self.unsupported(e.span, "an assignment to something other than a variable")),
        }
    }

    /// `++` and `--`.
    fn step(&self, operand: &Node<Ast>, op: Binary, is_late: bool, place: PlaceId) -> Result<ExpressionKind, Error> {
        let name = self.assigned(operand)?;
        let one = Expression { kind: ExpressionKind::Number(1), place };
        let value = Expression { kind: ExpressionKind::Binary(op, Box::new(self.expression(operand)?), Box::new(one)), place };
        Ok(ExpressionKind::Assign { name, value: Box::new(value), is_late })
    }
}

fn value(number: &Integer) -> Option<i64> {
    let radix = match number.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    // What the property computes has the width of int.
    i64::from_str_radix(&number.number, radix).ok().filter(|n| i32::try_from(*n).is_ok())
}

fn plain(operator: &BinaryOperator) -> Option<Binary> {
    Some(match operator {
        BinaryOperator::Plus => Binary::Add,
        BinaryOperator::Minus => Binary::Sub,
        BinaryOperator::Multiply => Binary::Mul,
        BinaryOperator::BitwiseAnd => Binary::And,
        BinaryOperator::BitwiseOr => Binary::Or,
        BinaryOperator::BitwiseXor => Binary::Xor,
        BinaryOperator::Equals => Binary::Equal,
        BinaryOperator::NotEquals => Binary::Unequal,
        BinaryOperator::Less => Binary::Less,
        BinaryOperator::LessOrEqual => Binary::LessOrEqual,
        _ => return None,
    })
}

fn compound(operator: &BinaryOperator) -> Option<Binary> {
    Some(match operator {
        BinaryOperator::AssignPlus => Binary::Add,
        BinaryOperator::AssignMinus => Binary::Sub,
        BinaryOperator::AssignMultiply => Binary::Mul,
        BinaryOperator::AssignBitwiseAnd => Binary::And,
        BinaryOperator::AssignBitwiseOr => Binary::Or,
        BinaryOperator::AssignBitwiseXor => Binary::Xor,
        _ => return None,
    })
}
