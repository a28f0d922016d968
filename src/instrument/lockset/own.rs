//! Variables of which each thread has one of its own: a thread that runs in the middle of another one finds them as they are at first, and leaves them as it
//! found them.

use super::Threads;
use crate::insert::Insertions;
use goto::{ExprKind, Id, InstrId, InstrKind, Instruction, Program, Storage, Symbol, SymbolId};
use rustc_hash::FxHashSet;

const SHARED: &str = "the address of a variable of which each thread has one of its own";

/// Makes the function that runs a thread give each one its own variables.
pub(super) fn variables_of_threads(program: &mut Program, threads: &Threads) {
    let (Some(mut run), Some(mut start)) = (program.functions[threads.run].body.take(), program.functions[program.start].body.take()) else { return };
    let loc = program.functions[threads.run].loc;
    let (mut in_run, mut in_start) = (Insertions::default(), Insertions::default());
    let first = InstrId::new(0);
    // A pointer to one would lead to that of another thread.
    if is_shared(program, threads) {
        in_run.before(first, Instruction { kind: InstrKind::Unsupported(SHARED.to_owned()), loc });
    }
    let returns: Vec<InstrId> = run.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Return(_))).map(|(at, _)| at).collect();
    let entered = start.iter().find(|(_, i)| super::calls(&i.kind, threads.entry)).map(|(at, _)| at);
    for &symbol in &threads.thread_local {
        let of = program.symbols[symbol].clone();
        let mut copy = |what: &str, storage| program.symbols.push(Symbol { name: format!("{what} {}", of.name), storage, ..of.clone() });
        let (at_first, kept) = (copy("first", Storage::Static), copy("kept", Storage::Local(threads.run)));
        let mut assign = |to: SymbolId, from: SymbolId| {
            let (lhs, rhs) = (program.build().var(to, of.ty), program.build().var(from, of.ty));
            Instruction { kind: InstrKind::Assign { lhs, rhs }, loc }
        };
        in_run.before(first, Instruction { kind: InstrKind::Decl(kept), loc });
        in_run.before(first, assign(kept, symbol));
        in_run.before(first, assign(symbol, at_first));
        returns.iter().for_each(|&at| in_run.before(at, assign(symbol, kept)));
        if let Some(entered) = entered {
            in_start.before(entered, assign(at_first, symbol));
        }
    }
    in_run.apply(&mut run);
    in_start.apply(&mut start);
    program.functions[threads.run].body = Some(run);
    let start_function = program.start;
    program.functions[start_function].body = Some(start);
}

/// Does the user's program take the address of one?
fn is_shared(program: &Program, threads: &Threads) -> bool {
    let mut seen = FxHashSet::default();
    let mut found = false;
    for function in program.functions.values().filter(|f| !f.model) {
        for instruction in function.body.iter().flat_map(|b| b.values()) {
            let mut visit = |_, kind| {
                if let ExprKind::AddressOf(place) = kind
                    && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                {
                    found |= threads.thread_local.contains(&symbol);
                }
            };
            instruction.kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut visit));
        }
    }
    found
}
