use super::*;
use crate::fql::{build, parse};
use goto::Id;

const PROGRAM: &str = "goto lp64 start begin file file0 \"src/a.c\" static x#0: bool static y#1: i32 @0:1:1 static z#2: i32 @0:1:1
    branch br0 if \"x\" branch br1 while \"x\" branch br2 conditional \"x\" input in0 \"nondet\" \"int\" i32
    function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
    function main: fn() -> void @0:1:1 { local l#3: i32
      0: DECL l#3 @0:2:1 1: IF x#0 GOTO 6 br0 @0:3:1 2: MARK then @0:3:5 3: y#1 := z#2 @0:4:1 4: CALL f() @0:5:1 5: GOTO 1 @0:3:1
      6: MARK else @0:6:1 7: IF x#0 GOTO 9 @0:7:1 8: HALT abort @0:7:1 9: z#2 := INPUT in0 @0:8:3 10: RETURN @0:9:1 }
    function f: fn() -> void @0:10:1 { 0: IF x#0 GOTO 2 br1 @0:11:1 1: y#1 := 2 @0:12:1 2: RETURN @0:13:1 }
    function missing: fn() -> void { }";

fn goals(text: &str) -> Result<usize, String> {
    let program = goto::parse(PROGRAM).unwrap();
    let edges = Edges::new(&program);
    let mut labels = Labels::default();
    labels.add(FuncId::new(1), "again", InstrId::new(2));
    let marks = [(FuncId::new(1), InstrId::new(2)), (FuncId::new(1), InstrId::new(6))];
    let scene = Scene { program: &program, edges: &edges, labels: &labels, decision_marks: &marks, basic_blocks: BasicBlocks::Fshell };
    let syntax = parse(text, None).map_err(|e| e.message)?;
    match build(&syntax, text, &scene, 10_000) {
        Ok(query) => Ok(query.n_goals() as usize),
        Err(crate::fql::BuildError::Wrong(e)) => Err(e.message),
        Err(crate::fql::BuildError::TooMany(n)) => Err(format!("too many: {n}")),
    }
}

#[test]
fn every_filter_chooses_its_edges() {
    let expected = [
        ("ID", 14),
        ("@FILE('a.c')", 14),
        ("@3", 3),
        ("@COLUMN(3)", 1),
        ("@FUNC(f)", 4),
        ("@LABEL(again)", 1),
        ("@CALL(f)", 1),
        ("@CALL(nondet)", 1),
        ("@CALL(abort)", 1),
        ("@CALLS", 3),
        ("@ENTRY(f)", 2),
        ("@EXIT(main)", 1),
        ("@CONDITIONEDGE", 4),
        ("@DECISIONEDGE", 2),
        ("@DEF(y)", 2),
        ("@DEF(z)", 1),
        ("@USE(z)", 1),
        ("@STMTTYPE(if)", 4),
        ("NOT(@FUNC(f))", 10),
        ("@FUNC(f) | @3", 7),
        ("@CONDITIONEDGE & @FUNC(f)", 2),
        ("SETMINUS(@FUNC(f), @CONDITIONEDGE)", 2),
        ("COMPOSE(@FUNC(f), @CONDITIONEDGE)", 2),
    ];
    for (filter, n) in expected {
        assert_eq!(goals(&format!("cover {filter}")), Ok(n), "{filter}");
    }
    assert_eq!(goals("cover @BASICBLOCKENTRY"), Ok(5));
    assert_eq!(goals("cover @STMTTYPE(assert) + @STMTTYPE(?:)"), Ok(0));
}

#[test]
fn sets_of_goals_have_none_twice() {
    assert_eq!(goals("cover @CONDITIONEDGE + @BASICBLOCKENTRY + @FUNC(f)"), Ok(6));
    assert_eq!(goals("cover (@3 + @11).(@3 + @11)"), Ok(25));
    assert_eq!(goals("cover @3.@3 + @11.@3 + @3.@3"), Ok(15));
    assert_eq!(goals("cover @3.@FUNC(f) + @BASICBLOCKENTRY.@11"), Ok(18));
    assert_eq!(goals("in @FUNC(f) cover @CONDITIONEDGE -> NODES(ID)"), Ok(6));
    assert_eq!(goals("cover {a}.{a} + {b}"), Ok(2));
    assert_eq!(goals("COVER EDGES(PRED(@4,{a}))"), Ok(4));
    assert_eq!(goals("cover \"@3 + @4\" + @3 + \"@3 + @4\""), Ok(4));
}

#[test]
fn what_the_program_does_not_have_is_named() {
    for (query, part) in [
        ("cover @FUNC(g)", "no function g"),
        ("cover @FUNC(missing)", "missing has no body"),
        ("cover @LABEL(g)", "no label g"),
        ("cover @DEF(g)", "no variable g"),
        ("cover @99", "line 99"),
        ("cover @FILE('b.c')", "no file b.c"),
        ("cover @CALL(g)", "no function g"),
        ("cover ENCLOSING_SCOPES(ID)", "not supported"),
        ("cover @REGEXP('x')", "not supported"),
        ("COVER EDGES(UNION(PRED(ID,{a}), @3))", "split by different predicates"),
        ("cover ID->ID->ID->ID", "too many: 38416"),
    ] {
        let message = goals(query).expect_err(query);
        assert!(message.contains(part), "{query}: {message}");
    }
}
