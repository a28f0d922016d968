//! Error paths of property automata as text and JSON: which are feasible, which are not, and which nobody knows.

use crate::json::{self, Run};
use crate::result::{GoalState, Place, ProofInfo, Test};
use crate::text::{self, Verdict};
use engine::board::Board;
use engine::status::Status;
use goto::{GoalId, Id};
use serde::Serialize;

/// What a goal of the board stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorPath {
    pub automaton: String,
    /// From which a transition leads to the error, of automata that have states.
    pub state: Option<String>,
    pub message: String,
    pub kind: PathKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    Error,
    /// The analysis ends there.
    Break,
    /// Threads begin: more schedules are possible than those that are looked at.
    Schedules,
}

/// Why nothing is proved of a program in which threads run.
const BOUNDED_SCHEDULES: &str = "bounded-schedules";

/// How many there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Counts {
    pub feasible: usize,
    pub infeasible: usize,
    pub unknown: usize,
}

/// Were schedules left out? Then what no run showed may be shown by one of them.
fn is_bounded(board: &Board, paths: &[ErrorPath]) -> bool {
    let is_proved = |number| board.status(GoalId::new(number)).is_excluded();
    paths.iter().enumerate().any(|(number, path)| path.kind == PathKind::Schedules && !is_proved(number))
}

/// Counts the error paths.
pub fn counts(board: &Board, paths: &[ErrorPath]) -> Counts {
    let mut counts = Counts::default();
    let is_bounded = is_bounded(board, paths);
    for (number, _) in paths.iter().enumerate().filter(|(_, p)| p.kind == PathKind::Error) {
        match board.status(GoalId::new(number)) {
            Status::Reached(_) => counts.feasible += 1,
            Status::Excluded(_) if !is_bounded => counts.infeasible += 1,
            Status::Excluded(_) | Status::Open(_) | Status::Superseded => counts.unknown += 1,
        }
    }
    counts
}

/// False, by the name of what is violated, if an error path is feasible; true if none is, the analysis ends nowhere and no schedule was left out.
pub fn verdict(board: &Board, paths: &[ErrorPath], property: &'static str) -> Verdict {
    let status = |number: usize| board.status(GoalId::new(number));
    let is_covered = |kind| (0..paths.len()).any(|i| paths[i].kind == kind && status(i).is_reached());
    if is_covered(PathKind::Error) {
        return Verdict::False(property);
    }
    if is_covered(PathKind::Break) {
        return Verdict::Unknown("BREAK".to_owned());
    }
    let open = (0..paths.len()).filter_map(|i| match status(i) {
        Status::Open(reason) => Some(reason),
        _ => None,
    });
    match text::main_reason(board.program(), open) {
        Some(reason) => Verdict::Unknown(reason),
        None if is_bounded(board, paths) => Verdict::Unknown(BOUNDED_SCHEDULES.to_owned()),
        None => Verdict::True,
    }
}

/// One line an error path.
pub fn lines(board: &Board, paths: &[ErrorPath]) -> String {
    let program = board.program();
    let mut rows = Vec::new();
    let is_bounded = is_bounded(board, paths);
    for ((id, goal), path) in program.goals.iter().zip(paths).filter(|(_, p)| p.kind != PathKind::Schedules) {
        let (status, evidence) = match board.status(id) {
            Status::Reached(evidence) => ("FEASIBLE", text::evidence_text(&evidence)),
            Status::Excluded(_) if is_bounded => ("UNKNOWN", format!("{BOUNDED_SCHEDULES}: on none that were looked at")),
            Status::Excluded(proof) => ("INFEASIBLE", text::proof_text(proof)),
            Status::Open(reason) => ("UNKNOWN", reason.text(program)),
            Status::Superseded => continue,
        };
        let at = if goal.text.is_empty() { String::new() } else { format!(" at `{}`", text::one_line(&goal.text)) };
        let from = path.state.as_ref().map_or(String::new(), |state| format!(", in the state {state}"));
        let what = format!("{}{from}{at}  ({evidence})", path.message);
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
    place: Place,
    automaton: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
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
    Infeasible { proof: ProofInfo },
    Unknown { reason: String },
}

#[derive(Serialize)]
struct CheckResult<'a> {
    #[serde(flatten)]
    head: json::Head<'a>,
    summary: Counts,
    properties: Vec<PathInfo<'a>>,
    tests: Vec<Test>,
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
        let is_bounded = is_bounded(board, paths);
        for ((id, goal), path) in program.goals.iter().zip(paths).filter(|(_, p)| p.kind != PathKind::Schedules) {
            let status = match json::goal_state(program, board.status(id)) {
                GoalState::Covered { test } => PathState::Feasible { test },
                GoalState::Unreachable { .. } if is_bounded => PathState::Unknown { reason: BOUNDED_SCHEDULES.to_owned() },
                GoalState::Unreachable { proof } => PathState::Infeasible { proof },
                GoalState::Undecided { reason } => PathState::Unknown { reason },
            };
            let ErrorPath { automaton, state, message, kind } = path;
            let place = json::place(program, goal.loc, goal.function);
            let state = state.as_deref();
            properties.push(PathInfo { id: &goal.name, place, automaton, state, message, text: &goal.text, is_error: *kind == PathKind::Error, status });
        }
        tests.extend(found.iter().map(|t| json::test_info(program, t)));
    }
    let summary = board.map(|b| counts(b, paths)).unwrap_or_default();
    json::text(&CheckResult { head: json::head(run, Some(json::Asked::Criteria(&run.asked))), summary, properties, tests, vacuous, tail: json::tail(run) })
}
