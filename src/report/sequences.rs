//! The results of queries: as a person reads them and machine-readable, in the form that the results of `cover` have. Makes text, prints nothing.

use crate::json::{self, Run, goal_state, input_infos, place};
use crate::result::{AnalysisResult, Goal, Place, Test};
use crate::text::{self, Verdict, evidence_text, main_reason, one_line, proof_text, table};
use automata::fql::GoalIndex;
use automata::fql::describe::{Describer, Description};
use engine::sequences::AskedQuery;
use engine::status::Status;
use goto::Id;

fn describer(asked: &AskedQuery) -> Describer<'_> {
    let subject = &asked.subject;
    Describer { program: &subject.program, edges: &subject.edges, query: &subject.query }
}

/// The verdict on the goals of a query.
pub fn verdict(asked: &AskedQuery) -> Verdict {
    let open = asked.board.statuses().into_iter().filter_map(|status| if let Status::Open(reason) = status { Some(reason) } else { None });
    match main_reason(&asked.subject.program, open) {
        Some(reason) => Verdict::Incomplete(reason),
        None => Verdict::Complete,
    }
}

/// One line a goal that is not covered, or (`all`) a goal.
pub fn goal_lines(asked: &AskedQuery, all: bool) -> String {
    let describer = describer(asked);
    let mut rows = Vec::new();
    for (goal, status) in (0..).map(GoalIndex).zip(asked.board.statuses()) {
        let (status, evidence) = match status {
            Status::Reached(_) if !all => continue,
            Status::Reached(evidence) => ("COVERED", evidence_text(&evidence)),
            Status::Excluded(proof) => ("UNREACHABLE", proof_text(proof)),
            Status::Open(reason) => ("UNDECIDED", reason.text(&asked.subject.program)),
            Status::Superseded => continue,
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
pub fn result(run: &Run, asked: Option<&AskedQuery>) -> AnalysisResult {
    let Some(asked) = asked else { return json::result(run, Default::default(), Vec::new(), Vec::new()) };
    let describer = describer(asked);
    let board = &asked.board;
    let statuses = board.statuses();
    let descriptions: Vec<Description> = (0..statuses.len() as u64).map(|g| describer.goal(GoalIndex(g))).collect();
    let nowhere = || Place { file: String::new(), line: 0, column: 0, function: String::new() };
    let goals = statuses.iter().zip(&descriptions).map(|(status, description)| Goal {
        id: description.name.clone(),
        place: description.place.map_or_else(nowhere, |(loc, function)| place(describer.program, loc, function)),
        kind: "sequence".to_owned(),
        text: description.text.clone(),
        state: goal_state(describer.program, status.clone()),
        natively: false,
        reached_by: None,
        time: None,
        engine: None,
    });
    let found = board.tests();
    let tests = found.iter().map(|test| Test {
        id: test.id.index() + 1,
        inputs: input_infos(describer.program, &test.inputs),
        schedule: None,
        covers: test.covers.iter().filter_map(|t| t.query_goal()).map(|g| descriptions[g.0 as usize].name.clone()).collect(),
    });
    json::result(run, board.summary(), goals.collect(), tests.collect())
}
