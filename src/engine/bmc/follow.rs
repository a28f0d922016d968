//! What becomes of a model: the interpreter runs on its inputs, and targets that it promised and the run does not show are asked again or put aside. Believes no
//! model by itself.

use super::Bmc;
use super::hunt::{ModelSearch, TargetCondition};
use crate::board::Tried;
use crate::budget;
use crate::confirm::{inputs_of_model, nothing_rare, same_inputs, same_reads};
use crate::status::Reason;
use crate::target::Target;
use goto::interp::{Outcome, Run};
use solver::{Answer, Model, Query};
use term::TermId;
use term::eval::Evaluator;

impl Bmc<'_> {
    /// Runs the interpreter on a model's inputs. Targets of the group that the model promised and the run did not deliver are asked again for another model, then put aside.
    pub(super) fn follow(&mut self, hunt: &ModelSearch, group: &mut Vec<TargetCondition>, model: &Model) {
        self.counters.models += 1;
        let mut evaluator = Evaluator::new(&model.values);
        let inputs = inputs_of_model(&self.pool, hunt.unrolling, &mut evaluator);
        let promised: Vec<usize> = (0..group.len()).filter(|&i| evaluator.value(&self.pool, group[i].condition).is_true()).collect();
        let wanted: Vec<Target> = promised.iter().map(|&i| group[i].target).collect();
        let tried = self.board.try_inputs(self.compiled, &inputs, &wanted, self.engine, &self.stop);
        self.board.leave_lead(&tried.run().inputs);
        let mut aside: Vec<(Target, Reason)> = Vec::new();
        if promised.is_empty() && group.iter().all(|q| self.is_open(q.target)) {
            // The solver's model is none for the evaluator. Another question would be answered in the same way.
            self.counters.models_not_confirmed += 1;
            aside.extend(group.iter().map(|q| (q.target, hunt.reason_unconfirmed())));
        }
        for i in promised {
            if self.is_open(group[i].target)
                && let Some(reason) = self.spurious(hunt, &mut group[i], &tried, &mut evaluator)
            {
                aside.push((group[i].target, reason));
            }
        }
        for (target, reason) in &aside {
            self.resist(std::iter::once(*target), reason);
        }
        group.retain(|q| !aside.iter().any(|(target, _)| *target == q.target));
    }

    /// A model promised a target that its run did not decide: either the target is to be asked for another model, or the answer is why it is put aside.
    fn spurious(&mut self, hunt: &ModelSearch, query: &mut TargetCondition, tried: &Tried, evaluator: &mut Evaluator) -> Option<Reason> {
        let reaching = tried.reaching(query.target);
        let delivered = reaching.is_some();
        if let Some((judgement, hit)) = reaching.filter(|(_, hit)| hit.certain.is_none()) {
            // Terms do not tell of which file or variable an input is read.
            let names_vary = judgement.run.certain.as_ref().is_some_and(|certain| certain.names_vary);
            if !names_vary && self.is_certain(hunt, query.condition, hit.inputs as usize, evaluator) {
                self.board.report_certain(tried, query.target, self.engine);
                if !self.is_open(query.target) {
                    return None;
                }
            } else {
                query.depends = true;
            }
        }
        self.counters.models_not_confirmed += 1;
        query.failures += 1;
        if !delivered && let Some(limit) = limit_of(tried.run()) {
            query.limit = Some(limit);
        }
        if query.failures < hunt.failures_allowed {
            query.condition = self.without_these_inputs(hunt, query.condition, evaluator);
            return None;
        }
        if delivered {
            self.board.report_last_resort(tried, self.engine);
        }
        match (delivered, query.depends) {
            _ if !self.is_open(query.target) => None,
            (true, true) => Some(Reason::Indeterminate),
            (true, false) => Some(Reason::LostByReplay),
            (false, _) => Some(query.limit.take().unwrap_or_else(|| hunt.reason_unconfirmed())),
        }
    }

    /// The condition, but not for the input values of this model.
    fn without_these_inputs(&mut self, hunt: &ModelSearch, condition: TermId, evaluator: &mut Evaluator) -> TermId {
        let same = same_inputs(&mut self.pool, hunt.unrolling, evaluator);
        let other = self.pool.not(same);
        self.pool.and(condition, other)
    }

    /// Does the condition hold for the model's inputs whatever the indeterminate values are, if nothing rare happens, and are these inputs read then, up to the last one that is `needed`?
    /// What the solver cannot tell counts as no.
    fn is_certain(&mut self, hunt: &ModelSearch, condition: TermId, needed: usize, evaluator: &mut Evaluator) -> bool {
        let read = same_reads(&mut self.pool, hunt.unrolling, needed, evaluator);
        let condition = self.pool.and(condition, read);
        let same = same_inputs(&mut self.pool, hunt.unrolling, evaluator);
        let usual = nothing_rare(&mut self.pool, hunt.unrolling);
        let same = self.pool.and(same, usual);
        let avoided = self.pool.not(condition);
        self.counters.solver_calls += 1;
        let budget = Some(self.budget(1));
        let query = Query { assumptions: &[same, avoided], any_of: &[], wanted: &[], stop: &self.stop, budget };
        matches!(self.solver.check(&self.pool, &query), Answer::Unsat { .. })
    }
}

/// What a run has too little of, if that ended it.
fn limit_of(run: &Run) -> Option<Reason> {
    let what = match run.outcome {
        Outcome::MemoryLimit => format!("a run that needs more than {} MiB of memory", budget::runs::MEMORY >> 20),
        Outcome::StepLimit => "a run that takes longer than a test may".to_owned(),
        _ => return None,
    };
    Some(Reason::Limit(what))
}
