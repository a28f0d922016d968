//! Numbers without bounds, as annotations compute with them: `__exact_add(a, b)` and its kin. Each result has a type of C that holds all values which it can have, by the types and
//! constants that it is made of, so that nothing wraps. Where no type is wide enough the value is reported as unknown if control reaches it. On pointers these
//! are the operators of C.

use super::convert::Value;
use super::types::{CType, IntKind};
use super::{Result, Unit};
use crate::tree::{Condition, Expr, ExprKind, Stmt, made_up};
use goto::{BinOp, Bits, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// The least and the greatest value.
type Limits = (i128, i128);

const WIDE: &str = "numbers in annotations that need more than 128 bits";

impl Unit<'_> {
    /// A call of one of these functions; `None` if the name is none of theirs.
    pub(super) fn exact(&mut self, name: &str, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Option<Value>> {
        let Some(word) = name.strip_prefix("__exact_") else { return Ok(None) };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.rvalue(argument)?);
        }
        let mut values = values.into_iter();
        let value = match (word, values.next(), values.next()) {
            ("index", Some(index), None) => self.exact_index(index, loc),
            ("size", Some(size), None) => self.exact_size(size, span, loc)?,
            ("least" | "most", Some(of), None) => {
                let (least, most) = self.type_limits(of.ty).unwrap_or((0, 0));
                self.exact_constant(if word == "least" { least } else { most }, loc)
            }
            (_, Some(a), Some(b)) => self.exact_binary(word, a, b, span, loc)?,
            _ => return self.error(span, format!("`{name}` has other arguments")),
        };
        Ok(Some(value))
    }

    fn exact_binary(&mut self, word: &str, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        let is_pointer = self.c.types.is_pointer(a.ty) || self.c.types.is_pointer(b.ty);
        if is_pointer {
            return self.exact_of_pointers(word, a, b, span, loc);
        }
        let int = self.c.types.int();
        let (Some(left), Some(right)) = (self.limits(&a), self.limits(&b)) else {
            let what = if self.c.types.is_integer(a.ty) && self.c.types.is_integer(b.ty) { WIDE } else { "values that are no integers in annotations" };
            return Ok(self.unknown(what, int, loc));
        };
        let both = hull(left, right);
        let (op, result) = match word {
            "to" => return Ok(self.exact_cast(a, both, loc)),
            // Ends before the first value leave nothing between, so the type need not have them; and the end itself is not between.
            "between" => return Ok(self.exact_cast(a, (left.0, left.1.max(right.1 - 1)), loc)),
            "lt" | "le" | "gt" | "ge" | "eq" | "ne" => return Ok(self.exact_compare(word, (a, b), both, loc)),
            "shl" | "shr" => return Ok(self.exact_shift(word, a, (left, right), loc)),
            "add" => (BinOp::Add, sum(left, right)),
            "sub" => (BinOp::Sub, difference(left, right)),
            "mul" => (BinOp::Mul, product(left, right)),
            // The absolute value becomes no larger, but its sign may change.
            "div" => (BinOp::Div, mirrored(left)),
            "rem" => (BinOp::Rem, mirrored(left)),
            "and" => (BinOp::BitAnd, Some(both)),
            "or" => (BinOp::BitOr, Some(both)),
            "xor" => (BinOp::BitXor, Some(both)),
            _ => return self.error(span, format!("`__exact_{word}` is not known")),
        };
        let Some(kind) = result.and_then(|result| kind_for(hull(both, result))) else { return Ok(self.unknown(WIDE, int, loc)) };
        let ty = self.c.types.int_kind(kind);
        let (a, b) = (self.cast(a, ty), self.cast(b, ty));
        // A division by zero is one; everything else is what is computed.
        let place = if matches!(op, BinOp::Div | BinOp::Rem) { loc } else { made_up(loc) };
        let value = self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, place);
        let Some(narrow) = result.filter(|_| matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul)) else { return Ok(value) };
        Ok(self.exact_cast(value, narrow, loc))
    }

    fn exact_of_pointers(&mut self, word: &str, a: Value, b: Value, span: Span, loc: Location) -> Result<Value> {
        let place = made_up(loc);
        let index = |unit: &mut Self, value: Value| if unit.c.types.is_pointer(value.ty) { value } else { unit.exact_index(value, loc) };
        match word {
            "to" => Ok(a),
            "add" => {
                let (a, b) = (index(self, a), index(self, b));
                self.plus(a, b, span, place)
            }
            "sub" => {
                let (a, b) = (index(self, a), index(self, b));
                match self.c.types.is_pointer(b.ty) {
                    true => self.pointer_difference(a, b, span, place),
                    false => self.pointer_plus(a, b, true, false, span, place),
                }
            }
            "lt" => self.compare(BinOp::Lt, false, a, b, span, place),
            "le" => self.compare(BinOp::Le, false, a, b, span, place),
            "gt" => self.compare(BinOp::Lt, true, a, b, span, place),
            "ge" => self.compare(BinOp::Le, true, a, b, span, place),
            "eq" => self.compare(BinOp::Eq, false, a, b, span, place),
            "ne" => self.compare(BinOp::Ne, false, a, b, span, place),
            _ => self.error(span, "an operator on pointers that is not defined in annotations"),
        }
    }

    fn exact_compare(&mut self, word: &str, (a, b): (Value, Value), both: Limits, loc: Location) -> Value {
        let int = self.c.types.int();
        let Some(kind) = kind_for(both) else { return self.unknown(WIDE, int, loc) };
        let ty = self.c.types.int_kind(kind);
        let (a, b) = (self.cast(a, ty), self.cast(b, ty));
        let (op, is_swapped) = match word {
            "lt" => (BinOp::Lt, false),
            "le" => (BinOp::Le, false),
            "gt" => (BinOp::Lt, true),
            "ge" => (BinOp::Le, true),
            "eq" => (BinOp::Eq, false),
            _ => (BinOp::Ne, false),
        };
        let (a, b) = (Box::new(a.expr), Box::new(b.expr));
        self.truth_value(if is_swapped { ExprKind::Binary(op, b, a) } else { ExprKind::Binary(op, a, b) }, made_up(loc))
    }

    /// By a number of places that is constant.
    fn exact_shift(&mut self, word: &str, a: Value, (left, right): (Limits, Limits), loc: Location) -> Value {
        let int = self.c.types.int();
        let places = u32::try_from(right.0).ok().filter(|&n| right.0 == right.1 && n < 126);
        let Some(places) = places else { return self.unknown("a shift in an annotation by a number of places that is not constant", int, loc) };
        let (result, op) = match word {
            "shl" => (product(left, (1 << places, 1 << places)), BinOp::Mul),
            _ => (Some((left.0 >> places, left.1 >> places)), BinOp::Shr),
        };
        let Some(kind) = result.and_then(|result| kind_for(hull(left, result))) else { return self.unknown(WIDE, int, loc) };
        let ty = self.c.types.int_kind(kind);
        let width = u32::from(kind.width(self.c.types.model()));
        let a = self.cast(a, ty);
        let b = match op {
            BinOp::Mul => self.exact_wide_constant(1 << places, ty, loc),
            _ => {
                if places >= width && !kind.signed() {
                    return self.constant(0, ty, loc);
                }
                // The sign fills what is shifted out.
                self.constant(i128::from(places.min(width - 1)), ty, loc)
            }
        };
        self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, made_up(loc))
    }

    /// The number as an index: a type no wider than pointers. Where it is too large nothing is known.
    fn exact_index(&mut self, index: Value, loc: Location) -> Value {
        let ptrdiff = self.c.types.ptrdiff();
        let (Some(limits), Some(allowed)) = (self.limits(&index), self.type_limits(ptrdiff)) else {
            return self.unknown("an index in an annotation that is no integer", ptrdiff, loc);
        };
        if is_within(limits, allowed) {
            let is_narrow = self.c.types.integer_kind(index.ty).is_some_and(|kind| kind.bits(self.c.types.model()) <= self.c.types.model().pointer_bits());
            return if is_narrow { index } else { self.cast(index, ptrdiff) };
        }
        let mut body: Vec<Stmt> = Vec::new();
        let held = self.held(index, &mut body);
        let fits = self.exact_fits(&held, allowed, loc);
        let copy = self.repeat(&held);
        let then = self.cast(copy, ptrdiff);
        let other = self.unknown("an index in an annotation beyond all objects", ptrdiff, loc);
        let chosen = ExprKind::Conditional { cond: fits, then: Box::new(then.expr), other: Box::new(other.expr) };
        let chosen = self.value(chosen, ptrdiff, loc);
        self.value(ExprKind::Statements { body, value: Some(Box::new(chosen.expr)) }, ptrdiff, loc)
    }

    /// Is the value between the limits?
    fn exact_fits(&mut self, value: &Value, allowed: Limits, loc: Location) -> Condition {
        let (least, most) = (self.exact_constant(allowed.0, loc), self.exact_constant(allowed.1, loc));
        let (low, high) = (self.repeat(value), self.repeat(value));
        let all = self.limits(value).unwrap_or(allowed);
        let both = hull(all, allowed);
        let low = self.exact_compare("ge", (low, least), both, loc);
        let high = self.exact_compare("le", (high, most), both, loc);
        let (low, high) = (self.bool_of(low.expr), self.bool_of(high.expr));
        let bool = self.c.types.bool();
        let both = ExprKind::And(Condition::without_text(low), Condition::without_text(high));
        let fits = self.value(both, bool, made_up(loc));
        Condition::without_text(fits.expr)
    }

    /// The number as a size: none for negative ones, and one that no object has for those that are too large.
    fn exact_size(&mut self, size: Value, span: Span, loc: Location) -> Result<Value> {
        let ty = self.c.types.size();
        let ptrdiff = self.c.types.ptrdiff();
        let (Some(limits), Some((_, most))) = (self.limits(&size), self.type_limits(ptrdiff)) else {
            return self.error(span, "a size that is no integer");
        };
        if is_within(limits, (0, most)) {
            return Ok(self.cast(size, ty));
        }
        let mut body: Vec<Stmt> = Vec::new();
        let held = self.held(size, &mut body);
        let at_least = self.exact_fits(&held, (0, limits.1.max(0)), loc);
        let at_most = self.exact_fits(&held, (limits.0.min(0), most), loc);
        let copy = self.repeat(&held);
        let own = self.cast(copy, ty);
        let most = self.exact_wide_constant(most, ty, loc);
        let capped = ExprKind::Conditional { cond: at_most, then: Box::new(own.expr), other: Box::new(most.expr) };
        let capped = self.value(capped, ty, loc);
        let zero = self.constant(0, ty, loc);
        let chosen = ExprKind::Conditional { cond: at_least, then: Box::new(capped.expr), other: Box::new(zero.expr) };
        let chosen = self.value(chosen, ty, loc);
        Ok(self.value(ExprKind::Statements { body, value: Some(Box::new(chosen.expr)) }, ty, loc))
    }

    fn exact_constant(&mut self, value: i128, loc: Location) -> Value {
        let kind = kind_for((value, value)).unwrap_or(IntKind::Int128);
        let ty = self.c.types.int_kind(kind);
        self.exact_wide_constant(value, ty, loc)
    }

    fn exact_wide_constant(&mut self, value: i128, ty: CType, loc: Location) -> Value {
        let bits = self.c.types.integer_kind(ty).map_or(128, |kind| kind.bits(self.c.types.model()));
        self.value(ExprKind::Const(Bits::from_signed(bits, value)), ty, loc)
    }

    /// In the narrowest type that has these values.
    fn exact_cast(&mut self, value: Value, limits: Limits, loc: Location) -> Value {
        match kind_for(limits) {
            Some(kind) => {
                let ty = self.c.types.int_kind(kind);
                self.cast(value, ty)
            }
            None => {
                let int = self.c.types.int();
                self.unknown(WIDE, int, loc)
            }
        }
    }

    fn type_limits(&self, ty: CType) -> Option<Limits> {
        let kind = self.c.types.integer_kind(ty)?;
        let width = u32::from(kind.width(self.c.types.model()));
        match kind.signed() {
            true if width == 128 => Some((i128::MIN, i128::MAX)),
            true => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
            false if width < 127 => Some((0, (1 << width) - 1)),
            false => None,
        }
    }

    /// The values that an expression can have, by its type and by what it is made of.
    fn limits(&self, value: &Value) -> Option<Limits> {
        let own = self.type_limits(value.ty)?;
        Some(self.expr_limits(&value.expr).filter(|found| is_within(*found, own)).unwrap_or(own))
    }

    /// Sums and products come from annotations alone; they do not wrap.
    fn expr_limits(&self, expr: &Expr) -> Option<Limits> {
        let is_exact = expr.loc == made_up(expr.loc);
        match &expr.kind {
            ExprKind::Const(bits) => {
                let is_signed = matches!(self.c.types.goto.get(expr.ty), goto::Type::Int { signed: true, .. });
                let value = if is_signed { bits.signed() } else { i128::try_from(bits.unsigned()).ok()? };
                Some((value, value))
            }
            ExprKind::Cast(inner) => {
                let limits = self.operand_limits(inner)?;
                let goto::Type::Int { bits, signed } = *self.c.types.goto.get(expr.ty) else { return None };
                is_within(limits, of_width(u32::from(bits), signed)?).then_some(limits)
            }
            ExprKind::Binary(op, a, b) if is_exact => {
                let (a, b) = (self.operand_limits(a)?, self.operand_limits(b)?);
                match op {
                    BinOp::Add => sum(a, b),
                    BinOp::Sub => difference(a, b),
                    BinOp::Mul => product(a, b),
                    _ => None,
                }
            }
            ExprKind::Binary(op @ (BinOp::Div | BinOp::Rem), a, b) => {
                let (a, b) = (self.operand_limits(a)?, self.expr_limits(b)?);
                match op {
                    _ if b.0 < 1 => None,
                    BinOp::Div => Some(((a.0 / b.0).min(a.0 / b.1), (a.1 / b.0).max(a.1 / b.1))),
                    _ => Some((a.0.min(0).max(1 - b.1), a.1.max(0).min(b.1 - 1))),
                }
            }
            ExprKind::Conditional { then, other, .. } => Some(hull(self.operand_limits(then)?, self.operand_limits(other)?)),
            _ => None,
        }
    }

    fn operand_limits(&self, expr: &Expr) -> Option<Limits> {
        let goto::Type::Int { bits, signed } = *self.c.types.goto.get(expr.ty) else { return None };
        let own = of_width(u32::from(bits), signed)?;
        Some(self.expr_limits(expr).filter(|found| is_within(*found, own)).unwrap_or(own))
    }
}

fn of_width(bits: u32, signed: bool) -> Option<Limits> {
    match signed {
        true if bits >= 128 => Some((i128::MIN, i128::MAX)),
        true => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        false if bits < 127 => Some((0, (1 << bits) - 1)),
        false => None,
    }
}

/// The narrowest type of at least the width of `int` that has all these values.
fn kind_for(limits: Limits) -> Option<IntKind> {
    let kinds =
        [(IntKind::Int, 32, true), (IntKind::UInt, 32, false), (IntKind::LongLong, 64, true), (IntKind::ULongLong, 64, false), (IntKind::Int128, 128, true)];
    kinds.into_iter().find(|&(_, bits, signed)| of_width(bits, signed).is_some_and(|all| is_within(limits, all))).map(|(kind, ..)| kind)
}

fn is_within(inner: Limits, outer: Limits) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

fn hull(a: Limits, b: Limits) -> Limits {
    (a.0.min(b.0), a.1.max(b.1))
}

fn sum(a: Limits, b: Limits) -> Option<Limits> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn difference(a: Limits, b: Limits) -> Option<Limits> {
    Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))
}

fn product(a: Limits, b: Limits) -> Option<Limits> {
    let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

fn mirrored(a: Limits) -> Option<Limits> {
    let most = a.0.checked_neg()?.max(a.1).max(a.0).max(a.1.checked_neg()?);
    Some((-most, most))
}
