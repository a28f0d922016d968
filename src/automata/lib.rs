//! Automata over the edges of a program's control flow: one form, whose labels are a parameter, for test goals, patterns of queries, and temporal logic.
//!
//! In most of them a letter is an edge together with the state of the program after it. A transition's label is a set of edges and a conjunction of predicates,
//! expressions of the program that must hold, or must not, after the edge. Knows the ids of edges and expressions, never what they stand for: whoever
//! needs the control flow (which edges may follow each other) or names for a picture passes them in.
//!
//! | module | what |
//! |---|---|
//! | [`set`] | sets of edges |
//! | [`label`] | labels of transitions |
//! | [`assumption`] | which paths an interrupted analysis has looked at: deterministic, with counters |
//! | [`region`] | control flow and an assumption automaton together |
//! | [`automaton`] | states, transitions, words |
//! | [`nfa`] | automata in the making, with steps that take no edge |
//! | [`flow`] | the product with control flow: where calls and returns lead what runs along the edges |
//! | [`product`] | the intersection of two languages |
//! | [`determinise`], [`minimise`] | one run for each word, as few states as possible |
//! | [`simulation`] | which states of one automaton do all that those of another do, modulo transitions |
//! | [`clean`] | removal of what no path of the program can take |
//! | [`show`] | text and Graphviz |
//! | [`observer`] | what watches a run: what it keeps, and what it does at a step |
//!
//! # Decisions
//!
//! - **A model in Promela of a program with threads is the program** (`automata/extract/threads`): instructions and models of threads are followed into one graph
//!   for each function that threads begin with, each step accesses shared memory once, and integers wrap as in C; what Promela cannot express is refused with its
//!   place. Values that variables may have are found by translating until nothing new is stored. Only what a table makes of one function is an abstraction.
//! - Four automata are not `Automaton<L>`. An assumption automaton is deterministic, takes the first of its ordered moves whose tests of counters hold and else
//!   stays where it is, so that a transition means nothing without its siblings. Its product with control flow (`region`) does not match calls, since with thousands
//!   of modes each function would be entered in thousands of states. The product of a query's goals (`sequences::flow`) follows all goals at once on instructions,
//!   where events are, not on edges. A witness is a list of segments that is passed from front to back, and the states of locks are kept by a model in C for each
//!   object of a run, since objects come and go.

pub mod assumption;
pub mod automaton;
pub mod clean;
pub mod condition;
pub mod determinise;
pub mod extract;
pub mod flow;
pub mod fql;
pub mod label;
pub mod ltl;
pub mod minimise;
pub mod nfa;
pub mod observer;
pub mod product;
#[cfg(test)]
mod regex;
pub mod region;
pub mod set;
pub mod show;
pub mod simulation;
pub mod spec;
#[cfg(test)]
mod tests;
pub mod uno;

pub use automaton::{Automaton, StateId, Transition, TransitionId, TransitionLabel};
pub use label::{Guard, Label, Literal};
pub use set::EdgeSet;
pub use simulation::Simulation;
