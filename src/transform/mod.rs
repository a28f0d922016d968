//! GOTO to GOTO passes that keep the meaning.

mod simplify;
mod slice;

pub use simplify::{simplify, strip_marks};
pub use slice::slice;

#[cfg(test)]
mod tests;
