//! The accesses of the user's functions to objects that are looked at, in the order in which they happen.

use crate::logic::and;
use goto::visit::Role;
use goto::{BinOp, ExprId, ExprKind, FuncId, InstrId, Program, Storage, SymbolId};
use rustc_hash::FxHashSet;

/// An access.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub function: FuncId,
    pub at: InstrId,
    pub root: Root,
    /// What is read or written of it.
    pub place: ExprId,
    pub is_write: bool,
    /// Where it does not always happen: when it does.
    pub condition: Option<ExprId>,
}

/// How an access comes to its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// By the name of a variable.
    Named(SymbolId),
    /// Through this pointer.
    Through(ExprId),
}

/// All accesses to these static variables, to local ones and through pointers. What an instruction reads it reads before it writes.
pub(super) fn accesses(program: &mut Program, statics: &FxHashSet<SymbolId>) -> Vec<Access> {
    let mut found = Vec::new();
    let functions: Vec<FuncId> = program.functions.iter().filter(|(_, f)| !f.model).map(|(id, _)| id).collect();
    for function in functions {
        let Some(body) = program.functions[function].body.take() else { continue };
        for (at, instruction) in body.iter() {
            let mut parts = Vec::new();
            instruction.kind.expressions(|e, role| parts.push((e, role)));
            let mut finder = Finder { program, statics, function, at, found: Vec::new() };
            for &(e, role) in &parts {
                match role {
                    Role::Read => finder.value(e, None),
                    Role::Write => finder.address(e, None),
                }
            }
            for &(e, _) in parts.iter().filter(|(_, role)| *role == Role::Write) {
                finder.place(e, true, None);
            }
            found.append(&mut finder.found);
        }
        program.functions[function].body = Some(body);
    }
    found
}

struct Finder<'a> {
    program: &'a mut Program,
    statics: &'a FxHashSet<SymbolId>,
    function: FuncId,
    at: InstrId,
    found: Vec<Access>,
}

impl Finder<'_> {
    /// What an expression reads whose value is needed under the condition.
    fn value(&mut self, e: ExprId, condition: Option<ExprId>) {
        match self.program.exprs.kind(e) {
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                self.address(e, condition);
                self.place(e, false, condition);
            }
            ExprKind::AddressOf(place) => self.address(place, condition),
            // Whether something was written is no access to it.
            ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } => {}
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                self.value(a, condition);
                let decided = if op == BinOp::And { a } else { self.program.build().not(a) };
                let both = self.both(condition, decided);
                self.value(b, Some(both));
            }
            ExprKind::Ite { cond, then, other } => {
                self.value(cond, condition);
                let holds = self.both(condition, cond);
                self.value(then, Some(holds));
                let not = self.program.build().not(cond);
                let fails = self.both(condition, not);
                self.value(other, Some(fails));
            }
            _ => {
                let mut operands = Vec::new();
                self.program.exprs.operands(e, |operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.value(operand, condition));
            }
        }
    }

    /// What the address of a place depends on; the object itself is not accessed.
    fn address(&mut self, place: ExprId, condition: Option<ExprId>) {
        match self.program.exprs.kind(place) {
            ExprKind::Field { base, .. } => self.address(base, condition),
            ExprKind::Index { base, index } => {
                self.address(base, condition);
                self.value(index, condition);
            }
            ExprKind::Deref(pointer) => self.value(pointer, condition),
            ExprKind::Var(_) => {}
            // A part of a value.
            _ => self.value(place, condition),
        }
    }

    fn place(&mut self, place: ExprId, is_write: bool, condition: Option<ExprId>) {
        let root = match self.program.exprs.kind(self.program.exprs.root(place)) {
            ExprKind::Var(symbol) if self.statics.contains(&symbol) || matches!(self.program.symbols[symbol].storage, Storage::Local(_)) => Root::Named(symbol),
            // Parts of bytes have no address.
            ExprKind::Deref(pointer) if self.program.types.is_scalar(self.program.exprs.ty(place)) && !self.program.is_bit_field(place) => {
                Root::Through(pointer)
            }
            _ => return,
        };
        let access = Access { function: self.function, at: self.at, root, place, is_write, condition };
        let is_known = self.found.iter().any(|a| (a.place, a.is_write) == (place, is_write) && (a.condition.is_none() || a.condition == condition));
        if !is_known {
            self.found.push(access);
        }
    }

    fn both(&mut self, outer: Option<ExprId>, inner: ExprId) -> ExprId {
        outer.map_or(inner, |outer| and(self.program, outer, inner))
    }
}

/// Is it the address of a part of a static variable that depends on nothing?
pub(super) fn is_constant_address(program: &Program, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Cast(inner) => is_constant_address(program, inner),
        ExprKind::AddressOf(mut place) => loop {
            match program.exprs.kind(place) {
                ExprKind::Var(symbol) => return program.symbols[symbol].storage == Storage::Static,
                ExprKind::Field { base, .. } => place = base,
                ExprKind::Index { base, index } if program.exprs.as_const(index).is_some() => place = base,
                _ => return false,
            }
        },
        _ => false,
    }
}
