//! What the iterations of a loop may change, found by executing one and looking at what came out, and the values that stand for anything changed
//! in that way. Knows values and states, no loops.

use super::context::Context;
use super::objects::FamilyId;
use super::path::Path;
use super::pointees::Pointees;
use super::shape::{Repr, Shape};
use super::state::Cell;
use super::value::{Array, Value, fields};
use goto::Bits;
use goto::Trie;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermId};

/// Constants that a scalar may take before it counts as taking any value.
const MOST_VALUES: usize = 12;
/// Objects that a pointer may point to before it counts as pointing anywhere.
const MOST_OBJECTS: usize = 16;
/// Terms looked at for the leaves of a choice.
const MOST_TERMS: usize = 512;
/// Elements of an array that change one by one.
const MOST_ELEMENTS: usize = 64;

/// How a value may differ from what it was when the loop was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Change {
    #[default]
    Nothing,
    /// One of these constants, the one at the entry among them.
    Values(BTreeSet<Bits>),
    /// Into one of these objects, the one at the entry among them.
    Into(Pointees),
    Anything,
    /// Of a struct: each field by itself.
    Fields(Vec<Change>),
    /// Of an array: the elements at these places.
    Elements(BTreeMap<u64, Change>),
    /// Of an array of pointers: each is any of these, those at the entry among them.
    ElementsInto(Pointees),
}

/// An iteration that is looked at for what it changes: what lives when the loop is entered, and the paths to its entry and to the iteration's end.
pub(super) struct Iteration<'s> {
    pub living: &'s Trie<Cell>,
    pub entry: &'s Path,
    pub after: &'s Path,
}

/// Where what is made up for a change gets its name.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub family: FamilyId,
    /// The bit of the whole value at which the part begins.
    pub bit: u64,
}

impl Origin {
    fn part(self, bit: u64) -> Self {
        Origin { family: self.family, bit: self.bit + bit }
    }
}

impl Context<'_> {
    /// Widens a change so that it covers `after`, given the value at the entry and the one that stood for all at the head. True if it grew.
    pub(crate) fn widen(&mut self, change: &mut Change, values: [&Value; 3], shape: Shape, iteration: &Iteration<'_>) -> bool {
        let [entry, head, after] = values;
        if *change == Change::Anything || head.is_equal(after) {
            return false;
        }
        let types = self.types;
        match shape.repr(types) {
            Some(Repr::Bits(width)) => self.widen_bits(change, values, width),
            Some(Repr::Pointer) => self.widen_pointer(change, values, iteration),
            None => {
                if let Some(body) = shape.record(types) {
                    let (entries, heads, afters) = (fields(entry, body), fields(head, body), fields(after, body));
                    let mut parts = match std::mem::take(change) {
                        Change::Fields(parts) => parts,
                        _ => vec![Change::Nothing; body.fields.len()],
                    };
                    let mut grew = false;
                    for (i, field) in body.fields.iter().enumerate() {
                        grew |= self.widen(&mut parts[i], [&entries[i], &heads[i], &afters[i]], Shape::of_field(types, field), iteration);
                    }
                    *change = Change::Fields(parts);
                    return grew;
                }
                self.widen_elements(change, values, shape, iteration)
            }
        }
    }

    /// Widens a change found from another entry so that it covers the value at this one.
    pub(crate) fn cover(&mut self, change: &mut Change, entry: &Value, shape: Shape, at: (&Trie<Cell>, &Path)) {
        let types = self.types;
        match change {
            Change::Nothing | Change::Anything => {}
            Change::Values(known) => {
                let term = self.bits(entry, known.first().map_or(1, |bits| bits.width()));
                let mut all = known.clone();
                let found = self.constants(term, None, &mut all) && all.len() <= MOST_VALUES;
                *change = if found { Change::Values(all) } else { Change::Anything };
            }
            Change::Into(known) => {
                let pointer = self.pointer(entry);
                let mut all = known.clone();
                let found = self.pointees(pointer, at, &mut all) && self.are_few(&all);
                *change = if found { Change::Into(all) } else { Change::Anything };
            }
            Change::Fields(parts) => {
                let Some(body) = shape.record(types) else { return };
                let values = fields(entry, body);
                for (i, field) in body.fields.iter().enumerate() {
                    self.cover(&mut parts[i], &values[i], Shape::of_field(types, field), at);
                }
            }
            Change::Elements(parts) => {
                let (element, size) = self.element(shape);
                let array = Array::of(entry);
                for (&index, part) in parts {
                    self.cover(part, &array.element(index, size), element, at);
                }
            }
            Change::ElementsInto(known) => {
                let mut all = known.clone();
                let found = self.pointees_of_elements(entry, shape, at, &mut all) && self.are_few(&all);
                *change = if found { Change::ElementsInto(all) } else { Change::Anything };
            }
        }
    }

    /// Few enough that a pointer may be said to lead to one of them.
    pub(crate) fn are_few(&self, pointees: &Pointees) -> bool {
        pointees.len() <= MOST_OBJECTS && self.say_something(pointees)
    }

    /// Widens a change of an array of pointers of which it is not known which ones change.
    fn widen_all_elements(&mut self, change: &mut Change, [entry, _, after]: [&Value; 3], shape: Shape, iteration: &Iteration<'_>) -> bool {
        let known = match change {
            Change::ElementsInto(known) => known.clone(),
            _ => Pointees::new(),
        };
        let mut all = known.clone();
        let found = self.pointees_of_elements(entry, shape, (iteration.living, iteration.entry), &mut all)
            && self.pointees_of_elements(after, shape, (iteration.living, iteration.after), &mut all);
        if found && self.are_few(&all) {
            let grew = all != known;
            *change = Change::ElementsInto(all);
            return grew;
        }
        *change = Change::Anything;
        true
    }

    fn widen_elements(&mut self, change: &mut Change, values: [&Value; 3], shape: Shape, iteration: &Iteration<'_>) -> bool {
        if matches!(change, Change::ElementsInto(_)) {
            return self.widen_all_elements(change, values, shape, iteration);
        }
        let whole = values;
        let [entry, head, after] = values.map(Array::of);
        let (element, size) = self.element(shape);
        let differing = head.elements.differing(&after.elements);
        let mut parts = match std::mem::take(change) {
            Change::Elements(parts) => parts,
            _ => BTreeMap::new(),
        };
        if !matches!(shape, Shape::Elems(..)) || !head.rest.is_same(&after.rest) || differing.len() + parts.len() > MOST_ELEMENTS {
            return self.widen_all_elements(change, whole, shape, iteration);
        }
        let mut grew = false;
        for index in differing {
            let values = [entry.element(index, size), head.element(index, size), after.element(index, size)];
            let part = parts.entry(index).or_default();
            grew |= self.widen(part, [&values[0], &values[1], &values[2]], element, iteration);
        }
        parts.retain(|_, part| *part != Change::Nothing);
        *change = Change::Elements(parts);
        grew
    }

    fn widen_bits(&mut self, change: &mut Change, values: [&Value; 3], width: u16) -> bool {
        let [entry, head, after] = values.map(|v| self.bits(v, width));
        if head == after {
            return false;
        }
        let known = match change {
            Change::Values(known) => known.clone(),
            _ => BTreeSet::new(),
        };
        let mut all = known.clone();
        let found = self.constants(entry, None, &mut all) && self.constants(after, Some(head), &mut all);
        if found && all.len() <= MOST_VALUES && width > 1 {
            let grew = all != known;
            *change = Change::Values(all);
            return grew;
        }
        *change = Change::Anything;
        true
    }

    /// Adds the constants that a choice is made of; false if it is made of anything else (but `own` counts for nothing).
    pub(crate) fn constants(&self, term: TermId, own: Option<TermId>, out: &mut BTreeSet<Bits>) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if Some(term) == own || !seen.insert(term) {
                continue;
            }
            match *self.pool.get(term) {
                Term::Const(bits) => {
                    out.insert(bits);
                }
                Term::Ite { then, other, .. } if seen.len() < MOST_TERMS => pending.extend([then, other]),
                _ => return false,
            }
        }
        true
    }

    fn widen_pointer(&mut self, change: &mut Change, values: [&Value; 3], iteration: &Iteration<'_>) -> bool {
        let [entry, head, after] = values.map(|v| self.pointer(v));
        if head == after {
            return false;
        }
        let known = match change {
            Change::Into(known) => known.clone(),
            _ => BTreeMap::new(),
        };
        let mut all = known.clone();
        let found = self.pointees(entry, (iteration.living, iteration.entry), &mut all) && self.pointees(after, (iteration.living, iteration.after), &mut all);
        if found && self.are_few(&all) {
            let grew = all != known;
            *change = Change::Into(all);
            return grew;
        }
        *change = Change::Anything;
        true
    }

    /// A value that may be any one that the change allows.
    pub(crate) fn changed(&mut self, entry: &Value, change: &Change, shape: Shape, origin: Origin) -> Value {
        let types = self.types;
        match change {
            Change::Nothing => entry.clone(),
            Change::Anything => Value::Fresh(origin.family, origin.bit),
            Change::Values(values) => {
                let width = values.first().map_or(1, |bits| bits.width());
                Value::Bits(self.fresh(origin.family, format_args!("{}.value", origin.bit), width))
            }
            Change::Into(objects) => Value::Pointer(self.pointer_into(objects, origin.family, format_args!("{}", origin.bit))),
            Change::ElementsInto(objects) => self.pointers_into(objects),
            Change::Fields(parts) => {
                let Some(body) = shape.record(types) else { return Value::Fresh(origin.family, origin.bit) };
                let before = fields(entry, body);
                let after = body.fields.iter().zip(parts).enumerate().map(|(i, (field, part))| {
                    let bit = 8 * field.offset + field.bits.map_or(0, |b| u64::from(b.start));
                    self.changed(&before[i], part, Shape::of_field(types, field), origin.part(bit))
                });
                Value::Record(std::rc::Rc::new(after.collect()))
            }
            Change::Elements(parts) => {
                let (element, size) = self.element(shape);
                let mut array = (*Array::of(entry)).clone();
                for (&index, part) in parts {
                    let before = array.element(index, size);
                    let value = self.changed(&before, part, element, origin.part(8 * index * size));
                    array.elements.insert(index, value);
                }
                Value::Array(std::rc::Rc::new(array))
            }
        }
    }

    /// The conditions under which a value stays among what the change lists; what they are for the made-up value itself holds by definition.
    pub(crate) fn within(&mut self, value: &Value, change: &Change, shape: Shape, out: &mut Vec<TermId>) {
        let types = self.types;
        match change {
            Change::Nothing | Change::Anything | Change::Into(_) | Change::ElementsInto(_) => {}
            Change::Values(values) => {
                let width = values.first().map_or(1, |bits| bits.width());
                let term = self.bits(value, width);
                let mut any = self.pool.truth(false);
                for &bits in values {
                    let constant = self.pool.constant(bits);
                    let is = self.pool.eq(term, constant);
                    any = self.pool.or(any, is);
                }
                out.push(any);
            }
            Change::Fields(parts) => {
                let Some(body) = shape.record(types) else { return };
                let values = fields(value, body);
                for (i, field) in body.fields.iter().enumerate() {
                    self.within(&values[i], &parts[i], Shape::of_field(types, field), out);
                }
            }
            Change::Elements(parts) => {
                let (element, size) = self.element(shape);
                let array = Array::of(value);
                for (&index, part) in parts {
                    self.within(&array.element(index, size), part, element, out);
                }
            }
        }
    }

    /// The condition under which two values differ, given that each is the entry's with a change. True where that would be long to tell.
    pub(crate) fn differ(&mut self, values: [&Value; 2], change: &Change, shape: Shape) -> TermId {
        let types = self.types;
        let [a, b] = values;
        if *change == Change::Nothing || a.is_equal(b) {
            return self.pool.truth(false);
        }
        match (shape.repr(types), change) {
            (Some(Repr::Bits(width)), _) => {
                let (a, b) = (self.bits(a, width), self.bits(b, width));
                let same = self.pool.eq(a, b);
                self.pool.not(same)
            }
            (Some(Repr::Pointer), _) => {
                let (a, b) = (self.pointer(a), self.pointer(b));
                let (object, offset) = (self.pool.eq(a.object, b.object), self.pool.eq(a.offset, b.offset));
                let same = self.pool.and(object, offset);
                self.pool.not(same)
            }
            (None, Change::Fields(parts)) => {
                let Some(body) = shape.record(types) else { return self.pool.truth(true) };
                let (a, b) = (fields(a, body), fields(b, body));
                let any: Vec<TermId> =
                    body.fields.iter().enumerate().map(|(i, field)| self.differ([&a[i], &b[i]], &parts[i], Shape::of_field(types, field))).collect();
                self.pool.or_all(&any)
            }
            (None, Change::Elements(parts)) => {
                let (element, size) = self.element(shape);
                let (a, b) = (Array::of(a), Array::of(b));
                let any: Vec<TermId> =
                    parts.iter().map(|(&index, part)| self.differ([&a.element(index, size), &b.element(index, size)], part, element)).collect();
                self.pool.or_all(&any)
            }
            (None, _) => self.pool.truth(true),
        }
    }
}
