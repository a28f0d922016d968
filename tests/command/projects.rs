//! Projects: compilation databases, targets as CMake tells them, settings.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Three targets: two libraries and a program; a header that is made by the build, two static functions of one name, a response file, and a file that two targets compile
/// differently.
struct Project(tempfile::TempDir);

const MAIN: &str = "#include \"list.h\"\n#include \"text.h\"\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int v = __VERIFIER_nondet_int();\n  \
                    char c[2] = { (char)v, 0 };\n  if (list_push(v) < 0) return 1;\n  if (text_is_high(c)) return 2;\n  return 0;\n}\n";
const LIST: &str = "#include \"list.h\"\n#include \"limits_gen.h\"\nstatic int clamp(int v) { return v > LIST_MAX ? LIST_MAX : v; }\n\
                    int list_push(int v) {\n  if (v == 77) return -1;\n  if (v > GEN_LIMIT) return clamp(v);\n  return list_helper(v);\n}\n";
const TEXT: &str = "#include \"text.h\"\nstatic int clamp(char c) { if (c < 0) return -1; return c; }\n\
                    int text_is_high(const char *s) { if (clamp(s[0]) > 127) return 1; return 0; }\n";

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().expect("a folder"));
        project.file("app/main.c", MAIN);
        project.file("lib/list/list.h", "int list_push(int v);\nint list_helper(int v);\n");
        project.file("lib/list/list.c", LIST);
        project
            .file("lib/list/util.c", "#include \"list.h\"\nstatic int clamp(int v) { return v < 0 ? 0 : v; }\nint list_helper(int v) { return clamp(v); }\n");
        project.file("lib/text/text.h", "int text_is_high(const char *s);\n");
        project.file("lib/text/text.c", TEXT);
        project.file("tests/other.c", "int list_push(int v);\nint list_helper(int v) { return -v; }\nint main(void) { return list_push(3); }\n");
        project.file("build/gen/limits_gen.h", "#define GEN_LIMIT 7\n");
        project.file("build/CMakeFiles/list.dir/includes_C.rsp", &format!("-I\"{0}/lib/list\" -I{0}/build/gen\n", project.name("")));
        project.database(&[
            ("list", "lib/list/list.c", "-DLIST_MAX=30 -DNAME=\\\"\\\\\\\"a b\\\\\\\"\\\" @CMakeFiles/list.dir/includes_C.rsp"),
            ("list", "lib/list/util.c", "-DLIST_MAX=30 @CMakeFiles/list.dir/includes_C.rsp"),
            ("text", "lib/text/text.c", "-I../lib/text -funsigned-char"),
            ("app", "app/main.c", "-I ../lib/list -isystem ../lib/text"),
            ("other", "tests/other.c", "-DLIST_MAX=9 -I../lib/list -Igen"),
            ("other", "lib/list/list.c", "-DLIST_MAX=9 -I../lib/list -Igen"),
        ]);
        project
    }

    fn name(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string().trim_end_matches('/').to_owned()
    }

    fn file(&self, name: &str, content: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("made");
        fs::write(&path, content).expect("written");
    }

    /// As CMake writes it.
    fn database(&self, entries: &[(&str, &str, &str)]) {
        let (root, build) = (self.name(""), self.name("build"));
        let entry = |(target, file, options): &(&str, &str, &str)| {
            format!(
                "{{\n  \"directory\": \"{build}\",\n  \"command\": \"/usr/bin/cc {options} -std=gnu99 -o CMakeFiles/{target}.dir/{file}.o -c {root}/{file}\",\n  \
                 \"file\": \"{root}/{file}\"\n}}"
            )
        };
        let entries: Vec<String> = entries.iter().map(entry).collect();
        self.file("build/compile_commands.json", &format!("[\n{}\n]", entries.join(",\n")));
    }

    /// The same for what CMake answers to those who ask.
    fn reply(&self) {
        let targets = [
            ("list", "STATIC_LIBRARY", &["lib/list/list.c", "lib/list/util.c"][..], &[][..]),
            ("text", "STATIC_LIBRARY", &["lib/text/text.c"], &[]),
            ("app", "EXECUTABLE", &["app/main.c"], &["list", "text"]),
            ("other", "EXECUTABLE", &["tests/other.c", "lib/list/list.c"], &[]),
        ];
        let folder = "build/.cmake/api/v1/reply";
        for (name, kind, sources, dependencies) in targets {
            let sources: Vec<String> =
                sources.iter().map(|path| format!("{{\"compileGroupIndex\": 0, \"path\": \"{path}\", \"sourceGroupIndex\": 0}}")).collect();
            let dependencies: Vec<String> = dependencies.iter().map(|name| format!("{{\"backtrace\": 2, \"id\": \"{name}::@6890\"}}")).collect();
            let text = format!(
                "{{\"id\": \"{name}::@6890\", \"name\": \"{name}\", \"type\": \"{kind}\", \"sources\": [{}], \"dependencies\": [{}]}}",
                sources.join(","),
                dependencies.join(",")
            );
            self.file(&format!("{folder}/target-{name}-1.json"), &text);
        }
        let names: Vec<String> =
            targets.iter().map(|(name, ..)| format!("{{\"id\": \"{name}::@6890\", \"jsonFile\": \"target-{name}-1.json\", \"name\": \"{name}\"}}")).collect();
        let model = format!(
            "{{\"configurations\": [{{\"name\": \"\", \"targets\": [{}]}}], \"kind\": \"codemodel\", \"paths\": {{\"build\": \"{}\", \"source\": \"{}\"}}}}",
            names.join(","),
            self.name("build"),
            self.name("")
        );
        self.file(&format!("{folder}/codemodel-v2-1.json"), &model);
        let index =
            "{\"cmake\": {}, \"objects\": [{\"jsonFile\": \"codemodel-v2-1.json\", \"kind\": \"codemodel\", \"version\": {\"major\": 2}}], \"reply\": {}}";
        self.file(&format!("{folder}/index-2026-01-01T00-00-00-0000.json"), index);
    }

    fn gotcha(&self, arguments: &[&str]) -> Output {
        self.gotcha_in(self.0.path(), arguments)
    }

    fn gotcha_in(&self, folder: &Path, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("it starts")
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn one_command_analyses_a_program_of_three_targets() {
    let project = Project::new();
    project.reply();
    let output = project.gotcha(&["cover", "-p", "build", "--target", "app", "--suite", "suite"]);
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(out.ends_with("VERDICT: complete\n"), "{out}{err}");
    // Plain characters are unsigned in one of the files.
    assert!(out.contains("lib/text/text.c:2:28") && out.contains("UNREACHABLE  c < 0"), "{out}");
    assert!(!out.contains("list.c") || !out.contains("UNDECIDED  "), "{out}");
    for note in ["lib/list/list.c belongs to the program: it defines list_push", "lib/list/util.c belongs", "lib/text/text.c belongs"] {
        assert!(err.contains(note), "{err}");
    }
    assert!(!err.contains("has no body") && !err.contains("tests/other.c"), "{err}");
    // Each file is compiled natively with its own options, too.
    let replay = project.gotcha(&["replay", "-p", "build", "--target", "app", "--suite", "suite"]);
    assert_eq!(replay.status.code(), Some(0), "{}{}", stdout(&replay), stderr(&replay));
    assert!(stdout(&replay).contains("DIFFER: 0  UNCONFIRMED: 0"), "{}", stdout(&replay));
}

#[test]
fn definitions_are_found_without_an_answer_of_cmake() {
    let project = Project::new();
    // The one in the same folder is meant.
    let output = project.gotcha(&["cover", "--target", "list", "lib/list/list.c", "--entry", "list_push"]);
    assert!(stdout(&output).ends_with("VERDICT: complete\n"), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("note: lib/list/util.c belongs to the program: it defines list_helper"), "{}", stderr(&output));
    // From another folder; the database is found since it lists the file.
    let app = project.0.path().join("app");
    let output = project.gotcha_in(&app, &["show", "--what", "functions", "-p", "../build", "main.c"]);
    assert!(stdout(&output).contains("text_is_high"), "{}{}", stdout(&output), stderr(&output));
    // A file that the database does not list; of two definitions one stands beside another `main`.
    project.file("harness.c", "int list_helper(int);\nint main(void) { return list_helper(3) != 3; }\n");
    let output = project.gotcha(&["run", "-p", "build", "harness.c"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("harness.c is not in build/compile_commands.json"), "{}", stderr(&output));
    assert!(stderr(&output).contains("lib/list/util.c belongs to the program"), "{}", stderr(&output));
    // Without a database the headers are missing.
    let output = project.gotcha(&["cover", "app/main.c", "--no-compile-commands"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("list.h"), "{}", stderr(&output));
}

#[test]
fn what_is_not_clear_is_an_error() {
    let project = Project::new();
    let said = |arguments: &[&str], status| {
        let output = project.gotcha(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{}", stderr(&output));
        stderr(&output)
    };
    let text = said(&["cover", "-p", "build", "lib/list/list.c", "--entry", "list_push"], 2);
    assert!(text.contains("list: -DLIST_MAX=30") && text.contains("other: -DLIST_MAX=9") && text.contains("--target NAME"), "{text}");
    assert!(said(&["cover", "-p", "build", "--target", "ap"], 1).contains("there is no target ap (did you mean `app`?)"));
    assert!(said(&["cover", "-p", "build"], 1).contains("main is defined in app/main.c, tests/other.c"));
    assert!(said(&["cover", "-p", "nowhere", "app/main.c"], 2).contains("cannot read nowhere"));
    project.file("bad/compile_commands.json", "[{\"directory\": \".\",\n  \"file\": 3}]");
    assert!(said(&["cover", "-p", "bad", "app/main.c"], 2).contains("bad/compile_commands.json:2:"));
    project.database(&[("app", "app/main.c", "-I../lib/list -I../lib/text"), ("text", "lib/text/text.c", "-I../lib/text -fwrapv")]);
    assert!(said(&["cover", "-p", "build", "app/main.c", "lib/text/text.c"], 2).contains("signed overflow is defined in one of them alone"));
    project.database(&[("app", "app/main.c", "@CMakeFiles/gone.rsp")]);
    assert!(said(&["cover", "-p", "build", "app/main.c"], 2).contains("cannot read the response file build/CMakeFiles/gone.rsp"));
}

#[test]
fn settings_hold_unless_the_command_line_says_otherwise() {
    let project = Project::new();
    project.reply();
    project.file(
        "gotcha.toml",
        "schema = 1\n[project]\ncompile-commands = \"build\"\ntarget = \"app\"\n[tests]\ndir = \"tests/gotcha\"\n[limits]\ntime = \"40s\"\n",
    );
    let output = project.gotcha_in(&project.0.path().join("lib"), &["cover"]);
    assert!(stdout(&output).ends_with("VERDICT: complete\n"), "{}{}", stdout(&output), stderr(&output));
    assert!(project.0.path().join("tests/gotcha/main/metadata.xml").is_file());
    let other = project.gotcha(&["cover", "--target", "other", "--suite", "elsewhere"]);
    assert!(stderr(&other).contains("tests/other.c") || stdout(&other).contains("list_push"), "{}{}", stdout(&other), stderr(&other));
    assert!(project.0.path().join("elsewhere/metadata.xml").is_file());
    let config = stdout(&project.gotcha(&["config"]));
    assert!(config.contains("project.target = \"app\"  # gotcha.toml:4\n"), "{config}");
    assert!(config.contains("limits.time = \"40s\"  # gotcha.toml:8\n") && config.contains("world.args = any  # default\n"), "{config}");
    project.file("gotcha.toml", "[limits]\ntimes = \"40s\"\n");
    let wrong = project.gotcha(&["cover"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("gotcha.toml:2:1") && stderr(&wrong).contains("did you mean `limits.time`?"), "{}", stderr(&wrong));
}

#[test]
fn a_project_is_tested_without_naming_its_files() {
    let project = Project::new();
    project.reply();
    project.file(
        "gotcha.toml",
        "schema = 1\n[project]\ncompile-commands = \"build\"\ntarget = \"list\"\n[tests]\ndir = \"own\"\nframework = \"cmocka\"\n[world]\nargs = 3\n",
    );
    let output = project.gotcha_in(&project.0.path().join("lib"), &["test"]);
    let (out, err) = (stdout(&output), stderr(&output));
    if err.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {err}");
    }
    assert!(out.contains("list.c: list_push: 4 of 4 branches") && out.contains("util.c: list_helper: 0 of 0") && !out.contains("main"), "{out}{err}");
    let text = fs::read_to_string(project.0.path().join("own/test_list.c")).expect("it is there");
    assert!(text.contains("#include <cmocka.h>") && project.0.path().join(".gotcha/cache").is_dir(), "{text}");
    // Of one function, with words that are no file.
    let output = project.gotcha(&["test", "list_push", "--framework", "plain", "--out", "one"]);
    assert!(
        stdout(&output).starts_with("lib/list/list.c: list_push: ") && stdout(&output).contains("FUNCTIONS: 1  "),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
    // Two programs that are none together.
    project.database(&[("app", "app/main.c", "-I../lib/list -I../lib/text"), ("text", "lib/text/text.c", "-I../lib/text"), ("other", "tests/other.c", "")]);
    fs::remove_dir_all(project.0.path().join("build/.cmake")).expect("it was there");
    project.file("gotcha.toml", "schema = 1\n");
    let output = project.gotcha(&["test", "--out", "all"]);
    assert!(stderr(&output).contains("note: tests/other.c is left out: it defines main, as another file does"), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("lib/text/text.c: text_is_high: "), "{}", stdout(&output));
    project.file("gotcha.toml", "[tests]\nframework = \"cmoka\"\n");
    let wrong = project.gotcha(&["test"]);
    assert!(wrong.status.code() == Some(2) && stderr(&wrong).contains("there is no framework cmoka; known are plain, unity"), "{}", stderr(&wrong));
}

#[test]
fn settings_are_begun_and_never_replaced() {
    let project = Project::new();
    let output = project.gotcha(&["init"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "gotcha.toml is written\n"));
    let path = project.0.path().join("gotcha.toml");
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains("\ncompile-commands = \"build\"\n") && text.contains("\n# target = "), "{text}");
    let config = stdout(&project.gotcha(&["config"]));
    assert!(config.contains("project.compile-commands = \"build\"  # gotcha.toml:"), "{config}");
    fs::write(&path, "schema = 1\n").expect("written");
    let again = project.gotcha(&["init"]);
    assert!(again.status.code() == Some(1) || again.status.code() == Some(2), "{again:?}");
    assert!(stderr(&again).contains("gotcha.toml"), "{}", stderr(&again));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "schema = 1\n");
}

#[test]
fn two_definitions_are_not_one_program() {
    let project = Project::new();
    project.file("a.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n");
    project.file("b.c", "int x;\nint f(void) { return 2; }\n");
    let output = project.gotcha(&["cover", "a.c", "b.c"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(text.contains("redefinition of `f`") && text.contains("b.c:2:5") && text.contains("a.c:1"), "{text}");
    project.file("a.c", "int v = 1;\nint main(void) { return v; }\n");
    project.file("b.c", "int v = 2;\n");
    let text = stderr(&project.gotcha(&["cover", "a.c", "b.c"]));
    assert!(text.contains("b.c:1:5") && text.contains("a.c:1"), "{text}");
}

/// Macros make names of a word in the text and a number that the database says.
#[test]
fn names_that_macros_make_are_found() {
    let project = Project::new();
    project.file("wide/wide.h", "#define JOIN(a, b) a ## b\n#define WITH(a, b) JOIN(a, b)\n#define compare WITH(compare_, BITS)\n#define PRIVATE(name) WITH(_wide_, name)\nint compare(int a);\nint PRIVATE(count)(int a);\n");
    project.file("wide/compare.c", "#include \"wide.h\"\nint compare(int a) { if (PRIVATE(count)(a) > 3) return 1; return 0; }\n");
    project.file("wide/count.c", "#include \"wide.h\"\nint PRIVATE(count)(int a) { return a / 2; }\n");
    project.database(&[("wide", "wide/compare.c", "-DBITS=8"), ("wide", "wide/count.c", "-DBITS=8"), ("wide", "wide/fast.c", "-fassociative-math")]);
    let cover = |entry| project.gotcha(&["cover", "-p", "build", "--entry", entry, "--timeout", "10s"]);
    let output = cover("compare_8");
    assert!(stdout(&output).contains("GOALS: 2  COVERED: 2"), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("wide/count.c belongs to the program: it defines _wide_count"), "{}", stderr(&output));
    // A function that one file has for itself is not the one that others call.
    project.file("wide/own.c", "static int compare_8(int a) { return a; }\nint own(int a) { return compare_8(a); }\n");
    project.database(&[
        ("wide", "wide/compare.c", "-DBITS=8"),
        ("wide", "wide/count.c", "-DBITS=8"),
        ("wide", "wide/own.c", ""),
        ("wide", "wide/fast.c", "-fassociative-math"),
    ]);
    let output = cover("compare_8");
    assert!(stdout(&output).contains("GOALS: 2  COVERED: 2"), "{}{}", stdout(&output), stderr(&output));
    // A file that is not taken as it is compiled, and says what is asked for.
    project.file("wide/fast.c", "double fast_sum(double a) { return a + 1; }\n");
    let refused = cover("fast_sum");
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("fast.c: -fassociative-math is not supported"), "{}", stderr(&refused));
}

/// What a file uses depends on the data model, which the first file of a program says.
#[test]
fn what_files_use_depends_on_the_data_model() {
    let project = Project::new();
    project.file("m/first.c", "#ifdef __LP64__\n#define part wide_part\n#else\n#define part narrow_part\n#endif\nint part(int);\nint first(int a) { if (part(a) == 6) return 1; return 0; }\n");
    project.file("m/narrow.c", "int narrow_part(int a) { return 2 * a; }\n");
    project.file("m/wide.c", "int wide_part(int a) { return 2 * a; }\n");
    for (option, other) in [("-m32", "m/narrow.c"), ("-m64", "m/wide.c")] {
        project.database(&[("m", "m/first.c", option), ("m", "m/narrow.c", option), ("m", "m/wide.c", option)]);
        let output = project.gotcha(&["cover", "-p", "build", "--entry", "first", "--timeout", "10s", "--without", "replay"]);
        let notes: Vec<String> = stderr(&output).lines().filter(|line| line.contains("belongs to the program")).map(str::to_owned).collect();
        assert!(matches!(notes.as_slice(), [only] if only.contains(other)), "{option}: {notes:?}");
        assert!(stdout(&output).contains("GOALS: 2  COVERED: 2"), "{}", stdout(&output));
    }
}
