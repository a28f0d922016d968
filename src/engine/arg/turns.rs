//! Work on the goals of a board: by one analysis that can be interrupted and goes on with all that was found out, or by several at once that divide the goals.

use super::beginnings::{Pass, alone};
use super::explore::{Counters, Why};
use super::goals::{Analysis, Goals, GraphObserver, Oracle, Session, Verdict, Work, decide_all, order};
use super::options::Options;
use super::worker_pool::WorkerPool;
use crate::board::Board;
use crate::budget;
use crate::status::{Engine, Proof, ProofMethod, Reason};
use crate::target::Target;
use goto::edges::Edges;
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::{Bits, InputId, Program};
use solver::Solver;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Goals that stand on a board, with the program whose edges their automata are about. Inputs mean the same there as in the program of the board.
pub(crate) trait BoardGoals: Goals + Sync {
    fn program(&self) -> &Program;

    fn edges(&self) -> &Edges;

    fn target(&self, goal: usize) -> Target;

    /// How graphs are made of them. Where goals do not share beginnings, all that their edges tell apart are first looked at together.
    fn options(&self) -> Options;
}

/// The board as the judge.
struct BoardOracle<'b> {
    board: &'b Board,
    compiled: &'b Compiled,
    goals: &'b dyn BoardGoals,
    stop: Stop,
    /// Are reasons for what stays undecided reported?
    tells: bool,
    /// How many targets were decided.
    decided: usize,
}

impl Oracle for BoardOracle<'_> {
    fn is_open(&self, goal: usize) -> bool {
        self.board.is_open(self.goals.target(goal))
    }

    fn is_covered(&self, goal: usize) -> bool {
        self.board.is_reached(self.goals.target(goal))
    }

    fn propose(&mut self, inputs: &[(InputId, Bits)], goal: Option<usize>) {
        let wanted = goal.map(|goal| self.goals.target(goal));
        let tried = self.board.try_inputs(self.compiled, inputs, wanted.as_slice(), Engine::Arg, &self.stop);
        self.decided += tried.decided;
        if goal.is_some_and(|goal| self.is_open(goal)) {
            self.decided += self.board.report_last_resort(&tried, Engine::Arg);
        }
        self.board.leave_lead(&tried.run().inputs);
    }

    fn impossible(&mut self, goal: usize, verdict: Verdict) {
        let method = match verdict {
            Verdict::Graph => ProofMethod::Arg,
            Verdict::Follows => ProofMethod::Dominator,
        };
        self.board.exclude(self.goals.target(goal), Proof { method, k: None });
        self.decided += 1;
    }

    fn undecided(&mut self, goal: usize, why: &Why) {
        if self.tells {
            self.board.resist(self.goals.target(goal), reason(why));
        }
    }
}

fn reason(why: &Why) -> Reason {
    match why {
        Why::Stopped(reason) => Reason::Stopped(*reason),
        Why::Leak(leak) => Reason::Unsupported { what: leak.what.clone(), loc: leak.loc },
        Why::TimeUp => Reason::NotCovered("limit: time for one goal".into()),
        Why::TooLarge => Reason::NotCovered("limit: nodes of the graph".into()),
        Why::Limit(what) => Reason::NotCovered(format!("limit: {what}")),
        Why::Unconfirmed => Reason::Unconfirmed,
        Why::Predicates => Reason::NotCovered("no predicates exclude a path that cannot be taken".into()),
        Why::Solver => Reason::Solver("no answer for a path".into()),
    }
}

/// More analyses that divide the goals with the first one, each on a thread of its own.
pub struct Others<'o> {
    pub n: usize,
    /// A solver for one of them; without it that one does not work.
    pub solver: &'o (dyn Fn() -> Option<Box<dyn Solver>> + Sync),
}

/// Works on what is open on the board until it is told to stop. The observer sees the graphs of the first analysis only. With `tells` reasons are reported for what
/// stays undecided. Also says how many targets were decided.
pub(crate) fn decide(
    board: &Board,
    compiled: &Compiled,
    goals: &dyn BoardGoals,
    observer: &mut dyn GraphObserver,
    work: Work<'_>,
    others: &Others<'_>,
    tells: bool,
) -> (Counters, usize) {
    let one = |observer: &mut dyn GraphObserver, work: Work<'_>| {
        let mut oracle = BoardOracle { board, compiled, goals, stop: work.stop.clone(), tells, decided: 0 };
        let counters = decide_all(goals.program(), goals.edges(), goals, &mut oracle, observer, work);
        (counters, oracle.decided)
    };
    if others.n == 0 {
        return one(observer, work);
    }
    let pool = WorkerPool::default();
    let (stop, options, one, pool) = (work.stop.clone(), work.options, &one, &pool);
    std::thread::scope(|scope| {
        let begin = |number: usize| {
            let stop = stop.clone();
            let run = move || {
                let work = Work { solver: (others.solver)()?, stop, options, cache: &mut (), pool: Some(pool.member(number)) };
                Some(one(&mut (), work))
            };
            // Without a thread there is one analysis less.
            std::thread::Builder::new().name("graphs".to_owned()).stack_size(budget::graphs::STACK).spawn_scoped(scope, run).ok()
        };
        let working: Vec<_> = (1..=others.n).filter_map(begin).collect();
        let Work { solver, stop, options, cache, .. } = work;
        let (mut counters, mut decided) = one(observer, Work { solver, stop, options, cache, pool: Some(pool.member(0)) });
        for other in working {
            let ended = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if let Some((of_other, decided_there)) = ended {
                counters.add(&of_other);
                decided += decided_there;
            }
        }
        (counters, decided)
    })
}

/// One goal that is still to be looked at by itself.
struct Waiting {
    goal: usize,
    /// How long it was looked at in this round.
    spent: Duration,
}

/// How far the work has come.
enum Phase {
    /// All goals in one graph, for so long so far.
    Together(Duration),
    /// Goals that begin alike together, each for a short time.
    Beginnings(Pass),
    /// One by one, each for so long at most; then those that resisted once more.
    Alone { waiting: VecDeque<Waiting>, later: VecDeque<Waiting>, patience: Duration },
    /// More time decides nothing more.
    Over,
}

impl Phase {
    /// These goals one by one.
    fn alone(goals: impl Iterator<Item = usize>, patience: Duration) -> Self {
        let waiting = goals.map(|goal| Waiting { goal, spent: Duration::ZERO }).collect();
        Phase::Alone { waiting, later: VecDeque::new(), patience }
    }
}

/// One analysis of the goals of a board, in turns.
pub(crate) struct GraphTurns<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    goals: &'a dyn BoardGoals,
    /// Always there between two turns.
    session: Option<Session<'a>>,
    /// `None` before the first turn.
    phase: Option<Phase>,
    /// Are reasons for what stays undecided reported?
    tells: bool,
}

impl<'a> GraphTurns<'a> {
    pub(crate) fn new(board: &'a Board, compiled: &'a Compiled, goals: &'a dyn BoardGoals, solver: Box<dyn Solver>, tells: bool) -> Self {
        let session = Some(Session::new(goals.program(), goals.edges(), goals, solver, goals.options()));
        let phase = if goals.is_empty() { Some(Phase::Over) } else { None };
        Self { board, compiled, goals, session, phase, tells }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.session.as_ref().map(|session| session.engine.counters).unwrap_or_default()
    }

    /// Is nothing more expected of it?
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase, Some(Phase::Over))
    }

    /// Goes on until it is told to stop, or is over. Says how many targets were decided.
    pub(crate) fn work(&mut self, stop: &Stop) -> usize {
        let Some(mut session) = self.session.take() else { return 0 };
        session.engine.logic.obey(stop.clone());
        let mut oracle = BoardOracle { board: self.board, compiled: self.compiled, goals: self.goals, stop: stop.clone(), tells: self.tells, decided: 0 };
        let mut nobody = ();
        let mut analysis = session.resumed(self.goals, &mut oracle, &mut nobody, None);
        while !self.is_over() && stop.reason().is_none() {
            let next = match self.phase.take() {
                None => self.first(&analysis),
                Some(Phase::Together(spent)) => together(&mut analysis, spent, stop),
                Some(Phase::Beginnings(pass)) => self.beginnings(&mut analysis, pass),
                Some(Phase::Alone { waiting, later, patience }) => one_by_one(&mut analysis, waiting, later, patience, stop),
                Some(Phase::Over) => Phase::Over,
            };
            self.phase = Some(next);
        }
        self.session = Some(analysis.suspended());
        oracle.decided
    }

    fn first(&self, analysis: &Analysis<'_, '_>) -> Phase {
        let options = self.goals.options();
        if options.share_beginnings {
            Phase::Beginnings(analysis.pass(order(self.goals.edges(), self.goals, options.breadth_first_order)))
        } else {
            Phase::Together(Duration::ZERO)
        }
    }

    /// What resists waits until the others are decided: it may follow from them.
    fn beginnings(&self, analysis: &mut Analysis<'_, '_>, mut pass: Pass) -> Phase {
        let options = self.goals.options();
        analysis.engine.options = options.short_trial();
        analysis.advance(&mut pass);
        analysis.engine.options = options;
        if pass.is_over() {
            Phase::alone(pass.left(None).into_iter().map(|(goal, _)| goal), budget::graphs::TRIAL * budget::graphs::MORE_PATIENCE)
        } else {
            Phase::Beginnings(pass)
        }
    }
}

/// All goals that nothing but their edges tells apart, in one graph.
fn together(analysis: &mut Analysis<'_, '_>, spent: Duration, stop: &Stop) -> Phase {
    let goals = order(analysis.engine.effects.edges, analysis.goals, true);
    let start = Instant::now();
    analysis.engine.options.time_per_goal = None;
    analysis.harvest(0, &alone(&goals));
    let spent = spent + start.elapsed();
    if stop.reason().is_some() && spent < budget::graphs::TOGETHER {
        return Phase::Together(spent);
    }
    Phase::alone(goals.into_iter(), budget::graphs::FIRST_PATIENCE)
}

/// The next goal by itself.
fn one_by_one(analysis: &mut Analysis<'_, '_>, mut waiting: VecDeque<Waiting>, mut later: VecDeque<Waiting>, mut patience: Duration, stop: &Stop) -> Phase {
    let Some(Waiting { goal, spent }) = waiting.pop_front() else {
        patience *= budget::graphs::MORE_PATIENCE;
        let is_over = later.is_empty() || patience > budget::graphs::MOST_PATIENCE;
        return if is_over { Phase::Over } else { Phase::Alone { waiting: later, later: VecDeque::new(), patience } };
    };
    let start = Instant::now();
    analysis.engine.options.time_per_goal = Some(patience.saturating_sub(spent));
    let why = analysis.one(goal);
    let spent = spent + start.elapsed();
    match why {
        None => {}
        Some(Why::Stopped(_)) if spent < patience => waiting.push_front(Waiting { goal, spent }),
        Some(why) => {
            if stop.reason().is_none() {
                analysis.oracle.undecided(goal, &why);
            }
            if matches!(why, Why::Stopped(_) | Why::TimeUp | Why::TooLarge) {
                later.push_back(Waiting { goal, spent: Duration::ZERO });
            }
        }
    }
    Phase::Alone { waiting, later, patience }
}
