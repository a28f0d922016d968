//! Where results go: standard output and the file of `--json`. A closed pipe is no error: whoever reads has seen enough.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tasks::failure::Failure;

/// Is the file standard output?
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output { path: "standard output".into(), error }),
        _ => Ok(()),
    }
}

/// Writes a line to standard error. If that is closed there is nobody to tell.
pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
}

/// Writes a result to a file, or to standard output if the name is `-`.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_stdout(path) {
        return print(text);
    }
    fs::write(path, text).map_err(|error| Failure::Output { path: path.display().to_string(), error })
}

/// Fails now, not after an hour of analysis, if the file cannot be written.
pub(super) fn check_writable(path: &Path) -> Result<(), Failure> {
    if is_stdout(path) {
        return Ok(());
    }
    let existed = path.exists();
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    match opened {
        Ok(_) if existed => Ok(()),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    }
    .map_err(|error| Failure::Output { path: path.display().to_string(), error })
}
