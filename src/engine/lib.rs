//! The board and the engines that write on it. May use everything below it (programs, analysis, symbolic execution, solvers); never prints.
//!
//! | module | what |
//! |---|---|
//! | [`board`] | status of targets, the tests, the only place where they live |
//! | [`target`] | what can be asked: goals, properties, goals of queries |
//! | [`judge`] | who says what runs reach |
//! | [`collection`] | the tests of the board: what each shows, where it goes, which are kept in the end |
//! | [`selection`] | a smallest set of tests, and a best order |
//! | [`status`] | what can be said of a target, with its evidence |
//! | [`search`] | concrete search for tests |
//! | [`seeds`] | inputs that it begins with where a function is given memory |
//! | [`searcher`] | the search at work on the board, and how much time it is worth |
//! | [`bmc`] | bounded model checking of everything that is open |
//! | `groups` | what is asked together, and halved where that is too hard |
//! | [`induction`] | the inductive step for what is open |
//! | `control_graph`, `bounds` | control states of a loop, shown iteration by iteration |
//! | `recursion` | contracts of recursive functions, and what follows from them |
//! | [`deduce`] | what follows from control flow and what is decided |
//! | [`certificate`] | what proofs rest on, for other solvers |
//! | `clock` | time that is spent on work, on machines that are busy |
//! | [`effort`] | what the engines have done so far |
//! | `depth` | how far an unrolling looks, in terms of the program |
//! | [`conditions`] | verification conditions as text |
//! | [`script`] | SMT-LIB scripts made of checks, for both |
//! | [`excursions`] | bounded model checking from states that runs reached |
//! | [`confirm`] | from a model to a run of the interpreter |
//! | [`budget`] | what engines may spend: time, instructions, runs, questions, tries |
//! | [`slices`] | turns of others while an engine is at work |
//! | [`schedule`] | who works when |
//! | [`sequences`] | the goals of queries: who judges runs for them, and who works on them |
//! | [`threads`] | proofs of programs with threads that look at each thread alone |
//! | [`termination`] | what follows from the claims about loops for the program's termination |
//! | [`lassos`] | words of runs that violate formulas |
//! | [`worth`] | how much time an engine is worth beside the others |
//! | [`trace`], [`journey`] | counterexamples step by step: assignments alone, and all that the source does |
//! | [`executed`] | the lines and functions that tests execute |
//! | [`replay`] | native runs of tests, with limits |
//! | [`agree`] | the unrolling held against the interpreter |
//! | [`explored`] | what an interrupted analysis has shown |
//! | [`rest`] | what follows from a whole program for what is left of it to look at |
//! | [`arg`] | abstract reachability graphs of automata over control flow, with reuse |
//!
//! # Decisions
//!
//! - **The interpreter is the judge.** A goal is covered only by a run of `goto::interp` that reaches it; models of the solver and native runs are proposals. Two
//!   exceptions, where a run reads what C does not determine (`tasks/cover/native`): `testcomp` asks what a validator counts, so native runs that are compiled as
//!   validators do count. Of branches it is told that a goal is reached natively (`Evidence::NativeRuns`) if programs that are compiled differently, with other
//!   addresses, new memory and clocks, all reach it.
//! - **Unreachable needs a proof**: all paths that may come to it were unrolled to their end, or there is no first occurrence from a state that stands for all
//!   iterations. A path that was cut leaves everything behind it undecided. Functions that the calls of the whole program do not lead to (`goto::reach`) are left
//!   out before the analysis, with what is asked there decided: an address that is used anywhere in reach is a call, what an unsupported construct names is called,
//!   and where the entry function is given pointers from outside, a call through a pointer may come to every function that somebody outside can have. A native run
//!   that reaches a goal against a proof opens the goal again, as do an access outside of objects before it and floats that are computed with excess precision; the
//!   board counts what it opens again.
//! - **An analysis only proposes.** What an inductive step uses, the solver has proved in the same unrolling (Houdini; for control states of several heads, one by
//!   one until no execution ends in another one). So it is with property-directed reachability over control vectors (`induction/frames`): its lemmas are proved
//!   together once more before they count.
//! - **What the solver is told beyond the unrolling holds under every assignment** (`induction/algebra`, `term::consequence`): implications between equations, found
//!   by dividing polynomials modulo 2^width. So no proof rests on where the equations come from.
//! - **Control graphs of loops are shown edge by edge** (`analysis/control_graph`, `engine/control_graph`): states in which the head of a loop with many variables is met
//!   are found by executions on abstract values. For states that decide alike there is a program that begins with any of them and ends at the head; if in each of these
//!   programs, and on the way to the loop, no execution ends elsewhere, what none of them reaches is excluded. Before the last one is shown nothing is.
//!   There are no certificates of such proofs.
//! - **Contracts of recursive functions are shown together** (`analysis/recursion`, `engine/recursion`): in a program without recursion a call claims what its
//!   contract requires, changes what the function may change, and goes on with anything that the contract allows; each function runs there from any state that its
//!   contract allows. What of contracts and targets inductive steps do not show on a board of its own is dropped; when all that is assumed is shown in the same
//!   program, its targets are excluded in the one that is asked about. Functions that follow pointers, allocate, or do what the program does not tell have no
//!   contracts. There are no certificates of such proofs, so they are not tried where certificates are wanted.
//! - **Where questions are hard, memory is forgotten** (`analysis/without_memory`, `induction/without_memory`): an inductive step on a board of its own looks at a program in which reads of
//!   memory give anything. What that never reaches the program never does. There are no certificates of such proofs.
//! - **What only a violation would tell something of is no target of proofs** (`Board::open_to_proofs`): it would bring variables that proofs have no use for.
//! - **What was analysed** of an interrupted run is what bounded model checking refuted on all paths of a round, or what graphs have expanded; what does not fit
//!   counts as unexplored.
//! - Graphs work in turns beside the other engines, on a program in which passing an instruction is reaching a target. They know scalar variables only; what is
//!   behind pointers may have any value there, which can only add paths. What one run leaves for another is predicates, which are only tried, and graphs, which are
//!   believed if program, content and tool are the same by their hashes.
//! - The concrete search knows inputs as a list, and a world as more than that: what it keeps it also takes apart into arguments and texts, and puts together again
//!   with words of the program (`search/world`, `search/lines`, `search/spelling`, `search/dictionary`). It has turns in the middle of unrollings, since the first
//!   one of a large program may take all the time that there is. So have inductive steps.
//! - **Threads end** (`clocks`, `interleavings`) if none goes on beyond an unrolling in which each round of a loop counts, or if all schedules were run and no state
//!   comes back: an unbounded run is in a way that is left out of the exploration only if another one is in a way that is not. That threads never all wait is asked beside that.
//!   A state that comes back is a run without end only if its schedule is fair (`interleavings/circles`), and if the library chose nothing in between; the interpreter
//!   makes the round once more before it counts. One round may consist of several loops through the same states (`interleavings/rounds`).
//! - The scheduler works on goals of programs and of queries alike (`schedule::Workload`); graphs go on in their next turn with all that they found out. With
//!   several threads the search has one beside goals of programs, and graphs have them beside goals of queries.
//! - Asked to stop, engines get 0.6 seconds; then the main thread reports without them and leaves without running destructors. Compilers and native runs that were
//!   started end too, with all they have started.

pub mod agree;
pub mod arg;
pub mod bmc;
pub mod board;
mod bounds;
pub mod budget;
pub mod certificate;
mod clock;
pub mod clocks;
pub mod collection;
pub mod conditions;
pub mod confirm;
mod control_graph;
mod cuts;
pub mod deduce;
mod depth;
pub mod effort;
mod excursions;
pub mod executed;
mod groups;
pub mod induction;
pub mod interleavings;
pub mod journey;
pub mod judge;
pub mod lassos;
mod plain;
mod recursion;
pub mod replay;
pub mod rest;
pub mod schedule;
pub mod script;
pub mod search;
mod searcher;
pub mod seeds;
mod selection;
pub mod sequences;
pub mod slices;
pub mod status;
pub mod target;
pub mod termination;
#[cfg(test)]
mod tests;
pub mod threads;
pub mod trace;
pub mod visits;
mod weight;
