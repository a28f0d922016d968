//! From arguments to what an analysis needs: files, preprocessor options, criteria, properties. Refuses what this version does not do.

use crate::c::{Aliases, Insertion, LazyInputs, source};
use crate::cli::args::{AnalysisArgs, BlocksName, CoverArgs, EngineName, MAX_GOALS, Model, ProgramArgs, QueryArgs, QuestionArgs, ReportArgs, VerifyArgs};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::prp::{self, PropertyError, Specification, SpecificationKind};
use crate::cli::task;
use crate::instrument::Criterion;
use goto::{DataModel, PropertyClass};
use std::path::{Path, PathBuf};

/// The program to analyse.
#[derive(Clone, Debug)]
pub struct ProgramRequest {
    pub files: Vec<PathBuf>,
    pub source: source::Options,
    pub entry: String,
    /// Allocation on the heap may give null.
    pub malloc_may_fail: bool,
    /// Globals and memory behind pointers that the entry function is given are inputs.
    pub lazy_inputs: Option<LazyInputs>,
    /// What a witness claims, in the text of the files.
    pub insertions: Vec<(usize, Insertion)>,
    /// Threads run, on schedules that inputs choose.
    pub threads: bool,
}

impl ProgramRequest {
    pub fn model(&self) -> DataModel {
        self.source.data_model
    }
}

/// The criteria and their names on the command line.
const CRITERIA: [(&str, Criterion); 7] = [
    ("branch", Criterion::Branch),
    ("testcomp", Criterion::TestComp),
    ("statement", Criterion::Statement),
    ("block", Criterion::Block),
    ("function", Criterion::Function),
    ("assertion", Criterion::Assertion),
    ("error-call", Criterion::ErrorCall),
];

/// As `--criterion` names it.
pub fn criterion_name(criterion: Criterion) -> &'static str {
    CRITERIA.iter().find(|(_, c)| *c == criterion).map_or("", |(name, _)| name)
}

/// What `cover` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverAim {
    pub criteria: Vec<Criterion>,
    /// The text of the property for the metadata of suites.
    pub specification: String,
    /// The entry function that the property file names.
    pub entry: Option<String>,
}

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

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
const ERROR_CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
const STATEMENTS: &str = "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )";

/// The files, from a task definition if there is one, and how to read them. `entry` is what a property file says.
pub fn program(args: &ProgramArgs, entry: Option<String>) -> Result<ProgramRequest, Failure> {
    refuse(&[("--compile-commands", args.compile_commands.is_some())])?;
    if args.files.is_empty() {
        return Err(Failure::Usage("there is no program: name its files".into()));
    }
    let is_task = |f: &Path| f.extension().is_some_and(|e| e == "yml" || e == "yaml");
    let (files, task_model) = match args.files.as_slice() {
        [file] if is_task(file) => {
            let task = task::read(file)?;
            (task.files, task.model)
        }
        files if files.iter().any(|f| is_task(f)) => return Err(Failure::Usage("a task definition stands alone: it names all files".into())),
        files => (files.to_vec(), None),
    };
    let asked = args.data_model.map(|m| match m {
        Model::Lp64 => DataModel::Lp64,
        Model::Ilp32 => DataModel::Ilp32,
    });
    let source = source::Options {
        include_dirs: args.include_dirs.clone(),
        defines: args.defines.clone(),
        undefines: args.undefines.clone(),
        includes: args.includes.clone(),
        data_model: asked.or(task_model).unwrap_or_default(),
    };
    let entry = args.entry.clone().or(entry).unwrap_or_else(|| "main".to_string());
    if args.lazy_inputs && entry == "main" {
        return Err(Failure::Usage("--lazy-inputs needs a function to start in: --entry FUNCTION".into()));
    }
    let lazy_inputs = lazy_inputs(args)?;
    Ok(ProgramRequest { files, source, entry, malloc_may_fail: false, lazy_inputs, insertions: Vec::new(), threads: false })
}

/// Whether memory is among the inputs, and where pointers there may lead.
fn lazy_inputs(args: &ProgramArgs) -> Result<Option<LazyInputs>, Failure> {
    let aliases = match &args.aliases {
        None => Aliases::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| Failure::Usage(format!("cannot read {}: {e}", path.display())))?;
            Aliases::parse(&path.display().to_string(), &text).map_err(|e| Failure::Source(e.into()))?
        }
    };
    Ok(args.lazy_inputs.then_some(LazyInputs { aliases, objects: usize::from(args.lazy_objects) }))
}

/// The criteria of `--criterion`, or of `--property`, or the default.
pub fn cover_aim(args: &CoverArgs) -> Result<CoverAim, Failure> {
    check_reports(&args.reports)?;
    check_writing(&args.analysis)?;
    match &args.property {
        Some(path) => cover_property(path),
        None => {
            let criteria = criteria(&args.criterion)?;
            let specification = specification_of(&criteria);
            Ok(CoverAim { criteria, specification, entry: None })
        }
    }
}

/// Criteria by name; the default if there is none.
pub fn criteria(names: &[String]) -> Result<Vec<Criterion>, Failure> {
    let mut criteria = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')) {
        let found = CRITERIA.iter().find(|(n, _)| *n == name).map(|(_, c)| *c);
        let criterion = found.ok_or_else(|| match name {
            "decision" | "mcdc" => Failure::unavailable(&format!("the criterion {name}")),
            _ if criterion_query(name).is_some() => Failure::unavailable(&format!("the criterion {name} together with others")),
            _ => Failure::Usage(format!("there is no criterion {name}; there are: {}", CRITERIA.map(|(name, _)| name).join(", "))),
        })?;
        if !criteria.contains(&criterion) {
            criteria.push(criterion);
        }
    }
    Ok(if criteria.is_empty() { vec![Criterion::Branch] } else { criteria })
}

/// What comes nearest among the properties that validators know.
fn specification_of(criteria: &[Criterion]) -> String {
    match criteria {
        [Criterion::ErrorCall] => ERROR_CALL,
        [Criterion::Statement | Criterion::Block] => STATEMENTS,
        _ => BRANCHES,
    }
    .to_string()
}

/// The criterion that a property of Test-Comp means.
fn criterion_of(edges: &str) -> Option<Criterion> {
    match edges {
        "@DECISIONEDGE" => Some(Criterion::TestComp),
        "@CALL(reach_error)" | "@CALL(__VERIFIER_error)" => Some(Criterion::ErrorCall),
        "@BASICBLOCKENTRY" => Some(Criterion::Statement),
        _ => None,
    }
}

/// A criterion that is a query: both sides of all conditions, or paths on which each edge comes at most so many times.
fn criterion_query(name: &str) -> Option<String> {
    if name == "condition" {
        return Some("cover EDGES(@CONDITIONEDGE)".to_owned());
    }
    let k: u32 = name.strip_prefix("path:")?.parse().ok()?;
    Some(format!("cover ^PATHS(ID,{k})"))
}

/// Does `cover` ask for goals by a query: in FQL, by a property file, or by a criterion that stands for one?
pub fn asks_a_query(args: &CoverArgs) -> bool {
    let by_criterion = matches!(args.criterion.as_slice(), [name] if criterion_query(name).is_some());
    let is_other = |specification: &Specification| matches!(&specification.kind, SpecificationKind::Cover(edges) if criterion_of(edges).is_none());
    // What is wrong with the file is said where it is read for criteria.
    let by_file = |path: &PathBuf| prp::read(path).is_ok_and(|all| all.len() == 1 && all.iter().all(is_other));
    by_criterion || args.query.is_some() || args.property.as_ref().is_some_and(by_file)
}

/// The same as `query` is asked.
pub fn as_query(args: CoverArgs) -> Result<QueryArgs, Failure> {
    let alone = [
        ("--criterion", args.query.is_some() && !args.criterion.is_empty()),
        ("--property", args.query.is_some() && args.property.is_some()),
        ("--minimise", args.minimise),
        ("--coverage-history", args.coverage_history.is_some()),
        ("--proof", args.proof.is_some()),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!("{option} does not go with a query")));
    }
    let question = QuestionArgs {
        query: args.query.or_else(|| args.criterion.first().and_then(|name| criterion_query(name))),
        query_file: args.property,
        dialect: None,
        uninitialised_inputs: false,
        basic_blocks: BlocksName::Fshell,
        max_goals: MAX_GOALS,
    };
    let CoverArgs { program, analysis, output, reports, .. } = args;
    Ok(QueryArgs { program, question, analysis, output, reports, engine: EngineName::Unrolling, dump_arg: None, reuse_dir: None, arg_without: None })
}

fn cover_property(path: &Path) -> Result<CoverAim, Failure> {
    let specifications = prp::read(path)?;
    let mut criteria = Vec::new();
    for specification in &specifications {
        let SpecificationKind::Cover(edges) = &specification.kind else {
            return Err(wrong_command(path, specification, "verify"));
        };
        let other = || Failure::unavailable(&format!("the coverage property {edges} together with others"));
        criteria.push(criterion_of(edges).ok_or_else(other)?);
    }
    Ok(CoverAim {
        criteria,
        specification: specifications.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join("\n"),
        entry: specifications.first().map(|s| s.entry.clone()),
    })
}

/// The properties of `--property`, which is a file or a list of names, or the default.
pub fn verify_aim(args: &VerifyArgs) -> Result<VerifyAim, Failure> {
    // A path that a bound cuts is never a proof, with unwinding assertions or without.
    let aim = aim_of_property(args.property.as_deref())?;
    if aim.classes.contains(&PropertyClass::Unwinding) && args.analysis.unwind.is_none() && args.analysis.unwindset.is_empty() {
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
pub fn properties(property: Option<&str>) -> Result<VerifyAim, Failure> {
    let aim = aim_of_property(property)?;
    match &aim.unsupported {
        Some(name) => Err(Failure::unavailable(&format!("the property {name}"))),
        None if aim.classes.contains(&PropertyClass::Termination) => Err(Failure::unavailable("the property termination outside of verify")),
        None => Ok(aim),
    }
}

fn aim_of_property(property: Option<&str>) -> Result<VerifyAim, Failure> {
    let text = property.unwrap_or(DEFAULT_PROPERTIES);
    if Path::new(text).extension().is_some_and(|e| e == "prp") || text.contains('/') {
        return verify_property(Path::new(text));
    }
    let mut classes = Vec::new();
    for name in text.split(',').map(str::trim) {
        let Some((_, found)) = PROPERTIES.iter().find(|(n, _)| *n == name) else {
            return Err(match LATER.contains(&name) {
                true => Failure::unavailable(&format!("the property {name}")),
                false => Failure::Usage(format!("there is no property {name}; there are: {}", PROPERTIES.map(|(name, _)| name).join(", "))),
            });
        };
        add_classes(&mut classes, found);
    }
    Ok(VerifyAim { classes, entry: None, specification: None, unsupported: None, is_default: property.is_none() })
}

fn add_classes(classes: &mut Vec<PropertyClass>, more: &[PropertyClass]) {
    classes.extend(more.iter().filter(|c| !classes.contains(c)).copied().collect::<Vec<_>>());
}

const DEFAULT_PROPERTIES: &str = "assertions,unreach-call,bounds,pointer,div-by-zero,no-overflow,shift";

/// The properties and their names on the command line.
const PROPERTIES: [(&str, &[PropertyClass]); 21] = [
    ("assertions", &[PropertyClass::Assertion]),
    ("unreach-call", &[PropertyClass::UnreachCall]),
    ("div-by-zero", &[PropertyClass::DivByZero]),
    ("no-overflow", &[PropertyClass::Overflow]),
    ("unsigned-overflow", &[PropertyClass::UnsignedOverflow]),
    ("shift", &[PropertyClass::Shift]),
    ("conversion", &[PropertyClass::Conversion]),
    ("float-overflow", &[PropertyClass::FloatOverflow]),
    ("nan", &[PropertyClass::Nan]),
    ("bounds", &[PropertyClass::Bounds]),
    ("pointer", &[PropertyClass::Pointer]),
    ("valid-deref", &[PropertyClass::ValidDeref]),
    ("valid-free", &[PropertyClass::ValidFree]),
    ("valid-memtrack", &[PropertyClass::ValidMemtrack]),
    ("valid-memsafety", &[PropertyClass::ValidFree, PropertyClass::ValidDeref, PropertyClass::ValidMemtrack]),
    ("valid-memcleanup", &[PropertyClass::ValidMemcleanup]),
    ("memory-leak", &[PropertyClass::MemoryLeak]),
    ("alignment", &[PropertyClass::Alignment]),
    ("uninitialised", &[PropertyClass::Uninitialised]),
    ("unwinding", &[PropertyClass::Unwinding]),
    ("termination", &[PropertyClass::Termination]),
];

/// Properties of the contract that this version does not check.
const LATER: [&str; 2] = ["no-data-race", "def-behavior"];

fn verify_property(path: &Path) -> Result<VerifyAim, Failure> {
    let specifications = prp::read(path)?;
    if let Some(coverage) = specifications.iter().find(|s| matches!(s.kind, SpecificationKind::Cover(_))) {
        return Err(wrong_command(path, coverage, "cover"));
    }
    Ok(aim_of_specifications(&specifications))
}

/// The properties of the text of a specification, as witnesses hold it.
pub fn aim_of_text(text: &str) -> Result<VerifyAim, PropertyError> {
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
        match PROPERTIES.iter().find(|(n, _)| *n == name) {
            Some((_, found)) => add_classes(&mut classes, found),
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
        class => PROPERTIES.iter().find(|(_, c)| *c == [*class]).map_or("", |(name, _)| name),
    };
    let line = |class| format!("CHECK( init({entry}()), LTL(G {}) )", formula(class));
    classes.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn wrong_command(path: &Path, specification: &Specification, command: &str) -> Failure {
    Failure::Property(PropertyError::Malformed {
        file: path.display().to_string(),
        line: 1,
        message: format!("this property is for `gotcha {command}`"),
        source_line: specification.text.clone(),
    })
}

/// Refuses options of `query` that this version does not have.
pub fn check_query(args: &QueryArgs) -> Result<(), Failure> {
    check_reports(&args.reports)?;
    if args.question.uninitialised_inputs && args.reports.suite.is_some() {
        let why = "a suite cannot hold what uninitialised variables are to be: give --suite or --uninitialised-inputs";
        return Err(Failure::Usage(why.to_owned()));
    }
    check_writing(&args.analysis)
}

/// Refuses reports that this version does not write.
fn check_reports(args: &ReportArgs) -> Result<(), Failure> {
    refuse(&[("--harness", args.harness.is_some()), ("--lcov", args.lcov.is_some()), ("--html", args.html.is_some()), ("--sarif", args.sarif.is_some())])
}

/// Refuses analysis options of commands that write what they have looked at, but do not go on from it.
pub fn check_writing(args: &AnalysisArgs) -> Result<(), Failure> {
    refuse(&[("--condition-in", args.condition_in.is_some())])?;
    check_written(args)
}

/// Refuses to write what was looked at where nobody can write.
pub fn check_written(args: &AnalysisArgs) -> Result<(), Failure> {
    args.condition.as_deref().map_or(Ok(()), output::check_writable)
}

/// Refuses what does not go with assumption automata.
fn check_conditions(args: &VerifyArgs, aim: &VerifyAim) -> Result<(), Failure> {
    let AnalysisArgs { condition, condition_in, .. } = &args.analysis;
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

/// Refuses analysis options that this version does not have.
pub fn check_analysis(args: &AnalysisArgs) -> Result<(), Failure> {
    refuse(&[("--condition", args.condition.is_some()), ("--condition-in", args.condition_in.is_some())])
}

fn refuse(options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(Failure::unavailable(name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command};
    use clap::Parser;
    use std::fs;

    fn cover(args: &[&str]) -> CoverArgs {
        match Cli::try_parse_from(["gotcha", "cover"].iter().chain(args)).unwrap().command {
            Command::Cover(args) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn criteria_by_name() {
        let aim = cover_aim(&cover(&["a.c", "--criterion", "statement,branch", "--criterion", "branch"])).unwrap();
        assert_eq!(aim.criteria, [Criterion::Statement, Criterion::Branch]);
        assert_eq!(cover_aim(&cover(&["a.c"])).unwrap().criteria, [Criterion::Branch]);
        for name in ["mcdc", "path:3", "nonsense"] {
            assert_eq!(cover_aim(&cover(&["a.c", "--criterion", name])).unwrap_err().status(), 1);
        }
    }

    #[test]
    fn criteria_by_property() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.prp");
        let aim = |text: &str| {
            fs::write(&file, text).unwrap();
            cover_aim(&cover(&["a.c", "--property", file.to_str().unwrap()]))
        };
        let branches = aim("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n").unwrap();
        assert_eq!((branches.criteria, branches.specification.as_str()), (vec![Criterion::TestComp], BRANCHES));
        assert_eq!(aim(ERROR_CALL).unwrap().criteria, [Criterion::ErrorCall]);
        assert_eq!(aim("COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )").unwrap_err().status(), 1);
        assert_eq!(aim("CHECK( init(main()), LTL(G ! call(reach_error())) )").unwrap_err().status(), 2);
        assert_eq!(aim("COVER").unwrap_err().status(), 2);
    }

    #[test]
    fn the_command_line_wins_over_the_task() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.yml");
        fs::write(&file, "format_version: '2.0'\ninput_files: 'x.c'\noptions: {language: C, data_model: ILP32}\n").unwrap();
        let name = file.to_str().unwrap();
        let request = program(&cover(&[name]).program, None).unwrap();
        assert_eq!((request.model(), request.files), (DataModel::Ilp32, vec![folder.path().join("x.c")]));
        assert_eq!(program(&cover(&[name, "--data-model", "LP64"]).program, None).unwrap().model(), DataModel::Lp64);
        assert_eq!(program(&cover(&[name, "b.c"]).program, None).unwrap_err().status(), 1);
    }
}
