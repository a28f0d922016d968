//! Facts computed over GOTO programs; changes nothing but the table of expressions.
//!
//! | module | what |
//! |---|---|
//! | [`crash`] | which expressions may crash |
//! | [`dead`] | what cannot happen for reasons of control flow alone |
//! | [`reach`] | which instructions can still reach something of interest |
//! | [`named_loops`] | names of loops for people |
//! | [`compared`] | inputs of which only comparisons with constants are asked |
//! | [`comparison`] | the comparisons that a condition consists of |
//! | [`influence`] | which variables can influence where execution goes |
//! | [`intervals`] | which values variables may have |
//! | [`invariants`] | what may hold at the heads of loops: proposals to be proved |
//! | [`points_to`] | where pointers may lead |
//! | [`ranks`] | what may decrease whenever a loop goes round: proposals to be proved |
//! | [`recursion`] | contracts of recursive functions: proposals, and the programs in which they are checked |
//! | `rewrite` | expressions taken apart |
//! | [`termination`] | what must be shown for a program to terminate |
//! | [`threads`] | which accesses of threads may happen at the same time |
//! | [`without_memory`] | the program where memory may hold anything, which does all that it does and more |
//!
//! # Decisions
//!
//! - **A proof of each thread alone holds whatever the others do** (`analysis/threads`). Races: every pair of accesses that may conflict is kept apart by a lock
//!   that both surely hold, by atomic sections, or by beginnings and joins; a lock counts only if all who give it back hold it and nobody else writes it.
//!   Assertions: a program of one thread, in which shared variables become anything that facts allow where others may change them, and in which the facts are
//!   claimed where others may look; if no claim is violated, the facts hold by induction on runs. Facts must allow some values, or nothing would happen behind them.
//!   What is not understood gives no proof. What witnesses tell of facts is that they hold at places of threads, unless somebody has the mutex behind which alone they are
//!   broken (`threads/kept`).
//! - Where runs end within a loop, or do not come to one, the program runs also with smaller constants in place of its large ones (`invariants/shrunk`). What such
//!   runs have in common, said of the constants, is proposed for those that the program has.

pub mod compared;
pub mod comparison;
pub mod control_graph;
pub mod crash;
pub mod dead;
pub mod influence;
pub mod intervals;
pub mod invariants;
pub mod named_loops;
pub mod onward;
pub mod points_to;
pub mod ranks;
pub mod reach;
pub mod recursion;
mod rewrite;
pub mod termination;
pub mod threads;
pub mod transform;
pub mod without_memory;
