//! States and transitions.

use super::label::Label;
use goto::edges::EdgeId;
use goto::index::IdVec;
use goto::{ExprId, define_id};
use rustc_hash::FxHashSet;

define_id!(
    /// A state of an [`Automaton`].
    StateId, "q");
define_id!(
    /// A transition of an [`Automaton`].
    TransitionId, "d");

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transition {
    pub from: StateId,
    pub label: Label,
    pub to: StateId,
}

/// A nondeterministic automaton of finite words: those that lead to an accepting state.
#[derive(Clone, Default, Debug)]
pub struct Automaton {
    accepting: IdVec<StateId, bool>,
    initial: Vec<StateId>,
    transitions: IdVec<TransitionId, Transition>,
    outgoing: IdVec<StateId, Vec<TransitionId>>,
}

impl Automaton {
    /// Without states.
    pub fn add_state(&mut self, accepting: bool) -> StateId {
        self.outgoing.push(Vec::new());
        self.accepting.push(accepting)
    }

    /// Makes a state an initial one.
    pub fn start_in(&mut self, state: StateId) {
        if !self.initial.contains(&state) {
            self.initial.push(state);
        }
    }

    pub fn set_accepting(&mut self, state: StateId, accepting: bool) {
        self.accepting[state] = accepting;
    }

    /// A transition; none if the label allows nothing or the state has the same one already. Transitions that differ in their edges alone become one.
    pub fn add(&mut self, from: StateId, label: Label, to: StateId) {
        if label.edges.is_empty() {
            return;
        }
        let same = self.outgoing[from].iter().copied().find(|&t| self.transitions[t].to == to && self.transitions[t].label.guard == label.guard);
        match same {
            Some(t) => {
                let edges = self.transitions[t].label.edges.union(&label.edges);
                self.transitions[t].label.edges = edges;
            }
            None => {
                let t = self.transitions.push(Transition { from, label, to });
                self.outgoing[from].push(t);
            }
        }
    }

    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        self.accepting.ids()
    }

    pub fn n_states(&self) -> usize {
        self.accepting.len()
    }

    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state]
    }

    pub fn transition(&self, t: TransitionId) -> &Transition {
        &self.transitions[t]
    }

    pub fn transitions(&self) -> impl DoubleEndedIterator<Item = (TransitionId, &Transition)> {
        self.transitions.iter()
    }

    pub fn outgoing(&self, state: StateId) -> &[TransitionId] {
        &self.outgoing[state]
    }

    /// The transitions of a state that a letter allows.
    pub fn steps(&self, state: StateId, edge: EdgeId) -> impl Iterator<Item = (TransitionId, &Transition)> {
        self.outgoing[state].iter().map(|&t| (t, &self.transitions[t])).filter(move |(_, t)| t.label.edges.contains(edge))
    }

    /// The predicates that labels name, ascending, each once.
    pub fn predicates(&self) -> Vec<ExprId> {
        let mut all: Vec<ExprId> = self.transitions.values().flat_map(|t| t.label.guard.literals()).map(|l| l.predicate).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Is the finite word accepted? A letter is an edge and the predicates that hold after it. (What is accepted of infinite words is not asked here.)
    pub fn accepts<'w>(&self, word: impl IntoIterator<Item = (EdgeId, &'w FxHashSet<ExprId>)>) -> bool {
        let mut now: Vec<StateId> = self.initial.clone();
        for (edge, holds) in word {
            now = self.after(&now, edge, |predicate| holds.contains(&predicate));
        }
        now.iter().any(|&state| self.accepting[state])
    }

    /// The states after a letter, ascending, each once.
    pub fn after(&self, before: &[StateId], edge: EdgeId, holds: impl Fn(ExprId) -> bool) -> Vec<StateId> {
        let mut after: Vec<StateId> =
            before.iter().flat_map(|&state| self.steps(state, edge)).filter(|(_, t)| t.label.guard.accepts(&holds)).map(|(_, t)| t.to).collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    /// The automaton with those states only that are to be kept, and with changed labels; `None` drops a transition.
    pub fn filtered(&self, keep: impl Fn(StateId) -> bool, mut relabel: impl FnMut(TransitionId, &Transition) -> Option<Label>) -> Self {
        let mut out = Self::default();
        let mut renamed: IdVec<StateId, Option<StateId>> = IdVec::new();
        for state in self.states() {
            let new = keep(state).then(|| out.add_state(self.accepting[state]));
            renamed.push(new);
        }
        for &state in &self.initial {
            if let Some(state) = renamed[state] {
                out.start_in(state);
            }
        }
        for (id, t) in self.transitions.iter() {
            if let (Some(from), Some(to)) = (renamed[t.from], renamed[t.to])
                && let Some(label) = relabel(id, t)
            {
                out.add(from, label, to);
            }
        }
        out
    }
}
