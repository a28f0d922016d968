//! Files to a program: reads and checks each file, adds the library models that the program calls, links and lowers.

use super::aliases::LazyInputs;
use super::check::Checker;
use super::diagnostic::{Diagnostic, Error};
use super::library::models;
use super::lower::{self, Lowered};
use super::source::{self, Options};
use goto::outline::Insertion;
use goto::{Labels, Operations, Program, SymbolId};
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
    /// Calls of threads and locks mean something: inputs choose a schedule.
    pub threads: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { source: Options::default(), entry: "main".to_owned(), lazy_inputs: None, insertions: Vec::new(), threads: false }
    }
}

/// A program, and what it lacks.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    /// Functions that are called, have no body and are not known: their effects are guessed from their types.
    pub missing: Vec<String>,
    /// Where the operations of the source stand, for the program as it is here.
    pub operations: Operations,
    /// Where the labels of the source stand, for the program as it is here.
    pub labels: Labels,
    /// Questions in the text that have no meaning where they stand, by their numbers, with the reason.
    pub unanswered: Vec<(u32, String)>,
    /// Static variables of which each thread has one of its own.
    pub thread_local: Vec<SymbolId>,
}

/// Reads C files and links them to one program.
///
/// # Errors
/// What is wrong with the text of a file, or that no file defines the entry function.
pub fn load(files: &[PathBuf], options: &LoadOptions) -> Result<Loaded, Error> {
    source::on_big_stack(|| load_here(files, options))
}

fn load_here(files: &[PathBuf], options: &LoadOptions) -> Result<Loaded, Error> {
    let mut checker = Checker::new(options.source.data_model);
    for (number, file) in files.iter().enumerate() {
        let insertions: Vec<Insertion> = options.insertions.iter().filter(|(n, _)| *n == number).map(|(_, i)| i.clone()).collect();
        checker.add_unit(&source::read_with(file, &options.source, &insertions)?)?;
    }
    add_models(&mut checker, options)?;
    let unanswered = checker.take_unanswered();
    let lowered = lower::lower(checker.finish(), &options.entry, options.lazy_inputs.as_ref())?;
    let Some(Lowered { program, missing, operations, labels, thread_local }) = lowered else {
        return Err(no_entry(files, options));
    };
    debug_assert!(goto::validate::validate(&program).is_empty(), "{:#?}", goto::validate::validate(&program));
    Ok(Loaded { program, missing, operations, labels, unanswered, thread_local })
}

/// The models of library functions that are called, and those that these call.
fn add_models(checker: &mut Checker, options: &LoadOptions) -> Result<(), Error> {
    let mut added = Vec::new();
    loop {
        let needed = models::files_for(&checker.undefined_functions(), &checker.undefined_variables(), options.threads);
        let new: Vec<_> = needed.into_iter().filter(|(name, _)| !added.contains(name)).collect();
        if new.is_empty() {
            return Ok(());
        }
        for (name, text) in new {
            added.push(name);
            checker.add_unit(&source::prepare(name, text.replace("__SIZE_TYPE__", size_type(options)))?)?;
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

fn no_entry(files: &[PathBuf], options: &LoadOptions) -> Error {
    let file = files.first().map(|f| f.display().to_string()).unwrap_or_default();
    let message = format!("there is no function {}", options.entry);
    Error::type_error(Diagnostic { message, file, line: 1, column: 1, length: 1, source_line: None })
}
