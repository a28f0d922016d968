//! `ltl` interrupted by bounds and continued (`--resume`): the verdicts of regression programs, and files that say nothing of what is asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GOTCHA: &str = env!("CARGO_BIN_EXE_gotcha");

fn ltl(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/ltl");
    let Output { status, stdout, stderr } =
        Command::new(GOTCHA).arg("ltl").args(["--quiet", "--jobs", "1"]).args(arguments).current_dir(folder).output().unwrap();
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

fn verdict(arguments: &[&str]) -> String {
    let (_, out, err) = ltl(arguments);
    let last = out.lines().last().unwrap_or_default();
    last.strip_prefix("VERDICT: ").unwrap_or_else(|| panic!("{arguments:?}: {out}{err}")).to_owned()
}

/// The programs of `regression/ltl` whose verdict is `true` or `false`: their names, what the command gets beside limits of time, and the verdict.
fn decided() -> Vec<(String, Vec<String>, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/ltl");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let comment = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
        let (Some(command), Some(verdict)) = (comment("// gotcha: ltl"), comment("// verdict: ")) else { continue };
        // Formulas in quotation marks, as in a shell.
        let mut options: Vec<String> = Vec::new();
        for (number, part) in command.split('\'').enumerate() {
            if number % 2 == 1 {
                options.push(part.to_owned());
            } else {
                options.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        if let Some(at) = options.iter().position(|o| o == "--timeout") {
            options.drain(at..at + 2);
        }
        if verdict.starts_with("true") || verdict.starts_with("false") {
            found.push((file.file_name().unwrap().to_string_lossy().into_owned(), options, verdict));
        }
    }
    found
}

#[test]
fn what_is_interrupted_comes_to_the_same_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let programs = decided();
    assert!(programs.len() > 25);
    let mut interrupted = 0;
    for (name, options, expected) in programs {
        let mut fixed: Vec<&str> = vec![&name];
        fixed.extend(options.iter().map(String::as_str));
        let parts = ["1", "2"].map(|bound| folder.path().join(format!("{name}.{bound}.spc")).to_string_lossy().into_owned());
        let first = verdict(&[&fixed[..], &["--timeout", "6s", "--strategy", "bmc", "--unwind", "1", "--condition", &parts[0]]].concat());
        if !first.starts_with("unknown") {
            assert!(first.starts_with(&expected), "{name} up to 1: {first}");
            continue;
        }
        let more = ["--timeout", "6s", "--strategy", "bmc", "--unwind", "2", "--resume", &parts[0], "--condition", &parts[1]];
        let second = verdict(&[&fixed[..], &more].concat());
        assert!(second.starts_with("unknown") || second.starts_with(&expected), "{name} from 1 to 2: {second}");
        let from = if second.starts_with("unknown") { &parts[1] } else { &parts[0] };
        let last = verdict(&[&fixed[..], &["--timeout", "100s", "--resume", from]].concat());
        assert!(last.starts_with(&expected), "{name}: {last}\n{}", fs::read_to_string(from).unwrap());
        interrupted += 1;
    }
    assert!(interrupted > 12);
}

const COUNTS: &str = "extern int __VERIFIER_nondet_int(void);
int x, n;
int main(void) {
  for (;;) {
    x = __VERIFIER_nondet_int() & 3;
    if (x == 2) n++;
    if (n == 6) for (;;) x = 1;
    x = 0;
  }
}
";

/// The lasso begins on a path that was looked at, and closes behind it.
#[test]
fn a_state_may_come_back_behind_what_was_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (file, part, rest) = (path("a.c"), path("part.spc"), path("rest.spc"));
    fs::write(&file, COUNTS).unwrap();
    let fixed = [file.as_str(), "--formula", "G F \"x == 0\"", "--timeout", "100s"];
    for (bound, from, to) in [("2", None, &part), ("4", Some(&part), &rest)] {
        let from = from.map_or(Vec::new(), |from| vec!["--resume", from.as_str()]);
        let bounded = verdict(&[&fixed[..], &["--strategy", "bmc", "--unwind", bound, "--condition", to], &from].concat());
        assert!(bounded.starts_with("unknown"), "{bounded}");
        assert!(fs::read_to_string(to).unwrap().contains(&format!("INITIAL STATE Bound{bound};")));
    }
    assert_eq!(verdict(&[&fixed[..], &["--resume", &rest]].concat()), "false(ltl)");
}

#[test]
fn what_was_looked_at_for_one_formula_answers_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (file, part) = (path("a.c"), path("part.spc"));
    fs::write(&file, COUNTS).unwrap();
    let formula = "G F \"x == 0\"";
    let fixed = [file.as_str(), "--timeout", "60s"];
    verdict(&[&fixed[..], &["--formula", formula, "--strategy", "bmc", "--unwind", "2", "--condition", &part]].concat());
    let refused = |arguments: &[&str]| {
        let (status, _, err) = ltl(&[&fixed[..], &["--resume", &part], arguments].concat());
        assert_eq!(status, Some(1), "{arguments:?}: {err}");
        err
    };
    assert!(refused(&["--formula", "G F \"x == 1\""]).contains("not for the formula G F \"x == 1\""));
    assert!(refused(&["--formula", formula, "--data-model", "ilp32"]).contains("another program"));
    let text = fs::read_to_string(&part).unwrap();
    fs::write(&part, text.split_once('\n').unwrap().1).unwrap();
    assert!(refused(&["--formula", formula]).contains("gotcha did not write this automaton"));
    // An automaton of what is not to happen counts by what it says, not by its name.
    let hoa = path("never.hoa");
    let automaton = |proposition: &str| {
        format!("HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"{proposition}\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {{0}}\n[0] 0\n--END--\n")
    };
    fs::write(&hoa, automaton("x < 3")).unwrap();
    verdict(&[&fixed[..], &["--buchi", &hoa, "--strategy", "bmc", "--unwind", "1", "--condition", &part]].concat());
    fs::write(&hoa, automaton("x == 0")).unwrap();
    assert!(fs::read_to_string(&part).unwrap().contains("INITIAL STATE Bound"));
    assert!(refused(&["--buchi", &hoa]).contains("it was written for the formula not "));
}
