//! The elements that a loop, with the loops around it, has gone through: for each index of the place what it counts with, from where and how far. Knows nothing
//! of what was stored.

use super::place::said_of;
use super::place::{Element, elements_in, filled};
use super::rounds::{Counter, Rounds, at_values};
use crate::rewrite::{conjunction, inverse, is_integer, linear, reads, replaced};
use goto::{BinOp, Body, ExprId, ExprKind, Id, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

/// An index of an element.
#[derive(Debug)]
struct Hole {
    /// Over the state at the head of each loop of the nest, the outermost first, with the loops inside just entered.
    over: Vec<ExprId>,
    /// The loops that count in it, the outermost first.
    counted: Vec<Counted>,
}

/// A loop that counts in an index.
#[derive(Debug)]
struct Counted {
    level: usize,
    counter: Counter,
    /// What the index changes by when the loop counts.
    stride: i128,
    /// The index when the loop is entered.
    from: ExprId,
}

/// How elements that lie between two that a loop goes through are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// They are left out.
    Out,
    /// Others are gone through at the same time, so that nothing is left out.
    In,
}

/// Where the elements are looked at that a nest of loops has gone through.
#[derive(Clone, Copy)]
pub(super) struct Here {
    /// So many of the loops, the outermost ones, are around this head, or are its own.
    pub common: usize,
    /// Is it the head of the last of these? Otherwise the loops inside were left before, or come later.
    pub is_own: bool,
    pub is_behind: bool,
}

/// What a counter was when an element was gone through.
struct Inverse {
    hole: usize,
    counter: Counter,
    level: usize,
    value: ExprId,
}

/// An element in a nest of loops, with what its indices count with.
pub(super) struct Sweep<'a> {
    /// The outermost loop first.
    pub nest: Vec<&'a Rounds>,
    /// Over the state at the innermost head.
    pub element: Element,
    /// What stands for any indices.
    pub each: Vec<ExprId>,
    holes: Vec<Hole>,
    inverses: Vec<Inverse>,
}

impl<'a> Sweep<'a> {
    /// `None` if nothing counts.
    pub(super) fn of(program: &mut Program, body: &Body, nest: Vec<&'a Rounds>, element: Element, each: &[ExprId]) -> Option<Self> {
        let each = each.get(..element.indices.len())?.to_vec();
        let (mut holes, mut inverses) = (Vec::new(), Vec::new());
        for (number, (&index, &any)) in element.indices.iter().zip(&each).enumerate() {
            let hole = hole(program, body, &nest, index)?;
            if let [Counted { level, counter, .. }] = hole.counted[..]
                && let Some(value) = inverse(program, index, counter.place, any)
            {
                inverses.push(Inverse { hole: number, counter, level, value });
            }
            holes.push(hole);
        }
        holes.iter().any(|h| !h.counted.is_empty()).then_some(Self { nest, element, each, holes, inverses })
    }

    pub(super) fn innermost(&self) -> &'a Rounds {
        self.nest[self.nest.len() - 1]
    }

    /// Where the nest is looked at from a head.
    pub(super) fn here(&self, head: InstrId) -> Here {
        let common = self.nest.iter().take_while(|l| l.contains(head)).count();
        let is_own = common > 0 && self.nest[common - 1].head == head;
        Here { common, is_own, is_behind: self.nest.get(common).is_some_and(|l| l.head < head) }
    }

    /// The element at the indices that stand for any.
    pub(super) fn place(&self, program: &mut Program) -> Option<ExprId> {
        let mut next = self.each.iter();
        filled(program, self.element.place, &mut |_, index| next.next().copied().unwrap_or(index))
    }

    /// May it end anywhere in an array, so that what it leaves is worth a word? Where its bound is a number the text mostly reads no further.
    pub(super) fn ends_anywhere(&self, program: &Program) -> bool {
        let [Hole { counted, .. }] = &self.holes[..] else { return false };
        let [Counted { level, counter, .. }] = counted[..] else { return false };
        let bound = self.nest[level].bound(program, &counter).map(|(bound, _)| inner_integer(program, bound));
        bound.is_none_or(|bound| program.exprs.as_const(bound).is_none())
    }

    /// Holds of indices in what was gone through when execution is here.
    pub(super) fn region(&self, program: &mut Program, here: Here, between: Between) -> Option<ExprId> {
        let mut found: Option<ExprId> = None;
        let last = if here.is_own || !here.is_behind { here.common } else { here.common + 1 };
        for level in 0..last {
            if let Some(term) = self.term(program, level, here, between) {
                found = Some(found.map_or(term, |all| program.build().binary(BinOp::Or, all, term)));
            }
        }
        found
    }

    /// What was gone through in earlier rounds of the loop of a level, in the current rounds of those around it; at the level behind those in common all rounds.
    fn term(&self, program: &mut Program, level: usize, here: Here, between: Between) -> Option<ExprId> {
        let mut parts = Vec::new();
        let mut is_far = level == here.common;
        for (number, (hole, &each)) in self.holes.iter().zip(&self.each).enumerate() {
            let now = hole.over[here.common.clamp(1, hole.over.len()) - 1];
            let outermost = hole.counted.first();
            let part = match outermost.map(|c| c.level) {
                Some(first) if first == level && level < here.common => {
                    is_far = true;
                    self.interval(program, each, hole, (now, false), between)
                }
                Some(first) if first >= level => self.whole(program, each, hole, between)?,
                // Between the current ones of this and the next loop that counts.
                Some(_) if hole.counted.iter().any(|c| c.level >= level) => return None,
                _ => {
                    let ty = program.exprs.ty(each);
                    let now = program.build().cast(now, ty);
                    program.build().binary(BinOp::Eq, each, now)
                }
            };
            parts.push(self.in_terms_of_others(program, part, number)?);
        }
        if !is_far {
            return None;
        }
        conjunction(program, &parts)
    }

    /// The indices from where a hole's outermost loop was entered to an end, which belongs to them or does not.
    fn interval(&self, program: &mut Program, each: ExprId, hole: &Hole, end: (ExprId, bool), between: Between) -> ExprId {
        let counted = &hole.counted[0];
        let upwards = counted.stride > 0;
        let range = in_between(program, each, (counted.from, true), end, upwards);
        let stride = hole.counted.iter().map(|c| c.stride.abs()).min().unwrap_or(1);
        if between == Between::In || stride == 1 {
            return range;
        }
        // In the type of the index, which may be narrower.
        let from = inner_integer(program, counted.from);
        let ty = program.exprs.ty(from);
        let mut build = program.build();
        let each = build.cast(each, ty);
        let (stride, zero) = (build.constant(ty, stride), build.constant(ty, 0));
        let distance = build.binary(BinOp::Sub, each, from);
        let rest = build.binary(BinOp::Rem, distance, stride);
        let hit = build.binary(BinOp::Eq, rest, zero);
        build.binary(BinOp::And, range, hit)
    }

    /// All indices of a loop that has ended by its condition; what it has gone through so far if it is not known how far that is.
    fn whole(&self, program: &mut Program, each: ExprId, hole: &Hole, between: Between) -> Option<ExprId> {
        let counted = &hole.counted[0];
        let over = hole.over[counted.level];
        let bound = self.nest[counted.level].bound(program, &counted.counter).filter(|_| counted.counter.always);
        let Some((bound, is_included)) = bound else {
            return (counted.level == 0).then(|| self.interval(program, each, hole, (over, false), between));
        };
        let ty = program.exprs.ty(counted.counter.place);
        let bound = program.build().cast(bound, ty);
        let end = replaced(program, over, &|e| (e == counted.counter.place).then_some(bound))?;
        if is_included && between == Between::In && counted.stride.abs() > 1 {
            let ty = program.exprs.ty(each);
            let mut build = program.build();
            let (end, stride) = (build.cast(end, ty), build.constant(ty, counted.stride));
            let end = build.binary(BinOp::Add, end, stride);
            return Some(self.interval(program, each, hole, (end, false), between));
        }
        Some(self.interval(program, each, hole, (end, is_included), between))
    }

    /// Bounds of one index may depend on counters of other indices.
    fn in_terms_of_others(&self, program: &mut Program, part: ExprId, number: usize) -> Option<ExprId> {
        replaced(program, part, &|e| self.inverses.iter().find(|i| i.hole != number && i.counter.place == e).map(|i| i.value))
    }

    /// An expression over the state in which an element was gone through, at a later time at this head. `None` if it reads what has changed since, but for the
    /// element itself.
    pub(super) fn told(&self, program: &mut Program, expr: ExprId, here: Here) -> Option<ExprId> {
        let mut known: Vec<(ExprId, ExprId)> = self.inverses.iter().map(|i| (i.counter.place, i.value)).collect();
        // What counts along in the innermost loop.
        if here.common == self.nest.len()
            && let Some(main) = self.inverses.iter().find(|i| i.level + 1 == self.nest.len() && i.counter.always)
        {
            for other in &self.innermost().counters {
                if other.always && known.iter().all(|k| k.0 != other.place) && reads(program, expr, other.place) && other.step % main.counter.step == 0 {
                    known.push((other.place, then(program, main, other)));
                }
            }
        }
        if self.reads_changed(program, expr, &known) {
            return None;
        }
        let pairs: Vec<(ExprId, ExprId)> = self.element.indices.iter().copied().zip(self.each.iter().copied()).collect();
        said_of(program, expr, &known, &pairs)
    }

    /// The indices from zero to the first that a loop goes through, where that is a number: the text before may have looked at these.
    pub(super) fn ahead(&self, program: &mut Program) -> Option<ExprId> {
        let [hole] = &self.holes[..] else { return None };
        let first = hole.counted.first().filter(|c| c.stride > 0)?.from;
        program.exprs.as_const(inner_integer(program, first)).filter(|bits| bits.signed() > 0)?;
        let each = self.each[0];
        let ty = program.exprs.ty(each);
        let zero = program.build().constant(ty, 0);
        Some(in_between(program, each, (zero, true), (first, false), true))
    }

    fn reads_changed(&self, program: &mut Program, expr: ExprId, known: &[(ExprId, ExprId)]) -> bool {
        let own = self.element.place;
        let is_changed = |e: ExprId| e != own && self.nest.iter().any(|l| l.changed.contains(&e)) && known.iter().all(|k| k.0 != e);
        let mut found = false;
        program.exprs.walk(expr, &mut FxHashSet::default(), &mut |e, _| found |= is_changed(e));
        found || elements_in(program, expr).iter().any(|e| e.skeleton != self.element.skeleton && self.nest.iter().any(|l| l.stores_in(e.skeleton)))
    }
}

/// What a counter was when another one had the value that an inverse says.
fn then(program: &mut Program, main: &Inverse, other: &Counter) -> ExprId {
    let ty = program.exprs.ty(other.place);
    let mut build = program.build();
    let (value, now) = (build.cast(main.value, ty), build.cast(main.counter.place, ty));
    let rounds = build.binary(BinOp::Sub, now, value);
    let factor = build.constant(ty, other.step / main.counter.step);
    let change = build.binary(BinOp::Mul, rounds, factor);
    build.binary(BinOp::Sub, other.place, change)
}

/// An index as the loops of a nest see it.
fn hole(program: &mut Program, body: &Body, nest: &[&Rounds], index: ExprId) -> Option<Hole> {
    let mut over = vec![index];
    for pair in nest.windows(2).rev() {
        let entry = pair[0].ways.iter().find_map(|way| way.entered.iter().find(|e| e.0 == pair[1].head)).map(|e| &e.1);
        let inner = over[over.len() - 1];
        let outer = entry.and_then(|values| at_values(program, values, inner)).unwrap_or(inner);
        over.push(outer);
    }
    over.reverse();
    let mut counted = Vec::new();
    for (level, rounds) in nest.iter().enumerate() {
        let factor = |c: &Counter| linear(program, over[level], c.place).map(|l| l.factor).filter(|&f| f != 0);
        let Some((counter, factor)) = rounds.counters.iter().find_map(|c| Some((*c, factor(c)?))) else { continue };
        let first = first(program, body, nest, level, &counter);
        let from = replaced(program, over[level], &|e| (e == counter.place).then_some(first))?;
        counted.push(Counted { level, counter, stride: factor.checked_mul(counter.step)?, from });
    }
    let same_way = counted.iter().all(|c| (c.stride > 0) == (counted[0].stride > 0));
    same_way.then_some(Hole { over, counted })
}

/// What the counter is when the loop is entered, as the loop around it or the text before says.
fn first(program: &mut Program, body: &Body, nest: &[&Rounds], level: usize, counter: &Counter) -> ExprId {
    let place = counter.place;
    let around = level.checked_sub(1).and_then(|outer| {
        let entered = nest[outer].ways.iter().find_map(|way| way.entered.iter().find(|e| e.0 == nest[level].head));
        entered.and_then(|(_, values)| values.get(&place).copied().flatten())
    });
    let ty = program.exprs.ty(place);
    let found = around.filter(|&e| !reads(program, e, place)).or_else(|| before(program, body, nest[0], place));
    found.unwrap_or_else(|| program.build().constant(ty, 0))
}

/// What the text before a loop last stores in a place.
pub(super) fn before(program: &Program, body: &Body, rounds: &Rounds, place: ExprId) -> Option<ExprId> {
    let stored = |at: InstrId| match body[at].kind {
        InstrKind::Assign { lhs, rhs } if lhs == place => Some(rhs),
        _ => None,
    };
    (0..rounds.head.index()).rev().map(InstrId::new).find_map(stored).filter(|&e| !reads(program, e, place))
}

/// The integer that conversions to wider types were made of.
fn inner_integer(program: &Program, expr: ExprId) -> ExprId {
    match program.exprs.kind(expr) {
        ExprKind::Cast(inner) if is_integer(program, program.exprs.ty(inner)) => inner_integer(program, inner),
        _ => expr,
    }
}

/// `from`, then the indices up (or down) to `to`; each end belongs to the range if it says so.
fn in_between(program: &mut Program, each: ExprId, from: (ExprId, bool), to: (ExprId, bool), upwards: bool) -> ExprId {
    let ty = program.exprs.ty(each);
    let mut build = program.build();
    let (low, high) = if upwards { (from, to) } else { (to, from) };
    let op = |is_included| if is_included { BinOp::Le } else { BinOp::Lt };
    let (low_end, high_end) = (build.cast(low.0, ty), build.cast(high.0, ty));
    let above = build.binary(op(low.1), low_end, each);
    let below = build.binary(op(high.1), each, high_end);
    build.binary(BinOp::And, above, below)
}
