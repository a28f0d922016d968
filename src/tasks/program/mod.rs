//! The program of a task: its files, and the way from them to what the engines work on: the front end, the passes, the instrumentation, in this order.

pub mod definition;
pub(crate) mod predicates;
pub mod scope;
pub mod stepped;

use crate::engines::Engines;
use crate::failure::Failure;
use analysis::termination::{Claim, Endless, Subject};
use analysis::transform::{enter_loops_at_heads, leave_functions_out, leave_statics_out, name_objects, simplify, strip_marks, tell_steps_by_places};
use frontend::assumptions::Fixed;
use frontend::contracts::{self, Weave};
use frontend::library::models::Threads;
use frontend::{LazyInputs, LoadOptions, Loaded, WorldAssumptions, source};
use goto::outline::Insertion;
use goto::reach::{HiddenNames, Reach};
use goto::{DataModel, FileId, FuncId, Program, PropertyClass};
use instrument::{ContractPlan, Criterion, Recursions};
use report::certificate::write::About;
use report::files::fingerprint;
use report::suite::Metadata;
use report::world::World;
use rustc_hash::FxHashSet;
use scope::AskedFunctions;
use std::path::{Path, PathBuf};

/// The program to analyse.
#[derive(Clone, Debug)]
pub struct ProgramRequest {
    pub files: Vec<PathBuf>,
    pub source: source::Options,
    pub entry: String,
    /// Allocation on the heap may give null.
    pub malloc_may_fail: bool,
    /// Globals and memory behind pointers that the entry function is given are inputs.
    pub lazy_inputs: Option<LazyInputs>,
    /// What a witness claims, in the text of the files.
    pub insertions: Vec<(usize, Insertion)>,
    /// The rules of competitions hold: the program's name is all of the command line, and there is memory for every allocation.
    pub competition: bool,
    /// Functions without a body come back with inputs and write nothing.
    pub missing_inputs: bool,
    /// What the user says of the world outside.
    pub world: WorldAssumptions,
    /// It is asked whether accesses stay within their objects.
    pub accesses_are_checked: bool,
    /// Somebody wants to see the exit status of runs.
    pub notes_exit_status: bool,
    /// It is asked for decisions and what they are made of.
    pub decisions: bool,
    /// What threads are.
    pub threads: Threads,
    /// What is to be done with contracts.
    pub contracts: Weave,
}

impl ProgramRequest {
    /// The program of these files, which starts in main.
    pub fn new(files: Vec<PathBuf>) -> Self {
        Self {
            files,
            source: source::Options::default(),
            entry: "main".to_owned(),
            malloc_may_fail: false,
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

    /// The same to be asked for these properties: some need what the front end adds.
    pub fn with_properties(mut self, classes: &[PropertyClass]) -> Self {
        self.source.dialect.enum_values = classes.contains(&PropertyClass::EnumValue);
        let of_accesses = [PropertyClass::Bounds, PropertyClass::Pointer, PropertyClass::ValidDeref];
        self.accesses_are_checked = classes.iter().any(|class| of_accesses.contains(class));
        self
    }

    /// The same to be asked for these criteria: what a validator counts is counted by the rules of competitions.
    pub fn with_criteria(mut self, criteria: &[Criterion]) -> Self {
        self.competition |= criteria.contains(&Criterion::TestComp);
        self
    }

    /// Sizes of types.
    pub fn model(&self) -> DataModel {
        self.source.data_model
    }

    /// The function that the user named, where another one starts it as its contract allows.
    pub fn entry_name(&self) -> &str {
        contracts::enforced(&self.entry).unwrap_or(&self.entry)
    }

    /// By what results of different runs are known to be about the same: the text, and all that changes what it means. Neither names of files nor versions of this tool.
    pub fn hash(&self, loaded: &Loaded) -> String {
        let Self {
            files: _,
            source,
            entry,
            malloc_may_fail,
            lazy_inputs,
            insertions,
            competition,
            missing_inputs,
            world,
            accesses_are_checked: _,
            notes_exit_status: _,
            decisions: _,
            threads,
            contracts,
        } = self;
        let of_file = |file: &PathBuf| source.of(file).dialect;
        let dialects: Vec<_> = self.files.iter().map(of_file).collect();
        let meaning = (source.data_model, dialects, entry, malloc_may_fail, lazy_inputs, insertions, competition, missing_inputs, world, threads, contracts);
        fingerprint(format!("{}\n{meaning:?}", loaded.text_hash).as_bytes())
    }

    /// What a suite tells of the program.
    pub fn metadata(&self, specification: String) -> Metadata {
        let mut fixed = World::default();
        for part in self.world.fixed.iter().cloned() {
            match part {
                Fixed::Arguments(words) => fixed.arguments = words,
                Fixed::Stdin(text) => fixed.stdin = text,
                Fixed::File(name, text) => fixed.files.push((name.text().to_owned(), text)),
                Fixed::Variable(name, text) => fixed.variables.push((name.text().to_owned(), text)),
            }
        }
        let fixed = (!self.world.fixed.is_empty()).then_some(fixed);
        Metadata { files: self.files.clone(), specification, entry: self.entry_name().to_owned(), model: self.model(), fixed }
    }

    /// What certificates tell of the program.
    pub fn about(&self, asked: Vec<String>) -> About {
        About { files: self.files.clone(), entry: self.entry_name().to_owned(), model: self.model(), asked }
    }
}

/// What makes results weaker than they look: functions without a body, whose effects are guessed, and what the user says of the world outside.
pub fn weaknesses(loaded: &Loaded) -> impl Iterator<Item = String> + '_ {
    let guessed = |f: &String| format!("{f} has no body: its effects are guessed from its type; add the file that defines it, or see --missing-inputs");
    loaded.missing.iter().map(guessed).chain(loaded.assumed.iter().cloned())
}

/// What goals and properties the program gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The goals of criteria in these functions.
    Cover(Vec<Criterion>, AskedFunctions),
    Verify(Vec<PropertyClass>),
    /// That the program terminates.
    Terminate,
}

/// Breaks here if the environment says so, for tests of what is said of defects; never where the program is built to be used.
pub(crate) fn break_if_told(place: &str) {
    if cfg!(debug_assertions) && std::env::var_os("GOTCHA_DEFECT").is_some_and(|told| told == place) {
        panic!("told to break in {place}");
    }
}

/// Reads, checks and lowers the files, with the library models that they need.
pub fn compile(request: &ProgramRequest) -> Result<Loaded, Failure> {
    break_if_told("compile");
    let options = LoadOptions {
        source: request.source.clone(),
        entry: request.entry.clone(),
        lazy_inputs: request.lazy_inputs.clone(),
        insertions: request.insertions.clone(),
        competition: request.competition,
        missing_inputs: request.missing_inputs,
        world: request.world.clone(),
        accesses_are_checked: request.accesses_are_checked,
        notes_exit_status: request.notes_exit_status,
        decisions: request.decisions,
        threads: request.threads,
        contracts: request.contracts.clone(),
    };
    if let Some(given) = options.world.options()
        && !options.has_world()
    {
        let why = "by the rules of competitions, and with another entry function, there is no command line, and nothing else of the world";
        return Err(Failure::Usage(format!("{given}: only for programs that start in main; {why}")));
    }
    options.world.check().map_err(Failure::Usage)?;
    Ok(frontend::load(&request.files, &options)?)
}

/// Where a file lies, whatever it is called by.
fn place_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The functions of the program that stand in these files; all if there is none.
///
/// # Errors
/// If no function of the program stands in one of them.
pub(crate) fn functions_of(program: &Program, paths: &[PathBuf]) -> Result<AskedFunctions, Failure> {
    if paths.is_empty() {
        return Ok(None);
    }
    let files = files_at(program, paths)?;
    Ok(Some(program.functions.iter().filter(|(_, f)| files.contains(&f.loc.file)).map(|(id, _)| id).collect()))
}

fn files_at(program: &Program, paths: &[PathBuf]) -> Result<Vec<FileId>, Failure> {
    let file_at = |path: &PathBuf| {
        let mut files = program.functions.values().filter(|f| !f.model && f.body.is_some()).map(|f| f.loc.file);
        let wanted = place_of(path);
        files.find(|&file| place_of(Path::new(&program.files[file])) == wanted).ok_or_else(|| {
            let why = format!("no function of the program stands in {}", path.display());
            Failure::Usage(why)
        })
    };
    paths.iter().map(file_at).collect()
}

/// Puts goals or properties into the program.
pub fn instrument(loaded: &mut Loaded, aim: &Aim) {
    let Loaded { program, operations, decisions, .. } = loaded;
    match aim {
        Aim::Cover(criteria, asked) => {
            let asked = without_generated(program, asked);
            instrument::instrument(program, decisions, criteria, asked.as_ref());
        }
        Aim::Verify(classes) => instrument::properties(program, operations, classes),
        Aim::Terminate => instrument::properties(program, operations, &[]),
    }
    goto::assert_valid(program, "instrumentation");
}

/// Lets calls come to what the front end wrote for contracts, and claims that stores stay within frames; returns which functions that it wrote may run.
pub(crate) fn weave_contracts(loaded: &mut Loaded, plan: &ContractPlan) -> Result<FxHashSet<String>, Failure> {
    let contracted = instrument::contracts(&mut loaded.program, &loaded.hidden, plan, (contracts::PREFIX, &loaded.in_blocks))
        .map_err(|frame| Failure::Defect(format!("what {frame} may write is lost").into()))?;
    goto::assert_valid(&loaded.program, "contracts");
    Ok(contracted)
}

/// What is written for contracts is no part of what the user wants to see covered.
fn without_generated(program: &Program, asked: &AskedFunctions) -> AskedFunctions {
    let is_own = |function: &FuncId| !program.functions[*function].name.starts_with(contracts::PREFIX);
    match asked {
        None if program.functions.ids().all(|function| is_own(&function)) => None,
        None => Some(program.functions.ids().filter(is_own).collect()),
        Some(asked) => Some(asked.iter().copied().filter(is_own).collect()),
    }
}

/// Puts the property that loops stay within their bounds into the program, if it is asked for.
pub(crate) fn bound_loops(program: &mut Program, aim: &Aim, engines: &Engines) -> Result<(), Failure> {
    if matches!(aim, Aim::Verify(classes) if classes.contains(&PropertyClass::Unwinding)) {
        let bounds = engines.bounds(program)?;
        instrument::unwinding(program, &bounds);
        goto::assert_valid(program, "unwinding");
    }
    Ok(())
}

/// Whether an allocation gives null becomes an input.
pub(crate) fn let_allocations_fail(program: &mut Program) {
    let errno = frontend::library::models::errno(program);
    instrument::allocations_may_fail(program, errno);
}

/// Puts what must be shown for termination into a program that is tidy.
pub(crate) fn claim_termination(program: &mut Program, missing: &[String], how: Recursions) -> Vec<Claim> {
    // First of all, since the measures count what is done.
    let endless = instrument::recurrence(program);
    let mut claims = instrument::ranking(program, missing, how);
    for Endless { function, number, repeats, traps } in endless {
        let mut loops = claims.iter_mut().filter(|c| c.function == function && c.subject == Subject::Loop);
        if let Some(claim) = loops.nth(number) {
            claim.endless.extend(repeats);
            claim.traps.extend(traps);
        }
    }
    claims
}

/// Takes out what does nothing once no criterion asks for it. Instructions get other numbers.
pub fn tidy(program: &mut Program) {
    strip_marks(program);
    if program.begins_threads() {
        // What is simple to one thread may be seen by another.
        return;
    }
    simplify(program);
    name_objects(program);
    tell_steps_by_places(program);
    enter_loops_at_heads(program);
}

/// As [`tidy`], and leaves out what execution cannot get to by the calls of the program.
pub(crate) fn tidy_reached(program: &mut Program, hidden: &HiddenNames) {
    tidy(program);
    let reach = Reach::of(program, hidden);
    leave_statics_out(program, &reach);
    leave_functions_out(program, &reach);
}

/// Lines with the names of files: where they lie does not matter.
const FILE: &str = "file ";

/// By what a program is known again in another run: SHA-256 of all that it is, the same only for the same text, entry, data model and version of this tool.
pub(crate) fn identity(program: &Program) -> String {
    let listing: String = goto::print(program).lines().filter(|line| !line.starts_with(FILE)).flat_map(|line| [line, "\n"]).collect();
    fingerprint(listing.as_bytes())
}
