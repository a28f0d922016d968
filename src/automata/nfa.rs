//! Automata in the making, with steps that take no edge: Thompson's form, and the removal of such steps.
//!
//! Guards stand between edges. What stands behind an edge becomes part of the label of its transition: a set of nodes becomes the edges that lead there, a
//! predicate is evaluated after the edge.

use super::automaton::{Automaton, StateId, TransitionLabel};
use super::label::{Guard, Label, Literal};
use super::set::EdgeSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a step takes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NfaLabel {
    /// One of these edges.
    Letter(EdgeSet),
    /// No edge.
    Silent(Silent),
}

/// A step without an edge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Silent {
    Free,
    /// The last edge was one of these.
    At(EdgeSet),
    /// The last edge was one of these, and this holds after it.
    AtWith(EdgeSet, Literal),
    /// This holds after the last edge.
    Holds(Literal),
}

impl TransitionLabel for NfaLabel {}

/// An automaton in the making.
pub type Nfa = Automaton<NfaLabel>;

/// What a chain of silent steps asks of the edge before it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Demand {
    /// `None`: any edge.
    edges: Option<EdgeSet>,
    guard: Guard,
}

impl Demand {
    fn with(&self, step: &Silent) -> Option<Self> {
        match step {
            Silent::Free => Some(self.clone()),
            Silent::At(edges) => self.at(edges),
            Silent::Holds(literal) => self.holds(*literal),
            Silent::AtWith(edges, literal) => self.at(edges)?.holds(*literal),
        }
    }

    fn at(&self, edges: &EdgeSet) -> Option<Self> {
        let edges = self.edges.as_ref().map_or_else(|| edges.clone(), |old| old.intersection(edges));
        (!edges.is_empty()).then(|| Self { edges: Some(edges), guard: self.guard.clone() })
    }

    fn holds(&self, literal: Literal) -> Option<Self> {
        let guard = self.guard.and(&std::iter::once(literal).collect())?;
        Some(Self { edges: self.edges.clone(), guard })
    }

    fn is_weaker_than(&self, other: &Self) -> bool {
        let edges = match (&self.edges, &other.edges) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(others)) => others.is_subset(mine),
        };
        edges && self.guard.is_weaker_than(&other.guard)
    }
}

impl Nfa {
    /// One of the edges leads from one state to another.
    pub fn letter(&mut self, from: StateId, edges: EdgeSet, to: StateId) {
        self.add(from, NfaLabel::Letter(edges), to);
    }

    pub fn silent(&mut self, from: StateId, step: Silent, to: StateId) {
        self.add(from, NfaLabel::Silent(step), to);
    }

    fn letters(&self, state: StateId) -> impl Iterator<Item = (&EdgeSet, StateId)> {
        self.leaving(state).filter_map(|t| match &t.label {
            NfaLabel::Letter(edges) => Some((edges, t.to)),
            NfaLabel::Silent(_) => None,
        })
    }

    /// The automaton of the words that lead from the initial state to some accepting one. Words are taken to begin in the first state itself: what silent steps
    /// lead on from there counts only behind an edge.
    ///
    /// A state of the automaton is where a letter ends together with what is asked there: it does what all silent ways that ask the same lead to.
    pub fn fused(&self) -> Automaton {
        let mut automaton = Automaton::default();
        let mut names: FxHashMap<(StateId, Demand), StateId> = FxHashMap::default();
        let mut work = Vec::new();
        for &start in self.initial() {
            let initial = automaton.add_state(self.is_accepting(start));
            automaton.start_in(initial);
            work.push((initial, vec![start]));
        }
        while let Some((from, members)) = work.pop() {
            for (edges, next) in members.iter().flat_map(|&member| self.letters(member)) {
                for (demand, members) in self.silently_from(next) {
                    let edges = demand.edges.as_ref().map_or_else(|| edges.clone(), |only| edges.intersection(only));
                    if edges.is_empty() {
                        continue;
                    }
                    let guard = demand.guard.clone();
                    let to = *names.entry((next, demand)).or_insert_with(|| {
                        let to = automaton.add_state(members.iter().any(|&member| self.is_accepting(member)));
                        work.push((to, members));
                        to
                    });
                    automaton.add(from, Label { edges, guard }, to);
                }
            }
        }
        automaton
    }

    /// The states with letters, and accepting ones, that silent steps lead to, by what those ask; nothing that asks more than another way to the same state.
    fn silently_from(&self, from: StateId) -> Vec<(Demand, Vec<StateId>)> {
        let first = Demand { edges: None, guard: Guard::always() };
        let mut seen: FxHashSet<(Demand, StateId)> = FxHashSet::default();
        let mut found: Vec<(Demand, StateId)> = Vec::new();
        let mut work = vec![(first, from)];
        while let Some((demand, at)) = work.pop() {
            if !seen.insert((demand.clone(), at)) {
                continue;
            }
            let counts = self.is_accepting(at) || self.letters(at).next().is_some();
            if counts && !found.iter().any(|(d, s)| *s == at && d.is_weaker_than(&demand)) {
                found.retain(|(d, s)| *s != at || !demand.is_weaker_than(d));
                found.push((demand.clone(), at));
            }
            work.extend(self.leaving(at).filter_map(|t| match &t.label {
                NfaLabel::Silent(step) => Some((demand.with(step)?, t.to)),
                NfaLabel::Letter(_) => None,
            }));
        }
        let mut grouped: Vec<(Demand, Vec<StateId>)> = Vec::new();
        for (demand, at) in found {
            match grouped.iter_mut().find(|(d, _)| *d == demand) {
                Some((_, members)) => members.push(at),
                None => grouped.push((demand, vec![at])),
            }
        }
        grouped.iter_mut().for_each(|(_, members)| members.sort_unstable());
        grouped
    }
}
