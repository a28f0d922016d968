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
