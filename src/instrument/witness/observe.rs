//! A program whose runs tell an observer how its statements decided.

use crate::insert::Insertions;
use goto::{BranchKind, FuncId, Id, InstrId, InstrKind, Instruction, Location, Program, PropertyId, Storage, Symbol};
use rustc_hash::FxHashMap;

/// A copy of a program that does the same.
#[derive(Debug)]
pub struct Observable {
    pub program: Program,
    /// Assignments of the truth of decisions: what kind of statement decides, and where.
    pub decisions: FxHashMap<(FuncId, InstrId), (BranchKind, Location)>,
}

/// Lets each decision of the user's program be assigned to a variable just before it is made, and runs end where they violate the property.
pub fn observable(program: &Program, property: PropertyId) -> Observable {
    let mut program = program.clone();
    let ty = program.types.bool();
    let loc = Location { file: Id::new(0), line: 0, column: 0 };
    let symbol = program.symbols.push(Symbol { name: "decision".to_owned(), ty, storage: Storage::Static, loc });
    let lhs = program.build().var(symbol, ty);
    let mut decisions = FxHashMap::default();
    for f in program.functions.ids().filter(|&f| !program.functions[f].model).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        let (mut inserted, mut places) = (0, Vec::new());
        for at in body.ids().collect::<Vec<_>>() {
            match body[at].kind {
                InstrKind::Assert { cond, property: p } if p == property => body[at].kind = InstrKind::Assume(cond),
                // What is constant decides nothing.
                InstrKind::Goto { guard, branch: Some(branch), .. }
                    if program.branches[branch].kind != BranchKind::ShortCircuit && program.exprs.as_const(guard).is_none() =>
                {
                    let (kind, loc) = (program.branches[branch].kind, body[at].loc);
                    let rhs = if program.branches[branch].negated { program.build().not(guard) } else { guard };
                    insertions.before(at, Instruction { kind: InstrKind::Assign { lhs, rhs }, loc });
                    places.push((InstrId::new(at.index() + inserted), (kind, loc)));
                    inserted += 1;
                }
                _ => {}
            }
        }
        insertions.apply(&mut body);
        decisions.extend(places.into_iter().map(|(at, decision)| ((f, at), decision)));
        program.functions[f].body = Some(body);
    }
    Observable { program, decisions }
}
