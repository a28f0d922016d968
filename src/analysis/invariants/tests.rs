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
    // A run with a negative input refutes the plain one.
    has(&found, "x#0 == 0 || x#0 <= n#1");
    assert!(!found.iter().any(|f| f == "x#0 <= n#1"), "{found:?}");
    assert!(!found.iter().any(|f| f.contains("2147483647")), "{found:?}");
}

#[test]
fn a_bound_that_holds_at_the_start_is_plain() {
    let found =
        of_body("static x#0: i32 static n#1: i32", "0: n#1 := INPUT in0 1: ASSUME n#1 >= 0 2: IF !(x#0 < n#1) GOTO 5 3: x#0 := x#0 + 1 4: GOTO 2 5: HALT exit");
    has(&found, "x#0 <= n#1");
    assert!(!found.iter().any(|f| f.contains("||")), "{found:?}");
}

#[test]
fn states_are_alternatives() {
    let found = of_body("static s#0: i32", "0: IF s#0 == 0 GOTO 2 1: GOTO 4 2: s#0 := 5 3: GOTO 0 4: IF s#0 == 5 GOTO 6 5: GOTO 0 6: s#0 := 2 7: GOTO 0");
    has(&found, "s#0 == 0 || s#0 == 2 || s#0 == 5");
}

#[test]
fn sums_that_stay_are_found_in_runs() {
    // x = i; y = j; while (x != 0) { x--; y--; } reads i and j.
    let found = of_body(
        "static x#0: i32 static y#1: i32 static i#2: i32 static j#3: i32",
        "0: i#2 := INPUT in0 1: j#3 := INPUT in0 2: ASSUME i#2 >= 0 && j#3 >= 0 3: x#0 := i#2 4: y#1 := j#3 5: IF x#0 == 0 GOTO 9
         6: x#0 := x#0 - 1 7: y#1 := y#1 - 1 8: IF i#2 == j#3 || i#2 != j#3 GOTO 5 9: HALT exit",
    );
    assert!(found.iter().any(|f| ["i#2", "j#3", "x#0", "y#1"].iter().all(|v| f.contains(v)) && f.contains("==")), "{found:?}");
}

#[test]
fn products_are_found_where_there_are_some() {
    // s = sum of n's below i, q = n * n.
    let found = of_body(
        "static s#0: i32 static i#1: i32 static n#2: i32 static q#3: i32",
        "0: n#2 := INPUT in0 1: IF !(i#1 < 10) GOTO 5 2: s#0 := s#0 + n#2 3: i#1 := i#1 + 1 4: GOTO 1 5: q#3 := n#2 * i#1 6: IF q#3 == s#0 GOTO 7 7: HALT exit",
    );
    assert!(found.iter().any(|f| f == "n#2 * i#1 == s#0" || f == "s#0 == n#2 * i#1"), "{found:?}");
}

#[test]
fn what_a_run_refutes_is_not_proposed() {
    // x may pass y.
    let found =
        of_body("static x#0: i32 static y#1: i32", "0: y#1 := 3 1: IF !(x#0 < 10) GOTO 5 2: x#0 := x#0 + 1 3: IF x#0 <= y#1 GOTO 1 4: GOTO 1 5: HALT exit");
    assert!(!found.iter().any(|f| f == "x#0 <= y#1"), "{found:?}");
}

#[test]
fn what_nobody_reads_is_not_proposed() {
    let found = of_body(
        "",
        "local x#0: i32 local y#1: i32 0: DECL x#0 1: DECL y#1 2: x#0 := 0 3: y#1 := 1 4: IF !(x#0 < 10) GOTO 8 5: x#0 := x#0 + 1 6: y#1 := 2 7: GOTO 4 8: HALT exit",
    );
    has(&found, "x#0 <= 10");
    assert!(!found.iter().any(|f| f.contains("y#1")), "{found:?}");
}

#[test]
fn one_state_tells_of_another() {
    let found = of_body(
        "static s#0: i32 static t#1: i32 static x#2: i32 static n#3: i32",
        "0: IF !(n#3 < 90) GOTO 12 1: x#2 := INPUT in0 2: n#3 := n#3 + 1 3: IF x#2 == 1 GOTO 7 4: s#0 := 0 5: t#1 := x#2 6: GOTO 0 7: s#0 := 1 8: t#1 := 5 9: GOTO 0
         10: SKIP 11: SKIP 12: IF s#0 == 1 && t#1 != 5 GOTO 13 13: HALT exit",
    );
    has(&found, "!(s#0 == 1) || t#1 == 5");
}

#[test]
fn how_fast_a_sum_grows_is_spare() {
    let text = "goto lp64 start f input in0 \"nondet\" \"int\" i32 static s#0: i32 static i#1: i32 static v#2: i32 static n#3: i32
        function f: fn() -> void { 0: n#3 := INPUT in0 1: IF !(i#1 < n#3) GOTO 6 2: v#2 := INPUT in0 3: s#0 := s#0 + (v#2 & 7) 4: i#1 := i#1 + 1 5: GOTO 1
        6: IF s#0 == 77 GOTO 7 7: HALT exit }";
    let mut program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let known = candidates(&mut program);
    let found = spare(&mut program, &known);
    goto::assert_valid(&program, "proposing spare facts");
    assert!(found.iter().all(|fact| !known.contains(fact)), "a fact is proposed twice");
    let found: Vec<String> = found.iter().map(|c| goto::print_expr(&program, c.fact)).collect();
    assert!(found.iter().any(|f| ["s#0", "i#1", "<= 7i64 *"].iter().all(|part| f.contains(part))), "{found:?}");
}

#[test]
fn what_is_equal_in_runs_may_be_ordered_in_others() {
    // The loop is entered with i == 1 in all runs that are likely; `files` counts along.
    let found = of_body(
        "static i#0: i32 static files#1: i32 static most#2: i32",
        "0: most#2 := INPUT in0 1: ASSUME most#2 < 1000 2: i#0 := INPUT in0 3: IF i#0 == 77777 GOTO 5 4: i#0 := 1
         5: IF !(i#0 < most#2) GOTO 9 6: i#0 := i#0 + 1 7: files#1 := files#1 + 1 8: GOTO 5 9: IF files#1 == i#0 GOTO 10 10: HALT exit",
    );
    let equal = found.iter().find(|f| f.contains("i#0") && f.contains("files#1") && f.contains(" == ")).unwrap_or_else(|| panic!("{found:?}"));
    has(&found, &equal.replace(" == ", " <= "));
}

#[test]
fn pointers_that_are_moved_stay_in_their_objects() {
    let found = of_body(
        "static p#0: *i32 static q#1: *i32 static a#2: [8]i32",
        "0: p#0 := &a#2[0i64] 1: q#1 := p#0 2: IF *p#0 == 0 GOTO 6 3: p#0 := p#0 + 1i64 4: *q#1 := 5 5: GOTO 2 6: HALT exit",
    );
    has(&found, "object_size(p#0) >= 4u64 && offset(p#0) <= object_size(p#0) - 4u64");
    has(&found, "is_live(p#0) && offset(p#0) <= object_size(p#0)");
    assert!(!found.iter().any(|f| f.contains("offset(q#1)")), "{found:?}");
}

#[test]
fn rows_are_gone_through_one_after_the_other() {
    let found = of_body(
        "static a#0: [200][300]i32 static n#1: i32 static i#2: i32 static j#3: i32",
        "0: n#1 := INPUT in0 1: i#2 := 0 2: IF !(i#2 < n#1) GOTO 9 3: j#3 := 0 4: IF !(j#3 < 300) GOTO 8 5: a#0[i#2 as i64][j#3 as i64] := i#2 + j#3
         6: j#3 := j#3 + 1 7: GOTO 4 8: i#2 := i#2 + 1 9: IF i#2 < n#1 GOTO 2 10: IF a#0[0i64][0i64] == 7 GOTO 11 11: HALT exit",
    );
    let below = "each#4 >= 0i64 && each#4 < i#2 as i64 && (each#5 >= 0i64 && each#5 < 300i64)";
    let current = "each#4 == i#2 as i64 && (each#5 >= 0i64 && each#5 < j#3 as i64)";
    has(&found, &format!("!({below} || {current}) || a#0[each#4][each#5] == each#4 as i32 + each#5 as i32"));
}

#[test]
fn what_is_stored_depends_on_the_way() {
    let found = of_body(
        "static a#0: [500]i32 static b#1: [500]i32 static n#2: i32 static i#3: i32",
        "0: n#2 := INPUT in0 1: i#3 := 0 2: IF !(i#3 < n#2) GOTO 9 3: IF a#0[i#3 as i64] < 0 GOTO 6 4: b#1[i#3 as i64] := a#0[i#3 as i64] 5: GOTO 7
         6: b#1[i#3 as i64] := 0 7: i#3 := i#3 + 1 8: GOTO 2 9: IF b#1[0i64] == 7 GOTO 10 10: HALT exit",
    );
    let range = "!(each#4 >= 0i64 && each#4 < i#3 as i64)";
    has(&found, &format!("{range} || (!(a#0[each#4] < 0) || b#1[each#4] == 0)"));
    has(&found, &format!("{range} || (a#0[each#4] < 0 || b#1[each#4] == a#0[each#4])"));
}

#[test]
fn sums_of_equal_elements_are_products() {
    let found = of_body(
        "static a#0: [500]i32 static s#1: [1]i32 static n#2: i32 static i#3: i32",
        "0: n#2 := INPUT in0 1: i#3 := 0 2: IF !(i#3 < n#2) GOTO 6 3: a#0[i#3 as i64] := 3 4: i#3 := i#3 + 1 5: GOTO 2 6: i#3 := 0 7: s#1[0i64] := n#2
         8: IF !(i#3 < n#2) GOTO 12 9: s#1[0i64] := s#1[0i64] + a#0[i#3 as i64] 10: i#3 := i#3 + 1 11: GOTO 8 12: IF s#1[0i64] == 7 GOTO 13 13: HALT exit",
    );
    assert!(found.iter().any(|f| f.starts_with("s#1[0i64] == n#2 + ") && f.contains('*')), "{found:?}");
}

#[test]
fn what_leads_to_nodes_matters_where_they_are_freed() {
    let list = |freed: &str| {
        proposed(&format!(
            "goto lp64 start f struct node#0 size 8 align 8 {{ next: *struct node#0 at 0 }} static list#0: *struct node#0 static old#1: *struct node#0
             function f: fn() -> void {{ 0: IF !(list#0 as bool) GOTO 5 1: old#1 := list#0 2: list#0 := old#1->next 3: {freed} 4: GOTO 0 5: HALT exit }}"
        ))
    };
    let null = "null(*struct node#0)";
    let found = list("FREE old#1 as *void");
    has(&found, &format!("list#0 == {null} || is_live(list#0)"));
    has(&found, &format!("list#0 == {null} || is_live(list#0) || was_freed(list#0)"));
    has(&found, &format!("list#0 == {null} || each#2->next != list#0"));
    has(&found, &format!("each#2->next == {null} || leads_last#3"));
    let kept = list("SKIP");
    has(&kept, &format!("list#0 == {null} || is_live(list#0)"));
    assert!(!kept.iter().any(|f| f.contains("was_freed") || f.contains("leads_last")), "{kept:?}");
}

#[test]
fn what_lies_behind_large_bounds_is_found_with_smaller_ones() {
    // for (i = 0; i < 50000; i++) for (j = 0; j < 7000; j++) s++;
    let found = of_body(
        "static s#0: u32 static i#1: u32 static j#2: u32",
        "0: IF !(i#1 < 50000u32) GOTO 8 1: j#2 := 0u32 2: IF !(j#2 < 7000u32) GOTO 6 3: s#0 := s#0 + 1u32 4: j#2 := j#2 + 1u32 5: GOTO 2
         6: i#1 := i#1 + 1u32 7: GOTO 0 8: IF s#0 == 3u32 GOTO 9 9: HALT exit",
    );
    has(&found, "7000u32 * i#1 == s#0");
}

#[test]
fn small_counters_are_large_ones_modulo_their_type() {
    let found = of_body(
        "static s#0: u8 static i#1: u64",
        "0: IF !(i#1 < 9000000u64) GOTO 4 1: s#0 := s#0 + 3u8 2: i#1 := i#1 + 3u64 3: GOTO 0 4: IF s#0 == 3u8 && i#1 == 3u64 GOTO 5 5: HALT exit",
    );
    assert!(found.iter().any(|f| ["s#0 == i#1 as u8", "i#1 as u8 == s#0"].contains(&f.as_str())), "{found:?}");
}

#[test]
fn what_is_allocated_once_is_a_variable() {
    let counting = |before: &str| {
        format!(
            "goto lp64 start f struct S#0 size 8 align 4 {{ n: i32 at 0 m: i32 at 4 }}
             function f: fn() -> void {{ temporary t#0: *void local p#1: *struct S#0
                 0: {before} 1: t#0 := ALLOCATE heap 8u64 2: p#1 := t#0 as *struct S#0 3: p#1->n := 0 4: IF p#1->n >= 9 GOTO 7 5: p#1->n := p#1->n + 1 6: GOTO 4 7: HALT exit }}"
        )
    };
    has(&proposed(&counting("SKIP")), "(object_size(p#1) == 8u64 ? p#1->n >= 0 : true)");
    // The pointer leads to one of many objects, or is set again.
    let many = counting("SKIP").replace("7: HALT exit", "7: GOTO 0");
    let set_again = counting("p#1 := null(*struct S#0)");
    for text in [many, set_again] {
        let found = proposed(&text);
        assert!(!found.iter().any(|f| f.contains("object_size")), "{found:?}");
    }
}

#[test]
fn what_functions_get_the_address_of_is_a_variable() {
    let called = |second: &str| {
        proposed(&format!(
            "goto lp64 start f struct S#0 size 8 align 4 {{ n: i32 at 0 m: i32 at 4 }}
             function f: fn() -> void {{ temporary t#0: *void local p#1: *struct S#0 local o#2: struct S#0
                 0: t#0 := ALLOCATE heap 8u64 1: p#1 := t#0 as *struct S#0 2: p#1->n := 0 3: CALL g(p#1) 4: CALL g({second}) 5: HALT exit }}
             function g: fn(*struct S#0) -> void {{ parameter q#3: *struct S#0
                 0: IF q#3->n >= 9 GOTO 3 1: q#3->n := q#3->n + 1 2: GOTO 0 3: RETURN }}"
        ))
    };
    has(&called("p#1"), "(object_size(q#3) == 8u64 ? q#3->n >= 0 : true)");
    let found = called("&o#2");
    assert!(!found.iter().any(|f| f.contains("object_size")), "{found:?}");
}

#[test]
fn sums_are_bounded_by_rounds() {
    let summing = |low: &str, counted: &str| {
        of_body(
            "static s#0: i32 static i#1: i32 static v#2: i32",
            &format!(
                "0: i#1 := 0 1: IF !(i#1 < 1000) GOTO 8 2: v#2 := INPUT in0 3: IF v#2 < {low} GOTO 6 4: IF v#2 > 100 GOTO 6 5: s#0 := s#0 + v#2 6: {counted} 7: GOTO 1 8: HALT exit"
            ),
        )
    };
    let found = summing("-5", "i#1 := i#1 + 1");
    has(&found, "s#0 as i64 <= 100i64 * i#1 as i64");
    has(&found, "-5i64 * i#1 as i64 <= s#0 as i64");
    let found = summing("-5", "i#1 := i#1 + 2");
    assert!(!found.iter().any(|f| f.contains("100i64 *")), "{found:?}");
}
