//! What was written of objects, for programs that ask. Beside each object stands another one of the same division: its bits are zero where those of the
//! object were written and one where they were not. Every store goes there as zero; what copies values as a whole copies these as well, so that copying is no
//! use. Nothing here ends a path.

use super::context::Context;
use super::memory::Place;
use super::objects::{Kind, NO_OBJECT, Object, ObjectId, Site, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::state::{Cell, State};
use super::update::{Change, Source};
use super::value::{Pointer, Value};
use goto::{Bits, ExprId, ExprKind, Id, Program, TypeId};
use std::rc::Rc;
use term::TermId;

/// Bytes of an object of which single ones are asked about.
const MOST_BYTES: u64 = 1 << 12;

/// Does some expression of the program ask what was written?
pub(super) fn is_asked(program: &Program) -> bool {
    program.exprs.any(|kind| matches!(kind, ExprKind::Written(_) | ExprKind::WrittenBytes { .. }))
}

impl Context<'_> {
    fn written_object(&mut self, object: ObjectId) -> ObjectId {
        self.names.object(Site::Written(object))
    }

    /// An object has come to life.
    pub(crate) fn note_new(&mut self, state: &mut State, object: ObjectId, unwritten: Value) {
        if !self.asks_for_written {
            return;
        }
        let Some(info) = self.object(object).copied() else { return };
        let id = self.add_object(Site::Written(object), Object { kind: Kind::Local, ..info });
        let alive = self.pool.truth(true);
        state.memory.insert(id.index() as u64, Cell { value: unwritten, alive });
    }

    pub(crate) fn forget_written(&mut self, state: &mut State, object: ObjectId) {
        if self.asks_for_written {
            let id = self.written_object(object);
            state.memory.remove(id.index() as u64);
        }
    }

    /// The object's division, which what was written of it shares.
    fn shape_for_written(&mut self, object: ObjectId, view: Shape) -> Shape {
        let shape = self.shape(object, view);
        let id = self.written_object(object);
        self.shape(id, shape)
    }
}

impl Run<'_> {
    /// What was written of an expression's value, if that is a record or an array.
    pub(crate) fn written_of(&mut self, value: ExprId) -> Option<Value> {
        let program = self.program;
        if !self.cx.asks_for_written || !self.live || program.types.is_scalar(program.exprs.ty(value)) {
            return None;
        }
        Some(match program.exprs.kind(value) {
            ExprKind::Zero => Value::Zero,
            _ if program.exprs.is_place(value) => {
                let place = self.place(value);
                self.written_in(&place)
            }
            _ => self.cx.unknown_value(),
        })
    }

    /// An assignment of a record or an array, after it was stored as if it were all written.
    pub(crate) fn note_assigned(&mut self, lhs: ExprId, written: Option<Value>) {
        if let (Some(written), true) = (written, self.live) {
            let place = self.place(lhs);
            self.note_written(&place, &written);
        }
    }

    /// What was written of a value that a function returns as another type.
    pub(crate) fn written_result(&mut self, value: ExprId, to: TypeId) -> Value {
        match self.written_of(value) {
            Some(written) if self.program.exprs.ty(value) == to => written,
            Some(_) => self.cx.unknown_value(),
            None => Value::Zero,
        }
    }

    /// The result of a call was stored as if it were all written.
    pub(crate) fn note_result(&mut self, lhs: ExprId, written: Value) {
        if self.cx.asks_for_written && !self.program.types.is_scalar(self.program.exprs.ty(lhs)) {
            self.note_assigned(lhs, Some(written));
        }
    }

    /// A parameter that is an object has its value.
    pub(crate) fn note_parameter(&mut self, pointer: Pointer, ty: TypeId, is_given: bool, written: Option<Value>) {
        if !self.cx.asks_for_written {
            return;
        }
        let written = match written {
            Some(written) => written,
            None if is_given && self.program.types.is_scalar(ty) => Value::Zero,
            None => self.cx.unknown_value(),
        };
        self.note_part(pointer, 0, Access::Type(ty), Some(written));
    }

    /// Somebody unknown may have written to an object.
    pub(crate) fn forget_what_was_written(&mut self, target: &Target) {
        if !self.cx.asks_for_written {
            return;
        }
        let unknown = self.cx.unknown_value();
        let id = self.cx.written_object(target.object);
        let shape = self.cx.known_shape(id);
        if let Some(Cell { value, alive }) = self.state.memory.get(id.index() as u64).cloned() {
            let value = self.cx.choose(target.guard, &unknown, &value, shape);
            self.state.memory.insert(id.index() as u64, Cell { value, alive });
        }
    }

    /// A store to a place took place.
    pub(crate) fn note_written(&mut self, place: &Place, written: &Value) {
        if !self.cx.asks_for_written || !self.live {
            return;
        }
        for target in self.known_targets(place).0 {
            let Some(size) = self.cx.object(target.object).map(|o| o.size) else { continue };
            let shape = self.cx.shape_for_written(target.object, place.view());
            let id = self.cx.written_object(target.object);
            if let Some(cell) = self.state.memory.get_mut(id.index() as u64) {
                self.cx.write_at(&mut cell.value, shape, size, target.offset, place.access(), (target.guard, written));
            }
        }
        self.ignore_trouble(place);
    }

    /// What cannot be followed may be written or not.
    fn ignore_trouble(&mut self, place: &Place) {
        if self.cx.take_trouble().is_some() {
            for target in self.known_targets(place).0 {
                self.forget_what_was_written(&target);
            }
        }
    }

    /// The objects that a place may be in, and whether there may be others.
    fn known_targets(&mut self, place: &Place) -> (Vec<Target>, Vec<TermId>) {
        let Some(pointer) = self.pointer_to(place) else { return (Vec::new(), Vec::new()) };
        let targets = self.cx.targets(&self.state.path, pointer);
        let known = targets.known.into_iter().filter(|t| t.object.index() != NO_OBJECT).collect();
        (known, targets.unknown)
    }

    /// What was written of what stands in a place.
    fn written_in(&mut self, place: &Place) -> Value {
        let shape = self.cx.access_shape(place.access());
        let (known, unknown) = self.known_targets(place);
        let mut chosen: Option<Value> = if unknown.is_empty() { None } else { Some(self.cx.unknown_value()) };
        for target in known {
            let value = self.written_at(&target, place);
            chosen = Some(match chosen {
                Some(other) => self.cx.choose(target.guard, &value, &other, shape),
                None => value,
            });
        }
        match (self.cx.take_trouble(), chosen) {
            (None, Some(value)) => value,
            // A scalar that is in no object.
            (None, None) => Value::Zero,
            (Some(_), _) => self.cx.unknown_value(),
        }
    }

    fn written_at(&mut self, target: &Target, place: &Place) -> Value {
        let Some(size) = self.cx.object(target.object).map(|o| o.size) else { return Value::Zero };
        let inside = self.cx.in_bounds(size, target.offset, self.cx.access_size(place.access()));
        if self.cx.pool.is_false(inside) {
            return Value::Zero;
        }
        let shape = self.cx.shape_for_written(target.object, place.view());
        let id = self.cx.written_object(target.object);
        match self.state.memory.get(id.index() as u64).map(|cell| cell.value.clone()) {
            Some(value) => self.cx.read_at(&value, shape, size, target.offset, place.access()),
            None => Value::Zero,
        }
    }

    pub(crate) fn written_part(&mut self, pointer: Pointer, offset: u64, access: Access) -> Option<Value> {
        if !self.cx.asks_for_written || !self.live {
            return None;
        }
        let place = self.part_place(pointer, offset, access);
        Some(self.written_in(&place))
    }

    pub(crate) fn note_part(&mut self, pointer: Pointer, offset: u64, access: Access, written: Option<Value>) {
        if let Some(written) = written {
            let place = self.part_place(pointer, offset, access);
            self.note_written(&place, &written);
        }
    }

    /// What was written of the object that a block is copied from.
    pub(crate) fn written_source(&mut self, from: &Target, source: &Source) -> Option<Rc<Source>> {
        if !self.cx.asks_for_written {
            return None;
        }
        let id = self.cx.written_object(from.object);
        let value = self.state.memory.get(id.index() as u64)?.value.clone();
        Some(Rc::new(Source { value, shape: source.shape, size: source.size }))
    }

    /// A change of a block, as it is for what was written of the object.
    pub(crate) fn change_written(&mut self, target: &Target, size: TermId, change: Change) {
        if !self.cx.asks_for_written || !self.live {
            return;
        }
        let object = self.cx.written_object(target.object);
        if let Some(shape) = self.cx.object(target.object).and_then(|o| o.shape) {
            self.cx.shape(object, shape);
        }
        let view = match &change {
            Change::Copy { source, .. } => source.shape,
            Change::Fill { .. } | Change::Write { .. } => Shape::Bytes(None),
        };
        self.change_block(&Target { object, ..*target }, size, view, change);
    }

    /// Is the scalar in a place written, as far as the place is in an object?
    pub(crate) fn is_written(&mut self, expr: ExprId) -> TermId {
        let yes = self.cx.pool.truth(true);
        let place = self.place(expr);
        if !self.live || !self.cx.asks_for_written {
            return yes;
        }
        let Some(width) = self.width_of(place.access()) else { return yes };
        let (known, unknown) = self.known_targets(&place);
        let mut result = yes;
        for guard in unknown {
            result = self.anything_where(guard, result);
        }
        for target in known {
            let unwritten = self.written_at(&target, &place);
            if self.cx.take_trouble().is_some() {
                result = self.anything_where(target.guard, result);
                continue;
            }
            let bits = self.cx.bits(&unwritten, width);
            let zero = self.cx.pool.constant(Bits::zero(width));
            let written = self.cx.pool.eq(bits, zero);
            let written = self.unless_invalid(&target, self.cx.access_size(place.access()), written);
            result = self.cx.pool.ite(target.guard, written, result);
        }
        result
    }

    fn width_of(&self, access: Access) -> Option<u16> {
        match access {
            Access::Type(ty) => match repr(&self.program.types, ty)? {
                Repr::Bits(width) => Some(width),
                Repr::Pointer => Some(self.cx.pointer_bits()),
            },
            Access::BitField(..) => match self.cx.access_shape(access) {
                Shape::Bits(width) => Some(width),
                _ => None,
            },
            Access::Byte => Some(8),
        }
    }

    fn anything_where(&mut self, guard: TermId, other: TermId) -> TermId {
        let anything = self.cx.unknown_value();
        let anything = self.cx.bits(&anything, 1);
        self.cx.pool.ite(guard, anything, other)
    }

    /// Nothing is said against what is in no live object.
    fn unless_invalid(&mut self, target: &Target, bytes: u64, written: TermId) -> TermId {
        let Some(size) = self.cx.object(target.object).map(|o| o.size) else { return written };
        let inside = self.cx.in_bounds(size, target.offset, bytes);
        let alive = self.alive(target);
        let valid = self.cx.pool.and(alive, inside);
        self.cx.pool.implies(valid, written)
    }

    /// Are so many bytes behind a pointer written, as far as they are in the object?
    pub(crate) fn are_bytes_written(&mut self, pointer: Pointer, size: TermId) -> TermId {
        let mut result = self.cx.pool.truth(true);
        if !self.live {
            return result;
        }
        let targets = self.cx.targets(&self.state.path, pointer);
        for guard in targets.unknown {
            result = self.anything_where(guard, result);
        }
        for target in targets.known.into_iter().filter(|t| t.object.index() != NO_OBJECT) {
            match self.bytes_written_of(&target, size) {
                Some(written) => result = self.cx.pool.ite(target.guard, written, result),
                None => result = self.anything_where(target.guard, result),
            }
        }
        result
    }

    fn bytes_written_of(&mut self, target: &Target, size: TermId) -> Option<TermId> {
        let object = self.cx.object(target.object).copied()?;
        let Size::Known(len @ ..=MOST_BYTES) = object.size else { return None };
        let id = self.cx.written_object(target.object);
        let Some(value) = self.state.memory.get(id.index() as u64).map(|cell| cell.value.clone()) else { return Some(self.cx.pool.truth(true)) };
        let shape = self.cx.known_shape(id);
        let mut written = Vec::new();
        for at in 0..len {
            // Among the bytes asked for: not before the first, and fewer than so many behind it.
            let position = self.cx.address_constant(at);
            let distance = self.cx.pool.sub(position, target.offset);
            let (behind, near) = (self.cx.pool.ule(target.offset, position), self.cx.pool.ult(distance, size));
            let asked = self.cx.pool.and(behind, near);
            if self.cx.pool.is_false(asked) {
                continue;
            }
            let byte = self.cx.read(&value, shape, at, Access::Byte);
            let byte = self.cx.bits(&byte, 8);
            let zero = self.cx.pool.constant(Bits::zero(8));
            let is_written = self.cx.pool.eq(byte, zero);
            written.push(self.cx.pool.implies(asked, is_written));
        }
        if self.cx.take_trouble().is_some() {
            return None;
        }
        let written = self.cx.pool.and_all(&written);
        Some(self.unless_invalid(target, 0, written))
    }
}
