//! Function calls.

use super::attribute::Linking;
use super::called::Called;
use super::convert::Value;
use super::scope::{Entity, Global};
use super::types::{CType, Kind, Params, Signature};
use super::{Result, Unit};
use crate::library;
use crate::normalise::names;
use crate::tree::{Callee, Expr, ExprKind};
use goto::Location;
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn call(&mut self, node: &Node<CallExpression>, loc: Location) -> Result<Value> {
        let CallExpression { callee, arguments } = &node.node;
        if let Expression::Identifier(name) = &callee.node
            && self.look_up(&name.node.name).is_none()
        {
            if name.node.name == names::QUESTION {
                return self.ask(arguments, node.span, loc);
            }
            if let Some(value) = self.builtin_call(&name.node.name, arguments, node.span, loc)? {
                if matches!(value.expr.kind, ExprKind::Unsupported(_)) {
                    self.mention_words(node.span);
                }
                return Ok(value);
            }
            if self.builtin_function(&name.node.name, name.span)?.is_none() {
                self.declare_implicitly(&name.node.name, name.span)?;
            }
        }
        self.c.openings += usize::from(opens_to_read(&callee.node, arguments));
        let function = self.rvalue(callee)?;
        let signature = self.c.types.pointee(function.ty).and_then(|to| self.c.types.signature(to)).cloned();
        let called_type = self.c.types.pointee(function.ty);
        let Some(Signature { ret, params }) = signature else {
            return self.error(callee.span, format!("a call of something of type `{}`", self.spell(function.ty)));
        };
        let args = self.arguments(&params, arguments, node.span)?;
        if !self.c.types.is_void(ret) && !self.c.types.is_complete(ret) {
            return self.error(node.span, format!("a call that returns the incomplete type `{}`", self.spell(ret)));
        }
        let callee = callee_of(function.expr);
        let called = called_type.map(|ty| {
            let has_prototype = matches!(params, Params::Prototype { .. });
            let args = (!has_prototype).then(|| args.iter().map(|arg| arg.ty).collect());
            let callee = if let Callee::Direct(id) = callee { Some(id) } else { None };
            self.c.called.add(Called { ty, args, callee })
        });
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(self.value(ExprKind::Call { callee, args, called }, ret, loc))
    }

    /// The call `function(&place);`, as the attribute `cleanup` asks for it.
    pub(super) fn call_with_address(&mut self, function: &Node<Expression>, place: Value, loc: Location) -> Result<Expr> {
        let span = function.span;
        let callee = self.rvalue(function)?;
        let signature = self.c.types.pointee(callee.ty).and_then(|to| self.c.types.signature(to)).cloned();
        let Some(Signature { ret, params }) = signature else {
            return self.error(span, format!("a variable is cleaned up by something of type `{}`", self.spell(callee.ty)));
        };
        let pointer = self.c.types.pointer(place.ty);
        let address = self.value(ExprKind::AddressOf(Box::new(place.expr)), pointer, loc);
        let argument = match params {
            Params::Prototype { types, .. } if types.len() != 1 => return self.error(span, "a variable is cleaned up by a function of one parameter"),
            Params::Prototype { types, .. } => self.convert(address, types[0], span)?,
            Params::Old(_) | Params::Unknown => address,
        };
        let callee = callee_of(callee.expr);
        Ok(self.value(ExprKind::Call { callee, args: vec![argument.expr], called: None }, ret, loc).expr)
    }

    /// What is asked about a place becomes a claim, or nothing if it has no meaning there.
    fn ask(&mut self, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Value> {
        let [number, condition] = arguments else {
            return self.error(span, "a question has a number and a condition");
        };
        let number = self.rvalue(number)?;
        self.c.asking = true;
        let asked = self.rvalue(condition).and_then(|value| self.truth(value, condition.span));
        self.c.asking = false;
        let int = self.c.types.int();
        match asked {
            Ok(condition) => {
                self.declare_implicitly(names::CLAIM, span)?;
                let Some(Entity::Function(id, _)) = self.look_up(names::CLAIM) else {
                    return self.error(span, "questions cannot be asked here");
                };
                Ok(self.value(ExprKind::Call { callee: Callee::Direct(id), args: vec![number.expr, condition], called: None }, int, loc))
            }
            Err(error) => {
                let reason = error.diagnostic().map_or_else(|| error.to_string(), |d| d.message.clone());
                if let ExprKind::Const(number) = number.expr.kind {
                    self.c.unanswered.push((number.unsigned() as u32, reason));
                }
                Ok(self.constant(0, int, loc))
            }
        }
    }

    pub(super) fn arguments(&mut self, params: &Params, arguments: &[Node<Expression>], span: Span) -> Result<Vec<Value>> {
        let (types, open): (&[CType], bool) = match params {
            Params::Prototype { types, variadic } => (types, *variadic),
            // gcc passes what a definition without prototype gets as if it had not seen it.
            Params::Old(_) | Params::Unknown => (&[], true),
        };
        if arguments.len() < types.len() || arguments.len() > types.len() && !open {
            let few = if arguments.len() < types.len() { "few" } else { "many" };
            return self.error(span, format!("too {few} arguments: {} instead of {}", arguments.len(), types.len()));
        }
        let mut values = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.rvalue(argument)?;
            values.push(match types.get(i) {
                Some(&ty) => self.convert(value, ty, argument.span)?,
                None => self.promote_argument(value, argument.span)?,
            });
        }
        Ok(values)
    }

    /// `int name()`, as C89 declares an unknown function that is called; what begins and ends a section for verifiers returns nothing all the same.
    fn declare_implicitly(&mut self, name: &str, span: Span) -> Result<()> {
        if self.c.asking {
            return self.error(span, format!("`{name}` is not declared{}", self.hint(name)));
        }
        // A declaration in another block of this file still counts for gcc.
        let ty = match self.linked.get(name) {
            Some((Global::Function(_), ty)) => *ty,
            _ => {
                let ret = if library::bounds_section(name) { self.c.types.void() } else { self.c.types.int() };
                self.c.types.intern(Kind::Function(Signature { ret, params: Params::Unknown }))
            }
        };
        let (id, ty) = self.declare_function(name, ty, false, &Linking::default(), span)?;
        self.scopes[0].names.insert(name.to_owned(), Entity::Function(id, ty));
        Ok(())
    }
}

/// What a pointer to a function calls.
fn callee_of(function: Expr) -> Callee {
    let Expr { kind, ty, loc } = function;
    match kind {
        ExprKind::AddressOf(place) if matches!(place.kind, ExprKind::Function(_)) => match place.kind {
            ExprKind::Function(id) => Callee::Direct(id),
            _ => Callee::Indirect(place),
        },
        kind => Callee::Indirect(Box::new(Expr { kind, ty, loc })),
    }
}

/// May the call open a file to read it, as its text says?
fn opens_to_read(callee: &Expression, arguments: &[Node<Expression>]) -> bool {
    let Expression::Identifier(name) = callee else { return false };
    match name.node.name.strip_suffix("64").unwrap_or(&name.node.name) {
        "open" => true,
        "fopen" | "freopen" => match arguments.get(1).map(|mode| &mode.node) {
            Some(Expression::StringLiteral(pieces)) => !pieces.node.iter().any(|piece| piece.starts_with("\"w") || piece.starts_with("\"a")),
            _ => true,
        },
        _ => false,
    }
}
