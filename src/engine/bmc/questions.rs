//! What bounded model checking asks of unrollings: when they reach targets, and when a path that was cut may yet do so. For goals and properties of the program an unrolling
//! says it itself; others follow what happens in it.

use crate::board::Board;
use crate::budget::questions;
use crate::target::Target;
use analysis::transform::slice;
use goto::limits::Stop;
use goto::{Bits, InputId, Program};
use rustc_hash::FxHashSet;
use solver::{Answer, Query, Solver};
use symex::{Session, Unrolling, UnrollingLimits};
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// Asks for targets.
pub trait Questions {
    /// Unrolls the program as far as it matters for what is open. The first inputs have these values, if whoever asks supports that.
    fn unroll(&mut self, session: &mut Session, pool: &mut TermPool, first: &[(InputId, Bits)], limits: UnrollingLimits<'_>) -> Unrolling;

    /// What was unrolled.
    fn program(&self) -> &Program;

    /// When the unrolling reaches targets. Those that are missing it reaches on no path.
    fn conditions(&mut self, pool: &mut TermPool, unrolling: &Unrolling, pruner: &mut Pruner<'_>) -> Conditions;

    /// Is it known of each target which cuts stand in its way? Else any cut stands in the way of all.
    fn tells_cuts_apart(&self) -> bool {
        false
    }

    /// Is what stands in the way of a target noted for each? Of very many targets it is told for all at the end.
    fn names_reasons(&self) -> bool {
        true
    }

    /// For each of the targets when a path that was cut in the last unrolling may yet reach it, as far as cuts are told apart.
    fn may_come(&mut self, pool: &mut TermPool, targets: &[Target]) -> Vec<TermId> {
        vec![pool.truth(true); targets.len()]
    }
}

/// When an unrolling reaches targets.
pub struct Conditions {
    pub reached: Vec<(Target, TermId)>,
    /// It was given up: nothing follows for targets that are missing.
    pub is_partial: bool,
}

/// The goals and properties of the board's program.
pub struct ProgramQuestions<'a> {
    board: &'a Board,
    /// The program without what is decided; shrinks from round to round.
    sliced: Program,
}

impl<'a> ProgramQuestions<'a> {
    pub fn new(board: &'a Board) -> Self {
        Self { board, sliced: board.program().clone() }
    }
}

impl Questions for ProgramQuestions<'_> {
    fn unroll(&mut self, session: &mut Session, pool: &mut TermPool, first: &[(InputId, Bits)], limits: UnrollingLimits<'_>) -> Unrolling {
        slice(&mut self.sliced, &|g| self.board.is_open(g), &|p| self.board.is_open(p));
        session.unroll_after(&self.sliced, pool, first, limits)
    }

    fn program(&self) -> &Program {
        &self.sliced
    }

    fn conditions(&mut self, _pool: &mut TermPool, unrolling: &Unrolling, _pruner: &mut Pruner<'_>) -> Conditions {
        let goals = unrolling.goals.iter().map(|&(goal, condition)| (Target::Goal(goal), condition));
        let properties = unrolling.violations.iter().map(|&(property, condition)| (Target::Property(property), condition));
        Conditions { reached: goals.chain(properties).collect(), is_partial: false }
    }
}

/// Asks the solver which paths are possible, before too much is made of those that are not.
pub struct Pruner<'s> {
    pub(super) solver: &'s mut dyn Solver,
    pub(super) wanted: &'s [TermId],
    pub(super) stop: &'s Stop,
    /// Questions so far.
    pub(super) calls: u64,
}

impl Pruner<'_> {
    /// Those of the conditions that may hold.
    pub fn possible(&mut self, pool: &TermPool, conditions: &[TermId]) -> FxHashSet<TermId> {
        let mut possible = FxHashSet::default();
        let mut left = distinct(conditions.iter().copied());
        while !left.is_empty() {
            self.calls += 1;
            let query = Query { assumptions: &[], any_of: &left, wanted: self.wanted, stop: self.stop, budget: Some(questions::PRUNING) };
            match self.solver.check(pool, &query) {
                Answer::Unsat { .. } => break,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = left.len();
                    left.retain(|&condition| {
                        let holds = evaluator.value(pool, condition).is_true();
                        if holds {
                            possible.insert(condition);
                        }
                        !holds
                    });
                    if left.len() == before {
                        possible.extend(left.drain(..));
                    }
                }
                Answer::Unknown(_) => possible.extend(left.drain(..)),
            }
        }
        possible
    }

    /// Is it time to give up?
    pub fn is_over(&self) -> bool {
        self.stop.reason().is_some()
    }
}

/// Each once, in their order.
pub(super) fn distinct(terms: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    terms.filter(|term| seen.insert(*term)).collect()
}
