//! The command.

mod cli;

use solver::smtlib::guard;

fn main() -> std::process::ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == guard::SUBCOMMAND) {
        return guard::guard_main(args);
    }
    cli::main()
}
