//! The ways of runs as text: inputs, and the assignments before what the run shows.

use crate::check::lockset;
use engine::board::{Board, ViolatingRun};
use engine::interleavings::{Interleaving, replay};
use engine::status::{Evidence, Status};
use engine::trace::{self, Assignment, Way};
use goto::limits::Stop;
use goto::{Id, Location, Program, PropertyId};
use report::paths::{ErrorPath, PathKind};
use report::value::to_text;
use std::fmt::Write as _;

/// Assignments of a run that are printed.
pub(crate) const LONGEST: usize = 100;

/// One line an assignment.
pub(crate) fn assignment(program: &Program, step: &Assignment) -> String {
    let value = to_text(&program.types, step.ty, step.value);
    format!("  {}:{}  {} = {value}\n", program.files[step.loc.file], step.loc.line, step.place)
}

/// What comes before the first assignment that is printed.
fn left_out(n: usize) -> String {
    if n > 0 { format!("  ({n} assignments before)\n") } else { String::new() }
}

/// Where the way ends, and why.
fn end(program: &Program, loc: Location, why: &str) -> String {
    format!("  {}:{}:{}  {why}\n", program.files[loc.file], loc.line, loc.column)
}

/// The assignments on the way to each violation.
pub(crate) fn violations(board: &Board) -> String {
    let mut text = String::new();
    for (id, property) in board.program().properties.iter() {
        let Some(ViolatingRun { program, inputs }) = board.violating_run(id) else { continue };
        if let Some(interleaving) = board.interleaving(id) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "the way to {}", property.name);
            text.push_str(&turns(board, &interleaving, id));
            continue;
        }
        let (steps, dropped) = trace::steps(program, &inputs, id, LONGEST);
        // Writing to a string does not fail.
        let _ = writeln!(text, "the way to {}", property.name);
        text.push_str(&left_out(dropped));
        text.extend(steps.iter().map(|step| assignment(program, step)));
        text.push_str(&end(program, property.loc, &property.text));
    }
    text
}

/// Who runs when, from where in the program, and how it ends. Threads have numbers in the order in which they begin; 0 is the first.
fn turns(board: &Board, interleaving: &Interleaving, property: PropertyId) -> String {
    let (program, mut text) = (board.program(), String::new());
    for (input, bits) in &interleaving.inputs {
        let kind = &program.inputs[*input];
        let _ = writeln!(text, "  input {} {} = {}", kind.function, kind.type_name, to_text(&program.types, kind.ty, *bits));
    }
    let (mut lines, mut running): (Vec<String>, _) = (Vec::new(), None);
    let place = |loc: Location| format!("{}:{}:{}", program.files[loc.file], loc.line, loc.column);
    let is_own = |loc: Location| !program.is_of_library(loc) && loc.line > 0;
    let judged = replay(board, interleaving, property.into(), &Stop::new(None), &mut |turn, loc| {
        if is_own(loc) || running != Some(turn.thread) {
            let line = if is_own(loc) { place(loc) } else { "a function of threads".to_owned() };
            let word = if running == Some(turn.thread) { "goes on" } else { "runs" };
            lines.push(format!("  {line}  thread {} {word}\n", turn.thread.index()));
        }
        running = Some(turn.thread);
    });
    let dropped = lines.len().saturating_sub(LONGEST);
    if dropped > 0 {
        let _ = writeln!(text, "  ({dropped} turns before)");
    }
    text.extend(lines.into_iter().skip(dropped));
    if let Some(race) = judged.race {
        let _ = writeln!(text, "  {}  races with {}", place(race.first), place(race.second));
    } else if judged.waiting.is_empty() {
        let asked = &program.properties[property];
        text.push_str(&end(program, asked.loc, &asked.text));
    }
    for (thread, loc) in judged.waiting {
        let _ = writeln!(text, "  {}  thread {} waits", place(loc), thread.index());
    }
    text
}

/// The inputs and the assignments on the way to each feasible error.
pub(crate) fn error_paths(board: &Board, paths: &[ErrorPath]) -> String {
    let program = board.program();
    let tests = board.tests();
    let running = lockset::running(program);
    let mut text = String::new();
    for ((id, goal), path) in program.goals.iter().zip(paths).filter(|(_, p)| p.kind != PathKind::Schedules) {
        let Status::Reached(Evidence::Test(test)) = board.status(id) else { continue };
        let Some(test) = tests.iter().find(|t| t.id == test) else { continue };
        let _ = writeln!(text, "the way to {}", goal.name);
        for (input, bits) in test.inputs.iter().filter(|(input, _)| !lockset::is_choice(program, *input)) {
            let kind = &program.inputs[*input];
            let _ = writeln!(text, "  input {} {} = {}", kind.function, kind.type_name, to_text(&program.types, kind.ty, *bits));
        }
        let Way { steps, dropped, end: accessed } = trace::way_to_goal(program, &test.inputs, id, LONGEST, running);
        text.push_str(&left_out(dropped));
        for step in steps {
            if step.variable.is_some() && step.variable == running {
                let _ = writeln!(text, "  thread {} runs", to_text(&program.types, step.ty, step.value));
            } else {
                text.push_str(&assignment(program, &step));
            }
        }
        // An object is named where it is declared, and the way ends where it is accessed.
        text.push_str(&end(program, accessed.filter(|_| running.is_some()).unwrap_or(goal.loc), &path.message));
    }
    text
}
