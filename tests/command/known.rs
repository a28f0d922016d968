//! `test` where an earlier run has been: what has not changed is not searched again, and files stay as they are.

use super::unit_tests::{LIST, gotcha};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};
use tempfile::TempDir;

const ARGS: [&str; 6] = ["test", "list.c", "--out", "t", "--time", "3s"];

fn project() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("list.c"), LIST).unwrap();
    folder
}

/// The files of a folder, and when each was written.
fn times(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).map(|entry| (entry.path(), entry.metadata().unwrap().modified().unwrap())).collect()
}

fn counts(said: &str) -> (usize, usize) {
    let line = said.lines().find(|line| line.starts_with("KNOWN: ")).unwrap_or_else(|| panic!("{said}"));
    let number = |before: &str| line.split(before).nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    (number("KNOWN: "), number("SEARCHED: "))
}

#[test]
fn what_has_not_changed_is_not_searched_again() {
    let project = project();
    let folder = project.path();
    let first = gotcha(folder, &ARGS);
    if first.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {first}");
    }
    assert_eq!(counts(&first), (0, 7), "{first}");
    let (before, begin) = (times(&folder.join("t")), Instant::now());
    let second = gotcha(folder, &ARGS);
    println!("the second run took {:?}", begin.elapsed());
    assert_eq!(counts(&second), (7, 0), "{second}");
    assert_eq!(times(&folder.join("t")), before);
    // Beside that it says the same.
    let rest = |said: &str| said.split("FILES").next().unwrap().to_owned();
    assert_eq!(rest(&first), rest(&second));

    // A function that another one calls; both are searched. The others have moved.
    fs::write(folder.join("list.c"), format!("/* above */\n{}", LIST.replace("n->value == v", "v == n->value"))).unwrap();
    let third = gotcha(folder, &ARGS);
    assert_eq!(counts(&third), (5, 2), "{third}");
    let text = fs::read_to_string(folder.join("t/test_list.c")).unwrap();
    assert!(text.contains("line 18 \"l->len >= (unsigned)limit\""), "places are those of the new text: {text}");

    fs::remove_dir_all(folder.join(".gotcha")).unwrap();
    assert_eq!(counts(&gotcha(folder, &ARGS)), (0, 7));
    let own = gotcha(folder, &[&ARGS[..], &["--no-cache"]].concat());
    assert!(!own.contains("KNOWN") && own.contains("16 of 16"), "{own}");
    // Another place, and other options, are another matter.
    assert_eq!(counts(&gotcha(folder, &[&ARGS[..], &["--cache", "elsewhere"]].concat())), (0, 7));
    assert_eq!(counts(&gotcha(folder, &[&ARGS[..], &["--seed", "3"]].concat())), (0, 7));
}

#[test]
fn settings_say_where_the_project_is() {
    let project = project();
    let folder = project.path().join("sub");
    fs::create_dir(&folder).unwrap();
    fs::write(project.path().join("gotcha.toml"), "schema = 1\n").unwrap();
    fs::write(folder.join("sign.c"), "int sign(int a) { if (a < 0) return -1; return a > 0; }\n").unwrap();
    let said = gotcha(&folder, &["test", "sign.c"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(project.path().join(".gotcha/cache/.gitignore").is_file() && !folder.join(".gotcha").exists(), "{said}");
}

/// The only file of the cache that holds tests.
fn kept(folder: &Path) -> PathBuf {
    let is_of_tests = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("tests-");
    times(&folder.join(".gotcha/cache")).into_keys().find(is_of_tests).unwrap()
}

#[test]
fn what_is_kept_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("is.c"), "int is(int a) { if (a == 4711) return 1; if (a % 2 == 2) return 3; return 0; }\n").unwrap();
    let args = ["test", "is.c", "--time", "10s"];
    let first = gotcha(folder, &args);
    if first.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {first}");
    }
    assert!(first.contains("3 of 4 covered, 1 unreachable"), "{first}");
    let again = gotcha(folder, &args);
    assert!(counts(&again) == (1, 0) && again.contains("3 of 4 covered, 1 unreachable"), "{again}");
    // A test that does not do what is said of it.
    let path = kept(folder);
    let mut known: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    known["tests"].as_array_mut().unwrap().iter_mut().for_each(|test| test["inputs"][0][2] = json!("0"));
    fs::write(&path, known.to_string()).unwrap();
    let wrong = gotcha(folder, &args);
    assert!(counts(&wrong) == (0, 1) && wrong.contains("3 of 4 covered, 1 unreachable"), "{wrong}");
    for broken in ["", "{", "{\"tests\": 7}"] {
        fs::write(&path, broken).unwrap();
        assert_eq!(counts(&gotcha(folder, &args)), (0, 1), "{broken}");
        assert_eq!(counts(&gotcha(folder, &args)), (1, 0));
    }
    // Numbers of inputs and goals that there are not.
    let mut known: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    known["unreachable"] = json!([700]);
    fs::write(&path, known.to_string()).unwrap();
    assert_eq!(counts(&gotcha(folder, &args)), (0, 1));
}

#[test]
fn several_runs_at_once_share_what_they_find() {
    let project = project();
    let folder = project.path();
    let start = || {
        let mut run = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        run.args(ARGS).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let runs = [start(), start(), start()];
    for run in runs {
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        if said.contains("confined") {
            return eprintln!("skipped, since nothing is run natively here: {said}");
        }
        assert!(output.status.success() && said.contains("16 of 16 covered"), "{said}");
    }
    let after = gotcha(folder, &ARGS);
    assert_eq!(counts(&after), (7, 0), "{after}");
    let left: Vec<PathBuf> = times(&folder.join(".gotcha/cache")).into_keys().filter(|path| path.extension().is_none_or(|end| end != "json")).collect();
    assert_eq!(left, [folder.join(".gotcha/cache/.gitignore")], "nothing half written stays");
}
