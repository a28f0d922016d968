//! The arguments of every command, for clap. Checks form, not meaning; `request` turns them into what an analysis needs.

mod campaign;
mod coverage;
mod harness;
mod inside;
mod lsp;
mod properties;
mod prove;
mod reports;
mod shared;
mod unit_tests;

pub(crate) use campaign::{CampaignArgs, CampaignCommand, CancelArgs, EngineKind, MergeArgs, NewArgs, RunCampaignArgs, ServeArgs, ShowCampaignArgs, WorkArgs};
pub(crate) use coverage::{CoverArgs, EngineName, ExploredArgs, QueryArgs, ReplayArgs};
pub(crate) use harness::HarnessArgs;
pub(crate) use inside::{AgreeArgs, ConfigArgs, HelpArgs, InitArgs, RunArgs, ShowArgs, SolversArgs, What};
pub(crate) use lsp::LspArgs;
pub(crate) use properties::{CheckArgs, CheckProofArgs, LtlArgs, MonitorArgs, VerifyArgs};
pub(crate) use prove::{ContractNotation, ProveArgs};
pub(crate) use reports::{LcovFormat, ReportCommandArgs, ReportFiles};
pub(crate) use shared::{
    AnalysisArgs, BlocksName, COMPILER_OPTION, DialectName, Model, OutputArgs, ProgramArgs, QuestionArgs, ReportArgs, Strategy, Switch, When, WorldArgs,
    duration,
};

pub(crate) use unit_tests::TestArgs;

use clap::{Parser, Subcommand};

/// A bounded model checker for C: finds tests that cover branches, proves other branches unreachable, proves and refutes assertions.
#[derive(Parser, Debug)]
#[command(name = "gotcha", version, about, max_term_width = 120, subcommand_required = true, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(
    after_help = "Exit status: 0 true or complete, 10 false, 20 unknown or incomplete, 1 wrong command line, 2 wrong or unsupported input, 3 a defect of gotcha"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find tests for coverage goals, prove the other goals unreachable
    Cover(CoverArgs),
    /// Write tests of functions as C that runs without gotcha
    Test(TestArgs),
    /// The same for goals written in FQL
    Query(QueryArgs),
    /// Prove or refute safety properties
    Verify(VerifyArgs),
    /// Prove functions against their contracts
    Prove(ProveArgs),
    /// Write a program in C that calls a function with what it may be called with
    Harness(HarnessArgs),
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
    /// Write reports of results: web pages, lcov, SARIF, JUnit, Markdown
    Report(ReportCommandArgs),
    /// Run many tasks, here or on a cluster, and keep what comes of them in a database
    Campaign(CampaignArgs),
    /// Show the campaigns of a database in a web browser, start and stop them
    Serve(ServeArgs),
    /// Run a test suite again, in the interpreter and natively
    Replay(ReplayArgs),
    /// Run the program in the interpreter
    Run(RunArgs),
    /// Hold the unrolling against the interpreter
    #[command(hide = true)]
    Agree(AgreeArgs),
    /// Serve an editor: violations, unreachable branches and coverage of open files
    Lsp(LspArgs),
    /// Print an intermediate form of the program
    Show(ShowArgs),
    /// Write a gotcha.toml for the working directory, with what it may say as comments
    Init(InitArgs),
    /// Print what gotcha.toml says of this project, and what holds without it
    Config(ConfigArgs),
    /// List the solvers that can be used here
    Solvers(SolversArgs),
    /// Explain a command or a topic: checks
    Help(HelpArgs),
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use super::shared::duration;
    use clap::CommandFactory;
    use std::time::Duration;

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
