//! Control vectors: for each head the variables of which every one has few values; and what may have few values, since it had in runs: variables that count,
//! and the distances of variables that the program compares. Which combinations of values a head meets is what state machines keep as their invariant;
//! here is only what to look at, the values are for others to find.

use super::heads::{Head, cells_of};
use super::samples::{Samples, value};
use crate::intervals::cells::CellId;
use crate::intervals::{Facts, Intervals};
use goto::visit::Role;
use goto::{BinOp, Bits, ExprId, ExprKind, FuncId, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

/// Variables of one head.
const MOST: usize = 80;
/// Values that a variable may have.
const VALUES: usize = 40;
/// Variables that count, and distances, of one head.
const COUNTERS: usize = 8;
const DISTANCES: usize = 6;
/// Other integers of one head.
const OTHERS: usize = 24;
/// Pairs of compared variables of one head that are looked at.
const PAIRS: usize = 64;
/// Values that they have in runs at most.
const SEEN: usize = 16;

type Pair = (CellId, CellId);

/// What to look at when the head of a loop is reached: integer expressions over variables that exist there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlVector {
    pub function: FuncId,
    /// The target of backward jumps.
    pub head: InstrId,
    pub coordinates: Vec<ExprId>,
    /// The first so many are the control variables.
    pub n_control: usize,
    /// The first so many had few values, at least in runs. Of the others nothing is known.
    pub n_few: usize,
}

/// The cells that vectors are made of beyond what a loop itself is about.
pub(super) struct Shared {
    /// Static ones that some loop changes: how they go together with those that an inner loop changes, the state made up for it does not say.
    changed: Vec<CellId>,
    /// See `compared`.
    pairs: Vec<Pair>,
    /// See `counters`.
    counters: FxHashSet<CellId>,
}

impl Shared {
    pub(super) fn of(program: &Program, intervals: &Intervals, heads: &[Head]) -> Self {
        let mut changed: Vec<CellId> = heads.iter().flat_map(|head| head.written.iter().copied()).collect();
        changed.retain(|&id| intervals.cells.is_static(program, id));
        changed.sort_unstable();
        changed.dedup();
        Self { changed, pairs: compared(program, intervals), counters: counters(program, intervals) }
    }
}

/// What vectors are made from.
pub(super) struct VectorMaker<'a> {
    pub program: &'a mut Program,
    pub intervals: &'a Intervals,
    pub samples: &'a Samples,
    pub shared: &'a Shared,
}

impl VectorMaker<'_> {
    /// The vector of a head; `None` if less than two things would be in it.
    pub(super) fn of_head(&mut self, head: &Head, facts: Facts<'_>) -> Option<ControlVector> {
        let cells = &self.intervals.cells;
        let mut seen = FxHashSet::default();
        let own = head.written.iter().chain(&head.read).copied().filter(|&c| head.needs(c));
        let all: Vec<CellId> = own.chain(self.shared.changed.iter().copied()).filter(|&c| seen.insert(c)).collect();
        // Of what may be anything nothing is known.
        let n_values = |id: CellId| facts.of(id).and_then(|n| n.few()).map_or(usize::MAX, <[i128]>::len);
        let usable = |id: CellId| !cells.get(id).is_many && !cells.get(id).kind.is_pointer() && cells.get(id).kind.bits() <= 64;
        let place = |&id: &CellId| cells.get(id).place;
        let control = all.iter().filter(|&&id| usable(id) && (2..=VALUES).contains(&n_values(id)));
        let mut coordinates: Vec<ExprId> = control.take(MOST).map(place).collect();
        let n_control = coordinates.len();
        let is_wide = |id: CellId| usable(id) && seen.contains(&id) && n_values(id) > VALUES;
        let pairs = self.shared.pairs.iter().filter(|(a, b)| is_wide(*a) && is_wide(*b) && (head.writes(*a) || head.writes(*b)));
        let pairs: Vec<(ExprId, ExprId)> = pairs.map(|(a, b)| (place(a), place(b))).collect();
        let counters: Vec<ExprId> = all.iter().filter(|&&id| is_wide(id) && self.shared.counters.contains(&id)).map(place).collect();
        let mut others: Vec<ExprId> = all.iter().filter(|&&id| is_wide(id)).map(place).collect();
        coordinates.extend(counters.iter().copied().filter(|&e| self.has_few(e)).take(COUNTERS));
        let mut distances = 0;
        for (a, b) in pairs.into_iter().take(PAIRS) {
            let Some(distance) = distance(self.program, a, b) else { continue };
            if distances < DISTANCES && self.has_few(distance) {
                coordinates.push(distance);
                distances += 1;
            } else {
                others.push(distance);
            }
        }
        let n_few = coordinates.len();
        let parities: Vec<ExprId> = counters.iter().map(|&e| parity(self.program, e)).collect();
        others.retain(|e| !coordinates.contains(e));
        coordinates.extend(parities.into_iter().chain(others).take(OTHERS));
        (coordinates.len() >= 2 && n_control > 0).then_some(ControlVector { function: head.func, head: head.head, coordinates, n_control, n_few })
    }

    /// Did the expression have few values in runs, as far as it is known there?
    fn has_few(&self, expr: ExprId) -> bool {
        let values: FxHashSet<Bits> = self.samples.all().filter_map(|sample| value(self.program, self.intervals, sample, expr)).collect();
        (1..=SEEN).contains(&values.len())
    }
}

/// How far apart they are, in a type in which that may wrap. `None` if they have different widths.
fn distance(program: &mut Program, a: ExprId, b: ExprId) -> Option<ExprId> {
    let bits = |e: ExprId| program.types.scalar_bits(program.exprs.ty(e));
    let width = bits(a).filter(|&width| Some(width) == bits(b))?;
    let ty = program.types.int(width, false);
    let mut build = program.build();
    let (a, b) = (build.cast(a, ty), build.cast(b, ty));
    Some(build.binary(BinOp::Sub, a, b))
}

/// The lowest bit.
fn parity(program: &mut Program, expr: ExprId) -> ExprId {
    let ty = program.exprs.ty(expr);
    let mut build = program.build();
    let one = build.constant(ty, 1);
    build.binary(BinOp::BitAnd, expr, one)
}

/// Variables that only get constants, and sums of what they are and a constant.
fn counters(program: &Program, intervals: &Intervals) -> FxHashSet<CellId> {
    let (mut counts, mut others) = (FxHashSet::default(), FxHashSet::default());
    for instruction in program.functions.values().flat_map(|function| function.body.iter().flat_map(|body| body.values())) {
        let mut written = None;
        instruction.kind.expressions(|e, role| written = written.or((role == Role::Write).then_some(e)));
        let Some(cell) = written.and_then(|place| intervals.cells.of_expr(place)) else { continue };
        let is_step = |e: ExprId| match cells_of(program, intervals, e).as_deref() {
            Some([]) => true,
            Some([own]) => *own == cell && is_sum(program, e),
            _ => false,
        };
        let counts_here = matches!(instruction.kind, InstrKind::Assign { rhs, .. } if is_step(rhs));
        _ = if counts_here { counts.insert(cell) } else { others.insert(cell) };
    }
    counts.retain(|cell| !others.contains(cell));
    counts
}

/// Is it a variable, or the sum or difference of one and a constant?
fn is_sum(program: &Program, expr: ExprId) -> bool {
    match program.exprs.kind(expr) {
        ExprKind::Cast(inner) => is_sum(program, inner),
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) => is_sum(program, a) && program.exprs.as_const(b).is_some(),
        _ => program.exprs.is_place(expr),
    }
}

/// Variables that the program compares with each other, perhaps through copies and sums with constants: those compared directly come first.
fn compared(program: &Program, intervals: &Intervals) -> Vec<Pair> {
    let one = |e: ExprId| match cells_of(program, intervals, e)?[..] {
        [cell] => Some(cell),
        _ => None,
    };
    let (mut direct, mut copies): (Vec<Pair>, Vec<Pair>) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    for function in program.functions.values().filter(|f| !f.model) {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            if let InstrKind::Assign { lhs, rhs } = instruction.kind {
                copies.extend(intervals.cells.of_expr(lhs).zip(one(rhs)));
            }
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |_, kind| {
                    if let ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) = kind {
                        direct.extend(one(a).zip(one(b)));
                    }
                });
            });
        }
    }
    let through: Vec<Pair> = direct.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).flat_map(|(a, b)| beside(&copies, a).map(move |c| (c, b))).collect();
    let mut known = FxHashSet::default();
    direct.into_iter().chain(through).filter(|&(a, b)| a != b && known.insert((a.min(b), a.max(b)))).collect()
}

/// The cells that are copied to or from this one.
fn beside(copies: &[Pair], cell: CellId) -> impl Iterator<Item = CellId> {
    copies.iter().filter_map(move |&(a, b)| if a == cell { Some(b) } else { (b == cell).then_some(a) })
}
