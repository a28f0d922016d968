use super::*;
use goto::parse::parse;

/// The facts proposed for the loops of a program, as text.
fn proposed(text: &str) -> Vec<String> {
    let mut program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let found = candidates(&mut program);
    goto::assert_valid(&program, "proposing facts");
    found.iter().map(|c| goto::print_expr(&program, c.fact)).collect()
}

fn of_body(variables: &str, body: &str) -> Vec<String> {
    proposed(&format!("goto lp64 start f input in0 \"nondet\" \"int\" i32 {variables} function f: fn() -> void {{ {body} }}"))
}

fn has(found: &[String], fact: &str) {
    assert!(found.iter().any(|f| f == fact), "{fact} is not among {found:?}");
}

#[test]
fn bounds_and_weakened_guards() {
    let found = of_body("static x#0: i32 static n#1: i32", "0: n#1 := INPUT in0 1: IF !(x#0 < n#1) GOTO 4 2: x#0 := x#0 + 1 3: GOTO 1 4: HALT exit");
    has(&found, "x#0 >= 0");
    has(&found, "x#0 <= n#1");
    has(&found, "x#0 == 0 || x#0 <= n#1");
    assert!(!found.iter().any(|f| f.contains("2147483647")), "{found:?}");
}

#[test]
fn states_are_alternatives() {
    let found = of_body("static s#0: i32", "0: IF s#0 == 0 GOTO 2 1: GOTO 4 2: s#0 := 5 3: GOTO 0 4: IF s#0 == 5 GOTO 6 5: GOTO 0 6: s#0 := 2 7: GOTO 0");
    has(&found, "s#0 == 0 || s#0 == 2 || s#0 == 5");
}
