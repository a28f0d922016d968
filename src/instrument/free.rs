//! Variables that a program does not initialise, as inputs: what their memory happens to hold is chosen like everything else that comes from outside. Each scalar in
//! them is an input of its own, with the variable's name, when the variable comes to life.

use super::insert::Insertions;
use goto::{Body, ExprId, ExprKind, Id, InputId, InputKind, InputOrigin, InstrId, InstrKind, Instruction, Program, Storage, SymbolId, Type, TypeId};
use rustc_hash::FxHashMap;

/// Variables with more scalars stay as they are.
const MOST_SCALARS: usize = 256;

/// Makes inputs of the uninitialised variables of the user's functions. Pointers stay as they are: no number that a test could give would make one.
pub fn uninitialised_as_inputs(program: &mut Program) {
    let mut kinds = FxHashMap::default();
    for f in program.functions.ids() {
        if program.functions[f].model {
            continue;
        }
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            let InstrKind::Decl(symbol) = instruction.kind else { continue };
            if !matches!(program.symbols[symbol].storage, Storage::Local(_)) || is_initialised(program, &body, at, symbol) {
                continue;
            }
            let ty = program.symbols[symbol].ty;
            let variable = program.build().var(symbol, ty);
            let mut scalars = Vec::new();
            if !leaves(program, variable, ty, &mut scalars) {
                continue;
            }
            for lhs in scalars {
                let input = kind(program, &mut kinds, symbol, program.exprs.ty(lhs));
                insertions.before(InstrId::new(at.index() + 1), Instruction { kind: InstrKind::Input { lhs, input }, loc: instruction.loc });
            }
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// Does the variable get a value as a whole before anything else happens?
fn is_initialised(program: &Program, body: &Body, decl: InstrId, symbol: SymbolId) -> bool {
    let passed = |kind: &InstrKind| matches!(kind, InstrKind::Mark(_) | InstrKind::Skip | InstrKind::Decl(_) | InstrKind::Cover { .. });
    let next = body.iter().skip(decl.index() + 1).find(|(_, i)| !passed(&i.kind));
    let is_variable = |e: ExprId| program.exprs.kind(e) == ExprKind::Var(symbol);
    matches!(next, Some((_, Instruction { kind: InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. }, .. })) if is_variable(*lhs))
}

/// The scalars of a value, as places; false if there are too many or something else is among them.
fn leaves(program: &mut Program, place: ExprId, ty: TypeId, out: &mut Vec<ExprId>) -> bool {
    match program.types.get(ty).clone() {
        Type::Bool | Type::Int { .. } | Type::Float(_) => out.push(place),
        Type::Array { elem, len: Some(len) } if len <= MOST_SCALARS as u64 => {
            let size = program.types.size();
            for i in 0..len {
                let index = program.build().constant(size, i128::from(i));
                let element = program.build().index(place, index);
                if !leaves(program, element, elem, out) {
                    return false;
                }
            }
        }
        Type::Record(record) => {
            let Some(body) = program.types.records[record].body.clone() else { return false };
            for (i, field) in body.fields.iter().enumerate() {
                let member = program.build().field(place, i);
                if !leaves(program, member, field.ty, out) {
                    return false;
                }
            }
        }
        _ => return false,
    }
    out.len() <= MOST_SCALARS
}

fn kind(program: &mut Program, kinds: &mut FxHashMap<(SymbolId, TypeId), InputId>, symbol: SymbolId, ty: TypeId) -> InputId {
    let function = program.symbols[symbol].name.clone();
    let type_name = match program.types.get(ty) {
        Type::Bool => "_Bool".to_owned(),
        Type::Int { bits, signed } => format!("{}int{bits}_t", if *signed { "" } else { "u" }),
        Type::Float(kind) => format!("{} bits of floating point", kind.bits()),
        _ => String::new(),
    };
    *kinds.entry((symbol, ty)).or_insert_with(|| program.inputs.push(InputKind { function, type_name, ty, origin: InputOrigin::Call }))
}
