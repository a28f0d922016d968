//! One run in the interpreter. What the program tells the outside world are its calls of functions that it does not define. And many runs, against the unrolling.

use crate::failure::Failure;
use crate::program::{self, Aim, ProgramRequest};
use crate::prove::{self, InRuns};
use crate::replay::{DEPTH, MEMORY, Values, outcome_text};
use engine::agree::{self, Agreement, Disagreement};
use frontend::Loaded;
use frontend::library::models::Threads;
use frontend::preprocess::preprocess;
use goto::interp::value::Scalar;
use goto::interp::{Compiled, Limits, Machine, Observer, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, FuncId, Program, PropertyClass, Type, TypeId};
use report::value;
use report::world::{World, WorldNames, WorldSource};
use std::fmt::Write as _;

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunText {
    /// A line for each call, violated property, and the outcome.
    pub text: String,
    pub ending: RunEnding,
}

/// How a run ended, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnding {
    /// The program exits, and no property is violated.
    Exit,
    Violation,
    Other,
}

/// What a run is given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Given {
    /// The inputs, in the order in which they are read; those that are not of the world, if one is given.
    pub values: Vec<String>,
    pub world: Option<World>,
}

/// Runs the program with these inputs, for so many instructions at most.
///
/// # Errors
/// If the program is wrong, or an input is no value.
pub fn run(request: &ProgramRequest, classes: &[PropertyClass], given: &Given, steps: u64, stop: &Stop) -> Result<RunText, Failure> {
    let mut request = ProgramRequest { threads: Threads::Machine, ..request.clone() };
    if let Some(world) = &given.world {
        request.world.given(!world.failures.is_empty());
    }
    // Once for all that reads it.
    for file in &request.files {
        let text = preprocess(file, &request.source)?;
        request.source.preprocessed.insert(file.clone(), text.into());
    }
    let limits = Limits { steps, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| stop.reason().is_some() };
    let mut loaded = program::compile(&request)?;
    program::instrument(&mut loaded, &Aim::Verify(classes.to_vec()));
    let RunText { mut text, mut ending } = execute(&loaded, given, &limits)?;
    if !loaded.has_clauses || loaded.program.begins_threads() {
        return Ok(RunText { text, ending });
    }
    // In a run of its own, since clauses take steps, and may read what is not there.
    match broken_clauses(&request, given, &limits) {
        Ok(broken) if broken.is_empty() => {}
        Ok(broken) => (text, ending) = (broken + &text, RunEnding::Violation),
        Err(why) => text = format!("clauses of contracts are not looked at: {why}\n{text}"),
    }
    Ok(RunText { text, ending })
}

/// A line for each clause of a contract that the run breaks.
fn broken_clauses(request: &ProgramRequest, given: &Given, limits: &Limits<'_>) -> Result<String, Failure> {
    let Some(InRuns { program, plan }) = prove::in_runs(request, None)? else { return Ok(String::new()) };
    let mut loaded = program::compile(&program)?;
    program::instrument(&mut loaded, &Aim::Verify(vec![PropertyClass::Contract]));
    program::weave_contracts(&mut loaded, &plan)?;
    let (_, run) = interpret(&loaded, given, limits)?;
    Ok(violations(&loaded.program, &run))
}

/// Holds the unrolling up to `k` against so many runs of the interpreter. `Err` is the first difference.
///
/// # Errors
/// If the program is wrong.
pub fn agree(request: &ProgramRequest, k: u32, models: u64, seed: u64, stop: &Stop) -> Result<Result<Agreement, Disagreement>, Failure> {
    let mut loaded = program::compile(request)?;
    program::instrument(&mut loaded, &Aim::Verify(Vec::new()));
    program::tidy(&mut loaded.program);
    Ok(agree::agree(&mut loaded.program, &loaded.missing, k, models, seed, stop))
}

fn execute(loaded: &Loaded, given: &Given, limits: &Limits<'_>) -> Result<RunText, Failure> {
    let (calls, run) = interpret(loaded, given, limits)?;
    let ending = match (&run.outcome, run.violations.is_empty()) {
        (_, false) => RunEnding::Violation,
        (Outcome::Exit, true) => RunEnding::Exit,
        _ => RunEnding::Other,
    };
    let doubt = if run.indeterminate { " (read an indeterminate value)" } else { "" };
    let outcome = format!("OUTCOME: {}{doubt}\n", outcome_text(&loaded.program, &run.outcome));
    Ok(RunText { text: calls + &violations(&loaded.program, &run) + &outcome, ending })
}

/// The run, and what it calls outside of the program.
fn interpret(loaded: &Loaded, given: &Given, limits: &Limits<'_>) -> Result<(String, Run), Failure> {
    let program = &loaded.program;
    let compiled = Compiled::new(program);
    let mut values = Values { program, values: given.values.iter(), malformed: None };
    let names = WorldNames::new(program);
    let mut calls = Calls { program, missing: &loaded.missing, names: names.clone(), text: String::new() };
    let run = match &given.world {
        Some(world) => {
            let mut source = WorldSource::new(program, world, names, values);
            let run = Machine::new(&compiled).run_observed(&mut source, limits, &mut calls);
            values = source.calls();
            run
        }
        None => Machine::new(&compiled).run_observed(&mut values, limits, &mut calls),
    };
    if let Some(text) = values.malformed {
        return Err(Failure::Usage(format!("--inputs: `{text}` is no value of its type")));
    }
    Ok((calls.text, run))
}

/// A line for each property that the run violates.
fn violations(program: &Program, run: &Run) -> String {
    let mut text = String::new();
    for property in run.violations.iter().map(|&p| &program.properties[p]) {
        let loc = property.loc;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}:{}:{} {}  VIOLATED  {}", program.files[loc.file], loc.line, loc.column, property.name, property.text);
    }
    text
}

/// Writes down the calls of functions that the program does not define.
struct Calls<'a> {
    program: &'a Program,
    missing: &'a [String],
    names: WorldNames,
    text: String,
}

impl Observer for Calls<'_> {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        self.names.called(function, arguments);
        let function = &self.program.functions[function];
        if !self.missing.contains(&function.name) {
            return;
        }
        let (types, variadic): (&[TypeId], bool) = match self.program.types.get(function.ty) {
            Type::Function { params, variadic, .. } => (params, *variadic),
            _ => (&[], false),
        };
        let value = |(n, value): (usize, &Option<Bits>)| match value {
            // The last parameter of a variadic function is the address of its other arguments.
            _ if variadic && n + 1 == types.len() => "...".to_string(),
            None => "{...}".to_string(),
            Some(value) => self.value(types.get(n).copied(), *value),
        };
        let arguments: Vec<String> = arguments.iter().enumerate().map(value).collect();
        let _ = writeln!(self.text, "{}({})", function.name, arguments.join(", "));
    }
}

impl Calls<'_> {
    /// An argument as its parameter's type says; one that has no parameter as a signed integer.
    fn value(&self, ty: Option<TypeId>, value: Bits) -> String {
        match ty.and_then(|ty| Some((ty, Scalar::of(&self.program.types, ty)?))) {
            Some((ty, scalar)) => value::to_text(&self.program.types, ty, value.resize(scalar.bits(), false)),
            None => value.signed().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(c: &str, inputs: &[&str]) -> (String, RunEnding) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, c).unwrap();
        let request = ProgramRequest::new(vec![file.clone()]);
        let mut loaded = program::compile(&request).unwrap();
        program::instrument(&mut loaded, &Aim::Verify(vec![goto::PropertyClass::UnreachCall]));
        let given = Given { values: inputs.iter().map(|s| (*s).to_string()).collect(), world: None };
        let limits = Limits { steps: 10_000, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| false };
        let RunText { text, ending } = execute(&loaded, &given, &limits).unwrap();
        (text.replace(file.to_str().unwrap(), "a.c"), ending)
    }

    #[test]
    fn calls_of_missing_bodies_are_printed() {
        let c = "struct s { int i; }; void a(signed char, unsigned, double); void b(struct s, ...); void c(__int128);\n\
                 int main(void) { struct s s = {1}; a(-3, -1, 0.5); b(s, -2, 'x'); void (*p)(__int128) = c; p(-1); return 3; }";
        let expected = "a(-3, 4294967295, 0x1p-1)\nb({...}, ...)\nc(-1)\nOUTCOME: exit\n";
        assert_eq!(told(c, &[]), (expected.to_string(), RunEnding::Exit));
    }

    #[test]
    fn endings() {
        let c = "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
                 int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0) reach_error(); return 6 / x; }";
        assert_eq!(told(c, &["3"]), ("OUTCOME: exit\n".to_string(), RunEnding::Exit));
        assert_eq!(told(c, &[]), ("OUTCOME: inputs exhausted\n".to_string(), RunEnding::Other));
        assert!(told(c, &["0"]).0.starts_with("OUTCOME: crash: division by zero (a.c:2)"));
        let (text, ending) = told(c, &["-3"]);
        assert_eq!(ending, RunEnding::Violation);
        assert!(text.contains("a.c:2:62 main.unreach-call.1  VIOLATED"), "{text}");
    }
}
