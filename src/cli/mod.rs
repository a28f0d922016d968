//! The command line. The only place that knows clap, the terminal, standard output and the exit status.
//!
//! | module | what |
//! |---|---|
//! | [`args`], `words` | what clap reads; options of C compilers, which it does not |
//! | `request` | from arguments to programs, engines and limits |
//! | `command` | what all commands that analyse do around their task; the exit status |
//! | `cover`, `verify`, `check`, `ltl`, `explored` | the commands that analyse |
//! | `lsp` | the language server |
//! | `report` | reports of results |
//! | `campaign`, `serve` | many tasks, and pages of what came of them |
//! | `settings` | what the settings of a project fill in |
//! | `harness`, `monitor`, `runs`, `show`, `help` | the other commands |
//! | `diagnostics`, `output`, `progress` | what a person sees |
//!
//! What the commands mean is in the crate `tasks`.

pub(crate) mod args;
mod campaign;
mod check;
mod command;
mod cover;
mod diagnostics;
mod explored;
mod harness;
mod help;
mod infer;
mod lsp;
mod ltl;
mod monitor;
mod output;
mod progress;
mod prove;
mod report;
mod request;
mod runs;
mod serve;
mod settings;
mod show;
mod unit_tests;
mod verify;
mod words;

use args::{Cli, Command, When};
use clap::Parser;
use clap::error::ErrorKind;
use std::process::ExitCode;
use std::time::Instant;
use tasks::failure::Failure;
use tasks::supervise::{Panics, Supervisor};

/// The whole program.
pub(crate) fn main() -> ExitCode {
    let start = Instant::now();
    let supervisor = Supervisor { start, panics: Panics::install(), ..Supervisor::default() };
    let mut cli = match words::rewritten(std::env::args_os()).and_then(Cli::try_parse_from) {
        Ok(cli) => cli,
        Err(error) => {
            // If the terminal is gone there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => 0,
                _ => 1,
            });
        }
    };
    let color = color(&cli.command);
    // What the panic leaves behind is not used again.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        settings::apply(&mut cli.command)?;
        execute(&cli.command, &supervisor)
    }));
    let result = result.unwrap_or_else(|_| Err(Failure::Defect(supervisor.defect("unknown panic"))));
    let status = result.unwrap_or_else(|failure| {
        output::complain(&diagnostics::draw(&failure, color));
        command::exit_status(&failure)
    });
    ExitCode::from(status)
}

fn execute(command: &Command, supervisor: &Supervisor) -> Result<u8, Failure> {
    match command {
        Command::Cover(args) => cover::cover(args, supervisor),
        Command::Verify(args) => verify::verify(args, supervisor),
        Command::Prove(args) if args.infer => infer::infer(args, supervisor),
        Command::Prove(args) => prove::prove(args, supervisor),
        Command::Harness(args) => harness::write(args),
        Command::Test(args) => unit_tests::test(args, supervisor),
        Command::Query(args) => cover::query(args, supervisor),
        Command::Check(args) => check::check(args, supervisor),
        Command::Ltl(args) => ltl::ltl(args, supervisor),
        Command::Monitor(args) => monitor::monitor(args),
        Command::Explored(args) => explored::explored(args, supervisor),
        Command::CheckProof(args) => runs::check_proof(args, supervisor),
        Command::Report(args) => report::report(args),
        Command::Campaign(args) => campaign::campaign(args, supervisor),
        Command::Serve(args) => serve::serve(args, supervisor),
        Command::Replay(args) => runs::replay(args, supervisor),
        Command::Agree(args) => runs::agree(args, supervisor),
        Command::Run(args) => runs::run(args, supervisor),
        Command::Lsp(args) => lsp::lsp(args, supervisor),
        Command::Show(args) => show::show(args),
        Command::Init(_) => settings::init(),
        Command::Config(_) => settings::config(),
        Command::Solvers(_) => runs::solvers(),
        Command::Help(args) => help::help(args),
    }
}

fn color(command: &Command) -> When {
    match command {
        Command::Cover(args) => args.output.color,
        Command::Verify(args) => args.output.color,
        Command::Prove(args) => args.output.color,
        Command::Query(args) => args.output.color,
        Command::Check(args) => args.output.color,
        Command::Ltl(args) => args.output.color,
        Command::Explored(args) => args.output.color,
        _ => When::Auto,
    }
}
