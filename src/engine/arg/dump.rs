//! Graphs as text and as pictures.

use super::effect::cell_name;
use super::explore::{Engine, Search};
use super::extent::Extent;
use super::graph::NodeId;
use automata::show::quoted;
use goto::edges::{Place, PlaceId};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use term::{Term, TermId};

/// A graph with what is needed to show it.
pub struct Picture<'p> {
    engine: &'p Engine<'p>,
    search: &'p Search,
}

impl<'p> Picture<'p> {
    pub fn new(engine: &'p Engine<'_>, search: &'p Search) -> Self {
        Self { engine, search }
    }

    /// One line a node: its line of the source, its automaton's state, what is known, how it came to be; then its arcs.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let names = self.names();
        for (id, node) in self.search.graph.nodes() {
            let marks = [(self.search.automaton.is_accepting(node.spot.state), " accepting"), (node.reused, " reused")];
            let marks: String = marks.iter().filter(|m| m.0).map(|m| m.1).collect();
            let _ = writeln!(out, "{} {} {} {}{marks}", names[&id], self.place(node.spot.place), node.spot.state, self.literals(&node.literals));
            for arc in &node.arcs {
                let _ = writeln!(out, "  -> {}{}", names[&arc.to], if arc.reused { " reused" } else { "" });
            }
        }
        out
    }

    /// A picture for Graphviz; what was reused is dashed.
    pub fn graphviz(&self) -> String {
        let mut out = String::from("digraph reached {\n  node [shape=box];\n");
        let names = self.names();
        for (id, node) in self.search.graph.nodes() {
            let label = format!("{} {}\n{}", self.place(node.spot.place), node.spot.state, self.literals(&node.literals));
            let accepting = if self.search.automaton.is_accepting(node.spot.state) { ", peripheries=2" } else { "" };
            let style = if node.reused { ", style=dashed" } else { "" };
            let _ = writeln!(out, "  {} [label={}{accepting}{style}];", names[&id], quoted(&label));
            for arc in &node.arcs {
                let style = if arc.reused { " [style=dashed]" } else { "" };
                let _ = writeln!(out, "  {} -> {}{style};", names[&id], names[&arc.to]);
            }
        }
        out.push_str("}\n");
        out
    }

    /// What the graph has looked at.
    pub fn extent(&self) -> Extent {
        Extent::new(self.engine, self.search)
    }

    /// Numbers without gaps.
    fn names(&self) -> FxHashMap<NodeId, String> {
        self.search.graph.nodes().enumerate().map(|(i, (id, _))| (id, format!("s{i}"))).collect()
    }

    fn place(&self, place: PlaceId) -> String {
        let program = self.engine.effects.program;
        match self.engine.effects.edges.places()[place] {
            Place::Outside => "outside".into(),
            Place::At { function, instr } => {
                let line = program.functions[function].body.as_ref().map_or(0, |body| body[instr].loc.line);
                format!("{}:{line}.{instr}", program.functions[function].name)
            }
            Place::Exit(function) => format!("{}:exit", program.functions[function].name),
        }
    }

    fn literals(&self, literals: &[TermId]) -> String {
        if literals.is_empty() {
            return "true".into();
        }
        let mut texts: Vec<String> = literals.iter().map(|&literal| self.term(literal, 6)).collect();
        texts.sort_unstable();
        texts.join(" & ")
    }

    fn term(&self, term: TermId, depth: u32) -> String {
        let effects = &self.engine.effects;
        if depth == 0 {
            return "...".into();
        }
        let show = |t: &TermId| self.term(*t, depth - 1);
        match effects.pool.get(term) {
            Term::Const(bits) if bits.width() == 1 => bits.unsigned().to_string(),
            Term::Const(bits) => bits.signed().to_string(),
            Term::Var { name, .. } => effects.cells.of_value(term).map_or_else(|| name.clone(), |cell| cell_name(effects.program, &effects.cells, cell)),
            Term::Not(a) => match effects.pool.get(*a) {
                Term::Eq(a, b) => format!("{} != {}", show(a), show(b)),
                Term::Slt(a, b) | Term::Ult(a, b) => format!("{} <= {}", show(b), show(a)),
                _ => format!("!({})", show(a)),
            },
            Term::And(a, b) => format!("({} & {})", show(a), show(b)),
            Term::Xor(a, b) => format!("({} ^ {})", show(a), show(b)),
            Term::Neg(a) => format!("-{}", show(a)),
            Term::Add(a, b) => format!("({} + {})", show(a), show(b)),
            Term::Mul(a, b) => format!("({} * {})", show(a), show(b)),
            Term::Eq(a, b) => format!("{} == {}", show(a), show(b)),
            Term::Slt(a, b) | Term::Ult(a, b) => format!("{} < {}", show(a), show(b)),
            Term::ZeroExtend { of, .. } | Term::SignExtend { of, .. } => show(of),
            other => {
                let operands: Vec<String> = other.operands().map(|t| show(&t)).collect();
                let name = format!("{other:?}");
                let name = name.split([' ', '(', '{']).next().unwrap_or("").to_lowercase();
                format!("{name}({})", operands.join(", "))
            }
        }
    }
}
