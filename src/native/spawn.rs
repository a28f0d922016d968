//! Starts a program after this process has done something in its place: limits, a confinement. The standard library forks for that, which copies the tables of all memory: 70 ms for a
//! gigabyte. Here the new process borrows the memory until it becomes the program, as with `vfork`, and the thread that starts it waits so long.
//! Knows nothing of why something is started.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::ptr;

/// Bytes of stack for what happens between the two programs.
const STACK: usize = 1 << 20;

/// A program and what it is started with. Without anything said, it has the environment and the working directory of this process and no input, and its output goes nowhere.
#[derive(Debug)]
pub struct Invocation {
    program: OsString,
    name: OsString,
    arguments: Vec<OsString>,
    environment: BTreeMap<OsString, OsString>,
    folder: Option<PathBuf>,
    /// Standard input, output and errors.
    standard: [Option<OwnedFd>; 3],
    has_own_group: bool,
}

impl Invocation {
    /// A program without slashes is looked for where this process looks for programs.
    pub fn new(program: impl Into<OsString>) -> Self {
        let program = program.into();
        let (name, environment) = (program.clone(), std::env::vars_os().collect());
        Self { program, name, arguments: Vec::new(), environment, folder: None, standard: [None, None, None], has_own_group: false }
    }

    /// The name that it is told of itself.
    pub fn name(&mut self, name: &str) -> &mut Self {
        self.name = name.into();
        self
    }

    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    pub fn env(&mut self, variable: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.environment.insert(variable.as_ref().to_owned(), value.as_ref().to_owned());
        self
    }

    pub fn envs(&mut self, variables: impl IntoIterator<Item = (impl AsRef<OsStr>, impl AsRef<OsStr>)>) -> &mut Self {
        self.environment.extend(variables.into_iter().map(|(variable, value)| (variable.as_ref().to_owned(), value.as_ref().to_owned())));
        self
    }

    pub fn env_clear(&mut self) -> &mut Self {
        self.environment.clear();
        self
    }

    pub fn current_dir(&mut self, folder: impl Into<PathBuf>) -> &mut Self {
        self.folder = Some(folder.into());
        self
    }

    pub fn stdin(&mut self, input: impl Into<OwnedFd>) -> &mut Self {
        self.standard[0] = Some(input.into());
        self
    }

    pub fn stdout(&mut self, output: impl Into<OwnedFd>) -> &mut Self {
        self.standard[1] = Some(output.into());
        self
    }

    pub fn stderr(&mut self, errors: impl Into<OwnedFd>) -> &mut Self {
        self.standard[2] = Some(errors.into());
        self
    }

    /// It gets a process group of its own, with its number.
    pub(crate) fn in_own_group(&mut self) -> &mut Self {
        self.has_own_group = true;
        self
    }

    /// Starts the program. Before it begins the new process does `first`, while the calling thread waits; both use the same memory, so `first` leaves nothing behind there
    /// that anybody minds, and the values that it drops must be its own. It runs with all signals blocked.
    ///
    /// # Errors
    /// Those of finding and starting the program, and of `first`: then no process is left.
    pub(crate) fn start(self, first: &dyn Fn() -> io::Result<()>) -> io::Result<Process> {
        let nowhere = |input: bool| File::options().read(input).write(!input).open("/dev/null").map(OwnedFd::from);
        let mut standard = Vec::with_capacity(3);
        for (number, given) in self.standard.into_iter().enumerate() {
            standard.push(given.map_or_else(|| nowhere(number == 0), Ok)?);
        }
        let text = |text: OsString| CString::new(text.into_vec());
        let variable = |(name, value): (OsString, OsString)| CString::new([name.as_bytes(), b"=", value.as_bytes()].concat());
        let arguments = [self.name].into_iter().chain(self.arguments).map(text).collect::<Result<Vec<_>, _>>()?;
        let environment = self.environment.into_iter().map(variable).collect::<Result<Vec<_>, _>>()?;
        let steps = Steps {
            program: text(self.program)?,
            arguments: pointers(&arguments),
            environment: pointers(&environment),
            folder: self.folder.map(|folder| text(folder.into())).transpose()?,
            standard: [0, 1, 2].map(|number| standard[number].as_raw_fd()),
            has_own_group: self.has_own_group,
            first,
            failure: None,
        };
        start(steps)
    }
}

/// As `execve` takes a list. The texts must outlive it.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

/// What the new process does.
struct Steps<'a> {
    program: CString,
    arguments: Vec<*const libc::c_char>,
    environment: Vec<*const libc::c_char>,
    folder: Option<CString>,
    standard: [RawFd; 3],
    has_own_group: bool,
    first: &'a dyn Fn() -> io::Result<()>,
    /// Why the program did not begin.
    failure: Option<io::Error>,
}

fn start(mut steps: Steps<'_>) -> io::Result<Process> {
    // Rust's `u128` has the alignment that the processor wants of a stack.
    let mut stack = vec![0u128; STACK / size_of::<u128>()];
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    let blocked = SignalsBlocked::all();
    // SAFETY: the new process runs on its own stack, which lives until it has become the program or ended, since the thread waits for that (CLONE_VFORK). It uses `steps` while nobody
    // else does. No handler of a signal runs in it: all signals are blocked, and have no handlers any more when it lets them in.
    let id = unsafe { libc::clone(become_program, stack.as_mut_ptr_range().end.cast(), flags, (&raw mut steps).cast()) };
    drop(blocked);
    if id < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut process = Process { id, ended: None };
    match steps.failure.take() {
        None => Ok(process),
        Some(error) => {
            // It has ended by itself.
            let _ = process.wait();
            Err(error)
        }
    }
}

/// The new process.
extern "C" fn become_program(steps: *mut libc::c_void) -> libc::c_int {
    // SAFETY: `start` hands on a pointer to its steps and does not use them meanwhile.
    let steps = unsafe { &mut *steps.cast::<Steps<'_>>() };
    if let Err(error) = steps.take() {
        steps.failure = Some(error);
    }
    127
}

impl Steps<'_> {
    /// Comes back only if something fails.
    fn take(&self) -> io::Result<()> {
        for (number, &given) in (0..).zip(&self.standard) {
            // SAFETY: the new process has a table of descriptors of its own. What is given is none of the three standard ones, which the standard library keeps open.
            done(unsafe { libc::dup2(given, number) })?;
        }
        if let Some(folder) = &self.folder {
            // SAFETY: the text ends in zero.
            done(unsafe { libc::chdir(folder.as_ptr()) })?;
        }
        if self.has_own_group {
            // SAFETY: concerns this process alone.
            done(unsafe { libc::setpgid(0, 0) })?;
        }
        (self.first)()?;
        without_handlers()?;
        // SAFETY: the lists end in a null pointer, and what they lead to lives in the thread that waits.
        unsafe { libc::execvpe(self.program.as_ptr(), self.arguments.as_ptr(), self.environment.as_ptr()) };
        Err(io::Error::last_os_error())
    }
}

/// Signals do what they do in a program that has said nothing of them, but for those that are ignored; that of a broken pipe is ignored by the standard library alone. Then they are let in.
fn without_handlers() -> io::Result<()> {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: changes the table of signals of this process, which is its own; all zeros are the default. Signals that nobody may change are refused.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, ptr::null(), &raw mut action) == 0 && (action.sa_sigaction != libc::SIG_IGN || signal == libc::SIGPIPE) {
                action = std::mem::zeroed();
                libc::sigaction(signal, &raw const action, ptr::null_mut());
            }
        }
    }
    // SAFETY: changes the mask of this process alone.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        done(libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut()))
    }
}

fn done(result: libc::c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// No signal comes to this thread while it lives.
struct SignalsBlocked {
    before: libc::sigset_t,
}

impl SignalsBlocked {
    fn all() -> Self {
        // SAFETY: sets of signals are plain numbers; the calls change the mask of this thread alone.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
            Self { before }
        }
    }
}

impl Drop for SignalsBlocked {
    fn drop(&mut self) {
        // SAFETY: as above.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, ptr::null_mut()) };
    }
}

/// A process that was started here.
#[derive(Debug)]
pub(crate) struct Process {
    id: libc::pid_t,
    /// Once somebody has waited for it: then its number may be that of another one.
    ended: Option<ExitStatus>,
}

impl Process {
    pub(crate) fn id(&self) -> libc::pid_t {
        self.id
    }

    /// How it ended, if it has.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.wait_with(libc::WNOHANG)
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.wait_with(0)? {
                return Ok(status);
            }
        }
    }

    fn wait_with(&mut self, flags: libc::c_int) -> io::Result<Option<ExitStatus>> {
        while self.ended.is_none() {
            let mut status = 0;
            // SAFETY: the pointer is valid for the call; the process is a child of this one that nobody has waited for.
            match unsafe { libc::waitpid(self.id, &raw mut status, flags) } {
                0 => return Ok(None),
                1.. => self.ended = Some(ExitStatus::from_raw(status)),
                _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                _ => return Err(io::Error::last_os_error()),
            }
        }
        Ok(self.ended)
    }

    /// Ends it, if it has not ended.
    pub(crate) fn kill(&self) -> io::Result<()> {
        match self.ended {
            Some(_) => Ok(()),
            // SAFETY: nobody has waited for it, so the number is still its own.
            None => done(unsafe { libc::kill(self.id, libc::SIGKILL) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// What a program prints, and how it ends.
    fn printed(mut program: Invocation, first: &dyn Fn() -> io::Result<()>) -> (String, ExitStatus) {
        let (mut output, written) = io::pipe().unwrap();
        program.stdout(written);
        let mut process = program.start(first).unwrap();
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        (text, process.wait().unwrap())
    }

    #[test]
    fn begins_as_it_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let mut shell = Invocation::new("sh");
        shell
            .name("other")
            .args(["-c", "echo $0 $#; pwd -P; echo $A; echo ${HOME-none}; cat; exit 5", "zero", "one"])
            .env_clear()
            .env("A", "a b")
            .current_dir(folder.path());
        let (text, status) = printed(shell, &|| Ok(()));
        assert_eq!(text, format!("zero 1\n{}\na b\nnone\n", folder.path().canonicalize().unwrap().display()));
        assert_eq!(status.code(), Some(5));
    }

    #[test]
    fn what_comes_first_is_of_the_new_process() {
        let mask = || {
            // SAFETY: changes the mask of the process that calls it.
            unsafe { libc::umask(0o123) };
            Ok(())
        };
        let mut shell = Invocation::new("sh");
        shell.args(["-c", "umask; kill -PIPE $$"]);
        let (text, status) = printed(shell, &mask);
        assert_eq!(text.trim(), "0123");
        // A broken pipe ends it, though the standard library ignores the signal here.
        assert_eq!(status.signal(), Some(libc::SIGPIPE));
        let mut shell = Invocation::new("sh");
        shell.args(["-c", "umask"]);
        assert_ne!(printed(shell, &|| Ok(())).0.trim(), "0123");
    }

    #[test]
    fn failures_leave_no_process() {
        let absent = Invocation::new("/nothing/here").start(&|| Ok(())).unwrap_err();
        assert_eq!(absent.kind(), io::ErrorKind::NotFound);
        let refused = Invocation::new("true").start(&|| Err(io::Error::other("not today"))).unwrap_err();
        assert_eq!(refused.to_string(), "not today");
        let mut folder = Invocation::new("true");
        folder.current_dir("/nothing/here");
        assert_eq!(folder.start(&|| Ok(())).unwrap_err().kind(), io::ErrorKind::NotFound);
        let mut zero = Invocation::new("true");
        zero.arg("a\0b");
        assert_eq!(zero.start(&|| Ok(())).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
