//! What commands mean, over all layers below: a [`task::Task`] is a program, a question and limits, and gives an outcome. Knows nothing of the command line; prints
//! nothing.
//!
//! ```no_run
//! use instrument::Criterion;
//! use tasks::cover::Coverage;
//! use tasks::engines::Engines;
//! use tasks::program::ProgramRequest;
//! use tasks::supervise::Supervisor;
//! use tasks::task::{Limits, Task};
//!
//! # fn main() -> Result<(), tasks::failure::Failure> {
//! let program = ProgramRequest::new(vec!["a.c".into()]);
//! let task = Task { program, engines: Engines::default(), limits: Limits::default(), question: Coverage::new(vec![Criterion::Branch]) };
//! let outcome = task.run(&Supervisor::default(), &mut ())?;
//! assert_eq!(outcome.verdict.word(), "complete");
//! # Ok(())
//! # }
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`task`], [`supervise`] | what all questions have in common; the thread that analyses, and the one that watches it |
//! | [`program`], [`engines`] | the program of a task, from files to what engines work on; the engines |
//! | [`project`] | compilation databases, settings of projects |
//! | [`asked`] | criteria and properties by their names, property files |
//! | [`cover`], [`verify`], [`check`], [`ltl`], [`query`], [`explored`] | the questions |
//! | `clauses` | clauses of contracts in runs |
//! | [`recorder`] | what native runs of tests do, beside the tests |
//! | [`document`] | what an editor shows of a file |
//! | [`condition`] | what earlier runs have looked at, and what this one did |
//! | [`cache`], `content` | what earlier runs have found; of what it was found |
//! | [`unit_tests`] | tests of functions as C that runs without this program |
//! | [`harness`] | a program in C that calls a function |
//! | [`infer`] | contracts that nobody wrote |
//! | [`replay`], [`run`], [`monitor`], [`proofs`], [`show`] | what needs no goals: runs, monitors, proofs of others, texts |

pub mod asked;
pub mod cache;
pub mod check;
mod clauses;
pub mod condition;
mod content;
pub mod cover;
pub mod document;
pub mod engines;
pub mod explored;
pub mod failure;
pub mod harness;
pub mod infer;
pub mod ltl;
mod moment;
pub mod monitor;
pub mod program;
pub mod project;
pub mod proofs;
pub mod prove;
pub mod query;
mod reasons;
pub mod recorder;
pub mod replay;
pub mod run;
mod schedules;
pub mod shares;
pub mod show;
pub mod supervise;
pub mod task;
mod traces;
pub mod unit_tests;
pub mod verify;
