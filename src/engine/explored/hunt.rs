//! The hunt for single executions: any, or one that passes something.

use super::{Subject, Worker, ends, note_violations};
use crate::engine::arg;
use crate::engine::arg::goals::Work;
use crate::engine::board::{Board, LostRuns};
use crate::engine::confirm;
use crate::engine::schedule::{self, Effort, Plan};
use crate::engine::status::{Engine, GoalStatus, Reason};
use crate::instrument::explored::{Asked, Instrumented};
use crate::limits::{Stop, StopReason};
use crate::solver::{OpenError, open_all};
use goto::index::Id;
use goto::interp::{Compiled, Outcome};
use goto::{Bits, InputId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Of the time for any execution, for what is found soon, and for graphs.
const SHARE_FOR_SOON: u32 = 8;
const SHARE_FOR_GRAPHS: u32 = 2;
/// How often it is looked whether all is decided.
const TICK: Duration = Duration::from_millis(5);

/// How the hunt for one execution ended.
pub(super) enum Hunt {
    Found(Vec<(InputId, Bits)>),
    /// There is none.
    Impossible,
    Unknown(Reason),
}

impl Worker<'_> {
    /// Looks for one execution of a program that asks for one.
    pub(super) fn hunt(&mut self, asked: &Asked, time: Duration) -> Result<Hunt, OpenError> {
        let Instrumented { program, execution, .. } = self.ledger.subject.instrumented(asked);
        let Some(goal) = execution else { return Ok(Hunt::Impossible) };
        let board = Board::new(Arc::new(program), None, LostRuns::KeepOpen);
        let plan = (self.plan)(board.program());
        let effort = until(&board, &plan, &self.stop.earlier(Instant::now() + time), || !matches!(board.goal(goal), GoalStatus::Open(_)))?;
        add(&mut self.effort, &effort);
        note_violations(&board, &mut self.ledger.lock().findings.violations);
        Ok(match board.goal(goal) {
            GoalStatus::Covered { test } => Hunt::Found(board.tests()[test.index()].inputs.clone()),
            GoalStatus::Unreachable { .. } => Hunt::Impossible,
            GoalStatus::Open(reason) => Hunt::Unknown(reason),
        })
    }

    /// Looks for any execution: for a while as for any other, then with graphs, which may show that there is none, then again.
    pub(super) fn hunt_any(&mut self, time: Duration) -> Result<Hunt, OpenError> {
        let (end, asked) = (Instant::now() + time, Asked::Unlike(Vec::new()));
        let soon = self.hunt(&asked, time / SHARE_FOR_SOON)?;
        if !matches!(soon, Hunt::Unknown(_)) {
            return Ok(soon);
        }
        let shown = self.hunt_in_graphs(time / SHARE_FOR_GRAPHS)?;
        if !matches!(shown, Hunt::Unknown(_)) {
            return Ok(shown);
        }
        self.hunt(&asked, end.saturating_duration_since(Instant::now()))
    }

    fn hunt_in_graphs(&mut self, time: Duration) -> Result<Hunt, OpenError> {
        let Subject { plain, edges, .. } = &self.ledger.subject;
        let plan = (self.plan)(plain);
        if !plan.works(Engine::Arg) || self.stop.reason().is_some() {
            return Ok(Hunt::Unknown(Reason::NotAnalysed));
        }
        let judge = self.ledger.subject.instrumented(&Asked::Unlike(Vec::new()));
        let compiled = Compiled::new(&judge.program);
        let mut accepts = |inputs: &[(InputId, Bits)]| {
            let run = confirm::run_inputs(&compiled, inputs, self.stop);
            run.outcome == Outcome::Exit && judge.execution.is_some_and(|goal| run.certainly_reached(goal).is_some())
        };
        let stop = self.stop.earlier(Instant::now() + time);
        let solver = open_all(&plan.solvers, &plan.process_limits)?;
        Ok(ends::hunt(plain, edges, &mut accepts, Work { solver, stop, options: arg::Options::default(), shelf: &mut (), company: None }))
    }
}

/// Runs the engines on a board until enough is known.
pub(super) fn until(board: &Board, plan: &Plan, stop: &Stop, enough: impl Fn() -> bool + Sync) -> Result<Effort, OpenError> {
    let own = Stop::new(stop.deadline());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if let Some(reason) = stop.reason() {
                    own.request(reason);
                }
                if enough() {
                    own.request(StopReason::Deadline);
                }
                std::thread::sleep(TICK);
            }
        });
        let effort = schedule::analyse(board, plan, &own);
        over.store(true, Ordering::Relaxed);
        effort
    })
}

pub(super) fn add(all: &mut Effort, more: &Effort) {
    all.search_runs += more.search_runs;
    all.native_runs += more.native_runs;
    all.bmc.solver_calls += more.bmc.solver_calls;
    all.bmc.models += more.bmc.models;
    all.bmc.rounds += more.bmc.rounds;
    all.bmc.steps += more.bmc.steps;
    all.bmc.k = all.bmc.k.max(more.bmc.k);
    all.induction.solver_calls += more.induction.solver_calls;
    all.excursions.solver_calls += more.excursions.solver_calls;
}
