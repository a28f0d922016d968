//! What a native run does that anybody can see: how it ends, what it prints, what it leaves in its folder. Of the program as it is, without a driver, in the world of a test.

use super::{FULL, Native, ReplayError, STARTED_AS, StandardInput, Surroundings};
use crate::budget;
use goto::limits::Stop;
use native::process::{self, Ended};
use native::spawn::Invocation;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

/// Bytes of a stream or a folder that are kept.
const MOST: u64 = 1 << 20;
/// Folders in folders that are looked at.
const DEEPEST: u32 = 8;

/// How a run ended, and what it left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// As a shell tells it: 128 and the number of a signal, if one ended the run.
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What is in the working directory afterwards: names below it and contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Observed {
    /// What is different, in the order in which people look at it.
    pub fn differs(&self, other: &Self) -> Option<&'static str> {
        let parts = [
            ("exit status", self.status == other.status),
            ("standard output", self.stdout == other.stdout),
            ("standard error", self.stderr == other.stderr),
            ("files", self.files == other.files),
        ];
        parts.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

/// Why there is nothing to keep of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unobserved {
    TooLong,
    TooMuch,
    /// The program did what it may not do here, and may do elsewhere.
    Refused,
    /// It left something else than files and folders with files.
    OtherFiles,
}

impl Unobserved {
    pub fn text(self) -> &'static str {
        match self {
            Self::TooLong => "the run does not end in time",
            Self::TooMuch => "the run prints or writes too much",
            Self::Refused => "the run does what is refused where it is confined",
            Self::OtherFiles => "the run leaves something else than files",
        }
    }
}

impl Native {
    /// Runs the program in this world, confined so that it ends where it does what is refused.
    ///
    /// # Errors
    /// If it cannot be confined here, or is asked to stop.
    pub fn observe(&self, world: Surroundings<'_>, stop: &Stop) -> Result<Result<Observed, Unobserved>, ReplayError> {
        let own = tempfile::tempdir_in(self.folder.path()).map_err(ReplayError::Folder)?;
        let [work, stdin, stderr] = ["work", "stdin", "stderr"].map(|name| own.path().join(name));
        let prepare = || {
            fs::create_dir(&work)?;
            world.files.iter().try_for_each(|(name, content)| fs::write(work.join(name), content))?;
            if let StandardInput::File(bytes) = world.stdin {
                fs::write(&stdin, bytes)?;
            }
            // The program finds itself where it was started.
            std::os::unix::fs::symlink(self.folder.path().join("program"), own.path().join("program"))?;
            let input: &Path = match world.stdin {
                StandardInput::File(_) => &stdin,
                StandardInput::Folder => &work,
                StandardInput::Closed => Path::new("/dev/null"),
            };
            Ok((fs::File::open(input)?, fs::File::create(&stderr)?, io::pipe()?))
        };
        let (input, errors, (mut output, written)) = prepare().map_err(ReplayError::Folder)?;
        let confinement = self.confinement(&work).map_err(ReplayError::Unconfined)?.ending_at_refusal().map_err(ReplayError::Unconfined)?;
        let confinement = if world.stdin == StandardInput::Closed { confinement.without_input() } else { confinement };
        let standard_output = if world.stdout_is_full {
            // So that the reader comes to an end.
            drop(written);
            OwnedFd::from(fs::File::options().write(true).open(FULL).map_err(ReplayError::Folder)?)
        } else {
            written.into()
        };
        let reader = std::thread::spawn(move || {
            let mut printed = Vec::new();
            // Behind what is kept it is read and forgotten.
            let _ = output.by_ref().take(MOST + 1).read_to_end(&mut printed).and_then(|_| io::copy(&mut output, &mut io::sink()));
            printed
        });
        let mut program = Invocation::new(own.path().join("program"));
        program
            .name(STARTED_AS)
            .args(world.arguments.iter().map(|argument| OsStr::from_bytes(argument)))
            .current_dir(&work)
            .env_clear()
            .envs(world.variables.iter().map(|(name, value)| (name, OsStr::from_bytes(value))))
            .stdin(input)
            .stdout(standard_output)
            .stderr(errors);
        let time = budget::replay::RUN_TIME;
        let limits = [
            (libc::RLIMIT_AS, budget::replay::RUN_MEMORY),
            (libc::RLIMIT_CPU, time.as_secs() + 1),
            (libc::RLIMIT_FSIZE, budget::replay::RUN_FILE),
            (libc::RLIMIT_CORE, 0),
        ];
        let ended = process::run_confined(program, limits, Some(&confinement), time, &|| stop.reason().is_some()).map_err(ReplayError::Start)?;
        // The process is gone, and so is the writing end: the thread comes to its end, if it does not panic.
        let printed = reader.join().unwrap_or_default();
        let status = match ended {
            Ended::Stopped => return Err(ReplayError::Stopped),
            Ended::TooLong => return Ok(Err(Unobserved::TooLong)),
            Ended::ByItself(status) => status,
        };
        let status = match (status.code(), status.signal()) {
            (Some(code), _) => code,
            (None, Some(libc::SIGSYS)) => return Ok(Err(Unobserved::Refused)),
            (None, Some(libc::SIGXCPU | libc::SIGKILL)) => return Ok(Err(Unobserved::TooLong)),
            (None, Some(libc::SIGXFSZ)) => return Ok(Err(Unobserved::TooMuch)),
            (None, signal) => 128 + signal.unwrap_or(0),
        };
        let too_much = |size: u64| size > MOST;
        if too_much(printed.len() as u64) || fs::metadata(&stderr).is_ok_and(|file| too_much(file.len())) {
            return Ok(Err(Unobserved::TooMuch));
        }
        let mut found = Found { files: Vec::new(), left: MOST };
        if let Err(why) = found.look(&work, "", DEEPEST).map_err(ReplayError::Folder)? {
            return Ok(Err(why));
        }
        found.files.sort();
        Ok(Ok(Observed { status, stdout: printed, stderr: fs::read(&stderr).map_err(ReplayError::Folder)?, files: found.files }))
    }
}

/// The files below a folder.
struct Found {
    files: Vec<(String, Vec<u8>)>,
    /// Bytes that may still be kept.
    left: u64,
}

impl Found {
    fn look(&mut self, folder: &Path, prefix: &str, deepest: u32) -> io::Result<Result<(), Unobserved>> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, size) = (entry.file_type()?, entry.metadata()?.len());
            let Ok(name) = entry.file_name().into_string() else { return Ok(Err(Unobserved::OtherFiles)) };
            let name = format!("{prefix}{name}");
            if kind.is_dir() {
                // Neither archives nor repositories keep empty folders.
                if deepest == 0 || fs::read_dir(entry.path())?.next().is_none() {
                    return Ok(Err(Unobserved::OtherFiles));
                }
                if let Err(why) = self.look(&entry.path(), &format!("{name}/"), deepest - 1)? {
                    return Ok(Err(why));
                }
            } else if kind.is_file() {
                if size > self.left {
                    return Ok(Err(Unobserved::TooMuch));
                }
                self.left -= size;
                // A file that nobody may read is none that can be compared.
                let Ok(content) = fs::read(entry.path()) else { return Ok(Err(Unobserved::OtherFiles)) };
                self.files.push((name, content));
            } else {
                return Ok(Err(Unobserved::OtherFiles));
            }
        }
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Flags;
    use super::*;

    fn observed(source: &str) -> Option<Result<Observed, Unobserved>> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        fs::write(&file, source).unwrap();
        let native = Native::compile(&[file], "", &Flags::default(), &Stop::new(None)).unwrap();
        let world = Surroundings {
            arguments: &[b"one".to_vec()],
            stdin: StandardInput::File(b"in"),
            stdout_is_full: false,
            files: &[("cfg".to_owned(), b"x".to_vec())],
            variables: &[("HOME".to_owned(), b"/".to_vec())],
        };
        match native.observe(world, &Stop::new(None)) {
            // An old kernel.
            Err(ReplayError::Unconfined(_)) => None,
            observed => Some(observed.unwrap()),
        }
    }

    #[test]
    fn what_a_run_does_is_seen() {
        let source = "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
                      int main(int c, char **v) {\n  printf(\"%d %s %s %c\\n\", c, v[1], getenv(\"HOME\"), getchar());\n\
                      fprintf(stderr, \"%s\\n\", v[0]); mkdir(\"d\", 0777); FILE *f = fopen(\"d/new\", \"w\"); fputs(\"new\", f); fclose(f);\n\
                      unlink(\"cfg\"); return 7; }\n";
        let Some(observed) = observed(source) else { return };
        let files = vec![("d/new".to_owned(), b"new".to_vec())];
        assert_eq!(observed, Ok(Observed { status: 7, stdout: b"2 one / i\n".to_vec(), stderr: b"../program\n".to_vec(), files }));
    }

    #[test]
    fn what_cannot_be_kept_is_said() {
        for (source, why) in [
            ("int main(void) { for (;;) ; }", Unobserved::TooLong),
            ("#include <stdio.h>\nint main(void) { for (int i = 0; i < 2000000; i++) putchar('a'); }", Unobserved::TooMuch),
            ("#include <sys/stat.h>\nint main(void) { chmod(\"cfg\", 0600); }", Unobserved::Refused),
            ("#include <sys/stat.h>\nint main(void) { mkdir(\"d\", 0777); }", Unobserved::OtherFiles),
        ] {
            assert!(observed(source).is_none_or(|observed| observed == Err(why)), "{source}");
        }
        let aborts = observed("#include <stdlib.h>\nint main(void) { abort(); }");
        assert!(aborts.is_none_or(|observed| observed.is_ok_and(|observed| observed.status == 134)));
    }
}
