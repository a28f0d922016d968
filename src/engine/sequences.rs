//! The goals of a query: what is asked, who judges runs (`judge`), and the engines that work on it. A goal counts as covered only by a run of the interpreter whose
//! events the query's automata accept; what search and solvers find are proposals.

mod flow;
mod judge;
mod paths;
mod questions;
mod walk;
mod work;

pub use judge::QueryJudge;
pub use work::analyse;

use crate::board::{About, Board, LostRuns};
use crate::collection::TestSink;
use crate::schedule::Effort;
use automata::fql::Query;
use automata::fql::watch::Watch;
use goto::Program;
use goto::edges::Edges;
use std::sync::Arc;

/// Everything about a query and a program that does not change.
pub struct Subject {
    /// The program with the events, as the engines see it.
    pub program: Arc<Program>,
    /// The program without events, to which the edges belong. It has the expressions of the events' tests.
    pub plain: Arc<Program>,
    /// The edges of the program as it was when the query was read.
    pub edges: Edges,
    pub query: Query,
    pub watch: Watch,
}

/// A query that is asked of a program, and what is known of its goals.
pub struct AskedQuery {
    pub subject: Arc<Subject>,
    pub board: Board,
}

impl AskedQuery {
    pub fn new(subject: Subject, sink: Option<Box<dyn TestSink>>) -> Self {
        let subject = Arc::new(subject);
        let judge = Box::new(QueryJudge(Arc::clone(&subject)));
        // Of runs that crash it counts what happened before.
        let board = Board::judged_by(judge, Arc::clone(&subject.program), sink, LostRuns::Count);
        board.want_depth(About::Everything);
        Self { subject, board }
    }
}

/// What the engines did.
#[derive(Clone, Copy, Default, Debug)]
pub struct SequenceEffort {
    /// With the events by themselves.
    pub events: Effort,
    /// With the goals.
    pub goals: Effort,
}
