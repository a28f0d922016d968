//! Who works when: the concrete search takes what is easy, bounded model checking the rest, with a growing bound, both on one board. Knows what is asked only by its
//! [`Workload`]: the goals and properties of a program, or the goals of a query.

mod graphs;
mod growth;
mod steps;
mod workload;

pub use growth::Growth;
pub(crate) use workload::{Beside, Workload};

use crate::bmc::{Bmc, Round};
use crate::board::Board;
use crate::budget;
use crate::clocks;
use crate::deduce::Turn;
pub use crate::effort::Effort;
use crate::effort::Phase;
use crate::excursions::Excursions;
use crate::interleavings;
use crate::searcher::Searcher;
use crate::slices::TimeSlices;
use crate::status::{Engine, Reason};
use crate::threads;
use goto::interp::Compiled;
use goto::limits::{Stop, StopReason};
use goto::{FuncId, InstrId};
pub use graphs::GraphEffort;
use graphs::{GraphThread, Graphs, graphs_beside, may_make_graphs};
use growth::{Rounds, grow};
use rustc_hash::FxHashMap;
use solver::smtlib::ProcessLimits;
use solver::{OpenError, Solver, SolverSpec};
use std::cell::{OnceCell, RefCell};
use std::time::{Duration, Instant};
use steps::Induction;
use symex::Bound;
pub(crate) use workload::ProgramWorkload;

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
    pub inductive_turns: InductiveTurns,
}

/// When inductive steps are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InductiveTurns {
    /// In turn with the others.
    AmongOthers,
    /// One before all else: where of many alternatives one proof is enough, looking for violations of the others is in vain.
    First,
    /// One before all else, and most of the time: all can be expected to hold.
    Mostly,
}

impl InductiveTurns {
    /// The time of the step that comes before all else.
    fn before_all(self, stop: &Stop) -> Duration {
        match (self, stop.deadline()) {
            (InductiveTurns::Mostly, Some(deadline)) => {
                (deadline.saturating_duration_since(Instant::now()) / budget::turns::FIRST_OF_MOSTLY).max(budget::turns::PROOFS_FIRST)
            }
            _ => budget::turns::PROOFS_FIRST,
        }
    }

    /// The time of inductive steps, where bounded model checking took so long.
    fn share(self, took: Duration) -> Duration {
        if self == InductiveTurns::Mostly { took * budget::turns::MOSTLY } else { took }
    }
}

#[cfg(test)]
impl Plan {
    /// Of these engines with the embedded solver, on one thread.
    pub(crate) fn of(growth: Growth, engines: Vec<Engine>) -> Self {
        Self {
            growth,
            per_loop: FxHashMap::default(),
            solvers: vec![SolverSpec::Embedded],
            process_limits: ProcessLimits::default(),
            jobs: 1,
            seed: 0,
            engines,
            simple_paths: false,
            inductive_turns: InductiveTurns::AmongOthers,
        }
    }
}

impl Plan {
    pub fn works(&self, engine: Engine) -> bool {
        let needs_search = matches!(engine, Engine::SearchNative | Engine::Excursions);
        self.engines.contains(&engine) && (!needs_search || self.engines.contains(&Engine::SearchInterpreter))
    }
}

/// Works on the goals and properties of the board's program until nothing is open, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(board: &Board, plan: &Plan, stop: &Stop) -> Result<Effort, OpenError> {
    if board.program().begins_threads() {
        return with_threads(board, plan, stop);
    }
    let compiled = board.compiled();
    work(&Scheduler { board, compiled, plan, workload: &ProgramWorkload(board) }, stop)
}

/// The same for a program that may begin threads. All other engines follow one thread alone.
fn with_threads(board: &Board, plan: &Plan, stop: &Stop) -> Result<Effort, OpenError> {
    let (proves, explores, has_clocks) = (plan.works(Engine::Threads), plan.works(Engine::Interleavings), plan.works(Engine::Clocks));
    // Of the others' proofs there are no certificates, so they come to what clocks leave.
    let are_first = has_clocks && board.wants_certificates();
    let first = match are_first {
        true => clocks::analyse(board, plan, &if proves || explores { clocks::share(stop) } else { stop.part() })?,
        false => clocks::Effort::default(),
    };
    let has_clocks = has_clocks && !are_first;
    if proves {
        threads::exclude_races(board);
        threads::exclude_deadlocks(board);
    }
    let beside = |stop: &Stop| {
        if proves {
            threads::prove(board, plan, stop)?;
        }
        if has_clocks { clocks::analyse(board, plan, stop) } else { Ok(first) }
    };
    let effort = if (proves || has_clocks) && explores && plan.jobs > 1 {
        let part = stop.part();
        std::thread::scope(|scope| {
            let proving = scope.spawn(|| beside(&part));
            let effort = explore(board, plan, stop);
            if !board.anything_open() {
                part.request(StopReason::Deadline);
            }
            // A panic of the proofs costs proofs only.
            proving.join().unwrap_or(Ok(first)).map(|clocks| Effort { clocks, ..effort })
        })?
    } else {
        let clocks = beside(&if explores { clocks::share(stop) } else { stop.part() })?;
        let effort = if explores && board.anything_open() { explore(board, plan, stop) } else { Effort::default() };
        Effort { clocks, ..effort }
    };
    if !explores && !has_clocks && !are_first {
        board.resist_rest(Reason::NotCovered("schedules were not looked at".to_owned()));
    }
    board.finish();
    Ok(effort)
}

/// Schedules, and the search, which finds inputs by runs in which threads begin when somebody waits.
fn explore(board: &Board, plan: &Plan, stop: &Stop) -> Effort {
    let compiled = board.compiled();
    let mut search = Searcher::new(board, compiled, plan.seed, false);
    if plan.works(Engine::SearchInterpreter) {
        search.begin(budget::search::FIRST_RUNS, budget::interleavings::SEARCH_TIME, stop);
    }
    let unfinished = Stop::new(None);
    let mut look = |time: Duration| {
        if plan.works(Engine::SearchInterpreter) && search.may_go_on() {
            search.work_until(&stop.earlier(Instant::now() + time), &unfinished);
        }
    };
    let interleavings = interleavings::analyse(board, plan.seed, stop, &mut look);
    let search_runs = search.runs();
    Effort { interleavings, search_runs, ..Effort::default() }
}

/// Who works on what.
#[derive(Clone, Copy)]
pub(crate) struct Scheduler<'a> {
    pub board: &'a Board,
    /// The program of the board.
    pub compiled: &'a Compiled,
    pub plan: &'a Plan,
    pub workload: &'a dyn Workload,
}

/// Works on everything that is open on the board until nothing is, nothing can be gained, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub(crate) fn work(scheduler: &Scheduler<'_>, stop: &Stop) -> Result<Effort, OpenError> {
    let Scheduler { board, compiled, plan, workload } = *scheduler;
    let solver = solver::open_all(&plan.solvers, &plan.process_limits)?;
    let mut effort = Effort::default();
    let searches = plan.works(Engine::SearchInterpreter);
    let has_threads = plan.jobs > 1;
    let searches_beside = has_threads && searches && workload.beside() == Beside::Search;
    let mut search = Searcher::new(board, compiled, plan.seed, plan.works(Engine::SearchNative));
    let mut deduce = if plan.works(Engine::Deduction) { workload.deduction() } else { Box::new(|_| ()) };
    deduce(Turn::Among);
    if searches {
        board.note_effort(|effort| effort.phase = Phase::Search);
        let most = if searches_beside { budget::search::FIRST_TIME_BESIDE } else { budget::search::FIRST_TIME_ALONE };
        search.begin(budget::search::FIRST_RUNS, most, stop);
    }
    // Unrollings take memory that the search does without. Without a deadline their end is the end.
    let hungry = stop.giving_way();
    let has_given_way = || hungry.reason() == Some(StopReason::Memory) && stop.reason().is_none() && stop.deadline().is_some() && board.anything_open();
    if searches_beside && search.may_go_on() {
        let finished = Stop::new(None);
        std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                search.work_until(stop, &finished);
                (search.runs(), search.native_runs())
            });
            bounded(scheduler, solver, &hungry, None, &mut effort, &mut |_, _| deduce(Turn::Among));
            if !has_given_way() {
                finished.request(StopReason::Deadline);
            }
            // A panic of the search costs its further runs only.
            (effort.search_runs, effort.native_runs) = searching.join().unwrap_or((0, 0));
        });
    } else {
        let mut between = |round: Duration, decided: usize, stop: &Stop| {
            deduce(Turn::Among);
            if searches {
                search.work_beside(round, decided, stop);
            }
        };
        if has_threads && workload.beside() == Beside::Graphs && may_make_graphs(board, plan) {
            let graphs = graphs_beside(scheduler, &hungry, |stop, graphs| {
                bounded(scheduler, solver, stop, Some(graphs), &mut effort, &mut |round, decided| between(round, decided, stop));
            });
            effort.graphs = graphs;
        } else {
            bounded(scheduler, solver, &hungry, None, &mut effort, &mut |round, decided| between(round, decided, stop));
        }
        if searches && has_given_way() {
            search.work_until(stop, &Stop::new(None));
        }
        (effort.search_runs, effort.native_runs) = (search.runs(), search.native_runs());
    }
    deduce(if stop.reason().is_none() { Turn::Last } else { Turn::Among });
    board.finish();
    let told = board.effort();
    Ok(Effort { search: told.search, bound: told.bound, phase: told.phase, ..effort })
}

/// The rounds of bounded model checking with inductive steps, excursions and graphs, unless these work on threads of their own; `between` is called after each with the
/// time it took and how much was decided in it.
fn bounded(
    scheduler: &Scheduler<'_>,
    solver: Box<dyn Solver>,
    stop: &Stop,
    beside: Option<&GraphThread>,
    effort: &mut Effort,
    between: &mut dyn FnMut(Duration, usize),
) {
    let Scheduler { board, compiled, plan, workload } = *scheduler;
    let induction = RefCell::new(Induction::new(board, plan));
    let mut excursions = Excursions::new(board, compiled, &plan.solvers, &plan.process_limits);
    let goals = OnceCell::new();
    let graphs = RefCell::new(Graphs::new(scheduler, beside, &goals));
    let begin = Instant::now();
    if plan.inductive_turns != InductiveTurns::AmongOthers {
        induction.borrow_mut().work_before_all(plan.inductive_turns.before_all(stop), stop);
    }
    if !plan.works(Engine::Bmc) {
        others_alone(board, plan, stop, &mut induction.borrow_mut(), &mut excursions, &mut graphs.borrow_mut(), between);
        (effort.induction, effort.excursions, effort.graphs) = (induction.borrow().counters(), excursions.counters(), graphs.borrow().effort());
        return;
    }
    let bmc = Bmc::asking(workload.questions(), board, compiled, solver, stop.clone());
    let mut all_others = |took: Duration, decided: usize| {
        between(took, decided);
        graphs.borrow_mut().work_beside(took, decided, stop);
        induction.borrow_mut().work_within(plan.inductive_turns.share(took), stop);
    };
    let others = TimeSlices::new(board, &mut all_others);
    let mut rounds = EngineRounds { board, plan, stop, bmc, induction: &induction, excursions, graphs: &graphs, others, begin, last: (Duration::ZERO, 0) };
    let last = grow(plan, &mut rounds);
    rounds.bmc.note_end(&last);
    (effort.bmc, effort.excursions) = (rounds.bmc.counters(), rounds.excursions.counters());
    (effort.induction, effort.graphs) = (induction.borrow().counters(), graphs.borrow().effort());
}

/// Bounded model checking with those who work in between: excursions after rounds, others when they are given a turn.
struct EngineRounds<'a, 'g, 'o> {
    board: &'a Board,
    plan: &'a Plan,
    stop: &'a Stop,
    bmc: Bmc<'a>,
    excursions: Excursions<'a>,
    /// Their turns come also in the middle of rounds.
    induction: &'o RefCell<Induction<'a>>,
    graphs: &'o RefCell<Graphs<'g, 'a>>,
    others: TimeSlices<'o>,
    begin: Instant,
    /// The time of the last round, and how much was decided in it.
    last: (Duration, usize),
}

impl Rounds for EngineRounds<'_, '_, '_> {
    fn round(&mut self, bound: &Bound) -> Round {
        let (start, given, open) = (Instant::now(), self.others.given(), self.board.n_open());
        self.induction.borrow_mut().begin_round();
        let round = self.bmc.round(bound, &mut self.others);
        if self.bmc.proves_no_more() {
            self.induction.borrow_mut().abandon();
        }
        self.last = (start.elapsed().saturating_sub(self.others.given() - given), open.saturating_sub(self.board.n_open()));
        round
    }

    fn between(&mut self) -> bool {
        let (time, decided) = self.last;
        self.induction.borrow_mut().work_after(self.plan.inductive_turns.share(time), self.stop);
        if self.plan.works(Engine::Excursions) {
            self.excursions.work_beside(time, decided, self.stop);
        }
        self.others.give();
        self.board.anything_open()
    }

    fn after(&mut self, is_through: bool, was_asked: bool) {
        if !is_through {
            self.between();
        }
        self.graphs.borrow_mut().last_chance(self.begin.elapsed(), self.stop);
        self.induction.borrow_mut().last_chance(self.begin.elapsed(), self.stop);
        self.graphs.borrow_mut().last_chance(self.begin.elapsed(), self.stop);
        if is_through && !was_asked && self.plan.works(Engine::SearchInterpreter) && !self.board.program().inputs.is_empty() {
            after_all(self.board, self.plan, &mut self.excursions, self.begin, self.stop, &mut self.others);
        }
    }
}

/// When bounded model checking is through, what is still open may yet be reached by runs that it does not follow, such as those past what it does not model.
/// Goes on for as long as everything before took, and again whenever that brought something.
fn after_all(board: &Board, plan: &Plan, excursions: &mut Excursions<'_>, begin: Instant, stop: &Stop, others: &mut TimeSlices<'_>) {
    let most = begin.elapsed().max(budget::turns::AFTER_ALL);
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
            std::thread::sleep(budget::turns::NAP);
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
    graphs: &mut Graphs<'_, '_>,
    between: &mut dyn FnMut(Duration, usize),
) {
    let begin = Instant::now();
    let mut turn = |excursions: &mut Excursions<'_>| {
        let start = Instant::now();
        if plan.works(Engine::Excursions) {
            excursions.work(budget::turns::ALONE / budget::turns::EXCURSIONS_ALONE, stop);
        }
        between(budget::turns::ALONE, 0);
        // On another thread the search goes on by itself.
        while start.elapsed() < budget::turns::ALONE / budget::turns::WAIT_ALONE && board.anything_open() && stop.reason().is_none() {
            std::thread::sleep(budget::turns::NAP);
        }
    };
    while !(induction.is_through() && graphs.is_over()) && board.anything_open() && stop.reason().is_none() {
        let start = Instant::now();
        induction.work(Duration::ZERO, stop);
        graphs.take_turn(start.elapsed(), stop);
        turn(excursions);
    }
    if !plan.works(Engine::SearchInterpreter) || board.program().inputs.is_empty() {
        return;
    }
    let most = begin.elapsed().max(budget::turns::AFTER_ALL);
    let (mut since, mut open) = (Instant::now(), board.n_open());
    while board.anything_open() && stop.reason().is_none() && (stop.deadline().is_some() || since.elapsed() < most) {
        turn(excursions);
        if board.n_open() < open {
            (since, open) = (Instant::now(), board.n_open());
        }
    }
}
