//! `gotcha monitor`: writes the monitor of a formula and the program that calls it, and runs the tests of a suite under it.

use crate::cli::args::MonitorArgs;
use crate::cli::failure::Failure;
use crate::cli::formula::{self, Given, Source};
use crate::cli::output;
use crate::cli::pipeline;
use crate::cli::request::{self, ProgramRequest};
use crate::cli::stepped;
use crate::cli::uno;
use automata::ltl::{self, AtomKind, LtlError};
use automata::spec::Matcher;
use automata::spec::product::{Parts, Product};
use automata::uno::Codes;
use engine::replay::{Flags, Native};
use frontend::outline::{Calls, check_expression};
use frontend::source;
use goto::limits::Stop;
use goto::outline::Outline;
use report::harness;
use report::monitor::{self, Accesses, LOCKSET, Monitor, Watch, Watched, emit, told_text, watched_text};
use report::read_suite;
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "gotcha_monitor";

/// Runs the command. The answer is the exit status.
pub(super) fn monitor(args: &MonitorArgs) -> Result<u8, Failure> {
    let request = request::program(&args.program, None)?;
    if args.emit_c.is_none() && args.instrument.is_none() && args.run.is_none() {
        return Err(Failure::Usage("nothing is asked for: give --emit-c FILE.c, --instrument DIR or --run SUITE".into()));
    }
    let outline = frontend::outline::read(&request.files, &request.source)?;
    if args.lockset {
        return lockset(args, &request, &outline);
    }
    if let Some(watch) = watch(args, &request, &outline)? {
        return watched_steps(args, &request, &outline, &watch);
    }
    let given = formula(args, &request)?;
    let watched = watched(&given, &args.abstraction, &outline)?;
    let automaton = ltl::translate(&given.specification.clone().negated()).map_err(|e| given.wrong(LtlError::new(e.to_string(), 0..0)))?;
    let title = format!("Watches runs for a violation of {}", given.specification.text());
    let text = emit(&Monitor { prefix: PREFIX, title: &title, automaton: &automaton, n_further: watched.further.len() });
    if let Some(path) = &args.emit_c {
        output::write(path, &text)?;
    }
    // The observer stands where the entry function does, whose file is the most likely to know the variables.
    let home = outline.points.iter().find(|p| p.function == request.entry).map_or(0, |p| p.position.file);
    let told = |text: &str, file: usize| watched_text(text, &outline, file, (file == home).then_some(&watched));
    if let Some(folder) = &args.instrument {
        instrument(&request, &told, folder)?;
    }
    match &args.run {
        Some(suite) => run(&request, &told, &text, suite, &FORMULA),
        None => Ok(0),
    }
}

/// The monitor of automata or of a property in C, if one is asked for.
fn watch(args: &MonitorArgs, request: &ProgramRequest, outline: &Outline) -> Result<Option<Watch>, Failure> {
    let property = args.property.as_deref().filter(|p| p.extension().is_some_and(|e| e == "prop"));
    if property.is_none() && args.spec.is_empty() {
        return Ok(None);
    }
    if !args.abstraction.is_empty() {
        return Err(Failure::Usage("--abstraction is for formulas".into()));
    }
    let stepped = stepped::over(pipeline::compile(request)?, outline)?;
    let program = &stepped.loaded.program;
    if let Some(path) = property {
        let (property, nodes) = (uno::read(path)?, stepped.nodes(outline));
        let codes = Codes::new(&property, outline, program, &stepped.edges, &nodes).map_err(frontend::Error::Type)?;
        let watch = monitor::property(&property, &codes, &nodes, outline);
        return watch
            .map(Some)
            .map_err(|name| Failure::Usage(format!("`{name}` is declared behind a call in the same declaration: a monitor needs it in one of its own")));
    }
    let specification = stepped::specification(&args.spec)?;
    let matcher = Matcher::new(&specification);
    let parts = Parts { program, edges: &stepped.edges, steps: &stepped.steps, specification: &specification, matcher: &matcher };
    let products = specification.automata.iter().map(|a| Product::new(parts, a)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(monitor::automata(parts, &products, outline, &request.entry)?))
}

fn watched_steps(args: &MonitorArgs, request: &ProgramRequest, outline: &Outline, watch: &Watch) -> Result<u8, Failure> {
    if let Some(path) = &args.emit_c {
        output::write(path, &watch.text)?;
    }
    let told = |text: &str, file: usize| told_text(text, outline, file, &watch.told);
    if let Some(folder) = &args.instrument {
        instrument(request, &told, folder)?;
    }
    match &args.run {
        Some(suite) => run(request, &told, &watch.text, suite, &STEPS),
        None => Ok(0),
    }
}

/// The monitor of locks.
fn lockset(args: &MonitorArgs, request: &ProgramRequest, outline: &Outline) -> Result<u8, Failure> {
    let accesses = Accesses::of(&pipeline::compile(request)?.program, outline, args.unwritten_statics);
    if accesses.is_empty() {
        return Err(Failure::Usage("there is nothing to watch: no statement names a variable with static storage".into()));
    }
    if let Some(path) = &args.emit_c {
        output::write(path, LOCKSET)?;
    }
    let told = |text: &str, file: usize| accesses.told(text, file);
    if let Some(folder) = &args.instrument {
        instrument(request, &told, folder)?;
    }
    match &args.run {
        Some(suite) => run(request, &told, LOCKSET, suite, &LOCKS),
        None => Ok(0),
    }
}

/// How results of runs are told.
struct Words {
    /// What is counted.
    unit: &'static str,
    property: &'static str,
    nothing: &'static str,
}

const FORMULA: Words = Words { unit: "states", property: "ltl", nothing: "no run violates the formula" };
const STEPS: Words = Words { unit: "steps", property: "spec", nothing: "no run has an error" };
const LOCKS: Words = Words { unit: "accesses", property: "lockset", nothing: "no run leaves an object unprotected" };

fn formula(args: &MonitorArgs, request: &ProgramRequest) -> Result<Given, Failure> {
    let source = Source { formula: args.formula.as_deref(), property: args.property.as_deref(), files: &request.files };
    let mut all = formula::read(&source)?;
    match (all.pop(), all.is_empty()) {
        (Some(given), true) => Ok(given),
        _ => Err(Failure::Usage("a monitor is of one formula: choose it with --formula".into())),
    }
}

/// What the monitor is told, if it is text that changes nothing.
fn watched(given: &Given, further: &[String], outline: &Outline) -> Result<Watched, Failure> {
    for (_, atom) in given.specification.atoms.iter() {
        let wrong = |message: String| given.wrong(LtlError::new(message, atom.span.clone()));
        if atom.kind != AtomKind::Expression {
            return Err(wrong("a monitor knows no labels".into()));
        }
        check_expression(&atom.text, &outline.types, Calls::Forbidden).map_err(|why| wrong(format!("`{}` cannot be asked: {why}", atom.text)))?;
    }
    for text in further {
        check_expression(text, &outline.types, Calls::Forbidden).map_err(|why| Failure::Usage(format!("--abstraction `{text}`: {why}")))?;
    }
    let propositions = given.specification.atoms.iter().map(|(_, atom)| atom.text.clone()).collect();
    Ok(Watched { propositions, further: further.to_vec() })
}

/// Writes the files with calls of the monitor; the answer is where they are.
fn instrument(request: &ProgramRequest, told: &dyn Fn(&str, usize) -> String, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |path: &Path, error| Failure::Output { path: path.display().to_string(), error };
    fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let mut written = Vec::new();
    for (number, file) in request.files.iter().enumerate() {
        let source = source::read(file, &request.source)?;
        let text = told(source.map.text(), number);
        let stem = file.file_stem().map_or_else(|| "program".into(), |s| s.to_string_lossy().into_owned());
        let name = if written.is_empty() { format!("{stem}.i") } else { format!("{stem}-{number}.i") };
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| failed(&path, e))?;
        written.push(path);
    }
    Ok(written)
}

/// Runs the tests natively. The answer is the exit status: 10 if a run violates the formula.
fn run(request: &ProgramRequest, told: &dyn Fn(&str, usize) -> String, monitor: &str, suite: &Path, words: &Words) -> Result<u8, Failure> {
    let Words { unit, property, nothing } = words;
    let tests = read_suite::read(suite)?;
    let program = pipeline::compile(request)?.program;
    let driver = harness::driver(&program).map_err(|e| Failure::Usage(format!("no native driver can deliver the input {}", e.function)))?;
    let folder = tempfile::tempdir().map_err(|error| Failure::Output { path: "a temporary folder".into(), error })?;
    let mut files = instrument(request, told, folder.path())?;
    let (own, log) = (folder.path().join("monitor.c"), folder.path().join("log"));
    output::write(&own, monitor)?;
    files.push(own);
    let mut preprocessor = request.source.language_options();
    preprocessor.push(format!("-DGOTCHA_MONITOR_LOG=\"{}\"", log.display()).into());
    let flags = Flags { model: request.model(), preprocessor, ..Flags::default() };
    // What the compiler refuses is most often a local variable, which it names.
    let native = Native::compile(&files, &driver, &flags, &Stop::new(None)).map_err(|e| Failure::Usage(format!("the program with its monitor: {e}")))?;
    let (mut violated, mut lines) = (0, String::new());
    for test in &tests {
        let _ = fs::remove_file(&log);
        let inputs: String = test.values.iter().map(|v| format!("{v}\n")).collect();
        native.run(&inputs, &Stop::new(None)).map_err(|e| Failure::Defect(e.to_string().into()))?;
        let said = fs::read_to_string(&log).unwrap_or_default();
        let told: Vec<&str> = said.lines().next().unwrap_or_default().split_whitespace().collect();
        lines += &match told.as_slice() {
            ["1", states, what @ ..] => {
                violated += 1;
                let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(" ")) };
                format!("{}  VIOLATED  after {states} {unit}{what}\n", test.name)
            }
            ["2", states] => format!("{}  SATISFIED  after {states} {unit}, however it goes on\n", test.name),
            [_, states, ..] => format!("{}  NOTHING SEEN  in {states} {unit}\n", test.name),
            _ => format!("{}  UNKNOWN  the run told nothing at its end\n", test.name),
        };
    }
    let verdict = if violated > 0 { format!("false({property})") } else { format!("unknown({nothing})") };
    output::print(&format!("{lines}RUNS: {}  VIOLATED: {violated}\nVERDICT: {verdict}\n", tests.len()))?;
    Ok(if violated > 0 { 10 } else { 20 })
}
