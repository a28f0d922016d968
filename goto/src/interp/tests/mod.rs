//! Programs built by hand, for each rule of the semantics.

mod arithmetic;
mod builder;
mod control;
mod floats;
mod memory;
