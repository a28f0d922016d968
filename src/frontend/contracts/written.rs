//! What the text of a loop writes, where no clause says so: variables, and objects behind pointers. What it misses, stores outside of the frame show.

use super::expression::Conditions;
use super::frame::Target;
use super::loops::LoopFrame;
use crate::normalise::Malformed;
use std::ops::Range;

pub(super) const ASSIGNMENTS: [&str; 11] = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

/// Adds what is written between these tokens.
pub(super) fn infer(conditions: &mut Conditions<'_>, tokens: Range<usize>, frame: &mut LoopFrame) -> Result<(), Malformed> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in tokens.clone() {
        let word = conditions.stream.at(at);
        if ASSIGNMENTS.contains(&word) {
            found.extend(before(conditions, tokens.start, at));
        } else if matches!(word, "++" | "--") {
            found.extend(before(conditions, tokens.start, at).or_else(|| behind(conditions, at + 1)));
        }
    }
    let names: Vec<String> = found.iter().filter(|place| place.len() == 1).map(|place| conditions.stream.at(place.start).to_owned()).collect();
    let mut seen: Vec<String> = frame.named.iter().map(|&token| conditions.stream.at(token).to_owned()).collect();
    for place in found {
        if is_declared_within(conditions, conditions.stream.at(root(conditions, place.clone())), tokens.clone()) {
            continue;
        }
        let text = conditions.stream.joined(place.clone());
        if place.len() == 1 {
            if !seen.contains(&text) {
                seen.push(text);
                frame.named.push(place.start);
            }
            continue;
        }
        let target = widened(conditions, place, &names)?;
        if !frame.targets.iter().any(|t| t.pointer == target.pointer) {
            frame.targets.push(target);
        }
    }
    Ok(())
}

/// Does a bracket open the head of a statement, or a clause?
fn is_head(conditions: &Conditions<'_>, open: usize) -> bool {
    let before = conditions.stream.before(open);
    matches!(before, "while" | "for" | "if" | "switch") || super::clauses::is_loop_clause(before)
}

/// The place that ends before a token.
fn before(conditions: &Conditions<'_>, least: usize, at: usize) -> Option<Range<usize>> {
    let stream = conditions.stream;
    let mut start = at;
    loop {
        let last = start.checked_sub(1).filter(|&last| last >= least)?;
        start = match stream.at(last) {
            "]" => {
                start = stream.partner(last)?;
                continue;
            }
            // What `if (..)` and the like have behind them is no part of a place.
            ")" => stream.partner(last).filter(|&open| !is_head(conditions, open))?,
            _ if stream.is_name(last) => last,
            _ => return None,
        };
        if !matches!(stream.before(start), "." | "->") {
            break;
        }
        start -= 1;
    }
    // `*p = 1`, but not `a * b = 1`, which is no C.
    while start > least && stream.before(start) == "*" && (start < 2 || !(stream.is_name(start - 2) || matches!(stream.at(start - 2), ")" | "]"))) {
        start -= 1;
    }
    Some(start..at)
}

/// The place that begins at a token.
fn behind(conditions: &Conditions<'_>, start: usize) -> Option<Range<usize>> {
    let stream = conditions.stream;
    let mut at = start;
    while stream.at(at) == "*" {
        at += 1;
    }
    at = if stream.at(at) == "(" {
        stream.behind_group(at)
    } else if stream.is_name(at) {
        at + 1
    } else {
        return None;
    };
    loop {
        match stream.at(at) {
            "[" => at = stream.behind_group(at),
            "." | "->" => at += 2,
            _ => return Some(start..at),
        }
    }
}

/// The token of the variable that the place begins with.
fn root(conditions: &Conditions<'_>, mut place: Range<usize>) -> usize {
    let start = place.start;
    place.find(|&t| conditions.stream.is_name(t)).unwrap_or(start)
}

/// Does a declaration between these tokens have the name?
fn is_declared_within(conditions: &Conditions<'_>, name: &str, tokens: Range<usize>) -> bool {
    let stream = conditions.stream;
    let for_head = (stream.at(tokens.start) == "for").then(|| stream.find(tokens.start + 2, ";")).flatten();
    tokens.clone().any(|t| {
        // What `for` declares lives on from iteration to iteration.
        if stream.at(t) != name || t == tokens.start || for_head.is_some_and(|end| t < end) {
            return false;
        }
        let mut before = t - 1;
        while stream.at(before) == "*" && before > tokens.start {
            before -= 1;
        }
        stream.starts_type(before) && !(before < t - 1 && matches!(stream.before(before), "(")) || (stream.at(before) == "," && declares(conditions, before))
    })
}

/// Does the comma stand between declared names?
fn declares(conditions: &Conditions<'_>, comma: usize) -> bool {
    let stream = conditions.stream;
    let mut at = comma;
    while at > 0 {
        at = match stream.before(at) {
            ";" | "{" | "}" => break,
            ")" | "]" => match stream.partner(at - 1) {
                Some(open) => open,
                None => return false,
            },
            "(" | "[" => return false,
            _ => at - 1,
        };
    }
    stream.starts_type(at) && stream.is_word(at) && stream.is_name(comma - 1)
}

/// The place, or the whole object around it where an index or pointer changes.
fn widened(conditions: &mut Conditions<'_>, place: Range<usize>, names: &[String]) -> Result<Target, Malformed> {
    let stream = conditions.stream;
    let changes = |tokens: Range<usize>| tokens.into_iter().any(|t| names.iter().any(|name| name == stream.at(t)));
    let bracket = place.clone().find(|&t| stream.at(t) == "[");
    let whole = |base: String, at: usize| Target {
        condition: None,
        pointer: format!("__contract_start({base})"),
        size: format!("__contract_size({base})"),
        at,
        is_typed: false,
        is_loose: false,
    };
    if let Some(bracket) = bracket
        && changes(bracket..place.end)
    {
        let base = conditions.write(place.start..bracket, false)?;
        return Ok(whole(format!("(void *)({base})"), place.start));
    }
    if changes(place.clone()) {
        let pointer = conditions.write(place.clone(), false)?;
        return Ok(whole(format!("(void *)&({pointer})"), place.start));
    }
    let written = conditions.write(place.clone(), false)?;
    Ok(Target { condition: None, pointer: format!("&({written})"), size: format!("sizeof({written})"), at: place.start, is_typed: true, is_loose: false })
}
