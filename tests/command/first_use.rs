//! What somebody meets who tries the program on code of his own: libraries without `main`, large files, headers of the system, clocks, long runs.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, text)| fs::write(folder.0.path().join(name), text).unwrap());
        folder
    }

    fn gotcha(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(self.0.path()).stdin(Stdio::null()).output().unwrap()
    }

    /// What is printed by a run that comes to a verdict.
    fn printed(&self, arguments: &[&str]) -> String {
        let output = self.gotcha(arguments);
        assert!(matches!(output.status.code(), Some(0 | 10 | 20)), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The number behind a word: `COVERED: 8`.
fn count(printed: &str, word: &str) -> usize {
    let mut words = printed.split_whitespace().skip_while(|w| *w != format!("{word}:"));
    words.nth(1).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no {word} in {printed}"))
}

const COMPARE: &str = "struct item { struct item *next, *child; int type; char *name; double value; };
int compare(const struct item *a, const struct item *b, int strict) {
  if (!a || !b || a->type != b->type)
    return 0;
  if (a == b)
    return 1;
  switch (a->type & 7) {
  case 1:
    return a->value == b->value ? 2 : 3;
  case 2:
    if (!a->name || !b->name)
      return 4;
    return a->name[0] == b->name[0] && (!strict || a->name[1] == b->name[1]) ? 5 : 6;
  case 3:
    if (a->child && b->child && a->child->type == b->child->type)
      return a->next == b->next ? 7 : 8;
  }
  return 9;
}
";

#[test]
fn a_replay_of_a_function_runs_all_its_tests() {
    let folder = Folder::new(&[("compare.c", COMPARE)]);
    let entry = ["compare.c", "--entry", "compare", "--lazy-inputs", "--suite", "suite"];
    let covered = folder.printed(&[&["cover"], &entry[..]].concat());
    assert!(covered.ends_with("VERDICT: complete\n"), "{covered}");
    let replayed = folder.printed(&[&["replay"], &entry[..]].concat());
    let files =
        fs::read_dir(folder.0.path().join("suite")).unwrap().filter(|e| e.as_ref().unwrap().file_name().to_str().unwrap().starts_with("testcase")).count();
    assert!(files > 5 && files == count(&covered, "TESTS") && files == count(&replayed, "TESTS"), "{covered}{replayed}");
    assert_eq!(count(&replayed, "REACHED"), count(&covered, "COVERED"), "{covered}{replayed}");
    // What a native run cannot do, a test in C can.
    assert!(
        replayed.contains("a native run starts in main, not in compare (cover --entry compare --harness DIR writes tests in C that call it)"),
        "{replayed}"
    );
    assert_eq!(count(&replayed, "UNCONFIRMED"), files);
}

#[test]
fn headers_of_vector_instructions_are_taken_where_nothing_of_them_is_called() {
    let text = "#include <immintrin.h>\n#include <x86intrin.h>\nint main(int argc, char **argv) {\n  return argc > 1;\n}\n";
    let folder = Folder::new(&[("sse.c", text)]);
    let printed = folder.printed(&["cover", "sse.c", "--criterion", "statement", "--scope", "sse.c"]);
    assert!(printed.ends_with("VERDICT: complete\n") && count(&printed, "GOALS") == count(&printed, "COVERED"), "{printed}");
    let printed = folder.printed(&["verify", "sse.c"]);
    assert!(printed.ends_with("VERDICT: true\n"), "{printed}");
}

#[test]
fn what_clocks_and_random_numbers_leave_open_names_them() {
    let text = "#include <sys/random.h>\n#include <time.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  unsigned seed = 7;\n\
                \x20 if (getrandom(&seed, sizeof seed, 0) > 4) return 9;\n  if (__VERIFIER_nondet_int() == 77) return 1;\n  if (seed & 1) return 2;\n\
                \x20 if (time(0) < 0) return 3;\n  return 0;\n}\n";
    let folder = Folder::new(&[("a.c", text)]);
    let output = folder.gotcha(&["cover", "a.c"]);
    let (printed, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!said.contains("no body"), "{said}");
    for side in ["true", "false"] {
        let line = printed.lines().find(|l| l.contains(&format!("main.branch.3.{side}"))).unwrap_or_else(|| panic!("{printed}"));
        assert!(line.contains("UNDECIDED") && line.ends_with("(depends on an indeterminate value; no test chooses what getrandom, time give)"), "{printed}");
    }
    // What holds of all their answers is proved, and what they do not decide is covered.
    assert!(printed.contains("main.branch.1.true   UNREACHABLE") && printed.contains("main.branch.4.true   UNREACHABLE"), "{printed}");
    assert_eq!(count(&printed, "COVERED"), 3, "{printed}");
    // Who asks what validators count gets what native runs reach.
    let printed = folder.printed(&["cover", "a.c", "--criterion", "testcomp"]);
    assert!(count(&printed, "COVERED") > 3, "{printed}");
}

/// A function in a large file costs what it needs of the file, and its inputs are the variables that it can get to.
#[test]
fn a_function_of_a_large_file_is_analysed_alone() {
    let mut text = String::new();
    for i in 0..3000 {
        let _ = writeln!(text, "struct s{i} {{ int a; struct s{i} *n; char t[20]; }};\nstruct s{i} g{i}[4];");
        let _ = writeln!(text, "int f{i}(int x) {{ if (g{i}[0].a > x) return 1; return g{i}[1].a; }}");
    }
    text.push_str("int used;\nstatic int inner(int n) { return n > 4 ? used : 0; }\n");
    text.push_str(
        "int parse(const char *s) {\n  if (used == 3) return inner(used);\n  if (s && s[0] == 'a' && s[1] == 'b') return inner(s[2]);\n  return 0;\n}\n",
    );
    let folder = Folder::new(&[("large.c", &text)]);
    let start = Instant::now();
    let printed = folder.printed(&["cover", "large.c", "--entry", "parse", "--lazy-inputs", "--timeout", "40s", "--json", "r.json"]);
    assert!(
        printed.starts_with("6000 goals in 3000 functions that parse cannot reach: UNREACHABLE\n") && printed.ends_with("VERDICT: complete\n"),
        "{printed}"
    );
    assert!(printed.lines().count() < 6 && start.elapsed() < Duration::from_secs(30), "{:?} {printed}", start.elapsed());
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.0.path().join("r.json")).unwrap()).unwrap();
    let tests = result["tests"].as_array().unwrap();
    assert!(!tests.is_empty() && tests.iter().all(|test| test["inputs"].as_array().unwrap().len() < 60), "{tests:?}");
}

#[test]
fn buffers_among_lazy_inputs_are_as_long_as_is_said() {
    let text = "unsigned sum(const unsigned char *p, unsigned n) {\n  unsigned a = 1;\n  if (n > 8) return 0;\n  for (unsigned i = 0; i < n; i++) a += p[i];\n\
                \x20 if (a == 1000 && n == 7) return 7;\n  return a;\n}\n";
    let folder = Folder::new(&[("sum.c", text)]);
    let cover = ["cover", "sum.c", "--entry", "sum", "--lazy-inputs", "--timeout", "30s"];
    let short = folder.printed(&[&cover[..], &["--lazy-array", "4"]].concat());
    assert!(short.contains("a == 1000 && n == 7  (unsupported: memory behind what pointers among the inputs lead to (sum.c:4:"), "{short}");
    // A buffer of bytes is longer if nothing is said.
    for said in [&["--lazy-array", "8"][..], &[]] {
        let long = folder.printed(&[&cover[..], said].concat());
        assert!(long.ends_with("VERDICT: complete\n") && count(&long, "UNREACHABLE") == 0, "{long}");
    }
}

const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n\
                    unsigned h = 1;\n  for (unsigned i = 0; i < a; i++) { h = h * 31 + b; h ^= h >> 7; }\n\
                    if (h == 0xdeadbeef && a > 1000) return 1;\n  return 0;\n}\n";

#[test]
fn a_long_run_says_what_it_does_and_where_its_time_went() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    let output = folder.gotcha(&["cover", "hard.c", "--timeout", "5s", "--progress", "always", "--json", "r.json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().filter(|l| l.starts_with("goals ")).collect();
    assert!(lines.len() >= 2, "{said}");
    assert!(lines.iter().all(|l| l.contains(": covered ") && l.contains(" s left")), "{said}");
    assert!(lines.iter().any(|l| l.contains(" k=") && l.contains(" %")), "{said}");
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.0.path().join("r.json")).unwrap()).unwrap();
    let engines = result["statistics"]["engines"].as_object().unwrap();
    let times: u64 = engines.values().flat_map(|e| e.as_object().unwrap()).filter(|(name, _)| name.ends_with("_ms")).filter_map(|(_, ms)| ms.as_u64()).sum();
    assert!(engines.len() > 2 && times > 500, "{engines:?}");
}

#[test]
fn help_offers_nothing_that_is_not_there() {
    let folder = Folder::new(&[]);
    let help = |command: &[&str]| String::from_utf8(folder.gotcha(&[command, &["--help"]].concat()).stdout).unwrap();
    let commands: Vec<String> =
        help(&[]).lines().skip_while(|l| *l != "Commands:").skip(1).map_while(|l| l.split_whitespace().next()).map(str::to_owned).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands.iter().filter(|c| *c != "help") {
        let text = help(&[command]);
        assert!(text.contains("Usage: gotcha") && !text.contains("not available"), "{text}");
    }
}
