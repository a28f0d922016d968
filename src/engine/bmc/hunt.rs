//! The search for models of targets within one unrolling, in groups that are halved where a solver takes too long, and how much time each question gets.
//! Says which targets have no model; what follows from that is said elsewhere.

use super::Bmc;
use super::questions::distinct;
use crate::budget;
use crate::confirm::{reason_of, variables};
use crate::effort::Phase;
use crate::groups::{Asked, ask_in_groups};
use crate::slices::TimeSlices;
use crate::status::Reason;
use crate::target::Target;
use solver::{Answer, Query, Unknown};
use std::time::{Duration, Instant};
use symex::Unrolling;
use term::TermId;

/// A search for models within one unrolling.
pub(super) struct ModelSearch<'u> {
    pub unrolling: &'u Unrolling,
    pub assumption: Option<TermId>,
    pub wanted: Vec<TermId>,
    pub failures_allowed: u32,
}

impl<'u> ModelSearch<'u> {
    pub(super) fn new(unrolling: &'u Unrolling, assumption: Option<TermId>, failures_allowed: u32) -> Self {
        Self { unrolling, assumption, wanted: variables(unrolling), failures_allowed }
    }

    /// What it means that the interpreter did not follow a model of this search.
    pub(super) fn reason_unconfirmed(&self) -> Reason {
        let Unrolling { indeterminate, addresses, .. } = self.unrolling;
        let values_are_the_interpreters = addresses.is_empty() && (self.assumption.is_some() || indeterminate.is_empty());
        if values_are_the_interpreters { Reason::Unconfirmed } else { Reason::Indeterminate }
    }
}

impl Bmc<'_> {
    /// Looks for models of the targets until each is reached, refuted (returned) or put aside with a reason.
    pub(super) fn hunt(&mut self, hunt: &ModelSearch, mut queries: Vec<TargetCondition>, others: &mut TimeSlices<'_>) -> Vec<TargetCondition> {
        let mut refuted = Vec::new();
        // Where no larger bound can show more, what took too long gets the time that is left once all others are decided.
        let mut aside: Vec<TargetCondition> = Vec::new();
        let mut together = budget::questions::TOGETHER;
        let mut last_chance = !hunt.unrolling.cuts.is_empty();
        loop {
            ask_in_groups(queries, together, &mut |group, waiting| {
                self.ask(hunt, group, waiting, &mut refuted, if last_chance { None } else { Some(&mut aside) }, others)
            });
            if last_chance || aside.is_empty() {
                return refuted;
            }
            (last_chance, together) = (true, 1);
            queries = std::mem::take(&mut aside);
            // The last one that took too long comes first.
            queries.reverse();
        }
    }

    /// Asks for models of a group. Targets that take too long are put aside; without a place for them they are undecided.
    fn ask(
        &mut self,
        hunt: &ModelSearch,
        group: &mut Vec<TargetCondition>,
        waiting: usize,
        refuted: &mut Vec<TargetCondition>,
        aside: Option<&mut Vec<TargetCondition>>,
        others: &mut TimeSlices<'_>,
    ) -> Asked {
        others.ask();
        group.retain(|q| self.is_open(q.target));
        if group.is_empty() || self.stop.reason().is_some() {
            return Asked::Settled;
        }
        let patience = if aside.is_some() { None } else { Some(waiting + 1) };
        match self.check(hunt, group, patience, others) {
            Answer::Sat(model) => {
                self.follow(hunt, group, &model);
                return Asked::Again;
            }
            Answer::Unsat { .. } => {
                // Where models were refused, only that there is no other one is shown.
                let (doubtful, clean): (Vec<TargetCondition>, Vec<TargetCondition>) = group.drain(..).partition(|q| q.failures > 0);
                for mut query in doubtful {
                    let reason = if query.depends { Reason::Indeterminate } else { query.limit.take().unwrap_or_else(|| hunt.reason_unconfirmed()) };
                    self.resist(std::iter::once(query.target), &reason);
                }
                refuted.extend(clean);
            }
            // Others decided some of them meanwhile, which makes it another question.
            Answer::Unknown(Unknown::Budget) if group.iter().any(|q| !self.is_open(q.target)) => return Asked::Again,
            Answer::Unknown(_) if group.len() > 1 => return Asked::TooHard,
            Answer::Unknown(why) => match aside.filter(|_| why == Unknown::Budget) {
                Some(aside) => aside.append(group),
                None => self.resist(group.iter().map(|q| q.target), &reason_of(&why)),
            },
        }
        Asked::Settled
    }

    /// With patience for so many groups the remaining time is shared among them.
    fn check(&mut self, hunt: &ModelSearch, group: &[TargetCondition], patience: Option<usize>, others: &mut TimeSlices<'_>) -> Answer {
        let any_of = distinct(group.iter().map(|q| q.condition));
        let assumptions: Vec<TermId> = hunt.assumption.into_iter().collect();
        let budget = match patience.filter(|_| hunt.unrolling.cuts.is_empty()) {
            Some(groups) => self.share(groups),
            None => self.budget(group.len()),
        };
        self.counters.solver_calls += 1;
        let period = others.period().filter(|_| self.solver.goes_on());
        let start = Instant::now();
        loop {
            let left = budget.saturating_sub(start.elapsed());
            let slice = period.map_or(left, |period| period.min(left));
            let query = Query { assumptions: &assumptions, any_of: &any_of, wanted: &hunt.wanted, stop: &self.stop, budget: Some(slice) };
            let answer = self.solver.check(&self.pool, &query);
            self.tell(Phase::Solving);
            others.ask();
            let is_over = slice == left || group.iter().any(|q| !self.is_open(q.target));
            if !matches!(answer, Answer::Unknown(Unknown::Budget)) || is_over {
                return answer;
            }
        }
    }

    fn remaining(&self) -> Duration {
        match self.stop.deadline() {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => budget::questions::WITHOUT_DEADLINE,
        }
    }

    /// A part of the remaining time. The last part leaves some for what comes after.
    fn share(&self, groups: usize) -> Duration {
        (self.remaining() / groups.max(1) as u32 * budget::questions::TENTHS_FOR_ALL / 10).max(budget::questions::LEAST)
    }

    /// The time of one question for so many targets.
    pub(super) fn budget(&self, n_targets: usize) -> Duration {
        budget::questions::share(self.remaining(), n_targets)
    }
}

/// A target with the condition under which the unrolling reaches it.
#[derive(Clone)]
pub(super) struct TargetCondition {
    pub target: Target,
    pub condition: TermId,
    /// Models that the interpreter did not follow. If there were any, the condition excludes their inputs, so its contradiction proves nothing.
    pub failures: u32,
    /// What a run of a model had too little of.
    pub limit: Option<Reason>,
    /// Runs reached the target, for some of the indeterminate values.
    pub depends: bool,
}
