//! Reading and writing at offsets that are not known: every position that the offset may have is accessed as a known one, and a choice by the bits of the
//! index puts the results together.

use super::context::Context;
use super::objects::Size;
use super::shape::{Access, Repr, Shape};
use super::value::Value;
use crate::term::TermId;
use goto::Bits;

/// Positions that are told apart.
const MOST_POSITIONS: u64 = 4096;
/// Offsets that are a choice of at most so many numbers are told apart by the choice.
const MOST_CASES: usize = 16;

/// The positions that an offset may have inside of an object.
enum Positions {
    /// Numbers and when they are meant; the conditions exclude each other.
    Cases(Vec<(TermId, u64)>),
    /// `start + step · i` for `i` below `count`; the low bits of `index` say which.
    Stride { start: u64, step: u64, index: TermId, count: u64 },
    /// As `Stride` with too many positions, or an unknown number.
    Many { start: u64, step: u64, index: TermId },
}

impl Context<'_> {
    /// Does an access of `bytes` bytes at the offset stay inside of an object of this size?
    pub fn in_bounds(&mut self, size: Size, offset: TermId, bytes: u64) -> TermId {
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
    fn cases(&mut self, offset: TermId) -> Option<Vec<(TermId, u64)>> {
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

    fn positions(&mut self, size: Size, offset: TermId, bytes: u64) -> Positions {
        let limit = match size {
            Size::Known(size) => Some(size),
            Size::Term(_) => None,
        };
        if let Some(mut cases) = self.cases(offset) {
            if let Some(limit) = limit {
                cases.retain(|(_, at)| at.checked_add(bytes).is_some_and(|end| end <= limit));
            }
            return Positions::Cases(cases);
        }
        let stride = self.stride(offset);
        let (start, step, index) = (stride.start, stride.step, stride.index);
        match limit {
            Some(limit) => match limit.checked_sub(start.saturating_add(bytes)) {
                None => Positions::Cases(Vec::new()),
                Some(rest) if rest / step < MOST_POSITIONS => Positions::Stride { start, step, index, count: rest / step + 1 },
                Some(_) => Positions::Many { start, step, index },
            },
            None => Positions::Many { start, step, index },
        }
    }

    /// As `read`, at any offset. The access is inside of the object.
    pub fn read_at(&mut self, value: &Value, shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        if let Some(at) = self.pool.as_const(offset) {
            return self.read(value, shape, at.unsigned() as u64, access);
        }
        let result = self.access_shape(access);
        let bytes = self.access_size(access);
        match self.positions(size, offset, bytes) {
            Positions::Cases(cases) => {
                let Some(((_, last), rest)) = cases.split_last() else { return Value::Zero };
                let mut chosen = self.read(value, shape, *last, access);
                for (guard, at) in rest {
                    let part = self.read(value, shape, *at, access);
                    chosen = self.choose(*guard, &part, &chosen, result);
                }
                chosen
            }
            Positions::Stride { start, step, index, count } => {
                let parts: Vec<Value> = (0..count).map(|i| self.read(value, shape, start + step * i, access)).collect();
                self.select(parts, index, result)
            }
            Positions::Many { start, step, index } => self.read_many(value, shape, (start, step, index), access),
        }
    }

    /// The value at the index, which is less than the number of values.
    fn select(&mut self, mut values: Vec<Value>, index: TermId, shape: Shape) -> Value {
        let mut bit = 0;
        while values.len() > 1 {
            let cond = self.pool.extract(index, bit, 1);
            values = values
                .chunks(2)
                .map(|pair| match pair {
                    [low, high] => self.choose(cond, high, low, shape),
                    [low, ..] => low.clone(),
                    [] => Value::Zero,
                })
                .collect();
            bit += 1;
        }
        values.pop().unwrap_or(Value::Zero)
    }

    /// Reads from a value with very many positions: exactly if all but few elements are zero, else anything.
    fn read_many(&mut self, value: &Value, shape: Shape, (start, step, index): (u64, u64, TermId), access: Access) -> Value {
        let result = self.access_shape(access);
        if let Value::Zero = value {
            return Value::Zero;
        }
        let (_, each) = self.element(shape);
        if let (Value::Array(array), true) = (value, step == each && start + self.access_size(access) <= each)
            && let Value::Zero = array.rest
        {
            let keys = array.elements.keys();
            if keys.len() as u64 <= MOST_POSITIONS {
                // Without the exactness of the stride, only as many low bits of the index count as the product with the step leaves.
                let width = self.pool.width(index) - step.trailing_zeros() as u16;
                let low = self.pool.extract(index, 0, width);
                let mut chosen = Value::Zero;
                for key in keys {
                    let part = self.read(value, shape, start + step * key, access);
                    let number = self.pool.constant(Bits::new(width, u128::from(key)));
                    let here = self.pool.eq(low, number);
                    chosen = self.choose(here, &part, &chosen, result);
                }
                return chosen;
            }
        }
        match result.repr(self.types) {
            Some(Repr::Bits(width)) => {
                let number = self.approximate.len();
                Value::Bits(self.approximate(&format!("large.{number}"), width))
            }
            _ => self.unknown_value(),
        }
    }

    /// As `write`, at any offset. The access is inside of the object.
    pub fn write_at(&mut self, value: &mut Value, shape: Shape, size: Size, offset: TermId, access: Access, new: &Value) {
        if let Some(at) = self.pool.as_const(offset) {
            return self.write(value, shape, at.unsigned() as u64, access, new.clone());
        }
        let bytes = self.access_size(access);
        let cases = match self.positions(size, offset, bytes) {
            Positions::Cases(cases) => cases,
            Positions::Stride { start, step, index, count } => {
                let width = u16::try_from(64 - (count - 1).leading_zeros()).unwrap_or(64).max(1);
                let low = self.pool.extract(index, 0, width);
                let mut case = |i: u64| {
                    let number = self.pool.constant(Bits::new(width, u128::from(i)));
                    (self.pool.eq(low, number), start + step * i)
                };
                (0..count).map(&mut case).collect()
            }
            Positions::Many { .. } => {
                // Every element may have changed, in a way that is not followed.
                *value = self.unknown_value();
                return;
            }
        };
        let part_shape = self.access_shape(access);
        for (guard, at) in cases {
            let old = self.read(value, shape, at, access);
            let part = self.choose(guard, new, &old, part_shape);
            self.write(value, shape, at, access, part);
        }
    }
}
