//! `explored`: compile, read the automaton over the program, look for executions under supervision, report what is known whatever happened.

use crate::cli::analysis::Session;
use crate::cli::args::ExploredArgs;
use crate::cli::condition;
use crate::cli::diagnostics;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::pipeline::{self, Engines};
use crate::cli::progress::{self, Progress};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped::{self, Stepped};
use crate::cli::supervise::{self, Ended};
use crate::emit::explored::{self as emit, History, Report};
use crate::emit::json::{Run, Statistics};
use crate::emit::text::Verdict;
use crate::engine::explored::{Ledger, Mode, Subject, Uninitialised};
use crate::engine::status::Reason;
use crate::limits::{Stop, StopReason};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
pub fn explored(args: &ExploredArgs, session: &Session) -> Result<u8, Failure> {
    let Some(condition) = &args.analysis.condition else {
        return Err(Failure::Usage("there is no automaton: give the one that the interrupted analysis wrote with --condition FILE".into()));
    };
    if args.analysis.condition_in.is_some() {
        return Err(Failure::Usage("explored reads its automaton with --condition".into()));
    }
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
            let missing = loaded.missing.iter().map(|f| format!("{f} has no body: its effects are guessed from its type"));
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings.into_iter().chain(elsewhere));
            let errors = loaded.labels.iter().filter(|(_, name, _)| name.eq_ignore_ascii_case("error"));
            let errors = errors.filter_map(|(f, name, at)| Some((edges.place_from(&loaded.program, f, at)?, name.to_owned()))).collect();
            let ledger = shared.ledger.get_or_init(|| Ledger::new(Subject::new(loaded.program, edges, assumption, errors, uninitialised)));
            pipeline::analyse_explored(ledger, mode, &engines, &stop)
        }
    };
    let memory = args.analysis.memory.map(|m| m.as_u64());
    let told = || match shared.ledger.get() {
        None => progress::READING.to_string(),
        Some(ledger) => {
            let findings = ledger.findings();
            let count = findings.covered.iter().flatten().count();
            format!("executions {}, covered {count} of {} groups of edges", findings.executions.len(), findings.covered.len())
        }
    };
    let ended =
        supervise::run(&stop, memory, &mut || progress.tick_with(told), work).map_err(|e| Failure::Defect(format!("cannot start the analysis: {e}")))?;
    progress.finish();
    let (statistics, defect) = match ended {
        Ended::Finished(Ok(statistics)) => (statistics, None),
        Ended::Finished(Err(failure)) => return Err(failure),
        Ended::Panicked(said) => (Statistics::default(), Some(session.defect(&said))),
        Ended::Abandoned => {
            let status = report(&job, session, &shared, Statistics::default(), &stop, None).unwrap_or_else(|failure| {
                output::complain(&diagnostics::draw(&failure, args.output.color));
                failure.status()
            });
            supervise::leave(status)
        }
    };
    report(&job, session, &shared, statistics, &stop, defect)
}

/// Reports what is known. The answer is the exit status.
fn report(job: &Job<'_>, session: &Session, shared: &Shared, mut statistics: Statistics, stop: &Stop, defect: Option<String>) -> Result<u8, Failure> {
    let (args, output) = (job.args, &job.args.output);
    let ledger = shared.ledger.get();
    if let Some(ledger) = ledger {
        match (&defect, stop.reason()) {
            (Some(text), _) => ledger.resists(Reason::Defect(text.clone())),
            (None, Some(reason)) => ledger.resists(Reason::Stopped(reason)),
            (None, None) => {}
        }
    }
    let report = ledger.map(Report::new);
    let early = if defect.is_some() { "defect" } else { stop.reason().map_or("not analysed", StopReason::name) };
    let verdict = report.as_ref().map_or_else(|| Verdict::Incomplete(early.to_owned()), Report::verdict);
    statistics.solver = job.engines.solver_names();
    statistics.wall_s = session.start.elapsed().as_secs_f64();
    let warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if !output.quiet {
        warnings.iter().for_each(|w| output::complain(&format!("warning: {w}")));
    }
    if !output.json.as_deref().is_some_and(output::is_stdout) {
        let lines = report.as_ref().map(|r| r.text(output.quiet, args.all_lines)).unwrap_or_default();
        output::print(&format!("{lines}VERDICT: {verdict}\n"))?;
    }
    if let Some(path) = &output.json {
        let run = Run {
            files: job.program.files.iter().map(|f| f.display().to_string()).collect(),
            entry: job.program.entry.clone(),
            model: job.program.model(),
            asked: vec![mode_name(job.mode).to_owned()],
            verdict: verdict.word().to_owned(),
            reason: verdict.reason().map(str::to_owned),
            warnings,
            start: session.start,
            statistics,
        };
        output::write(path, &emit::json(&run, report.as_ref()))?;
    }
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
    match (defect, &verdict) {
        (Some(defect), _) => Err(Failure::Defect(defect)),
        (None, _) if output.exit_zero => Ok(0),
        (None, Verdict::Complete) => Ok(0),
        (None, Verdict::False(_)) => Ok(10),
        (None, _) => Ok(20),
    }
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Exact => "exact",
        Mode::Guided { .. } => "guided",
        Mode::Blind { .. } => "blind",
    }
}
