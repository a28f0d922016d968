//! `monitor`: the monitor of a formula, of automata, or of locks; the program that calls it; tests run under it.

use crate::cli::args::MonitorArgs;
use crate::cli::command::verdict_status;
use crate::cli::{output, request};
use tasks::failure::Failure;
use tasks::ltl::formula::{self, FormulaText, Source};
use tasks::monitor::{MonitoredRuns, RuntimeMonitor};
use tasks::program::ProgramRequest;

/// `gotcha monitor`. The answer is the exit status.
pub(super) fn monitor(args: &MonitorArgs) -> Result<u8, Failure> {
    let request = request::program(&args.program, None)?;
    if args.emit_c.is_none() && args.instrument.is_none() && args.run.is_none() {
        return Err(Failure::Usage("nothing is asked for: give --emit-c FILE.c, --instrument DIR or --run SUITE".into()));
    }
    let monitor = of(args, request)?;
    if let Some(path) = &args.emit_c {
        output::write(path, &monitor.text)?;
    }
    if let Some(folder) = &args.instrument {
        monitor.instrument(folder)?;
    }
    let Some(suite) = &args.run else { return Ok(0) };
    let MonitoredRuns { text, verdict } = monitor.run(suite)?;
    output::print(&format!("{text}VERDICT: {verdict}\n"))?;
    Ok(verdict_status(&verdict))
}

fn of(args: &MonitorArgs, request: ProgramRequest) -> Result<RuntimeMonitor, Failure> {
    if args.lockset {
        return RuntimeMonitor::lockset(request, args.unwritten_statics);
    }
    let property = args.property.as_deref().filter(|p| p.extension().is_some_and(|e| e == "prop"));
    if (property.is_some() || !args.spec.is_empty()) && !args.abstraction.is_empty() {
        return Err(Failure::Usage("--abstraction is for formulas".into()));
    }
    match property {
        Some(path) => RuntimeMonitor::uno(request, path),
        None if !args.spec.is_empty() => RuntimeMonitor::automata(request, &args.spec),
        None => {
            let given = formula(args, &request)?;
            RuntimeMonitor::formula(request, &given, &args.abstraction)
        }
    }
}

fn formula(args: &MonitorArgs, request: &ProgramRequest) -> Result<FormulaText, Failure> {
    let source = Source { formula: args.formula.as_deref(), property: args.property.as_deref(), files: &request.files };
    let mut all = formula::read(&source)?;
    match (all.pop(), all.is_empty()) {
        (Some(given), true) => Ok(given),
        _ => Err(Failure::Usage("a monitor is of one formula: choose it with --formula".into())),
    }
}
