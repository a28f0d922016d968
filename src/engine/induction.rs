//! The inductive step: each open goal and property by itself, in one unrolling from states that stand for all iterations (`symex::step`), one live solver.
//!
//! A round has a depth. It first finds out which of the proposed invariants hold (Houdini: what a model breaks is dropped, until nothing breaks what is
//! left), then asks for each target whether it can be reached for the first time under them. The base case is part of the question. Where the answer is a
//! model, spare proposals that are false in the model's states at heads are tried in the same way (lemmas from counterexamples to induction).
//! Inductive step of seed algorithm "multi-property incremental BMC" (Wu et al., FASE 2025, section 2.2), with a hypothesis for the iterations before.

mod algebra;
mod consistency;
mod cubes;
mod frames;
mod houdini;
mod spare;
mod vectors;
mod without_memory;

use crate::board::{Board, Invariants};
use crate::budget;
use crate::certificate::{Shows, Writer};
use crate::confirm::{ToldFacts, variables};
use crate::cuts::may_go_anywhere;
use crate::groups::{Asked, ask_in_groups};
use crate::status::{Proof, ProofMethod};
use crate::target::Target;
use analysis::invariants::{self, Candidate, Each};
use analysis::reach::Ahead;
use analysis::transform::slice;
use consistency::{Consistency, consistency};
use frames::FrameSearch;
use goto::Program;
use goto::callgraph::CallGraph;
use goto::limits::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Model, Query, Solver, Times, Unknown};
use spare::Trial;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symex::{AtHeads, Bound, Cut, CutReason, Hypothesis, InductiveConditions, Instances, Session, Unrolling};
use term::eval::Evaluator;
use term::{TermId, TermPool};
use vectors::ControlSearch;

/// What a round of the inductive step was good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepRound {
    /// Nothing is open any more.
    Done,
    /// A larger depth may show more.
    Grow,
    /// There is nothing that an inductive step could show.
    Hopeless,
    /// Some questions had no answer within their part of the time, and without these answers not everything is decided. With more time the same depth may
    /// show more.
    Unanswered,
    /// The time for it was not enough, or it was told to stop.
    Stopped,
}

/// Opens a new session of the solvers; `None` if that fails.
pub type OpenSolver<'s> = &'s dyn Fn() -> Option<Box<dyn Solver>>;

/// Counters of the inductive engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct StepCounters {
    pub solver_calls: u64,
    pub rounds: u64,
    /// Instructions executed symbolically.
    pub steps: u64,
    /// Goals and properties decided.
    pub decided: u64,
    /// Time of symbolic execution.
    pub unrolling: Duration,
    /// Time of the solvers.
    pub times: Times,
}

pub struct InductiveStep<'a> {
    board: &'a Board,
    /// The board's program with the candidates' expressions.
    program: Arc<Program>,
    /// The same without what is decided.
    sliced: Program,
    candidates: Vec<Candidate>,
    /// The candidates from here on are tried only where a failed proof asks for them.
    first_spare: usize,
    /// Facts about nodes and their neighbours, once they were needed.
    links: Option<Vec<Candidate>>,
    /// Questions with them had no answer in time.
    links_need_time: bool,
    trial: Trial,
    without_memory: Trial,
    control: ControlSearch,
    frames: FrameSearch,
    /// Are the iterations ahead taken to begin in different states?
    simple_paths: bool,
    /// Without iterations ahead. With some all are told.
    told: Instances,
    pool: TermPool,
    session: Session,
    solver: Box<dyn Solver>,
    facts: ToldFacts,
    /// What the solver was told that holds under every assignment.
    implications: FxHashSet<TermId>,
    counters: StepCounters,
}

impl<'a> InductiveStep<'a> {
    /// The solver must be a new session.
    pub fn new(board: &'a Board, solver: Box<dyn Solver>, simple_paths: bool) -> Self {
        let mut program = board.program().clone();
        let mut candidates = candidates(board, &mut program);
        candidates.extend(board.proposed());
        Self::with(board, program, candidates, solver, simple_paths)
    }

    /// The same with these candidates, which are about the board's program with more expressions.
    fn with(board: &'a Board, program: Program, candidates: Vec<Candidate>, solver: Box<dyn Solver>, simple_paths: bool) -> Self {
        Self {
            board,
            sliced: program.clone(),
            program: Arc::new(program),
            first_spare: candidates.len(),
            candidates,
            links: None,
            links_need_time: false,
            trial: Trial::Due,
            without_memory: Trial::Due,
            control: ControlSearch::default(),
            frames: FrameSearch::default(),
            simple_paths,
            told: Instances::OfProgram,
            pool: TermPool::new(),
            session: Session::new(),
            solver,
            facts: ToldFacts::default(),
            implications: FxHashSet::default(),
            counters: StepCounters::default(),
        }
    }

    pub fn counters(&self) -> StepCounters {
        StepCounters { times: self.solver.times() + self.frames.times(), ..self.counters }
    }

    /// Tries to prove what is open, with so many iterations before the one that counts.
    pub fn round(&mut self, depth: u32, max_steps: u64, stop: &Stop) -> StepRound {
        if depth > 0 && self.links_need_time {
            // Iterations ahead are no help for what is said of nodes, more time may be.
            let half = stop.deadline().map_or(budget::induction::WITHOUT_DEADLINE, |d| d.saturating_duration_since(Instant::now())) / 2;
            self.with_links(max_steps, &stop.earlier(Instant::now() + half));
        }
        loop {
            let (told, asked_heap) = (self.told, self.only_heap_is_open());
            let mut round = self.unrolled(depth, max_steps, Beyond::Nothing, stop);
            let tells_more = depth == 0 && self.told != told;
            let asks_more = |own: &Self| !asked_heap && own.only_heap_is_open();
            if round == StepRound::Grow && depth == 0 && !tells_more && !asks_more(self) {
                round = self.with_links(max_steps, stop);
            }
            if round != StepRound::Grow || !(tells_more || asks_more(self)) {
                return round;
            }
        }
    }

    /// The same with facts about nodes and their neighbours, of which there are many, without iterations ahead.
    fn with_links(&mut self, max_steps: u64, stop: &Stop) -> StepRound {
        if self.links.is_none() {
            self.links = Some(invariants::of_links(Arc::make_mut(&mut self.program)));
        }
        let links = self.links.clone().unwrap_or_default();
        if links.is_empty() {
            return StepRound::Grow;
        }
        let (at, end) = (self.first_spare, self.first_spare + links.len());
        self.candidates.splice(at..at, links);
        self.first_spare = end;
        let round = self.unrolled(0, max_steps, Beyond::Nothing, stop);
        self.candidates.drain(at..end);
        self.first_spare = at;
        self.links_need_time = matches!(round, StepRound::Unanswered | StepRound::Stopped);
        // More time for them is not worth leaving larger depths out for ever.
        if round == StepRound::Stopped { StepRound::Unanswered } else { round }
    }

    /// Tries to prove what is open with the control states that heads are met in, as far as this time allows; the next time goes on with it.
    pub fn try_control_states(&mut self, max_steps: u64, time: Duration, stop: &Stop) {
        self.control.begin(Arc::make_mut(&mut self.program));
        let stop = stop.earlier(Instant::now() + time);
        while !self.control.is_over() && self.board.anything_open() {
            if self.unrolled(0, max_steps, Beyond::ControlStates, &stop) != StepRound::Grow {
                break;
            }
        }
        // What comes next may need what was found, with more iterations ahead.
        for fact in self.control.hand_on() {
            self.candidates.insert(self.first_spare, fact);
            self.first_spare += 1;
        }
    }

    /// Tries to prove what is open by property-directed reachability, as far as this time allows; the next time goes on with it.
    /// `open` makes a session of its own for it.
    pub fn try_frames(&mut self, max_steps: u64, time: Duration, stop: &Stop, open: OpenSolver<'_>) {
        let few = (1..=budget::induction::FEW_TARGETS).contains(&self.board.open_to_proofs().len());
        if !few || self.frames.is_over() {
            return;
        }
        let time = if self.control.is_over() {
            time.max(budget::induction::CONTROL)
        } else {
            (time / budget::induction::frames::PARTS_BESIDE).max(budget::induction::frames::LEAST)
        };
        self.frames.begin(open);
        if !self.frames.is_over() {
            self.control.begin(Arc::make_mut(&mut self.program));
            self.unrolled(0, max_steps, Beyond::Frames, &stop.earlier(Instant::now() + time));
        }
    }

    /// Tries to prove what is open with spare candidates and without iterations ahead, if the trial was not finished yet and may be in this time.
    pub fn try_spare(&mut self, max_steps: u64, time: Duration, stop: &Stop) {
        let few = (1..=budget::induction::FEW_TARGETS).contains(&self.board.open_to_proofs().len());
        if !few || !self.trial.is_worth(time) {
            return;
        }
        let stop = stop.earlier(Instant::now() + time);
        if self.candidates.len() == self.first_spare {
            let program = Arc::make_mut(&mut self.program);
            self.candidates.extend(invariants::spare(program, &self.candidates));
        }
        let is_over = self.candidates.len() == self.first_spare || self.unrolled(0, max_steps, Beyond::Spare, &stop) != StepRound::Stopped;
        self.trial = if is_over { Trial::Over } else { Trial::Unfinished(time) };
    }

    /// One unrolling.
    fn unrolled(&mut self, depth: u32, max_steps: u64, beyond: Beyond, stop: &Stop) -> StepRound {
        if !self.board.anything_open() {
            return StepRound::Done;
        }
        let targets = self.targets();
        if targets.is_empty() {
            return StepRound::Hopeless;
        }
        // What was left out of an earlier round may be asked in this one.
        self.sliced.clone_from(&self.program);
        slice_for(&mut self.sliced, &targets);
        let bound = Bound { k: budget::induction::RECURSION + depth, max_steps, per_loop: FxHashMap::default() };
        let start = Instant::now();
        let hypothesis = Hypothesis { depth, simple_paths: self.simple_paths, told: if depth == 0 { self.told } else { Instances::Used } };
        let used = if beyond == Beyond::Spare { self.candidates.len() } else { self.first_spare };
        let vectors = match beyond {
            Beyond::ControlStates | Beyond::Frames => self.control.vectors().to_vec(),
            Beyond::Nothing | Beyond::Spare => Vec::new(),
        };
        let at_heads = AtHeads { candidates: &self.candidates[..used], vectors: &vectors };
        let unrolling = self.session.step(&self.sliced, &mut self.pool, &bound, hypothesis, at_heads, stop);
        self.counters.unrolling += start.elapsed();
        self.counters.rounds += 1;
        self.counters.steps += unrolling.steps;
        let Some(step) = &unrolling.step else { return StepRound::Hopeless };
        if unrolling.cuts.iter().any(|cut| matches!(cut.reason, CutReason::Steps | CutReason::Stopped(_))) {
            let too_deep = stop.reason().is_none() && unrolling.steps < max_steps;
            return if too_deep { StepRound::Hopeless } else { StepRound::Stopped };
        }
        self.facts.tell(&mut *self.solver, &self.pool, &unrolling);
        let mut round = Round { own: self, targets, unrolling: &unrolling, step, wanted: variables(&unrolling), stop, unanswered: 0 };
        if !round.made_up_states_are_right() {
            return match (stop.reason(), round.unanswered) {
                (Some(_), _) => StepRound::Stopped,
                (None, 0) => {
                    self.told = step.left.unwrap_or(self.told);
                    StepRound::Grow
                }
                (None, _) => StepRound::Unanswered,
            };
        }
        let proof = Proof { method: ProofMethod::KInduction, k: Some(depth + 1) };
        let likely: Vec<usize> = (0..round.own.first_spare).collect();
        round.tell_consequences(&likely);
        let invariants = round.invariants(likely, &mut Vec::new());
        let models = round.close(&invariants, proof);
        let unanswered = round.unanswered;
        let is_over = match beyond {
            Beyond::Nothing => true,
            Beyond::Spare => round.guess(invariants, models, proof),
            Beyond::ControlStates => !round.own.board.anything_open() || round.close_by_control_states(&invariants, proof),
            Beyond::Frames => !round.own.board.anything_open() || round.close_by_frames(&vectors, &invariants, proof),
        };
        // Most is proved with few values, and much sooner.
        if is_over && unanswered == 0 && stop.reason().is_none() {
            self.told = step.left.unwrap_or(self.told);
        }
        match (self.board.anything_open(), is_over && stop.reason().is_none()) {
            (false, _) => StepRound::Done,
            (true, false) => StepRound::Stopped,
            (true, true) if unanswered > 0 => StepRound::Unanswered,
            (true, true) => StepRound::Grow,
        }
    }
}

impl InductiveStep<'_> {
    /// What is asked together. Questions about the heap as a whole come last: for them everything that lives counts, which hinders the others.
    fn targets(&self) -> Vec<Target> {
        let (heap, others): (Vec<Target>, Vec<Target>) = self.board.open_to_proofs().into_iter().partition(|t| t.is_about_the_heap(&self.program));
        if others.is_empty() { heap } else { others }
    }

    fn only_heap_is_open(&self) -> bool {
        self.board.open_to_proofs().into_iter().all(|target| target.is_about_the_heap(&self.program))
    }
}

fn slice_for(program: &mut Program, targets: &[Target]) {
    let asked: FxHashSet<Target> = targets.iter().copied().collect();
    slice(program, &|g| asked.contains(&Target::Goal(g)), &|p| asked.contains(&Target::Property(p)));
}

/// Candidates of what proofs are about. What only a violation is looked for with, such as a copy of an earlier state, would give many that do not hold.
fn candidates(board: &Board, program: &mut Program) -> Vec<Candidate> {
    let targets = board.open_to_proofs();
    if targets.len() == board.n_open() {
        return invariants::candidates(program);
    }
    let functions = program.functions.clone();
    slice_for(program, &targets);
    let found = invariants::candidates(program);
    program.functions = functions;
    found
}

/// What is tried beyond the likely candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    Nothing,
    Spare,
    ControlStates,
    Frames,
}

/// One unrolling with what is asked of it.
struct Round<'r, 'a> {
    own: &'r mut InductiveStep<'a>,
    targets: Vec<Target>,
    unrolling: &'r Unrolling,
    step: &'r InductiveConditions,
    wanted: Vec<TermId>,
    stop: &'r Stop,
    /// Questions without an answer for lack of time, where the answer may matter.
    unanswered: usize,
}

/// Invariants that are proved together.
struct Proved {
    /// What they say of states that stand for many.
    assumed: Vec<TermId>,
    /// Where an arrival would break them.
    broken: Vec<TermId>,
    facts: Vec<Candidate>,
}

/// A target with the condition under which it is reached for the first time, or something that hides it is.
struct Question {
    target: Target,
    condition: TermId,
}

impl<'r> Round<'r, '_> {
    fn check(&mut self, assumptions: &[TermId], any_of: &[TermId]) -> Answer {
        self.check_within(assumptions, any_of, self.share(budget::induction::PARTS))
    }

    fn check_within(&mut self, assumptions: &[TermId], any_of: &[TermId], budget: Duration) -> Answer {
        self.own.counters.solver_calls += 1;
        let query = Query { assumptions, any_of, wanted: &self.wanted, stop: self.stop, budget: Some(budget) };
        self.own.solver.check(&self.own.pool, &query)
    }

    /// Goes on without an answer. More time would not help a solver that failed.
    fn give_up(&mut self, why: &Unknown) {
        if !matches!(why, Unknown::Failed(_)) {
            self.unanswered += 1;
        }
    }

    /// The time for one of so many questions.
    fn share(&self, of: usize) -> Duration {
        let remaining = self.stop.deadline().map_or(budget::induction::WITHOUT_DEADLINE, |d| d.saturating_duration_since(Instant::now()));
        (remaining / u32::try_from(of).unwrap_or(u32::MAX).max(1)).max(budget::induction::LEAST)
    }

    /// The values that the unrolling lists for what loops change are all that there are.
    fn made_up_states_are_right(&mut self) -> bool {
        let step = self.step;
        if step.broken.is_empty() {
            return true;
        }
        match self.check(&[], &step.broken) {
            Answer::Unsat { .. } => true,
            Answer::Sat(_) => false,
            Answer::Unknown(why) => {
                self.give_up(&why);
                false
            }
        }
    }

    /// What may be assumed of these candidates.
    fn assumed(&self, candidates: &[usize]) -> Vec<TermId> {
        candidates.iter().flat_map(|&i| self.step.candidates[i].assumed.iter().copied()).collect()
    }

    /// Where any of these candidates would be broken.
    fn broken(&self, candidates: &[usize]) -> Vec<TermId> {
        candidates.iter().flat_map(|&i| self.step.candidates[i].broken.iter().copied()).collect()
    }

    /// Closes the targets that the step proves under these invariants. Gives models of others.
    fn close(&mut self, invariants: &[usize], proof: Proof) -> Vec<Model> {
        let facts = invariants.iter().map(|&i| self.own.candidates[i]).collect();
        self.close_under(&Proved { assumed: self.assumed(invariants), broken: self.broken(invariants), facts }, proof)
    }

    fn close_under(&mut self, invariants: &Proved, proof: Proof) -> Vec<Model> {
        let (proved, models) = self.decide(&invariants.assumed);
        if !proved.is_empty() && self.are_consistent(invariants) {
            self.certify(invariants, &proved, proof);
            let own = &mut *self.own;
            let facts = invariants.facts.clone();
            own.board.note_invariants(Invariants { program: Arc::clone(&own.program), facts });
            for question in &proved {
                own.board.exclude(question.target, proof);
                own.counters.decided += 1;
            }
        }
        models
    }

    /// Are there states under these invariants wherever the program comes to? Of nodes much is assumed of what is kept beside the program, so that is looked at before it counts.
    fn are_consistent(&mut self, invariants: &Proved) -> bool {
        if !invariants.facts.iter().any(|fact| fact.each.and_then(Each::as_node).is_some()) {
            return true;
        }
        let budget = Some(self.share(budget::induction::PARTS));
        let InductiveStep { pool, solver, counters, .. } = &mut *self.own;
        let found = consistency(pool, &self.step.entered, &mut |any_of| {
            counters.solver_calls += 1;
            solver.check(pool, &Query { assumptions: &invariants.assumed, any_of, wanted: &self.wanted, stop: self.stop, budget })
        });
        match found {
            Consistency::Consistent => true,
            Consistency::Contradictory => false,
            Consistency::Unanswered(why) => {
                self.give_up(&why);
                false
            }
        }
    }

    /// The questions that have no model, and some models of others.
    fn decide(&mut self, invariants: &[TermId]) -> (Vec<Question>, Vec<Model>) {
        let mut proved = Vec::new();
        let mut models = Vec::new();
        let mut questions = self.questions();
        if !self.unrolling.cuts.is_empty() {
            self.add_cuts(&mut questions, invariants);
        }
        ask_in_groups(questions, usize::MAX, &mut |group, _| {
            group.retain(|q| self.own.board.is_open(q.target));
            let any_of: Vec<TermId> = group.iter().map(|q| q.condition).collect();
            // Without any condition nothing would be asked.
            if any_of.is_empty() || self.stop.reason().is_some() {
                return Asked::Settled;
            }
            match self.check(invariants, &any_of) {
                Answer::Unsat { .. } => proved.append(group),
                Answer::Sat(model) => {
                    let before = group.len();
                    let mut evaluator = Evaluator::new(&model.values);
                    group.retain(|q| !evaluator.value(&self.own.pool, q.condition).is_true());
                    if group.len() < before {
                        if models.len() < budget::induction::MODELS {
                            models.push(model);
                        }
                        return Asked::Again;
                    }
                }
                Answer::Unknown(_) if group.len() > 1 => return Asked::TooHard,
                Answer::Unknown(why) => self.give_up(&why),
            }
            Asked::Settled
        });
        (proved, models)
    }

    /// Hands on what the proofs rest on, if anybody wants it.
    fn certify(&self, invariants: &Proved, proved: &[Question], proof: Proof) {
        if !self.own.board.wants_certificates() {
            return;
        }
        let mut writer = Writer::new(&self.own.pool, &self.unrolling.facts);
        writer.check(&self.step.broken, Shows::StatesStandForAll);
        if !invariants.assumed.is_empty() {
            for &term in &invariants.assumed {
                writer.assume(term);
            }
            writer.check(&invariants.broken, Shows::Invariants(invariants.facts.clone()));
        }
        for question in proved {
            writer.check(&[question.condition], Shows::Excluded(question.target));
        }
        self.own.board.certify(&self.own.program, &writer.finish(proof));
    }

    /// The targets' occurrences before those that count.
    fn earlier(&self) -> FxHashMap<Target, TermId> {
        let goals = self.step.earlier_goals.iter().map(|&(g, c)| (Target::Goal(g), c));
        goals.chain(self.step.earlier_violations.iter().map(|&(p, c)| (Target::Property(p), c))).collect()
    }

    /// For each open target: it is reached, and was not before.
    fn questions(&mut self) -> Vec<Question> {
        let goals = self.unrolling.goals.iter().map(|&(g, c)| (Target::Goal(g), c));
        let reached: FxHashMap<Target, TermId> = goals.chain(self.unrolling.violations.iter().map(|&(p, c)| (Target::Property(p), c))).collect();
        let earlier = self.earlier();
        let pool = &mut self.own.pool;
        let never = pool.truth(false);
        let question = |target: Target| {
            let (now, before) = (reached.get(&target).copied().unwrap_or(never), earlier.get(&target).copied().unwrap_or(never));
            let not_before = pool.not(before);
            Question { target, condition: pool.and(now, not_before) }
        };
        self.targets.iter().copied().map(question).collect()
    }

    /// The cuts that execution may come to, as far as anybody knows.
    fn open_cuts(&mut self, invariants: &[TermId]) -> Vec<&'r Cut> {
        let mut open = Vec::new();
        ask_in_groups(self.unrolling.cuts.iter().collect(), usize::MAX, &mut |group: &mut Vec<&'r Cut>, _| {
            let conditions: Vec<TermId> = group.iter().map(|cut| cut.condition).collect();
            match self.check(invariants, &conditions) {
                Answer::Unsat { .. } => Asked::Settled,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = group.len();
                    open.extend(group.extract_if(.., |cut| evaluator.value(&self.own.pool, cut.condition).is_true()));
                    if group.is_empty() {
                        return Asked::Settled;
                    }
                    if group.len() < before {
                        return Asked::Again;
                    }
                    open.append(group);
                    Asked::Settled
                }
                Answer::Unknown(_) if group.len() > 1 => Asked::TooHard,
                Answer::Unknown(why) => {
                    self.give_up(&why);
                    open.append(group);
                    Asked::Settled
                }
            }
        });
        open
    }

    /// Where execution is cut, what comes behind may be reached.
    fn add_cuts(&mut self, questions: &mut Vec<Question>, invariants: &[TermId]) {
        let cuts = self.open_cuts(invariants);
        if cuts.is_empty() {
            return;
        }
        questions.truncate(budget::induction::MOST_SEPARATE);
        let calls = CallGraph::new(&self.own.sliced);
        let earlier = self.earlier();
        for question in questions {
            if self.stop.reason().is_some() {
                return;
            }
            let ahead = Ahead::new(&self.own.sliced, &calls, |kind| question.target.is_met_by(kind) || kind.may_lead_anywhere());
            let before = earlier.get(&question.target).copied().unwrap_or_else(|| self.own.pool.truth(false));
            let not_before = self.own.pool.not(before);
            for cut in &cuts {
                if !may_go_anywhere(&self.own.sliced, cut) && !ahead.may_reach(cut.function, cut.instr) {
                    continue;
                }
                let hidden = self.own.pool.and(cut.condition, not_before);
                question.condition = self.own.pool.or(question.condition, hidden);
            }
        }
    }
}
