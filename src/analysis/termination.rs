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
    /// Why it will not be shown, whatever is proved.
    pub gap: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    Loop,
    Recursion,
    /// What is reached there may do anything; says what it is.
    Obstacle(String),
}
