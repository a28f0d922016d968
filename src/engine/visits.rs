//! How many states a symbolic execution path by path visits: depth first, each decision that depends on something unknown taken in both directions, as far as
//! the solver finds them possible. A state is an instruction that counts, executed on a path; what paths have in common is visited once.

use crate::budget;
use crate::confirm::ToldFacts;
use goto::limits::Stop;
use goto::{Program, PropertyId};
use rustc_hash::FxHashMap;
use solver::{Answer, Query, Solver};
use symex::{Bound, Counted, Session, Unrolling};
use term::{TermId, TermPool};

/// What was visited.
#[derive(Clone, Copy, Default, Debug)]
pub struct Visits {
    pub states: u64,
    /// Instructions that were executed to make one formula of all paths.
    pub unrolled: u64,
    /// Paths that were followed to their end, or to where nothing more is possible.
    pub paths: u64,
    /// One of the properties is violated at the last state.
    pub violated: bool,
    /// Nothing was left out but what comes after a violation.
    pub complete: bool,
}

/// Visits states until one of the properties is violated, all if none is given. If some are, only states from which the solver finds a violation possible: all
/// paths together are one formula. Violations by runs that never end are not among them.
pub fn visits(program: &Program, is_counted: Counted<'_>, until: &[PropertyId], solver: Box<dyn Solver>, stop: &Stop) -> Visits {
    let bound = Bound { k: budget::visits::ITERATIONS, max_steps: budget::visits::STEPS, per_loop: FxHashMap::default() };
    let found = Visits { complete: true, ..Visits::default() };
    let mut visitor = Visitor { solver, pool: TermPool::new(), told: ToldFacts::default(), stop, goal: None, found };
    let mut session = Session::new();
    if !until.is_empty() {
        let unrolling = session.unroll(program, &mut visitor.pool, &bound, stop);
        visitor.aim(&unrolling, until);
    }
    let mut open: Vec<Vec<bool>> = vec![Vec::new()];
    while let Some(choices) = open.pop() {
        if visitor.goal.is_some_and(|goal| !visitor.is_possible(goal)) {
            break;
        }
        if stop.reason().is_some() || visitor.found.states >= budget::visits::STATES {
            visitor.found.complete = false;
            break;
        }
        let unrolling = session.unroll_along(program, &mut visitor.pool, &bound, &choices, is_counted, stop);
        visitor.told.tell(&mut *visitor.solver, &visitor.pool, &unrolling);
        visitor.found.complete &= unrolling.cuts.is_empty();
        visitor.found.paths += 1;
        if visitor.follow(&unrolling, choices, &mut open) && visitor.violates(&unrolling, until) {
            visitor.found.violated = true;
            break;
        }
    }
    visitor.found
}

struct Visitor<'a> {
    solver: Box<dyn Solver>,
    pool: TermPool,
    told: ToldFacts,
    stop: &'a Stop,
    /// Where everything is to lead.
    goal: Option<TermId>,
    found: Visits,
}

impl Visitor<'_> {
    /// A violation, or a place behind which nothing is known.
    fn aim(&mut self, unrolling: &Unrolling, until: &[PropertyId]) {
        self.told.tell(&mut *self.solver, &self.pool, unrolling);
        self.found.unrolled = unrolling.steps;
        let violations = unrolling.violations.iter().filter(|(property, _)| until.contains(property)).map(|&(_, condition)| condition);
        let goal: Vec<TermId> = violations.chain(unrolling.cuts.iter().map(|cut| cut.condition)).collect();
        let none = self.pool.truth(false);
        self.goal = Some(goal.into_iter().fold(none, |any, condition| self.pool.or(any, condition)));
    }

    /// Counts what is new on the path as far as it is possible, and opens the ways that branch off. The answer is whether all of it is possible.
    fn follow(&mut self, unrolling: &Unrolling, mut choices: Vec<bool>, open: &mut Vec<Vec<bool>>) -> bool {
        let known = choices.len();
        let mut decided = 0;
        // What comes before the last choice was visited by another path.
        let mut before = 0;
        for milestone in &unrolling.milestones {
            let is_new = decided >= known;
            decided += usize::from(milestone.other.is_some());
            if !is_new {
                before = milestone.counted;
                continue;
            }
            self.found.states += milestone.counted - before;
            before = milestone.counted;
            let is_possible = self.is_possible(milestone.condition);
            if let Some((other, jumps)) = milestone.other {
                if self.is_possible(other) {
                    let mut turned = choices.clone();
                    turned.push(!jumps);
                    open.push(turned);
                }
                choices.push(jumps);
            }
            if !is_possible {
                return false;
            }
        }
        self.found.states += unrolling.counted - before;
        true
    }

    fn violates(&mut self, unrolling: &Unrolling, until: &[PropertyId]) -> bool {
        let conditions: Vec<TermId> = unrolling.violations.iter().filter(|(property, _)| until.contains(property)).map(|&(_, condition)| condition).collect();
        conditions.into_iter().any(|condition| self.is_possible(condition))
    }

    /// What the solver cannot tell counts as possible.
    fn is_possible(&mut self, condition: TermId) -> bool {
        let condition = match self.goal {
            Some(goal) => self.pool.and(condition, goal),
            None => condition,
        };
        if let Some(value) = self.pool.as_const(condition) {
            return value.is_true();
        }
        let query = Query { assumptions: &[condition], any_of: &[], wanted: &[], stop: self.stop, budget: None };
        !matches!(self.solver.check(&self.pool, &query), Answer::Unsat { .. })
    }
}
