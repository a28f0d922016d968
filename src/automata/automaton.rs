//! States and transitions, whatever a label asks for.

use super::label::Label;
use goto::edges::EdgeId;
use goto::graph::Graph;
use goto::index::{Id, IdVec};
use goto::{ExprId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::hash::Hash;

define_id!(
    /// A state of an [`Automaton`].
    StateId, "q");
define_id!(
    /// A transition of an [`Automaton`].
    TransitionId, "d");

/// What a transition asks of the letter that it reads.
pub trait TransitionLabel: Clone + Eq + Hash {
    /// Does it allow no letter at all?
    fn is_void(&self) -> bool {
        false
    }

    /// One label that allows what either of two allows, if there is one that is no larger than both.
    fn joined(&self, other: &Self) -> Option<Self> {
        (self == other).then(|| self.clone())
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transition<L = Label> {
    pub from: StateId,
    pub label: L,
    pub to: StateId,
}

/// A nondeterministic automaton. Which words it accepts is for those who read them: finite ones that lead to an accepting state, or infinite ones that visit
/// accepting states without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton<L = Label> {
    accepting: IdVec<StateId, bool>,
    initial: Vec<StateId>,
    transitions: IdVec<TransitionId, Transition<L>>,
    outgoing: IdVec<StateId, Vec<TransitionId>>,
}

/// For each state the number of the block that it belongs to.
pub type Partition = IdVec<StateId, usize>;

impl<L> Default for Automaton<L> {
    /// Without states.
    fn default() -> Self {
        Self { accepting: IdVec::new(), initial: Vec::new(), transitions: IdVec::new(), outgoing: IdVec::new() }
    }
}

impl<L: TransitionLabel> Automaton<L> {
    /// From its states: whether each accepts, and its transitions, of which none is there twice.
    pub fn of(initial: Vec<StateId>, states: impl IntoIterator<Item = (bool, Vec<(L, StateId)>)>) -> Self {
        let mut automaton = Self { initial, ..Self::default() };
        for (accepting, transitions) in states {
            let from = automaton.add_state(accepting);
            transitions.into_iter().for_each(|(label, to)| automaton.push(Transition { from, label, to }));
        }
        automaton
    }

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

    /// The same with other initial states.
    pub fn starting_in(&self, initial: &[StateId]) -> Self {
        Self { initial: initial.to_vec(), ..self.clone() }
    }

    pub fn set_accepting(&mut self, state: StateId, accepting: bool) {
        self.accepting[state] = accepting;
    }

    /// A transition; none if the label allows nothing. One between the same states whose label can say both gets the joined label.
    pub fn add(&mut self, from: StateId, label: L, to: StateId) {
        if label.is_void() {
            return;
        }
        let parallel = self.outgoing[from].iter().copied().filter(|&t| self.transitions[t].to == to);
        let joined = parallel.into_iter().find_map(|t| Some((t, self.transitions[t].label.joined(&label)?)));
        match joined {
            Some((t, both)) => self.transitions[t].label = both,
            None => self.push(Transition { from, label, to }),
        }
    }

    fn push(&mut self, transition: Transition<L>) {
        let from = transition.from;
        let t = self.transitions.push(transition);
        self.outgoing[from].push(t);
    }

    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<L> {
        self.accepting.ids()
    }

    pub fn n_states(&self) -> usize {
        self.accepting.len()
    }

    pub fn n_transitions(&self) -> usize {
        self.transitions.len()
    }

    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state]
    }

    pub fn transition(&self, t: TransitionId) -> &Transition<L> {
        &self.transitions[t]
    }

    pub fn transitions(&self) -> impl DoubleEndedIterator<Item = (TransitionId, &Transition<L>)> {
        self.transitions.iter()
    }

    pub fn outgoing(&self, state: StateId) -> &[TransitionId] {
        &self.outgoing[state]
    }

    /// The transitions of a state, in the order in which they were added.
    pub fn leaving(&self, state: StateId) -> impl DoubleEndedIterator<Item = &Transition<L>> + Clone {
        self.outgoing[state].iter().map(|&t| &self.transitions[t])
    }

    /// The states as nodes of a graph, an edge for each transition.
    pub fn graph(&self) -> Graph<StateId> {
        Graph::new(self.n_states(), &self.transitions.values().map(|t| (t.from, t.to)).collect::<Vec<_>>())
    }

    /// The strongly connected component of each state, by number; no transition leads to a component with a higher number.
    pub fn components(&self) -> Partition {
        let mut of = IdVec::filled(0, self.n_states());
        for (number, states) in self.graph().components().iter().enumerate() {
            states.iter().for_each(|&state| of[state] = number);
        }
        of
    }

    /// From which states can an accepting one be reached?
    pub fn can_accept(&self) -> IdVec<StateId, bool> {
        self.graph().reversed().reachable(self.states().filter(|&s| self.accepting[s]))
    }

    /// The automaton with those states only that are to be kept, and with changed labels; `None` drops a transition.
    pub fn filtered(&self, keep: impl Fn(StateId) -> bool, relabel: impl FnMut(TransitionId, &Transition<L>) -> Option<L>) -> Self {
        self.renumbered(&self.states().filter(|&s| keep(s)).collect::<Vec<_>>(), relabel)
    }

    /// The automaton with these states only, in this order, and with changed labels; `None` drops a transition.
    pub fn renumbered(&self, order: &[StateId], mut relabel: impl FnMut(TransitionId, &Transition<L>) -> Option<L>) -> Self {
        let mut out = Self::default();
        let mut renamed: IdVec<StateId, Option<StateId>> = IdVec::filled(None, self.n_states());
        for &state in order {
            renamed[state] = Some(out.add_state(self.accepting[state]));
        }
        self.initial.iter().filter_map(|&s| renamed[s]).for_each(|s| out.start_in(s));
        for &state in order {
            for &id in &self.outgoing[state] {
                let t = &self.transitions[id];
                if let (Some(from), Some(to)) = (renamed[t.from], renamed[t.to])
                    && let Some(label) = relabel(id, t)
                {
                    out.add(from, label, to);
                }
            }
        }
        out
    }

    /// The coarsest partition that is as fine as `first` and in which states of a block have equal signatures; a signature says where transitions lead by
    /// the blocks that there are so far.
    pub fn refined<S: Hash + Eq>(&self, first: impl Fn(StateId) -> usize, signature: impl Fn(StateId, &Partition) -> S) -> Partition {
        let mut blocks: Partition = IdVec::new();
        self.states().for_each(|s| _ = blocks.push(first(s)));
        let mut n_blocks = 0;
        loop {
            let mut numbers: FxHashMap<(usize, S), usize> = FxHashMap::default();
            let mut finer: Partition = IdVec::new();
            for state in self.states() {
                let next = numbers.len();
                finer.push(*numbers.entry((blocks[state], signature(state, &blocks))).or_insert(next));
            }
            let is_stable = numbers.len() == n_blocks;
            (n_blocks, blocks) = (numbers.len(), finer);
            if is_stable {
                return blocks;
            }
        }
    }

    /// States that are alike by `first`, and whose transitions have the same labels and lead to states that are alike.
    pub fn bisimilar(&self, first: impl Fn(StateId) -> usize) -> Partition {
        let mut numbers: FxHashMap<&L, usize> = FxHashMap::default();
        let mut labels: IdVec<TransitionId, usize> = IdVec::new();
        for t in self.transitions.values() {
            let next = numbers.len();
            labels.push(*numbers.entry(&t.label).or_insert(next));
        }
        self.refined(first, |state, blocks| {
            let mut targets: Vec<(usize, usize)> = self.outgoing[state].iter().map(|&t| (labels[t], blocks[self.transitions[t].to])).collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        })
    }

    /// One state for each block that is reached, with the transitions of its first state, in the order in which blocks are reached. Beside it, the state that
    /// each stands for.
    pub fn quotient(&self, blocks: &Partition) -> (Self, IdVec<StateId, StateId>) {
        let (mut out, mut origins) = (Self::default(), IdVec::new());
        let mut names: FxHashMap<usize, StateId> = FxHashMap::default();
        let mut waiting = VecDeque::new();
        let mut name = |out: &mut Self, waiting: &mut VecDeque<StateId>, state: StateId| {
            *names.entry(blocks[state]).or_insert_with(|| {
                waiting.push_back(state);
                origins.push(state);
                out.add_state(self.accepting[state])
            })
        };
        for &state in &self.initial {
            let start = name(&mut out, &mut waiting, state);
            out.start_in(start);
        }
        while let Some(state) = waiting.pop_front() {
            let from = name(&mut out, &mut waiting, state);
            for t in self.leaving(state) {
                let to = name(&mut out, &mut waiting, t.to);
                out.add(from, t.label.clone(), to);
            }
        }
        (out, origins)
    }
}

/// Transitions without a label read nothing.
impl<L: TransitionLabel> TransitionLabel for Option<L> {}

impl<L: TransitionLabel> Automaton<Option<L>> {
    /// All states that are the same without reading anything, this one first.
    fn closure(&self, of: StateId) -> Vec<StateId> {
        let (mut all, mut seen) = (vec![of], FxHashSet::from_iter([of]));
        let mut next = 0;
        while next < all.len() {
            all.extend(self.leaving(all[next]).filter(|t| t.label.is_none() && seen.insert(t.to)).map(|t| t.to));
            next += 1;
        }
        all
    }

    /// The automaton of the same words in which every transition reads something, of the states at which such transitions end. Beside it, the state that each
    /// was.
    pub fn without_silent(&self) -> (Automaton<L>, IdVec<StateId, StateId>) {
        let (mut out, mut origins) = (Automaton::default(), IdVec::new());
        let mut names: FxHashMap<StateId, StateId> = FxHashMap::default();
        let mut name = |out: &mut Automaton<L>, origins: &mut IdVec<StateId, StateId>, state: StateId| {
            *names.entry(state).or_insert_with(|| {
                origins.push(state);
                out.add_state(false)
            })
        };
        for &state in &self.initial {
            let start = name(&mut out, &mut origins, state);
            out.start_in(start);
        }
        let mut next = StateId::new(0);
        while let Some(&origin) = origins.get(next) {
            let closure = self.closure(origin);
            out.set_accepting(next, closure.iter().any(|&s| self.accepting[s]));
            for t in closure.iter().flat_map(|&s| self.leaving(s)) {
                if let Some(label) = &t.label {
                    let to = name(&mut out, &mut origins, t.to);
                    out.add(next, label.clone(), to);
                }
            }
            next = StateId::new(next.index() + 1);
        }
        (out, origins)
    }
}

/// Words over edges and the predicates that hold after them.
impl Automaton {
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

    /// Is the finite word accepted?
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
}
