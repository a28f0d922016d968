//! The command. Everything is in the library.

fn main() -> std::process::ExitCode {
    gotcha::cli::main()
}
