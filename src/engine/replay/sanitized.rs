//! Native runs of programs with threads under ThreadSanitizer, which tells of data races of whatever schedule the machine chooses. Knows how that is compiled and what it tells;
//! that nothing is told says nothing.

use super::{Native, ReplayError, Surroundings};
use goto::limits::Stop;
use std::fs;
use std::io;
use std::path::Path;

/// How the program is compiled and linked.
pub(super) const COMPILED: [&str; 3] = ["-fsanitize=thread", "-g", "-pthread"];

/// Nothing but races is told, into files with this name and a number, and the run goes on; the memory is limited otherwise than by addresses, of which it needs very many.
const OPTIONS: &str =
    "report_thread_leaks=0:report_mutex_bugs=0:report_destroy_locked=0:report_signal_unsafe=0:detect_deadlocks=0:hard_rss_limit_mb=2048:log_path=";
pub(super) const OPTIONS_VARIABLE: &str = "TSAN_OPTIONS";
const LOG: &str = "told";

/// Begins the line that tells where a race is.
const SUMMARY: &str = "SUMMARY: ThreadSanitizer: data race ";

pub(super) fn options(folder: &Path) -> String {
    format!("{OPTIONS}{}", folder.join(LOG).display())
}

/// The places of the races that were told.
pub(super) fn told(folder: &Path) -> io::Result<Vec<String>> {
    let mut places = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(LOG) {
            let text = String::from_utf8_lossy(&fs::read(entry.path())?).into_owned();
            places.extend(text.lines().filter_map(|line| line.strip_prefix(SUMMARY)).map(str::to_owned));
        }
    }
    Ok(places)
}

impl Native {
    /// Runs a program that was compiled for it, and gives the places of data races that ThreadSanitizer tells of: `file:line in function`, as far as they are known.
    pub fn run_sanitized(&self, inputs: &str, world: Option<Surroundings<'_>>, stop: &Stop) -> Result<Vec<String>, ReplayError> {
        Ok(self.run_with(inputs, 0, crate::budget::replay::RUN_TIME, world, None, stop)?.races)
    }
}
