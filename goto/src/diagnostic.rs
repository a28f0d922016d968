//! What is wrong with a text, and where, as data: the source of a program, a query, a formula, an automaton. Nothing is drawn here.

use std::fmt;
use std::ops::Range;

/// What is wrong with a text that the reader of the error knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// One sentence without a dot at the end.
    pub message: String,
    /// In bytes of the text.
    pub span: Range<usize>,
}

impl TextError {
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), span }
    }

    /// As a message about the file with this text.
    pub fn within(self, file: &str, text: &str) -> Diagnostic {
        Diagnostic::new(self.message, file, text, self.span)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

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

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// A message about a part of a file's text.
    pub fn new(message: impl Into<String>, file: &str, text: &str, span: Range<usize>) -> Self {
        let at = (0..=span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            message: message.into(),
            file: file.to_owned(),
            line: number(text[..at].matches('\n').count() + 1),
            column: number(at - start + 1),
            length: number(span.len().max(1)),
            source_line: Some(text[start..].lines().next().unwrap_or("").to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_become_lines_and_columns() {
        let text = "ab\nü = 1;\n\nend";
        let place = |span: Range<usize>| {
            let d = TextError::new("wrong", span).within("f", text);
            (d.line, d.column, d.length, d.source_line.unwrap_or_default())
        };
        assert_eq!(place(0..2), (1, 1, 2, "ab".to_owned()));
        assert_eq!(place(3..5), (2, 1, 2, "ü = 1;".to_owned()));
        // Inside of a character, empty, behind the end.
        assert_eq!(place(4..4), (2, 1, 1, "ü = 1;".to_owned()));
        assert_eq!(place(11..12), (3, 1, 1, String::new()));
        assert_eq!(place(100..200), (4, 4, 100, "end".to_owned()));
        assert_eq!(TextError::new("wrong", 3..4).within("f", text).to_string(), "f:2:1: wrong");
    }
}
