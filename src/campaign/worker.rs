//! Runs one task once: starts gotcha with the limits of the stage, watches over it, and writes down what came of it. Knows neither engines nor the database.

use crate::attempt::{self, CONDITION, COVERAGE, DECISIONS, OUTPUT, Outcome, Record, SUITE};
use crate::division;
use crate::error::{CampaignError, Result, reading, writing};
use crate::folder::{Folder, now};
use crate::plan::{Stage, TaskNumber, TaskSpec};
use crate::random;
use report::files::fingerprint;
use report::result::AnalysisResult;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where a word of a task says so, the folder of the execution.
const OUT: &str = "{out}";

/// Of the time of a stage, for what was covered.
const SHARE_FOR_COVERAGE: u64 = 20;

/// Options of `verify` that say nothing of the program: with a value, and alone.
const NOT_OF_EXPLORED: [&str; 7] = ["--property", "--share", "--scope", "--suite", "--proof", "--witness", "--strategy"];
const NOT_OF_EXPLORED_ALONE: [&str; 4] = ["--malloc-may-fail", "--trace", "--all-properties", "--no-unwinding-assertions"];

/// Who runs tasks.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The program that is started: gotcha itself.
    pub program: PathBuf,
    /// SHA-256 of it.
    pub tool: String,
    pub engine: &'static str,
    pub engine_id: Option<String>,
    pub host: String,
}

/// Processes that run now: what can be told to end.
#[derive(Debug, Default)]
pub struct Running {
    stopping: AtomicBool,
    processes: Mutex<Vec<(libc::pid_t, Instant)>>,
}

/// How a process ended, and what it took.
struct Ended {
    exit: Option<i32>,
    signal: Option<i32>,
    cpu_ms: u64,
    memory_kb: u64,
    wall: Duration,
}

/// After which time a process does not come back: gotcha itself ends within a second of its limit.
pub fn hard_limit(stage: Stage) -> Duration {
    Duration::from_secs(stage.0 + stage.0 / 5 + 60)
}

impl Worker {
    /// For this machine.
    ///
    /// # Errors
    /// If the program cannot be read.
    pub fn new(program: &Path, engine: &'static str, engine_id: Option<String>) -> Result<Self> {
        let content = fs::read(program).map_err(reading(program))?;
        Ok(Self { program: program.to_owned(), tool: fingerprint(&content), engine, engine_id, host: host() })
    }

    /// How names of executions begin that this kind of worker has here.
    pub fn prefix(&self) -> String {
        format!("{}-{}-", self.engine, self.host)
    }

    /// Runs a task for a stage.
    ///
    /// # Errors
    /// If what came of it cannot be written. A task that fails is no error.
    pub fn execute(&self, folder: &Folder, task: &TaskSpec, stage: Stage, running: &Running) -> Result<()> {
        let attempt = format!("{}{}-{}", self.prefix(), std::process::id(), random::name());
        let runs = folder.runs_of(task.number);
        let part = attempt::part_of(&runs, &attempt);
        fs::create_dir_all(&part).map_err(writing(&part))?;
        let record = Record {
            engine: self.engine.to_owned(),
            engine_id: self.engine_id.clone(),
            host: self.host.clone(),
            started: now(),
            tool: self.tool.clone(),
            ..Record::new(&folder.about.id, task.number, stage, &attempt, Outcome::Lost)
        };
        let done = self.started(folder, task, stage, &part, running).and_then(|ended| {
            let outcome = outcome(&part, &ended, running.is_stopping())?;
            if divides_paths(task) && outcome == Outcome::Ok {
                self.measure_coverage(folder, task, stage, &part, running);
            }
            let Ended { exit, signal, cpu_ms, memory_kb, wall } = ended;
            Ok(Record { exit, signal, cpu_ms, memory_kb, wall_ms: wall.as_millis() as u64, outcome, ..record })
        });
        match done {
            Ok(record) => attempt::finish(&part, record),
            Err(error) => {
                // The failure to tell is the first one.
                let _ = fs::remove_dir_all(&part);
                Err(error)
            }
        }
    }

    fn started(&self, folder: &Folder, task: &TaskSpec, stage: Stage, part: &Path, running: &Running) -> Result<Ended> {
        let out = part.display().to_string();
        let words = task.argv.iter().map(|word| word.replace(OUT, &out));
        let file = |name: &str| File::create(part.join(name)).map_err(writing(part));
        let mut command = self.command(folder, stage, words);
        command.arg("--json").arg(part.join(OUTPUT));
        if divides_paths(task) {
            command.arg("--condition").arg(part.join(CONDITION)).arg("--decisions").arg(part.join(DECISIONS));
        } else if task.division.is_some() {
            command.arg("--suite").arg(part.join(SUITE));
        }
        command.stdout(file("stdout.txt")?).stderr(file("stderr.txt")?);
        running
            .run(&mut command, hard_limit(stage))
            .map_err(|error| CampaignError::Engine { engine: self.engine, why: format!("cannot run {}: {error}", self.program.display()) })
    }

    /// gotcha with the limits of a stage. What it is to do stands in front of them.
    fn command(&self, folder: &Folder, stage: Stage, words: impl IntoIterator<Item = String>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).args(["--timeout", &stage.0.to_string(), "--memory", &format!("{}B", folder.about.memory)]);
        command.args(["--jobs", "1", "--progress", "never", "--color", "never"]);
        command.current_dir(&folder.about.root).stdin(Stdio::null()).process_group(0);
        // SAFETY: the call is safe between fork and exec. The thread that starts the process stays until it has ended.
        unsafe { command.pre_exec(|| if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM) == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }) };
        command
    }

    /// What executions cover within what was analysed, from below and above. What cannot be found out is not there.
    fn measure_coverage(&self, folder: &Folder, task: &TaskSpec, stage: Stage, part: &Path, running: &Running) {
        let (condition, coverage) = (part.join(CONDITION), part.join(COVERAGE));
        let time = Stage((stage.0 / SHARE_FOR_COVERAGE).max(1));
        let mut command = self.command(folder, time, words_of_explored(&task.argv));
        command.arg("--condition").arg(&condition).arg("--json").arg(&coverage).stdout(Stdio::null()).stderr(Stdio::null());
        let done = running.run(&mut command, hard_limit(time));
        if !done.is_ok_and(|ended| matches!(ended.exit, Some(0 | 10 | 20))) {
            // It is not there, or is left out.
            let _ = fs::remove_file(coverage);
        }
    }

    /// Notes what the shares of a task have come to together.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn note_united(&self, folder: &Folder, task: TaskNumber, stage: Stage, result: &AnalysisResult) -> Result<()> {
        let attempt = format!("{}{}-{}", self.prefix(), std::process::id(), random::name());
        let part = attempt::part_of(&folder.runs_of(task), &attempt);
        fs::create_dir_all(&part).map_err(writing(&part))?;
        fs::write(part.join(OUTPUT), result.text()).map_err(writing(&part))?;
        let exit = match result.verdict.as_str() {
            "true" | "complete" => 0,
            "false" => 10,
            _ => 20,
        };
        let record = Record::new(&folder.about.id, task, stage, &attempt, Outcome::Ok);
        let engine = division::METHOD.to_owned();
        attempt::finish(&part, Record { engine, host: self.host.clone(), started: now(), tool: self.tool.clone(), exit: Some(exit), ..record })
    }

    /// Notes that a task was lost so often that it is given up.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn note_lost(&self, folder: &Folder, task: TaskNumber, stage: Stage, why: &str) -> Result<()> {
        let attempt = format!("{}{}-{}", self.prefix(), std::process::id(), random::name());
        let part = attempt::part_of(&folder.runs_of(task), &attempt);
        fs::create_dir_all(&part).map_err(writing(&part))?;
        fs::write(part.join("stderr.txt"), why).map_err(writing(&part))?;
        let record = Record::new(&folder.about.id, task, stage, &attempt, Outcome::Lost);
        attempt::finish(&part, Record { engine: self.engine.to_owned(), host: self.host.clone(), started: now(), tool: self.tool.clone(), ..record })
    }
}

/// Are the paths of the task divided, and not its goals?
fn divides_paths(task: &TaskSpec) -> bool {
    task.division.is_some() && task.command() == "verify"
}

/// The words of `explored` about the program of a task.
fn words_of_explored(argv: &[String]) -> Vec<String> {
    let mut words = argv.iter().skip(1);
    let mut kept = vec!["explored".to_owned()];
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if NOT_OF_EXPLORED.contains(&name) {
            if name == word {
                words.next();
            }
        } else if !NOT_OF_EXPLORED_ALONE.contains(&name) {
            kept.push(word.clone());
        }
    }
    kept
}

/// What the end of a process means.
fn outcome(part: &Path, ended: &Ended, is_stopping: bool) -> Result<Outcome> {
    let output = part.join(OUTPUT);
    let text = fs::read_to_string(&output).unwrap_or_default();
    let result = AnalysisResult::read(&text);
    Ok(match (ended.exit, ended.signal) {
        _ if is_stopping => Outcome::Cancelled,
        (Some(0 | 10 | 20), _) => match result {
            Ok(result) if result.reason.as_deref().is_some_and(|reason| reason.contains("memory limit")) => Outcome::Memory,
            Ok(_) => Outcome::Ok,
            Err(error) => return Err(CampaignError::Malformed { path: output, why: error.to_string() }),
        },
        // It has begun to write and could not go on.
        (Some(1), _) if output.exists() => return Err(writing(&output)(io::Error::other("the result is not whole"))),
        (Some(1), _) => Outcome::Wrong,
        (Some(2), _) => Outcome::Unsupported,
        (Some(_), _) => Outcome::Defect,
        (None, Some(libc::SIGSEGV | libc::SIGABRT | libc::SIGBUS | libc::SIGILL | libc::SIGFPE | libc::SIGTRAP)) => Outcome::Defect,
        (None, _) if ended.wall > Duration::from_secs(60) && ended.signal == Some(libc::SIGKILL) => Outcome::Timeout,
        (None, _) => Outcome::Lost,
    })
}

impl Running {
    /// Asks all processes to end with what they have, and those that are started later.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        let processes = self.processes.lock().unwrap_or_else(PoisonError::into_inner);
        processes.iter().for_each(|(process, _)| signal(*process, libc::SIGTERM));
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Kills what has not ended by its limit.
    pub fn kill_late(&self) {
        let processes = self.processes.lock().unwrap_or_else(PoisonError::into_inner);
        processes.iter().filter(|(_, limit)| Instant::now() > *limit).for_each(|(process, _)| signal(*process, libc::SIGKILL));
    }

    /// Runs a command to its end.
    fn run(&self, command: &mut Command, limit: Duration) -> io::Result<Ended> {
        let start = Instant::now();
        let child = command.spawn()?;
        let process = child.id() as libc::pid_t;
        self.processes.lock().unwrap_or_else(PoisonError::into_inner).push((process, start + limit));
        if self.is_stopping() {
            signal(process, libc::SIGTERM);
        }
        // Waits without taking the number of the process away, so that nobody signals another one.
        // SAFETY: `info` is plain data, and waiting leaves it alone or fills it.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: as above; the process is a child of this one.
        while unsafe { libc::waitid(libc::P_PID, process as libc::id_t, &raw mut info, libc::WEXITED | libc::WNOWAIT) } != 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        self.processes.lock().unwrap_or_else(PoisonError::into_inner).retain(|(running, _)| *running != process);
        // What the process has started ends with it.
        signal(process, libc::SIGKILL);
        let mut status = 0;
        // SAFETY: plain data.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: the process is a child of this one that has ended; both places are this function's own.
        if unsafe { libc::wait4(process, &raw mut status, 0, &raw mut usage) } != process {
            return Err(io::Error::last_os_error());
        }
        let milliseconds = |time: libc::timeval| time.tv_sec as u64 * 1000 + time.tv_usec as u64 / 1000;
        Ok(Ended {
            exit: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
            signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
            cpu_ms: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
            memory_kb: usage.ru_maxrss as u64,
            wall: start.elapsed(),
        })
    }
}

/// Sends a signal to the group of a process, which is its own.
fn signal(process: libc::pid_t, number: i32) {
    // SAFETY: has no preconditions; a group that is gone is an error that nobody needs.
    unsafe { libc::kill(-process, number) };
}

/// The name of this machine.
pub fn host() -> String {
    let mut name = [0u8; 256];
    // SAFETY: the buffer has that length.
    let failed = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len()) } != 0;
    let length = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    let text = String::from_utf8_lossy(&name[..length]).into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if failed || text.is_empty() { "unknown".to_owned() } else { text.replace(|c| !is_plain(c), "-") }
}
