//! What a board asks, in the forms in which engines take it.

use crate::arg::targets::TargetGoals;
use crate::arg::turns::BoardGoals;
use crate::bmc::questions::{ProgramQuestions, Questions};
use crate::board::Board;
use crate::deduce::{Deduction, Turn};

/// Who works on a thread of its own beside bounded model checking, if there are threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beside {
    Search,
    /// Several analyses, one for each thread, which divide the goals.
    Graphs,
}

/// What a board asks.
pub(crate) trait Workload: Sync {
    /// For bounded model checking.
    fn questions(&self) -> Box<dyn Questions + '_>;

    /// For graphs: what is open now.
    fn graph_goals(&self) -> Box<dyn BoardGoals + '_>;

    /// Decides what follows from control flow and from what the board knows by now, whenever it is called.
    fn deduction(&self) -> Box<dyn FnMut(Turn) + '_>;

    /// Who decides most of what bounded model checking does not.
    fn beside(&self) -> Beside;
}

/// The goals and properties of the board's program.
pub(crate) struct ProgramWorkload<'a>(pub &'a Board);

impl Workload for ProgramWorkload<'_> {
    fn questions(&self) -> Box<dyn Questions + '_> {
        Box::new(ProgramQuestions::new(self.0))
    }

    fn graph_goals(&self) -> Box<dyn BoardGoals + '_> {
        Box::new(TargetGoals::new(self.0))
    }

    fn deduction(&self) -> Box<dyn FnMut(Turn) + '_> {
        let mut deduction = Deduction::new(self.0);
        Box::new(move |turn| deduction.work(turn))
    }

    fn beside(&self) -> Beside {
        Beside::Search
    }
}
