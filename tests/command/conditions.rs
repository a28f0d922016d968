//! `verify` interrupted anywhere and continued: what it writes with `--condition` and reads with `--condition-in` must never change the verdict, and what it calls looked
//! at must not hold the way to a violation.

use std::fs;
use std::path::Path;
use std::process::Command;

const GOTCHA: &str = env!("CARGO_BIN_EXE_gotcha");

/// Programs, with the verdict of a run that is not interrupted.
const PROGRAMS: [(&str, &str); 11] = [
    (
        "true",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 6) return 0;
           for (int i = 0; i < n; i++)
             s += 2;
           if (s > 12) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 6) return 0;
           for (int i = 0; i < n; i++)
             s += 2;
           if (s == 10) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int s = 0;
           do {
             int x = __VERIFIER_nondet_int();
             if (x < 1 || x > 3) return 0;
             s = s * 4 + x;
             if (s == 4 * (4 * (4 * 1 + 3) + 2) + 1) reach_error();
           } while (s < 2000);
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = 0; if (a < 0 || a > 4 || b < 0 || b > 4) return 0;
           for (int i = 0; i < a; i++) {
             for (int j = 0; j < b; j++)
               c++;
             c += 10;
           }
           if (c == 48) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int deep(int n, int m) { if (n <= 0) return m;
           return deep(n - 1, m + 3); }
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 5) return 0;
           int r = deep(n, 0);
           if (r == 12) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void);
         int t[8];
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0;
           int i = 0;
           while (1) {
             t[i] = i;
             i = i + 1;
             if (i >= n) break;
           }
           return t[0]; }",
    ),
    (
        "true",
        "extern int __VERIFIER_nondet_int(void);
         int t[8];
         int get(int at) { int v = 0;
           for (int k = 0; k <= at; k++)
             v += t[k];
           return v; }
         int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 7) return 0;
           int s = 0;
           for (int i = 0; i < n; i++)
             s += get(i);
           return s > 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int x = __VERIFIER_nondet_int(), n = 0;
         again:
           n++;
           if (x > 0 && n < 9) { x = __VERIFIER_nondet_int();
             goto again; }
           if (n == 5) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int n = __VERIFIER_nondet_int(), i = 0, s = 0; if (n < 0 || n > 6) return 0;
           if (n & 1) goto inside;
           while (i < n) {
             s += 2;
             inside: i++;
             s++;
           }
           if (s == 13) reach_error();
           return 0; }",
    ),
    (
        "false",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int n = __VERIFIER_nondet_int(), i = 0, j = 0, s = 0; if (n < 0 || n > 6) return 0;
           if (n > 3) goto inner;
           while (i < n) {
             j = 0;
             while (j < 2) {
               s++;
               inner: j++;
               s++;
             }
             i++;
           }
           if (s == 19) reach_error();
           return 0; }",
    ),
    (
        "true",
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int place, seen;
         void run(void) {
           if (place == 1) goto waiting;
           while (seen < 3) {
             place = 1;
             return;
             waiting: seen++;
           }
           place = 2; }
         int main(void) { int n = 0;
           while (place != 2) {
             n++;
             run();
           }
           if (n != 4) reach_error();
           return 0; }",
    ),
];

fn verify(file: &Path, arguments: &[&str]) -> String {
    let output = Command::new(GOTCHA).arg("verify").arg(file).args(["--timeout", "60s", "--jobs", "1"]).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("VERDICT: "), "{arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    last["VERDICT: ".len()..].to_owned()
}

#[test]
fn interrupted_runs_go_on_to_the_same_verdict() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (expected, text)) in PROGRAMS.iter().enumerate() {
        let file = folder.path().join(format!("{number}.c"));
        fs::write(&file, text).unwrap();
        for bound in ["1", "2", "3", "4", "7"] {
            let part = folder.path().join(format!("{number}.{bound}.spc"));
            let part = part.to_str().unwrap();
            let first = verify(&file, &["--unwind", bound, "--strategy", "bmc", "--condition", part]);
            if !first.starts_with("unknown") {
                assert!(first.starts_with(expected), "{number} up to {bound}: {first}");
                continue;
            }
            // A bound that is too small is what interrupts; then it goes on without one.
            let more = folder.path().join("more.spc");
            let second = verify(&file, &["--condition-in", part, "--condition", more.to_str().unwrap(), "--max-k", "3"]);
            let done = verify(&file, &["--condition-in", if second.starts_with("unknown") { more.to_str().unwrap() } else { part }]);
            assert!(second.starts_with("unknown") || second.starts_with(expected), "{number} from {bound}, then for a while: {second}");
            assert!(done.starts_with(expected), "{number} from {bound}: {done}\n{}", fs::read_to_string(part).unwrap());
        }
    }
}

/// Runs another command that writes what it has looked at; the last line of what it says.
fn said(command: &str, file: &Path, arguments: &[&str]) -> String {
    let output = Command::new(GOTCHA).arg(command).arg(file).args(["--jobs", "1", "--quiet"]).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("VERDICT: "), "{command} {arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    last["VERDICT: ".len()..].to_owned()
}

/// Lets `verify` believe what another command wrote, which it would refuse as an answer to another question. The name of the first state.
fn without_scope(part: &Path) -> String {
    let text = fs::read_to_string(part).unwrap();
    let (scope, rest) = text.split_once('\n').unwrap();
    assert!(scope.starts_with("// gotcha: "), "{text}");
    fs::write(part, rest).unwrap();
    rest.split_once("INITIAL STATE ").unwrap().1.split_once(';').unwrap().0.to_owned()
}

/// The call of `reach_error` as a goal and as what a formula forbids: paths on which neither is found hold no way to it.
#[test]
fn what_queries_and_formulas_have_looked_at_holds_no_violation() {
    const QUERY: [&str; 2] = ["--query", "cover @CALL(reach_error)"];
    const FORMULA: [&str; 2] = ["--formula", "G \"bad == 0\""];
    let folder = tempfile::tempdir().unwrap();
    let mut worth: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for (number, (expected, text)) in PROGRAMS.iter().enumerate().filter(|(_, (_, text))| text.contains("reach_error")) {
        let file = folder.path().join(format!("{number}.c"));
        let text = text.replace("reach_error();", "{ bad = 1; reach_error(); }");
        fs::write(&file, format!("int bad; {text}")).unwrap();
        let part = folder.path().join("part.spc");
        let mut check = |command: &'static str, question: &[&str], limits: &[&str]| {
            let first = said(command, &file, &[question, limits, &["--condition", part.to_str().unwrap()]].concat());
            let state = without_scope(&part);
            // A query that is decided has nothing to go on with.
            if first.starts_with("complete") || first.starts_with("true") {
                assert_eq!(state, "__TRUE", "{number}, {command} {limits:?}");
                return;
            }
            *worth.entry(if limits[0] == "--engine" { "graphs" } else { command }).or_default() += usize::from(state != "__FALSE");
            let rest = verify(&file, &["--property", "unreach-call", "--condition-in", part.to_str().unwrap()]);
            assert!(rest.starts_with(expected), "{number} after {command} {limits:?}: {rest}\n{}", fs::read_to_string(&part).unwrap());
        };
        for bound in ["1", "2", "3", "5"] {
            check("query", &QUERY, &["--unwind", bound, "--without", "search"]);
            check("ltl", &FORMULA, &["--unwind", bound, "--strategy", "bmc"]);
        }
        for time in ["30ms", "60ms", "120ms", "250ms"] {
            check("query", &QUERY, &["--engine", "arg", "--timeout", time]);
        }
    }
    println!("{worth:?}");
    for (command, least) in [("query", 5), ("ltl", 5), ("graphs", 1)] {
        assert!(worth.get(command).is_some_and(|n| *n >= least), "{worth:?}");
    }
}

#[test]
fn what_was_looked_at_is_worth_something() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    fs::write(&file, PROGRAMS[1].1).unwrap();
    let part = folder.path().join("part.spc");
    let part = part.to_str().unwrap();
    assert!(verify(&file, &["--unwind", "3", "--strategy", "bmc", "--condition", part]).starts_with("unknown"));
    let text = fs::read_to_string(part).unwrap();
    assert!(text.contains("INITIAL STATE Bound3;") && text.contains("COVERS_LINES(3)") && text.contains("GOTO __TRUE"), "{text}");
    // Three iterations are a proof that more are needed.
    let output = Command::new(GOTCHA).arg("explored").arg(&file).args(["--condition", part, "--exact", "--timeout", "60s", "--all-lines"]).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("a.c:4  COVERED") || shown.contains("a.c:4   COVERED"), "{shown}");
    // What was proved is not looked at again.
    assert!(verify(&file, &["--condition-in", part]).starts_with("false"));
    assert!(verify(&file, &["--strategy", "bmc", "--unwind", "3", "--condition-in", part]).starts_with("unknown"));
}

#[test]
fn cover_says_what_it_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let (file, part) = (folder.path().join("a.c"), folder.path().join("part.spc"));
    fs::write(&file, PROGRAMS[1].1).unwrap();
    let part = part.to_str().unwrap();
    let cover = |arguments: &[&str]| {
        let output = Command::new(GOTCHA).arg("cover").arg(&file).args(["--timeout", "60s", "--condition", part]).args(arguments).output().unwrap();
        String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
    };
    assert!(cover(&["--unwind", "3", "--strategy", "bmc"]).starts_with("VERDICT: incomplete"));
    let text = fs::read_to_string(part).unwrap();
    assert!(text.contains("INITIAL STATE Bound3;"), "{text}");
    assert!(refused(&file, &["--condition-in", part]).contains("it was written for goals"));
    let output = Command::new(GOTCHA).arg("explored").arg(&file).args(["--condition", part, "--exact", "--timeout", "60s"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("VERDICT: "), "{output:?}");
    assert_eq!(cover(&["--criterion", "statement"]), "VERDICT: complete");
    assert!(fs::read_to_string(part).unwrap().contains("INITIAL STATE __TRUE;"));
}

/// A check may stand on another line than the statement that it belongs to, and another statement on that line.
#[test]
fn violations_are_found_again_whatever_stands_on_their_lines() {
    const TEXTS: [&str; 4] = [
        "int x = 1 +
           n * 1000000; int y = 2;
         return x + y > 0;",
        "int y = 0;
         if (y > 3 ||
             n + 5 > 7) y = 3;
         return y;",
        "int y = id(
           id(1) -
           id(n - 70)); y = 4;
         return y;",
        "int y = 1;
         for (int i = 0; i < 3; i++) {
           y = y *
             n; y = y & 7; }
         return y;",
    ];
    let folder = tempfile::tempdir().unwrap();
    let (file, part) = (folder.path().join("a.c"), folder.path().join("part.spc"));
    let part = part.to_str().unwrap();
    for text in TEXTS {
        fs::write(
            &file,
            format!("extern int __VERIFIER_nondet_int(void);\nint id(int v) {{ return v; }}\nint main(void) {{ int n = __VERIFIER_nondet_int();\n{text} }}\n"),
        )
        .unwrap();
        for limits in [&["--unwind", "2", "--strategy", "bmc"][..], &[]] {
            let overflow = ["--property", "no-overflow"];
            assert!(verify(&file, &[&overflow, limits, &["--condition", part]].concat()).starts_with("false"), "{text}");
            assert!(verify(&file, &[&overflow[..], &["--condition-in", part]].concat()).starts_with("false"), "{text}\n{}", fs::read_to_string(part).unwrap());
        }
    }
}

/// What the tool says of a condition that it does not take.
fn refused(file: &Path, arguments: &[&str]) -> String {
    let output = Command::new(GOTCHA).arg("verify").arg(file).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_was_looked_at_for_one_question_answers_no_other() {
    const TEXT: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int n = __VERIFIER_nondet_int();
           if (n + 700 == 1 && n == 5) reach_error();
           return 0; }";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (file, part) = (path("a.c"), path("part.spc"));
    fs::write(&file, TEXT).unwrap();
    let part = part.to_str().unwrap();
    assert!(verify(&file, &["--property", "unreach-call", "--condition", part]).starts_with("true"));
    assert!(verify(&file, &["--property", "unreach-call", "--condition-in", part]).starts_with("true"));
    assert!(refused(&file, &["--property", "no-overflow", "--condition-in", part]).contains("it was written for unreach-call, not for no-overflow"));
    assert!(refused(&file, &["--property", "unreach-call", "--malloc-may-fail", "--condition-in", part]).contains("it was written without --malloc-may-fail"));
    assert!(refused(&file, &["--property", "unreach-call", "--data-model", "ilp32", "--condition-in", part]).contains("another program"));
    let other = path("other.c");
    fs::write(&other, TEXT.replace("+ 700", "- 4")).unwrap();
    assert!(refused(&other, &["--property", "unreach-call", "--condition-in", part]).contains("another program"));
    // Where a file lies is no part of the program.
    fs::create_dir(path("elsewhere")).unwrap();
    let moved = path("elsewhere/a.c");
    fs::write(&moved, TEXT).unwrap();
    assert!(verify(&moved, &["--property", "unreach-call", "--condition-in", part]).starts_with("true"));
    // Of files of others nothing is known but that they mean assertions and calls.
    let text = fs::read_to_string(part).unwrap();
    fs::write(part, text.split_once('\n').unwrap().1).unwrap();
    assert!(verify(&file, &["--property", "unreach-call", "--condition-in", part]).starts_with("true"));
    assert!(refused(&file, &["--property", "no-overflow", "--condition-in", part]).contains("gotcha did not write this automaton"));
    fs::write(part, text.replacen("\"malloc", "\"mallet", 1)).unwrap();
    assert!(refused(&file, &["--property", "unreach-call", "--condition-in", part]).contains("the first line does not say what was looked at"));
}

/// One long way, which is looked at by somebody else, and one that bounds cut.
const TWO_WAYS: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), s = 0;
  if (x > 0) {
    while (s < 9)
      s = s + 1;
    s = 2;
    return s;
  }
  while (s < 12 && s < 0 - x)
    s = s + 1;
  if (s == 11) reach_error();
  return 0;
}
";
const FIRST_WAY: &str = "OBSERVER AUTOMATON AssumptionAutomaton
INITIAL STATE Begin;
STATE USEFIRST __TRUE : TRUE -> GOTO __TRUE;
STATE USEFIRST __FALSE : TRUE -> GOTO __FALSE;
STATE USEFIRST Begin : MATCH \"[x > 0]\" -> GOTO __TRUE; MATCH \"[!(x > 0)]\" -> GOTO __FALSE;
END AUTOMATON
";

/// The lines that `explored` proves to be covered within what a file says.
fn covered(file: &Path, part: &Path) -> std::collections::BTreeSet<u64> {
    let arguments = ["--condition", part.to_str().unwrap(), "--exact", "--timeout", "60s", "--json", "-"];
    let output = Command::new(GOTCHA).arg("explored").arg(file).args(arguments).output().unwrap();
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = result["lines"].as_array().unwrap();
    lines.iter().filter(|l| l["status"] == "covered").map(|l| l["line"].as_u64().unwrap()).collect()
}

#[test]
fn what_was_looked_at_before_still_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (file, first, alone, both) = (path("two.c"), path("first.spc"), path("alone.spc"), path("both.spc"));
    fs::write(&file, TWO_WAYS).unwrap();
    fs::write(&first, FIRST_WAY).unwrap();
    let bounded = |options: &[&str], part: &Path| {
        let options = [&["--property", "unreach-call", "--strategy", "bmc", "--unwind", "4", "--condition", part.to_str().unwrap()], options].concat();
        assert!(verify(&file, &options).starts_with("unknown"));
    };
    bounded(&[], &alone);
    bounded(&["--condition-in", first.to_str().unwrap()], &both);
    let (one, other, all) = (covered(&file, &first), covered(&file, &alone), covered(&file, &both));
    assert!(!one.is_subset(&other) && !other.is_subset(&one), "{one:?} {other:?}");
    assert_eq!(all, &one | &other, "{}", fs::read_to_string(&both).unwrap());
    // What says nothing does not hide what is found later.
    let nothing = path("nothing.spc");
    fs::write(&nothing, FIRST_WAY.replace("STATE Begin;", "STATE __FALSE;")).unwrap();
    bounded(&["--condition-in", nothing.to_str().unwrap()], &both);
    assert_eq!(covered(&file, &both), other, "{}", fs::read_to_string(&both).unwrap());
    // And one that is cut off at once hands on what it was given.
    let late = path("late.spc");
    let options = ["--property", "unreach-call", "--timeout", "1ms", "--condition-in", first.to_str().unwrap(), "--condition", late.to_str().unwrap()];
    assert!(said("verify", &file, &options).starts_with("unknown"));
    assert_eq!(covered(&file, &late), one);
    assert_eq!(verify(&file, &["--property", "unreach-call", "--condition-in", both.to_str().unwrap()]), "false(unreach-call)");
}
