//! From formulas to Büchi automata, after Gastin and Oddoux: by very weak alternating and generalised automata, with simplification at each step.

use super::alternating::Alternating;
use super::buchi::{Buchi, Cube};
use super::formula::Specification;
use super::generalised::Generalised;
use super::normal::Normal;
use super::reduce::reduce;
use crate::{Automaton, StateId};
use goto::Id;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// The formula's automaton is larger than this version makes any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the formula is too large: its automaton has too many states")]
pub struct TooLarge;

const MOST_STATES: usize = 20_000;

/// An automaton of the words on which the formula holds.
///
/// # Errors
/// If the formula is too large.
pub fn translate(specification: &Specification) -> Result<Buchi, TooLarge> {
    let alternating = Alternating::new(&Normal::from(&specification.formula))?;
    let generalised = Generalised::new(&alternating)?;
    Ok(reduce(Buchi { atoms: specification.atoms.clone(), automaton: degeneralised(&generalised)? }))
}

/// States that say which kind of acceptance they wait for; those that wait for no more accept.
fn degeneralised(generalised: &Generalised) -> Result<Automaton<Cube>, TooLarge> {
    let mut made = Automaton::default();
    let mut numbers: FxHashMap<(StateId, usize), StateId> = FxHashMap::default();
    let mut work: Vec<(StateId, usize)> = Vec::new();
    let n = generalised.n_kinds;
    let mut number = |at: (StateId, usize), made: &mut Automaton<Cube>, work: &mut Vec<(StateId, usize)>| {
        *numbers.entry(at).or_insert_with(|| {
            work.push(at);
            made.add_state(at.1 == n)
        })
    };
    for &state in generalised.automaton.initial() {
        let start = number((state, 0), &mut made, &mut work);
        made.start_in(start);
    }
    let mut done = 0;
    while done < work.len() {
        let (state, level) = work[done];
        let from = StateId::new(done);
        done += 1;
        for t in generalised.automaton.leaving(state) {
            let start = if level == n { 0 } else { level };
            let next = (start..n).find(|kind| t.label.accepts >> kind & 1 == 0).unwrap_or(n);
            let to = number((t.to, next), &mut made, &mut work);
            made.add(from, t.label.cube, to);
        }
        if made.n_states() > MOST_STATES {
            return Err(TooLarge);
        }
    }
    Ok(made)
}
