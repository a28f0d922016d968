//! `prove --infer`: contracts that nobody wrote.

use crate::cli::args::{ContractNotation, ProveArgs};
use crate::cli::command::{catch_signals, check_writable, leave, verdict_status};
use crate::cli::progress::Progress;
use crate::cli::{output, request};
use goto::PropertyClass;
use report::text::Verdict;
use tasks::asked::properties;
use tasks::failure::Failure;
use tasks::infer::{Attempts, Inference, Notation};
use tasks::prove::{ContractOf, ContractSelection};
use tasks::supervise::Supervisor;

/// Prints the contracts. The answer is the exit status.
pub(super) fn infer(args: &ProveArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let mut classes = properties::asked(args.property.as_deref())?.classes;
    classes.extend([PropertyClass::Contract, PropertyClass::Vacuity]);
    let mut program = request::program_in_time(&args.program, None, &args.analysis, supervisor)?.with_properties(&classes);
    program.malloc_may_fail = args.malloc_may_fail;
    check_writable([args.output.json.as_deref()])?;
    catch_signals(supervisor)?;
    let selection = ContractSelection { functions: args.function.iter().map(|text| ContractOf::read(text)).collect(), ..ContractSelection::default() };
    let (engines, limits) = (request::engines(&args.analysis)?, request::limits(&args.analysis));
    let mut progress = Progress::new(args.output.progress, args.output.quiet);
    let lazy = request::lazily(&args.program)?;
    let mut attempts = Attempts::new(program, lazy, classes, engines, limits, (supervisor, &mut progress));
    let inference = tasks::infer::infer(&mut attempts, &selection, args.notation.map(notation))?;
    let (is_abandoned, result) = (attempts.is_abandoned, inference.result(&attempts));
    progress.finish();
    let verdict = inference.verdict();
    let status = if args.output.exit_zero { 0 } else { verdict_status(&verdict) };
    args.output.json.as_deref().map_or(Ok(()), |path| output::write(path, &result.text()))?;
    args.output.results.as_deref().map_or(Ok(()), |path| super::campaign::add_result(path, &result.text(), verdict_status(&verdict)))?;
    if !args.output.json.as_deref().is_some_and(output::is_stdout) {
        output::print(&shown(&inference, &verdict, args.output.quiet))?;
    }
    if is_abandoned { leave(status) } else { Ok(status) }
}

fn shown(inference: &Inference, verdict: &Verdict, quiet: bool) -> String {
    let text = if quiet { String::new() } else { format!("{}\n", inference.text()) };
    format!("{text}VERDICT: {verdict}\n")
}

fn notation(asked: ContractNotation) -> Notation {
    match asked {
        ContractNotation::Cbmc => Notation::Cbmc,
        ContractNotation::Esbmc => Notation::Esbmc,
    }
}
