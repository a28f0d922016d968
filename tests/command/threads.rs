//! Tests of programs with threads: inputs and a schedule, which a replay follows.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The second thread takes what the first one leaves, and may lose what it does; how many there are says the command line.
const PROGRAM: &str = "
#include <pthread.h>
static int x, taken, lost;
static void *worker(void *argument) {
  if (x == 0)
    x = 1;
  else
    taken++;
  int own = lost;
  lost = own + 1;
  return argument;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  if (argc > 1)
    pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  if (argc > 1)
    pthread_join(b, 0);
  if (taken == 1)
    return 1;
  if (taken == 2)
    return 2;
  if (lost == 1 && argc > 1)
    return 3;
  return 0;
}
";

#[test]
fn a_replay_follows_the_schedule_of_a_test() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.c"), PROGRAM).unwrap();
    let result = json(&gotcha(folder.path(), &["cover", "t.c", "--suite", "out", "--json", "-", "--timeout", "4s"]));
    let of = |status: &str| result["goals"].as_array().unwrap().iter().filter(|goal| goal["status"] == status).count();
    // An argument has more values than are tried.
    assert_eq!((of("covered"), of("undecided")), (11, 1), "{result}");
    // What no run without a schedule shows needs one.
    assert!(result["tests"].as_array().unwrap().iter().any(|test| test["schedule"].is_array()), "{result}");
    assert!(result["tests"].as_array().unwrap().iter().any(|test| test["schedule"].is_null()), "{result}");
    let replayed = json(&gotcha(folder.path(), &["replay", "t.c", "--suite", "out", "--json", "-"]));
    assert_eq!(replayed["reached"].as_array().unwrap().len(), 11, "{replayed}");
    assert!(replayed["tests"].as_array().unwrap().iter().all(|test| test["agreement"] != "differs"), "{replayed}");
}

#[test]
fn a_schedule_that_does_not_fit_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.c"), PROGRAM).unwrap();
    let covered = gotcha(folder.path(), &["cover", "t.c", "--fix", "argv=t", "--suite", "out", "--timeout", "9s"]);
    assert!(matches!(covered.status.code(), Some(0 | 20)), "{}", String::from_utf8_lossy(&covered.stderr));
    let test = folder.path().join("out/0001/testcase.xml");
    let with = |schedule: &str| fs::write(&test, format!("<?xml version=\"1.0\"?>\n<testcase>\n  <?schedule {schedule}?>\n</testcase>\n")).unwrap();
    with("0:5 7:3");
    let replayed = json(&gotcha(folder.path(), &["replay", "t.c", "--suite", "out", "--json", "-"]));
    assert!(replayed.to_string().contains("the schedule does not fit the program"), "{replayed}");
    with("seven");
    let output = gotcha(folder.path(), &["replay", "t.c", "--suite", "out"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`seven` is no schedule"), "{}", String::from_utf8_lossy(&output.stderr));
}
