//! Proofs of programs with threads that look at each thread alone, whatever the others do: they hold for any number of threads, of iterations and of inputs. Finds no
//! violations, and says nothing where it proves nothing.
//!
//! Of assertions it makes a program of one thread, in which the others keep facts about what they share (`analysis::threads::alone`), and asks the other engines about it.
//! What they reach there some thread may do only if others may do all that the facts allow. Facts whose claims are reached are dropped, until none is.

use crate::board::{Board, LostRuns};
use crate::budget::threads as budget;
use crate::schedule::{Plan, ProgramWorkload, Scheduler, work};
use crate::status::{Engine, Proof, ProofMethod};

use analysis::threads::{Alone, Guarded, Ordered, alone, contradictory, guarded, never_all_wait, proposals};
pub use analysis::threads::{Fact, Kept, kept};
use analysis::transform::{enter_loops_at_heads, simplify, strip_marks};
use goto::limits::Stop;
use goto::{InstrKind, Program, PropertyClass, PropertyId};
use rustc_hash::FxHashSet;
use solver::OpenError;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// Proves that nothing races, if that can be seen without looking at values.
pub(crate) fn exclude_races(board: &Board) {
    let races = open_properties(board, |class| class == PropertyClass::DataRace);
    if races.is_empty() {
        return;
    }
    let Ok(Guarded { reasons }) = guarded(board.program()) else { return };
    let list = |texts: BTreeSet<String>| texts.into_iter().collect::<Vec<_>>().join(", ");
    let argument: Vec<String> = reasons.into_iter().map(|(object, apart)| format!("{object}: {}", list(apart))).collect();
    exclude_by_synchronisation(board, races, &argument);
}

/// Proves that threads never all wait, if that can be seen without looking at values.
pub(crate) fn exclude_deadlocks(board: &Board) {
    let deadlocks = open_properties(board, |class| class == PropertyClass::Deadlock);
    if deadlocks.is_empty() {
        return;
    }
    let Ok(Ordered { after }) = never_all_wait(board.program()) else { return };
    let list = |locks: BTreeSet<String>| locks.into_iter().collect::<Vec<_>>().join(", ");
    let orders = after.into_iter().map(|(lock, held)| format!("{lock} is waited for only with nothing, or with these, in hand: {}", list(held)));
    let argument: Vec<String> = orders.chain(["whoever waits for an end holds no lock".to_owned()]).collect();
    exclude_by_synchronisation(board, deadlocks, &argument);
}

fn exclude_by_synchronisation(board: &Board, properties: Vec<PropertyId>, argument: &[String]) {
    for property in properties {
        board.note_argument(property, argument.to_vec());
        board.exclude(property, Proof { method: ProofMethod::Synchronisation, k: None });
    }
}

/// Proves what is open of what is claimed of values, as far as it can.
///
/// # Errors
/// If no solver of the plan can be started.
pub(crate) fn prove(board: &Board, plan: &Plan, stop: &Stop) -> Result<(), OpenError> {
    let claimed = open_properties(board, is_claim_of_values);
    if claimed.is_empty() {
        return Ok(());
    }
    let Ok(facts) = proposals(board.program()) else { return Ok(()) };
    let now = Instant::now();
    let time = stop.deadline().map_or(budget::MOST, |deadline| (deadline.saturating_duration_since(now) / budget::SHARE).min(budget::MOST));
    Modular { board, plan, stop: stop.earlier(now + time), claimed, facts }.work()
}

fn open_properties(board: &Board, wanted: impl Fn(PropertyClass) -> bool) -> Vec<PropertyId> {
    let properties = board.program().properties.iter().filter(|(_, property)| wanted(property.class)).map(|(id, _)| id);
    properties.filter(|&id| board.is_open(id)).collect()
}

/// Is it claimed of values alone, not of which objects there are?
pub(crate) fn is_claim_of_values(class: PropertyClass) -> bool {
    use PropertyClass as P;
    matches!(class, P::Assertion | P::UnreachCall | P::Overflow | P::UnsignedOverflow | P::DivByZero | P::Shift | P::Conversion)
}

/// Facts on the way to ones that all threads keep.
struct Modular<'a> {
    board: &'a Board,
    plan: &'a Plan,
    stop: Stop,
    /// What may still be proved. What one thread may do within facts it may do within fewer.
    claimed: Vec<PropertyId>,
    facts: Vec<Fact>,
}

impl Modular<'_> {
    fn work(mut self) -> Result<(), OpenError> {
        let mut time = budget::FIRST_ROUND;
        while self.stop.reason().is_none() {
            let Ok(Alone { program, claims }) = alone(self.board.program(), &self.facts) else { return Ok(()) };
            let inner = self.question(program, &claims);
            let stop = self.stop.earlier(Instant::now() + time);
            let compiled = inner.compiled();
            let engines = vec![Engine::SearchInterpreter, Engine::Bmc, Engine::Induction, Engine::Deduction];
            let plan = Plan { engines, jobs: 1, ..self.plan.clone() };
            work(&Scheduler { board: &inner, compiled, plan: &plan, workload: &ProgramWorkload(&inner) }, &stop)?;
            self.claimed.retain(|&property| !inner.is_reached(property));
            if self.claimed.is_empty() {
                return Ok(());
            }
            let all = self.facts.len();
            let broken = facts_of(&claims, |property| inner.is_reached(property));
            self.facts.retain(|fact| !broken.contains(fact));
            if self.facts.len() < all {
                continue;
            }
            let unproved = facts_of(&claims, |property| !inner.status(property).is_excluded());
            let impossible = contradictory(&self.facts);
            if unproved.is_empty() && impossible.is_empty() {
                self.conclude(&inner);
                return Ok(());
            }
            if unproved.is_empty() {
                self.facts.retain(|fact| !impossible.contains(fact));
                continue;
            }
            if time < budget::LONGEST_ROUND && self.is_time_for(time * 3) {
                time *= 3;
            } else {
                self.facts.retain(|fact| !unproved.contains(fact));
            }
        }
        Ok(())
    }

    fn is_time_for(&self, time: std::time::Duration) -> bool {
        self.stop.deadline().is_none_or(|deadline| Instant::now() + time * 2 < deadline)
    }

    /// The board of the program of one thread, on which only claims and what is to be proved are open.
    fn question(&self, mut program: Program, claims: &[(PropertyId, Fact)]) -> Board {
        let asked: FxHashSet<PropertyId> = self.claimed.iter().copied().chain(claims.iter().map(|&(property, _)| property)).collect();
        for function in program.functions.ids() {
            for instruction in program.functions[function].body.iter_mut().flat_map(|body| body.iter_mut()).map(|(_, instruction)| instruction) {
                let is_left_out = match &instruction.kind {
                    InstrKind::Assert { property, .. } => !asked.contains(property),
                    InstrKind::Cover { .. } => true,
                    _ => false,
                };
                if is_left_out {
                    instruction.kind = InstrKind::Skip;
                }
            }
        }
        strip_marks(&mut program);
        simplify(&mut program);
        enter_loops_at_heads(&mut program);
        let inner = Board::new(Arc::new(program), None, LostRuns::Count);
        // Nothing stands in the program that they are about.
        for target in inner.open() {
            if target.property().is_none_or(|property| !asked.contains(&property)) {
                inner.exclude(target, Proof { method: ProofMethod::Dominator, k: None });
            }
        }
        inner
    }

    /// All facts hold: what no thread does alone none does.
    fn conclude(&self, inner: &Board) {
        let argument: Vec<String> = self.facts.iter().map(|fact| fact.text(self.board.program())).collect();
        self.board.note_kept(self.facts.clone());
        for &property in &self.claimed {
            if inner.status(property).is_excluded() {
                self.board.note_argument(property, argument.clone());
                self.board.exclude(property, Proof { method: ProofMethod::ThreadModular, k: None });
            }
        }
    }
}

fn facts_of(claims: &[(PropertyId, Fact)], is_such: impl Fn(PropertyId) -> bool) -> FxHashSet<Fact> {
    claims.iter().filter(|&&(property, _)| is_such(property)).map(|&(_, fact)| fact).collect()
}
