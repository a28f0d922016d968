//! The board and the engines that write on it. May use everything below it (programs, analysis, symbolic execution, solvers); never prints.
//!
//! | module | what |
//! |---|---|
//! | [`board`] | status of targets, the tests, the only place where they live |
//! | [`target`] | what can be asked: goals, properties, goals of queries |
//! | [`judge`] | who says what runs reach |
//! | [`collection`] | the tests of the board: what each shows, where it goes, which are kept in the end |
//! | [`selection`] | a smallest set of tests, and a best order |
//! | [`status`] | what can be said of a target, with its evidence |
//! | [`search`] | concrete search for tests |
//! | [`searcher`] | the search at work on the board, and how much time it is worth |
//! | [`bmc`] | bounded model checking of everything that is open |
//! | `groups` | what is asked together, and halved where that is too hard |
//! | [`induction`] | the inductive step for what is open |
//! | `recursion` | contracts of recursive functions, and what follows from them |
//! | [`deduce`] | what follows from control flow and what is decided |
//! | [`certificate`] | what proofs rest on, for other solvers |
//! | `clock` | time that is spent on work, on machines that are busy |
//! | [`effort`] | what the engines have done so far |
//! | `depth` | how far an unrolling looks, in terms of the program |
//! | [`conditions`] | verification conditions as text |
//! | [`script`] | SMT-LIB scripts made of checks, for both |
//! | [`excursions`] | bounded model checking from states that runs reached |
//! | [`confirm`] | from a model to a run of the interpreter |
//! | [`budget`] | what engines may spend: time, instructions, runs, questions, tries |
//! | [`slices`] | turns of others while an engine is at work |
//! | [`schedule`] | who works when |
//! | [`sequences`] | the goals of queries: who judges runs for them, and who works on them |
//! | `threads` | proofs of programs with threads that look at each thread alone |
//! | [`termination`] | what follows from the claims about loops for the program's termination |
//! | [`lassos`] | words of runs that violate formulas |
//! | [`worth`] | how much time an engine is worth beside the others |
//! | [`trace`], [`journey`] | counterexamples step by step: assignments alone, and all that the source does |
//! | [`executed`] | the lines and functions that tests execute |
//! | [`replay`] | native runs of tests, with limits |
//! | [`agree`] | the unrolling held against the interpreter |
//! | [`explored`] | what an interrupted analysis has shown |
//! | [`rest`] | what follows from a whole program for what is left of it to look at |
//! | [`arg`] | abstract reachability graphs of automata over control flow, with reuse |

pub mod agree;
pub mod arg;
pub mod bmc;
pub mod board;
pub mod budget;
pub mod certificate;
mod clock;
pub mod clocks;
pub mod collection;
pub mod conditions;
pub mod confirm;
mod cuts;
pub mod deduce;
mod depth;
pub mod effort;
mod excursions;
pub mod executed;
mod groups;
pub mod induction;
pub mod interleavings;
pub mod journey;
pub mod judge;
pub mod lassos;
mod plain;
mod recursion;
pub mod replay;
pub mod rest;
pub mod schedule;
pub mod script;
pub mod search;
mod searcher;
mod selection;
pub mod sequences;
pub mod slices;
pub mod status;
pub mod target;
pub mod termination;
#[cfg(test)]
mod tests;
mod threads;
pub mod trace;
pub mod visits;
mod weight;
