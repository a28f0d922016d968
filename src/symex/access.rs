//! Reading and writing parts of values at known offsets. An access that meets a part of its own type goes there directly; any other goes through the bytes,
//! little endian, so that every access has a meaning.

use super::context::Context;
use super::shape::{Access, Repr, Shape, field_around, repr};
use super::value::{Array, Value, element_mut, fields, fields_mut};
use goto::types::Field;
use goto::{BitRange, Bits, RecordBody, Type, TypeId};
use std::rc::Rc;
use term::TermId;

/// Aggregates of more bytes than this are not converted byte by byte.
pub(super) const MOST_BYTES: u64 = 1 << 16;

/// The first bit of a byte. An offset that is too large for it, as a path that cannot be may ask for, lies in no object: what is read there may be anything.
fn first_bit(offset: u64) -> u64 {
    offset.wrapping_mul(8)
}

impl Context<'_> {
    /// Bytes that an access touches; 0 for types without a size.
    pub(crate) fn access_size(&self, access: Access) -> u64 {
        match access {
            Access::Type(ty) => self.types.size_of(ty).unwrap_or(0),
            // The bytes of the bit-field itself: the record may be larger than the object, if it is never accessed as a whole.
            Access::BitField(..) => self.bit_field(access).map_or(0, |(field, range)| field.offset + bytes_of(range)),
            Access::Byte => 1,
        }
    }

    /// The shape of what an access reads.
    pub(crate) fn access_shape(&self, access: Access) -> Shape {
        match (access, self.bit_field(access)) {
            (Access::Type(ty), _) => Shape::of(self.types, ty),
            (_, Some((_, range))) => Shape::Bits(range.width),
            (Access::Byte, _) => Shape::Bits(8),
            _ => Shape::Bytes(None),
        }
    }

    pub(crate) fn bit_field(&self, access: Access) -> Option<(Field, BitRange)> {
        match access {
            Access::BitField(record, index) => {
                let field = self.types.records[record].body.as_ref()?.fields.get(index as usize)?;
                Some((field.clone(), field.bits?))
            }
            Access::Type(_) | Access::Byte => None,
        }
    }

    /// The part of a value at an offset in bytes.
    pub(crate) fn read(&mut self, value: &Value, shape: Shape, offset: u64, access: Access) -> Value {
        let types = self.types;
        match (value, access) {
            (Value::Updated(update, bit), Access::Type(ty)) if bit % 8 == 0 && repr(types, ty).is_some() => {
                let at = self.address_constant((bit / 8).wrapping_add(offset));
                return self.read_updated(update, at, access);
            }
            (Value::Zero | Value::Fresh(..) | Value::Choice(_) | Value::Updated(..), Access::Type(_)) => return value.part(first_bit(offset)),
            _ if offset != 0 => {}
            (_, Access::Type(ty)) if shape.is_value_of(types, ty) => return value.clone(),
            (_, Access::BitField(record, index)) if is_record(self, shape, record) => {
                let Some(body) = shape.record(types) else { return Value::Zero };
                return fields(value, body)[index as usize].clone();
            }
            _ => {}
        }
        let size = self.access_size(access);
        if let Some(body) = shape.record(types) {
            if let Some(i) = field_around(types, body, offset, size) {
                let field = &body.fields[i];
                return self.read(&fields(value, body)[i], Shape::of(types, field.ty), offset - field.offset, access);
            }
        } else if let Shape::Elems(..) = shape {
            let (element, each) = self.element(shape);
            if offset % each + size <= each {
                let part = Array::of(value).element(offset / each, each);
                return self.read(&part, element, offset % each, access);
            }
        }
        self.gather(value, shape, offset, access)
    }

    /// As `read`, where nothing of the wanted type stands at the offset.
    fn gather(&mut self, value: &Value, shape: Shape, offset: u64, access: Access) -> Value {
        let types = self.types;
        let ty = match access {
            Access::Type(ty) => ty,
            Access::BitField(..) => {
                let Some((field, range)) = self.bit_field(access) else { return Value::Zero };
                let bytes = self.read_bytes(value, shape, offset + field.offset, bytes_of(range));
                let all = self.join(&bytes);
                return Value::Bits(self.pool.extract(all, range.start, range.width));
            }
            Access::Byte => return Value::Bits(self.read_byte(value, shape, offset)),
        };
        if types.size_of(ty).unwrap_or(0) > MOST_BYTES {
            self.trouble("a large value accessed as another type");
            return Value::Zero;
        }
        match (Shape::of(types, ty), types.get(ty)) {
            (Shape::Bytes(_), _) => {
                let bytes = self.read_bytes(value, shape, offset, types.size_of(ty).unwrap_or(0));
                byte_array(&bytes)
            }
            (Shape::Elems(elem, _), Type::Array { len, .. }) => {
                let each = types.size_of(elem).unwrap_or(1).max(1);
                let mut array = Array { elements: goto::Trie::default(), rest: Value::Zero };
                for i in 0..len.unwrap_or(0) {
                    let part = self.read(value, shape, offset + i * each, Access::Type(elem));
                    self.keep_truth(value, shape, offset + i * each, elem);
                    array.elements.insert(i, part);
                }
                Value::Array(Rc::new(array))
            }
            _ => {
                if let (Type::Record(record), Some(body)) = (types.get(ty), types.record_body(ty)) {
                    let parts = (0u32..).zip(&body.fields).map(|(i, f)| match f.bits {
                        Some(_) => self.read(value, shape, offset, Access::BitField(*record, i)),
                        None => {
                            self.keep_truth(value, shape, offset + f.offset, f.ty);
                            self.read(value, shape, offset + f.offset, Access::Type(f.ty))
                        }
                    });
                    return Value::Record(Rc::new(parts.collect()));
                }
                let bytes = self.read_bytes(value, shape, offset, types.size_of(ty).unwrap_or(0));
                self.scalar_of_bytes(&bytes, ty)
            }
        }
    }

    /// Replaces the part of a value at an offset in bytes.
    pub(crate) fn write(&mut self, value: &mut Value, shape: Shape, offset: u64, access: Access, new: Value) {
        let types = self.types;
        match access {
            _ if offset != 0 => {}
            Access::Type(ty) if shape.is_value_of(types, ty) => {
                *value = new;
                return;
            }
            Access::BitField(record, index) if is_record(self, shape, record) => {
                if let Some(body) = shape.record(types) {
                    fields_mut(value, body)[index as usize] = new;
                }
                return;
            }
            _ => {}
        }
        let size = self.access_size(access);
        if let Some(body) = shape.record(types) {
            if let Some(i) = field_around(types, body, offset, size) {
                let field = &body.fields[i];
                return self.write(&mut fields_mut(value, body)[i], Shape::of(types, field.ty), offset - field.offset, access, new);
            }
        } else if let Shape::Elems(..) = shape {
            let (element, each) = self.element(shape);
            if offset % each + size <= each {
                return self.write(element_mut(value, offset / each, each), element, offset % each, access, new);
            }
        }
        self.scatter(value, shape, offset, access, &new);
    }

    /// As `write`, where nothing of the type of the new value stands at the offset.
    fn scatter(&mut self, value: &mut Value, shape: Shape, offset: u64, access: Access, new: &Value) {
        let types = self.types;
        let ty = match access {
            Access::Type(ty) => ty,
            Access::BitField(..) => {
                let Some((field, range)) = self.bit_field(access) else { return };
                let mut bytes = self.read_bytes(value, shape, offset + field.offset, bytes_of(range));
                let bits = self.bits(new, range.width);
                self.place_bits(&mut bytes, range, bits);
                return self.write_bytes(value, shape, offset + field.offset, &bytes);
            }
            Access::Byte => {
                let byte = self.bits(new, 8);
                return self.write_bytes(value, shape, offset, &[byte]);
            }
        };
        if types.size_of(ty).unwrap_or(0) > MOST_BYTES {
            return self.trouble("a large value accessed as another type");
        }
        match (Shape::of(types, ty), types.get(ty)) {
            (Shape::Elems(elem, _), Type::Array { len, .. }) => {
                let each = types.size_of(elem).unwrap_or(1).max(1);
                let array = Array::of(new);
                for i in 0..len.unwrap_or(0) {
                    self.write(value, shape, offset + i * each, Access::Type(elem), array.element(i, each));
                }
            }
            (Shape::Type(_), Type::Record(record)) => {
                let Some(body) = types.record_body(ty) else { return };
                let parts = fields(new, body);
                for (i, f) in (0u32..).zip(&body.fields) {
                    let part = parts[i as usize].clone();
                    match f.bits {
                        Some(_) => self.write(value, shape, offset, Access::BitField(*record, i), part),
                        None => self.write(value, shape, offset + f.offset, Access::Type(f.ty), part),
                    }
                }
            }
            (own, _) => {
                let bytes = self.read_bytes(new, own, 0, types.size_of(ty).unwrap_or(0));
                self.write_bytes(value, shape, offset, &bytes);
            }
        }
    }

    /// Bytes of a value in the order of memory. What begins before the value, at an offset at the end of the numbers, may end in it.
    pub(crate) fn read_bytes(&mut self, value: &Value, shape: Shape, offset: u64, count: u64) -> Vec<TermId> {
        let types = self.types;
        if let (Some(_), Shape::Type(ty)) = (shape.repr(types), shape) {
            let all = self.bytes_of_scalar(value, ty);
            return (0..count).map(|i| all.get(offset.wrapping_add(i) as usize).copied().unwrap_or_else(|| self.padding())).collect();
        }
        (0..count).map(|i| self.read_byte(value, shape, offset.wrapping_add(i))).collect()
    }

    fn read_byte(&mut self, value: &Value, shape: Shape, offset: u64) -> TermId {
        let types = self.types;
        if let Value::Zero | Value::Fresh(..) | Value::Choice(_) | Value::Updated(..) = value {
            return self.bits(&value.part(first_bit(offset)), 8);
        }
        match shape {
            Shape::Bits(width) => {
                let bits = self.bits(value, width);
                self.pool.resize(bits, 8, false)
            }
            Shape::Elems(..) | Shape::Bytes(_) => {
                let (element, each) = self.element(shape);
                let part = Array::of(value).element(offset / each, each);
                self.read_byte(&part, element, offset % each)
            }
            Shape::Type(ty) => match shape.record(types) {
                Some(body) => match field_around(types, body, offset, 1) {
                    Some(i) => {
                        let field = &body.fields[i];
                        self.read_byte(&fields(value, body)[i], Shape::of(types, field.ty), offset - field.offset)
                    }
                    None => self.byte_of_bit_fields(&fields(value, body), body, offset),
                },
                None => {
                    let all = self.bytes_of_scalar(value, ty);
                    all.get(offset as usize).copied().unwrap_or_else(|| self.padding())
                }
            },
        }
    }

    /// Overwrites bytes of a value.
    pub(crate) fn write_bytes(&mut self, value: &mut Value, shape: Shape, offset: u64, bytes: &[TermId]) {
        let types = self.types;
        let end = offset + bytes.len() as u64;
        if let Shape::Elems(..) | Shape::Bytes(_) = shape {
            let (element, each) = self.element(shape);
            let mut at = offset;
            while at < end {
                let next = ((at / each + 1) * each).min(end);
                let part = &bytes[(at - offset) as usize..(next - offset) as usize];
                self.write_bytes(element_mut(value, at / each, each), element, at % each, part);
                at = next;
            }
        } else if let Some(body) = shape.record(types) {
            let before = body.fields.iter().any(|f| f.bits.is_some()).then(|| value.clone());
            for (i, field) in body.fields.iter().enumerate() {
                let size = match field.bits {
                    Some(range) => bytes_of(range),
                    None => types.size_of(field.ty).unwrap_or(u64::MAX - field.offset),
                };
                let (low, high) = (offset.max(field.offset), end.min(field.offset + size));
                if low >= high {
                    continue;
                }
                let part = &bytes[(low - offset) as usize..(high - offset) as usize];
                match (field.bits, &before) {
                    (Some(range), Some(before)) => {
                        let mut all = self.read_bytes(before, shape, field.offset, size);
                        all[(low - field.offset) as usize..(high - field.offset) as usize].copy_from_slice(part);
                        let all = self.join(&all);
                        fields_mut(value, body)[i] = Value::Bits(self.pool.extract(all, range.start, range.width));
                    }
                    _ => self.write_bytes(&mut fields_mut(value, body)[i], Shape::of(types, field.ty), low - field.offset, part),
                }
            }
        } else if let Shape::Type(ty) = shape {
            let mut all = self.bytes_of_scalar(value, ty);
            for (i, byte) in (offset as usize..).zip(bytes) {
                if let Some(old) = all.get_mut(i) {
                    *old = *byte;
                }
            }
            if let ([byte], Type::Bool) = (all.as_slice(), types.get(ty)) {
                self.require_truth(*byte);
            }
            *value = self.scalar_of_bytes(&all, ty);
        } else if let (Shape::Bits(8), [byte]) = (shape, bytes) {
            *value = Value::Bits(*byte);
        }
    }

    /// As `require_truth`, for the byte at an offset that becomes part of a value of this type.
    fn keep_truth(&mut self, value: &Value, shape: Shape, offset: u64, ty: TypeId) {
        if self.asks_for_truths && *self.types.get(ty) == Type::Bool {
            let byte = self.read(value, shape, offset, Access::Byte);
            let byte = self.bits(&byte, 8);
            self.require_truth(byte);
        }
    }

    /// Objects of type `_Bool` are truth here: which other byte one holds is not followed, which matters if the program asks for that.
    fn require_truth(&mut self, byte: TermId) {
        if !self.asks_for_truths {
            return;
        }
        let upper = self.pool.extract(byte, 1, 7);
        if self.pool.as_const(upper).is_none_or(|upper| !upper.is_zero()) {
            self.trouble("a _Bool that may be neither 0 nor 1");
        }
    }

    /// The bytes of a scalar, without padding at its end.
    fn bytes_of_scalar(&mut self, value: &Value, ty: TypeId) -> Vec<TermId> {
        let width = match repr(self.types, ty) {
            Some(Repr::Bits(width)) => width,
            _ => self.pointer_bits(),
        };
        let bits = self.bits(value, width);
        let count = width.div_ceil(8);
        let bits = self.pool.resize(bits, count * 8, false);
        (0..count).map(|i| self.pool.extract(bits, 8 * i, 8)).collect()
    }

    /// The scalar whose bytes these are, with or without padding at its end.
    pub(crate) fn scalar_of_bytes(&mut self, bytes: &[TermId], ty: TypeId) -> Value {
        let Some(repr) = repr(self.types, ty) else { return Value::Zero };
        let width = match repr {
            Repr::Bits(width) => width,
            Repr::Pointer => self.pointer_bits(),
        };
        let used = usize::from(width.div_ceil(8)).min(bytes.len());
        let bits = self.join(&bytes[..used]);
        match (repr, self.types.get(ty)) {
            (_, Type::Bool) => {
                let zero = self.pool.constant(Bits::zero(8));
                Value::Bits(self.pool.ne(bits, zero))
            }
            (Repr::Pointer, _) => Value::Pointer(self.pointer_at(bits)),
            (Repr::Bits(width), _) => Value::Bits(self.pool.resize(bits, width, false)),
        }
    }

    /// Bytes in the order of memory as one number.
    pub(crate) fn join(&mut self, bytes: &[TermId]) -> TermId {
        let mut all = bytes[0];
        for &byte in &bytes[1..] {
            all = self.pool.concat(byte, all);
        }
        all
    }

    /// Overwrites the bits of a bit-field in the bytes that it lies in.
    pub(crate) fn place_bits(&mut self, bytes: &mut [TermId], range: BitRange, bits: TermId) {
        for (i, byte) in (0u16..).zip(bytes) {
            let (low, high) = (range.start.max(8 * i), (range.start + range.width).min(8 * i + 8));
            if low >= high {
                continue;
            }
            let mut new = self.pool.extract(bits, low - range.start, high - low);
            if low > 8 * i {
                let below = self.pool.extract(*byte, 0, low - 8 * i);
                new = self.pool.concat(new, below);
            }
            if high < 8 * i + 8 {
                let above = self.pool.extract(*byte, high - 8 * i, 8 * i + 8 - high);
                new = self.pool.concat(above, new);
            }
            *byte = new;
        }
    }

    /// A byte of a struct where no ordinary field is: bit-fields and padding.
    fn byte_of_bit_fields(&mut self, parts: &[Value], body: &RecordBody, offset: u64) -> TermId {
        let mut byte = None;
        for (part, field) in parts.iter().zip(&body.fields) {
            let Some(range) = field.bits else { continue };
            if !(field.offset..field.offset + bytes_of(range)).contains(&offset) {
                continue;
            }
            let start = byte.unwrap_or_else(|| self.padding());
            let mut bytes = vec![start; bytes_of(range) as usize];
            let bits = self.bits(part, range.width);
            self.place_bits(&mut bytes, range, bits);
            byte = Some(bytes[(offset - field.offset) as usize]);
        }
        byte.unwrap_or_else(|| self.padding())
    }

    /// A byte that belongs to no part of a value. What it is in the program is not followed.
    fn padding(&mut self) -> TermId {
        // Grows with each one.
        let number = self.approximate.len();
        self.approximate(&format!("padding.{number}"), 8)
    }
}

/// Bytes in which a bit-field lies.
pub(super) fn bytes_of(range: BitRange) -> u64 {
    u64::from((range.start + range.width).div_ceil(8))
}

fn is_record(context: &Context<'_>, shape: Shape, record: goto::RecordId) -> bool {
    matches!(shape, Shape::Type(ty) if *context.types.get(ty) == Type::Record(record))
}

pub(super) fn byte_array(bytes: &[TermId]) -> Value {
    let mut array = Array { elements: goto::Trie::default(), rest: Value::Zero };
    for (i, byte) in (0u64..).zip(bytes) {
        array.elements.insert(i, Value::Bits(*byte));
    }
    Value::Array(Rc::new(array))
}
