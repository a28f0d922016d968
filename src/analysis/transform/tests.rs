//! Random programs, before and after: the interpreter must reach the same goals with the same inputs.

use super::{inline_only_call, simplify, slice, strip_marks};
use goto::interp::{InputSource, Limits, Outcome, Run, run};
use goto::{Bits, Callee, FuncId, Id, InputId, InstrId, InstrKind, Program, TypeId};
use proptest::prelude::*;
use std::fmt::Write;

const GOALS: usize = 4;

/// A program's text out of a list of choices: two functions over shared variables, with loops, pointers, crashes and calls.
struct Maker {
    choices: std::vec::IntoIter<u8>,
    goals: usize,
}

impl Maker {
    fn choose(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, usize::from) % n
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.choose(of.len())]
    }

    fn place(&mut self) -> &'static str {
        self.pick(&["x#0", "y#1", "z#2", "l#7", "*p#3", "a#4[1]", "a#4[x#0]", "s#5.k", "s#5.m"])
    }

    fn value(&mut self, depth: u32) -> String {
        if depth == 0 || self.choose(3) == 0 {
            return if self.choose(3) == 0 { self.choose(4).to_string() } else { self.place().into() };
        }
        let op = self.pick(&["+", "-", "*", "/", "%", "&"]);
        format!("({} {op} {})", self.value(depth - 1), self.value(depth - 1))
    }

    fn condition(&mut self) -> String {
        let op = self.pick(&["==", "!=", "<", "<="]);
        let not = self.pick(&["", "", "!"]);
        format!("{not}({} {op} {})", self.value(1), self.value(1))
    }

    fn instruction(&mut self, n: usize) -> String {
        match self.choose(16) {
            0..=3 => format!("{} := {}", self.place(), self.value(2)),
            4 => format!("p#3 := {}", self.pick(&["&x#0", "&y#1", "&a#4[0]", "&s#5.m", "p#3 + 1i64"])),
            5 | 6 => format!("{} := INPUT in0", self.place()),
            7 => "p#3 := ALLOCATE heap zeroed 8u64".into(),
            8 | 9 if self.goals < GOALS => {
                self.goals += 1;
                format!("COVER g{} {}", self.goals - 1, self.condition())
            }
            8..=11 => format!("IF {} GOTO {}", self.condition(), self.choose(n)),
            12 => format!("GOTO {}", self.choose(n)),
            13 => self
                .pick(&["SKIP", "MARK then", "DECL l#7", "ASSUME x#0 != 3", "IF false GOTO 0", "CALL die()", "HALT exit", "MEMSET p#3 as *void, x#0, 4u64"])
                .into(),
            14 => format!("{} := CALL g({})", self.place(), self.value(1)),
            _ => format!("{} := HAVOC", self.place()),
        }
    }

    fn body(&mut self, n: usize, last: &str) -> String {
        let mut text = String::new();
        for i in 0..n {
            let _ = writeln!(text, "{i}: {}", self.instruction(n + 1));
        }
        let _ = writeln!(text, "{n}: {last} }}");
        text
    }

    fn program(mut self) -> Program {
        let mut text = String::from("goto lp64 start begin\ninput in0 \"nondet\" \"int\" i32\n");
        for goal in 0..GOALS {
            let _ = writeln!(text, "goal g{goal} branch_goal \"{goal}\" f \"\"");
        }
        text.push_str(
            "struct S#0 size 8 align 4 { k: i32 at 0 m: i32 at 4 }\n static x#0: i32 static y#1: i32 static z#2: i32 static p#3: *i32 static a#4: [3]i32\n",
        );
        text.push_str("static s#5: struct S#0 function begin: fn() -> void { 0: p#3 := &x#0 1: CALL f() 2: HALT exit }\n");
        let (f, g) = (4 + self.choose(12), 1 + self.choose(5));
        // Both functions name their local alike; only the number differs.
        let _ = writeln!(text, "function f: fn() -> void {{ local l#7: i32 {}", self.body(f, "RETURN"));
        let body = self.body(g, "RETURN n#6").replace("l#7", "l#8");
        let _ = writeln!(text, "function g: fn(i32) -> i32 {{ parameter n#6: i32 local l#8: i32 {body}");
        text.push_str("function die: fn() -> void noreturn { 0: HALT abort }\n");
        let program = goto::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        goto::assert_valid(&program, "making it");
        program
    }
}

struct Inputs<'a>(std::iter::Copied<std::slice::Iter<'a, u8>>);

impl InputSource for Inputs<'_> {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        self.0.next().map(|v| Bits::from_signed(width, i128::from(v % 6) - 1))
    }
}

fn run_with(program: &Program, inputs: &[u8]) -> Run {
    run(program, &mut Inputs(inputs.iter().copied()), &Limits { steps: 3000, work: u64::MAX, memory: 1 << 20, depth: 30, stop: &|| false })
}

/// The calls of functions that have a body, none of which moves another one.
fn calls(program: &Program) -> Vec<(FuncId, InstrId)> {
    let mut calls = Vec::new();
    for (function, body) in program.functions.iter().filter_map(|(id, f)| Some((id, f.body.as_ref()?))) {
        let has_body = |kind: &InstrKind| matches!(kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if program.functions[*callee].body.is_some());
        calls.extend(body.iter().filter(|(_, i)| has_body(&i.kind)).map(|(at, _)| (function, at)).next_back());
    }
    calls
}

fn ended_by_itself(run: &Run) -> bool {
    !matches!(run.outcome, Outcome::StepLimit | Outcome::MemoryLimit | Outcome::StackOverflow | Outcome::Stopped)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn simplified_programs_do_the_same(choices in prop::collection::vec(any::<u8>(), 0..300), inputs in prop::collection::vec(any::<u8>(), 0..12)) {
        let program = Maker { choices: choices.into_iter(), goals: 0 }.program();
        let mut simple = program.clone();
        strip_marks(&mut simple);
        simplify(&mut simple);
        let (before, after) = (run_with(&program, &inputs), run_with(&simple, &inputs));
        if ended_by_itself(&before) {
            prop_assert_eq!(&before.goals, &after.goals, "{}\n{}", goto::print(&program), goto::print(&simple));
            prop_assert_eq!(std::mem::discriminant(&before.outcome), std::mem::discriminant(&after.outcome));
            prop_assert_eq!(before.inputs, after.inputs);
        }
    }

    #[test]
    fn inlined_programs_do_the_same(choices in prop::collection::vec(any::<u8>(), 0..300), inputs in prop::collection::vec(any::<u8>(), 0..12)) {
        let program = Maker { choices: choices.into_iter(), goals: 0 }.program();
        let mut inlined = program.clone();
        for call in calls(&program).into_iter().rev() {
            inline_only_call(&mut inlined, call, InstrId::new(0));
        }
        let (before, after) = (run_with(&program, &inputs), run_with(&inlined, &inputs));
        if ended_by_itself(&before) && ended_by_itself(&after) {
            prop_assert_eq!(&before.goals, &after.goals, "{}\n{}", goto::print(&program), goto::print(&inlined));
            prop_assert_eq!(std::mem::discriminant(&before.outcome), std::mem::discriminant(&after.outcome));
            prop_assert_eq!(before.inputs, after.inputs);
        }
    }

    #[test]
    fn sliced_programs_reach_the_same_open_goals(
        choices in prop::collection::vec(any::<u8>(), 0..300),
        inputs in prop::collection::vec(any::<u8>(), 0..12),
        open in prop::collection::vec(any::<bool>(), GOALS),
    ) {
        let program = Maker { choices: choices.into_iter(), goals: 0 }.program();
        let mut sliced = program.clone();
        slice(&mut sliced, &|g| open[g.index()], &|_| true);
        let (before, after) = (run_with(&program, &inputs), run_with(&sliced, &inputs));
        for goal in (0..GOALS).filter(|&g| open[g]) {
            let reached = |run: &goto::interp::Run| run.goals.contains(goto::GoalId::new(goal));
            if ended_by_itself(&before) || reached(&before) {
                prop_assert_eq!(reached(&before), reached(&after), "goal {} {:?}\n{}\n{}", goal, before.outcome, goto::print(&program), goto::print(&sliced));
                prop_assert_eq!(before.first_reached[goal], after.first_reached[goal]);
            }
        }
    }
}
