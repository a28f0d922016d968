//! The command `query`: statuses, messages, files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
int n;
int is_zero(void) { return n == 0; }
int main(void) {
  n = __VERIFIER_nondet_int();
  if (n > 5)
    n = 5;
  return n;
}
";

fn query(folder: &Path, arguments: &[&str]) -> Output {
    let file = folder.join("a.c");
    fs::write(&file, PROGRAM).unwrap();
    Command::new(env!("CARGO_BIN_EXE_gotcha")).arg("query").arg(&file).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn mistakes_are_shown_in_the_query() {
    let folder = tempfile::tempdir().unwrap();
    for (query_text, message, marked) in [
        ("cover @FUNC(nothing)", "the program has no function nothing", "^^^^^^^^^^^^^^"),
        ("cover @6 ->", "expected a filter or a pattern", "^"),
        ("cover @99", "no instruction of the program stands in line 99", "^^^"),
        ("cover {n = 3}", "it contains a side effect", "^^^^^"),
        ("cover {n++}", "it contains a side effect", "^^^"),
        ("cover {n >}", "it is no expression of C", "^^^"),
        ("cover {n) ; (n}", "its brackets do not match", "^^^^^^^"),
        ("cover {m > 0}", "`m` is not declared", "^^^^^"),
        ("cover {f(n)}.@6", "`f` is not declared", "^^^^"),
        ("cover ID->ID->ID->ID->ID->ID->ID->ID", "and the limit is 2000000", "^^^^"),
        ("cover PATHS(ID, 1) passing", "expected a filter or a pattern, found the end", "^"),
    ] {
        let output = query(folder.path(), &["--query", query_text]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{query_text}: {error}");
        assert!(error.contains(message) && error.contains(marked) && error.contains("the query:1:"), "{query_text}: {error}");
    }
    assert_eq!(query(folder.path(), &[]).status.code(), Some(1));
    assert_eq!(query(folder.path(), &["--query-file", "nowhere"]).status.code(), Some(1));
    let no_suite = query(folder.path(), &["--query", "cover ID", "--uninitialised-inputs", "--suite", "tests"]);
    assert_eq!((no_suite.status.code(), text(&no_suite.stderr).contains("cannot hold what uninitialised variables")), (Some(1), true));
}

#[test]
fn filters_that_match_nothing_are_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let output = query(folder.path(), &["--query", "cover @6 + @CALLS & @CONDITIONEDGE"]);
    assert!(text(&output.stderr).contains("warning: `@CALLS & @CONDITIONEDGE` matches nothing in the program"), "{}", text(&output.stderr));
    assert_eq!((output.status.code(), text(&output.stdout).contains("GOALS: 2  COVERED: 2")), (Some(0), true));
}

#[test]
fn suites_and_results_are_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("q.prp"), "COVER( init(main()),\n  FQL(COVER EDGES(@DECISIONEDGE)) )\n").unwrap();
    let output = query(folder.path(), &["--query-file", "q.prp", "--suite", "tests", "--json", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["verdict"], &result["summary"]["goals"], &result["goals"][0]["status"]), (&"complete".into(), &2.into(), &"covered".into()));
    assert_eq!((&result["goals"][0]["id"], &result["goals"][0]["kind"]), (&"query.1".into(), &"sequence".into()));
    let covers: usize = result["tests"].as_array().unwrap().iter().map(|t| t["covers"].as_array().unwrap().len()).sum();
    assert_eq!(covers, 2);
    let files = fs::read_dir(folder.path().join("tests")).unwrap().count();
    assert_eq!(files, 1 + result["tests"].as_array().unwrap().len());
}

#[test]
fn goals_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    let show = |what: &str, query: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["show", "a.c", "--what", what, "--query", query]).current_dir(folder.path()).output();
        text(&output.unwrap().stdout)
    };
    let expected = "a.c:6:3 query.1  main:6:3 -> main:7:5 . {n == 5}\na.c:6:3 query.2  main:6:3 -> main:6:3 (jump) . {n == 5}\n";
    assert_eq!(show("goals", "cover @6.{n == 5}"), expected);
    assert!(show("goto", "cover @6.{is_zero()}").contains("COVER g"));
}

#[test]
fn cover_takes_queries_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("conditions.prp"), "COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )\n").unwrap();
    let expected = text(&query(folder.path(), &["--query", "cover @CONDITIONEDGE", "--all-goals"]).stdout);
    assert!(expected.contains("GOALS: 2  COVERED: 2"), "{expected}");
    let cover = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha"))
            .arg("cover")
            .arg(folder.path().join("a.c"))
            .arg("--all-goals")
            .args(arguments)
            .current_dir(folder.path())
            .output();
        let output = output.unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for arguments in [["--query", "cover @CONDITIONEDGE"], ["--criterion", "condition"], ["--property", "conditions.prp"]] {
        assert_eq!(cover(&arguments), (Some(0), expected.clone(), String::new()), "{arguments:?}");
    }
    let (status, goals, _) = cover(&["--criterion", "path:1"]);
    assert_eq!((status, goals.contains("GOALS: 2  COVERED: 2")), (Some(0), true), "{goals}");
    for arguments in
        [&["--criterion", "condition", "--criterion", "branch"][..], &["--query", "cover ID", "--criterion", "branch"], &["--query", "cover ID", "--minimise"]]
    {
        assert_eq!(cover(arguments).0, Some(1), "{arguments:?}");
    }
}

/// A flag that is set in a loop without a bound ends it. The unrolling never knows; the graphs need no bound.
const FLAG: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  int failed = 0, sum = 0;
  while (__VERIFIER_nondet_int()) {
    if (failed)
      break;
    sum += __VERIFIER_nondet_int();
    if (sum == 17)
      failed = sum - 16;
    else
      sum++;
  }
  if (failed)
    return 1;
  return sum;
}
";

#[test]
fn graphs_decide_what_the_unrolling_leaves_open() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("flag.c"), FLAG).unwrap();
    let said = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha"))
            .args(["query", "flag.c", "--max-k", "3", "--timeout", "60s", "--query", "cover @LINE(9)->@LINE(8) + @LINE(9)->@LINE(14)"])
            .args(more)
            .current_dir(folder.path())
            .output();
        text(&output.unwrap().stdout)
    };
    assert!(said(&[]).contains("COVERED: 2  UNREACHABLE: 4  UNDECIDED: 0"), "{}", said(&[]));
    let alone = said(&["--without", "graphs"]);
    assert!(alone.contains("COVERED: 2  UNREACHABLE: 0  UNDECIDED: 4"), "{alone}");
}

/// Runs begin where the program is not yet entered, and that is a place as well.
#[test]
fn where_runs_begin_is_a_place() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["unrolling", "arg"] {
        let output =
            query(folder.path(), &["--engine", engine, "--all-goals", "--basic-blocks", "tiger", "--query", "cover NODES(@BASICBLOCKENTRY)->NODES(@6)"]);
        let said = text(&output.stdout);
        assert!(said.contains("COVERED      outside . ") || said.contains("COVERED    outside . "), "{engine}: {said}");
        assert!(!said.contains("UNDECIDED  "), "{engine}: {said}");
    }
}
