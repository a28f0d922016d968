//! The command `explored` on the programs of `regression/explored`, whose README describes their comments; its messages and its files.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/explored")
}

fn explored(file: &Path, condition: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    command.arg("explored").arg(file).arg("--condition").arg(condition).args(["--timeout", "60s"]).args(arguments);
    command.output().unwrap()
}

fn result(file: &Path, condition: &Path, arguments: &[&str]) -> Value {
    let output = explored(file, condition, &[arguments, &["--json", "-"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{}: {e}\n{}", file.display(), String::from_utf8_lossy(&output.stderr)))
}

/// The lines with one of these statuses.
fn lines(result: &Value, statuses: &[&str]) -> Vec<u64> {
    let all = result["lines"].as_array().unwrap().iter();
    all.filter(|l| statuses.contains(&l["status"].as_str().unwrap())).map(|l| l["line"].as_u64().unwrap()).collect()
}

/// What is expected with one automaton.
#[derive(Default)]
struct Expected {
    condition: String,
    covered: Vec<u64>,
    explored: Vec<u64>,
    executions: Option<u64>,
    verdict: Option<String>,
}

fn expectations(text: &str) -> Vec<Expected> {
    let mut all: Vec<Expected> = Vec::new();
    let numbers = |words: &str| words.split_whitespace().map(|w| w.parse().unwrap()).collect();
    for (name, rest) in text.lines().filter_map(|l| l.strip_prefix("// ")).filter_map(|l| l.split_once(':')) {
        if name == "condition" {
            all.push(Expected { condition: rest.trim().to_owned(), ..Expected::default() });
        }
        let Some(last) = all.last_mut() else { continue };
        match name {
            "covered" => last.covered = numbers(rest),
            "explored" => last.explored = numbers(rest),
            "executions" => last.executions = rest.trim().parse().ok(),
            "verdict" => last.verdict = Some(rest.trim().to_owned()),
            _ => {}
        }
    }
    all
}

#[test]
fn lines_are_covered_as_the_programs_say() {
    let mut n = 0;
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    for file in files {
        for expected in expectations(&fs::read_to_string(&file).unwrap()) {
            n += 1;
            let condition = folder().join(&expected.condition);
            let at = format!("{} with {}", file.display(), expected.condition);
            let exact = result(&file, &condition, &["--exact"]);
            assert_eq!(lines(&exact, &["covered"]), expected.covered, "{at}");
            assert_eq!(lines(&exact, &["covered", "not covered", "undecided"]), expected.explored, "{at}");
            let verdict = format!("{}({})", exact["verdict"].as_str().unwrap(), exact["reason"].as_str().unwrap_or_default());
            assert!(verdict.starts_with(expected.verdict.as_deref().unwrap_or("complete")), "{at}: {verdict}");
            let executions = exact["executions"].as_array().unwrap().len() as u64;
            assert!(expected.executions.is_none_or(|e| e == executions), "{at}: {executions} executions");
            for mode in ["--guided", "--blind"] {
                let few = result(&file, &condition, &[mode, "--executions", "2"]);
                let covered = lines(&few, &["covered"]);
                assert!(covered.iter().all(|l| expected.covered.contains(l)), "{at} {mode}: {covered:?}");
                let least = if expected.covered.is_empty() { 0 } else { 1 };
                assert!(covered.len() >= least, "{at} {mode} covers nothing");
            }
        }
    }
    assert!(n >= 7);
}

#[test]
fn what_is_no_assumption_automaton_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, condition) = (folder.path().join("a.c"), folder.path().join("a.spc"));
    fs::write(&file, "int main(void) { int x = 0; return x; }\n").unwrap();
    let automaton = |transition: &str| {
        format!("OBSERVER AUTOMATON A LOCAL set<int> s; INITIAL STATE q; STATE USEALL q : {transition}; STATE __FALSE : TRUE -> GOTO __FALSE; END AUTOMATON")
    };
    for (text, message) in [
        (automaton("MATCH \"return x;\" -> ERROR"), "is a set"),
        (automaton("MATCH \"return x;\" -> ERROR").replace("LOCAL set<int> s;", ""), "ends in no state"),
        (automaton("MATCH \"return x;\" -> ASSUME {x > 0} GOTO q").replace("LOCAL set<int> s;", ""), "has an assumption"),
        (automaton("TRUE -> GOTO q; MATCH \"return x;\" -> GOTO __FALSE").replace("LOCAL set<int> s;", ""), "is taken together with another"),
        ("AUTOMATON".to_owned(), "a.spc:1"),
    ] {
        fs::write(&condition, &text).unwrap();
        let output = explored(&file, &condition, &[]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 2)) && error.contains(message), "{text}: {error}");
    }
    let alone = Command::new(env!("CARGO_BIN_EXE_gotcha")).arg("explored").arg(&file).output().unwrap();
    assert_eq!(alone.status.code(), Some(1));
}

#[test]
fn reports_are_written() {
    let (file, condition) = (folder().join("three_ways.c"), folder().join("three_ways_other.spc"));
    let out = tempfile::tempdir().unwrap();
    let (lcov, html) = (out.path().join("a.info"), out.path().join("html"));
    let output = explored(&file, &condition, &["--exact", "--lcov", lcov.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("lines       covered 5 of 10 (explored 7)") && text.ends_with("VERDICT: complete\n"), "{text}");
    let lcov = fs::read_to_string(lcov).unwrap();
    for part in ["DA:19,2\n", "DA:21,0\n", "BRDA:19,1,0,1\n", "BRDA:19,1,1,1\n", "BRF:4\n", "BRH:3\n", "LF:10\nLH:5\nend_of_record\n", "FNDA:"] {
        assert!(lcov.contains(part), "{part} is missing in {lcov}");
    }
    let page = fs::read_to_string(html.join("index.html")).unwrap();
    assert!(page.contains("<tr id=\"L20\" class=\"covered\">") && page.contains("<tr id=\"L27\" class=\"unexplored\">"));
}

#[test]
fn what_is_covered_grows_over_time() {
    let (file, condition) = (folder().join("three_ways.c"), folder().join("three_ways_other.spc"));
    let out = tempfile::tempdir().unwrap();
    let (series, html) = (out.path().join("a.csv"), out.path().join("html"));
    for mode in ["--exact", "--guided", "--blind"] {
        let output = explored(&file, &condition, &[mode, "--coverage-history", series.to_str().unwrap(), "--html", html.to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0 | 20)));
        let text = fs::read_to_string(&series).unwrap();
        let rows: Vec<Vec<f64>> = text.lines().skip(1).map(|l| l.split(',').map(|v| v.parse().unwrap()).collect()).collect();
        assert!(text.starts_with("time,executions,lines,statements,functions,branches\n0.000,0,0,0,0,0\n"), "{text}");
        assert!(rows.len() >= 3 && rows.windows(2).all(|w| w[0].iter().zip(&w[1]).all(|(a, b)| a <= b)), "{text}");
        let covered = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = rows.last().unwrap();
        assert!(covered.contains(&format!("lines       covered {} of 10", last[2])), "{text}{covered}");
        assert!(covered.contains(&format!("EXECUTIONS: {} ", last[1])), "{text}{covered}");
        assert!(fs::read_to_string(html.join("index.html")).unwrap().contains("<polyline"));
    }
}

#[test]
fn local_variables_may_be_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, condition) = (folder.path().join("a.c"), folder.path().join("a.spc"));
    fs::write(&file, "int g;\nint main(void) {\n  int x;\n  if (x > 3)\n    g = 1;\n  if (x < 0)\n    while (1) ;\n  return 0; }\n").unwrap();
    fs::write(&condition, "OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE __TRUE;\nSTATE __TRUE : TRUE -> GOTO __TRUE;\nEND AUTOMATON\n").unwrap();
    assert!(lines(&result(&file, &condition, &["--guided"]), &["covered"]).is_empty());
    for mode in ["--exact", "--guided", "--blind"] {
        let found = result(&file, &condition, &[mode, "--uninitialised-inputs"]);
        let covered = lines(&found, &["covered"]);
        assert!([4, 8].iter().all(|l| covered.contains(l)) && !covered.contains(&7), "{mode}: {found}");
        assert_eq!(found["executions"][0]["inputs"].as_array().unwrap().len(), 1, "{mode}: {found}");
    }
}

/// Without induction only graphs see that the loop is never left.
#[test]
fn graphs_show_that_no_execution_ends() {
    const TEXT: &str = "extern int __VERIFIER_nondet_int(void);
        int main(void) { int place = 0, old = 0, now = 0;
          while (1) {
            if (place == 0) { if (__VERIFIER_nondet_int()) now = old + 1; else now = old + 2; place = 1; }
            else { if (now == old) break; old = now; place = 0; }
          }
          return 0; }";
    let folder = tempfile::tempdir().unwrap();
    let (file, condition) = (folder.path().join("a.c"), all_analysed(folder.path()));
    fs::write(&file, TEXT).unwrap();
    for (mode, jobs) in [("--exact", "2"), ("--guided", "1"), ("--guided", "2"), ("--blind", "1"), ("--blind", "3")] {
        let found = result(&file, &condition, &[mode, "--without", "induction", "--jobs", jobs]);
        assert_eq!(found["verdict"], "complete", "{mode}: {found}");
        assert!(lines(&found, &["covered"]).is_empty(), "{mode}: {found}");
    }
    // Where one does, the same is no proof.
    fs::write(&file, TEXT.replace("old + 1", "old")).unwrap();
    assert!(!lines(&result(&file, &condition, &["--guided", "--without", "induction"]), &["covered"]).is_empty());
}

/// An automaton that calls everything analysed.
fn all_analysed(folder: &Path) -> PathBuf {
    let path = folder.join("all.spc");
    fs::write(&path, "OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE __TRUE;\nSTATE __TRUE : TRUE -> GOTO __TRUE;\nEND AUTOMATON\n").unwrap();
    path
}

#[test]
fn automata_of_other_programs_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (file, other, condition) = (path("a.c"), path("b.c"), path("a.spc"));
    fs::write(&file, "int main(void) {\n  int x = 1;\n  return x;\n}\n").unwrap();
    fs::write(&other, "int main(void) {\n  int x = 2;\n  return x;\n}\n").unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_gotcha")).arg("verify").arg(&file).arg("--condition").arg(&condition).output().unwrap();
    assert_eq!(written.status.code(), Some(0));
    let told = |file: &Path| String::from_utf8_lossy(&explored(file, &condition, &["--guided"]).stderr).into_owned();
    assert!(told(&other).contains("another program"), "{}", told(&other));
    assert!(!told(&file).contains("warning"), "{}", told(&file));
    // Of a file that does not say for what it was written nothing is known.
    let text = fs::read_to_string(&condition).unwrap();
    fs::write(&condition, text.split_once('\n').unwrap().1).unwrap();
    assert!(!told(&other).contains("another program"));
}

#[test]
fn a_violation_that_is_found_at_once_leaves_the_rest_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, condition) = (folder.path().join("a.c"), folder.path().join("a.spc"));
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 9)\n    reach_error();\n  x = 3;\n  return 0;\n}\n";
    fs::write(&file, text).unwrap();
    let verify = |option: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        command.arg("verify").arg(&file).args(["--property", "unreach-call", option]).arg(&condition).output().unwrap().status.code()
    };
    assert_eq!(verify("--condition"), Some(10));
    assert!(!fs::read_to_string(&condition).unwrap().contains("INITIAL STATE __FALSE"));
    let found = result(&file, &condition, &["--exact"]);
    assert_eq!(lines(&found, &["covered"]), [3, 4, 6, 7], "{found}");
    // The violation was not looked at further, so it is still there.
    assert_eq!(verify("--condition-in"), Some(10));
}
