//! GOTO to GOTO passes that keep the meaning.

mod addresses;
mod forwards;
mod inline;
mod nested;
mod simplify;
mod single_entry;
mod slice;
mod steps;
mod unreached;

pub(crate) use addresses::element_type;
pub use addresses::name_objects;
pub use inline::{inline_only_call, is_called_once};
pub use simplify::{simplify, strip_marks};
pub use single_entry::enter_loops_at_heads;
pub use slice::slice;
pub use steps::tell_steps_by_places;
pub use unreached::{leave_functions_out, leave_statics_out};

#[cfg(test)]
mod tests;
