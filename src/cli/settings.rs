//! What `gotcha.toml` says, where the command line says nothing; `gotcha config`, which prints it.

use crate::cli::args::{AnalysisArgs, Command, ProgramArgs, duration};
use crate::cli::output;
use std::path::{Path, PathBuf};
use tasks::cache::{self, Cache};
use tasks::failure::Failure;
use tasks::project::init;
use tasks::project::settings::{Settings, Units};

const UNITS: Units = Units { duration, size: |text| text.parse::<bytesize::ByteSize>().map(|size| size.as_u64()) };

fn read() -> Result<Settings, Failure> {
    // Without a working directory there is nothing above it.
    let here = std::env::current_dir().unwrap_or_default();
    Ok(Settings::find(&here, UNITS)?)
}

/// The folder of the project: where the file is, or the working directory.
fn root() -> PathBuf {
    // What is wrong with the file is said where its settings are needed.
    let path = read().ok().and_then(|settings| settings.path);
    path.and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default()
}

/// Where earlier runs have left what they found: in the folder that is named, or beside the settings of the project, or here.
pub(super) fn cache(named: Option<&Path>, without: bool) -> Option<Cache> {
    let at = || named.map_or_else(|| root().join(cache::FOLDER), Path::to_owned);
    (!without).then(|| Cache::at(&at()))
}

/// `gotcha config`. The answer is the exit status.
pub(super) fn config() -> Result<u8, Failure> {
    output::print(&read()?.told())?;
    Ok(0)
}

/// `gotcha init`. The answer is the exit status.
pub(super) fn init() -> Result<u8, Failure> {
    let path = init::write(Path::new(""))?;
    output::print(&format!("{} is written\n", path.display()))?;
    Ok(0)
}

/// Fills in what the command line leaves open. Tasks of competitions are not a project's.
pub(super) fn apply(command: &mut Command) -> Result<(), Failure> {
    let competition = match command {
        Command::Cover(args) => args.property.is_some() || args.criterion.iter().any(|name| name == "testcomp"),
        Command::Verify(args) => args.property.as_deref().is_some_and(|name| name.ends_with(".prp")),
        _ => false,
    };
    let Some(program) = program_of(command) else { return Ok(()) };
    let is_task = |file: &PathBuf| file.extension().is_some_and(|e| e == "yml" || e == "yaml");
    if competition || program.files.iter().any(is_task) {
        return Ok(());
    }
    let settings = read()?;
    let replays = matches!(command, Command::Replay(_) | Command::Test(_));
    if let Some(program) = program_of(command) {
        apply_to_program(program, &settings, !replays);
    }
    if let Some(analysis) = analysis_of(command) {
        apply_to_analysis(analysis, &settings);
    }
    if let Command::Test(args) = command {
        args.out = args.out.take().or_else(|| settings.tests.as_ref().map(|set| set.value.clone()));
        args.framework = args.framework.or_else(|| settings.framework.as_ref().map(|set| set.value.into()));
        return Ok(());
    }
    if let (Command::Cover(args), Some(tests)) = (command, &settings.tests) {
        // Tests of another entry function would take the place of those of main.
        let folder = |entry: &str| tests.value.join(entry);
        args.reports.suite.get_or_insert_with(|| folder(args.program.entry.as_deref().unwrap_or("main")));
    }
    Ok(())
}

/// The same for one file of a project.
pub(super) fn fill(program: &mut ProgramArgs, analysis: &mut AnalysisArgs) -> Result<(), Failure> {
    let settings = read()?;
    apply_to_program(program, &settings, true);
    apply_to_analysis(analysis, &settings);
    Ok(())
}

fn apply_to_program(args: &mut ProgramArgs, settings: &Settings, with_world: bool) {
    if !args.no_compile_commands {
        // A target of the project says nothing of another database.
        if args.compile_commands.is_none() {
            args.target = args.target.take().or_else(|| settings.target.as_ref().map(|set| set.value.clone()));
        }
        let path = settings.compile_commands.as_ref().map(|set| set.value.clone());
        args.compile_commands = args.compile_commands.take().or(path);
    }
    let has_world = args.entry.as_deref().is_none_or(|entry| entry == "main") && !args.lazy_inputs;
    if !with_world || !has_world {
        return;
    }
    let world = &mut args.world;
    world.args = world.args.or(settings.arguments.as_ref().map(|set| set.value));
    world.stdin = world.stdin.or(settings.stdin.as_ref().map(|set| set.value));
    world.existing_files = world.existing_files.or(settings.files.as_ref().map(|set| set.value));
    world.failures = world.failures.or(settings.failures.as_ref().map(|set| set.value));
    if let (true, Some(names)) = (world.env.is_empty(), &settings.variables) {
        world.env.clone_from(&names.value);
    }
}

fn apply_to_analysis(args: &mut AnalysisArgs, settings: &Settings) {
    args.timeout = args.timeout.or(settings.time.as_ref().map(|set| set.value));
    args.memory = args.memory.or(settings.memory.as_ref().map(|set| bytesize::ByteSize(set.value)));
    args.jobs = args.jobs.or(settings.jobs.as_ref().map(|set| set.value));
}

fn program_of(command: &mut Command) -> Option<&mut ProgramArgs> {
    Some(match command {
        Command::Cover(args) => &mut args.program,
        Command::Verify(args) => &mut args.program,
        Command::Prove(args) => &mut args.program,
        Command::Harness(args) => &mut args.program,
        Command::Test(args) => &mut args.program,
        Command::Query(args) => &mut args.program,
        Command::Check(args) => &mut args.program,
        Command::Ltl(args) => &mut args.program,
        Command::Monitor(args) => &mut args.program,
        Command::Explored(args) => &mut args.program,
        Command::Replay(args) => &mut args.program,
        Command::Run(args) => &mut args.program,
        Command::Show(args) => &mut args.program,
        _ => return None,
    })
}

fn analysis_of(command: &mut Command) -> Option<&mut AnalysisArgs> {
    Some(match command {
        Command::Cover(args) => &mut args.analysis,
        Command::Verify(args) => &mut args.analysis,
        Command::Prove(args) => &mut args.analysis,
        Command::Test(args) => &mut args.analysis,
        Command::Query(args) => &mut args.analysis,
        Command::Check(args) => &mut args.analysis,
        Command::Ltl(args) => &mut args.analysis,
        Command::Explored(args) => &mut args.analysis,
        _ => return None,
    })
}
