//! What is wrong with a query, and where. Nothing is drawn here.

use super::ast::Span;
use std::fmt;

/// A query that means nothing, or nothing here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    /// One sentence without a dot at the end.
    pub message: String,
    /// In the query's text.
    pub span: Span,
}

impl QueryError {
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), span }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}

pub(super) type Result<T, E = QueryError> = std::result::Result<T, E>;
