//! Leaves out what execution cannot get to by the calls of the program: bodies of functions, and the values of statics that nothing reads. What is asked there stays, with the
//! lines of the source that do something. A large library costs what its callers use of it.

use goto::reach::Reach;
use goto::{Body, ExprKind, ExprPool, FuncId, HaltKind, IdVec, InstrKind, Instruction, Location, Program, Storage};

/// The statics that nothing reads get no values when the program starts.
pub fn leave_statics_out(program: &mut Program, reach: &Reach) {
    let start = program.start;
    let Some(mut body) = program.functions[start].body.take() else { return };
    for (_, instruction) in body.iter_mut() {
        if let InstrKind::Assign { lhs, .. } = instruction.kind
            && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(lhs))
            && program.symbols[symbol].storage == Storage::Static
            && !reach.reads(symbol)
        {
            instruction.kind = InstrKind::Skip;
        }
    }
    program.functions[start].body = Some(body);
}

/// The functions that cannot run lose their bodies. To be called when no other pass comes, since what they get does not lead anywhere.
pub fn leave_functions_out(program: &mut Program, reach: &Reach) {
    let unreached: Vec<FuncId> = program.functions.ids().filter(|&f| !reach.runs(f) && program.functions[f].body.is_some()).collect();
    for &f in &unreached {
        if let Some(body) = program.functions[f].body.take() {
            program.functions[f].body = Some(remainder(&body, &program.exprs, program.functions[f].loc));
        }
    }
    program.unreached.extend(unreached);
    goto::assert_valid(program, "what is not reached");
}

/// What is asked in a body, and an end for each line on which it does something.
fn remainder(body: &Body, exprs: &ExprPool, loc: Location) -> Body {
    let mut rest = IdVec::new();
    let mut last = None;
    let mut end = |rest: &mut Body, loc: Location| {
        let line = (loc.file, loc.line);
        if last.replace(line) != Some(line) {
            rest.push(Instruction { kind: InstrKind::Halt(HaltKind::Abort), loc });
        }
    };
    for instruction in body.values() {
        match instruction.kind {
            InstrKind::Cover { .. } | InstrKind::Assert { .. } => {
                rest.push(instruction.clone());
            }
            InstrKind::Goto { guard, .. } if !matches!(exprs.kind(guard), ExprKind::Const(_)) => end(&mut rest, instruction.loc),
            InstrKind::Goto { .. }
            | InstrKind::Decl(_)
            | InstrKind::Dead(_)
            | InstrKind::Return(None)
            | InstrKind::Assume(_)
            | InstrKind::Skip
            | InstrKind::Mark(_) => {}
            _ => end(&mut rest, instruction.loc),
        }
    }
    // The end of the body is no line that anybody wrote.
    rest.push(Instruction { kind: InstrKind::Halt(HaltKind::Abort), loc: Location { line: 0, column: 0, ..loc } });
    rest
}
