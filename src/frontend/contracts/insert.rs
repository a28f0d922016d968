//! Puts clauses into the text of a program where the user would write them.

use super::clauses::definition_of;
use super::loops::statement_end;
use super::{apply, read};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// Where clauses of a function stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// Behind its head, and the clauses that stand there already.
    BehindHead,
    /// First in its body.
    InBody,
}

/// Clauses of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfLoop {
    /// Its number among the loops of the function, in the order of the text, from zero.
    pub number: usize,
    pub clauses: String,
}

/// The text with these clauses at the definition of the function, on the line on which what follows stands; `None` if the text does not define it, or has no such loop.
///
/// # Errors
/// Clauses of the text that cannot be read.
pub fn inserted(text: &str, function: &str, position: Position, (clauses, loops): (&str, &[OfLoop])) -> Result<Option<String>, Malformed> {
    read(text, |stream, _| {
        let Some((_, body)) = definition_of(stream, function) else { return Ok(None) };
        let brace = stream.range(body.start..body.start + 1);
        let at = match position {
            Position::BehindHead => brace.start,
            Position::InBody => brace.end,
        };
        let mut edits = vec![(at..at, format!(" {clauses} "))];
        let keywords = if loops.is_empty() { Vec::new() } else { keywords(stream, body) };
        for OfLoop { number, clauses } in loops {
            let Some(&keyword) = keywords.get(*number) else { return Ok(None) };
            let at = place(stream, keyword, position);
            edits.push((at..at, format!(" {clauses} ")));
        }
        Ok(Some(apply(text, edits)))
    })
}

/// The words with which the loops of a body begin.
fn keywords(stream: &Stream<'_>, body: Range<usize>) -> Vec<usize> {
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for at in body {
        match stream.at(at) {
            "do" if stream.is_word(at) => {
                ends.push(statement_end(stream, at + 1));
                all.push(at);
            }
            "while" | "for" if stream.is_word(at) && !ends.contains(&at) => all.push(at),
            _ => {}
        }
    }
    all
}

/// Where clauses of the loop stand: behind its head, or first in its body; before the loop if that has no braces.
fn place(stream: &Stream<'_>, keyword: usize, position: Position) -> usize {
    let head = if stream.at(keyword) == "do" { keyword + 1 } else { stream.behind_group(keyword + 1) };
    let behind = stream.range(head - 1..head).end;
    match position {
        Position::BehindHead => behind,
        Position::InBody if stream.at(head) == "{" => stream.range(head..head + 1).end,
        Position::InBody => stream.range(keyword..keyword + 1).start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_stand_at_the_definition() {
        let text = "int f(int x);\nint g(void) { return f(1); }\nint f(int x) __CPROVER_assigns() { return x; }";
        let behind = inserted(text, "f", Position::BehindHead, ("C", &[])).ok().flatten().unwrap();
        assert!(behind.ends_with("__CPROVER_assigns()  C { return x; }"), "{behind}");
        let within = inserted(text, "g", Position::InBody, ("C", &[])).ok().flatten().unwrap();
        assert!(within.contains("int g(void) { C  return f(1); }"), "{within}");
        assert!(matches!(inserted(text, "h", Position::InBody, ("C", &[])), Ok(None)));
    }

    #[test]
    fn clauses_of_loops_stand_at_their_heads() {
        let text = "void f(int n) { do { while (n) n--; } while (n); for (;;) { break; } }";
        let with = |position, number| inserted(text, "f", position, ("C", &[OfLoop { number, clauses: "L".to_owned() }])).ok().flatten();
        let behind = |number| with(Position::BehindHead, number).unwrap();
        assert!(behind(0).contains("do L  {") && behind(1).contains("while (n) L  n--") && behind(2).contains("for (;;) L  {"));
        let within = |number| with(Position::InBody, number).unwrap();
        assert!(within(1).contains("{  L while (n) n--") && within(2).contains("for (;;) { L  break"), "{}", within(1));
        assert_eq!(with(Position::InBody, 3), None);
    }
}
