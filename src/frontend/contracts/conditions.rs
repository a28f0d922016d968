//! Conditions outside of clauses that use their words: implications and quantifiers in assertions, assumptions, and functions that clauses call.

use super::clauses::FunctionContract;
use super::expression::{Conditions, IS_FRESH, OLD, OLD_COPY, Side, is_implication, is_quantifier, predicate};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// Words that say that a function has a contract.
const MARKS: [&str; 1] = ["__ESBMC_contract"];

/// Writes them in C.
pub(super) fn outside(
    stream: &Stream<'_>,
    text: &str,
    contracts: &[FunctionContract],
    is_asked: bool,
    edits: &mut Vec<(Range<usize>, String)>,
) -> Result<(), Malformed> {
    let clauses: Vec<Range<usize>> = contracts.iter().flat_map(FunctionContract::all_clauses).map(|c| c.whole.clone()).collect();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < stream.len() {
        if let Some(clause) = clauses.iter().find(|clause| clause.start == at) {
            at = clause.end;
            continue;
        }
        let word = stream.at(at);
        if MARKS.contains(&word) {
            edits.push((stream.range(at..at + 1), " ".repeat(word.len())));
        }
        // Who does not ask for contracts has no functions that answer.
        if let Some(name) = predicate(word).filter(|_| is_asked) {
            edits.push((stream.range(at..at + 1), name.to_owned()));
            if name == IS_FRESH && stream.at(at + 1) == "(" {
                // A place that is not told from others.
                let end = stream.range(stream.behind_group(at + 1) - 1..stream.behind_group(at + 1)).start;
                edits.push((end..end, ", -1".to_owned()));
            }
        }
        if is_implication(stream, at) || is_quantifier(word) {
            let group = open.last().copied().filter(|&group| stream.at(group) == "(");
            if let Some((group, close)) = group.and_then(|group| Some((group, stream.partner(group)?))) {
                let (range, written) = group_in_c(stream, text, contracts, group, close)?;
                edits.retain(|(earlier, _)| earlier.start < range.start || earlier.start >= range.end);
                edits.push((range, written));
                open.pop();
                at = close + 1;
                continue;
            }
        }
        match word {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => _ = open.pop(),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// What stands between two brackets.
fn group_in_c(stream: &Stream<'_>, text: &str, contracts: &[FunctionContract], open: usize, close: usize) -> Result<(Range<usize>, String), Malformed> {
    let is_assumed = stream.before(open).ends_with("assume");
    let is_asserted = stream.before(open).ends_with("assert");
    let body = contracts.iter().filter_map(|c| c.body.clone()).find(|body| body.contains(&open));
    let mut conditions = Conditions {
        stream,
        text,
        side: if is_assumed { Side::Assumed } else { Side::Shown },
        before: OLD,
        copied: OLD_COPY,
        prefix: String::new(),
        histories: Vec::new(),
        bound: Vec::new(),
        is_now_before: false,
        fresh: Vec::new(),
        pointers: Vec::new(),
        renamed: Vec::new(),
        body,
    };
    let written = conditions.write(open + 1..close, is_assumed || is_asserted)?;
    Ok((stream.range(open + 1..close), written))
}
