//! Equations that are claimed and follow from such as are assumed, as polynomials, and sums that compared products are equal to: the solver is told of the implications, since
//! it would look at single bits of products.
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
    /// Tells the solver which of the equations in these claims follow from which in these assumptions, and what products are that are compared there.
    pub(super) fn tell_consequences(&mut self, candidates: &[usize]) {
        let (step, unrolling) = (self.step, self.unrolling);
        let used: Vec<&Use> = candidates.iter().map(|&i| &step.candidates[i]).collect();
        let asked = unrolling.goals.iter().map(|&(_, c)| c).chain(unrolling.violations.iter().map(|&(_, c)| c));
        let claims: Vec<TermId> = used.iter().flat_map(|used| used.broken.iter().copied()).chain(asked).collect();
        let pool = &self.own.pool;
        // Also what is asked has assumptions in it: those of the program.
        let (claimed, assumed) = (equations(pool, &claims), equations(pool, &used.iter().flat_map(|used| used.assumed.iter().copied()).collect::<Vec<_>>()));
        if !claimed.iter().chain(&assumed).any(|&equation| has_product(pool, equation)) {
            return;
        }
        // Most of the time is for the questions.
        let until = self.stop.deadline().map(|deadline| Instant::now() + deadline.saturating_duration_since(Instant::now()) / 4);
        self.tell_equations(&claimed, &assumed, until);
        for number in compared(&self.own.pool, &claims) {
            if self.is_over(until) {
                return;
            }
            if let Some(implication) = self.own.pool.without_products(&assumed, number) {
                self.tell_implication(implication);
            }
        }
    }

    fn tell_equations(&mut self, claimed: &[TermId], assumed: &[TermId], until: Option<Instant>) {
        let known: FxHashSet<TermId> = assumed.iter().copied().collect();
        let all: Vec<TermId> = assumed.iter().chain(claimed.iter().filter(|e| !known.contains(e))).copied().collect();
        for &equation in claimed.iter().filter(|equation| !known.contains(equation)) {
            if self.is_over(until) {
                return;
            }
            let mut found = Vec::new();
            // What follows from assumptions alone is of more use.
            for given in [assumed, &all].into_iter().filter(|given| !given.is_empty()) {
                let others: Vec<TermId> = given.iter().copied().filter(|&other| other != equation).collect();
                found = self.own.pool.consequences(&others, equation);
                if !found.is_empty() {
                    break;
                }
            }
            for implication in found {
                self.tell_implication(implication);
            }
        }
    }

    fn is_over(&self, until: Option<Instant>) -> bool {
        self.stop.reason().is_some() || until.is_some_and(|until| Instant::now() >= until)
    }

    fn tell_implication(&mut self, implication: TermId) {
        if self.own.implications.insert(implication) {
            self.own.solver.assert(&self.own.pool, implication);
        }
    }
}

/// The equations of numbers that conditions are made of.
fn equations(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    parts(pool, conditions, |term, found| {
        if matches!(pool.get(term), Term::Eq(..)) {
            found.push(term);
        }
    })
}

/// The numbers with products that the orders in conditions compare.
fn compared(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    parts(pool, conditions, |term, found| {
        if let Term::Slt(a, b) | Term::Ult(a, b) = *pool.get(term) {
            found.extend([a, b].into_iter().filter(|&number| has_product(pool, number)));
        }
    })
}

/// What is found in the parts of conditions that are connected by logic.
fn parts(pool: &TermPool, conditions: &[TermId], take: impl Fn(TermId, &mut Vec<TermId>)) -> Vec<TermId> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for &condition in conditions {
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
                _ => take(term, &mut found),
            }
        }
    }
    found
}

/// Is there a product of two terms that are not constant?
fn has_product(pool: &TermPool, term: TermId) -> bool {
    let (mut work, mut seen) = (vec![term], FxHashSet::default());
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
