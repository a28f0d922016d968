//! Refutes conjunctions about floats by ranges: floats are within regions, what is given narrows them, operations are followed with their bounds, and where that does
//! not say enough the region is divided (P. Van Hentenryck, D. McAllester, D. Kapur, "Solving polynomial systems using a branch and prune approach", 1997). It needs few
//! regions where few inputs decide, and gives up where many do. What it refutes is refuted bit by bit: ranges are rounded as the operations are.
//! Never finds models.

mod contract;
mod evaluate;
mod range;
#[cfg(test)]
mod tests;

use crate::float::{FloatMeaning, FloatOperation};
use crate::{Term, TermId, TermPool};
use base::Bits;
use contract::contract;
use evaluate::{Evaluation, Region};
use range::{FloatRange, Width};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many cases of one question are looked at.
const MOST_CASES: usize = 200;
/// Regions are divided by the truths of at most so many conditions.
const MOST_CONDITIONS: usize = 8;
/// After so many regions it is looked whether a point in one shows that they are in vain.
const BETWEEN_POINTS: usize = 32;

/// What is asserted, taken apart: truths of terms.
#[derive(Clone, Default)]
pub struct Literals {
    truths: FxHashMap<TermId, bool>,
    /// Conjunctions that do not hold, which may come to more once more is given.
    denied: Vec<TermId>,
    /// Terms that say something of floats, by what they are made of.
    about_floats: Vec<(TermId, bool)>,
    is_contradictory: bool,
}

impl Literals {
    /// The width-1 terms are true.
    pub fn assert(&mut self, pool: &TermPool, terms: impl IntoIterator<Item = TermId>) {
        terms.into_iter().for_each(|term| self.take(pool, term, true));
        self.propagate(pool);
    }

    fn assume(&mut self, pool: &TermPool, term: TermId, truth: bool) {
        self.take(pool, term, truth);
        self.propagate(pool);
    }

    /// What was denied may say more by what was given since.
    fn propagate(&mut self, pool: &TermPool) {
        let mut before = usize::MAX;
        while self.truths.len() != before {
            before = self.truths.len();
            for term in std::mem::take(&mut self.denied) {
                self.deny(pool, term);
            }
        }
    }

    fn take(&mut self, pool: &TermPool, term: TermId, truth: bool) {
        let mut waiting = vec![(term, truth)];
        while let Some((term, truth)) = waiting.pop() {
            match *pool.get(term) {
                Term::Not(a) => {
                    waiting.push((a, !truth));
                    continue;
                }
                Term::Const(value) => {
                    self.is_contradictory |= value.is_true() != truth;
                    continue;
                }
                _ => {}
            }
            match self.truths.insert(term, truth) {
                Some(before) => {
                    self.is_contradictory |= before != truth;
                    continue;
                }
                // The parts of a conjunction say all that it says.
                None if truth && matches!(pool.get(term), Term::And(..)) && pool.float_meaning(term).is_none() => {}
                None if says_something_of_floats(pool, term) => self.about_floats.push((term, truth)),
                None => {}
            }
            if let Term::And(a, b) = *pool.get(term) {
                match truth {
                    true => waiting.extend([(a, true), (b, true)]),
                    false => self.denied.push(term),
                }
            }
            if let Some(definition) = pool.definition(term) {
                waiting.push((definition.term, truth));
            }
        }
    }

    /// Not both parts of a conjunction hold.
    fn deny(&mut self, pool: &TermPool, term: TermId) {
        let Term::And(a, b) = *pool.get(term) else { return };
        match (self.known(pool, a), self.known(pool, b)) {
            (Some(false), _) | (_, Some(false)) => {}
            (Some(true), _) => self.take(pool, b, false),
            (_, Some(true)) => self.take(pool, a, false),
            (None, None) => self.denied.push(term),
        }
    }

    fn known(&self, pool: &TermPool, term: TermId) -> Option<bool> {
        match *pool.get(term) {
            Term::Not(a) => self.known(pool, a).map(|truth| !truth),
            _ => self.truths.get(&term).copied(),
        }
    }
}

/// May a truth of floats be among the connectives of a term?
fn says_something_of_floats(pool: &TermPool, term: TermId) -> bool {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        if pool.width(term) != 1 || !seen.insert(term) {
            continue;
        }
        if matches!(pool.float_meaning(term), Some(FloatMeaning::Test { .. })) {
            return true;
        }
        if seen.len() > MOST_CONNECTIVES {
            return false;
        }
        if let Term::Not(_) | Term::And(..) | Term::Xor(..) | Term::Ite { .. } | Term::Eq(..) = pool.get(term) {
            waiting.extend(pool.get(term).operands());
        }
        waiting.extend(pool.definition(term).map(|definition| definition.term));
    }
    false
}

/// Of larger conditions nothing is said.
const MOST_CONNECTIVES: usize = 2000;

/// What a search comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    Refuted,
    /// Ranges do not say it, however long the search goes on. Where floats have such values they say nothing.
    Impossible(Vec<(TermId, Bits)>),
    /// The search was ended.
    Ended,
}

/// Can the literals not hold together with any of these width-1 terms (or at all, if there are none)? `goes_on` is asked before each region.
pub fn refutation(pool: &TermPool, given: &Literals, any_of: &[TermId], goes_on: &mut dyn FnMut() -> bool) -> Refutation {
    let mut alone = |target: Option<TermId>| {
        let mut literals = given.clone();
        literals.assert(pool, target);
        if literals.about_floats.is_empty() && !literals.is_contradictory {
            Refutation::Impossible(Vec::new())
        } else {
            of_cases(pool, literals, &mut { MOST_CASES }, goes_on)
        }
    };
    if any_of.is_empty() {
        return alone(None);
    }
    any_of.iter().map(|&target| alone(Some(target))).find(|result| *result != Refutation::Refuted).unwrap_or(Refutation::Refuted)
}

/// Looks at the cases that conjunctions leave of which it is only known that they do not hold, before it divides regions.
fn of_cases(pool: &TermPool, mut literals: Literals, left: &mut usize, goes_on: &mut dyn FnMut() -> bool) -> Refutation {
    loop {
        if literals.is_contradictory {
            return Refutation::Refuted;
        }
        if !goes_on() {
            return Refutation::Ended;
        }
        let mut within = Region { ranges: FxHashMap::default(), truths: literals.truths.clone() };
        if !contract(pool, &literals.about_floats, &mut within) {
            return Refutation::Refuted;
        }
        let mut evaluation = Evaluation::new(pool, &within);
        if evaluation.contradicts(&literals.about_floats) {
            return Refutation::Refuted;
        }
        let is_about_floats: FxHashSet<TermId> = literals.about_floats.iter().map(|&(term, _)| term).collect();
        // The last ones come from what is asked.
        let denied = literals.denied.iter().rev().filter(|term| is_about_floats.contains(term));
        let open = denied.filter_map(|&term| if let Term::And(a, b) = *pool.get(term) { Some((a, b)) } else { None });
        let mut open = open.map(|(a, b)| (a, b, evaluation.truth(a), evaluation.truth(b))).filter(|case| case.2 != Some(false) && case.3 != Some(false));
        let (a, b, truth_of_a, truth_of_b) = match open.next() {
            Some(case) if *left > 0 => case,
            _ => return BranchAndPrune::new(pool, &literals).result(goes_on),
        };
        if truth_of_a.is_none() && truth_of_b.is_none() {
            *left -= 1;
            let mut first = literals.clone();
            first.assume(pool, a, false);
            match of_cases(pool, first, left, goes_on) {
                Refutation::Refuted => {}
                other => return other,
            }
            literals.assume(pool, a, true);
        }
        // One part holds, so the other does not.
        literals.assume(pool, if truth_of_b == Some(true) { a } else { b }, false);
    }
}

/// The search for regions that together hold everything, each of which is refuted.
struct BranchAndPrune<'a> {
    pool: &'a TermPool,
    literals: &'a [(TermId, bool)],
    start: Region,
    /// Floats that are no results.
    leaves: Vec<(TermId, Width)>,
    /// Conditions that decide between floats and are not given.
    conditions: Vec<TermId>,
}

impl<'a> BranchAndPrune<'a> {
    fn new(pool: &'a TermPool, literals: &'a Literals) -> Self {
        let start = Region { ranges: FxHashMap::default(), truths: literals.truths.clone() };
        let mut search = Self { pool, literals: &literals.about_floats, start, leaves: Vec::new(), conditions: Vec::new() };
        search.collect();
        search
    }

    /// Finds what the literals are made of.
    fn collect(&mut self) {
        let pool = self.pool;
        let mut seen = FxHashSet::default();
        let mut truths: Vec<TermId> = self.literals.iter().map(|&(term, _)| term).collect();
        let mut floats: Vec<(TermId, Width)> = Vec::new();
        loop {
            if let Some(term) = truths.pop() {
                if !seen.insert((term, None)) {
                    continue;
                }
                if let Some(FloatMeaning::Test { format, test, .. }) = pool.float_meaning(term) {
                    floats.extend(Width::of(format).into_iter().flat_map(|width| test.operands().map(move |operand| (operand, width))));
                    continue;
                }
                let operands = pool.get(term).operands().filter(|&operand| pool.width(operand) == 1);
                truths.extend(operands);
                truths.extend(pool.definition(term).map(|definition| definition.term));
            } else if let Some((term, width)) = floats.pop() {
                if seen.insert((term, Some(width == Width::Single))) {
                    self.collect_float(term, width, &mut floats, &mut truths);
                }
            } else {
                return;
            }
        }
    }

    fn collect_float(&mut self, term: TermId, width: Width, floats: &mut Vec<(TermId, Width)>, truths: &mut Vec<TermId>) {
        match self.pool.float_meaning(term) {
            Some(FloatMeaning::Result(format, operation)) if Width::of(format) == Some(width) => {
                floats.extend(floats_of(operation, width));
                return;
            }
            _ => {}
        }
        match *self.pool.get(term) {
            Term::Const(_) => {}
            Term::Ite { cond, then, other } => {
                floats.extend([(then, width), (other, width)]);
                truths.push(cond);
                if !self.start.truths.contains_key(&cond) && self.conditions.len() < MOST_CONDITIONS && !self.conditions.contains(&cond) {
                    self.conditions.push(cond);
                }
            }
            _ => match self.pool.definition(term) {
                Some(definition) => floats.push((definition.term, width)),
                None => self.leaves.push((term, width)),
            },
        }
    }

    fn result(&self, goes_on: &mut dyn FnMut() -> bool) -> Refutation {
        let mut start = self.start.clone();
        if !contract(self.pool, self.literals, &mut start) {
            return Refutation::Refuted;
        }
        // What is narrow from the beginning is divided as often as what is wide.
        let extents: Vec<f64> = self.leaves.iter().map(|&(leaf, width)| Evaluation::new(self.pool, &start).float(leaf, width).extent()).collect();
        let mut waiting = vec![start];
        let mut regions = 0;
        while let Some(mut within) = waiting.pop() {
            if !goes_on() {
                return Refutation::Ended;
            }
            if !contract(self.pool, self.literals, &mut within) || Evaluation::new(self.pool, &within).contradicts(self.literals) {
                continue;
            }
            if regions % BETWEEN_POINTS == 0
                && let Some(point) = self.point(&within)
            {
                return Refutation::Impossible(point);
            }
            regions += 1;
            let Some(parts) = self.divided(&within, &extents) else { return Refutation::Impossible(self.point(&within).unwrap_or_default()) };
            waiting.extend(parts);
        }
        Refutation::Refuted
    }

    /// A point in the region at which no literal is refuted. Then no regions refute them, since those around it say less.
    fn point(&self, within: &Region) -> Option<Vec<(TermId, Bits)>> {
        let mut evaluation = Evaluation::new(self.pool, within);
        if self.conditions.iter().any(|&condition| evaluation.truth(condition).is_none()) {
            return None;
        }
        let (mut point, mut values) = (within.clone(), Vec::new());
        for &(leaf, width) in &self.leaves {
            let range = evaluation.float(leaf, width);
            if range.has_numbers() {
                let middle = if range.is_point() { range.low } else { range.middle(width) };
                point.ranges.insert(leaf, FloatRange::of(middle));
                values.push((leaf, width.bits(middle)));
            }
        }
        let is_refuted = !contract(self.pool, self.literals, &mut point) || Evaluation::new(self.pool, &point).contradicts(self.literals);
        (!is_refuted).then_some(values)
    }

    /// Two regions that together are the region; `None` if nothing is left to divide.
    fn divided(&self, within: &Region, extents: &[f64]) -> Option<[Region; 2]> {
        let mut evaluation = Evaluation::new(self.pool, within);
        if let Some(&condition) = self.conditions.iter().find(|&&condition| evaluation.truth(condition).is_none()) {
            return Some([true, false].map(|truth| {
                let mut part = within.clone();
                part.truths.insert(condition, truth);
                part
            }));
        }
        let share = |range: FloatRange, extent: f64| if range.nan { f64::INFINITY } else { range.extent() / extent.max(f64::MIN_POSITIVE) };
        let ranges = self.leaves.iter().zip(extents).map(|(&(leaf, width), &extent)| (leaf, width, evaluation.float(leaf, width), extent));
        let dividable = ranges.filter_map(|(leaf, width, range, extent)| Some((leaf, range.halves(width)?, share(range, extent))));
        let (leaf, halves, _) = dividable.max_by(|a, b| a.2.total_cmp(&b.2))?;
        Some(halves.map(|half| {
            let mut part = within.clone();
            part.ranges.insert(leaf, half);
            part
        }))
    }
}

/// The floats that an operation is applied to.
fn floats_of(operation: FloatOperation, width: Width) -> impl Iterator<Item = (TermId, Width)> {
    let width = match operation {
        FloatOperation::FromInteger { .. } => None,
        FloatOperation::Convert(from, _) => Width::of(from),
        _ => Some(width),
    };
    width.into_iter().flat_map(move |width| operation.operands().map(move |operand| (operand, width)))
}
