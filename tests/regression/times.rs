//! How long each trial takes, for those who want to make the tests faster: `GOTCHA_TIMES` names a file that gets a line for each, with the seconds that pass,
//! those in which the processors work, and the name. The processors work for all trials at once, so with `--test-threads=1` these are the trial's own.

use libtest_mimic::{Failed, Trial};
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Where the times are written, if anybody wants them.
#[derive(Clone)]
pub(crate) struct Times(Option<Arc<Mutex<File>>>);

impl Times {
    pub(crate) fn from_environment() -> std::io::Result<Self> {
        let file = std::env::var_os("GOTCHA_TIMES").map(File::create).transpose()?;
        Ok(Self(file.map(|file| Arc::new(Mutex::new(file)))))
    }

    /// A trial that writes how long it took.
    pub(crate) fn trial(&self, name: String, check: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
        let Some(file) = self.0.clone() else { return Trial::test(name, check) };
        let named = name.clone();
        Trial::test(name, move || {
            let (start, worked) = (Instant::now(), processor_seconds());
            let result = check();
            let (passed, worked) = (start.elapsed().as_secs_f64(), processor_seconds() - worked);
            writeln!(file.lock().unwrap_or_else(PoisonError::into_inner), "{passed:8.3} {worked:8.3} {named}")?;
            result
        })
    }
}

/// What this process and those that it started and that have ended used.
fn processor_seconds() -> f64 {
    let used = |who| {
        // SAFETY: the numbers of the structure may all be zero, and the call writes to nothing else.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(who, &mut usage);
            usage
        };
        [usage.ru_utime, usage.ru_stime].map(|time| time.tv_sec as f64 + time.tv_usec as f64 / 1e6).iter().sum::<f64>()
    };
    used(libc::RUSAGE_SELF) + used(libc::RUSAGE_CHILDREN)
}
