//! C text to GOTO: preprocess, normalise, parse, check, lower. Only this module sees lang-c.

pub mod aliases;
pub mod assumptions;
pub mod check;
pub mod contracts;
pub mod diagnostic;
pub mod dialect;
pub mod flags;
pub mod library;
pub mod linkage;
pub mod load;
pub mod lower;
pub mod map;
pub mod normalise;
pub mod outline;
pub mod pieces;
pub mod preprocess;
pub mod routine;
pub mod similar;
pub mod sketch;
pub mod source;
pub mod tree;

pub use aliases::{Aliases, LazyInputs};
pub use assumptions::WorldAssumptions;
pub use diagnostic::{Diagnostic, Error};
pub use load::{LoadOptions, Loaded, load};
pub use lower::EXIT_STATUS;
pub use source::INSERTED;
