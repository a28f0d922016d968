//! Harnesses: a program in C that calls a function with what it may be called with, for this tool or another one to analyse, and for a person to change.

mod text;

use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use frontend::contracts::Requirement;
use frontend::{Loaded, similar, source};
use goto::{FuncId, Function, Program, Storage, Symbol};
use std::path::{Path, PathBuf};
use text::Writer;

/// What is to be called, and with what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HarnessRequest {
    pub function: String,
    /// What single parameters are.
    pub shapes: Vec<Shape>,
    /// Objects that pointers in objects lead to, one behind the other.
    pub depth: u32,
    /// Elements of an array whose length is a parameter, at most.
    pub most: u32,
    /// Global variables that may hold anything.
    pub globals: Vec<String>,
    /// The folder in which the harness will stand, if that is not the working directory: from there the compiler looks for the file that it includes.
    pub folder: Option<PathBuf>,
}

/// What a pointer that is a parameter leads to; without it one object or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub parameter: String,
    pub what: ShapeKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShapeKind {
    /// So many elements: a number, or a parameter.
    Array(String),
    /// Characters, so many at most, and a zero behind them.
    Text(u32),
    /// What another parameter leads to.
    Equal(String),
    /// One object.
    NotNull,
}

/// The text of the harness.
///
/// # Errors
/// If the program is wrong, names that select nothing, what the contract requires and C has no words for, and types that it has no names for.
pub fn harness(request: &ProgramRequest, asked: &HarnessRequest) -> Result<String, Failure> {
    let request = ProgramRequest { entry: asked.function.clone(), lazy_inputs: None, ..request.clone() };
    let loaded = program::compile(&request)?;
    let (id, function) = function_of(&loaded.program, &asked.function)?;
    let file = file_of(&request, &loaded.program, function)?;
    let mut requirements: Option<Vec<Requirement>> = None;
    for path in &request.files {
        requirements = requirements.or(source::requirements(path, &request.source, &asked.function)?);
    }
    check(&loaded.program, function, asked)?;
    let globals = globals(&loaded, asked)?;
    let text = std::fs::read_to_string(file).map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
    let has_headers = text.lines().any(|line| line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("include")));
    Writer::new(&loaded.program, &loaded.given, asked, has_headers).text(&globals, id, &included(file, asked), requirements.as_deref())
}

/// The file as the harness names it: as the user did, or from the root where the harness stands elsewhere.
fn included(file: &Path, asked: &HarnessRequest) -> PathBuf {
    let from_root = asked.folder.as_ref().and_then(|_| file.canonicalize().ok());
    from_root.unwrap_or_else(|| file.to_owned())
}

/// The file, as the user named it, in which the function is defined. What was preprocessed tells of other files.
fn file_of<'a>(request: &'a ProgramRequest, program: &Program, function: &Function) -> Result<&'a Path, Failure> {
    let told = Path::new(program.files[function.loc.file].as_str());
    let named = request.files.iter().find(|file| file.as_path() == told);
    let mentions = || request.files.iter().find(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains(&function.name)));
    let found = named.or_else(|| if let [only] = request.files.as_slice() { Some(only) } else { mentions() });
    found.map(|file| file.as_path()).ok_or_else(|| Failure::Usage(format!("no file defines {}", function.name)))
}

fn function_of<'a>(program: &'a Program, name: &str) -> Result<(FuncId, &'a Function), Failure> {
    let mut own = program.functions.iter().filter(|(_, function)| !function.model && function.body.is_some());
    own.find(|(_, function)| function.name == name).ok_or_else(|| Failure::Usage(format!("there is no function {name} with a body")))
}

/// Names that select nothing are errors.
fn check(program: &Program, function: &Function, asked: &HarnessRequest) -> Result<(), Failure> {
    let parameters: Vec<&str> = function.params.iter().map(|parameter| program.symbols[parameter.symbol].name.as_str()).collect();
    let is_parameter = |name: &str| {
        let hint = similar::hint(name, parameters.iter().copied());
        if parameters.contains(&name) { Ok(()) } else { Err(Failure::Usage(format!("{} has no parameter {name}{hint}", function.name))) }
    };
    for shape in &asked.shapes {
        is_parameter(&shape.parameter)?;
        match &shape.what {
            ShapeKind::Array(length) if length.parse::<u32>().is_err() => is_parameter(length)?,
            ShapeKind::Equal(other) => is_parameter(other)?,
            ShapeKind::Array(_) | ShapeKind::Text(_) | ShapeKind::NotNull => {}
        }
    }
    Ok(())
}

/// The variables that may hold anything, of those that all of a file can name.
fn globals<'a>(loaded: &'a Loaded, asked: &HarnessRequest) -> Result<Vec<&'a Symbol>, Failure> {
    let all = || loaded.program.symbols.iter().filter(|(id, symbol)| symbol.storage == Storage::Static && !loaded.in_blocks.contains(id)).map(|(_, s)| s);
    let named = |name: &String| {
        let hint = || similar::hint(name, all().map(|symbol| symbol.name.as_str()));
        all().find(|symbol| symbol.name == *name).ok_or_else(|| Failure::Usage(format!("there is no global variable {name}{}", hint())))
    };
    asked.globals.iter().map(named).collect()
}
