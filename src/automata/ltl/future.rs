//! What is sure of the states of a Büchi automaton: which letters they accept when one is repeated for ever, and whether they accept everything.

use super::buchi::{Cube, goes_round};
use super::formula::Letter;
use super::reduce::simplified;
use super::translate::TooLarge;
use crate::{Automaton, StateId};
use goto::IdVec;
use goto::graph::Graph;

/// Propositions of which all letters are tried.
const MOST_ATOMS: usize = 12;

/// For each state the letters that it accepts when one is repeated for ever, as cubes of which one must allow the letter.
///
/// # Errors
/// If there are too many propositions.
pub fn stutters(automaton: &Automaton<Cube>, n_atoms: usize) -> Result<IdVec<StateId, Vec<Cube>>, TooLarge> {
    if n_atoms > MOST_ATOMS {
        return Err(TooLarge);
    }
    let mut letters: IdVec<StateId, Vec<Cube>> = IdVec::filled(Vec::new(), automaton.n_states());
    let every: Letter = ((1u64 << n_atoms) - 1) as Letter;
    for letter in 0..=every {
        for s in repeating(automaton, letter) {
            letters[s].push(Cube { holds: letter, fails: !letter & every });
        }
    }
    let mut all = IdVec::new();
    for cubes in letters.values() {
        all.push(simplified(cubes.clone()));
    }
    Ok(all)
}

/// The states that accept the letter repeated for ever.
fn repeating(automaton: &Automaton<Cube>, letter: Letter) -> Vec<StateId> {
    let steps: Vec<(StateId, StateId)> = automaton.transitions().filter(|(_, t)| t.label.allows(letter)).map(|(_, t)| (t.from, t.to)).collect();
    let graph = Graph::new(automaton.n_states(), &steps);
    let components = graph.components();
    let accepting = components.iter().filter(|c| goes_round(&graph, c) && c.iter().any(|&s| automaton.is_accepting(s)));
    let accepts = graph.reversed().reachable(accepting.flatten().copied());
    automaton.states().filter(|&s| accepts[s]).collect()
}

/// Which states surely accept every word: accepting ones among which every letter has a way. Others may do so too.
pub fn universal(automaton: &Automaton<Cube>) -> IdVec<StateId, bool> {
    let mut sure = IdVec::new();
    automaton.states().for_each(|s| _ = sure.push(automaton.is_accepting(s)));
    loop {
        let covered = |s: StateId| covers(automaton.leaving(s).filter(|t| sure[t.to]).map(|t| t.label).collect());
        let Some(lost) = automaton.states().find(|&s| sure[s] && !covered(s)) else { return sure };
        sure[lost] = false;
    }
}

/// Is every letter allowed by one of the cubes?
pub fn covers(cubes: Vec<Cube>) -> bool {
    if cubes.contains(&Cube::default()) {
        return true;
    }
    // Either way of a proposition that some cube asks for.
    let Some(bit) = cubes.iter().map(|c| c.holds | c.fails).find(|&asked| asked != 0).map(|asked| 1 << asked.trailing_zeros()) else { return false };
    let with = |holds: bool| {
        let against = |c: &Cube| if holds { c.fails & bit != 0 } else { c.holds & bit != 0 };
        covers(cubes.iter().filter(|c| !against(c)).map(|c| Cube { holds: c.holds & !bit, fails: c.fails & !bit }).collect())
    };
    with(true) && with(false)
}
