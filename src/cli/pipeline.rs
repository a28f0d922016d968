//! From files to the program that the engines work on: the front end, the passes, the instrumentation, in this order.

use crate::c::{self, LoadOptions, Loaded};
use crate::cli::args::{AnalysisArgs, Strategy};
use crate::cli::failure::Failure;
use crate::cli::loops;
use crate::cli::request::ProgramRequest;
use crate::emit::json::Statistics;
use crate::engine::board::Board;
use crate::engine::schedule::{self, Growth};
use crate::instrument::{self, Criterion};
use crate::limits::Stop;
use crate::solver::smtlib::ProcessLimits;
use crate::solver::{SolverSpec, SpecError};
use crate::transform;
use goto::{Program, PropertyClass};

/// What goals and properties the program gets.
#[derive(Clone, Debug)]
pub enum Aim {
    Cover(Vec<Criterion>),
    Verify(Vec<PropertyClass>),
}

/// The program with what a result must tell of it.
pub struct Compiled {
    pub program: Program,
    /// Functions without a body whose effects are guessed from their types.
    pub missing: Vec<String>,
}

/// Reads, checks and lowers.
pub fn compile(request: &ProgramRequest) -> Result<Compiled, c::Error> {
    let options = LoadOptions { source: request.source.clone(), entry: request.entry.clone() };
    let Loaded { program, missing } = c::load(&request.files, &options)?;
    Ok(Compiled { program, missing })
}

/// Puts goals or properties into the program, then drops what execution never passes.
pub fn instrument(program: &mut Program, aim: &Aim) {
    match aim {
        Aim::Cover(criteria) => instrument::instrument(program, criteria),
        Aim::Verify(classes) => instrument::properties(program, classes),
    }
    goto::assert_valid(program, "instrumentation");
    transform::strip_marks(program);
    transform::simplify(program);
    goto::assert_valid(program, "simplification");
}

/// Which engines work and how. Bounds of single loops are still names, since loops are known only once the program is.
#[derive(Clone, Debug)]
pub struct Plan {
    growth: Growth,
    unwindset: Vec<String>,
    solvers: Vec<SolverSpec>,
    memory: Option<u64>,
    jobs: usize,
    seed: u64,
    search: bool,
}

impl Plan {
    /// # Errors
    /// If a solver is unknown or not installed.
    pub fn new(args: &AnalysisArgs) -> Result<Self, Failure> {
        let names = if args.solver.is_empty() { vec!["embedded".to_string()] } else { args.solver.clone() };
        let solvers: Vec<SolverSpec> = names.iter().map(|n| n.parse()).collect::<Result<_, SpecError>>().map_err(|e| Failure::Usage(e.to_string()))?;
        for solver in &solvers {
            crate::solver::open(solver, &ProcessLimits::default()).map_err(|e| Failure::Usage(e.to_string()))?;
        }
        let growth = match args.unwind {
            Some(k) => Growth::Fixed(k),
            None => Growth::Jump { start: args.k_start.unwrap_or(1), step: args.k_step, max: args.max_k },
        };
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self {
            growth,
            unwindset: args.unwindset.clone(),
            solvers,
            memory: args.memory.map(|m| m.as_u64()),
            jobs: args.jobs.map_or(cores, usize::from),
            seed: args.seed,
            search: args.strategy == Strategy::Portfolio,
        })
    }

    fn resolve(&self, program: &Program) -> Result<schedule::Plan, Failure> {
        Ok(schedule::Plan {
            growth: self.growth,
            per_loop: loops::bounds(program, &self.unwindset)?,
            solvers: self.solvers.clone(),
            process_limits: ProcessLimits { guard: std::env::current_exe().ok(), seconds: None, memory: self.memory },
            jobs: self.jobs,
            seed: self.seed,
            search: self.search,
        })
    }
}

/// Runs the engines on the board until nothing is open, nothing can be gained, or `stop` says so.
pub fn analyse(board: &Board, plan: &Plan, stop: &Stop) -> Result<Statistics, Failure> {
    let plan = plan.resolve(board.program())?;
    let effort = schedule::analyse(board, &plan, stop).map_err(|e| Failure::Usage(e.to_string()))?;
    let names: Vec<String> = plan.solvers.iter().map(ToString::to_string).collect();
    let bmc = [
        ("solver_calls", effort.bmc.solver_calls),
        ("models", effort.bmc.models),
        ("models_not_confirmed", effort.bmc.models_not_confirmed),
        ("rounds", effort.bmc.rounds),
        ("steps", effort.bmc.steps),
    ];
    let search = [("runs", effort.search_runs)];
    let counters = |pairs: &[(&str, u64)]| pairs.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    Ok(Statistics {
        k: effort.bmc.k,
        solver: names.join(","),
        solver_calls: effort.bmc.solver_calls,
        engines: [("bmc".to_string(), counters(&bmc)), ("search".to_string(), counters(&search))].into(),
        ..Statistics::default()
    })
}

/// As [`compile`], for callers on a small stack.
pub fn compile_on_big_stack(request: &ProgramRequest) -> Result<Compiled, Failure> {
    let request = request.clone();
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(move || compile(&request));
    match thread.map_err(|e| Failure::Defect(format!("cannot start a thread: {e}")))?.join() {
        Ok(result) => Ok(result?),
        Err(payload) => std::panic::resume_unwind(payload),
    }
}
