//! A project that CMake configures: what the real program writes is enough to analyse one of its targets with one command.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Two libraries and two programs, in folders of their own; a header that a script of the project makes, two static functions of one name, definitions of targets that differ,
/// and options in response files.
const FILES: [(&str, &str); 10] = [
    (
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.16)
project(lists C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_USE_RESPONSE_FILE_FOR_INCLUDES ON)
set(CMAKE_C_STANDARD 99)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/gen/limits_gen.h
  COMMAND ${CMAKE_COMMAND} -D OUT=${CMAKE_BINARY_DIR}/gen/limits_gen.h -P ${CMAKE_SOURCE_DIR}/limits.cmake
  DEPENDS limits.cmake)
add_custom_target(limits DEPENDS ${CMAKE_BINARY_DIR}/gen/limits_gen.h)
add_subdirectory(list)
add_subdirectory(text)
add_subdirectory(app)
",
    ),
    ("limits.cmake", "file(WRITE ${OUT} \"#define GEN_LIMIT 7\\n\")\n"),
    (
        "list/CMakeLists.txt",
        "add_library(list STATIC list.c)
add_dependencies(list limits)
target_include_directories(list PUBLIC include PRIVATE ${CMAKE_BINARY_DIR}/gen)
target_compile_definitions(list PRIVATE LIST_MAX=30 \"NAME=\\\"a b\\\"\")
",
    ),
    ("list/include/list.h", "int list_push(int v);\n"),
    (
        "list/list.c",
        "#include \"list.h\"\n#include \"limits_gen.h\"\nstatic int clamp(int v) { return v > LIST_MAX ? LIST_MAX : v; }\nint list_push(int v) {\n  \
         if (v == 77 || NAME[1] != ' ') return -1;\n  if (v > GEN_LIMIT) return clamp(v);\n  return 0;\n}\n",
    ),
    (
        "text/CMakeLists.txt",
        "add_library(text STATIC text.c)\ntarget_include_directories(text PUBLIC .)\ntarget_compile_options(text PRIVATE -funsigned-char)\n",
    ),
    ("text/text.h", "int text_is_high(const char *s);\n"),
    (
        "text/text.c",
        "#include \"text.h\"\nstatic int clamp(char c) { if (c < 0) return -1; return c; }\nint text_is_high(const char *s) { if (clamp(s[0]) > 127) return 1; return 0; }\n",
    ),
    (
        "app/CMakeLists.txt",
        "add_executable(app main.c)\ntarget_link_libraries(app list text)\nadd_executable(other other.c ../list/list.c)\nadd_dependencies(other limits)\n\
                            target_include_directories(other PRIVATE ../list/include ${CMAKE_BINARY_DIR}/gen)\ntarget_compile_definitions(other PRIVATE LIST_MAX=9 NAME=\"ab\")\n",
    ),
    (
        "app/main.c",
        "#include \"list.h\"\n#include \"text.h\"\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  int v = argc > 1 ? atoi(argv[1]) : 0;\n  char c[2] = { (char)v, 0 };\n  \
         if (list_push(v) < 0) return 1;\n  if (text_is_high(c)) return 2;\n  return 0;\n}\n",
    ),
];
const OTHER: (&str, &str) = ("app/other.c", "#include \"list.h\"\nint main(void) { return list_push(3); }\n");

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("{program}: {e}"))
}

fn all(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn gotcha(folder: &Path, arguments: &[&str]) -> Output {
    run(folder, env!("CARGO_BIN_EXE_gotcha"), arguments)
}

/// The project, configured and not built. `None` without CMake or what it builds with.
fn project(queries: bool) -> Option<tempfile::TempDir> {
    let is_there = |program: &str| Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
    if !is_there("cmake") || !is_there("make") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES.iter().chain([&OTHER]) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    // Without an answer it is not known which way of a file that is compiled in two belongs to which program.
    if !queries {
        fs::write(folder.path().join("app/CMakeLists.txt"), "add_executable(app main.c)\ntarget_link_libraries(app list text)\n").unwrap();
    } else {
        let query = folder.path().join("build/.cmake/api/v1/query");
        fs::create_dir_all(&query).unwrap();
        fs::write(query.join("codemodel-v2"), "").unwrap();
    }
    let output = run(folder.path(), "cmake", &["-S", ".", "-B", "build", "-G", "Unix Makefiles"]);
    assert!(output.status.success(), "{}", all(&output));
    Some(folder)
}

#[test]
fn a_target_of_a_real_project_is_analysed_by_one_command() {
    for queries in [true, false] {
        let Some(folder) = project(queries) else { return eprintln!("skipped, since cmake or make is not installed") };
        let folder = folder.path();
        let cover = ["cover", "-p", "build", "--target", "app", "--suite", "suite", "--timeout", "30s"];
        // What the build makes is not there yet. That the library belongs to the target, CMake says only to those who ask.
        let early = gotcha(folder, &[&cover[..5], &["--timeout", "2s"]].concat());
        assert_eq!(early.status.code(), Some(if queries { 2 } else { 20 }), "{}", all(&early));
        assert!(all(&early).contains("limits_gen.h: No such file"), "{}", all(&early));
        assert!(queries || all(&early).contains("note: list/list.c may define list_push, but it cannot be read: "), "{}", all(&early));
        let built = run(folder, "cmake", &["--build", "build"]);
        assert!(built.status.success(), "{}", all(&built));
        let database = fs::read_to_string(folder.join("build/compile_commands.json")).unwrap();
        assert!(database.contains("@CMakeFiles/list.dir/includes_C.rsp"), "{database}");
        let covered = gotcha(folder, &cover);
        let printed = String::from_utf8_lossy(&covered.stdout).into_owned();
        assert!(printed.ends_with("VERDICT: complete\n"), "queries: {queries}\n{}", all(&covered));
        // Both functions of one name are there, each with the definitions and options of its own target.
        assert!(printed.contains("text/text.c:2:28 clamp") && printed.contains("UNREACHABLE  c < 0"), "{printed}");
        assert!(all(&covered).contains("list/list.c belongs to the program") && !all(&covered).contains("other.c"), "{}", all(&covered));
        let replayed = gotcha(folder, &["replay", "-p", "build", "--target", "app", "--suite", "suite"]);
        assert!(String::from_utf8_lossy(&replayed.stdout).contains("DIFFER: 0  UNCONFIRMED: 0"), "{}", all(&replayed));
        let other = gotcha(folder, &["verify", "-p", "build", "--target", "other", "--timeout", "30s"]);
        assert!(!queries || all(&other).contains("VERDICT: true") && !all(&other).contains("text.c"), "{}", all(&other));
    }
}

/// The tests of a suite are tests of the project's own build.
#[test]
fn the_tests_of_a_target_run_under_ctest() {
    let Some(folder) = project(true) else { return eprintln!("skipped, since cmake or make is not installed") };
    let folder = folder.path();
    assert!(run(folder, "cmake", &["--build", "build", "--target", "limits"]).status.success());
    let covered = gotcha(folder, &["cover", "-p", "build", "--target", "app", "--scope", "list.c", "--timeout", "20s", "--suite", "suite"]);
    assert!(matches!(covered.status.code(), Some(0 | 20)), "{}", all(&covered));
    let list = fs::read_to_string(folder.join("CMakeLists.txt")).unwrap() + "enable_testing()\ninclude(suite/tests.cmake)\ngotcha_tests(app --unconfined)\n";
    fs::write(folder.join("CMakeLists.txt"), list).unwrap();
    let built = run(folder, "cmake", &["--build", "build"]);
    assert!(built.status.success(), "{}", all(&built));
    let tested = run(folder, "ctest", &["--test-dir", "build", "--output-on-failure"]);
    assert!(
        tested.status.success() && all(&tested).contains("100% tests passed") && all(&tested).contains("gotcha.app.0001") && !all(&tested).contains("Skipped"),
        "{}{}",
        all(&covered),
        all(&tested)
    );
}
