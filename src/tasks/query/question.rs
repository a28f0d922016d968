//! Queries read over a program.

use crate::failure::Failure;
use crate::program::predicates::{PlacedPredicates, PredicateError, Questions};
use crate::program::{self, ProgramRequest};
use automata::fql::ast::Syntax;
use automata::fql::watch::{Code, Watch};
use automata::fql::{self, BuildError, PredicateId, Query, Scene};
use engine::sequences::Subject;
use frontend::Loaded;
use goto::decision::Decisions;
use goto::edges::{Edges, PlaceId};
use goto::{Labels, TextError};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;

pub use automata::fql::{BasicBlocks, Dialect};

/// Goals of a query, unless more are asked for.
pub const MAX_GOALS: u64 = 2_000_000;

/// How a query is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// If it is not what the words show.
    pub dialect: Option<Dialect>,
    pub basic_blocks: BasicBlocks,
    /// Queries with more goals are refused.
    pub max_goals: u64,
    /// Variables that the program does not initialise are inputs.
    pub uninitialised_inputs: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self { dialect: None, basic_blocks: BasicBlocks::Fshell, max_goals: MAX_GOALS, uninitialised_inputs: false }
    }
}

/// A query that was read, with what messages need.
pub struct QueryText {
    /// What it is read from, for messages.
    origin: String,
    pub text: String,
    syntax: Syntax,
    reading: Reading,
}

/// The program of a query before anything is put into it.
pub(crate) struct Read {
    pub loaded: Loaded,
    pub edges: Edges,
    pub query: Query,
}

impl QueryText {
    /// Reads a query. `origin` is what messages call the place that it comes from.
    ///
    /// # Errors
    /// If it is no query.
    pub fn parse(origin: String, text: String, reading: Reading) -> Result<Self, Failure> {
        // A property has its query inside; what stands around it becomes blanks, so that places stay right.
        let text = match fql::parser::in_property(&text) {
            Some(inside) => {
                text.char_indices().map(|(at, c)| if inside.contains(&at) || c == '\n' { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect()
            }
            None => text,
        };
        match fql::parse(&text, reading.dialect) {
            Ok(syntax) => Ok(Self { origin, text, syntax, reading }),
            Err(error) => Err(error.within(&origin, &text).into()),
        }
    }

    /// Reads the query of a file.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(path: &Path, reading: Reading) -> Result<Self, Failure> {
        let origin = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {origin}: {e}")))?;
        Self::parse(origin, String::from_utf8_lossy(&bytes).into_owned(), reading)
    }

    fn wrong(&self, error: TextError) -> Failure {
        error.within(&self.origin, &self.text).into()
    }

    /// Reads the program and the query over it.
    ///
    /// # Errors
    /// If the program is wrong, or the query means nothing there.
    pub(crate) fn over(&self, request: &ProgramRequest) -> Result<Read, Failure> {
        self.over_loaded(program::compile(request)?)
    }

    /// Reads the query over a program without goals.
    fn over_loaded(&self, mut loaded: Loaded) -> Result<Read, Failure> {
        let decision_marks = instrument::decision_marks(&mut loaded.program);
        let edges = Edges::new(&loaded.program);
        let labels: &Labels = &loaded.labels;
        let scene = Scene { program: &loaded.program, edges: &edges, labels, decision_marks: &decision_marks, basic_blocks: self.reading.basic_blocks };
        let query = fql::build(&self.syntax, &self.text, &scene, self.reading.max_goals).map_err(|error| match error {
            BuildError::Wrong(error) => self.wrong(error),
            BuildError::TooMany(n) => {
                let message = format!("the query has at least {n} goals, and the limit is {} (--max-goals)", self.reading.max_goals);
                self.wrong(TextError::new(message, 0..self.text.len()))
            }
        })?;
        Ok(Read { loaded, edges, query })
    }

    /// Reads the program again with the predicates in it, and finds their code.
    fn ask(&self, request: &ProgramRequest, read: &mut Read) -> Result<FxHashMap<(PlaceId, PredicateId), Code>, Failure> {
        let places =
            |read: &Read| -> PlacedPredicates { Watch::places(&read.query, &read.edges).into_iter().map(|(place, test)| (place, test.predicate)).collect() };
        let wrong = |error| match error {
            PredicateError::Wrong(error) => self.wrong(error),
            PredicateError::Failed(failure) => failure,
        };
        let questions = Questions::prepare(request, &read.loaded.program, &read.edges, &read.query.predicates, &places(read)).map_err(wrong)?;
        let mut request = request.clone();
        request.insertions = questions.insertions(&read.query.predicates);
        let mut loaded = program::compile(&request)?;
        let codes = questions.cut(&mut loaded);
        *read = self.over_loaded(loaded)?;
        questions.code(&read.loaded, &read.edges, &read.query.predicates, &places(read), &codes).map_err(|error| self.wrong(error))
    }

    /// The program with the events of the query, ready for the engines; by what it is known again; warnings.
    ///
    /// # Errors
    /// If the program is wrong, or the query means nothing there.
    pub(crate) fn subject(&self, request: &ProgramRequest) -> Result<(Subject, String, Vec<String>), Failure> {
        let mut read = self.over(request)?;
        let code = if read.query.predicates.is_empty() { FxHashMap::default() } else { self.ask(request, &mut read)? };
        let Read { mut loaded, edges, query } = read;
        let warnings: Vec<String> = program::weaknesses(&loaded).chain(query.warnings.iter().cloned()).collect();
        let program_hash = request.hash(&loaded);
        let watch = Watch::new(&mut loaded.program, &query, &edges, &code);
        let plain = Arc::new(loaded.program.clone());
        instrument::events::events(&mut loaded.program, &edges, &watch.wanted);
        if self.reading.uninitialised_inputs {
            instrument::uninitialised_as_inputs(&mut loaded.program, None);
        }
        // Takes the assertions out: they must not stand in the way of a test.
        instrument::instrument(&mut loaded.program, &Decisions::default(), &[], None);
        goto::assert_valid(&loaded.program, "events");
        program::tidy(&mut loaded.program);
        Ok((Subject { program: Arc::new(loaded.program), plain, edges, query, watch }, program_hash, warnings))
    }
}
