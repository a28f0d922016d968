//! Criteria by their names, by property files of Test-Comp, and which of both are queries. Makes no goals.

use super::prp::{self, Specification, SpecificationKind};
use crate::failure::Failure;
use frontend::similar;
use instrument::Criterion;
use std::path::Path;

/// The criteria and their names on the command line.
const CRITERIA: [(&str, Criterion); 10] = [
    ("branch", Criterion::Branch),
    ("decision", Criterion::Decision),
    ("mcdc", Criterion::Mcdc),
    ("operand", Criterion::Operand),
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

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

const ERROR_CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";

const STATEMENTS: &str = "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )";

/// The criteria of a property file, or of these names, or the default.
///
/// # Errors
/// If there is no such criterion, or the file cannot be read.
pub fn asked(property: Option<&Path>, names: &[String]) -> Result<CoverAim, Failure> {
    match property {
        Some(path) => cover_property(path),
        None => {
            let criteria = named(names)?;
            let specification = specification_of(&criteria);
            Ok(CoverAim { criteria, specification, entry: None })
        }
    }
}

/// Criteria by name; the default if there is none.
///
/// # Errors
/// If there is no such criterion.
pub fn named(names: &[String]) -> Result<Vec<Criterion>, Failure> {
    let mut criteria = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')) {
        let found = CRITERIA.iter().find(|(n, _)| *n == name).map(|(_, c)| *c);
        let criterion = found.ok_or_else(|| match name {
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
pub fn criterion_query(name: &str) -> Option<String> {
    if name == "condition" {
        return Some("cover EDGES(@CONDITIONEDGE)".to_owned());
    }
    let k: u32 = name.strip_prefix("path:")?.parse().ok()?;
    Some(format!("cover ^PATHS(ID,{k})"))
}

/// Is the property of the file one that only a query says? What is wrong with the file is said where it is read for criteria.
pub fn is_query(property: &Path) -> bool {
    let is_other = |specification: &Specification| matches!(&specification.kind, SpecificationKind::Cover(edges) if criterion_of(edges).is_none());
    prp::read(property).is_ok_and(|all| all.len() == 1 && all.iter().all(is_other))
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
    use std::fs;

    #[test]
    fn criteria_by_name() {
        let aim = |names: &[&str]| asked(None, &names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(aim(&["statement,branch", "branch"]).unwrap().criteria, [Criterion::Statement, Criterion::Branch]);
        assert_eq!(aim(&[]).unwrap().criteria, [Criterion::Branch]);
        for name in ["mutation", "path:3", "nonsense"] {
            assert!(matches!(aim(&[name]), Err(Failure::Usage(_))), "{name}");
        }
    }

    #[test]
    fn criteria_by_property() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.prp");
        let aim = |text: &str| {
            fs::write(&file, text).unwrap();
            asked(Some(&file), &[])
        };
        let branches = aim("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n").unwrap();
        assert_eq!((branches.criteria, branches.specification.as_str()), (vec![Criterion::TestComp], BRANCHES));
        assert_eq!(aim(ERROR_CALL).unwrap().criteria, [Criterion::ErrorCall]);
        assert!(matches!(aim("COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )"), Err(Failure::Usage(_))));
        assert!(matches!(aim("CHECK( init(main()), LTL(G ! call(reach_error())) )"), Err(Failure::Property(_))));
        assert!(matches!(aim("COVER"), Err(Failure::Property(_))));
    }
}
