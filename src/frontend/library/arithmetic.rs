//! Functions of integers whose results are records.

use super::Call;
use crate::lower::FunctionLowering;
use crate::lower::expr::ValueUse;
use goto::{BinOp, ExprId, OperationKind};

/// `div` and its kin: a record with members `quot` and `rem`, in whatever order.
pub(super) fn divide<'t>(to: &mut FunctionLowering<'_, 't>, call: Call<'t>, wanted: ValueUse) -> Result<Option<ExprId>, Call<'t>> {
    let fields = to.unit.program.types.record_body(call.ty).map(|body| body.fields.iter().map(|f| f.name.clone()).collect::<Vec<_>>());
    let position = |name: &str| fields.as_ref().and_then(|fields| fields.iter().position(|f| f == name));
    let (Some(quotient), Some(remainder)) = (position("quot"), position("rem")) else { return Err(call) };
    let place = match wanted {
        ValueUse::In(place) if to.ty(place) == call.ty => place,
        _ => to.temporary(call.ty),
    };
    // The operands may be read from where the result goes.
    let ty = to.build().field(place, quotient);
    let ty = to.ty(ty);
    let operands = [0, 1].map(|i| to.convert(call.args[i], ty));
    let [dividend, divisor] = operands.map(|e| to.saved(e));
    for (field, op) in [(quotient, BinOp::Div), (remainder, BinOp::Rem)] {
        let value = to.build().binary(op, dividend, divisor);
        if op == BinOp::Div {
            // Where there is no quotient there is no remainder.
            to.note(value, to.loc, OperationKind::Written);
        }
        let lhs = to.build().field(place, field);
        to.assign(lhs, value);
    }
    Ok(Some(place))
}
