//! Proofs by the control states of a loop (`analysis::control_graph`), for state machines with many variables: from each state one iteration is unrolled by itself
//! (`analysis::control_graph::iterations`). If every one ends in a known state, what none of them reaches is not reached at all. The states are a proposal; that they are
//! all, the solver says, or the unrolling itself where nothing is left to ask.
//!
//! Knows programs that run in one loop, with no memory but variables. Decides nothing before the last iteration is shown.

use crate::board::Board;
use crate::bounds::{Bounded, bounded};
use crate::budget::control_graph as limits;
use crate::confirm::{ToldFacts, variables};
use crate::induction::OpenSolver;
use crate::status::{Proof, ProofMethod};
use crate::target::Target;
use analysis::control_graph::iterations::{IterationProgram, IterationPrograms};
use analysis::control_graph::{ControlGraph, Exploration, Precision, Refusal};
use analysis::transform::slice;
use goto::limits::Stop;
use goto::{InstrKind, Program, PropertyClass, PropertyId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Query};
use std::time::{Duration, Instant};
use symex::{Bound, Session, Unrolling};
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// The proof, over several turns.
pub(crate) struct ByControlGraph<'a> {
    board: &'a Board,
    precision: Precision,
    stage: Stage,
    /// The time that looking for states took.
    finding: Duration,
}

enum Stage {
    NotBegun,
    /// States are looked for.
    Finding(Box<Exploration>),
    /// They are shown to be all.
    Showing(Box<Attempt>),
    Over,
}

/// The states and what is shown of them.
struct Attempt {
    iterations: IterationPrograms,
    /// States whose iterations are shown together.
    groups: Vec<Vec<usize>>,
    /// Is the way to the loop shown to end in states where the loop is said to begin?
    begins: bool,
    /// The groups before are shown.
    next: usize,
    /// What no iteration reaches, as far as was seen.
    candidates: FxHashSet<Target>,
}

/// Why an attempt does not go on.
enum Failure {
    /// For lack of time.
    Stopped,
    /// It would fail again with these states.
    NotShown,
    /// It would fail again with all states.
    Refused,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Stopped => Self::Stopped,
            Refusal::NotFollowed | Refusal::TooMuch | Refusal::NoLoop => Self::Refused,
        }
    }
}

impl<'a> ByControlGraph<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, precision: Precision::Coarse, stage: Stage::NotBegun, finding: Duration::ZERO }
    }

    /// Is nothing more expected of it?
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Tries to exclude open targets within this time, or more where many are open. What is found and shown stays for the next turn.
    pub(crate) fn work(&mut self, open: OpenSolver<'_>, time: Duration, stop: &Stop) {
        let begin = Instant::now();
        while !self.is_over() && self.board.anything_open() {
            let left = stop.deadline().map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(begin));
            let is_showing = matches!(self.stage, Stage::Showing(_));
            // The others have the same time to find tests before it goes on.
            if !is_showing && self.finding > left / 2 {
                return;
            }
            let part = if is_showing { left - left / limits::REST_OF_SHOWING } else { left / limits::PART_OF_FINDING };
            let has_many = stop.deadline().is_some() && self.board.n_open() >= limits::MANY_TARGETS;
            let time = match (has_many, is_showing) {
                (true, _) => time.max(part),
                // States that exclude a target nearly always turn out to be all.
                (false, true) => time.max(left / limits::SHARE_OF_SHOWING),
                (false, false) => time,
            };
            let step = Instant::now();
            let done = self.go_on(open, &stop.earlier(begin + time));
            if !is_showing {
                self.finding += step.elapsed();
            }
            match done {
                Ok(()) => {}
                Err(Failure::NotShown) => self.give_up_precision(),
                Err(Failure::Refused) => self.stage = Stage::Over,
                Err(Failure::Stopped) => return,
            }
        }
    }

    /// Completes a stage.
    fn go_on(&mut self, open: OpenSolver<'_>, stop: &Stop) -> Result<(), Failure> {
        let told = || stop.reason().is_some();
        match &mut self.stage {
            Stage::NotBegun => {
                let mut sliced = self.board.program().clone();
                slice(&mut sliced, &|g| self.board.is_open(g), &|p| self.board.is_open(p));
                self.stage = Stage::Finding(Box::new(Exploration::begin(sliced, self.precision, &told)?));
            }
            Stage::Finding(exploration) => {
                exploration.go_on(&told)?;
                if let Stage::Finding(exploration) = std::mem::replace(&mut self.stage, Stage::Over) {
                    self.stage = Stage::Showing(Box::new(Attempt::new(self.board, *exploration, self.precision)?));
                }
            }
            Stage::Showing(attempt) => {
                attempt.go_on(open, stop)?;
                let proof = Proof { method: ProofMethod::ControlGraph, k: None };
                attempt.candidates.iter().for_each(|&target| self.board.exclude(target, proof));
                self.give_up_precision();
            }
            Stage::Over => {}
        }
        Ok(())
    }

    /// What states of this precision show is shown.
    fn give_up_precision(&mut self) {
        match self.precision.next() {
            Some(precision) => (self.precision, self.stage) = (precision, Stage::NotBegun),
            None => self.stage = Stage::Over,
        }
    }
}

impl Attempt {
    fn new(board: &Board, exploration: Exploration, precision: Precision) -> Result<Self, Failure> {
        let (program, graph) = exploration.into_graph();
        // There are no better states than exact ones: what they do not exclude, a solver may, which knows how values of an iteration depend on each other.
        let may_be_excluded = |target| precision == Precision::Exact || !is_met(&graph, target);
        let candidates: FxHashSet<Target> = targets(&program).filter(|&target| board.is_open(target) && may_be_excluded(target)).collect();
        if candidates.is_empty() {
            return Err(Failure::NotShown);
        }
        let is_asked = |kind: &InstrKind| target(kind).is_some_and(|target| candidates.contains(&target));
        let iterations = IterationPrograms::new(program, graph, &is_asked).ok_or(Failure::Refused)?;
        let groups = iterations.groups();
        Ok(Self { iterations, groups, begins: false, next: 0, candidates })
    }

    /// Looks at the way to the loop and at iterations from all states.
    fn go_on(&mut self, open: OpenSolver<'_>, stop: &Stop) -> Result<(), Failure> {
        if !self.begins {
            let first = self.iterations.first().ok_or(Failure::NotShown)?;
            self.ends_inside(first, open, stop)?;
            self.begins = true;
        }
        while let Some(group) = self.groups.get(self.next) {
            let program = self.iterations.of_group(group).ok_or(Failure::NotShown)?;
            self.ends_inside(program, open, stop)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Do all executions of this program end in known states? Candidates that one of them may reach are none any more.
    fn ends_inside(&mut self, IterationProgram { program, outside, entered }: IterationProgram, open: OpenSolver<'_>, stop: &Stop) -> Result<(), Failure> {
        let mut pool = TermPool::new();
        let bound = Bound { k: limits::ITERATIONS, max_steps: limits::STEPS, per_loop: FxHashMap::default() };
        let unrolling = Session::new().unroll(&program, &mut pool, &bound, stop);
        if stop.reason().is_some() {
            return Err(Failure::Stopped);
        }
        let violated: FxHashMap<PropertyId, TermId> = unrolling.violations.iter().copied().collect();
        let begins = match entered {
            Some(entered) => *violated.get(&entered).ok_or(Failure::NotShown)?,
            None => pool.truth(true),
        };
        let wrong: Vec<TermId> = unrolling.cuts.iter().map(|cut| cut.condition).chain(violated.get(&outside).copied()).collect();
        let (targets, conditions): (Vec<Target>, Vec<TermId>) = reached(&unrolling).filter(|(target, _)| self.candidates.contains(target)).unzip();
        let question = Question { open, unrolling: &unrolling, stop };
        // An iteration that cannot begin would show nothing.
        if question.possible(&pool, &[begins])?.is_empty() || !question.possible_by_bounds(&mut pool, begins, &wrong)?.is_empty() {
            return Err(Failure::NotShown);
        }
        let possible = question.possible_by_bounds(&mut pool, begins, &conditions)?;
        let met = targets.into_iter().zip(conditions).filter(|(_, condition)| possible.contains(condition));
        met.for_each(|(target, _)| _ = self.candidates.remove(&target));
        if self.candidates.is_empty() { Err(Failure::NotShown) } else { Ok(()) }
    }
}

/// May the target be reached, as far as the states tell?
fn is_met(graph: &ControlGraph, target: Target) -> bool {
    match target {
        Target::Goal(goal) => graph.met_goals.contains(goal),
        Target::Property(property) => graph.met_violations.contains(property),
        Target::QueryGoal(_) => true,
    }
}

/// What instructions reach or violate, but for parts of arguments that loops end, which say nothing one by one.
fn targets(program: &Program) -> impl Iterator<Item = Target> {
    let instructions = program.functions.values().filter_map(|f| f.body.as_ref()).flat_map(|body| body.values());
    let is_part = |&target: &Target| matches!(target, Target::Property(property) if program.properties[property].class == PropertyClass::Termination);
    instructions.filter_map(|i| target(&i.kind)).filter(move |target| !is_part(target))
}

/// What an instruction reaches or violates.
fn target(kind: &InstrKind) -> Option<Target> {
    match *kind {
        InstrKind::Cover { goal, .. } => Some(Target::Goal(goal)),
        InstrKind::Assert { property, .. } => Some(Target::Property(property)),
        _ => None,
    }
}

/// What an unrolling reaches, and when.
fn reached(unrolling: &Unrolling) -> impl Iterator<Item = (Target, TermId)> {
    let goals = unrolling.goals.iter().map(|&(goal, condition)| (Target::Goal(goal), condition));
    goals.chain(unrolling.violations.iter().map(|&(property, condition)| (Target::Property(property), condition)))
}

/// What is asked of one unrolling.
struct Question<'q> {
    open: OpenSolver<'q>,
    unrolling: &'q Unrolling,
    stop: &'q Stop,
}

impl Question<'_> {
    /// As [`possible`](Self::possible), of conditions that imply `given`: first with bounds in the place of what is hard to compute.
    fn possible_by_bounds(&self, pool: &mut TermPool, given: TermId, conditions: &[TermId]) -> Result<FxHashSet<TermId>, Failure> {
        if let Some(Bounded { conditions, facts }) = bounded(pool, given, conditions) {
            let mut solver = (self.open)().ok_or(Failure::NotShown)?;
            ToldFacts::default().tell(&mut *solver, pool, self.unrolling);
            facts.iter().for_each(|&fact| solver.assert(pool, fact));
            let query = Query { assumptions: &[], any_of: &conditions, wanted: &[], stop: self.stop, budget: Some(limits::QUESTION) };
            if let Answer::Unsat { .. } = solver.check(pool, &query) {
                return Ok(FxHashSet::default());
            }
        }
        self.possible(pool, conditions)
    }

    /// Those of the conditions that may hold.
    fn possible(&self, pool: &TermPool, conditions: &[TermId]) -> Result<FxHashSet<TermId>, Failure> {
        let mut possible = FxHashSet::default();
        let mut left: Vec<TermId> = conditions.iter().copied().filter(|&condition| !pool.is_false(condition)).collect();
        if left.is_empty() {
            return Ok(possible);
        }
        let mut solver = (self.open)().ok_or(Failure::NotShown)?;
        ToldFacts::default().tell(&mut *solver, pool, self.unrolling);
        let wanted = variables(self.unrolling);
        while !left.is_empty() {
            let query = Query { assumptions: &[], any_of: &left, wanted: &wanted, stop: self.stop, budget: Some(limits::QUESTION) };
            match solver.check(pool, &query) {
                Answer::Unsat { .. } => break,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = left.len();
                    possible.extend(left.extract_if(.., |condition| evaluator.value(pool, *condition).is_true()));
                    if left.len() == before {
                        return Err(Failure::NotShown);
                    }
                }
                Answer::Unknown(_) if self.stop.reason().is_some() => return Err(Failure::Stopped),
                Answer::Unknown(_) => return Err(Failure::NotShown),
            }
        }
        Ok(possible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LostRuns;
    use analysis::control_graph::KnownValue;
    use goto::{GoalId, Id};
    use std::sync::Arc;

    /// 1 to 2 to 3 and back to 1; from 2 on what was read decides. Goal 0 is met, goal 1 is not.
    const MACHINE: &str = "goto lp64 start begin
        input in0 \"nondet\" \"int\" i32
        goal g0 branch_goal \"met\" begin \"\" goal g1 branch_goal \"not met\" begin \"\"
        static mode#0: i32 static old#1: i32
        function begin: fn() -> void { 0: mode#0 := 1 1: CALL main() 2: HALT exit }
        function main: fn() -> void { local x#2: i32
            0: DECL x#2 1: x#2 := INPUT in0
            2: IF mode#0 == 2 GOTO 6
            3: IF mode#0 == 3 GOTO 9
            4: mode#0 := 2 5: GOTO 12
            6: IF x#2 == 5 GOTO 13 7: GOTO 12 8: SKIP
            9: COVER g0 old#1 == 5 10: COVER g1 old#1 == 6
            11: mode#0 := 1
            12: GOTO 0
            13: old#1 := x#2 14: mode#0 := 3 15: GOTO 0 }";

    fn machine() -> Program {
        goto::parse(MACHINE).unwrap_or_else(|e| panic!("{e}"))
    }

    fn is_shown(graph: ControlGraph) -> bool {
        let candidates = FxHashSet::from_iter([Target::Goal(GoalId::new(1))]);
        let iterations =
            IterationPrograms::new(machine(), graph, &|kind| target(kind).is_some_and(|t| candidates.contains(&t))).expect("there are variables only");
        let mut attempt = Attempt { groups: iterations.groups(), iterations, begins: false, next: 0, candidates };
        let open = || solver::open_all(&[solver::SolverSpec::Embedded], &solver::smtlib::ProcessLimits::default()).ok();
        attempt.go_on(&open, &Stop::new(None)).is_ok()
    }

    fn graph() -> ControlGraph {
        let explored = Exploration::begin(machine(), Precision::Coarse, &|| false).and_then(|mut exploration| {
            exploration.go_on(&|| false)?;
            Ok(exploration.into_graph().1)
        });
        explored.unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    #[test]
    fn what_no_iteration_reaches_is_excluded() {
        let board = Board::new(Arc::new(machine()), None, LostRuns::Count);
        let open = || solver::open_all(&[solver::SolverSpec::Embedded], &solver::smtlib::ProcessLimits::default()).ok();
        ByControlGraph::new(&board).work(&open, Duration::from_secs(20), &Stop::new(None));
        assert!(board.is_open(GoalId::new(0)) && !board.is_open(GoalId::new(1)));
        assert!(is_shown(graph()));
    }

    #[test]
    fn a_graph_without_an_edge_is_not_shown() {
        let right = graph();
        for state in 0..right.states.len() {
            for edge in 0..right.states[state].next.len() {
                let mut wrong = right.clone();
                wrong.states[state].next.remove(edge);
                assert!(!is_shown(wrong), "{state} {edge}");
            }
        }
    }

    #[test]
    fn a_graph_with_another_value_is_not_shown() {
        let right = graph();
        let mut tried = 0;
        for state in 0..right.states.len() {
            for part in 0..right.states[state].decisive.len() {
                let KnownValue::Between(low, high) = right.states[state].decisive[part].value else { continue };
                let mut wrong = right.clone();
                wrong.states[state].decisive[part].value = KnownValue::Between(low + 100, high + 100);
                assert!(!is_shown(wrong), "{state} {part}");
                tried += 1;
            }
        }
        assert!(tried >= 4, "{tried}");
    }

    #[test]
    fn a_graph_that_begins_elsewhere_is_not_shown() {
        let mut wrong = graph();
        wrong.first.clear();
        assert!(!is_shown(wrong));
    }
}
