//! The objects that pointers may point into where nothing else is known of them: pointers that loops change, and elements of arrays of pointers that stand for
//! all that loops may leave there. Knows values and paths, no loops.

use super::context::Context;
use super::objects::{FamilyId, Kind, NO_OBJECT, ObjectId, Size};
use super::path::Path;
use super::shape::{Access, Repr, Shape, repr};
use super::state::Cell;
use super::update::Change as Update;
use super::value::{Array, Pointer, Value};
use goto::{Bits, Id, Trie};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::TermId;

/// Parts of a value that are looked at for pointers.
const MOST_PARTS: usize = 2000;

/// Where in an object a pointer points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offsets {
    One(u64),
    /// Any place of the object, whose size is known.
    Inside,
    /// Any multiple of this power of two.
    Multiples(u16),
}

impl Offsets {
    fn zeros(self) -> u16 {
        match self {
            Offsets::One(0) => 64,
            Offsets::One(offset) => offset.trailing_zeros() as u16,
            Offsets::Inside => 0,
            Offsets::Multiples(zeros) => zeros,
        }
    }

    fn is_inside(self, size: u64) -> bool {
        match self {
            Offsets::One(offset) => offset < size,
            Offsets::Inside => true,
            Offsets::Multiples(_) => false,
        }
    }
}

/// Objects with the places in them.
pub(super) type Pointees = BTreeMap<ObjectId, Offsets>;

impl Context<'_> {
    /// Adds the objects that a pointer points into on a path, which may have excluded some of them: a pointer that was followed is not null. False if some are not known.
    pub(crate) fn pointees(&mut self, pointer: Pointer, (living, path): (&Trie<Cell>, &Path), out: &mut Pointees) -> bool {
        let targets = self.targets(path, pointer);
        targets.unknown.is_empty() && targets.known.iter().all(|target| self.add_pointee(target.object, target.offset, living, out))
    }

    /// The same for all elements of an array of pointers. False if something else may stand there.
    pub(crate) fn pointees_of_elements(&mut self, array: &Value, shape: Shape, at: (&Trie<Cell>, &Path), out: &mut Pointees) -> bool {
        let Shape::Elems(ty, _) = shape else { return false };
        repr(self.types, ty) == Some(Repr::Pointer) && self.pointees_within(array, shape, at, out, &mut FxHashSet::default())
    }

    fn pointees_within(&mut self, value: &Value, shape: Shape, at: (&Trie<Cell>, &Path), out: &mut Pointees, seen: &mut FxHashSet<*const ()>) -> bool {
        if value.shared().is_some_and(|part| !seen.insert(part)) {
            return true;
        }
        if seen.len() > MOST_PARTS {
            return false;
        }
        match value {
            Value::Zero => {
                self.add_offsets(ObjectId::new(NO_OBJECT), Offsets::One(0), out);
                true
            }
            Value::Pointer(pointer) => self.pointees(*pointer, at, out),
            Value::Fresh(family, bit) if bit % u64::from(self.pointer_bits()) == 0 => {
                let Some(known) = self.known_pointees.get(family).cloned() else { return false };
                known.iter().all(|(&object, &offsets)| {
                    self.add_offsets(object, offsets, out);
                    self.lasts(object, at.0)
                })
            }
            Value::Array(array) => {
                let Array { elements, rest } = &**array;
                self.pointees_within(rest, shape, at, out, seen)
                    && elements.keys().into_iter().all(|index| elements.get(index).is_some_and(|element| self.pointees_within(element, shape, at, out, seen)))
            }
            Value::Choice(choice) => {
                let (then, other) = choice.values();
                self.pointees_within(then, shape, at, out, seen) && self.pointees_within(other, shape, at, out, seen)
            }
            Value::Updated(update, 0) => {
                let Update::Write { offset, access: Access::Type(ty), new } = &update.change else { return false };
                let size = u64::from(self.pointer_bits() / 8);
                update.shape == shape
                    && repr(self.types, *ty) == Some(Repr::Pointer)
                    && u32::from(self.alignment(*offset)) >= size.trailing_zeros()
                    && self.pointees_within(new, shape, at, out, seen)
                    && self.pointees_within(&update.under, shape, at, out, seen)
            }
            Value::Fresh(..) | Value::Updated(..) | Value::Bits(_) | Value::Record(_) => false,
        }
    }

    /// Is the object the same one in all iterations? Of those that are made in the loop there is one for each.
    fn lasts(&self, object: ObjectId, living: &Trie<Cell>) -> bool {
        object.index() == NO_OBJECT || living.get(object.index() as u64).is_some() || self.object(object).is_some_and(|o| matches!(o.kind, Kind::Function(_)))
    }

    /// False if it is not known what the pointer points to.
    fn add_pointee(&mut self, object: ObjectId, offset: TermId, living: &Trie<Cell>, out: &mut Pointees) -> bool {
        if !self.lasts(object, living) {
            return false;
        }
        let here = match self.pool.as_const(offset) {
            Some(bits) => Offsets::One(bits.unsigned() as u64),
            None if self.inside.contains(&(object, offset)) => Offsets::Inside,
            None => self.only_constant(offset).map_or_else(|| Offsets::Multiples(self.alignment(offset)), Offsets::One),
        };
        // Without an object the offset is an address: none but the null pointer's is followed.
        if object.index() == NO_OBJECT && here != Offsets::One(0) {
            return false;
        }
        self.add_offsets(object, here, out);
        true
    }

    /// The constant that a choice is made of alone.
    fn only_constant(&self, offset: TermId) -> Option<u64> {
        let mut offsets = BTreeSet::new();
        let found = self.constants(offset, None, &mut offsets) && offsets.len() == 1;
        offsets.first().filter(|_| found).map(|bits| bits.unsigned() as u64)
    }

    fn add_offsets(&self, object: ObjectId, offsets: Offsets, out: &mut Pointees) {
        let size = self.known_size(object);
        out.entry(object).and_modify(|old| *old = joined(*old, offsets, size)).or_insert(offsets);
    }

    fn known_size(&self, object: ObjectId) -> Option<u64> {
        match self.object(object)?.size {
            Size::Known(size) => Some(size),
            Size::Term(_) => None,
        }
    }

    /// The pointers of a family lead to some byte of the object.
    pub(crate) fn leads_into(&mut self, family: FamilyId, object: ObjectId) {
        let offsets = if self.known_size(object).is_some() { Offsets::Inside } else { Offsets::Multiples(0) };
        self.known_pointees.insert(family, Rc::new(BTreeMap::from([(object, offsets)])));
    }

    /// A value of an array of pointers each of which is one of these.
    pub(crate) fn pointers_into(&mut self, objects: &Pointees) -> Value {
        let value = self.open_value();
        if let Value::Fresh(family, _) = value {
            self.known_pointees.insert(family, Rc::new(objects.clone()));
        }
        value
    }

    /// A pointer that is one of these; `part` tells it from others of the family.
    pub(crate) fn pointer_into(&mut self, objects: &Pointees, family: FamilyId, part: std::fmt::Arguments<'_>) -> Pointer {
        let mut pointer: Option<Pointer> = None;
        for (&id, &offsets) in objects {
            let offset = self.offset_among(id, offsets, family, part);
            let next = Pointer { object: self.object_term(id), offset };
            pointer = Some(match pointer {
                None => next,
                Some(others) => {
                    let this = self.fresh(family, format_args!("{part}.is{}", id.index()), 1);
                    self.choose_pointer(this, next, others)
                }
            });
        }
        match pointer {
            Some(pointer) => pointer,
            None => self.null(),
        }
    }

    fn offset_among(&mut self, object: ObjectId, offsets: Offsets, family: FamilyId, part: std::fmt::Arguments<'_>) -> TermId {
        let width = self.pointer_bits();
        match offsets {
            Offsets::One(offset) => self.address_constant(offset),
            Offsets::Inside => {
                let free = self.fresh(family, format_args!("{part}.at{}", object.index()), width);
                let size = self.known_size(object).unwrap_or(0);
                let (size, start) = (self.address_constant(size), self.address_constant(0));
                let is_inside = self.pool.ult(free, size);
                let offset = self.pool.ite(is_inside, free, start);
                // A path on which it is inside has the number itself.
                self.inside.extend([(object, offset), (object, free)]);
                offset
            }
            Offsets::Multiples(zeros) if zeros >= width => self.address_constant(0),
            Offsets::Multiples(zeros) => {
                let high = self.fresh(family, format_args!("{part}.at{}", object.index()), width - zeros);
                if zeros == 0 {
                    return high;
                }
                let low = self.pool.constant(Bits::zero(zeros));
                self.pool.concat(high, low)
            }
        }
    }
}

fn joined(a: Offsets, b: Offsets, size: Option<u64>) -> Offsets {
    let both_inside = size.is_some_and(|size| a.is_inside(size) && b.is_inside(size));
    match (a == b, both_inside && (a == Offsets::Inside || b == Offsets::Inside)) {
        (true, _) => a,
        (false, true) => Offsets::Inside,
        (false, false) => Offsets::Multiples(a.zeros().min(b.zeros())),
    }
}
