//! What watches a run: what it keeps, and what it does at a step. Languages of properties come down to this; `run` is its meaning, and the same is written as
//! instructions (`instrument::observer`) and as C (`report::monitor`).
//!
//! Numbers have the arithmetic of C's `int`; a truth is 0 or 1.

use goto::define_id;
use goto::index::IdVec;
use goto::routine::{Binary, Unary};
use std::ops::ControlFlow;

define_id!(
    /// Something that an observer keeps.
    VariableId, "v");

/// What is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub sort: Sort,
    pub start: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Number,
    Truth,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Number(i64),
    Variable(VariableId),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Do all hold?
    All(Vec<Expr>),
    /// Does any hold?
    Any(Vec<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What is done. What an observer tells, and what it has to ask, is a `T`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<T> {
    Set(VariableId, Expr),
    If(Expr, Vec<Command<T>>, Vec<Command<T>>),
    Tell(T),
    /// Sets a truth to the answer.
    Ask(VariableId, T),
    /// The run ends.
    End,
}

impl Expr {
    pub const TRUE: Self = Expr::Number(1);
    pub const FALSE: Self = Expr::Number(0);

    pub fn binary(op: Binary, a: Self, b: Self) -> Self {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    pub fn negated(a: Self) -> Self {
        Expr::Unary(Unary::Not, Box::new(a))
    }

    /// Does the variable have this value?
    pub fn is(variable: VariableId, value: i64) -> Self {
        Self::binary(Binary::Equal, Expr::Variable(variable), Expr::Number(value))
    }

    pub fn choice(condition: Self, then: Self, other: Self) -> Self {
        Expr::Choice(Box::new(condition), Box::new(then), Box::new(other))
    }

    /// Its value.
    pub fn evaluate(&self, values: &IdVec<VariableId, i64>) -> i64 {
        let holds = |e: &Expr| e.evaluate(values) != 0;
        match self {
            Expr::Number(n) => *n,
            Expr::Variable(v) => values[*v],
            Expr::Unary(op, a) => unary(*op, a.evaluate(values)),
            Expr::Binary(op, a, b) => binary(*op, a.evaluate(values), b.evaluate(values)),
            Expr::All(of) => i64::from(of.iter().all(holds)),
            Expr::Any(of) => i64::from(of.iter().any(holds)),
            Expr::Choice(condition, a, b) => if holds(condition) { a } else { b }.evaluate(values),
        }
    }
}

/// As C's `int` computes.
fn wrap(n: i64) -> i64 {
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

/// The values before the run.
pub fn start(variables: &IdVec<VariableId, Variable>) -> IdVec<VariableId, i64> {
    let mut values = IdVec::new();
    variables.values().for_each(|v| _ = values.push(v.start));
    values
}

/// Executes commands one after the other, until the end of the run. `told` gets what is told, and gives answers to what is asked.
pub fn run<T>(commands: &[Command<T>], values: &mut IdVec<VariableId, i64>, told: &mut dyn FnMut(&T) -> bool) -> ControlFlow<()> {
    for command in commands {
        match command {
            Command::Set(variable, value) => values[*variable] = value.evaluate(values),
            Command::If(condition, then, other) => run(if condition.evaluate(values) != 0 { then } else { other }, values, told)?,
            Command::Tell(what) => _ = told(what),
            Command::Ask(variable, what) => values[*variable] = i64::from(told(what)),
            Command::End => return ControlFlow::Break(()),
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with all that commands may tell or ask.
pub fn told<'a, T>(commands: &'a [Command<T>], visit: &mut dyn FnMut(&'a T)) {
    for command in commands {
        match command {
            Command::Set(..) | Command::End => {}
            Command::If(_, then, other) => {
                told(then, visit);
                told(other, visit);
            }
            Command::Tell(what) | Command::Ask(_, what) => visit(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;

    #[test]
    fn commands_are_executed_in_order_and_numbers_wrap() {
        let mut variables: IdVec<VariableId, Variable> = IdVec::new();
        let n = variables.push(Variable { name: "n".into(), sort: Sort::Number, start: i64::from(i32::MAX) });
        let flag = variables.push(Variable { name: "flag".into(), sort: Sort::Truth, start: 0 });
        let increment = Command::Set(n, Expr::binary(Binary::Add, Expr::Variable(n), Expr::Number(1)));
        let commands = [
            increment.clone(),
            Command::If(Expr::is(n, i64::from(i32::MIN)), vec![Command::Set(flag, Expr::TRUE), Command::Tell("wrapped")], vec![Command::Tell("not")]),
            Command::If(Expr::All(vec![Expr::Variable(flag), Expr::negated(Expr::is(n, 0))]), vec![Command::Tell("both")], Vec::new()),
            Command::Set(n, Expr::choice(Expr::Any(Vec::new()), Expr::Number(1), Expr::Number(7))),
            Command::Ask(flag, "is it so"),
            Command::If(Expr::negated(Expr::Variable(flag)), vec![Command::End], Vec::new()),
            Command::Set(n, Expr::Number(8)),
        ];
        let (mut values, mut all) = (start(&variables), Vec::new());
        let mut told_is = |answer: bool, values: &mut IdVec<VariableId, i64>| {
            let end = run(&commands, values, &mut |what| {
                all.push(*what);
                answer
            });
            (std::mem::take(&mut all), end.is_break())
        };
        assert_eq!(told_is(false, &mut values), (vec!["wrapped", "both", "is it so"], true));
        assert_eq!((values[n], values[flag]), (7, 0));
        assert_eq!(told_is(true, &mut values), (vec!["not", "is it so"], false));
        assert_eq!((values[n], values[flag]), (8, 1));
        let mut possible = Vec::new();
        told(&commands, &mut |what| possible.push(*what));
        assert_eq!(possible, ["wrapped", "not", "both", "is it so"]);
        assert_eq!(VariableId::new(3).to_string(), "v3");
    }
}
