//! What a property does at one statement, when all that the statement itself decides is decided.

use super::property::{ErrorId, Filter, VariableId};
use goto::outline::{Sign, SymbolNumber, Tags};
use goto::routine::{Binary, Unary};

/// Effects, and tests that decide what comes next.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    End,
    Do(Effect, Box<Tree>),
    Test(Test, Box<Tree>, Box<Tree>),
}

/// A number, with the width and the arithmetic of C's `int`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Number(i64),
    Variable(VariableId),
    Unary(Unary, Box<Value>),
    Binary(Binary, Box<Value>, Box<Value>),
}

/// Some symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    These(Vec<SymbolNumber>),
    /// All that may have marks.
    Marked,
}

impl Who {
    pub fn contains(&self, symbol: SymbolNumber) -> bool {
        match self {
            Who::These(of) => of.contains(&symbol),
            Who::Marked => true,
        }
    }

    /// Its symbols, where these may have marks.
    pub fn of(&self, marked: &[SymbolNumber]) -> Vec<SymbolNumber> {
        marked.iter().copied().filter(|s| self.contains(*s)).collect()
    }
}

/// What a mark must be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkFilter {
    pub mark: i64,
    /// Of the tags with which the symbol got it.
    pub filter: Filter,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// Is the number not zero?
    Truth(Value),
    /// Has one of them such a mark?
    Marked(Who, MarkFilter),
    /// Is this known of all that are picked?
    PickedKnown(Vec<Who>, Sign),
    /// Is this known of all these?
    Known(Vec<SymbolNumber>, Sign),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    Set(VariableId, Value),
    /// Picks those with such a mark, besides those that were picked of `earlier` ones.
    Pick {
        who: Who,
        wanted: MarkFilter,
        earlier: Vec<Who>,
    },
    Mark {
        uses: Vec<(SymbolNumber, Tags)>,
        mark: i64,
    },
    /// Those that are picked keep the tags that they have.
    MarkPicked {
        picked: Vec<Who>,
        mark: i64,
    },
    Unmark(Vec<SymbolNumber>),
    UnmarkPicked(Vec<Who>),
    /// An error about these symbols, as far as the statement tells.
    Error(ErrorId, Vec<SymbolNumber>),
}

impl Tree {
    /// Calls `visit` for each part, this one first.
    pub fn walk(&self, visit: &mut impl FnMut(&Tree)) {
        visit(self);
        match self {
            Tree::End => {}
            Tree::Do(_, next) => next.walk(visit),
            Tree::Test(_, yes, no) => {
                yes.walk(visit);
                no.walk(visit);
            }
        }
    }

    /// Does it nothing?
    pub fn is_idle(&self) -> bool {
        let mut idle = true;
        self.walk(&mut |t| idle &= !matches!(t, Tree::Do(..)));
        idle
    }
}

/// As C's `int` computes.
pub fn wrap(n: i64) -> i64 {
    i64::from(n as i32)
}

pub fn unary(op: Unary, a: i64) -> i64 {
    wrap(match op {
        Unary::Not => i64::from(a == 0),
        Unary::Minus => -a,
        Unary::Complement => !a,
    })
}

pub fn binary(op: Binary, a: i64, b: i64) -> i64 {
    wrap(match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Equal => i64::from(a == b),
        Binary::Unequal => i64::from(a != b),
        Binary::Less => i64::from(a < b),
        Binary::LessOrEqual => i64::from(a <= b),
    })
}

impl Value {
    /// Its number, if all parts are known.
    pub fn evaluate(&self, variable: &impl Fn(VariableId) -> i64) -> i64 {
        match self {
            Value::Number(n) => *n,
            Value::Variable(v) => variable(*v),
            Value::Unary(op, a) => unary(*op, a.evaluate(variable)),
            Value::Binary(op, a, b) => binary(*op, a.evaluate(variable), b.evaluate(variable)),
        }
    }
}
