//! The functions of a text, and which of them are known to end.

use super::super::header::Header;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// A declaration or definition of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FunctionAt {
    pub name: String,
    /// Its first token.
    pub start: usize,
    /// The bracket behind its parameters.
    pub close: usize,
    pub header: Header,
    /// The braces of its body.
    pub body: Option<Range<usize>>,
}

/// All of them, in their order.
pub(super) fn all(stream: &Stream<'_>) -> Vec<FunctionAt> {
    let mut found = Vec::new();
    let (mut at, mut start) = (0, 0);
    while at < stream.len() {
        let behind = stream.behind_attributes(at);
        if behind > at {
            at = behind;
            continue;
        }
        match stream.at(at) {
            ";" => {
                at += 1;
                start = at;
            }
            "}" => {
                at += 1;
                start = at;
            }
            "(" if at > start && stream.is_name(at - 1) && stream.partner(at).is_some() && stream.at(start) != "typedef" => {
                let name = at - 1;
                let close = stream.behind_group(at) - 1;
                let next = stream.behind_attributes(close + 1);
                let body = (stream.at(next) == "{").then(|| next..stream.behind_group(next));
                if matches!(stream.at(next), "{" | ";") {
                    let header = Header::of(stream, start, name, close);
                    found.push(FunctionAt { name: stream.at(name).to_owned(), start, close, header, body: body.clone() });
                }
                at = body.map_or(next, |body| body.end);
                if stream.before(at) == "}" {
                    start = at;
                }
            }
            "(" | "[" => at = stream.behind_group(at).max(at + 1),
            "{" => at = stream.behind_group(at).max(at + 1),
            _ => at += 1,
        }
    }
    found
}

/// What annotations say of whether functions end.
pub(super) struct Endings<'a> {
    pub stream: &'a Stream<'a>,
    pub functions: &'a [FunctionAt],
    /// Words of loops that have variants.
    pub with_variants: Vec<usize>,
    /// Functions without bodies whose contracts say that they end, and do not leave the program.
    pub promised: Vec<String>,
}

impl Endings<'_> {
    /// Why it is not known that a function ends and comes back to its caller.
    pub(super) fn doubt(&self, function: &str, open: &mut Vec<String>, asks_for_loops: bool) -> Option<String> {
        if open.iter().any(|name| name == function) {
            return Some(format!("{function} calls itself"));
        }
        let Some(body) = self.functions.iter().filter(|f| f.name == function).find_map(|f| f.body.clone()) else {
            return (!self.promised.iter().any(|name| name == function)).then(|| format!("nothing is known of {function}"));
        };
        open.push(function.to_owned());
        let doubt = body.clone().find_map(|t| self.doubt_at(t, open, asks_for_loops));
        open.pop();
        doubt
    }

    fn doubt_at(&self, t: usize, open: &mut Vec<String>, asks_for_loops: bool) -> Option<String> {
        let stream = self.stream;
        let word = stream.at(t);
        let ends_do = word == "while" && stream.before(t) == "}" && stream.partner(t - 1).is_some_and(|open| stream.before(open) == "do");
        match word {
            "for" | "while" | "do" if asks_for_loops && stream.is_word(t) && !ends_do && !self.with_variants.contains(&t) => {
                Some(format!("a loop without a variant in {}", open.last().map_or("", String::as_str)))
            }
            "goto" if asks_for_loops => Some("a jump".to_owned()),
            "asm" | "__asm" | "__asm__" => Some("assembler".to_owned()),
            "(" if t > 0 && stream.is_name(t - 1) && !stream.starts_type(t - 1) => {
                // A declarator like `int (*f)(int)` has no name before the bracket.
                let name = stream.before(t);
                let is_declared = t > 1 && stream.starts_type(t - 2);
                if is_declared { Some(format!("the declaration of {name}")) } else { self.doubt(name, open, asks_for_loops) }
            }
            "(" if t > 0 && matches!(stream.before(t), ")" | "]") => {
                // `(*f)(x)` is a call of nobody knows whom; `(T)(x)` and `if (x) (y)` are none.
                let group = stream.partner(t - 1)?;
                let is_pointer = stream.at(group + 1) == "*" || stream.before(t) == "]";
                is_pointer.then(|| "a call through a pointer".to_owned())
            }
            _ => None,
        }
    }
}
