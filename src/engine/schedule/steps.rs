//! The turns of the inductive step: at which depth it is tried, and for how long. A step that the solver left without answers for lack of time is tried
//! again for longer. It waits for that until the turns that it leaves out add up to it, so that bounded model checking loses nothing.

use super::Plan;
use crate::board::Board;
use crate::budget;
use crate::clock::WorkClock;
use crate::control_graph::ByControlGraph;
use crate::induction::{InductiveStep, OpenSolver, StepCounters, StepRound};
use crate::recursion::ByContracts;
use crate::status::Engine;
use goto::limits::Stop;
use solver::SolverSpec;
use std::time::{Duration, Instant};

/// The inductive step with what the scheduler needs to know of it.
pub(super) struct Induction<'a> {
    board: &'a Board,
    plan: &'a Plan,
    /// Made when it is needed first.
    step: Option<InductiveStep<'a>>,
    /// Not where certificates are wanted, since there are none of such proofs.
    contracts: Option<ByContracts<'a>>,
    /// The same.
    states: Option<ByControlGraph<'a>>,
    depth: u32,
    max_steps: u64,
    /// The time of the turns that it left out.
    saved: Duration,
    /// The time of the round that is going on, as far as there was no turn for it.
    unused: Duration,
    /// The same as far as there was one.
    used: Duration,
    /// The time of the step before, if it was not enough.
    in_vain: Option<Duration>,
    /// Does a round of bounded model checking go on? What passes between rounds is paid for after them.
    in_round: bool,
    /// Steps in a row that are tried again.
    repeats: u32,
    /// Nothing more is expected of it.
    is_done: bool,
}

impl<'a> Induction<'a> {
    pub(super) fn new(board: &'a Board, plan: &'a Plan) -> Self {
        Self {
            board,
            plan,
            step: None,
            contracts: (plan.works(Engine::Contracts) && !board.wants_certificates()).then(|| ByContracts::new(board, plan.simple_paths)),
            states: (plan.works(Engine::ControlGraph) && !board.wants_certificates()).then(|| ByControlGraph::new(board)),
            depth: 0,
            max_steps: budget::unrolling::FIRST_STEPS,
            saved: Duration::ZERO,
            unused: Duration::ZERO,
            used: Duration::ZERO,
            in_vain: None,
            in_round: false,
            repeats: 0,
            is_done: !plan.works(Engine::Induction) && !plan.works(Engine::ControlGraph),
        }
    }

    /// Is nothing more expected of it?
    pub(super) fn is_through(&self) -> bool {
        self.is_done || self.depth >= budget::induction::MOST_DEPTH
    }

    /// Without a solver of its own there is none.
    fn step(&mut self) -> Option<&mut InductiveStep<'a>> {
        if self.step.is_none() {
            let solver = solver::open_all(&self.plan.solvers, &self.plan.process_limits).ok()?;
            self.step = Some(InductiveStep::new(self.board, solver, self.plan.simple_paths));
        }
        self.step.as_mut()
    }

    pub(super) fn counters(&self) -> StepCounters {
        self.step.as_ref().map_or_else(StepCounters::default, InductiveStep::counters)
    }

    fn is_embedded(&self) -> bool {
        self.plan.solvers.iter().all(|solver| *solver == SolverSpec::Embedded)
    }

    /// Nothing can be proved any more.
    pub(super) fn abandon(&mut self) {
        self.is_done = true;
    }

    /// A round of bounded model checking begins.
    pub(super) fn begin_round(&mut self) {
        self.in_round = true;
    }

    /// Before anything else works.
    pub(super) fn work_before_all(&mut self, time: Duration, stop: &Stop) {
        self.work_up_to(budget::induction::DEPTH_BEFORE_ALL, time, stop);
    }

    /// A turn that fell due when so much time had passed since the last. Only in the middle of a round is it one for inductive steps.
    pub(super) fn work_within(&mut self, more: Duration, stop: &Stop) {
        if !self.in_round {
            return;
        }
        self.unused += more;
        if self.unused >= budget::induction::WITHIN_ROUND {
            let time = std::mem::take(&mut self.unused);
            self.used += time;
            self.work(time, stop);
        }
    }

    /// After a round of bounded model checking that took so long.
    pub(super) fn work_after(&mut self, round: Duration, stop: &Stop) {
        self.in_round = false;
        let rest = round.saturating_sub(std::mem::take(&mut self.used));
        self.unused = Duration::ZERO;
        self.work(rest, stop);
    }

    /// After bounded model checking worked for so long.
    pub(super) fn work(&mut self, round: Duration, stop: &Stop) {
        self.work_up_to(self.depth, round, stop);
    }

    /// The same; as long as a depth up to this one has all its answers in less than half of the time, the next one follows.
    fn work_up_to(&mut self, depth: u32, round: Duration, stop: &Stop) {
        self.saved += round.max(if self.is_embedded() { budget::induction::FIRST } else { budget::induction::FIRST_OUTSIDE });
        if self.in_vain.is_some_and(|before| self.saved < budget::induction::LONGER * before) {
            return;
        }
        let time = std::mem::take(&mut self.saved);
        self.in_vain = None;
        match self.spend(depth, time, stop) {
            StepRound::Unanswered if self.repeats < budget::induction::REPEATS => {
                self.repeats += 1;
                self.in_vain = Some(time);
            }
            StepRound::Unanswered => self.depth += 1,
            StepRound::Stopped => self.in_vain = Some(time),
            StepRound::Grow => self.repeats = 0,
            StepRound::Done | StepRound::Hopeless => {}
        }
    }

    /// Bounded model checking, which took so long, can show no more.
    pub(super) fn last_chance(&mut self, took: Duration, stop: &Stop) {
        let most = (3 * took).max(budget::induction::LAST);
        let clock = WorkClock::start(self.is_embedded());
        let left = || match stop.deadline() {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => clock.passing(most.saturating_sub(clock.spent())),
        };
        let mut rounds = 0;
        while !self.is_through() && rounds < 2 * budget::induction::MOST_DEPTH && stop.reason().is_none() && !left().is_zero() {
            // There is no more time to be had for the same depth.
            if self.spend(self.depth, left() / 2, stop) == StepRound::Unanswered {
                self.depth += 1;
            }
            rounds += 1;
        }
    }

    /// One step, or several up to this depth.
    fn spend(&mut self, last: u32, time: Duration, stop: &Stop) -> StepRound {
        if self.is_through() {
            return StepRound::Done;
        }
        let (max_steps, plan) = (self.max_steps, self.plan);
        let open = || solver::open_all(&plan.solvers, &plan.process_limits).ok();
        if !plan.works(Engine::Induction) {
            return self.spend_on_states(time, stop, &open);
        }
        let start = Instant::now();
        let mut round = self.spend_on_steps(time, stop);
        while round == StepRound::Grow && self.depth < last && start.elapsed() < time / 2 {
            self.depth += 1;
            round = self.spend_on_steps(time.saturating_sub(start.elapsed()), stop);
        }
        if round != StepRound::Done {
            self.spend_on_states(time, stop, &open);
        }
        if round != StepRound::Done && self.try_contracts(max_steps, time, stop, &open) {
            self.is_done = true;
            return StepRound::Done;
        }
        match round {
            StepRound::Hopeless if self.is_anything_else_left() => {}
            StepRound::Done | StepRound::Hopeless => self.is_done = true,
            StepRound::Grow => self.depth += 1,
            StepRound::Unanswered => {}
            StepRound::Stopped => self.max_steps = (self.max_steps * 2).min(budget::unrolling::MOST_STEPS),
        }
        round
    }
}

impl Induction<'_> {
    /// What is tried with iterations ahead.
    fn spend_on_steps(&mut self, time: Duration, stop: &Stop) -> StepRound {
        let (depth, max_steps, plan) = (self.depth, self.max_steps, self.plan);
        let open = || solver::open_all(&plan.solvers, &plan.process_limits).ok();
        let Some(step) = self.step() else { return StepRound::Hopeless };
        if depth >= budget::induction::DEPTH_AFTER_CONTROL {
            step.try_control_states(max_steps, time.max(budget::induction::CONTROL), stop);
            step.try_frames(max_steps, time, stop, &open);
        }
        if depth >= budget::induction::DEPTH_AFTER_SPARE {
            step.try_spare(max_steps, time.max(budget::induction::SPARE), stop);
        }
        let mut round = step.round(depth, max_steps, &stop.earlier(Instant::now() + time));
        // What has an answer with memory has none that proves more without.
        if matches!(round, StepRound::Stopped | StepRound::Unanswered) && stop.reason().is_none() {
            step.try_without_memory(max_steps, time, stop, &open);
            round = if self.board.anything_open() { round } else { StepRound::Done };
        }
        let counters = self.counters();
        self.board.note_effort(|effort| effort.induction = counters);
        round
    }

    /// What a loop with many variables does is none, either.
    fn spend_on_states(&mut self, time: Duration, stop: &Stop, open: OpenSolver<'_>) -> StepRound {
        let Some(states) = self.states.as_mut().filter(|states| !states.is_over()) else {
            self.is_done |= !self.plan.works(Engine::Induction);
            return StepRound::Hopeless;
        };
        states.work(open, time, stop);
        StepRound::Hopeless
    }

    /// Is anything still expected of proofs that do not depend on the depth?
    fn is_anything_else_left(&self) -> bool {
        self.contracts.as_ref().is_some_and(|contracts| !contracts.is_over()) || self.states.as_ref().is_some_and(|states| !states.is_over())
    }

    /// What recursive functions do is no question of depth. True if everything is decided.
    fn try_contracts(&mut self, max_steps: u64, time: Duration, stop: &Stop, open: OpenSolver<'_>) -> bool {
        let Some(contracts) = self.contracts.as_mut().filter(|contracts| !contracts.is_over()) else { return false };
        contracts.work(open, max_steps, time.max(budget::contracts::LEAST), stop)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Growth;
    use super::*;
    use crate::board::LostRuns;
    use crate::status::{Proof, ProofMethod, Status};
    use goto::{Id, PropertyId};
    use solver::embedded::Embedded;
    use solver::{Answer, Query, Solver, Times, Unknown};
    use std::sync::Arc;
    use term::{TermId, TermPool};

    /// Counts from 0 to 7 and again, as often as it is told. That 8 is not reached is a fact about one iteration.
    const COUNTS: &str = "goto lp64 start begin input in0 \"nondet\" \"int\" i32 property p0 assertion \"p\" begin \"\"
        static x#0: i32 static y#1: i32
        function begin: fn() -> void {
            0: y#1 := INPUT in0 1: IF y#1 == 0 GOTO 6 2: y#1 := y#1 - 1 3: x#0 := x#0 + 1 4: x#0 := x#0 & 7 5: GOTO 1
            6: ASSERT p0 x#0 < 8 7: HALT exit }";
    /// More than all that a machine may need for a step whose questions are easy.
    const TURN: Duration = Duration::from_secs(60);

    /// What a solver does with a question.
    enum Manner {
        /// Answers if it has so much time for it.
        Needs(Duration),
        /// Fails, whatever time it has.
        Fails,
        /// Thinks until it is told to stop.
        Thinks,
    }

    struct Scripted(Manner, Embedded);

    impl Solver for Scripted {
        fn name(&self) -> &str {
            "scripted"
        }

        fn assert(&mut self, pool: &TermPool, term: TermId) {
            self.1.assert(pool, term);
        }

        fn check(&mut self, pool: &TermPool, query: &Query<'_>) -> Answer {
            match self.0 {
                Manner::Needs(time) if query.budget.is_some_and(|budget| budget < time) => Answer::Unknown(Unknown::Budget),
                Manner::Needs(_) => self.1.check(pool, query),
                Manner::Fails => Answer::Unknown(Unknown::Failed("as ever".into())),
                Manner::Thinks => loop {
                    if let Some(reason) = query.stop.reason() {
                        return Answer::Unknown(Unknown::Stopped(reason));
                    }
                    std::thread::sleep(Duration::from_millis(1));
                },
            }
        }

        fn times(&self) -> Times {
            Times::default()
        }
    }

    /// What is true after each of so many turns.
    fn after_turns<R>(manner: Manner, turns: usize, turn: Duration, tell: impl Fn(&Induction<'_>) -> R) -> Vec<R> {
        let program = goto::parse(COUNTS).unwrap_or_else(|e| panic!("{e}"));
        let board = Board::new(Arc::new(program), None, LostRuns::Count);
        let plan = Plan::of(Growth::Fixed(1), vec![Engine::Induction]);
        let mut induction = Induction::new(&board, &plan);
        induction.step = Some(InductiveStep::new(&board, Box::new(Scripted(manner, Embedded::new())), false));
        let mut told = Vec::with_capacity(turns);
        for _ in 0..turns {
            induction.work(turn, &Stop::new(None));
            told.push(tell(&induction));
        }
        told
    }

    #[test]
    fn a_depth_whose_questions_need_more_time_gets_it() {
        // No question has more than a third of a turn. The step after that has two.
        let after = after_turns(Manner::Needs(TURN / 3 + Duration::from_secs(1)), 3, TURN, |i| i.board.status(PropertyId::new(0)));
        assert!(matches!(after[1], Status::Open(_)), "{after:?}");
        let at_once = Proof { method: ProofMethod::KInduction, k: Some(1) };
        assert!(matches!(after[2], Status::Excluded(proof) if proof == at_once), "{after:?}");
    }

    #[test]
    fn a_depth_is_not_tried_for_ever() {
        // In steps of one, two, four and eight turns; larger depths have one turn each.
        let depths = after_turns(Manner::Needs(Duration::MAX), 40, TURN, |i| i.depth);
        assert_eq!(depths.iter().filter(|&&depth| depth == 0).count(), 1 + 2 + 4 + 8 - 1);
        assert_eq!(depths[14..17], [1, 2, 3]);
        assert_eq!(depths.last(), Some(&budget::induction::MOST_DEPTH));
        // For a solver that failed more time is no help.
        assert_eq!(after_turns(Manner::Fails, 3, TURN, |i| i.depth), [1, 2, 3]);
    }

    #[test]
    fn a_longer_step_waits_for_its_time() {
        let rounds = after_turns(Manner::Thinks, 7, Duration::ZERO, |i| i.counters().rounds);
        assert_eq!(rounds, [1, 1, 2, 2, 2, 2, 3]);
    }
}
