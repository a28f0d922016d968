//! Goes through statements and expressions of the typed tree.

use crate::tree::{Callee, Expr, ExprKind, Init, Stmt, StmtKind, VarId};

/// What is found on the way.
pub(super) enum Found<'a> {
    /// Before the expressions in it.
    Expression(&'a Expr),
    /// A local variable comes to life; with a value, if it is a scalar that has one.
    Declared(VarId, Option<&'a Expr>),
    /// A loop, before what stands in it.
    Loop(&'a Stmt),
    Returned(Option<&'a Expr>),
}

/// Visits statements in their order.
pub(super) fn statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(Found<'a>)) {
    for statement in body {
        self::statement(statement, visit);
    }
}

fn statement<'a>(statement: &'a Stmt, visit: &mut dyn FnMut(Found<'a>)) {
    match &statement.kind {
        StmtKind::Expr(e) | StmtKind::Size(e) | StmtKind::ComputedGoto(e) | StmtKind::DeclVla { bytes: e, .. } | StmtKind::Cleanup { call: e, .. } => {
            expression(e, visit);
        }
        StmtKind::Decl { var, init } => {
            let scalar = init.as_ref().and_then(|init| init.parts.iter().find(|part| part.path.is_empty()));
            visit(Found::Declared(*var, scalar.map(|part| &part.value)));
            initialiser(init.as_ref(), visit);
        }
        StmtKind::Block(body) => statements(body, visit),
        StmtKind::If { cond, then, other } => {
            expression(&cond.expr, visit);
            self::statement(then, visit);
            other.iter().for_each(|other| self::statement(other, visit));
        }
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            visit(Found::Loop(statement));
            expression(&cond.expr, visit);
            self::statement(body, visit);
        }
        StmtKind::For { init, cond, step, body } => {
            statements(init, visit);
            visit(Found::Loop(statement));
            cond.iter().for_each(|cond| expression(&cond.expr, visit));
            step.iter().for_each(|step| expression(step, visit));
            self::statement(body, visit);
        }
        StmtKind::Switch { value, body } => {
            expression(value, visit);
            self::statement(body, visit);
        }
        StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => self::statement(body, visit),
        StmtKind::Return(value) => {
            visit(Found::Returned(value.as_ref()));
            value.iter().for_each(|value| expression(value, visit));
        }
        StmtKind::Assembler { reads, writes, .. } => reads.iter().chain(writes).for_each(|e| expression(e, visit)),
        StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Unsupported(_) => {}
    }
}

/// Visits what an iteration of a loop does: its condition, its step and its body.
pub(super) fn iteration<'a>(looped: &'a Stmt, visit: &mut dyn FnMut(Found<'a>)) {
    match &looped.kind {
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            expression(&cond.expr, visit);
            statement(body, visit);
        }
        StmtKind::For { cond, step, body, .. } => {
            cond.iter().for_each(|cond| expression(&cond.expr, visit));
            step.iter().for_each(|step| expression(step, visit));
            statement(body, visit);
        }
        _ => {}
    }
}

fn initialiser<'a>(init: Option<&'a Init>, visit: &mut dyn FnMut(Found<'a>)) {
    init.into_iter().flat_map(|init| &init.parts).for_each(|part| expression(&part.value, visit));
}

fn expression<'a>(e: &'a Expr, visit: &mut dyn FnMut(Found<'a>)) {
    visit(Found::Expression(e));
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::Unsupported(_) => {}
        ExprKind::Deref(a)
        | ExprKind::Field(a, _)
        | ExprKind::AddressOf(a)
        | ExprKind::Decay(a)
        | ExprKind::Length(a)
        | ExprKind::OutOfRange(a)
        | ExprKind::Enumerated { value: a, .. }
        | ExprKind::Neg(a)
        | ExprKind::BitNot(a)
        | ExprKind::Not(a)
        | ExprKind::Cast(a)
        | ExprKind::Volatile { place: a, .. } => expression(a, visit),
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::BinaryReversed(_, a, b)
        | ExprKind::Elvis { value: a, other: b }
        | ExprKind::Assign { place: a, value: b }
        | ExprKind::CompoundAssign { place: a, value: b, .. }
        | ExprKind::Step { place: a, value: b, .. }
        | ExprKind::Comma(a, b) => {
            expression(a, visit);
            expression(b, visit);
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            expression(&a.expr, visit);
            expression(&b.expr, visit);
        }
        ExprKind::Conditional { cond, then, other } => {
            expression(&cond.expr, visit);
            expression(then, visit);
            expression(other, visit);
        }
        ExprKind::Statements { body, value } => {
            statements(body, visit);
            value.iter().for_each(|value| expression(value, visit));
        }
        ExprKind::Call { callee, args, .. } => {
            if let Callee::Indirect(callee) = callee {
                expression(callee, visit);
            }
            args.iter().for_each(|argument| expression(argument, visit));
        }
        ExprKind::CompoundLiteral { init, .. } => initialiser(init.as_ref(), visit),
    }
}
