//! `ltl`: formulas, and automata of what violates them.

use crate::cli::args::LtlArgs;
use crate::cli::command::{check_writable, run};
use crate::cli::{output, request};
use tasks::condition::EarlierRuns;
use tasks::failure::Failure;
use tasks::ltl::formula::{self, Source};
use tasks::ltl::{Specified, Temporal};
use tasks::supervise::Supervisor;
use tasks::task::Task;

/// `gotcha ltl`. The answer is the exit status.
pub(super) fn ltl(args: &LtlArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let condition = args.condition.condition.as_deref();
    check_writable([condition])?;
    let engines = request::engines(&args.analysis)?;
    check_writable([args.output.json.as_deref()])?;
    let before = args.resume.as_deref().map(EarlierRuns::read).transpose()?;
    let mut program = request::program_in_time(&args.program, None, &args.analysis, supervisor)?;
    let specified = match &args.buchi {
        Some(path) => Specified::automaton(path)?,
        None => {
            let source = Source { formula: args.formula.as_deref(), property: args.property.as_deref(), files: &program.files };
            Specified::formulas(formula::read(&source)?)?
        }
    };
    if let Some(entry) = specified.entry() {
        program.competition = true;
        program.entry = args.program.entry.clone().unwrap_or_else(|| entry.to_owned());
    }
    let question = Temporal { specified, before, states: args.output.json.is_some(), condition: condition.is_some(), vacuity: args.vacuity.is_some() };
    run(
        Task { program, engines, limits: request::limits(&args.analysis), question },
        supervisor,
        &args.output,
        |outcome| outcome.text(args.output.quiet, args.trace),
        |outcome| condition.map_or(Ok(()), |path| output::write(path, &outcome.condition())),
    )
}
