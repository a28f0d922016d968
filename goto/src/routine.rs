//! A function of C as a tree that somebody interprets, never compiled. The front end reads it. What the names mean is not known here.

use crate::define_id;
use crate::diagnostic::Diagnostic;
use crate::index::{Id, IdVec};

define_id!(
    /// Where something stands in the file of a routine.
    PlaceId, "p");

/// A function without parameters, and the variables that it finds.
#[derive(Debug)]
pub struct Routine {
    pub body: Vec<Statement>,
    /// Variables outside of the function, which live on from call to call.
    pub variables: Vec<Variable>,
    /// What messages about each place say of it.
    places: IdVec<PlaceId, Diagnostic>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    pub name: String,
    pub start: Option<Expression>,
    pub place: PlaceId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    Expression(Expression),
    Declaration(Variable),
    Block(Vec<Statement>),
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `then` follows each time, also behind `continue`; with `tests_last` the body comes first.
    Loop {
        condition: Option<Expression>,
        body: Vec<Statement>,
        then: Option<Expression>,
        tests_last: bool,
        place: PlaceId,
    },
    Break,
    Continue,
    Return,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub place: PlaceId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    Number(i64),
    Text(String),
    Name(String),
    Call(String, Vec<Expression>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// The value is what is assigned, or with `is_late` what was there before.
    Assign {
        name: String,
        value: Box<Expression>,
        is_late: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    Not,
    Minus,
    Complement,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
}

impl Routine {
    /// `places` says of each place where it is; the first one is the beginning of the file.
    pub fn new(body: Vec<Statement>, variables: Vec<Variable>, places: IdVec<PlaceId, Diagnostic>) -> Self {
        Self { body, variables, places }
    }

    /// A message about a place of the file.
    pub fn wrong(&self, place: PlaceId, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic { message: message.into(), ..self.places[place].clone() })
    }

    /// A message about the file as a whole.
    pub fn wrong_as_a_whole(&self, message: impl Into<String>) -> Box<Diagnostic> {
        self.wrong(PlaceId::new(0), message)
    }

    /// The line of a place.
    pub fn line(&self, place: PlaceId) -> u32 {
        self.places[place].line
    }
}
