//! Reading at unknown offsets: the value is divided into regions, stretches of which all is alike (zero, indeterminate, unchanged since some write) and
//! stretches that are written out; a tree of choices by the bits of the index leads to them. What is alike costs one leaf, however long it is.

use super::context::{Context, FreshRead};
use super::objects::{FamilyId, Size};
use super::shape::{Access, Repr, Shape};
use super::value::{Value, fields};
use goto::Bits;
use term::TermId;

/// Positions that are looked at one by one.
const MOST_POSITIONS: usize = 1 << 18;
/// Reads of indeterminate memory that a new one is compared with.
const MOST_READS: usize = 256;
/// Where an object of unknown size ends for sure.
const END: u64 = 1 << 47;

/// A stretch of bytes of a value.
struct Region {
    from: u64,
    to: u64,
    content: Content,
}

enum Content {
    /// Parts of one value that is not written out; its first byte would stand at the offset.
    Alike(Value, Shape, u64),
    WrittenOut,
}

/// Positions, the last included, with the same leaf.
struct Run {
    first: u64,
    last: u64,
    leaf: Leaf,
}

#[derive(Clone, Copy)]
enum Leaf {
    /// A single position.
    Single,
    /// By the number of the region.
    Region(usize),
}

/// A read at `start + step · p`.
struct Reading<'a> {
    value: &'a Value,
    shape: Shape,
    offset: TermId,
    access: Access,
    start: u64,
    step: u64,
    index: TermId,
    regions: Vec<Region>,
    runs: Vec<Run>,
    /// What is read in each region, once it is known.
    read: Vec<Option<Value>>,
}

impl Context<'_> {
    /// As `read`, at any offset. The access is inside of the object.
    pub(crate) fn read_at(&mut self, value: &Value, shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        if let Some(at) = self.pool.as_const(offset) {
            return self.read(value, shape, at.unsigned() as u64, access);
        }
        match value {
            Value::Zero => return Value::Zero,
            Value::Updated(update, bit) if bit % 8 == 0 => {
                let start = self.address_constant(bit / 8);
                let offset = self.pool.add(offset, start);
                return self.read_updated(update, offset, access);
            }
            Value::Array(array) if array.elements.is_empty() && !matches!(array.rest, Value::Array(_)) => {
                let rest = array.rest.clone();
                return self.read_at(&rest, shape, size, offset, access);
            }
            _ => {}
        }
        if let Some(mut cases) = self.cases(offset) {
            let bytes = self.access_size(access);
            if let Size::Known(size) = size {
                cases.retain(|(_, at)| at.checked_add(bytes).is_some_and(|end| end <= size));
            }
            return self.read_cases(value, shape, &cases, access);
        }
        match value {
            Value::Fresh(family, bit) if bit % 8 == 0 => self.read_fresh(value, (*family, *bit), shape, size, offset, access),
            Value::Choice(_) => self.read_choice(value, shape, size, offset, access),
            _ => self.read_regions(value, shape, size, offset, access),
        }
    }

    fn read_cases(&mut self, value: &Value, shape: Shape, cases: &[(TermId, u64)], access: Access) -> Value {
        let result = self.access_shape(access);
        let Some(((_, last), rest)) = cases.split_last() else { return Value::Zero };
        let mut chosen = self.read(value, shape, *last, access);
        for (guard, at) in rest {
            let part = self.read(value, shape, *at, access);
            chosen = self.choose(*guard, &part, &chosen, result);
        }
        chosen
    }

    fn read_choice(&mut self, value: &Value, shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        let result = self.access_shape(access);
        let mut done: rustc_hash::FxHashMap<*const super::value::Choice, Value> = rustc_hash::FxHashMap::default();
        // Post-order over the shared parts.
        let mut pending = vec![value.clone()];
        while let Some(top) = pending.last().cloned() {
            let Value::Choice(choice) = &top else { break };
            let key = std::rc::Rc::as_ptr(choice);
            let (cond, arms) = choice.parts();
            let missing = arms.iter().find(|arm| matches!(arm, Value::Choice(c) if !done.contains_key(&std::rc::Rc::as_ptr(c))));
            if let (Some(arm), false) = (missing, done.contains_key(&key)) {
                pending.push((*arm).clone());
                continue;
            }
            pending.pop();
            if done.contains_key(&key) {
                continue;
            }
            let [then, other] = arms.map(|arm| match arm {
                Value::Choice(c) => done[&std::rc::Rc::as_ptr(c)].clone(),
                arm => self.read_at(arm, shape, size, offset, access),
            });
            let chosen = self.choose(cond, &then, &other, result);
            done.insert(key, chosen);
        }
        match value {
            Value::Choice(choice) => done[&std::rc::Rc::as_ptr(choice)].clone(),
            value => value.clone(),
        }
    }

    /// A part of indeterminate memory: the same part read twice is the same.
    fn read_fresh(&mut self, value: &Value, (family, bit): (FamilyId, u64), shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        let wanted = match (self.access_shape(access).repr(self.types), access) {
            (Some(wanted), Access::Type(_) | Access::Byte) => wanted,
            _ => return self.piecewise(value, shape, size, offset, access),
        };
        let start = self.address_constant(bit / 8);
        let at = self.pool.add(offset, start);
        self.fresh_at(family, at, wanted)
    }

    /// The scalar at an offset in bytes of an indeterminate value. If the offset is the same as that of an earlier read it is the same.
    pub(crate) fn fresh_at(&mut self, family: FamilyId, at: TermId, wanted: Repr) -> Value {
        if self.is_unwritten(family) {
            return self.unwritten_scalar(wanted);
        }
        if let Some(log) = &mut self.read_log {
            log.push(FreshRead { family, repr: wanted, at });
        }
        let is_known = self.pool.as_const(at).is_some();
        let reads = self.fresh_reads.entry((family, wanted)).or_default();
        if let Some(known) = reads.at(at) {
            return known.clone();
        }
        // Reads at known places have other names for other places already.
        let rivals = reads.rivals(is_known);
        let earlier = rivals[rivals.len().saturating_sub(MOST_READS)..].to_vec();
        let name = match self.pool.as_const(at) {
            Some(bits) => (8 * bits.unsigned()).to_string(),
            None => format!("at.{at}"),
        };
        let mut value = match wanted {
            Repr::Bits(width) => Value::Bits(self.fresh(family, format_args!("{name}.{width}"), width)),
            Repr::Pointer => Value::Pointer(self.fresh_pointer(family, format_args!("{name}"))),
        };
        let mut cost = 0;
        for (other, seen) in earlier {
            let same = self.pool.eq(other, at);
            let same = self.by_row_and_column(other, at, same);
            if !self.pool.is_false(same) {
                value = self.choose_scalar(same, &seen, &value);
                cost += 1;
            }
        }
        let value = self.abbreviated(value, cost);
        self.note_read(FreshRead { family, repr: wanted, at }, is_known, &value);
        value
    }

    fn read_regions(&mut self, value: &Value, shape: Shape, size: Size, offset: TermId, access: Access) -> Value {
        let len = match size {
            Size::Known(size) => size,
            Size::Term(_) => END,
        };
        let mut regions = Vec::new();
        self.regions(value, shape, (0, len), &mut regions);
        let stride = self.stride(offset);
        let (start, step) = (stride.start, stride.step);
        let mut reading = Reading { value, shape, offset, access, start, step, index: stride.index, regions, runs: Vec::new(), read: Vec::new() };
        if !self.positions(&mut reading, len) {
            return match self.access_shape(access).repr(self.types) {
                Some(Repr::Bits(width)) => {
                    let number = self.approximate.len();
                    Value::Bits(self.approximate(&format!("large.{number}"), width))
                }
                _ => self.unknown_value(),
            };
        }
        let Some(last) = reading.runs.last() else { return Value::Zero };
        // Behind the start of the last run all is alike.
        let levels = (u64::BITS - last.first.leading_zeros()) as u16;
        let beyond = last.last.checked_shr(u32::from(levels)).unwrap_or(0) != 0;
        let leaf = last.leaf;
        let cost = reading.runs.len();
        let inside = self.tree(&mut reading, (0, cost), 0, levels).unwrap_or(Value::Zero);
        let mut chosen = inside;
        if beyond {
            let rest = self.leaf(&mut reading, leaf, 0);
            let width = self.pool.width(stride.index) - if stride.exact { 0 } else { step.trailing_zeros() as u16 };
            let high = self.pool.extract(stride.index, levels, width - levels);
            let zero = self.pool.constant(Bits::zero(width - levels));
            let near = self.pool.eq(high, zero);
            let result = self.access_shape(access);
            chosen = self.choose(near, &chosen, &rest, result);
        }
        self.abbreviated(chosen, cost)
    }

    /// The stretches of a value that stands at `at` and has `len` bytes.
    fn regions(&self, value: &Value, shape: Shape, (at, len): (u64, u64), out: &mut Vec<Region>) {
        let types = self.types;
        let end = at.saturating_add(len);
        match value {
            Value::Zero | Value::Fresh(..) | Value::Choice(_) | Value::Updated(..) => {
                add(out, Region { from: at, to: end, content: Content::Alike(value.clone(), shape, at) });
            }
            Value::Bits(_) | Value::Pointer(_) => add(out, Region { from: at, to: end, content: Content::WrittenOut }),
            Value::Array(array) => {
                let (element, each) = self.element(shape);
                let mut next = at;
                for key in array.elements.keys() {
                    let start = at + key * each;
                    let Some(part) = array.elements.get(key) else { continue };
                    if start >= end {
                        break;
                    }
                    add(out, Region { from: next, to: start, content: Content::Alike(array.rest.clone(), shape, at) });
                    self.regions(part, element, (start, each.min(end - start)), out);
                    next = start + each;
                }
                add(out, Region { from: next, to: end, content: Content::Alike(array.rest.clone(), shape, at) });
            }
            Value::Record(_) => {
                let Some(body) = shape.record(types) else { return add(out, Region { from: at, to: end, content: Content::WrittenOut }) };
                let parts = fields(value, body);
                let mut next = at;
                for (part, field) in parts.iter().zip(&body.fields) {
                    let start = at + field.offset;
                    // Bit-fields and padding are read as what they are.
                    if field.bits.is_some() || start < next || start >= end {
                        continue;
                    }
                    add(out, Region { from: next, to: start, content: Content::WrittenOut });
                    let bytes = types.size_of(field.ty).unwrap_or(u64::MAX).min(end - start);
                    self.regions(part, Shape::of(types, field.ty), (start, bytes), out);
                    next = start + bytes;
                }
                add(out, Region { from: next, to: end, content: Content::WrittenOut });
            }
        }
    }

    /// Divides the positions of a reading into runs; false if they are too many.
    fn positions(&self, reading: &mut Reading<'_>, len: u64) -> bool {
        let (start, step) = (reading.start, reading.step);
        let bytes = self.access_size(reading.access);
        let Some(count) = len.checked_sub(start.saturating_add(bytes)).map(|rest| rest / step + 1) else { return true };
        let (mut position, mut region) = (0, 0);
        let mut singles = 0;
        while position < count {
            let at = start + step * position;
            while reading.regions.get(region).is_some_and(|r| r.to <= at) {
                region += 1;
            }
            let Some(here) = reading.regions.get(region) else { break };
            let alike = matches!(here.content, Content::Alike(..)) && here.from <= at && at + bytes <= here.to;
            let last = if alike { ((here.to - bytes - start) / step).min(count - 1) } else { position };
            let leaf = if alike { Leaf::Region(region) } else { Leaf::Single };
            reading.runs.push(Run { first: position, last, leaf });
            singles += usize::from(!alike);
            if singles > MOST_POSITIONS {
                return false;
            }
            position = last + 1;
        }
        reading.read = vec![None; reading.regions.len()];
        true
    }

    /// The choice among the runs, given as a range, that lie in the `2^level` positions from `base` on. Positions of no run do not matter.
    fn tree(&mut self, reading: &mut Reading<'_>, (from, to): (usize, usize), base: u64, level: u16) -> Option<Value> {
        let last = base + (((1u128 << level) - 1) as u64);
        let runs = &reading.runs[from..to];
        let first_in = from + runs.partition_point(|run| run.last < base);
        let end_in = from + runs.partition_point(|run| run.first <= last);
        if first_in >= end_in {
            return None;
        }
        if end_in - first_in == 1 {
            let run = &reading.runs[first_in];
            let (leaf, position) = (run.leaf, run.first);
            return Some(self.leaf(reading, leaf, position));
        }
        let half = level - 1;
        let low = self.tree(reading, (first_in, end_in), base, half);
        let high = self.tree(reading, (first_in, end_in), base + (1 << half), half);
        match (low, high) {
            (Some(low), Some(high)) => {
                let cond = self.pool.extract(reading.index, half, 1);
                let result = self.access_shape(reading.access);
                Some(self.choose(cond, &high, &low, result))
            }
            (low, high) => low.or(high),
        }
    }

    fn leaf(&mut self, reading: &mut Reading<'_>, leaf: Leaf, position: u64) -> Value {
        let number = match leaf {
            Leaf::Single => return self.read(reading.value, reading.shape, reading.start + reading.step * position, reading.access),
            Leaf::Region(number) => number,
        };
        if let Some(known) = &reading.read[number] {
            return known.clone();
        }
        let Content::Alike(value, shape, at) = &reading.regions[number].content else { return Value::Zero };
        let start = self.address_constant(*at);
        let offset = self.pool.sub(reading.offset, start);
        let read = self.read_at(value, *shape, Size::Known(END), offset, reading.access);
        reading.read[number] = Some(read.clone());
        read
    }
}

fn add(out: &mut Vec<Region>, region: Region) {
    if region.from >= region.to {
        return;
    }
    if let (Some(last), Content::WrittenOut) = (out.last_mut(), &region.content)
        && matches!(last.content, Content::WrittenOut)
        && last.to == region.from
    {
        last.to = region.to;
        return;
    }
    out.push(region);
}
