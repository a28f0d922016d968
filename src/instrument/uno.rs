//! Properties after the manner of UNO put into the program: variables for what the property keeps, for the mark of each symbol and for what is known of it, code
//! on the edges that changes them, and a goal wherever an error may be found. The program goes on behind an error, as the property does.

use super::automata::{goal, place, store::variable};
use super::sequence::Sequence;
use automata::fql::watch::{EventId, WatchedEvents as Placed};
use automata::spec::Nodes;
use automata::uno::tree::{Effect, MarkFilter, Test, Tree, Value, Who};
use automata::uno::{At, Binary, Code, Codes, ErrorId, Found, Property, Sign, SymbolNumber, Unary, VariableId};
use goto::edges::Edges;
use goto::{BinOp, ExprId, FuncId, Goal, GoalKind, IdVec, InstrKind, Instruction, Location, Program, TypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An error that a run may show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub error: ErrorId,
    /// What it is about.
    pub symbols: Vec<SymbolNumber>,
    /// Where in the source.
    pub function: FuncId,
    pub loc: Location,
    pub text: String,
}

/// What runs may show. What is the same at the same place of the source counts once.
pub fn candidates(found: &BTreeSet<Found>, nodes: &Nodes) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for of in found {
        let candidate = candidate(nodes, of.at, of.error.0, &of.error.1);
        if !all.contains(&candidate) {
            all.push(candidate);
        }
    }
    all.sort_by_key(|c| (c.loc, c.error));
    all
}

fn candidate(nodes: &Nodes, at: At, error: ErrorId, symbols: &[SymbolNumber]) -> Candidate {
    let told = &nodes.of(at.edge)[at.index];
    Candidate { error, symbols: symbols.to_vec(), function: told.function, loc: told.loc, text: told.text.clone() }
}

/// The mark of a symbol; without tags there is none.
#[derive(Clone, Copy)]
struct Mark {
    mark: ExprId,
    tags: ExprId,
    picked: ExprId,
}

struct Writer<'w> {
    program: &'w mut Program,
    nodes: &'w Nodes,
    codes: &'w Codes,
    candidates: &'w [Candidate],
    int: TypeId,
    variables: IdVec<VariableId, ExprId>,
    marks: FxHashMap<SymbolNumber, Mark>,
    /// 0 for nothing, else as [`number`] says.
    known: FxHashMap<SymbolNumber, ExprId>,
    code: Sequence,
}

fn number(sign: Sign) -> i64 {
    match sign {
        Sign::Zero => 1,
        Sign::Nonzero => 2,
    }
}

/// Puts the property into a program without goals. The goal with the number `i` is the candidate with the index `i`.
pub fn instrument(program: &mut Program, edges: &Edges, nodes: &Nodes, property: &Property, codes: &Codes, candidates: &[Candidate]) {
    let int = program.types.int(32, true);
    let truth = program.types.bool();
    let mut variables = IdVec::new();
    for of in property.variables.values() {
        variables.push(variable(program, format!("uno {}", of.name), int));
    }
    let mut marks = FxHashMap::default();
    for &symbol in &codes.marked {
        let mut named = |what: &str, ty| variable(program, format!("uno {what} {}", symbol.0), ty);
        marks.insert(symbol, Mark { mark: named("mark", int), tags: named("tags", int), picked: named("picked", truth) });
    }
    let known = codes.asked.iter().map(|s| (*s, variable(program, format!("uno known {}", s.0), int))).collect();
    let mut first = Sequence::default();
    for (id, of) in property.variables.iter() {
        let start = program.build().constant(int, i128::from(of.start));
        first.assign(variables[id], start);
    }
    let mut writer = Writer { program, nodes, codes, candidates, int, variables, marks, known, code: Sequence::default() };
    let mut written: IdVec<EventId, Vec<Instruction>> = IdVec::new();
    let mut wanted = Placed { edges: IdVec::filled(None, edges.len()), tests: Vec::new(), n_events: 0 };
    for (edge, _) in edges.iter() {
        for index in 0..nodes.of(edge).len() {
            let at = At { edge, index };
            if let Some(code) = codes.of.get(&at) {
                writer.step(at, code);
            }
        }
        let code = std::mem::take(&mut writer.code.0);
        if !code.is_empty() {
            wanted.edges[edge] = Some(written.push(code));
        }
    }
    wanted.n_events = written.len();
    place(program, edges, &wanted, &written, first.0);
    program.goals = IdVec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        let (name, loc, text) = (format!("{}.{}", property.name, number + 1), candidate.loc, candidate.text.clone());
        program.goals.push(Goal { name, kind: GoalKind::ErrorCall, function: candidate.function, loc, text });
    }
}

impl Writer<'_> {
    fn constant(&mut self, n: i64) -> ExprId {
        self.program.build().constant(self.int, i128::from(n))
    }

    fn step(&mut self, at: At, code: &Code) {
        let zero = self.constant(0);
        for symbol in &code.begins {
            if let Some(of) = self.marks.get(symbol) {
                self.code.assign(of.tags, zero);
            }
            if let Some(known) = self.known.get(symbol) {
                self.code.assign(*known, zero);
            }
        }
        if !code.tree.is_idle() {
            self.tree(at, &code.tree);
        }
        for (symbol, known) in code.changes.iter().filter_map(|s| Some((s, *self.known.get(s)?))).collect::<Vec<_>>() {
            if !code.gives.iter().any(|g| g.0 == *symbol) {
                self.code.assign(known, zero);
            }
        }
        for (symbol, sign) in &code.gives {
            if let Some(&known) = self.known.get(symbol) {
                let value = self.constant(number(*sign));
                self.code.assign(known, value);
            }
        }
    }

    fn tree(&mut self, at: At, tree: &Tree) {
        match tree {
            Tree::End => {}
            Tree::Do(effect, next) => {
                self.effect(at, effect);
                self.tree(at, next);
            }
            Tree::Test(test, yes, no) => {
                let cond = self.test(test);
                let other = self.code.unless(self.program, cond);
                self.tree(at, yes);
                let end = self.code.jump(self.program);
                self.code.here([other]);
                self.tree(at, no);
                self.code.here([end]);
            }
        }
    }

    fn value(&mut self, value: &Value) -> ExprId {
        let int = self.int;
        match value {
            Value::Number(n) => self.constant(*n),
            Value::Variable(v) => self.variables[*v],
            Value::Unary(op, a) => {
                let (a, zero, ones) = (self.value(a), self.constant(0), self.constant(-1));
                let mut build = self.program.build();
                match op {
                    Unary::Not => {
                        let is_zero = build.binary(BinOp::Eq, a, zero);
                        build.cast(is_zero, int)
                    }
                    Unary::Minus => build.binary(BinOp::Sub, zero, a),
                    Unary::Complement => build.binary(BinOp::BitXor, a, ones),
                }
            }
            Value::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let (op, compares) = match op {
                    Binary::Add => (BinOp::Add, false),
                    Binary::Sub => (BinOp::Sub, false),
                    Binary::Mul => (BinOp::Mul, false),
                    Binary::And => (BinOp::BitAnd, false),
                    Binary::Or => (BinOp::BitOr, false),
                    Binary::Xor => (BinOp::BitXor, false),
                    Binary::Equal => (BinOp::Eq, true),
                    Binary::Unequal => (BinOp::Ne, true),
                    Binary::Less => (BinOp::Lt, true),
                    Binary::LessOrEqual => (BinOp::Le, true),
                };
                let mut build = self.program.build();
                let both = build.binary(op, a, b);
                if compares { build.cast(both, int) } else { both }
            }
        }
    }

    /// The marks of some symbols.
    fn of(&self, who: &Who) -> Vec<Mark> {
        who.of(&self.codes.marked).iter().map(|s| self.marks[s]).collect()
    }

    /// All that are picked from one of several.
    fn picked(&self, picked: &[Who]) -> Vec<(SymbolNumber, Mark)> {
        let all = self.codes.marked.iter().filter(|s| picked.iter().any(|who| who.contains(**s)));
        all.map(|s| (*s, self.marks[s])).collect()
    }

    fn is_marked(&mut self, of: Mark, wanted: MarkFilter) -> ExprId {
        let (mark, zero) = (self.constant(wanted.mark), self.constant(0));
        let (with, without) = (self.constant(i64::from(wanted.filter.with.bits())), self.constant(i64::from(wanted.filter.without.bits())));
        let mut build = self.program.build();
        let same = build.binary(BinOp::Eq, of.mark, mark);
        let wanted = build.binary(BinOp::BitAnd, of.tags, with);
        let has = build.binary(BinOp::Ne, wanted, zero);
        let unwanted = build.binary(BinOp::BitAnd, of.tags, without);
        let lacks = build.binary(BinOp::Eq, unwanted, zero);
        let tags = build.binary(BinOp::And, has, lacks);
        build.binary(BinOp::And, same, tags)
    }

    fn test(&mut self, test: &Test) -> ExprId {
        match test {
            Test::Truth(value) => {
                let (value, zero) = (self.value(value), self.constant(0));
                self.program.build().binary(BinOp::Ne, value, zero)
            }
            Test::Marked(who, wanted) => {
                let mut any = self.program.build().truth(false);
                for of in self.of(who) {
                    let one = self.is_marked(of, *wanted);
                    any = self.program.build().binary(BinOp::Or, any, one);
                }
                any
            }
            Test::PickedKnown(picked, sign) => {
                let mut all = self.program.build().truth(true);
                for (symbol, of) in self.picked(picked) {
                    let known = self.is_known(symbol, *sign);
                    let mut build = self.program.build();
                    let other = build.not(of.picked);
                    let fine = build.binary(BinOp::Or, other, known);
                    all = build.binary(BinOp::And, all, fine);
                }
                all
            }
            Test::Known(symbols, sign) => {
                let mut all = self.program.build().truth(true);
                for symbol in symbols {
                    let known = self.is_known(*symbol, *sign);
                    all = self.program.build().binary(BinOp::And, all, known);
                }
                all
            }
        }
    }

    fn is_known(&mut self, symbol: SymbolNumber, sign: Sign) -> ExprId {
        let value = self.constant(number(sign));
        // All that are asked for have a variable.
        let known = self.known[&symbol];
        self.program.build().binary(BinOp::Eq, known, value)
    }

    fn effect(&mut self, at: At, effect: &Effect) {
        match effect {
            Effect::Set(variable, value) => {
                let value = self.value(value);
                self.code.assign(self.variables[*variable], value);
            }
            Effect::Pick { who, wanted, earlier } => {
                for symbol in who.of(&self.codes.marked) {
                    let of = self.marks[&symbol];
                    let mut is_picked = self.is_marked(of, *wanted);
                    if earlier.iter().any(|e| e.contains(symbol)) {
                        is_picked = self.program.build().binary(BinOp::Or, of.picked, is_picked);
                    }
                    self.code.assign(of.picked, is_picked);
                }
            }
            Effect::Mark { uses, mark } => {
                for (symbol, tags) in uses {
                    // All that are marked somewhere have a mark.
                    let of = self.marks[symbol];
                    let (mark, tags) = (self.constant(*mark), self.constant(i64::from(tags.bits())));
                    self.code.assign(of.mark, mark);
                    self.code.assign(of.tags, tags);
                }
            }
            Effect::MarkPicked { picked, mark } => {
                for (_, of) in self.picked(picked) {
                    let new = self.constant(*mark);
                    let value = self.program.build().ite(of.picked, new, of.mark);
                    self.code.assign(of.mark, value);
                }
            }
            Effect::Unmark(symbols) => {
                let zero = self.constant(0);
                for of in symbols.iter().filter_map(|s| self.marks.get(s)) {
                    self.code.assign(of.tags, zero);
                }
            }
            Effect::UnmarkPicked(picked) => {
                for (_, of) in self.picked(picked) {
                    let zero = self.constant(0);
                    let value = self.program.build().ite(of.picked, zero, of.tags);
                    self.code.assign(of.tags, value);
                }
            }
            Effect::Error(id, symbols) => {
                let candidate = candidate(self.nodes, at, *id, symbols);
                if let Some(found) = self.candidates.iter().position(|c| *c == candidate) {
                    let always: ExprId = self.program.build().truth(true);
                    let kind: InstrKind = goal(found, always);
                    self.code.push(kind);
                }
            }
        }
    }
}
