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
use automata::spec::{Automaton, Specification, StateId};
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
use report::result::{AutomatonState, AutomatonTransition, Reached};
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
    /// The automata with what feasible paths come to in them, if that was asked and is known.
    automata: OnceLock<Vec<report::result::Automaton>>,
}

impl Question for Check {
    type Subject = Paths;
    type Results = ();

    fn asked(&self) -> Vec<String> {
        self.observers.names()
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let Check { observers, suite, vacuity } = work.question();
        let Checked { program, hash, paths, warnings, .. } = observers.put(work.program())?;
        work.identify(hash);
        work.warn(warnings);
        let tests = suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let board = Board::new(Arc::new(program), tests, LostRuns::Count);
        let Paths { board, automata, .. } = work.publish(Paths { board, paths, automata: OnceLock::new() });
        let statistics = work.engines().analyse(board, work.stop())?;
        if let Observers::Automata(specification) = observers
            && *vacuity
            && board.summary().covered == 0
        {
            let found = taken(work.program(), specification, work.engines(), work.stop())?;
            automata.get_or_init(|| found);
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
        paths::json(&outcome.run(), subject.map(|s| &s.board), subject.map_or(&[], |s| &s.paths), subject.and_then(|s| s.automata.get()).map(Vec::as_slice))
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
        let automata = subject.and_then(|s| s.automata.get()).map_or(&[][..], Vec::as_slice);
        text.extend(paths::never_taken(automata).iter().map(|line| format!("VACUOUS {line}\n")));
        text + &paths::counts_line(subject.map(|s| paths::counts(&s.board, &s.paths)).unwrap_or_default())
    }
}

/// The automata with the states and transitions that feasible paths come to.
fn taken(request: &ProgramRequest, specification: &Specification, engines: &Engines, stop: &Stop) -> Result<Vec<report::result::Automaton>, Failure> {
    let checked = property_automata::put(request, specification, Aim::Transitions)?;
    let board = Board::new(Arc::new(checked.program), None, LostRuns::Count);
    engines.analyse(&board, stop)?;
    board.finish();
    let told = |(number, automaton): (usize, &Automaton)| {
        // Where control flow alone leads never there is no candidate.
        let taken = |state, transition| {
            let found = checked.candidates.iter().position(|c| (c.automaton, c.state, c.transition) == (number, state, transition));
            found.map_or(Reached::Never, |i| reached(&board.status(GoalId::new(i))))
        };
        let entered = |to: StateId| {
            let into = automaton.states.iter().flat_map(|(from, s)| s.transitions.iter().enumerate().map(move |(t, of)| (from, t, of)));
            let into = into.filter(|(_, _, of)| of.target == Target::State(to)).map(|(from, t, _)| taken(from, t));
            if to == automaton.initial { Reached::Reached } else { into.min().unwrap_or(Reached::Never) }
        };
        let states = automaton.states.iter().map(|(id, state)| {
            let transitions = state.transitions.iter().enumerate().map(|(number, transition)| AutomatonTransition {
                text: automaton.transition_text(transition),
                is_error: match transition.target {
                    Target::State(to) => automaton.states[to].is_target,
                    Target::Error(_) => true,
                    Target::Stop | Target::Break => false,
                },
                taken: taken(id, number),
            });
            AutomatonState { name: state.name.clone(), reached: entered(id), transitions: transitions.collect() }
        });
        report::result::Automaton { name: automaton.name.clone(), states: states.collect() }
    };
    Ok(specification.automata.iter().enumerate().map(told).collect())
}

fn reached(status: &Status) -> Reached {
    match status {
        Status::Reached(_) => Reached::Reached,
        Status::Open(_) => Reached::Unknown,
        Status::Excluded(_) | Status::Superseded => Reached::Never,
    }
}
