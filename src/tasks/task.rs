//! What all tasks have in common: a question about a program is analysed on a thread of its own, while the calling one watches over time and memory, and what is known
//! in the end makes an outcome, whether the analysis came to its end, was stopped, broke, or does not return.

use crate::engines::Engines;
use crate::failure::{Defect, Failure};
use crate::program::stepped::Stepped;
use crate::program::{self, ProgramRequest};
use crate::supervise::{Ended, Supervisor, resident_bytes};
use engine::board::Board;
use engine::budget::told;
use engine::effort::Effort;
use engine::status::Summary;
use frontend::Loaded;
use goto::limits::{Stop, StopReason};
use report::json::{Run, Statistics};
use report::result::AnalysisResult;
use report::text::Verdict;
use solver::Asked;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What is asked of a program, and what may be spent on it.
pub struct Task<Q> {
    pub program: ProgramRequest,
    pub engines: Engines,
    pub limits: Limits,
    pub question: Q,
}

/// When to stop with what is known.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// From the start of the supervisor.
    pub timeout: Option<Duration>,
    /// Bytes of physical memory that the process may use.
    pub memory: Option<u64>,
}

/// Watches a task at work.
pub trait Observer {
    /// Called about a hundred times a second; `message` says how far the task is.
    fn tick(&mut self, message: &dyn Fn() -> String);
}

/// Nobody watches.
impl Observer for () {
    fn tick(&mut self, _message: &dyn Fn() -> String) {}
}

/// A kind of questions: how they are analysed, and what comes out.
pub trait Question: Sized + Send + Sync + 'static {
    /// What the engines work on and write down: boards, and what their goals stand for.
    type Subject: Send + Sync + 'static;
    /// What follows in the end, beside a verdict.
    type Results;

    /// The names of what is asked for, as results repeat them.
    fn asked(&self) -> Vec<String>;

    /// Compiles the program, publishes the subject and works on it, on a thread of its own.
    ///
    /// # Errors
    /// If there is nothing to report: the input is wrong, or cannot be analysed so.
    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure>;

    /// What the engines did so far, where the analysis does not come back to tell.
    fn statistics(_subject: &Self::Subject) -> Statistics {
        Statistics::default()
    }

    /// Called often on the supervising thread while the analysis works.
    fn tick(_work: &Work<Self>, _subject: &Self::Subject) {}

    /// How far the analysis is, in a line.
    fn progress(subject: &Self::Subject) -> String;

    /// What is known when the analysis is over, however it ended.
    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<Self::Results>;

    /// The machine-readable result.
    fn json(outcome: &Outcome<Self>) -> String;
}

/// What a question comes to.
pub struct Conclusion<R> {
    pub verdict: Verdict,
    pub results: R,
    /// What should have been written while the analysis worked, and could not be.
    pub unwritten: Option<Failure>,
}

impl<R> Conclusion<R> {
    /// Where nothing was to be written.
    pub fn new(verdict: Verdict, results: R) -> Self {
        Self { verdict, results, unwritten: None }
    }
}

/// A task at work: what the thread that analyses and the one that reports share.
pub struct Work<Q: Question> {
    task: Task<Q>,
    stop: Stop,
    subject: OnceLock<Q::Subject>,
    stepped: OnceLock<Stepped>,
    program_hash: OnceLock<String>,
    warnings: Mutex<Vec<String>>,
}

impl<Q: Question> Work<Q> {
    fn new(task: Task<Q>, stop: Stop) -> Self {
        Self { task, stop, subject: OnceLock::new(), stepped: OnceLock::new(), program_hash: OnceLock::new(), warnings: Mutex::default() }
    }

    /// What is asked.
    pub fn question(&self) -> &Q {
        &self.task.question
    }

    /// Of what it is asked.
    pub fn program(&self) -> &ProgramRequest {
        &self.task.program
    }

    /// Who works on it.
    pub fn engines(&self) -> &Engines {
        &self.task.engines
    }

    /// Until when.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Shows the subject to the reporting thread; the first one counts.
    pub(crate) fn publish(&self, subject: Q::Subject) -> &Q::Subject {
        self.subject.get_or_init(|| subject)
    }

    /// What there is to report about, once it is there.
    pub fn subject(&self) -> Option<&Q::Subject> {
        self.subject.get()
    }

    /// The same for the program as assumption automata see it, if one is to be written.
    pub(crate) fn publish_stepped(&self, stepped: Stepped) -> &Stepped {
        self.stepped.get_or_init(|| stepped)
    }

    pub(crate) fn stepped(&self) -> Option<&Stepped> {
        self.stepped.get()
    }

    /// Notes what makes the result weaker than it looks.
    pub(crate) fn warn(&self, warnings: impl IntoIterator<Item = String>) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
    }

    /// Notes which program it is; the first time counts.
    pub(crate) fn identify(&self, hash: String) {
        self.program_hash.get_or_init(|| hash);
    }

    /// Notes which program it is, and what of it is guessed or taken for granted.
    pub(crate) fn note(&self, loaded: &Loaded) {
        self.identify(self.task.program.hash(loaded));
        self.warn(program::weaknesses(loaded));
    }

    /// Why there is nothing to say where there is nothing to say.
    pub(crate) fn early(&self, end: &End) -> String {
        if end.defect.is_some() { "defect" } else { self.stop.reason().map_or("not analysed", StopReason::name) }.to_owned()
    }
}

/// How an analysis ended.
#[derive(Debug)]
pub struct End {
    pub statistics: Statistics,
    /// What it broke on.
    pub defect: Option<Defect>,
    /// It still runs: a process that ends must do so without waiting for it.
    pub is_abandoned: bool,
}

/// What a task came to, and how it ended.
pub struct Outcome<Q: Question> {
    work: Arc<Work<Q>>,
    pub verdict: Verdict,
    pub warnings: Vec<String>,
    pub results: Q::Results,
    pub unwritten: Option<Failure>,
    pub end: End,
    start: Instant,
    /// Made once, since it may take runs of the program.
    result: OnceLock<AnalysisResult>,
}

impl<Q: Question> Task<Q> {
    /// Runs the task.
    ///
    /// # Errors
    /// What the analysis fails with, before there is anything to report.
    pub fn run(mut self, supervisor: &Supervisor, observer: &mut dyn Observer) -> Result<Outcome<Q>, Failure> {
        let (memory, stop) = (self.limits.memory, supervisor.stop(self.limits.timeout));
        // Of this task alone.
        self.engines.limits.asked = Asked::default();
        let work = Arc::new(Work::new(self, stop.clone()));
        let mut tick = || {
            observer.tick(&|| work.subject().map_or_else(|| "reading the program".to_owned(), Q::progress) + &resources(&stop));
            if let Some(subject) = work.subject() {
                Q::tick(&work, subject);
            }
        };
        let own = Arc::clone(&work);
        let so_far = || work.subject().map(Q::statistics).unwrap_or_default();
        let end = match supervisor.run(&stop, memory, &mut tick, move || Q::analyse(&own))? {
            Ended::Finished(statistics) => End { statistics: statistics?, defect: None, is_abandoned: false },
            Ended::Panicked(said) => End { statistics: so_far(), defect: Some(supervisor.defect(&said)), is_abandoned: false },
            Ended::Abandoned => End { statistics: so_far(), defect: None, is_abandoned: true },
        };
        Ok(Outcome::new(work, end, supervisor))
    }
}

impl<Q: Question> Outcome<Q> {
    fn new(work: Arc<Work<Q>>, mut end: End, supervisor: &Supervisor) -> Self {
        end.statistics.solver = work.engines().solver_names();
        end.statistics.solver_calls = work.engines().limits.asked.count();
        let Conclusion { verdict, results, unwritten } = Q::conclude(&work, &end);
        let mut warnings = work.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if end.defect.is_none() {
            warnings.extend(supervisor.panics.noted().into_iter().map(|p| format!("an engine failed and was given up: {p}")));
        }
        Self { work, verdict, warnings, results, unwritten, end, start: supervisor.start, result: OnceLock::new() }
    }

    /// The task, and what it worked on.
    pub fn work(&self) -> &Work<Q> {
        &self.work
    }

    /// When the supervisor began.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// The machine-readable result.
    pub fn json(&self) -> String {
        Q::json(self)
    }

    /// What was analysed and what came out, beside the board.
    pub(crate) fn run(&self) -> Run {
        let program = self.work.program();
        Run {
            files: program.files.iter().map(|f| f.display().to_string()).collect(),
            program_hash: self.work.program_hash.get().cloned(),
            entry: program.entry_name().to_owned(),
            model: program.model(),
            asked: self.work.question().asked(),
            verdict: self.verdict.word().to_owned(),
            reason: self.verdict.reason().map(str::to_owned),
            warnings: self.warnings.clone(),
            start: self.start,
            statistics: Statistics { wall_s: self.start.elapsed().as_secs_f64(), ..self.end.statistics.clone() },
        }
    }

    /// The result, made when it is asked for first. `make` is told of the run, and of when it is enough of telling what runs do.
    pub(crate) fn result_by(&self, make: impl FnOnce(&Run, &dyn Fn() -> bool) -> AnalysisResult) -> &AnalysisResult {
        self.result.get_or_init(|| {
            let (begin, stop) = (Instant::now(), self.work.stop());
            let is_behind = stop.reason().is_some();
            let time = if is_behind { told::BEHIND_DEADLINE } else { told::TIME };
            make(&self.run(), &|| begin.elapsed() > time || (!is_behind && stop.reason().is_some()))
        })
    }
}

/// The time that is left and the memory that is used.
fn resources(stop: &Stop) -> String {
    let left = stop.deadline().map(|deadline| format!("; {} s left", deadline.saturating_duration_since(Instant::now()).as_secs()));
    let memory = resident_bytes().map(|bytes| format!("; {} MB", bytes / 1_000_000));
    left.unwrap_or_default() + &memory.unwrap_or_default()
}

/// How far the goals of a board are, or its properties if it has no goals, and what the engines do.
pub(crate) fn progress_of_board(board: &Board) -> String {
    let summary = board.summary();
    let targets =
        if summary.goals > 0 { progress_of_goals(&summary) } else { format!("properties {}: open {}", board.program().properties.len(), board.n_open()) };
    format!("{targets}; {}", progress_of_engines(&board.effort(), board.decided_within(RATE)))
}

/// The time over which it is counted how much is decided.
const RATE: Duration = Duration::from_secs(60);

/// What is going on, the bound, how the time was shared, and how much was decided within the last minute.
fn progress_of_engines(effort: &Effort, decided: usize) -> String {
    let times = effort.times();
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    let share = |(name, time): (&str, Duration)| format!(" {name} {:.0} %", 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE));
    let shares: String = times.into_iter().filter(|(_, time)| *time * 100 >= all && !time.is_zero()).map(share).collect();
    format!("{} k={}{shares}; {decided} a minute", effort.phase.name(), effort.bound)
}

/// How far goals are.
pub(crate) fn progress_of_goals(s: &Summary) -> String {
    format!("goals {}: covered {}, unreachable {}, open {}; tests {}", s.goals, s.covered, s.unreachable, s.undecided, s.tests)
}
