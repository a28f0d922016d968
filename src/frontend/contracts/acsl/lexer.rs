//! Cuts an annotation into tokens, which keep their places in the text.

use super::unreadable;
use crate::normalise::Malformed;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    /// A word behind a backslash, with it.
    Logic,
    Int,
    Float,
    Char,
    Str,
    Punct,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub text: String,
    pub range: Range<usize>,
}

/// Longest first.
const PUNCTUATORS: [&str; 18] = ["<==>", "<-->", "==>", "-->", "...", "..", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "::", "\\"];

/// The tokens of a part of the text. `@` is white space, and so are comments inside.
pub(super) fn tokens(text: &str, range: Range<usize>) -> Result<Vec<Token>, Malformed> {
    let mut tokens = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        // The range is not empty.
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() || first == '@' {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (kind, len) = token(rest).ok_or_else(|| unreadable(at..at + first.len_utf8(), "this character has no meaning in an annotation"))?;
        tokens.push(Token { kind, text: rest[..len].to_owned(), range: at..at + len });
        at += len;
    }
    Ok(tokens)
}

fn token(rest: &str) -> Option<(Kind, usize)> {
    let first = rest.chars().next()?;
    let word = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    if first.is_ascii_alphabetic() || first == '_' {
        return Some((Kind::Word, word(rest)));
    }
    if let Some(name) = rest.strip_prefix('\\').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return Some((Kind::Logic, 1 + word(name)));
    }
    if first.is_ascii_digit() {
        return Some(number(rest));
    }
    if first == '\'' || first == '"' {
        let mut escaped = false;
        for (i, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '\n' => return None,
                _ if c == first => return Some((if first == '"' { Kind::Str } else { Kind::Char }, i + 1)),
                _ => {}
            }
        }
        return None;
    }
    if let Some(punct) = PUNCTUATORS.iter().find(|p| rest.starts_with(**p)).filter(|p| **p != "\\") {
        return Some((Kind::Punct, punct.len()));
    }
    "()[]{}<>+-*/%&|^~!?:;,.=#".contains(first).then_some((Kind::Punct, 1))
}

/// `0..n` is a number and two dots.
fn number(rest: &str) -> (Kind, usize) {
    let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
    let mut len = 0;
    let mut is_float = false;
    let bytes = rest.as_bytes();
    while len < bytes.len() {
        let byte = bytes[len];
        let is_exponent = len > 0 && matches!(bytes[len - 1], b'e' | b'E' if !is_hex) && matches!(byte, b'+' | b'-');
        if byte == b'.' && bytes.get(len + 1) != Some(&b'.') && !is_float || is_exponent {
            is_float = true;
        } else if !byte.is_ascii_alphanumeric() {
            break;
        }
        len += 1;
    }
    let digits = &rest[..len];
    is_float |= !is_hex && digits.contains(['e', 'E']);
    (if is_float { Kind::Float } else { Kind::Int }, len)
}
