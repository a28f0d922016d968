//! The command as its callers see it: exit statuses, messages, files on disk. Every kind of bad input ends in a sentence, never in a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";
const TWO_SIDES: &str = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  if (__VERIFIER_nondet_int() > 7) return 1;\n  return 0;\n}\n";
/// Keeps every engine busy for hours.
const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n\
                    unsigned h = 1;\n  if (a > 5) h = 2;\n  for (unsigned i = 0; i < a; i++) { h = h * 31 + b; h ^= h >> 7; }\n\
                    if (h == 0xdeadbeef && a > 1000) return 1;\n  return 0;\n}\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.path(name).display().to_string()
    }
}

fn gotcha(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The command fails with this status and says so; the answer is what it says.
fn fails(arguments: &[&str], status: i32) -> String {
    let output = gotcha(arguments);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{text}");
    assert!(!text.trim().is_empty(), "{arguments:?} says nothing");
    assert!(!text.contains("panicked"), "{text}");
    assert!(stdout(&output).is_empty(), "{}", stdout(&output));
    text
}

/// What a defect prints: three lines beside results, never Rust's message. Only where the program can be told to break.
#[test]
#[cfg(debug_assertions)]
fn defects_are_told_in_three_lines() {
    let folder = Folder::new();
    let file = folder.file("a.c", TWO_SIDES);
    let broken = |command: &str, place: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        run.args([command, &file]).env("GOTCHA_DEFECT", place).env_remove("RUST_BACKTRACE").stdin(Stdio::null());
        let output = run.output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let said = stderr(&output);
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() == 3 && lines[0] == format!("error: gotcha is broken: told to break in {place}"), "{said}");
        assert!(lines[1].starts_with("  at src/tasks/program/mod.rs:") && lines[2].contains(env!("CARGO_PKG_VERSION")), "{said}");
        assert!(lines[2].contains(&format!(" {command} ")) && lines[2].ends_with("a.c"), "{said}");
        stdout(&output)
    };
    assert!(broken("cover", "analyse").contains("COVERED: 2"), "what was found is told");
    assert!(broken("verify", "compile").ends_with("VERDICT: unknown(defect)\n"));
    broken("run", "compile");
}

#[test]
fn wrong_command_lines() {
    let folder = Folder::new();
    let file = folder.file("a.c", TWO_SIDES);
    fails(&[], 1);
    fails(&["cover"], 1);
    fails(&["frobnicate"], 1);
    fails(&["cover", &file, "--frobnicate"], 1);
    fails(&["cover", &file, "--unwind", "many"], 1);
    fails(&["cover", &file, "--timeout", "soon"], 1);
    fails(&["cover", &file, "--memory", "lots"], 1);
    fails(&["cover", &file, "--criterion", "beauty"], 1);
    fails(&["verify", &file, "--property", "beauty"], 1);
    fails(&["cover", &file, "--solver", "beauty"], 1);
    assert!(fails(&["cover", &file, "--lazy-inputs"], 1).contains("--entry"));
    assert!(fails(&["verify", &file, "--entry", "f", "--lazy-inputs", "--property", "valid-memtrack"], 1).contains("lost"));
    assert!(fails(&["check", &file, "--property", "f.prop"], 2).contains("f.prop"));
    assert!(fails(&["cover", &file, "--condition-in", "c.spc"], 1).contains("'--condition-in'"));
    for unavailable in
        [&["verify", &file, "--property", "termination", "--witness", "w.yml"][..], &["verify", &file, "--property", "termination", "--proof", "p"]]
    {
        assert!(fails(unavailable, 1).contains("not available in this version"));
    }
}

#[test]
fn help_and_version() {
    let output = gotcha(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).trim(), concat!("gotcha ", env!("CARGO_PKG_VERSION")));
    for command in ["check", "cover", "monitor", "query", "verify", "replay", "run", "show", "solvers"] {
        let output = gotcha(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("Example"), "{command}");
    }
}

#[test]
fn wrong_programs() {
    let folder = Folder::new();
    let mut binary = b"int main(void) { return 0; }\n".to_vec();
    binary.extend([0, 1, 2, 255, 0]);
    for (name, content, expected) in [
        ("empty.c", &b""[..], "empty.c"),
        ("binary.c", &binary, "binary.c"),
        ("syntax.c", b"int main(void) {\n  int x = ;\n}\n", "syntax.c:2:"),
        ("type.c", b"int main(void) {\n  struct s { int a; } v;\n  return v.b;\n}\n", "type.c:3:"),
        ("undeclared.c", b"int main(void) {\n  return nowhere;\n}\n", "undeclared.c:2:"),
        ("nomain.c", b"int f(void) { return 0; }\n", "main"),
        ("include.c", b"#include \"nothing.h\"\nint main(void) { return 0; }\n", "nothing.h"),
    ] {
        let file = folder.file(name, content);
        for command in ["cover", "verify"] {
            let text = fails(&[command, &file], 2);
            assert!(text.contains(expected), "{name}: {text}");
        }
    }
    assert!(fails(&["cover", &folder.path("absent.c").display().to_string()], 2).contains("absent.c"));
    assert!(fails(&["cover", &folder.0.path().display().to_string()], 2).contains("directory"));
}

#[test]
fn errors_show_the_source_line() {
    let folder = Folder::new();
    let file = folder.file("a.c", "int main(void) {\n  return nowhere + 1;\n}\n");
    let text = fails(&["cover", &file], 2);
    assert!(text.contains("return nowhere + 1;") && text.contains("^^^"), "{text}");
}

#[test]
fn wrong_tasks_and_properties() {
    let folder = Folder::new();
    let file = folder.file("a.c", TWO_SIDES);
    let broken = folder.file("broken.prp", "\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE) )\n");
    let text = fails(&["cover", &file, "--property", &broken], 2);
    assert!(text.contains("broken.prp:2"), "{text}");
    let several =
        folder.file("several.prp", "COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    assert!(fails(&["cover", &file, "--property", &several], 1).contains("not available in this version"));
    let unknown = folder.file("unknown.prp", "COVER( init(main()), FQL(COVER EDGES(@BEAUTY)) )\n");
    assert!(fails(&["cover", &file, "--property", &unknown], 2).contains("BEAUTY"));
    let termination = folder.file("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    let output = gotcha(&["verify", &file, "--property", &termination]);
    assert_eq!((output.status.code(), stdout(&output).trim()), (Some(0), "PROPERTIES: 0  HOLDS: 0  VIOLATED: 0  UNKNOWN: 0\nVERDICT: true"));
    assert!(fails(&["cover", &file, "--property", "absent.prp"], 2).contains("absent.prp"));
    let task = folder.file("broken.yml", "format_version: '2.0'\n");
    assert!(fails(&["cover", &task], 2).contains("broken.yml"));
    let task = folder.file("dangling.yml", "format_version: '2.0'\ninput_files: 'absent.c'\n");
    assert!(fails(&["cover", &task], 2).contains("absent.c"));
}

#[test]
fn suites_that_cannot_be_written() {
    let folder = Folder::new();
    let file = folder.file("a.c", TWO_SIDES);
    let occupied = folder.file("occupied", "a file where a folder should be");
    let text = fails(&["cover", &file, "--suite", &format!("{occupied}/suite")], 1);
    assert!(text.contains("occupied"), "{text}");
    fs::create_dir(folder.path("foreign")).unwrap();
    fs::write(folder.path("foreign").join("thesis.tex"), "precious").unwrap();
    fails(&["cover", &file, "--suite", &folder.path("foreign").display().to_string()], 1);
    assert_eq!(fs::read_dir(folder.path("foreign")).unwrap().count(), 1);
    fails(&["cover", &file, "--json", &format!("{occupied}/result.json")], 1);
}

/// What a property needs of the front end is there for every command that takes properties.
#[test]
fn a_run_is_asked_for_properties_that_the_front_end_adds() {
    let folder = Folder::new();
    let file = folder.file("a.c", "enum color { RED, GREEN };\nint main(void) {\n  enum color c = (enum color)7;\n  return c == RED;\n}\n");
    let asked = gotcha(&["run", &file, "--property", "enum-value"]);
    assert!(stdout(&asked).contains("enum-value"), "{}{}", stdout(&asked), stderr(&asked));
    let not_asked = gotcha(&["run", &file]);
    assert!(!stdout(&not_asked).contains("enum-value"), "{}", stdout(&not_asked));
}

#[test]
fn a_task_with_a_property_gives_a_suite() {
    let folder = Folder::new();
    folder.file("a.c", TWO_SIDES);
    let task = folder.file("a.yml", "format_version: '2.0'\ninput_files: 'a.c'\noptions:\n  language: C\n  data_model: ILP32\n");
    let property = folder.file("branches.prp", BRANCHES);
    let (suite, json) = (folder.path("suite.zip").display().to_string(), folder.path("r.json").display().to_string());
    let output = gotcha(&["cover", &task, "--property", &property, "--suite", &suite, "--json", &json]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("GOALS: 2  COVERED: 2  UNREACHABLE: 0  UNDECIDED: 0"), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("VERDICT: complete\n"));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(result["program"]["data_model"], "ilp32");
    assert_eq!(result["verdict"], "complete");
    assert_eq!(result["summary"]["covered"], 2);
    let replay = gotcha(&["replay", &task, "--criterion", "testcomp", "--suite", &suite]);
    assert_eq!(replay.status.code(), Some(0), "{}{}", stdout(&replay), stderr(&replay));
}

#[test]
fn a_replay_counts_what_no_native_run_confirms() {
    let folder = Folder::new();
    let program = "extern int __VERIFIER_nondet_int(void);\nextern int helper(int);\nextern int variable;\nstatic int unused(void) { return variable; }\n\
                   int main(void) {\n  if (__VERIFIER_nondet_int() == 4) return helper(4);\n  return 0;\n}\n\
                   int from(int x) {\n  if (x == 4) return 1;\n  return 0;\n}\n";
    let file = folder.file("a.c", program);
    let suite = folder.path("suite").display().to_string();
    let counts = |arguments: &[&str]| {
        gotcha(&[&["cover", &file, "--suite", &suite], arguments].concat());
        let output = gotcha(&[&["replay", &file, "--suite", &suite], arguments].concat());
        (output.status.code(), stdout(&output))
    };
    // What is called has no definition, what is never called need not have one.
    let (status, text) = counts(&[]);
    assert!(text.contains("unconfirmed: 1 of 2 tests  (needs helper, which has no definition)"), "{text}");
    assert!(text.ends_with("TESTS: 2  AGREE: 1  DIFFER: 0  UNCONFIRMED: 1\n"), "{text}");
    assert_eq!(status, Some(0));
    // Native runs start in `main` alone.
    let (status, text) = counts(&["--entry", "from"]);
    assert!(text.ends_with("TESTS: 2  AGREE: 0  DIFFER: 0  UNCONFIRMED: 2\n"), "{text}");
    assert_eq!(status, Some(20));
}

/// The goals of MC/DC are the same where tests are replayed; text and JSON tell of each condition by which tests its independence is shown.
#[test]
fn pairs_of_conditions_are_told() {
    let folder = Folder::new();
    let text =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int both = x > 1 &&\n    x > 0;\n  return both;\n}\n";
    let file = folder.file("coupled.c", text);
    let (suite, json) = (folder.path("suite"), folder.path("r.json"));
    let output = gotcha(&["cover", &file, "--criterion", "mcdc", "--all-goals", "--suite", suite.to_str().unwrap(), "--json", json.to_str().unwrap()]);
    let text = stdout(&output);
    let line =
        |number: u32, name: &str| text.lines().find(|l| l.contains(&format!("coupled.c:{number}:")) && l.contains(&format!(" {name} "))).unwrap_or_default();
    assert!(line(4, "main.mcdc.1.1").contains("SHOWN") && line(4, "main.mcdc.1.1").contains("x > 1  (tests "), "{text}");
    assert!(line(5, "main.mcdc.1.2").contains("IMPOSSIBLE") && line(5, "main.mcdc.1.2.false").contains("UNREACHABLE"), "{text}");
    assert!(
        text.contains("GOALS: 4  COVERED: 3  UNREACHABLE: 1  UNDECIDED: 0") && text.contains("PAIRS: 1 of 2 conditions shown, 1 impossible, 0 open\n"),
        "{text}"
    );
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let pairs = &result["independence_pairs"];
    assert_eq!((&pairs[0]["condition"], &pairs[0]["status"]), (&"main.mcdc.1.1".into(), &"shown".into()));
    assert_eq!(pairs[1], serde_json::json!({ "condition": "main.mcdc.1.2", "status": "impossible" }));
    assert_eq!(result["goals"][0]["kind"], "condition");
    let replayed = gotcha(&["replay", &file, "--criterion", "mcdc", "--suite", suite.to_str().unwrap()]);
    assert!(stdout(&replayed).contains("GOALS: 4  REACHED: 3"), "{}", stdout(&replayed));
}

#[test]
fn a_minimised_suite_shows_as_much_with_fewer_tests() {
    let folder = Folder::new();
    let tests: String = (0..6).map(|bit| format!("  if (x & {}) n++;\n", 1 << bit)).collect();
    let file = folder.file(
        "bits.c",
        format!("extern int __VERIFIER_nondet_int(void);\nint main(void) {{\n  int n = 0, x = __VERIFIER_nondet_int();\n{tests}  return n;\n}}\n"),
    );
    let json = folder.path("r.json").display().to_string();
    let mut counts = Vec::new();
    for suite in ["suite", "suite.zip"] {
        let suite = folder.path(suite).display().to_string();
        for minimise in [&[][..], &["--minimise"]] {
            let arguments = ["cover", &file, "--jobs", "1", "--suite", &suite, "--json", &json];
            let output = gotcha(&[&arguments[..], minimise].concat());
            assert!(stdout(&output).contains("GOALS: 12  COVERED: 12"), "{}{}", stdout(&output), stderr(&output));
            counts.push(consistent_tests(&file, Path::new(&suite), &json));
        }
    }
    assert!(counts[0] > 2, "the search finds less than the best at first");
    assert_eq!(counts, [counts[0], 2, counts[0], 2]);
}

/// The number of tests, after a look whether the result and the suite tell the same: each goal is reached by the test that is said to cover it, and is counted
/// for the first test that reaches it.
fn consistent_tests(file: &str, suite: &Path, json: &str) -> usize {
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let replay = gotcha(&["replay", file, "--suite", &suite.display().to_string(), "--json", "-"]);
    assert_eq!(replay.status.code(), Some(0), "{}", stderr(&replay));
    let replay: serde_json::Value = serde_json::from_str(&stdout(&replay)).unwrap();
    let tests = result["tests"].as_array().unwrap();
    let names: Vec<String> = (1..=tests.len()).map(|n| format!("testcase-{n}.xml")).collect();
    assert_eq!(report::read_suite::read(suite).unwrap().into_iter().map(|t| t.name).collect::<Vec<_>>(), names);
    let reached = |test: usize| replay["tests"][test]["reached"].as_array().unwrap();
    for (at, test) in tests.iter().enumerate() {
        assert_eq!(test["id"], at + 1);
        for goal in test["covers"].as_array().unwrap() {
            assert!(reached(at).contains(goal) && (0..at).all(|before| !reached(before).contains(goal)), "{goal}");
        }
    }
    for goal in result["goals"].as_array().unwrap().iter().filter(|g| g["status"] == "covered") {
        let test = &tests[goal["test"].as_u64().unwrap() as usize - 1];
        assert!(test["covers"].as_array().unwrap().contains(&goal["id"]), "{goal}");
    }
    tests.len()
}

#[test]
fn decisions_have_a_time_and_an_engine() {
    let folder = Folder::new();
    let text =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x * x == 1522) return 1;\n  return 0;\n}\n";
    let file = folder.file("a.c", text);
    let (json, history) = (folder.path("r.json").display().to_string(), folder.path("h.csv").display().to_string());
    let output = gotcha(&["cover", &file, "--json", &json, "--coverage-history", &history]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let goals = result["goals"].as_array().unwrap();
    let engines: Vec<&str> = goals.iter().map(|g| g["engine"].as_str().unwrap()).collect();
    assert!(engines[0] == "bmc" && engines[1].starts_with("search-"), "{engines:?}");
    let times: Vec<f64> = goals.iter().map(|g| g["time"].as_f64().unwrap()).collect();
    assert!(times.iter().all(|t| (0.0..=result["statistics"]["wall_s"].as_f64().unwrap() + 0.001).contains(t)), "{times:?}");
    let history = fs::read_to_string(&history).unwrap();
    let lines: Vec<&str> = history.lines().collect();
    assert_eq!(&lines[..2], ["time,covered,unreachable,undecided", "0.000,0,0,2"]);
    assert!(lines.last().unwrap().ends_with(",1,1,0"), "{history}");
}

/// Memory that was never written is zero in a fresh block this large, which C does not say.
#[test]
fn testcomp_counts_what_native_runs_of_the_tests_reach() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int *p = malloc(1 << 22);\n\
                \x20 if (!p) return 1;\n  if (x == 12345) {\n    return p[1000] == 0 ? 2 : 3;\n  }\n  return 4;\n}\n";
    let file = folder.file("a.c", text);
    assert_eq!(statuses_of_line(&folder, &file, "testcomp", 8), "covered replay, undecided null");
    assert_eq!(statuses_of_line(&folder, &file, "branch", 8), "undecided null, undecided null");
}

/// The statuses of the goals of a line, and who decided them.
fn statuses_of_line(folder: &Folder, file: &str, criterion: &str, line: u32) -> String {
    let json = folder.path("r.json").display().to_string();
    let output = gotcha(&["cover", file, "--criterion", criterion, "--json", &json]);
    assert!(matches!(output.status.code(), Some(0 | 20)), "{}", stderr(&output));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let goals = result["goals"].as_array().unwrap().iter().filter(|g| g["line"] == line);
    goals.map(|g| format!("{} {}", g["status"], g["engine"])).collect::<Vec<_>>().join(", ").replace('"', "")
}

/// The block is larger than was asked for, so compiled programs go on behind the access, and read inputs that no run in C reads.
#[test]
fn testcomp_looks_for_native_runs_behind_accesses_outside_of_objects() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern _Bool __VERIFIER_nondet_bool(void);\nint main(void) {\n  int *p = malloc(4);\n\
                \x20 if (!p) return 1;\n  p[1] = 7;\n  if (__VERIFIER_nondet_int() > 4711)\n    return __VERIFIER_nondet_bool() ? 2 : 3;\n  return 4;\n}\n";
    let file = folder.file("a.c", text);
    for (line, expected) in [(8, "covered replay"), (9, "covered replay, covered replay, covered replay")] {
        assert_eq!(statuses_of_line(&folder, &file, "testcomp", line), expected);
        assert_eq!(statuses_of_line(&folder, &file, "branch", line), "undecided null, undecided null");
    }
}

/// The time, addresses and new memory are different in each run. What compiled programs reach whatever they are counts, with a word about it.
#[test]
fn what_c_does_not_determine_is_reached_natively() {
    let text = "#include <time.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int here, fresh;\n  unsigned seed = (unsigned)(unsigned long)&here ^ (unsigned)time(0);\n\
                \x20 int x = __VERIFIER_nondet_int();\n  if (time(0) > 1000) {\n    if (x == 4711)\n      return 1;\n  }\n  if (seed % 64 == 5)\n    return 2;\n  if (fresh == 77)\n    return 3;\n\
                \x20 return 4;\n}\n";
    let folder = Folder::new();
    let file = folder.file("a.c", text);
    let json = folder.path("native.json").display().to_string();
    let output = gotcha(&["cover", &file, "--json", &json, "--all-goals"]);
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let of_line = |line: u32| -> Vec<String> {
        let goals = result["goals"].as_array().unwrap().iter().filter(|g| g["line"] == line);
        goals.map(|g| format!("{} {}", g["status"], g["natively"]).replace('"', "")).collect()
    };
    let told = stdout(&output);
    // The second one by an input that nobody but a run in C has to find.
    assert_eq!((of_line(7)[0].as_str(), of_line(8)), ("covered true", vec!["covered true".to_owned(); 2]), "{told}");
    // What happens seldom does not count, nor does what never happens.
    assert_eq!([of_line(7)[1].as_str(), &of_line(11)[0], &of_line(13)[0]], ["undecided null"; 3], "{told}");
    assert!(told.contains("REACHED NATIVELY)\n") && told.contains("since C does not determine what leads there: REACHED NATIVELY\n"), "{told}");
    // Who wants to know what C says alone can do without.
    let output = gotcha(&["cover", &file, "--json", &json, "--without", "replay"]);
    assert!(!stdout(&output).contains("NATIVELY") && !fs::read_to_string(&json).unwrap().contains("natively"));
}

/// The result of `cover` without these engines. An analysis that had to be abandoned at its deadline, on a machine that is busy, has no statistics: it runs again.
fn covered_without(folder: &Folder, file: &str, engines: &[&str]) -> serde_json::Value {
    covered_until(folder, file, engines, |_| true)
}

/// The same once the result is as it will be when there is time enough, which a busy machine takes from engines that start with a compiler.
fn covered_until(folder: &Folder, file: &str, engines: &[&str], is_enough: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    let json = folder.path("without.json").display().to_string();
    let without: Vec<&str> = engines.iter().flat_map(|e| ["--without", e]).collect();
    for timeout in ["3s", "6s", "12s", "24s", "48s"] {
        let output = gotcha(&[&["cover", file, "--timeout", timeout, "--json", &json], &without[..]].concat());
        assert!(matches!(output.status.code(), Some(0 | 20)), "{engines:?}: {}", stderr(&output));
        let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        if !result["statistics"]["engines"]["search"].is_null() && is_enough(&result) {
            return result;
        }
    }
    panic!("{engines:?}: never any statistics, or not what was expected");
}

#[test]
fn engines_can_be_switched_off() {
    let folder = Folder::new();
    let file = folder.file("a.c", TWO_SIDES);
    let engines = |result: &serde_json::Value| -> Vec<String> {
        result["goals"].as_array().unwrap().iter().map(|g| g["engine"].as_str().unwrap_or("-").to_string()).collect()
    };
    assert!(engines(&covered_without(&folder, &file, &["bmc"])).iter().all(|e| e.starts_with("search-")));
    assert_eq!(engines(&covered_without(&folder, &file, &["search"])), ["bmc", "bmc"]);
    assert_eq!(engines(&covered_without(&folder, &file, &["search", "bmc"])), ["arg", "arg"]);
    assert_eq!(engines(&covered_without(&folder, &file, &["search", "bmc", "graphs"])), ["-", "-"]);
    assert_eq!(engines(&covered_without(&folder, &file, &["search", "bmc", "induction", "deduction", "graphs"])), ["-", "-"]);
    let dead = folder.file("dead.c", "int f(int x) {\n  if (x) return 1;\n  return 0;\n}\nint main(void) {\n  return 0;\n}\n");
    let json = folder.path("dead.json").display().to_string();
    let of_all = |without: &[&str]| {
        assert_eq!(gotcha(&[&["cover", &dead, "--scope", "all", "--json", &json], without].concat()).status.code(), Some(0));
        engines(&serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap())
    };
    assert!(of_all(&[]).contains(&"deduction".to_string()));
    assert!(!of_all(&["--without", "deduction"]).contains(&"deduction".to_string()));
    let hard = folder.file("hard.c", HARD);
    let native_runs = |result: &serde_json::Value| result["statistics"]["engines"]["search"]["native_runs"].as_u64().unwrap();
    covered_until(&folder, &hard, &["bmc"], |result| native_runs(result) > 0);
    assert_eq!(native_runs(&covered_without(&folder, &hard, &["bmc", "native"])), 0);
    assert_eq!(covered_without(&folder, &hard, &["induction"])["statistics"]["engines"]["induction"]["rounds"], 0);
    let output = gotcha(&["verify", &dead, "--without", "bmc", "--without", "search"]);
    assert_eq!((output.status.code(), stdout(&output).trim_end().ends_with("VERDICT: true")), (Some(0), true), "{}", stdout(&output));
    fails(&["cover", &file, "--without", "luck"], 1);
}

#[test]
fn large_programs_need_little_address_space() {
    let folder = Folder::new();
    let functions: String = (0..4000).map(|i| format!("static int f{i}(int x) {{ return x > {i} ? x - {i} : f{}(x); }}\n", i.max(1) - 1)).collect();
    let file = folder.file("a.c", format!("{functions}int main(void) {{ return f3(1); }}\n"));
    for kilobytes in ["300000", "1300000", "2200000", "unlimited"] {
        let command = format!("ulimit -v {kilobytes} && exec {} show {file} --what callgraph", env!("CARGO_BIN_EXE_gotcha"));
        let output = Command::new("sh").args(["-c", &command]).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{kilobytes}: {}", stderr(&output));
        assert!(stdout(&output).contains("f3999"), "{kilobytes}");
    }
}

#[test]
fn verdicts_have_their_statuses() {
    let folder = Folder::new();
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(x != 7);\n}\n";
    let file = folder.file("false.c", text);
    let output = gotcha(&["verify", &file, "--trace"]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert!(stdout(&output).contains("VERDICT: false(assertions)"), "{}", stdout(&output));
    assert!(stdout(&output).contains("__VERIFIER_nondet_int = 7"), "{}", stdout(&output));
    let file = folder.file("true.c", text.replace("x != 7", "x == x"));
    assert_eq!(gotcha(&["verify", &file]).status.code(), Some(0));
    let file = folder.file("hard.c", HARD);
    let output = gotcha(&["cover", &file, "--unwind", "2"]);
    assert_eq!(output.status.code(), Some(20), "{}", stdout(&output));
    let output = gotcha(&["cover", &file, "--unwind", "2", "--exit-zero"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("VERDICT: incomplete"), "{}", stdout(&output));
    assert_eq!(gotcha(&["cover", "nowhere.c", "--exit-zero"]).status.code(), Some(2));
}

/// One of three trials has to be that fast: for a moment a busy machine may have no time for a process.
fn within(limit: Duration, mut trial: impl FnMut() -> Duration) {
    let times: Vec<Duration> = (0..3).map(|_| trial()).take_while(|time| *time >= limit).collect();
    assert!(times.len() < 3, "{times:?}");
}

#[test]
fn the_deadline_is_kept() {
    let folder = Folder::new();
    let file = folder.file("hard.c", HARD);
    within(Duration::from_millis(2000), || {
        let start = Instant::now();
        let output = gotcha(&["cover", &file, "--timeout", "1s"]);
        assert_eq!(output.status.code(), Some(20), "{}", stderr(&output));
        assert!(stdout(&output).contains("VERDICT: incomplete(deadline)"), "{}", stdout(&output));
        start.elapsed()
    });
}

/// How long a run that writes a suite goes on after a signal.
fn interrupted(file: &str, suite: &Path) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    let child = command.args(["cover", file, "--suite"]).arg(suite).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !suite.exists() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(700));
    // SAFETY: the process is our child and has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let sent = Instant::now();
    let output = child.wait_with_output().unwrap();
    let elapsed = sent.elapsed();
    assert_eq!(output.status.code(), Some(20), "{}", stderr(&output));
    assert!(stdout(&output).contains("VERDICT: incomplete(interrupt)"), "{}", stdout(&output));
    assert!(!report::read_suite::read(suite).unwrap().is_empty());
    elapsed
}

#[test]
fn a_signal_leaves_a_valid_suite_and_a_report() {
    let folder = Folder::new();
    let file = folder.file("hard.c", HARD);
    for suite in ["suite", "suite.zip"] {
        let mut n_trials = 0;
        within(Duration::from_millis(1200), || {
            n_trials += 1;
            interrupted(&file, &folder.path(&format!("{n_trials}-{suite}")))
        });
    }
}
