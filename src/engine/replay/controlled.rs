//! Native runs of programs with threads under a schedule: sources that are linked with the program control its threads, and tell how far they came. Knows how that is
//! compiled and told, neither what a schedule is nor what follows from a run.

use super::{Native, NativeRun, ReplayError, Surroundings, compile_apart};
use crate::budget;
use goto::limits::Stop;
use native::spawn::Invocation;
use native::symbols::Symbols;
use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The control reads the schedule from the file that this variable names, and tells its course in the file that the other one names.
pub const SCHEDULE_VARIABLE: &str = "GOTCHA_SCHEDULE";
pub const TOLD_VARIABLE: &str = "GOTCHA_TOLD";
/// Numbers of 32 bits that are told.
const TOLD: usize = 4;

/// How files of the program are compiled: each access to memory calls a function first, which the control defines.
pub(super) const COMPILED: [&str; 3] = ["-fsanitize=thread", "-U__SANITIZE_THREAD__", "-fno-pie"];

/// What is linked with a program whose threads are controlled.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Texts in C.
    pub sources: Vec<String>,
    /// Functions that stand for those of the library; each is called `__wrap_` and the name.
    pub wrapped: Vec<String>,
}

/// How far a controlled run came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Controlled {
    /// It ended by itself, or was ended, after so many of the events that others see.
    Ended { position: usize, is_error: bool },
    /// All that was recorded happened again.
    Followed { is_error: bool },
    /// Behind so many events this thread did something else.
    Astray { position: usize, thread: usize },
    /// What the recorded run shows at its end was seen.
    Shown,
}

/// A schedule on its way to a run, and what came of it.
pub(super) struct Course<'a> {
    schedule: &'a str,
    told: Cell<[u32; TOLD]>,
}

impl Control {
    pub(super) fn compile(&self, width: &[&str], folder: &Path, stop: &Stop) -> Result<Vec<PathBuf>, ReplayError> {
        let compile = |(number, text): (usize, &String)| {
            let (source, object) = (folder.join(format!("control{number}.c")), folder.join(format!("control{number}.o")));
            fs::write(&source, text).map_err(ReplayError::Folder)?;
            compile_apart(&source, &object, width, "-O1", folder, stop)?;
            Ok(object)
        };
        self.sources.iter().enumerate().map(compile).collect()
    }

    /// What the linker is told.
    pub(super) fn linked(&self) -> impl Iterator<Item = OsString> + '_ {
        let wraps = self.wrapped.iter().map(|name| format!("-Wl,--wrap={name}").into());
        ["-no-pie".into(), "-pthread".into()].into_iter().chain(wraps)
    }
}

pub(super) fn symbols_of(program: &Path) -> Result<Symbols, ReplayError> {
    let bytes = fs::read(program).map_err(ReplayError::Folder)?;
    Symbols::of(&bytes).ok_or_else(|| ReplayError::Compile("the linked program has no symbols that can be read".into()))
}

impl<'a> Course<'a> {
    pub(super) fn new(schedule: &'a str) -> Self {
        Self { schedule, told: Cell::new([0; TOLD]) }
    }

    pub(super) fn prepare(&self, program: &mut Invocation, folder: &Path) -> io::Result<()> {
        let (schedule, told) = (folder.join("schedule"), folder.join("told"));
        fs::write(&schedule, self.schedule)?;
        fs::write(&told, [0u8; TOLD * 4])?;
        program.env(SCHEDULE_VARIABLE, schedule).env(TOLD_VARIABLE, told);
        Ok(())
    }

    pub(super) fn look(&self, folder: &Path) -> io::Result<()> {
        let bytes = fs::read(folder.join("told"))?;
        let mut told = [0; TOLD];
        for (number, chunk) in told.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        }
        self.told.set(told);
        Ok(())
    }

    fn outcome(&self) -> Controlled {
        let [state, position, thread, error] = self.told.get();
        let (position, is_error) = (position as usize, error != 0);
        match state {
            0 => Controlled::Ended { position, is_error },
            1 => Controlled::Followed { is_error },
            3 => Controlled::Shown,
            _ => Controlled::Astray { position, thread: thread as usize },
        }
    }
}

impl Native {
    /// Where functions and variables lie.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Runs a program that was compiled with a control under a schedule, in a world if it has one.
    pub fn run_controlled(&self, inputs: &str, world: Option<Surroundings<'_>>, schedule: &str, stop: &Stop) -> Result<(NativeRun, Controlled), ReplayError> {
        let course = Course::new(schedule);
        let run = self.run_with(inputs, 0, budget::replay::RUN_TIME, world, Some(&course), stop)?.run;
        Ok((run, course.outcome()))
    }
}
