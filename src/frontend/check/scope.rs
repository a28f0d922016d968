//! Names: scopes of ordinary identifiers and of tags, and what names with linkage stand for.

use super::types::{CType, EnumId};
use super::{Result, Unit};
use crate::similar;
use crate::tree::{FunctionId, VarId};
use goto::{Bits, RecordId};
use lang_c::span::Span;
use rustc_hash::FxHashMap;

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Var(VarId, CType),
    Function(FunctionId, CType),
    Typedef(CType),
    Constant(Bits, CType),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// What a name with linkage stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Global {
    Var(VarId),
    Function(FunctionId),
}

#[derive(Default, Debug)]
pub(super) struct Scope {
    pub names: FxHashMap<String, Entity>,
    pub tags: FxHashMap<String, Tag>,
}

impl Unit<'_> {
    fn innermost(&mut self) -> &mut Scope {
        // The file's scope is never left.
        self.scopes.last_mut().expect("at least the file's scope")
    }

    pub(super) fn look_up(&self, name: &str) -> Option<Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name).copied())
    }

    /// What a message about a name that nothing declares ends with.
    pub(super) fn hint(&self, name: &str) -> String {
        // The library declares names with underscores that no program means.
        let meant = |known: &&str| !known.starts_with("__") || name.starts_with("__");
        similar::hint(name, self.scopes.iter().flat_map(|scope| scope.names.keys()).map(String::as_str).filter(meant))
    }

    pub(super) fn look_up_here(&self, name: &str) -> Option<Entity> {
        self.scopes.last().and_then(|scope| scope.names.get(name).copied())
    }

    /// Declares a name in the innermost scope, in place of what it meant there.
    pub(super) fn bind(&mut self, name: &str, entity: Entity) {
        self.innermost().names.insert(name.to_owned(), entity);
    }

    /// Declares a name that may be declared but once in its scope.
    pub(super) fn bind_once(&mut self, name: &str, entity: Entity, span: Span) -> Result<()> {
        if self.look_up_here(name).is_some() {
            return self.error(span, format!("redefinition of `{name}`"));
        }
        self.bind(name, entity);
        Ok(())
    }

    pub(super) fn look_up_tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name).copied())
    }

    pub(super) fn look_up_tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(name).copied())
    }

    pub(super) fn bind_tag(&mut self, name: &str, tag: Tag) {
        self.innermost().tags.insert(name.to_owned(), tag);
    }

    /// Runs `work` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.scopes.push(Scope::default());
        let result = work(self);
        self.scopes.pop();
        result
    }
}
