//! The goals of a query as work for the scheduler. First it works on the events by themselves, as on any goals: what never happens rules out every goal that needs it.

use super::flow::ControlFlow;
use super::questions::QueryQuestions;
use super::{AskedQuery, SequenceEffort, Subject};
use crate::arg::queries::QueryGoals;
use crate::arg::turns::BoardGoals;
use crate::bmc::questions::Questions;
use crate::board::{Board, LostRuns};
use crate::budget;
use crate::deduce::Turn;
use crate::schedule::{self, Beside, InductiveTurns, Plan, Scheduler, Workload};
use crate::status::{Engine, Proof, ProofMethod};
use goto::limits::Stop;
use solver::OpenError;
use std::sync::Arc;
use std::time::Instant;

/// Works on everything that is open on the board until nothing is, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(asked: &AskedQuery, plan: &Plan, stop: &Stop) -> Result<SequenceEffort, OpenError> {
    let AskedQuery { subject, board } = asked;
    let compiled = board.compiled();
    let events = Board::new(Arc::clone(&subject.program), None, LostRuns::Count);
    let time = stop.deadline().map_or(budget::queries::EVENTS, |d| d.saturating_duration_since(Instant::now()) / budget::queries::PARTS_FOR_EVENTS);
    let of_events = schedule::analyse(&events, plan, &stop.earlier(Instant::now() + time))?;
    for test in events.tests() {
        board.try_inputs(compiled, &test.inputs, &[], Engine::Bmc, stop);
    }
    let workload = QueryWorkload { subject, board, flow: control_flow(subject, &events) };
    let of_goals = schedule::work(&Scheduler { board, compiled, plan: &plan_of_goals(plan), workload: &workload }, stop)?;
    Ok(SequenceEffort { events: of_events, goals: of_goals })
}

/// Those engines that know goals of queries.
fn plan_of_goals(plan: &Plan) -> Plan {
    let knows = |engine: &Engine| matches!(engine, Engine::Deduction | Engine::SearchInterpreter | Engine::Bmc | Engine::Arg);
    Plan { engines: plan.engines.iter().copied().filter(knows).collect(), inductive_turns: InductiveTurns::AmongOthers, ..plan.clone() }
}

/// The control flow without the events that never happen.
fn control_flow<'a>(subject: &'a Subject, events: &Board) -> ControlFlow<'a> {
    let never = events.excluded().into_iter().filter_map(|target| subject.watch.event(target.goal()?)).collect();
    ControlFlow::new(&subject.program, &subject.watch, never)
}

/// The goals of a query.
struct QueryWorkload<'a> {
    subject: &'a Subject,
    board: &'a Board,
    flow: ControlFlow<'a>,
}

impl QueryWorkload<'_> {
    /// Goals that control flow excludes.
    fn rule_out(&self) {
        let possible = self.flow.possible();
        let proof = Proof { method: ProofMethod::Dominator, k: None };
        for target in self.board.open() {
            if target.query_goal().is_some_and(|goal| !possible.contains(&goal)) {
                self.board.exclude(target, proof);
            }
        }
    }
}

impl Workload for QueryWorkload<'_> {
    fn questions(&self) -> Box<dyn Questions + '_> {
        Box::new(QueryQuestions::new(self.subject, &self.flow))
    }

    fn graph_goals(&self) -> Box<dyn BoardGoals + '_> {
        Box::new(QueryGoals::new(self.subject))
    }

    /// What is decided later tells control flow nothing.
    fn deduction(&self) -> Box<dyn FnMut(Turn) + '_> {
        let mut is_done = false;
        Box::new(move |_| {
            if !std::mem::replace(&mut is_done, true) {
                self.rule_out();
            }
        })
    }

    fn beside(&self) -> Beside {
        Beside::Graphs
    }
}
