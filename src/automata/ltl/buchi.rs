//! Büchi automata over letters of propositions: states accept, transitions ask.

use super::formula::{Atom, AtomId, Lasso, Letter};
use crate::{Automaton, StateId, Transition, TransitionLabel};
use goto::graph::Graph;
use goto::{Id, IdVec};

/// A conjunction of propositions and negations of propositions that does not contradict itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube {
    /// What must hold.
    pub holds: Letter,
    /// What must not.
    pub fails: Letter,
}

impl Cube {
    pub fn literal(atom: AtomId, holds: bool) -> Self {
        let bit = 1 << atom.index();
        if holds { Self { holds: bit, fails: 0 } } else { Self { holds: 0, fails: bit } }
    }

    /// What satisfies both; `None`: nothing does.
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self { holds: self.holds | other.holds, fails: self.fails | other.fails };
        (both.holds & both.fails == 0).then_some(both)
    }

    pub fn allows(self, letter: Letter) -> bool {
        letter & self.holds == self.holds && letter & self.fails == 0
    }

    /// Does it allow all that the other one allows?
    pub fn includes(self, other: Self) -> bool {
        self.holds & !other.holds == 0 && self.fails & !other.fails == 0
    }

    /// One cube for both, if they are the same but for the sign of one proposition.
    pub fn merged(self, other: Self) -> Option<Self> {
        let differs = self.holds ^ other.holds;
        let same = differs.count_ones() == 1 && self.fails ^ other.fails == differs && (self.holds | self.fails) == (other.holds | other.fails);
        same.then_some(Self { holds: self.holds & other.holds, fails: self.fails & other.fails })
    }

    /// Its propositions, and whether they must hold.
    pub fn literals(self) -> impl Iterator<Item = (AtomId, bool)> {
        (0..Letter::BITS as usize).filter(move |i| (self.holds | self.fails) >> i & 1 == 1).map(move |i| (AtomId::new(i), self.holds >> i & 1 == 1))
    }
}

impl TransitionLabel for Cube {}

/// A word is accepted if some run on it visits accepting states without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchi {
    pub atoms: IdVec<AtomId, Atom>,
    pub automaton: Automaton<Cube>,
}

impl Automaton<Cube> {
    /// Is there never more than one state to be in?
    pub fn is_deterministic(&self) -> bool {
        let is_disjoint = |s: StateId| {
            let cubes: Vec<Cube> = self.leaving(s).map(|t| t.label).collect();
            cubes.iter().enumerate().all(|(i, a)| cubes[i + 1..].iter().all(|b| a.and(*b).is_none()))
        };
        self.initial().len() <= 1 && self.states().all(is_disjoint)
    }

    /// Is each component either accepting as a whole or not at all? Then a run that visits accepting states without end is at last in nothing else.
    pub fn is_weak(&self) -> bool {
        let components = self.components();
        let alike = |t: &Transition<Cube>| self.is_accepting(t.from) == self.is_accepting(t.to);
        self.transitions().all(|(_, t)| components[t.from] != components[t.to] || alike(t))
    }
}

impl Buchi {
    /// Is the word accepted?
    pub fn accepts(&self, word: &Lasso) -> bool {
        let n = word.letters.len();
        let place = |s: StateId, i: usize| StateId::new(s.index() * n + i);
        let steps = self.automaton.transitions().flat_map(|(_, t)| (0..n).filter(|&i| t.label.allows(word.letters[i])).map(move |i| (t.from, t.to, i)));
        let steps: Vec<(StateId, StateId)> = steps.map(|(from, to, i)| (place(from, i), place(to, word.after(i)))).collect();
        let graph = Graph::new(n * self.automaton.n_states(), &steps);
        let reached = graph.reachable(self.automaton.initial().iter().map(|&s| place(s, 0)));
        // An accepting state in a component with a cycle.
        graph.components().iter().any(|places| {
            let accepts = |p: &StateId| reached[*p] && self.automaton.is_accepting(StateId::new(p.index() / n));
            places.iter().any(accepts) && goes_round(&graph, places)
        })
    }
}

/// Is there a cycle in the component?
pub(super) fn goes_round(graph: &Graph<StateId>, component: &[StateId]) -> bool {
    component.len() > 1 || component.iter().any(|only| graph.successors(*only).contains(only))
}
