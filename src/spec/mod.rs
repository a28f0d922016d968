//! Property automata as CPAchecker writes them (`.spc`), run along the edges of a program.
//!
//! | module | what |
//! |---|---|
//! | [`ast`], [`parser`], [`print`] | specifications as they are written |
//! | [`code`] | statements of C as trees of words: patterns and texts |

pub mod ast;
pub mod code;
mod error;
mod lexer;
pub mod parser;
mod print;

pub use ast::{Automaton, Specification, StateId, VariableId};
pub use error::SpecError;
pub use parser::parse;
