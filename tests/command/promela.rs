//! `show --what promela`: models of functions by a table, which Spin accepts where it is installed.

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
