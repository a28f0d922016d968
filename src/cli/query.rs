//! `query`: compile, read the query over the program, work on its goals under supervision, report from their board whatever happened.

use crate::cli::analysis::Session;
use crate::cli::args::{EngineName, QueryArgs};
use crate::cli::condition::{self, About, Analysed};
use crate::cli::failure::Failure;
use crate::cli::graphs::{Graphs, Parts};
use crate::cli::output;
use crate::cli::pipeline::{self, Engines};
use crate::cli::progress::{self, Progress};
use crate::cli::question::{self, Question};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped::{self, Stepped};
use crate::cli::supervise;
use crate::cli::supervised::{CommandContext, Reporter};
use automata::condition::write::Extent;
use engine::arg::extent;
use engine::board::Board;
use engine::collection::TestSink;
use engine::sequences::AskedQuery;
use engine::status::Reason;
use report::json::Statistics;
use report::sequences as emit;
use report::suite::{Metadata, Suite};
use report::text::{self, Verdict};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What the analysis thread hands to the reporting one while it works.
#[derive(Default)]
struct Shared {
    asked: OnceLock<Arc<AskedQuery>>,
    warnings: Mutex<Vec<String>>,
    /// The program as assumption automata see it, if there is one to be written.
    stepped: OnceLock<Stepped>,
    /// What the graphs have looked at.
    parts: Parts,
}

/// A run, from the outside.
struct Job<'a> {
    args: &'a QueryArgs,
    question: Question,
    program: ProgramRequest,
    engines: Engines,
    suite: Option<Suite>,
    graphs: Graphs,
}

/// Runs the command. The answer is the exit status.
pub(super) fn query(args: &QueryArgs, session: &Session) -> Result<u8, Failure> {
    request::check_query(args)?;
    let Some(question) = question::read(&args.question)? else {
        return Err(Failure::Usage("there is no query: give one with --query 'cover ...' or --query-file FILE".into()));
    };
    let engines = Engines::new(&args.analysis)?;
    let program = request::program(&args.program, None)?;
    args.output.json.as_deref().map_or(Ok(()), output::check_writable)?;
    let suite = match &args.reports.suite {
        None => None,
        Some(path) => {
            let specification = format!("COVER( init({}()), FQL({}) )", program.entry, question.text.split_whitespace().collect::<Vec<_>>().join(" "));
            let metadata = Metadata { files: program.files.clone(), specification, entry: program.entry.clone(), model: program.model() };
            Some(Suite::create(path, &metadata)?)
        }
    };
    let graphs = Graphs::new(args, &engines)?;
    run(&Job { args, question, program, engines, suite, graphs }, session)
}

fn run(job: &Job<'_>, session: &Session) -> Result<u8, Failure> {
    let stop = supervise::stop_for(session.start, job.args.analysis.timeout);
    let shared = Arc::new(Shared::default());
    let mut progress = Progress::new(job.args.output.progress, job.args.output.quiet);
    let work = {
        let (request, question, shared, stop, engines) = (job.program.clone(), job.question.clone(), Arc::clone(&shared), stop.clone(), job.engines.clone());
        let graphs = (job.args.engine == EngineName::Arg).then(|| job.graphs.clone());
        let tests = job.suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let wants_condition = job.args.condition.condition.is_some();
        move || -> Result<Statistics, Failure> {
            if wants_condition {
                // This thread is the only one that sets it.
                let _ = shared.stepped.set(stepped::read(&request)?);
            }
            let (subject, warnings) = question.subject(&request)?;
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
            let asked = Arc::new(AskedQuery::new(subject, tests));
            // This thread is the only one that sets it.
            let _ = shared.asked.set(Arc::clone(&asked));
            if let Some(graphs) = graphs {
                let mut warn = |text| shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                return graphs.work(&asked, &stop, wants_condition.then_some(&shared.parts), &mut warn);
            }
            pipeline::analyse_sequences(&asked, &engines, &stop)
        }
    };
    let around = CommandContext { session, output: &job.args.output, program: &job.program, engines: &job.engines, stop: &stop };
    let told = || shared.asked.get().map_or_else(|| progress::READING.to_string(), |asked| progress::counts(&asked.board.summary()));
    let over = around.run(&job.args.analysis, &mut || progress.tick_with(told), work)?;
    progress.finish();
    around.report(over, |reporter| report(job, reporter, &shared))
}

/// Reports what the board holds. The answer is the exit status.
fn report(job: &Job<'_>, reporter: Reporter<'_>, shared: &Shared) -> Result<u8, Failure> {
    let asked = shared.asked.get().map(|asked| &**asked);
    let board = asked.map(|asked| &asked.board);
    if let Some(board) = board {
        match (&reporter.defect, reporter.stopped()) {
            (Some(defect), _) => board.resist_rest(Reason::Defect(defect.what.clone())),
            (None, Some(reason)) => board.resist_rest(Reason::Stopped(reason)),
            (None, None) => {}
        }
        board.finish();
    }
    let suite_result = job.suite.as_ref().map_or(Ok(()), Suite::finish).err().or_else(|| board.and_then(Board::take_sink_error));
    let verdict = asked.map_or_else(|| Verdict::Incomplete(reporter.early()), emit::verdict);
    let warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    reporter.print(&warnings, &verdict, || {
        let lines = asked.filter(|_| !job.args.output.quiet).map(|b| emit::goal_lines(b, job.args.reports.all_goals)).unwrap_or_default();
        lines + &text::summary_line(&board.map(Board::summary).unwrap_or_default())
    })?;
    reporter.write_json(vec![job.question.text.trim().to_owned()], warnings, &verdict, |run| emit::json(run, asked))?;
    if let Some(path) = &job.args.condition.condition {
        let question = condition::Question { about: About::Query(&job.question.text), malloc_may_fail: false };
        let looked = asked.filter(|_| reporter.defect.is_none()).map_or(Analysed::So(Extent::Nothing), |asked| looked(asked, shared));
        condition::write(path, shared.stepped.get(), &looked, &question, None)?;
    }
    if let Some(error) = suite_result {
        return Err(Failure::Output { path: "the suite".into(), error });
    }
    reporter.status(&verdict)
}

/// What was looked at: a path on which no run satisfies a goal that is open.
fn looked<'b>(asked: &'b AskedQuery, shared: &Shared) -> Analysed<'b> {
    let AskedQuery { subject, board } = asked;
    let open = board.open();
    if open.is_empty() {
        return Analysed::So(Extent::All);
    }
    if board.depth().is_some() {
        return Analysed::So(condition::extent_of(board.depth(), board.program(), shared.stepped.get()));
    }
    // Predicates are put into the text, which gives the program other places; what the tool's own code calls comes at any time.
    let has_own_places = !subject.query.predicates.is_empty() || subject.edges.outgoing(subject.edges.outside()).len() > 1;
    let parts = shared.parts.lock().unwrap_or_else(PoisonError::into_inner);
    let of_open: Option<Vec<extent::Extent>> = open.iter().map(|target| parts.get(&(target.query_goal()?.0 as usize)).cloned()).collect();
    match of_open.filter(|_| !has_own_places) {
        Some(extents) => Analysed::Along(extent::looked_at(&extents, &subject.edges), &subject.edges),
        None => Analysed::So(Extent::Nothing),
    }
}
