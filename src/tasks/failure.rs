//! Why a task gives no result, as data.

use crate::asked::prp::PropertyError;
use crate::program::definition::TaskError;
use crate::project::ProjectError;
use goto::Diagnostic;
use report::certificate::read::ReadProofError;
use report::certificate::write::ProofError;
use report::read_suite::ReadError;
use report::suite::SuiteError;
use report::witness::WitnessError;
use std::fmt;
use thiserror::Error;

/// What ends a task before it has a result.
#[derive(Debug, Error)]
pub enum Failure {
    /// What is asked for makes no sense, or this version does not do it.
    #[error("{0}")]
    Usage(String),
    /// The program is wrong or uses something unsupported.
    #[error(transparent)]
    Source(#[from] frontend::Error),
    #[error(transparent)]
    Task(#[from] TaskError),
    /// The files of a project are wrong.
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// A witness is wrong or about another program.
    #[error("the witness {path} is rejected: {error}")]
    Witness { path: String, error: WitnessError },
    /// A query, a formula, an automaton or a property file is wrong.
    #[error(transparent)]
    Text(#[from] Diagnostic),
    #[error(transparent)]
    Suite(#[from] SuiteError),
    #[error(transparent)]
    ReadSuite(#[from] ReadError),
    #[error(transparent)]
    Proof(#[from] ProofError),
    #[error(transparent)]
    ReadProof(#[from] ReadProofError),
    /// A result could not be written.
    #[error("cannot write {path}: {error}")]
    Output { path: String, error: std::io::Error },
    /// A defect of this program.
    #[error("{0}")]
    Defect(Defect),
}

/// Something that cannot happen and did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    pub what: String,
    /// Where in the program's own text, if that is known.
    pub place: Option<String>,
}

impl From<String> for Defect {
    fn from(what: String) -> Self {
        Self { what, place: None }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} ({place})", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Failure {
    /// An option or command of the contract that this version does not have.
    pub fn unavailable(what: &str) -> Self {
        Failure::Usage(format!("{what} is not available in this version"))
    }
}
