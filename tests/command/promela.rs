//! `show --what promela`: models of functions by a table, which Spin accepts where it is installed, and of programs with threads, of which it says what `verify` does.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const WORKER: &str = "void lock(void); void unlock(void); int get(void); void put(int);
enum { LIMIT = 5 };
int sent;
unsigned char mode;
void worker(int rounds) {
  int seen = 0, next;
  lock();
  for (int i = 0; i < rounds; i++) {
    next = get();
    if (next > 0x10 && mode != 3) {
      put(next);
      sent += next;
      continue;
    }
    if (next == LIMIT)
      break;
    seen++;
    switch (mode) {
      case 1: mode = 2; break;
      case 2: seen = seen - 1;
      default: mode = mode + 1;
    }
  }
  unlock();
}
void init(void) { for (;;) ; }
int main(void) { worker(3); init(); return 0; }
";

fn show(folder: &Path, table: &str) -> Output {
    show_function(folder, "worker", table)
}

fn show_function(folder: &Path, function: &str, table: &str) -> Output {
    fs::write(folder.join("a.c"), WORKER).unwrap();
    let arguments = ["show", "a.c", "--what", "promela", "--function", function, "--table", table];
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What Spin says of a model; `None` if it is not installed.
fn spin(folder: &Path, model: &str) -> Option<String> {
    fs::write(folder.join("m.pml"), model).unwrap();
    let output = Command::new("timeout").args(["60", "spin", "-a", "m.pml"]).current_dir(folder).output().ok()?;
    (output.status.code() != Some(127)).then(|| format!("{:?} {}{}", output.status.code(), text(&output.stdout), text(&output.stderr)))
}

#[test]
fn the_table_is_filled_and_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let first = show(folder.path(), "t.lut");
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let model = text(&first.stdout);
    for part in [":: (next > 16 && mode != 3) ->", "sent = sent + (next)", "seen++", "byte mode;", "int sent;", "\tint seen;", "active proctype worker()"] {
        assert!(model.contains(part), "{part} in\n{model}");
    }
    assert!(!model.contains("lock()"), "{model}");
    assert!(spin(folder.path(), &model).is_none_or(|said| said == "Some(0) "), "{:?}", spin(folder.path(), &model));
    let table = fs::read_to_string(folder.path().join("t.lut")).unwrap();
    for line in ["lock()\thide", "seen++\tkeep", "next == LIMIT\thide", "i < rounds\tkeep"] {
        assert!(table.lines().any(|l| l == line), "{line} in\n{table}");
    }
    // What the user changes counts, and nothing is added twice.
    let table =
        table.replace("lock()\thide", "lock()\tatomic { held == 0 -> held = 1 }").replace("unatomic", "un").replace("put(next)\thide", "put(next)\tprint");
    let table = table.lines().filter(|l| !l.starts_with("unlock")).map(|l| format!("{l}\n")).collect::<String>() + "unlock()\theld = 0\nDeclare\tbyte held;\n";
    fs::write(folder.path().join("t.lut"), &table).unwrap();
    let second = show(folder.path(), "t.lut");
    assert_eq!((second.status.code(), text(&second.stderr)), (Some(0), String::new()));
    let model = text(&second.stdout);
    for part in ["byte held;", "atomic { held == 0 -> held = 1 }", "held = 0", "printf(\"put(next)\\n\")"] {
        assert!(model.contains(part), "{part} in\n{model}");
    }
    assert!(spin(folder.path(), &model).is_none_or(|said| said == "Some(0) "), "{:?}", spin(folder.path(), &model));
    assert_eq!(fs::read_to_string(folder.path().join("t.lut")).unwrap(), table);
}

#[test]
fn spin_takes_names_and_loops_that_mean_something_to_it() {
    let folder = tempfile::tempdir().unwrap();
    for function in ["init", "main"] {
        let model = text(&show_function(folder.path(), function, "t.lut").stdout);
        assert!(model.contains("active proctype"), "{model}");
        assert!(spin(folder.path(), &model).is_none_or(|said| said == "Some(0) "), "{model}\n{:?}", spin(folder.path(), &model));
    }
}

#[test]
fn mistakes_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.lut"), "lock()\thide\nlokc()\thide\n").unwrap();
    let output = show(folder.path(), "t.lut");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("t.lut:2: `lokc()` is no statement and no condition of worker"), "{}", text(&output.stderr));
    fs::write(folder.path().join("wrong.lut"), "lock()\thide\nunlock() hide\n").unwrap();
    let output = show(folder.path(), "wrong.lut");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("wrong.lut:2:1") && said.contains("unlock() hide"), "{said}");
    let output =
        Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["show", "a.c", "--what", "promela", "--function", "nobody"]).current_dir(folder.path()).output();
    assert_eq!(output.unwrap().status.code(), Some(1));
}

/// What Spin finds in a model: a violated assertion where blocked threads do not count, and a deadlock where assertions do not. `None` if it is not installed.
fn explored(folder: &Path, model: &str) -> Option<(bool, bool)> {
    let said = spin(folder, model)?;
    assert_eq!(said, "Some(0) ", "{model}");
    let compiled = Command::new("cc").args(["-O1", "-w", "-fwrapv", "-DVECTORSZ=8192", "-o", "pan", "pan.c"]).current_dir(folder).output().unwrap();
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let search = |left_out: &str| {
        let script = format!("ulimit -v 4000000; timeout 120 ./pan -m500000 {left_out}");
        let output = text(&Command::new("sh").args(["-c", &script]).current_dir(folder).output().unwrap().stdout);
        let is_beyond = output.lines().any(|line| line.contains("assertion violated") && line.contains("beyond_the_model"));
        assert!(output.contains("errors: ") && !output.contains("too small") && !is_beyond, "{model}\n{output}");
        output
    };
    Some((search("-E").contains("assertion violated"), search("-A").contains("invalid end state (")))
}

fn show_whole(folder: &Path, program: &str) -> Output {
    fs::write(folder.join("a.c"), program).unwrap();
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["show", "a.c", "--what", "promela"]).current_dir(folder).output().unwrap()
}

#[test]
fn spin_says_of_threads_what_verify_says() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/promela");
    let mut n_programs = 0;
    for entry in fs::read_dir(programs).unwrap() {
        let path = entry.unwrap().path();
        let program = fs::read_to_string(&path).unwrap();
        let verdict = program.lines().find_map(|line| line.strip_prefix("// verdict: ")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let output = show_whole(folder.path(), &program);
        assert_eq!(output.status.code(), Some(0), "{}: {}", path.display(), text(&output.stderr));
        let model = text(&output.stdout);
        n_programs += 1;
        match explored(folder.path(), &model) {
            Some(found) => assert_eq!(found, (verdict == "false(assertions)", verdict == "false(no-deadlock)"), "{}\n{model}", path.display()),
            None => {
                eprintln!("{}: Spin is not installed, the text alone is looked at", path.display());
                for part in ["active proctype main() {", "\nproctype ", "\trun ", "atomic {"] {
                    assert!(model.contains(part), "{}: {part} in\n{model}", path.display());
                }
            }
        }
    }
    assert!(n_programs >= 12, "{n_programs}");
}

const TWO: &str = "#include <assert.h>
#include <pthread.h>
static int x, y; static unsigned char small;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  BODY
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  x = 1; y = 2; small = 3;
  pthread_join(thread, 0);
  assert(x >= 0 && y >= 0 && small >= 0);
  return 0;
}
";

#[test]
fn steps_access_what_is_shared_once() {
    let folder = tempfile::tempdir().unwrap();
    let body = "x = x + 1; small += 250; pthread_mutex_lock(&lock); y = x + y; pthread_mutex_unlock(&lock); __sync_fetch_and_add(&y, 1);";
    let model = text(&show_whole(folder.path(), &TWO.replace("BODY", body)).stdout);
    for part in
        ["read0 = x;\n\tx = read0 + 1;", "small = read0 + 250 & 255;", "(lock_lock == 0);\n\tlock_lock = 1;", "read0 = x;\n\tread1 = y;\n\ty = read0 + read1;"]
    {
        assert!(model.replace("(read0 + 250) & 255", "read0 + 250 & 255").contains(part), "{part} in\n{model}");
    }
    // What is atomic is not taken apart.
    assert!(model.contains("= y;\n\ty = tmp + 1;\n\t};") || model.contains("\ty = tmp + 1"), "{model}");
}

#[test]
fn what_promela_lacks_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    for (body, why) in [
        ("static long wide; wide = wide + x;", "more than the 32 bits"),
        ("static double d; d = d + 1;", "floating-point"),
        ("int *p = x ? &x : &y; *p = 1;", "a pointer that may lead to several objects"),
        ("x = x / y;", "a division by what may be zero"),
        ("extern int __VERIFIER_nondet_int(void); x = __VERIFIER_nondet_int();", "an input of more values"),
        ("if (x) work(0);", "recursion of work"),
    ] {
        let output = show_whole(folder.path(), &TWO.replace("BODY", body));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{body}: {said}");
        assert!(said.contains(why) && said.contains("a.c:6:"), "{body}: {said}");
    }
}
