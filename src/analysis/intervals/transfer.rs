//! What instructions do to a state, calls excepted.

use super::arithmetic::Kind;
use super::cells::{CellId, Cells};
use super::evaluate::Evaluator;
use super::number::Number;
use super::state::{Reads, State};
use crate::points_to::Projection;
use goto::{ExprId, ExprKind, Id, InstrKind, Program, SymbolId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Remembered expressions have at most so many parts.
const PARTS: usize = 12;

/// What instructions need to know.
pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub cells: &'a Cells,
    pub reads: &'a Reads,
}

impl<'a> Transfer<'a> {
    pub(super) fn evaluator(&self) -> Evaluator<'a> {
        Evaluator { program: self.program, cells: self.cells, reads: self.reads }
    }

    /// Changes the state as an instruction does that is no call and after which execution goes on. False if it does not go on.
    pub(super) fn instruction(&self, state: &mut State, kind: &InstrKind) -> bool {
        match kind {
            InstrKind::Decl(symbol) => self.declare(state, *symbol),
            InstrKind::Dead(symbol) => {
                for &cell in self.cells.of_symbol(*symbol) {
                    // As before its declaration: see `State`.
                    let is_asked = self.cells.get(cell).in_memory && !self.cells.get(cell).is_shared;
                    state.set(cell, is_asked.then(|| Rc::new(Number::constant(0))), self.reads);
                }
                self.forget_places_in(state, *symbol);
            }
            InstrKind::Assign { lhs, rhs } => self.assign(state, *lhs, *rhs),
            InstrKind::Assume(cond) => return self.evaluator().assume(state, *cond, true),
            InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => self.store(state, *lhs, None),
            InstrKind::Find { result, limit: None, .. } => {
                // What is found lies in the object, and no object is larger than differences of pointers: its length and one more do not wrap.
                let within = self.evaluator().kind(*result).and_then(|kind| Number::range(0, kind.high() / 2, 1)).map(Rc::new);
                self.store(state, *result, within);
            }
            InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => self.store(state, *result, None),
            InstrKind::Allocate { result, .. } => {
                let address = self.evaluator().kind(*result).map(|kind| Rc::new(kind.not_null()));
                self.store(state, *result, address);
            }
            InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } => match self.cells.of_block(*dst) {
                Some(cells) => {
                    state.forget_seen();
                    cells.iter().for_each(|&cell| self.set_any(state, cell));
                }
                None => self.write_memory(state),
            },
            InstrKind::Free(_) | InstrKind::Release(_) => state.forget_seen(),
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Assert { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_)
            | InstrKind::Goto { .. }
            | InstrKind::Call { .. }
            | InstrKind::Return(_)
            | InstrKind::Halt(_) => {}
        }
        true
    }

    fn declare(&self, state: &mut State, symbol: SymbolId) {
        self.forget_places_in(state, symbol);
        for &cell in self.cells.of_symbol(symbol) {
            self.set_any(state, cell);
        }
    }

    /// A variable begins or ends.
    fn forget_places_in(&self, state: &mut State, symbol: SymbolId) {
        if self.cells.is_taken(symbol) || !self.program.types.is_scalar(self.program.symbols[symbol].ty) {
            state.forget_seen();
        }
    }

    fn assign(&self, state: &mut State, lhs: ExprId, rhs: ExprId) {
        match self.cells.of_expr(lhs) {
            Some(cell) if !self.cells.get(cell).is_many => {
                let value = self.evaluator().value(state, rhs);
                self.store(state, lhs, value);
                if self.reads.may_remember(rhs, cell) {
                    state.remember(cell, rhs);
                }
            }
            None if self.program.exprs.kind(rhs) == ExprKind::Zero && self.zero_whole(state, lhs) => {}
            _ => {
                let value = self.evaluator().value(state, rhs);
                self.store(state, lhs, value);
            }
        }
    }

    /// All of a struct or array variable becomes zero. False if the place is none of which all parts are known.
    fn zero_whole(&self, state: &mut State, place: ExprId) -> bool {
        let ExprKind::Var(symbol) = self.program.exprs.kind(place) else { return false };
        state.forget_seen();
        for &cell in self.cells.of_symbol(symbol) {
            let zero = Rc::new(Number::constant(0));
            state.set(cell, (!self.cells.get(cell).is_shared).then_some(zero), self.reads);
        }
        true
    }

    /// Stores a value, or any value, in a place.
    pub(super) fn store(&self, state: &mut State, place: ExprId, value: Option<Rc<Number>>) {
        if !self.is_apart(place) {
            state.forget_seen();
        }
        let Some(id) = self.cells.of_expr(place) else {
            match self.cells.below(self.program, place) {
                Some(cells) => cells.into_iter().for_each(|cell| self.may_set(state, cell, place, value.as_ref())),
                None => self.write_memory(state),
            }
            return;
        };
        let cell = self.cells.get(id);
        let value = value.unwrap_or_else(|| Rc::new(cell.kind.all()));
        let new = if cell.is_many { state.get(id).map(|old| Rc::new(old.join(&value))) } else { Some(value) };
        state.set(id, new.filter(|_| !cell.is_shared), self.reads);
    }

    /// A value, or any, is stored at a place where the cell may be, or which is a part of it.
    fn may_set(&self, state: &mut State, id: CellId, place: ExprId, value: Option<&Rc<Number>>) {
        let cell = self.cells.get(id);
        let as_a_whole = self.cells.behind(place).is_some_and(|behind| behind.as_a_whole);
        match value.filter(|_| as_a_whole && !cell.is_shared).zip(state.get(id)) {
            Some((value, old)) => {
                let new = Rc::new(old.join(value));
                state.set(id, Some(new), self.reads);
            }
            None => self.set_any(state, id),
        }
    }

    /// Is it a cell that is no part of any other place?
    fn is_apart(&self, place: ExprId) -> bool {
        self.cells.of_expr(place).is_some_and(|id| {
            let cell = self.cells.get(id);
            cell.path.is_empty() && !cell.in_memory
        })
    }

    /// Something is written behind a pointer.
    pub(super) fn write_memory(&self, state: &mut State) {
        state.forget_seen();
        for &cell in self.cells.in_memory() {
            if state.get(cell).is_some() {
                self.set_any(state, cell);
            }
        }
    }

    pub(super) fn set_any(&self, state: &mut State, cell: CellId) {
        let is_shared = self.cells.get(cell).is_shared;
        state.set(cell, (!is_shared).then(|| Rc::new(self.cells.get(cell).kind.all())), self.reads);
    }
}

/// The expressions that states may remember: small ones that are assigned to cells and read nothing but cells, and places that are found by cells and memory.
pub(super) fn remembered(program: &Program, cells: &Cells) -> Reads {
    let mut reads = Reads::default();
    for instr in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()) {
        if let InstrKind::Assign { lhs, rhs } = instr.kind
            && cells.of_expr(lhs).is_some()
            && let Some(read) = cells_read(program, cells, rhs)
        {
            reads.insert(rhs, read);
        }
    }
    for place in (0..program.exprs.len()).map(ExprId::new) {
        let is_place = matches!(program.exprs.kind(place), ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. });
        if is_place
            && cells.of_expr(place).is_none_or(|cell| cells.get(cell).is_many)
            && let Some(read) = cells_leading_to(program, cells, place)
        {
            reads.insert(place, read);
        }
    }
    reads
}

/// The cells that say which place it is, apart from what is in memory; `None` if it is far away or depends on other things.
fn cells_leading_to(program: &Program, cells: &Cells, place: ExprId) -> Option<Vec<CellId>> {
    let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), Vec::new());
    program.exprs.operands(place, |o| work.push(o));
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        if seen.len() > PARTS {
            return None;
        }
        if let Some(cell) = cells.of_expr(e).filter(|&cell| !cells.get(cell).is_many) {
            found.push(cell);
            continue;
        }
        match program.exprs.kind(e) {
            // Where an array or a struct lies does not change; other variables are of a type that is not followed.
            ExprKind::Var(_) if Kind::of(&program.types, program.exprs.ty(e)).is_none() && !program.types.is_scalar(program.exprs.ty(e)) => {}
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::FunctionAddress(_) => {}
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::AddressOf(_) => program.exprs.operands(e, |o| work.push(o)),
            _ => return None,
        }
    }
    Some(found)
}

/// The cells that an expression reads; `None` if it is large, reads other things, or reads nothing.
fn cells_read(program: &Program, cells: &Cells, expr: ExprId) -> Option<Vec<CellId>> {
    let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![expr]);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        if seen.len() > PARTS {
            return None;
        }
        if let Some(cell) = cells.of_expr(e) {
            // An element's cell says nothing of which element it is.
            if cells.get(cell).path.contains(&Projection::Element) {
                return None;
            }
            found.push(cell);
            continue;
        }
        match program.exprs.kind(e) {
            ExprKind::Const(_) => {}
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) | ExprKind::Ite { .. } => program.exprs.operands(e, |o| work.push(o)),
            _ => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}
