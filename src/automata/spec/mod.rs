//! Property automata as CPAchecker writes them (`.spc`), run along the edges of a program.
//!
//! | module | what |
//! |---|---|
//! | [`ast`], [`parser`], [`print`] | specifications as they are written |
//! | [`code`] | statements of C as trees of words: patterns and texts |
//! | [`texts`], [`steps`] | what the edges of a program mean for automata |
//! | [`matching`] | which transitions a step takes |
//! | [`product`] | in which states that finds an automaton |
//! | [`lower`] | automata as observers |

pub mod ast;
pub mod code;
mod lexer;
pub mod lower;
pub mod matching;
pub mod parser;
mod print;
pub mod product;
pub mod steps;
pub mod texts;

pub use ast::{Automaton, Specification, StateId, VariableId};
pub use matching::{MatchError, Matcher, Move, Moves};
pub use parser::parse;
pub use steps::{EdgeContent, Node, Nodes, Part, Source, Step, StepKind, Steps};
pub use texts::Texts;

type Result<T, E = goto::Diagnostic> = std::result::Result<T, E>;
