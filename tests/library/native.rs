//! Native runs held against the interpreter: on the same inputs both must read the same inputs, reach the same goals, violate the same properties and end in the
//! same way. `GOTCHA_NATIVE=NAME` chooses the regression programs whose names contain it, `GOTCHA_NATIVE_FILES` names other files.

use analysis::transform::{enter_loops_at_heads, simplify, strip_marks};
use frontend::{Aliases, LazyInputs, LoadOptions, load};
use goto::interp::{Compiled, InputSource, Limits, Machine, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, DataModel, GoalId, Id, InputId, Program, PropertyClass, PropertyId, TypeId};
use instrument::{Criterion, instrument, properties};
use native::{BuildError, BuildLimits, Change, End, Native, Observation, Request, RunLimits, Tail, Until};
use std::path::{Path, PathBuf};
use std::time::Instant;

const LIMITS: RunLimits = RunLimits { steps: 400_000, memory: 64 << 20, depth: 2000 };

/// So many are read by functions that are given memory.
const MOST_INPUTS: usize = 400;

struct Given<'a>(&'a [(InputId, Bits)], usize);

impl InputSource for Given<'_> {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let &(which, value) = self.0.get(self.1)?;
        assert_eq!((which, value.width()), (input, width), "input {}", self.1);
        self.1 += 1;
        Some(value)
    }
}

/// The program of a file whose first line has options of the command.
fn program(file: &Path, options_told: &str, verify: bool) -> Option<Program> {
    let mut options = LoadOptions::default();
    options.source.data_model = if options_told.contains("ilp32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    if is_lazy(options_told) {
        options.entry = options_told.split_whitespace().skip_while(|word| *word != "--entry").nth(1)?.to_owned();
        options.lazy_inputs = Some(LazyInputs { aliases: Aliases::default(), objects: 3, elements: 4, characters: 16, for_tests: false });
    }
    let mut loaded = load(&[file.to_path_buf()], &options).ok()?;
    instrument(&mut loaded.program, &loaded.decisions, &[Criterion::Branch, Criterion::Statement], None);
    if verify {
        use PropertyClass as P;
        let classes = [P::Assertion, P::UnreachCall, P::Bounds, P::Pointer, P::ValidFree, P::MemoryLeak, P::Overflow, P::DivByZero, P::Shift];
        properties(&mut loaded.program, &loaded.operations, &classes);
    }
    strip_marks(&mut loaded.program);
    simplify(&mut loaded.program);
    enter_loops_at_heads(&mut loaded.program);
    Some(loaded.program)
}

fn is_lazy(options_told: &str) -> bool {
    options_told.contains("--lazy-inputs") && !options_told.contains("--aliases")
}

fn ended_alike(native: End, run: &Outcome) -> bool {
    matches!(
        (native, run),
        (End::Exit, Outcome::Exit)
            | (End::Abort, Outcome::Abort)
            | (End::Crash, Outcome::Crash { .. })
            | (End::InputsExhausted, Outcome::InputsExhausted)
            | (End::AssumptionFailed, Outcome::AssumptionFailed)
            | (End::Unsupported(_), Outcome::Unsupported { .. })
            | (End::StackOverflow, Outcome::StackOverflow)
            | (End::MemoryLimit, Outcome::MemoryLimit)
    )
}

/// What differs between the runs.
fn difference(native: &Observation<'_>, run: &Run) -> Option<String> {
    if native.end == End::Hang || run.outcome == Outcome::StepLimit {
        // Steps are counted in another way.
        return None;
    }
    if matches!(run.outcome, Outcome::Crash { stray: Some(_), .. }) && native.end != End::Crash {
        // The machine has memory there, and the program goes on.
        return missing_natively(native, run);
    }
    // The frames of both are not of one size.
    let is_deep =
        |end: End, outcome: &Outcome| matches!(end, End::StackOverflow | End::MemoryLimit) && matches!(outcome, Outcome::StackOverflow | Outcome::MemoryLimit);
    if !ended_alike(native.end, &run.outcome) && !is_deep(native.end, &run.outcome) {
        return Some(format!("ends as {:?}, in the interpreter {:?}", native.end, run.outcome));
    }
    if native.inputs().len() != run.inputs.len() {
        return Some(format!("{} inputs, in the interpreter {}", native.inputs().len(), run.inputs.len()));
    }
    let mut goals: Vec<(usize, u32)> = native.goals().map(|(g, n)| (g.index(), n)).collect();
    goals.sort_unstable();
    let expected: Vec<(usize, u32)> = run.first_reached.iter().enumerate().filter_map(|(g, n)| n.map(|n| (g, n))).collect();
    if goals != expected {
        let odd = goals.iter().filter(|g| !expected.contains(g)).chain(expected.iter().filter(|g| !goals.contains(g)));
        return Some(format!("other goals or at other times: {:?}", odd.collect::<Vec<_>>()));
    }
    let violations: Vec<(PropertyId, u32)> = native.violations().collect();
    let expected: Vec<(PropertyId, u32)> = run.violations.iter().copied().zip(run.violated_at.iter().copied()).collect();
    (violations != expected).then(|| format!("violations {violations:?}, in the interpreter {expected:?}"))
}

/// What the interpreter saw up to its end and the native run, which went on, did not see. The last violation may be that of the check of the access with which
/// the interpreter ended, and natively the access is to memory of the program.
fn missing_natively(native: &Observation<'_>, run: &Run) -> Option<String> {
    let goals: Vec<(usize, u32)> = native.goals().map(|(g, n)| (g.index(), n)).collect();
    let violations: Vec<(PropertyId, u32)> = native.violations().collect();
    let mut reached = run.first_reached.iter().enumerate().filter_map(|(g, n)| n.map(|n| (g, n)));
    let before = run.violations.len().saturating_sub(1);
    let mut violated = run.violations.iter().copied().zip(run.violated_at.iter().copied()).take(before);
    if let Some(goal) = reached.find(|goal| !goals.contains(goal)) {
        return Some(format!("goal {goal:?} of the interpreter is missing"));
    }
    violated.find(|violation| !violations.contains(violation)).map(|violation| format!("violation {violation:?} of the interpreter is missing"))
}

enum Checked {
    Same { runs: u32 },
    NotTranslated(String),
    Wrong(String),
}

fn check(file: &Path, program: &Program, runs: u64) -> Checked {
    let mut native = match Native::build(program, &BuildLimits::default(), &Stop::new(None)) {
        Ok(native) => native,
        Err(BuildError::Unsupported(what)) => return Checked::NotTranslated(what.to_string()),
        Err(error) => return Checked::Wrong(format!("{}: {error}", file.display())),
    };
    let compiled = Compiled::new(program);
    let mut machine = Machine::new(&compiled);
    let mut done = 0;
    for seed in 0..runs {
        let tail = [Tail::Same(0), Tail::Same(1), Tail::Random, Tail::Sticky, Tail::Limit(seed as usize % 6)][seed as usize % 5];
        let request = Request {
            inputs: &[],
            change: Change::None,
            tail,
            most: MOST_INPUTS,
            seed,
            runs: 1,
            until: Until { goals: false, outcomes: false },
            limits: LIMITS,
        };
        let observation = native.run(&request);
        let inputs: Vec<(InputId, Bits)> = observation.inputs().collect();
        let started = Instant::now();
        let limits = Limits { steps: LIMITS.steps, work: u64::MAX, memory: LIMITS.memory, depth: LIMITS.depth, stop: &|| false };
        let run = machine.run(&mut Given(&inputs, 0), &limits);
        if let Some(difference) = difference(&observation, &run)
            && !run.indeterminate
        {
            let places: Vec<String> = observation.goals().map(|(g, _)| goal(program, g)).collect();
            return Checked::Wrong(format!("{}: seed {seed} {tail:?}: {difference}; inputs {inputs:?}; goals {places:?}", file.display()));
        }
        done += 1;
        if started.elapsed().as_millis() > 300 {
            break;
        }
    }
    Checked::Same { runs: done }
}

fn goal(program: &Program, goal: GoalId) -> String {
    program.goals[goal].name.clone()
}

/// All C files below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Says the file of itself that what it does depends on where objects lie? The interpreter puts them elsewhere.
fn depends_on_addresses(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap_or_default().lines().any(|line| line.starts_with("// addresses matter"))
}

fn first_line(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn regression_programs_do_natively_what_they_do_in_the_interpreter() {
    let wanted = std::env::var("GOTCHA_NATIVE");
    let mut files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("regression"));
    match &wanted {
        Ok(wanted) => files.retain(|f| f.display().to_string().contains(wanted.as_str())),
        // A sample; the compiler takes its time.
        Err(_) => {
            let (lazy, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_lazy(&first_line(file)));
            files = others.into_iter().step_by(7).chain(lazy).collect();
        }
    }
    if let Ok(given) = std::env::var("GOTCHA_NATIVE_FILES") {
        files = given.split_whitespace().map(PathBuf::from).collect();
    }
    let (mut wrong, mut same, mut without) = (Vec::new(), 0, Vec::new());
    for (number, file) in files.iter().enumerate() {
        if depends_on_addresses(file) {
            continue;
        }
        let Some(program) = program(file, &first_line(file), number % 2 == 1) else { continue };
        match check(file, &program, 40) {
            Checked::Same { runs } => same += runs,
            Checked::NotTranslated(what) => without.push(format!("{}: {what}", file.display())),
            Checked::Wrong(what) => wrong.push(what),
        }
    }
    println!("{} programs, {same} runs alike, without translation: {}", files.len(), without.join("\n  "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
