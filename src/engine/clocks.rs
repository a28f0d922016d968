//! Bounded model checking of programs with threads: each thread is unrolled by itself, and an order of what they do says which values are read (`symex::Strands`). Solvers see
//! to the order by a theory, or by the formula that gives everything a clock, which is also what certificates say. A model becomes inputs and a
//! schedule, which the interpreter runs; only what it sees counts. Where no cut of any thread is possible, what has no model is unreachable.
//!
//! Says nothing of which objects live, which is left to others.

mod steer;

use crate::board::Board;
use crate::budget::clocks as budget;
use crate::certificate::{Shows, Writer};
use crate::confirm::{determinate, variables};
use crate::interleavings::confirm;
use crate::schedule::{Growth, Plan};
use crate::status::{Engine, Proof, ProofMethod, Reason};
use crate::target::Target;
use crate::threads::is_claim_of_values;
use goto::interp::threads::Meeting;
use goto::limits::Stop;
use goto::{FuncId, InstrId, InstrKind, Program, PropertyClass};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Model, OpenError, Query, Solver};
use std::time::Instant;
use steer::Aim;
use symex::{Bound, Session, ThreadsQuestion, Unrolling};
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

    /// What must be impossible for the unrolling to be all that threads do: that one goes on beyond it, or reads what is not told.
    fn cuts(&self) -> Vec<TermId> {
        let mixed = self.unrolling.strands.iter().flat_map(|strands| strands.mixed.iter().copied());
        let cuts: FxHashSet<TermId> = self.unrolling.cuts.iter().map(|cut| cut.condition).chain(mixed).collect();
        let mut cuts: Vec<TermId> = cuts.into_iter().filter(|&condition| !self.pool.is_false(condition)).collect();
        cuts.sort_unstable();
        cuts
    }

    /// The ways to a race that is asked for; `None` if they are not told.
    fn races(&self, board: &Board) -> Option<Vec<Way>> {
        let races = self.unrolling.strands.as_ref()?.races.as_ref()?;
        let members = board.meeting().map_or(0, |meeting| meeting.members.len().min(2));
        let asked = races.iter().filter(|race| race.places.iter().filter(|&&place| may_be_asked(board, place)).count() >= members);
        Some(asked.map(|&race| Way { condition: race.condition, aim: Aim::Race(race) }).collect())
    }

    /// The way to a deadlock; `None` if it is not told.
    fn deadlock(&self) -> Option<Vec<Way>> {
        let condition = self.unrolling.strands.as_ref()?.stuck?;
        Some(vec![Way { condition, aim: Aim::Stop }])
    }

    /// Some thread goes another way than in the model.
    fn elsewhere(&mut self, model: &Model) -> TermId {
        let mut evaluator = Evaluator::new(&model.values);
        let moments = self.unrolling.strands.iter().flat_map(|strands| strands.moments.iter());
        let guards: FxHashSet<TermId> = moments.map(|moment| moment.guard).collect();
        let mut same = Vec::new();
        for guard in guards {
            let holds = evaluator.value(&self.pool, guard).is_true();
            same.push(if holds { guard } else { self.pool.not(guard) });
        }
        same.sort_unstable();
        let same = self.pool.and_all(&same);
        self.pool.not(same)
    }
}

/// Asks for what is open, with growing bounds, until nothing is, a proof is found, or it is told to stop.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(board: &Board, plan: &Plan, stop: &Stop) -> Result<Effort, OpenError> {
    let program = without_other_claims(board.program());
    let mut effort = Effort::default();
    let mut bounds = bounds(plan.growth);
    let stop = &stop.part();
    let mut left_out = "not all schedules were looked at".to_owned();
    while stop.reason().is_none()
        && !open(board).is_empty()
        && let Some(k) = bounds.next()
    {
        let bound = Bound { k, max_steps: budget::STEPS, per_loop: plan.per_loop.clone() };
        let round = Clocks { board, program: &program, plan, stop, effort: &mut effort }.round(&bound)?;
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
    }
    if !plan.works(Engine::Interleavings) {
        board.resist_rest(Reason::NotCovered(left_out));
    }
    Ok(effort)
}

/// The one bound that is asked for, or all that are worth their time and not beyond the last one that is asked for.
fn bounds(growth: Growth) -> impl Iterator<Item = u32> {
    let (first, last) = match growth {
        Growth::Fixed(k) => (k, k),
        Growth::Jump { max, .. } => (budget::FIRST_BOUND, max.map_or(budget::LAST_BOUND, |max| max.min(budget::LAST_BOUND))),
    };
    std::iter::successors(Some(first), |k| k.checked_add((k / 3).max(1))).take_while(move |&k| k <= last)
}

/// What is open of what can be asked here.
fn open(board: &Board) -> Vec<Target> {
    let can_be_asked = |target: &Target| match target {
        Target::Goal(_) => true,
        Target::Property(property) => {
            let class = board.program().properties[*property].class;
            is_claim_of_values(class) || matches!(class, PropertyClass::DataRace | PropertyClass::Deadlock | PropertyClass::Termination)
        }
        Target::QueryGoal(_) => false,
    };
    board.open().into_iter().filter(can_be_asked).collect()
}

struct Clocks<'a> {
    board: &'a Board,
    /// What is unrolled.
    program: &'a Program,
    plan: &'a Plan,
    stop: &'a Stop,
    effort: &'a mut Effort,
}

impl Clocks<'_> {
    /// One bound.
    fn round(&mut self, bound: &Bound) -> Result<Round, OpenError> {
        let mut pool = TermPool::new();
        let asks_for = |class| open(self.board).into_iter().any(|target| class_of(self.board, target) == Some(class));
        let question = ThreadsQuestion { races: asks_for(PropertyClass::DataRace), ends: asks_for(PropertyClass::Termination) };
        let unrolling = Session::new().unroll_strands(self.program, &mut pool, bound, question, self.stop);
        let Some(strands) = &unrolling.strands else { return Ok(Round::Last) };
        if let Some(why) = &strands.useless {
            return Ok(Round::Useless(why.clone()));
        }
        let mut solver = solver::open_all(&self.plan.solvers, &self.plan.process_limits)?;
        unrolling.facts.iter().for_each(|&fact| solver.assert(&pool, fact));
        if !solver.keep(&pool, &strands.order) {
            strands.order.clocks(&mut pool).into_iter().for_each(|fact| solver.assert(&pool, fact));
        }
        let mut wanted = variables(&unrolling);
        wanted.extend(&strands.variables);
        let mut question = Question { pool, solver, unrolling, wanted, stop: self.stop };
        let refuted = self.ask(&mut question);
        if self.stop.reason().is_some() {
            return Ok(Round::Last);
        }
        Ok(self.conclude(&mut question, &refuted, bound))
    }

    /// What no run within the bound reaches.
    fn ask(&mut self, question: &mut Question<'_>) -> Vec<Refuted> {
        let conditions = conditions(&question.unrolling);
        let mut refuted = Vec::new();
        for target in open(self.board) {
            let ways = match class_of(self.board, target) {
                Some(PropertyClass::DataRace) => question.races(self.board),
                Some(PropertyClass::Deadlock) => question.deadlock(),
                // No run within the bound goes on for ever; those beyond it are cuts.
                Some(PropertyClass::Termination) => Some(Vec::new()),
                _ => Some(conditions.get(&target).map(|&condition| Way { condition, aim: Aim::Place }).into_iter().collect()),
            };
            let Some(mut ways) = ways else { continue };
            ways.retain(|way| !question.pool.is_false(way.condition));
            let conditions: Vec<TermId> = ways.iter().map(|way| way.condition).collect();
            if self.seek(question, target, ways, &conditions) {
                refuted.push(Refuted { target, conditions });
            }
        }
        refuted
    }

    /// Looks for a run that comes to the target in one of these ways, under one of all these conditions; whether there is none.
    fn seek(&mut self, question: &mut Question<'_>, target: Target, mut ways: Vec<Way>, all: &[TermId]) -> bool {
        let usual: Vec<TermId> = determinate(&mut question.pool, &question.unrolling).into_iter().collect();
        let mut assumptions = usual.clone();
        for _ in 0..budget::MODELS {
            if all.is_empty() {
                return true;
            }
            let any_of: Vec<TermId> = ways.iter().map(|way| way.condition).collect();
            if any_of.is_empty() {
                return false;
            }
            let model = match question.check(&assumptions, &any_of) {
                Answer::Sat(model) => model,
                Answer::Unsat { .. } if assumptions.is_empty() && any_of.len() == all.len() => return true,
                Answer::Unsat { .. } if assumptions == usual && any_of.len() == all.len() => return matches!(question.check(&[], all), Answer::Unsat { .. }),
                Answer::Unsat { .. } | Answer::Unknown(_) => return false,
            };
            let mut evaluator = Evaluator::new(&model.values);
            let Some(way) = ways.iter().find(|way| evaluator.value(&question.pool, way.condition).is_true()).copied() else { return false };
            if self.follow(question, target, &way, &mut evaluator) {
                return false;
            }
            match way.aim {
                // Other places are more promising than other ways to the same ones.
                Aim::Race(race) => ways.retain(|other| !matches!(other.aim, Aim::Race(other) if other.places == race.places)),
                Aim::Place | Aim::Stop => assumptions.push(question.elsewhere(&model)),
            }
        }
        false
    }

    /// The interpreter runs what the model says; whether it comes to the target.
    fn follow(&mut self, question: &Question<'_>, target: Target, way: &Way, evaluator: &mut Evaluator<'_>) -> bool {
        self.effort.models += 1;
        let steered = steer::interleaving(self.board, &question.pool, &question.unrolling, (target, way.aim), evaluator, self.stop);
        let is_confirmed = steered.is_some_and(|interleaving| confirm(self.board, target, interleaving, Engine::Clocks, self.stop));
        self.effort.models_not_confirmed += u64::from(!is_confirmed);
        is_confirmed
    }

    /// Where no thread goes on beyond what was unrolled, what was refuted is excluded.
    fn conclude(&mut self, question: &mut Question<'_>, refuted: &[Refuted], bound: &Bound) -> Round {
        let cuts = question.cuts();
        if !cuts.is_empty() && !matches!(question.check(&[], &cuts), Answer::Unsat { .. }) {
            return Round::Grow;
        }
        let proof = Proof { method: ProofMethod::Clocks, k: Some(bound.k) };
        self.certify(question, &cuts, refuted, proof);
        for refuted in refuted {
            self.board.exclude(refuted.target, proof);
        }
        Round::Last
    }

    /// Hands on what the proofs rest on, if anybody wants it.
    fn certify(&self, question: &mut Question<'_>, cuts: &[TermId], refuted: &[Refuted], proof: Proof) {
        if refuted.is_empty() || !self.board.wants_certificates() {
            return;
        }
        let mut facts = question.unrolling.facts.clone();
        if let Some(strands) = &question.unrolling.strands {
            facts.extend(strands.order.clocks(&mut question.pool));
        }
        let mut writer = Writer::new(&question.pool, &facts);
        writer.check(cuts, Shows::NothingIsCut);
        for Refuted { target, conditions } in refuted {
            writer.check(conditions, Shows::Excluded(*target));
        }
        self.board.certify(self.board.program(), &writer.finish(proof));
    }
}

/// A target that none of these conditions, which are all ways to it, lets a run come to.
struct Refuted {
    target: Target,
    conditions: Vec<TermId>,
}

/// A way to come to a target.
#[derive(Clone, Copy)]
struct Way {
    condition: TermId,
    aim: Aim,
}

/// May an access at this place be one of a race that is asked for? Which thread makes it, and when, the interpreter tells.
fn may_be_asked(board: &Board, (function, instr): (FuncId, InstrId)) -> bool {
    let function = &board.program().functions[function];
    let at = |meeting: &Meeting| function.body.as_ref().is_none_or(|body| meeting.is_at(body[instr].loc));
    // Where one of the library is called is not told here.
    function.model || board.meeting().is_none_or(at)
}

fn class_of(board: &Board, target: Target) -> Option<PropertyClass> {
    target.property().map(|property| board.program().properties[property].class)
}

/// The program without what is claimed of other things than values: what such claims look at need not be told.
fn without_other_claims(program: &Program) -> Program {
    let mut program = program.clone();
    for function in program.functions.ids() {
        for instruction in program.functions[function].body.iter_mut().flat_map(|body| body.iter_mut()).map(|(_, instruction)| instruction) {
            if let InstrKind::Assert { property, .. } = instruction.kind
                && !is_claim_of_values(program.properties[property].class)
            {
                instruction.kind = InstrKind::Skip;
            }
        }
    }
    program
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_that_are_asked_for() {
        let of = |growth| bounds(growth).collect::<Vec<u32>>();
        let jump = |max| of(Growth::Jump { start: 1, step: None, max });
        assert_eq!(of(Growth::Fixed(2)), [2]);
        assert_eq!(of(Growth::Fixed(1000)), [1000]);
        assert_eq!(of(Growth::Fixed(u32::MAX)), [u32::MAX]);
        assert_eq!(jump(Some(5)), [1, 2, 3, 4, 5]);
        assert_eq!(jump(None).last(), jump(Some(1000)).last());
    }
}
