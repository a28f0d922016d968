//! The words of a query.

use super::Result;
use super::ast::Span;
use goto::TextError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A name or keyword, as it is written.
    Word(String),
    /// `@NAME` without the `@`, in capitals.
    At(String),
    /// `@7`.
    AtLine(u32),
    Number(u32),
    /// In single quotes.
    Text(String),
    /// What stands between braces.
    Braces(String),
    /// An operator or parenthesis.
    Sign(&'static str),
    End,
}

impl TokenKind {
    /// As messages name it.
    pub(super) fn describe(&self) -> String {
        match self {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::At(name) => format!("`@{name}`"),
            TokenKind::AtLine(n) => format!("`@{n}`"),
            TokenKind::Number(n) => format!("`{n}`"),
            TokenKind::Text(text) => format!("`'{text}'`"),
            TokenKind::Braces(text) => format!("`{{{text}}}`"),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the query".to_owned(),
        }
    }
}

/// Longer signs first.
const SIGNS: [&str; 16] = ["->", ">=", "==", "<=", "(", ")", "+", ".", "*", "|", "&", ",", "^", "$", "\"", "?:"];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map(|end| end + 2).ok_or_else(|| TextError::new("this comment does not end", at..at + 2))?;
        } else {
            let token = token(text, at, c)?;
            at = token.span.end;
            tokens.push(token);
        }
    }
    tokens.push(Token { kind: TokenKind::End, span: at..at });
    Ok(tokens)
}

fn token(text: &str, at: usize, first: char) -> Result<Token> {
    let rest = &text[at..];
    let token = |kind, length| Ok(Token { kind, span: at..at + length });
    match first {
        '{' => {
            let length = braces(rest).ok_or_else(|| TextError::new("this brace is not closed", at..at + 1))?;
            token(TokenKind::Braces(rest[1..length - 1].to_owned()), length)
        }
        '\'' => {
            let end = rest[1..].find('\'').ok_or_else(|| TextError::new("this quotation mark is not closed", at..at + 1))?;
            token(TokenKind::Text(rest[1..=end].to_owned()), end + 2)
        }
        '@' => {
            let length = 1 + word(&rest[1..]);
            let name = &rest[1..length];
            match name.parse() {
                _ if name.is_empty() => Err(TextError::new("the name of a filter must follow", at..at + 1)),
                Ok(line) => token(TokenKind::AtLine(line), length),
                Err(_) => token(TokenKind::At(name.to_ascii_uppercase()), length),
            }
        }
        c if c.is_ascii_digit() => {
            let length = word(rest);
            let number = rest[..length].parse().map_err(|_| TextError::new("not a number that can be used here", at..at + length))?;
            token(TokenKind::Number(number), length)
        }
        c if c.is_ascii_alphabetic() || c == '_' => {
            let length = word(rest);
            token(TokenKind::Word(rest[..length].to_owned()), length)
        }
        c => match SIGNS.iter().find(|s| rest.starts_with(**s)) {
            Some(sign) => token(TokenKind::Sign(sign), sign.len()),
            None => Err(TextError::new(format!("`{c}` is no part of the language"), at..at + c.len_utf8())),
        },
    }
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The length of what stands in braces, with them. Literals of C may contain braces.
fn braces(text: &str) -> Option<usize> {
    let (mut depth, mut literal, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match (literal, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(quote), c) if c == quote => literal = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => literal = Some(c),
            (None, '{') => depth += 1,
            (None, '}') if depth == 1 => return Some(at + 1),
            (None, '}') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}
