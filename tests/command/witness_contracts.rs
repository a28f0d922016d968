//! Contracts of functions in correctness witnesses: written where they are proved, and proved again by who reads them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const PLAIN: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
unsigned less(unsigned a, unsigned b) { return a - b; }
int twice(int x) { return x + x; }
int fact(int n) { if (n <= 0) return 1; return n * fact(n - 1); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  int r = twice(x);
  if (r < x) reach_error();
  if (x < 5) r = fact(x);
  return less(1, 2) + r;
}
";

fn gotcha(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(args).args(["--timeout", "30s"]).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.c"), text).unwrap();
    folder
}

/// What is said of a witness with one contract.
fn checked(folder: &Path, contract: [&str; 4]) -> String {
    let [function, requires, ensures, format] = contract;
    // A witness without contracts has the hash of the file.
    gotcha(folder, &["verify", "a.c", "--property", "unreach-call", "--witness", "plain.yml"]);
    let plain = fs::read_to_string(folder.join("plain.yml")).unwrap();
    let (head, _) = plain.split_once("  content:").unwrap();
    let content = format!(
        "  content:\n  - contract:\n      type: function_contract\n      location: {{file_name: a.c, line: 4, function: {function}}}\n      requires: '{requires}'\n      ensures: '{ensures}'\n      format: {format}\n      labels: [inductive]\n"
    );
    fs::write(folder.join("w.yml"), format!("{}{content}", head.replace("\"2.0\"", "\"2.1\""))).unwrap();
    gotcha(folder, &["verify", "a.c", "--check-witness", "w.yml"])
}

#[test]
fn what_a_witness_says_of_functions_is_proved() {
    let folder = folder(PLAIN);
    let right: [[&str; 4]; 6] = [
        ["twice", "x >= 0 && x <= 1000", "\\result == 2 * \\old(x)", "acsl_expression"],
        ["twice", "x >= 0 && x <= 1000", "\\result == 2 * \\at(x, Old)", "ext_c_expression"],
        ["twice", "true", "true", "c_expression"],
        ["fact", "n >= 0", "\\result >= 1", "ext_c_expression"],
        ["less", "a == 1", "a - b >= 0", "c_expression"],
        ["main", "1", "\\result >= -1", "ext_c_expression"],
    ];
    for contract in right {
        let said = checked(folder.path(), contract);
        assert!(said.contains("VERDICT: true\n"), "{contract:?}: {said}");
    }
    let wrong: [[&str; 4]; 7] = [
        ["twice", "x >= 0 && x < 1000", "\\result >= 0", "ext_c_expression"],
        ["twice", "1", "\\result > x", "ext_c_expression"],
        // Of inner calls, too.
        ["fact", "n >= 1", "\\result >= 1", "ext_c_expression"],
        ["fact", "1", "\\result != 6", "ext_c_expression"],
        // What has no bounds there has some here.
        ["less", "1", "a - b >= 0", "acsl_expression"],
        // It is not defined.
        ["twice", "1", "x * 2147483647 * 2 >= -1 || 1", "ext_c_expression"],
        ["main", "1", "\\result >= 1", "ext_c_expression"],
    ];
    for contract in wrong {
        let said = checked(folder.path(), contract);
        assert!(said.contains("VERDICT: unknown(witness rejected: "), "{contract:?}: {said}");
        assert!(said.contains(&format!("witness rejected: {}.", contract[0])), "{contract:?}: {said}");
    }
}

#[test]
fn what_is_no_contract_is_refused() {
    let folder = folder(PLAIN);
    let cases: [([&str; 4], &str); 8] = [
        (["nobody", "1", "1", "c_expression"], "a.c defines no function nobody"),
        (["reach_error", "1", "1", "c_expression"], "a.c defines no function reach_error"),
        (["twice", "1", "fact(3) == 6", "c_expression"], "it contains a call"),
        (["twice", "x++", "1", "c_expression"], "it contains a side effect"),
        (["twice", "1", "__ESBMC_old(x) == x", "c_expression"], "names of this form are not for programs"),
        (["twice", "1", "\\forall integer i; i", "acsl_expression"], "\\forall is not supported"),
        (["twice", "1", "\\at(x, Here) == x", "ext_c_expression"], "the label Here"),
        (["twice", "1", "1", "other_expression"], "the format other_expression"),
    ];
    for (contract, wanted) in cases {
        let said = checked(folder.path(), contract);
        assert!(said.contains(wanted) && !said.contains("VERDICT: true"), "{contract:?}: {said}");
    }
    // Who calls by another name is not seen.
    fs::write(folder.path().join("a.c"), PLAIN.replace("int r = twice(x);", "int (*p)(int) = twice; int r = p(x);")).unwrap();
    let said = checked(folder.path(), ["twice", "1", "\\result > x", "ext_c_expression"]);
    assert!(said.contains("VERDICT: unknown(witness rejected: the contract of twice is not supported: its address is used"), "{said}");
}

#[test]
fn contracts_that_are_proved_are_written() {
    let text = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int x)
__CPROVER_requires(x >= 0 && x <= 1000)
__CPROVER_ensures(__CPROVER_return_value == 2 * __CPROVER_old(x))
{ return x + x; }
int fact(int n) { __ESBMC_requires(n < 5); __ESBMC_ensures(n > 2 ==> __ESBMC_return_value > n); if (n <= 0) return 1; return n * fact(n - 1); }
int bad(int n) __CPROVER_ensures(__CPROVER_return_value > n) { return n; }
int tight(int n) __CPROVER_requires(n > 7) { return n; }
int pointer(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) { return *p; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  int r = twice(x);
  if (r < x) reach_error();
  if (x < 5) r = fact(x);
  return bad(tight(x)) + pointer(&r);
}
";
    let folder = folder(text);
    let said = gotcha(folder.path(), &["verify", "a.c", "--property", "unreach-call", "--witness", "w.yml"]);
    assert!(said.contains("VERDICT: true"), "{said}");
    let witness = fs::read_to_string(folder.path().join("w.yml")).unwrap();
    let functions: Vec<&str> = witness.lines().filter_map(|line| line.trim().strip_prefix("function: ")).collect();
    assert_eq!(functions, ["\"twice\"", "\"fact\""], "what does not hold of all calls, or cannot be said, is not there: {witness}");
    assert!(witness.contains("format_version: \"2.1\"") && witness.contains(r#"ensures: "(\\result == 2 * \\at ( x , Old))""#), "{witness}");
    let again = gotcha(folder.path(), &["verify", "a.c", "--check-witness", "w.yml"]);
    assert!(again.contains("VERDICT: true"), "{again}");
    fs::write(folder.path().join("w.yml"), witness.replace("== 2 *", "== 3 *")).unwrap();
    let spoilt = gotcha(folder.path(), &["verify", "a.c", "--check-witness", "w.yml"]);
    assert!(spoilt.contains("VERDICT: unknown(witness rejected: twice.ensures.1"), "{spoilt}");
    // Without contracts it is of the older format.
    fs::write(folder.path().join("a.c"), PLAIN).unwrap();
    gotcha(folder.path(), &["verify", "a.c", "--property", "unreach-call", "--witness", "w.yml"]);
    let plain = fs::read_to_string(folder.path().join("w.yml")).unwrap();
    assert!(plain.contains("format_version: \"2.0\"") && !plain.contains("contract"), "{plain}");
}
