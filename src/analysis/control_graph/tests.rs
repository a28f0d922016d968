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
    let mut exploration = Exploration::begin(program.clone(), Precision::Coarse, &|| false)?;
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
