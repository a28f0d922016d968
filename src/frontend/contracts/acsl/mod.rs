//! Contracts in comments: a subset of ACSL. Annotations are read from the comments of the text and written behind heads of functions and loops, as clauses that the other notations
//! have, too, so that everything behind this knows one form alone. Numbers in annotations have no bounds; what an annotation says and is not supported makes what it belongs to
//! unknown, where it stands, and is never left out.
//!
//! Knows tokens, no types: where these matter, the checker decides (`check::exact`).

mod attach;
mod clause;
mod comment;
mod functions;
mod lexer;
mod limits;
mod macros;
mod parser;
mod pointers;
mod resolve;
mod scope;
mod term;
mod value;
mod writer;

use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use crate::normalise::token;
use std::ops::Range;

pub(crate) use macros::{expansion, without_definitions};

/// Has the text annotations?
pub fn mentions(text: &str) -> bool {
    text.contains("/*@") || text.contains("//@")
}

/// What becomes of the variants of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variants {
    Checked,
    /// Loops are run as they are.
    Ignored,
}

/// The text with its annotations as clauses.
///
/// # Errors
/// Annotations that cannot be read.
pub fn translated(text: &str, variants: Variants) -> Result<String, Malformed> {
    let comments = comment::annotations(text)?;
    if comments.is_empty() {
        return Ok(text.to_owned());
    }
    let tokens = token::tokenize(text).map_err(|e| unreadable(e.range, e.message))?;
    let stream = Stream::new(&tokens).map_err(|e| unreadable(e.range, e.message))?;
    let edits = attach::edits(&stream, (text, variants), &comments)?;
    Ok(super::apply(text, edits))
}

/// It cannot be read.
fn unreadable(range: Range<usize>, message: impl Into<String>) -> Malformed {
    Malformed { range, message: message.into(), unsupported: false }
}

/// It can be read, but is not supported.
fn refused(range: Range<usize>, what: &str) -> Malformed {
    Malformed { range, message: format!("{what} is not supported in annotations"), unsupported: true }
}
