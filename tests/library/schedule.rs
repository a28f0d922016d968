//! What the scheduler does where memory gets short.

use engine::board::{Board, LostRuns};
use engine::schedule::{Growth, InductiveTurns, Plan, analyse};
use engine::status::Engine;
use frontend::{LoadOptions, load};
use goto::limits::Stop;
use instrument::{Criterion, instrument};
use solver::SpecError;
use solver::smtlib::ProcessLimits;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// No square ends so: bits show it, runs do not.
const PROGRAM: &str = "extern unsigned __VERIFIER_nondet_uint(void);
    int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x * x == 7) return 1; return 0; }";

fn plan(jobs: usize) -> Result<Plan, SpecError> {
    Ok(Plan {
        growth: Growth::Jump { start: 1, step: None, max: None },
        per_loop: Default::default(),
        solvers: vec!["embedded".parse()?],
        process_limits: ProcessLimits::default(),
        jobs,
        seed: 0,
        engines: vec![Engine::SearchInterpreter, Engine::Bmc],
        simple_paths: false,
        inductive_turns: InductiveTurns::AmongOthers,
    })
}

/// How many goals are open in the end, and how many runs the search made.
fn analysed(jobs: usize, stop: &Stop) -> (usize, u64) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let mut loaded = load(&[file], &LoadOptions::default()).unwrap();
    instrument(&mut loaded.program, &loaded.decisions, &[Criterion::Branch], None);
    let board = Board::new(Arc::new(loaded.program), None, LostRuns::Count);
    let effort = analyse(&board, &plan(jobs).unwrap(), stop).unwrap();
    (board.n_open(), effort.search_runs)
}

#[test]
fn the_search_goes_on_where_unrollings_give_way() {
    for jobs in [1, 2] {
        let (open, few) = analysed(jobs, &Stop::new(None));
        assert_eq!(open, 0);
        // Without a deadline the end of the unrollings is the end.
        let short = Stop::new(None);
        short.free_memory();
        assert_eq!(analysed(jobs, &short).0, 1);
        let deadline = Instant::now() + Duration::from_secs(1);
        let short = Stop::new(Some(deadline));
        short.free_memory();
        let (open, many) = analysed(jobs, &short);
        assert!(open == 1 && Instant::now() >= deadline && many > few, "{open} open, {many} runs after {few}");
    }
}
