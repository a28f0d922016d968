//! One thing to reach: a goal, or the violation of a property. Knows the board.

use crate::board::Board;
use crate::certificate::Shows;
use crate::status::{GoalStatus, Proof, PropertyStatus, Reason};
use goto::{GoalId, InstrKind, Program, PropertyClass, PropertyId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    Goal(GoalId),
    Property(PropertyId),
}

impl Target {
    /// All that are open.
    pub(crate) fn open(board: &Board) -> impl Iterator<Item = Target> {
        let goals = board.open_goals().into_iter().map(Target::Goal);
        goals.chain(board.open_properties().into_iter().map(Target::Property))
    }

    pub(crate) fn is_open(self, board: &Board) -> bool {
        match self {
            Target::Goal(goal) => board.is_goal_open(goal),
            Target::Property(property) => board.is_property_open(property),
        }
    }

    pub(crate) fn is_reached(self, board: &Board) -> bool {
        match self {
            Target::Goal(goal) => matches!(board.goal(goal), GoalStatus::Covered { .. }),
            Target::Property(property) => matches!(board.property(property), PropertyStatus::Violated { .. }),
        }
    }

    /// It cannot be reached.
    pub(crate) fn close(self, board: &Board, proof: Proof) {
        match self {
            Target::Goal(goal) => board.goal_unreachable(goal, proof),
            Target::Property(property) => board.property_holds(property, proof),
        }
    }

    /// Does it ask what all memory is like, not only what is accessed?
    pub(crate) fn is_about_the_heap(self, program: &Program) -> bool {
        use PropertyClass::{MemoryLeak, ValidMemcleanup, ValidMemtrack};
        match self {
            Target::Goal(_) => false,
            Target::Property(property) => matches!(program.properties[property].class, ValidMemtrack | ValidMemcleanup | MemoryLeak),
        }
    }

    /// What it means that it cannot be reached.
    pub(crate) fn shows(self) -> Shows {
        match self {
            Target::Goal(goal) => Shows::Unreachable(goal),
            Target::Property(property) => Shows::Holds(property),
        }
    }

    pub(crate) fn resist(self, board: &Board, reason: &Reason) {
        match self {
            Target::Goal(goal) => board.goal_resists(goal, reason.clone()),
            Target::Property(property) => board.property_resists(property, reason.clone()),
        }
    }

    /// May executing the instruction reach it?
    pub(crate) fn is_met_by(self, kind: &InstrKind) -> bool {
        match (self, kind) {
            (Target::Goal(own), InstrKind::Cover { goal, .. }) => *goal == own,
            (Target::Property(own), InstrKind::Assert { property, .. }) => *property == own,
            _ => false,
        }
    }
}
