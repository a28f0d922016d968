//! The commands that show what is inside, and those that test the tool itself.

use super::shared::{ProgramArgs, QuestionArgs, duration};
use clap::{Args, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha show prog.c --what goto                          the program as the engines see it
  gotcha show prog.c --what goals --criterion statement   the goals of a criterion
  gotcha show prog.c --what goals --query 'cover @CALLS'  the goals of a query
  gotcha show prog.c --what promela          a model for Spin of a program with threads: one process for each function that they begin with
  gotcha show prog.c --what promela --function worker --table worker.lut
                                             a model for Spin, and the table that it is made by
  gotcha show prog.c --what cfg | dot -Tsvg > cfg.svg     a picture of the control flow
  gotcha show --what buchi --formula 'G (p -> F q)'       a Büchi automaton of a formula, in the HOA format")]
pub(crate) struct ShowArgs {
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
    /// For promela: the function [default: the whole program if it begins threads, else the function where execution starts]
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
pub(crate) enum What {
    /// The if-goto program
    Goto,
    /// Coverage goals with their places
    Goals,
    /// Loops with their heads and depths, as --unwindset names them, and facts that may hold at each head
    Loops,
    /// Control flow, for Graphviz
    Cfg,
    /// The functions of the program with their places
    Functions,
    /// Who calls whom, for Graphviz
    Callgraph,
    /// Verification conditions of the unrolled program, SMT-LIB 2
    Vcs,
    /// The header gotcha.h: macros for assumptions (found without it by #include <gotcha.h>)
    Header,
    /// The steps that property automata see, with their texts
    Steps,
    /// A model in Promela, for Spin: of a program with threads as it is, but that variables which nobody initialises hold zero, or of a function by a table
    Promela,
    /// A Büchi automaton of a formula, in the HOA format
    Buchi,
    /// The same, for Graphviz
    BuchiGraph,
}

#[derive(Args, Debug)]
#[command(after_help = "Prints a line for every call of a function that the program declares and does not define, with the values of the arguments, then
the properties that were violated and how the run ended. Exit status: 0 if the program exits and no property is violated,
10 if one is, 20 if it ends in another way.

Examples:
  gotcha run prog.c                         a program without inputs
  gotcha run prog.c --inputs 5,-1,0x1.8p1   the first inputs; a run that asks for more ends there
  gotcha run prog.c --world tests/0001      the command line, the standard input, files and variables of a test")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The inputs, in the order in which they are read
    #[arg(long, value_name = "VALUE,...", value_delimiter = ',', allow_hyphen_values = true)]
    pub inputs: Vec<String>,
    /// What the program finds outside: the folder of a test with `cmdline`, `stdin`, `env` and `files/`, of which any may be missing
    #[arg(long, value_name = "FOLDER")]
    pub world: Option<PathBuf>,
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
pub(crate) struct AgreeArgs {
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
#[command(after_help = "Settings stand in gotcha.toml, in the working directory or above it; options of a command line come first (gotcha help projects).

Example:
  gotcha config")]
pub(crate) struct ConfigArgs {}

#[derive(Args, Debug)]
#[command(after_help = "A file that is there stays as it is.

Example:
  gotcha init && gotcha config")]
pub(crate) struct InitArgs {}

#[derive(Args, Debug)]
#[command(after_help = "Example:
  gotcha solvers")]
pub(crate) struct SolversArgs {}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha help verify    what `gotcha verify --help` prints
  gotcha help checks    the table of properties that verify can be asked for
  gotcha help --completions bash > ~/.local/share/bash-completion/completions/gotcha
  gotcha help --man ~/.local/share/man/man1")]
pub(crate) struct HelpArgs {
    /// A command, or a topic: checks
    #[arg(value_name = "TOPIC")]
    pub topic: Option<String>,
    /// Write the manual pages of all commands and topics
    #[arg(long, value_name = "DIR", conflicts_with = "topic")]
    pub man: Option<PathBuf>,
    /// Print what a shell needs to complete commands and options
    #[arg(long, value_name = "SHELL", conflicts_with_all = ["topic", "man"])]
    pub completions: Option<Shell>,
}
