//! Facts about single variables: what the intervals say, as expressions.

use crate::intervals::cells::Cell;
use crate::intervals::number::{Number, gcd};
use goto::{BinOp, ExprId, Program};

/// Sets of more values are not written as alternatives.
const MOST_ALTERNATIVES: usize = 32;
/// A bound that excludes less than one value in two to this power is weak.
const MARGIN: u32 = 9;

/// Facts about single variables.
#[derive(Default)]
pub(super) struct Values {
    pub strong: Vec<ExprId>,
    /// Bounds that exclude next to nothing.
    pub weak: Vec<ExprId>,
}

/// Says of a cell that it has one of these values; nothing where the type says as much.
pub(super) fn facts(program: &mut Program, cell: &Cell, number: &Number, values: &mut Values) {
    let place = cell.place;
    let ty = program.exprs.ty(place);
    let found = &mut values.strong;
    let mut build = program.build();
    if cell.kind.is_pointer() {
        let null = build.constant(ty, 0);
        let is_null = build.binary(BinOp::Eq, place, null);
        if number.as_constant() == Some(0) {
            found.push(is_null);
        } else if !number.contains(0) {
            found.push(build.not(is_null));
        }
        return;
    }
    if let Some(value) = number.as_constant() {
        let value = build.constant(ty, value);
        found.push(build.binary(BinOp::Eq, place, value));
        return;
    }
    if cell.kind.is_bool() {
        return;
    }
    let (low, high) = (number.low(), number.high());
    if let Some(values) = number.few().filter(|_| is_scattered(number)) {
        let mut any: Option<ExprId> = None;
        for &value in values {
            let value = build.constant(ty, value);
            let is = build.binary(BinOp::Eq, place, value);
            any = Some(any.map_or(is, |any| build.binary(BinOp::Or, any, is)));
        }
        found.extend(any);
        return;
    }
    let margin = (cell.kind.high() - cell.kind.low()) >> MARGIN;
    if low > cell.kind.low() {
        let bound = build.constant(ty, low);
        let list = if low - cell.kind.low() > margin { &mut *found } else { &mut values.weak };
        list.push(build.binary(BinOp::Le, bound, place));
    }
    if high < cell.kind.high() {
        let bound = build.constant(ty, high);
        let list = if cell.kind.high() - high > margin { &mut *found } else { &mut values.weak };
        list.push(build.binary(BinOp::Le, place, bound));
    }
    found.extend(residue(program, cell, number));
}

/// Few values that bounds and a step do not describe as well?
fn is_scattered(number: &Number) -> bool {
    let steps = (number.high() - number.low()) / number.step().max(1) + 1;
    number.few().is_some_and(|values| {
        let n = values.len() as i128;
        values.len() <= MOST_ALTERNATIVES && number.high() - number.low() >= n && (n <= 8 || steps > n)
    })
}

/// The value modulo the step.
fn residue(program: &mut Program, cell: &Cell, number: &Number) -> Option<ExprId> {
    let step = number.step();
    if step < 2 || step > cell.kind.high() {
        return None;
    }
    let ty = program.exprs.ty(cell.place);
    let mut build = program.build();
    let is_power = gcd(step, 1 << 64) == step;
    let (op, operand) = match is_power {
        true => (BinOp::BitAnd, step - 1),
        false if number.low() >= 0 => (BinOp::Rem, step),
        false => return None,
    };
    let operand = build.constant(ty, operand);
    let rest = build.binary(op, cell.place, operand);
    let wanted = build.constant(ty, number.low().rem_euclid(step));
    Some(build.binary(BinOp::Eq, rest, wanted))
}
