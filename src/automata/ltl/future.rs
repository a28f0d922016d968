//! What is sure of the states of a Büchi automaton: which letters they accept when one is repeated for ever, and whether they accept everything.

use super::buchi::{Buchi, Cube, StateId};
use super::formula::Letter;
use super::reduce::simplified;
use super::translate::TooLarge;
use goto::{Id, IdVec};

/// Propositions of which all letters are tried.
const MOST_ATOMS: usize = 12;

/// For each state the letters that it accepts when one is repeated for ever, as cubes of which one must allow the letter.
///
/// # Errors
/// If there are too many propositions.
pub fn stutters(automaton: &Buchi) -> Result<IdVec<StateId, Vec<Cube>>, TooLarge> {
    let n_atoms = automaton.atoms.len();
    if n_atoms > MOST_ATOMS {
        return Err(TooLarge);
    }
    let mut letters: IdVec<StateId, Vec<Cube>> = automaton.states.ids().map(|_| Vec::new()).fold(IdVec::new(), |mut all, v| {
        all.push(v);
        all
    });
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
fn repeating(automaton: &Buchi, letter: Letter) -> Vec<StateId> {
    let successors =
        |s: usize| -> Vec<usize> { automaton.states[StateId::new(s)].transitions.iter().filter(|t| t.0.allows(letter)).map(|t| t.1.index()).collect() };
    let n = automaton.states.len();
    let component = super::buchi::components(n, successors);
    let component = |s: usize| component[StateId::new(s)];
    let on_cycle = |s: usize| successors(s).iter().any(|&t| component(t) == component(s));
    let n_components = (0..n).map(|s| component(s) + 1).max().unwrap_or(0);
    // Lower numbers come later in the word.
    let mut accepts = vec![false; n_components];
    for c in 0..n_components {
        accepts[c] = (0..n).filter(|&s| component(s) == c).any(|s| {
            // On a cycle of the component: any of its states is, if one is.
            automaton.states[StateId::new(s)].accepting && (0..n).any(|r| component(r) == c && on_cycle(r))
                || successors(s).iter().any(|&t| accepts[component(t)])
        });
    }
    (0..n).filter(|&s| accepts[component(s)]).map(StateId::new).collect()
}

/// Which states surely accept every word: accepting ones among which every letter has a way. Others may do so too.
pub fn universal(automaton: &Buchi) -> IdVec<StateId, bool> {
    let mut sure = IdVec::new();
    automaton.states.values().for_each(|s| _ = sure.push(s.accepting));
    loop {
        let covered = |s: StateId| covers(automaton.states[s].transitions.iter().filter(|t| sure[t.1]).map(|t| t.0).collect());
        let Some(lost) = automaton.states.ids().find(|&s| sure[s] && !covered(s)) else { return sure };
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
