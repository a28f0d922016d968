//! What a batch of native runs is asked for and what it answers, and the form of both in shared memory. Knows nothing of processes.

use super::ComparisonSite;
use super::layout::{MAX_CHANGES, MAX_CONSTANTS, MAX_INPUTS};
use goto::{Bits, FloatKind, GoalId, Id, InputId, PropertyId};

/// How inputs beyond the chosen ones come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// All the same number.
    Same(i128),
    /// The limits of the types, by number: least, greatest, -1, least + 1, greatest - 1, zero.
    Limit(usize),
    /// Each on its own: constants of the program, small numbers, limits, random bits.
    Random,
    /// As `Random`, but a value often comes again.
    Sticky,
    /// The last so many of the chosen inputs again and again; as `Random` without any.
    Again(usize),
    /// Each is by so much larger than the one before.
    Rising(i128),
}

/// How the runs of a batch differ, beside the tail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change<'r> {
    /// In nothing.
    None,
    /// Each changes the inputs a little at random, maybe with pieces of others.
    Random { other: &'r [Bits] },
    /// Run `i` changes one input: the `i`-th of these, in turn.
    Each(&'r [(usize, Bits)]),
    /// Run `i` has the `i`-th of these lists instead, in turn, as far as there is room for them.
    Lists(&'r [Vec<Bits>]),
}

/// How many of the lists there is room for.
pub(super) fn fitting(lists: &[Vec<Bits>]) -> usize {
    let mut sum = 0;
    lists
        .iter()
        .take(MAX_CHANGES)
        .take_while(|list| {
            sum += list.len();
            sum <= MAX_INPUTS
        })
        .count()
}

/// What ends a batch before all its runs are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Until {
    /// A goal or violation that no run showed before, or that was asked for again.
    pub goals: bool,
    /// An outcome of a branch, or a new magnitude of how often it came up.
    pub outcomes: bool,
}

/// What each run may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// Instructions, counted roughly: by loops and calls.
    pub steps: u64,
    /// Bytes of live objects that were allocated, as the interpreter counts them.
    pub memory: u64,
    /// Nested calls of functions that may be called again before they return.
    pub depth: u32,
}

/// A batch of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'r> {
    pub inputs: &'r [Bits],
    pub change: Change<'r>,
    pub tail: Tail,
    /// A run ends when it asks for more inputs than this.
    pub most: usize,
    pub seed: u64,
    pub runs: u32,
    pub until: Until,
    pub limits: RunLimits,
}

/// Where random inputs come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Constants<'c> {
    /// Operands of comparisons and their neighbours.
    pub compared: &'c [i128],
    pub other: &'c [i128],
    pub floats: &'c [(FloatKind, u128)],
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    Exit,
    Abort,
    Crash,
    /// The step limit.
    Hang,
    InputsExhausted,
    AssumptionFailed,
    /// By its number among the translation's messages.
    Unsupported(u32),
    StackOverflow,
    MemoryLimit,
    /// The process died or had to be killed.
    Lost,
}

/// An integer comparison: the operands of its last execution, sign- or zero-extended by their types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Its number among the program's comparisons.
    pub place: u32,
    pub a: u64,
    pub b: u64,
    /// Inputs read before.
    pub inputs_before: u32,
}

/// A value in shared memory; `struct value` of the runtime.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    low: u64,
    high: u64,
    width: u16,
    input: u16,
    /// In lists of changes the position; for lists of inputs where a list begins, with its length as the value.
    position: u32,
}

impl Value {
    pub(crate) fn new(bits: Bits, position: u32) -> Self {
        let value = bits.unsigned();
        Self { low: value as u64, high: (value >> 64) as u64, width: bits.width(), input: 0, position }
    }

    fn bits(self) -> Bits {
        Bits::new(self.width.clamp(1, 128), u128::from(self.high) << 64 | u128::from(self.low))
    }
}

/// The last execution of a comparison; `struct point` of the runtime.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    a: u64,
    b: u64,
    stamp: u64,
}

/// `struct reached` of the runtime.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    which: u32,
    inputs: u32,
}

/// `struct list` of the runtime: numbers of 128 bits by their address in the other process.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub address: u64,
    pub length: u64,
}

/// The beginning of shared memory; `struct head` of the runtime.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    pub steps: u64,
    pub memory: u64,
    pub seed: u64,
    pub tail_low: u64,
    pub tail_high: u64,
    pub tail: u32,
    pub change: u32,
    pub runs: u32,
    pub most: u32,
    pub bases: u32,
    pub others: u32,
    pub changes: u32,
    pub depth: u32,
    pub until: u32,
    pub cancel: u32,
    pub epoch: u32,
    pub runs_done: u32,
    pub end: u32,
    pub inputs: u32,
    pub goals: u32,
    pub violations: u32,
    pub new_goals: u32,
    pub new_outcomes: u32,
    pub unsupported: u32,
    pub reserved: u32,
    pub path: u64,
    pub steps_done: u64,
    pub compared: List,
    pub other: List,
    pub floats: [List; 5],
    pub special: [List; 5],
}

impl Head {
    /// Writes what is asked for, but for the values.
    pub(crate) fn ask(&mut self, request: &Request<'_>) {
        (self.steps, self.memory, self.depth) = (request.limits.steps.min(i64::MAX as u64), request.limits.memory, request.limits.depth);
        (self.seed, self.runs, self.most) = (request.seed, request.runs, request.most.min(MAX_INPUTS) as u32);
        (self.tail_low, self.tail_high) = (0, 0);
        self.tail = match request.tail {
            Tail::Same(n) | Tail::Rising(n) => {
                (self.tail_low, self.tail_high) = (n as u64, (n as u128 >> 64) as u64);
                if let Tail::Same(_) = request.tail { 0 } else { 5 }
            }
            Tail::Limit(which) => {
                self.tail_low = which as u64;
                1
            }
            Tail::Random => 2,
            Tail::Sticky => 3,
            Tail::Again(n) => {
                self.tail_low = n as u64;
                4
            }
        };
        self.bases = request.inputs.len().min(MAX_INPUTS) as u32;
        (self.others, self.changes) = (0, 0);
        self.change = match request.change {
            Change::None => 0,
            Change::Random { other } => {
                self.others = other.len().min(MAX_INPUTS) as u32;
                1
            }
            Change::Each(changes) => {
                self.changes = changes.len().min(MAX_CHANGES) as u32;
                2
            }
            Change::Lists(lists) => {
                self.changes = fitting(lists) as u32;
                3
            }
        };
        self.until = u32::from(request.until.goals) | u32::from(request.until.outcomes) << 1;
        (self.cancel, self.runs_done) = (0, 0);
    }

    pub(crate) fn end(&self) -> End {
        match self.end {
            0 => End::Exit,
            1 => End::Abort,
            2 => End::Crash,
            3 => End::Hang,
            4 => End::InputsExhausted,
            5 => End::AssumptionFailed,
            6 => End::Unsupported(self.unsupported),
            7 => End::StackOverflow,
            _ => End::MemoryLimit,
        }
    }
}

/// The last run of a batch: the one that ended it, or just the last.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    pub end: End,
    /// How many runs were done.
    pub runs: u32,
    /// Goals and violations that no run showed before.
    pub new_goals: u32,
    /// Outcomes of branches, or magnitudes of how often, that no run showed before.
    pub new_outcomes: u32,
    /// A hash of the outcomes of branches and their magnitudes.
    pub path: u64,
    /// Roughly how many instructions were executed.
    pub steps: u64,
    pub(super) epoch: u32,
    pub(super) inputs: &'a [Value],
    pub(super) goals: &'a [Reached],
    pub(super) violations: &'a [Reached],
    pub(super) points: &'a [Point],
    pub(super) places: &'a [ComparisonSite],
}

impl<'a> Observation<'a> {
    /// Of a process that died after so many runs.
    pub(super) fn lost(runs: u32) -> Self {
        let empty = Head { end: 2, ..Head::default() };
        Self {
            end: End::Lost,
            runs,
            new_goals: empty.new_goals,
            new_outcomes: 0,
            path: 0,
            steps: 0,
            epoch: 0,
            inputs: &[],
            goals: &[],
            violations: &[],
            points: &[],
            places: &[],
        }
    }

    /// The inputs read, in order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = (InputId, Bits)> + use<'a> {
        self.inputs.iter().map(|v| (InputId::new(usize::from(v.input)), v.bits()))
    }

    /// The goals reached, with the number of inputs read before, in the order of their first time.
    pub fn goals(&self) -> impl ExactSizeIterator<Item = (GoalId, u32)> + use<'a> {
        self.goals.iter().map(|r| (GoalId::new(r.which as usize), r.inputs))
    }

    /// The properties violated, with the number of inputs read before, in the order of their first time.
    pub fn violations(&self) -> impl ExactSizeIterator<Item = (PropertyId, u32)> + use<'a> {
        self.violations.iter().map(|r| (PropertyId::new(r.which as usize), r.inputs))
    }

    /// The comparisons that the run made, each once: its last execution.
    pub fn comparisons(&self) -> impl Iterator<Item = Comparison> + use<'a> {
        let epoch = self.epoch;
        let made = self.points.iter().zip(self.places).enumerate().filter(move |(_, (p, _))| (p.stamp >> 32) as u32 == epoch);
        made.map(|(i, (point, place))| Comparison {
            place: i as u32,
            a: place.a.unwrap_or(point.a),
            b: place.b.unwrap_or(point.b),
            inputs_before: point.stamp as u32,
        })
    }
}

/// The constants in each format, and numbers that are special in it.
pub(super) fn float_constants(constants: &Constants<'_>, kind: FloatKind) -> (Vec<u128>, Vec<u128>) {
    use goto::interp::float::{convert, infinity, quiet_nan};
    let converted = constants.floats.iter().take(MAX_CONSTANTS).map(|&(from, bits)| convert(from, kind, bits)).collect();
    (converted, vec![0, infinity(kind), infinity(kind) - 1, 1, quiet_nan(kind, 0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_runtime() {
        assert_eq!([size_of::<Value>(), size_of::<Point>(), size_of::<Reached>()], [24, 24, 8]);
        assert_eq!(size_of::<Head>(), 5 * 8 + 20 * 4 + 2 * 8 + 12 * 16);
    }
}
