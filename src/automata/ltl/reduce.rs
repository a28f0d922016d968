//! Büchi automata made smaller without a change of what they accept: what leads to no acceptance goes, states that simulate each other become one,
//! transitions that another one makes needless go.

use super::buchi::{Buchi, Cube, State, StateId};
use goto::{Id, IdVec};

/// States beyond which simulations are not computed.
const MOST_STATES: usize = 400;

/// An automaton of the same words.
pub fn reduce(automaton: Buchi) -> Buchi {
    let mut now = trimmed(automaton);
    while now.states.len() <= MOST_STATES {
        let smaller = trimmed(quotient(&now));
        let same = smaller.states.len() == now.states.len() && smaller.n_transitions() == now.n_transitions();
        now = smaller;
        if same {
            break;
        }
    }
    merge_cubes(&mut now);
    now
}

/// Only what is reached and leads to an accepting cycle; states on no cycle do not accept.
fn trimmed(mut automaton: Buchi) -> Buchi {
    let components = automaton.components();
    let on_cycle = automaton.on_cycles(&components);
    for (s, state) in automaton.states.iter_mut() {
        state.accepting &= on_cycle[s];
    }
    let n = automaton.states.len();
    let accepts = |c: usize| automaton.states.iter().any(|(s, state)| components[s] == c && state.accepting);
    // Components are numbered from the last to the first.
    let n_components = components.values().max().map_or(0, |m| m + 1);
    let mut live: Vec<bool> = (0..n_components).map(accepts).collect();
    for c in 0..n_components {
        let leads = || automaton.states.iter().filter(|(s, _)| components[*s] == c).any(|(_, s)| s.transitions.iter().any(|t| live[components[t.1]]));
        live[c] = live[c] || leads();
    }
    // A component in which all cycles accept may do so as a whole; one that accepts nowhere does not.
    let mut reached = vec![false; n];
    let mut work: Vec<StateId> = automaton.initial.iter().copied().filter(|&s| live[components[s]]).collect();
    let mut order = Vec::new();
    while let Some(s) = work.pop() {
        if !std::mem::replace(&mut reached[s.index()], true) {
            order.push(s);
            work.extend(automaton.states[s].transitions.iter().map(|t| t.1).filter(|&t| live[components[t]]));
        }
    }
    let mut number: Vec<Option<StateId>> = vec![None; n];
    order.iter().enumerate().for_each(|(i, s)| number[s.index()] = Some(StateId::new(i)));
    let renamed = |s: StateId| number[s.index()];
    let mut states = IdVec::new();
    for &s in &order {
        let old = &automaton.states[s];
        let mut transitions: Vec<(Cube, StateId)> = old.transitions.iter().filter_map(|&(cube, to)| Some((cube, renamed(to)?))).collect();
        transitions.sort_unstable();
        transitions.dedup();
        states.push(State { accepting: old.accepting, transitions });
    }
    let initial = automaton.initial.iter().filter_map(|&s| renamed(s)).collect();
    Buchi { atoms: automaton.atoms, initial, states }
}

/// Direct simulation: `simulates[q][p]` if p does, step by step, all that q does, and accepts where q does.
fn simulation(automaton: &Buchi) -> Vec<Vec<bool>> {
    let n = automaton.states.len();
    let state = |i: usize| &automaton.states[StateId::new(i)];
    let mut relation: Vec<Vec<bool>> = (0..n).map(|q| (0..n).map(|p| !state(q).accepting || state(p).accepting).collect()).collect();
    loop {
        let mut changed = false;
        for q in 0..n {
            for p in 0..n {
                if !relation[q][p] || q == p {
                    continue;
                }
                let follows = |&(cube, to): &(Cube, StateId)| state(p).transitions.iter().any(|t| t.0.includes(cube) && relation[to.index()][t.1.index()]);
                if !state(q).transitions.iter().all(follows) {
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

fn quotient(automaton: &Buchi) -> Buchi {
    let below = simulation(automaton);
    let n = automaton.states.len();
    let class: Vec<StateId> = (0..n).map(|q| StateId::new((0..=q).find(|&p| below[q][p] && below[p][q]).unwrap_or(q))).collect();
    let mut states = IdVec::new();
    for (s, old) in automaton.states.iter() {
        let mut transitions: Vec<(Cube, StateId)> =
            if class[s.index()] == s { old.transitions.iter().map(|t| (t.0, class[t.1.index()])).collect() } else { Vec::new() };
        transitions.sort_unstable();
        transitions.dedup();
        let all = transitions.clone();
        transitions.retain(|y| !all.iter().any(|x| x != y && x.0.includes(y.0) && below[y.1.index()][x.1.index()]));
        states.push(State { accepting: old.accepting, transitions });
    }
    let mut initial: Vec<StateId> = automaton.initial.iter().map(|s| class[s.index()]).collect();
    initial.sort_unstable();
    initial.dedup();
    let all = initial.clone();
    initial.retain(|y| !all.iter().any(|x| x != y && below[y.index()][x.index()]));
    Buchi { atoms: automaton.atoms.clone(), initial, states }
}

/// Writes transitions between the same states with fewer cubes.
fn merge_cubes(automaton: &mut Buchi) {
    for (_, state) in automaton.states.iter_mut() {
        let mut targets: Vec<StateId> = state.transitions.iter().map(|t| t.1).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut all = Vec::new();
        for to in targets {
            let cubes = simplified(state.transitions.iter().filter(|t| t.1 == to).map(|t| t.0).collect());
            all.extend(cubes.into_iter().map(|cube| (cube, to)));
        }
        state.transitions = all;
    }
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
