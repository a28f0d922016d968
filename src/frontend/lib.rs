//! C text to GOTO: preprocess, normalise, parse, check, lower. Only this module sees lang-c.
//!
//! # Decisions
//!
//! - **Contracts are text before they are instructions** (`frontend/contracts`): clauses leave the tokens of the preprocessed text, and functions in C that check
//!   one function, or stand for its calls, come to its end, so that the checker gives clauses their types. `instrument/contracts` leads calls there and claims that
//!   stores stay within frames; which objects are older than a check, `BinOp::MadeBefore` tells. What a contract leaves open is an input. A loop with clauses is cut
//!   at its head. Places that nothing reaches make a proof vacuous. What is assumed of all values is a loop in runs and in unrollings from the start. Where a state
//!   stands for all it is an assumption about a variable that stands for each value (`HavocKind::Each`), told of the indices at which the program reads, where that
//!   leaves something open also of those at which other such assumptions do, and then of all that are used (`symex/each`). ACSL in comments (`contracts/acsl`)
//!   becomes clauses of that form first: every read knows its state, definitions are expanded, and arithmetic is the checker's (`check/exact`), which gives each
//!   result a type that holds all its values. Where pointers of such a contract may lead the model makes up, shared objects included, unless nobody can tell them
//!   apart.
//! - **The world outside is input where models in C read it**: `InputOrigin` says of an input that it is a byte of the command line, of the standard input, of a
//!   file or of a variable of the environment, or that something fails. The standard input is one more file, the standard output a pipe or a full device
//!   (`models/output.c`); what a fresh working directory does not have is not there, and it is a directory itself; streams and descriptors know which byte of which
//!   file is their next until something happens after which nobody does (`models/streams.c`). Files and variables have numbers; their names the models tell who
//!   observes a run (`report::world`). Models hold so many arguments of such a length; where there is more of the world than models hold stands a `Limit`, which
//!   ends a path. Over-approximations do not come there: where `HavocKind::OverApproximation` is one, models make a world that stands for all (command lines of any
//!   length in one block of memory, streams of which nothing is known but whether they are open). That something fails is `HavocKind::Rare`: any value for proofs,
//!   zero for runs, which may be believed. What models may know of the program and its world is in `frontend/library/world`. By the rules of competitions there is
//!   no such world. Native runs with arguments of tests are confined (`native/confinement`, and `native/namespaces` where the system has some), or they do not
//!   happen; the script of a test asks bubblewrap for that.
//! - What a model computes exactly in runs may be too large as terms. It asks `__is_known` of its arguments, which the unrolling answers for constants only, and
//!   leaves the result open otherwise: proofs hold for more than happens, and models of the solver may be wrong.

pub mod aliases;
pub mod assumptions;
pub mod check;
pub mod contracts;
pub mod diagnostic;
pub mod dialect;
pub mod flags;
pub mod library;
pub mod linkage;
pub mod load;
pub mod lower;
pub mod map;
pub mod normalise;
pub mod outline;
pub mod pieces;
pub mod preprocess;
pub mod routine;
pub mod similar;
pub mod sketch;
pub mod source;
pub mod tree;

pub use aliases::{Aliases, LazyInputs};
pub use assumptions::WorldAssumptions;
pub use diagnostic::{Diagnostic, Error};
pub use load::{LoadOptions, Loaded, load};
pub use lower::EXIT_STATUS;
pub use source::INSERTED;
