//! What all analysing commands do around their analysis: run it under supervision, report whatever happened, and say what every report says. Knows nothing of
//! boards and results.

use crate::cli::analysis::Session;
use crate::cli::args::{AnalysisArgs, OutputArgs};
use crate::cli::diagnostics;
use crate::cli::failure::{Defect, Failure};
use crate::cli::output;
use crate::cli::pipeline::Engines;
use crate::cli::request::ProgramRequest;
use crate::cli::supervise::{self, Ended};
use goto::limits::{Stop, StopReason};
use report::json::{Run, Statistics};
use report::text::Verdict;

/// A command at work, from the outside.
pub(super) struct CommandContext<'a> {
    pub session: &'a Session,
    pub output: &'a OutputArgs,
    pub program: &'a ProgramRequest,
    pub engines: &'a Engines,
    pub stop: &'a Stop,
}

/// How an analysis ended.
pub(super) struct AnalysisEnd {
    statistics: Statistics,
    defect: Option<Defect>,
    /// It still runs.
    is_abandoned: bool,
}

impl<'a> CommandContext<'a> {
    /// Runs the analysis on a thread of its own. `tick` is called now and then.
    ///
    /// # Errors
    /// What the analysis fails with, before there is anything to report.
    pub(super) fn run(
        &self,
        analysis: &AnalysisArgs,
        tick: &mut dyn FnMut(),
        work: impl FnOnce() -> Result<Statistics, Failure> + Send + 'static,
    ) -> Result<AnalysisEnd, Failure> {
        let memory = analysis.memory.map(|m| m.as_u64());
        let ended = supervise::run(self.stop, memory, tick, work).map_err(|e| Failure::Defect(format!("cannot start the analysis: {e}").into()))?;
        Ok(match ended {
            Ended::Finished(statistics) => AnalysisEnd { statistics: statistics?, defect: None, is_abandoned: false },
            Ended::Panicked(said) => AnalysisEnd { statistics: Statistics::default(), defect: Some(self.session.defect(&said)), is_abandoned: false },
            Ended::Abandoned => AnalysisEnd { statistics: Statistics::default(), defect: None, is_abandoned: true },
        })
    }

    /// The exit status that `report` gives. Does not return where the analysis still runs.
    pub(super) fn report(&'a self, over: AnalysisEnd, report: impl FnOnce(Reporter<'a>) -> Result<u8, Failure>) -> Result<u8, Failure> {
        let AnalysisEnd { mut statistics, defect, is_abandoned } = over;
        statistics.solver = self.engines.solver_names();
        let reported = report(Reporter { around: self, statistics, defect });
        if !is_abandoned {
            return reported;
        }
        supervise::leave(reported.unwrap_or_else(|failure| {
            output::complain(&diagnostics::draw(&failure, self.output.color));
            failure.status()
        }))
    }
}

/// What a report has besides results.
pub(super) struct Reporter<'a> {
    pub around: &'a CommandContext<'a>,
    pub statistics: Statistics,
    /// What the analysis broke on.
    pub defect: Option<Defect>,
}

impl Reporter<'_> {
    /// Why the analysis was stopped, if it was.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.around.stop.reason()
    }

    /// Why there is nothing to say where there is nothing to say.
    pub(super) fn early(&self) -> String {
        if self.defect.is_some() { "defect" } else { self.stopped().map_or("not analysed", StopReason::name) }.to_owned()
    }

    /// Prints warnings, and on standard output a text, unless the machine-readable result goes there, and the verdict.
    pub(super) fn print(&self, warnings: &[String], verdict: &Verdict, text: impl FnOnce() -> String) -> Result<(), Failure> {
        let output = self.around.output;
        if !output.quiet {
            warnings.iter().for_each(|w| output::complain(&format!("warning: {w}")));
        }
        if output.json.as_deref().is_some_and(output::is_stdout) {
            return Ok(());
        }
        output::print(&format!("{}VERDICT: {verdict}\n", text()))
    }

    /// Writes the machine-readable result if it is wanted.
    pub(super) fn write_json(&self, asked: Vec<String>, warnings: Vec<String>, verdict: &Verdict, json: impl FnOnce(&Run) -> String) -> Result<(), Failure> {
        let CommandContext { session, output, program, .. } = *self.around;
        let Some(path) = &output.json else { return Ok(()) };
        let run = Run {
            files: program.files.iter().map(|f| f.display().to_string()).collect(),
            entry: program.entry.clone(),
            model: program.model(),
            asked,
            verdict: verdict.word().to_owned(),
            reason: verdict.reason().map(str::to_owned),
            warnings,
            start: session.start,
            statistics: Statistics { wall_s: session.start.elapsed().as_secs_f64(), ..self.statistics.clone() },
        };
        output::write(path, &json(&run))
    }

    /// The exit status.
    pub(super) fn status(self, verdict: &Verdict) -> Result<u8, Failure> {
        match (self.defect, verdict) {
            (Some(defect), _) => Err(Failure::Defect(defect)),
            (None, _) if self.around.output.exit_zero => Ok(0),
            (None, Verdict::True | Verdict::Complete) => Ok(0),
            (None, Verdict::False(_)) => Ok(10),
            (None, Verdict::Unknown(_) | Verdict::Incomplete(_)) => Ok(20),
        }
    }
}
