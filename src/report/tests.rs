//! Results of one small program, decided by hand.

use crate::history;
use crate::json::{self, Run, Statistics};
use crate::text;
use engine::board::{Board, LostRuns};
use engine::status::{Engine, Proof, ProofMethod, Reason};
use goto::interp::{InputSource, Limits, run};
use goto::{Bits, DataModel, GoalId, Id, InputId, Program, PropertyId, TypeId};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PROGRAM: &str = r#"
goto lp64 start main
file file0 "a.c"
input in0 "__VERIFIER_nondet_int" "int" i32
goal g0 branch_goal "main.branch.0.true" main "x > 3" @0:2:7
goal g1 branch_goal "main.branch.0.false" main "x > 3" @0:2:7
goal g2 branch_goal "main.branch.1.true" main "0" @0:4:7
property p0 assertion "main.assertion.1" main "x < 9" @0:3:3
static x#0: i32 @0:1:5
function main: fn() -> void @0:2:1 {
  0: x#0 := INPUT in0  @2:5
  1: COVER g0 x#0 > 3
  2: COVER g1 x#0 <= 3
  3: ASSERT p0 x#0 < 9
  4: HALT exit
}
"#;

struct Five;

impl InputSource for Five {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        Some(Bits::new(width, 5))
    }
}

fn program() -> Program {
    goto::parse::parse(PROGRAM).unwrap_or_else(|e| panic!("{e}"))
}

fn board() -> Board {
    let board = Board::new(Arc::new(program()), None, LostRuns::Count);
    let run = run(board.program(), &mut Five, &Limits { steps: 100, work: u64::MAX, memory: 1 << 20, depth: 10, stop: &|| false });
    board.report_run(&run, Engine::Bmc);
    board.exclude(GoalId::new(2), Proof { method: ProofMethod::ForwardCondition, k: Some(1) });
    board.resist(GoalId::new(1), Reason::Bound(1));
    board
}

fn info(board: &Board) -> Run {
    let verdict = text::cover_verdict(board);
    Run {
        files: vec!["a.c".into()],
        program_hash: None,
        entry: "main".into(),
        model: DataModel::Ilp32,
        asked: vec!["branch".into()],
        verdict: verdict.word().into(),
        reason: verdict.reason().map(str::to_string),
        warnings: Vec::new(),
        start: Instant::now(),
        statistics: Statistics::default(),
    }
}

#[test]
fn the_json_of_cover_keeps_its_contract() {
    let board = board();
    let result: Value = serde_json::from_str(&json::cover(&info(&board), Some(&board), None).text()).unwrap();
    assert_eq!(result["tool"]["name"], "gotcha");
    assert_eq!(result["program"]["data_model"], "ilp32");
    assert_eq!((result["verdict"].as_str(), result["reason"].as_str()), (Some("incomplete"), Some("bound 1")));
    assert_eq!(result["summary"], serde_json::json!({"goals": 3, "covered": 1, "unreachable": 1, "undecided": 1, "tests": 1}));
    let goal = |n: usize| &result["goals"][n];
    assert_eq!((goal(1).get("time"), goal(1).get("engine")), (None, None));
    let expected = serde_json::json!({"time": 0.0, "engine": "bmc", "id": "main.branch.0.true", "file": "a.c", "line": 2, "column": 7, "function": "main", "kind": "branch",
                                      "text": "x > 3", "status": "covered", "test": 1, "reached_by": 1});
    assert_eq!(goal(0), &expected);
    assert_eq!((&goal(1)["status"], &goal(1)["reason"]), (&"undecided".into(), &"bound 1".into()));
    assert_eq!(goal(2)["proof"], serde_json::json!({"method": "forward-condition", "k": 1}));
    let expected =
        serde_json::json!([{"id": 1, "inputs": [{"function": "__VERIFIER_nondet_int", "type": "int", "value": "5"}], "covers": ["main.branch.0.true"]}]);
    assert_eq!(result["tests"], expected);
}

#[test]
fn the_json_of_verify() {
    let board = board();
    let mut info = info(&board);
    info.verdict = text::verify_verdict(&board).word().into();
    let result: Value = serde_json::from_str(&json::verify(&info, Some(&board), &|| false).text()).unwrap();
    assert_eq!(result["verdict"], "unknown");
    assert_eq!(result["properties"][0]["status"], "unknown");
    board.exclude(PropertyId::new(0), Proof { method: ProofMethod::ForwardCondition, k: None });
    assert_eq!(text::verify_verdict(&board), text::Verdict::True);
    let result: Value = serde_json::from_str(&json::verify(&info, Some(&board), &|| false).text()).unwrap();
    assert_eq!(result["properties"][0]["proof"]["method"], "forward-condition");
}

#[test]
fn the_history_of_a_board() {
    let before = Instant::now() - Duration::from_secs(5);
    let series = history::series(Some(&board()), before, Duration::from_secs(9));
    let lines: Vec<&str> = series.lines().collect();
    assert_eq!(&lines[..2], ["time,covered,unreachable,undecided", "0.000,0,0,3"]);
    assert!(lines[lines.len() - 2].starts_with("5.") && lines[lines.len() - 2].ends_with(",1,1,1"), "{series}");
    assert_eq!(lines.last(), Some(&"9.000,1,1,1"));
    assert_eq!(history::series(None, before, Duration::ZERO).lines().count(), 3);
}

#[test]
fn what_a_person_reads() {
    let board = board();
    let expected = "a.c:2:7 main.branch.0.false  UNDECIDED    x > 3  (bound 1)\na.c:4:7 main.branch.1.true   UNREACHABLE  0  (forward-condition, k = 1)\n";
    assert_eq!(text::goal_lines(&board, "main", false), expected);
    assert!(text::goal_lines(&board, "main", true).starts_with("a.c:2:7 main.branch.0.true   COVERED      x > 3  (test 1)\n"));
    assert_eq!(text::summary_line(&board.summary()), "GOALS: 3  COVERED: 1  UNREACHABLE: 1  UNDECIDED: 1  TESTS: 1\n");
    assert_eq!(text::cover_verdict(&board).to_string(), "incomplete(bound 1)");
    assert!(
        text::property_lines(&board, text::Listing { entry: "main", all: true, within_bound: false, trace: true })
            .contains("a.c:3:3 main.assertion.1  UNKNOWN")
    );
}

#[test]
fn without_a_board_there_is_a_result_all_the_same() {
    let board = board();
    let result: Value = serde_json::from_str(&json::cover(&info(&board), None, None).text()).unwrap();
    assert_eq!(result["summary"]["goals"], 0);
}
