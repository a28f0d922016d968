//! Copying and setting blocks of memory. Small blocks of known size are taken apart into the largest typed parts, so that what is copied stays what it was;
//! all others are changes of the whole object.

use super::objects::{Object, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Shape};
use super::update::{Change, Source};
use super::value::{Pointer, Value};
use goto::{ExprId, Id, Type};
use std::rc::Rc;
use term::TermId;

/// Parts of a block that is taken apart.
const MOST_PARTS: usize = 1 << 10;
/// Bytes of a block of unknown size that is taken apart.
const FEW_BYTES: u64 = 32;

impl Run<'_> {
    pub(crate) fn memory_copy(&mut self, dst: ExprId, src: ExprId, size: ExprId) {
        let size = self.eval_bits(size);
        let (dst, src) = (self.eval_pointer(dst), self.eval_pointer(src));
        let known = self.cx.pool.as_const(size).map(|bits| bits.unsigned() as u64);
        if !self.live || known == Some(0) {
            return;
        }
        let Some(parts) = self.parts_of(&[src, dst], known) else { return self.copy_block(dst, src, size) };
        // All is read before anything is written: the blocks may overlap.
        let mut values = Vec::with_capacity(parts.len());
        for &(offset, access) in &parts {
            let written = self.written_part(src, offset, access);
            values.push((self.load_part(src, offset, access), written));
            if !self.live {
                return;
            }
        }
        for ((offset, access), (value, written)) in parts.into_iter().zip(values) {
            self.store_part(dst, offset, access, value);
            self.note_part(dst, offset, access, written);
        }
    }

    pub(crate) fn memory_set(&mut self, dst: ExprId, value: ExprId, size: ExprId) {
        let size = self.eval_bits(size);
        let dst = self.eval_pointer(dst);
        let value = self.eval_bits(value);
        let byte = self.cx.pool.resize(value, 8, false);
        let known = self.cx.pool.as_const(size).map(|bits| bits.unsigned() as u64);
        if !self.live || known == Some(0) {
            return;
        }
        let Some(parts) = self.parts_of(&[dst], known) else { return self.set_block(dst, byte, size) };
        for (offset, access) in parts {
            let value = self.cx.filled(byte, access);
            self.store_part(dst, offset, access, value);
            if !self.live {
                return;
            }
        }
    }

    /// The parts of a block, if its size is known, it is not a whole object, and the parts are few. What threads share is only known in parts.
    fn parts_of(&mut self, pointers: &[Pointer], size: Option<u64>) -> Option<Vec<(u64, Access)>> {
        let size = size?;
        let whole = pointers.iter().all(|pointer| {
            let object = self.cx.as_object(pointer.object).and_then(|o| self.cx.object(o));
            let starts = self.cx.pool.as_const(pointer.offset).is_some_and(|at| at.is_zero());
            starts && matches!(object, Some(Object { size: Size::Known(own), .. }) if *own == size)
        });
        if whole && size > FEW_BYTES && self.cx.recorder.is_none() { None } else { self.parts(pointers, size) }
    }

    fn copy_block(&mut self, dst: Pointer, src: Pointer, size: TermId) {
        let (from, to) = (self.block_targets(src, size), self.written_targets(dst, size));
        let mut sources = Vec::new();
        for source in from {
            self.touch_whole(&source, false);
            let Some((cell, object)) = self.state.memory.get(source.object.index() as u64).zip(self.cx.object(source.object)) else { continue };
            let shape = self.cx.known_shape(source.object);
            sources.push((source, Rc::new(Source { value: cell.value.clone(), shape, size: object.size })));
        }
        let written: Vec<_> = sources.iter().map(|(from, source)| self.written_source(from, source)).collect();
        for target in to {
            for ((from, source), written) in sources.iter().zip(&written) {
                let guard = self.cx.pool.and(target.guard, from.guard);
                let target = Target { guard, ..target };
                let change = |source: &Rc<Source>| Change::Copy { start: target.offset, size, from: from.offset, source: Rc::clone(source) };
                self.change_block(&target, size, source.shape, change(source));
                if let Some(written) = written {
                    self.change_written(&target, size, change(written));
                }
            }
        }
    }

    fn set_block(&mut self, dst: Pointer, byte: TermId, size: TermId) {
        for target in self.written_targets(dst, size) {
            let change = Change::Fill { start: target.offset, size, byte };
            self.change_block(&target, size, Shape::Bytes(None), change);
            let zero = self.cx.pool.constant(goto::Bits::zero(8));
            self.change_written(&target, size, Change::Fill { start: target.offset, size, byte: zero });
        }
    }

    /// As `block_targets`, for a block that is written: where it is not empty it lies in no constant.
    fn written_targets(&mut self, pointer: Pointer, size: TermId) -> Vec<Target> {
        let mut targets = self.block_targets(pointer, size);
        targets.retain(|target| {
            if !self.is_constant(target.object) {
                return true;
            }
            let zero = self.cx.address_constant(0);
            let empty = self.cx.pool.eq(size, zero);
            let valid = self.cx.pool.implies(target.guard, empty);
            self.require(valid);
            false
        });
        if self.live { targets } else { Vec::new() }
    }

    /// The objects that a block may be in. Where the block is not empty it must be inside of them.
    fn block_targets(&mut self, pointer: Pointer, size: TermId) -> Vec<Target> {
        let targets = self.scanned_targets(pointer, Some(size));
        for target in &targets {
            let Some(object) = self.cx.object(target.object).copied() else { continue };
            let own = match object.size {
                Size::Known(own) => self.cx.address_constant(own),
                Size::Term(own) => own,
            };
            let rest = self.cx.pool.sub(own, size);
            let (fits, early) = (self.cx.pool.ule(size, own), self.cx.pool.ule(target.offset, rest));
            let inside = self.cx.pool.and(fits, early);
            let alive = self.alive(target);
            let valid = self.cx.pool.and(alive, inside);
            let zero = self.cx.address_constant(0);
            let empty = self.cx.pool.eq(size, zero);
            let valid = self.cx.pool.or(empty, valid);
            let valid = self.cx.pool.implies(target.guard, valid);
            self.require(valid);
        }
        if self.live { targets } else { Vec::new() }
    }

    /// A change of an object. Of an object that is not divided yet, the division is that of what is copied.
    pub(crate) fn change_block(&mut self, target: &Target, size: TermId, view: Shape, change: Change) {
        let Some(object) = self.cx.object(target.object).copied() else { return };
        let view = match view {
            Shape::Elems(elem, _) => Shape::Elems(elem, None),
            Shape::Type(ty) => Shape::Elems(ty, None),
            Shape::Bytes(_) | Shape::Bits(_) => Shape::Bytes(None),
        };
        let shape = match &change {
            // All bytes are alike in any division.
            Change::Fill { .. } => self.cx.known_shape(target.object),
            _ => self.cx.shape(target.object, view),
        };
        let covers = self.cx.pool.is_true(target.guard)
            && self.cx.pool.as_const(target.offset).is_some_and(|at| at.is_zero())
            && self.cx.pool.as_const(size).is_some_and(|bits| matches!(object.size, Size::Known(own) if u128::from(own) == bits.unsigned()));
        self.touch_whole(target, true);
        let Some(cell) = self.state.memory.get_mut(target.object.index() as u64) else { return };
        match &change {
            Change::Fill { byte, .. } if covers && self.cx.pool.as_const(*byte).is_some_and(|b| b.is_zero()) => cell.value = Value::Zero,
            Change::Copy { from, source, .. } if covers && source.shape == shape && self.cx.pool.as_const(*from).is_some_and(|at| at.is_zero()) => {
                cell.value = source.value.clone();
            }
            _ => self.cx.update(&mut cell.value, shape, object.size, target.guard, change),
        }
        // A value is not divided before the division is known.
        if object.shape.is_none()
            && let Value::Array(array) = &cell.value
            && array.elements.is_empty()
        {
            cell.value = array.rest.clone();
        }
    }

    /// A block as parts with their offsets: as the first of the pointers sees it whose object is known.
    fn parts(&mut self, pointers: &[Pointer], size: u64) -> Option<Vec<(u64, Access)>> {
        let mut parts = Vec::new();
        for pointer in pointers {
            let (Some(object), Some(offset)) = (self.cx.as_object(pointer.object), self.cx.pool.as_const(pointer.offset)) else { continue };
            let Some(info) = self.cx.object(object) else { continue };
            let (Some(shape), Size::Known(whole)) = (info.shape, info.size) else { continue };
            let offset = offset.unsigned() as u64;
            if offset.checked_add(size).is_none_or(|end| end > whole) {
                continue;
            }
            if !self.collect(shape, offset, size, 0, &mut parts) {
                break;
            }
            return Some(parts);
        }
        if !parts.is_empty() || size > MOST_PARTS as u64 {
            return None;
        }
        Some((0..size).map(|i| (i, Access::Byte)).collect())
    }

    /// The parts of a value of this shape in `from .. from + size`; they stand at `at` in the block.
    fn collect(&self, shape: Shape, from: u64, size: u64, at: u64, out: &mut Vec<(u64, Access)>) -> bool {
        let types = &self.program.types;
        if out.len() >= MOST_PARTS {
            return false;
        }
        if let Shape::Type(ty) = shape
            && from == 0
            && types.size_of(ty) == Some(size)
        {
            out.push((at, Access::Type(ty)));
            return true;
        }
        match shape {
            Shape::Elems(..) => {
                let (element, each) = self.cx.element(shape);
                self.collect_elements(shape, element, each, (from, size, at), out)
            }
            Shape::Type(_) if shape.record(types).is_some_and(|b| b.fields.iter().all(|f| f.bits.is_none())) => {
                let Some(body) = shape.record(types) else { return true };
                let end = from + size;
                for field in &body.fields {
                    let whole = types.size_of(field.ty).unwrap_or(u64::MAX - field.offset);
                    let (low, high) = (from.max(field.offset), end.min(field.offset + whole));
                    if low < high {
                        let part = if low == field.offset && high - low == whole { Some(field.ty) } else { None };
                        match part {
                            Some(ty) => out.push((at + (low - from), Access::Type(ty))),
                            None => {
                                if !self.collect(Shape::of(types, field.ty), low - field.offset, high - low, at + (low - from), out) {
                                    return false;
                                }
                            }
                        }
                    }
                }
                true
            }
            _ => {
                out.extend((0..size).map(|i| (at + i, Access::Byte)));
                out.len() <= MOST_PARTS
            }
        }
    }

    fn collect_elements(&self, shape: Shape, element: Shape, each: u64, block: (u64, u64, u64), out: &mut Vec<(u64, Access)>) -> bool {
        let types = &self.program.types;
        let (from, size, at) = block;
        let Shape::Elems(ty, _) = shape else { return true };
        let end = from + size;
        let mut low = from;
        while low < end {
            let high = ((low / each + 1) * each).min(end);
            if high - low == each && matches!(types.get(ty), Type::Record(_) | Type::Array { .. }) {
                out.push((at + (low - from), Access::Type(ty)));
                if out.len() >= MOST_PARTS {
                    return false;
                }
            } else if !self.collect(element, low % each, high - low, at + (low - from), out) {
                return false;
            }
            low = high;
        }
        true
    }
}
