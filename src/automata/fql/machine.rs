//! The patterns of a query as automata. States of an alternative's automaton lie between its choices: a run that is in one of them has made all choices before
//! it, and which ones is kept beside (`accept`), so that goals share their states.

use super::query::{Alternative, Atom, Element, Query, Regex, Test};
use crate::EdgeSet;
use goto::IdSet;
use goto::edges::{Edges, Place, PlaceId};
use goto::{Id, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

define_id!(
    /// A state of an automaton.
    StateId, "z");

/// An automaton for one alternative or for the passing clause. Its first state is the start.
#[derive(Clone, Debug)]
pub struct Machine {
    pub states: Vec<State>,
    /// The numbers of atoms of its choices, in their order.
    pub choices: Vec<Arc<[Atom]>>,
    /// Of the program.
    n_edges: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub moves: Vec<Move>,
    /// The pattern may end here.
    pub accepts: bool,
    /// How many choices were made.
    pub depth: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub label: Label,
    pub to: StateId,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// Takes one of the edges.
    Edges(EdgeSet),
    /// Takes nothing: execution is at one of the places.
    Nodes(Arc<IdSet<PlaceId>>),
    /// Takes nothing.
    Test(Test),
    /// Makes the choice with this number.
    Choice(usize),
}

impl Machine {
    pub fn of_alternative(alternative: &Alternative, n_edges: usize) -> Self {
        let mut maker = Maker::default();
        let mut at = maker.state(0);
        for element in &alternative.elements {
            at = match element {
                Element::Quoted(regex) => maker.regex(regex, at),
                Element::Choice(atoms) => {
                    let number = maker.choices.len();
                    maker.choices.push(atoms.clone().into());
                    let to = maker.state(number + 1);
                    maker.moves[at].push((Some(Label::Choice(number)), to));
                    to
                }
            };
        }
        maker.finish(at, n_edges)
    }

    pub fn of_regex(regex: &Regex, n_edges: usize) -> Self {
        let mut maker = Maker::default();
        let start = maker.state(0);
        let end = maker.regex(regex, start);
        maker.finish(end, n_edges)
    }

    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.index()]
    }

    /// From here every way to go on is accepted.
    pub fn accepts_all(&self, id: StateId) -> bool {
        let state = self.state(id);
        let returns = |m: &Move| m.to == id && matches!(&m.label, Label::Edges(set) if set.len() == self.n_edges);
        state.accepts && state.moves.iter().any(returns)
    }

    /// The places at which each state can be, as far as the edges tell.
    fn reached(&self, edges: &Edges) -> Vec<IdSet<PlaceId>> {
        let mut at = vec![IdSet::new(); self.states.len()];
        let mut waiting = Vec::new();
        arrive(&mut at, &mut waiting, 0, edges.outside());
        while let Some((state, place)) = waiting.pop() {
            for &edge in edges.outgoing(place).iter().filter(|e| edges.edge(**e).is_structure) {
                arrive(&mut at, &mut waiting, state, edges.edge(edge).target);
            }
            for m in &self.states[state].moves {
                self.follow(edges, m, place, &mut |to| arrive(&mut at, &mut waiting, m.to.index(), to));
            }
        }
        at
    }

    fn follow(&self, edges: &Edges, m: &Move, place: PlaceId, visit: &mut dyn FnMut(PlaceId)) {
        match &m.label {
            Label::Edges(set) => edges.outgoing(place).iter().filter(|e| set.contains(**e)).for_each(|e| visit(edges.edge(*e).target)),
            Label::Nodes(set) if set.contains(place) => visit(place),
            Label::Nodes(_) => {}
            Label::Test(_) => visit(place),
            Label::Choice(number) => {
                for atom in self.choices[*number].iter() {
                    match atom {
                        Atom::Edge(e) | Atom::Split { edge: e, .. } if edges.edge(*e).source == place => visit(edges.edge(*e).target),
                        Atom::Node(n) if *n == place => visit(place),
                        Atom::Predicate(_) => visit(place),
                        Atom::Path(path) => match (path.first(), path.last()) {
                            (Some(first), Some(last)) if edges.edge(*first).source == place => visit(edges.edge(*last).target),
                            (None, _) => visit(place),
                            _ => {}
                        },
                        _ => {}
                    }
                }
            }
        }
    }

    /// Where which predicates have to be evaluated: at the ends of edges that the pattern can have taken there.
    fn tests(&self, edges: &Edges, wanted: &mut FxHashSet<(PlaceId, Test)>) {
        let labels = self.states.iter().flat_map(|s| &s.moves).any(|m| matches!(m.label, Label::Test(_)));
        let asks = |atom: &Atom| matches!(atom, Atom::Predicate(_) | Atom::Split { .. });
        if !labels && !self.choices.iter().any(|atoms| atoms.iter().any(asks)) {
            return;
        }
        let reached = self.reached(edges);
        for (state, at) in self.states.iter().zip(&reached) {
            for m in &state.moves {
                match &m.label {
                    Label::Test(test) => at.iter().for_each(|p| _ = wanted.insert((p, *test))),
                    Label::Choice(number) => {
                        for atom in self.choices[*number].iter() {
                            match atom {
                                Atom::Predicate(predicate) => at.iter().for_each(|p| _ = wanted.insert((p, Test { predicate: *predicate, holds: true }))),
                                Atom::Split { before, edge, after } => {
                                    let edge = edges.edge(*edge);
                                    wanted.extend(before.iter().map(|t| (edge.source, *t)).chain(after.iter().map(|t| (edge.target, *t))));
                                }
                                _ => {}
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

fn arrive(at: &mut [IdSet<PlaceId>], waiting: &mut Vec<(usize, PlaceId)>, state: usize, place: PlaceId) {
    if at[state].insert(place) {
        waiting.push((state, place));
    }
}

/// An automaton in the making, with moves that take nothing and ask nothing.
#[derive(Default)]
struct Maker {
    moves: Vec<Vec<(Option<Label>, usize)>>,
    depths: Vec<usize>,
    choices: Vec<Arc<[Atom]>>,
}

impl Maker {
    fn state(&mut self, depth: usize) -> usize {
        self.moves.push(Vec::new());
        self.depths.push(depth);
        self.moves.len() - 1
    }

    fn step(&mut self, from: usize, label: Label) -> usize {
        let to = self.state(self.depths[from]);
        self.moves[from].push((Some(label), to));
        to
    }

    /// Adds what the expression takes from a state on; the answer is where it ends. Nothing leads from there.
    fn regex(&mut self, regex: &Regex, from: usize) -> usize {
        match regex {
            Regex::Edges(set) => self.step(from, Label::Edges(set.clone())),
            Regex::Nodes(set) => self.step(from, Label::Nodes(Arc::clone(set))),
            Regex::Test(test) => self.step(from, Label::Test(*test)),
            Regex::Sequence(parts) => parts.iter().fold(from, |at, part| self.regex(part, at)),
            Regex::Union(parts) => {
                let ends: Vec<usize> = parts
                    .iter()
                    .map(|part| {
                        let start = self.state(self.depths[from]);
                        self.moves[from].push((None, start));
                        self.regex(part, start)
                    })
                    .collect();
                let to = self.state(self.depths[from]);
                ends.into_iter().for_each(|end| self.moves[end].push((None, to)));
                to
            }
            Regex::Repeat { of, least, most } => {
                let mut at = (0..*least).fold(from, |at, _| self.regex(of, at));
                let Some(most) = most else {
                    let head = self.state(self.depths[from]);
                    self.moves[at].push((None, head));
                    let end = self.regex(of, head);
                    self.moves[end].push((None, head));
                    let to = self.state(self.depths[from]);
                    self.moves[head].push((None, to));
                    return to;
                };
                let to = self.state(self.depths[from]);
                for _ in *least..*most {
                    self.moves[at].push((None, to));
                    at = self.regex(of, at);
                }
                self.moves[at].push((None, to));
                to
            }
        }
    }

    /// All states that are the same without taking anything.
    fn closure(&self, of: usize) -> Vec<usize> {
        let (mut all, mut seen) = (vec![of], FxHashSet::from_iter([of]));
        let mut next = 0;
        while next < all.len() {
            for (label, to) in &self.moves[all[next]] {
                if label.is_none() && seen.insert(*to) {
                    all.push(*to);
                }
            }
            next += 1;
        }
        all
    }

    /// Takes out the moves that take nothing, and makes states that do the same one.
    fn finish(self, end: usize, n_edges: usize) -> Machine {
        let mut states: Vec<State> = Vec::new();
        let mut numbers: FxHashMap<usize, StateId> = FxHashMap::from_iter([(0, StateId::new(0))]);
        let mut order = vec![0];
        let mut next = 0;
        while next < order.len() {
            let closure = self.closure(order[next]);
            let mut moves: Vec<Move> = Vec::new();
            let depth = self.depths[order[next]];
            for (label, to) in closure.iter().flat_map(|s| &self.moves[*s]) {
                let Some(label) = label else { continue };
                let to = *numbers.entry(*to).or_insert_with(|| {
                    order.push(*to);
                    StateId::new(order.len() - 1)
                });
                let new = Move { label: label.clone(), to };
                if !moves.contains(&new) {
                    moves.push(new);
                }
            }
            states.push(State { moves, accepts: closure.contains(&end), depth });
            next += 1;
        }
        Machine { states: merged(states), choices: self.choices, n_edges }
    }
}

/// States from which the same can be done become one; what is not reached goes.
fn merged(states: Vec<State>) -> Vec<State> {
    let mut labels: FxHashMap<&Label, usize> = FxHashMap::default();
    let moves: Vec<Vec<(usize, usize)>> = states.iter().map(|s| s.moves.iter().map(|m| (numbered(&mut labels, &m.label), m.to.index())).collect()).collect();
    let mut by_end: FxHashMap<(bool, usize), usize> = FxHashMap::default();
    let mut class: Vec<usize> = states.iter().map(|s| numbered(&mut by_end, (s.accepts, s.depth))).collect();
    let mut n_classes = by_end.len();
    loop {
        let mut known: FxHashMap<(usize, Vec<(usize, usize)>), usize> = FxHashMap::default();
        let mut finer = Vec::with_capacity(states.len());
        for (n, moves) in moves.iter().enumerate() {
            let mut targets: Vec<(usize, usize)> = moves.iter().map(|&(label, to)| (label, class[to])).collect();
            targets.sort_unstable();
            targets.dedup();
            finer.push(numbered(&mut known, (class[n], targets)));
        }
        class = finer;
        if known.len() == n_classes {
            break;
        }
        n_classes = known.len();
    }
    let mut number: FxHashMap<usize, StateId> = FxHashMap::from_iter([(class[0], StateId::new(0))]);
    let (mut order, mut result) = (vec![0], Vec::new());
    while result.len() < order.len() {
        let state = &states[order[result.len()]];
        let mut new = State { moves: Vec::new(), ..state.clone() };
        for m in &state.moves {
            let to = *number.entry(class[m.to.index()]).or_insert_with(|| {
                order.push(m.to.index());
                StateId::new(order.len() - 1)
            });
            if !new.moves.iter().any(|old| old.to == to && old.label == m.label) {
                new.moves.push(Move { label: m.label.clone(), to });
            }
        }
        result.push(new);
    }
    result
}

/// The number of a key, in the order of first mention.
fn numbered<K: std::hash::Hash + Eq>(known: &mut FxHashMap<K, usize>, key: K) -> usize {
    let next = known.len();
    *known.entry(key).or_insert(next)
}

/// The automata of a query: one for each alternative, and that of the passing clause.
#[derive(Clone, Debug)]
pub struct Machines {
    pub alternatives: Vec<Machine>,
    pub passing: Machine,
}

impl Machines {
    pub fn new(query: &Query) -> Self {
        Self {
            alternatives: query.alternatives.iter().map(|a| Machine::of_alternative(a, query.n_edges)).collect(),
            passing: Machine::of_regex(&query.passing, query.n_edges),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &Machine> {
        self.alternatives.iter().chain([&self.passing])
    }

    /// Where which predicates have to be evaluated, in the order of places. Only where execution is at an instruction or at the exit of a function.
    pub fn tests(&self, edges: &Edges) -> Vec<(PlaceId, Test)> {
        let mut wanted = FxHashSet::default();
        self.all().for_each(|m| m.tests(edges, &mut wanted));
        let mut wanted: Vec<(PlaceId, Test)> = wanted.into_iter().filter(|(p, _)| edges.places()[*p] != Place::Outside).collect();
        wanted.sort_unstable();
        wanted
    }
}
