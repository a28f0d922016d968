//! The goals of a query as questions of bounded model checking: all are terms of one unrolling of the program with its events. What no path satisfies, nor any path that
//! was cut may come to satisfy, is excluded.

use super::Subject;
use super::flow::ControlFlow;
use super::paths;
use crate::bmc::questions::{Conditions, Pruner, Questions};
use crate::target::Target;
use automata::fql::GoalIndex;
use goto::{Bits, InputId, Program};
use symex::{Session, Unrolling, UnrollingLimits};
use term::{TermId, TermPool};

pub(super) struct QueryQuestions<'a> {
    subject: &'a Subject,
    flow: &'a ControlFlow<'a>,
    /// Of the last unrolling.
    last: paths::Conditions<'a>,
}

impl<'a> QueryQuestions<'a> {
    pub(super) fn new(subject: &'a Subject, flow: &'a ControlFlow<'a>) -> Self {
        Self { subject, flow, last: paths::Conditions::default() }
    }
}

impl Questions for QueryQuestions<'_> {
    /// What has happened before matters, so no inputs are taken to be known.
    fn unroll(&mut self, session: &mut Session, pool: &mut TermPool, _first: &[(InputId, Bits)], limits: UnrollingLimits<'_>) -> Unrolling {
        session.unroll_logged(&self.subject.program, pool, limits)
    }

    fn program(&self) -> &Program {
        &self.subject.program
    }

    fn conditions(&mut self, pool: &mut TermPool, unrolling: &Unrolling, pruner: &mut Pruner<'_>) -> Conditions {
        self.last = paths::conditions(&self.subject.watch, pool, unrolling, pruner);
        let mut reached: Vec<(Target, TermId)> = self.last.satisfied.iter().map(|(&goal, &condition)| (Target::QueryGoal(goal), condition)).collect();
        reached.sort_unstable();
        Conditions { reached, is_partial: self.last.is_partial }
    }

    fn tells_cuts_apart(&self) -> bool {
        true
    }

    fn names_reasons(&self) -> bool {
        false
    }

    fn may_come(&mut self, pool: &mut TermPool, targets: &[Target]) -> Vec<TermId> {
        let goals: Vec<GoalIndex> = targets.iter().filter_map(|target| target.query_goal()).collect();
        self.last.may_come(&self.subject.watch, self.flow, pool, &goals)
    }
}
