//! Of which parts of a formula it may not depend that it holds, after Kupferman and Vardi: a part does not matter if the formula still holds with what makes it
//! hardest in its place, which is false where the part helps and true where it harms. A part that does both does not matter if neither makes a difference.

use super::formula::{AtomId, Formula, MOST_ATOMS, Specification};
use super::parser::parsed;
use goto::{Id, TextError};
use std::ops::Range;

/// A part of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it stands in the formula's text.
    pub span: Range<usize>,
    /// The formula with what makes it hardest in the part's place.
    pub harder: Vec<Harder>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harder {
    /// What stands for the part.
    pub by: bool,
    pub formula: Specification,
}

/// How a part contributes to the whole.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Polarity {
    helps: bool,
    harms: bool,
}

/// The parts of a formula but for the whole of it, those before what is inside of them.
///
/// # Errors
/// If the text is no formula.
pub fn parts(text: &str) -> Result<Vec<Part>, TextError> {
    let (_, spans) = parsed(text, None)?;
    // One that no formula has.
    let hole = Formula::Atom(AtomId::new(MOST_ATOMS));
    let mut all = Vec::new();
    let n_inside = spans.len().saturating_sub(1);
    for (number, span) in spans.into_iter().take(n_inside).enumerate() {
        let Some(span) = span else { continue };
        let mut polarity = Polarity::default();
        look(&parsed(text, Some((number, &hole)))?.0.formula, &hole, true, &mut polarity);
        let mut harder = Vec::new();
        for by in [false, true] {
            if if by { polarity.harms } else { polarity.helps } {
                harder.push(Harder { by, formula: parsed(text, Some((number, &Formula::Truth(by))))?.0 });
            }
        }
        all.push(Part { span, harder });
    }
    all.sort_by_key(|p| (std::cmp::Reverse(p.span.len()), p.span.start));
    Ok(all)
}

fn look(formula: &Formula, hole: &Formula, holds: bool, polarity: &mut Polarity) {
    match formula {
        of if of == hole => {
            polarity.helps |= holds;
            polarity.harms |= !holds;
        }
        Formula::Truth(_) | Formula::Atom(_) => {}
        Formula::Not(a) => look(a, hole, !holds, polarity),
        Formula::Next(a) => look(a, hole, holds, polarity),
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Until(a, b) | Formula::Release(a, b) => {
            look(a, hole, holds, polarity);
            look(b, hole, holds, polarity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts with what stands for them.
    fn shown(text: &str) -> Vec<String> {
        let parts = parts(text).expect("a formula");
        parts.iter().map(|p| format!("{} {}", &text[p.span.clone()], p.harder.iter().map(|h| if h.by { "1" } else { "0" }).collect::<String>())).collect()
    }

    #[test]
    fn parts_by_polarity() {
        assert_eq!(shown("G (p -> F q)"), ["p -> F q 0", "F q 0", "p 1", "q 0"]);
        assert_eq!(shown("!p U q"), ["!p 0", "q 0"]);
        assert_eq!(shown("p <-> q"), ["p 01", "q 01"]);
        assert_eq!(shown("p W (q && r)"), ["q && r 0", "p 0", "q 0", "r 0"]);
        assert_eq!(shown("!(p && X q)"), ["X q 1", "p 1", "q 1"]);
        assert_eq!(shown("p"), Vec::<String>::new());
    }

    #[test]
    fn harder_formulas_are_those_of_the_part() {
        let parts = parts("G (p -> p)").expect("a formula");
        let texts: Vec<String> = parts.iter().flat_map(|p| &p.harder).map(|h| h.formula.text()).collect();
        assert_eq!(texts, ["G false", "G (false || \"p\")", "G (!\"p\" || false)"]);
    }
}
