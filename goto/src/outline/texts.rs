//! The texts of statements, calls and declarations, as automata over texts ask for them.

use super::uses::Named;
use super::{Extent, Spot};

/// What execution does by itself, without the statements in it.
#[derive(Clone, Debug)]
pub struct SourceText {
    pub kind: TextKind,
    /// The function around it.
    pub function: String,
    /// Where it begins, behind labels; of a loop and the parts of its head, where the loop does.
    pub spot: Spot,
    pub covers: Extent,
    /// As it stands in the source, with single blanks for white space and comments.
    pub text: String,
    /// The number of the input file.
    pub file: usize,
    pub edit: TextEdit,
    /// What it names; of calls nothing, since what they stand in does.
    pub named: Named,
}

/// Where the preprocessed text takes calls that tell of it, by offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextEdit {
    /// A statement between these, in a block or not.
    Statement {
        start: usize,
        end: usize,
        in_block: bool,
    },
    /// An expression.
    Value {
        start: usize,
        end: usize,
    },
    /// Behind the opening brace of a body, and before the closing one.
    Body {
        open: usize,
        close: usize,
    },
    None,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// An expression, `return`, or assembler.
    Statement,
    /// `goto`, `break` and `continue`.
    Jump,
    /// In a block.
    Declaration,
    /// `while`, `do` or `for`, of which nothing is the text.
    Loop,
    /// The first and the last part of the head of a `for`.
    ForStart,
    ForStep,
    /// `switch`; the text is the value that it compares.
    Switch,
    /// What `if`, `while`, `do` or `for` tests.
    Condition,
    /// Of a function, where its parameters get their values.
    Head,
    /// A call, and the name of the function if it has one.
    Call(Option<String>),
}
