//! Values of expressions on a path, and conditions that are taken to hold. A conjunction that is false for several reasons depends on the one that costs
//! least, so that states which differ in other things behave alike.

use super::needs::Needs;
use super::slots::{SlotId, Slots};
use super::value::{Content, Origin, SourceId, Value};
use crate::intervals::arithmetic::{self, Kind, compare};
use crate::intervals::number::Number;
use goto::{BinOp, ExprId, ExprKind, Id, IdVec, Program, SymbolId, UnOp};
use std::rc::Rc;

/// The slots of a path, and what its decisions depend on so far.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub slots: IdVec<SlotId, Value>,
    pub reasons: Needs,
    /// Slots that hold, or held, a value of an origin.
    copies: Vec<(Origin, SlotId)>,
    sources: usize,
}

impl Store {
    pub(super) fn new(slots: IdVec<SlotId, Value>) -> Self {
        Self { slots, reasons: Needs::default(), copies: Vec::new(), sources: 0 }
    }

    pub(super) fn put(&mut self, slot: SlotId, value: Value) {
        let copy = value.origin.map(|origin| (origin, slot));
        self.copies.extend(copy.filter(|copy| !self.copies.contains(copy)));
        self.slots[slot] = value;
    }

    /// An origin that nothing else has.
    pub(super) fn new_origin(&mut self) -> Origin {
        self.sources += 1;
        Origin::new(SourceId::new(self.sources - 1))
    }

    /// Forgets where values came from.
    pub(super) fn drop_origins(&mut self) {
        for (_, slot) in std::mem::take(&mut self.copies) {
            self.slots[slot].origin = None;
        }
    }
}

/// A place in a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub symbol: SymbolId,
    pub offset: u64,
}

pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub slots: &'a Slots,
    /// What it costs to depend on each coordinate.
    pub costs: &'a [u32],
}

impl Evaluator<'_> {
    fn kind(&self, expr: ExprId) -> Option<Kind> {
        Kind::of(&self.program.types, self.program.exprs.ty(expr))
    }

    /// What it takes to depend on this, too.
    fn cost(&self, store: &Store, needs: Needs) -> u32 {
        needs.without(store.reasons).iter().map(|coordinate| self.costs[coordinate]).sum()
    }

    pub(super) fn value(&self, store: &Store, expr: ExprId) -> Value {
        self.known(store, expr).unwrap_or_else(Value::any)
    }

    /// `None`: any value.
    fn known(&self, store: &Store, expr: ExprId) -> Option<Value> {
        let exprs = &self.program.exprs;
        match exprs.kind(expr) {
            ExprKind::Const(bits) => {
                let kind = self.kind(expr)?;
                (!kind.is_pointer() || bits.is_zero()).then(|| Value::constant(kind.value(bits)))
            }
            ExprKind::Zero => self.kind(expr).map(|_| Value::constant(0)),
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                let (place, needs) = self.place(store, expr)?;
                let slot = self.slots.at(place.symbol, place.offset, exprs.ty(expr))?;
                let value = &store.slots[slot];
                Some(Value::from_source(value.content.clone(), value.needs.union(needs), value.origin))
            }
            ExprKind::AddressOf(place) => {
                let (place, needs) = self.place(store, place)?;
                Some(Value::new(Content::Address(place.symbol, place.offset), needs))
            }
            ExprKind::Unary(op, a) => {
                let (kind, value) = (self.kind(a)?, self.value(store, a));
                if op == UnOp::Not {
                    return Some(Value::truth_of(value.content.truth().map(|truth| !truth), value.needs));
                }
                let number = value.content.numbers(kind)?;
                Some(Value::new(Content::of(kind, arithmetic::unary(op, kind, &number)?), value.needs))
            }
            ExprKind::Cast(a) => self.converted(store, expr, a),
            ExprKind::Ite { cond, then, other } => {
                let cond = self.value(store, cond);
                match cond.content.truth() {
                    Some(holds) => {
                        let value = self.value(store, if holds { then } else { other });
                        Some(Value::new(value.content, value.needs.union(cond.needs)))
                    }
                    None => {
                        let (kind, a, b) = (self.kind(expr)?, self.value(store, then), self.value(store, other));
                        if a.content == b.content {
                            return Some(Value::new(a.content, a.needs.union(b.needs)));
                        }
                        let joined = a.content.numbers(kind)?.join(&*b.content.numbers(kind)?);
                        Some(Value::new(Content::of(kind, joined), a.needs.union(b.needs)))
                    }
                }
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => Some(self.logical(store, op, a, b)),
            ExprKind::Binary(op, a, b) => self.binary(store, expr, op, a, b),
            _ => None,
        }
    }

    fn logical(&self, store: &Store, op: BinOp, a: ExprId, b: ExprId) -> Value {
        let decisive = Some(op == BinOp::Or);
        let a = self.value(store, a);
        if a.content.truth() == decisive && a.needs.without(store.reasons).is_empty() {
            return a;
        }
        let b = self.value(store, b);
        match (a.content.truth() == decisive, b.content.truth() == decisive) {
            (true, true) => {
                if self.cost(store, b.needs) < self.cost(store, a.needs) {
                    b
                } else {
                    a
                }
            }
            (true, false) => a,
            (false, true) => b,
            (false, false) => {
                let both = a.content.truth().and(b.content.truth());
                Value::truth_of(both, a.needs.union(b.needs))
            }
        }
    }

    fn converted(&self, store: &Store, expr: ExprId, a: ExprId) -> Option<Value> {
        let (kind, value) = (self.kind(expr)?, self.value(store, a));
        match &value.content {
            Content::Any => {
                let from = self.kind(a).filter(|from| keeps_values(*from, kind))?;
                let origin = value.origin.and_then(|origin| origin.converted(from, kind));
                Some(Value::from_source(Content::of(kind, from.all()), value.needs, origin))
            }
            Content::Address(..) if kind.is_pointer() => Some(value),
            _ if kind.is_bool() => Some(Value::truth_of(value.content.truth(), value.needs)),
            Content::Address(..) | Content::Beyond(..) => None,
            Content::Number(number) if kind.is_pointer() => (number.as_constant() == Some(0)).then_some(value),
            Content::Number(number) => {
                let same = number.low() >= kind.low() && number.high() <= kind.high();
                let origin = value.origin.filter(|_| same).zip(self.kind(a)).and_then(|(origin, from)| origin.converted(from, kind));
                Some(Value::from_source(Content::of(kind, kind.wrap(number)), value.needs, origin))
            }
        }
    }

    fn binary(&self, store: &Store, expr: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Option<Value> {
        let (a, b) = (self.value(store, left), self.value(store, right));
        let needs = a.needs.union(b.needs);
        if op == BinOp::PtrAdd {
            let Content::Address(symbol, offset) = a.content else { return None };
            let offset = self.advanced(left, offset, &b.content)?;
            return Some(Value::new(Content::Address(symbol, offset), needs));
        }
        if let BinOp::Eq | BinOp::Ne = op
            && let Some(same) = same_address(&a.content, &b.content)
        {
            return Some(Value::truth_of(Some(same == (op == BinOp::Eq)), needs));
        }
        let (kind, left, right) = (self.kind(expr)?, self.kind(left)?, self.kind(right)?);
        if let BinOp::Eq | BinOp::Ne = op
            && let Some(distance) = a.origin.zip(b.origin).and_then(|(a, b)| a.beyond(b, left))
        {
            return Some(Value::truth_of(Some((distance == 0) == (op == BinOp::Eq)), needs));
        }
        let origin = match op {
            BinOp::Add => sum(&a, &b, kind).or_else(|| sum(&b, &a, kind)),
            BinOp::Sub => difference(&a, &b, kind),
            _ => None,
        };
        let (a, b) = (a.content.numbers(left)?, b.content.numbers(right)?);
        Some(Value::from_source(Content::of(kind, arithmetic::binary(op, left, &a, &b, right)?), needs, origin))
    }

    /// The offset so many elements behind another one, for a pointer of the expression's type.
    fn advanced(&self, pointer: ExprId, offset: u64, by: &Content) -> Option<u64> {
        let goto::Type::Pointer(target) = *self.program.types.get(self.program.exprs.ty(pointer)) else { return None };
        let Content::Number(by) = by else { return None };
        let distance = by.as_constant()?.checked_mul(i128::from(self.program.types.size_of(target)?))?;
        u64::try_from(i128::from(offset).checked_add(distance)?).ok()
    }

    /// Where a place lies, if that is known.
    pub(super) fn place(&self, store: &Store, expr: ExprId) -> Option<(Place, Needs)> {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        match exprs.kind(expr) {
            ExprKind::Var(symbol) => Some((Place { symbol, offset: 0 }, Needs::default())),
            ExprKind::Deref(pointer) => {
                let value = self.value(store, pointer);
                let Content::Address(symbol, offset) = value.content else { return None };
                Some((Place { symbol, offset }, value.needs))
            }
            ExprKind::Field { base, field } => {
                let (place, needs) = self.place(store, base)?;
                let body = types.record_body(exprs.ty(base))?;
                Some((Place { offset: place.offset + body.fields.get(field as usize)?.offset, ..place }, needs))
            }
            ExprKind::Index { base, index } => {
                let (place, needs) = self.place(store, base)?;
                let goto::Type::Array { elem, len } = *types.get(exprs.ty(base)) else { return None };
                let value = self.value(store, index);
                let Content::Number(number) = &value.content else { return None };
                let at = u64::try_from(number.as_constant()?).ok().filter(|&at| len.is_none_or(|len| at < len))?;
                Some((Place { offset: place.offset.checked_add(at.checked_mul(types.size_of(elem)?)?)?, ..place }, needs.union(value.needs)))
            }
            _ => None,
        }
    }

    /// Narrows the store by a condition that holds, or does not. False if that cannot be; then the reasons say why.
    pub(super) fn assume(&self, store: &mut Store, cond: ExprId, holds: bool) -> bool {
        let value = self.value(store, cond);
        if let Some(truth) = value.content.truth() {
            store.reasons = store.reasons.union(value.needs);
            return truth == holds;
        }
        match self.program.exprs.kind(cond) {
            ExprKind::Unary(UnOp::Not, a) => self.assume(store, a, !holds),
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                if (op == BinOp::And) == holds {
                    return self.assume(store, a, holds) && self.assume(store, b, holds);
                }
                // One of the two decides; if it cannot be the one, it is the other.
                let (first, second) = (self.value(store, a), self.value(store, b));
                match (first.content.truth(), second.content.truth()) {
                    (Some(_), None) => {
                        store.reasons = store.reasons.union(first.needs);
                        self.assume(store, b, holds)
                    }
                    (None, Some(_)) => {
                        store.reasons = store.reasons.union(second.needs);
                        self.assume(store, a, holds)
                    }
                    _ => true,
                }
            }
            ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => self.narrow(store, op, a, b, holds),
            ExprKind::Cast(a) if self.kind(a).is_some_and(|kind| !kind.is_pointer()) => {
                let is_whole = self.program.types.scalar_bits(self.program.exprs.ty(cond)) == Some(1);
                !is_whole || self.kind(a).is_none_or(|kind| !kind.is_bool()) || self.assume(store, a, holds)
            }
            _ => true,
        }
    }

    /// Narrows places that are compared with numbers.
    fn narrow(&self, store: &mut Store, op: BinOp, a: ExprId, b: ExprId, holds: bool) -> bool {
        let (Some(kind), Some(other)) = (self.kind(a), self.kind(b)) else { return true };
        if kind.is_pointer() || other.is_pointer() {
            return true;
        }
        let (left, right) = (self.value(store, a), self.value(store, b));
        let (Some(x), Some(y)) = (left.content.numbers(kind), right.content.numbers(other)) else { return true };
        debug_assert!(compare(op, &x, &y).is_none(), "the condition is not decided");
        let Some((new_x, new_y)) = narrowed(op, &x, &y, holds) else { return true };
        // What the other operand is counts for what is left of this one.
        self.restrict(store, a, new_x, right.needs);
        self.restrict(store, b, new_y, left.needs);
        true
    }

    fn restrict(&self, store: &mut Store, place: ExprId, to: Number, needs: Needs) {
        let exprs = &self.program.exprs;
        if let ExprKind::Cast(inner) = exprs.kind(place) {
            let kinds = self.kind(inner).zip(self.kind(place));
            let inside = kinds.filter(|(from, to)| !from.is_pointer() && keeps_values(*from, *to)).and_then(|(from, _)| to.within(from.low(), from.high()));
            if let Some(to) = inside {
                self.restrict(store, inner, to, needs);
            }
            return;
        }
        let slot = self.place(store, place).and_then(|(found, _)| self.slots.at(found.symbol, found.offset, exprs.ty(place)));
        let Some(slot) = slot else { return };
        let origin = store.slots[slot].origin;
        let same = |&(of, copy): &(Origin, SlotId)| (Some(of) == origin && copy != slot).then_some(copy);
        let copies: Vec<SlotId> = store.copies.iter().filter_map(same).filter(|&copy| store.slots[copy].origin == origin).collect();
        for slot in copies.into_iter().chain([slot]) {
            let Some(kind) = Kind::of(&self.program.types, self.slots.get(slot).ty) else { continue };
            let old = &store.slots[slot];
            let content = Content::of(kind, to.clone());
            if content != old.content {
                store.slots[slot] = Value::from_source(content, old.needs.union(needs), origin);
            }
        }
    }
}

/// Where a sum with a constant comes from.
fn sum(a: &Value, constant: &Value, kind: Kind) -> Option<Origin> {
    let Content::Number(number) = &constant.content else { return None };
    a.origin?.plus(number.as_constant()?, kind)
}

fn difference(a: &Value, constant: &Value, kind: Kind) -> Option<Origin> {
    let Content::Number(number) = &constant.content else { return None };
    a.origin?.plus(-number.as_constant()?, kind)
}

/// Does a conversion between integers keep all values?
fn keeps_values(from: Kind, to: Kind) -> bool {
    !to.is_bool() && from.low() >= to.low() && from.high() <= to.high()
}

/// Are two pointers the same, if that is known of them?
fn same_address(a: &Content, b: &Content) -> Option<bool> {
    match (a, b) {
        (Content::Address(a, x), Content::Address(b, y)) if a == b => Some(x == y),
        // One may lie just behind the other.
        (Content::Address(_, 0), Content::Address(_, 0)) => Some(false),
        (Content::Address(..), Content::Number(number)) | (Content::Number(number), Content::Address(..)) => (number.as_constant() == Some(0)).then_some(false),
        _ => None,
    }
}

/// What is left of two operands of which it is not known whether the comparison holds. `None`: everything.
fn narrowed(op: BinOp, x: &Rc<Number>, y: &Rc<Number>, holds: bool) -> Option<(Number, Number)> {
    let without = |n: &Number, other: &Number| other.as_constant().map_or_else(|| Some(n.clone()), |v| n.without(v));
    let (x, y) = match (op, holds) {
        (BinOp::Eq, true) | (BinOp::Ne, false) => (x.meet(y), y.meet(x)),
        (BinOp::Eq, false) | (BinOp::Ne, true) => (without(x, y), without(y, x)),
        (BinOp::Lt, true) => (x.within(i128::MIN, y.high() - 1), y.within(x.low() + 1, i128::MAX)),
        (BinOp::Lt, false) => (x.within(y.low(), i128::MAX), y.within(i128::MIN, x.high())),
        (BinOp::Le, true) => (x.within(i128::MIN, y.high()), y.within(x.low(), i128::MAX)),
        _ => (x.within(y.low() + 1, i128::MAX), y.within(i128::MIN, x.high() - 1)),
    };
    x.zip(y)
}
