//! Equations of loops that a short run does not come to the end of: the program is run with smaller constants in place of its large ones, the same smaller one for each in
//! one run and others in the next. What all these runs have in common is said of the constants as if they were variables, and then of those that the program has.
//! Guesses, like all that is learned of runs: whether larger constants make a difference, only a proof can say.

use super::equalities::{Equation, equations, monomials};
use super::heads::Head;
use super::learn::{chosen, multiplies, written};
use super::samples::{self, Gathered, Sample, Samples};
use super::text;
use crate::comparison::comparisons;
use crate::intervals::cells::CellId;
use crate::intervals::number::gcd;
use crate::intervals::{Facts, Intervals};
use crate::rewrite::replaced;
use goto::{BinOp, ExprId, ExprKind, InstrKind, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Constants from here on are large.
const LARGE: i128 = 48;
/// With more of them the program is not about them.
const CONSTANTS: usize = 5;
/// What the largest one becomes in one run.
const SIZES: [i128; 7] = [8, 12, 9, 16, 20, 11, 30];
/// Runs with each size, and instructions of all.
const RUNS_OF_SIZE: u64 = 6;
const ALL_STEPS: u64 = 400_000;
/// With more loops there would be little time for each.
const HEADS: usize = 12;
/// Variables of which also multiples by constants are looked at, and products.
const SCALED: usize = 6;
const IN_PRODUCTS: usize = 4;
/// Points that are looked at together.
const POINTS: usize = 160;
/// Points without which nothing is guessed.
const ENOUGH: usize = 5;
/// Parts of an equation, equations for one head, of one phase, and of all phases.
const PARTS: usize = 6;
const EQUATIONS: usize = 8;
const OF_PHASE: usize = 3;
const OF_PHASES: usize = 12;
/// Coefficients are no larger.
const LARGEST: i128 = 1 << 62;

/// What the runs with smaller constants have shown.
#[derive(Default)]
pub(super) struct Shrunk {
    /// The constants as they are, ascending by their size.
    constants: Vec<i128>,
    sizes: Vec<OfSize>,
}

/// Of one size.
struct OfSize {
    /// What the constants are here.
    values: Vec<i128>,
    replacements: FxHashMap<ExprId, ExprId>,
    samples: Samples,
}

/// A state of a run with smaller constants.
struct State<'s> {
    size: usize,
    sample: &'s Sample,
    /// Of the chosen variables, and then of the constants.
    point: Vec<i128>,
}

impl Shrunk {
    /// Runs the program with smaller constants, if there are any that matter. The program gets the constants.
    pub(super) fn of(program: &mut Program, intervals: &Intervals, heads: &[Head]) -> Self {
        let Some(found) = Constants::of(program).filter(|_| heads.len() <= HEADS) else { return Self::default() };
        let mut left = ALL_STEPS;
        let mut sizes = Vec::new();
        for (number, size) in SIZES.into_iter().enumerate() {
            let values = smaller(&found.values, found.bound, size);
            let replacements = found.replacements(program, &values);
            let shrunk = with_constants(program, &replacements);
            let first = number as u64 * RUNS_OF_SIZE;
            let Gathered { samples, steps, .. } = Samples::gathered(&shrunk, intervals, heads, first..first + RUNS_OF_SIZE, left);
            left = left.saturating_sub(steps);
            sizes.push(OfSize { values, replacements, samples });
        }
        Self { constants: found.values, sizes }
    }

    /// Equations that hold at the head in all of these runs, and such that hold while a condition of the text does.
    pub(super) fn guesses(&self, program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) -> Vec<ExprId> {
        let all: Vec<(usize, &Sample)> = self.sizes.iter().enumerate().flat_map(|(n, of)| of.samples.at(head).iter().map(move |s| (n, s))).collect();
        let plain: Vec<&Sample> = all.iter().map(|(_, s)| *s).collect();
        let cells = chosen(intervals, head, facts, &plain);
        if all.len() < ENOUGH || !cells.iter().any(|&c| head.writes(c)) {
            return Vec::new();
        }
        let states: Vec<State<'_>> = all.into_iter().filter_map(|(size, sample)| self.state(&cells, size, sample)).collect();
        let places: Vec<ExprId> = cells.iter().map(|&c| intervals.cells.get(c).place).collect();
        let has_products = multiplies(program, head.func);
        let together = points(states.iter());
        let always = self.equations(&together, cells.len(), has_products);
        let mut found: Vec<ExprId> = self.told(program, &places, &always, EQUATIONS);
        let linear = self.equations(&together, cells.len(), false);
        let mut of_phases = Vec::new();
        for phase in text::of_loop(program, intervals, head, facts).atoms {
            let of_phase = self.of_phase(program, intervals, (phase, &states), cells.len());
            let new: Vec<Equation> = of_phase.into_iter().filter(|e| !linear.contains(e)).collect();
            let unless = program.build().not(phase);
            for fact in self.told(program, &places, &new, OF_PHASE) {
                of_phases.push(program.build().binary(BinOp::Or, unless, fact));
            }
        }
        found.extend(of_phases.into_iter().take(OF_PHASES));
        found
    }

    fn state<'s>(&self, cells: &[CellId], size: usize, sample: &'s Sample) -> Option<State<'s>> {
        let values = cells.iter().map(|c| sample.values.get(c).copied()).collect::<Option<Vec<i128>>>()?;
        let point = values.into_iter().chain(self.sizes[size].values.iter().copied()).collect();
        Some(State { size, sample, point })
    }

    /// Equations of so many variables and the constants behind them.
    fn equations(&self, points: &[Vec<i128>], variables: usize, has_products: bool) -> Vec<Equation> {
        let constants: Vec<usize> = (variables..variables + self.constants.len()).collect();
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        all.extend(constants.iter().map(|&c| vec![c]));
        all.extend((0..variables).map(|v| vec![v]));
        let linear = all.clone();
        all.extend((0..variables.min(SCALED)).flat_map(|v| constants.iter().map(move |&c| vec![v, c])));
        let scaled = all.clone();
        if has_products {
            all.extend(monomials(variables.min(IN_PRODUCTS), 2).into_iter().filter(|m| m.len() == 2));
        }
        // Where points are few, only the simplest equations.
        [all, scaled, linear].into_iter().find(|products| points.len() >= products.len() + 3).map_or_else(Vec::new, |products| equations(points, &products))
    }

    /// What holds in those of the states in which a condition does.
    fn of_phase(&self, program: &mut Program, intervals: &Intervals, (phase, states): (ExprId, &[State<'_>]), variables: usize) -> Vec<Equation> {
        let of_size: Vec<Option<ExprId>> = self.sizes.iter().map(|size| replaced(program, phase, &|e| size.replacements.get(&e).copied())).collect();
        let holds = |state: &&State<'_>| of_size[state.size].and_then(|e| samples::value(program, intervals, state.sample, e)).is_some_and(|v| v.is_true());
        let inside: Vec<&State<'_>> = states.iter().filter(holds).collect();
        if inside.len() < ENOUGH || inside.len() == states.len() {
            return Vec::new();
        }
        let inside = points(inside.into_iter());
        let constants: Vec<usize> = (variables..variables + self.constants.len()).collect();
        let mut products: Vec<Vec<usize>> = vec![Vec::new()];
        products.extend(constants.iter().copied().chain(0..variables).map(|v| vec![v]));
        equations(&inside, &products)
    }

    /// The shortest of the equations that say something of a variable, with the constants as they are.
    fn told(&self, program: &mut Program, places: &[ExprId], equations: &[Equation], most: usize) -> Vec<ExprId> {
        let mut found: Vec<Equation> = equations.iter().filter_map(|e| self.with_constants(e, places.len())).filter(|e| e.len() <= PARTS).collect();
        found.sort_by_key(Vec::len);
        let mut seen = FxHashSet::default();
        found.retain(|e| seen.insert(e.clone()));
        found.truncate(most);
        found.iter().map(|e| written(program, places, e)).collect()
    }

    /// `None` if it says nothing of a variable, or numbers are too large.
    fn with_constants(&self, equation: &Equation, variables: usize) -> Option<Equation> {
        let mut sum: BTreeMap<Vec<usize>, i128> = BTreeMap::new();
        for (coefficient, product) in equation {
            let (of_variables, of_constants): (Vec<usize>, Vec<usize>) = product.iter().partition(|&&v| v < variables);
            let factor = of_constants.iter().try_fold(*coefficient, |all, &c| all.checked_mul(self.constants[c - variables]))?;
            let entry = sum.entry(of_variables).or_default();
            *entry = entry.checked_add(factor)?;
        }
        let common = sum.values().fold(0, |all, &c| gcd(all, c)).max(1);
        let parts: Equation = sum.into_iter().filter(|(_, c)| *c != 0).map(|(product, c)| (c / common, product)).collect();
        let is_told = parts.iter().any(|(_, product)| !product.is_empty()) && parts.iter().all(|(c, _)| (-LARGEST..=LARGEST).contains(c));
        is_told.then_some(parts)
    }
}

/// The points of states, or so many of them from everywhere.
fn points<'s>(states: impl Iterator<Item = &'s State<'s>>) -> Vec<Vec<i128>> {
    let mut points: Vec<Vec<i128>> = states.map(|state| state.point.clone()).collect();
    points.sort_unstable();
    points.dedup();
    let step = points.len().div_ceil(POINTS).max(1);
    points.into_iter().step_by(step).collect()
}

/// In the same order, none twice, the bound of this size.
fn smaller(values: &[i128], bound: i128, size: i128) -> Vec<i128> {
    let mut found: Vec<i128> = Vec::with_capacity(values.len());
    let mut last = 2;
    for value in values {
        let scaled = (value.abs().min(i128::MAX / size) * size + bound / 2) / bound;
        last = scaled.max(last + 1);
        found.push(last * value.signum());
    }
    found
}

/// The large constants of a program.
struct Constants {
    /// Ascending by their size.
    values: Vec<i128>,
    /// The largest that decides how a run goes on, which is greater than zero.
    bound: i128,
    expressions: Vec<(ExprId, usize)>,
}

impl Constants {
    /// `None` if nothing is compared with a large constant, or with too many.
    fn of(program: &Program) -> Option<Self> {
        let (mut decisive, mut compared, mut all) = (0, 0, FxHashMap::default());
        let mut seen = FxHashSet::default();
        for instr in program.functions.values().filter(|f| !f.model).filter_map(|f| f.body.as_ref()).flat_map(|body| body.values()) {
            if let InstrKind::Goto { guard, .. } | InstrKind::Assume(guard) = instr.kind {
                decisive = comparisons(program, guard, true)
                    .into_iter()
                    .flat_map(|c| [c.a, c.b])
                    .filter_map(|e| large(program, e))
                    .fold(decisive, |most, v| most.max(v.abs()));
            }
            instr.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |e, kind| {
                    if let Some(value) = large(program, e) {
                        all.insert(e, value);
                    }
                    if let ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne, a, b) = kind {
                        compared = [a, b].into_iter().filter_map(|e| large(program, e)).fold(compared, |most, v| most.max(v.abs()));
                    }
                });
            });
        }
        let mut values: Vec<i128> = all.values().copied().collect();
        values.sort_unstable_by_key(|v| (v.abs(), *v));
        values.dedup();
        let bound = if decisive > 0 { decisive } else { compared };
        if bound == 0 || values.len() > CONSTANTS {
            return None;
        }
        let mut expressions: Vec<(ExprId, usize)> = all.into_iter().filter_map(|(e, value)| Some((e, values.iter().position(|v| *v == value)?))).collect();
        expressions.sort_unstable();
        Some(Self { values, bound, expressions })
    }

    fn replacements(&self, program: &mut Program, values: &[i128]) -> FxHashMap<ExprId, ExprId> {
        let mut found = FxHashMap::default();
        for &(e, number) in &self.expressions {
            let ty = program.exprs.ty(e);
            found.insert(e, program.build().constant(ty, values[number]));
        }
        found
    }
}

/// The value of a large integer constant of at most 64 bits.
fn large(program: &Program, e: ExprId) -> Option<i128> {
    let ExprKind::Const(bits) = program.exprs.kind(e) else { return None };
    let ty = program.exprs.ty(e);
    let Type::Int { bits: ..=64, .. } = program.types.get(ty) else { return None };
    Some(bits.to_i128(program.types.is_signed(ty))).filter(|v| v.abs() >= LARGE)
}

/// The program with other constants in what it computes and asks. Places stay as they are.
fn with_constants(program: &mut Program, replacements: &FxHashMap<ExprId, ExprId>) -> Program {
    let mut shrunk = program.clone();
    let functions: Vec<_> = shrunk.functions.ids().collect();
    for function in functions {
        let Some(mut body) = shrunk.functions[function].body.take() else { continue };
        for (_, instr) in body.iter_mut() {
            let mut change = |e: &mut ExprId| *e = replaced(&mut shrunk, *e, &|e| replacements.get(&e).copied()).unwrap_or(*e);
            match &mut instr.kind {
                InstrKind::Assign { rhs: e, .. } | InstrKind::Goto { guard: e, .. } | InstrKind::Assume(e) | InstrKind::Assert { cond: e, .. } => change(e),
                InstrKind::Call { args, .. } => args.iter_mut().for_each(change),
                InstrKind::Return(Some(e)) | InstrKind::Allocate { size: e, .. } => change(e),
                _ => {}
            }
        }
        shrunk.functions[function].body = Some(body);
    }
    shrunk
}
