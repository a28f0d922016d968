//! From files to the program that the engines work on: the front end, the passes, the instrumentation, in this order.

use crate::cli::args::{AnalysisArgs, Strategy, Switch};
use crate::cli::failure::Failure;
use crate::cli::loops;
use crate::cli::request::ProgramRequest;
use analysis::termination::{Claim, Endless, Subject};
use analysis::transform::{enter_loops_at_heads, simplify, strip_marks};
use clap::ValueEnum;
use engine::bmc::Counters;
use engine::board::Board;
use engine::schedule::{self, Effort, GraphEffort, Growth, Plan};
use engine::sequences::{self, SequenceBoard};
use engine::status::Engine;
use frontend::{self, LoadOptions, Loaded};
use goto::limits::Stop;
use goto::{Program, PropertyClass};
use instrument::{self, Criterion};
use report::json::Statistics;
use rustc_hash::FxHashMap;
use solver::smtlib::ProcessLimits;
use solver::{self, Solver, SolverSpec};
use std::collections::BTreeMap;
use std::time::Duration;
use tasks::explored::{self, Ledger};

/// The first bound on loops and recursion.
const FIRST_BOUND: u32 = 1;

/// What goals and properties the program gets.
#[derive(Clone, Debug)]
pub(super) enum Aim {
    Cover(Vec<Criterion>),
    Verify(Vec<PropertyClass>),
    /// That the program terminates.
    Terminate,
}

/// Breaks here if the environment says so, for tests of what is said of defects; never where the program is built to be used.
fn break_if_told(place: &str) {
    if cfg!(debug_assertions) && std::env::var_os("GOTCHA_DEFECT").is_some_and(|told| told == place) {
        panic!("told to break in {place}");
    }
}

/// Reads, checks and lowers the files, with the library models that they need.
pub(super) fn compile(request: &ProgramRequest) -> Result<Loaded, Failure> {
    break_if_told("compile");
    let options = LoadOptions {
        source: request.source.clone(),
        entry: request.entry.clone(),
        lazy_inputs: request.lazy_inputs.clone(),
        insertions: request.insertions.clone(),
        competition: request.competition,
        threads: request.threads,
    };
    Ok(frontend::load(&request.files, &options)?)
}

/// Puts goals or properties into the program.
pub(super) fn instrument(loaded: &mut Loaded, aim: &Aim) {
    let Loaded { program, operations, .. } = loaded;
    match aim {
        Aim::Cover(criteria) => instrument::instrument(program, criteria),
        Aim::Verify(classes) => instrument::properties(program, operations, classes),
        Aim::Terminate => instrument::properties(program, operations, &[]),
    }
    goto::assert_valid(program, "instrumentation");
}

/// Puts the property that loops stay within their bounds into the program, if it is asked for.
pub(super) fn bound_loops(program: &mut Program, aim: &Aim, engines: &Engines) -> Result<(), Failure> {
    if matches!(aim, Aim::Verify(classes) if classes.contains(&PropertyClass::Unwinding)) {
        let bounds = engines.bounds(program)?;
        instrument::unwinding(program, &bounds);
        goto::assert_valid(program, "unwinding");
    }
    Ok(())
}

/// Whether an allocation gives null becomes an input.
pub(super) fn let_allocations_fail(program: &mut Program) {
    let errno = frontend::library::models::errno(program);
    instrument::allocations_may_fail(program, errno);
}

/// Puts what must be shown for termination into a program that is tidy.
pub(super) fn claim_termination(program: &mut Program, missing: &[String]) -> Vec<Claim> {
    // First of all, since the measures count what is done.
    let endless = instrument::recurrence(program);
    let mut claims = instrument::ranking(program, missing);
    for Endless { function, number, repeats, traps } in endless {
        let mut loops = claims.iter_mut().filter(|c| c.function == function && c.subject == Subject::Loop);
        if let Some(claim) = loops.nth(number) {
            claim.endless.extend(repeats);
            claim.traps.extend(traps);
        }
    }
    claims
}

/// Takes out what does nothing once no criterion asks for it. Instructions get other numbers.
pub(super) fn tidy(program: &mut Program) {
    strip_marks(program);
    simplify(program);
    enter_loops_at_heads(program);
}

/// The engines of the strategy without those that are switched off.
fn at_work(args: &AnalysisArgs) -> Vec<Engine> {
    let of_strategy: &[Switch] = match args.strategy {
        Strategy::Portfolio => Switch::value_variants(),
        Strategy::Falsify => &[Switch::Search, Switch::Native, Switch::Bmc, Switch::Excursions, Switch::Deduction],
        Strategy::KInduction => &[Switch::Bmc, Switch::Induction, Switch::Deduction],
        Strategy::Bmc => &[Switch::Bmc, Switch::Deduction],
    };
    let engine = |switch: &Switch| match switch {
        Switch::Search => Engine::SearchInterpreter,
        Switch::Native => Engine::SearchNative,
        Switch::Bmc => Engine::Bmc,
        Switch::Excursions => Engine::Excursions,
        Switch::Induction => Engine::Induction,
        Switch::Deduction => Engine::Deduction,
        Switch::Graphs => Engine::Arg,
    };
    of_strategy.iter().filter(|s| !args.without.contains(s)).map(engine).collect()
}

/// Which engines work and how, as far as that can be said without the program.
#[derive(Clone, Debug)]
pub(super) struct Engines {
    growth: Growth,
    unwindset: Vec<String>,
    solvers: Vec<SolverSpec>,
    limits: ProcessLimits,
    jobs: usize,
    seed: u64,
    at_work: Vec<Engine>,
    simple_paths: bool,
}

impl Engines {
    /// From the arguments; solvers that are not installed are refused now.
    pub(super) fn new(args: &AnalysisArgs) -> Result<Self, Failure> {
        let usage = |e: &dyn std::fmt::Display| Failure::Usage(e.to_string());
        let growth = match args.unwind {
            Some(k) => Growth::Fixed(k),
            None => Growth::Jump { start: args.k_start.unwrap_or(FIRST_BOUND), step: args.k_step, max: args.max_k },
        };
        let mut solvers = args.solver.iter().map(|s| s.parse()).collect::<Result<Vec<SolverSpec>, _>>().map_err(|e| usage(&e))?;
        if solvers.is_empty() {
            solvers.push(SolverSpec::Embedded);
        }
        let limits = ProcessLimits {
            // Without it processes of solvers have no limits of their own, but work.
            guard: std::env::current_exe().ok(),
            seconds: args.timeout.map(|t| t.as_secs() + 1),
            memory: args.memory.map(|m| m.as_u64()),
        };
        solver::open_all(&solvers, &limits).map_err(|e| usage(&e))?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = args.jobs.map_or_else(cores, usize::from);
        let at_work = at_work(args);
        Ok(Self { growth, unwindset: args.unwindset.clone(), solvers, limits, jobs, seed: args.seed, at_work, simple_paths: args.simple_paths })
    }

    /// Threads.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    /// As the command line names them, in the order in which they are asked.
    pub(super) fn solver_names(&self) -> String {
        self.solvers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    /// A new session of all solvers in a row.
    pub(super) fn solver(&self) -> Result<Box<dyn Solver>, Failure> {
        solver::open_all(&self.solvers, &self.limits).map_err(|e| Failure::Usage(e.to_string()))
    }

    /// The bounds that the property `unwinding` is about.
    fn bounds(&self, program: &Program) -> Result<instrument::Bounds, Failure> {
        let default = match self.growth {
            Growth::Fixed(k) => Some(k),
            Growth::Jump { .. } => None,
        };
        Ok(instrument::Bounds { default, named: loops::bounds(program, &self.unwindset)? })
    }

    /// The plan for a program that will not be changed any more.
    fn plan(&self, program: &Program) -> Result<Plan, Failure> {
        let mut per_loop = loops::bounds(program, &self.unwindset)?;
        let mut growth = self.growth;
        if program.properties.values().any(|p| p.class == PropertyClass::Unwinding) {
            // The iteration that must not be is one more.
            per_loop.values_mut().for_each(|bound| *bound = bound.saturating_add(1));
            if let Growth::Fixed(k) = &mut growth {
                *k = k.saturating_add(1);
            }
        }
        let proofs_first = program.properties.values().any(|p| p.class == PropertyClass::Termination);
        Ok(Plan { growth, per_loop, proofs_first, ..self.unnamed() })
    }

    /// The plan without anything that depends on the program.
    fn unnamed(&self) -> Plan {
        Plan {
            growth: self.growth,
            per_loop: FxHashMap::default(),
            solvers: self.solvers.clone(),
            process_limits: self.limits.clone(),
            jobs: self.jobs,
            seed: self.seed,
            engines: self.at_work.clone(),
            simple_paths: self.simple_paths,
            proofs_first: false,
        }
    }
}

/// Runs the engines on the board until nothing is open, nothing can be gained, or `stop` says so.
pub(super) fn analyse(board: &Board, engines: &Engines, stop: &Stop) -> Result<Statistics, Failure> {
    let plan = engines.plan(board.program())?;
    let effort = schedule::analyse(board, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
    break_if_told("analyse");
    Ok(statistics(&effort))
}

/// The same for the goals of a query.
pub(super) fn analyse_sequences(board: &SequenceBoard, engines: &Engines, stop: &Stop) -> Result<Statistics, Failure> {
    let plan = engines.plan(board.program())?;
    let effort = sequences::analyse(board, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
    let mut all = statistics(&effort.events);
    *all.engines.entry("search".to_string()).or_default().entry("runs".to_string()).or_default() += effort.search_runs;
    all.engines.insert("sequences".to_string(), named(&bmc_counters(&effort.unrolling)));
    let graphs = all.engines.entry("arg".to_string()).or_default();
    for (name, n) in effort.graphs.named() {
        *graphs.entry(name.to_string()).or_default() += n;
    }
    all.solver_calls += effort.unrolling.solver_calls;
    all.k = all.k.max(effort.unrolling.k);
    Ok(all)
}

/// The same for what an interrupted analysis has shown.
pub(super) fn analyse_explored(ledger: &Ledger, mode: explored::Mode, engines: &Engines, stop: &Stop) -> Result<Statistics, Failure> {
    // Names of loops that mean nothing are refused now.
    engines.plan(ledger.program())?;
    let plan = |program: &Program| engines.plan(program).unwrap_or_else(|_| engines.unnamed());
    let effort = explored::analyse(ledger, mode, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
    Ok(statistics(&effort))
}

fn statistics(effort: &Effort) -> Statistics {
    let away = effort.excursions;
    let excursions =
        [("rounds", away.rounds), ("solver_calls", away.solver_calls), ("models", away.models), ("models_not_confirmed", away.models_not_confirmed)];
    let step = effort.induction;
    let induction = [
        ("solver_calls", step.solver_calls),
        ("rounds", step.rounds),
        ("steps", step.steps),
        ("decided", step.decided),
        ("unrolling_ms", ms(step.unrolling)),
        ("encoding_ms", ms(step.times.encoding)),
        ("solving_ms", ms(step.times.solving)),
    ];
    let engines = [
        ("arg", named(&graph_counters(&effort.graphs))),
        ("excursions", named(&excursions)),
        ("search", named(&[("runs", effort.search_runs), ("native_runs", effort.native_runs)])),
        ("bmc", named(&bmc_counters(&effort.bmc))),
        ("induction", named(&induction)),
    ];
    Statistics {
        k: effort.bmc.k,
        solver_calls: effort.bmc.solver_calls + away.solver_calls + step.solver_calls,
        engines: engines.map(|(name, counters)| (name.to_string(), counters)).into(),
        ..Statistics::default()
    }
}

fn graph_counters(effort: &GraphEffort) -> Vec<(&'static str, u64)> {
    let own = [("turns", effort.turns), ("decided", effort.decided), ("time_ms", ms(effort.time))];
    effort.counters.named().into_iter().chain(own).collect()
}

fn bmc_counters(counters: &Counters) -> [(&'static str, u64); 8] {
    [
        ("solver_calls", counters.solver_calls),
        ("models", counters.models),
        ("models_not_confirmed", counters.models_not_confirmed),
        ("rounds", counters.rounds),
        ("steps", counters.steps),
        ("unrolling_ms", ms(counters.unrolling)),
        ("encoding_ms", ms(counters.times.encoding)),
        ("solving_ms", ms(counters.times.solving)),
    ]
}

/// No run takes so long that it would not fit.
fn ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn named(entries: &[(&str, u64)]) -> BTreeMap<String, u64> {
    entries.iter().map(|(name, n)| ((*name).to_string(), *n)).collect()
}
