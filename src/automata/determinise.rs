//! The subset construction. Letters are not enumerated: edges that a subset cannot tell apart go together, and predicates count only where they are asked.

use super::automaton::{Automaton, StateId, TransitionId};
use super::label::{Guard, Label, Literal};
use super::set::EdgeSet;
use goto::ExprId;
use rustc_hash::FxHashMap;

/// Predicates that one subset may ask about on one edge; their values are enumerated.
const MOST_PREDICATES: usize = 12;

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    #[error("more than {0} states")]
    States(usize),
    #[error("more than {MOST_PREDICATES} predicates are asked at once")]
    Predicates,
}

/// An automaton of the same finite words with at most one run for each, of at most so many states.
pub fn determinise(automaton: &Automaton, most_states: usize) -> Result<Automaton, TooLarge> {
    let mut out = Automaton::default();
    let mut names: FxHashMap<Vec<StateId>, StateId> = FxHashMap::default();
    let mut first = automaton.initial().to_vec();
    first.sort_unstable();
    let is_accepting = |subset: &[StateId]| subset.iter().any(|&s| automaton.is_accepting(s));
    let initial = out.add_state(is_accepting(&first));
    out.start_in(initial);
    names.insert(first.clone(), initial);
    let mut work = vec![first];
    while let Some(subset) = work.pop() {
        let from = names[&subset];
        let transitions: Vec<TransitionId> = subset.iter().flat_map(|&s| automaton.outgoing(s)).copied().collect();
        for (edges, allowed) in classes(automaton, &transitions) {
            for (guard, targets) in targets(automaton, &allowed)? {
                if targets.is_empty() {
                    continue;
                }
                let to = match names.get(&targets) {
                    Some(&to) => to,
                    None => {
                        if names.len() >= most_states {
                            return Err(TooLarge::States(most_states));
                        }
                        let to = out.add_state(is_accepting(&targets));
                        names.insert(targets.clone(), to);
                        work.push(targets);
                        to
                    }
                };
                out.add(from, Label { edges: edges.clone(), guard }, to);
            }
        }
    }
    Ok(out)
}

/// The edges of the transitions in classes, each with the transitions that allow it.
pub(super) fn classes(automaton: &Automaton, transitions: &[TransitionId]) -> Vec<(EdgeSet, Vec<TransitionId>)> {
    let mut classes: Vec<(EdgeSet, Vec<TransitionId>)> = Vec::new();
    for &t in transitions {
        let mut rest = automaton.transition(t).label.edges.clone();
        let mut split = Vec::new();
        for (edges, allowed) in &mut classes {
            let common = edges.intersection(&rest);
            if common.is_empty() {
                continue;
            }
            rest = rest.difference(&common);
            if common == *edges {
                allowed.push(t);
            } else {
                *edges = edges.difference(&common);
                let mut more = allowed.clone();
                more.push(t);
                split.push((common, more));
            }
        }
        classes.append(&mut split);
        if !rest.is_empty() {
            classes.push((rest, vec![t]));
        }
    }
    classes
}

/// For each way in which the predicates of the transitions may hold: where the transitions lead.
fn targets(automaton: &Automaton, transitions: &[TransitionId]) -> Result<Vec<(Guard, Vec<StateId>)>, TooLarge> {
    let mut predicates: Vec<ExprId> =
        transitions.iter().flat_map(|&t| automaton.transition(t).label.guard.literals()).map(|literal| literal.predicate).collect();
    predicates.sort_unstable();
    predicates.dedup();
    if predicates.len() > MOST_PREDICATES {
        return Err(TooLarge::Predicates);
    }
    let ways = (0..1_u32 << predicates.len()).map(|way| {
        let holds = |predicate: ExprId| predicates.iter().position(|&p| p == predicate).is_some_and(|i| way >> i & 1 == 1);
        let taken = transitions.iter().map(|&t| automaton.transition(t)).filter(|t| t.label.guard.accepts(holds));
        let mut states: Vec<StateId> = taken.map(|t| t.to).collect();
        states.sort_unstable();
        states.dedup();
        let guard: Guard = predicates.iter().map(|&predicate| Literal { predicate, holds: holds(predicate) }).collect();
        (guard, states)
    });
    Ok(ways.collect())
}
