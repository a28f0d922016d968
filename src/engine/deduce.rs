//! What follows on the board from control flow alone and from what is decided there. Costs next to nothing beside a question to a solver.

use super::board::Board;
use super::status::{Proof, ProofMethod};
use analysis::dead::{ControlFlow, DecidedTargets};
use goto::{GoalId, IdVec, PropertyId};

/// The control flow of the board's program, asked again whenever more is known.
pub(crate) struct Deduction<'a> {
    board: &'a Board,
    flow: ControlFlow<'a>,
    /// What was proved when it was asked last.
    seen: Option<Proved>,
}

impl<'a> Deduction<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, flow: ControlFlow::new(board.program()), seen: None }
    }

    /// Decides what follows from what the board knows by now. Nothing if certificates are wanted: each claim then gets a proof that another solver can check.
    pub(crate) fn work(&mut self) {
        let proved = Proved::on(self.board);
        if self.board.wants_certificates() || self.seen.as_ref() == Some(&proved) {
            return;
        }
        let proof = Proof { method: ProofMethod::Dominator, k: None };
        let dead = self.flow.dead(&proved);
        for goal in dead.goals {
            self.board.goal_unreachable(goal, proof);
        }
        for property in dead.properties {
            self.board.property_holds(property, proof);
        }
        self.seen = Some(Proved::on(self.board));
    }
}

#[derive(PartialEq, Eq)]
struct Proved {
    goals: IdVec<GoalId, bool>,
    properties: IdVec<PropertyId, bool>,
}

impl Proved {
    fn on(board: &Board) -> Self {
        let (goals, properties) = board.proved();
        Self { goals, properties }
    }
}

impl DecidedTargets for Proved {
    fn is_unreachable(&self, goal: GoalId) -> bool {
        self.goals[goal]
    }

    fn holds(&self, property: PropertyId) -> bool {
        self.properties[property]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LostRuns;
    use crate::status::{GoalStatus, PropertyStatus};
    use goto::Id;
    use std::sync::Arc;

    #[test]
    fn what_lies_behind_a_proof_is_decided_with_it() {
        let text = "goto lp64 start begin
            goal g0 branch_goal \"zero\" begin \"\" goal g1 branch_goal \"one\" begin \"\"
            property p0 assertion \"p\" begin \"\"
            static x#0: bool
            function begin: fn() -> void { 0: COVER g0 x#0 1: IF x#0 GOTO 3 2: HALT exit 3: COVER g1 true 4: ASSERT p0 false 5: HALT exit }";
        let board = Board::new(Arc::new(goto::parse(text).unwrap_or_else(|e| panic!("{e}"))), None, LostRuns::Count);
        let mut deduction = Deduction::new(&board);
        deduction.work();
        assert_eq!(board.open_goals().len(), 2);
        board.goal_unreachable(GoalId::new(0), Proof { method: ProofMethod::KInduction, k: Some(1) });
        deduction.work();
        let proof = Proof { method: ProofMethod::Dominator, k: None };
        assert_eq!(board.goal(GoalId::new(1)), GoalStatus::Unreachable { proof });
        assert_eq!(board.property(PropertyId::new(0)), PropertyStatus::Holds { proof });
        assert!(!board.anything_open());
    }
}
