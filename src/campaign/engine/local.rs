//! A pool of processes on this machine: threads take the next element, and each runs one process at a time.

use super::{Element, ElementState, Engine, Job, JobId};
use crate::error::Result;
use crate::folder::Folder;
use crate::plan::{Stage, TaskNumber};
use crate::worker::{Running, Worker};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Elements of a job at most: enough that no thread ever waits for the next job, few enough that looking at them costs nothing.
const MOST_ELEMENTS: usize = 256;

pub struct Local {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    n_jobs: u64,
}

struct Shared {
    folder: Folder,
    worker: Worker,
    running: Running,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<(JobId, Element, Stage, Vec<TaskNumber>)>,
    /// Elements that are not gone.
    jobs: FxHashMap<String, FxHashMap<Element, ElementState>>,
    ends: bool,
}

impl Local {
    /// A pool of so many processes.
    pub fn new(folder: &Folder, worker: Worker, processes: usize) -> Self {
        let shared = Arc::new(Shared { folder: folder.clone(), worker, running: Running::default(), state: Mutex::default(), changed: Condvar::new() });
        let threads = (0..processes.max(1)).map(|_| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.work())
        });
        let threads = threads.collect();
        Self { shared, threads, n_jobs: 0 }
    }
}

impl Shared {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.ends {
                return;
            }
            let Some((job, element, stage, tasks)) = state.queue.pop_front() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if let Some(states) = state.jobs.get_mut(&job.0) {
                states.insert(element, ElementState::Running { host: self.worker.host.clone() });
            }
            drop(state);
            let done = self.run(stage, &tasks);
            if let Err(error) = done {
                // Where nothing can be written the log cannot, either.
                let _ = std::fs::write(self.log(&job, element), error.to_string());
            }
            state = self.state();
            if let Some(states) = state.jobs.get_mut(&job.0) {
                states.remove(&element);
            }
        }
    }

    fn log(&self, job: &JobId, element: Element) -> PathBuf {
        self.folder.jobs().join(format!("{}-{}.log", job.0, element.0))
    }

    fn run(&self, stage: Stage, tasks: &[TaskNumber]) -> Result<()> {
        let known = tasks.iter().filter_map(|task| self.folder.task(*task));
        known.take_while(|_| !self.running.is_stopping()).try_for_each(|task| self.worker.execute(&self.folder, &task, stage, &self.running))
    }
}

impl Engine for Local {
    fn name(&self) -> &'static str {
        self.shared.worker.engine
    }

    fn sizes(&self, _stage: Stage) -> (usize, usize) {
        (MOST_ELEMENTS, 1)
    }

    fn at_once(&self) -> usize {
        self.threads.len()
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(20)
    }

    fn outlives(&self) -> bool {
        false
    }

    fn submit(&mut self, job: &Job) -> Result<JobId> {
        // The number alone would be that of a job of an earlier coordinator, too.
        let id = JobId(format!("{}.{}", std::process::id(), self.n_jobs));
        self.n_jobs += 1;
        let mut state = self.shared.state();
        let elements = || (0..).map(Element).zip(&job.elements);
        state.jobs.insert(id.0.clone(), elements().map(|(element, _)| (element, ElementState::Waiting)).collect());
        state.queue.extend(elements().map(|(element, tasks)| (id.clone(), element, job.stage, tasks.clone())));
        self.shared.changed.notify_all();
        Ok(id)
    }

    fn poll(&mut self, job: &JobId) -> Result<Option<FxHashMap<Element, ElementState>>> {
        self.shared.running.kill_late();
        Ok(self.shared.state().jobs.get(&job.0).cloned())
    }

    fn cancel(&mut self, job: &JobId, element: Option<Element>) -> Result<()> {
        let is_meant = |of: &JobId, other: Element| of == job && element.is_none_or(|element| element == other);
        let mut state = self.shared.state();
        state.queue.retain(|(of, other, ..)| !is_meant(of, *other));
        if let Some(states) = state.jobs.get_mut(&job.0) {
            states.retain(|other, what| !is_meant(job, *other) || *what != ElementState::Waiting);
        }
        drop(state);
        // Only whole campaigns are cancelled.
        if element.is_none() {
            self.shared.running.stop();
        }
        Ok(())
    }

    fn log(&self, job: &JobId, element: Element) -> PathBuf {
        self.shared.log(job, element)
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.shared.running.stop();
        let mut state = self.shared.state();
        state.ends = true;
        state.queue.clear();
        drop(state);
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that broke has nothing to say.
            let _ = thread.join();
        }
    }
}
