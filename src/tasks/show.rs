//! Intermediate forms of a program as text.

use crate::failure::Failure;
use crate::ltl::formula::FormulaText;
use crate::program::{self, Aim, ProgramRequest, stepped};
use crate::query::question::{QueryText, Read};
use analysis::invariants::candidates;
use analysis::named_loops::named_loops;
use automata::extract::{Refusal, Table, model, threaded};
use automata::fql::describe::Describer;
use automata::ltl::hoa;
use engine::conditions;
use frontend::library::models::Threads;
use frontend::{Error, Loaded};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::limits::Stop;
use goto::{Diagnostic, Id, Location, Program, PropertyClass};
use report::sequences;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;

/// The program; a library that has no main starts in its first function, which `request` then says.
///
/// # Errors
/// If the program is wrong.
pub fn compile_library(request: &mut ProgramRequest) -> Result<Loaded, Failure> {
    match program::compile(request) {
        Err(Failure::Source(Error::NoEntry { defined, .. })) if !defined.is_empty() => {
            request.entry.clone_from(&defined[0]);
            program::compile(request)
        }
        result => result,
    }
}

/// A text, and what to warn of.
pub struct Shown {
    pub text: String,
    pub warnings: Vec<String>,
}

/// The goals of a query.
///
/// # Errors
/// If the program is wrong, or the query means nothing there.
pub fn goals_of_query(query: &QueryText, request: &ProgramRequest) -> Result<Shown, Failure> {
    let Read { loaded, edges, query } = query.over(request)?;
    Ok(Shown { text: sequences::list(&Describer { program: &loaded.program, edges: &edges, query: &query }), warnings: query.warnings })
}

/// The program with the events of a query.
///
/// # Errors
/// If the program is wrong, or the query means nothing there.
pub fn program_of_query(query: &QueryText, request: &ProgramRequest) -> Result<String, Failure> {
    Ok(goto::print::print(&query.subject(request)?.0.program))
}

/// The automaton of the words that satisfy a formula, in the HOA format or for Graphviz.
///
/// # Errors
/// If it is too large.
pub fn automaton(formula: &FormulaText, as_graph: bool) -> Result<String, Failure> {
    let automaton = formula.automaton()?;
    let name = formula.name.clone().unwrap_or_else(|| formula.specification.text());
    Ok(if as_graph { hoa::dot(&automaton) } else { hoa::write(&automaton, &name) })
}

/// Verification conditions of the program with this bound, in SMT-LIB.
pub fn conditions(program: &Program, k: u32) -> String {
    conditions::script(program, k, &Stop::new(None))
}

/// The functions with bodies, with their places.
pub fn functions(program: &Program) -> String {
    let mut text = String::new();
    for function in program.functions.values().filter(|f| !f.model && f.body.is_some() && f.loc.line > 0) {
        let _ = writeln!(text, "{} {}", place(program, function.loc), function.name);
    }
    text
}

fn place(program: &Program, loc: Location) -> String {
    match program.files.get(loc.file) {
        Some(file) if loc.line > 0 => format!("{file}:{}:{}", loc.line, loc.column),
        _ => "-".into(),
    }
}

/// The goals with their places.
pub fn goals(program: &Program) -> String {
    let mut text = String::new();
    for (_, goal) in program.goals.iter() {
        let _ = writeln!(text, "{} {}  {}", place(program, goal.loc), goal.name, goal.text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    text
}

/// Each loop with the facts that may hold at its head.
pub fn loops(program: &mut Program) -> String {
    let candidates = candidates(program);
    let mut text = String::new();
    for l in named_loops(program) {
        let _ = writeln!(text, "{} {}  depth {}", place(program, l.loc), l.name, l.depth);
        for candidate in candidates.iter().filter(|c| (c.function, c.head) == (l.function, l.head)) {
            let _ = writeln!(text, "    {}", candidate.text(program));
        }
    }
    text
}

/// One cluster a function, one node an instruction.
pub fn cfg(program: &Program, models: bool) -> String {
    let mut text = "digraph cfg {\n  node [shape=box, fontname=monospace];\n".to_string();
    for (id, function) in program.functions.iter().filter(|(_, f)| models || !f.model) {
        let Some(body) = &function.body else { continue };
        let cfg = Cfg::new(program, body);
        let _ = writeln!(text, "  subgraph cluster_{} {{\n    label={};", id.index(), quoted(&function.name));
        for (at, instruction) in body.iter().filter(|(at, _)| cfg.is_reachable(*at)) {
            let label = format!("{at}: {}\n{}", goto::print::print_instruction(program, instruction), place(program, instruction.loc));
            let _ = writeln!(text, "    n{}_{} [label={}];", id.index(), at.index(), quoted(&label));
        }
        text.push_str("  }\n");
        for (at, _) in body.iter().filter(|(at, _)| cfg.is_reachable(*at)) {
            for to in cfg.successors(at) {
                let _ = writeln!(text, "  n{0}_{1} -> n{0}_{2};", id.index(), at.index(), to.index());
            }
        }
    }
    text + "}\n"
}

/// Which functions call which.
pub fn callgraph(program: &Program, models: bool, has_entry: bool) -> String {
    let graph = CallGraph::new(program);
    let shown = |f: goto::FuncId| if f == program.start { has_entry } else { models || !program.functions[f].model };
    let mut text = "digraph calls {\n  node [shape=box, fontname=monospace];\n".to_string();
    for (id, function) in program.functions.iter().filter(|(id, _)| shown(*id)) {
        let style = if function.body.is_none() { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  f{} [label={}{style}];", id.index(), quoted(&function.name));
        for callee in graph.callees(id).iter().filter(|c| shown(**c)) {
            let _ = writeln!(text, "  f{} -> f{};", id.index(), callee.index());
        }
    }
    text + "}\n"
}

/// A string of the Graphviz language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The model in Promela of a function, or of the entry function, by the table of a file that need not exist. The second part is the whole table, with what it lacked.
///
/// # Errors
/// If the program is wrong, or lacks the function, or the table is wrong.
pub fn promela(request: &ProgramRequest, function: Option<&str>, path: Option<&Path>) -> Result<(Shown, String), Failure> {
    let stepped = stepped::read(request)?;
    let program = &stepped.loaded.program;
    let name = function.unwrap_or(&request.entry);
    let chosen = program.functions.iter().find(|(_, f)| f.name == name && !f.model).map(|(id, _)| id);
    let chosen = chosen.ok_or_else(|| Failure::Usage(format!("the program has no function {name}")))?;
    let text = path.map_or(Ok(String::new()), read)?;
    let shown = path.map_or_else(String::new, |path| path.display().to_string());
    let mut table = Table::read(&shown, &text)?;
    let made = model(program, &stepped.edges, &stepped.steps, chosen, &mut table).ok_or_else(|| Failure::Usage(format!("{name} has no body")))?;
    let mut warnings = Vec::new();
    for unused in table.unused() {
        warnings.push(format!("{shown}:{}: `{}` is no statement and no condition of {name}", unused.line, unused.text));
    }
    for (loc, warning) in &made.warnings {
        warnings.push(format!("{}:{}:{}: {warning}", program.files[loc.file], loc.line, loc.column));
    }
    let mut whole = text;
    if !whole.is_empty() && !whole.ends_with('\n') {
        whole.push('\n');
    }
    Ok((Shown { text: made.text, warnings }, whole + &table.added()))
}

/// The model in Promela of a whole program with its threads; `None` if it begins none.
///
/// # Errors
/// If the program is wrong, or does something that Promela cannot express.
pub fn threads(request: &ProgramRequest) -> Result<Option<String>, Failure> {
    let mut loaded = program::compile(&ProgramRequest { threads: Threads::Machine, ..request.clone() })?;
    if !loaded.program.begins_threads() {
        return Ok(None);
    }
    program::instrument(&mut loaded, &Aim::Verify(vec![PropertyClass::Assertion, PropertyClass::UnreachCall]));
    program::tidy(&mut loaded.program);
    let refused = |Refusal { loc, what }: Refusal| {
        let file = loaded.program.files.get(loc.file).cloned().unwrap_or_default();
        let message = format!("not in a model in Promela: {what}");
        Error::unsupported(Diagnostic { message, file, line: loc.line, column: loc.column, length: 1, source_line: None })
    };
    Ok(Some(threaded(&loaded.program).map_err(refused)?))
}

fn read(path: &Path) -> Result<String, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::Usage(format!("cannot read {}: {error}", path.display()))),
    }
}
