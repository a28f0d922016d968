//! Control graphs of small programs in text form, and the programs of single iterations.

use super::classes::input_classes;
use super::iterations::IterationPrograms;
use super::slots::Slots;
use super::widen::Boundaries;
use super::{ControlGraph, Exploration, KnownValue, Precision, Refusal};
use goto::{GoalId, Id, InstrId, Program};
use std::cell::Cell;

const TABLES: &str = "goto lp64 start begin
    input in0 \"nondet\" \"int\" i32
    goal g0 branch_goal \"met\" begin \"\" goal g1 branch_goal \"not met\" begin \"\"
    static mode#0: i32 static old#1: i32 static n#2: i32\n";

fn program(functions: &str) -> Program {
    let program = goto::parse(&format!("{TABLES}{functions}")).unwrap_or_else(|e| panic!("{e}"));
    goto::assert_valid(&program, "the text");
    program
}

/// 1 to 2 to 3 and back to 1; what is old keeps an input until it is written anew, and nobody looks at it before.
const MACHINE: &str = "function begin: fn() -> void { 0: mode#0 := 1 1: CALL main() 2: HALT exit }
    function main: fn() -> void { local x#3: i32
        0: DECL x#3 1: x#3 := INPUT in0
        2: IF mode#0 == 2 GOTO 6
        3: IF mode#0 == 3 GOTO 8
        4: mode#0 := 2 5: GOTO 11
        6: IF x#3 == 5 GOTO 12 7: old#1 := x#3
        8: COVER g0 mode#0 == 3 9: COVER g1 mode#0 == 4
        10: mode#0 := 1
        11: GOTO 0
        12: old#1 := x#3 13: mode#0 := 3 14: GOTO 0 }";

fn explored(program: &Program) -> Result<ControlGraph, Refusal> {
    explored_with(program, Precision::Coarse)
}

fn explored_with(program: &Program, precision: Precision) -> Result<ControlGraph, Refusal> {
    let mut exploration = Exploration::begin(program.clone(), precision, &|| false)?;
    exploration.go_on(&|| false)?;
    Ok(exploration.into_graph().1)
}

fn control_graph(program: &Program) -> ControlGraph {
    explored(program).unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

fn goals(text: &str) -> Vec<usize> {
    let graph = control_graph(&program(text));
    (0..2).filter(|&goal| graph.met_goals.contains(GoalId::new(goal))).collect()
}

#[test]
fn states_are_told_apart_by_what_matters() {
    let program = program(MACHINE);
    let graph = control_graph(&program);
    assert_eq!(graph.states.len(), 3, "{graph:?}");
    assert_eq!(graph.first.len(), 1);
    for state in &graph.states {
        // What is old is not needed, whatever it is.
        assert!(matches!(state.decisive[..], [known] if matches!(known.value, KnownValue::Between(low, high) if low == high)), "{state:?}");
    }
    assert_eq!(goals(MACHINE), [0]);
}

#[test]
fn a_variable_that_is_read_later_is_needed() {
    // From the third state on it matters what the input of the second was.
    let text = MACHINE.replace("9: COVER g1 mode#0 == 4", "9: COVER g1 mode#0 == 3 && old#1 == 6");
    assert_eq!(goals(&text), [0]);
    let text = text.replace("old#1 == 6", "old#1 == 5");
    assert_eq!(goals(&text), [0, 1]);
}

#[test]
fn what_is_compared_later_tells_of_its_copies() {
    let text = "function begin: fn() -> void { 0: mode#0 := 1 1: CALL main() 2: HALT exit }
        function main: fn() -> void { local x#3: i32
            0: DECL x#3 1: x#3 := INPUT in0
            2: IF mode#0 == 3 GOTO 7
            3: old#1 := x#3 4: IF x#3 != 5 GOTO 0 5: mode#0 := 3 6: GOTO 0
            7: COVER g0 old#1 == 5 8: COVER g1 old#1 == 6 9: GOTO 0 }";
    assert_eq!(goals(text), [0]);
    // A later input is another value.
    assert_eq!(goals(&text.replace("6: GOTO 0", "6: GOTO 10").replace("9: GOTO 0", "9: GOTO 0 10: old#1 := INPUT in0 11: GOTO 0")), [0, 1]);
}

#[test]
fn what_counts_has_any_value() {
    let text = MACHINE.replace("10: mode#0 := 1", "10: n#2 := n#2 + 1").replace("9: COVER g1 mode#0 == 4", "9: COVER g1 n#2 == 400");
    assert_eq!(goals(&text), [0, 1]);
}

#[test]
fn differences_of_counters_are_known() {
    // One counts before the other one, any number of times.
    let text = "function begin: fn() -> void { 0: mode#0 := 0 1: CALL main() 2: HALT exit }
        function main: fn() -> void { local x#3: i32
            0: DECL x#3 1: x#3 := INPUT in0 2: old#1 := x#3 3: n#2 := x#3
            4: IF mode#0 == 1 GOTO 8
            5: n#2 := n#2 + 1 6: mode#0 := 1 7: GOTO 4
            8: old#1 := old#1 + 1 9: COVER g0 n#2 == old#1 10: COVER g1 n#2 != old#1 11: mode#0 := 0 12: GOTO 4 }";
    assert_eq!(goals(text), [0]);
    assert_eq!(goals(&text.replace("old#1 + 1", "old#1 + 2")), [0, 1]);
    assert_eq!(goals(&text.replace("3: n#2 := x#3", "3: n#2 := INPUT in0")), [0, 1]);
}

#[test]
fn slots_that_count_together_have_any_value() {
    let text = "function begin: fn() -> void { 0: n#2 := INPUT in0 1: old#1 := n#2 2: CALL main() 3: HALT exit }
        function main: fn() -> void {
            0: COVER g0 n#2 == old#1 1: COVER g1 n#2 != old#1
            2: old#1 := n#2 + 1 3: n#2 := old#1 4: GOTO 0 }";
    assert_eq!(goals(text), [0]);
    assert_eq!(control_graph(&program(text)).states.len(), 1);
    // Unless the program asks for one of the values.
    let text = text.replace("3: n#2 := old#1", "3: n#2 := old#1 & 3").replace("n#2 != old#1", "n#2 == 4").replace("n#2 := INPUT in0", "n#2 := 0");
    assert_eq!(goals(&text), [0]);
}

#[test]
fn single_values_are_kept_at_last() {
    // 0, 3, 6, ... 60, 0.
    let text = "function begin: fn() -> void { 0: n#2 := 0 1: CALL main() 2: HALT exit }
        function main: fn() -> void {
            0: COVER g0 n#2 == 30 1: COVER g1 n#2 == 31
            2: n#2 := n#2 + 3 3: IF n#2 <= 60 GOTO 0 4: n#2 := 0 5: GOTO 0 }";
    let met = |precision| {
        let graph = explored_with(&program(text), precision).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        (graph.met_goals.contains(GoalId::new(0)), graph.met_goals.contains(GoalId::new(1)))
    };
    assert_eq!(met(Precision::Fine), (true, true));
    assert_eq!(met(Precision::Exact), (true, false));
}

#[test]
fn the_loop_may_be_in_a_called_function() {
    let text = "function begin: fn() -> void { 0: mode#0 := 1 1: CALL main() 2: HALT exit }
        function main: fn() -> void { local x#3: i32
            0: DECL x#3 1: x#3 := INPUT in0 2: n#2 := 1 3: CALL machine(x#3) 4: GOTO 1 }
        function machine: fn(i32) -> void { parameter way#4: i32
            0: old#1 := INPUT in0 1: IF old#1 == way#4 GOTO 7
            2: IF mode#0 == 2 GOTO 5
            3: mode#0 := 2 4: GOTO 0
            5: COVER g0 n#2 == 1 6: COVER g1 n#2 == 2 7: mode#0 := 1 8: IF old#1 != 7 GOTO 0 9: RETURN }";
    assert_eq!(goals(text), [0]);
    let graph = control_graph(&program(text));
    assert_eq!(graph.states.len(), 2, "{graph:?}");
    let mut exploration = Exploration::begin(program(text), Precision::Coarse, &|| false).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    exploration.go_on(&|| false).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let (inlined, graph) = exploration.into_graph();
    let maker = IterationPrograms::new(inlined, graph, &|_| true);
    let iteration = maker.and_then(|mut maker| maker.of_group(&[0])).expect("all is said by variables");
    goto::assert_valid(&iteration.program, "single iterations");
}

#[test]
fn recursion_is_refused() {
    let text = MACHINE.replace("10: mode#0 := 1", "10: CALL main()");
    assert_eq!(explored(&program(&text)).err(), Some(Refusal::NotFollowed));
}

#[test]
fn single_iterations_are_programs() {
    let program = program(MACHINE);
    let graph = control_graph(&program);
    let mut maker = IterationPrograms::new(program, graph, &|_| true).expect("the head is the only entry, and there are variables only");
    let first = maker.first().expect("all is said by variables");
    assert!(first.entered.is_none());
    assert_eq!(maker.groups().concat().len(), 3);
    let iteration = maker.of_group(&[0]).expect("all is said by variables");
    assert!(iteration.entered.is_some());
    goto::assert_valid(&iteration.program, "single iterations");
}

#[test]
fn classes_of_inputs_are_all_values() {
    let graph = control_graph(&program(MACHINE));
    let ranges = graph.input.expect("an input is compared with 5").ranges;
    assert_eq!(ranges, [(i128::from(i32::MIN), 4), (5, 5), (6, i128::from(i32::MAX))]);
}

#[test]
fn an_input_that_an_iteration_reads_twice_has_no_classes() {
    let has_classes = |text: &str| {
        let program = program(text);
        let (main, slots) = (program.functions.iter().find(|(_, f)| f.name == "main").expect("it is there").0, Slots::of(&program).expect("there are few"));
        input_classes(&program, &slots, &Boundaries::of(&program, &slots, Precision::Coarse), (main, InstrId::new(0))).is_some()
    };
    assert!(has_classes(MACHINE));
    assert!(!has_classes(&MACHINE.replace("8: COVER g0 mode#0 == 3", "8: IF old#1 == 7 GOTO 1")));
}

/// Stopped before each passage in turn, it finds what it finds at once.
#[test]
fn a_search_that_is_interrupted_goes_on() {
    let program = program(MACHINE);
    let whole = control_graph(&program);
    let mut exploration = Exploration::begin(program, Precision::Coarse, &|| false).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let mut interruptions = 0;
    let every_second = Cell::new(false);
    let stop = || every_second.replace(!every_second.get());
    while let Err(refusal) = exploration.go_on(&stop) {
        assert_eq!(refusal, Refusal::Stopped);
        interruptions += 1;
    }
    assert!(interruptions >= whole.states.len(), "{interruptions}");
    let (_, graph) = exploration.into_graph();
    assert_eq!((graph.states, graph.first), (whole.states, whole.first));
}
