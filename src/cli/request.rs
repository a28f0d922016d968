//! From arguments to the program that an analysis needs: files, preprocessor options, the function to start in. Refuses options that this version does not have;
//! what is asked about the program is for `criteria` and `properties` to say.

use crate::cli::args::{ConditionArgs, Model, ProgramArgs, QueryArgs, ReportArgs};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::task;
use frontend::dialect::Dialect;
use frontend::{Aliases, LazyInputs, flags, source};
use goto::outline::Insertion;
use goto::{DataModel, PropertyClass};
use std::path::{Path, PathBuf};

/// The program to analyse.
#[derive(Clone, Debug)]
pub(super) struct ProgramRequest {
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
    /// Threads run, on schedules that inputs choose.
    pub threads: bool,
}

impl ProgramRequest {
    pub(super) fn model(&self) -> DataModel {
        self.source.data_model
    }
}

/// The files, from a task definition if there is one, and how to read them. `entry` is what a property file says.
pub(super) fn program(args: &ProgramArgs, entry: Option<String>) -> Result<ProgramRequest, Failure> {
    refuse(&[("--compile-commands", args.compile_commands.is_some())])?;
    if args.files.is_empty() {
        return Err(Failure::Usage("there is no program: name its files".into()));
    }
    let is_task = |f: &Path| f.extension().is_some_and(|e| e == "yml" || e == "yaml");
    // Competitions give task definitions and property files.
    let competition = entry.is_some() || args.files.iter().any(|f| is_task(f));
    let (files, task_model) = match args.files.as_slice() {
        [file] if is_task(file) => {
            let task = task::read(file)?;
            (task.files, task.model)
        }
        files if files.iter().any(|f| is_task(f)) => return Err(Failure::Usage("a task definition stands alone: it names all files".into())),
        files => (files.to_vec(), None),
    };
    let asked = args.data_model.map(|m| match m {
        Model::Lp64 => DataModel::Lp64,
        Model::Ilp32 => DataModel::Ilp32,
    });
    let flags = flags::read(&args.compiler).map_err(|e| Failure::Usage(e.to_string()))?;
    let source = source::Options {
        include_dirs: args.include_dirs.clone(),
        defines: args.defines.clone(),
        undefines: args.undefines.clone(),
        includes: args.includes.clone(),
        data_model: asked.or(flags.model).or(task_model).unwrap_or_default(),
        dialect: Dialect { volatile_inputs: args.volatile_inputs, ..flags.dialect },
        passed: flags.passed,
    };
    let entry = args.entry.clone().or(entry).unwrap_or_else(|| "main".to_string());
    if args.lazy_inputs && entry == "main" {
        let why = "--lazy-inputs is for functions that are called by others: name one with --entry FUNCTION; what main is given the system makes";
        return Err(Failure::Usage(why.into()));
    }
    let lazy_inputs = lazy_inputs(args)?;
    Ok(ProgramRequest { files, source, entry, malloc_may_fail: false, lazy_inputs, insertions: Vec::new(), competition, threads: false })
}

/// As [`program`], to be asked for these properties: some need what the front end adds.
pub(super) fn program_with_properties(args: &ProgramArgs, entry: Option<String>, classes: &[PropertyClass]) -> Result<ProgramRequest, Failure> {
    let mut request = program(args, entry)?;
    request.source.dialect.enum_values = classes.contains(&PropertyClass::EnumValue);
    Ok(request)
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
    Ok(args.lazy_inputs.then_some(LazyInputs { aliases, objects: usize::from(args.lazy_objects) }))
}

/// Refuses options of `query` that this version does not have.
pub(super) fn check_query(args: &QueryArgs) -> Result<(), Failure> {
    check_reports(&args.reports)?;
    if args.question.uninitialised_inputs && args.reports.suite.is_some() {
        let why = "a suite cannot hold what uninitialised variables are to be: give --suite or --uninitialised-inputs";
        return Err(Failure::Usage(why.to_owned()));
    }
    check_written(&args.condition)
}

/// Refuses reports that this version does not write.
pub(super) fn check_reports(args: &ReportArgs) -> Result<(), Failure> {
    refuse(&[("--harness", args.harness.is_some()), ("--lcov", args.lcov.is_some()), ("--html", args.html.is_some()), ("--sarif", args.sarif.is_some())])
}

/// Refuses to write what was looked at where nobody can write.
pub(super) fn check_written(args: &ConditionArgs) -> Result<(), Failure> {
    args.condition.as_deref().map_or(Ok(()), output::check_writable)
}

fn refuse(options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(Failure::unavailable(name)),
        None => Ok(()),
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
        assert_eq!(program(&arguments(&[name, "b.c"]), None).unwrap_err().status(), 1);
    }
}
