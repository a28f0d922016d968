use super::facts::{Fact, Factor, Number, Order, Relation, constant, value};
use super::*;
use goto::{InstrKind, Program};
use rustc_hash::FxHashSet;

const INT: Number = Number { bits: 32, signed: true };
/// Adds the numbers below an input, and changes a static variable on the way.
const ADDS: &str = "goto lp64 start begin input in0 \"nondet\" \"int\" i32 property p0 assertion \"p\" begin \"\"
    static depth#0: i32 static y#1: i32 static r#2: i32
    function begin: fn() -> void { 0: CALL work() 1: HALT exit }
    function work: fn() -> void { 0: y#1 := INPUT in0 1: r#2 := CALL add(y#1, 0) 2: ASSERT p0 r#2 == y#1 3: RETURN }
    function add: fn(i32, i32) -> i32 { parameter a#3: i32 parameter b#4: i32 temporary t#5: i32
        0: DECL t#5 1: IF a#3 == 0 GOTO 6 2: depth#0 := depth#0 + 1 3: t#5 := CALL add(a#3 - 1, b#4 + 1) 4: depth#0 := depth#0 - 1 5: RETURN t#5
        6: RETURN b#4 }";

fn program(text: &str) -> Program {
    goto::parse(text).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn equations_wrap_and_orders_do_not() {
    let numbers = [INT, INT];
    let most = i128::from(i32::MAX);
    let mut successor = value(0);
    successor.push((1, Vec::new()));
    let equation = Relation::new(value(1), Order::Equal, successor.clone());
    assert!(equation.holds(&numbers, &[most, -most - 1]));
    let order = Relation::new(value(1), Order::Less, successor);
    assert!(order.holds(&numbers, &[most, most]) && !order.holds(&numbers, &[3, 4]));
    let power = Relation::new(value(1), Order::Equal, vec![(1, vec![Factor::Power(0)])]);
    assert!(power.holds(&numbers, &[31, -most - 1]) && power.holds(&numbers, &[33, 2]));
}

#[test]
fn a_guarded_fact_says_nothing_of_others() {
    let fact = Fact { guard: vec![Relation::new(value(0), Order::AtMost, constant(0))], claim: Relation::new(value(1), Order::Equal, constant(1)) };
    assert!(fact.holds(&[INT, INT], &[5, 7]) && fact.holds(&[INT, INT], &[-1, 1]) && !fact.holds(&[INT, INT], &[0, 0]));
    assert_eq!(fact.defines(1, &[INT, INT], 1), None);
}

#[test]
fn a_fact_defines_what_stands_alone_in_its_own_type() {
    let double = Fact { guard: Vec::new(), claim: Relation::new(vec![(2, vec![Factor::Value(1)])], Order::Equal, value(0)) };
    assert_eq!(double.defines(1, &[INT, INT], 1), None);
    let negated = Fact { guard: Vec::new(), claim: Relation::new(value(0), Order::Equal, vec![(-1, vec![Factor::Value(1)])]) };
    assert_eq!(negated.defines(1, &[INT, INT], 1), Some(vec![(-1, vec![Factor::Value(0)])]));
    assert_eq!(negated.defines(1, &[Number { bits: 64, signed: true }, INT], 1), None);
}

#[test]
fn calls_become_contracts_that_runs_suggest() {
    let program = program(ADDS);
    let recursion = Recursion::of(&program).expect("a recursive function");
    let calls = Calls::of(&program, &recursion);
    let tried = contracts(&program, &recursion, &calls, &vec![Contract::default(); recursion.members().len()], Level::Always);
    let numbers = recursion.members()[0].numbers();
    // Of a, b and depth at the beginning, the result and depth at the end.
    assert!(tried[0].after.iter().all(|fact| fact.holds(&numbers, &[3, 2, 2, 5, 2])));
    assert!(tried[0].after.iter().any(|fact| !fact.holds(&numbers, &[3, 2, 2, 6, 2])));
    assert!(tried[0].after.iter().any(|fact| !fact.holds(&numbers, &[3, 2, 2, 5, 3])));
    let known = vec![Contract::default(); 1];
    let checked = checked(&program, &recursion, Said { known: &known, tried: &tried }, &FxHashSet::default());
    assert_eq!(goto::validate(&checked.program), []);
    assert_eq!(checked.claims.len(), tried[0].before.len() + tried[0].after.len());
    let calls = goto::callgraph::CallGraph::new(&checked.program);
    assert!(checked.program.functions.ids().all(|f| !calls.is_recursive(f)));
}

#[test]
fn what_is_taken_to_hold_is_assumed_behind_its_claim() {
    let program = program(ADDS);
    let recursion = Recursion::of(&program).expect("a recursive function");
    let none = vec![Contract::default(); 1];
    let taken = program.properties.ids().collect();
    let checked = checked(&program, &recursion, Said { known: &none, tried: &none }, &taken);
    let body = checked.program.functions.values().find(|f| f.name == "work").and_then(|f| f.body.as_ref()).expect("a body");
    let kinds: Vec<&InstrKind> = body.values().map(|i| &i.kind).collect();
    assert!(kinds.windows(2).any(|pair| matches!(pair, [InstrKind::Assert { cond, .. }, InstrKind::Assume(same)] if cond == same)));
}

#[test]
fn functions_that_nobody_calls_or_that_follow_pointers_are_left_alone() {
    let uncalled = ADDS.replace("0: CALL work()", "0: y#1 := 0");
    assert!(Recursion::of(&program(&uncalled)).is_none());
    let follows = ADDS.replace("6: RETURN b#4", "6: *p#6 := 1 7: RETURN b#4").replace("static y#1", "static p#6: *i32 static y#1");
    assert!(goto::parse(&follows).is_ok_and(|program| Recursion::of(&program).is_none()));
}

#[test]
fn what_is_known_is_not_said_again_and_what_grows_has_a_bound() {
    const LEAVES: &str = "goto lp64 start begin input in0 \"nondet\" \"int\" i32 static y#0: i32 static r#1: i32
        function begin: fn() -> void { 0: CALL work() 1: HALT exit }
        function work: fn() -> void { 0: y#0 := INPUT in0 1: ASSUME y#0 <= 12 2: r#1 := CALL leaves(y#0) 3: RETURN }
        function leaves: fn(i32) -> i32 { parameter n#2: i32 temporary t#3: i32 temporary u#4: i32
            0: DECL t#3 1: DECL u#4 2: IF n#2 <= 0 GOTO 6 3: t#3 := CALL leaves(n#2 - 1) 4: u#4 := CALL leaves(n#2 - 2) 5: RETURN t#3 + u#4
            6: RETURN 1 }";
    let program = program(LEAVES);
    let recursion = Recursion::of(&program).expect("a recursive function");
    let calls = Calls::of(&program, &recursion);
    let none = vec![Contract::default()];
    let guarded = contracts(&program, &recursion, &calls, &none, Level::Guarded);
    let is_bound = |fact: &&Fact| fact.claim.order == Order::AtMost && fact.claim.right == vec![(1, vec![Factor::Power(0)])];
    assert!(guarded[0].after.iter().any(|fact| is_bound(&fact)));
    let always = contracts(&program, &recursion, &calls, &none, Level::Always);
    assert!(!always[0].after.is_empty());
    let beside = contracts(&program, &recursion, &calls, &always, Level::Guarded);
    assert!(beside[0].after.iter().all(|fact| !always[0].after.iter().any(|known| known.claim == fact.claim)));
}
