//! Queries read over a program: what `query` and `show` have in common.

use crate::cli::args::{BlocksName, DialectName, QuestionArgs};
use crate::cli::failure::Failure;
use crate::cli::pipeline;
use crate::cli::predicates::{PlacedPredicates, PredicateError, Questions};
use crate::cli::request::ProgramRequest;
use automata::fql::ast::Syntax;
use automata::fql::watch::{Code, Watch};
use automata::fql::{self, BasicBlocks, BuildError, Dialect, PredicateId, Query, QueryError, Scene};
use engine::sequences::Subject;
use frontend::Loaded;
use goto::Labels;
use goto::edges::{Edges, PlaceId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A query that was read, with what messages need.
#[derive(Clone)]
pub(super) struct Question {
    /// What it is read from, for messages.
    origin: String,
    pub text: String,
    syntax: Syntax,
    basic_blocks: BasicBlocks,
    max_goals: u64,
    uninitialised_inputs: bool,
}

/// The query of the arguments; `None` if there is none.
pub(super) fn read(args: &QuestionArgs) -> Result<Option<Question>, Failure> {
    let (origin, text) = match (&args.query, &args.query_file) {
        (Some(text), _) => ("the query".to_owned(), text.clone()),
        (None, Some(path)) => {
            let origin = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {origin}: {e}")))?;
            (origin, String::from_utf8_lossy(&bytes).into_owned())
        }
        (None, None) => return Ok(None),
    };
    // A property has its query inside; what stands around it becomes blanks, so that places stay right.
    let text = match fql::parser::in_property(&text) {
        Some(inside) => text.char_indices().map(|(at, c)| if inside.contains(&at) || c == '\n' { c.to_string() } else { " ".repeat(c.len_utf8()) }).collect(),
        None => text,
    };
    let dialect = args.dialect.map(|d| match d {
        DialectName::Fshell => Dialect::Fshell,
        DialectName::Tiger => Dialect::Tiger,
    });
    let basic_blocks = match args.basic_blocks {
        BlocksName::Fshell => BasicBlocks::Fshell,
        BlocksName::Tiger => BasicBlocks::Tiger,
    };
    match fql::parse(&text, dialect) {
        Ok(syntax) => Ok(Some(Question { origin, text, syntax, basic_blocks, max_goals: args.max_goals, uninitialised_inputs: args.uninitialised_inputs })),
        Err(error) => Err(Failure::Query { origin, text, error }),
    }
}

/// The program of a query before anything is put into it.
pub(super) struct Read {
    pub loaded: Loaded,
    pub edges: Edges,
    pub query: Query,
}

impl Question {
    fn wrong(&self, error: QueryError) -> Failure {
        Failure::Query { origin: self.origin.clone(), text: self.text.clone(), error }
    }

    /// Reads the program and the query over it.
    pub(super) fn over(&self, request: &ProgramRequest) -> Result<Read, Failure> {
        self.over_loaded(pipeline::compile(request)?)
    }

    /// Reads the query over a program without goals.
    fn over_loaded(&self, mut loaded: Loaded) -> Result<Read, Failure> {
        let decision_marks = instrument::decision_marks(&mut loaded.program);
        let edges = Edges::new(&loaded.program);
        let labels: &Labels = &loaded.labels;
        let scene = Scene { program: &loaded.program, edges: &edges, labels, decision_marks: &decision_marks, basic_blocks: self.basic_blocks };
        let query = fql::build(&self.syntax, &self.text, &scene, self.max_goals).map_err(|error| match error {
            BuildError::Wrong(error) => self.wrong(error),
            BuildError::TooMany(n) => {
                let message = format!("the query has at least {n} goals, and the limit is {} (--max-goals)", self.max_goals);
                self.wrong(QueryError::new(message, 0..self.text.len()))
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
        let mut loaded = pipeline::compile(&request)?;
        let codes = questions.cut(&mut loaded);
        *read = self.over_loaded(loaded)?;
        questions.code(&read.loaded, &read.edges, &read.query.predicates, &places(read), &codes).map_err(|error| self.wrong(error))
    }

    /// The program with the events of the query, ready for the engines. The second part are warnings.
    pub(super) fn subject(&self, request: &ProgramRequest) -> Result<(Subject, Vec<String>), Failure> {
        let mut read = self.over(request)?;
        let code = if read.query.predicates.is_empty() { FxHashMap::default() } else { self.ask(request, &mut read)? };
        let Read { mut loaded, edges, query } = read;
        let mut warnings: Vec<String> =
            loaded.missing.iter().map(|f| format!("{f} has no body: its effects are guessed from its type; add the file that defines it")).collect();
        warnings.extend(query.warnings.iter().cloned());
        let watch = Watch::new(&mut loaded.program, &query, &edges, &code);
        let plain = Arc::new(loaded.program.clone());
        instrument::events::events(&mut loaded.program, &edges, &watch.wanted);
        if self.uninitialised_inputs {
            instrument::uninitialised_as_inputs(&mut loaded.program);
        }
        // Takes the assertions out: they must not stand in the way of a test.
        instrument::instrument(&mut loaded.program, &[]);
        goto::assert_valid(&loaded.program, "events");
        pipeline::tidy(&mut loaded.program);
        Ok((Subject { program: Arc::new(loaded.program), plain, edges, query, watch }, warnings))
    }
}
