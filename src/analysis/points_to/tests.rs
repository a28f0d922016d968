use super::*;
use goto::{ExprKind, InstrKind};

/// Where the places are in which the start function stores, in the order of its text.
fn stores(text: &str, members: Members) -> Vec<Option<String>> {
    let program = goto::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    goto::assert_valid(&program, "parsing it");
    let found = PointsTo::of(&program, &CallGraph::new(&program), members);
    let body = program.functions.values().filter_map(|f| f.body.as_ref()).flat_map(|body| body.values());
    let places = body.filter_map(|i| if let InstrKind::Assign { lhs, .. } = i.kind { Some(lhs) } else { None });
    let told = |places: &Places| {
        let part = |part: &Part| {
            let name = &program.symbols[part.variable].name;
            part.path.as_ref().map_or(format!("in {name}"), |path| format!("{name}{}", path.iter().map(step).collect::<String>()))
        };
        let mut parts: Vec<String> = places.parts.iter().map(part).collect();
        parts.extend(places.or_allocated.then(|| "allocated".to_owned()));
        parts.sort_unstable();
        parts.join(", ")
    };
    places.filter(|&lhs| matches!(program.exprs.kind(program.exprs.root(lhs)), ExprKind::Deref(_))).map(|lhs| found.place(lhs).map(told)).collect()
}

fn step(step: &Projection) -> String {
    match step {
        Projection::Field(field) => format!(".{field}"),
        Projection::Element => "[]".to_owned(),
    }
}

fn known(places: &[&str]) -> Vec<Option<String>> {
    places.iter().map(|place| Some((*place).to_owned())).collect()
}

const RING: &str = "goto lp64 start f struct ring#0 size 72 align 4 { buf: [16]i32 at 0 head: i32 at 64 tail: i32 at 68 }";

#[test]
fn fields_and_elements_have_places_of_their_own() {
    let text = format!(
        "{RING} static r#0: struct ring#0 static s#1: struct ring#0 static i#2: i32 static p#3: *struct ring#0
         function f: fn() -> void {{ 0: p#3 := &r#0 1: p#3->head := 1 2: p#3->buf[i#2] := 2 3: p#3 := &s#1 4: RETURN }}"
    );
    assert_eq!(stores(&text, Members::Apart), known(&["r.1, s.1", "r.0[], s.0[]"]));
    // An index may lead to the members beside the array.
    assert_eq!(stores(&text, Members::Together), known(&["r.1, s.1", "in r, in s"]));
}

#[test]
fn pointers_go_through_memory_and_calls() {
    let text = "goto lp64 start f static x#0: i32 static y#1: i32 static p#2: *i32 static q#3: **i32
         function f: fn() -> void { 0: q#3 := &p#2 1: CALL g(&x#0) 2: *p#2 := 1 3: RETURN }
         function g: fn(*i32) -> void { parameter a#4: *i32 0: *q#3 := a#4 1: RETURN }";
    assert_eq!(stores(text, Members::Together), known(&["x", "p"]));
}

#[test]
fn what_is_made_of_numbers_may_lead_anywhere() {
    let text = "goto lp64 start f static x#0: i64 static p#1: *i32 function f: fn() -> void { 0: p#1 := x#0 as *i32 1: *p#1 := 1 2: RETURN }";
    assert_eq!(stores(text, Members::Apart), [None]);
    // A pointer that was stored as a number of another type.
    let text = "goto lp64 start f static x#0: i32 static p#1: *i32 static q#2: **i32
         function f: fn() -> void { 0: p#1 := &x#0 1: q#2 := &p#1 2: *(q#2 as *i32) := 7 3: *p#1 := 1 4: RETURN }";
    assert_eq!(stores(text, Members::Apart)[1], None);
}

#[test]
fn bytes_of_elements_are_somewhere_in_the_object() {
    let text = format!(
        "{RING} static r#0: [4]struct ring#0 static p#1: *struct ring#0 static c#2: *i8 static i#3: i64
         function f: fn() -> void {{ 0: p#1 := &r#0[0] 1: (p#1 + i#3)->head := 1 2: c#2 := (p#1 as *i8) + i#3 3: *c#2 := 1i8 4: RETURN }}"
    );
    assert_eq!(stores(&text, Members::Apart), known(&["r[].1", "in r"]));
}

#[test]
fn what_is_allocated_has_the_type_of_its_first_access() {
    let text = "goto lp64 start f static n#0: u64 static x#1: i32 static y#2: i32 static p#3: **i32
         function f: fn() -> void { 0: p#3 := ALLOCATE heap n#0 1: *(p#3 + 1i64) := &x#1 2: **p#3 := 1 3: RETURN }";
    assert_eq!(stores(text, Members::Together), known(&["allocated", "x"]));
}

#[test]
fn arguments_of_another_type_may_lead_anywhere() {
    let text = "goto lp64 start f struct S#0 size 8 align 8 { p: *i32 at 0 } static h#0: *fn(i64) -> void
         function f: fn() -> void { 0: h#0 := (&g) as *fn(i64) -> void 1: CALL *h#0(7i64) 2: RETURN }
         function g: fn(struct S#0) -> void { parameter a#1: struct S#0 0: *a#1.p := 1 1: RETURN }";
    assert_eq!(stores(text, Members::Apart), [None]);
}

#[test]
fn pointers_lead_to_functions() {
    // By each call through a pointer in the order of the text: how many functions it may reach, all of which the address is taken or those that are known.
    let called = |store: &str| {
        let text = format!(
            "goto lp64 start f input in0 \"nondet\" \"long\" i64 struct hooks#0 size 16 align 8 {{ make: *fn() -> void at 0 end: *fn() -> void at 8 }}
             struct whole#1 size 24 align 8 {{ n: i64 at 0 h: struct hooks#0 at 8 }}
             static h#0: struct hooks#0 static k#1: struct hooks#0 static p#2: *struct hooks#0 static n#3: i64 static w#4: struct whole#1
             function f: fn() -> void {{ 0: h#0.make := &g 1: h#0.end := &e 2: k#1 := h#0 3: p#2 := &k#1 4: {store} 5: CALL *p#2->make() 6: CALL *h#0.end() 7: CALL *w#4.h.end() 8: HALT exit }}
             function g: fn() -> void {{ 0: RETURN }} function e: fn() -> void {{ 0: RETURN }} function o: fn() -> void {{ 0: RETURN }}
             function never: fn() -> void {{ 0: k#1.end := &never 1: RETURN }}"
        );
        let program = goto::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        goto::assert_valid(&program, "parsing it");
        let points_to = PointsTo::of(&program, &CallGraph::new(&program), Members::Together);
        let calls = points_to.calls(&program);
        let targets = calls.sites().iter().map(|site| calls.targets(&program, site.callee));
        targets.map(|targets| targets.iter().map(|&f| program.functions[f].name.clone()).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(called("n#3 := 1i64"), ["g", "e", ""]);
    assert_eq!(called("p#2->make := &o"), ["go", "e", ""]);
    assert_eq!(called("k#1 := k#1"), ["g", "e", ""]);
    // A struct that is a member is copied as a whole and no more.
    assert_eq!(called("w#4.h := h#0").last().map(String::as_str), Some("e"));
    // Made from a number it may be any.
    assert_eq!(called("p#2->make := (n#3 as *fn() -> void)"), ["genever", "e", ""]);
}
