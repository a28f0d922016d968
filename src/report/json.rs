//! The machine-readable results. The field names are a contract with callers: they may grow, what stands here does not change meaning.

use crate::text::termination_summary;
use crate::value;
use engine::board::Board;
use engine::status::{Evidence, Proof, PropertySummary, Reason, Status, Summary, TestCase};
use engine::termination::Claim;
use engine::termination::Ending;
use goto::{Bits, DataModel, GoalKind, Id, InputId, Location, Program, PropertyClass};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What a run did, beside its results.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// Seconds from the start of the process.
    pub wall_s: f64,
    /// The largest bound of a finished round.
    pub k: u32,
    pub solver: String,
    pub solver_calls: u64,
    /// Counters by engine.
    pub engines: BTreeMap<String, BTreeMap<String, u64>>,
}

/// What was analysed and what came out, beside the board.
pub struct Run {
    /// The files as the user named them.
    pub files: Vec<String>,
    pub entry: String,
    pub model: DataModel,
    /// Names of the criteria (`cover`) or properties (`verify`).
    pub asked: Vec<String>,
    pub verdict: String,
    pub reason: Option<String>,
    /// What makes the result weaker than it looks: missing bodies, for instance.
    pub warnings: Vec<String>,
    /// Of the process.
    pub start: Instant,
    pub statistics: Statistics,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

const TOOL: Tool = Tool { name: crate::NAME, version: crate::VERSION };

#[derive(Serialize)]
struct ProgramInfo<'a> {
    files: &'a [String],
    entry: &'a str,
    data_model: &'static str,
}

/// What every result begins with.
#[derive(Serialize)]
pub struct Head<'a> {
    tool: Tool,
    program: ProgramInfo<'a>,
    #[serde(flatten)]
    asked: Option<Asked<'a>>,
    verdict: &'a str,
    reason: Option<&'a str>,
}

/// What results call that which was asked for.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked<'a> {
    Criteria(&'a [String]),
    Mode(&'a [String]),
}

/// What every result ends with.
#[derive(Serialize)]
pub struct Tail<'a> {
    warnings: &'a [String],
    statistics: &'a Statistics,
}

/// The head of a result.
pub fn head<'a>(run: &'a Run, asked: Option<Asked<'a>>) -> Head<'a> {
    let program = ProgramInfo { files: &run.files, entry: &run.entry, data_model: model_name(run.model) };
    Head { tool: TOOL, program, asked, verdict: &run.verdict, reason: run.reason.as_deref() }
}

/// The end of a result.
pub fn tail(run: &Run) -> Tail<'_> {
    Tail { warnings: &run.warnings, statistics: &run.statistics }
}

#[derive(Serialize)]
struct CoverResult<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    summary: SummaryInfo,
    goals: Vec<GoalInfo<'a>>,
    tests: Vec<TestInfo<'a>>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

#[derive(Serialize)]
struct SummaryInfo {
    goals: usize,
    covered: usize,
    unreachable: usize,
    undecided: usize,
    tests: usize,
}

#[derive(Serialize)]
pub struct JsonPlace<'a> {
    pub file: &'a str,
    pub line: u32,
    pub column: u32,
    pub function: &'a str,
}

#[derive(Serialize)]
pub struct GoalInfo<'a> {
    pub id: &'a str,
    #[serde(flatten)]
    pub place: JsonPlace<'a>,
    pub kind: &'static str,
    pub text: &'a str,
    #[serde(flatten)]
    pub status: GoalState,
    /// When the goal was decided, in seconds from the start of the process, and by which engine, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum GoalState {
    Covered { test: usize },
    Unreachable { proof: ProofInfo },
    Undecided { reason: String },
}

#[derive(Serialize)]
pub struct ProofInfo {
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<u32>,
}

#[derive(Serialize)]
pub struct TestInfo<'a> {
    pub id: usize,
    pub inputs: Vec<InputInfo<'a>>,
    pub covers: Vec<&'a str>,
}

#[derive(Serialize)]
pub struct InputInfo<'a> {
    function: &'a str,
    #[serde(rename = "type")]
    type_name: &'a str,
    value: String,
}

#[derive(Serialize)]
struct VerifyResult<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<PropertySummary>,
    properties: Vec<PropertyInfo<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuous: Option<&'a [Vacuous]>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

/// A part of a formula of which it does not depend that the formula holds, or of which nobody knows that it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vacuous {
    pub part: String,
    /// In the formula's text, in bytes from 1.
    pub column: usize,
    /// What can stand in its place.
    pub by: Vec<bool>,
    pub certain: bool,
}

#[derive(Serialize)]
struct PropertyInfo<'a> {
    id: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    class: &'static str,
    text: &'a str,
    #[serde(flatten)]
    status: PropertyState<'a>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum PropertyState<'a> {
    Holds { proof: ProofInfo },
    Violated { inputs: Vec<InputInfo<'a>> },
    Unknown { reason: String },
}

/// The result of `cover`. `board` is `None` when the run ended before the program had goals.
pub fn cover(run: &Run, board: Option<&Board>) -> String {
    let (mut goals, mut tests) = (Vec::new(), Vec::new());
    let found = board.map(Board::tests).unwrap_or_default();
    let summary = board.map(Board::summary).unwrap_or_default();
    if let Some(board) = board {
        let program = board.program();
        for (id, goal) in program.goals.iter() {
            let decision = board.decision(id);
            goals.push(GoalInfo {
                id: &goal.name,
                place: place(program, goal.loc, goal.function),
                kind: goal_kind(goal.kind),
                text: &goal.text,
                status: goal_state(program, board.status(id)),
                time: decision.map(|d| milliseconds(d.at.saturating_duration_since(run.start))),
                engine: decision.map(|d| d.engine.name()),
            });
        }
        tests.extend(found.iter().map(|t| test_info(program, t)));
    }
    result(run, summary, goals, tests)
}

/// A result with these goals and tests.
pub fn result(run: &Run, summary: Summary, goals: Vec<GoalInfo<'_>>, tests: Vec<TestInfo<'_>>) -> String {
    let Summary { goals: n, covered, unreachable, undecided, tests: n_tests } = summary;
    text(&CoverResult {
        head: head(run, Some(Asked::Criteria(&run.asked))),
        summary: SummaryInfo { goals: n, covered, unreachable, undecided, tests: n_tests },
        goals,
        tests,
        tail: tail(run),
    })
}

/// The result of `verify`. `board` is `None` when the run ended before the program had properties.
pub fn verify(run: &Run, board: Option<&Board>) -> String {
    let mut properties = Vec::new();
    if let Some(board) = board {
        let program = board.program();
        for (id, property) in program.properties.iter() {
            let status = match board.status(id) {
                Status::Open(reason) => PropertyState::Unknown { reason: reason.text(program) },
                Status::Reached(Evidence::Inputs(inputs)) => PropertyState::Violated { inputs: input_infos(program, &inputs) },
                Status::Excluded(proof) => PropertyState::Holds { proof: proof_info(proof) },
                // That a property is violated is no test.
                Status::Reached(Evidence::Test(_)) | Status::Superseded => continue,
            };
            properties.push(PropertyInfo {
                id: &property.name,
                place: place(program, property.loc, property.function),
                class: class_name(property.class),
                text: &property.text,
                status,
            });
        }
    }
    let summary = Some(board.map(Board::property_summary).unwrap_or_default());
    text(&VerifyResult { summary, ..verify_result(run, properties) })
}

/// The result of `verify` about termination.
pub fn termination(run: &Run, program: Option<&Program>, claims: &[Claim], endings: &[Ending]) -> String {
    let properties = claimed(program, claims, endings, class_name(PropertyClass::Termination));
    text(&VerifyResult { summary: Some(termination_summary(endings)), ..verify_result(run, properties) })
}

/// The result of `ltl`; `vacuous` tells of which parts of the formula it does not depend that it holds, if that was asked.
pub fn formula(run: &Run, program: Option<&Program>, claims: &[Claim], endings: &[Ending], vacuous: Option<&[Vacuous]>) -> String {
    text(&VerifyResult { vacuous, ..verify_result(run, claimed(program, claims, endings, "ltl")) })
}

fn claimed<'a>(program: Option<&'a Program>, claims: &'a [Claim], endings: &[Ending], class: &'static str) -> Vec<PropertyInfo<'a>> {
    let info = |program, (claim, ending): (_, &Ending)| property_of_claim(program, claim, ending, class);
    program.map(|program| claims.iter().zip(endings).map(|pair| info(program, pair)).collect()).unwrap_or_default()
}

fn property_of_claim<'a>(program: &'a Program, claim: &'a Claim, ending: &Ending, class: &'static str) -> PropertyInfo<'a> {
    let status = match ending {
        Ending::Unknown(reason) => PropertyState::Unknown { reason: reason.text(program) },
        Ending::Endless { inputs, .. } => PropertyState::Violated { inputs: input_infos(program, inputs) },
        Ending::Ends { proof, .. } => PropertyState::Holds { proof: proof_info(*proof) },
    };
    PropertyInfo { id: &claim.name, place: place(program, claim.loc, claim.function), class, text: &claim.text, status }
}

fn verify_result<'a>(run: &'a Run, properties: Vec<PropertyInfo<'a>>) -> VerifyResult<'a> {
    VerifyResult { head: head(run, None), summary: None, properties, vacuous: None, tail: tail(run) }
}

/// In seconds.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// The name of a class of properties on the command line and in verdicts.
pub fn class_name(class: PropertyClass) -> &'static str {
    match class {
        PropertyClass::Assertion => "assertions",
        class => class.label(),
    }
}

/// The name of a kind of goals.
pub fn goal_kind(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Branch => "branch",
        GoalKind::Statement => "statement",
        GoalKind::Function => "function",
        GoalKind::Assertion => "assertion",
        GoalKind::ErrorCall => "error-call",
    }
}

pub fn goal_state(program: &Program, status: Status) -> GoalState {
    match status {
        Status::Open(reason) => GoalState::Undecided { reason: reason.text(program) },
        Status::Reached(Evidence::Test(test)) => GoalState::Covered { test: test.index() + 1 },
        Status::Excluded(proof) => GoalState::Unreachable { proof: proof_info(proof) },
        // Goals are covered by tests, and have no alternatives.
        Status::Reached(Evidence::Inputs(_)) | Status::Superseded => GoalState::Undecided { reason: Reason::NotAnalysed.text(program) },
    }
}

fn proof_info(proof: Proof) -> ProofInfo {
    ProofInfo { method: proof.method.name(), k: proof.k }
}

/// As the command line names it.
pub fn model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Lp64 => "lp64",
        DataModel::Ilp32 => "ilp32",
    }
}

pub fn place(program: &Program, loc: Location, function: goto::FuncId) -> JsonPlace<'_> {
    JsonPlace { file: &program.files[loc.file], line: loc.line, column: loc.column, function: &program.functions[function].name }
}

pub fn test_info<'a>(program: &'a Program, test: &TestCase) -> TestInfo<'a> {
    let covers = test.covers.iter().filter_map(|t| t.goal()).map(|g| program.goals[g].name.as_str()).collect();
    TestInfo { id: test.id.index() + 1, inputs: input_infos(program, &test.inputs), covers }
}

pub fn input_infos<'a>(program: &'a Program, inputs: &[(InputId, Bits)]) -> Vec<InputInfo<'a>> {
    let info = |(input, bits): &(InputId, Bits)| {
        let kind = &program.inputs[*input];
        InputInfo { function: &kind.function, type_name: &kind.type_name, value: value::to_text(&program.types, kind.ty, *bits) }
    };
    inputs.iter().map(info).collect()
}

/// For people too.
pub fn text(result: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys always have a JSON form.
    let mut text = serde_json::to_string_pretty(result).expect("results have a JSON form");
    text.push('\n');
    text
}
