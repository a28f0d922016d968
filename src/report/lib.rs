//! Suites, proofs, JSON and other files made from the board. Nothing here decides anything, and nothing here prints.

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
