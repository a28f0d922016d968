//! C programs run by the interpreter and natively must do the same.
//!
//! Each program in `tests/programs` calls `observe` with numbers. The native program prints them; in the if-goto program `observe` compares them
//! with what was printed. Inputs are the same sequence in both. `GOTCHA_PROGRAMS` names another directory of programs.

use frontend::source::Options;
use frontend::{LoadOptions, Loaded, load};
use goto::interp::{self, InputSource, Limits, Outcome};
use goto::{
    BinOp, Bits, DataModel, ExprBuilder, FuncId, InputId, InputKind, InputOrigin, InstrKind, Instruction, Location, Program, Property, PropertyClass, Storage,
    Symbol, TypeId,
};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The native side of `observe` and of the inputs.
const HARNESS: &str = "
    int printf(const char *, ...);
    int fflush(void *);
    void observe(long long value) { printf(\"%lld\\n\", value); fflush(0); }
    static int count;
    int __VERIFIER_nondet_int(void) { return (++count * 7919 + 13) % 1000 - 300; }
    unsigned char __VERIFIER_nondet_uchar(void) { return (++count * 7919 + 13) % 1000 - 300; }
";

/// The same inputs, and what the native program observed.
struct Recorded {
    count: i64,
    observe: InputId,
    observed: std::vec::IntoIter<i64>,
}

impl InputSource for Recorded {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        if input == self.observe {
            return self.observed.next().map(|v| Bits::from_signed(64, i128::from(v)));
        }
        self.count += 1;
        let value = (self.count * 7919 + 13) % 1000 - 300;
        Some(Bits::from_signed(width, i128::from(value)))
    }
}

/// Makes `observe` compare its argument with an input.
fn watch(program: &mut Program) -> (FuncId, InputId) {
    let observe = program.functions.iter().find(|(_, f)| f.name == "observe").expect("the program observes something").0;
    let loc = program.functions[observe].loc;
    let long_long = program.types.int(64, true);
    let input = program.inputs.push(InputKind { function: "observe".to_owned(), type_name: "long long".to_owned(), ty: long_long, origin: InputOrigin::Call });
    let symbol = program.symbols.push(Symbol { name: "expected".to_owned(), ty: long_long, storage: Storage::Temporary(observe), loc });
    let parameter = program.functions[observe].params[0].symbol;
    let property = property(program, observe, loc);
    let mut build: ExprBuilder<'_> = program.build();
    let expected = build.var(symbol, long_long);
    let value = build.var(parameter, long_long);
    let cond = build.binary(BinOp::Eq, value, expected);
    let instructions = [InstrKind::Decl(symbol), InstrKind::Input { lhs: expected, input }, InstrKind::Assert { cond, property }, InstrKind::Return(None)];
    let mut body = goto::Body::new();
    for kind in instructions {
        body.push(Instruction { kind, loc });
    }
    program.functions[observe].body = Some(body);
    (observe, input)
}

fn property(program: &mut Program, function: FuncId, loc: Location) -> goto::PropertyId {
    program.properties.push(Property { name: "observed".to_owned(), class: PropertyClass::Assertion, function, loc, text: String::new() })
}

/// What the native program printed, and how it ended. `None` if it cannot be built for the data model here.
fn run_natively(file: &Path, model: DataModel, directory: &Path) -> Option<(Vec<i64>, ExitStatus)> {
    let harness = directory.join("harness.c");
    let binary = directory.join("program");
    std::fs::write(&harness, HARNESS).expect("the harness is written");
    let flag = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    let built = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-O0", "-msse2", "-mfpmath=sse", flag, "-o"])
        .arg(&binary)
        .arg(file)
        .arg(&harness)
        .arg("-lm")
        .output()
        .expect("gcc runs");
    if !built.status.success() {
        let message = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(model == DataModel::Ilp32, "{}: {message}", file.display());
        return None;
    }
    let run = Command::new("timeout").arg("10").arg(&binary).output().expect("the program runs");
    let observed = String::from_utf8_lossy(&run.stdout).lines().map(|l| l.parse().expect("a number")).collect();
    Some((observed, run.status))
}

/// Noting decisions gives conditions instructions of their own, which changes nothing.
fn compare(file: &Path, model: DataModel, decisions: bool) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let Some((observed, status)) = run_natively(file, model, directory.path()) else { return };
    // Natively the name of the program is all of the command line.
    let options = LoadOptions { source: Options { data_model: model, ..Options::default() }, competition: true, decisions, ..LoadOptions::default() };
    let loaded = load(&[file.to_owned()], &options);
    let Loaded { mut program, .. } = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let (observer, observe) = watch(&mut program);
    let defects = goto::validate::validate(&program);
    assert!(defects.is_empty(), "{}: {defects:#?}", file.display());
    let total = observed.len();
    let mut source = Recorded { count: 0, observe, observed: observed.clone().into_iter() };
    let limits = Limits { steps: 50_000_000, work: u64::MAX, memory: 1 << 30, depth: 10_000, stop: &|| false };
    let run = interp::run(&program, &mut source, &limits);
    let seen: Vec<&(InputId, Bits)> = run.inputs.iter().collect();
    let what = format!("{} {model:?}", file.display());
    let wrong = run.violations.iter().position(|&p| program.properties[p].function == observer);
    if let Some(at) = wrong.map(|index| run.violated_at[index]) {
        let number = seen[..at as usize].iter().filter(|(input, _)| *input == observe).count();
        panic!("{what}: observation {number} is not {} as natively", observed[number - 1]);
    }
    let expected = if status.success() { Outcome::Exit } else { Outcome::Abort };
    assert_eq!(run.outcome, expected, "{what}: natively {status}, {} of {total} observations", total - source.observed.len());
    assert_eq!(source.observed.len(), 0, "{what}: observations are missing");
}

#[test]
fn programs_behave_as_natively() {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let directory = std::env::var_os("GOTCHA_PROGRAMS").map_or_else(default, PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).expect("the programs").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let mut failures = Vec::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
        for (model, decisions) in [(DataModel::Lp64, false), (DataModel::Lp64, true), (DataModel::Ilp32, false)] {
            if let Err(panic) = std::panic::catch_unwind(|| compare(file, model, decisions)) {
                failures.push(panic.downcast_ref::<String>().cloned().unwrap_or_else(|| file.display().to_string()));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
