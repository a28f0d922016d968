//! `check`: error paths of automata, of properties in C, and of locks.

use crate::cli::args::CheckArgs;
use crate::cli::command::{check_writable, run};
use crate::cli::cover::suite;
use crate::cli::request;
use frontend::library::models::Threads;
use tasks::asked::properties;
use tasks::check::{Check, Observers};
use tasks::failure::Failure;
use tasks::supervise::Supervisor;
use tasks::task::Task;
use tasks::verify::{Verification, Wanted};

/// What UNO looks for by itself.
const UNO_DEFAULTS: &str = "uninitialised,pointer,bounds";

/// `gotcha check`. The answer is the exit status.
pub(super) fn check(args: &CheckArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    if args.uno_defaults {
        return uno_defaults(args, supervisor);
    }
    let engines = request::engines(&args.analysis)?;
    let mut program = request::program_in_time(&args.program, None, &args.analysis, supervisor)?;
    program.threads = if args.lockset { Threads::Calls } else { Threads::One };
    let observers = match &args.property {
        _ if args.lockset => Observers::Lockset { unwritten_statics: args.unwritten_statics },
        Some(_) if args.vacuity => return Err(Failure::Usage("--vacuity is for automata (--spec)".into())),
        Some(path) => Observers::uno(path)?,
        None => Observers::automata(&args.spec)?,
    };
    check_writable([args.output.json.as_deref()])?;
    let specification = format!("CHECK( init({}()), AUTOMATON({}) )", program.entry, observers.names().join(" "));
    let suite = suite(args.suite.as_deref(), &program, specification)?;
    let question = Check { observers, suite, vacuity: args.vacuity };
    let task = Task { program, engines, limits: request::limits(&args.analysis), question };
    run(task, supervisor, &args.output, |outcome| outcome.text(args.output.quiet, args.trace), |_| Ok(()))
}

/// The checks that UNO makes by itself are properties: each that fails has inputs with which it does.
fn uno_defaults(args: &CheckArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    if args.suite.is_some() || args.vacuity {
        return Err(Failure::Usage("--suite and --vacuity are for automata (--spec)".into()));
    }
    let aim = properties::asked(Some(UNO_DEFAULTS))?;
    let engines = request::engines(&args.analysis)?;
    let program = request::program_in_time(&args.program, None, &args.analysis, supervisor)?.with_properties(&aim.classes);
    check_writable([args.output.json.as_deref()])?;
    let task = Task { program, engines, limits: request::limits(&args.analysis), question: Verification::new(aim) };
    let wanted = Wanted { quiet: args.output.quiet, all: true, within_bound: false, trace: args.trace };
    run(task, supervisor, &args.output, |outcome| outcome.text(wanted), |_| Ok(()))
}
