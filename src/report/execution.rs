//! What runs of the interpreter tell of tests and violations, in the form of results. They end when they are told to; what comes later is left out and the result says so.

use crate::json::{WorldPlaces, place};
use crate::result::{Execution, FunctionExecution, Step, StepKind, Trace};
use crate::value::to_text;
use engine::board::Board;
use engine::budget::told;
use engine::executed::{self, Executed};
use engine::journey::{self, Journey};
use goto::{Bits, InputId, Program, PropertyId, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// What the tests of a board execute.
pub fn of_tests(board: &Board, is_enough: &dyn Fn() -> bool) -> Execution {
    let program = board.program();
    let Executed { tests, is_complete, lines, functions } = executed::executed(board, is_enough);
    let functions = functions.into_iter().map(|(id, tests)| {
        let function = &program.functions[id];
        FunctionExecution { name: function.name.clone(), file: program.files[function.loc.file].clone(), line: function.loc.line, tests }
    });
    let mut by_file: BTreeMap<String, BTreeMap<u32, usize>> = BTreeMap::new();
    for ((file, line), tests) in lines {
        by_file.entry(program.files[file].clone()).or_default().insert(line, tests);
    }
    // Inner functions that come with headers and that nobody calls are not what was asked about.
    let has_goals: BTreeSet<&String> = program.goals.values().map(|goal| &program.files[goal.loc.file]).collect();
    let mut functions: Vec<FunctionExecution> = functions.collect();
    by_file.retain(|file, lines| has_goals.contains(file) || lines.values().any(|tests| *tests > 0));
    functions.retain(|function| by_file.contains_key(&function.file));
    Execution { tests, complete: is_complete, functions, lines: by_file }
}

/// Steps that are told of each of so many violations.
pub(crate) fn steps_of_each(violations: usize) -> usize {
    (told::STEPS_OF_ALL / violations.max(1)).clamp(told::STEPS_OF_MANY, told::STEPS)
}

/// A value as people read it: addresses do not look like counts.
fn shown(program: &Program, ty: TypeId, value: Bits) -> String {
    match program.types.get(ty) {
        Type::Pointer(_) if !value.is_zero() => format!("{:#x}", value.unsigned()),
        _ => to_text(&program.types, ty, value),
    }
}

/// The last `most` steps of the way to a violation; `None` if there is no time for it.
pub(crate) fn way_to(program: &Program, inputs: &[(InputId, Bits)], property: PropertyId, most: usize, is_enough: &dyn Fn() -> bool) -> Option<Trace> {
    let Journey { steps, left_out } = journey::journey(program, inputs, property, most, is_enough)?;
    let mut names = WorldPlaces::default();
    let mut told = Vec::new();
    for journey::Step { loc, function, depth, what } in steps {
        let what = match what {
            journey::StepKind::Input { target, input, ty, value } => {
                let kind = &program.inputs[input];
                // Names count the inputs before, which are not known where steps were left out.
                let name = if left_out == 0 { names.next(kind.origin) } else { None };
                let input = name.unwrap_or_else(|| kind.function.clone());
                StepKind::Input { target: target.unwrap_or_else(|| input.clone()), value: to_text(&program.types, ty, value), input }
            }
            journey::StepKind::Assignment { target, ty, value } => StepKind::Assignment { target, value: shown(program, ty, value) },
            journey::StepKind::Call(callee) => StepKind::Call { callee: program.functions[callee].name.clone() },
            journey::StepKind::Decision { branch, taken } => StepKind::Decision { text: program.branches[branch].text.clone(), taken },
        };
        told.push(Step { place: place(program, loc, function), depth, what });
    }
    Some(Trace { left_out, steps: told })
}
