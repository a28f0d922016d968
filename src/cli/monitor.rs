//! `gotcha monitor`: writes the monitor of a formula and the program that calls it, and runs the tests of a suite under it.

use crate::c::outline::{Calls, Outline, check_expression};
use crate::c::source;
use crate::cli::args::MonitorArgs;
use crate::cli::failure::Failure;
use crate::cli::formula::{self, Given, Source};
use crate::cli::output;
use crate::cli::pipeline;
use crate::cli::request::{self, ProgramRequest};
use crate::emit::harness;
use crate::emit::read_suite;
use crate::engine::replay::{Flags, Native};
use crate::ltl::{self, AtomKind, LtlError};
use crate::monitor::{Monitor, Watched, emit, watched_text};
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "gotcha_monitor";

/// Runs the command. The answer is the exit status.
pub fn monitor(args: &MonitorArgs) -> Result<u8, Failure> {
    let request = request::program(&args.program, None)?;
    if args.emit_c.is_none() && args.instrument.is_none() && args.run.is_none() {
        return Err(Failure::Usage("nothing is asked for: give --emit-c FILE.c, --instrument DIR or --run SUITE".into()));
    }
    let given = formula(args, &request)?;
    let outline = Outline::read(&request.files, &request.source)?;
    let watched = watched(&given, &args.abstraction, &outline)?;
    let automaton = ltl::translate(&given.specification.clone().negated()).map_err(|e| given.wrong(LtlError::new(e.to_string(), 0..0)))?;
    let title = format!("Watches runs for a violation of {}", given.specification.text());
    let text = emit(&Monitor { prefix: PREFIX, title: &title, automaton: &automaton, n_further: watched.further.len() });
    if let Some(path) = &args.emit_c {
        output::write(path, &text)?;
    }
    if let Some(folder) = &args.instrument {
        instrument(&request, &outline, &watched, folder)?;
    }
    match &args.run {
        Some(suite) => run(&request, &outline, &watched, &text, suite),
        None => Ok(0),
    }
}

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
fn instrument(request: &ProgramRequest, outline: &Outline, watched: &Watched, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |path: &Path, error| Failure::Output { path: path.display().to_string(), error };
    fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    // The observer stands where the entry function does, whose file is the most likely to know the variables.
    let home = outline.points.iter().find(|p| p.function == request.entry).map_or(0, |p| p.position.file);
    let mut written = Vec::new();
    for (number, file) in request.files.iter().enumerate() {
        let source = source::read(file, &request.source)?;
        let text = watched_text(source.map.text(), outline, number, (number == home).then_some(watched));
        let stem = file.file_stem().map_or_else(|| "program".into(), |s| s.to_string_lossy().into_owned());
        let name = if written.is_empty() { format!("{stem}.i") } else { format!("{stem}-{number}.i") };
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| failed(&path, e))?;
        written.push(path);
    }
    Ok(written)
}

/// Runs the tests natively. The answer is the exit status: 10 if a run violates the formula.
fn run(request: &ProgramRequest, outline: &Outline, watched: &Watched, monitor: &str, suite: &Path) -> Result<u8, Failure> {
    let tests = read_suite::read(suite)?;
    let program = pipeline::compile(request)?.program;
    let driver = harness::driver(&program).map_err(|e| Failure::Usage(format!("no native driver can deliver the input {}", e.function)))?;
    let folder = tempfile::tempdir().map_err(|error| Failure::Output { path: "a temporary folder".into(), error })?;
    let mut files = instrument(request, outline, watched, folder.path())?;
    let (own, log) = (folder.path().join("monitor.c"), folder.path().join("log"));
    output::write(&own, monitor)?;
    files.push(own);
    let flags = Flags { model: request.model(), preprocessor: vec![format!("-DGOTCHA_MONITOR_LOG=\"{}\"", log.display()).into()] };
    // What the compiler refuses is most often a local variable, which it names.
    let native = Native::compile(&files, &driver, &flags).map_err(|e| Failure::Usage(format!("the program with its monitor: {e}")))?;
    let (mut violated, mut lines) = (0, String::new());
    for test in &tests {
        let _ = fs::remove_file(&log);
        let inputs: String = test.values.iter().map(|v| format!("{v}\n")).collect();
        native.run(&inputs).map_err(|e| Failure::Defect(e.to_string()))?;
        let said = fs::read_to_string(&log).unwrap_or_default();
        let words: Vec<&str> = said.split_whitespace().collect();
        lines += &match words.as_slice() {
            ["1", states] => {
                violated += 1;
                format!("{}  VIOLATED  after {states} states\n", test.name)
            }
            ["2", states] => format!("{}  SATISFIED  after {states} states, however it goes on\n", test.name),
            [_, states] => format!("{}  NOTHING SEEN  in {states} states\n", test.name),
            _ => format!("{}  UNKNOWN  the run told nothing at its end\n", test.name),
        };
    }
    let verdict = if violated > 0 { "false(ltl)" } else { "unknown(no run violates the formula)" };
    output::print(&format!("{lines}RUNS: {}  VIOLATED: {violated}\nVERDICT: {verdict}\n", tests.len()))?;
    Ok(if violated > 0 { 10 } else { 20 })
}
