//! The if-goto intermediate language of gotcha and its semantics. This crate knows nothing of C, of terms or of solvers.
//!
//! | module | what |
//! |---|---|
//! | [`types`] | types and their layout |
//! | [`convention`] | what arrives when calls and functions disagree about types |
//! | [`expr`] | hash-consed expressions without side effects |
//! | [`program`] | symbols, functions, instructions, goals, properties |
//! | [`base`] | constants and their arithmetic, typed ids, sets of them, random numbers, the flag to stop |
//! | [`cfg`], [`dominators`], [`loops`], [`callgraph`], [`reach`] | facts of control flow |
//! | [`edges`] | the edges between places of the whole program, numbered |
//! | [`given`] | what an entry function that is not `main` is given |
//! | [`visit`] | walks over instructions and expressions |
//! | [`validate`] | the invariants, checked |
//! | [`print`](mod@print), [`parse`](mod@parse) | the text form |
//! | [`origin`] | where operations stand in the source |
//! | [`decision`] | the decisions of the source and their conditions |
//! | [`outline`] | the places of the source text, what they say and name |
//! | [`diagnostic`] | messages about places of the source |
//! | [`routine`] | functions of C that are interpreted as trees |
//! | [`graph`] | directed graphs over ids |
//! | [`interp`] | the concrete interpreter |
//!
//! # Decisions
//!
//! - **Inputs are `Input` instructions in the order of execution.** Uninitialised variables and missing bodies are not inputs: what depends on them is undecided
//!   (`interp/doubt` follows them through a run), but for what lies on all ways that they leave: `interp/ways` goes them one by one, with the same inputs and the
//!   same names of files. The environment is `Unfollowed`: paths go on behind it, proofs do not.
//! - **An unsupported construct is an instruction** where it stands. If no path reaches it, nothing is lost. Only what cannot be parsed or laid out is an error.
//! - **Behind an access outside of objects nothing is known** once a run was seen that does it. Proofs speak of runs that stay within objects.
//! - **Coverage follows the compiled program** (gcc on x86): signed overflow wraps, shift distances are masked. `verify` reports such things as properties: the
//!   front end notes operations and requirements (`goto::origin`), checks that are asked for turn them into claims.
//! - **Threads run in the interpreter** (`interp/threads`): a run depends on inputs and a schedule, which `cover` and `verify` explore (`engine/interleavings`). The
//!   front end loads models of threads only where the program can begin one (`Program::begins_threads`); then of the other engines the search alone works, with runs
//!   in which a thread that begins is called when another would have to wait. A proof is an exploration that left nothing out, or one that looks at each thread
//!   alone (`engine/threads`). Operations of the machine access one place each, so a switch between two of them is enough. Functions of the library race with the
//!   program, but not where they keep something for themselves. What a run shows whatever indeterminate values are is asked of it once more, with doubt for each
//!   thread.
//! - **Rounds of a loop are left out of a run only where nothing else happens in them** (`interp/rounds`): all values are lines over the number of the round,
//!   nothing wraps, no comparison turns, no input is read, nothing new is shown. The state behind them and the count of steps are exact. Runs of which an observer
//!   must be told everything execute each round.
//! - **A query is asked of runs by events**, which instrumentation places on the edges that the query can tell apart; its automata judge what the interpreter tells.

pub mod callgraph;
pub mod cfg;
pub mod convention;
pub mod decision;
pub mod diagnostic;
pub mod dominators;
pub mod edges;
pub mod expr;
pub mod given;
pub mod graph;
pub mod interp;
pub mod loops;
mod names;
pub mod origin;
pub mod outline;
pub mod parse;
pub mod print;
pub mod program;
pub mod reach;
pub mod routine;
pub mod types;
pub mod validate;
pub mod visit;

pub use base::{Bits, Id, IdSet, IdVec, Random, Trie, bits, define_id, index, limits};
pub use convention::CallShape;
pub use diagnostic::{Diagnostic, TextError};
pub use expr::{BinOp, Expr, ExprBuilder, ExprId, ExprKind, ExprPool, HeapFact, IntegralMode, MathFn, MathFn2, MemoryFact, UnOp};
pub use origin::{Labels, Operation, OperationKind, Operations, Requirement, RequirementKind};
pub use parse::{ParseError, parse};
pub use print::{print, print_expr, print_function, print_instruction, print_type};
pub use program::*;
pub use types::{BitRange, DataModel, Field, FloatKind, Record, RecordBody, RecordId, RecordKind, Type, TypeId, TypeTable};
pub use validate::{Defect, assert_valid, validate};
