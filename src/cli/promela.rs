//! `show --what promela`: the model of a function, and the table that says what becomes of its statements.

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::request::ProgramRequest;
use crate::cli::stepped;
use automata::extract::{Table, model};
use std::io::ErrorKind;
use std::path::Path;

/// Prints the model; what the table lacks is added to its file, which is made if it does not exist. The answer is the exit status.
pub(super) fn show(request: &ProgramRequest, function: Option<&str>, path: Option<&Path>) -> Result<u8, Failure> {
    let stepped = stepped::read(request)?;
    let program = &stepped.loaded.program;
    let name = function.unwrap_or(&request.entry);
    let chosen = program.functions.iter().find(|(_, f)| f.name == name && !f.model).map(|(id, _)| id);
    let chosen = chosen.ok_or_else(|| Failure::Usage(format!("the program has no function {name}")))?;
    let text = path.map_or(Ok(String::new()), read)?;
    let shown = path.map_or_else(String::new, |path| path.display().to_string());
    let mut table = Table::read(&shown, &text)?;
    let made = model(program, &stepped.edges, &stepped.steps, chosen, &mut table).ok_or_else(|| Failure::Usage(format!("{name} has no body")))?;
    for unused in table.unused() {
        output::complain(&format!("warning: {shown}:{}: `{}` is no statement and no condition of {name}", unused.line, unused.text));
    }
    for (loc, warning) in &made.warnings {
        output::complain(&format!("warning: {}:{}:{}: {warning}", program.files[loc.file], loc.line, loc.column));
    }
    if let Some(path) = path {
        let mut whole = text;
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        output::write(path, &(whole + &table.added()))?;
    }
    output::print(&made.text)?;
    Ok(0)
}

fn read(path: &Path) -> Result<String, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::Usage(format!("cannot read {}: {error}", path.display()))),
    }
}
