//! From arguments to tasks: the program, the engines, the limits. What is asked about the program is for the commands to say.

use crate::cli::args::{AnalysisArgs, Model, ProgramArgs, Strategy, Switch, WorldArgs};
use crate::cli::output;
use frontend::dialect::Dialect;
use frontend::{Aliases, LazyInputs, WorldAssumptions, flags, source};
use goto::DataModel;
use goto::limits::Stop;
use solver::SolverSpec;
use solver::smtlib::ProcessLimits;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tasks::engines::{self, Engine, Engines, Growth};
use tasks::failure::Failure;
use tasks::program::{ProgramRequest, definition};
use tasks::project::database::Database;
use tasks::project::{self, Asked};
use tasks::prove;
use tasks::supervise::Supervisor;
use tasks::task::Limits;

/// The files, from a task definition if there is one, and how to read them. `entry` is what a property file says.
pub(super) fn program(args: &ProgramArgs, entry: Option<String>) -> Result<ProgramRequest, Failure> {
    program_or_all(args, entry, false, &Stop::new(None))
}

/// The same, and files of a project are looked for within the time that the analysis has.
pub(super) fn program_in_time(args: &ProgramArgs, entry: Option<String>, analysis: &AnalysisArgs, supervisor: &Supervisor) -> Result<ProgramRequest, Failure> {
    program_or_all(args, entry, false, &supervisor.stop(analysis.timeout))
}

/// The program, and names of functions: words that are no files and could be names.
pub(super) fn files_and_names(args: &ProgramArgs) -> (ProgramArgs, Vec<String>) {
    let is_name = |path: &PathBuf| {
        let name = path.to_string_lossy();
        !path.exists() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let (names, files) = args.files.iter().cloned().partition::<Vec<PathBuf>, _>(is_name);
    (ProgramArgs { files, ..args.clone() }, names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect())
}

/// The files that are named, or all of the project or of its target.
pub(super) fn project(args: &ProgramArgs) -> Result<ProgramRequest, Failure> {
    program_or_all(args, None, args.files.is_empty(), &Stop::new(None))
}

fn program_or_all(args: &ProgramArgs, entry: Option<String>, whole: bool, stop: &Stop) -> Result<ProgramRequest, Failure> {
    let is_task = |f: &Path| f.extension().is_some_and(|e| e == "yml" || e == "yaml");
    // Competitions give task definitions and property files.
    let competition = entry.is_some() || args.files.iter().any(|f| is_task(f));
    let (files, task_model) = match args.files.as_slice() {
        [file] if is_task(file) => {
            let task = definition::read(file)?;
            (task.files, task.model)
        }
        files if files.iter().any(|f| is_task(f)) => return Err(Failure::Usage("a task definition stands alone: it names all files".into())),
        files => (files.to_vec(), None),
    };
    let asked_model = args.data_model.map(|m| match m {
        Model::Lp64 => DataModel::Lp64,
        Model::Ilp32 => DataModel::Ilp32,
    });
    let flags = flags::read(&args.compiler).map_err(|e| Failure::Usage(e.to_string()))?;
    let mut source = source::Options {
        include_dirs: args.include_dirs.clone(),
        defines: args.defines.clone(),
        undefines: args.undefines.clone(),
        includes: args.includes.clone(),
        data_model: asked_model.or(flags.model).or(task_model).unwrap_or_default(),
        dialect: Dialect { volatile_inputs: args.volatile_inputs, ..flags.dialect },
        passed: flags.passed,
        ..source::Options::default()
    };
    let mut files = files;
    let entry = args.entry.clone().or(entry).unwrap_or_else(|| "main".to_string());
    if args.lazy_inputs && entry == "main" {
        let why = "--lazy-inputs is for functions that are called by others: name one with --entry FUNCTION; what main is given the system makes";
        return Err(Failure::Usage(why.into()));
    }
    let lazy_inputs = lazy_inputs(args)?;
    match database(args, competition, whole)? {
        Some(database) => {
            let asked = Asked { files, whole, entry: &entry, target: args.target.as_deref(), words: &args.compiler };
            let found = project::find(&database, &asked, source, asked_model.or(flags.model), stop)?;
            found.notes.iter().for_each(|note| output::complain(&format!("note: {note}")));
            (files, source) = (found.files, found.source);
        }
        None if args.target.is_some() => return Err(Failure::Usage("--target needs a compilation database: name it with -p DIR".into())),
        None if files.is_empty() => return Err(Failure::Usage("there is no program: name its files".into())),
        None => {}
    }
    let WorldArgs { args: arguments, stdin, existing_files, env: variables, failures, fix: fixed } = args.world.clone();
    let world = WorldAssumptions { arguments, stdin, files: existing_files, variables, fixed, failures: failures.unwrap_or_default(), is_given: false };
    Ok(ProgramRequest { source, entry, lazy_inputs, competition, missing_inputs: args.missing_inputs, world, ..ProgramRequest::new(files) })
}

/// The compilation database that is named, or found where one of the files is listed in it.
fn database(args: &ProgramArgs, competition: bool, whole: bool) -> Result<Option<Database>, Failure> {
    match &args.compile_commands {
        Some(_) if competition => Err(Failure::Usage("a task of a competition says itself how it is compiled: it goes without --compile-commands".into())),
        Some(path) => Ok(Some(Database::read(path)?)),
        None if competition || args.no_compile_commands => Ok(None),
        None => project::database_of(&args.files, args.target.as_deref(), whole),
    }
}

/// The same from what the contract of its entry function allows, if that has one.
pub(super) fn obeying_contract(program: ProgramRequest, args: &ProgramArgs) -> Result<ProgramRequest, Failure> {
    if program.entry == "main" { Ok(program) } else { prove::obeying_contract(program, &lazily(args)?) }
}

/// Memory among the inputs of a function that is analysed alone.
pub(super) fn lazily(args: &ProgramArgs) -> Result<LazyInputs, Failure> {
    let all = lazy_inputs(&ProgramArgs { lazy_inputs: true, ..args.clone() })?;
    // With the option there are some.
    Ok(all.unwrap_or(LazyInputs { aliases: Aliases::default(), objects: 1, elements: 1, characters: 1, for_tests: false }))
}

/// Whether memory is among the inputs, and where pointers there may lead.
fn lazy_inputs(args: &ProgramArgs) -> Result<Option<LazyInputs>, Failure> {
    let aliases = match &args.aliases {
        None => Aliases::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| Failure::Usage(format!("cannot read {}: {e}", path.display())))?;
            Aliases::parse(&path.display().to_string(), &text).map_err(|e| Failure::Source(e.into()))?
        }
    };
    let (elements, characters) = lengths(args);
    Ok(args.lazy_inputs.then_some(LazyInputs { aliases, objects: usize::from(args.lazy_objects), elements, characters, for_tests: false }))
}

/// Elements of a new object among lazy inputs, and characters of one. The words of a language or of a protocol are longer than arrays need be to show what loops over them do.
pub(super) fn lengths(args: &ProgramArgs) -> (u64, u64) {
    args.lazy_array.map_or((4, 16), |length| (length.into(), length.into()))
}

/// The engines; solvers that are not installed are refused now.
pub(super) fn engines(args: &AnalysisArgs) -> Result<Engines, Failure> {
    let growth = match args.unwind {
        Some(k) => Growth::Fixed(k),
        None => engines::growing(args.k_start, args.k_step, args.max_k),
    };
    let strategy = match args.strategy {
        Strategy::KInduction => engines::Strategy::KInduction,
        Strategy::Bmc => engines::Strategy::Bmc,
        Strategy::Falsify => engines::Strategy::Falsify,
        Strategy::Portfolio => engines::Strategy::Portfolio,
    };
    let without: Vec<Engine> = args.without.iter().map(switched).collect();
    let default = Engines::default();
    let solvers = solvers(&args.solver)?;
    let engines = Engines {
        growth,
        unwindset: args.unwindset.clone(),
        solvers: if solvers.is_empty() { default.solvers } else { solvers },
        limits: process_limits(args.timeout, args.memory),
        jobs: args.jobs.map_or(default.jobs, usize::from),
        seed: args.seed,
        at_work: strategy.engines().iter().filter(|e| !without.contains(e)).copied().collect(),
        simple_paths: args.simple_paths,
    };
    engines.check_solvers()?;
    Ok(engines)
}

/// Solvers by their names.
pub(super) fn solvers(names: &[String]) -> Result<Vec<SolverSpec>, Failure> {
    names.iter().map(|s| s.parse()).collect::<Result<_, _>>().map_err(|e: solver::SpecError| Failure::Usage(e.to_string()))
}

/// The limits of processes of solvers.
pub(super) fn process_limits(timeout: Option<Duration>, memory: Option<bytesize::ByteSize>) -> ProcessLimits {
    // Without the guard they have no limits of their own, but work.
    ProcessLimits { guard: std::env::current_exe().ok(), seconds: timeout.map(|t| t.as_secs() + 1), memory: memory.map(|m| m.as_u64()), ..Default::default() }
}

/// What may be spent.
pub(super) fn limits(args: &AnalysisArgs) -> Limits {
    Limits { timeout: args.timeout, memory: args.memory.map(|m| m.as_u64()) }
}

fn switched(switch: &Switch) -> Engine {
    match switch {
        Switch::Search => Engine::SearchInterpreter,
        Switch::Native => Engine::SearchNative,
        Switch::Replay => Engine::Replay,
        Switch::Bmc => Engine::Bmc,
        Switch::Excursions => Engine::Excursions,
        Switch::Contracts => Engine::Contracts,
        Switch::ControlGraph => Engine::ControlGraph,
        Switch::Induction => Engine::Induction,
        Switch::Deduction => Engine::Deduction,
        Switch::UnwrittenMemory => Engine::UnwrittenMemory,
        Switch::Threads => Engine::Threads,
        Switch::Clocks => Engine::Clocks,
        Switch::Interleavings => Engine::Interleavings,
        Switch::Graphs => Engine::Arg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command};
    use clap::Parser;
    use std::fs;

    fn arguments(files: &[&str]) -> ProgramArgs {
        match Cli::try_parse_from(["gotcha", "cover"].iter().chain(files)).unwrap().command {
            Command::Cover(args) => args.program,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_wins_over_the_task() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.yml");
        fs::write(&file, "format_version: '2.0'\ninput_files: 'x.c'\noptions: {language: C, data_model: ILP32}\n").unwrap();
        let name = file.to_str().unwrap();
        let request = program(&arguments(&[name]), None).unwrap();
        assert_eq!((request.model(), request.files), (DataModel::Ilp32, vec![folder.path().join("x.c")]));
        assert_eq!(program(&arguments(&[name, "--data-model", "LP64"]), None).unwrap().model(), DataModel::Lp64);
        assert!(matches!(program(&arguments(&[name, "b.c"]), None), Err(Failure::Usage(_))));
    }
}
