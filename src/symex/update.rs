//! Changes of arrays at places that are not known: each is kept as it is, over the value before it, and reading goes through them from the newest to the
//! oldest. So a write costs the same for any number of elements, and a read costs what was written since.
//!
//! Only arrays (and unions and untyped memory, which are arrays of bytes) keep changes; of a struct each field takes its part of a change.

use super::context::Context;
use super::objects::Size;
use super::shape::{Access, Repr, Shape, repr};
use super::value::{Array, Value, fields_mut};
use goto::{Bits, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::TermId;

/// Different places inside of what was written where a read may start.
const MOST_OVERLAPS: i128 = 1024;

/// A value after a change.
#[derive(Debug)]
pub(super) struct Updated {
    pub under: Value,
    /// The division and the size in bytes of the value.
    pub shape: Shape,
    pub size: Size,
    /// When the change happened.
    pub guard: TermId,
    pub change: Change,
}

/// What changed; places count in bytes from the start of the value. Nothing lies beyond the end of the object.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Write {
        offset: TermId,
        access: Access,
        new: Value,
    },
    /// So many bytes from `start` on are this one.
    Fill {
        start: TermId,
        size: TermId,
        byte: TermId,
    },
    /// So many bytes from `start` on come from another value, from the offset `from` on.
    Copy {
        start: TermId,
        size: TermId,
        from: TermId,
        source: Rc<Source>,
    },
}

/// A value that was copied from, as it was then.
#[derive(Debug)]
pub(super) struct Source {
    pub value: Value,
    pub shape: Shape,
    pub size: Size,
}

impl Drop for Updated {
    /// Long chains are not dropped recursively.
    fn drop(&mut self) {
        let mut next = std::mem::replace(&mut self.under, Value::Zero);
        loop {
            next = match next {
                Value::Array(array) => match Rc::try_unwrap(array) {
                    Ok(array) => array.rest,
                    Err(_) => return,
                },
                Value::Updated(update, _) => match Rc::try_unwrap(update) {
                    Ok(mut update) => std::mem::replace(&mut update.under, Value::Zero),
                    Err(_) => return,
                },
                _ => return,
            };
        }
    }
}

/// What was read from values after changes, for as long as one read lasts.
#[derive(Default)]
pub(super) struct ReadUnder {
    depth: u32,
    /// With the value after the change, which lives as long as its address is a key.
    known: FxHashMap<(*const Updated, TermId, Access), (Rc<Updated>, Value)>,
}

impl ReadUnder {
    fn get(&self, of: &Rc<Updated>, offset: TermId, access: Access) -> Option<Value> {
        self.known.get(&(Rc::as_ptr(of), offset, access)).map(|(_, value)| value.clone())
    }

    /// The outermost read forgets all.
    fn leave(&mut self, of: &Rc<Updated>, offset: TermId, access: Access, value: &Value) {
        self.depth -= 1;
        if self.depth == 0 {
            self.known = FxHashMap::default();
        } else {
            self.known.insert((Rc::as_ptr(of), offset, access), (Rc::clone(of), value.clone()));
        }
    }
}

/// What a change does to a read.
enum Hit {
    Nothing,
    /// The values read and when; the conditions exclude each other.
    Parts(Vec<(TermId, Value)>),
    /// It may change a part of what is read.
    Partly,
}

impl Context<'_> {
    /// The value after a change.
    pub(crate) fn update(&mut self, value: &mut Value, shape: Shape, size: Size, guard: TermId, change: Change) {
        let types = self.types;
        if self.pool.is_false(guard) {
            return;
        }
        let Some(body) = shape.record(types) else {
            let under = std::mem::replace(value, Value::Zero);
            let updated = Value::Updated(Rc::new(Updated { under, shape, size, guard, change }), 0);
            *value = match shape {
                Shape::Elems(..) | Shape::Bytes(_) => Value::Array(Array::of(&updated)),
                Shape::Type(ty) => self.read(&updated, shape, 0, Access::Type(ty)),
                Shape::Bits(width) => Value::Bits(self.bits(&updated, width)),
            };
            return;
        };
        let updated = Value::Updated(Rc::new(Updated { under: value.clone(), shape, size, guard, change: change.clone() }), 0);
        for (i, field) in body.fields.iter().enumerate() {
            let own = Shape::of_field(types, field);
            let bytes = match field.bits {
                Some(range) => u64::from((range.start + range.width).div_ceil(8)),
                None => types.size_of(field.ty).unwrap_or(1 << 40),
            };
            if !self.may_touch(&change, field.offset, bytes) {
                continue;
            }
            if let Shape::Bits(width) = own {
                let start = 8 * field.offset + field.bits.map_or(0, |b| u64::from(b.start));
                let bits = self.bits(&updated.part(start), width);
                fields_mut(value, body)[i] = Value::Bits(bits);
            } else if own.repr(types).is_some() {
                fields_mut(value, body)[i] = self.read(&updated, shape, field.offset, Access::Type(field.ty));
            } else {
                let moved = self.moved(&change, field.offset);
                self.update(&mut fields_mut(value, body)[i], own, Size::Known(bytes), guard, moved);
            }
        }
    }

    /// The change as seen from a place further on.
    fn moved(&mut self, change: &Change, by: u64) -> Change {
        let by = self.address_constant(by);
        let mut moved = change.clone();
        let (Change::Write { offset: start, .. } | Change::Fill { start, .. } | Change::Copy { start, .. }) = &mut moved;
        *start = self.pool.sub(*start, by);
        moved
    }

    /// May the change touch one of these bytes?
    fn may_touch(&mut self, change: &Change, from: u64, bytes: u64) -> bool {
        match change {
            Change::Write { offset, access, .. } => {
                let from = self.address_constant(from);
                let distance = self.pool.sub(*offset, from);
                let written = self.access_size(*access);
                self.overlaps(distance, written, bytes).is_none_or(|at| !at.is_empty())
            }
            Change::Fill { .. } | Change::Copy { .. } => true,
        }
    }

    /// The values that a distance may have for which `len` bytes at this distance overlap with `room` bytes at zero. Nothing if there are too many.
    fn overlaps(&mut self, distance: TermId, len: u64, room: u64) -> Option<Vec<i128>> {
        let (least, end) = (1 - i128::from(len), i128::from(room));
        let (start, step) = match self.pool.as_const(distance) {
            Some(bits) => {
                let at = bits.signed();
                return Some(if (least..end).contains(&at) { vec![at] } else { Vec::new() });
            }
            None => {
                let stride = self.stride(distance);
                (i128::from(stride.start), i128::from(stride.step))
            }
        };
        let first = least + (start - least).rem_euclid(step);
        if first < end && (end - 1 - first) / step >= MOST_OVERLAPS {
            return None;
        }
        Some((0..).map(|i| first + step * i).take_while(|at| *at < end).collect())
    }

    /// Reads at any offset from a value after a change.
    ///
    /// Between the elements that are written out, an array leads to what is under it more than once, and so do the values under that. Within one read each
    /// is asked for an offset once.
    pub(crate) fn read_updated(&mut self, last: &Rc<Updated>, offset: TermId, access: Access) -> Value {
        if let Some(known) = self.read_under.get(last, offset, access) {
            return known;
        }
        self.read_under.depth += 1;
        let value = self.read_through(last, offset, access);
        self.read_under.leave(last, offset, access, &value);
        value
    }

    fn read_through(&mut self, last: &Rc<Updated>, offset: TermId, access: Access) -> Value {
        let shape = self.access_shape(access);
        let mut hits = Vec::new();
        let (mut at, mut offset) = (Rc::clone(last), offset);
        let mut value = loop {
            match self.hit(&at, offset, access) {
                Hit::Nothing => {}
                Hit::Parts(parts) => {
                    if let Some((_, value)) = parts.iter().find(|(cond, _)| self.pool.is_true(*cond)) {
                        break value.clone();
                    }
                    hits.extend(parts);
                }
                Hit::Partly => break self.piecewise(&Value::Updated(Rc::clone(&at), 0), at.shape, at.size, offset, access),
            }
            let below = match &at.under {
                Value::Updated(next, bit) => Some((Rc::clone(next), *bit)),
                Value::Array(array) => match &array.rest {
                    Value::Updated(next, bit) if self.misses_elements(array, at.shape, offset, access) => Some((Rc::clone(next), *bit)),
                    _ => None,
                },
                _ => None,
            };
            match below {
                Some((next, bit)) if bit % 8 == 0 => {
                    let moved = self.address_constant(bit / 8);
                    offset = self.pool.add(offset, moved);
                    at = next;
                }
                _ => break self.read_at(&at.under, at.shape, at.size, offset, access),
            }
        };
        let cost = hits.len();
        for (cond, part) in hits.into_iter().rev() {
            value = self.choose(cond, &part, &value, shape);
        }
        self.abbreviated(value, cost)
    }

    /// Does an access touch none of the elements that are written out?
    fn misses_elements(&self, array: &Array, shape: Shape, offset: TermId, access: Access) -> bool {
        if array.elements.is_empty() {
            return true;
        }
        let Some(at) = self.pool.as_const(offset).map(|bits| bits.unsigned() as u64) else { return false };
        let (_, each) = self.element(shape);
        let last = at.saturating_add(self.access_size(access).max(1) - 1);
        last / each - at / each < 64 && (at / each..=last / each).all(|i| array.elements.get(i).is_none())
    }

    fn hit(&mut self, updated: &Updated, offset: TermId, access: Access) -> Hit {
        let bytes = self.access_size(access);
        match &updated.change {
            Change::Write { offset: written, access: own, new } => {
                let distance = self.pool.sub(offset, *written);
                let room = self.access_size(*own);
                let Some(overlaps) = self.overlaps(distance, bytes, room) else { return Hit::Partly };
                if overlaps.is_empty() {
                    return Hit::Nothing;
                }
                if overlaps.iter().any(|&at| at < 0 || at + i128::from(bytes) > i128::from(room)) {
                    return Hit::Partly;
                }
                let shape = self.access_shape(*own);
                let mut parts = Vec::with_capacity(overlaps.len());
                for at in overlaps {
                    let number = self.address_constant(at as u64);
                    let here = self.pool.eq(distance, number);
                    let there = self.pool.add(*written, number);
                    let here = self.by_row_and_column(offset, there, here);
                    let cond = self.pool.and(updated.guard, here);
                    if !self.pool.is_false(cond) {
                        parts.push((cond, self.read(new, shape, at as u64, access)));
                    }
                }
                Hit::Parts(parts)
            }
            Change::Fill { start, size, byte } => match self.inside_block(*start, *size, offset, bytes) {
                None => Hit::Partly,
                Some(inside) => {
                    let cond = self.pool.and(updated.guard, inside);
                    Hit::Parts(vec![(cond, self.filled(*byte, access))])
                }
            },
            Change::Copy { start, size, from, source } => match self.inside_block(*start, *size, offset, bytes) {
                None => Hit::Partly,
                Some(inside) => {
                    let cond = self.pool.and(updated.guard, inside);
                    let distance = self.pool.sub(offset, *start);
                    let from = self.pool.add(*from, distance);
                    let source = Rc::clone(source);
                    Hit::Parts(vec![(cond, self.read_at(&source.value, source.shape, source.size, from, access))])
                }
            },
        }
    }

    /// Is an access inside of a block? Nothing if it may also be so in part.
    fn inside_block(&mut self, start: TermId, size: TermId, offset: TermId, bytes: u64) -> Option<TermId> {
        let zeros = u16::try_from(bytes.trailing_zeros()).unwrap_or(0);
        let whole = bytes.is_power_of_two() && [start, size, offset].into_iter().all(|term| self.alignment(term) >= zeros);
        if !whole {
            return None;
        }
        let distance = self.pool.sub(offset, start);
        Some(self.pool.ult(distance, size))
    }

    /// A read put together from reads of its parts: fields, elements, bytes.
    pub(crate) fn piecewise(&mut self, value: &Value, shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        let types = self.types;
        let at = |context: &mut Self, by: u64, access: Access| {
            let by = context.address_constant(by);
            let offset = context.pool.add(offset, by);
            context.read_at(value, shape, size, offset, access)
        };
        let bytes = |context: &mut Self, from: u64, count: u64| -> Vec<TermId> {
            (from..from + count)
                .map(|i| {
                    let byte = at(context, i, Access::Byte);
                    context.bits(&byte, 8)
                })
                .collect()
        };
        let Access::Type(ty) = access else {
            return match self.bit_field(access) {
                Some((field, range)) => {
                    let all = bytes(self, field.offset, u64::from((range.start + range.width).div_ceil(8)));
                    let all = self.join(&all);
                    Value::Bits(self.pool.extract(all, range.start, range.width))
                }
                // A byte has no parts.
                None => self.unknown_value(),
            };
        };
        let whole = types.size_of(ty).unwrap_or(0);
        if repr(types, ty).is_some() {
            let all = bytes(self, 0, whole);
            return self.scalar_of_bytes(&all, ty);
        }
        if whole > super::access::MOST_BYTES {
            self.trouble("a large value at an unknown place");
            return Value::Zero;
        }
        match (Shape::of(types, ty), types.get(ty)) {
            (Shape::Elems(elem, _), Type::Array { len, .. }) => {
                let each = types.size_of(elem).unwrap_or(1).max(1);
                let mut array = Array { elements: goto::Trie::default(), rest: Value::Zero };
                for i in 0..len.unwrap_or(0) {
                    let part = at(self, i * each, Access::Type(elem));
                    array.elements.insert(i, part);
                }
                Value::Array(Rc::new(array))
            }
            (Shape::Type(_), Type::Record(record)) => {
                let Some(body) = types.record_body(ty) else { return Value::Zero };
                let mut parts = Vec::with_capacity(body.fields.len());
                for (i, field) in (0u32..).zip(&body.fields) {
                    parts.push(match field.bits {
                        Some(_) => at(self, 0, Access::BitField(*record, i)),
                        None => at(self, field.offset, Access::Type(field.ty)),
                    });
                }
                Value::Record(Rc::new(parts))
            }
            _ => {
                let all = bytes(self, 0, whole);
                super::access::byte_array(&all)
            }
        }
    }

    /// A scalar that starts at a bit of a value after a change.
    pub(crate) fn scalar_of_update(&mut self, updated: &Rc<Updated>, bit: u64, wanted: Repr) -> Value {
        let width = match wanted {
            Repr::Bits(width) => width,
            Repr::Pointer => self.pointer_bits(),
        };
        if bit.is_multiple_of(8) {
            let offset = self.address_constant(bit / 8);
            if wanted == Repr::Bits(8) {
                let value = self.read_updated(updated, offset, Access::Byte);
                return self.scalar(&value, wanted);
            }
            if let Some(ty) = self.type_like(wanted).filter(|_| width >= 8) {
                let value = self.read_updated(updated, offset, Access::Type(ty));
                return self.scalar(&value, wanted);
            }
        }
        let low = (bit % 8) as u16;
        let mut bytes = Vec::new();
        for i in 0..(u64::from(low) + u64::from(width)).div_ceil(8) {
            let offset = self.address_constant((bit / 8).wrapping_add(i));
            let byte = self.read_updated(updated, offset, Access::Byte);
            bytes.push(self.bits(&byte, 8));
        }
        if bytes.len() > 16 {
            self.trouble("a bit-field across more than 128 bits");
            bytes.truncate(16);
        }
        let all = self.join(&bytes);
        let bits = self.pool.extract(all, low, width.min(self.pool.width(all) - low));
        let bits = Value::Bits(self.pool.resize(bits, width, false));
        self.scalar(&bits, wanted)
    }

    /// Two arrays that came from one, on different paths: the changes of each happened where its path was taken. Nothing if they have nothing in common.
    pub(crate) fn merge_updates(&mut self, cond: TermId, a: &Rc<Array>, b: &Rc<Array>, shape: Shape) -> Option<Value> {
        let (mine, others) = (levels(a, shape), levels(b, shape));
        let common = mine.iter().rev().zip(others.iter().rev()).take_while(|(x, y)| x.rest.is_same(&y.rest)).count();
        if common == 0 {
            return None;
        }
        let (i, j) = (mine.len() - common, others.len() - common);
        let negation = self.pool.not(cond);
        let start = self.merge_elements(cond, &mine[i], &others[j], shape);
        let merged = self.redo(start, &mine[..i], cond, shape);
        let merged = self.redo(merged, &others[..j], negation, shape);
        Some(Value::Array(Rc::new(merged)))
    }

    /// Does what happened to an array on a path again, where the condition holds.
    fn redo(&mut self, mut array: Array, levels: &[Rc<Array>], cond: TermId, shape: Shape) -> Array {
        let (element, size) = self.element(shape);
        for level in levels.iter().rev() {
            let before = array.clone();
            if let Value::Updated(update, _) = &level.rest {
                let guard = self.pool.and(update.guard, cond);
                let under = Value::Array(Rc::new(array));
                let updated = Updated { under, shape, size: update.size, guard, change: update.change.clone() };
                array = Array { elements: goto::Trie::default(), rest: Value::Updated(Rc::new(updated), 0) };
            }
            for key in level.elements.keys() {
                if let Some(new) = level.elements.get(key) {
                    let value = self.choose(cond, new, &before.element(key, size), element);
                    array.elements.insert(key, value);
                }
            }
        }
        array
    }
}

/// The array as it is and as it was before each of its changes, newest first.
fn levels(array: &Rc<Array>, shape: Shape) -> Vec<Rc<Array>> {
    let mut levels = vec![Rc::clone(array)];
    loop {
        let next = match levels.last().map(|level| &level.rest) {
            Some(Value::Updated(update, 0)) if update.shape == shape => Array::of(&update.under),
            _ => return levels,
        };
        levels.push(next);
    }
}

impl Context<'_> {
    /// The value, as an abbreviation if the choice that it is was made of many values. What choices are made of is not looked at for pointers' objects.
    pub(crate) fn abbreviated(&mut self, value: Value, cost: usize) -> Value {
        match value {
            Value::Bits(term) if cost > MANY => Value::Bits(self.pool.abbreviate(term)),
            value => value,
        }
    }

    /// The value of which every byte is the given one.
    pub(crate) fn filled(&mut self, byte: TermId, access: Access) -> Value {
        if self.pool.as_const(byte).is_some_and(|b: Bits| b.is_zero()) {
            return Value::Zero;
        }
        let size = self.access_size(access);
        let bytes = vec![byte; size as usize];
        let all = super::access::byte_array(&bytes);
        self.read(&all, Shape::Bytes(Some(size)), 0, access)
    }
}

/// A read that chooses among more values than this is an abbreviation.
const MANY: usize = 24;
