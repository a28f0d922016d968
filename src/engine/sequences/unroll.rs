//! The shared unrolling: all goals of a query are terms of one unrolling of the program with its events, and one live solver is asked for runs that satisfy any
//! that is open, until none is left. What no path satisfies, nor any path that was cut may come to satisfy, is unreachable.

use super::AskedQuery;
use super::flow::ControlFlow;
use super::paths::{self, Conditions, Prune};
use crate::bmc::{Counters, Round};
use crate::board::Board;
use crate::budget;
use crate::confirm::{determinate, inputs_of_model, reason_of, same_inputs, variables};
use crate::depth::depth;
use crate::status::{Engine, Proof, ProofMethod};
use crate::target::Target;
use automata::fql::GoalIndex;
use goto::interp::Compiled;
use goto::limits::Stop;
use rustc_hash::FxHashSet;
use solver::{Answer, Model, Query, Solver};
use std::time::Instant;
use symex::{Bound, CutReason, Session, Unrolling};
use term::eval::Evaluator;
use term::{TermId, TermPool};

pub(super) struct Unroller<'a> {
    asked: &'a AskedQuery,
    board: &'a Board,
    compiled: &'a Compiled,
    flow: &'a ControlFlow<'a>,
    pool: TermPool,
    session: Session,
    solver: Box<dyn Solver>,
    facts_told: FxHashSet<TermId>,
    stop: Stop,
    counters: Counters,
}

/// A goal with its condition.
#[derive(Clone, Copy)]
struct GoalCondition {
    goal: GoalIndex,
    condition: TermId,
    failures: u32,
}

/// Which models are looked for.
struct Search {
    assumption: Option<TermId>,
    failures_allowed: u32,
}

impl<'a> Unroller<'a> {
    pub(super) fn new(asked: &'a AskedQuery, compiled: &'a Compiled, flow: &'a ControlFlow<'a>, solver: Box<dyn Solver>, stop: Stop) -> Self {
        let (pool, session) = (TermPool::new(), Session::new());
        Self { asked, board: &asked.board, compiled, flow, pool, session, solver, facts_told: FxHashSet::default(), stop, counters: Counters::default() }
    }

    pub(super) fn counters(&self) -> Counters {
        Counters { times: self.solver.times(), ..self.counters }
    }

    fn open_goals(&self) -> Vec<GoalIndex> {
        self.board.open().into_iter().filter_map(Target::query_goal).collect()
    }

    /// One bound: looks for runs, then proves what can be proved.
    pub(super) fn round(&mut self, bound: &Bound) -> Round {
        let start = Instant::now();
        let unrolling = self.session.unroll_logged(self.board.program(), &mut self.pool, bound, &self.stop);
        self.counters.rounds += 1;
        self.counters.steps += unrolling.steps;
        for &fact in &unrolling.facts {
            if self.facts_told.insert(fact) {
                self.solver.assert(&self.pool, fact);
            }
        }
        let wanted = variables(&unrolling);
        let mut pruner = Pruner { solver: &mut *self.solver, wanted: &wanted, stop: &self.stop, calls: 0 };
        let conditions = paths::conditions(&self.asked.subject.watch, &mut self.pool, &unrolling, &mut pruner);
        self.counters.solver_calls += pruner.calls;
        self.counters.unrolling += start.elapsed();
        let refuted = self.hunt_all(&unrolling, &conditions);
        if let Some(reason) = self.stop.reason() {
            return Round::Stopped(reason);
        }
        if conditions.is_partial {
            return Round::Grow;
        }
        self.counters.k = bound.k;
        self.note_depth(&unrolling, &refuted, bound);
        self.prove(&unrolling, &conditions, refuted, bound.k);
        self.verdict(&unrolling)
    }

    /// Tells the board how far all was looked at, if everything that is open is refuted on the paths of the unrolling.
    fn note_depth(&self, unrolling: &Unrolling, refuted: &[GoalIndex], bound: &Bound) {
        let refuted: FxHashSet<GoalIndex> = refuted.iter().copied().collect();
        if self.open_goals().iter().all(|goal| refuted.contains(goal))
            && let Some(depth) = depth(unrolling, self.board.program(), &self.pool, bound)
        {
            self.board.note_depth(depth);
        }
    }

    fn verdict(&self, unrolling: &Unrolling) -> Round {
        if self.board.n_open() == 0 {
            return Round::Done;
        }
        if let Some(reason) = self.stop.reason() {
            return Round::Stopped(reason);
        }
        let more = unrolling.cuts.iter().any(|c| matches!(c.reason, CutReason::Bound | CutReason::Steps) && !self.pool.is_false(c.condition));
        if more { Round::Grow } else { Round::Exhausted }
    }

    /// Looks for runs that satisfy what is open, first for those in which what the program does not determine is zero, as in the interpreter. Gives the goals that
    /// no path of the unrolling satisfies.
    fn hunt_all(&mut self, unrolling: &Unrolling, conditions: &Conditions<'_>) -> Vec<GoalIndex> {
        let open = self.open_goals();
        let Some(zeros) = determinate(&mut self.pool, unrolling) else {
            return self.hunt(unrolling, conditions, open, &Search { assumption: None, failures_allowed: budget::questions::FAILURES_ALLOWED });
        };
        let refuted = self.hunt(unrolling, conditions, open, &Search { assumption: Some(zeros), failures_allowed: budget::questions::FAILURES_ALLOWED });
        self.hunt(unrolling, conditions, refuted, &Search { assumption: None, failures_allowed: budget::questions::FAILURES_ALLOWED_UNDETERMINED })
    }

    fn hunt(&mut self, unrolling: &Unrolling, conditions: &Conditions<'_>, open: Vec<GoalIndex>, search: &Search) -> Vec<GoalIndex> {
        let condition_of = |goal: &GoalIndex| conditions.satisfied.get(goal).copied().filter(|&c| !self.pool.is_false(c));
        let (present, mut refuted): (Vec<GoalIndex>, Vec<GoalIndex>) = open.iter().partition(|&goal| condition_of(goal).is_some());
        let asked: Vec<GoalCondition> =
            present.iter().filter_map(|goal| Some(GoalCondition { goal: *goal, condition: condition_of(goal)?, failures: 0 })).collect();
        let mut groups: Vec<Vec<GoalCondition>> = asked.chunks(budget::questions::TOGETHER).rev().map(<[GoalCondition]>::to_vec).collect();
        while let Some(group) = groups.pop() {
            if self.stop.reason().is_some() {
                break;
            }
            self.hunt_group(unrolling, search, group, &mut groups, &mut refuted);
        }
        refuted
    }

    fn hunt_group(
        &mut self,
        unrolling: &Unrolling,
        search: &Search,
        mut group: Vec<GoalCondition>,
        groups: &mut Vec<Vec<GoalCondition>>,
        refuted: &mut Vec<GoalIndex>,
    ) {
        let wanted = variables(unrolling);
        loop {
            group.retain(|asked| self.board.is_open(asked.goal));
            if group.is_empty() || self.stop.reason().is_some() {
                return;
            }
            let any_of: Vec<TermId> = distinct(group.iter().map(|asked| asked.condition));
            match self.ask(&any_of, search.assumption, &wanted, group.len()) {
                Answer::Sat(model) => self.follow(unrolling, search, &mut group, &model),
                Answer::Unsat { .. } => {
                    refuted.extend(group.iter().filter(|asked| asked.failures == 0).map(|asked| asked.goal));
                    return;
                }
                Answer::Unknown(_) if group.len() > 1 => {
                    groups.push(group.split_off(group.len() / 2));
                    groups.push(group);
                    return;
                }
                Answer::Unknown(_) => return,
            }
        }
    }

    fn ask(&mut self, any_of: &[TermId], assumption: Option<TermId>, wanted: &[TermId], n_goals: usize) -> Answer {
        self.counters.solver_calls += 1;
        let remaining = match self.stop.deadline() {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => budget::questions::WITHOUT_DEADLINE,
        };
        let budget = Some(budget::questions::share(remaining, n_goals));
        self.solver.check(&self.pool, &Query { assumptions: assumption.as_slice(), any_of, wanted, stop: &self.stop, budget })
    }

    /// Runs the interpreter on a model's inputs. Goals that the model promised and the run does not satisfy are asked again for another model, then put aside.
    fn follow(&mut self, unrolling: &Unrolling, search: &Search, group: &mut Vec<GoalCondition>, model: &Model) {
        self.counters.models += 1;
        let mut evaluator = Evaluator::new(&model.values);
        let inputs = inputs_of_model(&self.pool, unrolling, &mut evaluator);
        let promised: Vec<GoalIndex> = group.iter().filter(|a| evaluator.value(&self.pool, a.condition).is_true()).map(|a| a.goal).collect();
        let wanted: Vec<Target> = promised.into_iter().map(Target::QueryGoal).collect();
        self.board.try_inputs(self.compiled, &inputs, &wanted, Engine::Bmc, &self.stop);
        let mut same = None;
        let mut any = false;
        for asked in group.iter_mut() {
            if !evaluator.value(&self.pool, asked.condition).is_true() {
                continue;
            }
            any = true;
            if self.board.is_open(asked.goal) {
                let same = *same.get_or_insert_with(|| same_inputs(&mut self.pool, unrolling, &mut evaluator));
                let other = self.pool.not(same);
                asked.condition = self.pool.and(asked.condition, other);
                asked.failures += 1;
                self.counters.models_not_confirmed += 1;
            }
        }
        if any {
            group.retain(|asked| asked.failures < search.failures_allowed);
        } else {
            // The solver's model is none for the evaluator. Another question would be answered in the same way.
            group.clear();
        }
    }

    /// Of the goals that no path of the unrolling satisfies, those that no cut path may come to satisfy are unreachable.
    fn prove(&mut self, unrolling: &Unrolling, conditions: &Conditions<'_>, refuted: Vec<GoalIndex>, k: u32) {
        let wanted = variables(unrolling);
        let may_come = conditions.may_come(&self.asked.subject.watch, self.flow, &mut self.pool, &refuted);
        let mut left: Vec<(GoalIndex, TermId)> = refuted.into_iter().zip(may_come).collect();
        loop {
            let any_of = distinct(left.iter().map(|l| l.1).filter(|&c| !self.pool.is_false(c)));
            if any_of.is_empty() {
                break;
            }
            match self.ask(&any_of, None, &wanted, left.len()) {
                Answer::Unsat { .. } => break,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = left.len();
                    left.retain(|l| !evaluator.value(&self.pool, l.1).is_true());
                    if left.len() == before {
                        return;
                    }
                }
                Answer::Unknown(why) => {
                    self.board.resist_rest(reason_of(&why));
                    left.retain(|l| self.pool.is_false(l.1));
                    break;
                }
            }
        }
        let proof = Proof { method: ProofMethod::ForwardCondition, k: Some(k) };
        left.into_iter().for_each(|(goal, _)| self.board.exclude(goal, proof));
    }
}

/// Asks the solver whether paths are possible.
struct Pruner<'s> {
    solver: &'s mut dyn Solver,
    wanted: &'s [TermId],
    stop: &'s Stop,
    calls: u64,
}

impl Prune for Pruner<'_> {
    fn possible(&mut self, pool: &TermPool, conditions: &[TermId]) -> FxHashSet<TermId> {
        let mut possible = FxHashSet::default();
        let mut left = distinct(conditions.iter().copied());
        while !left.is_empty() {
            self.calls += 1;
            let query = Query { assumptions: &[], any_of: &left, wanted: self.wanted, stop: self.stop, budget: Some(budget::questions::PRUNING) };
            match self.solver.check(pool, &query) {
                Answer::Unsat { .. } => break,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = left.len();
                    left.retain(|&condition| {
                        let holds = evaluator.value(pool, condition).is_true();
                        if holds {
                            possible.insert(condition);
                        }
                        !holds
                    });
                    if left.len() == before {
                        possible.extend(left.drain(..));
                    }
                }
                Answer::Unknown(_) => possible.extend(left.drain(..)),
            }
        }
        possible
    }

    fn is_over(&mut self) -> bool {
        self.stop.reason().is_some()
    }
}

fn distinct(terms: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    terms.filter(|term| seen.insert(*term)).collect()
}
