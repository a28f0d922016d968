//! What `explored` finds against all runs: random programs whose inputs have four values each are run on all of them, with random assumption automata, and what
//! counts is what the definition says, step by step. `GOTCHA_EXPLORED_SEED` and `GOTCHA_EXPLORED_PROGRAMS` choose other programs and more of them.

use automata::assumption::{Assumption, Change, Comparison, CounterTest, ModeId, Move, Region, SignId};
use automata::fql::watch::{EventId, WatchedEvents};
use engine::schedule::{Growth, InductiveTurns, Plan};
use engine::status::Engine;
use frontend::{LoadOptions, load};
use goto::edges::{EdgeId, Edges};
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Outcome};
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, IdVec, InputId, Operations, Program, PropertyClass, Random, TypeId};
use solver::SolverSpec;
use solver::smtlib::ProcessLimits;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tasks::explored::{Findings, Ledger, Mode, Subject, Uninitialised, analyse};

/// Inputs of a run at most, and values of each.
const INPUTS: usize = 3;
const VALUES: usize = 4;

/// Writes programs whose loops have few iterations, with calls, early exits and errors.
struct Writer {
    random: Random,
    text: String,
    inputs: usize,
    loops: usize,
    in_main: bool,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut writer = Self { random: Random::new(seed), text: String::new(), inputs: 0, loops: 0, in_main: false };
        (0..8).for_each(|_| _ = writer.random.below(2));
        writer.text.push_str("extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nextern void exit(int);\nint a, b = 1, c;\n");
        writer.text.push_str("void reach_error(void) { }\n");
        writer.text.push_str("static int in(void) { int v = __VERIFIER_nondet_int(); if (v < 0 || v > 3) abort(); return v; }\nstatic int f(int d) {\n");
        writer.inputs = INPUTS;
        writer.block(1);
        writer.text.push_str("return d + a;\n}\nint main(void) {\n");
        (writer.inputs, writer.in_main) = (0, true);
        writer.text.push_str("c = in();\n");
        writer.inputs += 1;
        writer.block(3);
        writer.text.push_str("return 0;\n}\n");
        writer.text
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(if depth == 0 { 6 } else { 10 }) {
            2 if self.inputs < INPUTS => {
                self.inputs += 1;
                let name = self.name();
                let _ = writeln!(self.text, "{name} = in();");
            }
            3 if self.in_main => {
                let (name, value) = (self.name(), self.expression(1));
                let _ = writeln!(self.text, "{name} = f({value});");
            }
            4 => {
                let condition = self.condition();
                let what = ["reach_error()", "exit(1)", "abort()"][self.random.below(3)];
                let _ = writeln!(self.text, "if ({condition})\n{what};");
            }
            6 => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                let _ = writeln!(self.text, "for (int {counter} = 0; {counter} < {}; {counter}++) {{", 1 + self.random.below(3));
                let inputs = std::mem::replace(&mut self.inputs, INPUTS);
                self.block(depth - 1);
                self.inputs = inputs;
                if self.random.chance(30) {
                    let condition = self.condition();
                    let _ = writeln!(self.text, "if ({condition})\nbreak;");
                }
                self.text.push_str("}\n");
            }
            7..10 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "if ({condition}) {{");
                self.block(depth - 1);
                if self.random.chance(50) {
                    self.text.push_str("} else {\n");
                    self.block(depth - 1);
                }
                self.text.push_str("}\n");
            }
            _ => {
                let (name, value) = (self.name(), self.expression(2));
                let _ = writeln!(self.text, "{name} = {value};");
            }
        }
    }

    fn name(&mut self) -> &'static str {
        ["a", "b", "c"][self.random.below(3)]
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 2 } else { 4 }) {
            0 => (self.random.below(6) as i32 - 1).to_string(),
            1 => self.name().to_string(),
            2 => format!("({} + {})", self.expression(depth - 1), self.expression(depth - 1)),
            _ => format!("({} - {})", self.expression(depth - 1), self.expression(depth - 1)),
        }
    }

    fn condition(&mut self) -> String {
        let relation = ["==", "!=", "<", "<=", ">"][self.random.below(5)];
        format!("{} {relation} {}", self.expression(1), self.expression(1))
    }
}

/// An automaton that says anything.
fn automaton(random: &mut Random, edges: &Edges) -> Assumption {
    let mut a = Assumption::new("0", Region::Inside);
    for n in 1..1 + random.below(4) {
        a.add_mode(&n.to_string(), Region::Inside);
    }
    a.add_mode("__TRUE", Region::Proved);
    a.add_mode("__FALSE", Region::Unexplored);
    let counter = a.add_counter("n", random.below(2) as i64);
    let n_signs = 1 + random.below(12);
    for (edge, _) in edges.iter() {
        for _ in 0..[0, 1, 1, 1, 2][random.below(5)] {
            a.read(edge, SignId::new(random.below(n_signs)));
        }
    }
    let modes: Vec<ModeId> = a.modes().ids().collect();
    for &from in &modes {
        for sign in (0..n_signs).map(SignId::new) {
            for _ in 0..random.below(3) {
                let comparison = [Comparison::Equal, Comparison::NotEqual, Comparison::Less, Comparison::AtLeast][random.below(4)];
                let test = CounterTest { counter, comparison, with: random.below(3) as i64 };
                let change = if random.chance(50) { Change::Add(counter, 1) } else { Change::Set(counter, 0) };
                // Most should not lead out at once.
                let to = if random.chance(80) { modes[random.below(modes.len() - 1)] } else { modes[modes.len() - 1] };
                let step = Move {
                    tests: if random.chance(60) { vec![test] } else { Vec::new() },
                    changes: if random.chance(60) { vec![change] } else { Vec::new() },
                    to,
                };
                a.add_move(from, sign, step);
            }
        }
    }
    a
}

/// The edges of a run, in their order.
struct Path(Vec<EdgeId>);

impl Observer for Path {
    const TRACE: bool = false;
    const GOALS: bool = true;

    fn reached(&mut self, goal: GoalId) {
        self.0.push(EdgeId::new(goal.index()));
    }
}

struct Given<'g>(&'g [usize], usize);

impl InputSource for Given<'_> {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = *self.0.get(self.1)?;
        self.1 += 1;
        Some(Bits::from_signed(width, value as i128))
    }
}

/// For each edge whether a terminating, safe run passes it before the automaton reads an edge with which it leaves what was looked at.
fn by_definition(plain: &Program, edges: &Edges, assumption: &Assumption) -> Vec<bool> {
    let mut program = plain.clone();
    let mut of_edges: IdVec<EdgeId, Option<EventId>> = IdVec::new();
    edges.iter().for_each(|(e, _)| _ = of_edges.push(Some(EventId::new(e.index()))));
    instrument::events::events(&mut program, edges, &WatchedEvents { edges: of_edges, tests: Vec::new(), n_events: edges.len() });
    instrument::properties(&mut program, &Operations::default(), &[PropertyClass::Assertion, PropertyClass::UnreachCall]);
    let compiled = Compiled::new(&program);
    let limits = Limits { steps: 100_000, work: u64::MAX, memory: 1 << 24, depth: 1000, stop: &|| false };
    let mut covered = vec![false; edges.len()];
    for number in 0..VALUES.pow(INPUTS as u32) {
        let inputs: Vec<usize> = (0..INPUTS as u32).map(|n| number / VALUES.pow(n) % VALUES).collect();
        let mut path = Path(Vec::new());
        let run = Machine::new(&compiled).run_observed(&mut Given(&inputs, 0), &limits, &mut path);
        assert!(!matches!(run.outcome, Outcome::InputsExhausted | Outcome::StepLimit), "{:?}", run.outcome);
        if run.outcome != Outcome::Exit || !run.violations.is_empty() {
            continue;
        }
        let mut position = assumption.start();
        for edge in path.0 {
            assumption.step(&mut position, edge);
            if !assumption.is_explored(&position) {
                break;
            }
            covered[edge.index()] = true;
        }
    }
    covered
}

fn plan() -> Plan {
    Plan {
        growth: Growth::Jump { start: 1, step: None, max: None },
        per_loop: Default::default(),
        solvers: vec![SolverSpec::Embedded],
        process_limits: ProcessLimits::default(),
        jobs: 1,
        seed: 0,
        engines: vec![Engine::SearchInterpreter, Engine::Bmc, Engine::Induction, Engine::Deduction, Engine::Arg],
        simple_paths: false,
        inductive_turns: InductiveTurns::AmongOthers,
    }
}

fn found(plain: &Program, edges: &Edges, assumption: &Assumption, mode: Mode) -> (Ledger, Findings) {
    let ledger = Ledger::new(Subject::new(plain.clone(), edges.clone(), assumption.clone(), Vec::new(), Uninitialised::Indeterminate));
    let stop = Stop::new(Some(Instant::now() + Duration::from_secs(60)));
    analyse(&ledger, mode, &|_| plan(), &stop).expect("the embedded solver is there");
    let findings = ledger.findings();
    (ledger, findings)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn what_counts_is_what_the_definition_says() {
    let (first, n) = (number("GOTCHA_EXPLORED_SEED", 1), number("GOTCHA_EXPLORED_PROGRAMS", 12));
    let folder = tempfile::tempdir().unwrap();
    let (mut n_covered, mut n_edges, mut n_open, mut n_within) = (0, 0, 0, 0);
    for seed in first..first + n {
        let text = Writer::program(seed);
        let file = folder.path().join("a.c");
        std::fs::write(&file, &text).unwrap();
        let options = LoadOptions::default();
        let plain = load(&[file], &options).unwrap_or_else(|e| panic!("{e}\n{text}")).program;
        let edges = Edges::new(&plain);
        let assumption = automaton(&mut Random::new(seed.wrapping_mul(77)), &edges);
        let expected = by_definition(&plain, &edges, &assumption);
        let (exact_ledger, exact) = found(&plain, &edges, &assumption, Mode::Exact);
        let lesser = [Mode::Guided { executions: 3 }, Mode::Blind { executions: 2 }].map(|mode| found(&plain, &edges, &assumption, mode).1);
        for (edge, facts) in edges.iter() {
            let Some(group) = exact_ledger.subject.groups.of(edge).map(Id::index) else { continue };
            let at = format!("seed {seed}, line {}, edge {edge:?} of {facts:?}", facts.loc.line);
            let within = exact_ledger.subject.region.within().contains(edge);
            n_edges += 1;
            n_within += usize::from(within);
            n_covered += usize::from(expected[edge.index()]);
            assert!(within || !expected[edge.index()], "{at} is covered by definition, but not within what control flow allows\n{text}");
            assert_eq!(
                exact.covered[group].is_some(),
                expected[edge.index()] && exact.covered[group].is_some(),
                "{at} is covered, but not by definition\n{text}"
            );
            assert!(!(exact.excluded[group] && expected[edge.index()]), "{at} is excluded, but covered by definition\n{text}");
            n_open += usize::from(exact.covered[group].is_none() && !exact.excluded[group]);
            for (less, most) in lesser.iter().zip([3, 2]) {
                assert!(less.executions.len() <= most, "{at}: {} executions", less.executions.len());
                assert!(less.covered[group].is_none() || expected[edge.index()], "{at} is covered by few executions, but not by definition\n{text}");
                assert!(!(less.excluded[group] && expected[edge.index()]), "{at} is excluded by few executions, but covered by definition\n{text}");
            }
        }
    }
    println!("{n} programs, {n_edges} edges: {n_covered} covered, {n_within} explored, {n_open} undecided");
    assert!(n_open * 100 <= n_edges, "{n_open} of {n_edges} edges are undecided");
}
