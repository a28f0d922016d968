//! The rules of the board, and the engines together on small programs in text form.

use crate::board::{Board, LostRuns};
use crate::collection::TestSink;
use crate::confirm::run_inputs;
use crate::induction::InductiveStep;
use crate::schedule::{Growth, Plan, analyse};
use crate::status::{Engine, Evidence, Proof, ProofMethod, Reason, Status, TestCase, TestId};
use crate::target::Target;
use automata::fql::GoalIndex;
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, InputId, Program, PropertyId};
use solver::embedded::Embedded;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TABLES: &str = "goto lp64 start begin
    input in0 \"nondet\" \"int\" i32
    goal g0 branch_goal \"zero\" begin \"\" goal g1 branch_goal \"one\" begin \"\"
    property p0 assertion \"p\" begin \"\"
    static x#0: i32 static y#1: i32 static z#2: i32\n";

/// Reads x; x == 1 reaches g0 and then divides by zero before the next input, x == 2 reaches g0 and ends well.
const CRASHES: &str = "function begin: fn() -> void {
    0: x#0 := INPUT in0 1: COVER g0 x#0 == 1 2: COVER g0 x#0 == 2 3: IF x#0 == 2 GOTO 5 4: y#1 := 1 / z#2 5: HALT exit }";

fn program(functions: &str) -> Arc<Program> {
    let program = goto::parse(&format!("{TABLES}{functions}")).unwrap_or_else(|e| panic!("{e}"));
    goto::assert_valid(&program, "the text");
    Arc::new(program)
}

/// Tests as a suite would get them.
struct Notes(Arc<Mutex<Vec<TestCase>>>);

impl TestSink for Notes {
    fn test(&mut self, _: &Program, test: &TestCase) -> io::Result<()> {
        self.0.lock().map_err(|_| io::Error::other("poisoned"))?.push(test.clone());
        Ok(())
    }

    fn arrange(&mut self, order: &[TestId]) -> io::Result<()> {
        let mut tests = self.0.lock().map_err(|_| io::Error::other("poisoned"))?;
        *tests = order.iter().map(|t| tests[t.index()].clone()).collect();
        Ok(())
    }
}

fn report(board: &Board, inputs: &[i128]) -> usize {
    let inputs: Vec<(InputId, Bits)> = inputs.iter().map(|&v| (InputId::new(0), Bits::from_signed(32, v))).collect();
    board.report_run(&run_inputs(&Compiled::new(board.program()), &inputs, &Stop::new(None)), Engine::SearchInterpreter)
}

fn decided(functions: &str, growth: Growth) -> Board {
    let board = Board::new(program(functions), None, LostRuns::Count);
    let plan = Plan::of(growth, vec![Engine::Bmc, Engine::Deduction]);
    analyse(&board, &plan, &Stop::new(None)).unwrap_or_else(|e| panic!("{e}"));
    board
}

const GROW: Growth = Growth::Jump { start: 1, step: None, max: Some(20) };

#[test]
fn a_test_is_written_at_once_and_ends_with_the_last_new_goal() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let body = "function begin: fn() -> void { 0: x#0 := INPUT in0 1: COVER g0 x#0 == 1 2: y#1 := INPUT in0 3: COVER g1 y#1 == 2 4: HALT exit }";
    let board = Board::new(program(body), Some(Box::new(Notes(Arc::clone(&notes)))), LostRuns::Count);
    assert_eq!(report(&board, &[1, 7]), 1);
    assert_eq!(report(&board, &[1, 8]), 0);
    assert_eq!(report(&board, &[0, 2]), 1);
    let tests = notes.lock().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(tests.iter().map(|t| t.inputs.len()).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(*tests, board.tests());
}

#[test]
fn what_is_decided_stays_decided() {
    let board = Board::new(program(CRASHES), None, LostRuns::Count);
    report(&board, &[2]);
    let covered = board.status(GoalId::new(0));
    let decision = board.decision(GoalId::new(0));
    assert_eq!((decision.map(|d| d.engine), board.decision(GoalId::new(1))), (Some(Engine::SearchInterpreter), None));
    assert!(covered.is_reached());
    board.exclude(GoalId::new(0), Proof { method: ProofMethod::ForwardCondition, k: None });
    board.resist(GoalId::new(0), Reason::Bound(1));
    assert_eq!((board.status(GoalId::new(0)), board.decision(GoalId::new(0))), (covered, decision));
}

#[test]
fn a_better_run_is_waited_for_where_a_replay_would_lose_the_goal() {
    let board = Board::new(program(CRASHES), None, LostRuns::Count);
    assert_eq!(report(&board, &[1]), 0);
    assert_eq!(report(&board, &[2]), 1);
    assert_eq!(board.tests()[0].inputs[0].1.unsigned(), 2);
}

#[test]
fn runs_that_crash_count_in_the_end_unless_a_replay_decides() {
    for (lost_runs, covered) in [(LostRuns::Count, 1), (LostRuns::KeepOpen, 0)] {
        let board = Board::new(program(CRASHES), None, lost_runs);
        for _ in 0..5 {
            report(&board, &[1]);
        }
        board.finish();
        assert_eq!(board.summary().covered, covered);
        // The test is written all the same.
        assert_eq!(board.tests().len(), 1);
        if lost_runs == LostRuns::KeepOpen {
            assert_eq!(board.status(GoalId::new(0)), Status::Open(Reason::LostByReplay));
        }
    }
}

/// Two goals that the test of x == 3 reaches together.
const TOGETHER: &str = "function begin: fn() -> void { 0: x#0 := INPUT in0 1: COVER g0 x#0 & 1 == 1 2: COVER g1 x#0 & 2 == 2 3: HALT exit }";

#[test]
fn tests_that_show_most_come_first() {
    for (minimise, expected) in [(false, [vec![3, 1], vec![2, 0]]), (true, [vec![3], vec![2]])] {
        let notes = Arc::new(Mutex::new(Vec::new()));
        let board = Board::new(program(TOGETHER), Some(Box::new(Notes(Arc::clone(&notes)))), LostRuns::Count);
        assert_eq!((report(&board, &[1]), report(&board, &[3])), (1, 1));
        board.finish();
        board.arrange(minimise);
        let tests = board.tests();
        assert_eq!(tests.iter().map(|t| t.inputs[0].1.unsigned()).collect::<Vec<_>>(), expected[0]);
        assert_eq!(tests.iter().map(|t| t.covers.len()).collect::<Vec<_>>(), expected[1].iter().map(|&n| n as usize).collect::<Vec<_>>());
        assert!((0..2).all(|g| board.status(GoalId::new(g)) == Status::Reached(Evidence::Test(TestId::new(0)))));
        assert!(tests.iter().enumerate().all(|(at, t)| t.id.index() == at));
        let noted = notes.lock().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(noted.iter().map(|t| t.inputs.clone()).collect::<Vec<_>>(), tests.into_iter().map(|t| t.inputs).collect::<Vec<_>>());
    }
}

/// x == 1 reaches g0 before the second input, g1 after it, and then divides by zero.
const LOST_LATE: &str = "function begin: fn() -> void {
    0: x#0 := INPUT in0 1: COVER g0 x#0 == 1 2: y#1 := INPUT in0 3: COVER g1 y#1 == 1 4: y#1 := 1 / z#2 5: HALT exit }";

#[test]
fn what_a_replay_keeps_and_what_it_loses_have_tests_of_their_own() {
    let inputs = [1, 1].map(|v| (InputId::new(0), Bits::from_signed(32, v)));
    let elsewhere = Board::new(program(LOST_LATE), None, LostRuns::Count);
    let tried = elsewhere.try_inputs(&Compiled::new(elsewhere.program()), &inputs, &[], Engine::Bmc, &Stop::new(None));
    let board = Board::new(program(LOST_LATE), None, LostRuns::Count);
    assert_eq!(board.report_last_resort(&tried, Engine::Bmc), 2);
    for minimise in [false, true] {
        board.arrange(minimise);
        assert_eq!(board.tests().iter().map(|t| t.inputs.len()).collect::<Vec<_>>(), [1, 2]);
    }
}

#[test]
fn what_a_replay_loses_is_written_once() {
    let body = "function begin: fn() -> void { 0: x#0 := INPUT in0 1: COVER g0 true 2: COVER g1 x#0 == 1 3: y#1 := 1 / z#2 4: HALT exit }";
    let board = Board::new(program(body), None, LostRuns::KeepOpen);
    for _ in 0..3 {
        report(&board, &[1]);
    }
    for _ in 0..2 {
        board.finish();
        assert_eq!(board.tests().len(), 1);
    }
}

#[test]
fn goals_are_covered_or_proved() {
    let board = decided("function begin: fn() -> void { 0: x#0 := INPUT in0 1: COVER g0 x#0 * 3 == 21 2: COVER g1 x#0 & 1 == 2 3: HALT exit }", GROW);
    assert!(board.status(GoalId::new(0)).is_reached());
    assert!(board.status(GoalId::new(1)).is_excluded());
}

const COUNTS: &str = "function begin: fn() -> void {
    0: x#0 := INPUT in0 1: IF x#0 == 0 GOTO 4 2: y#1 := y#1 + 1 3: GOTO 0 4: COVER g0 y#1 == 3 5: COVER g1 y#1 < 0 6: HALT exit }";

#[test]
fn a_bound_hides_goals_and_proves_none_unreachable() {
    let board = decided(COUNTS, Growth::Fixed(2));
    assert_eq!(board.status(GoalId::new(0)), Status::Open(Reason::Bound(2)));
    assert_eq!(board.status(GoalId::new(1)), Status::Open(Reason::Bound(2)));
}

#[test]
fn the_bound_grows_until_a_goal_is_found() {
    let board = decided(COUNTS, GROW);
    assert!(board.status(GoalId::new(0)).is_reached());
    assert!(matches!(board.status(GoalId::new(1)), Status::Open(Reason::Bound(_))));
}

#[test]
fn behind_the_unsupported_nothing_is_proved() {
    let board = decided(
        "function begin: fn() -> void { 0: x#0 := INPUT in0 1: IF x#0 == 5 GOTO 4 2: COVER g0 x#0 == 7 3: HALT exit
            4: UNSUPPORTED \"a hole\" 5: COVER g1 x#0 == 6 6: HALT exit }",
        GROW,
    );
    assert!(board.status(GoalId::new(0)).is_reached());
    assert!(matches!(board.status(GoalId::new(1)), Status::Open(Reason::Unsupported { .. })));
}

#[test]
fn a_violation_must_not_rest_on_indeterminate_values() {
    // y is any value: it may violate p0, or not. Refused models are no proof that it cannot.
    let open = decided("function begin: fn() -> void { 0: y#1 := HAVOC 1: x#0 := INPUT in0 2: ASSERT p0 y#1 == 1 || x#0 != 3 3: HALT exit }", GROW);
    assert!(open.status(PropertyId::new(0)).is_open());
    // Here no value of y avoids it.
    let violated = decided("function begin: fn() -> void { 0: y#1 := HAVOC 1: x#0 := INPUT in0 2: ASSERT p0 x#0 != 3 3: HALT exit }", GROW);
    assert!(violated.status(PropertyId::new(0)).is_reached());
}

#[test]
fn a_goal_must_not_rest_on_indeterminate_values() {
    for lost_runs in [LostRuns::Count, LostRuns::KeepOpen] {
        let body = "function begin: fn() -> void { 0: y#1 := HAVOC 1: x#0 := INPUT in0 2: COVER g0 y#1 == 0 && x#0 == 3 3: COVER g1 x#0 == 4 4: HALT exit }";
        let board = Board::new(program(body), None, lost_runs);
        for _ in 0..5 {
            assert_eq!(report(&board, &[3]), 0);
        }
        assert_eq!(report(&board, &[4]), 1);
        board.finish();
        assert_eq!(board.status(GoalId::new(0)), Status::Open(Reason::Indeterminate));
        assert_eq!(board.tests().iter().map(|t| t.covers.len()).collect::<Vec<_>>(), [1, 0]);
    }
}

#[test]
fn a_goal_that_all_indeterminate_values_lead_to_is_covered() {
    let body = "function begin: fn() -> void { 0: y#1 := HAVOC 1: x#0 := INPUT in0 2: IF y#1 == 0 GOTO 4 3: z#2 := 1 4: COVER g0 x#0 == 3 5: COVER g1 x#0 == 4 && z#2 == 0 6: HALT exit }";
    let board = decided(body, GROW);
    assert!(board.status(GoalId::new(0)).is_reached());
    assert_eq!(board.status(GoalId::new(1)), Status::Open(Reason::Indeterminate));
}

#[test]
fn a_model_of_an_inductive_step_tells_addresses() {
    // Where the object lies is for the machine to choose. That the first property depends on it is no reason to give up the other one.
    let text = "goto lp64 start begin property p0 assertion \"p\" begin \"\" property p1 assertion \"q\" begin \"\"
        static x#0: i32 static a#1: u64
        function begin: fn() -> void {
            0: a#1 := &x#0 as u64 1: x#0 := x#0 + 1 2: x#0 := x#0 & 7 3: ASSERT p0 a#1 & 4096u64 == 0u64 4: ASSERT p1 x#0 < 8 5: GOTO 1 }";
    let program = goto::parse(text).unwrap_or_else(|e| panic!("{e}"));
    goto::assert_valid(&program, "the text");
    let board = Board::new(Arc::new(program), None, LostRuns::Count);
    let mut step = InductiveStep::new(&board, Box::new(Embedded::new()), false);
    step.round(0, 10_000, &Stop::new(None));
    assert!(board.status(PropertyId::new(0)).is_open());
    assert!(board.status(PropertyId::new(1)).is_excluded());
}

/// One state reads a byte, the next adds to it, the third claims a bound of the sum: what the claim needs is known of two states only.
fn bounds_by_state(bound: u32) -> Arc<Program> {
    let text = format!(
        "goto lp64 start begin input in0 \"nondet\" \"int\" u8 property p0 assertion \"p\" begin \"\"
        static s#0: i32 static x#1: i32 static y#2: u8
        function begin: fn() -> void {{
            0: y#2 := INPUT in0 1: IF s#0 == 1 GOTO 6 2: IF s#0 == 2 GOTO 9 3: x#1 := y#2 as i32 4: s#0 := 1 5: GOTO 0
            6: x#1 := x#1 + 3 7: s#0 := 2 8: GOTO 0
            9: ASSERT p0 x#1 < {bound} 10: x#1 := 1000 11: s#0 := 0 12: GOTO 0 }}"
    );
    let program = goto::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    goto::assert_valid(&program, "the text");
    Arc::new(program)
}

#[test]
fn bounds_are_found_from_what_leads_to_a_target() {
    for (bound, holds) in [(259, true), (258, false)] {
        let board = Board::new(bounds_by_state(bound), None, LostRuns::Count);
        let mut step = InductiveStep::new(&board, Box::new(Embedded::new()), false);
        step.round(0, 100_000, &Stop::new(None));
        assert!(board.status(PropertyId::new(0)).is_open(), "without it the test would show nothing");
        step.try_frames(100_000, Duration::from_secs(60), &Stop::new(None), &|| Some(Box::new(Embedded::new())));
        assert_eq!(board.status(PropertyId::new(0)).is_excluded(), holds, "{bound}");
    }
}

#[test]
fn what_is_open_is_counted_whatever_happens() {
    let proof = Proof { method: ProofMethod::ForwardCondition, k: None };
    let board = Board::new(program(CRASHES), None, LostRuns::Count);
    let (zero, one) = (Target::Goal(GoalId::new(0)), Target::Goal(GoalId::new(1)));
    let n_open = |board: &Board| {
        assert_eq!(board.n_open(), board.open().len());
        board.n_open()
    };
    assert_eq!(n_open(&board), 3);
    board.exclude(one, proof);
    board.exclude(one, proof);
    report(&board, &[2]);
    assert_eq!(n_open(&board), 1);
    // A native run against a proof opens the goal again, one more covers it.
    board.report_native(TestId::new(0), &[GoalId::new(1)]);
    assert_eq!((board.status(one), board.decision(one), board.n_reopened()), (Status::Open(Reason::ReachedNatively), None, 1));
    assert_eq!(n_open(&board), 2);
    board.report_native(TestId::new(0), &[GoalId::new(1)]);
    assert_eq!((board.status(one), n_open(&board)), (Status::Reached(Evidence::Test(TestId::new(0))), 1));
    board.keep_shown_natively(&[GoalId::new(1)].into_iter().collect());
    assert_eq!((board.status(zero), n_open(&board)), (Status::Open(Reason::ExcessPrecision), 2));
    // What is not asked is not open.
    assert!(!board.is_open(GoalIndex(0)));
}

#[test]
fn what_native_runs_show_is_no_more_than_that() {
    let board = Board::new(program(CRASHES), None, LostRuns::Count);
    board.exclude(GoalId::new(1), Proof { method: ProofMethod::ForwardCondition, k: None });
    board.add_native_test(Vec::new());
    let before = board.summary();
    board.report_native_runs(TestId::new(0), &[GoalId::new(1), GoalId::new(0), GoalId::new(2)]);
    let summary = board.summary();
    // What is decided stays as it is.
    assert!(board.status(GoalId::new(1)).is_excluded());
    assert_eq!((summary.covered, summary.covered_natively), (before.covered + before.undecided, before.undecided));
    let natively = Status::Reached(Evidence::NativeRuns(TestId::new(0)));
    assert_eq!((0..3).filter(|&goal| board.status(GoalId::new(goal)) == natively).count(), before.undecided);
    assert!(before.undecided > 0);
}

#[test]
fn proofs_say_nothing_of_what_comes_behind_an_access_outside_of_objects() {
    let body = "function begin: fn() -> void {
        0: x#0 := INPUT in0 1: IF x#0 == 1 GOTO 3 2: COVER g0 true 3: y#1 := *(1048576u64 as *i32) 4: COVER g1 true 5: HALT exit }";
    let proof = Proof { method: ProofMethod::ForwardCondition, k: None };
    let board = Board::new(program(body), None, LostRuns::Count);
    let behind = GoalId::new(1);
    board.exclude(behind, proof);
    report(&board, &[1]);
    board.finish();
    assert!(matches!(board.status(behind), Status::Open(Reason::BeyondObjects(_))));
    assert_eq!((board.n_open(), board.n_reopened()), (board.open().len(), 1));
    // Nor do native runs, in which anything may happen there.
    board.report_native_runs(TestId::new(0), &[behind]);
    assert!(matches!(board.status(behind), Status::Open(Reason::BeyondObjects(_))));
    // Nor does a proof that comes later.
    board.exclude(behind, proof);
    assert!(matches!(board.status(behind), Status::Open(Reason::BeyondObjects(_))));
}
