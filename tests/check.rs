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
