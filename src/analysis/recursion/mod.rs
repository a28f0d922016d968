//! Contracts of recursive functions, and the programs without recursion in which they are checked. Contracts are proposals; who uses them proves them first.
//!
//! | module | what |
//! |---|---|
//! | `members` | the recursive functions that contracts can speak of, and what a call of one may change |
//! | [`facts`] | what is said of a call: relations of numbers that are known when it begins and when it returns |
//! | [`checked`](mod@checked) | the program in which a call is its contract, and each function runs from any state that the contract allows |
//! | `calls` | calls that are seen in runs |
//! | `learn` | facts that all calls seen satisfy |
//!
//! Why the second program says something of the first: look at the first moment of an execution at which a claim of a contract is false, a target in question is
//! reached, or a target is violated that is taken not to be. It lies in the innermost call of a recursive function that is going on then, or in none. When that
//! call began its pre-facts held, and every inner call that has returned did what its contract says and changed nothing else. So the second program has an
//! execution that begins in the state of that call, or at the start, and comes to the same moment; where it has none there is no such moment. Calls that never
//! return, or end the program, are covered: nothing is said of them.

mod calls;
pub mod checked;
pub mod facts;
mod learn;
mod members;
#[cfg(test)]
mod tests;

pub use calls::Calls;
pub use checked::{Checked, Claim, Said, When, checked};
pub use learn::{Contract, Level, contracts};
pub use members::{Member, Recursion};
