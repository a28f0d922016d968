//! Task arrays of HyperQueue, by its command `hq`, for machines without Slurm and for many short tasks: an element is a task of an array that runs `gotcha campaign work`. Of its outputs only
//! the number of a new job and lists of numbers of tasks are read, which are the ones that stay from version to version. Its own states of success are not looked at.

use super::{Element, ElementState, Engine, Job, JobId, output};
use crate::error::{CampaignError, Result};
use crate::folder::Folder;
use crate::plan::Stage;
use crate::worker::hard_limit;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub const NAME: &str = "hyperqueue";
/// In which variable a task finds its number, and that of its job.
pub const TASK_VARIABLE: &str = "HQ_TASK_ID";
pub const JOB_VARIABLE: &str = "HQ_JOB_ID";
/// Elements of an array at most: so many answers are read each time.
const MOST_ELEMENTS: usize = 1000;
/// Starting a task costs next to nothing, finding its results a little.
const CHUNK_SECONDS: u64 = 30;
const MOST_TASKS: u64 = 10;

pub struct HyperQueue {
    folder: Folder,
    /// gotcha, as the workers have it.
    program: PathBuf,
    /// Elements that its workers run at once.
    at_once: usize,
    /// More words for `hq submit`: resources.
    more: Vec<String>,
}

impl HyperQueue {
    pub fn new(folder: &Folder, program: &Path, at_once: usize, more: Vec<String>) -> Self {
        Self { folder: folder.clone(), program: program.to_owned(), at_once: at_once.max(1), more }
    }
}

/// Numbers of tasks in these states.
fn tasks(job: &JobId, states: &str) -> Result<Vec<Element>> {
    let text = output(NAME, Command::new("hq").args(["job", "task-ids", &job.0]).arg(format!("--filter={states}")))?;
    numbers(&text).ok_or_else(|| CampaignError::Engine { engine: NAME, why: format!("hq job task-ids answers {:?}", text.trim()) })
}

/// Reads `0-3,7`; nothing stands for no task.
fn numbers(text: &str) -> Option<Vec<Element>> {
    let mut numbers = Vec::new();
    for part in text.trim().split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        if last < first || (last - first) as usize >= MOST_ELEMENTS {
            return None;
        }
        numbers.extend((first..=last).map(Element));
    }
    Some(numbers)
}

impl Engine for HyperQueue {
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
        Duration::from_millis(500)
    }

    fn outlives(&self) -> bool {
        true
    }

    fn submit(&mut self, job: &Job) -> Result<JobId> {
        let last = job.elements.len().saturating_sub(1);
        let tasks = job.elements.iter().map(Vec::len).max().unwrap_or(1);
        // gotcha keeps to its own limit; the engine's only ends what does not.
        let seconds = hard_limit(job.stage).as_secs() * tasks as u64;
        let mut command = Command::new("hq");
        command.args(["--output-mode=quiet", "submit", "--cpus=1", "--stdout=none"]);
        command.arg(format!("--array=0-{last}")).arg(format!("--time-limit={seconds}s")).arg(format!("--name=gotcha-{}", &self.folder.about.id[..8]));
        command.arg("--stderr").arg(self.folder.jobs().join("hq-%{JOB_ID}-%{TASK_ID}.log")).arg("--cwd").arg(&self.folder.about.root);
        command.args(&self.more).arg("--").arg(&self.program).args(["campaign", "work"]).arg(&self.folder.path).arg(job.number.0.to_string());
        let text = output(NAME, &mut command)?;
        let id = text.trim();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(CampaignError::Engine { engine: NAME, why: format!("hq submit answers {id:?}") });
        }
        Ok(JobId(id.to_owned()))
    }

    fn poll(&mut self, job: &JobId) -> Result<Option<FxHashMap<Element, ElementState>>> {
        // One question for all that is not at its end: a task that is started again between two questions would seem to be gone.
        let mut states: FxHashMap<Element, ElementState> = tasks(job, "waiting,running")?.into_iter().map(|element| (element, ElementState::Waiting)).collect();
        if !states.is_empty() {
            for element in tasks(job, "running")? {
                // Which worker it is, only outputs tell that are not the same in all versions.
                states.entry(element).and_modify(|state| *state = ElementState::Running { host: String::new() });
            }
        }
        Ok(Some(states))
    }

    fn cancel(&mut self, job: &JobId, element: Option<Element>) -> Result<()> {
        // Whole jobs are cancelled, and no others.
        if element.is_some() {
            return Ok(());
        }
        output(NAME, Command::new("hq").args(["job", "cancel", &job.0])).map(drop)
    }

    fn log(&self, job: &JobId, element: Element) -> PathBuf {
        self.folder.jobs().join(format!("hq-{}-{}.log", job.0, element.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tasks_are_read() {
        let read = |text: &str| numbers(text).map(|all| all.into_iter().map(|element| element.0).collect::<Vec<_>>());
        assert_eq!(read("0-3,7\n"), Some(vec![0, 1, 2, 3, 7]));
        assert_eq!(read("5\n"), Some(vec![5]));
        assert_eq!(read("\n"), Some(vec![]));
        for wrong in ["Job 5 not found", "3-1", "0-4000000000", "1:2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
