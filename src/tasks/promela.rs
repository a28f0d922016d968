//! The model of a function in Promela, and the table that says what becomes of its statements.

use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::program::stepped;
use automata::extract::{Table, model};
use std::io::ErrorKind;
use std::path::Path;

/// A model of a function.
pub struct Model {
    pub text: String,
    pub warnings: Vec<String>,
    /// The whole table, with what it lacked; if it is one of a file.
    pub table: Option<String>,
}

/// The model of a function, or of the entry function, by the table of a file that need not exist.
///
/// # Errors
/// If the program is wrong, or lacks the function, or the table is wrong.
pub fn promela(request: &ProgramRequest, function: Option<&str>, path: Option<&Path>) -> Result<Model, Failure> {
    let stepped = stepped::read(request)?;
    let program = &stepped.loaded.program;
    let name = function.unwrap_or(&request.entry);
    let chosen = program.functions.iter().find(|(_, f)| f.name == name && !f.model).map(|(id, _)| id);
    let chosen = chosen.ok_or_else(|| Failure::Usage(format!("the program has no function {name}")))?;
    let text = path.map_or(Ok(String::new()), read)?;
    let shown = path.map_or_else(String::new, |path| path.display().to_string());
    let mut table = Table::read(&shown, &text)?;
    let made = model(program, &stepped.edges, &stepped.steps, chosen, &mut table).ok_or_else(|| Failure::Usage(format!("{name} has no body")))?;
    let mut warnings = Vec::new();
    for unused in table.unused() {
        warnings.push(format!("{shown}:{}: `{}` is no statement and no condition of {name}", unused.line, unused.text));
    }
    for (loc, warning) in &made.warnings {
        warnings.push(format!("{}:{}:{}: {warning}", program.files[loc.file], loc.line, loc.column));
    }
    let mut whole = text;
    if !whole.is_empty() && !whole.ends_with('\n') {
        whole.push('\n');
    }
    Ok(Model { text: made.text, warnings, table: path.map(|_| whole + &table.added()) })
}

fn read(path: &Path) -> Result<String, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::Usage(format!("cannot read {}: {error}", path.display()))),
    }
}
