//! Loops in words of the function that they stand in: what an iteration changes, what it compares, and what it finds of the elements of arrays.

use super::places::Scope;
use super::spell::{number, sign};
use super::visit::{Found, iteration, statements};
use super::{Extent, Kind, Quantity};
use crate::tree::{Expr, ExprKind, Stmt, VarId, VarKind};
use goto::{BinOp, Type};
use std::collections::BTreeSet;

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub line: u32,
    /// Variables that it changes and that live longer than one iteration.
    pub changed: Vec<Quantity>,
    /// Integers that it reads and does not change.
    pub kept: Vec<Quantity>,
    /// What it stores beside variables; `None` if the text does not say.
    pub stores: Option<BTreeSet<Extent>>,
    /// What may be true of elements up to an index.
    pub facts: Vec<Fact>,
    /// What may become smaller in each iteration.
    pub measures: Vec<String>,
}

/// Something about the element `k` of arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The variable that is the index in the loop.
    pub index: String,
    pub text: String,
    /// The same is not true of it.
    pub opposite: String,
    /// It names nothing but what the function is given.
    pub is_of_head: bool,
}

/// The loops of a body.
pub(super) fn loops(scope: &Scope<'_>, body: &[Stmt]) -> Vec<Loop> {
    let mut all = Vec::new();
    statements(body, &mut |found| {
        if let Found::Loop(statement) = found {
            all.push(Reader::of(scope, statement));
        }
    });
    all
}

struct Reader<'a> {
    scope: &'a Scope<'a>,
    changed: BTreeSet<VarId>,
    own: BTreeSet<VarId>,
    read: BTreeSet<VarId>,
    stores: Option<BTreeSet<Extent>>,
}

impl Reader<'_> {
    fn of(scope: &Scope<'_>, looped: &Stmt) -> Loop {
        let mut reader = Reader { scope, changed: BTreeSet::new(), own: BTreeSet::new(), read: BTreeSet::new(), stores: Some(BTreeSet::new()) };
        iteration(looped, &mut |found| match found {
            Found::Declared(var, _) => _ = reader.own.insert(var),
            Found::Expression(e) => reader.expression(e),
            Found::Loop(_) | Found::Returned(_) => {}
        });
        let (mut facts, mut measures) = (Vec::new(), Vec::new());
        iteration(looped, &mut |found| {
            if let Found::Expression(e) = found {
                facts.extend(reader.fact(e).filter(|fact| !facts.contains(fact)));
                measures.extend(reader.measure(e).filter(|text| !measures.contains(text)));
            }
        });
        let changed: Vec<Quantity> = reader.changed.difference(&reader.own).filter_map(|var| reader.quantity(*var)).collect();
        let kept = reader.read.iter().filter(|var| !reader.changed.contains(var) && !reader.own.contains(var)).filter_map(|var| reader.quantity(*var));
        let kept = kept.filter(|quantity| matches!(quantity.kind, Kind::Integer { .. })).collect();
        Loop { line: looped.loc.line, changed, kept, stores: reader.stores, facts, measures }
    }

    fn quantity(&self, var: VarId) -> Option<Quantity> {
        let variable = &self.scope.tree.vars[var];
        let kind = Kind::of(&self.scope.tree.types, variable.ty);
        (!variable.name.is_empty()).then(|| Quantity { text: variable.name.clone(), kind, follows: Vec::new() })
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(var) => _ = self.read.insert(*var),
            ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::Step { place, .. } => self.store(place),
            // What is called may write anything.
            ExprKind::Call { .. } | ExprKind::AddressOf(_) => self.stores = None,
            _ => {}
        }
    }

    fn store(&mut self, place: &Expr) {
        let mut root = place;
        while let ExprKind::Field(inner, _) | ExprKind::Index(inner, _) = &root.kind {
            root = inner;
        }
        if let ExprKind::Var(var) = root.kind {
            self.changed.insert(var);
            return;
        }
        let places = self.scope.places(place);
        match &mut self.stores {
            Some(stores) if !places.is_empty() => stores.extend(places.into_iter().map(|place| place.whole)),
            stores => *stores = None,
        }
    }

    /// What a comparison or an assignment may say of all elements that the loop has seen.
    fn fact(&self, e: &Expr) -> Option<Fact> {
        let (a, b) = match &e.kind {
            ExprKind::Assign { place, value } => (&**place, Some(&**value)),
            ExprKind::Binary(BinOp::Eq | BinOp::Ne, a, b) | ExprKind::BinaryReversed(BinOp::Eq | BinOp::Ne, a, b) => (&**a, Some(&**b)),
            ExprKind::Cast(inner) if matches!(self.scope.tree.types.get(e.ty), Type::Bool) => (&**inner, None),
            _ => return None,
        };
        let index = self.index(a).or_else(|| self.index(b?))?;
        if !self.changed.contains(&index) || self.own.contains(&index) {
            return None;
        }
        let mut words = Words { reader: self, index, is_of_head: true };
        let left = words.of(a)?;
        let right = b.map_or(Some("0".to_owned()), |b| words.of(b))?;
        let is_of_head = words.is_of_head;
        let name = self.scope.tree.vars[index].name.clone();
        Some(Fact { index: name, text: format!("{left} == {right}"), opposite: format!("{left} != {right}"), is_of_head })
    }

    /// The variable by which an element is chosen.
    fn index(&self, e: &Expr) -> Option<VarId> {
        match &e.kind {
            ExprKind::Cast(inner) => self.index(inner),
            ExprKind::Index(_, index) => variable(index),
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::Binary(BinOp::PtrAdd, _, index) | ExprKind::BinaryReversed(BinOp::PtrAdd, _, index) => variable(index),
                _ => None,
            },
            _ => None,
        }
    }

    /// `b - a` of `a < b`.
    fn measure(&self, e: &Expr) -> Option<String> {
        let (ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b)) = &e.kind else { return None };
        let name = |e: &Expr| match variable(e) {
            Some(var) => (!self.own.contains(&var)).then(|| self.scope.tree.vars[var].name.clone()).filter(|name| !name.is_empty()),
            None => {
                if let ExprKind::Const(bits) = &e.kind {
                    Some(bits.to_i128(false).to_string())
                } else {
                    None
                }
            }
        };
        let is_changed = [a, b].iter().any(|e| variable(e).is_some_and(|var| self.changed.contains(&var)));
        (matches!(op, BinOp::Lt | BinOp::Le) && is_changed).then(|| Some(format!("{} - {}", name(b)?, name(a)?)))?
    }
}

/// The variable that an expression is, conversions aside.
fn variable(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Cast(inner) => variable(inner),
        _ => None,
    }
}

/// Spells expressions with `k` in place of the index.
struct Words<'a, 'b> {
    reader: &'a Reader<'b>,
    index: VarId,
    is_of_head: bool,
}

impl Words<'_, '_> {
    fn of(&mut self, e: &Expr) -> Option<String> {
        let types = &self.reader.scope.tree.types;
        match &e.kind {
            ExprKind::Const(bits) => match types.get(e.ty) {
                Type::Int { signed, .. } => number(bits.to_i128(*signed)),
                _ => None,
            },
            ExprKind::Var(var) if *var == self.index => Some("k".to_owned()),
            ExprKind::Var(var) => self.name(*var),
            ExprKind::Decay(place) => self.of(place),
            ExprKind::Cast(inner) => {
                let text = self.of(inner)?;
                let (from, to) = (types.scalar_bits(inner.ty)?, types.scalar_bits(e.ty)?);
                let narrow = if to < from { Some(named(Kind::of(types, e.ty))?) } else { None };
                Some(narrow.map_or(text.clone(), |name| format!("({name}){text}")))
            }
            ExprKind::Deref(pointer) => match &pointer.kind {
                ExprKind::Binary(BinOp::PtrAdd, array, index) | ExprKind::BinaryReversed(BinOp::PtrAdd, array, index) => self.element(array, index),
                _ => None,
            },
            ExprKind::Index(array, index) => self.element(array, index),
            ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) => Some(format!("({} {} {})", self.of(a)?, sign(*op)?, self.of(b)?)),
            _ => None,
        }
    }

    fn element(&mut self, array: &Expr, index: &Expr) -> Option<String> {
        Some(format!("{}[{}]", self.of(array)?, self.of(index)?))
    }

    /// A variable that the loop leaves as it is.
    fn name(&mut self, var: VarId) -> Option<String> {
        let Reader { scope, changed, own, .. } = self.reader;
        let variable = &scope.tree.vars[var];
        let is_array = matches!(scope.tree.types.get(variable.ty), Type::Array { .. });
        if own.contains(&var) || changed.contains(&var) && !is_array || variable.name.is_empty() {
            return None;
        }
        let is_given = variable.kind == VarKind::Parameter && scope.is_kept(var);
        self.is_of_head &= is_given || matches!(variable.kind, VarKind::Static | VarKind::Extern) && !variable.in_block;
        Some(variable.name.clone())
    }
}

/// An integer type as C has it.
fn named(kind: Kind) -> Option<&'static str> {
    let Kind::Integer { bits, signed } = kind else { return None };
    Some(match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        _ => return None,
    })
}
