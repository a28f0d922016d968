//! Several solvers as one: what the first does not know, the next is asked. Knows only the trait.

use super::{Answer, Query, Solver, Times, Unknown};
use base::Bits;
use std::ops::Add;
use term::{TermId, TermPool};

/// Solvers in the order in which they are asked.
pub struct Portfolio {
    name: String,
    solvers: Vec<Box<dyn Solver>>,
}

impl Portfolio {
    pub fn new(solvers: Vec<Box<dyn Solver>>) -> Self {
        let names: Vec<&str> = solvers.iter().map(|solver| solver.name()).collect();
        Self { name: names.join("+"), solvers }
    }
}

impl Solver for Portfolio {
    fn name(&self) -> &str {
        &self.name
    }

    fn assert(&mut self, pool: &TermPool, term: TermId) {
        for solver in &mut self.solvers {
            solver.assert(pool, term);
        }
    }

    /// The first answer that is one; else the last solver's reason. The budget is each solver's.
    fn check(&mut self, pool: &TermPool, query: &Query) -> Answer {
        let mut last = Answer::Unknown(Unknown::Failed("no solver".to_string()));
        for solver in &mut self.solvers {
            last = solver.check(pool, query);
            if !matches!(last, Answer::Unknown(Unknown::Budget | Unknown::Failed(_))) {
                break;
            }
        }
        last
    }

    fn suggest(&mut self, pool: &TermPool, variable: TermId, value: Bits) {
        for solver in &mut self.solvers {
            solver.suggest(pool, variable, value);
        }
    }

    fn times(&self) -> Times {
        self.solvers.iter().map(|solver| solver.times()).fold(Times::default(), Times::add)
    }
}
