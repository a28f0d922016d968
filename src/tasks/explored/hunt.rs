//! The hunt for single executions: any, or one that passes something.

use super::{Ledger, Subject, Worker, ends, note_violations};
use engine::arg;
use engine::arg::goals::Work;
use engine::board::{Board, LostRuns};
use engine::budget;
use engine::confirm;
use engine::schedule::{self, Effort, Plan};
use engine::status::{Engine, Evidence, Proof, ProofMethod, Reason, Status};
use goto::index::Id;
use goto::interp::{Compiled, Outcome};
use goto::limits::{Stop, StopReason};
use goto::{Bits, InputId};
use instrument::explored::{ExecutionQuestion, Instrumented};
use solver::{OpenError, open_all};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Of the time for any execution, for what is found soon, and for graphs.
const SHARE_FOR_SOON: u32 = 8;
const SHARE_FOR_GRAPHS: u32 = 2;
/// How often it is looked whether all is decided.
const TICK: Duration = Duration::from_millis(5);

/// How the hunt for one execution ended.
pub(super) enum ExecutionSearch {
    Found(Vec<(InputId, Bits)>),
    /// There is none.
    Impossible(Proof),
    Unknown(Reason),
}

impl Worker<'_> {
    /// Looks for one execution of a program that asks for one.
    pub(super) fn hunt(&mut self, asked: &ExecutionQuestion, time: Duration) -> Result<ExecutionSearch, OpenError> {
        self.hunt_with(asked, time, usize::MAX, &AtomicBool::new(false))
    }

    /// The same on so many threads at most, until somebody else has an answer.
    fn hunt_with(&mut self, asked: &ExecutionQuestion, time: Duration, threads: usize, over: &AtomicBool) -> Result<ExecutionSearch, OpenError> {
        let Instrumented { program, execution, .. } = self.ledger.subject.instrumented(asked);
        let Some(goal) = execution else { return Ok(ExecutionSearch::Impossible(Proof { method: ProofMethod::Dominator, k: None })) };
        let board = Board::new(Arc::new(program), None, LostRuns::KeepOpen);
        let mut plan = (self.plan)(board.program());
        plan.jobs = plan.jobs.min(threads);
        let enough = || over.load(Ordering::Relaxed) || !board.status(goal).is_open();
        let effort = until(&self.stop.earlier(Instant::now() + time), enough, |own| schedule::analyse(&board, &plan, own))?;
        add(&mut self.effort, &effort);
        note_violations(&board, &mut self.ledger.lock().violations);
        Ok(match board.status(goal) {
            Status::Reached(Evidence::Test(test)) => ExecutionSearch::Found(board.tests()[test.index()].inputs.clone()),
            Status::Excluded(proof) => ExecutionSearch::Impossible(proof),
            Status::Open(reason) => ExecutionSearch::Unknown(reason),
            // A goal is reached by a test and has no alternatives.
            Status::Reached(Evidence::Inputs(_) | Evidence::NativeRuns(_) | Evidence::UnwrittenMemory(_)) | Status::Superseded => {
                ExecutionSearch::Unknown(Reason::NotAnalysed)
            }
        })
    }

    /// Looks for any execution: for a while as for any other, then with graphs too, which may show that there is none.
    pub(super) fn hunt_any(&mut self, time: Duration) -> Result<ExecutionSearch, OpenError> {
        let (end, asked) = (Instant::now() + time, ExecutionQuestion::Unlike(Vec::new()));
        let left = || end.saturating_duration_since(Instant::now());
        let soon = self.hunt(&asked, time / SHARE_FOR_SOON)?;
        let plan = (self.plan)(&self.ledger.subject.plain);
        if !matches!(soon, ExecutionSearch::Unknown(_)) || !plan.works(Engine::Arg) || self.stop.reason().is_some() {
            return if matches!(soon, ExecutionSearch::Unknown(_)) { self.hunt(&asked, left()) } else { Ok(soon) };
        }
        if plan.jobs > 1 {
            return self.hunt_beside_graphs(&asked, &plan, left());
        }
        let shown = hunt_in_graphs(self.ledger, &plan, &self.stop.earlier(Instant::now() + time / SHARE_FOR_GRAPHS))?;
        if matches!(shown, ExecutionSearch::Unknown(_)) { self.hunt(&asked, left()) } else { Ok(shown) }
    }

    /// Graphs on a thread of their own: whoever has an answer first stops the others.
    fn hunt_beside_graphs(&mut self, asked: &ExecutionQuestion, plan: &Plan, time: Duration) -> Result<ExecutionSearch, OpenError> {
        let (ledger, stop) = (self.ledger, self.stop.earlier(Instant::now() + time));
        let (found, shown) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let draw = || {
                let answer = until(&stop, || found.load(Ordering::Relaxed), |own| hunt_in_graphs(ledger, plan, own));
                shown.store(matches!(answer, Ok(ExecutionSearch::Found(_) | ExecutionSearch::Impossible(_))), Ordering::Relaxed);
                answer
            };
            let graphs = std::thread::Builder::new().name("graphs".to_owned()).stack_size(budget::graphs::STACK).spawn_scoped(scope, draw).ok();
            let own = self.hunt_with(asked, time, plan.jobs - 1, &shown);
            found.store(!matches!(own, Ok(ExecutionSearch::Unknown(_))), Ordering::Relaxed);
            // Without a thread, or after a panic there, what the graphs would have shown is missing.
            let answer = graphs.and_then(|thread| thread.join().ok()).unwrap_or(Ok(ExecutionSearch::Unknown(Reason::NotAnalysed)))?;
            Ok(match own? {
                ExecutionSearch::Unknown(reason) if matches!(answer, ExecutionSearch::Unknown(_)) => ExecutionSearch::Unknown(reason),
                ExecutionSearch::Unknown(_) => answer,
                own => own,
            })
        })
    }
}

fn hunt_in_graphs(ledger: &Ledger, plan: &Plan, stop: &Stop) -> Result<ExecutionSearch, OpenError> {
    let Subject { plain, edges, .. } = &ledger.subject;
    let judge = ledger.subject.instrumented(&ExecutionQuestion::Unlike(Vec::new()));
    let compiled = Compiled::new(&judge.program);
    let mut accepts = |inputs: &[(InputId, Bits)]| {
        let run = confirm::run_inputs(&compiled, inputs, stop);
        run.outcome == Outcome::Exit && judge.execution.is_some_and(|goal| run.certainly_reached(goal).is_some())
    };
    let solver = open_all(&plan.solvers, &plan.process_limits)?;
    Ok(ends::hunt(plain, edges, &mut accepts, Work { solver, stop: stop.clone(), options: arg::Options::default(), cache: &mut (), pool: None }))
}

/// Works with a stop of its own, which is asked for as soon as the other one is or enough is known.
pub(super) fn until<T>(stop: &Stop, enough: impl Fn() -> bool + Sync, work: impl FnOnce(&Stop) -> T) -> T {
    let own = Stop::new(stop.deadline());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Also where the work fails the thread has to end.
        let _end = RaisedAtEnd(&over);
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
        work(&own)
    })
}

/// A flag that is raised when this goes away.
struct RaisedAtEnd<'a>(&'a AtomicBool);

impl Drop for RaisedAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
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
    all.graphs.add(&more.graphs);
}
