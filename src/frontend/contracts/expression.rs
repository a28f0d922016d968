//! Conditions of clauses as C: implications, results, values from before, quantifiers, and what is said of memory.

use super::{STANDS_FOR_ALL, places, quantifier, wrong};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// What becomes of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// It is taken for granted.
    Assumed,
    /// It is to be shown.
    Shown,
    /// It is looked at in a run, which goes through all values of a quantifier and reads nothing more.
    Tried,
}

/// An expression whose value from before is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct History {
    pub tokens: Range<usize>,
    /// The variable that holds it.
    pub name: String,
    /// It leads to a copy of the object that the expression, an array or pointer, leads to.
    pub is_copy: bool,
}

impl History {
    /// The declaration of the variable.
    pub(super) fn declared(&self, conditions: &Conditions<'_>) -> String {
        let (place, e) = self.of(conditions);
        let ty = if self.is_copy { format!("&({e})[0]") } else { format!("({e})") };
        format!("{place}__typeof__({ty}) {};", self.name)
    }

    /// The statement that lets it hold the value that the expression has now; what lies behind a pointer that leads nowhere has any.
    pub(super) fn kept(&self, conditions: &Conditions<'_>) -> String {
        let ((place, e), name) = (self.of(conditions), &self.name);
        if self.is_copy {
            return format!("{place}{name} = __contract_copy({e});");
        }
        if !conditions.is_place(self.tokens.clone()) {
            return format!("{place}{name} = ({e});");
        }
        let guard = if conditions.follows_pointers(self.tokens.clone()) { format!("if (__contract_readable(&({e}), sizeof({e}))) ") } else { String::new() };
        format!("{place}{guard}__builtin_memcpy(&{name}, &({e}), sizeof({e}));")
    }

    fn of(&self, conditions: &Conditions<'_>) -> (String, String) {
        (places::at(conditions.stream, conditions.text, self.tokens.start), conditions.stream.joined(self.tokens.clone()))
    }
}

/// Writes the conditions of one contract.
pub(super) struct Conditions<'a> {
    pub stream: &'a Stream<'a>,
    pub text: &'a str,
    pub side: Side,
    /// The word of the notation whose argument is a value from before.
    pub before: &'static [&'static str],
    /// The words whose argument is a pointer to an object of which a copy from before is meant.
    pub copied: &'static [&'static str],
    /// What names of variables for such values begin with.
    pub prefix: String,
    pub histories: Vec<History>,
    /// Variables of quantifiers around what is written.
    pub bound: Vec<String>,
    /// Values from before are those of now, as where a function begins.
    pub is_now_before: bool,
    /// The places of pointers that conditions said to be fresh.
    pub fresh: Vec<String>,
    /// Parameters that are pointers.
    pub pointers: Vec<String>,
    /// Names that stand for expressions: parameters of a function whose result is written.
    pub renamed: Vec<(String, String)>,
    /// The body of the function, where ESBMC declares variables of quantifiers.
    pub body: Option<Range<usize>>,
}

pub(super) const OLD: &[&str] = &["__CPROVER_old", "__ESBMC_old"];
pub(super) const OLD_COPY: &[&str] = &["__contract_old_copy"];
pub(super) const LOOP_ENTRY_COPY: &[&str] = &["__contract_loop_entry_copy"];
pub(super) const LOOP_ENTRY: &[&str] = &["__CPROVER_loop_entry", "__ESBMC_loop_entry"];

/// The variable that holds the result of the function.
pub(super) const RESULT: &str = "__contract_result";

impl Conditions<'_> {
    /// The condition, on lines of the source. `is_asserted`: does the whole follow from it being false, so that a quantifier in it may be about one value at a time?
    pub(super) fn write(&mut self, tokens: Range<usize>, is_asserted: bool) -> Result<String, Malformed> {
        let parts = self.split(tokens, ",");
        let parts = parts.into_iter().map(|part| self.without_commas(part, is_asserted)).collect::<Result<Vec<_>, _>>()?;
        Ok(parts.join(","))
    }

    /// The statements that take a condition for granted, conjuncts one by one.
    pub(super) fn assumed(&mut self, tokens: Range<usize>) -> Result<String, Malformed> {
        let tokens = quantifier::unwrapped(self, tokens);
        let parts = self.conjuncts(tokens.clone());
        if parts.len() > 1 {
            return parts.into_iter().map(|part| self.assumed(part)).collect();
        }
        let place = places::at(self.stream, self.text, tokens.start);
        let of_each = quantifier::of_each(self, tokens.clone())?;
        let condition = self.write(tokens.clone(), true)?;
        let assumed = format!("{place}__VERIFIER_assume(!!({condition}));");
        Ok(match of_each {
            Some((declared, written)) => {
                format!("if ({STANDS_FOR_ALL}()) {{ {declared}{place}__VERIFIER_assume(!!({written})); }} else {{ {assumed} }}")
            }
            None => match quantifier::of_ends(self, tokens)? {
                Some(of_ends) => format!("if ({STANDS_FOR_ALL}()) {{ {place}{of_ends} }} else {{ {assumed} }}"),
                None => assumed,
            },
        })
    }

    /// The tokens between separators that stand in no brackets.
    pub(super) fn split(&self, tokens: Range<usize>, separator: &str) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut at) = (tokens.start, tokens.start);
        while at < tokens.end {
            if self.stream.at(at) == separator {
                parts.push(start..at);
                start = at + 1;
                at += 1;
            } else {
                at = self.stream.behind_group(at).max(at + 1);
            }
        }
        parts.push(start..tokens.end);
        parts
    }

    /// The conditions that hold together if the whole holds; what binds less tightly than `&&` keeps it in one.
    pub(super) fn conjuncts(&self, tokens: Range<usize>) -> Vec<Range<usize>> {
        let mut at = tokens.start;
        while at < tokens.end {
            if matches!(self.stream.at(at), "||" | "?" | "," | "=") || is_implication(self.stream, at) {
                return vec![tokens];
            }
            at = self.stream.behind_group(at).max(at + 1);
        }
        let parts = self.split(tokens, "&&");
        let within = |part: Range<usize>| {
            let inner = quantifier::unwrapped(self, part.clone());
            let parts = if inner == part { Vec::new() } else { self.conjuncts(inner) };
            if parts.len() > 1 { parts } else { vec![part] }
        };
        parts.into_iter().flat_map(within).collect()
    }

    fn without_commas(&mut self, tokens: Range<usize>, is_asserted: bool) -> Result<String, Malformed> {
        let Some(arrow) = self.implication(tokens.clone()) else { return self.disjunction(tokens, is_asserted) };
        let left = self.write(tokens.start..arrow, false)?;
        let right = self.write(arrow + 2..tokens.end, is_asserted)?;
        Ok(format!("(!({left})||({right}))"))
    }

    /// The first of the two tokens of `==>`.
    pub(super) fn implication(&self, tokens: Range<usize>) -> Option<usize> {
        let mut at = tokens.start;
        while at + 1 < tokens.end {
            if is_implication(self.stream, at) {
                return Some(at);
            }
            at = self.stream.behind_group(at).max(at + 1);
        }
        None
    }

    /// Token by token, with what stands between them.
    fn disjunction(&mut self, tokens: Range<usize>, is_asserted: bool) -> Result<String, Malformed> {
        let stream = self.stream;
        // Only what stands under `&&` and `||` alone is as true as the whole.
        let is_plain = |at: usize| matches!(stream.at(at), "&&" | "||") || stream.partner(at).is_some() || is_quantifier(stream.at(at));
        let mut at = tokens.start;
        let mut passes_on = is_asserted;
        while at < tokens.end {
            passes_on &= is_plain(at);
            let group = if is_quantifier(stream.at(at)) { at + 1 } else { at };
            at = stream.behind_group(group).max(at + 1);
        }
        let mut written = String::new();
        let mut at = tokens.start;
        let mut last = None;
        while at < tokens.end {
            if let Some(last) = last {
                let range: Range<usize> = last..stream.range(at..at + 1).start;
                written.push_str(&self.text[range]);
            }
            let (part, behind) = self.operand(at, passes_on)?;
            written.push_str(&part);
            last = Some(stream.range(behind - 1..behind).end);
            at = behind;
        }
        Ok(written)
    }

    /// What begins at a token, and the position behind it.
    fn operand(&mut self, at: usize, is_asserted: bool) -> Result<(String, usize), Malformed> {
        let stream = self.stream;
        let word = stream.at(at);
        if matches!(word, "(" | "[" | "{") && stream.partner(at).is_some() {
            let behind = stream.behind_group(at);
            let inner = if word == "{" { stream.joined(at + 1..behind - 1) } else { self.write(at + 1..behind - 1, is_asserted && word == "(")? };
            return Ok((format!("{word}{inner}{}", stream.at(behind - 1)), behind));
        }
        if let Some((_, expression)) = self.renamed.iter().rev().find(|(name, _)| name == word)
            && !matches!(stream.before(at), "." | "->")
        {
            return Ok((format!("({expression})"), at + 1));
        }
        if matches!(word, "__CPROVER_return_value" | "__ESBMC_return_value") {
            return Ok((RESULT.to_owned(), at + 1));
        }
        if is_quantifier(word) {
            return quantifier::write(self, at, is_asserted);
        }
        if OLD.contains(&word) && self.is_now_before && stream.at(at + 1) == "(" {
            let behind = stream.behind_group(at + 1);
            let inner = self.write(at + 2..behind - 1, false)?;
            return Ok((format!("({inner})"), behind));
        }
        if self.copied.contains(&word) {
            let behind = stream.behind_group(at + 1);
            return Ok((self.remembered(at + 2..behind - 1, true), behind));
        }
        if self.before.contains(&word) {
            let behind = stream.behind_group(at + 1);
            return Ok((self.history(at, at + 2..behind - 1)?, behind));
        }
        if let Some(predicate) = predicate(word) {
            return self.predicate(at, predicate);
        }
        if OLD.contains(&word) || LOOP_ENTRY.contains(&word) {
            return Err(wrong(stream, at..at + 1, format!("{word} has no meaning here")));
        }
        Ok((word.to_owned(), at + 1))
    }

    /// A question about memory, which has a size if the notation leaves that to the type.
    fn predicate(&mut self, at: usize, predicate: &str) -> Result<(String, usize), Malformed> {
        let stream = self.stream;
        if stream.at(at + 1) != "(" {
            return Ok((predicate.to_owned(), at + 1));
        }
        let behind = stream.behind_group(at + 1);
        let mut arguments = Vec::new();
        for argument in self.split(at + 2..behind - 1, ",") {
            if argument.is_empty() {
                return Err(wrong(stream, at..behind, format!("{} has other arguments", stream.at(at))));
            }
            arguments.push(self.write(argument, false)?);
        }
        let wants_size = predicate.ends_with("_ok") && arguments.len() == 1;
        if wants_size {
            arguments.push(format!("sizeof(*({}))", arguments[0]));
        }
        if predicate == IS_FRESH {
            arguments.push(self.place_of_fresh(at, &arguments[0]));
        }
        Ok((format!("{predicate}({})", arguments.join(", ")), behind))
    }

    /// The number of the place whose pointer is said to be fresh; -1 where it stands for several.
    fn place_of_fresh(&mut self, at: usize, place: &str) -> String {
        let mut tokens = at..self.stream.behind_group(at + 1);
        if tokens.any(|t| self.bound.iter().any(|name| name == self.stream.at(t))) || !self.renamed.is_empty() {
            return "-1".to_owned();
        }
        let known = self.fresh.iter().position(|other| other == place);
        let number = known.unwrap_or_else(|| {
            self.fresh.push(place.to_owned());
            self.fresh.len() - 1
        });
        number.to_string()
    }

    /// The variable that holds the value from before.
    fn history(&mut self, word: usize, tokens: Range<usize>) -> Result<String, Malformed> {
        if tokens.is_empty() {
            return Err(wrong(self.stream, word..word + 1, "an expression is expected in the brackets behind this word"));
        }
        let is_bound = |t: usize| self.bound.iter().any(|name| name == self.stream.at(t));
        if let Some(bound) = tokens.clone().find(|&t| is_bound(t)) {
            // Of an element at such an index the whole object is kept.
            let bracket = tokens.clone().find(|&t| self.stream.at(t) == "[").filter(|&bracket| bracket < bound && bracket > tokens.start);
            if let Some(bracket) = bracket {
                let name = self.remembered(tokens.start..bracket, true);
                let rest = self.write(bracket..tokens.end, false)?;
                return Ok(format!("{name}{rest}"));
            }
            let message = format!("the value from before depends on {}, which a quantifier binds: that is not supported", self.stream.at(bound));
            return Err(Malformed { range: self.stream.range(word..tokens.end + 1), message, unsupported: true });
        }
        Ok(self.remembered(tokens, false))
    }

    /// The variable that holds the value, or leads to a copy of the object that the expression leads to.
    fn remembered(&mut self, tokens: Range<usize>, is_copy: bool) -> String {
        let text = self.stream.joined(tokens.clone());
        if let Some(known) = self.histories.iter().find(|h| h.is_copy == is_copy && self.stream.joined(h.tokens.clone()) == text) {
            return known.name.clone();
        }
        let name = format!("{}{}", self.prefix, self.histories.len() + 1);
        self.histories.push(History { tokens, name: name.clone(), is_copy });
        name
    }

    /// Does the expression name a place: has it no operators but those of places?
    pub(super) fn is_place(&self, tokens: Range<usize>) -> bool {
        let mut at = tokens.start;
        while at < tokens.end && self.stream.at(at) == "*" {
            at += 1;
        }
        let mut rest = at;
        while rest < tokens.end {
            match self.stream.at(rest) {
                "." | "->" => rest += 1,
                "(" | "[" => rest = self.stream.behind_group(rest).max(rest + 1),
                _ if self.stream.is_name(rest) => rest += 1,
                _ => return false,
            }
        }
        // A call gives a value.
        at < tokens.end && !(self.stream.is_name(at) && self.stream.at(at + 1) == "(")
    }

    /// Is anything read behind a pointer?
    pub(super) fn follows_pointers(&self, mut tokens: Range<usize>) -> bool {
        tokens.any(|t| matches!(self.stream.at(t), "*" | "->" | "["))
    }
}

/// The function that says whether a pointer is fresh.
pub(super) const IS_FRESH: &str = "__contract_is_fresh";

/// The function that answers a question about memory.
pub(super) fn predicate(word: &str) -> Option<&'static str> {
    Some(match word {
        "__CPROVER_is_fresh" | "__ESBMC_is_fresh" => IS_FRESH,
        "__CPROVER_r_ok" | "__ESBMC_r_ok" => "__contract_r_ok",
        "__CPROVER_w_ok" | "__ESBMC_w_ok" => "__contract_w_ok",
        "__CPROVER_rw_ok" | "__ESBMC_rw_ok" => "__contract_rw_ok",
        "__CPROVER_same_object" | "__ESBMC_same_object" => "__contract_same_object",
        "__CPROVER_OBJECT_SIZE" => "__contract_size",
        "__CPROVER_POINTER_OFFSET" => "__contract_offset",
        "__CPROVER_POINTER_OBJECT" => "__contract_start",
        "__CPROVER_is_freeable" => "__contract_is_freeable",
        "__CPROVER_was_freed" => "__contract_was_freed",
        "__CPROVER_pointer_equals" => "__contract_equals",
        "__CPROVER_pointer_in_range_dfcc" => "__contract_lies_between",
        "__CPROVER_havoc_object" => "__contract_havoc_object",
        "__CPROVER_havoc_slice" => "__contract_havoc_bytes",
        _ => return None,
    })
}

/// Does `==>` begin here?
pub(super) fn is_implication(stream: &Stream<'_>, at: usize) -> bool {
    stream.at(at) == "==" && stream.at(at + 1) == ">" && stream.tokens[at].end == stream.tokens[at + 1].start
}

pub(super) fn is_quantifier(word: &str) -> bool {
    matches!(word, "__CPROVER_forall" | "__CPROVER_exists" | "__ESBMC_forall" | "__ESBMC_exists")
}
