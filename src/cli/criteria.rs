//! What `cover` is asked for: criteria by their names, by property files of Test-Comp, and which of both are queries. Makes no goals.

use crate::cli::args::{BlocksName, CoverArgs, EngineName, MAX_GOALS, QueryArgs, QuestionArgs};
use crate::cli::failure::Failure;
use crate::cli::prp::{self, Specification, SpecificationKind};
use crate::cli::request::{check_reports, check_written};
use frontend::similar;
use instrument::Criterion;
use std::path::{Path, PathBuf};

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
pub(super) fn criterion_name(criterion: Criterion) -> &'static str {
    CRITERIA.iter().find(|(_, c)| *c == criterion).map_or("", |(name, _)| name)
}

/// What `cover` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CoverAim {
    pub criteria: Vec<Criterion>,
    /// The text of the property for the metadata of suites.
    pub specification: String,
    /// The entry function that the property file names.
    pub entry: Option<String>,
}

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

const ERROR_CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";

const STATEMENTS: &str = "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )";

/// The criteria of `--criterion`, or of `--property`, or the default.
pub(super) fn cover_aim(args: &CoverArgs) -> Result<CoverAim, Failure> {
    check_reports(&args.reports)?;
    check_written(&args.condition)?;
    match &args.property {
        Some(path) => cover_property(path),
        None => {
            let criteria = named(&args.criterion)?;
            let specification = specification_of(&criteria);
            Ok(CoverAim { criteria, specification, entry: None })
        }
    }
}

/// Criteria by name; the default if there is none.
pub(super) fn named(names: &[String]) -> Result<Vec<Criterion>, Failure> {
    let mut criteria = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')) {
        let found = CRITERIA.iter().find(|(n, _)| *n == name).map(|(_, c)| *c);
        let criterion = found.ok_or_else(|| match name {
            "decision" | "mcdc" => Failure::unavailable(&format!("the criterion {name}")),
            _ if criterion_query(name).is_some() => Failure::unavailable(&format!("the criterion {name} together with others")),
            _ => {
                let hint = similar::hint(name, CRITERIA.iter().map(|(known, _)| *known).chain(["condition"]));
                Failure::Usage(format!("there is no criterion {name}{hint}; there are: {}", CRITERIA.map(|(name, _)| name).join(", ")))
            }
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
pub(super) fn asks_a_query(args: &CoverArgs) -> bool {
    let by_criterion = matches!(args.criterion.as_slice(), [name] if criterion_query(name).is_some());
    let is_other = |specification: &Specification| matches!(&specification.kind, SpecificationKind::Cover(edges) if criterion_of(edges).is_none());
    // What is wrong with the file is said where it is read for criteria.
    let by_file = |path: &PathBuf| prp::read(path).is_ok_and(|all| all.len() == 1 && all.iter().all(is_other));
    by_criterion || args.query.is_some() || args.property.as_ref().is_some_and(by_file)
}

/// The same as `query` is asked.
pub(super) fn as_query(args: CoverArgs) -> Result<QueryArgs, Failure> {
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
    let CoverArgs { program, analysis, condition, output, reports, .. } = args;
    Ok(QueryArgs { program, question, analysis, condition, output, reports, engine: EngineName::Unrolling, dump_arg: None, reuse_dir: None, arg_without: None })
}

fn cover_property(path: &Path) -> Result<CoverAim, Failure> {
    let specifications = prp::read(path)?;
    let mut criteria = Vec::new();
    for specification in &specifications {
        let SpecificationKind::Cover(edges) = &specification.kind else {
            return Err(prp::wrong_command(path, specification, "verify").into());
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
}
