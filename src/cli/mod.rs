//! The command line. The only place that knows clap, the terminal, standard output and the exit status.

pub mod args;
mod diagnostics;
mod failure;
mod prp;
mod supervise;
mod task;

pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(3)
}
