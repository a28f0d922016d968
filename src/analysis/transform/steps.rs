//! Tells what is assigned to a place by the place itself, where it is told by a copy: `copy := x; x := copy + 1`, as of `x++` whose old value is wanted, becomes
//! `copy := x; x := x + 1`. Who looks for variables that go up by a constant finds them all in one form.

use crate::rewrite::{reads, replaced};
use goto::{ExprId, ExprKind, FuncId, Id, IdSet, InstrId, InstrKind, Program, Storage};

/// Instructions behind the copy that are looked at: overflows may be claimed not to happen in between.
const MOST_BETWEEN: usize = 6;

/// Changes all functions.
pub fn tell_steps_by_places(program: &mut Program) {
    let functions: Vec<FuncId> = program.functions.ids().collect();
    for function in functions {
        for (at, lhs, rhs) in steps(program, function) {
            if let Some(body) = &mut program.functions[function].body {
                body[at].kind = InstrKind::Assign { lhs, rhs };
            }
        }
    }
}

/// The assignments with what they assign told anew.
fn steps(program: &mut Program, function: FuncId) -> Vec<(InstrId, ExprId, ExprId)> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let mut arrived: IdSet<InstrId> = IdSet::new();
    let mut copies: Vec<(InstrId, ExprId, ExprId)> = Vec::new();
    for (at, instruction) in body.iter() {
        match instruction.kind {
            InstrKind::Goto { target, .. } => _ = arrived.insert(target),
            InstrKind::Assign { lhs, rhs } if is_temporary(program, lhs) && is_place(program, rhs) => copies.push((at, lhs, rhs)),
            _ => {}
        }
    }
    let found: Vec<(InstrId, ExprId, ExprId, ExprId)> = copies
        .into_iter()
        .filter(|&(_, copy, place)| !reads(program, place, copy))
        .filter_map(|(at, copy, place)| step(program, function, (at, copy, place), &arrived).map(|(to, value)| (to, copy, place, value)))
        .collect();
    let told = |(at, copy, place, value)| Some((at, place, replaced(program, value, &|e| (e == copy).then_some(place))?));
    found.into_iter().filter_map(told).collect()
}

/// The next assignment to the place that was copied, and what it assigns, if nothing changes the place or the copy before.
fn step(program: &Program, function: FuncId, (at, copy, place): (InstrId, ExprId, ExprId), arrived: &IdSet<InstrId>) -> Option<(InstrId, ExprId)> {
    let body = program.functions[function].body.as_ref()?;
    for next in (at.index() + 1..body.len()).take(MOST_BETWEEN).map(InstrId::new).take_while(|next| !arrived.contains(*next)) {
        match body[next].kind {
            InstrKind::Assign { lhs, rhs } if lhs == place => return reads(program, rhs, copy).then_some((next, rhs)),
            InstrKind::Assign { lhs, .. } if is_temporary(program, lhs) && lhs != copy && !reads(program, place, lhs) => {}
            InstrKind::Assert { .. } | InstrKind::Skip => {}
            _ => return None,
        }
    }
    None
}

fn is_temporary(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs.kind(expr), ExprKind::Var(symbol) if matches!(program.symbols[symbol].storage, Storage::Temporary(_)))
}

fn is_place(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs.kind(expr), ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> String {
        let statics = "static x#0: i32 static y#1: i32 static p#2: *i32";
        let mut program = goto::parse(&format!("goto lp64 start f {statics} function f: fn() -> void {{ temporary t#3: i32 {body} }}")).expect("is right");
        tell_steps_by_places(&mut program);
        goto::assert_valid(&program, "steps");
        let printed = goto::print_function(&program, program.start);
        printed.lines().skip(2).map(str::trim).filter(|l| *l != "}").collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_told_by_their_places() {
        assert_eq!(told("0: t#3 := x#0 1: x#0 := t#3 + 1 2: RETURN"), "0: t#3 := x#0 1: x#0 := x#0 + 1 2: RETURN");
        assert_eq!(told("0: t#3 := *p#2 1: *p#2 := t#3 - y#1 2: RETURN"), "0: t#3 := *p#2 1: *p#2 := *p#2 - y#1 2: RETURN");
    }

    #[test]
    fn what_changes_in_between_stays() {
        for body in [
            "0: t#3 := x#0 1: *p#2 := 5 2: x#0 := t#3 + 1 3: RETURN",
            "0: IF y#1 == 0 GOTO 2 1: t#3 := x#0 2: x#0 := t#3 + 1 3: RETURN",
            "0: t#3 := x#0 1: t#3 := y#1 2: x#0 := t#3 + 1 3: RETURN",
            "0: t#3 := x#0 1: y#1 := t#3 + 1 2: RETURN",
        ] {
            assert_eq!(told(body), body);
        }
    }
}
