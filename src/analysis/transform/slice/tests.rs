use super::*;
use goto::{parse, print_function};

const TABLES: &str = "goto lp64 start begin
    input in0 \"nondet\" \"int\" i32
    goal g0 branch_goal \"zero\" f \"\" goal g1 branch_goal \"one\" f \"\"
    property p0 assertion \"p\" f \"\"
    static x#0: i32 static y#1: i32 static z#2: i32 static p#3: *i32 static q#4: *void
    function begin: fn() -> void { 0: CALL f() 1: HALT exit }\n";

/// The instructions of a function, after slicing for the goals that are listed.
fn sliced(functions: &str, open: &[usize], show: usize) -> String {
    let mut program = parse(&format!("{TABLES}{functions}")).unwrap_or_else(|e| panic!("{e}"));
    goto::assert_valid(&program, "the text");
    slice(&mut program, &|g| open.contains(&g.index()), &|_| false);
    let printed = print_function(&program, FuncId::new(show));
    let lines = printed.lines().map(|l| l.split("  //").next().unwrap_or(l).trim());
    lines.filter(|l| l.starts_with(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join("\n")
}

fn check(functions: &str, open: &[usize], show: usize, expected: &str) {
    let expected = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(sliced(functions, open, show), expected);
}

#[test]
fn decided_goals_go_and_execution_ends_behind_the_last_open_one() {
    let body = "function f: fn() -> void {
        0: x#0 := INPUT in0 1: COVER g0 x#0 == 1 2: IF x#0 == 1 GOTO 5 3: y#1 := INPUT in0 4: GOTO 7
        5: COVER g1 true 6: x#0 := INPUT in0 7: x#0 := 3 8: RETURN }";
    check(
        body,
        &[1],
        1,
        "0: x#0 := INPUT in0\n1: SKIP\n2: IF x#0 == 1 GOTO 5\n3: HALT exit\n4: HALT exit\n5: COVER g1 true\n6: HALT exit\n7: HALT exit\n8: HALT exit",
    );
    let all = sliced(body, &[], 1);
    assert!(all.lines().all(|l| l.ends_with("HALT exit")), "{all}");
}

#[test]
fn loops_that_come_back_to_an_open_goal_go_on() {
    let body = "function f: fn() -> void {
        0: y#1 := INPUT in0 1: IF y#1 == 3 GOTO 5 2: COVER g0 x#0 == 9 3: x#0 := x#0 + 1 4: GOTO 0 5: y#1 := INPUT in0 6: RETURN }";
    check(body, &[0], 1, "0: y#1 := INPUT in0\n1: IF y#1 == 3 GOTO 5\n2: COVER g0 x#0 == 9\n3: x#0 := x#0 + 1\n4: GOTO 0\n5: HALT exit\n6: HALT exit");
}

#[test]
fn calls_and_returns_are_followed() {
    let functions = "function f: fn() -> void { 0: CALL g() 1: CALL h() 2: CALL g() 3: RETURN }
        function g: fn() -> void { 0: x#0 := 1 1: RETURN }
        function h: fn() -> void { 0: COVER g0 x#0 == 1 1: RETURN }";
    check(functions, &[0], 1, "0: CALL g()\n1: CALL h()\n2: HALT exit\n3: HALT exit");
    check(functions, &[0], 2, "0: x#0 := 1\n1: RETURN");
    check(functions, &[0], 3, "0: COVER g0 x#0 == 1\n1: HALT exit");
    check(functions, &[0], 0, "0: CALL f()\n1: HALT exit");
}

#[test]
fn a_call_through_a_pointer_may_reach_any_function_whose_address_is_taken() {
    let functions = "function f: fn() -> void { local t#5: *fn() -> void 0: t#5 := &h as *fn() -> void 1: CALL *t#5() 2: RETURN }
        function h: fn(i32) -> void { parameter n#6: i32 0: COVER g0 true 1: RETURN }";
    check(functions, &[0], 1, "0: t#5 := &h as *fn() -> void\n1: CALL *t#5()\n2: HALT exit");
}

#[test]
fn stores_that_influence_nothing_go() {
    let body = "function f: fn() -> void {
        0: x#0 := INPUT in0 1: y#1 := x#0 + 1 2: z#2 := y#1 * 2 3: y#1 := INPUT in0 4: z#2 := HAVOC
        5: COVER g0 x#0 == 2 6: RETURN }";
    check(body, &[0], 1, "0: x#0 := INPUT in0\n1: SKIP\n2: SKIP\n3: y#1 := INPUT in0\n4: SKIP\n5: COVER g0 x#0 == 2\n6: HALT exit");
    let chain = "function f: fn() -> void { 0: z#2 := 7 1: y#1 := z#2 2: x#0 := y#1 3: COVER g0 x#0 == 7 4: RETURN }";
    check(chain, &[0], 1, "0: z#2 := 7\n1: y#1 := z#2\n2: x#0 := y#1\n3: COVER g0 x#0 == 7\n4: HALT exit");
}

#[test]
fn what_may_crash_stays_with_what_it_needs() {
    let body = "function f: fn() -> void {
        0: x#0 := INPUT in0 1: y#1 := 5 / x#0 2: p#3 := &z#2 3: z#2 := *p#3 4: y#1 := 7 % 2 5: q#4 := ALLOCATE heap 4u64 6: COVER g0 true 7: RETURN }";
    check(body, &[0], 1, "0: x#0 := INPUT in0\n1: y#1 := 5 / x#0\n2: p#3 := &z#2\n3: z#2 := *p#3\n4: SKIP\n5: SKIP\n6: COVER g0 true\n7: HALT exit");
}

#[test]
fn a_decided_condition_that_may_crash_is_still_evaluated() {
    let body = "function f: fn() -> void {
        0: x#0 := INPUT in0 1: COVER g0 5 / x#0 == 1 2: IF !(5 / x#0 == 1) GOTO 3 3: ASSERT p0 7 / x#0 == 1 4: COVER g1 x#0 == 0 5: RETURN }";
    check(body, &[1], 1, "0: x#0 := INPUT in0\n1: SKIP\n2: IF !(5 / x#0 == 1) GOTO 3\n3: IF 7 / x#0 == 1 GOTO 4\n4: COVER g1 x#0 == 0\n5: HALT exit");
}

#[test]
fn arguments_and_results_carry_influence() {
    let functions = "function f: fn() -> void { 0: y#1 := INPUT in0 1: z#2 := 3 2: x#0 := CALL g(y#1, z#2) 3: COVER g0 x#0 == 4 4: RETURN }
        function g: fn(i32, i32) -> i32 { parameter a#5: i32 parameter b#6: i32 local c#7: i32 0: c#7 := a#5 + 1 1: b#6 := 5 2: RETURN c#7 }";
    check(functions, &[0], 1, "0: y#1 := INPUT in0\n1: SKIP\n2: x#0 := CALL g(y#1, z#2)\n3: COVER g0 x#0 == 4\n4: HALT exit");
    check(functions, &[0], 2, "0: c#7 := a#5 + 1\n1: SKIP\n2: RETURN c#7");
}
