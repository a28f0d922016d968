//! The command `ltl`: where formulas come from, messages, results.

use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

const PROGRAM: &str =
    "extern int __VERIFIER_nondet_int(void);\nint x, y;\nint main(void) {\n  for (;;) {\n    x = __VERIFIER_nondet_int() == 3;\n    y = !x;\n  }\n}\n";

fn gotcha(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    fs::write(folder.path().join("p.c"), PROGRAM).unwrap();
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder.path()).output().unwrap();
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

fn ltl(formula: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = TempDir::new().unwrap();
    gotcha(&folder, &[&["ltl", "p.c", "--timeout", "20s", "--formula", formula], more].concat())
}

#[test]
fn verdicts_and_statuses() {
    let (status, out, _) = ltl("G F (\"x == 1\" || y)", &[]);
    assert_eq!((status, out.lines().last()), (Some(0), Some("VERDICT: true")));
    let (status, out, _) = ltl("F x", &[]);
    assert_eq!((status, out.lines().last()), (Some(10), Some("VERDICT: false(ltl)")));
    let (status, out, _) = ltl("F x", &["--quiet", "--strategy", "bmc", "--unwind", "0"]);
    assert_eq!(status, Some(20), "{out}");
    assert!(out.starts_with("VERDICT: unknown(failing, k = "), "{out}");
}

#[test]
fn wrong_formulas_are_shown() {
    for (formula, said) in [
        ("G (x", "not closed"),
        ("G \"nobody > 0\"", "has no meaning here"),
        ("G \"x = 1\"", "has no meaning here"),
        ("G \"1 / x\"", "divide by zero"),
        ("G @LABEL(nowhere)", "no such label"),
        ("X x", "__VERIFIER_ltl_step"),
    ] {
        let (status, _, err) = ltl(formula, &[]);
        assert_eq!(status, Some(2), "{formula}: {err}");
        assert!(err.contains(said) && err.contains(formula), "{formula}: {err}");
    }
}

#[test]
fn results_for_scripts_name_inputs_of_the_program_alone() {
    let (_, out, _) = ltl("G (x -> F !x)", &["--json", "-"]);
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(result["verdict"], "false");
    let violated = result["properties"].as_array().unwrap().iter().find(|p| p["status"] == "violated").unwrap();
    assert_eq!(violated["class"], "ltl");
    let inputs = violated["inputs"].as_array().unwrap();
    assert!(!inputs.is_empty() && inputs.iter().all(|i| i["function"] == "__VERIFIER_nondet_int"));
}

#[test]
fn traces_show_the_program() {
    let (_, out, _) = ltl("F x", &["--trace"]);
    assert!(out.contains("y = 1") && out.contains("repeats for ever") && !out.contains("state of the formula"), "{out}");
}

#[test]
fn automata_go_out_and_come_in() {
    let folder = TempDir::new().unwrap();
    let (status, automaton, _) = gotcha(&folder, &["show", "--what", "buchi", "--formula", "!(G F x)"]);
    assert_eq!(status, Some(0));
    fs::write(folder.path().join("never.hoa"), &automaton).unwrap();
    let (status, out, _) = gotcha(&folder, &["ltl", "p.c", "--timeout", "20s", "--buchi", "never.hoa"]);
    assert_eq!(status, Some(10), "{out}");
    fs::write(folder.path().join("never.hoa"), automaton.replace("Inf(0)", "Fin(0)")).unwrap();
    let (status, _, err) = gotcha(&folder, &["ltl", "p.c", "--buchi", "never.hoa"]);
    assert!(status == Some(2) && err.contains("never.hoa:7"), "{err}");
}

#[test]
fn formulas_of_property_files() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f.prp"), "CHECK( init(main()), LTL( F \"x == 1\" )) )\n").unwrap();
    let (status, _, err) = gotcha(&folder, &["ltl", "p.c", "--timeout", "20s", "--property", "f.prp"]);
    assert_eq!(status, Some(10), "{err}");
    let (status, _, err) = gotcha(&folder, &["ltl", "p.c"]);
    assert!(status == Some(1) && err.contains("no formula"), "{err}");
}

#[test]
fn states_are_counted_with_the_property_and_without() {
    let folder = TempDir::new().unwrap();
    let program = "extern int __VERIFIER_nondet_int(void);\nint x, t[3] = {1, 2, 3};\nint main(void) {\n  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n  \
                   if (n == 1 && m == 2) x = 1;\n  if (n == 3 || m == 4) x = 2;\n  if (m >= 0 && m < 3) x = t[m];\n  return 0;\n}\n";
    fs::write(folder.path().join("q.c"), program).unwrap();
    let count = |formula: &str| {
        let arguments = ["ltl", "q.c", "--timeout", "20s", "--formula", formula, "--json", "-"];
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder.path()).output().unwrap();
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let states = &result["statistics"]["engines"]["states"];
        assert_eq!(states["all_visited"], 1, "{result}");
        let of = |name: &str| states[name].as_u64().unwrap();
        (result["verdict"].as_str().unwrap().to_owned(), of("with_property_states"), of("without_property_states"), of("without_property_paths"))
    };
    // Nothing leads to a violation.
    let (verdict, with, without, _) = count("G \"x < 4\"");
    assert_eq!((verdict.as_str(), with), ("true", 0));
    // One path does.
    let (verdict, few, all, paths) = count("G \"x < 3\"");
    assert_eq!((verdict.as_str(), all), ("false", without));
    assert!(few > 0 && few < all / 2 && paths > 6, "{few} of {all}, {paths} paths");
}

#[test]
fn marked_steps_go_with_no_labels_and_no_pointers() {
    let folder = TempDir::new().unwrap();
    let declared = "extern void __VERIFIER_ltl_step(void);\nint x;\nint main(void) {\n  ";
    for (body, formula, said) in [
        ("__VERIFIER_ltl_step();\n  L: x = 1;\n  return 0;\n}\n", "F @LABEL(L)", "the steps of this program are its calls"),
        ("void (*s)(void) = __VERIFIER_ltl_step;\n  s();\n  return 0;\n}\n", "F x", "marked.c:4:"),
    ] {
        fs::write(folder.path().join("marked.c"), format!("{declared}{body}")).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["ltl", "marked.c", "--formula", formula]).current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && err.contains(said), "{err}");
    }
}

#[test]
fn parts_that_do_not_matter_are_told() {
    // y becomes x negated in each round, and x is never 7.
    for (formula, said) in [
        ("G (\"x == 7\" -> F y)", &["VACUOUS in `F y` at column 16: the formula holds with false in its place", "PARTS: 4  VACUOUS: 1  UNKNOWN: 0"][..]),
        ("G F (x || y) || F \"x == 9\"", &["VACUOUS in `F \"x == 9\"` at column 17", "PARTS: 7  VACUOUS: 1  UNKNOWN: 0"]),
        ("G F (x || y)", &["PARTS: 4  VACUOUS: 0  UNKNOWN: 0"]),
    ] {
        let (status, out, error) = gotcha(&TempDir::new().unwrap(), &["ltl", "p.c", "--formula", formula, "--vacuity", "full"]);
        assert_eq!(status, Some(0), "{formula}: {out} {error}");
        said.iter().for_each(|line| assert!(out.contains(line), "{formula}: {out}"));
    }
    let folder = TempDir::new().unwrap();
    let (status, out, _) = gotcha(&folder, &["ltl", "p.c", "--formula", "G (\"x == 7\" -> F y)", "--vacuity", "full", "--json", "r.json"]);
    let result: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    assert_eq!((status, &result["vacuous"][0]["part"], &result["vacuous"][0]["certain"]), (Some(0), &"F y".into(), &true.into()), "{out}");
    // A formula that does not hold has nothing to be vacuous.
    let (status, out, _) = ltl("F x", &["--vacuity", "full"]);
    assert_eq!((status, out.contains("PARTS")), (Some(10), false), "{out}");
}
