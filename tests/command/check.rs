//! The command `check`: statuses, messages, files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
extern void lock(void), unlock(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  lock();
  if (n > 5)
    lock();
  unlock();
  return 0;
}
";

const LOCK: &str = "OBSERVER AUTOMATON Lock
INITIAL STATE Free;
STATE USEFIRST Free : MATCH {lock()} -> GOTO Held; MATCH {unlock()} -> ERROR;
STATE USEFIRST Held : MATCH {unlock()} -> GOTO Free; MATCH {lock()} -> ERROR(\"twice\");
END AUTOMATON
";

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn mistakes_are_shown_in_the_automaton() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    for (from, to, message) in [
        ("GOTO Held", "GOTO Hold", "the automaton Lock has no state Hold"),
        ("-> ERROR;", "-> STOP;", "an observer must not cut paths"),
        ("MATCH {lock()} ->", "x == 1 ->", "the automaton has no variable x"),
        ("MATCH {unlock()} -> ERROR", "CHECK(Other, \"state == S\") -> ERROR", "there is no automaton Other"),
        ("-> GOTO Free", "-> ASSUME {m > 3} GOTO Free", "`m` is not declared"),
        ("-> GOTO Free", "-> ASSUME {n++} GOTO Free", "it contains a side effect"),
    ] {
        fs::write(folder.path().join("a.spc"), LOCK.replacen(from, to, 1)).unwrap();
        let output = gotcha(folder.path(), &["check", "a.c", "--spec", "a.spc"]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{to}: {error}");
        assert!(error.contains(message) && error.contains("a.spc:") && error.contains("STATE USEFIRST"), "{to}: {error}");
    }
    assert_eq!(gotcha(folder.path(), &["check", "a.c", "--spec", "nowhere.spc"]).status.code(), Some(1));
    assert_eq!(gotcha(folder.path(), &["check", "a.c"]).status.code(), Some(1));
}

#[test]
fn feasible_errors_have_tests() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    fs::write(folder.path().join("a.spc"), LOCK).unwrap();
    let output = gotcha(folder.path(), &["check", "a.c", "--spec", "a.spc", "--suite", "tests", "--json", "r.json", "--trace"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    assert!(shown.contains("ERROR PATHS: 1  FEASIBLE: 1  INFEASIBLE: 0  UNKNOWN: 0") && shown.contains("VERDICT: false(spec)"), "{shown}");
    assert!(shown.contains("the way to Lock.1") && shown.contains("twice"), "{shown}");
    let result: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    assert_eq!((&result["verdict"], &result["properties"][0]["status"]), (&"false".into(), &"feasible".into()));
    assert_eq!(fs::read_dir(folder.path().join("tests")).unwrap().count(), 2);
}

const PROPERTY: &str = "int taken;
void uno_check(void)
{
  if (fct_call(\"lock\")) {
    if (uno_state == 1)
      error(\"twice\");
    uno_state = 1;
  }
  if (fct_call(\"unlock\"))
    uno_state = 0;
}
";

#[test]
fn mistakes_are_shown_in_the_property() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    for (from, to, message) in [
        ("uno_state == 1", "uno_stat == 1", "`uno_stat` is not declared"),
        ("fct_call(\"unlock\")", "calls(\"unlock\")", "a property cannot call `calls`"),
        ("fct_call(\"unlock\")", "fct_call(unlock)", "a text in quotation marks is expected"),
        ("fct_call(\"unlock\")", "select(\"unlock\", FCALL)", "`select` takes 3 arguments"),
        ("fct_call(\"unlock\")", "select(\"unlock\", uno_state, NONE)", "a constant is expected"),
        ("fct_call(\"unlock\")", "on_track(DEF, 0)", "`on_track` is an old name"),
        ("uno_state = 0;", "switch (uno_state) { case 1: uno_state = 0; }", "`switch` cannot stand in a property"),
        ("uno_state = 0;", "*&uno_state = 0;", "cannot stand in a property"),
        ("int taken;", "double taken;", "this type cannot stand in a property"),
        ("int taken;", "int f(void) { return 1; }", "a function of one's own cannot stand in a property"),
        ("uno_state = 0;", "uno_state = 0", "syntax error"),
        ("uno_state = 0;", "while (1) taken = 0;", "a loop of this property does not end"),
        ("void uno_check", "void check", "a function of one's own"),
    ] {
        fs::write(folder.path().join("a.prop"), PROPERTY.replacen(from, to, 1)).unwrap();
        let output = gotcha(folder.path(), &["check", "a.c", "--property", "a.prop"]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{to}: {error}");
        assert!(error.contains(message) && error.contains("a.prop:"), "{to}: {error}");
    }
    assert_eq!(gotcha(folder.path(), &["check", "a.c", "--property", "nowhere.prop"]).status.code(), Some(2));
}

#[test]
fn errors_of_a_property_have_tests() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    fs::write(folder.path().join("a.prop"), PROPERTY).unwrap();
    let output = gotcha(folder.path(), &["check", "a.c", "--property", "a.prop", "--suite", "tests", "--json", "r.json"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    assert!(shown.contains("twice [lock] at `lock();`") && shown.contains("FEASIBLE: 1  INFEASIBLE: 0"), "{shown}");
    let result: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    assert_eq!((&result["verdict"], &result["properties"][0]["automaton"]), (&"false".into(), &"a".into()));
    assert_eq!(fs::read_dir(folder.path().join("tests")).unwrap().count(), 2);
}
