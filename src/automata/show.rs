//! Automata as text and as pictures.

use super::automaton::Automaton;
use super::label::{Guard, Label};
use super::set::EdgeSet;
use goto::ExprId;
use std::fmt::Write;

/// Names for what an automaton knows by number only.
pub trait Names {
    /// A set of edges, such as `1->2, 4->5`.
    fn edges(&self, edges: &EdgeSet) -> String;

    /// A predicate as the source writes it.
    fn predicate(&self, predicate: ExprId) -> String;
}

/// The ids themselves.
pub struct Ids;

impl Names for Ids {
    fn edges(&self, edges: &EdgeSet) -> String {
        edges.iter().map(|edge| edge.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn predicate(&self, predicate: ExprId) -> String {
        predicate.to_string()
    }
}

/// A guard; empty if it always holds.
pub fn guard(guard: &Guard, names: &dyn Names) -> String {
    let literal = |l: &super::Literal| format!("{}{}", if l.holds { "" } else { "!" }, names.predicate(l.predicate));
    guard.literals().iter().map(literal).collect::<Vec<_>>().join(" & ")
}

fn label(label: &Label, names: &dyn Names) -> String {
    let edges = names.edges(&label.edges);
    if label.guard.is_always() { edges } else { format!("{edges} [{}]", guard(&label.guard, names)) }
}

/// One line a state, marked `initial` and `accepting`, and one line a transition.
pub fn text(automaton: &Automaton, names: &dyn Names) -> String {
    let mut out = String::new();
    for state in automaton.states() {
        let initial = if automaton.initial().contains(&state) { " initial" } else { "" };
        let accepting = if automaton.is_accepting(state) { " accepting" } else { "" };
        let _ = writeln!(out, "{state}{initial}{accepting}");
        for &t in automaton.outgoing(state) {
            let t = automaton.transition(t);
            let _ = writeln!(out, "  -> {} : {}", t.to, label(&t.label, names));
        }
    }
    out
}

/// A picture for Graphviz.
pub fn graphviz(automaton: &Automaton, names: &dyn Names) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir=LR;\n");
    for state in automaton.states() {
        let shape = if automaton.is_accepting(state) { "doublecircle" } else { "circle" };
        let _ = writeln!(out, "  {state} [shape={shape}];");
        if automaton.initial().contains(&state) {
            let _ = writeln!(out, "  start_{state} [shape=point];\n  start_{state} -> {state};");
        }
    }
    for (_, t) in automaton.transitions() {
        let _ = writeln!(out, "  {} -> {} [label={}];", t.from, t.to, quoted(&label(&t.label, names)));
    }
    out.push_str("}\n");
    out
}

/// As Graphviz writes strings.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
