//! Proposals about what a function gives: equations and bounds of its result and of the integers that it writes. What does not hold a proof sorts out.

use super::memory::Slot;
use frontend::sketch::{Kind, Quantity, Sketch, Store};

/// What is said of one value: what comes first says most, and of what comes later in the same group nothing is needed if it holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    Equation,
    Cases,
    LowerBound,
    UpperBound,
}

/// A condition on what the function gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub text: String,
    /// The value that it is about, and when.
    about: String,
    /// What a bound is compared with, if that is no number.
    with: Option<String>,
    strength: Strength,
}

impl Candidate {
    /// Is it about the result alone?
    pub(super) fn is_of_result(&self) -> bool {
        self.about == RESULT
    }
}

/// What the function returns.
pub(super) const RESULT: &str = "__CPROVER_return_value";
/// Conditions that are tried of one function.
const MOST: usize = 90;
/// Numbers that are tried as bounds.
const NUMBERS: usize = 8;

/// Conditions about the elements that loops have seen.
pub(super) fn of_loops(sketch: &Sketch, slots: &[Slot]) -> Vec<Candidate> {
    let candidate = |text: String| Candidate { about: text.clone(), text, with: None, strength: Strength::Cases };
    super::loops::ensured(sketch, slots).into_iter().map(candidate).collect()
}

/// All that is tried. `nullable` pointers are not followed.
pub(super) fn candidates(sketch: &Sketch, slots: &[Slot], nullable: &[String]) -> Vec<Candidate> {
    let mut all = Vec::new();
    match sketch.result {
        Some(Kind::Integer { .. }) => of_integer_result(sketch, slots, nullable, &mut all),
        Some(Kind::Pointer) => of_pointer(sketch, &mut all),
        Some(Kind::Other) | None => {}
    }
    for store in &sketch.stores {
        let unless: Vec<&String> = store.follows.iter().filter(|pointer| nullable.contains(pointer)).collect();
        match (&store.exact, store.kind) {
            (Some(place), Kind::Integer { signed, .. }) => of_place(sketch, store, signed, About::new(place, &mut all).unless_null(&unless)),
            _ if unless.is_empty() => of_elements(sketch, store, slots, &mut all),
            _ => {}
        }
    }
    let mut known = Vec::new();
    all.retain(|candidate: &Candidate| !known.contains(&candidate.text) && (known.push(candidate.text.clone()), true).1);
    all.truncate(MOST);
    all
}

/// Those that say something that others do not say.
pub(super) fn essential(held: Vec<Candidate>) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in held {
        let says_more = |other: &Candidate| {
            let is_bound = matches!(candidate.strength, Strength::LowerBound | Strength::UpperBound);
            let is_same = other.strength == candidate.strength && other.with == candidate.with;
            let is_case_of = other.strength == Strength::Cases && is_bound && candidate.with.is_none();
            other.about == candidate.about && (other.strength == Strength::Equation || is_case_of || is_same)
        };
        if !kept.iter().any(says_more) {
            kept.push(candidate);
        }
    }
    kept
}

/// Numbers of the text, the smallest first.
fn numbers(sketch: &Sketch, is_signed: bool) -> Vec<i128> {
    let mut all: Vec<i128> = sketch.constants.iter().flat_map(|n| [*n, n - 1, -n]).chain([0, 1, -1]).filter(|n| is_signed || *n >= 0).collect();
    all.sort_unstable_by_key(|n| (n.abs(), *n));
    all.dedup();
    all.truncate(NUMBERS);
    all.sort_unstable();
    all
}

struct About<'a> {
    value: &'a str,
    /// `p == 0 || `, where what is said holds only behind a pointer that may be null.
    unless: String,
    all: &'a mut Vec<Candidate>,
}

impl<'a> About<'a> {
    fn new(value: &'a str, all: &'a mut Vec<Candidate>) -> Self {
        Self { value, unless: String::new(), all }
    }

    fn push(&mut self, strength: Strength, text: String) {
        self.add(strength, None, text);
    }

    fn add(&mut self, strength: Strength, with: Option<String>, text: String) {
        let (text, about) = (format!("{}{text}", self.unless), format!("{}{}", self.unless, self.value));
        self.all.push(Candidate { text, about, with, strength });
    }

    /// The same where the pointers are not null.
    fn unless_null(self, pointers: &[&String]) -> Self {
        let unless = pointers.iter().map(|pointer| format!("{pointer} == 0 || ")).collect();
        Self { unless, ..self }
    }

    fn equal(&mut self, to: &str) {
        if to != self.value {
            self.push(Strength::Equation, format!("{} == {}", self.value, operand(to)));
        }
    }

    /// The closest bounds first.
    fn bounds(&mut self, numbers: &[i128], is_signed: bool) {
        for n in numbers.iter().rev().filter(|n| is_signed || **n > 0) {
            self.push(Strength::LowerBound, format!("{} >= {n}", self.value));
        }
        for n in numbers {
            self.push(Strength::UpperBound, format!("{} <= {n}", self.value));
        }
    }
}

/// With brackets where it is more than a name.
fn operand(text: &str) -> String {
    let is_one = !text.contains(' ') || (text.starts_with("__CPROVER_old(") && text.ends_with(')') && text.matches('(').count() == 1);
    if is_one { text.to_owned() } else { format!("({text})") }
}

/// Integers that a result may be, when the function returns.
fn integers<'a>(sketch: &'a Sketch, nullable: &'a [String]) -> impl Iterator<Item = &'a Quantity> {
    let is_integer = |quantity: &&Quantity| matches!(quantity.kind, Kind::Integer { .. });
    let memory = sketch.integers.iter().filter(|quantity| quantity.follows.iter().all(|pointer| !nullable.contains(pointer)));
    sketch.parameters.iter().chain(memory).filter(is_integer).take(8)
}

/// What memory held, and what parameters are.
fn before(sketch: &Sketch, quantity: &Quantity) -> String {
    if sketch.parameters.contains(quantity) { quantity.text.clone() } else { format!("__CPROVER_old({})", quantity.text) }
}

fn of_integer_result(sketch: &Sketch, slots: &[Slot], nullable: &[String], all: &mut Vec<Candidate>) {
    let is_signed = matches!(sketch.result, Some(Kind::Integer { signed: true, .. }));
    let mut about = About::new(RESULT, all);
    // What a null pointer would have to be followed for is said below.
    let is_safe = |text: &str| nullable.iter().all(|pointer| !text.contains(pointer.as_str()));
    for value in sketch.returns.iter().filter(|value| is_safe(&value.after)) {
        about.equal(&value.after);
        about.equal(&value.before);
    }
    for quantity in integers(sketch, nullable) {
        about.equal(&quantity.text);
        about.equal(&before(sketch, quantity));
    }
    for n in numbers(sketch, is_signed) {
        about.equal(&n.to_string());
    }
    if let Some(constants) = sketch.constants_returned.as_ref().filter(|constants| (2..=6).contains(&constants.len())) {
        let cases: Vec<String> = constants.iter().map(|n| format!("{RESULT} == {n}")).collect();
        about.push(Strength::Cases, cases.join(" || "));
    }
    let names: Vec<String> = integers(sketch, nullable).map(|quantity| before(sketch, quantity)).collect();
    let choices: Vec<&str> = sketch.returns.iter().filter(|value| is_safe(&value.after)).map(|value| value.before.as_str()).collect();
    if (2..=4).contains(&choices.len()) {
        let cases: Vec<String> = choices.iter().map(|value| format!("{RESULT} == {}", operand(value))).collect();
        about.push(Strength::Cases, cases.join(" || "));
    }
    let mut bounds = numbers(sketch, is_signed);
    // Of texts whose length is a number.
    bounds.extend(slots.iter().filter_map(Slot::count).map(|count| i128::from(count) - 1));
    bounds.sort_unstable();
    bounds.dedup();
    about.bounds(&bounds, is_signed);
    for name in &names {
        for (strength, sign) in [(Strength::LowerBound, ">"), (Strength::LowerBound, ">="), (Strength::UpperBound, "<"), (Strength::UpperBound, "<=")] {
            about.add(strength, Some(name.clone()), format!("{RESULT} {sign} {name}"));
        }
    }
    for pointer in nullable {
        for n in numbers(sketch, is_signed) {
            About { unless: format!("{pointer} != 0 || "), ..About::new(RESULT, all) }.equal(&n.to_string());
        }
        let mut about = About::new(RESULT, all).unless_null(&[pointer]);
        for value in &sketch.returns {
            about.equal(&value.after);
            about.equal(&value.before);
        }
        for n in numbers(sketch, is_signed) {
            about.equal(&n.to_string());
        }
    }
}

fn of_pointer(sketch: &Sketch, all: &mut Vec<Candidate>) {
    let mut about = About::new(RESULT, all);
    for value in &sketch.returns {
        about.equal(&value.after);
        about.equal(&value.before);
    }
    for parameter in sketch.parameters.iter().filter(|parameter| parameter.kind == Kind::Pointer) {
        about.equal(&parameter.text);
    }
    about.equal("0");
    let pointers = sketch.parameters.iter().filter(|parameter| parameter.kind == Kind::Pointer);
    let cases: Vec<String> = pointers.map(|parameter| format!("{RESULT} == {}", parameter.text)).collect();
    if cases.len() > 1 {
        about.push(Strength::Cases, cases.join(" || "));
    }
    if sketch.allocates {
        about.push(Strength::Equation, format!("__CPROVER_is_fresh({RESULT}, sizeof(*{RESULT}))"));
        about.push(Strength::Cases, format!("{RESULT} == 0 || __CPROVER_is_fresh({RESULT}, sizeof(*{RESULT}))"));
    }
    about.push(Strength::LowerBound, format!("{RESULT} != 0"));
}

fn of_place(sketch: &Sketch, store: &Store, is_signed: bool, mut about: About<'_>) {
    let place = about.value.to_owned();
    let old = format!("__CPROVER_old({place})");
    for value in &store.values {
        about.equal(unbracketed(&value.after));
        about.equal(unbracketed(&value.before));
    }
    for change in ["+ 1", "- 1"] {
        about.equal(&format!("{old} {change}"));
    }
    for quantity in integers(sketch, &[]) {
        about.equal(&before(sketch, quantity));
    }
    about.equal(&old);
    for value in &store.values {
        let cases = format!("{place} == {old} || {place} == {}", operand(unbracketed(&value.before)));
        about.push(Strength::Cases, cases);
    }
    about.bounds(&numbers(sketch, is_signed), is_signed);
}

/// Elements of an array whose length is known.
fn of_elements(sketch: &Sketch, store: &Store, slots: &[Slot], all: &mut Vec<Candidate>) {
    let Some(array) = &store.element_of else { return };
    let Some(length) = slots.iter().find(|slot| slot.pointer == *array).and_then(Slot::length) else { return };
    if !matches!(store.kind, Kind::Integer { .. }) {
        return;
    }
    let subject = format!("{array}[]");
    let mut about = About::new(&subject, all);
    let element = |value: &str| format!("__CPROVER_forall {{ unsigned long k; k < {length} ==> {array}[k] == {value} }}");
    let others = sketch.pointers.iter().filter(|pointer| pointer.text != *array && pointer.follows.is_empty());
    for other in others {
        about.push(Strength::Equation, element(&format!("{}[k]", other.text)));
    }
    for parameter in sketch.parameters.iter().filter(|parameter| matches!(parameter.kind, Kind::Integer { .. }) && parameter.text != length) {
        about.push(Strength::Equation, element(&parameter.text));
    }
    for value in &store.values {
        about.push(Strength::Equation, element(&value.before));
    }
    about.push(Strength::Equation, element("0"));
    about.push(Strength::Equation, element("k"));
}

/// Without brackets around it, if it has no others.
fn unbracketed(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_an_equation_is_left_out() {
        let candidate = |text: &str, strength| Candidate { text: text.to_owned(), about: RESULT.to_owned(), with: None, strength };
        let held = vec![candidate("a", Strength::LowerBound), candidate("b", Strength::LowerBound), candidate("c", Strength::UpperBound)];
        let texts = |all: Vec<Candidate>| all.into_iter().map(|c| c.text).collect::<Vec<_>>();
        assert_eq!(texts(essential(held.clone())), ["a", "c"]);
        let with_equation = [vec![candidate("e", Strength::Equation)], held].concat();
        assert_eq!(texts(essential(with_equation)), ["e"]);
    }
}
