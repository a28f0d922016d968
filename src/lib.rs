//! gotcha: a bounded model checker for C with k-induction. ARCHITECTURE.md describes how the modules fit together.

pub mod analysis;
pub mod automata;
pub mod c;
pub mod cli;
pub mod condition;
pub mod emit;
pub mod engine;
pub mod extract;
pub mod fql;
pub mod instrument;
pub mod limits;
pub mod ltl;
pub mod monitor;
pub mod native;
pub mod solver;
pub mod spec;
pub mod symex;
pub mod term;
pub mod transform;
pub mod uno;
pub mod witness;
