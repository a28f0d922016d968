//! One execution of a task as a folder: what the worker notes of it, written aside and renamed, and read again by whoever merges. The last file that is written names the others with
//! their hashes, so that a folder of which a part is missing is told from a whole one.

use crate::error::{CampaignError, Result, reading, writing};
use crate::folder::{json, parsed};
use crate::plan::{Stage, TaskNumber};
use report::files::fingerprint;
use report::result::AnalysisResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tasks::shares::Decision;

/// The last file.
const RECORD: &str = "result.json";
/// What was analysed, by which decisions its paths may be divided, and what it covers, of tasks whose paths may be divided.
pub(crate) const CONDITION: &str = "condition.spc";
pub(crate) const DECISIONS: &str = "decisions.json";
pub(crate) const COVERAGE: &str = "coverage.json";
/// The tests, of tasks whose goals may be divided.
pub(crate) const SUITE: &str = "suite.zip";
/// What gotcha wrote.
pub(crate) const OUTPUT: &str = "output.json";
/// The form of the record.
const FORMAT: u32 = 1;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With a verdict.
    Ok,
    /// With a verdict, since memory was short.
    Memory,
    /// It was killed when it did not come back.
    Timeout,
    /// The command line or a file that it names is wrong.
    Wrong,
    /// The program is wrong or unsupported.
    Unsupported,
    /// gotcha is broken.
    Defect,
    /// Somebody asked for the end.
    Cancelled,
    /// It was killed, or nobody knows what became of it.
    Lost,
}

impl Outcome {
    pub const ALL: [Self; 8] = [Self::Ok, Self::Memory, Self::Timeout, Self::Wrong, Self::Unsupported, Self::Defect, Self::Cancelled, Self::Lost];

    /// Is the task not run again in the same stage?
    pub fn counts(self) -> bool {
        !matches!(self, Self::Cancelled | Self::Lost)
    }

    /// Is more time worth it?
    pub fn may_go_on(self) -> bool {
        matches!(self, Self::Ok | Self::Memory | Self::Timeout)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Memory => "memory",
            Self::Timeout => "timeout",
            Self::Wrong => "wrong",
            Self::Unsupported => "unsupported",
            Self::Defect => "defect",
            Self::Cancelled => "cancelled",
            Self::Lost => "lost",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// What is noted of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub format: u32,
    /// The campaign's id.
    pub campaign: String,
    pub task: TaskNumber,
    pub stage: Stage,
    /// The name of the execution, which no other one has.
    pub attempt: String,
    pub engine: String,
    /// What the engine calls it.
    pub engine_id: Option<String>,
    pub host: String,
    /// Milliseconds since 1970 by the clock of the host.
    pub started: u64,
    pub wall_ms: u64,
    pub cpu_ms: u64,
    pub memory_kb: u64,
    pub exit: Option<i32>,
    pub signal: Option<i32>,
    pub outcome: Outcome,
    /// SHA-256 of the program that ran.
    pub tool: String,
    /// The other files by their names, with their hashes.
    pub files: BTreeMap<String, String>,
}

impl Record {
    /// One without anything that is measured.
    pub fn new(campaign: &str, task: TaskNumber, stage: Stage, attempt: &str, outcome: Outcome) -> Self {
        Self {
            format: FORMAT,
            campaign: campaign.to_owned(),
            task,
            stage,
            attempt: attempt.to_owned(),
            engine: String::new(),
            engine_id: None,
            host: String::new(),
            started: 0,
            wall_ms: 0,
            cpu_ms: 0,
            memory_kb: 0,
            exit: None,
            signal: None,
            outcome,
            tool: String::new(),
            files: BTreeMap::new(),
        }
    }
}

/// An execution as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    pub folder: PathBuf,
    /// SHA-256 of the record, and so of all files.
    pub hash: String,
    pub record: Record,
    pub result: Option<AnalysisResult>,
    /// Lines that executions pass within what was analysed.
    pub coverage: Vec<LineCoverage>,
}

/// What is known of a line.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LineCoverage {
    pub file: String,
    pub line: u32,
    pub status: LineStatus,
}

/// Of several runs the last of these counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineStatus {
    /// No path to it was analysed.
    Unexplored,
    #[serde(rename = "not covered")]
    NotCovered,
    Undecided,
    Covered,
}

/// Of what `explored` writes.
#[derive(Deserialize)]
struct CoverageText {
    lines: Vec<LineCoverage>,
}

/// The folder that an execution is written into before it has its name.
pub(crate) fn part_of(runs_of_task: &Path, attempt: &str) -> PathBuf {
    runs_of_task.join(format!("{attempt}.part"))
}

/// Notes the files of the folder and then the record, and gives the folder its name.
///
/// # Errors
/// If that cannot be written; then the folder is gone.
pub(crate) fn finish(part: &Path, mut record: Record) -> Result<()> {
    let mut write = || {
        for entry in fs::read_dir(part).map_err(reading(part))?.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_file()) {
                let content = fs::read(entry.path()).map_err(reading(part))?;
                record.files.insert(entry.file_name().to_string_lossy().into_owned(), fingerprint(&content));
            }
        }
        let last = part.join(RECORD);
        fs::write(&last, json(&record)).map_err(writing(&last))?;
        let whole = part.with_extension("");
        fs::rename(part, &whole).map_err(writing(&whole))
    };
    write().inspect_err(|_| {
        // The failure to tell is the one of writing.
        let _ = fs::remove_dir_all(part);
    })
}

impl Attempt {
    /// Reads the folder of an execution.
    ///
    /// # Errors
    /// If it is not whole: then nothing in it counts.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(RECORD);
        let text = fs::read(&path).map_err(reading(&path))?;
        let record: Record = parsed(&path, &text)?;
        let broken = |why: String| CampaignError::Malformed { path: folder.to_owned(), why };
        if record.format != FORMAT {
            return Err(broken(format!("its record has form {}, and this version reads {FORMAT}", record.format)));
        }
        if folder.file_name().is_none_or(|name| name.to_string_lossy() != record.attempt) {
            return Err(broken(format!("its record is of the execution {}", record.attempt)));
        }
        let (mut result, mut coverage) = (None, Vec::new());
        for (name, hash) in &record.files {
            if name.contains('/') || name == ".." {
                return Err(broken(format!("its record names {name}, which is no file in it")));
            }
            let content = fs::read(folder.join(name)).map_err(reading(folder))?;
            if fingerprint(&content) != *hash {
                return Err(broken(format!("{name} is not what was written")));
            }
            if name == COVERAGE {
                coverage = parsed::<CoverageText>(&folder.join(name), &content)?.lines;
            }
            if name == OUTPUT && record.outcome.may_have_result() {
                let text = std::str::from_utf8(&content).map_err(|error| broken(error.to_string()))?;
                result = Some(AnalysisResult::read(text).map_err(|error| broken(format!("{name}: {error}")))?);
            }
        }
        Ok(Self { folder: folder.to_owned(), hash: fingerprint(&text), record, result, coverage })
    }

    /// Decisions by which its paths may be divided.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn decisions(&self) -> Result<Vec<Decision>> {
        if !self.record.files.contains_key(DECISIONS) {
            return Ok(Vec::new());
        }
        let path = self.folder.join(DECISIONS);
        parsed(&path, &fs::read(&path).map_err(reading(&path))?)
    }
}

impl Outcome {
    /// What is left of a process that was killed is not read.
    fn may_have_result(self) -> bool {
        !matches!(self, Self::Timeout | Self::Lost | Self::Wrong | Self::Unsupported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> PathBuf {
        let part = part_of(folder, "a-1");
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("stdout.txt"), "VERDICT: true\n").unwrap();
        finish(&part, Record::new("c", TaskNumber(0), Stage(5), "a-1", Outcome::Lost)).unwrap();
        folder.join("a-1")
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let attempt = Attempt::read(&written(folder.path())).unwrap();
        assert_eq!((attempt.record.stage, attempt.record.files.len()), (Stage(5), 1));
        assert!(!part_of(folder.path(), "a-1").exists());
    }

    #[test]
    fn a_folder_that_is_cut_in_half_does_not_count() {
        for harm in [0, 1, 2, 3] {
            let folder = tempfile::tempdir().unwrap();
            let whole = written(folder.path());
            match harm {
                0 => fs::remove_file(whole.join("stdout.txt")).unwrap(),
                1 => fs::write(whole.join("stdout.txt"), "VERDICT: tr").unwrap(),
                2 => fs::write(whole.join(RECORD), &fs::read(whole.join(RECORD)).unwrap()[..200]).unwrap(),
                _ => fs::rename(&whole, folder.path().join("a-2")).unwrap(),
            }
            let at = if harm == 3 { folder.path().join("a-2") } else { whole };
            assert!(Attempt::read(&at).is_err(), "{harm}");
        }
    }
}
