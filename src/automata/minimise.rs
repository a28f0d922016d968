//! As few states as possible for a deterministic automaton of finite words: refinement of a partition, where missing transitions lead to a state that
//! accepts nothing and is not made.

use super::automaton::{Automaton, StateId};
use super::determinise::classes;
use super::label::{Guard, Label};
use super::set::EdgeSet;
use goto::index::{Id, IdVec};
use rustc_hash::FxHashMap;

/// What a state does, in terms of blocks: for each guard and block the edges that lead there.
type Signature = Vec<(Guard, usize, EdgeSet)>;

/// The automaton with states merged that accept the same words, as far as that is seen with guards taken as they stand: the result accepts what the
/// automaton accepts, and is the smallest one if its labels have no predicates or are those that determinisation made.
pub fn minimise(automaton: &Automaton) -> Automaton {
    let mut blocks: IdVec<StateId, usize> = IdVec::new();
    let alive = can_accept(automaton);
    for state in automaton.states() {
        blocks.push(usize::from(automaton.is_accepting(state)));
    }
    let mut n_blocks = 0;
    loop {
        let mut numbers: FxHashMap<(usize, Signature), usize> = FxHashMap::default();
        let mut finer: IdVec<StateId, usize> = IdVec::new();
        for state in automaton.states() {
            let signature = signature(automaton, state, &blocks, &alive);
            let next = numbers.len();
            finer.push(*numbers.entry((blocks[state], signature)).or_insert(next));
        }
        let stable = numbers.len() == n_blocks;
        n_blocks = numbers.len();
        blocks = finer;
        if stable {
            break;
        }
    }
    merged(automaton, &blocks, &alive)
}

fn signature(automaton: &Automaton, state: StateId, blocks: &IdVec<StateId, usize>, alive: &IdVec<StateId, bool>) -> Signature {
    let mut by_guard: FxHashMap<(Guard, usize), EdgeSet> = FxHashMap::default();
    let transitions: Vec<_> = automaton.outgoing(state).iter().copied().filter(|&t| alive[automaton.transition(t).to]).collect();
    for (edges, allowed) in classes(automaton, &transitions) {
        for t in allowed {
            let t = automaton.transition(t);
            let entry = by_guard.entry((t.label.guard.clone(), blocks[t.to])).or_default();
            *entry = entry.union(&edges);
        }
    }
    let mut signature: Signature = by_guard.into_iter().map(|((guard, block), edges)| (guard, block, edges)).collect();
    signature.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    signature
}

fn merged(automaton: &Automaton, blocks: &IdVec<StateId, usize>, alive: &IdVec<StateId, bool>) -> Automaton {
    let mut out = Automaton::default();
    let mut names: FxHashMap<usize, StateId> = FxHashMap::default();
    let mut work: Vec<StateId> = automaton.initial().to_vec();
    for &state in automaton.initial() {
        let name = *names.entry(blocks[state]).or_insert_with(|| out.add_state(automaton.is_accepting(state)));
        out.start_in(name);
    }
    let mut done: Vec<bool> = vec![false; automaton.n_states()];
    while let Some(state) = work.pop() {
        if std::mem::replace(&mut done[blocks[state]], true) {
            continue;
        }
        let from = names[&blocks[state]];
        for &t in automaton.outgoing(state) {
            let t = automaton.transition(t);
            if !alive[t.to] {
                continue;
            }
            let to = *names.entry(blocks[t.to]).or_insert_with(|| out.add_state(automaton.is_accepting(t.to)));
            out.add(from, Label { edges: t.label.edges.clone(), guard: t.label.guard.clone() }, to);
            work.push(t.to);
        }
    }
    out
}

/// From which states can an accepting one be reached?
pub(super) fn can_accept(automaton: &Automaton) -> IdVec<StateId, bool> {
    let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); automaton.n_states()];
    for (_, t) in automaton.transitions() {
        sources[t.to.index()].push(t.from);
    }
    let mut alive = IdVec::filled(false, automaton.n_states());
    let mut work: Vec<StateId> = automaton.states().filter(|&s| automaton.is_accepting(s)).collect();
    while let Some(state) = work.pop() {
        if !std::mem::replace(&mut alive[state], true) {
            work.extend(&sources[state.index()]);
        }
    }
    alive
}
