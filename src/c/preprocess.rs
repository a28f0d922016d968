//! Runs the system's C preprocessor. Knows nothing of C itself.

use super::diagnostic::Error;
use super::source::Options;
use goto::DataModel;
use std::path::Path;
use std::process::Command;

/// The preprocessed text of a file.
pub fn preprocess(path: &Path, options: &Options) -> Result<String, Error> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|e| e == "i") {
        return std::fs::read_to_string(path).map_err(|source| Error::Read { path: name, source });
    }
    let command = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut cc = Command::new(&command);
    cc.args(["-E", "-std=gnu11"]);
    if options.data_model == DataModel::Ilp32 {
        cc.arg("-m32");
    }
    cc.arg(path);
    let output = cc.output().map_err(|source| Error::NoPreprocessor { command, source })?;
    if !output.status.success() {
        return Err(Error::Preprocessor { path: name, message: String::from_utf8_lossy(&output.stderr).into_owned() });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
