//! Solvers started through the guard: they answer, keep to their limits, and leave nothing behind.

use goto::Bits;
use goto::limits::Stop;
use solver::smtlib::ProcessLimits;
use solver::{Answer, Query, SolverSpec, Unknown, open};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use term::TermPool;

fn limits() -> ProcessLimits {
    ProcessLimits { guard: Some(PathBuf::from(env!("CARGO_BIN_EXE_gotcha"))), seconds: Some(100), memory: Some(4 << 30), ..Default::default() }
}

#[test]
fn guarded_solvers_answer() {
    for name in ["z3", "yices", "cvc5", "bitwuzla", "boolector", "mathsat"] {
        let Ok(mut solver) = open(&name.parse().unwrap(), &limits()) else { continue };
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let seven = pool.constant(Bits::new(8, 7));
        let truth = pool.eq(x, seven);
        let query = Query { assumptions: &[truth], any_of: &[], wanted: &[x], stop: &Stop::new(None), budget: None };
        let Answer::Sat(model) = solver.check(&pool, &query) else { panic!("{name}") };
        assert_eq!(model.values[&x], Bits::new(8, 7));
    }
}

#[test]
fn guarded_processes_end_with_their_children() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let script = format!("sleep 1000 & echo $! > {}; wait", file.display());
    let spec = SolverSpec::Command(["sh", "-c", &script].map(str::to_string).to_vec());
    let mut solver = open(&spec, &limits()).unwrap();
    let pool = TermPool::new();
    let query = Query { assumptions: &[], any_of: &[], wanted: &[], stop: &Stop::new(None), budget: Some(Duration::from_millis(500)) };
    let start = Instant::now();
    assert!(matches!(solver.check(&pool, &query), Answer::Unknown(Unknown::Budget)));
    drop(solver);
    assert!(start.elapsed() < Duration::from_secs(3));
    let child = std::fs::read_to_string(file).unwrap();
    let alive = || {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", child.trim()));
        status.is_ok_and(|text| !text.contains(") Z "))
    };
    while alive() && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!alive(), "process {child} is left");
}

#[test]
fn wrong_arguments_of_the_guard_are_refused() {
    for args in [&["__solver"][..], &["__solver", "/dev/null", "x", "0", "--", "true"], &["__solver", "/nowhere/pid", "0", "0", "--", "true"]] {
        let status = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(args).stdin(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}
