//! Facts that are tried only where a proof has failed and they would exclude the state in which it did: there are too many to try them all. No sample
//! refutes them, and the intervals do not imply them.

use super::equalities::{equations, monomials};
use super::heads::Head;
use super::learn::{is_seen, multiplies, shortest, written};
use super::samples::{Sample, Samples};
use super::text::{self, Text};
use crate::intervals::cells::CellId;
use crate::intervals::{Facts, Intervals};
use goto::{BinOp, ExprId, Program, TypeId};
use rustc_hash::FxHashSet;

/// Variables that are looked at together: changed by the loop, and only read by it.
const CHANGED: usize = 6;
const READ: usize = 4;
/// Samples without which nothing is guessed.
const ENOUGH: usize = 5;
/// Values beyond may have wrapped.
const LARGEST: i128 = 1_000_000;
/// Facts of each sort.
const OF_SORT: usize = 24;
const OF_PHASES: usize = 48;
/// Facts of one phase.
const OF_PHASE: usize = 6;
/// Distances between variables that are looked at.
const NEAR: i128 = 4;

/// What the spare facts of one head are made of.
pub(super) struct Maker<'a> {
    pub program: &'a mut Program,
    pub intervals: &'a Intervals,
    pub head: &'a Head,
    pub facts: Facts<'a>,
    pub entering: Option<Facts<'a>>,
    pub samples: &'a Samples,
}

/// Variables and parts of expressions, with their values in samples.
struct Points {
    /// The first so many are variables.
    cells: Vec<CellId>,
    coordinates: Vec<ExprId>,
    values: Vec<Vec<i128>>,
}

pub(super) fn facts(mut maker: Maker<'_>, known: &[ExprId]) -> Vec<ExprId> {
    if maker.samples.at(maker.head).len() < ENOUGH {
        return Vec::new();
    }
    let text = text::of_loop(maker.program, maker.intervals, maker.head, maker.facts);
    let all: Vec<&Sample> = maker.samples.at(maker.head).iter().collect();
    let points = maker.points(&text, &all);
    let mut seen: FxHashSet<ExprId> = known.iter().copied().collect();
    let sorts = [
        maker.equations(&points),
        maker.residues(&points, &text),
        maker.rates(&points, &text),
        maker.phases(&text, &all, &points),
        maker.bounds(&points, &text),
        maker.orders(&points, &text),
    ];
    let mut found = Vec::new();
    for (sort, most) in sorts.into_iter().zip([OF_SORT, OF_SORT, OF_SORT, OF_PHASES, OF_SORT, OF_SORT]) {
        found.extend(sort.into_iter().filter(|&fact| seen.insert(fact) && maker.is_open(fact)).take(most));
    }
    found
}

impl Maker<'_> {
    fn place(&self, cell: CellId) -> ExprId {
        self.intervals.cells.get(cell).place
    }

    fn bits(&self, cell: CellId) -> u16 {
        self.intervals.cells.get(cell).kind.bits()
    }

    /// Neither implied nor refuted.
    fn is_open(&self, fact: ExprId) -> bool {
        let implied = self.facts.value(self.program, fact).is_none_or(|v| v.as_constant().is_some());
        !implied && !self.samples.refute(self.program, self.intervals, self.head, fact)
    }

    fn points(&self, text: &Text, samples: &[&Sample]) -> Points {
        let all = self.samples.at(self.head);
        let usable = |&&id: &&CellId| {
            let cell = self.intervals.cells.get(id);
            let varies = self.facts.of(id).is_some_and(|n| n.as_constant().is_none());
            varies && self.head.needs(id) && !cell.is_many && !cell.kind.is_bool() && !cell.kind.is_pointer() && cell.kind.bits() <= 64 && is_seen(all, id)
        };
        let fixed = self.head.read.iter().filter(usable).take(READ);
        let cells: Vec<CellId> = fixed.chain(self.head.written.iter().filter(usable).take(CHANGED)).copied().collect();
        let coordinates: Vec<ExprId> = cells.iter().map(|&c| self.place(c)).chain(text.parts.iter().copied()).collect();
        let mut values: Vec<Vec<i128>> = samples.iter().filter_map(|sample| self.point(sample, &coordinates)).collect();
        values.sort_unstable();
        values.dedup();
        Points { cells, coordinates, values }
    }

    fn point(&self, sample: &Sample, coordinates: &[ExprId]) -> Option<Vec<i128>> {
        let value = |&e: &ExprId| {
            let bits = super::samples::value(self.program, self.intervals, sample, e)?;
            Some(bits.to_i128(self.program.types.is_signed(self.program.exprs.ty(e)))).filter(|v| v.abs() <= LARGEST)
        };
        coordinates.iter().map(value).collect()
    }

    /// Linear equations, also of quotients and remainders.
    fn equations(&mut self, points: &Points) -> Vec<ExprId> {
        let found = equations(&points.values, &monomials(points.coordinates.len(), 1));
        shortest(&found, OF_SORT).into_iter().map(|e| written(self.program, &points.coordinates, e)).collect()
    }

    fn constant(&mut self, ty: TypeId, value: i128) -> ExprId {
        self.program.build().constant(ty, value)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.program.build().binary(op, a, b)
    }

    /// In a type in which sums and small multiples do not wrap, where there is one.
    fn wide(&mut self, expr: ExprId) -> ExprId {
        let ty = self.program.types.int(64, true);
        if self.program.types.scalar_bits(self.program.exprs.ty(expr)).is_some_and(|bits| bits <= 32) { self.program.build().cast(expr, ty) } else { expr }
    }

    /// What is left of variables divided by constants and by other variables, where all samples agree.
    fn residues(&mut self, points: &Points, text: &Text) -> Vec<ExprId> {
        let mut found = Vec::new();
        let head = self.head;
        for (v, &cell) in points.cells.iter().enumerate().filter(|(_, c)| head.writes(**c)) {
            let place = self.place(cell);
            let ty = self.program.exprs.ty(place);
            let high = self.intervals.cells.get(cell).kind.high();
            for &modulus in text.moduli.iter().filter(|&&m| m <= high) {
                let mut rests = points.values.iter().map(|p| p[v] % modulus);
                let divisor = self.constant(ty, modulus);
                let rest = self.binary(BinOp::Rem, place, divisor);
                if let Some(first) = rests.next().filter(|&first| rests.all(|rest| rest == first)) {
                    let value = self.constant(ty, first);
                    found.push(self.binary(BinOp::Eq, rest, value));
                }
                for &other in points.cells.iter().filter(|&&o| o != cell) {
                    let other = self.place(other);
                    if self.program.exprs.ty(other) != ty {
                        continue;
                    }
                    let others = self.binary(BinOp::Rem, other, divisor);
                    found.push(self.binary(BinOp::Eq, rest, others));
                    let sum = self.binary(BinOp::Add, place, other);
                    let (sum, zero) = (self.binary(BinOp::Rem, sum, divisor), self.constant(ty, 0));
                    found.push(self.binary(BinOp::Eq, sum, zero));
                }
            }
            let facts = self.facts;
            for &divisor in text.divisors.iter().filter(|&&d| d != cell && !head.writes(d) && facts.of(d).is_some() && head.needs(d)) {
                if self.bits(divisor) < self.bits(cell) || self.program.exprs.ty(self.place(divisor)) == ty {
                    let divisor = self.place(divisor);
                    let divisor = self.program.build().cast(divisor, ty);
                    found.push(self.multiple(place, divisor));
                }
            }
        }
        found
    }

    /// The variable is a multiple of another one, or that is not positive.
    fn multiple(&mut self, place: ExprId, divisor: ExprId) -> ExprId {
        let ty = self.program.exprs.ty(place);
        let (zero, one) = (self.constant(ty, 0), self.constant(ty, 1));
        let none = self.binary(BinOp::Le, divisor, zero);
        let safe = self.program.build().ite(none, one, divisor);
        let rest = self.binary(BinOp::Rem, place, safe);
        self.binary(BinOp::Eq, rest, zero)
    }

    /// How much faster one variable may go than another one that counts.
    fn rates(&mut self, points: &Points, text: &Text) -> Vec<ExprId> {
        let mut found = Vec::new();
        for &counter in &points.cells {
            let steps: Vec<&text::Step> = text.steps.iter().filter(|s| s.of == counter).collect();
            let [step] = steps.as_slice() else { continue };
            let Some(by) = self.facts.value(self.program, step.by).and_then(|n| n.as_constant()).filter(|by| *by > 0 && !step.is_down) else { continue };
            for &cell in points.cells.iter().filter(|&&c| c != counter) {
                let Some((least, most)) = self.speed(cell, text) else { continue };
                for (rate, op) in [(most, BinOp::Le), (most.max(0), BinOp::Le), (least, BinOp::Lt), (least.min(0), BinOp::Lt)] {
                    found.extend(self.rate((cell, counter), (by, rate), op == BinOp::Le));
                }
            }
        }
        for (a, &x) in points.cells.iter().enumerate() {
            for (b, &y) in points.cells.iter().enumerate().filter(|&(b, _)| a != b) {
                for &factor in text.constants.iter().chain(&[2, 3]).filter(|&&c| (2..=LARGEST).contains(&c)) {
                    let never_above = points.values.iter().all(|p| p[a] <= factor * p[b]);
                    let never_below = points.values.iter().all(|p| p[a] >= factor * p[b]);
                    if never_above {
                        found.extend(self.rate_from((x, y), (1, factor), 0, true));
                    }
                    if never_below {
                        found.extend(self.rate_from((x, y), (1, factor), 0, false));
                    }
                }
            }
        }
        if multiplies(self.program, self.head.func) {
            found.extend(self.products(points));
        }
        found
    }

    /// By how much the loop changes the variable in one iteration at least and at most, if it only adds to it.
    fn speed(&self, cell: CellId, text: &Text) -> Option<(i128, i128)> {
        let (mut least, mut most, mut any) = (0i128, 0i128, false);
        for step in text.steps.iter().filter(|s| s.of == cell) {
            let by = self.facts.value(self.program, step.by)?;
            let (low, high) = if step.is_down { (-by.high(), -by.low()) } else { (by.low(), by.high()) };
            (least, most, any) = (least.checked_add(low)?, most.checked_add(high)?, true);
        }
        (any && least.abs() <= LARGEST && most.abs() <= LARGEST).then_some((least, most))
    }

    /// With `by` for each step of the counter, the variable is never above (or below) what it was first and `rate` for each.
    fn rate(&mut self, (cell, counter): (CellId, CellId), (by, rate): (i128, i128), above: bool) -> Option<ExprId> {
        let first = |cell| self.entering.and_then(|facts| facts.of(cell)?.as_constant());
        let distance = by.checked_mul(first(cell)?)?.checked_sub(rate.checked_mul(first(counter)?)?)?;
        self.rate_from((cell, counter), (by, rate), distance, above)
    }

    /// `by * cell <= rate * counter + distance`, or the opposite.
    fn rate_from(&mut self, (cell, counter): (CellId, CellId), (by, rate): (i128, i128), distance: i128, above: bool) -> Option<ExprId> {
        if distance.abs() > LARGEST * LARGEST || self.bits(cell).max(self.bits(counter)) > 32 {
            return None;
        }
        let (mut x, mut y) = (self.place(cell), self.place(counter));
        // Without conversions a solver sees more easily what another step of the counter adds.
        if by != 1 || !self.is_safe((cell, counter), rate, distance) {
            (x, y) = (self.wide(x), self.wide(y));
        }
        let (x, y) = (self.scaled(x, by), self.scaled(y, rate));
        let limit = self.plus(y, distance);
        Some(if above { self.binary(BinOp::Le, x, limit) } else { self.binary(BinOp::Le, limit, x) })
    }

    /// Does `rate * counter + distance` not wrap in the type that both have?
    fn is_safe(&self, (cell, counter): (CellId, CellId), rate: i128, distance: i128) -> bool {
        let kind = self.intervals.cells.get(cell).kind;
        let fits = |value: i128| value.checked_mul(rate).and_then(|v| v.checked_add(distance)).is_some_and(|v| (kind.low()..=kind.high()).contains(&v));
        let range = self.facts.of(counter).is_some_and(|n| fits(n.low()) && fits(n.high()));
        range && self.program.exprs.ty(self.place(cell)) == self.program.exprs.ty(self.place(counter))
    }

    fn scaled(&mut self, expr: ExprId, factor: i128) -> ExprId {
        if factor == 1 {
            return expr;
        }
        let factor = self.constant(self.program.exprs.ty(expr), factor);
        self.binary(BinOp::Mul, factor, expr)
    }

    fn plus(&mut self, expr: ExprId, distance: i128) -> ExprId {
        if distance == 0 {
            return expr;
        }
        let distance = self.constant(self.program.exprs.ty(expr), distance);
        self.binary(BinOp::Add, expr, distance)
    }

    /// Products of a variable that the loop changes and another one, above or below what it changes.
    fn products(&mut self, points: &Points) -> Vec<ExprId> {
        let mut found = Vec::new();
        let (changed, fixed): (Vec<CellId>, Vec<CellId>) = points.cells.iter().partition(|c| self.head.writes(**c));
        for &x in &changed {
            for &y in changed.iter().filter(|c| **c != x) {
                for &factor in &fixed {
                    let [x, y, factor] = [x, y, factor].map(|c| self.place(c));
                    let [x, y, factor] = [x, y, factor].map(|e| self.wide(e));
                    let ty = self.program.exprs.ty(x);
                    if self.program.exprs.ty(y) != ty || self.program.exprs.ty(factor) != ty {
                        continue;
                    }
                    let product = self.binary(BinOp::Mul, y, factor);
                    found.extend([self.binary(BinOp::Le, x, product), self.binary(BinOp::Le, product, x)]);
                }
            }
        }
        found
    }

    /// What holds while a condition of the text does, and does not always.
    fn phases(&mut self, text: &Text, all: &[&Sample], points: &Points) -> Vec<ExprId> {
        let truth = |maker: &Self, sample: &Sample, fact| super::samples::value(maker.program, maker.intervals, sample, fact).map(|v| v.is_true());
        let variables = points.cells.len();
        let always = equations(&points.values, &monomials(variables, 1));
        let mut found = Vec::new();
        for &phase in &text.atoms {
            let within: Vec<&Sample> = all.iter().copied().filter(|s| truth(self, s, phase) == Some(true)).collect();
            if within.len() < ENOUGH || within.len() == all.len() {
                continue;
            }
            let inside = self.points(text, &within);
            let mut facts = Vec::new();
            for (v, &cell) in points.cells.iter().enumerate() {
                let mut values = inside.values.iter().map(|p| p[v]);
                let ty = self.program.exprs.ty(self.place(cell));
                if let Some(first) = values.next().filter(|&first| values.all(|value| value == first)) {
                    let value = self.constant(ty, first);
                    facts.push(self.binary(BinOp::Eq, self.place(cell), value));
                }
            }
            let of_variables: Vec<Vec<i128>> = inside.values.iter().map(|p| p[..variables].to_vec()).collect();
            let linear = equations(&of_variables, &monomials(variables, 1));
            let new: Vec<_> = linear.into_iter().filter(|e| !always.contains(e)).collect();
            facts.extend(shortest(&new, OF_PHASE).into_iter().map(|e| written(self.program, &points.coordinates[..variables], e)));
            let holds = |maker: &Self, fact| within.iter().all(|s| truth(maker, s, fact) == Some(true));
            facts.extend(text.atoms.iter().copied().filter(|&atom| atom != phase && holds(self, atom)));
            let unless = self.program.build().not(phase);
            for fact in facts.into_iter().filter(|&f| self.samples.refute(self.program, self.intervals, self.head, f)).take(OF_PHASE).collect::<Vec<_>>() {
                found.push(self.binary(BinOp::Or, unless, fact));
            }
        }
        found
    }

    /// Constants of the text that variables do not pass or do not have.
    fn bounds(&mut self, points: &Points, text: &Text) -> Vec<ExprId> {
        let mut found = Vec::new();
        for (v, &cell) in points.cells.iter().enumerate() {
            let place = self.place(cell);
            let (ty, kind) = (self.program.exprs.ty(place), self.intervals.cells.get(cell).kind);
            for &value in text.constants.iter().chain(&[0, 1]).filter(|&&c| (kind.low()..=kind.high()).contains(&c)) {
                let constant = self.constant(ty, value);
                if points.values.iter().all(|p| p[v] <= value) {
                    found.push(self.binary(BinOp::Le, place, constant));
                } else if points.values.iter().all(|p| p[v] >= value) {
                    found.push(self.binary(BinOp::Le, constant, place));
                } else {
                    found.push(self.binary(BinOp::Ne, place, constant));
                }
            }
        }
        found
    }

    /// How far apart variables are at most, and sums that stay below a third one.
    fn orders(&mut self, points: &Points, text: &Text) -> Vec<ExprId> {
        let mut found = Vec::new();
        let n = points.cells.len();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let distance = points.values.iter().map(|p| p[a] - p[b]).max();
            if let Some(distance) = distance.filter(|d| d.abs() <= NEAR || text.constants.contains(d)) {
                found.extend(self.rate_from((points.cells[a], points.cells[b]), (1, 1), distance, true));
            }
            for c in (0..n).filter(|&c| c != a && c != b && a < b) {
                if points.values.iter().all(|p| p[a] + p[b] <= p[c]) && [a, b, c].iter().all(|&v| self.bits(points.cells[v]) <= 32) {
                    let [x, y, z] = [a, b, c].map(|v| self.place(points.cells[v]));
                    let [x, y, z] = [x, y, z].map(|e| self.wide(e));
                    let sum = self.binary(BinOp::Add, x, y);
                    found.push(self.binary(BinOp::Le, sum, z));
                }
            }
        }
        found
    }
}
