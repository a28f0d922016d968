//! The commands about goals and tests.

use super::shared::{AnalysisArgs, ConditionArgs, OutputArgs, ProgramArgs, QuestionArgs, ReportArgs, ScopeArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha cover prog.c                                   branch coverage of one file
  gotcha cover main.c list.c -I include -D NDEBUG       several files as one program
  gotcha cover prog.c --suite tests                     write each test as soon as it is found
  gotcha cover prog.c --suite tests.zip --timeout 60s   the same as an archive, for at most a minute
  gotcha cover prog.c --suite tests --minimise          as few tests as the goals need
  gotcha cover task.yml --property branches.prp         a task and a property of Test-Comp
  gotcha cover prog.c --criterion statement --json -    statement coverage, machine-readable
  gotcha cover prog.c --html pages --lcov c.info        web pages, and coverage for other tools (see report)
  gotcha cover prog.c --proof proofs                    write each proof, for other solvers to check
  gotcha cover prog.c --entry parse --unwind 8          start at a function, loops run at most 8 times
  gotcha cover lib.c --entry parse --lazy-inputs        a function with what its pointers lead to, without a harness
  gotcha cover lib.c --entry parse --lazy-inputs --harness t    and its tests as C
  gotcha cover main.c big.c --scope big.c               goals in functions of one file alone
  gotcha cover prog.c --scope 'parse_.*'                goals in functions with such names alone
  gotcha cover prog.c | grep UNDECIDED > open && gotcha cover prog.c --goals open --tests tests
                                                        those that are open alone, from the tests that there are")]
pub(crate) struct CoverArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub scope: ScopeArgs,
    #[command(flatten)]
    pub condition: ConditionArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// What to cover: branch, decision (whole ones, also && and || as values), mcdc (each condition determines the outcome of its decision, see `gotcha help coverage`), operand (of && and ||,
    /// wherever they stand), testcomp, statement, block, function, assertion, error-call (one goal for all calls) (may be repeated; default: branch); or, alone, condition or path:K (paths on which each edge comes at most K times)
    #[arg(long, value_name = "NAME")]
    pub criterion: Vec<String>,
    /// Only goals in functions of this file (may be repeated), as where the other files are libraries that come with the program
    #[arg(long, value_name = "FILE")]
    pub goals_in: Vec<PathBuf>,
    /// Only the goals that a file names: GOAL or FILE:LINE:COLUMN GOAL on each line, as --all-goals prints them
    #[arg(long, value_name = "FILE", conflicts_with = "condition")]
    pub goals: Option<PathBuf>,
    /// Begin with the tests of a suite: what they reach is covered, and the search goes on from them (may be repeated)
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub tests: Vec<PathBuf>,
    /// Take the criterion from a Test-Comp property file
    #[arg(long, value_name = "FILE.prp", conflicts_with = "criterion")]
    pub property: Option<PathBuf>,
    /// Goals in FQL (the command query has more options)
    #[arg(long, value_name = "FQL")]
    pub query: Option<String>,
    /// In the end keep only as many tests as cover the same goals, a smallest set if it is found soon
    #[arg(long, visible_alias = "minimize")]
    pub minimise: bool,
    /// Write how the counts grew over time: comma-separated values of time in seconds, covered, unreachable, undecided
    #[arg(long, value_name = "FILE")]
    pub coverage_history: Option<PathBuf>,
    /// Write each proof that a goal is unreachable as SMT-LIB scripts (see check-proof)
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Write the tests of the function that --entry names as C that runs without gotcha, as the command test does
    #[arg(long, value_name = "DIR")]
    pub harness: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha query prog.c --query 'cover @CONDITIONEDGE'                 both sides of all conditions
  gotcha query prog.c --query 'cover @BASICBLOCKENTRY->@CALL(f)'     a call of f behind each basic block
  gotcha query prog.c --query 'cover @7.{x > 0} passing @FUNC(f)'    line 7 with x > 0 after it, on runs through f
  gotcha query prog.c --engine arg --query 'cover @CALLS->@CALLS'    pairs of calls, by graphs that prove without a bound
  gotcha query prog.c --engine arg --reuse-dir known --query 'cover @CALLS'    with what earlier queries on the program left in known
  gotcha query prog.c --query-file q.fql --suite tests               a query from a file, each test as soon as it is found

Everything may come before and after a pattern unless it begins with ^ or ends with $; a->b allows anything in between.
A goal is unreachable if no run that the program allows satisfies it, however long; what is only not found stays undecided.")]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub condition: ConditionArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Which engine decides goals: unrolling, or abstract reachability graphs
    #[arg(long, value_enum, default_value_t = EngineName::Unrolling)]
    pub engine: EngineName,
    /// Write the abstract reachability graphs of all goals, for Graphviz if the name ends in .dot or .gv (with --engine arg)
    #[arg(long, value_name = "FILE")]
    pub dump_arg: Option<PathBuf>,
    /// Leave predicates and graphs there for later runs on the same program, and take those of earlier ones, whatever their queries (with --engine arg)
    #[arg(long, value_name = "DIR")]
    pub reuse_dir: Option<PathBuf>,
    /// Switch parts of --engine arg off: B clean-up of automata, C what follows by dominators, D order of goals, E reuse of graphs, F reuse of predicates,
    /// M memory of single steps, P what many goals begin with asked once, T goals that differ in one edge in one graph
    #[arg(long, value_name = "LETTERS", hide_short_help = true)]
    pub arg_without: Option<String>,
}

/// Who decides the goals of a query.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineName {
    /// One unrolling for all goals, and abstract reachability graphs, in turn with it or on other threads, where it does not come to an end
    Unrolling,
    /// Abstract reachability graphs with reuse; each thread takes one goal after the other
    Arg,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha explored prog.c --condition aa.spc                        a bound from below, from at most ten executions
  gotcha explored prog.c --condition aa.spc --exact                what executions cover, with proofs for the rest
  gotcha explored prog.c --condition aa.spc --blind --executions 3 executions found without a look at the automaton
  gotcha explored prog.c --condition aa.spc --lcov explored.info   the same for lcov
  gotcha explored prog.c --condition aa.spc --html explored        the source with a colour for each line

The automaton says which paths an interrupted analysis has looked at. A line is covered if an execution that ends normally and violates
no property (assertions, calls of reach_error, labels named ERROR) passes it before it leaves what was looked at. Dead code, what lies
behind the cut, and what only crashing or endless executions pass is not covered. Lines are explored if the automaton's paths pass them,
whether or not executions do. A violation that is met on the way ends the command with exit status 10.")]
pub(crate) struct ExploredArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// The assumption automaton that the interrupted analysis wrote
    #[arg(long, value_name = "FILE")]
    pub condition: Option<PathBuf>,
    /// What uninitialised local variables hold is an input; otherwise executions that depend on it cover nothing
    #[arg(long)]
    pub uninitialised_inputs: bool,
    /// Ask for all lines at once until each is covered or proved not to be
    #[arg(long)]
    pub exact: bool,
    /// Executions one after the other, through the states of the automaton that promise most [default]
    #[arg(long, conflicts_with = "exact")]
    pub guided: bool,
    /// Executions one after the other, without a look at the automaton
    #[arg(long, conflicts_with_all = ["exact", "guided"])]
    pub blind: bool,
    /// So many executions at most (not with --exact)
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "exact")]
    pub executions: usize,
    /// Write what is covered as a tracefile for lcov
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Write what is covered as a web page, index.html in this folder
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Write how what is covered grew over time, a line for each execution (the web page draws it)
    #[arg(long, value_name = "FILE")]
    pub coverage_history: Option<PathBuf>,
    /// Print every line, not only those that are not covered
    #[arg(long)]
    pub all_lines: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Every test runs in the interpreter, which tells the goals it reaches, and natively: the unchanged program, compiled with the
system's C compiler and a driver that delivers the inputs. Reported are the goals reached in the interpreter and whether
the native run ended in the same way (AGREE) or not (DIFFER). UNCONFIRMED counts tests of which no native run shows anything, with the reasons:
an entry function other than main, undefined behaviour, a call of a function that has no definition, ... Native runs have 3 seconds, limited
memory and a temporary folder of their own. Of a program with threads the compiled one is switched between threads as the schedule of the
test says, before each access to memory that several use, and AGREE says that it came to the end of the schedule, or violated what the test
violates: a failed assertion, two accesses that race and are next, threads that all wait. What goes another way natively is UNCONFIRMED, with the place. Exit status: 0, 10 if a test differs, 20 if there are tests and none is confirmed.

Examples:
  gotcha replay prog.c --suite tests           a folder
  gotcha replay task.yml --suite tests.zip     an archive, files and data model from a task definition
  gotcha replay prog.c --suite tests --counters counts && gcov -b counts/*.gcda    coverage as gcc counts it")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The suite: a folder or a zip archive
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub suite: PathBuf,
    /// Compile the program with gcc's --coverage, and leave in DIR what all native runs counted, for gcov (DIR/*.gcda)
    #[arg(long, value_name = "DIR")]
    pub counters: Option<PathBuf>,
    /// What to count, as for `cover`
    #[arg(long, value_name = "NAME")]
    pub criterion: Vec<String>,
    /// Count only goals in functions of this file (may be repeated)
    #[arg(long, value_name = "FILE")]
    pub goals_in: Vec<PathBuf>,
    /// Write the machine-readable result (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print every test and every goal not reached; otherwise only disagreements
    #[arg(long)]
    pub all_goals: bool,
}
