//! Allocation, and functions that move or fill memory.

use super::{Call, FunctionRole, demands};
use crate::lower::expr::ValueUse;
use crate::lower::{FunctionLowering, Label};
use goto::{AllocKind, BinOp, ExprId, InstrKind, MemoryFact, Type, TypeId};

/// ENOMEM on Linux.
const NO_MEMORY: i128 = 12;

pub(super) fn allocate(to: &mut FunctionLowering<'_, '_>, known: FunctionRole, call: &Call<'_>, wanted: ValueUse) -> Option<ExprId> {
    let pointer = matches!(to.unit.program.types.get(call.ty), Type::Pointer(_));
    let result = match wanted {
        ValueUse::In(place) if pointer && to.ty(place) == call.ty && known != FunctionRole::Reallocate => place,
        _ if pointer => to.temporary(call.ty),
        _ => {
            let ty = void_pointer(to);
            to.temporary(ty)
        }
    };
    let size_type = to.build().types.size();
    let size = to.convert(call.args[0], size_type);
    match known {
        FunctionRole::AllocateOnStack => to.emit(InstrKind::Allocate { result, size, kind: AllocKind::Stack, zeroed: false }),
        FunctionRole::AllocateForGood => to.emit(InstrKind::Allocate { result, size, kind: AllocKind::Static, zeroed: false }),
        FunctionRole::AllocateZeroed => {
            let other = to.convert(call.args[1], size_type);
            let overflows = to.build().binary(BinOp::MulOverflows, size, other);
            let size = to.build().binary(BinOp::Mul, size, other);
            from_heap(to, result, size, Some(overflows), true);
        }
        FunctionRole::Reallocate => {
            let size = to.convert(call.args[1], size_type);
            reallocate(to, call.args[0], size, result);
        }
        _ => from_heap(to, result, size, None, false),
    }
    Some(result)
}

/// A new object on the heap; null, as by glibc, if its size is beyond all differences of pointers, or if `overflows` says that the size is not what was asked for.
fn from_heap(to: &mut FunctionLowering<'_, '_>, result: ExprId, size: ExprId, overflows: Option<ExprId>, zeroed: bool) {
    let (size, overflows) = (to.kept(size), overflows.map(|o| to.kept(o)));
    let refused = to.label();
    let overflows = overflows.is_some_and(|overflows| jump_if_refused(to, overflows, refused));
    let is_too_large = is_too_large(to, size);
    let is_too_large = jump_if_refused(to, is_too_large, refused);
    to.emit(InstrKind::Allocate { result, size, kind: AllocKind::Heap, zeroed });
    if overflows || is_too_large {
        let end = to.label();
        end_refused(to, result, refused, end);
    }
}

fn is_too_large(to: &mut FunctionLowering<'_, '_>, size: ExprId) -> ExprId {
    let mut build = to.build();
    let ty = build.types.size();
    let largest = (1i128 << (build.types.model().pointer_bits() - 1)) - 1;
    let largest = build.constant(ty, largest);
    build.binary(BinOp::Lt, largest, size)
}

/// False if nothing is refused, as in competitions.
fn jump_if_refused(to: &mut FunctionLowering<'_, '_>, condition: ExprId, refused: Label) -> bool {
    let may_be = !to.unit.options.competition && to.unit.program.exprs.as_const(condition).is_none_or(|c| !c.is_zero());
    if may_be {
        to.jump_if(condition, refused, None);
    }
    may_be
}

/// The way of those that are refused, and the way on.
fn end_refused(to: &mut FunctionLowering<'_, '_>, result: ExprId, refused: Label, end: Label) {
    to.jump(end);
    to.bind(refused);
    if to.unit.is_for_tests() {
        to.emit(InstrKind::Limit("more memory than there is".to_owned()));
    }
    let ty = to.ty(result);
    let null = to.zero(ty);
    to.assign(result, null);
    if let Some(place) = to.errno() {
        let ty = to.ty(place);
        let no_memory = to.build().constant(ty, NO_MEMORY);
        to.assign(place, no_memory);
    }
    to.bind(end);
}

/// As glibc: without an object as `malloc`; a size of zero frees and gives null; else a new object always takes over the content. Without memory for it the old one stays.
fn reallocate(to: &mut FunctionLowering<'_, '_>, old: ExprId, size: ExprId, result: ExprId) {
    let ty = void_pointer(to);
    let old = to.convert(old, ty);
    let (old, size) = (to.kept(old), to.kept(size));
    let (nothing, zero) = (to.zero(ty), to.build().types.size());
    let zero = to.build().constant(zero, 0);
    let (fresh, shrinks, refused, end) = (to.label(), to.label(), to.label(), to.label());
    let is_null = to.build().binary(BinOp::Eq, old, nothing);
    to.jump_if(is_null, fresh, None);
    let is_empty = to.build().binary(BinOp::Eq, size, zero);
    to.jump_if(is_empty, shrinks, None);
    let is_too_large = is_too_large(to, size);
    let may_be_refused = jump_if_refused(to, is_too_large, refused);
    let target = to.temporary(ty);
    to.emit(InstrKind::Allocate { result: target, size, kind: AllocKind::Heap, zeroed: false });
    let pointer = to.ty(result);
    let converted = to.convert(target, pointer);
    to.assign(result, converted);
    let fails = to.build().binary(BinOp::Eq, target, nothing);
    to.jump_if(fails, end, None);
    let mut build = to.build();
    let before = build.memory(MemoryFact::ObjectSize, old);
    let grows = build.binary(BinOp::Lt, before, size);
    let count = build.ite(grows, before, size);
    to.emit(InstrKind::MemCopy { dst: target, src: old, size: count });
    to.emit(InstrKind::Free(old));
    to.jump(end);
    to.bind(shrinks);
    if to.unit.is_for_tests() {
        // Other libraries make an object of no bytes.
        to.emit(InstrKind::Limit("what other libraries make of an object without bytes".to_owned()));
    }
    to.emit(InstrKind::Free(old));
    let null = to.zero(pointer);
    to.assign(result, null);
    to.jump(end);
    to.bind(fresh);
    from_heap(to, result, size, None, false);
    if may_be_refused {
        end_refused(to, result, refused, end);
    } else {
        to.bind(end);
    }
}

pub(super) fn free(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let ty = void_pointer(to);
    let pointer = to.convert(call.args[0], ty);
    to.emit(InstrKind::Free(pointer));
}

/// `memcpy`, `memset` and their kin; the result is the destination.
pub(super) fn fill(to: &mut FunctionLowering<'_, '_>, known: FunctionRole, call: &Call<'_>) -> Option<ExprId> {
    let ty = void_pointer(to);
    let size_type = to.build().types.size();
    let dst = to.convert(call.args[0], ty);
    // What says where the destination is may lie in it.
    let dst = if to.is_void(call.ty) { dst } else { to.kept(dst) };
    match known {
        FunctionRole::SetZero => {
            let size = to.convert(call.args[1], size_type);
            let int = to.build().types.int(32, true);
            let value = to.build().constant(int, 0);
            to.emit(InstrKind::MemSet { dst, value, size });
        }
        FunctionRole::Set => {
            let size = to.convert(call.args[2], size_type);
            to.emit(InstrKind::MemSet { dst, value: call.args[1], size });
        }
        _ => {
            let src = to.convert(call.args[1], ty);
            let size = to.convert(call.args[2], size_type);
            if known != FunctionRole::Move {
                demands::disjoint(to, (dst, size), (src, size));
            }
            let end = (known == FunctionRole::CopyToEnd).then(|| {
                let mut build = to.build();
                let distance = build.types.ptrdiff();
                let distance = build.cast(size, distance);
                build.binary(BinOp::PtrAdd, dst, distance)
            });
            let end = end.map(|e| to.kept(e));
            to.emit(InstrKind::MemCopy { dst, src, size });
            if end.is_some() {
                return end;
            }
        }
    }
    (!to.is_void(call.ty)).then_some(dst)
}

pub(super) fn void_pointer(to: &mut FunctionLowering<'_, '_>) -> TypeId {
    let void = to.unit.program.types.void();
    to.unit.program.types.pointer(void)
}
