//! What all commands that analyse do around their task: show its progress, print what came out, write files, say the exit status.

use crate::cli::args::OutputArgs;
use crate::cli::progress::Progress;
use crate::cli::{diagnostics, output};
use report::certificate::write::ProofError;
use report::suite::SuiteError;
use report::text::Verdict;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use tasks::failure::Failure;
use tasks::supervise::Supervisor;
use tasks::task::{Outcome, Question, Task};

/// From now on SIGINT and SIGTERM interrupt what is supervised, and do not end the process.
pub(super) fn catch_signals(supervisor: &Supervisor) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        let registered = signal_hook::flag::register(signal, Arc::clone(&supervisor.interrupted));
        registered.map_err(|e| Failure::Defect(format!("cannot start the analysis: {e}").into()))?;
    }
    Ok(())
}

/// Runs a task, prints the text and the verdict, and writes the machine-readable result and then `files`. Does not return where the analysis still runs.
pub(super) fn run<Q: Question>(
    task: Task<Q>,
    supervisor: &Supervisor,
    output: &OutputArgs,
    text: impl FnOnce(&Outcome<Q>) -> String,
    files: impl FnOnce(&Outcome<Q>) -> Result<(), Failure>,
) -> Result<u8, Failure> {
    catch_signals(supervisor)?;
    let mut progress = Progress::new(output.progress, output.quiet);
    let mut outcome = task.run(supervisor, &mut progress)?;
    progress.finish();
    let reported = report(&mut outcome, output, text, files);
    if !outcome.end.is_abandoned {
        return reported;
    }
    leave(reported.unwrap_or_else(|failure| {
        output::complain(&diagnostics::draw(&failure, output.color));
        exit_status(&failure)
    }))
}

fn report<Q: Question>(
    outcome: &mut Outcome<Q>,
    output: &OutputArgs,
    text: impl FnOnce(&Outcome<Q>) -> String,
    files: impl FnOnce(&Outcome<Q>) -> Result<(), Failure>,
) -> Result<u8, Failure> {
    if !output.quiet {
        outcome.warnings.iter().for_each(|w| output::complain(&format!("warning: {w}")));
    }
    if !output.json.as_deref().is_some_and(output::is_stdout) {
        output::print(&format!("{}VERDICT: {}\n", text(outcome), outcome.verdict))?;
    }
    if let Some(path) = &output.json {
        output::write(path, &outcome.json())?;
    }
    if let Some(path) = &output.results {
        super::campaign::add_result(path, &outcome.json(), verdict_status(&outcome.verdict))?;
    }
    files(outcome)?;
    match (outcome.unwritten.take(), outcome.end.defect.take()) {
        (Some(failure), _) => Err(failure),
        (None, Some(defect)) => Err(Failure::Defect(defect)),
        (None, None) if output.exit_zero => Ok(0),
        (None, None) => Ok(verdict_status(&outcome.verdict)),
    }
}

/// Refuses files that cannot be written.
pub(super) fn check_writable<'a>(paths: impl IntoIterator<Item = Option<&'a Path>>) -> Result<(), Failure> {
    paths.into_iter().flatten().try_for_each(output::check_writable)
}

/// The exit status of a verdict.
pub(super) fn verdict_status(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::True | Verdict::Complete => 0,
        Verdict::False(_) => 10,
        Verdict::Unknown(_) | Verdict::Incomplete(_) => 20,
    }
}

/// The exit status of a command that has no result.
pub(super) fn exit_status(failure: &Failure) -> u8 {
    match failure {
        Failure::Suite(SuiteError::Source { .. }) | Failure::Proof(ProofError::Source { .. }) => 2,
        Failure::Usage(_) | Failure::Suite(_) | Failure::Proof(_) | Failure::Output { .. } => 1,
        Failure::Source(_)
        | Failure::Task(_)
        | Failure::Project(_)
        | Failure::Property(_)
        | Failure::ReadSuite(_)
        | Failure::ReadProof(_)
        | Failure::Witness { .. }
        | Failure::Text(_) => 2,
        Failure::Defect(_) => 3,
    }
}

/// Ends the process while the analysis still runs: no destructor, no exit handler, which could wait for it or pull memory from under it.
pub(super) fn leave(status: u8) -> ! {
    // Nobody is left to hear of a failure.
    let _ = std::io::stdout().flush();
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(i32::from(status)) }
}
