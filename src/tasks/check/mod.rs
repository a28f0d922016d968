//! Automata that observe a program: property automata, properties in C, locks. Which of their error paths are feasible?

pub(crate) mod lockset;
pub(crate) mod property_automata;
pub(crate) mod uno;

use crate::cover::{settle, unwritten};
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::{ProgramRequest, stepped};
use crate::reasons;
use crate::task::{Conclusion, End, Outcome, Question, Work, progress_of_board};
use crate::traces;
use automata::spec::ast::Target;
use automata::spec::{Specification, StateId};
use automata::uno::Property;
use engine::board::{Board, LostRuns};
use engine::collection::TestSink;
use engine::status::Status;
use goto::limits::Stop;
use goto::{GoalId, Id};
use instrument::automata::Aim;
use property_automata::Checked;
use report::json::Statistics;
use report::paths::{self, ErrorPath};
use report::suite::Suite;
use report::text::Verdict;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// What observes the program.
pub enum Observers {
    Automata(Specification),
    Uno(Property),
    /// The automaton of locks, one for each object.
    Lockset {
        /// Variables with static storage are not initialised by the language, but by what the program itself writes.
        unwritten_statics: bool,
    },
}

impl Observers {
    /// Reads files with automata.
    ///
    /// # Errors
    /// If one cannot be read or is wrong.
    pub fn automata(files: &[PathBuf]) -> Result<Self, Failure> {
        stepped::specification(files).map(Observers::Automata)
    }

    /// Reads a property in C.
    ///
    /// # Errors
    /// If it cannot be read or is wrong.
    pub fn uno(file: &Path) -> Result<Self, Failure> {
        uno::read(file).map(Observers::Uno)
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

    /// The names of the automata.
    pub fn names(&self) -> Vec<String> {
        match self {
            Observers::Automata(specification) => specification.automata.iter().map(|a| a.name.clone()).collect(),
            Observers::Uno(property) => vec![property.name.clone()],
            Observers::Lockset { .. } => vec!["lockset".to_owned()],
        }
    }
}

/// What is to be checked.
pub struct Check {
    pub observers: Observers,
    /// A test of each feasible error path is written there as soon as it is found.
    pub suite: Option<Suite>,
    /// If no error path is feasible: which transitions are taken by no feasible path?
    pub vacuity: bool,
}

/// The error paths of a program.
pub struct Paths {
    board: Board,
    /// What its goals stand for.
    paths: Vec<ErrorPath>,
    /// What no feasible path takes, and what may be taken, if that was asked and is known.
    vacuous: OnceLock<Vec<String>>,
}

impl Question for Check {
    type Subject = Paths;
    type Results = ();

    fn asked(&self) -> Vec<String> {
        self.observers.names()
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let Check { observers, suite, vacuity } = work.question();
        let Checked { program, paths, warnings, .. } = observers.put(work.program())?;
        work.warn(warnings);
        let tests = suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let board = Board::new(Arc::new(program), tests, LostRuns::Count);
        let Paths { board, vacuous, .. } = work.publish(Paths { board, paths, vacuous: OnceLock::new() });
        let statistics = work.engines().analyse(board, work.stop())?;
        if let Observers::Automata(specification) = observers
            && *vacuity
            && board.summary().covered == 0
        {
            let found = never_taken(work.program(), specification, work.engines(), work.stop())?;
            vacuous.get_or_init(|| found);
        }
        Ok(statistics)
    }

    fn progress(Paths { board, .. }: &Paths) -> String {
        progress_of_board(board)
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<()> {
        let subject = work.subject();
        if let Some(Paths { board, .. }) = subject {
            board.finish();
            settle(work, work.question().suite.as_ref());
            board.arrange(false);
            reasons::explain_end(board, work.stop().reason(), end.defect.as_ref());
        }
        let unwritten = unwritten(work.question().suite.as_ref(), None, subject.map(|s| &s.board));
        let verdict = |Paths { board, paths, .. }: &Paths| paths::verdict(board, paths, work.question().observers.property());
        Conclusion { verdict: subject.map_or_else(|| Verdict::Unknown(work.early(end)), verdict), results: (), unwritten }
    }

    fn json(outcome: &Outcome<Self>) -> String {
        let subject = outcome.work().subject();
        paths::json(&outcome.run(), subject.map(|s| &s.board), subject.map_or(&[], |s| &s.paths), subject.and_then(|s| s.vacuous.get()).map(Vec::as_slice))
    }
}

impl Outcome<Check> {
    /// The error paths, with the ways to the feasible ones if they are wanted, and their counts; the counts alone if it is to be quiet.
    pub fn text(&self, quiet: bool, trace: bool) -> String {
        let mut text = String::new();
        let subject = self.work().subject();
        if let Some(Paths { board, paths, .. }) = subject.filter(|_| !quiet) {
            text.push_str(&paths::lines(board, paths));
            if trace {
                text.push_str(&traces::error_paths(board, paths));
            }
        }
        let vacuous = subject.and_then(|s| s.vacuous.get()).map_or(&[][..], Vec::as_slice);
        text.extend(vacuous.iter().map(|line| format!("VACUOUS {line}\n")));
        text + &paths::counts_line(subject.map(|s| paths::counts(&s.board, &s.paths)).unwrap_or_default())
    }
}

/// The states and transitions that no feasible path takes, one line each.
fn never_taken(request: &ProgramRequest, specification: &Specification, engines: &Engines, stop: &Stop) -> Result<Vec<String>, Failure> {
    let checked = property_automata::put(request, specification, Aim::Transitions)?;
    let board = Board::new(Arc::new(checked.program), None, LostRuns::Count);
    engines.analyse(&board, stop)?;
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
