//! Equations that are claimed and follow from such as are assumed, as polynomials: the solver is told of the implications, since it would look at single bits of products.
//! These hold under every assignment, whatever is assumed; so nothing that is proved rests on what is looked at here.

use super::Round;
use rustc_hash::FxHashSet;
use std::time::Instant;
use symex::Use;
use term::{Term, TermId, TermPool};

/// Equations of either kind that are looked at.
const MOST: usize = 48;
/// Parts of a condition through which equations are looked for.
const PARTS: usize = 400;

impl Round<'_, '_> {
    /// Tells the solver which of the equations in these claims follow from which in these assumptions.
    pub(super) fn tell_consequences(&mut self, candidates: &[usize]) {
        let (step, unrolling) = (self.step, self.unrolling);
        let used: Vec<&Use> = candidates.iter().map(|&i| &step.candidates[i]).collect();
        let asked = unrolling.goals.iter().map(|&(_, c)| c).chain(unrolling.violations.iter().map(|&(_, c)| c));
        let pool = &self.own.pool;
        let claimed = equations(pool, used.iter().flat_map(|used| used.broken.iter().copied()).chain(asked));
        // Also what is asked has assumptions in it: those of the program.
        let assumed = equations(pool, used.iter().flat_map(|used| used.assumed.iter().copied()));
        let known: FxHashSet<TermId> = assumed.iter().copied().collect();
        let given: Vec<TermId> = assumed.iter().chain(claimed.iter().filter(|e| !known.contains(e))).copied().collect();
        // What follows from assumptions alone is of more use.
        let sources = [assumed, given];
        if !sources[1].iter().any(|&equation| has_product(pool, equation)) {
            return;
        }
        // Most of the time is for the questions.
        let until = self.stop.deadline().map(|deadline| Instant::now() + deadline.saturating_duration_since(Instant::now()) / 4);
        for equation in claimed.into_iter().filter(|equation| !known.contains(equation)) {
            if self.stop.reason().is_some() || until.is_some_and(|until| Instant::now() >= until) {
                return;
            }
            let mut found = Vec::new();
            for given in sources.iter().filter(|given| !given.is_empty()) {
                let others: Vec<TermId> = given.iter().copied().filter(|&other| other != equation).collect();
                found = self.own.pool.consequences(&others, equation);
                if !found.is_empty() {
                    break;
                }
            }
            for implication in found {
                if self.own.implications.insert(implication) {
                    self.own.solver.assert(&self.own.pool, implication);
                }
            }
        }
    }
}

/// The equations of numbers that conditions are made of.
fn equations(pool: &TermPool, conditions: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for condition in conditions {
        let (mut work, mut parts) = (vec![condition], 0);
        while let Some(term) = work.pop().filter(|_| parts < PARTS && found.len() < MOST) {
            if !seen.insert(term) {
                continue;
            }
            parts += 1;
            match *pool.get(term) {
                Term::Not(a) => work.push(a),
                Term::And(a, b) => work.extend([a, b]),
                Term::Ite { cond, then, other } if pool.width(term) == 1 => work.extend([cond, then, other]),
                Term::Eq(..) => found.push(term),
                _ => {}
            }
        }
    }
    found
}

/// Is there a product of two terms that are not constant?
fn has_product(pool: &TermPool, equation: TermId) -> bool {
    let (mut work, mut seen) = (vec![equation], FxHashSet::default());
    while let Some(term) = work.pop().filter(|_| seen.len() < PARTS) {
        if !seen.insert(term) {
            continue;
        }
        match *pool.get(term) {
            Term::Mul(a, b) if pool.as_const(a).is_none() && pool.as_const(b).is_none() => return true,
            _ => work.extend(pool.get(term).operands()),
        }
    }
    false
}
