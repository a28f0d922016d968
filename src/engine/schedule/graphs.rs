//! The turns of the graphs: when they begin, and how much time they are worth beside bounded model checking.

use super::{Growth, Plan};
use crate::arg::Counters;
use crate::arg::targets::{TargetGoals, TargetGraphs};
use crate::board::Board;
use crate::budget;
use crate::status::Engine;
use crate::weight::EngineWeight;
use goto::interp::Compiled;
use goto::limits::Stop;
use std::cell::OnceCell;
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

/// The graphs with what the scheduler needs to know of them.
pub(super) struct Graphs<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    plan: &'a Plan,
    /// Made when it is needed first.
    targets: &'a OnceCell<TargetGoals>,
    graphs: Option<TargetGraphs<'a>>,
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

impl<'a> Graphs<'a> {
    /// None work where a bound was asked for, which is all that is looked at then, and where certificates are wanted, which a graph does not give.
    pub(super) fn new(board: &'a Board, compiled: &'a Compiled, plan: &'a Plan, targets: &'a OnceCell<TargetGoals>) -> Self {
        let may_work = plan.works(Engine::Arg) && !matches!(plan.growth, Growth::Fixed(_)) && !board.wants_certificates();
        Self {
            board,
            compiled,
            plan,
            targets,
            graphs: None,
            weight: EngineWeight::default(),
            others: Duration::ZERO,
            due: Duration::ZERO,
            in_vain: Duration::ZERO,
            is_over: !may_work,
            effort: GraphEffort::default(),
        }
    }

    pub(super) fn effort(&self) -> GraphEffort {
        GraphEffort { counters: self.graphs.as_ref().map(TargetGraphs::counters).unwrap_or_default(), ..self.effort }
    }

    /// Is nothing more expected of them?
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// After the others worked for so long and decided so many: for as long as the graphs are worth in comparison, once that is a turn.
    pub(super) fn work_beside(&mut self, others: Duration, decided: usize, stop: &Stop) {
        self.weight.others_worked(decided, others);
        self.others += others;
        let least = self.least_turn();
        self.due = (self.due + others.mul_f64(self.share())).min(least.max(self.others / budget::graphs::PARTS_OF_OTHERS));
        if self.others >= budget::graphs::BEFORE_FIRST && self.due >= least {
            let time = std::mem::take(&mut self.due);
            self.work(time, stop);
        }
    }

    /// Time for each second of the others.
    fn share(&self) -> f64 {
        let patience = 1.0 + self.in_vain.as_secs_f64() / budget::graphs::HALF_LIFE.as_secs_f64();
        self.weight.share(budget::turns::GRAPHS).max(budget::turns::GRAPHS.least * patience) / patience
    }

    /// Bounded model checking can show no more. All took so long so far.
    pub(super) fn last_chance(&mut self, took: Duration, stop: &Stop) {
        let most = stop.deadline().map_or(Duration::MAX, |d| d.saturating_duration_since(Instant::now()) / budget::graphs::PARTS_OF_REST);
        self.work(took.mul_f64(self.share()).max(budget::graphs::LAST_TURN_FOR_TARGETS).min(most), stop);
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
        if self.is_over || !self.board.anything_open() || stop.reason().is_some() {
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
    fn graphs(&mut self) -> Option<&mut TargetGraphs<'a>> {
        if self.graphs.is_none() {
            let solver = solver::open_all(&self.plan.solvers, &self.plan.process_limits).ok()?;
            let targets = self.targets.get_or_init(|| TargetGoals::new(self.board));
            // Bounded model checking knows best why something stays undecided.
            self.graphs = Some(TargetGraphs::new(self.board, self.compiled, targets, solver, !self.plan.works(Engine::Bmc)));
        }
        self.graphs.as_mut()
    }
}
