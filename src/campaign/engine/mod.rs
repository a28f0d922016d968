//! Where tasks run: the narrow interface to a pool of processes on this machine and to clusters. An engine knows elements that wait, run or are gone; what came of them is told by the
//! folder of the campaign alone.

pub mod hyperqueue;
pub mod local;
pub mod slurm;

use crate::error::{CampaignError, Result};
use crate::plan::{Stage, TaskNumber};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The number of a job in its campaign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobNumber(pub u32);

/// An element of a job: some tasks, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Element(pub u32);

/// What an engine calls a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub String);

/// What an engine is asked to run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    pub number: JobNumber,
    pub stage: Stage,
    /// Bytes of an element.
    pub memory: u64,
    /// The tasks of each element.
    pub elements: Vec<Vec<TaskNumber>>,
}

/// What an engine knows of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ElementState {
    Waiting,
    Running { host: String },
    Gone,
}

/// What a command of an engine prints.
fn output(engine: &'static str, command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |why: String| CampaignError::Engine { engine, why };
    let output = command.stdin(Stdio::null()).output().map_err(|error| failed(format!("cannot run {name}: {error}")))?;
    if !output.status.success() {
        return Err(failed(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A system that runs jobs.
pub trait Engine {
    fn name(&self) -> &'static str;

    /// Elements of a job at most, and tasks of an element in a stage.
    fn sizes(&self, stage: Stage) -> (usize, usize);

    /// Elements that run at the same time, at most.
    fn at_once(&self) -> usize;

    /// How often it is worth to ask.
    fn pause(&self) -> Duration;

    /// Do jobs go on when this process ends?
    fn outlives(&self) -> bool;

    /// # Errors
    /// If the engine refuses the job or is not there.
    fn submit(&mut self, job: &Job) -> Result<JobId>;

    /// Elements that are not named are gone. `None` if this engine has never heard of the job.
    ///
    /// # Errors
    /// If the engine does not answer, which says nothing of the job.
    fn poll(&mut self, job: &JobId) -> Result<Option<FxHashMap<Element, ElementState>>>;

    /// Ends an element, or all.
    ///
    /// # Errors
    /// If the engine does not answer.
    fn cancel(&mut self, job: &JobId, element: Option<Element>) -> Result<()>;

    /// What the engine itself wrote of an element.
    fn log(&self, job: &JobId, element: Element) -> PathBuf;
}
