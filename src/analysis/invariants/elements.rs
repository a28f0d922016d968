//! Facts about all elements of an array in a range of indices: what a loop with a counter has stored so far, and what an earlier loop left behind. The range
//! (`range`) is read off the stores, what holds of the elements off the values stored and off what the program compares elements with.

mod range;

use super::heads::Head;
use crate::intervals::{At, Intervals};
use goto::{BinOp, Body, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Program, Storage, Symbol, SymbolId, Type, TypeId};
use range::Range;
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts for one head.
const MOST: usize = 14;
/// Comparisons of elements that are looked at for one array.
const COMPARISONS: usize = 8;
/// Operations through which an expression is followed.
const DEPTH: u32 = 12;

/// The symbols that stand for any index, one for each function.
#[derive(Default)]
pub(super) struct Indices {
    by_function: FxHashMap<FuncId, SymbolId>,
}

impl Indices {
    fn of(&mut self, program: &mut Program, function: FuncId) -> SymbolId {
        *self.by_function.entry(function).or_insert_with(|| {
            let ty = program.types.ptrdiff();
            let loc = program.functions[function].loc;
            program.symbols.push(Symbol { name: "each".into(), ty, storage: Storage::Temporary(function), loc })
        })
    }
}

/// Where elements are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Array {
    /// An array that is a place.
    Place(ExprId),
    /// Behind a pointer.
    Behind(ExprId),
}

/// A store to an element in a loop.
#[derive(Clone, Copy)]
struct Store {
    at: InstrId,
    array: Array,
    place: ExprId,
    index: ExprId,
    value: ExprId,
}

/// Proposals for a head, with the symbol that stands for any index.
pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head, heads: &[Head], indices: &mut Indices) -> Vec<(SymbolId, ExprId)> {
    let Some(body) = program.functions[head.func].body.clone() else { return Vec::new() };
    let own = stores(program, &body, head);
    if own.is_empty() {
        return Vec::new();
    }
    let each = indices.of(program, head.func);
    let mut found: Vec<ExprId> = Vec::new();
    for store in first_of_each(&own) {
        let work = Work { intervals, body: &body, each };
        if let Some(range) = work.range(program, head, &store) {
            for property in work.properties(program, head, &own, &store, Some(&range)) {
                found.push(within(program, range.so_far, property));
            }
        }
        // What loops before this one, or inside of it, have left.
        for other in heads.iter().filter(|h| h.func == head.func && h.head != head.head) {
            let theirs = stores(program, &body, other);
            for left in first_of_each(&theirs).into_iter().filter(|s| s.array == store.array) {
                let Some(range) = work.range(program, other, &left) else { continue };
                let Some(whole) = range.whole else { continue };
                for property in work.properties(program, other, &theirs, &left, Some(&range)) {
                    found.push(within(program, whole, property));
                }
            }
        }
        if let Array::Place(place) = store.array
            && is_static(program, place)
        {
            found.extend(work.properties(program, head, &own, &store, None));
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&fact| seen.insert(fact));
    found.truncate(MOST);
    found.into_iter().map(|fact| (each, fact)).collect()
}

fn within(program: &mut Program, range: ExprId, property: ExprId) -> ExprId {
    let mut build = program.build();
    let outside = build.not(range);
    build.binary(BinOp::Or, outside, property)
}

fn is_static(program: &Program, place: ExprId) -> bool {
    matches!(program.exprs.kind(place), ExprKind::Var(symbol) if program.symbols[symbol].storage == Storage::Static)
}

fn first_of_each(stores: &[Store]) -> Vec<Store> {
    let mut found: Vec<Store> = Vec::new();
    for store in stores {
        if found.iter().all(|s| s.array != store.array) {
            found.push(*store);
        }
    }
    found
}

/// The stores of a loop to elements that are integers.
fn stores(program: &Program, body: &Body, head: &Head) -> Vec<Store> {
    let store = |&at: &InstrId| match body[at].kind {
        InstrKind::Assign { lhs, rhs } => {
            let (array, index) = element(program, lhs)?;
            matches!(program.types.get(program.exprs.ty(lhs)), Type::Int { bits, .. } if *bits <= 64).then_some(Store {
                at,
                array,
                place: lhs,
                index,
                value: rhs,
            })
        }
        _ => None,
    };
    head.body.iter().filter_map(store).collect()
}

/// The array and the index of a place that is an element.
fn element(program: &Program, place: ExprId) -> Option<(Array, ExprId)> {
    match program.exprs.kind(place) {
        ExprKind::Index { base, index } if matches!(program.exprs.kind(base), ExprKind::Var(_)) => Some((Array::Place(base), index)),
        ExprKind::Deref(pointer) => match program.exprs.kind(pointer) {
            ExprKind::Binary(BinOp::PtrAdd, base, index) if matches!(program.exprs.kind(base), ExprKind::Var(_)) => Some((Array::Behind(base), index)),
            _ => None,
        },
        _ => None,
    }
}

/// The expression with some parts replaced, if it has them at all places that matter.
fn replaced(program: &mut Program, expr: ExprId, with: &dyn Fn(ExprId) -> Option<ExprId>, depth: u32) -> Option<ExprId> {
    if let Some(new) = with(expr) {
        return Some(new);
    }
    let depth = depth.checked_sub(1)?;
    let ty = program.exprs.ty(expr);
    let kind = match program.exprs.kind(expr) {
        kind @ (ExprKind::Const(_) | ExprKind::Zero | ExprKind::Var(_)) => kind,
        ExprKind::Unary(op, a) => ExprKind::Unary(op, replaced(program, a, with, depth)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, replaced(program, a, with, depth)?, replaced(program, b, with, depth)?),
        ExprKind::Cast(a) => {
            let inner = replaced(program, a, with, depth)?;
            return Some(program.build().cast(inner, ty));
        }
        ExprKind::Index { base, index } => ExprKind::Index { base, index: replaced(program, index, with, depth)? },
        ExprKind::Deref(pointer) => ExprKind::Deref(replaced(program, pointer, with, depth)?),
        ExprKind::Ite { cond, then, other } => ExprKind::Ite {
            cond: replaced(program, cond, with, depth)?,
            then: replaced(program, then, with, depth)?,
            other: replaced(program, other, with, depth)?,
        },
        _ => return None,
    };
    Some(program.exprs.intern(kind, ty))
}

/// The variables that an expression mentions.
fn variables(program: &Program, expr: ExprId) -> Vec<(ExprId, SymbolId)> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    program.exprs.walk(expr, &mut seen, &mut |e, kind| {
        if let ExprKind::Var(symbol) = kind {
            found.push((e, symbol));
        }
    });
    found
}

fn reads(program: &Program, expr: ExprId, symbol: SymbolId) -> bool {
    variables(program, expr).into_iter().any(|(_, mentioned)| mentioned == symbol)
}

fn without_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = program.exprs.kind(expr) {
        expr = inner;
    }
    expr
}

fn is_integer(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int { bits, .. } if *bits <= 64)
}

/// One function with its index symbol.
struct Work<'a> {
    intervals: &'a Intervals,
    body: &'a Body,
    each: SymbolId,
}

impl Work<'_> {
    fn each(&self, program: &mut Program) -> ExprId {
        let ty = program.types.ptrdiff();
        program.build().var(self.each, ty)
    }

    /// The assignments in a loop to a variable.
    fn assigned(&self, program: &Program, head: &Head, symbol: SymbolId) -> Vec<(InstrId, Option<ExprId>)> {
        let is_it = |place: ExprId| program.exprs.kind(place) == ExprKind::Var(symbol);
        let assigned = |&at: &InstrId| match &self.body[at].kind {
            InstrKind::Assign { lhs, rhs } if is_it(*lhs) => Some((at, Some(*rhs))),
            InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } if is_it(*lhs) => Some((at, None)),
            InstrKind::Call { result: Some(lhs), .. } if is_it(*lhs) => Some((at, None)),
            _ => None,
        };
        head.body.iter().filter_map(assigned).collect()
    }

    /// The expression with variables that the loop assigns once replaced by what it assigns, but for those that it counts with.
    fn resolved(&self, program: &mut Program, head: &Head, expr: ExprId, depth: u32) -> ExprId {
        if depth == 0 {
            return expr;
        }
        let mut values: Vec<(ExprId, ExprId)> = Vec::new();
        for (variable, symbol) in variables(program, expr) {
            if let [(_, Some(value))] = self.assigned(program, head, symbol)[..]
                && !self.counts(program, head, symbol, value)
            {
                values.push((variable, value));
            }
        }
        if values.is_empty() {
            return expr;
        }
        let with = |e: ExprId| values.iter().find(|(variable, _)| *variable == e).map(|v| v.1);
        match replaced(program, expr, &with, DEPTH) {
            Some(new) => self.resolved(program, head, new, depth - 1),
            None => expr,
        }
    }

    /// Is the value that a variable gets made from its own, directly or through another variable?
    fn counts(&self, program: &Program, head: &Head, symbol: SymbolId, value: ExprId) -> bool {
        reads(program, value, symbol)
            || variables(program, value).into_iter().any(|(_, other)| {
                let copied = self.assigned(program, head, other);
                matches!(copied[..], [(_, Some(copy))] if program.exprs.kind(copy) == ExprKind::Var(symbol))
            })
    }

    /// What may hold of the element at `each`.
    fn properties(&self, program: &mut Program, head: &Head, stores: &[Store], store: &Store, range: Option<&Range>) -> Vec<ExprId> {
        let each = self.each(program);
        let place = self.at(program, store, each);
        let same: Vec<Store> = stores.iter().filter(|s| s.array == store.array).copied().collect();
        let mut found = Vec::new();
        if let Some(range) = range
            && same.iter().all(|s| s.value == store.value && s.index == store.index)
        {
            found.extend(self.as_stored(program, head, store, range.counter).map(|value| program.build().binary(BinOp::Eq, place, value)));
        }
        found.extend(self.bounds(program, head, &same, place, range.is_none()));
        found.extend(compared(program, store, place));
        found
    }

    /// The element at an index.
    fn at(&self, program: &mut Program, store: &Store, index: ExprId) -> ExprId {
        match store.array {
            Array::Place(base) => program.build().index(base, index),
            Array::Behind(base) => {
                let ty = program.exprs.ty(store.place);
                let pointer = program.build().binary(BinOp::PtrAdd, base, index);
                program.exprs.intern(ExprKind::Deref(pointer), ty)
            }
        }
    }

    /// The value stored, in terms of `each`.
    fn as_stored(&self, program: &mut Program, head: &Head, store: &Store, counter: SymbolId) -> Option<ExprId> {
        let value = self.resolved(program, head, store.value, 3);
        let index = self.resolved(program, head, store.index, 3);
        let each = self.each(program);
        let inverse = inverse(program, index, counter, each, DEPTH)?;
        let counter_type = program.symbols[counter].ty;
        let variable = program.build().var(counter, counter_type);
        let value = replaced(program, value, &|e| (e == variable).then_some(inverse), DEPTH)?;
        // What else the loop changes is not there any more.
        variables(program, value).into_iter().all(|(_, symbol)| self.assigned(program, head, symbol).is_empty()).then_some(value)
    }

    /// The least and the greatest value stored, as far as the intervals say; with what is there at first, if that is zero.
    fn bounds(&self, program: &mut Program, head: &Head, stores: &[Store], place: ExprId, with_zero: bool) -> Vec<ExprId> {
        let ty = program.exprs.ty(place);
        let Type::Int { bits, signed } = *program.types.get(ty) else { return Vec::new() };
        let (least, greatest) = if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
        let mut all = with_zero.then_some((0, 0));
        for store in stores {
            let facts = (head.body[0].index()..=store.at.index()).rev().find_map(|at| match self.intervals.at(head.func, InstrId::new(at)) {
                At::Known(facts) => Some(facts),
                _ => None,
            });
            let Some(number) = facts.and_then(|facts| facts.value(program, store.value)) else { return Vec::new() };
            let (low, high) = all.unwrap_or((number.low(), number.high()));
            all = Some((low.min(number.low()), high.max(number.high())));
        }
        let Some((low, high)) = all else { return Vec::new() };
        let mut build = program.build();
        let mut found = Vec::new();
        if low > least {
            let bound = build.constant(ty, low);
            found.push(build.binary(BinOp::Le, bound, place));
        }
        if high < greatest {
            let bound = build.constant(ty, high);
            found.push(build.binary(BinOp::Le, place, bound));
        }
        found
    }
}

/// What the variable is for which the sum has the value.
fn inverse(program: &mut Program, sum: ExprId, variable: SymbolId, value: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    let ty = program.exprs.ty(sum);
    let value = program.build().cast(value, ty);
    match program.exprs.kind(sum) {
        ExprKind::Var(symbol) if symbol == variable => Some(value),
        ExprKind::Cast(a) if is_integer(program, program.exprs.ty(a)) => inverse(program, a, variable, value, depth),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            let undone = match (op, reads(program, a, variable), reads(program, b, variable)) {
                (BinOp::Add, true, false) => (a, BinOp::Sub, value, b),
                (BinOp::Add, false, true) => (b, BinOp::Sub, value, a),
                (BinOp::Sub, true, false) => (a, BinOp::Add, value, b),
                (BinOp::Sub, false, true) => (b, BinOp::Sub, a, value),
                _ => return None,
            };
            let rest = program.build().binary(undone.1, undone.2, undone.3);
            inverse(program, undone.0, variable, rest, depth)
        }
        _ => None,
    }
}

/// What the program compares elements of this type with, said of one place: as it is and as it is not.
fn compared(program: &mut Program, store: &Store, place: ExprId) -> Vec<ExprId> {
    let ty = program.exprs.ty(place);
    let mut comparisons: Vec<(bool, ExprId, ExprId)> = Vec::new();
    for (_, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        let Some(body) = &function.body else { continue };
        // Variables that are set to an element.
        let mut copies: FxHashMap<SymbolId, (Array, ExprId)> = FxHashMap::default();
        for instruction in body.values() {
            if let InstrKind::Assign { lhs, rhs } = instruction.kind
                && let ExprKind::Var(symbol) = program.exprs.kind(lhs)
                && let inner = without_casts(program, rhs)
                && program.exprs.ty(inner) == ty
                && let Some((array, _)) = element(program, inner)
            {
                copies.insert(symbol, (array, inner));
            }
        }
        let mut seen = FxHashSet::default();
        for instruction in body.values() {
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |e, kind| {
                    let ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) = kind else { return };
                    let (compared, other) = if program.exprs.as_const(b).is_some() { (a, b) } else { (b, a) };
                    if program.exprs.as_const(other).is_none() {
                        return;
                    }
                    let part = without_casts(program, compared);
                    match program.exprs.kind(part) {
                        ExprKind::Var(symbol) => comparisons.extend(copies.get(&symbol).map(|(array, _)| (*array != store.array, e, part))),
                        _ if program.exprs.ty(part) == ty => comparisons.extend(element(program, part).map(|(array, _)| (array != store.array, e, part))),
                        _ => {}
                    }
                });
            });
        }
    }
    comparisons.sort_by_key(|c| c.0);
    let mut found = Vec::new();
    for (_, comparison, part) in comparisons {
        let copy_type = program.exprs.ty(part);
        let new = program.build().cast(place, copy_type);
        let Some(fact) = replaced(program, comparison, &|e| (e == part).then_some(new), DEPTH) else { continue };
        if !found.contains(&fact) && found.len() < COMPARISONS {
            let other = program.build().not(fact);
            found.extend([fact, other]);
        }
    }
    found
}
