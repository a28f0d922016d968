//! For `scripts/executions`: how many runs a second the native executor makes of a program, as a number on standard output.
//! `executions FILE SECONDS` or `executions FILE --text` for the translation.

use gotcha::c::{LoadOptions, load};
use gotcha::instrument::{Criterion, instrument};
use gotcha::limits::Stop;
use gotcha::native::{self, BuildLimits, Change, Native, Request, RunLimits, Tail, Until};
use gotcha::transform::{enter_loops_at_heads, simplify, strip_marks};
use goto::interp::{Compiled, InputSource, Limits, Machine};
use goto::{Bits, DataModel, InputId, TypeId};
use std::path::PathBuf;
use std::time::{Duration, Instant};

struct Cycle(Vec<Bits>, usize);

impl InputSource for Cycle {
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
    instrument(&mut program, &[Criterion::Branch]);
    strip_marks(&mut program);
    simplify(&mut program);
    enter_loops_at_heads(&mut program);
    if arguments.iter().any(|a| a == "--text") {
        println!("{}", native::text(&program)?);
        return Ok(());
    }
    let time = Duration::from_secs_f64(arguments.get(2).map_or(Ok(1.0), |s| s.parse())?);
    let start = Instant::now();
    let mut native = Native::build(&program, &BuildLimits::default(), &Stop::new(None))?;
    let built = start.elapsed();
    let limits = RunLimits { steps: 20_000_000, memory: 256 << 20, depth: 60_000 };
    let mut request = Request {
        inputs: &[],
        change: Change::None,
        tail: Tail::Random,
        most: 1000,
        seed: 0,
        runs: 1000,
        until: Until { goals: true, outcomes: true },
        limits,
    };
    let (start, mut runs, mut news, mut batches) = (Instant::now(), 0u64, 0u64, 0u64);
    while start.elapsed() < time {
        let observation = native.run(&request);
        runs += u64::from(observation.runs);
        news += u64::from(observation.new_goals);
        batches += 1;
        request.seed += 1_000_000_007;
    }
    let native_speed = runs as f64 / start.elapsed().as_secs_f64();
    request.runs = 1;
    let start = Instant::now();
    let (mut single, mut inputs) = (0u64, Vec::new());
    while start.elapsed() < time / 4 {
        let observation = native.run(&request);
        single += 1;
        if single % 64 == 1 {
            inputs.push(observation.inputs().map(|i| i.1).collect::<Vec<_>>());
        }
        request.seed += 1;
    }
    let single_speed = single as f64 / start.elapsed().as_secs_f64();
    let compiled = Compiled::new(&program);
    let mut machine = Machine::new(&compiled);
    let (start, mut interpreted) = (Instant::now(), 0u64);
    while start.elapsed() < time / 4 {
        let limits = Limits { steps: limits.steps, memory: limits.memory, depth: limits.depth, stop: &|| false };
        machine.run(&mut Cycle(inputs[interpreted as usize % inputs.len()].clone(), 0), &limits);
        interpreted += 1;
    }
    let interpreted_speed = interpreted as f64 / start.elapsed().as_secs_f64();
    println!(
        "{native_speed:.0} native, {single_speed:.0} one by one, {interpreted_speed:.0} interpreted; built in {:.2} s, {news} goals, {batches} batches, {} lost",
        built.as_secs_f64(),
        native.restarts()
    );
    Ok(())
}
