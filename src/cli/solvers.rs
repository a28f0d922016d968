//! `gotcha solvers`: one line a solver, its name first; those that are not installed say so and how to get them.

use crate::cli::failure::Failure;
use crate::cli::output;
use std::fmt::Write as _;

/// Runs the command. The answer is the exit status.
pub(super) fn solvers() -> Result<u8, Failure> {
    let mut text = String::new();
    for info in solver::available() {
        // Writing to a string does not fail.
        let _ = match info.version {
            Some(version) => writeln!(text, "{:10}  {version}  [{}]", info.name, info.command),
            None => writeln!(text, "{:10}  not found  ({})", info.name, info.install_hint),
        };
    }
    output::print(&text)?;
    Ok(0)
}
