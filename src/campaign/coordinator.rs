//! Runs a campaign: hands tasks to an engine, stage by stage, and merges what comes back. Holds nothing that is not in the folder or in the database, but for how often tasks were lost: it
//! may be killed at any moment, and the next one goes on.

use crate::attempt::{Attempt, Outcome, SUITE};
use crate::division::{self, Divided, Found, Next};
use crate::engine::{Element, ElementState, Engine, Job, JobId, JobNumber};
use crate::error::Result;
use crate::folder::{self, Folder, attempts_in, entries, json, parsed};
use crate::plan::{Stage, TaskNumber};
use crate::share::ShareSpec;
use crate::store::merge::Merged;
use crate::store::{CampaignId, Event, State, Store};
use crate::worker::Worker;
use report::result::AnalysisResult;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a task that was lost is run again in a stage.
const MOST_LOSSES: u32 = 3;
/// A job is submitted when fewer elements wait.
const ENOUGH_WAITING: usize = 64;
/// How long the end of processes that were told to end is waited for.
const LAST_WAIT: Duration = Duration::from_secs(10);
/// How long an engine may not answer.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often it is looked whether tasks were given more time.
const LOOK: Duration = Duration::from_secs(1);

/// How a campaign ended, and what it came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub end: State,
    /// Tasks for which nothing is left to be done, and all.
    pub finished: usize,
    pub tasks: usize,
    /// Tasks that were lost too often.
    pub lost: usize,
    /// Executions that broke gotcha.
    pub defects: usize,
    pub conflicts: u64,
    /// Folders of executions that are not whole.
    pub damaged: Vec<String>,
}

/// What is known of a task.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// The last stage that has a run that counts.
    last: Option<Stage>,
    is_final: bool,
    in_flight: bool,
    losses: u32,
    given_up: bool,
}

/// A job that an engine has.
struct Open {
    job: Job,
    id: JobId,
    /// Elements that were there when it was asked last.
    left: FxHashSet<Element>,
    waiting: usize,
}

/// A campaign that is run.
pub struct Coordinator<'a> {
    folder: &'a Folder,
    store: Store,
    campaign: CampaignId,
    engine: Box<dyn Engine>,
    /// Notes what is lost.
    worker: Worker,
    tasks: Vec<Progress>,
    /// Tasks that wait to be submitted.
    ready: BTreeMap<Stage, Vec<TaskNumber>>,
    open: Vec<Open>,
    next_job: u32,
    merged: FxHashSet<String>,
    added: FxHashMap<TaskNumber, Vec<Stage>>,
    /// Tasks that may be divided.
    divided: BTreeMap<TaskNumber, Box<dyn Divided>>,
    /// Shares, which have the numbers behind those of tasks.
    shares: Vec<ShareSpec>,
    looked: Instant,
    /// When the engine answered last.
    answered: Instant,
    /// Nothing is started any more.
    is_ending: bool,
    defects: usize,
    conflicts: i64,
    damaged: Vec<String>,
}

impl<'a> Coordinator<'a> {
    /// Reads what is known. The lock of the folder is held by the caller.
    ///
    /// # Errors
    /// If the folder or the database cannot be used.
    pub fn new(folder: &'a Folder, engine: Box<dyn Engine>, worker: Worker) -> Result<Self> {
        let mut store = Store::open(&folder.about.results)?;
        let campaign = store.register(folder)?;
        let tasks = vec![Progress::default(); folder.tasks.len()];
        let mut coordinator = Self {
            folder,
            store,
            campaign,
            engine,
            worker,
            tasks,
            ready: BTreeMap::new(),
            open: Vec::new(),
            next_job: 0,
            merged: FxHashSet::default(),
            added: folder.added_stages()?,
            divided: folder.tasks.iter().filter_map(|task| Some((task.number, division::of(task)?))).collect(),
            shares: Vec::new(),
            looked: Instant::now(),
            answered: Instant::now(),
            is_ending: false,
            defects: 0,
            conflicts: 0,
            damaged: Vec::new(),
        };
        folder.shares()?.into_iter().try_for_each(|share| coordinator.add_share(share))?;
        for known in coordinator.store.attempts(campaign)? {
            coordinator.note(known.task, known.stage, known.outcome, known.is_final);
            coordinator.merged.insert(known.attempt);
        }
        coordinator.note_divided()?;
        coordinator.merge(folder.attempts()?)?;
        coordinator.adopt()?;
        // Shares begin when somebody has nothing else to do.
        for number in 0..folder.tasks.len() {
            coordinator.make_ready(TaskNumber(number as u32));
        }
        Ok(coordinator)
    }

    /// Runs the campaign to its end. `interrupted` says that the process should end; `tell` is told how far it is.
    ///
    /// # Errors
    /// If the folder or the database cannot be written, or the engine refuses jobs. The campaign can be run again.
    pub fn run(mut self, interrupted: &AtomicBool, tell: &mut dyn FnMut(&Report)) -> Result<Report> {
        self.store.set_state(self.campaign, State::Running)?;
        let done = self.work(interrupted, tell);
        let end = match &done {
            Ok(end) => *end,
            Err(_) => State::Interrupted,
        };
        // A failure to write this is not the one to tell if there was one before.
        let noted = self.store.set_state(self.campaign, end);
        done.and_then(|end| noted.map(|()| end)).and_then(|end| self.report(end))
    }

    fn work(&mut self, interrupted: &AtomicBool, tell: &mut dyn FnMut(&Report)) -> Result<State> {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                return self.end(State::Interrupted);
            }
            if self.folder.is_cancelled() {
                return self.end(State::Cancelled);
            }
            self.collect()?;
            self.look_for_more()?;
            self.submit()?;
            self.divide()?;
            self.unite()?;
            if self.open.is_empty() && self.ready.is_empty() {
                return Ok(State::Finished);
            }
            tell(&self.report(State::Running)?);
            std::thread::sleep(self.engine.pause());
        }
    }

    fn report(&self, end: State) -> Result<Report> {
        Ok(Report {
            end,
            finished: (0..self.tasks.len()).filter(|number| self.is_finished(TaskNumber(*number as u32))).count(),
            tasks: self.tasks.len(),
            lost: self.tasks.iter().filter(|task| task.given_up).count(),
            defects: self.defects,
            conflicts: if end == State::Running { self.conflicts as u64 } else { self.store.conflicts()? },
            damaged: self.damaged.clone(),
        })
    }

    /// Nothing is left to be done for a task. Shares are not needed any more once their task is decided.
    fn is_finished(&self, number: TaskNumber) -> bool {
        let is_final = |number: TaskNumber| self.tasks[number.0 as usize].is_final;
        is_final(number) || is_final(self.root_of(number)) || self.next_stage(number).is_none()
    }

    /// Jobs of an earlier coordinator that the engine still has.
    fn adopt(&mut self) -> Result<()> {
        let mut jobs = Vec::new();
        for path in entries(&self.folder.jobs())? {
            let Some(number) = path.file_name().and_then(|name| name.to_string_lossy().parse::<u32>().ok()) else { continue };
            self.next_job = self.next_job.max(number + 1);
            if !path.join("closed").exists() {
                jobs.push(path);
            }
        }
        for path in jobs {
            let about = path.join("job.json");
            let read = |name: &str| fs::read(path.join(name)).ok();
            let (Some(job), Some(id)) = (read("job.json"), read("id")) else {
                // Nobody knows whether the engine has it: what it may still run does no harm.
                folder::put(&path.join("closed"), b"")?;
                continue;
            };
            let (job, id): (Job, JobId) = (parsed(&about, &job)?, JobId(String::from_utf8_lossy(&id).trim().to_owned()));
            let Some(states) = self.engine.poll(&id)? else {
                folder::put(&path.join("closed"), b"")?;
                continue;
            };
            for element in states.keys() {
                for task in job.elements.get(element.0 as usize).into_iter().flatten() {
                    if let Some(progress) = self.tasks.get_mut(task.0 as usize) {
                        progress.in_flight = true;
                    }
                    self.is_given(*task);
                }
            }
            self.open.push(Open { left: states.keys().copied().collect(), waiting: 0, job, id });
        }
        Ok(())
    }

    /// Asks the engine, and merges what is there of elements that run or are gone.
    fn collect(&mut self) -> Result<()> {
        let mut looked_at = Vec::new();
        let mut gone = Vec::new();
        for open in &mut self.open {
            let states = match self.engine.poll(&open.id) {
                Ok(states) => states.unwrap_or_default(),
                // An engine that does not answer says nothing of its jobs.
                Err(error) if self.answered.elapsed() > PATIENCE => return Err(error),
                Err(_) => continue,
            };
            self.answered = Instant::now();
            open.waiting = states.values().filter(|state| **state == ElementState::Waiting).count();
            let left: FxHashSet<Element> = states.keys().copied().collect();
            for element in &open.left {
                let tasks = open.job.elements.get(element.0 as usize).map(Vec::as_slice).unwrap_or_default();
                if !left.contains(element) {
                    gone.push((open.id.clone(), open.job.stage, *element, tasks.to_vec()));
                    looked_at.extend_from_slice(tasks);
                } else if tasks.len() > 1 && matches!(states.get(element), Some(ElementState::Running { .. })) {
                    looked_at.extend_from_slice(tasks);
                }
            }
            open.left = left;
        }
        let mut found = Vec::new();
        for task in looked_at {
            found.extend(attempts_in(&self.folder.runs_of(task))?);
        }
        self.merge(found)?;
        for (id, stage, element, tasks) in gone {
            tasks.into_iter().try_for_each(|task| self.is_gone(&id, element, task, stage))?;
        }
        let (folder, open) = (self.folder, std::mem::take(&mut self.open));
        for open in open {
            if open.left.is_empty() {
                folder::put_alone(&folder.jobs().join(open.job.number.0.to_string()).join("closed"), b"")?;
            } else {
                self.open.push(open);
            }
        }
        Ok(())
    }

    /// The engine has no task any more that it was given for a stage.
    fn is_gone(&mut self, id: &JobId, element: Element, number: TaskNumber, stage: Stage) -> Result<()> {
        let task = &mut self.tasks[number.0 as usize];
        task.in_flight = false;
        if self.is_ending {
            return Ok(());
        }
        if task.last < Some(stage) && !task.is_final {
            task.losses += 1;
            if task.losses >= MOST_LOSSES {
                task.given_up = true;
                let log = fs::read(self.engine.log(id, element)).unwrap_or_default();
                let why = format!("lost {MOST_LOSSES} times in the stage of {} s\n{}", stage.0, String::from_utf8_lossy(&log));
                self.worker.note_lost(self.folder, number, stage, &why)?;
                self.merge(attempts_in(&self.folder.runs_of(number))?)?;
                self.note_share(number, Found::default());
            }
        }
        self.make_ready(number);
        Ok(())
    }

    /// Merges executions that were not there before.
    fn merge(&mut self, found: Vec<std::path::PathBuf>) -> Result<()> {
        let mut attempts = Vec::new();
        for path in found {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !self.merged.insert(name) {
                continue;
            }
            match Attempt::read(&path) {
                Ok(attempt) => attempts.push(attempt),
                Err(error) => self.damaged.push(error.to_string()),
            }
        }
        if attempts.is_empty() {
            return Ok(());
        }
        let merged = self.store.merge(self.campaign, self.folder, &attempts)?;
        for Merged { task, stage, outcome, is_final, conflicts, .. } in &merged {
            self.note(*task, *stage, *outcome, *is_final);
            self.conflicts += conflicts;
            if *conflicts > 0 {
                let text = format!("task {} contradicts an earlier answer: see the conflicts", task.0);
                self.store.tell(self.campaign, &Event::Alarm { text })?;
            }
        }
        attempts.iter().try_for_each(|attempt| self.note_attempt(attempt))?;
        let numbers = merged.iter().map(|merged| merged.task.0).collect();
        self.store.tell(self.campaign, &Event::Tasks { numbers })
    }

    fn note(&mut self, task: TaskNumber, stage: Stage, outcome: Outcome, is_final: bool) {
        self.defects += usize::from(outcome == Outcome::Defect);
        let Some(task) = self.tasks.get_mut(task.0 as usize) else { return };
        if outcome.counts() {
            task.last = task.last.max(Some(stage));
            task.losses = 0;
        }
        task.is_final |= is_final;
    }

    /// The next stage of a task, if it has one.
    fn next_stage(&self, number: TaskNumber) -> Option<Stage> {
        let task = &self.tasks[number.0 as usize];
        if task.is_final {
            return None;
        }
        self.stages_of(number).into_iter().find(|stage| Some(*stage) > task.last)
    }

    fn stages_of(&self, number: TaskNumber) -> Vec<Stage> {
        match self.share(number) {
            Some(share) => [share.stage].into_iter().chain(self.added.get(&number).into_iter().flatten().copied()).collect(),
            None => self.folder.stages_of(number, &self.added),
        }
    }

    fn make_ready(&mut self, number: TaskNumber) {
        let task = &self.tasks[number.0 as usize];
        if task.in_flight || task.given_up {
            return;
        }
        if let Some(stage) = self.next_stage(number) {
            self.tasks[number.0 as usize].in_flight = true;
            self.ready.entry(stage).or_default().push(number);
        }
    }

    fn look_for_more(&mut self) -> Result<()> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        let added = self.folder.added_stages()?;
        if added != self.added {
            self.added = added;
            let numbers: Vec<TaskNumber> = self.added.keys().copied().filter(|number| self.folder.task(*number).is_some()).collect();
            numbers.into_iter().for_each(|number| self.make_ready(number));
        }
        Ok(())
    }

    /// Gives the engine the tasks with the shortest stage that wait, while it has little to do.
    fn submit(&mut self) -> Result<()> {
        while self.open.iter().map(|open| open.waiting).sum::<usize>() < ENOUGH_WAITING {
            let Some(mut entry) = self.ready.first_entry() else { return Ok(()) };
            let stage = *entry.key();
            let (n_elements, n_tasks) = self.engine.sizes(stage);
            let waiting = entry.get_mut();
            let tasks: Vec<TaskNumber> = waiting.drain(..waiting.len().min(n_elements * n_tasks)).collect();
            if waiting.is_empty() {
                entry.remove();
            }
            let elements: Vec<Vec<TaskNumber>> = tasks.chunks(n_tasks).map(<[_]>::to_vec).collect();
            let job = Job { number: JobNumber(self.next_job), stage, memory: self.folder.about.memory, elements };
            self.next_job += 1;
            let place = self.folder.jobs().join(job.number.0.to_string());
            fs::create_dir_all(&place).map_err(crate::error::writing(&place))?;
            folder::put_alone(&place.join("job.json"), &json(&job))?;
            let id = self.engine.submit(&job)?;
            folder::put_alone(&place.join("id"), id.0.as_bytes())?;
            let left = (0..job.elements.len() as u32).map(Element).collect();
            self.open.push(Open { waiting: job.elements.len(), left, job, id });
        }
        Ok(())
    }

    fn share(&self, number: TaskNumber) -> Option<&ShareSpec> {
        self.shares.get((number.0 as usize).checked_sub(self.folder.tasks.len())?)
    }

    fn root_of(&self, number: TaskNumber) -> TaskNumber {
        self.share(number).map_or(number, |share| share.root)
    }

    /// A share that the folder has.
    fn add_share(&mut self, share: ShareSpec) -> Result<()> {
        self.store.note_share(self.campaign, self.folder, &share)?;
        self.tasks.push(Progress::default());
        if let Some(divided) = self.divided.get_mut(&share.root) {
            divided.add(&share);
        }
        self.shares.push(share);
        Ok(())
    }

    fn is_given(&mut self, number: TaskNumber) {
        let root = self.root_of(number);
        if let Some(divided) = self.divided.get_mut(&root) {
            divided.is_given(number);
        }
    }

    /// What earlier coordinators have merged of tasks that are divided.
    fn note_divided(&mut self) -> Result<()> {
        let numbers: Vec<TaskNumber> = self.divided.keys().copied().chain(self.shares.iter().map(|share| share.number)).collect();
        for number in numbers {
            for path in attempts_in(&self.folder.runs_of(number))? {
                let is_known = path.file_name().is_some_and(|name| self.merged.contains(&*name.to_string_lossy()));
                if let Some(attempt) = is_known.then(|| Attempt::read(&path).ok()).flatten() {
                    self.note_attempt(&attempt)?;
                }
            }
        }
        Ok(())
    }

    /// What an execution has found out of a task that may be divided.
    fn note_attempt(&mut self, attempt: &Attempt) -> Result<()> {
        let number = attempt.record.task;
        let root = self.root_of(number);
        let Some(divided) = self.divided.get_mut(&root) else { return Ok(()) };
        if attempt.record.engine == division::METHOD {
            divided.note_united();
        } else if attempt.record.outcome.counts() {
            let relative = attempt.folder.strip_prefix(&self.folder.path).ok().filter(|_| attempt.record.files.contains_key(SUITE));
            let suite = relative.map(|folder| folder.join(SUITE).display().to_string());
            self.note_share(number, Found { result: attempt.result.as_ref(), decisions: attempt.decisions()?, suite });
        }
        Ok(())
    }

    fn note_share(&mut self, number: TaskNumber, found: Found<'_>) {
        let task = &self.tasks[number.0 as usize];
        let has_ended = task.given_up || self.next_stage(number).is_none();
        let root = self.root_of(number);
        if let Some(divided) = self.divided.get_mut(&root) {
            divided.note(number, found, has_ended);
        }
    }

    /// Gives idle workers shares of tasks that are open when nothing else is to be done.
    fn divide(&mut self) -> Result<()> {
        while self.ready.is_empty() && self.open.iter().map(|open| open.left.len()).sum::<usize>() < self.engine.at_once() {
            let first = TaskNumber(self.tasks.len() as u32);
            let mut started = Vec::new();
            match self.divided.values().map(|divided| divided.next(first)).find(|next| *next != Next::Nothing) {
                None | Some(Next::Nothing) => return Ok(()),
                Some(Next::Start(number)) => started.push(number),
                Some(Next::Divide { shares, wanted }) => {
                    started.extend(shares.iter().take(wanted).map(|share| share.number));
                    for share in shares {
                        self.folder.add_share(&share)?;
                        self.add_share(share)?;
                    }
                }
            }
            for number in started {
                self.is_given(number);
                self.make_ready(number);
            }
            self.submit()?;
        }
        Ok(())
    }

    /// Notes what shares have come to together, as an execution of their task.
    fn unite(&mut self) -> Result<()> {
        let united: Vec<(TaskNumber, AnalysisResult)> = self.divided.iter().filter_map(|(root, divided)| Some((*root, divided.united()?))).collect();
        for (root, result) in united {
            let Some(division) = self.folder.task(root).and_then(|task| task.division) else { continue };
            let last = self.tasks[root.0 as usize].last.map_or(0, |stage| stage.0);
            self.worker.note_united(self.folder, root, Stage(last + division.stage.0), &result)?;
            self.merge(attempts_in(&self.folder.runs_of(root))?)?;
        }
        Ok(())
    }

    /// Ends what runs, and keeps what it has.
    fn end(&mut self, state: State) -> Result<State> {
        // Engines that run tasks elsewhere go on when only this process is to end.
        if state == State::Interrupted && self.engine.outlives() {
            return Ok(state);
        }
        self.is_ending = true;
        for open in &self.open {
            self.engine.cancel(&open.id, None)?;
        }
        let start = Instant::now();
        while !self.open.is_empty() && start.elapsed() < LAST_WAIT {
            self.collect()?;
            std::thread::sleep(self.engine.pause());
        }
        Ok(state)
    }
}

/// Reads one job of a campaign.
///
/// # Errors
/// If there is none of this number.
pub fn job(folder: &Folder, number: JobNumber) -> Result<Job> {
    let path = folder.jobs().join(number.0.to_string()).join("job.json");
    read_job(&path)
}

fn read_job(path: &Path) -> Result<Job> {
    parsed(path, &fs::read(path).map_err(crate::error::reading(path))?)
}
