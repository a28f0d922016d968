//! `prove` where an earlier run has been: what has not changed is not proved again, and nothing else is taken for known.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TEXT: &str = "struct pair { int a; int b; };
int limit = 3;
static const int table[2] = {1, 2};
typedef int number;
static int least(int x) { return x > 7 ? 7 : x; }
int twice(int x)
  __CPROVER_requires(x >= 0 && x < 1000)
  __CPROVER_ensures(__CPROVER_return_value == 2 * x)
{ return x + x; }
int caller(int x)
  __CPROVER_requires(x >= 0 && x < 100)
  __CPROVER_ensures(__CPROVER_return_value <= 207)
{ return twice(x) + least(x); }
int sum(number n)
  __CPROVER_requires(n >= 0 && n < 100)
  __CPROVER_ensures(__CPROVER_return_value == n)
{
  int i = 0;
  while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i <= n) __CPROVER_decreases(n - i) { i++; }
  return i;
}
int second(struct pair *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && p->b < 10 && p->b > -10)
  __CPROVER_ensures(__CPROVER_return_value == p->b + 2)
{ return p->b + table[1]; }
int wrong(int x)
  __CPROVER_requires(x > limit)
  __CPROVER_ensures(__CPROVER_return_value == 1)
{ if (x == 7) return 0; return 1; }
";

/// What is said, as text and as data.
struct Said {
    text: String,
    result: Value,
}

impl Said {
    /// The functions that are as an earlier run found them.
    fn known(&self) -> Vec<&str> {
        let contracts = self.result["contracts"].as_array().unwrap();
        contracts.iter().filter(|contract| contract["known"] == true).map(|contract| contract["name"].as_str().unwrap()).collect()
    }

    /// The functions that were proved in this run.
    fn proved(&self) -> Vec<&str> {
        let contracts = self.result["contracts"].as_array().unwrap();
        contracts.iter().filter(|contract| contract["known"] == false).map(|contract| contract["name"].as_str().unwrap()).collect()
    }

    /// Functions with their verdicts, and properties with theirs, with places.
    fn answers(&self) -> Value {
        let contracts: Vec<Value> = self.result["contracts"].as_array().unwrap().iter().map(|c| json!([c["name"], c["verdict"], c["uses"]])).collect();
        let of = |p: &Value| json!([p["id"], p["class"], p["status"], p["line"], p["column"]]);
        let properties: Vec<Value> = self.result["properties"].as_array().unwrap().iter().map(of).collect();
        json!([self.result["verdict"], contracts, properties])
    }
}

fn run(folder: &Path, text: &str, options: &[&str]) -> (String, String) {
    fs::write(folder.join("a.c"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    command.args(["prove", "a.c", "--timeout", "60s", "--progress", "never"]).args(options).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn prove(folder: &Path, text: &str, options: &[&str]) -> Said {
    // Nothing is read that another run has written.
    let _ = fs::remove_file(folder.join("result.json"));
    let (text, errors) = run(folder, text, &[options, &["--json", "result.json"]].concat());
    let result = fs::read_to_string(folder.join("result.json")).unwrap_or_else(|_| panic!("{text}{errors}"));
    Said { text, result: serde_json::from_str(&result).unwrap() }
}

const ALL: [&str; 5] = ["twice", "caller", "sum", "second", "wrong"];
const REPLACE: &[&str] = &["--replace", "twice"];

#[test]
fn what_has_not_changed_is_not_proved_again() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let first = prove(folder, TEXT, REPLACE);
    assert_eq!(first.proved(), ALL, "{}", first.text);
    assert!(!first.text.contains("KNOWN"), "{}", first.text);
    let second = prove(folder, TEXT, REPLACE);
    assert_eq!(second.known(), ALL, "{}", second.text);
    assert_eq!(second.text.replace("KNOWN: 5 of 5 as known from before\n", ""), first.text);
    assert_eq!(second.answers(), first.answers());
    let inputs = |said: &Said| said.result["properties"].as_array().unwrap().iter().map(|p| p["inputs"].clone()).collect::<Vec<_>>();
    assert_eq!(inputs(&second), inputs(&first), "the counterexample is the same");

    // Below something new everything is as it was, at its new place; so is what changes in form only.
    let moved =
        prove(folder, &format!("/* above */\nint unrelated(int x) {{ return x; }}\n{}", TEXT.replace("{ return x + x; }", "{\n  return x + x;\n}")), REPLACE);
    assert_eq!(moved.known(), ALL, "{}", moved.text);
    assert!(moved.text.contains("a.c:32:21 wrong.ensures.1  VIOLATED"), "{}", moved.text);

    let own = prove(folder, TEXT, &["--replace", "twice", "--no-cache"]);
    assert_eq!((own.proved(), own.answers()), (ALL.to_vec(), first.answers()));
    assert_eq!(prove(folder, TEXT, &["--replace", "twice", "--cache", "elsewhere"]).proved(), ALL);
    assert_eq!(prove(folder, TEXT, &["--replace", "twice", "--cache", "elsewhere"]).known(), ALL);
    assert!(folder.join("elsewhere/.gitignore").is_file() && folder.join(".gotcha/cache/.gitignore").is_file());
    // Certificates are of proofs that were found in this run.
    assert_eq!(prove(folder, TEXT, &["--function", "sum", "--proof", "proofs"]).proved(), ["sum"]);
}

/// What changes, by which text, and the functions that are proved again.
#[test]
fn what_a_proof_looks_at_is_proved_again_when_it_changes() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    prove(folder, TEXT, REPLACE);
    let changes: [(&str, &str, &str, &[&str]); 9] = [
        ("a body, whose contract stands for it in another one", "return x + x", "return x * 2", &["twice"]),
        ("a body that is looked at", "x > 7 ? 7", "x > 6 ? 7", &["caller"]),
        ("a contract, so callers too", "x < 1000", "x < 900", &["twice", "caller"]),
        ("what it promises", "== 2 * x", "== 2 * x && __CPROVER_return_value >= 0", &["twice", "caller"]),
        ("an invariant", "0 <= i && i", "0 - 1 < i && i", &["sum"]),
        ("a measure", "decreases(n - i)", "decreases(n - i + 1)", &["sum"]),
        ("a type", "{ int a; int b; }", "{ long a; int b; }", &["second"]),
        ("the name of a type", "typedef int number", "typedef short number", &["sum"]),
        ("a constant", "{1, 2}", "{3, 2}", &["second"]),
    ];
    for (what, from, to, again) in changes {
        assert_eq!(TEXT.matches(from).count(), 1, "{what}");
        let said = prove(folder, &TEXT.replace(from, to), REPLACE);
        assert_eq!(said.proved(), again, "{what}: {}", said.text);
    }
    // Bodies that are looked at count where their contracts do not stand for them.
    prove(folder, TEXT, &[]);
    assert_eq!(prove(folder, &TEXT.replace("return x + x", "return 2 * x"), &[]).proved(), ["twice", "caller"]);
    // So do options that change what is asked, or of what.
    let options: [&[&str]; 4] = [
        &["--data-model", "ILP32"],
        &["--property", "assertions"],
        &["--malloc-may-fail", "--function", "wrong"],
        &["--ignore-loop-contracts", "--function", "sum"],
    ];
    for options in options {
        let said = prove(folder, TEXT, options);
        assert!(said.known().is_empty(), "{options:?}: {}", said.text);
        assert_eq!(prove(folder, TEXT, options).proved().len(), 0, "{options:?}");
    }
    // Who proves does not.
    assert_eq!(prove(folder, TEXT, &["--strategy", "bmc", "--seed", "4"]).known(), ALL);
}

#[test]
fn what_is_not_decided_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let text = "int f(unsigned n) __CPROVER_requires(n < 100000) __CPROVER_ensures(__CPROVER_return_value == 7) { unsigned i, s = 0; for (i = 0; i < n; i++) s += i * i; return s == 3 ? 8 : 7; }";
    for _ in 0..2 {
        let said = prove(folder.path(), text, &["--unwind", "2", "--strategy", "bmc"]);
        assert!(said.text.contains("VERDICT: unknown") && said.known().is_empty(), "{}", said.text);
    }
    // What says nothing is undecided, too.
    let vacuous = "int f(int x) __CPROVER_requires(x > 3 && x < 2) __CPROVER_ensures(0) { return x; }";
    for _ in 0..2 {
        let said = prove(folder.path(), vacuous, &[]);
        assert!(said.text.contains("VERDICT: unknown(vacuous") && said.known().is_empty(), "{}", said.text);
    }
}

/// The files of the cache.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join(".gotcha/cache")).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("properties-")).collect()
}

#[test]
fn what_is_damaged_is_proved_again() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let options = ["--function", "wrong"];
    let first = prove(folder, TEXT, &options);
    let [path] = &kept(folder)[..] else { panic!("{}", first.text) };
    let whole = fs::read_to_string(path).unwrap();
    for broken in ["", "{", "[]", "{\"holds\": {}}", &whole[..whole.len() / 2]] {
        fs::write(path, broken).unwrap();
        let said = prove(folder, TEXT, &options);
        assert_eq!((said.proved(), said.answers()), (vec!["wrong"], first.answers()), "{broken}");
    }
    // A counterexample that is none, or of properties and inputs that there are not; and one that is missing.
    let change = |with: &dyn Fn(&mut Value)| {
        let mut known: Value = serde_json::from_str(&whole).unwrap();
        with(&mut known);
        fs::write(path, known.to_string()).unwrap();
        let said = prove(folder, TEXT, &options);
        assert_eq!((said.proved(), said.answers()), (vec!["wrong"], first.answers()), "{known}");
    };
    change(&|known| {
        let all = known["violated"].as_object_mut().unwrap().values_mut();
        all.flat_map(|run| run.as_array_mut().unwrap()).for_each(|input| input[2] = json!("0"));
    });
    change(&|known| known["violated"]["700"] = json!([]));
    change(&|known| known["holds"]["700"] = json!({ "method": "KInduction", "k": 1 }));
    change(&|known| {
        let all = known["violated"].as_object_mut().unwrap().values_mut();
        all.flat_map(|run| run.as_array_mut().unwrap()).for_each(|input| input[0] = json!(700));
    });
    change(&|known| known["violated"] = json!({}));
}

/// Each line changed in turn, with what earlier runs have found and without.
#[test]
fn answers_are_the_same_with_and_without_what_is_known() {
    let folder = TempDir::new().unwrap();
    let (folder, mut n_false, mut n_known) = (folder.path(), 0, 0);
    let swaps =
        [("return ", "return 1 + "), (" < ", " <= "), ("== ", "!= "), (" > ", " >= "), ("++", "--"), ("int ", "short "), ("1, ", "9, "), ("= 3", "= 4")];
    let lines: Vec<&str> = TEXT.lines().collect();
    prove(folder, TEXT, REPLACE);
    for (n, line) in lines.iter().enumerate() {
        for (from, to) in swaps.iter().filter(|(from, _)| line.contains(from)).take(1) {
            let changed = line.replacen(from, to, 1);
            let text = [&lines[..n], &[changed.as_str()], &lines[n + 1..]].concat().join("\n");
            let known = prove(folder, &text, REPLACE);
            let own = prove(folder, &text, &["--replace", "twice", "--no-cache"]);
            assert_eq!(known.answers(), own.answers(), "{line} -> {changed}\n{}\n{}", known.text, own.text);
            n_known += known.known().len();
            n_false += own.result["contracts"].as_array().unwrap().iter().filter(|contract| contract["verdict"] == "false").count();
        }
    }
    assert!(n_false > 15 && n_known > 40, "{n_false} {n_known}");
}
