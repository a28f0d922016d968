//! Abstract reachability graphs against all runs: random programs whose inputs have four values each are run on all of them, and what no run does must be what
//! the graphs say is impossible. `GOTCHA_ARG_SEED` and `GOTCHA_ARG_PROGRAMS` choose other programs and more of them.

use crate::pictures::{FLAGS, graph_of};
use automata::nfa::{Nfa, Silent};
use automata::{Automaton, EdgeSet, Literal, StateId};
use engine::arg::dump::Picture;
use engine::arg::goals::{GraphObserver, Work};
use engine::arg::store::{Cache, Kept};
use engine::arg::{Goals, Options, Oracle, Part, Verdict, What, Why, decide_all};
use frontend::{LoadOptions, load};
use goto::edges::{EdgeId, EdgeKind, Edges};
use goto::interp::{Compiled, InputSource, Limits, Machine};
use goto::limits::Stop;
use goto::{
    Bits, Body, ExprId, FuncId, Goal, GoalId, GoalKind, Id, IdSet, InputId, InstrId, InstrKind, Instruction, Location, Program, Random, Storage, Symbol,
    SymbolId, TypeId,
};
use solver::embedded::Embedded;
use std::fmt::Write;

/// Values of each input.
const VALUES: u32 = 4;

/// Writes programs of loops with few iterations, calls, and accesses to memory.
struct Writer {
    random: Random,
    text: String,
    inputs: usize,
    loops: usize,
}

const NAMES: [&str; 5] = ["a", "b", "c", "s.x", "t[1]"];

impl Writer {
    fn program(seed: u64) -> String {
        let mut writer = Self { random: Random::new(seed), text: String::new(), inputs: 0, loops: 0 };
        for _ in 0..8 {
            writer.random.below(2);
        }
        writer.text.push_str("extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nint a, b = 1;\nstruct { int x, y; } s;\nint t[3];\n");
        writer.text.push_str("static int in(void) { int v = __VERIFIER_nondet_int(); if (v < 0 || v > 3) abort(); return v; }\n");
        writer.text.push_str("static int f(int c) {\n");
        let (depth, inputs) = (1, writer.inputs);
        writer.inputs = 3;
        writer.block(depth, "c");
        writer.inputs = inputs;
        let result = writer.expression(2);
        let _ = writeln!(writer.text, "return {result}; }}\nint main(void) {{ int c = in(); int *p = &a;");
        writer.inputs += 1;
        writer.block(3, "c");
        writer.text.push_str("return 0; }\n");
        writer.text
    }

    fn block(&mut self, depth: u32, input: &str) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth, input);
        }
    }

    fn statement(&mut self, depth: u32, input: &str) {
        let choice = self.random.below(if depth == 0 { 5 } else { 9 });
        match choice {
            _ if depth == 0 && self.random.chance(50) || choice < 2 => {
                let (name, value) = (self.name(), self.expression(2));
                let _ = writeln!(self.text, "{name} = {value};");
            }
            2 if self.inputs < 3 => {
                self.inputs += 1;
                let _ = writeln!(self.text, "{input} = in();");
            }
            3 if depth > 0 && self.text.contains("int main") => {
                let (name, value) = (self.name(), self.expression(1));
                let _ = writeln!(self.text, "{name} = f({value});");
            }
            4 if self.text.contains("*p") => {
                let value = self.expression(1);
                let target = ["*p", "p[0]", "p = &b, *p"][self.random.below(3)];
                let _ = writeln!(self.text, "{target} = {value};");
            }
            5 => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                let _ = writeln!(self.text, "for (int {counter} = 0; {counter} < {}; {counter}++) {{", 1 + self.random.below(3));
                self.inputs += 3;
                self.block(depth - 1, input);
                self.inputs -= 3;
                if self.random.chance(30) {
                    let condition = self.condition();
                    let _ = writeln!(self.text, "if ({condition}) break;");
                }
                self.text.push_str("}\n");
            }
            _ if depth == 0 => {}
            _ => {
                let condition = self.condition();
                let _ = writeln!(self.text, "if ({condition}) {{");
                self.block(depth - 1, input);
                if self.random.chance(50) {
                    self.text.push_str("} else {\n");
                    self.block(depth - 1, input);
                }
                self.text.push_str("}\n");
            }
        }
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.random.below(NAMES.len())]
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 2 } else { 5 }) {
            0 => (self.random.below(6) as i32 - 1).to_string(),
            1 => self.name().to_string(),
            2 => format!("({} + {})", self.expression(depth - 1), self.expression(depth - 1)),
            3 => format!("({} * {})", self.expression(depth - 1), self.random.below(4)),
            _ => format!("({} - {})", self.expression(depth - 1), self.expression(depth - 1)),
        }
    }

    fn condition(&mut self) -> String {
        let relation = ["==", "!=", "<", "<=", ">"][self.random.below(5)];
        let simple = format!("{} {relation} {}", self.expression(1), self.expression(1));
        match self.random.below(4) {
            0 => format!("{simple} && {} != {}", self.name(), self.random.below(3)),
            1 => format!("{simple} || {} == {}", self.name(), self.random.below(3)),
            _ => simple,
        }
    }
}

/// What a goal of the test asks: the edges one after the other, with predicates after them.
#[derive(Clone, Debug)]
struct Asked {
    edges: Vec<EdgeId>,
    /// What holds after the first of several edges.
    first_holds: Option<ExprId>,
    holds: Option<ExprId>,
}

struct List<'l> {
    asked: &'l [Asked],
    all: EdgeSet,
    entry: EdgeId,
}

impl Goals for List<'_> {
    fn len(&self) -> usize {
        self.asked.len()
    }

    fn automaton(&self, goal: usize) -> Automaton {
        let asked = &self.asked[goal];
        let mut nfa = Nfa::default();
        let start = nfa.add_state(false);
        nfa.start_in(start);
        let mut at = nfa.add_state(false);
        nfa.letter(start, EdgeSet::single(self.entry), at);
        let holds = |nfa: &mut Nfa, from: StateId, predicate: Option<ExprId>| {
            let Some(predicate) = predicate else { return from };
            let next = nfa.add_state(false);
            nfa.silent(from, Silent::Holds(Literal { predicate, holds: true }), next);
            next
        };
        for (position, &edge) in asked.edges.iter().enumerate() {
            nfa.letter(at, self.all.clone(), at);
            let next = nfa.add_state(false);
            nfa.letter(at, EdgeSet::single(edge), next);
            at = holds(&mut nfa, next, asked.first_holds.filter(|_| position == 0));
        }
        at = holds(&mut nfa, at, asked.holds);
        nfa.set_accepting(at, true);
        nfa.fused()
    }

    fn sequence(&self, goal: usize) -> Option<Vec<EdgeId>> {
        let asked = &self.asked[goal];
        (asked.holds.is_none() && asked.first_holds.is_none()).then(|| asked.edges.clone())
    }

    fn part(&self, goal: usize, n: usize) -> Option<Part> {
        // A predicate behind an edge makes it another part.
        let asked = &self.asked[goal];
        let behind = [asked.first_holds.filter(|_| n == 0), asked.holds.filter(|_| n + 1 == asked.edges.len())];
        let alternative = behind.iter().flatten().fold(0, |all, holds| 1 + holds.index() + 1000 * all);
        asked.edges.get(n).map(|&edge| Part { alternative, choice: n, what: What::Step(edge) })
    }

    fn beginning(&self, goal: usize, n_parts: usize) -> Automaton {
        let asked = &self.asked[goal];
        let holds = asked.holds.filter(|_| n_parts == asked.edges.len());
        let begun = Asked { edges: asked.edges[..n_parts].to_vec(), first_holds: asked.first_holds, holds };
        List { asked: &[begun], all: self.all.clone(), entry: self.entry }.automaton(0)
    }
}

/// Goals as instructions of a copy of the program: a flag for what of each goal was done, and a cover instruction for its end.
fn observed(program: &Program, edges: &Edges, asked: &[Asked]) -> Program {
    let mut copy = program.clone();
    copy.goals = Default::default();
    let nowhere = Location { file: Id::new(0), line: 0, column: 0 };
    let mut at: Vec<Vec<(usize, usize)>> = vec![Vec::new(); edges.len()];
    let mut flags: Vec<Option<SymbolId>> = Vec::new();
    let truth = copy.types.bool();
    for (number, goal) in asked.iter().enumerate() {
        copy.goals.push(Goal { name: number.to_string(), kind: GoalKind::Branch, function: program.start, loc: nowhere, text: String::new() });
        goal.edges.iter().enumerate().for_each(|(i, edge)| at[edge.index()].push((number, i)));
        let flag = Symbol { name: format!("flag{number}"), ty: truth, storage: Storage::Static, loc: nowhere };
        flags.push((goal.edges.len() > 1).then(|| copy.symbols.push(flag)));
    }
    for function in program.functions.ids() {
        let Some(body) = &program.functions[function].body else { continue };
        let new = with_observations(&mut copy, edges, asked, (&at, &flags), function, body);
        copy.functions[function].body = Some(new);
    }
    goto::assert_valid(&copy, "observations");
    copy
}

/// For an edge: which observations of which goals ask for it.
type Positions = Vec<(usize, usize)>;

/// The edges asked for are those of `Goto`s, observed just before the instruction under their condition, and those behind assignments, observed after them.
fn with_observations(
    copy: &mut Program,
    edges: &Edges,
    asked: &[Asked],
    (at, flags): (&[Positions], &[Option<SymbolId>]),
    function: FuncId,
    body: &Body,
) -> Body {
    let truth = copy.types.bool();
    let mut pieces: Vec<(Vec<Instruction>, Instruction, Vec<Instruction>)> = Vec::new();
    for (position, instruction) in body.iter() {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for &edge in edges.place(function, position).map_or(&[][..], |place| edges.outgoing(place)) {
            let guard = match (&instruction.kind, edges.edge(edge).kind) {
                (InstrKind::Goto { guard, .. }, EdgeKind::Jump) => *guard,
                (InstrKind::Goto { guard, .. }, _) => copy.build().not(*guard),
                _ => copy.build().truth(true),
            };
            let is_goto = matches!(instruction.kind, InstrKind::Goto { .. });
            let code = if is_goto { &mut before } else { &mut after };
            // What was done before counts, not what this passage does.
            for &(number, index) in at[edge.index()].iter().rev() {
                let goal = &asked[number];
                let flag = flags[number].map(|flag| copy.build().var(flag, truth));
                let mut cond = guard;
                if index + 1 == goal.edges.len() {
                    for more in [flag, goal.holds].into_iter().flatten() {
                        cond = copy.build().binary(goto::BinOp::And, cond, more);
                    }
                    code.push(Instruction { kind: InstrKind::Cover { goal: GoalId::new(number), cond }, loc: instruction.loc });
                } else if let Some(flag) = flag {
                    if let Some(first) = goal.first_holds {
                        cond = copy.build().binary(goto::BinOp::And, cond, first);
                    }
                    let rhs = copy.build().binary(goto::BinOp::Or, flag, cond);
                    code.push(Instruction { kind: InstrKind::Assign { lhs: flag, rhs }, loc: instruction.loc });
                }
            }
        }
        pieces.push((before, instruction.clone(), after));
    }
    let mut starts = Vec::new();
    let mut next = 0;
    for (before, _, after) in &pieces {
        starts.push(next);
        next += before.len() + 1 + after.len();
    }
    let mut new = Body::new();
    for (before, mut instruction, after) in pieces {
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = InstrId::new(starts[target.index()]);
        }
        for piece in before.into_iter().chain([instruction]).chain(after) {
            new.push(piece);
        }
    }
    new
}

struct Given<'g>(&'g [Bits], usize);

impl InputSource for Given<'_> {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = self.0.get(self.1)?;
        self.1 += 1;
        Some(value.resize(width, true))
    }
}

/// Runs the program; which goals it reaches, and whether it read all inputs that it wanted.
fn run(compiled: &Compiled, inputs: &[Bits]) -> (IdSet<GoalId>, bool) {
    let limits = Limits { steps: 100_000, work: u64::MAX, memory: 1 << 24, depth: 1000, stop: &|| false };
    let run = Machine::new(compiled).run(&mut Given(inputs, 0), &limits);
    (run.goals, run.outcome == goto::interp::Outcome::InputsExhausted)
}

struct Judge {
    compiled: Compiled,
    status: Vec<Status>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Status {
    Open,
    Covered,
    Impossible(Verdict),
    Undecided(Why),
}

impl Oracle for Judge {
    fn is_open(&self, goal: usize) -> bool {
        self.status[goal] == Status::Open
    }

    fn is_covered(&self, goal: usize) -> bool {
        self.status[goal] == Status::Covered
    }

    fn propose(&mut self, inputs: &[(InputId, Bits)], _goal: Option<usize>) {
        let mut values: Vec<Bits> = inputs.iter().map(|i| i.1).collect();
        values.resize(values.len() + 8, Bits::zero(32));
        for goal in run(&self.compiled, &values).0.iter() {
            let status = &mut self.status[goal.index()];
            if *status == Status::Open {
                *status = Status::Covered;
            }
        }
    }

    fn impossible(&mut self, goal: usize, verdict: Verdict) {
        self.status[goal] = Status::Impossible(verdict);
    }

    fn undecided(&mut self, goal: usize, why: &Why) {
        self.status[goal] = Status::Undecided(why.clone());
    }
}

/// Edges of decisions and behind assignments, some of them in pairs, some with a predicate.
fn questions(program: &mut Program, edges: &Edges, random: &mut Random) -> Vec<Asked> {
    let mut single = Vec::new();
    for (id, edge) in edges.iter() {
        let goto::edges::Place::At { function, instr } = edges.places()[edge.source] else { continue };
        let Some(body) = &program.functions[function].body else { continue };
        let n = edges.outgoing(edge.source).len();
        if matches!(body[instr].kind, InstrKind::Goto { .. }) && n == 2 || matches!(body[instr].kind, InstrKind::Assign { .. }) {
            single.push(id);
        }
    }
    let statics: Vec<SymbolId> = ["a", "b"].iter().filter_map(|n| program.symbols.iter().find(|(_, s)| s.name == *n).map(|s| s.0)).collect();
    let mut asked: Vec<Asked> = single.iter().map(|&edge| Asked { edges: vec![edge], first_holds: None, holds: None }).collect();
    for _ in 0..24 {
        let pair = vec![single[random.below(single.len())], single[random.below(single.len())]];
        asked.push(Asked { edges: pair, first_holds: None, holds: None });
        let symbol = statics[random.below(statics.len())];
        let ty = program.symbols[symbol].ty;
        let mut build = program.build();
        let (variable, value) = (build.var(symbol, ty), build.constant(ty, random.below(5) as i128 - 1));
        let holds = build.binary([goto::BinOp::Eq, goto::BinOp::Lt][random.below(2)], variable, value);
        let other = build.not(holds);
        let mut edges = vec![single[random.below(single.len())]];
        if random.chance(50) {
            edges.push(single[random.below(single.len())]);
        }
        let first_holds = (edges.len() > 1 && random.chance(50)).then_some(other);
        asked.push(Asked { edges, first_holds, holds: Some(holds) });
    }
    asked
}

fn variants() -> Vec<Options> {
    let all = Options::default();
    vec![
        all,
        Options { clean_automata: false, ..all },
        Options { propagate_infeasibility: false, breadth_first_order: false, ..all },
        Options { reuse_graphs: false, ..all },
        Options { reuse_predicates: false, ..all },
        Options { remember_successors: false, ..all },
        Options { share_beginnings: false, ..all },
        Options { goals_together: false, ..all },
    ]
}

/// Everything that the runs do, by trying all inputs, as many as are read.
fn reached(compiled: &Compiled, n_goals: usize) -> Option<Vec<bool>> {
    const MOST_RUNS: usize = 6000;
    let mut reached = vec![false; n_goals];
    let mut work: Vec<Vec<Bits>> = vec![Vec::new()];
    let mut runs = 0;
    while let Some(inputs) = work.pop() {
        runs += 1;
        if runs > MOST_RUNS {
            return None;
        }
        let (goals, wants_more) = run(compiled, &inputs);
        goals.iter().for_each(|goal| reached[goal.index()] = true);
        if wants_more {
            work.extend((0..VALUES).map(|v| [&inputs[..], &[Bits::new(32, u128::from(v))]].concat()));
        }
    }
    Some(reached)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn what_graphs_exclude_no_run_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (seed, programs) = (number("GOTCHA_ARG_SEED", 1), number("GOTCHA_ARG_PROGRAMS", 25));
    let (mut covered, mut excluded, mut open) = (0, 0, 0);
    for seed in seed..seed + programs {
        let text = Writer::program(seed);
        let file = folder.path().join("p.c");
        std::fs::write(&file, &text).expect("a file");
        let mut program = load(&[file], &LoadOptions::default()).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{text}")).program;
        let edges = Edges::new(&program);
        let mut random = Random::new(seed);
        let asked = questions(&mut program, &edges, &mut random);
        let compiled = Compiled::new(&observed(&program, &edges, &asked));
        let Some(expected) = reached(&compiled, asked.len()) else { continue };
        let entry = *edges.outgoing(edges.outside()).iter().find(|&&e| edges.edge(e).target == edges.start()).expect("an entry");
        let list = List { asked: &asked, all: EdgeSet::first(edges.len()), entry };
        for (variant, options) in variants().into_iter().enumerate() {
            let compiled = Compiled::new(&observed(&program, &edges, &asked));
            let mut judge = Judge { compiled, status: vec![Status::Open; asked.len()] };
            let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
            let work = Work { solver: Box::new(Embedded::new()), stop: Stop::new(Some(deadline)), options, cache: &mut (), pool: None };
            decide_all(&program, &edges, &list, &mut judge, &mut (), work);
            for (goal, status) in judge.status.iter().enumerate() {
                let what = || format!("seed {seed} variant {variant} {:?}\n{text}\n{}", asked[goal], goto::print(&program));
                match status {
                    Status::Covered => covered += 1,
                    Status::Impossible(verdict) => {
                        assert!(!expected[goal], "{verdict:?} but a run does it: {}", what());
                        excluded += 1;
                    }
                    Status::Undecided(_) => open += 1,
                    Status::Open => panic!("never answered: {}", what()),
                }
            }
        }
    }
    // Not so little that the test says nothing.
    assert!(covered > 0 && excluded > 0 && open * 2 < covered + excluded, "covered {covered}, impossible {excluded}, undecided {open}");
}

/// Keeps the text of all graphs.
#[derive(Default)]
struct Album(String);

impl GraphObserver for Album {
    fn graph(&mut self, goal: usize, picture: &Picture<'_>) {
        self.0.push_str(&format!("query.{}\n{}", goal + 1, picture.text()));
        assert!(picture.graphviz().starts_with("digraph"));
    }
}

/// A predicate after an edge, and one more before it: the second goal meets the graph of the first again behind the transition that the first does not have.
#[test]
fn graphs_meet_again_behind_what_the_simulation_leaves_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.c");
    std::fs::write(&file, FLAGS).expect("a file");
    let mut program = load(&[file], &LoadOptions::default()).expect("compiles").program;
    let variable = |program: &mut Program, name: &str| {
        let (symbol, found) = program.symbols.iter().find(|(_, s)| s.name == name).expect("is there");
        let ty = found.ty;
        program.build().var(symbol, ty)
    };
    let (s, f2) = (variable(&mut program, "s"), variable(&mut program, "f2"));
    let edges = Edges::new(&program);
    let in_line = |line: u32, wanted: fn(&InstrKind, EdgeKind) -> bool| {
        let found = edges.iter().find(|(_, edge)| {
            let goto::edges::Place::At { function, instr } = edges.places()[edge.source] else { return false };
            let kind = program.functions[function].body.as_ref().map(|body| &body[instr].kind);
            edge.loc.line == line && kind.is_some_and(|kind| wanted(kind, edge.kind))
        });
        found.expect("is there").0
    };
    let not_hundred = in_line(6, |kind, edge| matches!(kind, InstrKind::Goto { .. }) && edge == EdgeKind::Jump);
    let takes_f2 = in_line(9, |kind, _| matches!(kind, InstrKind::Assign { .. }));
    let no_f2 = program.build().not(f2);
    let asked = [
        Asked { edges: vec![takes_f2], first_holds: None, holds: Some(s) },
        Asked { edges: vec![not_hundred, takes_f2], first_holds: Some(no_f2), holds: Some(s) },
    ];
    let entry = *edges.outgoing(edges.outside()).iter().find(|&&e| edges.edge(e).target == edges.start()).expect("an entry");
    let list = List { asked: &asked, all: EdgeSet::first(edges.len()), entry };
    let compiled = Compiled::new(&observed(&program, &edges, &asked));
    let mut judge = Judge { compiled, status: vec![Status::Open; 2] };
    let mut album = Album::default();
    let work = Work { solver: Box::new(Embedded::new()), stop: Stop::new(None), options: Options::default(), cache: &mut (), pool: None };
    decide_all(&program, &edges, &list, &mut judge, &mut album, work);
    // The first needs a true f2, the second a false one that then makes s true.
    assert_eq!(judge.status[0], Status::Covered);
    assert!(matches!(judge.status[1], Status::Impossible(_)), "{:?}\n{}", judge.status, album.0);
    let second = graph_of(&album.0, "query.2");
    let reused = |line: &str| second.iter().filter(|n| n.starts_with(line) && n.contains("reused")).count();
    // Before the transition that the first automaton does not have, and, in another state, behind it.
    assert!(reused("3 ") > 0 && second.iter().any(|n| n.starts_with("8 ")), "{second:?}");
}

/// Keeps text in memory.
#[derive(Default)]
struct Drawer {
    kept: Option<(String, bool)>,
    refused: bool,
    left: String,
}

impl Cache for Drawer {
    fn take(&mut self) -> Option<Kept> {
        self.kept.take().map(|(text, believes_graphs)| Kept { text, believes_graphs })
    }

    fn put(&mut self, text: String) {
        self.left = text;
    }

    fn refuse(&mut self, _why: String) {
        self.refused = true;
    }
}

/// Whatever the text of an earlier run says: predicates change no verdict, and no text is a defect.
#[test]
fn spoilt_predicates_change_no_verdict() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.c");
    std::fs::write(&file, Writer::program(4)).expect("a file");
    let mut program = load(&[file], &LoadOptions::default()).expect("it compiles").program;
    let edges = Edges::new(&program);
    let mut random = Random::new(7);
    let asked = questions(&mut program, &edges, &mut random);
    let compiled = Compiled::new(&observed(&program, &edges, &asked));
    let entry = *edges.outgoing(edges.outside()).iter().find(|&&e| edges.edge(e).target == edges.start()).expect("an entry");
    let list = List { asked: &asked, all: EdgeSet::first(edges.len()), entry };
    let decide = |drawer: &mut Drawer| {
        let mut judge = Judge { compiled: compiled.clone(), status: vec![Status::Open; asked.len()] };
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
        let work = Work { solver: Box::new(Embedded::new()), stop: Stop::new(Some(deadline)), options: Options::default(), cache: drawer, pool: None };
        decide_all(&program, &edges, &list, &mut judge, &mut (), work);
        judge.status.iter().map(|status| matches!(status, Status::Covered)).collect::<Vec<_>>()
    };
    let mut first = Drawer::default();
    let expected = decide(&mut first);
    assert!(expected.contains(&true) && expected.contains(&false) && first.left.contains("\np ") && first.left.contains("\nt "), "{}", first.left);
    let mut again = Drawer { kept: Some((first.left.clone(), true)), ..Drawer::default() };
    assert_eq!(decide(&mut again), expected);
    assert!(!again.refused);
    let mut n_refused = 0;
    for round in 0..120 {
        let mut lines: Vec<String> = first.left.lines().map(str::to_owned).collect();
        for _ in 0..=random.below(3) {
            let at = random.below(lines.len());
            match random.below(4) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, ["p 3 0", "c 300 1", "c 1 fffff", "s 1 2 3", "t 0 0 0 0", "", "ite 0 0", "extract 0 9 9"][random.below(8)].to_owned()),
                2 => lines.truncate(at + 1),
                _ => {
                    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                    let word = random.below(words.len());
                    words[word] = [random.below(9).to_string(), "-".into(), "x".into(), "slt".into(), u64::MAX.to_string()][random.below(5)].clone();
                    lines[at] = words.join(" ");
                }
            }
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut spoilt = Drawer { kept: Some((text.clone(), false)), ..Drawer::default() };
        assert_eq!(decide(&mut spoilt), expected, "{round}: {text}");
        n_refused += u32::from(spoilt.refused);
        decide(&mut Drawer { kept: Some((text, true)), ..Drawer::default() });
    }
    assert!((20..120).contains(&n_refused), "{n_refused}");
}
