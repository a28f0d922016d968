//! The arguments of every command, for clap. Checks form, not meaning; `request` turns them into what an analysis needs.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// A bounded model checker for C: finds tests that cover branches, proves other branches unreachable, proves and refutes assertions.
#[derive(Parser, Debug)]
#[command(name = "gotcha", version, about, max_term_width = 120, subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 true or complete, 10 false, 20 unknown or incomplete, 1 wrong command line, 2 wrong or unsupported input, 3 a defect of gotcha"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find tests for coverage goals, prove the other goals unreachable
    Cover(CoverArgs),
    /// The same for goals written in FQL
    Query(QueryArgs),
    /// Prove or refute safety properties
    Verify(VerifyArgs),
    /// Check property automata: which of their error paths are feasible?
    Check(CheckArgs),
    /// Check linear temporal logic
    Ltl(LtlArgs),
    /// Verification coverage: what an interrupted run has shown of the program
    Explored(ExploredArgs),
    /// Write a runtime monitor in C, and watch runs with it
    Monitor(MonitorArgs),
    /// Let other solvers check the proofs that `cover` and `verify` write with --proof
    CheckProof(CheckProofArgs),
    /// Run a test suite again, in the interpreter and natively
    Replay(ReplayArgs),
    /// Run the program in the interpreter
    Run(RunArgs),
    /// Hold the unrolling against the interpreter
    #[command(hide = true)]
    Agree(AgreeArgs),
    /// Print an intermediate form of the program
    Show(ShowArgs),
    /// List the solvers that can be used here
    Solvers(SolversArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha ltl prog.c --formula 'G (\"x > 0\" -> F \"y == 1\")'   expressions of C in quotation marks
  gotcha ltl prog.c --formula '[] !(p && q)'                  plain names are variables
  gotcha ltl prog.c --formula 'G !@LABEL(error)'              the next statement is never the one with this label
  gotcha ltl prog.i --property live.prp                       CHECK( init(main()), LTL( ... ) )
  gotcha ltl prog.c                                           the comments `//@ ltl invariant NAME: ...;` of the program
  gotcha ltl prog.c --buchi never.hoa                         no run is accepted by this automaton
  gotcha ltl prog.c --formula 'F done' --trace                print the run that violates the formula

Operators: G [] F <> X U W WU R V S, ! NOT, & && AND, | || OR, ^ XOR, -> => ==> IMP, <-> <=> <==>; AP(c-expr), {c-expr} and \"c-expr\" are propositions over
variables of file scope. A letter of the word is what they are after a statement of the program, or, where the program calls __VERIFIER_ltl_step(), at these
calls alone; X needs these calls. The last letter of a run that ends repeats for ever; runs whose behaviour is undefined are not judged.")]
pub struct LtlArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// The formula that all runs must satisfy
    #[arg(long, value_name = "LTL", conflicts_with_all = ["property", "buchi"])]
    pub formula: Option<String>,
    /// A property file CHECK( init(main()), LTL( ... ) )
    #[arg(long, value_name = "FILE.prp", conflicts_with = "buchi")]
    pub property: Option<PathBuf>,
    /// An automaton of the words that violate the property, in the HOA format
    #[arg(long, value_name = "FILE.hoa")]
    pub buchi: Option<PathBuf>,
    /// Print the inputs of a run that violates the formula and its assignments
    #[arg(long)]
    pub trace: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "A monitor is told the state of the program before each statement and at its end, if it has changed: the propositions of the formula, and the values
of further expressions. It reports a violation if a state comes back with what the formula forbids for ever in between: as far as these values
tell, the program could go on so. That a run is not reported shows nothing. Expressions are about global variables.

Examples:
  gotcha monitor prog.c --formula 'G (\"on\" -> F \"!on\")' --emit-c m.c                    the monitor
  gotcha monitor prog.c --formula 'G \"n < 9\"' --emit-c m.c --instrument watched         and the program with calls of it
  gotcha monitor prog.c --formula 'G F \"on\"' --abstraction n --run tests              runs of a test suite, watched
  gotcha monitor prog.c --lockset --emit-c m.c --instrument watched                   which locks protect which variables

With --lockset it watches which locks of pthreads are held at each access to a variable with static storage that statements name: what one thread alone uses needs none,
nor what is only read once several do; what several threads use and one of them writes needs a lock that is held at all accesses from then on. A variable that is
read before it is written is reported too, unless its declaration initialises it. Build the result with cc, the monitor and -pthread. Not seen are accesses through pointers.
That threads wait for each other by other means than locks is not known."
)]
pub struct MonitorArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Watch locks and accesses instead of a formula: the lockset automaton for data races
    #[arg(long, conflicts_with_all = ["formula", "property", "abstraction"])]
    pub lockset: bool,
    /// The formula, in linear temporal logic [default: of the comment `//@ ltl invariant NAME: ...;`]
    #[arg(long, value_name = "LTL")]
    pub formula: Option<String>,
    /// A property file with the formula
    #[arg(long, value_name = "FILE.prp", conflicts_with = "formula")]
    pub property: Option<PathBuf>,
    /// An expression that tells states apart, beside the formula's propositions (may be repeated)
    #[arg(long, value_name = "EXPRESSION")]
    pub abstraction: Vec<String>,
    /// Write the monitor (- for standard output)
    #[arg(long, value_name = "FILE.c")]
    pub emit_c: Option<PathBuf>,
    /// Write the program with calls of the monitor, preprocessed
    #[arg(long, value_name = "DIR")]
    pub instrument: Option<PathBuf>,
    /// Run the tests of a suite natively under the monitor
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub run: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha cover prog.c                                   branch coverage of one file
  gotcha cover main.c list.c -I include -D NDEBUG       several files as one program
  gotcha cover prog.c --suite tests                     write each test as soon as it is found
  gotcha cover prog.c --suite tests.zip --timeout 60s   the same as an archive, for at most a minute
  gotcha cover prog.c --suite tests --minimise          as few tests as the goals need
  gotcha cover task.yml --property branches.prp         a task and a property of Test-Comp
  gotcha cover prog.c --criterion statement --json -    statement coverage, machine-readable
  gotcha cover prog.c --proof proofs                    write each proof, for other solvers to check
  gotcha cover prog.c --entry parse --unwind 8          start at a function, loops run at most 8 times
  gotcha cover lib.c --entry parse --lazy-inputs        a function with what its pointers lead to, without a harness")]
pub struct CoverArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// What to cover: branch, testcomp, statement, block, function, assertion, error-call (one goal for all calls) (may be repeated; default: branch);
    /// or, alone, condition or path:K (paths on which each edge comes at most K times)
    #[arg(long, value_name = "NAME")]
    pub criterion: Vec<String>,
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
pub struct QueryArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
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
    /// M memory of single steps, P what many goals begin with asked once
    #[arg(long, value_name = "LETTERS", hide_short_help = true)]
    pub arg_without: Option<String>,
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
pub struct ExploredArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
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

/// What is written of goals.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Write a Test-Comp suite: a folder, or an archive if the name ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub suite: Option<PathBuf>,
    /// C test drivers (not available in this version)
    #[arg(long, value_name = "DIR")]
    pub harness: Option<PathBuf>,
    /// Coverage for lcov (not available in this version)
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Coverage as web pages (not available in this version)
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Results as SARIF (not available in this version)
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Print every goal, not only those that are not covered
    #[arg(long)]
    pub all_goals: bool,
}

/// Goals of a query, unless more are asked for.
pub const MAX_GOALS: u64 = 2_000_000;

/// Who decides the goals of a query.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// One unrolling for all goals, and abstract reachability graphs in turn with it where it does not come to an end
    Unrolling,
    /// Abstract reachability graphs, one goal after the other, with reuse
    Arg,
}

/// A query and how to read it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Query")]
pub struct QuestionArgs {
    /// The query
    #[arg(long, value_name = "FQL", conflicts_with = "query_file")]
    pub query: Option<String>,
    /// A file with the query, or with a property COVER( init(main()), FQL(...) )
    #[arg(long, value_name = "FILE")]
    pub query_file: Option<PathBuf>,
    /// Whose dialect: in FShell's anything may come before and after a pattern, in CPA/TIGER's patterns mean what is written [default: what the words show]
    #[arg(long, value_enum)]
    pub dialect: Option<DialectName>,
    /// What variables hold that the program does not initialise is chosen like an input, as by FShell; such tests cannot be replayed natively
    #[arg(long)]
    pub uninitialised_inputs: bool,
    /// What @BASICBLOCKENTRY means
    #[arg(long, value_enum, default_value = "fshell")]
    pub basic_blocks: BlocksName,
    /// Refuse queries with more goals
    #[arg(long, value_name = "N", default_value_t = MAX_GOALS, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub max_goals: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DialectName {
    /// FShell 2
    Fshell,
    /// CPA/TIGER
    Tiger,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BlocksName {
    /// All ways out of instructions that begin a function, branch, or are reached on several ways
    Fshell,
    /// The first edge behind each branching and merge that is no condition
    Tiger,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha check prog.c --spec lock.spc                which error paths of an automaton are feasible?
  gotcha check prog.c --spec lock.spc --suite tests  with a test for each feasible one
  gotcha check prog.c --spec lock.spc --trace        with the assignments on the way
  gotcha check prog.c --spec a.spc --spec b.spc      several automata at once, which may ask for each other's states
  gotcha check prog.c --uno-defaults                 uninitialised variables, null pointers, indices out of bounds
  gotcha check prog.c --spec lock.spc --json r.json --quiet
                                                     for scripts

Automata are written in CPAchecker's language:
  OBSERVER AUTOMATON Lock
  INITIAL STATE Unlocked;
  STATE USEFIRST Unlocked : MATCH {lock($?)} -> GOTO Locked; MATCH {unlock($?)} -> ERROR(\"unlock while unlocked\");
  STATE USEFIRST Locked : MATCH {unlock($?)} -> GOTO Unlocked; MATCH {lock($?)} -> ERROR(\"double lock\");
                          MATCH EXIT -> ERROR(\"lock held at exit\");
  END AUTOMATON
`gotcha show prog.c --what steps` prints the texts that can be matched.

The verdict is false if an error path is feasible, true if each is proved infeasible.")]
pub struct CheckArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// A file with automata (may be repeated)
    #[arg(long, value_name = "FILE.spc", required_unless_present_any = ["uno_defaults", "property"])]
    pub spec: Vec<PathBuf>,
    /// What UNO looks for: uses of uninitialised variables, null dereferences, indices out of bounds
    #[arg(long, conflicts_with = "spec")]
    pub uno_defaults: bool,
    /// A property of UNO, a function uno_check in C (not available in this version)
    #[arg(long, value_name = "FILE.prop", conflicts_with_all = ["spec", "uno_defaults"])]
    pub property: Option<PathBuf>,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write a test for each feasible error path: a folder, or an archive if the name ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub suite: Option<PathBuf>,
    /// Print the inputs of each feasible error path and its assignments
    #[arg(long)]
    pub trace: bool,
    /// If no error path is feasible: which transitions are taken by no feasible path?
    #[arg(long)]
    pub vacuity: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha verify prog.c                               assertions and calls of reach_error
  gotcha verify prog.c --property assertions         assertions alone
  gotcha verify task.yml --property unreach.prp      a task and a property of SV-COMP
  gotcha verify prog.c --timeout 20s --condition part.spc && gotcha verify prog.c --condition-in part.spc
                                                     stop, and go on with what is left
  gotcha verify prog.c --unwind 10 --timeout 90s     loops run at most 10 times, at most 90 seconds
  gotcha verify prog.c --unwind 10 --property unwinding
                                                     do loops run at most 10 times?
  gotcha verify prog.c --property termination        do all loops and recursions end?
  gotcha verify prog.c --proof proofs                write each proof, for other solvers to check
  gotcha verify prog.c --witness witness.yml         write what shows the verdict to others
  gotcha verify prog.c --check-witness witness.yml   confirm or reject what another tool says
  gotcha verify prog.c --json result.json --quiet    for scripts")]
pub struct VerifyArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// An SV-COMP property file, or names separated by commas: assertions, unreach-call, ... (default:
    /// assertions,unreach-call,bounds,pointer,div-by-zero,no-overflow,shift)
    #[arg(long, value_name = "FILE.prp|NAME,...")]
    pub property: Option<String>,
    /// Allocation may return null; whether it does is an input
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// A bound cuts paths silently, which never counts as a proof
    #[arg(long)]
    pub no_unwinding_assertions: bool,
    /// Write each proof that a property holds as SMT-LIB scripts (see check-proof)
    #[arg(long, value_name = "DIR", conflicts_with = "check_witness")]
    pub proof: Option<PathBuf>,
    /// Write an SV-COMP witness of the verdict: format 2.0 (.yml) or 1.0 (.graphml)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Check a witness: a violation on a run that follows it, or its invariants and the property (default: the property of the witness)
    #[arg(long, value_name = "FILE", conflicts_with = "witness")]
    pub check_witness: Option<PathBuf>,
    /// Print the inputs of each counterexample and its assignments
    #[arg(long)]
    pub trace: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Every script of the folder is given to every solver, and each of its checks must be answered unsat. What is checked is that the formulas
that gotcha wrote have no model; that they say what the program does is not. Exit status: 0 if all claims are checked by all
solvers, 10 if a check is satisfiable, 20 if one is not decided, 2 if the folder is not what gotcha wrote.

Examples:
  gotcha cover prog.c --proof proofs && gotcha check-proof proofs     all solvers that are installed
  gotcha check-proof proofs --solver z3 --solver cvc5                 these
  gotcha check-proof proofs --check-timeout 60s --timeout 1h          at most a minute a check and an hour in all"
)]
pub struct CheckProofArgs {
    /// The folder that `--proof` named
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// z3, yices, cvc5, bitwuzla, boolector, mathsat, or smtlib:COMMAND LINE (may be repeated) [default: all that are installed]
    #[arg(long, value_name = "NAME")]
    pub solver: Vec<String>,
    /// Stop with what is known after this time, e.g. 90s or 5min
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Time for one check
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub check_timeout: Option<Duration>,
    /// Memory of each process of a solver, e.g. 4GiB
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<bytesize::ByteSize>,
    /// Scripts that are checked at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Write the machine-readable result (- for standard output, which then gets nothing else)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print the counts and the verdict only
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Every test runs in the interpreter, which tells the goals it reaches, and natively: the unchanged program, compiled with the
system's C compiler and a driver that delivers the inputs. Reported are the goals reached in the interpreter and whether
the native run ended in the same way. Native runs have 3 seconds, limited memory and a temporary folder of their own.

Examples:
  gotcha replay prog.c --suite tests           a folder
  gotcha replay task.yml --suite tests.zip     an archive, files and data model from a task definition")]
pub struct ReplayArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The suite: a folder or a zip archive
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub suite: PathBuf,
    /// What to count, as for `cover`
    #[arg(long, value_name = "NAME")]
    pub criterion: Vec<String>,
    /// Write the machine-readable result (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print every test and every goal not reached; otherwise only disagreements
    #[arg(long)]
    pub all_goals: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Prints a line for every call of a function that the program declares and does not define, with the values of the arguments, then
the properties that were violated and how the run ended. Exit status: 0 if the program exits and no property is violated,
10 if one is, 20 if it ends in another way.

Examples:
  gotcha run prog.c                         a program without inputs
  gotcha run prog.c --inputs 5,-1,0x1.8p1   the first inputs; a run that asks for more ends there")]
pub struct RunArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The inputs, in the order in which they are read
    #[arg(long, value_name = "VALUE,...", value_delimiter = ',', allow_hyphen_values = true)]
    pub inputs: Vec<String>,
    /// The properties to look at, as for `verify`
    #[arg(long, value_name = "FILE.prp|NAME,...")]
    pub property: Option<String>,
    /// End the run after this number of instructions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub steps: u64,
}

#[derive(Args, Debug)]
#[command(after_help = "Under many values of the inputs, the arguments of calls of functions that the program declares and does not define must be in the
unrolled program what they are in a run. Exit status: 0 if they are, 10 if not.

Example:
  gotcha agree prog.c --unwind 8 --models 100")]
pub struct AgreeArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Loop bodies run at most N times
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub unwind: u32,
    /// How many values of the inputs to try
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub models: u64,
    /// Makes the values repeatable
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop after this time
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha show prog.c --what goto                          the program as the engines see it
  gotcha show prog.c --what goals --criterion statement   the goals of a criterion
  gotcha show prog.c --what goals --query 'cover @CALLS'  the goals of a query
  gotcha show prog.c --what promela --function worker --table worker.lut
                                             a model for Spin, and the table that it is made by
  gotcha show prog.c --what cfg | dot -Tsvg > cfg.svg     a picture of the control flow
  gotcha show --what buchi --formula 'G (p -> F q)'       a Büchi automaton of a formula, in the HOA format")]
pub struct ShowArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The form to print
    #[arg(long, value_enum)]
    pub what: What,
    /// Which goals to put in, as for `cover`
    #[arg(long, value_name = "NAME")]
    pub criterion: Vec<String>,
    /// Which properties to put in, as for `verify`
    #[arg(long, value_name = "FILE.prp|NAME,...", conflicts_with = "criterion")]
    pub property: Option<String>,
    #[command(flatten)]
    pub question: QuestionArgs,
    /// For buchi: the formula, in linear temporal logic [default: of the comments `//@ ltl invariant NAME: ...;`]
    #[arg(long, value_name = "LTL")]
    pub formula: Option<String>,
    /// For promela: the function [default: the one where execution starts]
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// For promela: what becomes of statements and conditions; what it lacks is added to it
    #[arg(long, value_name = "FILE.lut")]
    pub table: Option<PathBuf>,
    /// Include the models of library functions
    #[arg(long)]
    pub models: bool,
    /// For vcs: loop bodies run at most N times
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub unwind: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum What {
    /// The if-goto program
    Goto,
    /// Coverage goals with their places
    Goals,
    /// Loops with their heads and depths, as --unwindset names them, and facts that may hold at each head
    Loops,
    /// Control flow, for Graphviz
    Cfg,
    /// Who calls whom, for Graphviz
    Callgraph,
    /// Verification conditions of the unrolled program, SMT-LIB 2
    Vcs,
    /// The header gotcha.h: macros for assumptions (found without it by #include <gotcha.h>)
    Header,
    /// The steps that property automata see, with their texts
    Steps,
    /// A model of a function in Promela, for Spin
    Promela,
    /// A Büchi automaton of a formula, in the HOA format
    Buchi,
    /// The same, for Graphviz
    BuchiGraph,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:
  gotcha solvers")]
pub struct SolversArgs {}

/// The program: files and how to read them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Program")]
pub struct ProgramArgs {
    /// C files (.c: preprocessed first, .i: taken as it is) that make one program, or one task definition (.yml)
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Look for included files here, as for the C compiler
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefines: Vec<String>,
    /// Include a file before the first line
    #[arg(long = "include", value_name = "FILE")]
    pub includes: Vec<PathBuf>,
    /// Read files and flags from a compilation database (not available in this version)
    #[arg(long, value_name = "FILE")]
    pub compile_commands: Option<PathBuf>,
    /// Start here; parameters become inputs [default: main]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// Global variables are inputs, and so is the memory behind pointers that the entry function is given: each is null, or leads to a new object of its type
    /// or one that exists
    #[arg(long)]
    pub lazy_inputs: bool,
    /// Lines POINTERS -> OBJECTS of regular expressions: where pointers among lazy inputs may lead
    #[arg(long, value_name = "FILE", requires = "lazy_inputs")]
    pub aliases: Option<PathBuf>,
    /// Sizes of types [default: lp64, or what the task definition says]
    #[arg(long, value_enum, ignore_case = true)]
    pub data_model: Option<Model>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Model {
    /// long and pointers have 64 bits
    Lp64,
    /// int, long and pointers have 32 bits
    Ilp32,
}

/// How to analyse and when to stop.
#[derive(Args, Debug)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// A loop body runs at most N times
    #[arg(long, value_name = "N", conflicts_with_all = ["k_start", "k_step", "max_k"])]
    pub unwind: Option<u32>,
    /// An own bound for a loop (`show --what loops` names them)
    #[arg(long, value_name = "LOOP:N", value_delimiter = ',')]
    pub unwindset: Vec<String>,
    /// The first bound
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u32).range(1..))]
    pub k_start: Option<u32>,
    /// How much the bound grows in each round
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub k_step: Option<u32>,
    /// The last bound
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_k: Option<u32>,
    /// Which engines run
    #[arg(long, value_enum, default_value = "portfolio")]
    pub strategy: Strategy,
    /// Switch an engine of the strategy off, to see what it contributes (may be repeated)
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub without: Vec<Switch>,
    /// Inductive steps over paths on which no state of a loop comes back: proves more with large k where few states exist, and makes its questions harder
    #[arg(long)]
    pub simple_paths: bool,
    /// embedded, z3, yices, cvc5, bitwuzla, boolector, mathsat, or smtlib:COMMAND LINE (may be repeated) [default: embedded]
    #[arg(long, value_name = "NAME")]
    pub solver: Vec<String>,
    /// Stop with what is known after this time, e.g. 90s or 5min; counted from the start of the process
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Stop with what is known before this much memory is used, e.g. 4GiB
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<bytesize::ByteSize>,
    /// Threads that work at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Makes every random choice repeatable
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The assumption automaton of what was analysed: `verify` and `cover` write it, `explored` reads it
    #[arg(long, value_name = "FILE")]
    pub condition: Option<PathBuf>,
    /// For verify: go on from an assumption automaton, with the paths that it does not call analysed
    #[arg(long, value_name = "FILE")]
    pub condition_in: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Strategy {
    /// Bounded model checking with inductive steps
    KInduction,
    /// Bounded model checking alone
    Bmc,
    /// Concrete search and bounded model checking without inductive steps, to find tests and violations
    Falsify,
    /// Concrete search and bounded model checking side by side, with inductive steps in between
    Portfolio,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Switch {
    /// The concrete search, with native runs and excursions
    Search,
    /// Native runs of the concrete search
    Native,
    /// Bounded model checking from the start of the program
    Bmc,
    /// Bounded model checking from states that runs reached
    Excursions,
    /// Inductive steps
    Induction,
    /// What follows from control flow and from what is decided
    Deduction,
    /// Abstract reachability graphs, where the unrolling of a query leaves goals open
    Graphs,
}

/// What a person sees and a script reads.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the machine-readable result (- for standard output, which then gets nothing else)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Show progress on standard error; auto: if it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    /// Colour messages; auto: if standard error is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: When,
    /// Print the counts and the verdict only
    #[arg(long)]
    pub quiet: bool,
    /// Exit with status 0 whatever is found, for callers that take another status as a failure; errors keep theirs
    #[arg(long)]
    pub exit_zero: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

/// `90s`, `1h 30min`, or a plain number of seconds.
fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string());
    }
    humantime::parse_duration(text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn durations() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert!(duration("-1").is_err());
        assert!(duration("soon").is_err());
    }
}
