//! Error paths of property automata as text and JSON: which are feasible, which are not, and which nobody knows.

use crate::json::{self, Run};
use crate::result::{AnalysisResult, Automaton, GoalState, Place, ProgramInfo, ProofInfo, Property, PropertyState, Statistics, Test, Tool};
use crate::text::{self, Verdict};
use engine::board::Board;
use engine::status::Status;
use goto::{GoalId, Id};
use serde::{Deserialize, Serialize};

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

#[derive(Serialize, Deserialize)]
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
    /// The same as the automata say, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuous: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automata: Option<&'a [Automaton]>,
    #[serde(flatten)]
    tail: json::Tail<'a>,
}

/// The result of `check`. `board` is `None` when the run ended before the automata were put into the program; `automata` tells what no feasible path takes.
pub fn json(run: &Run, board: Option<&Board>, paths: &[ErrorPath], automata: Option<&[Automaton]>) -> String {
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
    let (head, vacuous) = (json::head(run, Some(json::Asked::Criteria(&run.asked))), automata.map(never_taken));
    json::text(&CheckResult { head, summary, properties, tests, vacuous, automata, tail: json::tail(run) })
}

/// The states that no execution reaches and the transitions that none takes, one line each. That no error is found is what the verdict says.
pub fn never_taken(automata: &[Automaton]) -> Vec<String> {
    let mut lines = Vec::new();
    for (automaton, state) in automata.iter().flat_map(|automaton| automaton.states.iter().map(move |state| (automaton, state))) {
        if let Some(what) = state.reached.never() {
            lines.push(format!("{} {}: {what} reached", automaton.name, state.name));
            continue;
        }
        for transition in state.transitions.iter().filter(|transition| !transition.is_error) {
            let what = transition.taken.never();
            lines.extend(what.map(|what| format!("{} {}: {what} taken: {}", automaton.name, state.name, transition.text)));
        }
    }
    lines
}

/// A result as it is read again.
#[derive(Deserialize)]
struct CheckText {
    tool: Tool,
    program: ProgramInfo,
    /// The names of the automata.
    criteria: Vec<String>,
    verdict: String,
    reason: Option<String>,
    properties: Vec<PathText>,
    tests: Vec<Test>,
    #[serde(default)]
    automata: Option<Vec<Automaton>>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    statistics: Statistics,
}

#[derive(Deserialize)]
struct PathText {
    id: String,
    #[serde(flatten)]
    place: Place,
    automaton: String,
    message: String,
    is_error: bool,
    #[serde(flatten)]
    status: PathState,
}

/// Is it what `check` writes, and not another command?
pub(crate) fn is_result(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Summary {
        #[serde(rename = "feasible")]
        _feasible: usize,
    }
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "summary")]
        _summary: Summary,
    }
    serde_json::from_str::<Head>(text).is_ok()
}

/// What `check` writes as a result whose properties are that error paths are not feasible.
pub(crate) fn read(text: &str) -> Result<AnalysisResult, serde_json::Error> {
    let CheckText { tool, program, criteria, verdict, reason, properties, tests, automata, warnings, statistics } = serde_json::from_str(text)?;
    let inputs = |test: usize| tests.iter().find(|own| own.id == test).map(|own| own.inputs.clone()).unwrap_or_default();
    let property = |PathText { id, place, automaton, message, status, .. }: PathText| {
        let state = match status {
            PathState::Feasible { test } => PropertyState::Violated { inputs: inputs(test), trace: None, unwritten_memory: false, native: None },
            PathState::Infeasible { proof } => PropertyState::Holds { proof },
            PathState::Unknown { reason } => PropertyState::Unknown { reason },
        };
        Property { id, place, class: automaton, text: message, state, on_share: None, time: None, engine: None }
    };
    let properties = properties.into_iter().filter(|path| path.is_error).map(property).collect();
    Ok(AnalysisResult {
        tool,
        program,
        criteria: Some(criteria),
        verdict,
        reason,
        summary: None,
        goals: None,
        properties: Some(properties),
        tests: Some(tests),
        execution: None,
        vacuous: None,
        independence_pairs: Vec::new(),
        contracts: None,
        broken_clauses: Vec::new(),
        automata,
        warnings,
        statistics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn error_paths_are_properties_when_they_are_read() {
        let path = |n: usize, state: serde_json::Value| {
            let mut path = json!({ "id": format!("Lock.{n}"), "file": "a.c", "line": n, "column": 1, "function": "main", "automaton": "Lock", "state": "Locked",
                                   "message": "double lock", "text": "lock()", "is_error": n < 3 });
            path.as_object_mut().unwrap().extend(state.as_object().unwrap().clone());
            path
        };
        let text = json!({
            "tool": { "name": "gotcha", "version": "1" }, "program": { "files": ["a.c"], "entry": "main", "data_model": "lp64" }, "criteria": ["Lock"],
            "verdict": "false", "reason": "spec", "summary": { "feasible": 1, "infeasible": 1, "unknown": 0 },
            "properties": [
                path(1, json!({ "status": "feasible", "test": 1 })), path(2, json!({ "status": "infeasible", "proof": { "method": "k-induction", "k": 2 } })),
                path(3, json!({ "status": "unknown", "reason": "deadline" })),
            ],
            "tests": [{ "id": 1, "inputs": [{ "function": "in", "type": "int", "value": "7" }], "covers": ["Lock.1"] }],
            "automata": [{ "name": "Lock", "states": [{ "name": "Locked", "reached": "never", "transitions": [] }] }],
        })
        .to_string();
        let result = AnalysisResult::read(&text).unwrap();
        // Where the analysis ends is no property.
        assert_eq!(result.properties().iter().map(|p| (p.id.as_str(), p.class.as_str())).collect::<Vec<_>>(), [("Lock.1", "Lock"), ("Lock.2", "Lock")]);
        assert!(matches!(&result.properties()[0].state, PropertyState::Violated { inputs, .. } if inputs[0].value == "7"));
        assert!(matches!(&result.properties()[1].state, PropertyState::Holds { .. }));
        assert_eq!(result.automata.as_ref().map(|automata| never_taken(automata)), Some(vec!["Lock Locked: never reached".to_owned()]));
        assert!(crate::reports::markdown::markdown(&result).contains("gotcha check a.c"));
    }
}
