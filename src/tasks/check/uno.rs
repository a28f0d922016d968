//! A property after the manner of UNO over a program: from files to the program with the property in it, and what its goals stand for.

use super::property_automata::Checked;
use crate::failure::Failure;
use crate::program::stepped::{self, Stepped};
use crate::program::{self, ProgramRequest};
use automata::uno::{Codes, FUNCTION, Property, product};
use frontend::source::Options;
use frontend::{Error, routine};
use goto::decision::Decisions;
use goto::outline::Outline;
use instrument::uno::{self as put, Candidate};
use report::paths::{ErrorPath, PathKind};
use std::path::Path;

/// Reads a property from a file.
pub(crate) fn read(path: &Path) -> Result<Property, Failure> {
    let routine = routine::read(path, FUNCTION, &Options::default())?;
    let name = path.file_stem().map_or_else(|| "property".into(), |s| s.to_string_lossy().into_owned());
    Ok(Property::new(name, routine).map_err(Error::Type)?)
}

/// Reads the program and puts the property into it.
pub(crate) fn put(request: &ProgramRequest, property: &Property) -> Result<Checked, Failure> {
    let outline = frontend::outline::read(&request.files, &request.source)?;
    let stepped = stepped::over(program::compile(request)?, &outline)?;
    let (warnings, hash) = (stepped.warnings(), request.hash(&stepped.loaded));
    let nodes = stepped.nodes(&outline);
    let Stepped { loaded, edges, .. } = stepped;
    let codes = Codes::new(property, &outline, &loaded.program, &edges, &nodes).map_err(Error::Type)?;
    let found = product::errors(&codes, &loaded.program, &edges);
    let candidates = put::candidates(&found, &nodes);
    let mut program = loaded.program;
    put::instrument(&mut program, &edges, &nodes, property, &codes, &candidates);
    // Takes the assertions out: they must not stand in the way of a path.
    instrument::instrument(&mut program, &Decisions::default(), &[], None);
    goto::assert_valid(&program, "a property");
    program::tidy(&mut program);
    let paths = candidates.iter().map(|c| path(property, &outline, c)).collect();
    Ok(Checked { program, hash, paths, candidates: Vec::new(), warnings })
}

/// What a person reads of a candidate.
fn path(property: &Property, outline: &Outline, of: &Candidate) -> ErrorPath {
    let names: Vec<&str> = of.symbols.iter().map(|s| outline.symbols[s.0].name.as_str()).collect();
    let about = if names.is_empty() { String::new() } else { format!(" [{}]", names.join(", ")) };
    let message = format!("{}{about}", property.errors[of.error].message);
    ErrorPath { automaton: property.name.clone(), state: None, message, kind: PathKind::Error }
}
