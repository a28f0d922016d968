//! Declarators: pointers, arrays and functions around a base type.

use super::attribute::Attributes;
use super::types::{CType, Kind, Len, Params, Signature};
use super::{Result, Unit};
use crate::pieces::declarator_name;
use crate::tree::{self, Expr, ExprKind, Init, InitPart, Stmt, StmtKind, VarId, VarKind};
use goto::BinOp;
use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression, FunctionDeclarator, Identifier, ParameterDeclaration,
    PointerQualifier, TypeQualifier,
};
use lang_c::span::{Node, Span};

/// What a declarator makes of its base type.
#[derive(Debug)]
pub(super) struct Declared {
    pub ty: CType,
    pub attributes: Attributes,
}

/// A parameter as declared, its type adjusted.
#[derive(Debug)]
pub(super) struct DeclaredParam<'a> {
    pub name: Option<&'a str>,
    pub ty: CType,
    pub span: Span,
}

/// The parameter list of a function definition.
pub(super) enum ParameterList<'a> {
    Prototype(&'a FunctionDeclarator),
    Names(&'a [Node<Identifier>]),
}

impl Unit<'_> {
    pub(super) fn declarator(&mut self, base: CType, node: &Node<Declarator>) -> Result<Declared> {
        let declarator = &node.node;
        let mut attributes = self.attributes(&declarator.extensions)?;
        let (pointers, suffixes) = split(&declarator.derived);
        let mut ty = base;
        for pointer in pointers {
            match &pointer.node {
                DerivedDeclarator::Pointer(qualifiers) => ty = self.pointer_declarator(ty, qualifiers),
                _ => return self.unsupported(pointer.span, "blocks are not supported"),
            }
        }
        for suffix in suffixes.iter().rev() {
            ty = match &suffix.node {
                DerivedDeclarator::Array(array) => self.array_declarator(ty, array)?,
                DerivedDeclarator::Function(function) => self.function_declarator(ty, &function.node, suffix.span)?,
                DerivedDeclarator::KRFunction(_) => self.function_type(ty, Params::Unknown, suffix.span)?,
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => return self.unsupported(suffix.span, "this declarator is not supported"),
            };
        }
        if let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
            let inner = self.declarator(ty, inner)?;
            ty = inner.ty;
            attributes.merge(inner.attributes);
        }
        if let Some(ParameterList::Prototype(list)) = parameter_list(node) {
            attributes.linking.demands.least = self.least_lengths(list);
        }
        Ok(Declared { ty, attributes })
    }

    /// The parameters whose arrays are declared with `static` and a constant, with that.
    fn least_lengths(&mut self, list: &FunctionDeclarator) -> Vec<(usize, u64)> {
        let mut found = Vec::new();
        for (i, parameter) in list.parameters.iter().enumerate() {
            let Some(declarator) = &parameter.node.declarator else { continue };
            let (_, suffixes) = split(&declarator.node.derived);
            if let Some(Node { node: DerivedDeclarator::Array(array), .. }) = suffixes.first()
                && let ArraySize::StaticExpression(size) = &array.node.size
                && let Some(length) = self.constant_integer(size).ok().and_then(|n| u64::try_from(n).ok())
            {
                found.push((i, length));
            }
        }
        found
    }

    fn pointer_declarator(&mut self, to: CType, qualifiers: &[Node<PointerQualifier>]) -> CType {
        let ty = self.c.types.pointer(to);
        let has = |wanted: TypeQualifier| qualifiers.iter().any(|q| matches!(&q.node, PointerQualifier::TypeQualifier(q) if q.node == wanted));
        let ty = if has(TypeQualifier::Const) { self.c.types.constant(ty) } else { ty };
        if has(TypeQualifier::Volatile) { self.c.types.volatile(ty) } else { ty }
    }

    fn array_declarator(&mut self, elem: CType, node: &Node<ArrayDeclarator>) -> Result<CType> {
        if self.c.types.is_function(elem) || !self.c.types.is_complete(elem) {
            return self.error(node.span, format!("an array cannot have elements of type `{}`", self.spell(elem)));
        }
        let len = match &node.node.size {
            ArraySize::Unknown => Len::Unknown,
            ArraySize::VariableUnknown => Len::Star,
            ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) => self.array_length(elem, size)?,
        };
        Ok(self.c.types.array(elem, len))
    }

    pub(super) fn array_length(&mut self, elem: CType, size: &Node<Expression>) -> Result<Len> {
        if self.prototypes > 0 {
            // The size may name parameters, which only a definition gives storage.
            return Ok(self.constant_integer(size).ok().and_then(|n| u64::try_from(n).ok()).map_or(Len::Star, Len::Fixed));
        }
        let value = self.rvalue(size)?;
        if !self.c.types.is_integer(value.ty) {
            return self.error(size.span, "the size of an array must be an integer");
        }
        if let Some(n) = self.constant_value(&value).or_else(|| self.foreseen_value(&value)) {
            let bytes = u64::try_from(n).ok().and_then(|n| Some((n, n.checked_mul(self.c.types.size_of(elem).unwrap_or(1))?)));
            return match bytes {
                Some((n, bytes)) if bytes >> (self.c.types.model().pointer_bits() - 1) == 0 => Ok(Len::Fixed(n)),
                _ => self.error(size.span, "the size of the array is negative or too large"),
            };
        }
        if self.function.is_none() {
            return self.error(size.span, "the size of an array outside of functions must be constant");
        }
        let (own, at) = (value.ty, self.loc(size.span));
        let value = self.value(ExprKind::Length(Box::new(value.expr)), own, at);
        let size_type = self.c.types.size();
        let count = self.cast(value, size_type);
        let each = self.size_expr(elem, size.span)?;
        let loc = self.loc(size.span);
        let bytes = self.lower_expr(ExprKind::Binary(BinOp::Mul, Box::new(count.expr), Box::new(each)), size_type, tree::made_up(loc));
        let var = self.c.new_var("", size_type, VarKind::Local, loc);
        let init = Init { zero: false, parts: vec![InitPart { path: Vec::new(), value: bytes }] };
        self.pending(Stmt { kind: StmtKind::Decl { var, init: Some(init) }, loc });
        Ok(Len::Variable(var))
    }

    /// The bytes of a type as an expression of type `size_t`: constant, or what a variable array has computed.
    pub(super) fn size_expr(&mut self, ty: CType, span: Span) -> Result<Expr> {
        let loc = self.loc(span);
        let size_type = self.c.types.size();
        if let Kind::Array { elem, len } = *self.c.types.kind(ty) {
            match len {
                Len::Variable(bytes) => return Ok(self.lower_expr(ExprKind::Var(bytes), size_type, loc)),
                Len::Fixed(n) if self.c.types.is_variable_array(elem) => {
                    let each = self.size_expr(elem, span)?;
                    let count = self.constant(i128::from(n), size_type, loc).expr;
                    return Ok(self.lower_expr(ExprKind::Binary(BinOp::Mul, Box::new(count), Box::new(each)), size_type, tree::made_up(loc)));
                }
                Len::Star => return self.unsupported(span, "the size of this array is not known here"),
                _ => {}
            }
        }
        if !self.c.types.is_complete(ty) && !self.c.types.is_void(ty) {
            return self.error(span, format!("`{}` is incomplete and has no size", self.spell(ty)));
        }
        match self.c.types.size_of(ty) {
            Some(size) => Ok(self.constant(i128::from(size), size_type, loc).expr),
            None => self.error(span, format!("`{}` has no size", self.spell(ty))),
        }
    }

    /// Leaves a statement to be executed before the declaration or the expression that is being checked.
    pub(super) fn pending(&mut self, stmt: Stmt) {
        if let Some(function) = &mut self.function {
            function.pending.push(stmt);
        }
    }

    /// Takes the statement that computes the size of a variable array back, if it is the last one left. Returns what it computes.
    pub(super) fn take_pending_size(&mut self, size: VarId) -> Option<tree::Expr> {
        let pending = &mut self.function.as_mut()?.pending;
        match pending.last() {
            Some(Stmt { kind: StmtKind::Decl { var, .. }, .. }) if *var == size => {}
            _ => return None,
        }
        match pending.pop()?.kind {
            StmtKind::Decl { init: Some(init), .. } => init.parts.into_iter().next().map(|part| part.value),
            _ => None,
        }
    }

    fn function_type(&mut self, ret: CType, params: Params, span: Span) -> Result<CType> {
        if self.c.types.is_function(ret) || self.c.types.is_array(ret) {
            return self.error(span, format!("a function cannot return `{}`", self.spell(ret)));
        }
        let ret = self.c.types.unqualified(ret);
        Ok(self.c.types.intern(Kind::Function(Signature { ret, params })))
    }

    fn function_declarator(&mut self, ret: CType, function: &FunctionDeclarator, span: Span) -> Result<CType> {
        self.prototypes += 1;
        let types = self.scoped(|unit| {
            let mut types = Vec::new();
            for parameter in &function.parameters {
                types.push(unit.parameter_declaration(parameter)?.ty);
            }
            Ok(types)
        });
        self.prototypes -= 1;
        let types = self.without_void(types?, span)?;
        let variadic = function.ellipsis == Ellipsis::Some;
        let params = if types.is_empty() && !variadic && function.parameters.is_empty() {
            Params::Unknown
        } else {
            let types = types.into_iter().map(|ty| self.c.types.unqualified(ty)).collect();
            Params::Prototype { types, variadic }
        };
        self.function_type(ret, params, span)
    }

    /// `(void)` is no parameter.
    fn without_void(&self, mut types: Vec<CType>, span: Span) -> Result<Vec<CType>> {
        match types.as_slice() {
            [only] if self.c.types.is_void(*only) => types.clear(),
            _ if types.iter().any(|&ty| self.c.types.is_void(ty)) => return self.error(span, "a parameter cannot have type `void`"),
            _ => {}
        }
        Ok(types)
    }

    /// A parameter with its type adjusted: arrays and functions become pointers.
    pub(super) fn parameter_declaration<'a>(&mut self, node: &'a Node<ParameterDeclaration>) -> Result<DeclaredParam<'a>> {
        let specifiers = self.specifiers(&node.node.specifiers, node.span, false)?;
        let base = self.apply_mode(specifiers.ty, &specifiers.attributes)?;
        let mut ty = base;
        let mut name = None;
        let mut span = node.span;
        if let Some(declarator) = &node.node.declarator {
            ty = self.declarator(base, declarator)?.ty;
            name = declarator_name(&declarator.node);
            span = declarator.span;
        }
        Ok(DeclaredParam { name, ty: self.adjusted(ty), span })
    }

    /// A parameter's type: arrays become pointers to their elements, functions pointers to them.
    pub(super) fn adjusted(&mut self, ty: CType) -> CType {
        match *self.c.types.kind(ty) {
            Kind::Array { elem, len } => {
                if let Len::Variable(size) = len {
                    // The outermost length of a parameter means nothing, but is evaluated.
                    let unused = self.take_pending_size(size);
                    if let Some(unused) = unused {
                        self.pending(Stmt { loc: unused.loc, kind: StmtKind::Size(unused) });
                    }
                }
                self.c.types.pointer(elem)
            }
            Kind::Function(_) => self.c.types.pointer(ty),
            _ => ty,
        }
    }
}

/// The pointers before the name and the arrays and parameter lists behind it.
fn split(derived: &[Node<DerivedDeclarator>]) -> (&[Node<DerivedDeclarator>], &[Node<DerivedDeclarator>]) {
    let pointers = derived.iter().take_while(|d| matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))).count();
    derived.split_at(pointers)
}

/// The parameter list that belongs to the declared name: the first behind it.
pub(super) fn parameter_list(declarator: &Node<Declarator>) -> Option<ParameterList<'_>> {
    if let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node
        && declares_function_or_array(inner)
    {
        return parameter_list(inner);
    }
    match &split(&declarator.node.derived).1.first()?.node {
        DerivedDeclarator::Function(function) => Some(ParameterList::Prototype(&function.node)),
        DerivedDeclarator::KRFunction(names) => Some(ParameterList::Names(names)),
        _ => None,
    }
}

fn declares_function_or_array(declarator: &Node<Declarator>) -> bool {
    let nested = match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) => declares_function_or_array(inner),
        _ => false,
    };
    nested || !split(&declarator.node.derived).1.is_empty()
}
