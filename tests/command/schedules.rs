//! Violations of programs with threads: their tests show them again in the interpreter and in the compiled program, under the same schedule, or it is said why not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

/// The tests of a replay of what `verify` finds, and the exit status of the replay.
fn replayed(folder: &Path, program: &str, property: &str, options: &[&str]) -> (Vec<serde_json::Value>, Option<i32>) {
    fs::write(folder.join("t.c"), program).unwrap();
    let verified = gotcha(folder, &[&["verify", "t.c", "--property", property, "--suite", "out", "--timeout", "20s", "--jobs", "1"], options].concat());
    assert!(String::from_utf8_lossy(&verified.stdout).contains("VERDICT: false"), "{}", String::from_utf8_lossy(&verified.stdout));
    replay(folder)
}

fn replay(folder: &Path) -> (Vec<serde_json::Value>, Option<i32>) {
    let output = gotcha(folder, &["replay", "t.c", "--suite", "out", "--json", "-"]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (result["tests"].as_array().unwrap().clone(), output.status.code())
}

/// What `verify` says of native runs of the violations that it finds in `t.c`.
fn native_runs(folder: &Path, property: &str, options: &[&str]) -> Vec<serde_json::Value> {
    let output = gotcha(folder, &[&["verify", "t.c", "--property", property, "--timeout", "20s", "--jobs", "1", "--json", "-"], options].concat());
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    let violated = result["properties"].as_array().unwrap().iter().filter(|property| property["status"] == "violated");
    violated.map(|property| property["native"].clone()).collect()
}

/// The only test is one that the compiled program confirms, for `replay` and for `verify`; how the interpreter tells its end.
fn confirmed(program: &str, property: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (tests, status) = replayed(folder.path(), program, property, &[]);
    assert_eq!(native_runs(folder.path(), property, &[]), [serde_json::json!({ "status": "confirmed" })]);
    assert_eq!((tests.len(), status), (1, Some(0)), "{tests:?}");
    assert_eq!(tests[0]["agreement"], "agrees", "{tests:?}");
    tests[0]["interpreter"].as_str().unwrap().to_owned()
}

const LOST_UPDATE: &str = "
#include <assert.h>
#include <pthread.h>
static int n;
static void *increment(void *argument) {
  int own = n;
  n = own + 1;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}
";

#[test]
fn a_lost_update_happens_natively() {
    assert_eq!(confirmed(LOST_UPDATE, "assertions"), "violates main.assertion.1");
    let of_c11 = LOST_UPDATE.replace("pthread.h", "threads.h").replace("pthread_t", "thrd_t").replace("void *increment", "int increment");
    let of_c11 = of_c11.replace("pthread_create(&a, 0,", "thrd_create(&a,").replace("pthread_create(&b, 0,", "thrd_create(&b,");
    let of_c11 = of_c11.replace("pthread_join", "thrd_join").replace("return argument", "return 0").replace(" 0, increment, 0", " increment, 0");
    assert_eq!(confirmed(&of_c11, "assertions"), "violates main.assertion.1");
    // Memory that a pointer leads to, with inputs on the way, and locks that do not help.
    let of_heap = LOST_UPDATE.replace(
        "static int n;",
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int *n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
    );
    let of_heap =
        of_heap.replace("int own = n;", "pthread_mutex_lock(&m); int own = *n; pthread_mutex_unlock(&m); if (__VERIFIER_nondet_int() != 7) return 0;");
    let of_heap = of_heap.replace("n = own + 1", "pthread_mutex_lock(&m); *n = own + 1; pthread_mutex_unlock(&m)").replace("assert(n == 2)", "assert(*n != 1)");
    let of_heap = of_heap.replace("pthread_t a, b;", "pthread_t a, b; n = malloc(sizeof *n); if (!n) return 0; *n = 0;");
    assert_eq!(confirmed(&of_heap, "assertions"), "violates main.assertion.1");
}

#[test]
fn an_operation_between_atomic_ones_is_seen() {
    let atomic = LOST_UPDATE.replace("static int n;", "static _Atomic int n;");
    assert_eq!(confirmed(&atomic, "assertions"), "violates main.assertion.1");
    let sections = LOST_UPDATE.replace("int own = n;", "__VERIFIER_atomic_begin(); int own = n; __VERIFIER_atomic_end();");
    let sections = sections.replace("static int n;", "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nstatic int n;");
    let sections = sections.replace("  n = own + 1;", "  __VERIFIER_atomic_store(own + 1);");
    let sections = sections.replace("static void *increment", "static void __VERIFIER_atomic_store(int value) { n = value; }\nstatic void *increment");
    assert_eq!(confirmed(&sections, "assertions"), "violates main.assertion.1");
}

#[test]
fn threads_that_wait_for_ever_do_so_natively() {
    let missed = "
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static void *producer(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&filled, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
";
    assert_eq!(confirmed(missed, "no-deadlock"), "a deadlock of 1 threads");
    let two_orders = "
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
";
    assert_eq!(confirmed(two_orders, "no-deadlock"), "a deadlock of 2 threads");
}

#[test]
fn both_accesses_of_a_race_are_next() {
    let race = "
#include <pthread.h>
static int data, ready;
static void *writer(void *argument) {
  data = 1;
  ready = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  if (ready)
    return data;
  return 0;
}
";
    assert!(confirmed(race, "no-data-race").starts_with("a data race of t.c:"));
}

/// Compilers tell a program whether its addresses are fixed, as they are where threads are controlled.
const OTHER_NATIVELY: &str = "
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *argument) {
#ifdef __PIE__
  n = 1;
#else
  INSTEAD
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  assert(n == 0);
  pthread_join(a, 0);
  return 0;
}
";

/// The thread goes on to its end before what it did is seen.
const OF_EXPLORATION: &[&str] = &["--without", "clocks"];

#[test]
fn what_does_something_else_natively_confirms_nothing() {
    let probe = Command::new("cc").args(["-dM", "-E", "-x", "c", "/dev/null"]).output().unwrap();
    if !String::from_utf8_lossy(&probe.stdout).contains("__PIE__") {
        return;
    }
    for (instead, why) in [
        (";", "natively it does not fail"),
        ("__atomic_add_fetch(&n, 1, 5);", "thread 1 does something else natively at an operation of threads of thread 1 in"),
        ("for (;;) ;", "no thread comes in time to an operation of threads of thread 1 in"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (tests, status) = replayed(folder.path(), &OTHER_NATIVELY.replace("INSTEAD", instead), "assertions", OF_EXPLORATION);
        assert_eq!((tests.len(), status), (1, Some(20)), "{tests:?}");
        assert_eq!((tests[0]["interpreter"].as_str(), tests[0]["agreement"].as_str()), (Some("violates main.assertion.1"), Some("not comparable")));
        let reason = tests[0]["reason"].as_str().unwrap();
        assert!(reason.starts_with("not replayed: ") && reason.contains(why), "{reason}");
        let native = native_runs(folder.path(), "assertions", OF_EXPLORATION);
        assert_eq!((native.len(), native[0]["status"].as_str()), (1, Some("unconfirmed")), "{native:?}");
        assert!(native[0]["reason"].as_str().unwrap().contains(why), "{native:?}");
    }
}

#[test]
fn a_schedule_of_another_program_is_not_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let (tests, _) = replayed(folder.path(), LOST_UPDATE, "assertions", &[]);
    assert_eq!(tests[0]["agreement"], "agrees", "{tests:?}");
    let other = |text: String| {
        fs::write(folder.path().join("t.c"), text).unwrap();
        let (tests, status) = replay(folder.path());
        assert_eq!((tests[0]["agreement"].as_str(), status), (Some("not comparable"), Some(20)), "{tests:?}");
        tests[0]["reason"].as_str().unwrap().to_owned()
    };
    // Nobody begins a second thread.
    let fewer = other(LOST_UPDATE.replace("pthread_create(&b, 0, increment, 0);", "b = a;"));
    assert_eq!(fewer, "the schedule does not lead to what the test is said to violate");
    assert_eq!(other(LOST_UPDATE.replace("assert(n == 2);", "")), "the program has no property main.assertion.1");
    assert_eq!(other(LOST_UPDATE.replace("n == 2", "n <= 2")), "the schedule does not lead to what the test is said to violate");
}

#[test]
fn violations_are_listed_with_what_native_runs_show() {
    let folder = tempfile::tempdir().unwrap();
    let listed = |program: &str, options: &[&str]| {
        fs::write(folder.path().join("t.c"), program).unwrap();
        let output = gotcha(folder.path(), &[&["verify", "t.c", "--property", "assertions,no-data-race", "--timeout", "20s"], options].concat());
        assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = listed(LOST_UPDATE, &[]);
    assert_eq!(text.matches("  (CONFIRMED NATIVELY)\n").count(), 2, "{text}");
    assert!(!listed(LOST_UPDATE, &["--without", "replay"]).contains("NATIVELY"));
    // No schedule can be wrong where one thread runs.
    let alone = listed("#include <assert.h>\nint main(void) { assert(0); return 0; }\n", &[]);
    assert!(!alone.contains("NATIVELY") && !alone.contains("natively"), "{alone}");
    // What the library does to memory is not watched under a schedule, but by ThreadSanitizer, where it is installed.
    let in_library = LOST_UPDATE.replace("static int n;", "#include <stdio.h>\nstatic char text[4];").replace("int own = n;", "snprintf(text, 4, \"%d\", 1);");
    let in_library = in_library.replace("  n = own + 1;\n", "").replace("assert(n == 2);", "assert(text[0]);");
    let text = listed(&in_library, &[]);
    let by_sanitizer = text.contains("(CONFIRMED BY THREADSANITIZER: ") && text.contains("t.c:7 in increment)");
    assert!(by_sanitizer || text.contains("(not confirmed natively: one of the two accesses is in a function of the library"), "{text}");
}

#[test]
fn what_others_do_first_is_done_before_a_thread_fails() {
    let program = "
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *argument) {
  n = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int seen = n;
  assert(seen == 0);
  pthread_join(a, 0);
  return 0;
}
";
    // The assertion itself reads nothing that others see.
    assert_eq!(confirmed(program, "assertions"), "violates main.assertion.1");
    // Without the header it is a function that nobody defines.
    assert_eq!(confirmed(&program.replace("#include <assert.h>", ""), "assertions"), "violates main.assertion.1");
}

#[test]
fn objects_without_names_are_told_from_variables_that_lead_to_them() {
    let of_heap = "
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static long *cells;
static void *reader(void *argument) {
  long before = cells[1];
  assert(cells[1] == before);
  return argument;
}
int main(void) {
  pthread_t a;
  cells = calloc(2, sizeof *cells);
  if (!cells)
    return 0;
  pthread_create(&a, 0, reader, 0);
  cells[1] = 1;
  pthread_join(a, 0);
  return 0;
}
";
    assert_eq!(confirmed(of_heap, "assertions"), "violates reader.assertion.1");
    // What a function keeps for itself has another name when it is compiled.
    let kept =
        LOST_UPDATE.replace("static int n;\n", "").replace("int own = n;", "static int n; int own = n;").replace("n = own + 1;", "n = own + 1; last = n;");
    let kept = kept.replace("static void *increment", "static int last;\nstatic void *increment").replace("n == 2", "last == 2");
    assert_eq!(confirmed(&kept, "assertions"), "violates main.assertion.1");
}

#[test]
fn neighbours_are_told_apart_in_whatever_order_they_are_read() {
    let program = "
#include <assert.h>
#include <pthread.h>
static int a, b, c;
static int sum(int x, int y, int z) {
  return x + y + z;
}
static void *work(void *argument) {
  a = 1;
  b = 2;
  c = 3;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = sum(a, b, c);
  pthread_join(t, 0);
  assert(seen != 6);
  return 0;
}
";
    assert_eq!(confirmed(program, "assertions"), "violates main.assertion.1");
}

#[test]
fn a_fault_in_the_library_is_that_of_the_thread_that_makes_it() {
    let program = "
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *none;
static void *work(void *argument) {
  pthread_mutex_lock(none);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
";
    assert_eq!(confirmed(program, "valid-deref"), "violates work.valid-deref.1");
}

#[test]
fn each_property_that_a_run_violates_has_a_test() {
    let both =
        LOST_UPDATE.replace("static int n;", "static int n;\nvoid reach_error(void) { assert(0); }").replace("assert(n == 2);", "if (n != 2) reach_error();");
    let folder = tempfile::tempdir().unwrap();
    let (tests, status) = replayed(folder.path(), &both, "unreach-call,assertions", &[]);
    let mut shown: Vec<&str> = tests.iter().map(|test| test["interpreter"].as_str().unwrap()).collect();
    shown.sort_unstable();
    assert_eq!((shown, status), (vec!["violates main.unreach-call.1", "violates reach_error.assertion.1"], Some(0)), "{tests:?}");
    assert!(tests.iter().all(|test| test["agreement"] == "agrees"), "{tests:?}");
}
