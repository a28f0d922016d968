//! Witnesses of SV-COMP: what a run or a proof says to another tool, and what another tool says to this one. Files to waypoints and invariants and back,
//! waypoints and invariants to places of the program's text and back. Decides nothing about programs.
//!
//! | module | what |
//! |---|---|
//! | [`model`] | a witness |
//! | [`yaml`], [`graphml`] | the two formats, written and read |
//! | [`constraint`] | what is said of results of calls |
//! | [`run`], [`threads`] | a violation witness from a run, of one thread and of several |
//! | [`kept`] | invariants and ghosts from facts that threads keep |
//! | [`proof`] | a correctness witness from invariants of loops |
//! | [`expression`] | if-goto expressions as C |
//! | [`resolve`] | the places of a witness in the text of the program |

pub mod constraint;
pub mod expression;

pub mod graphml;
pub mod kept;
pub mod model;
pub mod proof;

pub mod resolve;
pub mod run;
pub mod threads;
pub mod yaml;

pub use model::{Witness, WitnessError};

use std::path::Path;

/// Is the file named as one of format 1.0?
pub fn is_graphml(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("graphml") || e.eq_ignore_ascii_case("xml"))
}

/// Writes a witness in the format that the name of its file asks for.
pub fn to_text(path: &Path, witness: &Witness) -> String {
    if is_graphml(path) { graphml::write(witness) } else { yaml::write(witness) }
}

/// Reads a witness of the format that its text has.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn from_text(text: &str) -> Result<Witness, WitnessError> {
    if text.trim_start().starts_with('<') { graphml::read(text) } else { yaml::read(text) }
}
