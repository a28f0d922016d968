//! The function that a contract makes of another one: claims what is required, gives what may be written any content, and takes for granted what is ensured.

use super::clauses::{Clause, ClauseKind, FunctionContract, Notation};
use super::enforce::{claim, conditions, made, remember};
use super::expression::{Conditions, RESULT, Side};
use super::frame::Target;
use super::{CLAUSE, HAVOC, MAY_LEAD_ON, NUMBER, OVERWRITE_STATICS, PREFIX, REACHED, places, replacing, wrong};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::fmt::Write as _;

/// The function `__contract_replace_f` in C.
pub(super) fn text(stream: &Stream<'_>, text: &str, contract: &FunctionContract, function: &str) -> Result<String, Malformed> {
    let mut conditions = conditions(stream, text, contract, Side::Shown);
    let (ty, declared) = (contract.header.result_type(stream), contract.header.declared(stream)?);
    let mut written = String::new();
    // Writing cannot fail.
    let _ = write!(written, "\nstatic {ty} {}({declared}) {{ char {PREFIX}mark; __contract_begin(0, {NUMBER}(\"{function}\"), 0);", replacing(function));
    let mut number = 0;
    conditions.is_now_before = true;
    for clause in contract.of_kind(ClauseKind::Requires) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            number += 1;
            claim(&mut conditions, &format!("{function}.requires.{number}"), clause, part, &mut written)?;
        }
    }
    conditions.side = Side::Assumed;
    conditions.is_now_before = false;
    let mut assumed = String::new();
    for clause in contract.of_kind(ClauseKind::Ensures) {
        made(&mut conditions, clause, false, &mut assumed)?;
    }
    for clause in contract.of_kind(ClauseKind::Equal) {
        equal(&mut conditions, clause, &mut assumed)?;
    }
    // What is fresh behind the call was not there before.
    let _ = write!(assumed, "__contract_begin(&{PREFIX}mark, 0, 1);");
    for clause in contract.of_kind(ClauseKind::Ensures) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            assumed.push_str(&conditions.assumed(part)?);
        }
    }
    let _ = write!(written, "{REACHED}(\"{function}.reached.replaced\", \"\");");
    let _ = write!(assumed, "{REACHED}(\"{function}.reached.behind\", \"no result satisfies what {function} ensures\");");
    remember(&conditions, &mut written);
    let targets = contract.targets(&mut conditions)?;
    havoc(stream, text, contract, function, &targets, &mut written);
    for pointer in contract.freed(&mut conditions)? {
        let _ = write!(written, "if (__contract_is_freeable({pointer}) && __contract_chosen()) __builtin_free((void *)({pointer}));");
    }
    if contract.header.returns_nothing(stream) {
        written.push_str(&assumed);
    } else {
        let _ = write!(written, "{ty} {RESULT}; {HAVOC}(&{RESULT});");
        written.push_str(&assumed);
        let _ = write!(written, "return {RESULT};");
    }
    written.push_str("}\n");
    Ok(written)
}

/// Lets a pointer of any value be the one that it equals by the contract.
fn equal(conditions: &mut Conditions<'_>, clause: &Clause, written: &mut String) -> Result<(), Malformed> {
    let parts = conditions.split(clause.arguments.clone(), ",");
    let [place, other] = parts.as_slice() else { return Err(wrong(conditions.stream, clause.whole.clone(), "this clause has other parts")) };
    let follows = conditions.follows_pointers(place.clone());
    let (p, q) = (conditions.write(place.clone(), false)?, conditions.write(other.clone(), false)?);
    let guard = if follows { format!("if (__contract_readable(&({p}), sizeof({p}))) ") } else { String::new() };
    let line = places::at(conditions.stream, conditions.text, clause.at);
    let _ = write!(written, "{line}{guard}*(void **)&({p}) = (void *)({q});");
    Ok(())
}

/// Any content for all targets, which were evaluated before any of them is written.
fn havoc(stream: &Stream<'_>, text: &str, contract: &FunctionContract, function: &str, targets: &[Target], written: &mut String) {
    if contract.of_kind(ClauseKind::Assigns).next().is_none() && contract.clauses.iter().all(|c| c.notation != Notation::Cbmc) {
        let is_acsl = contract.clauses.iter().any(|c| c.notation == Notation::Acsl);
        let _ = write!(written, "{OVERWRITE_STATICS}();");
        for (i, parameter) in contract.header.parameters.iter().enumerate() {
            if parameter.tokens.clone().any(|t| matches!(stream.at(t), "*" | "[")) && (is_acsl || !parameter.tokens.clone().any(|t| stream.at(t) == "const")) {
                let name = contract.header.name_of(stream, i);
                let _ = write!(written, "if (__contract_writable({name}, 1)) {{ __contract_havoc_object((void *){name}); {MAY_LEAD_ON}({name}); }}");
            }
        }
        return;
    }
    let names = |number: usize| (format!("{PREFIX}to_{number}"), format!("{PREFIX}of_{number}"));
    for (number, target) in targets.iter().enumerate() {
        let (pointer, size) = names(number);
        let place = places::at(stream, text, target.at);
        let is_there = format!(
            "{place}{CLAUSE}(\"{function}.targets.{}\", \"what {function} may write is there\", {pointer} != 0 || ({}) == 0);",
            number + 1,
            target.size
        );
        let evaluated = target.evaluated(stream, text, &pointer, &size);
        let is_there = if target.is_loose { target.touched(&pointer) } else { is_there };
        let _ = write!(written, "void *{pointer}; __typeof__(sizeof(int)) {size}; {evaluated} {}", target.under_condition(&is_there));
    }
    for (number, target) in targets.iter().enumerate() {
        let (pointer, size) = names(number);
        written.push_str(&target.overwritten(stream, text, &pointer, &size));
    }
}
