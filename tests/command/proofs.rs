//! Certificates of proofs as their users see them: `--proof` writes them, `check-proof` has them checked by whatever solvers are installed, and folders that
//! are not what was written are refused.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// One branch that cannot be taken, by forward condition.
const SQUARES: &str =
    "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x * x % 4 == 3) return 1;\n  return 0;\n}\n";
/// The same by k-induction: the loop may run for ever.
const ENDLESS: &str = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int lock = 0;\n  for (;;) {\n    if (__VERIFIER_nondet_int()) {\n\
                       \x20     if (lock == 2) return 1;\n      lock = 1;\n    } else {\n      lock = 0;\n    }\n  }\n}\n";
/// Needs that the two variables stay equal.
const EQUAL: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;\n\
                     \x20 while (i < n) {\n    i++;\n    if (s > 200) s = 0; else s += 2;\n  }\n  if (s > 300) return 1;\n  return 0;\n}\n";

/// Two threads, one lock: by clocks. The assertion needs the lock, and all orders of the two.
const LOCKED: &str = "#include <assert.h>\n#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint n;\n\
    static void *add(void *argument) {\n  pthread_mutex_lock(&m);\n  int own = n;\n  n = own + 1;\n  pthread_mutex_unlock(&m);\n  return 0;\n}\n\
    int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, add, 0);\n  add(0);\n  pthread_join(t, 0);\n  assert(n == 2);\n}\n";
/// Without an end: no bound is enough, and only locks tell that nothing races.
const FOR_EVER: &str = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint n;\n\
    static void *add(void *argument) {\n  for (;;) {\n    pthread_mutex_lock(&m);\n    n ^= 1;\n    pthread_mutex_unlock(&m);\n  }\n}\n\
    int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, add, 0);\n  add(0);\n}\n";

struct Proof {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn gotcha(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The solvers among these that are installed, as options.
fn solvers() -> Vec<&'static str> {
    let listed = said(&gotcha(&["solvers"]));
    let installed = |name: &&str| listed.lines().any(|l| l.starts_with(*name) && !l.contains("not found"));
    ["z3", "cvc5"].into_iter().filter(installed).flat_map(|name| ["--solver", name]).collect()
}

/// The command line of a solver that answers every check so.
fn answering(answer: &str) -> String {
    format!("smtlib:sh -c 'while read -r line; do case $line in *check-sat*) echo {answer};; esac; done'")
}

impl Proof {
    fn of(c: &str) -> Self {
        Self::by(&["cover"], c)
    }

    /// Of what the command proves.
    fn by(command: &[&str], c: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (folder.path().join("a.c"), folder.path().join("proof"));
        fs::write(&file, c).unwrap();
        let output = gotcha(&[command, &[file.to_str().unwrap(), "--proof", path.to_str().unwrap(), "--timeout", "10s"]].concat());
        assert!(matches!(output.status.code(), Some(0 | 20)), "{}", said(&output));
        Self { _folder: folder, path }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn json(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.file("proof.json")).unwrap()).unwrap()
    }

    fn set_json(&self, value: &Value) {
        fs::write(self.file("proof.json"), value.to_string()).unwrap();
    }

    /// Changes the first script, and the fingerprint with it, so that only what it says has changed.
    fn rewrite(&self, change: impl Fn(&str) -> String) {
        let name = self.file("proof-1.smt2");
        let text = fs::read_to_string(&name).unwrap();
        let changed = change(&text);
        assert_ne!(text, changed);
        fs::write(&name, &changed).unwrap();
        let mut json = self.json();
        json["scripts"][0]["sha256"] = fingerprint(&name).into();
        self.set_json(&json);
    }

    fn check(&self, options: &[&str]) -> (Option<i32>, String) {
        let arguments: Vec<&str> = ["check-proof", self.path.to_str().unwrap()].into_iter().chain(options.iter().copied()).collect();
        let output = gotcha(&arguments);
        let text = said(&output);
        assert!(!text.contains("panicked"), "{text}");
        (output.status.code(), text)
    }

    fn is_refused(&self, why: &str) {
        let (status, text) = self.check(&["--solver", &answering("unsat")]);
        assert_eq!(status, Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    }
}

/// By a program of the system, so that it is not ours alone.
fn fingerprint(path: &Path) -> String {
    let output = Command::new("sha256sum").arg(path).output().unwrap();
    String::from_utf8_lossy(&output.stdout).split_whitespace().next().unwrap().to_string()
}

/// Contracts of functions: each has a folder, and one that stands for a call has to be proved there, too.
#[test]
fn proofs_of_functions_rest_on_each_other() {
    const CONTRACTS: &str = "int twice(int x) __CPROVER_requires(x >= 0 && x < 1000) __CPROVER_ensures(__CPROVER_return_value == 2 * x)\n\
        { int r = 0; for (int i = 0; i < x; i++) __CPROVER_loop_invariant(0 <= i && i <= x && r == 2 * i) { r += 2; } return r; }\n\
        int four(int x) __CPROVER_requires(x >= 0 && x < 100) __CPROVER_ensures(__CPROVER_return_value == 4 * x) { return twice(twice(x)); }\n\
        void fill(int *a, unsigned n) __CPROVER_requires(n < 1000 && __CPROVER_is_fresh(a, n * sizeof(int))) __CPROVER_assigns(__CPROVER_object_whole(a))\n\
        __CPROVER_ensures(__CPROVER_forall { unsigned k; k < n ==> a[k] == 7 }) { unsigned i; for (i = 0; i < n; i++)\n\
        __CPROVER_assigns(i, __CPROVER_object_whole(a)) __CPROVER_loop_invariant(i <= n && __CPROVER_forall { unsigned k; k < i ==> a[k] == 7 }) { a[i] = 7; } }\n";
    let folder = tempfile::tempdir().unwrap();
    let (file, path) = (folder.path().join("a.c"), folder.path().join("proof"));
    fs::write(&file, CONTRACTS).unwrap();
    let written = |options: &[&str]| {
        let fixed = ["prove", file.to_str().unwrap(), "--proof", path.to_str().unwrap(), "--timeout", "60s"];
        said(&gotcha(&[&fixed, options].concat()))
    };
    let checked = || {
        let any = answering("unsat");
        let installed = solvers();
        let asked = if installed.is_empty() { vec!["--solver", &any] } else { installed };
        let output = gotcha(&[&["check-proof", path.to_str().unwrap()], asked.as_slice()].concat());
        (output.status.code(), said(&output))
    };
    let all = written(&["--replace-all"]);
    assert!(all.ends_with("VERDICT: true\n"), "{all}");
    let (status, text) = checked();
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("twice:\n") && text.contains("four:\n") && text.contains("fill:\n"), "{text}");
    let one = written(&["--function", "four", "--replace", "twice"]);
    assert!(one.contains("VERDICT: true under: twice"), "{one}");
    let (status, text) = checked();
    assert_eq!(status, Some(20), "{text}");
    assert!(text.contains("four: rests on twice, not proved here"), "{text}");
    let list = path.join("contracts.json");
    let elsewhere = fs::read_to_string(&list).unwrap().replace("\"folder\": \"four\"", "\"folder\": \"../four\"");
    fs::write(&list, elsewhere).unwrap();
    let (status, text) = checked();
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("is no folder with the proofs of four"), "{text}");
}

#[test]
fn proofs_are_checked_by_other_solvers() {
    let solvers = solvers();
    for (c, method, invariants) in [(SQUARES, "forward-condition", false), (ENDLESS, "k-induction", false), (EQUAL, "k-induction", true)] {
        let proof = Proof::of(c);
        let json = proof.json();
        let script = &json["scripts"][0];
        assert_eq!(script["method"], method, "{json:#}");
        if invariants {
            let facts = script["checks"][1]["facts"].as_array().unwrap();
            assert!(facts.iter().all(|f| f["line"].as_u64() > Some(0) && f["text"].is_string() && f["function"] == "main"), "{json:#}");
        }
        assert_eq!(script["sha256"], fingerprint(&proof.file("proof-1.smt2")));
        assert_eq!((&json["finished"], &json["program"]["entry"]), (&json!(true), &json!("main")));
        assert_eq!(json["claims"][0]["rests_on"]["script"], "proof-1.smt2");
        assert!(fs::read_to_string(proof.file("proof-1.smt2")).unwrap().starts_with("; gotcha "));
        if solvers.is_empty() {
            continue;
        }
        let (status, text) = proof.check(&solvers);
        assert_eq!(status, Some(0), "{text}");
        let n = json["claims"].as_array().unwrap().len();
        assert!(text.ends_with(&format!("CHECKED: {n}  FAILED: 0  UNKNOWN: 0\nVERDICT: true\n")), "{text}");
        let id = json["claims"][0]["id"].as_str().unwrap();
        assert!(text.starts_with(&format!("{id}  unreachable  {}: checked", solvers[1])), "{text}");
    }
}

#[test]
fn proofs_of_threads_are_checked_by_other_solvers() {
    let solvers = solvers();
    let proof = Proof::by(&["verify", "--property", "assertions,no-data-race"], LOCKED);
    let json = proof.json();
    assert_eq!((&json["scripts"][0]["method"], &json["scripts"][0]["checks"][0]["shows"]), (&json!("clocks"), &json!("nothing-is-cut")), "{json:#}");
    let claims = json["claims"].as_array().unwrap();
    assert_eq!(claims.iter().filter(|claim| claim["status"] == "holds" && claim["rests_on"].is_object()).count(), 2, "{json:#}");
    if solvers.is_empty() {
        return;
    }
    let (status, text) = proof.check(&solvers);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.ends_with("CHECKED: 2  FAILED: 0  UNKNOWN: 0\nVERDICT: true\n"), "{text}");
    // Without the facts that come before the checks clocks are free, and some order shows what the lock excludes.
    proof.rewrite(|text| {
        let (facts, checks) = text.split_at(text.find("(push 1)").unwrap());
        let kept = facts.lines().filter(|line| !line.starts_with("(assert ")).flat_map(|line| [line, "\n"]);
        kept.chain([checks]).collect()
    });
    let (status, text) = proof.check(&solvers);
    assert_eq!(status, Some(10), "{text}");
}

#[test]
fn of_other_proofs_of_threads_there_is_no_certificate() {
    let proof = Proof::by(&["verify", "--property", "no-data-race"], FOR_EVER);
    let json = proof.json();
    assert_eq!((&json["claims"][0]["status"], &json["claims"][0]["method"]), (&json!("holds"), &json!("synchronisation")), "{json:#}");
    assert!(json["claims"][0]["rests_on"].is_null() && json["scripts"].as_array().unwrap().is_empty(), "{json:#}");
    let (status, text) = proof.check(&["--solver", &answering("unsat")]);
    assert_eq!(status, Some(20), "{text}");
    assert!(text.contains("there is no certificate"), "{text}");
}

#[test]
fn a_wrong_certificate_fails() {
    let solvers = solvers();
    if solvers.is_empty() {
        return;
    }
    for c in [SQUARES, ENDLESS] {
        let proof = Proof::of(c);
        // The condition of the last check, negated.
        proof.rewrite(|text| {
            let at = text.rfind("(push 1)\n(assert ").unwrap() + "(push 1)\n(assert ".len();
            let end = at + text[at..].find('\n').unwrap() - 1;
            format!("{}(not {}){}", &text[..at], &text[at..end], &text[end..])
        });
        let (status, text) = proof.check(&solvers);
        assert_eq!(status, Some(10), "{text}");
        assert!(text.contains("FAILED: 1 ") && text.ends_with("VERDICT: false\n"), "{text}");
        assert!(text.contains("of proof-1.smt2 is satisfiable"), "{text}");
    }
    // What every proof of the script rests on.
    let proof = Proof::of(SQUARES);
    proof.rewrite(|text| text.replacen("(push 1)\n(assert false)", "(push 1)\n(assert true)", 1));
    let (status, text) = proof.check(&solvers);
    assert_eq!(status, Some(10), "{text}");
    assert!(text.contains("check 1 of proof-1.smt2 is satisfiable"), "{text}");
}

#[test]
fn what_solvers_do_not_decide_is_unknown() {
    let proof = Proof::of(SQUARES);
    for (answer, status, last) in
        [("unsat", 0, "VERDICT: true"), ("sat", 10, "VERDICT: false"), ("unknown", 20, "VERDICT: unknown("), ("x", 20, "VERDICT: unknown(")]
    {
        let (found, text) = proof.check(&["--solver", &answering(answer)]);
        assert_eq!(found, Some(status), "{text}");
        assert!(text.lines().last().unwrap().starts_with(last), "{text}");
    }
    let (status, text) = proof.check(&["--solver", &answering("unsat"), "--solver", "smtlib:sleep 60", "--check-timeout", "200ms"]);
    assert_eq!(status, Some(20), "{text}");
    assert!(text.contains(": checked, smtlib:sleep 60: unknown (time limit of a check)"), "{text}");
    let (status, text) = proof.check(&["--solver", "smtlib:sleep 60", "--timeout", "500ms", "--quiet"]);
    assert_eq!(status, Some(20), "{text}");
    assert_eq!(text, "CHECKED: 0  FAILED: 0  UNKNOWN: 1\nVERDICT: unknown(smtlib:sleep 60: deadline)\n");
    let (status, text) = proof.check(&["--solver", "embedded"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("reads no SMT-LIB"), "{text}");
    let (status, text) = proof.check(&["--solver", &answering("unsat"), "--json", "-"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &json["verdict"], &json["checked"]), (Some(0), &json!("true"), &json!(1)));
}

#[test]
fn spoilt_folders_are_refused() {
    let changed = Proof::of(SQUARES);
    let script = changed.file("proof-1.smt2");
    fs::write(&script, fs::read_to_string(&script).unwrap() + "\n").unwrap();
    changed.is_refused("it has been changed");
    fs::remove_file(&script).unwrap();
    changed.is_refused("proof-1.smt2");

    let check = "(push 1)\n(assert false)\n(check-sat)\n(pop 1)\n";
    let dropped = Proof::of(SQUARES);
    dropped.rewrite(|text| text.replacen(check, "", 1));
    dropped.is_refused("it has 1 checks, and 2 are listed");
    let more = Proof::of(SQUARES);
    more.rewrite(|text| format!("{text}{check}"));
    more.is_refused("it has 3 checks, and 2 are listed");
    let other = Proof::of(SQUARES);
    other.rewrite(|text| text.replacen("(check-sat)", "(echo \"unsat\")", 1));
    other.is_refused("expected");

    for (spoil, why) in [
        (
            &(|json: &mut Value| json["scripts"][0]["checks"].as_array_mut().unwrap().remove(0)) as &dyn Fn(&mut Value) -> Value,
            "must come before what is proved",
        ),
        (&|json| json["scripts"][0]["method"].take(), "not what gotcha writes"),
        (&|json| std::mem::replace(&mut json["scripts"][0]["method"], "k-induction".into()), "must come before what is proved"),
        (&|json| std::mem::replace(&mut json["scripts"][0]["checks"][0]["shows"], "states-stand-for-all".into()), "must come before what is proved"),
        (&|json| std::mem::replace(&mut json["scripts"][0]["file"], "../proof-1.smt2".into()), "is no name of a script"),
        (&|json| std::mem::replace(&mut json["claims"][0]["rests_on"]["check"], 1.into()), "shows nothing of the kind"),
        (&|json| std::mem::replace(&mut json["claims"][0]["rests_on"]["check"], 7.into()), "shows nothing of the kind"),
        (&|json| std::mem::replace(&mut json["claims"][0]["rests_on"]["script"], "proof-2.smt2".into()), "which is not listed"),
        (&|json| std::mem::replace(&mut json["claims"][0]["id"], "main.branch.9.true".into()), "shows something else"),
        (&|json| std::mem::replace(&mut json["claims"][0]["status"], "holds".into()), "shows something else"),
    ] {
        let proof = Proof::of(SQUARES);
        let mut json = proof.json();
        spoil(&mut json);
        proof.set_json(&json);
        proof.is_refused(why);
    }

    let induction = Proof::of(ENDLESS);
    let mut json = induction.json();
    json["scripts"][0]["checks"][0] = json!({"shows": "nothing-is-cut"});
    induction.set_json(&json);
    induction.is_refused("must come before what is proved");

    let uncertified = Proof::of(SQUARES);
    let mut json = uncertified.json();
    json["claims"][0]["rests_on"] = Value::Null;
    uncertified.set_json(&json);
    let (status, text) = uncertified.check(&["--solver", &answering("unsat")]);
    assert_eq!(status, Some(20), "{text}");
    assert!(text.contains("there is no certificate"), "{text}");
}

#[test]
fn conditions_that_are_shown_say_what_abbreviations_stand_for() {
    let Some(solver) = solvers().get(1).copied() else { return };
    // A read of what a loop has written, at an unknown index, is an abbreviation.
    let c = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned squares[64];\n  for (unsigned j = 0; j < 64; j++) squares[j] = j * j;\n\
             \x20 unsigned i = __VERIFIER_nondet_uint();\n  if (i >= 64) return 0;\n  if (squares[i] == 52) return 1;\n  return 0;\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    fs::write(&file, c).unwrap();
    let text = said(&gotcha(&["show", file.to_str().unwrap(), "--what", "vcs"]));
    let script = folder.path().join("a.smt2");
    fs::write(&script, &text).unwrap();
    let output = Command::new(solver).args(if solver == "cvc5" { &["--incremental"][..] } else { &[] }).arg(&script).output().unwrap();
    let answers = said(&output);
    let titles: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("; goal ")).collect();
    let found: Vec<(&str, &str)> = titles.into_iter().zip(answers.lines()).collect();
    assert!(found.contains(&("main.branch.3.true", "unsat")) && found.contains(&("main.branch.3.false", "sat")), "{found:?}\n{answers}");
}
