//! Contracts that come from elsewhere than the text: they take the place of its clauses.

use super::clauses::body_of;
use super::{Malformed, apply, places, read, without};

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
