//! Proofs in a folder, for other solvers to check: SMT-LIB scripts (`proof-N.smt2`) and what they show (`proof.json`). This file is the form of
//! `proof.json`; its names are a contract with callers, as those of the other results are.
//!
//! | module | what |
//! |---|---|
//! | [`write`](mod@write) | the folder while proofs are found |
//! | [`read`](mod@read) | a folder read again, refused unless each claim rests on a complete script |
//! | [`report`] | what solvers say of it |
//! | [`contracts`] | folders of several functions |

pub mod contracts;
pub mod read;
pub mod report;
#[cfg(test)]
mod tests;
pub mod write;

use engine::status::ProofMethod;
use serde::{Deserialize, Serialize};

const PROOF_FILE: &str = "proof.json";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proofs {
    pub tool: Tool,
    pub program: ProgramInfo,
    /// Names of the criteria or properties.
    pub asked: Vec<String>,
    /// The run ended, and these are all its claims.
    pub finished: bool,
    pub scripts: Vec<Script>,
    pub claims: Vec<Claim>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramInfo {
    pub files: Vec<SourceFile>,
    pub entry: String,
    pub data_model: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// As the user named it.
    pub name: String,
    pub sha256: String,
}

/// A script with what its checks show, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Script {
    pub file: String,
    pub sha256: String,
    pub method: Method,
    pub k: Option<u32>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    ForwardCondition,
    KInduction,
    Clocks,
    /// Of claims only: no script shows them.
    Dominator,
    Interval,
    Arg,
    Exhaustive,
    Contracts,
    ControlGraph,
    Synchronisation,
    ThreadModular,
}

impl From<ProofMethod> for Method {
    fn from(method: ProofMethod) -> Self {
        match method {
            ProofMethod::ForwardCondition => Method::ForwardCondition,
            ProofMethod::KInduction => Method::KInduction,
            ProofMethod::Dominator => Method::Dominator,
            ProofMethod::Interval => Method::Interval,
            ProofMethod::Arg => Method::Arg,
            ProofMethod::Exhaustive => Method::Exhaustive,
            ProofMethod::Contracts => Method::Contracts,
            ProofMethod::ControlGraph => Method::ControlGraph,
            ProofMethod::Synchronisation => Method::Synchronisation,
            ProofMethod::ThreadModular => Method::ThreadModular,
            ProofMethod::Clocks => Method::Clocks,
        }
    }
}

/// What it shows that the check is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "shows", rename_all = "kebab-case")]
pub enum Check {
    /// No path that control flow may lead to what is excluded, of any thread, goes on beyond the bound or where the program is not followed.
    NothingIsCut,
    /// The states that stand for all iterations include those of the next one.
    StatesStandForAll,
    /// Each holds whenever the head of its loop is reached, if all did before.
    Invariants {
        facts: Vec<Fact>,
    },
    Unreachable(Target),
    Holds(Target),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fact {
    pub text: String,
    /// The loop's head.
    #[serde(flatten)]
    pub place: ClaimPlace,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClaimPlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

/// A goal or a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    pub id: String,
    #[serde(flatten)]
    pub place: ClaimPlace,
    /// The kind of goal or the class of properties.
    pub kind: String,
    pub text: String,
}

/// Something that the run claims to have proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    #[serde(flatten)]
    pub target: Target,
    pub status: Claimed,
    pub method: Method,
    pub k: Option<u32>,
    /// Nothing, if the claim cannot be checked here.
    pub rests_on: Option<RestsOn>,
    /// What it rests on then, in words that no solver checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argument: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claimed {
    Unreachable,
    Holds,
}

impl Claimed {
    /// As results name it.
    pub fn name(self) -> &'static str {
        match self {
            Claimed::Unreachable => "unreachable",
            Claimed::Holds => "holds",
        }
    }
}

/// A check of a script, counted from 1. What comes before the script's first goal or property is part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RestsOn {
    pub script: String,
    pub check: usize,
}

impl Check {
    /// What is claimed of what, if it is a goal or a property.
    pub fn claim(&self) -> Option<(&Target, Claimed)> {
        match self {
            Check::Unreachable(target) => Some((target, Claimed::Unreachable)),
            Check::Holds(target) => Some((target, Claimed::Holds)),
            Check::NothingIsCut | Check::StatesStandForAll | Check::Invariants { .. } => None,
        }
    }
}
