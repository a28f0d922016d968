//! What one round of a loop does, told in terms of the state at its head: the ways through its body, what variables become on each, what is stored, and how
//! the loop counts. Loops inside are stepped over: what they assign is unknown behind them.

use super::place::{element, over, place_over};
use crate::invariants::guards::truth_of;
use crate::invariants::heads::Head;
use crate::rewrite::{DEPTH, Linear, is_integer, linear, without_casts};
use goto::visit::Role;
use goto::{BinOp, Body, ExprId, ExprKind, Id, InstrId, InstrKind, Program, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Ways through one body, and instructions on all of them.
const MOST_WAYS: usize = 16;
const MOST_STEPS: usize = 3000;
/// Ways out of a loop inside that are followed.
const MOST_EXITS: usize = 2;
/// Parts of an expression that is followed further.
const MOST_PARTS: usize = 60;

/// What is known of places that were assigned: their values over the state at the head; `None` if they may be anything.
type Values = FxHashMap<ExprId, Option<ExprId>>;

/// A store to a place that is no plain variable, over the state at the head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub at: InstrId,
    pub place: ExprId,
    pub value: Option<ExprId>,
}

/// A way through a body, from the head back to it.
#[derive(Clone, Default, Debug)]
pub(super) struct Way {
    /// What holds on the way, of the state at the head, with where it is asked.
    pub conditions: Vec<(InstrId, ExprId)>,
    /// What is handed to functions as a condition, of the state at the head.
    pub claims: Vec<(InstrId, ExprId)>,
    pub values: Values,
    pub stores: Vec<Stored>,
    /// The values with which loops inside are entered.
    pub entered: Vec<(InstrId, Values)>,
}

/// How a loop counts with a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub place: ExprId,
    /// Not zero. What each round adds, or one that counts.
    pub step: i128,
    /// Does each round count?
    pub always: bool,
}

/// A loop with the ways through its body.
#[derive(Debug)]
pub(super) struct Rounds {
    pub head: InstrId,
    pub body: Vec<InstrId>,
    pub continues: Vec<(ExprId, bool)>,
    pub ways: Vec<Way>,
    pub counters: Vec<Counter>,
    /// The places that a round may change, on any way.
    pub changed: FxHashSet<ExprId>,
    /// What it stores in, without indices.
    skeletons: FxHashSet<ExprId>,
}

impl Rounds {
    /// Of a loop of a function whose other loops are these.
    pub(super) fn of(program: &mut Program, body: &Body, head: &Head, heads: &[&Head]) -> Self {
        let inner: Vec<&Head> = heads.iter().copied().filter(|h| h.head != head.head && head.contains(h.head) && !h.contains(head.head)).collect();
        let mut walk = Walk { body, head, inner: &inner, ways: Vec::new(), steps: 0 };
        walk.from(program, head.head, Way::default(), true);
        let ways = walk.ways;
        let changed: FxHashSet<ExprId> = ways.iter().flat_map(|w| w.values.keys().copied()).collect();
        let skeletons = changed.iter().filter_map(|&place| Some(element(program, place)?.skeleton)).collect();
        let (continues, counters) = (head.continues.clone(), Vec::new());
        let mut rounds = Self { head: head.head, body: head.body.clone(), continues, ways, counters, changed, skeletons };
        rounds.counters = rounds.counters(program);
        rounds
    }

    pub(super) fn contains(&self, at: InstrId) -> bool {
        self.body.binary_search(&at).is_ok()
    }

    pub(super) fn stores_in(&self, skeleton: ExprId) -> bool {
        self.skeletons.contains(&skeleton)
    }

    fn counters(&self, program: &Program) -> Vec<Counter> {
        let mut places: Vec<ExprId> = self.changed.iter().copied().collect();
        places.sort_unstable();
        let counter = |&place: &ExprId| {
            let steps: Vec<i128> = self.ways.iter().map(|way| step(program, way, place)).collect::<Option<_>>()?;
            let step = steps.iter().copied().find(|&s| s != 0)?;
            let same_sign = steps.iter().all(|s| s.signum() * step.signum() >= 0);
            same_sign.then_some(Counter { place, step, always: steps.iter().all(|&s| s == step) })
        };
        places.iter().filter_map(counter).collect()
    }

    /// What a counter must be below (above, if it falls) for the loop to go on, and whether it may be equal.
    pub(super) fn bound(&self, program: &Program, counter: &Counter) -> Option<(ExprId, bool)> {
        let is_counter = |e: ExprId| without_casts(program, e) == counter.place;
        let mut pending: Vec<(ExprId, bool)> = self.continues.clone();
        while let Some((condition, holds)) = pending.pop() {
            let (op, a, b) = match program.exprs.kind(condition) {
                ExprKind::Unary(UnOp::Not, inner) => {
                    pending.push((inner, !holds));
                    continue;
                }
                ExprKind::Binary(BinOp::And, a, b) if holds => {
                    pending.extend([(a, true), (b, true)]);
                    continue;
                }
                ExprKind::Binary(BinOp::Or, a, b) if !holds => {
                    pending.extend([(a, false), (b, false)]);
                    continue;
                }
                ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le), a, b) => (op, a, b),
                ExprKind::Binary(BinOp::Ne, a, b) if holds && is_counter(a) => return Some((b, false)),
                ExprKind::Binary(BinOp::Eq, a, b) if !holds && is_counter(a) => return Some((b, false)),
                _ => continue,
            };
            let (a, b, is_included) = if holds { (a, b, op == BinOp::Le) } else { (b, a, op == BinOp::Lt) };
            let (counted, bound) = if counter.step > 0 { (a, b) } else { (b, a) };
            if is_counter(counted) && !is_counter(bound) && is_integer(program, program.exprs.ty(bound)) {
                return Some((bound, is_included));
            }
        }
        None
    }
}

/// What a way adds to a place.
fn step(program: &Program, way: &Way, place: ExprId) -> Option<i128> {
    match way.values.get(&place) {
        None => Some(0),
        Some(None) => None,
        Some(Some(value)) => match linear(program, *value, place)? {
            Linear { factor: 1, constant, more: false } => Some(constant),
            _ => None,
        },
    }
}

struct Walk<'a> {
    body: &'a Body,
    head: &'a Head,
    inner: &'a [&'a Head],
    ways: Vec<Way>,
    steps: usize,
}

impl Walk<'_> {
    /// Follows all ways from here back to the head.
    fn from(&mut self, program: &mut Program, mut at: InstrId, mut way: Way, mut begins: bool) {
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS || self.ways.len() >= MOST_WAYS {
                return;
            }
            if at == self.head.head && !std::mem::take(&mut begins) {
                self.ways.push(way);
                return;
            }
            if !self.head.contains(at) {
                return;
            }
            if let Some(inner) = self.inner.iter().find(|h| h.head == at) {
                for (exit, way) in self.around(inner, way) {
                    self.from(program, exit, way, false);
                }
                return;
            }
            let next = InstrId::new(at.index() + 1);
            match self.body[at].kind {
                InstrKind::Goto { guard, target, .. } => match program.exprs.as_const(guard).map(|bits| bits.is_true()) {
                    Some(true) => at = target,
                    Some(false) => at = next,
                    None => {
                        let mut jumps = way.clone();
                        hold(program, &mut jumps, at, guard, true);
                        self.from(program, target, jumps, false);
                        hold(program, &mut way, at, guard, false);
                        at = next;
                    }
                },
                InstrKind::Return(_) | InstrKind::Halt(_) => return,
                _ => {
                    self.step(program, at, &mut way);
                    at = next;
                }
            }
        }
    }

    fn step(&self, program: &mut Program, at: InstrId, way: &mut Way) {
        let kind = &self.body[at].kind;
        match kind {
            InstrKind::Assume(condition) => hold(program, way, at, *condition, true),
            InstrKind::Call { args, .. } => {
                for condition in args.iter().filter_map(|&arg| truth_of(program, arg)).collect::<Vec<_>>() {
                    if let Some(condition) = now(program, way, condition) {
                        way.claims.push((at, condition));
                    }
                }
            }
            _ => {}
        }
        let Some(place) = written(kind) else { return };
        let value = match kind {
            InstrKind::Assign { rhs, .. } => now(program, way, *rhs),
            _ => None,
        };
        let Some(place) = place_over(program, place, &|_, e| way.values.get(&e).copied(), DEPTH) else { return };
        if !matches!(program.exprs.kind(place), ExprKind::Var(_)) {
            way.stores.push(Stored { at, place, value });
        }
        way.values.insert(place, value);
    }

    /// Where execution goes on behind a loop inside, with what it may have assigned unknown.
    fn around(&self, inner: &Head, mut way: Way) -> Vec<(InstrId, Way)> {
        way.entered.push((inner.head, way.values.clone()));
        let mut exits = Vec::new();
        for &at in &inner.body {
            let kind = &self.body[at].kind;
            way.values.extend(written(kind).map(|place| (place, None)));
            let next = InstrId::new(at.index() + 1);
            let to = match kind {
                InstrKind::Goto { target, .. } => [Some(*target), Some(next)],
                InstrKind::Return(_) | InstrKind::Halt(_) => [None, None],
                _ => [Some(next), None],
            };
            exits.extend(to.into_iter().flatten().filter(|&to| !inner.contains(to) && self.head.contains(to)));
        }
        exits.sort_unstable();
        exits.dedup();
        exits.truncate(MOST_EXITS);
        exits.into_iter().map(|exit| (exit, way.clone())).collect()
    }
}

/// The place that an instruction stores in.
fn written(kind: &InstrKind) -> Option<ExprId> {
    let mut place = None;
    kind.expressions(|e, role| {
        if role == Role::Write {
            place = Some(e);
        }
    });
    place
}

fn hold(program: &mut Program, way: &mut Way, at: InstrId, condition: ExprId, holds: bool) {
    if let Some(condition) = now(program, way, condition) {
        let condition = if holds { condition } else { program.build().not(condition) };
        way.conditions.push((at, condition));
    }
}

/// The expression over the state at the head, if it is known and not long.
pub(super) fn now(program: &mut Program, way: &Way, expr: ExprId) -> Option<ExprId> {
    let found = at_values(program, &way.values, expr)?;
    let mut parts = 0;
    program.exprs.walk(found, &mut FxHashSet::default(), &mut |_, _| parts += 1);
    (parts <= MOST_PARTS).then_some(found)
}

pub(super) fn at_values(program: &mut Program, values: &Values, expr: ExprId) -> Option<ExprId> {
    over(program, expr, &|_, place| values.get(&place).copied(), DEPTH)
}
