//! Reads a folder of proofs, whoever wrote it. Refuses one whose scripts are not those that `proof.json` names, or whose claims do not rest on what makes a
//! proof of their method complete:
//!
//! - by forward condition: nothing is cut; the claim;
//! - by k-induction: the states stand for all iterations; the invariants, if there are any; the claim.
//!
//! What scripts say is left to solvers.

use super::{Check, Claim, Method, PROOF_FILE, Proofs, RestsOn, Script};
use crate::files::fingerprint;
use rustc_hash::FxHashSet;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Why a folder is no proof.
#[derive(Debug, Error)]
pub enum ReadProofError {
    #[error("cannot read the proof {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {message}", path.display())]
    Malformed { path: PathBuf, message: String },
}

/// A folder in which every claim with a certificate rests on a complete one.
#[derive(Debug)]
pub struct Folder {
    pub proofs: Proofs,
    /// The scripts' texts, in the order of `proofs.scripts`.
    pub texts: Vec<String>,
    /// Source files that are there and are not those of the proofs.
    pub changed_sources: Vec<String>,
}

/// Reads a folder.
pub fn read(path: &Path) -> Result<Folder, ReadProofError> {
    let file = path.join(PROOF_FILE);
    let text = fs::read_to_string(&file).map_err(|error| ReadProofError::Io { path: file.clone(), error })?;
    let malformed = |message: String| ReadProofError::Malformed { path: file.clone(), message };
    let proofs: Proofs = serde_json::from_str(&text).map_err(|e| malformed(format!("not what gotcha writes: {e}")))?;
    is_complete(&proofs).map_err(malformed)?;
    let texts = proofs.scripts.iter().map(|script| read_script(path, script)).collect::<Result<_, _>>()?;
    let changed = proofs.program.files.iter().filter(|source| fs::read(&source.name).is_ok_and(|content| fingerprint(&content) != source.sha256));
    Ok(Folder { changed_sources: changed.map(|source| source.name.clone()).collect(), texts, proofs })
}

fn read_script(folder: &Path, script: &Script) -> Result<String, ReadProofError> {
    let path = folder.join(&script.file);
    let content = fs::read(&path).map_err(|error| ReadProofError::Io { path: path.clone(), error })?;
    if fingerprint(&content) != script.sha256 {
        return Err(ReadProofError::Malformed { path, message: format!("it has been changed: {PROOF_FILE} was written for another text") });
    }
    String::from_utf8(content).map_err(|_| ReadProofError::Malformed { path, message: "it is no text".into() })
}

/// Does everything that is said to be there exist, and is nothing left out?
fn is_complete(proofs: &Proofs) -> Result<(), String> {
    let mut files = FxHashSet::default();
    for script in &proofs.scripts {
        let mut parts = Path::new(&script.file).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            return Err(format!("`{}` is no name of a script in this folder", script.file));
        }
        if !files.insert(&script.file) {
            return Err(format!("{} is listed twice", script.file));
        }
        let missing = what_is_missing(script);
        if let Some(what) = missing {
            return Err(format!("{} is no proof by its method: {what}", script.file));
        }
    }
    let mut ids = FxHashSet::default();
    for claim in &proofs.claims {
        if !ids.insert((&claim.target.id, claim.status)) {
            return Err(format!("{} is claimed twice", claim.target.id));
        }
        if let Some(rests_on) = &claim.rests_on {
            rests(claim, rests_on, &proofs.scripts)?;
        }
    }
    Ok(())
}

/// What a script lacks to be a proof of what it shows.
fn what_is_missing(script: &Script) -> Option<String> {
    let premises = script.premises();
    let found = match (script.method, &script.checks[..premises]) {
        (Method::ForwardCondition | Method::Clocks, [Check::NothingIsCut]) => true,
        (Method::KInduction, [Check::StatesStandForAll] | [Check::StatesStandForAll, Check::Invariants { .. }]) => true,
        (
            Method::ForwardCondition
            | Method::KInduction
            | Method::Dominator
            | Method::Interval
            | Method::Arg
            | Method::Exhaustive
            | Method::Contracts
            | Method::ControlGraph
            | Method::Synchronisation
            | Method::ThreadModular
            | Method::Clocks,
            _,
        ) => false,
    };
    if !found {
        let needed = match script.method {
            Method::ForwardCondition | Method::Clocks => "a check that nothing is cut, and no other",
            Method::KInduction => "a check that the states stand for all iterations, and at most one of invariants,",
            Method::Dominator
            | Method::Interval
            | Method::Arg
            | Method::Exhaustive
            | Method::Contracts
            | Method::ControlGraph
            | Method::Synchronisation
            | Method::ThreadModular => "scripts show nothing by this method: something else",
        };
        return Some(format!("{needed} must come before what is proved"));
    }
    let mut shown = FxHashSet::default();
    for check in &script.checks[premises..] {
        match check.claim() {
            Some(claim) if shown.insert((&claim.0.id, claim.1)) => {}
            Some((target, _)) => return Some(format!("{} is shown twice", target.id)),
            None => return Some("a check that proofs rest on comes after them".into()),
        }
    }
    None
}

fn rests(claim: &Claim, rests_on: &RestsOn, scripts: &[Script]) -> Result<(), String> {
    let id = &claim.target.id;
    let Some(script) = scripts.iter().find(|script| script.file == rests_on.script) else {
        return Err(format!("{id} rests on {}, which is not listed", rests_on.script));
    };
    let check = rests_on.check.checked_sub(1).and_then(|at| script.checks.get(at));
    let Some((target, status)) = check.and_then(Check::claim) else {
        return Err(format!("{id} rests on check {} of {}, which shows nothing of the kind", rests_on.check, script.file));
    };
    if (target, status) != (&claim.target, claim.status) || script.method != claim.method {
        return Err(format!("{id} rests on check {} of {}, which shows something else", rests_on.check, script.file));
    }
    Ok(())
}

impl Proofs {
    /// The script and the check that something rests on, both counted from 0.
    pub fn place(&self, rests_on: &RestsOn) -> Option<(usize, usize)> {
        let script = self.scripts.iter().position(|script| script.file == rests_on.script)?;
        Some((script, rests_on.check.checked_sub(1)?))
    }
}

impl Script {
    /// How many checks come before the first goal or property.
    pub fn premises(&self) -> usize {
        self.checks.iter().position(|check| check.claim().is_some()).unwrap_or(self.checks.len())
    }
}
