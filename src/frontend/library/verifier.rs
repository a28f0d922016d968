//! The vocabulary of verifiers: inputs, assumptions, assertions.

use super::Call;
use crate::lower::FunctionLowering;
use crate::lower::expr::ValueUse;
use crate::tree::{Expr, ExprKind};
use goto::{ExprId, HaltKind, InputId, InputOrigin, InstrKind, Property, PropertyClass, TypeId};

/// `__VERIFIER_nondet_int()` and its kin. A function that delivers no scalar is an unknown one.
pub(super) fn input<'t>(to: &mut FunctionLowering<'_, 't>, call: Call<'t>, wanted: ValueUse) -> Result<Option<ExprId>, Call<'t>> {
    if !to.unit.program.types.is_scalar(call.ty) {
        return Err(call);
    }
    let function = &to.unit.functions[call.id];
    let input = to.unit.input(&function.name, &function.return_type_name, call.ty);
    Ok(Some(read(to, call.ty, input, wanted)))
}

/// What models of the library read of the world outside.
pub(super) fn world_input(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>, origin: InputOrigin, wanted: ValueUse) -> ExprId {
    let input = to.unit.world_input(origin, &to.unit.functions[call.id].return_type_name, call.ty);
    read(to, call.ty, input, wanted)
}

/// Reads an input of the type, directly to where it is wanted if that is of the type.
fn read(to: &mut FunctionLowering<'_, '_>, ty: TypeId, input: InputId, wanted: ValueUse) -> ExprId {
    let lhs = match wanted {
        ValueUse::In(place) if to.ty(place) == ty => place,
        _ => to.temporary(ty),
    };
    to.emit(InstrKind::Input { lhs, input });
    lhs
}

pub(super) fn assume(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let condition = to.build().condition(call.args[0]);
    to.emit(InstrKind::Assume(condition));
}

/// An assertion that is a function: the program ends if it fails.
pub(super) fn assert(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let cond = to.build().condition(call.args[0]);
    let text = call.exprs.get(1).and_then(|e| string_literal(to, e)).unwrap_or_else(|| "assertion".to_owned());
    claim(to, cond, text);
    let holds = to.label();
    to.jump_if(cond, holds, None);
    to.emit(InstrKind::Halt(HaltKind::Abort));
    to.bind(holds);
}

/// What `assert` calls when it has failed.
pub(super) fn assert_fail(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let cond = to.build().truth(false);
    let text = call.exprs.iter().find_map(|e| string_literal(to, e)).map_or_else(|| "assertion".to_owned(), |e| format!("assertion {e}"));
    claim(to, cond, text);
    to.emit(InstrKind::Halt(HaltKind::Abort));
}

/// What a witness claims to hold here; execution goes on in any case.
pub(super) fn witness_claim(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let number = to.unit.program.exprs.as_const(call.args[0]).map_or(0, |n| n.unsigned());
    let cond = to.build().condition(call.args[1]);
    let property = Property {
        name: format!("witness.{number}"),
        class: PropertyClass::Witness,
        function: to.func,
        loc: to.loc,
        text: "what the witness says holds".to_owned(),
    };
    let property = to.unit.program.properties.push(property);
    to.emit(InstrKind::Assert { cond, property });
}

fn claim(to: &mut FunctionLowering<'_, '_>, cond: ExprId, text: String) {
    let number = to.unit.next_assertion(to.func);
    let name = format!("{}.assertion.{number}", to.unit.program.functions[to.func].name);
    let property = Property { name, class: PropertyClass::Assertion, function: to.func, loc: to.loc, text };
    let property = to.unit.program.properties.push(property);
    to.emit(InstrKind::Assert { cond, property });
}

/// The text of a string literal.
pub(super) fn string_literal(to: &FunctionLowering<'_, '_>, e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Cast(inner) | ExprKind::Decay(inner) => string_literal(to, inner),
        ExprKind::Var(id) if to.unit.vars[*id].name.is_empty() => {
            let init = to.unit.vars[*id].init.as_ref()?;
            let byte = |e: &Expr| if let ExprKind::Const(bits) = e.kind { Some(bits.unsigned() as u8) } else { None };
            let bytes: Option<Vec<u8>> = init.parts.iter().map(|p| byte(&p.value)).collect();
            let mut bytes = bytes?;
            bytes.retain(|b| *b != 0);
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        _ => None,
    }
}
