//! Whether an access at an unknown offset stays inside of its object, and writing there: to each of a few places under the condition that it is meant, or as a
//! change of the whole.

use super::context::Context;
use super::objects::Size;
use super::shape::{Access, Shape};
use super::update::Change;
use super::value::Value;
use goto::Bits;
use term::TermId;

/// A write that may go to more places than these is kept as a change of the whole array.
const FEW_PLACES: u64 = 16;
/// Offsets that are a choice of at most so many numbers are told apart by the choice.
const MOST_CASES: usize = 16;

impl Context<'_> {
    /// Does an access of `bytes` bytes at the offset stay inside of an object of this size?
    pub(crate) fn in_bounds(&mut self, size: Size, offset: TermId, bytes: u64) -> TermId {
        let known = match size {
            Size::Known(size) => size,
            Size::Term(term) => {
                let bytes = self.address_constant(bytes);
                let enough = self.pool.ule(bytes, term);
                let last = self.pool.sub(term, bytes);
                let inside = self.pool.ule(offset, last);
                return self.pool.and(enough, inside);
            }
        };
        if bytes > known {
            return self.pool.truth(false);
        }
        let last = known - bytes;
        if let Some(offset) = self.pool.as_const(offset) {
            return self.pool.truth(offset.unsigned() <= u128::from(last));
        }
        if let Some(cases) = self.cases(offset) {
            let inside: Vec<TermId> = cases.iter().filter(|(_, at)| *at <= last).map(|(guard, _)| *guard).collect();
            return if inside.len() == cases.len() { self.pool.truth(true) } else { self.pool.or_all(&inside) };
        }
        let stride = self.stride(offset);
        if !stride.exact {
            let last = self.address_constant(last);
            return self.pool.ule(offset, last);
        }
        if stride.start > last {
            return self.pool.truth(false);
        }
        let count = self.address_constant((last - stride.start) / stride.step + 1);
        self.pool.ult(stride.index, count)
    }

    /// The numbers of an offset that is a choice of few.
    pub(crate) fn cases(&mut self, offset: TermId) -> Option<Vec<(TermId, u64)>> {
        let mut out: Vec<(TermId, u64)> = Vec::new();
        let truth = self.pool.truth(true);
        let mut pending = vec![(offset, truth)];
        let mut steps = 0;
        while let Some((term, guard)) = pending.pop() {
            steps += 1;
            match (self.pool.as_const(term), self.choice(term)) {
                (None, Some((cond, then, other))) if steps < 4 * MOST_CASES => {
                    let negation = self.pool.not(cond);
                    let (then_guard, other_guard) = (self.pool.and(guard, cond), self.pool.and(guard, negation));
                    pending.push((other, other_guard));
                    pending.push((then, then_guard));
                }
                (Some(bits), _) => {
                    let at = bits.unsigned() as u64;
                    match out.iter().position(|(_, known)| *known == at) {
                        Some(i) => out[i].0 = self.pool.or(out[i].0, guard),
                        None if out.len() < MOST_CASES => out.push((guard, at)),
                        None => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(out)
    }

    /// As `write`, at any offset, where the guard holds. The access is inside of the object.
    pub(crate) fn write_at(&mut self, value: &mut Value, shape: Shape, size: Size, offset: TermId, access: Access, (guard, new): (TermId, &Value)) {
        let part_shape = self.access_shape(access);
        let cases = match self.places(size, offset, access) {
            Some(cases) => cases,
            None => return self.write_anywhere(value, shape, size, offset, access, (guard, new)),
        };
        for (here, at) in cases {
            let here = self.pool.and(here, guard);
            if self.pool.is_true(here) {
                self.write(value, shape, at, access, new.clone());
                continue;
            }
            let old = self.read(value, shape, at, access);
            let part = self.choose(here, new, &old, part_shape);
            self.write(value, shape, at, access, part);
        }
    }

    /// The places that an offset may mean, with when it does, if they are few.
    fn places(&mut self, size: Size, offset: TermId, access: Access) -> Option<Vec<(TermId, u64)>> {
        let bytes = self.access_size(access);
        let limit = match size {
            Size::Known(size) => size,
            Size::Term(_) => u64::MAX,
        };
        if let Some(mut cases) = self.cases(offset) {
            if self.pool.as_const(offset).is_none() {
                cases.retain(|(_, at)| at.checked_add(bytes).is_some_and(|end| end <= limit));
            }
            return Some(cases);
        }
        let stride = self.stride(offset);
        let Some(rest) = limit.checked_sub(stride.start.saturating_add(bytes)) else { return Some(Vec::new()) };
        let count = rest / stride.step + 1;
        if count > FEW_PLACES {
            return None;
        }
        let width = u16::try_from(64 - (count - 1).leading_zeros()).unwrap_or(64).max(1);
        let low = self.pool.extract(stride.index, 0, width);
        let mut case = |i: u64| {
            let number = self.pool.constant(Bits::new(width, u128::from(i)));
            (self.pool.eq(low, number), stride.start + stride.step * i)
        };
        Some((0..count).map(&mut case).collect())
    }

    fn write_anywhere(&mut self, value: &mut Value, shape: Shape, size: Size, offset: TermId, access: Access, (guard, new): (TermId, &Value)) {
        let Some((field, range)) = self.bit_field(access) else {
            return self.update(value, shape, size, guard, Change::Write { offset, access, new: new.clone() });
        };
        // The bytes that the bit-field lies in.
        let offsets: Vec<TermId> = (0..super::access::bytes_of(range))
            .map(|i| {
                let more = self.address_constant(field.offset + i);
                self.pool.add(offset, more)
            })
            .collect();
        let mut bytes: Vec<TermId> = offsets
            .iter()
            .map(|at| {
                let byte = self.read_at(value, shape, size, *at, Access::Byte);
                self.bits(&byte, 8)
            })
            .collect();
        let bits = self.bits(new, range.width);
        self.place_bits(&mut bytes, range, bits);
        for (at, byte) in offsets.into_iter().zip(bytes) {
            self.update(value, shape, size, guard, Change::Write { offset: at, access: Access::Byte, new: Value::Bits(byte) });
        }
    }
}
