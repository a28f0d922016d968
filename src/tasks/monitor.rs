//! Runtime monitors: the monitor of a formula, of automata, or of locks, and the program that calls it; tests run under it.

use crate::check::uno;
use crate::failure::Failure;
use crate::ltl::formula::FormulaText;
use crate::program::stepped::{self, Stepped};
use crate::program::{self, ProgramRequest};
use automata::ltl::{self, AtomKind};
use automata::spec::Matcher;
use automata::spec::product::{Parts, Product};
use automata::uno::Codes;
use engine::replay::{Flags, Native};
use frontend::outline::{Calls, check_expression};
use frontend::source;
use goto::TextError;
use goto::limits::Stop;
use goto::outline::Outline;
use report::harness;
use report::monitor::{self, Accesses, LOCKSET, Monitor, Watch, Watched, emit, told_text, watched_text};
use report::read_suite;
use report::text::Verdict;
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "gotcha_monitor";

/// A monitor of a program.
pub struct RuntimeMonitor {
    request: ProgramRequest,
    outline: Outline,
    calls: MonitorCalls,
    /// In C.
    pub text: String,
}

/// What the program tells its monitor.
enum MonitorCalls {
    /// Propositions, in the file where the entry function is.
    States {
        watched: Watched,
        home: usize,
    },
    Steps(Watch),
    Accesses(Accesses),
}

/// What runs under a monitor showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitoredRuns {
    /// A line for each test, and how many there are.
    pub text: String,
    pub verdict: Verdict,
}

impl RuntimeMonitor {
    /// The monitor of a formula, which tells states apart by further expressions too.
    ///
    /// # Errors
    /// If the program is wrong, or the formula cannot be watched.
    pub fn formula(request: ProgramRequest, given: &FormulaText, further: &[String]) -> Result<Self, Failure> {
        let outline = frontend::outline::read(&request.files, &request.source)?;
        let watched = watched(given, further, &outline)?;
        let automaton = ltl::translate(&given.specification.clone().negated()).map_err(|e| given.wrong(TextError::new(e.to_string(), 0..0)))?;
        let title = format!("Watches runs for a violation of {}", given.specification.text());
        let text = emit(&Monitor { prefix: PREFIX, title: &title, automaton: &automaton, n_further: watched.further.len() });
        // The observer stands where the entry function does, whose file is the most likely to know the variables.
        let home = outline.points.iter().find(|p| p.function == request.entry).map_or(0, |p| p.position.file);
        Ok(Self { request, outline, calls: MonitorCalls::States { watched, home }, text })
    }

    /// The monitor of a property in C.
    ///
    /// # Errors
    /// If the program or the property is wrong, or needs what no place of the source tells.
    pub fn uno(request: ProgramRequest, property: &Path) -> Result<Self, Failure> {
        Self::of_steps(request, |stepped, outline, _| {
            let (property, nodes) = (uno::read(property)?, stepped.nodes(outline));
            let codes = Codes::new(&property, outline, &stepped.loaded.program, &stepped.edges, &nodes).map_err(frontend::Error::Type)?;
            let watch = monitor::property(&property, &codes, &nodes, outline);
            watch.map_err(|name| Failure::Usage(format!("`{name}` is declared behind a call in the same declaration: a monitor needs it in one of its own")))
        })
    }

    /// The monitor of property automata.
    ///
    /// # Errors
    /// If the program or an automaton is wrong, or needs what no place of the source tells.
    pub fn automata(request: ProgramRequest, files: &[PathBuf]) -> Result<Self, Failure> {
        Self::of_steps(request, |stepped, outline, entry| {
            let specification = stepped::specification(files)?;
            let matcher = Matcher::new(&specification);
            let program = &stepped.loaded.program;
            let parts = Parts { program, edges: &stepped.edges, steps: &stepped.steps, specification: &specification, matcher: &matcher };
            let products = specification.automata.iter().map(|a| Product::new(parts, a)).collect::<Result<Vec<_>, _>>()?;
            Ok(monitor::automata(parts, &products, outline, entry)?)
        })
    }

    fn of_steps(request: ProgramRequest, watch: impl FnOnce(&Stepped, &Outline, &str) -> Result<Watch, Failure>) -> Result<Self, Failure> {
        let outline = frontend::outline::read(&request.files, &request.source)?;
        let stepped = stepped::over(program::compile(&request)?, &outline)?;
        let watch = watch(&stepped, &outline, &request.entry)?;
        Ok(Self { text: watch.text.clone(), request, outline, calls: MonitorCalls::Steps(watch) })
    }

    /// The monitor of locks. Variables with static storage count as written by the language unless `unwritten_statics` asks for what the program itself writes.
    ///
    /// # Errors
    /// If the program is wrong, or there is nothing to watch.
    pub fn lockset(request: ProgramRequest, unwritten_statics: bool) -> Result<Self, Failure> {
        let outline = frontend::outline::read(&request.files, &request.source)?;
        let accesses = Accesses::of(&program::compile(&request)?.program, &outline, unwritten_statics);
        if accesses.is_empty() {
            return Err(Failure::Usage("there is nothing to watch: no statement names a variable with static storage".into()));
        }
        Ok(Self { request, outline, calls: MonitorCalls::Accesses(accesses), text: LOCKSET.to_owned() })
    }

    /// The text of a file of the program with calls of the monitor.
    fn told(&self, text: &str, file: usize) -> String {
        match &self.calls {
            MonitorCalls::States { watched, home } => watched_text(text, &self.outline, file, (file == *home).then_some(watched)),
            MonitorCalls::Steps(watch) => told_text(text, &self.outline, file, &watch.told),
            MonitorCalls::Accesses(accesses) => accesses.told(text, file),
        }
    }

    /// Writes the files with calls of the monitor; the answer is where they are.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn instrument(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let failed = |path: &Path, error| Failure::Output { path: path.display().to_string(), error };
        fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
        let mut written = Vec::new();
        for (number, file) in self.request.files.iter().enumerate() {
            let source = source::read(file, &self.request.source)?;
            let text = self.told(source.map.text(), number);
            let stem = file.file_stem().map_or_else(|| "program".into(), |s| s.to_string_lossy().into_owned());
            let name = if written.is_empty() { format!("{stem}.i") } else { format!("{stem}-{number}.i") };
            let path = folder.join(name);
            fs::write(&path, text).map_err(|e| failed(&path, e))?;
            written.push(path);
        }
        Ok(written)
    }

    fn words(&self) -> Words {
        match self.calls {
            MonitorCalls::States { .. } => FORMULA,
            MonitorCalls::Steps(_) => STEPS,
            MonitorCalls::Accesses(_) => LOCKS,
        }
    }

    /// Runs the tests of a suite natively.
    ///
    /// # Errors
    /// If the suite cannot be read, or the program with its monitor cannot be compiled.
    pub fn run(&self, suite: &Path) -> Result<MonitoredRuns, Failure> {
        let Words { unit, property, nothing } = self.words();
        let tests = read_suite::read(suite)?;
        let program = program::compile(&self.request)?.program;
        let driver = harness::driver(&program).map_err(|e| Failure::Usage(format!("no native driver can deliver the input {}", e.function)))?;
        let folder = tempfile::tempdir().map_err(|error| Failure::Output { path: "a temporary folder".into(), error })?;
        let mut files = self.instrument(folder.path())?;
        let (own, log) = (folder.path().join("monitor.c"), folder.path().join("log"));
        fs::write(&own, &self.text).map_err(|error| Failure::Output { path: own.display().to_string(), error })?;
        files.push(own);
        let source = &self.request.source;
        let mut preprocessor = source.language_options();
        preprocessor.push(format!("-DGOTCHA_MONITOR_LOG=\"{}\"", log.display()).into());
        let own = self.request.files.iter().zip(&files).filter(|(file, _)| source.units.contains_key(*file));
        let units = own.map(|(file, written)| (written.clone(), source.of(file).language_options())).collect();
        let flags = Flags { model: self.request.model(), preprocessor, units, ..Flags::default() };
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
        let verdict = if violated > 0 { Verdict::False(property) } else { Verdict::Unknown(nothing.to_owned()) };
        Ok(MonitoredRuns { text: format!("{lines}RUNS: {}  VIOLATED: {violated}\n", tests.len()), verdict })
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

/// What the monitor is told, if it is text that changes nothing.
fn watched(given: &FormulaText, further: &[String], outline: &Outline) -> Result<Watched, Failure> {
    for (_, atom) in given.specification.atoms.iter() {
        let wrong = |message: String| given.wrong(TextError::new(message, atom.span.clone()));
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
