//! Of which parts of a formula it does not depend that a program satisfies it: each part in turn gives way to what makes the formula hardest, and the program is
//! analysed again.

use super::formula::FormulaText;
use crate::failure::Failure;
use automata::ltl::vacuity::{self, Part};
use engine::termination::Answer;
use goto::limits::Stop;
use report::result::Vacuous;
use std::ops::Range;

/// What the parts of a formula that holds come to.
#[derive(Clone, Default)]
pub(crate) struct Parts {
    n: usize,
    /// How many were not looked at.
    open: usize,
    /// Those that do not matter, and those of which that is not known; what is inside of a part that does not matter is left out.
    pub vacuous: Vec<Vacuous>,
}

/// Asks of each part whether the formula holds without it, until it has to stop. `decide` analyses the program with another formula, `tell` gets what is
/// known so far.
pub(crate) fn of(
    given: &FormulaText,
    stop: &Stop,
    tell: impl Fn(Parts),
    mut decide: impl FnMut(FormulaText) -> Result<Answer, Failure>,
) -> Result<(), Failure> {
    let text = &given.text[given.part.clone()];
    let parts = vacuity::parts(text).map_err(|e| given.wrong(e))?;
    let (mut found, mut spans): (Parts, Vec<Range<usize>>) = (Parts { n: parts.len(), open: parts.len(), vacuous: Vec::new() }, Vec::new());
    for part in &parts {
        tell(found.clone());
        if stop.reason().is_some() {
            return Ok(());
        }
        found.open -= 1;
        if spans.iter().any(|s| s.start <= part.span.start && part.span.end <= s.end) {
            continue;
        }
        let certain = match matters(given, part, &mut decide)? {
            Some(true) => continue,
            Some(false) => true,
            None => false,
        };
        if certain {
            spans.push(part.span.clone());
        }
        let by = part.harder.iter().map(|h| h.by).collect();
        found.vacuous.push(Vacuous { part: text[part.span.clone()].to_owned(), column: given.part.start + part.span.start + 1, by, certain });
    }
    tell(found);
    Ok(())
}

/// Does the part matter? `None` if that is not known.
fn matters(given: &FormulaText, part: &Part, decide: &mut impl FnMut(FormulaText) -> Result<Answer, Failure>) -> Result<Option<bool>, Failure> {
    let mut is_sure = true;
    for harder in &part.harder {
        match decide(FormulaText { specification: harder.formula.clone(), ..given.clone() })? {
            Answer::Terminates => {}
            Answer::DoesNotTerminate => return Ok(Some(true)),
            Answer::Unknown(_) => is_sure = false,
        }
    }
    Ok(is_sure.then_some(false))
}

/// What a person reads.
pub(crate) fn lines(parts: &Parts) -> String {
    let mut text = String::new();
    for of in &parts.vacuous {
        let by = of.by.iter().map(|b| if *b { "true" } else { "false" }).collect::<Vec<_>>().join(" and with ");
        let (word, how) = if of.certain { ("VACUOUS", "holds") } else { ("PERHAPS VACUOUS", "may hold") };
        text.push_str(&format!("{word} in `{}` at column {}: the formula {how} with {by} in its place\n", of.part, of.column));
    }
    let certain = parts.vacuous.iter().filter(|v| v.certain).count();
    text + &format!("PARTS: {}  VACUOUS: {certain}  UNKNOWN: {}\n", parts.n, parts.open + parts.vacuous.len() - certain)
}
