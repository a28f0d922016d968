//! As few states as possible for a deterministic automaton of finite words: refinement of a partition, where missing transitions lead to a state that
//! accepts nothing and is not made.

use super::automaton::{Automaton, Partition, StateId};
use super::determinise::classes;
use super::label::Guard;
use super::set::EdgeSet;
use rustc_hash::FxHashMap;

/// What a state does, in terms of blocks: for each guard and block the edges that lead there.
type Signature = Vec<(Guard, usize, EdgeSet)>;

/// The automaton with states merged that accept the same words, as far as that is seen with guards taken as they stand: the result accepts what the
/// automaton accepts, and is the smallest one if its labels have no predicates or are those that determinisation made.
pub fn minimise(automaton: &Automaton) -> Automaton {
    let alive = automaton.can_accept();
    let is_initial = |state| automaton.initial().contains(&state);
    let live = automaton.filtered(|state| alive[state] || is_initial(state), |_, t| alive[t.to].then(|| t.label.clone()));
    let blocks = live.refined(|state| usize::from(live.is_accepting(state)), |state, blocks| signature(&live, state, blocks));
    live.quotient(&blocks).0
}

fn signature(automaton: &Automaton, state: StateId, blocks: &Partition) -> Signature {
    let mut by_guard: FxHashMap<(Guard, usize), EdgeSet> = FxHashMap::default();
    for (edges, allowed) in classes(automaton, automaton.outgoing(state)) {
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
