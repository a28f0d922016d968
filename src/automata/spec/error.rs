//! What is wrong with a specification, and where. Nothing is drawn here.

use super::ast::{Source, SourceId, Span};
use goto::IdVec;
use std::fmt;

/// What is wrong, with the line around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// One sentence without a dot at the end.
    pub message: String,
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    /// In bytes, counts from 1.
    pub column: usize,
    /// Bytes of the line that the message is about.
    pub length: usize,
    pub source_line: String,
}

impl SpecError {
    pub fn new(message: impl Into<String>, span: &Span, sources: &IdVec<SourceId, Source>) -> Self {
        let source = &sources[span.source];
        let (line, column, source_line) = place(&source.text, span.range.start);
        Self { message: message.into(), file: source.name.clone(), line, column, length: span.range.len().max(1), source_line }
    }
}

/// The line around an offset: its number, the column in bytes from 1, its text.
fn place(text: &str, at: usize) -> (usize, usize, String) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    (text[..at].matches('\n').count() + 1, at - start + 1, text[start..].lines().next().unwrap_or("").to_owned())
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl std::error::Error for SpecError {}

pub(super) type Result<T, E = SpecError> = std::result::Result<T, E>;
