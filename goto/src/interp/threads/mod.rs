//! Runs of programs with threads: one stack of calls for each thread over one memory, switched wherever somebody says. A switch lies between two operations of the machine,
//! of which each accesses one place, so the interleavings are those of sequential consistency; what is wider is one access all the same, which can be told only where
//! there is a race.
//!
//! Who drives a run chooses which thread makes the next step. This module judges: which threads can go on, which accesses race, whether all are blocked. It never chooses.

mod alone;
mod digest;
mod events;
mod hook;
mod meeting;
mod touch;

pub use events::{Accessed, Event, EventKind, Events};
pub use hook::Log;
pub use meeting::{Meeting, Member};
pub use touch::Place;

use super::calls::{Frame, Returned};
use super::code::{Argument, Compiled, Op, ParameterHome};
use super::doubt::{Doubt, OwnDoubt};
use super::exec::{End, Machine};
use super::memory::Region;
use super::{InputSource, Limits, Observer, Outcome, Run};
use crate::index::Id;
use crate::program::{FuncId, GoalId, InstrId, Location, PropertyId, ThreadOperation};
pub(super) use alone::Alone;
use base::define_id;
use hook::{Conductor, Pending, Start};
use rustc_hash::FxHashSet;
use touch::{Touch, Touches};

define_id!(
    /// A thread of a run, in the order of their beginnings.
    ThreadId, "thread");

/// A part of a schedule: the thread executes so many operations of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub thread: ThreadId,
    pub operations: u64,
}

/// Where steps end: before operations that touch these places, or before any that touches memory which another thread might.
#[derive(Clone, Copy, Debug)]
pub enum Visible<'a> {
    Places(&'a FxHashSet<Place>),
    /// After so many operations, wherever that is.
    After(u64),
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Ended,
    /// What it awaits does not hold.
    Blocked,
    Ready,
}

/// Two accesses that happen at the same time, each where it stands in the program: of one by the library, where that is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    pub first: Location,
    pub second: Location,
    /// The thread that has made the first one.
    pub thread: ThreadId,
    /// The thread that is about to make the second one.
    pub other: ThreadId,
    /// No search or comparison would read other bytes if indeterminate values were others.
    pub is_certain: bool,
}

/// One thread, while it does not run.
#[derive(Clone)]
struct Thread {
    registers: Vec<u64>,
    frames: Vec<Frame>,
    allocations: Vec<(u64, u32)>,
    returned: Returned,
    bytes: Vec<u8>,
    written: Vec<u8>,
    pc: usize,
    base: usize,
    /// Atomic sections around where it is.
    depth: u32,
    ended: bool,
    number: u64,
    /// The same in all schedules: made of who began it, and as which of its children.
    identity: u64,
    children: u64,
    region: Region,
    /// Its own instances of variables of which each thread has one.
    own_globals: Vec<u64>,
    own_objects: Vec<Vec<u8>>,
    doubt: OwnDoubt,
}

/// A run between two steps. Copies go on independently.
#[derive(Clone)]
pub struct ThreadedRun<'c> {
    machine: Machine<'c>,
    threads: Vec<Thread>,
    /// What variables of which each thread has one hold at first.
    first_globals: Vec<u64>,
    first_objects: Vec<Vec<u8>>,
    touches: Touches,
    /// What of the run depends on values that the program does not determine, if somebody wants to know.
    doubt: Option<Box<Doubt>>,
}

impl<'c> ThreadedRun<'c> {
    /// The run before its first step.
    ///
    /// # Errors
    /// How the run ends that does not begin.
    pub fn new(compiled: &'c Compiled, limits: &Limits<'_>) -> Result<Self, Outcome> {
        Self::begin_run(compiled, limits, false)
    }

    /// As [`new`](Self::new), and finds out what the run shows whatever the indeterminate values are.
    ///
    /// # Errors
    /// How the run ends that does not begin.
    pub fn doubting(compiled: &'c Compiled, limits: &Limits<'_>) -> Result<Self, Outcome> {
        Self::begin_run(compiled, limits, true)
    }

    fn begin_run(compiled: &'c Compiled, limits: &Limits<'_>, doubts: bool) -> Result<Self, Outcome> {
        let mut machine = Machine::new(compiled);
        let pc = match machine.start(limits) {
            Ok(pc) => pc as usize,
            Err(end) => return Err(machine.outcome(end, 0)),
        };
        let doubt = doubts.then(|| Box::new(Doubt::new(machine.registers.len(), machine.globals.len(), compiled.goals)));
        let doubt_of_first = OwnDoubt::new(0, compiled);
        let touches = Touches::default();
        let mut run = Self { machine, threads: Vec::new(), first_globals: Vec::new(), first_objects: Vec::new(), touches, doubt };
        let region = run.machine.memory.region();
        run.threads.push(Thread {
            registers: Vec::new(),
            frames: Vec::new(),
            allocations: Vec::new(),
            returned: Returned::Nothing,
            bytes: Vec::new(),
            written: Vec::new(),
            pc,
            base: 0,
            depth: 0,
            ended: false,
            number: 0,
            identity: 0,
            children: 0,
            region,
            own_globals: compiled.own_globals.iter().map(|_| 0).collect(),
            own_objects: Vec::new(),
            doubt: doubt_of_first,
        });
        let (globals, objects) = hook::own_variables(&run.machine);
        let first = &mut run.threads[0];
        (first.own_globals, first.own_objects) = (globals, objects);
        run.exchange(0);
        Ok(run)
    }

    /// Puts the thread's state into the machine, or takes it out again.
    fn exchange(&mut self, thread: usize) {
        let (machine, thread) = (&mut self.machine, &mut self.threads[thread]);
        std::mem::swap(&mut machine.registers, &mut thread.registers);
        std::mem::swap(&mut machine.frames, &mut thread.frames);
        std::mem::swap(&mut machine.allocations, &mut thread.allocations);
        std::mem::swap(&mut machine.returned, &mut thread.returned);
        std::mem::swap(&mut machine.bytes, &mut thread.bytes);
        std::mem::swap(&mut machine.written, &mut thread.written);
        if let Some(doubt) = &mut self.doubt {
            doubt.exchange(&mut thread.doubt, machine.compiled, &mut machine.memory);
        }
        for (own, &global) in thread.own_globals.iter_mut().zip(&machine.compiled.own_globals) {
            std::mem::swap(own, &mut machine.globals[global as usize]);
        }
        for (own, &handle) in thread.own_objects.iter_mut().zip(&machine.compiled.own_objects) {
            std::mem::swap(own, &mut machine.memory.objects[handle as usize].data);
        }
    }

    /// The threads that have begun.
    pub fn n_threads(&self) -> usize {
        self.threads.len()
    }

    /// What the thread is in all schedules in which it begins.
    pub fn identity(&self, thread: ThreadId) -> u64 {
        self.threads[thread.index()].identity
    }

    /// Where the thread is, with the calls around it.
    pub fn control(&self, thread: ThreadId) -> u64 {
        let thread = &self.threads[thread.index()];
        if thread.ended {
            return 0;
        }
        let calls = thread.frames.iter().map(|frame| (frame.function.index() as u64) << 32 | u64::from(frame.return_to));
        digest::of_words(calls.chain([thread.pc as u64, thread.identity])) as u64 | 1
    }

    /// The thread goes on here.
    pub fn location(&self, thread: ThreadId) -> Location {
        self.machine.location(self.threads[thread.index()].pc)
    }

    /// Where in the program that is: in a function of the library, where it is called.
    pub fn place(&self, thread: ThreadId) -> Location {
        let Thread { pc, frames, .. } = &self.threads[thread.index()];
        self.machine.place(frames, *pc)
    }

    /// The instruction to which the next operation of the thread belongs, and a number that grows within the instruction.
    pub fn position(&self, thread: ThreadId) -> (FuncId, InstrId, usize) {
        let pc = self.threads[thread.index()].pc;
        let origin = self.machine.compiled.origin_table[self.machine.compiled.origins[pc] as usize];
        (origin.function, origin.instruction, pc)
    }

    /// Is the thread in an atomic section?
    pub fn is_in_section(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].depth > 0
    }

    pub fn number(&self, thread: ThreadId) -> u64 {
        self.threads[thread.index()].number
    }

    /// Can the thread make a step?
    pub fn standing(&mut self, thread: ThreadId) -> Standing {
        let Thread { pc, base, ended, .. } = self.threads[thread.index()];
        if ended {
            return Standing::Ended;
        }
        let Op::Thread { operation, arguments } = self.machine.compiled.code[pc] else { return Standing::Ready };
        let values = &self.machine.compiled.arguments[arguments as usize];
        let get = |i: usize| match values.get(i) {
            Some(Argument::Value(reg)) => self.threads[thread.index()].registers[base + *reg as usize],
            _ => 0,
        };
        let (address, value) = (get(0), get(1));
        match hook::may_enter(&mut self.machine, operation, address, value) {
            // The step finds out what is wrong.
            Ok(true) | Err(_) => Standing::Ready,
            Ok(false) => Standing::Blocked,
        }
    }

    /// What the thread awaits, for one that is blocked.
    pub fn awaited(&mut self, thread: ThreadId) -> Vec<Place> {
        let touches = self.pending(thread.index());
        touches.iter().flat_map(Touch::places).collect()
    }

    /// What the next operation of a thread touches; of one that is about to begin a section, what it looks at for that.
    fn pending(&mut self, thread: usize) -> Vec<Touch> {
        let Thread { pc, base, ended, .. } = self.threads[thread];
        let mut touches = Touches::default();
        if !ended {
            self.exchange(thread);
            match self.machine.compiled.code[pc] {
                Op::Thread { operation, arguments } => hook::condition(&mut self.machine, operation, arguments, base, &mut touches),
                _ => touches.of(&mut self.machine, pc, base),
            }
            self.exchange(thread);
        }
        touches.all
    }

    /// The accesses that other threads are about to make by themselves, not in an atomic section, with their places.
    fn pending_accesses(&mut self, but: usize) -> Vec<Pending> {
        let mut accesses = Vec::new();
        for thread in 0..self.threads.len() {
            let pc = self.threads[thread].pc;
            let is_asked = thread != but && !self.threads[thread].ended && self.threads[thread].depth == 0;
            if let Some(accesser) = hook::accesser(self.machine.compiled, pc).filter(|_| is_asked) {
                let (thread, loc) = (ThreadId::new(thread), self.place(ThreadId::new(thread)));
                accesses.extend(self.pending(thread.index()).into_iter().map(|touch| Pending { accesser, touch, pc, loc, thread }));
            }
        }
        accesses
    }

    /// The thread executes its next operation and what follows up to the next visible one, or a whole atomic section. `None` if the run can go on.
    pub fn step(&mut self, thread: ThreadId, visible: Visible<'_>, source: &mut dyn InputSource, limits: &Limits<'_>, log: &mut Log) -> Option<Outcome> {
        self.step_observed(thread, visible, source, limits, log, &mut ())
    }

    /// As [`step`](Self::step), telling an observer what happens.
    pub fn step_observed<O: Observer>(
        &mut self,
        thread: ThreadId,
        visible: Visible<'_>,
        source: &mut dyn InputSource,
        limits: &Limits<'_>,
        log: &mut Log,
        observer: &mut O,
    ) -> Option<Outcome> {
        let index = thread.index();
        let others = self.threads.iter().enumerate().any(|(i, t)| i != index && !t.ended);
        let pending = if others { self.pending_accesses(index) } else { Vec::new() };
        log.clear();
        if self.machine.compiled.asks_for_reachable {
            let others = self.threads.iter().enumerate().filter(|(i, t)| *i != index && !t.ended);
            self.machine.others = others.flat_map(|(_, t)| t.registers.iter().copied()).collect();
        }
        self.exchange(index);
        self.machine.memory.enter(self.threads[index].region);
        let Thread { mut pc, mut base, depth, number, identity, .. } = self.threads[index];
        let touches = std::mem::take(&mut self.touches);
        let inputs = self.machine.inputs.len();
        let mut conductor = Conductor {
            thread,
            visible,
            log,
            touches,
            pending: &pending,
            depth,
            number,
            identity,
            others,
            is_first: true,
            inputs,
            started: Vec::new(),
            notes_first: None,
        };
        let at = (&mut pc, &mut base);
        let steps = match &mut self.doubt {
            Some(doubt) => self.machine.steps::<O, _, true>(at, source, limits, observer, &mut conductor, doubt),
            None => self.machine.steps::<O, _, false>(at, source, limits, observer, &mut conductor, &mut Doubt::new(0, 0, 0)),
        };
        let Conductor { touches, depth, started, notes_first, .. } = conductor;
        self.touches = touches;
        if let Some((globals, objects)) = notes_first {
            (self.first_globals, self.first_objects) = (globals, objects);
        }
        self.threads[index].region = self.machine.memory.region();
        let end = match steps {
            Ok(never) => match never {},
            Err(end) => end,
        };
        let outcome = match end {
            End::Paused => None,
            End::ThreadEnded => {
                self.end_thread(index, base);
                None
            }
            end => Some(self.machine.outcome(end, pc)),
        };
        self.exchange(index);
        let thread = &mut self.threads[index];
        (thread.pc, thread.base, thread.depth) = (pc, base, depth);
        for start in started {
            if let Err(reason) = self.begin(index, start) {
                return Some(Outcome::Unsupported { reason: reason.to_owned(), loc: self.place(ThreadId::new(index)) });
            }
        }
        if log.indeterminate {
            // It is not told apart whose variables these are.
            self.doubt = None;
        }
        if self.machine.indeterminate || self.machine.memory.indeterminate {
            log.indeterminate = true;
        }
        outcome
    }

    /// The running thread ends with all its calls.
    fn end_thread(&mut self, index: usize, base: usize) {
        let machine = &mut self.machine;
        let mut own = base;
        while let Some(frame) = machine.frames.pop() {
            if let Some(function) = &machine.compiled.functions[frame.function] {
                for variable in &function.variables {
                    machine.end_variable(own, variable.slot);
                }
            }
            own = frame.base;
        }
        while let Some((address, handle)) = machine.allocations.pop() {
            if machine.memory.base(handle) == address {
                machine.memory.release(handle);
            }
        }
        machine.registers.clear();
        self.threads[index].ended = true;
    }

    fn begin(&mut self, parent: usize, start: Start) -> Result<(), &'static str> {
        let compiled = self.machine.compiled;
        let Some(callee) = &compiled.functions[start.function] else { return Err("a thread that begins with a function without a body") };
        if self.threads.len() >= MOST_THREADS {
            return Err("more threads than are followed");
        }
        let mut registers = callee.template.clone();
        for (home, value) in callee.parameters.iter().zip(start.arguments) {
            let ParameterHome::Register(reg, norm) = *home else { return Err("a thread whose function has its parameters in memory") };
            registers[reg as usize] = norm.apply(value);
        }
        let by = &mut self.threads[parent];
        by.children += 1;
        let identity = digest::of_words([by.identity, by.children].into_iter()) as u64 | 1;
        let number = self.threads.len();
        self.threads.push(Thread {
            registers,
            frames: vec![Frame { function: start.function, return_to: 0, base: 0, allocations: 0 }],
            allocations: Vec::new(),
            returned: Returned::Nothing,
            bytes: Vec::new(),
            written: Vec::new(),
            pc: callee.entry as usize,
            base: 0,
            depth: 0,
            ended: false,
            number: start.number,
            identity,
            children: 0,
            region: self.machine.memory.region_of_thread(number as u64),
            doubt: OwnDoubt::new(callee.template.len(), self.machine.compiled),
            own_globals: self.first_globals.clone(),
            own_objects: self.first_objects.clone(),
        });
        Ok(())
    }

    /// A number for the whole state: memory, and where all threads are. States that differ only in what does not matter may differ in it.
    pub fn digest(&self) -> u128 {
        digest::of_run(self)
    }

    /// Properties violated so far.
    pub fn violations(&self) -> &[PropertyId] {
        &self.machine.violations
    }

    /// Has any thread reached the goal so far?
    pub fn has_reached(&self, goal: GoalId) -> bool {
        self.machine.first_reached[goal.index()].is_some()
    }

    /// The property is violated by what the driver saw.
    pub fn violate(&mut self, property: PropertyId) {
        if !std::mem::replace(&mut self.machine.violated[property.index()], true) {
            self.machine.violations.push(property);
            let inputs = self.machine.inputs.len() as u32;
            self.machine.violated_at.push(inputs);
            if let Some(doubt) = &mut self.doubt {
                doubt.violate(property, inputs);
            }
        }
    }

    /// As [`violate`](Self::violate), for a race of the last step: nothing but that is asked of the run any more.
    pub fn violate_by_race(&mut self, property: PropertyId, race: &Race) {
        if !race.is_certain {
            self.machine.indeterminate = true;
            self.doubt = None;
        }
        self.violate_with(property, &[race.other]);
    }

    /// As [`violate`](Self::violate), for what these threads are about to do: nothing but that is asked of the run any more.
    pub fn violate_with(&mut self, property: PropertyId, threads: &[ThreadId]) {
        if let Some(mut doubt) = self.doubt.take() {
            for thread in threads {
                let Thread { pc, base, .. } = self.threads[thread.index()];
                self.exchange(thread.index());
                let own = &mut self.threads[thread.index()].doubt;
                doubt.exchange(own, self.machine.compiled, &mut self.machine.memory);
                self.machine.doubt(&mut doubt, pc, base);
                doubt.exchange(&mut self.threads[thread.index()].doubt, self.machine.compiled, &mut self.machine.memory);
                self.exchange(thread.index());
            }
            self.doubt = Some(doubt);
        }
        self.violate(property);
    }

    /// Bytes that a copy takes, roughly.
    pub fn weight(&self) -> usize {
        let objects: usize = self.machine.memory.objects.iter().map(|o| 160 + o.data.len() + 8 * o.written.len()).sum();
        let threads: usize = self.threads.iter().map(|t| 400 + 8 * t.registers.len() + 40 * t.frames.len()).sum();
        objects + threads + 8 * self.machine.globals.len() + 40 * self.machine.inputs.len()
    }

    /// What the run did.
    pub fn finish(mut self, outcome: Outcome) -> Run {
        let certain = self.doubt.map(|doubt| doubt.finish());
        self.machine.run_with_outcome(outcome, certain)
    }
}

/// Threads that are told apart.
pub const MOST_THREADS: usize = 64;

impl Machine<'_> {
    pub(super) fn location(&self, pc: usize) -> Location {
        match self.compiled.origins.get(pc) {
            Some(&origin) => self.compiled.origin_table[origin as usize].loc,
            None => Location { file: Id::new(0), line: 0, column: 0 },
        }
    }

    /// Where the operation stands in the program; of one of the library, where that is called.
    pub(super) fn place(&self, frames: &[Frame], pc: usize) -> Location {
        let mut at = pc;
        for frame in frames.iter().rev() {
            if !self.compiled.models[frame.function.index()] {
                return self.location(at);
            }
            // What is executed last of the call.
            at = (frame.return_to as usize).saturating_sub(1);
        }
        self.location(pc)
    }
}

/// Is it one of the operations that wait?
fn awaits(operation: ThreadOperation) -> bool {
    matches!(operation, ThreadOperation::EnterWhen | ThreadOperation::EnterUnless)
}
