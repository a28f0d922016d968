//! Heap allocation that may fail: whether it does is an input of the program.

use super::insert::Insertions;
use goto::{AllocKind, Body, FuncId, InputId, InputKind, InputOrigin, InstrKind, Instruction, Program, Storage, Symbol, SymbolId};

/// ENOMEM on Linux.
const NO_MEMORY: i128 = 12;

/// Lets every heap allocation of the program give null, and `errno` say so. What the inputs are about is there before the program begins.
pub fn may_fail(program: &mut Program, errno: Option<SymbolId>) {
    let ty = program.types.bool();
    let input = program.inputs.push(InputKind { function: "allocation fails".to_owned(), type_name: "_Bool".to_owned(), ty, origin: InputOrigin::Call });
    for f in program.functions.ids().collect::<Vec<_>>() {
        if let Some(body) = program.functions[f].body.take() {
            let body = with_failures(program, input, errno, f, body);
            program.functions[f].body = Some(body);
        }
    }
}

fn with_failures(program: &mut Program, input: InputId, errno: Option<SymbolId>, function: FuncId, mut body: Body) -> Body {
    let mut insertions = Insertions::default();
    for at in body.ids().collect::<Vec<_>>() {
        let InstrKind::Allocate { result, size, kind: AllocKind::Heap, zeroed } = body[at].kind else { continue };
        let loc = body[at].loc;
        let mut temporary = |program: &mut Program, name: &str, ty| {
            let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Temporary(function), loc });
            insertions.before(at, Instruction { kind: InstrKind::Decl(symbol), loc });
            program.build().var(symbol, ty)
        };
        let (pointer, bool) = (program.exprs.ty(result), program.types.bool());
        let object = temporary(program, "object", pointer);
        let fails = temporary(program, "fails", bool);
        let null = program.build().constant(pointer, 0);
        let unused = program.build().ite(fails, object, null);
        // The object that is not delivered is gone.
        for kind in
            [InstrKind::Allocate { result: object, size, kind: AllocKind::Heap, zeroed }, InstrKind::Input { lhs: fails, input }, InstrKind::Free(unused)]
        {
            insertions.before(at, Instruction { kind, loc });
        }
        if let Some(errno) = errno {
            let ty = program.symbols[errno].ty;
            let place = program.build().var(errno, ty);
            let no_memory = program.build().constant(ty, NO_MEMORY);
            let rhs = program.build().ite(fails, no_memory, place);
            insertions.before(at, Instruction { kind: InstrKind::Assign { lhs: place, rhs }, loc });
        }
        body[at].kind = InstrKind::Assign { lhs: result, rhs: program.build().ite(fails, null, object) };
    }
    insertions.apply(&mut body);
    body
}
