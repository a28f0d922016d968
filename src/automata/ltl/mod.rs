//! Linear temporal logic: formulas in the syntaxes of several tools, and Büchi automata of them.
//!
//! A letter says which atomic propositions hold after a step of the program. Propositions are texts here (expressions of C, labels); what they mean in a
//! program is for others.
//!
//! | module | what |
//! |---|---|
//! | [`formula`] | formulas as they are read, words that repeat, and whether a formula holds on one: the meaning of record |
//! | [`parser`] | the text of formulas; [`source`]: formulas in property files and in comments |
//! | [`normal`] | negation normal form, simplified when it is built |
//! | [`alternating`], [`generalised`], [`translate`] | very weak alternating automata, generalised Büchi automata, Büchi automata (Gastin and Oddoux) |
//! | [`buchi`], [`reduce`] | Büchi automata, made smaller |
//! | [`future`] | what is sure of a state: which letters it accepts when they are repeated for ever, whether it accepts everything |
//! | [`vacuity`] | of which parts of a formula it may not depend that it holds |
//! | [`hoa`] | the exchange format of automata, and pictures |

pub mod alternating;
pub mod buchi;
pub mod formula;
pub mod future;
pub mod generalised;
pub mod hoa;
pub mod normal;
pub mod parser;
pub mod reduce;
pub mod source;
#[cfg(test)]
mod tests;
pub mod translate;
pub mod vacuity;

pub use buchi::{Buchi, Cube};
pub use formula::{Atom, AtomId, AtomKind, Formula, Specification};
pub use parser::parse;
pub use translate::{TooLarge, translate};
