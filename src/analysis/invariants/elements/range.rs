//! The indices that the stores of a loop have gone through: what the loop counts with, from where, how far. Knows nothing of what was stored.

use super::{DEPTH, Store, Work, is_integer, reads, replaced, variables, without_casts};
use crate::invariants::heads::Head;
use goto::{BinOp, ExprId, ExprKind, Id, InstrId, InstrKind, Program, SymbolId};

/// The indices that a loop has gone through.
pub(super) struct Range {
    /// Holds of `each` in the range.
    pub so_far: ExprId,
    /// The same once the loop has ended by its condition.
    pub whole: Option<ExprId>,
    pub counter: SymbolId,
}

impl Work<'_> {
    /// The variable that the loop counts with, among those that an index reads, where it does so, and whether upwards.
    fn counter(&self, program: &Program, head: &Head, index: ExprId) -> Option<(SymbolId, InstrId, bool)> {
        variables(program, index).into_iter().find_map(|(_, symbol)| {
            let [(at, Some(value))] = self.assigned(program, head, symbol)[..] else { return None };
            let sum = without_casts(program, value);
            let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), _, b) = program.exprs.kind(sum) else { return None };
            let step = program.exprs.as_const(b).filter(|_| self.counts(program, head, symbol, value))?;
            Some((symbol, at, (step.signed() > 0) == (op == BinOp::Add)))
        })
    }

    /// What the counter is when the loop is entered, as the text before says.
    fn first(&self, program: &mut Program, head: &Head, counter: SymbolId) -> ExprId {
        let before = (0..head.head.index()).rev().map(InstrId::new).find_map(|at| match self.body[at].kind {
            InstrKind::Assign { lhs, rhs } if program.exprs.kind(lhs) == ExprKind::Var(counter) => Some(rhs),
            _ => None,
        });
        let ty = program.symbols[counter].ty;
        before.filter(|&e| !reads(program, e, counter)).unwrap_or_else(|| program.build().constant(ty, 0))
    }

    /// The indices that the stores of a loop have gone through when it is at its head.
    pub(super) fn range(&self, program: &mut Program, head: &Head, store: &Store) -> Option<Range> {
        let index = self.resolved(program, head, store.index, 3);
        let (counter, counts_at, rises) = self.counter(program, head, index)?;
        // An index that was taken before counting is the one of the head.
        let taken_at = match program.exprs.kind(without_casts(program, store.index)) {
            ExprKind::Var(symbol) if symbol != counter => self.assigned(program, head, symbol).first().map_or(store.at, |a| a.0),
            _ => store.at,
        };
        let counted = counts_at < taken_at;
        let upwards = rises == is_added(program, index, counter);
        let first = self.first(program, head, counter);
        let counter_type = program.symbols[counter].ty;
        let is_counter = |program: &mut Program, new: ExprId| {
            let variable = program.build().var(counter, counter_type);
            replaced(program, index, &|e| (e == variable).then_some(new), DEPTH)
        };
        let from = is_counter(program, first)?;
        let beyond = self.bound(program, head, counter, rises);
        let each = self.each(program);
        let whole = match beyond {
            Some((bound, is_included)) => {
                let end = is_counter(program, bound)?;
                // The last index is that of the last value of the counter.
                Some(between(program, each, (from, !counted), (end, is_included || counted), upwards))
            }
            None => None,
        };
        let so_far = between(program, each, (from, !counted), (index, counted), upwards);
        Some(Range { so_far, whole, counter })
    }

    /// What the counter must be below (above, if it falls) for the loop to go on, and whether it may be equal.
    fn bound(&self, program: &Program, head: &Head, counter: SymbolId, rises: bool) -> Option<(ExprId, bool)> {
        let is_counter = |e: ExprId| program.exprs.kind(without_casts(program, e)) == ExprKind::Var(counter);
        let mut pending: Vec<(ExprId, bool)> = head.continues.clone();
        while let Some((condition, holds)) = pending.pop() {
            let (op, a, b) = match program.exprs.kind(condition) {
                ExprKind::Unary(goto::UnOp::Not, inner) => {
                    pending.push((inner, !holds));
                    continue;
                }
                ExprKind::Binary(BinOp::And, a, b) if holds => {
                    pending.extend([(a, true), (b, true)]);
                    continue;
                }
                ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le), a, b) => (op, a, b),
                ExprKind::Binary(BinOp::Ne, a, b) if holds && is_counter(a) => return Some((b, false)),
                _ => continue,
            };
            let (a, b, is_included) = if holds { (a, b, op == BinOp::Le) } else { (b, a, op == BinOp::Lt) };
            let (counted, bound) = if rises { (a, b) } else { (b, a) };
            if is_counter(counted) && !is_counter(bound) && is_integer(program, program.exprs.ty(bound)) {
                return Some((bound, is_included));
            }
        }
        None
    }
}

/// Is the variable a positive part of the sum?
fn is_added(program: &Program, sum: ExprId, variable: SymbolId) -> bool {
    match program.exprs.kind(sum) {
        ExprKind::Cast(a) => is_added(program, a, variable),
        ExprKind::Binary(BinOp::Add, a, b) => is_added(program, if reads(program, a, variable) { a } else { b }, variable),
        ExprKind::Binary(BinOp::Sub, a, b) => match reads(program, a, variable) {
            true => is_added(program, a, variable),
            false => !is_added(program, b, variable),
        },
        _ => true,
    }
}

/// `from`, then the indices up (or down) to `to`; each end belongs to the range if it says so.
fn between(program: &mut Program, each: ExprId, from: (ExprId, bool), to: (ExprId, bool), upwards: bool) -> ExprId {
    let ty = program.exprs.ty(each);
    let mut build = program.build();
    let (low, high) = if upwards { (from, to) } else { (to, from) };
    let op = |is_included| if is_included { BinOp::Le } else { BinOp::Lt };
    let (low_end, high_end) = (build.cast(low.0, ty), build.cast(high.0, ty));
    let above = build.binary(op(low.1), low_end, each);
    let below = build.binary(op(high.1), each, high_end);
    build.binary(BinOp::And, above, below)
}
