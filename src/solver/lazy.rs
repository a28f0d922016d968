//! Abbreviations are opened only when a model needs it: solvers see them as variables, a model is held against the terms themselves, and where it gives an
//! abbreviation another value than its term has, the solver is told their equation, for good. So what no answer depends on is never translated.

use super::{Answer, Asked, Model, Query, Solver, Times, Unknown};
use base::{Bits, Id};
use rustc_hash::FxHashSet;
use std::time::Instant;
use term::eval::Evaluator;
use term::order::Order;
use term::{Term, TermId, TermPool};

/// Equations told after one model: at least so many, if there are any, and this part of all.
const FEW: usize = 4;
const PART: usize = 4;

/// A solver behind which abbreviations are opened on demand.
pub struct Lazy {
    inner: Box<dyn Solver>,
    asserted: Vec<TermId>,
    /// Terms that were looked at, by number.
    seen: FxHashSet<TermId>,
    /// Abbreviations of which the solver has not been told what they stand for.
    open: Vec<TermId>,
    /// All other variables.
    variables: Vec<TermId>,
    asked: Asked,
}

impl Lazy {
    /// All questions are counted.
    pub fn new(inner: Box<dyn Solver>, asked: Asked) -> Self {
        Self { inner, asserted: Vec::new(), seen: FxHashSet::default(), open: Vec::new(), variables: Vec::new(), asked }
    }

    /// Notes the abbreviations and variables in a term, also those behind abbreviations.
    fn look(&mut self, pool: &TermPool, term: TermId) {
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            match (pool.get(term), pool.definition(term)) {
                (_, Some(definition)) => {
                    self.open.push(term);
                    pending.push(definition.term);
                }
                (Term::Var { .. }, None) => self.variables.push(term),
                (node, None) => pending.extend(node.operands()),
            }
        }
    }

    /// The abbreviations to be opened because of a model, oldest first; none if the model is one of the terms themselves.
    fn wrong(&self, pool: &TermPool, query: &Query<'_>, model: &Model) -> Vec<TermId> {
        let mut values = Evaluator::new(&model.values);
        let mut holds = |term: &TermId| values.value(pool, *term).is_true();
        let fits =
            query.assumptions.iter().all(&mut holds) && (query.any_of.is_empty() || query.any_of.iter().any(&mut holds)) && self.asserted.iter().all(holds);
        if fits {
            return Vec::new();
        }
        let differs = |term: &TermId| model.values.get(term).is_some_and(|own| *own != values.value(pool, *term));
        let mut wrong: Vec<TermId> = self.open.iter().copied().filter(differs).collect();
        if wrong.is_empty() {
            wrong.clone_from(&self.open);
        }
        wrong.sort_by_key(|term| term.index());
        wrong.truncate((wrong.len() / PART).max(FEW));
        wrong
    }
}

impl Solver for Lazy {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, pool: &TermPool, term: TermId) {
        self.look(pool, term);
        self.asserted.push(term);
        self.inner.assert(pool, term);
    }

    fn check(&mut self, pool: &TermPool, query: &Query<'_>) -> Answer {
        self.asked.add_one();
        for &term in query.assumptions.iter().chain(query.any_of) {
            self.look(pool, term);
        }
        let until = query.budget.map(|budget| Instant::now() + budget);
        loop {
            if self.open.is_empty() {
                return self.inner.check(pool, query);
            }
            let budget = until.map(|until| until.saturating_duration_since(Instant::now()));
            if budget.is_some_and(|left| left.is_zero()) {
                return Answer::Unknown(Unknown::Budget);
            }
            let wanted: Vec<TermId> = self.variables.iter().chain(&self.open).copied().collect();
            let answer = self.inner.check(pool, &Query { wanted: &wanted, budget, ..*query });
            let Answer::Sat(mut model) = answer else { return answer };
            let wrong = self.wrong(pool, query, &model);
            if wrong.is_empty() || self.open.is_empty() {
                let wanted: FxHashSet<TermId> = query.wanted.iter().copied().collect();
                model.values.retain(|variable, _| wanted.contains(variable));
                return Answer::Sat(model);
            }
            for &abbreviation in &wrong {
                if let Some(definition) = pool.definition(abbreviation) {
                    self.inner.assert(pool, definition.equation);
                }
            }
            self.open.retain(|term| !wrong.contains(term));
        }
    }

    /// Of the order's terms, values are told as well.
    fn keep(&mut self, pool: &TermPool, order: &Order) -> bool {
        let is_kept = self.inner.keep(pool, order);
        if is_kept {
            let sources = order.readers().iter().flatten().flat_map(|source| [source.taken, source.there]);
            for term in order.relations().iter().map(|relation| relation.holds).chain(sources) {
                self.look(pool, term);
            }
        }
        is_kept
    }

    fn suggest(&mut self, pool: &TermPool, variable: TermId, value: Bits) {
        self.inner.suggest(pool, variable, value);
    }

    fn goes_on(&self) -> bool {
        self.inner.goes_on()
    }

    fn times(&self) -> Times {
        self.inner.times()
    }
}

#[cfg(test)]
mod tests {
    use super::super::embedded::Embedded;
    use super::*;
    use base::limits::Stop;

    /// A table of squares as an abbreviation, and a solver that knows nothing yet.
    fn squares() -> (TermPool, TermId, TermId, Lazy) {
        let mut pool = TermPool::new();
        let index = pool.var("index", 8);
        let mut table = pool.constant(Bits::new(16, 0));
        for i in 1..200u128 {
            let (number, square) = (pool.constant(Bits::new(8, i)), pool.constant(Bits::new(16, i * i)));
            let here = pool.eq(index, number);
            table = pool.ite(here, square, table);
        }
        let read = pool.abbreviate(table);
        (pool, index, read, Lazy::new(Box::new(Embedded::new()), Asked::default()))
    }

    fn ask(solver: &mut Lazy, pool: &TermPool, assumption: TermId, wanted: TermId) -> Answer {
        solver.check(pool, &Query { assumptions: &[assumption], any_of: &[], wanted: &[wanted], stop: &Stop::new(None), budget: None })
    }

    #[test]
    fn models_are_those_of_the_terms() {
        let (mut pool, index, read, mut solver) = squares();
        let (square, other) = (pool.constant(Bits::new(16, 144)), pool.constant(Bits::new(16, 145)));
        let (is_square, is_other) = (pool.eq(read, square), pool.eq(read, other));
        let Answer::Sat(model) = ask(&mut solver, &pool, is_square, index) else { panic!("12 squared is 144") };
        assert_eq!(model.values[&index], Bits::new(8, 12));
        assert!(matches!(ask(&mut solver, &pool, is_other, index), Answer::Unsat { .. }));
        assert!(solver.open.is_empty());
    }

    #[test]
    fn what_does_not_matter_stays_closed() {
        let (mut pool, index, read, mut solver) = squares();
        let (two, zero) = (pool.constant(Bits::new(8, 2)), pool.constant(Bits::new(16, 0)));
        let is_zero = pool.eq(read, zero);
        // No square of an integer ends in the digits 10.
        let root = pool.var("root", 8);
        let square = pool.mul(root, root);
        let impossible = pool.eq(square, two);
        let both = pool.and(impossible, is_zero);
        assert!(matches!(ask(&mut solver, &pool, both, index), Answer::Unsat { .. }));
        assert_eq!(solver.open.len(), 1);
    }
}
