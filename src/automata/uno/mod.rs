//! Properties after the manner of UNO: a C function `uno_check` that is interpreted at each statement on a path, with tags for how the statement uses symbols
//! and with marks that symbols keep.
//!
//! | module | what |
//! |---|---|
//! | [`property`] | the function with its names resolved |
//! | [`tree`] | what it does at one statement: all that the statement decides is decided, what is left depends on variables, marks and facts |
//! | [`interpret`] | how that is found |
//! | [`code`] | the same for all statements of a program, with what they do to facts |
//! | [`configuration`], [`product`] | what a path leaves behind, and where control flow alone may lead |
//!
//! Each symbol has at most one mark. Knows the places of statements and what they name; changes no program.

pub mod code;
pub mod configuration;
mod interpret;
pub mod product;
pub mod property;
pub mod tree;

pub use code::{At, Code, Codes};
pub use configuration::Configuration;
pub use goto::outline::{Sign, SymbolNumber};
pub use goto::routine::{Binary, Unary};
pub use product::Found;
pub use property::{ErrorId, FUNCTION, Property, VariableId};
pub use tree::{Effect, Test, Tree, Value, Who};
