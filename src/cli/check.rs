//! `check`: put property automata into the program, decide their error paths under supervision, report from the board whatever happened.

use crate::cli::analysis::{self, Session};
use crate::cli::args::{CheckArgs, ConditionArgs, VerifyArgs};
use crate::cli::failure::Failure;
use crate::cli::lockset;
use crate::cli::output;
use crate::cli::pipeline::{self, Engines};
use crate::cli::progress::Progress;
use crate::cli::property_automata::{self, Checked};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped;
use crate::cli::supervise;
use crate::cli::supervised::{CommandContext, Reporter};
use crate::cli::uno;
use automata::spec::ast::Target;
use automata::spec::{Specification, StateId};
use automata::uno::Property;
use engine::board::{Board, LostRuns};
use engine::collection::TestSink;
use engine::status::{Evidence, Status};
use engine::trace::{self, Way};
use goto::limits::Stop;
use goto::{GoalId, Id};
use instrument::automata::Aim;
use report::json::Statistics;
use report::paths::{self, ErrorPath, PathKind};
use report::suite::{Metadata, Suite};
use report::text::Verdict;
use report::value::to_text;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Assignments on an error path that are printed.
const LONGEST_TRACE: usize = 100;

/// What the analysis thread hands to the reporting one while it works.
#[derive(Default)]
struct Shared {
    paths: OnceLock<Vec<ErrorPath>>,
    /// Set after the paths.
    board: OnceLock<Arc<Board>>,
    /// What no feasible path takes, and what may be taken.
    vacuous: OnceLock<Vec<String>>,
    warnings: Mutex<Vec<String>>,
}

/// What is put into the program.
#[derive(Clone)]
enum Observers {
    Automata(Arc<Specification>),
    Uno(Arc<Property>),
    /// The automaton of locks, one for each object.
    Lockset {
        unwritten_statics: bool,
    },
}

impl Observers {
    fn read(args: &CheckArgs) -> Result<Self, Failure> {
        Ok(match &args.property {
            Some(_) if args.vacuity => return Err(Failure::Usage("--vacuity is for automata (--spec)".into())),
            Some(path) => Observers::Uno(Arc::new(uno::read(path)?)),
            None => Observers::Automata(Arc::new(stepped::specification(&args.spec)?)),
        })
    }

    fn put(&self, request: &ProgramRequest) -> Result<Checked, Failure> {
        match self {
            Observers::Automata(specification) => property_automata::put(request, specification, Aim::Errors),
            Observers::Uno(property) => uno::put(request, property),
            Observers::Lockset { unwritten_statics } => lockset::put(request, *unwritten_statics),
        }
    }

    /// As the verdict names it.
    fn property(&self) -> &'static str {
        match self {
            Observers::Automata(_) | Observers::Uno(_) => "spec",
            Observers::Lockset { .. } => "lockset",
        }
    }

    fn names(&self) -> Vec<String> {
        match self {
            Observers::Automata(specification) => specification.automata.iter().map(|a| a.name.clone()).collect(),
            Observers::Uno(property) => vec![property.name.clone()],
            Observers::Lockset { .. } => vec!["lockset".to_owned()],
        }
    }
}

/// A run, from the outside.
struct Job<'a> {
    args: &'a CheckArgs,
    asked: Observers,
    program: ProgramRequest,
    engines: Engines,
    suite: Option<Suite>,
}

/// Runs the command. The answer is the exit status.
pub(super) fn check(args: CheckArgs, session: &Session) -> Result<u8, Failure> {
    match args {
        args if args.uno_defaults => uno_defaults(args, session),
        args if args.lockset => lockset(&args, session),
        args => specified(&args, session),
    }
}

/// The checks that UNO makes by itself are those of `verify`: each that fails has inputs with which it does.
fn uno_defaults(args: CheckArgs, session: &Session) -> Result<u8, Failure> {
    if args.suite.is_some() || args.vacuity {
        return Err(Failure::Usage("--suite and --vacuity are for automata (--spec)".into()));
    }
    let CheckArgs { program, analysis, output, trace, .. } = args;
    let args = VerifyArgs {
        program,
        analysis,
        condition: ConditionArgs { condition: None },
        condition_in: None,
        output,
        property: Some("uninitialised,pointer,bounds".to_owned()),
        malloc_may_fail: false,
        no_unwinding_assertions: false,
        proof: None,
        witness: None,
        check_witness: None,
        all_properties: true,
        trace,
    };
    analysis::verify(&args, session)
}

fn specified(args: &CheckArgs, session: &Session) -> Result<u8, Failure> {
    let engines = Engines::new(&args.analysis)?;
    let program = request::program(&args.program, None)?;
    let asked = Observers::read(args)?;
    args.output.json.as_deref().map_or(Ok(()), output::check_writable)?;
    let suite = match &args.suite {
        None => None,
        Some(path) => {
            let specification = format!("CHECK( init({}()), AUTOMATON({}) )", program.entry, asked.names().join(" "));
            let metadata = Metadata { files: program.files.clone(), specification, entry: program.entry.clone(), model: program.model() };
            Some(Suite::create(path, &metadata)?)
        }
    };
    run(&Job { args, asked, program, engines, suite }, session)
}

fn lockset(args: &CheckArgs, session: &Session) -> Result<u8, Failure> {
    let engines = Engines::new(&args.analysis)?;
    let mut program = request::program(&args.program, None)?;
    program.threads = true;
    args.output.json.as_deref().map_or(Ok(()), output::check_writable)?;
    run(&Job { args, asked: Observers::Lockset { unwritten_statics: args.unwritten_statics }, program, engines, suite: None }, session)
}

fn run(job: &Job<'_>, session: &Session) -> Result<u8, Failure> {
    let stop = supervise::stop_for(session.start, job.args.analysis.timeout);
    let shared = Arc::new(Shared::default());
    let mut progress = Progress::new(job.args.output.progress, job.args.output.quiet);
    let work = {
        let (request, asked, shared, stop, engines) = (job.program.clone(), job.asked.clone(), Arc::clone(&shared), stop.clone(), job.engines.clone());
        let tests = job.suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let vacuity = job.args.vacuity;
        move || -> Result<Statistics, Failure> {
            let checked = asked.put(&request)?;
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(checked.warnings);
            let board = Arc::new(Board::new(Arc::new(checked.program), tests, LostRuns::Count));
            // This thread is the only one that sets them.
            let _ = shared.paths.set(checked.paths);
            let _ = shared.board.set(Arc::clone(&board));
            let statistics = pipeline::analyse(&board, &engines, &stop)?;
            if let Observers::Automata(specification) = &asked
                && vacuity
                && board.summary().covered == 0
            {
                let _ = shared.vacuous.set(vacuous(&request, specification, &engines, &stop)?);
            }
            Ok(statistics)
        }
    };
    let around = CommandContext { session, output: &job.args.output, program: &job.program, engines: &job.engines, stop: &stop };
    let over = around.run(&job.args.analysis, &mut || progress.tick(shared.board.get().map(|b| &**b)), work)?;
    progress.finish();
    around.report(over, |reporter| report(job, reporter, &shared))
}

/// The states and transitions that no feasible path takes, one line each.
fn vacuous(request: &ProgramRequest, specification: &Specification, engines: &Engines, stop: &Stop) -> Result<Vec<String>, Failure> {
    let checked = property_automata::put(request, specification, Aim::Transitions)?;
    let board = Board::new(Arc::new(checked.program), None, LostRuns::Count);
    pipeline::analyse(&board, engines, stop)?;
    board.finish();
    let mut lines = Vec::new();
    for (number, automaton) in specification.automata.iter().enumerate() {
        // By state and transition; `None` where control flow alone leads never.
        let status = |state, transition| {
            let found = checked.candidates.iter().position(|c| (c.automaton, c.state, c.transition) == (number, state, transition));
            found.map(|i| board.status(GoalId::new(i)))
        };
        let entered = |to: StateId| {
            let into = automaton.states.iter().flat_map(|(from, s)| s.transitions.iter().enumerate().map(move |(t, of)| (from, t, of)));
            let mut statuses = into.filter(|(_, _, of)| of.target == Target::State(to)).map(|(from, t, _)| status(from, t)).collect::<Vec<_>>();
            statuses.sort_by_key(rank);
            statuses.into_iter().next().flatten()
        };
        for (id, state) in automaton.states.iter() {
            if id != automaton.initial
                && let Some(what) = never(entered(id).as_ref())
            {
                lines.push(format!("{} {}: {what} reached", automaton.name, state.name));
                continue;
            }
            for (number, transition) in state.transitions.iter().enumerate() {
                let is_error = match transition.target {
                    Target::State(to) => automaton.states[to].is_target,
                    Target::Error(_) => true,
                    Target::Stop | Target::Break => false,
                };
                // That no error is found is what the verdict says.
                if let Some(what) = never(status(id, number).as_ref()).filter(|_| !is_error) {
                    lines.push(format!("{} {}: {what} taken: {}", automaton.name, state.name, automaton.transition_text(transition)));
                }
            }
        }
    }
    Ok(lines)
}

/// Statuses of what is taken first, of what is known not to be last.
fn rank(status: &Option<Status>) -> u8 {
    match status {
        Some(Status::Reached(_)) => 0,
        Some(Status::Open(_)) => 1,
        Some(Status::Excluded(_) | Status::Superseded) | None => 2,
    }
}

/// How sure it is that something is not taken; `None` if it is.
fn never(status: Option<&Status>) -> Option<&'static str> {
    match status {
        Some(Status::Reached(_)) => None,
        Some(Status::Open(_)) => Some("perhaps never"),
        Some(Status::Excluded(_) | Status::Superseded) | None => Some("never"),
    }
}

/// Reports what the board holds. The answer is the exit status.
fn report(job: &Job<'_>, reporter: Reporter<'_>, shared: &Shared) -> Result<u8, Failure> {
    let board = shared.board.get().map(|b| &**b);
    let paths = shared.paths.get().map_or(&[][..], |p| p);
    if let Some(board) = board {
        board.finish();
        board.arrange(false);
        analysis::explain_open(board, reporter.stopped(), reporter.defect.as_ref().map(|defect| defect.what.as_str()));
    }
    let suite_result = job.suite.as_ref().map_or(Ok(()), Suite::finish).err().or_else(|| board.and_then(Board::take_sink_error));
    let verdict = board.map_or_else(|| Verdict::Unknown(reporter.early()), |b| paths::verdict(b, paths, job.asked.property()));
    let warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let vacuous = shared.vacuous.get().map(Vec::as_slice);
    reporter.print(&warnings, &verdict, || {
        let mut text = String::new();
        if let Some(board) = board.filter(|_| !job.args.output.quiet) {
            text.push_str(&paths::lines(board, paths));
            if job.args.trace {
                text.push_str(&traces(board, paths));
            }
        }
        vacuous.unwrap_or_default().iter().for_each(|line| text.push_str(&format!("VACUOUS {line}\n")));
        text + &paths::counts_line(board.map(|b| paths::counts(b, paths)).unwrap_or_default())
    })?;
    reporter.write_json(job.asked.names(), warnings, &verdict, |run| paths::json(run, board, paths, vacuous))?;
    if let Some(error) = suite_result {
        return Err(Failure::Output { path: "the suite".into(), error });
    }
    reporter.status(&verdict)
}

/// The inputs and the assignments on the way to each feasible error.
fn traces(board: &Board, paths: &[ErrorPath]) -> String {
    let program = board.program();
    let tests = board.tests();
    let running = lockset::running(program);
    let mut text = String::new();
    for ((id, goal), path) in program.goals.iter().zip(paths).filter(|(_, p)| p.kind != PathKind::Schedules) {
        let Status::Reached(Evidence::Test(test)) = board.status(id) else { continue };
        let Some(test) = tests.iter().find(|t| t.id == test) else { continue };
        text.push_str(&format!("the way to {}\n", goal.name));
        for (input, bits) in test.inputs.iter().filter(|(input, _)| !lockset::is_choice(program, *input)) {
            let kind = &program.inputs[*input];
            text.push_str(&format!("  input {} {} = {}\n", kind.function, kind.type_name, to_text(&program.types, kind.ty, *bits)));
        }
        let Way { steps, dropped, end } = trace::way_to_goal(program, &test.inputs, id, LONGEST_TRACE, running);
        if dropped > 0 {
            text.push_str(&format!("  ({dropped} assignments before)\n"));
        }
        for step in steps {
            let value = to_text(&program.types, step.ty, step.value);
            if step.variable.is_some() && step.variable == running {
                text.push_str(&format!("  thread {value} runs\n"));
                continue;
            }
            text.push_str(&format!("  {}:{}  {} = {value}\n", program.files[step.loc.file], step.loc.line, step.place));
        }
        // An object is named where it is declared, and the way ends where it is accessed.
        let loc = end.filter(|_| running.is_some()).unwrap_or(goal.loc);
        text.push_str(&format!("  {}:{}:{}  {}\n", program.files[loc.file], loc.line, loc.column, path.message));
    }
    text
}
