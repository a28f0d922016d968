//! Heap allocation that may fail: whether it does is an input of the program.

use super::insert::Insertions;
use goto::{AllocKind, Body, ExprId, FuncId, Id, InputId, InputKind, InstrId, InstrKind, Instruction, Program, Storage, Symbol};

/// Lets every heap allocation give null, but for those whose result is written to at once: `realloc` always finds memory.
pub fn may_fail(program: &mut Program) {
    let ty = program.types.bool();
    let input = program.inputs.push(InputKind { function: "allocation fails".to_owned(), type_name: "_Bool".to_owned(), ty });
    for f in program.functions.ids().collect::<Vec<_>>() {
        if let Some(body) = program.functions[f].body.take() {
            let body = with_failures(program, input, f, body);
            program.functions[f].body = Some(body);
        }
    }
}

fn with_failures(program: &mut Program, input: InputId, function: FuncId, mut body: Body) -> Body {
    let mut insertions = Insertions::default();
    for at in body.ids().collect::<Vec<_>>() {
        let InstrKind::Allocate { result, size, kind: AllocKind::Heap, zeroed } = body[at].kind else { continue };
        if is_filled(&body, at, result) {
            continue;
        }
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
        body[at].kind = InstrKind::Assign { lhs: result, rhs: program.build().ite(fails, null, object) };
    }
    insertions.apply(&mut body);
    body
}

/// Is the new object the destination of a copy that follows?
fn is_filled(body: &Body, at: InstrId, result: ExprId) -> bool {
    let next = body.get(InstrId::new(at.index() + 1)).map(|i| &i.kind);
    matches!(next, Some(InstrKind::MemCopy { dst, .. }) if *dst == result)
}
