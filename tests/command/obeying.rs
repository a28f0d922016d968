//! `test` of functions with contracts: inputs obey what is required, and a test that breaks what is ensured fails.

use super::unit_tests::gotcha;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// What `gotcha test` says of this text.
fn tests_of(folder: &Path, text: &str) -> String {
    fs::write(folder.join("a.c"), text).unwrap();
    gotcha(folder, &["test", "a.c", "--time", "8s", "--no-cache"])
}

/// Compiles a file of tests as its users do, without this program, and runs it.
fn run(folder: &Path, file: &str) -> Output {
    let folder = folder.join("tests/gotcha");
    let compiled = Command::new("cc").args(["-Wall", "-Wextra", "-Werror", "-o", "tests_of_it", file, "-lm"]).current_dir(&folder).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(folder.join("tests_of_it")).current_dir(&folder).output().unwrap()
}

/// The line of a function.
fn line<'a>(said: &'a str, function: &str) -> &'a str {
    said.lines().find(|line| line.starts_with(&format!("a.c: {function}: "))).unwrap_or_else(|| panic!("{said}"))
}

const RIGHT: &str = "struct box { int n; int a[4]; };
int twice(int x)
__CPROVER_requires(x >= 0 && x < 1000)
__CPROVER_ensures(__CPROVER_return_value == 2 * x)
{ if (x < 0) return 7; if (x == 77) return 154; return x + x; }
void set(struct box *b, int i)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b) && i >= 0 && i < 4)
__CPROVER_assigns(b->a[i])
{ if (!b) return; if (i == 3) b->a[3] = 1; b->a[i] = 7; }
int least(int x) { __ESBMC_requires(x > 5); __ESBMC_ensures(__ESBMC_return_value > 5); if (x < 3) return 1; if (x == 50) return 6; return x; }
int count(int n)
__CPROVER_requires(n >= 0 && n < 6)
__CPROVER_ensures(__CPROVER_return_value == n)
{ return n <= 0 ? 0 : 1 + count(n - 1); }
";

#[test]
fn inputs_obey_what_is_required() {
    let folder = TempDir::new().unwrap();
    let said = tests_of(folder.path(), RIGHT);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    for (function, unreachable) in
        [("twice", "3 of 4 branches, 1 unreachable under its contract"), ("set", "3 of 4 branches, 1 unreachable under its contract")]
    {
        assert!(line(&said, function).contains(unreachable), "{said}");
    }
    assert!(line(&said, "least").contains("3 of 4 branches, 1 unreachable under its contract"), "{said}");
    assert!(line(&said, "count").contains("2 of 2 branches"), "{said}");
    assert!(!said.contains("VIOLATED") && said.contains("BUGS: 0"), "{said}");
    let output = run(folder.path(), "test_a.c");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(!folder.path().join("tests/gotcha/test_bugs_a.c").exists());
    // No call is one that the contract does not allow.
    let text = fs::read_to_string(folder.path().join("tests/gotcha/test_a.c")).unwrap();
    assert!(!text.contains("twice(-") && !text.contains("set(NULL"), "{text}");
    // Without what is required these branches are reached.
    let free = RIGHT.replace("__CPROVER_requires(x >= 0 && x < 1000)\n__CPROVER_ensures(__CPROVER_return_value == 2 * x)\n", "");
    let said = tests_of(folder.path(), &free);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(line(&said, "twice").contains("4 of 4 branches, "), "{said}");
}

#[test]
fn a_test_that_breaks_what_is_ensured_fails() {
    let folder = TempDir::new().unwrap();
    let wrong = RIGHT.replace("return 154", "return 5").replace("b->a[3] = 1", "b->n = 1").replace("return 6", "return 2");
    let said = tests_of(folder.path(), &wrong);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    for broken in [
        "VIOLATED twice.ensures.1: __CPROVER_return_value == 2 * x by test twice_",
        "VIOLATED set.assigns.1: ",
        "VIOLATED least.ensures.1: __ESBMC_return_value > 5",
    ] {
        assert!(said.contains(broken), "{broken}: {said}");
    }
    assert!(
        line(&said, "twice").contains("3 of 4 branches, 1 unreachable under its contract") && line(&said, "twice").contains("(1 break its contract)"),
        "{said}"
    );
    assert!(!line(&said, "count").contains("break"), "{said}");
    // Others pass, and none takes what is wrong for right.
    assert!(run(folder.path(), "test_a.c").status.success());
    let right = fs::read_to_string(folder.path().join("tests/gotcha/test_a.c")).unwrap();
    assert!(!right.contains("twice(77)") && !right.contains("least(50)"), "{right}");
    let output = run(folder.path(), "test_bugs_a.c");
    let (passed, told) = (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(!output.status.success() && !passed.lines().any(|line| line.starts_with("ok")), "{passed}");
    assert!(told.contains("broken: twice.ensures.1: __CPROVER_return_value == 2 * x"), "{told}");
}

#[test]
fn what_tests_have_no_room_for_is_not_unreachable() {
    let folder = TempDir::new().unwrap();
    let text = "int first(const int *a, int n)
__CPROVER_requires(n > 0 && n < 30 && __CPROVER_is_fresh(a, n * sizeof(*a)))
{ if (n == 20) return a[19]; if (n > 100) return 8; return a[0]; }
";
    let said = tests_of(folder.path(), text);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(line(&said, "first").contains("2 of 4 branches, 1 unreachable under its contract"), "{said}");
}
