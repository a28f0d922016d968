//! Formulas where tools keep them: in property files (`CHECK( init(main()), LTL( ... ) )`) and in comments of programs (`//@ ltl invariant NAME: ...;`).

use goto::TextError;
use std::ops::Range;

/// A property file about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InFile {
    /// Where execution starts.
    pub entry: String,
    /// Where the formula is.
    pub formula: Range<usize>,
}

/// A formula of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InComment {
    pub name: String,
    pub formula: Range<usize>,
}

/// Finds the formula of a property file.
///
/// # Errors
/// If the text is no such property.
pub fn in_property(text: &str) -> Result<InFile, TextError> {
    let wrong = |message: &str, at: usize| TextError::new(message, at..(at + 1).min(text.len().max(at)));
    let mut at = 0;
    expect(text, &mut at, &["CHECK", "("]).map_err(|at| wrong("expected CHECK( init(main()), LTL( ... ) )", at))?;
    expect(text, &mut at, &["init", "("]).map_err(|at| wrong("expected init(FUNCTION()) as the first part", at))?;
    skip(text, &mut at);
    let name = text[at..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(0);
    let entry = text[at..at + name].to_owned();
    at += name;
    if entry.is_empty() {
        return Err(wrong("expected init(FUNCTION()) as the first part", at));
    }
    expect(text, &mut at, &["(", ")", ")"]).map_err(|at| wrong("expected init(FUNCTION()) as the first part", at))?;
    expect(text, &mut at, &[",", "LTL", "("]).map_err(|at| wrong("expected LTL( ... ) as the second part", at))?;
    let close = closing(text, at).ok_or_else(|| wrong("this parenthesis is not closed", at - 1))?;
    let rest = &text[close + 1..];
    // Some files have a parenthesis too many.
    if rest.chars().any(|c| c != ')' && !c.is_whitespace()) || !rest.contains(')') {
        return Err(wrong("expected the end of the property", close + 1));
    }
    Ok(InFile { entry, formula: at..close })
}

/// Where the parenthesis is that closes the one before this position, outside of quotations.
fn closing(text: &str, from: usize) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (1, false, false);
    for (i, c) in text[from..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(from + i);
        }
    }
    None
}

fn skip(text: &str, at: &mut usize) {
    *at += text[*at..].len() - text[*at..].trim_start().len();
}

/// Steps over the words, with blanks between them; else where it is not so.
fn expect(text: &str, at: &mut usize, words: &[&str]) -> Result<(), usize> {
    for word in words {
        skip(text, at);
        if !text[*at..].starts_with(word) {
            return Err(*at);
        }
        *at += word.len();
    }
    Ok(())
}

/// The formulas in the comments of a program's text as it is before the preprocessor.
pub fn in_comments(text: &str) -> Vec<InComment> {
    let mut found = Vec::new();
    for (mark, end) in [("//@", "\n"), ("/*@", "*/")] {
        for (start, _) in text.match_indices(mark) {
            let body = start + mark.len();
            let stop = text[body..].find(end).map_or(text.len(), |n| body + n);
            let mut at = body;
            if expect(text, &mut at, &["ltl", "invariant"]).is_err() {
                continue;
            }
            let Some(colon) = text[at..stop].find(':') else { continue };
            let name = text[at..at + colon].trim().to_owned();
            let from = at + colon + 1;
            let inside = text[from..stop].trim_end();
            let inside = inside.strip_suffix(';').unwrap_or(inside);
            found.push(InComment { name, formula: from..from + inside.len() });
        }
    }
    found.sort_by_key(|c| c.formula.start);
    found
}
