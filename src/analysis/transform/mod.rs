//! GOTO to GOTO passes that keep the meaning.

mod simplify;
mod single_entry;
mod slice;

pub use simplify::{simplify, strip_marks};
pub use single_entry::enter_loops_at_heads;
pub use slice::slice;

#[cfg(test)]
mod tests;
