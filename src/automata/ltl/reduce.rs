//! Büchi automata made smaller without a change of what they accept: what leads to no acceptance goes, states that simulate each other become one,
//! transitions that another one makes needless go.

use super::buchi::{Buchi, Cube, goes_round};
use crate::{Automaton, StateId, Transition};
use goto::{Id, IdVec};
use std::collections::BTreeSet;

/// States beyond which simulations are not computed.
const MOST_STATES: usize = 400;

/// An automaton of the same words.
pub fn reduce(buchi: Buchi) -> Buchi {
    let mut now = trimmed(&buchi.automaton);
    while now.n_states() <= MOST_STATES {
        let smaller = trimmed(&quotient(&now));
        let same = (smaller.n_states(), smaller.n_transitions()) == (now.n_states(), now.n_transitions());
        now = smaller;
        if same {
            break;
        }
    }
    Buchi { atoms: buchi.atoms, automaton: with_fewer_cubes(&now) }
}

/// Only what is reached and leads to an accepting cycle; states on no cycle do not accept.
fn trimmed(automaton: &Automaton<Cube>) -> Automaton<Cube> {
    let graph = automaton.graph();
    let mut accepts: IdVec<StateId, bool> = IdVec::filled(false, automaton.n_states());
    for component in graph.components() {
        let is_cyclic = goes_round(&graph, &component);
        component.into_iter().for_each(|s| accepts[s] = is_cyclic && automaton.is_accepting(s));
    }
    let live = graph.reversed().reachable(automaton.states().filter(|&s| accepts[s]));
    let mut reached = IdVec::filled(false, automaton.n_states());
    let mut work: Vec<StateId> = automaton.initial().iter().copied().filter(|&s| live[s]).collect();
    let mut order = Vec::new();
    while let Some(s) = work.pop() {
        if !std::mem::replace(&mut reached[s], true) {
            order.push(s);
            work.extend(automaton.leaving(s).map(|t| t.to).filter(|&t| live[t]));
        }
    }
    let mut number: IdVec<StateId, Option<StateId>> = IdVec::filled(None, automaton.n_states());
    order.iter().enumerate().for_each(|(i, &s)| number[s] = Some(StateId::new(i)));
    let states = order.iter().map(|&s| (accepts[s], sorted(automaton.leaving(s).filter_map(|t| Some((t.label, number[t.to]?))))));
    Automaton::of(automaton.initial().iter().filter_map(|&s| number[s]).collect(), states)
}

fn sorted(transitions: impl Iterator<Item = (Cube, StateId)>) -> Vec<(Cube, StateId)> {
    let mut transitions: Vec<(Cube, StateId)> = transitions.collect();
    transitions.sort_unstable();
    transitions.dedup();
    transitions
}

/// Direct simulation: `simulates[q][p]` if p does, step by step, all that q does, and accepts where q does.
fn simulation(automaton: &Automaton<Cube>) -> IdVec<StateId, IdVec<StateId, bool>> {
    let mut relation = IdVec::new();
    for q in automaton.states() {
        let mut row = IdVec::new();
        automaton.states().for_each(|p| _ = row.push(!automaton.is_accepting(q) || automaton.is_accepting(p)));
        relation.push(row);
    }
    loop {
        let mut changed = false;
        for q in automaton.states() {
            for p in automaton.states() {
                if !relation[q][p] || q == p {
                    continue;
                }
                let follows = |t: &Transition<Cube>| automaton.leaving(p).any(|u| u.label.includes(t.label) && relation[t.to][u.to]);
                if !automaton.leaving(q).all(follows) {
                    relation[q][p] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return relation;
        }
    }
}

/// States that simulate each other are one, the first of them; what the others were is not reached any more.
fn quotient(automaton: &Automaton<Cube>) -> Automaton<Cube> {
    let below = simulation(automaton);
    let class = |q: StateId| automaton.states().take_while(|&p| p < q).find(|&p| below[q][p] && below[p][q]).unwrap_or(q);
    let states = automaton.states().map(|s| {
        let all = if class(s) == s { sorted(automaton.leaving(s).map(|t| (t.label, class(t.to)))) } else { Vec::new() };
        let is_needless = |y: &(Cube, StateId)| all.iter().any(|x| x != y && x.0.includes(y.0) && below[y.1][x.1]);
        (automaton.is_accepting(s), all.iter().copied().filter(|y| !is_needless(y)).collect())
    });
    let mut initial: Vec<StateId> = automaton.initial().iter().map(|&s| class(s)).collect();
    initial.sort_unstable();
    initial.dedup();
    let all = initial.clone();
    initial.retain(|y| !all.iter().any(|x| x != y && below[*y][*x]));
    Automaton::of(initial, states)
}

/// Writes transitions between the same states with fewer cubes.
fn with_fewer_cubes(automaton: &Automaton<Cube>) -> Automaton<Cube> {
    let states = automaton.states().map(|s| {
        let targets: BTreeSet<StateId> = automaton.leaving(s).map(|t| t.to).collect();
        let cubes = |to| simplified(automaton.leaving(s).filter(|t| t.to == to).map(|t| t.label).collect());
        (automaton.is_accepting(s), targets.into_iter().flat_map(|to| cubes(to).into_iter().map(move |cube| (cube, to))).collect())
    });
    Automaton::of(automaton.initial().to_vec(), states)
}

/// Fewer cubes that allow the same letters together.
pub fn simplified(mut cubes: Vec<Cube>) -> Vec<Cube> {
    loop {
        cubes.sort_unstable();
        cubes.dedup();
        let all = cubes.clone();
        cubes.retain(|y| !all.iter().any(|x| x != y && x.includes(*y)));
        let pair = cubes.iter().enumerate().find_map(|(i, x)| cubes[i + 1..].iter().enumerate().find_map(|(j, y)| Some((i, i + 1 + j, x.merged(*y)?))));
        let Some((i, j, merged)) = pair else { return cubes };
        cubes.remove(j);
        cubes.remove(i);
        cubes.push(merged);
    }
}
