//! The concrete interpreter: the semantics of record. Everything that other parts of the project claim about a program is judged by a run here.
//!
//! Crashes are accesses outside of live objects (also through a pointer that went from one object into another, if it was made from a variable's name),
//! division by zero, division of the least value by -1, wrong `Free`s, calls of what is no function. A call may pass too few arguments, which are
//! then indeterminate, or too many. A function without a body returns zero, indeterminate, and does nothing.
//!
//! An indeterminate value reads as zero and `Havoc` gives zero, so a run depends on the program and its inputs alone.

mod calls;
mod code;
mod compile;
mod doubt;
mod exec;
pub mod float;
mod homes;
pub mod ieee;
pub mod libm;
mod lower;
mod marks;
mod memory;
mod operate;
mod places;
mod rounds;
mod scan;
#[cfg(test)]
mod tests;
pub mod threads;
pub mod value;
mod ways;

pub use code::{Compiled, Placement};
pub use doubt::Certain;
pub use exec::Machine;

use crate::bits::Bits;
use crate::index::Id;
use crate::program::{FuncId, GoalId, InputId, InstrId, Location, Program, PropertyId};
use crate::types::TypeId;
use base::IdSet;

/// Where inputs come from.
pub trait InputSource {
    /// The next input, a value of `width` bits of the scalar type `ty`; `None` ends the run as the replay of a test ends when its inputs are used up.
    fn next(&mut self, input: InputId, ty: TypeId, width: u16) -> Option<Bits>;
}

/// What a run may use, and whether somebody wants it to end.
pub struct Limits<'a> {
    /// Instructions of the run, also those of rounds that are left out.
    pub steps: u64,
    /// Instructions that are executed one by one.
    pub work: u64,
    /// Bytes of live objects, plus what the interpreter needs for each (64 bytes and an eighth of its size) and for calls.
    pub memory: u64,
    /// Nested calls.
    pub depth: u32,
    /// Asked every few thousand steps.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a comparison asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `a == b`, or whether they differ.
    Equal,
    /// `a < b`, or whether that is not so.
    Less,
    /// `a <= b`, or whether that is not so.
    LessOrEqual,
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
        /// An access to memory outside of live objects, other than through the null pointer, or a wrong `Free`: where. The machine might not have noticed, and the
        /// program gone on.
        stray: Option<(FuncId, InstrId)>,
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
    /// Goals reached.
    pub goals: IdSet<GoalId>,
    /// For each goal, how many inputs had been read when it was reached first.
    pub first_reached: Vec<Option<u32>>,
    /// Properties violated, in the order of their first violation.
    pub violations: Vec<PropertyId>,
    /// For each violation, how many inputs had been read when it happened.
    pub violated_at: Vec<u32>,
    /// The inputs read, in order.
    pub inputs: Vec<(InputId, Bits)>,
    pub steps: u64,
    /// Of the steps, those of rounds that were not executed one by one.
    pub left_out: u64,
    /// The run read an indeterminate value or executed a `Havoc`: a native run may differ.
    pub indeterminate: bool,
    /// What the run shows all the same. Only of runs with indeterminate values that were asked for it.
    pub certain: Option<Certain>,
}

impl Run {
    /// The instructions that were executed one by one.
    pub fn work(&self) -> u64 {
        self.steps - self.left_out
    }

    /// How many inputs had been read when the goal was reached for the first time whatever the indeterminate values are; `None` if it was not, or if that is not
    /// known.
    pub fn certainly_reached(&self, goal: GoalId) -> Option<u32> {
        match &self.certain {
            Some(certain) => certain.goals[goal.index()],
            None if self.indeterminate => None,
            None => self.first_reached[goal.index()],
        }
    }

    /// As [`certainly_reached`](Self::certainly_reached), for the violation of a property.
    pub fn certainly_violated(&self, property: PropertyId) -> Option<u32> {
        match &self.certain {
            Some(certain) => certain.violations.iter().find(|v| v.0 == property).map(|v| v.1),
            None if self.indeterminate => None,
            None => self.violations.iter().position(|&p| p == property).map(|at| self.violated_at[at]),
        }
    }
}

/// Told what happens in a run. What a constant switches off costs nothing.
pub trait Observer {
    /// Are `instruction` and `assigned` called?
    const TRACE: bool = true;
    /// Are `block`, `compared` and `compared_floats` called?
    const PROBE: bool = false;
    /// Is `called` called?
    const CALLS: bool = false;
    /// Is `reached` called?
    const GOALS: bool = false;
    /// Must everything be told? Else rounds of a loop may be left out that do nothing else than the ones before.
    const EVERYTHING: bool = true;

    /// An instruction starts. Not called for those that do nothing.
    fn instruction(&mut self, _function: FuncId, _instruction: InstrId, _loc: Location) {}

    /// The instruction gave its scalar left-hand side a value.
    fn assigned(&mut self, _function: FuncId, _instruction: InstrId, _value: Bits) {}

    /// A function is called. Scalar arguments are sign- or zero-extended by their types to 64 bits, or have 128; `None` is a record.
    fn called(&mut self, _function: FuncId, _arguments: &[Option<Bits>]) {}

    /// A goal is reached, not necessarily for the first time.
    fn reached(&mut self, _goal: GoalId) {}

    /// A basic block starts; blocks are numbered with gaps.
    fn block(&mut self, _block: u32) {}

    /// Two integers or pointers of at most 64 bits are compared at a place, numbered with gaps. They are sign- or zero-extended by their types.
    /// Tests of words compare with zero, those of strings and blocks with the bytes that decide them.
    fn compared(&mut self, _place: u32, _a: u64, _b: u64) {}

    /// As [`compared`](Self::compared), for floating-point numbers of at most 64 bits.
    fn compared_floats(&mut self, _place: u32, _a: f64, _b: f64) {}
}

/// Observes nothing.
impl Observer for () {
    const TRACE: bool = false;
    const EVERYTHING: bool = false;
}

/// Runs the program from its start function. Who runs a program often makes it [`Compiled`] once.
pub fn run(program: &Program, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
    Compiled::new(program).run(source, limits)
}
