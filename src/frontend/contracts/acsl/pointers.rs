//! Whether functions can tell where pointers lead, beside what lies there: whether they compare them, or make numbers of them. Where nobody can, pointers that lead to different
//! objects stand for those that lead to different parts of one, and a pointer to nothing for a null pointer.

use super::functions::FunctionAt;
use super::scope::{Scope, Sort};
use crate::normalise::stream::Stream;
use std::ops::Range;

/// Looks at bodies of functions.
pub(super) struct Pointers<'a> {
    pub stream: &'a Stream<'a>,
    pub functions: &'a [FunctionAt],
}

impl Pointers<'_> {
    /// The function and all that it may call by name.
    pub(super) fn reached(&self, function: &str) -> Vec<String> {
        let mut reached = vec![function.to_owned()];
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            next += 1;
            for body in self.functions.iter().filter(|f| f.name == name).filter_map(|f| f.body.clone()) {
                for t in body.filter(|&t| self.stream.is_name(t) && self.stream.at(t + 1) == "(") {
                    let called = self.stream.at(t).to_owned();
                    if !reached.contains(&called) {
                        reached.push(called);
                    }
                }
            }
        }
        reached
    }

    /// Can any of them tell?
    pub(super) fn tell(&self, functions: &[String]) -> bool {
        let all = functions.iter().flat_map(|name| self.functions.iter().filter(move |f| f.name == *name));
        // Of what is not declared nothing is known, and who gives a pointer back lets others look at it.
        if functions.iter().any(|name| self.functions.iter().all(|f| f.name != *name)) {
            return true;
        }
        let returns = |f: &&FunctionAt| f.header.result.clone().any(|t| self.stream.at(t) == "*");
        all.clone().filter(|f| f.name != functions[0]).any(|f| returns(&f)) || all.filter(|f| f.body.is_some()).any(|f| self.tells(f))
    }

    fn tells(&self, function: &FunctionAt) -> bool {
        let Some(body) = function.body.clone() else { return false };
        let scope = Scope { stream: self.stream, header: &function.header, body: Some(body.clone()) };
        let stream = self.stream;
        body.clone().any(|t| {
            if stream.at(t) == "&" && !is_operand_end(stream, t) {
                return !matches!(stream.before(t), "(" | ",") || !self.is_argument(t, &body);
            }
            if !stream.is_name(t) || stream.at(t + 1) == "(" || stream.is_typedef(stream.at(t)) {
                return false;
            }
            scope.sort(stream.at(t)) == Sort::Pointer && !self.is_plain(t, &body)
        })
    }

    /// Is the pointer only followed, handed on or kept?
    fn is_plain(&self, t: usize, body: &Range<usize>) -> bool {
        let stream = self.stream;
        let (before, behind) = (stream.before(t), stream.at(t + 1));
        if matches!(behind, "[" | "->") {
            return true;
        }
        let is_declared = before == "*" && stream.starts_type(t.saturating_sub(2));
        if before == "*"
            && (is_declared || !is_operand_end(stream, t - 1))
            && matches!(behind, ";" | "=" | ")" | "," | "+" | "-" | "<" | ">" | "<=" | ">=" | "==" | "!=")
        {
            return true;
        }
        let start = if matches!(before, "." | "->") { t - 2 } else { t };
        matches!(stream.before(start), "(" | ",") && self.is_argument(start, body) || behind == "=" || stream.before(start) == "=" && behind == ";"
    }

    /// Does an argument of a call begin here, in which nothing is compared?
    fn is_argument(&self, start: usize, body: &Range<usize>) -> bool {
        let stream = self.stream;
        let mut open = start;
        while open > body.start {
            open = match stream.before(open) {
                ")" | "]" | "}" => match stream.partner(open - 1) {
                    Some(partner) => partner,
                    None => return false,
                },
                "(" => break,
                ";" | "{" | "[" => return false,
                _ => open - 1,
            };
        }
        if open < body.start + 2 || !stream.is_name(open - 2) || stream.starts_type(open - 2) {
            return false;
        }
        let mut at = start;
        while at < body.end && !matches!(stream.at(at), "," | ")") {
            if matches!(stream.at(at), "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "!" | "?" | "=") {
                return false;
            }
            at = stream.behind_group(at).max(at + 1);
        }
        true
    }
}

/// Does an operand end before the token, so that it is a binary operator?
fn is_operand_end(stream: &Stream<'_>, t: usize) -> bool {
    let before = t.wrapping_sub(1);
    stream.is_name(before) || matches!(stream.before(t), ")" | "]") || stream.before(t).starts_with(|c: char| c.is_ascii_digit())
}
