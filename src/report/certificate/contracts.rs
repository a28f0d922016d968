//! Proofs of several functions against their contracts: a folder with one folder of proofs for each function, and `contracts.json`, which says what rests on what.
//! A function that is proved with a contract in place of a call is proved only if the function with that contract is.

use super::read::ReadProofError;
use super::{Tool, write::ProofError};
use crate::files::write_atomically;
use crate::json;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

const CONTRACTS_FILE: &str = "contracts.json";

/// What a run of `prove` has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContractProofs {
    tool: Tool,
    pub functions: Vec<ContractProof>,
}

/// A function, or a function and the one whose contract it has (`f/c`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ContractProof {
    pub name: String,
    /// The folder of its proofs, in this folder.
    pub folder: String,
    /// As the run told it.
    pub verdict: String,
    /// Whether all was proved that its contract says.
    pub proved: bool,
    /// Functions whose contracts stood for calls of them.
    pub uses: Vec<String>,
}

impl ContractProofs {
    pub fn new(functions: Vec<ContractProof>) -> Self {
        Self { tool: Tool { name: crate::NAME.into(), version: crate::VERSION.into() }, functions }
    }

    /// The name of the folder with the proofs of a function.
    pub fn folder_of(name: &str) -> String {
        name.replace('/', "-with-")
    }

    /// Writes it into the folder, in place of that of a former run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ProofError> {
        let path = folder.join(CONTRACTS_FILE);
        let written = fs::create_dir_all(folder).and_then(|()| write_atomically(&path, json::text(self).as_bytes()));
        written.map_err(|error| ProofError::Write { path, error })
    }

    /// Of a folder; `None` if it has no such file.
    ///
    /// # Errors
    /// The file cannot be read, is another one, or names a folder elsewhere.
    pub fn read(folder: &Path) -> Result<Option<Self>, ReadProofError> {
        let path = folder.join(CONTRACTS_FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(|error| ReadProofError::Io { path: path.clone(), error })?;
        let malformed = |message: String| ReadProofError::Malformed { path: path.clone(), message };
        let proofs: Self = serde_json::from_str(&text).map_err(|e| malformed(format!("not what gotcha writes: {e}")))?;
        if proofs.functions.is_empty() {
            return Err(malformed("the run that wrote it did not come to the end of the first function".to_owned()));
        }
        match proofs.functions.iter().find(|f| f.folder != Self::folder_of(&f.name) || f.folder.contains("..")) {
            Some(f) => Err(malformed(format!("`{}` is no folder with the proofs of {}", f.folder, f.name))),
            None => Ok(Some(proofs)),
        }
    }

    /// The contracts that the proof of a function rests on and that are not proved here.
    pub fn open_uses<'a>(&self, of: &'a ContractProof) -> Vec<&'a str> {
        let is_proved = |name: &str| self.functions.iter().any(|f| f.name == name && f.proved);
        of.uses.iter().map(String::as_str).filter(|name| !is_proved(name)).collect()
    }
}
