//! Contracts in C text: clauses of functions and loops in the notations of CBMC and ESBMC. They are no C, so they are read from the tokens of the preprocessed
//! text, which they leave before the parser sees it. What is to be proved with them is written into the text as functions in C, which the front end checks and lowers
//! like the user's own: so scope, types and conversions of clauses are those of C.
//!
//! Knows tokens alone, no types. Never changes what stands outside of clauses and of the heads of annotated loops.

pub mod acsl;
mod added;
mod clauses;
mod conditions;
mod enforce;
mod expression;
mod frame;
mod header;
mod insert;
mod loops;
mod observe;
mod places;
mod quantifier;
mod replace;
mod requirements;
#[cfg(test)]
mod tests;
mod written;

use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use crate::normalise::token;
pub use added::{AddedContract, SaidContract, said_contracts, with_contracts};
use clauses::FunctionContract;
pub use insert::{OfLoop, Position, inserted};
pub use requirements::{Requirement, requirements};
use std::collections::BTreeMap;
use std::ops::Range;

/// What the names of functions and variables begin with that are written for contracts.
pub const PREFIX: &str = "__contract_";
/// The function `BOOL CLAUSE(name, text, condition)` claims a clause as a property with that name.
pub const CLAUSE: &str = "__contract_clause";
/// The function `REACHED(name, text)` stands where it is asked whether execution comes there, so that what is claimed says something. Without a text it is asked whether the
/// next such place can be expected to be reached.
pub const REACHED: &str = "__contract_reached";
/// The function that gives any content to what its argument, a pointer of any type, points to.
pub const HAVOC: &str = "__contract_havoc";
/// The function that gives any content, which no test contains, to what its argument points to.
pub const ANY: &str = "__contract_any";
/// The function that lets the integer variable that is its argument stand for each value.
pub const EACH: &str = "__contract_each";
/// The function that says whether a state may stand for many, so that less is followed than happens.
pub const STANDS_FOR_ALL: &str = "__contract_stands_for_all";
/// The function that gives all variables that live as long as the program and are no constants any content.
pub const HAVOC_STATICS: &str = "__contract_havoc_statics";
/// The function `NUMBER("f")` gives a function with a contract a number, which is not zero.
pub const NUMBER: &str = "__contract_number";
/// The function `IS_USED_BY(p, number)` says whether a pointer leads to a variable that lives as long as the program and that the function with the number, or what it calls,
/// names.
pub const IS_USED_BY: &str = "__contract_is_used_by";
/// The function `USES_STATICS(number)` says whether the function with the number, or what it calls, names a variable that lives as long as the program.
pub const USES_STATICS: &str = "__contract_uses_statics";
/// The function `STATICS_LEAD_ON(number)` says whether such a variable holds pointers.
pub const STATICS_LEAD_ON: &str = "__contract_statics_lead_on";
/// The function that gives what a call may write, of which nothing else is said, any content, as far as variables go that live as long as the program.
pub const OVERWRITE_STATICS: &str = "__contract_overwrite_statics";
/// The same for what lies behind the object that its argument leads to.
pub const MAY_LEAD_ON: &str = "__contract_may_lead_on";
/// The function with a reason why nothing is known from here on.
pub const UNSUPPORTED: &str = "__contract_unsupported";

/// The name of the function that checks a function against its contract.
pub fn enforcing(function: &str) -> String {
    format!("{PREFIX}enforce_{function}")
}

/// The function that the one of this name checks, if it is one that checks another.
pub fn enforced(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)?.strip_prefix("enforce_")
}

/// The name of the function that stands for all that have the contract.
pub fn replacing(function: &str) -> String {
    format!("{PREFIX}replace_{function}")
}

/// The name of the variable that says whether a function is being checked.
pub fn active(function: &str) -> String {
    format!("{PREFIX}active_{function}")
}

/// The name of the variable that leads to an object that came to life when the check of a function began.
pub fn beginning(function: &str) -> String {
    format!("{PREFIX}beginning_{function}")
}

/// The names of the variables that hold where a target of a function's frame begins, and how many bytes it has.
pub fn target(function: &str, number: usize) -> (String, String) {
    (format!("{PREFIX}target_{function}_{number}"), format!("{PREFIX}extent_{function}_{number}"))
}

/// The name of the variable that holds a pointer that a function may free.
pub fn freed(function: &str, number: usize) -> String {
    format!("{PREFIX}freed_{function}_{number}")
}

/// What is to be done with contracts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Weave {
    /// Functions that are checked.
    pub enforce: BTreeMap<String, ContractIn>,
    /// Functions whose calls their contracts stand for.
    pub replace: BTreeMap<String, ContractIn>,
    /// Loops with clauses stand for all their iterations.
    pub loops: bool,
    /// Variables that live as long as the program have any value where this function begins.
    pub any_statics: Option<String>,
    /// What they are checked with.
    pub arguments: Arguments,
    /// What they do.
    pub body: CheckedBody,
}

/// What a function does that is checked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CheckedBody {
    #[default]
    Own,
    /// Nothing, and it returns anything: what its contract ensures of that says little of its own body.
    Nothing,
}

/// What functions are checked with.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Arguments {
    /// Anything that their contracts allow.
    #[default]
    Any,
    /// What they are called with, where that is what their contracts ask for; otherwise anything that is.
    AnyOrGiven,
    /// What they are called with, as far as their contracts allow it; other calls are not followed.
    GivenAndAllowed,
    /// What they are called with; that their contracts allow it is claimed, too.
    Given,
}

impl Weave {
    /// Is anything to be done?
    fn is_asked(&self) -> bool {
        !self.enforce.is_empty() || !self.replace.is_empty() || self.loops || self.arguments == Arguments::Given
    }
}

/// The contract that counts for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractIn {
    /// The function whose contract it is: mostly the function itself.
    pub contract: String,
    /// The number of the file in which functions are written for it. Others may see the contract, too.
    pub file: usize,
}

/// A function with a contract, or with loops that have clauses, as a text has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    pub function: String,
    /// Its own clauses.
    pub has_contract: bool,
    /// Does the text define it?
    pub has_body: bool,
    /// Does anything in the text but itself call it?
    pub is_called: bool,
    /// Are the clauses ESBMC's?
    pub is_esbmc: bool,
    /// Do the clauses stand in comments?
    pub is_acsl: bool,
    /// Lines of such clauses, with their files as the text names them: what is read there is read in logic.
    pub lines: Vec<(Option<String>, usize)>,
    /// Its loops with clauses.
    pub loops: Vec<AnnotatedFrame>,
    /// Is it said what it may write?
    pub has_frame: bool,
    /// Is it said what it requires?
    pub has_requirements: bool,
    /// The frame that is checked, if the notation asks for one.
    pub n_targets: Option<usize>,
    /// Pointers that it may free.
    pub n_freed: usize,
}

/// What a loop with clauses may write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedFrame {
    /// As names of properties have it.
    pub name: String,
    /// As the names of the variables that were written for it have it.
    pub variable: String,
    /// Variables of the program, as a whole.
    pub named: Vec<String>,
    pub n_targets: usize,
    /// It is only what the text seems to write.
    pub is_inferred: bool,
}

/// May the text have clauses at all?
pub fn mentions(text: &str) -> bool {
    text.contains("__CPROVER_") || text.contains("__ESBMC_") || text.contains("__ACSL_")
}

/// All functions with clauses, in their order.
///
/// # Errors
/// Clauses that cannot be read.
pub fn annotated(text: &str) -> Result<Vec<Annotated>, Malformed> {
    read(text, |stream, contracts| contracts.iter().map(|contract| contract.told(stream, text)).collect())
}

/// The text without clauses, which say nothing to who does not ask.
///
/// # Errors
/// Clauses that cannot be read.
pub fn without(text: &str) -> Result<String, Malformed> {
    weave(text, &Weave::default(), 0)
}

/// The text of the file with this number without clauses, and with functions at its end that check and stand for the functions that are asked for.
///
/// # Errors
/// Clauses that cannot be read or have no meaning.
pub fn weave(text: &str, weave: &Weave, file: usize) -> Result<String, Malformed> {
    read(text, |stream, contracts| {
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let (mut ahead, mut behind) = (enforce::PRELUDE.to_owned(), String::new());
        for contract in contracts {
            contract.blank(stream, text, &mut edits);
            for number in 0..contract.loops.len() {
                loops::write(stream, text, contract, number, weave, &mut edits)?;
                if weave.loops {
                    ahead.push_str(&loops::statics(stream, text, contract, number)?);
                }
            }
        }
        if let Some(open) = weave.any_statics.as_ref().and_then(|entry| clauses::body_of(stream, entry)) {
            let at = stream.range(open..open + 1).end;
            edits.push((at..at, format!(" {HAVOC_STATICS}();")));
        }
        conditions::outside(stream, text, contracts, weave.is_asked(), &mut edits)?;
        let with_clauses = |name: &str| contracts.iter().find(|c| c.name == *name && !c.clauses.is_empty());
        let of = |name: &str| with_clauses(name).or_else(|| contracts.iter().find(|c| c.name == *name && c.body.is_some()));
        for (function, counts) in weave.enforce.iter().filter(|(_, counts)| counts.file == file) {
            if let Some(contract) = of(&counts.contract) {
                behind.push_str(&match weave.arguments {
                    Arguments::Any | Arguments::AnyOrGiven => enforce::text(stream, text, contract, function, weave)?,
                    Arguments::GivenAndAllowed => observe::text(stream, text, contract, function, observe::Required::Assumed)?,
                    Arguments::Given => observe::text(stream, text, contract, function, observe::Required::Claimed)?,
                });
            }
        }
        // Who calls itself while it is checked is replaced, but in runs.
        let is_proof = matches!(weave.arguments, Arguments::Any | Arguments::AnyOrGiven);
        let checked = weave.enforce.iter().filter(|(f, _)| is_proof && !weave.replace.contains_key(*f));
        for (function, counts) in weave.replace.iter().chain(checked).filter(|(_, counts)| counts.file == file) {
            if let Some(contract) = of(&counts.contract) {
                behind.push_str(&replace::text(stream, text, contract, function)?);
            }
        }
        let mut woven = apply(text, edits);
        if weave.is_asked() {
            woven = format!("{ahead}\n{}{woven}", places::first(text));
            woven.push('\n');
            woven.push_str(&behind);
        }
        Ok(woven)
    })
}

fn read<T>(text: &str, with: impl FnOnce(&Stream<'_>, &[FunctionContract]) -> Result<T, Malformed>) -> Result<T, Malformed> {
    let malformed = |range, message| Malformed { range, message, unsupported: false };
    let tokens = token::tokenize(text).map_err(|e| malformed(e.range, e.message.to_owned()))?;
    let stream = Stream::new(&tokens).map_err(|e| malformed(e.range, e.message))?;
    let contracts = clauses::read(&stream)?;
    with(&stream, &contracts)
}

/// Replaces ranges, which do not overlap.
fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for (range, with) in edits {
        if range.start < done {
            continue;
        }
        new.push_str(&text[done..range.start]);
        new.push_str(&with);
        done = range.end;
    }
    new.push_str(&text[done..]);
    new
}

/// What is wrong at these tokens.
fn wrong(stream: &Stream<'_>, tokens: Range<usize>, message: impl Into<String>) -> Malformed {
    let range = if tokens.is_empty() { stream.range(tokens.start..tokens.start + 1) } else { stream.range(tokens) };
    Malformed { range, message: message.into(), unsupported: false }
}
