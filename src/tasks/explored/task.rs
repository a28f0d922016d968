//! The question what an interrupted analysis has shown, as a task.

use super::report::{self as emit, History, Report};
use super::{Findings, Ledger, Mode, Subject, Uninitialised};
use crate::condition;
use crate::engines::statistics;
use crate::failure::Failure;
use crate::program::stepped::{self, Stepped};
use crate::reasons;
use crate::task::{Conclusion, End, Outcome, Question, Work};
use automata::spec::Specification;
use goto::Program;
use report::json::Statistics;
use report::text::Verdict;
use std::path::PathBuf;

/// What is to be found out of an interrupted analysis.
pub struct Exploration {
    /// The automaton that it wrote.
    path: PathBuf,
    specification: Specification,
    pub mode: Mode,
    pub uninitialised: Uninitialised,
}

impl Exploration {
    /// Reads the automaton.
    ///
    /// # Errors
    /// If it cannot be read or is wrong.
    pub fn read(path: PathBuf, mode: Mode, uninitialised: Uninitialised) -> Result<Self, Failure> {
        let specification = stepped::specification(std::slice::from_ref(&path))?;
        Ok(Self { path, specification, mode, uninitialised })
    }
}

impl Question for Exploration {
    type Subject = Ledger;
    /// What is known at the end, if the run came so far.
    type Results = Option<Findings>;

    fn asked(&self) -> Vec<String> {
        let name = match self.mode {
            Mode::Exact => "exact",
            Mode::Guided { .. } => "guided",
            Mode::Blind { .. } => "blind",
        };
        vec![name.to_owned()]
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let Exploration { path, specification, mode, uninitialised } = work.question();
        let stepped = stepped::read(work.program())?;
        let (assumption, warnings) = condition::over(path, specification, &stepped)?;
        let elsewhere = condition::is_elsewhere(path, &stepped.loaded.program);
        let Stepped { loaded, edges, .. } = stepped;
        work.note(&loaded);
        work.warn(warnings.into_iter().chain(elsewhere));
        let errors = loaded.labels.iter().filter(|(_, name, _)| name.eq_ignore_ascii_case("error"));
        let errors = errors.filter_map(|(f, name, at)| Some((edges.place_from(&loaded.program, f, at)?, name.to_owned()))).collect();
        let ledger = work.publish(Ledger::new(Subject::new(loaded.program, edges, assumption, errors, *uninitialised)));
        // Names of loops that mean nothing are refused now.
        work.engines().plan(ledger.program())?;
        let plan = |program: &Program| work.engines().plan(program).unwrap_or_else(|_| work.engines().unnamed());
        let effort = super::analyse(ledger, *mode, &plan, work.stop()).map_err(|e| Failure::Usage(e.to_string()))?;
        Ok(statistics(&effort))
    }

    fn progress(ledger: &Ledger) -> String {
        let findings = ledger.findings();
        let count = findings.covered.iter().flatten().count();
        format!("executions {}, covered {count} of {} groups of edges", findings.executions.len(), findings.covered.len())
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<Option<Findings>> {
        if let (Some(ledger), Some(reason)) = (work.subject(), reasons::of_end(work.stop().reason(), end.defect.as_ref())) {
            ledger.resists(reason);
        }
        let Some(ledger) = work.subject() else { return Conclusion::new(Verdict::Incomplete(work.early(end)), None) };
        let findings = ledger.findings();
        Conclusion::new(Report::new(ledger, findings.clone()).verdict(), Some(findings))
    }

    fn json(outcome: &Outcome<Self>) -> String {
        emit::json(&outcome.run(), outcome.report().as_ref())
    }
}

impl Outcome<Exploration> {
    /// What is known of lines, statements, functions and branches, unless the run ended before there was anything to count.
    pub fn report(&self) -> Option<Report<'_>> {
        Some(Report::new(self.work().subject()?, self.results.clone()?))
    }

    /// How what is covered grew over time.
    pub fn history(&self, report: Option<&Report<'_>>) -> History {
        History::new(report, self.start(), self.start().elapsed())
    }
}
