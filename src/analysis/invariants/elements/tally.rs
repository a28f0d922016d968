//! What sums come to whose parts lie between bounds, and how large elements are that rounds add to: never more than the rounds so far, times the most that one of
//! them adds. Proposals; whether a sum wraps is for others to find out.

use super::place::{Element, element, elements_in, filled, is_behind_a_pointer, root};
use super::range::before;
use super::rounds::{Rounds, Way};
use super::said::limits;
use super::{Each, Work, said};
use crate::intervals::At;
use crate::rewrite::{is_integer, linear, reads, replaced, without_casts};
use goto::{BinOp, ExprId, ExprKind, InstrId, Program, Storage};

/// Facts of one head.
const MOST: usize = 8;
/// What is added at a time: more is as good as anything.
const LARGEST: i128 = 1 << 20;

/// The rounds of a loop that are over at the head that is looked at, at least and at most.
struct Gone {
    least: ExprId,
    most: ExprId,
}

impl Work<'_> {
    /// For the loops around the head and its own.
    pub(super) fn tallies(&self, program: &mut Program) -> Vec<(Option<Each>, ExprId)> {
        let mut found = Vec::new();
        for rounds in self.function.rounds.iter().filter(|r| r.contains(self.head.head)) {
            let Some((counter, gone)) = self.gone(program, rounds) else { continue };
            let mut places: Vec<ExprId> = rounds.changed.iter().copied().filter(|&p| p != counter && is_integer(program, program.exprs.ty(p))).collect();
            places.sort_unstable();
            places.retain(|&place| element(program, place).is_none());
            for place in places {
                self.of_variable(program, rounds, &gone, place, &mut found);
            }
            self.since_start(program, rounds, counter, &mut found);
            self.of_elements(program, rounds, &gone, &mut found);
        }
        found.truncate(MOST);
        found
    }

    /// What counts the rounds of a loop, and how many are over here: in the middle of one it may have done its part or not.
    fn gone(&self, program: &mut Program, rounds: &Rounds) -> Option<(ExprId, Gone)> {
        let counter = rounds.counters.iter().find(|c| c.always && c.step == 1)?.place;
        let from = before(program, &self.function.body, rounds, counter);
        let ty = program.types.int(64, true);
        let mut build = program.build();
        let (now, zero, one) = (build.cast(counter, ty), build.constant(ty, 0), build.constant(ty, 1));
        let start = from.map_or(zero, |from| build.cast(from, ty));
        let least = build.binary(BinOp::Sub, now, start);
        let most = if rounds.head == self.head.head { least } else { build.binary(BinOp::Add, least, one) };
        Some((counter, Gone { least, most }))
    }

    fn of_variable(&self, program: &mut Program, rounds: &Rounds, gone: &Gone, place: ExprId, found: &mut Vec<(Option<Each>, ExprId)>) {
        let Some((low, high)) = self.rate(program, rounds, place).filter(|(low, high)| low < high) else { return };
        let Some(first) = before(program, &self.function.body, rounds, place) else { return };
        let ty = program.types.int(64, true);
        let mut build = program.build();
        let (sum, first) = (build.cast(place, ty), build.cast(first, ty));
        let mut bound = |rate: i128, rounds: ExprId| {
            let rate = build.constant(ty, rate);
            let product = build.binary(BinOp::Mul, rate, rounds);
            build.binary(BinOp::Add, first, product)
        };
        let (least, most) = (bound(low, if low < 0 { gone.most } else { gone.least }), bound(high, if high < 0 { gone.least } else { gone.most }));
        found.extend([(least, sum), (sum, most)].map(|(a, b)| (None, program.build().binary(BinOp::Le, a, b))));
    }

    /// What counts has not come back behind where it began.
    fn since_start(&self, program: &mut Program, rounds: &Rounds, counter: ExprId, found: &mut Vec<(Option<Each>, ExprId)>) {
        let Some(start) = before(program, &self.function.body, rounds, counter).filter(|&e| program.exprs.as_const(e).is_none()) else { return };
        if rounds.head == self.head.head && rounds.changed.iter().all(|&changed| !reads(program, start, changed)) {
            let ty = program.exprs.ty(counter);
            let mut build = program.build();
            let start = build.cast(start, ty);
            found.push((None, build.binary(BinOp::Le, start, counter)));
        }
    }

    /// Elements of static arrays, which are zero at first, where every store adds a constant to what was there.
    fn of_elements(&self, program: &mut Program, rounds: &Rounds, gone: &Gone, found: &mut Vec<(Option<Each>, ExprId)>) {
        let mut arrays: Vec<(&Element, i128)> = Vec::new();
        for (at, element) in self.function.stores.iter().filter(|s| rounds.contains(s.0) && is_static(program, s.1.place)) {
            let added = said::assigned(&self.function.body, *at).and_then(|value| linear(program, value, element.place));
            let Some(added) = added.filter(|l| l.factor == 1 && !l.more && (1..=LARGEST).contains(&l.constant)) else { continue };
            match arrays.iter_mut().find(|(known, _)| known.skeleton == element.skeleton) {
                Some((_, most)) => *most = (*most).max(added.constant),
                None => arrays.push((element, added.constant)),
            }
        }
        let (ptrdiff, ty) = (program.types.ptrdiff(), program.types.int(64, true));
        for (element, rate) in arrays {
            let Some(symbols) = self.function.each.get(..element.indices.len()) else { continue };
            let each: Vec<ExprId> = symbols.iter().map(|&symbol| program.build().var(symbol, ptrdiff)).collect();
            let mut next = each.iter();
            let Some(any) = filled(program, element.place, &mut |_, index| next.next().copied().unwrap_or(index)) else { continue };
            let mut build = program.build();
            let (value, rate) = (build.cast(any, ty), build.constant(ty, rate));
            let most = build.binary(BinOp::Mul, rate, gone.most);
            let fact = build.binary(BinOp::Le, value, most);
            found.extend(Each::of(symbols).map(|each| (Some(each), fact)));
        }
    }

    /// The least and the most that a round adds to a place.
    fn rate(&self, program: &mut Program, rounds: &Rounds, place: ExprId) -> Option<(i128, i128)> {
        let mut all: Option<(i128, i128)> = None;
        for way in &rounds.ways {
            let (low, high) = self.rate_of(program, rounds, way, place)?;
            all = Some(all.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
        }
        all.filter(|(low, high)| low.abs() <= LARGEST && high.abs() <= LARGEST)
    }

    fn rate_of(&self, program: &mut Program, rounds: &Rounds, way: &Way, place: ExprId) -> Option<(i128, i128)> {
        let Some(value) = way.values.get(&place) else { return Some((0, 0)) };
        let value = (*value)?;
        let linear = linear(program, value, place).filter(|l| l.factor == 1)?;
        if !linear.more {
            return Some((linear.constant, linear.constant));
        }
        let ty = program.exprs.ty(place);
        let zero = program.build().constant(ty, 0);
        let added = replaced(program, value, &|e| (e == place).then_some(zero))?;
        self.of_stores(program, added).or_else(|| {
            let At::Known(facts) = self.intervals.at(self.head.func, rounds.head) else { return None };
            facts.value(program, added).map(|number| (number.low(), number.high()))
        })
    }

    /// The bounds of a sum of elements, from what is stored in them.
    fn of_stores(&self, program: &mut Program, added: ExprId) -> Option<(i128, i128)> {
        let mut added = without_casts(program, added);
        // What is left of the sum with the zero.
        while let ExprKind::Binary(BinOp::Add, a, b) = program.exprs.kind(added) {
            let is_zero = |e: ExprId| program.exprs.as_const(e).is_some_and(|bits| bits.is_zero());
            added = if is_zero(a) {
                b
            } else if is_zero(b) {
                a
            } else {
                return None;
            };
            added = without_casts(program, added);
        }
        let read = elements_in(program, added).into_iter().find(|e| e.place == added)?;
        let same = self.function.stores.iter().filter(|s| s.1.skeleton == read.skeleton);
        let stored: Vec<(InstrId, ExprId)> = same.filter_map(|s| Some((s.0, said::assigned(&self.function.body, s.0)?))).collect();
        let with_zero = is_static(program, read.place);
        (!stored.is_empty()).then(|| limits(program, self.intervals, self.head, &stored, with_zero))?
    }
}

/// Is it a part of a static variable?
pub(super) fn is_static(program: &Program, place: ExprId) -> bool {
    let is_variable = matches!(program.exprs.kind(root(program, place)), ExprKind::Var(symbol) if program.symbols[symbol].storage == Storage::Static);
    is_variable && !is_behind_a_pointer(program, place)
}
