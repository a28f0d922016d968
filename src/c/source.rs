//! A source file on its way to the parser: runs the preprocessor and the normaliser.

use super::diagnostic::Error;
use super::map::SourceMap;
use super::normalise::{self, OffsetMap, Pragmas};
use super::pieces::Pieces;
use super::preprocess;
use goto::DataModel;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the preprocessor is told, as for the C compiler.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    pub include_dirs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    /// Files included before the first line.
    pub includes: Vec<PathBuf>,
    pub data_model: DataModel,
}

/// The text of one translation unit as the parser takes it.
#[derive(Debug)]
pub struct Source {
    pub map: SourceMap,
    pub pragmas: Pragmas,
    /// The normalised text.
    pub(super) text: String,
    /// Offsets in `text` between external declarations, ascending: where it may be cut into pieces.
    pub(super) cuts: Vec<usize>,
    /// A function inside of a function, which the grammar refuses; a range of the preprocessed text.
    pub(super) nested_function: Option<Range<usize>>,
}

/// Reads, preprocesses and normalises a file.
pub fn read(path: &Path, options: &Options) -> Result<Source, Error> {
    prepare(&path.display().to_string(), preprocess::preprocess(path, options)?)
}

/// Normalises preprocessed text. `file` is the name for lines before the first line marker.
pub fn prepare(file: &str, text: String) -> Result<Source, Error> {
    match normalise::normalise(&text) {
        Ok(normalised) => Ok(Source {
            map: SourceMap::new(file, text, normalised.blanked, normalised.offsets),
            pragmas: normalised.pragmas,
            text: normalised.text,
            cuts: normalised.cuts,
            nested_function: normalised.nested_function,
        }),
        Err(malformed) => {
            let map = SourceMap::new(file, text, String::new(), OffsetMap::default());
            Err(Error::syntax(map.diagnostic_in_text(malformed.range, malformed.message)))
        }
    }
}

impl Source {
    /// Parses the text piece by piece. Trees can be deep: make and drop them inside [`on_big_stack`].
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces::new(self)
    }
}

/// Runs the front end, or any part of it, on a stack that deep trees do not exhaust. The memory is reserved, not used.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    for size in [1 << 30, 256 << 20, 64 << 20] {
        let result = std::thread::scope(|scope| {
            let slot = &mut work;
            let run = move || slot.take().map(|work| work());
            // A thread cannot be started if the address space is limited; a smaller stack may do.
            let thread = std::thread::Builder::new().name("front end".to_owned()).stack_size(size).spawn_scoped(scope, run).ok()?;
            match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        if let Some(result) = result {
            return result;
        }
    }
    // `take` happens in a thread only, and whatever a thread took it has returned.
    work.take().expect("no thread ran the work")()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_stack_returns_the_result() {
        assert_eq!(on_big_stack(|| 6 * 7), 42);
    }
}
