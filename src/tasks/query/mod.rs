//! Queries: tests for goals that are sequences of events, proofs that nothing satisfies them.

pub mod graphs;
pub mod question;

use crate::condition::{self, About, Analysed};
use crate::cover::settle;
use crate::failure::Failure;
use crate::program::stepped;
use crate::reasons;
use crate::task::{Conclusion, End, Outcome, Question, Work, progress_of_goals};
use automata::condition::write::Extent;
use engine::arg::extent;
use engine::board::Board;
use engine::collection::TestSink;
use engine::sequences::AskedQuery;
use graphs::{Graphs, Parts};
use question::QueryText;
use report::json::Statistics;
use report::result::AnalysisResult;
use report::sequences;
use report::suite::Suite;
use report::text::{self, Verdict};
use std::io;
use std::sync::PoisonError;

/// What is to be covered.
pub struct Query {
    pub query: QueryText,
    /// Each test is written there as soon as it is found.
    pub suite: Option<Suite>,
    /// If graphs decide the goals, and not an unrolling.
    pub graphs: Option<Graphs>,
    /// Is an automaton wanted of what was analysed?
    pub condition: bool,
}

/// The goals of a query.
pub struct QueryGoals {
    asked: AskedQuery,
    /// What the graphs have looked at.
    parts: Parts,
}

impl Question for Query {
    type Subject = QueryGoals;
    type Results = ();

    fn asked(&self) -> Vec<String> {
        vec![self.query.text.trim().to_owned()]
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let Query { query, suite, graphs, condition } = work.question();
        if *condition {
            work.publish_stepped(stepped::read(work.program())?);
        }
        let (subject, program_hash, warnings) = query.subject(work.program())?;
        work.identify(program_hash);
        work.warn(warnings);
        let tests = suite.clone().map(|s| Box::new(s) as Box<dyn TestSink>);
        let QueryGoals { asked, parts } = work.publish(QueryGoals { asked: AskedQuery::new(subject, tests), parts: Parts::default() });
        match graphs {
            Some(graphs) => graphs.work(asked, work.engines(), work.stop(), condition.then_some(parts), &mut |text| work.warn([text])),
            None => work.engines().analyse_sequences(asked, work.stop()),
        }
    }

    fn progress(QueryGoals { asked, .. }: &QueryGoals) -> String {
        progress_of_goals(&asked.board.summary())
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<()> {
        let asked = work.subject().map(|goals| &goals.asked);
        let board = asked.map(|asked| &asked.board);
        if let Some(board) = board {
            if let Some(reason) = reasons::of_end(work.stop().reason(), end.defect.as_ref()) {
                board.resist_rest(reason);
            }
            board.finish();
        }
        settle(work, work.question().suite.as_ref());
        let finished = work.question().suite.as_ref().map_or(Ok(()), Suite::finish).err();
        let error: Option<io::Error> = finished.or_else(|| board.and_then(Board::take_sink_error));
        Conclusion {
            verdict: asked.map_or_else(|| Verdict::Incomplete(work.early(end)), sequences::verdict),
            results: (),
            unwritten: error.map(|error| Failure::Output { path: "the suite".to_owned(), error }),
        }
    }

    fn json(outcome: &Outcome<Self>) -> String {
        outcome.result().text()
    }
}

impl Outcome<Query> {
    /// The goals, unless the run ended before there were any.
    pub fn goals(&self) -> Option<&AskedQuery> {
        self.work().subject().map(|goals| &goals.asked)
    }

    /// The result that reports are made of.
    pub fn result(&self) -> &AnalysisResult {
        self.result_by(|run, _| sequences::result(run, self.goals()))
    }

    /// The goals that are not covered, or all, and the counts; the counts alone if it is to be quiet.
    pub fn text(&self, quiet: bool, all: bool) -> String {
        let lines = self.goals().filter(|_| !quiet).map(|asked| sequences::goal_lines(asked, all)).unwrap_or_default();
        lines + &text::summary_line(&self.goals().map(|asked| asked.board.summary()).unwrap_or_default())
    }

    /// What was analysed, as an automaton: paths on which no run satisfies a goal that is open.
    pub fn condition(&self) -> String {
        let purpose = condition::Purpose { about: About::Query(&self.work().question().query.text), malloc_may_fail: false };
        let goals = self.work().subject().filter(|_| self.end.defect.is_none());
        let analysed = goals.map_or(Analysed::So(Extent::Nothing), |goals| self.analysed(goals));
        condition::text(self.work().stepped(), &analysed, &purpose, None)
    }

    fn analysed<'b>(&self, QueryGoals { asked: AskedQuery { subject, board }, parts }: &'b QueryGoals) -> Analysed<'b> {
        let open = board.open();
        if open.is_empty() {
            return Analysed::So(Extent::All);
        }
        if board.depth().is_some() {
            return Analysed::So(condition::extent_of(board.depth(), board.program(), self.work().stepped()));
        }
        // Predicates are put into the text, which gives the program other places; what the tool's own code calls comes at any time.
        let has_own_places = !subject.query.predicates.is_empty() || subject.edges.outgoing(subject.edges.outside()).len() > 1;
        let parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_open: Option<Vec<extent::Extent>> = open.iter().map(|target| parts.get(&(target.query_goal()?.0 as usize)).cloned()).collect();
        match of_open.filter(|_| !has_own_places) {
            Some(extents) => Analysed::Along(extent::looked_at(&extents, &subject.edges), &subject.edges),
            None => Analysed::So(Extent::Nothing),
        }
    }
}
