//! `gotcha run`: one run in the interpreter, printed. What the program tells the outside world are its calls of functions that it does not define.

use crate::cli::analysis::Session;
use crate::cli::args::RunArgs;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::pipeline::{self, Aim};
use crate::cli::properties;
use crate::cli::replay::{DEPTH, MEMORY, Values, outcome_text};
use crate::cli::request;
use crate::cli::supervise::{self, Ended};
use frontend::Loaded;
use goto::interp::value::Scalar;
use goto::interp::{Compiled, Limits, Machine, Observer, Outcome, Run};
use goto::{Bits, FuncId, Program, Type, TypeId};
use report::value;
use std::fmt::Write as _;

/// Runs the command. The answer is the exit status.
pub(super) fn run(args: &RunArgs, session: &Session) -> Result<u8, Failure> {
    let aim = properties::checkable(args.property.as_deref())?;
    let request = request::program_with_properties(&args.program, aim.entry, &aim.classes)?;
    let stop = supervise::stop_for(session.start, None);
    let work = {
        let (stop, inputs, steps) = (stop.clone(), args.inputs.clone(), args.steps);
        move || {
            let mut loaded = pipeline::compile(&request)?;
            pipeline::instrument(&mut loaded, &Aim::Verify(aim.classes));
            execute(&loaded, &inputs, &Limits { steps, memory: MEMORY, depth: DEPTH, stop: &|| stop.reason().is_some() })
        }
    };
    match supervise::run(&stop, None, &mut || (), work).map_err(|e| Failure::Defect(e.to_string().into()))? {
        Ended::Finished(result) => {
            let (text, status) = result?;
            output::print(&text)?;
            Ok(status)
        }
        Ended::Panicked(said) => Err(Failure::Defect(session.defect(&said))),
        Ended::Abandoned => supervise::leave(20),
    }
}

/// What is printed, and the exit status.
fn execute(loaded: &Loaded, inputs: &[String], limits: &Limits<'_>) -> Result<(String, u8), Failure> {
    let program = &loaded.program;
    let compiled = Compiled::new(program);
    let mut source = Values { program, values: inputs.iter(), malformed: None };
    let mut calls = Calls { program, missing: &loaded.missing, text: String::new() };
    let run = Machine::new(&compiled).run_observed(&mut source, limits, &mut calls);
    if let Some(text) = source.malformed {
        return Err(Failure::Usage(format!("--inputs: `{text}` is no value of its type")));
    }
    let status = match (&run.outcome, run.violations.is_empty()) {
        (_, false) => 10,
        (Outcome::Exit, true) => 0,
        _ => 20,
    };
    Ok((calls.text + &ending(program, &run), status))
}

fn ending(program: &Program, run: &Run) -> String {
    let mut text = String::new();
    for property in run.violations.iter().map(|&p| &program.properties[p]) {
        // Writing to a string does not fail.
        let _ =
            writeln!(text, "{}:{}:{} {}  VIOLATED  {}", program.files[property.loc.file], property.loc.line, property.loc.column, property.name, property.text);
    }
    let doubt = if run.indeterminate { " (read an indeterminate value)" } else { "" };
    let _ = writeln!(text, "OUTCOME: {}{doubt}", outcome_text(program, &run.outcome));
    text
}

/// Writes down the calls of functions that the program does not define.
struct Calls<'a> {
    program: &'a Program,
    missing: &'a [String],
    text: String,
}

impl Observer for Calls<'_> {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
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

    fn run(c: &str, inputs: &[&str]) -> (String, u8) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, c).unwrap();
        let request = request::ProgramRequest {
            files: vec![file.clone()],
            source: Default::default(),
            entry: "main".into(),
            malloc_may_fail: false,
            lazy_inputs: None,
            insertions: Vec::new(),
            competition: false,
            threads: false,
        };
        let mut loaded = pipeline::compile(&request).unwrap();
        pipeline::instrument(&mut loaded, &Aim::Verify(vec![goto::PropertyClass::UnreachCall]));
        let inputs: Vec<String> = inputs.iter().map(|s| (*s).to_string()).collect();
        let limits = Limits { steps: 10_000, memory: MEMORY, depth: DEPTH, stop: &|| false };
        let (text, status) = execute(&loaded, &inputs, &limits).unwrap();
        (text.replace(file.to_str().unwrap(), "a.c"), status)
    }

    #[test]
    fn calls_of_missing_bodies_are_printed() {
        let c = "struct s { int i; }; void a(signed char, unsigned, double); void b(struct s, ...); void c(__int128);\n\
                 int main(void) { struct s s = {1}; a(-3, -1, 0.5); b(s, -2, 'x'); void (*p)(__int128) = c; p(-1); return 3; }";
        let expected = "a(-3, 4294967295, 0x1p-1)\nb({...}, ...)\nc(-1)\nOUTCOME: exit\n";
        assert_eq!(run(c, &[]), (expected.to_string(), 0));
    }

    #[test]
    fn endings() {
        let c = "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
                 int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0) reach_error(); return 6 / x; }";
        assert_eq!(run(c, &["3"]), ("OUTCOME: exit\n".to_string(), 0));
        assert_eq!(run(c, &[]), ("OUTCOME: inputs exhausted\n".to_string(), 20));
        assert!(run(c, &["0"]).0.starts_with("OUTCOME: crash: division by zero (a.c:2)"));
        let (text, status) = run(c, &["-3"]);
        assert_eq!(status, 10);
        assert!(text.contains("a.c:2:62 main.unreach-call.1  VIOLATED"), "{text}");
    }
}
