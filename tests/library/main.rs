//! The layers held against each other: the interpreter, the compiler, native runs, graphs and facts, on programs of every kind.

mod arg;
mod decisions;
mod explored;
mod front_end;
mod interleavings;
mod intervals;
mod native;
#[path = "../pictures/mod.rs"]
mod pictures;
mod schedule;
mod symex_bounds;
