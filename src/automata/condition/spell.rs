//! An automaton over edges as one over steps, which is what stands in files. Edges without steps are passed over, and several edges may say the same: so a state of what
//! is written stands for all that the paths so far may have come to, and is looked at only if all of these are.

use super::read::NAME;
use super::write::{FALSE, Key, MOST_TRANSITIONS, TRUE, named, shell, span, transition, trigger};
use crate::assumption::{Assumption, ModeId, Region};
use crate::spec::ast::{Automaton, Choice, State, Transition};
use crate::spec::{StateId, Step, Steps, code};
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{Id, IdVec};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Writes down an automaton without counters whose letters are the edges, by number. Its edges may be those of the program before steps were given places of their own.
/// `None` if these are not the same program.
pub fn spelled(assumption: &Assumption, of: &Edges, steps: &Steps, stepped: &Edges) -> Option<Automaton> {
    let letters = letters(of, steps, stepped)?;
    let mut writer = Writer { assumption, letters, states: shell(), names: FxHashMap::default(), waiting: VecDeque::new(), n_transitions: 0 };
    let initial = writer.state(vec![Item::In(assumption.initial())]);
    while let Some((state, items)) = writer.waiting.pop_front() {
        let transitions = writer.transitions(&items);
        writer.n_transitions += transitions.len();
        writer.states[state].transitions = transitions;
    }
    Some(Automaton { initial, ..named(NAME, writer.states) })
}

/// The letters of all edges, in their order.
fn letters(of: &Edges, steps: &Steps, stepped: &Edges) -> Option<IdVec<EdgeId, Vec<Key>>> {
    let own: BTreeSet<Place> = of.places().values().copied().collect();
    let mut all = IdVec::new();
    for (id, _) in of.iter() {
        let way = way(of, id, stepped, &own)?;
        all.push(way.into_iter().flat_map(|edge| steps.of(edge)).filter_map(letter).collect());
    }
    Some(all)
}

/// The step as a trigger finds it, with its text in the form in which texts are compared.
fn letter(step: &Step) -> Option<Key> {
    (step.function.is_some() && !step.text.is_empty() && step.loc.line > 0).then(|| (code::comparable(&step.text), step.loc.line))
}

/// An edge of one program as a way in the same program with more places: through places that only the other one has, each of which one edge leaves.
fn way(of: &Edges, id: EdgeId, other: &Edges, own: &BTreeSet<Place>) -> Option<Vec<EdgeId>> {
    let edge = of.edge(id);
    let (source, target) = (of.places()[edge.source], of.places()[edge.target]);
    let place = |edges: &Edges, place: PlaceId| edges.places()[place];
    let found = |p: Place| match p {
        Place::Outside => Some(other.outside()),
        Place::At { function, instr } => other.place(function, instr),
        Place::Exit(function) => other.exit(function),
    };
    let same_kind = |candidate: &EdgeId| match (edge.kind, other.edge(*candidate).kind) {
        (EdgeKind::Return(a), EdgeKind::Return(b)) => place(of, a) == place(other, b),
        (a, b) => a == b,
    };
    for &first in other.outgoing(found(source)?).iter().filter(|e| same_kind(e)) {
        let mut way = vec![first];
        let mut at = other.edge(first).target;
        while place(other, at) != target && !own.contains(&place(other, at)) {
            let [next] = other.outgoing(at) else { break };
            way.push(*next);
            at = other.edge(*next).target;
            if way.len() > other.len() {
                return None;
            }
        }
        if place(other, at) == target {
            return Some(way);
        }
    }
    None
}

/// Where a path may have come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Item {
    In(ModeId),
    /// On an edge, of which so many letters are read, to a mode.
    On(EdgeId, usize, ModeId),
}

struct Writer<'a> {
    assumption: &'a Assumption,
    letters: IdVec<EdgeId, Vec<Key>>,
    states: IdVec<StateId, State>,
    names: FxHashMap<Vec<Item>, StateId>,
    waiting: VecDeque<(StateId, Vec<Item>)>,
    n_transitions: usize,
}

impl Writer<'_> {
    /// The state for paths that may have come to one of these.
    fn state(&mut self, items: Vec<Item>) -> StateId {
        let Some(items) = self.settled(items) else { return StateId::new(FALSE) };
        if items.is_empty() {
            return StateId::new(TRUE);
        }
        if let Some(&state) = self.names.get(&items) {
            return state;
        }
        if self.n_transitions > MOST_TRANSITIONS {
            return StateId::new(FALSE);
        }
        let name = format!("ARG{}", self.names.len());
        let state = self.states.push(State { name, is_target: false, choice: Choice::First, transitions: Vec::new(), span: span() });
        self.names.insert(items.clone(), state);
        self.waiting.push_back((state, items));
        state
    }

    /// With all that is reached without a step, without what needs no look any more; `None` if one of them was not looked at.
    fn settled(&self, items: Vec<Item>) -> Option<Vec<Item>> {
        let mut found: BTreeSet<Item> = BTreeSet::new();
        let mut work = items;
        while let Some(item) = work.pop() {
            let mode = match item {
                Item::In(mode) | Item::On(_, _, mode) => mode,
            };
            match (self.assumption.region(mode), item) {
                (Region::Unexplored, _) => return None,
                (Region::Proved, _) => {}
                (Region::Inside, Item::On(..)) => _ = found.insert(item),
                (Region::Inside, Item::In(mode)) => {
                    if found.insert(item) {
                        let silent = |&(edge, _): &(EdgeId, ModeId)| self.letters[edge].is_empty();
                        work.extend(self.moves(mode).filter(silent).map(|(_, to)| Item::In(to)));
                    }
                }
            }
        }
        Some(found.into_iter().collect())
    }

    /// Where edges lead from a mode.
    fn moves(&self, mode: ModeId) -> impl Iterator<Item = (EdgeId, ModeId)> + '_ {
        let first = move |sign| self.assumption.moves(mode, sign).first().map(|step| (EdgeId::new(sign.index()), step.to));
        self.assumption.read_in(mode).into_iter().filter_map(first)
    }

    fn transitions(&mut self, items: &[Item]) -> Vec<Transition> {
        let mut next: BTreeMap<Key, Vec<Item>> = BTreeMap::new();
        let mut read = |letters: &[Key], edge: EdgeId, n: usize, to: ModeId| {
            if let Some(letter) = letters.get(n) {
                let item = if n + 1 == letters.len() { Item::In(to) } else { Item::On(edge, n + 1, to) };
                next.entry(letter.clone()).or_default().push(item);
            }
        };
        for &item in items {
            match item {
                Item::In(mode) => self.moves(mode).for_each(|(edge, to)| read(&self.letters[edge], edge, 0, to)),
                Item::On(edge, n, to) => read(&self.letters[edge], edge, n, to),
            }
        }
        next.into_iter().map(|(letter, items)| transition(trigger(&letter), Vec::new(), self.state(items))).collect()
    }
}
