//! The folder that a campaign is: what it wants, what was asked of engines, what came back. Everything in it is written once or replaced whole, so that whoever is killed leaves a
//! folder that the next one goes on with.
//!
//! | name | what |
//! |---|---|
//! | `campaign.json`, `tasks.jsonl` | what is wanted; never changed |
//! | `more.jsonl` | stages that were added to tasks later |
//! | `shares/N.json`, `shares/N.spc`, `shares/N.goals` | a share of a task, which is a task of its own: what it is made of, and the automaton of its paths or its goals |
//! | `jobs/N/` | what an engine was asked to run, and what it calls that |
//! | `runs/TASK/ATTEMPT/` | one execution of a task: `result.json` names the other files with their hashes |
//! | `cancelled` | is there if nothing is to be started any more |
//! | `lock` | held by the process that coordinates |

use crate::error::{CampaignError, Result, reading, writing};
use crate::plan::{Plan, Stage, TaskNumber, TaskSpec};
use crate::random;
use crate::share::{Part, ShareSpec};
use report::files::{write_atomically, write_beside_others};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What `campaign.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// By what results are known to belong to the campaign.
    pub id: String,
    pub name: String,
    /// Where tasks run: paths are relative to it.
    pub root: PathBuf,
    pub stages: Vec<Stage>,
    pub memory: u64,
    /// The database that results go to.
    pub results: PathBuf,
    /// Milliseconds since 1970.
    pub created: u64,
}

/// A campaign on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    pub path: PathBuf,
    pub about: About,
    pub tasks: Vec<TaskSpec>,
}

/// More time for a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct More {
    pub task: TaskNumber,
    pub stage: Stage,
}

/// The only coordinator of a campaign, as long as this is there.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "holds the lock while it is open")] File);

/// How long a lock is waited for.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Milliseconds since 1970, by the clock of this machine: shown, never relied on.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

impl Folder {
    /// Writes the folder of a new campaign, which must not be there or be empty.
    ///
    /// # Errors
    /// If there is something else, or it cannot be written.
    pub fn create(path: &Path, plan: &Plan, root: &Path, results: Option<&Path>) -> Result<Self> {
        fs::create_dir_all(path).map_err(writing(path))?;
        if fs::read_dir(path).map_err(reading(path))?.next().is_some() {
            return Err(CampaignError::Usage(format!("{} is not empty: a new campaign needs a folder of its own", path.display())));
        }
        let absolute = |path: &Path| std::path::absolute(path).map_err(writing(path));
        let about = About {
            id: random::name(),
            name: plan.name.clone(),
            root: root.canonicalize().map_err(reading(root))?,
            stages: plan.stages.clone(),
            memory: plan.memory,
            results: absolute(results.unwrap_or(&path.join("results.db")))?,
            created: now(),
        };
        let mut lines = Vec::new();
        for task in &plan.tasks {
            serde_json::to_writer(&mut lines, task).map_err(|error| writing(path)(error.into()))?;
            lines.push(b'\n');
        }
        put(&path.join("tasks.jsonl"), &lines)?;
        // What makes it a campaign comes last.
        put(&path.join("campaign.json"), &json(&about))?;
        Self::open(path)
    }

    /// Reads the folder of a campaign.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(path: &Path) -> Result<Self> {
        let path = path.canonicalize().map_err(reading(path))?;
        let about_path = path.join("campaign.json");
        let about = parsed(&about_path, &fs::read(&about_path).map_err(reading(&about_path))?)?;
        let tasks_path = path.join("tasks.jsonl");
        let text = fs::read_to_string(&tasks_path).map_err(reading(&tasks_path))?;
        let tasks = text.lines().map(|line| parsed(&tasks_path, line.as_bytes())).collect::<Result<Vec<TaskSpec>>>()?;
        if tasks.iter().zip(0..).any(|(task, number)| task.number != TaskNumber(number)) {
            return Err(CampaignError::Malformed { path: tasks_path, why: "the numbers of the tasks are not in order".to_owned() });
        }
        Ok(Self { path, about, tasks })
    }

    /// The task with this number, which may be a share of another one.
    pub fn task(&self, number: TaskNumber) -> Option<Cow<'_, TaskSpec>> {
        match self.tasks.get(number.0 as usize) {
            Some(task) => Some(Cow::Borrowed(task)),
            None => self.task_of_share(&self.share(number)?).map(Cow::Owned),
        }
    }

    fn shares_path(&self) -> PathBuf {
        self.path.join("shares")
    }

    fn share(&self, number: TaskNumber) -> Option<ShareSpec> {
        // Others than shares have no such file.
        let text = fs::read(self.shares_path().join(format!("{}.json", number.0))).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// A share as a task.
    pub fn task_of_share(&self, share: &ShareSpec) -> Option<TaskSpec> {
        let root = self.tasks.get(share.root.0 as usize)?;
        let part = self.part_of(share).display().to_string();
        let mut argv = root.argv.clone();
        match &share.part {
            Part::Paths { .. } => argv.extend(["--share".to_owned(), part]),
            Part::Goals { suites, .. } => {
                argv.extend(["--goals".to_owned(), part]);
                argv.extend(suites.iter().flat_map(|suite| ["--tests".to_owned(), self.path.join(suite).display().to_string()]));
                if !argv.iter().any(|word| word == "--seed" || word.starts_with("--seed=")) {
                    // Who looks for the same goals again looks elsewhere.
                    argv.extend(["--seed".to_owned(), share.number.0.to_string()]);
                }
            }
        }
        Some(TaskSpec { number: share.number, name: format!("{}, {}", root.name, share.title()), argv, ..root.clone() })
    }

    /// All shares of tasks, in the order of their numbers, which begin behind those of tasks.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn shares(&self) -> Result<Vec<ShareSpec>> {
        let mut shares: Vec<ShareSpec> = Vec::new();
        for path in entries(&self.shares_path())?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
            shares.push(parsed(&path, &fs::read(&path).map_err(reading(&path))?)?);
        }
        shares.sort_by_key(|share| share.number);
        let first = self.tasks.len() as u32;
        if shares.iter().zip(first..).any(|(share, number)| share.number != TaskNumber(number)) {
            return Err(CampaignError::Malformed { path: self.shares_path(), why: "the numbers of the shares are not in order".to_owned() });
        }
        Ok(shares)
    }

    /// The file that says which part of its task a share is.
    fn part_of(&self, share: &ShareSpec) -> PathBuf {
        self.shares_path().join(format!("{}.{}", share.number.0, share.file_type()))
    }

    /// Notes a share, with the file that says what it is a share of. The one that makes it a share comes last.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn add_share(&self, share: &ShareSpec) -> Result<()> {
        let folder = self.shares_path();
        fs::create_dir_all(&folder).map_err(writing(&folder))?;
        put_alone(&self.part_of(share), share.file_text().map_err(CampaignError::Usage)?.as_bytes())?;
        put_alone(&folder.join(format!("{}.json", share.number.0)), &json(share))
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// If somebody else has it.
    pub fn lock(&self) -> Result<Lock> {
        let path = self.path.join("lock");
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(writing(&path))?;
        let start = Instant::now();
        loop {
            let mut whole = write_lock();
            // SAFETY: the descriptor is open and the description of the lock is this function's own.
            if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw mut whole) } == 0 {
                return Ok(Lock(file));
            }
            // A coordinator that was killed while it started a process has a child that holds the lock, too, until it runs another program.
            if start.elapsed() > LOCK_PATIENCE {
                return Err(CampaignError::Usage(format!("another process runs the campaign {}", self.path.display())));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Does somebody coordinate it now?
    pub fn is_running(&self) -> bool {
        let Ok(file) = File::open(self.path.join("lock")) else { return false };
        let mut whole = write_lock();
        // Asks without taking it, which would be in the way of who wants it.
        // SAFETY: as where it is taken.
        let answered = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut whole) } == 0;
        answered && i32::from(whole.l_type) != libc::F_UNLCK
    }

    pub fn is_cancelled(&self) -> bool {
        self.path.join("cancelled").exists()
    }

    /// Asks for the end of the campaign.
    pub fn cancel(&self) -> Result<()> {
        put(&self.path.join("cancelled"), b"")
    }

    /// Takes that back.
    pub fn resume(&self) -> Result<()> {
        let path = self.path.join("cancelled");
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(writing(&path)(error)),
            _ => Ok(()),
        }
    }

    /// Where the executions of a task come to lie.
    pub fn runs_of(&self, task: TaskNumber) -> PathBuf {
        self.path.join("runs").join(task.0.to_string())
    }

    pub fn jobs(&self) -> PathBuf {
        self.path.join("jobs")
    }

    /// Gives tasks more time than the plan does. One write for all: nobody sees half of it.
    pub fn add_stages(&self, more: &[More]) -> Result<()> {
        let path = self.path.join("more.jsonl");
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(writing(&path))?;
        let text: String = more.iter().map(|more| format!("{{\"task\":{},\"stage\":{}}}\n", more.task.0, more.stage.0)).collect();
        file.write_all(text.as_bytes()).map_err(writing(&path))
    }

    /// Stages that were added, by task. A last line without an end is still being written.
    pub fn added_stages(&self) -> Result<FxHashMap<TaskNumber, Vec<Stage>>> {
        let path = self.path.join("more.jsonl");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(reading(&path)(error)),
        };
        let mut added: FxHashMap<TaskNumber, Vec<Stage>> = FxHashMap::default();
        for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            // What cannot be read is not asked for.
            let Ok(More { task, stage }) = serde_json::from_str(line) else { continue };
            added.entry(task).or_default().push(stage);
        }
        Ok(added)
    }

    /// The stages of a task in order.
    pub fn stages_of(&self, task: TaskNumber, added: &FxHashMap<TaskNumber, Vec<Stage>>) -> Vec<Stage> {
        let mut stages = self.about.stages.clone();
        stages.extend(added.get(&task).into_iter().flatten());
        stages.sort();
        stages.dedup();
        stages
    }

    /// All executions whose results are whole folders, in no order.
    pub fn attempts(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for task in entries(&self.path.join("runs"))? {
            found.extend(attempts_in(&task)?);
        }
        Ok(found)
    }

    /// Removes what executions on this machine have left behind that do not run any more.
    pub fn remove_parts(&self, prefix: &str) -> Result<()> {
        for task in entries(&self.path.join("runs"))? {
            for part in entries(&task)?.into_iter().filter(|path| is_part(path)) {
                if part.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
                    // What cannot be removed is in nobody's way.
                    let _ = fs::remove_dir_all(part);
                }
            }
        }
        Ok(())
    }
}

/// A lock of a whole file against all others.
fn write_lock() -> libc::flock {
    // SAFETY: plain data.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = libc::F_WRLCK as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    lock
}

/// The executions of a task that are whole.
pub(crate) fn attempts_in(runs_of_task: &Path) -> Result<Vec<PathBuf>> {
    Ok(entries(runs_of_task)?.into_iter().filter(|path| !is_part(path)).collect())
}

fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "part")
}

/// What is in a folder; nothing if it is not there.
pub(crate) fn entries(path: &Path) -> Result<Vec<PathBuf>> {
    match fs::read_dir(path) {
        Ok(entries) => Ok(entries.flatten().map(|entry| entry.path()).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(reading(path)(error)),
    }
}

pub(crate) fn put(path: &Path, content: &[u8]) -> Result<()> {
    write_beside_others(path, content).map_err(writing(path))
}

/// As [`put`], where nobody else writes.
pub(crate) fn put_alone(path: &Path, content: &[u8]) -> Result<()> {
    write_atomically(path, content).map_err(writing(path))
}

pub(crate) fn json<T: Serialize>(value: &T) -> Vec<u8> {
    // These types have keys that are texts and fail in no other way.
    serde_json::to_vec_pretty(value).unwrap_or_default()
}

pub(crate) fn parsed<'a, T: Deserialize<'a>>(path: &Path, text: &'a [u8]) -> Result<T> {
    serde_json::from_slice(text).map_err(|error| CampaignError::Malformed { path: path.to_owned(), why: error.to_string() })
}
