//! Takes out of a program what cannot matter any more for the goals and properties that are still open.
//!
//! Three steps. Decided `Cover` and `Assert` go. From where nothing open can be reached, execution ends at once. Stores to variables that
//! cannot influence where execution goes are left out. The open goals stay reachable by the same inputs, and by no others; where a run that
//! reaches none of them ends may change. Instructions keep their positions: what goes becomes `Skip` or `Halt`.

use crate::crash::may_crash;
use crate::influence::Influence;
use crate::reach::Ahead;
use goto::callgraph::CallGraph;
use goto::{Body, ExprId, ExprKind, FuncId, GoalId, HaltKind, Id, InstrId, InstrKind, Program, PropertyId, UnOp};

/// Slices the program for the goals and properties that the two functions call open.
pub fn slice(program: &mut Program, open_goal: &dyn Fn(GoalId) -> bool, open_property: &dyn Fn(PropertyId) -> bool) {
    let is_decided = |kind: &InstrKind| match kind {
        InstrKind::Cover { goal, .. } => !open_goal(*goal),
        InstrKind::Assert { property, .. } => !open_property(*property),
        _ => false,
    };
    remove_decided(program, &is_decided);
    end_early(program);
    remove_stores(program);
    goto::assert_valid(program, "slice");
}

fn functions(program: &Program) -> Vec<FuncId> {
    program.functions.ids().filter(|&f| program.functions[f].body.is_some()).collect()
}

/// Changes instructions one by one; `change` sees the body as it is so far.
fn change(program: &mut Program, mut change: impl FnMut(&Program, &Body, FuncId, InstrId) -> Option<InstrKind>) {
    for func in functions(program) {
        let Some(mut body) = program.functions[func].body.take() else { continue };
        for id in body.ids() {
            if let Some(kind) = change(program, &body, func, id) {
                body[id].kind = kind;
            }
        }
        program.functions[func].body = Some(body);
    }
}

/// Decided goals and properties become `Skip`. Where the condition might crash and nothing after it crashes the same way, it is still
/// evaluated: a run must not get past it that did not before.
fn remove_decided(program: &mut Program, is_decided: &dyn Fn(&InstrKind) -> bool) {
    change(program, |program, body, _, id| {
        let (InstrKind::Cover { cond, .. } | InstrKind::Assert { cond, .. }) = body[id].kind else { return None };
        if !is_decided(&body[id].kind) {
            return None;
        }
        // Checks evaluate what the instruction behind them evaluates as well.
        let check = matches!(body[id].kind, InstrKind::Assert { property, .. } if program.properties[property].class.is_check());
        if check || !may_crash(program, cond) || is_evaluated_next(program, body, id, cond, is_decided) {
            return Some(InstrKind::Skip);
        }
        Some(InstrKind::Goto { guard: cond, target: InstrId::new(id.index() + 1), branch: None })
    });
}

/// Is the same condition, or its negation, evaluated after `id` before anything else happens?
fn is_evaluated_next(program: &Program, body: &Body, id: InstrId, cond: ExprId, is_decided: &dyn Fn(&InstrKind) -> bool) -> bool {
    let same = |other: ExprId| without_not(program, other) == without_not(program, cond);
    for next in (id.index() + 1..body.len()).map(InstrId::new) {
        match &body[next].kind {
            InstrKind::Skip | InstrKind::Mark(_) => {}
            InstrKind::Goto { guard, .. } | InstrKind::Assume(guard) => return same(*guard),
            InstrKind::Cover { cond: other, .. } | InstrKind::Assert { cond: other, .. } => {
                if is_decided(&body[next].kind) {
                    continue;
                }
                return same(*other);
            }
            _ => return false,
        }
    }
    false
}

fn without_not(program: &Program, mut cond: ExprId) -> ExprId {
    while let ExprKind::Unary(UnOp::Not, inner) = program.exprs.kind(cond) {
        cond = inner;
    }
    cond
}

/// Ends execution where nothing open lies ahead. What is unsupported may lead anywhere, so it is open as long as anything is.
fn end_early(program: &mut Program) {
    let calls = CallGraph::new(program);
    let ahead = Ahead::new(program, &calls, |kind| {
        matches!(kind, InstrKind::Cover { .. } | InstrKind::Assert { .. } | InstrKind::Unsupported(_) | InstrKind::Beyond(_) | InstrKind::Unfollowed(_))
    });
    change(program, |_, _, func, id| (!ahead.may_reach(func, id)).then_some(InstrKind::Halt(HaltKind::Exit)));
}

/// Leaves out stores that change nothing that matters. Inputs stay: the later ones would move up.
fn remove_stores(program: &mut Program) {
    let influence = Influence::new(program, &CallGraph::new(program));
    change(program, |program, body, _, id| {
        let (lhs, value) = match body[id].kind {
            InstrKind::Assign { lhs, rhs } => (lhs, Some(rhs)),
            InstrKind::Havoc { lhs, .. } => (lhs, None),
            InstrKind::Allocate { result, size, .. } => (result, Some(size)),
            InstrKind::Release(pointer) => (pointer, None),
            _ => return None,
        };
        let allocates = matches!(body[id].kind, InstrKind::Allocate { .. } | InstrKind::Release(_)) && influence.needs_allocations();
        let needed = allocates || influence.is_relevant(program, lhs) || may_crash(program, lhs) || value.is_some_and(|v| may_crash(program, v));
        (!needed).then_some(InstrKind::Skip)
    });
}

#[cfg(test)]
mod tests;
