//! A share of the paths of a task: the outcomes of decisions that its paths have in common. It is a task of its own, with results of its own, which say nothing of other paths.

use crate::plan::{Stage, TaskNumber};
use serde::{Deserialize, Serialize};
use tasks::shares::Outcome;

/// What the folder keeps of a share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShareSpec {
    pub number: TaskNumber,
    /// The task whose paths these are.
    pub root: TaskNumber,
    /// What was divided: the task, or another share.
    pub parent: TaskNumber,
    pub outcomes: Vec<Outcome>,
    /// What it is given.
    pub stage: Stage,
}

impl ShareSpec {
    /// As a person reads it.
    pub fn title(&self) -> String {
        let outcome = |outcome: &Outcome| {
            let decision = &outcome.decision;
            let text = if outcome.side { &decision.if_true } else { &decision.if_false };
            let again = if decision.occurrence == 1 { String::new() } else { format!(" (time {})", decision.occurrence) };
            format!("line {} {text}{again}", decision.line)
        };
        format!("share {}", self.outcomes.iter().map(outcome).collect::<Vec<_>>().join(", "))
    }
}
