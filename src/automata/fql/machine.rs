//! The patterns of a query as automata. States of an alternative's automaton lie between its choices: a run that is in one of them has made all choices before
//! it, and which ones is kept beside (`accept`), so that goals share their states.

use super::query::{Alternative, Atom, Element, Query, Regex, Test};
use crate::{Automaton, EdgeSet, StateId, Transition, TransitionLabel};
use goto::edges::{Edges, Place, PlaceId};
use goto::{Id, IdSet, IdVec};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// An automaton for one alternative or for the passing clause. Its first state is the start.
#[derive(Clone, Debug)]
pub struct Machine {
    automaton: Automaton<Label>,
    /// For each state, how many choices were made.
    depths: IdVec<StateId, usize>,
    /// The numbers of atoms of its choices, in their order.
    pub choices: Vec<Arc<[Atom]>>,
    /// Of the program.
    n_edges: usize,
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

impl TransitionLabel for Label {}

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
                    maker.automaton.add(at, Some(Label::Choice(number)), to);
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

    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        self.automaton.states()
    }

    pub fn n_states(&self) -> usize {
        self.automaton.n_states()
    }

    /// The moves from a state.
    pub fn moves(&self, state: StateId) -> impl DoubleEndedIterator<Item = &Transition<Label>> + Clone {
        self.automaton.leaving(state)
    }

    /// All moves.
    pub fn all_moves(&self) -> impl Iterator<Item = &Transition<Label>> {
        self.automaton.transitions().map(|(_, t)| t)
    }

    /// May the pattern end here?
    pub fn accepts(&self, state: StateId) -> bool {
        self.automaton.is_accepting(state)
    }

    /// How many choices were made on the way to the state.
    pub fn depth(&self, state: StateId) -> usize {
        self.depths[state]
    }

    /// From here every way to go on is accepted.
    pub fn accepts_all(&self, state: StateId) -> bool {
        let returns = |m: &Transition<Label>| m.to == state && matches!(&m.label, Label::Edges(set) if set.len() == self.n_edges);
        self.accepts(state) && self.moves(state).any(returns)
    }

    /// The places at which each state can be, as far as the edges tell.
    fn reached(&self, edges: &Edges) -> IdVec<StateId, IdSet<PlaceId>> {
        let mut at = IdVec::filled(IdSet::new(), self.n_states());
        let mut waiting = Vec::new();
        arrive(&mut at, &mut waiting, StateId::new(0), edges.outside());
        while let Some((state, place)) = waiting.pop() {
            for &edge in edges.outgoing(place).iter().filter(|e| edges.edge(**e).is_structure) {
                arrive(&mut at, &mut waiting, state, edges.edge(edge).target);
            }
            for m in self.moves(state) {
                self.follow(edges, &m.label, place, &mut |to| arrive(&mut at, &mut waiting, m.to, to));
            }
        }
        at
    }

    fn follow(&self, edges: &Edges, label: &Label, place: PlaceId, visit: &mut dyn FnMut(PlaceId)) {
        match label {
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
        let labels = self.all_moves().any(|m| matches!(m.label, Label::Test(_)));
        let asks = |atom: &Atom| matches!(atom, Atom::Predicate(_) | Atom::Split { .. });
        if !labels && !self.choices.iter().any(|atoms| atoms.iter().any(asks)) {
            return;
        }
        let reached = self.reached(edges);
        for (state, at) in reached.iter() {
            for m in self.moves(state) {
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

fn arrive(at: &mut IdVec<StateId, IdSet<PlaceId>>, waiting: &mut Vec<(StateId, PlaceId)>, state: StateId, place: PlaceId) {
    if at[state].insert(place) {
        waiting.push((state, place));
    }
}

/// An automaton in the making, with moves that take nothing and ask nothing.
#[derive(Default)]
struct Maker {
    automaton: Automaton<Option<Label>>,
    depths: IdVec<StateId, usize>,
    choices: Vec<Arc<[Atom]>>,
}

impl Maker {
    fn state(&mut self, depth: usize) -> StateId {
        self.depths.push(depth);
        self.automaton.add_state(false)
    }

    fn step(&mut self, from: StateId, label: Label) -> StateId {
        let to = self.state(self.depths[from]);
        self.automaton.add(from, Some(label), to);
        to
    }

    fn skip(&mut self, from: StateId, to: StateId) {
        self.automaton.add(from, None, to);
    }

    /// Adds what the expression takes from a state on; the answer is where it ends. Nothing leads from there.
    fn regex(&mut self, regex: &Regex, from: StateId) -> StateId {
        match regex {
            Regex::Edges(set) => self.step(from, Label::Edges(set.clone())),
            Regex::Nodes(set) => self.step(from, Label::Nodes(Arc::clone(set))),
            Regex::Test(test) => self.step(from, Label::Test(*test)),
            Regex::Sequence(parts) => parts.iter().fold(from, |at, part| self.regex(part, at)),
            Regex::Union(parts) => {
                let ends: Vec<StateId> = parts
                    .iter()
                    .map(|part| {
                        let start = self.state(self.depths[from]);
                        self.skip(from, start);
                        self.regex(part, start)
                    })
                    .collect();
                let to = self.state(self.depths[from]);
                ends.into_iter().for_each(|end| self.skip(end, to));
                to
            }
            Regex::Repeat { of, least, most } => {
                let mut at = (0..*least).fold(from, |at, _| self.regex(of, at));
                let Some(most) = most else {
                    let head = self.state(self.depths[from]);
                    self.skip(at, head);
                    let end = self.regex(of, head);
                    self.skip(end, head);
                    let to = self.state(self.depths[from]);
                    self.skip(head, to);
                    return to;
                };
                let to = self.state(self.depths[from]);
                for _ in *least..*most {
                    self.skip(at, to);
                    at = self.regex(of, at);
                }
                self.skip(at, to);
                to
            }
        }
    }

    /// Takes out the moves that take nothing, and makes states that do the same one.
    fn finish(mut self, end: StateId, n_edges: usize) -> Machine {
        self.automaton.start_in(StateId::new(0));
        self.automaton.set_accepting(end, true);
        let (automaton, origins) = self.automaton.without_silent();
        let depth = |state: StateId| self.depths[origins[state]];
        let alike = automaton.bisimilar(|state| 2 * depth(state) + usize::from(automaton.is_accepting(state)));
        let (automaton, first) = automaton.quotient(&alike);
        let mut depths = IdVec::new();
        first.values().for_each(|&state| _ = depths.push(depth(state)));
        Machine { automaton, depths, choices: self.choices, n_edges }
    }
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
