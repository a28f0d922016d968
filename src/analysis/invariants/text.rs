//! What the text of a function says about the loop that it could be about: constants, moduli, parts of expressions, conditions and steps of variables.

use super::guards::conditions;
use super::heads::{Head, cells_of};
use crate::comparison::comparisons;
use crate::crash::may_crash;
use crate::intervals::cells::CellId;
use crate::intervals::{Facts, Intervals};
use crate::rewrite::without_casts;
use goto::{BinOp, ExprId, ExprKind, InstrKind, Program};
use rustc_hash::FxHashSet;

const CONSTANTS: usize = 12;
const MODULI: usize = 6;
const PARTS: usize = 4;
const ATOMS: usize = 16;
const STEPS: usize = 16;
/// Divisors that are of interest as moduli.
const LARGEST_MODULUS: i128 = 1 << 20;

/// An assignment `x := x + by` (or `- by`) in the loop.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub of: CellId,
    pub by: ExprId,
    pub is_down: bool,
}

pub(super) struct Text {
    /// Of conditions and assignments, but 0 and 1.
    pub constants: Vec<i128>,
    /// Constants by which something is divided or goes on.
    pub moduli: Vec<i128>,
    /// Variables by which something is divided or goes on.
    pub divisors: Vec<CellId>,
    /// Quotients, remainders and masked values.
    pub parts: Vec<ExprId>,
    /// Comparisons of what is known at the head, and their opposites.
    pub atoms: Vec<ExprId>,
    pub steps: Vec<Step>,
}

pub(super) fn of_loop(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) -> Text {
    let mut text = Text { constants: Vec::new(), moduli: Vec::new(), divisors: Vec::new(), parts: Vec::new(), atoms: Vec::new(), steps: Vec::new() };
    text.read_steps(program, intervals, head);
    text.read_parts(program, intervals, head, facts);
    text.read_atoms(program, intervals, head, facts);
    text
}

/// Are all cells of the expression known at the head, and is one of them changed by the loop?
fn is_known(program: &Program, intervals: &Intervals, head: &Head, facts: Facts<'_>, expr: ExprId) -> bool {
    let cells = cells_of(program, intervals, expr);
    cells.is_some_and(|cells| cells.iter().all(|&c| facts.of(c).is_some() && head.needs(c)) && cells.iter().any(|&c| head.writes(c)))
        && !may_crash(program, expr)
}

fn number(program: &Program, expr: ExprId) -> Option<i128> {
    let bits = program.exprs.as_const(expr)?;
    Some(bits.to_i128(program.types.is_signed(program.exprs.ty(expr))))
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T, most: usize) {
    if list.len() < most && !list.contains(&item) {
        list.push(item);
    }
}

impl Text {
    fn read_steps(&mut self, program: &Program, intervals: &Intervals, head: &Head) {
        let Some(body) = &program.functions[head.func].body else { return };
        for &at in &head.body {
            let InstrKind::Assign { lhs, rhs } = body[at].kind else { continue };
            let Some(of) = intervals.cells.of_expr(lhs) else { continue };
            let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) = program.exprs.kind(without_casts(program, rhs)) else { continue };
            let is_own = |e: ExprId| intervals.cells.of_expr(without_casts(program, e)) == Some(of);
            let by = match (is_own(a), is_own(b), op) {
                (true, _, _) => b,
                (_, true, BinOp::Add) => a,
                _ => continue,
            };
            add_modulus(self, program, intervals, by);
            if self.steps.len() < STEPS {
                self.steps.push(Step { of, by, is_down: op == BinOp::Sub });
            }
        }
    }

    fn read_parts(&mut self, program: &Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) {
        let mut seen = FxHashSet::default();
        for instr in program.functions[head.func].body.iter().flat_map(|b| b.values()) {
            instr.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |e, kind| {
                    if let Some(value) = number(program, e).filter(|v| !(0..=1).contains(v)) {
                        add(&mut self.constants, value, CONSTANTS);
                    }
                    let ExprKind::Binary(op, _, b) = kind else { return };
                    if matches!(op, BinOp::Div | BinOp::Rem) {
                        add_modulus(self, program, intervals, b);
                    }
                    if matches!(op, BinOp::Div | BinOp::Rem | BinOp::BitAnd) && is_known(program, intervals, head, facts, e) {
                        add(&mut self.parts, e, PARTS);
                    }
                });
            });
        }
    }

    fn read_atoms(&mut self, program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) {
        let mut found = Vec::new();
        for condition in head.continues.iter().map(|c| c.0).chain(conditions(program, head)) {
            found.extend([true, false].into_iter().flat_map(|holds| comparisons(program, condition, holds)));
        }
        for comparison in found {
            let atom = program.build().binary(comparison.op, comparison.a, comparison.b);
            if is_known(program, intervals, head, facts, atom) {
                add(&mut self.atoms, atom, ATOMS);
            }
        }
    }
}

fn add_modulus(text: &mut Text, program: &Program, intervals: &Intervals, by: ExprId) {
    let by = without_casts(program, by);
    match (number(program, by), intervals.cells.of_expr(by)) {
        (Some(value), _) if (2..=LARGEST_MODULUS).contains(&value.abs()) => add(&mut text.moduli, value.abs(), MODULI),
        (None, Some(cell)) => add(&mut text.divisors, cell, MODULI),
        _ => {}
    }
}
