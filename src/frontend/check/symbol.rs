//! What the linker decides: which of several definitions counts, what a name stands for that is another one's alias, and in which order
//! constructors run.

use super::attribute::Linking;
use super::function::Manner;
use super::scope::Global;
use super::types::CType;
use super::{Checker, Error, Result, Unit};
use crate::tree::FunctionId;
use goto::Location;
use lang_c::ast::StorageClassSpecifier;
use lang_c::span::Span;
use rustc_hash::FxHashMap;

/// The definition of a variable that counts so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    /// The unit that it stands in.
    pub unit: usize,
    pub initialised: bool,
    pub weak: bool,
}

/// How much the body of a function counts beside another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    /// An inline definition: only taken where there is no other one.
    Inline,
    Weak,
    Strong,
}

/// A body that a unit gives to a function.
#[derive(Debug)]
pub(super) struct Defined {
    id: FunctionId,
    /// Where it is kept until it is settled which body counts; `id` if that had none before.
    kept: FunctionId,
    /// `None`: an inline definition, unless other declarations say that it is more.
    strength: Option<Strength>,
    /// What is said if the function has another body that counts as much.
    conflict: Option<Error>,
}

impl Unit<'_> {
    /// Notes what a declaration says about linking.
    pub(super) fn note_linking(&mut self, id: FunctionId, linking: &Linking) {
        self.note_weak(Global::Function(id), linking.weak);
        self.c.functions[id].weak |= linking.weak;
        self.c.functions[id].demands.merge(&linking.demands);
        if let Some((target, span)) = &linking.alias {
            self.note_alias(Global::Function(id), target, *span);
        }
        for (priority, list) in [(linking.constructor, &mut self.c.constructors), (linking.destructor, &mut self.c.destructors)] {
            if let Some(priority) = priority
                && !list.iter().any(|&(_, known)| known == id)
            {
                list.push((priority, id));
            }
        }
    }

    /// Notes that a symbol is weak in this unit: another unit's definition of it need not be.
    pub(super) fn note_weak(&mut self, global: Global, weak: bool) {
        if weak {
            self.weak.insert(global);
        }
    }

    /// Notes that a symbol is another name for one of this unit.
    pub(super) fn note_alias(&mut self, alias: Global, target: &str, span: Span) {
        let error = self.diagnostic(span, format!("there is no `{target}` in this file that the alias could stand for"));
        self.aliases.push((alias, target.to_owned(), error));
    }

    /// Is there another definition elsewhere, which counts for whoever does not inline this one?
    pub(super) fn is_only_inline(&self, how: &Manner) -> bool {
        let gnu_inline = how.linking.gnu_inline || self.c.types.dialect.gnu_inline();
        how.inline && gnu_inline && how.storage == Some(StorageClassSpecifier::Extern)
    }

    /// Notes that the function is defined here. Returns the function that gets the body.
    pub(super) fn note_definition(&mut self, id: FunctionId, ty: CType, how: &Manner, span: Span) -> FunctionId {
        let external = how.storage == Some(StorageClassSpecifier::Extern);
        let strength = if self.is_only_inline(how) {
            Some(Strength::Inline)
        } else if how.inline && (how.linking.gnu_inline || self.c.types.dialect.gnu_inline()) {
            Some(Strength::Strong)
        } else if how.inline && !external && how.storage != Some(StorageClassSpecifier::Static) {
            None
        } else if self.weak.contains(&Global::Function(id)) {
            Some(Strength::Weak)
        } else {
            Some(Strength::Strong)
        };
        if self.c.functions[id].body.is_none() {
            self.defined.push(Defined { id, kept: id, strength, conflict: None });
            return id;
        }
        let name = self.c.functions[id].name.clone();
        let conflict = Some(self.redefinition(span, &name, self.c.functions[id].loc));
        let loc = self.loc(span);
        let kept = self.new_function(&name, ty, true, loc);
        self.defined.push(Defined { id, kept, strength, conflict });
        kept
    }

    /// What is said of a second definition; `before` is where the first one stands.
    pub(super) fn redefinition(&self, span: Span, name: &str, before: Location) -> Error {
        let file = &self.c.files[before.file];
        self.diagnostic(span, format!("redefinition of `{name}`, which is defined at {file}:{}:{}, too", before.line, before.column))
    }

    /// At the end of a unit: of several bodies of one function the strongest counts.
    pub(super) fn settle_definitions(&mut self) -> Result<()> {
        for Defined { id, kept, strength, conflict } in std::mem::take(&mut self.defined) {
            let strength = match strength {
                Some(Strength::Strong) if self.weak.contains(&Global::Function(id)) => Strength::Weak,
                Some(strength) => strength,
                None if self.exported.contains(&id) => Strength::Strong,
                None => Strength::Inline,
            };
            let before = self.c.bodies.get(&id).copied();
            match (before, conflict) {
                (Some(Strength::Strong), Some(conflict)) if strength == Strength::Strong => return Err(conflict),
                (Some(before), _) if before >= strength => {
                    self.c.functions[kept].body = None;
                    continue;
                }
                _ => {}
            }
            self.c.bodies.insert(id, strength);
            if kept != id {
                self.replace_body(id, kept);
            }
        }
        Ok(())
    }

    /// Moves a definition.
    fn replace_body(&mut self, id: FunctionId, kept: FunctionId) {
        self.c.function_infos[id].ty = self.c.function_infos[kept].ty;
        let new = &mut self.c.functions[kept];
        let (ty, loc, noreturn) = (new.ty, new.loc, new.noreturn);
        let label_values = new.label_values.take();
        let (params, body, return_type_name) = (new.params.clone(), new.body.take(), new.return_type_name.clone());
        let function = &mut self.c.functions[id];
        function.ty = ty;
        function.loc = loc;
        function.noreturn |= noreturn;
        function.params = params;
        function.body = body;
        function.label_values = label_values;
        function.return_type_name = return_type_name;
    }

    /// At the end of a unit: an alias names a symbol of it.
    pub(super) fn resolve_aliases(&mut self) -> Result<()> {
        for (alias, target, error) in std::mem::take(&mut self.aliases) {
            let known = self.linked.get(&target).map(|(global, _)| *global).or_else(|| self.c.externals.get(&target).copied());
            match known {
                Some(global) => {
                    self.c.aliases.insert(alias, global);
                }
                None if matches!(alias, Global::Function(id) if self.c.functions[id].weak) => {}
                None => return Err(error),
            }
        }
        Ok(())
    }
}

/// What each alias stands for in the end. One that is weak and has a definition elsewhere is none.
pub(super) fn final_aliases(checker: &Checker) -> FxHashMap<Global, Global> {
    let own_definition = |global: Global| match global {
        Global::Function(id) => checker.functions[id].body.is_some(),
        Global::Var(id) => checker.definitions.contains_key(&id),
    };
    let mut result = FxHashMap::default();
    for &alias in checker.aliases.keys().filter(|&&alias| !own_definition(alias)) {
        let mut target = alias;
        // A chain has as many links as there are aliases at most.
        for _ in 0..checker.aliases.len() {
            match checker.aliases.get(&target) {
                Some(&next) if !own_definition(target) => target = next,
                _ => break,
            }
        }
        result.insert(alias, target);
    }
    result
}

/// Constructors and destructors with bodies in the order in which they run.
pub(super) fn initialisation_order(checker: &mut Checker) -> (Vec<FunctionId>, Vec<FunctionId>) {
    let (mut constructors, mut destructors) = (std::mem::take(&mut checker.constructors), std::mem::take(&mut checker.destructors));
    constructors.sort_by_key(|&(priority, _)| priority);
    destructors.sort_by_key(|&(priority, _)| priority);
    destructors.reverse();
    let with_body = |list: Vec<(u32, FunctionId)>| list.into_iter().map(|(_, id)| id).filter(|&id| checker.functions[id].body.is_some()).collect();
    (with_body(constructors), with_body(destructors))
}
