//! Büchi automata over letters of propositions: states accept, transitions ask.

use super::formula::{Atom, AtomId, Lasso, Letter};
use goto::{Id, IdVec, define_id};

define_id!(
    /// A state of a Büchi automaton.
    StateId, "q");

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

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub accepting: bool,
    pub transitions: Vec<(Cube, StateId)>,
}

/// A word is accepted if some run on it visits accepting states without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchi {
    pub atoms: IdVec<AtomId, Atom>,
    pub initial: Vec<StateId>,
    pub states: IdVec<StateId, State>,
}

impl Buchi {
    /// One that accepts nothing.
    pub fn empty(atoms: IdVec<AtomId, Atom>) -> Self {
        Self { atoms, initial: Vec::new(), states: IdVec::new() }
    }

    pub fn n_transitions(&self) -> usize {
        self.states.values().map(|s| s.transitions.len()).sum()
    }

    /// Is there never more than one state to be in?
    pub fn is_deterministic(&self) -> bool {
        let disjoint = |t: &[(Cube, StateId)]| t.iter().enumerate().all(|(i, a)| t[i + 1..].iter().all(|b| a.0.and(b.0).is_none()));
        self.initial.len() <= 1 && self.states.values().all(|s| disjoint(&s.transitions))
    }

    /// The strongly connected component of each state, by number; no transition leads to a component with a higher number.
    pub fn components(&self) -> IdVec<StateId, usize> {
        components(self.states.len(), |s| self.states[StateId::new(s)].transitions.iter().map(|t| t.1.index()).collect())
    }

    /// Is each component either accepting as a whole or not at all? Then a run that visits accepting states without end is at last in nothing else.
    pub fn is_weak(&self) -> bool {
        let components = self.components();
        let on_cycle = self.on_cycles(&components);
        self.states.ids().all(|s| {
            self.states[s]
                .transitions
                .iter()
                .all(|&(_, t)| components[s] != components[t] || !on_cycle[s] || self.states[s].accepting == self.states[t].accepting)
        })
    }

    /// Which states some run comes back to.
    pub fn on_cycles(&self, components: &IdVec<StateId, usize>) -> IdVec<StateId, bool> {
        let mut found = IdVec::new();
        for (s, state) in self.states.iter() {
            found.push(state.transitions.iter().any(|t| components[t.1] == components[s]));
        }
        found
    }

    /// Is the word accepted?
    pub fn accepts(&self, word: &Lasso) -> bool {
        let n = word.letters.len();
        let mut reached = vec![false; n * self.states.len()];
        let place = |s: StateId, i: usize| s.index() * n + i;
        let successors = |p: usize| -> Vec<usize> {
            let (s, i) = (StateId::new(p / n), p % n);
            self.states[s].transitions.iter().filter(|t| t.0.allows(word.letters[i])).map(|t| place(t.1, word.after(i))).collect()
        };
        let mut work: Vec<usize> = self.initial.iter().map(|&s| place(s, 0)).collect();
        while let Some(p) = work.pop() {
            if !std::mem::replace(&mut reached[p], true) {
                work.extend(successors(p));
            }
        }
        let component = components(reached.len(), |p| if reached[p] { successors(p) } else { Vec::new() });
        (0..reached.len()).any(|p| {
            // An accepting state in a component with a cycle.
            reached[p]
                && self.states[StateId::new(p / n)].accepting
                && (0..reached.len()).any(|r| {
                    reached[r] && component[StateId::new(r)] == component[StateId::new(p)] && {
                        successors(r).iter().any(|&t| component[StateId::new(t)] == component[StateId::new(p)])
                    }
                })
        })
    }
}

/// Strongly connected components (Tarjan), numbered so that edges lead to the same or a lower number.
pub fn components(n: usize, successors: impl Fn(usize) -> Vec<usize>) -> IdVec<StateId, usize> {
    const NONE: usize = usize::MAX;
    let (mut index, mut low, mut component) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
    let (mut stack, mut next, mut found) = (Vec::new(), 0, 0);
    for root in 0..n {
        if index[root] != NONE {
            continue;
        }
        let mut calls: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(v) = enter.take() {
                (index[v], low[v]) = (next, next);
                next += 1;
                stack.push(v);
                calls.push((v, successors(v)));
            }
            let Some((v, rest)) = calls.last_mut() else { break };
            let v = *v;
            if let Some(w) = rest.pop() {
                if index[w] == NONE {
                    enter = Some(w);
                } else if component[w] == NONE {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            calls.pop();
            if let Some((parent, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == index[v] {
                while let Some(w) = stack.pop() {
                    component[w] = found;
                    if w == v {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    let mut all = IdVec::new();
    component.into_iter().for_each(|c| _ = all.push(c));
    all
}
