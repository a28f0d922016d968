//! The function that checks another one against its contract: takes for granted what that requires, remembers values from before, calls it, and claims what it ensures. While
//! it goes on, variables say where stores may go; instrumentation looks at them.

use super::clauses::{Clause, ClauseKind, FunctionContract, Notation};
use super::expression::{Conditions, OLD, OLD_COPY, RESULT, Side};
use super::frame::{self, Target};
use super::quantifier::unwrapped;
use super::{
    Arguments, CLAUSE, CheckedBody, HAVOC, MAY_LEAD_ON, NUMBER, PREFIX, REACHED, STANDS_FOR_ALL, STATICS_LEAD_ON, UNSUPPORTED, Weave, active, beginning,
    enforcing, places, replacing, wrong,
};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::fmt::Write as _;
use std::ops::Range;

/// What texts that are written for contracts use; models define it.
pub(super) const PRELUDE: &str = "\
void __contract_clause(const char *, const char *, _Bool); void __contract_reached(const char *, const char *); void __contract_havoc(); void __contract_any(); void __contract_each(); _Bool __contract_stands_for_all(void); void __contract_havoc_statics(void);\
 void *__contract_other(const void *, __typeof__(sizeof(int))); void __contract_pointers(_Bool); _Bool __contract_statics_lead_on(int); void *__contract_pointer(__typeof__(sizeof(int)), __typeof__(sizeof(int)), _Bool, _Bool, int);\
 __typeof__(sizeof(int)) __contract_room(const void *); __typeof__(sizeof(int)) __contract_room_to_write(const void *); _Bool __contract_is_new(void); _Bool __contract_touches(const void *, __typeof__(sizeof(int)));\
 void __contract_havoc_bytes(void *, __typeof__(sizeof(int))); void *__contract_new(__typeof__(sizeof(int))); void __contract_makes(void); _Bool __contract_keeps(const void *, const void *, __typeof__(sizeof(int)));\
 void __contract_begin(const void *, int, _Bool); int __contract_number(const char *); void *__contract_mark(void); _Bool __contract_chosen(void); _Bool __contract_readable(const void *, __typeof__(sizeof(int)));\
 void *__contract_writable(const void *, __typeof__(sizeof(int))); void *__contract_start(const void *);\
 __typeof__(sizeof(int)) __contract_size(const void *); __typeof__(sizeof(int)) __contract_rest(const void *); void __VERIFIER_assume(int);\
 _Bool __contract_is_fresh(const void *, __typeof__(sizeof(int)), int); _Bool __contract_r_ok(const void *, __typeof__(sizeof(int)));\
 _Bool __contract_w_ok(const void *, __typeof__(sizeof(int))); _Bool __contract_rw_ok(const void *, __typeof__(sizeof(int))); void __contract_overwrite_statics(void); void __contract_may_lead_on(); void __contract_unsupported(const char *);\
 void *__contract_in_range(void *, void *); _Bool __contract_same_object(const void *, const void *);\
 __typeof__(sizeof(int)) __contract_offset(const void *); _Bool __contract_is_freeable(const void *); _Bool __contract_was_freed(const void *);\
 _Bool __contract_equals(const void *, const void *); _Bool __contract_lies_between(const void *, const void *, const void *);\
 void __contract_havoc_object(void *); void *__contract_copy(const void *); static const __typeof__(sizeof(int)) __CPROVER_max_malloc_size = (__typeof__(sizeof(int)))1 << (sizeof(int *) * 8 - 9);";

/// A pointer that a clause says something of, so that what it may be can be made.
pub(super) enum Made {
    /// `is_fresh(p, n)`
    Fresh { place: Range<usize>, size: Range<usize> },
    /// `pointer_in_range_dfcc(low, p, high)`
    InRange { low: Range<usize>, place: Range<usize>, high: Range<usize> },
    /// `pointer_equals(p, q)`
    Equal { place: Range<usize>, other: Range<usize> },
}

/// The conditions of the clauses of a contract.
pub(super) fn conditions<'a>(stream: &'a Stream<'a>, text: &'a str, contract: &FunctionContract, side: Side) -> Conditions<'a> {
    let (before, prefix) = (OLD, format!("{PREFIX}old_"));
    Conditions {
        stream,
        text,
        side,
        before,
        copied: OLD_COPY,
        prefix,
        histories: Vec::new(),
        bound: Vec::new(),
        is_now_before: false,
        fresh: Vec::new(),
        pointers: contract.header.pointers(stream),
        renamed: Vec::new(),
        body: contract.body.clone(),
    }
}

/// The function `__contract_enforce_f` in C, and what belongs to it. It calls the function with anything that the contract allows, as `weave` says.
pub(super) fn text(stream: &Stream<'_>, text: &str, contract: &FunctionContract, function: &str, weave: &Weave) -> Result<String, Malformed> {
    let keeps_arguments = weave.arguments == Arguments::AnyOrGiven;
    let mut conditions = conditions(stream, text, contract, Side::Assumed);
    let mut written = String::new();
    let targets = contract.targets(&mut conditions)?;
    let frees = contract.freed(&mut conditions)?;
    written.push_str(&frame::statics(function, targets.len(), frees.len()));
    let (ty, declared, arguments) = (contract.header.result_type(stream), contract.header.declared(stream)?, contract.header.arguments(stream));
    // Writing cannot fail.
    let _ = write!(written, "\nstatic {ty} {}({declared});\n{ty} {}({declared}) {{", replacing(function), enforcing(function));
    let returned = if contract.header.returns_nothing(stream) { "" } else { "return " };
    let end = if returned.is_empty() { " return;" } else { "" };
    let _ = write!(written, "if ({}) {{ {returned}{}({arguments});{end} }}", active(function), replacing(function));
    let _ = write!(written, "{REACHED}(\"{function}.reached.call\", \"\"); __contract_makes();");
    for clause in contract.of_kind(ClauseKind::Requires) {
        made(&mut conditions, clause, keeps_arguments, &mut written)?;
    }
    for clause in contract.of_kind(ClauseKind::Pointer) {
        pointer(&mut conditions, clause, function, &mut written)?;
    }
    if contract.clauses.iter().any(|c| c.notation == Notation::Acsl) {
        unsaid(&conditions, contract, function, &mut written);
    }
    let _ = write!(written, "__contract_begin(0, {NUMBER}(\"{function}\"), 1);");
    conditions.is_now_before = true;
    for clause in contract.of_kind(ClauseKind::Requires) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            written.push_str(&conditions.assumed(part)?);
        }
    }
    let _ = write!(written, "{REACHED}(\"{function}.reached.body\", \"nothing satisfies what {function} requires\");");
    conditions.side = Side::Shown;
    for (number, clause) in contract.of_kind(ClauseKind::Behaviors).enumerate() {
        claim(&mut conditions, &format!("{function}.behaviors.{}", number + 1), clause, clause.arguments.clone(), &mut written)?;
    }
    conditions.is_now_before = false;
    let shown = ensured(&mut conditions, contract, function)?;
    remember(&conditions, &mut written);
    for (number, target) in targets.iter().enumerate() {
        let (pointer, size) = super::target(function, number);
        written.push_str(&target.named(stream, text, &pointer, &size));
    }
    for (number, pointer) in frees.iter().enumerate() {
        let _ = write!(written, "{} = (void *)({pointer});", super::freed(function, number));
    }
    let name = places::at(stream, text, contract.header.name);
    let call = match (weave.body, returned.is_empty()) {
        (CheckedBody::Own, true) => format!("{name}{function}({arguments});"),
        (CheckedBody::Own, false) => format!("{name}{ty} {RESULT} = {function}({arguments});"),
        (CheckedBody::Nothing, true) => String::new(),
        (CheckedBody::Nothing, false) => format!("{name}{ty} {RESULT}; {HAVOC}(&{RESULT});"),
    };
    let _ = write!(written, "char {PREFIX}mark; {} = &{PREFIX}mark; {} = 1;{call} {} = 0;", beginning(function), active(function), active(function));
    let _ = write!(written, "{REACHED}(\"{function}.reached.return\", \"{function} does not return where its requirements hold\");");
    let _ = write!(written, "__contract_begin({}, 0, 0);", beginning(function));
    written.push_str(&shown);
    if !returned.is_empty() {
        let _ = write!(written, "return {RESULT};");
    }
    written.push_str("}\n");
    Ok(written)
}

/// The claims of what is ensured, conjuncts apart, on the side that is being written.
pub(super) fn ensured(conditions: &mut Conditions<'_>, contract: &FunctionContract, function: &str) -> Result<String, Malformed> {
    let mut written = String::new();
    let mut number = 0;
    for clause in contract.of_kind(ClauseKind::Ensures) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            number += 1;
            claim(conditions, &format!("{function}.ensures.{number}"), clause, part, &mut written)?;
        }
    }
    Ok(written)
}

/// A claim of a condition under a name.
pub(super) fn claim(conditions: &mut Conditions<'_>, name: &str, clause: &Clause, part: Range<usize>, written: &mut String) -> Result<(), Malformed> {
    let condition = conditions.write(part.clone(), true)?;
    let said = said(conditions, clause, part.clone());
    let place = places::at(conditions.stream, conditions.text, if clause.said.is_some() { clause.at } else { part.start });
    let _ = write!(written, "{place}{CLAUSE}(\"{name}\", \"{said}\", !!({condition}));");
    Ok(())
}

/// What a part of a clause says, as it stands between the quotes of a literal.
pub(super) fn said(conditions: &Conditions<'_>, clause: &Clause, part: Range<usize>) -> String {
    let stream = conditions.stream;
    match clause.said {
        Some(literal) => stream.at(literal).trim_matches('"').to_owned(),
        None => stream.joined(part).replace('\\', "\\\\").replace('"', "\\\""),
    }
}

/// In ACSL a pointer of which nothing is said need not lead to anything, whatever it is compared with. Of pointers in variables it is not followed.
fn unsaid(conditions: &Conditions<'_>, contract: &FunctionContract, function: &str, written: &mut String) {
    let stream = conditions.stream;
    let said: Vec<&str> = contract.of_kind(ClauseKind::Pointer).map(|c| stream.at(c.arguments.start)).collect();
    for (i, parameter) in contract.header.parameters.iter().enumerate() {
        let name = contract.header.name_of(stream, i);
        let is_pointer = parameter.tokens.clone().any(|t| matches!(stream.at(t), "*" | "["));
        if !is_pointer {
            let _ = write!(written, "{MAY_LEAD_ON}(&{name});");
        } else if !said.contains(&name.as_str()) {
            let _ = write!(written, "*(void **)&{name} = __contract_other({name}, __alignof__(*{name}));");
        }
    }
    let _ = write!(
        written,
        "if ({STATICS_LEAD_ON}({NUMBER}(\"{function}\"))) {UNSUPPORTED}(\"pointers in variables of the program that need not lead to anything\");"
    );
}

/// Lets a pointer lead to anything that it may lead to: `place, bytes, may the object be larger, may it be null, may it share its object`.
fn pointer(conditions: &mut Conditions<'_>, clause: &Clause, function: &str, written: &mut String) -> Result<(), Malformed> {
    let parts = conditions.split(clause.arguments.clone(), ",");
    let [place, bytes, is_loose, may_be_null, several] = parts.as_slice() else {
        return Err(wrong(conditions.stream, clause.whole.clone(), "this clause has other parts"));
    };
    let guard = conditions.follows_pointers(place.clone());
    let (p, n) = (conditions.write(place.clone(), false)?, conditions.write(bytes.clone(), false)?);
    let [is_loose, may_be_null, several] = [is_loose, may_be_null, several].map(|part| conditions.stream.joined(part.clone()));
    let guard = if guard { format!("__contract_readable(&({p}), sizeof({p}))") } else { "1".to_owned() };
    let line = places::at(conditions.stream, conditions.text, clause.arguments.start);
    if !several.starts_with('-') {
        let _ = write!(written, "__contract_pointers({several});");
    }
    let _ = write!(
        written,
        "{line}if ({guard}) {{ __typeof__(sizeof(int)) {PREFIX}n = ({n}); \
         *(void **)&({p}) = __contract_pointer({PREFIX}n, __alignof__(*({p})), {is_loose}, {may_be_null}, {NUMBER}(\"{function}\")); \
         if (!{STANDS_FOR_ALL}() && __contract_is_new()) for (__typeof__(sizeof(int)) {PREFIX}i = 0; {PREFIX}i < {FILLED} && ({PREFIX}i + 1) * sizeof(*({p})) <= {PREFIX}n; {PREFIX}i++) {HAVOC}(({p}) + {PREFIX}i); }}"
    );
    Ok(())
}

/// Variables with the values from before.
pub(super) fn remember(conditions: &Conditions<'_>, written: &mut String) {
    for history in &conditions.histories {
        written.push_str(&history.declared(conditions));
        written.push_str(&history.kept(conditions));
    }
}

/// Makes pointers what the clause says, wherever it may say so; those that are it already are kept if that is asked.
pub(super) fn made(conditions: &mut Conditions<'_>, clause: &Clause, keeps: bool, written: &mut String) -> Result<(), Malformed> {
    made_by(conditions, clause.arguments.clone(), &Making { when: None, keeps, depth: PREDICATES }, written)
}

/// How pointers are made what a condition says.
#[derive(Clone)]
struct Making {
    /// The condition holds where this does, and perhaps elsewhere; `None` if it holds in any case.
    when: Option<String>,
    /// Pointers that lead to as much as is asked stay.
    keeps: bool,
    /// Functions that are still followed.
    depth: usize,
}

impl Making {
    /// The same where this holds, too.
    fn where_also(&self, condition: &str) -> Self {
        let when = self.when.as_ref().map_or_else(|| format!("({condition})"), |outer| format!("{outer} && ({condition})"));
        Self { when: Some(when), ..self.clone() }
    }
}

/// Functions that clauses call, and that call each other, are followed so deep.
const PREDICATES: usize = 4;

/// The same for a condition.
fn made_by(conditions: &mut Conditions<'_>, condition: Range<usize>, how: &Making, written: &mut String) -> Result<(), Malformed> {
    for part in conditions.conjuncts(condition) {
        let part = unwrapped(conditions, part);
        let mut at = part.start;
        while at < part.end {
            let behind = conditions.stream.behind_group(at + 1);
            // What is said of a pointer under a condition it need not be.
            let how = if at == part.start && behind == part.end { how.clone() } else { how.where_also("0") };
            if let Some(made) = pointer_made(conditions, at)? {
                make(conditions, &made, &how, written)?;
                at = behind;
            } else if let Some(predicate) = predicate(conditions, at).filter(|_| how.depth > 0) {
                let arguments = conditions.split(at + 2..behind - 1, ",");
                let mut renamed = Vec::new();
                for (name, argument) in predicate.parameters.into_iter().zip(arguments) {
                    renamed.push((name, conditions.write(argument, false)?));
                }
                let outer = std::mem::replace(&mut conditions.renamed, renamed);
                let inner = Making { depth: how.depth - 1, ..how };
                if let Some((choice, then)) = predicate.choice {
                    let choice = conditions.write(choice, false)?;
                    made_by(conditions, then, &inner.where_also(&choice), written)?;
                    made_by(conditions, predicate.result, &inner.where_also(&format!("!({choice})")), written)?;
                } else {
                    made_by(conditions, predicate.result, &inner, written)?;
                }
                conditions.renamed = outer;
                at = behind;
            } else {
                at += 1;
            }
        }
    }
    Ok(())
}

/// A function that says something of pointers, whose body is `return result;`, perhaps behind `if (choice) return then;`.
struct Predicate {
    parameters: Vec<String>,
    choice: Option<(Range<usize>, Range<usize>)>,
    result: Range<usize>,
}

/// The one that is called here.
fn predicate(conditions: &Conditions<'_>, at: usize) -> Option<Predicate> {
    let stream = conditions.stream;
    if !stream.is_name(at) || stream.at(at + 1) != "(" {
        return None;
    }
    let (header, body) = super::clauses::definition_of(stream, stream.at(at))?;
    let (mut choice, mut next) = (None, body.start + 1);
    if stream.at(next) == "if" {
        let behind = stream.behind_group(next + 1);
        let (then, end) = returned(stream, behind)?;
        choice = Some((next + 2..behind - 1, then));
        next = if stream.at(end) == "else" { end + 1 } else { end };
    }
    let (result, _) = returned(stream, next)?;
    let parameters = (0..header.parameters.len()).map(|i| header.name_of(stream, i)).collect();
    Some(Predicate { parameters, choice, result })
}

/// What a return statement returns, in braces or not, and what is behind it.
fn returned(stream: &Stream<'_>, at: usize) -> Option<(Range<usize>, usize)> {
    let is_block = stream.at(at) == "{";
    let at = if is_block { at + 1 } else { at };
    if stream.at(at) != "return" {
        return None;
    }
    let end = stream.find(at + 1, ";")?;
    if is_block && stream.at(end + 1) != "}" {
        return None;
    }
    Some((at + 1..end, end + 1 + usize::from(is_block)))
}

pub(super) fn pointer_made(conditions: &Conditions<'_>, at: usize) -> Result<Option<Made>, Malformed> {
    let stream = conditions.stream;
    let word = stream.at(at);
    if !matches!(word, "__CPROVER_is_fresh" | "__ESBMC_is_fresh" | "__CPROVER_pointer_in_range_dfcc" | "__CPROVER_pointer_equals") {
        return Ok(None);
    }
    let behind = stream.behind_group(at + 1);
    let arguments = conditions.split(at + 2..behind.max(at + 3) - 1, ",");
    let malformed = || Err(wrong(stream, at..behind.max(at + 1), format!("{word} has other arguments")));
    Ok(Some(match (word, arguments.as_slice()) {
        ("__CPROVER_is_fresh" | "__ESBMC_is_fresh", [place, size]) => Made::Fresh { place: place.clone(), size: size.clone() },
        ("__CPROVER_pointer_in_range_dfcc", [low, place, high]) => Made::InRange { low: low.clone(), place: place.clone(), high: high.clone() },
        ("__CPROVER_pointer_equals", [place, other]) => Made::Equal { place: place.clone(), other: other.clone() },
        _ => return malformed(),
    }))
}

fn make(conditions: &mut Conditions<'_>, made: &Made, how: &Making, written: &mut String) -> Result<(), Malformed> {
    let place = match made {
        Made::Fresh { place, .. } | Made::InRange { place, .. } | Made::Equal { place, .. } => place.clone(),
    };
    // `&x` and calls are no places that could be made to lead elsewhere.
    let is_plain = conditions.stream.at(place.start) == "(" || conditions.is_place(place.clone());
    let uncast = uncast(conditions, place.clone());
    if !is_plain || !conditions.is_place(uncast.clone()) {
        return Ok(());
    }
    let p = conditions.write(uncast.clone(), false)?;
    let guard = there(conditions, uncast, &p)?;
    let choice = how.when.as_ref().map_or_else(String::new, |when| format!(" && ({when} || __contract_chosen())"));
    let line = places::at(conditions.stream, conditions.text, place.start);
    let _ = match made {
        Made::Fresh { size, .. } => {
            let n = conditions.write(size.clone(), false)?;
            let kept = if how.keeps { format!(" && !__contract_keeps(&({p}), {p}, {n})") } else { String::new() };
            write!(
                written,
                "{line}if ({guard}{kept}{choice}) {{ __typeof__(sizeof(int)) {PREFIX}n = ({n}); *(void **)&({p}) = __contract_new({PREFIX}n); \
                 if (!{STANDS_FOR_ALL}()) for (__typeof__(sizeof(int)) {PREFIX}i = 0; {PREFIX}i < {FILLED} && ({PREFIX}i + 1) * sizeof(*({p})) <= {PREFIX}n; {PREFIX}i++) {HAVOC}(({p}) + {PREFIX}i); }}"
            )
        }
        Made::InRange { low, high, .. } => {
            let (low, high) = (conditions.write(low.clone(), false)?, conditions.write(high.clone(), false)?);
            write!(written, "{line}if ({guard}{choice}) *(void **)&({p}) = __contract_in_range((void *)({low}), (void *)({high}));")
        }
        Made::Equal { other, .. } => {
            let other = conditions.write(other.clone(), false)?;
            write!(written, "{line}if ({guard}{choice}) *(void **)&({p}) = (void *)({other});")
        }
    };
    Ok(())
}

/// The condition under which there is a place in memory. The pointers on the way to it are asked one after the other, as none may be followed that leads nowhere.
fn there(conditions: &mut Conditions<'_>, place: Range<usize>, written: &str) -> Result<String, Malformed> {
    if !conditions.follows_pointers(place.clone()) {
        return Ok("1".to_owned());
    }
    let mut guard = String::new();
    let mut at = place.start;
    while at < place.end {
        if conditions.stream.at(at) == "->" {
            let pointer = conditions.write(place.start..at, false)?;
            // Writing cannot fail.
            let _ = write!(guard, "__contract_readable({pointer}, sizeof(*({pointer}))) && ");
        }
        at = conditions.stream.behind_group(at).max(at + 1);
    }
    Ok(format!("{guard}__contract_readable(&({written}), sizeof({written}))"))
}

/// Elements of a new object that are inputs; others have any value.
const FILLED: usize = 16;

/// Without casts before it.
fn uncast(conditions: &Conditions<'_>, mut tokens: Range<usize>) -> Range<usize> {
    while conditions.stream.at(tokens.start) == "(" {
        let behind = conditions.stream.behind_group(tokens.start);
        if behind == tokens.end {
            tokens = tokens.start + 1..tokens.end - 1;
        } else if conditions.stream.starts_type(tokens.start + 1) {
            tokens.start = behind;
        } else {
            break;
        }
    }
    tokens
}

impl FunctionContract {
    /// The pointers that it may free, under conditions if it says so.
    pub(super) fn freed(&self, conditions: &mut Conditions<'_>) -> Result<Vec<String>, Malformed> {
        let mut freed = Vec::new();
        for clause in self.of_kind(ClauseKind::Frees) {
            for group in conditions.split(clause.arguments.clone(), ";").into_iter().filter(|group| !group.is_empty()) {
                let colon = frame::colon(conditions, group.clone());
                let condition = colon.map(|colon| conditions.write(group.start..colon, false)).transpose()?;
                for pointer in conditions.split(colon.map_or(group.start, |colon| colon + 1)..group.end, ",") {
                    let pointer = conditions.write(pointer, false)?;
                    freed.push(condition.as_ref().map_or(pointer.clone(), |c| format!("({c}) ? ({pointer}) : 0")));
                }
            }
        }
        Ok(freed)
    }

    /// All targets of its frame.
    pub(super) fn targets(&self, conditions: &mut Conditions<'_>) -> Result<Vec<Target>, Malformed> {
        let mut targets = Vec::new();
        for clause in self.of_kind(ClauseKind::Assigns) {
            targets.extend(frame::targets(conditions, clause)?);
        }
        Ok(targets)
    }
}
