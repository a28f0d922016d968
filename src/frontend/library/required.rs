//! What builtins require of their arguments: for which they mean nothing. Only says so to checks; what the calls do stands elsewhere.

use super::Call;
use crate::lower::FunctionLowering;
use goto::{BinOp, ExprId, InstrKind, PropertyClass, RequirementKind, Type};

/// Notes what a call of a builtin requires, just before the call.
pub(super) fn of_builtin(to: &mut FunctionLowering<'_, '_>, name: &str, args: &[ExprId]) {
    let Some(builtin) = name.strip_prefix("__builtin_") else { return };
    let &[arg, ..] = args else { return };
    let (text, holds) = match builtin {
        "clz" | "clzl" | "clzll" | "clzs" | "ctz" | "ctzl" | "ctzll" | "ctzs" => {
            let ty = to.ty(arg);
            let zero = to.zero(ty);
            ("a builtin that counts zeros is given zero", to.build().binary(BinOp::Ne, arg, zero))
        }
        "assume" => {
            let ty = to.ty(arg);
            let zero = to.zero(ty);
            ("what __builtin_assume is given does not hold", to.build().binary(BinOp::Ne, arg, zero))
        }
        "assume_aligned" if args.len() >= 2 => ("a pointer is not aligned as __builtin_assume_aligned says", aligned(to, args)),
        _ => return,
    };
    to.require_here(PropertyClass::Builtin, text, holds);
}

/// Is the first argument, less the third one if there is one, a multiple of the second one?
fn aligned(to: &mut FunctionLowering<'_, '_>, args: &[ExprId]) -> ExprId {
    let size = to.build().types.size();
    let mut address = to.build().cast(args[0], size);
    if let Some(&offset) = args.get(2) {
        let offset = to.build().cast(offset, size);
        address = to.build().binary(BinOp::Sub, address, offset);
    }
    let one = to.build().constant(size, 1);
    let alignment = to.build().cast(args[1], size);
    let mask = to.build().binary(BinOp::Sub, alignment, one);
    let rest = to.build().binary(BinOp::BitAnd, address, mask);
    let zero = to.build().constant(size, 0);
    to.build().binary(BinOp::Eq, rest, zero)
}

/// `__builtin_unreachable`: what comes then is not known, and must not come.
pub(super) fn unreachable(to: &mut FunctionLowering<'_, '_>) {
    let never = to.build().truth(false);
    to.require(PropertyClass::Unreachable, "__builtin_unreachable is reached", RequirementKind::Holds(never));
    to.require(PropertyClass::Unreachable, "", RequirementKind::Stops(never));
    to.emit(InstrKind::Unsupported("__builtin_unreachable".to_owned()));
}

/// The value of a builtin that does nothing but promise something of its first argument; `None` if it is another one.
pub(super) fn promise(to: &mut FunctionLowering<'_, '_>, name: &str, call: &Call<'_>) -> Option<Option<ExprId>> {
    match (name, call.args.as_slice()) {
        ("__builtin_assume", _) => Some(None),
        ("__builtin_assume_aligned", &[pointer, _, ..]) if matches!(to.unit.program.types.get(call.ty), Type::Pointer(_)) => {
            Some(Some(to.convert(pointer, call.ty)))
        }
        _ => None,
    }
}
