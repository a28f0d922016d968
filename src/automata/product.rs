//! The automaton of what two automata both accept.

use super::automaton::{Automaton, StateId};
use rustc_hash::FxHashMap;

/// The intersection of two languages of finite words; only states that can be reached.
pub fn product(a: &Automaton, b: &Automaton) -> Automaton {
    let mut out = Automaton::default();
    let mut names: FxHashMap<(StateId, StateId), StateId> = FxHashMap::default();
    let mut work = Vec::new();
    let mut name = |out: &mut Automaton, work: &mut Vec<(StateId, StateId)>, pair: (StateId, StateId)| {
        *names.entry(pair).or_insert_with(|| {
            work.push(pair);
            out.add_state(a.is_accepting(pair.0) && b.is_accepting(pair.1))
        })
    };
    for &left in a.initial() {
        for &right in b.initial() {
            let state = name(&mut out, &mut work, (left, right));
            out.start_in(state);
        }
    }
    while let Some(pair) = work.pop() {
        let from = name(&mut out, &mut work, pair);
        for &left in a.outgoing(pair.0) {
            for &right in b.outgoing(pair.1) {
                let (left, right) = (a.transition(left), b.transition(right));
                if let Some(label) = left.label.and(&right.label) {
                    let to = name(&mut out, &mut work, (left.to, right.to));
                    out.add(from, label, to);
                }
            }
        }
    }
    out
}
