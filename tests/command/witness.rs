//! Witnesses as their users meet them: written for violated and for proved programs, accepted when they are checked, rejected when they are spoilt.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const BAD: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
static int twice(int a) { return 2 * a; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 10)
      sum += twice(x);
  }
  switch (__VERIFIER_nondet_uchar()) {
  case 7: sum++; break;
  default: break;
  }
  if (sum == 47 && n < -3) {
    ERROR: reach_error();
  }
  return 0;
}
";

const GOOD: &str = "extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned number;
void reach_error(void) {}
int main(void) {
  number n = __VERIFIER_nondet_uint(), s = 0, k = 0;
  if (n > 4) n = 4;
  for (number i = 0; i < n; i++) {
    s += 2;
  }
  while (k < 3)
    k++;
  do { k--; } while (k > 1);
  for (;;) { if (k > 3) break; k++; }
  if (s > 8) reach_error();
  return 0;
}
";

/// The violation needs both threads: the second one reads what the first has found to be right.
const THREADS: &str = "#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int given;
static void *give(void *argument) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 8)
    given = x;
  return argument;
}
static void *take(void *argument) {
  int x = __VERIFIER_nondet_int();
  assert(x != -3 || given != 7);
  return argument;
}
int main(void) {
  pthread_t giver, taker;
  pthread_create(&giver, 0, give, 0);
  pthread_create(&taker, 0, take, 0);
  pthread_join(giver, 0);
  pthread_join(taker, 0);
  return 0;
}
";

/// Two races, of `x` and of `y`.
const RACES: &str = "#include <pthread.h>

static int x;
static int y;

static void *work(void *argument) {
  x = 1;
  y = 1;
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  x = 2;
  y = 2;
  pthread_join(other, 0);
  return 0;
}
";

/// Threads that take two locks in two orders, on one input.
const WAITS: &str = "#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  if (__VERIFIER_nondet_int() == 77) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
  } else {
    return 0;
  }
  pthread_join(other, 0);
  return 0;
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs `gotcha verify` in the folder.
    fn verify(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        command.current_dir(self.0.path()).arg("verify").args(arguments).args(["--timeout", "60s", "--jobs", "1"]);
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// The verdict, and all that was said.
    fn verdict(&self, arguments: &[&str]) -> (String, String) {
        let output = self.verify(arguments);
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let verdict = said.lines().find_map(|l| l.strip_prefix("VERDICT: ")).unwrap_or("none").to_owned();
        let status = match verdict.split('(').next() {
            Some("true") => 0,
            Some("false") => 10,
            Some("unknown") => 20,
            _ => 2,
        };
        assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{said}");
        (verdict, said)
    }

    /// Writes the witness of a program and checks it; the answer is its text.
    fn accepted(&self, program: &str, property: &str, witness: &str, verdict: &str) -> String {
        self.accepted_by(&[], program, property, witness, verdict)
    }

    /// As `accepted`, with options for the run that writes it. Without inductive steps proofs tell no invariants.
    fn accepted_by(&self, options: &[&str], program: &str, property: &str, witness: &str, verdict: &str) -> String {
        let (found, said) = self.verdict(&[&[program, "--property", property, "--witness", witness], options].concat());
        assert_eq!(found, verdict, "{said}");
        let text = fs::read_to_string(self.path(witness)).unwrap();
        for options in [&[][..], &["--property", property]] {
            let arguments = [&[program, "--check-witness", witness], options].concat();
            let (checked, said) = self.verdict(&arguments);
            assert_eq!(checked, verdict, "{said}\n{text}");
        }
        text
    }
}

#[test]
fn witnesses_of_violations_are_confirmed() {
    let folder = Folder::new();
    folder.write("bad.c", BAD);
    let text = folder.accepted("bad.c", "unreach-call", "w.yml", "false(unreach-call)");
    for part in ["violation_sequence", "line: 6\n          column: 33", "line: 8\n          column: 3", "type: \"target\"", "line: 18\n          column: 12"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = folder.accepted("bad.c", "unreach-call", "w.graphml", "false(unreach-call)");
    assert!(text.contains("assumption.resultfunction\">__VERIFIER_nondet_int"), "{text}");
}

#[test]
fn witnesses_tell_threads_apart() {
    let folder = Folder::new();
    folder.write("threads.c", THREADS);
    let text = folder.accepted("threads.c", "assertions", "w.yml", "false(assertions)");
    let begun = "type: \"function_enter\"\n        action: \"follow\"\n        thread_id: 0\n";
    assert_eq!(text.matches(begun).count(), 2, "{text}");
    for part in [
        "format_version: \"2.2\"",
        "thread_id: 1\n        constraint:\n          value: \"\\\\result == 7\"",
        "type: \"target\"\n        action: \"follow\"\n        thread_id: 2",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // The other thread does not read the value there, nor does one that does not begin.
    for other in ["2", "9"] {
        folder.write("other.yml", &text.replace("thread_id: 1\n        constraint", &format!("thread_id: {other}\n        constraint")));
        let (checked, said) = folder.verdict(&["threads.c", "--check-witness", "other.yml"]);
        assert!(checked.starts_with("unknown(witness"), "{said}");
    }
}

#[test]
fn races_have_a_target_for_each_access() {
    let folder = Folder::new();
    folder.write("races.c", RACES);
    let text = folder.accepted("races.c", "no-data-race", "r.yml", "false(no-data-race)");
    assert_eq!(text.matches("type: \"target\"").count(), 2, "{text}");
    for part in ["format_version: \"2.2\"", "thread_id: 0\n        location", "thread_id: 1\n        location", "line: 7\n", "line: 14\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // The other race of the program is at other places, and there is none where one of its accesses meets one of this.
    folder.write("other.yml", &text.replace("line: 7\n", "line: 8\n").replace("line: 14\n", "line: 15\n"));
    assert_eq!(folder.verdict(&["races.c", "--check-witness", "other.yml"]).0, "false(no-data-race)");
    folder.write("mixed.yml", &text.replace("line: 7\n", "line: 8\n"));
    let (checked, said) = folder.verdict(&["races.c", "--check-witness", "mixed.yml"]);
    assert!(checked.starts_with("unknown(witness"), "{said}");
    // Only races and deadlocks have several targets.
    folder.write("assertions.yml", &text.replace("! data-race", "assertions"));
    let (checked, said) = folder.verdict(&["races.c", "--check-witness", "assertions.yml"]);
    assert!(checked.starts_with("unknown(witness rejected"), "{said}");
}

#[test]
fn races_of_conditions_have_targets_there() {
    let folder = Folder::new();
    for (number, (statement, column)) in [
        ("while (x < 3) ;", 8),
        ("if (x) y = 1;", 5),
        ("switch (x) { case 1: y = 1; }", 9),
        ("do { y++; } while (x < 2);", 20),
        ("for (int i = 0; i < x; i++) y++;", 17),
        ("for (int i = x; i < 2; i++) ;", 6),
        ("for (y = x; y < 2; y++) ;", 6),
        ("for (int i = 0; i < 2; x += i) i++;", 24),
        ("for (;;) { if (y++ > 1 || x) break; }", 16),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{number}.c");
        folder.write(
            &name,
            &format!(
                "#include <pthread.h>
static int x, y;
static void *work(void *argument) {{
{statement}
  return argument;
}}
int main(void) {{
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}}
"
            ),
        );
        let text = folder.accepted(&name, "no-data-race", &format!("{number}.yml"), "false(no-data-race)");
        let place = format!("line: 4\n          column: {column}\n");
        assert!(text.contains(&place), "{statement}\n{text}");
        // Others may name the statement that decides.
        if !statement.starts_with("for (;;)") && !statement.contains("= x;") && !statement.contains("x +=") {
            folder.write("other.yml", &text.replace(&place, "line: 4\n          column: 1\n"));
            assert_eq!(folder.verdict(&[&name, "--check-witness", "other.yml"]).0, "false(no-data-race)", "{statement}");
        }
    }
}

#[test]
fn deadlocks_have_a_target_for_each_thread_that_waits() {
    let folder = Folder::new();
    folder.write("waits.c", WAITS);
    let text = folder.accepted("waits.c", "no-deadlock", "d.yml", "false(no-deadlock)");
    assert_eq!(text.matches("type: \"target\"").count(), 2, "{text}");
    for part in ["\\\\result == 77", "line: 6\n", "line: 15\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // Nobody waits for ever for the lock that is taken first.
    folder.write("other.yml", &text.replace("line: 6\n", "line: 5\n"));
    let (checked, said) = folder.verdict(&["waits.c", "--check-witness", "other.yml"]);
    assert!(checked.starts_with("unknown(witness"), "{said}");
}

/// The two are equal whenever nobody has the lock.
const KEPT: &str = "#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(a == b);
    a++;
    b++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  for (;;)
    pthread_create(&t, 0, work, 0);
  return 0;
}
";

#[test]
fn proofs_of_threads_tell_what_is_kept() {
    let folder = Folder::new();
    folder.write("kept.c", KEPT);
    let (found, said) = folder.verdict(&["kept.c", "--property", "assertions", "--witness", "k.yml"]);
    assert_eq!(found, "true", "{said}");
    let text = fs::read_to_string(folder.path("k.yml")).unwrap();
    for part in ["entry_type: \"ghost_instrumentation\"", "entry_type: \"invariant_set\"", "value: \"lock_locked == 1 || a == b\"", "line: 11\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let (_, said) = folder.verdict(&["kept.c", "--check-witness", "k.yml"]);
    assert!(said.contains("ghost variables (entry_type ghost_instrumentation) are not supported"), "{said}");
}

#[test]
fn many_properties_have_witnesses() {
    let folder = Folder::new();
    for (number, (property, program, verdict)) in [
        ("no-overflow", "extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();\n if ((x) - 3 > 0) return 1;\n return 0; }", "false(no-overflow)"),
        ("no-overflow", "extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(), y = (x * 2); for (; x++ < 5;) ; return y; }", "false(no-overflow)"),
        ("valid-memsafety", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  return p[0];\n}", "false(valid-deref)"),
        ("valid-memsafety", "#include <stdlib.h>\nint main(void) {\n  int *p   =  malloc(4);  /* kept */  free(p + 1);\n  return 0;\n}", "false(valid-free)"),
        ("valid-memsafety", "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  p = 0;\n  return 0;\n}", "false(valid-memtrack)"),
        ("valid-memcleanup", "#include <stdlib.h>\nint *p;\nint main(void) {\n  p = malloc(4);\n  if (p)\n    exit(0);\n  return 0;\n}", "false(valid-memcleanup)"),
        ("assertions", "#include <assert.h>\nextern double __VERIFIER_nondet_double(void);\nint main(void) {\n  double d = __VERIFIER_nondet_double();\n  assert(d == d);\n}", "false(assertions)"),
        ("assertions", "#include <assert.h>\nextern float __VERIFIER_nondet_float(void);\nint main(void) {\n  float d = __VERIFIER_nondet_float();\n  assert(d != -1.0f / 0.0f);\n}", "false(assertions)"),
        ("unreach-call", "extern _Bool __VERIFIER_nondet_bool(void); void reach_error(void); int main(void) { do { if (__VERIFIER_nondet_bool()) reach_error(); } while (1); }", "false(unreach-call)"),
        ("div-by-zero", "extern long __VERIFIER_nondet_long(void); int f(long a) { return 5 / (a - 7); } int main(void) { return f(__VERIFIER_nondet_long()); }", "false(div-by-zero)"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("p{number}.c");
        folder.write(&name, program);
        folder.accepted(&name, property, &format!("w{number}.yml"), verdict);
        folder.accepted(&name, property, &format!("w{number}.graphml"), verdict);
    }
}

#[test]
fn witnesses_of_proofs_are_confirmed() {
    let folder = Folder::new();
    folder.write("good.c", GOOD);
    let text = folder.accepted("good.c", "unreach-call,no-overflow", "w.yml", "true");
    assert!(text.contains("invariant_set") && text.contains("G ! overflow"), "{text}");
    folder.accepted("good.c", "unreach-call", "w.graphml", "true");
}

/// One invariant as the format has it.
fn invariant(kind: &str, line: u32, column: u32, value: &str) -> String {
    format!(
        "  - invariant:\n      type: \"{kind}\"\n      location:\n        file_name: \"good.c\"\n        line: {line}\n        column: {column}\n        function: \"main\"\n      value: \"{value}\"\n      format: \"c_expression\"\n"
    )
    .replace("  - invariant:\n      type", "  - invariant:\n        type")
    .replace("\n      location", "\n        location")
    .replace("\n        file_name", "\n          file_name")
    .replace("\n        line:", "\n          line:")
    .replace("\n        column:", "\n          column:")
    .replace("\n        function:", "\n          function:")
    .replace("\n      value", "\n        value")
    .replace("\n      format", "\n        format")
}

#[test]
fn invariants_are_checked() {
    let folder = Folder::new();
    folder.write("good.c", GOOD);
    let text = folder.accepted_by(&["--strategy", "bmc"], "good.c", "unreach-call", "w.yml", "true");
    let with = |invariants: &[(&str, u32, u32, &str)]| {
        let all: String = invariants.iter().map(|(kind, line, column, value)| invariant(kind, *line, *column, value)).collect();
        text.replace("  content: []\n", &format!("  content:\n{all}"))
    };
    folder.write(
        "true.yml",
        &with(&[
            ("loop_invariant", 7, 3, "s == 2 * i && i <= n"),
            ("loop_invariant", 10, 3, "k <= (number)3"),
            ("location_invariant", 11, 5, "k < 3"),
            ("loop_invariant", 12, 3, "k >= 1u"),
            ("loop_invariant", 13, 3, "k <= 4 && s <= 8"),
            ("loop_invariant", 13, 3, "k > 0"),
            ("location_invariant", 13, 14, "k <= 4"),
            ("location_invariant", 14, 14, "0"),
            ("location_invariant", 6, 3, "s == 0 ? k == 0 : 0"),
        ]),
    );
    assert_eq!(folder.verdict(&["good.c", "--check-witness", "true.yml"]).0, "true");
    for (number, (invariants, expected)) in [
        (("loop_invariant", 7, 3, "i < n"), "unknown(witness rejected: `i < n` does not hold at line 7, column 3)"),
        (("loop_invariant", 12, 3, "k > 1"), "unknown(witness rejected: `k > 1` does not hold at line 12, column 3)"),
        (("location_invariant", 15, 3, "k == 3"), "unknown(witness rejected: `k == 3` does not hold at line 15, column 3)"),
        (("loop_invariant", 7, 3, "1 || 2 / s > 1"), "true"),
        (("loop_invariant", 7, 3, "2 / s > 1 || 1"), "unknown(witness rejected: `2 / s > 1 || 1` is undefined at line 7, column 3: division by zero)"),
        (("loop_invariant", 7, 3, "s == 2 * j"), "none"),
        (("loop_invariant", 7, 3, "s == "), "none"),
        (("loop_invariant", 7, 3, "s = 2"), "none"),
        (("loop_invariant", 7, 3, "1); reach_error(); (1"), "none"),
        (("loop_invariant", 7, 3, "main() == 0"), "none"),
        (("loop_invariant", 8, 5, "1"), "none"),
        (("location_invariant", 8, 4, "1"), "none"),
        (("location_invariant", 800, 1, "1"), "none"),
        (("transition_invariant", 7, 3, "1"), "none"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("i{number}.yml");
        folder.write(&name, &with(&[invariants]));
        let (verdict, said) = folder.verdict(&["good.c", "--check-witness", &name]);
        assert_eq!(verdict, expected, "{invariants:?}\n{said}");
        assert!(verdict != "none" || said.contains("line "), "{said}");
    }
}

/// Its jump back to the head stands where its last statement does.
const ENDLESS_WHILE: &str = "extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned i = 0, n = 0;
  signed char mode = 1;
  while (__VERIFIER_nondet_int()) {
    if (n < 1000) { n += 2; i += 2; }
    if (mode == 1) mode = 2; else mode = 1;
    if (n != i || mode < 1 || mode > 2) reach_error();
  }
}
";

#[test]
fn proofs_by_induction_tell_their_invariants() {
    let folder = Folder::new();
    folder.write(
        "endless.c",
        "extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned i = 0, n = 0;
  signed char mode = 1;
  while (__VERIFIER_nondet_int()) {
    if (n < 1000) { n += 2; i += 2; }
    if (mode == 1) mode = 2; else mode = 1;
    if (n != i || mode < 1 || mode > 2) reach_error();
  }
  for (int k = 0; ; k = k < 7 ? k + 1 : 0)
    if (k > 7 || k < 0) reach_error();
}
",
    );
    let text = folder.accepted("endless.c", "unreach-call", "w.yml", "true");
    assert!(text.contains("loop_invariant") && text.contains("line: 11"), "{text}");
    folder.accepted("endless.c", "unreach-call", "w.graphml", "true");
    folder.write("one.c", ENDLESS_WHILE);
    let text = folder.accepted("one.c", "unreach-call", "w.yml", "true");
    assert!(text.contains("line: 6\n          column: 3"), "{text}");
}

#[test]
fn a_proof_of_what_is_violated_is_rejected() {
    let folder = Folder::new();
    folder.write("bad.c", BAD);
    folder.write("good.c", GOOD);
    let text = folder.accepted_by(&["--strategy", "bmc"], "good.c", "unreach-call", "w.yml", "true");
    let hash = |text: &str| text.split('"').find(|t| t.len() == 64).unwrap().to_owned();
    let bad = folder.accepted("bad.c", "unreach-call", "b.yml", "false(unreach-call)");
    folder.write("w.yml", &text.replace("good.c", "bad.c").replace(&hash(&text), &hash(&bad)));
    assert_eq!(folder.verdict(&["bad.c", "--check-witness", "w.yml"]).0, "unknown(witness rejected: unreach-call is violated)");
}

/// How a spoilt witness is met.
enum Fate {
    /// It is no witness of the program: status 2 and a message with this.
    Malformed(&'static str),
    /// No run of the program follows it.
    Rejected,
}

/// The segment that contains a text, with what comes before and behind it.
fn split_segment<'a>(text: &'a str, part: &str) -> (&'a str, &'a str, &'a str) {
    let at = text.find(part).unwrap_or_else(|| panic!("{part}\n{text}"));
    let start = text[..at].rfind("  - segment:").unwrap();
    let end = text[at..].find("  - segment:").map_or(text.len(), |e| at + e);
    (&text[..start], &text[start..end], &text[end..])
}

#[test]
fn spoilt_witnesses_are_rejected() {
    use Fate::{Malformed, Rejected};
    let folder = Folder::new();
    folder.write("bad.c", BAD);
    let good = folder.accepted("bad.c", "unreach-call", "w.yml", "false(unreach-call)");
    let hash = good.split('"').find(|t| t.len() == 64).unwrap();
    let n = good.split("\\\\result == -").nth(1).unwrap().split('"').next().unwrap();
    let n = format!("\\\\result == -{n}");
    let edit = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}\n{good}");
        good.replacen(from, to, 1)
    };
    let (before, target, _) = split_segment(&good, "type: \"target\"");
    let cut = |key: &str| good.lines().filter(|l| !l.trim_start().starts_with(key)).map(|l| format!("{l}\n")).collect::<String>();
    let cases: Vec<(&str, String, Fate)> = vec![
        ("another hash", edit(hash, &hash.replace(&hash[..1], if hash.starts_with('0') { "1" } else { "0" })), Malformed("hash")),
        ("another file", good.replace("bad.c", "other.c"), Malformed("bad.c")),
        ("another file in a place", edit("file_name: \"bad.c\"", "file_name: \"other.c\""), Malformed("other.c")),
        ("a line without a call", edit("line: 6\n", "line: 4\n"), Malformed("no call ends")),
        ("a line out of the file", edit("line: 6\n", "line: 600\n"), Malformed("none has the number 600")),
        ("line 0", edit("line: 6\n", "line: 0\n"), Malformed("count from 1")),
        ("another column", edit("column: 33", "column: 32"), Malformed("column 32")),
        ("a column out of the line", edit("column: 33", "column: 330"), Malformed("none has the number 330")),
        ("the target elsewhere", edit("line: 18\n          column: 12", "line: 20\n          column: 3"), Rejected),
        ("the target nowhere", edit("line: 18\n          column: 12", "line: 18\n          column: 13"), Malformed("column 13")),
        ("no target", before.to_owned(), Malformed("target")),
        ("two targets", format!("{good}{target}"), Malformed("not in the last segment")),
        (
            "target first",
            {
                let (head, rest) = before.split_once("  - segment:").unwrap();
                format!("{head}{target}  - segment:{rest}")
            },
            Malformed("target"),
        ),
        ("an empty segment", format!("{before}  - segment: []\n{target}"), Malformed("no waypoint to follow")),
        ("two waypoints to follow in a segment", edit(target, &format!("{target}{}", target.replacen("  - segment:\n", "", 1))), Malformed("segment ends")),
        ("the target to be avoided", edit(target, &target.replace("\"follow\"", "\"avoid\"")), Malformed("avoided")),
        ("another action", edit("\"follow\"", "\"cycle\""), Malformed("cycle")),
        ("another value of an input", edit(&n, "\\\\result == -3"), Rejected),
        ("a value out of the type", edit(&n, "\\\\result == 3000000000"), Rejected),
        ("a value that is none", edit(&n, "\\\\result == n"), Malformed("comparison")),
        ("another decision", good.replacen("value: \"true\"", "value: \"false\"", 1), Rejected),
        ("a decision that is none", edit("value: \"true\"", "value: \"maybe\""), Malformed("maybe")),
        ("a label of an if", edit("value: \"true\"", "value: \"3\""), Malformed("label")),
        ("no constraint", edit("        constraint:\n          value: \"true\"\n", ""), Malformed("constraint")),
        (
            "a target with a constraint",
            format!("{before}{}", target.replace("        location:", "        constraint:\n          value: \"true\"\n        location:")),
            Malformed("constraint"),
        ),
        ("an unknown key", edit("        action:", "        colour: \"red\"\n        action:"), Malformed("colour")),
        ("a key of another type", edit("line: 6\n", "line: six\n"), Malformed("u32")),
        ("an unknown type of waypoint", edit("\"function_return\"", "\"function_leave\""), Malformed("function_leave")),
        ("an unknown type of entry", edit("violation_sequence", "violation_story"), Malformed("violation_story")),
        ("another version of the format", edit("format_version: \"2.0\"", "format_version: \"3.0\""), Malformed("3.0")),
        (
            "no metadata",
            {
                let (head, rest) = good.split_once("  metadata:").unwrap();
                format!("{head}  content:{}", rest.split_once("  content:").unwrap().1)
            },
            Malformed("metadata"),
        ),
        ("no identifier", cut("uuid:"), Malformed("uuid")),
        ("no identifier in form", edit("uuid: \"", "uuid: \"x"), Malformed("UUID")),
        ("no time", edit("creation_time: \"2", "creation_time: \"the year 2"), Malformed("creation_time")),
        ("no producer", cut("version: \"0"), Malformed("version")),
        ("another property", edit("G ! call(reach_error())", "G ! overflow"), Malformed("is not the property")),
        ("no property", edit("CHECK( init(main()), LTL(G ! call(reach_error())) )", "all is well"), Malformed("specification")),
        ("another data model", edit("LP64", "ILP32"), Malformed("ILP32")),
        ("another language", edit("language: \"C\"", "language: \"Java\""), Malformed("Java")),
        ("another function", edit("function: \"main\"", "function: \"twice\""), Malformed("not in twice")),
        ("two entries", format!("{good}{good}"), Malformed("2 entries")),
        ("no text", String::new(), Malformed("")),
        ("no YAML", "- [".to_owned(), Malformed("")),
        (
            "too many passes of a place",
            {
                let (head, segment, rest) = split_segment(&good, "line: 6\n");
                format!("{head}{segment}{segment}{rest}")
            },
            Rejected,
        ),
        (
            "the violation to be avoided",
            {
                let place = "        location:\n          file_name: \"bad.c\"\n          line: 17\n          column: 3\n";
                let avoid =
                    format!("    - waypoint:\n        type: \"branching\"\n        action: \"avoid\"\n        constraint:\n          value: \"true\"\n{place}");
                let (before, target, _) = split_segment(&good, "line: 17\n");
                format!("{before}{}", target.replacen("  - segment:\n", &format!("  - segment:\n{avoid}"), 1)) + split_segment(&good, "line: 17\n").2
            },
            Rejected,
        ),
        (
            "an assumption that does not hold",
            edit(
                "  - segment:\n",
                "  - segment:\n    - waypoint:\n        type: \"assumption\"\n        action: \"follow\"\n        constraint:\n          value: \"sum == 1\"\n          format: \"c_expression\"\n        location:\n          file_name: \"bad.c\"\n          line: 8\n          column: 3\n  - segment:\n",
            ),
            Rejected,
        ),
    ];
    assert!(cases.len() >= 40);
    for (what, text, fate) in cases {
        assert_ne!(text, good, "{what}");
        folder.write("spoilt.yml", &text);
        let (verdict, said) = folder.verdict(&["bad.c", "--property", "unreach-call", "--check-witness", "spoilt.yml"]);
        match fate {
            Rejected => assert!(verdict.starts_with("unknown(witness rejected"), "{what}: {said}\n{text}"),
            Malformed(part) => {
                assert_eq!(verdict, "none", "{what}: {said}");
                assert!(said.contains("spoilt.yml is rejected") && said.contains(part), "{what}: {said}");
            }
        }
    }
}

#[test]
fn waypoints_of_every_type_can_be_followed() {
    let folder = Folder::new();
    folder.write("bad.c", BAD);
    let text = folder.accepted("bad.c", "unreach-call", "w.yml", "false(unreach-call)");
    let head = text.split_once("  content:").unwrap().0;
    let waypoint = |kind: &str, constraint: &str, line: u32, column: u32| {
        let constraint = if constraint.is_empty() { String::new() } else { format!("        constraint: {{value: \"{constraint}\"}}\n") };
        format!(
            "    - waypoint:\n        type: \"{kind}\"\n        action: \"follow\"\n{constraint}        location: {{file_name: \"bad.c\", line: {line}, column: {column}}}\n"
        )
    };
    let check = |waypoints: &[(&str, &str, u32, u32)]| {
        let all: String =
            waypoints.iter().map(|(kind, constraint, line, column)| format!("  - segment:\n{}", waypoint(kind, constraint, *line, *column))).collect();
        folder.write("hand.yml", &format!("{head}  content:\n{all}  - segment:\n{}", waypoint("target", "", 18, 12)));
        folder.verdict(&["bad.c", "--check-witness", "hand.yml"]).0
    };
    let yes = "false(unreach-call)";
    assert_eq!(check(&[]), yes);
    assert_eq!(check(&[("assumption", "n < -1000 && x == 8", 10, 5), ("function_enter", "", 11, 21)]), yes);
    assert_eq!(check(&[("function_enter", "", 11, 21), ("function_return", "\\\\result == 18", 11, 21)]), yes);
    assert_eq!(check(&[("function_return", "\\\\result > 13 && \\\\result < 16", 11, 21), ("branching", "7", 13, 3)]), yes);
    assert_eq!(check(&[("branching", "false", 8, 3), ("branching", "true", 17, 3)]), yes);
    let no = |verdict: String| assert!(verdict.starts_with("unknown(witness rejected"), "{verdict}");
    no(check(&[("branching", "default", 13, 3)]));
    no(check(&[("branching", "9", 13, 3)]));
    no(check(&[("function_return", "\\\\result == 17", 11, 21)]));
    no(check(&[("function_enter", "", 11, 21), ("function_enter", "", 11, 21), ("function_enter", "", 11, 21), ("function_enter", "", 11, 21)]));
    no(check(&[("assumption", "n > 0", 17, 3)]));
}

#[test]
fn failing_allocations_and_entry_parameters_are_told() {
    let folder = Folder::new();
    folder.write(
        "m.c",
        "#include <stdlib.h>\nvoid reach_error(void) {}\nint f(int a, unsigned b) {\n  int *p = malloc(4), *q = malloc(4);\n  if (a == -3 && b == 7 && p && !q) reach_error();\n  while (1) if (a != 5) break;\n  return 0;\n}\n",
    );
    let options = ["--malloc-may-fail", "--entry", "f", "--property", "unreach-call"];
    let (verdict, said) = folder.verdict(&[&["m.c", "--witness", "w.yml"][..], &options].concat());
    assert_eq!(verdict, "false(unreach-call)", "{said}");
    let text = fs::read_to_string(folder.path("w.yml")).unwrap();
    for part in ["init(f())", "\\\\result != 0", "\\\\result == 0", "value: \"a == -3\"", "value: \"b == 7\""] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("line: 6"), "{text}");
    assert_eq!(folder.verdict(&[&["m.c", "--check-witness", "w.yml"][..], &options].concat()).0, "false(unreach-call)");
    folder.write("v.yml", &text.replace("a == -3", "a == -4"));
    let (verdict, said) = folder.verdict(&[&["m.c", "--check-witness", "v.yml"][..], &options].concat());
    assert!(verdict.starts_with("unknown(witness rejected"), "{said}");
}

#[test]
fn witnesses_of_runs_with_many_inputs_stay_readable() {
    let folder = Folder::new();
    folder.write(
        "long.c",
        "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\nint main(void) {\n  int sum = 0;\n  for (int i = 0; i < 30000; i++) sum = sum ^ __VERIFIER_nondet_int();\n  if (sum & 1) reach_error();\n}\n",
    );
    let text = folder.accepted("long.c", "unreach-call", "w.yml", "false(unreach-call)");
    assert!(text.len() < 4 << 20, "{}", text.len());
    // One that somebody else wrote may be longer than those of our own, here of a program that every run refutes.
    folder.write("long.c", &fs::read_to_string(folder.path("long.c")).unwrap().replace("if (sum & 1) ", ""));
    let text = folder.accepted("long.c", "unreach-call", "w.yml", "false(unreach-call)");
    let (head, target) = text.split_once("  - segment:\n").unwrap();
    let follow = "  - segment:\n    - waypoint:\n        type: function_return\n        action: follow\n        constraint: {value: \"\\\\result > -2147483648\"}\n        \
                  location: {file_name: \"long.c\", line: 4, column: 69}\n";
    folder.write("longer.yml", &format!("{head}{}  - segment:\n{target}", follow.repeat(25_000)));
    assert_eq!(folder.verdict(&["long.c", "--check-witness", "longer.yml"]).0, "false(unreach-call)");
}

#[test]
fn properties_of_files_that_are_not_checked_are_unknown() {
    let folder = Folder::new();
    folder.write("a.c", "int main(void) { return 0; }");
    for (formula, verdict) in [
        ("F end", "true"),
        ("G ! data-race", "true"),
        ("G def-behavior", "unknown(def-behavior is not supported)"),
        ("G ! call(reach_error())", "true"),
        ("G ! overflow", "true"),
        ("G valid-free", "true"),
        ("G valid-deref", "true"),
        ("G valid-memtrack", "true"),
        ("G valid-memcleanup", "true"),
    ] {
        folder.write("p.prp", &format!("CHECK( init(main()), LTL({formula}) )\n"));
        assert_eq!(folder.verdict(&["a.c", "--property", "p.prp"]).0, verdict);
    }
}
