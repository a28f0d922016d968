//! Functions that give special numbers of a floating-point type.

use super::Call;
use super::verifier::string_literal;
use crate::c::lower::FunctionLowering;
use goto::{Bits, ExprId, ExprKind, FloatKind, Type, TypeId};

/// A quiet NaN without payload; `None` if the text asks for one.
pub(super) fn nan(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) -> Option<ExprId> {
    if string_literal(to, call.exprs.first()?)?.is_empty() {
        let (kind, digits) = format(to, call.ty)?;
        return Some(constant(to, call.ty, kind, infinite(kind, digits) | 1 << (digits - 1)));
    }
    None
}

/// The format and how many binary digits stand after the point.
fn format(to: &FunctionLowering<'_, '_>, ty: TypeId) -> Option<(FloatKind, u32)> {
    let Type::Float(kind) = *to.unit.program.types.get(ty) else { return None };
    let digits = match kind {
        FloatKind::Half => 10,
        FloatKind::Single => 23,
        FloatKind::Double => 52,
        FloatKind::Extended => 63,
        FloatKind::Quad => 112,
    };
    Some((kind, digits))
}

/// All ones in the exponent; the x87 format has its leading digit in front of the others.
fn infinite(kind: FloatKind, digits: u32) -> u128 {
    let exponent_bits = u32::from(kind.bits()) - 1 - digits - u32::from(kind == FloatKind::Extended);
    let leading = kind == FloatKind::Extended;
    (((1 << exponent_bits) - 1) << (digits + u32::from(leading))) | u128::from(leading) << digits
}

fn constant(to: &mut FunctionLowering<'_, '_>, ty: TypeId, kind: FloatKind, bits: u128) -> ExprId {
    to.unit.program.exprs.intern(ExprKind::Const(Bits::new(kind.bits(), bits)), ty)
}
