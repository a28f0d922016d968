//! Expressions of the typed tree as C again, in words of the head of the function. Conversions are left out, so a text may mean something else than what it was made of; who
//! proposes it has it proved.

use super::places::Scope;
use super::{Index, Value};
use crate::tree::{Expr, ExprKind, VarKind};
use goto::{BinOp, Type};

/// When what memory holds is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    Begin,
    /// When the function returns, of what memory held when it began.
    Old,
    /// When the function returns.
    End,
}

/// Longer texts say nothing to a person.
const LONGEST: usize = 80;

/// The expression in words of C, if what it is made of has names.
pub(super) fn spelled(scope: &Scope<'_>, e: &Expr, moment: Moment) -> Option<String> {
    written(scope, e, moment, 6).filter(|text| text.len() <= LONGEST)
}

/// The expression of what the function has just computed.
pub(super) fn value(scope: &Scope<'_>, e: &Expr) -> Option<Value> {
    Some(Value { before: spelled(scope, e, Moment::Old)?, after: spelled(scope, e, Moment::End)? })
}

/// The element of an array or behind a pointer.
pub(super) fn indexed(text: &str, index: &Index) -> Option<String> {
    let base = if text.starts_with('*') { format!("({text})") } else { text.to_owned() };
    match index {
        Index::Constant(number) => Some(format!("{base}[{number}]")),
        Index::Named(name) => Some(format!("{base}[{}]", stripped(name))),
        Index::Open => None,
    }
}

/// Without brackets around all of it.
pub(super) fn stripped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    let is_one = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    if is_one { inner } else { text }
}

fn written(scope: &Scope<'_>, e: &Expr, moment: Moment, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let sub = |e: &Expr| written(scope, e, moment, depth);
    match &e.kind {
        ExprKind::Const(bits) => Some(match scope.tree.types.get(e.ty) {
            Type::Int { signed, .. } => number(bits.to_i128(*signed))?,
            Type::Bool | Type::Pointer(_) if bits.to_i128(false) <= 1 => bits.to_i128(false).to_string(),
            _ => return None,
        }),
        ExprKind::Var(var) if matches!(scope.tree.vars[*var].kind, VarKind::Parameter) => {
            scope.is_kept(*var).then(|| scope.tree.vars[*var].name.clone()).filter(|name| !name.is_empty())
        }
        ExprKind::Var(var) if scope.tree.vars[*var].kind == VarKind::Local => match scope.assigned.get(var).map(Vec::as_slice) {
            Some([value]) if !scope.stepped.contains(var) => sub(value),
            _ => None,
        },
        ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) => of_place(scope, e, moment),
        ExprKind::Step { place, postfix: true, .. } => of_place(scope, place, moment),
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
            let [place] = <[_; 1]>::try_from(scope.places(place)).ok()?;
            let is_array = matches!(e.kind, ExprKind::Decay(_));
            place.text.map(|text| if is_array { text } else { format!("&{text}") })
        }
        ExprKind::Cast(inner) if matches!(scope.tree.types.get(e.ty), Type::Bool) => match scope.tree.types.get(inner.ty) {
            Type::Bool => sub(inner),
            _ => Some(format!("({} != 0)", sub(inner)?)),
        },
        ExprKind::Cast(inner) => {
            let types = &scope.tree.types;
            let (from, to) = (types.scalar_bits(inner.ty)?, types.scalar_bits(e.ty)?);
            (to >= from).then(|| sub(inner)).flatten()
        }
        ExprKind::Neg(a) => Some(format!("(-{})", sub(a)?)),
        ExprKind::BitNot(a) => Some(format!("(~{})", sub(a)?)),
        ExprKind::Not(a) => Some(format!("(!{})", sub(a)?)),
        ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) => Some(format!("({} {} {})", sub(a)?, sign(*op)?, sub(b)?)),
        ExprKind::And(a, b) => Some(format!("({} && {})", sub(&a.expr)?, sub(&b.expr)?)),
        ExprKind::Or(a, b) => Some(format!("({} || {})", sub(&a.expr)?, sub(&b.expr)?)),
        ExprKind::Conditional { cond, then, other } => Some(format!("({} ? {} : {})", sub(&cond.expr)?, sub(then)?, sub(other)?)),
        _ => None,
    }
}

/// What one place holds.
fn of_place(scope: &Scope<'_>, e: &Expr, moment: Moment) -> Option<String> {
    let [place] = <[_; 1]>::try_from(scope.places(e)).ok()?;
    let text = place.text?;
    Some(match moment {
        Moment::Old => format!("__CPROVER_old({text})"),
        Moment::Begin | Moment::End if text.starts_with('*') => format!("({text})"),
        Moment::Begin | Moment::End => text,
    })
}

/// As C has it: the least number of a type is no literal.
pub(super) fn number(value: i128) -> Option<String> {
    if value == i128::from(i32::MIN) {
        return Some("(-2147483647 - 1)".to_owned());
    }
    (value > i128::from(i64::MIN) && value <= i128::from(i64::MAX)).then(|| if value < 0 { format!("({value})") } else { value.to_string() })
}

pub(super) fn sign(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add | BinOp::PtrAdd => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        _ => return None,
    })
}
