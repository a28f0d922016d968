//! The objects that pointers may point into where nothing else is known of them: pointers that loops change, and elements of arrays of pointers that stand for
//! all that loops may leave there. Knows values and paths, no loops.

use super::context::Context;
use super::objects::{FamilyId, Kind, NO_OBJECT, ObjectId, Size};
use super::path::Path;
use super::pointer::Target;
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
    /// The start of any row of a table of nodes.
    Row,
}

impl Offsets {
    fn zeros(self) -> u16 {
        match self {
            Offsets::One(0) => 64,
            Offsets::One(offset) => offset.trailing_zeros() as u16,
            Offsets::Inside | Offsets::Row => 0,
            Offsets::Multiples(zeros) => zeros,
        }
    }

    fn is_inside(self, size: u64) -> bool {
        match self {
            Offsets::One(offset) => offset < size,
            Offsets::Inside => true,
            Offsets::Multiples(_) | Offsets::Row => false,
        }
    }
}

/// Objects with the places in them.
pub(super) type Pointees = BTreeMap<ObjectId, Offsets>;

/// Among objects: or anything else.
const ANYWHERE: usize = u32::MAX as usize;

/// The pointees of a pointer of which nothing is known.
pub(super) fn anywhere() -> Pointees {
    BTreeMap::from([(ObjectId::new(ANYWHERE), Offsets::One(0))])
}

impl Context<'_> {
    /// Adds the objects that a pointer points into on a path, which may have excluded some of them: a pointer that was followed is not null. False if some are not known.
    /// Where nodes are kept it may lead anywhere besides.
    pub(crate) fn pointees(&mut self, pointer: Pointer, (living, path): (&Trie<Cell>, &Path), out: &mut Pointees) -> bool {
        let targets = self.targets(path, pointer);
        let mut all_known = targets.unknown.is_empty();
        for target in &targets.known {
            if !all_known && !self.nodes.are_kept {
                return false;
            }
            all_known &= self.add_pointee(target, living, out);
        }
        all_known || self.or_anywhere(out)
    }

    /// The pointer may also lead anywhere else, if that can be said.
    fn or_anywhere(&self, out: &mut Pointees) -> bool {
        if self.nodes.are_kept {
            out.extend(anywhere());
        }
        self.nodes.are_kept
    }

    /// Do they say more than that the pointer may lead anywhere? Only of nodes it is worth while to say that, and anything else.
    pub(crate) fn say_something(&self, pointees: &Pointees) -> bool {
        !pointees.contains_key(&ObjectId::new(ANYWHERE)) || pointees.keys().any(|&object| self.nodes.is_handle(object))
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
            return self.or_anywhere(out);
        }
        match value {
            Value::Zero => {
                self.add_offsets(ObjectId::new(NO_OBJECT), Offsets::One(0), out);
                true
            }
            Value::Pointer(pointer) => self.pointees(*pointer, at, out),
            Value::Fresh(family, bit) if bit % u64::from(self.pointer_bits()) == 0 => {
                let Some(known) = self.known_pointees.get(family).cloned() else { return self.or_anywhere(out) };
                let always = self.pool.truth(true);
                known.iter().all(|(&object, &offsets)| self.add(object, offsets, always, at.0, out) || self.or_anywhere(out))
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
                let Update::Write { offset, access: Access::Type(ty), new } = &update.change else { return self.or_anywhere(out) };
                let size = u64::from(self.pointer_bits() / 8);
                let is_pointer =
                    update.shape == shape && repr(self.types, *ty) == Some(Repr::Pointer) && u32::from(self.alignment(*offset)) >= size.trailing_zeros();
                (is_pointer || self.or_anywhere(out))
                    && self.pointees_within(new, shape, at, out, seen)
                    && self.pointees_within(&update.under, shape, at, out, seen)
            }
            Value::Fresh(..) | Value::Updated(..) | Value::Bits(_) | Value::Record(_) => self.or_anywhere(out),
        }
    }

    /// Is the object the same one in all iterations? Of those that are made in the loop there is one for each.
    fn lasts(&self, object: ObjectId, living: &Trie<Cell>) -> bool {
        object.index() == NO_OBJECT
            || object.index() == ANYWHERE
            || self.nodes.is_handle(object)
            || living.get(object.index() as u64).is_some()
            || self.object(object).is_some_and(|o| matches!(o.kind, Kind::Function(_)))
    }

    /// False if it is not known what the pointer points to.
    fn add_pointee(&mut self, target: &Target, living: &Trie<Cell>, out: &mut Pointees) -> bool {
        let Target { guard, object, offset } = *target;
        if let Some(table) = self.nodes.table(object) {
            return self.is_row(&table, offset) && self.add(object, Offsets::Row, guard, living, out);
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
        self.add(object, here, guard, living, out)
    }

    /// Adds an object. One that a loop makes anew in each iteration becomes a row, if it is a node. False if it is not known which object that is in the end.
    fn add(&mut self, object: ObjectId, offsets: Offsets, when: TermId, living: &Trie<Cell>, out: &mut Pointees) -> bool {
        if self.lasts(object, living) {
            self.add_offsets(object, offsets, out);
            return true;
        }
        match self.table_for(object) {
            Some(table) if offsets == Offsets::One(0) => {
                self.nodes.outlasting.push((object, when));
                self.add_offsets(table.handle, Offsets::Row, out);
                true
            }
            _ => false,
        }
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
        if self.nodes.is_handle(object) {
            return;
        }
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
            let next = match self.nodes.table(id) {
                Some(table) => match self.made_up_row(&table, family, format_args!("{part}.row{}", id.index())) {
                    Some(pointer) => pointer,
                    None => self.pointer_anywhere(family, part),
                },
                None if id.index() == ANYWHERE => {
                    let pointer = self.pointer_anywhere(family, part);
                    if objects.len() > 1 {
                        self.nodes.elsewhere.insert(pointer.object);
                    }
                    pointer
                }
                None => Pointer { object: self.object_term(id), offset: self.offset_among(id, offsets, family, part) },
            };
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
            // Rows are made by their table.
            Offsets::Row => self.address_constant(0),
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
