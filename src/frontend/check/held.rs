//! Values that are read several times: they are kept in variables of their own, or are constants. For operations that C has and the typed tree
//! has not: those on complex numbers, on vectors and on integers of odd widths.

use super::Unit;
use super::convert::Value;
use crate::tree::{Expr, ExprKind, Stmt, StmtKind};
use crate::tree::{Init, InitPart, VarKind};

impl Unit<'_> {
    /// The value in a form that [`again`] can repeat: a constant, or a variable that `body` declares.
    pub(super) fn held(&mut self, value: Value, body: &mut Vec<Stmt>) -> Value {
        if self.function.is_none() || again(&value.expr).is_some_and(|_| is_constant(&value.expr)) {
            return value;
        }
        let (ty, loc) = (value.ty, value.expr.loc);
        let var = self.hold(value, body);
        self.value(ExprKind::Var(var), ty, loc)
    }

    /// The same place in a form that [`again`] can repeat.
    pub(super) fn held_place(&mut self, place: Value, body: &mut Vec<Stmt>) -> Value {
        if again(&place.expr).is_some() {
            return place;
        }
        let (ty, loc, bits) = (place.ty, place.expr.loc, place.bits);
        let pointer = self.c.types.pointer(ty);
        let address = match place.expr.kind {
            ExprKind::Deref(inner) => Value { expr: *inner, ty: pointer, place: false, bits: None },
            kind => self.value(ExprKind::AddressOf(Box::new(Expr { kind, ..place.expr })), pointer, loc),
        };
        let pointer = self.held(address, body);
        Value { bits, ..self.deref(pointer, loc) }
    }

    /// The value behind the statements that it needs.
    pub(super) fn behind(&mut self, body: Vec<Stmt>, value: Value) -> Value {
        if body.is_empty() {
            return value;
        }
        let (ty, loc) = (value.ty, value.expr.loc);
        self.value(ExprKind::Statements { body, value: Some(Box::new(value.expr)) }, ty, loc)
    }

    /// A value of a record type, given by its parts.
    pub(super) fn composed(&mut self, parts: Vec<InitPart>, ty: super::types::CType, loc: goto::Location) -> Value {
        let var = self.c.new_var("", ty, VarKind::Local, loc);
        self.value(ExprKind::CompoundLiteral { var, init: Some(Init { zero: false, parts }) }, ty, loc)
    }

    /// `place = compute(place)`, for what is no plain update of the tree; the old value is the result if `postfix`. The place is evaluated once.
    pub(super) fn recompute(
        &mut self,
        place: Value,
        mut body: Vec<Stmt>,
        postfix: bool,
        loc: goto::Location,
        compute: impl FnOnce(&mut Self, Value) -> super::Result<Value>,
    ) -> super::Result<Value> {
        let ty = self.c.types.unqualified(place.ty);
        let place = self.held_place(place, &mut body);
        // `held_place` gives what can be repeated.
        let Some(read) = again(&place.expr) else { return Ok(self.unknown("an update of this place", ty, loc)) };
        let mut old = Value { expr: read, ty, place: false, bits: place.bits };
        let mut result = None;
        if postfix {
            old = self.held(old, &mut body);
            result = again(&old.expr).map(|expr| Value { expr, ty, place: false, bits: None });
        }
        let new = compute(self, old)?;
        let new = self.cast(new, ty);
        let assigned = self.value(ExprKind::Assign { place: Box::new(place.expr), value: Box::new(new.expr) }, ty, loc);
        let value = match result {
            Some(old) => {
                body.push(Stmt { kind: StmtKind::Expr(assigned.expr), loc });
                old
            }
            None => assigned,
        };
        Ok(self.behind(body, value))
    }
}

/// The same expression once more, if evaluating it again is as good as using its value.
pub(super) fn again(expr: &Expr) -> Option<Expr> {
    let kind = match &expr.kind {
        ExprKind::Const(bits) => ExprKind::Const(*bits),
        ExprKind::Var(id) => ExprKind::Var(*id),
        ExprKind::Cast(inner) => ExprKind::Cast(Box::new(again(inner)?)),
        ExprKind::Field(base, field) => ExprKind::Field(Box::new(again(base)?), *field),
        ExprKind::Index(base, index) if matches!(index.kind, ExprKind::Const(_)) => ExprKind::Index(Box::new(again(base)?), Box::new(again(index)?)),
        ExprKind::Deref(pointer) if matches!(pointer.kind, ExprKind::Var(_)) => ExprKind::Deref(Box::new(again(pointer)?)),
        ExprKind::CompoundLiteral { var, init: Some(init) } if is_constant(expr) => {
            let part = |part: &InitPart| Some(InitPart { path: part.path.clone(), value: again(&part.value)? });
            let parts = init.parts.iter().map(part).collect::<Option<_>>()?;
            ExprKind::CompoundLiteral { var: *var, init: Some(Init { zero: init.zero, parts }) }
        }
        _ => return None,
    };
    Some(Expr { kind, ty: expr.ty, loc: expr.loc })
}

/// A scalar constant, or a value composed of such.
pub(super) fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::CompoundLiteral { init: Some(init), .. } => !init.zero && init.parts.iter().all(|part| matches!(part.value.kind, ExprKind::Const(_))),
        _ => false,
    }
}
