//! What a function may write: the targets of its clauses `assigns` and `frees` as pointers and sizes in C.

use super::clauses::{Clause, Notation};
use super::expression::Conditions;
use super::{ANY, HAVOC, STANDS_FOR_ALL, UNSUPPORTED, active, beginning, freed, places, target as target_names, wrong};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// A range of bytes that may be written, as C expressions on places of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// When it counts.
    pub condition: Option<String>,
    pub pointer: String,
    pub size: String,
    /// The token that it begins with.
    pub at: usize,
    /// Of what type it is known to be: then its pointer has this type, and it is one value.
    pub is_typed: bool,
    /// It may name what is not there.
    pub is_loose: bool,
}

/// The variables of a frame, which instrumentation looks at.
pub(super) fn statics(frame: &str, n_targets: usize, n_freed: usize) -> String {
    let mut written = format!("static _Bool {}; static char *{};", active(frame), beginning(frame));
    for (pointer, size) in (0..n_targets).map(|n| target_names(frame, n)) {
        written.push_str(&format!("static void *{pointer}; static __typeof__(sizeof(int)) {size};"));
    }
    for pointer in (0..n_freed).map(|n| freed(frame, n)) {
        written.push_str(&format!("static void *{pointer};"));
    }
    written
}

impl Target {
    /// Statements that let variables hold where it begins and how many bytes it has; null and none where it does not count or cannot be written.
    pub(super) fn evaluated(&self, stream: &Stream<'_>, text: &str, pointer: &str, size: &str) -> String {
        let place = places::at(stream, text, self.at);
        let evaluated = format!("{place}{pointer} = __contract_writable({0}, {1}); {size} = {pointer} ? {1} : 0;", self.pointer, self.size);
        format!("{pointer} = 0; {size} = 0; {}", self.under_condition(&evaluated))
    }

    /// Statements that let variables hold where it begins and how many bytes it has, whether they are there or not.
    pub(super) fn named(&self, stream: &Stream<'_>, text: &str, pointer: &str, size: &str) -> String {
        if !self.is_loose {
            return self.evaluated(stream, text, pointer, size);
        }
        let place = places::at(stream, text, self.at);
        let evaluated = format!("{place}{pointer} = (void *)({}); {size} = {};", self.pointer, self.size);
        format!("{pointer} = 0; {size} = 0; {}", self.under_condition(&evaluated))
    }

    /// Where a part of it is there, and another is not, nothing is known of what is written.
    pub(super) fn touched(&self, pointer: &str) -> String {
        format!("if (!{pointer} && __contract_touches({}, {})) {UNSUPPORTED}(\"a target of which only a part can be written\");", self.pointer, self.size)
    }

    /// Statements that are executed where it counts.
    pub(super) fn under_condition(&self, statements: &str) -> String {
        let when = self.condition.as_ref().map_or(String::new(), |c| format!("if ({c}) "));
        format!("{when}{{ {statements} }}")
    }

    /// A statement that gives any content to what the variables hold.
    pub(super) fn overwritten(&self, stream: &Stream<'_>, text: &str, pointer: &str, size: &str) -> String {
        let place = places::at(stream, text, self.at);
        match self.is_typed {
            true => format!("{place}if ({pointer}) {{ {} }}", overwritten(&format!("(__typeof__({})){pointer}", self.pointer))),
            false => format!("{place}if ({pointer}) __contract_havoc_bytes({pointer}, {size});"),
        }
    }
}

/// The statement that gives any content to what a pointer leads to: inputs where execution is followed as it is.
pub(super) fn overwritten(pointer: &str) -> String {
    format!("if ({STANDS_FOR_ALL}()) {ANY}({pointer}); else {HAVOC}({pointer});")
}

/// The targets of a clause: `condition: place, place; place`.
pub(super) fn targets(conditions: &mut Conditions<'_>, clause: &Clause) -> Result<Vec<Target>, Malformed> {
    let stream = conditions.stream;
    let mut targets = Vec::new();
    if clause.arguments.is_empty() {
        return Ok(targets);
    }
    if clause.notation == Notation::Esbmc && stream.joined(clause.arguments.clone()) == "0" {
        return Ok(targets);
    }
    for group in conditions.split(clause.arguments.clone(), ";").into_iter().filter(|group| !group.is_empty()) {
        let (condition, places) = match colon(conditions, group.clone()) {
            Some(colon) => (Some(conditions.write(group.start..colon, false)?), colon + 1..group.end),
            None => (None, group),
        };
        for place in conditions.split(places, ",") {
            if place.is_empty() {
                return Err(wrong(stream, clause.whole.clone(), "a target is missing between the commas"));
            }
            targets.push(target(conditions, clause, place, condition.clone())?);
        }
    }
    Ok(targets)
}

/// The colon behind a condition, but not one of `?:`.
pub(super) fn colon(conditions: &Conditions<'_>, group: Range<usize>) -> Option<usize> {
    let mut at = group.start;
    while at < group.end {
        match conditions.stream.at(at) {
            "?" => return None,
            ":" => return Some(at),
            _ => at = conditions.stream.behind_group(at).max(at + 1),
        }
    }
    None
}

fn target(conditions: &mut Conditions<'_>, clause: &Clause, place: Range<usize>, condition: Option<String>) -> Result<Target, Malformed> {
    let stream = conditions.stream;
    let word = stream.at(place.start);
    let is_loose = clause.notation == Notation::Acsl;
    let is_call = stream.at(place.start + 1) == "(" && stream.behind_group(place.start + 1) == place.end;
    let untyped = |pointer: String, size: String| Target { condition: condition.clone(), pointer, size, at: place.start, is_typed: false, is_loose };
    if is_call && stream.is_word(place.start) {
        let arguments = conditions.split(place.start + 2..place.end - 1, ",");
        let mut written = Vec::new();
        for argument in &arguments {
            written.push(conditions.write(argument.clone(), false)?);
        }
        return match (word, written.as_slice()) {
            ("__CPROVER_object_whole" | "__CPROVER_POINTER_OBJECT" | "__CPROVER_whole_object", [p]) => {
                Ok(untyped(format!("__contract_start({p})"), format!("__contract_size({p})")))
            }
            ("__CPROVER_object_from", [p]) => Ok(untyped(format!("(void *)({p})"), format!("__contract_rest({p})"))),
            ("__CPROVER_object_upto" | "__CPROVER_object_slice", [p, n]) => Ok(untyped(format!("(void *)({p})"), format!("({n})"))),
            ("__CPROVER_typed_target", [place]) => {
                Ok(Target { condition, pointer: format!("&({place})"), size: format!("sizeof({place})"), at: arguments[0].start, is_typed: true, is_loose })
            }
            _ => Err(wrong(stream, place, "a target is a place in memory, or a range of bytes by __CPROVER_object_whole, _from or _upto")),
        };
    }
    let unwrapped = inside(conditions, place.clone());
    if !conditions.is_place(unwrapped.clone()) {
        let word = if clause.notation == Notation::Cbmc { "assigns" } else { "__ESBMC_assigns" };
        return Err(wrong(stream, place, format!("a target of {word} is a place in memory, without side effects")));
    }
    let written = conditions.write(place.clone(), false)?;
    // A parameter is the function's own: what is meant is the object that it leads to.
    if clause.notation == Notation::Esbmc && unwrapped.len() == 1 && conditions.pointers.iter().any(|name| name == stream.at(unwrapped.start)) {
        return Ok(untyped(format!("__contract_start({written})"), format!("__contract_size({written})")));
    }
    Ok(Target { condition, pointer: format!("&({written})"), size: format!("sizeof({written})"), at: place.start, is_typed: true, is_loose })
}

/// Without brackets around all of it.
fn inside(conditions: &Conditions<'_>, mut tokens: Range<usize>) -> Range<usize> {
    while conditions.stream.at(tokens.start) == "(" && conditions.stream.behind_group(tokens.start) == tokens.end {
        tokens = tokens.start + 1..tokens.end - 1;
    }
    tokens
}
