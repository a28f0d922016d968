//! Who works when: the concrete search takes what is easy, bounded model checking the rest, with a growing bound, both on one board.

mod graphs;
mod steps;

use crate::bmc::{Bmc, Counters, Round};
use crate::board::Board;
use crate::deduce::Deduction;
use crate::excursions::Excursions;
use crate::induction::StepCounters;
use crate::searcher::Searcher;
use crate::slices::TimeSlices;
use crate::status::{Engine, Reason};
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::{FuncId, InstrId};
pub use graphs::GraphEffort;
use graphs::Graphs;
use rustc_hash::FxHashMap;
use solver::smtlib::ProcessLimits;
use solver::{OpenError, Solver, SolverSpec};
use std::cell::{OnceCell, RefCell};
use std::time::{Duration, Instant};
use steps::Induction;
use symex::Bound;

/// What an analysis may do and how.
#[derive(Clone, Debug)]
pub struct Plan {
    pub growth: Growth,
    /// Own bounds for loops, by function and head.
    pub per_loop: FxHashMap<(FuncId, InstrId), u32>,
    /// Asked in this order; not empty.
    pub solvers: Vec<SolverSpec>,
    /// For the processes of external solvers.
    pub process_limits: ProcessLimits,
    /// Threads.
    pub jobs: usize,
    /// Of every random choice.
    pub seed: u64,
    /// Who works. Native runs and excursions need the search.
    pub engines: Vec<Engine>,
    /// Are the states of the iterations ahead taken to be different in them?
    pub simple_paths: bool,
    /// Is one tried before all else? Where of many alternatives one proof is enough, looking for violations of the others is in vain.
    pub proofs_first: bool,
}

impl Plan {
    pub fn works(&self, engine: Engine) -> bool {
        let needs_search = matches!(engine, Engine::SearchNative | Engine::Excursions);
        self.engines.contains(&engine) && (!needs_search || self.engines.contains(&Engine::SearchInterpreter))
    }
}

/// How the bound on loops and recursion grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// One round with this bound (`--unwind`).
    Fixed(u32),
    /// The jump strategy: `start`, then by `step` (or by half of itself, if `step` is none) up to `max`.
    Jump { start: u32, step: Option<u32>, max: Option<u32> },
}

impl Growth {
    pub(super) fn first(self) -> u32 {
        match self {
            Growth::Fixed(k) => k,
            Growth::Jump { start, .. } => start,
        }
    }

    pub(super) fn next(self, k: u32) -> Option<u32> {
        match self {
            Growth::Fixed(_) => None,
            Growth::Jump { step, max, .. } => {
                let next = k.saturating_add(step.unwrap_or(k / 2 + 1).max(1));
                match max {
                    Some(max) if k >= max => None,
                    Some(max) => Some(next.min(max)),
                    None if next == k => None,
                    None => Some(next),
                }
            }
        }
    }
}

/// What the engines did.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    pub bmc: Counters,
    pub induction: StepCounters,
    pub excursions: Counters,
    pub graphs: GraphEffort,
    pub search_runs: u64,
    pub native_runs: u64,
}

/// Runs of the search before bounded model checking starts, if they bring nothing.
const FIRST_RUNS: u64 = 64;
/// Time of the search before bounded model checking starts, at most: where it goes on at the side, and where it has to wait for its turn.
const FIRST_TIME_BESIDE: Duration = Duration::from_millis(200);
const FIRST_TIME_ALONE: Duration = Duration::from_secs(2);
/// Time of the inductive step that comes before all else.
const PROOFS_FIRST_TIME: Duration = Duration::from_secs(2);
/// Time for search and excursions, at least, once bounded model checking can show no more; as much again whenever it brings something.
const AFTER_ALL: Duration = Duration::from_millis(300);
/// A turn of the others where bounded model checking does not work.
const TURN: Duration = Duration::from_millis(100);
/// Instructions of the first unrolling, and at most.
const FIRST_STEPS: u64 = 2_000_000;
const MOST_STEPS: u64 = 2_000_000_000;

/// Works on everything that is open on the board until nothing is, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(board: &Board, plan: &Plan, stop: &Stop) -> Result<Effort, OpenError> {
    let compiled = Compiled::new(board.program());
    let solver = solver::open_all(&plan.solvers, &plan.process_limits)?;
    let mut effort = Effort::default();
    let searches = plan.works(Engine::SearchInterpreter);
    let mut search = Searcher::new(board, &compiled, plan.seed, plan.works(Engine::SearchNative));
    let mut deduction = plan.works(Engine::Deduction).then(|| Deduction::new(board));
    let deduce = |deduction: &mut Option<Deduction<'_>>| deduction.iter_mut().for_each(Deduction::work);
    deduce(&mut deduction);
    if searches {
        search.begin(FIRST_RUNS, if plan.jobs > 1 { FIRST_TIME_BESIDE } else { FIRST_TIME_ALONE }, stop);
    }
    if searches && plan.jobs > 1 && search.may_go_on() {
        let finished = Stop::new(None);
        std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                search.work_until(stop, &finished);
                (search.runs(), search.native_runs())
            });
            bounded(board, &compiled, solver, plan, stop, &mut effort, &mut |_, _| deduce(&mut deduction));
            finished.request(goto::limits::StopReason::Deadline);
            // A panic of the search costs its further runs only.
            (effort.search_runs, effort.native_runs) = searching.join().unwrap_or((0, 0));
        });
    } else {
        let mut between = |round: Duration, decided: usize| {
            deduce(&mut deduction);
            if searches {
                search.work_beside(round, decided, stop);
            }
        };
        bounded(board, &compiled, solver, plan, stop, &mut effort, &mut between);
        (effort.search_runs, effort.native_runs) = (search.runs(), search.native_runs());
    }
    deduce(&mut deduction);
    board.finish();
    Ok(effort)
}

/// The rounds of bounded model checking with inductive steps, excursions and graphs; `between` is called after each with the time it took and how much was decided in it.
fn bounded(
    board: &Board,
    compiled: &Compiled,
    solver: Box<dyn Solver>,
    plan: &Plan,
    stop: &Stop,
    effort: &mut Effort,
    between: &mut dyn FnMut(Duration, usize),
) {
    let mut induction = Induction::new(board, plan);
    let mut excursions = Excursions::new(board, compiled, &plan.solvers, &plan.process_limits);
    let targets = OnceCell::new();
    // Their turns come also in the middle of rounds.
    let graphs = RefCell::new(Graphs::new(board, compiled, plan, &targets));
    let begin = Instant::now();
    if plan.proofs_first {
        induction.work(PROOFS_FIRST_TIME, stop);
    }
    if !plan.works(Engine::Bmc) {
        others_alone(board, plan, stop, &mut induction, &mut excursions, &mut graphs.borrow_mut(), between);
        (effort.induction, effort.excursions, effort.graphs) = (induction.counters(), excursions.counters(), graphs.borrow().effort());
        return;
    }
    let mut bmc = Bmc::new(board, compiled, solver, stop.clone());
    let mut with_graphs = |took: Duration, decided: usize| {
        between(took, decided);
        graphs.borrow_mut().work_beside(took, decided, stop);
    };
    let mut others = TimeSlices::new(board, &mut with_graphs);
    let mut k = plan.growth.first();
    let mut max_steps = FIRST_STEPS;
    loop {
        let (start, open) = (Instant::now(), board.n_open());
        let is_last = plan.growth.next(k).is_none();
        let bound = Bound { k, max_steps, per_loop: plan.per_loop.clone() };
        match bmc.round(&bound, &mut others) {
            Round::Done => break,
            Round::Exhausted => {
                graphs.borrow_mut().last_chance(begin.elapsed(), stop);
                induction.last_chance(begin.elapsed(), stop);
                graphs.borrow_mut().last_chance(begin.elapsed(), stop);
                if plan.works(Engine::SearchInterpreter) && !is_last && !board.program().inputs.is_empty() {
                    after_all(board, plan, &mut excursions, begin, stop, &mut others);
                }
                break;
            }
            Round::Stopped(reason) => {
                for goal in board.open_goals() {
                    board.goal_resists(goal, Reason::Stopped(reason));
                }
                for property in board.open_properties() {
                    board.property_resists(property, Reason::Stopped(reason));
                }
                break;
            }
            Round::Grow => {}
        }
        let (round, decided) = (start.elapsed(), open.saturating_sub(board.n_open()));
        induction.work(round, stop);
        if plan.works(Engine::Excursions) {
            excursions.work_beside(round, decided, stop);
        }
        others.give();
        let Some(next) = plan.growth.next(k) else {
            graphs.borrow_mut().last_chance(begin.elapsed(), stop);
            induction.last_chance(begin.elapsed(), stop);
            graphs.borrow_mut().last_chance(begin.elapsed(), stop);
            break;
        };
        k = next;
        max_steps = (max_steps * 2).min(MOST_STEPS);
    }
    (effort.bmc, effort.induction, effort.excursions, effort.graphs) = (bmc.counters(), induction.counters(), excursions.counters(), graphs.borrow().effort());
}

/// When bounded model checking is through, what is still open may yet be reached by runs that it does not follow, such as those past what it does not model.
/// Goes on for as long as everything before took, and again whenever that brought something.
fn after_all(board: &Board, plan: &Plan, excursions: &mut Excursions<'_>, begin: Instant, stop: &Stop, others: &mut TimeSlices<'_>) {
    let most = begin.elapsed().max(AFTER_ALL);
    let mut open = usize::MAX;
    while board.anything_open() && board.n_open() < open && stop.reason().is_none() {
        open = board.n_open();
        let start = Instant::now();
        if plan.works(Engine::Excursions) {
            excursions.work(most / 2, stop);
        }
        while start.elapsed() < most && board.anything_open() && stop.reason().is_none() {
            others.give();
            // On another thread the search goes on by itself.
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Without bounded model checking: inductive steps and graphs in turn with the others, then the others until the deadline; if there is none, for as long as the steps took,
/// and again whenever that brought something.
fn others_alone(
    board: &Board,
    plan: &Plan,
    stop: &Stop,
    induction: &mut Induction<'_>,
    excursions: &mut Excursions<'_>,
    graphs: &mut Graphs<'_>,
    between: &mut dyn FnMut(Duration, usize),
) {
    let begin = Instant::now();
    let mut turn = |excursions: &mut Excursions<'_>| {
        let start = Instant::now();
        if plan.works(Engine::Excursions) {
            excursions.work(TURN / 4, stop);
        }
        between(TURN, 0);
        // On another thread the search goes on by itself.
        while start.elapsed() < TURN / 2 && board.anything_open() && stop.reason().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    while !(induction.is_through() && graphs.is_over()) && board.anything_open() && stop.reason().is_none() {
        let start = Instant::now();
        induction.work(Duration::ZERO, stop);
        graphs.work(start.elapsed().max(TURN), stop);
        turn(excursions);
    }
    if !plan.works(Engine::SearchInterpreter) || board.program().inputs.is_empty() {
        return;
    }
    let most = begin.elapsed().max(AFTER_ALL);
    let (mut since, mut open) = (Instant::now(), board.n_open());
    while board.anything_open() && stop.reason().is_none() && (stop.deadline().is_some() || since.elapsed() < most) {
        turn(excursions);
        if board.n_open() < open {
            (since, open) = (Instant::now(), board.n_open());
        }
    }
}
