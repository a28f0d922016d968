//! Reports of results, from the command that analyses and from the file it left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
static int clamp(int x, int lo, int hi) {
    if (x < lo)
        return lo;
    if (lo > hi)
        return -1;
    return x > hi ? hi : x;
}
int table[4] = {1, 2, 3, 4};
int main(void) {
    int i = clamp(__VERIFIER_nondet_int(), 0, 4);
    return table[i];
}
";

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    folder
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn both_ways_to_a_report_give_the_same() {
    let folder = program();
    let folder = folder.path();
    for (command, status) in [("cover", 0), ("verify", 10)] {
        let reports = |n: u32| ["lcov", "sarif", "junit", "markdown", "html"].map(|kind| [format!("--{kind}"), format!("{kind}{n}")]).concat();
        let (first, second) = (reports(1), reports(2));
        let run = |words: &[&str], reports: &[String]| gotcha(folder, &[words, &reports.iter().map(String::as_str).collect::<Vec<_>>()].concat());
        let output = run(&[command, "a.c", "--json", "r.json"], &first);
        assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stderr));
        let output = run(&["report", "r.json"], &second);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        for kind in ["lcov", "sarif", "junit", "markdown", "html1/../html"] {
            let name = |n: u32| if kind.contains('/') { format!("html{n}/index.html") } else { format!("{kind}{n}") };
            assert_eq!(text(folder, &name(1)), text(folder, &name(2)), "{command} {kind}");
        }
    }
    let log: serde_json::Value = serde_json::from_str(&text(folder, "sarif1")).unwrap();
    let steps = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let texts: Vec<&str> = steps.iter().map(|s| s["location"]["message"]["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"clamp is called") && texts.contains(&"x < lo is false") && texts.contains(&"i = 4"), "{texts:?}");
    assert_eq!(*texts.last().unwrap(), "array index out of bounds");
}

/// The lines that the tests execute are those that are executed.
#[test]
fn lines_are_those_that_tests_execute() {
    let folder = program();
    gotcha(folder.path(), &["cover", "a.c", "--lcov", "a.info"]);
    let info = text(folder.path(), "a.info");
    let is_hit = |line: u32| info.lines().find_map(|l| l.strip_prefix(&format!("DA:{line},"))).map(|n| n != "0");
    assert_eq!([3, 4, 5, 6, 7, 11, 12].map(is_hit), [true, true, true, false, true, true, true].map(Some), "{info}");
    assert!(info.contains("\nBRDA:5,0,1,") && !info.contains("\nBRDA:5,0,0,"), "{info}");
}

/// What nobody calls has the lines that it would have if somebody did.
#[test]
fn lines_of_functions_that_nobody_calls_are_known() {
    let folder = program();
    let away = "void nothing(void) {\n}\nint away(int x) {\n  int y = 3;\n  if (x)\n    return 1;\n  while (y < x)\n    y++;\n  switch (x) {\n  case 3:\n    y = 2;\n  }\n\n  return y;\n}\n";
    let lines = |call: &str| -> Vec<String> {
        fs::write(folder.path().join("b.c"), format!("{away}int main(void) {{ {call} return 0; }}\n")).unwrap();
        gotcha(folder.path(), &["cover", "b.c", "--lcov", "b.info"]);
        text(folder.path(), "b.info").lines().filter_map(|l| l.strip_prefix("DA:")?.split(',').next().map(str::to_owned)).collect()
    };
    assert_eq!(lines(""), lines("nothing(); away(__LINE__);"));
    assert!(lines("").contains(&"5".to_owned()) && !lines("").contains(&"3".to_owned()), "{:?}", lines(""));
}

#[test]
fn pipes_have_a_table_if_they_ask_for_it() {
    let folder = program();
    let plain = String::from_utf8(gotcha(folder.path(), &["cover", "a.c"]).stdout).unwrap();
    assert!(!plain.contains("coverage"), "{plain}");
    let table = String::from_utf8(gotcha(folder.path(), &["cover", "a.c", "--table"]).stdout).unwrap();
    let row = table.lines().find(|l| l.starts_with("  clamp")).unwrap_or_default().split_whitespace().collect::<Vec<_>>();
    assert_eq!(row, ["clamp", "6", "5", "1", "0", "100.0%"], "{table}");
}

#[test]
fn what_is_no_result_is_told_with_its_place() {
    let folder = program();
    fs::write(folder.path().join("r.json"), "{\n  \"tool\": {\"name\": 3}\n}\n").unwrap();
    let output = gotcha(folder.path(), &["report", "r.json"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("r.json:2:20") && message.contains("this is no result"), "{message}");
}

/// Results of programs of all kinds have the form that the schema says.
#[test]
fn results_validate() {
    let schema: serde_json::Value = serde_json::from_str(report::result::SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = program();
    let regression = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("regression");
    let mut files: Vec<PathBuf> = ["cover", "control", "functions"].iter().filter_map(|sub| first_program(&regression.join(sub))).collect();
    files.push(folder.path().join("a.c"));
    assert!(files.len() > 2, "{files:?}");
    for file in files {
        for command in ["cover", "verify"] {
            let output = gotcha(folder.path(), &[command, &file.display().to_string(), "--json", "-", "--unwind", "4"]);
            let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{command} {}: {e}", file.display()));
            let errors: Vec<String> = validator.iter_errors(&result).map(|e| format!("{}: {e}", e.instance_path)).collect();
            assert!(errors.is_empty(), "{command} {}: {errors:?}", file.display());
            let read = report::result::AnalysisResult::read(&result.to_string()).unwrap();
            assert_eq!(serde_json::from_str::<serde_json::Value>(&read.text()).unwrap(), result);
        }
    }
}

fn first_program(folder: &Path) -> Option<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(|e| e.ok().map(|e| e.path())).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files.into_iter().next()
}
