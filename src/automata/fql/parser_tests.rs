use super::*;

fn ok(text: &str) -> Syntax {
    parse(text, None).unwrap_or_else(|e| panic!("{text}: {e} at {:?}", e.span))
}

fn wrong(text: &str) -> (String, String) {
    let error = parse(text, None).expect_err(text);
    (error.message, text[error.span].to_owned())
}

/// The pattern in a normal form, without spans.
fn shape(p: &Pattern) -> String {
    let all = |parts: &[Pattern], sign: &str| format!("({})", parts.iter().map(shape).collect::<Vec<_>>().join(sign));
    match p {
        Pattern::Union(parts) => all(parts, "+"),
        Pattern::Sequence(parts) => all(parts, "."),
        Pattern::Anything => "~".to_owned(),
        Pattern::Quoted(of) => format!("\"{}\"", shape(of)),
        Pattern::Repeat { of, least, most } => format!("{}[{least},{}]", shape(of), most.map_or(String::new(), |m| m.to_string())),
        Pattern::Predicate(p) => format!("{{{}}}", p.text),
        Pattern::Nodes(f) => format!("N{}", filter(f)),
        Pattern::Edges(f) => filter(f),
        Pattern::Paths { filter: f, bound, .. } => format!("P({},{bound})", filter(f)),
    }
}

fn filter(f: &Filter) -> String {
    let two = |a: &Filter, b: &Filter, sign: &str| format!("[{}{sign}{}]", filter(a), filter(b));
    match &f.kind {
        FilterKind::Id => "ID".to_owned(),
        FilterKind::Line(n) => format!("@{n}"),
        FilterKind::Func(name) => format!("f:{name}"),
        FilterKind::Not(of) => format!("!{}", filter(of)),
        FilterKind::Union(a, b) => two(a, b, "|"),
        FilterKind::Intersection(a, b) => two(a, b, "&"),
        FilterKind::SetMinus(a, b) => two(a, b, "-"),
        FilterKind::Compose(a, b) => two(a, b, "o"),
        FilterKind::Pred(of, p) => format!("{}?{}", filter(of), p.text),
        other => format!("{other:?}"),
    }
}

fn cover(text: &str) -> String {
    shape(&ok(text).cover.pattern)
}

#[test]
fn operators_bind_as_in_fshell() {
    assert_eq!(cover("cover @1 + @2.@3->@4"), "(@1+(@2.@3.~.@4))");
    assert_eq!(cover("cover @1 & @2 | @3"), "[[@1&@2]|@3]");
    assert_eq!(cover("cover @1 | @2 & @3"), "[@1|[@2&@3]]");
    assert_eq!(cover("COVER \"@1* . (@2 >= 2 + @3 == 4)* . @4 <= 5\""), "\"(@1[0,].(@2[2,]+@3[4,4])[0,].@4[0,5])\"");
    assert_eq!(cover("cover {x > 0}.NODES(ID).PATHS(@FUNC(f) | ID, 3)"), "({x > 0}.NID.P([f:f|ID],3))");
    assert_eq!(cover("cover not(@1) . setminus(ID, @2) . compose(@3, @4) // the end"), "(!@1.[ID-@2].[@3o@4])");
}

#[test]
fn parentheses_are_filters_if_they_can_be() {
    assert_eq!(cover("cover (@1 | @2) & @3"), "[[@1|@2]&@3]");
    assert_eq!(cover("cover ((@1)) . ((@2 . @3) + @4)"), "(@1.((@2.@3)+@4))");
    assert_eq!(cover("cover \"(@1)* . ((@2)->{p})*\""), "\"(@1[0,].(@2.~.{p})[0,])\"");
}

#[test]
fn anchors_scope_and_passing() {
    let syntax = ok("IN @FUNC(main) COVER ^@1$ PASSING ^NOT(@2)*");
    let passing = syntax.passing.unwrap();
    assert!(syntax.scope.is_some() && syntax.cover.at_start && syntax.cover.at_end && passing.at_start && !passing.at_end);
    assert_eq!((shape(&passing.pattern), syntax.dialect), ("!@2[0,]".to_owned(), Dialect::Fshell));
}

#[test]
fn every_filter_is_read() {
    let names = "ID @FILE('a.c') @LINE(7) @7 @COLUMN(3) @FUNC(f) @LABEL(l) @CALL(f) @CALLS @ENTRY(f) @EXIT(f) @BASICBLOCKENTRY @CONDITIONEDGE @CONDITIONGRAPH \
                 @DECISIONEDGE @DEF(x) @USE(x) @STMTTYPE(if,for,while,switch,?:,assert) @EXPR(a+b) @REGEXP('x') @basicblockentry @CALL(reach_error())";
    for name in names.split_whitespace() {
        ok(&format!("cover {name}"));
        ok(&format!("cover edges({name})"));
    }
}

#[test]
fn the_words_show_the_dialect() {
    let tiger = ["COVER \"EDGES(ID)*\".EDGES(@CONDITIONEDGE).\"EDGES(ID)*\"", "COVER EDGES(UNION(@1,@2))", "COVER EDGES(PRED(ID,{x > 0}))"];
    assert!(tiger.iter().all(|q| ok(q).dialect == Dialect::Tiger));
    assert_eq!(ok("COVER EDGES(@DECISIONEDGE)").dialect, Dialect::Fshell);
    assert_eq!(shape(&ok(tiger[2]).cover.pattern), "ID?x > 0");
    assert_eq!(cover("COVER EDGES(COMPLEMENT(INTERSECT(@1, COMPOSE(@2, ID))))"), "![@1&[@2oID]]");
    let with_anchor = parse("COVER EDGES(^(main))", Some(Dialect::Tiger)).unwrap();
    assert!(matches!(with_anchor.cover.pattern, Pattern::Edges(Filter { kind: FilterKind::Entry(name), .. }) if name == "main"));
}

#[test]
fn mistakes_have_a_place() {
    assert_eq!(wrong("cover @FOO").1, "@FOO");
    assert_eq!(wrong("cover @1*"), ("a pattern can be repeated inside of quotation marks only: else the number of goals has no bound".into(), "*".into()));
    assert_eq!(wrong("cover \"@1*"), ("this quotation mark is not closed".into(), "\"".into()));
    assert_eq!(wrong("cover {x > 0"), ("this brace is not closed".into(), "{".into()));
    assert_eq!(wrong("cover {}").0, "a predicate without an expression");
    assert_eq!(wrong("cover @1 @2").1, "@2");
    assert_eq!(wrong("cover (@1 . ) + @2").1, ")");
    assert_eq!(wrong("cover PATHS(ID, x)"), ("expected a number, found `x`".into(), "x".into()));
    assert_eq!(wrong("cover @STMTTYPE(goto)").1, "goto");
    assert_eq!(wrong("cover @99999999999").1, "@99999999999");
    assert_eq!(wrong("cover ä").0, "`ä` is no part of the language");
    assert_eq!(wrong("passing @1").0, "expected `COVER`, found `passing`");
    assert_eq!(wrong("").0, "expected `COVER`, found the end of the query");
    assert!(wrong(&format!("cover {}@1{}", "(".repeat(5000), ")".repeat(5000))).0.starts_with("more than 100 parentheses"));
}

#[test]
fn property_files() {
    let text = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
    assert_eq!(&text[in_property(text).unwrap()], "COVER EDGES(@DECISIONEDGE)");
    assert_eq!(in_property("CHECK( init(main()), LTL(G ! call(f())) )"), None);
}
