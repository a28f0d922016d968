//! Which engines work on a program, how, and for how long; what they did, for the statistics.

use crate::failure::Failure;
use analysis::named_loops::named_loops;
use engine::bmc::Counters;
use engine::board::Board;
use engine::schedule::{self, Effort, GraphEffort, InductiveTurns, Plan};
use engine::sequences::{self, AskedQuery};
use frontend::similar;
use goto::limits::Stop;
use goto::{FuncId, InstrId, Program, PropertyClass};
use report::json::Statistics;
use rustc_hash::FxHashMap;
use solver::smtlib::ProcessLimits;
use solver::{self, Solver, SolverSpec};
use std::collections::BTreeMap;
use std::time::Duration;

pub use engine::schedule::Growth;
pub use engine::status::Engine;

/// The first bound on loops and recursion.
const FIRST_BOUND: u32 = 1;

/// Which engines work and how, as far as that can be said without the program.
#[derive(Clone, Debug)]
pub struct Engines {
    /// How often loop bodies run.
    pub growth: Growth,
    /// Bounds for single loops: `LOOP:N` each.
    pub unwindset: Vec<String>,
    /// Asked one after the other.
    pub solvers: Vec<SolverSpec>,
    /// Of processes of solvers.
    pub limits: ProcessLimits,
    /// Threads.
    pub jobs: usize,
    pub seed: u64,
    pub at_work: Vec<Engine>,
    /// Inductive steps over paths on which no state comes back.
    pub simple_paths: bool,
}

/// All engines with the embedded solver, on all cores.
impl Default for Engines {
    fn default() -> Self {
        Self {
            growth: growing(None, None, None),
            unwindset: Vec::new(),
            solvers: vec![SolverSpec::Embedded],
            limits: ProcessLimits::default(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            seed: 0,
            at_work: Strategy::Portfolio.engines().to_vec(),
            simple_paths: false,
        }
    }
}

/// Bounds that grow from the first one to the last, if these are given.
pub fn growing(start: Option<u32>, step: Option<u32>, max: Option<u32>) -> Growth {
    Growth::Jump { start: start.unwrap_or(FIRST_BOUND), step, max }
}

/// A choice of engines with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Bounded model checking with inductive steps.
    KInduction,
    /// Bounded model checking alone.
    Bmc,
    /// Concrete search and bounded model checking without inductive steps, to find tests and violations.
    Falsify,
    /// All of them.
    Portfolio,
}

impl Strategy {
    /// The engines that work.
    pub fn engines(self) -> &'static [Engine] {
        use Engine::{
            Arg, Bmc, Clocks, Contracts, ControlGraph, Deduction, Excursions, Induction, Interleavings, Replay, SearchInterpreter, SearchNative, Threads,
            UnwrittenMemory,
        };
        match self {
            Strategy::Portfolio => &[
                SearchInterpreter,
                SearchNative,
                Bmc,
                Excursions,
                Induction,
                Contracts,
                ControlGraph,
                Deduction,
                Arg,
                Threads,
                Clocks,
                Interleavings,
                Replay,
                UnwrittenMemory,
            ],
            Strategy::Falsify => &[SearchInterpreter, SearchNative, Bmc, Excursions, Deduction, Clocks, Interleavings, Replay, UnwrittenMemory],
            Strategy::KInduction => &[Bmc, Induction, Contracts, ControlGraph, Deduction, Threads, Clocks, Interleavings],
            Strategy::Bmc => &[Bmc, Deduction, Clocks, Interleavings],
        }
    }
}

impl Engines {
    /// Refuses solvers that are not installed.
    ///
    /// # Errors
    /// If one cannot be started.
    pub fn check_solvers(&self) -> Result<(), Failure> {
        self.solver().map(drop)
    }

    /// As the command line names them, in the order in which they are asked.
    pub fn solver_names(&self) -> String {
        self.solvers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    /// A new session of all solvers in a row.
    pub(crate) fn solver(&self) -> Result<Box<dyn Solver>, Failure> {
        solver::open_all(&self.solvers, &self.limits).map_err(|e| Failure::Usage(e.to_string()))
    }

    /// The bounds that the property `unwinding` is about.
    pub(crate) fn bounds(&self, program: &Program) -> Result<instrument::Bounds, Failure> {
        let default = match self.growth {
            Growth::Fixed(k) => Some(k),
            Growth::Jump { .. } => None,
        };
        Ok(instrument::Bounds { default, named: bounds_of_loops(program, &self.unwindset)? })
    }

    /// The plan for a program that will not be changed any more.
    pub(crate) fn plan(&self, program: &Program) -> Result<Plan, Failure> {
        let mut per_loop = bounds_of_loops(program, &self.unwindset)?;
        let mut growth = self.growth;
        if program.properties.values().any(|p| p.class == PropertyClass::Unwinding) {
            // The iteration that must not be is one more.
            per_loop.values_mut().for_each(|bound| *bound = bound.saturating_add(1));
            if let Growth::Fixed(k) = &mut growth {
                *k = k.saturating_add(1);
            }
        }
        let asks_for = |class| program.properties.values().any(|p| p.class == class);
        // One measure is enough; and who writes contracts expects that they hold.
        let inductive_turns = match (asks_for(PropertyClass::Contract), asks_for(PropertyClass::Termination)) {
            (true, _) => InductiveTurns::Mostly,
            (false, true) => InductiveTurns::First,
            (false, false) => InductiveTurns::AmongOthers,
        };
        Ok(Plan { growth, per_loop, inductive_turns, ..self.unnamed() })
    }

    /// The plan without anything that depends on the program.
    pub(crate) fn unnamed(&self) -> Plan {
        Plan {
            growth: self.growth,
            per_loop: FxHashMap::default(),
            solvers: self.solvers.clone(),
            process_limits: self.limits.clone(),
            jobs: self.jobs,
            seed: self.seed,
            engines: self.at_work.clone(),
            simple_paths: self.simple_paths,
            inductive_turns: InductiveTurns::AmongOthers,
        }
    }
}

impl Engines {
    /// Works on the board until nothing is open, nothing can be gained, or `stop` says so.
    pub(crate) fn analyse(&self, board: &Board, stop: &Stop) -> Result<Statistics, Failure> {
        let plan = self.plan(board.program())?;
        let effort = schedule::analyse(board, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
        crate::program::break_if_told("analyse");
        Ok(statistics(&effort))
    }

    /// The same for the goals of a query.
    pub(crate) fn analyse_sequences(&self, asked: &AskedQuery, stop: &Stop) -> Result<Statistics, Failure> {
        let plan = self.plan(asked.board.program())?;
        let effort = sequences::analyse(asked, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
        let mut all = statistics(&effort.events);
        let goals = effort.goals;
        *all.engines.entry("search".to_string()).or_default().entry("runs".to_string()).or_default() += goals.search_runs;
        all.engines.insert("sequences".to_string(), named(&bmc_counters(&goals.bmc)));
        let graphs = all.engines.entry("arg".to_string()).or_default();
        for (name, n) in graph_counters(&goals.graphs) {
            *graphs.entry(name.to_string()).or_default() += n;
        }
        all.k = all.k.max(goals.bmc.k);
        Ok(all)
    }
}

/// Counters by engine. Who opens solvers counts what they are asked.
pub(crate) fn statistics(effort: &Effort) -> Statistics {
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
    let (schedules, clocked) = (effort.interleavings, effort.clocks);
    let clocks = [("rounds", clocked.rounds), ("bound", clocked.k.into()), ("models", clocked.models), ("models_not_confirmed", clocked.models_not_confirmed)];
    let mut bmc = named(&bmc_counters(&effort.bmc));
    bmc.insert("bound".to_owned(), u64::from(effort.bound));
    let engines = [
        ("arg", named(&graph_counters(&effort.graphs))),
        ("excursions", named(&excursions)),
        ("search", named(&[("runs", effort.search_runs), ("native_runs", effort.native_runs), ("time_ms", ms(effort.search))])),
        ("bmc", bmc),
        ("induction", named(&induction)),
        ("interleavings", named(&[("runs", schedules.runs), ("states", schedules.states), ("explorations", schedules.explorations)])),
        ("clocks", named(&clocks)),
    ];
    Statistics { k: effort.bmc.k, engines: engines.map(|(name, counters)| (name.to_string(), counters)).into(), ..Statistics::default() }
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

/// The bounds of `--unwindset`: `LOOP:N` each.
fn bounds_of_loops(program: &Program, texts: &[String]) -> Result<FxHashMap<(FuncId, InstrId), u32>, Failure> {
    let mut bounds = FxHashMap::default();
    if texts.is_empty() {
        return Ok(bounds);
    }
    let loops = named_loops(program);
    for text in texts {
        let (name, bound) = parse_bound(text)?;
        let Some(found) = loops.iter().find(|l| l.name == name) else {
            let names: Vec<&str> = loops.iter().map(|l| l.name.as_str()).take(20).collect();
            let hint = similar::hint(name, loops.iter().map(|l| l.name.as_str()));
            return Err(Failure::Usage(format!("there is no loop {name}{hint}; there are: {}", names.join(", "))));
        };
        bounds.insert((found.function, found.head), bound);
    }
    Ok(bounds)
}

fn parse_bound(text: &str) -> Result<(&str, u32), Failure> {
    let parts = text.rsplit_once(':').and_then(|(name, bound)| Some((name, bound.parse().ok()?)));
    parts.ok_or_else(|| Failure::Usage(format!("--unwindset {text}: expected LOOP:N, such as main.loop.0:5")))
}
