//! The turns of the graphs: when they begin, and how much time they are worth beside bounded model checking.

use super::{Beside, Growth, Plan, Scheduler};
use crate::arg::Counters;
use crate::arg::goals::Work;
use crate::arg::turns::{self, BoardGoals, GraphTurns, Others};
use crate::board::Board;
use crate::budget;
use crate::status::Engine;
use crate::weight::EngineWeight;
use goto::limits::{Stop, StopReason};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What the graphs did.
#[derive(Clone, Copy, Default, Debug)]
pub struct GraphEffort {
    pub counters: Counters,
    pub turns: u64,
    /// Goals and properties decided.
    pub decided: u64,
    pub time: Duration,
}

impl GraphEffort {
    pub fn add(&mut self, other: &Self) {
        self.counters.add(&other.counters);
        self.turns += other.turns;
        self.decided += other.decided;
        self.time += other.time;
    }
}

/// Do graphs work? None do where a bound was asked for, which is all that is looked at then, and where certificates are wanted, which a graph does not give.
pub(super) fn may_make_graphs(board: &Board, plan: &Plan) -> bool {
    plan.works(Engine::Arg) && !matches!(plan.growth, Growth::Fixed(_)) && !board.wants_certificates()
}

/// The graphs with what the scheduler needs to know of them.
pub(super) struct Graphs<'g, 'a> {
    scheduler: Scheduler<'a>,
    /// They work there, not in turns.
    thread: Option<&'g GraphThread>,
    /// Made when it is needed first.
    goals: &'g OnceCell<Box<dyn BoardGoals + 'a>>,
    graphs: Option<GraphTurns<'g>>,
    weight: EngineWeight,
    /// How long the others have worked, and the time that the graphs have got for it and not used.
    others: Duration,
    due: Duration,
    /// How long they have worked since they decided something.
    in_vain: Duration,
    /// Nothing more is expected of them.
    is_over: bool,
    effort: GraphEffort,
}

impl<'g, 'a> Graphs<'g, 'a> {
    pub(super) fn new(scheduler: &Scheduler<'a>, thread: Option<&'g GraphThread>, goals: &'g OnceCell<Box<dyn BoardGoals + 'a>>) -> Self {
        Self {
            scheduler: *scheduler,
            thread,
            goals,
            graphs: None,
            weight: EngineWeight::default(),
            others: Duration::ZERO,
            due: Duration::ZERO,
            in_vain: Duration::ZERO,
            is_over: thread.is_some() || !may_make_graphs(scheduler.board, scheduler.plan),
            effort: GraphEffort::default(),
        }
    }

    pub(super) fn effort(&self) -> GraphEffort {
        GraphEffort { counters: self.graphs.as_ref().map(GraphTurns::counters).unwrap_or_default(), ..self.effort }
    }

    /// Is nothing more expected of them?
    pub(super) fn is_over(&self) -> bool {
        self.is_over && self.thread.is_none_or(GraphThread::is_over)
    }

    /// After the others worked for so long and decided so many: for as long as the graphs are worth in comparison, once that is a turn.
    pub(super) fn work_beside(&mut self, others: Duration, decided: usize, stop: &Stop) {
        self.weight.others_worked(decided, others);
        self.others += others;
        let least = self.least_turn();
        let parts = match self.scheduler.workload.beside() {
            Beside::Search => budget::graphs::PARTS_OF_OTHERS,
            Beside::Graphs => budget::graphs::PARTS_OF_OTHERS_IN_QUERIES,
        };
        self.due = (self.due + others.mul_f64(self.share())).min(least.max(self.others / parts));
        if self.others >= budget::graphs::BEFORE_FIRST && self.due >= least {
            let time = std::mem::take(&mut self.due);
            self.work(time, stop);
        }
    }

    /// Time for each second of the others.
    fn share(&self) -> f64 {
        let patience = 1.0 + self.in_vain.as_secs_f64() / budget::graphs::HALF_LIFE.as_secs_f64();
        let shares = match self.scheduler.workload.beside() {
            Beside::Search => budget::turns::GRAPHS,
            Beside::Graphs => budget::turns::GRAPHS_OF_QUERIES,
        };
        self.weight.share(shares).max(shares.least * patience) / patience
    }

    /// Bounded model checking can show no more. All took so long so far.
    pub(super) fn last_chance(&mut self, took: Duration, stop: &Stop) {
        let most = stop.deadline().map_or(Duration::MAX, |d| d.saturating_duration_since(Instant::now()) / budget::graphs::PARTS_OF_REST);
        let time = took.mul_f64(self.share()).max(budget::graphs::LAST_TURN).min(most);
        match self.thread {
            Some(thread) => thread.wait(self.scheduler.board, &stop.earlier(Instant::now() + time)),
            None => self.work(time, stop),
        }
    }

    fn least_turn(&self) -> Duration {
        budget::graphs::SHORT_TURN.max(self.effort.time / budget::graphs::PARTS_OF_OWN)
    }

    /// For so long, or a turn.
    pub(super) fn take_turn(&mut self, time: Duration, stop: &Stop) {
        self.work(time.max(self.least_turn()), stop);
    }

    /// For so long.
    fn work(&mut self, time: Duration, stop: &Stop) {
        if self.is_over || !self.scheduler.board.anything_open() || stop.reason().is_some() {
            return;
        }
        let start = Instant::now();
        let stop = stop.earlier(start + time);
        let Some(graphs) = self.graphs() else {
            self.is_over = true;
            return;
        };
        let decided = graphs.work(&stop);
        self.is_over = graphs.is_over();
        self.weight.worked(decided, start.elapsed());
        self.in_vain = if decided > 0 { Duration::ZERO } else { self.in_vain + start.elapsed() };
        self.effort.turns += 1;
        self.effort.decided += decided as u64;
        self.effort.time += start.elapsed();
    }

    /// Without a solver of their own there are none.
    fn graphs(&mut self) -> Option<&mut GraphTurns<'g>> {
        if self.graphs.is_none() {
            let Scheduler { board, compiled, plan, workload } = self.scheduler;
            let solver = solver::open_all(&plan.solvers, &plan.process_limits).ok()?;
            let goals = self.goals.get_or_init(|| workload.graph_goals());
            // Bounded model checking knows best why something stays undecided.
            self.graphs = Some(GraphTurns::new(board, compiled, &**goals, solver, !plan.works(Engine::Bmc)));
        }
        self.graphs.as_mut()
    }
}

/// Graphs at work on threads of their own, as the others see them.
#[derive(Default)]
pub(super) struct GraphThread {
    /// The others can show no more.
    is_last: AtomicBool,
    is_over: AtomicBool,
}

impl GraphThread {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Until it is over, nothing is open or it is told to stop.
    fn wait(&self, board: &Board, stop: &Stop) {
        self.is_last.store(true, Ordering::Relaxed);
        while !self.is_over() && board.anything_open() && stop.reason().is_none() {
            std::thread::sleep(budget::turns::NAP);
        }
    }

    /// Begins when the others have worked for a while, or have come to their end.
    fn work(&self, scheduler: &Scheduler<'_>, stop: &Stop) -> GraphEffort {
        let Scheduler { board, compiled, plan, workload } = *scheduler;
        let start = Instant::now();
        while start.elapsed() < budget::graphs::BEFORE_FIRST && !self.is_last.load(Ordering::Relaxed) && stop.reason().is_none() && board.anything_open() {
            std::thread::sleep(budget::turns::NAP);
        }
        let open = || solver::open_all(&plan.solvers, &plan.process_limits).ok();
        let Some(solver) = open().filter(|_| stop.reason().is_none() && board.anything_open()) else { return GraphEffort::default() };
        let goals = workload.graph_goals();
        let work = Work { solver, stop: stop.clone(), options: goals.options(), cache: &mut (), pool: None };
        // The first thread is that of the others.
        let more = Others { n: plan.jobs.saturating_sub(2), solver: &open };
        let (counters, decided) = turns::decide(board, compiled, &*goals, &mut (), work, &more, !plan.works(Engine::Bmc));
        GraphEffort { counters, turns: 1, decided: decided as u64, time: start.elapsed() }
    }
}

/// Graphs on threads of their own beside the others, who are told to stop once nothing is open. Gives what the graphs did.
pub(super) fn graphs_beside(scheduler: &Scheduler<'_>, stop: &Stop, others: impl FnOnce(&Stop, &GraphThread)) -> GraphEffort {
    let (of_others, of_graphs) = (stop.part(), stop.part());
    let thread = GraphThread::default();
    std::thread::scope(|scope| {
        let run = || {
            let _over = Over(&thread.is_over);
            let effort = thread.work(scheduler, &of_graphs);
            if !scheduler.board.anything_open() {
                of_others.request(StopReason::Deadline);
            }
            effort
        };
        // Without a thread there are no graphs.
        let graphs = std::thread::Builder::new().name("graphs".to_owned()).stack_size(budget::graphs::STACK).spawn_scoped(scope, run).ok();
        if graphs.is_none() {
            thread.is_over.store(true, Ordering::Relaxed);
        }
        // Whatever becomes of the others, the graphs do not go on without them.
        let last = Last(&of_graphs);
        others(&of_others, &thread);
        drop(last);
        graphs.map_or_else(GraphEffort::default, |graphs| graphs.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Says when it goes that something is over.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Asks to stop when it goes.
struct Last<'a>(&'a Stop);

impl Drop for Last<'_> {
    fn drop(&mut self) {
        self.0.request(StopReason::Deadline);
    }
}
