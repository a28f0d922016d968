//! What variables come to that rounds add bounded values to: never more than the rounds so far, times the most that one of them adds, nor less than the same with the least.
//! Proposals; whether a sum wraps is for others to find out. Sums of elements are another module's (`elements/tally`).

use super::heads::Head;
use crate::intervals::cells::CellId;
use crate::intervals::{At, Facts, Intervals};
use crate::rewrite::{linear, replaced, without_casts};
use goto::visit::Role;
use goto::{BinOp, Body, ExprId, ExprKind, Id, InstrId, InstrKind, Program, Type, TypeId};

/// Facts of one head.
const MOST: usize = 4;
/// What is added in a round: more is as good as anything.
const LARGEST: i128 = 1 << 33;
/// Bits of the type that sums are compared in.
const BITS: u16 = 64;

/// A variable with what it holds where the loop is entered.
struct Start {
    place: ExprId,
    first: i128,
}

pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head, entering: Facts<'_>) -> Vec<ExprId> {
    let Some(body) = program.functions[head.func].body.clone() else { return Vec::new() };
    let starts: Vec<Start> = head.written.iter().filter_map(|&cell| start(program, intervals, cell, entering)).collect();
    let Some(counter) = starts.iter().find(|s| counts(program, &body, head, s.place)) else { return Vec::new() };
    let mut found = Vec::new();
    for sum in starts.iter().filter(|s| s.place != counter.place) {
        let Some((low, high)) = rate(program, intervals, &body, head, sum.place) else { continue };
        found.extend(bounds(program, (counter, sum), (low, high)));
    }
    found.truncate(MOST);
    found
}

fn start(program: &Program, intervals: &Intervals, cell: CellId, entering: Facts<'_>) -> Option<Start> {
    let known = intervals.cells.get(cell);
    let is_integer = matches!(program.types.get(program.exprs.ty(known.place)), Type::Int { bits, .. } if *bits <= BITS);
    let first = entering.of(cell)?.as_constant()?;
    (is_integer && !known.is_many).then_some(Start { place: known.place, first })
}

/// The instructions of the loop that assign to a variable.
fn assignments(program: &Program, body: &Body, head: &Head, place: ExprId) -> Vec<InstrId> {
    let mut found = Vec::new();
    for &at in &head.body {
        body[at].kind.expressions(|e, role| {
            if role == Role::Write && program.exprs.root(e) == program.exprs.root(place) {
                found.push(at);
            }
        });
    }
    found
}

/// What one assignment adds to the variable, if it is a sum with it.
fn added(program: &mut Program, body: &Body, at: InstrId, place: ExprId) -> Option<ExprId> {
    let InstrKind::Assign { lhs, rhs } = body[at].kind else { return None };
    let is_sum = lhs == place && linear(program, rhs, place)?.factor == 1;
    let ty = program.exprs.ty(place);
    let zero = program.build().constant(ty, 0);
    if is_sum { replaced(program, rhs, &|part| (part == place).then_some(zero)) } else { None }
}

/// Does each round add one to it? That none passes it by is for others to find out.
fn counts(program: &Program, body: &Body, head: &Head, place: ExprId) -> bool {
    let [at] = assignments(program, body, head, place)[..] else { return false };
    let InstrKind::Assign { lhs, rhs } = body[at].kind else { return false };
    lhs == place && linear(program, rhs, place).is_some_and(|l| (l.factor, l.constant, l.more) == (1, 1, false))
}

fn constant(program: &Program, expr: ExprId) -> Option<i128> {
    program.exprs.as_const(expr).map(|bits| bits.to_i128(program.types.is_signed(program.exprs.ty(expr))))
}

/// The least and the most that a round adds, where each of its assignments is executed once or not at all.
fn rate(program: &mut Program, intervals: &Intervals, body: &Body, head: &Head, place: ExprId) -> Option<(i128, i128)> {
    let (mut low, mut high) = (0, 0);
    for at in assignments(program, body, head, place) {
        let value = added(program, body, at, place)?;
        let (least, most) = limits(program, intervals, body, head, (at, value))?;
        low += least.min(0);
        high += most.max(0);
    }
    (low < high && low >= -LARGEST && high <= LARGEST).then_some((low, high))
}

/// The bounds of a value where it is added: from what is known at the start of the block, or else from its type before it is converted.
fn limits(program: &Program, intervals: &Intervals, body: &Body, head: &Head, (at, value): (InstrId, ExprId)) -> Option<(i128, i128)> {
    let of_type = || type_limits(program, program.exprs.ty(addend(program, value)));
    let mut start = at;
    loop {
        if let At::Known(facts) = intervals.at(head.func, start) {
            let known = facts.value(program, value).map(|number| (number.low(), number.high()));
            return known.or_else(of_type);
        }
        start = InstrId::new(start.index().checked_sub(1)?);
        let mut reads_it = false;
        body[start].kind.expressions(|e, role| reads_it |= role == Role::Write && crate::rewrite::reads(program, value, e));
        if reads_it || !head.contains(start) {
            return of_type();
        }
    }
}

/// What is left of a sum with zero, without conversions.
fn addend(program: &Program, value: ExprId) -> ExprId {
    let value = without_casts(program, value);
    match program.exprs.kind(value) {
        ExprKind::Binary(BinOp::Add, a, b) if constant(program, a) == Some(0) => addend(program, b),
        ExprKind::Binary(BinOp::Add, a, b) if constant(program, b) == Some(0) => addend(program, a),
        _ => value,
    }
}

fn type_limits(program: &Program, ty: TypeId) -> Option<(i128, i128)> {
    match *program.types.get(ty) {
        Type::Int { bits, signed: true } if bits <= 32 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Type::Int { bits, signed: false } if bits <= 32 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

/// `first + low * rounds <= sum <= first + high * rounds`.
fn bounds(program: &mut Program, (counter, sum): (&Start, &Start), (low, high): (i128, i128)) -> Vec<ExprId> {
    let ty = program.types.int(BITS, true);
    let mut build = program.build();
    let (now, value) = (build.cast(counter.place, ty), build.cast(sum.place, ty));
    let rounds = plus(program, now, -counter.first);
    let mut bound = |rate: i128| {
        let mut build = program.build();
        let rate = build.constant(ty, rate);
        let product = build.binary(BinOp::Mul, rate, rounds);
        plus(program, product, sum.first)
    };
    let (least, most) = (bound(low), bound(high));
    let mut found = Vec::new();
    if high > 0 {
        found.push(program.build().binary(BinOp::Le, value, most));
    }
    if low < 0 {
        found.push(program.build().binary(BinOp::Le, least, value));
    }
    found
}

fn plus(program: &mut Program, expr: ExprId, constant: i128) -> ExprId {
    if constant == 0 {
        return expr;
    }
    let ty = program.exprs.ty(expr);
    let mut build = program.build();
    let constant = build.constant(ty, constant);
    build.binary(BinOp::Add, expr, constant)
}
