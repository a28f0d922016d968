//! Why what is open stays open, where only the whole run can say so.

use crate::failure::Defect;
use engine::board::Board;
use engine::status::{Reason, Status};
use goto::limits::StopReason;
use goto::reach::within_reach;

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

/// What depends on values that the program does not determine names the functions without a body that may be called.
pub(crate) fn explain_missing(board: &Board, missing: &[String]) {
    let program = board.program();
    let reach = within_reach(program);
    let called = program.functions.iter().filter(|(f, function)| reach[*f] && missing.contains(&function.name));
    let functions: Vec<String> = called.map(|(_, function)| function.name.clone()).collect();
    if !functions.is_empty() {
        replace(board, |old| *old == Reason::Indeterminate, &Reason::WithoutBody(functions));
    }
}

/// Gives what is open for such a reason another one.
fn replace(board: &Board, is_such: impl Fn(&Reason) -> bool, reason: &Reason) {
    for target in board.open() {
        if matches!(board.status(target), Status::Open(old) if is_such(&old)) {
            board.resist(target, reason.clone());
        }
    }
}
