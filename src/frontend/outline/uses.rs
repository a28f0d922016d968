//! Which variables and functions a text names, and how: tags after the manner of UNO's data-flow tags, and what a text says of variables being zero. Names are
//! those of the scopes that they stand in; no types are known but whether a declaration makes a pointer or an array.

mod facts;
mod names;
mod reader;

pub(super) use names::Names;
