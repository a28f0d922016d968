//! Native runs of tests: the unchanged program, compiled by the system's C compiler with a driver, run with limits in a folder of its own.
//! Knows how to run a program safely, nothing of goals.

mod controlled;
mod observe;
mod sanitized;

use controlled::Course;
pub use controlled::{Control, Controlled, SCHEDULE_VARIABLE, TOLD_VARIABLE};
pub use native::symbols::{Range, Symbols};
pub use observe::{Observed, Unobserved};

use crate::budget;
use goto::DataModel;
use goto::limits::Stop;
use native::confinement::{Confinement, ConfinementError};
use native::process::{self, Ended};
use native::spawn::Invocation;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The driver reads its inputs, one a line, from the file that this variable names.
pub const INPUTS_VARIABLE: &str = "GOTCHA_INPUTS";
/// The driver keeps its notes in the file that this variable names: [`NOTES`] numbers of 32 bits.
pub const NOTES_VARIABLE: &str = "GOTCHA_NOTES";
/// A probe leaves a 1 in the file that this variable names, at its number.
pub const PROBES_VARIABLE: &str = "GOTCHA_PROBES";
/// Who asked for each input, as numbers of 16 bits, goes to the file that this variable names, as far as it has room; of [counted](Build::is_counted) runs only.
pub const READS_VARIABLE: &str = "GOTCHA_READS";
/// If it is set the driver closes the standard input once it has opened its own files.
pub const CLOSES_VARIABLE: &str = "GOTCHA_CLOSES";
/// So many are noted.
pub const READS: usize = 1 << 12;
/// Numbers in the notes: inputs delivered, a hash of which functions asked for them, why the driver ended the run.
pub const NOTES: usize = 3;

/// The driver ended the run: there were no more inputs.
pub const ENDED_EXHAUSTED: u32 = 1;
/// The driver ended the run: an assumption did not hold.
pub const ENDED_ASSUMPTION: u32 = 2;
/// The driver ended the run: an input's text is no value of its type.
pub const ENDED_MALFORMED: u32 = 3;

/// The program ended itself with `abort`, or by a failed assertion; noted of [counted](Build::is_counted) runs only.
pub const ENDED_ABORT: u32 = 4;
/// The process could not be locked up, so the program did not start.
pub const ENDED_UNGUARDED: u32 = 5;

/// The program called a function that is defined nowhere: the first of them has this number, the others follow; under [`Build::ForComparison`] only.
pub const ENDED_MISSING: u32 = 16;

/// Ends of a process at which the C library does not write gcc's counters; a run that is not done in time writes them a little before it is killed. Linked with a program that counts,
/// behind a definition of `MILLISECONDS`, the time that it has.
const COUNTED_ENDS: &str = "#include <signal.h>
#include <time.h>
#include <unistd.h>
void __gcov_dump(void);
static void gotcha_late(int number) { __gcov_dump(); for (;;) pause(); }
__attribute__((constructor)) static void gotcha_watch(void) {
    struct sigaction action = {.sa_handler = gotcha_late};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMAX};
    struct itimerspec once = {.it_value = {MILLISECONDS / 1000, MILLISECONDS % 1000 * 1000000L}};
    timer_t timer;
    sigfillset(&action.sa_mask);
    if (!sigaction(SIGRTMAX, &action, 0) && !timer_create(CLOCK_MONOTONIC, &event, &timer)) timer_settime(timer, 0, &once, 0);
}
void __real__exit(int) __attribute__((noreturn));
void __real__Exit(int) __attribute__((noreturn));
void __real_abort(void) __attribute__((noreturn));
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }
void __wrap__Exit(int status) { __gcov_dump(); __real__Exit(status); }
void __wrap_abort(void) { __gcov_dump(); __real_abort(); }
void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) { __gcov_dump(); __real___assert_fail(text, file, line, function); }
";
const COUNTED_ENDS_LINKED: [&str; 2] = ["--coverage", "-Wl,--wrap=_exit,--wrap=_Exit,--wrap=abort,--wrap=__assert_fail"];

/// Of the time of a run: what writing the counters may take.
const TIME_TO_COUNT: Duration = Duration::from_millis(500);

/// The name under which tests start a program, as the models of the world have it.
pub const STARTED_AS: &str = "../program";

/// Bytes of what the compiler says that are looked at, and bytes that are told.
const LONGEST_LOG: u64 = 1 << 20;
const TOLD: usize = 4000;

/// What a native program is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Build {
    /// To be held against the interpreter.
    #[default]
    ForComparison,
    /// To do what it does where a validator counts, also with what C does not determine: the driver is compiled alike, and the processor's own floating point
    /// is used.
    AsValidators,
    /// As [`AsValidators`](Self::AsValidators), but with the interpreter's floating point, to tell what runs show whatever C leaves open.
    InDoubt(Variation),
}

/// What is made different of what C does not determine: variables that the program does not initialise, blocks that it allocates, clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variation {
    /// Nothing: memory holds what was there before.
    #[default]
    None,
    /// Other bytes in each run on the stack and in blocks, zeros among them.
    Memory,
    /// The same in blocks, bytes that are not zero on the stack, and another time in each run. The program is optimised.
    Everything,
}

impl Build {
    /// Are the probes of runs counted?
    fn is_counted(self) -> bool {
        self != Build::ForComparison
    }

    fn variation(self) -> Variation {
        match self {
            Build::ForComparison | Build::AsValidators => Variation::None,
            Build::InDoubt(variation) => variation,
        }
    }

    fn compiler_options(self) -> &'static [&'static str] {
        match self.variation() {
            Variation::None | Variation::Memory => &["-O0"],
            Variation::Everything => &["-O1", "-ftrivial-auto-var-init=pattern"],
        }
    }
}

/// The C library fills new blocks with the byte that this variable names, and freed ones with its complement.
const FILLING_VARIABLE: &str = "MALLOC_PERTURB_";

/// Fills what will be the stack of `main`, in a third of the runs with zeros. Behind the driver's text.
const FILLED_STACK: &str = "#include <sys/auxv.h>
static __attribute__((noinline)) void gotcha_fill(void) {
    volatile unsigned char filling[1 << 16];
    unsigned long long state = *(const unsigned long long *)getauxval(AT_RANDOM) | 1;
    unsigned char mask = state % 3 ? 0xff : 0;
    for (unsigned i = 0; i < sizeof filling; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        filling[i] = state & mask;
    }
}
__attribute__((constructor)) static void gotcha_vary(void) { gotcha_fill(); }
";

/// Clocks that are wrong by another number of seconds in each process. Behind the driver's text.
const WRONG_CLOCKS: &str = "#include <sys/auxv.h>
#include <sys/time.h>
#include <time.h>
static time_t gotcha_error(void) { return *(const unsigned *)getauxval(AT_RANDOM) & 0xffffff; }
time_t __real_time(time_t *);
int __real_gettimeofday(struct timeval *, void *);
int __real_clock_gettime(clockid_t, struct timespec *);
clock_t __real_clock(void);
time_t __wrap_time(time_t *told) {
    time_t now = __real_time(0) + gotcha_error();
    if (told) *told = now;
    return now;
}
int __wrap_gettimeofday(struct timeval *now, void *zone) {
    int status = __real_gettimeofday(now, zone);
    if (!status && now) now->tv_sec += gotcha_error();
    return status;
}
int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    int status = __real_clock_gettime(clock, now);
    if (!status && now) now->tv_sec += gotcha_error();
    return status;
}
clock_t __wrap_clock(void) { return __real_clock() + gotcha_error(); }
";
const WRONG_CLOCKS_LINKED: &str = "-Wl,--wrap=time,--wrap=gettimeofday,--wrap=clock_gettime,--wrap=clock";

/// What the C compiler is told beside the files.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    pub build: Build,
    pub model: DataModel,
    /// Options that the program was read with: `-I`, `-D`, `-std=` and their kin with their values.
    pub preprocessor: Vec<OsString>,
    /// The same of files that are compiled with options of their own, in place of those.
    pub units: BTreeMap<PathBuf, Vec<OsString>>,
    /// The program's variables, if it is to be taken although functions, that is anything else, have no definition: a run ends where one of them is called.
    pub variables: Option<Vec<String>>,
    /// What controls the threads of the program, if it is to run under schedules.
    pub control: Option<Control>,
    /// Is the program to run under ThreadSanitizer?
    pub is_sanitized: bool,
    /// Compile the program with gcc's counters of coverage, and keep them in this folder, which is there.
    pub counters: Option<PathBuf>,
}

impl Flags {
    /// Headers that are nowhere else are looked for there.
    pub fn find_headers_in(&mut self, folder: &Path) {
        for options in std::iter::once(&mut self.preprocessor).chain(self.units.values_mut()) {
            options.extend(["-idirafter".into(), folder.into()]);
        }
    }
}

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("cannot make a folder for native runs: {0}")]
    Folder(io::Error),
    #[error("cannot run the C compiler {command}: {error}")]
    NoCompiler { command: String, error: io::Error },
    #[error("the C compiler cannot make 32-bit programs here (is gcc-multilib installed?)")]
    No32Bit,
    #[error("the C compiler does not take the program:\n{}", .0.chars().take(TOLD).collect::<String>())]
    Compile(String),
    #[error("cannot start the native program: {0}")]
    Start(io::Error),
    #[error("the program cannot be confined to its folder here, so it was not run with arguments of a test: {0}")]
    Unconfined(ConfinementError),
    #[error("asked to stop")]
    Stopped,
}

/// How a native run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    Exit(i32),
    /// SIGABRT.
    Abort,
    /// Another signal.
    Signal(i32),
    Timeout,
}

/// A native run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NativeRun {
    pub end: NativeEnd,
    /// What the driver noted.
    pub notes: [u32; NOTES],
}

/// A native run of a program with probes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probing {
    pub run: NativeRun,
    /// Which probes it passed.
    pub probes: Vec<bool>,
    /// Who asked for the first inputs, at most [`READS`], by the number of the driver's function.
    pub reads: Vec<u16>,
    /// Where ThreadSanitizer saw races, if it was asked.
    pub races: Vec<String>,
}

/// What a run has as its standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandardInput<'a> {
    File(&'a [u8]),
    /// The working directory, so that reading it fails.
    Folder,
    Closed,
}

/// A device to which nothing can be written.
const FULL: &str = "/dev/full";

/// What a run finds outside of the program.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub arguments: &'a [Vec<u8>],
    pub stdin: StandardInput<'a>,
    /// Is the standard output a device that is full? Else it is a pipe.
    pub stdout_is_full: bool,
    /// Names and contents of the files in the working directory.
    pub files: &'a [(String, Vec<u8>)],
    /// Names and values of the variables of the environment.
    pub variables: &'a [(String, Vec<u8>)],
}

/// A compiled program with its driver. The folder goes with it.
pub struct Native {
    folder: tempfile::TempDir,
    /// Functions that the program calls and nobody defines.
    missing: Vec<String>,
    model: DataModel,
    /// Where runs leave gcc's counters.
    counters: Option<PathBuf>,
    /// Where functions and variables lie, if it runs under schedules.
    symbols: Symbols,
    variation: Variation,
    is_sanitized: bool,
}

impl Native {
    /// Compiles the files and the driver's text. Asked to stop, the compiler ends at once, with an error.
    pub fn compile(files: &[PathBuf], driver: &str, flags: &Flags, stop: &Stop) -> Result<Self, ReplayError> {
        let folder = tempfile::Builder::new().prefix("gotcha-replay-").tempdir().map_err(ReplayError::Folder)?;
        let driver_file = folder.path().join("driver.c");
        let variation = match flags.build.variation() {
            Variation::None => "",
            Variation::Memory => FILLED_STACK,
            Variation::Everything => WRONG_CLOCKS,
        };
        fs::write(&driver_file, format!("{driver}{variation}")).map_err(ReplayError::Folder)?;
        // On i386 the compiler would compute in x87 registers with excess precision, which the interpreter does not.
        let width: &[&str] = match flags.model {
            DataModel::Lp64 => &["-m64"],
            DataModel::Ilp32 if flags.build == Build::AsValidators => &["-m32"],
            DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
        };
        if flags.model == DataModel::Ilp32 && !compiles_32_bit(folder.path(), stop)? {
            return Err(ReplayError::No32Bit);
        }
        let program = folder.path().join("program");
        // Old tasks redefine functions of the library with the alias attribute; the coverage validators neutralise it in the same way.
        let sanitizer: &[&str] = if flags.is_sanitized { &sanitized::COMPILED } else { &[] };
        let options = [&["-std=gnu11", "-w", "-D__alias__(x)="], flags.build.compiler_options(), sanitizer].concat();
        // The driver is compiled apart from options such as -include, which are meant for the program.
        let object = folder.path().join("driver.o");
        let level = if flags.build.is_counted() { "-O0" } else { "-O1" };
        compile_apart(&driver_file, &object, width, level, folder.path(), stop)?;
        let counted = match &flags.counters {
            Some(counters) => {
                let mut objects = vec![compile_ends(width, folder.path(), stop)?];
                objects.extend(compile_files(files, counters, &options, width, flags, folder.path(), stop)?);
                Some(objects)
            }
            // One command has one set of options for all files.
            None if !flags.units.is_empty() => Some(compile_files(files, folder.path(), &options, width, flags, folder.path(), stop)?),
            None => None,
        };
        let counted = match (&flags.control, counted) {
            (Some(control), None) => {
                let mut objects = compile_files(files, folder.path(), &options, width, flags, folder.path(), stop)?;
                objects.extend(control.compile(width, folder.path(), stop)?);
                Some(objects)
            }
            (Some(control), Some(mut objects)) => {
                objects.extend(control.compile(width, folder.path(), stop)?);
                Some(objects)
            }
            (None, counted) => counted,
        };
        let files = counted.as_deref().unwrap_or(files);
        let link = |more: &[&OsStr]| {
            let mut command = compiler();
            command.args(&options).args(width).args(&flags.preprocessor).arg("-o").arg(&program).args(more).args(files).arg(&object).arg("-lm");
            if flags.counters.is_some() {
                command.args(COUNTED_ENDS_LINKED);
            }
            if let Some(control) = &flags.control {
                command.args(control.linked());
            }
            if flags.build.is_counted() {
                // So the driver tells the program's own aborts from those of the library.
                command.arg("-Wl,--wrap=abort,--wrap=__assert_fail");
            }
            if flags.build.variation() == Variation::Everything {
                command.arg(WRONG_CLOCKS_LINKED);
            }
            run_compiler(command, folder.path(), stop)
        };
        let native = |folder: tempfile::TempDir, missing| {
            let symbols = if flags.control.is_some() { controlled::symbols_of(&program)? } else { Symbols::default() };
            let (variation, is_sanitized) = (flags.build.variation(), flags.is_sanitized);
            Ok(Self { folder, missing, model: flags.model, counters: flags.counters.clone(), symbols, variation, is_sanitized })
        };
        let Err(complaint) = link(&[])? else { return native(folder, Vec::new()) };
        let missing = match &flags.variables {
            Some(variables) => undefined_functions(&complaint, variables),
            None => Vec::new(),
        };
        if missing.is_empty() {
            return Err(ReplayError::Compile(complaint));
        }
        // What lacks something and is never used need not be there; a call of the rest ends the run.
        let (stubs_file, stubs) = (folder.path().join("stubs.c"), folder.path().join("stubs.o"));
        fs::write(&stubs_file, stubs_text(&missing)).map_err(ReplayError::Folder)?;
        compile_apart(&stubs_file, &stubs, width, level, folder.path(), stop)?;
        check(link(&["-ffunction-sections".as_ref(), "-fdata-sections".as_ref(), "-Wl,--gc-sections".as_ref(), stubs.as_os_str()])?)?;
        native(folder, missing)
    }

    /// The function without a definition at which the run ended.
    pub fn lacks(&self, run: &NativeRun) -> Option<&str> {
        let number = run.notes[2].checked_sub(ENDED_MISSING)?;
        self.missing.get(number as usize).map(String::as_str)
    }

    /// Runs the program on these inputs, one a line. Asked to stop, the run ends at once, with an error.
    pub fn run(&self, inputs: &str, stop: &Stop) -> Result<NativeRun, ReplayError> {
        Ok(self.run_with_probes(inputs, 0, budget::replay::RUN_TIME, stop)?.run)
    }

    /// As [`run`](Self::run), with these surroundings and nothing else of the environment. The program is confined to a folder of its own.
    ///
    /// # Errors
    /// Also if it cannot be confined here.
    pub fn run_in_world(&self, inputs: &str, world: Surroundings<'_>, stop: &Stop) -> Result<NativeRun, ReplayError> {
        Ok(self.run_with(inputs, 0, budget::replay::RUN_TIME, Some(world), None, stop)?.run)
    }

    /// Runs the program, which has so many probes, for so long at most; tells also which of them it passed.
    pub fn run_with_probes(&self, inputs: &str, n_probes: usize, time: Duration, stop: &Stop) -> Result<Probing, ReplayError> {
        self.run_with(inputs, n_probes, time, None, None, stop)
    }

    /// As [`run_with_probes`](Self::run_with_probes), with these surroundings; confined as [`run_in_world`](Self::run_in_world) is.
    ///
    /// # Errors
    /// Also if it cannot be confined here.
    pub fn probe_in_world(&self, inputs: &str, n_probes: usize, time: Duration, world: Surroundings<'_>, stop: &Stop) -> Result<Probing, ReplayError> {
        self.run_with(inputs, n_probes, time, Some(world), None, stop)
    }

    fn confinement(&self, folder: &Path) -> Result<Confinement, ConfinementError> {
        match self.model {
            DataModel::Lp64 => Confinement::new([folder].into_iter().chain(self.counters.as_deref())),
            DataModel::Ilp32 => Err(ConfinementError::No32Bit),
        }
    }

    fn run_with(
        &self,
        inputs: &str,
        n_probes: usize,
        time: Duration,
        world: Option<Surroundings<'_>>,
        course: Option<&Course<'_>>,
        stop: &Stop,
    ) -> Result<Probing, ReplayError> {
        // Runs may happen side by side: each has files of its own.
        let own = tempfile::tempdir_in(self.folder.path()).map_err(ReplayError::Folder)?;
        let [work, inputs_file, notes_file, probes_file, reads_file] = ["work", "inputs", "notes", "probes", "reads"].map(|name| own.path().join(name));
        let prepare = || {
            fs::create_dir(&work)?;
            fs::write(&inputs_file, inputs)?;
            fs::write(&probes_file, vec![0u8; n_probes])?;
            fs::File::create(&reads_file)?.set_len(2 * READS as u64)?;
            fs::write(&notes_file, [0u8; NOTES * 4])
        };
        prepare().map_err(ReplayError::Folder)?;
        let mut command = Invocation::new(self.folder.path().join("program"));
        command.current_dir(&work);
        let confinement = match &world {
            None => {
                // The locale and the time zone of the library's models.
                command.env("LC_ALL", "C").env("TZ", "UTC0");
                None
            }
            Some(Surroundings { arguments, stdin, stdout_is_full, files, variables }) => {
                files.iter().try_for_each(|(name, content)| fs::write(work.join(name), content)).map_err(ReplayError::Folder)?;
                let stdin_file = own.path().join("stdin");
                let (mut output, written) = std::io::pipe().map_err(ReplayError::Folder)?;
                // Ends when nobody has the other end any more.
                std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
                let opened = match stdin {
                    StandardInput::File(stdin) => fs::write(&stdin_file, stdin).and_then(|()| fs::File::open(&stdin_file)),
                    StandardInput::Folder => fs::File::open(&work),
                    StandardInput::Closed => fs::File::open("/dev/null"),
                };
                let written: OwnedFd =
                    if *stdout_is_full { fs::File::options().write(true).open(FULL).map_err(ReplayError::Folder)?.into() } else { written.into() };
                command
                    .name(STARTED_AS)
                    .env_clear()
                    .envs(variables.iter().map(|(name, value)| (name, OsStr::from_bytes(value))))
                    .stdin(opened.map_err(ReplayError::Folder)?)
                    .stdout(written)
                    .args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
                if *stdin == StandardInput::Closed {
                    // The driver has files to open before.
                    command.env(CLOSES_VARIABLE, "1");
                }
                Some(self.confinement(own.path()).map_err(ReplayError::Unconfined)?)
            }
        };
        if self.variation != Variation::None {
            let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |moment| moment.subsec_nanos());
            // In half of the runs blocks are as they come, which is zeros most often.
            if moment.is_multiple_of(2) {
                command.env(FILLING_VARIABLE, (1 + moment / 2 % 255).to_string());
            }
        }
        command.env(INPUTS_VARIABLE, &inputs_file).env(NOTES_VARIABLE, &notes_file).env(PROBES_VARIABLE, &probes_file).env(READS_VARIABLE, &reads_file);
        if let Some(course) = course {
            course.prepare(&mut command, own.path()).map_err(ReplayError::Folder)?;
        }
        if self.is_sanitized {
            command.env(sanitized::OPTIONS_VARIABLE, sanitized::options(own.path()));
        }
        let limits = [
            (libc::RLIMIT_AS, if self.is_sanitized { libc::RLIM_INFINITY } else { budget::replay::RUN_MEMORY }),
            (libc::RLIMIT_CPU, time.as_secs() + 1),
            (libc::RLIMIT_FSIZE, budget::replay::RUN_FILE),
            (libc::RLIMIT_CORE, 0),
        ];
        let end = match process::run_confined(command, limits, confinement.as_ref(), time, &|| stop.reason().is_some()).map_err(ReplayError::Start)? {
            Ended::Stopped => return Err(ReplayError::Stopped),
            Ended::TooLong => NativeEnd::Timeout,
            Ended::ByItself(status) => match (status.code(), status.signal()) {
                (Some(code), _) => NativeEnd::Exit(code),
                (None, Some(libc::SIGABRT)) => NativeEnd::Abort,
                (None, Some(libc::SIGXCPU)) => NativeEnd::Timeout,
                (None, signal) => NativeEnd::Signal(signal.unwrap_or(0)),
            },
        };
        let bytes = fs::read(&notes_file).map_err(ReplayError::Folder)?;
        let mut notes = [0u32; NOTES];
        for (note, chunk) in notes.iter_mut().zip(bytes.chunks_exact(4)) {
            *note = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        }
        let probes = fs::read(&probes_file).map_err(ReplayError::Folder)?.into_iter().map(|probe| probe != 0).collect();
        let n_reads = READS.min(notes[0] as usize);
        let bytes = if n_probes == 0 { Vec::new() } else { fs::read(&reads_file).map_err(ReplayError::Folder)? };
        let reads = bytes.chunks_exact(2).take(n_reads).map(|c| u16::from_le_bytes([c[0], c[1]])).collect();
        if let Some(course) = course {
            course.look(own.path()).map_err(ReplayError::Folder)?;
        }
        let races = if self.is_sanitized { sanitized::told(own.path()).map_err(ReplayError::Folder)? } else { Vec::new() };
        Ok(Probing { run: NativeRun { end, notes }, probes, reads, races })
    }
}

fn compiler() -> Invocation {
    Invocation::new(compiler_name())
}

fn compiler_name() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".to_string())
}

fn compiles_32_bit(folder: &Path, stop: &Stop) -> Result<bool, ReplayError> {
    let source = folder.join("probe.c");
    fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").map_err(ReplayError::Folder)?;
    let mut command = compiler();
    command.arg("-m32").arg("-o").arg(folder.join("probe")).arg(&source);
    Ok(run_compiler(command, folder, stop)?.is_ok())
}

/// Compiles a file of the tool's own.
fn compile_apart(file: &Path, object: &Path, width: &[&str], level: &str, folder: &Path, stop: &Stop) -> Result<(), ReplayError> {
    let mut command = compiler();
    command.args(["-std=gnu11", "-w", level, "-c"]).args(width).arg("-o").arg(object).arg(file);
    check(run_compiler(command, folder, stop)?)
}

/// Compiles what writes gcc's counters at ends of a process at which the C library does not.
fn compile_ends(width: &[&str], folder: &Path, stop: &Stop) -> Result<PathBuf, ReplayError> {
    let ends_file = folder.join("ends.c");
    let ends = folder.join("ends.o");
    let time = (budget::replay::RUN_TIME - TIME_TO_COUNT).as_millis();
    fs::write(&ends_file, format!("#define MILLISECONDS {time}\n{COUNTED_ENDS}")).map_err(ReplayError::Folder)?;
    compile_apart(&ends_file, &ends, width, "-O1", folder, stop)?;
    Ok(ends)
}

/// Compiles each file with its own options, and with gcc's counters if they are wanted. The objects, and beside them what `gcov` reads, are in the folder `objects`.
fn compile_files(
    files: &[PathBuf],
    objects: &Path,
    options: &[&str],
    width: &[&str],
    flags: &Flags,
    folder: &Path,
    stop: &Stop,
) -> Result<Vec<PathBuf>, ReplayError> {
    let mut compiled = Vec::new();
    for (number, file) in files.iter().enumerate() {
        // Files of different folders may have the same name.
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let object = objects.join(format!("{number}-{name}.o"));
        let mut command = compiler();
        command.args(options).args(width).args(flags.units.get(file).unwrap_or(&flags.preprocessor));
        if flags.counters.is_some() {
            // What an earlier program left there counts something else.
            match fs::remove_file(object.with_extension("gcda")) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(ReplayError::Folder(error)),
                _ => {}
            }
            command.arg("--coverage");
        } else {
            // What is never used need not find what it wants.
            command.args(["-ffunction-sections", "-fdata-sections"]);
        }
        if flags.control.is_some() {
            command.args(controlled::COMPILED);
        }
        command.args(["-c", "-o"]).arg(&object).arg(file);
        check(run_compiler(command, folder, stop)?)?;
        compiled.push(object);
    }
    Ok(compiled)
}

/// The functions of which a linker says that nobody defines them. Variables are no functions.
fn undefined_functions(complaint: &str, variables: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for words in ["undefined reference to ", "undefined references to ", "undefined symbol: "] {
        for (at, _) in complaint.match_indices(words) {
            let is_part = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
            let name: String = complaint[at + words.len()..].chars().skip_while(|c| !is_part(c) && *c != '\n').take_while(is_part).collect();
            if !name.is_empty() && !found.contains(&name) && !variables.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// Functions that end the run and say which of them was called.
fn stubs_text(functions: &[String]) -> String {
    let stub = |(number, name): (usize, &String)| format!("__attribute__((weak)) void {name}(void) {{ gotcha_missing({number}); }}\n");
    format!("void gotcha_missing(unsigned);\n{}", functions.iter().enumerate().map(stub).collect::<String>())
}

/// Does the compiler take a file with these options? Nothing is made of it.
///
/// # Errors
/// If there is no compiler, or it is told to stop.
pub fn accepts(file: &Path, options: &[OsString], folder: &Path, stop: &Stop) -> Result<bool, ReplayError> {
    let mut command = compiler();
    command.args(options).arg("-fsyntax-only").arg(file);
    run_compiler(command, folder, stop).map(|result| result.is_ok())
}

/// The compiler's complaints are the inner error.
fn run_compiler(mut command: Invocation, folder: &Path, stop: &Stop) -> Result<Result<(), String>, ReplayError> {
    let log = folder.join("compiler.log");
    let file = fs::File::create(&log).map_err(ReplayError::Folder)?;
    command.stderr(file);
    let stopped = || stop.reason().is_some();
    let no_compiler = |error| ReplayError::NoCompiler { command: compiler_name(), error };
    match process::run(command, [(libc::RLIMIT_CORE, 0)], budget::replay::COMPILE_TIME, &stopped).map_err(no_compiler)? {
        Ended::ByItself(status) if status.success() => return Ok(Ok(())),
        Ended::ByItself(_) => {}
        Ended::TooLong => return Ok(Err("it took too long".into())),
        Ended::Stopped => return Err(ReplayError::Stopped),
    }
    let mut text = String::new();
    // Without its messages the failure itself is still reported.
    let _ = fs::File::open(&log).and_then(|f| f.take(LONGEST_LOG).read_to_string(&mut text));
    Ok(Err(text.trim_end().to_string()))
}

fn check(result: Result<(), String>) -> Result<(), ReplayError> {
    result.map_err(ReplayError::Compile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn native(source: &str) -> NativeRun {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        fs::write(&file, source).unwrap();
        Native::compile(&[file], "", &Flags::default(), &Stop::new(None)).unwrap().run("", &Stop::new(None)).unwrap()
    }

    #[test]
    fn every_way_to_end() {
        assert_eq!(native("int main() { return 7; }").end, NativeEnd::Exit(7));
        assert_eq!(native("#include <stdlib.h>\nint main() { abort(); }").end, NativeEnd::Abort);
        assert_eq!(native("int main() { return *(volatile int *)8; }").end, NativeEnd::Signal(libc::SIGSEGV));
        assert_eq!(native("int main() { for (;;) ; }").end, NativeEnd::Timeout);
    }

    #[test]
    fn memory_is_limited() {
        let text = "#include <stdlib.h>\nint main() { return malloc(3ul << 30) == 0; }";
        assert_eq!(native(text).end, NativeEnd::Exit(1));
    }

    #[test]
    fn functions_without_a_definition() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        let text = "int f(int); extern int v; int g(void) { return v; }\nint main(int n, char **a) { return a[0][0] ? f(n) : 0; }";
        fs::write(&file, text).unwrap();
        let driver = "void _exit(int); void gotcha_missing(unsigned n) { _exit(50 + n); }";
        let native = |flags| Native::compile(std::slice::from_ref(&file), driver, &flags, &Stop::new(None));
        assert!(native(Flags::default()).is_err());
        let native = native(Flags { variables: Some(vec!["v".to_owned()]), ..Flags::default() }).unwrap();
        assert_eq!((native.missing.as_slice(), native.run("", &Stop::new(None)).unwrap().end), (&["f".to_owned()][..], NativeEnd::Exit(50)));
        // A variable that is used cannot be left out.
        fs::write(&file, text.replace("f(n)", "f(v)")).unwrap();
        assert!(Native::compile(&[file], driver, &Flags { variables: Some(vec!["v".to_owned()]), ..Flags::default() }, &Stop::new(None)).is_err());
    }

    #[test]
    fn what_the_compiler_says_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        fs::write(&file, "int main() { return x; }").unwrap();
        let error = Native::compile(&[file], "", &Flags::default(), &Stop::new(None)).err().unwrap().to_string();
        assert!(error.contains("undeclared"), "{error}");
    }
}
