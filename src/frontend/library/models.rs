//! Models of library functions that are written in C. They go through the same front end as the user's files, but only those files of models
//! that a program needs, and of these only the functions that it calls.
//!
//! In a model, `__model_f` is the library's function `f`, whatever the user's files call so: another model, or what [`super::call`] knows natively.
//! `__any_...` delivers any value of its return type, no input, and zero in the interpreter. `__rarely` tells whether something happens that hardly ever does: proofs count with
//! it, runs go the usual way, and what they reach counts.

pub use goto::MODEL_FILES;
use goto::{Program, SymbolId};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The model of `strlen` is named `__model_strlen`, so that no declaration in the user's files can contradict it.
pub(super) const MODEL_PREFIX: &str = "__model_";

/// Name and text of each file.
const FILES: &[(&str, &str)] = &[
    ("<library>/exit.c", include_str!("../models/exit.c")),
    ("<library>/complex.c", include_str!("../models/complex.c")),
    ("<library>/math.c", include_str!("../models/math.c")),
    ("<library>/bits.c", include_str!("../models/bits.c")),
    ("<library>/text.c", include_str!("../models/text.c")),
    ("<library>/ctype.c", include_str!("../models/ctype.c")),
    ("<library>/stdlib.c", include_str!("../models/stdlib.c")),
    ("<library>/number.c", include_str!("../models/number.c")),
    ("<library>/sort.c", include_str!("../models/sort.c")),
    ("<library>/decimal.c", include_str!("../models/decimal.c")),
    ("<library>/format.c", include_str!("../models/format.c")),
    ("<library>/scan.c", include_str!("../models/scan.c")),
    ("<library>/stdio.c", include_str!("../models/stdio.c")),
    (OUTPUT, include_str!("../models/output.c")),
    (PLAIN_OUTPUT, include_str!("../models/plain-output.c")),
    ("<library>/environment.c", include_str!("../models/environment.c")),
    (SET_VARIABLES, include_str!("../models/variables.c")),
    (ASSUMPTIONS, include_str!("../models/assumptions.c")),
    ("<library>/files.c", include_str!("../models/files.c")),
    ("<library>/descriptors.c", include_str!("../models/descriptors.c")),
    ("<library>/status.c", include_str!("../models/status.c")),
    ("<library>/directories.c", include_str!("../models/directories.c")),
    ("<library>/temporary.c", include_str!("../models/temporary.c")),
    (STREAMS, include_str!("../models/streams.c")),
    ("<library>/wide.c", include_str!("../models/wide.c")),
    ("<library>/multibyte.c", include_str!("../models/multibyte.c")),
    ("<library>/programs.c", include_str!("../models/programs.c")),
    ("<library>/process.c", include_str!("../models/process.c")),
    ("<library>/time.c", include_str!("../models/time.c")),
    ("<library>/system.c", include_str!("../models/system.c")),
    (OPTIONS, include_str!("../models/getopt.c")),
    ("<library>/messages.c", include_str!("../models/messages.c")),
    (ERRORS, include_str!("../models/errors.c")),
    (PROGRAM_NAME, include_str!("../models/program-name.c")),
    ("<library>/paths.c", include_str!("../models/paths.c")),
    ("<library>/fnmatch.c", include_str!("../models/fnmatch.c")),
    ("<library>/locale.c", include_str!("../models/locale.c")),
    ("<library>/signals.c", include_str!("../models/signals.c")),
    (EXPRESSIONS, include_str!("../models/regex.c")),
    ("<library>/random.c", include_str!("../models/random.c")),
    (WORLD, include_str!("../models/world.c")),
    (ERRNO, include_str!("../models/errno.c")),
    (SEMAPHORES, include_str!("../models/semaphores.c")),
    (THREADS, include_str!("../models/threads.c")),
    (CONCURRENCY, CONCURRENCY_TEXT),
    ("<library>/contracts.c", include_str!("../models/contracts.c")),
];

/// The files with threads and their locks, for those who ask for runs with them: as calls, and as the machine runs them.
const OUTPUT: &str = "<library>/output.c";
const PLAIN_OUTPUT: &str = "<library>/plain-output.c";
/// Where there is one thread alone.
const SEMAPHORES: &str = "<library>/semaphores.c";
const THREADS: &str = "<library>/threads.c";
const CONCURRENCY: &str = "<library>/concurrency.c";

/// The models of threads as the machine runs them.
pub const CONCURRENCY_TEXT: &str = include_str!("../models/concurrency.c");

/// What threads are in a program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Threads {
    /// There is one; what begins others is not supported.
    #[default]
    One,
    /// Calls at points of a schedule that inputs choose.
    Calls,
    /// Threads of the machine, in programs that may begin some.
    Machine,
}

/// The functions that begin threads.
pub(crate) const BEGINNING: [&str; 2] = ["pthread_create", "thrd_create"];

/// The file with the command line, for programs that start in `main` with inputs from outside, and the function that delivers it.
const WORLD: &str = "<library>/world.c";
pub(crate) const WORLD_FUNCTION: &str = "world_arguments";
pub(crate) const WORLD_ARGUMENTS: &str = "__model_world_arguments";

/// The function that makes something fail before the program begins.
pub(crate) const FAILURES_FUNCTION: &str = "begin_failures";
pub(crate) const FAILURES: &str = "__model_begin_failures";

/// The file that answers for what the user says of the world.
pub(crate) const ASSUMPTIONS: &str = "<library>/assumptions.c";

/// What delivers the choices that make a schedule.
pub const SCHEDULE: &str = "__VERIFIER_nondet_schedule";

/// The functions that look after threads and locks: at each access; before something that another thread may do something to; of a lock that the program names.
pub const LOCKSET_ACCESS: &str = "__model_lockset_access";
pub const LOCKSET_SCHEDULE: &str = "__model_lockset_schedule";
pub const LOCKSET_KNOW: &str = "__model_lockset_know";

/// The begin and the end of a section that no other thread interrupts.
pub const LOCKSET_ENTER: &str = "__model___VERIFIER_atomic_begin";
pub const LOCKSET_LEAVE: &str = "__model___VERIFIER_atomic_end";

/// Where a thread runs, and the variable that says which one does.
pub const LOCKSET_RUN: &str = "__model_lockset_run";
pub const LOCKSET_RUNNING: &str = "__running";

/// The functions that nothing but instrumentation calls.
pub(crate) const CALLED_BY_INSTRUMENTATION: [&str; 5] = [LOCKSET_ACCESS, LOCKSET_SCHEDULE, LOCKSET_KNOW, LOCKSET_ENTER, LOCKSET_LEAVE];

/// The table of all streams.
pub(super) const STREAM_TABLE: &str = "__model_streams";
/// Which of the streams that proofs know nothing else of are open.
pub(super) const OPENED_STREAMS: &str = "__model_opened";
/// Whether it is unknown which byte of a file is the next, and which descriptor is the lowest that is free.
pub(super) const POSITIONS_LOST: &str = "__model_positions_lost";
pub(super) const NUMBERS_LOST: &str = "__model_numbers_lost";
const OUTPUT_FULL: &str = "__model_output_full";

/// The files that define variables of the library, and these.
const STREAMS: &str = "<library>/streams.c";
const OPTIONS: &str = "<library>/getopt.c";
const ERRORS: &str = "<library>/errors.c";
const PROGRAM_NAME: &str = "<library>/program-name.c";
const EXPRESSIONS: &str = "<library>/regex.c";
const SET_VARIABLES: &str = "<library>/variables.c";
const VARIABLES: &[(&str, &[&str])] = &[
    (STREAMS, &["stdin", "stdout", "stderr", STREAM_TABLE, OPENED_STREAMS, "__model_descriptors", POSITIONS_LOST, NUMBERS_LOST, OUTPUT_FULL]),
    (OPTIONS, &["optarg", "optind", "opterr", "optopt"]),
    (ERRORS, &["error_message_count", "error_one_per_line", "error_print_progname"]),
    (PROGRAM_NAME, &["program_invocation_name", "program_invocation_short_name"]),
    (EXPRESSIONS, &["re_syntax_options"]),
    (SET_VARIABLES, &["__model_library_variables_set"]),
];

/// The file with `errno`, and the variable.
const ERRNO: &str = "<library>/errno.c";
const ERRNO_VARIABLE: &str = "number";

/// Is the variable of this name in this file the one behind `errno`?
pub(crate) fn is_errno(name: &str, file: &str) -> bool {
    name == ERRNO_VARIABLE && file == ERRNO
}

/// The variable behind `errno`, if the program asks for it.
pub fn errno(program: &Program) -> Option<SymbolId> {
    program.symbols.iter().find(|(_, s)| is_errno(&s.name, &program.files[s.loc.file])).map(|(id, _)| id)
}

/// Functions that do what another one does.
const ALIASES: &[(&str, &str)] = &[
    ("index", "strchr"),
    ("rindex", "strrchr"),
    ("bcmp", "memcmp"),
    ("strcoll", "strcmp"),
    ("__strdup", "strdup"),
    ("__strndup", "strndup"),
    ("__strtok_r", "strtok_r"),
    ("__stpcpy", "stpcpy"),
    ("imaxabs", "llabs"),
    ("strtoq", "strtoll"),
    ("strtouq", "strtoull"),
    ("strtoimax", "strtoll"),
    ("strtoumax", "strtoull"),
    ("_tolower", "tolower"),
    ("_toupper", "toupper"),
    ("__sysv_signal", "signal"),
    ("bsd_signal", "signal"),
    ("clearerr_unlocked", "clearerr"),
    ("fileno_unlocked", "fileno"),
];

/// Is it followed what becomes of what is written to the standard output?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Plain,
    /// Since it may be refused.
    Followed,
}

impl Output {
    /// Of a program that calls these functions, which it does not define.
    pub fn of(called: &[&str], has_world: bool, may_fail: bool) -> Self {
        let closes = called.iter().any(|name| ["close", "dup2", "dup3"].contains(name));
        if has_world && (may_fail || closes) { Self::Followed } else { Self::Plain }
    }
}

/// The files that have a model of one of the functions or define one of the variables. Those of threads are needed always or never.
pub fn files_for(functions: &[&str], variables: &[&str], threads: Threads, output: Output) -> Vec<(&'static str, &'static str)> {
    let needed = |file: &str| {
        match file {
            SEMAPHORES if threads != Threads::One => return false,
            THREADS => return threads == Threads::Calls,
            OUTPUT if output == Output::Plain => return false,
            PLAIN_OUTPUT if output == Output::Followed => return false,
            CONCURRENCY => return threads == Threads::Machine,
            _ => {}
        }
        let defines_function = functions.iter().any(|name| candidates(name).any(|name| files_that_define(name).contains(&file)));
        let own_variables = VARIABLES.iter().find(|(of, _)| *of == file).map_or(&[][..], |(_, names)| names);
        defines_function || variables.iter().any(|name| own_variables.contains(name))
    };
    FILES.iter().copied().filter(|(file, _)| needed(file)).collect()
}

/// The names of the files that define a model of just this name. Who looks for the files of a large project asks for ten thousands of names.
fn files_that_define(name: &str) -> &'static [&'static str] {
    static FILES_BY_NAME: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let mut found: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for (file, text) in FILES {
            for name in definitions(text) {
                found.entry(name).or_default().push(file);
            }
        }
        found
    });
    FILES_BY_NAME.get(name).map_or(&[], Vec::as_slice)
}

/// The names of the functions of which a text of models defines a model.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    // A definition begins a line with its type. Declarations of the models of other files end in a semicolon.
    text.match_indices(MODEL_PREFIX).filter_map(move |(at, _)| {
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        let line = text[at..].lines().next().unwrap_or_default();
        let is_definition =
            before.ends_with([' ', '*']) && !before.starts_with(' ') && !before.contains(['(', '{']) && (line.ends_with('{') || line.ends_with('}'));
        let name = line[MODEL_PREFIX.len()..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        (is_definition && line[MODEL_PREFIX.len() + name.len()..].starts_with('(')).then_some(name)
    })
}

/// Is there a model of the function?
pub(super) fn is_modelled(function: &str) -> bool {
    candidates(function).any(has_own_model)
}

/// Is there a model of just this name?
pub(crate) fn has_own_model(function: &str) -> bool {
    !files_that_define(function).is_empty()
}

/// What may be the name of a model of a function.
pub fn model_names(function: &str) -> impl Iterator<Item = String> {
    candidates(function).map(|name| format!("{MODEL_PREFIX}{name}"))
}

/// Under which names a function may be known: its own without what compilers and headers put before it, and the one it is an alias of.
fn candidates(function: &str) -> impl Iterator<Item = &str> {
    let plain = super::plain_name(function);
    let alias = ALIASES.iter().find(|(alias, _)| *alias == plain).map(|(_, name)| *name);
    let standard = plain.strip_prefix("__isoc99_").or_else(|| plain.strip_prefix("__isoc23_"));
    std::iter::once(plain).chain(alias).chain(standard)
}
