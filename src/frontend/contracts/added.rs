//! Contracts on their way from and to others: those of witnesses take the place of the text's clauses, and those of the text are said in the words of witnesses.

use super::clauses::{ClauseKind, FunctionContract, Notation, body_of};
use super::enforce::conditions;
use super::expression::{Conditions, OLD, Side};
use super::{apply, places, read, without};
use crate::normalise::Malformed;
use std::ops::Range;

/// What is said of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddedContract {
    pub function: String,
    /// Conditions with the words of ESBMC's clauses.
    pub requires: String,
    pub ensures: String,
}

/// The text with these clauses, and no others, as ESBMC has them: first in the bodies of functions, without frames. `Err` within: a function that the text does not define.
///
/// # Errors
/// Clauses of the text that cannot be read.
pub fn with_contracts(text: &str, added: &[AddedContract]) -> Result<Result<String, String>, Malformed> {
    let text = without(text)?;
    read(&text, |stream, _| {
        let mut edits = Vec::new();
        for AddedContract { function, requires, ensures } in added {
            let Some(open) = body_of(stream, function) else { return Ok(Err(function.clone())) };
            let at = stream.range(open..open + 1).end;
            let clauses = format!(" __ESBMC_requires({requires}); __ESBMC_ensures({ensures});{}", places::at_offset(&text, at));
            edits.push((at..at, clauses));
        }
        Ok(Ok(apply(&text, edits)))
    })
}

/// A contract of the text in the words of witnesses: `\result`, `\at(x, Old)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidContract {
    pub function: String,
    /// Where the function is defined, in its file.
    pub line: usize,
    pub requires: String,
    pub ensures: String,
}

/// The contracts of the functions that the text defines, as far as they can be said so: nothing of memory, no quantifiers, no calls.
///
/// # Errors
/// Clauses that cannot be read.
pub fn said_contracts(text: &str) -> Result<Vec<SaidContract>, Malformed> {
    read(text, |stream, contracts| {
        let of_body = contracts.iter().filter(|contract| contract.body.is_some() && contract.clauses.iter().all(|c| c.notation != Notation::Acsl));
        let said = |contract: &FunctionContract| {
            let conditions = conditions(stream, text, contract, Side::Assumed);
            let of = |kind| {
                let parts = contract.of_kind(kind).flat_map(|clause| conditions.conjuncts(clause.arguments.clone()));
                let parts: Vec<String> = parts.map(|part| said(&conditions, part)).collect::<Option<_>>()?;
                Some(if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") })
            };
            let (line, _) = places::line_of(text, stream.range(contract.header.name..contract.header.name + 1).start);
            let (requires, ensures) = (of(ClauseKind::Requires)?, of(ClauseKind::Ensures)?);
            Some(SaidContract { function: contract.name.clone(), line, requires, ensures })
        };
        Ok(of_body.filter_map(said).collect())
    })
}

/// A condition in brackets.
fn said(conditions: &Conditions<'_>, part: Range<usize>) -> Option<String> {
    if let Some(arrow) = conditions.implication(part.clone()) {
        return Some(format!("(!{} || {})", said(conditions, part.start..arrow)?, said(conditions, arrow + 2..part.end)?));
    }
    let stream = conditions.stream;
    let (mut words, mut ends) = (Vec::new(), Vec::new());
    for at in part {
        let word = stream.at(at);
        words.push(match word {
            "__CPROVER_return_value" | "__ESBMC_return_value" => "\\result",
            _ if OLD.contains(&word) => {
                ends.push(stream.partner(at + 1)?);
                "\\at"
            }
            ")" if ends.contains(&at) => ", Old)",
            // What leads through pointers may lead nowhere in other calls.
            "->" | "[" => return None,
            "*" if at == 0 || !(stream.is_name(at - 1) || matches!(stream.before(at), ")") || stream.before(at).ends_with(|c: char| c.is_ascii_digit())) => {
                return None;
            }
            _ if word.starts_with("__CPROVER_") || word.starts_with("__ESBMC_") || super::expression::is_implication(stream, at) => return None,
            _ if stream.is_name(at) && stream.at(at + 1) == "(" => return None,
            _ => word,
        });
    }
    Some(format!("({})", words.join(" ")))
}
