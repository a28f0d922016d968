//! Runtime monitors: C that watches a run of a program and says when the run violates a formula, after d_check and nd_check of Holzmann's paper on trends in
//! model checking (figures 6 and 7). A run is seen as a sequence of abstract states: what the propositions of the formula are, and the values of further
//! expressions. If an abstract state comes back and the automaton of the violating runs can have gone round from an accepting state to itself in between, the
//! program could go on so for ever, as far as the abstraction tells: that is a violation.
//!
//! Unlike figure 7, the pairs that a state has are made anew at each step, from those of the states before: pairs of a way that has ended count no more,
//! so nothing is reported that is no way of the automaton. The monitor of locks (`lockset`) is of no formula. Knows formulas, their automata, and the
//! places of statements in a program's text; reads and writes no files.

mod emit;
mod lockset;
mod program;
#[cfg(test)]
mod tests;

pub use emit::{Monitor, emit};
pub use lockset::{Accesses, LOCKSET, watched_objects};
pub use program::watched_text;

/// What a monitor is told of the program: expressions of C over its global variables.
pub struct Watched {
    pub propositions: Vec<String>,
    pub further: Vec<String>,
}
