//! Who works when on the goals of a query: first the events by themselves, as any goals (what never happens rules out every goal that needs it), then control flow,
//! the concrete search, and the shared unrolling with a growing bound, in turn with abstract reachability graphs, which need no bound, or at once with them.

use super::flow::ControlFlow;
use super::questions::QueryQuestions;
use super::{AskedQuery, SequenceEffort, Subject};
use crate::arg;
use crate::arg::queries::Others;
use crate::bmc::{Bmc, Counters, Round};
use crate::board::{Board, LostRuns};
use crate::budget;
use crate::schedule::{self, Growth, Plan, Rounds, grow};
use crate::search::Search;
use crate::slices::TimeSlices;
use crate::status::{Engine, Proof, ProofMethod, Reason};
use goto::interp::Compiled;
use goto::limits::{Stop, StopReason};
use rustc_hash::{FxBuildHasher, FxHashSet};
use solver::{OpenError, Solver, open_all};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symex::Bound;

/// Works on everything that is open on the board until nothing is, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(asked: &AskedQuery, plan: &Plan, stop: &Stop) -> Result<SequenceEffort, OpenError> {
    let AskedQuery { subject, board } = asked;
    let compiled = Compiled::new(board.program());
    let mut effort = SequenceEffort::default();
    let events = Board::new(Arc::clone(&subject.program), None, LostRuns::Count);
    let time = stop.deadline().map_or(budget::queries::EVENTS, |d| d.saturating_duration_since(Instant::now()) / budget::queries::PARTS_FOR_EVENTS);
    effort.events = schedule::analyse(&events, plan, &stop.earlier(Instant::now() + time))?;
    for test in events.tests() {
        board.try_inputs(&compiled, &test.inputs, &[], Engine::Bmc, stop);
    }
    let flow = control_flow(subject, &events);
    if plan.works(Engine::Deduction) {
        rule_out(board, &flow);
    }
    if plan.works(Engine::SearchInterpreter) {
        effort.search_runs = search(board, &compiled, plan.seed, stop);
    }
    if plan.works(Engine::Bmc) && board.n_open() > 0 && stop.reason().is_none() {
        let solver = open_all(&plan.solvers, &plan.process_limits)?;
        // A bound that was asked for is all that is looked at.
        let uses_graphs = plan.works(Engine::Arg) && !matches!(plan.growth, Growth::Fixed(_));
        let round;
        if uses_graphs && plan.jobs > 1 {
            let together = Together { asked, compiled: &compiled, plan, stop };
            (round, effort.unrolling, effort.graphs) = together.work(&flow, solver);
        } else {
            let graphs = Graphs::new(asked, &compiled, plan, stop, uses_graphs);
            let mut rounds = QueryRounds { bmc: unroller(asked, &compiled, &flow, solver, stop.clone()), graphs };
            round = grow(plan, &mut rounds);
            effort.unrolling = rounds.bmc.counters();
            effort.graphs = rounds.graphs.counters;
        }
        board.resist_rest(match round {
            Round::Stopped(reason) => Reason::Stopped(reason),
            _ => Reason::Bound(effort.unrolling.k),
        });
    }
    board.finish();
    Ok(effort)
}

/// Bounded model checking of the query's goals.
fn unroller<'a>(asked: &'a AskedQuery, compiled: &'a Compiled, flow: &'a ControlFlow<'a>, solver: Box<dyn Solver>, stop: Stop) -> Bmc<'a> {
    let questions = QueryQuestions::new(&asked.subject, flow);
    Bmc::asking(Box::new(questions), &asked.board, compiled, solver, stop).without_reasons()
}

/// The control flow without the events that never happen.
fn control_flow<'a>(subject: &'a Subject, events: &Board) -> ControlFlow<'a> {
    let never = events.excluded().into_iter().filter_map(|target| subject.watch.event(target.goal()?)).collect();
    ControlFlow::new(&subject.program, &subject.watch, never)
}

/// Goals that control flow excludes.
fn rule_out(board: &Board, flow: &ControlFlow<'_>) {
    let possible = flow.possible();
    let proof = Proof { method: ProofMethod::Dominator, k: None };
    for target in board.open() {
        if target.query_goal().is_some_and(|goal| !possible.contains(&goal)) {
            board.exclude(target, proof);
        }
    }
}

/// Runs of the search, judged by the query. Gives the number of runs.
fn search(board: &Board, compiled: &Compiled, seed: u64, stop: &Stop) -> u64 {
    let mut search = Search::new(board.program(), compiled, seed);
    let start = Instant::now();
    let mut last_found = start;
    let mut tried: FxHashSet<u64> = FxHashSet::default();
    while board.n_open() > 0 && stop.reason().is_none() && search.may_go_on() {
        // What is new to the search is not all that is new to sequences.
        if let Some(run) = search.step_to_any(stop)
            && tried.insert(FxBuildHasher.hash_one(&run.inputs))
            && board.try_inputs(compiled, &run.inputs, &[], Engine::SearchInterpreter, stop).decided > 0
        {
            search.keep(&run);
            last_found = Instant::now();
        }
        if last_found.elapsed() > budget::search::PATIENCE + (last_found - start) / budget::search::PATIENCE_PARTS {
            break;
        }
    }
    search.runs()
}

/// The shared unrolling in turn with graphs.
struct QueryRounds<'a> {
    bmc: Bmc<'a>,
    graphs: Graphs<'a>,
}

impl Rounds for QueryRounds<'_> {
    fn round(&mut self, bound: &Bound) -> Round {
        self.bmc.round(bound, &mut TimeSlices::none(&self.graphs.asked.board))
    }

    fn between(&mut self) -> bool {
        self.graphs.turn(false);
        self.graphs.asked.board.anything_open()
    }

    fn after(&mut self, _is_through: bool, _was_asked: bool) {
        self.graphs.turn(true);
    }
}

/// Abstract reachability graphs for what the unrolling leaves open, in turns as long as it worked.
struct Graphs<'a> {
    asked: &'a AskedQuery,
    compiled: &'a Compiled,
    plan: &'a Plan,
    stop: &'a Stop,
    may_work: bool,
    /// When the unrolling began to work, now, and how long it did before.
    since: Instant,
    worked: Duration,
    last_turn: Duration,
    counters: arg::Counters,
}

impl<'a> Graphs<'a> {
    fn new(asked: &'a AskedQuery, compiled: &'a Compiled, plan: &'a Plan, stop: &'a Stop, may_work: bool) -> Self {
        let (since, worked, last_turn) = (Instant::now(), Duration::ZERO, Duration::ZERO);
        Self { asked, compiled, plan, stop, may_work, since, worked, last_turn, counters: arg::Counters::default() }
    }

    /// A turn, if the unrolling has worked for long enough, or has come to its end.
    fn turn(&mut self, is_last: bool) {
        self.worked += self.since.elapsed();
        let is_due = is_last || self.worked >= budget::graphs::LEAST_TURN.max(budget::graphs::BETWEEN_TURNS * self.last_turn);
        if self.may_work && is_due && self.asked.board.anything_open() && self.stop.reason().is_none() {
            self.work(if is_last { self.worked.max(budget::graphs::LAST_TURN) } else { self.worked });
        }
        self.since = Instant::now();
    }

    /// Without a solver of their own there are none.
    fn work(&mut self, time: Duration) {
        self.last_turn = time;
        let stop = self.stop.earlier(Instant::now() + time);
        self.may_work = false;
        let Ok(solver) = open_all(&self.plan.solvers, &self.plan.process_limits) else { return };
        let work = arg::goals::Work { solver, stop, options: arg::Options::default(), cache: &mut (), pool: None };
        let (counters, lacked_time) = arg::queries::assist(self.asked, self.compiled, work, &Others { n: 0, solver: &|| None });
        self.counters.add(&counters);
        self.may_work = lacked_time;
    }
}

/// The unrolling and the graphs at once, on one board: what one decides the other does not ask any more.
struct Together<'a> {
    asked: &'a AskedQuery,
    compiled: &'a Compiled,
    plan: &'a Plan,
    stop: &'a Stop,
}

impl Together<'_> {
    fn work(&self, flow: &ControlFlow<'_>, solver: Box<dyn Solver>) -> (Round, Counters, arg::Counters) {
        let (of_unrolling, of_graphs) = (self.stop.part(), self.stop.part());
        let (unrolling_ends, graphs_end) = (AtomicBool::new(false), AtomicBool::new(false));
        let start = Instant::now();
        std::thread::scope(|scope| {
            let run = || {
                let counters = self.graphs(start, &unrolling_ends, &of_graphs);
                if !self.asked.board.anything_open() {
                    of_unrolling.request(StopReason::Deadline);
                }
                graphs_end.store(true, Ordering::Relaxed);
                counters
            };
            // Without a thread there are no graphs.
            let graphs = std::thread::Builder::new().name("graphs".to_owned()).stack_size(budget::graphs::STACK).spawn_scoped(scope, run).ok();
            // Whatever becomes of the unrolling, the graphs are not waited for.
            let last = Last(&of_graphs);
            let bmc = unroller(self.asked, self.compiled, flow, solver, of_unrolling.clone());
            let mut alone = QueryRounds { bmc, graphs: Graphs::new(self.asked, self.compiled, self.plan, self.stop, false) };
            let round = grow(self.plan, &mut alone);
            unrolling_ends.store(true, Ordering::Relaxed);
            let is_left = || self.asked.board.n_open() > 0 && !graphs_end.load(Ordering::Relaxed) && self.stop.reason().is_none();
            let end = Instant::now() + start.elapsed().max(budget::graphs::LAST_TURN);
            while graphs.is_some() && is_left() && Instant::now() < end {
                std::thread::sleep(budget::turns::NAP);
            }
            drop(last);
            let counters = graphs.map(|graphs| graphs.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (round, alone.bmc.counters(), counters.unwrap_or_default())
        })
    }

    /// The graphs begin when the unrolling has worked for a while, or has come to its end.
    fn graphs(&self, start: Instant, unrolling_ends: &AtomicBool, stop: &Stop) -> arg::Counters {
        while start.elapsed() < budget::graphs::LEAST_TURN
            && !unrolling_ends.load(Ordering::Relaxed)
            && stop.reason().is_none()
            && self.asked.board.n_open() > 0
        {
            std::thread::sleep(budget::turns::NAP);
        }
        let open = || open_all(&self.plan.solvers, &self.plan.process_limits).ok();
        let Some(solver) = open().filter(|_| stop.reason().is_none() && self.asked.board.n_open() > 0) else { return arg::Counters::default() };
        let work = arg::goals::Work { solver, stop: stop.clone(), options: arg::Options::default(), cache: &mut (), pool: None };
        arg::queries::assist(self.asked, self.compiled, work, &Others { n: self.plan.jobs - 2, solver: &open }).0
    }
}

/// Asks to stop when it goes.
struct Last<'a>(&'a Stop);

impl Drop for Last<'_> {
    fn drop(&mut self) {
        self.0.request(StopReason::Deadline);
    }
}
