//! `cover` and `verify`: compile, analyse under supervision, report from the board whatever happened.

use crate::cli::args::{AnalysisArgs, CoverArgs, OutputArgs, VerifyArgs};
use crate::cli::check_witness::{self, Check};
use crate::cli::condition::{self, Analysed, Given};
use crate::cli::counted::{Counting, Marks};
use crate::cli::criteria::{self, criterion_name};
use crate::cli::failure::{Defect, Failure};
use crate::cli::output;
use crate::cli::pipeline::{self, Aim, Engines};
use crate::cli::progress::Progress;
use crate::cli::properties;
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped::{self, Stepped};
use crate::cli::supervise::{self, Panics};
use crate::cli::supervised::{CommandContext, Reporter};
use crate::cli::whole;
use crate::cli::witness::{self, Writing};
use analysis::termination::Claim;
use engine::board::{self, Board, LostRuns};
use engine::certificate::CertificateSink;
use engine::collection::TestSink;
use engine::status::{Evidence, PropertySummary, Reason, Status, Summary};
use engine::termination::{self, Ending};
use engine::trace;
use frontend::Loaded;
use goto::PropertyClass;
use goto::callgraph::within_reach;
use goto::limits::{Stop, StopReason};
use instrument::{self, Criterion};
use report::certificate::write::{About, ProofFolder};
use report::history;
use report::json::{self, Statistics};
use report::suite::{Metadata, Suite};
use report::text::{self, Listing, Verdict};
use report::value::to_text;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Assignments of a counterexample that are printed.
const LONGEST_TRACE: usize = 100;

/// What is known of this process before any command runs.
pub(super) struct Session {
    pub start: Instant,
    pub panics: Panics,
}

impl Session {
    /// All that is known of a panic that ended the analysis with these words.
    pub(super) fn defect(&self, said: &str) -> Defect {
        // What broke first explains the rest.
        self.panics.noted().into_iter().next().unwrap_or_else(|| said.to_owned().into())
    }
}

/// What the analysis thread hands to the reporting one while it works.
#[derive(Default)]
struct Shared {
    board: OnceLock<Arc<Board>>,
    /// What must be shown for termination, if that is asked. Set before the board.
    claims: OnceLock<Vec<Claim>>,
    warnings: Mutex<Vec<String>>,
    /// Functions without a body. Set before the board.
    missing: OnceLock<Vec<String>>,
    /// The program as assumption automata see it, if there is one to be written.
    stepped: OnceLock<Stepped>,
    /// What goals stand for, if native runs count. Set before the board.
    marks: OnceLock<Arc<Marks>>,
}

/// A run, from the outside.
struct Job<'a> {
    program: ProgramRequest,
    aim: Aim,
    engines: Engines,
    analysis: &'a AnalysisArgs,
    /// Where what was analysed is written.
    condition: Option<&'a Path>,
    output: &'a OutputArgs,
    suite: Option<Suite>,
    proof: Option<ProofFolder>,
    all_goals: bool,
    all_properties: bool,
    /// What only the bound leaves open is not listed.
    within_bound: bool,
    /// Are only as many tests kept as the goals need?
    minimise: bool,
    /// Where the history of coverage goes.
    history: Option<&'a Path>,
    trace: bool,
    witness: Option<Writing>,
    check: Option<Arc<Check>>,
    /// Where to go on.
    given: Option<Arc<Given>>,
    /// A property that this version does not check.
    unsupported: Option<String>,
}

/// `gotcha cover`. The answer is the exit status.
pub(super) fn cover(args: &CoverArgs, session: &Session) -> Result<u8, Failure> {
    let aim = criteria::cover_aim(args)?;
    let engines = Engines::new(&args.analysis)?;
    let mut program = request::program(&args.program, aim.entry)?;
    program.competition |= aim.criteria.contains(&Criterion::TestComp);
    check_output(&args.output)?;
    args.coverage_history.as_deref().map_or(Ok(()), output::check_writable)?;
    let suite = match &args.reports.suite {
        None => None,
        Some(path) => {
            let metadata = Metadata { files: program.files.clone(), specification: aim.specification, entry: program.entry.clone(), model: program.model() };
            Some(Suite::create(path, &metadata)?)
        }
    };
    let aim = Aim::Cover(aim.criteria);
    let proof = proof_folder(args.proof.as_deref(), &program, &aim)?;
    let job = Job {
        program,
        aim,
        engines,
        analysis: &args.analysis,
        condition: args.condition.condition.as_deref(),
        output: &args.output,
        suite,
        proof,
        all_goals: args.reports.all_goals,
        all_properties: false,
        within_bound: false,
        minimise: args.minimise,
        history: args.coverage_history.as_deref(),
        trace: false,
        witness: None,
        check: None,
        given: None,
        unsupported: None,
    };
    run(job, session)
}

/// `gotcha verify`. The answer is the exit status.
pub(super) fn verify(args: &VerifyArgs, session: &Session) -> Result<u8, Failure> {
    let mut aim = properties::verify_aim(args)?;
    let engines = Engines::new(&args.analysis)?;
    let check = args.check_witness.as_deref().map(Check::read).transpose()?.map(Arc::new);
    if let Some(check) = &check {
        aim = check.aim(Some(&aim).filter(|aim| !aim.is_default))?;
    }
    let mut program = request::program_with_properties(&args.program, aim.entry.clone(), &aim.classes)?;
    program.malloc_may_fail = args.malloc_may_fail;
    check_output(&args.output)?;
    args.witness.as_deref().map_or(Ok(()), output::check_writable)?;
    let asked = match aim.classes.as_slice() {
        [PropertyClass::Termination] if check.is_none() => Aim::Terminate,
        _ => Aim::Verify(aim.classes.clone()),
    };
    let proof = proof_folder(args.proof.as_deref(), &program, &asked)?;
    let given = args.condition_in.as_deref().map(Given::read).transpose()?.map(Arc::new);
    let job = Job {
        program,
        aim: asked,
        engines,
        analysis: &args.analysis,
        condition: args.condition.condition.as_deref(),
        output: &args.output,
        suite: None,
        proof,
        all_goals: false,
        all_properties: args.all_properties,
        within_bound: args.no_unwinding_assertions,
        minimise: false,
        history: None,
        trace: args.trace,
        check,
        given,
        unsupported: aim.unsupported.clone(),
        witness: args.witness.clone().map(|path| Writing { path, aim }),
    };
    run(job, session)
}

fn proof_folder(path: Option<&Path>, program: &ProgramRequest, aim: &Aim) -> Result<Option<ProofFolder>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let about = About { files: program.files.clone(), entry: program.entry.clone(), model: program.model(), asked: asked(aim) };
    Ok(Some(ProofFolder::create(path, &about)?))
}

/// The names of what is asked for.
fn asked(aim: &Aim) -> Vec<String> {
    match aim {
        Aim::Cover(criteria) => criteria.iter().map(|c| criterion_name(*c).to_string()).collect(),
        Aim::Verify(classes) => classes.iter().map(|c| json::class_name(*c).to_string()).collect(),
        Aim::Terminate => vec![json::class_name(PropertyClass::Termination).to_string()],
    }
}

fn check_output(args: &OutputArgs) -> Result<(), Failure> {
    args.json.as_deref().map_or(Ok(()), output::check_writable)
}

fn run(job: Job<'_>, session: &Session) -> Result<u8, Failure> {
    let stop = supervise::stop_for(session.start, job.analysis.timeout);
    let shared = Arc::new(Shared::default());
    let counting = Arc::new(Counting::new(&job.program, job.analysis.seed));
    let mut progress = Progress::new(job.output.progress, job.output.quiet);
    let work = {
        let (request, aim, shared, stop) = (job.program.clone(), job.aim.clone(), Arc::clone(&shared), stop.clone());
        let tests = job.suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let certificates = job.proof.clone().map(|p| Box::new(p) as Box<dyn CertificateSink>);
        let sinks = Sinks { tests, certificates };
        let (engines, check, unsupported) = (job.engines.clone(), job.check.clone(), job.unsupported.is_some());
        let counting = Arc::clone(&counting);
        let (given, wants_condition) = (job.given.clone(), job.condition.is_some() || job.given.is_some());
        move || {
            let mut compiled = match &check {
                None if wants_condition => {
                    let stepped = stepped::read(&request)?;
                    // Criteria ask for the program as it is, without what steps stand on.
                    let loaded = if matches!(aim, Aim::Cover(_)) { pipeline::compile(&request)? } else { stepped.loaded.clone() };
                    // This thread is the only one that sets it.
                    let _ = shared.stepped.set(stepped);
                    loaded
                }
                None => pipeline::compile(&request)?,
                Some(check) => check_witness::compile(check, &request, pipeline::compile)?,
            };
            if unsupported {
                return Ok(Statistics::default());
            }
            let whole = given.is_some().then(|| {
                let mut whole = compiled.clone();
                pipeline::instrument(&mut whole, &aim);
                whole
            });
            match (&check, &aim) {
                (Some(check), Aim::Verify(classes)) if !check.instrument(&mut compiled, classes)? => return Ok(Statistics::default()),
                (Some(_), _) => {}
                (None, Aim::Verify(classes)) if given.is_some() => {
                    if let (Some(given), Some(stepped)) = (&given, shared.stepped.get()) {
                        let warnings = given.restrict(stepped, &mut compiled, classes, request.malloc_may_fail)?;
                        shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
                    }
                }
                (None, _) => pipeline::instrument(&mut compiled, &aim),
            }
            if counts_natively(&aim) {
                // This thread is the only one that sets it.
                let _ = shared.marks.set(Arc::new(instrument::marks_of_goals(&compiled.program)));
            }
            let statistics = analyse(compiled, whole, &request, &aim, &engines, sinks, check.as_deref(), &shared, &stop)?;
            if let (Some(board), Some(marks)) = (shared.board.get(), shared.marks.get()) {
                counting.exhaust(board, marks, &stop);
            }
            Ok(statistics)
        }
    };
    let around = CommandContext { session, output: job.output, program: &job.program, engines: &job.engines, stop: &stop };
    let mut tick = || {
        progress.tick(shared.board.get().map(|b| &**b));
        if let (Some(board), Some(marks)) = (shared.board.get(), shared.marks.get()) {
            counting.tick(board, marks);
        }
    };
    let over = around.run(job.analysis, &mut tick, work)?;
    progress.finish();
    if let Some(board) = shared.board.get().filter(|_| shared.marks.get().is_some()) {
        board.finish();
        counting.finish(board, stop.reason().is_some());
    }
    around.report(over, |reporter| report(&job, reporter, &shared))
}

/// Where results go while they are found.
struct Sinks {
    tests: Option<Box<dyn TestSink>>,
    certificates: Option<Box<dyn CertificateSink>>,
}

/// The work of the analysis thread on a program with its goals or properties; with the whole one if they are asked of a part.
#[expect(clippy::too_many_arguments, reason = "the thread gets what the job is made of")]
fn analyse(
    mut compiled: Loaded,
    whole: Option<Loaded>,
    request: &ProgramRequest,
    aim: &Aim,
    engines: &Engines,
    sinks: Sinks,
    check: Option<&Check>,
    shared: &Shared,
    stop: &Stop,
) -> Result<Statistics, Failure> {
    // This thread is the only one that sets it.
    let _ = shared.missing.set(compiled.missing.clone());
    let missing = compiled.missing.iter().map(|f| format!("{f} has no body: its effects are guessed from its type; add the file that defines it"));
    shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
    pipeline::bound_loops(&mut compiled.program, aim, engines)?;
    if request.malloc_may_fail {
        pipeline::let_allocations_fail(&mut compiled.program);
    }
    pipeline::tidy(&mut compiled.program);
    let claims = match aim {
        Aim::Terminate => pipeline::claim_termination(&mut compiled.program, &compiled.missing),
        Aim::Cover(_) | Aim::Verify(_) => Vec::new(),
    };
    let board = Arc::new(Board::new(Arc::new(compiled.program), sinks.tests, lost_runs(aim)));
    for claim in &claims {
        board.add_alternatives(claim);
    }
    if let Some(certificates) = sinks.certificates {
        board.certify_to(certificates);
    }
    if shared.stepped.get().is_some() {
        board.want_depth(board::About::Everything);
    }
    // This thread is the only one that sets them.
    let _ = shared.claims.set(claims);
    let _ = shared.board.set(Arc::clone(&board));
    if let Some(check) = check {
        check.first_run(&board, stop);
    }
    if let Some(whole) = whole {
        whole::work(whole, request, aim, engines, &board, stop)?;
    }
    pipeline::analyse(&board, engines, stop)
}

/// `testcomp` means what the validator counts; every other criterion asks for a test that reaches the goal, whatever happens then.
pub(super) fn lost_runs(aim: &Aim) -> LostRuns {
    match aim {
        Aim::Cover(criteria) if criteria.contains(&Criterion::TestComp) => LostRuns::KeepOpen,
        _ => LostRuns::Count,
    }
}

/// Of `testcomp` also what native runs of the tests reach counts, as for the validator.
fn counts_natively(aim: &Aim) -> bool {
    matches!(aim, Aim::Cover(criteria) if criteria.as_slice() == [Criterion::TestComp])
}

/// Reports what the board holds. The answer is the exit status.
fn report(job: &Job<'_>, reporter: Reporter<'_>, shared: &Shared) -> Result<u8, Failure> {
    let board = shared.board.get().map(|b| &**b);
    let defect = reporter.defect.as_ref().map(|defect| defect.what.as_str());
    if let Some(board) = board {
        board.finish();
        board.arrange(job.minimise);
        explain_open(board, reporter.stopped(), defect);
        explain_missing(board, shared.missing.get().map_or(&[][..], |missing| missing));
    }
    let suite_result = job.suite.as_ref().map_or(Ok(()), Suite::finish).err().or_else(|| board.and_then(Board::take_sink_error));
    let written = job.proof.as_ref().map_or(Ok(()), |proof| proof.finish(board)).err();
    let proof_result = board.and_then(Board::take_certificate_error).or(written);
    let claims = shared.claims.get().map_or(&[][..], |claims| claims);
    let endings: Vec<Ending> = board.map(|board| claims.iter().map(|claim| termination::ending(claim, board)).collect()).unwrap_or_default();
    let outcome = Outcome { board, claims, endings: &endings };
    let verdict = verdict(job, &outcome, reporter.early());
    let mut warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if defect.is_none() {
        warnings.extend(reporter.around.session.panics.noted().into_iter().map(|p| format!("an engine failed and was given up: {p}")));
    }
    reporter.print(&warnings, &verdict, || result_text(job, &outcome))?;
    reporter.write_json(asked(&job.aim), warnings, &verdict, |run| result_json(job, run, &outcome))?;
    if let Some(path) = &job.condition {
        let about = match &job.aim {
            Aim::Verify(classes) => condition::About::Properties(classes),
            Aim::Cover(_) | Aim::Terminate => condition::About::Goals,
        };
        let question = condition::Question { about, malloc_may_fail: job.program.malloc_may_fail };
        let looked = condition::so_far(board.filter(|_| defect.is_none()), shared.stepped.get(), &question, &verdict);
        condition::write(path, shared.stepped.get(), &Analysed::So(looked), &question, job.given.as_deref())?;
    }
    if let Some(path) = job.history {
        let start = reporter.around.session.start;
        output::write(path, &history::series(board, start, start.elapsed()))?;
    }
    let no_witness = match (&job.witness, board) {
        (Some(writing), Some(board)) if defect.is_none() => witness::write(writing, &job.program, board, &verdict)?,
        _ => None,
    };
    if let Some(reason) = no_witness.filter(|_| !job.output.quiet) {
        output::complain(&format!("warning: there is no witness: {reason}"));
    }
    if let Some(error) = suite_result {
        return Err(Failure::Output { path: "the suite".into(), error });
    }
    if let Some(error) = proof_result {
        return Err(Failure::Output { path: "the proofs".into(), error });
    }
    reporter.status(&verdict)
}

/// What is open because the run ended says so.
pub(super) fn explain_open(board: &Board, stopped: Option<StopReason>, defect: Option<&str>) {
    let reason = match (defect, stopped) {
        (Some(text), _) => Reason::Defect(text.to_string()),
        (None, Some(reason)) => Reason::Stopped(reason),
        (None, None) => return,
    };
    let unexplained = |old: &Reason| matches!(old, Reason::NotAnalysed | Reason::Bound(_));
    for target in board.open() {
        if matches!(board.status(target), Status::Open(old) if unexplained(&old)) {
            board.resist(target, reason.clone());
        }
    }
}

/// What depends on values that the program does not determine names the functions without a body that may be called.
fn explain_missing(board: &Board, missing: &[String]) {
    let program = board.program();
    let reach = within_reach(program);
    let called = program.functions.iter().filter(|(f, function)| reach[*f] && missing.contains(&function.name));
    let functions: Vec<String> = called.map(|(_, function)| function.name.clone()).collect();
    if functions.is_empty() {
        return;
    }
    for target in board.open() {
        if board.status(target) == Status::Open(Reason::Indeterminate) {
            board.resist(target, Reason::WithoutBody(functions.clone()));
        }
    }
}

/// What came out, as far as there is anything.
struct Outcome<'a> {
    board: Option<&'a Board>,
    claims: &'a [Claim],
    /// One for each claim if there is a board.
    endings: &'a [Ending],
}

/// What it comes to; `early` says why there is no board where there is none.
fn verdict(job: &Job<'_>, outcome: &Outcome<'_>, early: String) -> Verdict {
    let board = outcome.board;
    if let Some(name) = &job.unsupported {
        return Verdict::Unknown(format!("{name} is not supported"));
    }
    if let Some(check) = &job.check {
        return check.verdict(board, Verdict::Unknown(early));
    }
    match (&job.aim, board) {
        (Aim::Cover(_), Some(board)) => text::cover_verdict(board),
        (Aim::Verify(classes), Some(board)) => match text::verify_verdict(board) {
            // Of a run only its first violation counts.
            Verdict::False(class) if classes.len() > 1 => {
                let leading = witness::leading_violation(board).map(|(property, _)| board.program().properties[property].class);
                Verdict::False(leading.map_or(class, json::class_name))
            }
            verdict => verdict,
        },
        (Aim::Terminate, Some(board)) => text::termination_verdict(board.program(), outcome.endings),
        // Without a board nothing is known of the program, not even that it has no goals.
        (Aim::Cover(_), None) => Verdict::Incomplete(early),
        (Aim::Verify(_) | Aim::Terminate, None) => Verdict::Unknown(early),
    }
}

fn result_text(job: &Job<'_>, outcome: &Outcome<'_>) -> String {
    let board = outcome.board;
    let mut result = String::new();
    match &job.aim {
        Aim::Cover(_) => {
            if let Some(board) = board.filter(|_| !job.output.quiet) {
                result.push_str(&text::goal_lines(board, &job.program.entry, job.all_goals));
            }
            result.push_str(&text::summary_line(&board.map_or(Summary::default(), Board::summary)));
        }
        Aim::Verify(_) => {
            let listing = Listing { entry: &job.program.entry, all: job.all_properties, within_bound: job.within_bound, trace: job.trace };
            if let Some(board) = board.filter(|_| !job.output.quiet) {
                result.push_str(&text::property_lines(board, listing));
                if job.trace {
                    result.push_str(&traces(board));
                }
            }
            result.push_str(&text::property_summary_line(&board.map_or(PropertySummary::default(), Board::property_summary)));
        }
        Aim::Terminate => {
            if let Some(board) = board.filter(|_| !job.output.quiet) {
                result.push_str(&text::termination_lines(board.program(), outcome.claims, outcome.endings, job.all_properties, job.trace));
            }
            result.push_str(&text::property_summary_line(&text::termination_summary(outcome.endings)));
        }
    }
    result
}

/// The assignments on the way to each violation.
fn traces(board: &Board) -> String {
    let program = board.program();
    let mut text = String::new();
    for (id, property) in program.properties.iter() {
        let Status::Reached(Evidence::Inputs(inputs)) = board.status(id) else { continue };
        let (steps, dropped) = trace::steps(program, &inputs, id, LONGEST_TRACE);
        text.push_str(&format!("the way to {}\n", property.name));
        if dropped > 0 {
            text.push_str(&format!("  ({dropped} assignments before)\n"));
        }
        for step in steps {
            let value = to_text(&program.types, step.ty, step.value);
            text.push_str(&format!("  {}:{}  {} = {value}\n", program.files[step.loc.file], step.loc.line, step.place));
        }
        let loc = property.loc;
        text.push_str(&format!("  {}:{}:{}  {}\n", program.files[loc.file], loc.line, loc.column, property.text));
    }
    text
}

fn result_json(job: &Job<'_>, run: &json::Run, outcome: &Outcome<'_>) -> String {
    match job.aim {
        Aim::Cover(_) => json::cover(run, outcome.board),
        Aim::Verify(_) => json::verify(run, outcome.board),
        Aim::Terminate => json::termination(run, outcome.board.map(Board::program), outcome.claims, outcome.endings),
    }
}
