//! What tests execute: the lines and functions of the program that their runs come to, found by running them once more. Knows the interpreter only.

use crate::board::Board;
use crate::confirm::{Replay, run_until};
use crate::interleavings;
use goto::interp::{Observer, Outcome};
use goto::{Body, ExprKind, FileId, FuncId, Id, InstrId, InstrKind, Instruction, Location, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Lines and functions with the number of tests that execute something of them. Those of models are not among them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Executed {
    /// Tests that were run.
    pub tests: usize,
    /// Was every test run to its end?
    pub is_complete: bool,
    pub lines: BTreeMap<(FileId, u32), usize>,
    pub functions: BTreeMap<FuncId, usize>,
}

/// Runs the tests of a board one after the other until it is enough.
pub fn executed(board: &Board, is_enough: &dyn Fn() -> bool) -> Executed {
    let (program, tests) = (board.program(), board.tests());
    let own = || program.functions.iter().filter(|(_, f)| !f.model);
    let mut executed = Executed { is_complete: true, ..Executed::default() };
    for (id, function) in own() {
        let Some(body) = &function.body else { continue };
        executed.functions.insert(id, 0);
        executed.lines.extend(body.values().filter(|i| does_something(program, i)).map(|i| (line(i.loc), 0)));
    }
    for test in &tests {
        if is_enough() {
            executed.is_complete = false;
            break;
        }
        let mut passed = Passed { program, functions: program.functions.iter().map(|(_, f)| vec![false; f.body.as_ref().map_or(0, Body::len)]).collect() };
        let run = match &test.schedule {
            None => Some(run_until(board.compiled(), &test.inputs, is_enough, &mut passed)),
            Some(schedule) => interleavings::follow(board.compiled(), schedule, &mut Replay::new(&test.inputs), &interleavings::limits(is_enough), &mut passed),
        };
        let ends = run.is_some_and(|run| run.outcome != Outcome::Stopped || test.schedule.is_some() && !is_enough());
        executed.is_complete &= ends;
        executed.tests += 1;
        let mut lines = BTreeSet::new();
        for (id, function) in own() {
            let Some(body) = &function.body else { continue };
            let seen = &passed.functions[id.index()];
            if seen.iter().any(|s| *s) {
                executed.functions.entry(id).and_modify(|n| *n += 1);
                lines.extend(body.iter().filter(|(at, _)| seen[at.index()]).map(|(_, i)| line(i.loc)));
            }
        }
        for line in lines {
            executed.lines.entry(line).and_modify(|n| *n += 1);
        }
    }
    executed
}

fn line(loc: Location) -> (FileId, u32) {
    (loc.file, loc.line)
}

/// Is it a step of the source? Ends of scopes and jumps that are always taken are places that nobody wrote a statement at.
fn does_something(program: &Program, instruction: &Instruction) -> bool {
    let is_step = match instruction.kind {
        InstrKind::Goto { guard, .. } => !matches!(program.exprs.kind(guard), ExprKind::Const(_)),
        InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) | InstrKind::Return(None) => false,
        InstrKind::Cover { .. } | InstrKind::Assume(_) => false,
        _ => true,
    };
    is_step && instruction.loc.line > 0
}

/// The instructions that a run passes.
struct Passed<'a> {
    program: &'a Program,
    functions: Vec<Vec<bool>>,
}

impl Observer for Passed<'_> {
    fn instruction(&mut self, function: FuncId, instruction: InstrId, _: Location) {
        let seen = &mut self.functions[function.index()];
        let Some(body) = &self.program.functions[function].body else { return };
        let mut at = instruction.index();
        // What compiles to nothing, or to a part of what follows, is passed on the way from the last place at which the run was told.
        while !std::mem::replace(&mut seen[at], true) && at > 0 && falls_through(&body[InstrId::new(at - 1)]) {
            at -= 1;
        }
    }
}

/// Does it do nothing that an observer is told of, so that it was passed where the next one is?
fn falls_through(instruction: &Instruction) -> bool {
    matches!(instruction.kind, InstrKind::Skip | InstrKind::Mark(_))
}
