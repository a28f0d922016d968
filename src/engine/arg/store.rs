//! Predicates and graphs as text, for another run on the same program. Whoever keeps the text answers for it being that of the same program, and, where graphs are
//! to count, of the same build of this tool: predicates are hints, but a graph is believed.
//!
//! Lines of words, numbers counting from 0 by kind. Terms, each after its operands: `c WIDTH HEX`, a constant; `v SYMBOL CALL WIDTH` and `r FUNCTION CALL WIDTH`,
//! cells; `a NAME WIDTH`, an address; and operations. `p PLACE TERM`, a predicate. `g`, a graph begins: `q ACCEPTS`, a state, the first one initial; `d FROM TO
//! EDGES...`, a transition with ranges of edges; `k AROUND SITE FUNCTION OVER`, a nest of calls; `s PLACE NEST STATE TERMS...`, a node, the first one the root;
//! `t FROM TO EDGE TRANSITION`, a step; `w NODE EDGE TRANSITION`, one that was not looked at.

use super::cells::Holder;
use super::explore::Engine;
use super::graph::{Graph, NodeId, StackId, Stacks};
use automata::{Automaton, EdgeSet};
use goto::edges::PlaceId;
use goto::index::Id;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use term::{Term, TermId};

/// Where text of earlier runs is kept.
pub trait Cache {
    /// What was kept last.
    fn take(&mut self) -> Option<Kept>;
    fn put(&mut self, text: String);
    /// What was kept is not as it should be.
    fn refuse(&mut self, why: String);
}

/// Text of an earlier run.
pub struct Kept {
    pub text: String,
    /// Did the very same tool write it?
    pub believes_graphs: bool,
}

impl Cache for () {
    fn take(&mut self) -> Option<Kept> {
        None
    }

    fn put(&mut self, _text: String) {}

    fn refuse(&mut self, _why: String) {}
}

/// Predicates and kept graphs of an engine.
pub fn write(engine: &Engine<'_>) -> String {
    let mut writer = Writer { engine, out: String::new(), terms: FxHashMap::default() };
    if engine.options.reuse_predicates {
        writer.predicates(&engine.precision.all());
    }
    if engine.options.reuse_graphs {
        for (automaton, graph) in engine.library.graphs() {
            writer.graph(automaton, graph);
        }
    }
    writer.out
}

/// Some of its predicates.
pub fn predicates(engine: &Engine<'_>, predicates: &[(PlaceId, TermId)]) -> String {
    let mut writer = Writer { engine, out: String::new(), terms: FxHashMap::default() };
    writer.predicates(predicates);
    writer.out
}

struct Writer<'w, 'a> {
    engine: &'w Engine<'a>,
    out: String,
    terms: FxHashMap<TermId, usize>,
}

impl Writer<'_, '_> {
    fn predicates(&mut self, predicates: &[(PlaceId, TermId)]) {
        for &(place, predicate) in predicates {
            if let Some(term) = self.term(predicate) {
                let _ = writeln!(self.out, "p {} {term}", place.index());
            }
        }
    }

    /// The number of a term; `None` if it speaks of something that has no name outside of this run.
    fn term(&mut self, term: TermId) -> Option<usize> {
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if self.terms.contains_key(&at) {
                stack.pop();
                continue;
            }
            let pool = &self.engine.effects.pool;
            let missing: Vec<TermId> = pool.get(at).operands().filter(|operand| !self.terms.contains_key(operand)).collect();
            if missing.is_empty() {
                let line = self.line(at)?;
                self.out.push_str(&line);
                self.out.push('\n');
                self.terms.insert(at, self.terms.len());
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.terms.get(&term).copied()
    }

    fn line(&self, at: TermId) -> Option<String> {
        let pool = &self.engine.effects.pool;
        let n = |t: &TermId| self.terms[t];
        let two = |name: &str, a: &TermId, b: &TermId| format!("{name} {} {}", n(a), n(b));
        Some(match pool.get(at) {
            Term::Const(bits) => format!("c {} {:x}", bits.width(), bits.unsigned()),
            Term::Var { name, width } => match self.engine.effects.cells.of_value(at).map(|cell| self.engine.effects.cells.get(cell).holder) {
                Some(Holder::Variable(symbol, call)) => format!("v {} {call} {width}", symbol.index()),
                Some(Holder::Result(function, call)) => format!("r {} {call} {width}", function.index()),
                None if name.starts_with('&') => format!("a {name} {width}"),
                None => return None,
            },
            Term::Not(a) => format!("not {}", n(a)),
            Term::Neg(a) => format!("neg {}", n(a)),
            Term::And(a, b) => two("and", a, b),
            Term::Xor(a, b) => two("xor", a, b),
            Term::Add(a, b) => two("add", a, b),
            Term::Mul(a, b) => two("mul", a, b),
            Term::Udiv(a, b) => two("udiv", a, b),
            Term::Urem(a, b) => two("urem", a, b),
            Term::Sdiv(a, b) => two("sdiv", a, b),
            Term::Srem(a, b) => two("srem", a, b),
            Term::Shl(a, b) => two("shl", a, b),
            Term::Lshr(a, b) => two("lshr", a, b),
            Term::Ashr(a, b) => two("ashr", a, b),
            Term::Eq(a, b) => two("eq", a, b),
            Term::Ult(a, b) => two("ult", a, b),
            Term::Slt(a, b) => two("slt", a, b),
            Term::Concat(a, b) => two("concat", a, b),
            Term::Extract { of, low, width } => format!("extract {} {low} {width}", n(of)),
            Term::ZeroExtend { of, width } => format!("zext {} {width}", n(of)),
            Term::SignExtend { of, width } => format!("sext {} {width}", n(of)),
            Term::Ite { cond, then, other } => format!("ite {} {} {}", n(cond), n(then), n(other)),
        })
    }

    /// Graphs with predicates in their automata are of one query only, and left out.
    fn graph(&mut self, automaton: &Automaton, graph: &Graph) {
        let (Some(root), [initial]) = (graph.root(), automaton.initial()) else { return };
        if initial.index() != 0 || automaton.transitions().any(|(_, t)| !t.label.guard.is_always()) {
            return;
        }
        let mut names: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut literals: Vec<Vec<usize>> = Vec::new();
        let nodes: Vec<NodeId> = std::iter::once(root).chain(graph.nodes().map(|(id, _)| id).filter(|&id| id != root)).collect();
        for &node in &nodes {
            let Some(known) = graph.node(node).literals.iter().map(|&literal| self.term(literal)).collect() else { return };
            literals.push(known);
            names.insert(node, names.len());
        }
        self.out.push_str("g\n");
        for state in automaton.states() {
            let _ = writeln!(self.out, "q {}", u8::from(automaton.is_accepting(state)));
        }
        for (_, t) in automaton.transitions() {
            let _ = writeln!(self.out, "d {} {}{}", t.from.index(), t.to.index(), ranges(&t.label.edges));
        }
        let mut nests: FxHashMap<StackId, usize> = FxHashMap::default();
        for (&node, known) in nodes.iter().zip(&literals) {
            let spot = graph.node(node).spot;
            let nest = self.nest(&self.engine.stacks, spot.stack, &mut nests);
            let known: String = known.iter().map(|literal| format!(" {literal}")).collect();
            let _ = writeln!(self.out, "s {} {nest} {}{known}", spot.place.index(), spot.state.index());
        }
        for &node in &nodes {
            for arc in &graph.node(node).arcs {
                let _ = writeln!(self.out, "t {} {} {} {}", names[&node], names[&arc.to], arc.by.edge.index(), arc.by.transition.index());
            }
        }
        for (node, by) in &graph.waiting {
            if let Some(name) = names.get(node) {
                let _ = writeln!(self.out, "w {name} {} {}", by.edge.index(), by.transition.index());
            }
        }
    }

    fn nest(&mut self, stacks: &Stacks, stack: StackId, nests: &mut FxHashMap<StackId, usize>) -> usize {
        if let Some(&known) = nests.get(&stack) {
            return known;
        }
        let frame = stacks.frame(stack);
        let around = frame.around.map_or_else(|| "-".to_owned(), |around| self.nest(stacks, around, nests).to_string());
        let _ = writeln!(self.out, "k {around} {} {} {}", frame.site.index(), frame.function.index(), u8::from(frame.is_over));
        let number = nests.len();
        nests.insert(stack, number);
        number
    }
}

/// ` 3-7 9-9`.
fn ranges(edges: &EdgeSet) -> String {
    let mut out = String::new();
    let mut run: Option<(usize, usize)> = None;
    for edge in edges.iter().map(Id::index).chain([usize::MAX]) {
        match &mut run {
            Some((_, last)) if *last + 1 == edge => *last = edge,
            _ => {
                if let Some((first, last)) = run {
                    let _ = write!(out, " {first}-{last}");
                }
                run = Some((edge, edge));
            }
        }
    }
    out
}
