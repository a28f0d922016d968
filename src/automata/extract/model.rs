//! A function as a process of Promela.

use super::expression::{expression, is_reserved, statement};
use super::table::{Replacement, Table};
use crate::spec::steps::{Step, StepKind, Steps};
use goto::edges::{EdgeId, EdgeKind, Edges, PlaceId};
use goto::{FuncId, Id, Program, Storage, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Promela.
    pub text: String,
    /// What the table warns of, with the place of the source.
    pub warnings: Vec<(goto::Location, String)>,
}

/// The model of a function with a body. What the table does not have is added to it: what Promela can express of scalar variables is kept, the rest is hidden.
pub fn model(program: &Program, edges: &Edges, steps: &Steps, function: FuncId, table: &mut Table) -> Option<Model> {
    let start = edges.entry(function)?;
    let mut maker = Maker { program, edges, steps, function, table, types: scalars(program, function), used: BTreeMap::new(), warnings: Vec::new() };
    let body = maker.body(start);
    let text = maker.whole(&body);
    Some(Model { text, warnings: maker.warnings })
}

/// The scalar variables that the function can name, with their types in Promela.
fn scalars(program: &Program, function: FuncId) -> FxHashMap<String, (&'static str, bool)> {
    let mut found = FxHashMap::default();
    let is_global = |storage: Storage| storage == Storage::Static;
    // What is inner hides what is outer.
    for globals in [true, false] {
        for symbol in program.symbols.values().filter(|s| is_global(s.storage) == globals) {
            let is_here = globals || [Storage::Local(function), Storage::Parameter(function)].contains(&symbol.storage);
            let ty = match program.types.get(symbol.ty) {
                Type::Bool => "bool",
                Type::Int { bits: 8, signed: false } => "byte",
                Type::Int { bits: 8 | 16, signed: true } => "short",
                Type::Int { bits: 16 | 32, .. } => "int",
                _ => continue,
            };
            if is_here {
                found.insert(symbol.name.clone(), (ty, globals));
            }
        }
    }
    found
}

struct Maker<'a> {
    program: &'a Program,
    edges: &'a Edges,
    steps: &'a Steps,
    function: FuncId,
    table: &'a mut Table,
    types: FxHashMap<String, (&'static str, bool)>,
    /// Variables that the model has, with their types and whether they are global.
    used: BTreeMap<String, (&'static str, bool)>,
    warnings: Vec<(goto::Location, String)>,
}

/// A way from one place of the function to another.
struct Way {
    guard: Option<String>,
    actions: Vec<String>,
    /// `None`: the process ends.
    to: Option<PlaceId>,
}

impl Maker<'_> {
    /// The places from the start on, each with the ways that leave it.
    fn body(&mut self, start: PlaceId) -> Vec<(PlaceId, Vec<Way>)> {
        let (mut work, mut seen) = (VecDeque::from([start]), FxHashSet::from_iter([start]));
        let mut body = Vec::new();
        while let Some(place) = work.pop_front() {
            let mut ways = Vec::new();
            for (edge, to) in self.leaving(place) {
                let to = to.map(|to| self.through(to));
                if let Some(to) = to
                    && seen.insert(to)
                {
                    work.push_back(to);
                }
                ways.push(self.way(edge, to));
            }
            body.push((place, ways));
        }
        without_idle(body)
    }

    /// The edges that leave a place, with where the function goes on: behind the call, for one that is called.
    fn leaving(&self, place: PlaceId) -> Vec<(EdgeId, Option<PlaceId>)> {
        let mut found: Vec<(EdgeId, Option<PlaceId>)> = Vec::new();
        for &id in self.edges.outgoing(place) {
            let edge = self.edges.edge(id);
            let to = match edge.kind {
                EdgeKind::Call => {
                    if found.iter().any(|(other, _)| self.edges.edge(*other).kind == EdgeKind::Call) {
                        // One of several functions; what it does is not in the model.
                        continue;
                    }
                    self.edges.iter().find(|(_, e)| e.kind == EdgeKind::Return(place)).map(|(_, e)| e.target)
                }
                EdgeKind::Next | EdgeKind::Jump if Some(edge.target) != self.edges.exit(self.function) => Some(edge.target),
                _ => None,
            };
            found.push((id, to));
        }
        found
    }

    /// The first place from here at which something happens.
    fn through(&self, mut place: PlaceId) -> PlaceId {
        let mut seen = FxHashSet::default();
        while seen.insert(place) {
            match self.leaving(place).as_slice() {
                [(edge, Some(to))] if self.steps.of(*edge).iter().all(|s| s.kind == StepKind::Blank) => place = *to,
                _ => break,
            }
        }
        place
    }

    fn way(&mut self, edge: EdgeId, to: Option<PlaceId>) -> Way {
        let mut way = Way { guard: None, actions: Vec::new(), to };
        let steps = self.steps;
        for step in steps.of(edge) {
            match step.kind {
                StepKind::Blank | StepKind::Leave => {}
                StepKind::Assume => way.guard = Some(self.condition(step)),
                StepKind::AssertFails => way.actions.push("assert(false)".to_owned()),
                StepKind::Declaration | StepKind::Statement | StepKind::Enter | StepKind::Return => {
                    let action = self.action(step);
                    way.actions.extend(action);
                }
            }
        }
        way
    }

    fn condition(&mut self, step: &Step) -> String {
        let text = step.text.trim_start_matches('[').trim_end_matches(']').to_owned();
        let types = self.types.clone();
        let made = expression(&text, &|name| types.contains_key(name));
        let replacement = self.table.look_up(&text, || if made.is_some() { Replacement::Keep } else { Replacement::Hide });
        match replacement {
            Replacement::Keep => match made {
                Some((text, names)) => {
                    names.iter().for_each(|name| _ = self.used.insert(name.clone(), self.types[name]));
                    self.table.substitute(&text)
                }
                None => self.table.substitute(&text),
            },
            Replacement::False => "false".to_owned(),
            Replacement::Expression | Replacement::Code => format!("c_expr {{ {text} }}"),
            Replacement::Text(text) => text,
            Replacement::Warn => {
                self.warnings.push((step.loc, format!("`{text}` is hidden")));
                "true".to_owned()
            }
            Replacement::Hide | Replacement::Skip | Replacement::Comment | Replacement::Print | Replacement::True => "true".to_owned(),
        }
    }

    fn action(&mut self, step: &Step) -> Option<String> {
        let text = step.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.trim_end_matches(';').trim_end().to_owned();
        let types = self.types.clone();
        let made = if step.kind == StepKind::Return { None } else { statement(&text, &|name| types.contains_key(name)) };
        let replacement = self.table.look_up(&text, || if made.is_some() { Replacement::Keep } else { Replacement::Hide });
        match replacement {
            Replacement::Keep => match made {
                Some((text, names)) => {
                    names.iter().for_each(|name| _ = self.used.insert(name.clone(), self.types[name]));
                    Some(self.table.substitute(&text))
                }
                None => Some(self.table.substitute(&text)),
            },
            Replacement::Hide => None,
            Replacement::Skip => Some("skip".to_owned()),
            Replacement::Comment => Some(format!("skip /* {} */", text.replace("*/", "* /"))),
            Replacement::Print => Some(format!("printf(\"{}\\n\")", text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))),
            Replacement::Warn => {
                self.warnings.push((step.loc, format!("`{text}` is hidden")));
                None
            }
            Replacement::True => Some("true".to_owned()),
            Replacement::False => Some("false".to_owned()),
            Replacement::Code => Some(format!("c_code {{ {text}; }}")),
            Replacement::Expression => Some(format!("c_expr {{ {text} }}")),
            Replacement::Text(text) => Some(text),
        }
    }

    fn whole(&self, body: &[(PlaceId, Vec<Way>)]) -> String {
        let name = process_name(&self.program.functions[self.function].name);
        let mut text = format!("/* A model of {name}. */\n");
        self.table.declarations.iter().for_each(|declaration| _ = writeln!(text, "{declaration}"));
        let is_declared = |name: &str| {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            self.table.declarations.iter().any(|d| d.split(|c: char| !is_name(c)).any(|word| word == name))
        };
        let own = |global: bool| self.used.iter().filter(move |(_, (_, is_global))| *is_global == global).filter(|(name, _)| !is_declared(name));
        own(true).for_each(|(name, (ty, _))| _ = writeln!(text, "{ty} {name};"));
        let _ = writeln!(text, "\nactive proctype {name}() {{");
        own(false).for_each(|(name, (ty, _))| _ = writeln!(text, "\t{ty} {name};"));
        for (i, (place, ways)) in body.iter().enumerate() {
            if i == 0 && !body.iter().any(|(_, ways)| ways.iter().any(|w| w.to == Some(*place))) {
                text.push('\t');
            } else {
                let _ = write!(text, "{}:\t", label(*place));
            }
            text.push_str(&branch(ways));
        }
        text.push_str("S_end:\tskip\n}\n");
        text
    }
}

/// The function's name, unless it means something in Promela.
fn process_name(name: &str) -> String {
    if is_reserved(name) { format!("{name}_") } else { name.to_owned() }
}

/// Leaves places out at which nothing is left to do.
fn without_idle(mut body: Vec<(PlaceId, Vec<Way>)>) -> Vec<(PlaceId, Vec<Way>)> {
    let idle = |ways: &[Way]| matches!(ways, [Way { guard: None, actions, .. }] if actions.is_empty());
    let next: FxHashMap<PlaceId, Option<PlaceId>> = body.iter().filter(|(_, ways)| idle(ways)).map(|(place, ways)| (*place, ways[0].to)).collect();
    let resolve = |mut to: Option<PlaceId>| {
        for _ in 0..=next.len() {
            match to.and_then(|place| next.get(&place)) {
                Some(&further) => to = further,
                None => return to,
            }
        }
        to
    };
    for (_, ways) in &mut body {
        let is_idle = idle(ways);
        for way in ways {
            way.to = resolve(way.to);
            // Spin does not take an endless loop that does nothing.
            if is_idle && way.to.is_some_and(|to| next.contains_key(&to)) {
                way.actions.push("skip".to_owned());
            }
        }
    }
    let wanted: FxHashSet<PlaceId> = body.iter().flat_map(|(_, ways)| ways).filter_map(|way| way.to).collect();
    let mut index = 0;
    body.retain(|(place, _)| {
        index += 1;
        index == 1 || wanted.contains(place)
    });
    body
}

fn label(place: PlaceId) -> String {
    format!("S{}", place.index())
}

/// The ways that leave a place, as a statement.
fn branch(ways: &[Way]) -> String {
    let jump = |way: &Way| format!("goto {}", way.to.map_or_else(|| "S_end".to_owned(), label));
    match ways {
        [] => "goto S_end;\n".to_owned(),
        [way] => {
            let guard = way.guard.iter().map(|guard| format!("({guard})"));
            let parts: Vec<String> = guard.chain(way.actions.iter().cloned()).chain([jump(way)]).collect();
            format!("{};\n", parts.join(";\n\t"))
        }
        ways => {
            let mut text = "if\n".to_owned();
            for way in ways {
                let guard = way.guard.as_deref().unwrap_or("true");
                let parts: Vec<String> = way.actions.iter().cloned().chain([jump(way)]).collect();
                let _ = writeln!(text, "\t:: ({guard}) -> {}", parts.join("; "));
            }
            text + "\tfi;\n"
        }
    }
}
