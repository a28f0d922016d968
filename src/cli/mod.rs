//! The command line. The only place that knows clap, the terminal, standard output and the exit status.
//!
//! | module | what |
//! |---|---|
//! | [`args`], `words` | what clap reads; options of C compilers, which it does not |
//! | `request`, `task`, `criteria`, `properties`, `prp` | what it means: files, criteria, properties |
//! | `pipeline` | files to an instrumented program, and the engines over it |
//! | `analysis` | `cover` and `verify` |
//! | `question`, `predicates`, `query` | queries read over a program; the command `query` |
//! | `stepped`, `property_automata`, `check` | programs as property automata see them, with automata in them; the command `check` |
//! | `formula`, `propositions`, `ltl` | formulas read over a program; the command `ltl` |
//! | `explored` | the command `explored` |
//! | `checks`, `help` | the table of properties; the command `help` |
//! | `witness`, `check_witness` | witnesses written and checked |
//! | `check_proof`, `replay`, `run`, `agree`, `show`, `solvers`, `loops` | the other commands |
//! | `supervise`, `supervised` | deadline, memory, signals, panics; what all reports say |
//! | `failure`, `diagnostics`, `output`, `progress` | what a person sees |

mod agree;
mod analysis;
pub(crate) mod args;
mod beginnings;
mod check;
mod check_proof;
mod check_witness;
mod checks;
mod condition;
mod counted;
mod criteria;
mod diagnostics;
mod explored;
mod failure;
mod formula;
mod graphs;
mod help;
mod identity;
mod lockset;
mod loops;
mod ltl;
mod marked;
mod monitor;
mod output;
mod pipeline;
mod predicates;
mod progress;
mod promela;
mod properties;
mod property_automata;
mod propositions;
mod prp;
mod query;
mod question;
mod replay;
mod request;
mod resumed;
mod run;
mod show;
mod solvers;
mod stepped;
mod supervise;
mod supervised;
mod task;
mod uno;
mod vacuity;
mod visits;
mod whole;
mod witness;
mod words;

use analysis::Session;
use args::{Cli, Command, When};
use clap::Parser;
use clap::error::ErrorKind;
use failure::Failure;
use std::process::ExitCode;
use std::time::Instant;
use supervise::Panics;

/// The whole program.
pub(crate) fn main() -> ExitCode {
    let start = Instant::now();
    let session = Session { start, panics: Panics::install() };
    let cli = match words::rewritten(std::env::args_os()).and_then(Cli::try_parse_from) {
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
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| execute(cli.command, &session)));
    let result = result.unwrap_or_else(|_| Err(Failure::Defect(session.defect("unknown panic"))));
    let status = result.unwrap_or_else(|failure| {
        output::complain(&diagnostics::draw(&failure, color));
        failure.status()
    });
    ExitCode::from(status)
}

fn execute(command: Command, session: &Session) -> Result<u8, Failure> {
    match command {
        Command::Cover(args) if criteria::asks_a_query(&args) => query::query(&criteria::as_query(args)?, session),
        Command::Cover(args) => analysis::cover(&args, session),
        Command::Verify(args) => analysis::verify(&args, session),
        Command::Query(args) => query::query(&args, session),
        Command::Check(args) => check::check(args, session),
        Command::Ltl(args) => ltl::ltl(&args, session),
        Command::Monitor(args) => monitor::monitor(&args),
        Command::Explored(args) => explored::explored(&args, session),
        Command::CheckProof(args) => check_proof::check_proof(&args, session),
        Command::Replay(args) => replay::replay(&args, session),
        Command::Agree(args) => agree::agree(&args, session),
        Command::Run(args) => run::run(&args, session),
        Command::Show(args) => show::show(&args),
        Command::Solvers(_) => solvers::solvers(),
        Command::Help(args) => help::help(&args),
    }
}

fn color(command: &Command) -> When {
    match command {
        Command::Cover(args) => args.output.color,
        Command::Verify(args) => args.output.color,
        Command::Query(args) => args.output.color,
        Command::Check(args) => args.output.color,
        Command::Explored(args) => args.output.color,
        _ => When::Auto,
    }
}
