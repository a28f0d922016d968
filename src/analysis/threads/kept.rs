//! Facts that threads keep, for who looks on from outside: a mutex whose owner alone may break them, and places of threads where they hold unless somebody has it.
//!
//! Facts are claimed of all threads wherever others may look at the variables (`alone`). So in every state of the whole program they hold, or some thread is at a place where
//! no other one may look. If all such places lie behind one mutex, or there are none, that is said in one sentence, which is true at the places of threads: whoever changes
//! variables while it is alone does so when there are none of them. Atomic sections have no inside for who looks on.

use super::facts::Fact;
use super::flow::Flow;
use super::interference::Interference;
use super::library::{LockKind, Mode};
use super::objects::Obstacle;
use super::races::{Collected, collect};
use super::state::{Lock, State, ThreadClass};
use goto::{FuncId, InstrId, Program, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// A fact that holds at these places unless some thread has the mutex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub fact: Fact,
    /// `None`: no thread ever breaks it.
    pub guard: Option<SymbolId>,
    /// In functions of the program that threads run, in their order.
    pub places: Vec<(FuncId, InstrId)>,
}

/// Those of the facts, all of which threads keep, that can be told so.
///
/// # Errors
/// If threads share more than variables, or do what is not understood.
pub fn kept(program: &Program, facts: &[Fact]) -> Result<Vec<Kept>, Obstacle> {
    collect(program, true, |collected, _, flows| {
        let interference = Interference::of(collected, flows)?;
        let views = views(collected, &interference, flows);
        Ok(facts.iter().filter_map(|&fact| told(program, collected, &views, fact)).collect())
    })
}

/// A place with what holds when a thread is there.
struct View<'a> {
    place: (FuncId, InstrId),
    is_first: bool,
    state: &'a State,
    /// Variables that others may access meanwhile.
    visible: BTreeSet<SymbolId>,
}

impl View<'_> {
    fn shows(&self, fact: Fact) -> bool {
        fact.variables().iter().all(|variable| self.visible.contains(variable))
    }

    /// There are no others.
    fn is_alone(&self) -> bool {
        self.is_first && self.state.others.is_empty()
    }
}

fn views<'a>(collected: &Collected<'_>, interference: &Interference, flows: &'a [(Option<ThreadClass>, Flow<'_>)]) -> Vec<View<'a>> {
    let mut views = Vec::new();
    let mut known: BTreeMap<(Option<ThreadClass>, State), BTreeSet<SymbolId>> = BTreeMap::new();
    for (class, flow) in flows {
        for context in flow.contexts.values() {
            for (at, state) in context.states.iter() {
                let Some(state) = state else { continue };
                let key = (*class, state.without_numbers_of_threads());
                let visible = known.entry(key).or_insert_with_key(|(class, state)| interference.standing(collected, *class, state).visible).clone();
                views.push(View { place: (context.function, at), is_first: class.is_none(), state, visible });
            }
        }
    }
    views
}

fn told(program: &Program, collected: &Collected<'_>, views: &[View<'_>], fact: Fact) -> Option<Kept> {
    let hidden = || views.iter().filter(|view| !view.is_alone() && view.state.sections == 0 && !view.shows(fact));
    let guard = match hidden().next() {
        None => None,
        Some(view) => {
            let mut locks = view.state.locks.keys().copied();
            Some(locks.find(|&lock| is_guard(collected, lock) && hidden().all(|view| view.state.locks.get(&lock) == Some(&Mode::Exclusive)))?.symbol)
        }
    };
    let is_told = |place| views.iter().filter(|view| view.place == place).all(|view| view.state.sections == 0 && view.shows(fact));
    let candidates = views.iter().filter(|view| !view.is_first && !program.functions[view.place.0].model).map(|view| view.place);
    let places: Vec<_> = candidates.collect::<BTreeSet<_>>().into_iter().filter(|&place| is_told(place)).collect();
    (!places.is_empty()).then_some(Kept { fact, guard, places })
}

/// A mutex that is a variable by itself, and one that only its owner gives back.
fn is_guard(collected: &Collected<'_>, lock: Lock) -> bool {
    lock.kind == LockKind::Mutex && lock.offset == 0 && collected.is_lock(lock)
}
