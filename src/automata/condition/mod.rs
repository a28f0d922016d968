//! Assumption automata as text, in the language of CPAchecker's: read over a program, and written of what an analysis has looked at.

pub mod read;
mod repeated;
pub mod scope;
pub mod share;
mod spell;
mod unite;
pub mod write;

pub use read::{Facts, Reading, Unfit, over};
pub use spell::spelled;
pub use unite::{intersection, union};
