//! Connectives that leave out what is known.

use goto::{BinOp, ExprId, Program};

/// Both.
pub(crate) fn and(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (truth(program, a), truth(program, b)) {
        (Some(true), _) | (_, Some(false)) => b,
        (Some(false), _) | (_, Some(true)) => a,
        _ => program.build().binary(BinOp::And, a, b),
    }
}

/// Either.
pub(crate) fn or(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (truth(program, a), truth(program, b)) {
        (Some(false), _) | (_, Some(true)) => b,
        (Some(true), _) | (_, Some(false)) => a,
        _ => program.build().binary(BinOp::Or, a, b),
    }
}

fn truth(program: &Program, e: ExprId) -> Option<bool> {
    program.exprs.as_const(e).map(|c| c.is_true())
}
