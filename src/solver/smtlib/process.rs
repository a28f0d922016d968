//! A solver's process. The only file that knows rsmt2, of which it uses the process and its pipes. Everything that may block runs under a watch that kills
//! the process.

use super::super::Asked;
use super::guard;
use super::reply::{self, Reader, Sexp};
use base::limits::Stop;
use rsmt2::{SmtConf, Solver};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How often a watch looks whether to stop.
const POLL: Duration = Duration::from_millis(10);
/// How long a process may take to tell its number before it is given up.
const START: Duration = Duration::from_secs(5);

/// Limits of a solver's process, who imposes them, and who counts what its sessions are asked.
#[derive(Clone, Debug, Default)]
pub struct ProcessLimits {
    /// The program that understands the guard subcommand (usually the running one). Without it the shell starts the solver.
    pub guard: Option<PathBuf>,
    /// Seconds of processor time.
    pub seconds: Option<u64>,
    /// Bytes of address space.
    pub memory: Option<u64>,
    pub asked: Asked,
}

/// A live process. Dropping it kills it.
pub(super) struct Process {
    solver: Solver<()>,
    killer: Killer,
    /// Holds the file with the process number.
    _folder: TempDir,
    buffer: Vec<u8>,
    at: usize,
}

#[derive(Clone)]
struct Killer {
    file: PathBuf,
}

impl Killer {
    /// Kills the process and its group. Waits a moment for a process that has just been started.
    fn kill(&self) {
        let until = Instant::now() + START;
        loop {
            let number = std::fs::read_to_string(&self.file).ok().filter(|text| text.ends_with('\n')).and_then(|text| text.trim().parse::<i32>().ok());
            if let Some(number) = number.filter(|&n| n > 1) {
                // SAFETY: signals to a child of this process (and to the group that it leads), which is not waited for before the session is dropped.
                unsafe {
                    libc::kill(-number, libc::SIGKILL);
                    libc::kill(number, libc::SIGKILL);
                }
                return;
            }
            if Instant::now() > until {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Process {
    /// Starts a command. That it does not exist shows only at the first answer.
    pub(super) fn start(command: &[String], limits: &ProcessLimits) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
        let file = folder.path().join("pid");
        let mut words = match &limits.guard {
            Some(guard) => guarded(guard, &file, limits)?,
            None => by_shell(&file, limits)?,
        };
        words.extend(command.iter().cloned());
        // The style adds no options of its own.
        let mut conf = SmtConf::yices_2(words.remove(0));
        for word in words {
            conf.option(word);
        }
        let solver = Solver::new(conf, ()).map_err(|e| format!("cannot start: {e}"))?;
        Ok(Self { solver, killer: Killer { file }, _folder: folder, buffer: Vec::new(), at: 0 })
    }

    /// Sends text and reads as many answers as asked for. An error means that the process is of no further use; the flag tells whether it was killed
    /// because of `stop`.
    pub(super) fn ask(&mut self, text: &str, answers: usize, stop: &Stop) -> Result<Vec<Sexp>, (String, bool)> {
        // A solver that does not read its input is stuck.
        let patience = Instant::now() + Duration::from_secs(30) + Duration::from_millis(text.len() as u64 / 100);
        self.watched(&stop.earlier(patience), |process| process.send(text)).map_err(|e| self.blame(e, stop))?;
        let mut list = Vec::with_capacity(answers);
        for _ in 0..answers {
            let answer = self.watched(stop, Self::receive).map_err(|e| self.blame(e, stop))?;
            if let Some(text) = reply::error(&answer) {
                return Err((text, false));
            }
            list.push(answer);
        }
        Ok(list)
    }

    fn blame(&self, text: String, stop: &Stop) -> (String, bool) {
        (text, stop.reason().is_some())
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        let sent = self.solver.write_all(text.as_bytes()).and_then(|()| self.solver.flush());
        sent.map_err(|e| format!("it ended or does not read: {e}"))
    }

    fn receive(&mut self) -> Result<Sexp, String> {
        let mut reader = Reader::default();
        loop {
            while let Some(&byte) = self.buffer.get(self.at) {
                self.at += 1;
                if let Some(sexp) = reader.take(byte)? {
                    return Ok(sexp);
                }
            }
            self.buffer.resize(1 << 16, 0);
            let read = self.solver.read(&mut self.buffer).map_err(|e| format!("no answer: {e}"))?;
            self.buffer.truncate(read);
            self.at = 0;
            if read == 0 {
                return Err("it ended without an answer".to_string());
            }
        }
    }

    /// Runs a step that may block; when it is time to stop, the process is killed, which ends the step.
    fn watched<R>(&mut self, stop: &Stop, step: impl FnOnce(&mut Self) -> Result<R, String>) -> Result<R, String> {
        let killer = self.killer.clone();
        let (done, wait) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while wait.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                    if stop.reason().is_some() {
                        killer.kill();
                        return;
                    }
                }
            });
            let res = step(self);
            drop(done);
            res
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Before rsmt2 says goodbye, which would block if the solver does not listen.
        self.killer.kill();
    }
}

fn text(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_string).ok_or_else(|| format!("not a text: {}", path.display()))
}

fn guarded(guard: &Path, file: &Path, limits: &ProcessLimits) -> Result<Vec<String>, String> {
    let number = |limit: Option<u64>| limit.unwrap_or(0).to_string();
    Ok(vec![text(guard)?, guard::SUBCOMMAND.to_string(), text(file)?, number(limits.seconds), number(limits.memory), "--".to_string()])
}

/// The same by the shell, as far as it can.
fn by_shell(file: &Path, limits: &ProcessLimits) -> Result<Vec<String>, String> {
    let memory = limits.memory.map_or(String::new(), |bytes| format!("ulimit -v {}; ", bytes / 1024));
    let seconds = limits.seconds.map_or(String::new(), |seconds| format!("ulimit -t {seconds}; "));
    let script =
        format!("{memory}{seconds}echo $$ > \"$0\"; if command -v setsid > /dev/null; then exec setsid \"$@\" 2> /dev/null; else exec \"$@\" 2> /dev/null; fi");
    Ok(vec!["sh".to_string(), "-c".to_string(), script, text(file)?])
}
