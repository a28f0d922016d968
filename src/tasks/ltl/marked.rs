//! Which steps a program has: those that it marks by calls, else its statements. Knows the compiled program; changes nothing.

use crate::failure::Failure;
use frontend::{self, Loaded, diagnostic::Diagnostic};
use goto::{ExprKind, FuncId, Location, Program};
use instrument::Steps;
use rustc_hash::FxHashSet;

/// The function whose calls are the steps of a program that has any.
pub(crate) const STEP: &str = "__VERIFIER_ltl_step";

/// The steps of the program.
///
/// # Errors
/// If it may mark steps by calls through pointers.
pub(crate) fn steps(loaded: &Loaded) -> Result<Steps, Failure> {
    let program = &loaded.program;
    let is_mark = |name: &String, has_body: bool| name == STEP && (!has_body || loaded.missing.contains(name));
    let Some(mark) = program.functions.iter().find(|(_, f)| is_mark(&f.name, f.body.is_some())).map(|(id, _)| id) else {
        return Ok(Steps::Statements);
    };
    if let Some(loc) = address_of(program, mark) {
        let message = format!("the address of {STEP} is taken: steps are its direct calls, and calls through pointers cannot be told from them");
        let (file, line, column) = (program.files[loc.file].clone(), loc.line, loc.column);
        return Err(frontend::Error::unsupported(Diagnostic { message, file, line, column, length: 1, source_line: None }).into());
    }
    Ok(Steps::Marked(mark))
}

fn address_of(program: &Program, function: FuncId) -> Option<Location> {
    let mut seen = FxHashSet::default();
    let instructions = program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values());
    instructions.into_iter().find_map(|instruction| {
        let mut found = false;
        instruction.kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut |_, kind| found |= kind == ExprKind::FunctionAddress(function)));
        found.then_some(instruction.loc)
    })
}
