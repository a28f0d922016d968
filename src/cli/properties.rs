//! What `verify` is asked for: properties by their names, by property files, or as witnesses write them, and which options do not go with them. Checks nothing of a
//! program.

use crate::cli::args::VerifyArgs;
use crate::cli::failure::Failure;
use crate::cli::prp::{self, PropertyError, Specification, SpecificationKind};
use crate::cli::{checks, output};
use frontend::similar;
use goto::PropertyClass;
use std::path::Path;

/// What `verify` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct VerifyAim {
    pub classes: Vec<PropertyClass>,
    pub entry: Option<String>,
    /// The text of the property file.
    pub specification: Option<String>,
    /// A property of the file that this version does not check.
    pub unsupported: Option<String>,
    /// Nothing was asked for in particular.
    pub is_default: bool,
}

/// The properties of `--property`, which is a file or a list of names, or the default.
pub(super) fn verify_aim(args: &VerifyArgs) -> Result<VerifyAim, Failure> {
    let mut aim = aim_of_property(args.property.as_deref())?;
    let is_bounded = args.analysis.unwind.is_some() || !args.analysis.unwindset.is_empty();
    // A path that a bound cuts is never a proof, with unwinding assertions or without.
    if args.no_unwinding_assertions {
        if !is_bounded {
            return Err(Failure::Usage("--no-unwinding-assertions needs a bound: --unwind N for all loops, or --unwindset LOOP:N for some".into()));
        }
        if aim.classes == [PropertyClass::Unwinding] {
            return Err(Failure::Usage("--no-unwinding-assertions leaves nothing to check of --property unwinding".into()));
        }
        aim.classes.retain(|class| *class != PropertyClass::Unwinding);
    }
    if aim.classes.contains(&PropertyClass::Unwinding) && !is_bounded {
        let message = "the property unwinding needs a bound: --unwind N for all loops, or --unwindset LOOP:N for some (gotcha show --what loops names them)";
        return Err(Failure::Usage(message.into()));
    }
    if aim.classes.contains(&PropertyClass::Termination) {
        check_termination(args, &aim)?;
    }
    // What the entry function is given is not its own to free.
    let is_about_leaks = |c: &PropertyClass| [PropertyClass::MemoryLeak, PropertyClass::ValidMemtrack, PropertyClass::ValidMemcleanup].contains(c);
    if args.program.lazy_inputs && aim.classes.iter().any(is_about_leaks) {
        return Err(Failure::Usage("--lazy-inputs does not go with properties about memory that is lost".into()));
    }
    check_conditions(args, &aim)?;
    Ok(aim)
}

/// Termination is shown by other means than what no run may do, and goes with none of it.
fn check_termination(args: &VerifyArgs, aim: &VerifyAim) -> Result<(), Failure> {
    let with = [("--proof", args.proof.is_some()), ("--witness", args.witness.is_some()), ("--check-witness", args.check_witness.is_some())];
    match with.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::unavailable(&format!("{option} with the property termination"))),
        None if aim.classes.len() > 1 || aim.unsupported.is_some() => Err(Failure::Usage("the property termination stands alone".into())),
        None => Ok(()),
    }
}

/// The properties that a property file or a list of names says, or the default. All of them can be checked.
pub(super) fn checkable(property: Option<&str>) -> Result<VerifyAim, Failure> {
    let aim = aim_of_property(property)?;
    match &aim.unsupported {
        Some(name) => Err(Failure::unavailable(&format!("the property {name}"))),
        None if aim.classes.contains(&PropertyClass::Termination) => Err(Failure::unavailable("the property termination outside of verify")),
        None => Ok(aim),
    }
}

fn aim_of_property(property: Option<&str>) -> Result<VerifyAim, Failure> {
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
const LATER: [&str; 2] = ["no-data-race", "def-behavior"];

fn verify_property(path: &Path) -> Result<VerifyAim, Failure> {
    let specifications = prp::read(path)?;
    if let Some(coverage) = specifications.iter().find(|s| matches!(s.kind, SpecificationKind::Cover(_))) {
        return Err(prp::wrong_command(path, coverage, "cover").into());
    }
    Ok(aim_of_specifications(&specifications))
}

/// The properties of the text of a specification, as witnesses hold it.
pub(super) fn aim_of_text(text: &str) -> Result<VerifyAim, PropertyError> {
    // The lines of a property file may have become one.
    let lines = text.replace("CHECK(", "\nCHECK(");
    let specifications = prp::parse("specification", &lines)?;
    match specifications.iter().find(|s| matches!(s.kind, SpecificationKind::Cover(_))) {
        Some(coverage) => {
            let message = "this is no property of runs".to_owned();
            Err(PropertyError::Malformed { file: "specification".to_owned(), line: 1, message, source_line: coverage.text.clone() })
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
pub(super) fn specification(aim: &VerifyAim, classes: &[PropertyClass], entry: &str) -> String {
    if let Some(text) = &aim.specification {
        return text.clone();
    }
    let formula = |class: &PropertyClass| match class {
        PropertyClass::UnreachCall => "! call(reach_error())",
        PropertyClass::Overflow => "! overflow",
        class => checks::CHECKS.iter().find(|c| c.classes == [*class]).map_or("", |c| c.name),
    };
    let line = |class| format!("CHECK( init({entry}()), LTL(G {}) )", formula(class));
    classes.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Refuses what does not go with assumption automata.
fn check_conditions(args: &VerifyArgs, aim: &VerifyAim) -> Result<(), Failure> {
    let (condition, condition_in) = (&args.condition.condition, &args.condition_in);
    if condition.is_none() && condition_in.is_none() {
        return Ok(());
    }
    let classes = [PropertyClass::Termination, PropertyClass::Unwinding];
    let with = [
        ("--check-witness", args.check_witness.is_some()),
        ("--witness and --condition-in", args.witness.is_some() && condition_in.is_some()),
        ("--proof and --condition-in", args.proof.is_some() && condition_in.is_some()),
        ("the property termination or unwinding", aim.classes.iter().any(|c| classes.contains(c))),
    ];
    if let Some((what, _)) = with.iter().find(|(_, given)| *given) {
        return Err(Failure::unavailable(&format!("an assumption automaton together with {what}")));
    }
    condition.as_deref().map_or(Ok(()), output::check_writable)
}
