//! A source file on its way to the parser: runs the preprocessor and the normaliser.

use super::contracts::acsl::{self, Variants};
use super::contracts::{self, AddedContract, Annotated, OfLoop, Position, Requirement, SaidContract, Weave};
use super::diagnostic::Error;
use super::dialect::Dialect;
use super::map::SourceMap;
use super::normalise::{self, Malformed, OffsetMap, Pragmas};
use super::pieces::Pieces;
use super::preprocess;
use goto::DataModel;
use goto::outline::Insertion;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

/// What the preprocessor is told, as for the C compiler.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    pub include_dirs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    /// Files included before the first line.
    pub includes: Vec<PathBuf>,
    pub data_model: DataModel,
    pub dialect: Dialect,
    /// Further options of the C compiler that matter to the preprocessor, in their order.
    pub passed: Vec<OsString>,
    /// Files that are compiled with options of their own, by the names that the program's files have.
    pub units: BTreeMap<PathBuf, UnitOptions>,
    /// The compiler that is asked for macros and places of headers, if it is not the system's.
    pub compiler: Option<PathBuf>,
    /// What an editor holds of files that are not saved, by the names that the program's files have: it is read in their place.
    pub unsaved: BTreeMap<PathBuf, Arc<str>>,
    /// What the preprocessor has made of files, for who reads them many times.
    pub preprocessed: BTreeMap<PathBuf, Arc<str>>,
}

/// How one file of a program is compiled: in place of what is said of all files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct UnitOptions {
    pub dialect: Dialect,
    pub passed: Vec<OsString>,
    pub compiler: Option<PathBuf>,
}

impl Options {
    /// The options of one file.
    pub fn of(&self, file: &Path) -> Cow<'_, Self> {
        let Some(unit) = self.units.get(file) else { return Cow::Borrowed(self) };
        let Dialect { volatile_inputs, enum_values, .. } = self.dialect;
        Cow::Owned(Self {
            dialect: Dialect { volatile_inputs, enum_values, ..unit.dialect },
            passed: unit.passed.clone(),
            compiler: unit.compiler.clone(),
            units: BTreeMap::new(),
            ..self.clone()
        })
    }

    /// What the native compiler is told of files that are compiled with options of their own.
    pub fn compiler_options_of_units(&self) -> BTreeMap<PathBuf, Vec<OsString>> {
        self.units.keys().map(|file| (file.clone(), self.of(file).compiler_options())).collect()
    }

    /// What the native compiler is told so that it compiles the same program.
    pub fn compiler_options(&self) -> Vec<OsString> {
        let joined = |option: &str, value: &OsStr| {
            let mut word = OsString::from(option);
            word.push(value);
            word
        };
        let mut words: Vec<OsString> = self.include_dirs.iter().map(|d| joined("-I", d.as_os_str())).collect();
        words.extend(self.defines.iter().map(|d| joined("-D", OsStr::new(d))));
        words.extend(self.undefines.iter().map(|u| joined("-U", OsStr::new(u))));
        words.extend(self.includes.iter().flat_map(|file| ["-include".into(), file.into()]));
        words.extend(self.passed.iter().cloned());
        words
    }

    /// What the native compiler is told of preprocessed text.
    pub fn language_options(&self) -> Vec<OsString> {
        let is_language = |word: &&OsString| ["-std=", "-f", "-pthread"].iter().any(|option| word.to_string_lossy().starts_with(option));
        self.passed.iter().filter(is_language).cloned().collect()
    }
}

/// The text of one translation unit as the parser takes it.
#[derive(Debug)]
pub struct Source {
    pub map: SourceMap,
    pub pragmas: Pragmas,
    /// The normalised text.
    pub(super) text: String,
    /// Offsets in `text` between external declarations, ascending: where it may be cut into pieces.
    pub(super) cuts: Vec<usize>,
    /// A function inside of a function, which the grammar refuses; a range of the preprocessed text.
    pub(super) nested_function: Option<Range<usize>>,
    /// May it have clauses of contracts?
    pub(super) has_clauses: bool,
}

/// The file in which numbered insertions have their places.
pub const INSERTED: &str = "<witness>";

/// Reads, preprocesses and normalises a file.
pub fn read(path: &Path, options: &Options) -> Result<Source, Error> {
    read_with(path, options, &[])
}

/// As [`read`], with insertions into the preprocessed text.
pub fn read_with(path: &Path, options: &Options, insertions: &[Insertion]) -> Result<Source, Error> {
    read_woven(path, options, insertions, (&Weave::default(), 0))
}

/// As [`read_with`], with what is to be done with contracts, for the file with this number.
pub fn read_woven(path: &Path, options: &Options, insertions: &[Insertion], (weave, number): (&Weave, usize)) -> Result<Source, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    let has_clauses = contracts::mentions(&text);
    let woven = if has_clauses { contracts::weave(&text, weave, number) } else { Ok(text.clone()) };
    let text = woven.map_err(|malformed| refused(&file, text, malformed))?;
    Ok(Source { has_clauses, ..prepare_with(&file, text, insertions, options.dialect)? })
}

/// The functions of a file that have clauses.
///
/// # Errors
/// Clauses that cannot be read.
pub fn annotated(path: &Path, options: &Options) -> Result<Vec<Annotated>, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    if contracts::mentions(&text) { contracts::annotated(&text).map_err(|malformed| refused(&file, text, malformed)) } else { Ok(Vec::new()) }
}

/// What the contract of a function requires, in words of C; `None` if the file has no contract of it.
///
/// # Errors
/// Clauses that cannot be read, and those that C has no words for.
pub fn requirements(path: &Path, options: &Options, function: &str) -> Result<Option<Vec<Requirement>>, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    if contracts::mentions(&text) { contracts::requirements(&text, function).map_err(|malformed| refused(&file, text, malformed)) } else { Ok(None) }
}

/// The preprocessed text of a file with these clauses at the definition of a function; `None` if the file does not define it.
///
/// # Errors
/// What the preprocessor says, and clauses that cannot be read.
pub fn with_clauses(path: &Path, options: &Options, function: &str, position: Position, clauses: (&str, &[OfLoop])) -> Result<Option<String>, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    contracts::inserted(&text, function, position, clauses).map_err(|malformed| refused(&file, text, malformed))
}

/// The contracts of a file in the words of witnesses, as far as these have any.
///
/// # Errors
/// What the preprocessor says, and clauses that cannot be read.
pub fn said_contracts(path: &Path, options: &Options) -> Result<Vec<SaidContract>, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    if contracts::mentions(&text) { contracts::said_contracts(&text).map_err(|malformed| refused(&file, text, malformed)) } else { Ok(Vec::new()) }
}

/// The preprocessed text of a file with these contracts in place of its clauses. `Err` within: a function that it does not define.
///
/// # Errors
/// What the preprocessor says, and clauses of the file that cannot be read.
pub fn with_contracts(path: &Path, options: &Options, added: &[AddedContract]) -> Result<Result<String, String>, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::preprocess(path, &options)?);
    contracts::with_contracts(&text, added).map_err(|malformed| refused(&file, text, malformed))
}

/// Has the file comments that are annotations?
///
/// # Errors
/// What the preprocessor says.
pub fn has_annotations(path: &Path, options: &Options) -> Result<bool, Error> {
    Ok(acsl::mentions(&preprocess::with_comments(path, &options.of(path))?))
}

/// The preprocessed text of a file, in which annotations in comments are clauses.
///
/// # Errors
/// What the preprocessor says, and annotations that cannot be read.
pub fn with_annotations(path: &Path, options: &Options, variants: Variants) -> Result<String, Error> {
    let options = options.of(path);
    let (file, text) = (path.display().to_string(), preprocess::with_comments(path, &options)?);
    if !acsl::mentions(&text) {
        return preprocess::preprocess(path, &options);
    }
    acsl::translated(&text, variants).map_err(|malformed| refused(&file, text, malformed))
}

fn refused(file: &str, text: String, malformed: Malformed) -> Error {
    let map = SourceMap::new(file, text, String::new(), OffsetMap::default());
    let diagnostic = map.diagnostic_in_text(malformed.range, malformed.message);
    if malformed.unsupported { Error::unsupported(diagnostic) } else { Error::syntax(diagnostic) }
}

/// Normalises preprocessed text. `file` is the name for lines before the first line marker.
pub fn prepare(file: &str, text: String) -> Result<Source, Error> {
    prepare_with(file, text, &[], Dialect::default())
}

fn prepare_with(file: &str, text: String, insertions: &[Insertion], dialect: Dialect) -> Result<Source, Error> {
    match normalise::normalise_with(&text, insertions, dialect) {
        Ok(normalised) => {
            let mut map = SourceMap::new(file, text, normalised.blanked, normalised.offsets);
            map.name_insertions(INSERTED, insertions);
            Ok(Source {
                map,
                pragmas: normalised.pragmas,
                text: normalised.text,
                cuts: normalised.cuts,
                nested_function: normalised.nested_function,
                has_clauses: false,
            })
        }
        Err(malformed) => Err(refused(file, text, malformed)),
    }
}

impl Source {
    /// Parses the text piece by piece. Trees can be deep: make and drop them inside [`on_big_stack`].
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces::new(self)
    }
}

/// Sizes of stacks that deep trees do not exhaust, the best first. A thread cannot be started if the address space is limited; a smaller
/// stack may do. The memory is reserved, not used.
const STACKS: [usize; 3] = [1 << 30, 256 << 20, 64 << 20];

/// Runs the front end, or any part of it, on a stack that deep trees do not exhaust.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| match spawn_with_big_stack(scope, work) {
        Ok(thread) => join(thread),
        Err(work) => work(),
    })
}

/// Starts a thread of the front end. Gives `work` back if no thread can be started.
pub(super) fn spawn_with_big_stack<'scope, T: Send + 'scope, F: FnOnce() -> T + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: F,
) -> Result<ScopedJoinHandle<'scope, T>, F> {
    // An attempt that fails drops its closure, but must not drop `work`.
    let slot = Arc::new(Mutex::new(Some(work)));
    // The heap needs its part.
    let most = address_space() / 2;
    for size in STACKS.into_iter().filter(|&size| size as u64 <= most) {
        let mine = Arc::clone(&slot);
        let run = move || take(&mine)();
        if let Ok(thread) = std::thread::Builder::new().name("front end".to_owned()).stack_size(size).spawn_scoped(scope, run) {
            return Ok(thread);
        }
    }
    Err(take(&slot))
}

fn take<F>(slot: &Mutex<Option<F>>) -> F {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take().expect("only the one thread that was started takes the work")
}

/// Is there address space for a second stack? One that is reserved under a limit is missing for the heap.
pub(super) fn has_room_for_threads() -> bool {
    address_space() >= 4 << 30
}

/// How many bytes of address space the process may use.
fn address_space() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call fills the struct that it is given.
    let asked = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    if asked { limit.rlim_cur } else { u64::MAX }
}

/// The result of a thread; its panic goes on here.
pub(super) fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_stack_returns_the_result() {
        assert_eq!(on_big_stack(|| 6 * 7), 42);
    }
}
