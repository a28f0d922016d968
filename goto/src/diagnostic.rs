//! A message about a place of the source, as data. Nothing is drawn here.

use std::fmt;

/// A message about a place in a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// One sentence without a dot at the end.
    pub message: String,
    /// The file as the user named it, or as an `#include` found it.
    pub file: String,
    /// Counts from 1.
    pub line: u32,
    /// In bytes, counts from 1.
    pub column: u32,
    /// Bytes of `source_line` that the message is about, from `column` on; at least 1.
    pub length: u32,
    /// The line without its newline, where it is known.
    pub source_line: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}
