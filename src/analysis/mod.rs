//! Facts computed over GOTO programs; changes nothing.
//!
//! | module | what |
//! |---|---|
//! | [`crash`] | which expressions may crash |
//! | [`reach`] | which instructions can still reach something of interest |
//! | [`named_loops`] | names of loops for people |
//! | [`influence`] | which variables can influence where execution goes |

pub mod crash;
pub mod influence;
pub mod named_loops;
pub mod reach;
