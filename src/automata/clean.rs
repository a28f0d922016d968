//! Removal of what no path of the program takes: edges of labels that cannot follow the edges before them, states that are not reached or lead nowhere.

use super::automaton::{Automaton, StateId};
use super::label::Label;
use super::set::EdgeSet;
use goto::index::IdVec;

/// The automaton without edges that cannot be taken where a label names them. `follows` gives the edges that may come next after one of a set; words
/// start with any edge.
pub fn without_infeasible(automaton: &Automaton, follows: &mut dyn FnMut(&EdgeSet) -> EdgeSet) -> Automaton {
    // The edges with which a state is entered; an initial state also before any edge.
    let mut arriving: IdVec<StateId, EdgeSet> = IdVec::filled(EdgeSet::new(), automaton.n_states());
    let mut allowed: IdVec<StateId, Option<EdgeSet>> = IdVec::filled(None, automaton.n_states());
    let is_initial = |state: StateId| automaton.initial().contains(&state);
    let mut work: Vec<StateId> = automaton.initial().to_vec();
    while let Some(state) = work.pop() {
        let next = follows(&arriving[state]);
        if allowed[state].as_ref() == Some(&next) {
            continue;
        }
        for &t in automaton.outgoing(state) {
            let t = automaton.transition(t);
            let edges = if is_initial(state) { t.label.edges.clone() } else { t.label.edges.intersection(&next) };
            let all = arriving[t.to].union(&edges);
            if all != arriving[t.to] {
                arriving[t.to] = all;
                work.push(t.to);
            }
        }
        allowed[state] = Some(next);
    }
    let is_reached = |state: StateId| is_initial(state) || !arriving[state].is_empty();
    automaton.filtered(is_reached, |_, t| {
        let next = allowed[t.from].as_ref()?;
        let edges = if is_initial(t.from) { t.label.edges.clone() } else { t.label.edges.intersection(next) };
        Some(Label { edges, guard: t.label.guard.clone() })
    })
}

/// The automaton without states from which no accepting state is reached.
pub fn without_dead_ends(automaton: &Automaton) -> Automaton {
    let alive = automaton.can_accept();
    automaton.filtered(|state| alive[state], |_, t| Some(t.label.clone()))
}
