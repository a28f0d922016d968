//! Contracts that the user did not write: proposed from what the text of functions shows, made stronger where a proof fails, made weaker where a proof does without, and told
//! as proved only where the same question that `prove` asks says so of the text with the clauses in it. Functions that are called come first.

mod attempt;
mod conditions;
mod ensures;
mod inductive;
mod loops;
mod memory;
mod proposal;
mod search;

use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::prove::{ContractSelection, text_hash};
pub use attempt::Attempts;
use frontend::contracts::{OfLoop, Position};
use frontend::sketch::{self, Sketch};
use frontend::{preprocess, similar, source};
use proposal::Written;
use report::json::model_name;
use report::result::{AnalysisResult, Contract, InferredClauses, InferredLoop, ProgramInfo, Statistics, Tool};
use report::text::Verdict;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// In whose words contracts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    Cbmc,
    Esbmc,
}

impl Notation {
    fn name(self) -> &'static str {
        match self {
            Self::Cbmc => "cbmc",
            Self::Esbmc => "esbmc",
        }
    }

    fn position(self) -> Position {
        match self {
            Self::Cbmc => Position::BehindHead,
            Self::Esbmc => Position::InBody,
        }
    }
}

/// What came out for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InferredContract {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// The clauses, as they are written behind the head of the function, or first in its body. What the user wrote is not repeated.
    pub clauses: Vec<String>,
    /// Those of its loops that the proof needs.
    pub loops: Vec<InLoop>,
    pub standing: Standing,
    /// How often a proof was tried.
    pub attempts: usize,
    pub time: Duration,
}

/// Clauses of a loop, as they are written behind its head, or first in its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InLoop {
    /// Among the loops of the function, in the order of the text, from zero.
    pub number: usize,
    pub line: u32,
    pub clauses: Vec<String>,
}

/// What is known of a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    Proved,
    /// What the user wrote is enough.
    Complete,
    /// Why nothing is proposed.
    NotProved(String),
}

/// All that came out.
pub struct Inference {
    pub contracts: Vec<InferredContract>,
    pub notation: Notation,
}

impl Inference {
    /// True if each function has a contract that is proved.
    pub fn verdict(&self) -> Verdict {
        let open: Vec<&str> =
            self.contracts.iter().filter(|contract| matches!(contract.standing, Standing::NotProved(_))).map(|contract| contract.function.as_str()).collect();
        if open.is_empty() { Verdict::True } else { Verdict::Unknown(format!("no contract of {} is proved", open.join(", "))) }
    }

    /// The machine-readable result.
    pub fn result(&self, attempts: &Attempts<'_>) -> AnalysisResult {
        let (request, verdict) = (&attempts.request, self.verdict());
        let entry = self.contracts.iter().map(|contract| contract.function.as_str()).collect::<Vec<_>>().join(", ");
        let files = request.files.iter().map(|file| file.display().to_string()).collect();
        let program = ProgramInfo { files, entry, data_model: model_name(request.model()).to_owned(), hash: Some(text_hash(request)) };
        AnalysisResult {
            tool: Tool::this(),
            program,
            criteria: None,
            verdict: verdict.word().to_owned(),
            reason: verdict.reason().map(str::to_owned),
            summary: None,
            goals: None,
            independence_pairs: Vec::new(),
            properties: None,
            tests: None,
            execution: None,
            vacuous: None,
            contracts: Some(self.contracts.iter().map(|contract| contract.result(self.notation)).collect()),
            broken_clauses: Vec::new(),
            automata: None,
            warnings: Vec::new(),
            statistics: Statistics { wall_s: attempts.supervisor.start.elapsed().as_secs_f64(), ..Statistics::default() },
        }
    }

    /// For a person, and to be put into the text: one function after the other.
    pub fn text(&self) -> String {
        self.contracts.iter().map(InferredContract::text).collect::<Vec<_>>().join("\n")
    }
}

impl InferredContract {
    fn result(&self, notation: Notation) -> Contract {
        let reason = if let Standing::NotProved(why) = &self.standing { Some(why.clone()) } else { None };
        let verdict = if reason.is_none() { "true" } else { "unknown" }.to_owned();
        let inferred = InferredClauses {
            clauses: self.clauses.clone(),
            loops: self.loops.iter().map(InLoop::result).collect(),
            notation: notation.name().to_owned(),
            file: self.file.clone(),
            line: self.line,
            reason,
            attempts: self.attempts,
            milliseconds: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
        };
        Contract { name: self.function.clone(), verdict, uses: Vec::new(), known: false, weak: None, inferred: Some(inferred) }
    }

    fn text(&self) -> String {
        let Self { function, file, line, .. } = self;
        let told = match &self.standing {
            Standing::Proved => "proved".to_owned(),
            Standing::Complete => "proved; nothing is missing".to_owned(),
            Standing::NotProved(why) => format!("not proved: {}", why.replace("*/", "* /")),
        };
        let clauses: String = self.clauses.iter().map(|clause| format!("{clause}\n")).collect();
        let loops: String = self.loops.iter().map(|own| own.text(function, file)).collect();
        format!("/* {function} ({file}:{line}): {told} */\n{clauses}{loops}")
    }
}

impl InLoop {
    fn result(&self) -> InferredLoop {
        InferredLoop { number: self.number + 1, line: self.line, clauses: self.clauses.clone() }
    }

    fn text(&self, function: &str, file: &str) -> String {
        let clauses: String = self.clauses.iter().map(|clause| format!("{clause}\n")).collect();
        format!("/* {function}, loop {} ({file}:{}): */\n{clauses}", self.number + 1, self.line)
    }
}

/// Looks for contracts of the functions that are selected, or of all but `main` that stand in no header. `notation` is that of the file, unless one is given.
///
/// # Errors
/// What is wrong with the text, and names that select nothing.
pub fn infer(attempts: &mut Attempts<'_>, selection: &ContractSelection, notation: Option<Notation>) -> Result<Inference, Failure> {
    let written = Annotations::read(&mut attempts.request)?;
    let notation = notation.unwrap_or(written.notation);
    let sketches = sketch::read(&attempts.request.files, &attempts.request.source)?;
    let chosen = chosen(&attempts.request, selection, &sketches)?;
    let (mut contracts, mut known) = (Vec::new(), search::Known::new());
    for (number, sketch) in chosen.iter().enumerate() {
        let begin = Instant::now();
        let tried = attempts.tried;
        attempts.share(chosen.len() - number);
        let found = match (sketch.obstacle, attempts.spent()) {
            (Some(obstacle), _) => search::Found::nothing(obstacle.told().to_owned()),
            (None, Some(spent)) => search::Found::nothing(spent.told().to_owned()),
            (None, None) => search::search(attempts, sketch, (notation, written.of(&sketch.function)), &known)?,
        };
        let search::Found { clauses, loops, standing, conditions } = found;
        known.insert(sketch.function.clone(), conditions);
        let Sketch { function, file, line, .. } = sketch;
        let (function, file, line) = (function.clone(), file.clone(), *line);
        contracts.push(InferredContract { function, file, line, clauses, loops, standing, attempts: attempts.tried - tried, time: begin.elapsed() });
    }
    Ok(Inference { contracts, notation })
}

/// The functions to look at, in the order of the sketches.
fn chosen<'a>(request: &ProgramRequest, selection: &ContractSelection, sketches: &'a [Sketch]) -> Result<Vec<&'a Sketch>, Failure> {
    let known = |name: &str| sketches.iter().any(|sketch| sketch.function == name);
    for asked in &selection.functions {
        if !known(&asked.function) {
            let hint = similar::hint(&asked.function, sketches.iter().map(|sketch| sketch.function.as_str()));
            return Err(Failure::Usage(format!("there is no function {} with a body{hint}", asked.function)));
        }
        if asked.contract.is_some() {
            return Err(Failure::unavailable("--infer against the contract of another function"));
        }
    }
    // Generated files name others as those that they were made of.
    let is_of_file = |sketch: &Sketch| !sketch.file.ends_with(".h") || request.files.iter().any(|file| file.display().to_string() == sketch.file);
    let is_chosen = |sketch: &&Sketch| match selection.functions.as_slice() {
        [] => sketch.function != "main" && is_of_file(sketch),
        named => named.iter().any(|asked| asked.function == sketch.function),
    };
    let all: Vec<&Sketch> = sketches.iter().filter(is_chosen).collect();
    if all.is_empty() { Err(Failure::Usage("the files define no function that a contract could be proposed for".to_owned())) } else { Ok(all) }
}

/// The clauses that the user wrote.
struct Annotations {
    notation: Notation,
    functions: Vec<OfUser>,
}

/// What the user wrote of a function.
#[derive(Clone, Default)]
struct OfUser {
    function: String,
    has_contract: bool,
    has_frame: bool,
    requires: bool,
    has_loops: bool,
}

impl Annotations {
    /// Reads the clauses; keeps the preprocessed text for who reads it again.
    fn read(request: &mut ProgramRequest) -> Result<Self, Failure> {
        let mut written = Self { notation: Notation::Cbmc, functions: Vec::new() };
        for file in &request.files {
            let text = preprocess::preprocess(file, &request.source)?;
            request.source.preprocessed.insert(file.clone(), text.into());
            for found in source::annotated(file, &request.source)? {
                if found.is_esbmc {
                    written.notation = Notation::Esbmc;
                }
                let (has_contract, has_frame, requires, has_loops) = (found.has_contract, found.has_frame, found.has_requirements, !found.loops.is_empty());
                written.functions.push(OfUser { function: found.function, has_contract, has_frame, requires, has_loops });
            }
        }
        Ok(written)
    }

    fn of(&self, function: &str) -> OfUser {
        let found = self.functions.iter().find(|user| user.function == function && (user.has_contract || user.has_loops));
        found.cloned().unwrap_or_else(|| OfUser { function: function.to_owned(), ..OfUser::default() })
    }
}

/// The file that defines the function, with clauses put in.
fn with_clauses(request: &ProgramRequest, function: &str, notation: Notation, clauses: &Written) -> Result<Option<(PathBuf, String)>, Failure> {
    let of_loop = |own: &InLoop| OfLoop { number: own.number, clauses: own.clauses.join(" ") };
    let loops: Vec<OfLoop> = clauses.loops.iter().map(of_loop).collect();
    for file in &request.files {
        if let Some(text) = source::with_clauses(file, &request.source, function, notation.position(), (&clauses.head.join(" "), &loops))? {
            return Ok(Some((file.clone(), text)));
        }
    }
    Ok(None)
}
