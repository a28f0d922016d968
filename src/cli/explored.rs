//! `explored`: what an interrupted analysis has shown.

use crate::cli::args::ExploredArgs;
use crate::cli::command::{check_writable, run};
use crate::cli::{output, request};
use std::path::Path;
use tasks::explored::report::{STYLE, lcov, page};
use tasks::explored::{Exploration, Mode, Uninitialised};
use tasks::failure::Failure;
use tasks::supervise::Supervisor;
use tasks::task::{Outcome, Task};

/// `gotcha explored`. The answer is the exit status.
pub(super) fn explored(args: &ExploredArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let Some(condition) = &args.condition else {
        return Err(Failure::Usage("there is no automaton: give the one that the interrupted analysis wrote with --condition FILE".into()));
    };
    let mode = match (args.exact, args.blind) {
        (true, _) => Mode::Exact,
        (_, true) => Mode::Blind { executions: args.executions },
        _ => Mode::Guided { executions: args.executions },
    };
    let uninitialised = if args.uninitialised_inputs { Uninitialised::Inputs } else { Uninitialised::Indeterminate };
    let question = Exploration::read(condition.clone(), mode, uninitialised)?;
    let engines = request::engines(&args.analysis)?;
    let program = request::program_in_time(&args.program, None, &args.analysis, supervisor)?;
    check_writable([args.output.json.as_deref(), args.lcov.as_deref(), args.coverage_history.as_deref()])?;
    if let Some(folder) = &args.html {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Output { path: folder.display().to_string(), error })?;
    }
    run(
        Task { program, engines, limits: request::limits(&args.analysis), question },
        supervisor,
        &args.output,
        |outcome| outcome.report().map(|r| r.text(args.output.quiet, args.all_lines)).unwrap_or_default(),
        |outcome| write_files(args, outcome),
    )
}

fn write_files(args: &ExploredArgs, outcome: &Outcome<Exploration>) -> Result<(), Failure> {
    let report = outcome.report();
    if let (Some(path), Some(report)) = (&args.lcov, &report) {
        output::write(path, &lcov(report))?;
    }
    let history = outcome.history(report.as_ref());
    if let (Some(folder), Some(report)) = (&args.html, &report) {
        let text = |name: &str| std::fs::read(Path::new(name)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        output::write(&folder.join("index.html"), &page(report, &outcome.verdict.to_string(), &history, text))?;
        output::write(&folder.join(STYLE.0), STYLE.1)?;
    }
    args.coverage_history.as_deref().map_or(Ok(()), |path| output::write(path, &history.series()))
}
