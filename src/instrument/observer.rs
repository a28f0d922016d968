//! Observers as instructions: a static variable of the program for each of theirs, and the commands of a step as code in a row.

use super::assumption::variable;
use super::sequence::Sequence;
use automata::observer::{Command, Expr, Sort, Variable, VariableId};
use goto::routine::{Binary, Unary};
use goto::{BinOp, ExprId, HaltKind, IdVec, InstrKind, Instruction, Program, Storage, TypeId};

/// The variables of an observer in a program.
pub(crate) struct Variables {
    int: TypeId,
    of: IdVec<VariableId, ExprId>,
    start: Vec<(ExprId, Sort, i64)>,
}

impl Variables {
    /// Makes those that the program does not have already: assumptions in C may name them.
    pub(crate) fn new(program: &mut Program, variables: &IdVec<VariableId, Variable>) -> Self {
        let (int, truth) = (program.types.int(32, true), program.types.bool());
        let (mut of, mut start) = (IdVec::new(), Vec::new());
        for kept in variables.values() {
            let ty = if kept.sort == Sort::Truth { truth } else { int };
            let known = program.symbols.iter().find(|(_, s)| s.name == kept.name && s.storage == Storage::Static && s.ty == ty).map(|(id, _)| id);
            let expr = match known {
                Some(symbol) => program.build().var(symbol, ty),
                None => variable(program, &kept.name, ty),
            };
            of.push(expr);
            start.push((expr, kept.sort, kept.start));
        }
        Self { int, of, start }
    }

    /// What they begin with, where that is not zero as of all static variables.
    pub(crate) fn start(&self, program: &mut Program) -> Vec<Instruction> {
        let mut code = Sequence::default();
        for &(variable, sort, value) in self.start.iter().filter(|s| s.2 != 0) {
            let value = match sort {
                Sort::Number => program.build().constant(self.int, i128::from(value)),
                Sort::Truth => program.build().truth(true),
            };
            code.assign(variable, value);
        }
        code.0
    }
}

/// What writes what an observer tells and asks.
pub(crate) trait Told<T> {
    fn tell(&mut self, writer: &mut Writer<'_>, what: &T);

    /// The answer behind the code that is written for it.
    fn ask(&mut self, writer: &mut Writer<'_>, what: &T) -> ExprId;
}

/// Writes commands.
pub(crate) struct Writer<'w> {
    pub program: &'w mut Program,
    variables: &'w Variables,
    pub code: Sequence,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(program: &'w mut Program, variables: &'w Variables) -> Self {
        Self { program, variables, code: Sequence::default() }
    }

    /// Writes commands.
    pub(crate) fn commands<T>(&mut self, commands: &[Command<T>], told: &mut dyn Told<T>) {
        for command in commands {
            match command {
                Command::Set(variable, value) => {
                    let lhs = self.variables.of[*variable];
                    let is_number = self.program.exprs.ty(lhs) == self.variables.int;
                    let rhs = if is_number { self.number(value) } else { self.truth(value) };
                    if lhs != rhs {
                        self.code.assign(lhs, rhs);
                    }
                }
                Command::If(condition, then, other) => {
                    let cond = self.truth(condition);
                    let past = self.code.unless(self.program, cond);
                    self.commands(then, told);
                    if other.is_empty() {
                        self.code.here([past]);
                        continue;
                    }
                    let end = self.code.jump(self.program);
                    self.code.here([past]);
                    self.commands(other, told);
                    self.code.here([end]);
                }
                Command::Tell(what) => told.tell(self, what),
                Command::Ask(variable, what) => {
                    let answer = told.ask(self, what);
                    self.code.assign(self.variables.of[*variable], answer);
                }
                Command::End => _ = self.code.push(InstrKind::Halt(HaltKind::Exit)),
            }
        }
    }

    /// The expression as an `int`.
    fn number(&mut self, of: &Expr) -> ExprId {
        let int = self.variables.int;
        match of {
            Expr::Number(n) => self.program.build().constant(int, i128::from(*n)),
            Expr::Variable(v) if self.program.exprs.ty(self.variables.of[*v]) == int => self.variables.of[*v],
            Expr::Unary(Unary::Minus, a) => {
                let (zero, a) = (self.number(&Expr::Number(0)), self.number(a));
                self.program.build().binary(BinOp::Sub, zero, a)
            }
            Expr::Unary(Unary::Complement, a) => {
                let (ones, a) = (self.number(&Expr::Number(-1)), self.number(a));
                self.program.build().binary(BinOp::BitXor, a, ones)
            }
            Expr::Binary(op, a, b) if arithmetic(*op).is_some() => self.operation(arithmetic(*op), a, b),
            Expr::Choice(condition, a, b) => {
                let (cond, a, b) = (self.truth(condition), self.number(a), self.number(b));
                self.program.build().ite(cond, a, b)
            }
            truth => {
                let truth = self.truth(truth);
                self.program.build().cast(truth, int)
            }
        }
    }

    /// Whether the expression is not zero.
    fn truth(&mut self, of: &Expr) -> ExprId {
        match of {
            Expr::Number(n) => self.program.build().truth(*n != 0),
            Expr::Variable(v) if self.program.exprs.ty(self.variables.of[*v]) != self.variables.int => self.variables.of[*v],
            Expr::Unary(Unary::Not, a) => {
                let a = self.truth(a);
                self.program.build().not(a)
            }
            Expr::Binary(op, a, b) if comparison(*op).is_some() => self.operation(comparison(*op), a, b),
            Expr::All(of) => self.joined(BinOp::And, of),
            Expr::Any(of) => self.joined(BinOp::Or, of),
            number => {
                let (number, zero) = (self.number(number), self.number(&Expr::Number(0)));
                self.program.build().binary(BinOp::Ne, number, zero)
            }
        }
    }

    fn operation(&mut self, op: Option<BinOp>, a: &Expr, b: &Expr) -> ExprId {
        let (a, b) = (self.number(a), self.number(b));
        match op {
            Some(op) => self.program.build().binary(op, a, b),
            None => a,
        }
    }

    fn joined(&mut self, op: BinOp, all: &[Expr]) -> ExprId {
        let Some((first, rest)) = all.split_first() else { return self.program.build().truth(op == BinOp::And) };
        let mut joined = self.truth(first);
        for of in rest {
            let of = self.truth(of);
            joined = self.program.build().binary(op, joined, of);
        }
        joined
    }
}

fn arithmetic(op: Binary) -> Option<BinOp> {
    Some(match op {
        Binary::Add => BinOp::Add,
        Binary::Sub => BinOp::Sub,
        Binary::Mul => BinOp::Mul,
        Binary::And => BinOp::BitAnd,
        Binary::Or => BinOp::BitOr,
        Binary::Xor => BinOp::BitXor,
        _ => return None,
    })
}

fn comparison(op: Binary) -> Option<BinOp> {
    Some(match op {
        Binary::Equal => BinOp::Eq,
        Binary::Unequal => BinOp::Ne,
        Binary::Less => BinOp::Lt,
        Binary::LessOrEqual => BinOp::Le,
        _ => return None,
    })
}
