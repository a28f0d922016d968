//! Error paths of property automata as text and JSON: which are feasible, which are not, and which nobody knows.

use crate::emit::json::{self, GoalState, Run};
use crate::emit::text::{self, Verdict};
use crate::engine::board::Board;
use crate::engine::status::GoalStatus;
use goto::{GoalId, Id};
use serde::Serialize;

/// What a goal of the board stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorPath {
    pub automaton: String,
    /// From which a transition leads to the error.
    pub state: String,
    pub message: String,
    /// Is it an error, or the end of the analysis?
    pub is_error: bool,
}

/// How many there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Counts {
    pub feasible: usize,
    pub infeasible: usize,
    pub unknown: usize,
}

/// Counts the error paths.
pub fn counts(board: &Board, paths: &[ErrorPath]) -> Counts {
    let mut counts = Counts::default();
    for (number, _) in paths.iter().enumerate().filter(|(_, p)| p.is_error) {
        match board.goal(GoalId::new(number)) {
            GoalStatus::Covered { .. } => counts.feasible += 1,
            GoalStatus::Unreachable { .. } => counts.infeasible += 1,
            GoalStatus::Open(_) => counts.unknown += 1,
        }
    }
    counts
}

/// False if an error path is feasible, true if none is and the analysis ends nowhere.
pub fn verdict(board: &Board, paths: &[ErrorPath]) -> Verdict {
    let status = |number: usize| board.goal(GoalId::new(number));
    if (0..paths.len()).any(|i| paths[i].is_error && matches!(status(i), GoalStatus::Covered { .. })) {
        return Verdict::False("spec");
    }
    if (0..paths.len()).any(|i| !paths[i].is_error && matches!(status(i), GoalStatus::Covered { .. })) {
        return Verdict::Unknown("BREAK".to_owned());
    }
    let open = (0..paths.len()).filter_map(|i| match status(i) {
        GoalStatus::Open(reason) => Some(reason),
        _ => None,
    });
    text::main_reason(open).map_or(Verdict::True, Verdict::Unknown)
}

/// One line an error path.
pub fn lines(board: &Board, paths: &[ErrorPath]) -> String {
    let program = board.program();
    let mut rows = Vec::new();
    for ((id, goal), path) in program.goals.iter().zip(paths) {
        let (status, evidence) = match board.goal(id) {
            GoalStatus::Covered { test } => ("FEASIBLE", format!("test {}", test.index() + 1)),
            GoalStatus::Unreachable { proof } => ("INFEASIBLE", text::proof_text(proof)),
            GoalStatus::Open(reason) => ("UNKNOWN", reason.to_string()),
        };
        let at = if goal.text.is_empty() { String::new() } else { format!(" at `{}`", text::one_line(&goal.text)) };
        let what = format!("{}, in the state {}{at}  ({evidence})", path.message, path.state);
        rows.push([format!("{} {}", text::place(program, goal.loc), goal.name), status.to_owned(), what]);
    }
    text::table(&rows)
}

/// The line with the counts.
pub fn counts_line(counts: Counts) -> String {
    let Counts { feasible, infeasible, unknown } = counts;
    format!("ERROR PATHS: {}  FEASIBLE: {feasible}  INFEASIBLE: {infeasible}  UNKNOWN: {unknown}\n", feasible + infeasible + unknown)
}

#[derive(Serialize)]
struct PathInfo<'a> {
    id: &'a str,
    #[serde(flatten)]
    place: json::Place<'a>,
    automaton: &'a str,
    state: &'a str,
    message: &'a str,
    text: &'a str,
    is_error: bool,
    #[serde(flatten)]
    status: PathState,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum PathState {
    Feasible { test: usize },
    Infeasible { proof: json::ProofInfo },
    Unknown { reason: String },
}

#[derive(Serialize)]
struct CheckResult<'a> {
    #[serde(flatten)]
    head: json::Head<'a>,
    summary: Counts,
    properties: Vec<PathInfo<'a>>,
    tests: Vec<json::TestInfo<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuous: Option<&'a [String]>,
    #[serde(flatten)]
    tail: json::Tail<'a>,
}

/// The result of `check`. `board` is `None` when the run ended before the automata were put into the program; `vacuous` tells what no feasible path takes.
pub fn json(run: &Run, board: Option<&Board>, paths: &[ErrorPath], vacuous: Option<&[String]>) -> String {
    let (mut properties, mut tests) = (Vec::new(), Vec::new());
    let found = board.map(Board::tests).unwrap_or_default();
    if let Some(board) = board {
        let program = board.program();
        for ((id, goal), path) in program.goals.iter().zip(paths) {
            let status = match json::goal_state(board.goal(id)) {
                GoalState::Covered { test } => PathState::Feasible { test },
                GoalState::Unreachable { proof } => PathState::Infeasible { proof },
                GoalState::Undecided { reason } => PathState::Unknown { reason },
            };
            let ErrorPath { automaton, state, message, is_error } = path;
            let place = json::place(program, goal.loc, goal.function);
            properties.push(PathInfo { id: &goal.name, place, automaton, state, message, text: &goal.text, is_error: *is_error, status });
        }
        tests.extend(found.iter().map(|t| json::test_info(program, t)));
    }
    let summary = board.map(|b| counts(b, paths)).unwrap_or_default();
    json::text(&CheckResult { head: json::head(run), summary, properties, tests, vacuous, tail: json::tail(run) })
}
