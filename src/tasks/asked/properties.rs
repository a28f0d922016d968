//! Properties by their names, by property files, or as witnesses write them. Checks nothing of a program.

use super::checks;
use super::prp::{self, PropertyError, Specification, SpecificationKind};
use crate::failure::Failure;
use frontend::similar;
use goto::{Diagnostic, PropertyClass};
use std::path::Path;

/// What `verify` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyAim {
    pub classes: Vec<PropertyClass>,
    pub entry: Option<String>,
    /// The text of the property file.
    pub specification: Option<String>,
    /// A property of the file that this version does not check.
    pub unsupported: Option<String>,
    /// Nothing was asked for in particular.
    pub is_default: bool,
}

/// The properties that a property file or a list of names says, or the default. All of them can be checked.
///
/// # Errors
/// If there is no such property, or it cannot be checked.
pub fn checkable(property: Option<&str>) -> Result<VerifyAim, Failure> {
    let aim = asked(property)?;
    match &aim.unsupported {
        Some(name) => Err(Failure::unavailable(&format!("the property {name}"))),
        None if aim.classes.contains(&PropertyClass::Termination) => Err(Failure::unavailable("the property termination outside of verify")),
        None if aim.classes.iter().any(|class| OF_THREADS.contains(class)) => Err(Failure::unavailable("a property of threads outside of verify")),
        None => Ok(aim),
    }
}

/// Properties that only runs with threads show.
pub(crate) const OF_THREADS: [PropertyClass; 2] = [PropertyClass::DataRace, PropertyClass::Deadlock];

/// The properties that a property file or a list of names says, or the default.
///
/// # Errors
/// If there is no such property, or the file cannot be read.
pub fn asked(property: Option<&str>) -> Result<VerifyAim, Failure> {
    let text = property.unwrap_or("default");
    if Path::new(text).extension().is_some_and(|e| e == "prp") || text.contains('/') {
        return verify_property(Path::new(text));
    }
    let mut classes = Vec::new();
    for name in text.split(',').map(str::trim) {
        match name.strip_prefix('-') {
            Some(name) => {
                let without = classes_of_name(name)?;
                classes.retain(|c| !without.contains(c));
            }
            None => add_classes(&mut classes, &classes_of_name(name)?),
        }
    }
    if classes.is_empty() {
        return Err(Failure::Usage(format!("--property {text} names nothing to check")));
    }
    Ok(VerifyAim { classes, entry: None, specification: None, unsupported: None, is_default: property.is_none() })
}

/// What the name of a property or of a group of properties stands for.
fn classes_of_name(name: &str) -> Result<Vec<PropertyClass>, Failure> {
    if let Some(group) = checks::group(name) {
        return Ok(group.iter().flat_map(|c| c.classes).copied().collect());
    }
    match checks::check(name) {
        Some(check) => Ok(check.classes.to_vec()),
        None if LATER.contains(&name) => Err(Failure::unavailable(&format!("the property {name}"))),
        None => {
            let names: Vec<&str> = checks::CHECKS.iter().map(|c| c.name).collect();
            let hint = similar::hint(name, names.iter().copied().chain(checks::GROUPS.iter().map(|(group, _)| *group)));
            Err(Failure::Usage(format!("there is no property {name}{hint}; there are: {} (see gotcha help checks)", names.join(", "))))
        }
    }
}

fn add_classes(classes: &mut Vec<PropertyClass>, more: &[PropertyClass]) {
    classes.extend(more.iter().filter(|c| !classes.contains(c)).copied().collect::<Vec<_>>());
}

/// Properties of the contract that this version does not check.
const LATER: [&str; 1] = ["def-behavior"];

fn verify_property(path: &Path) -> Result<VerifyAim, Failure> {
    let specifications = prp::read(path)?;
    if let Some(coverage) = specifications.iter().find(|s| matches!(s.kind, SpecificationKind::Cover(_))) {
        return Err(prp::wrong_command(path, coverage, "cover").into());
    }
    Ok(aim_of_specifications(&specifications))
}

/// The properties of the text of a specification, as witnesses hold it.
pub(crate) fn aim_of_text(text: &str) -> Result<VerifyAim, PropertyError> {
    // The lines of a property file may have become one.
    let lines = text.replace("CHECK(", "\nCHECK(");
    let specifications = prp::parse("specification", &lines)?;
    match specifications.iter().find(|s| matches!(s.kind, SpecificationKind::Cover(_))) {
        Some(coverage) => {
            let text = &coverage.text;
            Err(PropertyError::Malformed(Diagnostic::new("this is no property of runs", "specification", text, 0..text.len())))
        }
        None => Ok(aim_of_specifications(&specifications)),
    }
}

fn aim_of_specifications(specifications: &[Specification]) -> VerifyAim {
    let mut classes = Vec::new();
    let mut unsupported = None;
    for specification in specifications {
        let SpecificationKind::Check(formula) = &specification.kind else { continue };
        let name = match formula.as_str() {
            "G!call(reach_error())" | "G!call(__VERIFIER_error())" => "unreach-call",
            "G!overflow" => "no-overflow",
            "Fend" => "termination",
            "G!data-race" => "no-data-race",
            "G!deadlock" => "no-deadlock",
            other => other.strip_prefix('G').unwrap_or(other),
        };
        match checks::check(name) {
            Some(check) => add_classes(&mut classes, check.classes),
            None if LATER.contains(&name) => unsupported = Some(name.to_owned()),
            None => unsupported = Some(format!("LTL({formula})")),
        }
    }
    VerifyAim {
        classes,
        entry: specifications.first().map(|s| s.entry.clone()),
        specification: Some(specifications.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join("\n")),
        unsupported,
        is_default: false,
    }
}

/// The specification that a witness about these classes of what was asked for holds.
pub fn specification(aim: &VerifyAim, classes: &[PropertyClass], entry: &str) -> String {
    if let Some(text) = &aim.specification {
        return text.clone();
    }
    let formula = |class: &PropertyClass| match class {
        PropertyClass::UnreachCall => "! call(reach_error())",
        PropertyClass::Overflow => "! overflow",
        PropertyClass::DataRace => "! data-race",
        class => checks::CHECKS.iter().find(|c| c.classes == [*class]).map_or("", |c| c.name),
    };
    let line = |class| format!("CHECK( init({entry}()), LTL(G {}) )", formula(class));
    classes.iter().map(line).collect::<Vec<_>>().join("\n")
}
