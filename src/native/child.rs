//! The process that runs a translated program, and the memory shared with it. It can do nothing but compute, tell that a batch is done, and wait for the next.
//! If it dies, or a batch does not end, another one takes its place.

use super::build::{BuildError, BuildLimits, compile};
use super::layout::{MAX_CHANGES, MAX_CONSTANTS, MAX_INPUTS, MAX_PARTNERED, MAX_PARTNERS, Shared};
use super::process;
use super::request::{Change, Constants, End, Head, List, Observation, Point, Reached, Request, Value, fitting, float_constants};
use super::spawn::{Invocation, Process};
use super::unit::{Translation, translate};
use super::{ComparisonSite, NotTranslated};
use goto::limits::Stop;
use goto::{Bits, FloatKind, GoalId, Id, InputId, Location, Program, PropertyId};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::NonNull;
use std::time::{Duration, Instant};

/// Address space of the process.
const MEMORY: u64 = 8 << 30;
/// Its stack.
const STACK: u64 = 256 << 20;
/// Its processor time, in seconds.
const TIME: u64 = 24 * 3600;
/// A run that takes longer is lost.
const RUN_TIME: Duration = Duration::from_secs(10);
/// How long a process that was asked to end its batch may take for it.
const GRACE: Duration = Duration::from_millis(100);
/// Stack for the translation.
const TRANSLATION_STACK: usize = 64 << 20;
const START_TIME: Duration = Duration::from_secs(10);

/// Memory that two processes see.
struct Mapping {
    start: NonNull<u8>,
    size: usize,
    file: File,
}

// SAFETY: the mapping is plain memory; whoever owns it may use it from any thread.
unsafe impl Send for Mapping {}

impl Mapping {
    fn new(size: usize) -> io::Result<Self> {
        // SAFETY: the name is a string that ends with zero.
        let fd = unsafe { libc::memfd_create(c"gotcha-native".as_ptr(), libc::MFD_CLOEXEC) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor was just made and belongs to nobody else.
        let file = unsafe { File::from_raw_fd(fd) };
        file.set_len(size as u64)?;
        // SAFETY: a new mapping at an address that the system chooses.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, fd, 0) };
        match NonNull::new(start.cast::<u8>()) {
            Some(start) if start.as_ptr().cast() != libc::MAP_FAILED => Ok(Self { start, size, file }),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// So many entries at an offset. Only while the other process waits.
    fn slice<T: Copy>(&self, offset: u64, length: usize) -> &[T] {
        let offset = offset as usize;
        assert!(length.checked_mul(size_of::<T>()).and_then(|n| n.checked_add(offset)).is_some_and(|end| end <= self.size), "inside of the mapping");
        // SAFETY: the range is inside of the mapping, offsets are multiples of 64, and all bit patterns are valid for the types used here.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr().add(offset).cast(), length) }
    }

    fn slice_mut<T: Copy>(&mut self, offset: u64, length: usize) -> &mut [T] {
        let (start, length) = (self.slice::<T>(offset, length).as_ptr(), length);
        // SAFETY: as `slice`, and the mapping is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(start.cast_mut(), length) }
    }

    fn head(&self) -> &Head {
        &self.slice(0, 1)[0]
    }

    fn head_mut(&mut self) -> &mut Head {
        &mut self.slice_mut(0, 1)[0]
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this size, and no reference to it outlives its owner.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.size) };
    }
}

/// The process, and the pipes to and from it.
struct Child {
    process: Process,
    stdin: PipeWriter,
    stdout: PipeReader,
}

/// A translated program and the process that runs it. Everything ends with it.
pub struct Native {
    program: File,
    memory: Mapping,
    layout: Shared,
    goals: usize,
    properties: usize,
    inputs: usize,
    places: Vec<ComparisonSite>,
    messages: Vec<(Location, String)>,
    child: Option<Child>,
    stop: Stop,
    restarts: u32,
}

/// A program as C. May be compiled on another thread.
#[derive(Debug)]
pub struct Translated(Translation);

/// A program that was compiled.
#[derive(Debug)]
pub struct Compiled {
    translation: Translation,
    executable: File,
}

impl Translated {
    pub fn new(program: &Program) -> Result<Self, BuildError> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(BuildError::Host);
        }
        if program.inputs.len() > usize::from(u16::MAX) {
            return Err(NotTranslated { loc: program.functions[program.start].loc, what: "so many kinds of inputs".to_owned() }.into());
        }
        // Nested expressions are translated by nested calls.
        let translation = std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(TRANSLATION_STACK).spawn_scoped(scope, || translate(program));
            worker.map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        Ok(Self(translation.map_err(BuildError::Start)??))
    }

    /// Calls the C compiler, asking often whether to stop.
    pub fn compile(self, limits: &BuildLimits, stopped: &dyn Fn() -> bool) -> Result<Compiled, BuildError> {
        let executable = compile(&self.0.text, limits, stopped)?;
        Ok(Compiled { translation: Translation { text: String::new(), ..self.0 }, executable })
    }
}

impl Native {
    /// Translates and compiles a program and starts the process. `stop` also ends batches early.
    pub fn build(program: &Program, limits: &BuildLimits, stop: &Stop) -> Result<Native, BuildError> {
        Native::start_compiled(Translated::new(program)?.compile(limits, &|| stop.reason().is_some())?, stop)
    }

    /// Starts the process. It ends with the thread that started it last, but another one takes its place when it is needed.
    pub fn start_compiled(compiled: Compiled, stop: &Stop) -> Result<Native, BuildError> {
        let Compiled { translation: Translation { shared, counts, places, messages, .. }, executable } = compiled;
        let memory = Mapping::new(shared.size as usize).map_err(BuildError::Files)?;
        let mut native = Native {
            program: executable,
            memory,
            layout: shared,
            goals: counts.goals,
            properties: counts.properties,
            inputs: counts.inputs,
            places,
            messages,
            child: None,
            stop: stop.clone(),
            restarts: 0,
        };
        native.set_constants(&Constants::default());
        native.start().map_err(BuildError::Start)?;
        Ok(native)
    }

    /// Where comparisons stand, by their numbers.
    pub fn places(&self) -> &[ComparisonSite] {
        &self.places
    }

    /// What ends runs as unsupported, by number.
    pub fn messages(&self) -> &[(Location, String)] {
        &self.messages
    }

    /// How often the process had to be started again.
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    /// The next run that reaches the goal counts as the first.
    pub fn ask_again(&mut self, goal: GoalId) {
        let offset = self.layout.goal_seen;
        self.memory.slice_mut::<u8>(offset, self.goals)[goal.index()] = 0;
    }

    /// The same for all goals and properties that a condition holds for.
    pub fn ask_again_where(&mut self, is_goal: impl Fn(GoalId) -> bool, is_property: impl Fn(PropertyId) -> bool) {
        let (goals, properties) = (self.layout.goal_seen, self.layout.violation_seen);
        for (index, seen) in self.memory.slice_mut::<u8>(goals, self.goals).iter_mut().enumerate() {
            *seen &= u8::from(!is_goal(GoalId::new(index)));
        }
        for (index, seen) in self.memory.slice_mut::<u8>(properties, self.properties).iter_mut().enumerate() {
            *seen &= u8::from(!is_property(PropertyId::new(index)));
        }
    }

    /// The next run that violates the property counts as the first.
    pub fn ask_again_for(&mut self, property: PropertyId) {
        let offset = self.layout.violation_seen;
        self.memory.slice_mut::<u8>(offset, self.properties)[property.index()] = 0;
    }

    /// Sets where random inputs come from.
    pub fn set_constants(&mut self, constants: &Constants<'_>) {
        let mut lists: Vec<Vec<u128>> =
            [constants.compared, constants.other].iter().map(|c| c.iter().take(MAX_CONSTANTS).map(|&n| n as u128).collect()).collect();
        let kinds = [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::Extended, FloatKind::Quad];
        let (floats, special): (Vec<_>, Vec<_>) = kinds.iter().map(|&kind| float_constants(constants, kind)).unzip();
        lists.extend(floats);
        lists.extend(special);
        let mut described = Vec::new();
        for (i, list) in lists.iter().enumerate() {
            let offset = self.layout.constants + (i * MAX_CONSTANTS * size_of::<u128>()) as u64;
            self.memory.slice_mut(offset, list.len()).copy_from_slice(list);
            described.push(List { address: Shared::address(offset), length: list.len() as u64 });
        }
        let head = self.memory.head_mut();
        (head.compared, head.other) = (described[0], described[1]);
        head.floats.copy_from_slice(&described[2..7]);
        head.special.copy_from_slice(&described[7..12]);
    }

    /// Sets values that half of the random inputs of a kind are taken from.
    pub fn set_partners(&mut self, input: InputId, values: &[Bits]) {
        if input.index() >= self.inputs.min(MAX_PARTNERED) {
            return;
        }
        let offset = self.layout.partners + (input.index() * (MAX_PARTNERS + 1) * size_of::<u128>()) as u64;
        let list = self.memory.slice_mut::<u128>(offset, MAX_PARTNERS + 1);
        let length = values.len().min(MAX_PARTNERS);
        list[0] = length as u128;
        for (place, value) in list[1..].iter_mut().zip(&values[..length]) {
            *place = value.unsigned();
        }
    }

    /// Runs a batch. Without a process, and none can be started, all is lost.
    pub fn run(&mut self, request: &Request<'_>) -> Observation<'_> {
        if !self.is_ready() {
            return Observation::lost(0);
        }
        self.write(request);
        let before = self.memory.head().epoch;
        let mut answer = self.make_runs();
        if matches!(&answer, Err(error) if error.kind() != io::ErrorKind::TimedOut) && self.memory.head().epoch == before {
            // The process had ended before the batch began, such as one of a thread that is gone: another one takes its place.
            self.kill();
            if self.is_ready() {
                self.write(request);
                answer = self.make_runs();
            }
        }
        if answer.is_err() {
            let runs = self.memory.head().runs_done;
            self.kill();
            self.restarts += 1;
            return Observation::lost(runs);
        }
        self.observation()
    }

    /// Is there a process, maybe a new one?
    fn is_ready(&mut self) -> bool {
        self.child.is_some() || self.stop.reason().is_none() && self.start().is_ok()
    }

    fn make_runs(&mut self) -> io::Result<()> {
        self.tell()?;
        self.wait(RUN_TIME)
    }

    fn write(&mut self, request: &Request<'_>) {
        self.memory.head_mut().ask(request);
        let put = |memory: &mut Mapping, offset: u64, values: &[Bits]| {
            let length = values.len().min(MAX_INPUTS);
            for (place, &bits) in memory.slice_mut::<Value>(offset, length).iter_mut().zip(values) {
                *place = Value::new(bits, 0);
            }
        };
        put(&mut self.memory, self.layout.base, request.inputs);
        match request.change {
            Change::None => {}
            Change::Random { other } => put(&mut self.memory, self.layout.other, other),
            Change::Each(changes) => {
                let length = changes.len().min(MAX_CHANGES);
                let places = self.memory.slice_mut::<Value>(self.layout.changes, length);
                for (place, &(position, bits)) in places.iter_mut().zip(changes) {
                    *place = Value::new(bits, u32::try_from(position).unwrap_or(u32::MAX));
                }
            }
            Change::Lists(lists) => {
                let lists = &lists[..fitting(lists)];
                put(&mut self.memory, self.layout.other, &lists.concat());
                let places = self.memory.slice_mut::<Value>(self.layout.changes, lists.len());
                let mut begin = 0;
                for (place, list) in places.iter_mut().zip(lists) {
                    *place = Value::new(Bits::new(64, list.len() as u128), begin);
                    begin += list.len() as u32;
                }
            }
        }
    }

    fn observation(&self) -> Observation<'_> {
        let head = *self.memory.head();
        let list = |offset, length: u32, most: usize| self.memory.slice::<Reached>(offset, most.min(length as usize));
        Observation {
            end: head.end(),
            runs: head.runs_done,
            new_goals: head.new_goals,
            new_outcomes: head.new_outcomes,
            path: head.path,
            steps: head.steps_done,
            epoch: head.epoch,
            inputs: self.memory.slice(self.layout.log, (head.inputs as usize).min(MAX_INPUTS)),
            goals: list(self.layout.goal_list, head.goals, self.goals),
            violations: list(self.layout.violation_list, head.violations, self.properties),
            points: self.memory.slice::<Point>(self.layout.points, self.places.len()),
            places: &self.places,
        }
    }

    /// Starts the process and waits until it is ready.
    fn start(&mut self) -> io::Result<()> {
        let mut program = Invocation::new(format!("/proc/self/fd/{}", self.program.as_raw_fd()));
        let ((input, to_child), (from_child, output)) = (io::pipe()?, io::pipe()?);
        program.env_clear().current_dir("/").stdin(input).stdout(output).stderr(self.memory.file.try_clone()?);
        let limits = [
            (libc::RLIMIT_AS, MEMORY),
            (libc::RLIMIT_STACK, STACK),
            (libc::RLIMIT_CPU, TIME),
            (libc::RLIMIT_CORE, 0),
            (libc::RLIMIT_FSIZE, 0),
            (libc::RLIMIT_NPROC, 0),
        ];
        self.child = Some(Child { process: process::start(program, limits)?, stdin: to_child, stdout: from_child });
        self.wait(START_TIME).inspect_err(|_| self.kill())
    }

    /// Tells the process to begin.
    fn tell(&mut self) -> io::Result<()> {
        self.child.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.stdin.write_all(&[1])
    }

    /// Waits until the process is done, has been asked to stop and does not, or makes no progress for some time.
    fn wait(&mut self, patience: Duration) -> io::Result<()> {
        let stdout = &mut self.child.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.stdout;
        let start = self.memory.start.as_ptr().cast::<Head>();
        // SAFETY: the pointers are to fields of the head, in shared memory that lives as long as this value.
        let (progress, cancel) = unsafe { (&raw const (*start).epoch, &raw mut (*start).cancel) };
        let (mut since, mut seen, mut asked) = (Instant::now(), 0, None);
        loop {
            let mut poll = libc::pollfd { fd: stdout.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: the pointer is valid for the call.
            if unsafe { libc::poll(&raw mut poll, 1, 10) } > 0 {
                return stdout.read_exact(&mut [0]);
            }
            // SAFETY: plain memory that the other process writes meanwhile; the value only says whether it goes on.
            let now = unsafe { progress.read_volatile() };
            if now != seen {
                (seen, since) = (now, Instant::now());
            }
            if asked.is_none() && self.stop.reason().is_some() {
                // SAFETY: as above; the other process only reads it.
                unsafe { cancel.write_volatile(1) };
                asked = Some(Instant::now());
            }
            if since.elapsed() > patience || asked.is_some_and(|a: Instant| a.elapsed() > GRACE) {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }

    /// Ends the process behind the back of everybody.
    #[cfg(test)]
    pub(super) fn kill_for_test(&mut self) {
        if let Some(child) = &mut self.child {
            child.process.kill().expect("the process was running");
            child.process.wait().expect("it is a child of this process");
        }
    }

    #[cfg(test)]
    pub(super) fn process_for_test(&self) -> libc::pid_t {
        self.child.as_ref().expect("the process was started").process.id()
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.process.kill();
            let _ = child.process.wait();
        }
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        self.kill();
    }
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").field("places", &self.places.len()).field("restarts", &self.restarts).finish_non_exhaustive()
    }
}

impl Observation<'_> {
    /// Did the process die?
    pub fn is_lost(&self) -> bool {
        self.end == End::Lost
    }
}
