//! What a contract requires, in words of plain C as far as C can say it: for who writes a call of the function.

use super::clauses::{ClauseKind, FunctionContract};
use super::enforce::{Made, conditions, pointer_made};
use super::expression::{Conditions, Side, is_implication};
use super::{read, wrong};
use crate::normalise::Malformed;
use std::ops::Range;

/// A part of what is required, to be brought about in the order in which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// The pointer leads to an object of its own with so many bytes.
    Fresh { pointer: String, size: String },
    /// The pointer is the other one.
    Equal { pointer: String, other: String },
    /// A condition in C.
    Condition(String),
}

/// What the contract of a function requires; `None` if the text has no contract of it.
///
/// # Errors
/// Clauses that cannot be read, and those that C has no words for.
pub fn requirements(text: &str, function: &str) -> Result<Option<Vec<Requirement>>, Malformed> {
    read(text, |stream, contracts| {
        let of_function = |contract: &&FunctionContract| contract.name == function && !contract.clauses.is_empty();
        let Some(contract) = contracts.iter().find(of_function) else { return Ok(None) };
        let conditions = conditions(stream, text, contract, Side::Assumed);
        let mut found = Vec::new();
        for clause in contract.of_kind(ClauseKind::Requires) {
            for part in conditions.conjuncts(clause.arguments.clone()) {
                found.push(requirement(&conditions, part)?);
            }
        }
        Ok(Some(found))
    })
}

fn requirement(conditions: &Conditions<'_>, part: Range<usize>) -> Result<Requirement, Malformed> {
    let word = |range: &Range<usize>| written(conditions, range.clone());
    Ok(match pointer_made(conditions, part.start)?.filter(|_| conditions.stream.behind_group(part.start + 1) == part.end) {
        Some(Made::Fresh { place, .. }) if !conditions.is_place(place.clone()) => return Err(unsayable(conditions, place.start)),
        Some(Made::Fresh { place, size }) => Requirement::Fresh { pointer: word(&place), size: plain(conditions, size)? },
        Some(Made::Equal { place, other }) => Requirement::Equal { pointer: word(&place), other: plain(conditions, other)? },
        Some(Made::InRange { .. }) | None => Requirement::Condition(plain(conditions, part)?),
    })
}

/// An expression without words of contracts.
fn plain(conditions: &Conditions<'_>, part: Range<usize>) -> Result<String, Malformed> {
    if let Some(arrow) = conditions.implication(part.clone()) {
        let (left, right) = (plain(conditions, part.start..arrow)?, plain(conditions, arrow + 2..part.end)?);
        return Ok(format!("!({left}) || ({right})"));
    }
    let stream = conditions.stream;
    let is_strange = |at: &usize| stream.at(*at).starts_with("__CPROVER_") || stream.at(*at).starts_with("__ESBMC_") || is_implication(stream, *at);
    match part.clone().find(is_strange) {
        Some(at) => Err(unsayable(conditions, at)),
        None => Ok(written(conditions, part)),
    }
}

fn unsayable(conditions: &Conditions<'_>, at: usize) -> Malformed {
    Malformed { unsupported: true, ..wrong(conditions.stream, at..at + 1, "C has no words for this part of what is required") }
}

/// As it stands in the text, on one line.
fn written(conditions: &Conditions<'_>, part: Range<usize>) -> String {
    let text = &conditions.text[conditions.stream.range(part.clone())];
    if text.contains('\n') { conditions.stream.joined(part) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_c_can_say_is_said_in_order() {
        let text = "int f(int *a, int n, int *b) __CPROVER_requires(n > 0 && n < 9 && __CPROVER_is_fresh(a, n * sizeof(*a)))\n\
                    __CPROVER_requires(n > 3 ==> a[0] == 1) __CPROVER_requires(__CPROVER_pointer_equals(b, a + 1)) { return *a; }\nint g(void) { return 1; }";
        let found = requirements(text, "f").ok().flatten().unwrap();
        let condition = |text: &str| Requirement::Condition(text.to_owned());
        let expected = [
            condition("n > 0"),
            condition("n < 9"),
            Requirement::Fresh { pointer: "a".into(), size: "n * sizeof(*a)".into() },
            condition("!(n > 3) || (a[0] == 1)"),
            Requirement::Equal { pointer: "b".into(), other: "a + 1".into() },
        ];
        assert_eq!(found, expected);
        assert!(matches!(requirements(text, "g"), Ok(None)));
    }

    #[test]
    fn what_c_cannot_say_is_refused_with_its_place() {
        for strange in
            ["__CPROVER_forall { int i; i > 0 }", "p == 0 || __CPROVER_is_fresh(p, 4)", "(n ==> n) || n", "__CPROVER_r_ok(p, 4)", "__CPROVER_is_fresh(&p, 4)"]
        {
            let text = format!("int f(int *p, int n) __CPROVER_requires({strange}) {{ return n; }}");
            let Err(malformed) = requirements(&text, "f") else { panic!("{strange}") };
            assert!(malformed.unsupported && !text[malformed.range].is_empty(), "{strange}");
        }
    }
}
