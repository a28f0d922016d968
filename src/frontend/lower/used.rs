//! Which variables the entry function can get to by the names in the texts of the functions that it may call. A function may be called once it is named, or once a pointer
//! among the inputs may lead to it. Knows names and types, nothing of what statements do.

use super::Unit;
use super::effects::{self, Used};
use crate::tree::{FunctionId, VarId};
use goto::{Type, TypeId};
use rustc_hash::FxHashSet;

/// The static variables that execution can get to from the entry function, constructors and destructors.
pub(crate) fn from_entry(unit: &Unit<'_>, entry: FunctionId) -> FxHashSet<VarId> {
    let mut search = Search { unit, functions: FxHashSet::default(), variables: FxHashSet::default(), types: FxHashSet::default(), work: Vec::new() };
    unit.functions[entry].params.iter().for_each(|param| search.holds(unit.vars[param.var].ty));
    search.calls(entry);
    unit.constructors.iter().chain(&unit.destructors).for_each(|&id| search.calls(id));
    while let Some(id) = search.work.pop() {
        let mentions = &unit.functions[id].mentions;
        mentions.functions.iter().for_each(|&named| search.calls(named));
        mentions.variables.iter().for_each(|&named| search.uses(named));
        if let Some(model) = unit.model_of(id) {
            search.calls(model);
        }
    }
    search.variables
}

struct Search<'u, 't> {
    unit: &'u Unit<'t>,
    functions: FxHashSet<FunctionId>,
    variables: FxHashSet<VarId>,
    /// Types of what may be in memory.
    types: FxHashSet<TypeId>,
    work: Vec<FunctionId>,
}

impl Search<'_, '_> {
    fn calls(&mut self, id: FunctionId) {
        if self.functions.insert(id) {
            self.work.push(id);
        }
    }

    fn uses(&mut self, variable: VarId) {
        let mut work = vec![variable];
        while let Some(id) = work.pop() {
            if !self.variables.insert(id) {
                continue;
            }
            self.holds(self.unit.vars[id].ty);
            if let Some(init) = &self.unit.vars[id].init {
                effects::used_by_initialiser(init, &mut |used| match used {
                    Used::Function(function) => self.calls(function),
                    Used::Static(other) => work.push(other),
                });
            }
        }
    }

    /// An input of this type may be in memory. Pointers to functions lead to all whose addresses are taken.
    fn holds(&mut self, ty: TypeId) {
        let unit = self.unit;
        let types = &unit.program.types;
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            if !self.types.insert(ty) {
                continue;
            }
            match types.get(ty) {
                Type::Pointer(target) => work.push(*target),
                Type::Array { elem, .. } => work.push(*elem),
                Type::Record(_) => work.extend(types.record_body(ty).into_iter().flat_map(|body| body.fields.iter().map(|field| field.ty))),
                Type::Function { .. } => {
                    let fits = |id: &&FunctionId| unit.functions[**id].ty == ty;
                    unit.address_taken.iter().filter(fits).for_each(|&id| self.calls(id));
                }
                _ => {}
            }
        }
    }
}
