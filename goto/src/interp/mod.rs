//! The concrete interpreter: the semantics of record. Everything that other parts of the project claim about a program is judged by a run here.
//!
//! An indeterminate value reads as zero and `Havoc` gives zero, so a run depends on the program and its inputs alone.

pub mod float;
pub mod value;

use crate::bits::Bits;
use crate::program::{GoalId, InputId, Location, Program, PropertyId};
use crate::types::TypeId;
use bitvec::vec::BitVec;

/// Where inputs come from.
pub trait InputSource {
    /// The next input, as wide as its scalar type; `None` ends the run as the replay of a test ends when its inputs are used up.
    fn next(&mut self, input: InputId, ty: TypeId) -> Option<Bits>;
}

/// What a run may use, and whether somebody wants it to end.
pub struct Limits<'a> {
    /// Instructions executed.
    pub steps: u64,
    /// Bytes of live objects.
    pub memory: u64,
    /// Nested calls.
    pub depth: u32,
    /// Asked every few thousand steps.
    pub stop: &'a dyn Fn() -> bool,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `Halt(Exit)`.
    Exit,
    /// `Halt(Abort)`.
    Abort,
    /// The source had no further input.
    InputsExhausted,
    /// An `Assume` was false.
    AssumptionFailed,
    /// The machine would have stopped the program, or its behaviour is undefined: a bad access, a division by zero.
    Crash {
        reason: String,
        loc: Location,
    },
    /// An instruction or operation without meaning.
    Unsupported {
        reason: String,
        loc: Location,
    },
    StepLimit,
    MemoryLimit,
    /// More nested calls than the limit.
    StackOverflow,
    Stopped,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Run {
    pub outcome: Outcome,
    /// Goals reached, by index.
    pub goals: BitVec,
    /// For each goal, how many inputs had been read when it was reached first.
    pub first_reached: Vec<Option<u32>>,
    /// Properties violated, in the order of their first violation.
    pub violations: Vec<PropertyId>,
    /// For each violation, how many inputs had been read when it happened.
    pub violated_at: Vec<u32>,
    /// The inputs read, in order.
    pub inputs: Vec<(InputId, Bits)>,
    pub steps: u64,
    /// The run read an indeterminate value or executed a `Havoc`: a native run may differ.
    pub indeterminate: bool,
}

/// Runs the program from its start function.
pub fn run(program: &Program, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
    let _ = (program, source, limits);
    unreachable!("replaced by the interpreter")
}
