//! The command line. The only place that knows clap, standard output and the exit status.

pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(3)
}
