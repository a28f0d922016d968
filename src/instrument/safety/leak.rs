//! Memory that is not given back: a claim about the whole heap wherever the program ends by itself. A program that aborts is not asked.

use crate::instrument::insert::Insertions;
use goto::{Callee, FuncId, HaltKind, HeapFact, InstrKind, Instruction, Program, Property, PropertyClass};

/// Puts the claims of these classes before each regular end of the program.
pub fn at_exit(program: &mut Program, classes: &[PropertyClass]) {
    let claims = [
        (PropertyClass::MemoryLeak, HeapFact::IsEmpty, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemcleanup, HeapFact::IsEmpty, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemtrack, HeapFact::IsReachable, "memory is lost: nothing points to it and it is not freed"),
    ];
    for (class, fact, text) in claims.into_iter().filter(|(class, ..)| classes.contains(class)) {
        for f in program.functions.ids().collect::<Vec<_>>() {
            let Some(mut body) = program.functions[f].body.take() else { continue };
            let owner = if f == program.start { entry(&body).unwrap_or(f) } else { f };
            let mut insertions = Insertions::default();
            let ends = body.iter().filter(|(_, i)| i.kind == InstrKind::Halt(HaltKind::Exit));
            for (number, (at, instruction)) in (1..).zip(ends) {
                // The end of the entry function comes after its calls of `exit`.
                let place = if owner == f { number.to_string() } else { "end".to_owned() };
                let name = format!("{}.{}.{place}", program.functions[owner].name, class.label());
                let loc = instruction.loc;
                let property = program.properties.push(Property { name, class, function: owner, loc, text: text.to_owned() });
                let cond = program.build().heap(fact);
                insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
            }
            insertions.apply(&mut body);
            program.functions[f].body = Some(body);
        }
    }
}

/// The function that the start function calls last.
fn entry(body: &goto::Body) -> Option<FuncId> {
    let direct = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(f), .. } => Some(*f),
        _ => None,
    };
    body.values().filter_map(|i| direct(&i.kind)).last()
}
