//! Memory that is not given back: a claim about the whole heap wherever the program ends by itself. A program that aborts is asked for `valid-memcleanup` alone:
//! there each end counts. That nothing is lost is also claimed in loops from which no end can be reached. When the entry function returns, its variables are gone;
//! those of calls in which the program exits are not, since these never return (so competitions decided).

use crate::insert::Insertions;
use analysis::reach::Ahead;
use goto::callgraph::CallGraph;
use goto::{Body, Callee, FuncId, HaltKind, HeapFact, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass};
use std::collections::BTreeSet;

/// When something is claimed of the whole heap.
#[derive(Clone, Copy)]
enum Occasion {
    Exit,
    Abort,
    /// The return of the entry function.
    Return,
    EndlessLoop,
}

impl Occasion {
    /// What a property of this class says here, if anything.
    fn fact(self, class: PropertyClass) -> Option<HeapFact> {
        match (self, class) {
            (Self::EndlessLoop | Self::Exit, PropertyClass::ValidMemtrack) => Some(HeapFact::IsReachable),
            (Self::Return, PropertyClass::ValidMemtrack) => Some(HeapFact::IsReachableAfterReturn),
            (Self::Abort, PropertyClass::ValidMemcleanup) => Some(HeapFact::IsEmpty),
            (Self::EndlessLoop | Self::Abort, _) => None,
            (Self::Exit | Self::Return, _) => Some(HeapFact::IsEmpty),
        }
    }
}

/// Puts the claims of these classes before each regular end of the program.
pub(super) fn at_exit(program: &mut Program, classes: &[PropertyClass]) {
    let claims = [
        (PropertyClass::MemoryLeak, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemcleanup, "memory is not freed when the program ends"),
        (PropertyClass::ValidMemtrack, "memory is lost: nothing points to it and it is not freed"),
    ];
    let claims: Vec<_> = claims.into_iter().filter(|(class, _)| classes.contains(class)).collect();
    if claims.is_empty() {
        return;
    }
    let entry = program.functions[program.start].body.as_ref().and_then(entry);
    let calls = CallGraph::new(program);
    // The program does not end where a function returns that is called once more: the claim is the start function's then.
    let returns_at_end = entry.filter(|&f| calls.callers(f).iter().all(|&caller| caller == program.start));
    let end = |kind: &InstrKind, f: FuncId| match kind {
        InstrKind::Halt(HaltKind::Exit) => Some(Occasion::Exit),
        InstrKind::Halt(HaltKind::Abort) => Some(Occasion::Abort),
        InstrKind::Return(_) if returns_at_end == Some(f) => Some(Occasion::Return),
        _ => None,
    };
    // A return of the entry function is followed by the end of the start function.
    let ahead = Ahead::new(program, &calls, |kind| matches!(kind, InstrKind::Halt(HaltKind::Exit)));
    for f in program.functions.ids().collect::<Vec<_>>() {
        let is_start = f == program.start;
        if is_start && returns_at_end.is_some() {
            continue;
        }
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let ends = body.iter().filter_map(|(at, i)| end(&i.kind, f).map(|place| (at, i.loc, place)));
        let endless = heads(&body).into_iter().filter(|&at| !ahead.may_reach(f, at)).map(|at| (at, body[at].loc, Occasion::EndlessLoop));
        let places: Vec<(InstrId, Location, Occasion)> = ends.chain(endless).collect();
        let mut insertions = Insertions::default();
        for (number, &(at, loc, place)) in (1..).zip(&places) {
            for &(class, text) in &claims {
                let Some(fact) = place.fact(class) else { continue };
                let (function, loc, number) = match entry.filter(|_| is_start) {
                    Some(entry) => (entry, program.functions[entry].loc, "end".to_owned()),
                    None => (f, loc, number.to_string()),
                };
                let name = format!("{}.{}.{number}", program.functions[function].name, class.label());
                let property = program.properties.push(Property { name, class, function, loc, text: text.to_owned() });
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

/// The function that the start function calls last.
fn entry(start: &Body) -> Option<FuncId> {
    let direct = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(f), .. } => Some(*f),
        _ => None,
    };
    start.values().filter_map(|i| direct(&i.kind)).next_back()
}
