//! What runs gotcha for others: the steps of the GitHub Action, the hook before commits, the package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]).args(arguments).current_dir(folder);
    let output = git.output().expect("git is installed");
    assert!(output.status.success(), "{}", shown(&output));
}

/// A repository with two files of C, the second one with a bug in main.
fn repository() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("sign.c"), "int sign(int a) { if (a < 0) return -1; return a > 0; }\n").unwrap();
    fs::write(folder.path().join("prog.c"), "int a[4];\nint main(void) {\n  for (int i = 0; i <= 4; i++)\n    a[i] = i;\n  return 0;\n}\n").unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "first"]);
    folder
}

/// The steps of the action, as GitHub calls them.
fn action(folder: &Path, inputs: &[(&str, &str)]) -> Output {
    let mut run = Command::new("python3");
    run.arg(script("action/run")).current_dir(folder).stdin(Stdio::null());
    run.env("INPUT_GOTCHA", env!("CARGO_BIN_EXE_gotcha")).env("GITHUB_STEP_SUMMARY", folder.join("step.md"));
    run.envs(inputs.iter().copied()).output().expect("python3 is installed")
}

#[test]
fn the_action_finds_violations_and_says_where() {
    let folder = repository();
    let folder = folder.path();
    let failed = action(folder, &[("INPUT_MODE", "check"), ("INPUT_TIMEOUT", "20")]);
    let said = shown(&failed);
    assert_eq!(failed.status.code(), Some(1), "{said}");
    assert!(said.lines().any(|line| line.starts_with("::error file=prog.c,line=4::")), "{said}");
    let sarif: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.join("gotcha-report/gotcha.sarif")).unwrap()).unwrap();
    let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "prog.c", "{sarif:#}");
    let summary = fs::read_to_string(folder.join("step.md")).unwrap();
    assert!(summary.starts_with("## gotcha check\n") && summary.contains("prog.c"), "{summary}");
    let tolerated = action(folder, &[("INPUT_TIMEOUT", "20"), ("INPUT_FAIL_ON", "error")]);
    assert!(tolerated.status.success(), "{}", shown(&tolerated));
    // Only what has changed.
    fs::write(folder.join("prog.c"), "int main(void) { return 0; }\n").unwrap();
    git(folder, &["commit", "-qam", "second"]);
    fs::write(folder.join("sign.c"), "int sign(int a) { return").unwrap();
    let changed = action(folder, &[("INPUT_BASE", "HEAD~1"), ("INPUT_TIMEOUT", "20")]);
    assert!(changed.status.success(), "{}", shown(&changed));
    let wrong = action(folder, &[("INPUT_FILES", "s*.c nowhere.c")]);
    let said = shown(&wrong);
    assert!(wrong.status.code() == Some(1) && said.contains("::error file=sign.c::") && said.contains("::error file=nowhere.c::"), "{said}");
    assert!(shown(&action(folder, &[("INPUT_FAIL_ON", "violatd")])).contains("reasons are violated"));
}

#[test]
fn the_action_sees_tests_that_are_out_of_date_and_tests_that_fail() {
    let folder = repository();
    let folder = folder.path();
    let inputs = [("INPUT_MODE", "generate"), ("INPUT_FILES", "sign.c"), ("INPUT_TIMEOUT", "20")];
    let first = action(folder, &inputs);
    if shown(&first).contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {}", shown(&first));
    }
    assert!(first.status.code() == Some(1) && shown(&first).contains("::warning file=tests/gotcha/test_sign.c::"), "{}", shown(&first));
    let second = action(folder, &inputs);
    assert!(second.status.success(), "{}", shown(&second));
    let passes = action(folder, &[("INPUT_MODE", "replay")]);
    assert!(passes.status.success() && shown(&passes).contains("passed tests/gotcha/test_sign.c"), "{}", shown(&passes));
    fs::write(folder.join("sign.c"), "int sign(int a) { if (a < 0) return 1; return a > 0; }\n").unwrap();
    let fails = action(folder, &[("INPUT_MODE", "replay")]);
    assert!(fails.status.code() == Some(1) && shown(&fails).contains("::error file=tests/gotcha/test_sign.c::"), "{}", shown(&fails));
    let outdated = action(folder, &inputs);
    assert!(outdated.status.code() == Some(1) && shown(&outdated).contains("outdated"), "{}", shown(&outdated));
}

#[test]
fn the_hook_runs_the_tests_of_what_is_committed() {
    let folder = repository();
    let folder = folder.path();
    let made = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["test", "sign.c"]).current_dir(folder).output().unwrap();
    if shown(&made).contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {}", shown(&made));
    }
    assert!(made.status.success(), "{}", shown(&made));
    let hook = |arguments: &[&str]| Command::new(script("pre-commit")).args(arguments).current_dir(folder).output().unwrap();
    let passes = hook(&["sign.c", "prog.c"]);
    assert!(passes.status.success() && shown(&passes) == "passed tests/gotcha/test_sign.c\n", "{}", shown(&passes));
    fs::write(folder.join("sign.c"), "int sign(int a) { if (a < 0) return -1; return a < 0; }\n").unwrap();
    assert!(hook(&[]).status.success(), "nothing is staged");
    // As git calls it.
    fs::create_dir_all(folder.join(".git/hooks")).unwrap();
    std::os::unix::fs::symlink(script("pre-commit"), folder.join(".git/hooks/pre-commit")).unwrap();
    let commit = |message: &str| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", message]).current_dir(folder).output().unwrap()
    };
    let refused = commit("wrong");
    assert!(!refused.status.success() && shown(&refused).contains("FAILED tests/gotcha/test_sign.c"), "{}", shown(&refused));
    fs::write(folder.join("sign.c"), "int sign(int a) { if (a < 0) return -1; return !!(a > 0); }\n").unwrap();
    let taken = commit("right");
    assert!(taken.status.success(), "{}", shown(&taken));
}

/// What the hooks and the package name is there.
#[test]
fn hooks_and_packages_name_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hooks = fs::read_to_string(root.join(".pre-commit-hooks.yaml")).unwrap();
    for entry in hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ")) {
        let first = entry.split(' ').next().unwrap();
        assert!(first == "gotcha" || root.join(first).is_file(), "{entry}");
    }
    let action = fs::read_to_string(root.join("scripts/action/action.yml")).unwrap();
    let steps = fs::read_to_string(root.join("scripts/action/run")).unwrap();
    for name in action.lines().filter_map(|line| line.trim().strip_prefix("INPUT_")).filter_map(|line| line.split(':').next()) {
        let option = name.to_lowercase().replace('_', "-");
        assert!(action.contains(&format!("\n  {option}:\n")) && steps.contains(&format!("given(\"{option}\"")), "{name}");
    }
    let folder = TempDir::new().unwrap();
    let gotcha = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_gotcha")).args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(gotcha(&["help", "--man", "man"]).status.success());
    assert!(folder.path().join("man/gotcha-lsp.1").is_file() && folder.path().join("man/gotcha-world.7").is_file());
    for shell in ["bash", "zsh", "fish"] {
        assert!(shown(&gotcha(&["help", "--completions", shell])).contains("framework"), "{shell}");
    }
}
