//! The command line as people who know C compilers type it, and what is said where something was not meant: options of compilers, hints, lists of results.

use std::fs;
use std::process::{Command, Output, Stdio};

const LIBRARY: &str = "struct point { int width, height; };\nint area(struct point *p) {\n  return p->width > 3 ? 1 : p->height;\n}\n\
                       int perimeter(int a, int b) {\n  return 2 * (a + b);\n}\n";

fn gotcha(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).stdin(Stdio::null()).output().expect("it starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the command says where it fails with this status.
fn said(arguments: &[&str], status: i32) -> String {
    let output = gotcha(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{text}");
    text
}

/// What the command prints.
fn printed(arguments: &[&str]) -> String {
    let output = gotcha(arguments);
    assert!(output.status.code().is_some_and(|status| [0, 10, 20].contains(&status)), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("made");
        fs::write(&path, content).expect("written");
        path.display().to_string()
    }

    fn name(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

#[test]
fn options_of_compilers_reach_the_preprocessor() {
    let folder = Folder::new();
    folder.file("inc/a.h", "#define A 1\n");
    let first = folder.file("first.h", "#define FIRST 2\n");
    let file = folder
        .file("a.c", "#include <a.h>\nint main(void) {\n#if A + FIRST != 3 || !defined(_REENTRANT) || defined(linux)\n#error wrong\n#endif\n  return 0;\n}\n");
    let include = folder.name("inc");
    let words = [&file, "-isystem", &include, "-include", &first, "-pthread", "-std=c11", "-O2", "-Wall", "-Werror", "-c", "-o", "a.o", "-g", "-MD", "-lm"];
    let out = printed(&[&["cover"], &words[..]].concat());
    assert!(out.ends_with("VERDICT: complete\n"), "{out}");
    let response = folder.file("words", &format!("-isystem {include}\n-include '{first}' -pthread -ansi"));
    assert!(printed(&["verify", &file, &format!("@{response}")]).ends_with("VERDICT: true\n"));
    assert!(said(&["cover", &file], 2).contains("a.h"));
    // Behind `--` there are files.
    let plain = folder.file("plain.c", "int main(void) { return 0; }\n");
    assert!(said(&["cover", "--", &plain, "-O2"], 2).contains("cannot read -O2"));
}

#[test]
fn old_dialects_are_obeyed() {
    let folder = Folder::new();
    let file = folder.file("a.c", "int asm = 1, typeof = 2, inline = 3;\nmain() { return sizeof \"??=\" == 2 ? asm + typeof + inline - 6 : 1; }\n");
    for dialect in ["-ansi", "-std=c89", "-std=c90", "-std=iso9899:1990"] {
        assert!(printed(&["run", &file, dialect]).contains("exit"), "{dialect}");
    }
    assert_eq!(gotcha(&["run", &file]).status.code(), Some(2));
    assert!(said(&["run", &file, "-std=c++11"], 1).contains("no standard of C"));
}

#[test]
fn what_would_mean_something_else_is_refused() {
    let folder = Folder::new();
    let file = folder.file("a.c", "int main(void) { return 0; }\n");
    for option in ["-ffast-math", "-Ofast", "-fpack-struct", "-mx32", "-fshort-wchar", "-xc++", "-fopenmp"] {
        let text = said(&["verify", &file, option], 1);
        assert!(text.contains("is not supported"), "{option}: {text}");
    }
}

#[test]
fn names_that_were_meant() {
    let folder = Folder::new();
    let file = folder.file("lib.c", LIBRARY);
    let no_main = said(&["cover", &file], 2);
    assert!(no_main.contains("--entry FUNCTION, one of area, perimeter"), "{no_main}");
    assert!(said(&["cover", &file, "--entry", "permieter"], 2).contains("did you mean `perimeter`?"));
    assert!(said(&["cover", &file, "--entry", "main", "--lazy-inputs"], 1).contains("functions that are called by others"));
    assert!(said(&["verify", &file, "--property", "bonds"], 1).contains("did you mean `bounds`?"));
    assert!(said(&["cover", &file, "--criterion", "statment"], 1).contains("did you mean `statement`?"));
    assert!(said(&["cover", &file, "--timout", "3"], 1).contains("--timeout"));
    let member = folder.file("member.c", "struct point { int width; };\nint main(void) { struct point p = {1}; return p.widht; }\n");
    assert!(said(&["run", &member], 2).contains("did you mean `width`?"));
    let name = folder.file("name.c", "int main(void) { int counter = 0; return conuter; }\n");
    assert!(said(&["run", &name], 2).contains("did you mean `counter`?"));
}

#[test]
fn what_undefined_functions_leave_open_has_a_place_and_a_name() {
    let folder = Folder::new();
    let text = "struct s { int v; };\nstruct s *find(int);\nint use(int a) {\n  struct s *p = find(a);\n  if (p->v == 3) return 1;\n  return 0;\n}\n";
    let file = folder.file("use.c", text);
    let warned = said(&["cover", &file, "--entry", "use", "--timeout", "20s"], 20);
    assert!(warned.contains("find has no body: its effects are guessed from its type; add the file that defines it"), "{warned}");
    let covered = printed(&["cover", &file, "--entry", "use", "--timeout", "20s"]);
    assert!(covered.contains("unsupported: dereference of an indeterminate pointer (") && covered.contains("use.c:5:"), "{covered}");
    let verified = printed(&["verify", &file, "--entry", "use", "--timeout", "20s"]);
    assert!(verified.contains("find has no body: add the file that defines it"), "{verified}");
    let other = folder.file("find.c", "struct s { int v; };\nstruct s *find(int a) { static struct s it; it.v = a; return &it; }\n");
    assert!(printed(&["cover", &file, &other, "--entry", "use"]).contains("VERDICT: complete"));
}

#[test]
fn a_library_without_main_is_shown() {
    let folder = Folder::new();
    let file = folder.file("lib.c", LIBRARY);
    let functions = printed(&["show", &file, "--what", "functions"]);
    assert!(functions.ends_with("lib.c:5:5 perimeter\n") && functions.contains(" area\n"), "{functions}");
    assert!(printed(&["show", &file, "--what", "goals"]).contains("area.branch.1.true"));
    let calls = printed(&["show", &file, "--what", "callgraph"]);
    assert!(calls.contains("perimeter") && !calls.contains("__start") && !calls.contains("->"), "{calls}");
    assert_eq!(gotcha(&["show", &file, "--what", "vcs"]).status.code(), Some(2));
}

#[test]
fn a_scope_names_functions_and_files() {
    let folder = Folder::new();
    let file = folder.file(
        "a.c",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint parse_one(int x) { assert(x != 9); return x ? 1 : 2; }\n\
         int parse_two(int x) { if (x) return 1; return 2; }\nint main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) return parse_one(x); return parse_two(x); }\n",
    );
    let counts = |scope: &[&str]| {
        let words: Vec<&str> = scope.iter().flat_map(|word| ["--scope", word]).collect();
        let out = printed(&[&["cover", &file], words.as_slice()].concat());
        out.lines().find(|line| line.starts_with("GOALS:")).map(|line| line.split("  ").next().unwrap_or_default().to_owned()).unwrap_or(out)
    };
    assert_eq!(counts(&[]), counts(&["all"]));
    assert_eq!(counts(&["parse_two"]), "GOALS: 2");
    assert_eq!(counts(&["parse_two", "main"]), "GOALS: 4");
    assert_eq!(counts(&["a.c"]), counts(&[]));
    assert_eq!(counts(&["parse_.*"]), counts(&["parse_one", "parse_two"]));
    let verified = printed(&["verify", &file, "--property", "assertions", "--scope", "main"]);
    assert!(verified.contains("PROPERTIES: 0  HOLDS: 0") && verified.ends_with("VERDICT: true\n"), "{verified}");
    let wrong = |word: &str, message: &str| {
        let output = gotcha(&["cover", &file, "--scope", word]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(message), "{said}");
    };
    wrong("parse_to", "did you mean `parse_two`?");
    wrong("parse_(", "it is no regular expression: unclosed group");
    assert_eq!(gotcha(&["cover", &file, "--scope", "all", "--scope", "main"]).status.code(), Some(1));
}

#[test]
fn properties_are_counted_and_listed_where_they_do_not_hold() {
    let folder = Folder::new();
    let file = folder.file(
        "a.c",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern int nobody(void);\nint table[4];\nint away(int i) { return table[i] / i; }\n\
         int main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(x != 3);\n  if (x > 0) assert(x > -2);\n  assert(nobody());\n  return 0;\n}\n",
    );
    let out = printed(&["verify", &file]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "3 properties in 1 function that main cannot reach: HOLDS", "{out}");
    assert!(lines[1].contains("UNKNOWN") && lines[1].ends_with("nobody has no body: add the file that defines it)"), "{out}");
    assert!(lines[2].contains("a.c:8:") && lines[2].contains("VIOLATED"), "{out}");
    assert_eq!(lines[3..], ["PROPERTIES: 6  HOLDS: 4  VIOLATED: 1  UNKNOWN: 1", "VERDICT: false(assertions)"]);
    let all = printed(&["verify", &file, "--all-properties"]);
    assert!(all.matches("HOLDS  ").count() >= 4 && !all.contains("cannot reach"), "{all}");
    let json: serde_json::Value = serde_json::from_str(&printed(&["verify", &file, "--json", "-"])).expect("JSON");
    assert_eq!(json["properties"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["summary"], serde_json::json!({ "properties": 6, "holds": 4, "violated": 1, "unknown": 1 }));
    // Goals out of reach share a line as well.
    let beyond = folder.file("b.c", "int away(int i) { if (i) return 1; return 0; }\nint main(void) { return 0; }\n");
    assert!(printed(&["cover", &beyond]).starts_with("2 goals in 1 function that main cannot reach: UNREACHABLE\n"));
    let all = printed(&["cover", &beyond, "--scope", "all"]);
    assert!(all.contains("GOALS: 2  COVERED: 0  UNREACHABLE: 2"), "{all}");
    assert!(printed(&["cover", &beyond, "--all-goals"]).starts_with(&format!("{beyond}:1:19 away.branch.1.true")));
}

#[test]
fn a_bound_may_cut_silently() {
    let folder = Folder::new();
    let file = folder.file(
        "a.c",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int(), x = 0;\n\
         \x20 for (int i = 0; i < n; i++) x += x < 5;\n  assert(x <= 5);\n  return 0;\n}\n",
    );
    let options = ["verify", &file, "--unwind", "2", "--strategy", "bmc", "--property", "assertions"];
    let loud = printed(&options);
    assert!(loud.contains("UNKNOWN  assertion x <= 5  (bound 2)") && loud.ends_with("VERDICT: unknown(bound 2)\n"), "{loud}");
    let silent = printed(&[&options[..], &["--no-unwinding-assertions"]].concat());
    assert_eq!(silent, "PROPERTIES: 1  HOLDS: 0  VIOLATED: 0  UNKNOWN: 1\nVERDICT: unknown(bound 2)\n");
    assert!(said(&["verify", &file, "--no-unwinding-assertions"], 1).contains("needs a bound"));
    assert!(said(&["verify", &file, "--no-unwinding-assertions", "--unwind", "2", "--property", "unwinding"], 1).contains("nothing to check"));
}

#[test]
fn places_in_reasons_name_their_files() {
    let folder = Folder::new();
    folder.file("inc/deep.h", "static int deep(void) {\n  __asm__(\"hlt\");\n  return 1;\n}\n");
    let file = folder.file("a.c", "#include \"inc/deep.h\"\nint main(void) {\n  if (deep()) return 1;\n  return 0;\n}\n");
    let out = printed(&["cover", &file]);
    assert!(out.contains("(deep.h:2:3))"), "{out}");
}

#[test]
fn missing_functions_give_inputs_where_that_is_wanted() {
    let folder = Folder::new();
    let text = "struct s { int v; };\nstruct s *find(int);\nint rate(void);\nint main(void) {\n  struct s *p = find(rate());\n  if (!p) return 1;\n  p->v += rate();\n  if (p->v == 4711) return 2;\n  return 0;\n}\n";
    let file = folder.file("rate.c", text);
    let suite = folder.name("suite");
    assert!(printed(&["cover", &file, "--missing-inputs", "--timeout", "20s", "--suite", &suite]).contains("VERDICT: complete"));
    assert!(said(&["cover", &file, "--missing-inputs", "--timeout", "20s"], 0).contains("assumed: functions without a body write nothing: find, rate"));
    let replayed = printed(&["replay", &file, "--missing-inputs", "--suite", &suite]);
    assert!(replayed.contains("AGREE: 3  DIFFER: 0"), "{replayed}");
    let why = said(&["verify", &file, "--missing-inputs", "--property", "valid-memtrack"], 1);
    assert!(why.contains("--missing-inputs does not go with properties about memory that is lost"), "{why}");
}
