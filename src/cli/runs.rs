//! The commands that run programs and solvers, and have no goals: `run`, `agree`, `replay`, `check-proof`, `solvers`.

use crate::cli::args::{AgreeArgs, CheckProofArgs, ReplayArgs, RunArgs};
use crate::cli::command::{catch_signals, check_writable, leave};
use crate::cli::{output, request};
use goto::limits::Stop;
use report::certificate::contracts::ContractProofs;
use report::read_suite;
use report::replay_report::ReplayReport;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tasks::asked::{criteria, properties};
use tasks::failure::Failure;
use tasks::proofs::ProofCheck;
use tasks::replay::Wanted;
use tasks::run::{Given, RunEnding, RunText};
use tasks::supervise::Supervisor;

/// What a run has that has no partial results. Does not return where it still works.
fn complete<T: Send + 'static>(supervisor: &Supervisor, stop: &Stop, work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    catch_signals(supervisor)?;
    Ok(supervisor.complete(stop, work)?.unwrap_or_else(|| leave(20)))
}

/// Prints the text unless the machine-readable result goes to standard output, and writes that.
fn report(path: Option<&Path>, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> Result<(), Failure> {
    if !path.is_some_and(output::is_stdout) {
        output::print(&text())?;
    }
    path.map_or(Ok(()), |path| output::write(path, &json()))
}

/// `gotcha run`: one run in the interpreter, printed. The answer is the exit status.
pub(super) fn run(args: &RunArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let aim = properties::checkable(args.property.as_deref())?;
    let request = request::program(&args.program, aim.entry)?.with_properties(&aim.classes);
    let (stop, steps) = (supervisor.stop(None), args.steps);
    let given = Given { values: args.inputs.clone(), world: args.world.as_deref().map(read_suite::read_world).transpose()? };
    let own = stop.clone();
    let RunText { text, ending } = complete(supervisor, &stop, move || tasks::run::run(&request, &aim.classes, &given, steps, &own))?;
    output::print(&text)?;
    Ok(match ending {
        RunEnding::Exit => 0,
        RunEnding::Violation => 10,
        RunEnding::Other => 20,
    })
}

/// `gotcha agree`: the unrolling held against the interpreter. The answer is the exit status.
pub(super) fn agree(args: &AgreeArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let request = request::program(&args.program, None)?;
    let (stop, k, models, seed) = (supervisor.stop(args.timeout), args.unwind, args.models, args.seed);
    let own = stop.clone();
    match complete(supervisor, &stop, move || tasks::run::agree(&request, k, models, seed, &own))? {
        Ok(sum) => {
            let note = if sum.approximate { " (the terms are approximate)" } else { "" };
            let cuts: String = sum.cuts.iter().map(|c| format!("cut: {c}\n")).collect();
            output::print(&format!("{cuts}AGREES: {} whole runs, {} cut, {} values{note}\n", sum.whole, sum.cut, sum.values))?;
            Ok(0)
        }
        Err(disagreement) => {
            output::print(&format!("DIFFERS: {disagreement}\n"))?;
            Ok(10)
        }
    }
}

/// `gotcha replay`: every test of a suite in the interpreter and natively. The answer is the exit status.
pub(super) fn replay(args: &ReplayArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let criteria = criteria::named(&args.criterion)?;
    let request = request::obeying_contract(request::program(&args.program, None)?.with_criteria(&criteria), &args.program)?;
    if let Some(options) = request.world.options() {
        return Err(Failure::Usage(format!("{options}: a replay has the worlds of its tests")));
    }
    check_writable([args.json.as_deref()])?;
    let tests = read_suite::read(&args.suite)?;
    let wanted = Wanted { criteria, goals_in: args.goals_in.clone(), counters: args.counters.as_deref().map(folder).transpose()? };
    let stop = supervisor.stop(None);
    let own = stop.clone();
    let (program, found) = complete(supervisor, &stop, move || tasks::replay::replay(&request, wanted, &tests, &own))?;
    report(args.json.as_deref(), || found.text(&program, args.all_goals), || found.json(&program))?;
    Ok(replay_status(&found))
}

/// A folder that is there from now on, by its absolute name.
fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let failed = |error| Failure::Output { path: path.display().to_string(), error };
    std::fs::create_dir_all(path).map_err(failed)?;
    path.canonicalize().map_err(failed)
}

/// A native run did something else; no native run showed anything; else all is well.
fn replay_status(report: &ReplayReport) -> u8 {
    match (report.disagreements(), report.agreements(), report.tests.is_empty()) {
        (1.., ..) => 10,
        (0, 0, false) => 20,
        _ => 0,
    }
}

/// `gotcha check-proof`: other solvers check the proofs that an analysis has written. The answer is the exit status.
pub(super) fn check_proof(args: &CheckProofArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    match ContractProofs::read(&args.folder)? {
        Some(contracts) => check_contract_proofs(args, &contracts, supervisor),
        None => check_proofs(args, supervisor),
    }
}

/// Those of each function that was proved, with what each rests on.
fn check_contract_proofs(args: &CheckProofArgs, contracts: &ContractProofs, supervisor: &Supervisor) -> Result<u8, Failure> {
    if args.json.is_some() {
        return Err(Failure::Usage("--json: these are proofs of several functions; name the folder of one of them".to_owned()));
    }
    let mut worst = 0;
    for of in &contracts.functions {
        let open = contracts.open_uses(of);
        if !of.proved || !open.is_empty() {
            let why = if of.proved { format!("rests on {}, not proved here", open.join(", ")) } else { of.verdict.clone() };
            output::print(&format!("{}: {why}\n", of.name))?;
            worst = worst.max(20);
            continue;
        }
        output::print(&format!("{}:\n", of.name))?;
        let status = check_proofs(&CheckProofArgs { folder: args.folder.join(&of.folder), ..args.clone() }, supervisor)?;
        // One that is wrong counts more than any that is open.
        worst = if status == 10 || worst == 10 { 10 } else { worst.max(status) };
    }
    Ok(worst)
}

fn check_proofs(args: &CheckProofArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let mut check = ProofCheck::new(&args.folder, request::solvers(&args.solver)?, &request::process_limits(args.timeout, args.memory))?;
    check_writable([args.json.as_deref()])?;
    check.patience = args.check_timeout;
    check.jobs = args.jobs.map_or(check.jobs, usize::from);
    if !args.quiet {
        check.warnings().iter().for_each(|w| output::complain(&format!("warning: {w}")));
    }
    let (check, stop) = (Arc::new(check), supervisor.stop(args.timeout));
    let (own, own_stop) = (Arc::clone(&check), stop.clone());
    let answers = complete(supervisor, &stop, move || own.ask(&own_stop))?;
    let found = check.report(&answers);
    report(args.json.as_deref(), || found.text(args.quiet), || found.json())?;
    Ok(match (found.has_failed(), found.is_complete()) {
        (true, _) => 10,
        (false, true) => 0,
        (false, false) => 20,
    })
}

/// `gotcha solvers`: one line a solver, its name first; those that are not installed say so and how to get them.
pub(super) fn solvers() -> Result<u8, Failure> {
    let mut text = String::new();
    for info in solver::available() {
        // Writing to a string does not fail.
        let _ = match info.version {
            Some(version) => writeln!(text, "{:10}  {version}  [{}]", info.name, info.command),
            None => writeln!(text, "{:10}  not found  ({})", info.name, info.install_hint),
        };
    }
    output::print(&text)?;
    Ok(0)
}
