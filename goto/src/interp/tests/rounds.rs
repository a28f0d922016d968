//! Rounds that are left out, against runs in which each is executed.

use super::super::{Compiled, Limits, Machine, Observer};
use crate::Random;
use std::fmt::Write;

/// Must be told everything.
struct Everything;

impl Observer for Everything {
    const TRACE: bool = false;
}

/// Sees no inputs.
struct NoInputs;

impl super::super::InputSource for NoInputs {
    fn next(&mut self, _: crate::InputId, _: crate::TypeId, _: u16) -> Option<crate::Bits> {
        None
    }
}

const TYPES: [&str; 7] = ["i8", "u8", "i16", "u32", "i32", "i64", "u64"];
const VARIABLES: usize = 5;

/// Loops over five static variables, the last of which counts the rounds.
struct Loops {
    random: Random,
    types: Vec<&'static str>,
    text: String,
    at: usize,
}

impl Loops {
    fn text(seed: u64) -> String {
        let mut random = Random::new(seed);
        let types: Vec<&str> = (0..VARIABLES).map(|v| if v + 1 == VARIABLES { "i32" } else { TYPES[random.below(TYPES.len())] }).collect();
        let mut loops = Self { random, types, text: String::new(), at: 0 };
        let inner = loops.random.below(3) == 0;
        for v in 0..VARIABLES {
            let value = if v + 1 == VARIABLES { 0 } else { loops.random.below(100) };
            loops.push(&format!("{} := {value}{}", loops.name(v), loops.types[v]));
        }
        let head = loops.at;
        for _ in 0..1 + loops.random.below(5) {
            loops.statement();
        }
        if inner {
            // The first variable counts rounds of a loop of its own.
            loops.push(&format!("{} := 0{}", loops.name(0), loops.types[0]));
            let inner = loops.at;
            loops.statement();
            loops.push(&format!("{0} := {0} + 1{1}", loops.name(0), loops.types[0]));
            let bound = 20 + loops.random.below(100);
            loops.push(&format!("IF {} < {bound}{} GOTO {inner}", loops.name(0), loops.types[0]));
        }
        if loops.random.below(3) == 0 {
            loops.push(&format!("{} := CALL twice({})", loops.name(0), loops.name(1)));
        }
        let last = VARIABLES - 1;
        let step = 1 + loops.random.below(3);
        loops.push(&format!("{0} := {0} + {step}i32", loops.name(last)));
        let bound = 3000 + loops.random.below(if inner { 2000 } else { 60_000 });
        let relation = ["<", "<="][loops.random.below(2)];
        loops.push(&format!("IF {} {relation} {bound}i32 GOTO {head}", loops.name(last)));
        loops.push("HALT exit");
        let statics: Vec<String> = loops.types.iter().enumerate().map(|(v, ty)| format!("static v{v}#{v}: {ty}")).collect();
        let twice = format!(
            "function twice: fn({1}) -> {0} {{ parameter p#5: {1} 0: IF p#5 < 50{1} GOTO 2 1: RETURN 7{0} 2: RETURN (p#5 + p#5) as {0} }}",
            loops.types[0], loops.types[1]
        );
        format!("goto lp64 start f {} {twice} function f: fn() -> void {{ {} }}", statics.join(" "), loops.text)
    }

    fn name(&self, v: usize) -> String {
        format!("v{v}#{v}")
    }

    fn push(&mut self, instruction: &str) {
        let _ = write!(self.text, "\n{}: {instruction}", self.at);
        self.at += 1;
    }

    /// Never of the variable that counts.
    fn statement(&mut self) {
        let (a, b) = (self.random.below(VARIABLES - 1), self.random.below(VARIABLES));
        let (x, y, ty) = (self.name(a), self.name(b), self.types[a]);
        let c = self.random.below(7);
        match self.random.below(10) {
            0..3 => self.push(&format!("{x} := {x} + {c}{ty}")),
            3 => self.push(&format!("{x} := {x} - {c}{ty}")),
            4 => self.push(&format!("{x} := {y} as {ty}")),
            5 => self.push(&format!("{x} := {x} + ({y} as {ty})")),
            6 => self.push(&format!("{x} := (({y} as i64) * {c}i64 + 3i64) as {ty}")),
            7 => self.push(&format!("{x} := ({y} as u64 & 3u64) as {ty}")),
            8 => self.push(&format!("{x} := ({y} as u64 % {}u64) as {ty}", c + 1)),
            _ => {
                let relation = ["<", "<=", "==", "!="][self.random.below(4)];
                let constant = self.random.below(120);
                let to = self.at + 2;
                self.push(&format!("IF {y} {relation} {constant}{} GOTO {to}", self.types[b]));
                self.push(&format!("{x} := {x} + {c}{ty}"));
            }
        }
    }
}

#[test]
fn states_and_steps_are_those_of_all_rounds() {
    let (mut skipping, mut steps, mut left_out) = (0, 0, 0);
    for seed in 0..120 {
        let text = Loops::text(seed);
        let program = crate::parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let compiled = Compiled::new(&program);
        // Also runs that end in the middle.
        let limit = if seed % 4 == 0 { 100_000 + 77 * seed } else { 10_000_000 };
        let limits = Limits { steps: limit, work: u64::MAX, memory: 1 << 20, depth: 10, stop: &|| false };
        let (mut each, mut some) = (Machine::new(&compiled), Machine::new(&compiled));
        let all = each.run_observed(&mut NoInputs, &limits, &mut Everything);
        let run = some.run(&mut NoInputs, &limits);
        assert_eq!(run.outcome, all.outcome, "{text}");
        if all.outcome != super::super::Outcome::StepLimit {
            assert_eq!((run.steps, &some.globals), (all.steps, &each.globals), "{text}");
        }
        assert_eq!(each.rounds.left_out, 0);
        skipping += usize::from(some.rounds.left_out > 0);
        (steps, left_out) = (steps + run.steps, left_out + some.rounds.left_out);
    }
    assert!(skipping > 40 && left_out > steps / 4, "{skipping} runs, {left_out} of {steps} instructions");
}

#[test]
fn only_what_is_executed_is_work() {
    let outcome = |round: &str, steps: u64, work: u64| {
        let text = format!(
            "goto lp64 start begin static x#0: u64 static y#1: u64 function begin: fn() -> void {{
                0: x#0 := x#0 + 1u64 1: y#1 := {round} 2: IF x#0 < 5000000000u64 GOTO 0 3: HALT exit }}"
        );
        let program = crate::parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let limits = Limits { steps, work, memory: 1 << 20, depth: 10, stop: &|| false };
        let run = Machine::new(&Compiled::new(&program)).run(&mut NoInputs, &limits);
        (run.outcome.clone(), run.steps, run.work())
    };
    let (end, steps, work) = outcome("y#1 + 3u64", u64::MAX, 200_000);
    assert_eq!((end, steps), (super::super::Outcome::Exit, 15_000_000_001));
    assert!(work < 200_000, "{work}");
    // Whoever counts all of them still does.
    assert_eq!(outcome("y#1 + 3u64", 10_000_000, u64::MAX).0, super::super::Outcome::StepLimit);
    // What is not the same in each round has to be executed.
    let (end, steps, work) = outcome("y#1 * y#1 + x#0", u64::MAX, 200_000);
    assert_eq!((end, steps), (super::super::Outcome::StepLimit, work));
    assert!((200_000..300_000).contains(&work), "{work}");
}
