//! The places of a program's text that witnesses name: statements, decisions, calls, full expressions, each with its function, its position in the file and
//! the place that the if-goto program gives to its instructions. `walk` finds them in the trees of the files, which are parsed once more. Knows nothing of what they
//! mean.

mod arms;
mod effects;
mod scan;
mod uses;
mod walk;

pub use arms::{ArmPlace, Arms};
pub use effects::{Calls, check_expression};

use super::diagnostic::Error;
use super::source::{self, Options};
use goto::outline::Outline;
use std::path::PathBuf;
use uses::Names;

/// Reads the files again and notes their places.
///
/// # Errors
/// If a file cannot be read or parsed.
pub fn read(files: &[PathBuf], options: &Options) -> Result<Outline, Error> {
    source::on_big_stack(|| {
        let (mut outline, mut names) = (Outline::default(), Names::default());
        for (number, path) in files.iter().enumerate() {
            let raw = std::fs::read(path).unwrap_or_default();
            let raw = String::from_utf8_lossy(&raw).into_owned();
            outline.lines.push(raw.lines().map(str::len).collect());
            names.begin_file();
            walk::add(&mut outline, number, &path.display().to_string(), &raw, &source::read(path, options)?, &mut names)?;
        }
        outline.symbols = names.symbols;
        Ok(outline)
    })
}
