//! Job arrays of Slurm, by its commands: an element is an element of an array that runs `gotcha campaign work`. Slurm's own states of success are not looked at, since it takes verdicts for
//! failures, and its limits of time, which are whole minutes, only end what hangs.

use super::{Element, ElementState, Engine, Job, JobId, output};
use crate::error::{CampaignError, Result};
use crate::folder::Folder;
use crate::plan::Stage;
use crate::worker::hard_limit;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// In which variable an element finds its number, and that of its job.
pub const ELEMENT_VARIABLE: &str = "SLURM_ARRAY_TASK_ID";
pub const JOB_VARIABLE: &str = "SLURM_JOB_ID";
pub const NAME: &str = "slurm";
/// Runs the words behind it: what they are is no matter of a shell.
const SCRIPT: &str = "#!/bin/sh\nexec \"$@\"\n";
/// Elements of an array at most, below the default of `MaxArraySize`.
const MOST_ELEMENTS: usize = 1000;
/// An element is worth the time that scheduling takes.
const CHUNK_SECONDS: u64 = 300;
const MOST_TASKS: u64 = 60;

pub struct Slurm {
    folder: Folder,
    /// gotcha, as the nodes have it.
    program: PathBuf,
    /// Elements of an array that run at once.
    at_once: usize,
    /// More words for `sbatch`: a partition, an account.
    more: Vec<String>,
}

impl Slurm {
    pub fn new(folder: &Folder, program: &Path, at_once: usize, more: Vec<String>) -> Self {
        Self { folder: folder.clone(), program: program.to_owned(), at_once: at_once.max(1), more }
    }

    fn script(&self) -> PathBuf {
        self.folder.jobs().join("element.sh")
    }
}

/// Minutes, rounded up, in which all tasks of an element have ended.
fn minutes(stage: Stage, tasks: usize) -> u64 {
    (hard_limit(stage).as_secs() * tasks as u64).div_ceil(60)
}

/// What `squeue` says of the elements of a job: a line `JOB_ELEMENT STATE NODES` for each.
fn states(text: &str, job: &JobId) -> FxHashMap<Element, ElementState> {
    let mut states = FxHashMap::default();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (Some(id), Some(state)) = (words.next(), words.next()) else { continue };
        let Some(element) = id.strip_prefix(job.0.as_str()).and_then(|rest| rest.strip_prefix('_')).and_then(|n| n.parse().ok()) else { continue };
        let state = match state {
            "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "CONFIGURING" | "SPECIAL_EXIT" | "SUSPENDED" => ElementState::Waiting,
            "CANCELLED" | "COMPLETED" | "FAILED" | "TIMEOUT" | "NODE_FAIL" | "OUT_OF_MEMORY" | "BOOT_FAIL" | "DEADLINE" | "PREEMPTED" => continue,
            _ => ElementState::Running { host: words.next().unwrap_or_default().to_owned() },
        };
        states.insert(Element(element), state);
    }
    states
}

impl Engine for Slurm {
    fn name(&self) -> &'static str {
        NAME
    }

    fn sizes(&self, stage: Stage) -> (usize, usize) {
        (MOST_ELEMENTS, (CHUNK_SECONDS / stage.0).clamp(1, MOST_TASKS) as usize)
    }

    fn at_once(&self) -> usize {
        self.at_once
    }

    fn pause(&self) -> Duration {
        Duration::from_secs(2)
    }

    fn outlives(&self) -> bool {
        true
    }

    fn submit(&mut self, job: &Job) -> Result<JobId> {
        crate::folder::put(&self.script(), SCRIPT.as_bytes())?;
        let last = job.elements.len().saturating_sub(1);
        let tasks = job.elements.iter().map(Vec::len).max().unwrap_or(1);
        // gotcha keeps to its own limit; the engine's only ends what does not.
        let megabytes = job.memory / 1_000_000 + 256;
        let log = self.folder.jobs().join("%A_%a.log");
        let mut command = Command::new("sbatch");
        command.args(["--parsable", "--requeue", "--signal=B:TERM@30", "--open-mode=append", "--cpus-per-task=1"]);
        command.arg(format!("--array=0-{last}%{}", self.at_once)).arg(format!("--mem={megabytes}M")).arg(format!("--time={}", minutes(job.stage, tasks)));
        command.arg(format!("--job-name=gotcha-{}", &self.folder.about.id[..8])).arg("--output").arg(&log).arg("--chdir").arg(&self.folder.about.root);
        command.args(&self.more).arg(self.script());
        command.arg(&self.program).args(["campaign", "work"]).arg(&self.folder.path).arg(job.number.0.to_string());
        let text = output(NAME, &mut command)?;
        // With several clusters the name of one stands behind the number.
        let id = text.trim().split(';').next().unwrap_or_default().to_owned();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(CampaignError::Engine { engine: NAME, why: format!("sbatch answers {:?}", text.trim()) });
        }
        Ok(JobId(id))
    }

    fn poll(&mut self, job: &JobId) -> Result<Option<FxHashMap<Element, ElementState>>> {
        // Of all jobs: a job that has ended is an error where it is asked for by its number.
        let text = output(NAME, Command::new("squeue").args(["--me", "-r", "-h", "-o", "%i %T %N"]))?;
        Ok(Some(states(&text, job)))
    }

    fn cancel(&mut self, job: &JobId, element: Option<Element>) -> Result<()> {
        let id = element.map_or(job.0.clone(), |element| format!("{}_{}", job.0, element.0));
        // Results are written after SIGTERM; SIGKILL comes later by itself.
        output(NAME, Command::new("scancel").arg(id)).map(drop)
    }

    fn log(&self, job: &JobId, element: Element) -> PathBuf {
        self.folder.jobs().join(format!("{}_{}.log", job.0, element.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_squeue_are_read() {
        let text = "12_0 RUNNING n1\n12_1 PENDING \n12_2 COMPLETING n2\n12_3 COMPLETED n1\n123_4 RUNNING n1\n12 RUNNING n1\n\nslurm: warning\n";
        let states = states(text, &JobId("12".into()));
        let mut found: Vec<_> = states.into_iter().collect();
        found.sort_by_key(|(element, _)| *element);
        let running = |host: &str| ElementState::Running { host: host.into() };
        assert_eq!(found, [(Element(0), running("n1")), (Element(1), ElementState::Waiting), (Element(2), running("n2"))]);
    }

    #[test]
    fn limits_are_whole_minutes() {
        assert_eq!((minutes(Stage(5), 1), minutes(Stage(5), 60), minutes(Stage(600), 1)), (2, 66, 13));
    }
}
