//! Equations in which what division by a small number leaves of a variable takes part: how often every other round did something. Guesses, from samples.

use super::equalities::{Equation, equations, monomials};
use super::learn::written;
use goto::{BinOp, ExprId, ExprKind, FuncId, Program};
use rustc_hash::FxHashSet;

/// Remainders that are looked at, and the largest divisor.
const REMAINDERS: usize = 2;
const LARGEST_DIVISOR: i128 = 8;
/// Equations.
const MOST: usize = 4;
/// Parts of an equation.
const PARTS: usize = 5;

/// A remainder that the text has, as one more coordinate of points.
struct Remainder {
    of: usize,
    divisor: i128,
    /// Of a number that is taken without its sign, as by a mask.
    never_negative: bool,
    expr: ExprId,
}

impl Remainder {
    fn of_point(&self, point: &[i128]) -> i128 {
        let value = point[self.of];
        if self.never_negative { value.rem_euclid(self.divisor) } else { value % self.divisor }
    }
}

/// Equations of the variables at these places and remainders of them, where the function has such.
pub(super) fn guesses(program: &mut Program, func: FuncId, places: &[ExprId], points: &[Vec<i128>]) -> Vec<ExprId> {
    let remainders = remainders(program, func, places);
    if remainders.is_empty() {
        return Vec::new();
    }
    let with_remainders = |p: &Vec<i128>| p.iter().copied().chain(remainders.iter().map(|r| r.of_point(p))).collect();
    let points: Vec<Vec<i128>> = points.iter().map(with_remainders).collect();
    let all: Vec<ExprId> = places.iter().copied().chain(remainders.iter().map(|r| r.expr)).collect();
    let takes_part = |e: &Equation| e.len() <= PARTS && e.iter().any(|(_, product)| product.iter().any(|&v| v >= places.len()));
    let mut found: Vec<Equation> = equations(&points, &monomials(all.len(), 1)).into_iter().filter(takes_part).collect();
    found.sort_by_key(Vec::len);
    found.truncate(MOST);
    found.iter().map(|equation| written(program, &all, equation)).collect()
}

fn remainders(program: &Program, func: FuncId, places: &[ExprId]) -> Vec<Remainder> {
    let mut found: Vec<Remainder> = Vec::new();
    let mut seen = FxHashSet::default();
    for instruction in program.functions[func].body.iter().flat_map(|body| body.values()) {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |expr, kind| {
                let (of, divisor, never_negative) = match kind {
                    ExprKind::Binary(BinOp::Rem, a, b) => (a, program.exprs.as_const(b).map(|bits| bits.signed()), false),
                    ExprKind::Binary(BinOp::BitAnd, a, b) => (a, program.exprs.as_const(b).filter(|bits| bits.unsigned() == 1).map(|_| 2), true),
                    _ => return,
                };
                let divisor = divisor.filter(|d| (2..=LARGEST_DIVISOR).contains(d));
                if let (Some(of), Some(divisor)) = (places.iter().position(|&place| place == of), divisor) {
                    found.push(Remainder { of, divisor, never_negative, expr });
                }
            });
        });
    }
    found.truncate(REMAINDERS);
    found
}
