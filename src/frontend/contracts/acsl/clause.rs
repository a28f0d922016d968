//! Cuts annotations into clauses and definitions. What a clause says is read when it is used, so that a file may contain what is not supported.

use super::lexer::{Kind, Token};
use super::parser::Parser;
use super::term::Binder;
use super::{refused, unreadable};
use crate::normalise::Malformed;

/// A clause of a contract, a loop or a statement: its first word, a second one, and the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    /// `loop invariant` has two words.
    pub word: String,
    /// The tokens behind the words, without the semicolon.
    pub tokens: Vec<Token>,
    pub first: Token,
    /// Behind its last token.
    pub end: usize,
}

/// A predicate or function of logic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Definition {
    pub name: String,
    /// The tokens from the type of the result, or the name of a predicate, to its end.
    pub tokens: Vec<Token>,
    /// Why it cannot be used.
    pub refused: Option<String>,
}

/// The head of a definition, and its body.
pub(super) struct Head<'a> {
    pub labels: Vec<String>,
    pub parameters: Vec<Binder>,
    /// What the result of a function is; `None` for predicates.
    pub result: Option<super::term::TypeName>,
    pub body: &'a [Token],
}

const CONTRACT: [&str; 15] = [
    "requires",
    "ensures",
    "assigns",
    "assumes",
    "behavior",
    "complete",
    "disjoint",
    "terminates",
    "decreases",
    "exits",
    "allocates",
    "frees",
    "returns",
    "breaks",
    "continues",
];
const STATEMENT: [&str; 6] = ["loop", "assert", "check", "admit", "for", "invariant"];
const GLOBAL: [&str; 14] =
    ["predicate", "logic", "axiomatic", "lemma", "axiom", "inductive", "type", "global", "ghost", "import", "model", "volatile", "strong", "weak"];

/// Is it the first word of an annotation?
pub(super) fn is_first_word(word: &str) -> bool {
    CONTRACT.contains(&word) || STATEMENT.contains(&word) || GLOBAL.contains(&word)
}

/// Is it a definition, or another thing that stands outside of functions and belongs to none?
pub(super) fn is_global(word: &str) -> bool {
    GLOBAL.contains(&word) && word != "ghost"
}

/// The clauses of an annotation. Binders end with a semicolon, too: a clause ends where one is followed by a word that begins another.
pub(super) fn clauses(tokens: &[Token]) -> Result<Vec<Clause>, Malformed> {
    let mut clauses = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let first = tokens[at].clone();
        if !CONTRACT.contains(&first.text.as_str()) && !STATEMENT.contains(&first.text.as_str()) {
            let hint = crate::similar::hint(&first.text, CONTRACT.iter().chain(&STATEMENT).copied());
            return Err(unreadable(first.range, format!("no clause begins with `{}`{hint}", first.text)));
        }
        let mut word = first.text.clone();
        at += 1;
        let follows = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| words.contains(&t.text.as_str()));
        let second = match first.text.as_str() {
            "loop" => true,
            "check" | "admit" => follows(at, &["requires", "ensures", "loop", "invariant"]),
            "complete" | "disjoint" => true,
            _ => false,
        };
        if second && let Some(next) = tokens.get(at) {
            word = format!("{word} {}", next.text);
            at += 1;
        }
        let start = at;
        let is_behavior = word == "behavior";
        while at < tokens.len() && !(ends_here(tokens, at, &[&CONTRACT, &STATEMENT]) || is_behavior && tokens[at].text == ":") {
            at += 1;
        }
        if at == tokens.len() {
            let last = tokens[at - 1].range.clone();
            return Err(unreadable(
                last.end.saturating_sub(1)..last.end,
                format!("`{}` is expected at the end of this clause", if is_behavior { ":" } else { ";" }),
            ));
        }
        let end = tokens[at - 1].range.end;
        clauses.push(Clause { word, tokens: tokens[start..at].to_vec(), first, end });
        at += 1;
    }
    Ok(clauses)
}

fn ends_here(tokens: &[Token], at: usize, words: &[&[&str]]) -> bool {
    let begins = |t: &Token| t.text == "}" || t.kind == Kind::Word && words.iter().any(|words| words.contains(&t.text.as_str()));
    tokens[at].text == ";" && tokens.get(at + 1).is_none_or(begins)
}

/// Adds the definitions of an annotation.
pub(super) fn definitions(tokens: &[Token], found: &mut Vec<Definition>) -> Result<(), Malformed> {
    let mut at = 0;
    while at < tokens.len() {
        let first = &tokens[at];
        let word = first.text.as_str();
        match word {
            "axiomatic" | "inductive" => {
                let Some(open) = (at..tokens.len()).find(|&i| tokens[i].text == "{" && !is_label_list(tokens, i)) else {
                    return Err(unreadable(first.range.clone(), "a block in braces is expected here"));
                };
                let Some(close) = partner(tokens, open) else { return Err(unreadable(tokens[open].range.clone(), "this brace is not closed")) };
                if word == "axiomatic" {
                    definitions(&tokens[open + 1..close], found)?;
                } else if let Some(name) = tokens.get(at + 1) {
                    found.push(Definition { name: name.text.clone(), tokens: Vec::new(), refused: Some("an inductive predicate".to_owned()) });
                }
                at = close + 1;
            }
            "predicate" | "logic" | "lemma" | "axiom" | "type" | "check" | "admit" => {
                let end = (at..tokens.len()).find(|&i| ends_here(tokens, i, &[&GLOBAL, &["check", "admit"]]));
                let Some(end) = end else {
                    return Err(unreadable(first.range.clone(), "`;` is expected at the end of this definition"));
                };
                if matches!(word, "predicate" | "logic") {
                    found.push(definition(word, &tokens[at + 1..end])?);
                }
                at = end + 1;
            }
            "global" | "model" | "volatile" | "strong" | "weak" | "import" | "ghost" => return Err(refused(first.range.clone(), &format!("`{word}`"))),
            _ => return Err(unreadable(first.range.clone(), format!("no definition begins with `{word}`"))),
        }
    }
    Ok(())
}

fn definition(word: &str, tokens: &[Token]) -> Result<Definition, Malformed> {
    // The name is the last word before labels, parameters or the equals sign.
    let end = tokens.iter().position(|t| matches!(t.text.as_str(), "(" | "{" | "=" | "<")).unwrap_or(tokens.len());
    let Some(name) = tokens[..end].last().filter(|t| t.kind == Kind::Word) else {
        return Err(unreadable(tokens.first().map_or(0..0, |t| t.range.clone()), format!("the name of a {word} is expected here")));
    };
    let is_generic = tokens.get(end).is_some_and(|t| t.text == "<");
    let has_body = tokens.iter().any(|t| t.text == "=");
    let refused = if is_generic {
        Some("a definition with parameters that are types".to_owned())
    } else if !has_body {
        Some("logic without a definition".to_owned())
    } else {
        None
    };
    Ok(Definition { name: name.text.clone(), tokens: tokens.to_vec(), refused })
}

/// `{K, L}`
fn is_label_list(tokens: &[Token], open: usize) -> bool {
    let Some(close) = partner(tokens, open) else { return false };
    tokens[open + 1..close].iter().enumerate().all(|(i, t)| if i % 2 == 0 { t.kind == Kind::Word } else { t.text == "," })
        && tokens.get(close + 1).is_some_and(|t| t.text != "}")
}

fn partner(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

impl Definition {
    /// Its head, and the tokens of its body.
    pub(super) fn head(&self, is_type: &dyn Fn(&str) -> bool) -> Result<Head<'_>, Malformed> {
        let mut parser = Parser::new(&self.tokens, is_type);
        let is_function = self.tokens.first().is_some_and(|t| t.text != self.name) || self.tokens.get(1).is_some_and(|t| t.text == self.name);
        let result = if is_function { Some(parser.type_name()?) } else { None };
        parser.word()?;
        let mut labels = Vec::new();
        if parser.take("{") {
            labels.push(parser.word()?);
            while parser.take(",") {
                labels.push(parser.word()?);
            }
            parser.expect("}")?;
        }
        let mut parameters = Vec::new();
        if parser.take("(") {
            parameters = parser.binders()?;
            parser.expect(")")?;
        }
        let Some(equals) = self.tokens.iter().position(|t| t.text == "=") else { return Err(refused(parser.place(), "logic without a definition")) };
        if !parser.take("=") {
            return Err(refused(parser.place(), "this part of a definition"));
        }
        Ok(Head { labels, parameters, result, body: &self.tokens[equals + 1..] })
    }
}
