//! FQL, the query language for coverage: its text, what filters choose of a program, the goals of a query, and which of them a run satisfies.
//!
//! | module | what |
//! |---|---|
//! | [`ast`], [`lexer`], [`parser`] | queries as they are written, in two dialects |
//! | [`filter`], [`blocks`], [`graph`], [`paths`] | the edges of the program that filters choose |
//! | [`query`], [`build`] | a query over these edges: alternatives that are products of choices |
//! | [`machine`], [`letters`], [`accept`] | automata over classes of edges, and the goals that a run satisfies |
//! | [`watch`] | the events that runs have to tell |
//! | [`describe`] | goals as text |
//!
//! # Meaning
//!
//! A run is the sequence of the edges that it takes (`goto::edges`), with a place before the first, between any two, and after the last. Nodes and predicates
//! of a pattern are asked at such a place and take no edge, so `{a}.{b}.EDGES(F)` means that both hold where the edge begins. Edges of structure may be passed
//! over by any pattern. A run satisfies a goal if its whole sequence is in the language of the goal and in that of the passing clause; one that is cut (no more
//! inputs, a crash, a limit) does if that is so however it goes on. In FShell's dialect anything may come before and after a pattern, unless it is anchored; in
//! CPA/TIGER's a pattern begins where the program does, and a goal is satisfied as soon as its pattern is. The clause `PASSING` is about whole runs in both.
//!
//! # How an engine uses it
//!
//! [`parser::parse`] and [`build::build`] give a [`Query`]: alternatives, each a sequence of elements, of which an element is a regular expression or a choice
//! among atoms. A goal takes one atom from each choice of one alternative; [`Query::atoms`] tells which. An engine that shares work among goals builds one
//! automaton an alternative with the choices as transitions ([`machine::Machine`]), and keeps a position for each prefix of atoms, never an automaton for each
//! goal. [`watch::Watch`] tells which events to put into the program (`instrument::events`): goals of the program, each a letter of the automata, so that
//! whatever works on goals works on events. `engine::sequences` holds the status of the query's goals and judges runs.
//!
//! Knows the if-goto language and the marks that the criterion `testcomp` counts; nothing of C's text, engines or the command line.

pub mod accept;
pub mod ast;
pub mod blocks;
pub mod build;
pub mod describe;
pub mod filter;
pub mod graph;
pub mod letters;
mod lexer;
pub mod machine;
pub mod parser;
pub mod paths;
pub mod query;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod watch;

pub use ast::Dialect;
pub use blocks::BasicBlocks;
pub use build::{BuildError, build};
pub use filter::Scene;
pub use parser::parse;
pub use query::{Alternative, Atom, Element, GoalIndex, Predicate, PredicateId, Query, Regex, Test};

type Result<T, E = goto::TextError> = std::result::Result<T, E>;
