//! Files to a program: reads and checks each file, adds the library models that the program calls, links and lowers.

use super::aliases::LazyInputs;
use super::assumptions::WorldAssumptions;
use super::check::Checker;
use super::contracts::Weave;
use super::diagnostic::{Diagnostic, Error};
use super::dialect::Dialect;
use super::library::models::Threads;
use super::library::{self, FileUse, intrinsics, models};
use super::lower::{self, Lowered};
use super::similar;
use super::source::{self, Options};
use super::tree::Tree;
use goto::decision::Decisions;
use goto::given::Given;
use goto::outline::Insertion;
use goto::reach::HiddenNames;
use goto::{Labels, Operations, Program, SymbolId};
use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// How to read a program.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// What the preprocessor is told, and the data model.
    pub source: Options,
    /// The function where execution starts.
    pub entry: String,
    /// Globals and the memory behind pointers that the entry function is given are inputs, restricted by these lines.
    pub lazy_inputs: Option<LazyInputs>,
    /// What is to stand in the preprocessed text of the files beside what their authors wrote, by the number of the file.
    pub insertions: Vec<(usize, Insertion)>,
    /// The rules of competitions hold: `main` is given the program's name and nothing else, and there is memory for every allocation. Otherwise what depends on the
    /// command line is not known, and what no machine has memory for is refused.
    pub competition: bool,
    /// Functions without a body come back with inputs and write nothing. Otherwise they may do what their types allow.
    pub missing_inputs: bool,
    /// What the user says of the world outside. What is larger than models hold is not followed otherwise.
    pub world: WorldAssumptions,
    /// It is asked whether accesses stay within their objects.
    pub accesses_are_checked: bool,
    /// The exit status is handed to a function of its own, [`EXIT_STATUS`](super::EXIT_STATUS), right before the program ends by itself.
    pub notes_exit_status: bool,
    /// It is asked for decisions and what they are made of.
    pub decisions: bool,
    /// What calls of threads and locks mean.
    pub threads: Threads,
    /// What is to be done with contracts; nothing asks for them otherwise.
    pub contracts: Weave,
}

impl LoadOptions {
    /// Is what the program reads of the world outside among its inputs?
    pub fn has_world(&self) -> bool {
        !self.competition && self.lazy_inputs.is_none() && self.entry == "main"
    }
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            source: Options::default(),
            entry: "main".to_owned(),
            lazy_inputs: None,
            insertions: Vec::new(),
            competition: false,
            missing_inputs: false,
            world: WorldAssumptions::default(),
            accesses_are_checked: false,
            notes_exit_status: false,
            decisions: false,
            threads: Threads::One,
            contracts: Weave::default(),
        }
    }
}

/// A program, and what it lacks.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    /// SHA-256 of the preprocessed text of all files, without the names and places that it is made of.
    pub text_hash: String,
    /// Functions that are called, have no body and are not known: their effects are guessed from their types.
    pub missing: Vec<String>,
    /// Where the operations of the source stand, for the program as it is here.
    pub operations: Operations,
    /// The decisions of the source, if they are asked for, for the program as it is here.
    pub decisions: Decisions,
    /// Where the labels of the source stand, for the program as it is here.
    pub labels: Labels,
    /// Questions in the text that have no meaning where they stand, by their numbers, with the reason.
    pub unanswered: Vec<(u32, String)>,
    /// Static variables of which each thread has one of its own.
    pub thread_local: Vec<SymbolId>,
    /// Static variables that are declared in blocks.
    pub in_blocks: FxHashSet<SymbolId>,
    /// What is taken for granted of the world outside, since the user says so.
    pub assumed: Vec<String>,
    /// How the entry function is called where it is not `main`.
    pub given: Given,
    /// What the instructions of functions do not say of whom they call.
    pub hidden: HiddenNames,
    /// May the text have clauses of contracts?
    pub has_clauses: bool,
}

/// Reads C files and links them to one program.
///
/// # Errors
/// What is wrong with the text of a file, or that no file defines the entry function.
pub fn load(files: &[PathBuf], options: &LoadOptions) -> Result<Loaded, Error> {
    source::on_big_stack(|| load_here(files, options))
}

fn load_here(files: &[PathBuf], options: &LoadOptions) -> Result<Loaded, Error> {
    if options.threads != Threads::Machine {
        return lowered(checked(files, options)?, files, options);
    }
    // Where no thread can begin, there is one alone, and all is as if nobody had asked.
    let one = LoadOptions { threads: Threads::One, ..options.clone() };
    let first = checked(files, &one)?;
    if !first.checker.undefined_functions().iter().any(|f| models::BEGINNING.contains(f)) {
        return lowered(first, files, &one);
    }
    lowered(checked(files, options)?, files, options)
}

/// The user's files.
struct CheckedFiles {
    checker: Checker,
    text_hash: String,
    has_clauses: bool,
}

fn checked(files: &[PathBuf], options: &LoadOptions) -> Result<CheckedFiles, Error> {
    let mut has_clauses = false;
    let mut hash = Sha256::new();
    let mut checker = Checker::for_dialect(options.source.data_model, options.source.dialect);
    for (number, file) in files.iter().enumerate() {
        let insertions: Vec<Insertion> = options.insertions.iter().filter(|(n, _)| *n == number).map(|(_, i)| i.clone()).collect();
        let dialect = Dialect { threads: options.threads == Threads::Machine, ..options.source.of(file).dialect };
        let source = source::read_woven(file, &options.source, &insertions, (&options.contracts, number))?;
        has_clauses |= source.has_clauses;
        source.map.content().for_each(|line| hash.update(line));
        // Where one file ends and the next one begins.
        hash.update([0]);
        checker.add_unit_in(&source, dialect)?;
    }
    let text_hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(CheckedFiles { checker, text_hash, has_clauses })
}

fn lowered(CheckedFiles { mut checker, text_hash, has_clauses }: CheckedFiles, files: &[PathBuf], options: &LoadOptions) -> Result<Loaded, Error> {
    checker.speak(options.source.dialect);
    if options.source.dialect.freestanding {
        checker.rename_undefined(library::is_hosted);
    }
    let file_use = FileUse::of(&checker.undefined_functions(), checker.asks_for_sizes(), checker.openings());
    add_models(&mut checker, options)?;
    let unanswered = checker.take_unanswered();
    let tree = checker.finish();
    let defined = defined_functions(&tree);
    let lowered = lower::lower(tree, options, file_use)?;
    let Some(Lowered { program, missing, mut operations, decisions, labels, thread_local, in_blocks, given, hidden }) = lowered else {
        return Err(no_entry(files, options, &defined));
    };
    operations.wraps = options.source.dialect.wraps;
    debug_assert!(goto::validate::validate(&program).is_empty(), "{:#?}", goto::validate::validate(&program));
    let mut stubs: Vec<&str> = program.stubs.iter().map(|&function| &*program.functions[function].name).collect();
    stubs.sort_unstable();
    let of_stubs = (!stubs.is_empty()).then(|| format!("assumed: functions without a body write nothing: {}", stubs.join(", ")));
    let assumed = options.world.told().into_iter().chain(of_stubs).collect();
    Ok(Loaded { program, text_hash, missing, operations, decisions, labels, unanswered, thread_local, in_blocks, assumed, given, hidden, has_clauses })
}

/// The models of library functions that are called, and those that these call.
fn add_models(checker: &mut Checker, options: &LoadOptions) -> Result<(), Error> {
    if let Some(text) = intrinsics::models(&checker.undefined_functions()) {
        checker.add_unit(&source::prepare(intrinsics::FILE, text)?)?;
    }
    let output = models::Output::of(&checker.undefined_functions(), options.has_world(), options.world.may_fail());
    let mut added = Vec::new();
    loop {
        let mut wanted = checker.undefined_functions();
        if options.has_world() {
            wanted.push(models::WORLD_FUNCTION);
        }
        if options.world.may_fail() {
            wanted.push(models::FAILURES_FUNCTION);
        }
        let needed = models::files_for(&wanted, &checker.undefined_variables(), options.threads, output);
        let new: Vec<_> = needed.into_iter().filter(|(name, _)| !added.contains(name)).collect();
        if new.is_empty() {
            return Ok(());
        }
        for (name, text) in new {
            added.push(name);
            let text = if name == models::ASSUMPTIONS { options.world.model() } else { text.replace("__SIZE_TYPE__", size_type(options)) };
            checker.add_unit(&source::prepare(name, text)?)?;
        }
    }
}

/// Models are not preprocessed.
fn size_type(options: &LoadOptions) -> &'static str {
    match options.source.data_model {
        goto::DataModel::Lp64 => "unsigned long",
        goto::DataModel::Ilp32 => "unsigned int",
    }
}

/// The functions with bodies in files that are no models of the library.
fn defined_functions(tree: &Tree) -> Vec<String> {
    let is_own = |name: &str| !name.starts_with(models::MODEL_FILES);
    tree.functions.values().filter(|f| f.body.is_some() && is_own(&tree.files[f.loc.file])).map(|f| f.name.clone()).collect()
}

/// Functions that a message names at most.
const LISTED: usize = 12;

fn no_entry(files: &[PathBuf], options: &LoadOptions, defined: &[String]) -> Error {
    let file = files.first().map(|f| f.display().to_string()).unwrap_or_default();
    let entry = &options.entry;
    let hint = similar::hint(entry, defined.iter().map(String::as_str));
    let listed = defined[..defined.len().min(LISTED)].join(", ");
    let more = if defined.len() > LISTED { format!(" and {} more", defined.len() - LISTED) } else { String::new() };
    let message = match defined {
        [] => format!("there is no function {entry}, and no other one with a body"),
        _ if entry == "main" => format!("there is no function main{hint}; name the function to start in with --entry FUNCTION, one of {listed}{more}"),
        _ => format!("there is no function {entry}{hint}; functions with a body are {listed}{more}"),
    };
    let diagnostic = Diagnostic { message, file, line: 1, column: 1, length: 1, source_line: None };
    Error::NoEntry { diagnostic: Box::new(diagnostic), defined: defined.to_vec() }
}
