//! Invariants that somebody proposes for heads of loops: where they are claimed, where they are assumed, and what they say of a state. Whether they hold is for
//! the solver to say.

use super::Inductive;
use crate::functions::Variable;
use crate::run::Run;
use analysis::invariants::{Candidate, Each};
use goto::{ExprId, ExprKind, FuncId, InstrId};
use term::TermId;

impl Inductive<'_> {
    /// What is evaluated at heads of the function's loops, so that the values of its variables are kept that long. What is said of nodes is so much that it has to do with what is
    /// kept anyway.
    pub(crate) fn asked_in(&self, function: FuncId) -> Vec<(InstrId, ExprId)> {
        let is_of_nodes = |candidate: &Candidate| candidate.each.is_some_and(|each| each.as_node().is_some());
        self.candidates.iter().filter(|c| c.function == function && !is_of_nodes(c)).map(|c| (c.head, c.fact)).collect()
    }
}

impl<'a> Run<'a> {
    /// Execution arrives at the head in a state of the program's: what is proposed must hold there. Where the arrival is an earlier one, it does.
    pub(super) fn claim_candidates(&mut self, head: InstrId) {
        if self.is_trial() || !self.live {
            return;
        }
        let first = self.first_occurrence();
        let path = self.state.path.condition(self.cx.pool);
        self.note_vectors(head, path, |met| &mut met.arrivals);
        for index in self.candidates_at(head) {
            let holds = self.candidate(index, head);
            let holds = holds.unwrap_or_else(|| self.cx.pool.truth(false));
            let claimed = self.cx.pool.and(path, first);
            let fails = self.cx.pool.not(holds);
            let broken = self.cx.pool.and(claimed, fails);
            let other = self.cx.pool.not(first);
            let earlier = self.cx.pool.and(path, other);
            // Of all elements nothing more is assumed than of the state that stands for all arrivals.
            let assumed = if self.is_about_elements(index) { self.cx.pool.truth(true) } else { self.cx.pool.implies(earlier, holds) };
            self.note_candidate(index, broken, assumed);
        }
    }

    /// Execution goes on in a state that stands for all arrivals (from the middle): what is proposed holds in each of them.
    pub(super) fn assume_candidates(&mut self, head: InstrId, middle: TermId) {
        if self.is_trial() || !self.live {
            return;
        }
        let path = self.state.path.condition(self.cx.pool);
        let path = self.cx.pool.and(path, middle);
        self.note_vectors(head, path, |met| &mut met.made_up);
        let never = self.cx.pool.truth(false);
        for index in self.candidates_at(head) {
            if self.is_about_elements(index) {
                self.assume_later(index, head, path);
                continue;
            }
            if let Some(holds) = self.candidate(index, head) {
                let assumed = self.cx.pool.implies(path, holds);
                self.note_candidate(index, never, assumed);
            }
        }
    }

    fn candidates_at(&mut self, head: InstrId) -> Vec<usize> {
        let function = self.frame().function;
        self.inductive.as_ref().and_then(|i| i.by_head.get(&(function, head)).cloned()).unwrap_or_default()
    }

    pub(crate) fn note_candidate(&mut self, index: usize, broken: TermId, assumed: TermId) {
        let (is_claim, is_fact) = (!self.cx.pool.is_false(broken), !self.cx.pool.is_true(assumed));
        if let Some(inductive) = &mut self.inductive {
            let used = &mut inductive.step.candidates[index];
            used.broken.extend(is_claim.then_some(broken));
            used.assumed.extend(is_fact.then_some(assumed));
        }
    }

    /// The candidate as a condition on the current state; `None` if it cannot be told here.
    fn candidate(&mut self, index: usize, head: InstrId) -> Option<TermId> {
        let candidate = self.proposed(index)?;
        let Candidate { fact, each, .. } = *candidate;
        if let Some(symbol) = each.and_then(Each::as_node) {
            return self.holds_of_nodes(candidate, symbol, head);
        }
        if let Some(each) = each {
            let any = self.any_indices(each);
            return self.holds_at(fact, each, &any, head);
        }
        if !self.can_tell(fact, None, head) {
            return None;
        }
        let path = self.state.path.clone();
        let told = self.told(|run| run.truth(fact));
        // What the evaluation requires, such as divisors that are not zero, is part of the fact.
        let holds = told.map(|holds| {
            if self.state.path.is_same(&path) {
                return holds;
            }
            let valid = self.state.path.condition(self.cx.pool);
            self.cx.pool.and(valid, holds)
        });
        self.state.path = path;
        holds
    }

    pub(crate) fn proposed(&self, index: usize) -> Option<&'a Candidate> {
        self.inductive.as_ref().map(|i| &i.candidates[index])
    }

    /// Are all variables there (but for those that stand for any index), and the registers among them needed, so that nobody has dropped their values?
    pub(crate) fn can_tell(&mut self, fact: ExprId, each: Option<Each>, head: InstrId) -> bool {
        if let ExprKind::Var(symbol) = self.program.exprs.kind(fact) {
            return each.is_some_and(|each| each.contains(symbol))
                || match self.variables.get(symbol) {
                    Variable::Static => true,
                    Variable::Register(slot) => self.state.locals.get(u64::from(slot)).is_some() && self.is_needed(head, u64::from(slot)),
                    Variable::Object(slot) => self.state.locals.get(u64::from(slot)).is_some(),
                };
        }
        let mut operands = Vec::new();
        self.program.exprs.operands(fact, |operand| operands.push(operand));
        operands.into_iter().all(|operand| self.can_tell(operand, each, head))
    }
}
