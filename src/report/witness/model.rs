//! A witness as data, whatever format it has in a file.

use goto::DataModel;
use instrument::witness::SwitchLabel;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::SystemTime;
use thiserror::Error;

/// What is wrong with a witness, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{message}", line.map(|l| format!("line {l}: ")).unwrap_or_default())]
pub struct WitnessError {
    /// In the witness.
    pub line: Option<u32>,
    pub message: String,
}

impl WitnessError {
    pub fn new(line: Option<u32>, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub metadata: Metadata,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    pub uuid: String,
    pub creation_time: String,
    pub producer: String,
    pub producer_version: String,
    /// The input files with the SHA-256 of their contents in hexadecimal.
    pub files: Vec<(String, String)>,
    pub specification: String,
    pub model: DataModel,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// The last segment's waypoint to follow is the target; of violations by several threads at once it has one for each.
    Violation(Vec<Segment>),
    Correctness {
        invariants: Vec<Invariant>,
        contracts: Vec<FunctionContract>,
        ghosts: Ghosts,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub avoid: Vec<Waypoint>,
    pub follow: Waypoint,
    /// Targets that other threads come to at the same time.
    pub beside: Vec<Waypoint>,
}

impl Segment {
    /// Nothing is avoided.
    pub fn of(follow: Waypoint) -> Self {
        Self { avoid: Vec::new(), follow, beside: Vec::new() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    pub kind: WaypointKind,
    /// `None`: anywhere; only for targets, which older witnesses may leave open.
    pub place: Option<WitnessPlace>,
    /// Which thread passes it, by the order in which threads begin; the first one is 0. `None`: any.
    pub thread: Option<u32>,
    /// In the witness.
    pub line: Option<u32>,
}

impl Waypoint {
    pub fn of_thread(self, thread: u32) -> Self {
        Self { thread: Some(thread), ..self }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// An expression of C that holds just before a statement.
    Assumption(String),
    Branching(Decision),
    FunctionEnter,
    /// What is said of `\result`; `callee` is told by older witnesses, which have no columns.
    FunctionReturn {
        constraint: String,
        callee: Option<String>,
    },
    Target,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    Holds(bool),
    Label(SwitchLabel),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessPlace {
    pub file: String,
    pub line: u32,
    pub column: Column,
    pub function: Option<String>,
}

/// Where in its line something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// In bytes from 1.
    At(u32),
    /// What fits and stands leftmost.
    Leftmost,
    /// Whatever fits: formats without columns.
    Any,
}

impl Column {
    pub fn number(self) -> Option<u32> {
        match self {
            Column::At(column) => Some(column),
            Column::Leftmost | Column::Any => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// It holds whenever a loop's condition is about to be evaluated, not just before a statement.
    pub of_loop: bool,
    pub place: WitnessPlace,
    /// An expression of C.
    pub value: String,
    /// In the witness.
    pub line: Option<u32>,
}

/// Variables that only the witness has.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Ghosts {
    pub variables: Vec<GhostVariable>,
    pub updates: Vec<GhostUpdate>,
}

/// An `int` of all threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GhostVariable {
    pub name: String,
    pub initial: i32,
}

/// The variable gets the value together with the statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GhostUpdate {
    pub place: WitnessPlace,
    pub variable: String,
    pub value: i32,
}

/// What holds whenever a function is called, and whenever it returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionContract {
    pub place: WitnessPlace,
    /// Expressions of C, with `\result`, `\old(x)` and `\at(x, Old)`.
    pub requires: String,
    pub ensures: String,
    /// Numbers have no bounds.
    pub is_acsl: bool,
    /// In the witness.
    pub line: Option<u32>,
}

impl Metadata {
    /// For a witness that is made now, of files as they are.
    pub fn now(files: &[impl AsRef<Path>], specification: &str, model: DataModel) -> Self {
        let hash = |path: &Path| hex(&Sha256::digest(std::fs::read(path).unwrap_or_default()));
        let files: Vec<(String, String)> = files.iter().map(|f| (f.as_ref().display().to_string(), hash(f.as_ref()))).collect();
        let now = SystemTime::now();
        Self {
            uuid: uuid(now, &files),
            creation_time: humantime::format_rfc3339_seconds(now).to_string(),
            producer: crate::NAME.to_owned(),
            producer_version: crate::VERSION.to_owned(),
            files,
            specification: specification.to_owned(),
            model,
        }
    }

    /// For another entry of the same witness.
    pub fn another_uuid(&self) -> String {
        uuid_of(Sha256::new().chain_update("another than ").chain_update(&self.uuid))
    }

    /// `32bit` or `64bit`.
    pub fn architecture(&self) -> &'static str {
        match self.model {
            DataModel::Ilp32 => "32bit",
            DataModel::Lp64 => "64bit",
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A random UUID in form; what makes it unique are the time, the process and the files.
fn uuid(now: SystemTime, files: &[(String, String)]) -> String {
    let mut digest = Sha256::new();
    digest.update(format!("{now:?} {} {files:?}", std::process::id()));
    uuid_of(digest)
}

fn uuid_of(digest: Sha256) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.finalize()[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

/// Eight, four, four, four and twelve hexadecimal digits.
pub fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|g| g.len()).eq([8, 4, 4, 4, 12]) && groups.iter().all(|g| g.chars().all(|c| c.is_ascii_hexdigit()))
}

/// A date and a time of ISO 8601.
pub fn is_time(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some(parts) => parts,
        None => return false,
    };
    let numbers = |text: &str, separator: char, lengths: &[usize]| {
        let parts: Vec<&str> = text.split(separator).collect();
        parts.iter().map(|p| p.len()).eq(lengths.iter().copied()) && parts.iter().all(|p| p.chars().all(|c| c.is_ascii_digit()))
    };
    let zone = time.trim_end_matches('Z').split(['+', '-']).next().unwrap_or("");
    let clock = zone.split(['.', ',']).next().unwrap_or("");
    numbers(date, '-', &[4, 2, 2]) && (numbers(clock, ':', &[2, 2, 2]) || numbers(clock, ':', &[2, 2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_times() {
        let metadata = Metadata::now(&["no such file"], "x", DataModel::Lp64);
        assert!(is_uuid(&metadata.uuid) && is_time(&metadata.creation_time), "{metadata:?}");
        for time in ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00+01:00", "2026-01-01T12:00:00.123456"] {
            assert!(is_time(time), "{time}");
        }
        for no_time in ["", "yesterday", "2026-01-01", "12:00:00", "2026-1-1T12:00:00Z"] {
            assert!(!is_time(no_time), "{no_time}");
        }
        assert!(!is_uuid("841700c0-7dd9-4b4a-b894") && !is_uuid("841700c0-7dd9-4b4a-b894-e62a49498c1g"));
    }
}
