//! A result of an analysis as `--json` writes it and `report` reads it again: goals, properties, tests, and what the tests execute. The field names are a contract with
//! callers (`schema/result.json` says it in full): they may grow, what stands here does not change meaning. Knows the form alone, neither programs nor engines.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The schema of a result.
pub const SCHEMA: &str = include_str!("schema/result.json");

/// What was analysed and what came out. `goals` and `tests` are there where goals were asked for, `properties` where properties were.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisResult {
    pub tool: Tool,
    pub program: ProgramInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Vec<String>>,
    /// A word: complete, incomplete, true, false, unknown.
    pub verdict: String,
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Counts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<Vec<Goal>>,
    /// Where MC/DC was asked for: of each condition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub independence_pairs: Vec<IndependencePair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Vec<Property>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Vec<Test>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<Execution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<Vec<Vacuous>>,
    /// Of `prove`: the functions that were held against their contracts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contracts: Option<Vec<Contract>>,
    /// Clauses of contracts that tests break.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken_clauses: Vec<BrokenClause>,
    /// Of `check`: the automata, where it was asked what of them executions come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automata: Option<Vec<Automaton>>,
    #[serde(default)]
    pub warnings: Vec<String>,
    #[serde(default)]
    pub statistics: Statistics,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

impl Tool {
    /// This one.
    pub fn this() -> Self {
        Self { name: crate::NAME.to_owned(), version: crate::VERSION.to_owned() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// As the user named them.
    pub files: Vec<String>,
    pub entry: String,
    pub data_model: String,
    /// The same for the same preprocessed text, entry and meaning of options; where the program could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// What a run did, beside its results.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
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

/// The numbers of what was asked, of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    #[serde(flatten)]
    pub goals: Option<GoalCounts>,
    #[serde(flatten)]
    pub properties: Option<PropertyCounts>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct GoalCounts {
    pub goals: usize,
    pub covered: usize,
    pub unreachable: usize,
    pub undecided: usize,
    pub tests: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PropertyCounts {
    pub properties: usize,
    pub holds: usize,
    pub violated: usize,
    pub unknown: usize,
}

/// A place in the source; lines and columns count from 1, columns in bytes. Line 0 is nowhere.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Goal {
    pub id: String,
    #[serde(flatten)]
    pub place: Place,
    pub kind: String,
    /// As the source has it.
    pub text: String,
    #[serde(flatten)]
    pub state: GoalState,
    /// Do only native runs of the test show that it is covered, since C does not determine what leads there?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub natively: bool,
    /// The number of tests that reach it so that it counts, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_by: Option<usize>,
    /// When the goal was decided, in seconds from the start of the process, and by which engine, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum GoalState {
    /// By the test with this number, and perhaps by others.
    Covered {
        test: usize,
    },
    Unreachable {
        proof: ProofInfo,
    },
    Undecided {
        reason: String,
    },
}

/// What is known of a condition's independence: that it can determine the outcome of its decision by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IndependencePair {
    /// What the ids of its two goals begin with.
    pub condition: String,
    #[serde(flatten)]
    pub state: PairState,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum PairState {
    /// By these tests: the condition is true in the first one and false in the second one, which may be the same.
    Shown {
        tests: [usize; 2],
    },
    /// One of the two goals is unreachable.
    Impossible,
    Open,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofInfo {
    pub method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
}

impl fmt::Display for ProofInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.k {
            Some(k) => write!(f, "{}, k = {k}", self.method),
            None => f.write_str(&self.method),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Test {
    pub id: usize,
    pub inputs: Vec<Input>,
    /// Which thread goes on when, of a program that may begin threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Vec<Turn>>,
    /// The goals that no earlier test covers.
    pub covers: Vec<String>,
}

/// A thread executes so many operations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Threads have numbers in the order in which they begin; 0 is the first.
    pub thread: usize,
    pub operations: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// Who delivers it.
    pub function: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub value: String,
    /// Which part of the world outside it is: `stdin[3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Input {
    /// What a person calls it.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.function)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Property {
    pub id: String,
    #[serde(flatten)]
    pub place: Place,
    pub class: String,
    /// What is claimed.
    pub text: String,
    #[serde(flatten)]
    pub state: PropertyState,
    /// Why it holds on the paths of the share that was analysed, where that is not known of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_share: Option<ProofInfo>,
    /// As of goals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum PropertyState {
    Holds {
        proof: ProofInfo,
    },
    Violated {
        inputs: Vec<Input>,
        /// The way there, unless there was no time to tell it.
        #[serde(skip_serializing_if = "Option::is_none")]
        trace: Option<Trace>,
        /// Does it depend on what memory holds that the program has not written? Then that is among the inputs, and no test can say it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unwritten_memory: bool,
        /// Where the program may begin threads: what a run of the compiled program shows of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        native: Option<NativeRun>,
    },
    Unknown {
        reason: String,
    },
}

/// Does the compiled program violate the property, too, if its threads go on as those of the interpreter did?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum NativeRun {
    Confirmed,
    /// ThreadSanitizer tells of a data race at this place, under whatever schedule the machine chose.
    Sanitized {
        place: String,
    },
    /// The interpreter's run counts all the same.
    Unconfirmed {
        reason: String,
    },
}

/// The way to a violation, which is where the property stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// Steps before those that are told.
    pub left_out: usize,
    pub steps: Vec<Step>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    #[serde(flatten)]
    pub place: Place,
    /// Calls of the program's functions around it.
    pub depth: usize,
    #[serde(flatten)]
    pub what: StepKind,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StepKind {
    /// The program reads an input into a place, `input` says from where.
    Input { target: String, value: String, input: String },
    /// A place gets a value.
    Assignment { target: String, value: String },
    /// A function of the program is called.
    Call { callee: String },
    /// A decision of the source; `taken` is what its condition comes to, where that is known.
    Decision { text: String, taken: Option<bool> },
}

/// What the tests execute of the program's own functions, found by running them once more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Execution {
    /// Tests that were run.
    pub tests: usize,
    /// Was every test run? Otherwise what is not executed may be so by another test.
    pub complete: bool,
    pub functions: Vec<FunctionExecution>,
    /// By file and line, the number of tests that execute something there.
    pub lines: BTreeMap<String, BTreeMap<u32, usize>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionExecution {
    pub name: String,
    pub file: String,
    pub line: u32,
    /// Tests that call it.
    pub tests: usize,
}

/// A property automaton with what executions come to in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Automaton {
    pub name: String,
    pub states: Vec<AutomatonState>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AutomatonState {
    pub name: String,
    pub reached: Reached,
    pub transitions: Vec<AutomatonTransition>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AutomatonTransition {
    /// With where it leads.
    pub text: String,
    /// It leads to an error.
    pub is_error: bool,
    pub taken: Reached,
}

/// Does an execution come to it?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reached {
    Reached,
    Unknown,
    Never,
}

impl Reached {
    /// How sure it is that no execution does; `None` if one does.
    pub fn never(self) -> Option<&'static str> {
        match self {
            Self::Reached => None,
            Self::Unknown => Some("perhaps never"),
            Self::Never => Some("never"),
        }
    }
}

/// A clause of a contract that does not hold in runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BrokenClause {
    pub id: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub text: String,
    /// The names of the tests.
    pub tests: Vec<String>,
}

impl BrokenClause {
    /// As a person reads it.
    pub fn line(&self) -> String {
        let Self { id, file, line, column, text, tests } = self;
        format!("{file}:{line}:{column} {id}  VIOLATED  {text}  (by {})\n", tests.join(", "))
    }
}

/// What is known of a function and its contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contract {
    /// The function; `f/c` where it is held against the contract of `c`.
    pub name: String,
    /// A word, as of a result.
    pub verdict: String,
    /// The functions whose contracts stood for calls of them: it rests on these.
    pub uses: Vec<String>,
    /// An earlier run has found it, of the same content.
    #[serde(default)]
    pub known: bool,
    /// Of `prove --strength`, where it is proved: the properties of what is ensured also if the function does nothing and returns anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak: Option<Vec<String>>,
    /// Of `prove --infer`: what was proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<InferredClauses>,
}

/// Clauses that the user did not write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InferredClauses {
    /// As they stand behind the head of the function, or first in its body. There are none where none was proved.
    pub clauses: Vec<String>,
    /// Those of its loops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<InferredLoop>,
    pub notation: String,
    pub file: String,
    pub line: u32,
    /// Why none was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Proofs that were tried.
    pub attempts: usize,
    pub milliseconds: u64,
}

/// Clauses of a loop that the user did not write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InferredLoop {
    /// Among the loops of its function, in the order of the text, from 1.
    pub number: usize,
    pub line: u32,
    /// As they stand behind the head of the loop, or first in its body.
    pub clauses: Vec<String>,
}

/// A part of a formula of which it does not depend that the formula holds, or of which nobody knows that it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacuous {
    pub part: String,
    /// In the formula's text, in bytes from 1.
    pub column: usize,
    /// What can stand in its place.
    pub by: Vec<bool>,
    pub certain: bool,
}

impl AnalysisResult {
    /// Reads what `--json` wrote.
    ///
    /// # Errors
    /// If the text has another form; the error says where and what.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        if crate::paths::is_result(text) {
            return crate::paths::read(text);
        }
        let result: Self = serde_json::from_str(text)?;
        match (&result.goals, &result.properties) {
            (None, None) => Err(serde::de::Error::custom(
                "this result has neither goals nor properties: reports are made of results of cover, query, verify, prove, ltl and check",
            )),
            _ => Ok(result),
        }
    }

    /// As it is written.
    pub fn text(&self) -> String {
        crate::json::text(self)
    }

    pub fn goals(&self) -> &[Goal] {
        self.goals.as_deref().unwrap_or_default()
    }

    pub fn properties(&self) -> &[Property] {
        self.properties.as_deref().unwrap_or_default()
    }

    pub fn tests(&self) -> &[Test] {
        self.tests.as_deref().unwrap_or_default()
    }

    /// Properties that a run violates, with its inputs and its way.
    pub fn violations(&self) -> impl Iterator<Item = (&Property, &[Input], Option<&Trace>)> {
        self.properties().iter().filter_map(|property| match &property.state {
            PropertyState::Violated { inputs, trace, .. } => Some((property, inputs.as_slice(), trace.as_ref())),
            _ => None,
        })
    }

    /// The verdict with its reason, as the terminal shows it.
    pub fn verdict_text(&self) -> String {
        match &self.reason {
            Some(reason) => format!("{}({reason})", self.verdict),
            None => self.verdict.clone(),
        }
    }
}

impl Goal {
    pub fn is_covered(&self) -> bool {
        matches!(self.state, GoalState::Covered { .. })
    }

    pub fn is_unreachable(&self) -> bool {
        matches!(self.state, GoalState::Unreachable { .. })
    }
}

impl Step {
    /// As a person reads it.
    pub fn text(&self) -> String {
        match &self.what {
            StepKind::Input { target, value, input } if target == input => format!("{input} = {value} is read"),
            StepKind::Input { target, value, input } => format!("{target} = {value} is read from {input}"),
            StepKind::Assignment { target, value } => format!("{target} = {value}"),
            StepKind::Call { callee } => format!("{callee} is called"),
            StepKind::Decision { text, taken: Some(taken) } => format!("{text} is {taken}"),
            StepKind::Decision { text, taken: None } => format!("{text} is tested"),
        }
    }
}
