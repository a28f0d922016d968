//! Bounded model checking of all open goals and properties together: unroll to a bound, look for models, confirm them, prove the rest by full unwinding.
//! Base case and forward condition of seed algorithm "multi-property incremental BMC" (Wu et al., FASE 2025, section 2.2), with one live solver for all goals and bounds.

use crate::engine::board::Board;
use crate::engine::certificate::{Shows, Writer};
use crate::engine::confirm::{determinate, inputs_of_model, reason_of, run_inputs, same_inputs, variables};
use crate::engine::depth::depth;
use crate::engine::interlude::Interludes;
use crate::engine::status::{Engine, Proof, ProofMethod, Reason};
use crate::engine::target::Target;
use crate::limits::{Stop, StopReason};
use crate::solver::{Answer, Model, Query, Solver, Times, Unknown};
use crate::symex::{Bound, Cut, CutReason, Session, Unrolling};
use crate::term::eval::Evaluator;
use crate::term::{TermId, TermPool};
use crate::transform::slice;
use goto::interp::{Compiled, Run};
use goto::{Bits, InputId, Program};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// A target with the condition under which the unrolling reaches it.
#[derive(Clone)]
struct Query1 {
    target: Target,
    condition: TermId,
    /// Models that the interpreter did not follow. If there were any, the condition excludes their inputs, so its contradiction proves nothing.
    failures: u32,
    /// Runs reached the target, for some of the indeterminate values.
    depends: bool,
}

/// What a round showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Round {
    /// Nothing is open any more.
    Done,
    /// A larger bound may show more.
    Grow,
    /// What is still open stays open however far loops are unrolled.
    Exhausted,
    Stopped(StopReason),
}

/// Counters of the bounded engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counters {
    pub solver_calls: u64,
    pub models: u64,
    pub models_not_confirmed: u64,
    pub rounds: u64,
    /// Instructions executed symbolically.
    pub steps: u64,
    /// The largest bound of a finished round.
    pub k: u32,
    /// Time of symbolic execution.
    pub unrolling: Duration,
    /// Time of the solvers.
    pub times: Times,
}

/// Models of one target that the interpreter may refuse before the target is put aside for this bound.
const FAILURES_ALLOWED: u32 = 3;

pub struct Bmc<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    /// The board's program without what is decided; shrinks from round to round.
    sliced: Program,
    pool: TermPool,
    session: Session,
    solver: Box<dyn Solver>,
    facts_told: FxHashSet<TermId>,
    /// What the last round unrolled.
    last: Option<Extent>,
    stop: Stop,
    /// Does what stands in the way of a target become its reason?
    notes_reasons: bool,
    counters: Counters,
}

/// How much an unrolling shows. Two rounds of one extent show the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Extent {
    steps: u64,
    cuts: usize,
    open: usize,
}

impl<'a> Bmc<'a> {
    pub fn new(board: &'a Board, compiled: &'a Compiled, solver: Box<dyn Solver>, stop: Stop) -> Self {
        Self {
            board,
            compiled,
            sliced: board.program().clone(),
            pool: TermPool::new(),
            session: Session::new(),
            solver,
            facts_told: FxHashSet::default(),
            last: None,
            stop,
            notes_reasons: true,
            counters: Counters::default(),
        }
    }

    /// For looking around: what is not found is no reason for anything.
    pub fn without_reasons(self) -> Self {
        Self { notes_reasons: false, ..self }
    }

    fn engine(&self) -> Engine {
        if self.notes_reasons { Engine::Bmc } else { Engine::Excursions }
    }

    pub fn counters(&self) -> Counters {
        Counters { times: self.solver.times(), ..self.counters }
    }

    /// One bound: base case, then forward condition. Others get their turns in between.
    pub fn round(&mut self, bound: &Bound, others: &mut Interludes<'_>) -> Round {
        if !self.board.anything_open() {
            return Round::Done;
        }
        slice(&mut self.sliced, &|g| self.board.is_goal_open(g), &|p| self.board.is_property_open(p));
        let start = Instant::now();
        let unrolling = self.session.unroll(&self.sliced, &mut self.pool, bound, &self.stop);
        self.counters.unrolling += start.elapsed();
        self.counters.rounds += 1;
        self.counters.steps += unrolling.steps;
        self.tell(&unrolling);
        let result = self.decide(&unrolling, bound, others);
        if !self.board.anything_open() {
            return Round::Done;
        }
        if let Some(reason) = self.stop.reason() {
            return Round::Stopped(reason);
        }
        self.counters.k = bound.k;
        let open = self.board.open_goals().len() + self.board.open_properties().len();
        let extent = Extent { steps: unrolling.steps, cuts: unrolling.cuts.len(), open };
        // A cut that no bound moves, such as the limit on nested calls: larger bounds would show the same for ever.
        let stuck = self.last == Some(extent) && unrolling.steps < bound.max_steps;
        self.last = Some(extent);
        if stuck && result == Round::Grow { Round::Exhausted } else { result }
    }

    /// Looks for models of what is open among the executions that begin with the first `kept` of these inputs, preferably with others like the rest. Proves nothing.
    pub fn look_after(&mut self, inputs: &[(InputId, Bits)], kept: usize, bound: &Bound) {
        slice(&mut self.sliced, &|g| self.board.is_goal_open(g), &|p| self.board.is_property_open(p));
        let start = Instant::now();
        let unrolling = self.session.unroll_after(&self.sliced, &mut self.pool, bound, &inputs[..kept], &self.stop);
        self.counters.unrolling += start.elapsed();
        self.counters.rounds += 1;
        self.counters.steps += unrolling.steps;
        self.tell(&unrolling);
        for (event, (_, value)) in unrolling.inputs.iter().zip(inputs).skip(kept) {
            if self.pool.as_const(event.value).is_none() {
                self.solver.suggest(&self.pool, event.value, value.resize(self.pool.width(event.value), true));
            }
        }
        let (queries, _) = self.queries(&unrolling);
        let hunt = Hunt::new(&unrolling, determinate(&mut self.pool, &unrolling), FAILURES_ALLOWED);
        self.hunt(&hunt, queries, &mut Interludes::none(self.board));
    }

    /// Tells the solver the facts that it does not know yet.
    fn tell(&mut self, unrolling: &Unrolling) {
        for &fact in &unrolling.facts {
            if self.facts_told.insert(fact) {
                self.solver.assert(&self.pool, fact);
            }
        }
    }

    fn decide(&mut self, unrolling: &Unrolling, bound: &Bound, others: &mut Interludes<'_>) -> Round {
        let (queries, absent) = self.queries(unrolling);
        let hunt = Hunt::new(unrolling, determinate(&mut self.pool, unrolling), FAILURES_ALLOWED);
        let refuted = self.hunt(&hunt, queries, others);
        if self.stop.reason().is_some() {
            return Round::Grow;
        }
        if self.board.wants_depth() {
            self.note_depth(unrolling, &refuted, &absent, bound, others);
        }
        let feasible = self.feasible_cut(unrolling);
        match &feasible {
            Feasible::None => {
                self.prove(unrolling, refuted, absent, bound.k, others);
                Round::Exhausted
            }
            Feasible::Cut(cut) => {
                let (reason, round) = match &cut.reason {
                    CutReason::Bound => (Reason::Bound(bound.k), Round::Grow),
                    CutReason::Steps => (Reason::Bound(bound.k), Round::Grow),
                    CutReason::Stopped(reason) => (Reason::Stopped(*reason), Round::Stopped(*reason)),
                    CutReason::Beyond => (Reason::Unsupported { what: goto::BEYOND.to_owned(), loc: cut.loc }, Round::Exhausted),
                    CutReason::Unsupported(what) => (Reason::Unsupported { what: what.clone(), loc: cut.loc }, Round::Exhausted),
                };
                self.resist(refuted.iter().map(|q| q.target).chain(absent), &reason);
                round
            }
            Feasible::Unknown(reason) => {
                self.resist(refuted.iter().map(|q| q.target).chain(absent), reason);
                Round::Grow
            }
        }
    }

    /// The open targets with their conditions, and those that no unrolled path reaches.
    fn queries(&self, unrolling: &Unrolling) -> (Vec<Query1>, Vec<Target>) {
        let goals = unrolling.goals.iter().map(|&(g, c)| (Target::Goal(g), c));
        let properties = unrolling.violations.iter().map(|&(p, c)| (Target::Property(p), c));
        let queries: Vec<Query1> = goals
            .chain(properties)
            .filter(|&(t, c)| self.is_open(t) && !self.pool.is_false(c))
            .map(|(target, condition)| Query1 { target, condition, failures: 0, depends: false })
            .collect();
        let present: FxHashSet<Target> = queries.iter().map(|q| q.target).collect();
        let absent = Target::open(self.board).filter(|t| !present.contains(t)).collect();
        (queries, absent)
    }

    /// Looks for models of the targets until each is covered, refuted (returned) or put aside with a reason.
    fn hunt(&mut self, hunt: &Hunt, queries: Vec<Query1>, others: &mut Interludes<'_>) -> Vec<Query1> {
        let mut refuted = Vec::new();
        let mut groups = vec![queries];
        // Where no larger bound can show more, what took too long gets the time that is left once all others are decided.
        let mut aside: Vec<Query1> = Vec::new();
        let mut last_chance = !hunt.unrolling.cuts.is_empty();
        loop {
            self.hunt_groups(hunt, &mut groups, &mut refuted, if last_chance { None } else { Some(&mut aside) }, others);
            if last_chance || aside.is_empty() {
                return refuted;
            }
            last_chance = true;
            groups = aside.drain(..).map(|query| vec![query]).collect();
        }
    }

    /// Targets that take too long are put aside; without a place for them they are undecided.
    fn hunt_groups(
        &mut self,
        hunt: &Hunt,
        groups: &mut Vec<Vec<Query1>>,
        refuted: &mut Vec<Query1>,
        mut aside: Option<&mut Vec<Query1>>,
        others: &mut Interludes<'_>,
    ) {
        while let Some(mut group) = groups.pop() {
            loop {
                others.ask();
                group.retain(|q| self.is_open(q.target));
                if group.is_empty() || self.stop.reason().is_some() {
                    break;
                }
                let patience = if aside.is_some() { None } else { Some(groups.len() + 1) };
                match self.check(hunt, &group, patience, others) {
                    Answer::Sat(model) => self.follow(hunt, &mut group, &model),
                    Answer::Unsat { .. } => {
                        // Where models were refused, only that there is no other one is shown.
                        let (doubtful, clean): (Vec<Query1>, Vec<Query1>) = group.drain(..).partition(|q| q.failures > 0);
                        for query in &doubtful {
                            let reason = if query.depends { Reason::Indeterminate } else { hunt.reason_unconfirmed() };
                            self.resist(std::iter::once(query.target), &reason);
                        }
                        refuted.extend(clean);
                        break;
                    }
                    // Others decided some of them meanwhile, which makes it another question.
                    Answer::Unknown(Unknown::Budget) if group.iter().any(|q| !self.is_open(q.target)) => {}
                    Answer::Unknown(_) if group.len() > 1 => {
                        let half = group.split_off(group.len() / 2);
                        groups.push(half);
                        groups.push(std::mem::take(&mut group));
                        break;
                    }
                    Answer::Unknown(Unknown::Budget) if aside.is_some() => {
                        if let Some(aside) = &mut aside {
                            aside.append(&mut group);
                        }
                        break;
                    }
                    Answer::Unknown(why) => {
                        self.resist(group.iter().map(|q| q.target), &reason_of(&why));
                        break;
                    }
                }
            }
        }
    }

    /// With patience for so many groups the remaining time is shared among them.
    fn check(&mut self, hunt: &Hunt, group: &[Query1], patience: Option<usize>, others: &mut Interludes<'_>) -> Answer {
        let any_of: Vec<TermId> = group.iter().map(|q| q.condition).collect();
        let assumptions: Vec<TermId> = hunt.assumption.into_iter().collect();
        let budget = match patience.filter(|_| hunt.unrolling.cuts.is_empty()) {
            Some(groups) => self.share(groups),
            None => self.budget(group.len()),
        };
        self.counters.solver_calls += 1;
        let period = others.period().filter(|_| self.solver.goes_on());
        let start = Instant::now();
        loop {
            let left = budget.map(|budget| budget.saturating_sub(start.elapsed()));
            let slice = [left, period].into_iter().flatten().min();
            let query = Query { assumptions: &assumptions, any_of: &any_of, wanted: &hunt.wanted, stop: &self.stop, budget: slice };
            let answer = self.solver.check(&self.pool, &query);
            others.ask();
            let is_over = left.is_some_and(|left| slice == Some(left)) || group.iter().any(|q| !self.is_open(q.target));
            if !matches!(answer, Answer::Unknown(Unknown::Budget)) || is_over {
                return answer;
            }
        }
    }

    fn remaining(&self) -> Duration {
        match self.stop.deadline() {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => Duration::from_secs(300),
        }
    }

    /// A part of the remaining time. The last part leaves some for what comes after.
    fn share(&self, groups: usize) -> Option<Duration> {
        Some((self.remaining() / groups.max(1) as u32 * 9 / 10).max(Duration::from_millis(100)))
    }

    /// A single target may take a tenth of the remaining time, a group a quarter; no goal blocks the others for long.
    fn budget(&self, n_targets: usize) -> Option<Duration> {
        let remaining = self.remaining();
        Some((remaining / if n_targets > 1 { 4 } else { 10 }).max(Duration::from_millis(100)))
    }

    /// Runs the interpreter on a model's inputs. Targets of the group that the model promised and the run did not deliver are asked again for another model, then put aside.
    fn follow(&mut self, hunt: &Hunt, group: &mut Vec<Query1>, model: &Model) {
        self.counters.models += 1;
        let mut evaluator = Evaluator::new(&model.values);
        let inputs = inputs_of_model(&self.pool, hunt.unrolling, &mut evaluator);
        let run = run_inputs(self.compiled, &inputs, &self.stop);
        self.board.report_run(&run, self.engine());
        self.board.leave_lead(&run.inputs);
        let promised: Vec<usize> = (0..group.len()).filter(|&i| evaluator.value(&self.pool, group[i].condition).is_true()).collect();
        let mut unconfirmed = Vec::new();
        let mut refused = Vec::new();
        let mut depending = Vec::new();
        if promised.is_empty() && group.iter().all(|q| self.is_open(q.target)) {
            // The solver's model is none for the evaluator. Another question would be answered in the same way.
            self.counters.models_not_confirmed += 1;
            unconfirmed.extend(group.iter().map(|q| q.target));
        }
        for i in promised {
            if !self.is_open(group[i].target) {
                continue;
            }
            let delivered = delivers(&run, group[i].target);
            if delivered && !is_certain_of(&run, group[i].target) {
                if self.is_certain(hunt, group[i].condition, &mut evaluator) {
                    match group[i].target {
                        Target::Goal(goal) => self.board.report_certain_goal(&run, self.engine(), goal),
                        Target::Property(property) => self.board.report_certain_violation(&run, property),
                    }
                    if !self.is_open(group[i].target) {
                        continue;
                    }
                } else {
                    group[i].depends = true;
                }
            }
            self.counters.models_not_confirmed += 1;
            group[i].failures += 1;
            if group[i].failures >= hunt.failures_allowed {
                if delivered {
                    self.board.report_last_resort(&run, self.engine());
                }
                match (delivered, group[i].depends) {
                    _ if !self.is_open(group[i].target) => {}
                    (true, true) => depending.push(group[i].target),
                    (true, false) => refused.push(group[i].target),
                    (false, _) => unconfirmed.push(group[i].target),
                }
            } else {
                group[i].condition = self.without_these_inputs(hunt, group[i].condition, &mut evaluator);
            }
        }
        self.resist(unconfirmed.iter().copied(), &hunt.reason_unconfirmed());
        self.resist(refused.iter().copied(), &Reason::LostByReplay);
        self.resist(depending.iter().copied(), &Reason::Indeterminate);
        group.retain(|q| ![&unconfirmed, &refused, &depending].iter().any(|aside| aside.contains(&q.target)));
    }

    /// The condition, but not for the input values of this model.
    fn without_these_inputs(&mut self, hunt: &Hunt, condition: TermId, evaluator: &mut Evaluator) -> TermId {
        let same = same_inputs(&mut self.pool, hunt.unrolling, evaluator);
        let other = self.pool.not(same);
        self.pool.and(condition, other)
    }

    /// Does the condition hold for the model's inputs whatever the indeterminate values are? What the solver cannot tell counts as no.
    fn is_certain(&mut self, hunt: &Hunt, condition: TermId, evaluator: &mut Evaluator) -> bool {
        let same = same_inputs(&mut self.pool, hunt.unrolling, evaluator);
        let avoided = self.pool.not(condition);
        self.counters.solver_calls += 1;
        let budget = self.budget(1);
        let query = Query { assumptions: &[same, avoided], any_of: &[], wanted: &[], stop: &self.stop, budget };
        matches!(self.solver.check(&self.pool, &query), Answer::Unsat { .. })
    }

    /// Is there a path that the bound cuts? Cuts by the bound are asked for first, since only they give hope.
    fn feasible_cut<'u>(&mut self, unrolling: &'u Unrolling) -> Feasible<'u> {
        let by_bound = |c: &&Cut| matches!(c.reason, CutReason::Bound | CutReason::Steps);
        let bound_cuts: Vec<&Cut> = unrolling.cuts.iter().filter(by_bound).collect();
        let other_cuts: Vec<&Cut> = unrolling.cuts.iter().filter(|c| !by_bound(c)).collect();
        for cuts in [bound_cuts, other_cuts] {
            let conditions: Vec<TermId> = cuts.iter().map(|c| c.condition).filter(|&c| !self.pool.is_false(c)).collect();
            if conditions.is_empty() {
                continue;
            }
            self.counters.solver_calls += 1;
            let wanted = variables(unrolling);
            let budget = self.budget(2);
            let query = Query { assumptions: &[], any_of: &conditions, wanted: &wanted, stop: &self.stop, budget };
            match self.solver.check(&self.pool, &query) {
                Answer::Unsat { .. } => {}
                Answer::Unknown(why) => return Feasible::Unknown(reason_of(&why)),
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let cut = cuts.iter().find(|c| evaluator.value(&self.pool, c.condition).is_true());
                    return match cut {
                        Some(cut) => Feasible::Cut(cut),
                        None => Feasible::Unknown(Reason::Defect("a model of a cut that satisfies no cut".into())),
                    };
                }
            }
        }
        Feasible::None
    }

    /// Tells the board how far all was looked at, if everything that is open and matters for this is refuted on the paths of the unrolling.
    fn note_depth(&mut self, unrolling: &Unrolling, refuted: &[Query1], absent: &[Target], bound: &Bound, others: &mut Interludes<'_>) {
        let matters = |target: &Target| self.board.depth_is_about(*target);
        let is_all = |refuted: &[Query1]| {
            let is_refuted = |t: Target| absent.contains(&t) || refuted.iter().any(|q| q.target == t && q.failures == 0);
            Target::open(self.board).filter(matters).all(is_refuted)
        };
        if !is_all(refuted) {
            return;
        }
        let Some(depth) = depth(unrolling, &self.sliced, &self.pool, bound) else { return };
        // What was refuted for some values of what the program does not determine must be so for all.
        if !unrolling.indeterminate.is_empty() {
            let again = self.hunt(&Hunt::new(unrolling, None, 1), refuted.to_vec(), others);
            if self.stop.reason().is_some() || !is_all(&again) {
                return;
            }
        }
        self.board.note_depth(depth);
    }

    /// Every path is unrolled to its end: what no determinate path reaches is looked for on all paths, and proved unreachable if there is none.
    fn prove(&mut self, unrolling: &Unrolling, refuted: Vec<Query1>, absent: Vec<Target>, k: u32, others: &mut Interludes<'_>) {
        let proved = if unrolling.indeterminate.is_empty() { refuted } else { self.hunt(&Hunt::new(unrolling, None, 1), refuted, others) };
        let proved = if self.stop.reason().is_none() { proved } else { Vec::new() };
        let proof = Proof { method: ProofMethod::ForwardCondition, k: Some(k) };
        self.certify(unrolling, &absent, &proved, proof);
        for target in absent.into_iter().chain(proved.into_iter().map(|q| q.target)) {
            target.close(self.board, proof);
        }
    }

    /// Hands on what the proofs rest on, if anybody wants it.
    fn certify(&self, unrolling: &Unrolling, absent: &[Target], proved: &[Query1], proof: Proof) {
        if !self.board.wants_certificates() || absent.is_empty() && proved.is_empty() {
            return;
        }
        let mut writer = Writer::new(&self.pool, &unrolling.facts);
        let cuts: Vec<TermId> = unrolling.cuts.iter().map(|c| c.condition).collect();
        writer.check(&cuts, Shows::NothingIsCut);
        for target in absent {
            writer.check(&[], target.shows());
        }
        for query in proved {
            writer.check(&[query.condition], query.target.shows());
        }
        self.board.certify(self.board.program(), &writer.finish(proof));
    }

    fn is_open(&self, target: Target) -> bool {
        target.is_open(self.board)
    }

    fn resist(&self, targets: impl Iterator<Item = Target>, reason: &Reason) {
        if self.notes_reasons {
            targets.for_each(|target| target.resist(self.board, reason));
        }
    }
}

/// A search for models within one unrolling.
struct Hunt<'u> {
    unrolling: &'u Unrolling,
    assumption: Option<TermId>,
    wanted: Vec<TermId>,
    failures_allowed: u32,
}

impl<'u> Hunt<'u> {
    fn new(unrolling: &'u Unrolling, assumption: Option<TermId>, failures_allowed: u32) -> Self {
        Self { unrolling, assumption, wanted: variables(unrolling), failures_allowed }
    }

    /// What it means that the interpreter did not follow a model of this search.
    fn reason_unconfirmed(&self) -> Reason {
        let Unrolling { indeterminate, addresses, .. } = self.unrolling;
        let values_are_the_interpreters = addresses.is_empty() && (self.assumption.is_some() || indeterminate.is_empty());
        if values_are_the_interpreters { Reason::Unconfirmed } else { Reason::Indeterminate }
    }
}

enum Feasible<'u> {
    None,
    Cut(&'u Cut),
    Unknown(Reason),
}

fn delivers(run: &Run, target: Target) -> bool {
    use goto::Id;
    match target {
        Target::Goal(goal) => run.goals[goal.index()],
        Target::Property(property) => run.violations.contains(&property),
    }
}

/// Does the run show the target whatever the indeterminate values are?
fn is_certain_of(run: &Run, target: Target) -> bool {
    match target {
        Target::Goal(goal) => run.certainly_reached(goal).is_some(),
        Target::Property(property) => run.certainly_violated(property).is_some(),
    }
}
