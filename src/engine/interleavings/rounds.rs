//! Rounds that the exploration does not walk. Where several loops lead through the same states, each goes round for ever only if the threads of the others are never let; all
//! of them in turns are a fair run. So the states and the steps between them are kept, and at the end a part of them is looked for that can be walked for ever, in
//! which every thread that can go on somewhere does go on (what is known as Streett's condition).

use super::Edge;
use super::circles::ThreadMask;
use crate::budget::interleavings as budget;
use goto::graph::{ComponentSearch, Graph};
use goto::{Id, IdVec, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

define_id!(
    /// A state that was explored, in the order in which they were.
    StateId, "state");

/// A step that was followed.
struct Step {
    edge: Edge,
    /// The library chose something, which it does not do for ever.
    chooses: bool,
    to: StateId,
}

/// A state, and what is followed from there.
#[derive(Default)]
struct Known {
    /// The threads that can go on.
    ready: ThreadMask,
    steps: Vec<Step>,
}

/// All that was followed, as long as there is room for it.
#[derive(Default)]
pub(super) struct Rounds {
    numbers: FxHashMap<u128, StateId>,
    states: IdVec<StateId, Known>,
    is_full: bool,
}

impl Rounds {
    fn number(&mut self, state: u128) -> StateId {
        let states = &mut self.states;
        *self.numbers.entry(state).or_insert_with(|| states.push(Known::default()))
    }

    /// The first state that is noted is the one with which runs begin.
    pub(super) fn note_state(&mut self, state: u128, ready: ThreadMask) {
        if !self.is_full {
            let number = self.number(state);
            self.states[number].ready = ready;
        }
    }

    pub(super) fn note_step(&mut self, from: u128, edge: &Edge, chooses: bool, to: u128) {
        if self.is_full {
            return;
        }
        let (from, to) = (self.number(from), self.number(to));
        self.states[from].steps.push(Step { edge: edge.clone(), chooses, to });
        if self.states.len() > budget::ROUND_STATES {
            *self = Self { is_full: true, ..Self::default() };
        }
    }

    /// A run from the first state that ends with a round which may be made for ever.
    pub(super) fn fair_run(&self) -> Option<Vec<Edge>> {
        let part: FxHashSet<StateId> = self.fair_part()?.into_iter().collect();
        let first = part.iter().copied().min()?;
        let begin = StateId::new(0);
        let mut run = if first == begin { Vec::new() } else { self.way(begin, |step| step.to == first, |_| true)? };
        let ready: ThreadMask = part.iter().map(|&state| self.states[state].ready).collect();
        let within = |step: &Step| !step.chooses && part.contains(&step.to);
        let mut at = first;
        for thread in ready.threads() {
            at = self.go_on(&mut run, at, |step| step.edge.thread == thread, within)?;
        }
        if at != first {
            self.go_on(&mut run, at, |step| step.to == first, within)?;
        }
        Some(run.into_iter().map(|step| step.edge.clone()).collect())
    }

    /// States that can be walked for ever, so that every thread that can go on in one of them does.
    fn fair_part(&self) -> Option<Vec<StateId>> {
        let usual = |state: StateId| self.states[state].steps.iter().filter(|step| !step.chooses);
        let edges: Vec<(StateId, StateId)> = self.states.ids().flat_map(|from| usual(from).map(move |step| (from, step.to))).collect();
        let graph = Graph::new(self.states.len(), &edges);
        let mut search = ComponentSearch::new(&graph);
        let mut todo: Vec<Vec<StateId>> = vec![self.states.ids().collect()];
        while let Some(states) = todo.pop() {
            let among: FxHashSet<StateId> = states.iter().copied().collect();
            for part in search.run(&states, |_, to| among.contains(&to)) {
                let within: FxHashSet<StateId> = part.iter().copied().collect();
                let ran: ThreadMask =
                    part.iter().flat_map(|&state| usual(state)).filter(|step| within.contains(&step.to)).map(|step| step.edge.thread).collect();
                if ran == ThreadMask::default() {
                    continue;
                }
                let ready: ThreadMask = part.iter().map(|&state| self.states[state].ready).collect();
                let kept_waiting = ready.without(ran);
                if kept_waiting == ThreadMask::default() {
                    return Some(part);
                }
                // Where it can go on it must, so nobody may stay there again and again.
                todo.push(part.into_iter().filter(|&state| self.states[state].ready.without(kept_waiting) == self.states[state].ready).collect());
            }
        }
        None
    }

    /// Goes on by the shortest way whose last step is wanted, and says where that leads.
    fn go_on<'r>(&'r self, run: &mut Vec<&'r Step>, at: StateId, is_wanted: impl Fn(&Step) -> bool, may_pass: impl Fn(&Step) -> bool) -> Option<StateId> {
        run.extend(self.way(at, is_wanted, may_pass)?);
        run.last().map(|step| step.to)
    }

    /// The shortest way from a state whose last step is wanted.
    fn way(&self, from: StateId, is_wanted: impl Fn(&Step) -> bool, may_pass: impl Fn(&Step) -> bool) -> Option<Vec<&Step>> {
        let mut came_by: FxHashMap<StateId, (StateId, &Step)> = FxHashMap::default();
        let mut todo = VecDeque::from([from]);
        while let Some(state) = todo.pop_front() {
            for step in self.states[state].steps.iter().filter(|step| may_pass(step)) {
                if is_wanted(step) {
                    let mut way = vec![step];
                    let mut at = state;
                    while at != from {
                        let (before, step) = came_by[&at];
                        way.push(step);
                        at = before;
                    }
                    way.reverse();
                    return Some(way);
                }
                if step.to != from && !came_by.contains_key(&step.to) {
                    came_by.insert(step.to, (state, step));
                    todo.push_back(step.to);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::interp::threads::ThreadId;

    fn edge(thread: usize) -> Edge {
        Edge { thread: ThreadId::new(thread), operations: 1, inputs: Vec::new() }
    }

    fn threads(numbers: &[usize]) -> ThreadMask {
        numbers.iter().map(|&n| ThreadId::new(n)).collect()
    }

    /// Each state with the threads that can go on there; each step with its thread.
    fn rounds(states: &[&[usize]], steps: &[(u128, usize, u128)]) -> Rounds {
        let mut rounds = Rounds::default();
        states.iter().zip(0..).for_each(|(ready, state)| rounds.note_state(state, threads(ready)));
        steps.iter().for_each(|&(from, thread, to)| rounds.note_step(from, &edge(thread), false, to));
        rounds
    }

    fn ways(rounds: &Rounds) -> Option<Vec<usize>> {
        rounds.fair_run().map(|run| run.iter().map(|edge| edge.thread.index()).collect())
    }

    #[test]
    fn loops_through_one_state_take_turns() {
        assert_eq!(ways(&rounds(&[&[0], &[1, 2]], &[(0, 0, 1), (1, 1, 1), (1, 2, 1)])), Some(vec![0, 1, 2]));
    }

    #[test]
    fn who_would_lead_on_must_not_be_able_to() {
        // Thread 2 leads on from the second state alone, so that the others stay in the first one.
        let steps = [(0, 0, 1), (1, 1, 0), (1, 2, 2), (0, 0, 0)];
        assert_eq!(ways(&rounds(&[&[0], &[1, 2], &[]], &steps)), Some(vec![0]));
        assert_eq!(ways(&rounds(&[&[0, 1], &[1]], &[(0, 0, 0), (0, 1, 1)])), None);
    }

    #[test]
    fn the_library_does_not_choose_for_ever() {
        let mut rounds = rounds(&[&[0]], &[]);
        rounds.note_step(0, &edge(0), true, 0);
        assert_eq!(ways(&rounds), None);
        rounds.note_step(0, &edge(0), false, 0);
        assert_eq!(ways(&rounds), Some(vec![0]));
    }
}
