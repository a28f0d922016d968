//! `test --framework`: the tests compile with the framework, pass, see changes, and are chosen by their names.

use super::unit_tests::{LIST, gotcha};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// What tests use of Unity, as its documentation says it.
const UNITY: &str = r#"#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
static struct { jmp_buf frame; const char *file, *test; int failures, tests; } Unity;
void setUp(void);
void tearDown(void);
static inline void UnityFail(int line, const char *what)
{ printf("%s:%d:%s:FAIL: %s\n", Unity.file, line, Unity.test, what); Unity.failures++; longjmp(Unity.frame, 1); }
static inline void UnityDefaultTestRun(void (*run)(void), const char *name)
{ Unity.test = name; Unity.tests++; if (!setjmp(Unity.frame)) { setUp(); run(); } tearDown(); }
#define UNITY_BEGIN() (Unity.file = __FILE__, Unity.failures = 0)
#define UNITY_END() (printf("%d Tests %d Failures 0 Ignored\n", Unity.tests, Unity.failures), Unity.failures)
#define RUN_TEST(f) UnityDefaultTestRun(f, #f)
#define TEST_ASSERT_TRUE(c) do { if (!(c)) UnityFail(__LINE__, #c); } while (0)
#define TEST_ASSERT_EQUAL_INT64(e, a) TEST_ASSERT_TRUE((int64_t)(e) == (int64_t)(a))
#define TEST_ASSERT_EQUAL_UINT64(e, a) TEST_ASSERT_TRUE((uint64_t)(e) == (uint64_t)(a))
#define TEST_ASSERT_EQUAL_PTR(e, a) TEST_ASSERT_TRUE((uintptr_t)(e) == (uintptr_t)(a))
#define TEST_ASSERT_NOT_NULL(a) TEST_ASSERT_TRUE((a) != NULL)
"#;

/// A framework, and what its tests are compiled and linked with.
struct Framework {
    name: &'static str,
    header: &'static str,
    options: &'static [&'static str],
    libraries: &'static [&'static str],
    /// What a file of its tests has in it.
    parts: &'static [&'static str],
    /// How one test is chosen.
    choosing: fn(&str, &str) -> Vec<String>,
}

fn by_name(_suite: &str, test: &str) -> Vec<String> {
    vec![test.to_owned()]
}

impl Framework {
    fn compile(&self, folder: &Path, file: &str, program: &str) -> Output {
        let mut cc = Command::new("cc");
        cc.args(self.options).args(["-Wall", "-Wextra", "-Werror", "-I.", "-o", program, file, "-lm"]).args(self.libraries);
        cc.current_dir(folder).output().unwrap()
    }

    fn run(&self, folder: &Path, file: &str, choosing: &[String]) -> Output {
        let compiled = self.compile(folder, file, "tests_of_it");
        assert!(compiled.status.success(), "{}: {}", self.name, String::from_utf8_lossy(&compiled.stderr));
        Command::new(folder.join("tests_of_it")).args(choosing).current_dir(folder).output().unwrap()
    }

    fn is_here(&self, folder: &Path) -> bool {
        fs::write(folder.join("probe.c"), format!("{}\n", self.header)).unwrap();
        let mut cc = Command::new("cc");
        let output = cc.args(["-c", "-I.", "-o", "probe.o", "probe.c"]).current_dir(folder).output().unwrap();
        output.status.success()
    }

    /// Everything that holds of all frameworks. The answer is why nothing could be seen.
    fn check(&self) -> Option<String> {
        let folder = TempDir::new().unwrap();
        let folder = folder.path();
        fs::write(folder.join("unity.h"), UNITY).unwrap();
        if !self.is_here(folder) {
            return Some(format!("{} is not installed", self.name));
        }
        fs::write(folder.join("list.c"), LIST).unwrap();
        let said = gotcha(folder, &["test", "list.c", "--out", "t", "--time", "6s", "--framework", self.name]);
        if said.contains("confined") {
            return Some(format!("nothing is run natively here: {said}"));
        }
        assert!(said.contains("BRANCHES: 16 of 16 covered, 0 unreachable"), "{said}");
        let text = fs::read_to_string(folder.join("t/test_list.c")).unwrap();
        for part in self.parts {
            assert!(text.contains(part), "{}: {part}: {text}", self.name);
        }
        assert!(!text.contains("CHECK_"), "{text}");
        let shown = |output: &Output| format!("{}: {}{}", self.name, String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let passes = self.run(folder, "t/test_list.c", &[]);
        assert!(passes.status.success(), "{}", shown(&passes));
        let bugs = self.run(folder, "t/test_bugs_list.c", &[]);
        assert!(bugs.status.success(), "{}", shown(&bugs));
        let changes = [("l->len--", "l->len++"), ("return -1", "return 1"), ("? 2 : 3", "? 3 : 2"), ("status & 7", "status & 6")];
        for (from, to) in changes {
            fs::write(folder.join("list.c"), LIST.replace(from, to)).unwrap();
            let fails = self.run(folder, "t/test_list.c", &[]);
            assert!(!fails.status.success(), "{from} -> {to} is not seen: {}", shown(&fails));
        }
        // What is wrong in one function is not seen by the tests of another one.
        fs::write(folder.join("list.c"), LIST.replace("? 2 : 3", "? 3 : 2")).unwrap();
        let other = self.run(folder, "t/test_list.c", &(self.choosing)("list", "list_push_1"));
        assert!(other.status.success() && shown(&other).contains("1"), "{}", shown(&other));
        fs::write(folder.join("list.c"), LIST.replace("n == 77", "n == 78")).unwrap();
        let mended = self.run(folder, "t/test_bugs_list.c", &[]);
        assert!(!mended.status.success(), "{}", shown(&mended));
        let list = fs::read_to_string(folder.join("t/gotcha_tests.cmake")).unwrap();
        let chosen = (self.choosing)("list", "${name}").join(" ");
        assert!(list.contains(&format!("COMMAND test_list {chosen})")), "{list}");
        let again = gotcha(folder, &["test", "list.c", "--out", "t", "--framework", "plain"]);
        assert!(fs::read_to_string(folder.join("t/test_list.c")).unwrap().contains("CHECK_INT("), "{again}");
        None
    }
}

#[test]
fn unity() {
    let parts = &["#include \"unity.h\"", "TEST_ASSERT_EQUAL_INT64(", "RUN_TEST(list_remove_1)", "UNITY_END()", "void setUp(void)"];
    let framework = Framework { name: "unity", header: "#include \"unity.h\"", options: &["-std=c99"], libraries: &[], parts, choosing: by_name };
    if let Some(why) = framework.check() {
        eprintln!("skipped, since {why}");
    }
}

#[test]
fn cmocka() {
    let header = "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <cmocka.h>";
    let parts = &["#include <cmocka.h>", "assert_int_equal(result, ", "list_remove_1(void **state)", "cmocka_unit_test(list_remove_1)"];
    let framework = Framework { name: "cmocka", header, options: &["-std=c99"], libraries: &["-lcmocka"], parts, choosing: by_name };
    if let Some(why) = framework.check() {
        eprintln!("skipped, since {why}");
    }
}

#[test]
fn check() {
    let parts = &["START_TEST(list_remove_1)", "ck_assert_int_eq(result, ", "END_TEST", "tcase_add_exit_test(tcase, list_stop_"];
    let libraries = &["-lcheck", "-lsubunit", "-lrt", "-lpthread", "-lm"];
    let framework = Framework { name: "check", header: "#include <check.h>", options: &["-std=gnu99"], libraries, parts, choosing: by_name };
    if let Some(why) = framework.check() {
        eprintln!("skipped, since {why}");
    }
}

#[test]
fn criterion() {
    let parts = &["Test(list, list_remove_1)", "cr_assert_eq(result, ", ".exit_code = "];
    let choosing = |suite: &str, test: &str| vec!["--filter".to_owned(), format!("{suite}/{test}")];
    let header = "#include <criterion/criterion.h>";
    let framework = Framework { name: "criterion", header, options: &["-std=gnu99"], libraries: &["-lcriterion"], parts, choosing };
    if let Some(why) = framework.check() {
        eprintln!("skipped, since {why}");
    }
}
