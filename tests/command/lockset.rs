//! `check --lockset` beside the runtime monitor of the same automaton, and what it prints of schedules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/lockset").join(name)
}

/// What the check finds feasible: `name.race` and `name.unwritten`.
fn found(folder: &Path) -> BTreeSet<String> {
    let output = gotcha(folder, &["check", "t.c", "--lockset", "--unwritten-statics", "--json", "-"]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&output.stderr)));
    let feasible = result["properties"].as_array().unwrap().iter().filter(|p| p["status"] == "feasible");
    feasible.map(|p| p["id"].as_str().unwrap().to_owned()).collect()
}

/// What the monitor reports natively.
fn watched(folder: &Path) -> BTreeSet<String> {
    let output = gotcha(folder, &["monitor", "t.c", "--lockset", "--unwritten-statics", "--emit-c", "m.c", "--instrument", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let built = Command::new("cc").args(["-w", "-o", "watched", "out/t.i", "m.c", "-pthread"]).current_dir(folder).output().unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new(folder.join("watched")).output().unwrap();
    let report = |line: &str| {
        let (what, name) = line.strip_prefix("lockset: ")?.split_once(": ")?;
        let word = if what == "no lock protects" { "race" } else { "unwritten" };
        Some(format!("{}.{word}", name.split(',').next()?))
    };
    text(&run.stderr).lines().filter_map(report).collect()
}

#[test]
fn the_check_finds_what_the_monitor_does() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program("figure4.c"), folder.path().join("t.c")).unwrap();
    let (found, watched) = (found(folder.path()), watched(folder.path()));
    assert_eq!(found.len(), 8);
    assert_eq!(found, watched);
}

#[test]
fn what_one_run_shows_some_schedule_shows() {
    // Natively the order is not known: what the monitor happens to see is among what the check finds.
    for name in ["one_mutex_forgotten.c", "no_lock_in_between.c", "different_mutexes.c", "common_mutex.c"] {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(program(name), folder.path().join("t.c")).unwrap();
        let (found, watched) = (found(folder.path()), watched(folder.path()));
        assert!(watched.is_subset(&found), "{name}: {watched:?} of {found:?}");
    }
}

#[test]
fn traces_tell_the_schedule() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program("in_the_middle.c"), folder.path().join("t.c")).unwrap();
    let output = gotcha(folder.path(), &["check", "t.c", "--lockset", "--trace"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    let order = ["data = 1", "c:22  open = 1", "thread 1 runs", "is_open = 1", "no lock protects data\n"];
    let places: Vec<Option<usize>> = order.iter().map(|what| shown.rfind(what)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {shown}");
    assert!(shown.contains("t.c:16:5  no lock protects data") && !shown.contains("nondet_schedule"), "{shown}");
}

#[test]
fn schedules_of_this_check_make_no_tests() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program("one_mutex_forgotten.c"), folder.path().join("t.c")).unwrap();
    let output = gotcha(folder.path(), &["verify", "t.c", "--property", "no-data-race"]);
    assert!(text(&output.stdout).contains("VERDICT: false(no-data-race)"), "{}", text(&output.stdout));
    assert_eq!(gotcha(folder.path(), &["check", "t.c", "--lockset", "--suite", "tests"]).status.code(), Some(1));
    assert_eq!(gotcha(folder.path(), &["check", "t.c", "--lockset", "--vacuity"]).status.code(), Some(1));
}
