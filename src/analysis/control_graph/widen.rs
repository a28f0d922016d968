//! Which values of a variable the program tells apart: those that it compares it with. Ranges of values at the head end there, so that there are few of them.

use super::flows::{Flow, counting, flows};
use super::slots::{SlotId, Slots};
use super::value::Content;
use crate::intervals::arithmetic::Kind;
use crate::intervals::number::Number;
use goto::{BinOp, ExprId, ExprKind, Id, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers whose multiples are boundaries beyond the program's own.
const LADDER: i128 = 4;

/// A slot that is seen to have more values counts something, if not by one assignment then by several.
const MOST_VALUES: usize = 64;

/// Where ranges of a slot begin, in order, and how often it is compared.
#[derive(Default, Debug)]
struct Compared {
    boundaries: Vec<i128>,
    times: u32,
    /// Is it compared by less and greater?
    has_many: bool,
    /// Of the assignments but those of the start: are there some, and does each make the new value of the old one? Or does it count together with others?
    counts: Option<bool>,
}

/// How much is kept of variables whose new values all depend on their old ones, such as counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// They may have any value.
    Coarse,
    /// Ranges between boundaries, as of other variables.
    Fine,
    /// Single values of all variables, for counters that are few values long.
    Exact,
}

impl Precision {
    /// What is tried after this one.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Coarse => Some(Self::Fine),
            Self::Fine => Some(Self::Exact),
            Self::Exact => None,
        }
    }
}

#[derive(Debug)]
pub(super) struct Boundaries {
    precision: Precision,
    of_slot: FxHashMap<SlotId, Compared>,
    kinds: FxHashMap<SlotId, Kind>,
}

impl Boundaries {
    pub(super) fn of(program: &Program, slots: &Slots, precision: Precision) -> Self {
        let mut own = Self { precision, of_slot: FxHashMap::default(), kinds: FxHashMap::default() };
        let mut seen = FxHashSet::default();
        for (function, body) in program.functions.iter().filter_map(|(id, f)| Some((id, f.body.as_ref()?))) {
            for instruction in body.values() {
                seen.clear();
                instruction.kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut |_, kind| own.note(program, slots, kind)));
                if function != program.start {
                    own.note_count(program, slots, &instruction.kind);
                }
            }
        }
        own.note_counting(&flows(program, slots), slots);
        for compared in own.of_slot.values_mut() {
            compared.boundaries.sort_unstable();
            compared.boundaries.dedup();
        }
        for slot in (0..slots.count()).map(SlotId::new) {
            if let Some(kind) = Kind::of(&program.types, slots.get(slot).ty).filter(|kind| !kind.is_pointer()) {
                own.kinds.insert(slot, kind);
            }
        }
        own
    }

    fn note(&mut self, program: &Program, slots: &Slots, kind: ExprKind) {
        let ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) = kind else { return };
        for (place, other, is_left) in [(a, b, true), (b, a, false)] {
            let Some(slot) = slot_of(program, slots, place) else { continue };
            let compared = self.of_slot.entry(slot).or_default();
            compared.times += 1;
            let (Some(bits), Some(kind)) = (program.exprs.as_const(other), Kind::of(&program.types, program.exprs.ty(other))) else { continue };
            let value = kind.value(bits);
            match (op, is_left) {
                (BinOp::Eq | BinOp::Ne, _) => compared.boundaries.extend([value, value + 1]),
                // Below `value`, or from it on.
                (BinOp::Lt, true) | (BinOp::Le, false) => compared.boundaries.push(value),
                _ => compared.boundaries.push(value + 1),
            }
            compared.has_many |= matches!(op, BinOp::Lt | BinOp::Le);
        }
    }

    /// A variable whose new values depend on its old ones has many.
    fn note_count(&mut self, program: &Program, slots: &Slots, kind: &InstrKind) {
        let InstrKind::Assign { lhs, rhs } = *kind else { return };
        let Some(slot) = slot_of(program, slots, lhs) else { return };
        let mut reads_own = false;
        program.exprs.walk(rhs, &mut FxHashSet::default(), &mut |e, _| reads_own |= e == lhs);
        let compared = self.of_slot.entry(slot).or_default();
        compared.counts = Some(reads_own && compared.counts != Some(false));
    }

    /// Slots that count together have many values, too, and nobody asks for one of them unless it is compared with constants.
    fn note_counting(&mut self, flows: &[Flow], slots: &Slots) {
        let is_asked = |slot: &SlotId| self.of_slot.get(slot).is_some_and(|compared| !compared.boundaries.is_empty());
        let sets: Vec<Vec<SlotId>> = counting(flows, slots).into_iter().filter(|set| !set.iter().any(is_asked)).collect();
        for slot in sets.into_iter().flatten() {
            self.of_slot.entry(slot).or_default().counts = Some(true);
        }
    }

    /// What it costs to depend on a slot: those that the program looks at often cost less.
    pub(super) fn cost(&self, slot: SlotId) -> u32 {
        let (times, has_many) = self.of_slot.get(&slot).map_or((0, false), |c| (c.times, c.has_many));
        (if has_many { 4000 } else { 1000 }) / (1 + times.min(999)) + 1 + u32::from(has_many) * 8
    }

    /// `None` for what is no number.
    pub(super) fn kind(&self, slot: SlotId) -> Option<Kind> {
        self.kinds.get(&slot).copied()
    }

    /// All values of a slot, divided where the program tells values of one of these slots apart. `None` for what is no number.
    pub(super) fn ranges(&self, slot: SlotId, told_apart: &FxHashSet<SlotId>) -> Option<Vec<(i128, i128)>> {
        let kind = self.kinds.get(&slot)?;
        let is_inside = |&boundary: &i128| kind.low() < boundary && boundary <= kind.high();
        let compared = told_apart.iter().filter_map(|slot| self.of_slot.get(slot));
        let mut begins: Vec<i128> = compared.flat_map(|c| &c.boundaries).copied().filter(is_inside).chain([kind.low()]).collect();
        begins.sort_unstable();
        begins.dedup();
        let ends = begins.iter().skip(1).map(|begin| begin - 1).chain([kind.high()]);
        Some(begins.iter().copied().zip(ends).collect())
    }

    /// The range between boundaries around the values. `None`: the values as they are, such as single ones of a slot that is compared by equality alone.
    /// `known`: how many different ranges the slot was seen to have.
    pub(super) fn around(&self, slot: SlotId, values: &Number, known: usize) -> Option<Content> {
        let kind = self.kinds.get(&slot)?;
        let compared = self.of_slot.get(&slot);
        let counts = match self.precision {
            Precision::Coarse => known >= MOST_VALUES || compared.is_some_and(|c| c.counts == Some(true)),
            Precision::Fine => known >= MOST_VALUES,
            Precision::Exact => false,
        };
        if counts {
            return Some(Content::Any);
        }
        let keeps_single = self.precision == Precision::Exact || !compared.is_some_and(|c| c.has_many);
        if values.as_constant().is_some() && keeps_single {
            return None;
        }
        let own = compared.map_or(&[][..], |c| &c.boundaries);
        let below = |value: i128| own.iter().rev().copied().find(|&b| b <= value).into_iter().chain(ladder_below(value)).max();
        let above = |value: i128| own.iter().copied().find(|&b| b > value).into_iter().chain(ladder_above(value)).min();
        let low = below(values.low()).map_or(kind.low(), |low| low.max(kind.low()));
        let high = above(values.high()).map_or(kind.high(), |high| (high - 1).min(kind.high()));
        Some(Content::of(*kind, Number::range(low, high, 1)?))
    }
}

/// The slot of a place that is a variable or a fixed part of one, perhaps converted.
pub(super) fn slot_of(program: &Program, slots: &Slots, expr: ExprId) -> Option<SlotId> {
    match program.exprs.kind(expr) {
        ExprKind::Var(symbol) => slots.at(symbol, 0, program.exprs.ty(expr)),
        ExprKind::Cast(inner) => slot_of(program, slots, inner),
        _ => None,
    }
}

/// The boundaries of all slots: powers, and their negatives.
fn ladder() -> impl Iterator<Item = i128> {
    let powers = || std::iter::successors(Some(1024_i128), |p| Some(p * LADDER)).take_while(|&p| p <= i128::from(u64::MAX));
    powers().map(|p| -p).chain(powers())
}

fn ladder_below(value: i128) -> Option<i128> {
    ladder().filter(|&p| p <= value).max()
}

fn ladder_above(value: i128) -> Option<i128> {
    ladder().filter(|&p| p > value).min()
}
