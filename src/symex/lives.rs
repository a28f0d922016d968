//! The lives of objects: declared variables, allocations, and what ends them. What stands in objects is for `memory` to say.

use super::functions::Variable;
use super::objects::{Kind, NO_OBJECT, Object, Size};
use super::pointer::Target;
use super::run::Run;
use super::state::Cell;
use super::value::{Pointer, Value};
use goto::{AllocKind, ExprId, ExprKind, Id, InstrId, InstrKind, SymbolId, Type, TypeId};

/// Instructions behind an allocation in which the pointer to it may become one of another type.
const MOST_AHEAD: usize = 8;

impl Run<'_> {
    pub(crate) fn declare(&mut self, symbol: SymbolId) {
        let covered = self.frame().is_covered();
        match self.variables.get(symbol) {
            Variable::Static => {}
            Variable::Register(slot) if covered => {
                self.state.locals.remove(u64::from(slot));
            }
            Variable::Register(slot) => {
                let site = self.site();
                let fresh = Value::Fresh(self.cx.names.family(site), 0);
                self.state.locals.insert(u64::from(slot), fresh);
            }
            Variable::Object(slot) => {
                let site = self.site();
                let fresh = Value::Fresh(self.cx.names.family(site), 0);
                let pointer = self.cx.new_variable(&mut self.state, site, symbol, fresh);
                let id = self.cx.as_object(pointer.object);
                self.frame().objects.extend(id);
                self.state.locals.insert(u64::from(slot), Value::Pointer(pointer));
            }
        }
    }

    pub(crate) fn kill(&mut self, symbol: SymbolId) {
        match self.variables.get(symbol) {
            Variable::Static => {}
            Variable::Register(slot) => {
                self.state.locals.remove(u64::from(slot));
            }
            Variable::Object(slot) => {
                if let Some(value) = self.state.locals.remove(u64::from(slot)) {
                    let pointer = self.cx.pointer(&value);
                    let targets = self.cx.targets(&self.state.path, pointer);
                    for target in targets.known {
                        self.end_life(&target);
                    }
                }
            }
        }
    }

    /// Ends a stack allocation.
    pub(crate) fn release(&mut self, pointer: ExprId) {
        let pointer = self.eval_pointer(pointer);
        for target in self.cx.targets(&self.state.path, pointer).known {
            if self.cx.object(target.object).is_some_and(|o| o.kind == Kind::Local) {
                self.end_life(&target);
                if self.state.memory.get(target.object.index() as u64).is_none() {
                    self.frame().objects.retain(|&id| id != target.object);
                }
            }
        }
    }

    fn end_life(&mut self, target: &Target) {
        let key = target.object.index() as u64;
        self.cx.note_end(&self.state, target.object);
        if self.cx.pool.is_true(target.guard) {
            self.state.memory.remove(key);
            self.cx.forget_written(&mut self.state, target.object);
        } else if let Some(cell) = self.state.memory.get_mut(key) {
            let others = self.cx.pool.not(target.guard);
            cell.alive = self.cx.pool.and(cell.alive, others);
        }
    }

    pub(crate) fn allocate(&mut self, result: ExprId, size: ExprId, kind: AllocKind, zeroed: bool) {
        let size = self.eval_bits(size);
        let width = self.cx.pointer_bits();
        let size = self.cx.pool.resize(size, width, false);
        let size = match self.cx.pool.as_const(size) {
            Some(bits) => Size::Known(bits.unsigned() as u64),
            None => Size::Term(size),
        };
        let target = match *self.program.types.get(self.program.exprs.ty(result)) {
            Type::Pointer(target) => Some(target),
            _ => None,
        };
        let types = &self.program.types;
        // Character pointers say little of what the memory will be used for.
        let shape = target.filter(|t| types.size_of(*t).is_some_and(|bytes| bytes > 1)).map(|t| self.view(t));
        let site = self.site();
        let value = if zeroed { Value::Zero } else { Value::Fresh(self.cx.names.family(site), 0) };
        let object = Object { kind: Kind::from(kind), size, align: 16, shape };
        let id = self.cx.add_object(site, object);
        if kind.is_heap() {
            let cast = self.type_of_result(result);
            self.cx.note_type(id, size, cast);
        }
        self.cx.note_birth(&mut self.state, id);
        let alive = self.cx.pool.truth(true);
        self.state.memory.insert(id.index() as u64, Cell { value, alive });
        self.note_new_node(id);
        self.cx.note_made(&mut self.state, id);
        // What the system hands to the program is written.
        let written = if zeroed || kind == AllocKind::Static { Value::Zero } else { self.cx.unwritten() };
        self.cx.note_new(&mut self.state, id, written);
        if kind == AllocKind::Stack {
            self.frame().objects.push(id);
        }
        let pointer = Pointer { object: self.cx.object_term(id), offset: self.cx.address_constant(0) };
        self.assign(result, Value::Pointer(pointer));
    }

    /// What the pointer that an allocation gives leads to, by its type or the one that it becomes soon after.
    fn type_of_result(&mut self, result: ExprId) -> Option<TypeId> {
        let (types, exprs) = (&self.program.types, &self.program.exprs);
        let pointee = |ty: TypeId| match types.get(ty) {
            Type::Pointer(target) => types.record_body(*target).map(|_| *target),
            _ => None,
        };
        if let Some(own) = pointee(exprs.ty(result)) {
            return Some(own);
        }
        let frame = self.frame();
        let body = frame.body;
        let (from, to) = (frame.pc.index() + 1, (frame.pc.index() + 1 + MOST_AHEAD).min(body.len()));
        (from..to).find_map(|at| match body[InstrId::new(at)].kind {
            InstrKind::Assign { rhs, .. } => match exprs.kind(rhs) {
                ExprKind::Cast(inner) if inner == result => pointee(exprs.ty(rhs)),
                _ => None,
            },
            _ => None,
        })
    }

    pub(crate) fn free(&mut self, pointer: ExprId) {
        let value = self.eval(pointer);
        let pointer = self.cx.pointer(&value);
        let targets = self.cx.targets(&self.state.path, pointer);
        for unknown in targets.unknown {
            self.unsupported(unknown, "free of an indeterminate pointer");
        }
        for target in targets.known {
            let zero = self.cx.address_constant(0);
            let start = self.cx.pool.eq(target.offset, zero);
            if target.object.index() == NO_OBJECT {
                let valid = self.cx.pool.implies(target.guard, start);
                self.require(valid);
                continue;
            }
            if self.cx.nodes.is_handle(target.object) {
                self.free_row(&target);
                continue;
            }
            let alive = self.state.memory.get(target.object.index() as u64).map(|cell| cell.alive);
            match (self.cx.object(target.object).map(|o| o.kind), alive) {
                (Some(Kind::Heap | Kind::Lent), Some(alive)) => {
                    let valid = self.cx.pool.and(alive, start);
                    let valid = self.cx.pool.implies(target.guard, valid);
                    self.require(valid);
                    self.end_life(&target);
                }
                // Another thread made it. Whether it lives is not asked, and one that is freed twice ends the program, which others may do at any time.
                (Some(Kind::Heap | Kind::Lent), None) if self.cx.recorder.is_some() && self.state.begun => {
                    let valid = self.cx.pool.implies(target.guard, start);
                    self.require_access(valid);
                    self.end_life(&target);
                }
                _ => self.crash_or_unknown(&target),
            }
        }
    }
}
