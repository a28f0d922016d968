//! Memory that is not given back: a claim about the whole heap wherever the program ends by itself. A program that aborts is not asked. That nothing is
//! lost is also claimed in loops from which no end can be reached.

use crate::insert::Insertions;
use analysis::reach::Ahead;
use goto::callgraph::CallGraph;
use goto::{Body, Callee, FuncId, HaltKind, HeapFact, Id, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass};
use std::collections::BTreeSet;

/// Puts the claims of these classes before each regular end of the program. The variables of the entry function are still there when it returns.
pub(super) fn at_exit(program: &mut Program, classes: &[PropertyClass]) {
    let claims = [
        (PropertyClass::MemoryLeak, HeapFact::IsEmpty, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemcleanup, HeapFact::IsEmpty, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemtrack, HeapFact::IsReachable, "memory is lost: nothing points to it and it is not freed"),
    ];
    let claims: Vec<_> = claims.into_iter().filter(|(class, ..)| classes.contains(class)).collect();
    if claims.is_empty() {
        return;
    }
    let entry = program.functions[program.start].body.as_ref().and_then(entry);
    let is_end = |kind: &InstrKind, f: FuncId| match kind {
        InstrKind::Halt(HaltKind::Exit) => true,
        InstrKind::Return(_) => entry == Some(f),
        _ => false,
    };
    // A return of the entry function is followed by the end of the start function.
    let ahead = Ahead::new(program, &CallGraph::new(program), |kind| matches!(kind, InstrKind::Halt(HaltKind::Exit)));
    for f in program.functions.ids().filter(|&f| f != program.start).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let ends = body.iter().filter(|(_, i)| is_end(&i.kind, f)).map(|(at, i)| (at, i.loc, true));
        let endless = heads(&body).into_iter().filter(|&at| !ahead.may_reach(f, at)).map(|at| (at, body[at].loc, false));
        let places: Vec<(InstrId, Location, bool)> = ends.chain(endless).collect();
        let mut insertions = Insertions::default();
        for (number, &(at, loc, is_end)) in (1..).zip(&places) {
            if is_end {
                keep_variables(&mut body, at);
            }
            for &(class, fact, text) in claims.iter().filter(|(class, ..)| is_end || *class == PropertyClass::ValidMemtrack) {
                let name = format!("{}.{}.{number}", program.functions[f].name, class.label());
                let property = program.properties.push(Property { name, class, function: f, loc, text: text.to_owned() });
                let cond = program.build().heap(fact);
                insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
            }
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// The targets of backward jumps.
fn heads(body: &Body) -> BTreeSet<InstrId> {
    let jumps = body.iter().filter_map(|(at, i)| if let InstrKind::Goto { target, .. } = i.kind { Some((at, target)) } else { None });
    jumps.filter(|(at, target)| target <= at).map(|(_, target)| target).collect()
}

/// Variables that die just before the function returns die with it.
fn keep_variables(body: &mut Body, end: InstrId) {
    for at in (0..end.index()).rev().map(InstrId::new) {
        match body[at].kind {
            InstrKind::Dead(_) | InstrKind::Release(_) => body[at].kind = InstrKind::Skip,
            InstrKind::Skip | InstrKind::Mark(_) => {}
            _ => return,
        }
    }
}

/// The function that the start function calls last.
fn entry(start: &Body) -> Option<FuncId> {
    let direct = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(f), .. } => Some(*f),
        _ => None,
    };
    start.values().filter_map(|i| direct(&i.kind)).next_back()
}
