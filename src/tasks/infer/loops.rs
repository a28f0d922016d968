//! Proposals about loops: what they write, relations of their counters, and what is true of all elements that they have seen. What is not inductive a proof sorts out.

use super::memory::Slot;
use frontend::sketch::{Extent, Kind, Loop, Quantity, Sketch};

/// Clauses of one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LoopClauses {
    /// Its number in the function, from zero.
    pub number: usize,
    pub line: u32,
    /// None where the text does not say what is written.
    assigns: Option<Vec<String>>,
    pub invariants: Vec<Invariant>,
    pub measure: Option<String>,
}

/// A condition at the head of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Invariant {
    pub text: String,
    /// It is about elements of arrays.
    pub is_of_elements: bool,
}

/// Conditions that are tried of one loop.
const MOST: usize = 40;
/// Numbers that are tried as bounds.
const NUMBERS: usize = 4;

/// All that is tried of each loop; of elements only if that is asked for.
pub(super) fn proposed(sketch: &Sketch, slots: &[Slot], with_elements: bool) -> Vec<LoopClauses> {
    let loops = sketch.loops.iter().enumerate().map(|(number, looped)| {
        let mut invariants = counters(sketch, looped, slots);
        if with_elements {
            invariants.extend(elements(looped));
        }
        invariants.truncate(MOST);
        LoopClauses { number, line: looped.line, assigns: assigns(looped), invariants, measure: None }
    });
    loops.filter(|looped| !looped.invariants.is_empty()).collect()
}

impl LoopClauses {
    /// One in each line.
    pub(super) fn clauses(&self) -> Vec<String> {
        let assigns = self.assigns.iter().map(|targets| format!("__CPROVER_assigns({})", targets.join(", ")));
        let invariants = self.invariants.iter().map(|invariant| format!("__CPROVER_loop_invariant({})", invariant.text));
        let measure = self.measure.iter().map(|measure| format!("__CPROVER_decreases({measure})"));
        assigns.chain(invariants).chain(measure).collect()
    }
}

fn assigns(looped: &Loop) -> Option<Vec<String>> {
    let stores = looped.stores.as_ref()?.iter().map(|extent| match extent {
        Extent::Place(text) => text.clone(),
        Extent::Object(pointer) => format!("__CPROVER_object_whole({pointer})"),
    });
    let all: Vec<String> = looped.changed.iter().map(|quantity| quantity.text.clone()).chain(stores).collect();
    (!all.is_empty()).then_some(all)
}

/// Bounds and relations of integers that the loop changes.
fn counters(sketch: &Sketch, looped: &Loop, slots: &[Slot]) -> Vec<Invariant> {
    let mut all: Vec<String> = Vec::new();
    let counters: Vec<(&Quantity, bool)> = looped.changed.iter().filter_map(|quantity| Some((quantity, is_signed(quantity)?))).collect();
    for &(counter, signed) in &counters {
        let name = &counter.text;
        if signed {
            all.extend([format!("{name} >= 0"), format!("{name} >= -1")]);
        }
        let like = |other: &&Quantity| {
            is_signed(other) == Some(signed) || is_signed(other).is_some() && slots.iter().any(|slot| slot.length().as_ref() == Some(&other.text))
        };
        for kept in looped.kept.iter().chain(&sketch.parameters).filter(like).filter(|kept| !looped.changed.contains(kept)) {
            all.extend([format!("{name} <= {}", kept.text), format!("{name} < {}", kept.text), format!("{name} >= {}", kept.text)]);
        }
        for &(other, _) in counters.iter().filter(|(other, is_like)| *other != counter && *is_like == signed) {
            all.push(format!("{name} <= {}", other.text));
            // Without an overflow.
            all.push(format!("{name} <= {other} || {name} - 1 == {other}", other = other.text));
        }
        all.extend(numbers(sketch, slots).into_iter().map(|number| format!("{name} <= {number}")));
    }
    let mut known = Vec::new();
    all.retain(|text| !known.contains(text) && (known.push(text.clone()), true).1);
    all.into_iter().map(|text| Invariant { text, is_of_elements: false }).collect()
}

/// The last elements of arrays first, then numbers of the text.
fn numbers(sketch: &Sketch, slots: &[Slot]) -> Vec<i128> {
    let mut all: Vec<i128> = slots.iter().filter_map(Slot::count).flat_map(|count| [i128::from(count) - 1, i128::from(count)]).collect();
    all.extend(sketch.constants.iter().filter(|number| (1..=i128::from(i32::MAX)).contains(*number)).take(NUMBERS));
    all.sort_unstable();
    all.dedup();
    all
}

fn is_signed(quantity: &Quantity) -> Option<bool> {
    match quantity.kind {
        Kind::Integer { bits: 8..=64, signed } => Some(signed),
        _ => None,
    }
}

fn elements(looped: &Loop) -> Vec<Invariant> {
    let quantified = |index: &str, text: &str| Invariant { text: seen(index, text), is_of_elements: true };
    looped.facts.iter().flat_map(|fact| [quantified(&fact.index, &fact.text), quantified(&fact.index, &fact.opposite)]).collect()
}

/// Something is true of all elements before one.
pub(super) fn seen(end: &str, text: &str) -> String {
    format!("__CPROVER_forall {{ unsigned long k; k < {end} ==> {text} }}")
}

/// What may be ensured of the elements that a search has seen: those before the result, or all of an array where the result says that nothing was found.
pub(super) fn ensured(sketch: &Sketch, slots: &[Slot]) -> Vec<String> {
    let result = super::ensures::RESULT;
    let lengths: Vec<String> = slots.iter().filter_map(Slot::length).collect();
    let mut all = Vec::new();
    for fact in sketch.loops.iter().flat_map(|looped| &looped.facts).filter(|fact| fact.is_of_head) {
        for (text, found) in [(&fact.text, &fact.opposite), (&fact.opposite, &fact.text)] {
            match sketch.result {
                Some(Kind::Integer { signed, .. }) => {
                    let nothing = if signed { vec!["-1", "0", "1"] } else { vec!["0", "1"] };
                    for (length, value) in lengths.iter().flat_map(|length| nothing.iter().map(move |value| (length, value))) {
                        all.push(format!("{result} != {value} || {}", seen(length, text)));
                    }
                    let at = found.replace("[k]", &format!("[{result}]"));
                    let unless = if signed { format!("{result} < 0 || ") } else { String::new() };
                    all.push(format!("{unless}{}", seen(result, text)));
                    all.push(format!("{unless}{at}"));
                    // Of a negative result the comparison with a length says nothing.
                    all.extend(lengths.iter().filter(|_| !signed).map(|length| format!("{result} >= {length} || {at}")));
                }
                Some(Kind::Pointer) => all.extend(lengths.iter().map(|length| format!("{result} != 0 || {}", seen(length, text)))),
                Some(Kind::Other) | None => {}
            }
        }
    }
    all
}

/// What may become smaller.
pub(super) fn measures(sketch: &Sketch, number: usize) -> &[String] {
    sketch.loops.get(number).map_or(&[], |looped| &looped.measures)
}
