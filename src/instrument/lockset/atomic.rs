//! Functions that no other thread interrupts, by a convention of the verification competitions: what they do is put between the marks of an atomic section.

use super::Threads;
use crate::insert::{Insertions, prepend};
use goto::{Callee, FuncId, InstrId, InstrKind, Instruction, Program};

/// Puts the marks into the functions.
pub(super) fn functions(program: &mut Program, threads: &Threads) {
    for &function in &threads.atomic {
        let Some(mut body) = program.functions[function].body.take() else { continue };
        let loc = program.functions[function].loc;
        let mark = |f: FuncId| Instruction { kind: InstrKind::Call { result: None, callee: Callee::Direct(f), args: Vec::new() }, loc };
        let returns: Vec<InstrId> = body.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Return(_))).map(|(at, _)| at).collect();
        let mut insertions = Insertions::default();
        returns.into_iter().for_each(|at| insertions.before(at, mark(threads.leave)));
        insertions.apply(&mut body);
        program.functions[function].body = Some(prepend(body, vec![mark(threads.enter)]));
    }
}
