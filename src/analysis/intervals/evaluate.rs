//! Values of expressions in a state, and states narrowed by what is known of an expression's value.

use super::arithmetic::{self, Kind, compare, exact, truth};
use super::cells::Cells;
use super::number::Number;
use super::state::{Cost, Reads, State};
use goto::{BinOp, Bits, ExprId, ExprKind, Program, UnOp};
use std::rc::Rc;

/// Expressions nested deeper have any value.
const DEPTH: u32 = 60;
/// Tests below each other that one narrowing looks at.
const TESTS: u32 = 400;

/// Evaluates the expressions of a program.
pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub cells: &'a Cells,
    /// Of places that are no cells: those of which a state may know something.
    pub reads: &'a Reads,
}

impl Evaluator<'_> {
    pub(super) fn kind(&self, expr: ExprId) -> Option<Kind> {
        Kind::of(&self.program.types, self.program.exprs.ty(expr))
    }

    /// The values that the expression may have. `None` if its type is not followed.
    pub(super) fn value(&self, state: &State, expr: ExprId) -> Option<Rc<Number>> {
        let kind = self.kind(expr)?;
        Some(self.value_of(state, expr, kind, DEPTH))
    }

    fn value_of(&self, state: &State, expr: ExprId, kind: Kind, depth: u32) -> Rc<Number> {
        if let Some(value) = state.seen(expr) {
            return Rc::clone(value);
        }
        if let Some(cell) = self.cells.of_expr(expr) {
            return state.value(cell, kind);
        }
        if let Some(behind) = self.cells.behind(expr).filter(|behind| behind.as_a_whole && !behind.or_elsewhere) {
            let mut values = behind.cells.iter().map(|&cell| state.value(cell, kind));
            let first = values.next().unwrap_or_else(|| Rc::new(kind.all()));
            return values.fold(first, |all, value| Rc::new(all.join(&value)));
        }
        if depth == 0 {
            return Rc::new(kind.all());
        }
        Rc::new(self.operation(state, expr, kind, depth - 1).unwrap_or_else(|| kind.all()))
    }

    fn operation(&self, state: &State, expr: ExprId, kind: Kind, depth: u32) -> Option<Number> {
        let operand = |e: ExprId| self.kind(e).map(|k| (k, self.value_of(state, e, k, depth)));
        match self.program.exprs.kind(expr) {
            ExprKind::Const(bits) => Some(Number::constant(kind.value(bits))),
            ExprKind::Zero => Some(Number::constant(0)),
            ExprKind::FunctionAddress(_) => Some(kind.not_null()),
            ExprKind::AddressOf(place) => self.is_object(place).then(|| kind.not_null()),
            ExprKind::Unary(op, a) => {
                let (k, a) = operand(a)?;
                arithmetic::unary(op, k, &a)
            }
            ExprKind::Cast(a) => {
                let (_, a) = operand(a)?;
                Some(if kind.is_bool() { truth(non_zero(&a)) } else { kind.wrap(&a) })
            }
            ExprKind::Ite { cond, then, other } => {
                let (_, cond) = operand(cond)?;
                let (yes, no) = (operand(then)?.1, operand(other)?.1);
                Some(match cond.as_constant() {
                    Some(0) => (*no).clone(),
                    Some(_) => (*yes).clone(),
                    None => yes.join(&no),
                })
            }
            ExprKind::Binary(BinOp::PtrAdd | BinOp::PtrDiff | BinOp::SameObject | BinOp::MadeBefore, ..) => None,
            ExprKind::Binary(op, a, b) => {
                let ((k, a), (other, b)) = (operand(a)?, operand(b)?);
                arithmetic::binary(op, k, &a, &b, other)
            }
            _ => None,
        }
    }

    /// Surely the place of an object, or of a part of it, whose address is not null.
    fn is_object(&self, place: ExprId) -> bool {
        match self.program.exprs.kind(place) {
            ExprKind::Var(_) => true,
            ExprKind::Field { base, .. } => self.is_object(base),
            ExprKind::Index { base, index } => self.program.exprs.as_const(index).is_some_and(Bits::is_zero) && self.is_object(base),
            _ => false,
        }
    }

    /// Narrows the state by a condition that holds, or does not hold. False if that cannot be.
    pub(super) fn assume(&self, state: &mut State, cond: ExprId, holds: bool) -> bool {
        self.test(state, cond, holds, &mut TESTS.clone())
    }

    fn test(&self, state: &mut State, cond: ExprId, holds: bool, fuel: &mut u32) -> bool {
        if *fuel == 0 {
            return true;
        }
        *fuel -= 1;
        match self.program.exprs.kind(cond) {
            ExprKind::Const(bits) => bits.is_true() == holds,
            ExprKind::Zero => !holds,
            ExprKind::Unary(UnOp::Not, a) => self.test(state, a, !holds, fuel),
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                if (op == BinOp::And) == holds {
                    return self.test(state, a, holds, fuel) && self.test(state, b, holds, fuel);
                }
                let mut other = state.clone();
                let (first, second) = (self.test(state, a, holds, fuel), self.test(&mut other, b, holds, fuel));
                match (first, second) {
                    (true, true) => {
                        state.join(&other, &mut Cost::default());
                    }
                    (false, true) => *state = other,
                    _ => {}
                }
                first || second
            }
            ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => self.comparison(state, op, a, b, holds, fuel),
            _ => self.restrict(state, cond, &Number::constant(i128::from(holds)), fuel),
        }
    }

    fn comparison(&self, state: &mut State, op: BinOp, a: ExprId, b: ExprId, holds: bool, fuel: &mut u32) -> bool {
        let (Some(x), Some(y)) = (self.value(state, a), self.value(state, b)) else { return true };
        if let Some(known) = compare(op, &x, &y) {
            self.see(state, a, (*x).clone());
            self.see(state, b, (*y).clone());
            return known == holds;
        }
        let (new_x, new_y) = match (op, holds) {
            (BinOp::Eq, true) | (BinOp::Ne, false) => {
                let both = x.meet(&y);
                (both.clone(), both)
            }
            (BinOp::Eq, false) | (BinOp::Ne, true) => {
                let without = |n: &Number, other: &Number| other.as_constant().map_or_else(|| Some(n.clone()), |v| n.without(v));
                (without(&x, &y), without(&y, &x))
            }
            (BinOp::Lt, true) => (x.within(i128::MIN, y.high() - 1), y.within(x.low() + 1, i128::MAX)),
            (BinOp::Lt, false) => (x.within(y.low(), i128::MAX), y.within(i128::MIN, x.high())),
            (BinOp::Le, true) => (x.within(i128::MIN, y.high()), y.within(x.low(), i128::MAX)),
            _ => (x.within(y.low() + 1, i128::MAX), y.within(i128::MIN, x.high() - 1)),
        };
        let (Some(new_x), Some(new_y)) = (new_x, new_y) else { return false };
        let says_more = |e: ExprId, new: &Number, old: &Number| new != old || self.is_seen(e);
        (!says_more(a, &new_x, &x) || self.restrict(state, a, &new_x, fuel)) && (!says_more(b, &new_y, &y) || self.restrict(state, b, &new_y, fuel))
    }

    /// Narrows the state by the expression having one of these values. False if that cannot be.
    fn restrict(&self, state: &mut State, expr: ExprId, wanted: &Number, fuel: &mut u32) -> bool {
        let Some(kind) = self.kind(expr) else { return true };
        let now = self.value_of(state, expr, kind, DEPTH);
        let Some(wanted) = now.meet(wanted) else { return false };
        if *fuel == 0 || wanted == *now && !self.is_seen(expr) {
            return true;
        }
        *fuel -= 1;
        if let Some(cell) = self.cells.of_expr(expr) {
            if self.cells.get(cell).is_many || self.cells.get(cell).is_shared {
                self.see(state, expr, wanted);
                return true;
            }
            state.narrow(cell, Rc::new(wanted.clone()));
            let origins = state.origins().clone();
            return origins.iter().all(|origin| {
                let same = if origin.cell == cell {
                    origin.expr
                } else if origin.expr == expr {
                    self.cells.get(origin.cell).place
                } else {
                    return true;
                };
                // Each way only once: what comes back finds nothing new.
                self.is_within(state, same, &wanted) || self.restrict(state, same, &wanted, fuel)
            });
        }
        match self.program.exprs.kind(expr) {
            ExprKind::Unary(op, a) => match (op, self.kind(a)) {
                (UnOp::Not, _) => wanted.as_constant().is_none_or(|v| self.test(state, a, v == 0, fuel)),
                (UnOp::Neg | UnOp::BitNot, Some(k)) => {
                    let back = arithmetic::unary(op, k, &wanted);
                    back.is_none_or(|back| self.restrict(state, a, &back, fuel))
                }
                _ => true,
            },
            ExprKind::Cast(a) => self.restrict_converted(state, a, kind, &wanted, fuel),
            ExprKind::Binary(op, a, b) => match op {
                BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => {
                    wanted.as_constant().is_none_or(|v| self.test(state, expr, v != 0, fuel))
                }
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Rem => self.restrict_operands(state, (op, a, b), kind, &wanted, fuel),
                _ => true,
            },
            ExprKind::Ite { cond, then, other } => {
                let may = |e| self.value(state, e).is_none_or(|v| v.meet(&wanted).is_some());
                match (may(then), may(other)) {
                    (false, false) => false,
                    (true, false) => self.test(state, cond, true, fuel) && self.restrict(state, then, &wanted, fuel),
                    (false, true) => self.test(state, cond, false, fuel) && self.restrict(state, other, &wanted, fuel),
                    (true, true) => true,
                }
            }
            _ => {
                self.see(state, expr, wanted);
                true
            }
        }
    }

    fn see(&self, state: &mut State, place: ExprId, value: Number) {
        if self.is_seen(place) {
            state.see(place, Rc::new(value));
        }
    }

    /// Is it a place that is no cell, of which a state may know something? What a test shows of it is kept even if it is nothing new, since what is not kept in each of two
    /// states is lost where they meet.
    fn is_seen(&self, place: ExprId) -> bool {
        let is_place = matches!(self.program.exprs.kind(place), ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. });
        is_place && self.reads.contains(place)
    }

    fn is_within(&self, state: &State, expr: ExprId, wanted: &Number) -> bool {
        self.value(state, expr).is_none_or(|v| v.is_within(wanted))
    }

    fn restrict_converted(&self, state: &mut State, a: ExprId, to: Kind, wanted: &Number, fuel: &mut u32) -> bool {
        let Some(value) = self.value(state, a) else { return true };
        let back = match (to.is_bool(), wanted.as_constant()) {
            (true, Some(0)) => value.meet(&Number::constant(0)),
            (true, Some(_)) => value.without(0),
            (true, None) => return true,
            (false, _) => to.unwrap(&value, wanted),
        };
        back.is_some_and(|back| self.restrict(state, a, &back, fuel))
    }

    /// What the operands of an arithmetic operation may be if its result is wanted.
    fn restrict_operands(&self, state: &mut State, (op, a, b): (BinOp, ExprId, ExprId), kind: Kind, wanted: &Number, fuel: &mut u32) -> bool {
        let (Some(x), Some(y)) = (self.value(state, a), self.value(state, b)) else { return true };
        if op == BinOp::Rem {
            let (Some(divisor), Some(rest)) = (y.as_constant(), wanted.as_constant()) else { return true };
            if divisor == 0 || x.low() < 0 {
                return true;
            }
            let same_rest = Number::range(rest, kind.high().max(rest), divisor.abs());
            return same_rest.is_some_and(|n| self.restrict(state, a, &n, fuel));
        }
        // Going back is exact only where nothing wraps; sums and differences with constants go back round.
        let wraps = exact(op, &x, &y).is_none_or(|n| n.low() < kind.low() || n.high() > kind.high());
        let (back_x, back_y) = match op {
            BinOp::Add => (exact(BinOp::Sub, wanted, &y), exact(BinOp::Sub, wanted, &x)),
            BinOp::Sub => (exact(BinOp::Add, wanted, &y), exact(BinOp::Sub, &x, wanted)),
            _ => (factor(wanted, &y, wraps), factor(wanted, &x, wraps)),
        };
        // Where it may wrap, a constant can still be taken back.
        let fits = |back: Option<Number>, other: &Number| match back {
            Some(back) if wraps => other.as_constant().map(|_| kind.wrap(&back)),
            back => back,
        };
        let (back_x, back_y) = (fits(back_x, &y), fits(back_y, &x));
        back_x.is_none_or(|n| self.restrict(state, a, &n, fuel)) && back_y.is_none_or(|n| self.restrict(state, b, &n, fuel))
    }
}

/// The values whose product with a constant is wanted, if nothing wraps.
fn factor(wanted: &Number, other: &Number, wraps: bool) -> Option<Number> {
    let c = other.as_constant().filter(|c| *c > 0 && !wraps)?;
    Number::range(-(-wanted.low()).div_euclid(c), wanted.high().div_euclid(c), 1)
}

fn non_zero(number: &Number) -> Option<bool> {
    match number.as_constant() {
        Some(value) => Some(value != 0),
        None if number.contains(0) => None,
        None => Some(true),
    }
}
