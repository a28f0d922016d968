//! Why what is open stays open, where only the whole run can say so.

use crate::failure::Defect;
use crate::moment;
use analysis::dead::ControlFlow;
use engine::board::Board;
use engine::status::{Reason, Status};
use goto::limits::StopReason;
use goto::reach::within_reach;
use goto::{InstrKind, Instruction};
use std::collections::BTreeSet;

/// The reason that the end of a run gives for all that it left open, if it did not come to its own end.
pub(crate) fn of_end(stopped: Option<StopReason>, defect: Option<&Defect>) -> Option<Reason> {
    match defect {
        Some(defect) => Some(Reason::Defect(defect.what.clone())),
        None => stopped.map(Reason::Stopped),
    }
}

/// What is open because the run ended says so.
pub(crate) fn explain_end(board: &Board, stopped: Option<StopReason>, defect: Option<&Defect>) {
    if let Some(reason) = of_end(stopped, defect) {
        replace(board, |old| matches!(old, Reason::NotAnalysed | Reason::Bound(_)), &reason);
    }
}

/// What nobody came to, since something that is not supported is on all ways there, names that.
pub(crate) fn explain_barriers(board: &Board) {
    let program = board.program();
    for (goal, (func, at)) in ControlFlow::new(program).behind_unsupported() {
        let is_unexplained = matches!(board.status(goal), Status::Open(Reason::NotAnalysed | Reason::Bound(_) | Reason::Stopped(_) | Reason::Limit(_)));
        let instruction = program.functions[func].body.as_ref().map(|body| &body[at]);
        if let (true, Some(Instruction { kind: InstrKind::Unsupported(what), loc })) = (is_unexplained, instruction) {
            board.resist(goal, Reason::Unsupported { what: what.clone(), loc: *loc });
        }
    }
}

/// What depends on values that the program does not determine names the functions that may be called and have no body, or else those whose answers no test chooses.
pub(crate) fn explain_indeterminate(board: &Board, missing: &[String]) {
    let program = board.program();
    let reach = within_reach(program);
    let called = || program.functions.iter().filter(|(f, _)| reach[*f]).map(|(_, function)| function.name.as_str());
    let without_body: Vec<String> = called().filter(|name| missing.iter().any(|m| m == name)).map(str::to_owned).collect();
    let of_the_moment: BTreeSet<&str> = called().filter_map(moment::asked_by).collect();
    let reason = match (without_body.is_empty(), of_the_moment.is_empty()) {
        (false, _) => Reason::WithoutBody(without_body),
        (true, false) => Reason::OfTheMoment(of_the_moment.into_iter().map(str::to_owned).collect()),
        (true, true) => return,
    };
    replace(board, |old| *old == Reason::Indeterminate, &reason);
}

/// Gives what is open for such a reason another one.
fn replace(board: &Board, is_such: impl Fn(&Reason) -> bool, reason: &Reason) {
    for target in board.open() {
        if matches!(board.status(target), Status::Open(old) if is_such(&old)) {
            board.resist(target, reason.clone());
        }
    }
}
