//! Models of functions in Promela, the language of the model checker Spin, after FeaVer (Holzmann and Smith): the control flow is kept, and each statement and
//! condition is mapped by a table that the user can edit. Knows the steps of a program and their texts; reads and writes no files.

mod expression;
mod model;
mod table;
mod threads;

pub use model::{Model, model};
pub use table::{Table, Unused};
pub use threads::{Refusal, threaded};
