//! Allocation, and functions that move or fill memory.

use super::{Call, Known, demands};
use crate::c::lower::FunctionLowering;
use crate::c::lower::expr::Wanted;
use goto::{AllocKind, BinOp, ExprId, InstrKind, MemoryFact, Type, TypeId};

pub(super) fn allocate(to: &mut FunctionLowering<'_, '_>, known: Known, call: &Call<'_>, wanted: Wanted) -> Option<ExprId> {
    let pointer = matches!(to.unit.program.types.get(call.ty), Type::Pointer(_));
    let result = match wanted {
        Wanted::In(place) if pointer && to.ty(place) == call.ty && known != Known::Reallocate => place,
        _ if pointer => to.temporary(call.ty),
        _ => {
            let ty = void_pointer(to);
            to.temporary(ty)
        }
    };
    let size_type = to.build().types.size();
    let mut size = to.convert(call.args[0], size_type);
    let (mut kind, mut zeroed) = (AllocKind::Heap, false);
    match known {
        Known::AllocateZeroed => {
            let other = to.convert(call.args[1], size_type);
            size = to.build().binary(BinOp::Mul, size, other);
            zeroed = true;
        }
        Known::AllocateOnStack => kind = AllocKind::Stack,
        Known::Reallocate => {
            size = to.convert(call.args[1], size_type);
            reallocate(to, call.args[0], size, result);
            return Some(result);
        }
        _ => {}
    }
    to.emit(InstrKind::Allocate { result, size, kind, zeroed });
    Some(result)
}

/// As glibc: without an object as `malloc`; a size of zero frees and gives null; else a new object always takes over the content.
fn reallocate(to: &mut FunctionLowering<'_, '_>, old: ExprId, size: ExprId, result: ExprId) {
    let ty = void_pointer(to);
    let old = to.convert(old, ty);
    let (old, size) = (to.kept(old), to.kept(size));
    let (nothing, zero) = (to.zero(ty), to.build().types.size());
    let zero = to.build().constant(zero, 0);
    let (fresh, shrinks, end) = (to.label(), to.label(), to.label());
    let is_null = to.build().binary(BinOp::Eq, old, nothing);
    to.jump_if(is_null, fresh, None);
    let is_empty = to.build().binary(BinOp::Eq, size, zero);
    to.jump_if(is_empty, shrinks, None);
    let target = to.temporary(ty);
    to.emit(InstrKind::Allocate { result: target, size, kind: AllocKind::Heap, zeroed: false });
    let mut build = to.build();
    let before = build.memory(MemoryFact::ObjectSize, old);
    let grows = build.binary(BinOp::Lt, before, size);
    let count = build.ite(grows, before, size);
    to.emit(InstrKind::MemCopy { dst: target, src: old, size: count });
    to.emit(InstrKind::Free(old));
    let pointer = to.ty(result);
    let target = to.convert(target, pointer);
    to.assign(result, target);
    to.jump(end);
    to.bind(shrinks);
    to.emit(InstrKind::Free(old));
    let null = to.zero(pointer);
    to.assign(result, null);
    to.jump(end);
    to.bind(fresh);
    to.emit(InstrKind::Allocate { result, size, kind: AllocKind::Heap, zeroed: false });
    to.bind(end);
}

pub(super) fn free(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let ty = void_pointer(to);
    let pointer = to.convert(call.args[0], ty);
    to.emit(InstrKind::Free(pointer));
}

/// `memcpy`, `memset` and their kin; the result is the destination.
pub(super) fn fill(to: &mut FunctionLowering<'_, '_>, known: Known, call: &Call<'_>) -> Option<ExprId> {
    let ty = void_pointer(to);
    let size_type = to.build().types.size();
    let dst = to.convert(call.args[0], ty);
    // What says where the destination is may lie in it.
    let dst = if to.is_void(call.ty) { dst } else { to.kept(dst) };
    match known {
        Known::SetZero => {
            let size = to.convert(call.args[1], size_type);
            let int = to.build().types.int(32, true);
            let value = to.build().constant(int, 0);
            to.emit(InstrKind::MemSet { dst, value, size });
        }
        Known::Set => {
            let size = to.convert(call.args[2], size_type);
            to.emit(InstrKind::MemSet { dst, value: call.args[1], size });
        }
        _ => {
            let src = to.convert(call.args[1], ty);
            let size = to.convert(call.args[2], size_type);
            if known != Known::Move {
                demands::disjoint(to, (dst, size), (src, size));
            }
            let end = (known == Known::CopyToEnd).then(|| {
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
