//! A share of a task: some of its paths, or some of its goals. It is a task of its own, with results of its own; what a share of paths finds out says nothing of other paths.

use crate::plan::{Stage, TaskNumber};
use report::result::{Goal, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use tasks::shares::Outcome;

/// Functions that a title names.
const MOST_FUNCTIONS: usize = 3;

/// What the folder keeps of a share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShareSpec {
    pub number: TaskNumber,
    /// The task that it is a share of.
    pub root: TaskNumber,
    /// What was divided: the task, or another share.
    pub parent: TaskNumber,
    #[serde(flatten)]
    pub part: Part,
    /// What it is given.
    pub stage: Stage,
}

/// Which part of its task it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// The paths that have these outcomes of decisions in common.
    Paths { outcomes: Vec<Outcome> },
    /// These goals, to be looked for from the tests of these suites, which lie in the folder of the campaign.
    Goals { goals: Vec<GoalName>, suites: Vec<String> },
}

/// A goal as `--goals` names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GoalName {
    #[serde(flatten)]
    pub place: Place,
    pub id: String,
}

impl GoalName {
    pub fn of(goal: &Goal) -> Self {
        Self { place: goal.place.clone(), id: goal.id.clone() }
    }
}

impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, line, column, function: _ } = &self.place;
        write!(f, "{file}:{line}:{column} {}", self.id)
    }
}

impl ShareSpec {
    /// As a person reads it.
    pub fn title(&self) -> String {
        match &self.part {
            Part::Paths { outcomes } => format!("share {}", outcomes.iter().map(title).collect::<Vec<_>>().join(", ")),
            Part::Goals { goals, .. } => {
                let functions: BTreeSet<&str> = goals.iter().map(|goal| goal.place.function.as_str()).collect();
                let more = if functions.len() > MOST_FUNCTIONS { ", ..." } else { "" };
                let named = functions.into_iter().take(MOST_FUNCTIONS).collect::<Vec<_>>().join(", ");
                format!("share of {} goals in {named}{more}", goals.len())
            }
        }
    }

    /// How the name of the file ends that says which part it is.
    pub fn file_type(&self) -> &'static str {
        match self.part {
            Part::Paths { .. } => "spc",
            Part::Goals { .. } => "goals",
        }
    }

    /// What stands in that file.
    ///
    /// # Errors
    /// If the outcomes of paths exclude each other.
    pub fn file_text(&self) -> Result<String, String> {
        match &self.part {
            Part::Paths { outcomes } => tasks::shares::text(outcomes).map_err(|why| why.to_string()),
            Part::Goals { goals, .. } => Ok(goals.iter().map(|goal| format!("{goal}\n")).collect()),
        }
    }
}

fn title(outcome: &Outcome) -> String {
    let decision = &outcome.decision;
    let text = if outcome.side { &decision.if_true } else { &decision.if_false };
    let again = if decision.occurrence == 1 { String::new() } else { format!(" (time {})", decision.occurrence) };
    format!("line {} {text}{again}", decision.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_paths_are_read_as_they_were_written_before() {
        let text = r#"{"number":7,"root":1,"parent":1,"outcomes":[],"stage":30}"#;
        let share: ShareSpec = serde_json::from_str(text).unwrap();
        assert_eq!(share.part, Part::Paths { outcomes: Vec::new() });
        let place = |function: &str| Place { file: "a.c".into(), line: 2, column: 3, function: function.into() };
        let goal = |function: &str| GoalName { place: place(function), id: format!("{function}.branch.1.true") };
        let part = Part::Goals { goals: ["f", "f", "g", "h", "i"].map(goal).to_vec(), suites: vec!["runs/0/a/suite.zip".into()] };
        let share = ShareSpec { part, ..share };
        assert_eq!(serde_json::from_str::<ShareSpec>(&serde_json::to_string(&share).unwrap()).unwrap(), share);
        assert_eq!(share.title(), "share of 5 goals in f, g, h, ...");
        assert!(share.file_text().unwrap().starts_with("a.c:2:3 f.branch.1.true\n"));
    }
}
