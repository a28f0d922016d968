//! Memory that is not given back: a claim about the whole heap wherever the program ends by itself. A program that aborts is not asked.

use crate::instrument::insert::Insertions;
use goto::{Body, Callee, FuncId, HaltKind, HeapFact, Id, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass};

/// Puts the claims of these classes before each regular end of the program. The variables of the entry function are still there when it returns.
pub fn at_exit(program: &mut Program, classes: &[PropertyClass]) {
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
    for f in program.functions.ids().filter(|&f| f != program.start).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let is_end = |kind: &InstrKind| match kind {
            InstrKind::Halt(HaltKind::Exit) => true,
            InstrKind::Return(_) => entry == Some(f),
            _ => false,
        };
        let ends: Vec<(InstrId, Location)> = body.iter().filter(|(_, i)| is_end(&i.kind)).map(|(at, i)| (at, i.loc)).collect();
        let mut insertions = Insertions::default();
        for (number, &(at, loc)) in (1..).zip(&ends) {
            keep_variables(&mut body, at);
            for &(class, fact, text) in &claims {
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
