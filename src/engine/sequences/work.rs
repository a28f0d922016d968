//! Who works when on the goals of a query: first the events by themselves, as any goals (what never happens rules out every goal that needs it), then control flow,
//! the concrete search, and the shared unrolling with a growing bound.

use super::flow::ControlFlow;
use super::unroll::Unroller;
use super::{SequenceBoard, SequenceEffort};
use crate::engine::bmc::Round;
use crate::engine::board::{Board, LostRuns};
use crate::engine::schedule::{self, Plan};
use crate::engine::search::Search;
use crate::engine::status::{Engine, Proof, ProofMethod, Reason};
use crate::limits::Stop;
use crate::solver::{OpenError, open_all};
use crate::symex::Bound;
use goto::interp::Compiled;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for the events by themselves at most: as a share of all, and where there is no deadline.
const SHARE_FOR_EVENTS: u32 = 4;
const TIME_FOR_EVENTS: Duration = Duration::from_secs(20);
/// The search gives up when it found nothing for so long, and for an eighth of the time that it took to find what it found: the shared unrolling finds the rest sooner.
const PATIENCE: Duration = Duration::from_millis(200);
/// Instructions of the first unrolling, and at most.
const FIRST_STEPS: u64 = 1_000_000;
const MOST_STEPS: u64 = 500_000_000;

/// Works on everything that is open on the board until nothing is, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(board: &SequenceBoard, plan: &Plan, stop: &Stop) -> Result<SequenceEffort, OpenError> {
    let compiled = Compiled::new(board.program());
    let mut effort = SequenceEffort::default();
    let events = Board::new(Arc::clone(&board.subject().program), None, LostRuns::Count);
    let time = stop.deadline().map_or(TIME_FOR_EVENTS, |d| d.saturating_duration_since(Instant::now()) / SHARE_FOR_EVENTS);
    effort.events = schedule::analyse(&events, plan, &stop.earlier(Instant::now() + time))?;
    for test in events.tests() {
        board.try_inputs(&compiled, &test.inputs, stop);
    }
    let flow = control_flow(board, &events);
    if plan.works(Engine::Deduction) {
        rule_out(board, &flow);
    }
    if plan.works(Engine::SearchInterpreter) {
        effort.search_runs = search(board, &compiled, plan.seed, stop);
    }
    if plan.works(Engine::Bmc) && board.n_open() > 0 && stop.reason().is_none() {
        let mut unroller = Unroller::new(board, &compiled, &flow, open_all(&plan.solvers, &plan.process_limits)?, stop.clone());
        let round = unroll(&mut unroller, plan);
        effort.unrolling = unroller.counters();
        board.resists(match round {
            Round::Stopped(reason) => Reason::Stopped(reason),
            _ => Reason::Bound(effort.unrolling.k),
        });
    }
    Ok(effort)
}

/// The control flow without the events that never happen.
fn control_flow<'a>(board: &'a SequenceBoard, events: &Board) -> ControlFlow<'a> {
    let watch = &board.subject().watch;
    let unreachable = events.proved().0;
    let never = unreachable.iter().filter(|(_, dead)| **dead).filter_map(|(goal, _)| watch.event(goal)).collect();
    ControlFlow::new(board.program(), watch, never)
}

/// Goals that control flow excludes.
fn rule_out(board: &SequenceBoard, flow: &ControlFlow<'_>) {
    let possible = flow.possible();
    let proof = Proof { method: ProofMethod::Dominator, k: None };
    for goal in board.open_goals() {
        if !possible.contains(&goal) {
            board.unreachable(goal, proof);
        }
    }
}

/// Runs of the search, judged by the query. Gives the number of runs.
fn search(board: &SequenceBoard, compiled: &Compiled, seed: u64, stop: &Stop) -> u64 {
    let mut search = Search::new(board.program(), compiled, seed);
    let start = Instant::now();
    let mut last_found = start;
    let mut tried: FxHashSet<u64> = FxHashSet::default();
    while board.n_open() > 0 && stop.reason().is_none() && search.may_go_on() {
        // What is new to the search is not all that is new to sequences.
        if let Some(run) = search.step_to_any(stop)
            && tried.insert(FxBuildHasher.hash_one(&run.inputs))
            && board.try_inputs(compiled, &run.inputs, stop) > 0
        {
            search.keep(&run);
            last_found = Instant::now();
        }
        if last_found.elapsed() > PATIENCE + (last_found - start) / 8 {
            break;
        }
    }
    search.runs()
}

fn unroll(unroller: &mut Unroller<'_>, plan: &Plan) -> Round {
    let (mut k, mut max_steps) = (plan.growth.first(), FIRST_STEPS);
    loop {
        let bound = Bound { k, max_steps, per_loop: plan.per_loop.clone() };
        match unroller.round(&bound) {
            Round::Grow => {}
            round => return round,
        }
        let Some(next) = plan.growth.next(k) else { return Round::Grow };
        k = next;
        max_steps = (max_steps * 2).min(MOST_STEPS);
    }
}
