//! What the tokens of the program tell of its names: whether they are types, pointers or numbers. Types themselves the checker knows, later; here only as much is asked as
//! decides which definition of logic is meant.

use super::super::header::Header;
use super::term::TypeName;
use crate::normalise::stream::Stream;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Number,
    Pointer,
    Unknown,
}

/// The names that an annotation of a function sees.
pub(super) struct Scope<'a> {
    pub stream: &'a Stream<'a>,
    pub header: &'a Header,
    /// The braces of the body, if the annotation stands in it.
    pub body: Option<Range<usize>>,
}

const NUMBERS: [&str; 8] = ["char", "short", "int", "long", "signed", "unsigned", "_Bool", "enum"];

impl Scope<'_> {
    pub(super) fn is_type(&self, word: &str) -> bool {
        self.stream.is_typedef(word)
    }

    pub(super) fn mentions(&self, name: &str) -> bool {
        (0..self.stream.len()).any(|t| self.stream.at(t) == name)
    }

    pub(super) fn is_formal(&self, name: &str) -> bool {
        self.header.parameters.iter().any(|p| p.name.is_some_and(|t| self.stream.at(t) == name))
    }

    /// Does the function declare it?
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.is_formal(name) || self.body.clone().is_some_and(|body| self.declared(name, body).is_some())
    }

    /// A parameter that the body never writes, and whose address it never takes.
    pub(super) fn is_kept(&self, name: &str) -> bool {
        let Some(body) = self.body.clone() else { return self.is_formal(name) };
        let is_written = |t: usize| {
            if self.stream.at(t) != name || matches!(self.stream.before(t), "." | "->") {
                return false;
            }
            let behind = self.stream.at(t + 1);
            let is_assigned = matches!(behind, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--");
            // A member or an element may be part of it; brackets around it may be followed by anything.
            is_assigned
                || matches!(self.stream.before(t), "++" | "--") && !matches!(behind, "[" | "->")
                || self.stream.before(t) == "&" && !matches!(behind, "[" | "->")
                || behind == "."
                || behind == ")" && self.stream.before(t) == "("
        };
        self.is_formal(name) && !body.clone().any(is_written) && self.declared(name, body).is_none()
    }

    /// Is it a constant of an enumeration?
    pub(super) fn is_constant(&self, name: &str) -> bool {
        let stream = self.stream;
        (0..stream.len()).filter(|&t| stream.at(t) == "enum").any(|t| {
            let open = if stream.at(t + 1) == "{" { t + 1 } else { t + 2 };
            stream.at(open) == "{" && (open + 1..stream.behind_group(open)).any(|i| stream.at(i) == name && matches!(stream.before(i), "{" | ","))
        })
    }

    pub(super) fn sort(&self, name: &str) -> Sort {
        let own = self.header.parameters.iter().find(|p| p.name.is_some_and(|t| self.stream.at(t) == name));
        if let Some(parameter) = own {
            let end = parameter.name.unwrap_or(parameter.tokens.end);
            let is_pointer = parameter.tokens.clone().any(|t| matches!(self.stream.at(t), "*" | "["));
            return if is_pointer { Sort::Pointer } else { self.sort_of_tokens(parameter.tokens.start..end) };
        }
        let local = self.body.clone().and_then(|body| self.declared(name, body));
        local.or_else(|| self.declared(name, 0..self.stream.len())).unwrap_or(Sort::Unknown)
    }

    /// What a pointer of this name leads to, if it is no pointer itself.
    pub(super) fn pointee(&self, name: &str) -> Sort {
        let own = self.header.parameters.iter().find(|p| p.name.is_some_and(|t| self.stream.at(t) == name));
        if let Some(parameter) = own {
            let end = parameter.name.unwrap_or(parameter.tokens.end);
            let depth = parameter.tokens.clone().filter(|&t| matches!(self.stream.at(t), "*" | "[")).count();
            return if depth == 1 { self.sort_of_tokens(parameter.tokens.start..end) } else { Sort::Unknown };
        }
        let local = self.body.clone().and_then(|body| self.declared_as(name, body, true));
        local.or_else(|| self.declared_as(name, 0..self.stream.len(), true)).unwrap_or(Sort::Unknown)
    }

    /// The type of a parameter, as it is written.
    pub(super) fn type_of_formal(&self, name: &str) -> Option<String> {
        let parameter = self.header.parameters.iter().find(|p| p.name.is_some_and(|t| self.stream.at(t) == name))?;
        let words = (parameter.tokens.start..parameter.name?).map(|t| self.stream.at(t)).filter(|word| *word != "const");
        Some(words.collect::<Vec<_>>().join(" "))
    }

    pub(super) fn sort_of_result(&self) -> Sort {
        if self.header.result.clone().any(|t| self.stream.at(t) == "*") { Sort::Pointer } else { self.sort_of_tokens(self.header.result.clone()) }
    }

    pub(super) fn sort_of(&self, ty: &TypeName) -> Sort {
        if ty.stars > 0 {
            return Sort::Pointer;
        }
        if ty.is_integer() || ty.words == "boolean" {
            return Sort::Number;
        }
        let words: Vec<&str> = ty.words.split(' ').collect();
        self.sort_of_words(&words, 0)
    }

    fn sort_of_tokens(&self, tokens: Range<usize>) -> Sort {
        let words: Vec<&str> = tokens.map(|t| self.stream.at(t)).collect();
        self.sort_of_words(&words, 0)
    }

    fn sort_of_words(&self, words: &[&str], depth: usize) -> Sort {
        if words.iter().any(|w| matches!(*w, "struct" | "union" | "float" | "double" | "void")) || depth > 20 {
            return Sort::Unknown;
        }
        if words.iter().any(|w| NUMBERS.contains(w)) {
            return Sort::Number;
        }
        let Some(name) = words.iter().find(|w| self.stream.is_typedef(w)) else { return Sort::Unknown };
        let stream = self.stream;
        let definition = (0..stream.len()).filter(|&t| stream.at(t) == "typedef").find_map(|t| {
            let end = stream.find(t, ";")?;
            (stream.before(end) == *name).then_some(t + 1..end - 1)
        });
        let Some(tokens) = definition else { return Sort::Unknown };
        if tokens.clone().any(|t| stream.at(t) == "*") {
            return Sort::Pointer;
        }
        let words: Vec<&str> = tokens.map(|t| stream.at(t)).collect();
        self.sort_of_words(&words, depth + 1)
    }

    /// What all declarations of a name between these tokens agree on.
    fn declared(&self, name: &str, tokens: Range<usize>) -> Option<Sort> {
        self.declared_as(name, tokens, false)
    }

    /// The same, or what they lead to.
    fn declared_as(&self, name: &str, tokens: Range<usize>, is_pointee: bool) -> Option<Sort> {
        let stream = self.stream;
        let mut found: Option<Sort> = None;
        for t in tokens.clone().filter(|&t| stream.at(t) == name && stream.is_name(t)) {
            if !matches!(stream.at(t + 1), ";" | "," | "=" | "[" | ")" | ":") {
                continue;
            }
            let mut start = t;
            while start > tokens.start && stream.before(start) == "*" {
                start -= 1;
            }
            let stars = t - start;
            let mut first = start;
            while first > tokens.start && (stream.starts_type(first - 1) || matches!(stream.before(first - 1), "struct" | "union" | "enum")) {
                first -= 1;
            }
            let sort = if first < start {
                let depth = stars + usize::from(stream.at(t + 1) == "[");
                if is_pointee {
                    if depth == 1 { self.sort_of_tokens(first..start) } else { Sort::Unknown }
                } else if stars > 0 || stream.at(t + 1) == "[" {
                    Sort::Pointer
                } else {
                    self.sort_of_tokens(first..start)
                }
            } else if matches!(stream.before(start), "," | "}") && stars == 0 {
                // It may be a declaration.
                if matches!(stream.at(t + 1), ";" | "," | "=") && self.may_go_on_declaring(start) { Sort::Unknown } else { continue }
            } else {
                continue;
            };
            found = Some(match found {
                None => sort,
                Some(known) if known == sort => sort,
                Some(_) => Sort::Unknown,
            });
        }
        found
    }

    /// Does the statement in which a comma stands begin with a type?
    fn may_go_on_declaring(&self, mut at: usize) -> bool {
        let stream = self.stream;
        while at > 0 {
            at = match stream.before(at) {
                ";" | "{" => break,
                ")" | "]" | "}" => match stream.partner(at - 1) {
                    Some(open) => open,
                    None => return false,
                },
                "(" => return stream.starts_type(at),
                _ => at - 1,
            };
        }
        stream.starts_type(at)
    }
}
