//! Facts about pointers that a loop moves along an object: they stay inside of it.

use super::heads::Head;
use crate::intervals::Intervals;
use goto::{BinOp, ExprId, ExprKind, InstrKind, MemoryFact, Program, Type};
use rustc_hash::FxHashSet;

/// Of each pointer to which the loop adds something: there is room for an element where it points; it does not point behind the end.
pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    let needed = |&place: &ExprId| intervals.cells.of_expr(place).is_some_and(|cell| head.needs(cell));
    let moved: Vec<ExprId> = moved(program, head).into_iter().filter(needed).filter(|&place| seen.insert(place)).collect();
    moved.into_iter().flat_map(|place| inside(program, place)).collect()
}

/// The places that the loop changes by adding to the pointer there.
fn moved(program: &Program, head: &Head) -> Vec<ExprId> {
    let Some(body) = &program.functions[head.func].body else { return Vec::new() };
    let mut found = Vec::new();
    for &at in &head.body {
        if let InstrKind::Assign { lhs, rhs } = body[at].kind
            && let ExprKind::Binary(BinOp::PtrAdd, base, _) = program.exprs.kind(rhs)
            && base == lhs
        {
            found.push(lhs);
        }
    }
    found
}

fn inside(program: &mut Program, pointer: ExprId) -> Vec<ExprId> {
    let Type::Pointer(target) = *program.types.get(program.exprs.ty(pointer)) else { return Vec::new() };
    let bytes = program.types.size_of(target).unwrap_or(1);
    let mut build = program.build();
    let (size, offset) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
    let ty = build.types.size();
    let bytes = build.constant(ty, i128::from(bytes));
    let has_room = build.binary(BinOp::Le, bytes, size);
    let last = build.binary(BinOp::Sub, size, bytes);
    let is_before = build.binary(BinOp::Le, offset, last);
    let element = build.binary(BinOp::And, has_room, is_before);
    let lives = build.memory(MemoryFact::IsLive, pointer);
    let not_behind = build.binary(BinOp::Le, offset, size);
    vec![element, build.binary(BinOp::And, lives, not_behind)]
}
