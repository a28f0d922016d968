//! Lets the ranges of loops nest. A loop is taken from the text: it goes from its head to the last jump back there. If a loop inside goes on behind that jump, as after
//! `while (a) { ...; while (b) ...; }`, where leaving the inner loop is the jump back of the outer one, the outer one ends too early. Such a loop gets one jump back,
//! behind all that is inside, and the others lead there.

use goto::cfg::{Cfg, constant_truth};
use goto::{Body, ExprId, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program};
use std::collections::BTreeMap;

/// The body with jumps back at the ends of loops, if one had none. `yes` is the constant.
pub(super) fn nested(program: &Program, body: &Body, yes: ExprId) -> Option<Body> {
    let open = open_loops(body);
    if open.is_empty() {
        return None;
    }
    let mut new = Body::new();
    let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
    let mut back: BTreeMap<InstrId, InstrId> = BTreeMap::new();
    let mut over: Vec<(InstrId, InstrId)> = Vec::new();
    for (at, instruction) in body.iter() {
        arrival.push(new.push(instruction.clone()));
        let Some(heads) = open.get(&at) else { continue };
        if falls_through(program, &instruction.kind) {
            over.push((push_jump(&mut new, yes, instruction.loc), InstrId::new(at.index() + 1)));
        }
        for &head in heads {
            back.insert(head, push_jump(&mut new, yes, body[head].loc));
        }
    }
    for (old, instruction) in body.iter() {
        let InstrKind::Goto { target: to, .. } = instruction.kind else { continue };
        let of_loop = back.get(&to).filter(|_| to <= old).copied();
        set_target(&mut new, arrival[old], of_loop.unwrap_or(arrival[to]));
    }
    over.into_iter().for_each(|(at, to)| set_target(&mut new, at, arrival[to]));
    back.into_iter().for_each(|(head, at)| set_target(&mut new, at, arrival[head]));
    Some(new)
}

/// The heads of loops that end before a loop inside of them does, by the instruction behind which their jump back has to stand: inner ones first.
fn open_loops(body: &Body) -> BTreeMap<InstrId, Vec<InstrId>> {
    let mut last: BTreeMap<InstrId, InstrId> = BTreeMap::new();
    for (at, instruction) in body.iter() {
        if let InstrKind::Goto { target, .. } = instruction.kind
            && target <= at
        {
            last.insert(target, at);
        }
    }
    // By ascending head: those inside of the loop at hand that no other one of them is around.
    let mut ends: Vec<(InstrId, InstrId)> = Vec::new();
    let mut open: BTreeMap<InstrId, Vec<InstrId>> = BTreeMap::new();
    for (&head, &last) in last.iter().rev() {
        let mut end = last;
        while let Some(&(_, inner_end)) = ends.last().filter(|(inner, _)| *inner <= end) {
            end = end.max(inner_end);
            ends.pop();
        }
        ends.push((head, end));
        if end != last {
            open.entry(end).or_default().push(head);
        }
    }
    open
}

fn push_jump(body: &mut Body, yes: ExprId, loc: Location) -> InstrId {
    body.push(Instruction { kind: InstrKind::Goto { guard: yes, target: Cfg::entry(), branch: None }, loc })
}

fn set_target(body: &mut Body, at: InstrId, to: InstrId) {
    if let InstrKind::Goto { target, .. } = &mut body[at].kind {
        *target = to;
    }
}

/// May the text go on behind the instruction?
pub(super) fn falls_through(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Goto { guard, .. } => constant_truth(&program.exprs, *guard) != Some(true),
        InstrKind::Return(_) | InstrKind::Halt(_) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body without the program around it.
    fn nested_body(body: &str) -> Option<String> {
        let mut program = goto::parse(&format!("goto lp64 start f static x#0: bool function f: fn() -> void {{ {body} }}")).expect("is right");
        let yes = program.build().truth(true);
        let start = program.start;
        let new = nested(&program, &program.functions[start].body.clone().expect("has a body"), yes)?;
        program.functions[start].body = Some(new);
        goto::assert_valid(&program, "nested");
        let printed = goto::print_function(&program, start);
        Some(printed.lines().skip(1).map(str::trim).filter(|l| *l != "}").collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn leaving_the_inner_loop_goes_back_at_the_end_of_the_outer_one() {
        let new = nested_body("0: IF x#0 GOTO 5 1: SKIP 2: IF x#0 GOTO 0 3: SKIP 4: GOTO 2 5: RETURN").unwrap();
        assert_eq!(new, "0: IF x#0 GOTO 6 1: SKIP 2: IF x#0 GOTO 5 3: SKIP 4: GOTO 2 5: GOTO 0 6: RETURN");
    }

    #[test]
    fn what_falls_out_of_the_inner_loop_goes_over_the_jump() {
        let new = nested_body("0: SKIP 1: SKIP 2: IF x#0 GOTO 0 3: IF x#0 GOTO 1 4: RETURN").unwrap();
        assert_eq!(new, "0: SKIP 1: SKIP 2: IF x#0 GOTO 5 3: IF x#0 GOTO 1 4: GOTO 6 5: GOTO 0 6: RETURN");
    }

    #[test]
    fn three_loops_with_one_end() {
        let new = nested_body("0: SKIP 1: IF x#0 GOTO 0 2: IF x#0 GOTO 1 3: SKIP 4: GOTO 2 5: RETURN").unwrap();
        assert_eq!(new, "0: SKIP 1: IF x#0 GOTO 6 2: IF x#0 GOTO 5 3: SKIP 4: GOTO 2 5: GOTO 1 6: GOTO 0 7: RETURN");
    }

    #[test]
    fn loops_that_nest_stay() {
        assert_eq!(nested_body("0: SKIP 1: SKIP 2: IF x#0 GOTO 1 3: IF x#0 GOTO 0 4: RETURN"), None);
    }
}
