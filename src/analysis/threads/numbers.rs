//! Numbers that variables of the code surely hold, and what expressions over them are. Whoever counts with a variable of its own to places of threads or locks comes to
//! each place in a state of its own (`flow`). What does not fit its type is no number.

use goto::{BinOp, ExprId, ExprKind, Program, SymbolId, Type, TypeId, UnOp};
use std::collections::BTreeMap;

pub(super) type Numbers = BTreeMap<SymbolId, i64>;

/// The number that an expression is; truth is 0 or 1.
pub(super) fn number(program: &Program, e: ExprId, numbers: &Numbers) -> Option<i64> {
    let exprs = &program.exprs;
    let ty = exprs.ty(e);
    let value = match exprs.kind(e) {
        ExprKind::Zero => 0,
        ExprKind::Const(bits) if program.types.is_signed(ty) => i64::try_from(bits.signed()).ok()?,
        ExprKind::Const(bits) => i64::try_from(bits.unsigned()).ok()?,
        ExprKind::Var(symbol) => *numbers.get(&symbol)?,
        ExprKind::Unary(UnOp::Not, a) => i64::from(number(program, a, numbers)? == 0),
        ExprKind::Cast(a) if *program.types.get(ty) == Type::Bool => i64::from(number(program, a, numbers)? != 0),
        ExprKind::Cast(a) => number(program, a, numbers)?,
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (number(program, a, numbers)?, number(program, b, numbers)?);
            match op {
                BinOp::Add => a.checked_add(b)?,
                BinOp::Sub => a.checked_sub(b)?,
                BinOp::Eq => i64::from(a == b),
                BinOp::Ne => i64::from(a != b),
                BinOp::Lt => i64::from(a < b),
                BinOp::Le => i64::from(a <= b),
                _ => return None,
            }
        }
        _ => return None,
    };
    fits(program, ty, value).then_some(value)
}

/// Is it a value of the type, which is one of whole numbers?
fn fits(program: &Program, ty: TypeId, value: i64) -> bool {
    match *program.types.get(ty) {
        Type::Bool => matches!(value, 0 | 1),
        Type::Int { bits, signed } if bits < 64 => {
            let half = 1i64 << (bits - 1);
            if signed { (-half..half).contains(&value) } else { (0..half * 2).contains(&value) }
        }
        Type::Int { signed, .. } => signed || value >= 0,
        _ => false,
    }
}
