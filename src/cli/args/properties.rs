//! The commands about properties.

use super::reports::ReportFiles;
use super::shared::{AnalysisArgs, ConditionArgs, OutputArgs, ProgramArgs, ScopeArgs, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

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
  gotcha verify prog.c --suite tests                 write a test for each violation
  gotcha verify prog.c --witness witness.yml         write what shows the verdict to others
  gotcha verify prog.c --check-witness witness.yml   confirm or reject what another tool says
  gotcha verify prog.c --json result.json --quiet    for scripts")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub scope: ScopeArgs,
    #[command(flatten)]
    pub condition: ConditionArgs,
    /// Go on from an assumption automaton that `verify --condition` wrote for the same properties
    #[arg(long, value_name = "FILE")]
    pub condition_in: Option<PathBuf>,
    /// Look at the paths of this assumption automaton alone, and leave others to others: what holds on them is told as such, and is no proof
    #[arg(long, value_name = "FILE", conflicts_with_all = ["condition_in", "check_witness", "witness", "proof"])]
    pub share: Option<PathBuf>,
    /// Write decisions by which the paths may be divided, as JSON, the best ones first
    #[arg(long, value_name = "FILE")]
    pub decisions: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub reports: ReportFiles,
    /// An SV-COMP property file, or names separated by commas: assertions, unreach-call, ... (default:
    /// assertions,unreach-call,bounds,pointer,div-by-zero,no-overflow,shift)
    #[arg(long, value_name = "FILE.prp|NAME,...")]
    pub property: Option<String>,
    /// Allocation may return null; whether it does is an input
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// The bound cuts paths silently: no claims that loops stay within it (unwinding), and no line for what only the bound leaves open. That is no proof: it counts
    /// as UNKNOWN, and the verdict is unknown
    #[arg(long)]
    pub no_unwinding_assertions: bool,
    /// Write each proof that a property holds as SMT-LIB scripts (see check-proof)
    #[arg(long, value_name = "DIR", conflicts_with = "check_witness")]
    pub proof: Option<PathBuf>,
    /// Write a test for each violation, which `replay` runs again: a folder, or an archive if the name ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip", conflicts_with_all = ["check_witness", "malloc_may_fail"])]
    pub suite: Option<PathBuf>,
    /// Write an SV-COMP witness of the verdict: format 2.0 (.yml; 2.1 with contracts of functions, 2.2 of programs with threads) or 1.0 (.graphml)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Check a witness: a violation on a run that follows it, or its invariants, contracts of functions and the property (default: the property of the witness)
    #[arg(long, value_name = "FILE", conflicts_with = "witness")]
    pub check_witness: Option<PathBuf>,
    /// Print the inputs of each counterexample and its assignments
    #[arg(long)]
    pub trace: bool,
    /// Print every property, not only those that do not hold
    #[arg(long)]
    pub all_properties: bool,
}

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Every script of the folder is given to every solver, and each of its checks must be answered unsat. What is checked is that the formulas
that gotcha wrote have no model; that they say what the program does is not. Exit status: 0 if all claims are checked by all
solvers, 10 if a check is satisfiable, 20 if one is not decided, 2 if the folder is not what gotcha wrote.

Examples:
  gotcha cover prog.c --proof proofs && gotcha check-proof proofs     all solvers that are installed
  gotcha check-proof proofs --solver z3 --solver cvc5                 these
  gotcha check-proof proofs --check-timeout 60s --timeout 1h          at most a minute a check and an hour in all"
)]
pub(crate) struct CheckProofArgs {
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
#[command(after_help = "Examples:
  gotcha ltl prog.c --formula 'G (\"x > 0\" -> F \"y == 1\")'   expressions of C in quotation marks
  gotcha ltl prog.c --formula '[] !(p && q)'                  plain names are variables
  gotcha ltl prog.c --formula 'G !@LABEL(error)'              the next statement is never the one with this label
  gotcha ltl prog.i --property live.prp                       CHECK( init(main()), LTL( ... ) )
  gotcha ltl prog.c                                           the comments `//@ ltl invariant NAME: ...;` of the program
  gotcha ltl prog.c --buchi never.hoa                         no run is accepted by this automaton
  gotcha ltl prog.c --formula 'F done' --trace                print the run that violates the formula
  gotcha ltl prog.c --formula 'G (p -> F q)' --vacuity full   if it holds: of which parts does that not depend?
  gotcha ltl prog.c --formula 'F p' --timeout 20s --condition part.spc && gotcha ltl prog.c --formula 'F p' --resume part.spc
                                                              stop, and go on with what is left

Operators: G [] F <> X U W WU R V S, ! NOT, & && AND, | || OR, ^ XOR, -> => ==> IMP, <-> <=> <==>; AP(c-expr), {c-expr} and \"c-expr\" are propositions over
variables of file scope. A letter of the word is what they are after a statement of the program, or, where the program calls __VERIFIER_ltl_step(), at these
calls alone; X needs these calls. The last letter of a run that ends repeats for ever; runs whose behaviour is undefined are not judged.")]
pub(crate) struct LtlArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub condition: ConditionArgs,
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
    /// Go on from what a run with --condition wrote for this program and formula
    #[arg(long, value_name = "FILE", visible_alias = "condition-in")]
    pub resume: Option<PathBuf>,
    /// If the formula holds: of which of its parts does that not depend? Each costs an analysis
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "buchi")]
    pub vacuity: Option<Vacuity>,
}

/// How it is asked whether a formula holds for no good reason.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vacuity {
    /// With each part replaced by true or false, whichever makes the formula harder
    Full,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha check prog.c --spec lock.spc                which error paths of an automaton are feasible?
  gotcha check prog.c --spec lock.spc --suite tests  with a test for each feasible one
  gotcha check prog.c --spec lock.spc --trace        with the assignments on the way
  gotcha check prog.c --spec a.spc --spec b.spc      several automata at once, which may ask for each other's states
  gotcha check prog.c --property lock.prop           the same of a property in C, as UNO has them
  gotcha check prog.c --lockset --trace              variables that no lock protects, with the schedule that shows it
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

Properties in C are a function that is interpreted at each statement on a path:
  void uno_check(void)
  {
    if (fct_call(\"lock\")) { if (uno_state) error(\"locked twice\"); uno_state = 1; }
    if (fct_call(\"unlock\")) uno_state = 0;
    if (path_ends() && uno_state) error(\"locked at the end\");
  }
The README lists what it can ask and do.

The verdict is false if an error path is feasible, true if each is proved infeasible.

With --lockset threads of POSIX run: each as a block, to its end, where another one creates, joins, locks, waits or accesses a variable that several use. These are
schedules of the program, but not all: a finding is real, and where there is none the verdict is unknown(bounded-schedules), unless no thread can begin. Objects are
variables with static storage, local ones whose address is handed on and what is allocated, each scalar for itself; see `gotcha monitor --help` for what is reported of them.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// A file with automata (may be repeated)
    #[arg(long, value_name = "FILE.spc", required_unless_present_any = ["uno_defaults", "property", "lockset"])]
    pub spec: Vec<PathBuf>,
    /// What UNO looks for: uses of uninitialised variables, null dereferences, indices out of bounds
    #[arg(long, conflicts_with = "spec")]
    pub uno_defaults: bool,
    /// The lockset automaton for data races, on schedules of the program's threads (see `gotcha monitor --lockset`)
    #[arg(long, conflicts_with_all = ["spec", "uno_defaults", "suite", "vacuity"])]
    pub lockset: bool,
    /// With --lockset: report variables with static storage too that are read before they are written, though the language makes them zero
    #[arg(long, requires = "lockset")]
    pub unwritten_statics: bool,
    /// A property in C after the manner of UNO: the function uno_check
    #[arg(long, value_name = "FILE.prop", conflicts_with_all = ["spec", "uno_defaults", "lockset"])]
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
#[command(
    after_help = "A monitor is told the state of the program before each statement and at its end, if it has changed: the propositions of the formula, and the values
of further expressions. It reports a violation if a state comes back with what the formula forbids for ever in between: as far as these values
tell, the program could go on so. That a run is not reported shows nothing. Expressions are about global variables.

Examples:
  gotcha monitor prog.c --formula 'G (\"on\" -> F \"!on\")' --emit-c m.c                    the monitor
  gotcha monitor prog.c --formula 'G \"n < 9\"' --emit-c m.c --instrument watched         and the program with calls of it
  gotcha monitor prog.c --formula 'G F \"on\"' --abstraction n --run tests              runs of a test suite, watched
  gotcha monitor prog.c --spec lock.spc --emit-c m.c --instrument watched              property automata, as for check
  gotcha monitor prog.c --property lock.prop --run tests                              a property in C, as for check
  gotcha monitor prog.c --lockset --emit-c m.c --instrument watched                   which locks protect which variables

The monitor of automata or of a property in C is told the steps of the program that can change it, and reports the first error when it comes. What
no place of the source tells (such as calls inside of expressions and the cases of `switch` that an automaton asks for, or assumptions) is refused.

With --lockset it watches which locks of pthreads are held at each access to a variable with static storage that statements name: what one thread alone uses needs none,
nor what is only read once several do; what several threads use and one of them writes needs a lock that is held at all accesses from then on. What threads did that
were joined comes before what follows, and needs none. With --unwritten-statics a variable that is read before it is written is reported too, unless its declaration initialises it. Build the result with cc, the monitor and -pthread. Not seen are accesses through pointers.
That threads wait for each other by other means than locks is not known."
)]
pub(crate) struct MonitorArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Watch locks and accesses instead of a formula: the lockset automaton for data races
    #[arg(long, conflicts_with_all = ["formula", "property", "abstraction", "spec"])]
    pub lockset: bool,
    /// With --lockset: report variables too that are read before they are written, unless their declaration has an initialiser
    #[arg(long, requires = "lockset")]
    pub unwritten_statics: bool,
    /// A file with property automata, as for check (may be repeated)
    #[arg(long, value_name = "FILE.spc", conflicts_with_all = ["formula", "property"])]
    pub spec: Vec<PathBuf>,
    /// The formula, in linear temporal logic [default: of the comment `//@ ltl invariant NAME: ...;`]
    #[arg(long, value_name = "LTL")]
    pub formula: Option<String>,
    /// A property file with the formula, or a property in C, as for check
    #[arg(long, value_name = "FILE.prp|FILE.prop", conflicts_with = "formula")]
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
