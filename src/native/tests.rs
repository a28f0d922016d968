//! Programs that do all that a program should not, and batches of runs.

use super::*;
use goto::limits::{Stop, StopReason};
use goto::{Bits, GoalId, Id, Program, PropertyId};
use std::time::{Duration, Instant};

const LIMITS: RunLimits = RunLimits { steps: 1_000_000, memory: 64 << 20, depth: 1000 };

/// A program with an `int` `x`, an `int *` `p`, a static `int` `g` whose address is taken, and what stands in `body`, of so many goals and one property.
fn program(goals: usize, body: &str) -> Program {
    let mut text = "goto lp64 start begin file file0 \"a.c\" static g#0: i32 static big#4: [100000]i32 ".to_owned();
    text.push_str("input in0 \"__VERIFIER_nondet_int\" \"int\" i32 property p0 assertion \"begin.assertion.1\" begin \"x\" @0:1:1 ");
    for goal in 0..goals {
        text.push_str(&format!("goal g{goal} branch_goal \"begin.branch.{goal}.true\" begin \"x\" @0:1:1 "));
    }
    text.push_str("function begin: fn() -> void { local x#1: i32 local p#2: *i32 ");
    text.push_str(body);
    text.push_str(" } function deep: fn(i32) -> i32 { parameter n#3: i32 0: n#3 := CALL deep(n#3 + 1) 1: RETURN n#3 + 1 }");
    goto::parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn native(goals: usize, body: &str) -> Native {
    Native::build(&program(goals, body), &BuildLimits::default(), &Stop::new(None)).unwrap_or_else(|e| panic!("{e}"))
}

fn request(inputs: &[Bits]) -> Request<'_> {
    Request { inputs, change: Change::None, tail: Tail::Same(0), most: 100, seed: 1, runs: 1, until: Until { goals: true, outcomes: false }, limits: LIMITS }
}

fn int(n: i32) -> Bits {
    Bits::from_signed(32, n.into())
}

/// How the program ends, and then whether the process is still well.
fn end(body: &str) -> End {
    let mut native = native(1, body);
    let first = native.run(&request(&[])).end;
    assert_eq!(native.run(&request(&[])).end, first, "the same again");
    assert_eq!(native.restarts(), 0);
    first
}

#[test]
fn every_way_to_end() {
    assert_eq!(end("0: HALT exit"), End::Exit);
    assert_eq!(end("0: HALT abort"), End::Abort);
    assert_eq!(end("0: RETURN"), End::Exit);
    assert_eq!(end("0: x#1 := INPUT in0 1: ASSUME x#1 == 1 2: HALT exit"), End::AssumptionFailed);
    assert_eq!(end("0: x#1 := INPUT in0 1: GOTO 0 2: HALT exit"), End::InputsExhausted);
    assert_eq!(end("0: GOTO 0 1: HALT exit"), End::Hang);
    assert_eq!(end("0: x#1 := CALL deep(0) 1: HALT exit"), End::StackOverflow);
    assert_eq!(end("0: x#1 := INPUT in0 1: x#1 := 1 / x#1 2: HALT exit"), End::Crash);
    assert_eq!(end("0: x#1 := INPUT in0 1: x#1 := -2147483648 % (x#1 - 1) 2: HALT exit"), End::Crash);
}

#[test]
fn wild_pointers_touch_nothing() {
    for address in
        ["0", "8", "0x400000", "0x601000", "0x10000000", "0x60000000", "0x70000000", "0x90000000", "0x90001000", "0x7fffffffe000", "0x555555555000", "-8"]
    {
        let address = i64::from_str_radix(address.trim_start_matches("0x"), if address.starts_with("0x") { 16 } else { 10 }).unwrap();
        assert_eq!(end(&format!("0: p#2 := {address}i64 as *i32 1: *p#2 := 7 2: HALT exit")), End::Crash, "{address:#x}");
    }
}

#[test]
fn objects_end_where_they_end() {
    let sized = |index: i64| format!("0: p#2 := ALLOCATE heap 10u64 1: x#1 := *(p#2 + {index}i64) 2: FREE p#2 as *void 3: HALT exit");
    assert_eq!(end(&sized(0)), End::Exit);
    assert_eq!(end(&sized(1)), End::Exit);
    assert_eq!(end(&sized(2)), End::Crash);
    assert_eq!(end(&sized(-1)), End::Crash);
    assert_eq!(end(&sized(1000)), End::Crash);
    assert_eq!(end("0: p#2 := &g#0 1: *p#2 := 3 2: HALT exit"), End::Exit);
    assert_eq!(end("0: p#2 := &g#0 + 1i64 1: *p#2 := 3 2: HALT exit"), End::Crash);
    assert_eq!(end("0: x#1 := INPUT in0 1: big#4[x#1 - 1] := 3 2: HALT exit"), End::Crash);
    assert_eq!(end("0: x#1 := INPUT in0 1: big#4[x#1 + 99999] := 3 2: HALT exit"), End::Exit);
}

#[test]
fn constants_end_where_variables_begin() {
    let text = |store: &str| {
        format!(
            "goto lp64 start begin static text#0: [2]i8 constant static next#1: i32 \
             function begin: fn() -> void {{ local p#2: *i8 local q#3: *i32 0: p#2 := &text#0[0i64] 1: q#3 := &next#1 2: {store} 3: HALT exit }}"
        )
    };
    for (store, expected) in [("*p#2 := 1i8", End::Crash), ("*q#3 := 1", End::Exit)] {
        let program = goto::parse(&text(store)).unwrap_or_else(|e| panic!("{e}"));
        let mut native = Native::build(&program, &BuildLimits::default(), &Stop::new(None)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(native.run(&request(&[])).end, expected, "{store}");
    }
}

#[test]
fn the_heap_is_guarded() {
    assert_eq!(end("0: p#2 := ALLOCATE heap 4u64 1: FREE p#2 as *void 2: FREE p#2 as *void 3: HALT exit"), End::Crash);
    assert_eq!(end("0: p#2 := ALLOCATE heap 4u64 1: FREE p#2 as *void 2: x#1 := *p#2 3: HALT exit"), End::Crash);
    assert_eq!(end("0: p#2 := ALLOCATE heap 0u64 1: FREE p#2 as *void 2: FREE 0u64 as *void 3: HALT exit"), End::Exit);
    assert_eq!(end("0: p#2 := &g#0 1: FREE p#2 as *void 2: HALT exit"), End::Crash);
    assert_eq!(end("0: p#2 := ALLOCATE heap 4000000000u64 1: HALT exit"), End::MemoryLimit);
    assert_eq!(end("0: p#2 := ALLOCATE heap 60000u64 1: GOTO 0 2: HALT exit"), End::MemoryLimit);
    assert_eq!(end("0: p#2 := ALLOCATE heap 50000000u64 1: *(p#2 + 12000000i64) := 1 2: HALT exit"), End::Exit);
}

#[test]
fn runs_do_not_see_each_other() {
    let body = "0: x#1 := INPUT in0 1: COVER g0 g#0 != 0 || big#4[99999] != 0 2: p#2 := &g#0 3: *p#2 := x#1 4: big#4[x#1 + 99998] := 1
        5: p#2 := ALLOCATE heap 400000u64 6: COVER g1 *(p#2 + 99999i64) != 0 7: *(p#2 + 99999i64) := 1 8: HALT exit";
    let mut native = native(2, body);
    for _ in 0..3 {
        let inputs = [int(1)];
        let seen = native.run(&Request { runs: 50, ..request(&inputs) });
        assert_eq!((seen.runs, seen.end, seen.goals().len()), (50, End::Exit, 0));
    }
}

#[test]
fn each_run_of_a_batch_has_a_list_of_its_own() {
    let body = "0: x#1 := INPUT in0 1: COVER g0 x#1 == 5 2: x#1 := INPUT in0 3: COVER g1 x#1 == 7 4: HALT exit";
    let mut native = native(2, body);
    let lists = [vec![int(1)], Vec::new(), vec![int(5), int(7)]];
    let seen = native.run(&Request { runs: 10, change: Change::Lists(&lists), ..request(&[int(5)]) });
    assert_eq!((seen.runs, seen.goals().len()), (3, 2));
    assert_eq!(seen.inputs().map(|i| i.1).collect::<Vec<_>>(), lists[2]);
    // In turn; with as many as there is room for.
    let lists = [vec![int(1); MAX_INPUTS], vec![int(5), int(7)]];
    native.ask_again(GoalId::new(0));
    let seen = native.run(&Request { runs: 10, change: Change::Lists(&lists), ..request(&[]) });
    assert_eq!((seen.runs, seen.goals().len()), (10, 0));
}

#[test]
fn a_run_tells_what_it_did() {
    let body = "0: x#1 := INPUT in0 1: COVER g0 x#1 == 5 2: ASSERT p0 x#1 < 5 3: x#1 := INPUT in0 4: COVER g1 x#1 < 0 5: HALT exit";
    let mut native = native(2, body);
    let inputs = [int(5), int(-3)];
    let seen = native.run(&request(&inputs));
    assert_eq!(seen.inputs().map(|i| i.1).collect::<Vec<_>>(), inputs);
    assert_eq!(seen.goals().collect::<Vec<_>>(), [(GoalId::new(0), 1), (GoalId::new(1), 2)]);
    assert_eq!(seen.violations().collect::<Vec<_>>(), [(PropertyId::new(0), 1)]);
    assert_eq!((seen.end, seen.new_goals), (End::Exit, 3));
    let comparisons: Vec<_> = seen.comparisons().map(|c| (c.a as i64, c.b as i64, c.inputs_before)).collect();
    assert_eq!(comparisons, [(5, 5, 1), (5, 5, 1), (-3, 0, 2)]);
    assert_eq!(native.run(&request(&inputs)).new_goals, 0);
    native.ask_again(GoalId::new(0));
    native.ask_again_for(PropertyId::new(0));
    assert_eq!(native.run(&request(&inputs)).new_goals, 2);
    assert_eq!(native.places().len(), 3);
}

#[test]
fn a_batch_ends_at_what_is_new() {
    let body = "0: x#1 := INPUT in0 1: IF !(x#1 == 77) GOTO 3 2: COVER g0 true 3: HALT exit";
    let mut native = native(1, body);
    let changes: Vec<(usize, Bits)> = (0..100).map(|n| (0, int(n))).collect();
    let inputs = [int(1)];
    let each = Request { change: Change::Each(&changes), runs: 100, ..request(&inputs) };
    let seen = native.run(&each);
    assert_eq!((seen.runs, seen.new_goals), (78, 1));
    assert_eq!(seen.inputs().next().unwrap().1, int(77));
    assert_eq!(native.run(&each).runs, 100);
    let outcomes = Request { until: Until { goals: false, outcomes: true }, ..each };
    let first = native.run(&outcomes);
    assert!(first.runs == 100 && first.new_outcomes == 0, "the runs before showed both outcomes");
}

#[test]
fn random_inputs_depend_on_the_seed_alone() {
    let body = "0: x#1 := INPUT in0 1: GOTO 0 2: HALT exit";
    let mut native = native(0, body);
    native.set_constants(&Constants { compared: &[123_456], other: &[], floats: &[] });
    for tail in [Tail::Random, Tail::Sticky] {
        let mut draw = |seed| native.run(&Request { tail, seed, ..request(&[]) }).inputs().map(|i| i.1).collect::<Vec<_>>();
        let first = draw(1);
        assert_eq!(first.len(), 100);
        assert!(first.contains(&int(123_456)));
        assert_eq!(draw(1), first);
        assert_ne!(draw(2), first);
    }
    let base: Vec<Bits> = (0..20).map(int).collect();
    for seed in 0..50 {
        let change = Change::Random { other: &base };
        let seen = native.run(&Request { change, seed, ..request(&base) });
        assert_eq!((seen.end, seen.inputs().len()), (End::InputsExhausted, 100));
    }
    let first_of =
        |native: &mut Native, tail, base: &[Bits]| native.run(&Request { tail, most: 5, ..request(base) }).inputs().map(|i| i.1.signed()).collect::<Vec<_>>();
    assert_eq!(first_of(&mut native, Tail::Again(2), &base[..3]), [0, 1, 2, 1, 2]);
    assert_eq!(first_of(&mut native, Tail::Rising(-3), &base[..2]), [0, 1, -2, -5, -8]);
    let limits: Vec<i128> = (0..6).map(|which| native.run(&Request { tail: Tail::Limit(which), ..request(&[]) }).inputs().next().unwrap().1.signed()).collect();
    assert_eq!(limits, [-2_147_483_648, 2_147_483_647, -1, -2_147_483_647, 2_147_483_646, 0]);
}

#[test]
fn a_request_to_stop_ends_a_batch() {
    let stop = Stop::new(None);
    let program = program(0, "0: x#1 := INPUT in0 1: HALT exit");
    let mut native = Native::build(&program, &BuildLimits::default(), &stop).unwrap();
    let other = stop.clone();
    let helper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.request(StopReason::Interrupt);
    });
    let start = Instant::now();
    let seen = native.run(&Request { runs: u32::MAX, tail: Tail::Random, ..request(&[]) });
    assert!(!seen.is_lost() && seen.runs < u32::MAX);
    assert!(start.elapsed() < Duration::from_secs(20));
    helper.join().unwrap();
    assert!(matches!(Native::build(&program, &BuildLimits::default(), &stop), Err(BuildError::Stopped)));
}

#[test]
fn a_process_that_dies_is_replaced() {
    let mut native = native(1, "0: x#1 := INPUT in0 1: COVER g0 x#1 == 3 2: HALT exit");
    native.kill_for_test();
    let inputs = [int(3)];
    assert_eq!(native.run(&request(&inputs)).new_goals, 1);
    assert_eq!(native.restarts(), 0);
}

#[test]
fn what_kills_the_process_is_lost() {
    let mut native = native(1, "0: x#1 := INPUT in0 1: COVER g0 x#1 == 3 2: HALT exit");
    let process = native.process_for_test();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        // SAFETY: the process is a child that nobody has waited for.
        unsafe { libc::kill(process, libc::SIGKILL) };
    });
    assert!(native.run(&Request { runs: u32::MAX, ..request(&[]) }).is_lost());
    killer.join().unwrap();
    let inputs = [int(3)];
    assert_eq!(native.run(&request(&inputs)).new_goals, 1);
    assert_eq!(native.restarts(), 1);
}

#[test]
fn a_process_lives_on_without_the_thread_that_started_it() {
    let mut native = std::thread::spawn(|| native(1, "0: x#1 := INPUT in0 1: COVER g0 x#1 == 3 2: HALT exit")).join().unwrap();
    let inputs = [int(3)];
    assert_eq!(native.run(&request(&inputs)).new_goals, 1);
}

#[test]
fn what_has_no_translation_is_an_error() {
    let text = "goto lp64 start begin static r#0: i32 rounding r#0 function begin: fn() -> void { 0: HALT exit }";
    let Ok(program) = goto::parse(text) else { return };
    assert!(matches!(Native::build(&program, &BuildLimits::default(), &Stop::new(None)), Err(BuildError::Unsupported(_))));
}
