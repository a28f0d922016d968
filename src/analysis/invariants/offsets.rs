//! Equations in which the offsets of pointers take part: how far a loop has moved them, and what that has to do with each other and with what it counts. Guesses,
//! from samples.

use super::equalities::{Equation, equations, monomials};
use super::heads::Head;
use super::learn::{shortest, written};
use super::samples::Sample;
use crate::intervals::Intervals;
use crate::intervals::cells::CellId;
use goto::{ExprId, MemoryFact, Program};

/// Pointers that are looked at together, those that the loop moves first.
const POINTERS: usize = 4;
/// Samples without which nothing is guessed.
const ENOUGH: usize = 4;
const MOST: usize = 6;
/// Values beyond may have wrapped, or offsets belong to another object.
const LARGEST: i128 = 100_000;

/// Equations of the offsets of pointers, and of these other variables.
pub(super) fn guesses(program: &mut Program, intervals: &Intervals, head: &Head, (cells, samples): (&[CellId], &[Sample])) -> Vec<ExprId> {
    let is_seen = |cell: &CellId| samples.iter().filter(|s| s.offsets.contains_key(cell)).count() * 10 >= samples.len() * 9;
    let pointers: Vec<CellId> = head.written.iter().chain(&head.read).copied().filter(|&cell| head.needs(cell)).filter(is_seen).take(POINTERS).collect();
    let n_moved = pointers.iter().take_while(|&&pointer| head.writes(pointer)).count();
    if n_moved == 0 {
        return Vec::new();
    }
    let point = |s: &Sample| {
        let offsets = pointers.iter().map(|p| s.offsets.get(p));
        let values = cells.iter().map(|c| s.values.get(c));
        offsets.chain(values).map(|v| v.copied().filter(|v| v.abs() <= LARGEST)).collect::<Option<Vec<i128>>>()
    };
    let mut points: Vec<Vec<i128>> = samples.iter().filter_map(point).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() < ENOUGH {
        return Vec::new();
    }
    let of_pointers = pointers.iter().map(|&pointer| offset(program, intervals, pointer)).collect::<Vec<ExprId>>();
    let places: Vec<ExprId> = of_pointers.into_iter().chain(cells.iter().map(|&cell| intervals.cells.get(cell).place)).collect();
    let mut found = equations(&points, &monomials(places.len(), 1));
    found.retain(|equation: &Equation| equation.iter().any(|(_, product)| product.iter().any(|&v| v < n_moved)));
    shortest(&found, MOST).into_iter().map(|equation| written(program, &places, equation)).collect()
}

fn offset(program: &mut Program, intervals: &Intervals, pointer: CellId) -> ExprId {
    program.build().memory(MemoryFact::Offset, intervals.cells.get(pointer).place)
}
