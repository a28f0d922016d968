//! What may hold of an element: that it is what was stored, what the program asks of such elements elsewhere, bounds of the values stored, and what a loop that
//! reads elements has made of them.

use super::least_and_greatest;
use super::place::{element, elements_in, said_of};
use super::range::{Here, Sweep};
use super::rounds::Way;
use crate::intervals::{At, Intervals};
use crate::invariants::guards::Conditions;
use crate::invariants::heads::Head;
use crate::rewrite::{conjunction, inverse, reads, replaced, without_casts};
use goto::{BinOp, Body, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Program, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Comparisons of elements that are looked at for one array, and conditions.
const COMPARISONS: usize = 8;
const CONDITIONS: usize = 4;

/// An element that a nest of loops goes through, looked at from a head.
pub(super) struct Said<'a> {
    pub intervals: &'a Intervals,
    pub head: &'a Head,
    pub sweep: &'a Sweep<'a>,
    pub here: Here,
}

impl Said<'_> {
    /// What a way of the innermost loop leaves in the element; the inner `None` if it may be anything, the outer one if it stores nothing there.
    fn stored_on(&self, way: &Way) -> Option<Option<ExprId>> {
        way.stores.iter().rev().find(|s| s.place == self.sweep.element.place).map(|s| s.value)
    }

    /// The value that each round stores, in terms of any indices; `old` is what was there before.
    pub(super) fn value(&self, program: &mut Program, old: Option<ExprId>) -> Option<ExprId> {
        let mut ways = self.sweep.innermost().ways.iter();
        let value = self.stored_on(ways.next()?)??;
        let is_the_same = ways.all(|way| self.stored_on(way) == Some(Some(value)));
        if is_the_same { self.told(program, value, old) } else { None }
    }

    /// The expression in terms of any indices, as far as it says nothing of the element itself but what was there before.
    fn told(&self, program: &mut Program, expr: ExprId, old: Option<ExprId>) -> Option<ExprId> {
        let told = self.sweep.told(program, expr, self.here)?;
        let place = self.sweep.place(program)?;
        match (reads(program, told, place), old) {
            (false, _) => Some(told),
            (true, None) => None,
            (true, Some(old)) => replaced(program, told, &|e| (e == place).then_some(old)),
        }
    }

    /// Facts that say what was stored: on each way of the loop by itself where they differ, and all of these together.
    pub(super) fn stored(&self, program: &mut Program, old: Option<ExprId>) -> Vec<ExprId> {
        let Some(place) = self.sweep.place(program) else { return Vec::new() };
        let ty = program.exprs.ty(place);
        if let Some(value) = self.value(program, old) {
            let value = program.build().cast(value, ty);
            return vec![program.build().binary(BinOp::Eq, place, value)];
        }
        let ways = &self.sweep.innermost().ways;
        let is_shared = |condition: ExprId| ways.iter().all(|way| way.conditions.iter().any(|c| c.1 == condition));
        let (mut found, mut values, mut all_known) = (Vec::new(), Vec::new(), true);
        for way in ways {
            let value = match self.stored_on(way) {
                Some(Some(value)) => self.told(program, value, old),
                Some(None) => None,
                None => {
                    // Another element, or none.
                    all_known &= self.stores_beside(program, way);
                    continue;
                }
            };
            let Some(value) = value else {
                all_known = false;
                continue;
            };
            let value = program.build().cast(value, ty);
            let is_it = program.build().binary(BinOp::Eq, place, value);
            if !values.contains(&is_it) {
                values.push(is_it);
            }
            let conditions: Vec<ExprId> = way.conditions.iter().map(|c| c.1).filter(|&c| !is_shared(c)).collect();
            let told: Option<Vec<ExprId>> = conditions.into_iter().map(|c| self.told(program, c, old)).collect();
            if let Some(when) = told.and_then(|told| conjunction(program, &told)) {
                let mut build = program.build();
                let otherwise = build.not(when);
                found.push(build.binary(BinOp::Or, otherwise, is_it));
            }
        }
        if all_known && values.len() > 1 || found.is_empty() {
            let either = values.iter().copied().reduce(|a, b| program.build().binary(BinOp::Or, a, b));
            found.extend(either);
        }
        found
    }

    /// Does a way store in an element of the same array that only has another index?
    fn stores_beside(&self, program: &mut Program, way: &Way) -> bool {
        way.stores.iter().any(|s| element(program, s.place).is_some_and(|e| e.skeleton == self.sweep.element.skeleton))
    }

    /// Facts that do not depend on which round has stored: what is asked of such elements, and bounds.
    pub(super) fn asked(&self, program: &mut Program) -> Vec<ExprId> {
        let Some(place) = self.sweep.place(program) else { return Vec::new() };
        let mut found = self.conditions(program);
        let stores = program.functions[self.head.func].body.as_ref().map_or_else(Vec::new, |body| self.stores_in_text(body));
        found.extend(bounds(program, self.intervals, self.head, &stores, place, false));
        found.extend(compared(program, self.sweep.element.skeleton, place));
        found
    }

    /// The instructions of the nest that store in the array.
    fn stores_in_text(&self, body: &Body) -> Vec<(InstrId, ExprId)> {
        let stores = self.sweep.innermost().ways.iter().flat_map(|way| &way.stores);
        let places: FxHashSet<InstrId> = stores.filter(|s| s.place == self.sweep.element.place).map(|s| s.at).collect();
        let mut found: Vec<(InstrId, ExprId)> = places.into_iter().filter_map(|at| Some((at, assigned(body, at)?))).collect();
        found.sort_unstable();
        found
    }

    /// Conditions of the function about elements of the same array, said of any.
    fn conditions(&self, program: &mut Program) -> Vec<ExprId> {
        let mut found = Vec::new();
        let Conditions { claimed, others } = Conditions::of(program, self.head);
        for (condition, is_claimed) in claimed.into_iter().map(|c| (c, true)).chain(others.into_iter().map(|c| (c, false))) {
            let same = elements_in(program, condition).into_iter().find(|e| e.skeleton == self.sweep.element.skeleton);
            let Some(same) = same else { continue };
            // Comparisons with constants are looked at for all arrays.
            if elements_only(program, condition) {
                continue;
            }
            let Some(fact) = self.of_any(program, condition, &same.indices, same.place) else { continue };
            if found.len() < 2 * CONDITIONS && !found.contains(&fact) {
                let other = program.build().not(fact);
                found.push(fact);
                found.extend((!is_claimed).then_some(other));
            }
        }
        found
    }

    /// A condition on an element with these indices, said of the element at any indices.
    fn of_any(&self, program: &mut Program, condition: ExprId, indices: &[ExprId], place: ExprId) -> Option<ExprId> {
        let any = self.sweep.place(program)?;
        let mut known = vec![(place, any)];
        for (&index, &each) in indices.iter().zip(&self.sweep.each) {
            for variable in variables(program, index) {
                if known.iter().all(|k| k.0 != variable)
                    && let Some(value) = inverse(program, index, variable, each)
                {
                    known.push((variable, value));
                    break;
                }
            }
        }
        let pairs: Vec<(ExprId, ExprId)> = indices.iter().copied().zip(self.sweep.each.iter().copied()).collect();
        said_of(program, condition, &known, &pairs)
    }

    /// What the loop has found out of the elements that it has read: what it asks of each to go on, that a variable is the least or the greatest, that a flag would have
    /// been set otherwise, and what functions were handed as a condition.
    pub(super) fn found_out(&self, program: &mut Program) -> Vec<ExprId> {
        let Some(place) = self.sweep.place(program) else { return Vec::new() };
        let mut found = self.passed(program);
        for way in &self.sweep.innermost().ways {
            for &(_, claim) in &way.claims {
                if reads(program, claim, self.sweep.element.place) {
                    found.extend(self.sweep.told(program, claim, self.here));
                }
            }
            self.of_now(program, way, &mut found);
            let about: Vec<ExprId> = way.conditions.iter().map(|c| c.1).filter(|&c| !elements_in(program, c).is_empty()).collect();
            let mut values: Vec<(ExprId, ExprId)> = way.values.iter().filter_map(|(&place, &value)| Some((place, value?))).collect();
            values.sort_unstable();
            for (variable, value) in values {
                if elements_in(program, variable).is_empty() {
                    self.of_variable(program, (variable, value), &about, place, &mut found);
                }
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|&fact| seen.insert(fact));
        found
    }

    /// What the loop asks of an element in every round, so that those that it went past have it.
    fn passed(&self, program: &mut Program) -> Vec<ExprId> {
        let ways = &self.sweep.innermost().ways;
        let is_shared = |condition: ExprId| ways.iter().all(|way| way.conditions.iter().any(|c| c.1 == condition));
        let first = ways.first().map_or(&[][..], |way| &way.conditions);
        let shared: Vec<ExprId> = first.iter().map(|c| c.1).filter(|&c| is_shared(c) && reads(program, c, self.sweep.element.place)).collect();
        shared.into_iter().filter_map(|condition| self.sweep.told(program, condition, self.here)).collect()
    }

    /// Where a condition on an element changes what it reads, such as the place of the least element so far: that it holds of no element before, as things are now.
    fn of_now(&self, program: &mut Program, way: &Way, found: &mut Vec<ExprId>) {
        let pairs: Vec<(ExprId, ExprId)> = self.sweep.element.indices.iter().copied().zip(self.sweep.each.iter().copied()).collect();
        let counters: Vec<ExprId> = self.sweep.innermost().counters.iter().filter(|c| c.always).map(|c| c.place).collect();
        for &(_, condition) in &way.conditions {
            let is_changed = way.values.keys().any(|&changed| !counters.contains(&changed) && reads(program, condition, changed));
            if !is_changed || !reads(program, condition, self.sweep.element.place) {
                continue;
            }
            if let Some(told) = said_of(program, condition, &[], &pairs).filter(|&told| told != condition) {
                found.push(reversed(program, told));
            }
        }
    }

    /// How the elements compare with those that a round compares with each other, at their indices now.
    pub(super) fn among(&self, program: &mut Program) -> Vec<ExprId> {
        let Some(place) = self.sweep.place(program) else { return Vec::new() };
        let rounds = self.sweep.innermost();
        if rounds.head != self.head.head {
            return Vec::new();
        }
        let mut found = Vec::new();
        for &(_, condition) in rounds.ways.iter().flat_map(|way| &way.conditions) {
            let mut same = elements_in(program, condition);
            same.retain(|e| e.skeleton == self.sweep.element.skeleton);
            for other in same.iter().filter(|_| same.len() > 1) {
                let mut build = program.build();
                for fact in [build.binary(BinOp::Le, place, other.place), build.binary(BinOp::Le, other.place, place)] {
                    if !found.contains(&fact) && found.len() < COMPARISONS {
                        found.push(fact);
                    }
                }
            }
        }
        found
    }

    /// What a variable says that a way sets to a value, where these conditions on elements hold.
    fn of_variable(&self, program: &mut Program, (variable, value): (ExprId, ExprId), about: &[ExprId], place: ExprId, found: &mut Vec<ExprId>) {
        if without_casts(program, value) == self.sweep.element.place && program.exprs.ty(variable) == program.exprs.ty(place) {
            let mut build = program.build();
            found.extend([build.binary(BinOp::Le, variable, place), build.binary(BinOp::Le, place, variable)]);
        }
        if program.exprs.as_const(value).is_none() || about.is_empty() {
            return;
        }
        let told: Option<Vec<ExprId>> = about.iter().map(|&c| self.sweep.told(program, c, self.here)).collect();
        if let Some(when) = told.and_then(|told| conjunction(program, &told)) {
            let mut build = program.build();
            let is_set = build.binary(BinOp::Eq, variable, value);
            let is_other = build.not(when);
            found.push(build.binary(BinOp::Or, is_set, is_other));
        }
    }
}

/// What holds where the condition does not; a comparison that may be equal either way.
fn reversed(program: &mut Program, condition: ExprId) -> ExprId {
    let (inner, holds) = match program.exprs.kind(condition) {
        ExprKind::Unary(UnOp::Not, inner) => (inner, false),
        _ => (condition, true),
    };
    match (program.exprs.kind(inner), holds) {
        (ExprKind::Binary(BinOp::Lt | BinOp::Le, a, b), true) => program.build().binary(BinOp::Le, b, a),
        (ExprKind::Binary(BinOp::Lt | BinOp::Le, a, b), false) => program.build().binary(BinOp::Le, a, b),
        _ => program.build().not(condition),
    }
}

/// Does the expression read elements and constants alone?
fn elements_only(program: &Program, expr: ExprId) -> bool {
    match program.exprs.kind(expr) {
        ExprKind::Const(_) => true,
        ExprKind::Var(_) => false,
        _ if program.exprs.is_place(expr) => true,
        _ => {
            let mut only = true;
            program.exprs.operands(expr, |e| only &= elements_only(program, e));
            only
        }
    }
}

/// The variables that an expression reads.
fn variables(program: &Program, expr: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    program.exprs.walk(expr, &mut FxHashSet::default(), &mut |e, kind| {
        if matches!(kind, ExprKind::Var(_)) {
            found.push(e);
        }
    });
    found
}

/// The value that an assignment stores.
pub(super) fn assigned(body: &Body, at: InstrId) -> Option<ExprId> {
    match body[at].kind {
        InstrKind::Assign { rhs, .. } => Some(rhs),
        _ => None,
    }
}

/// The least and the greatest value stored, as far as the intervals say; with what is there at first, if that is zero.
pub(super) fn bounds(program: &mut Program, intervals: &Intervals, head: &Head, stores: &[(InstrId, ExprId)], place: ExprId, with_zero: bool) -> Vec<ExprId> {
    limits(program, intervals, head, stores, with_zero).map_or_else(Vec::new, |span| within(program, place, span))
}

/// The place lies between these, where that says anything.
pub(in crate::invariants) fn within(program: &mut Program, place: ExprId, (low, high): (i128, i128)) -> Vec<ExprId> {
    let Some((least, greatest)) = least_and_greatest(program, place) else { return Vec::new() };
    let ty = program.exprs.ty(place);
    let mut build = program.build();
    let mut found = Vec::new();
    if low > least {
        let bound = build.constant(ty, low);
        found.push(build.binary(BinOp::Le, bound, place));
    }
    if high < greatest {
        let bound = build.constant(ty, high);
        found.push(build.binary(BinOp::Le, place, bound));
    }
    found
}

/// The same as numbers.
pub(super) fn limits(program: &Program, intervals: &Intervals, head: &Head, stores: &[(InstrId, ExprId)], with_zero: bool) -> Option<(i128, i128)> {
    let mut all = with_zero.then_some((0, 0));
    for &(store, value) in stores {
        let (least, greatest) = span(program, intervals, (head.func, store), value)?;
        let (low, high) = all.unwrap_or((least, greatest));
        all = Some((low.min(least), high.max(greatest)));
    }
    all
}

/// The least and the greatest value that an expression has at an instruction, as the intervals of the text before say.
pub(in crate::invariants) fn span(program: &Program, intervals: &Intervals, (func, at): (FuncId, InstrId), value: ExprId) -> Option<(i128, i128)> {
    let facts = (0..=at.index()).rev().take(64).find_map(|at| match intervals.at(func, InstrId::new(at)) {
        At::Known(facts) => Some(facts),
        _ => None,
    });
    facts.and_then(|facts| facts.value(program, value)).map(|number| (number.low(), number.high()))
}

/// What the program compares elements of this type with, said of one place: as it is and as it is not. Those of the same array come first.
pub(super) fn compared(program: &mut Program, skeleton: ExprId, place: ExprId) -> Vec<ExprId> {
    let ty = program.exprs.ty(place);
    let mut candidates: Vec<(ExprId, ExprId)> = Vec::new();
    for (_, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        let Some(body) = &function.body else { continue };
        comparisons(program, body, ty, &mut candidates);
    }
    let mut sorted: Vec<(bool, ExprId, ExprId)> = Vec::new();
    for (comparison, part) in candidates {
        if let Some(found) = element(program, part) {
            sorted.push((found.skeleton != skeleton, comparison, part));
        } else if matches!(program.exprs.kind(part), ExprKind::Var(_)) {
            sorted.push((true, comparison, part));
        }
    }
    sorted.sort_by_key(|c| c.0);
    let mut found = Vec::new();
    for (_, comparison, part) in sorted {
        let copy_type = program.exprs.ty(part);
        let new = program.build().cast(place, copy_type);
        let Some(fact) = replaced(program, comparison, &|e| (e == part).then_some(new)) else { continue };
        if !found.contains(&fact) && found.len() < COMPARISONS {
            let other = program.build().not(fact);
            found.extend([fact, other]);
        }
    }
    found
}

/// Comparisons with constants, each with the part that is compared: an element, or a variable that is set to one.
fn comparisons(program: &Program, body: &Body, ty: goto::TypeId, found: &mut Vec<(ExprId, ExprId)>) {
    let mut copies: FxHashMap<ExprId, ExprId> = FxHashMap::default();
    for instruction in body.values() {
        if let InstrKind::Assign { lhs, rhs } = instruction.kind
            && let inner = without_casts(program, rhs)
            && matches!(program.exprs.kind(lhs), ExprKind::Var(_))
            && program.exprs.ty(inner) == ty
            && is_element_like(program, inner)
        {
            copies.insert(lhs, inner);
        }
    }
    let mut seen = FxHashSet::default();
    for instruction in body.values() {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |e, kind| {
                let ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) = kind else { return };
                let (compared, other) = if program.exprs.as_const(b).is_some() { (a, b) } else { (b, a) };
                if program.exprs.as_const(other).is_none() {
                    return;
                }
                let part = without_casts(program, compared);
                if copies.contains_key(&part) || program.exprs.ty(part) == ty && is_element_like(program, part) {
                    found.push((e, part));
                }
            });
        });
    }
}

fn is_element_like(program: &Program, place: ExprId) -> bool {
    matches!(program.exprs.kind(place), ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Field { .. }) && program.exprs.is_place(place)
}
