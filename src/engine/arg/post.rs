//! What is known after an edge: the Cartesian abstraction of its effect, which says of each predicate alone whether it must hold, must not, or may do either.

use super::effect::{Effect, Effects, Setting};
use super::logic::Logic;
use automata::Guard;
use goto::edges::EdgeId;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::TermId;

/// A conjunction of predicates and negated predicates, ascending.
pub type Literals = Rc<[TermId]>;

/// A step of the program together with an automaton.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProductStep {
    pub edge: EdgeId,
    pub setting: Setting,
    pub guard: Guard,
}

/// Successors that are kept. With more the memory is worth more than the time.
const MOST_KNOWN: usize = 500_000;

/// Computes abstract successors; keeps what it has computed.
#[derive(Default)]
pub struct Post {
    before: FxHashMap<(EdgeId, Setting, TermId), TermId>,
    known: FxHashMap<(Literals, ProductStep, Vec<TermId>), Option<Literals>>,
}

/// What a step asks and leads to beyond its effect.
pub struct Taken {
    pub effect: Rc<Effect>,
    /// Conditions on the state before: those of the effect and of the guard.
    pub assumed: Vec<TermId>,
    /// The guard, where it is a condition on the state after.
    pub known_after: Vec<TermId>,
}

/// A step's conditions and effect.
pub fn taken(effects: &mut Effects<'_>, step: &ProductStep) -> Taken {
    let effect = effects.of(step.edge, step.setting);
    let mut assumed = effect.assumed.clone();
    let mut known_after = Vec::new();
    for literal in step.guard.literals() {
        let (mut after, mut before) = effects.guard(literal.predicate, step.edge, step.setting);
        if !literal.holds {
            after = effects.pool.not(after);
            before = effects.pool.not(before);
        }
        assumed.push(before);
        known_after.push(after);
    }
    Taken { effect, assumed, known_after }
}

impl Post {
    /// Forgets what it has computed of states, not of edges.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// A condition on the state after an edge as one on the state before.
    pub fn before(&mut self, effects: &mut Effects<'_>, edge: EdgeId, setting: Setting, condition: TermId) -> TermId {
        if let Some(&known) = self.before.get(&(edge, setting, condition)) {
            return known;
        }
        let effect = effects.of(edge, setting);
        let before = effect.before(&mut effects.pool, &effects.cells, condition);
        self.before.insert((edge, setting, condition), before);
        before
    }

    /// The predicates that are known after a step from a state; `None` if the step is impossible.
    pub fn successor(
        &mut self,
        effects: &mut Effects<'_>,
        logic: &mut Logic,
        literals: &Literals,
        step: &ProductStep,
        predicates: &[TermId],
    ) -> Option<Literals> {
        let key = (Rc::clone(literals), step.clone(), predicates.to_vec());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let result = self.compute(effects, logic, literals, step, predicates);
        if logic.stopped().is_none() {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, result.clone());
        }
        result
    }

    fn compute(&mut self, effects: &mut Effects<'_>, logic: &mut Logic, literals: &[TermId], step: &ProductStep, predicates: &[TermId]) -> Option<Literals> {
        let taken = taken(effects, step);
        let assumed: Vec<TermId> = taken.assumed.iter().copied().filter(|&a| !effects.pool.is_true(a)).collect();
        if assumed.iter().any(|&a| effects.pool.is_false(a)) {
            return None;
        }
        let mut premises = [literals, &assumed].concat();
        premises.sort_unstable();
        premises.dedup();
        if !assumed.is_empty() {
            let relevant = logic.relevant(&effects.pool, &premises, &assumed);
            let never = effects.pool.truth(false);
            if logic.implies(&mut effects.pool, &relevant, never) {
                return None;
            }
        }
        let mut after = Vec::new();
        for &predicate in predicates {
            let before = self.before(effects, step.edge, step.setting, predicate);
            if let Some(holds) = decide(effects, logic, &premises, before) {
                after.push(if holds { predicate } else { effects.pool.not(predicate) });
            }
        }
        for &known in &taken.known_after {
            let is_about_state = logic.supports.of(&effects.pool, known).iter().all(|&v| effects.cells.of_value(v).is_some());
            if is_about_state && !effects.pool.is_true(known) {
                after.push(known);
            }
        }
        after.sort_unstable();
        after.dedup();
        Some(after.into())
    }
}

/// Whether the premises decide a condition.
fn decide(effects: &mut Effects<'_>, logic: &mut Logic, premises: &[TermId], condition: TermId) -> Option<bool> {
    if let Some(value) = effects.pool.as_const(condition) {
        return Some(value.is_true());
    }
    if premises.binary_search(&condition).is_ok() {
        return Some(true);
    }
    let negation = effects.pool.not(condition);
    if premises.binary_search(&negation).is_ok() {
        return Some(false);
    }
    let relevant = logic.relevant(&effects.pool, premises, &[condition]);
    if logic.implies(&mut effects.pool, &relevant, condition) {
        return Some(true);
    }
    logic.implies(&mut effects.pool, &relevant, negation).then_some(false)
}
