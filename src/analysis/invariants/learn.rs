//! Facts that all samples of a head satisfy: equations, orders, bounds, and what one variable says of another. Guesses: there are other runs.

use super::equalities::{Equation, equations, monomials};
use super::heads::Head;
use super::samples::{Sample, Samples};
use super::{offsets, remainders};
use crate::intervals::cells::CellId;
use crate::intervals::{Facts, Intervals};
use goto::{BinOp, ExprId, ExprKind, FuncId, Program, TypeId};

/// Variables that are looked at together: changed by the loop, and only read by it.
const CHANGED: usize = 8;
const READ: usize = 4;
/// Variables of which also products are looked at, and of which also products of three.
const IN_SQUARES: usize = 6;
const IN_CUBES: usize = 3;
/// Samples without which nothing is guessed.
const ENOUGH: usize = 4;
/// Values beyond may have wrapped.
const LARGEST: i128 = 1_000_000;
/// Facts of each sort.
const EQUATIONS: usize = 8;
const OF_PRODUCTS: usize = 4;
const ORDERS: usize = 8;
const IMPLICATIONS: usize = 6;
/// Parts of an equation.
const PARTS: usize = 7;
/// Values that a variable may have to say something of others, and variables that say something.
const CASES: usize = 4;
const SELECTORS: usize = 6;

/// Guesses for one head.
#[derive(Default)]
pub(super) struct Guesses {
    pub equations: Vec<ExprId>,
    /// The equations of variables of several widths, modulo the narrowest: what a small counter is that has wrapped.
    pub narrow: Vec<ExprId>,
    pub orders: Vec<ExprId>,
    pub of_products: Vec<ExprId>,
    pub implications: Vec<ExprId>,
}

/// The samples of a head as points, and the cells that their coordinates are.
struct Points {
    cells: Vec<CellId>,
    /// The first so many are not changed by the loop.
    fixed: usize,
    points: Vec<Vec<i128>>,
}

pub(super) fn guesses(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>, samples: &Samples) -> Guesses {
    let samples = samples.at(head);
    if samples.len() < ENOUGH {
        return Guesses::default();
    }
    let points = points(intervals, head, facts, samples);
    let mut found = Guesses { orders: orders(program, intervals, &points), ..Guesses::default() };
    let places: Vec<ExprId> = points.cells.iter().map(|&c| intervals.cells.get(c).place).collect();
    let linear = equations(&points.points, &monomials(points.cells.len(), 1));
    let dependent: Vec<usize> = linear.iter().filter_map(|e| e.first().and_then(|(_, m)| m.first().copied())).collect();
    for equation in shortest(&linear, EQUATIONS) {
        found.equations.push(written(program, &places, equation));
        found.narrow.extend(written_narrowly(program, &places, equation));
    }
    found.equations.extend(offsets::guesses(program, intervals, head, (&points.cells, samples)));
    found.equations.extend(remainders::guesses(program, head.func, &places, &points.points));
    found.equations.extend(remainders::periods(program, &places, &points.points, points.fixed));
    if multiplies(program, head.func) {
        let free: Vec<usize> = (0..points.cells.len()).filter(|v| !dependent.contains(v)).take(IN_SQUARES).collect();
        let places: Vec<ExprId> = free.iter().map(|&v| places[v]).collect();
        let coordinates: Vec<Vec<i128>> = points.points.iter().map(|p| free.iter().map(|&v| p[v]).collect()).collect();
        found.of_products = of_products(&coordinates, places.len()).iter().map(|e| written(program, &places, e)).collect();
    }
    found.implications = implications(program, intervals, head, facts, samples);
    found
}

/// Equations of products. Those of three factors only where they say something of further variables, since the others mostly follow.
fn of_products(points: &[Vec<i128>], n: usize) -> Vec<Equation> {
    let squares = equations(points, &monomials(n, 2));
    let mut found: Vec<Equation> = shortest(&squares, OF_PRODUCTS).into_iter().cloned().collect();
    if n <= IN_CUBES {
        let is_covered = |v: usize| found.iter().any(|e| e.iter().any(|(_, product)| product.contains(&v)));
        let covered: Vec<bool> = (0..n).map(is_covered).collect();
        let says_more = |e: &Equation| e.iter().any(|(_, product)| product.iter().any(|&v| !covered[v]));
        let mut cubes = equations(points, &monomials(n, 3));
        cubes.retain(|e| says_more(e) && !found.iter().any(|of| is_multiple(e, of)));
        found.extend(shortest(&cubes, OF_PRODUCTS).into_iter().filter(|e| !squares.contains(e)).cloned());
    }
    found.truncate(OF_PRODUCTS);
    found
}

/// Is it the other one times a variable?
fn is_multiple(equation: &Equation, of: &Equation) -> bool {
    let times = |product: &[usize], v: usize| {
        let mut all = [product, &[v]].concat();
        all.sort_unstable();
        all
    };
    let mut variables = equation.iter().flat_map(|(_, product)| product.iter().copied());
    variables.any(|v| equation.len() == of.len() && of.iter().all(|(c, product)| equation.contains(&(*c, times(product, v)))))
}

fn points(intervals: &Intervals, head: &Head, facts: Facts<'_>, samples: &[Sample]) -> Points {
    let cells = chosen(intervals, head, facts, &samples.iter().collect::<Vec<_>>());
    let point = |s: &Sample| cells.iter().map(|c| s.values.get(c).copied().filter(|v| v.abs() <= LARGEST)).collect::<Option<Vec<i128>>>();
    let mut points: Vec<Vec<i128>> = samples.iter().filter_map(point).collect();
    points.sort_unstable();
    points.dedup();
    Points { fixed: cells.iter().take_while(|&&c| !head.writes(c)).count(), cells, points }
}

/// The variables that are looked at together: first those that the loop does not change.
pub(super) fn chosen(intervals: &Intervals, head: &Head, facts: Facts<'_>, samples: &[&Sample]) -> Vec<CellId> {
    let is_seen = |cell: CellId| samples.iter().filter(|s| s.values.contains_key(&cell)).count() * 10 >= samples.len() * 9;
    let usable = |&&id: &&CellId| {
        let cell = intervals.cells.get(id);
        let varies = facts.of(id).is_some_and(|n| n.as_constant().is_none());
        varies && head.needs(id) && !cell.is_many && !cell.kind.is_bool() && !cell.kind.is_pointer() && is_seen(id)
    };
    let asked = |id: &CellId| head.asked.contains(id);
    let mut fixed: Vec<CellId> = head.read.iter().filter(usable).copied().collect();
    let mut changed: Vec<CellId> = head.written.iter().filter(usable).copied().collect();
    // Those that conditions ask for come first; the order is otherwise that of the text.
    fixed.sort_by_key(|id| !asked(id));
    changed.sort_by_key(|id| !asked(id));
    fixed.truncate(READ);
    changed.truncate(CHANGED);
    fixed.into_iter().chain(changed).collect()
}

/// Is the value known in most samples?
pub(super) fn is_seen(samples: &[Sample], cell: CellId) -> bool {
    samples.iter().filter(|s| s.values.contains_key(&cell)).count() * 10 >= samples.len() * 9
}

pub(super) fn shortest(equations: &[Equation], most: usize) -> Vec<&Equation> {
    let mut sorted: Vec<&Equation> = equations.iter().filter(|e| e.len() <= PARTS).collect();
    sorted.sort_by_key(|e| e.len());
    sorted.truncate(most);
    sorted
}

/// Does the function multiply variables, so that products may be what it is about?
pub(super) fn multiplies(program: &Program, func: FuncId) -> bool {
    let mut found = false;
    let mut seen = rustc_hash::FxHashSet::default();
    for instr in program.functions[func].body.iter().flat_map(|b| b.values()) {
        instr.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |_, kind| {
                if let ExprKind::Binary(BinOp::Mul, a, b) = kind {
                    found |= program.exprs.as_const(a).is_none() && program.exprs.as_const(b).is_none();
                }
            });
        });
    }
    found
}

/// The equation with what is positive on one side and what is negative on the other, in the widest of the types.
pub(super) fn written(program: &mut Program, places: &[ExprId], equation: &Equation) -> ExprId {
    let ty = types(program, places, equation).max_by_key(|&ty| program.types.scalar_bits(ty));
    let ty = ty.unwrap_or_else(|| program.types.int(32, true));
    written_in(program, places, equation, ty)
}

fn types<'a>(program: &'a Program, places: &'a [ExprId], equation: &'a Equation) -> impl Iterator<Item = TypeId> + 'a {
    equation.iter().flat_map(|(_, m)| m).map(|&v| program.exprs.ty(places[v]))
}

/// The same in the narrowest of the types, if there are several widths.
fn written_narrowly(program: &mut Program, places: &[ExprId], equation: &Equation) -> Option<ExprId> {
    let bits = |ty: TypeId| program.types.scalar_bits(ty);
    let widest = types(program, places, equation).filter_map(bits).max()?;
    let narrowest = types(program, places, equation).min_by_key(|&ty| bits(ty)).filter(|&ty| bits(ty) < Some(widest))?;
    Some(written_in(program, places, equation, narrowest))
}

fn written_in(program: &mut Program, places: &[ExprId], equation: &Equation, ty: TypeId) -> ExprId {
    let (mut left, mut right) = (None, None);
    for (coefficient, product) in equation {
        let side = if *coefficient > 0 { &mut left } else { &mut right };
        let part = product_of(program, places, ty, coefficient.abs(), product);
        *side = Some(match *side {
            None => part,
            Some(sum) => program.build().binary(BinOp::Add, sum, part),
        });
    }
    let mut build = program.build();
    let zero = build.constant(ty, 0);
    build.binary(BinOp::Eq, left.unwrap_or(zero), right.unwrap_or(zero))
}

fn product_of(program: &mut Program, places: &[ExprId], ty: TypeId, coefficient: i128, product: &[usize]) -> ExprId {
    let mut build = program.build();
    let mut result = (coefficient != 1 || product.is_empty()).then(|| build.constant(ty, coefficient));
    for &variable in product {
        let factor = build.cast(places[variable], ty);
        result = Some(match result {
            None => factor,
            Some(so_far) => build.binary(BinOp::Mul, so_far, factor),
        });
    }
    result.unwrap_or_else(|| build.constant(ty, coefficient))
}

/// Which variables are never above which others, and which never below a small number, if that is close in some sample.
fn orders(program: &mut Program, intervals: &Intervals, points: &Points) -> Vec<ExprId> {
    let mut found = Vec::new();
    let place = |v: usize| intervals.cells.get(points.cells[v]).place;
    let enough = points.points.len() >= ENOUGH;
    for a in (0..points.cells.len()).filter(|_| enough) {
        let least = points.points.iter().map(|p| p[a]).min();
        if let Some(least) = least.filter(|l| (-1..=1).contains(l) && a >= points.fixed) {
            let ty = program.exprs.ty(place(a));
            let mut build = program.build();
            let least = build.constant(ty, least);
            found.push(build.binary(BinOp::Le, least, place(a)));
        }
        for b in 0..points.cells.len() {
            let same_type = program.exprs.ty(place(a)) == program.exprs.ty(place(b));
            if a == b || !same_type || a < points.fixed && b < points.fixed {
                continue;
            }
            let distances = || points.points.iter().map(|p| p[b] - p[a]);
            let (least, greatest) = (distances().min(), distances().max());
            if let (Some(least @ (0 | 1)), Some(greatest)) = (least, greatest)
                && greatest > least
            {
                let op = if least == 0 { BinOp::Le } else { BinOp::Lt };
                found.push(program.build().binary(op, place(a), place(b)));
            }
        }
    }
    found.truncate(ORDERS);
    found
}

/// Where a variable has one of few values, others may have only one.
fn implications(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>, samples: &[Sample]) -> Vec<ExprId> {
    let followed = |id: &CellId| {
        head.needs(*id) && facts.of(*id).is_some() && !intervals.cells.get(*id).is_many && !intervals.cells.get(*id).kind.is_pointer() && is_seen(samples, *id)
    };
    let of_set = |id: &CellId| facts.of(*id).and_then(|n| n.few().map(<[i128]>::len)).is_some_and(|n| (2..=CASES).contains(&n));
    let cells: Vec<CellId> = head.written.iter().copied().filter(followed).collect();
    let selectors: Vec<CellId> = head.read.iter().copied().filter(followed).chain(cells.iter().copied()).filter(of_set).take(SELECTORS).collect();
    let mut found = Vec::new();
    for &selector in &selectors {
        for case in facts.of(selector).and_then(|n| n.few().map(<[i128]>::to_vec)).unwrap_or_default() {
            let (with, without): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|s| s.values.get(&selector) == Some(&case));
            if with.len() < ENOUGH || without.len() < ENOUGH {
                continue;
            }
            for &target in cells.iter().filter(|&&t| t != selector) {
                let Some(&value) = with[0].values.get(&target) else { continue };
                let fixed = with.iter().all(|s| s.values.get(&target) == Some(&value));
                if fixed && without.iter().any(|s| s.values.get(&target).is_some_and(|v| *v != value)) {
                    found.push(implication(program, intervals, (selector, case), (target, value)));
                }
            }
        }
    }
    found.truncate(IMPLICATIONS);
    found
}

fn implication(program: &mut Program, intervals: &Intervals, if_is: (CellId, i128), then_is: (CellId, i128)) -> ExprId {
    let mut is = |(cell, value): (CellId, i128)| {
        let place = intervals.cells.get(cell).place;
        let ty = program.exprs.ty(place);
        let mut build = program.build();
        let value = build.constant(ty, value);
        build.binary(BinOp::Eq, place, value)
    };
    let (condition, consequence) = (is(if_is), is(then_is));
    let mut build = program.build();
    let unless = build.not(condition);
    build.binary(BinOp::Or, unless, consequence)
}
