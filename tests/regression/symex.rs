//! Symbolic execution against the interpreter: under an assignment of the variables, the terms of goals and properties must be what a run with the same
//! inputs does. Every C program of `regression` and of `tests/symex` is tried with many assignments, at several bounds.

use crate::times::Times;
use engine::agree::assignment;
use frontend::{LoadOptions, load};
use goto::interp::{self, Compiled, InputSource, Limits};
use goto::limits::Stop;
use goto::{Bits, Id, InputId, InstrKind, Instruction, Program, Random, TypeId};
use instrument::{Criterion, instrument};
use libtest_mimic::{Failed, Trial};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symex::{Bound, CutReason, Session, Unrolling};
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// Assignments tried for each program and bound, if its terms are few.
const ASSIGNMENTS: u64 = 60;
/// Terms evaluated for each program and bound, over all assignments.
const EVALUATED: usize = 3_000_000;

/// Time to unroll one form of a program at all its bounds. Only a few need it: what is unrolled until then is compared, the rest is cut.
const UNROLLING: Duration = Duration::from_secs(8);

/// A trial for each program: the names end in `[symex]`.
pub(crate) fn trials(times: &Times) -> impl Iterator<Item = Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for directory in ["regression", "tests/symex"] {
        collect(&root.join(directory), &mut files);
    }
    files.sort();
    files.into_iter().map(move |file| {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        times.trial(format!("{name} [symex]"), move || check_file(&file))
    })
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "c") {
            files.push(path);
        }
    }
}

fn check_file(file: &Path) -> Result<(), Failed> {
    let mut program = match load(&[file.to_path_buf()], &LoadOptions::default()) {
        Ok(loaded) => loaded.program,
        // Regression programs that cannot be read are meant so.
        Err(_) if file.components().any(|c| c.as_os_str() == "regression") => return Ok(()),
        Err(error) => return Err(format!("{error:?}").into()),
    };
    let asserting = program.clone();
    instrument(&mut program, &Default::default(), &[Criterion::Branch], None);
    for program in [&program, &asserting] {
        let compiled = Compiled::new(program);
        let (mut pool, mut session) = (TermPool::new(), Session::new());
        let stop = Stop::new(Some(Instant::now() + UNROLLING));
        for k in [1, 2, 4] {
            let bound = Bound { k, max_steps: 200_000, per_loop: FxHashMap::default() };
            let unrolling = session.unroll(program, &mut pool, &bound, &stop);
            let assignments = ASSIGNMENTS.min((EVALUATED / pool.len()).max(2) as u64);
            for seed in 0..assignments {
                check(program, &compiled, &pool, &unrolling, seed).map_err(|e| format!("k = {k}, seed {seed}: {e}"))?;
            }
        }
    }
    Ok(())
}

/// Inputs as the unrolling reads them under an assignment.
struct Inputs {
    values: std::vec::IntoIter<(InputId, Bits)>,
}

impl InputSource for Inputs {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        self.values.next().map(|(_, value)| value.resize(width, true))
    }
}

fn unfollowed(instruction: &Instruction) -> Option<&String> {
    match &instruction.kind {
        InstrKind::Unfollowed(what) => Some(what),
        _ => None,
    }
}

fn check(program: &Program, compiled: &Compiled, pool: &TermPool, unrolling: &Unrolling, seed: u64) -> Result<(), String> {
    let model = assignment(pool, unrolling, &mut Random::new(seed));
    let mut evaluator = Evaluator::new(&model);
    let mut holds = |term: TermId| evaluator.value(pool, term).is_true();
    // What is known of values that are not computed does not hold of values made up.
    if unrolling.approximate.is_empty()
        && let Some(fact) = unrolling.facts.iter().find(|f| !holds(**f))
    {
        return Err(format!("the fact {fact} does not hold"));
    }
    let inputs: Vec<(InputId, Bits)> = unrolling.inputs.iter().filter(|e| holds(e.condition)).map(|e| (e.input, model[&e.value])).collect();
    // Paths go on behind what only some runs follow.
    let unfollowed: Vec<&String> = program.functions.values().flat_map(|f| f.body.iter().flat_map(|b| b.values())).filter_map(unfollowed).collect();
    let ends = |reason: &CutReason| !matches!(reason, CutReason::Unsupported(what) if unfollowed.contains(&what));
    let cuts: Vec<String> =
        unrolling.cuts.iter().filter(|c| ends(&c.reason) && holds(c.condition)).map(|c| format!("{:?} at {}", c.reason, c.loc.line)).collect();
    if cuts.len() > 1 {
        return Err(format!("one path is cut more than once: {cuts:?}"));
    }
    let limits = Limits { steps: 2_000_000, work: u64::MAX, memory: 1 << 28, depth: 10_000, stop: &|| false };
    let run = compiled.run(&mut Inputs { values: inputs.clone().into_iter() }, &limits);
    if run.outcome == interp::Outcome::MemoryLimit {
        return Ok(());
    }
    let goals: Vec<usize> = run.goals.iter().map(Id::index).collect();
    let mut reached: Vec<usize> = unrolling.goals.iter().filter(|(_, t)| holds(*t)).map(|(g, _)| g.index()).collect();
    reached.sort_unstable();
    let mut violated: Vec<usize> = unrolling.violations.iter().filter(|(_, t)| holds(*t)).map(|(p, _)| p.index()).collect();
    violated.sort_unstable();
    let mut violations: Vec<usize> = run.violations.iter().map(|p| p.index()).collect();
    violations.sort_unstable();
    let context = || format!("inputs {inputs:?}, cuts {cuts:?}, the run ended with {:?} after {} inputs", run.outcome, run.inputs.len());
    let name = |g: &usize| program.goals[Id::new(*g)].name.clone();
    // Where results are not computed exactly, the terms are about more than what happens.
    if !unrolling.approximate.is_empty() {
        return Ok(());
    }
    if cuts.is_empty() {
        if reached != goals {
            let (more, less): (Vec<String>, Vec<String>) =
                (reached.iter().filter(|g| !goals.contains(g)).map(name).collect(), goals.iter().filter(|g| !reached.contains(g)).map(name).collect());
            return Err(format!("goals only by terms {more:?}, only by the run {less:?}; {}", context()));
        }
        if violated != violations {
            return Err(format!("properties violated by terms {violated:?}, by the run {violations:?}; {}", context()));
        }
        if run.inputs.len() != inputs.len() {
            return Err(format!("inputs by terms {}, by the run {}; {}", inputs.len(), run.inputs.len(), context()));
        }
        return Ok(());
    }
    if let Some(more) = reached.iter().find(|g| !goals.contains(g)) {
        return Err(format!("goal only by terms {}; {}", name(more), context()));
    }
    if let Some(more) = violated.iter().find(|p| !violations.contains(p)) {
        return Err(format!("property violated only by terms {more}; {}", context()));
    }
    if run.inputs.len() < inputs.len() && run.outcome != interp::Outcome::StepLimit {
        return Err(format!("inputs by terms {}, by the run {}; {}", inputs.len(), run.inputs.len(), context()));
    }
    Ok(())
}
