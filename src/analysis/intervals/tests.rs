use super::number::Number;
use super::*;
use goto::parse::parse;
use goto::{Id, SymbolId};

struct Analysed {
    program: Program,
    intervals: Intervals,
}

fn analysed(text: &str) -> Analysed {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    goto::assert_valid(&program, "parsing it");
    let intervals = analysed_with(&program, BUDGET);
    assert!(intervals.is_complete());
    Analysed { program, intervals }
}

/// A program of one function.
fn body(variables: &str, body: &str) -> Analysed {
    analysed(&format!("goto lp64 start f input in0 \"nondet\" \"int\" i32 {variables} function f: fn() -> void {{ {body} }}"))
}

impl Analysed {
    /// What is known of a variable where an instruction of the start function starts.
    fn at(&self, instr: usize, name: &str) -> Number {
        let At::Known(facts) = self.intervals.at(self.program.start, InstrId::new(instr)) else { panic!("{instr} is not reached") };
        let symbol = self.program.symbols.iter().find(|(_, s)| s.name == name).map_or(SymbolId::new(0), |(id, _)| id);
        let cell = self.intervals.cells.of_symbol(symbol)[0];
        facts.of(cell).map_or_else(|| panic!("{name} is not there"), |n| (**n).clone())
    }
}

fn range(low: i128, high: i128, step: i128) -> Number {
    Number::range(low, high, step).expect("is not empty")
}

#[test]
fn a_counter_stays_within_its_bound() {
    let found = body("static x#0: i32", "0: x#0 := 0 1: IF !(x#0 < 100) GOTO 4 2: x#0 := x#0 + 1 3: GOTO 1 4: SKIP 5: HALT exit");
    assert_eq!(found.at(1, "x"), range(0, 100, 1));
    assert_eq!(found.at(4, "x"), Number::constant(100));
}

#[test]
fn steps_are_kept_and_wrap() {
    let found = body("static x#0: u8 static y#1: u8", "0: x#0 := 3u8 1: x#0 := x#0 + 4u8 2: y#1 := y#1 + 3u8 3: GOTO 1");
    assert_eq!(found.at(1, "x"), range(3, 255, 4));
    assert_eq!(found.at(1, "y"), range(0, 255, 1));
}

#[test]
fn states_of_a_machine_are_kept_one_by_one() {
    let found = body(
        "static s#0: i32 static x#1: i32",
        "0: x#1 := INPUT in0 1: IF s#0 == 0 GOTO 5 2: IF s#0 == 70 && x#1 == 1 GOTO 7 3: IF s#0 == 4096 GOTO 9 4: GOTO 0
         5: s#0 := 70 6: GOTO 0 7: s#0 := 4096 8: GOTO 0 9: IF s#0 == 5 GOTO 11 10: GOTO 0 11: s#0 := 77 12: GOTO 0",
    );
    assert_eq!(found.at(0, "s"), Number::Few(vec![0, 70, 4096]));
    assert_eq!(found.intervals.decided_guards(), [(found.program.start, InstrId::new(9), false)]);
}

#[test]
fn a_test_of_a_copy_is_a_test_of_the_variable() {
    let found = body(
        "static x#0: i32",
        "local t#1: i32 local b#2: bool 0: x#0 := INPUT in0 1: DECL t#1 2: DECL b#2 3: t#1 := x#0 4: IF t#1 == 7 GOTO 8 5: b#2 := x#0 < 3 6: IF b#2 GOTO 10
         7: HALT exit 8: x#0 := x#0 + 1 9: HALT exit 10: HALT exit",
    );
    assert_eq!(found.at(8, "x"), Number::constant(7));
    assert_eq!(found.at(7, "x").low(), 3);
    assert_eq!(found.at(10, "x").high(), 2);
}

#[test]
fn what_a_call_cannot_change_stays() {
    let found = analysed(
        "goto lp64 start f static x#0: i32 static y#1: i32
         function f: fn() -> void { local r#2: i32 0: x#0 := 5 1: DECL r#2 2: r#2 := CALL g(1) 3: IF x#0 == 5 GOTO 5 4: SKIP 5: r#2 := CALL g(4) 6: GOTO 7 7: HALT exit }
         function g: fn(i32) -> i32 { parameter n#3: i32 0: y#1 := n#3 * 2 1: RETURN n#3 + 10 }",
    );
    assert_eq!(found.at(7, "x"), Number::constant(5));
    assert_eq!(found.at(7, "y"), Number::Few(vec![2, 8]));
    assert_eq!(found.at(7, "r"), Number::Few(vec![11, 14]));
}

#[test]
fn pointers_write_what_they_may_point_to() {
    let found = body("static x#0: i32 static y#1: i32 static p#2: *i32", "0: x#0 := 1 1: y#1 := 1 2: p#2 := &x#0 3: *p#2 := 9 4: GOTO 5 5: HALT exit");
    assert_eq!((found.at(5, "y"), found.at(5, "x")), (Number::constant(1), Number::constant(9)));
    assert!(!found.at(5, "p").contains(0));
    let found = body(
        "static x#0: i32 static y#1: i32 static z#2: i32 static p#3: *i32",
        "0: z#2 := 1 1: p#3 := &x#0 2: z#2 := INPUT in0 3: IF z#2 == 0 GOTO 5 4: p#3 := &y#1 5: z#2 := 1 6: *p#3 := 9 7: GOTO 8 8: HALT exit",
    );
    assert_eq!((found.at(8, "x"), found.at(8, "y"), found.at(8, "z")), (Number::Few(vec![0, 9]), Number::Few(vec![0, 9]), Number::constant(1)));
    // A pointer made from a number may lead anywhere.
    let found = body("static x#0: i32 static p#1: *i32", "0: p#1 := &x#0 1: x#0 := INPUT in0 2: *(x#0 as *i32) := 9 3: GOTO 4 4: HALT exit");
    assert_eq!(found.at(4, "x").high(), i128::from(i32::MAX));
}

#[test]
fn callees_change_the_variables_of_their_callers() {
    let text = |call: &str| {
        format!(
            "goto lp64 start f input in0 \"nondet\" \"int\" i32 static c#0: i32
             function f: fn() -> void {{ local x#1: i32 local y#2: i32 0: DECL x#1 1: DECL y#2 2: x#1 := 1 3: y#2 := 1 4: CALL g(&x#1) 5: {call} 6: GOTO 7 7: HALT exit }}
             function g: fn(*i32) -> void {{ parameter p#3: *i32 0: IF !(c#0 == 0) GOTO 2 1: *p#3 := 5 2: RETURN }}"
        )
    };
    let found = analysed(&text("c#0 := 2"));
    assert_eq!((found.at(7, "x"), found.at(7, "y")), (Number::constant(5), Number::constant(1)));
    let found = analysed(&text("CALL g(&y#2)"));
    assert_eq!((found.at(7, "x"), found.at(7, "y")), (Number::Few(vec![1, 5]), Number::Few(vec![1, 5])));
}

#[test]
fn variables_of_several_calls_of_one_function_may_be_anything() {
    let found = analysed(
        "goto lp64 start f static q#0: *i32
         function f: fn() -> void { local r#1: i32 0: DECL r#1 1: r#1 := CALL g(0) 2: GOTO 3 3: HALT exit }
         function g: fn(i32) -> i32 { parameter n#2: i32 local x#3: i32 local t#4: i32 0: DECL x#3 1: DECL t#4 2: x#3 := 1 3: IF n#2 == 1 GOTO 8
         4: q#0 := &x#3 5: t#4 := CALL g(1) 6: GOTO 7 7: RETURN x#3 8: *q#0 := 7 9: RETURN x#3 }",
    );
    assert!(found.at(3, "r").contains(7));
}

#[test]
fn an_index_may_leave_an_array_for_other_members() {
    let found = body(
        "struct S#0 size 12 align 4 { a: [2]i32 at 0 m: i32 at 8 } static s#0: struct S#0 static i#1: i32",
        "0: s#0.m := 1 1: i#1 := INPUT in0 2: GOTO 3 3: s#0.a[i#1] := 7 4: GOTO 5 5: IF s#0.m == 1 GOTO 5 6: HALT exit",
    );
    assert!(found.intervals.decided_guards().is_empty());
}

#[test]
fn recursion_comes_to_an_end() {
    let found = analysed(
        "goto lp64 start f static x#0: i32
         function f: fn() -> void { local r#1: i32 0: DECL r#1 1: r#1 := CALL g(0) 2: GOTO 3 3: HALT exit }
         function g: fn(i32) -> i32 { parameter n#2: i32 local t#3: i32 0: DECL t#3 1: IF n#2 >= 1000 GOTO 4 2: t#3 := CALL g(n#2 + 1) 3: RETURN t#3 + 1 4: RETURN 3 }",
    );
    assert!(found.at(3, "r").contains(1003));
}

#[test]
fn calls_that_seem_to_return_elsewhere_come_to_an_end() {
    let found = analysed(
        "goto lp64 start f static x#0: i32
         function f: fn() -> void { 0: CALL g() 1: CALL g() 2: GOTO 3 3: HALT exit }
         function g: fn() -> void { 0: x#0 := x#0 + 1 1: RETURN }",
    );
    assert!(found.at(3, "x").contains(2));
}

#[test]
fn functions_are_looked_at_by_themselves_if_there_is_no_time() {
    let text = "goto lp64 start f static x#0: i32
         function f: fn() -> void { local i#1: i32 local k#2: i32 0: DECL i#1 1: DECL k#2 2: k#2 := 0 3: i#1 := 0 4: IF !(i#1 < 9) GOTO 9 5: IF !(k#2 < 900) GOTO 10
         6: k#2 := k#2 + 1 7: CALL g() 8: GOTO 5 9: HALT exit 10: i#1 := i#1 + 1 11: GOTO 4 }
         function g: fn() -> void { 0: x#0 := x#0 + 1 1: RETURN }";
    let program = parse(text).expect("is right");
    let budget = (0..).find(|&b| analysed_with(&program, b).is_complete()).expect("some budget is enough");
    let found = Analysed { intervals: analysed_with(&program, budget), program };
    assert_eq!(found.at(4, "i"), range(0, 9, 1));
    assert_eq!(found.at(4, "x").low(), i128::from(i32::MIN));
}

#[test]
fn a_loop_without_end_of_steps_gives_up() {
    let program = parse("goto lp64 start f static x#0: i32 function f: fn() -> void { 0: x#0 := x#0 + 1 1: GOTO 0 }").expect("is right");
    let intervals = analysed_with(&program, 5);
    assert!(!intervals.is_complete() && matches!(intervals.at(program.start, InstrId::new(0)), At::Unknown));
}

#[test]
fn what_a_test_shows_of_a_place_holds_until_something_is_written() {
    let digits = |between: &str| {
        body(
            "input in1 \"nondet\" \"char\" i8 static a#0: [10]i8 static p#1: *i8 static n#2: i8 static x#3: i8",
            &format!(
                "0: a#0[0] := INPUT in1 1: p#1 := &a#0[0] 2: IF *p#1 < 48i8 GOTO 8 3: IF !(*p#1 <= 57i8) GOTO 8 4: {between} 5: n#2 := *p#1 6: IF x#3 == 7i8 GOTO 5
                 7: GOTO 9 8: n#2 := 0i8 9: HALT exit"
            ),
        )
    };
    let after = |found: &Analysed| found.at(7, "n").high();
    assert_eq!(after(&digits("x#3 := 1i8")), 57);
    assert_eq!(after(&digits("*p#1 := x#3")), 127);
    assert_eq!(after(&digits("p#1 := p#1 + 1i64")), 127);
    assert_eq!(after(&digits("a#0[3] := 1i8")), 127);
}

fn analysed_with(program: &Program, budget: u64) -> Intervals {
    let calls = CallGraph::new(program);
    Intervals::with_budget(program, &calls, &PointsTo::of(program, &calls, Members::Together), budget)
}

#[test]
fn what_a_test_shows_of_one_of_several_variables() {
    let found = analysed(
        "goto lp64 start f input in0 \"nondet\" \"int\" i32 static c#0: i32
         function f: fn() -> void { local x#1: i32 local y#2: i32 0: DECL x#1 1: DECL y#2 2: x#1 := 0 3: y#2 := 50 4: c#0 := INPUT in0 5: IF c#0 == 0 GOTO 9
         6: CALL g(&x#1) 7: CALL g(&y#2) 8: GOTO 4 9: HALT exit }
         function g: fn(*i32) -> void { parameter p#3: *i32 0: IF !(*p#3 < 100) GOTO 2 1: *p#3 := *p#3 + 1 2: RETURN }",
    );
    assert_eq!((found.at(4, "x").high(), found.at(4, "y").high()), (100, 100));
}

/// The goals of a program that are excluded; the text has functions alone. `scan` is one of the library.
fn excluded(functions: &str) -> Vec<usize> {
    let goals: String = (0..4).map(|n| format!("goal g{n} branch_goal \"g{n}\" begin \"\" ")).collect();
    let tables = format!(
        "goto lp64 start begin file file0 \"a.c\" file file1 \"<library>/scan.c\" {goals} input in0 \"nondet\" \"int\" i32
         static x#0: i32 static y#1: i32 static p#2: *fn() -> void"
    );
    let program = parse(&format!("{tables} {functions}")).unwrap_or_else(|e| panic!("{e}\n{functions}"));
    goto::assert_valid(&program, "the text");
    unreachable_goals(&program, BUDGET).into_iter().map(|goal| goal.index()).collect()
}

const SCAN: &str = "function scan: fn() -> void model @1:1:1 { 0: IF x#0 == 0 GOTO 2 1: UNSUPPORTED \"a float\" @1:2:1 2: RETURN }";

#[test]
fn what_is_not_behind_something_unknown_is_excluded() {
    let begin = |rest: &str| {
        format!(
            "{SCAN} function begin: fn() -> void {{ 0: x#0 := INPUT in0 1: y#1 := 1 2: COVER g0 y#1 == 2 3: CALL scan() 4: COVER g1 y#1 == 2 5: COVER g2 false {rest} }}"
        )
    };
    assert_eq!(excluded(&begin("6: COVER g3 y#1 == 2 7: HALT exit")), [0, 2]);
    // In a loop all is behind it, but for what is written to be false.
    assert_eq!(excluded(&begin("6: COVER g3 y#1 == 2 7: GOTO 2")), [2]);
}

#[test]
fn callers_and_functions_called_are_behind_what_they_call() {
    let text = format!(
        "{SCAN} function inner: fn() -> void {{ 0: COVER g0 y#1 == 2 1: CALL scan() 2: RETURN }}
         function outer: fn() -> void {{ 0: CALL inner() 1: CALL last() 2: RETURN }}
         function last: fn() -> void {{ 0: COVER g1 y#1 == 2 1: RETURN }}
         function begin: fn() -> void {{ 0: x#0 := INPUT in0 1: COVER g2 y#1 == 2 2: CALL outer() 3: COVER g3 y#1 == 2 4: HALT exit }}"
    );
    assert_eq!(excluded(&text), [0, 2]);
}

#[test]
fn whose_address_is_taken_may_be_called_behind_something_unknown() {
    let text = |start: &str| {
        format!(
            "{SCAN} function handler: fn() -> void {{ 0: COVER g0 y#1 == 2 1: CALL helper() 2: RETURN }}
             function helper: fn() -> void {{ 0: COVER g1 y#1 == 2 1: RETURN }}
             function begin: fn() -> void {{ 0: x#0 := INPUT in0 1: {start} 2: CALL handler() 3: COVER g2 y#1 == 2 4: CALL scan() 5: HALT exit }}"
        )
    };
    assert_eq!(excluded(&text("y#1 := 1")), [0, 1, 2]);
    assert_eq!(excluded(&text("p#2 := &handler")), [2]);
}

#[test]
fn what_a_user_has_written_that_is_not_understood_may_be_anything() {
    let begin = |rest: &str| format!("function begin: fn() -> void {{ 0: x#0 := INPUT in0 1: COVER g0 y#1 == 2 {rest} }}");
    let unsupported = begin("2: UNSUPPORTED \"an assembler text\" 3: HALT exit");
    assert!(excluded(&unsupported).is_empty());
    // Also where the library has done something unknown before, and where values do not lead otherwise.
    assert!(excluded(&format!("{SCAN} {}", begin("2: CALL scan() 3: IF y#1 == 0 GOTO 5 4: UNFOLLOWED \"a label\" 5: HALT exit"))).is_empty());
    assert_eq!(excluded(&format!("{SCAN} {}", begin("2: IF y#1 == 0 GOTO 4 3: UNFOLLOWED \"a label\" 4: CALL scan() 5: HALT exit"))), [0]);
    assert_eq!(excluded(&begin("2: LIMIT \"a longer file\" 3: COVER g1 y#1 == 2 4: HALT exit")), [0]);
}

#[test]
fn jumps_out_of_calls_may_lead_elsewhere() {
    let text = |name: &str| {
        format!(
            "{SCAN} static {name}#3: i32 function begin: fn() -> void {{ 0: x#0 := INPUT in0 1: COVER g0 y#1 == 2 2: CALL scan() 3: {name}#3 := 1 4: HALT exit }}"
        )
    };
    assert_eq!(excluded(&text("other")), [0]);
    assert!(excluded(&text(goto::JUMP_ACTIVE)).is_empty());
}
