//! GOTO to GOTO passes that add something: coverage goals, properties, isolation. They run on the program as it was lowered, before functions are
//! inlined or loops unrolled, so that names and numbers of goals follow the source.
//!
//! Code of the tool itself (functions marked `model`) gets neither goals nor properties.
//!
//! # Decisions
//!
//! - **For `check --lockset` threads are calls** at schedule points that inputs choose. Since schedules are left out, nothing is proved where a thread can begin.
//! - What decisions are made of, lowering notes beside the program (`goto::decision`) where a criterion asks, and gives conditions instructions of their own only
//!   where these have side effects. MC/DC is a formula over the values of conditions where the outcome is known (`instrument/decisions`), so engines, replays and
//!   certificates know nothing of it.

mod allocation;
pub mod assumption;
pub mod automata;
mod closed;
mod constant;
mod contracts;
mod coverage;
mod decisions;
pub mod events;
pub mod explored;
mod fairness;
mod free;
mod insert;
mod journal;
pub mod lockset;
mod logic;
mod loop_state;
mod nesting;
mod observer;
mod operands;
mod properties;
mod ranking;
mod recurrence;
mod recursion;
mod restrict;
mod safety;
mod sequence;
mod threads;
pub mod uno;
mod unwinding;
pub mod witness;
mod word;

pub use allocation::may_fail as allocations_may_fail;
pub use contracts::{ContractPlan, Contracted, Frame, LoopOf, contracts};
pub use coverage::{Criterion, decision_marks, instrument, keep_goals, marks_of_goals};
pub use fairness::{Fairness, Lasso, fairness};
pub use free::{uninitialised_as_inputs, unwritten_memory_as_inputs};
pub use insert::insert_before;
pub use properties::{keep as keep_properties, places as places_of_properties, properties};
pub use ranking::ranking;
pub use recurrence::recurrence;
pub use recursion::Recursions;
pub use restrict::{AnalysedRuns, looked_at, properties_on_share, restricted_properties};
pub use safety::leave_lent_memory;
pub use threads::{thread_properties, threads_end};
pub use unwinding::{Bounds, unwinding};
pub use word::{Steps, Word, word};

use goto::{Callee, InstrKind, Program};

/// Functions whose call is an error, by convention of the verification competitions.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Is the instruction a direct call of a function that reports an error?
fn calls_error_function(program: &Program, kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Call { callee: Callee::Direct(f), .. } if ERROR_FUNCTIONS.contains(&program.functions[*f].name.as_str()))
}

#[cfg(test)]
mod tests;
