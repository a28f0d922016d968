//! Copying and setting blocks of memory. Blocks are taken apart into the largest typed parts, so that what is copied stays what it was.

use super::CutReason;
use super::objects::Size;
use super::run::Run;
use super::shape::{Access, Shape};
use super::value::{Pointer, Value};
use crate::term::TermId;
use goto::{ExprId, Type};

/// Parts of a block.
const MOST_PARTS: usize = 1 << 16;
/// Bytes of a block of unknown size.
const MOST_BYTES: u64 = 1 << 12;

impl Run<'_> {
    pub fn memory_copy(&mut self, dst: ExprId, src: ExprId, size: ExprId) {
        let size = self.eval_bits(size);
        let (dst, src) = (self.eval_pointer(dst), self.eval_pointer(src));
        let Some(size) = self.cx.pool.as_const(size).map(|bits| bits.unsigned() as u64) else { return self.copy_some(dst, src, size) };
        if !self.live || size == 0 {
            return;
        }
        let Some(parts) = self.parts(&[src, dst], size) else { return };
        // All is read before anything is written: the blocks may overlap.
        let mut values = Vec::with_capacity(parts.len());
        for &(offset, access) in &parts {
            values.push(self.load_part(src, offset, access));
            if !self.live {
                return;
            }
        }
        for ((offset, access), value) in parts.into_iter().zip(values) {
            self.store_part(dst, offset, access, value);
        }
    }

    pub fn memory_set(&mut self, dst: ExprId, value: ExprId, size: ExprId) {
        let size = self.eval_bits(size);
        let dst = self.eval_pointer(dst);
        let value = self.eval_bits(value);
        let byte = self.cx.pool.resize(value, 8, false);
        let Some(size) = self.cx.pool.as_const(size).map(|bits| bits.unsigned() as u64) else { return self.set_some(dst, byte, size) };
        if !self.live || size == 0 {
            return;
        }
        let Some(parts) = self.parts(&[dst], size) else { return };
        for (offset, access) in parts {
            let value = self.filled(byte, access);
            self.store_part(dst, offset, access, value);
            if !self.live {
                return;
            }
        }
    }

    /// Copies a number of bytes that is not known: each of those that may be meant, if it is.
    fn copy_some(&mut self, dst: Pointer, src: Pointer, size: TermId) {
        let bytes = self.possible_bytes(&[dst, src], size);
        let mut values = Vec::with_capacity(bytes.len());
        for (offset, &guard) in (0..).zip(&bytes) {
            values.push(self.load_part_if(guard, src, offset, Access::Byte));
            if !self.live {
                return;
            }
        }
        for ((offset, guard), value) in (0..).zip(bytes).zip(values) {
            self.store_part_if(guard, dst, offset, Access::Byte, value);
        }
    }

    fn set_some(&mut self, dst: Pointer, byte: TermId, size: TermId) {
        for (offset, guard) in (0..).zip(self.possible_bytes(&[dst], size)) {
            self.store_part_if(guard, dst, offset, Access::Byte, Value::Bits(byte));
        }
    }

    /// For each byte of a block of unknown size whether it is part of it, as far as the objects go.
    fn possible_bytes(&mut self, pointers: &[Pointer], size: TermId) -> Vec<TermId> {
        let mut most = MOST_BYTES;
        let mut limit = None;
        for pointer in pointers {
            let targets = self.cx.targets(&self.state.path, *pointer);
            let mut room = 0;
            for target in &targets.known {
                let offset = self.cx.pool.as_const(target.offset).map_or(0, |at| at.unsigned() as u64);
                let own = match self.cx.object(target.object).map(|o| o.size) {
                    Some(Size::Known(size)) => size.saturating_sub(offset),
                    Some(Size::Term(_)) => u64::MAX,
                    None => 0,
                };
                room = room.max(own);
            }
            if targets.unknown.is_empty() && room <= most {
                most = room;
                limit = Some(room);
            }
        }
        let end = self.cx.address_constant(most);
        let fits = self.cx.pool.ule(size, end);
        if limit.is_some() {
            // More than this is in no object.
            self.require(fits);
        } else {
            let more = self.cx.pool.not(fits);
            self.unsupported(more, "block operation of a size that is not constant");
        }
        if !self.live {
            return Vec::new();
        }
        let mut bytes = Vec::new();
        for offset in 0..most {
            let offset = self.cx.address_constant(offset);
            let inside = self.cx.pool.ult(offset, size);
            if self.state.path.decides(self.cx.pool, inside) == Some(false) {
                break;
            }
            bytes.push(inside);
        }
        bytes
    }

    /// The value of which every byte is the given one.
    fn filled(&mut self, byte: TermId, access: Access) -> Value {
        if self.cx.pool.as_const(byte).is_some_and(|b| b.is_zero()) {
            return Value::Zero;
        }
        let size = self.cx.access_size(access);
        let bytes = vec![byte; size as usize];
        let all = super::access::byte_array(&bytes);
        self.cx.read(&all, Shape::Bytes(Some(size)), 0, access)
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
            self.cut_all(CutReason::Unsupported("block operation on very many bytes".to_string()));
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
