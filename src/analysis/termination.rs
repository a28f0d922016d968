//! What must be shown for a program to terminate: that each loop and each recursion ends, and that nothing is reached which the program does not describe.
//! Made by whoever puts the claims into the program, read by whoever composes their answers.

use goto::{FuncId, Location, PropertyId};

/// One thing to show. The program terminates if all are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// `FUNCTION.termination.N`, counted from 1.
    pub name: String,
    pub function: FuncId,
    pub loc: Location,
    pub text: String,
    pub subject: Subject,
    /// Alternatives: it is shown as soon as one of them is proved.
    pub ends: Vec<PropertyId>,
    /// It is refuted as soon as one of them is violated.
    pub endless: Vec<PropertyId>,
    /// It is refuted as soon as both parts of one of these are decided so.
    pub traps: Vec<Trap>,
    /// Why it will not be shown, whatever is proved.
    pub gap: Option<String>,
}

/// A condition at the head of a loop under which it is not left any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The condition does not hold at the head. To be violated.
    pub never: PropertyId,
    /// Once the condition holds the loop is not left. To be proved.
    pub stays: PropertyId,
}

/// Claims that one loop does not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    pub function: FuncId,
    /// Which of the function's named loops.
    pub number: usize,
    /// That no state comes back. To be violated.
    pub repeats: Option<PropertyId>,
    pub traps: Vec<Trap>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    Loop,
    Recursion,
    /// What is reached there may do anything; says what it is.
    Obstacle(String),
    /// All threads together: that none goes on for ever.
    Threads,
    /// That threads do not all wait for ever.
    Deadlock,
}
