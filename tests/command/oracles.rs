//! A few programs of each campaign of `scripts`, with fixed seeds: csmith, own random programs, goals, proofs by
//! induction, undefined behaviour, functions of the C library, files in random worlds. Whoever has no Python, gcc or
//! csmith checks less.

use std::path::Path;
use std::process::Command;

/// Runs a campaign, which says itself what is wrong.
fn campaign(script: &str, options: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
    let output = Command::new("python3").arg(&path).args(["--gotcha", env!("CARGO_BIN_EXE_gotcha")]).args(options).output();
    let Ok(output) = output else { return };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{script} {options:?}:\n{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("programs "), "{said}");
}

fn installed(command: &str) -> bool {
    Command::new(command).arg("--version").output().is_ok()
}

#[test]
fn programs_of_csmith() {
    if installed("csmith") && Path::new("/usr/include/csmith/csmith.h").exists() {
        campaign("check-csmith", &["--count", "8", "--seed", "40"]);
    }
}

#[test]
fn random_programs_with_inputs() {
    campaign("check-random", &["--count", "15", "--seed", "1", "--runs", "2", "--models", "20"]);
}

#[test]
fn goals_of_random_programs() {
    campaign("check-random", &["--goals", "--count", "8", "--seed", "1"]);
}

#[test]
fn proofs_by_induction() {
    campaign("check-induction", &["--count", "6", "--seed", "301", "--time", "1"]);
}

#[test]
fn automata_of_formulas() {
    if Command::new("spin").arg("-V").output().is_ok() {
        campaign("check-ltl", &["--count", "60", "--seed", "1"]);
    }
}

#[test]
fn verdicts_of_formulas() {
    if Command::new("spin").arg("-V").output().is_ok() {
        campaign("check-ltl-programs", &["--count", "12", "--seed", "1", "--time", "2"]);
        campaign("check-ltl-programs", &["--count", "5", "--seed", "300", "--time", "2", "--moments", "3"]);
        campaign("check-ltl-programs", &["--count", "8", "--seed", "500", "--time", "2", "--heap"]);
    }
}

#[test]
fn functions_of_the_library() {
    if installed("gcc") {
        campaign("check-library", &["--calls", "12", "options", "patterns", "names", "chance", "signals", "expressions"]);
    }
}

#[test]
fn streams_and_files_in_random_worlds() {
    if installed("gcc") {
        campaign("check-streams", &["--programs", "6", "--length", "120", "--seed", "5"]);
    }
}

#[test]
fn undefined_behaviour() {
    campaign("check-ub", &["--count", "8", "--seed", "1", "--runs", "2"]);
}
