//! From formulas to Büchi automata, after Gastin and Oddoux: by very weak alternating and generalised automata, with simplification at each step.

use super::alternating::Alternating;
use super::buchi::{Buchi, State, StateId};
use super::formula::Specification;
use super::generalised::Generalised;
use super::normal::Normal;
use super::reduce::reduce;
use goto::{Id, IdVec};
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
    let mut automaton = degeneralised(&generalised)?;
    automaton.atoms = specification.atoms.clone();
    Ok(reduce(automaton))
}

/// States that say which kind of acceptance they wait for; those that wait for no more accept.
pub fn degeneralised(generalised: &Generalised) -> Result<Buchi, TooLarge> {
    let mut made = Buchi::empty(IdVec::new());
    let mut numbers: FxHashMap<(usize, usize), StateId> = FxHashMap::default();
    let mut work: Vec<(usize, usize)> = Vec::new();
    let n = generalised.n_kinds;
    let mut number = |at: (usize, usize), made: &mut Buchi, work: &mut Vec<(usize, usize)>| {
        *numbers.entry(at).or_insert_with(|| {
            work.push(at);
            made.states.push(State { accepting: at.1 == n, transitions: Vec::new() })
        })
    };
    for &i in &generalised.initial {
        let id = number((i, 0), &mut made, &mut work);
        made.initial.push(id);
    }
    let mut done = 0;
    while done < work.len() {
        let (state, level) = work[done];
        let from = StateId::new(done);
        done += 1;
        for t in &generalised.states[state] {
            let start = if level == n { 0 } else { level };
            let next = (start..n).find(|kind| t.accepts >> kind & 1 == 0).unwrap_or(n);
            let to = number((t.to, next), &mut made, &mut work);
            made.states[from].transitions.push((t.cube, to));
        }
        if made.states.len() > MOST_STATES {
            return Err(TooLarge);
        }
    }
    made.initial.sort_unstable();
    made.initial.dedup();
    Ok(made)
}
