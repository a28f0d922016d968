//! What the text that is written for contracts says to the front end: clauses, places that get any content, and questions about objects.

use super::Call;
use super::verifier::string_literal;
use crate::contracts;
use crate::lower::FunctionLowering;
use crate::lower::given::c_name;
use crate::tree::VarKind;
use goto::{BinOp, ExprId, InstrKind, MemoryFact, Property, PropertyClass, RecordKind, Type, TypeId};

/// Scalars of one place that are inputs; further ones have any value.
const INPUTS: usize = 256;

/// A function of this vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Clause,
    Reached,
    Havoc,
    HavocStatics,
    Fact(MemoryFact),
    SameObject,
    MadeBefore,
}

impl Word {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            contracts::CLAUSE => Self::Clause,
            contracts::REACHED => Self::Reached,
            contracts::HAVOC => Self::Havoc,
            contracts::HAVOC_STATICS => Self::HavocStatics,
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
            Self::HavocStatics => 0,
            Self::Havoc | Self::Fact(_) => 1,
            Self::SameObject | Self::MadeBefore | Self::Reached => 2,
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
        Word::HavocStatics => statics(to),
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

/// Scalars are inputs. Pointers, unions and what is too much have any value that no run can choose.
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
        Type::Void | Type::Function { .. } | Type::Array { len: None, .. } => {}
        _ => to.emit(InstrKind::havoc(place)),
    }
}

/// The user's variables that live as long as the program, and are no constants.
fn statics(to: &mut FunctionLowering<'_, '_>) {
    let vars = to.unit.vars.iter().filter(|(id, var)| {
        let is_used = to.unit.symbols[*id].is_some();
        let is_object = to.unit.program.types.size_of(var.ty).is_some();
        let is_static = matches!(var.kind, VarKind::Static | VarKind::Extern) && !var.name.is_empty() && !var.name.starts_with(contracts::PREFIX);
        is_used && is_object && is_static && !var.constant && !to.unit.is_model(var.loc)
    });
    let vars: Vec<(_, TypeId)> = vars.map(|(id, var)| (id, var.ty)).collect();
    for (id, ty) in vars {
        let symbol = to.unit.symbol(id, to.func);
        let place = to.build().var(symbol, ty);
        let name = to.unit.vars[id].name.clone();
        havoc(to, place, &name);
    }
}
