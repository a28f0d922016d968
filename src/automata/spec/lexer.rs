//! The words of a specification. What a `{` or `[` begins depends on the word before, so the parser asks for one word at a time.

use std::ops::Range;

/// What is wrong at a place of one text.
pub(super) type Wrong = (String, Range<usize>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    Number(i64),
    /// `$1`.
    Bound(u32),
    /// In double quotes.
    Text(String),
    /// What stands in braces; literals of C may contain braces.
    Braces(String),
    /// What stands in square brackets, which may contain such brackets.
    Brackets(String),
    Sign(&'static str),
    End,
}

impl Token {
    /// As messages name it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Bound(n) => format!("`${n}`"),
            Token::Text(text) => format!("`\"{text}\"`"),
            Token::Braces(text) => format!("`{{{text}}}`"),
            Token::Brackets(text) => format!("`[{text}]`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file".to_owned(),
        }
    }
}

/// Longer signs first.
const SIGNS: [&str; 19] = ["->", "==", "!=", "&&", "||", "(", ")", ":", ";", ",", "=", "!", "+", "-", "<", ">", ".", "#", "]"];

/// The word at or behind an offset, and where it is.
pub(super) fn token(text: &str, from: usize) -> Result<(Token, Range<usize>), Wrong> {
    let at = from + blank(&text[from..]).map_err(|at| ("this comment does not end".to_owned(), from + at..from + at + 2))?;
    let rest = &text[at..];
    let found = |token, length: usize| Ok((token, at..at + length));
    let open = |what: &str| Err((format!("this {what} is not closed"), at..at + 1));
    let Some(first) = rest.chars().next() else { return Ok((Token::End, at..at)) };
    match first {
        '"' => match text_literal(rest) {
            Some((inside, length)) => found(Token::Text(inside), length),
            None => open("quotation mark"),
        },
        '{' => match enclosed(rest, '{', '}', true) {
            Some(length) => found(Token::Braces(rest[1..length - 1].to_owned()), length),
            None => open("brace"),
        },
        '[' => match enclosed(rest, '[', ']', false) {
            Some(length) => found(Token::Brackets(rest[1..length - 1].to_owned()), length),
            None => open("bracket"),
        },
        '$' => {
            let length = 1 + rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
            match rest[1..length].parse() {
                Ok(n) => found(Token::Bound(n), length),
                Err(_) => Err(("the number of what a pattern bound must follow".to_owned(), at..at + 1)),
            }
        }
        c if c.is_ascii_digit() => {
            let length = word(rest);
            match rest[..length].parse() {
                Ok(n) => found(Token::Number(n), length),
                Err(_) => Err(("not a number that can be used here".to_owned(), at..at + length)),
            }
        }
        c if c.is_ascii_alphabetic() || c == '_' => {
            let length = word(rest);
            found(Token::Word(rest[..length].to_owned()), length)
        }
        c => match SIGNS.iter().find(|s| rest.starts_with(**s)) {
            Some(sign) => found(Token::Sign(sign), sign.len()),
            None => Err((format!("`{c}` is no part of the language"), at..at + c.len_utf8())),
        },
    }
}

/// The length of the white space and comments that a text begins with; `Err` for a comment without an end.
fn blank(text: &str) -> Result<usize, usize> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map(|end| end + 2).ok_or(at)?;
        } else {
            return Ok(at);
        }
    }
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// What stands between quotation marks, and the length with them. `\"` and `\\` stand for what they end with.
fn text_literal(text: &str) -> Option<(String, usize)> {
    let (mut inside, mut escaped) = (String::new(), false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => {
                if !matches!(c, '"' | '\\') {
                    inside.push('\\');
                }
                inside.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => return Some((inside, at + 1)),
            '\n' => return None,
            _ => inside.push(c),
        }
    }
    None
}

/// The length of what brackets enclose, with them.
fn enclosed(text: &str, open: char, close: char, is_code: bool) -> Option<usize> {
    let (mut depth, mut literal, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match (literal, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (None, '\\') if !is_code => escaped = true,
            (Some(quote), c) if c == quote => literal = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if is_code => literal = Some(c),
            (None, c) if c == open => depth += 1,
            (None, c) if c == close && depth == 1 => return Some(at + 1),
            (None, c) if c == close => depth -= 1,
            (None, _) => {}
        }
    }
    None
}
