//! Programs that read their command line and their standard input: tests that are folders, and the rules of competitions, by which there is no such world.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Two decisions, one by the command line and one by the standard input.
const READS: &str = "#include <stdio.h>
int main(int argc, char **argv) {
  if (argc == 3 && argv[2][0] == '-' && argv[2][1] == '\\n')
    return 7;
  if (getchar() == '(' && getchar() == 'x')
    return 8;
  return 0;
}
";

/// By the rules of competitions only the last decision is open.
const ASKS: &str = "extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  if (argc > 1)
    return 1;
  if (argv[1])
    return 2;
  if (__VERIFIER_nondet_int() == 77)
    return 3;
  return 0;
}
";

fn gotcha(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

#[test]
fn a_test_is_a_folder_whose_script_runs_the_program() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("reads.c"), READS).unwrap();
    let said = gotcha(folder.path(), &["cover", "reads.c", "--suite", "tests"]);
    assert!(said.contains("GOALS: 4  COVERED: 4"), "{said}");
    assert!(Command::new("cc").args(["-o", "reads", "reads.c"]).current_dir(folder.path()).status().unwrap().success());
    let mut ends = Vec::new();
    for test in entries(&folder.path().join("tests")).iter().filter(|test| test.is_dir()) {
        let run =
            Command::new("sh").arg(test.join("run.sh")).args(["--unconfined", "./reads"]).current_dir(folder.path()).stdin(Stdio::null()).status().unwrap();
        ends.extend(run.code());
    }
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends, [0, 7, 8], "as the interpreter says, the program ends in all of its ways");
    let said = gotcha(folder.path(), &["replay", "reads.c", "--suite", "tests"]);
    assert!(said.contains("REACHED: 4") && said.contains("DIFFER: 0  UNCONFIRMED: 0"), "{said}");
}

#[test]
fn a_function_that_nobody_knows_leaves_alone_what_only_prints() {
    let folder = TempDir::new().unwrap();
    let names = "extern int printf(const char *, ...);\nextern void observe(unsigned n);\nstatic int tells;\nint main(void) {\n  if (tells)\n    printf(\"%X\\n\", 3);\n\
                 \x20 observe(3u);\n  return 0;\n}\n";
    fs::write(folder.path().join("names.c"), names).unwrap();
    assert_eq!(gotcha(folder.path(), &["run", "names.c"]), "observe(3)\nOUTCOME: exit\n");
}

#[test]
fn a_script_compares_with_what_it_has_recorded() {
    let folder = TempDir::new().unwrap();
    let build = |text: &str| {
        fs::write(folder.path().join("reads.c"), text).unwrap();
        assert!(Command::new("cc").args(["-o", "reads", "reads.c"]).current_dir(folder.path()).status().unwrap().success());
    };
    build(READS);
    assert!(gotcha(folder.path(), &["cover", "reads.c", "--suite", "tests"]).contains("GOALS: 4  COVERED: 4"));
    let tests: Vec<PathBuf> = entries(&folder.path().join("tests")).into_iter().filter(|test| test.is_dir()).collect();
    let all = |mode: &str| {
        let run = |test: &PathBuf| Command::new("sh").arg(test.join("run.sh")).args(["--unconfined", mode, "./reads"]).current_dir(folder.path()).output();
        tests.iter().map(|test| run(test).unwrap().status.code()).collect::<Vec<_>>()
    };
    // What the program was seen to do.
    assert_eq!(all("--check"), vec![Some(0); tests.len()]);
    assert_eq!(all("--record"), vec![Some(0); tests.len()]);
    assert_eq!(all("--check"), vec![Some(0); tests.len()]);
    build(&READS.replace("return 7;", "{ puts(\"seven\"); return 7; }"));
    assert_eq!(all("--check").iter().filter(|end| **end == Some(1)).count(), 1, "one test prints something now");
    let said = gotcha(folder.path(), &["cover", "reads.c", "--suite", "tests"]);
    assert!(said.contains("GOALS: 4  COVERED: 4"), "what was recorded is part of the suite: {said}");
    let made = fs::read_to_string(folder.path().join("tests/tests.cmake")).unwrap();
    assert!(made.contains("function(gotcha_tests target)"), "{made}");
}

#[test]
fn what_native_runs_do_is_kept_with_the_tests_and_compared() {
    let folder = TempDir::new().unwrap();
    let build = |text: &str| {
        fs::write(folder.path().join("writes.c"), text).unwrap();
        assert!(Command::new("cc").args(["-o", "writes", "writes.c"]).current_dir(folder.path()).status().unwrap().success());
    };
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  if (argc == 2 && argv[1][0] == 'w') {\n\
                FILE *f = fopen(\"made\", \"w\");\n    fputs(\"text\", f);\n    return fclose(f);\n  }\n  if (getchar() == 'x')\n    abort();\n\
                puts(\"out\");\n  fputs(\"err\", stderr);\n  return 3;\n}\n";
    build(text);
    for suite in ["tests", "tests.zip"] {
        let said = gotcha(folder.path(), &["cover", "writes.c", "--suite", suite]);
        assert!(said.contains("COVERED: 4"), "{said}");
        if said.contains("is not kept with them") {
            return eprintln!("skipped, since nothing is run natively here: {said}");
        }
        let said = gotcha(folder.path(), &["replay", "writes.c", "--suite", suite]);
        assert!(said.contains("DIFFER: 0  UNCONFIRMED: 0"), "{said}");
    }
    let tests: Vec<PathBuf> = entries(&folder.path().join("tests")).into_iter().filter(|test| test.is_dir()).collect();
    let kept = |file: &str| tests.iter().filter_map(|test| fs::read_to_string(test.join("expect").join(file)).ok()).collect::<Vec<_>>();
    assert_eq!(kept("status").len(), tests.len());
    for (file, content) in [("status", "3\n"), ("status", "134\n"), ("stdout", "out\n"), ("stderr", "err"), ("work/made", "text")] {
        assert!(kept(file).iter().any(|kept| kept == content), "{file}: {:?}", kept(file));
    }
    // Without anybody having recorded anything.
    let all = || {
        let run =
            |test: &PathBuf| Command::new("sh").arg(test.join("run.sh")).args(["--unconfined", "--check", "./writes"]).current_dir(folder.path()).output();
        tests.iter().map(|test| run(test).unwrap().status.code()).collect::<Vec<_>>()
    };
    assert_eq!(all(), vec![Some(0); tests.len()]);
    for (changed, what) in [
        (text.replace("puts(\"out\")", "puts(\"other\")"), "standard output"),
        (text.replace("fputs(\"err\", stderr)", "fputs(\"other\", stderr)"), "standard error"),
        (text.replace("fputs(\"text\", f)", "fputs(\"other\", f)"), "files"),
        (text.replace("return 3", "return 4"), "exit status"),
    ] {
        build(&changed);
        assert!(all().contains(&Some(1)), "{what}");
        let said = gotcha(folder.path(), &["replay", "writes.c", "--suite", "tests"]);
        assert!(!said.contains("DIFFER: 0") && said.contains(&format!("the {what} of the native run: not as recorded")), "{said}");
    }
}

#[test]
fn tests_are_short_and_printable_where_that_is_enough() {
    let folder = TempDir::new().unwrap();
    let text = "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  if (argc > 2 && strlen(argv[2]) > 3)\n    return 1;\n\
                int c = getchar();\n  if (c > 3 && c != 'x' && getchar() > 4)\n    return 2;\n  return 0;\n}\n";
    fs::write(folder.path().join("long.c"), text).unwrap();
    for seed in ["0", "1", "2"] {
        let said = gotcha(folder.path(), &["cover", "long.c", "--suite", "tests", "--seed", seed]);
        assert!(said.contains("GOALS: 4  COVERED: 4"), "{said}");
        let tests: Vec<PathBuf> = entries(&folder.path().join("tests")).into_iter().filter(|test| test.is_dir()).collect();
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        for test in tests {
            words.push(fs::read(test.join("cmdline")).unwrap());
            texts.push(fs::read(test.join("stdin")).unwrap());
        }
        let is_printable = |byte: u8| (b' '..=b'~').contains(&byte);
        assert!(
            words.iter().flatten().all(|&byte| byte == 0 || is_printable(byte)) && texts.iter().flatten().all(|&byte| is_printable(byte)),
            "{words:?} {texts:?}"
        );
        // An argument, which may be empty, and one of four bytes, with the zeros behind them; two bytes.
        assert_eq!((words.iter().map(Vec::len).max(), texts.iter().map(Vec::len).max()), (Some(6), Some(2)), "{words:?} {texts:?}");
        let said = gotcha(folder.path(), &["replay", "long.c", "--suite", "tests"]);
        assert!(said.contains("REACHED: 4") && said.contains("DIFFER: 0  UNCONFIRMED: 0"), "{said}");
    }
}

#[test]
fn what_depends_on_the_moment_is_not_kept() {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        (
            "time.c",
            "#include <stdio.h>\n#include <time.h>\nint main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n  printf(\"%ld\\n\", (long)time(0));\n}\n",
        ),
        (
            "number.c",
            "#include <stdio.h>\n#include <unistd.h>\nint main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n  printf(\"%d\\n\", getpid());\n}\n",
        ),
        (
            "mode.c",
            "#include <sys/stat.h>\nint main(int argc, char **argv) {\n  if (argc > 1)\n    chmod(argv[1], 0600);\n  return chmod(\"here\", 0700);\n}\n",
        ),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        gotcha(folder.path(), &["cover", name, "--suite", "tests"]);
        let tests: Vec<PathBuf> = entries(&folder.path().join("tests")).into_iter().filter(|test| test.is_dir()).collect();
        assert!(!tests.is_empty() && tests.iter().any(|test| !test.join("expect").exists()), "{name}");
    }
}

#[test]
fn what_gcc_counts_of_confined_runs_is_left() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    // Two files of one name, and ends at which the C library writes no counters.
    fs::create_dir(folder.path().join("lib")).unwrap();
    file("lib/reads.c", "#include <unistd.h>\nvoid leave(int status) {\n  if (status == 8)\n    _exit(status);\n}\n");
    file("reads.c", &READS.replace("return 8", "leave(8)").replace("int main", "void leave(int);\nint main"));
    let said = gotcha(folder.path(), &["cover", "reads.c", "lib/reads.c", "--goals-in", "reads.c", "--suite", "tests"]);
    assert!(said.contains("GOALS: 4  COVERED: 4"), "{said}");
    let said = gotcha(folder.path(), &["replay", "reads.c", "lib/reads.c", "--goals-in", "lib/reads.c", "--suite", "tests", "--counters", "counts"]);
    assert!(said.contains("GOALS: 2  REACHED: 1") && said.contains("DIFFER: 0  UNCONFIRMED: 0"), "{said}");
    let files: Vec<String> = entries(&folder.path().join("counts")).iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect();
    assert_eq!(files, ["0-reads.gcda", "0-reads.gcno", "0-reads.o", "1-reads.gcda", "1-reads.gcno", "1-reads.o"]);
    let counts = Command::new("gcov").args(["--stdout", "counts/0-reads.gcda", "counts/1-reads.gcda"]).current_dir(folder.path()).output().unwrap();
    let counts = String::from_utf8(counts.stdout).unwrap();
    let count = |text: &str| counts.lines().find(|line| line.contains(text)).map(|line| line.split(':').next().unwrap_or_default().trim().to_owned());
    for counted in ["return 7", "leave(8)", "_exit(status)"] {
        assert_eq!(count(counted).as_deref(), Some("1"), "{counts}");
    }
    let said = gotcha(folder.path(), &["cover", "reads.c", "lib/reads.c", "--goals-in", "other.c"]);
    assert!(said.contains("no function of the program stands in other.c"), "{said}");
}

#[test]
fn by_the_rules_of_competitions_there_is_no_world() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("asks.c", ASKS);
    file("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    file("asks.yml", "format_version: '2.0'\ninput_files: 'asks.c'\nproperties:\n  - property_file: cover.prp\noptions:\n  language: C\n  data_model: LP64\n");
    let ways: [&[&str]; 3] = [&["asks.c", "--criterion", "testcomp"], &["asks.c", "--property", "cover.prp"], &["asks.yml"]];
    for (number, way) in ways.iter().enumerate() {
        let suite = format!("tests{number}");
        let said = gotcha(folder.path(), &[&["cover", "--suite", &suite], *way].concat());
        assert!(said.contains("GOALS: 6  COVERED: 4  UNREACHABLE: 2  UNDECIDED: 0"), "{way:?}: {said}");
        let tests = entries(&folder.path().join(&suite));
        assert!(tests.len() > 1 && tests.iter().all(|test| test.is_file() && test.extension().is_some_and(|e| e == "xml")), "{tests:?}");
    }
    let verified = |arguments: &[&str]| gotcha(folder.path(), &[&["verify", "--property"], arguments].concat());
    file("call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    file("reaches.c", "void reach_error(void) {}\nint main(int argc, char **argv) {\n  if (argc == 2)\n    reach_error();\n  return 0;\n}\n");
    assert!(verified(&["call.prp", "reaches.c"]).contains("VERDICT: true"), "nobody gives arguments");
    assert!(verified(&["unreach-call", "reaches.c"]).contains("VERDICT: false(unreach-call)"), "anybody may");
}

#[test]
fn what_is_assumed_of_the_command_line_is_told() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("asks.c"), ASKS).unwrap();
    let said = gotcha(folder.path(), &["cover", "asks.c", "--args", "0"]);
    assert!(
        said.contains("UNREACHABLE: 2  UNDECIDED: 0")
            && said.contains("assumed: at most 0 arguments of at most 255 bytes, and a program's name of at most 255"),
        "{said}"
    );
    for wrong in ["17", "2,256", "2,", ",3", "-1", "x"] {
        let said = gotcha(folder.path(), &["cover", "asks.c", &format!("--args={wrong}")]);
        assert!(said.contains("is a number from 0 to"), "{said}");
    }
    let said = gotcha(folder.path(), &["cover", "asks.c", "--args", "1", "--criterion", "testcomp"]);
    assert!(said.contains("there is no command line"), "{said}");
}

/// Reads a bit of everything.
const READS_ALL: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  FILE *f = fopen(\"cfg\", \"r\");
  if (argc == 2 && strcmp(argv[1], \"two words\") == 0 && f && getc(f) == 0 && getc(f) == 'x' && getenv(\"HOME\") && getchar() == '\\n' && getchar() == 'b')
    return 1;
  return 0;
}
";

#[test]
fn what_is_fixed_is_part_of_all_tests_and_told() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("all.c"), READS_ALL).unwrap();
    let fixed = ["--fix", "argv='two words'", "--fix", "stdin=\\nb", "--fix", "file(cfg)=\\0x", "--fix", "env(HOME)=/h"];
    let said = gotcha(folder.path(), &[&["cover", "all.c", "--suite", "tests", "--json", "said.json"], &fixed[..]].concat());
    assert!(said.contains("COVERED: 1  UNREACHABLE: 0  UNDECIDED: 1  TESTS: 1"), "{said}");
    let json = fs::read_to_string(folder.path().join("said.json")).unwrap();
    for told in ["assumed: argv = 'two words'", "assumed: stdin = '\\nb'", "assumed: file(cfg) = '\\x00x'", "assumed: env(HOME) = '/h'"] {
        assert!(said.contains(told) && json.contains(&told.replace('\\', "\\\\")), "{told}: {said}{json}");
    }
    let content = |file: &str| fs::read(folder.path().join("tests/0001").join(file)).unwrap();
    assert_eq!(["cmdline", "stdin", "env", "files/cfg"].map(content), [&b"two words\0"[..], b"\nb", b"HOME=/h\0", b"\0x"].map(<[u8]>::to_vec));
    let said = gotcha(folder.path(), &["replay", "all.c", "--suite", "tests"]);
    assert!(said.contains("REACHED: 1  TESTS: 1  AGREE: 1"), "{said}");
    let said = gotcha(folder.path(), &["replay", "all.c", "--suite", "tests", "--fix", "stdin=x"]);
    assert!(said.contains("--fix: a replay has the worlds of its tests"), "{said}");
}

#[test]
fn what_fails_in_a_test_is_brought_about_again() {
    let folder = TempDir::new().unwrap();
    let text = "#include <errno.h>\n#include <stdio.h>\nint main(void) {\n  int c = getchar();\n  if (c == EOF && ferror(stdin))\n    return errno == EBADF ? 2 : 3;\n\
                puts(\"out\");\n  if (fclose(stdout) != 0)\n    return c == 'x' ? 4 : 5;\n  return 0;\n}\n";
    fs::write(folder.path().join("fails.c"), text).unwrap();
    assert!(Command::new("cc").args(["-o", "fails", "fails.c"]).current_dir(folder.path()).status().unwrap().success());
    let said = gotcha(folder.path(), &["cover", "fails.c", "--failures", "2", "--criterion", "branch,operand", "--suite", "tests"]);
    let tests: Vec<PathBuf> = entries(&folder.path().join("tests")).into_iter().filter(|test| test.is_dir()).collect();
    let mut ends = Vec::new();
    for test in &tests {
        let run = |more: &str| {
            let all = ["--unconfined", more, "./fails"].into_iter().filter(|word| !word.is_empty());
            Command::new("sh").arg(test.join("run.sh")).args(all).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap().status.code()
        };
        ends.extend(run(""));
        // What was recorded, if something could be.
        assert_eq!(run("--check"), Some(0), "{}", test.display());
    }
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends, [0, 2, 3, 4, 5], "as the interpreter says, the program ends in all of its ways: {said}");
    let mut failures: Vec<String> = tests.iter().filter_map(|test| fs::read_to_string(test.join("failures")).ok()).collect();
    failures.sort_unstable();
    failures.dedup();
    for what in ["stdin is a directory\n", "stdin is closed\n", "stdout is full\n"] {
        assert!(failures.iter().any(|failure| failure == what), "{what}: {failures:?}");
    }
    let said = gotcha(folder.path(), &["replay", "fails.c", "--suite", "tests"]);
    assert!(said.contains("DIFFER: 0  UNCONFIRMED: 0"), "{said}");
    let said = gotcha(folder.path(), &["cover", "fails.c", "--criterion", "branch,operand", "--suite", "without"]);
    let without = entries(&folder.path().join("without")).iter().all(|test| !test.join("failures").exists());
    assert!(without && said.contains("UNDECIDED"), "nothing fails unless it is asked for: {said}");
}

#[test]
fn wrong_parts_of_the_world_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("asks.c"), ASKS).unwrap();
    for (wrong, why) in [
        (&["--stdin=70000"][..], "is not in 0..=65535"),
        (&["--files=4"], "N is a number from 0 to 3"),
        (&["--files=1,x"], "LEN is a number from 0 to 65535"),
        (&["--env=A-B"], "letters, digits and `_`"),
        (&["--env=LC_ALL"], "the C library reads LC_ALL itself"),
        (
            &["--failures=3"],
            "N is a number from 0 to 2: a test can bring about that the standard input is a directory or closed, and that the standard output is full",
        ),
        (&["--fix=argc=1"], "did you mean `argv=WORDS`?"),
        (&["--fix=file(../x)=1"], "without `/`"),
        (&["--fix=stdin=a", "--fix=stdin=b"], "--fix stdin is there twice"),
        (&["--fix=stdin=a", "--stdin=1"], "--fix stdin leaves nothing for --stdin to say"),
        (&["--fix=argv=a", "--args=1"], "--fix argv leaves nothing for --args to say"),
        (&["--fix=stdin=a", "--criterion=testcomp"], "--fix: only for programs that start in main"),
        (&["--stdin=1", "--env=HOME", "--entry=main2"], "--stdin, --env: only for programs that start in main"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args([&["cover", "asks.c"], wrong].concat()).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(why), "{wrong:?}: {said}");
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
    }
}

/// Asks for five files, one after the other, and says which are there.
const ASKS_FOR_FIVE: &str = "#include <stdio.h>
void tells(int);
int main(void) {
  char name[2] = \"a\";
  for (int i = 0; i < 5; i++) {
    name[0] = (char)('a' + i);
    FILE *f = fopen(name, \"r\");
    tells(f != NULL);
    if (f)
      fclose(f);
  }
  return 0;
}
";

#[test]
fn a_file_of_a_test_that_models_do_not_hold_is_not_said_to_be_absent() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("five.c"), ASKS_FOR_FIVE).unwrap();
    fs::create_dir_all(folder.path().join("test/files")).unwrap();
    let with = |name: &str| {
        fs::write(folder.path().join("test/files").join(name), "x").unwrap();
        gotcha(folder.path(), &["run", "five.c", "--world", "test"])
    };
    with("a");
    let said = with("c");
    assert!(said.contains("tells(1)\ntells(0)\ntells(1)\ntells(0)\ntells(0)\nOUTCOME: exit"), "{said}");
    let said = with("e");
    assert!(said.contains("tells(1)\ntells(0)\ntells(1)\ntells(0)\nOUTCOME: unsupported: more than 3 files"), "{said}");
    let text = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nvoid tells(int);\nint main(void) {\n  access(\"x\", 0), access(\"y\", 0), access(\"z\", 0);\n  tells(rename(\"no\", \"a\"));\n\
                tells(rename(\"b\", \"e\"));\n  tells(open(\"new\", O_WRONLY | O_CREAT, 0600));\n  return 0;\n}\n";
    fs::write(folder.path().join("five.c"), text).unwrap();
    let said = with("g");
    assert!(said.contains("tells(-1)\ntells(-1)\nOUTCOME: unsupported: more than 3 files"), "{said}");
}
