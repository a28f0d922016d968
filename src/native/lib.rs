//! Runs of a program at native speed: the instrumented program is translated to C, compiled once by the system's compiler, and run very often by one guarded
//! process. What such a run shows is a proposal: it is the interpreter that judges. All code that runs is the translation, so nothing of the program
//! under test touches files, processes or the network; the process can do nothing but compute.
//!
//! Knows the language and its semantics (`goto::interp`), nothing of engines. A defined program does what it does in the interpreter; indeterminate values are zero
//! where the interpreter has zero, and accesses outside of live objects are found, but for a few of variables whose block was left.
//! What has no translation is an error, never a guess.

mod build;
mod child;
pub mod confinement;
mod expr;
mod function;
mod layout;
mod namespaces;
mod place;
mod prefix;
pub mod process;
mod request;
pub mod spawn;
mod stmt;
pub mod symbols;
mod types;
mod unit;

#[cfg(test)]
mod tests;

pub use build::{BuildError, BuildLimits};
pub use child::{Compiled, Native, Translated};
pub use layout::{MAX_CHANGES, MAX_INPUTS};
pub use request::{Change, Comparison, Constants, End, Observation, Request, RunLimits, Tail, Until};

use goto::{FuncId, InstrId, Location};
use thiserror::Error;

/// Something that has no translation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} has no native translation")]
pub struct NotTranslated {
    pub loc: Location,
    pub what: String,
}

/// Where integers are compared: the instruction, and operands that are constant (sign- or zero-extended by their types).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparisonSite {
    pub function: FuncId,
    pub instruction: InstrId,
    pub a: Option<u64>,
    pub b: Option<u64>,
}

/// The translation's text.
pub fn text(program: &goto::Program) -> Result<String, NotTranslated> {
    Ok(unit::translate(program)?.text)
}
