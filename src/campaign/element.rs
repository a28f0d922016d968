//! What an element of a job does on whatever machine it runs: its tasks, one after the other, without those that an earlier execution of the element has done.

use crate::attempt::Attempt;
use crate::coordinator::job;
use crate::engine::{Element, JobNumber};
use crate::error::{CampaignError, Result};
use crate::folder::{Folder, attempts_in};
use crate::plan::{Stage, TaskNumber};
use crate::worker::{Running, Worker};

/// Runs an element.
///
/// # Errors
/// If the job is not there, or results cannot be written.
pub fn run(folder: &Folder, number: JobNumber, element: Element, worker: &Worker, running: &Running) -> Result<()> {
    let job = job(folder, number)?;
    let Some(tasks) = job.elements.get(element.0 as usize) else {
        return Err(CampaignError::Usage(format!("job {} has no element {}", number.0, element.0)));
    };
    for number in tasks {
        if running.is_stopping() || folder.is_cancelled() {
            return Ok(());
        }
        let Some(task) = folder.task(*number) else { continue };
        if !is_done(folder, *number, job.stage)? {
            worker.execute(folder, &task, job.stage, running)?;
        }
    }
    Ok(())
}

fn is_done(folder: &Folder, task: TaskNumber, stage: Stage) -> Result<bool> {
    let counts = |attempt: Attempt| attempt.record.stage == stage && attempt.record.outcome.counts();
    Ok(attempts_in(&folder.runs_of(task))?.iter().any(|path| Attempt::read(path).is_ok_and(counts)))
}
