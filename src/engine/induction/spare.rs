//! Candidates that are tried only because of a proof that failed: those which the state excludes from which it did.

use super::Round;
use crate::budget;
use crate::status::Proof;
use goto::{FuncId, InstrId};
use rustc_hash::FxHashMap;
use solver::Model;
use std::time::Duration;
use term::eval::Evaluator;

/// How far the trial of something is that costs more than a round, and is made once.
#[derive(Clone, Copy)]
pub(super) enum Trial {
    Due,
    /// Begun, and not finished within this time.
    Unfinished(Duration),
    Over,
}

impl Trial {
    /// A second trial with hardly more time than the first one would end as that did.
    pub(super) fn is_worth(self, time: Duration) -> bool {
        match self {
            Trial::Due => true,
            Trial::Unfinished(spent) => time >= 2 * spent,
            Trial::Over => false,
        }
    }
}

impl Round<'_, '_> {
    /// Tries spare candidates: those that exclude the states at heads from which proofs failed, of targets and then of such candidates themselves. False if
    /// some were neither proved nor refuted.
    pub(super) fn guess(&mut self, mut invariants: Vec<usize>, mut models: Vec<Model>, proof: Proof) -> bool {
        self.unanswered = 0;
        let mut tried: Vec<usize> = Vec::new();
        for _ in 0..budget::induction::GUESSES {
            let new = self.excluding(&models, |i| invariants.contains(&i) || tried.contains(&i));
            if new.is_empty() || !self.own.board.anything_open() {
                break;
            }
            if self.stop.reason().is_some() {
                return false;
            }
            tried.extend(new);
            models.clear();
            let all: Vec<usize> = invariants.iter().chain(&tried).copied().collect();
            self.tell_consequences(&all);
            let found = self.invariants(all, &mut models);
            // Some that held may be missing for lack of time.
            if found.len() > invariants.len() && invariants.iter().all(|i| found.contains(i)) {
                invariants = found;
                tried.retain(|i| !invariants.contains(i));
                let failed = self.close(&invariants, proof);
                models.splice(0..0, failed);
            }
        }
        self.unanswered == 0
    }

    /// The candidates that are false at a head in one of the models, some for each head: in turn those of each model.
    fn excluding(&mut self, models: &[Model], is_tried: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        let mut of_head: FxHashMap<(FuncId, InstrId), usize> = FxHashMap::default();
        for model in models {
            let mut evaluator = Evaluator::new(&model.values);
            let mut of_model: FxHashMap<(FuncId, InstrId), usize> = FxHashMap::default();
            for (index, used) in self.step.candidates.iter().enumerate() {
                let candidate = &self.own.candidates[index];
                let head = (candidate.function, candidate.head);
                if is_tried(index)
                    || found.contains(&index)
                    || of_head.get(&head).is_some_and(|&n| n >= budget::induction::GUESSES_OF_HEAD)
                    || of_model.get(&head).is_some_and(|&n| n >= budget::induction::GUESSES_OF_MODEL)
                {
                    continue;
                }
                if used.assumed.iter().any(|&term| evaluator.value(&self.own.pool, term).is_zero()) {
                    found.push(index);
                    *of_head.entry(head).or_default() += 1;
                    *of_model.entry(head).or_default() += 1;
                }
            }
        }
        found
    }
}
