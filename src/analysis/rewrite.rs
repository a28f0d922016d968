//! Expressions taken apart and put together again: replaced parts, what they read, sums solved for a variable. Knows no loops.

use goto::{BinOp, ExprId, ExprKind, Program, Type, TypeId, UnOp};
use rustc_hash::FxHashSet;

/// Operations through which an expression is followed.
pub(crate) const DEPTH: u32 = 14;

/// The expression with other operands. `None` if one of them has no replacement, or for kinds that facts do not have.
pub(crate) fn rebuilt(program: &mut Program, expr: ExprId, part: &mut dyn FnMut(&mut Program, ExprId) -> Option<ExprId>) -> Option<ExprId> {
    let ty = program.exprs.ty(expr);
    let kind = match program.exprs.kind(expr) {
        kind @ (ExprKind::Const(_) | ExprKind::Zero | ExprKind::Var(_)) => kind,
        ExprKind::Unary(op, a) => ExprKind::Unary(op, part(program, a)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, part(program, a)?, part(program, b)?),
        ExprKind::Cast(a) => {
            let inner = part(program, a)?;
            return Some(program.build().cast(inner, ty));
        }
        ExprKind::Index { base, index } => ExprKind::Index { base: part(program, base)?, index: part(program, index)? },
        ExprKind::Field { base, field } => ExprKind::Field { base: part(program, base)?, field },
        ExprKind::Deref(pointer) => {
            let pointer = part(program, pointer)?;
            return Some(program.build().deref(pointer));
        }
        ExprKind::AddressOf(place) => ExprKind::AddressOf(part(program, place)?),
        ExprKind::Ite { cond, then, other } => ExprKind::Ite { cond: part(program, cond)?, then: part(program, then)?, other: part(program, other)? },
        _ => return None,
    };
    Some(program.exprs.intern(kind, ty))
}

/// The expression with some parts replaced.
pub(crate) fn replaced(program: &mut Program, expr: ExprId, with: &dyn Fn(ExprId) -> Option<ExprId>) -> Option<ExprId> {
    replaced_within(program, expr, with, DEPTH)
}

fn replaced_within(program: &mut Program, expr: ExprId, with: &dyn Fn(ExprId) -> Option<ExprId>, depth: u32) -> Option<ExprId> {
    if let Some(new) = with(expr) {
        return Some(new);
    }
    let depth = depth.checked_sub(1)?;
    rebuilt(program, expr, &mut |program, part| replaced_within(program, part, with, depth))
}

pub(crate) fn reads(program: &Program, expr: ExprId, part: ExprId) -> bool {
    let mut found = false;
    program.exprs.walk(expr, &mut FxHashSet::default(), &mut |e, _| found |= e == part);
    found
}

pub(crate) fn without_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = program.exprs.kind(expr) {
        expr = inner;
    }
    expr
}

pub(crate) fn is_integer(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int { bits, .. } if *bits <= 64)
}

/// An expression as `factor * variable + constant`, and is there more in the sum?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Linear {
    pub factor: i128,
    pub constant: i128,
    pub more: bool,
}

/// `None` if the variable is in anything but a sum. Conversions of integers count for nothing.
pub(crate) fn linear(program: &Program, expr: ExprId, variable: ExprId) -> Option<Linear> {
    linear_within(program, expr, variable, DEPTH)
}

fn linear_within(program: &Program, expr: ExprId, variable: ExprId, depth: u32) -> Option<Linear> {
    let depth = depth.checked_sub(1)?;
    if expr == variable {
        return Some(Linear { factor: 1, constant: 0, more: false });
    }
    if let Some(bits) = program.exprs.as_const(expr) {
        return Some(Linear { factor: 0, constant: bits.signed(), more: false });
    }
    let other = || (!reads(program, expr, variable)).then_some(Linear { factor: 0, constant: 0, more: true });
    let part = |e| linear_within(program, e, variable, depth);
    let scaled = |a: Linear, by: i128| Some(Linear { factor: a.factor.checked_mul(by)?, constant: a.constant.checked_mul(by)?, more: a.more });
    match program.exprs.kind(expr) {
        ExprKind::Cast(a) if is_integer(program, program.exprs.ty(a)) => part(a),
        ExprKind::Unary(UnOp::Neg, a) => scaled(part(a)?, -1),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            let (a, b) = (part(a)?, scaled(part(b)?, if op == BinOp::Add { 1 } else { -1 })?);
            Some(Linear { factor: a.factor + b.factor, constant: a.constant + b.constant, more: a.more || b.more })
        }
        ExprKind::Binary(BinOp::Mul, a, b) => match (program.exprs.as_const(a), program.exprs.as_const(b)) {
            (_, Some(by)) => scaled(part(a)?, by.signed()),
            (Some(by), _) => scaled(part(b)?, by.signed()),
            _ => other(),
        },
        _ => other(),
    }
}

/// What the variable is for which the sum has the value, if it is in one part of it.
pub(crate) fn inverse(program: &mut Program, sum: ExprId, variable: ExprId, value: ExprId) -> Option<ExprId> {
    inverse_within(program, sum, variable, value, DEPTH)
}

fn inverse_within(program: &mut Program, sum: ExprId, variable: ExprId, value: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    let ty = program.exprs.ty(sum);
    let value = program.build().cast(value, ty);
    if sum == variable {
        return Some(value);
    }
    let (inner, rest) = match program.exprs.kind(sum) {
        ExprKind::Cast(a) if is_integer(program, program.exprs.ty(a)) => (a, value),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
            let (inner, undone) = match (op, reads(program, a, variable), reads(program, b, variable)) {
                (BinOp::Add, true, false) => (a, (BinOp::Sub, value, b)),
                (BinOp::Add, false, true) => (b, (BinOp::Sub, value, a)),
                (BinOp::Sub, true, false) => (a, (BinOp::Add, value, b)),
                (BinOp::Sub, false, true) => (b, (BinOp::Sub, a, value)),
                (BinOp::Mul, true, false) if is_factor(program, b) => (a, (BinOp::Div, value, b)),
                (BinOp::Mul, false, true) if is_factor(program, a) => (b, (BinOp::Div, value, a)),
                _ => return None,
            };
            (inner, program.build().binary(undone.0, undone.1, undone.2))
        }
        _ => return None,
    };
    inverse_within(program, inner, variable, rest, depth)
}

fn is_factor(program: &Program, expr: ExprId) -> bool {
    program.exprs.as_const(expr).is_some_and(|bits| bits.signed() > 0)
}

/// The parts that a conjunction is made of.
pub(crate) fn conjunction(program: &mut Program, parts: &[ExprId]) -> Option<ExprId> {
    let (&first, rest) = parts.split_first()?;
    Some(rest.iter().fold(first, |all, &part| program.build().binary(BinOp::And, all, part)))
}
