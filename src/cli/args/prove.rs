//! `prove`.

use super::shared::{AnalysisArgs, OutputArgs, ProgramArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    after_help = "Clauses are those of CBMC (__CPROVER_requires(...) behind the head of a function, __CPROVER_loop_invariant(...) behind that of a loop) and ESBMC
(__ESBMC_requires(...) first in the body); see gotcha help contracts. Without --function all functions are proved that have a contract.

Examples:
  gotcha prove list.c                                each function with a contract, for all that its contract allows
  gotcha prove list.c --function push                this one
  gotcha prove list.c --function sort --replace swap calls of swap are what its contract says
  gotcha prove list.c --replace-all                  contracts stand for all calls of functions that have some
  gotcha prove list.c --proof proofs                 and write the proofs, for other solvers to check (check-proof)
  gotcha prove main.c --enforce-contract push        push is checked where main calls it, as CBMC does
  gotcha prove list.c --infer                        contracts that nobody wrote, each of them proved

Exit status of --infer: 0 if each function has a contract that is proved, 20 if not."
)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Prove this function; F/C: against the contract of C (may be repeated) [default: all that have a contract]
    #[arg(long, value_name = "F[/C]")]
    pub function: Vec<String>,
    /// Prove all functions that have a contract, also beside --function
    #[arg(long)]
    pub all: bool,
    /// Calls of this function are what its contract says; G/C: what the contract of C says (may be repeated)
    #[arg(long, value_name = "G[/C]")]
    pub replace: Vec<String>,
    /// Calls of all functions with contracts are what these say
    #[arg(long)]
    pub replace_all: bool,
    /// Check this function where the program calls it, from main on: *: all that have a contract (may be repeated)
    #[arg(long, visible_alias = "enforce-contract-rec", value_name = "F[/C]", conflicts_with_all = ["function", "all"])]
    pub enforce_contract: Vec<String>,
    /// Start in main, where calls of this function are what its contract says; *: of all that have a contract (may be repeated)
    #[arg(long, value_name = "G[/C]", conflicts_with = "all")]
    pub replace_call_with_contract: Vec<String>,
    /// Start in main, where calls of all functions with contracts are what these say
    #[arg(long, conflicts_with = "all")]
    pub replace_all_contracts: bool,
    /// Check all functions with contracts where the program calls them
    #[arg(long, conflicts_with_all = ["function", "all"])]
    pub enforce_all_contracts: bool,
    /// Start in this function, with contracts where it comes to them
    #[arg(long, value_name = "HARNESS", conflicts_with_all = ["function", "all"])]
    pub dfcc: Option<String>,
    /// Start in main, with clauses of loops
    #[arg(long, visible_aliases = ["loop-invariant-check", "loop-invariant"], conflicts_with_all = ["function", "all"])]
    pub apply_loop_contracts: bool,
    /// Unroll loops with clauses like others
    #[arg(long)]
    pub ignore_loop_contracts: bool,
    /// Comments that begin with @ are no annotations in ACSL
    #[arg(long)]
    pub no_acsl: bool,
    /// Tell which clauses say little: what is ensured also if a function does nothing and returns anything
    #[arg(long)]
    pub strength: bool,
    /// Propose contracts, or what is missing in them, and print those that are proved, to be put behind the heads of functions
    #[arg(long, conflicts_with_all = ["all", "replace", "replace_all", "enforce_contract", "replace_call_with_contract", "replace_all_contracts",
        "enforce_all_contracts", "dfcc", "apply_loop_contracts", "ignore_loop_contracts", "no_acsl", "strength", "proof", "trace", "all_properties"])]
    pub infer: bool,
    /// In whose words --infer writes [default: those of the file, or CBMC's]
    #[arg(long, value_enum, value_name = "WHOSE", requires = "infer")]
    pub notation: Option<ContractNotation>,
    /// Names of properties that are checked beside the clauses, separated by commas (default: those of verify)
    #[arg(long, value_name = "NAME,...")]
    pub property: Option<String>,
    /// Allocation may return null; whether it does is an input
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Write each proof as SMT-LIB scripts, a folder for each function (see check-proof)
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Keep what is found there, and take what is known from there: of functions that are as they were, with all that their proofs look at, nothing is proved again.
    /// Counterexamples are run again. Not with --proof. May be deleted at any time [default: .gotcha/cache beside gotcha.toml, or here]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Keep nothing, and prove everything anew
    #[arg(long)]
    pub no_cache: bool,
    /// Print the inputs of each counterexample and its assignments
    #[arg(long)]
    pub trace: bool,
    /// Print every clause and property, not only those that do not hold
    #[arg(long)]
    pub all_properties: bool,
}

/// In whose words contracts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ContractNotation {
    /// Behind the head of the function
    Cbmc,
    /// First in its body
    Esbmc,
}
