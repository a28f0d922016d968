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
//!
//! # Decisions
//!
//! - **A contract that nobody wrote is a proposal until `prove` says so** (`tasks/infer`): `frontend/sketch` reads from the typed tree, in words of the head of a
//!   function, what it follows, writes and returns, with what it calls; the search puts clauses into the preprocessed text, asks the question of `prove`, and makes
//!   them stronger or weaker by what fails; of loops it proposes all relations of counters and facts of elements that the text suggests, and leaves out what an
//!   iteration does not keep. Only a text that was proved as a whole is printed, so nothing in a sketch has to be right.
//! - **A native run under a schedule is a real one of the compiled program** (`tasks/schedules`): `interp/threads/events` records what a run does that another
//!   machine can meet again, accesses with their function, object and bytes, sections and inputs. The compiler calls a function before each access
//!   (`-fsanitize=thread`, whose functions `report/schedule.c` defines); there the thread with the baton is looked for in its own record, and the baton goes to
//!   whoever does the next thing that others see. Functions of threads are the models, compiled. Objects without a name are learned from the first access. What is
//!   not met confirms nothing and is told with its place; what is violated natively was violated, however the run came there. `verify` has its violations run so
//!   (`verify/confirmer`), beside the engines and for no longer than they are given time; what the native run shows is told, and decides nothing.
//! - **A test of a function is a run that machines and compilers have in common**: it goes the same way and compares the same values where objects and functions lie
//!   elsewhere (`unit_tests/addresses`), and ends where memory is refused. What is checked is what three native programs told alike that place objects, fill new
//!   memory and optimise differently.
//! - **Clauses in runs are claims of a program of their own** (`contracts/observe`, `tasks/clauses`): what is written for them reads no inputs and makes nothing so,
//!   quantifiers go through their values, and the tests of the one that was asked about run there again. So coverage does not depend on clauses, and only the
//!   interpreter says that one is broken.
//! - **Tests of functions obey contracts** (`contracts/observe`): the call that a test begins with goes through a function that takes for granted what is required
//!   and makes nothing so. That no allowed call reaches a branch is asked of the other program, in which memory is what the contract says, since memory of tests is
//!   small. What is ensured is claimed in a third one (`tasks/clauses`), where the tests run again, so that goals do not depend on it.
//! - **What an earlier run of `test` or `prove` has found** counts for functions whose content is the same, with all that they call, without names and places
//!   (`tasks/content`): its tests and counterexamples run again in the interpreter, its proofs are of that content and of this build. For `prove` it is the content
//!   of the program that engines get, with clauses and properties in it (`verify/known`); so a body for which a contract stands does not matter, and places that are
//!   told are those of the text at hand. Only verdicts are kept, nothing that is open, nothing of programs with threads. Files are written aside and renamed
//!   (`tasks/cache`).
//! - Once nothing more is looked for, tests of a world are made plainer, within half a second; behind a deadline they stay as they are (`engine/plain`). What native
//!   runs of tests do is recorded while engines work (`tasks/recorder`), never longer than the report may wait.

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
