//! Finds annotations among the comments of a text.

use super::clause::is_first_word;
use super::lexer::{Kind, Token, tokens};
use super::unreadable;
use crate::normalise::Malformed;
use std::ops::Range;

/// A comment that is an annotation, with its tokens; there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Annotation {
    pub range: Range<usize>,
    pub tokens: Vec<Token>,
}

/// What stands between the marks of each comment that begins with `@`, with the range of the whole comment.
pub(super) fn bodies(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let find = |from: usize, what: &str| text[from..].find(what).map_or(text.len(), |n| from + n);
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let close = find(at + 2, "*/");
                let end = (close + 2).min(text.len());
                if bytes.get(at + 2) == Some(&b'@') {
                    found.push((at..end, at + 3..close.max(at + 3)));
                }
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = find(at, "\n");
                if bytes.get(at + 2) == Some(&b'@') {
                    found.push((at..end, at + 3..end));
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    found
}

/// The annotations of the text. Formulas of temporal logic stand in such comments, too, and are others' to read.
pub(super) fn annotations(text: &str) -> Result<Vec<Annotation>, Malformed> {
    let mut found = Vec::new();
    for (range, body) in bodies(text) {
        let word = text[body.clone()].trim_start_matches(['@', ' ', '\t', '\n', '\r']);
        if word.is_empty() || word.starts_with("ltl ") {
            continue;
        }
        let tokens = tokens(text, body)?;
        let Some(first) = tokens.first() else { continue };
        if first.kind != Kind::Word || !is_first_word(&first.text) {
            let message = format!("no annotation begins with `{}`; --no-acsl leaves comments what they are", first.text);
            return Err(unreadable(first.range.clone(), message));
        }
        found.push(Annotation { range, tokens });
    }
    Ok(found)
}
