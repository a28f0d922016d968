//! Every test of a suite in the interpreter, which tells the goals, and natively, which tells whether the interpreter is right.

use crate::clauses::Claims;
use crate::failure::Failure;
use crate::program::{self, Aim, ProgramRequest};
use crate::recorder;
use crate::schedules::{self, Schedules};
use engine::replay::{self, Flags, Native, NativeEnd, NativeRun, Observed, ReplayError};
use frontend::library::models::Threads;
use frontend::preprocess;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, FuncId, GoalId, InputId, Program, PropertyClass, Storage, TypeId};
use instrument::Criterion;
use rayon::prelude::*;
use report::read_suite::SuiteTest;
use report::replay_report::{Agreement, ReplayReport, TestReport};
use report::world::{WorldNames, WorldSource};
use report::{harness, value};
use std::path::PathBuf;
use tempfile::TempDir;

/// Instructions of one interpreted run: far more than a native run gets done that ends in time.
pub(crate) const STEPS: u64 = 200_000_000;
/// Bytes of live objects of an interpreted run.
pub(crate) const MEMORY: u64 = 2 << 30;
pub(crate) const DEPTH: u32 = 20_000;

/// What a replay is to count.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub criteria: Vec<Criterion>,
    /// Goals are those in functions of these files; in all functions if there is none.
    pub goals_in: Vec<PathBuf>,
    /// Native runs leave gcc's counters of coverage in this folder, which is there.
    pub counters: Option<PathBuf>,
}

/// Runs the tests, and counts the goals that they reach. The program has these goals.
///
/// # Errors
/// If the program is wrong.
pub fn replay(request: &ProgramRequest, wanted: Wanted, tests: &[SuiteTest], stop: &Stop) -> Result<(Program, ReplayReport), Failure> {
    let Wanted { criteria, goals_in, counters } = wanted;
    // The folder lives until all has been compiled.
    let (flags, _headers) = flags_of(request);
    let flags = Flags { counters, ..flags };
    // Tests say what fails, and the world is theirs.
    let mut request = request.clone();
    request.world.given(tests.iter().any(|test| !test.world.failures.is_empty()));
    let threads = if criteria.contains(&Criterion::TestComp) { Threads::One } else { Threads::Machine };
    request.threads = threads;
    let decisions = criteria.iter().any(|c| c.needs_decisions());
    let request = &request;
    let mut compiled = program::compile(&ProgramRequest { notes_exit_status: true, decisions, ..request.clone() })?;
    let asked = program::functions_of(&compiled.program, &goals_in)?;
    program::instrument(&mut compiled, &Aim::Cover(criteria, asked));
    let mut report = run_all(&compiled.program, request, &flags, tests, stop)?;
    excuse_undefined(request, tests, &mut report, stop)?;
    if compiled.has_clauses && !compiled.program.begins_threads() {
        match Claims::of_program(request) {
            Ok(claims) => {
                let of = |claims: Claims| claims.told(tests.iter().map(|test| (test.name.clone(), claims.broken_by(test, stop))));
                report.broken_clauses = claims.map(of).unwrap_or_default();
            }
            Err(why) => report.no_clauses = Some(why),
        }
    }
    Ok((compiled.program, report))
}

/// What the compiler is told of the program, and the folder of headers that it names. Without that the compiler says that a header is missing, if it is wanted.
pub(crate) fn flags_of(request: &ProgramRequest) -> (Flags, Option<TempDir>) {
    let (preprocessor, units) = (request.source.compiler_options(), request.source.compiler_options_of_units());
    let mut flags = Flags { model: request.model(), preprocessor, units, ..Flags::default() };
    let headers = preprocess::header_folder().ok();
    if let Some(folder) = &headers {
        flags.find_headers_in(folder.path());
    }
    (flags, headers)
}

/// Compilers make use of these not happening, so that a native run may go another way than one that wraps around.
const UNDEFINED: [PropertyClass; 2] = [PropertyClass::Overflow, PropertyClass::Shift];

/// Tests that differ cannot be compared if they do what has no definition.
fn excuse_undefined(request: &ProgramRequest, tests: &[SuiteTest], report: &mut ReplayReport, stop: &Stop) -> Result<(), Failure> {
    let differ = |report: &TestReport| matches!(report.agreement, Agreement::Differs(_));
    if !report.tests.iter().any(differ) {
        return Ok(());
    }
    let mut loaded = program::compile(request)?;
    program::instrument(&mut loaded, &Aim::Verify(UNDEFINED.to_vec()));
    let program = &loaded.program;
    let compiled = Compiled::new(program);
    for (test, report) in tests.iter().zip(&mut report.tests).filter(|(_, report)| differ(report)) {
        let Interpreted { run, .. } = interpret(program, &compiled, test, &|| stop.reason().is_some());
        if let Some(property) = run.violations.first().map(|&property| &program.properties[property]) {
            let place = format!("{}:{}", program.files[property.loc.file], property.loc.line);
            report.agreement = Agreement::NotComparable(format!("undefined behaviour: {} ({place})", property.text));
        }
    }
    Ok(())
}

fn run_all(program: &Program, request: &ProgramRequest, flags: &Flags, tests: &[SuiteTest], stop: &Stop) -> Result<ReplayReport, Failure> {
    let schedules = Schedules::of(program, request, flags, tests, stop)?;
    // Those of threads are compiled for schedules.
    let (native, no_native) = match (!program.begins_threads()).then(|| compile_native(program, request, flags, stop)) {
        Some(Ok(native)) => (Some(native), None),
        Some(Err(reason)) => (None, Some(reason)),
        None => (None, None),
    };
    let recorded = Recorded::of(request, tests, no_native.is_some(), stop);
    let compiled = Compiled::new(program);
    let reports: Result<Vec<_>, Failure> = tests
        .par_iter()
        .map(|test| {
            if stop.reason().is_some() {
                return Ok(interrupted(test));
            }
            if schedules::is_threaded(program, test) {
                return schedules.replay(test, stop);
            }
            let Interpreted { run, status, malformed } = interpret(program, &compiled, test, &|| stop.reason().is_some());
            let inputs = test.values.join("\n") + "\n";
            let inputs = if test.values.is_empty() { "" } else { &inputs };
            let run_native = |native: &Native| {
                if !program.reads_world() {
                    return native.run(inputs, stop);
                }
                native.run_in_world(inputs, recorder::surroundings(&test.world), stop)
            };
            let (native_run, unconfined) = match native.as_ref().map(run_native).transpose() {
                Ok(run) => (run, None),
                Err(ReplayError::Stopped) => return Ok(interrupted(test)),
                Err(error @ ReplayError::Unconfined(_)) => (None, Some(error.to_string())),
                Err(error) => return Err(Failure::Defect(error.to_string().into())),
            };
            let agreement = match (&native_run, &malformed) {
                (_, Some(text)) => Agreement::NotComparable(format!("`{text}` is no value of its type")),
                (Some(native_run), None) => match native.as_ref().and_then(|n| n.lacks(native_run)) {
                    Some(function) => Agreement::NotComparable(format!("needs {function}, which has no definition")),
                    None => compare(program, &run, status, native_run),
                },
                (None, None) => Agreement::NotComparable(unconfined.unwrap_or_else(|| "no native run".into())),
            };
            let agreement = match (&agreement, &test.expected) {
                (Agreement::Differs(_), _) | (_, None) => agreement,
                (Agreement::Agrees, Some(expected)) => recorded.compare(test, expected, stop)?.map_or(agreement, Agreement::Differs),
                // What depends on more than the test need not be the same twice.
                (Agreement::NotComparable(_), Some(expected)) => recorded.compare(test, expected, stop)?.map_or(agreement, Agreement::NotComparable),
            };
            let goals = program.goals.ids().filter(|g| run.goals.contains(*g)).collect();
            let native = native_run.map(|n| native_text(&n));
            Ok(TestReport { name: test.name.clone(), goals, interpreter: outcome_text(program, &run.outcome), native, agreement })
        })
        .collect();
    Ok(ReplayReport { tests: reports?, no_native, broken_clauses: Vec::new(), no_clauses: None })
}

/// The program as its users build it, if something is recorded of what it does.
struct Recorded(Option<Native>);

impl Recorded {
    fn of(request: &ProgramRequest, tests: &[SuiteTest], no_native: bool, stop: &Stop) -> Self {
        let is_needed = !no_native && tests.iter().any(|test| test.expected.is_some());
        // Where it cannot be built or run the comparison with the interpreter has said so.
        Self(is_needed.then(|| recorder::compile(request, stop).ok()).flatten())
    }

    /// What is not as it was recorded.
    fn compare(&self, test: &SuiteTest, expected: &Observed, stop: &Stop) -> Result<Option<String>, Failure> {
        let Some(native) = &self.0 else { return Ok(None) };
        match native.observe(recorder::surroundings(&test.world), stop) {
            Ok(Ok(observed)) => Ok(expected.differs(&observed).map(|what| format!("the {what} of the native run: not as recorded"))),
            Ok(Err(why)) => Ok(Some(format!("the native run is not as recorded: {}", why.text()))),
            Err(ReplayError::Stopped | ReplayError::Unconfined(_)) => Ok(None),
            Err(error) => Err(Failure::Defect(error.to_string().into())),
        }
    }
}

pub(crate) fn interrupted(test: &SuiteTest) -> TestReport {
    without_native(test, Vec::new(), "not run".into(), "interrupted")
}

/// A test that no native run was compared with.
pub(crate) fn without_native(test: &SuiteTest, goals: Vec<GoalId>, interpreter: String, why: &str) -> TestReport {
    TestReport { name: test.name.clone(), goals, interpreter, native: None, agreement: Agreement::NotComparable(why.to_owned()) }
}

pub(crate) fn compile_native(program: &Program, request: &ProgramRequest, flags: &Flags, stop: &Stop) -> Result<Native, String> {
    if request.entry != "main" {
        let entry = request.entry_name();
        return Err(format!("a native run starts in main, not in {entry} (cover --entry {entry} --harness DIR writes tests in C that call it)"));
    }
    let driver = harness::driver(program).map_err(|e| format!("no native driver can deliver the input {}", e.function))?;
    let variables = program.symbols.values().filter(|s| s.storage == Storage::Static).map(|s| s.name.clone()).collect();
    Native::compile(&request.files, &driver, &Flags { variables: Some(variables), ..flags.clone() }, stop).map_err(|e| e.to_string())
}

/// The values of a test as the interpreter asks for them.
pub(crate) struct Values<'a> {
    pub program: &'a Program,
    pub values: std::slice::Iter<'a, String>,
    pub malformed: Option<String>,
}

impl InputSource for Values<'_> {
    fn next(&mut self, _input: InputId, ty: TypeId, _width: u16) -> Option<Bits> {
        let text = self.values.next()?;
        let value = value::from_text(&self.program.types, ty, text);
        if value.is_none() {
            self.malformed = Some(text.clone());
        }
        value
    }
}

/// A run of the interpreter on a test.
pub(crate) struct Interpreted {
    pub run: Run,
    /// If the program told one and ended by itself.
    status: Option<i32>,
    /// A value of the test that is none.
    pub malformed: Option<String>,
}

pub(crate) fn interpret(program: &Program, compiled: &Compiled, test: &SuiteTest, stop: &(dyn Fn() -> bool + Sync)) -> Interpreted {
    let values = Values { program, values: test.values.iter(), malformed: None };
    let names = WorldNames::new(program);
    let mut source = WorldSource::new(program, &test.world, names.clone(), values);
    let mut observer =
        RunObserver { names, exit_status: program.functions.iter().find(|(_, f)| f.model && f.name == frontend::EXIT_STATUS).map(|(id, _)| id), status: None };
    let limits = Limits { steps: STEPS, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| stop() };
    let run = Machine::new(compiled).run_observed(&mut source, &limits, &mut observer);
    Interpreted { run, status: observer.status, malformed: source.calls().malformed }
}

/// Looks out for the exit status and the names of files.
pub(crate) struct RunObserver {
    names: WorldNames,
    /// The function that gets the status.
    exit_status: Option<FuncId>,
    status: Option<i32>,
}

impl RunObserver {
    /// Of which the status does not matter.
    pub(crate) fn new(names: WorldNames) -> Self {
        Self { names, exit_status: None, status: None }
    }
}

impl Observer for RunObserver {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        self.names.called(function, arguments);
        if let (true, [Some(status)]) = (self.exit_status == Some(function), arguments) {
            self.status = Some(status.signed() as i32);
        }
    }
}

/// Did the native run do what the interpreted one did, as far as a native run can be expected to?
pub(crate) fn compare(program: &Program, run: &Run, status: Option<i32>, native: &NativeRun) -> Agreement {
    let [n_inputs, hash, why] = native.notes;
    // Of the status the system keeps one byte.
    let other_status = match (&run.outcome, status, native.end) {
        (Outcome::Exit, Some(status), NativeEnd::Exit(code)) => (status & 0xff != code).then_some((status & 0xff, code)),
        _ => None,
    };
    let ended_by_driver = matches!(native.end, NativeEnd::Exit(1)) && why != 0;
    let same_end = match &run.outcome {
        Outcome::Exit => matches!(native.end, NativeEnd::Exit(_)) && !ended_by_driver,
        Outcome::Abort => native.end == NativeEnd::Abort,
        Outcome::InputsExhausted => ended_by_driver && why == replay::ENDED_EXHAUSTED,
        Outcome::AssumptionFailed => ended_by_driver && why == replay::ENDED_ASSUMPTION || native.end == NativeEnd::Abort,
        Outcome::StackOverflow | Outcome::StepLimit | Outcome::MemoryLimit => return Agreement::NotComparable("the interpreter's limits".into()),
        Outcome::Stopped => return Agreement::NotComparable("interrupted".into()),
        Outcome::Unsupported { reason, .. } => return Agreement::NotComparable(reason.clone()),
        Outcome::Crash { .. } => matches!(native.end, NativeEnd::Signal(_) | NativeEnd::Abort),
    };
    let expected = harness::expected_notes(run.inputs.iter().map(|(id, _)| *id), program);
    // Behaviour without a definition: a native run may go on, and may read more.
    if let Outcome::Crash { reason, .. } = &run.outcome
        && (!same_end || n_inputs > expected.0)
    {
        return Agreement::NotComparable(format!("undefined behaviour: {reason}"));
    }
    if same_end && other_status.is_none() && expected == (n_inputs, hash) {
        Agreement::Agrees
    } else if run.indeterminate {
        Agreement::NotComparable("the program read an indeterminate value".into())
    } else if let (true, Some((interpreted, native))) = (same_end, other_status) {
        Agreement::Differs(format!("the native run ended with status {native}, the interpreted one with {interpreted}"))
    } else if same_end {
        Agreement::Differs(format!("the native run read {n_inputs} inputs, the interpreted one {} or others", run.inputs.len()))
    } else {
        Agreement::Differs("the runs ended in different ways".into())
    }
}

pub(crate) fn outcome_text(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit => "exit".into(),
        Outcome::Abort => "abort".into(),
        Outcome::InputsExhausted => "inputs exhausted".into(),
        Outcome::AssumptionFailed => "assumption failed".into(),
        Outcome::Crash { reason, loc, .. } => format!("crash: {reason} ({}:{})", program.files[loc.file], loc.line),
        Outcome::Unsupported { reason, loc } => format!("unsupported: {reason} ({}:{})", program.files[loc.file], loc.line),
        Outcome::StepLimit => "too many steps".into(),
        Outcome::MemoryLimit => "too much memory".into(),
        Outcome::StackOverflow => "stack overflow".into(),
        Outcome::Stopped => "stopped".into(),
    }
}

pub(crate) fn native_text(run: &NativeRun) -> String {
    match (run.end, run.notes[2]) {
        (NativeEnd::Exit(_), replay::ENDED_EXHAUSTED) => "inputs exhausted".into(),
        (NativeEnd::Exit(_), replay::ENDED_ASSUMPTION) => "assumption failed".into(),
        (NativeEnd::Exit(_), replay::ENDED_MALFORMED) => "malformed input".into(),
        (NativeEnd::Exit(_), replay::ENDED_MISSING..) => "a function without a definition".into(),
        (NativeEnd::Exit(code), _) => format!("exit {code}"),
        (NativeEnd::Abort, _) => "abort".into(),
        (NativeEnd::Signal(signal), _) => format!("signal {signal}"),
        (NativeEnd::Timeout, _) => format!("not finished after {} s", engine::budget::replay::RUN_TIME.as_secs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::world::World;

    const C: &str = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern double __VERIFIER_nondet_double(void);\n\
                     extern void __VERIFIER_assume(int);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  double d = __VERIFIER_nondet_double();\n\
                     __VERIFIER_assume(x != 1);\n  if (x == 2) abort();\n  return x == 3 && d == 0x1.8p1;\n}\n";
    const GOTO: &str = r#"
goto lp64 start main
file file0 "a.c"
input in0 "__VERIFIER_nondet_int" "int" i32
input in1 "__VERIFIER_nondet_double" "double" f64
goal g0 branch_goal "main.branch.0.true" main "x == 2" @0:2:7
static x#0: i32 @0:1:5
static d#1: f64 @0:1:5
function main: fn() -> void @0:2:1 {
  0: x#0 := INPUT in0  @2:5
  1: d#1 := INPUT in1
  2: ASSUME x#0 != 1
  3: IF x#0 != 2 GOTO 6
  4: COVER g0 true
  5: HALT abort
  6: HALT exit
}
"#;

    fn report(goto_text: &str, tests: &[&[&str]]) -> ReplayReport {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, C).unwrap();
        let program = goto::parse::parse(goto_text).unwrap_or_else(|e| panic!("{e}"));
        let request = ProgramRequest::new(vec![file]);
        let values = |t: &&[&str]| t.iter().map(|v| (*v).to_string()).collect();
        let tests: Vec<_> = tests
            .iter()
            .enumerate()
            .map(|(n, t)| SuiteTest {
                name: format!("testcase-{n}.xml"),
                values: values(t),
                schedule: None,
                violates: None,
                world: World::default(),
                expected: None,
            })
            .collect();
        run_all(&program, &request, &Flags::default(), &tests, &Stop::default()).unwrap()
    }

    #[test]
    fn interpreted_and_native_runs_agree() {
        let report = report(GOTO, &[&["0", "0x1p-3"], &["1", "nan"], &["2", "-inf"], &["5"], &[]]);
        let found: Vec<_> = report.tests.iter().map(|t| (t.interpreter.as_str(), t.native.as_deref().unwrap(), t.agreement == Agreement::Agrees)).collect();
        let expected = [
            ("exit", "exit 0", true),
            ("assumption failed", "assumption failed", true),
            ("abort", "abort", true),
            ("inputs exhausted", "inputs exhausted", true),
            ("inputs exhausted", "inputs exhausted", true),
        ];
        assert_eq!(found, expected);
        assert_eq!(report.tests[2].goals.len(), 1);
    }

    #[test]
    fn a_wrong_interpretation_is_seen() {
        let swapped = GOTO.replace("x#0 := INPUT in0", "d#1 := INPUT in1").replacen("d#1 := INPUT in1\n  2", "x#0 := INPUT in0\n  2", 1);
        assert_ne!(swapped, GOTO);
        assert_eq!(report(&swapped, &[&["0", "0"]]).disagreements(), 1);
        assert_eq!(report(&GOTO.replace("x#0 != 2", "x#0 != 4"), &[&["4", "0"]]).disagreements(), 1);
        let with_status = |status: u32| {
            let note = "function __exit_status: fn(i32) -> void model { parameter status#2: i32 0: RETURN }";
            let call = format!("6: CALL __exit_status({status}i32)\n  7: HALT exit\n}}\n{note}\n");
            GOTO.replace("6: HALT exit\n}\n", &call)
        };
        assert_eq!(report(&with_status(0), &[&["0", "0"]]).disagreements(), 0);
        assert_eq!(report(&with_status(7), &[&["0", "0"]]).disagreements(), 1);
        let malformed = report(GOTO, &[&["zero", "0"]]);
        assert!(matches!(malformed.tests[0].agreement, Agreement::NotComparable(_)));
    }
}
