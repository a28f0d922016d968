//! What can be wrong with an input program, as data. Nothing is drawn here; the command line does that.

use super::aliases::AliasError;
pub use goto::Diagnostic;
use std::io;

/// Why the front end gives no program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("cannot run the preprocessor {command}: {source}")]
    NoPreprocessor { command: String, source: io::Error },
    /// The text is what the preprocessor wrote to standard error, or why it was stopped.
    #[error("the preprocessor failed on {path}:\n{message}")]
    Preprocessor { path: String, message: String },
    #[error("{path} is a directory, not a C source file")]
    Directory { path: String },
    #[error("{path} is not a text file: it contains NUL bytes")]
    Binary { path: String },
    #[error("{path} is larger than {} MiB", limit >> 20)]
    TooLarge { path: String, limit: u64 },
    #[error(transparent)]
    Aliases(#[from] AliasError),
    /// Not C, or C that the grammar lacks.
    #[error("{0}")]
    Syntax(Box<Diagnostic>),
    /// No file defines the function where execution is to start.
    #[error("{diagnostic}")]
    NoEntry {
        diagnostic: Box<Diagnostic>,
        /// The functions that the files define.
        defined: Vec<String>,
    },
    /// Well-formed, but against a constraint of the language.
    #[error("{0}")]
    Type(Box<Diagnostic>),
    /// Correct C that this program cannot analyse.
    #[error("{0}")]
    Unsupported(Box<Diagnostic>),
}

impl Error {
    pub fn syntax(diagnostic: Diagnostic) -> Self {
        Error::Syntax(Box::new(diagnostic))
    }

    pub fn type_error(diagnostic: Diagnostic) -> Self {
        Error::Type(Box::new(diagnostic))
    }

    pub fn unsupported(diagnostic: Diagnostic) -> Self {
        Error::Unsupported(Box::new(diagnostic))
    }

    /// The place in the source, for errors that have one.
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        match self {
            Error::Syntax(diagnostic) | Error::Type(diagnostic) | Error::Unsupported(diagnostic) | Error::NoEntry { diagnostic, .. } => Some(diagnostic),
            _ => None,
        }
    }
}
