//! Which expressions may end a run when they are evaluated: by a division, or by an access outside of an object.

use goto::{BinOp, ExprId, ExprKind, Program, Type};
use rustc_hash::FxHashSet;

/// May the evaluation of the expression, or the store to it, crash? Errs on the side of yes.
pub fn may_crash(program: &Program, expr: ExprId) -> bool {
    let mut found = false;
    program.exprs.walk(expr, &mut FxHashSet::default(), &mut |_, kind| found = found || crashes(program, kind));
    found
}

/// May this operation crash, given that its operands do not?
fn crashes(program: &Program, kind: ExprKind) -> bool {
    match kind {
        ExprKind::Deref(_) => true,
        ExprKind::Index { base, index } => {
            let Type::Array { len: Some(len), .. } = *program.types.get(program.exprs.ty(base)) else { return true };
            match program.exprs.as_const(index) {
                Some(bits) => {
                    let index = bits.to_i128(program.types.is_signed(program.exprs.ty(index)));
                    // An unsigned 128-bit index may come out negative; then it is too large as well.
                    index < 0 || index >= i128::from(len)
                }
                None => true,
            }
        }
        ExprKind::Binary(BinOp::Div | BinOp::Rem, a, divisor) => {
            let ty = program.exprs.ty(a);
            let integer = matches!(program.types.get(ty), Type::Int { .. });
            let safe = program.exprs.as_const(divisor).is_some_and(|d| !(d.is_zero() || program.types.is_signed(ty) && d.is_ones()));
            integer && !safe
        }
        _ => false,
    }
}
