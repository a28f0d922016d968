//! Simulation of one automaton by another modulo transitions: what of the second one's behaviour the first one has too.
//!
//! Labels are sets of edges, so what is left out is not a transition but some of its edges. A transition is also simulated by one that asks less of
//! the state after the edge: a set of states that was computed for the weaker guard holds all states of the stronger one.

use super::automaton::{Automaton, StateId, TransitionId};
use super::set::EdgeSet;
use goto::edges::EdgeId;
use goto::index::{Id, IdVec};
use rustc_hash::FxHashSet;

/// A relation between the states of the simulated automaton and those of the simulating one, and what of the simulated automaton's transitions it leaves out.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// For each state of the simulating automaton, the states that it simulates, ascending.
    simulated: IdVec<StateId, Vec<StateId>>,
    pairs: FxHashSet<(StateId, StateId)>,
    excluded: IdVec<TransitionId, EdgeSet>,
}

impl Simulation {
    /// What `by` simulates of `automaton`, breadth first from the initial states, with as few pairs as do for each transition: a pair more can leave more out.
    pub fn new(by: &Automaton, automaton: &Automaton) -> Self {
        let starts: Vec<_> = automaton.initial().iter().flat_map(|&p| by.initial().iter().map(move |&q| (p, q))).collect();
        Self::from(by, automaton, &starts)
    }

    /// As [`new`](Self::new), from other pairs than those of initial states: of a state of the simulated automaton and one of the simulating one.
    pub fn from(by: &Automaton, automaton: &Automaton, starts: &[(StateId, StateId)]) -> Self {
        let mut relation = Self {
            simulated: IdVec::filled(Vec::new(), by.n_states()),
            pairs: FxHashSet::default(),
            excluded: IdVec::filled(EdgeSet::new(), automaton.transitions().count()),
        };
        let mut work = Vec::new();
        for &(p, q) in starts {
            relation.relate(p, q, &mut work);
        }
        let mut next = 0;
        while let Some(&(p, q)) = work.get(next) {
            next += 1;
            for &t in automaton.outgoing(p) {
                let step = automaton.transition(t);
                let mut missing = step.label.edges.clone();
                // Accepting states come last: searches end there, so nothing is known of what follows.
                let mut candidates: Vec<_> = by.outgoing(q).iter().map(|&c| by.transition(c)).collect();
                candidates.sort_by_key(|c| by.is_accepting(c.to));
                for candidate in candidates {
                    if candidate.label.guard.is_weaker_than(&step.label.guard) && candidate.label.edges.intersects(&missing) {
                        missing = missing.difference(&candidate.label.edges);
                        relation.relate(step.to, candidate.to, &mut work);
                    }
                }
                if !missing.is_empty() {
                    relation.excluded[t] = relation.excluded[t].union(&missing);
                }
            }
        }
        for states in 0..by.n_states() {
            relation.simulated[StateId::new(states)].sort_unstable();
        }
        relation
    }

    fn relate(&mut self, p: StateId, q: StateId, work: &mut Vec<(StateId, StateId)>) {
        if self.pairs.insert((p, q)) {
            self.simulated[q].push(p);
            work.push((p, q));
        }
    }

    /// The states that a state of the simulating automaton simulates, ascending.
    pub fn simulated_by(&self, q: StateId) -> &[StateId] {
        &self.simulated[q]
    }

    /// Does `q` of the simulating automaton simulate `p`?
    pub fn relates(&self, p: StateId, q: StateId) -> bool {
        self.pairs.contains(&(p, q))
    }

    /// The edges of a transition that are left out.
    pub fn excluded(&self, t: TransitionId) -> &EdgeSet {
        &self.excluded[t]
    }

    /// Is the transition left out on this edge?
    pub fn excludes(&self, t: TransitionId, edge: EdgeId) -> bool {
        self.excluded[t].contains(edge)
    }

    /// How many edges of transitions are left out.
    pub fn n_excluded(&self) -> usize {
        self.excluded.values().map(|edges| edges.len()).sum()
    }

    pub fn n_pairs(&self) -> usize {
        self.pairs.len()
    }
}
