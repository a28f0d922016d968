//! Bounded model checking of all open targets together: unroll to a bound, look for models, confirm them, prove the rest by full unwinding.
//! Base case and forward condition of seed algorithm "multi-property incremental BMC" (Wu et al., FASE 2025, section 2.2), with one live solver for all targets and bounds.
//!
//! Here is what a round is. `questions` says what is asked of an unrolling, `hunt` looks for models, `follow` confirms them by runs, `conclude` says what is shown where there are none.

mod conclude;
mod follow;
mod hunt;
pub mod questions;

use crate::board::Board;
use crate::budget;
use crate::confirm::{ToldFacts, determinate, variables};
use crate::cuts::CutPaths;
use crate::effort::Phase;
use crate::slices::TimeSlices;
use crate::status::{Engine, Reason};
use crate::target::Target;
use conclude::Unreached;
use goto::interp::Compiled;
use goto::limits::{Stop, StopReason};
use goto::{Bits, InputId};
use hunt::{ModelSearch, TargetCondition};
use questions::{Conditions, ProgramQuestions, Pruner, Questions};
use rustc_hash::FxHashSet;
use solver::{Solver, Times};
use std::time::{Duration, Instant};
use symex::{Bound, Cut, CutReason, Session, Unrolling, UnrollingLimits};
use term::TermPool;

/// What a round showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Round {
    /// Nothing is open any more.
    Done,
    /// A larger bound may show more.
    Grow,
    /// The same for a much larger one: only loops of library models go on, which small bounds do not move.
    Leap,
    /// What is still open stays open however far loops are unrolled.
    Exhausted,
    Stopped(StopReason),
}

/// Counters of the bounded engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counters {
    pub solver_calls: u64,
    pub models: u64,
    pub models_not_confirmed: u64,
    pub rounds: u64,
    /// Instructions executed symbolically.
    pub steps: u64,
    /// The largest bound of a finished round.
    pub k: u32,
    /// Time of symbolic execution.
    pub unrolling: Duration,
    /// Time of the solvers.
    pub times: Times,
}

pub struct Bmc<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    questions: Box<dyn Questions + 'a>,
    cut_paths: CutPaths<'a>,
    /// Why a path that was found may go on anywhere.
    unconfined_cut: Option<Reason>,
    pool: TermPool,
    session: Session,
    solver: Box<dyn Solver>,
    facts: ToldFacts,
    /// What the last round unrolled.
    last: Option<Extent>,
    /// Were there rounds that showed the same, but for loops of models?
    has_leapt: bool,
    stop: Stop,
    engine: Engine,
    /// Does what stands in the way of a target become its reason?
    notes_reasons: bool,
    counters: Counters,
}

/// How much an unrolling shows. Two rounds of one extent show the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Extent {
    steps: u64,
    cuts: usize,
    open: usize,
}

impl<'a> Bmc<'a> {
    /// Asks for the goals and properties of the program.
    pub fn new(board: &'a Board, compiled: &'a Compiled, solver: Box<dyn Solver>, stop: Stop) -> Self {
        Self::asking(Box::new(ProgramQuestions::new(board)), board, compiled, solver, stop)
    }

    pub fn asking(questions: Box<dyn Questions + 'a>, board: &'a Board, compiled: &'a Compiled, solver: Box<dyn Solver>, stop: Stop) -> Self {
        let notes_reasons = questions.names_reasons();
        Self {
            board,
            compiled,
            questions,
            cut_paths: CutPaths::new(board.program()),
            unconfined_cut: None,
            pool: TermPool::new(),
            session: Session::new(),
            solver,
            facts: ToldFacts::default(),
            last: None,
            has_leapt: false,
            stop,
            engine: Engine::Bmc,
            notes_reasons,
            counters: Counters::default(),
        }
    }

    /// For looking around: what is not found is no reason for anything.
    pub fn on_excursion(self) -> Self {
        Self { engine: Engine::Excursions, notes_reasons: false, ..self }
    }

    /// What stands in the way of what is open after the last round, which ended like this.
    pub fn note_end(&self, last: &Round) {
        match last {
            Round::Stopped(reason) if self.notes_reasons => self.board.resist_all(Reason::Stopped(*reason)),
            Round::Stopped(reason) => self.board.resist_rest(Reason::Stopped(*reason)),
            Round::Done | Round::Grow | Round::Leap | Round::Exhausted if self.notes_reasons => {}
            Round::Done | Round::Grow | Round::Leap | Round::Exhausted => self.board.resist_rest(Reason::Bound(self.counters.k)),
        }
    }

    pub fn counters(&self) -> Counters {
        Counters { times: self.solver.times(), ..self.counters }
    }

    /// Can nothing of what is open be proved any more, in whatever way, since there is a path that may go on anywhere?
    pub fn proves_no_more(&self) -> bool {
        self.unconfined_cut.is_some()
    }

    /// One bound: base case, then forward condition. Others get their turns in between.
    pub fn round(&mut self, bound: &Bound, others: &mut TimeSlices<'_>) -> Round {
        if !self.board.anything_open() {
            return Round::Done;
        }
        self.tell(Phase::Unrolling);
        self.board.note_effort(|effort| effort.bound = bound.k);
        let unrolling = self.unroll(bound, &[], others);
        self.tell(Phase::Solving);
        let result = self.decide(&unrolling, bound, others);
        if !self.board.anything_open() {
            return Round::Done;
        }
        if let Some(reason) = self.stop.reason() {
            return Round::Stopped(reason);
        }
        self.counters.k = bound.k;
        self.tell(Phase::Solving);
        let extent = Extent { steps: unrolling.steps, cuts: unrolling.cuts.len(), open: self.board.n_open() };
        // A cut that no bound moves, such as the limit on nested calls: larger bounds would show the same for ever.
        let stuck = self.last == Some(extent) && unrolling.steps < bound.max_steps;
        self.last = Some(extent);
        match result {
            // Loops of models that read text have no end; where nobody says when to stop they are not followed further.
            Round::Grow if self.has_leapt && self.stop.deadline().is_none() => Round::Exhausted,
            Round::Grow if stuck && bound.k < budget::unrolling::LEAP && unrolling.cuts.iter().any(|cut| self.is_in_model(cut)) => {
                self.has_leapt = true;
                Round::Leap
            }
            Round::Grow if stuck => Round::Exhausted,
            result => result,
        }
    }

    /// Tells whoever watches how far it is.
    fn tell(&self, phase: Phase) {
        if self.engine == Engine::Bmc {
            let counters = self.counters();
            self.board.note_effort(|effort| (effort.phase, effort.bmc) = (phase, counters));
        }
    }

    /// Is it a loop of a library model that was cut?
    fn is_in_model(&self, cut: &Cut) -> bool {
        cut.reason == CutReason::Bound && self.board.program().functions[cut.function].model
    }

    /// Looks for models of what is open among the executions that begin with the first `kept` of these inputs, preferably with others like the rest. Proves nothing.
    pub fn look_after(&mut self, inputs: &[(InputId, Bits)], kept: usize, bound: &Bound) {
        let nobody = &mut TimeSlices::none(self.board);
        let unrolling = self.unroll(bound, &inputs[..kept], nobody);
        for (event, (_, value)) in unrolling.inputs.iter().zip(inputs).skip(kept) {
            if self.pool.as_const(event.value).is_none() {
                self.solver.suggest(&self.pool, event.value, value.resize(self.pool.width(event.value), true));
            }
        }
        let (queries, ..) = self.queries(&unrolling);
        let hunt = ModelSearch::new(&unrolling, determinate(&mut self.pool, &unrolling), budget::questions::FAILURES_ALLOWED);
        self.hunt(&hunt, queries, nobody);
    }

    /// What is open, on the executions that begin with these inputs. Ends early if others decide all of it.
    fn unroll(&mut self, bound: &Bound, first: &[(InputId, Bits)], others: &mut TimeSlices<'_>) -> Unrolling {
        let (start, given) = (Instant::now(), others.given());
        let (board, stop) = (self.board, self.stop.part());
        let (before, is_told) = (self.counters.unrolling, self.engine == Engine::Bmc);
        let mut pause = || {
            others.ask();
            if is_told {
                let unrolling = before + start.elapsed().saturating_sub(others.given() - given);
                board.note_effort(|effort| effort.bmc.unrolling = unrolling);
            }
            if !board.anything_open() {
                stop.request(StopReason::Deadline);
            }
        };
        let unrolling = self.questions.unroll(&mut self.session, &mut self.pool, first, UnrollingLimits { bound, stop: &stop, pause: &mut pause });
        self.counters.unrolling += start.elapsed().saturating_sub(others.given() - given);
        self.counters.rounds += 1;
        self.counters.steps += unrolling.steps;
        self.facts.tell(&mut *self.solver, &self.pool, &unrolling);
        unrolling
    }

    fn decide(&mut self, unrolling: &Unrolling, bound: &Bound, others: &mut TimeSlices<'_>) -> Round {
        let (queries, absent, is_partial) = self.queries(unrolling);
        let hunt = ModelSearch::new(unrolling, determinate(&mut self.pool, unrolling), budget::questions::FAILURES_ALLOWED);
        let refuted = self.hunt(&hunt, queries, others);
        if is_partial || self.stop.reason().is_some() {
            return Round::Grow;
        }
        self.conclude(unrolling, Unreached::new(refuted, absent), bound, others)
    }

    /// The open targets with their conditions, those that no unrolled path reaches, and whether the first are not all.
    fn queries(&mut self, unrolling: &Unrolling) -> (Vec<TargetCondition>, Vec<Target>, bool) {
        let start = Instant::now();
        let wanted = variables(unrolling);
        let mut pruner = Pruner { solver: &mut *self.solver, wanted: &wanted, stop: &self.stop, calls: 0 };
        let Conditions { reached, is_partial } = self.questions.conditions(&mut self.pool, unrolling, &mut pruner);
        self.counters.solver_calls += pruner.calls;
        self.counters.unrolling += start.elapsed();
        let open = self.board.open();
        let is_open: FxHashSet<Target> = open.iter().copied().collect();
        let possible = reached.into_iter().filter(|&(target, condition)| is_open.contains(&target) && !self.pool.is_false(condition));
        let queries: Vec<TargetCondition> =
            possible.map(|(target, condition)| TargetCondition { target, condition, failures: 0, limit: None, depends: false }).collect();
        let present: FxHashSet<Target> = queries.iter().map(|q| q.target).collect();
        let absent = open.into_iter().filter(|target| !present.contains(target)).collect();
        (queries, absent, is_partial)
    }

    fn is_open(&self, target: Target) -> bool {
        self.board.is_open(target)
    }

    fn resist(&self, targets: impl Iterator<Item = Target>, reason: &Reason) {
        if self.notes_reasons {
            targets.for_each(|target| self.board.resist(target, reason.clone()));
        }
    }
}
