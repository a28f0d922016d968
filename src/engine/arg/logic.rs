//! Questions to the solver, each asked once.

use super::substitute::Supports;
use crate::budget;
use goto::limits::{Stop, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Model, Query, Solver};
use term::{TermId, TermPool};

/// Answers that are kept. With more the memory is worth more than the time.
const MOST_ANSWERS: usize = 1_000_000;

/// Can a path be taken?
pub enum Possible {
    Yes(Model),
    /// Some of the conditions that exclude each other.
    No(FxHashSet<TermId>),
    Unknown,
}

pub struct Logic {
    solver: Box<dyn Solver>,
    stop: Stop,
    answers: FxHashMap<(Box<[TermId]>, TermId), bool>,
    pub supports: Supports,
    /// Questions that the solver was asked.
    pub questions: u64,
}

impl Logic {
    /// The facts hold in every state.
    pub fn new(mut solver: Box<dyn Solver>, pool: &TermPool, facts: &[TermId], stop: Stop) -> Self {
        facts.iter().for_each(|&fact| solver.assert(pool, fact));
        Self { solver, stop, answers: FxHashMap::default(), supports: Supports::default(), questions: 0 }
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.answers.clear();
    }

    /// From now on it is this that says when to stop.
    pub fn obey(&mut self, stop: Stop) {
        self.stop = stop;
    }

    pub fn stopped(&self) -> Option<StopReason> {
        self.stop.reason()
    }

    /// The premises that say something about the variables of the seeds, directly or through others; ascending.
    pub fn relevant(&mut self, pool: &TermPool, premises: &[TermId], seeds: &[TermId]) -> Vec<TermId> {
        let mut variables: FxHashSet<TermId> = FxHashSet::default();
        for &seed in seeds {
            variables.extend(self.supports.of(pool, seed).iter());
        }
        let mut rest: Vec<TermId> = premises.to_vec();
        let mut found = Vec::new();
        loop {
            let before = found.len();
            rest.retain(|&premise| {
                let support = self.supports.of(pool, premise);
                let is_relevant = support.iter().any(|v| variables.contains(v));
                if is_relevant {
                    found.push(premise);
                    variables.extend(support.iter());
                }
                !is_relevant
            });
            if found.len() == before {
                found.sort_unstable();
                return found;
            }
        }
    }

    /// Do the premises, ascending, imply the conclusion? `false` also if that is not known.
    pub fn implies(&mut self, pool: &mut TermPool, premises: &[TermId], conclusion: TermId) -> bool {
        if pool.is_true(conclusion) || premises.binary_search(&conclusion).is_ok() {
            return true;
        }
        if pool.is_false(conclusion) && premises.len() < 2 {
            return premises.first().is_some_and(|&premise| pool.is_false(premise)) || premises.len() == 1 && self.is_impossible(pool, premises);
        }
        let key: (Box<[TermId]>, TermId) = (premises.into(), conclusion);
        if let Some(&known) = self.answers.get(&key) {
            return known;
        }
        let negation = pool.not(conclusion);
        let mut all = premises.to_vec();
        all.push(negation);
        let answer = self.is_impossible(pool, &all);
        self.note(key, answer)
    }

    fn is_impossible(&mut self, pool: &mut TermPool, conditions: &[TermId]) -> bool {
        let never = pool.truth(false);
        let key: (Box<[TermId]>, TermId) = (conditions.into(), never);
        if let Some(&known) = self.answers.get(&key) {
            return known;
        }
        self.questions += 1;
        let query = Query { assumptions: conditions, any_of: &[], wanted: &[], stop: &self.stop, budget: Some(budget::graphs::STATE) };
        let answer = matches!(self.solver.check(pool, &query), Answer::Unsat { .. });
        self.note(key, answer)
    }

    /// Keeps an answer. A question that was broken off is asked again.
    fn note(&mut self, question: (Box<[TermId]>, TermId), answer: bool) -> bool {
        if self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
        }
        if answer || self.stop.reason().is_none() {
            self.answers.insert(question, answer);
        }
        answer
    }

    /// Can all conditions hold together?
    pub fn possible(&mut self, pool: &TermPool, conditions: &[TermId], wanted: &[TermId]) -> Possible {
        self.questions += 1;
        let query = Query { assumptions: conditions, any_of: &[], wanted, stop: &self.stop, budget: Some(budget::graphs::PATH) };
        match self.solver.check(pool, &query) {
            Answer::Sat(model) => Possible::Yes(model),
            Answer::Unsat { core } => Possible::No(core.into_iter().collect()),
            Answer::Unknown(_) => Possible::Unknown,
        }
    }
}
