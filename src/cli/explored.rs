//! `explored`: compile, read the automaton over the program, look for executions under supervision, report what is known whatever happened.

use crate::cli::analysis::Session;
use crate::cli::args::ExploredArgs;
use crate::cli::condition;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::pipeline::{self, Engines};
use crate::cli::progress::{self, Progress};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped::{self, Stepped};
use crate::cli::supervise;
use crate::cli::supervised::{CommandContext, Reporter};
use engine::status::Reason;
use report::json::Statistics;
use report::text::Verdict;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tasks::explored::report::{self as emit, History, Report};
use tasks::explored::{Ledger, Mode, Subject, Uninitialised};

/// What the analysis thread hands to the reporting one while it works.
#[derive(Default)]
struct Shared {
    ledger: OnceLock<Ledger>,
    warnings: Mutex<Vec<String>>,
}

/// A run, from the outside.
struct Job<'a> {
    args: &'a ExploredArgs,
    mode: Mode,
    program: ProgramRequest,
    engines: Engines,
}

/// Runs the command. The answer is the exit status.
pub(super) fn explored(args: &ExploredArgs, session: &Session) -> Result<u8, Failure> {
    let Some(condition) = &args.condition else {
        return Err(Failure::Usage("there is no automaton: give the one that the interrupted analysis wrote with --condition FILE".into()));
    };
    let specification = stepped::specification(std::slice::from_ref(condition))?;
    let engines = Engines::new(&args.analysis)?;
    let program = request::program(&args.program, None)?;
    for path in [&args.output.json, &args.lcov, &args.coverage_history].into_iter().flatten() {
        output::check_writable(path)?;
    }
    if let Some(folder) = &args.html {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Output { path: folder.display().to_string(), error })?;
    }
    let mode = match (args.exact, args.blind) {
        (true, _) => Mode::Exact,
        (_, true) => Mode::Blind { executions: args.executions },
        _ => Mode::Guided { executions: args.executions },
    };
    let job = Job { args, mode, program, engines };
    let stop = supervise::stop_for(session.start, args.analysis.timeout);
    let shared = Arc::new(Shared::default());
    let mut progress = Progress::new(args.output.progress, args.output.quiet);
    let work = {
        let uninitialised = if args.uninitialised_inputs { Uninitialised::Inputs } else { Uninitialised::Indeterminate };
        let (request, shared, stop, engines, path) = (job.program.clone(), Arc::clone(&shared), stop.clone(), job.engines.clone(), condition.clone());
        move || -> Result<Statistics, Failure> {
            let stepped = stepped::read(&request)?;
            let (assumption, warnings) = condition::over(&path, &specification, &stepped)?;
            let elsewhere = condition::is_elsewhere(&path, &stepped.loaded.program);
            let Stepped { loaded, edges, .. } = stepped;
            let missing = loaded.missing.iter().map(|f| format!("{f} has no body: its effects are guessed from its type; add the file that defines it"));
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings.into_iter().chain(elsewhere));
            let errors = loaded.labels.iter().filter(|(_, name, _)| name.eq_ignore_ascii_case("error"));
            let errors = errors.filter_map(|(f, name, at)| Some((edges.place_from(&loaded.program, f, at)?, name.to_owned()))).collect();
            let ledger = shared.ledger.get_or_init(|| Ledger::new(Subject::new(loaded.program, edges, assumption, errors, uninitialised)));
            pipeline::analyse_explored(ledger, mode, &engines, &stop)
        }
    };
    let around = CommandContext { session, output: &args.output, program: &job.program, engines: &job.engines, stop: &stop };
    let told = || match shared.ledger.get() {
        None => progress::READING.to_string(),
        Some(ledger) => {
            let findings = ledger.findings();
            let count = findings.covered.iter().flatten().count();
            format!("executions {}, covered {count} of {} groups of edges", findings.executions.len(), findings.covered.len())
        }
    };
    let over = around.run(&args.analysis, &mut || progress.tick_with(told), work)?;
    progress.finish();
    around.report(over, |reporter| report(&job, reporter, &shared))
}

/// Reports what is known. The answer is the exit status.
fn report(job: &Job<'_>, reporter: Reporter<'_>, shared: &Shared) -> Result<u8, Failure> {
    let (args, session) = (job.args, reporter.around.session);
    let ledger = shared.ledger.get();
    if let Some(ledger) = ledger {
        match (&reporter.defect, reporter.stopped()) {
            (Some(defect), _) => ledger.resists(Reason::Defect(defect.what.clone())),
            (None, Some(reason)) => ledger.resists(Reason::Stopped(reason)),
            (None, None) => {}
        }
    }
    let report = ledger.map(Report::new);
    let verdict = report.as_ref().map_or_else(|| Verdict::Incomplete(reporter.early()), Report::verdict);
    let warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    reporter.print(&warnings, &verdict, || report.as_ref().map(|r| r.text(args.output.quiet, args.all_lines)).unwrap_or_default())?;
    reporter.write_json(vec![mode_name(job.mode).to_owned()], warnings, &verdict, |run| emit::json(run, report.as_ref()))?;
    if let (Some(path), Some(report)) = (&args.lcov, &report) {
        output::write(path, &emit::lcov(report))?;
    }
    let history = History::new(report.as_ref(), session.start, session.start.elapsed());
    if let (Some(folder), Some(report)) = (&args.html, &report) {
        let text = |name: &str| std::fs::read(Path::new(name)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        output::write(&folder.join("index.html"), &emit::page(report, &verdict.to_string(), &history, text))?;
    }
    if let Some(path) = &args.coverage_history {
        output::write(path, &history.series())?;
    }
    reporter.status(&verdict)
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Exact => "exact",
        Mode::Guided { .. } => "guided",
        Mode::Blind { .. } => "blind",
    }
}
