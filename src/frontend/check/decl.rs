//! Declarations of objects, functions and typedefs, in files and in blocks.

use super::attribute::{Attributes, Linking};
use super::init::Lifetime;
use super::scope::{Entity, Global};
use super::specifier::Specifiers;
use super::types::{CType, Kind, Len, Params, Signature};
use super::{Definition, FunctionInfo, Result, Unit};
use crate::library::has_own_model;
use crate::pieces::declarator_name;
use crate::tree::{ExprKind, Function, FunctionId, Stmt, StmtKind, VarId, VarKind};
use goto::{Location, RecordKind};
use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, DerivedDeclarator, InitDeclarator, Initializer, PointerQualifier, StaticAssert, StorageClassSpecifier,
    TypeQualifier,
};
use lang_c::span::{Node, Span};

/// Functions of the C library that never return, whatever their declaration says.
const NORETURN: [&str; 9] = ["abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert", "longjmp", "_longjmp"];

/// A declarator with all that was said about its name.
struct Named<'a> {
    name: &'a str,
    ty: CType,
    attributes: Attributes,
    noreturn: bool,
    inline: bool,
    storage: Option<&'a StorageClassSpecifier>,
    thread_local: bool,
    volatile: bool,
    initializer: Option<&'a Node<Initializer>>,
    span: Span,
}

impl Unit<'_> {
    pub(super) fn external_declaration(&mut self, node: &Node<Declaration>) -> Result<()> {
        let specifiers = self.specifiers(&node.node.specifiers, node.span, node.node.declarators.is_empty())?;
        for declarator in &node.node.declarators {
            let named = self.named(&specifiers, declarator)?;
            if !self.declare_without_storage(&named)? {
                self.global(&named)?;
            }
        }
        Ok(())
    }

    /// A declaration in a block: what it does when control reaches it goes to `out`.
    pub(super) fn local_declaration(&mut self, node: &Node<Declaration>, out: &mut Vec<Stmt>) -> Result<()> {
        let specifiers = self.specifiers(&node.node.specifiers, node.span, node.node.declarators.is_empty())?;
        for declarator in &node.node.declarators {
            let named = self.named(&specifiers, declarator)?;
            if !self.declare_without_storage(&named)? {
                match named.storage {
                    Some(StorageClassSpecifier::Extern) => self.block_extern(&named)?,
                    Some(StorageClassSpecifier::Static) => self.static_local(&named)?,
                    _ => self.local(&named, out)?,
                }
            }
            self.flush_pending(out);
        }
        self.flush_pending(out);
        Ok(())
    }

    /// Moves the statements that were left to be executed first.
    pub(super) fn flush_pending(&mut self, out: &mut Vec<Stmt>) {
        if let Some(function) = &mut self.function {
            out.append(&mut function.pending);
        }
    }

    fn named<'a>(&mut self, specifiers: &'a Specifiers, node: &'a Node<InitDeclarator>) -> Result<Named<'a>> {
        let declarator = &node.node.declarator;
        let Some(name) = declarator_name(&declarator.node) else { return self.error(node.span, "the declaration has no name") };
        let mut attributes = specifiers.attributes.clone();
        let base = match (specifiers.deduced, &node.node.initializer) {
            (true, Some(Node { node: Initializer::Expression(e), .. })) => self.rvalue(e)?.ty,
            (true, _) => return self.error(node.span, "`__auto_type` needs an initialiser"),
            _ => specifiers.ty,
        };
        let declared = self.declarator(base, declarator)?;
        attributes.merge(declared.attributes);
        let ty = self.apply_mode(declared.ty, &attributes)?;
        let noreturn = specifiers.noreturn || attributes.noreturn;
        let storage = specifiers.storage.as_ref();
        Ok(Named {
            name,
            ty,
            attributes,
            noreturn,
            inline: specifiers.inline,
            storage,
            thread_local: specifiers.thread_local,
            volatile: is_volatile(&declarator.node).unwrap_or(specifiers.volatile),
            initializer: node.node.initializer.as_ref(),
            span: name_span(declarator),
        })
    }

    /// Declares typedefs and functions. False if the name is that of an object.
    fn declare_without_storage(&mut self, named: &Named) -> Result<bool> {
        if named.storage == Some(&StorageClassSpecifier::Typedef) {
            self.typedef(named)?;
            return Ok(true);
        }
        if !self.c.types.is_function(named.ty) {
            return Ok(false);
        }
        if named.initializer.is_some() {
            return self.error(named.span, format!("the function `{}` is initialised like a variable", named.name));
        }
        // What the compiler knows by itself is no other function by being declared.
        if named.name.starts_with("__builtin_") {
            return Ok(true);
        }
        let internal = named.storage == Some(&StorageClassSpecifier::Static);
        let (id, ty) = self.declare_function(named.name, named.ty, internal, &named.attributes.linking, named.span)?;
        self.c.functions[id].noreturn |= named.noreturn;
        if !named.inline || named.storage == Some(&StorageClassSpecifier::Extern) {
            self.exported.insert(id);
        }
        self.bind(named.name, Entity::Function(id, ty));
        Ok(true)
    }

    fn typedef(&mut self, named: &Named) -> Result<()> {
        if named.attributes.transparent
            && let Some((id, RecordKind::Union)) = self.c.types.record(named.ty)
            && let Some(info) = self.c.types.records.get_mut(&id)
        {
            info.transparent = true;
        }
        if named.volatile {
            self.volatile_types.insert(named.name.to_owned());
        }
        let ty = match named.attributes.align {
            Some(align) => self.c.types.aligned(named.ty, align),
            None => named.ty,
        };
        match self.look_up_here(named.name) {
            None | Some(Entity::Typedef(_)) => {}
            Some(_) => return self.error(named.span, format!("redefinition of `{}`", named.name)),
        }
        if let Some((id, _)) = self.c.types.record(named.ty)
            && self.c.types.goto.records[id].name.starts_with(super::tag::ANONYMOUS)
        {
            self.c.typedefs.entry(id).or_insert_with(|| named.name.to_owned());
        }
        // The size of a variable array is that at the time of the typedef: whatever computes it is executed here.
        self.bind(named.name, Entity::Typedef(ty));
        Ok(())
    }

    /// Finds or makes the function of a name with linkage. Returns it with the type known so far.
    pub(super) fn declare_function(&mut self, name: &str, ty: CType, internal: bool, linking: &Linking, span: Span) -> Result<(FunctionId, CType)> {
        let loc = self.loc(span);
        let symbol = linking.label.as_deref().unwrap_or(name);
        let (id, ty) = match self.linked.get(name).copied() {
            Some((Global::Function(id), known)) => match self.composite(known, ty) {
                Some(ty) => (id, ty),
                // Called before it was declared: gcc only warns, and believes the declaration from here on.
                None if self.turns_out_void(known, ty) => (id, ty),
                None => return self.error(span, format!("conflicting types for `{name}`: `{}` here, `{}` before", self.spell(ty), self.spell(known))),
            },
            Some((Global::Var(_), _)) => return self.error(span, format!("`{name}` is a variable and a function")),
            None if internal => (self.new_function(name, ty, true, loc), ty),
            None => match self.c.externals.get(symbol).copied() {
                Some(Global::Function(id)) => (id, ty),
                Some(Global::Var(_)) => return self.error(span, format!("`{name}` is a variable and a function")),
                None => {
                    let id = self.new_function(name, ty, false, loc);
                    self.c.externals.insert(symbol.to_owned(), Global::Function(id));
                    (id, ty)
                }
            },
        };
        if let Some(label) = linking.label.as_deref().filter(|label| has_own_model(label)) {
            // Headers redirect calls to another function of the library, such as `getopt` to the one of POSIX.
            label.clone_into(&mut self.c.functions[id].name);
        }
        self.linked.insert(name.to_owned(), (Global::Function(id), ty));
        self.note_linking(id, linking);
        let informative = !matches!(self.c.types.signature(ty), Some(Signature { params: Params::Unknown, .. }));
        if self.c.functions[id].body.is_none() && informative {
            self.c.function_infos[id].ty = ty;
        }
        Ok((id, ty))
    }

    /// Was the function taken to be `int ()`, and returns nothing?
    fn turns_out_void(&self, known: CType, ty: CType) -> bool {
        let types = &self.c.types;
        let assumed = matches!(types.signature(known), Some(Signature { ret, params: Params::Unknown }) if types.is_integer(*ret));
        assumed && self.return_type(ty).is_some_and(|ret| types.is_void(ret))
    }

    pub(super) fn new_function(&mut self, name: &str, ty: CType, internal: bool, loc: Location) -> FunctionId {
        let lowered = self.c.types.lower(ty);
        self.c.function_infos.push(FunctionInfo { ty, internal, used: false });
        self.c.functions.push(Function {
            name: name.to_owned(),
            ty: lowered,
            params: Vec::new(),
            body: None,
            loc,
            noreturn: !internal && NORETURN.contains(&name),
            weak: false,
            demands: Default::default(),
            label_values: None,
            return_type_name: String::new(),
            mentions: Default::default(),
            internal,
        })
    }

    fn global(&mut self, named: &Named) -> Result<()> {
        let internal = named.storage == Some(&StorageClassSpecifier::Static);
        let id = self.link_var(named, internal)?;
        self.c.vars[id].thread_local |= named.thread_local;
        self.c.vars[id].volatile |= named.volatile;
        if named.storage == Some(&StorageClassSpecifier::Extern) && named.initializer.is_none() {
            return Ok(());
        }
        let Some((_, ty)) = self.linked.get(named.name).copied() else { return Ok(()) };
        if !self.defines(id, ty, named)? {
            return Ok(());
        }
        self.c.vars[id].kind = VarKind::Static;
        self.align(id, named);
        self.c.vars[id].loc = self.loc(named.span);
        self.set_type(id, ty);
        // Where it is defined tells whether it lies in memory that cannot be written, not how other units declare it.
        self.c.vars[id].constant = self.c.types.is_const(ty);
        if let Some(initializer) = named.initializer {
            let ty = self.initialise_static(id, ty, initializer, named.span)?;
            self.note_constexpr(named, id);
            self.linked.insert(named.name.to_owned(), (Global::Var(id), ty));
            self.bind(named.name, Entity::Var(id, ty));
        } else if !self.c.types.is_complete(ty) && internal && !self.c.types.is_array(ty) {
            return self.error(named.span, format!("`{}` has the incomplete type `{}`", named.name, self.spell(ty)));
        }
        Ok(())
    }

    /// Does a definition of a variable count? A weak one does not beside another one, nor one without initialiser beside one with or a larger one.
    fn defines(&mut self, id: VarId, ty: CType, named: &Named) -> Result<bool> {
        let weak = named.attributes.linking.weak || self.weak.contains(&Global::Var(id));
        let here = Some(self.c.units);
        let before = self.c.definitions.get(&id).copied();
        let counts = match before {
            Some(Definition { initialised: true, weak: false, .. }) if named.initializer.is_some() && !weak => {
                return Err(self.redefinition(named.span, named.name, self.c.vars[id].loc));
            }
            Some(Definition { unit, .. }) if Some(unit) == here => named.initializer.is_some() || self.c.vars[id].init.is_none(),
            Some(known) if known.weak != weak => known.weak,
            Some(known) if known.initialised || named.initializer.is_some() => !known.initialised,
            Some(_) => self.c.types.size_of(ty) > self.c.types.size_of(self.c.var_types[id]),
            None => true,
        };
        if counts {
            self.c.vars[id].init = None;
            let definition = Definition { unit: self.c.units, initialised: named.initializer.is_some(), weak };
            self.c.definitions.insert(id, definition);
        }
        Ok(counts)
    }

    fn block_extern(&mut self, named: &Named) -> Result<()> {
        if named.initializer.is_some() {
            return self.error(named.span, format!("`{}` is `extern` in a block and initialised", named.name));
        }
        self.link_var(named, false).map(drop)
    }

    /// Finds or makes the variable of a name with linkage and binds it.
    fn link_var(&mut self, named: &Named, internal: bool) -> Result<VarId> {
        let (name, ty, span) = (named.name, named.ty, named.span);
        if self.c.types.is_variable_array(ty) {
            return self.error(span, format!("`{name}` has a variable size, but linkage"));
        }
        if self.c.types.is_void(ty) {
            return self.error(span, format!("the variable `{name}` has type `void`"));
        }
        let loc = self.loc(span);
        let linking = &named.attributes.linking;
        let symbol = linking.label.as_deref().unwrap_or(name);
        let (id, ty) = match self.linked.get(name).copied() {
            Some((Global::Var(id), known)) => match self.composite(known, ty) {
                Some(ty) => (id, ty),
                None => return self.error(span, format!("conflicting types for `{name}`: `{}` here, `{}` before", self.spell(ty), self.spell(known))),
            },
            Some((Global::Function(_), _)) => return self.error(span, format!("`{name}` is a function and a variable")),
            None if internal => (self.c.new_var(name, ty, VarKind::Extern, loc), ty),
            None => match self.c.externals.get(symbol).copied() {
                Some(Global::Var(id)) => (id, ty),
                Some(Global::Function(_)) => return self.error(span, format!("`{name}` is a function and a variable")),
                None => {
                    let id = self.c.new_var(name, ty, VarKind::Extern, loc);
                    self.c.externals.insert(symbol.to_owned(), Global::Var(id));
                    (id, ty)
                }
            },
        };
        self.linked.insert(name.to_owned(), (Global::Var(id), ty));
        self.note_weak(Global::Var(id), linking.weak);
        self.c.vars[id].weak |= linking.weak;
        if let Some((target, span)) = &linking.alias {
            self.note_alias(Global::Var(id), target, *span);
        }
        let known = self.c.var_types[id];
        if self.c.vars[id].kind == VarKind::Extern && !self.c.types.is_complete(known) {
            self.set_type(id, ty);
        }
        self.bind(name, Entity::Var(id, ty));
        Ok(id)
    }

    pub(super) fn set_type(&mut self, id: VarId, ty: CType) {
        self.c.var_types[id] = ty;
        self.c.vars[id].ty = self.c.types.lower(ty);
    }

    fn initialise_static(&mut self, id: VarId, ty: CType, initializer: &Node<Initializer>, span: Span) -> Result<CType> {
        let (init, ty) = self.initializer(ty, initializer, Lifetime::Static)?;
        let init = self.constant_initializer(init, initializer.span)?;
        self.require_complete(ty, span)?;
        self.set_type(id, ty);
        self.extend_flexible(id, ty, &init);
        self.c.vars[id].init = Some(init);
        Ok(ty)
    }

    /// Notes the alignment that a declaration asks for, itself or by the name of a type.
    fn align(&mut self, id: VarId, named: &Named) {
        let by_type = if self.c.types.has_own_align(named.ty) { Some(self.c.types.align_of(named.ty, false)) } else { None };
        let align = named.attributes.align.max(by_type);
        if align.is_some() {
            self.c.vars[id].align = self.c.vars[id].align.max(align);
        }
    }

    /// The value of a `constexpr` object may stand in constant expressions.
    fn note_constexpr(&mut self, named: &Named, id: VarId) {
        if named.attributes.constexpr {
            self.c.constexprs.insert(id);
        }
    }

    fn static_local(&mut self, named: &Named) -> Result<()> {
        if self.c.types.is_variable_array(named.ty) {
            return self.error(named.span, format!("`{}` is static and has a variable size", named.name));
        }
        let loc = self.loc(named.span);
        let id = self.c.new_var(named.name, named.ty, VarKind::Static, loc);
        self.c.vars[id].thread_local = named.thread_local;
        self.c.vars[id].in_block = true;
        self.c.vars[id].volatile = named.volatile;
        self.align(id, named);
        self.bind_once(named.name, Entity::Var(id, named.ty), named.span)?;
        let ty = match named.initializer {
            Some(initializer) => {
                let ty = self.initialise_static(id, named.ty, initializer, named.span)?;
                self.note_constexpr(named, id);
                ty
            }
            None => named.ty,
        };
        self.require_complete(ty, named.span)?;
        self.bind(named.name, Entity::Var(id, ty));
        Ok(())
    }

    fn local(&mut self, named: &Named, out: &mut Vec<Stmt>) -> Result<()> {
        let loc = self.loc(named.span);
        if self.c.types.is_variable_array(named.ty) {
            if named.attributes.cleanup.is_some() {
                out.push(Stmt { kind: StmtKind::Unsupported(format!("the attribute cleanup of the variable array {}", named.name)), loc });
            }
            return self.variable_array(named, out);
        }
        if named.attributes.constexpr {
            // It is never written and has one value: nobody can tell it from a static object.
            return self.static_local(named);
        }
        let id = self.c.new_var(named.name, named.ty, VarKind::Local, loc);
        self.align(id, named);
        self.bind_once(named.name, Entity::Var(id, named.ty), named.span)?;
        self.flush_pending(out);
        let mut init = None;
        if let Some(initializer) = named.initializer {
            let (value, ty) = self.initializer(named.ty, initializer, Lifetime::Automatic)?;
            self.flush_pending(out);
            self.set_type(id, ty);
            self.bind(named.name, Entity::Var(id, ty));
            init = Some(value);
        }
        let ty = self.c.var_types[id];
        self.require_complete(ty, named.span)?;
        out.push(Stmt { kind: StmtKind::Decl { var: id, init }, loc });
        if let Some(function) = &named.attributes.cleanup {
            let place = self.place(ExprKind::Var(id), ty, loc);
            let call = self.call_with_address(function, place, loc)?;
            out.push(Stmt { kind: StmtKind::Cleanup { var: id, call }, loc });
        }
        Ok(())
    }

    fn variable_array(&mut self, named: &Named, out: &mut Vec<Stmt>) -> Result<()> {
        if named.initializer.is_some() {
            return self.error(named.span, "an array of variable size cannot be initialised");
        }
        let loc = self.loc(named.span);
        let mut ty = named.ty;
        let own = match *self.c.types.kind(ty) {
            Kind::Array { len: Len::Variable(size), .. } => self.take_pending_size(size).map(|bytes| (size, bytes)),
            _ => None,
        };
        let (size_var, bytes) = match own {
            Some(own) => own,
            None => {
                let bytes = self.size_expr(ty, named.span)?;
                let size_type = self.c.types.size();
                let size_var = self.c.new_var("", size_type, VarKind::Local, loc);
                if let Some(elem) = self.c.types.elem(ty) {
                    ty = self.c.types.array(elem, Len::Variable(size_var));
                }
                (size_var, bytes)
            }
        };
        let id = self.c.new_var(named.name, ty, VarKind::Local, loc);
        self.bind_once(named.name, Entity::Var(id, ty), named.span)?;
        self.flush_pending(out);
        out.push(Stmt { kind: StmtKind::DeclVla { var: id, size_var, bytes }, loc });
        Ok(())
    }

    fn require_complete(&self, ty: CType, span: Span) -> Result<()> {
        if self.c.types.is_complete(ty) {
            return Ok(());
        }
        self.error(span, format!("a variable has the incomplete type `{}`", self.spell(ty)))
    }

    pub(super) fn static_assert(&mut self, node: &Node<StaticAssert>) -> Result<()> {
        if self.constant_integer(&node.node.expression)? != 0 {
            return Ok(());
        }
        let message: Vec<_> = node.node.message.node.iter().map(|piece| piece.trim_matches('"')).collect();
        self.error(node.span, format!("static assertion failed: {}", message.concat()))
    }

    /// What is settled at the end of a unit: arrays defined without a size have one element.
    pub(super) fn finish(mut self) -> Result<()> {
        self.settle_definitions()?;
        self.resolve_aliases()?;
        let mut linked: Vec<_> = self.linked.values().copied().collect();
        linked.sort_unstable_by_key(|(global, _)| *global);
        for (global, ty) in linked {
            self.c.declared.push((global, ty));
            if let Global::Var(id) = global
                && self.c.vars[id].kind == VarKind::Static
                && let Kind::Array { elem, len: Len::Unknown } = *self.c.types.kind(ty)
                && !self.c.types.is_complete(self.c.var_types[id])
            {
                let ty = self.c.types.array(elem, Len::Fixed(1));
                self.set_type(id, ty);
            }
        }
        Ok(())
    }
}

/// Is what the name stands for a volatile pointer, or pointers? `None` if it is none, so that the specifiers say whether it is volatile.
fn is_volatile(declarator: &Declarator) -> Option<bool> {
    if let DeclaratorKind::Declarator(inner) = &declarator.kind.node
        && let Some(known) = is_volatile(&inner.node)
    {
        return Some(known);
    }
    declarator.derived.iter().rev().find_map(|derived| match &derived.node {
        DerivedDeclarator::Pointer(qualifiers) => {
            Some(qualifiers.iter().any(|q| matches!(&q.node, PointerQualifier::TypeQualifier(q) if q.node == TypeQualifier::Volatile)))
        }
        _ => None,
    })
}

/// Where the name stands.
fn name_span(declarator: &Node<Declarator>) -> Span {
    match &declarator.node.kind.node {
        lang_c::ast::DeclaratorKind::Declarator(inner) => name_span(inner),
        lang_c::ast::DeclaratorKind::Identifier(name) => name.span,
        lang_c::ast::DeclaratorKind::Abstract => declarator.span,
    }
}
