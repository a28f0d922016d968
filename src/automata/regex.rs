//! Regular expressions over edges, with guards between them, and the automaton of one.
//!
//! So that a guard may also stand first, every word starts with the *entry edge*, the one that leads into the program: the expression itself does not mention it.

use crate::nfa::{Nfa, Silent};
use crate::{Automaton, EdgeSet, Literal, StateId};
use goto::ExprId;
use goto::edges::EdgeId;

/// A regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Regex {
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
    pub(super) fn edge(edge: EdgeId) -> Self {
        Regex::Edges(EdgeSet::single(edge))
    }

    pub(super) fn star(self) -> Self {
        Regex::Star(Box::new(self))
    }

    /// The automaton of the words `entry edge . self`.
    pub(super) fn automaton(&self, entry: EdgeId) -> Automaton {
        let mut nfa = Nfa::default();
        let (start, first, last) = (nfa.add_state(false), nfa.add_state(false), nfa.add_state(true));
        nfa.start_in(start);
        nfa.letter(start, EdgeSet::single(entry), first);
        self.add(&mut nfa, first, last);
        nfa.fused()
    }

    fn add(&self, nfa: &mut Nfa, from: StateId, to: StateId) {
        match self {
            Regex::Empty => nfa.silent(from, Silent::Free, to),
            Regex::Edges(edges) => nfa.letter(from, edges.clone(), to),
            Regex::At(edges) => nfa.silent(from, Silent::At(edges.clone()), to),
            Regex::Holds(predicate) => nfa.silent(from, Silent::Holds(Literal { predicate: *predicate, holds: true }), to),
            Regex::Concat(parts) => {
                let mut at = from;
                for part in parts {
                    let next = nfa.add_state(false);
                    part.add(nfa, at, next);
                    at = next;
                }
                nfa.silent(at, Silent::Free, to);
            }
            Regex::Union(parts) => parts.iter().for_each(|part| part.add(nfa, from, to)),
            Regex::Star(inner) => inner.repeat(nfa, (0, None), from, to),
            Regex::Repeat(inner, least, most) => inner.repeat(nfa, (*least, *most), from, to),
        }
    }

    fn repeat(&self, nfa: &mut Nfa, (least, most): (u32, Option<u32>), from: StateId, to: StateId) {
        let mut at = from;
        for _ in 0..least {
            let next = nfa.add_state(false);
            self.add(nfa, at, next);
            at = next;
        }
        match most {
            None => {
                // States of its own keep the loop from being entered from elsewhere.
                let (hub, back) = (nfa.add_state(false), nfa.add_state(false));
                nfa.silent(at, Silent::Free, hub);
                self.add(nfa, hub, back);
                nfa.silent(back, Silent::Free, hub);
                nfa.silent(hub, Silent::Free, to);
            }
            Some(most) => {
                nfa.silent(at, Silent::Free, to);
                for _ in least..most {
                    let next = nfa.add_state(false);
                    self.add(nfa, at, next);
                    nfa.silent(next, Silent::Free, to);
                    at = next;
                }
            }
        }
    }
}
