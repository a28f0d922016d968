//! Proofs in a program that has forgotten memory, whose questions are much smaller: it may do more than the program does, so that what it never reaches counts.

use super::spare::Trial;
use super::{InductiveStep, OpenSolver, StepRound};
use crate::board::{Board, LostRuns};
use crate::budget;
use crate::status::{Proof, ProofMethod};
use crate::target::Target;
use analysis::invariants::Candidate;
use analysis::without_memory::forget_memory;
use goto::limits::Stop;
use goto::{BinOp, ExprId, ExprKind, Program};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl InductiveStep<'_> {
    /// Tries to prove what is open where nothing is known of memory, if the trial was not finished yet and may be in this time. Makes no certificates, which would be about
    /// another program.
    pub fn try_without_memory(&mut self, max_steps: u64, time: Duration, stop: &Stop, open: OpenSolver<'_>) {
        if !self.without_memory.is_worth(time) {
            return;
        }
        let stop = stop.earlier(Instant::now() + time);
        let is_over = self.is_forgetful_trial_over(max_steps, &stop, open);
        self.without_memory = if is_over { Trial::Over } else { Trial::Unfinished(time) };
    }

    fn is_forgetful_trial_over(&mut self, max_steps: u64, stop: &Stop, open: OpenSolver<'_>) -> bool {
        let targets: FxHashSet<Target> = self.targets().into_iter().collect();
        let worth = targets.len() <= budget::induction::MOST_WITHOUT_MEMORY && targets.iter().all(|target| target.property().is_some());
        if !worth || self.board.wants_certificates() {
            return true;
        }
        let mut program = Program::clone(&self.program);
        let Some(forgetful) = forget_memory(&mut program) else { return true };
        let kept = |c: &&Candidate| c.each.is_none() && !forgetful.has_forgotten(&program, c.fact) && is_linear(&program, c.fact);
        let moved = |c: &Candidate| Candidate { head: forgetful.moved(c.function, c.head), ..*c };
        let candidates: Vec<Candidate> = self.candidates[..self.first_spare].iter().filter(kept).map(moved).collect();
        let board = Board::new(Arc::new(program.clone()), None, LostRuns::KeepOpen);
        let unasked = Proof { method: ProofMethod::KInduction, k: None };
        board.open().into_iter().filter(|target| !targets.contains(target)).for_each(|target| board.exclude(target, unasked));
        let Some(solver) = open() else { return true };
        let mut step = InductiveStep::with(&board, program, candidates, solver, self.simple_paths);
        for depth in 0..=budget::induction::DEPTH_WITHOUT_MEMORY {
            let round = step.round(depth, max_steps, stop);
            let proof = Proof { method: ProofMethod::KInduction, k: Some(depth + 1) };
            targets.intersection(&board.excluded()).for_each(|&target| self.board.exclude(target, proof));
            match round {
                StepRound::Grow => {}
                StepRound::Done | StepRound::Hopeless => return true,
                StepRound::Unanswered | StepRound::Stopped => return false,
            }
        }
        true
    }
}

/// Are there no products of variables in it? They mostly say how large arrays are, and are what makes questions hard.
fn is_linear(program: &Program, fact: ExprId) -> bool {
    let is_constant = |e: ExprId| program.exprs.as_const(e).is_some();
    let mut is_linear = true;
    program.exprs.walk(fact, &mut FxHashSet::default(), &mut |_, kind| {
        if let ExprKind::Binary(BinOp::Mul | BinOp::Div | BinOp::Rem, a, b) = kind {
            is_linear &= is_constant(a) || is_constant(b);
        }
    });
    is_linear
}
