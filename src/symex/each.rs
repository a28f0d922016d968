//! Assumptions of the program about variables that stand for each value (`HavocKind::Each`): which they are, and the values that matter. They are told, as facts about
//! elements are, when execution is over (see `elements`).

use super::elements::{Fact, MOST_INDICES};
use super::functions::Variable;
use super::run::Run;
use super::value::Value;
use goto::{BinOp, ExprId, ExprKind, Type};
use rustc_hash::FxHashSet;
use term::TermId;

/// A variable that stands for each value.
#[derive(Clone, Copy)]
pub(super) struct EachValue {
    pub slot: u64,
    pub width: u16,
    /// Its value as an index, which is as wide as a pointer.
    pub index: TermId,
}

impl Run<'_> {
    /// The variable stands for each value from here on.
    pub(crate) fn stands_for_each(&mut self, value: TermId) {
        if let Some(inductive) = &mut self.inductive {
            inductive.each.insert(value);
        }
    }

    /// The program assumes a condition. If it is about variables that stand for each value, it is assumed of the values that matter; false if it is about none.
    pub(crate) fn assume_of_each(&mut self, condition: ExprId) -> bool {
        let each = self.each_value_in(condition);
        if each.is_empty() {
            return false;
        }
        if self.live && !self.is_trial() {
            let when = self.state.path.condition(self.cx.pool);
            self.note_ends(condition, &each);
            self.assume_fact(Fact::Assumption { condition, each }, when);
        }
        true
    }

    /// The first and last values of which the condition speaks are among the indices that matter: what holds of all holds of these, whether they are read or not.
    fn note_ends(&mut self, condition: ExprId, each: &[EachValue]) {
        let (program, width) = (self.program, self.cx.pointer_bits());
        let mut comparisons = Vec::new();
        program.exprs.walk(condition, &mut FxHashSet::default(), &mut |_, kind| {
            if let ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le), a, b) = kind {
                comparisons.push((op, a, b));
            }
        });
        for (op, a, b) in comparisons {
            let (end, is_last) = match (self.is_each(a, each), self.is_each(b, each)) {
                (true, false) => (b, true),
                (false, true) => (a, false),
                _ => continue,
            };
            let Type::Int { signed, .. } = *program.types.get(program.exprs.ty(end)) else { continue };
            if !self.each_value_in(end).is_empty() {
                continue;
            }
            let state = self.state.clone();
            let value = self.told(|run| run.eval_bits(end));
            self.state = state;
            let Some(value) = value else { continue };
            let index = self.cx.pool.resize(value, width, signed);
            let one = self.cx.address_constant(1);
            let index = match (op, is_last) {
                (BinOp::Lt, true) => self.cx.pool.sub(index, one),
                (BinOp::Lt, false) => self.cx.pool.add(index, one),
                _ => index,
            };
            self.note_used(index);
        }
    }

    /// Is it one of these variables, perhaps as a number of another type?
    fn is_each(&self, mut expr: ExprId, each: &[EachValue]) -> bool {
        while let ExprKind::Cast(inner) = self.program.exprs.kind(expr) {
            expr = inner;
        }
        let ExprKind::Var(symbol) = self.program.exprs.kind(expr) else { return false };
        matches!(self.variables.get(symbol), Variable::Register(slot) if each.iter().any(|e| e.slot == u64::from(slot)))
    }

    /// The variables that the condition names and that stand for each value.
    fn each_value_in(&mut self, condition: ExprId) -> Vec<EachValue> {
        let mut found = Vec::new();
        let Some(inductive) = self.inductive.as_ref().filter(|i| !i.each.is_empty()) else { return found };
        let pointer_bits = self.cx.pointer_bits();
        let mut symbols = Vec::new();
        self.program.exprs.walk(condition, &mut FxHashSet::default(), &mut |_, kind| {
            if let ExprKind::Var(symbol) = kind {
                symbols.push(symbol);
            }
        });
        symbols.dedup();
        for symbol in symbols {
            let Variable::Register(slot) = self.variables.get(symbol) else { continue };
            let slot = u64::from(slot);
            let Some(&Value::Bits(value)) = self.state.locals.get(slot) else { continue };
            if !inductive.each.contains(&value) || found.iter().any(|f: &EachValue| f.slot == slot) {
                continue;
            }
            let width = self.cx.pool.width(value);
            let is_signed = matches!(self.program.types.get(self.program.symbols[symbol].ty), Type::Int { signed: true, .. });
            let index = match is_signed {
                _ if width >= pointer_bits => self.cx.pool.extract(value, 0, pointer_bits),
                true => self.cx.pool.sign_extend(value, pointer_bits),
                false => self.cx.pool.zero_extend(value, pointer_bits),
            };
            found.push(EachValue { slot, width, index });
        }
        found
    }

    /// The variables have these values, as indices, in the current state.
    pub(super) fn give_values(&mut self, each: &[EachValue], indices: &[TermId]) {
        let pointer_bits = self.cx.pointer_bits();
        for (each, &index) in each.iter().zip(indices) {
            let value = match each.width <= pointer_bits {
                true => self.cx.pool.extract(index, 0, each.width),
                false => self.cx.pool.sign_extend(index, each.width),
            };
            self.state.locals.insert(each.slot, Value::Bits(value));
        }
    }

    /// An element at this index is accessed.
    pub(crate) fn note_index(&mut self, index: TermId) {
        if self.cx.pool.as_const(index).is_none() {
            self.note_used(index);
        }
    }

    fn note_used(&mut self, index: TermId) {
        if let Some(inductive) = self.inductive.as_mut().filter(|i| i.indices.len() < MOST_INDICES)
            && !inductive.indices.contains(&index)
        {
            inductive.indices.push(index);
        }
    }
}
