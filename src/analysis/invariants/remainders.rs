//! Equations in which what division by a small number leaves of a variable takes part: how often every other round did something. And what variables are in each round
//! of a period, as what changes places has it. Guesses, from samples.

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
/// Rounds of a period.
const LONGEST_PERIOD: i128 = 6;
/// Values of what counts, in samples, for each round of a period.
const OF_EACH_ROUND: usize = 3;

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

/// What variables are in each round of a period, counted by one that the loop changes: the first so many of the places are not changed.
pub(super) fn periods(program: &mut Program, places: &[ExprId], points: &[Vec<i128>], fixed: usize) -> Vec<ExprId> {
    let counts = |&v: &usize| points.iter().all(|p| p[v] >= 0);
    for counter in (fixed..places.len()).filter(counts) {
        for period in 2..=LONGEST_PERIOD {
            let rounds = rounds(points, counter, period);
            if rounds.iter().any(|round| round.len() < OF_EACH_ROUND) {
                continue;
            }
            let agree = |v: usize| rounds.iter().all(|round| round.iter().all(|p| p[v] == round[0][v]));
            let varies = |v: usize| rounds.iter().any(|round| round[0][v] != rounds[0][0][v]);
            let periodic: Vec<usize> = (fixed..places.len()).filter(|&v| v != counter && agree(v) && varies(v)).collect();
            if !periodic.is_empty() {
                let of_round = |(number, round): (usize, &Vec<&Vec<i128>>)| {
                    let values: Vec<(ExprId, i128)> = periodic.iter().map(|&v| (places[v], round[0][v])).collect();
                    in_round(program, places[counter], (period, number as i128), &values)
                };
                return rounds.iter().enumerate().map(of_round).collect();
            }
        }
    }
    Vec::new()
}

/// The points by what is left of the counter, each value of that once.
fn rounds(points: &[Vec<i128>], counter: usize, period: i128) -> Vec<Vec<&Vec<i128>>> {
    (0..period).map(|number| points.iter().filter(|p| p[counter] % period == number).collect()).collect()
}

/// In the round with this number of a period these have these values.
fn in_round(program: &mut Program, counter: ExprId, (period, number): (i128, i128), values: &[(ExprId, i128)]) -> ExprId {
    let ty = program.exprs.ty(counter);
    let mut build = program.build();
    let (period, number) = (build.constant(ty, period), build.constant(ty, number));
    let rest = build.binary(BinOp::Rem, counter, period);
    let mut fact = None;
    for &(place, value) in values {
        let ty = build.exprs.ty(place);
        let value = build.constant(ty, value);
        let is_it = build.binary(BinOp::Eq, place, value);
        fact = Some(fact.map_or(is_it, |all| build.binary(BinOp::And, all, is_it)));
    }
    let is_other = build.binary(BinOp::Ne, rest, number);
    fact.map_or(is_other, |fact| build.binary(BinOp::Or, is_other, fact))
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
