//! What several commands are told: the program, queries, how to analyse, where results go.

use super::reports::ReportFiles;
use clap::{Args, ValueEnum};
use frontend::assumptions::{ArgumentLimits, Failures, FileLimits, Fixed, VariableName};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use tasks::query::question::MAX_GOALS;

/// What is written of goals.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Write a Test-Comp suite: a folder, or an archive if the name ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub suite: Option<PathBuf>,
    /// Print every goal, not only those that are not covered
    #[arg(long)]
    pub all_goals: bool,
    /// Print a table by file and function even where standard output is no terminal
    #[arg(long)]
    pub table: bool,
    #[command(flatten)]
    pub files: ReportFiles,
}

/// A query and how to read it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Query")]
pub(crate) struct QuestionArgs {
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
pub(crate) enum DialectName {
    /// FShell 2
    Fshell,
    /// CPA/TIGER
    Tiger,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BlocksName {
    /// All ways out of instructions that begin a function, branch, or are reached on several ways
    Fshell,
    /// The first edge behind each branching and merge that is no condition
    Tiger,
}

/// The name of the option that stands before each option of the C compiler once the command line is rewritten.
pub(crate) const COMPILER_OPTION: &str = "cc-option";

/// The program: files and how to read them.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Program")]
pub(crate) struct ProgramArgs {
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
    /// -std=, -O*, -W*, -f*, -m*, -g*, -isystem, -include, -pthread, ... may stand among the files as for the C compiler: what changes meaning is obeyed, the rest
    /// ignored; @FILE holds further words
    #[arg(long = COMPILER_OPTION, value_name = "OPTION", allow_hyphen_values = true)]
    pub compiler: Vec<OsString>,
    /// Compile each file as this compilation database says (compile_commands.json, or the folder with it), and add the files of it that define what is used
    /// [default: the one in the working directory or in build/, if it lists one of the files; see gotcha help projects]
    #[arg(short = 'p', long, value_name = "FILE|DIR")]
    pub compile_commands: Option<PathBuf>,
    /// Take no compilation database
    #[arg(long, conflicts_with = "compile_commands")]
    pub no_compile_commands: bool,
    /// The program that is meant where files belong to several, or where no file is named, as CMake or Meson name it
    #[arg(long, value_name = "NAME", conflicts_with = "no_compile_commands")]
    pub target: Option<String>,
    /// Start here; parameters become inputs [default: main]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// Global variables are inputs, and so is the memory behind pointers that the entry function is given: each is null, or leads to a new object of its type
    /// or one that exists
    #[arg(long)]
    pub lazy_inputs: bool,
    /// New objects of each type that pointers among lazy inputs may lead to
    #[arg(long, value_name = "N", default_value_t = 3, requires = "lazy_inputs", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub lazy_objects: u8,
    /// Elements of each new object among lazy inputs if they are scalars: how long a text or an array can be [default: 4, of characters 16]
    #[arg(long, value_name = "N", requires = "lazy_inputs", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub lazy_array: Option<u16>,
    /// Lines POINTERS -> OBJECTS of regular expressions: where pointers among lazy inputs may lead
    #[arg(long, value_name = "FILE", requires = "lazy_inputs")]
    pub aliases: Option<PathBuf>,
    #[command(flatten)]
    pub world: WorldArgs,
    /// Functions without a body come back with inputs and write nothing, instead of all that their types allow: a pointer is null, or leads to a new object of zeros
    #[arg(long)]
    pub missing_inputs: bool,
    /// Each read of a volatile object is an input, whatever was written there
    #[arg(long)]
    pub volatile_inputs: bool,
    /// Sizes of types [default: lp64, or what the task definition says]
    #[arg(long, value_enum, ignore_case = true)]
    pub data_model: Option<Model>,
}

/// Which functions are asked.
#[derive(Args, Debug)]
pub(crate) struct ScopeArgs {
    /// Ask only for what stands in these functions: a function, a file, or a regular expression for names of one of these (may be repeated). Without it what stands in
    /// functions that execution cannot get to is decided at once by the calls of the program; `all` leaves that to the analysis
    #[arg(long, value_name = "FUNCTION|FILE|REGEX|all")]
    pub scope: Vec<String>,
}

/// What is taken for granted of the world that a program reads.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "World (proofs hold for such worlds, and say so)")]
pub(crate) struct WorldArgs {
    /// The command line has at most N arguments (up to 16) of at most LEN bytes (up to 255), instead of any
    #[arg(long, value_name = "N[,LEN]")]
    pub args: Option<ArgumentLimits>,
    /// The standard input has at most N bytes
    #[arg(long, value_name = "N")]
    pub stdin: Option<u16>,
    /// At most N (up to 3) of the files that the program asks for in the working directory are there, of at most LEN bytes
    #[arg(long = "files", value_name = "N[,LEN]")]
    pub existing_files: Option<FileLimits>,
    /// No variable of the environment is set but this one, which may have any value (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub env: Vec<VariableName>,
    /// So many things fail in a test at most (0 to 2), of those that it can bring about: the standard input is a directory or closed, the standard output is
    /// full [default: 0]; proofs hold whatever fails
    #[arg(long, value_name = "N")]
    pub failures: Option<Failures>,
    /// A part of the world holds this value: argv=WORDS, stdin=TEXT, env(NAME)=TEXT, file(NAME)=TEXT; in a TEXT \n, \t, \r, \0, \xHH and \\ are characters (may be
    /// repeated)
    #[arg(long, value_name = "NAME=VALUE")]
    pub fix: Vec<Fixed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Model {
    /// long and pointers have 64 bits
    Lp64,
    /// int, long and pointers have 32 bits
    Ilp32,
}

/// How to analyse and when to stop.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Analysis")]
pub(crate) struct AnalysisArgs {
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
}

/// Where what was analysed is written.
#[derive(Args, Debug)]
pub(crate) struct ConditionArgs {
    /// Write what was analysed, as an assumption automaton (`gotcha help explored`)
    #[arg(long, value_name = "FILE")]
    pub condition: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Strategy {
    /// Bounded model checking with inductive steps
    KInduction,
    /// Bounded model checking alone
    Bmc,
    /// Concrete search and bounded model checking without inductive steps, to find tests and violations
    Falsify,
    /// Concrete search and bounded model checking side by side, with inductive steps and abstract reachability graphs in between
    Portfolio,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    /// The concrete search, with native runs and excursions
    Search,
    /// Native runs of the concrete search
    Native,
    /// Native runs that show what a test of branches covers where C does not determine it, and violations of programs with threads again
    Replay,
    /// Bounded model checking from the start of the program
    Bmc,
    /// Bounded model checking from states that runs reached
    Excursions,
    /// Inductive steps
    Induction,
    /// Contracts of recursive functions, with inductive steps
    Contracts,
    /// The states in which the head of a loop is met, found by abstract execution and proved iteration by iteration
    ControlGraph,
    /// Proofs of one thread at a time
    Threads,
    /// Unrollings of all threads together
    Clocks,
    /// Schedules of threads
    Interleavings,
    /// Violations that depend on what memory holds that the program has not written
    UnwrittenMemory,
    /// What follows from control flow, from what is decided, and from the values that variables may have
    Deduction,
    /// Abstract reachability graphs, where the others leave something open
    Graphs,
}

/// What a person sees and a script reads.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write the machine-readable result (- for standard output, which then gets nothing else)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Add the result to a database of campaigns (gotcha help campaigns)
    #[arg(long, value_name = "DB")]
    pub results: Option<PathBuf>,
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
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

/// `90s`, `1h 30min`, or a plain number of seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string());
    }
    humantime::parse_duration(text).map_err(|e| e.to_string())
}
