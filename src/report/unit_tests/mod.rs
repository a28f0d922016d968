//! Tests of functions as C that people read: a file for each source, which includes the source, sets the scene, calls the function and checks what was observed. Knows C's
//! text and what a run begins with, not how tests are found, compiled or observed.
//!
//! | module | what |
//! |---|---|
//! | [`scene`] | what a call finds, from the inputs of a run |
//! | `setup` | the first half of a test: objects, global variables, the call |
//! | `stubs` | functions that a test defines since pointers lead to them |
//! | [`observed`] | what native runs tell, and the checks of it |
//! | [`file`](mod@file) | whole files: tests, what records them, the list for CMake |
//! | [`frameworks`] | the forms that frameworks give tests |
//! | `ctext` | types and constants in C |

mod ctext;
pub mod file;
pub mod frameworks;
mod looks;
pub mod observed;
pub mod scene;
mod setup;
mod stubs;

pub use ctext::Spelling;
pub use setup::{Style, Subject};
