//! Coverage goals: tests that reach them, proofs that nothing does.

pub mod asked_goals;
pub(crate) mod native;

use crate::asked::criteria;
use crate::clauses::Claims;
use crate::condition::{self, About, Analysed};
use crate::engines;
use crate::failure::Failure;
use crate::program::scope::{AskedFunctions, Scope};
use crate::program::stepped;
use crate::program::{self, Aim, ProgramRequest};
use crate::reasons;
use crate::replay::{self, Interpreted};
use crate::task::{Conclusion, End, Outcome, Question, Work, progress_of_board};
use asked_goals::AskedGoals;
use engine::board::{self, Board, LostRuns};
use engine::certificate::CertificateSink;
use engine::collection::TestSink;
use engine::deduce;
use engine::seeds::Seeds;
use engine::status::{Engine, Summary};
use frontend::Loaded;
use frontend::library::models::Threads;
use goto::limits::Stop;
use goto::{Id, Program};
use instrument::Criterion;
use native::{Counting, NativeCounter};
use report::certificate::write::ProofFolder;
use report::json::{self, Statistics};
use report::read_suite::SuiteTest;
use report::result::{AnalysisResult, BrokenClause};
use report::suite::Suite;
use report::text::{self, Verdict};
use report::{execution, history, independence};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What is to be covered.
pub struct Coverage {
    pub criteria: Vec<Criterion>,
    /// Goals are those in functions of these files; in all functions if there is none.
    pub goals_in: Vec<PathBuf>,
    /// Among them.
    pub scope: Scope,
    /// Among them, by name.
    pub goals: Option<AskedGoals>,
    /// What is run before anything else, and what the search goes on from.
    pub given: Vec<SuiteTest>,
    /// Each test is written there as soon as it is found.
    pub suite: Option<Suite>,
    /// Each proof is written there as soon as it is found.
    pub proof: Option<ProofFolder>,
    /// Are only as many tests kept as the goals need?
    pub minimise: bool,
    /// Is an automaton wanted of what was analysed?
    pub condition: bool,
}

/// The goals of a program.
pub struct Goals {
    board: Arc<Board>,
    /// Functions without a body.
    missing: Vec<String>,
    /// Counts what native runs reach, if they count.
    native: Option<NativeCounter>,
    /// What is claimed of runs, if the text has contracts.
    claims: OnceLock<Claims>,
}

impl Coverage {
    /// Of these criteria, and nothing else.
    pub fn new(criteria: Vec<Criterion>) -> Self {
        Self {
            criteria,
            goals_in: Vec::new(),
            scope: Scope::default(),
            goals: None,
            given: Vec::new(),
            suite: None,
            proof: None,
            minimise: false,
            condition: false,
        }
    }

    /// The functions whose goals are asked.
    fn asked_functions(&self, program: &Program) -> Result<AskedFunctions, Failure> {
        let files = program::functions_of(program, &self.goals_in)?;
        Ok(match (files, self.scope.functions(program)?) {
            (Some(files), Some(named)) => Some(files.intersection(&named).copied().collect()),
            (files, named) => files.or(named),
        })
    }

    /// Are functions left out that execution cannot get to? A certificate speaks of the program as it is, and so does what was analysed.
    fn leaves_out(&self) -> bool {
        self.scope.leaves_out() && self.proof.is_none() && !self.condition
    }

    /// `testcomp` means what the validator counts; every other criterion asks for a test that reaches the goal, whatever happens then.
    fn lost_runs(&self) -> LostRuns {
        if self.criteria.contains(&Criterion::TestComp) { LostRuns::KeepOpen } else { LostRuns::Count }
    }

    /// Noted are decisions where they are counted. Threads of the machine, where the tests are not a validator's, who knows nothing of schedules.
    fn program(&self, request: &ProgramRequest) -> ProgramRequest {
        let threads = if self.criteria.contains(&Criterion::TestComp) { Threads::One } else { Threads::Machine };
        let decisions = self.criteria.iter().any(|c| c.needs_decisions());
        ProgramRequest { threads, decisions, ..request.clone() }
    }

    /// Which native runs of the tests count: of `testcomp` what they reach for the validator. Of branches what is undecided otherwise; a certificate speaks of proofs
    /// alone, and so does what was analysed.
    fn counting(&self, work: &Work<Self>, program: &Program) -> Option<Counting> {
        match *self.criteria.as_slice() {
            [Criterion::TestComp] => Some(Counting::AsValidators),
            [Criterion::Branch] if self.proof.is_none() && !self.condition => {
                let is_wanted = work.engines().at_work.contains(&Engine::Replay);
                let is_possible = !program.begins_threads() && work.program().world.fixed.is_empty();
                (is_wanted && is_possible).then_some(Counting::InDoubt)
            }
            _ => None,
        }
    }
}

impl Question for Coverage {
    type Subject = Goals;
    /// Clauses of contracts that tests break.
    type Results = Vec<BrokenClause>;

    fn asked(&self) -> Vec<String> {
        self.criteria.iter().map(|c| criteria::criterion_name(*c).to_owned()).collect()
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let question = work.question();
        if question.condition {
            work.publish_stepped(stepped::read(work.program())?);
        }
        // Criteria ask for the program as it is, without what steps stand on.
        let mut loaded = program::compile(&question.program(work.program()))?;
        if question.condition && loaded.program.begins_threads() {
            return Err(Failure::unavailable("what was analysed of a program with threads"));
        }
        let asked = question.asked_functions(&loaded.program)?;
        program::instrument(&mut loaded, &Aim::Cover(question.criteria.clone(), asked));
        if let Some(goals) = &question.goals {
            goals.keep(&mut loaded.program)?;
        }
        let counting = question.counting(work, &loaded.program);
        let counting = counting.map(|counting| (counting, instrument::marks_of_goals(&loaded.program)));
        work.note(&loaded);
        let seeds = Seeds::of(&loaded.program, &loaded.given);
        let Loaded { mut program, missing, hidden, has_clauses, .. } = loaded;
        if question.leaves_out() {
            program::tidy_reached(&mut program, &hidden);
        } else {
            program::tidy(&mut program);
        }
        let tests = question.suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let board = Arc::new(Board::new(Arc::new(program), tests, question.lost_runs()));
        if let Some(proof) = &question.proof {
            board.certify_to(Box::new(proof.clone()) as Box<dyn CertificateSink>);
        }
        deduce::exclude_unreached(&board);
        if question.condition {
            board.want_depth(board::About::Everything);
        }
        let native = counting.map(|(counting, marks)| NativeCounter::new(work.program(), counting, work.engines().seed, Arc::clone(&board), marks));
        let goals = work.publish(Goals { board, missing, native, claims: OnceLock::new() });
        if has_clauses && !goals.board.program().begins_threads() {
            match Claims::of_program(&question.program(work.program())) {
                Ok(Some(claims)) => _ = goals.claims.get_or_init(|| claims),
                Ok(None) => {}
                Err(why) => work.warn([why]),
            }
        }
        seeds.leave(&goals.board);
        begin_with(work, &goals.board)?;
        let statistics = work.engines().analyse(&goals.board, work.stop())?;
        goals.board.make_tests_plain(work.stop());
        if let Some(native) = &goals.native {
            native.exhaust(work.stop());
        }
        Ok(statistics)
    }

    fn tick(_work: &Work<Self>, goals: &Goals) {
        if let Some(native) = &goals.native {
            native.tick();
        }
    }

    fn statistics(goals: &Goals) -> Statistics {
        engines::statistics(&goals.board.effort())
    }

    fn progress(goals: &Goals) -> String {
        progress_of_board(&goals.board)
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<Vec<BrokenClause>> {
        let (question, goals) = (work.question(), work.subject());
        if let Some(Goals { board, missing, native, .. }) = goals {
            board.finish();
            if let Some(native) = native {
                native.finish(work.stop().reason().is_some());
                board.finish();
            }
            settle(work, question.suite.as_ref());
            board.arrange(question.minimise);
            reasons::explain_end(board, work.stop().reason(), end.defect.as_ref());
            reasons::explain_barriers(board);
            reasons::explain_indeterminate(board, missing);
        }
        let board = goals.map(|goals| &*goals.board);
        let unwritten = unwritten(question.suite.as_ref(), question.proof.as_ref(), board);
        // Without a board nothing is known of the program, not even that it has no goals.
        let verdict = board.map_or_else(|| Verdict::Incomplete(work.early(end)), text::cover_verdict);
        let results = goals.map(|goals| broken(work, goals)).unwrap_or_default();
        Conclusion { verdict, results, unwritten }
    }

    fn json(outcome: &Outcome<Self>) -> String {
        outcome.result().text()
    }
}

impl Outcome<Coverage> {
    /// The goals, unless the run ended before there were any.
    pub fn board(&self) -> Option<&Board> {
        self.work().subject().map(|goals| &*goals.board)
    }

    /// The result that reports are made of, with what the tests execute.
    pub fn result(&self) -> &AnalysisResult {
        self.result_by(|run, is_enough| {
            let board = self.board();
            let execution = board.map(|board| execution::of_tests(board, is_enough));
            AnalysisResult { broken_clauses: self.results.clone(), ..json::cover(run, board, execution) }
        })
    }

    /// The goals that are not covered, or all, and the counts; the counts alone if it is to be quiet.
    pub fn text(&self, quiet: bool, all: bool) -> String {
        let board = self.board();
        let lines = board.filter(|_| !quiet).map(|board| text::goal_lines(board, self.work().program().entry_name(), all)).unwrap_or_default();
        let broken: String = self.results.iter().filter(|_| !quiet).map(BrokenClause::line).collect();
        let pairs = board.filter(|_| !quiet && all).map(independence::lines).unwrap_or_default();
        let summary = text::summary_line(&board.map_or(Summary::default(), Board::summary));
        lines + &pairs + &broken + &summary + &board.map(independence::summary_line).unwrap_or_default()
    }

    /// What was analysed, as an automaton.
    pub fn condition(&self) -> String {
        let question = condition::Purpose { about: About::Goals, malloc_may_fail: false };
        let stepped = self.work().stepped();
        let analysed = condition::so_far(self.board().filter(|_| self.end.defect.is_none()), stepped, &question, &self.verdict);
        condition::text(stepped, &Analysed::So(analysed), &question, None)
    }

    /// How the counts grew over time.
    pub fn history(&self) -> String {
        history::series(self.board(), self.start(), self.start().elapsed())
    }
}

/// Runs the tests that the user gave, and leaves them to the search.
fn begin_with(work: &Work<Coverage>, board: &Board) -> Result<(), Failure> {
    let given = &work.question().given;
    if given.is_empty() {
        return Ok(());
    }
    if board.program().begins_threads() {
        return Err(Failure::unavailable("tests to begin with, of a program with threads"));
    }
    let compiled = board.compiled();
    let stop = work.stop();
    let mut strange = Vec::new();
    for test in given {
        if stop.reason().is_some() || !board.anything_open() {
            break;
        }
        let Interpreted { run, malformed, .. } = replay::interpret(board.program(), compiled, test, &|| stop.reason().is_some());
        strange.extend(malformed.map(|value| format!("{}: `{value}` is no value of its type", test.name)));
        board.try_inputs(compiled, &run.inputs, &[], Engine::Given, stop);
        board.leave_lead(&run.inputs);
    }
    let n = strange.len();
    work.warn(strange.into_iter().next().map(|first| format!("{n} of {} tests to begin with do not fit the program: {first}", given.len())));
    Ok(())
}

/// The time within which it is looked at what tests break of contracts.
const CLAUSES_TIME: Duration = Duration::from_secs(2);

/// The clauses of contracts that tests break, as their numbers are in the end.
fn broken(work: &Work<Coverage>, goals: &Goals) -> Vec<BrokenClause> {
    let (Some(claims), board) = (goals.claims.get(), &goals.board) else { return Vec::new() };
    let (stop, begin, tests) = (Stop::new(Some(Instant::now() + CLAUSES_TIME)), Instant::now(), board.tests());
    let n_tried = std::cell::Cell::new(0);
    let tried = tests.iter().take_while(|_| begin.elapsed() < CLAUSES_TIME).map(|test| {
        n_tried.set(n_tried.get() + 1);
        (format!("test {}", test.id.index() + 1), claims.broken(board.program(), &test.inputs, &stop))
    });
    let told = claims.told(tried);
    if n_tried.get() < tests.len() {
        work.warn([format!("clauses of contracts were looked at in {} of {} tests", n_tried.get(), tests.len())]);
    }
    told
}

/// What native runs of the tests do is on disk, as far as time allows; to be called before tests get other numbers.
pub(crate) fn settle<Q: Question>(work: &Work<Q>, suite: Option<&Suite>) {
    let obstacle = suite.and_then(|suite| suite.settle(work.stop().reason().is_some()));
    work.warn(obstacle.map(|why| format!("what native runs of the tests do is not kept with them: {why}")));
}

/// Finishes what is written while an analysis works. What could not be written is told.
pub(crate) fn unwritten(suite: Option<&Suite>, proof: Option<&ProofFolder>, board: Option<&Board>) -> Option<Failure> {
    let failed = |what: &'static str| move |error: io::Error| Failure::Output { path: what.to_owned(), error };
    let suite = suite.map_or(Ok(()), Suite::finish).err().or_else(|| board.and_then(Board::take_sink_error));
    let written = proof.map_or(Ok(()), |proof| proof.finish(board)).err();
    let proof = board.and_then(Board::take_certificate_error).or(written);
    suite.map(failed("the suite")).or(proof.map(failed("the proofs")))
}
