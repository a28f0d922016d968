//! The command `monitor`: programs run under monitors of formulas.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The pump must go off again some time after the level was low; input 7 leaves it on.
const PUMP: &str = "extern int __VERIFIER_nondet_int(void);
int level = 5, on, rounds;
static void control(int reading) {
  if (level < 3) on = 1;
  else if (reading != 7)
    on = 0;
}
int main(void) {
  int reading = __VERIFIER_nondet_int();
  for (rounds = 0; rounds < 6; rounds++) {
    switch (rounds) {
      case 1: level = 2; break;
      case 3: level = 4;
      default: ;
    }
    control(reading);
  }
  if (reading == 7)
    while (rounds < 1000)
      rounds++;
  return 0;
}
";

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn runs_of_a_suite_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pump.c"), PUMP).unwrap();
    assert_eq!(gotcha(folder.path(), &["cover", "pump.c", "--suite", "tests", "--quiet"]).status.code(), Some(0));
    let run = |formula: &str, more: &[&str]| {
        let output = gotcha(folder.path(), &[&["monitor", "pump.c", "--formula", formula, "--run", "tests"], more].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    // A state that tells everything apart: only the run that leaves the pump on stays where it is, at its end.
    let (status, said) = run("G (\"on\" -> F \"!on\")", &["--abstraction", "rounds"]);
    assert_eq!(status, Some(10), "{said}");
    assert!(said.contains("VIOLATED: 1\n") && said.contains("VERDICT: false(ltl)"), "{said}");
    // Fewer values: that the pump goes on and off again is taken for what could go on so.
    let (status, said) = run("F G \"on\"", &[]);
    assert_eq!(status, Some(10), "{said}");
    assert!(said.lines().filter(|l| l.contains("  VIOLATED  ")).count() == 1, "{said}");
    // What holds of all runs is never reported; a bad beginning is, when it comes.
    let (status, said) = run("G \"level > 1\"", &["--abstraction", "rounds"]);
    assert_eq!((status, said.contains("VIOLATED: 0")), (Some(20), true), "{said}");
    let (status, said) = run("G \"level > 2\"", &[]);
    assert!(status == Some(10) && !said.contains("NOTHING SEEN"), "{said}");
}

#[test]
fn the_parts_fit_together() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int x; int main(void) { for (int i = 0; i < 3; i++) if (i == 1) x = i; else if (i) { x = 0; } return x; }\n")
        .unwrap();
    let output = gotcha(folder.path(), &["monitor", "a.c", "--formula", "F G \"x == 1\"", "--emit-c", "m.c", "--instrument", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let built = Command::new("cc").args(["-o", "watched", "out/a.i", "m.c"]).current_dir(folder.path()).output().unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new(folder.path().join("watched")).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stderr).starts_with("monitor: violated after "), "{}", text(&run.stderr));
}

#[test]
fn mistakes_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pump.c"), PUMP).unwrap();
    for (arguments, status, message) in [
        (&["--formula", "G (\"on\" ->", "--emit-c", "m.c"][..], 2, "the formula:1:"),
        (&["--formula", "G \"on = 1\"", "--emit-c", "m.c"], 2, "a side effect"),
        (&["--formula", "G \"on\"", "--abstraction", "on++", "--emit-c", "m.c"], 1, "on++"),
        (&["--formula", "G \"on\""], 1, "--emit-c"),
        (&["--emit-c", "m.c"], 1, "there is no formula"),
    ] {
        let output = gotcha(folder.path(), &[&["monitor", "pump.c"], arguments].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    // A local variable is not known where the monitor is told the state.
    assert_eq!(gotcha(folder.path(), &["cover", "pump.c", "--suite", "tests", "--quiet"]).status.code(), Some(0));
    let output = gotcha(folder.path(), &["monitor", "pump.c", "--formula", "G \"reading\"", "--run", "tests"]);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains("reading"), "{}", text(&output.stderr));
}
