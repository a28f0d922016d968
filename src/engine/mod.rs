//! The board and the engines that write on it. May use everything below it (programs, analysis, symbolic execution, solvers); never prints.
//!
//! | module | what |
//! |---|---|
//! | [`board`] | status of goals and properties, the tests, the only place where they live |
//! | [`replay`] | native runs of tests, with limits |
//! | [`search`] | concrete search for tests |
//! | [`status`] | what can be said of a goal or a property, with its evidence |

pub mod board;
pub mod replay;
pub mod search;
pub mod status;
