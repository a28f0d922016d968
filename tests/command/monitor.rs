//! The command `monitor`: programs run under monitors of formulas.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The pump must go off again some time after the level was low; input 7 leaves it on.
const PUMP: &str = "extern int __VERIFIER_nondet_int(void);
int level = 5, on, rounds;
static void control(int reading) {
  if (level < 3) on = 1;
  else if (reading != 7)
    on = 0;
}
int main(void) {
  int reading = __VERIFIER_nondet_int();
  for (rounds = 0; rounds < 6; rounds++) {
    switch (rounds) {
      case 1: level = 2; break;
      case 3: level = 4;
      default: ;
    }
    control(reading);
  }
  if (reading == 7)
    while (rounds < 1000)
      rounds++;
  return 0;
}
";

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn runs_of_a_suite_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pump.c"), PUMP).unwrap();
    assert_eq!(gotcha(folder.path(), &["cover", "pump.c", "--suite", "tests", "--quiet"]).status.code(), Some(0));
    let run = |formula: &str, more: &[&str]| {
        let output = gotcha(folder.path(), &[&["monitor", "pump.c", "--formula", formula, "--run", "tests"], more].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    // A state that tells everything apart: only the run that leaves the pump on stays where it is, at its end.
    let (status, said) = run("G (\"on\" -> F \"!on\")", &["--abstraction", "rounds"]);
    assert_eq!(status, Some(10), "{said}");
    assert!(said.contains("VIOLATED: 1\n") && said.contains("VERDICT: false(ltl)"), "{said}");
    // Fewer values: that the pump goes on and off again is taken for what could go on so.
    let (status, said) = run("F G \"on\"", &[]);
    assert_eq!(status, Some(10), "{said}");
    assert!(said.lines().filter(|l| l.contains("  VIOLATED  ")).count() == 1, "{said}");
    // What holds of all runs is never reported; a bad beginning is, when it comes.
    let (status, said) = run("G \"level > 1\"", &["--abstraction", "rounds"]);
    assert_eq!((status, said.contains("VIOLATED: 0")), (Some(20), true), "{said}");
    let (status, said) = run("G \"level > 2\"", &[]);
    assert!(status == Some(10) && !said.contains("NOTHING SEEN"), "{said}");
}

#[test]
fn the_parts_fit_together() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int x; int main(void) { for (int i = 0; i < 3; i++) if (i == 1) x = i; else if (i) { x = 0; } return x; }\n")
        .unwrap();
    let output = gotcha(folder.path(), &["monitor", "a.c", "--formula", "F G \"x == 1\"", "--emit-c", "m.c", "--instrument", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let built = Command::new("cc").args(["-o", "watched", "out/a.i", "m.c"]).current_dir(folder.path()).output().unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new(folder.path().join("watched")).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stderr).starts_with("monitor: violated after "), "{}", text(&run.stderr));
}

#[test]
fn mistakes_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pump.c"), PUMP).unwrap();
    for (arguments, status, message) in [
        (&["--formula", "G (\"on\" ->", "--emit-c", "m.c"][..], 2, "the formula:1:"),
        (&["--formula", "G \"on = 1\"", "--emit-c", "m.c"], 2, "a side effect"),
        (&["--formula", "G \"on\"", "--abstraction", "on++", "--emit-c", "m.c"], 1, "on++"),
        (&["--formula", "G \"on\""], 1, "--emit-c"),
        (&["--emit-c", "m.c"], 1, "there is no formula"),
    ] {
        let output = gotcha(folder.path(), &[&["monitor", "pump.c"], arguments].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    // A local variable is not known where the monitor is told the state.
    assert_eq!(gotcha(folder.path(), &["cover", "pump.c", "--suite", "tests", "--quiet"]).status.code(), Some(0));
    let output = gotcha(folder.path(), &["monitor", "pump.c", "--formula", "G \"reading\"", "--run", "tests"]);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains("reading"), "{}", text(&output.stderr));
}

/// Each variable goes one way through the states; threads run one after the other.
const LOCKED: &str = "#include <pthread.h>
#include <stdio.h>
extern const char *gotcha_lockset_state(const volatile void *);
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int untouched, own, shared, locked, bare, crossed, late, unwritten, given = 3, table[4] = {1}, by_readers, by_writer, rounds;
int *p = &bare;
static void show(const char *name, const volatile void *object) { printf(\"%s %s\\n\", name, gotcha_lockset_state(object)); }
static void in_thread(void *(*f)(void *)) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
}
static void *first(void *unused) {
  static int calls;
  int seen = shared;
  calls++;
  pthread_mutex_lock(&one);
  if (seen >= 0) locked = locked + 1; else locked = 0;
  crossed = 1;
  seen += late;
  pthread_mutex_unlock(&one);
  bare = 2;
  while (rounds < 2)
    seen++, rounds++;
  pthread_rwlock_rdlock(&rw);
  seen += by_writer + by_readers;
  pthread_rwlock_unlock(&rw);
  return 0;
}
static void *second(void *unused) {
  pthread_mutex_lock(&two);
  crossed = 2;
  pthread_mutex_unlock(&two);
  pthread_rwlock_rdlock(&rw);
  by_readers = 2;
  pthread_rwlock_unlock(&rw);
  return 0;
}
int main(void) {
  int seen;
  own = 1;
  own = own + table[own];
  shared = 4;
  locked = 0;
  bare = 1;
  late = 1;
  rounds = 0;
  pthread_rwlock_wrlock(&rw);
  by_readers = by_writer = 1;
  pthread_rwlock_unlock(&rw);
  in_thread(first);
  pthread_mutex_lock(&one);
  locked++;
  pthread_mutex_unlock(&one);
  in_thread(second);
  show(\"crossed\", &crossed);
  in_thread(first);
  seen = shared + late + given + table[2];
  show(\"late\", &late);
  pthread_mutex_lock(&one);
  late = 2;
  pthread_mutex_unlock(&one);
  pthread_rwlock_wrlock(&rw);
  by_writer = 2;
  pthread_rwlock_unlock(&rw);
  seen += unwritten;
  show(\"untouched\", &untouched);
  show(\"own\", &own);
  show(\"shared\", &shared);
  show(\"locked\", &locked);
  show(\"bare\", &bare);
  show(\"crossed\", &crossed);
  show(\"late\", &late);
  show(\"unwritten\", &unwritten);
  show(\"given\", &given);
  show(\"table\", table);
  show(\"by_readers\", &by_readers);
  show(\"by_writer\", &by_writer);
  show(\"rounds\", &rounds);
  return 0;
}
";

#[test]
fn locks_go_through_the_states_of_the_automaton() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.c"), LOCKED).unwrap();
    let output = gotcha(folder.path(), &["monitor", "t.c", "--lockset", "--unwritten-statics", "--emit-c", "m.c", "--instrument", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let built = Command::new("cc")
        .args(["-Werror=implicit-function-declaration", "-o", "watched", "out/t.i", "m.c", "-pthread"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new(folder.path().join("watched")).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let states = text(&run.stdout);
    let expected = "crossed shared-modified
late exclusive
untouched virgin
own exclusive
shared exclusive
locked shared-modified
bare race
crossed race
late exclusive
unwritten read-before-written
given exclusive
table exclusive
by_readers race
by_writer exclusive
rounds race
";
    assert_eq!(states, expected, "{}", text(&run.stderr));
    let reports: Vec<String> = text(&run.stderr).lines().map(str::to_owned).collect();
    let line = |what: &str, nth: usize| LOCKED.lines().enumerate().filter(|(_, l)| l.contains(what)).nth(nth).unwrap().0 + 1;
    let wanted = [
        format!("lockset: no lock protects: bare, line {}", line("bare = 2", 0)),
        format!("lockset: no lock protects: rounds, line {}", line("rounds++", 0)),
        format!("lockset: no lock protects: by_readers, line {}", line("by_readers = 2", 0)),
        format!("lockset: no lock protects: crossed, line {}", line("crossed = 1", 0)),
        format!("lockset: read before it is written: unwritten, line {}", line("seen += unwritten", 0)),
    ];
    for report in &wanted {
        assert!(reports.contains(report), "{report} of {reports:#?}");
    }
    // Only local statics of `first` besides.
    // `late` is written without a lock that protects it, but behind the join of all others that used it.
    assert!(reports.iter().all(|r| wanted.contains(r) || r.contains(": calls, ")), "{reports:#?}");
}

#[test]
fn locks_are_watched_in_runs_of_a_suite() {
    let folder = tempfile::tempdir().unwrap();
    let program = "extern int __VERIFIER_nondet_int(void);\nint set, n;\nint main(void) {\n  if (__VERIFIER_nondet_int() > 5)\n    set = 1;\n  n = set;\n  return 0;\n}\n";
    fs::write(folder.path().join("s.c"), program).unwrap();
    assert_eq!(gotcha(folder.path(), &["cover", "s.c", "--suite", "tests", "--quiet"]).status.code(), Some(0));
    let output = gotcha(folder.path(), &["monitor", "s.c", "--lockset", "--unwritten-statics", "--run", "tests"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(10), "{said}");
    assert!(said.contains("VIOLATED: 1\nVERDICT: false(lockset)"), "{said}");
    let output = gotcha(folder.path(), &["monitor", "s.c", "--lockset", "--formula", "F set", "--emit-c", "-"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}

/// Locks in functions, loops and conditions; what goes wrong depends on the number N.
const NUMBERED: &str = "extern void exit(int);
int held, used;
static void lock(int *l) { *l = 1; }
static void unlock(int *l) { *l = 0; }
static int busy(int *l) { return *l; }
static void work(int n) {
  lock(&held);
  for (int i = 0; i < n; i++)
    used += i;
  if (n == 2) {
    return;
  }
  unlock(&held);
}
int main(void) {
  int n = N, *p = &held;
  if (n == 1) unlock(p);
  else if (n == 3)
    exit(3);
  do work(n); while (n == 4 && used < 20);
  if (n == 5) { lock(&held); if (busy(&held)) exit(5); }
  if (n == 6)
    lock(&held);
again:
  if (n == 7 && busy(&held) == 0) { lock(&held); goto again; }
  if (n == 7)
    unlock(&held);
  return 0;
}
";

const LOCKED_SPC: &str = "OBSERVER AUTOMATON Lock
LOCAL set <string> taken = [];
INITIAL STATE Free;
STATE USEFIRST Free :
  MATCH {lock($1)} -> DO taken[$1] = TRUE GOTO Held;
  MATCH {unlock($?)} -> ERROR(\"not held\");
STATE USEFIRST Held :
  MATCH {unlock($?)} -> GOTO Free;
  MATCH {lock($1)} && taken[$1] -> ERROR(\"twice\");
  MATCH EXIT -> ERROR(\"held at the end\");
END AUTOMATON
";

const LOCKED_PROP: &str = "void uno_check(void) {
  if (fct_call(\"lock\")) {
    if (uno_state) error(\"twice\");
    uno_state = 1;
  }
  if (fct_call(\"unlock\")) {
    if (!uno_state) error(\"not held\");
    uno_state = 0;
  }
  if (path_ends() && uno_state) error(\"held at the end\");
}
";

#[test]
fn automata_and_properties_say_of_runs_what_check_says_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lock.spc"), LOCKED_SPC).unwrap();
    fs::write(folder.path().join("lock.prop"), LOCKED_PROP).unwrap();
    let mut wrong = Vec::new();
    for n in 0..8 {
        let program = format!("n{n}.c");
        fs::write(folder.path().join(&program), NUMBERED.replace("n = N", &format!("n = {n}"))).unwrap();
        gotcha(folder.path(), &["cover", &program, "--suite", "tests", "--quiet"]);
        for asked in [["--spec", "lock.spc"], ["--property", "lock.prop"]] {
            let checked = gotcha(folder.path(), &[&["check", &program][..], &asked[..]].concat());
            let watched = gotcha(folder.path(), &[&["monitor", &program, "--run", "tests"][..], &asked[..]].concat());
            let (is_wrong, said) = (checked.status.code() == Some(10), text(&watched.stdout) + &text(&watched.stderr));
            assert!(matches!(checked.status.code(), Some(0 | 10)), "{program} {asked:?}: {}", text(&checked.stdout));
            assert!(said.contains(&format!("RUNS: 1  VIOLATED: {}", u8::from(is_wrong))), "{program} {asked:?}: {said} {}", text(&checked.stdout));
            assert_eq!(watched.status.code(), Some(if is_wrong { 10 } else { 20 }), "{program} {asked:?}: {said}");
            if is_wrong {
                wrong.push((n, asked[0]));
                let message = ["twice", "not held", "held at the end"].into_iter().find(|m| said.contains(m)).expect("an error");
                let line = text(&checked.stdout).lines().find(|l| l.contains(" FEASIBLE ")).unwrap_or_default().to_owned();
                assert!(text(&checked.stdout).lines().any(|l| l.contains(" FEASIBLE ") && l.contains(message)), "{message}: {line}");
            }
        }
    }
    for asked in ["--spec", "--property"] {
        assert_eq!(wrong.iter().filter(|w| w.1 == asked).map(|w| w.0).collect::<Vec<_>>(), [1, 2, 5, 6], "{asked}");
    }
}

#[test]
fn what_no_run_tells_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int f(int n) { return n; } int main(void) { int a = f(1) + f(2); switch (a) { case 3: a = 1; } return a; }\n")
        .unwrap();
    for (trigger, said) in [
        ("MATCH FUNCTIONCALL \"f\" -> GOTO B;", "a step that a monitored run does not tell"),
        ("MATCH \"[a == 3]\" -> GOTO B;", "a step that a monitored run does not tell"),
        ("MATCH \"a = 1;\" -> ASSUME {a > 3} GOTO B;", "a monitor can make no assumptions"),
    ] {
        let automaton = format!("CONTROL AUTOMATON X INITIAL STATE A; STATE USEFIRST A : {trigger} STATE B : MATCH EXIT -> ERROR; END AUTOMATON\n");
        fs::write(folder.path().join("a.spc"), automaton).unwrap();
        let output = gotcha(folder.path(), &["monitor", "a.c", "--spec", "a.spc", "--emit-c", "m.c"]);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.contains(said) && error.contains("a.spc:1:")), (Some(2), true), "{trigger}: {error}");
    }
}
