//! Suites, proofs, JSON and other files made from the board. Nothing here decides anything, and nothing here prints.
//!
//! # Decisions
//!
//! - **A witness is a restriction, never evidence**: checking one analyses the program again. Contracts in it take the place of the text's clauses
//!   (`contracts/added`) and are claimed of each call (`verify/contracts`); those that are written were proved in the same way.
//! - Native runs of tests (`replay`) compile the unchanged program with a driver that defines the input functions; of programs with threads also with what controls
//!   them.
//! - A panic of an engine is caught; what the board holds is reported, with exit status 3. A suite on disk is valid at every moment.
//! - Diagnostics are data and drawn last. Wrong command lines, wrong inputs, unsupported constructs, limits and defects are different variants.

pub mod certificate;
pub mod execution;
pub mod files;
pub mod harness;
pub mod history;
pub mod independence;
pub mod json;
pub mod monitor;
pub mod paths;

pub mod read_suite;
pub mod replay_report;
pub mod reports;

pub mod result;
pub mod schedule;
pub mod sequences;
pub mod suite;
pub mod text;
pub mod unit_tests;
pub mod value;
pub mod witness;
pub mod world;

/// The tool as its files name it.
pub const NAME: &str = "gotcha";
/// Its version, which all crates share.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(test)]
mod tests;
