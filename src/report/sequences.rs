//! The results of queries: as a person reads them and machine-readable, in the form that the results of `cover` have. Makes text, prints nothing.

use crate::json::{self, GoalInfo, Place, Run, TestInfo, goal_state, input_infos, place};
use crate::text::{self, Verdict, main_reason, one_line, proof_text, table};
use automata::fql::GoalIndex;
use automata::fql::describe::{Describer, Description};
use engine::sequences::{SequenceBoard, SequenceStatus};
use engine::status::GoalStatus;
use goto::Id;

fn describer(board: &SequenceBoard) -> Describer<'_> {
    let subject = board.subject();
    Describer { program: &subject.program, edges: &subject.edges, query: &subject.query }
}

/// The verdict on the goals of a query.
pub fn verdict(board: &SequenceBoard) -> Verdict {
    match main_reason(&board.subject().program, board.open_goals().into_iter().map(|g| board.reason(g))) {
        Some(reason) => Verdict::Incomplete(reason),
        None => Verdict::Complete,
    }
}

/// One line a goal that is not covered, or (`all`) a goal.
pub fn goal_lines(board: &SequenceBoard, all: bool) -> String {
    let describer = describer(board);
    let mut rows = Vec::new();
    for (goal, status) in (0..).map(GoalIndex).zip(board.goals()) {
        let (status, evidence) = match status {
            SequenceStatus::Covered { .. } if !all => continue,
            SequenceStatus::Covered { test } => ("COVERED", format!("test {}", test.index() + 1)),
            SequenceStatus::Unreachable { proof } => ("UNREACHABLE", proof_text(proof)),
            SequenceStatus::Open => ("UNDECIDED", board.reason(goal).text(&board.subject().program)),
        };
        let description = describer.goal(goal);
        rows.push([named(&describer, &description), status.to_owned(), format!("{}  ({evidence})", one_line(&description.text))]);
    }
    table(&rows)
}

/// A list of all goals without their status.
pub fn list(describer: &Describer<'_>) -> String {
    let mut text = String::new();
    for goal in (0..describer.query.n_goals() as u64).map(GoalIndex) {
        let description = describer.goal(goal);
        text.push_str(&format!("{}  {}\n", named(describer, &description), description.text));
    }
    text
}

fn named(describer: &Describer<'_>, description: &Description) -> String {
    let place = description.place.filter(|(loc, _)| loc.line > 0).map_or_else(|| "-".to_owned(), |(loc, _)| text::place(describer.program, loc));
    format!("{place} {}", description.name)
}

/// The result of `query`. Without a board the run ended before there were goals.
pub fn json(run: &Run, board: Option<&SequenceBoard>) -> String {
    let Some(board) = board else { return json::result(run, Default::default(), Vec::new(), Vec::new()) };
    let describer = describer(board);
    let statuses = board.goals();
    let descriptions: Vec<Description> = (0..statuses.len() as u64).map(|g| describer.goal(GoalIndex(g))).collect();
    let nowhere = || Place { file: "", line: 0, column: 0, function: "" };
    let goals = statuses.iter().zip(&descriptions).enumerate().map(|(n, (status, description))| GoalInfo {
        id: &description.name,
        place: description.place.map_or_else(nowhere, |(loc, function)| place(describer.program, loc, function)),
        kind: "sequence",
        text: &description.text,
        status: goal_state(
            describer.program,
            match *status {
                SequenceStatus::Open => GoalStatus::Open(board.reason(GoalIndex(n as u64))),
                SequenceStatus::Covered { test } => GoalStatus::Covered { test },
                SequenceStatus::Unreachable { proof } => GoalStatus::Unreachable { proof },
            },
        ),
        time: None,
        engine: None,
    });
    let found = board.tests();
    let tests = found.iter().map(|test| TestInfo {
        id: test.id.index() + 1,
        inputs: input_infos(describer.program, &test.inputs),
        covers: test.covers.iter().map(|g| descriptions[g.0 as usize].name.as_str()).collect(),
    });
    json::result(run, board.summary(), goals.collect(), tests.collect())
}
