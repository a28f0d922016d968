//! The tables of a program: ids in range, names unique, layouts possible.

use super::{Defect, Place, location_exists};
use crate::index::Id;
use crate::program::*;
use crate::types::{Record, RecordKind, Type, TypeId};
use rustc_hash::FxHashSet;
use std::fmt::Display;

pub(super) fn check(program: &Program) -> Vec<Defect> {
    let mut check = Tables { program, defects: Vec::new() };
    check.types();
    // Later checks follow types; they would get lost in a table that is broken.
    if check.defects.is_empty() {
        check.symbols();
        check.functions();
        check.inputs();
        check.goals();
        check.rounding();
    }
    check.defects
}

struct Tables<'p> {
    program: &'p Program,
    defects: Vec<Defect>,
}

impl Tables<'_> {
    fn demand(&mut self, holds: bool, entry: impl Display, message: impl FnOnce() -> String) {
        if !holds {
            self.defects.push(Defect { place: Place::Table(entry.to_string()), message: message() });
        }
    }

    fn rounding(&mut self) {
        let Some(id) = self.program.rounding else { return };
        let symbol = self.program.symbols.get(id);
        let fits = symbol.is_some_and(|s| s.storage == Storage::Static && *self.program.types.get(s.ty) == Type::Int { bits: 32, signed: true });
        self.demand(fits, id, || "the rounding mode is no static variable of type int".into());
    }

    fn has_type(&self, ty: TypeId) -> bool {
        ty.index() < self.program.types.len()
    }

    fn types(&mut self) {
        let types = &self.program.types;
        for (id, ty) in types.iter() {
            let known = match ty {
                Type::Void | Type::Bool | Type::Float(_) => true,
                Type::Int { bits, .. } => matches!(bits, 8 | 16 | 32 | 64 | 128),
                Type::Pointer(to) => self.has_type(*to),
                Type::Array { elem, .. } => self.has_type(*elem) && !matches!(types.get(*elem), Type::Void | Type::Function { .. }),
                Type::Record(r) => r.index() < types.records.len(),
                Type::Function { ret, params, .. } => self.has_type(*ret) && params.iter().all(|p| self.has_type(*p)),
            };
            self.demand(known, id, || "a type with a part that does not exist or that it cannot have".into());
        }
        for (id, record) in types.records.iter() {
            let lost = record.body.iter().flat_map(|b| &b.fields).any(|f| !self.has_type(f.ty));
            self.demand(!lost, id, || "a field with a type that does not exist".into());
        }
        if self.defects.is_empty() {
            for (id, record) in types.records.iter() {
                if let Some(message) = layout_defect(self.program, record) {
                    self.demand(false, id, || message);
                }
            }
        }
    }

    fn symbols(&mut self) {
        for (id, symbol) in self.program.symbols.iter() {
            let object = self.has_type(symbol.ty) && !matches!(self.program.types.get(symbol.ty), Type::Void | Type::Function { .. });
            self.demand(object, id, || "a variable without an object type".into());
            self.demand(location_exists(self.program, symbol.loc), id, || format!("{} does not exist", symbol.loc.file));
            let owner = match symbol.storage {
                Storage::Static => continue,
                Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => f,
            };
            let function = self.program.functions.get(owner);
            self.demand(function.is_some(), id, || format!("its function {owner} does not exist"));
            if let (Some(function), Storage::Parameter(_)) = (function, symbol.storage) {
                let listed = function.params.iter().any(|p| p.symbol == id);
                self.demand(listed, id, || format!("is no parameter of {}", function.name));
            }
        }
    }

    fn functions(&mut self) {
        let mut names = FxHashSet::default();
        for (id, function) in self.program.functions.iter() {
            self.demand(names.insert(&function.name), id, || format!("a second function named {}", function.name));
            self.demand(location_exists(self.program, function.loc), id, || format!("{} does not exist", function.loc.file));
            let ty = if self.has_type(function.ty) { Some(self.program.types.get(function.ty)) } else { None };
            let Some(Type::Function { params, .. }) = ty else {
                self.demand(false, id, || "has no function type".into());
                continue;
            };
            let counted = function.params.len() == params.len() || (function.body.is_none() && function.params.is_empty());
            self.demand(counted, id, || format!("{} parameters where the type has {}", function.params.len(), params.len()));
            for (param, ty) in function.params.iter().zip(params) {
                let symbol = self.program.symbols.get(param.symbol);
                let fits = symbol.is_some_and(|s| s.ty == *ty && s.storage == Storage::Parameter(id));
                self.demand(fits, id, || format!("{} does not fit the parameter that it stands for", param.symbol));
            }
        }
        let starts = self.program.functions.get(self.program.start).is_some_and(|f| f.body.is_some() && f.params.is_empty());
        self.demand(starts, self.program.start, || "the start function has parameters or no body".into());
    }

    fn inputs(&mut self) {
        for (id, input) in self.program.inputs.iter() {
            let scalar = self.has_type(input.ty) && self.program.types.is_scalar(input.ty);
            self.demand(scalar, id, || "an input that is no scalar".into());
        }
    }

    fn goals(&mut self) {
        let mut names = FxHashSet::default();
        for (id, goal) in self.program.goals.iter() {
            self.named_place(id, &goal.name, &mut names, goal.function, goal.loc);
        }
        names.clear();
        for (id, property) in self.program.properties.iter() {
            self.named_place(id, &property.name, &mut names, property.function, property.loc);
        }
    }

    fn named_place<'n>(&mut self, id: impl Display, name: &'n str, names: &mut FxHashSet<&'n str>, function: FuncId, loc: Location) {
        self.demand(names.insert(name), &id, || format!("a second one named {name}"));
        self.demand(function.index() < self.program.functions.len(), &id, || format!("{function} does not exist"));
        self.demand(location_exists(self.program, loc), &id, || format!("{} does not exist", loc.file));
    }
}

fn layout_defect(program: &Program, record: &Record) -> Option<String> {
    let body = record.body.as_ref()?;
    if !body.align.is_power_of_two() {
        return Some(format!("the alignment {} is no power of two", body.align));
    }
    for (i, field) in body.fields.iter().enumerate() {
        if record.kind == RecordKind::Union && field.offset != 0 {
            return Some(format!("member {i} of the union starts at {}", field.offset));
        }
        let size = match field.bits {
            Some(bits) if bits.start >= 8 || bits.width == 0 => return Some(format!("bit-field {i} has no proper place")),
            Some(bits) => (u64::from(bits.start) + u64::from(bits.width)).div_ceil(8),
            // A flexible array member has no size.
            None => size_of(program, field.ty, 0).unwrap_or(0),
        };
        if field.offset.checked_add(size).is_none_or(|end| end > body.size) {
            return Some(format!("field {i} does not lie inside"));
        }
    }
    None
}

/// As `TypeTable::size_of`, which a record that contains itself as an array element cannot mislead either: records know their sizes.
fn size_of(program: &Program, ty: TypeId, depth: u32) -> Option<u64> {
    match program.types.get(ty) {
        // Deeper arrays of arrays than types in the table go round in a circle.
        Type::Array { .. } if depth as usize > program.types.len() => None,
        Type::Array { elem, len } => size_of(program, *elem, depth + 1)?.checked_mul((*len)?),
        _ => program.types.size_of(ty),
    }
}
