//! The lockset automaton over a program with threads: from files to the program with the automaton in it, and what its goals stand for.

use super::property_automata::Checked;
use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use frontend::library::models::{
    LOCKSET_ACCESS, LOCKSET_ENTER, LOCKSET_KNOW, LOCKSET_LEAVE, LOCKSET_RUN, LOCKSET_RUNNING, LOCKSET_SCHEDULE, SCHEDULE, model_names,
};
use goto::decision::Decisions;
use goto::{FuncId, InputId, Program, Storage, SymbolId};
use instrument::lockset::{self as put, Finding, Object, Threads};
use report::monitor::watched_objects;
use report::paths::{ErrorPath, PathKind};

/// The functions that are given a lock.
const LOCKING: [&str; 14] = [
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_init",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_init",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_init",
];

const UNLOCKING: [&str; 3] = ["pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock"];

/// These tell whether somebody has the lock.
const TRYING: [&str; 7] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_spin_trylock",
];

/// How the names of functions begin that no other thread interrupts.
const ATOMIC: &str = "__VERIFIER_atomic_";

/// Reads the program and puts the automaton into it. Variables with static storage are initialised by the language, unless `unwritten_statics` asks for what the program
/// itself writes.
pub(crate) fn put(request: &ProgramRequest, unwritten_statics: bool) -> Result<Checked, Failure> {
    let outline = frontend::outline::read(&request.files, &request.source)?;
    let loaded = program::compile(request)?;
    let (warnings, hash) = (program::weaknesses(&loaded).collect(), request.hash(&loaded));
    let mut program = loaded.program;
    let threads = threads(&program, loaded.thread_local, request)?;
    // What stands where the entry function does is made for its arguments.
    let entry = program.functions[threads.entry].loc;
    let is_shared = |symbol| !threads.thread_local.contains(&symbol) && program.symbols[symbol].loc != entry;
    let objects = watched_objects(&program, &outline).into_iter().filter(|(symbol, _)| is_shared(*symbol));
    let objects: Vec<Object> = objects.map(|(symbol, is_initialised)| Object { symbol, is_initialised: is_initialised || !unwritten_statics }).collect();
    let findings = put::lockset(&mut program, &threads, &objects);
    // Takes the assertions out: they must not stand in the way of a path.
    instrument::instrument(&mut program, &Decisions::default(), &[], None);
    goto::assert_valid(&program, "locks");
    let paths = findings.iter().map(|finding| path(&program, *finding)).collect();
    program::tidy(&mut program);
    Ok(Checked { program, hash, paths, candidates: Vec::new(), warnings })
}

/// The functions of the model in the program.
fn threads(program: &Program, thread_local: Vec<SymbolId>, request: &ProgramRequest) -> Result<Threads, Failure> {
    let named = |name: &str| program.functions.iter().find(|(_, f)| f.name == name && f.body.is_some()).map(|(id, _)| id);
    let model = |name: &str| model_names(name).find_map(|name| named(&name));
    let needed = |found: Option<FuncId>, name: &str| found.ok_or_else(|| Failure::Defect(format!("the program lacks {name}").into()));
    let is_atomic = |name: &str| name.starts_with(ATOMIC) && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
    let tries = TRYING.iter().any(|name| model(name).is_some());
    Ok(Threads {
        enter: needed(named(LOCKSET_ENTER), LOCKSET_ENTER)?,
        leave: needed(named(LOCKSET_LEAVE), LOCKSET_LEAVE)?,
        atomic: program.functions.iter().filter(|(_, f)| !f.model && f.body.is_some() && is_atomic(&f.name)).map(|(id, _)| id).collect(),
        run: needed(named(LOCKSET_RUN), LOCKSET_RUN)?,
        unlocking: UNLOCKING.iter().filter(|_| tries).filter_map(|name| model(name)).collect(),
        thread_local,
        access: needed(named(LOCKSET_ACCESS), LOCKSET_ACCESS)?,
        schedule: needed(named(LOCKSET_SCHEDULE), LOCKSET_SCHEDULE)?,
        know: needed(named(LOCKSET_KNOW), LOCKSET_KNOW)?,
        create: model("pthread_create"),
        locking: LOCKING.iter().filter_map(|name| model(name)).collect(),
        entry: needed(named(&request.entry), &request.entry)?,
    })
}

/// What a person reads of a finding.
fn path(program: &Program, of: Finding) -> ErrorPath {
    let (state, message, kind) = match of {
        Finding::Race(symbol) => ("shared-modified", format!("no lock protects {}", program.symbols[symbol].name), PathKind::Error),
        Finding::Unwritten(symbol) => ("virgin", format!("{} is read before it is written", program.symbols[symbol].name), PathKind::Error),
        Finding::Thread => ("virgin", "a thread begins".to_owned(), PathKind::Schedules),
    };
    ErrorPath { automaton: "lockset".to_owned(), state: Some(state.to_owned()), message, kind }
}

/// The variable of the model that says which thread runs.
pub(crate) fn running(program: &Program) -> Option<SymbolId> {
    let is_running = |s: &goto::Symbol| s.storage == Storage::Static && s.name == LOCKSET_RUNNING && program.is_of_library(s.loc);
    program.symbols.iter().find(|(_, s)| is_running(s)).map(|(id, _)| id)
}

/// Is it a choice of the schedule, and none of the program?
pub(crate) fn is_choice(program: &Program, input: InputId) -> bool {
    program.inputs[input].function == SCHEDULE
}
