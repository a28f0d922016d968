//! The instructions that statements became.

use crate::spec::texts::Text;
use goto::cfg::constant_truth;
use goto::outline::TextKind;
use goto::{Body, Id, InstrId, InstrKind, Mark, Program, Storage};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Instructions without a gap that do what a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Index into the texts of the function.
    pub text: usize,
    pub instrs: Range<usize>,
}

/// The runs of a function, in order.
pub(super) fn runs(program: &Program, body: &Body, texts: &[Text]) -> Vec<Run> {
    let heads: FxHashSet<usize> = body
        .iter()
        .filter_map(|(at, i)| match i.kind {
            InstrKind::Goto { target, .. } if target <= at => Some(target.index()),
            _ => None,
        })
        .collect();
    let mut runs: Vec<Run> = Vec::new();
    for (at, instruction) in body.iter() {
        if !may_belong(program, &instruction.kind) {
            continue;
        }
        let done = texts.iter().enumerate().filter(|(_, t)| t.is_done());
        let found = done.rev().find(|(_, t)| t.contains(instruction.loc) || t.kind != TextKind::ForStep && t.spot == instruction.loc);
        let Some((text, of)) = found else { continue };
        let last = runs.last().filter(|r| r.text == text && r.instrs.end == at.index());
        let goes_on = last.is_some_and(|last| !begins(program, body, at, last));
        // What comes later at the place of a loop is its condition and its way back.
        let is_late = of.kind == TextKind::ForStart && (heads.contains(&at.index()) || !goes_on && runs.iter().any(|r| r.text == text));
        if is_late {
            continue;
        }
        // What follows a statement may have its place, such as the end of the function.
        if !goes_on && of.kind != TextKind::ForStep && !may_begin(program, &instruction.kind) {
            continue;
        }
        if matches!(instruction.kind, InstrKind::Return(_)) && !of.text.starts_with("return") {
            continue;
        }
        match runs.last_mut() {
            Some(last) if goes_on => last.instrs.end = at.index() + 1,
            _ => runs.push(Run { text, instrs: at.index()..at.index() + 1 }),
        }
    }
    runs
}

/// May a statement have become the instruction?
fn may_belong(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Mark(mark) => matches!(mark, Mark::Statement | Mark::ConditionalThen | Mark::ConditionalElse),
        InstrKind::Decl(symbol) => matches!(program.symbols[*symbol].storage, Storage::Local(_)),
        InstrKind::Goto { branch: Some(branch), .. } => !is_decision(program, *branch),
        _ => true,
    }
}

/// May the instruction be the first of a statement?
fn may_begin(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Mark(Mark::Statement) | InstrKind::Decl(_) => true,
        InstrKind::Assume(cond) => constant_truth(&program.exprs, *cond) == Some(true),
        _ => false,
    }
}

/// Does the instruction begin another execution of the same text, such as the next variable of a declaration?
fn begins(program: &Program, body: &Body, at: InstrId, last: &Run) -> bool {
    let is_begin = |i: usize| match &body[InstrId::new(i)].kind {
        InstrKind::Mark(Mark::Statement) => true,
        InstrKind::Assume(cond) => constant_truth(&program.exprs, *cond) == Some(true),
        _ => false,
    };
    let first = last.instrs.start;
    let declares = |i: usize| matches!(body[InstrId::new(i)].kind, InstrKind::Decl(_));
    match at.index() {
        i if is_begin(i) => !(is_begin(i - 1) && body[InstrId::new(i - 1)].loc == body[at].loc),
        i if declares(i) => (first..i).any(declares),
        _ => false,
    }
}

/// Does the branch belong to a statement that decides, not to an expression?
fn is_decision(program: &Program, branch: goto::BranchId) -> bool {
    use goto::BranchKind as B;
    match program.branches[branch].kind {
        B::If | B::While | B::For | B::DoWhile | B::Case => true,
        B::Conditional | B::ShortCircuit => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_body_has_no_runs() {
        let program = goto::parse::parse("goto lp64 start f function f: fn() -> void { 0: RETURN }").expect("is right");
        let body = program.functions[goto::FuncId::new(0)].body.as_ref().expect("has a body");
        assert!(runs(&program, body, &[]).is_empty());
        assert_eq!(body.len(), InstrId::new(1).index());
    }
}
