//! Programs built by hand, for each rule of the semantics.

mod arithmetic;
mod builder;
mod control;
mod doubt;
mod floats;
mod memory;
mod rounds;
