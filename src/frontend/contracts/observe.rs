//! The function that goes with a call of another one as it is: what the contract requires is taken for granted or claimed, nothing is made to be so, and what it ensures is
//! claimed. For runs, which have arguments and memory of their own.

use super::clauses::{ClauseKind, FunctionContract};
use super::enforce::{conditions, ensured, remember, said};
use super::expression::{RESULT, Side};
use super::{CLAUSE, NUMBER, PREFIX, active, beginning, enforcing, frame, places};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::fmt::Write as _;

/// The variable that says whether all that is required holds.
const ALLOWED: &str = "__contract_allowed";

/// What becomes of what is required.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Required {
    /// Other calls are not followed.
    Assumed,
    /// It is a property like others.
    Claimed,
}

/// The function `__contract_enforce_f` in C, and what belongs to it. Where stores are looked at, a call within the call that it goes with is as it is.
pub(super) fn text(stream: &Stream<'_>, text: &str, contract: &FunctionContract, function: &str, required: Required) -> Result<String, Malformed> {
    let mut conditions = conditions(stream, text, contract, Side::Tried);
    let targets = contract.targets(&mut conditions)?;
    let frees = contract.freed(&mut conditions)?;
    let mut written = frame::statics(function, targets.len(), frees.len());
    let (ty, declared, arguments) = (contract.header.result_type(stream), contract.header.declared(stream)?, contract.header.arguments(stream));
    let is_void = contract.header.returns_nothing(stream);
    let within = if is_void { format!("{function}({arguments}); return;") } else { format!("return {function}({arguments});") };
    // Writing cannot fail.
    let _ = write!(written, "\n{ty} {}({declared}) {{", enforcing(function));
    if contract.has_frame() {
        // One frame is checked at a time.
        let _ = write!(written, "if ({}) {{ {within} }}", active(function));
    }
    let is_assumed = required == Required::Assumed;
    let _ = write!(written, "__contract_begin(0, {NUMBER}(\"{function}\"), {});", u8::from(is_assumed));
    conditions.is_now_before = true;
    let _ = write!(written, "_Bool {ALLOWED} = 1;");
    let mut number = 0;
    for clause in contract.of_kind(ClauseKind::Requires) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            number += 1;
            match required {
                Required::Assumed => written.push_str(&conditions.assumed(part)?),
                Required::Claimed => {
                    let (condition, place) = (conditions.write(part.clone(), true)?, places::at(stream, text, part.start));
                    let said = said(&conditions, clause, part);
                    let _ = write!(
                        written,
                        "{place}if ({ALLOWED}) {{ {ALLOWED} = !!({condition}); {CLAUSE}(\"{function}.requires.{number}\", \"{said}\", {ALLOWED}); }}"
                    );
                }
            }
        }
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
    let result = if is_void { String::new() } else { format!("{ty} {RESULT} = ") };
    let name = places::at(stream, text, contract.header.name);
    let (begin, going) = (beginning(function), active(function));
    let _ = write!(written, "char {PREFIX}mark; {begin} = &{PREFIX}mark; {going} = 1;{name}{result}{function}({arguments}); {going} = 0;");
    // Who is called in another way owes nothing.
    let _ = write!(written, "__contract_begin({begin}, 0, 0); if ({ALLOWED}) {{{shown}}}");
    if !is_void {
        let _ = write!(written, "return {RESULT};");
    }
    written.push_str("}\n");
    Ok(written)
}
