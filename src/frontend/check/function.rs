//! Function definitions, and what is known while the body of one is checked.

use super::attribute::Linking;
use super::declarator::{ParameterList, parameter_list};
use super::scope::{Entity, Scope};
use super::types::{CType, Kind, Params, Signature};
use super::{Result, Unit, parameter, rest_parameter};
use crate::pieces::declarator_name;
use crate::tree::{LabelValues, Mentions, Param, Stmt, VarId, VarKind};
use lang_c::ast::{BlockItem, Declaration, Ellipsis, FunctionDeclarator, FunctionDefinition, Identifier, Statement, StorageClassSpecifier};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashMap;

/// The function whose body is being checked.
#[derive(Debug)]
pub(super) struct FunctionContext {
    pub name: String,
    pub ret: CType,
    /// The hidden last parameter of a variadic function: where its other arguments lie.
    pub rest: Option<VarId>,
    /// To be executed before what is being checked: computations of the sizes of variable arrays.
    pub pending: Vec<Stmt>,
    /// The labels whose address is taken, and the object whose bytes stand for them.
    pub label_values: Option<LabelValues>,
    /// Where labels are defined, and the first `goto` to those that are not yet.
    pub labels: FxHashMap<String, Label>,
    pub loops: usize,
    pub switches: Vec<Switch>,
    /// How many loops and switches a `break` could leave.
    pub breakable: usize,
    pub mentions: Mentions,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Label {
    Defined,
    Wanted(Span),
}

/// A switch whose body is being checked.
#[derive(Debug)]
pub(super) struct Switch {
    pub ty: CType,
    /// Ranges of the cases so far, both ends included, sorted.
    pub cases: Vec<(i128, i128)>,
    pub default: bool,
}

/// What a definition says about the function beside its type.
pub(super) struct Manner {
    pub storage: Option<StorageClassSpecifier>,
    pub noreturn: bool,
    pub inline: bool,
    pub linking: Linking,
}

/// A parameter of a definition.
struct Formal<'a> {
    name: Option<&'a str>,
    ty: CType,
    span: Span,
}

impl Unit<'_> {
    pub(super) fn function_definition(&mut self, node: &Node<FunctionDefinition>) -> Result<()> {
        let definition = &node.node;
        let specifiers = self.specifiers(&definition.specifiers, node.span, false)?;
        let base = self.apply_mode(specifiers.ty, &specifiers.attributes)?;
        let mut declared = self.declarator(base, &definition.declarator)?;
        let (Some(name), Some(list)) = (declarator_name(&definition.declarator.node), parameter_list(&definition.declarator)) else {
            return self.error(definition.declarator.span, "this is not the definition of a function");
        };
        let Some(ret) = self.return_type(declared.ty) else {
            return self.error(definition.declarator.span, format!("`{name}` is defined like a function, but is none"));
        };
        if !self.c.types.is_void(ret) && !self.c.types.is_complete(ret) {
            return self.error(definition.declarator.span, format!("the function `{name}` returns the incomplete type `{}`", self.spell(ret)));
        }
        declared.attributes.merge(specifiers.attributes);
        self.function = Some(FunctionContext {
            name: name.to_owned(),
            ret,
            rest: None,
            pending: Vec::new(),
            label_values: None,
            labels: FxHashMap::default(),
            loops: 0,
            switches: Vec::new(),
            breakable: 0,
            mentions: Mentions::default(),
        });
        // Parameters and the outermost block of the body share a scope.
        self.scopes.push(Scope::default());
        let how = Manner {
            storage: specifiers.storage,
            noreturn: specifiers.noreturn || declared.attributes.noreturn,
            inline: specifiers.inline,
            linking: declared.attributes.linking,
        };
        let result = self.define(node, name, list, ret, &how);
        self.scopes.pop();
        self.function = None;
        result
    }

    fn define(&mut self, node: &Node<FunctionDefinition>, name: &str, list: ParameterList, ret: CType, how: &Manner) -> Result<()> {
        let (params, formals) = match list {
            ParameterList::Prototype(prototype) => self.prototype_parameters(prototype)?,
            ParameterList::Names(names) => self.old_parameters(names, &node.node.declarations)?,
        };
        let variadic = matches!(params, Params::Prototype { variadic: true, .. });
        let ty = self.c.types.intern(Kind::Function(Signature { ret, params }));
        let internal = how.storage == Some(StorageClassSpecifier::Static);
        let (id, linked_type) = self.declare_function(name, ty, internal, &how.linking, node.node.declarator.span)?;
        self.scopes[0].names.insert(name.to_owned(), Entity::Function(id, linked_type));
        if variadic && self.is_only_inline(how) {
            // Such a body can only hand its variable arguments on, to what is defined elsewhere under its own name: nothing else can be inlined.
            return Ok(());
        }
        let id = self.note_definition(id, ty, how, node.node.declarator.span);
        self.c.function_infos[id].ty = ty;
        let lowered = self.c.types.lower(ty);
        let loc = self.loc(node.node.declarator.span);
        let return_type_name = self.spell(ret);
        let mut params = self.bind_parameters(&formals)?;
        if variadic {
            let rest = rest_parameter(self.c);
            params.push(Param { var: rest, writable: false });
            if let Some(function) = &mut self.function {
                function.rest = Some(rest);
            }
        }
        let function = &mut self.c.functions[id];
        function.ty = lowered;
        function.params = params;
        function.loc = loc;
        function.noreturn |= how.noreturn;
        function.return_type_name = return_type_name;
        // Marked as defined before its body is read.
        function.body = Some(Vec::new());
        let mut body = Vec::new();
        self.flush_pending(&mut body);
        let Statement::Compound(items) = &node.node.statement.node else { return self.error(node.span, "the body of a function is a block") };
        self.block_items(items, &mut body)?;
        self.refuse_missing_labels()?;
        self.c.functions[id].label_values = self.take_label_values();
        self.c.functions[id].body = Some(body);
        self.c.functions[id].mentions = self.function.as_mut().map(|function| std::mem::take(&mut function.mentions)).unwrap_or_default();
        Ok(())
    }

    fn prototype_parameters<'a>(&mut self, prototype: &'a FunctionDeclarator) -> Result<(Params, Vec<Formal<'a>>)> {
        let mut formals: Vec<Formal> = Vec::new();
        for node in &prototype.parameters {
            let declared = self.parameter_declaration(node)?;
            let formal = Formal { name: declared.name, ty: declared.ty, span: declared.span };
            if self.c.types.is_void(formal.ty) && prototype.parameters.len() == 1 && formal.name.is_none() {
                // `f(void)`, and what the normaliser makes of `f(...)`.
                break;
            }
            // Later parameters may name it in the sizes of arrays; the variable is made at once for that.
            if let Some(name) = formal.name {
                self.bind_parameter(name, formal.ty, formal.span)?;
            }
            formals.push(formal);
        }
        let types = self.unqualified_types(&formals);
        let variadic = prototype.ellipsis == Ellipsis::Some;
        // `f()` as a definition takes nothing, but is no prototype.
        let params = if prototype.parameters.is_empty() { Params::Old(types) } else { Params::Prototype { types, variadic } };
        Ok((params, formals))
    }

    fn bind_parameter(&mut self, name: &str, ty: CType, span: Span) -> Result<()> {
        let loc = self.loc(span);
        let var = self.c.new_var(name, ty, VarKind::Parameter, loc);
        self.bind_once(name, Entity::Var(var, ty), span)
    }

    fn unqualified_types(&mut self, formals: &[Formal]) -> Vec<CType> {
        formals.iter().map(|formal| self.c.types.unqualified(formal.ty)).collect()
    }

    fn old_parameters<'a>(&mut self, names: &'a [Node<Identifier>], declarations: &'a [Node<Declaration>]) -> Result<(Params, Vec<Formal<'a>>)> {
        let int = self.c.types.int();
        let mut formals: Vec<_> = names.iter().map(|name| Formal { name: Some(name.node.name.as_str()), ty: int, span: name.span }).collect();
        for declaration in declarations {
            let specifiers = self.specifiers(&declaration.node.specifiers, declaration.span, false)?;
            let base = self.apply_mode(specifiers.ty, &specifiers.attributes)?;
            for declarator in &declaration.node.declarators {
                let declared = self.declarator(base, &declarator.node.declarator)?;
                let name = declarator_name(&declarator.node.declarator.node);
                let ty = self.adjusted(declared.ty);
                match formals.iter_mut().find(|formal| formal.name == name) {
                    Some(formal) => formal.ty = ty,
                    None => return self.error(declarator.span, "this is declared like a parameter, but is none"),
                }
                // At once: later declarations may name it in the sizes of arrays.
                if let Some(name) = name {
                    self.bind_parameter(name, ty, declarator.span)?;
                }
            }
        }
        for formal in &formals {
            if let Some(name) = formal.name
                && self.look_up_here(name).is_none()
            {
                self.bind_parameter(name, formal.ty, formal.span)?;
            }
        }
        let types = self.unqualified_types(&formals);
        Ok((Params::Old(types), formals))
    }

    fn bind_parameters(&mut self, formals: &[Formal]) -> Result<Vec<Param>> {
        let mut params = Vec::new();
        for formal in formals {
            if !self.c.types.is_complete(formal.ty) {
                return self.error(formal.span, format!("a parameter has the incomplete type `{}`", self.spell(formal.ty)));
            }
            let known = formal.name.and_then(|name| self.look_up_here(name));
            let var = match known {
                Some(Entity::Var(var, _)) => var,
                _ => {
                    let loc = self.loc(formal.span);
                    self.c.new_var("", formal.ty, VarKind::Parameter, loc)
                }
            };
            params.push(parameter(self.c, formal.ty, var));
        }
        Ok(params)
    }

    fn refuse_missing_labels(&mut self) -> Result<()> {
        let Some(function) = &self.function else { return Ok(()) };
        let missing = function.labels.iter().filter_map(|(name, label)| match label {
            Label::Wanted(span) => Some((span.start, name.clone(), *span)),
            Label::Defined => None,
        });
        match missing.min_by_key(|(start, ..)| *start) {
            Some((_, name, span)) => self.error(span, format!("the label `{name}` is defined nowhere in the function")),
            None => Ok(()),
        }
    }

    /// The declarations and statements of a block, in the scope that is open.
    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>], out: &mut Vec<Stmt>) -> Result<()> {
        for item in items {
            self.block_item(item, out)?;
        }
        Ok(())
    }

    pub(super) fn block_item(&mut self, item: &Node<BlockItem>, out: &mut Vec<Stmt>) -> Result<()> {
        match &item.node {
            BlockItem::Declaration(declaration) => self.local_declaration(declaration, out),
            BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
            BlockItem::Statement(statement) => {
                let statement = self.statement(statement)?;
                self.flush_pending(out);
                out.push(statement);
                Ok(())
            }
        }
    }
}
