//! The machine-readable results. The field names are a contract with callers: they may grow, what stands here does not change meaning.

use crate::result::{
    AnalysisResult, Counts, Execution, Goal, GoalCounts, GoalState, Input, NativeRun, Place, ProgramInfo, ProofInfo, Property, PropertyCounts, PropertyState,
};
use crate::result::{Test, Tool, Turn, Vacuous};
use crate::text::termination_summary;
use crate::{execution, independence, value};
use engine::board::{Board, ViolatingRun};
use engine::status::{Confirmation, Decision, Evidence, Proof, PropertySummary, Reason, Status, Summary, TestCase};
use engine::termination::Claim;
use engine::termination::Ending;
use goto::interp::threads;
use goto::{Bits, DataModel, FilePart, GoalKind, Id, InputId, InputOrigin, Location, Program, PropertyClass, VariablePart};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::time::{Duration, Instant};

pub use crate::result::Statistics;

/// What was analysed and what came out, beside the board.
pub struct Run {
    /// The files as the user named them.
    pub files: Vec<String>,
    /// Where the program could be read: by what it is known again.
    pub program_hash: Option<String>,
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

/// What every result begins with.
#[derive(Serialize)]
pub struct Head<'a> {
    tool: Tool,
    program: ProgramInfo,
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
    Head { tool: Tool::this(), program: run.program(), asked, verdict: &run.verdict, reason: run.reason.as_deref() }
}

impl Run {
    fn program(&self) -> ProgramInfo {
        ProgramInfo { files: self.files.clone(), entry: self.entry.clone(), data_model: model_name(self.model).to_owned(), hash: self.program_hash.clone() }
    }

    /// A result without what was asked for.
    fn result(&self) -> AnalysisResult {
        AnalysisResult {
            tool: Tool::this(),
            program: self.program(),
            criteria: None,
            verdict: self.verdict.clone(),
            reason: self.reason.clone(),
            summary: None,
            goals: None,
            independence_pairs: Vec::new(),
            properties: None,
            tests: None,
            execution: None,
            vacuous: None,
            contracts: None,
            broken_clauses: Vec::new(),
            automata: None,
            warnings: self.warnings.clone(),
            statistics: self.statistics.clone(),
        }
    }

    /// When something was decided, in seconds.
    fn time(&self, decision: Option<Decision>) -> Option<f64> {
        decision.map(|d| milliseconds(d.at.saturating_duration_since(self.start)))
    }
}

/// The end of a result.
pub fn tail(run: &Run) -> Tail<'_> {
    Tail { warnings: &run.warnings, statistics: &run.statistics }
}

/// The result of `cover`. `board` is `None` when the run ended before the program had goals.
pub fn cover(run: &Run, board: Option<&Board>, execution: Option<Execution>) -> AnalysisResult {
    let (mut goals, mut tests) = (Vec::new(), Vec::new());
    let summary = board.map(Board::summary).unwrap_or_default();
    if let Some(board) = board {
        let program = board.program();
        let found = board.tests();
        let mut reached_by = vec![0; program.goals.len()];
        found.iter().flat_map(|t| &t.shows.sure).filter_map(|t| t.goal()).for_each(|g| reached_by[g.index()] += 1);
        for (id, goal) in program.goals.iter() {
            let decision = board.decision(id);
            let status = board.status(id);
            let natively = matches!(status, Status::Reached(Evidence::NativeRuns(_)));
            let state = goal_state(program, status);
            goals.push(Goal {
                id: goal.name.clone(),
                place: place(program, goal.loc, goal.function),
                kind: goal_kind(goal.kind).to_owned(),
                text: goal.text.clone(),
                natively,
                reached_by: matches!(state, GoalState::Covered { .. }).then(|| reached_by[id.index()].max(1)),
                state,
                time: run.time(decision),
                engine: decision.map(|d| d.engine.name().to_owned()),
            });
        }
        tests.extend(found.iter().map(|t| test_info(program, t)));
    }
    AnalysisResult { execution, ..result(run, summary, goals, tests) }
}

/// A result with these goals and tests.
pub fn result(run: &Run, summary: Summary, goals: Vec<Goal>, tests: Vec<Test>) -> AnalysisResult {
    let Summary { goals: n, covered, unreachable, undecided, tests: n_tests, .. } = summary;
    let counts = GoalCounts { goals: n, covered, unreachable, undecided, tests: n_tests };
    AnalysisResult {
        criteria: Some(run.asked.clone()),
        summary: Some(Counts { goals: Some(counts), properties: None }),
        independence_pairs: independence::of_goals(&goals),
        goals: Some(goals),
        tests: Some(tests),
        ..run.result()
    }
}

/// The result of `verify`. `board` is `None` when the run ended before the program had properties. Ways to violations are told until it is enough.
pub fn verify(run: &Run, board: Option<&Board>, is_enough: &dyn Fn() -> bool) -> AnalysisResult {
    let mut properties = Vec::new();
    if let Some(board) = board {
        let program = board.program();
        let most = execution::steps_of_each(board.property_summary().violated);
        for (id, property) in program.properties.iter().filter(|(_, property)| property.class != PropertyClass::Vacuity) {
            let decision = board.decision(id);
            let on_share = board.excluded_on_share(id).map(proof_info);
            let state = match board.status(id) {
                Status::Open(reason) => PropertyState::Unknown { reason: reason.text(program) },
                Status::Reached(evidence) => {
                    // That a property is violated is no test.
                    let Some(ViolatingRun { program, inputs }) = board.violating_run(id) else { continue };
                    let trace = execution::way_to(program, &inputs, id, most, is_enough);
                    let unwritten_memory = matches!(evidence, Evidence::UnwrittenMemory(_));
                    PropertyState::Violated { inputs: input_infos(program, &inputs), trace, unwritten_memory, native: board.confirmation(id).map(native_run) }
                }
                Status::Excluded(proof) => PropertyState::Holds { proof: proof_info(proof) },
                Status::Superseded => continue,
            };
            properties.push(Property {
                id: property.name.clone(),
                place: place(program, property.loc, property.function),
                class: class_name(property.class).to_owned(),
                text: property.text.clone(),
                state,
                on_share,
                time: run.time(decision),
                engine: decision.map(|d| d.engine.name().to_owned()),
            });
        }
    }
    let summary = board.map(Board::property_summary).unwrap_or_default();
    AnalysisResult { summary: Some(property_counts(summary)), properties: Some(properties), ..run.result() }
}

fn property_counts(summary: PropertySummary) -> Counts {
    let PropertySummary { properties, holds, violated, unknown } = summary;
    Counts { goals: None, properties: Some(PropertyCounts { properties, holds, violated, unknown }) }
}

/// The result of `verify` about termination.
pub fn termination(run: &Run, program: Option<&Program>, claims: &[Claim], endings: &[Ending]) -> AnalysisResult {
    let properties = claimed(program, claims, endings, class_name(PropertyClass::Termination));
    AnalysisResult { summary: Some(property_counts(termination_summary(endings))), properties: Some(properties), ..run.result() }
}

/// The result of `ltl`; `vacuous` tells of which parts of the formula it does not depend that it holds, if that was asked.
pub fn formula(run: &Run, program: Option<&Program>, claims: &[Claim], endings: &[Ending], vacuous: Option<&[Vacuous]>) -> AnalysisResult {
    AnalysisResult { properties: Some(claimed(program, claims, endings, "ltl")), vacuous: vacuous.map(<[_]>::to_vec), ..run.result() }
}

fn claimed(program: Option<&Program>, claims: &[Claim], endings: &[Ending], class: &'static str) -> Vec<Property> {
    let info = |program, (claim, ending): (_, &Ending)| property_of_claim(program, claim, ending, class);
    program.map(|program| claims.iter().zip(endings).map(|pair| info(program, pair)).collect()).unwrap_or_default()
}

fn property_of_claim(program: &Program, claim: &Claim, ending: &Ending, class: &'static str) -> Property {
    let state = match ending {
        Ending::Unknown(reason) => PropertyState::Unknown { reason: reason.text(program) },
        Ending::Endless { inputs, .. } => PropertyState::Violated { inputs: input_infos(program, inputs), trace: None, unwritten_memory: false, native: None },
        Ending::Ends { proof, .. } => PropertyState::Holds { proof: proof_info(*proof) },
    };
    let place = place(program, claim.loc, claim.function);
    Property { id: claim.name.clone(), place, class: class.to_owned(), text: claim.text.clone(), state, on_share: None, time: None, engine: None }
}

fn native_run(confirmation: Confirmation) -> NativeRun {
    match confirmation {
        Confirmation::Confirmed => NativeRun::Confirmed,
        Confirmation::Sanitized(place) => NativeRun::Sanitized { place },
        Confirmation::NotConfirmed(reason) => NativeRun::Unconfirmed { reason },
    }
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
        GoalKind::Condition => "condition",
        GoalKind::Statement => "statement",
        GoalKind::Function => "function",
        GoalKind::Assertion => "assertion",
        GoalKind::ErrorCall => "error-call",
    }
}

pub fn goal_state(program: &Program, status: Status) -> GoalState {
    match status {
        Status::Open(reason) => GoalState::Undecided { reason: reason.text(program) },
        Status::Reached(Evidence::Test(test) | Evidence::NativeRuns(test)) => GoalState::Covered { test: test.index() + 1 },
        Status::Excluded(proof) => GoalState::Unreachable { proof: proof_info(proof) },
        // Goals are covered by tests, and have no alternatives.
        Status::Reached(Evidence::Inputs(_) | Evidence::UnwrittenMemory(_)) | Status::Superseded => {
            GoalState::Undecided { reason: Reason::NotAnalysed.text(program) }
        }
    }
}

fn proof_info(proof: Proof) -> ProofInfo {
    ProofInfo { method: proof.method.name().to_owned(), k: proof.k }
}

/// As the command line names it.
pub fn model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Lp64 => "lp64",
        DataModel::Ilp32 => "ilp32",
    }
}

pub fn place(program: &Program, loc: Location, function: goto::FuncId) -> Place {
    Place { file: program.files[loc.file].clone(), line: loc.line, column: loc.column, function: program.functions[function].name.clone() }
}

pub fn test_info(program: &Program, test: &TestCase) -> Test {
    let covers = test.covers.iter().filter_map(|t| t.goal()).map(|g| program.goals[g].name.clone()).collect();
    let turn = |turn: &threads::Turn| Turn { thread: turn.thread.index(), operations: turn.operations };
    let schedule = test.schedule.as_ref().map(|schedule| schedule.iter().map(turn).collect());
    Test { id: test.id.index() + 1, inputs: input_infos(program, &test.inputs), schedule, covers }
}

pub fn input_infos(program: &Program, inputs: &[(InputId, Bits)]) -> Vec<Input> {
    let mut names = WorldPlaces::default();
    let info = |(input, bits): &(InputId, Bits)| {
        let kind = &program.inputs[*input];
        let value = value::to_text(&program.types, kind.ty, *bits);
        Input { function: kind.function.clone(), type_name: kind.type_name.clone(), value, name: names.next(kind.origin) }
    };
    inputs.iter().map(info).collect()
}

/// Where in the world the inputs of a run stand, in the order in which it reads them.
#[derive(Default)]
pub(crate) struct WorldPlaces {
    /// The number of the last argument.
    argument: usize,
    /// Bytes that were read there.
    bytes: FxHashMap<InputOrigin, usize>,
}

impl WorldPlaces {
    /// The name of the next input; `None` if it is not of the world.
    pub(crate) fn next(&mut self, origin: InputOrigin) -> Option<String> {
        let mut byte = || {
            let n = self.bytes.entry(origin).or_default();
            *n += 1;
            *n - 1
        };
        Some(match origin {
            InputOrigin::Call => return None,
            InputOrigin::ArgumentFollows => {
                self.argument += 1;
                self.bytes.remove(&InputOrigin::ArgumentByte);
                format!("is there argv[{}]", self.argument)
            }
            InputOrigin::ArgumentByte => format!("argv[{}][{}]", self.argument, byte()),
            InputOrigin::StdinFollows => format!("is there stdin[{}]", byte()),
            InputOrigin::StdinByte => format!("stdin[{}]", byte()),
            InputOrigin::Fails(failure) => failure.text().to_owned(),
            InputOrigin::File(file, FilePart::Byte) => format!("file {}[{}]", file + 1, byte()),
            InputOrigin::File(file, FilePart::Exists) => format!("is there file {}", file + 1),
            InputOrigin::File(file, FilePart::Listed) => format!("is there an unknown file {}", file + 1),
            InputOrigin::File(file, FilePart::NameByte) => format!("name of file {}[{}]", file + 1, byte()),
            InputOrigin::File(file, _) => format!("is there file {}[{}]", file + 1, byte()),
            InputOrigin::Variable(variable, VariablePart::Set) => format!("is variable {} set", variable + 1),
            InputOrigin::Variable(variable, VariablePart::Byte) => format!("variable {}[{}]", variable + 1, byte()),
        })
    }
}

/// For people too.
pub fn text(result: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys always have a JSON form.
    let mut text = serde_json::to_string_pretty(result).expect("results have a JSON form");
    text.push('\n');
    text
}
