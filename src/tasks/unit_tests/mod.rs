//! `test`: for each function of a program that others may call, tests from lazily made inputs, as C that is compiled and run without this program. What the functions do is
//! observed in native runs, twice. Knows how tests are found and kept; how C says them is [`report::unit_tests`].

mod addresses;
mod closure;
mod found;
mod known;
mod native;
mod runs;
mod shape;
mod written;

use crate::cache::Cache;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::show;
use crate::supervise::Supervisor;
use closure::Uses;
use found::{Found, search};
use frontend::preprocess::preprocess;
use goto::{Bits, InputId, Program};
use rayon::prelude::*;
pub use report::unit_tests::frameworks::Framework;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
pub use written::Written;

/// What tests are wanted.
pub struct UnitTests {
    pub program: ProgramRequest,
    pub engines: Engines,
    /// Where they are written.
    pub folder: PathBuf,
    /// Of these functions; of all if there is none.
    pub functions: Vec<String>,
    /// For finding the tests of one function.
    pub time: Duration,
    /// For finding all tests, from the start of the supervisor.
    pub timeout: Option<Duration>,
    /// What earlier runs have found.
    pub cache: Option<Cache>,
    /// Who runs them.
    pub framework: Framework,
}

/// What became of a function.
pub struct FunctionReport {
    pub name: String,
    /// The file that defines it, as the user names it.
    pub file: String,
    /// Branches of the function alone.
    pub goals: usize,
    pub covered: usize,
    pub unreachable: usize,
    /// Tests that are kept.
    pub tests: usize,
    /// Of these: how many show a crash, or break the contract.
    pub bugs: usize,
    /// Those that break the contract, and its clauses.
    pub broken: Vec<(String, Vec<String>)>,
    /// Has it a contract, which tests obey?
    pub has_contract: bool,
    /// Why there are no others, and how many tests that concerns.
    pub left_out: Vec<(String, usize)>,
}

/// What became of all.
pub struct Report {
    pub functions: Vec<FunctionReport>,
    /// For how many of them nothing was searched, since an earlier run has found the same; where that is kept.
    pub known: Option<usize>,
    pub written: Written,
}

/// Writes what an analysis of a function has found as tests like those of [`UnitTests`]. Several tests that reach the same become one.
///
/// # Errors
/// If tests cannot be run here, or the folder cannot be written.
pub fn write(request: &ProgramRequest, engines: &Engines, folder: &Path, tests: &[Vec<(InputId, Bits)>], supervisor: &Supervisor) -> Result<Report, Failure> {
    let (functions, time) = (vec![request.entry.clone()], Duration::ZERO);
    let wanted = UnitTests {
        program: request.clone(),
        engines: engines.clone(),
        folder: folder.to_owned(),
        functions,
        time,
        timeout: None,
        cache: None,
        framework: Framework::Plain,
    };
    let scope = wanted.scope()?;
    let Some(function) = scope.first() else { return Err(Failure::Usage(format!("there is no function {}", request.entry))) };
    let found = found::of_tests(request, function, tests)?;
    let mut written = Written::begin(folder)?;
    let functions = written.source(&wanted, Path::new(&function.file), &[&found], supervisor)?;
    written.list(wanted.framework)?;
    Ok(Report { functions, known: None, written })
}

impl UnitTests {
    /// Finds the tests, observes and writes them. `progress` is told how many of so many functions are done.
    ///
    /// # Errors
    /// If the program is wrong, a function is unknown, or the folder cannot be written.
    pub fn run(mut self, supervisor: &Supervisor, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Report, Failure> {
        // Each function is compiled by itself, so files are read many times.
        let source = &self.program.source;
        let texts = self.program.files.par_iter().map(|file| Ok((file.clone(), preprocess(file, source)?.into())));
        self.program.source.preprocessed = texts.collect::<Result<_, frontend::Error>>()?;
        let scope = self.scope()?;
        let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let until = self.timeout.map(|timeout| supervisor.start + timeout);
        let find = |function: &Scoped| {
            let waiting = scope.len() - begun.fetch_add(1, Ordering::Relaxed);
            let left = until.map_or(self.time, |until| share(until, waiting).min(self.time));
            let found = if left.is_zero() { Ok(Found::nothing(function, "the time was over")) } else { search(&self, function, left, supervisor) };
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, scope.len());
            found
        };
        let found: Vec<Found> = scope.par_iter().map(find).collect::<Result<_, _>>()?;
        let mut by_file: FxHashMap<&str, Vec<&Found>> = FxHashMap::default();
        for function in &found {
            by_file.entry(&function.function.file).or_default().push(function);
        }
        let mut sources: Vec<(&str, Vec<&Found>)> = by_file.into_iter().collect();
        sources.sort_unstable_by_key(|(file, _)| *file);
        let mut functions = Vec::new();
        let mut written = Written::begin(&self.folder)?;
        for (file, found) in sources {
            functions.extend(written.source(&self, Path::new(file), &found, supervisor)?);
        }
        written.list(self.framework)?;
        let known = self.cache.as_ref().map(|_| found.iter().filter(|found| found.is_known).count());
        Ok(Report { functions, known, written })
    }

    /// The functions to test, in the order of the text.
    fn scope(&self) -> Result<Vec<Scoped>, Failure> {
        let mut request = ProgramRequest { entry: "main".to_owned(), lazy_inputs: None, ..self.program.clone() };
        let program = show::compile_library(&mut request)?.program;
        let uses = Uses::new(&program);
        let mut scope: Vec<(goto::Location, Scoped)> = Vec::new();
        for function in program.functions.values().filter(|f| f.body.is_some() && !f.model) {
            let file = &program.files[function.loc.file];
            let is_own = self.program.files.iter().any(|own| Path::new(file) == own);
            let is_wanted = if self.functions.is_empty() { function.name != "main" } else { self.functions.contains(&function.name) };
            if is_own && is_wanted && is_name(&function.name) && function.name != "main" {
                let needed = uses.needed(function.loc.file, &self.program.files);
                scope.push((function.loc, Scoped { name: function.name.clone(), file: file.clone(), has_main: defines_main(&program, file), needed }));
            }
        }
        if let Some(unknown) = self.functions.iter().find(|name| !scope.iter().any(|(_, own)| own.name == **name)) {
            return Err(Failure::Usage(format!("no file that is given defines a function {unknown} that a test can call")));
        }
        if scope.is_empty() {
            return Err(Failure::Usage("the files define no function that a test can call".to_owned()));
        }
        scope.sort_unstable_by_key(|(loc, _)| *loc);
        Ok(scope.into_iter().map(|(_, own)| own).collect())
    }
}

/// The time for one of so many functions that wait, where all threads work.
fn share(until: Instant, waiting: usize) -> Duration {
    let rounds = waiting.div_ceil(rayon::current_num_threads()).max(1);
    until.saturating_duration_since(Instant::now()) / u32::try_from(rounds).unwrap_or(u32::MAX)
}

/// A function to test.
#[derive(Clone)]
pub(crate) struct Scoped {
    pub name: String,
    pub file: String,
    /// Does its file define `main`?
    pub has_main: bool,
    /// The files that its file needs, and that one.
    pub needed: Vec<PathBuf>,
}

/// Functions of one name in several files have names that C does not have.
fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn defines_main(program: &Program, file: &str) -> bool {
    program.functions.values().any(|f| f.name == "main" && f.body.is_some() && program.files[f.loc.file] == file)
}
