//! Facts about pointers that a loop moves along an object: they stay inside of it, and there is room for as much as a variable that goes down still counts.

use super::heads::Head;
use crate::intervals::Intervals;
use crate::rewrite::{is_integer, without_casts};
use goto::{BinOp, ExprId, ExprKind, InstrKind, MemoryFact, Program, Type};
use rustc_hash::FxHashSet;

/// Pointers and counters that are looked at together.
const POINTERS: usize = 3;
const COUNTERS: usize = 2;

/// Of each pointer to which the loop adds something: there is room for an element where it points; it does not point behind the end.
pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    let needed = |&place: &ExprId| intervals.cells.of_expr(place).is_some_and(|cell| head.needs(cell));
    let moved: Vec<ExprId> = moved(program, head).into_iter().filter(needed).filter(|&place| seen.insert(place)).collect();
    let counters: Vec<ExprId> = counting_down(program, head).into_iter().filter(needed).take(COUNTERS).collect();
    let mut found: Vec<ExprId> = moved.iter().flat_map(|&place| inside(program, place)).collect();
    for &pointer in moved.iter().take(POINTERS) {
        found.extend(counters.iter().map(|&counter| has_room(program, pointer, counter)));
    }
    found
}

/// The integers that the loop decrements.
fn counting_down(program: &Program, head: &Head) -> Vec<ExprId> {
    let Some(body) = &program.functions[head.func].body else { return Vec::new() };
    let mut found = Vec::new();
    for &at in &head.body {
        if let InstrKind::Assign { lhs, rhs } = body[at].kind
            && let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, by) = program.exprs.kind(without_casts(program, rhs))
            && without_casts(program, a) == lhs
            && is_integer(program, program.exprs.ty(lhs))
            && program.exprs.as_const(by).is_some_and(|by| by.to_i128(true) == if op == BinOp::Add { -1 } else { 1 })
            && !found.contains(&lhs)
        {
            found.push(lhs);
        }
    }
    found
}

/// From where the pointer points on there are as many elements as the counter says.
fn has_room(program: &mut Program, pointer: ExprId, counter: ExprId) -> ExprId {
    let bytes = match *program.types.get(program.exprs.ty(pointer)) {
        Type::Pointer(target) => program.types.size_of(target).unwrap_or(1).max(1),
        _ => 1,
    };
    let mut build = program.build();
    let (size, offset) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
    let ty = build.types.size();
    let is_within = build.binary(BinOp::Le, offset, size);
    let left = build.binary(BinOp::Sub, size, offset);
    let bytes = build.constant(ty, i128::from(bytes));
    let room = build.binary(BinOp::Div, left, bytes);
    let counter = build.cast(counter, ty);
    let fits = build.binary(BinOp::Le, counter, room);
    build.binary(BinOp::And, is_within, fits)
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
