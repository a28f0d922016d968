//! Removes what does nothing: unreachable instructions, `Skip`, jumps to jumps and to the next instruction. Marks stay until they are stripped.

use crate::crash::may_crash;
use goto::cfg::{Cfg, constant_truth};
use goto::{Body, FuncId, HaltKind, Id, IdVec, InstrId, InstrKind, Instruction, Program};

/// Cleans all bodies up. Instructions get new numbers; which branch a `Goto` belongs to stays.
///
/// A `Goto` of a branch stays even if it has no choice. After a call that does not return, execution would run into whatever comes next, so a
/// `Halt` stays there.
pub fn simplify(program: &mut Program) {
    let functions: Vec<FuncId> = program.functions.ids().collect();
    for func in functions {
        if let Some(mut body) = program.functions[func].body.take() {
            thread_jumps(program, &mut body);
            let body = compact(program, body);
            program.functions[func].body = Some(body);
        }
    }
    goto::assert_valid(program, "simplify");
}

/// Turns all marks into `Skip`, for when no criterion asks for them any more.
pub fn strip_marks(program: &mut Program) {
    for (_, function) in program.functions.iter_mut() {
        for (_, instr) in function.body.iter_mut().flat_map(|b| b.iter_mut()) {
            if matches!(instr.kind, InstrKind::Mark(_)) {
                instr.kind = InstrKind::Skip;
            }
        }
    }
}

/// Where a plain instruction without effect leads: the next one for `Skip`, the target for a jump that no branch owns.
fn passes_on(program: &Program, body: &Body, id: InstrId) -> Option<InstrId> {
    let next = InstrId::new(id.index() + 1);
    match &body[id].kind {
        InstrKind::Skip => Some(next),
        InstrKind::Goto { guard, target, branch: None } => constant_truth(&program.exprs, *guard).map(|taken| if taken { *target } else { next }),
        _ => None,
    }
}

fn thread_jumps(program: &Program, body: &mut Body) {
    for id in body.ids() {
        let InstrKind::Goto { guard, target, branch } = body[id].kind else { continue };
        let mut to = target;
        // A circle of jumps leads nowhere; then the target stays as it is.
        let mut steps = 0;
        while let Some(next) = passes_on(program, body, to)
            && steps <= body.len()
        {
            to = next;
            steps += 1;
        }
        if steps > body.len() {
            to = target;
        }
        if branch.is_some() && constant_truth(&program.exprs, guard) == Some(false) {
            // It is never taken, and where it leads may go away.
            to = InstrId::new(id.index() + 1);
        }
        body[id].kind = InstrKind::Goto { guard, target: to, branch };
    }
}

/// Drops what is unreachable or does nothing and renumbers the targets.
fn compact(program: &Program, mut body: Body) -> Body {
    let cfg = Cfg::new(program, &body);
    let n = body.len();
    let mut keep: IdVec<InstrId, bool> = IdVec::filled(false, n);
    // The first instruction from here on that stays.
    let mut next_kept: Vec<usize> = vec![n; n + 1];
    for i in (0..n).rev() {
        let id = InstrId::new(i);
        if cfg.is_reachable(id) {
            keep[id] = match &body[id].kind {
                InstrKind::Skip => false,
                InstrKind::Goto { guard, target, branch: None } => {
                    let never = constant_truth(&program.exprs, *guard) == Some(false);
                    let to_next = target.index() > i && next_kept[target.index()] == next_kept[i + 1];
                    !never && (!to_next || may_crash(program, *guard))
                }
                _ => true,
            };
        } else if ends_after_call(&cfg, &body, i) {
            keep[id] = true;
            body[id].kind = InstrKind::Halt(HaltKind::Abort);
        }
        next_kept[i] = if keep[id] { i } else { next_kept[i + 1] };
    }
    let mut number = vec![0; n + 1];
    for i in 0..n {
        number[i + 1] = number[i] + usize::from(keep[InstrId::new(i)]);
    }
    let mut compacted: Body = IdVec::new();
    for (_, instr) in body.iter().filter(|(id, _)| keep[*id]) {
        let mut kind = instr.kind.clone();
        if let InstrKind::Goto { target, .. } = &mut kind {
            // `number` counts the instructions that stay before the target; the target itself, or what stands for it, is the next that stays.
            *target = InstrId::new(number[target.index()]);
        }
        compacted.push(Instruction { kind, loc: instr.loc });
    }
    compacted
}

/// Does the unreachable instruction `i` stand right after a reachable call that does not return?
fn ends_after_call(cfg: &Cfg, body: &Body, i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(InstrId::new) else { return false };
    cfg.is_reachable(before) && matches!(body[before].kind, InstrKind::Call { .. }) && cfg.successors(before).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::{parse, print_function};

    fn simplified(body: &str) -> String {
        let text = format!(
            "goto lp64 start f branch br0 if \"x\" static x#0: bool static a#1: *bool
            function f: fn() -> void {{ {body} }} function die: fn() -> void noreturn {{ }}"
        );
        let mut program = parse(&text).unwrap_or_else(|e| panic!("{e}"));
        goto::assert_valid(&program, "the text");
        strip_marks(&mut program);
        simplify(&mut program);
        let once = goto::print(&program);
        simplify(&mut program);
        assert_eq!(goto::print(&program), once);
        let printed = print_function(&program, FuncId::new(0));
        printed.lines().skip(1).map(str::trim).filter(|l| *l != "}").collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn jumps_are_threaded_and_skips_go() {
        let body = "0: IF x#0 GOTO 3 br0 1: MARK then 2: GOTO 4 3: GOTO 6 4: x#0 := true 5: GOTO 6 6: SKIP 7: IF x#0 GOTO 0 8: RETURN";
        assert_eq!(simplified(body), "0: IF x#0 GOTO 2 br0  // x 1: x#0 := true 2: IF x#0 GOTO 0 3: RETURN");
    }

    #[test]
    fn what_is_unreachable_goes_but_the_branch_stays() {
        let body = "0: IF false GOTO 4 br0 1: x#0 := true 2: RETURN 3: SKIP 4: x#0 := false 5: RETURN";
        assert_eq!(simplified(body), "0: IF false GOTO 1 br0  // x 1: x#0 := true 2: RETURN");
        assert_eq!(simplified("0: GOTO 2 br0 1: x#0 := true 2: RETURN"), "0: GOTO 1 br0  // x 1: RETURN");
    }

    #[test]
    fn guards_that_may_crash_are_evaluated() {
        assert_eq!(simplified("0: IF x#0 GOTO 1 1: IF *a#1 GOTO 2 2: RETURN"), "0: IF *a#1 GOTO 1 1: RETURN");
    }

    #[test]
    fn circles_and_ends() {
        assert_eq!(simplified("0: GOTO 1 1: SKIP 2: GOTO 0"), "0: GOTO 0");
        assert_eq!(simplified("0: IF x#0 GOTO 3 1: CALL die() 2: x#0 := true 3: RETURN"), "0: IF x#0 GOTO 3 1: CALL die() 2: HALT abort 3: RETURN");
        assert_eq!(simplified("0: CALL die() 1: RETURN"), "0: CALL die() 1: HALT abort");
    }
}
