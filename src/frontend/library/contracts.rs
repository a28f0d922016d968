//! What the text that is written for contracts says to the front end: clauses, places that get any content, and questions about objects.

use super::Call;
use super::missing::{holds_pointers, may_do_anything};
use super::verifier::string_literal;
use crate::contracts;
use crate::lower::FunctionLowering;
use crate::lower::given::c_name;
use crate::lower::used::from_entry;
use crate::tree::{VarId, VarKind};
use goto::{BinOp, ExprId, ExprKind, HavocKind, InstrKind, MemoryFact, Property, PropertyClass, RecordKind, Type, TypeId};
use rustc_hash::FxHashSet;

/// Scalars of one place that are inputs; further ones have any value.
const INPUTS: usize = 256;

/// A function of this vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Clause,
    Reached,
    Havoc,
    /// As `Havoc`, without inputs.
    Any,
    Each,
    /// Is a state one that stands for many?
    StandsForAll,
    HavocStatics,
    Fact(MemoryFact),
    SameObject,
    MadeBefore,
    /// The number of a function with a contract.
    Number,
    /// Does a pointer lead to a variable that lives as long as the program and that a function uses by name?
    IsUsedBy,
    /// Does a function use variables that live as long as the program?
    UsesStatics,
    /// Do any of them hold pointers?
    StaticsLeadOn,
    /// Static variables have any content, and what lies behind them.
    OverwriteStatics,
    /// What a pointer leads to may lead on: nothing is known of what lies there.
    MayLeadOn,
    Unsupported,
}

impl Word {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            contracts::CLAUSE => Self::Clause,
            contracts::REACHED => Self::Reached,
            contracts::HAVOC => Self::Havoc,
            contracts::ANY => Self::Any,
            contracts::EACH => Self::Each,
            contracts::STANDS_FOR_ALL => Self::StandsForAll,
            contracts::HAVOC_STATICS => Self::HavocStatics,
            contracts::NUMBER => Self::Number,
            contracts::IS_USED_BY => Self::IsUsedBy,
            contracts::USES_STATICS => Self::UsesStatics,
            contracts::STATICS_LEAD_ON => Self::StaticsLeadOn,
            contracts::OVERWRITE_STATICS => Self::OverwriteStatics,
            contracts::MAY_LEAD_ON => Self::MayLeadOn,
            contracts::UNSUPPORTED => Self::Unsupported,
            "__memory_object_size" => Self::Fact(MemoryFact::ObjectSize),
            "__memory_offset" => Self::Fact(MemoryFact::Offset),
            "__memory_is_live" => Self::Fact(MemoryFact::IsLive),
            "__memory_is_heap" => Self::Fact(MemoryFact::IsHeap),
            "__memory_was_freed" => Self::Fact(MemoryFact::WasFreed),
            "__memory_is_writable" => Self::Fact(MemoryFact::IsWritable),
            "__memory_same_object" => Self::SameObject,
            "__memory_made_before" => Self::MadeBefore,
            _ => return None,
        })
    }

    pub(super) fn arity(self) -> usize {
        match self {
            Self::HavocStatics | Self::OverwriteStatics | Self::StandsForAll => 0,
            Self::Havoc
            | Self::Any
            | Self::Each
            | Self::Fact(_)
            | Self::MayLeadOn
            | Self::Unsupported
            | Self::Number
            | Self::UsesStatics
            | Self::StaticsLeadOn => 1,
            Self::SameObject | Self::MadeBefore | Self::Reached | Self::IsUsedBy => 2,
            Self::Clause => 3,
        }
    }
}

/// Lowers a call.
pub(super) fn call(to: &mut FunctionLowering<'_, '_>, word: Word, call: &Call<'_>) -> Option<ExprId> {
    match word {
        Word::Clause => {
            let cond = to.build().condition(call.args[2]);
            property(to, call, PropertyClass::Contract, cond);
        }
        Word::Reached => {
            let cond = to.build().truth(false);
            property(to, call, PropertyClass::Vacuity, cond);
        }
        Word::Havoc => {
            let pointer = call.args[0];
            if let Some(place) = pointed_to(to, pointer) {
                havoc(to, place, "any content");
            }
        }
        Word::Any => {
            if let Some(place) = pointed_to(to, call.args[0]) {
                to.emit(InstrKind::havoc(place));
            }
        }
        Word::Each => {
            // The argument is the variable, of which no address is taken, perhaps as a wider number.
            let mut lhs = call.args[0];
            while let ExprKind::Cast(inner) = to.unit.program.exprs.kind(lhs) {
                lhs = inner;
            }
            to.emit(InstrKind::Havoc { lhs, kind: HavocKind::Each });
        }
        Word::StandsForAll => {
            let lhs = to.temporary(call.ty);
            to.emit(InstrKind::Havoc { lhs, kind: HavocKind::OverApproximation });
            return Some(lhs);
        }
        Word::HavocStatics => statics(to),
        Word::OverwriteStatics => {
            statics(to);
            let leads_on = static_variables(to).into_iter().any(|(_, ty)| holds_pointers(to, ty));
            if leads_on {
                may_do_anything(to, ELSEWHERE.to_owned());
            }
        }
        Word::MayLeadOn => {
            if pointed_to(to, call.args[0]).is_none_or(|place| holds_pointers(to, to.ty(place))) {
                may_do_anything(to, ELSEWHERE.to_owned());
            }
        }
        Word::Unsupported => {
            let what = call.exprs.first().and_then(|e| string_literal(to, e)).unwrap_or_default();
            to.emit(InstrKind::Unsupported(what));
        }
        Word::Number => {
            let name = call.exprs.first().and_then(|e| string_literal(to, e)).unwrap_or_default();
            let number = with_contracts(to).iter().position(|of| *of == name).map_or(0, |n| n + 1);
            return Some(to.build().constant(call.ty, number as i128));
        }
        Word::IsUsedBy => return Some(is_used_by(to, call)),
        Word::UsesStatics => return Some(uses_statics(to, call, false)),
        Word::StaticsLeadOn => return Some(uses_statics(to, call, true)),
        Word::Fact(fact) => return Some(to.build().memory(fact, call.args[0])),
        Word::SameObject => return Some(to.build().binary(BinOp::SameObject, call.args[0], call.args[1])),
        Word::MadeBefore => return Some(to.build().binary(BinOp::MadeBefore, call.args[0], call.args[1])),
    }
    None
}

/// A property whose name and text the first two arguments are; execution goes on in any case.
fn property(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>, class: PropertyClass, cond: ExprId) {
    let mut said = call.exprs.iter().filter_map(|e| string_literal(to, e)).take(2).collect::<Vec<_>>().into_iter();
    let (name, text) = (said.next().unwrap_or_default(), said.next().unwrap_or_default());
    let property = to.unit.program.properties.push(Property { name, class, function: to.func, loc: to.loc, text });
    to.emit(InstrKind::Assert { cond, property });
}

/// What a pointer leads to: bytes, if its type does not tell.
fn pointed_to(to: &mut FunctionLowering<'_, '_>, pointer: ExprId) -> Option<ExprId> {
    let Type::Pointer(target) = *to.unit.program.types.get(to.ty(pointer)) else { return None };
    match to.unit.program.types.get(target) {
        Type::Void => {
            let types = &mut to.unit.program.types;
            let byte = types.int(8, false);
            let bytes = types.pointer(byte);
            let pointer = to.convert(pointer, bytes);
            Some(to.build().deref(pointer))
        }
        Type::Function { .. } => None,
        _ => to.unit.program.types.size_of(target).map(|_| to.build().deref(pointer)),
    }
}

/// Scalars are inputs. Pointers have any value, and are null in runs. Unions and what is too much have any value that no run can choose.
fn havoc(to: &mut FunctionLowering<'_, '_>, place: ExprId, name: &str) {
    let mut left = INPUTS;
    havoc_part(to, place, name, &mut left);
}

fn havoc_part(to: &mut FunctionLowering<'_, '_>, place: ExprId, name: &str, left: &mut usize) {
    let ty = to.ty(place);
    match to.unit.program.types.get(ty).clone() {
        Type::Bool | Type::Int { .. } | Type::Float(_) if *left > 0 => {
            *left -= 1;
            let type_name = c_name(&to.unit.program.types, ty);
            let input = to.unit.input(name, type_name, ty);
            to.emit(InstrKind::Input { lhs: place, input });
        }
        Type::Array { len: Some(len), .. } if len <= *left as u64 => {
            let index_type = to.build().types.ptrdiff();
            for i in 0..len {
                let mut build = to.build();
                let index = build.constant(index_type, i128::from(i));
                let element = build.index(place, index);
                havoc_part(to, element, name, left);
            }
        }
        Type::Record(record) if to.unit.program.types.records[record].kind == RecordKind::Struct => {
            let n = to.unit.program.types.record_body(ty).map_or(0, |body| body.fields.len());
            for i in 0..n {
                let part = to.build().field(place, i);
                havoc_part(to, part, name, left);
            }
        }
        Type::Pointer(_) => {
            let bool = to.build().types.bool();
            let (is_any, any) = (to.temporary(bool), to.temporary(ty));
            to.emit(InstrKind::Havoc { lhs: is_any, kind: HavocKind::Rare });
            to.emit(InstrKind::havoc(any));
            let mut build = to.build();
            let size = build.types.size();
            let zero = build.constant(size, 0);
            let null = build.cast(zero, ty);
            let rhs = build.ite(is_any, any, null);
            to.emit(InstrKind::Assign { lhs: place, rhs });
        }
        Type::Void | Type::Function { .. } | Type::Array { len: None, .. } => {}
        _ => to.emit(InstrKind::havoc(place)),
    }
}

/// Why nothing is proved behind a call that its contract does not bound.
const ELSEWHERE: &str = "what a function whose contract does not say what it writes may write behind pointers";

/// The user's variables that live as long as the program, and are no constants, with any content.
fn statics(to: &mut FunctionLowering<'_, '_>) {
    for (id, ty) in static_variables(to) {
        let symbol = to.unit.symbol(id, to.func);
        let place = to.build().var(symbol, ty);
        let name = to.unit.vars[id].name.clone();
        havoc(to, place, &name);
    }
}

fn static_variables(to: &FunctionLowering<'_, '_>) -> Vec<(VarId, TypeId)> {
    let vars = to.unit.vars.iter().filter(|(id, var)| {
        let is_used = to.unit.symbols[*id].is_some();
        let is_object = to.unit.program.types.size_of(var.ty).is_some();
        let is_static = matches!(var.kind, VarKind::Static | VarKind::Extern) && !var.name.is_empty() && !var.name.starts_with(contracts::PREFIX);
        is_used && is_object && is_static && !var.constant && !to.unit.is_model(var.loc)
    });
    vars.map(|(id, var)| (id, var.ty)).collect()
}

/// Functions with contracts, in an order of their own.
fn with_contracts(to: &FunctionLowering<'_, '_>) -> Vec<String> {
    let prefix = contracts::replacing("");
    let mut names: Vec<String> = to.unit.functions.values().filter_map(|f| f.name.strip_prefix(&prefix)).map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Does the first argument lead to a variable that the function with the number of the second one uses?
fn is_used_by(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) -> ExprId {
    let (pointer, number) = (call.args[0], call.args[1]);
    let mut any = to.build().truth(false);
    for (n, function) in with_contracts(to).iter().enumerate() {
        let leads = leads_to_used(to, pointer, function);
        let ty = to.ty(number);
        let mut build = to.build();
        let n = build.constant(ty, n as i128 + 1);
        let is_it = build.binary(BinOp::Eq, number, n);
        let both = build.binary(BinOp::And, is_it, leads);
        any = build.binary(BinOp::Or, any, both);
    }
    any
}

/// Does the function with the number use variables, or such that hold pointers?
fn uses_statics(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>, with_pointers: bool) -> ExprId {
    let number = call.args[0];
    let mut any = to.build().truth(false);
    for (n, function) in with_contracts(to).iter().enumerate() {
        let used = used_variables(to, function);
        if !used.into_iter().any(|(_, ty)| !with_pointers || holds_pointers(to, ty)) {
            continue;
        }
        let ty = to.ty(number);
        let mut build = to.build();
        let n = build.constant(ty, n as i128 + 1);
        let is_it = build.binary(BinOp::Eq, number, n);
        any = build.binary(BinOp::Or, any, is_it);
    }
    any
}

/// A function uses the variables that it names, that what it may call names, and that its contract names; one without a body may use any.
fn used_variables(to: &FunctionLowering<'_, '_>, function: &str) -> Vec<(VarId, TypeId)> {
    let names = [contracts::replacing(function), contracts::enforcing(function), function.to_owned()];
    let functions: Vec<_> =
        to.unit.functions.iter().filter(|(_, f)| names.contains(&f.name)).map(|(id, f)| (id, f.body.is_some() && f.name == function)).collect();
    let is_known = functions.iter().any(|(_, is_body)| *is_body);
    let mut used = FxHashSet::default();
    for &(id, _) in &functions {
        used.extend(from_entry(to.unit, id));
    }
    static_variables(to).into_iter().filter(|(id, _)| !is_known || used.contains(id)).collect()
}

/// Does the pointer lead to one of them?
fn leads_to_used(to: &mut FunctionLowering<'_, '_>, pointer: ExprId, function: &str) -> ExprId {
    let variables = used_variables(to, function);
    let pointer_type = to.ty(pointer);
    let mut any = to.build().truth(false);
    for (id, ty) in variables {
        let symbol = to.unit.symbol(id, to.func);
        let mut build = to.build();
        let place = build.var(symbol, ty);
        let address = build.address_of(place);
        let address = build.cast(address, pointer_type);
        let same = build.binary(BinOp::SameObject, pointer, address);
        any = build.binary(BinOp::Or, any, same);
    }
    any
}
