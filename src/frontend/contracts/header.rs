//! The head of a function's declaration or definition, as tokens.

use super::wrong;
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// `static inline T *name(T a, T b[3])`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// The tokens before the name.
    pub result: Range<usize>,
    pub name: usize,
    pub parameters: Vec<HeaderParameter>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HeaderParameter {
    pub tokens: Range<usize>,
    /// The token of its name, if it has one.
    pub name: Option<usize>,
}

/// The word, or the text of an attribute, that marks a function as one with a contract.
const MARK: &str = "__ESBMC_contract";
/// Words before a function's name that say nothing of its type.
const STORAGE: [&str; 9] = [MARK, "extern", "static", "inline", "__inline", "__inline__", "_Noreturn", "__extension__", "__noreturn__"];

impl Header {
    /// The head whose name is this token, with parameters between the bracket behind it and its partner.
    pub(super) fn of(stream: &Stream<'_>, start: usize, name: usize, close: usize) -> Self {
        let mut parameters = Vec::new();
        let mut at = name + 2;
        while at < close {
            let end = stream.find(at, ",").filter(|&comma| comma < close).unwrap_or(close);
            parameters.push(HeaderParameter { tokens: at..end, name: parameter_name(stream, at..end) });
            at = end + 1;
        }
        if let [only] = parameters.as_slice()
            && stream.joined(only.tokens.clone()) == "void"
        {
            parameters.clear();
        }
        Self { result: start..name, name, parameters }
    }

    /// The type of the result.
    pub(super) fn result_type(&self, stream: &Stream<'_>) -> String {
        let mut words = Vec::new();
        let mut at = self.result.start;
        while at < self.result.end {
            let behind = stream.behind_attributes(at);
            if behind > at {
                at = behind;
                continue;
            }
            if !STORAGE.contains(&stream.at(at)) {
                words.push(stream.at(at));
            }
            at += 1;
        }
        words.join(" ")
    }

    /// Is the function marked as one with a contract?
    pub(super) fn is_marked(&self, stream: &Stream<'_>) -> bool {
        self.result.clone().any(|token| stream.at(token).trim_matches('"') == MARK)
    }

    pub(super) fn returns_nothing(&self, stream: &Stream<'_>) -> bool {
        self.result_type(stream) == "void"
    }

    /// The parameters as a declaration has them, each with a name.
    ///
    /// # Errors
    /// A number of parameters that varies.
    pub(super) fn declared(&self, stream: &Stream<'_>) -> Result<String, Malformed> {
        let mut declared = Vec::new();
        for (i, parameter) in self.parameters.iter().enumerate() {
            if stream.at(parameter.tokens.start) == "..." {
                return Err(wrong(stream, parameter.tokens.clone(), "a contract of a function with any number of arguments is not supported"));
            }
            let mut text = stream.joined(parameter.tokens.clone());
            if parameter.name.is_none() {
                text = format!("{text} {}", self.name_of(stream, i));
            }
            declared.push(text);
        }
        Ok(if declared.is_empty() { "void".to_owned() } else { declared.join(", ") })
    }

    /// The names of parameters that are pointers.
    pub(super) fn pointers(&self, stream: &Stream<'_>) -> Vec<String> {
        let is_pointer = |p: &&HeaderParameter| p.tokens.clone().any(|t| matches!(stream.at(t), "*" | "["));
        self.parameters.iter().filter(is_pointer).filter_map(|p| p.name.map(|token| stream.at(token).to_owned())).collect()
    }

    /// The parameters as arguments of a call.
    pub(super) fn arguments(&self, stream: &Stream<'_>) -> String {
        let names: Vec<String> = (0..self.parameters.len()).map(|i| self.name_of(stream, i)).collect();
        names.join(", ")
    }

    pub(super) fn name_of(&self, stream: &Stream<'_>, i: usize) -> String {
        self.parameters[i].name.map_or_else(|| format!("{}unnamed_{i}", super::PREFIX), |token| stream.at(token).to_owned())
    }
}

/// The last name outside of square brackets, if a type stands before it; of a pointer to a function the name behind its star.
fn parameter_name(stream: &Stream<'_>, tokens: Range<usize>) -> Option<usize> {
    let mut last = None;
    let mut at = tokens.start;
    while at < tokens.end {
        let behind = stream.behind_attributes(at);
        if behind > at {
            at = behind;
            continue;
        }
        match stream.at(at) {
            "(" if stream.at(at + 1) == "*" => {
                return (at + 1..tokens.end).find(|&i| stream.is_name(i));
            }
            "[" | "(" => at = stream.behind_group(at).max(at + 1),
            _ => {
                let is_tag = matches!(stream.before(at), "struct" | "union" | "enum");
                if stream.is_name(at) && at > tokens.start && !is_tag && !(stream.is_typedef(stream.at(at)) && at + 1 < tokens.end && stream.is_name(at + 1)) {
                    last = Some(at);
                }
                at += 1;
            }
        }
    }
    // `const T` alone has a type in the last place.
    last.filter(|&name| !(stream.is_typedef(stream.at(name)) && (tokens.start..name).all(|i| matches!(stream.at(i), "const" | "volatile" | "struct"))))
}
