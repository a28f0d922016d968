//! Regular expressions over edges, with guards between them, and the automaton of one: Thompson's construction, then removal of the steps without an edge.
//!
//! Guards stand between edges. What stands behind an edge becomes part of the label of its transition: a set of nodes becomes the edges that lead
//! there, a predicate is evaluated after the edge. So that a guard may also stand first, every word starts with the *entry edge*, a made-up edge that
//! leads to the program's first place: the expression itself does not mention it.

use super::automaton::{Acceptance, Automaton, StateId};
use super::label::{Guard, Label};
use super::set::EdgeSet;
use goto::ExprId;
use goto::edges::EdgeId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    /// The word without letters.
    Empty,
    /// One of these edges.
    Edges(EdgeSet),
    /// No edge, but the last one was one of these: those that lead to a set of nodes, among them the entry edge if it does.
    At(EdgeSet),
    /// No edge, but the predicate holds here.
    Holds(ExprId),
    Concat(Vec<Regex>),
    Union(Vec<Regex>),
    Star(Box<Regex>),
    /// So many times, at least and at most (`None`: no bound).
    Repeat(Box<Regex>, u32, Option<u32>),
}

impl Regex {
    pub fn edge(edge: EdgeId) -> Self {
        Regex::Edges(EdgeSet::single(edge))
    }

    pub fn star(self) -> Self {
        Regex::Star(Box::new(self))
    }

    /// The automaton of the words `entry edge . self`.
    pub fn automaton(&self, entry: EdgeId) -> Automaton {
        let mut thompson = Thompson::default();
        let (start, first) = (thompson.state(), thompson.state());
        let last = thompson.state();
        thompson.letters[start].push((EdgeSet::single(entry), first));
        thompson.add(self, first, last);
        thompson.without_silent_steps(start, last)
    }
}

/// A step without an edge.
#[derive(Clone)]
enum Silent {
    Free,
    At(EdgeSet),
    Holds(ExprId),
}

#[derive(Default)]
struct Thompson {
    letters: Vec<Vec<(EdgeSet, usize)>>,
    silent: Vec<Vec<(Silent, usize)>>,
}

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
            Silent::At(edges) => {
                let edges = self.edges.as_ref().map_or_else(|| edges.clone(), |old| old.intersection(edges));
                (!edges.is_empty()).then(|| Self { edges: Some(edges), guard: self.guard.clone() })
            }
            Silent::Holds(predicate) => Some(Self { edges: self.edges.clone(), guard: self.guard.and(&Guard::of(*predicate))? }),
        }
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

impl Thompson {
    fn state(&mut self) -> usize {
        self.letters.push(Vec::new());
        self.silent.push(Vec::new());
        self.letters.len() - 1
    }

    fn add(&mut self, regex: &Regex, from: usize, to: usize) {
        match regex {
            Regex::Empty => self.silent[from].push((Silent::Free, to)),
            Regex::Edges(edges) => self.letters[from].push((edges.clone(), to)),
            Regex::At(edges) => self.silent[from].push((Silent::At(edges.clone()), to)),
            Regex::Holds(predicate) => self.silent[from].push((Silent::Holds(*predicate), to)),
            Regex::Concat(parts) => self.chain(parts.iter(), from, to),
            Regex::Union(parts) => parts.iter().for_each(|part| self.add(part, from, to)),
            Regex::Star(inner) => self.repeat(inner, 0, None, from, to),
            Regex::Repeat(inner, least, most) => self.repeat(inner, *least, *most, from, to),
        }
    }

    fn chain<'r>(&mut self, parts: impl Iterator<Item = &'r Regex>, from: usize, to: usize) {
        let mut at = from;
        for part in parts {
            let next = self.state();
            self.add(part, at, next);
            at = next;
        }
        self.silent[at].push((Silent::Free, to));
    }

    fn repeat(&mut self, inner: &Regex, least: u32, most: Option<u32>, from: usize, to: usize) {
        let mut at = from;
        for _ in 0..least {
            let next = self.state();
            self.add(inner, at, next);
            at = next;
        }
        match most {
            None => {
                // States of its own keep the loop from being entered from elsewhere.
                let (hub, back) = (self.state(), self.state());
                self.silent[at].push((Silent::Free, hub));
                self.add(inner, hub, back);
                self.silent[back].push((Silent::Free, hub));
                self.silent[hub].push((Silent::Free, to));
            }
            Some(most) => {
                self.silent[at].push((Silent::Free, to));
                for _ in least..most {
                    let next = self.state();
                    self.add(inner, at, next);
                    self.silent[next].push((Silent::Free, to));
                    at = next;
                }
            }
        }
    }

    /// A state of the automaton is where a letter ends together with what is asked there: it does what all silent ways that ask the same lead to.
    fn without_silent_steps(&self, start: usize, last: usize) -> Automaton {
        let mut automaton = Automaton::new(Acceptance::Finite);
        let mut names: FxHashMap<(usize, Demand), StateId> = FxHashMap::default();
        let initial = automaton.add_state(start == last);
        automaton.start_in(initial);
        let mut work = vec![(initial, vec![start])];
        while let Some((from, members)) = work.pop() {
            for (edges, next) in members.iter().flat_map(|&member| &self.letters[member]) {
                for (demand, members) in self.silently_from(*next, last) {
                    let edges = demand.edges.as_ref().map_or_else(|| edges.clone(), |only| edges.intersection(only));
                    if edges.is_empty() {
                        continue;
                    }
                    let guard = demand.guard.clone();
                    let to = *names.entry((*next, demand)).or_insert_with(|| {
                        let to = automaton.add_state(members.contains(&last));
                        work.push((to, members));
                        to
                    });
                    automaton.add(from, Label { edges, guard }, to);
                }
            }
        }
        automaton
    }

    /// The states with letters, and the last one, that silent steps lead to, by what those ask; nothing that asks more than another way to the same state.
    fn silently_from(&self, from: usize, last: usize) -> Vec<(Demand, Vec<usize>)> {
        let first = Demand { edges: None, guard: Guard::always() };
        let mut seen: FxHashSet<(Demand, usize)> = FxHashSet::default();
        let mut found: Vec<(Demand, usize)> = Vec::new();
        let mut work = vec![(first, from)];
        while let Some((demand, at)) = work.pop() {
            if !seen.insert((demand.clone(), at)) {
                continue;
            }
            if (at == last || !self.letters[at].is_empty()) && !found.iter().any(|(d, s)| *s == at && d.is_weaker_than(&demand)) {
                found.retain(|(d, s)| *s != at || !demand.is_weaker_than(d));
                found.push((demand.clone(), at));
            }
            work.extend(self.silent[at].iter().filter_map(|(step, to)| Some((demand.with(step)?, *to))));
        }
        let mut grouped: Vec<(Demand, Vec<usize>)> = Vec::new();
        for (demand, at) in found {
            match grouped.iter_mut().find(|(d, _)| *d == demand) {
                Some((_, members)) => members.push(at),
                None => grouped.push((demand, vec![at])),
            }
        }
        grouped
    }
}
