//! For `scripts/executions`: how many runs of a program the native executor makes in a second of processor time, and how many the interpreter, as JSON.
//! `executions FILE SECONDS`, or `executions FILE --text` for the translation; `--ilp32` chooses the data model.

#![allow(clippy::print_stdout, reason = "it is a program")]

use analysis::transform::{enter_loops_at_heads, simplify, strip_marks};
use frontend::{LoadOptions, load};
use goto::interp::{Compiled, InputSource, Limits, Machine};
use goto::limits::Stop;
use goto::{Bits, DataModel, InputId, Program, TypeId};
use instrument::{Criterion, instrument};
use native::{self, BuildLimits, Change, Native, Request, RunLimits, Tail, Until};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const LIMITS: RunLimits = RunLimits { steps: 200_000, memory: 256 << 20, depth: 60_000 };

struct Given<'a>(&'a [Bits], usize);

impl InputSource for Given<'_> {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = self.0.get(self.1)?.resize(width, true);
        self.1 += 1;
        Some(value)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let file = PathBuf::from(arguments.get(1).ok_or("executions FILE SECONDS")?);
    let mut options = LoadOptions::default();
    if arguments.iter().any(|a| a == "--ilp32") {
        options.source.data_model = DataModel::Ilp32;
    }
    let mut program = load(&[file], &options).map_err(|e| e.to_string())?.program;
    instrument(&mut program, &Default::default(), &[Criterion::Branch], None);
    strip_marks(&mut program);
    simplify(&mut program);
    enter_loops_at_heads(&mut program);
    if arguments.iter().any(|a| a == "--text") {
        println!("{}", native::text(&program)?);
        return Ok(());
    }
    let time = Duration::from_secs_f64(arguments.get(2).map_or(Ok(1.0), |s| s.parse())?);
    measure(&program, time)
}

fn measure(program: &Program, time: Duration) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut native = Native::build(program, &BuildLimits::default(), &Stop::new(None))?;
    let built = start.elapsed();
    let until = Until { goals: true, outcomes: true };
    let request = Request { inputs: &[], change: Change::None, tail: Tail::Random, most: 1000, seed: 0, runs: 1, until, limits: LIMITS };
    let samples: Vec<Vec<Bits>> = (0..64).map(|seed| native.run(&Request { seed, ..request }).inputs().map(|i| i.1).collect()).collect();
    let before = processor_time(libc::RUSAGE_CHILDREN);
    let (start, mut runs, mut seed) = (Instant::now(), 0u64, 0);
    while start.elapsed() < time {
        seed += 1_000_003;
        runs += u64::from(native.run(&Request { runs: 2000, seed, ..request }).runs);
    }
    drop(native);
    let used = processor_time(libc::RUSAGE_CHILDREN) - before;
    let compiled = Compiled::new(program);
    let mut machine = Machine::new(&compiled);
    let before = processor_time(libc::RUSAGE_SELF);
    let (start, mut interpreted) = (Instant::now(), 0usize);
    while start.elapsed() < time {
        let limits = Limits { steps: LIMITS.steps, work: u64::MAX, memory: LIMITS.memory, depth: LIMITS.depth, stop: &|| false };
        machine.run(&mut Given(&samples[interpreted % samples.len()], 0), &limits);
        interpreted += 1;
    }
    let speed = interpreted as f64 / (processor_time(libc::RUSAGE_SELF) - before);
    println!("{{\"native\": {:.0}, \"interpreted\": {speed:.0}, \"build_s\": {:.2}}}", runs as f64 / used, built.as_secs_f64());
    Ok(())
}

/// Seconds of processor time that this process, or its children that have ended, used.
fn processor_time(who: libc::c_int) -> f64 {
    // SAFETY: the structure is plain numbers, and the pointer is valid for the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
