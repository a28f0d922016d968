//! Clauses of contracts in runs: `cover`, `replay` and `run` say which of them a run breaks, and count the same as without them.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TEXT: &str = "int __VERIFIER_nondet_int(void);
int g;
int twice(int x)
__CPROVER_requires(x >= 0 && x < 1000)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 2 * x)
{ if (x == 77) return 5; if (x == 78) g = 3; return x + x; }
int sum(int n)
__CPROVER_requires(n < 20)
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < n) ==> i != 5 })
{
  int s = 0;
  for (int i = 0; i < n; i++)
    __CPROVER_loop_invariant(s <= 6 && s >= __CPROVER_loop_entry(s))
    { s += i; }
  return s;
}
int least(int x) { __ESBMC_requires(x > 5); __ESBMC_ensures(__ESBMC_return_value > 5); return x == 50 ? 2 : x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  if (x > 500 || x == 77 || x == 78) r = twice(x);
  if (x == 9) r = sum(4);
  if (x == 11) r = sum(7);
  if (x == 50) r = least(x);
  if (__VERIFIER_nondet_int() == 4) return 1;
  return r;
}
";

fn gotcha(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.c"), text).unwrap();
    folder
}

/// The names of the clauses that are broken.
fn broken(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.contains("  VIOLATED  ")).filter_map(|line| line.split(' ').nth(1)).collect()
}

#[test]
fn a_run_says_which_clause_it_breaks() {
    let folder = folder(TEXT);
    let cases: [(&str, &[&str]); 9] = [
        ("600", &[]),
        ("1001", &["twice.requires.2"]),
        ("77", &["twice.ensures.1"]),
        ("78", &["twice.assigns.1"]),
        ("9", &[]),
        ("11", &["sum.loop.1.invariant.1", "sum.ensures.1"]),
        ("50", &["least.ensures.1"]),
        ("51", &[]),
        ("0", &[]),
    ];
    for (x, wanted) in cases {
        let (status, said) = gotcha(folder.path(), &["run", "a.c", "--inputs", &format!("{x},3")]);
        assert_eq!(broken(&said), wanted, "{x}: {said}");
        // Inputs are read by the program alone: the second one is the last.
        assert!(said.ends_with("OUTCOME: exit\n"), "{x}: {said}");
        assert_eq!(status, Some(if wanted.is_empty() { 0 } else { 10 }), "{x}");
    }
}

#[test]
fn tests_of_a_suite_say_which_clause_they_break() {
    let folder = folder(TEXT);
    let wanted = ["least.ensures.1", "sum.ensures.1", "sum.loop.1.invariant.1", "twice.assigns.1", "twice.ensures.1"];
    let sorted = |said: &str| {
        // Nothing asks for a call of twice that is not allowed.
        let mut all: Vec<String> = broken(said).into_iter().filter(|clause| *clause != "twice.requires.2").map(str::to_owned).collect();
        all.sort_unstable();
        all
    };
    let (status, said) = gotcha(folder.path(), &["cover", "a.c", "--suite", "s", "--json", "o.json", "--timeout", "60s"]);
    assert_eq!((status, sorted(&said)), (Some(0), wanted.map(str::to_owned).to_vec()), "{said}");
    let result: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("o.json")).unwrap()).unwrap();
    let clauses = result["broken_clauses"].as_array().unwrap();
    let ensures = clauses.iter().find(|clause| clause["id"] == "twice.ensures.1").unwrap();
    assert!(ensures["line"] == 6 && ensures["tests"][0].as_str().unwrap().starts_with("test "), "{ensures}");
    let (_, again) = gotcha(folder.path(), &["replay", "a.c", "--suite", "s"]);
    assert_eq!(broken(&again), broken(&said), "{again}");

    // Goals are the same ones as without clauses, and nothing is told of contracts that hold.
    let counts =
        |said: &str| said.lines().find(|line| line.starts_with("GOALS: ")).map(|line| line.split("  TESTS").next().unwrap_or_default().to_owned()).unwrap();
    let plain: String = TEXT.lines().filter(|line| !line.trim_start().starts_with("__CPROVER")).map(|line| format!("{line}\n")).collect();
    let plain = plain.replace("__ESBMC_requires(x > 5); __ESBMC_ensures(__ESBMC_return_value > 5); ", "");
    fs::write(folder.path().join("a.c"), plain).unwrap();
    assert_eq!(counts(&gotcha(folder.path(), &["cover", "a.c", "--timeout", "60s"]).1), counts(&said));
    let right = TEXT.replace("return 5", "return 154").replace("g = 3", ";").replace("s <= 6", "s <= 600").replace("i != 5", "i != 50").replace("? 2", "? 7");
    fs::write(folder.path().join("a.c"), right.replace("x > 500 ||", "x == 500 ||")).unwrap();
    let (status, said) = gotcha(folder.path(), &["cover", "a.c", "--json", "o.json", "--timeout", "60s"]);
    assert!(status == Some(0) && broken(&said).is_empty() && !fs::read_to_string(folder.path().join("o.json")).unwrap().contains("broken_clauses"), "{said}");
}

#[test]
fn a_run_of_one_function_breaks_what_it_ensures() {
    let folder = folder(TEXT);
    let (_, said) = gotcha(folder.path(), &["cover", "a.c", "--entry", "twice", "--suite", "s", "--timeout", "60s"]);
    assert!(broken(&said) == ["twice.ensures.1"] || broken(&said).len() == 2 && said.contains("twice.assigns.1"), "{said}");
    let (_, again) = gotcha(folder.path(), &["replay", "a.c", "--entry", "twice", "--suite", "s"]);
    assert_eq!(broken(&again), broken(&said), "{again}");
}

#[test]
fn what_cannot_be_tried_is_said() {
    let text = "int f(int n) __CPROVER_ensures(__CPROVER_forall { int i; i != n ==> i + 1 != n + 1 }) { return n; }\nint main(void) { return f(3) == 3; }\n";
    let folder = folder(text);
    let (status, said) = gotcha(folder.path(), &["run", "a.c"]);
    assert!(status == Some(0) && said.contains("clauses of contracts are not looked at: ") && said.contains("no range of i"), "{said}");
    let (status, said) = gotcha(folder.path(), &["cover", "a.c", "--timeout", "60s"]);
    assert!(status == Some(0) && said.contains("clauses of contracts are not looked at in runs: "), "{said}");
}
