//! Puts clauses into the text of a program where the user would write them.

use super::clauses::definition_of;
use super::{apply, read};
use crate::normalise::Malformed;

/// Where clauses of a function stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// Behind its head, and the clauses that stand there already.
    BehindHead,
    /// First in its body.
    InBody,
}

/// The text with these clauses at the definition of the function, on the line on which what follows stands; `None` if the text does not define it.
///
/// # Errors
/// Clauses of the text that cannot be read.
pub fn inserted(text: &str, function: &str, position: Position, clauses: &str) -> Result<Option<String>, Malformed> {
    read(text, |stream, _| {
        let Some((_, body)) = definition_of(stream, function) else { return Ok(None) };
        let brace = stream.range(body.start..body.start + 1);
        let at = match position {
            Position::BehindHead => brace.start,
            Position::InBody => brace.end,
        };
        Ok(Some(apply(text, vec![(at..at, format!(" {clauses} "))])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_stand_at_the_definition() {
        let text = "int f(int x);\nint g(void) { return f(1); }\nint f(int x) __CPROVER_assigns() { return x; }";
        let behind = inserted(text, "f", Position::BehindHead, "C").ok().flatten().unwrap();
        assert!(behind.ends_with("__CPROVER_assigns()  C { return x; }"), "{behind}");
        let within = inserted(text, "g", Position::InBody, "C").ok().flatten().unwrap();
        assert!(within.contains("int g(void) { C  return f(1); }"), "{within}");
        assert!(matches!(inserted(text, "h", Position::InBody, "C"), Ok(None)));
    }
}
