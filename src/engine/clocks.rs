//! Bounded model checking of programs with threads: each thread is unrolled by itself, and clocks say which values are read (`symex::Strands`). A model becomes inputs and a
//! schedule, which the interpreter runs; only what it sees counts. Where no cut of any thread is possible, what has no model is unreachable.
//!
//! Says nothing of what is not claimed of values: races, deadlocks and which objects live are left to others.

mod steer;

use crate::board::Board;
use crate::budget::clocks as budget;
use crate::confirm::{determinate, variables};
use crate::interleavings::confirm;
use crate::schedule::Plan;
use crate::status::{Engine, Proof, ProofMethod, Reason};
use crate::target::Target;
use crate::threads::is_claim_of_values;
use goto::interp::Compiled;
use goto::limits::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Model, OpenError, Query, Solver};
use std::time::Instant;
use symex::{Bound, Session, Unrolling};
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// What was done.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Effort {
    pub rounds: u64,
    /// The last bound that was finished.
    pub k: u32,
    pub models: u64,
    /// Models whose runs did not do what they say.
    pub models_not_confirmed: u64,
}

/// What a round showed.
#[derive(PartialEq, Eq)]
enum Round {
    Grow,
    /// A larger bound shows no more.
    Last,
    /// The unrolling shows nothing.
    Useless(String),
}

/// What is asked of an unrolling. Each has a solver of its own, since other bounds have other writes.
struct Question<'q> {
    pool: TermPool,
    solver: Box<dyn Solver>,
    unrolling: Unrolling,
    wanted: Vec<TermId>,
    stop: &'q Stop,
}

impl Question<'_> {
    fn check(&mut self, assumptions: &[TermId], any_of: &[TermId]) -> Answer {
        let query = Query { assumptions, any_of, wanted: &self.wanted, stop: self.stop, budget: None };
        self.solver.check(&self.pool, &query)
    }
}

/// Asks for what is open, with growing bounds, until nothing is, a proof is found, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(board: &Board, plan: &Plan, stop: &Stop) -> Result<Effort, OpenError> {
    let compiled = Compiled::new(board.program());
    let mut effort = Effort::default();
    let mut k = budget::FIRST_BOUND;
    let stop = &stop.part();
    let mut left_out = "not all schedules were looked at".to_owned();
    while stop.reason().is_none() && !open(board).is_empty() && k <= budget::LAST_BOUND {
        let bound = Bound { k, max_steps: budget::STEPS, per_loop: plan.per_loop.clone() };
        let round = Clocks { board, compiled: &compiled, plan, stop, effort: &mut effort }.round(&bound)?;
        effort.rounds += 1;
        match round {
            Round::Grow => {}
            Round::Last => break,
            Round::Useless(why) => {
                left_out = format!("threads are not unrolled together: {why}");
                break;
            }
        }
        effort.k = k;
        k += (k / 3).max(1);
    }
    if !plan.works(Engine::Interleavings) {
        board.resist_rest(Reason::NotCovered(left_out));
    }
    Ok(effort)
}

/// What is open of what can be asked here.
fn open(board: &Board) -> Vec<Target> {
    let can_be_asked = |target: &Target| match target {
        Target::Goal(_) => true,
        Target::Property(property) => is_claim_of_values(board.program().properties[*property].class),
        Target::QueryGoal(_) => false,
    };
    board.open().into_iter().filter(can_be_asked).collect()
}

struct Clocks<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    plan: &'a Plan,
    stop: &'a Stop,
    effort: &'a mut Effort,
}

impl Clocks<'_> {
    /// One bound.
    fn round(&mut self, bound: &Bound) -> Result<Round, OpenError> {
        let mut pool = TermPool::new();
        let unrolling = Session::new().unroll_strands(self.board.program(), &mut pool, bound, self.stop);
        let Some(strands) = &unrolling.strands else { return Ok(Round::Last) };
        if let Some(why) = &strands.useless {
            return Ok(Round::Useless(why.clone()));
        }
        let mut solver = solver::open_all(&self.plan.solvers, &self.plan.process_limits)?;
        unrolling.facts.iter().for_each(|&fact| solver.assert(&pool, fact));
        let mut wanted = variables(&unrolling);
        wanted.extend(&strands.variables);
        let mut question = Question { pool, solver, unrolling, wanted, stop: self.stop };
        let refuted = self.ask(&mut question);
        if self.stop.reason().is_some() {
            return Ok(Round::Last);
        }
        Ok(self.conclude(&mut question, &refuted, bound))
    }

    /// The targets that no run within the bound reaches.
    fn ask(&mut self, question: &mut Question<'_>) -> Vec<Target> {
        let conditions = conditions(&question.unrolling);
        let usual: Vec<TermId> = determinate(&mut question.pool, &question.unrolling).into_iter().collect();
        let mut refuted = Vec::new();
        for target in open(self.board) {
            let Some(&condition) = conditions.get(&target).filter(|&&condition| !question.pool.is_false(condition)) else {
                refuted.push(target);
                continue;
            };
            match question.check(&usual, &[condition]) {
                Answer::Sat(model) => self.follow(question, target, &model),
                Answer::Unsat { .. } if usual.is_empty() || matches!(question.check(&[], &[condition]), Answer::Unsat { .. }) => refuted.push(target),
                Answer::Unsat { .. } | Answer::Unknown(_) => {}
            }
        }
        refuted
    }

    /// The interpreter runs what the model says.
    fn follow(&mut self, question: &Question<'_>, target: Target, model: &Model) {
        self.effort.models += 1;
        let mut evaluator = Evaluator::new(&model.values);
        let steered = steer::interleaving(self.compiled, &question.pool, &question.unrolling, target, &mut evaluator, self.stop);
        let is_confirmed = steered.is_some_and(|interleaving| confirm((self.board, self.compiled), target, interleaving, Engine::Clocks, self.stop));
        self.effort.models_not_confirmed += u64::from(!is_confirmed);
    }

    /// Where no thread goes on beyond what was unrolled, what was refuted is excluded.
    fn conclude(&mut self, question: &mut Question<'_>, refuted: &[Target], bound: &Bound) -> Round {
        let mixed = question.unrolling.strands.iter().flat_map(|strands| strands.mixed.iter().copied());
        let cuts: FxHashSet<TermId> = question.unrolling.cuts.iter().map(|cut| cut.condition).chain(mixed).collect();
        let mut cuts: Vec<TermId> = cuts.into_iter().filter(|&condition| !question.pool.is_false(condition)).collect();
        cuts.sort_unstable();
        if !cuts.is_empty() && !matches!(question.check(&[], &cuts), Answer::Unsat { .. }) {
            return Round::Grow;
        }
        for &target in refuted {
            self.board.exclude(target, Proof { method: ProofMethod::Clocks, k: Some(bound.k) });
        }
        Round::Last
    }
}

/// When what is asked about happens.
fn conditions(unrolling: &Unrolling) -> FxHashMap<Target, TermId> {
    let goals = unrolling.goals.iter().map(|&(goal, condition)| (Target::Goal(goal), condition));
    let violations = unrolling.violations.iter().map(|&(property, condition)| (Target::Property(property), condition));
    goals.chain(violations).collect()
}

/// The part of the time that is left which the engine has before others begin.
pub(crate) fn share(stop: &Stop) -> Stop {
    let now = Instant::now();
    let time = stop.deadline().map_or(budget::MOST, |deadline| (deadline.saturating_duration_since(now) / budget::SHARE).min(budget::MOST));
    stop.earlier(now + time)
}
