//! Monitors of properties in C: each event is a statement, and what the property does there.

use super::observer::{commands, declarations};
use super::told::{Calls, LoggedCalls};
use super::{Watch, quoted, watch};
use automata::spec::{Node, Nodes, Part};
use automata::uno::{Codes, Error, Property};
use goto::outline::{Outline, SymbolKind, Tags, Use};
use std::fmt::Write as _;

/// The monitor, or the name of a variable whose declaration cannot be told in its place.
pub fn property(property: &Property, codes: &Codes, nodes: &Nodes, outline: &Outline) -> Result<Watch, String> {
    let (mut events, mut told, mut known): (String, LoggedCalls, Vec<&Node>) = (String::new(), LoggedCalls::new(), Vec::new());
    let mut end = String::new();
    let error = |(id, symbols): &Error| {
        let names: Vec<&str> = symbols.iter().map(|s| outline.symbols[s.0].name.as_str()).collect();
        let about = if names.is_empty() { String::new() } else { format!(" [{}]", names.join(", ")) };
        format!("P_error({});", quoted(&format!("{}{about}", property.errors[*id].message)))
    };
    for (at, code) in &codes.of {
        let body = commands(code, &error);
        let Some(node) = &nodes.of(at.edge)[at.index].node else {
            end = body;
            continue;
        };
        if known.contains(&node) || body.is_empty() {
            continue;
        }
        let number = known.len();
        known.push(node);
        let _ = write!(events, "  case {number}: {{\n{body}    break;\n  }}\n");
        let calls: &mut Calls = told.entry(node.text).or_default();
        match &node.part {
            Part::Outcome(true) => calls.outcomes.0.push(number),
            Part::Outcome(false) => calls.outcomes.1.push(number),
            Part::Whole | Part::Variable(_) => calls.before.push(number),
        }
        if let Part::Variable(name) = &node.part
            && is_late(outline, node.text, name)
        {
            return Err(name.clone());
        }
    }
    let title = format!("Watches runs for an error of {}", property.name);
    Ok(Watch { text: watch(&title, &declarations(&codes.variables), &events, &end), told })
}

/// Is there a call in the declarations before a variable of the same declaration? What it calls would come after the variable was told.
fn is_late(outline: &Outline, text: usize, name: &str) -> bool {
    let uses = &outline.texts[text].named.uses;
    let first = uses.iter().position(|u| u.of.as_deref() == Some(name)).unwrap_or(0);
    // Functions without a text tell nothing.
    let tells = |u: &Use| {
        let symbol = &outline.symbols[u.symbol.0];
        u.tags.meets(Tags::FCALL) && (symbol.kind != SymbolKind::Function || outline.functions.contains(&symbol.name))
    };
    uses[..first].iter().any(tells)
}
