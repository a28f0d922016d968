//! Why something about campaigns cannot be done, as data.

use goto::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum CampaignError {
    /// What is asked for makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A plan is wrong.
    #[error(transparent)]
    Plan(#[from] Box<Diagnostic>),
    #[error("cannot read {path}: {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {path}: {error}")]
    Write { path: PathBuf, error: io::Error },
    /// A file of a campaign is not as this version writes it.
    #[error("{path}: {why}")]
    Malformed { path: PathBuf, why: String },
    /// The database was made by another version of this program.
    #[error(
        "the database {path} has form {found}, and this version reads forms up to {known}: use the version that wrote it, or merge the campaigns' folders into a new one"
    )]
    Version { path: PathBuf, found: i64, known: i64 },
    #[error("the database {path}: {error}")]
    Database { path: PathBuf, error: rusqlite::Error },
    /// The system that runs tasks elsewhere does not do what it should.
    #[error("{engine}: {why}")]
    Engine { engine: &'static str, why: String },
}

pub type Result<T, E = CampaignError> = std::result::Result<T, E>;

/// An error of reading this file.
pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> CampaignError + '_ {
    |error| CampaignError::Read { path: path.to_owned(), error }
}

/// An error of writing this file.
pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> CampaignError + '_ {
    |error| CampaignError::Write { path: path.to_owned(), error }
}
