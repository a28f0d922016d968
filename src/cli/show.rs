//! `gotcha show`: prints intermediate forms.

use crate::cli::args::{ShowArgs, What};
use crate::cli::criteria;
use crate::cli::failure::Failure;
use crate::cli::formula::{self, Source};
use crate::cli::output;
use crate::cli::pipeline::{self, Aim};
use crate::cli::promela;
use crate::cli::properties;
use crate::cli::question::{self, Question, Read};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped;
use analysis::invariants::{Candidate, candidates};
use analysis::named_loops::named_loops;
use automata::fql::describe::Describer;
use automata::ltl::hoa;
use engine::conditions;
use frontend::preprocess::HEADER;
use frontend::{Error, Loaded};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::limits::Stop;
use goto::{Id, Location, Program};
use report::sequences;
use std::fmt::Write as _;
use std::path::Path;

/// Runs the command. The answer is the exit status.
pub(super) fn show(args: &ShowArgs) -> Result<u8, Failure> {
    if args.what == What::Header {
        output::print(HEADER.1)?;
        return Ok(0);
    }
    if matches!(args.what, What::Buchi | What::BuchiGraph) {
        return show_automata(args);
    }
    let criteria = criteria::named(&args.criterion)?;
    let mut request = request::program(&args.program, None)?;
    if let Some(question) = question::read(&args.question)? {
        return show_query(args.what, &question, &request);
    }
    if args.what == What::Steps {
        output::print(&stepped::read(&request)?.print())?;
        return Ok(0);
    }
    if args.what == What::Promela {
        return promela::show(&request, args.function.as_deref(), args.table.as_deref());
    }
    let mut compiled = compile(args, &mut request)?;
    if matches!(args.what, What::Goals | What::Goto | What::Vcs | What::Loops) {
        let aim = match &args.property {
            Some(property) => Aim::Verify(properties::checkable(Some(property))?.classes),
            None => Aim::Cover(criteria),
        };
        pipeline::instrument(&mut compiled, &aim);
    }
    if matches!(args.what, What::Loops | What::Cfg) {
        // As the engines see it, so that names of loops are the same.
        pipeline::tidy(&mut compiled.program);
    }
    let candidates = if matches!(args.what, What::Loops) { candidates(&mut compiled.program) } else { Vec::new() };
    let program = &compiled.program;
    let has_entry = args.program.entry.is_some() || request.entry == "main";
    output::print(&match args.what {
        What::Goto => goto::print::print(program),
        What::Goals => goals(program),
        What::Loops => loops(program, &candidates),
        What::Cfg => cfg(program, args.models),
        What::Callgraph => callgraph(program, args.models, has_entry),
        What::Functions => functions(program),
        // Shown without a program.
        What::Buchi | What::BuchiGraph => String::new(),
        What::Vcs => conditions::script(program, args.unwind, &Stop::new(None)),
        // Shown above.
        What::Steps | What::Promela | What::Header => String::new(),
    })?;
    Ok(0)
}

/// The program. Of a library without `main` all functions are shown, and it does not matter where execution starts.
fn compile(args: &ShowArgs, request: &mut ProgramRequest) -> Result<Loaded, Failure> {
    let is_shown = matches!(args.what, What::Goals | What::Loops | What::Callgraph | What::Functions | What::Cfg);
    match pipeline::compile(request) {
        Err(Failure::Source(Error::NoEntry { defined, .. })) if is_shown && args.program.entry.is_none() && !defined.is_empty() => {
            request.entry.clone_from(&defined[0]);
            pipeline::compile(request)
        }
        result => result,
    }
}

/// The functions with bodies, with their places.
fn functions(program: &Program) -> String {
    let mut text = String::new();
    for function in program.functions.values().filter(|f| !f.model && f.body.is_some() && f.loc.line > 0) {
        let _ = writeln!(text, "{} {}", place(program, function.loc), function.name);
    }
    text
}

/// The automata of the formulas.
fn show_automata(args: &ShowArgs) -> Result<u8, Failure> {
    for formula in formula::read(&Source { formula: args.formula.as_deref(), property: args.property.as_deref().map(Path::new), files: &args.program.files })? {
        let automaton = formula.automaton()?;
        output::print(&match args.what {
            What::BuchiGraph => hoa::dot(&automaton),
            _ => hoa::write(&automaton, formula.name.as_deref().unwrap_or(&formula.specification.text())),
        })?;
    }
    Ok(0)
}

/// The goals of a query, or the program with its events.
fn show_query(what: What, question: &Question, request: &ProgramRequest) -> Result<u8, Failure> {
    match what {
        What::Goals => {
            let Read { loaded, edges, query } = question.over(request)?;
            query.warnings.iter().for_each(|w| output::complain(&format!("warning: {w}")));
            output::print(&sequences::list(&Describer { program: &loaded.program, edges: &edges, query: &query }))?;
        }
        What::Goto => output::print(&goto::print::print(&question.subject(request)?.0.program))?,
        _ => return Err(Failure::Usage("of a query there are --what goals and --what goto".into())),
    }
    Ok(0)
}

fn place(program: &Program, loc: Location) -> String {
    match program.files.get(loc.file) {
        Some(file) if loc.line > 0 => format!("{file}:{}:{}", loc.line, loc.column),
        _ => "-".into(),
    }
}

fn goals(program: &Program) -> String {
    let mut text = String::new();
    for (_, goal) in program.goals.iter() {
        let _ = writeln!(text, "{} {}  {}", place(program, goal.loc), goal.name, goal.text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    text
}

/// Each loop with the facts that may hold at its head.
fn loops(program: &Program, candidates: &[Candidate]) -> String {
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
fn cfg(program: &Program, models: bool) -> String {
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

fn callgraph(program: &Program, models: bool, has_entry: bool) -> String {
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
