//! The text of a model.

use super::graph::{Graph, Node, NodeId, Step};
use super::memory::{ProcessId, Variable};
use super::process::Translator;
use super::value::{Operator, Range, Ref, Value, VarId};
use crate::extract::expression::is_reserved;
use goto::{Id, IdVec, Location, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The variable that says whether the run has ended for all.
const OVER: &str = "over";
/// The variable that says whether something happened of which the model does not tell what follows.
const BEYOND: &str = "beyond_the_model";
/// Names that the model itself uses, beside the words of the language.
const OWN: [&str; 2] = [OVER, BEYOND];

/// The model that these processes are.
pub(super) fn model(program: &Program, translator: &Translator<'_>, mut graphs: Vec<Graph>) -> String {
    let initial = initial_values(translator, &mut graphs);
    let used = used_variables(&graphs, &initial);
    let names = Names::new(program, translator, &used);
    let printer = Printer { program, translator, names, enders: enders(&graphs) };
    let entry = program.functions.values().find(|f| !f.model && f.name == "main").map_or("the program", |f| &f.name);
    let mut text = format!(
        "/* A model of {entry} and the threads that it begins. The end of the program is the variable {OVER}: what comes behind it does not count.\n   spin -a MODEL; cc -O2 -fwrapv -DVECTORSZ=8192 -o pan pan.c; ./pan -m100000 */\n"
    );
    let _ = writeln!(text, "bool {OVER};");
    let has_limits = graphs.iter().any(|graph| graph.reached().into_iter().any(|node| matches!(graph.nodes[node].step, Step::Limit(_))));
    if has_limits {
        let _ = writeln!(text, "bool {BEYOND};");
    }
    for &var in used.iter().filter(|var| translator.memory.variables[**var].process.is_none()) {
        let _ = writeln!(text, "{};", printer.declaration(var, initial.get(&var)));
    }
    for (number, graph) in graphs.iter().enumerate() {
        text.push_str(&printer.process(ProcessId::new(number), graph, &used));
    }
    text
}

/// What variables that all processes have hold at first: what the first process stores there, before it does anything else. It does not store it then.
fn initial_values(translator: &Translator<'_>, graphs: &mut [Graph]) -> BTreeMap<VarId, BTreeMap<i64, i64>> {
    let mut initial: BTreeMap<VarId, BTreeMap<i64, i64>> = BTreeMap::new();
    let Some(graph) = graphs.first_mut() else { return initial };
    let mut n_entered: FxHashMap<NodeId, u32> = FxHashMap::default();
    for node in graph.reached() {
        graph.successors(node).into_iter().for_each(|next| *n_entered.entry(next).or_default() += 1);
    }
    let Some(mut node) = graph.nodes.ids().next() else { return initial };
    let first = node;
    while node == first || n_entered.get(&node) == Some(&1) {
        let Node { step, next, section, .. } = &graph.nodes[node];
        match step {
            Step::Set(Ref { var, index }, Value::Const(value)) if translator.memory.variables[*var].process.is_none() && section.is_none() => {
                let at = match index.as_deref() {
                    None => 0,
                    Some(Value::Const(at)) => *at,
                    Some(_) => break,
                };
                initial.entry(*var).or_default().insert(at, *value);
            }
            Step::Skip => {}
            _ => break,
        }
        node = *next;
    }
    // Where it goes on becomes the first step.
    if node != first {
        graph.nodes[first] = graph.nodes[node].clone();
    }
    initial
}

fn used_variables(graphs: &[Graph], initial: &BTreeMap<VarId, BTreeMap<i64, i64>>) -> BTreeSet<VarId> {
    let mut used: BTreeSet<VarId> = initial.keys().copied().collect();
    for graph in graphs {
        for node in graph.reached() {
            let step = &graph.nodes[node].step;
            step.values(|value| value.reads(&mut |place| _ = used.insert(place.var)));
            if let Step::Set(to, _) | Step::Pick(to, _) = step {
                used.insert(to.var);
            }
        }
    }
    used
}

/// The processes that may end the run for all.
fn enders(graphs: &[Graph]) -> FxHashSet<usize> {
    let ends = |graph: &Graph| graph.reached().into_iter().any(|node| matches!(graph.nodes[node].step, Step::Exit | Step::Assume(_)));
    graphs.iter().enumerate().filter(|(_, graph)| ends(graph)).map(|(number, _)| number).collect()
}

/// Names of variables and processes, which mean one thing each.
struct Names {
    variables: FxHashMap<VarId, String>,
    processes: Vec<String>,
}

impl Names {
    fn new(program: &Program, translator: &Translator<'_>, used: &BTreeSet<VarId>) -> Self {
        let mut taken: FxHashSet<String> = OWN.iter().map(|name| (*name).to_owned()).collect();
        let mut processes = Vec::new();
        for kind in &translator.kinds {
            let wanted = kind.named_by().map_or("main", |function| &program.functions[function].name);
            processes.push(free_name(wanted, &mut taken));
        }
        let mut variables = FxHashMap::default();
        let variable = |var: VarId| -> &Variable { &translator.memory.variables[var] };
        for &var in used.iter().filter(|var| variable(**var).process.is_none()) {
            variables.insert(var, free_name(&variable(var).name, &mut taken));
        }
        for number in 0..processes.len() {
            let mut taken = taken.clone();
            let process = Some(ProcessId::new(number));
            let parameters = translator.memory.variables.ids().filter(|&var| variable(var).is_parameter && !used.contains(&var));
            for var in used.iter().copied().chain(parameters).filter(|var| variable(*var).process == process) {
                variables.insert(var, free_name(&variable(var).name, &mut taken));
            }
        }
        Self { variables, processes }
    }
}

/// The name, or another one if somebody has it.
fn free_name(wanted: &str, taken: &mut FxHashSet<String>) -> String {
    let wanted = wanted.trim_start_matches('_');
    let wanted: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let wanted = if wanted.is_empty() || wanted.starts_with(|c: char| c.is_ascii_digit()) { format!("v{wanted}") } else { wanted };
    let is_free = |name: &str, taken: &FxHashSet<String>| !is_reserved(name) && !taken.contains(name);
    let mut name = wanted.clone();
    let mut number = 2;
    while !is_free(&name, taken) {
        name = format!("{wanted}_{number}");
        number += 1;
    }
    taken.insert(name.clone());
    name
}

struct Printer<'a> {
    program: &'a Program,
    translator: &'a Translator<'a>,
    names: Names,
    enders: FxHashSet<usize>,
}

impl Printer<'_> {
    fn declaration(&self, var: VarId, initial: Option<&BTreeMap<i64, i64>>) -> String {
        let variable = &self.translator.memory.variables[var];
        let holds = if variable.is_narrowed { self.translator.memory.range(var) } else { variable.bounds };
        let types = [("bool", Range::TRUTH), ("byte", Range { lo: 0, hi: 255 }), ("short", Range { lo: -32768, hi: 32767 })];
        let ty = types.iter().find(|(_, range)| holds.is_within(*range)).map_or("int", |(ty, _)| ty);
        let name = &self.names.variables[&var];
        let value = |at: i64| initial.and_then(|initial| initial.get(&at)).copied().unwrap_or(0);
        let is_zero = initial.is_none_or(|initial| initial.values().all(|value| *value == 0));
        match variable.len {
            None if is_zero => format!("{ty} {name}"),
            None => format!("{ty} {name} = {}", value(0)),
            Some(len) if is_zero => format!("{ty} {name}[{len}]"),
            Some(len) => {
                let values: Vec<String> = (0..len as i64).map(|at| value(at).to_string()).collect();
                format!("{ty} {name}[{len}] = {{ {} }}", values.join(", "))
            }
        }
    }

    fn process(&self, process: ProcessId, graph: &Graph, used: &BTreeSet<VarId>) -> String {
        let variables = &self.translator.memory.variables;
        let own =
            |is_parameter: bool| variables.ids().filter(move |&var| variables[var].process == Some(process) && variables[var].is_parameter == is_parameter);
        let name = &self.names.processes[process.index()];
        let mut parameters: Vec<VarId> = own(true).collect();
        parameters.sort_by_key(|var| variables[*var].parameter_number());
        let parameters: Vec<String> = parameters.into_iter().map(|var| self.declaration(var, None)).collect();
        let head = if process == self.translator.first { "active proctype" } else { "proctype" };
        let mut text = format!("\n{head} {name}({}) {{\n", parameters.join("; "));
        for var in own(false).filter(|var| used.contains(var)) {
            let _ = writeln!(text, "\t{};", self.declaration(var, None));
        }
        let order = layout(graph);
        text.push_str(&Body { printer: self, process, graph, order }.text());
        text.push_str("S_end:\tskip\n}\n");
        text
    }

    fn place(&self, place: &Ref) -> String {
        let name = &self.names.variables[&place.var];
        match &place.index {
            None => name.clone(),
            Some(index) => format!("{name}[{}]", self.value(index, 0)),
        }
    }

    /// The text of a value, with parentheses around it where it binds less than what it stands in.
    fn value(&self, value: &Value, around: u8) -> String {
        match value {
            Value::Const(value) if *value == i64::from(i32::MIN) => format!("({} - 1)", value + 1),
            Value::Const(value) if *value < 0 => format!("({value})"),
            Value::Const(value) => value.to_string(),
            Value::Read(place) => self.place(place),
            Value::Not(inner) => match &**inner {
                // The other comparison.
                Value::Binary(Operator::Equal, a, b) => self.value(&Value::Binary(Operator::Differ, a.clone(), b.clone()), around),
                Value::Binary(Operator::Differ, a, b) => self.value(&Value::Binary(Operator::Equal, a.clone(), b.clone()), around),
                inner => format!("!{}", self.value(inner, u8::MAX)),
            },
            Value::Binary(operator, a, b) => {
                let own = strength(*operator);
                // What is not well known to bind more or less stands in parentheses.
                let (left, right) = if own == BITS { (u8::MAX, u8::MAX) } else { (own, own + 1) };
                let text = format!("{} {} {}", self.value(a, left), operator.text(), self.value(b, right));
                if own < around { format!("({text})") } else { text }
            }
            Value::Choice(parts) => {
                let [condition, then, other] = &**parts;
                format!("({} -> {} : {})", self.value(condition, 1), self.value(then, 1), self.value(other, 1))
            }
        }
    }
}

/// How strongly operators on bits bind, at least.
const BITS: u8 = 3;

/// How strongly an operator binds; what people mix up always gets parentheses.
fn strength(operator: Operator) -> u8 {
    match operator {
        Operator::Either => 1,
        Operator::Both => 2,
        Operator::And | Operator::Or | Operator::Xor | Operator::Shl | Operator::Shr => BITS,
        Operator::Equal | Operator::Differ => 4,
        Operator::Less | Operator::LessEqual => 5,
        Operator::Add | Operator::Sub => 7,
        Operator::Mul | Operator::Div | Operator::Rem => 8,
    }
}

/// The steps in an order in which most go on with the next one, and those of a section stand together.
fn layout(graph: &Graph) -> Vec<NodeId> {
    let mut seen: IdVec<NodeId, bool> = IdVec::filled(false, graph.nodes.len());
    let (mut order, mut work): (Vec<NodeId>, Vec<NodeId>) = (Vec::new(), graph.nodes.ids().take(1).collect());
    let mut section = None;
    loop {
        let here = work.iter().rposition(|node| section.is_some() && graph.nodes[*node].section == section);
        let Some(at) = here.or(work.len().checked_sub(1)) else { return order };
        let node = work.remove(at);
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        section = graph.nodes[node].section;
        order.push(node);
        work.extend(graph.successors(node).into_iter().rev());
    }
}

/// The steps of a process as text.
struct Body<'p> {
    printer: &'p Printer<'p>,
    process: ProcessId,
    graph: &'p Graph,
    order: Vec<NodeId>,
}

impl Body<'_> {
    fn text(&self) -> String {
        let targets = self.targets();
        let (mut text, mut section, mut loc) = (String::new(), None, None);
        for (i, &node) in self.order.iter().enumerate() {
            let current = &self.graph.nodes[node];
            if section.is_some() && current.section != section {
                text.push_str("\t};\n");
            }
            let label = if targets.contains(&node) { format!("{}:\t", label(node)) } else { "\t".to_owned() };
            if loc != Some(current.loc) {
                loc = Some(current.loc);
                text.push_str(&self.comment(current.loc));
            }
            text.push_str(&label);
            if current.section.is_some() && current.section != section {
                text.push_str("atomic {\n\t");
            }
            section = current.section;
            text.push_str(&self.step(current, self.order.get(i + 1).copied()));
        }
        if section.is_some() {
            text.push_str("\t};\n");
        }
        if self.printer.enders.contains(&self.process.index()) {
            let _ = writeln!(text, "S_over:\tdo :: {OVER} = true od;");
        }
        text
    }

    /// Where the step comes from.
    fn comment(&self, loc: Location) -> String {
        let file = self.printer.program.files.get(loc.file).filter(|_| loc.line > 0);
        file.map_or_else(String::new, |file| format!("\t/* {}:{} */\n", file.replace("*/", "* /"), loc.line))
    }

    /// Steps that others go to.
    fn targets(&self) -> FxHashSet<NodeId> {
        let mut targets = FxHashSet::default();
        for (i, &node) in self.order.iter().enumerate() {
            let successors = self.graph.successors(node);
            if let [next] = successors.as_slice() {
                if self.order.get(i + 1) != Some(next) {
                    targets.insert(*next);
                }
            } else {
                targets.extend(successors);
            }
        }
        targets
    }

    fn step(&self, node: &Node, following: Option<NodeId>) -> String {
        let printer = self.printer;
        let value = |value: &Value| printer.value(value, 0);
        let own = match &node.step {
            Step::Branch(guard) => {
                let (then, other) = (label(node.next), label(node.other));
                return format!("if\n\t:: ({}) -> goto {then}\n\t:: else -> goto {other}\n\tfi;\n", value(guard));
            }
            Step::Exit => return format!("{OVER} = true;\n\tgoto S_over;\n"),
            Step::End => return "goto S_end;\n".to_owned(),
            // Spin names the claim, so that nobody takes it for one of the program.
            Step::Limit(what) => return format!("{BEYOND} = true;\n\tassert(!{BEYOND}); /* {} */\n\tgoto S_end;\n", what.replace("*/", "* /")),
            Step::Skip | Step::Enter | Step::Leave => "skip".to_owned(),
            Step::Set(to, from) => format!("{} = {}", printer.place(to), value(from)),
            Step::Assert(claim) => self.claim(claim),
            Step::Assume(condition) => {
                let choice = format!("if :: ({}) -> skip :: else -> {OVER} = true; goto S_over fi", value(condition));
                if node.section.is_some() { choice } else { format!("atomic {{ {choice} }}") }
            }
            Step::Await(condition) => format!("({})", value(condition)),
            Step::Pick(to, range) => self.pick(to, *range),
            Step::Spawn(process, values) => {
                let values: Vec<String> = values.iter().map(value).collect();
                format!("run {}({})", printer.names.processes[process.index()], values.join(", "))
            }
        };
        if following == Some(node.next) { format!("{own};\n") } else { format!("{own};\n\tgoto {};\n", label(node.next)) }
    }

    /// What is claimed, unless another process has ended the run.
    fn claim(&self, claim: &Value) -> String {
        let others_end = self.printer.enders.iter().any(|other| *other != self.process.index())
            || self.process != self.printer.translator.first && !self.printer.enders.is_empty();
        if others_end { format!("assert({OVER} || {})", self.printer.value(claim, 2)) } else { format!("assert({})", self.printer.value(claim, 0)) }
    }

    fn pick(&self, to: &Ref, range: Range) -> String {
        let place = self.printer.place(to);
        if range == Range::TRUTH {
            return format!("if :: {place} = 0 :: {place} = 1 fi");
        }
        format!("atomic {{ {place} = {}; do :: ({place} < {}) -> {place}++ :: break od }}", self.printer.value(&Value::Const(range.lo), 0), range.hi)
    }
}

fn label(node: NodeId) -> String {
    format!("S{}", node.index())
}
