//! Executes compiled programs: how a run begins, and what its end means. `steps` has the loop between. Calls of the program are frames on a stack of their own,
//! never calls of this code.

mod steps;

pub(super) use steps::{Hook, Next};

use super::calls::{Frame, Returned};
use super::code::{Compiled, Pc};
use super::doubt::{Certain, Doubt};
use super::memory::{AccessError, Kind, Memory, OutOfMemory};
use super::rounds::Rounds;
use super::threads::Alone;
use super::value::Fault;
use super::ways::Way;
use super::{InputSource, Limits, Observer, Outcome, Run};
use crate::bits::Bits;
use crate::index::Id;
use crate::program::{GoalId, PropertyId};
use base::IdSet;

/// The state of a run, with buffers that further runs use again.
#[derive(Clone)]
pub struct Machine<'c> {
    pub(super) compiled: &'c Compiled,
    pub(super) registers: Vec<u64>,
    pub(super) globals: Vec<u64>,
    pub(super) frames: Vec<Frame>,
    pub(super) memory: Memory,
    /// Objects of `Allocate` with stack lifetime: what is behind a frame's mark ends with it.
    pub(super) allocations: Vec<(u64, u32)>,
    pub(super) returned: Returned,
    /// What the calls of other threads hold, where somebody asks what can be reached.
    pub(super) others: Vec<u64>,
    pub(super) bytes: Vec<u8>,
    pub(super) written: Vec<u8>,
    /// Threads, if no schedule says who goes on when.
    pub(super) alone: Alone,
    pub(super) first_reached: Vec<Option<u32>>,
    pub(super) violations: Vec<PropertyId>,
    pub(super) violated_at: Vec<u32>,
    pub(super) violated: Vec<bool>,
    pub(super) inputs: Vec<(crate::InputId, Bits)>,
    pub(super) steps: u64,
    pub(super) poll_at: u64,
    pub(super) rounds: Rounds,
    pub(super) indeterminate: bool,
}

/// Why execution ends; what a crash was is worked out from the position.
pub(super) enum End {
    Outcome(Outcome),
    Access(AccessError),
    Fault(Fault),
    Unsupported(String),
    Crash(&'static str),
    /// Another thread may run here.
    Paused,
    /// The thread has ended.
    ThreadEnded,
}

impl From<AccessError> for End {
    fn from(error: AccessError) -> Self {
        End::Access(error)
    }
}

impl From<OutOfMemory> for End {
    fn from(_: OutOfMemory) -> Self {
        End::Outcome(Outcome::MemoryLimit)
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        End::Fault(fault)
    }
}

impl Compiled {
    /// Runs the program from its start function.
    pub fn run(&self, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
        Machine::new(self).run(source, limits)
    }
}

impl<'c> Machine<'c> {
    pub fn new(compiled: &'c Compiled) -> Self {
        Machine {
            compiled,
            registers: Vec::new(),
            globals: Vec::new(),
            frames: Vec::new(),
            memory: Memory::new(compiled.pointer_bits, compiled.placement, compiled.asks_for_freed),
            allocations: Vec::new(),
            returned: Returned::Nothing,
            others: Vec::new(),
            bytes: Vec::new(),
            written: Vec::new(),
            alone: Alone::default(),
            first_reached: Vec::new(),
            violations: Vec::new(),
            violated_at: Vec::new(),
            violated: Vec::new(),
            inputs: Vec::new(),
            steps: 0,
            poll_at: 0,
            rounds: Rounds::default(),
            indeterminate: false,
        }
    }

    /// Runs the program from its start function.
    pub fn run(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
        self.run_observed(source, limits, &mut ())
    }

    /// As [`run`](Self::run), telling an observer what happens.
    pub fn run_observed<O: Observer>(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>, observer: &mut O) -> Run {
        let outcome = match self.start(limits) {
            Ok(pc) => self.execute::<O, false>(pc, source, limits, observer, &mut Doubt::new(0, 0, 0)),
            Err(end) => self.outcome(end, 0),
        };
        self.run_with_outcome(outcome, None)
    }

    /// As [`run`](Self::run), and finds out what the run shows whatever the indeterminate values are. Takes several times as long.
    pub fn run_doubting(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
        self.run_doubting_observed(source, limits, &mut ())
    }

    /// As [`run_doubting`](Self::run_doubting), telling an observer what happens; of goals only those that are certainly reached.
    pub fn run_doubting_observed<O: Observer>(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>, observer: &mut O) -> Run {
        let mut certain = None;
        let outcome = match self.start(limits) {
            Ok(pc) => {
                let mut doubt = Doubt::new(self.registers.len(), self.globals.len(), self.compiled.goals);
                let outcome = self.execute::<O, true>(pc, source, limits, observer, &mut doubt);
                certain = Some(doubt.finish());
                outcome
            }
            Err(end) => self.outcome(end, 0),
        };
        self.run_with_outcome(outcome, certain)
    }

    /// Runs the program one way; what it shows is in the doubt. `None` if it does not start.
    pub(super) fn run_on(&mut self, way: Way, source: &mut dyn InputSource, limits: &Limits<'_>) -> Option<Doubt> {
        let pc = self.start(limits).ok()?;
        let mut doubt = Doubt::on(way, self.registers.len(), self.globals.len(), self.compiled.goals);
        self.execute::<(), true>(pc, source, limits, &mut (), &mut doubt);
        Some(doubt)
    }

    pub(super) fn run_with_outcome(&mut self, outcome: Outcome, certain: Option<Certain>) -> Run {
        let indeterminate = self.indeterminate || self.memory.indeterminate;
        let goals = IdSet::filled(self.compiled.goals, |goal: GoalId| self.first_reached[goal.index()].is_some());
        Run {
            outcome,
            goals,
            first_reached: std::mem::take(&mut self.first_reached),
            violations: std::mem::take(&mut self.violations),
            violated_at: std::mem::take(&mut self.violated_at),
            inputs: std::mem::take(&mut self.inputs),
            steps: self.steps,
            left_out: self.rounds.left_out,
            indeterminate,
            certain: certain.filter(|_| indeterminate),
        }
    }

    pub(super) fn start(&mut self, limits: &Limits<'_>) -> Result<Pc, End> {
        let compiled = self.compiled;
        self.registers.clear();
        self.globals.clear();
        self.globals.resize(compiled.globals, 0);
        self.frames.clear();
        self.allocations.clear();
        self.returned = Returned::Nothing;
        self.alone = Alone::default();
        self.first_reached = vec![None; compiled.goals];
        self.violated.clear();
        self.violated.resize(compiled.properties, false);
        self.inputs.clear();
        self.violations.clear();
        self.violated_at.clear();
        (self.steps, self.poll_at, self.indeterminate) = (0, 0, false);
        self.rounds = Rounds::default();
        self.memory.reset(limits.memory);
        if self.memory.statics() != compiled.statics.len() {
            self.memory = Memory::new(compiled.pointer_bits, compiled.placement, compiled.asks_for_freed);
            self.memory.reset(limits.memory);
            for object in &compiled.statics {
                let handle = self.memory.allocate(object.size, object.align, Kind::Static, true)?;
                if object.constant {
                    self.memory.make_constant(handle);
                }
            }
        }
        if !self.memory.fits(0) {
            return Err(OutOfMemory.into());
        }
        match &compiled.functions[compiled.start] {
            Some(function) => {
                self.registers.extend_from_slice(&function.template);
                self.frames.push(Frame { function: compiled.start, return_to: 0, base: 0, allocations: 0 });
                Ok(function.entry)
            }
            None => Err(End::Outcome(Outcome::Exit)),
        }
    }

    /// What the end of a run at a position means.
    pub(super) fn outcome(&self, end: End, pc: usize) -> Outcome {
        let loc = match self.compiled.origins.get(pc) {
            Some(&origin) => self.compiled.origin_table[origin as usize].loc,
            None => crate::Location { file: Id::new(0), line: 0, column: 0 },
        };
        let stray = match (&end, self.compiled.origins.get(pc)) {
            (End::Access(error), Some(&origin)) if !matches!(error, AccessError::Null | AccessError::Constant) => {
                let origin = self.compiled.origin_table[origin as usize];
                Some((origin.function, origin.instruction))
            }
            _ => None,
        };
        let reason = match end {
            End::Outcome(outcome) => return outcome,
            // Whoever runs threads goes on from there.
            End::Paused | End::ThreadEnded => return Outcome::Stopped,
            // Nobody knows the places of the library.
            End::Unsupported(reason) => return Outcome::Unsupported { reason, loc: self.place(&self.frames, pc) },
            End::Fault(Fault::IllTyped) => return Outcome::Unsupported { reason: Fault::IllTyped.to_string(), loc },
            End::Access(error) => error.to_string(),
            End::Fault(fault) => fault.to_string(),
            End::Crash(reason) => reason.to_owned(),
        };
        Outcome::Crash { reason, loc, stray }
    }

    fn execute<O: Observer, const DOUBT: bool>(
        &mut self,
        pc: Pc,
        source: &mut dyn InputSource,
        limits: &Limits<'_>,
        observer: &mut O,
        doubt: &mut Doubt,
    ) -> Outcome {
        let mut pc = pc as usize;
        let mut base = 0;
        match self.steps::<O, (), DOUBT>((&mut pc, &mut base), source, limits, observer, &mut (), doubt) {
            Ok(never) => match never {},
            Err(end) => self.outcome(end, pc),
        }
    }
}
