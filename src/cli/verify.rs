//! `verify`: properties, and which options do not go with them.

use crate::cli::args::VerifyArgs;
use crate::cli::command::{check_writable, run};
use crate::cli::cover::suite;
use crate::cli::{output, report, request};
use ::report::certificate::write::ProofFolder;
use goto::PropertyClass;
use tasks::asked::properties::{self, VerifyAim};
use tasks::condition::EarlierRuns;
use tasks::failure::Failure;
use tasks::program::scope::Scope;
use tasks::shares::Share;
use tasks::supervise::Supervisor;
use tasks::task::{Outcome, Question, Task};
use tasks::verify::check_witness::Check;
use tasks::verify::{Verification, Wanted, WitnessText};

/// `gotcha verify`. The answer is the exit status.
pub(super) fn verify(args: &VerifyArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let mut aim = aim(args)?;
    let engines = request::engines(&args.analysis)?;
    let scope = Scope::of(&args.scope.scope)?;
    let check = args.check_witness.as_deref().map(Check::read).transpose()?;
    if let Some(check) = &check {
        aim = check.aim(Some(&aim).filter(|aim| !aim.is_default))?;
    }
    let mut program = request::program_in_time(&args.program, aim.entry.clone(), &args.analysis, supervisor)?.with_properties(&aim.classes);
    program.malloc_may_fail = args.malloc_may_fail;
    check_writable([args.output.json.as_deref(), args.witness.as_deref()])?;
    report::check(&args.reports)?;
    let mut question = Verification { check, scope, condition: args.condition.condition.is_some(), ..Verification::new(aim) };
    if let Some(path) = &args.proof {
        question.proof = Some(ProofFolder::create(path, &program.about(question.asked()))?);
    }
    question.suite = suite(args.suite.as_deref(), &program, properties::specification(&question.aim, &question.aim.classes, &program.entry))?;
    question.decisions = args.decisions.is_some();
    question.share = args.share.as_deref().map(Share::read).transpose()?;
    question.before = args.condition_in.as_deref().map(EarlierRuns::read).transpose()?;
    let task = Task { program, engines, limits: request::limits(&args.analysis), question };
    let wanted = Wanted { quiet: args.output.quiet, all: args.all_properties, within_bound: args.no_unwinding_assertions, trace: args.trace };
    run(task, supervisor, &args.output, |outcome| outcome.text(wanted), |outcome| write_files(args, outcome))
}

fn write_files(args: &VerifyArgs, outcome: &Outcome<Verification>) -> Result<(), Failure> {
    if report::is_asked(&args.reports) {
        report::write(&args.reports, outcome.result())?;
    }
    if let Some(path) = &args.condition.condition {
        output::write(path, &outcome.condition())?;
    }
    if let Some(path) = &args.decisions {
        output::write(path, &::report::json::text(&outcome.decisions()))?;
    }
    let Some(path) = &args.witness else { return Ok(()) };
    match outcome.witness(path)? {
        WitnessText::Text(text) => output::write(path, &text)?,
        WitnessText::Missing(why) if !args.output.quiet => output::complain(&format!("warning: there is no witness: {why}")),
        WitnessText::Missing(_) | WitnessText::NotNeeded => {}
    }
    Ok(())
}

/// The properties that are asked for, if the other options go with them.
fn aim(args: &VerifyArgs) -> Result<VerifyAim, Failure> {
    let mut aim = properties::asked(args.property.as_deref())?;
    let is_bounded = args.analysis.unwind.is_some() || !args.analysis.unwindset.is_empty();
    // A path that a bound cuts is never a proof, with unwinding assertions or without.
    if args.no_unwinding_assertions {
        if !is_bounded {
            return Err(Failure::Usage("--no-unwinding-assertions needs a bound: --unwind N for all loops, or --unwindset LOOP:N for some".into()));
        }
        if aim.classes == [PropertyClass::Unwinding] {
            return Err(Failure::Usage("--no-unwinding-assertions leaves nothing to check of --property unwinding".into()));
        }
        aim.classes.retain(|class| *class != PropertyClass::Unwinding);
    }
    if aim.classes.contains(&PropertyClass::Unwinding) && !is_bounded {
        let message = "the property unwinding needs a bound: --unwind N for all loops, or --unwindset LOOP:N for some (gotcha show --what loops names them)";
        return Err(Failure::Usage(message.into()));
    }
    if aim.classes.contains(&PropertyClass::Termination) {
        check_termination(args, &aim)?;
    }
    // What the entry function is given is not its own to free; who frees what a missing function gives is not known.
    let is_about_leaks = |c: &PropertyClass| [PropertyClass::MemoryLeak, PropertyClass::ValidMemtrack, PropertyClass::ValidMemcleanup].contains(c);
    for (option, is_given) in [("--lazy-inputs", args.program.lazy_inputs), ("--missing-inputs", args.program.missing_inputs)] {
        if is_given && aim.classes.iter().any(is_about_leaks) {
            return Err(Failure::Usage(format!("{option} does not go with properties about memory that is lost")));
        }
    }
    check_conditions(args, &aim)?;
    Ok(aim)
}

/// Termination is shown by other means than what no run may do, and goes with none of it.
fn check_termination(args: &VerifyArgs, aim: &VerifyAim) -> Result<(), Failure> {
    let with = [
        ("--suite", args.suite.is_some()),
        ("--proof", args.proof.is_some()),
        ("--witness", args.witness.is_some()),
        ("--check-witness", args.check_witness.is_some()),
    ];
    match with.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::unavailable(&format!("{option} with the property termination"))),
        None if aim.classes.len() > 1 || aim.unsupported.is_some() => Err(Failure::Usage("the property termination stands alone".into())),
        None => Ok(()),
    }
}

/// Refuses what does not go with assumption automata.
fn check_conditions(args: &VerifyArgs, aim: &VerifyAim) -> Result<(), Failure> {
    let (condition, condition_in) = (&args.condition.condition, &args.condition_in);
    if condition.is_none() && condition_in.is_none() && args.share.is_none() && args.decisions.is_none() {
        return Ok(());
    }
    let classes = [PropertyClass::Termination, PropertyClass::Unwinding];
    let with = [
        ("--check-witness", args.check_witness.is_some()),
        ("--witness and --condition-in", args.witness.is_some() && condition_in.is_some()),
        ("--proof and --condition-in", args.proof.is_some() && condition_in.is_some()),
        ("the property termination or unwinding", aim.classes.iter().any(|c| classes.contains(c))),
    ];
    if let Some((what, _)) = with.iter().find(|(_, given)| *given) {
        return Err(Failure::unavailable(&format!("an assumption automaton together with {what}")));
    }
    check_writable([condition.as_deref(), args.decisions.as_deref()])
}
