//! `test`: tests of functions, as C.

use crate::cli::args::{TestArgs, When};
use crate::cli::progress::Progress;
use crate::cli::{command, output, request, settings};
use std::fmt::Write as _;
use std::sync::Mutex;
use tasks::failure::Failure;
use tasks::supervise::Supervisor;
use tasks::task::Observer;
use tasks::unit_tests::{Framework, FunctionReport, Report, UnitTests};

/// Where tests are written unless somebody says something else.
const FOLDER: &str = "tests/gotcha";

/// `gotcha test`. The answer is the exit status.
pub(super) fn test(args: &TestArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    command::catch_signals(supervisor)?;
    let (named, names) = request::files_and_names(&args.program);
    let functions = args.functions.iter().cloned().chain(names).collect();
    let program = request::project(&named)?;
    if program.entry != "main" || program.lazy_inputs.is_some() {
        return Err(Failure::Usage("--entry and --lazy-inputs do not go with test: it calls each function by itself (--function NAME)".to_owned()));
    }
    let wanted = UnitTests {
        program,
        engines: request::engines(&args.analysis)?,
        folder: args.out.clone().unwrap_or_else(|| FOLDER.into()),
        functions,
        time: args.time,
        timeout: args.analysis.timeout,
        cache: settings::cache(args.cache.as_deref(), args.no_cache),
        framework: args.framework.map(Framework::from).unwrap_or_default(),
    };
    let shown = Mutex::new(Progress::new(if args.quiet { When::Never } else { When::Auto }, args.quiet));
    let report = wanted.run(supervisor, &|done, of| {
        // A panic of another thread costs the line only.
        if let Ok(mut progress) = shown.lock() {
            progress.tick(&|| format!("functions {of}: done {done}"));
        }
    })?;
    if let Ok(progress) = shown.into_inner() {
        progress.finish();
    }
    output::print(&text(&report, args.quiet))?;
    Ok(0)
}

pub(super) fn text(report: &Report, quiet: bool) -> String {
    let mut text = String::new();
    for function in report.functions.iter().filter(|_| !quiet) {
        text.push_str(&line(function));
    }
    let sum = |of: fn(&FunctionReport) -> usize| report.functions.iter().map(of).sum::<usize>();
    for file in &report.written.foreign {
        let _ = writeln!(text, "{}: not written, since its first line does not say that it may be replaced", file.display());
    }
    let (covered, goals, unreachable) = (sum(|f| f.covered), sum(|f| f.goals), sum(|f| f.unreachable));
    let _ = writeln!(
        text,
        "FUNCTIONS: {}  BRANCHES: {covered} of {goals} covered, {unreachable} unreachable  TESTS: {}  BUGS: {}  FILES: {} changed, {} as before",
        report.functions.len(),
        sum(|f| f.tests),
        sum(|f| f.bugs),
        report.written.changed.len(),
        report.written.unchanged
    );
    if let Some(known) = report.known {
        let _ =
            writeln!(text, "KNOWN: {known} of {} functions as an earlier run found them, SEARCHED: {}", report.functions.len(), report.functions.len() - known);
    }
    text
}

fn line(function: &FunctionReport) -> String {
    let FunctionReport { name, file, goals, covered, unreachable, tests, bugs, broken, has_contract, left_out } = function;
    let mut line = format!("{file}: {name}: {covered} of {goals} branches");
    if *unreachable > 0 {
        let _ = write!(line, ", {unreachable} unreachable{}", if *has_contract { " under its contract" } else { "" });
    }
    let _ = write!(line, ", {tests} tests");
    match (bugs - broken.len(), broken.len()) {
        (0, 0) => {}
        (crash, 0) => _ = write!(line, " ({crash} crash)"),
        (0, n) => _ = write!(line, " ({n} break its contract)"),
        (crash, n) => _ = write!(line, " ({crash} crash, {n} break its contract)"),
    }
    for (why, n) in left_out {
        let _ = if *n == 0 { write!(line, "; {why}") } else { write!(line, "; {n} left out: {why}") };
    }
    line.push('\n');
    for (test, clauses) in broken {
        for clause in clauses {
            let _ = writeln!(line, "{file}: VIOLATED {clause} by test {test}");
        }
    }
    line
}
