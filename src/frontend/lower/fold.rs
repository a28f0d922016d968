//! Constants that the compiler computes although the program may change how they would be rounded.

use super::FunctionLowering;
use goto::interp::value::{self, Scalar};
use goto::{BinOp, ExprId, ExprKind, Type, UnOp};

impl FunctionLowering<'_, '_> {
    /// Operations on floating-point constants that gcc computes itself, rounding to nearest whatever mode the program chooses when it runs.
    pub(crate) fn folded_float(&mut self, e: ExprId) -> ExprId {
        let program = &self.unit.program;
        if program.rounding.is_none() {
            return e;
        }
        let constant = |e: ExprId| Some((Scalar::of(&program.types, program.exprs.ty(e))?, program.exprs.as_const(e)?));
        let result = match program.exprs.kind(e) {
            _ if !matches!(program.types.get(program.exprs.ty(e)), Type::Float(_)) => None,
            ExprKind::Binary(op, a, b) if !matches!(op, BinOp::Math2(_)) => {
                constant(a).zip(constant(b)).and_then(|((ty, a), (_, b))| value::binary(op, ty, a, b).ok())
            }
            ExprKind::Unary(op, a) if !matches!(op, UnOp::Math(_)) => constant(a).and_then(|(ty, a)| value::unary(op, ty, a).ok()),
            ExprKind::Cast(a) => constant(a).zip(Scalar::of(&program.types, program.exprs.ty(e))).map(|((from, a), to)| value::cast(from, to, a)),
            _ => None,
        };
        match result {
            Some(bits) => {
                let ty = self.ty(e);
                self.unit.program.exprs.intern(ExprKind::Const(bits), ty)
            }
            None => e,
        }
    }
}
