//! Properties after the manner of UNO: a C function `uno_check` that is interpreted at each statement on a path, with tags for how the statement uses symbols
//! and with marks that symbols keep.
//!
//! | module | what |
//! |---|---|
//! | [`property`] | the function with its names resolved |
//! | `tree` | what it does at one statement: all that the statement decides is decided, what is left depends on variables, marks and facts |
//! | `interpret` | how that is found |
//! | [`code`] | the same for all statements of a program, with what they do to facts |
//! | `lower` | the same as an observer |
//! | [`product`] | where control flow alone may lead |
//!
//! Each symbol has at most one mark. Knows the places of statements and what they name; changes no program.

pub mod code;
mod interpret;
mod lower;
pub mod product;
pub mod property;
mod tree;

pub use code::{At, Codes, Error};
pub use goto::outline::SymbolNumber;
pub use product::Found;
pub use property::{ErrorId, FUNCTION, Property};
